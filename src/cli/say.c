/* What a command says before and after its answer: messages, and what is wrong with files, rulesets
 * and combatants. */
#include "cli/internal.h"

#include <errno.h>
#include <langinfo.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <wyrm/file.h>
#include <wyrm/ruleset.h>

#define MESSAGE_MAX 16384
#define PAGE_WIDTH  80

/* What could steer the terminal is written out. */
static void put_list(const char *format, va_list list)
{
    char line[MESSAGE_MAX];
    wyrm_text text = {0};
    vsnprintf(line, sizeof line, format, list);
    wyrm_text_append_visible(&text, line, strlen(line));
    fputs(text.bytes != NULL ? text.bytes : "", stderr);
    wyrm_text_drop(&text);
}

void cli_say(const char *format, ...)
{
    va_list list;
    va_start(list, format);
    put_list(format, list);
    va_end(list);
}

static void put_head(const cli_command *command)
{
    cli_say("wyrm%s%s: ", command != NULL && command->name[0] != '\0' ? " " : "",
            command != NULL ? command->name : "");
}

void cli_complain(const cli_command *command, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    put_head(command);
    put_list(format, list);
    va_end(list);
    cli_say("\n");
}

void cli_complain_near(const cli_command *command, const char *word, const char *const *candidates,
                       size_t count, const char *format, ...)
{
    const char *near = wyrm_nearest(word, candidates, count);
    va_list list;
    va_start(list, format);
    put_head(command);
    put_list(format, list);
    va_end(list);
    if (near != NULL)
        cli_say(" (did you mean '%s'?)\n", near);
    else
        cli_say(" (see wyrm%s%s --help)\n", command->name[0] != '\0' ? " " : "", command->name);
}

void cli_complain_choice(const cli_command *command, const char *word,
                         const char *const *candidates, size_t count, const char *format, ...)
{
    wyrm_error error = {0};
    va_list list;
    va_start(list, format);
    vsnprintf(error.message, sizeof error.message, format, list);
    va_end(list);
    wyrm_suggest(&error, word, candidates, count);
    cli_error(command, &error, true);
}

/* What is wrong with what was typed is a matter of usage, with a file of data. */
int cli_exit_of(wyrm_status status, bool typed)
{
    if (status == WYRM_ERROR_MEMORY || status == WYRM_ERROR_INTERNAL)
        return CLI_INTERNAL;
    return typed ? CLI_USAGE : CLI_BAD_DATA;
}

int cli_error(const cli_command *command, const wyrm_error *error, bool typed)
{
    if (error->file[0] != '\0' && error->line > 0) {
        char text[MESSAGE_MAX];
        wyrm_error_format(error, text, sizeof text);
        cli_say("%s", text);
    } else {
        cli_complain(command, "%s%s%s%s%s%s", error->file, error->file[0] != '\0' ? ": " : "",
                     error->message, error->hint[0] != '\0' ? " (" : "", error->hint,
                     error->hint[0] != '\0' ? ")" : "");
    }
    return cli_exit_of(error->code, typed);
}

int cli_errors(const cli_command *command, const char *asked, const wyrm_errors *errors,
               wyrm_status status)
{
    size_t kept = wyrm_errors_kept(errors), count = wyrm_errors_count(errors);
    const wyrm_error *first = kept > 0 ? wyrm_errors_at(errors, 0) : NULL;
    for (size_t i = 0; i < kept; i++)
        cli_error(command, wyrm_errors_at(errors, i), false);
    if (first == NULL)
        cli_complain(command, "%s", wyrm_status_text(status));
    else if (first->line > 0)
        cli_say("%s: %zu %s%s\n", asked != NULL ? asked : first->file, count,
                count == 1 ? "error" : "errors", count > kept ? " (only the first are shown)" : "");
    return cli_exit_of(status, false);
}

wyrm_style cli_style(void)
{
    const char *no_color = getenv("NO_COLOR"), *terminal = getenv("TERM");
    bool dumb = terminal == NULL || strcmp(terminal, "dumb") == 0;
    return (wyrm_style){
        .utf8 = strcmp(nl_langinfo(CODESET), "UTF-8") == 0,
        .colour = isatty(STDOUT_FILENO) && !dumb && (no_color == NULL || no_color[0] == '\0'),
        .width = PAGE_WIDTH,
    };
}

