/* The record of a run as text in a file of results, and packed into few bytes.
 *
 * A run in a file is a text: lists of records of whole numbers, as JSON. The lists are the run
 * itself, its floors, its fights, its items, and, if the player died, its last fight and last
 * blows. Files of version 2 end with the items. Everything else is as in all files of runs
 * (store.c).
 *
 *   [[[1,2,3,4,1370]],[[1,702,16,...],[2,...],[3,...]],[[1,2,5,5,...],...],[[0,3,2,1,0],...],
 *    [[1341,9,30,...]],[[1360,2,0,4,5],...]]
 *
 * A text takes a tenth of the time of a table row for every record, and as little room; and SQLite
 * reads JSON, so that views show people what such tables would. Monsters and items are numbers,
 * whose names a file states once; a reader looks the names up in a design.
 *
 * A pack is for pipes and messages, where bytes are dear. A run is some hundred to some thousand
 * whole numbers, most of them small or predictable: as many are killed as were met, a floor costs
 * what its fights cost, a monster takes as many hit points to kill as the last one of its kind, and
 * gear has one of a few values. So the difference from a prediction is coded, by an adaptive
 * arithmetic coder with its own probabilities for each column: whether the number is 0, its sign,
 * how many bits it has and its first two bits are modelled, the rest of its bits are stored as they
 * are. Where one number predicts the size of another (attacks and their damage), the probabilities
 * are chosen by that size. YARL's runs take a third of what the same numbers take in bytes of seven
 * bits.
 *
 * Packing and unpacking walk through the same function, `code_number`: the coder alone knows which
 * of the two it does. */
#include <wyrm/pack.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include "sim/internal.h"

/* ---- What a record consists of ---- */

typedef enum sim_type {
    COLUMN_LAST, /* ends a list of columns */
    COLUMN_DEPTH,
    COLUMN_INDEX, /* index of a monster or a kind of item; -1: none */
    COLUMN_U32,
    COLUMN_I32,
    COLUMN_BOOL,
    COLUMN_REAL
} sim_type;

typedef struct sim_column {
    const char *name;
    sim_type type;
    size_t offset;
} sim_column;

/* One kind of record: where its array lies in a wyrm_run, and which of its columns is the index of
 * a monster or an item, so that the view shows its name. */
typedef struct sim_list {
    const char *view;
    const sim_column *columns;
    size_t offset, size, count_offset, most; /* in a wyrm_run, in bytes; most 0: one record, no
                                                count */
    const char *what, *named;                /* "monster" or "item", and the view's column for its
                                                name; NULL: none */
    size_t number;
} sim_list;

#define SIM_LISTS   6
#define SIM_LISTS_2 4 /* the first of those, which files of version 2 have: no last fights */

/* clang-format off */
#define RUN(field, type)   {#field, COLUMN_##type, offsetof(wyrm_run, field)}
#define FLOOR(field, type) {#field, COLUMN_##type, offsetof(wyrm_run_floor, field)}
#define FIGHT(field, type) {#field, COLUMN_##type, offsetof(wyrm_run_fight, field)}
#define ITEM(field, type)  {#field, COLUMN_##type, offsetof(wyrm_run_item, field)}
#define DEATH(field, type) {#field, COLUMN_##type, offsetof(wyrm_run_death, field)}
#define HURTS              {"attacks", COLUMN_U32, offsetof(wyrm_run_death, hurts)}
#define BLOW(field, type)  {#field, COLUMN_##type, offsetof(wyrm_run_blow, field)}
#define PITY(n)            {"pity_" #n, COLUMN_U32, offsetof(wyrm_run_floor, pity[n - 1])}

static const sim_column run_columns[] = {
    RUN(end, I32), RUN(killer, INDEX), RUN(depth, DEPTH), RUN(level, I32), RUN(turns, U32),
    {.type = COLUMN_LAST},
};

static const sim_column floor_columns[] = {
    FLOOR(depth, DEPTH), FLOOR(turns, U32), FLOOR(damage_taken, U32), FLOOR(damage_dealt, U32),
    FLOOR(healed, U32), FLOOR(level, I32), FLOOR(hp, I32), FLOOR(max_hp, I32),
    FLOOR(gear_attack, REAL), FLOOR(gear_defense, REAL), FLOOR(consumables, U32),
    FLOOR(rooms, U32), FLOOR(monsters, U32), FLOOR(met, U32), FLOOR(kills, U32),
    FLOOR(items, U32), FLOOR(found, U32), FLOOR(used, U32), PITY(1), PITY(2), PITY(3), PITY(4),
    {.type = COLUMN_LAST},
};

static const sim_column fight_columns[] = {
    FIGHT(depth, DEPTH), FIGHT(monster, INDEX), FIGHT(met, U32), FIGHT(kills, U32),
    FIGHT(attacks, U32), FIGHT(damage, U32), FIGHT(attacks_taken, U32), FIGHT(damage_taken, U32),
    FIGHT(attacks_to_kill, U32), FIGHT(fatal, BOOL),
    {.type = COLUMN_LAST},
};

