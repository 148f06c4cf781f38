/* Baselines: the sides of the gate stored in files, for rulesets and for external games.
 *
 * A baseline is JSON that is committed to version control next to what it describes. It contains
 * only texts and whole numbers, so that it is the same on every machine; results of runs are bytes
 * in base64. A checksum over everything detects damage and manual edits: a gate that compares a
 * change with figures nobody has played is worse than none.
 *
 * For a ruleset, the rules are stored line by line, so that after an update the diff of the file
 * shows what has changed. Each run is a row of fixed width.
 *
 * For an external game, the file holds who made the runs, the game's hello, the margins, and the
 * results of each run: one column per metric, whole numbers as narrow as possible, others with all
 * their bits. It contains no command and no path, since a file from a stranger must be safe to
 * read. Everything read is checked like the output of a game: a checksum detects damage, not
 * malice.
 *
 * Runs are stored without gaps, so the first number and the count give all run numbers. Words
 * (outcomes, causes, categories) are listed once and are indices in the columns. Reading takes the
 * same path as playing: the hello goes through the parser of hellos, and each run into a side, so
 * that a side from a file is no different from one that has just been played. */
#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>
#include "base/text.h"
#include "metrics/internal.h"
#include "protocol/internal.h"

/* ---- Bytes ---- */

static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/* Encodes bytes in base64; their count must be a multiple of 3. */
static void put_bytes(const unsigned char *bytes, size_t count, base_buffer *out)
{
    for (size_t i = 0; i < count; i += 3) {
        uint32_t word = (uint32_t)bytes[i] << 16 | (uint32_t)bytes[i + 1] << 8 | bytes[i + 2];
        for (int shift = 18; shift >= 0; shift -= 6)
            base_buffer_append_char(out, letters[word >> shift & 63]);
    }
}

/* Decodes base64 text of `count` bytes; false at any other character. */
static bool take_bytes(const char *text, unsigned char *out, size_t count)
{
    for (size_t i = 0; i < count; i += 3) {
        uint32_t word = 0;
        for (int k = 0; k < 4; k++) {
            const char *letter = strchr(letters, *text);
            if (!letter || *text++ == '\0')
                return false;
            word = word << 6 | (uint32_t)(letter - letters);
        }
        for (int k = 0; k < 3; k++)
            out[i + (size_t)k] = (unsigned char)(word >> (16 - 8 * k));
    }
    return true;
}

/* ---- Whole files ---- */

/* Returns the hash of all other members, serialized with sorted keys; NULL if out of memory. */
static json_t *checksum(json_t *root)
{
    json_t *others = json_copy(root);
    json_object_del(others, "checksum");
    char *text = others ? json_dumps(others, JSON_COMPACT | JSON_SORT_KEYS) : NULL;
    json_t *sum =
        text ? json_sprintf("%016llx", (unsigned long long)XXH3_64bits(text, strlen(text))) : NULL;
    json_decref(others);
    free(text);
    return sum;
}

/* Frees a JSON value at the end of the job, which may run out of memory at any time. Values that
 * are packed into the root hold a reference of their own. */
static json_t *free_later(base_arena *arena, json_t *value)
{
    base_keep(arena, value, json_decref);
    return value;
}

/* Returns the mean of each metric, for people who read the file; the library never reads it. */
static json_t *means_of(base_arena *arena, const wyrm_gate *gate)
{
    json_t *means = free_later(arena, json_object());
    for (size_t i = 0; i < gate->count; i++)
        json_object_set_new(means, gate->rows[i].metric,
                            json_sprintf("%.4g", gate->rows[i].before));
    return means;
}

/* Refuses a side with runs missing between these numbers. */
static wyrm_status refuse_gap(uint64_t first, uint64_t last, wyrm_error *error)
{
    return wyrm_fail(error, WYRM_ERROR_ARGUMENT,
                     "some runs between number %llu and %llu are missing: a baseline keeps them "
                     "without a gap",
                     (unsigned long long)first, (unsigned long long)last);
}

wyrm_status baseline_give(json_t *root, char **out, wyrm_error *error)
{
    bool done = root && json_object_set_new(root, "checksum", checksum(root)) == 0;
    char *text = done ? json_dumps(root, JSON_INDENT(1)) : NULL;
    json_decref(root);
    *out = text ? base_allocate(strlen(text) + 2) : NULL;
    if (*out)
        sprintf(*out, "%s\n", text);
    free(text);
    return *out ? WYRM_OK : wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory");
}

wyrm_status baseline_parse(const char *file, const char *text, size_t length, json_t **out,
                           wyrm_error *error)
{
    json_error_t why;
    *out = json_loadb(text, length, JSON_REJECT_DUPLICATES, &why);
    if (*out)
        return WYRM_OK;
    wyrm_fail(error, WYRM_ERROR_SYNTAX, "no baseline: %.150s", why.text);
    if (error) {
        snprintf(error->file, sizeof error->file, "%s", file);
        error->line = why.line;
        error->column = why.column > 0 ? why.column : 1;
        error->length = 1;
    }
    return WYRM_ERROR_SYNTAX;
}

