/* Set fights: their words, and the section `arenas` that names them. */
#include "design/arenas.h"

#include <wyrm/arena.h>

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#define FIGHT_MAX     1000 /* bytes of a fight in words */
#define DISTANCE      3    /* tiles, where nothing is said */
#define DISTANCE_TEXT "3"

static const char *const shapes[] = {[WYRM_ARENA_ROOM] = "room",
                                     [WYRM_ARENA_CORRIDOR] = "corridor",
                                     [WYRM_ARENA_OPEN] = "open",
                                     NULL};

static const wyrm_field arena_fields[] = {
    {.name = "fight",
     .kind = WYRM_KIND_TEXT,
     .required = true,
     .summary = "who fights whom: 'player@3,weapon=shortsword vs orc x4 + troll'"},
    {.name = "shape",
     .kind = WYRM_KIND_CHOICE,
     .choices = shapes,
     .fallback = "room",
     .summary = "where: a room of 9 x 9 tiles, a corridor one tile wide, or the open"},
    {.name = "distance",
     .kind = WYRM_KIND_INTEGER,
     .least = 1,
     .greatest = 30,
     .fallback = DISTANCE_TEXT,
     .unit = "tiles",
     .summary = "how far away the nearest monster stands at first"},
    {.name = "asleep",
     .kind = WYRM_KIND_BOOL,
     .fallback = "false",
     .summary = "whether the monsters are asleep at first"},
    {.kind = WYRM_KIND_END},
};

const wyrm_field wyrm_arena_element[2] = {
    {.name = "arena",
     .kind = WYRM_KIND_RECORD,
     .fields = arena_fields,
     .summary = "a set fight on a small map"},
    {.kind = WYRM_KIND_END},
};

const char *wyrm_arena_shape_name(wyrm_arena_shape shape)
{
    return shapes[shape];
}

bool wyrm_arena_shape_find(const char *name, wyrm_arena_shape *out)
{
    for (size_t i = 0; shapes[i] != NULL; i++)
        if (strcmp(shapes[i], name) == 0) {
            *out = (wyrm_arena_shape)i;
            return true;
        }
    return false;
}

/* Copies [begin, end) without the blanks around it. */
static void copy_trimmed(const char *begin, const char *end, char *out, size_t size)
{
    while (begin < end && isspace((unsigned char)*begin))
        begin++;
    while (end > begin && isspace((unsigned char)end[-1]))
        end--;
    size_t length = (size_t)(end - begin) < size ? (size_t)(end - begin) : size - 1;
    memmove(out, begin, length);
    out[length] = '\0';
}

/* Takes " xN" off the end of a text; 1 where there is none, 0 where N is no sensible number. */
static int take_number(char *text)
{
    size_t length = strlen(text), digits = length;
    while (digits > 0 && isdigit((unsigned char)text[digits - 1]))
        digits--;
    if (digits == length || digits < 2 || text[digits - 1] != 'x' ||
        !isspace((unsigned char)text[digits - 2]))
        return 1;
    int number = 0;
    if (length - digits > 4 || sscanf(text + digits, "%d", &number) != 1)
        return 0;
    copy_trimmed(text, text + digits - 2, text, length + 1);
    return number;
}

/* The index in the roster of who a combatant's text names, or -1. */
static int32_t monster_named(const wyrm_roster *roster, const char *text,
                             const wyrm_combatant *combatant)
{
    size_t length = strcspn(text, "@,");
    for (size_t i = 0; i < wyrm_roster_count(roster); i++) {
        const char *name = wyrm_roster_monster(roster, i)->name;
        if (strlen(name) == length && strncmp(name, text, length) == 0)
            return (int32_t)i;
    }
    if (strncmp(text, "monster", length) == 0 && length == strlen("monster"))
        return wyrm_roster_by_level(roster, combatant->level);
    return -1;
}

static wyrm_status read_fighter(const wyrm_roster *roster, const char *text, wyrm_combatant *out,
                                wyrm_error *error)
{
    wyrm_status status = wyrm_roster_combatant(roster, text, out, error);
    if (status == WYRM_OK && out->hp < 1)
        status =
            wyrm_fail(error, WYRM_ERROR_RANGE, "'%.100s' has no hit points to fight with", text);
    return status;
}

/* One COMBATANT [xN] of the far side. */
static wyrm_status add_monsters(const wyrm_roster *roster, char *text, wyrm_arena *out,
                                wyrm_error *error)
{
    int number = take_number(text);
    wyrm_arena_monster monster = {.monster = -1};
    if (text[0] == '\0')
        return wyrm_fail(error, WYRM_ERROR_SYNTAX,
                         "nobody is named beside a '+' or behind 'vs': write "
                         "'player vs orc x4 + troll'");
    if (number < 1)
        return wyrm_fail(error, WYRM_ERROR_SYNTAX, "'%.100s' has no sensible number", text);
    wyrm_status status = read_fighter(roster, text, &monster.combatant, error);
    if (status != WYRM_OK)
        return status;
    if (out->count + (size_t)number > WYRM_ARENA_MONSTERS_MAX)
        return wyrm_fail(error, WYRM_ERROR_LIMIT, "an arena holds at most %d monsters",
                         WYRM_ARENA_MONSTERS_MAX);
    monster.monster = monster_named(roster, text, &monster.combatant);
    while (number-- > 0)
        out->monsters[out->count++] = monster;
    return WYRM_OK;
}

wyrm_status wyrm_arena_fight(const wyrm_roster *roster, const char *text, wyrm_arena *out,
                             wyrm_error *error)
{
    char part[FIGHT_MAX + 1];
    const char *versus = strstr(text, " vs ");
    *out = (wyrm_arena){.shape = WYRM_ARENA_ROOM, .distance = DISTANCE};
    if (strlen(text) > FIGHT_MAX)
        return wyrm_fail(error, WYRM_ERROR_LIMIT, "a fight in words has at most %d bytes",
                         FIGHT_MAX);
    if (versus == NULL)
        return wyrm_fail(error, WYRM_ERROR_SYNTAX,
                         "'%.100s' has no ' vs ': write 'player@3 vs orc x4'", text);
    copy_trimmed(text, versus, part, sizeof part);
    wyrm_status status = read_fighter(roster, part, &out->player, error);
    for (const char *begin = versus + 4; status == WYRM_OK && begin != NULL;) {
        const char *plus = strstr(begin, " + ");
        copy_trimmed(begin, plus != NULL ? plus : begin + strlen(begin), part, sizeof part);
        status = add_monsters(roster, part, out, error);
        begin = plus != NULL ? plus + 3 : NULL;
    }
    return status;
}

wyrm_status wyrm_arenas_check(const wyrm_ruleset *ruleset, const wyrm_roster *roster,
                              wyrm_errors *errors)
{
    const wyrm_value *arenas = wyrm_ruleset_find(ruleset, "arenas");
    wyrm_status status = WYRM_OK;
    for (size_t i = 0; i < wyrm_value_count(arenas); i++) {
        const wyrm_value *fight = wyrm_value_get(wyrm_value_item(arenas, i), "fight");
        wyrm_arena arena;
        wyrm_error error = {0};
        wyrm_status one = wyrm_arena_fight(roster, wyrm_value_text(fight), &arena, &error);
        if (one == WYRM_ERROR_MEMORY)
            return one;
        if (one != WYRM_OK)
            status =
                wyrm_value_fail(ruleset, fight, errors, error.hint[0] != '\0' ? error.hint : NULL,
                                "%s", error.message);
    }
    return status;
}
