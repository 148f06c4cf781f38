/* Gathers the tables that `wyrm rules export` writes.
 *
 * A ruleset is turned into tables of cells, with everything that it extends resolved and every
 * default written out. There are two kinds of tables: the records of the ruleset as they stand in
 * it (monsters, weapons, armors, items), which `wyrm rules import` can read back; and what follows
 * from them: fighters with the stats of combat, levels, the monsters and items of each depth, and
 * the distribution of every random number, so that a game engine draws from a list of chances and
 * parses no dice. Models that fill whole floors, trade, and combat by a script have further tables,
 * which are left out where empty.
 *
 * The first nine tables exist for every ruleset, each with at least its first column, so that a
 * reader need not test whether a file is there. What a model cannot say is an empty cell or a
 * missing row; only real failures end the export. */
#include "combat/internal.h"
#include "text/internal.h"
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <wyrm/floors.h>
#include <wyrm/found.h>
#include <wyrm/trade.h>

#define AMOUNTS_MAX    10000
#define LEVELS_SHOWN   50 /* where levels have no end */
#define TRACKER_LEVELS 25 /* tracker levels with rows in `spawns` */

enum { MONSTERS, WEAPONS, ARMORS, ITEMS, FIGHTERS, LEVELS, ROOMS, SPAWNS, LOOT, TABLES_OF_ALL };
enum { BLOWS = TABLES_OF_ALL }; /* first table that may be left out */

static size_t column_of(text_export *to, export_table *table, const char *key)
{
    const size_t known = base_find_word(table->keys, table->columns, key);
    if (known < table->columns)
        return known;
    if (table->columns == EXPORT_COLUMNS_MAX)
        base_refuse(to->arena, WYRM_ERROR_LIMIT, "the table '%s' has more than %d columns",
                    table->name, EXPORT_COLUMNS_MAX);
    table->keys[table->columns] = base_copy(to->arena, key);
    return table->columns++;
}

static export_table *new_table(text_export *to, const char *name)
{
    if (to->table_count == EXPORT_TABLES_MAX)
        base_refuse(to->arena, WYRM_ERROR_LIMIT, "there are more than %d tables",
                    EXPORT_TABLES_MAX);
    export_table *table = &to->tables[to->table_count++];
    table->name = base_copy(to->arena, name);
    return table;
}

static export_row *new_row(text_export *to, export_table *table)
{
    table->list = base_grow(to->arena, table->list, table->rows, &table->room, sizeof *table->list);
    return table->list[table->rows++] = base_new(to->arena, export_row);
}

/* Puts a cell into a row. Columns stand in the order in which keys are first met, so a row may be
 * shorter than its table: its other cells are empty. */
static void put_in(text_export *to, export_table *table, export_row *row, const char *key,
                   export_cell what)
{
    size_t column = column_of(to, table, key);
    if (column >= row->count) {
        export_cell *more = base_array(to->arena, export_cell, column + 4);
        if (row->count > 0)
            memcpy(more, row->cells, row->count * sizeof *more);
        row->cells = more;
        row->count = column + 4;
    }
    row->cells[column] = what;
}

static void add_text(text_export *to, export_table *table, export_row *row, const char *key,
                     const char *text)
{
    put_in(to, table, row, key,
           (export_cell){.kind = CELL_TEXT, .text = base_copy(to->arena, text)});
}

static void add_whole(text_export *to, export_table *table, export_row *row, const char *key,
                      int64_t whole)
{
    put_in(to, table, row, key, (export_cell){.kind = CELL_WHOLE, .whole = whole});
}

/* A number; an empty cell if it is not finite. */
static void add_real(text_export *to, export_table *table, export_row *row, const char *key,
                     double real)
{
    put_in(to, table, row, key,
           (export_cell){.kind = isfinite(real) ? CELL_REAL : CELL_NONE, .real = real});
}

/* An estimate, with the ends of its interval in KEY_low and KEY_high if it is sampled. */
static void add_estimate(text_export *to, export_table *table, export_row *row, const char *key,
                         wyrm_estimate of)
{
    char end[80];
    add_real(to, table, row, key, of.value);
    for (int high = 0; of.sampled && high < 2; high++) {
        snprintf(end, sizeof end, "%.60s_%s", key, high ? "high" : "low");
        add_real(to, table, row, end, high ? of.ci95.high : of.ci95.low);
    }
}

