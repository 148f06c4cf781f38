/* `wyrm rules export`: the tables of a ruleset for the engine of a game, as CSV, JSON, Lua,
 * GDScript or C.
 *
 * What a ruleset says is gathered once, as tables of cells, whatever it extends resolved and every
 * default written out; each format then writes the same cells. Two kinds of table are told apart:
 * the records of the ruleset as they stand there (monsters, weapons, armors, items), which come
 * back through `wyrm rules import`, and what follows from them: fighters with the numbers that
 * fights are made of, levels, who is met and what is found at each depth, and the distribution of
 * every random number, so that an engine draws from a list of chances and reads no dice. Models
 * that fill whole floors, trade and combat by a script have tables of their own behind those, each
 * only where there is something in it.
 *
 * Lua and GDScript are the JSON with other brackets: they cannot say anything else. C has no lists
 * within lists: what is nested has a field of its own for each part, "effect.kind", and what is no
 * number, name or amount is its text. Numbers are written so that they read back to the same bits.
 */
#include "text/internal.h"
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <wyrm/floors.h>
#include <wyrm/found.h>
#include <wyrm/trade.h>

#define COLUMNS_MAX    256
#define TABLES_MAX     48
#define AMOUNTS_MAX    10000
#define TWINS_MAX      100000 /* words of C that were taken already, all in all */
#define AMOUNT_VALUES  10000  /* of an amount with more its chances are left out */
#define LEVELS_SHOWN   50     /* where levels have no end */
#define TRACKER_LEVELS 25     /* the highest of a tracker that is told of */
#define DIGITS_ALL     17

typedef enum cell_kind { CELL_NONE, CELL_TEXT, CELL_WHOLE, CELL_REAL, CELL_VALUE } cell_kind;

typedef struct cell {
    cell_kind kind;
    const char *text;
    int64_t whole;
    double real;
    const wyrm_value *value; /* a leaf of a record */
} cell;

/* As many cells as it needed; there is none behind them. */
typedef struct export_row {
    size_t count;
    cell *cells;
} export_row;

typedef struct export_table {
    const char *name;
    size_t columns, rows, room;
    const char *keys[COLUMNS_MAX];
    const wyrm_value **records; /* of records, row by row; NULL: of another kind */
    bool maps_are_text;         /* what a record maps is one cell, as its keys have no end */
    export_row **list;
} export_table;

enum { MONSTERS, WEAPONS, ARMORS, ITEMS, FIGHTERS, LEVELS, ROOMS, SPAWNS, LOOT, TABLES_OF_ALL };

typedef struct exporting {
    base_arena *arena;
    const wyrm_design *design;
    const wyrm_ruleset *ruleset;
    uint64_t seed;
    size_t table_count; /* those of all rulesets, then those of models that only some name */
    export_table tables[TABLES_MAX];
    const wyrm_amount **amounts; /* each text once, in the order of finding */
    size_t amount_count, amount_room;
    unsigned twins;
} exporting;

/* ---- Gathering ---- */

static size_t column_of(exporting *to, export_table *table, const char *key)
{
    for (size_t i = 0; i < table->columns; i++)
        if (strcmp(table->keys[i], key) == 0)
            return i;
    if (table->columns == COLUMNS_MAX)
        base_refuse(to->arena, WYRM_ERROR_LIMIT, "the table '%s' has more than %d columns",
                    table->name, COLUMNS_MAX);
    table->keys[table->columns] = base_text(to->arena, key, strlen(key));
    return table->columns++;
}

static export_table *new_table(exporting *to, const char *name)
{
    if (to->table_count == TABLES_MAX)
        base_refuse(to->arena, WYRM_ERROR_LIMIT, "there are more than %d tables", TABLES_MAX);
    export_table *table = &to->tables[to->table_count++];
    table->name = base_text(to->arena, name, strlen(name));
    return table;
}

static export_row *new_row(exporting *to, export_table *table)
{
    table->list = base_grow(to->arena, table->list, table->rows, &table->room, sizeof *table->list);
    return table->list[table->rows++] = base_new(to->arena, export_row);
}

static void put_in(exporting *to, export_table *table, export_row *row, const char *key, cell what)
{
    size_t column = column_of(to, table, key);
    if (column >= row->count) {
        cell *more = base_array(to->arena, cell, column + 4);
        if (row->count > 0)
            memcpy(more, row->cells, row->count * sizeof *more);
        row->cells = more;
        row->count = column + 4;
    }
    row->cells[column] = what;
}

