/* Imported runs, line by line, once the meaning of the columns is known (import_columns.c). A value
 * that does not fit its column makes its line unusable, which is reported and counted: a run with a
 * hole that nobody knows of would be worse than one run less.
 *
 * The file is read twice, since the meaning of a column can only be guessed from all of its values.
 * Seeds in it are ignored: nothing here can replay a run by another program's seed. */
#include <wyrm/external_import.h>
#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include "base/text.h"
#include "protocol/internal.h"
#include "sim/internal.h"

/* Words for each end; lists end with NULL. */
static const struct {
    wyrm_external_end end;
    const char *words[16];
} end_words[] = {
    {WYRM_EXTERNAL_WON,
     {"won", "win", "wins", "victory", "victorious", "success", "cleared", "completed", "beaten",
      "survived"}},
    {WYRM_EXTERNAL_LOST,
     {"lost", "loss", "lose", "died", "dead", "death", "killed", "slain", "defeat", "defeated",
      "fail", "failed", "failure", "game_over", "gameover"}},
    {WYRM_EXTERNAL_UNFINISHED,
     {"unfinished", "quit", "abandoned", "abandon", "timeout", "timed_out", "time_out", "aborted",
      "disconnected", "disconnect", "incomplete", "in_progress", "truncated"}},
    {WYRM_EXTERNAL_FAILED, {"crash", "crashed", "error"}},
};

/* State of the second reading. */
typedef struct reading {
    wyrm_external_import *import;
    base_arena *arena;
    ext_table *table;
    const ext_cell *cells;
    base_arena row; /* arena of the current line */
    wyrm_status (*take)(const wyrm_external_run *run, size_t agent, void *context,
                        wyrm_error *error);
    void *context;
    wyrm_errors *errors;
    wyrm_external_run run;
    wyrm_external_value *values;
    size_t agent;     /* index; IMPORT_NOWHERE: an agent that was not asked for */
    const char *word; /* the outcome as the file has it */
    bool said;        /* whether the options explained that word */
} reading;

/* Returns a word cleaned for storing and showing; refuses the line if it is too long. */
static const char *word_of(reading *r, const char *column, const char *text)
{
    const char *clean = ext_clean(&r->row, text, strlen(text), false);
    if (strlen(clean) > WYRM_EXTERNAL_NAME_MAX)
        base_refuse(&r->row, WYRM_ERROR_SYNTAX, "%s is '%.40s...', longer than %d bytes", column,
                    clean, WYRM_EXTERNAL_NAME_MAX);
    return clean;
}

/* Refuses the current line, not the file: each line is a job of its own. */
static _Noreturn void refuse_value(reading *r, size_t column, const char *wanted)
{
    const ext_cell *cell = &r->cells[column];
    const char *text = cell->is_list ? "a list" : cell->text != NULL ? cell->text : "";
    base_refuse(&r->row, WYRM_ERROR_SYNTAX, "%s is '%.40s': %s", r->import->columns[column].name,
                ext_clean(&r->row, text, strlen(text), false), wanted);
}

/* The end that a word means. Words explained by the options come first, their `else` last: without
 * it an unknown word is an outcome of the game's own, neither won nor lost. */
static wyrm_external_end mean(reading *r, const char *word, const ext_value *value)
{
    const wyrm_external_import *import = r->import;
    char plain[WYRM_IMPORT_NAME_MAX + 1];
    r->said = true;
    for (size_t i = 0; i < import->said_count; i++)
        if (strcasecmp(import->said[i].word, word) == 0)
            return import->said[i].end;
    r->said = false;
    if (value->sort == EXT_FLAG ||
        (value->sort == EXT_NUMBER && import_is_whole(value->number, 0, 1)))
        return (value->number > 0) != import->is_worse ? WYRM_EXTERNAL_WON : WYRM_EXTERNAL_LOST;
    ext_plain_name(word, plain, sizeof plain);
    for (size_t i = 0; i < COUNT_OF(end_words); i++)
        if (ext_is_one_of(plain, end_words[i].words))
            return end_words[i].end;
    r->said = import->otherwise != NULL;
    return r->said ? import->otherwise->end : WYRM_EXTERNAL_OTHER;
}

