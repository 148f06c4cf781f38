/* wyrm rules: list, show and validate rulesets, begin a new one, print the schema and the guide;
 * export tables for a game engine, and import those of a spreadsheet.
 *
 * Nothing is played for any of it, as it serves whoever is writing a file: so it is quick, reports
 * every error at once, and takes several files, as editors and build servers hand them over.
 * Exported files can be made again at any time, so they replace older ones; a file that is begun or
 * imported will be edited by hand, so no existing file is ever overwritten by it. */
#include "cli/internal.h"
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <wyrm/spreadsheet.h>

/* ---- validate ---- */

/* Opens a ruleset and checks its targets and knobs, too. *out is only set if the file is valid. */
static wyrm_status read_rules(cli_job *job, const char *name, wyrm_errors *errors,
                              const wyrm_ruleset **out)
{
    wyrm_design *design;
    wyrm_status status = wyrm_design_open_allowing(name, job->options->allow_path, &design, errors);
    if (status != WYRM_OK)
        return status;
    base_keep(&job->arena, design, wyrm_design_free);
    status = wyrm_judge_validate(design, errors);
    if (status == WYRM_OK)
        status = wyrm_tune_validate(design, errors);
    *out = status == WYRM_OK ? wyrm_design_ruleset(design) : NULL;
    return status;
}

/* Opens the description of a game. What it claims about the game is not checked, as nothing is
 * started. */
static wyrm_status read_game(cli_job *job, const char *name, wyrm_errors *errors,
                             const wyrm_ruleset **out)
{
    wyrm_external *game;
    wyrm_status status = wyrm_external_open(name, &game, errors);
    if (status != WYRM_OK)
        return status;
    base_keep(&job->arena, game, wyrm_external_free);
    *out = wyrm_external_file(game);
    return status;
}

/* Text is printed file by file, so that the first does not wait for the last. JSON is one object
 * for all files, with their errors in it and nothing on stderr. */
static void run_validate(cli_job *job)
{
    const size_t count = job->options->operand_count;
    const bool json = job->options->json;
    text_validated *files = base_array(&job->arena, text_validated, count);
    int worst = CLI_DONE;
    for (size_t i = 0; i < count; i++) {
        const char *name = job->options->operands[i];
        wyrm_errors *errors = cli_new_errors(job);
        const wyrm_ruleset *ruleset = NULL;
        wyrm_status status =
            (cli_is_game(name) ? read_game : read_rules)(job, name, errors, &ruleset);
        files[i] =
            (text_validated){.file = name, .ruleset = ruleset, .errors = errors, .status = status};
        int result = CLI_DONE;
        if (status != WYRM_OK)
            result =
                json ? cli_exit_of(status, false) : cli_errors(job->command, name, errors, status);
        else if (!json) {
            text_page *page = cli_page(job, cli_style());
            page_addf(page, "%s: in order (%s, %s)\n", name, wyrm_ruleset_name(ruleset),
                      wyrm_ruleset_hash(ruleset));
            result = cli_print(job->command, page);
        }
        worst = result > worst ? result : worst;
    }
    if (json)
        text_write_validated(files, count, job->page);
    job->result = worst;
}

/* ---- show: the whole ruleset, or what its levels are worth ---- */

static void run_show(cli_job *job)
{
    const cli_levels *levels = &job->options->levels;
    wyrm_design *design = cli_open(job, job->options->operands[0]);
    if (levels->given)
        text_write_levels(design, levels->first, levels->last, job->page);
    else
        text_write_tree(design, job->page);
}

/* ---- new: a file to begin with ---- */

#define NAME_MAX_LETTERS 63
#define PATH_ROOM        4096 /* bytes, including the NUL */

/* The relative path from a folder to a file, both given by absolute paths. False if it is too
 * long. */
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
    /* A bare word after `extends:` would be taken for the name of a shipped ruleset. */
    size_t ending = strlen(rest) > 5 ? strlen(rest) - 5 : 0;
    bool is_path = strchr(rest, '/') != NULL || strcmp(rest + ending, ".yaml") == 0;
    const char *here = length == 0 && !is_path ? "./" : "";
    int added = snprintf(out + length, PATH_ROOM - length, "%s%s", here, rest);
    return added > 0 && (size_t)added < PATH_ROOM - length;
}