static const sim_column item_columns[] = {
    ITEM(kind, INDEX), ITEM(lain, U32), ITEM(found, U32), ITEM(used, U32), ITEM(left, U32),
    {.type = COLUMN_LAST},
};

static const sim_column death_columns[] = {
    DEATH(turn, U32), DEATH(hp, I32), DEATH(max_hp, I32), DEATH(foes, U32),
    DEATH(most, U32), DEATH(cost, I32), DEATH(means, U32), DEATH(damage, U32), DEATH(worst, U32), DEATH(way_out, BOOL),
    DEATH(heals, U32), DEATH(escapes, U32), HURTS, DEATH(others, U32),
    {.type = COLUMN_LAST},
};

static const sim_column blow_columns[] = {
    BLOW(turn, U32), BLOW(monster, INDEX), BLOW(given, BOOL), BLOW(damage, I32), BLOW(hp, I32),
    {.type = COLUMN_LAST},
};
/* clang-format on */

_Static_assert(sizeof(wyrm_run_end) == sizeof(int32_t), "an end is kept as a whole number");
_Static_assert(WYRM_PITY_MAX == 4, "one column a category of pity");

static const sim_list sim_lists[SIM_LISTS] = {
    {"runs", run_columns, 0, sizeof(wyrm_run), 0, 0, "monster", "killed_by", 1},
    {"floors", floor_columns, offsetof(wyrm_run, floors), sizeof(wyrm_run_floor),
     offsetof(wyrm_run, floor_count), WYRM_RUN_FLOORS_MAX, NULL, NULL, 0},
    {"fights", fight_columns, offsetof(wyrm_run, fights), sizeof(wyrm_run_fight),
     offsetof(wyrm_run, fight_count), WYRM_RUN_FIGHTS_MAX, "monster", "name", 1},
    {"items", item_columns, offsetof(wyrm_run, items), sizeof(wyrm_run_item),
     offsetof(wyrm_run, item_count), WYRM_KINDS_MAX, "item", "name", 0},
    {"last_fights", death_columns, offsetof(wyrm_run, deaths), sizeof(wyrm_run_death),
     offsetof(wyrm_run, death_count), 1, NULL, NULL, 0},
    {"last_blows", blow_columns, offsetof(wyrm_run, blows), sizeof(wyrm_run_blow),
     offsetof(wyrm_run, blow_count), WYRM_RUN_BLOWS_MAX, "monster", "name", 1},
};

#define SCALE 1e6 /* reals are kept in millionths */

/* The value of a column in a record; reals in millionths. */
static int64_t sim_value(const void *record, const sim_column *column)
{
    const void *field = (const char *)record + column->offset;
    return column->type == COLUMN_U32    ? *(const uint32_t *)field
           : column->type == COLUMN_BOOL ? *(const bool *)field
           : column->type == COLUMN_REAL ? llround(*(const double *)field * SCALE)
                                         : *(const int32_t *)field;
}

/* Sets a column of a record; false if the value is out of the column's range. */
static bool sim_set_value(void *record, const sim_column *column, int64_t value)
{
    static const int64_t ranges[][2] = {
        [COLUMN_DEPTH] = {1, WYRM_RUN_FLOORS_MAX},
        [COLUMN_INDEX] = {-1, WYRM_KINDS_MAX - 1},
        [COLUMN_U32] = {0, UINT32_MAX},
        [COLUMN_I32] = {INT32_MIN, INT32_MAX},
        [COLUMN_BOOL] = {0, 1},
        [COLUMN_REAL] = {-1000000000000000, 1000000000000000},
    };
    void *field = (char *)record + column->offset;
    if (value < ranges[column->type][0] || value > ranges[column->type][1])
        return false;
    if (column->type == COLUMN_U32)
        *(uint32_t *)field = (uint32_t)value;
    else if (column->type == COLUMN_BOOL)
        *(bool *)field = value == 1;
    else if (column->type == COLUMN_REAL)
        *(double *)field = (double)value / SCALE;
    else
        *(int32_t *)field = (int32_t)value;
    return true;
}

/* Whether the fields of a run agree with each other: floors numbered from 1 without a gap, fights
 * by ascending depth, items by ascending kind, and a last fight only where the player died. */
static bool sim_run_is_sound(const wyrm_run *run)
{
    bool good = (unsigned)run->end < WYRM_RUN_END_COUNT && (size_t)run->depth == run->floor_count;
    for (size_t i = 0; good && i < run->floor_count; i++)
        good = run->floors[i].depth == (int32_t)i + 1;
    for (size_t i = 0; good && i < run->fight_count; i++)
        good = run->fights[i].depth <= run->depth &&
               (i == 0 || run->fights[i - 1].depth <= run->fights[i].depth);
    for (size_t i = 0; good && i < run->item_count; i++)
        good = run->items[i].kind >= 0 && (i == 0 || run->items[i - 1].kind < run->items[i].kind);
    const bool died = wyrm_run_is_complete(run->end) && run->end != WYRM_RUN_WON;
    return good && (died || run->death_count + run->blow_count == 0);
}