static cell cell_at(const export_table *table, size_t row, size_t column)
{
    const export_row *of = table->list[row];
    return column < of->count ? of->cells[column] : (cell){.kind = CELL_NONE};
}

static void add_text(exporting *to, export_table *table, export_row *row, const char *key,
                     const char *text)
{
    put_in(to, table, row, key,
           (cell){.kind = CELL_TEXT, .text = base_text(to->arena, text, strlen(text))});
}

static void add_whole(exporting *to, export_table *table, export_row *row, const char *key,
                      int64_t whole)
{
    put_in(to, table, row, key, (cell){.kind = CELL_WHOLE, .whole = whole});
}

/* What is not finite has no cell. */
static void add_real(exporting *to, export_table *table, export_row *row, const char *key,
                     double real)
{
    put_in(to, table, row, key,
           (cell){.kind = isfinite(real) ? CELL_REAL : CELL_NONE, .real = real});
}

/* With the ends of its interval where it is of a sample. */
static void add_estimate(exporting *to, export_table *table, export_row *row, const char *key,
                         wyrm_estimate of)
{
    char end[80];
    add_real(to, table, row, key, of.value);
    for (int high = 0; of.sampled && high < 2; high++) {
        snprintf(end, sizeof end, "%.60s_%s", key, high ? "high" : "low");
        add_real(to, table, row, end, high ? of.ci95.high : of.ci95.low);
    }
}

static size_t find_amount(const exporting *to, const char *text)
{
    size_t at = 0;
    while (at < to->amount_count && strcmp(wyrm_amount_text(to->amounts[at]), text) != 0)
        at++;
    return at;
}

static void add_amount(exporting *to, const wyrm_amount *amount)
{
    if (amount != NULL && find_amount(to, wyrm_amount_text(amount)) == to->amount_count) {
        if (to->amount_count == AMOUNTS_MAX)
            base_refuse(to->arena, WYRM_ERROR_LIMIT, "the records name more than %d amounts",
                        AMOUNTS_MAX);
        to->amounts = base_grow(to->arena, to->amounts, to->amount_count, &to->amount_room,
                                sizeof *to->amounts);
        to->amounts[to->amount_count++] = amount;
    }
}

static void gather_amounts(exporting *to, const wyrm_value *value)
{
    add_amount(to, wyrm_value_amount(value));
    wyrm_kind kind = wyrm_value_kind(value);
    if (kind == WYRM_KIND_RECORD || kind == WYRM_KIND_LIST || kind == WYRM_KIND_MAP)
        for (size_t i = 0; i < wyrm_value_count(value); i++)
            gather_amounts(to, wyrm_value_item(value, i));
}

/* The leaves of a record: "hp", "effect.kind". */
static void gather_leaves(exporting *to, export_table *table, export_row *row, const char *before,
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
            put_in(to, table, row, key, (cell){.kind = CELL_VALUE, .value = value});
    }
}

/* Of a map by their names, or of a list. */
static void gather_records(exporting *to, export_table *table, const wyrm_value *map)
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

/* The lists and maps of records of a section: what its model has besides numbers. */
static void gather_section(exporting *to, const char *section)
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

/* Who comes in a horde besides its leader. */
static void gather_members(exporting *to)
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
                   (cell){.kind = CELL_VALUE, .value = wyrm_value_item(members, m)});
        }
    }
}

/* The stats of the combat model. */
static void add_stats(exporting *to, export_table *table, export_row *row, const char *before,
                      const wyrm_combatant *fighter)
{
    const wyrm_combat *combat = wyrm_design_combat(to->design);
    const wyrm_stat *stats = wyrm_combat_stats(combat);
    char words[WYRM_AMOUNT_TEXT_MAX + 1], key[80];
    for (int32_t s = 0; stats[s].name != NULL; s++) {
        snprintf(key, sizeof key, "%s.%.64s", before, stats[s].name);
        if (stats[s].kind == WYRM_STAT_AMOUNT)
            add_amount(to, wyrm_combat_amount(combat, fighter->stats[s]));
        if (stats[s].kind == WYRM_STAT_NUMBER)
            add_real(to, table, row, key, fighter->stats[s]);
        else if (stats[s].kind != WYRM_STAT_AMOUNT ||
                 wyrm_combat_amount(combat, fighter->stats[s]) != NULL)
            add_text(to, table, row, key,
                     wyrm_combat_stat_text(combat, s, fighter->stats[s], words, sizeof words));
    }
}

