/* Reads what a metric needs of a target at one place.
 *
 * Targets name combatants, stats, curves, monsters, items, bands and modes as people write
 * them; each metric says in its row which of these readers it needs. What does not read is an
 * error at the key of the target, with the nearest name that would. */
#include "base/arena.h"
#include "metrics/internal.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- combatants, stats, curves ---- */

#define TEXT_MAX 512

/* Positioned errors about a key of a target: a message; an unknown name, with the nearest. */
static wyrm_status judge_prepare_fail(const wyrm_design *design, const judge_target *target,
                                      const char *key, wyrm_errors *errors, const char *hint,
                                      const char *message)
{
    const wyrm_value *value = wyrm_value_get(target->record, key);
    return wyrm_value_fail(wyrm_design_ruleset(design), value != NULL ? value : target->record,
                           errors, hint != NULL && hint[0] != '\0' ? hint : NULL, "%s", message);
}

/* Replaces every `hole` by the number; false where the text gets too long. */
static bool fill_in(const char *text, const char *hole, int32_t value, char *out, size_t size)
{
    char number[16];
    size_t hole_length = strlen(hole), length = 0;
    int number_length = snprintf(number, sizeof number, "%d", (int)value);
    while (*text != '\0') {
        bool here = strncmp(text, hole, hole_length) == 0;
        size_t piece = here ? (size_t)number_length : 1;
        if (length + piece >= size)
            return false;
        memcpy(out + length, here ? number : text, piece);
        length += piece;
        text += here ? hole_length : 1;
    }
    out[length] = '\0';
    return true;
}

static wyrm_status read_combatant(const wyrm_design *design, const judge_target *target,
                                  const char *key, const char *text, const judge_place *place,
                                  char *filled, wyrm_combatant *out, wyrm_errors *errors)
{
    char message[WYRM_ERROR_MESSAGE_MAX], leveled[TEXT_MAX];
    bool by_depth = place->depth > 0;
    if (!fill_in(text, "{level}", place->level, by_depth ? leveled : filled, TEXT_MAX) ||
        (by_depth && !fill_in(leveled, "{depth}", place->depth, filled, TEXT_MAX))) {
        snprintf(message, sizeof message, "a combatant of more than %d characters", TEXT_MAX - 1);
        return judge_prepare_fail(design, target, key, errors, NULL, message);
    }
    wyrm_error error = {0};
    wyrm_status status = wyrm_roster_combatant(wyrm_design_roster(design), filled, out, &error);
    if (status == WYRM_OK || status == WYRM_ERROR_MEMORY)
        return status;
    snprintf(message, sizeof message, "combatant '%.100s': %.140s", filled, error.message);
    return judge_prepare_fail(design, target, key, errors, error.hint, message);
}

wyrm_status wyrm_judge_prepare_one(const wyrm_design *design, const judge_target *target,
                                   judge_place *place, wyrm_errors *errors)
{
    char of[TEXT_MAX];
    wyrm_status status =
        read_combatant(design, target, "of", target->of, place, of, &place->of, errors);
    if (status == WYRM_OK)
        snprintf(place->where, sizeof place->where, "%s", of);
    return status;
}

wyrm_status wyrm_judge_prepare_pair(const wyrm_design *design, const judge_target *target,
                                    judge_place *place, wyrm_errors *errors)
{
    char of[TEXT_MAX], against[TEXT_MAX];
    wyrm_status first =
        read_combatant(design, target, "of", target->of, place, of, &place->of, errors);
    wyrm_status second = read_combatant(design, target, "against", target->against, place, against,
                                        &place->against, errors);
    if (first == WYRM_OK && second == WYRM_OK)
        snprintf(place->where, sizeof place->where, "%s against %s", of, against);
    return first != WYRM_OK ? first : second;
}

/* The stats that come after those of the combat model. */
static const char *const body_stats[] = {"hp", "max_hp", "regeneration"};

enum { BODY_STATS = sizeof body_stats / sizeof body_stats[0] };

int wyrm_judge_stat_index(const wyrm_design *design, const char *name)
{
    for (int i = 0; i < BODY_STATS; i++)
        if (strcmp(body_stats[i], name) == 0)
            return WYRM_STATS_MAX + i;
    return wyrm_combat_stat(wyrm_design_combat(design), name);
}