/* What to write after `extends:` in the file at `path`: a shipped name as it is; a file by its
 * relative path, so that both can be moved together; or by its absolute path if either was typed so
 * and they are in different folders. False with errno set if there is no such file. */
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
    char way[PATH_ROOM], text[PATH_ROOM];
    const char *slash = strrchr(path, '/');
    snprintf(text, sizeof text, "%.*s", slash == NULL ? 1 : (int)(slash - path) + 1,
             slash == NULL ? "." : path);
    char *folder = realpath(text, NULL); /* where `path` is or will be */
    size_t whole = (size_t)(strrchr(full, '/') - full);
    bool near = folder != NULL && path_between(folder, full, way) && strlen(way) + 3 <= PATH_ROOM &&
                ((from[0] != '/' && path[0] != '/') ||
                 (strlen(folder) == whole && strncmp(folder, full, whole) == 0));
    int length = snprintf(out, PATH_ROOM, "'%s'", near ? way : full);
    free(folder);
    free(full);
    return length > 0 && length < PATH_ROOM;
}

/* Parses the text before it is written, as a file that is handed out must be valid, and writes it
 * whole or not at all. */
static void write_starter(cli_job *job, text_page *page, const char *path)
{
    wyrm_errors *errors = cli_new_errors(job);
    wyrm_design *design;
    cli_must(job, page_status(page, job->error));
    const char *text = page_text(page);
    wyrm_status status = wyrm_design_parse_allowing(path, text, strlen(text),
                                                    job->options->allow_path, &design, errors);
    if (status != WYRM_OK) {
        const int said = cli_errors(job->command, path, errors, status);
        cli_end(job, job->options->from != NULL ? said : CLI_INTERNAL);
    }
    base_keep(&job->arena, design, wyrm_design_free);
    if (cli_write(path, text, false, job->error) != WYRM_OK)
        cli_give_up(job, "'%s' cannot be written: %s%s", path, job->error->message,
                    access(path, F_OK) == 0 ? " (choose another name, or -o FILE)" : "");
}

/* Writes the text of a ruleset that extends `from` into a page. */
static void begin_from(cli_job *job, const char *name, const char *from, const char *path,
                       text_page *page)
{
    char base[PATH_ROOM];
    wyrm_design *parent = cli_open(job, from);
    if (!base_of(from, path, base))
        cli_give_up(job, "'%s' cannot be extended: %s", from,
                    errno != 0 ? strerror(errno) : "its path is too long or has a quote in it");
    if (strncmp(base, "'../", 4) == 0 && job->options->allow_path == NULL)
        cli_give_up(job,
                    "'%s' is outside of the folder of '%s', and a ruleset extends nothing outside "
                    "of its own: write it beside what it extends, or above (--allow-path FOLDER "
                    "lets in the files of another folder)",
                    from, path);
    text_write_starter(parent, base, name, path, page);
}

/* One line for each template: "  1  d20             a d20 and ...". */
static void list_templates(base_buffer *out, bool numbered)
{
    for (size_t i = 0; i < text_template_count; i++) {
        if (numbered)
            base_buffer_appendf(out, "  %zu", i + 1);
        base_buffer_appendf(out, "  %-14s  %s\n", text_templates[i].name,
                            text_templates[i].summary);
    }
}

/* The template of that number or name; NULL: none. */
static const text_template *template_of(const char *answer)
{
    for (size_t i = 0; i < text_template_count; i++) {
        const char digit[] = {(char)('1' + i), '\0'};
        if (strcmp(answer, digit) == 0 || strcmp(answer, text_templates[i].name) == 0)
            return &text_templates[i];
    }
    return NULL;
}