static void gather_fighter(exporting *to, const char *name, const wyrm_combatant *fighter,
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
}

/* The player at level 1 without gear, and each monster at its own level, else as of depth 1. */
static void gather_fighters(exporting *to)
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

/* What a level makes of the player, where nothing is chosen: without gear. */
static void add_player(exporting *to, export_row *row, int32_t level)
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
}

static void gather_levels(exporting *to)
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
        const wyrm_experience experience = wyrm_growth_at_level(growth, level);
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
        if (experience.next < INT64_MAX)
            add_whole(to, table, row, "next", (int64_t)experience.next);
        if (experience.base < INT64_MAX)
            add_whole(to, table, row, "total", (int64_t)experience.base);
        if (fixed)
            add_player(to, row, level);
    }
}

/* Whom a tracker brings: exact, level by level of it. */
static void gather_tracked(exporting *to)
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

static void gather_spawns(exporting *to)
{
    export_table *table = &to->tables[SPAWNS];
    const wyrm_roster *roster = wyrm_design_roster(to->design);
    wyrm_inhabitants *of = base_new(to->arena, wyrm_inhabitants);
    base_keep(to->arena, of, wyrm_inhabitants_release);
    wyrm_status status = wyrm_inhabitants_find(to->design, to->seed, of, &to->arena->error);
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

/* The mean of what a model can say exactly; NAN where it cannot. */
static double mean_of(exporting *to, wyrm_status status, wyrm_pmf *pmf)
{
    if (status == WYRM_ERROR_MEMORY)
        base_fail(to->arena, status);
    double mean = status == WYRM_OK ? wyrm_pmf_mean(pmf) : (double)NAN;
    if (status == WYRM_OK)
        wyrm_pmf_free(pmf);
    return mean;
}

static void gather_loot(exporting *to, const wyrm_loot_context *context)
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

/* What normal rooms of each depth hold, and the items there. */
static void gather_depths(exporting *to)
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

/* Whether there is a figure; one that cannot be had is left out, what goes wrong is not. */
static bool is_had(exporting *to, wyrm_status status)
{
    if (status != WYRM_OK && status != WYRM_ERROR_ARGUMENT && status != WYRM_ERROR_LIMIT)
        base_fail(to->arena, status);
    return status == WYRM_OK;
}

static void gather_counts(exporting *to, export_table *table, const char *what, int32_t depth,
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

/* What comes to floors that are filled. */
static void gather_floors(exporting *to)
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

/* What lies on floors that are filled. */
static void gather_found(exporting *to)
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

static void gather_gold(exporting *to, const wyrm_trade *trade, int32_t last)
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

static void gather_shops(exporting *to, const wyrm_trade *trade, int32_t last)
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

/* What a script's fights are made of. */
static void gather_conditions(exporting *to)
{
    static const char *const parts[] = {"stats", "conditions", "counters"};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        char path[40];
        snprintf(path, sizeof path, "combat.%s", parts[i]);
        const wyrm_value *map = wyrm_ruleset_find(to->ruleset, path);
        snprintf(path, sizeof path, "combat_%s", parts[i]);
        if (wyrm_value_count(map) > 0)
            gather_records(to, new_table(to, path), map);
    }
}

static void gather(exporting *to)
{
    static const char *const names[TABLES_OF_ALL] = {
        "monsters", "weapons", "armors", "items", "fighters", "levels", "rooms", "spawns", "loot"};
    static const char *const first[TABLES_OF_ALL] = {"name",  "name",  "name",  "name", "name",
                                                     "level", "depth", "depth", "depth"};
    bool tracks = wyrm_encounter_tracks(wyrm_design_encounter(to->design));
    const wyrm_trade *trade = wyrm_design_trade(to->design);
    for (size_t i = 0; i < TABLES_OF_ALL; i++)
        (void)column_of(to, new_table(to, names[i]), i == SPAWNS && tracks ? "tracker" : first[i]);
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
    size_t kept = TABLES_OF_ALL; /* and of the others those that have anything */
    for (size_t i = TABLES_OF_ALL; i < to->table_count; i++)
        if (to->tables[i].rows > 0)
            to->tables[kept++] = to->tables[i];
    to->table_count = kept;
}

/* The text of a leaf as it may stand in a file, without the quotes that only YAML needs. */
static const char *text_of(exporting *to, const wyrm_value *value)
{
    char *text = NULL;
    wyrm_kind kind = wyrm_value_kind(value);
    if (kind == WYRM_KIND_TEXT || kind == WYRM_KIND_NAME || kind == WYRM_KIND_CHOICE)
        return wyrm_value_text(value);
    base_must(to->arena, wyrm_value_flow(value, &text, &to->arena->error));
    size_t length = strlen(text), quotes = length > 1 && text[0] == '"' && kind != WYRM_KIND_LIST;
    const char *copy = base_text(to->arena, text + quotes, length - 2 * quotes);
    wyrm_free(text);
    return copy;
}

/* ---- JSON, and what is written like it ---- */

static void put_cell(base_json *json, const char *key, cell of)
{
    if (of.kind == CELL_TEXT)
        base_put_text(json, key, of.text);
    else if (of.kind == CELL_WHOLE)
        base_put_whole(json, key, of.whole);
    else if (of.kind == CELL_REAL)
        base_put_real(json, key, of.real);
}

/* Records as they are nested; what is not there is left out. */
static void put_table(base_json *json, const export_table *table)
{
    base_put_list(json, table->name);
    for (size_t r = 0; r < table->rows; r++) {
        base_put_object(json, NULL);
        for (size_t c = 0; c < table->columns; c++) {
            const cell of = cell_at(table, r, c);
            put_cell(json, table->keys[c], of);
            if (of.kind == CELL_VALUE && table->records == NULL)
                text_put_value(json, table->keys[c], of.value);
        }
        for (size_t i = 0; table->records != NULL && i < wyrm_value_count(table->records[r]); i++)
            text_put_value(json, wyrm_value_key(table->records[r], i),
                           wyrm_value_item(table->records[r], i));
        base_put_end(json);
    }
    base_put_end(json);
}

static bool is_told(const wyrm_pmf *pmf)
{
    return wyrm_pmf_last(pmf) - wyrm_pmf_first(pmf) < AMOUNT_VALUES;
}

static void put_tables(exporting *to, wyrm_page *page)
{
    base_json json = wyrm_answer_begin(page, "rules-export", to->ruleset);
    json.digits = DIGITS_ALL;
    base_put_count(&json, "seed", to->seed);
    for (size_t i = 0; i < to->table_count; i++)
        put_table(&json, &to->tables[i]);
    base_put_list(&json, "amounts");
    for (size_t i = 0; i < to->amount_count; i++) {
        const wyrm_pmf *pmf = wyrm_amount_pmf(to->amounts[i]);
        base_putf(&json, "{amount:%s least:%" PRId64 " greatest:%" PRId64 " chances:[",
                  wyrm_amount_text(to->amounts[i]), wyrm_pmf_first(pmf), wyrm_pmf_last(pmf));
        for (int64_t at = wyrm_pmf_first(pmf); is_told(pmf) && at <= wyrm_pmf_last(pmf); at++)
            base_put_real(&json, NULL, wyrm_pmf_at(pmf, at));
        base_putf(&json, "]}");
    }
    base_put_end(&json);
    base_put_end(&json);
}

/* A string of JSON as one of Lua: only \uXXXX is written otherwise, two of which may be a
 * character above U+FFFF. */
static const char *lua_string(wyrm_text *out, const char *at)
{
    wyrm_text_append_char(out, *at++);
    for (; *at != '"' && *at != '\0'; at++)
        if (at[0] == '\\' && at[1] == 'u') {
            unsigned high = 0, low = 0;
            sscanf(at, "\\u%4x\\u%4x", &high, &low);
            const bool pair = high >= 0xd800 && high < 0xdc00;
            wyrm_text_appendf(out, "\\u{%x}",
                              pair ? ((high - 0xd7c0) << 10) + (low & 0x3ff) : high);
            at += pair ? 11 : 5;
        } else if (at[0] == '\\') {
            wyrm_text_append_char(out, *at++);
            wyrm_text_append_char(out, *at);
        } else {
            wyrm_text_append_char(out, *at);
        }
    wyrm_text_append_char(out, '"');
    return at;
}

/* Lists become tables, keys stand in brackets, and null is nil. */
static void write_lua(const exporting *to, const char *json, wyrm_text *out)
{
    wyrm_text key = {0};
    wyrm_text_appendf(out, "-- Tables of %s, ruleset %s, by wyrm %s.\nreturn ",
                      wyrm_ruleset_name(to->ruleset), wyrm_ruleset_hash(to->ruleset),
                      wyrm_version());
    for (const char *at = json; *at != '\0'; at++)
        if (*at == '"') {
            at = lua_string(&key, at);
            bool is_key = at[0] != '\0' && at[1] == ':';
            wyrm_text_appendf(out, is_key ? "[%s] =" : "%s", key.bytes != NULL ? key.bytes : "");
            at += is_key;
            out->failed |= key.failed;
            wyrm_text_drop(&key);
        } else if (strncmp(at, "null", 4) == 0) {
            wyrm_text_append(out, "nil");
            at += 3;
        } else {
            wyrm_text_append_char(out, *at == '[' ? '{' : *at == ']' ? '}' : *at);
        }
}

static void write_gdscript(const exporting *to, const char *json, wyrm_text *out)
{
    wyrm_text_appendf(out, "# Tables of %s, ruleset %s, by wyrm %s.\nextends RefCounted\n\n",
                      wyrm_ruleset_name(to->ruleset), wyrm_ruleset_hash(to->ruleset),
                      wyrm_version());
    wyrm_text_append(out, "const TABLES = ");
    wyrm_text_append(out, json);
}

/* ---- CSV ---- */

static void write_field(wyrm_text *out, const char *text)
{
    size_t length = strlen(text);
    bool blank = length > 0 && (strchr(" \t", text[0]) != NULL || strchr(" \t", text[length - 1]));
    if (!blank && text[strcspn(text, ",;\"\r\n\t")] == '\0') {
        wyrm_text_append(out, text);
        return;
    }
    wyrm_text_append_char(out, '"');
    for (const char *at = text; *at != '\0'; at++) {
        if (*at == '"')
            wyrm_text_append_char(out, '"');
        wyrm_text_append_char(out, *at);
    }
    wyrm_text_append_char(out, '"');
}

static void write_csv_cell(exporting *to, cell of, wyrm_text *out)
{
    if (of.kind == CELL_TEXT)
        write_field(out, of.text);
    else if (of.kind == CELL_WHOLE)
        wyrm_text_appendf(out, "%" PRId64, of.whole);
    else if (of.kind == CELL_REAL)
        wyrm_text_append_double(out, of.real);
    else if (of.kind == CELL_VALUE)
        write_field(out, text_of(to, of.value));
}

static void write_csv(exporting *to, const export_table *table, wyrm_text *out)
{
    for (size_t c = 0; c < table->columns; c++) {
        wyrm_text_append(out, c > 0 ? "," : "");
        write_field(out, table->keys[c]);
    }
    wyrm_text_append(out, "\n");
    for (size_t r = 0; r < table->rows; r++) {
        for (size_t c = 0; c < table->columns; c++) {
            wyrm_text_append(out, c > 0 ? "," : "");
            write_csv_cell(to, cell_at(table, r, c), out);
        }
        wyrm_text_append(out, "\n");
    }
}

static void write_amounts_csv(const exporting *to, wyrm_text *out)
{
    wyrm_text_append(out, "amount,value,chance\n");
    for (size_t i = 0; i < to->amount_count; i++) {
        const wyrm_pmf *pmf = wyrm_amount_pmf(to->amounts[i]);
        for (int64_t at = wyrm_pmf_first(pmf); is_told(pmf) && at <= wyrm_pmf_last(pmf); at++) {
            if (!(wyrm_pmf_at(pmf, at) > 0))
                continue;
            write_field(out, wyrm_amount_text(to->amounts[i]));
            wyrm_text_appendf(out, ",%" PRId64 ",", at);
            wyrm_text_append_double(out, wyrm_pmf_at(pmf, at));
            wyrm_text_append(out, "\n");
        }
    }
}

/* ---- C ---- */

typedef enum c_type { C_TEXT, C_FLAG, C_WHOLE, C_REAL, C_AMOUNT } c_type;

static const char *const c_types[] = {"const char *", "bool ", "int64_t ", "double ", "int32_t "};

static c_type type_of_cell(cell of)
{
    wyrm_kind kind = wyrm_value_kind(of.value);
    if (of.kind == CELL_WHOLE || kind == WYRM_KIND_INTEGER)
        return C_WHOLE;
    if (of.kind == CELL_REAL || kind == WYRM_KIND_REAL || kind == WYRM_KIND_RATIO)
        return C_REAL;
    return kind == WYRM_KIND_BOOL ? C_FLAG : kind == WYRM_KIND_AMOUNT ? C_AMOUNT : C_TEXT;
}

/* Of all its cells; numbers that are not everywhere are real, with NAN where there is none. */
static c_type type_of(const export_table *table, size_t column)
{
    bool seen = false, missing = false;
    c_type type = C_TEXT;
    for (size_t r = 0; r < table->rows; r++) {
        const cell of = cell_at(table, r, column);
        c_type own = type_of_cell(of);
        missing |= of.kind == CELL_NONE;
        if (of.kind == CELL_NONE)
            continue;
        if (seen && own != type)
            own = (own == C_WHOLE || own == C_REAL) && (type == C_WHOLE || type == C_REAL) ? C_REAL
                                                                                           : C_TEXT;
        type = own;
        seen = true;
    }
    return missing && type == C_WHOLE ? C_REAL : missing && type == C_FLAG ? C_TEXT : type;
}

/* Names that C has already, with those that compilers define besides. */
static const char *const c_words[] = {
    "asm",      "auto",     "bool",     "break",     "case",   "char",     "class",   "const",
    "continue", "default",  "delete",   "do",        "double", "else",     "enum",    "extern",
    "false",    "float",    "for",      "friend",    "goto",   "i386",     "if",      "inline",
    "int",      "linux",    "long",     "namespace", "new",    "operator", "private", "protected",
    "public",   "register", "restrict", "return",    "short",  "signed",   "sizeof",  "static",
    "struct",   "switch",   "template", "this",      "throw",  "true",     "try",     "typedef",
    "typename", "union",    "unix",     "unsigned",  "using",  "virtual",  "void",    "volatile",
    "while",
};

static bool is_taken(const char *name, char *const *taken, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(taken[i], name) == 0)
            return true;
    for (size_t i = 0; i < sizeof c_words / sizeof *c_words; i++)
        if (strcmp(c_words[i], name) == 0)
            return true;
    return false;
}

