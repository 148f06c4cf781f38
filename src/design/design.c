/* A ruleset with all its models ready, and what only all of them together answer: a fight between
 * two of its combatants, the player that a depth is meant for, a set fight. */

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include <wyrm/arena.h>
#include <wyrm/design.h>

#include "base/arena.h"
#include "design/internal.h"
#include "loot/internal.h"

const wyrm_shipped *wyrm_shipped_rulesets(size_t *count)
{
    *count = wyrm_shipped_count;
    return wyrm_shipped_table;
}

const wyrm_shipped *wyrm_shipped_find(const char *name)
{
    for (size_t i = 0; i < wyrm_shipped_count; i++)
        if (strcmp(wyrm_shipped_table[i].name, name) == 0)
            return &wyrm_shipped_table[i];
    return NULL;
}

struct wyrm_design {
    wyrm_ruleset *ruleset;
    wyrm_combat *combat;
    wyrm_growth *growth;
    wyrm_roster *roster;
    wyrm_threat *threat; /* NULL where the ruleset has none */
    wyrm_encounter *encounter;
    wyrm_loot *loot;
    wyrm_mapper *mapper;
};

static bool find_shipped(const char *name, const char **text, size_t *length, void *context)
{
    (void)context;
    const wyrm_shipped *shipped = wyrm_shipped_find(name);
    if (!shipped)
        return false;
    *text = shipped->text;
    *length = shipped->length;
    return true;
}

/* Notes the first failure; tells whether this step went well. */
static bool went_well(wyrm_status step, wyrm_status *first)
{
    if (*first == WYRM_OK)
        *first = step;
    return step == WYRM_OK;
}

/* Makes every model that can be made, so that one reading tells all that is wrong: a model that
 * failed takes with it only those that are built on it. */
static wyrm_status make_models(wyrm_design *design, wyrm_errors *errors)
{
    wyrm_status status = WYRM_OK;
    const wyrm_ruleset *ruleset = design->ruleset;
    bool ready =
        went_well(wyrm_combat_new(ruleset, &design->combat, errors), &status) &&
        went_well(wyrm_growth_new(ruleset, design->combat, &design->growth, errors), &status) &&
        went_well(wyrm_roster_new(ruleset, design->combat, design->growth, &design->roster, errors),
                  &status) &&
        went_well(wyrm_threat_new(ruleset, design->combat, design->roster, &design->threat, errors),
                  &status);
    if (ready)
        went_well(wyrm_encounter_new(ruleset, design->growth, design->roster, design->threat,
                                     &design->encounter, errors),
                  &status);
    if (design->roster != NULL)
        went_well(wyrm_reference_check(ruleset, design->roster, errors), &status);
    if (design->roster != NULL)
        went_well(wyrm_arenas_check(ruleset, design->roster, errors), &status);
    went_well(wyrm_loot_new(ruleset, &design->loot, errors), &status);
    if (design->combat != NULL)
        went_well(wyrm_effects_check_stats(ruleset, design->combat, errors), &status);
    went_well(wyrm_mapper_new(ruleset, &design->mapper, errors), &status);
    went_well(wyrm_play_rules_check(ruleset, errors), &status);
    if (design->loot != NULL)
        went_well(wyrm_kit_check(ruleset, design->loot, errors), &status);
    return status;
}

/* Takes the ruleset over, also where it fails. */
static wyrm_status make_design(wyrm_ruleset *ruleset, wyrm_design **out, wyrm_errors *errors)
{
    wyrm_design *design = base_zeroed(1, sizeof *design);
    if (!design) {
        wyrm_ruleset_free(ruleset);
        return wyrm_errors_fail(errors, WYRM_ERROR_MEMORY, "out of memory");
    }
    design->ruleset = ruleset;
    wyrm_status status = make_models(design, errors);
    if (status != WYRM_OK) {
        wyrm_design_free(design);
        return status;
    }
    *out = design;
    return WYRM_OK;
}

static wyrm_status parse(const char *file, const char *text, size_t length, wyrm_find_ruleset *find,
                         wyrm_design **out, wyrm_errors *errors)
{
    wyrm_ruleset *ruleset;
    *out = NULL;
    wyrm_status status =
        wyrm_ruleset_parse(wyrm_design_schema(), file, text, length, find, NULL, &ruleset, errors);
    return status == WYRM_OK ? make_design(ruleset, out, errors) : status;
}

wyrm_status wyrm_design_parse(const char *file, const char *text, size_t length, wyrm_design **out,
                              wyrm_errors *errors)
{
    return parse(file, text, length, find_shipped, out, errors);
}

wyrm_status wyrm_design_parse_alone(const char *file, const char *text, size_t length,
                                    wyrm_design **out, wyrm_errors *errors)
{
    return parse(file, text, length, wyrm_extends_nothing, out, errors);
}

static bool ends_with(const char *text, const char *end)
{
    size_t length = strlen(text), tail = strlen(end);
    return length >= tail && strcmp(text + length - tail, end) == 0;
}

static bool is_path(const char *name)
{
    struct stat found;
    return strchr(name, '/') || ends_with(name, ".yaml") || ends_with(name, ".yml") ||
           stat(name, &found) == 0;
}

