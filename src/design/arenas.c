/* Set fights: their words, their places, and the section `arenas` that names them.
 *
 * COMBATANT vs COMBATANT [xN] [+ COMBATANT [xN]]... A combatant has no blanks, so a fight is a row
 * of words: who fights alone, `vs`, and the monsters, each with how many of it. A word that stands
 * where another is wanted is answered with the form that was meant.
 * 
 */
#include "design/internal.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FIGHT_MAX 1000 /* bytes of a fight in words */
#define DISTANCE  3    /* tiles, where nothing is said: as the row below */
#define FORM      "a fight is written 'player@3 vs orc x4 + troll'"

typedef struct reading {
    const wyrm_roster *roster;
    const char *rest;         /* behind the word */
    char word[FIGHT_MAX + 1]; /* "" at the end */
} reading;

static void next_word(reading *words)
{
    const char *begin = words->rest + strspn(words->rest, " ");
    size_t length = strcspn(begin, " ");
    memcpy(words->word, begin, length);
    words->word[length] = '\0';
    words->rest = begin + length;
}

static bool is_word(const reading *words, const char *word)
{
    return strcmp(words->word, word) == 0;
}

/* "x4" is how many, and so is "x-1", though not a good one. */
static bool is_number(const reading *words)
{
    const char *word = words->word;
    return word[0] == 'x' && (isdigit((unsigned char)word[1]) || word[1] == '-');
}

/* Adds a hint to an error that has none; the status. */
static wyrm_status hinting(wyrm_error *error, wyrm_status status, const char *hint)
{
    if (error != NULL && error->hint[0] == '\0')
        snprintf(error->hint, sizeof error->hint, "%s", hint);
    return status;
}

/* A word that stands where the end, 'vs' or '+' should. */
static wyrm_status fail_behind(const reading *words, bool near, wyrm_error *error)
{
    if (is_word(words, "vs"))
        return wyrm_fail(error, WYRM_ERROR_SYNTAX, "a fight has two sides, and one 'vs'");
    if (near && (is_number(words) || is_word(words, "+")))
        return wyrm_fail(error, WYRM_ERROR_SYNTAX, "one fights alone before the 'vs'");
    wyrm_status status =
        wyrm_fail(error, WYRM_ERROR_SYNTAX, "'%.100s' means nothing in a fight", words->word);
    return hinting(error, status,
                   near ? FORM : "how many and who else is written 'orc x4 + troll'");
}

/* Takes the word, which is to be somebody with hit points. */
static wyrm_status take_fighter(reading *words, wyrm_combatant *out, wyrm_error *error)
{
    wyrm_status status;
    if (is_word(words, "") || is_word(words, "vs") || is_word(words, "+")) {
        status = wyrm_fail(error, WYRM_ERROR_SYNTAX, "nobody is named %s",
                           is_word(words, "") ? "at the end" : "before a 'vs' or '+'");
        return hinting(error, status, FORM);
    }
    status = wyrm_roster_combatant(words->roster, words->word, out, error);
    if (status == WYRM_ERROR_UNKNOWN)
        return hinting(error, status,
                       isdigit((unsigned char)words->word[0])
                           ? "how many is written behind the name, 'orc x4'"
                           : "'wyrm rules show' names all there are");
    if (status != WYRM_OK || out->hp >= 1)
        return status;
    status =
        wyrm_fail(error, WYRM_ERROR_RANGE, "'%.100s' has no hit points to fight with", words->word);
    return hinting(error, status, "say how many: 'raw,hp=30'");
}

/* Takes "xN" where it stands; 1 where it does not. */
static wyrm_status take_number(reading *words, const char *who, size_t room, size_t *number,
                               wyrm_error *error)
{
    *number = 1;
    if (is_number(words)) {
        char *end;
        long wanted = strtol(words->word + 1, &end, 10); /* at its limits where it is too large */
        if (*end != '\0')
            return fail_behind(words, false, error);
        if (wanted < 1)
            return wyrm_fail(error, WYRM_ERROR_LIMIT, "'%.100s %.20s': there must be at least one",
                             who, words->word);
        *number = wanted > WYRM_ARENA_MONSTERS_MAX ? WYRM_ARENA_MONSTERS_MAX + 1 : (size_t)wanted;
        next_word(words);
    }
    if (*number > room)
        return wyrm_fail(error, WYRM_ERROR_LIMIT, "an arena holds at most %d monsters",
                         WYRM_ARENA_MONSTERS_MAX);
    return WYRM_OK;
}

/* Takes the words about sleep out of a combatant's text ("orc,asleep"): in a set fight that is a
 * matter of the game, in every combat model, and not a stat that stays. */