/* A word of C for a key, none of the `count` that are taken: "effect_kind" of "effect.kind", and
 * "effect_kind_2" where that is another's. */
static char *identifier(exporting *to, const char *before, const char *key, bool upper,
                        char *const *taken, size_t count)
{
    size_t length = strlen(before) + strlen(key), used = 0;
    char *plain = base_array(to->arena, char, length + 2);
    char *name = base_array(to->arena, char, length + 32);
    for (const char *part = before; part != NULL; part = part == before ? key : NULL)
        for (const char *at = part; *at != '\0'; at++) {
            char letter = *at;
            bool small = letter >= 'a' && letter <= 'z', large = letter >= 'A' && letter <= 'Z';
            bool digit = letter >= '0' && letter <= '9';
            if (digit && used == 0)
                plain[used++] = '_';
            if (upper && small)
                letter = (char)(letter - 'a' + 'A');
            if (!upper && large)
                letter = (char)(letter - 'A' + 'a');
            plain[used++] = small || large || digit ? letter : '_';
        }
    snprintf(name, length + 32, "%s", plain);
    for (unsigned again = 2; is_taken(name, taken, count); again++) {
        if (to->twins++ == TWINS_MAX)
            base_refuse(to->arena, WYRM_ERROR_LIMIT,
                        "too many names are the same in C, where '%.60s' is one of them", plain);
        snprintf(name, length + 32, "%s_%u", plain, again);
    }
    return name;
}