static void add_amount(text_export *to, const wyrm_amount *amount)
{
    if (amount != NULL && export_find_amount(to, wyrm_amount_text(amount)) == to->amount_count) {
        if (to->amount_count == AMOUNTS_MAX)
            base_refuse(to->arena, WYRM_ERROR_LIMIT, "the records name more than %d amounts",
                        AMOUNTS_MAX);
        to->amounts = base_grow(to->arena, to->amounts, to->amount_count, &to->amount_room,
                                sizeof *to->amounts);
        to->amounts[to->amount_count++] = amount;
    }
}

static void gather_amounts(text_export *to, const wyrm_value *value)
{
    add_amount(to, wyrm_value_amount(value));
    wyrm_kind kind = wyrm_value_kind(value);
    if (kind == WYRM_KIND_RECORD || kind == WYRM_KIND_LIST || kind == WYRM_KIND_MAP)
        for (size_t i = 0; i < wyrm_value_count(value); i++)
            gather_amounts(to, wyrm_value_item(value, i));
}

/* Adds the leaves of a record as cells, with paths as keys: "hp", "effect.kind". */
static void gather_leaves(text_export *to, export_table *table, export_row *row, const char *before,
                          const wyrm_value *record)
{
    for (size_t i = 0; i < wyrm_value_count(record); i++) {
        const wyrm_value *value = wyrm_value_item(record, i);
        char key[256];
        snprintf(key, sizeof key, "%s%s%s", before, before[0] != '\0' ? "." : "",
                 wyrm_value_key(record, i));
        wyrm_kind kind = wyrm_value_kind(value);
        if (kind == WYRM_KIND_RECORD ||
            (kind == WYRM_KIND_MAP && wyrm_value_count(value) > 0 && !table->maps_are_text))
            gather_leaves(to, table, row, key, value);
        else if (kind != WYRM_KIND_END)
            put_in(to, table, row, key, (export_cell){.kind = CELL_VALUE, .value = value});
    }
}

/* Adds the records of a map, with their names in the first column, or of a list. */
static void gather_records(text_export *to, export_table *table, const wyrm_value *map)
{
    table->records = base_array(to->arena, const wyrm_value *, wyrm_value_count(map));
    for (size_t i = 0; i < wyrm_value_count(map); i++) {
        export_row *row = new_row(to, table);
        table->records[i] = wyrm_value_item(map, i);
        if (wyrm_value_kind(map) == WYRM_KIND_MAP)
            add_text(to, table, row, "name", wyrm_value_key(map, i));
        gather_leaves(to, table, row, "", table->records[i]);
        gather_amounts(to, table->records[i]);
    }
}

/* Adds a table for each list or map of records in a section: the data of its model besides
 * numbers. */
static void gather_section(text_export *to, const char *section)
{
    const wyrm_value *all = wyrm_ruleset_find(to->ruleset, section);
    for (size_t i = 0; i < wyrm_value_count(all); i++) {
        const wyrm_value *value = wyrm_value_item(all, i);
        const wyrm_kind kind = wyrm_value_kind(value);
        char name[80];
        if ((kind != WYRM_KIND_LIST && kind != WYRM_KIND_MAP) ||
            wyrm_value_kind(wyrm_value_item(value, 0)) != WYRM_KIND_RECORD)
            continue;
        snprintf(name, sizeof name, "%s_%.60s", section, wyrm_value_key(all, i));
        export_table *table = new_table(to, name);
        table->maps_are_text = true;
        gather_records(to, table, value);
    }
}

/* The members of hordes besides their leaders. */
static void gather_members(text_export *to)
{
    const wyrm_value *hordes = wyrm_ruleset_find(to->ruleset, "encounter.hordes");
    export_table *table = wyrm_value_count(hordes) > 0 ? new_table(to, "horde_members") : NULL;
    for (size_t h = 0; h < wyrm_value_count(hordes); h++) {
        const wyrm_value *members = wyrm_value_get(wyrm_value_item(hordes, h), "members");
        for (size_t m = 0; m < wyrm_value_count(members); m++) {
            export_row *row = new_row(to, table);
            add_text(to, table, row, "horde", wyrm_value_key(hordes, h));
            add_text(to, table, row, "monster", wyrm_value_key(members, m));
            put_in(to, table, row, "number",
                   (export_cell){.kind = CELL_VALUE, .value = wyrm_value_item(members, m)});
        }
    }
}