/* Fails if the checksum does not match. */
static wyrm_status check(const char *file, json_t *root, wyrm_error *error)
{
    json_t *sum = checksum(root);
    if (!sum)
        return wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory");
    bool whole = json_equal(sum, json_object_get(root, "checksum"));
    json_decref(sum);
    if (!whole)
        return wyrm_fail(error, WYRM_ERROR_SYNTAX,
                         "%.200s: a damaged baseline: its checksum is of something else", file);
    return WYRM_OK;
}

/* ---- Values ---- */

/* Reads one line of text; false if it is missing, too long, or contains control characters. */
static bool take_text(const json_t *root, const char *key, char *out, size_t size)
{
    const char *text = json_string_value(json_object_get(root, key));
    if (!text || strlen(text) >= size)
        return false;
    snprintf(out, size, "%s", text);
    while (*text != '\0') {
        const uint32_t character = base_utf8_next(&text);
        if (character == BASE_UTF8_NONE || character == '\n' || base_utf8_steers(character))
            return false;
    }
    return true;
}

static bool take_count(const json_t *root, const char *key, uint64_t least, uint64_t most,
                       uint64_t *out)
{
    const json_t *value = json_object_get(root, key);
    *out = (uint64_t)json_integer_value(value);
    return json_is_integer(value) && json_integer_value(value) >= 0 && *out >= least &&
           *out <= most;
}

/* ---- Rulesets: rows ---- */

#define RULES_FORMAT  "wyrm-baseline"
#define RULES_VERSION 2
#define ROW_BYTES                                                                                  \
    21 /* end 1, depth 2, floors 2, level 4, turns 4, damage 8: 28 characters in base64 */

/* Number of fields of a row. */
enum { FIELDS = 6 };
static const int widths[FIELDS] = {1, 2, 2, 4, 4, 8}; /* end, depth, floors, level, turns, damage */

/* base64 needs no padding for a multiple of 3 bytes */
_Static_assert(ROW_BYTES % 3 == 0, "no padding");

static void encode(const wyrm_gate_run *run, base_buffer *out)
{
    const uint64_t fields[FIELDS] = {(uint64_t)run->end,   (uint64_t)run->depth, run->floors,
                                     (uint32_t)run->level, run->turns,           run->damage};
    unsigned char row[ROW_BYTES], *at = row;
    for (int f = 0; f < FIELDS; f++)
        for (int i = 0; i < widths[f]; i++)
            *at++ = (unsigned char)(fields[f] >> (8 * i));
    put_bytes(row, ROW_BYTES, out);
}

static bool decode(const char *text, wyrm_gate_run *out)
{
    unsigned char row[ROW_BYTES];
    const unsigned char *at = row;
    uint64_t fields[FIELDS] = {0};
    if (!take_bytes(text, row, ROW_BYTES))
        return false;
    for (int f = 0; f < FIELDS; f++)
        for (int i = 0; i < widths[f]; i++)
            fields[f] |= (uint64_t)*at++ << (8 * i);
    *out = (wyrm_gate_run){.run = out->run,
                           .end = (wyrm_run_end)fields[0],
                           .depth = (int32_t)fields[1],
                           .floors = (uint32_t)fields[2],
                           .level = (int32_t)(uint32_t)fields[3],
                           .turns = (uint32_t)fields[4],
                           .damage = fields[5]};
    return out->depth >= 1 && out->depth <= WYRM_RUN_FLOORS_MAX && out->floors >= 1 &&
           out->floors <= WYRM_RUN_FLOORS_MAX;
}

/* ---- Rulesets: writing ---- */

/* Returns the rules as a list of lines. */
static json_t *rules_json(base_arena *arena, const wyrm_design *design)
{
    char *text;
    json_t *list = free_later(arena, json_array());
    base_must(arena, wyrm_ruleset_dump(wyrm_design_ruleset(design), &text, &arena->error));
    base_keep(arena, text, wyrm_free);
    for (const char *line = text; *line != '\0';) {
        size_t length = strcspn(line, "\n");
        json_array_append_new(list, json_stringn(line, length));
        line += length + (line[length] == '\n');
    }
    return list;
}

static json_t *rules_means_json(base_arena *arena, const wyrm_gate_side *side)
{
    wyrm_looks looks = wyrm_looks_begin(&(wyrm_effort){.exactly = WYRM_GATE_RUNS_MAX}, 1);
    wyrm_gate *gate = base_new(arena, wyrm_gate);
    if (wyrm_looks_next(&looks))
        wyrm_gate_compare(side, side, &looks, gate);
    return means_of(arena, gate);
}

typedef struct writing_rules {
    const wyrm_gate_side *side;
    json_t *root;
} writing_rules;