static void write_c_string(wyrm_text *out, const char *text)
{
    wyrm_text_append_char(out, '"');
    for (const char *at = text; *at != '\0'; at++) {
        unsigned char byte = (unsigned char)*at;
        if (byte < 0x20 || byte >= 0x7f)
            wyrm_text_appendf(out, "\\%03o", (unsigned)byte);
        else if (byte == '"' || byte == '\\' || byte == '?')
            wyrm_text_appendf(out, "\\%c", byte);
        else
            wyrm_text_append_char(out, (char)byte);
    }
    wyrm_text_append_char(out, '"');
}

static void write_c_real(wyrm_text *out, double value)
{
    char text[WYRM_NUMBER_MAX];
    if (!isfinite(value)) {
        wyrm_text_append(out, "NAN");
        return;
    }
    wyrm_number_double(value, text);
    wyrm_text_append(out, text);
    if (strpbrk(text, ".e") == NULL)
        wyrm_text_append(out, ".0");
}

static void write_c_cell(exporting *to, cell of, c_type type, wyrm_text *out)
{
    bool none = of.kind == CELL_NONE;
    if (type == C_REAL)
        write_c_real(out, none                    ? (double)NAN
                          : of.kind == CELL_REAL  ? of.real
                          : of.kind == CELL_WHOLE ? (double)of.whole
                                                  : wyrm_value_real(of.value));
    else if (type == C_WHOLE)
        wyrm_text_appendf(out, "INT64_C(%" PRId64 ")",
                          none                    ? 0
                          : of.kind == CELL_WHOLE ? of.whole
                                                  : wyrm_value_integer(of.value));
    else if (type == C_FLAG)
        wyrm_text_append(out, wyrm_value_bool(of.value) ? "true" : "false");
    else if (type == C_AMOUNT)
        wyrm_text_appendf(
            out, "%d",
            none ? -1 : (int)find_amount(to, wyrm_amount_text(wyrm_value_amount(of.value))));
    else if (none)
        wyrm_text_append(out, "NULL");
    else if (of.kind == CELL_VALUE)
        write_c_string(out, text_of(to, of.value));
    else
        write_c_string(out, of.kind == CELL_TEXT ? of.text : "");
}

