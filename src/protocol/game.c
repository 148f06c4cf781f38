/* External games: the file that describes one, meeting the game, and single questions to it.
 *
 * The file says how the game is started and what its designer wants. It is written in the language
 * of rulesets and read by the same reader with a schema of its own: `engine` instead of rules, and
 * `targets` and `gate` about metrics that only the game knows. A command in a file is a program
 * that will run, so the file stands alone: it extends nothing, and nothing can extend it, since
 * rulesets do not have that section.
 *
 * Everything that does not depend on the game is checked when the file is opened. To meet a game,
 * it is started once for its hello, and the file is checked against that: only then are the agents,
 * parameters and metrics known, and whether the file names any that do not exist. These errors
 * point into the file, too.
 *
 * Draws, fights and replays are requested one at a time, each answered before the next; runs many
 * at a time, as their answers are short and numerous (session.c). A draw or fight stands for a
 * whole sample, a thousand attacks in one request, so waiting for it costs little. They use the
 * same process and limits as runs; only a replay has no time limit, as a person is watching. A
 * question that fails ends the process, so that late output is not taken for the next answer. */
#define _GNU_SOURCE /* realpath */
#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "protocol/internal.h"
#include "ruleset/internal.h"

/* ---- The file: schema ---- */

/* clang-format off */
static const wyrm_field argument_element[] =
    WYRM_ELEMENT("argument", TEXT, .summary = "the program, or one of its arguments");
static const wyrm_field agent_element[] =
    WYRM_ELEMENT("agent", TEXT, .summary = "one of the agents that the game names");
static const wyrm_field setting_element[] =
    WYRM_ELEMENT("setting", TEXT, .summary = "the value of a parameter that the game names");
static const wyrm_field variable_element[] =
    WYRM_ELEMENT("variable", TEXT, .summary = "the value of a variable");

static const wyrm_field limit_fields[] = {
    WYRM_ROW("seconds", REAL, .least = 0.001, .greatest = 86400, .default_value = "60",
             .unit = "seconds", .summary = "the longest that a run may take"),
    WYRM_ROW("start_seconds", REAL, .least = 0.001, .greatest = 3600, .default_value = "10",
             .unit = "seconds", .summary = "the longest that the game may take to say hello"),
    WYRM_ROW("steps", INTEGER, .least = 1, .greatest = 9007199254740992.0,
             .summary = "the limit that the game is told for each run, in whatever it counts"),
    WYRM_ROW("failed", MARGIN, .least = 0, .greatest = 1, .default_value = "5 %",
             .summary = "the share of runs that may fail before a job is given up"),
    {.kind = WYRM_KIND_END},
};

static const wyrm_field engine_fields[] = {
    WYRM_ROW("command", LIST, .required = true, .least = 1, .greatest = 1000,
             .hint = "its words one by one: [python3, game.py]",
             .fields = argument_element,
             .summary = "the program that is the game, and its arguments; it runs in the folder of "
                        "this file, and one with a '/' in it is looked for from there"),
    WYRM_ROW("agents", LIST, .greatest = WYRM_EXTERNAL_AGENTS_MAX, .default_value = "[]",
             .fields = agent_element,
             .summary = "who plays, by name; the first one where nothing else is asked for. Without "
                        "it, the first one that the game names"),
    WYRM_ROW("set", MAP, .greatest = WYRM_EXTERNAL_PARAMETERS_MAX, .default_value = "{}",
             .fields = setting_element, .dotted = true,
             .summary = "parameters of the game that are not to be what they usually are"),
    WYRM_ROW("environment", MAP, .greatest = 1000, .default_value = "{}", .fields = variable_element,
             .summary = "variables that the game finds in its environment besides the usual ones"),
    WYRM_ROW("limits", RECORD, .fields = limit_fields, .summary = "what is too much"),
    {.kind = WYRM_KIND_END},
};

