/* The roster of a ruleset: who its monsters are and which level each stands for. */
#include "growth/roster_internal.h"
#include "growth/roster_rows.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#define CHAPTER "RuggRogue source code guide, \"Experience and Difficulty\""

#define TITLE_ROW                                                                                  \
    {                                                                                              \
        .name = "title", .kind = WYRM_KIND_TEXT,                                                   \
        .summary = "as people read it; without one, the key with spaces and a capital letter"      \
    }
#define GLYPH_ROW(letter)                                                                          \
    {                                                                                              \
        .name = "glyph", .kind = WYRM_KIND_TEXT, .fallback = "\"" letter "\"",                     \
        .summary = "how it is drawn on the map: one printable ASCII character"                     \
    }

const wyrm_field wyrm_player_rows[] = {TITLE_ROW, GLYPH_ROW("@"), {.kind = WYRM_KIND_END}};
static const wyrm_field weapon_fields[] = {TITLE_ROW, GLYPH_ROW(")"), {.kind = WYRM_KIND_END}};
static const wyrm_field armor_fields[] = {TITLE_ROW, GLYPH_ROW("["), {.kind = WYRM_KIND_END}};
static const wyrm_field monster_fields[] = {
    TITLE_ROW,
    GLYPH_ROW("M"),
    {.name = "level",
     .kind = WYRM_KIND_INTEGER,
     .least = 1.0,
     .greatest = WYRM_LEVEL_MAX,
     .summary = "the first level that it stands for; monsters stand in the order of their levels, "
                "and none or all of them have one",
     .source = CHAPTER},
    {.kind = WYRM_KIND_END},
};

const wyrm_field wyrm_monster_element[] = {
    {.name = "monster",
     .kind = WYRM_KIND_RECORD,
     .fields = monster_fields,
     .summary = "a kind of monster"},
    {.kind = WYRM_KIND_END},
};
const wyrm_field wyrm_weapon_element[] = {
    {.name = "weapon",
     .kind = WYRM_KIND_RECORD,
     .fields = weapon_fields,
     .summary = "a kind of weapon"},
    {.kind = WYRM_KIND_END},
};
const wyrm_field wyrm_armor_element[] = {
    {.name = "armor",
     .kind = WYRM_KIND_RECORD,
     .fields = armor_fields,
     .summary = "a kind of armor"},
    {.kind = WYRM_KIND_END},
};

static const wyrm_section sections[] = {WYRM_ROSTER_SECTIONS};

const wyrm_section *wyrm_roster_sections(size_t *count)
{
    *count = sizeof sections / sizeof *sections;
    return sections;
}

/* "beam_sword" becomes "Beam sword". */
static void title_from_key(const char *key, char *title)
{
    size_t length = strlen(key);
    for (size_t i = 0; i <= length; i++)
        title[i] = key[i] == '_' ? ' ' : key[i];
    title[0] = (char)toupper((unsigned char)title[0]);
}

static bool is_glyph(const char *text)
{
    return text[0] > ' ' && text[0] <= '~' && text[1] == '\0';
}

static wyrm_status check_glyph(const wyrm_ruleset *ruleset, const wyrm_value *record,
                               wyrm_errors *errors)
{
    const wyrm_value *glyph = wyrm_value_get(record, "glyph");
    if (!glyph || is_glyph(wyrm_value_text(glyph)))
        return WYRM_OK;
    return wyrm_value_fail(ruleset, glyph, errors, NULL,
                           "a glyph is one printable ASCII character, found '%.20s'",
                           wyrm_value_text(glyph));
}

/* Every glyph, those of the sections that the roster does not keep included. */
static wyrm_status check_glyphs(const wyrm_ruleset *ruleset, wyrm_errors *errors)
{
    static const char *const maps[] = {"monsters", "weapons", "armors"};
    wyrm_status status = check_glyph(ruleset, wyrm_ruleset_find(ruleset, "player"), errors);
    for (size_t m = 0; m < sizeof maps / sizeof *maps; m++) {
        const wyrm_value *map = wyrm_ruleset_find(ruleset, maps[m]);
        for (size_t i = 0; i < wyrm_value_count(map); i++) {
            wyrm_status one = check_glyph(ruleset, wyrm_value_item(map, i), errors);
            status = status == WYRM_OK ? one : status;
        }
    }
    return status;
}