/* Asks at the terminal for the kind of game; without a terminal, fails with a list of templates. */
static const text_template *ask_template(cli_job *job)
{
    base_buffer list = {0};
    const bool asks = isatty(STDIN_FILENO) && isatty(STDERR_FILENO);
    list_templates(&list, asks);
    const char *lines = base_buffer_keep(&list, &job->arena);
    if (!asks)
        cli_refuse(job,
                   "what kind of game is it? Say --from RULESET to change one that there is, or "
                   "--template with one of\n%.*s",
                   (int)strlen(lines) - 1, lines);
    fprintf(stderr, "What kind of game is it?\n\n%s\n", lines);
    for (;;) {
        char answer[64] = "";
        fputs("Number or name: ", stderr);
        fflush(stderr);
        if (fgets(answer, sizeof answer, stdin) == NULL)
            cli_refuse(job, "nothing is written");
        answer[strcspn(answer, "\r\n")] = '\0';
        const text_template *chosen = template_of(answer);
        if (chosen != NULL)
            return chosen;
        if (answer[0] != '\0')
            fprintf(stderr, "There is no '%s': a number from 1 to %zu, or a name. Ctrl-C ends.\n",
                    answer, text_template_count);
    }
}

/* Says what was written and what to type next. */
static void print_new(cli_job *job, const char *name, const char *path,
                      const text_template *template)
{
    const char *from = job->options->from;
    if (job->options->json) {
        base_json json = text_answer_begin(job->page, "rules-new", NULL);
        base_put_text(&json, "file", path);
        base_put_text(&json, "name", name);
        base_put_text(&json, "extends", from);
        base_put_text(&json, "template", template != NULL ? template->name : NULL);
        base_put_end(&json);
    } else if (template != NULL) {
        page_addf(job->page,
                  "%s is written: six monsters to be replaced by yours. Try:\n\n"
                  "  wyrm check %s\n  wyrm duel %s %s\n  wyrm play %s\n",
                  path, path, path, template->matchup, path);
    } else {
        page_addf(job->page,
                  "%s is written. It extends %s; the comments in it say how to go on.\n"
                  "What follows from it: wyrm check %s\n",
                  path, from, path);
    }
}

static void run_new(cli_job *job)
{
    const cli_options *options = job->options;
    const char *typed = options->operands[0];
    static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-";
    char path[PATH_ROOM], name[PATH_ROOM];
    size_t letters = strlen(typed); /* "NAME.yaml" stands for NAME */
    if (letters > 5 && strcmp(typed + letters - 5, ".yaml") == 0)
        letters -= 5;
    snprintf(name, sizeof name, "%.*s", (int)(letters < PATH_ROOM ? letters : PATH_ROOM - 1),
             typed);
    if (options->template != NULL && options->from != NULL)
        cli_refuse(job, "--template begins with nothing and --from with a ruleset: not both");
    if (wyrm_shipped_find(name) != NULL)
        cli_refuse(job,
                   "'%s' ships with the program: choose another name (to begin with it: wyrm "
                   "rules new NAME --from %s)",
                   name, name);
    if (!isalpha((unsigned char)name[0]) || name[strspn(name, plain)] != '\0' ||
        strlen(name) > NAME_MAX_LETTERS)
        cli_refuse(job,
                   "a name is made of a-z, A-Z, 0-9, '_' and '-', a letter first, at most %d, "
                   "found '%s'",
                   NAME_MAX_LETTERS, typed);
    int length = options->output != NULL ? snprintf(path, sizeof path, "%s", options->output)
                                         : snprintf(path, sizeof path, "%s.yaml", name);
    if (length < 0 || length >= PATH_ROOM)
        cli_refuse(job, "-o takes a path of at most %d bytes", PATH_ROOM - 1);
    const text_template *template = NULL;
    if (options->from == NULL)
        template = options->template != NULL ? template_of(options->template) : ask_template(job);
    text_page *page = cli_page(job, (text_style){.utf8 = true, .width = 80});
    if (template != NULL)
        text_write_template(template->name, name, page);
    else
        begin_from(job, name, options->from, path, page);
    write_starter(job, page, path);
    print_new(job, name, path, template);
}

/* ---- list, schema, guide ---- */

static void run_list(cli_job *job)
{
    text_write_rulesets(job->page);
}

static void run_schema(cli_job *job)
{
    char *text;
    cli_must(job, text_schema_json(wyrm_design_schema(), &text, job->error));
    job->result = cli_print_text(job->command, text);
    wyrm_free(text);
}

static void run_guide(cli_job *job)
{
    text_page *guide = job->options->json ? cli_page(job, cli_style()) : job->page;
    text_write_guide(guide);
    if (job->options->json) {
        base_json json = text_answer_begin(job->page, "rules-guide", NULL);
        cli_must(job, page_status(guide, job->error));
        base_put_text(&json, "guide", page_text(guide));
        base_put_end(&json);
    }
}