static void add_stat(text_export *to, export_table *table, export_row *row, const char *before,
                     const wyrm_combatant *fighter, int32_t stat)
{
    const wyrm_combat *combat = wyrm_design_combat(to->design);
    const wyrm_stat *of = &wyrm_combat_stats(combat)[stat];
    const double value = fighter->stats[stat];
    char words[WYRM_AMOUNT_TEXT_MAX + 1], key[80];
    snprintf(key, sizeof key, "%s.%.64s", before, of->name);
    if (of->kind == WYRM_STAT_AMOUNT)
        add_amount(to, wyrm_combat_amount(combat, value));
    if (of->kind == WYRM_STAT_NUMBER)
        add_real(to, table, row, key, value);
    else if (of->kind != WYRM_STAT_AMOUNT || wyrm_combat_amount(combat, value) != NULL)
        add_text(to, table, row, key,
                 wyrm_combat_stat_text(combat, stat, value, words, sizeof words));
}

/* Adds the stats that count for a fighter. */
static void add_stats(text_export *to, export_table *table, export_row *row, const char *before,
                      const wyrm_combatant *fighter)
{
    const wyrm_combat *combat = wyrm_design_combat(to->design);
    const wyrm_stat *stats = wyrm_combat_stats(combat);
    for (int32_t s = 0; stats[s].name != NULL; s++)
        if (combat_stat_counts(combat, fighter, s))
            add_stat(to, table, row, before, fighter, s);
}

/* The blows of an attack that has several, each with the stats that it replaces. */
static void gather_blows(text_export *to, const char *name, const wyrm_combatant *fighter)
{
    const wyrm_combat *combat = wyrm_design_combat(to->design);
    const wyrm_stat *stats = wyrm_combat_stats(combat);
    export_table *table = &to->tables[BLOWS];
    const size_t count = fighter->attacks != 0 ? wyrm_combat_blows(combat, fighter, NULL, 0) : 0;
    wyrm_blow_kind *kinds = base_array(to->arena, wyrm_blow_kind, count);
    combat_blow_of blow;
    int32_t number = 1;
    (void)wyrm_combat_blows(combat, fighter, kinds, count);
    for (size_t i = 0; i < count; number += kinds[i++].times) {
        export_row *row = new_row(to, table);
        add_text(to, table, row, "fighter", name);
        add_whole(to, table, row, "level", fighter->level);
        add_text(to, table, row, "blow", kinds[i].name);
        add_whole(to, table, row, "times", kinds[i].times);
        if (kinds[i].only != WYRM_BLOW_ANY)
            add_text(to, table, row, "only", combat_blow_uses[kinds[i].only - WYRM_BLOW_MELEE]);
        (void)combat_blow_at(combat, fighter, number, &blow);
        for (int32_t s = 0; stats[s].name != NULL; s++)
            if (combat_blow_says(combat, fighter, i, s))
                add_stat(to, table, row, "stat", &blow.attacker, s);
    }
}

static void gather_fighter(text_export *to, const char *name, const wyrm_combatant *fighter,
                           uint64_t experience)
{
    export_table *table = &to->tables[FIGHTERS];
    export_row *row = new_row(to, table);
    add_text(to, table, row, "name", name);
    add_whole(to, table, row, "level", fighter->level);
    add_whole(to, table, row, "hp", fighter->max_hp);
    add_real(to, table, row, "regeneration", fighter->regeneration);
    add_whole(to, table, row, "experience",
              experience > INT64_MAX ? INT64_MAX : (int64_t)experience);
    add_stats(to, table, row, "stat", fighter);
    gather_blows(to, name, fighter);
}

/* The player at level 1 without gear, and each monster at its own level, or at level 1 if it has
 * none. */
static void gather_fighters(text_export *to)
{
    const wyrm_roster *roster = wyrm_design_roster(to->design);
    wyrm_combatant fighter;
    if (wyrm_roster_has_player(roster)) {
        wyrm_roster_start(roster, 1, &fighter);
        gather_fighter(to, "player", &fighter, 0);
    }
    for (int32_t i = 0; (size_t)i < wyrm_roster_count(roster); i++) {
        const wyrm_monster *monster = wyrm_roster_monster(roster, i);
        int32_t level = monster->level > 0 ? monster->level : 1;
        wyrm_roster_spawn(roster, i, level, WYRM_VARIANT_NONE, &fighter);
        gather_fighter(to, monster->name, &fighter, wyrm_roster_experience(roster, i, level));
    }
}