static const wyrm_field target_fields[] = {
    WYRM_ROW("claim", TEXT, .summary = "in words, as the verdict shows it"),
    WYRM_ROW("metric", NAME, .required = true, .dotted = true,
             .summary = "what is measured: win_rate, survival, final_stage, unfinished, failed, "
                        "cause, outcome, or a metric that the game names"),
    WYRM_ROW("agent", TEXT,
             .summary = "who plays; the first of `engine.agents` where it is not said"),
    WYRM_ROW("stages", RANGE, .least = 1, .greatest = WYRM_EXTERNAL_STAGES_MAX,
             .summary = "of survival and of metrics by stage: measures at each of these stages"),
    WYRM_ROW("word", TEXT,
             .summary = "of cause, outcome and categories: the word whose share is measured"),
    RS_WANTED_ROWS,
    {.kind = WYRM_KIND_END},
};
static const wyrm_field target_element[] =
    WYRM_ELEMENT("target", RECORD, .fields = target_fields,
                 .summary = "one target: a metric, where it is measured, and the range it should "
                            "be in");

static const wyrm_field margin_element[] =
    WYRM_ELEMENT("metric", MARGIN, .least = 0, .greatest = 1e100,
                 .summary = "a metric by name: differences up to this are nobody's business");
static const wyrm_field gate_fields[] = {
    WYRM_ROW("alarm", REAL, .least = 0.00001, .greatest = 0.5, .default_value = "0.01",
             .summary = "chance that it fails though nothing changed; over all metrics"),
    WYRM_ROW("margins", MAP, .fields = margin_element, .default_value = "{}", .dotted = true,
             .summary = "differences up to these pass"),
    {.kind = WYRM_KIND_END},
};

static const wyrm_section sections[] = {
    {.field = WYRM_ROW("engine", RECORD, .required = true, .fields = engine_fields,
     .summary = "the game: a program that speaks the protocol")},
    {.field = WYRM_ROW("targets", MAP, .default_value = "{}", .fields = target_element,
     .summary = "what the designer wants of metrics")},
    {.field = WYRM_ROW("gate", RECORD, .default_value = "{}", .fields = gate_fields,
     .summary = "what `wyrm compare --gate` holds a changed game to: how often it may cry wolf, "
                "and which differences nobody minds")},
};
/* clang-format on */

static const wyrm_schema schema = {.sections = sections, .count = COUNT_OF(sections)};

bool wyrm_external_is(const char *path)
{
    return wyrm_ruleset_mentions(path, "engine");
}

/* ---- The file: the command ---- */

/* Appends a word, quoted as a shell needs it. */
static void append_word(base_buffer *out, const char *word)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                "0123456789_@%+=:,./-";
    if (word[0] != '\0' && word[strspn(word, plain)] == '\0') {
        base_buffer_append(out, word);
        return;
    }
    base_buffer_append_char(out, '\'');
    for (;; word++) {
        size_t length = strcspn(word, "'");
        base_buffer_append_visible(out, word, length);
        word += length;
        if (*word == '\0')
            break;
        base_buffer_append(out, "'\\''");
    }
    base_buffer_append_char(out, '\'');
}

/* Writes the command as it could be typed. The variables of the file are part of it, since they may
 * change what the program does. */
static void write_command(base_arena *arena, wyrm_external *game)
{
    const wyrm_value *variables = wyrm_ruleset_find(game->file, "engine.environment");
    base_buffer text = {0};
    for (size_t i = 0; i < wyrm_value_count(variables); i++) {
        base_buffer_appendf(&text, "%s=", wyrm_value_key(variables, i));
        append_word(&text, wyrm_value_text(wyrm_value_item(variables, i)));
        base_buffer_append_char(&text, ' ');
    }
    for (size_t i = 0; game->arguments[i] != NULL; i++) {
        base_buffer_append(&text, i > 0 ? " " : "");
        append_word(&text, game->arguments[i]);
    }
    game->command = base_buffer_keep(&text, arena);
}

/* A typed command, and the game it is for. */
typedef struct typed {
    wyrm_external *game;
    const char *command;
} typed;