static void read_end(reading *r)
{
    const wyrm_external_import *import = r->import;
    size_t at = import->role[WYRM_IMPORT_OUTCOME];
    ext_value value = at != IMPORT_NOWHERE ? ext_value_of(&r->cells[at], import->table->comma)
                                           : (ext_value){.sort = EXT_EMPTY};
    wyrm_external_run *run = &r->run;
    r->word = "";
    r->said = true;
    if (value.sort == EXT_EMPTY && import->otherwise == NULL)
        base_refuse(&r->row, WYRM_ERROR_SYNTAX, "it does not say how the run ended (%s)",
                    import->columns[at].name);
    if (value.sort == EXT_LIST || value.sort == EXT_ODD)
        refuse_value(r, at, "an outcome is a word");
    if (value.sort != EXT_EMPTY)
        r->word = word_of(r, import->columns[at].name, r->cells[at].text);
    run->end = value.sort != EXT_EMPTY ? mean(r, r->word, &value) : import->otherwise->end;
    run->outcome = run->end == WYRM_EXTERNAL_OTHER ? r->word : wyrm_external_end_word(run->end);
    if (run->end != WYRM_EXTERNAL_FAILED)
        return;
    char why[WYRM_EXTERNAL_NAME_MAX + 40];
    int length = snprintf(why, sizeof why, "its outcome is '%s'", r->word);
    run->failure = WYRM_EXTERNAL_SAID;
    run->why = base_text(&r->row, why, (size_t)length);
}

/* "none" stands for a missing number or cause. */
static bool is_none(const ext_cell *cell)
{
    return cell->text != NULL && strcasecmp(cell->text, "none") == 0;
}

static void read_ending(reading *r)
{
    const wyrm_external_import *import = r->import;
    size_t stage = import->role[WYRM_IMPORT_STAGE], cause = import->role[WYRM_IMPORT_CAUSE];
    if (stage != IMPORT_NOWHERE && !is_none(&r->cells[stage])) {
        ext_value value = ext_value_of(&r->cells[stage], import->table->comma);
        int add = import->columns[stage].role == WYRM_IMPORT_STAGE_FROM_0;
        if (value.sort != EXT_EMPTY &&
            !(value.sort == EXT_NUMBER &&
              import_is_whole(value.number, 0, WYRM_EXTERNAL_STAGES_MAX - add)))
            refuse_value(r, stage, "a stage is a whole number up to 1000");
        r->run.stage = value.sort == EXT_EMPTY ? 0 : (int32_t)value.number + add;
    }
    if (cause != IMPORT_NOWHERE && !is_none(&r->cells[cause])) {
        ext_value value = ext_value_of(&r->cells[cause], import->table->comma);
        if (value.sort == EXT_LIST || value.sort == EXT_ODD)
            refuse_value(r, cause, "a cause is a word");
        if (value.sort != EXT_EMPTY)
            r->run.cause = word_of(r, import->columns[cause].name, r->cells[cause].text);
    }
}

static void read_by_stage(reading *r, size_t column, wyrm_external_value *out)
{
    const ext_cell *cell = &r->cells[column];
    if (cell->list == NULL || cell->count > WYRM_EXTERNAL_STAGES_MAX)
        refuse_value(r, column, "it is to be a list of at most 1000 numbers");
    for (size_t i = 0; i < cell->count; i++)
        if (fabs(cell->list[i]) > WYRM_EXTERNAL_NUMBER_MAX)
            refuse_value(r, column, "numbers lie within 1e100");
    out->count = cell->count;
    out->by_stage = cell->list;
}