static wyrm_status fail_unknown(const char *name, wyrm_errors *errors)
{
    wyrm_error error = {.length = 1};
    size_t count;
    const wyrm_shipped *shipped = wyrm_shipped_rulesets(&count);
    const char **names = base_zeroed(count + 1, sizeof *names);
    if (!names)
        return wyrm_errors_fail(errors, WYRM_ERROR_MEMORY, "out of memory");
    for (size_t i = 0; i < count; i++)
        names[i] = shipped[i].name;
    wyrm_fail(&error, WYRM_ERROR_UNKNOWN, "no ruleset is called '%s', and no file either", name);
    char file[256];
    struct stat found;
    int length = snprintf(file, sizeof file, "%s.yaml", name);
    if (length > 0 && (size_t)length < sizeof file && stat(file, &found) == 0)
        snprintf(error.hint, sizeof error.hint, "did you mean '%.200s'?", file);
    else
        wyrm_suggest(&error, name, names, count);
    wyrm_errors_add(errors, &error);
    wyrm_free(names);
    return WYRM_ERROR_UNKNOWN;
}

/* Whether it is the name of a shipped ruleset with the ending of a file that is not there. */
static bool is_shipped_as_file(const char *path, char *name, size_t size)
{
    struct stat found;
    size_t length = strcspn(path, ".");
    if (length >= size || strcmp(path + length, ".yaml") != 0 || stat(path, &found) == 0)
        return false;
    memcpy(name, path, length);
    name[length] = '\0';
    return wyrm_shipped_find(name) != NULL;
}

static wyrm_status fail_shipped_as_file(const char *path, const char *name, wyrm_errors *errors)
{
    wyrm_error error = {.length = 1};
    wyrm_fail(&error, WYRM_ERROR_IO, "cannot be read: no such file");
    snprintf(error.file, sizeof error.file, "%s", path);
    snprintf(error.hint, sizeof error.hint, "did you mean '%s'?", name);
    wyrm_errors_add(errors, &error);
    return WYRM_ERROR_IO;
}

wyrm_status wyrm_design_open(const char *name_or_path, wyrm_design **out, wyrm_errors *errors)
{
    wyrm_ruleset *ruleset;
    char name[64];
    *out = NULL;
    const wyrm_shipped *shipped = wyrm_shipped_find(name_or_path);
    if (shipped)
        return wyrm_design_parse(shipped->name, shipped->text, shipped->length, out, errors);
    if (!is_path(name_or_path))
        return fail_unknown(name_or_path, errors);
    if (is_shipped_as_file(name_or_path, name, sizeof name))
        return fail_shipped_as_file(name_or_path, name, errors);
    wyrm_status status =
        wyrm_ruleset_read(wyrm_design_schema(), name_or_path, find_shipped, NULL, &ruleset, errors);
    return status == WYRM_OK ? make_design(ruleset, out, errors) : status;
}

void wyrm_design_free(wyrm_design *design)
{
    if (!design)
        return;
    wyrm_mapper_free(design->mapper);
    wyrm_loot_free(design->loot);
    wyrm_encounter_free(design->encounter);
    wyrm_threat_free(design->threat);
    wyrm_roster_free(design->roster);
    wyrm_growth_free(design->growth);
    wyrm_combat_free(design->combat);
    wyrm_ruleset_free(design->ruleset);
    wyrm_free(design);
}

const wyrm_ruleset *wyrm_design_ruleset(const wyrm_design *design)
{
    return design->ruleset;
}

const wyrm_combat *wyrm_design_combat(const wyrm_design *design)
{
    return design->combat;
}

const wyrm_growth *wyrm_design_growth(const wyrm_design *design)
{
    return design->growth;
}

const wyrm_roster *wyrm_design_roster(const wyrm_design *design)
{
    return design->roster;
}

const wyrm_threat *wyrm_design_threat(const wyrm_design *design)
{
    return design->threat;
}

const wyrm_encounter *wyrm_design_encounter(const wyrm_design *design)
{
    return design->encounter;
}

const wyrm_loot *wyrm_design_loot(const wyrm_design *design)
{
    return design->loot;
}

const wyrm_mapper *wyrm_design_mapper(const wyrm_design *design)
{
    return design->mapper;
}

/* A fight between two combatants of a design, solved in one call. */

static wyrm_status check_hp(const wyrm_combatant *combatant, wyrm_error *error)
{
    if (combatant->hp > 0)
        return WYRM_OK;
    return wyrm_fail(error, WYRM_ERROR_ARGUMENT, "'%s' has no hit points to fight with",
                     combatant->name);
}

wyrm_status wyrm_design_hit(const wyrm_design *design, const wyrm_combatant *attacker,
                            const wyrm_combatant *defender, wyrm_pmf **damage, wyrm_error *error)
{
    wyrm_matchup matchup = {
        .attacker = attacker, .defender = defender, .attack = WYRM_ATTACK_MELEE, .distance = 1};
    return wyrm_combat_hit(wyrm_design_combat(design), &matchup, damage, error);
}