#define ROW_MAX ((size_t)1 << 19) /* bytes of a run's text: more than the longest takes */

/* ---- A run as a text ---- */

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

/* Fills all of *run but its seed and number from a text with the first `lists` lists. False if the
 * text is no run's: a value does not fit its field, records are out of order or too many. */
static bool take_run(const char *text, size_t lists, wyrm_run *run)
{
    bool good = true;
    run->death_count = run->blow_count = 0;
    for (size_t i = 0; good && i < lists; i++)
        good = take_letter(&text, i == 0 ? '[' : ',') && take_list(&text, run, &sim_lists[i]);
    return good && take_letter(&text, ']') && *text == '\0' && sim_run_is_sound(run);
}

struct wyrm_results {
    sim_store store;
    wyrm_results_facts facts;
    int32_t names[2][WYRM_KINDS_MAX]; /* [0] items, [1] monsters, by their number in the file: 1 +
                                         index in the design; 0: unknown */
};

/* ---- Files: what is said of runs ---- */

static void write_view(size_t index, char sql[SIM_STORE_SQL])
{
    const sim_list *list = &sim_lists[index];
    int length = snprintf(sql, SIM_STORE_SQL, "CREATE VIEW %s AS SELECT run", list->view);
    for (const sim_column *column = list->columns; column->type != COLUMN_LAST; column++)
        length +=
            snprintf(sql + length, SIM_STORE_SQL - (size_t)length,
                     ", json_extract(row.value, '$[%d]')%s AS %s", (int)(column - list->columns),
                     column->type == COLUMN_REAL ? " / 1e6" : "", column->name);
    if (list->named)
        length += snprintf(sql + length, SIM_STORE_SQL - (size_t)length,
                           ", (SELECT value FROM meta WHERE key = '%s ' || json_extract(row.value, "
                           "'$[%zu]')) AS %s",
                           list->what, list->number, list->named);
    snprintf(sql + length, SIM_STORE_SQL - (size_t)length,
             " FROM run, json_each(record, '$[%zu]') AS row", index);
}

#define TEXT(key)             SIM_FACT_TEXT(wyrm_results_facts, key)
#define NUMBER(key, greatest) SIM_FACT_NUMBER(wyrm_results_facts, key, greatest)

static const sim_fact fact_rows[] = {
    {"hash", "version of the ruleset", TEXT(hash), SIM_FACT_OF_NEXT},
    {"ruleset", NULL, TEXT(ruleset), 0},
    {"source", NULL, TEXT(source), 0},
    {"version", NULL, TEXT(version), 0},
    {"engine", "version of the engine", NUMBER(engine, UINT32_MAX), SIM_FACT_MIXES},
    {"bot", "bot", TEXT(bot), 0},
    {"without", "--without", TEXT(without), 0},
    {"arena", "arena", TEXT(arena), 0},
    {"seed", "seed", NUMBER(seed, UINT64_MAX), 0},
    {"turn_limit", "turn limit", NUMBER(turn_limit, UINT32_MAX), 0},
};

static void put_names(sim_store *store, const void *names)
{
    const wyrm_design *design = names;
    const wyrm_roster *roster = wyrm_design_roster(design);
    const wyrm_item_kind *kinds;
    size_t items = wyrm_loot_kinds(wyrm_design_loot(design), &kinds);
    char key[40];
    for (size_t i = 0; i < items; i++) {
        snprintf(key, sizeof key, "item %zu", i);
        sim_store_name(store, key, kinds[i].name);
    }
    for (size_t i = 0; i < wyrm_roster_count(roster); i++) {
        snprintf(key, sizeof key, "monster %zu", i);
        sim_store_name(store, key, wyrm_roster_monster(roster, i)->name);
    }
}

/* Looks up a name of the file in the design: key "monster 7" or "item 3", value the name. False if
 * the key is malformed. */
static bool take_name(sim_store *store, const void *names, const char *key, const char *value)
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
    /* Two kinds of items may share a name, such as a weapon and an armor: if the kind of the same
     * number has that name, the number stays. */
    const wyrm_item_kind *kinds;
    const size_t items = wyrm_loot_kinds(wyrm_design_loot(design), &kinds);
    const bool same = !monster && (size_t)number < items && strcmp(kinds[number].name, value) == 0;
    results->names[monster][number] =
        1 + (monster ? wyrm_roster_find(wyrm_design_roster(design), value)
             : same  ? (int32_t)number
                     : wyrm_loot_find(wyrm_design_loot(design), value));
    return true;
}

