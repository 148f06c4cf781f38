/* A run as a text: what it came to, its floors, fights and items, each a list of records of whole
 * numbers, as JSON.
 *
 *   [[[1,2,3,4,1370]],[[1,702,16,...],[2,...],[3,...]],[[1,2,5,5,...],...],[[0,3,2,1,0],...]]
 *
 * It takes a tenth of the time that a row of a table for every record would, and as little room;
 * and SQLite reads JSON, so that views show the same to people as those tables would.
 */
#include "sim/internal.h"

#include <math.h>
#include <stdio.h>

#define SCALE 1e6 /* numbers that are not whole are kept in millionths */

typedef enum number_type {
    LAST, /* ends a list of columns */
    DEPTH,
    INDEX, /* of a monster or a kind of item; -1: none */
    U32,
    I32,
    BOOL,
    REAL
} number_type;

typedef struct row_column {
    const char *name;
    number_type type;
    size_t offset;
} row_column;

/* clang-format off */
#define RUN(field, type)   {#field, type, offsetof(wyrm_run, field)}
#define FLOOR(field, type) {#field, type, offsetof(wyrm_run_floor, field)}
#define FIGHT(field, type) {#field, type, offsetof(wyrm_run_fight, field)}
#define ITEM(field, type)  {#field, type, offsetof(wyrm_run_item, field)}
#define PITY(n)            {"pity_" #n, U32, offsetof(wyrm_run_floor, pity[n - 1])}

static const row_column run_columns[] = {
    RUN(end, I32), RUN(killer, INDEX), RUN(depth, DEPTH), RUN(level, I32), RUN(turns, U32),
    {NULL, LAST, 0},
};

static const row_column floor_columns[] = {
    FLOOR(depth, DEPTH), FLOOR(turns, U32), FLOOR(damage_taken, U32), FLOOR(damage_dealt, U32),
    FLOOR(healed, U32), FLOOR(level, I32), FLOOR(hp, I32), FLOOR(max_hp, I32),
    FLOOR(gear_attack, REAL), FLOOR(gear_defense, REAL), FLOOR(consumables, U32),
    FLOOR(rooms, U32), FLOOR(monsters, U32), FLOOR(met, U32), FLOOR(kills, U32),
    FLOOR(items, U32), FLOOR(found, U32), FLOOR(used, U32), PITY(1), PITY(2), PITY(3), PITY(4),
    {NULL, LAST, 0},
};

static const row_column fight_columns[] = {
    FIGHT(depth, DEPTH), FIGHT(monster, INDEX), FIGHT(met, U32), FIGHT(kills, U32),
    FIGHT(attacks, U32), FIGHT(damage, U32), FIGHT(attacks_taken, U32), FIGHT(damage_taken, U32),
    FIGHT(attacks_to_kill, U32), FIGHT(fatal, BOOL),
    {NULL, LAST, 0},
};

static const row_column item_columns[] = {
    ITEM(kind, INDEX), ITEM(lain, U32), ITEM(found, U32), ITEM(used, U32), ITEM(left, U32),
    {NULL, LAST, 0},
};
/* clang-format on */

_Static_assert(sizeof(wyrm_run_end) == sizeof(int32_t), "an end is kept as a whole number");
_Static_assert(WYRM_PITY_MAX == 4, "one column a category of pity");

/* Records of one kind, where they are in a wyrm_run; and which of their numbers has a name. */
static const struct row_list {
    const char *view;
    const row_column *columns;
    size_t offset, size, count_offset, most; /* most 0: there is one, and no count */
    const char *what, *named;                /* NULL: no name */
    size_t number;
} lists[RESULTS_VIEWS] = {
    {"runs", run_columns, 0, sizeof(wyrm_run), 0, 0, "monster", "killed_by", 1},
    {"floors", floor_columns, offsetof(wyrm_run, floors), sizeof(wyrm_run_floor),
     offsetof(wyrm_run, floor_count), WYRM_RUN_FLOORS_MAX, NULL, NULL, 0},
    {"fights", fight_columns, offsetof(wyrm_run, fights), sizeof(wyrm_run_fight),
     offsetof(wyrm_run, fight_count), WYRM_RUN_FIGHTS_MAX, "monster", "name", 1},
    {"items", item_columns, offsetof(wyrm_run, items), sizeof(wyrm_run_item),
     offsetof(wyrm_run, item_count), WYRM_KINDS_MAX, "item", "name", 0},
};

void wyrm_results_view(size_t index, char sql[RESULTS_SQL_MAX])
{
    const struct row_list *list = &lists[index];
    int length = snprintf(sql, RESULTS_SQL_MAX, "CREATE VIEW %s AS SELECT run", list->view);
    for (const row_column *column = list->columns; column->type != LAST; column++)
        length +=
            snprintf(sql + length, RESULTS_SQL_MAX - (size_t)length,
                     ", json_extract(row.value, '$[%d]')%s AS %s", (int)(column - list->columns),
                     column->type == REAL ? " / 1e6" : "", column->name);
    if (list->named)
        length += snprintf(sql + length, RESULTS_SQL_MAX - (size_t)length,
                           ", (SELECT value FROM meta WHERE key = '%s ' || json_extract(row.value, "
                           "'$[%zu]')) AS %s",
                           list->what, list->number, list->named);
    snprintf(sql + length, RESULTS_SQL_MAX - (size_t)length,
             " FROM run, json_each(record, '$[%zu]') AS row", index);
}

