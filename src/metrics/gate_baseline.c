/* Baselines of rulesets: sides of the gate in files.
 *
 * The rules stand in the file line by line: where it is made anew the difference of the two files
 * shows what has changed. What the runs came to is a row of fixed width a run, in base64. What this
 * has in common with baselines of external games is in baseline.c. */

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "metrics/internal.h"

#define FORMAT  "wyrm-baseline"
#define VERSION 2
#define ROW_BYTES                                                                                  \
    21 /* end 1, depth 2, floors 2, level 4, turns 4, damage 8: 28 letters in base64 */

/* ---- Rows ---- */

/* The fields of a row, in their order. */
enum { FIELDS = 6 };
static const int widths[FIELDS] = {1, 2, 2, 4, 4, 8}; /* end, depth, floors, level, turns, damage */

/* Rows are a multiple of three bytes long, so nothing is left over that needs padding. */
_Static_assert(ROW_BYTES % 3 == 0, "no padding");

static void encode(const wyrm_gate_run *run, wyrm_text *out)
{
    const uint64_t fields[FIELDS] = {(uint64_t)run->end,   (uint64_t)run->depth, run->floors,
                                     (uint32_t)run->level, run->turns,           run->damage};
    unsigned char row[ROW_BYTES], *at = row;
    for (int f = 0; f < FIELDS; f++)
        for (int i = 0; i < widths[f]; i++)
            *at++ = (unsigned char)(fields[f] >> (8 * i));
    baseline_put_bytes(row, ROW_BYTES, out);
}