/* The player at a level without gear, for models where levels leave no choice. */
static void add_player(text_export *to, export_row *row, int32_t level)
{
    export_table *table = &to->tables[LEVELS];
    wyrm_combatant player;
    wyrm_roster_start(wyrm_design_roster(to->design), level, &player);
    const wyrm_amount *roll = wyrm_combat_amount(wyrm_design_combat(to->design), player.hp_amount);
    add_whole(to, table, row, "player.hp", player.max_hp);
    if (player.hp_amount > 0 && roll != NULL) {
        add_text(to, table, row, "player.hp_roll", wyrm_amount_text(roll));
        add_amount(to, roll);
    }
    add_stats(to, table, row, "player", &player);
    if (level > 1) /* level 1 is in the table of fighters */
        gather_blows(to, "player", &player);
}

/* Levels with their factor, curves and experience; also the player at each, if the ruleset leaves a
 * level no choices. */
static void gather_levels(text_export *to)
{
    export_table *table = &to->tables[LEVELS];
    const wyrm_growth *growth = wyrm_design_growth(to->design);
    const wyrm_curve *curves;
    const wyrm_choice *choices;
    size_t count = wyrm_growth_curves(growth, &curves);
    const bool fixed = count == 0 && wyrm_growth_choices(growth, &choices) == 0 &&
                       wyrm_roster_has_player(wyrm_design_roster(to->design));
    int32_t last = wyrm_growth_last_level(growth);
    if ((wyrm_design_systems(to->design) & WYRM_SYSTEM_GROWTH) == 0)
        return;
    for (int32_t level = 1; level <= last && level <= LEVELS_SHOWN; level++) {
        const uint64_t next = wyrm_growth_step(growth, level);
        const uint64_t total = wyrm_growth_total(growth, level);
        export_row *row = new_row(to, table);
        add_whole(to, table, row, "level", level);
        add_real(to, table, row, "factor", wyrm_growth_factor(growth, level));
        for (size_t i = 0; i < count; i++) {
            char key[80];
            snprintf(key, sizeof key, "%s.%.60s", wyrm_role_name(curves[i].role),
                     curves[i].quantity);
            add_real(to, table, row, key, wyrm_growth_at(growth, (int32_t)i, level));
        }
        (void)column_of(to, table, "next");
        (void)column_of(to, table, "total");
        if (next < INT64_MAX)
            add_whole(to, table, row, "next", (int64_t)next);
        if (total < INT64_MAX)
            add_whole(to, table, row, "total", (int64_t)total);
        if (fixed)
            add_player(to, row, level);
    }
}

/* The monsters by the level of the tracker, exactly. */
static void gather_tracked(text_export *to)
{
    export_table *table = &to->tables[SPAWNS];
    const wyrm_roster *roster = wyrm_design_roster(to->design);
    for (int32_t tracker = 1; tracker <= TRACKER_LEVELS; tracker++) {
        wyrm_pmf *levels;
        base_must(to->arena, wyrm_encounter_monster_levels(wyrm_design_encounter(to->design),
                                                           tracker, &levels, &to->arena->error));
        base_keep(to->arena, levels, wyrm_pmf_free);
        for (int64_t level = wyrm_pmf_first(levels); level <= wyrm_pmf_last(levels); level++) {
            int32_t looks = wyrm_roster_by_level(roster, (int32_t)level);
            if (!(wyrm_pmf_at(levels, level) > 0))
                continue;
            export_row *row = new_row(to, table);
            add_whole(to, table, row, "tracker", tracker);
            add_whole(to, table, row, "level", level);
            add_text(to, table, row, "monster",
                     looks >= 0 ? wyrm_roster_monster(roster, looks)->name : "");
            add_real(to, table, row, "share", wyrm_pmf_at(levels, level));
        }
    }
}