/* Splits the command like a shell, as far as blanks, quotes and backslashes are concerned. */
static void part_command(base_arena *arena, void *context)
{
    typed *from = context;
    size_t length = strlen(from->command), count = 0, used = 0;
    char *bytes = base_array(arena, char, 2 * length + 2), quote = '\0';
    char **words = base_array(arena, char *, length + 2);
    bool inside = false;
    for (const char *at = from->command; *at != '\0'; at++) {
        bool blank = *at == ' ' || *at == '\t' || *at == '\n';
        if (blank && quote == '\0') {
            bytes[used++] = '\0';
            inside = false;
            continue;
        }
        if (!inside)
            words[count++] = bytes + used;
        inside = true;
        if (quote == '\0' && (*at == '\'' || *at == '"'))
            quote = *at;
        else if (quote != '\0' && *at == quote)
            quote = '\0';
        else if (*at == '\\' && quote != '\'' && at[1] != '\0')
            bytes[used++] = *++at;
        else
            bytes[used++] = *at;
    }
    if (quote != '\0')
        base_refuse(arena, WYRM_ERROR_ARGUMENT, "the quote %c of the command does not end", quote);
    if (count == 0 || words[0][0] == '\0')
        base_refuse(arena, WYRM_ERROR_ARGUMENT, "the command is empty");
    from->game->arguments = words;
    write_command(arena, from->game);
}

wyrm_status wyrm_external_use(wyrm_external *game, const char *command, wyrm_error *error)
{
    typed from = {game, command};
    return base_told(&game->arena, base_run(&game->arena, part_command, &from), error);
}

const char *wyrm_external_command(const wyrm_external *game)
{
    return game->command;
}

const char *wyrm_external_folder(const wyrm_external *game)
{
    return game->folder;
}

/* ---- The file: opening it ---- */

/* Returns the folder of a file as an absolute path, if that can be determined. */
static const char *folder_of(base_arena *arena, const char *path)
{
    char whole[PATH_MAX];
    const char *slash = strrchr(path, '/');
    char *folder = slash == NULL   ? base_text(arena, ".", 1)
                   : slash == path ? base_text(arena, "/", 1)
                                   : base_text(arena, path, (size_t)(slash - path));
    return realpath(folder, whole) != NULL ? base_text(arena, whole, strlen(whole)) : folder;
}

/* Arguments of open_game(). */
typedef struct opening {
    wyrm_external *game;
    const char *path;
    wyrm_errors *errors;
} opening;

/* Checks that each target has exactly one range; the rest depends on the game. */
static wyrm_status check_ranges(const wyrm_ruleset *file, wyrm_errors *errors)
{
    const wyrm_value *targets = wyrm_ruleset_find(file, "targets");
    wyrm_status status = WYRM_OK;
    for (size_t i = 0; i < wyrm_value_count(targets); i++) {
        const wyrm_value *target = wyrm_value_item(targets, i);
        const wyrm_value *least = wyrm_value_get(target, "at_least");
        const wyrm_value *most = wyrm_value_get(target, "at_most");
        int count = (wyrm_value_get(target, "range") != NULL) + (least != NULL) + (most != NULL);
        const char *name = wyrm_value_key(targets, i);
        if (count == 0)
            status =
                wyrm_value_fail(file, target, errors, NULL,
                                "target '%s' needs one of 'range', 'at_least' and 'at_most'", name);
        if (count > 1)
            status = wyrm_value_fail(
                file, most != NULL ? most : least, errors,
                "[least, greatest] under 'range' has both ends",
                "target '%s' has more than one of 'range', 'at_least' and 'at_most'", name);
    }
    return status;
}

static void open_game(base_arena *arena, void *context)
{
    opening *open = context;
    wyrm_external *game = open->game;
    base_must(arena, wyrm_ruleset_read(&schema, open->path, NULL, wyrm_extends_nothing, NULL,
                                       &game->file, open->errors));
    base_keep(arena, game->file, wyrm_ruleset_free);
    const wyrm_value *engine = wyrm_ruleset_find(game->file, "engine");
    const wyrm_value *command = wyrm_value_get(engine, "command");
    const wyrm_value *limits = wyrm_value_get(engine, "limits");
    size_t count = wyrm_value_count(command);
    game->path = base_text(arena, open->path, strlen(open->path));
    game->folder = folder_of(arena, open->path);
    game->arguments = base_array(arena, char *, count + 1);
    for (size_t i = 0; i < count; i++) {
        const char *word = wyrm_value_text(wyrm_value_item(command, i));
        game->arguments[i] = base_text(arena, word, strlen(word));
    }
    write_command(arena, game);
    game->seconds = wyrm_value_real(wyrm_value_get(limits, "seconds"));
    game->start_seconds = wyrm_value_real(wyrm_value_get(limits, "start_seconds"));
    game->steps = (uint64_t)wyrm_value_integer(wyrm_value_get(limits, "steps"));
    wyrm_status status = check_ranges(game->file, open->errors);
    if (game->arguments[0][0] == '\0')
        status = wyrm_value_fail(game->file, wyrm_value_item(command, 0), open->errors, NULL,
                                 "the command begins with an empty text, which is no program");
    base_must(arena, status);
}