static wyrm_status take_sleep(char *text, bool *asleep, wyrm_error *error)
{
    static const char word[] = ",asleep";
    *asleep = false;
    for (char *at = strstr(text, word); at != NULL; at = strstr(at, word)) {
        char *value = at + strlen(word), *end = value + strcspn(value, ",");
        bool yes = end == value || (end == value + 2 && memcmp(value, "=1", 2) == 0);
        bool no = end == value + 2 && memcmp(value, "=0", 2) == 0;
        if (*value != '=' && end != value) { /* another word that begins with this one */
            at = value;
            continue;
        }
        if (!yes && !no)
            return wyrm_fail(error, WYRM_ERROR_RANGE, "'asleep' must be 0 or 1, found '%.*s'",
                             (int)(end - value) - 1, value + 1);
        *asleep = yes;
        memmove(at, end, strlen(end) + 1);
    }
    return WYRM_OK;
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

/* One COMBATANT [xN] of the far side. */
static wyrm_status take_monsters(reading *words, wyrm_arena *out, wyrm_error *error)
{
    wyrm_arena_monster monster = {.monster = -1};
    char who[FIGHT_MAX + 1];
    size_t number = 0;
    memcpy(who, words->word, sizeof who);
    wyrm_status status = take_sleep(words->word, &monster.asleep, error);
    if (status == WYRM_OK)
        status = take_fighter(words, &monster.combatant, error);
    if (status != WYRM_OK)
        return status;
    next_word(words);
    status = take_number(words, who, WYRM_ARENA_MONSTERS_MAX - out->count, &number, error);
    monster.monster = monster_named(words->roster, who, &monster.combatant);
    while (status == WYRM_OK && number-- > 0)
        out->monsters[out->count++] = monster;
    return status;
}

bool wyrm_arena_is_words(const char *text)
{
    return strpbrk(text, " \t\r\n@,") != NULL;
}

static wyrm_status read_fight(const wyrm_roster *roster, const char *text, wyrm_arena *out,
                              wyrm_error *error)
{
    reading words = {.roster = roster, .rest = text};
    *out = (wyrm_arena){.shape = WYRM_ARENA_ROOM, .distance = DISTANCE};
    if (strlen(text) > FIGHT_MAX)
        return wyrm_fail(error, WYRM_ERROR_LIMIT, "a fight in words has at most %d bytes",
                         FIGHT_MAX);
    for (const char *at = text; *at != '\0'; at++)
        if (iscntrl((unsigned char)*at))
            return wyrm_fail(error, WYRM_ERROR_SYNTAX,
                             "a fight in words is one line, without tabs or other control "
                             "characters");
    next_word(&words);
    bool asleep;
    wyrm_status status = take_sleep(words.word, &asleep, error);
    if (status == WYRM_OK && asleep) {
        status = wyrm_fail(error, WYRM_ERROR_SYNTAX, "who fights alone cannot be asleep");
        return hinting(error, status, "sleepers stand behind the 'vs': 'player vs orc,asleep'");
    }
    if (status == WYRM_OK)
        status = take_fighter(&words, &out->player, error);
    if (status != WYRM_OK)
        return status;
    next_word(&words);
    if (is_word(&words, "")) {
        status = wyrm_fail(error, WYRM_ERROR_SYNTAX, "'%.100s' fights nobody", text);
        return hinting(error, status, FORM);
    }
    if (!is_word(&words, "vs"))
        return fail_behind(&words, true, error);
    do {
        next_word(&words);
        status = take_monsters(&words, out, error);
    } while (status == WYRM_OK && is_word(&words, "+"));
    return status == WYRM_OK && !is_word(&words, "") ? fail_behind(&words, false, error) : status;
}

wyrm_status wyrm_arena_read(const wyrm_design *design, const char *text, wyrm_arena *out,
                            wyrm_error *error)
{
    return read_fight(design->roster, text, out, error);
}

/* ---- places ---- */

static const char *const shapes[] = {[WYRM_ARENA_ROOM] = "room",
                                     [WYRM_ARENA_CORRIDOR] = "corridor",
                                     [WYRM_ARENA_OPEN] = "open",
                                     NULL};

/* clang-format off */
static const wyrm_field arena_fields[] = {
    {.name = "fight", .kind = WYRM_KIND_TEXT, .required = true,
     .summary = "who fights whom: 'player@3,weapon=shortsword vs orc x4 + troll'"},
    {.name = "shape", .kind = WYRM_KIND_CHOICE, .choices = shapes, .fallback = "room",
     .summary = "where: a room of 9 x 9 tiles, a corridor of 24 tiles one wide, or the open of 40 "
                "x 40"},
    {.name = "distance", .kind = WYRM_KIND_INTEGER, .least = 1, .greatest = 30,
     .fallback = "3", .unit = "tiles",
     .summary = "how far away the nearest monster stands at first, or as far as there is room: 8 "
                "in a room, 23 in a corridor, 19 in the open, less where monsters stand in ranks"},
    {.name = "asleep", .kind = WYRM_KIND_BOOL, .fallback = "false",
     .summary = "whether all monsters are asleep at first; 'orc,asleep' in the fight is one of "
                "them"},
    {.kind = WYRM_KIND_END},
};

const wyrm_field wyrm_arena_element[2] = {
    {.name = "arena", .kind = WYRM_KIND_RECORD, .fields = arena_fields,
     .summary = "a set fight on a small map"},
    {.kind = WYRM_KIND_END},
};
/* clang-format on */

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

wyrm_arena_floor wyrm_arena_floor_of(wyrm_arena_shape shape)
{
    static const wyrm_arena_floor floors[] = {
        [WYRM_ARENA_ROOM] = {9, 9, 0, 4, 9},
        [WYRM_ARENA_CORRIDOR] = {24, 1, 0, 0, 1},
        [WYRM_ARENA_OPEN] = {40, 40, 20, 20, 9},
    };
    return floors[shape];
}

/* Ranks stand one behind the other up to the eastern wall. */
int32_t wyrm_arena_distance(const wyrm_arena *arena)
{
    const wyrm_arena_floor floor = wyrm_arena_floor_of(arena->shape);
    int32_t ranks = ((int32_t)arena->count + floor.abreast - 1) / floor.abreast;
    int32_t most = floor.width - floor.x - ranks;
    return most < 1 ? 0 : arena->distance < most ? arena->distance : most;
}

/* ---- the section `arenas` ---- */

static wyrm_status read_record(const wyrm_roster *roster, const wyrm_value *record, wyrm_arena *out,
                               wyrm_error *error)
{
    const char *fight = wyrm_value_text(wyrm_value_get(record, "fight"));
    wyrm_status status = read_fight(roster, fight, out, error);
    if (status != WYRM_OK)
        return status;
    out->shape = (wyrm_arena_shape)wyrm_value_choice(wyrm_value_get(record, "shape"));
    out->distance = (int32_t)wyrm_value_integer(wyrm_value_get(record, "distance"));
    for (size_t i = 0; i < out->count; i++)
        out->monsters[i].asleep |= wyrm_value_bool(wyrm_value_get(record, "asleep"));
    if (wyrm_arena_distance(out) == 0)
        return wyrm_fail(error, WYRM_ERROR_LIMIT, "there is no room for %zu monsters in a %s",
                         out->count, wyrm_arena_shape_name(out->shape));
    return WYRM_OK;
}

wyrm_status wyrm_arenas_check(const wyrm_ruleset *ruleset, const wyrm_roster *roster,
                              wyrm_errors *errors)
{
    const wyrm_value *arenas = wyrm_ruleset_find(ruleset, "arenas");
    wyrm_status status = WYRM_OK;
    for (size_t i = 0; i < wyrm_value_count(arenas); i++) {
        const wyrm_value *record = wyrm_value_item(arenas, i);
        wyrm_arena arena;
        wyrm_error error = {0};
        wyrm_status one = read_record(roster, record, &arena, &error);
        if (one == WYRM_ERROR_MEMORY)
            return wyrm_errors_fail(errors, one, "out of memory");
        if (one != WYRM_OK)
            status =
                wyrm_value_fail(ruleset, wyrm_value_get(record, "fight"), errors,
                                error.hint[0] != '\0' ? error.hint : NULL, "%s", error.message);
    }
    return status;
}

static const wyrm_value *arenas_of(const wyrm_design *design)
{
    return wyrm_ruleset_find(design->ruleset, "arenas");
}

size_t wyrm_arena_count(const wyrm_design *design)
{
    return wyrm_value_count(arenas_of(design));
}

const char *wyrm_arena_name(const wyrm_design *design, size_t index)
{
    return index < wyrm_arena_count(design) ? wyrm_value_key(arenas_of(design), index) : NULL;
}

const char *wyrm_arena_words(const wyrm_design *design, size_t index)
{
    return wyrm_value_text(wyrm_value_get(wyrm_value_item(arenas_of(design), index), "fight"));
}

wyrm_status wyrm_arena_find(const wyrm_design *design, const char *name, wyrm_arena *out,
                            wyrm_error *error)
{
    const wyrm_value *arenas = arenas_of(design), *found = wyrm_value_get(arenas, name);
    if (found != NULL)
        return read_record(design->roster, found, out, error);
    const char *names[WYRM_ARENAS_MAX];
    char all[100] = "";
    size_t count = wyrm_value_count(arenas), length = 0;
    for (size_t i = 0; i < count; i++) {
        names[i] = wyrm_value_key(arenas, i);
        if (length < sizeof all)
            length += (size_t)snprintf(all + length, sizeof all - length, "%s%s", i > 0 ? ", " : "",
                                       names[i]);
    }
    const char *nearest = wyrm_nearest(name, names, count);
    wyrm_fail(error, WYRM_ERROR_UNKNOWN, "the ruleset has no arena '%.100s'", name);
    if (error == NULL)
        return WYRM_ERROR_UNKNOWN;
    if (nearest != NULL)
        snprintf(error->hint, sizeof error->hint, "did you mean '%.100s'?", nearest);
    else if (count > 0)
        snprintf(error->hint, sizeof error->hint, "it has %s", all);
    else
        snprintf(error->hint, sizeof error->hint, "it names none; in words: 'player vs orc x4'");
    return WYRM_ERROR_UNKNOWN;
}