double wyrm_judge_stat_value(const wyrm_design *design, int stat, const wyrm_combatant *combatant)
{
    (void)design;
    if (stat >= 0 && stat < WYRM_STATS_MAX)
        return combatant->stats[stat];
    const double body[BODY_STATS] = {(double)combatant->hp, (double)combatant->max_hp,
                                     combatant->regeneration};
    return stat >= WYRM_STATS_MAX && stat < WYRM_STATS_MAX + BODY_STATS
               ? body[stat - WYRM_STATS_MAX]
               : 0;
}

wyrm_status wyrm_judge_prepare_unknown(const wyrm_design *design, const judge_target *target,
                                       const char *key, const char *what, const char *name,
                                       const char *const *candidates, size_t count,
                                       wyrm_errors *errors)
{
    char message[WYRM_ERROR_MESSAGE_MAX], hint[WYRM_ERROR_HINT_MAX] = "";
    const char *nearest = wyrm_nearest(name, candidates, count);
    size_t length = 0;
    if (nearest != NULL)
        snprintf(hint, sizeof hint, "did you mean '%s'?", nearest);
    for (size_t i = 0; nearest == NULL && i < count && length < sizeof hint; i++) {
        int added = snprintf(hint + length, sizeof hint - length, "%s%s", i == 0 ? "one of " : ", ",
                             candidates[i]);
        length += added > 0 ? (size_t)added : 0;
    }
    snprintf(message, sizeof message, "unknown %s '%.100s'", what, name);
    return judge_prepare_fail(design, target, key, errors, hint, message);
}

static wyrm_status read_stat(const wyrm_design *design, const judge_target *target,
                             judge_place *place, wyrm_errors *errors)
{
    place->stat = wyrm_judge_stat_index(design, target->stat);
    if (place->stat >= 0)
        return WYRM_OK;
    const char *names[WYRM_STATS_MAX + BODY_STATS];
    size_t count = 0;
    for (const wyrm_stat *stat = wyrm_combat_stats(wyrm_design_combat(design)); stat->name != NULL;
         stat++)
        names[count++] = stat->name;
    for (int i = 0; i < BODY_STATS; i++)
        names[count++] = body_stats[i];
    return wyrm_judge_prepare_unknown(design, target, "stat", "stat", target->stat, names, count,
                                      errors);
}

wyrm_status wyrm_judge_prepare_one_stat(const wyrm_design *design, const judge_target *target,
                                        judge_place *place, wyrm_errors *errors)
{
    wyrm_status combatant = wyrm_judge_prepare_one(design, target, place, errors);
    if (combatant != WYRM_OK)
        return combatant;
    return read_stat(design, target, place, errors);
}

wyrm_status wyrm_judge_prepare_pair_stat(const wyrm_design *design, const judge_target *target,
                                         judge_place *place, wyrm_errors *errors)
{
    wyrm_status combatants = wyrm_judge_prepare_pair(design, target, place, errors);
    if (combatants != WYRM_OK)
        return combatants;
    return read_stat(design, target, place, errors);
}

static wyrm_status find_curve(const wyrm_design *design, const judge_target *target, int role,
                              judge_place *place, wyrm_errors *errors)
{
    const wyrm_growth *growth = wyrm_design_growth(design);
    place->curve = wyrm_growth_curve(growth, (wyrm_role)role, target->stat);
    if (place->curve >= 0)
        return WYRM_OK;
    const wyrm_curve *curves;
    size_t count = wyrm_growth_curves(growth, &curves), named = 0;
    const char *names[64];
    for (size_t i = 0; i < count && named < 64; i++)
        if ((int)curves[i].role == role)
            names[named++] = curves[i].quantity;
    char what[64];
    snprintf(what, sizeof what, "growth curve of %s", wyrm_role_name((wyrm_role)role));
    return wyrm_judge_prepare_unknown(design, target, "stat", what, target->stat, names, named,
                                      errors);
}