wyrm_status wyrm_external_open(const char *path, wyrm_external **out, wyrm_errors *errors)
{
    wyrm_external *game = *out = base_zeroed(1, sizeof *game);
    if (game == NULL)
        return wyrm_errors_fail(errors, WYRM_ERROR_MEMORY, "out of memory");
    opening open = {game, path, errors};
    wyrm_status status = base_run(&game->arena, open_game, &open);
    if (status == WYRM_ERROR_MEMORY)
        (void)wyrm_errors_fail(errors, status, "out of memory");
    if (status != WYRM_OK) {
        wyrm_external_free(game);
        *out = NULL;
    }
    return status;
}

void wyrm_external_free(wyrm_external *game)
{
    if (game != NULL)
        base_release(&game->arena);
    wyrm_free(game);
}

const wyrm_ruleset *wyrm_external_file(const wyrm_external *game)
{
    return game->file;
}

const wyrm_external_hello *wyrm_external_hello_of(const wyrm_external *game)
{
    return game->hello;
}

/* ---- Meeting a game: checking the file against the hello ---- */

/* A file and the hello of its game. */
typedef struct holding {
    const wyrm_external *game;
    wyrm_errors *errors;
    wyrm_status status;
    const char *names[WYRM_EXTERNAL_PARAMETERS_MAX]; /* candidates for a misspelt name */
    size_t name_count;
} holding;

/* Reports an error at a value; if `word` is not NULL, with the most similar of hold->names. */
static void report_value(holding *hold, const wyrm_value *value, const char *word,
                         const char *format, ...) WYRM_PRINTF(4, 5);
static void report_value(holding *hold, const wyrm_value *value, const char *word,
                         const char *format, ...)
{
    char message[WYRM_ERROR_MESSAGE_MAX];
    wyrm_error suggested = {0};
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    if (word != NULL)
        wyrm_suggest(&suggested, word, hold->names, hold->name_count);
    hold->status =
        wyrm_value_fail(hold->game->file, value, hold->errors,
                        suggested.hint[0] != '\0' ? suggested.hint : NULL, "%s", message);
}

static void hold_agent(holding *hold, const wyrm_value *value)
{
    const wyrm_external_hello *hello = hold->game->hello;
    const char *name = wyrm_value_text(value);
    if (base_has_word(hello->agents, hello->agent_count, name))
        return;
    memcpy(hold->names, hello->agents, hello->agent_count * sizeof *hold->names);
    hold->name_count = hello->agent_count;
    report_value(hold, value, name, "%s has no agent '%.60s'", hello->name, name);
}

static void hold_settings(holding *hold, base_arena *arena)
{
    const wyrm_external_hello *hello = hold->game->hello;
    const wyrm_value *set = wyrm_ruleset_find(hold->game->file, "engine.set");
    for (size_t i = 0; i < wyrm_value_count(set); i++) {
        const wyrm_value *value = wyrm_value_item(set, i);
        const char *key = wyrm_value_key(set, i);
        const wyrm_external_parameter *parameter = NULL;
        for (size_t k = 0; k < hello->parameter_count; k++) {
            hold->names[k] = hello->parameters[k].key;
            parameter = strcmp(hold->names[k], key) == 0 ? &hello->parameters[k] : parameter;
        }
        hold->name_count = hello->parameter_count;
        wyrm_error error;
        if (parameter == NULL)
            report_value(hold, value, key, "%s has no parameter '%s'", hello->name, key);
        else if (ext_setting(arena, parameter, wyrm_value_text(value), &error) == NULL)
            report_value(hold, value, NULL, "%s", error.message);
    }
}

/* Finds a metric by name, of the game or common to all games; reports an error and returns false if
 * there is none. */
static bool find_metric(holding *hold, const wyrm_value *value, const char *name, ext_metric *out)
{
    const wyrm_external_hello *hello = hold->game->hello;
    if (ext_find_metric(hello, name, out))
        return true;
    hold->name_count = 0;
    for (size_t i = 0; i < ext_metric_count; i++)
        hold->names[hold->name_count++] = ext_metrics[i].name;
    for (size_t i = 0; i < hello->metric_count; i++)
        hold->names[hold->name_count++] = hello->metrics[i].name;
    report_value(hold, value, name, "%s has no metric '%s'", hello->name, name);
    return false;
}