static wyrm_status check_level(const wyrm_ruleset *ruleset, const wyrm_roster *roster, size_t index,
                               wyrm_errors *errors)
{
    const wyrm_monster *first = &roster->monsters[0];
    const wyrm_monster *monster = &roster->monsters[index];
    const wyrm_value *level = wyrm_value_get(monster->record, "level");
    if (roster->has_levels && monster->level == 0)
        return wyrm_value_fail(ruleset, monster->record, errors, NULL,
                               "monster '%s' has no level, but '%s' has one: all or none",
                               monster->name, first->name);
    if (!roster->has_levels && monster->level != 0)
        return wyrm_value_fail(ruleset, level, errors, NULL,
                               "monster '%s' has a level, but '%s' has none: all or none",
                               monster->name, first->name);
    const wyrm_monster *above = index > 0 ? monster - 1 : NULL;
    if (!above || monster->level == 0 || monster->level > above->level)
        return WYRM_OK;
    if (monster->level == above->level)
        return wyrm_value_fail(ruleset, level, errors, NULL,
                               "monster '%s' has the same level %d as '%s'", monster->name,
                               (int)monster->level, above->name);
    return wyrm_value_fail(ruleset, level, errors, NULL,
                           "monster '%s' is out of order: level %d after level %d of '%s'",
                           monster->name, (int)monster->level, (int)above->level, above->name);
}

static wyrm_status fail_for_memory(wyrm_errors *errors)
{
    wyrm_error error = {.length = 1};
    wyrm_status status = wyrm_fail(&error, WYRM_ERROR_MEMORY, "out of memory for the roster");
    wyrm_errors_add(errors, &error);
    return status;
}

static wyrm_status make_room(wyrm_roster *roster, const wyrm_value *monsters, wyrm_errors *errors)
{
    size_t letters = 1;
    for (size_t i = 0; i < wyrm_value_count(monsters); i++)
        letters += strlen(wyrm_value_key(monsters, i)) + 1;
    roster->monsters = calloc(wyrm_value_count(monsters) + 1, sizeof *roster->monsters);
    roster->titles = malloc(letters);
    return roster->monsters && roster->titles ? WYRM_OK : fail_for_memory(errors);
}

static void read_monsters(wyrm_roster *roster, const wyrm_value *monsters)
{
    char *title = roster->titles;
    roster->count = wyrm_value_count(monsters);
    for (size_t i = 0; i < roster->count; i++) {
        wyrm_monster *monster = &roster->monsters[i];
        monster->record = wyrm_value_item(monsters, i);
        monster->name = wyrm_value_key(monsters, i);
        monster->title = wyrm_value_text(wyrm_value_get(monster->record, "title"));
        monster->glyph = wyrm_value_text(wyrm_value_get(monster->record, "glyph"))[0];
        monster->level = (int32_t)wyrm_value_integer(wyrm_value_get(monster->record, "level"));
        if (monster->title[0] == '\0') {
            title_from_key(monster->name, title);
            monster->title = title;
            title += strlen(title) + 1;
        }
    }
    roster->has_levels = roster->count > 0 && roster->monsters[0].level != 0;
}

wyrm_status wyrm_roster_new(const wyrm_ruleset *ruleset, const wyrm_combat *combat,
                            const wyrm_growth *growth, wyrm_roster **out, wyrm_errors *errors)
{
    *out = NULL;
    wyrm_roster *roster = calloc(1, sizeof *roster);
    if (!roster)
        return fail_for_memory(errors);
    roster->combat = combat;
    roster->growth = growth;
    const wyrm_value *monsters = wyrm_ruleset_find(ruleset, "monsters");
    wyrm_status status = make_room(roster, monsters, errors);
    if (status == WYRM_OK) {
        read_monsters(roster, monsters);
        status = check_glyphs(ruleset, errors);
        for (size_t i = 0; i < roster->count; i++) {
            wyrm_status one = check_level(ruleset, roster, i, errors);
            status = status == WYRM_OK ? one : status;
        }
    }
    if (status != WYRM_OK) {
        wyrm_roster_free(roster);
        return status;
    }
    *out = roster;
    return WYRM_OK;
}

void wyrm_roster_free(wyrm_roster *roster)
{
    if (!roster)
        return;
    free(roster->titles);
    free(roster->monsters);
    free(roster);
}

size_t wyrm_roster_count(const wyrm_roster *roster)
{
    return roster->count;
}

const wyrm_monster *wyrm_roster_monster(const wyrm_roster *roster, size_t index)
{
    return index < roster->count ? &roster->monsters[index] : NULL;
}

int wyrm_roster_by_level(const wyrm_roster *roster, int32_t level)
{
    if (!roster->has_levels)
        return -1;
    size_t low = 0;
    size_t high = roster->count; /* the answer is in low..high-1 */
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (roster->monsters[middle].level <= level)
            low = middle;
        else
            high = middle;
    }
    return (int)low;
}