/* How many there are, and the places of those that have names. */
static void write_c_count(exporting *to, const char *prefix, const export_table *table,
                          wyrm_text *out)
{
    char before[160];
    char **taken = base_array(to->arena, char *, table->rows);
    bool named = table->columns > 0 && strcmp(table->keys[0], "name") == 0;
    wyrm_text_appendf(out, "enum { %s_%s_count = %zu };\n", prefix, table->name, table->rows);
    if (!named || table->rows == 0)
        return;
    snprintf(before, sizeof before, "%s_%s_", prefix, table->name);
    wyrm_text_append(out, "enum {\n");
    for (size_t r = 0; r < table->rows; r++) {
        taken[r] = identifier(to, before, cell_at(table, r, 0).text, true, taken, r);
        wyrm_text_appendf(out, "    %s = %zu,\n", taken[r], r);
    }
    wyrm_text_append(out, "};\n");
}

static void write_c_table(exporting *to, const char *prefix, const export_table *table,
                          wyrm_text *out)
{
    char **fields = base_array(to->arena, char *, table->columns);
    c_type types[COLUMNS_MAX];
    wyrm_text_appendf(out, "\n/* %s */\n", table->name);
    write_c_count(to, prefix, table, out);
    wyrm_text_appendf(out, "struct %s_%s {\n", prefix, table->name);
    for (size_t c = 0; c < table->columns; c++) {
        types[c] = type_of(table, c);
        fields[c] = identifier(to, "", table->keys[c], false, fields, c);
        wyrm_text_appendf(out, "    %s%s;%s\n", c_types[types[c]], fields[c],
                          types[c] == C_AMOUNT ? " /* of the amounts; -1: none */" : "");
    }
    wyrm_text_appendf(out, "};\nstatic const struct %s_%s %s_%s[] = {\n", prefix, table->name,
                      prefix, table->name);
    for (size_t r = 0; r < table->rows; r++) {
        wyrm_text_append(out, "    {");
        for (size_t c = 0; c < table->columns; c++) {
            wyrm_text_append(out, c > 0 ? ", " : "");
            write_c_cell(to, cell_at(table, r, c), types[c], out);
        }
        wyrm_text_append(out, "},\n");
    }
    wyrm_text_append(out, table->rows == 0 ? "    {0},\n};\n" : "};\n");
}

