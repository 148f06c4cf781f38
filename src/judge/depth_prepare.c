/* Reads what the metrics of depths and bands need of a target: a monster, an item, a category, a
 * status of rooms, a band, a mode of loot, a player. */
#include "judge/prepare.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

wyrm_status wyrm_judge_prepare_tables(const wyrm_design *design, const judge_target *target,
                                      judge_place *place, wyrm_errors *errors)
{
    (void)place;
    if (wyrm_encounter_last_depth(wyrm_design_encounter(design)) > 0)
        return WYRM_OK;
    return wyrm_judge_prepare_fail(design, target, "metric", errors, NULL,
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
    free(names);
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
    const char **names = calloc(count + 1, sizeof *names);
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
    const char **names = calloc(count + 1, sizeof *names);
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
        status = wyrm_judge_prepare_fail(design, target, "metric", errors, "add a section `threat`",
                                         "the monsters of this ruleset have no threat");
    return status;
}

wyrm_status wyrm_judge_prepare_status(const wyrm_design *design, const judge_target *target,
                                      judge_place *place, wyrm_errors *errors)
{
    wyrm_status status = wyrm_judge_prepare_threat(design, target, place, errors);
    if (status != WYRM_OK)
        return status;
    const char **names = calloc(WYRM_THREAT_STATUS_COUNT, sizeof *names);
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
    return wyrm_judge_prepare_fail(design, target, "bands", errors, NULL, message);
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
        return wyrm_judge_prepare_fail(design, target, "metric", errors, NULL,
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
    const char **names = calloc(facts->category_count + 1, sizeof *names);
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
        return wyrm_judge_prepare_fail(design, target, "metric", errors, NULL,
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
    const char **names = calloc(rules->count + 1, sizeof *names);
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