int cli_print_text(const cli_command *command, const char *text)
{
    errno = 0;
    if (fputs(text, stdout) == EOF || fflush(stdout) == EOF) {
        cli_complain(command, "the output cannot be written: %s", strerror(errno));
        return CLI_INTERNAL;
    }
    return CLI_DONE;
}

int cli_print(const cli_command *command, const wyrm_page *page)
{
    wyrm_error error;
    return wyrm_page_status(page, &error) != WYRM_OK
               ? cli_error(command, &error, false)
               : cli_print_text(command, wyrm_page_text(page));
}

/* ---- A command as a job ---- */

void cli_end(cli_job *job, int result)
{
    cli_progress_end(job);
    job->ended = true;
    job->result = result;
    base_fail(&job->arena, WYRM_ERROR_ARGUMENT);
}

void cli_refuse(cli_job *job, const char *format, ...)
{
    va_list list;
    cli_progress_end(job);
    va_start(list, format);
    put_head(job->command);
    put_list(format, list);
    va_end(list);
    cli_say("\n");
    cli_end(job, CLI_USAGE);
}

void cli_must(cli_job *job, wyrm_status status, bool typed)
{
    if (status == WYRM_OK)
        return;
    cli_progress_end(job);
    int result = cli_error(job->command, job->error, typed);
    if (job->advice != NULL && !typed)
        cli_complain(job->command, "%s", job->advice);
    cli_end(job, result);
}

wyrm_page *cli_page(cli_job *job, wyrm_style style)
{
    wyrm_page *page = base_new(&job->arena, wyrm_page);
    *page = wyrm_page_new(style);
    base_keep(&job->arena, page, wyrm_page_free);
    return page;
}

wyrm_errors *cli_new_errors(cli_job *job)
{
    wyrm_errors *errors;
    if (wyrm_errors_new(&errors) != WYRM_OK)
        cli_must(job, wyrm_fail(job->error, WYRM_ERROR_MEMORY, "out of memory"), false);
    base_keep(&job->arena, errors, wyrm_errors_free);
    return errors;
}

void cli_keep_design(cli_job *job, wyrm_design *design)
{
    base_keep(&job->arena, design, wyrm_design_free);
}

wyrm_design *cli_open(cli_job *job, const char *name)
{
    wyrm_design *design;
    wyrm_errors *errors = cli_new_errors(job);
    wyrm_status status = wyrm_design_open(name, &design, errors);
    if (status != WYRM_OK)
        cli_end(job, cli_errors(job->command, name, errors, status));
    cli_keep_design(job, design);
    return design;
}

void cli_combatant(cli_job *job, const wyrm_design *design, const char *text, wyrm_combatant *out)
{
    wyrm_status status = wyrm_roster_combatant(wyrm_design_roster(design), text, out, job->error);
    if (status == WYRM_ERROR_UNKNOWN && job->error->hint[0] == '\0')
        snprintf(job->error->hint, sizeof job->error->hint,
                 "'wyrm rules show' names all there are");
    cli_must(job, status, true);
}

/* ---- Files that commands are given: what is said of them before any work ---- */

void cli_is_there(cli_job *job, const char *path)
{
    struct stat found;
    const char *wrong = NULL;
    if (stat(path, &found) != 0)
        wrong = errno == ENOENT || errno == ENOTDIR ? "no such file" : strerror(errno);
    else if (S_ISDIR(found.st_mode))
        wrong = "it is a folder";
    if (wrong == NULL)
        return;
    cli_complain(job->command, "%s: %s", path, wrong);
    cli_end(job, CLI_BAD_DATA);
}

void cli_can_write(cli_job *job, const char *path)
{
    if (path == NULL || wyrm_file_can_write(path, true, job->error) == WYRM_OK)
        return;
    cli_complain(job->command, "'%s' cannot be written: %s", path, job->error->message);
    cli_end(job, CLI_BAD_DATA);
}

void cli_can_open(cli_job *job, const char *path)
{
    struct stat found;
    if (path != NULL && stat(path, &found) == 0)
        cli_is_there(job, path);
    else
        cli_can_write(job, path);
}
