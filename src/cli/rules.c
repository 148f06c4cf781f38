/* wyrm rules: what there is, whether files are in order, what they say, a file to begin with, and
 * what a ruleset may say. */

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <wyrm/file.h>
#include <wyrm/judge.h>

#include "base/arena.h"
#include "cli/internal.h"
#include "text/internal.h"

/* ---- validate ---- */

/* What came of one file. */
typedef struct reading {
    wyrm_design *design; /* NULL: it does not read */
    wyrm_errors *errors; /* NULL: no memory for them */
    wyrm_status status;
} reading;

/* Reads a file and looks at its targets. */
static reading read_file(const char *name)
{
    reading made = {0};
    made.status = wyrm_errors_new(&made.errors);
    if (made.status == WYRM_OK)
        made.status = wyrm_design_open(name, &made.design, made.errors);
    if (made.status == WYRM_OK)
        made.status = wyrm_judge_validate(made.design, made.errors);
    return made;
}

static void drop(reading *of)
{
    wyrm_design_free(of->design);
    wyrm_errors_free(of->errors);
}

static int tell(const cli_command *command, const char *name, const reading *of)
{
    if (of->status != WYRM_OK)
        return cli_errors(command, name, of->errors, of->status);
    const wyrm_ruleset *ruleset = wyrm_design_ruleset(of->design);
    wyrm_page page = wyrm_page_new(cli_style());
    wyrm_page_addf(&page, "%s: in order (%s, %s)\n", name, wyrm_ruleset_name(ruleset),
                   wyrm_ruleset_hash(ruleset));
    return cli_print(command, &page, CLI_DONE);
}

static int worse(int a, int b)
{
    return a > b ? a : b;
}

/* File after file, so that what is told of the first does not wait for the last. */
static int run_text(const cli_command *command, const cli_options *options)
{
    int worst = CLI_DONE;
    for (size_t i = 0; i < options->operand_count; i++) {
        reading made = read_file(options->operands[i]);
        worst = worse(worst, tell(command, options->operands[i], &made));
        drop(&made);
    }
    return worst;
}

/* One object over all files; what is wrong with them stands in it and nowhere else. */
static int run_json(const cli_command *command, const cli_options *options)
{
    size_t count = options->operand_count;
    reading *readings = base_zeroed(count, sizeof *readings);
    wyrm_validated *files = base_zeroed(count, sizeof *files);
    wyrm_error error;
    wyrm_page page = wyrm_page_new(cli_style());
    wyrm_status status = WYRM_OK;
    int worst = CLI_DONE;
    if (readings == NULL || files == NULL)
        status = wyrm_fail(&error, WYRM_ERROR_MEMORY, "%s", wyrm_status_text(WYRM_ERROR_MEMORY));
    for (size_t i = 0; i < count && status == WYRM_OK; i++) {
        readings[i] = read_file(options->operands[i]);
        bool fine = readings[i].status == WYRM_OK;
        files[i] =
            (wyrm_validated){.file = options->operands[i],
                             .ruleset = fine ? wyrm_design_ruleset(readings[i].design) : NULL,
                             .errors = readings[i].errors,
                             .status = readings[i].status};
        if (!fine)
            worst = worse(worst, cli_exit_of(readings[i].status, false));
    }
    if (status == WYRM_OK)
        status = wyrm_report_validated_json(files, count, &page, &error);
    int result = cli_finish(command, status, &error, false, &page, NULL, worst);
    for (size_t i = 0; i < count && readings != NULL; i++)
        drop(&readings[i]);
    wyrm_free(readings);
    wyrm_free(files);
    return result;
}

static int run_validate(const cli_command *command, const cli_options *options)
{
    return options->json ? run_json(command, options) : run_text(command, options);
}

static const cli_option validate_rows[] = {
    CLI_FLAG(0, "json", json,
             .help = "one JSON object for scripts, the errors in it; the exit status is the same"),
    CLI_OPTION_HELP,
    CLI_OPTION_END,
};

const cli_command cli_rules_validate = {
    .name = "rules validate",
    .operands = "FILE...",
    .summary = "whether ruleset files are in order: every error at once",
    .text = "Errors go to stderr, each with its place; the exit status is 3 where there are any.",
    .options = validate_rows,
    .examples = {{"Every ruleset of a folder", "wyrm rules validate rulesets/*.yaml"},
                 {"For an editor or a bot", "wyrm rules validate --json dungeon.yaml"}},
    .least_operands = 1,
    .most_operands = SIZE_MAX,
    .run = run_validate,
};