/* Checks that the ends of a target's ranges are possible for its metric. Mostly a percentage was
 * written instead of a share. */
static void hold_range(holding *hold, const wyrm_value *target, const char *name,
                       const ext_metric *metric)
{
    static const char *const keys[] = {"range", "at_least", "at_most", "tolerated"};
    const bool share = ext_is_share(metric);
    double least = metric->kind == WYRM_EXTERNAL_NUMBER || metric->kind == WYRM_EXTERNAL_BY_STAGE
                       ? -(double)INFINITY
                       : 0;
    for (size_t i = 0; i < COUNT_OF(keys); i++) {
        const wyrm_value *value = wyrm_value_get(target, keys[i]);
        bool both = wyrm_value_kind(value) == WYRM_KIND_INTERVAL;
        double low = both ? wyrm_value_low(value) : wyrm_value_real(value);
        double high = both ? wyrm_value_high(value) : low;
        double end = share && high > 1 ? high : low;
        if (value == NULL || (end >= least && !(share && end > 1)))
            continue;
        report_value(hold, value, NULL, "target '%s' has an end of %.6g, and %s is %s", name, end,
                     metric->name, share ? "a share, from 0 to 1" : "never below 0");
    }
}

/* Checks that the tolerated range contains the wanted one. */
static void hold_tolerated(holding *hold, const wyrm_value *target, const char *name)
{
    const wyrm_value *range = wyrm_value_get(target, "range"), *wide;
    const wyrm_value *least = wyrm_value_get(target, "at_least");
    wide = wyrm_value_get(target, "tolerated");
    double low = range != NULL ? wyrm_value_low(range) : wyrm_value_real(least);
    double high =
        range != NULL ? wyrm_value_high(range) : wyrm_value_real(wyrm_value_get(target, "at_most"));
    bool above = (range != NULL || least != NULL) && wyrm_value_low(wide) > low;
    bool below = (range != NULL || least == NULL) && wyrm_value_high(wide) < high;
    if (wide != NULL && (above || below))
        report_value(hold, wide, NULL, "what target '%s' tolerates does not contain what it wants",
                     name);
}

/* Checks `stages` or `word`: some metrics need the key, others do not use it. */
static void hold_key(holding *hold, const wyrm_value *target, const char *name, const char *key,
                     const ext_metric *metric, bool needed)
{
    const wyrm_value *value = wyrm_value_get(target, key);
    if (needed && value == NULL)
        report_value(hold, target, NULL, "target '%s' needs '%s': %s is one number %s", name, key,
                     metric->name, key[0] == 's' ? "a stage" : "a word");
    if (!needed && value != NULL)
        report_value(hold, value, NULL, "metric '%s' does not use '%s'", metric->name, key);
}

static void hold_target(holding *hold, const wyrm_value *target, const char *name)
{
    const wyrm_value *metric_name = wyrm_value_get(target, "metric");
    const wyrm_value *agent = wyrm_value_get(target, "agent");
    const wyrm_value *stages = wyrm_value_get(target, "stages");
    int32_t last = hold->game->hello->last_stage;
    ext_metric metric;
    if (agent != NULL)
        hold_agent(hold, agent);
    if (!find_metric(hold, metric_name, wyrm_value_text(metric_name), &metric))
        return;
    hold_key(hold, target, name, "stages", &metric, metric.stages);
    hold_key(hold, target, name, "word", &metric, metric.kind == WYRM_EXTERNAL_CATEGORY);
    if (stages != NULL && metric.stages && last > 0 && wyrm_value_high(stages) > last)
        report_value(hold, stages, NULL,
                     "target '%s' asks for stage %.0f, and the last one of %s is %d", name,
                     wyrm_value_high(stages), hold->game->hello->name, (int)last);
    hold_range(hold, target, name, &metric);
    hold_tolerated(hold, target, name);
}