/* ---- writing ---- */

static int64_t value_of(const void *record, const row_column *column)
{
    const void *field = (const char *)record + column->offset;
    switch (column->type) {
    case U32:
        return *(const uint32_t *)field;
    case BOOL:
        return *(const bool *)field;
    case REAL:
        return llround(*(const double *)field * SCALE);
    default:
        return *(const int32_t *)field;
    }
}

static char *put_number(char *at, int64_t value)
{
    char digits[20];
    int count = 0;
    uint64_t rest = value < 0 ? -(uint64_t)value : (uint64_t)value;
    if (value < 0)
        *at++ = '-';
    do
        digits[count++] = (char)('0' + rest % 10);
    while ((rest /= 10) > 0);
    while (count > 0)
        *at++ = digits[--count];
    return at;
}

char *wyrm_results_put_run(const wyrm_run *run, char *out)
{
    char *at = out;
    for (const struct row_list *list = lists; list < lists + RESULTS_VIEWS; list++) {
        const char *record = (const char *)run + list->offset;
        size_t count = 1;
        if (list->most > 0)
            count = *(const size_t *)(const void *)((const char *)run + list->count_offset);
        *at++ = list == lists ? '[' : ',';
        *at++ = '[';
        for (size_t i = 0; i < count; i++, record += list->size) {
            if (i > 0)
                *at++ = ',';
            for (const row_column *column = list->columns; column->type != LAST; column++) {
                *at++ = column == list->columns ? '[' : ',';
                at = put_number(at, value_of(record, column));
            }
            *at++ = ']';
        }
        *at++ = ']';
    }
    *at++ = ']';
    return at;
}

/* ---- reading ---- */

/* False where the number cannot be what the column holds. */
static bool set_value(void *record, const row_column *column, int64_t value)
{
    static const int64_t ranges[][2] = {
        [DEPTH] = {1, WYRM_RUN_FLOORS_MAX},
        [INDEX] = {-1, WYRM_KINDS_MAX - 1},
        [U32] = {0, UINT32_MAX},
        [I32] = {INT32_MIN, INT32_MAX},
        [BOOL] = {0, 1},
        [REAL] = {-1000000000000000, 1000000000000000},
    };
    void *field = (char *)record + column->offset;
    if (value < ranges[column->type][0] || value > ranges[column->type][1])
        return false;
    if (column->type == U32)
        *(uint32_t *)field = (uint32_t)value;
    else if (column->type == BOOL)
        *(bool *)field = value == 1;
    else if (column->type == REAL)
        *(double *)field = (double)value / SCALE;
    else
        *(int32_t *)field = (int32_t)value;
    return true;
}

static bool take_letter(const char **at, char letter)
{
    bool is = **at == letter;
    *at += is;
    return is;
}

static bool take_number(const char **at, int64_t *out)
{
    bool minus = take_letter(at, '-');
    const char *first = *at;
    *out = 0;
    while (**at >= '0' && **at <= '9' && *at - first < 18)
        *out = 10 * *out + (*(*at)++ - '0');
    if (minus)
        *out = -*out;
    return *at > first;
}

static bool take_record(const char **at, void *record, const row_column *columns)
{
    bool good = true;
    for (const row_column *column = columns; good && column->type != LAST; column++) {
        int64_t value;
        good = take_letter(at, column == columns ? '[' : ',') && take_number(at, &value) &&
               set_value(record, column, value);
    }
    return good && take_letter(at, ']');
}

static bool take_list(const char **at, wyrm_run *run, const struct row_list *list)
{
    char *records = (char *)run + list->offset;
    size_t count = 0, most = list->most > 0 ? list->most : 1;
    bool good = take_letter(at, '[');
    while (good && **at != ']' && count < most) {
        good = (count == 0 || take_letter(at, ',')) &&
               take_record(at, records + count * list->size, list->columns);
        count++;
    }
    if (list->most > 0)
        *(size_t *)(void *)((char *)run + list->count_offset) = count;
    else
        good = good && count == 1;
    return good && take_letter(at, ']');
}

/* What the ranges of single numbers do not say. */
static bool is_in_order(const wyrm_run *run)
{
    bool good = (unsigned)run->end < WYRM_RUN_END_COUNT && (size_t)run->depth == run->floor_count;
    for (size_t i = 0; good && i < run->floor_count; i++)
        good = run->floors[i].depth == (int32_t)i + 1;
    for (size_t i = 0; good && i < run->fight_count; i++)
        good = run->fights[i].depth <= run->depth &&
               (i == 0 || run->fights[i - 1].depth <= run->fights[i].depth);
    for (size_t i = 0; good && i < run->item_count; i++)
        good = run->items[i].kind >= 0 && (i == 0 || run->items[i - 1].kind < run->items[i].kind);
    return good;
}

bool wyrm_results_take_run(const char *text, wyrm_run *run)
{
    bool good = true;
    for (size_t i = 0; good && i < RESULTS_VIEWS; i++)
        good = take_letter(&text, i == 0 ? '[' : ',') && take_list(&text, run, &lists[i]);
    return good && take_letter(&text, ']') && *text == '\0' && is_in_order(run);
}