static const sim_store_kind file_kind = {
    .application = SIM_STORE_OF_RULESETS,
    .version = WYRM_RESULTS_VERSION,
    .row_max = ROW_MAX,
    .size = sizeof(wyrm_results),
    .facts_at = offsetof(wyrm_results, facts),
    .facts_size = sizeof(wyrm_results_facts),
    .facts = fact_rows,
    .fact_count = COUNT_OF(fact_rows),
    .view_count = SIM_LISTS,
    .views_before = SIM_LISTS_2,
    .view = write_view,
    .put_names = put_names,
    .take_name = take_name,
};

/* ---- Files: one ---- */

wyrm_status wyrm_results_read(const char *path, wyrm_results **out, wyrm_error *error)
{
    wyrm_status status;
    *out = sim_store_hand_over(sim_store_read(&file_kind, path, NULL), &status, error);
    return status;
}

wyrm_status wyrm_results_write(const char *path, const wyrm_design *design,
                               const wyrm_results_facts *wanted, wyrm_results **out,
                               wyrm_error *error)
{
    wyrm_status status;
    *out = sim_store_hand_over(sim_store_write(&file_kind, path, wanted, design), &status, error);
    return status;
}

void wyrm_results_close(wyrm_results *results)
{
    sim_store_close((sim_store *)results);
}

const wyrm_results_facts *wyrm_results_facts_of(const wyrm_results *results)
{
    return &results->facts;
}

uint64_t wyrm_results_count(const wyrm_results *results)
{
    return results->store.runs;
}

wyrm_status wyrm_results_add(wyrm_results *results, const wyrm_run *run, wyrm_error *error)
{
    sim_store *store = &results->store;
    return sim_store_add(store, run->run, (size_t)(put_run(run, store->text) - store->text), error);
}

wyrm_status wyrm_results_flush(wyrm_results *results, wyrm_error *error)
{
    return sim_store_flush(&results->store, error);
}

/* ---- Files: from run to run ---- */

typedef wyrm_status (*taker)(const wyrm_run *run, void *context, wyrm_error *error);

/* How runs are read, and the callback that takes them. */
typedef struct reading {
    sim_store_reading how;
    taker take; /* may be NULL: files are only checked */
    void *context;
    wyrm_run *run; /* room for the run that is given to `take` */
    /* For one file: */
    wyrm_results *results;
    uint64_t first, most;
    /* For several files: */
    const char *const *paths;
    size_t count;
    bool mix, met; /* met: the facts of the first file are in *account */
    wyrm_results_account *account;
} reading;

/* Replaces a number of the file by the design's; -1 stays. False if the design has none. */
static bool rename_one(const wyrm_results *results, bool monster, int32_t *number)
{
    bool none = *number < 0;
    if (!none)
        *number = results->names[monster][*number] - 1;
    return none || *number >= 0;
}

static void give_run(base_arena *arena, sim_store *store, uint64_t number, const char *text,
                     void *context)
{
    const reading *of = context;
    const wyrm_results *results = (const wyrm_results *)store;
    wyrm_run *run = of->run;
    run->seed = results->facts.seed;
    run->run = number;
    if (!take_run(text, store->is_older ? SIM_LISTS_2 : SIM_LISTS, run))
        sim_store_fail(store, WYRM_ERROR_SYNTAX, ": run %" PRIu64 " is broken", number);
    sim_store_must(arena, store);
    bool known = rename_one(results, true, &run->killer);
    for (size_t i = 0; known && i < run->fight_count; i++)
        known = rename_one(results, true, &run->fights[i].monster);
    for (size_t i = 0; known && i < run->blow_count; i++)
        known = rename_one(results, true, &run->blows[i].monster);
    for (size_t i = 0; known && i < run->item_count; i++)
        known = rename_one(results, false, &run->items[i].kind);
    if (!known)
        sim_store_fail(store, WYRM_ERROR_UNKNOWN,
                       ": run %" PRIu64 " has a monster or item that the ruleset does not know",
                       number);
    sim_store_must(arena, store);
    if (of->take)
        base_must(arena, of->take(run, of->context, &arena->error));
}

static void read_runs(base_arena *arena, void *context)
{
    reading *of = context;
    of->run = base_new(arena, wyrm_run);
    sim_store_each(arena, &of->how, &of->results->store, of->first, of->most);
}

wyrm_status wyrm_results_each(wyrm_results *results, const wyrm_design *design, uint64_t first,
                              uint64_t most, taker take, void *context, wyrm_error *error)
{
    reading of = {
        .take = take, .context = context, .results = results, .first = first, .most = most};
    of.how = (sim_store_reading){&file_kind, design, NULL, give_run, &of};
    return base_do(read_runs, &of, error);
}

/* Refuses a file whose facts differ from the first one's. */
static void meet(sim_store *store, void *context)
{
    reading *of = context;
    const wyrm_results *results = (const wyrm_results *)store;
    wyrm_results_facts *facts = &of->account->facts;
    if (!of->met)
        *facts = results->facts;
    of->met = true;
    sim_store_hold(store, facts, of->mix);
    if (facts->engine != results->facts.engine)
        facts->engine = 0;
}