static void write_rules_side(base_arena *arena, void *context)
{
    writing_rules *to = context;
    const wyrm_gate_side *side = to->side;
    const wyrm_results_facts *facts = &side->facts;
    json_t *ends = free_later(arena, json_array()), *means = rules_means_json(arena, side);
    json_t *rules = rules_json(arena, side->design);
    base_buffer rows = {0};
    for (size_t i = 0; i < side->count; i++)
        encode(&side->runs[i], &rows);
    char *encoded = base_buffer_steal(&rows);
    /* the names of the numbers in the rows, since later versions may renumber them */
    for (int end = 0; end < WYRM_RUN_END_COUNT; end++)
        json_array_append_new(ends, json_string(wyrm_run_end_word((wyrm_run_end)end)));
    to->root = json_pack(
        "{s:s,s:i,s:s,s:s,s:s,s:I,s:s,s:s,s:I,s:I,s:I,s:I,s:O,s:O,s:O,s:s}", "format", RULES_FORMAT,
        "format_version", RULES_VERSION, "ruleset", facts->ruleset, "hash", facts->hash, "version",
        facts->version, "engine", (json_int_t)facts->engine, "bot", facts->bot, "without",
        facts->without, "turn_limit", (json_int_t)facts->turn_limit, "seed",
        (json_int_t)facts->seed, "first", (json_int_t)side->runs[0].run, "runs",
        (json_int_t)side->count, "means", means, "ends", ends, "rules", rules, "rows", encoded);
    wyrm_free(encoded);
}

wyrm_status wyrm_gate_baseline_text(const wyrm_gate_side *side, char **out, wyrm_error *error)
{
    writing_rules to = {side, NULL};
    *out = NULL;
    if (side->count == 0)
        return wyrm_fail(error, WYRM_ERROR_ARGUMENT, "there are no runs to keep in a baseline");
    const uint64_t first = side->runs[0].run, last = side->runs[side->count - 1].run;
    if (last - first != side->count - 1)
        return refuse_gap(first, last, error);
    if (side->outdated)
        return wyrm_fail(error, WYRM_ERROR_ARGUMENT,
                         "the rules have changed since these runs were made: a baseline keeps the "
                         "rules that its runs were played by");
    if (side->design == NULL)
        return wyrm_fail(error, WYRM_ERROR_ARGUMENT,
                         "the rules of these runs do not read: a baseline keeps them");
    wyrm_status status = base_do(write_rules_side, &to, error);
    return status == WYRM_OK ? baseline_give(to.root, out, error) : status;
}

/* ---- Rulesets: reading ---- */

static bool take_rows(const json_t *root, uint64_t first, uint64_t count, wyrm_gate_side *out)
{
    const char *rows = json_string_value(json_object_get(root, "rows"));
    const json_t *ends = json_object_get(root, "ends");
    const size_t width = ROW_BYTES / 3 * 4;
    if (!rows || strlen(rows) != width * count)
        return false;
    out->runs = base_zeroed(count, sizeof *out->runs);
    out->room = out->runs ? count : 0;
    for (uint64_t i = 0; i < out->room; i++) {
        wyrm_gate_run run = {.run = first + i};
        if (!decode(rows + width * i, &run))
            return false;
        /* Find the end by its name; it may be unknown to this version. */
        const char *word = json_string_value(json_array_get(ends, (size_t)run.end));
        int end = 0;
        while (word && end < WYRM_RUN_END_COUNT &&
               strcmp(wyrm_run_end_word((wyrm_run_end)end), word) != 0)
            end++;
        run.end = (wyrm_run_end)end;
        if (!word || end == WYRM_RUN_END_COUNT)
            return false;
        out->runs[out->count++] = run;
    }
    return out->room > 0;
}

/* Parses the rules. Later versions may not know all of their keys; then out->design stays NULL, and
 * only the runs are compared. */
static bool take_rules(const json_t *lines, wyrm_gate_side *out)
{
    base_buffer text = {0};
    for (size_t i = 0; i < json_array_size(lines); i++) {
        const char *line = json_string_value(json_array_get(lines, i));
        base_buffer_append(&text, line ? line : "");
        base_buffer_append_char(&text, '\n');
    }
    size_t length = text.length;
    char *rules = base_buffer_steal(&text);
    if (!rules)
        return false;
    if (wyrm_design_parse("baseline", rules, length, &out->owned, NULL) == WYRM_OK)
        out->design = out->owned;
    wyrm_free(rules);
    return json_array_size(lines) > 0;
}

static wyrm_status read_root(const char *file, json_t *root, wyrm_gate_side *out, wyrm_error *error)
{
    uint64_t version, limit, engine, first, count;
    wyrm_results_facts *facts = &out->facts;
    const char *format = json_string_value(json_object_get(root, "format"));
    if (!format || strcmp(format, RULES_FORMAT) != 0 ||
        !take_count(root, "format_version", 0, INT64_MAX, &version))
        return wyrm_fail(error, WYRM_ERROR_SYNTAX, "%.100s: no baseline of wyrm", file);
    if (version > RULES_VERSION)
        return wyrm_fail(error, WYRM_ERROR_LIMIT, "%.100s: a baseline of a newer version", file);
    if (version < RULES_VERSION)
        return wyrm_fail(error, WYRM_ERROR_LIMIT,
                         "%.100s: a baseline of an earlier version, which keeps no runs; make a "
                         "new one of the old rules: wyrm compare RULESET --baseline %.100s",
                         file, file);
    wyrm_status status = check(file, root, error);
    if (status != WYRM_OK)
        return status;
    bool taken = take_text(root, "ruleset", facts->ruleset, sizeof facts->ruleset) &&
                 take_text(root, "hash", facts->hash, sizeof facts->hash) &&
                 take_text(root, "version", facts->version, sizeof facts->version) &&
                 take_count(root, "engine", 0, UINT32_MAX, &engine) &&
                 take_text(root, "bot", facts->bot, sizeof facts->bot) &&
                 take_text(root, "without", facts->without, sizeof facts->without) &&
                 take_count(root, "turn_limit", 1, UINT32_MAX, &limit) &&
                 take_count(root, "seed", 0, INT64_MAX, &facts->seed) &&
                 take_count(root, "first", 0, INT64_MAX - WYRM_GATE_RUNS_MAX, &first) &&
                 take_count(root, "runs", 1, WYRM_GATE_RUNS_MAX, &count) &&
                 take_rows(root, first, count, out) &&
                 take_rules(json_object_get(root, "rules"), out);
    if (!taken)
        return wyrm_fail(error, WYRM_ERROR_SYNTAX, "%.200s: a broken baseline", file);
    facts->turn_limit = (uint32_t)limit;
    facts->engine = (uint32_t)engine;
    return WYRM_OK;
}

