/* Sweeps: the variants for all combinations of values, compared row by row with one of them, the
 * base.
 *
 * Variants are those of variants.c. The base is measured first and kept; every other variant is
 * measured, compared with the base in pairs, and freed. If games are played, variants are measured
 * one after another on all threads; without games, many at once. Rows arrive in order either way,
 * and only rows are stored: a sweep that continues from a file measures the base again, and
 * otherwise only the missing rows.
 *
 * Rows are numbered like a number with one digit per key, the last key changing fastest. The order
 * does not depend on threads or on files, so the number identifies a row: in the file, in shards,
 * and when the files of several machines are merged. */
#include <wyrm/sweep.h>
#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/json.h"
#include "metrics/internal.h"
#include "ruleset/internal.h"
#include "sim/internal.h"

#define FIGURES_MAX 200000            /* limit of rows times metrics */
#define ROW_MAX     ((size_t)4 << 20) /* limit of the text of a row, in bytes */
#define KEEP_GAMES  200               /* the file is flushed after so many games */
#define KEEP_ROWS   64                /* or so many rows */
#define GRAIN       1e-9              /* relative difference that is only rounding */

/* Facts about the sweep in its file; all but the descriptive ones must match to continue it. */
typedef struct sweep_facts {
    char ruleset[64], source[1024], hash[17], version[32], bot[32];
    char over[WYRM_SWEEP_TEXT_MAX], metrics[WYRM_SWEEP_TEXT_MAX];
    uint32_t engine;
    uint64_t seed, games;
} sweep_facts;

typedef struct sweep_store {
    sim_store store;
    sweep_facts facts;
} sweep_store;

typedef struct sweep_job {
    base_arena *arena;
    wyrm_sweep_options how;
    wyrm_sweep *out;
    const wyrm_ruleset *ruleset;
    const judge_goals *goals;
    bool played; /* at least one goal needs games */
    sweep_facts facts;
    sim_store *file;  /* NULL: no file */
    base_buffer text; /* buffer for the row being written */
    uint64_t unsure;  /* rows written since the last flush */
    judge_variant *base;
    size_t *todo, todo_count; /* missing rows, the base first */
    double before, part;      /* progress: done before, and the current part */
} sweep_job;

size_t wyrm_sweep_value(const wyrm_sweep *sweep, size_t row, size_t key)
{
    for (size_t k = sweep->key_count; --k > key;)
        row /= sweep->keys[k].count;
    return row % sweep->keys[key].count;
}

static bool is_bot(const wyrm_sweep_key *key)
{
    return strcmp(key->key, "bot") == 0;
}

/* ---- keys and their values ---- */

/* Reads a number that is the whole of text[length]; anything else is left as text. */
static bool read_number(const char *text, size_t length, double *out)
{
    return base_number_read(text, length, out) && isfinite(*out);
}

/* Returns the length of the value at `text`, up to a comma outside of brackets and quotes. */
static size_t length_of_value(const char *text)
{
    size_t length = 0;
    int open = 0;
    char quote = '\0';
    for (; text[length] != '\0' && (text[length] != ',' || open > 0 || quote != '\0'); length++) {
        const char letter = text[length];
        if (quote != '\0')
            quote = letter == quote ? '\0' : quote;
        else if (letter == '"' || letter == '\'')
            quote = letter;
        else
            open += (letter == '[' || letter == '{') - (letter == ']' || letter == '}');
    }
    return length;
}

typedef struct value_list {
    const char *typed; /* the whole argument, for messages */
    const char **values;
    size_t count, room;
} value_list;

static void add_value(base_arena *arena, value_list *to, const char *text, size_t length)
{
    if (to->count >= WYRM_SWEEP_VARIANTS_MAX)
        base_refuse(arena, WYRM_ERROR_LIMIT, "'%.100s' has more than %d values", to->typed,
                    WYRM_SWEEP_VARIANTS_MAX);
    to->values = base_grow(arena, to->values, to->count, &to->room, sizeof *to->values);
    to->values[to->count++] = base_text(arena, text, length);
}

/* Adds a range such as 10..30 or 0.5..2/0.25, or with the ':' of a curve before its step; false if
 * the text is none. Each value is computed from the first one, so that rounding errors do not add
 * up. GRAIN makes 0..1/0.1 include its end, and turns 1e-17 into 0. */
