/* The file that describes a game: how it is started, and what its designer wants of it.
 *
 * It is written in the language of rulesets and read by the same reader against rows of its own:
 * `engine` in the place of the rules, `targets` and `gate` on metrics that only the game knows.
 * What can be said without the game is checked when the file is opened; the rest once the game has
 * said who it is, with the same errors that point into the file.
 *
 * A command in a file is a program that runs, so a file stands alone: it extends nothing, and is
 * extended by nothing, since rulesets do not have the section. */
#define _GNU_SOURCE /* realpath */

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "protocol/internal.h"
#include "ruleset/internal.h"

/* ---- the schema ---- */

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
    WYRM_ROW("claim", TEXT, .summary = "the target in words, as the verdict shows it"),
    WYRM_ROW("metric", NAME, .required = true, .dotted = true,
             .summary = "what is measured: win_rate, survival, final_stage, unfinished, failed, "
                        "cause, outcome, or a metric that the game names"),
    WYRM_ROW("agent", TEXT,
             .summary = "who plays; the first of `engine.agents` where it is not said"),
    WYRM_ROW("stages", RANGE, .least = 1, .greatest = WYRM_EXTERNAL_STAGES_MAX,
             .summary = "of survival and of metrics by stage: measures at each of these stages"),
    WYRM_ROW("word", TEXT,
             .summary = "of cause, outcome and categories: the word whose share is measured"),
    WYRM_WANTED_ROWS,
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
             .summary = "the chance that it fails although nothing has changed, over all metrics "
                        "together"),
    WYRM_ROW("margins", MAP, .fields = margin_element, .default_value = "{}", .dotted = true,
             .summary = "differences up to these are nobody's business"),
    {.kind = WYRM_KIND_END},
};

static const wyrm_section sections[] = {
    {.field = WYRM_ROW("engine", RECORD, .required = true, .fields = engine_fields,
     .summary = "the game: a program that speaks the protocol")},
    {.field = WYRM_ROW("targets", MAP, .default_value = "{}", .fields = target_element,
     .summary = "what the designer wants, as metrics and the ranges they should be in")},
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

/* ---- the command ---- */

/* A word as a shell reads it. */
static void append_word(wyrm_text *out, const char *word)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                "0123456789_@%+=:,./-";
    if (word[0] != '\0' && word[strspn(word, plain)] == '\0') {
        wyrm_text_append(out, word);
        return;
    }
    wyrm_text_append_char(out, '\'');
    for (;; word++) {
        size_t length = strcspn(word, "'");
        wyrm_text_append_visible(out, word, length);
        word += length;
        if (*word == '\0')
            break;
        wyrm_text_append(out, "'\\''");
    }
    wyrm_text_append_char(out, '\'');
}

/* The variables of the file belong to it: they can make another program of it. */
static void write_command(base_arena *arena, wyrm_external *game)
{
    const wyrm_value *variables = wyrm_ruleset_find(game->file, "engine.environment");
    wyrm_text text = {0};
    for (size_t i = 0; i < wyrm_value_count(variables); i++) {
        wyrm_text_appendf(&text, "%s=", wyrm_value_key(variables, i));
        append_word(&text, wyrm_value_text(wyrm_value_item(variables, i)));
        wyrm_text_append_char(&text, ' ');
    }
    for (size_t i = 0; game->arguments[i] != NULL; i++) {
        wyrm_text_append(&text, i > 0 ? " " : "");
        append_word(&text, game->arguments[i]);
    }
    game->command = wyrm_text_keep(&text, arena);
}

/* A command that is typed, and the game that it is for. */
typedef struct typed {
    wyrm_external *game;
    const char *command;
} typed;

/* Parts it as a shell does, as far as blanks, quotes and backslashes go. */
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

/* ---- opening ---- */

/* The folder of a file, as it is called wherever somebody stands. */
static const char *folder_of(base_arena *arena, const char *path)
{
    char whole[PATH_MAX];
    const char *slash = strrchr(path, '/');
    char *folder = slash == NULL   ? base_text(arena, ".", 1)
                   : slash == path ? base_text(arena, "/", 1)
                                   : base_text(arena, path, (size_t)(slash - path));
    return realpath(folder, whole) != NULL ? base_text(arena, whole, strlen(whole)) : folder;
}

/* What is being opened. */
typedef struct opening {
    wyrm_external *game;
    const char *path;
    wyrm_errors *errors;
} opening;

/* A target wants one range; the rest of it hangs on the game. */
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
