/* Files of the runs of rulesets, as far as they are not as all files of runs (store.c).
 *
 * A run is a text: what it came to, its floors, fights and items, and of who died the last fight
 * and its last blows; each a list of records of whole numbers, as JSON. Files of version 2 end with
 * the items.
 *
 *   [[[1,2,3,4,1370]],[[1,702,16,...],[2,...],[3,...]],[[1,2,5,5,...],...],[[0,3,2,1,0],...],
 *    [[1341,9,30,...]],[[1360,2,0,4,5],...]]
 *
 * It takes a tenth of the time that a row of a table for every record would, and as little room;
 * and SQLite reads JSON, so that views show the same to people as those tables would. Monsters and
 * items are numbers, whose names a file says once: who reads it looks these up in a design. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include "sim/internal.h"

#define ROW_MAX ((size_t)1 << 19) /* of the text of a run: more than the longest takes */

/* ---- a run as a text ---- */

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

/* Writes the text of a run, without a NUL, to out; returns its end. */
static char *put_run(const wyrm_run *run, char *out)
{
    char *at = out;
    for (const sim_list *list = sim_lists; list < sim_lists + SIM_LISTS; list++) {
        const char *record = (const char *)run + list->offset;
        size_t count = 1;
        if (list->most > 0)
            count = *(const size_t *)(const void *)((const char *)run + list->count_offset);
        *at++ = list == sim_lists ? '[' : ',';
        *at++ = '[';
        for (size_t i = 0; i < count; i++, record += list->size) {
            if (i > 0)
                *at++ = ',';
            for (const sim_column *column = list->columns; column->type != COLUMN_LAST; column++) {
                *at++ = column == list->columns ? '[' : ',';
                at = put_number(at, sim_value(record, column));
            }
            *at++ = ']';
        }
        *at++ = ']';
    }
    *at++ = ']';
    return at;
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

static bool take_list(const char **at, wyrm_run *run, const sim_list *list)
{
    char *record = (char *)run + list->offset;
    size_t count = 0, most = list->most > 0 ? list->most : 1;
    bool good = take_letter(at, '[');
    for (; good && **at != ']' && count < most; count++, record += list->size) {
        good = count == 0 || take_letter(at, ',');
        for (const sim_column *column = list->columns; good && column->type != COLUMN_LAST;
             column++) {
            int64_t value;
            good = take_letter(at, column == list->columns ? '[' : ',') &&
                   take_number(at, &value) && sim_set_value(record, column, value);
        }
        good = good && take_letter(at, ']');
    }
    if (list->most > 0)
        *(size_t *)(void *)((char *)run + list->count_offset) = count;
    else
        good = good && count == 1;
    return good && take_letter(at, ']');
}

/* Fills all of *run but its seed and number from a text. False where that is none of a run: what
 * does not fit its field, is out of order or too long. */
static bool take_run(const char *text, size_t lists, wyrm_run *run)
{
    bool good = true;
    run->death_count = run->blow_count = 0;
    for (size_t i = 0; good && i < lists; i++)
        good = take_letter(&text, i == 0 ? '[' : ',') && take_list(&text, run, &sim_lists[i]);
    return good && take_letter(&text, ']') && *text == '\0' && sim_run_is_sound(run);
}

struct wyrm_results {
    wyrm_store store;
    wyrm_results_facts facts;
    int32_t names[2][WYRM_KINDS_MAX]; /* numbers of items and monsters in the design, from 1; 0:
                                         unknown */
};

/* ---- what is said of them ---- */

static void view(size_t index, char sql[WYRM_STORE_SQL])
{
    const sim_list *list = &sim_lists[index];
    int length = snprintf(sql, WYRM_STORE_SQL, "CREATE VIEW %s AS SELECT run", list->view);
    for (const sim_column *column = list->columns; column->type != COLUMN_LAST; column++)
        length +=
            snprintf(sql + length, WYRM_STORE_SQL - (size_t)length,
                     ", json_extract(row.value, '$[%d]')%s AS %s", (int)(column - list->columns),
                     column->type == COLUMN_REAL ? " / 1e6" : "", column->name);
    if (list->named)
        length += snprintf(sql + length, WYRM_STORE_SQL - (size_t)length,
                           ", (SELECT value FROM meta WHERE key = '%s ' || json_extract(row.value, "
                           "'$[%zu]')) AS %s",
                           list->what, list->number, list->named);
    snprintf(sql + length, WYRM_STORE_SQL - (size_t)length,
             " FROM run, json_each(record, '$[%zu]') AS row", index);
}

#define TEXT(key)             WYRM_FACT_TEXT(wyrm_results_facts, key)
#define NUMBER(key, greatest) WYRM_FACT_NUMBER(wyrm_results_facts, key, greatest)

static const wyrm_fact fact_rows[] = {
    {"hash", "version of the ruleset", TEXT(hash), WYRM_FACT_OF_NEXT},
    {"ruleset", NULL, TEXT(ruleset), 0},
    {"source", NULL, TEXT(source), 0},
    {"version", NULL, TEXT(version), 0},
    {"engine", "version of the engine", NUMBER(engine, UINT32_MAX), WYRM_FACT_MIXES},
    {"bot", "bot", TEXT(bot), 0},
    {"without", "--without", TEXT(without), 0},
    {"arena", "arena", TEXT(arena), 0},
    {"seed", "seed", NUMBER(seed, UINT64_MAX), 0},
    {"turn_limit", "turn limit", NUMBER(turn_limit, UINT32_MAX), 0},
};

static void put_names(wyrm_store *store, const void *names)
{
    const wyrm_design *design = names;
    const wyrm_roster *roster = wyrm_design_roster(design);
    const wyrm_item_kind *kinds;
    size_t items = wyrm_loot_kinds(wyrm_design_loot(design), &kinds);
    char key[40];
    for (size_t i = 0; i < items; i++) {
        snprintf(key, sizeof key, "item %zu", i);
        wyrm_store_name(store, key, kinds[i].name);
    }
    for (size_t i = 0; i < wyrm_roster_count(roster); i++) {
        snprintf(key, sizeof key, "monster %zu", i);
        wyrm_store_name(store, key, wyrm_roster_monster(roster, i)->name);
    }
}

/* "monster 7": who that is in a design. */
static bool take_name(wyrm_store *store, const void *names, const char *key, const char *value)
{
    wyrm_results *results = (wyrm_results *)store;
    const wyrm_design *design = names;
    bool monster = strncmp(key, "monster ", 8) == 0;
    const char *at = key + (monster ? 8 : 5);
    int64_t number;
    if ((!monster && strncmp(key, "item ", 5) != 0) || !take_number(&at, &number) || *at != '\0' ||
        number < 0 || number >= WYRM_KINDS_MAX)
        return false;
    if (!design)
        return true;
    /* Two kinds of items may have one name, as a weapon and an armor: those keep their numbers. */
    const wyrm_item_kind *kinds;
    const size_t items = wyrm_loot_kinds(wyrm_design_loot(design), &kinds);
    const bool same = !monster && (size_t)number < items && strcmp(kinds[number].name, value) == 0;
    results->names[monster][number] =
        1 + (monster ? wyrm_roster_find(wyrm_design_roster(design), value)
             : same  ? (int32_t)number
                     : wyrm_loot_find(wyrm_design_loot(design), value));
    return true;
}

static const wyrm_store_kind kind = {
    .application = WYRM_STORE_OF_RULESETS,
    .version = WYRM_RESULTS_VERSION,
    .row_max = ROW_MAX,
    .size = sizeof(wyrm_results),
    .facts_at = offsetof(wyrm_results, facts),
    .facts_size = sizeof(wyrm_results_facts),
    .facts = fact_rows,
    .fact_count = sizeof fact_rows / sizeof *fact_rows,
    .view_count = SIM_LISTS,
    .views_before = SIM_LISTS_2,
    .view = view,
    .put_names = put_names,
    .take_name = take_name,
};

/* ---- one file ---- */

wyrm_status wyrm_results_read(const char *path, wyrm_results **out, wyrm_error *error)
{
    wyrm_status status;
    *out = wyrm_store_hand_over(wyrm_store_read(&kind, path, NULL), &status, error);
    return status;
}

wyrm_status wyrm_results_write(const char *path, const wyrm_design *design,
                               const wyrm_results_facts *wanted, wyrm_results **out,
                               wyrm_error *error)
{
    wyrm_status status;
    *out = wyrm_store_hand_over(wyrm_store_write(&kind, path, wanted, design), &status, error);
    return status;
}

void wyrm_results_close(wyrm_results *results)
{
    wyrm_store_close((wyrm_store *)results);
}

const wyrm_results_facts *wyrm_results_facts_of(const wyrm_results *results)
{
    return &results->facts;
}

wyrm_status wyrm_results_add(wyrm_results *results, const wyrm_run *run, wyrm_error *error)
{
    wyrm_store *store = &results->store;
    return wyrm_store_add(store, run->run, (size_t)(put_run(run, store->text) - store->text),
                          error);
}

wyrm_status wyrm_results_flush(wyrm_results *results, wyrm_error *error)
{
    return wyrm_store_flush(&results->store, error);
}

/* ---- from run to run ---- */

typedef wyrm_status (*taker)(const wyrm_run *run, void *context, wyrm_error *error);

/* What is read, and whom it is told. */
typedef struct reading {
    wyrm_store_reading how;
    taker take; /* NULL: nobody */
    void *context;
    wyrm_run *run; /* the one being told */
    /* Of one file: */
    wyrm_results *results;
    uint64_t first, most;
    /* Of several: */
    const char *const *paths;
    size_t count;
    bool mix, met; /* met: a first one */
    wyrm_results_account *account;
} reading;

/* A number of the file becomes that of the design; -1 stays. False: the design has none. */
static bool rename_one(const wyrm_results *results, bool monster, int32_t *number)
{
    bool none = *number < 0;
    if (!none)
        *number = results->names[monster][*number] - 1;
    return none || *number >= 0;
}

static void give_run(base_arena *arena, wyrm_store *store, uint64_t number, const char *text,
                     void *context)
{
    const reading *of = context;
    const wyrm_results *results = (const wyrm_results *)store;
    wyrm_run *run = of->run;
    run->seed = results->facts.seed;
    run->run = number;
    if (!take_run(text, store->is_older ? SIM_LISTS_2 : SIM_LISTS, run))
        wyrm_store_fail(store, WYRM_ERROR_SYNTAX, ": run %" PRIu64 " is broken", number);
    wyrm_store_must(arena, store);
    bool known = rename_one(results, true, &run->killer);
    for (size_t i = 0; known && i < run->fight_count; i++)
        known = rename_one(results, true, &run->fights[i].monster);
    for (size_t i = 0; known && i < run->blow_count; i++)
        known = rename_one(results, true, &run->blows[i].monster);
    for (size_t i = 0; known && i < run->item_count; i++)
        known = rename_one(results, false, &run->items[i].kind);
    if (!known)
        wyrm_store_fail(store, WYRM_ERROR_UNKNOWN,
                        ": run %" PRIu64 " has a monster or item that the ruleset does not know",
                        number);
    wyrm_store_must(arena, store);
    if (of->take)
        base_must(arena, of->take(run, of->context, &arena->error));
}

static void read_runs(base_arena *arena, void *context)
{
    reading *of = context;
    of->run = base_new(arena, wyrm_run);
    wyrm_store_each(arena, &of->how, &of->results->store, of->first, of->most);
}

wyrm_status wyrm_results_each(wyrm_results *results, const wyrm_design *design, uint64_t first,
                              uint64_t most, taker take, void *context, wyrm_error *error)
{
    reading of = {
        .take = take, .context = context, .results = results, .first = first, .most = most};
    of.how = (wyrm_store_reading){&kind, design, NULL, give_run, &of};
    return base_do(read_runs, &of, error);
}

/* Whether a file goes with those before. */
static void meet(wyrm_store *store, void *context)
{
    reading *of = context;
    const wyrm_results *results = (const wyrm_results *)store;
    wyrm_results_facts *facts = &of->account->facts;
    if (!of->met)
        *facts = results->facts;
    of->met = true;
    wyrm_store_hold(store, facts, of->mix);
    if (facts->engine != results->facts.engine)
        facts->engine = 0;
}

static void join(base_arena *arena, void *context)
{
    reading *of = context;
    of->run = base_new(arena, wyrm_run);
    wyrm_store_join(arena, &of->how, of->paths, of->count, of->account);
}

wyrm_status wyrm_results_join(const char *const *paths, size_t count, bool mix,
                              const wyrm_design *design, taker take, void *context,
                              wyrm_results_account *account, wyrm_error *error)
{
    reading of = {.take = take,
                  .context = context,
                  .paths = paths,
                  .count = count,
                  .mix = mix,
                  .account = account};
    of.how = (wyrm_store_reading){&kind, design, meet, give_run, &of};
    *account = (wyrm_results_account){.runs = 0};
    return base_do(join, &of, error);
}