static void join_files(base_arena *arena, void *context)
{
    reading *of = context;
    of->run = base_new(arena, wyrm_run);
    sim_store_join(arena, &of->how, of->paths, of->count, of->account);
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
    of.how = (sim_store_reading){&file_kind, design, meet, give_run, &of};
    *account = (wyrm_results_account){.runs = 0};
    return base_do(join_files, &of, error);
}

/* ---- Packs: one bit after the other ---- */

#define HALF     32768 /* probability 1/2 in units of 1/65536 */
#define SURE     64    /* no probability is nearer to 0 or 1 than this */
#define SEEN_MAX 60    /* bits after which a probability stops adapting more slowly */

/* An adaptive probability that a bit is 1, in 65536ths, and how many bits it has learned from. */
typedef struct chance {
    uint16_t of_one, seen;
} chance;

/* A binary arithmetic coder for both directions. The bits coded so far narrow the interval from low
 * to high; leading bytes that both ends share are written, or read, already. */
typedef struct coder {
    bool reads;
    uint32_t low, high, value;
    unsigned char *bytes; /* written; owned */
    size_t length, room;
    const unsigned char *at, *end; /* still to be read */
    unsigned beyond;               /* bytes read past the end, as 0 */
    bool full;                     /* an allocation failed */
} coder;

#define FLUSHED 4 /* bytes that flush the coder: a reader goes past the end by no more */

static void put_byte(coder *to, unsigned byte)
{
    if (to->length == to->room) {
        const size_t room = to->room > 0 ? 2 * to->room : 4096;
        unsigned char *bytes = base_resize(to->bytes, room);
        to->full = to->full || bytes == NULL;
        if (bytes == NULL)
            return;
        to->bytes = bytes;
        to->room = room;
    }
    to->bytes[to->length++] = (unsigned char)byte;
}

static uint32_t next_byte(coder *from)
{
    from->beyond += from->at == from->end;
    return from->at < from->end ? *from->at++ : 0;
}

/* Codes a bit that is 1 with a chance of of_one / 65536. Returns the bit: as given when writing, as
 * found when reading. */
static bool code_by(coder *code, uint32_t of_one, bool bit)
{
    const uint32_t middle =
        code->low + (uint32_t)(((uint64_t)(code->high - code->low) * of_one) >> 16);
    if (code->reads)
        bit = code->value <= middle;
    if (bit)
        code->high = middle;
    else
        code->low = middle + 1;
    for (; (code->low ^ code->high) >> 24 == 0; code->low <<= 8, code->high = code->high << 8 | 255)
        if (code->reads)
            code->value = code->value << 8 | next_byte(code);
        else
            put_byte(code, code->low >> 24);
    return bit;
}

/* Codes a bit by an adaptive probability and updates that; steps shrink as more bits are seen. */
static bool code_bit(coder *code, chance *by, bool bit)
{
    bit = code_by(code, by->of_one, bit);
    const int32_t wanted = bit ? 65536 - SURE : SURE;
    const int32_t moved = (wanted - by->of_one) * 10 / (16 + 10 * by->seen);
    by->of_one = (uint16_t)(by->of_one + moved);
    by->seen = (uint16_t)(by->seen + (by->seen < SEEN_MAX));
    return bit;
}

/* ---- Packs: numbers ---- */

#define BITS   64 /* largest number of bits of a number */
#define SHORTS 16 /* numbers with fewer bits after the highest have the next two modelled */
#define SIZES  8  /* classes of predicted magnitude, each with its own probabilities */

typedef struct number_model {
    chance zero, sign, longer[BITS], first[SHORTS][3];
} number_model;

/* Codes a number: whether it is 0, its sign, its length in unary, then its bits from the highest
 * down. */
static int64_t code_number(coder *code, number_model *by, int64_t value)
{
    if (code_bit(code, &by->zero, value == 0))
        return 0;
    const bool minus = code_bit(code, &by->sign, value < 0);
    uint64_t rest = minus ? -(uint64_t)value : (uint64_t)value, made = 1;
    unsigned bits = 0; /* after the highest one */
    while (bits + 1 < BITS && code_bit(code, &by->longer[bits], rest >> bits > 1))
        bits++;
    for (unsigned left = bits; left-- > 0;) {
        const bool bit = rest >> left & 1;
        made = made << 1 |
               (left + 2 >= bits && bits < SHORTS ? code_bit(code, &by->first[bits][made - 1], bit)
                                                  : code_by(code, HALF, bit));
    }
    return (int64_t)(minus ? -made : made);
}

/* ---- Packs: records ---- */

#define COLUMNS_MAX 24  /* columns of a record, at most */
#define MODELS_MAX  120 /* models of all columns; one with size classes needs SIZES of them */
#define RATIOS_MAX  5   /* columns predicted by a ratio for each monster or item */
#define LATELY      32  /* recent values of a column that may come again */

