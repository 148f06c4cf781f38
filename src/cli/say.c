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

int cli_print(const cli_command *command, wyrm_page *page, int result)
{
    wyrm_error error;
    int written = wyrm_page_status(page, &error) != WYRM_OK
                      ? cli_error(command, &error, false)
                      : cli_print_text(command, wyrm_page_text(page));
    wyrm_page_free(page);
    return written != CLI_DONE ? written : result;
}

/* ---- files that commands are given: what is said of them before any work ---- */

bool cli_is_there(const cli_command *command, const char *path)
{
    struct stat found;
    const char *wrong = NULL;
    if (stat(path, &found) != 0)
        wrong = errno == ENOENT || errno == ENOTDIR ? "no such file" : strerror(errno);
    else if (S_ISDIR(found.st_mode))
        wrong = "it is a folder";
    if (wrong != NULL)
        cli_complain(command, "%s: %s", path, wrong);
    return wrong == NULL;
}

bool cli_can_open(const cli_command *command, const char *path)
{
    struct stat found;
    if (path == NULL)
        return true;
    return stat(path, &found) == 0 ? cli_is_there(command, path) : cli_can_write(command, path);
}

bool cli_can_write(const cli_command *command, const char *path)
{
    wyrm_error error = {0};
    if (path == NULL || wyrm_file_can_write(path, true, &error) == WYRM_OK)
        return true;
    cli_complain(command, "'%s' cannot be written: %s", path, error.message);
    return false;
}

/* ---- what the commands share: opening rulesets, reading combatants, ending ---- */

int cli_open(const cli_command *command, const char *name, wyrm_design **out)
{
    *out = NULL;
    wyrm_errors *errors;
    wyrm_status status = wyrm_errors_new(&errors);
    if (status == WYRM_OK)
        status = wyrm_design_open(name, out, errors);
    int result = status == WYRM_OK ? CLI_DONE : cli_errors(command, name, errors, status);
    wyrm_errors_free(errors);
    return result;
}

int cli_combatant(const cli_command *command, const wyrm_design *design, const char *text,
                  wyrm_combatant *out)
{
    wyrm_error error;
    wyrm_status status = wyrm_roster_combatant(wyrm_design_roster(design), text, out, &error);
    if (status == WYRM_ERROR_UNKNOWN && error.hint[0] == '\0')
        snprintf(error.hint, sizeof error.hint, "'wyrm rules show' names all there are");
    return status == WYRM_OK ? CLI_DONE : cli_error(command, &error, true);
}

int cli_finish(const cli_command *command, wyrm_status status, const wyrm_error *error, bool typed,
               wyrm_page *page, wyrm_design *design, int result)
{
    if (status == WYRM_OK)
        result = cli_print(command, page, result);
    else
        result = cli_error(command, error, typed);
    wyrm_page_free(page);
    wyrm_design_free(design);
    return result;
}