/* Chances of all amounts, one behind the other. */
static void write_c_amounts(const exporting *to, const char *prefix, wyrm_text *out)
{
    size_t place = 0;
    wyrm_text_appendf(out,
                      "\n/* amounts: %s_chances[first + i] is the chance of least + i */\n"
                      "enum { %s_amounts_count = %zu };\n"
                      "static const double %s_chances[] = {\n",
                      prefix, prefix, to->amount_count, prefix);
    for (size_t i = 0; i < to->amount_count; i++) {
        const wyrm_pmf *pmf = wyrm_amount_pmf(to->amounts[i]);
        wyrm_text_append(out, "    ");
        for (int64_t at = wyrm_pmf_first(pmf); is_told(pmf) && at <= wyrm_pmf_last(pmf); at++) {
            write_c_real(out, wyrm_pmf_at(pmf, at));
            wyrm_text_append(out, ", ");
        }
        wyrm_text_append(out, "\n");
    }
    wyrm_text_appendf(out,
                      "    0.0\n};\nstruct %s_amounts {\n    const char *amount;\n"
                      "    int64_t least, greatest;\n    size_t first, count;\n};\n"
                      "static const struct %s_amounts %s_amounts[] = {\n",
                      prefix, prefix, prefix);
    for (size_t i = 0; i < to->amount_count; i++) {
        const wyrm_pmf *pmf = wyrm_amount_pmf(to->amounts[i]);
        size_t count = is_told(pmf) ? (size_t)(wyrm_pmf_last(pmf) - wyrm_pmf_first(pmf) + 1) : 0;
        wyrm_text_append(out, "    {");
        write_c_string(out, wyrm_amount_text(to->amounts[i]));
        wyrm_text_appendf(out, ", INT64_C(%" PRId64 "), INT64_C(%" PRId64 "), %zu, %zu},\n",
                          wyrm_pmf_first(pmf), wyrm_pmf_last(pmf), place, count);
        place += count;
    }
    wyrm_text_append(out, to->amount_count == 0 ? "    {0},\n};\n" : "};\n");
}