static void hold_margins(holding *hold)
{
    const wyrm_value *margins = wyrm_ruleset_find(hold->game->file, "gate.margins");
    for (size_t i = 0; i < wyrm_value_count(margins); i++) {
        const wyrm_value *value = wyrm_value_item(margins, i);
        ext_metric metric;
        if (!find_metric(hold, value, wyrm_value_key(margins, i), &metric))
            continue;
        if (ext_is_share(&metric) && wyrm_value_real(value) > 1)
            report_value(hold, value, NULL, "the margin of '%s' must be at most 1: it is a share",
                         metric.name);
    }
}

static void hold_all(base_arena *arena, void *context)
{
    holding *hold = context;
    const wyrm_ruleset *file = hold->game->file;
    const wyrm_value *agents = wyrm_ruleset_find(file, "engine.agents");
    const wyrm_value *targets = wyrm_ruleset_find(file, "targets");
    for (size_t i = 0; i < wyrm_value_count(agents); i++)
        hold_agent(hold, wyrm_value_item(agents, i));
    hold_settings(hold, arena);
    for (size_t i = 0; i < wyrm_value_count(targets); i++)
        hold_target(hold, wyrm_value_item(targets, i), wyrm_value_key(targets, i));
    hold_margins(hold);
}

/* Checks the file against the hello; WYRM_ERROR_RULESET if it names what does not exist. */
static wyrm_status hold_game(const wyrm_external *game, wyrm_errors *errors)
{
    holding hold = {.game = game, .errors = errors};
    wyrm_status status = base_do(hold_all, &hold, NULL);
    return status != WYRM_OK ? wyrm_errors_fail(errors, status, "out of memory") : hold.status;
}

/* ---- Meeting a game ---- */

/* The game being met, and the session for it. */
typedef struct meeting {
    wyrm_external *game;
    wyrm_external_session *session;
} meeting;

static void greet(base_arena *arena, void *context)
{
    meeting *met = context;
    wyrm_external_session *s = met->session;
    wyrm_external_hello *hello = base_new(arena, wyrm_external_hello);
    ext_stopping never = {NULL, NULL};
    const char *line = NULL;
    ext_wrong wrong;
    ext_session_make(arena, s);
    bool started = ext_start(arena, s, &never, hello, &line, &wrong);
    ext_end(s, false);
    if (!started) {
        const char *last = ext_last_words(arena, ext_log_of(arena, s), 160);
        base_refuse(arena, WYRM_ERROR_IO, "%s%s", wrong.why, last);
    }
    met->game->hello = hello;
    met->game->hello_line = line;
}

wyrm_status wyrm_external_meet(wyrm_external *game, wyrm_errors *errors)
{
    meeting met = {game, ext_session_new(game)};
    wyrm_status status = WYRM_ERROR_MEMORY;
    game->hello = NULL;
    if (met.session != NULL)
        status = base_run(&game->arena, greet, &met);
    wyrm_external_session_free(met.session);
    if (status != WYRM_OK)
        return wyrm_errors_fail(errors, status, "%s",
                                met.session != NULL ? game->arena.error.message : "out of memory");
    status = hold_game(game, errors);
    if (status != WYRM_OK)
        game->hello = NULL;
    return status;
}

/* ---- Single questions ---- */

#define COUNT_MAX     1000000000000 /* limit of draws or fights in one request */
#define NO_TIME_LIMIT 0             /* seconds for a replay; 0: no limit, a person is watching */

/* A question other than for a run. */
typedef struct asked {
    wyrm_external_session *session;
    unsigned ability;
    const char *what; /* "draw", "fight" or "replay" */
    uint64_t number;
    const char *attacker, *defender;
    uint64_t count;
    wyrm_external_draws *draws;
    wyrm_external_fights *fights;
    wyrm_status (*show)(const char *frame, void *context, wyrm_error *error);
    void *context;
} asked;

static char *write_question(base_arena *arena, const asked *of)
{
    base_buffer text = {0};
    base_json json = {.text = &text, .digits = 17};
    if (of->show != NULL) {
        base_buffer_appendf(
            &text, "{\"do\": \"replay\", \"run\": %" PRIu64 ", \"seed\": %" PRIu64 "%s", of->number,
            wyrm_external_seed(of->session->seed, of->number), of->session->tail);
    } else {
        base_putf(&json, "{do:%s %s:%llu seed:%llu attacker:%s defender:%s count:%llu", of->what,
                  of->what, (unsigned long long)of->number,
                  (unsigned long long)wyrm_external_seed(of->session->seed, of->number),
                  of->attacker, of->defender, (unsigned long long)of->count);
        base_put_end(&json);
        base_buffer_append_char(&text, '\n');
    }
    return base_buffer_keep(&text, arena);
}