static bool add_range(base_arena *arena, value_list *to, const char *text, size_t length)
{
    const char *word = base_text(arena, text, length), *dots = strstr(word, "..");
    const char *slash = dots != NULL ? strpbrk(dots, "/:") : NULL;
    const char *end = slash != NULL ? slash : word + length;
    double from, last, step = 1;
    if (dots == NULL || !read_number(word, (size_t)(dots - word), &from) ||
        !read_number(dots + 2, (size_t)(end - dots - 2), &last))
        return false;
    if (slash != NULL && (!read_number(slash + 1, strlen(slash + 1), &step) || !(step > 0)))
        base_refuse(arena, WYRM_ERROR_ARGUMENT, "'%.100s': behind the / stands a step above 0",
                    word);
    if (last < from)
        base_refuse(arena, WYRM_ERROR_ARGUMENT, "a range goes upwards, found '%.100s'", word);
    if (slash == NULL && (from > floor(from) || last > floor(last)))
        base_refuse(arena, WYRM_ERROR_ARGUMENT, "'%.100s' needs a step: %.100s/0.1", word, word);
    const double steps = floor((last - from) / step * (1 + GRAIN) + GRAIN);
    for (double i = 0; i <= steps; i++) {
        char number[40];
        const double value = from + i * step;
        add_value(arena, to, number,
                  (size_t)snprintf(number, sizeof number, "%.12g",
                                   fabs(value) <= GRAIN * step ? 0 : value));
    }
    return true;
}

static void read_values(base_arena *arena, const char *typed, const char *text, wyrm_sweep_key *key)
{
    value_list list = {.typed = typed};
    for (bool more = true; more;) {
        size_t blanks = strspn(text, " "), length = length_of_value(text);
        more = text[length] == ',';
        const char *next = text + length + more;
        while (length > blanks && text[length - 1] == ' ')
            length--;
        if (length <= blanks)
            base_refuse(arena, WYRM_ERROR_ARGUMENT, "'%.100s' lacks a value", typed);
        if (!add_range(arena, &list, text + blanks, length - blanks))
            add_value(arena, &list, text + blanks, length - blanks);
        text = next;
    }
    double *numbers = base_array(arena, double, list.count);
    key->values = list.values;
    key->count = list.count;
    key->numbers = numbers;
    for (size_t i = 0; i < list.count; i++)
        if (!read_number(list.values[i], strlen(list.values[i]), &numbers[i]))
            key->numbers = NULL;
}

/* Returns the value of a key as the ruleset says it. */
static const char *now_of(sweep_job *of, const wyrm_value *value)
{
    char *text;
    base_must(of->arena, rs_value_said(value, &text, &of->arena->error));
    base_keep(of->arena, text, wyrm_free);
    return text;
}

/* Whether a text is a number or an amount, such as 2d6+1; *out is its mean. */
static bool read_mean(const char *text, double *out)
{
    wyrm_amount *amount;
    if (read_number(text, strlen(text), out))
        return true;
    if (wyrm_amount_read(text, &amount, NULL) != WYRM_OK)
        return false;
    *out = wyrm_pmf_mean(wyrm_amount_pmf(amount));
    wyrm_amount_free(amount);
    return true;
}

/* Returns the index of the present value, otherwise of the nearest number, by the means of random
 * amounts, otherwise 0. That makes the base the variant most like the unchanged ruleset. */
static size_t nearest_value(sweep_job *of, const wyrm_sweep_key *key)
{
    const char *now = key->now != NULL ? key->now : JUDGE_USUAL_BOT;
    double wanted, number, least = (double)INFINITY;
    const bool is_number =
        key->now != NULL &&
        (judge_number_of(wyrm_ruleset_find(of->ruleset, key->key), &wanted) ||
         (wyrm_value_kind(wyrm_ruleset_find(of->ruleset, key->key)) == WYRM_KIND_AMOUNT &&
          read_mean(now, &wanted)));
    size_t best = 0;
    for (size_t i = 0; i < key->count; i++) {
        const char *value = key->values[i];
        if (strcmp(value, now) == 0)
            return i;
        if (!is_number || !read_mean(value, &number) || fabs(number - wanted) >= least)
            continue;
        least = fabs(number - wanted);
        best = i;
    }
    return best;
}

static void read_key(sweep_job *of, const char *typed, wyrm_sweep_key *key)
{
    const wyrm_bot_kind *bot;
    const char *equals = strchr(typed, '=');
    if (equals == NULL || equals == typed)
        base_refuse(of->arena, WYRM_ERROR_ARGUMENT,
                    "'%.100s' is no KEY=VALUES: monsters.orc.hp=10..30, bot=explorer,tactician",
                    typed);
    for (const char *at = typed; *at != '\0';)
        if (base_utf8_next(&at) == BASE_UTF8_NONE)
            base_refuse(of->arena, WYRM_ERROR_ARGUMENT, "'%.100s' is no UTF-8", typed);
    *key = (wyrm_sweep_key){.key = base_text(of->arena, typed, (size_t)(equals - typed))};
    if (strcmp(key->key, "targets") == 0 || strncmp(key->key, "targets.", 8) == 0)
        base_refuse(of->arena, WYRM_ERROR_ARGUMENT,
                    "targets are what is wanted, and no number of the game");
    read_values(of->arena, typed, equals + 1, key);
    for (size_t i = 0; is_bot(key) && i < key->count; i++)
        base_must(of->arena, wyrm_bot_find(key->values[i], &bot, &of->arena->error));
    for (const wyrm_sweep_key *other = of->out->keys; other < key; other++)
        if (strcmp(other->key, key->key) == 0)
            base_refuse(of->arena, WYRM_ERROR_ARGUMENT, "'%.100s' is swept twice", key->key);
}