/* ---- export: tables for a game engine ---- */

static void save_files(cli_job *job, const text_export_files *made, const char *folder)
{
    char path[PATH_ROOM];
    if (mkdir(folder, 0777) != 0 && errno != EEXIST)
        cli_give_up(job, "the folder '%s' cannot be made: %s", folder, strerror(errno));
    for (size_t i = 0; i < made->count; i++) {
        const export_file *file = &made->files[i];
        int length = snprintf(path, sizeof path, "%s/%s", folder, file->name);
        if (length < 0 || length >= PATH_ROOM)
            cli_refuse(job, "-o takes a path of at most %d bytes", PATH_ROOM - 100);
        const char *text = file->text.bytes != NULL ? file->text.bytes : "";
        cli_save_text(job, path, text, true);
        if (!job->options->json)
            page_addf(job->page, "%s\n", path);
    }
}

static void run_export(cli_job *job)
{
    const cli_options *options = job->options;
    const char *format = options->format != NULL ? options->format : "json";
    wyrm_design *design = cli_open(job, options->operands[0]);
    text_export_files *made = base_new(&job->arena, text_export_files);
    if (options->output == NULL && strcmp(format, "csv") == 0)
        cli_refuse(job, "CSV is a file a table: -o says in which folder");
    if (options->output == NULL && options->json && strcmp(format, "json") != 0)
        cli_refuse(job, "without -o the file itself is printed, which --json is not");
    export_make(&job->arena, design, format, options->seed, made);
    if (options->output == NULL) {
        job->result = cli_print_text(job->command, made->files[0].text.bytes);
        return;
    }
    save_files(job, made, options->output);
    if (!options->json)
        return;
    base_json json = text_answer_begin(job->page, "rules-exported", wyrm_design_ruleset(design));
    base_putf(&json, "format:%s folder:%s files:[", format, options->output);
    for (size_t i = 0; i < made->count; i++)
        base_put_text(&json, NULL, made->files[i].name);
    base_putf(&json, "]}");
}

/* ---- import: rows of a spreadsheet ---- */

#define FAULTS_SAID 20

static void say_imported(cli_job *job, const wyrm_spreadsheet *sheet)
{
    text_page *page = job->page;
    page_say(page, "%s is written: %zu of %zu rows, as %s.", job->options->output, sheet->kept,
             sheet->rows, sheet->into);
    if (sheet->fault_count > 0)
        page_say(page, "What could not be understood stands in it as comments:");
    for (size_t i = 0; i < sheet->fault_count && i < FAULTS_SAID; i++)
        page_point(page, 2, 2, "%s", sheet->faults[i].words);
    if (sheet->fault_count > FAULTS_SAID)
        page_point(page, 2, 2, "(%zu more)", sheet->fault_count - FAULTS_SAID);
}

static void put_imported(cli_job *job, const wyrm_spreadsheet *sheet)
{
    base_json json = text_answer_begin(job->page, "rules-import", NULL);
    base_putf(&json, "into:%s rows:%zu kept:%zu faults:[", sheet->into, sheet->rows, sheet->kept);
    for (size_t i = 0; i < sheet->fault_count; i++)
        base_putf(&json, "{line:%" PRIu64 " column:%zu message:%s}", sheet->faults[i].line,
                  sheet->faults[i].column, sheet->faults[i].words);
    base_putf(&json, "] yaml:%s}", sheet->yaml);
}

/* What to write after `extends:`: a shipped name as it is; a path as it is if the new file will be
 * in the current folder, else the absolute path. */
static const char *what_it_extends(cli_job *job, const char *ruleset, const char *file)
{
    if (ruleset == NULL || wyrm_shipped_find(ruleset) != NULL)
        return ruleset;
    size_t length = strlen(ruleset);
    bool is_path =
        strchr(ruleset, '/') != NULL || (length > 5 && strcmp(ruleset + length - 5, ".yaml") == 0);
    if (is_path && (file == NULL || strchr(file, '/') == NULL))
        return ruleset;
    char *full = realpath(ruleset, NULL);
    if (full == NULL)
        cli_give_up(job, "%s: %s", ruleset, strerror(errno));
    const char *kept = base_copy(&job->arena, full);
    free(full);
    return kept;
}