wyrm_status wyrm_gate_baseline_read(const char *file, const char *text, size_t length,
                                    wyrm_gate_side *out, wyrm_error *error)
{
    json_t *root;
    *out = (wyrm_gate_side){0};
    wyrm_status status = baseline_parse(file, text, length, &root, error);
    if (status != WYRM_OK)
        return status;
    status = read_root(file, root, out, error);
    json_decref(root);
    if (status != WYRM_OK)
        wyrm_gate_side_free(out);
    return status;
}

/* ---- External games: columns ---- */

#define GAME_FORMAT  "wyrm-external-baseline"
#define GAME_VERSION 2
#define STAGED       2 /* first version that stores metrics by stage */
#define REAL         8 /* bytes of a number that is not whole */

/* One number for each run; NAN: no value. */
typedef struct column {
    double *values;
    size_t count;
} column;

/* Returns the fewest bytes that hold all values of the column, with the largest number reserved for
 * "no value". Negative numbers, -0 included, need the bits of a double. */
static size_t width_of(const column *of)
{
    size_t width = 1;
    for (size_t i = 0; i < of->count && width < REAL; i++) {
        double value = of->values[i];
        while (width < REAL && value > ldexp(1.0, 8 * (int)width) - 2.0)
            width *= 2;
        if (!isnan(value) && (value < 0.0 || value != floor(value) || signbit(value)))
            width = REAL;
    }
    return width;
}