wyrm_status wyrm_judge_prepare_curve(const wyrm_design *design, const judge_target *target,
                                     judge_place *place, wyrm_errors *errors)
{
    const char *roles[WYRM_ROLE_COUNT];
    for (int role = 0; role < WYRM_ROLE_COUNT; role++) {
        roles[role] = wyrm_role_name((wyrm_role)role);
        if (strcmp(roles[role], target->of) != 0)
            continue;
        snprintf(place->where, sizeof place->where, "%s@%d", target->of, (int)place->level);
        return find_curve(design, target, role, place, errors);
    }
    return wyrm_judge_prepare_unknown(design, target, "of", "role", target->of, roles,
                                      WYRM_ROLE_COUNT, errors);
}

wyrm_status wyrm_judge_prepare_factor(const wyrm_design *design, const judge_target *target,
                                      judge_place *place, wyrm_errors *errors)
{
    if (!isnan(wyrm_growth_factor(wyrm_design_growth(design), place->level)))
        return WYRM_OK;
    return judge_prepare_fail(design, target, "metric", errors, NULL,
                              "the growth of this ruleset has no level factor");
}

wyrm_status wyrm_judge_prepare_step(const wyrm_design *design, const judge_target *target,
                                    judge_place *place, wyrm_errors *errors)
{
    if (place->level >= 1)
        return WYRM_OK;
    char message[80];
    snprintf(message, sizeof message, "experience begins at level 1, not at level %d",
             (int)place->level);
    return judge_prepare_fail(design, target, "levels", errors, NULL, message);
}

wyrm_status wyrm_judge_prepare_growth(const wyrm_design *design, const judge_target *target,
                                      judge_place *place, wyrm_errors *errors)
{
    if (place->level >= 2)
        return WYRM_OK;
    return judge_prepare_fail(design, target, "levels", errors, NULL,
                              "there is no level before level 1 to compare with");
}

wyrm_status wyrm_judge_prepare_kills(const wyrm_design *design, const judge_target *target,
                                     judge_place *place, wyrm_errors *errors)
{
    wyrm_status status = wyrm_judge_prepare_step(design, target, place, errors);
    if (status != WYRM_OK)
        return status;
    const wyrm_growth *growth = wyrm_design_growth(design);
    place->curve = wyrm_growth_curve(growth, WYRM_ROLE_MONSTER, "experience");
    if (place->curve >= 0)
        return WYRM_OK;
    return judge_prepare_fail(design, target, "metric", errors, NULL,
                              "the monsters of this ruleset have no experience by level");
}

wyrm_status wyrm_judge_prepare_tracker(const wyrm_design *design, const judge_target *target,
                                       judge_place *place, wyrm_errors *errors)
{
    (void)place;
    if (wyrm_encounter_tracks(wyrm_design_encounter(design)))
        return WYRM_OK;
    return judge_prepare_fail(design, target, "metric", errors, NULL,
                              "this ruleset has no difficulty tracker");
}

wyrm_status wyrm_judge_prepare_choice(const wyrm_design *design, const judge_target *target,
                                      judge_place *place, wyrm_errors *errors)
{
    wyrm_status status = wyrm_judge_prepare_tracker(design, target, place, errors);
    if (status != WYRM_OK)
        return status;
    wyrm_level_choice choices[WYRM_LEVEL_CHOICES_MAX];
    size_t count = wyrm_encounter_choices(wyrm_design_encounter(design), place->tracker, choices);
    const char *names[WYRM_LEVEL_CHOICES_MAX];
    for (size_t i = 0; i < count; i++) {
        names[i] = choices[i].name;
        if (strcmp(names[i], target->of) == 0)
            return WYRM_OK;
    }
    return wyrm_judge_prepare_unknown(design, target, "of", "way to choose a level", target->of,
                                      names, count, errors);
}

wyrm_status wyrm_judge_prepare_tables(const wyrm_design *design, const judge_target *target,
                                      judge_place *place, wyrm_errors *errors)
{
    (void)place;
    if (wyrm_encounter_last_depth(wyrm_design_encounter(design)) > 0)
        return WYRM_OK;
    return judge_prepare_fail(design, target, "metric", errors, NULL,
                              "the difficulty of this ruleset is no table of depths");
}