static void run_import(cli_job *job)
{
    const cli_options *options = job->options;
    wyrm_errors *errors = cli_new_errors(job);
    wyrm_spreadsheet *sheet;
    if (options->into == NULL)
        cli_refuse(job, "--into says what the rows are: monsters, weapons, armors or items");
    cli_is_there(job, options->operands[0]);
    if (options->ruleset != NULL)
        (void)cli_open(job, options->ruleset); /* reports errors of the ruleset as such */
    const wyrm_spreadsheet_options how = {
        .into = options->into,
        .extends = what_it_extends(job, options->ruleset, options->output),
        .file = options->output,
        .allowed = options->allow_path};
    wyrm_status status = wyrm_spreadsheet_read(options->operands[0], &how, &sheet, errors);
    if (status != WYRM_OK)
        cli_end(job, cli_errors(job->command, options->operands[0], errors, status));
    base_keep(&job->arena, sheet, wyrm_spreadsheet_free);
    if (options->output != NULL)
        cli_save_text(job, options->output, sheet->yaml, false);
    if (options->json)
        put_imported(job, sheet);
    else if (options->output != NULL)
        say_imported(job, sheet);
    else
        job->result = cli_print_text(job->command, sheet->yaml);
    if (options->strict && sheet->fault_count > 0)
        job->result = CLI_FAILED;
}

/* ---- The commands ---- */

/* clang-format off */
static const cli_command export = {
    .name = "rules export", .operands = "RULESET", .run = run_export,
    .summary = "the tables of a ruleset for the engine of a game",
    .text = "Monsters, gear and items as the ruleset has them, every default written out; fighters "
            "with the numbers of fights; levels; who is met and what is found by depth; and the "
            "chances of every random number. docs/engine-tables.md says what each table has and "
            "how an engine loads it.",
    .options = {
        {0, "format", "FORMAT", "csv, json, lua, gdscript or c (default json)",
         CLI_CHOICE(format), .choices = export_formats},
        {'o', "output", "FOLDER", "where the files go, which are replaced (default: the file is "
         "printed; CSV needs a folder)", CLI_TEXT(output)},
        CLI_OPTION_SEED, CLI_OPTION_ALLOW_PATH, CLI_OPTION_JSON},
    .examples = {{"Tables that Lua loads", "wyrm rules export tutorial --format lua > tables.lua"},
                 {"For a spreadsheet", "wyrm rules export tutorial --format csv -o tables"}},
};

static const cli_command import = {
    .name = "rules import", .operands = "FILE", .run = run_import,
    .summary = "a spreadsheet (CSV) into monsters, weapons, armors or items",
    .text = "The first line names the columns: name, and keys of the ruleset (wyrm rules guide), "
            "those of nested ones with a dot: effect.kind. Commas, semicolons or tabs part them. "
            "What is not understood is kept as a comment that says why; what is written reads.",
    .options = {
        {0, "into", "SECTION", "what the rows are: monsters, weapons, armors or items",
         CLI_CHOICE(into), .choices = wyrm_spreadsheet_sections},
        {0, "ruleset", "RULESET", "the ruleset that they are for, which is extended (default: a "
         "file of its own, with the models that know most of the columns)", CLI_TEXT(ruleset)},
        {'o', "output", "FILE", "where to write the ruleset; an existing file is never overwritten "
         "(default: it is printed)", CLI_TEXT(output)},
        {'s', "strict", NULL, "exit 1 where anything is not understood", CLI_FLAG(strict)},
        CLI_OPTION_ALLOW_PATH, CLI_OPTION_JSON},
    .examples = {{"Monsters of a spreadsheet",
                  "wyrm rules import bestiary.csv --into monsters -o bestiary.yaml"},
                 {"Items for a ruleset", "wyrm rules import items.csv --into items --ruleset yarl"}},
};