static void write_c(exporting *to, wyrm_text *out)
{
    const char *prefix = identifier(to, "", wyrm_ruleset_name(to->ruleset), false, NULL, 0);
    const char *guard = identifier(to, prefix, "_tables_h", true, NULL, 0);
    wyrm_text_appendf(out,
                      "/* Tables of %s, ruleset %s, by wyrm %s. */\n#ifndef %s\n#define %s\n\n"
                      "#include <math.h>\n#include <stdbool.h>\n#include <stddef.h>\n"
                      "#include <stdint.h>\n",
                      wyrm_ruleset_name(to->ruleset), wyrm_ruleset_hash(to->ruleset),
                      wyrm_version(), guard, guard);
    for (size_t i = 0; i < to->table_count; i++)
        write_c_table(to, prefix, &to->tables[i], out);
    write_c_amounts(to, prefix, out);
    wyrm_text_append(out, "\n#endif\n");
}

/* ---- Files ---- */

const char *const wyrm_export_formats[] = {"csv", "json", "lua", "gdscript", "c", NULL};

static wyrm_text *add_file(wyrm_export *out, base_arena *arena, const char *name,
                           const char *ending)
{
    wyrm_export_file *file = &out->files[out->count++];
    snprintf(file->name, sizeof file->name, "%.64s.%s", name, ending);
    base_keep(arena, &file->text, wyrm_text_drop);
    return &file->text;
}

void wyrm_export_make(base_arena *arena, const wyrm_design *design, const char *format,
                      uint64_t seed, wyrm_export *out)
{
    exporting *to = base_new(arena, exporting);
    const char *name = wyrm_ruleset_name(wyrm_design_ruleset(design));
    *to = (exporting){
        .arena = arena, .design = design, .ruleset = wyrm_design_ruleset(design), .seed = seed};
    out->count = 0;
    gather(to);
    if (strcmp(format, "csv") == 0) {
        for (size_t i = 0; i < to->table_count; i++)
            write_csv(to, &to->tables[i], add_file(out, arena, to->tables[i].name, "csv"));
        write_amounts_csv(to, add_file(out, arena, "amounts", "csv"));
    } else if (strcmp(format, "c") == 0) {
        write_c(to, add_file(out, arena, name, "h"));
    } else {
        wyrm_page *page = base_new(arena, wyrm_page);
        *page = wyrm_page_new((wyrm_style){.utf8 = true, .width = 80});
        base_keep(arena, page, wyrm_page_free);
        put_tables(to, page);
        base_must(arena, wyrm_page_status(page, &arena->error));
        const char *json = wyrm_page_text(page);
        if (strcmp(format, "json") == 0)
            wyrm_text_append(add_file(out, arena, name, "json"), json);
        else if (strcmp(format, "lua") == 0)
            write_lua(to, json, add_file(out, arena, name, "lua"));
        else
            write_gdscript(to, json, add_file(out, arena, name, "gd"));
    }
    for (size_t i = 0; i < out->count; i++)
        if (out->files[i].text.failed)
            base_fail(arena, WYRM_ERROR_MEMORY);
}