static wyrm_fighter fighter_of(const wyrm_combatant *combatant, const wyrm_pmf *damage)
{
    return (wyrm_fighter){.damage = damage,
                          .hp = combatant->hp,
                          .max_hp = combatant->max_hp,
                          .regeneration = combatant->regeneration};
}

wyrm_status wyrm_design_duel(const wyrm_design *design, const wyrm_combatant *subject,
                             const wyrm_combatant *opponent, wyrm_striker striker, wyrm_duel *out,
                             wyrm_duel_distributions *distributions, wyrm_error *error)
{
    wyrm_pmf *given = NULL, *taken = NULL;
    wyrm_status status = check_hp(subject, error);
    if (status == WYRM_OK)
        status = check_hp(opponent, error);
    if (status == WYRM_OK)
        status = wyrm_design_hit(design, subject, opponent, &given, error);
    if (status == WYRM_OK)
        status = wyrm_design_hit(design, opponent, subject, &taken, error);
    if (status == WYRM_OK) {
        wyrm_fighter first = fighter_of(subject, given);
        wyrm_fighter second = fighter_of(opponent, taken);
        status = distributions
                     ? wyrm_duel_distribute(&first, &second, striker, out, distributions, error)
                     : wyrm_duel_solve(&first, &second, striker, out, error);
    }
    wyrm_pmf_free(taken);
    wyrm_pmf_free(given);
    return status;
}

/* The player that a depth is meant for. */

/* The row of a depth: the last that begins at it or before, the first above all. NULL: no rows. */
static const wyrm_value *row_at(const wyrm_value *rows, int32_t depth)
{
    const wyrm_value *found = wyrm_value_item(rows, 0);
    for (size_t i = 1; i < wyrm_value_count(rows); i++)
        if (wyrm_value_integer(wyrm_value_get(wyrm_value_item(rows, i), "from_depth")) <= depth)
            found = wyrm_value_item(rows, i);
    return found;
}

static wyrm_status read_reference(const wyrm_roster *roster, const char *text, wyrm_reference *out,
                                  wyrm_error *error)
{
    snprintf(out->text, sizeof out->text, "%s", text);
    wyrm_status status = wyrm_roster_combatant(roster, text, &out->player, error);
    return status == WYRM_OK ? wyrm_roster_outfit(roster, text, &out->outfit, error) : status;
}

wyrm_status wyrm_design_reference(const wyrm_design *design, int32_t depth, wyrm_reference *out,
                                  wyrm_error *error)
{
    const wyrm_roster *roster = wyrm_design_roster(design);
    const wyrm_value *row =
        row_at(wyrm_ruleset_find(wyrm_design_ruleset(design), "reference"), depth);
    if (row != NULL)
        return read_reference(roster, wyrm_value_text(wyrm_value_get(row, "combatant")), out,
                              error);
    char text[64];
    int level = depth < 1 ? 1 : depth;
    snprintf(text, sizeof text, "player@%d,weapon=%d,armor=%d", level, level, level);
    wyrm_status status = read_reference(roster, text, out, NULL);
    if (status == WYRM_OK || status == WYRM_ERROR_MEMORY)
        return status;
    snprintf(text, sizeof text, "player@%d", level);
    return read_reference(roster, text, out, error);
}

/* The set fights of a design: by their words and by name. */

wyrm_status wyrm_arena_read(const wyrm_design *design, const char *text, wyrm_arena *out,
                            wyrm_error *error)
{
    return wyrm_arena_fight(wyrm_design_roster(design), text, out, error);
}

static const wyrm_value *arenas_of(const wyrm_design *design)
{
    return wyrm_ruleset_find(wyrm_design_ruleset(design), "arenas");
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

/* The names of all arenas as people list them, cut where the text is full. */
static void list_names(const wyrm_value *arenas, char *text, size_t size)
{
    size_t length = 0;
    text[0] = '\0';
    for (size_t i = 0; i < wyrm_value_count(arenas) && length < size; i++) {
        int more = snprintf(text + length, size - length, "%s%s", i > 0 ? ", " : "",
                            wyrm_value_key(arenas, i));
        length += more > 0 ? (size_t)more : 0;
    }
}

static wyrm_status fail_unknown_arena(const wyrm_value *arenas, const char *name, wyrm_error *error)
{
    const char *names[100];
    char all[100];
    size_t count = 0;
    while (count < wyrm_value_count(arenas) && count < 100) {
        names[count] = wyrm_value_key(arenas, count);
        count++;
    }
    const char *nearest = wyrm_nearest(name, names, count);
    wyrm_fail(error, WYRM_ERROR_UNKNOWN, "the ruleset has no arena '%.100s'", name);
    list_names(arenas, all, sizeof all);
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

wyrm_status wyrm_arena_find(const wyrm_design *design, const char *name, wyrm_arena *out,
                            wyrm_error *error)
{
    const wyrm_value *arenas = arenas_of(design), *found = wyrm_value_get(arenas, name);
    if (found == NULL)
        return fail_unknown_arena(arenas, name, error);
    return wyrm_arena_record(wyrm_design_roster(design), found, out, error);
}