static void gather_spawns(text_export *to)
{
    export_table *table = &to->tables[SPAWNS];
    const wyrm_roster *roster = wyrm_design_roster(to->design);
    text_inhabitants *of = base_new(to->arena, text_inhabitants);
    wyrm_status status =
        text_inhabitants_find(to->arena, to->design, to->seed, of, &to->arena->error);
    for (int32_t d = 0; status == WYRM_OK && d < of->last; d++)
        for (size_t k = 0; k < of->kinds; k++) {
            const wyrm_estimate *share = &of->shares[(size_t)d * of->kinds + k];
            if (!(share->value > 0))
                continue;
            export_row *row = new_row(to, table);
            add_whole(to, table, row, "depth", d + 1);
            add_text(to, table, row, "monster", wyrm_roster_monster(roster, (int32_t)k)->name);
            add_real(to, table, row, "share", share->value);
            add_real(to, table, row, "low", share->sampled ? share->ci95.low : share->value);
            add_real(to, table, row, "high", share->sampled ? share->ci95.high : share->value);
        }
    if (status != WYRM_OK && status != WYRM_ERROR_ARGUMENT)
        base_fail(to->arena, status);
}

/* The mean of a pmf, which is freed; NAN where the model has none. */
static double mean_of(text_export *to, wyrm_status status, wyrm_pmf *pmf)
{
    if (status == WYRM_ERROR_MEMORY)
        base_fail(to->arena, status);
    double mean = status == WYRM_OK ? wyrm_pmf_mean(pmf) : (double)NAN;
    if (status == WYRM_OK)
        wyrm_pmf_free(pmf);
    return mean;
}

static void gather_loot(text_export *to, const wyrm_loot_context *context)
{
    const wyrm_loot *loot = wyrm_design_loot(to->design);
    const wyrm_item_kind *kinds;
    size_t count = wyrm_loot_kinds(loot, &kinds);
    double *shares = base_array(to->arena, double, count);
    wyrm_status status = wyrm_loot_shares(loot, context, shares, &to->arena->error);
    for (size_t k = 0; k < count && status == WYRM_OK; k++) {
        if (!(shares[k] > 0))
            continue;
        export_row *row = new_row(to, &to->tables[LOOT]);
        add_whole(to, &to->tables[LOOT], row, "depth", context->depth);
        add_text(to, &to->tables[LOOT], row, "item", kinds[k].name);
        add_real(to, &to->tables[LOOT], row, "share", shares[k]);
    }
    if (status != WYRM_OK && status != WYRM_ERROR_ARGUMENT)
        base_fail(to->arena, status);
}

/* Monsters and items of a normal room at each depth, and the shares of items. */
static void gather_depths(text_export *to)
{
    const wyrm_encounter *encounter = wyrm_design_encounter(to->design);
    int32_t last = wyrm_encounter_last_depth(encounter);
    for (int32_t depth = 1; depth <= last && depth <= WYRM_DESCENT_DEPTH_MAX; depth++) {
        const wyrm_loot_context context = {.depth = depth, .level = depth, .rooms = 2};
        wyrm_pmf *pmf = NULL;
        export_row *row = new_row(to, &to->tables[ROOMS]);
        add_whole(to, &to->tables[ROOMS], row, "depth", depth);
        wyrm_status status = wyrm_encounter_room_monsters(encounter, depth, &pmf, NULL);
        add_real(to, &to->tables[ROOMS], row, "monsters", mean_of(to, status, pmf));
        status = wyrm_loot_number(wyrm_design_loot(to->design), &context, 1, &pmf, NULL);
        add_real(to, &to->tables[ROOMS], row, "items", mean_of(to, status, pmf));
        gather_loot(to, &context);
    }
}

/* Whether a figure is available. That a model does not have it, or that it is too much work, is no
 * failure; anything else is. */
static bool is_had(text_export *to, wyrm_status status)
{
    if (status != WYRM_OK && status != WYRM_ERROR_ARGUMENT && status != WYRM_ERROR_LIMIT)
        base_fail(to->arena, status);
    return status == WYRM_OK;
}

static void gather_counts(text_export *to, export_table *table, const char *what, int32_t depth,
                          const wyrm_floor_count *counts, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (!(counts[i].mean.value > 0))
            continue;
        export_row *row = new_row(to, table);
        add_whole(to, table, row, "depth", depth);
        add_text(to, table, row, what, counts[i].name);
        add_estimate(to, table, row, "mean", counts[i].mean);
        add_estimate(to, table, row, "any", counts[i].any);
    }
}