/* The index in names[count] of what `of` says. Takes the names over. */
static wyrm_status find_named(const wyrm_design *design, const judge_target *target,
                              const char *what, const char **names, size_t count,
                              judge_place *place, wyrm_errors *errors)
{
    if (names == NULL)
        return WYRM_ERROR_MEMORY;
    for (size_t i = 0; i < count && place->index < 0; i++)
        if (strcmp(names[i], target->of) == 0)
            place->index = (int)i;
    wyrm_status status = WYRM_OK;
    if (place->index < 0)
        status = wyrm_judge_prepare_unknown(design, target, "of", what, target->of, names, count,
                                            errors);
    wyrm_free(names);
    return status;
}

/* "troll at depth 3", "healing in band B2" */
static void name_place(const judge_target *target, judge_place *place)
{
    char where[sizeof place->where];
    memcpy(where, place->where, sizeof where);
    snprintf(place->where, sizeof place->where, "%.60s %s %.60s", target->of,
             place->band > 0 ? "in" : "at", where);
}

wyrm_status wyrm_judge_prepare_monster(const wyrm_design *design, const judge_target *target,
                                       judge_place *place, wyrm_errors *errors)
{
    wyrm_status status = wyrm_judge_prepare_tables(design, target, place, errors);
    if (status != WYRM_OK)
        return status;
    const wyrm_roster *roster = wyrm_design_roster(design);
    size_t count = wyrm_roster_count(roster);
    const char **names = base_zeroed(count + 1, sizeof *names);
    for (size_t i = 0; names != NULL && i < count; i++)
        names[i] = wyrm_roster_monster(roster, i)->name;
    status = find_named(design, target, "monster", names, count, place, errors);
    name_place(target, place);
    return status;
}

wyrm_status wyrm_judge_prepare_item(const wyrm_design *design, const judge_target *target,
                                    judge_place *place, wyrm_errors *errors)
{
    const wyrm_item_kind *kinds;
    size_t count = wyrm_loot_kinds(wyrm_design_loot(design), &kinds);
    const char **names = base_zeroed(count + 1, sizeof *names);
    for (size_t i = 0; names != NULL && i < count; i++)
        names[i] = kinds[i].name;
    wyrm_status status = find_named(design, target, "item", names, count, place, errors);
    name_place(target, place);
    return status;
}

wyrm_status wyrm_judge_prepare_threat(const wyrm_design *design, const judge_target *target,
                                      judge_place *place, wyrm_errors *errors)
{
    wyrm_status status = wyrm_judge_prepare_tables(design, target, place, errors);
    if (status == WYRM_OK && wyrm_design_threat(design) == NULL)
        status = judge_prepare_fail(design, target, "metric", errors, "add a section `threat`",
                                    "the monsters of this ruleset have no threat");
    return status;
}

wyrm_status wyrm_judge_prepare_status(const wyrm_design *design, const judge_target *target,
                                      judge_place *place, wyrm_errors *errors)
{
    wyrm_status status = wyrm_judge_prepare_threat(design, target, place, errors);
    if (status != WYRM_OK)
        return status;
    const char **names = base_zeroed(WYRM_THREAT_STATUS_COUNT, sizeof *names);
    for (int i = 0; names != NULL && i < WYRM_THREAT_STATUS_COUNT; i++)
        names[i] = wyrm_threat_status_key((wyrm_threat_status)i);
    status = find_named(design, target, "status of rooms", names, WYRM_THREAT_STATUS_COUNT, place,
                        errors);
    name_place(target, place);
    return status;
}

/* ---- loot ---- */

static wyrm_status check_band(const wyrm_design *design, const judge_target *target,
                              judge_place *place, wyrm_errors *errors)
{
    wyrm_bands bands;
    char message[96];
    if (place->band == 0)
        return WYRM_OK;
    wyrm_status status = wyrm_bands_read(wyrm_design_ruleset(design), &bands, errors);
    if (status != WYRM_OK)
        return status;
    if ((size_t)place->band <= bands.count) {
        snprintf(place->where, sizeof place->where, "band %s", bands.bands[place->band - 1].name);
        return WYRM_OK;
    }
    snprintf(message, sizeof message, "band %d is named, and the ruleset has %zu", (int)place->band,
             bands.count);
    return judge_prepare_fail(design, target, "bands", errors, NULL, message);
}