/* Stores the changes of a row in an array with room for all keys; returns their number. */
static size_t changes_of(const wyrm_sweep *out, size_t row, wyrm_change *changes)
{
    size_t count = 0;
    for (size_t k = 0; k < out->key_count; k++)
        if (!is_bot(&out->keys[k]))
            changes[count++] =
                (wyrm_change){out->keys[k].key, out->keys[k].values[wyrm_sweep_value(out, row, k)]};
    return count;
}

static void read_keys(sweep_job *of)
{
    wyrm_sweep *out = of->out;
    wyrm_change changes[WYRM_SWEEP_KEYS_MAX];
    if (of->how.over_count == 0 || of->how.over_count > WYRM_SWEEP_KEYS_MAX)
        base_refuse(of->arena, WYRM_ERROR_ARGUMENT, "one to %d keys can be swept at once",
                    WYRM_SWEEP_KEYS_MAX);
    out->key_count = of->how.over_count;
    out->keys = base_array(of->arena, wyrm_sweep_key, out->key_count);
    out->count = 1;
    for (size_t k = 0; k < out->key_count; k++) {
        wyrm_sweep_key *key = &out->keys[k];
        read_key(of, of->how.over[k], key);
        out->count *= key->count;
        if (out->count > WYRM_SWEEP_VARIANTS_MAX)
            base_refuse(of->arena, WYRM_ERROR_LIMIT, "that is more than %d variants",
                        WYRM_SWEEP_VARIANTS_MAX);
        if (is_bot(key) && of->how.bot != NULL)
            base_refuse(of->arena, WYRM_ERROR_ARGUMENT, "who plays is said twice");
    }
    const size_t count = changes_of(out, 0, changes);
    char *text; /* parsed only to report invalid keys */
    wyrm_status status =
        wyrm_changes_text(of->ruleset, NULL, "base", changes, count, &text, &of->arena->error);
    if (status == WYRM_ERROR_SYNTAX) /* typed text has no place in a file */
        status = of->arena->error.code = WYRM_ERROR_ARGUMENT;
    base_must(of->arena, status);
    wyrm_free(text);
    for (size_t k = 0; k < out->key_count; k++) {
        wyrm_sweep_key *key = &out->keys[k];
        if (!is_bot(key))
            key->now = now_of(of, wyrm_ruleset_find(of->ruleset, key->key));
        key->base = nearest_value(of, key);
        out->base = out->base * key->count + key->base;
    }
    out->rows = base_array(of->arena, wyrm_sweep_row, out->count);
}

/* ---- goals ---- */

static void find_goals(sweep_job *of, const wyrm_design *design)
{
    static const char *const usual[] = {"run_win_rate", "run_final_depth", "run_final_level",
                                        "run_turns"};
    wyrm_sweep *out = of->out;
    const wyrm_bot_kind *bot;
    const bool asked = of->how.metric_count > 0;
    bool bots = of->how.bot != NULL;
    for (size_t k = 0; k < out->key_count; k++)
        bots = bots || is_bot(&out->keys[k]);
    if (of->how.bot != NULL)
        base_must(of->arena, wyrm_bot_find(of->how.bot, &bot, &of->arena->error));
    out->targets = of->how.targets;
    if (!asked && !out->targets)
        out->targets = wyrm_design_needs(design, WYRM_SYSTEMS_OF_A_GAME, "a game", NULL) != WYRM_OK;
    if (!out->targets)
        design = judge_ask(of->arena, design, asked ? of->how.metrics : usual,
                           asked ? of->how.metric_count : COUNT_OF(usual), JUDGE_ASK_OPEN);
    of->goals = judge_goals_of(of->arena, design, of->how.seed);
    out->goal_count = of->goals->count;
    if (out->goal_count == 0)
        base_refuse(of->arena, WYRM_ERROR_ARGUMENT,
                    "there is nothing to be looked at: the ruleset has no targets, and no metric "
                    "was named");
    if (out->count * out->goal_count > FIGURES_MAX)
        base_refuse(of->arena, WYRM_ERROR_LIMIT,
                    "%zu variants with %zu figures each are more than %d figures", out->count,
                    out->goal_count, FIGURES_MAX);
    out->goals = base_array(of->arena, wyrm_sweep_goal, out->goal_count);
    for (size_t i = 0; i < out->goal_count; i++) {
        const judge_point *point = &of->goals->points[i];
        const judge_target *target = point->target;
        const bool played = judge_goal_is_played(of->goals, i);
        of->played = of->played || played;
        const char *usual_bot = judge_bot_of(target), *where = point->label;
        if (played) /* without the bot in "explorer, depth 3" */
            where += strlen(usual_bot) + strspn(where + strlen(usual_bot), ", ");
        out->goals[i] = (wyrm_sweep_goal){.target = out->targets ? target->name : NULL,
                                          .metric = target->metric->shown.name,
                                          .unit = target->metric->shown.unit,
                                          .where = where,
                                          .is_share = judge_is_share(target->metric)};
        if (played)
            out->goals[i].bot = of->how.bot != NULL ? of->how.bot : bots ? NULL : usual_bot;
    }
    out->games = of->played ? of->how.games : 0;
}