/* The monsters of each depth, for models that fill whole floors. */
static void gather_floors(text_export *to)
{
    wyrm_floors *floors;
    if (!wyrm_encounter_fills_floors(wyrm_design_encounter(to->design)))
        return;
    gather_section(to, "encounter");
    gather_members(to);
    if (!is_had(to, wyrm_floors_find(to->design, to->seed, 0, &floors, &to->arena->error)))
        return;
    base_keep(to->arena, floors, wyrm_floors_free);
    export_table *all = new_table(to, "floors"), *kinds = new_table(to, "floor_monsters");
    export_table *hordes = floors->horde_count > 0 ? new_table(to, "floor_hordes") : NULL;
    for (int32_t d = 0; d < floors->count; d++) {
        const wyrm_floor_figures *of = &floors->depths[d];
        export_row *row = new_row(to, all);
        add_whole(to, all, row, "depth", of->depth);
        add_text(to, all, row, "per", floors->per_room ? "room" : "floor");
        add_estimate(to, all, row, "groups", of->groups.mean);
        add_estimate(to, all, row, "monsters", of->monsters.mean);
        add_estimate(to, all, row, "experience", of->experience.mean);
        add_estimate(to, all, row, "threat", of->threat.mean);
        add_real(to, all, row, "wandering",
                 wyrm_encounter_wandering(wyrm_design_encounter(to->design), of->depth));
        gather_counts(to, kinds, "monster", of->depth, of->kinds, floors->kind_count);
        gather_counts(to, hordes, "horde", of->depth, of->hordes, floors->horde_count);
    }
}

/* The items of each depth, for models that fill whole floors: exact if possible, else from drawn
 * games, where the number found down to a depth has an interval. An item has rows from the first
 * depth on where it may be found. */
static void gather_found(text_export *to)
{
    const wyrm_loot *loot = wyrm_design_loot(to->design);
    const int32_t last = wyrm_found_last_depth(loot);
    const wyrm_item_kind *kinds;
    wyrm_found_survey *survey = NULL;
    if (!wyrm_loot_fills_floors(loot))
        return;
    gather_section(to, "loot");
    (void)wyrm_loot_kinds(loot, &kinds);
    if (!is_had(to, wyrm_found_survey_new(loot, last, &survey, &to->arena->error)) &&
        !is_had(to, wyrm_found_survey_draw(loot, last, to->seed, 0, &survey, &to->arena->error)))
        return;
    base_keep(to->arena, survey, wyrm_found_survey_free);
    export_table *table = new_table(to, "found");
    double *until = base_array(to->arena, double, survey->kinds);
    for (int32_t d = 0; d < survey->last_depth; d++)
        for (size_t k = 0; k < survey->kinds; k++) {
            const size_t at = (size_t)d * survey->kinds + k;
            until[k] += survey->means[at];
            if (!(until[k] > 0))
                continue;
            export_row *row = new_row(to, table);
            add_whole(to, table, row, "depth", d + 1);
            add_text(to, table, row, "item", kinds[k].name);
            add_real(to, table, row, "mean", survey->means[at]);
            add_estimate(to, table, row, "until",
                         survey->games > 0 ? wyrm_seen_mean(survey->by_depth[at], survey->games)
                                           : (wyrm_estimate){.value = until[k]});
        }
}

/* Gold by depth. The mean of one floor is a difference of two cumulative means, which holds
 * although the two are not independent. */
static void gather_gold(text_export *to, const wyrm_trade *trade, int32_t last)
{
    wyrm_gold *gold;
    gather_section(to, "gold");
    if (!wyrm_trade_has_gold(trade) ||
        !is_had(to, wyrm_gold_new(trade, last, &gold, &to->arena->error)))
        return;
    base_keep(to->arena, gold, wyrm_gold_free);
    export_table *table = new_table(to, "floor_gold");
    for (int32_t d = 0; d < gold->last_depth; d++) {
        const double until = wyrm_pmf_mean(gold->by_depth[d]);
        export_row *row = new_row(to, table);
        add_whole(to, table, row, "depth", d + 1);
        add_real(to, table, row, "heaps", gold->heaps[d]);
        add_real(to, table, row, "mean",
                 until - (d > 0 ? wyrm_pmf_mean(gold->by_depth[d - 1]) : 0));
        add_real(to, table, row, "until", until);
    }
}

/* Two tables: the shops as they are written, and for each depth the chance of a shop, its offers
 * and their mean prices. */