/* wyrm rules show: everything that a ruleset says, or what its levels are worth. */

static int run_show(const cli_command *command, const cli_options *options)
{
    wyrm_design *design;
    int result = cli_open(command, options->operands[0], &design);
    if (result != CLI_DONE)
        return result;
    wyrm_error error;
    wyrm_page page = wyrm_page_new(cli_style());
    wyrm_status status;
    const cli_levels *levels = &options->levels;
    if (levels->given)
        status = options->json
                     ? wyrm_report_levels_json(design, levels->first, levels->last, &page, &error)
                     : wyrm_report_levels(design, levels->first, levels->last, &page, &error);
    else
        status = options->json ? wyrm_report_tree_json(design, &page, &error)
                               : wyrm_report_tree(design, &page, &error);
    return cli_finish(command, status, &error, false, &page, design, CLI_DONE);
}

static const cli_option show_rows[] = {
    {.name = "levels",
     .argument = "A..B",
     .offset = offsetof(cli_options, levels),
     .read = cli_read_levels,
     .help = "instead: what each of these levels is worth, -5..60 for instance"},
    CLI_OPTION_JSON,
    CLI_OPTION_HELP,
    CLI_OPTION_END,
};

const cli_command cli_rules_show = {
    .name = "rules show",
    .operands = "RULESET",
    .summary = "everything that a ruleset says, every default written out",
    .text = "Prints the ruleset as one YAML file without comments, whatever it extends resolved: "
            "the text that its hash stands for.",
    .options = show_rows,
    .examples =
        {
            {"All of it", "wyrm rules show ruggrogue"},
            {"Hit points, attack, defense and experience by level",
             "wyrm rules show ruggrogue --levels 1..30"},
            {"What a variant changes",
             "diff <(wyrm rules show ruggrogue) <(wyrm rules show mine.yaml)"},
        },
    .least_operands = 1,
    .most_operands = 1,
    .run = run_show,
};

/* wyrm rules new: a file to begin with. It is written whole or not at all. */

#define NAME_MAX_LETTERS 63
#define PATH_ROOM        4096 /* bytes, the NUL included */

