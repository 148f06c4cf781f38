/* The tables of a file of results: one row a field of the records of <wyrm/run.h>. */
#include "sim/results.h"

#include <stdio.h>
#include <string.h>

#define COLUMN(record, field, type)                                                                \
    {                                                                                              \
#field, RESULTS_##type, offsetof(record, field)                                            \
    }
#define END                                                                                        \
    {                                                                                              \
        NULL, RESULTS_END, 0                                                                       \
    }

static const results_column run_columns[] = {
    {"end", RESULTS_I32, offsetof(wyrm_run, end)},
    COLUMN(wyrm_run, killer, I32),
    COLUMN(wyrm_run, depth, I32),
    COLUMN(wyrm_run, level, I32),
    COLUMN(wyrm_run, turns, U32),
    END,
};

static const results_column floor_columns[] = {
    COLUMN(wyrm_run_floor, depth, I32),
    COLUMN(wyrm_run_floor, turns, U32),
    COLUMN(wyrm_run_floor, damage_taken, U32),
    COLUMN(wyrm_run_floor, damage_dealt, U32),
    COLUMN(wyrm_run_floor, healed, U32),
    COLUMN(wyrm_run_floor, level, I32),
    COLUMN(wyrm_run_floor, hp, I32),
    COLUMN(wyrm_run_floor, max_hp, I32),
    COLUMN(wyrm_run_floor, gear_attack, REAL),
    COLUMN(wyrm_run_floor, gear_defense, REAL),
    COLUMN(wyrm_run_floor, consumables, U32),
    COLUMN(wyrm_run_floor, rooms, U32),
    COLUMN(wyrm_run_floor, monsters, U32),
    COLUMN(wyrm_run_floor, met, U32),
    COLUMN(wyrm_run_floor, kills, U32),
    COLUMN(wyrm_run_floor, items, U32),
    COLUMN(wyrm_run_floor, found, U32),
    COLUMN(wyrm_run_floor, used, U32),
    {"pity_1", RESULTS_U32, offsetof(wyrm_run_floor, pity)},
    {"pity_2", RESULTS_U32, offsetof(wyrm_run_floor, pity) + sizeof(uint32_t)},
    {"pity_3", RESULTS_U32, offsetof(wyrm_run_floor, pity) + 2 * sizeof(uint32_t)},
    {"pity_4", RESULTS_U32, offsetof(wyrm_run_floor, pity) + 3 * sizeof(uint32_t)},
    END,
};

static const results_column fight_columns[] = {
    COLUMN(wyrm_run_fight, depth, I32),
    COLUMN(wyrm_run_fight, monster, I32),
    COLUMN(wyrm_run_fight, met, U32),
    COLUMN(wyrm_run_fight, kills, U32),
    COLUMN(wyrm_run_fight, attacks, U32),
    COLUMN(wyrm_run_fight, damage, U32),
    COLUMN(wyrm_run_fight, attacks_taken, U32),
    COLUMN(wyrm_run_fight, damage_taken, U32),
    COLUMN(wyrm_run_fight, attacks_to_kill, U32),
    COLUMN(wyrm_run_fight, fatal, BOOL),
    END,
};

static const results_column item_columns[] = {
    COLUMN(wyrm_run_item, kind, I32),  COLUMN(wyrm_run_item, lain, U32),
    COLUMN(wyrm_run_item, found, U32), COLUMN(wyrm_run_item, used, U32),
    COLUMN(wyrm_run_item, left, U32),  END,
};

_Static_assert(sizeof(wyrm_run_end) == sizeof(int32_t), "an end is kept as a whole number");
_Static_assert(WYRM_PITY_MAX == 4, "one column a category of pity");

const results_table wyrm_results_tables[RESULTS_TABLE_COUNT] = {
    [RESULTS_RUN] = {"run", "", run_columns, 0},
    [RESULTS_FLOOR] = {"floor", ", depth", floor_columns, sizeof(wyrm_run_floor)},
    [RESULTS_FIGHT] = {"fight", ", depth, monster", fight_columns, sizeof(wyrm_run_fight)},
    [RESULTS_ITEM] = {"item", ", kind", item_columns, sizeof(wyrm_run_item)},
};

void wyrm_results_list(const results_table *table, const char *before, const char *between,
                       bool marks, char *out, size_t size)
{
    int length = snprintf(out, size, "%srun", before);
    for (const results_column *column = table->columns; column->type != RESULTS_END; column++)
        length += snprintf(out + length, size - (size_t)length, ", %s", column->name);
    length += snprintf(out + length, size - (size_t)length, "%s", between);
    if (!marks)
        return;
    length += snprintf(out + length, size - (size_t)length, "?");
    for (const results_column *column = table->columns; column->type != RESULTS_END; column++)
        length += snprintf(out + length, size - (size_t)length, ", ?");
    snprintf(out + length, size - (size_t)length, ")");
}