/* ---- rows as texts ---- */

/* Writes infinite numbers as text, since JSON has none. */
static void put_number(base_json *json, const char *key, double value)
{
    if (isinf(value))
        base_put_text(json, key, value > 0 ? "inf" : "-inf");
    else
        base_put_real(json, key, value);
}

static void put_estimate(base_json *json, const char *key, const char *ci95,
                         const wyrm_estimate *of)
{
    put_number(json, key, of->value);
    if (!of->sampled)
        return;
    base_put_list(json, ci95);
    put_number(json, NULL, of->ci95.low);
    put_number(json, NULL, of->ci95.high);
    base_put_end(json);
}

static void put_row(const wyrm_sweep *out, size_t index, base_buffer *text)
{
    const wyrm_sweep_row *row = &out->rows[index];
    /* 17 digits read back as the same double, so that a sweep continued from a file has the figures
     * of one that was never interrupted. */
    base_json json = {.text = text, .digits = 17};
    base_put_object(&json, NULL);
    base_put_list(&json, "values");
    for (size_t k = 0; k < out->key_count; k++)
        base_put_text(&json, NULL, out->keys[k].values[wyrm_sweep_value(out, index, k)]);
    base_put_end(&json);
    base_put_text(&json, "refused", row->refused);
    base_put_list(&json, "figures");
    for (size_t g = 0; g < out->goal_count && row->figures != NULL; g++) {
        const wyrm_sweep_figure *figure = &row->figures[g];
        base_put_object(&json, NULL);
        put_estimate(&json, "value", "ci95", &figure->value);
        put_estimate(&json, "more", "more_ci95", &figure->more);
        base_put_count(&json, "games", figure->games);
        base_put_text(&json, "why", figure->why);
        base_put_end(&json);
    }
    base_put_end(&json);
    base_put_end(&json);
}

static bool take_number(const json_t *from, double *out)
{
    const char *text = json_string_value(from);
    *out = json_is_number(from) ? json_number_value(from) : (double)NAN;
    if (text != NULL)
        *out = text[0] == '-' ? -(double)INFINITY : (double)INFINITY;
    return json_is_number(from) || json_is_null(from) ||
           (text != NULL && (strcmp(text, "inf") == 0 || strcmp(text, "-inf") == 0));
}

static bool take_estimate(const json_t *from, const char *key, const char *key_ci95,
                          wyrm_estimate *out)
{
    const json_t *ci95 = json_object_get(from, key_ci95);
    if (!take_number(json_object_get(from, key), &out->value))
        return false;
    out->sampled = ci95 != NULL;
    out->ci95 = (wyrm_interval){out->value, out->value};
    return ci95 == NULL ||
           (json_array_size(ci95) == 2 && take_number(json_array_get(ci95, 0), &out->ci95.low) &&
            take_number(json_array_get(ci95, 1), &out->ci95.high));
}

/* Reads a text, or NULL for null; false for anything else. */
static bool take_text(base_arena *arena, const json_t *from, const char **out)
{
    const char *text = json_string_value(from);
    *out = base_copy(arena, text);
    return text != NULL || json_is_null(from);
}

static bool take_figures(sweep_job *of, const json_t *list, wyrm_sweep_figure *figures)
{
    for (size_t g = 0; g < of->out->goal_count; g++) {
        const json_t *from = json_array_get(list, g), *games = json_object_get(from, "games");
        wyrm_sweep_figure *to = &figures[g];
        if (!take_estimate(from, "value", "ci95", &to->value) ||
            !take_estimate(from, "more", "more_ci95", &to->more) || !json_is_integer(games) ||
            json_integer_value(games) < 0 ||
            !take_text(of->arena, json_object_get(from, "why"), &to->why))
            return false;
        to->games = (uint64_t)json_integer_value(games);
    }
    return true;
}

/* Reads a row. The values stored in it must be those of its number in this sweep, or its figures
 * would be attributed to another variant. */
static bool take_row(sweep_job *of, size_t index, const json_t *from)
{
    wyrm_sweep *out = of->out;
    wyrm_sweep_row row = {.done = true};
    const json_t *values = json_object_get(from, "values"),
                 *figures = json_object_get(from, "figures");
    for (size_t k = 0; k < out->key_count; k++) {
        const char *value = json_string_value(json_array_get(values, k));
        if (value == NULL ||
            strcmp(value, out->keys[k].values[wyrm_sweep_value(out, index, k)]) != 0)
            return false;
    }
    if (!take_text(of->arena, json_object_get(from, "refused"), &row.refused) ||
        json_array_size(figures) != (row.refused == NULL ? out->goal_count : 0))
        return false;
    if (row.refused == NULL) {
        row.figures = base_array(of->arena, wyrm_sweep_figure, out->goal_count);
        if (!take_figures(of, figures, row.figures))
            return false;
    }
    out->rows[index] = row;
    return true;
}