static const cli_command validate = {
    .name = "rules validate", .operands = "FILE...", .run = run_validate,
    .summary = "whether ruleset files are in order: every error at once",
    .text = "Errors go to stderr, each with its place; the exit status is 3 where there are any. Of a "
            "file that describes a game of your own the game is not started: what only that "
            "knows, `wyrm engine show` holds the file against.",
    .options = {
        CLI_OPTION_ALLOW_PATH,
        {0, "json", NULL, "one JSON object for scripts, the errors in it; the exit status is the "
         "same", CLI_FLAG(json)}},
    .examples = {{"Every ruleset of a folder", "wyrm rules validate rulesets/*.yaml"},
                 {"For an editor or a bot", "wyrm rules validate --json dungeon.yaml"}},
};

static const cli_command show = {
    .name = "rules show", .operands = "RULESET", .run = run_show,
    .summary = "everything that a ruleset says, every default written out",
    .text = "Prints the ruleset as one YAML file without comments, whatever it extends resolved: "
            "the text that its hash stands for.",
    .options = {
        {0, "levels", "A..B", "instead: what each of these levels is worth, -5..60 for instance",
         CLI_LEVELS},
        CLI_OPTION_ALLOW_PATH, CLI_OPTION_JSON},
    .examples = {{"All of it", "wyrm rules show ruggrogue"},
                 {"Hit points, attack, defense and experience by level",
                  "wyrm rules show ruggrogue --levels 1..30"},
                 {"What a variant changes",
                  "diff <(wyrm rules show ruggrogue) <(wyrm rules show mine.yaml)"}},
};

static const char *const kinds[] = {
#define NAME(name, words, pair) name,
    TEXT_TEMPLATE_ROWS(NAME)
#undef NAME
    NULL};

static const cli_command new = {
    .name = "rules new", .operands = "NAME", .run = run_new,
    .summary = "a file to begin your own ruleset with",
    .text = "On a terminal it asks what kind of game it is; --template says so at once. The file "
            "then has six monsters, a player and what you might want of them, with comments, and "
            "answers already: replace its numbers by yours. With --from it extends a ruleset that "
            "there is, and says in comments what can be changed.",
    .options = {
        {0, "template", "KIND", "d20, accuracy, attack-defense, power-defense, script or blank",
         CLI_CHOICE(template), .choices = kinds},
        {0, "from", "RULESET", "the ruleset to begin with instead: a shipped name or a file",
         CLI_TEXT(from)},
        {'o', "output", "FILE", "where to write it (default: NAME.yaml); an existing file is never "
         "overwritten", CLI_TEXT(output)},
        CLI_OPTION_ALLOW_PATH, CLI_OPTION_JSON},
    .examples = {{"dungeon.yaml, of the kind that you then choose", "wyrm rules new dungeon"},
                 {"A game with a d20", "wyrm rules new crypt --template d20"},
                 {"A variant of one that ships", "wyrm rules new harder --from tutorial"}},
};

static const cli_command list = {
    .name = "rules list", .operands = "", .run = run_list,
    .summary = "the rulesets that ship with the program",
    .options = {
        CLI_OPTION_JSON},
};

static const cli_command schema = {
    .name = "rules schema", .operands = "", .run = run_schema,
    .summary = "the JSON Schema of ruleset files, for editors",
    .options = {
        {0, "json", NULL, "changes nothing: a JSON Schema is JSON", CLI_FLAG(json)}},
    .examples = {{"For editors that complete keys", "wyrm rules schema > wyrm.schema.json"}},
};

static const cli_command guide = {
    .name = "rules guide", .operands = "", .run = run_guide,
    .summary = "what may stand in ruleset files: chapters, each from an example on, and every key",
    .options = {
        {0, "json", NULL, "the same text as a member of a JSON object; for editors see wyrm rules "
         "schema", CLI_FLAG(json)}},
    .examples = {{"To read it", "wyrm rules guide | less"}},
};

static const cli_command *const commands[] = {
    &list,   &show,  &new, &validate, &export, &import,
    &schema, &guide, NULL,
};

const cli_command cli_rules = {
    .name = "rules",
    .operands = "COMMAND ...",
    .summary = "rulesets: list, show, begin a new one, validate, export, import, schema, guide",
    .commands = commands,
    .examples = {{"A ruleset of your own", "wyrm rules new dungeon --template d20"},
                 {"What may stand in it", "wyrm rules guide | less"}},
};
