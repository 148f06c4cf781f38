/* wyrm rules export and import: tables that leave for an engine, and those that come from a
 * spreadsheet.
 *
 * What is exported can be made again at any time, so it replaces what is there; what is imported
 * will be worked on by hand, so it never does. */
#include "cli/internal.h"
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <wyrm/spreadsheet.h>

#define PATH_ROOM 4096 /* bytes, the NUL included */

/* ---- export ---- */

static void save_files(cli_job *job, const wyrm_export *made, const char *folder)
{
    char path[PATH_ROOM];
    if (mkdir(folder, 0777) != 0 && errno != EEXIST)
        cli_give_up(job, "the folder '%s' cannot be made: %s", folder, strerror(errno));
    for (size_t i = 0; i < made->count; i++) {
        const wyrm_export_file *file = &made->files[i];
        int length = snprintf(path, sizeof path, "%s/%s", folder, file->name);
        if (length < 0 || length >= PATH_ROOM)
            cli_refuse(job, "-o takes a path of at most %d bytes", PATH_ROOM - 100);
        const char *text = file->text.bytes != NULL ? file->text.bytes : "";
        cli_save_text(job, path, text, true);
        if (!job->options->json)
            wyrm_page_addf(job->page, "%s\n", path);
    }
}

static void run_export(cli_job *job)
{
    const cli_options *options = job->options;
    const char *format = options->format != NULL ? options->format : "json";
    wyrm_design *design = cli_open(job, options->operands[0]);
    wyrm_export *made = base_new(&job->arena, wyrm_export);
    if (options->output == NULL && strcmp(format, "csv") == 0)
        cli_refuse(job, "CSV is a file a table: -o says in which folder");
    if (options->output == NULL && options->json && strcmp(format, "json") != 0)
        cli_refuse(job, "without -o the file itself is printed, which --json is not");
    wyrm_export_make(&job->arena, design, format, options->seed, made);
    if (options->output == NULL) {
        job->result = cli_print_text(job->command, made->files[0].text.bytes);
        return;
    }
    save_files(job, made, options->output);
    if (!options->json)
        return;
    base_json json = wyrm_answer_begin(job->page, "rules-exported", wyrm_design_ruleset(design));
    base_putf(&json, "format:%s folder:%s files:[", format, options->output);
    for (size_t i = 0; i < made->count; i++)
        base_put_text(&json, NULL, made->files[i].name);
    base_putf(&json, "]}");
}

/* ---- import ---- */

#define FAULTS_SAID 20

static void say_imported(cli_job *job, const wyrm_spreadsheet *sheet)
{
    wyrm_page *page = job->page;
    page_say(page, "%s is written: %zu of %zu rows, as %s.", job->options->output, sheet->kept,
             sheet->rows, sheet->into);
    if (sheet->fault_count > 0)
        page_say(page, "What could not be understood stands in it as comments:");
    for (size_t i = 0; i < sheet->fault_count && i < FAULTS_SAID; i++)
        page_point(page, 2, 2, "%s", sheet->faults[i].words);
    if (sheet->fault_count > FAULTS_SAID)
        page_say(page, "  (%zu more)", sheet->fault_count - FAULTS_SAID);
}

static void put_imported(cli_job *job, const wyrm_spreadsheet *sheet)
{
    base_json json = wyrm_answer_begin(job->page, "rules-import", NULL);
    base_putf(&json, "into:%s rows:%zu kept:%zu faults:[", sheet->into, sheet->rows, sheet->kept);
    for (size_t i = 0; i < sheet->fault_count; i++)
        base_putf(&json, "{line:%" PRIu64 " column:%zu message:%s}", sheet->faults[i].line,
                  sheet->faults[i].column, sheet->faults[i].words);
    base_putf(&json, "] yaml:%s}", sheet->yaml);
}

/* What stands after `extends:`: a shipped name; a path as it is where the file will be read from
 * here, and else the full one. */
static const char *base_of(cli_job *job, const char *ruleset, const char *file)
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
        (void)cli_open(job, options->ruleset); /* so that what is wrong with it is told as such */
    const wyrm_spreadsheet_options how = {.into = options->into,
                                          .extends =
                                              base_of(job, options->ruleset, options->output),
                                          .file = options->output};
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

/* clang-format off */
const cli_command cli_rules_export = {
    .name = "rules export", .operands = "RULESET", .run = run_export,
    .summary = "the tables of a ruleset for the engine of a game",
    .text = "Monsters, gear and items as the ruleset has them, every default written out; fighters "
            "with the numbers of fights; levels; who is met and what is found by depth; and the "
            "chances of every random number. docs/engine-tables.md says what each table has and "
            "how an engine loads it.",
    .options = {
        {0, "format", "FORMAT", "csv, json, lua, gdscript or c (default json)",
         CLI_CHOICE(format), .choices = wyrm_export_formats},
        {'o', "output", "FOLDER", "where the files go, which are replaced (default: the file is "
         "printed; CSV needs a folder)", CLI_TEXT(output)},
        CLI_OPTION_SEED, CLI_OPTION_ALLOW_PATH, CLI_OPTION_JSON},
    .examples = {{"Tables that Lua loads", "wyrm rules export tutorial --format lua > tables.lua"},
                 {"For a spreadsheet", "wyrm rules export tutorial --format csv -o tables"}},
};

const cli_command cli_rules_import = {
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
        CLI_OPTION_JSON},
    .examples = {{"Monsters of a spreadsheet",
                  "wyrm rules import bestiary.csv --into monsters -o bestiary.yaml"},
                 {"Items for a ruleset", "wyrm rules import items.csv --into items --ruleset yarl"}},
};