static bool is_name(const char *name)
{
    size_t length = strlen(name);
    return length >= 1 && length <= NAME_MAX_LETTERS && isalpha((unsigned char)name[0]) &&
           strspn(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-") ==
               length;
}

/* The path that leads from a folder to a file, both in full. False where it is too long. */
static bool path_between(const char *folder, const char *file, char out[PATH_ROOM])
{
    size_t same = 0, length = 0;
    for (size_t i = 0; folder[i] == file[i] && folder[i] != '\0'; i++)
        if (folder[i] == '/')
            same = i;
    size_t whole = strlen(folder);
    if (strncmp(folder, file, whole) == 0 && file[whole] == '/')
        same = whole;
    for (const char *at = folder + same; *at != '\0'; at++)
        if (*at == '/' && at[1] != '\0' && length + 4 < PATH_ROOM) {
            memcpy(out + length, "../", 3);
            length += 3;
        }
    const char *rest = file + same + 1;
    /* A bare word would be taken for the name of a shipped ruleset. */
    size_t ending = strlen(rest) > 5 ? strlen(rest) - 5 : 0;
    bool is_path = strchr(rest, '/') != NULL || strcmp(rest + ending, ".yaml") == 0;
    const char *here = length == 0 && !is_path ? "./" : "";
    int added = snprintf(out + length, PATH_ROOM - length, "%s%s", here, rest);
    return added > 0 && (size_t)added < PATH_ROOM - length;
}

/* The full path of the folder that `path` is or will be in; NULL with errno set. */
static char *folder_of(const char *path)
{
    char folder[PATH_ROOM];
    const char *slash = strrchr(path, '/');
    snprintf(folder, sizeof folder, "%.*s", slash == NULL ? 1 : (int)(slash - path) + 1,
             slash == NULL ? "." : path);
    return realpath(folder, NULL);
}

static bool is_same_folder(const char *folder, const char *file)
{
    size_t length = (size_t)(strrchr(file, '/') - file);
    return strlen(folder) == length && strncmp(folder, file, length) == 0;
}

/* What stands after `extends:` in the file at `path`: a shipped name as it is. A file by the way to
 * it from there, so that both can be moved together; by its full path where one of them is given so
 * and they do not share a folder. False with errno set where there is no such file. */
static bool base_of(const char *from, const char *path, char out[PATH_ROOM])
{
    if (wyrm_shipped_find(from) != NULL) {
        snprintf(out, PATH_ROOM, "%s", from);
        return true;
    }
    char *full = realpath(from, NULL);
    if (full == NULL || strlen(full) + 3 > PATH_ROOM || strchr(full, '\'') != NULL) {
        free(full);
        return false;
    }
    char way[PATH_ROOM];
    char *folder = folder_of(path);
    bool near = folder != NULL &&
                ((from[0] != '/' && path[0] != '/') || is_same_folder(folder, full)) &&
                path_between(folder, full, way) && strlen(way) + 3 <= PATH_ROOM;
    int length = snprintf(out, PATH_ROOM, "'%s'", near ? way : full);
    free(folder);
    free(full);
    return length > 0 && length < PATH_ROOM;
}

/* Reads the text back: what is handed out must be in order. */
static wyrm_status read_back(const cli_command *command, const char *path, const char *text)
{
    wyrm_errors *errors;
    wyrm_design *design;
    wyrm_status status = wyrm_errors_new(&errors);
    if (status != WYRM_OK)
        return status;
    status = wyrm_design_parse(path, text, strlen(text), &design, errors);
    if (status != WYRM_OK)
        cli_errors(command, path, errors, status);
    wyrm_design_free(design);
    wyrm_errors_free(errors);
    return status;
}

static int write_starter(const cli_command *command, const wyrm_design *parent, const char *base,
                         const char *name, const char *path)
{
    wyrm_error error;
    wyrm_page page = wyrm_page_new((wyrm_style){.utf8 = true, .width = 80});
    wyrm_status status = wyrm_report_starter(parent, base, name, path, &page, &error);
    int result = CLI_DONE;
    if (status != WYRM_OK) {
        result = cli_error(command, &error, false);
    } else if (read_back(command, path, wyrm_page_text(&page)) != WYRM_OK) {
        result = CLI_INTERNAL;
    } else if (cli_write(path, wyrm_page_text(&page), strlen(wyrm_page_text(&page)), false,
                         &error) != WYRM_OK) {
        cli_complain(command, "'%s' cannot be written: %s%s", path, error.message,
                     access(path, F_OK) == 0 ? " (choose another name, or -o FILE)" : "");
        result = CLI_BAD_DATA;
    }
    wyrm_page_free(&page);
    return result;
}

/* What was written, and how to go on. */
static int tell_written(const cli_command *command, const cli_options *options, const char *path,
                        const char *from)
{
    wyrm_error error;
    wyrm_status status = WYRM_OK;
    wyrm_page page = wyrm_page_new(cli_style());
    if (options->json)
        status = wyrm_report_begun_json(path, options->operands[0], from, &page, &error);
    else
        wyrm_page_addf(&page,
                       "%s is written. It extends %s; the comments in it say how to go on.\n"
                       "What follows from it: wyrm check %s\n",
                       path, from, path);
    return cli_finish(command, status, &error, false, &page, NULL, CLI_DONE);
}

static int run_new(const cli_command *command, const cli_options *options)
{
    const char *name = options->operands[0];
    const char *from = options->from != NULL ? options->from : "ruggrogue";
    if (wyrm_shipped_find(name) != NULL) {
        cli_complain(command,
                     "'%s' ships with the program: choose another name (to begin with it: wyrm "
                     "rules new NAME --from %s)",
                     name, name);
        return CLI_USAGE;
    }
    char path[PATH_ROOM], base[PATH_ROOM];
    if (!is_name(name)) {
        cli_complain(command,
                     "a name is made of a-z, A-Z, 0-9, '_' and '-', a letter first, at most %d, "
                     "found '%s'",
                     NAME_MAX_LETTERS, name);
        return CLI_USAGE;
    }
    int length = options->output != NULL ? snprintf(path, sizeof path, "%s", options->output)
                                         : snprintf(path, sizeof path, "%s.yaml", name);
    if (length < 0 || length >= PATH_ROOM) {
        cli_complain(command, "-o takes a path of at most %d bytes", PATH_ROOM - 1);
        return CLI_USAGE;
    }
    wyrm_design *parent;
    int result = cli_open(command, from, &parent);
    if (result != CLI_DONE)
        return result;
    if (!base_of(from, path, base)) {
        cli_complain(command, "'%s' cannot be extended: %s", from,
                     errno != 0 ? strerror(errno) : "its path is too long or has a quote in it");
        result = CLI_BAD_DATA;
    } else {
        result = write_starter(command, parent, base, name, path);
    }
    wyrm_design_free(parent);
    return result == CLI_DONE ? tell_written(command, options, path, from) : result;
}

static const cli_option new_rows[] = {
    CLI_TEXT(0, "from", "RULESET", from,
             .help = "the ruleset to begin with: a shipped name or a file (default: ruggrogue)"),
    CLI_TEXT('o', "output", "FILE", output,
             .help =
                 "where to write it (default: NAME.yaml); an existing file is never overwritten"),
    CLI_OPTION_JSON,
    CLI_OPTION_HELP,
    CLI_OPTION_END,
};

const cli_command cli_rules_new = {
    .name = "rules new",
    .operands = "NAME",
    .summary = "a file to begin your own ruleset with",
    .text = "The file extends another ruleset and says in comments what can be changed and how to "
            "check it.",
    .options = new_rows,
    .examples =
        {
            {"dungeon.yaml, begun from ruggrogue", "wyrm rules new dungeon"},
            {"A variant of your own file", "wyrm rules new harder --from dungeon.yaml"},
        },
    .least_operands = 1,
    .most_operands = 1,
    .run = run_new,
};

static const cli_command *const commands[] = {
    &cli_rules_list,   &cli_rules_show,  &cli_rules_new, &cli_rules_validate,
    &cli_rules_schema, &cli_rules_guide, NULL,
};

const cli_command cli_rules = {
    .name = "rules",
    .operands = "COMMAND ...",
    .summary = "rulesets: list, show, begin a new one, validate, schema, guide",
    .commands = commands,
    .examples =
        {
            {"A ruleset of your own", "wyrm rules new dungeon"},
            {"What may stand in it", "wyrm rules guide | less"},
        },
};

/* ---------------------------------------------------------------- list */
static int run_list(const cli_command *command, const cli_options *options)
{
    wyrm_error error;
    wyrm_page page = wyrm_page_new(cli_style());
    wyrm_status status = options->json ? wyrm_report_rulesets_json(&page, &error)
                                       : wyrm_report_rulesets(&page, &error);
    return cli_finish(command, status, &error, false, &page, NULL, CLI_DONE);
}

static const cli_option list_rows[] = {CLI_OPTION_JSON, CLI_OPTION_HELP, CLI_OPTION_END};

const cli_command cli_rules_list = {
    .name = "rules list",
    .operands = "",
    .summary = "the rulesets that ship with the program",
    .options = list_rows,
    .run = run_list,
};

/* ---------------------------------------------------------------- schema, guide */
static int run_schema(const cli_command *command, const cli_options *options)
{
    (void)options;
    wyrm_error error;
    char *text;
    wyrm_status status = wyrm_schema_json(wyrm_design_schema(), &text, &error);
    if (status != WYRM_OK)
        return cli_error(command, &error, false);
    int result = cli_print_text(command, text);
    wyrm_free(text);
    return result;
}

static int run_guide(const cli_command *command, const cli_options *options)
{
    wyrm_error error;
    char *text;
    wyrm_page page = wyrm_page_new(cli_style());
    wyrm_status status = wyrm_schema_guide(wyrm_design_schema(), &text, &error);
    if (status == WYRM_OK) {
        wyrm_page_add(&page, text);
        wyrm_free(text);
        status = wyrm_report_metrics_guide(&page, &error);
    }
    if (status == WYRM_OK && options->json)
        status = wyrm_report_guide_json(&page, &error);
    return cli_finish(command, status, &error, false, &page, NULL, CLI_DONE);
}

static const cli_option schema_rows[] = {
    CLI_FLAG(0, "json", json, .help = "changes nothing: a JSON Schema is JSON"),
    CLI_OPTION_HELP,
    CLI_OPTION_END,
};
static const cli_option guide_rows[] = {
    CLI_FLAG(0, "json", json,
             .help =
                 "the same text as a member of a JSON object; for editors see wyrm rules schema"),
    CLI_OPTION_HELP,
    CLI_OPTION_END,
};

const cli_command cli_rules_schema = {
    .name = "rules schema",
    .operands = "",
    .summary = "the JSON Schema of ruleset files, for editors",
    .options = schema_rows,
    .examples = {{"For editors that complete keys", "wyrm rules schema > wyrm.schema.json"}},
    .run = run_schema,
};

const cli_command cli_rules_guide = {
    .name = "rules guide",
    .operands = "",
    .summary = "every section, model, key and metric of ruleset files, as Markdown",
    .options = guide_rows,
    .examples = {{"To read it", "wyrm rules guide | less"}},
    .run = run_guide,
};