/* How the value of a column is predicted. */
typedef enum expected_as {
    ZERO,
    BEFORE, /* the value in the record before */
    ALIKE,  /* the value of `of`, another column of this record */
    RATIO,  /* `of` times the recent ratio to it for the same monster or item */
    SIZE,   /* 0; the same product only chooses the size class */
    SUM,    /* the sum of column `of` over the fights of this floor */
    AGAIN   /* a recent value, but none of the records just before at the same depth */
} expected_as;

/* `size` names the column whose magnitude chooses the size class; ratios use their prediction
 * instead. Columns that are not listed are predicted as 0. */
typedef struct expectation {
    const char *column;
    expected_as as;
    const char *of, *size;
} expectation;

static const expectation of_floors[] = {
    {"depth", BEFORE, NULL, NULL},
    {"turns", BEFORE, NULL, NULL},
    {"damage_taken", SUM, "damage_taken", NULL},
    {"damage_dealt", SUM, "damage", NULL},
    {"level", BEFORE, NULL, NULL},
    {"hp", BEFORE, NULL, NULL},
    {"max_hp", BEFORE, NULL, NULL},
    {"gear_attack", AGAIN, NULL, NULL},
    {"gear_defense", AGAIN, NULL, NULL},
    {"consumables", BEFORE, NULL, NULL},
    {"rooms", BEFORE, NULL, NULL},
    {"monsters", SUM, "met", NULL},
    {"met", SUM, "met", NULL},
    {"kills", SUM, "kills", NULL},
    {"found", ALIKE, "items", NULL},
    {NULL, ZERO, NULL, NULL},
};
static const expectation of_fights[] = {
    {"depth", BEFORE, NULL, NULL},
    {"monster", AGAIN, NULL, NULL},
    {"met", SIZE, NULL, NULL},
    {"kills", ALIKE, "met", NULL},
    {"attacks", RATIO, "kills", NULL},
    {"damage", RATIO, "kills", NULL},
    {"attacks_taken", RATIO, "attacks", NULL},
    {"damage_taken", SIZE, "attacks_taken", NULL},
    {"attacks_to_kill", ALIKE, "attacks", NULL},
    {NULL, ZERO, NULL, NULL},
};
static const expectation of_items[] = {{"kind", BEFORE, NULL, NULL},
                                       {"found", ZERO, NULL, "lain"},
                                       {"used", ZERO, NULL, "found"},
                                       {"left", ALIKE, "found", NULL},
                                       {NULL, ZERO, NULL, NULL}};
static const expectation of_deaths[] = {{"max_hp", ALIKE, "hp", NULL},
                                        {"most", ALIKE, "foes", NULL},
                                        {"worst", ALIKE, "damage", NULL},
                                        {NULL, ZERO, NULL, NULL}};
static const expectation of_blows[] = {
    {"turn", BEFORE, NULL, NULL}, {"hp", BEFORE, NULL, NULL}, {NULL, ZERO, NULL, NULL}};

static const struct {
    const char *view;
    const expectation *rows;
} expected[] = {{"floors", of_floors},
                {"fights", of_fights},
                {"items", of_items},
                {"last_fights", of_deaths},
                {"last_blows", of_blows}};

/* The order in which the lists are coded: fights before floors, whose sums they predict. */
enum { FIGHTS = 2 };
static const size_t in_order[SIM_LISTS] = {0, FIGHTS, 1, 3, 4, 5};

/* An expectation with column indices for names (-1: none). `model` is the first number model of the
 * column, `ratio` its row of ratios. */
typedef struct guess {
    expected_as as;
    int of, size;
    size_t model, ratio;
} guess;

/* The two sums of a ratio, halved with every record so that recent ones count more. */
typedef struct ratio {
    uint64_t of, per;
} ratio;

typedef struct pack_model {
    guess guesses[SIM_LISTS][COLUMNS_MAX];
    number_model more, seed, run, counts[SIM_LISTS], columns[MODELS_MAX];
    ratio ratios[RATIOS_MAX][WYRM_KINDS_MAX + 1];
    int64_t lately[SIM_LISTS][COLUMNS_MAX][LATELY];
} pack_model;

struct wyrm_pack {
    coder code;
    uint64_t seed, run; /* of the previous run, since differences are coded */
    bool any;           /* whether a run has been added since the pack was begun */
    wyrm_run *unpacked;
    pack_model model;
};

static int column_of(const sim_list *list, const char *name)
{
    for (int i = 0; name != NULL && list->columns[i].type != COLUMN_LAST; i++)
        if (strcmp(list->columns[i].name, name) == 0)
            return i;
    return -1;
}

static bool is_ratio(const guess *likeness)
{
    return likeness->as == RATIO || likeness->as == SIZE;
}