static uint64_t bits_of(double value, size_t width)
{
    uint64_t bits = ~UINT64_C(0);
    if (isnan(value))
        return bits;
    if (width < REAL)
        return (uint64_t)value;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static double value_of(uint64_t bits, size_t width)
{
    double value;
    if (width < REAL)
        return bits == (UINT64_C(1) << (8 * width)) - 1 ? (double)NAN : (double)bits;
    if (bits == ~UINT64_C(0))
        return (double)NAN;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* Returns the size in bytes, rounded up to a multiple of 3 so that base64 needs no padding. */
static size_t bytes_of(size_t count, size_t width)
{
    return (count * width + 2) / 3 * 3;
}

static json_t *column_json(base_arena *arena, const char *name, const column *of)
{
    size_t width = width_of(of), size = bytes_of(of->count, width);
    unsigned char *bytes = base_array(arena, unsigned char, size), *at = bytes;
    base_buffer text = {0};
    for (size_t i = 0; i < of->count; i++) {
        uint64_t bits = bits_of(of->values[i], width);
        for (size_t k = 0; k < width; k++)
            *at++ = (unsigned char)(bits >> (8 * k));
    }
    put_bytes(bytes, size, &text);
    char *encoded = base_buffer_steal(&text);
    json_t *out = json_pack("{s:s,s:i,s:s}", "name", name, "bytes", (int)width, "values", encoded);
    wyrm_free(encoded);
    return out;
}

/* Decodes a column of out->count values; false if the text is anything else, or holds an infinite
 * number. The length of the text is checked before memory is allocated, so that a small file that
 * claims a million runs is refused early. */
static bool take_column(base_arena *arena, const json_t *from, column *out)
{
    uint64_t width;
    const char *text = json_string_value(json_object_get(from, "values"));
    if (!text || !take_count(from, "bytes", 1, REAL, &width) || (width & (width - 1)) != 0)
        return false;
    size_t size = bytes_of(out->count, width);
    if (strlen(text) != size / 3 * 4)
        return false;
    out->values = base_array(arena, double, out->count); /* bounded by the length of the text */
    unsigned char *bytes = base_array(arena, unsigned char, size), *at = bytes;
    if (!take_bytes(text, bytes, size))
        return false;
    for (size_t i = 0; i < out->count; i++) {
        uint64_t bits = 0;
        for (size_t k = 0; k < width; k++)
            bits |= (uint64_t)*at++ << (8 * k);
        out->values[i] = value_of(bits, width);
        /* Only the NAN with all bits set means "no value". */
        if (isinf(out->values[i]) ||
            (width == REAL && isnan(out->values[i]) && bits != ~UINT64_C(0)))
            return false;
    }
    return true;
}

/* ---- External games: writing ---- */

/* Columns that every side has, followed by those of its metrics. */
enum { END, STAGE, OUTCOME, CAUSE, USUAL };
static const char *const usual_columns[USUAL] = {"end", "stage", "outcome", "cause"};

static double word_value(int32_t word)
{
    return word >= 0 ? word : (double)NAN;
}

static double usual_value(const side_run *run, int which)
{
    return which == END       ? (double)run->end
           : which == STAGE   ? (double)run->stage
           : which == OUTCOME ? word_value(run->outcome)
                              : word_value(run->cause);
}

typedef struct writing {
    const wyrm_external_side *side;
    json_t *root;
} writing;

static json_t *words_json(const side_words *words)
{
    json_t *list = json_array();
    for (size_t i = 0; i < words->count; i++)
        json_array_append_new(list, json_string(words->words[i]));
    return list;
}

static json_t *columns_json(base_arena *arena, const wyrm_external_side *side)
{
    json_t *list = free_later(arena, json_array());
    column all = {base_array(arena, double, side->count), side->count};
    for (int which = 0; which < USUAL; which++) {
        for (size_t i = 0; i < side->count; i++)
            all.values[i] = usual_value(&side->runs[i], which);
        json_array_append_new(list, column_json(arena, usual_columns[which], &all));
    }
    for (size_t metric = 0; metric < side->hello.metric_count; metric++) {
        const side_column *from = &side->columns[metric];
        const char *name = side->hello.metrics[metric].name;
        bool staged = side->hello.metrics[metric].kind == WYRM_EXTERNAL_BY_STAGE;
        for (size_t at = from->y; at <= from->x; at++) {
            for (size_t i = 0; i < side->count; i++)
                all.values[i] = side->rows[i * side->row_width + at];
            json_array_append_new(
                list,
                column_json(arena,
                            staged ? base_say(arena, "%s@%d", name, (int)side->stages[at - from->y])
                                   : name,
                            &all));
        }
    }
    return list;
}

/* Returns the words of each category, by metric. */
static json_t *vocabularies_json(const wyrm_external_side *side)
{
    json_t *root = json_object();
    for (size_t i = 0; i < side->hello.metric_count; i++)
        if (side->columns[i].words)
            json_object_set_new(root, side->hello.metrics[i].name,
                                words_json(side->columns[i].words));
    return root;
}

/* Returns a number as text with the fewest digits that read back the same, so that storing a margin
 * does not change it. */
static json_t *number_json(double value)
{
    char text[BASE_NUMBER_MAX];
    base_number_double(value, text);
    return json_string(text);
}

static json_t *margins_json(const wyrm_external_side *side)
{
    json_t *root = json_object();
    for (size_t i = 0; i < side->margin_count; i++)
        json_object_set_new(root, side->margins[i].metric,
                            json_pack("{s:o,s:b}", "size",
                                      number_json(side->margins[i].margin.size), "relative",
                                      (int)side->margins[i].margin.relative));
    return root;
}

static json_t *means_json(base_arena *arena, const wyrm_external_side *side)
{
    wyrm_looks looks = wyrm_looks_begin(&(wyrm_effort){.exactly = WYRM_GATE_RUNS_MAX}, 1);
    wyrm_gate *gate = base_new(arena, wyrm_gate);
    bool cut;
    if (wyrm_looks_next(&looks))
        side_compare(arena, side, side, &looks, gate, &cut);
    return means_of(arena, gate);
}

/* Returns the game's hello as JSON; NULL if out of memory. */
static json_t *hello_json(const wyrm_external_hello *hello)
{
    base_buffer text = {0};
    base_json json = {.text = &text, .digits = 17};
    base_put_object(&json, NULL);
    ext_hello_put(&json, hello);
    base_put_end(&json);
    char *line = base_buffer_steal(&text);
    json_t *root = line ? json_loads(line, 0, NULL) : NULL;
    json_t *out = json_incref(json_object_get(root, "hello"));
    json_decref(root);
    wyrm_free(line);
    return out;
}

static void write_side(base_arena *arena, void *context)
{
    writing *to = context;
    const wyrm_external_side *side = to->side;
    const wyrm_external_facts *facts = &side->facts;
    json_t *ends = free_later(arena, json_array()), *means = means_json(arena, side);
    json_t *columns = columns_json(arena, side);
    for (int end = 0; end < WYRM_EXTERNAL_END_COUNT; end++)
        json_array_append_new(ends, json_string(wyrm_external_end_word((wyrm_external_end)end)));
    to->root = json_pack(
        "{s:s,s:i,s:s,s:s,s:s,s:s,s:I,s:I,s:b,s:o,s:o,s:o,s:I,s:I,s:O,s:O,s:o,s:o,s:o,s:O}",
        "format", GAME_FORMAT, "format_version", GAME_VERSION, "game", facts->game, "version",
        facts->version, "agent", facts->agent, "set", facts->set, "seed", (json_int_t)facts->seed,
        "steps", (json_int_t)facts->steps, "imported", (int)facts->imported, "hello",
        hello_json(&side->hello), "alarm", number_json(side->alarm), "margins", margins_json(side),
        "first", (json_int_t)side->runs[0].run, "runs", (json_int_t)side->count, "means", means,
        "ends", ends, "outcomes", words_json(&side->outcomes), "causes", words_json(&side->causes),
        "words", vocabularies_json(side), "columns", columns);
}

wyrm_status wyrm_external_baseline_text(const wyrm_external_side *side, char **out,
                                        wyrm_error *error)
{
    writing to = {side, NULL};
    *out = NULL;
    if (side->count == 0)
        return wyrm_fail(error, WYRM_ERROR_ARGUMENT, "there are no runs to keep in a baseline");
    const uint64_t first = side->runs[0].run, last = side->runs[side->count - 1].run;
    if (last - first != side->count - 1)
        return refuse_gap(first, last, error);
    wyrm_status status = base_do(write_side, &to, error);
    return status == WYRM_OK ? baseline_give(to.root, out, error) : status;
}

/* ---- External games: reading ---- */

/* A file being read. An error in it ends the job. */
typedef struct reading {
    const char *file;
    json_t *root;
    uint64_t version;
    wyrm_external_side *side;
    const char *const *names[2]; /* the words of outcomes and of causes */
    size_t name_counts[2];
    const char *const **words; /* by metric: the words of a category */
    size_t *word_counts;
    column usual[USUAL], *own;   /* own: by index in the rows of the side */
    wyrm_external_value *values; /* values of the current run */
    double **by_stage;           /* by metric and stage; NAN for stages that were not stored */
} reading;

static _Noreturn void refuse(base_arena *arena, const reading *from, const char *what)
{
    base_refuse(arena, WYRM_ERROR_SYNTAX, "%.150s: a broken baseline: %s", from->file, what);
}

static void expect_value(base_arena *arena, const reading *from, bool right, const char *what)
{
    if (!right)
        refuse(arena, from, what);
}

/* Whether a text is unchanged by cleaning, and so contains nothing that controls a terminal. */
static bool is_clean(base_arena *arena, const char *text)
{
    return strcmp(ext_clean(arena, text, strlen(text), false), text) == 0;
}

static double number_in(const json_t *value)
{
    char text[BASE_NUMBER_MAX + 2];
    snprintf(text, sizeof text, "[%.*s]", BASE_NUMBER_MAX - 1,
             json_is_string(value) ? json_string_value(value) : "");
    json_t *list = json_loads(text, 0, NULL);
    const json_t *number = json_array_get(list, 0);
    double out = json_is_number(number) ? json_number_value(number) : (double)NAN;
    json_decref(list);
    return out;
}

static void take_facts(base_arena *arena, reading *from, wyrm_external_facts *facts)
{
    const json_t *root = from->root;
    expect_value(arena, from,
                 take_text(root, "game", facts->game, sizeof facts->game) &&
                     take_text(root, "version", facts->version, sizeof facts->version) &&
                     take_text(root, "agent", facts->agent, sizeof facts->agent) &&
                     take_text(root, "set", facts->set, sizeof facts->set) &&
                     take_count(root, "seed", 0, INT64_MAX, &facts->seed) &&
                     take_count(root, "steps", 0, INT64_MAX, &facts->steps),
                 "who played is not told");
    expect_value(arena, from,
                 is_clean(arena, facts->game) && is_clean(arena, facts->version) &&
                     is_clean(arena, facts->agent) && is_clean(arena, facts->set),
                 "a name has control characters");
    facts->imported = json_is_true(json_object_get(root, "imported"));
}

/* Reads the hello with the same checks as one that a game prints. */
static void take_hello(base_arena *arena, reading *from, wyrm_external_hello *out)
{
    ext_wrong wrong;
    json_t *object = json_pack("{s:O}", "hello", json_object_get(from->root, "hello"));
    char *text = object ? json_dumps(object, JSON_COMPACT) : NULL;
    json_decref(object);
    base_keep(arena, text, free);
    expect_value(arena, from,
                 text && ext_hello_read(arena, text, strlen(text), out, &wrong) == WYRM_OK,
                 "what the game said of itself is no hello");
}

static const char *const *take_words(base_arena *arena, const reading *from, const json_t *list,
                                     size_t *count)
{
    *count = json_array_size(list);
    expect_value(arena, from, json_is_array(list) && *count <= WYRM_EXTERNAL_WORDS_MAX,
                 "there are too many words");
    const char **words = base_array(arena, const char *, *count);
    for (size_t i = 0; i < *count; i++) {
        const char *word = json_string_value(json_array_get(list, i));
        expect_value(arena, from,
                     word && word[0] != '\0' && strlen(word) <= WYRM_EXTERNAL_NAME_MAX &&
                         is_clean(arena, word),
                     "a word is none");
        words[i] = base_copy(arena, word);
    }
    return words;
}

/* Reads alarm rate and margins. Runs as a job of the side's arena, which keeps the names. */
static void take_terms(base_arena *arena, void *context)
{
    const reading *from = context;
    wyrm_external_side *side = from->side;
    json_t *margins = json_object_get(from->root, "margins"), *value;
    const char *name;
    side->alarm = number_in(json_object_get(from->root, "alarm"));
    expect_value(arena, from, side->alarm > 0.0 && side->alarm <= 1.0, "its alarm is none");
    side->margins = base_array(arena, side_margin, json_object_size(margins));
    json_object_foreach(margins, name, value)
    {
        double size = number_in(json_object_get(value, "size"));
        bool relative = json_is_true(json_object_get(value, "relative"));
        expect_value(arena, from, size >= 0.0, "a margin is none");
        side->margins[side->margin_count++] =
            (side_margin){base_copy(arena, name), {.size = size, .relative = relative}};
    }
}

/* Whether the file has the columns of a metric. */
static bool has_columns(const reading *from, size_t metric)
{
    return from->version >= STAGED ||
           from->side->hello.metrics[metric].kind != WYRM_EXTERNAL_BY_STAGE;
}

/* Reads all columns, in the order in which columns_json() writes them. */
static void take_columns(base_arena *arena, reading *from)
{
    wyrm_external_side *side = from->side;
    const json_t *list = json_object_get(from->root, "columns");
    size_t count = from->usual[0].count, width = USUAL;
    column **order = base_array(arena, column *, USUAL + side->row_width);
    from->own = base_array(arena, column, side->row_width);
    for (size_t i = 0; i < USUAL; i++)
        order[i] = &from->usual[i];
    for (size_t i = 0; i < side->hello.metric_count; i++) {
        side->outdated = side->outdated || !has_columns(from, i);
        for (size_t at = side->columns[i].y; at <= side->columns[i].x && has_columns(from, i); at++)
            order[width++] = &from->own[at];
    }
    expect_value(arena, from, json_array_size(list) == width, "columns are missing");
    for (size_t i = 0; i < width; i++) {
        *order[i] = (column){.count = count};
        expect_value(arena, from, take_column(arena, json_array_get(list, i), order[i]),
                     "a column is none");
    }
}

/* Returns a word by its index; NULL for NAN. */
static const char *word_at(base_arena *arena, const reading *from, const char *const *words,
                           size_t count, double number)
{
    if (isnan(number))
        return NULL;
    expect_value(arena, from, number >= 0.0 && number < (double)count && number == floor(number),
                 "a run has a word that is not there");
    return words[(size_t)number];
}

static wyrm_external_end end_at(base_arena *arena, const reading *from, double number)
{
    const json_t *ends = json_object_get(from->root, "ends");
    expect_value(arena, from, number >= 0.0 && number < 256.0 && number == floor(number),
                 "a run has no end");
    const char *word = json_string_value(json_array_get(ends, (size_t)number));
    int end = 0;
    while (word && end < WYRM_EXTERNAL_END_COUNT &&
           strcmp(wyrm_external_end_word((wyrm_external_end)end), word) != 0)
        end++;
    expect_value(arena, from, word && end < WYRM_EXTERNAL_END_COUNT,
                 "a run has an end that is not known");
    return (wyrm_external_end)end;
}

static bool is_value(wyrm_external_kind kind, const wyrm_external_value *value)
{
    if (!(fabs(value->number) <= WYRM_EXTERNAL_NUMBER_MAX))
        return false;
    if (kind == WYRM_EXTERNAL_SHARE)
        return value->number >= 0.0 && value->number <= value->of &&
               value->of <= WYRM_EXTERNAL_NUMBER_MAX;
    return kind != WYRM_EXTERNAL_AMOUNT || value->number >= 0.0;
}

/* Fills the value of a metric by stage of one run, for the stages that were stored. */
static void take_stages(base_arena *arena, const reading *from, size_t metric, size_t run,
                        wyrm_external_value *out)
{
    const wyrm_external_side *side = from->side;
    const column *columns = &from->own[side->columns[metric].y];
    for (size_t i = 0; i < side->stage_count; i++) {
        double value = columns[i].values[run];
        from->by_stage[metric][side->stages[i] - 1] = value;
        out->told = out->told || !isnan(value);
        expect_value(arena, from, isnan(value) || fabs(value) <= WYRM_EXTERNAL_NUMBER_MAX,
                     "a value is not what its metric can be");
    }
    out->by_stage = from->by_stage[metric];
    out->count = (size_t)side->stages[side->stage_count - 1];
}

static void take_values(base_arena *arena, const reading *from, size_t run)
{
    const wyrm_external_side *side = from->side;
    for (size_t i = 0; i < side->hello.metric_count; i++) {
        const side_column *at = &side->columns[i];
        wyrm_external_kind kind = side->hello.metrics[i].kind;
        wyrm_external_value *value = &from->values[i];
        *value = (wyrm_external_value){.told = false};
        if (kind == WYRM_EXTERNAL_BY_STAGE && has_columns(from, i))
            take_stages(arena, from, i, run, value);
        if (kind == WYRM_EXTERNAL_BY_STAGE || isnan(from->own[at->y].values[run]))
            continue;
        *value = (wyrm_external_value){.told = true,
                                       .number = from->own[at->y].values[run],
                                       .of = from->own[at->x].values[run]};
        if (kind == WYRM_EXTERNAL_CATEGORY)
            value->word = word_at(arena, from, from->words[i], from->word_counts[i], value->number);
        expect_value(arena, from, is_value(kind, value), "a value is not what its metric can be");
    }
}

/* Allocates the lists of metrics by stage, from stage 1 on; missing ones stay NAN. */
static void prepare_stages(base_arena *arena, reading *from)
{
    const wyrm_external_side *side = from->side;
    size_t last = (size_t)side->stages[side->stage_count - 1];
    from->by_stage = base_array(arena, double *, side->hello.metric_count);
    for (size_t i = 0; i < side->hello.metric_count; i++) {
        if (side->hello.metrics[i].kind != WYRM_EXTERNAL_BY_STAGE)
            continue;
        from->by_stage[i] = base_array(arena, double, last);
        for (size_t k = 0; k < last; k++)
            from->by_stage[i][k] = (double)NAN;
    }
}

static void take_runs(base_arena *arena, const reading *from, uint64_t first)
{
    wyrm_external_side *side = from->side;
    for (size_t i = 0; i < from->usual[0].count; i++) {
        wyrm_external_run run = {.run = first + i, .values = from->values, .why = "", .log = ""};
        double stage = from->usual[STAGE].values[i];
        run.end = end_at(arena, from, from->usual[END].values[i]);
        run.outcome = word_at(arena, from, from->names[0], from->name_counts[0],
                              from->usual[OUTCOME].values[i]);
        run.cause = word_at(arena, from, from->names[1], from->name_counts[1],
                            from->usual[CAUSE].values[i]);
        expect_value(arena, from,
                     stage >= 0.0 && stage <= WYRM_EXTERNAL_STAGES_MAX && stage == floor(stage),
                     "a stage is none");
        expect_value(arena, from, run.outcome || !wyrm_external_is_complete(run.end),
                     "a run has no outcome");
        run.stage = (int32_t)stage;
        run.cause = run.cause ? run.cause : "";
        take_values(arena, from, i);
        base_must(arena, wyrm_external_side_take(side, &run, &arena->error));
    }
}

/* Reads a baseline into a new side. The hello comes first, as it says which columns there are. */
static void read_side(base_arena *arena, void *context)
{
    reading *from = context;
    wyrm_external_facts facts = {.seed = 0};
    wyrm_external_hello hello;
    uint64_t first, count = 0;
    const char *format = json_string_value(json_object_get(from->root, "format"));
    if (!format || strcmp(format, GAME_FORMAT) != 0 ||
        !take_count(from->root, "format_version", 1, INT64_MAX, &from->version))
        base_refuse(arena, WYRM_ERROR_SYNTAX, "%.100s: no baseline of a game of one's own",
                    from->file);
    if (from->version > GAME_VERSION)
        base_refuse(arena, WYRM_ERROR_LIMIT, "%.100s: a baseline of a newer version", from->file);
    base_must(arena, check(from->file, from->root, &arena->error));
    take_facts(arena, from, &facts);
    take_hello(arena, from, &hello);
    facts.hello = &hello;
    base_must(arena, wyrm_external_side_new(&facts, NULL, &from->side, &arena->error));
    wyrm_status status = base_run(from->side->arena, take_terms, from);
    if (status != WYRM_OK) {
        arena->error = from->side->arena->error;
        base_fail(arena, status);
    }
    expect_value(arena, from,
                 take_count(from->root, "first", 0, INT64_MAX - WYRM_GATE_RUNS_MAX, &first) &&
                     take_count(from->root, "runs", 1, WYRM_GATE_RUNS_MAX, &count),
                 "how many runs there are is not told");
    from->usual[0].count = count;
    from->names[0] =
        take_words(arena, from, json_object_get(from->root, "outcomes"), &from->name_counts[0]);
    from->names[1] =
        take_words(arena, from, json_object_get(from->root, "causes"), &from->name_counts[1]);
    from->words = base_array(arena, const char *const *, hello.metric_count);
    from->word_counts = base_array(arena, size_t, hello.metric_count);
    from->values = base_array(arena, wyrm_external_value, hello.metric_count);
    const json_t *words = json_object_get(from->root, "words");
    for (size_t i = 0; i < hello.metric_count; i++)
        if (hello.metrics[i].kind == WYRM_EXTERNAL_CATEGORY)
            from->words[i] = take_words(arena, from, json_object_get(words, hello.metrics[i].name),
                                        &from->word_counts[i]);
    prepare_stages(arena, from);
    take_columns(arena, from);
    take_runs(arena, from, first);
}

bool wyrm_external_baseline_is(const char *text, size_t length)
{
    json_t *root = json_loadb(text, length, 0, NULL);
    const char *format = json_string_value(json_object_get(root, "format"));
    bool is = format && strcmp(format, GAME_FORMAT) == 0;
    json_decref(root);
    return is;
}

wyrm_status wyrm_external_baseline_read(const char *file, const char *text, size_t length,
                                        wyrm_external_side **out, wyrm_error *error)
{
    reading from = {.file = file};
    *out = NULL;
    wyrm_status status = baseline_parse(file, text, length, &from.root, error);
    if (status != WYRM_OK)
        return status;
    status = base_do(read_side, &from, error);
    json_decref(from.root);
    if (status == WYRM_OK)
        *out = from.side;
    else
        wyrm_external_side_free(from.side);
    return status;
}