static void read_reply(base_arena *arena, const asked *of, const char *line, size_t length,
                       ext_wrong *wrong)
{
    ext_question question = {
        .what = of->show != NULL ? "run" : of->what, .number = of->number, .count = of->count};
    ext_reply reply;
    if (ext_reply_read(arena, line, length, &question, &reply, wrong) == WYRM_ERROR_MEMORY)
        base_fail(arena, WYRM_ERROR_MEMORY);
    if (wrong->failure != WYRM_EXTERNAL_NO_FAILURE)
        return;
    if (of->draws != NULL)
        *of->draws = reply.draws;
    if (of->fights != NULL)
        *of->fights = reply.fights;
    for (size_t i = 0; i < reply.frame_count; i++)
        base_must(arena, of->show(reply.frames[i], of->context, &arena->error));
}

/* Sends one question and reads its answer. The request replaces the session's buffer meanwhile,
 * which may be too small for it. */
static void ask_one(base_arena *arena, void *context)
{
    const asked *of = context;
    wyrm_external_session *s = of->session;
    const wyrm_external_hello *game = s->game->hello;
    ext_stopping never = {NULL, NULL};
    wyrm_external_hello *hello = base_new(arena, wyrm_external_hello);
    const char *line;
    size_t length;
    ext_wrong wrong = {0};
    if ((game->can & of->ability) == 0)
        base_refuse(arena, WYRM_ERROR_ARGUMENT, "%s does not say that it can '%s'", game->name,
                    of->what);
    if (of->count > COUNT_MAX)
        base_refuse(arena, WYRM_ERROR_ARGUMENT, "more than %lld at once", (long long)COUNT_MAX);
    char *request = write_question(arena, of);
    size_t size = strlen(request);
    if (ext_start(arena, s, &never, hello, NULL, &wrong)) {
        char *out = s->out;
        size_t room = s->out_room;
        s->seconds = of->show != NULL ? NO_TIME_LIMIT : s->game->seconds;
        s->out = request;
        s->out_room = s->out_end = size;
        s->out_first = 0;
        ext_event what = ext_next_line(arena, s, &never, &line, &length);
        s->out = out;
        s->out_room = room;
        s->out_first = s->out_end = 0;
        if (what != EXT_LINE)
            ext_give_up(s, what, "answered", &wrong);
        else
            read_reply(arena, of, line, length, &wrong);
    }
    if (wrong.failure == WYRM_EXTERNAL_NO_FAILURE)
        return;
    ext_end(s, true);
    base_refuse(arena, WYRM_ERROR_IO, "%s", wrong.why);
}

static wyrm_status answer_one(asked *of, wyrm_error *error)
{
    wyrm_external_session *s = of->session;
    base_release(&s->answer);
    wyrm_status status = base_told(&s->answer, base_run(&s->answer, ask_one, of), error);
    s->seconds = s->game->seconds;
    return status;
}

wyrm_status wyrm_external_draw(wyrm_external_session *session, const char *attacker,
                               const char *defender, uint64_t count, wyrm_external_draws *out,
                               wyrm_error *error)
{
    asked of = {session,  WYRM_EXTERNAL_CAN_DRAW,
                "draw",   session->questions++,
                attacker, defender,
                count,    .draws = out};
    return answer_one(&of, error);
}

wyrm_status wyrm_external_fight(wyrm_external_session *session, const char *attacker,
                                const char *defender, uint64_t count, wyrm_external_fights *out,
                                wyrm_error *error)
{
    asked of = {session,  WYRM_EXTERNAL_CAN_FIGHT,
                "fight",  session->questions++,
                attacker, defender,
                count,    .fights = out};
    return answer_one(&of, error);
}

wyrm_status wyrm_external_replay(wyrm_external_session *session, uint64_t run,
                                 wyrm_status (*show)(const char *frame, void *context,
                                                     wyrm_error *error),
                                 void *context, wyrm_error *error)
{
    asked of = {.session = session,
                .ability = WYRM_EXTERNAL_CAN_REPLAY,
                .what = "replay",
                .number = run,
                .show = show,
                .context = context};
    return answer_one(&of, error);
}