/* ---- files of rows (sim/store.c) ---- */

/* An SQL view for people, with a row for each variant and goal. The library does not read it. */
static void write_view(size_t index, char sql[SIM_STORE_SQL])
{
    (void)index;
    snprintf(sql, SIM_STORE_SQL,
             "CREATE VIEW figure AS SELECT run AS variant, json_extract(record, '$.values') AS "
             "changed, json_extract(record, '$.refused') AS refused, (SELECT value FROM meta WHERE "
             "key = 'goal ' || row.key) AS goal, json_extract(row.value, '$.value') AS value, "
             "json_extract(row.value, '$.ci95[0]') AS low, json_extract(row.value, '$.ci95[1]') AS "
             "high, json_extract(row.value, '$.more') AS more, json_extract(row.value, "
             "'$.more_ci95[0]') AS more_low, json_extract(row.value, '$.more_ci95[1]') AS "
             "more_high, json_extract(row.value, '$.games') AS games FROM run LEFT JOIN "
             "json_each(record, '$.figures') AS row");
}

#define TEXT(key)             SIM_FACT_TEXT(sweep_facts, key)
#define NUMBER(key, greatest) SIM_FACT_NUMBER(sweep_facts, key, greatest)

static const sim_fact fact_rows[] = {
    {"hash", "version of the ruleset", TEXT(hash), SIM_FACT_OF_NEXT},
    {"ruleset", NULL, TEXT(ruleset), 0},
    {"source", NULL, TEXT(source), 0},
    {"version", NULL, TEXT(version), 0},
    {"engine", "version of the engine", NUMBER(engine, UINT32_MAX), 0},
    {"over", "--over", TEXT(over), 0},
    {"metrics", "--metric", TEXT(metrics), 0},
    {"bot", "bot", TEXT(bot), 0},
    {"seed", "seed", NUMBER(seed, UINT64_MAX), 0},
    {"games", "number of games", NUMBER(games, UINT64_MAX), 0},
};

/* Stores the names of the goals for the view. They follow from the facts, so on reading only the
 * form of their key is checked. */
static void put_names(sim_store *store, const void *names)
{
    const sweep_job *of = names;
    char key[40], value[400];
    for (size_t g = 0; g < of->out->goal_count; g++) {
        const wyrm_sweep_goal *goal = &of->out->goals[g];
        snprintf(key, sizeof key, "goal %zu", g);
        snprintf(value, sizeof value, "%.200s%s%.180s",
                 goal->target != NULL ? goal->target : goal->metric,
                 goal->where[0] != '\0' ? " " : "", goal->where);
        sim_store_name(store, key, value);
    }
}

static bool take_name(sim_store *store, const void *names, const char *key, const char *value)
{
    (void)store, (void)names, (void)value;
    return strncmp(key, "goal ", 5) == 0;
}

static const sim_store_kind kind = {
    .application = SIM_STORE_OF_SWEEPS,
    .version = WYRM_SWEEP_VERSION,
    .row_max = ROW_MAX,
    .size = sizeof(sweep_store),
    .facts_at = offsetof(sweep_store, facts),
    .facts_size = sizeof(sweep_facts),
    .facts = fact_rows,
    .fact_count = COUNT_OF(fact_rows),
    .view_count = 1,
    .view = write_view,
    .put_names = put_names,
    .take_name = take_name,
};

/* Joins several texts into one fact; `what` is the option that precedes each but the first. */
static void join_fact(sweep_job *of, char fact[WYRM_SWEEP_TEXT_MAX], const char *what,
                      const char *const *texts, size_t count)
{
    size_t length = 0;
    for (size_t i = 0; i < count && length < WYRM_SWEEP_TEXT_MAX; i++) {
        if (strpbrk(texts[i], "\n\r") != NULL)
            base_refuse(of->arena, WYRM_ERROR_ARGUMENT, "'%.100s' is more than one line", texts[i]);
        length += (size_t)snprintf(fact + length, WYRM_SWEEP_TEXT_MAX - length, "%s%s%s",
                                   i > 0 ? " " : "", i > 0 ? what : "", texts[i]);
    }
    if (length >= WYRM_SWEEP_TEXT_MAX)
        base_refuse(of->arena, WYRM_ERROR_LIMIT, "all %stogether has more than %d letters", what,
                    WYRM_SWEEP_TEXT_MAX - 1);
}

/* Sets the facts that distinguish the rows of one sweep from another's; threads and machines are
 * not among them. */