static wyrm_status check_mode(const wyrm_design *design, const judge_target *target,
                              judge_place *place, wyrm_errors *errors)
{
    if (target->mode[0] == '\0')
        return WYRM_OK;
    const wyrm_loot *loot = wyrm_design_loot(design);
    const wyrm_loot_facts *facts = wyrm_loot_facts_of(loot);
    if (wyrm_loot_mode(loot, target->mode, &place->mode, NULL) == WYRM_OK)
        return WYRM_OK;
    return wyrm_judge_prepare_unknown(design, target, "mode", "mode of loot", target->mode,
                                      facts->modes, facts->mode_count, errors);
}

/* Tells the mode after the rest of the place, where one is named. */
static void name_mode(const judge_target *target, judge_place *place)
{
    size_t length = strlen(place->where);
    if (target->mode[0] != '\0')
        snprintf(place->where + length, sizeof place->where - length, ", mode %.40s", target->mode);
}

static wyrm_status read_loot_place(const wyrm_design *design, const judge_target *target,
                                   judge_place *place, wyrm_errors *errors)
{
    if (place->band == 0 && place->depth == 0)
        return judge_prepare_fail(design, target, "metric", errors, NULL,
                                  "either 'bands' or 'depths' must say where it is measured");
    wyrm_status band = check_band(design, target, place, errors);
    wyrm_status mode = check_mode(design, target, place, errors);
    return band != WYRM_OK ? band : mode;
}

wyrm_status wyrm_judge_prepare_loot(const wyrm_design *design, const judge_target *target,
                                    judge_place *place, wyrm_errors *errors)
{
    wyrm_status status = read_loot_place(design, target, place, errors);
    name_mode(target, place);
    return status;
}

wyrm_status wyrm_judge_prepare_category(const wyrm_design *design, const judge_target *target,
                                        judge_place *place, wyrm_errors *errors)
{
    wyrm_status status = read_loot_place(design, target, place, errors);
    if (status != WYRM_OK)
        return status;
    const wyrm_loot_facts *facts = wyrm_loot_facts_of(wyrm_design_loot(design));
    const char **names = base_zeroed(facts->category_count + 1, sizeof *names);
    for (size_t i = 0; names != NULL && i < facts->category_count; i++)
        names[i] = facts->categories[i];
    status = find_named(design, target, "category of items", names, facts->category_count, place,
                        errors);
    name_place(target, place);
    name_mode(target, place);
    return status;
}

wyrm_status wyrm_judge_prepare_pity(const wyrm_design *design, const judge_target *target,
                                    judge_place *place, wyrm_errors *errors)
{
    if (wyrm_loot_facts_of(wyrm_design_loot(design))->pity == NULL)
        return judge_prepare_fail(design, target, "metric", errors, NULL,
                                  "the loot of this ruleset has no pity");
    return wyrm_judge_prepare_loot(design, target, place, errors);
}

wyrm_status wyrm_judge_prepare_pity_of(const wyrm_design *design, const judge_target *target,
                                       judge_place *place, wyrm_errors *errors)
{
    const wyrm_pity_rules *rules = wyrm_loot_facts_of(wyrm_design_loot(design))->pity;
    if (rules == NULL)
        return wyrm_judge_prepare_pity(design, target, place, errors);
    wyrm_status status = read_loot_place(design, target, place, errors);
    if (status != WYRM_OK)
        return status;
    const char **names = base_zeroed(rules->count + 1, sizeof *names);
    for (size_t i = 0; names != NULL && i < rules->count; i++)
        names[i] = rules->names[i];
    status = find_named(design, target, "category of pity", names, rules->count, place, errors);
    name_place(target, place);
    name_mode(target, place);
    return status;
}

/* ---- a player among the monsters of a depth ---- */

wyrm_status wyrm_judge_prepare_crowd(const wyrm_design *design, const judge_target *target,
                                     judge_place *place, wyrm_errors *errors)
{
    wyrm_status status = wyrm_judge_prepare_tables(design, target, place, errors);
    if (status != WYRM_OK || target->of[0] == '\0')
        return status;
    status = wyrm_judge_prepare_one(design, target, place, errors);
    size_t length = strlen(place->where);
    snprintf(place->where + length, sizeof place->where - length, " at depth %d",
             (int)place->depth);
    return status;
}