static void read_share(reading *r, size_t column, const ext_value *value, wyrm_external_value *out)
{
    const ext_cell *cell = &r->cells[column];
    bool pair = value->sort == EXT_LIST && cell->count == 2 && cell->list[0] >= 0 &&
                cell->list[0] <= cell->list[1] && cell->list[1] <= WYRM_EXTERNAL_NUMBER_MAX;
    bool one =
        (value->sort == EXT_FLAG || value->sort == EXT_NUMBER || value->sort == EXT_PERCENT) &&
        value->number >= 0 && value->number <= 1;
    if (!pair && !one && value->sort != EXT_PAIR)
        refuse_value(r, column, "a share is yes or no, from 0 to 1, or k/n");
    out->number = pair ? cell->list[0] : value->number;
    out->of = pair ? cell->list[1] : value->of;
}

static void read_metric(reading *r, size_t metric)
{
    size_t column = r->import->metrics[metric];
    wyrm_import_role role = r->import->columns[column].role;
    ext_value value = ext_value_of(&r->cells[column], r->import->table->comma);
    wyrm_external_value *out = &r->values[metric];
    *out = (wyrm_external_value){.told = value.sort != EXT_EMPTY && (role == WYRM_IMPORT_CATEGORY ||
                                                                     !is_none(&r->cells[column])),
                                 .of = 1.0};
    if (!out->told)
        return;
    if (role == WYRM_IMPORT_CATEGORY) {
        if (r->cells[column].text == NULL)
            refuse_value(r, column, "it is to be a word");
        out->word = word_of(r, r->import->columns[column].name, r->cells[column].text);
    } else if (role == WYRM_IMPORT_BY_STAGE) {
        read_by_stage(r, column, out);
    } else if (role == WYRM_IMPORT_SHARE) {
        read_share(r, column, &value, out);
    } else {
        double least = role == WYRM_IMPORT_AMOUNT ? 0 : -WYRM_EXTERNAL_NUMBER_MAX;
        if (value.sort != EXT_NUMBER || value.number < least ||
            value.number > WYRM_EXTERNAL_NUMBER_MAX)
            refuse_value(r, column,
                         role == WYRM_IMPORT_AMOUNT ? "an amount is a number from 0"
                                                    : "it is to be a number");
        out->number = value.number;
    }
}

static void read_agent(reading *r)
{
    const wyrm_external_import *import = r->import;
    size_t at = import->role[WYRM_IMPORT_AGENT];
    r->agent = 0;
    if (at == IMPORT_NOWHERE)
        return;
    if (ext_value_of(&r->cells[at], import->table->comma).sort == EXT_EMPTY)
        base_refuse(&r->row, WYRM_ERROR_SYNTAX, "it does not say who played (%s)",
                    import->columns[at].name);
    const char *word = word_of(r, import->columns[at].name, r->cells[at].text);
    while (r->agent < import->account.agent_count && strcmp(import->agents[r->agent], word) != 0)
        r->agent++;
    r->agent = r->agent < import->account.agent_count ? r->agent : IMPORT_NOWHERE;
}

/* Run numbers must ascend for each agent, as in files of results; without a column for them they
 * count up from 0. */
static void read_number_of_run(reading *r)
{
    const wyrm_external_import *import = r->import;
    size_t at = import->role[WYRM_IMPORT_RUN];
    if (r->agent == IMPORT_NOWHERE)
        return;
    r->run.run = import->next[r->agent];
    if (at == IMPORT_NOWHERE)
        return;
    ext_value value = ext_value_of(&r->cells[at], import->table->comma);
    if (value.sort != EXT_NUMBER ||
        !import_is_whole(value.number, (double)import->next[r->agent], 9007199254740991.0))
        refuse_value(r, at, "the number of a run is whole and above that of the one before it");
    r->run.run = (uint64_t)value.number;
}

/* Reads a line as a run; fails with WYRM_ERROR_SYNTAX if it is unusable. Lines of agents that were
 * not asked for are checked all the same, so errors do not depend on whose runs are wanted. */
static void read_run(base_arena *arena, void *context)
{
    reading *r = context;
    if (r->table->wrong[0] != '\0')
        base_refuse(arena, WYRM_ERROR_SYNTAX, "%s", r->table->wrong);
    r->run = (wyrm_external_run){.cause = "", .why = "", .log = "", .values = r->values};
    read_agent(r);
    read_number_of_run(r);
    read_end(r);
    read_ending(r);
    for (size_t i = 0; i < r->import->hello.metric_count; i++)
        read_metric(r, i);
}