static void find_facts(sweep_job *of)
{
    sweep_facts *facts = &of->facts;
    const wyrm_sweep_options *how = &of->how;
    static const char targets[] = "targets";
    snprintf(facts->ruleset, sizeof facts->ruleset, "%s", wyrm_ruleset_name(of->ruleset));
    snprintf(facts->hash, sizeof facts->hash, "%s", wyrm_ruleset_hash(of->ruleset));
    snprintf(facts->version, sizeof facts->version, "%s", wyrm_version());
    snprintf(facts->bot, sizeof facts->bot, "%s", how->bot != NULL ? how->bot : "");
    snprintf(facts->source, sizeof facts->source, "%s", how->source != NULL ? how->source : "");
    for (char *at = facts->source; (at = strchr(at, '\n')) != NULL;)
        *at = '?';
    facts->engine = WYRM_ENGINE_VERSION;
    facts->seed = how->seed;
    facts->games = how->games;
    join_fact(of, facts->over, "--over ", how->over, how->over_count);
    if (of->out->targets)
        memcpy(facts->metrics, targets, sizeof targets);
    else
        join_fact(of, facts->metrics, "--metric ", how->metrics, how->metric_count);
}

static void write_row(sweep_job *of, size_t index)
{
    sim_store *file = of->file;
    if (file == NULL)
        return;
    of->text.length = 0;
    put_row(of->out, index, &of->text);
    if (of->text.failed)
        base_refuse(of->arena, WYRM_ERROR_MEMORY, "out of memory");
    if (of->text.length >= ROW_MAX)
        base_refuse(of->arena, WYRM_ERROR_LIMIT, "a row has more than %zu bytes", ROW_MAX);
    memcpy(file->text, of->text.bytes, of->text.length);
    base_must(of->arena, sim_store_add(file, index, of->text.length, &of->arena->error));
    /* A flush may take longer than a row without games, so several rows share one. */
    if (++of->unsure < KEEP_ROWS && of->unsure * of->out->games < KEEP_GAMES)
        return;
    of->unsure = 0;
    base_must(of->arena, sim_store_flush(file, &of->arena->error));
}

/* A row read from a file. */
typedef struct given_row {
    sweep_job *of;
    sim_store *store;
    uint64_t number;
    json_t *row;
} given_row;

/* Takes a row into the sweep's memory. A row that is in two files counts once. */
static void keep_row(base_arena *arena, void *context)
{
    const given_row *given = context;
    sweep_job *of = given->of;
    const size_t number = (size_t)given->number;
    const bool is_new = given->number < of->out->count && !of->out->rows[number].done;
    if (given->row == NULL || given->number >= of->out->count || !take_row(of, number, given->row))
        sim_store_fail(given->store, WYRM_ERROR_SYNTAX, ": row %" PRIu64 " is broken",
                       given->number);
    sim_store_must(arena, given->store);
    of->out->found += is_new;
    if (given->store != of->file)
        write_row(of, number);
}

static void give_row(base_arena *arena, sim_store *store, uint64_t number, const char *text,
                     void *context)
{
    sweep_job *of = context;
    json_error_t unused;
    given_row given = {of, store, number, json_loads(text, JSON_REJECT_DUPLICATES, &unused)};
    const wyrm_status status = base_run(of->arena, keep_row, &given);
    json_decref(given.row);
    base_must(arena, base_told(of->arena, status, &arena->error));
}

typedef struct row_reading {
    sweep_job *of;
    sim_store *store;
} row_reading;

/* A job of its own, which frees what the file needed. */
static void read_rows(base_arena *arena, void *context)
{
    const row_reading *from = context;
    const sim_store_reading how = {&kind, NULL, NULL, give_row, from->of};
    sim_store_hold(from->store, &from->of->facts, false);
    sim_store_must(arena, from->store);
    sim_store_each(arena, &how, from->store, 0, UINT64_MAX);
}

static void take_rows(sweep_job *of, sim_store *store)
{
    row_reading from = {of, store};
    base_must(of->arena, base_do(read_rows, &from, &of->arena->error));
}

static void open_files(sweep_job *of)
{
    wyrm_status status;
    find_facts(of);
    if (of->how.file != NULL) {
        of->file = sim_store_hand_over(sim_store_write(&kind, of->how.file, &of->facts, of),
                                       &status, &of->arena->error);
        base_must(of->arena, status);
        take_rows(of, of->file);
    }
    for (size_t i = 0; i < of->how.from_count; i++) {
        sim_store *from = sim_store_hand_over(sim_store_read(&kind, of->how.from[i], NULL), &status,
                                              &of->arena->error);
        base_must(of->arena, status);
        base_keep(of->arena, from, sim_store_close);
        take_rows(of, from);
    }
}

/* ---- measuring ---- */

static bool show_progress(double done, void *context)
{
    sweep_job *of = context;
    if (of->how.progress != NULL && !of->out->stopped)
        of->out->stopped =
            !of->how.progress(fmin(of->before + done * of->part, 0.9999), of->how.context);
    return !of->out->stopped;
}