static void find_guesses(pack_model *model)
{
    size_t models = 0, ratios = 0;
    for (size_t i = 0; i < SIM_LISTS; i++) {
        const sim_list *list = &sim_lists[i];
        guess *guesses = model->guesses[i];
        for (size_t c = 0; c < COLUMNS_MAX; c++)
            guesses[c] = (guess){ZERO, -1, -1, 0, 0};
        for (size_t e = 0; e < COUNT_OF(expected); e++)
            for (const expectation *row = expected[e].rows;
                 strcmp(expected[e].view, list->view) == 0 && row->column != NULL; row++)
                guesses[column_of(list, row->column)] =
                    (guess){row->as, column_of(row->as == SUM ? &sim_lists[FIGHTS] : list, row->of),
                            column_of(list, row->size), 0, 0};
        for (size_t c = 0; list->columns[c].type != COLUMN_LAST; c++) {
            guesses[c].model = models;
            guesses[c].ratio = ratios;
            ratios += is_ratio(&guesses[c]);
            models += guesses[c].size >= 0 || is_ratio(&guesses[c]) ? SIZES
                      : guesses[c].as == AGAIN                      ? 2
                                                                    : 1;
        }
    }
}

static unsigned size_of(int64_t value)
{
    unsigned size = 0;
    while (size + 1 < SIZES && value >> size != 0)
        size++;
    return size;
}

static int64_t sum_of(const wyrm_run *run, int64_t depth, const sim_column *column)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < run->fight_count; i++)
        if (run->fights[i].depth == depth)
            sum += (uint64_t)sim_value(&run->fights[i], column);
    return (int64_t)sum;
}

/* Codes the difference between the value and the predicted one. Unsigned, so that the bytes of a
 * broken pack wrap around instead of overflowing. */
static int64_t code_off(coder *code, number_model *by, int64_t likely, int64_t value)
{
    const uint64_t off = (uint64_t)value - (uint64_t)likely;
    return (int64_t)((uint64_t)likely + (uint64_t)code_number(code, by, (int64_t)off));
}

/* Codes a value as its rank among the recent ones, from 1, without the first `skipped`; or as 0 and
 * its difference from the most recent one. Then moves it to the front. */
static int64_t code_again(coder *code, number_model *by, int64_t lately[LATELY], size_t skipped,
                          int64_t value)
{
    size_t at = skipped;
    while (at < LATELY && lately[at] != value)
        at++;
    const int64_t told = code_number(code, by, at < LATELY ? (int64_t)(at - skipped) + 1 : 0);
    if (told > 0 && told <= (int64_t)(LATELY - skipped)) {
        at = skipped + (size_t)told - 1;
        value = lately[at];
    } else {
        at = LATELY - 1;
        value = code_off(code, by + 1, lately[0], value);
    }
    memmove(lately + 1, lately, at * sizeof *lately);
    return lately[0] = value;
}

/* Codes one record. `before` is the record before it, *alike the number of records directly before
 * it that have its depth. False if a value read is out of its column's range. */
static bool code_record(wyrm_pack *pack, const wyrm_run *run, size_t which, void *record,
                        int64_t before[COLUMNS_MAX], size_t *alike)
{
    const sim_list *list = &sim_lists[which];
    pack_model *model = &pack->model;
    int64_t now[COLUMNS_MAX] = {0};
    for (size_t c = 0; list->columns[c].type != COLUMN_LAST; c++) {
        const guess *likeness = &model->guesses[which][c];
        const int64_t of = likeness->of >= 0 && likeness->as != SUM ? now[likeness->of] : 1;
        int64_t likely = likeness->as == BEFORE  ? before[c]
                         : likeness->as == ALIKE ? of
                         : likeness->as == SUM
                             ? sum_of(run, now[0], &sim_lists[FIGHTS].columns[likeness->of])
                             : 0;
        int64_t size = likeness->size >= 0 ? now[likeness->size] : 0;
        ratio *mean = NULL;
        if (is_ratio(likeness)) {
            const size_t kind = (size_t)(now[list->number] + 1);
            mean = &model->ratios[likeness->ratio][kind <= WYRM_KINDS_MAX ? kind : 0];
            size = mean->per > 0 ? (int64_t)(((uint64_t)of * mean->of + mean->per / 2) / mean->per)
                                 : 0;
            likely = likeness->as == RATIO ? size : 0;
        }
        number_model *by = &model->columns[likeness->model + size_of(size)];
        if (!pack->code.reads)
            now[c] = sim_value(record, &list->columns[c]);
        now[c] = likeness->as == AGAIN ? code_again(&pack->code, by, model->lately[which][c],
                                                    *alike < LATELY ? *alike : LATELY, now[c])
                                       : code_off(&pack->code, by, likely, now[c]);
        if (pack->code.reads && !sim_set_value(record, &list->columns[c], now[c]))
            return false;
        if (c == 0)
            *alike = now[0] == before[0] ? *alike + 1 : 0;
        if (mean != NULL) {
            mean->of = mean->of / 2 + 64 * (uint64_t)now[c];
            mean->per = mean->per / 2 + 64 * (uint64_t)of;
        }
    }
    memcpy(before, now, sizeof now);
    return true;
}