static void gather_shops(text_export *to, const wyrm_trade *trade, int32_t last)
{
    if (wyrm_trade_shops(trade) == 0)
        return;
    export_table *shops = new_table(to, "shops"), *table = new_table(to, "shop_offers");
    shops->maps_are_text = true;
    gather_records(to, shops, wyrm_ruleset_find(to->ruleset, "shops"));
    for (size_t s = 0; s < wyrm_trade_shops(trade); s++) {
        wyrm_shop_figures *shop;
        if (!is_had(to, wyrm_shop_figures_new(trade, s, last, &shop, &to->arena->error)))
            continue;
        base_keep(to->arena, shop, wyrm_shop_figures_free);
        for (int32_t d = 0; d < shop->depth_count; d++)
            for (size_t o = 0; o < shop->offer_count; o++) {
                const wyrm_offer *offer = &shop->depths[d].offers[o];
                export_row *row = new_row(to, table);
                add_text(to, table, row, "shop", shop->name);
                add_whole(to, table, row, "depth", shop->depths[d].depth);
                add_real(to, table, row, "chance", shop->depths[d].chance);
                add_text(to, table, row, "item", offer->name);
                add_real(to, table, row, "any", offer->any);
                add_real(to, table, row, "mean", offer->mean);
                add_real(to, table, row, "price", offer->price);
            }
    }
}

/* What monsters drop: a row for each that is rolled. */
static void gather_drops(text_export *to)
{
    const wyrm_value *drops = wyrm_ruleset_find(to->ruleset, "drops");
    export_table *table = wyrm_value_count(drops) > 0 ? new_table(to, "drops") : NULL;
    for (size_t m = 0; m < wyrm_value_count(drops); m++) {
        const wyrm_value *rows = wyrm_value_item(drops, m);
        table->maps_are_text = true;
        for (size_t i = 0; i < wyrm_value_count(rows); i++) {
            export_row *row = new_row(to, table);
            add_text(to, table, row, "monster", wyrm_value_key(drops, m));
            gather_leaves(to, table, row, "", wyrm_value_item(rows, i));
            gather_amounts(to, wyrm_value_item(rows, i));
        }
    }
}

/* The stats, conditions and counters that a combat script declares. */
static void gather_conditions(text_export *to)
{
    static const char *const parts[] = {"stats", "conditions", "counters"};
    for (size_t i = 0; i < COUNT_OF(parts); i++) {
        char path[40];
        snprintf(path, sizeof path, "combat.%s", parts[i]);
        const wyrm_value *map = wyrm_ruleset_find(to->ruleset, path);
        snprintf(path, sizeof path, "combat_%s", parts[i]);
        if (wyrm_value_count(map) > 0)
            gather_records(to, new_table(to, path), map);
    }
}

void text_export_gather(text_export *to)
{
    static const char *const names[TABLES_OF_ALL] = {
        "monsters", "weapons", "armors", "items", "fighters", "levels", "rooms", "spawns", "loot"};
    static const char *const first[TABLES_OF_ALL] = {"name",  "name",  "name",  "name", "name",
                                                     "level", "depth", "depth", "depth"};
    bool tracks = wyrm_encounter_tracks(wyrm_design_encounter(to->design));
    const wyrm_trade *trade = wyrm_design_trade(to->design);
    for (size_t i = 0; i < TABLES_OF_ALL; i++)
        (void)column_of(to, new_table(to, names[i]), i == SPAWNS && tracks ? "tracker" : first[i]);
    (void)new_table(to, "blows");
    for (size_t i = MONSTERS; i <= ITEMS; i++)
        gather_records(to, &to->tables[i], wyrm_ruleset_find(to->ruleset, names[i]));
    gather_fighters(to);
    gather_levels(to);
    gather_depths(to);
    if (tracks)
        gather_tracked(to);
    else if ((wyrm_design_systems(to->design) & WYRM_SYSTEMS_OF_A_FLOOR) == WYRM_SYSTEMS_OF_A_FLOOR)
        gather_spawns(to);
    gather_conditions(to);
    gather_floors(to);
    gather_found(to);
    gather_gold(to, trade, wyrm_trade_last_depth(trade));
    gather_shops(to, trade, wyrm_trade_last_depth(trade));
    gather_drops(to);
    size_t kept = TABLES_OF_ALL; /* drop the other tables that are empty */
    for (size_t i = TABLES_OF_ALL; i < to->table_count; i++)
        if (to->tables[i].rows > 0)
            to->tables[kept++] = to->tables[i];
    to->table_count = kept;
}