/* Opens and measures the variant of a row. `alone`: on all threads and with its own progress, for
 * games; otherwise on one thread, and the thread pool reports progress. */
static wyrm_status measure_row(sweep_job *of, size_t row, bool alone, judge_variant **out,
                               wyrm_error *error)
{
    wyrm_change changes[WYRM_SWEEP_KEYS_MAX];
    judge_variant_options how = {.changes = changes, .bot = of->how.bot};
    const judge_spending spending = {.games = of->how.games,
                                     .dungeons = of->how.games,
                                     .threads = alone ? of->how.threads : 1,
                                     .progress = alone ? show_progress : NULL,
                                     .context = of,
                                     .maker = of->how.maker};
    how.count = changes_of(of->out, row, changes);
    for (size_t k = 0; k < of->out->key_count; k++)
        if (is_bot(&of->out->keys[k]))
            how.bot = of->out->keys[k].values[wyrm_sweep_value(of->out, row, k)];
    wyrm_status status = judge_variant_open(of->goals, &how, out, error);
    if (status == WYRM_OK)
        status = judge_variant_measure(*out, NULL, &spending, error);
    if (*out != NULL)
        judge_variant_rest(*out);
    return status;
}

static wyrm_estimate estimate_of(const judge_figure *figure)
{
    const wyrm_interval point = {figure->value, figure->value};
    return (wyrm_estimate){figure->value, figure->sampled, figure->sampled ? figure->ci95 : point};
}

/* Fills a row with the figures of its variant, and writes it to the file. */
static void fill_row(sweep_job *of, size_t index, const judge_variant *variant)
{
    wyrm_sweep *out = of->out;
    wyrm_sweep_row *row = &out->rows[index];
    row->refused = base_copy(of->arena, judge_variant_refused(variant));
    row->done = true;
    if (row->refused == NULL)
        row->figures = base_array(of->arena, wyrm_sweep_figure, out->goal_count);
    for (size_t g = 0; g < out->goal_count && row->figures != NULL; g++) {
        const judge_figure figure = judge_variant_figure(variant, g);
        judge_figure more = {.value = (double)NAN};
        if (variant != of->base && !isnan(figure.value)) /* else neither has one: no change of 0 */
            more = judge_variant_change(of->base, variant, g, JUDGE_CONFIDENCE);
        /* Exact figures differ in their last bits if a change reorders a sum, and equal games may
         * give a mean difference of 1e-17: both count as 0. */
        if (!more.sampled && isfinite(more.value) && fabs(more.value) <= GRAIN * fabs(figure.value))
            more = (judge_figure){.value = 0};
        else if (more.sampled && wyrm_interval_is_known(more.ci95) &&
                 fabs(more.value) <= GRAIN * (more.ci95.high - more.ci95.low))
            more.value = 0;
        row->figures[g] = (wyrm_sweep_figure){.value = estimate_of(&figure),
                                              .why = base_copy(of->arena, figure.why),
                                              .games = judge_variant_games(variant, g),
                                              .more = estimate_of(&more)};
    }
    write_row(of, index);
}

typedef struct measured {
    judge_variant *variant;
    wyrm_status status;
    wyrm_error error;
} measured;

static void measure_share(const sim_share *share)
{
    sweep_job *of = share->context;
    measured *out = share->result;
    *out = (measured){.variant = NULL};
    out->status = measure_row(of, of->todo[share->first], of->played, &out->variant, &out->error);
}

static void release_measured(void *result)
{
    measured *one = result;
    judge_variant_free(one->variant);
    *one = (measured){.variant = NULL};
}

static void merge_share(const sim_share *share)
{
    sweep_job *of = share->context;
    measured *made = share->result;
    if (made->status != WYRM_OK)
        of->arena->error = made->error;
    base_must(of->arena, made->status);
    fill_row(of, of->todo[share->first], made->variant);
    release_measured(made);
    of->before += of->played ? of->part : 0;
}

/* Measures the base, then the missing rows. A job of its own, so that a stop keeps what is done. */
static void measure_all(base_arena *arena, void *context)
{
    sweep_job *of = context;
    wyrm_sweep *out = of->out;
    const bool asked = of->todo_count > 0 && of->todo[0] == out->base;
    const double all = (double)of->todo_count + (asked ? 0.0 : 1.0);
    of->part = 1 / all;
    base_must(arena, measure_row(of, out->base, true, &of->base, &arena->error));
    of->before = of->part;
    if (asked) {
        fill_row(of, out->base, of->base);
        of->todo++;
        of->todo_count--;
    }
    of->part = (of->played ? 1 : (double)of->todo_count) / all;
    const sim_work work = {.count = of->todo_count,
                           .share = 1,
                           .result_size = sizeof(measured),
                           .release_result = release_measured,
                           .run = measure_share,
                           .merge = merge_share,
                           .context = of,
                           .progress = of->played ? NULL : show_progress,
                           .progress_context = of};
    if (of->todo_count > 0)
        sim_work_run(arena, &work, of->played ? 1 : of->how.threads);
}