static bool code_run(wyrm_pack *pack, wyrm_run *run)
{
    pack_model *model = &pack->model;
    coder *code = &pack->code;
    pack->seed += (uint64_t)code_number(code, &model->seed, (int64_t)(run->seed - pack->seed));
    pack->run += (uint64_t)code_number(code, &model->run, (int64_t)(run->run - pack->run));
    if (code->reads) {
        run->seed = pack->seed;
        run->run = pack->run;
    }
    for (size_t n = 0; n < SIM_LISTS; n++) {
        const size_t i = in_order[n];
        const sim_list *list = &sim_lists[i];
        char *record = (char *)run + list->offset;
        size_t *count = (size_t *)(void *)((char *)run + list->count_offset);
        int64_t before[COLUMNS_MAX] = {0};
        uint64_t number = 1;
        size_t alike = 0;
        if (list->most > 0)
            number =
                (uint64_t)code_number(code, &model->counts[i], code->reads ? 0 : (int64_t)*count);
        if (list->most > 0 && number > list->most)
            return false;
        if (list->most > 0 && code->reads)
            *count = (size_t)number;
        for (uint64_t r = 0; r < number; r++, record += list->size)
            if (!code_record(pack, run, i, record, before, &alike) || code->beyond > FLUSHED)
                return false;
    }
    return true;
}

/* Resets a pack: nothing is coded yet, every probability is one half. */
static void reset_pack(wyrm_pack *pack, bool reads)
{
    const chance even = {HALF, 0};
    chance *all = (chance *)(void *)&pack->model.more;
    const size_t count =
        (offsetof(pack_model, ratios) - offsetof(pack_model, more)) / sizeof(chance);
    for (size_t i = 0; i < count; i++)
        all[i] = even;
    memset(pack->model.ratios, 0, sizeof pack->model.ratios);
    memset(pack->model.lately, 0, sizeof pack->model.lately);
    pack->code.reads = reads;
    pack->code.low = 0;
    pack->code.high = UINT32_MAX;
    pack->code.length = 0;
    pack->seed = pack->run = 0;
    pack->any = false;
}

/* ---- Packs: whole ones ---- */

wyrm_status wyrm_pack_new(wyrm_pack **out, wyrm_error *error)
{
    *out = base_zeroed(1, sizeof **out);
    if (*out == NULL)
        return wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory");
    find_guesses(&(*out)->model);
    reset_pack(*out, false);
    return WYRM_OK;
}

void wyrm_pack_free(wyrm_pack *pack)
{
    if (pack == NULL)
        return;
    wyrm_free(pack->code.bytes);
    wyrm_free(pack->unpacked);
    wyrm_free(pack);
}

wyrm_status wyrm_pack_add(wyrm_pack *pack, const wyrm_run *run, wyrm_error *error)
{
    if (!pack->any)
        reset_pack(pack, false);
    pack->any = true;
    code_number(&pack->code, &pack->model.more, 1);
    /* Writing does not change the run, so its const may be cast away. */
    code_run(pack, (wyrm_run *)(uintptr_t)run);
    return pack->code.full ? wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory") : WYRM_OK;
}

wyrm_status wyrm_pack_bytes(wyrm_pack *pack, const unsigned char **bytes, size_t *length,
                            wyrm_error *error)
{
    coder *code = &pack->code;
    if (!pack->any)
        reset_pack(pack, false);
    code_number(code, &pack->model.more, 0);
    for (int i = 0; i < FLUSHED; i++)
        put_byte(code, code->low >> (24 - 8 * i) & 255);
    pack->any = false;
    *bytes = code->bytes;
    *length = code->length;
    return code->full ? wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory") : WYRM_OK;
}

wyrm_status wyrm_pack_each(const unsigned char *bytes, size_t length,
                           wyrm_status (*take)(const wyrm_run *run, void *context,
                                               wyrm_error *error),
                           void *context, wyrm_error *error)
{
    wyrm_pack *pack;
    wyrm_status status = wyrm_pack_new(&pack, error);
    if (status != WYRM_OK)
        return status;
    coder *code = &pack->code;
    pack->unpacked = base_zeroed(1, sizeof *pack->unpacked);
    if (pack->unpacked == NULL)
        status = wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory");
    reset_pack(pack, true);
    code->at = bytes;
    code->end = bytes + length;
    for (int i = 0; i < 4; i++)
        code->value = code->value << 8 | next_byte(code);
    while (status == WYRM_OK && code_number(code, &pack->model.more, 0) == 1) {
        if (!code_run(pack, pack->unpacked) || !sim_run_is_sound(pack->unpacked))
            status = wyrm_fail(error, WYRM_ERROR_SYNTAX, "a broken pack of runs");
        else
            status = take(pack->unpacked, context, error);
    }
    if (status == WYRM_OK && (code->at != code->end || code->beyond > 0))
        status = wyrm_fail(error, WYRM_ERROR_SYNTAX, "a broken pack of runs");
    wyrm_pack_free(pack);
    return status;
}