/* Counts the word of an outcome, with the end it was taken for, so that the user sees what was
 * guessed. */
static void count_word(reading *r)
{
    wyrm_external_import *import = r->import;
    size_t at = 0, count = import->account.word_count;
    while (at < count && strcasecmp(import->words[at].word, r->word) != 0)
        at++;
    if (at == WYRM_EXTERNAL_WORDS_MAX)
        return;
    if (at == count) {
        import->words[at] =
            (wyrm_import_word){base_copy(import->arena, r->word), r->run.end, r->said, 0};
        if (import->words[at].word == NULL)
            base_refuse(r->arena, WYRM_ERROR_MEMORY, "out of memory");
        import->account.word_count++;
    }
    import->words[at].count++;
}

/* Reports an unusable line. Ends the import once there are too many: then a column has another
 * meaning than was guessed. */
static void report_bad(reading *r)
{
    wyrm_external_import *import = r->import;
    wyrm_error told = r->row.error;
    double share = (double)++import->account.bad / (double)import->account.lines;
    base_utf8_copy(told.file, sizeof told.file, import->path);
    told.line = r->table->line < INT_MAX ? (int)r->table->line : INT_MAX;
    wyrm_errors_add(r->errors, &told);
    if (import->bad < 1 && share > import->bad) {
        wyrm_fail(&r->arena->error, WYRM_ERROR_SYNTAX,
                  "%s: more than %g %% of its %" PRIu64 " lines are of no use", import->path,
                  100 * import->bad, import->account.lines);
        wyrm_errors_add(r->errors, &r->arena->error);
        base_fail(r->arena, WYRM_ERROR_SYNTAX);
    }
}

static void take_run(reading *r)
{
    wyrm_external_import *import = r->import;
    if (r->agent == IMPORT_NOWHERE) {
        import->account.other++;
        return;
    }
    count_word(r);
    import->account.runs++;
    import->next[r->agent] = r->run.run + 1;
    base_must(r->arena, r->take(&r->run, r->agent, r->context, &r->arena->error));
}

static void read_again(base_arena *arena, void *context)
{
    static const ext_table_limits limits = IMPORT_LIMITS;
    reading *r = context;
    wyrm_external_import *import = r->import;
    r->arena = arena;
    base_keep(arena, &r->row, base_release);
    r->table = ext_table_open(arena, import->path, &limits, import->table);
    r->cells = r->table->cells;
    if (r->table->count != import->account.column_count)
        base_refuse(arena, WYRM_ERROR_IO, "%s: it was changed while it was read", import->path);
    r->values = base_array(arena, wyrm_external_value, import->hello.metric_count);
    import->account.runs = import->account.bad = import->account.other = 0;
    import->account.word_count = 0;
    memset(import->next, 0, sizeof *import->next * import->account.agent_count);
    while (ext_table_next(r->table)) {
        base_release(&r->row);
        r->row.error = (wyrm_error){0};
        wyrm_status status = base_run(&r->row, read_run, r);
        if (status == WYRM_ERROR_SYNTAX) {
            report_bad(r);
        } else if (status != WYRM_OK) {
            arena->error = r->row.error;
            base_fail(arena, status);
        } else {
            take_run(r);
        }
    }
}

wyrm_status wyrm_external_import_each(wyrm_external_import *import,
                                      wyrm_status (*take)(const wyrm_external_run *run,
                                                          size_t agent, void *context,
                                                          wyrm_error *error),
                                      void *context, wyrm_errors *errors)
{
    reading r = {.import = import, .take = take, .context = context, .errors = errors};
    wyrm_error error = {0};
    size_t before = wyrm_errors_count(errors);
    wyrm_status status = base_do(read_again, &r, &error);
    if (status != WYRM_OK && (status != WYRM_ERROR_SYNTAX || wyrm_errors_count(errors) == before))
        wyrm_errors_add(errors, &error);
    return status;
}