/* Lists the missing rows of this shard, the base first. */
static void find_todo(sweep_job *of)
{
    const wyrm_sweep *out = of->out;
    const uint64_t parts = of->how.parts > 0 ? of->how.parts : 1;
    /* Each shard ends where the next begins, so together they have every row exactly once. */
    const uint64_t first = out->count * of->how.part / parts,
                   end = out->count * (of->how.part + 1) / parts;
    if (of->how.part >= parts || parts > out->count)
        base_refuse(of->arena, WYRM_ERROR_ARGUMENT, "%zu variants do not make %" PRIu64 " shards",
                    out->count, parts);
    of->todo = base_array(of->arena, size_t, out->count);
    if (out->base >= first && out->base < end && !out->rows[out->base].done)
        of->todo[of->todo_count++] = out->base;
    for (uint64_t row = first; row < end; row++)
        if (row != out->base && !out->rows[row].done)
            of->todo[of->todo_count++] = row;
}

/* ---- all of it ---- */

static void free_job(sweep_job *of)
{
    judge_variant_free(of->base);
    sim_store_close(of->file);
    base_buffer_drop(&of->text);
    of->base = NULL;
    of->file = NULL;
}

/* Whether a goal has the same value in all rows, which shows that no key affects it. Only for exact
 * figures: sampled ones may agree by chance. */
static bool is_flat(const wyrm_sweep *out, size_t goal)
{
    const wyrm_estimate *first = NULL;
    for (size_t i = 0; i < out->count; i++) {
        if (out->rows[i].figures == NULL)
            continue;
        const wyrm_estimate *now = &out->rows[i].figures[goal].value;
        first = first == NULL ? now : first;
        if (now->sampled || now->value < first->value || now->value > first->value ||
            isnan(now->value) != isnan(first->value))
            return false;
    }
    return true;
}

/* Derives what the file does not store, such as verdicts. Rows that are not done count as valid,
 * since the sweep fails only if all variants are refused. */
static void derive_verdicts(sweep_job *of)
{
    wyrm_sweep *out = of->out;
    const char *refused = NULL;
    size_t sound = 0;
    for (size_t i = 0; i < out->count; i++) {
        const wyrm_sweep_row *row = &out->rows[i];
        out->done += row->done;
        sound += !row->done || row->refused == NULL;
        refused = refused == NULL ? row->refused : refused;
        for (size_t g = 0; g < out->goal_count && out->targets && row->figures != NULL; g++) {
            wyrm_sweep_figure *figure = &row->figures[g];
            const judge_measure made = {.value = figure->value.value,
                                        .sampled = figure->value.sampled,
                                        .ci95 = figure->value.ci95,
                                        .decided = figure->value.ci95,
                                        .runs = figure->games};
            figure->verdict = judge_verdict(&made, of->goals->points[g].target);
        }
    }
    for (size_t g = 0; g < out->goal_count; g++)
        out->goals[g].flat = is_flat(out, g);
    if (sound == 0)
        base_refuse(of->arena, WYRM_ERROR_ARGUMENT, "no variant makes a ruleset: %s", refused);
}

typedef struct sweep_call {
    const wyrm_design *design;
    const wyrm_sweep_options *options;
} sweep_call;

static void run_sweep(base_arena *arena, void *result, void *context)
{
    const sweep_call *call = context;
    sweep_job *of = base_new(arena, sweep_job);
    *of = (sweep_job){.arena = arena,
                      .how = *call->options,
                      .out = result,
                      .ruleset = wyrm_design_ruleset(call->design)};
    base_keep(arena, of, free_job);
    if (of->how.games == 0)
        of->how.games = WYRM_SIM_RUNS;
    if (of->how.games > WYRM_SWEEP_GAMES_MAX)
        base_refuse(arena, WYRM_ERROR_LIMIT, "a variant has at most %d games",
                    WYRM_SWEEP_GAMES_MAX);
    of->out->seed = of->how.seed;
    read_keys(of);
    find_goals(of, call->design);
    open_files(of);
    find_todo(of);
    if (of->todo_count > 0) {
        const wyrm_status status = base_run(arena, measure_all, of);
        /* a stopped sweep returns the rows so far; any other failure is one */
        if (status != WYRM_OK && !of->out->stopped)
            base_fail(arena, status);
    }
    if (of->file != NULL)
        base_must(arena, sim_store_flush(of->file, &arena->error));
    derive_verdicts(of);
    free_job(of);
}

wyrm_status wyrm_sweep_run(const wyrm_design *design, const wyrm_sweep_options *options,
                           wyrm_sweep **out, wyrm_error *error)
{
    sweep_call call = {design, options};
    return base_make(sizeof **out, run_sweep, &call, out, error);
}

void wyrm_sweep_free(wyrm_sweep *sweep)
{
    base_unmake(sweep);
}