static bool decode(const char *text, wyrm_gate_run *out)
{
    unsigned char row[ROW_BYTES];
    const unsigned char *at = row;
    uint64_t fields[FIELDS] = {0};
    if (!baseline_take_bytes(text, row, ROW_BYTES))
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

/* ---- Writing ---- */

/* The rules line by line. */
static json_t *rules_json(base_arena *arena, const wyrm_design *design)
{
    char *text;
    json_t *list = baseline_kept(arena, json_array());
    base_must(arena, wyrm_ruleset_dump(wyrm_design_ruleset(design), &text, &arena->error));
    base_keep(arena, text, wyrm_free);
    for (const char *line = text; *line != '\0';) {
        size_t length = strcspn(line, "\n");
        json_array_append_new(list, json_stringn(line, length));
        line += length + (line[length] == '\n');
    }
    return list;
}

static json_t *means_json(base_arena *arena, const wyrm_gate_side *side)
{
    wyrm_looks looks = wyrm_looks_begin(&(wyrm_effort){.exactly = WYRM_GATE_RUNS_MAX}, 1);
    wyrm_gate *gate = base_new(arena, wyrm_gate);
    if (wyrm_looks_next(&looks))
        wyrm_gate_compare(side, side, &looks, gate);
    return baseline_means(arena, gate);
}

typedef struct writing {
    const wyrm_gate_side *side;
    json_t *root;
} writing;

static void write_side(base_arena *arena, void *context)
{
    writing *to = context;
    const wyrm_gate_side *side = to->side;
    const wyrm_results_facts *facts = &side->facts;
    json_t *ends = baseline_kept(arena, json_array()), *means = means_json(arena, side);
    json_t *rules = rules_json(arena, side->design);
    wyrm_text rows = {0};
    for (size_t i = 0; i < side->count; i++)
        encode(&side->runs[i], &rows);
    char *encoded = wyrm_text_steal(&rows);
    /* The words that the bytes of the rows stand for. */
    for (int end = 0; end < WYRM_RUN_END_COUNT; end++)
        json_array_append_new(ends, json_string(wyrm_run_end_word((wyrm_run_end)end)));
    to->root = json_pack(
        "{s:s,s:i,s:s,s:s,s:s,s:I,s:s,s:s,s:I,s:I,s:I,s:I,s:O,s:O,s:O,s:s}", "format", FORMAT,
        "format_version", VERSION, "ruleset", facts->ruleset, "hash", facts->hash, "version",
        facts->version, "engine", (json_int_t)facts->engine, "bot", facts->bot, "without",
        facts->without, "turn_limit", (json_int_t)facts->turn_limit, "seed",
        (json_int_t)facts->seed, "first", (json_int_t)side->runs[0].run, "runs",
        (json_int_t)side->count, "means", means, "ends", ends, "rules", rules, "rows", encoded);
    wyrm_free(encoded);
}

wyrm_status wyrm_gate_baseline_text(const wyrm_gate_side *side, char **out, wyrm_error *error)
{
    writing to = {side, NULL};
    *out = NULL;
    if (side->count == 0)
        return wyrm_fail(error, WYRM_ERROR_ARGUMENT, "there are no runs to keep in a baseline");
    const uint64_t first = side->runs[0].run, last = side->runs[side->count - 1].run;
    if (last - first != side->count - 1)
        return baseline_has_gap(first, last, error);
    if (side->outdated)
        return wyrm_fail(error, WYRM_ERROR_ARGUMENT,
                         "the rules have changed since these runs were made: a baseline keeps the "
                         "rules that its runs were played by");
    if (side->design == NULL)
        return wyrm_fail(error, WYRM_ERROR_ARGUMENT,
                         "the rules of these runs do not read: a baseline keeps them");
    wyrm_status status = base_do(write_side, &to, error);
    return status == WYRM_OK ? baseline_give(to.root, out, error) : status;
}

/* ---- Reading ---- */

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
        /* The end that the byte stands for; this version may know none of that name. */
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

/* Later versions may not know every key of these rules any more: then what they were stays unknown,
 * and what the runs came to is compared nevertheless. */
static bool take_rules(const json_t *lines, wyrm_gate_side *out)
{
    wyrm_text text = {0};
    for (size_t i = 0; i < json_array_size(lines); i++) {
        const char *line = json_string_value(json_array_get(lines, i));
        wyrm_text_append(&text, line ? line : "");
        wyrm_text_append_char(&text, '\n');
    }
    size_t length = text.length;
    char *rules = wyrm_text_steal(&text);
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
    if (!format || strcmp(format, FORMAT) != 0 ||
        !baseline_take_count(root, "format_version", 0, INT64_MAX, &version))
        return wyrm_fail(error, WYRM_ERROR_SYNTAX, "%.100s: no baseline of wyrm", file);
    if (version > VERSION)
        return wyrm_fail(error, WYRM_ERROR_LIMIT, "%.100s: a baseline of a newer version", file);
    if (version < VERSION)
        return wyrm_fail(error, WYRM_ERROR_LIMIT,
                         "%.100s: a baseline of an earlier version, which keeps no runs; make a "
                         "new one of the old rules: wyrm compare RULESET --baseline %.100s",
                         file, file);
    wyrm_status status = baseline_check(file, root, error);
    if (status != WYRM_OK)
        return status;
    bool taken = baseline_take_text(root, "ruleset", facts->ruleset, sizeof facts->ruleset) &&
                 baseline_take_text(root, "hash", facts->hash, sizeof facts->hash) &&
                 baseline_take_text(root, "version", facts->version, sizeof facts->version) &&
                 baseline_take_count(root, "engine", 0, UINT32_MAX, &engine) &&
                 baseline_take_text(root, "bot", facts->bot, sizeof facts->bot) &&
                 baseline_take_text(root, "without", facts->without, sizeof facts->without) &&
                 baseline_take_count(root, "turn_limit", 1, UINT32_MAX, &limit) &&
                 baseline_take_count(root, "seed", 0, INT64_MAX, &facts->seed) &&
                 baseline_take_count(root, "first", 0, INT64_MAX - WYRM_GATE_RUNS_MAX, &first) &&
                 baseline_take_count(root, "runs", 1, WYRM_GATE_RUNS_MAX, &count) &&
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
