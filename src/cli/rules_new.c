/* wyrm rules new: a file to begin with. It is written whole or not at all. */
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <wyrm/file.h>

#include "cli/commands.h"
#include "report/report.h"

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
static int tell(const cli_command *command, const cli_options *options, const char *path,
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

static int run(const cli_command *command, const cli_options *options)
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
    return result == CLI_DONE ? tell(command, options, path, from) : result;
}

static const cli_option rows[] = {
    {.name = "from",
     .argument = "RULESET",
     .read = cli_read_text,
     .offset = offsetof(cli_options, from),
     .help = "the ruleset to begin with: a shipped name or a file (default: ruggrogue)"},
    {.name = "output",
     .argument = "FILE",
     .letter = 'o',
     .read = cli_read_text,
     .offset = offsetof(cli_options, output),
     .help = "where to write it (default: NAME.yaml); an existing file is never overwritten"},
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
    .options = rows,
    .examples =
        {
            {"dungeon.yaml, begun from ruggrogue", "wyrm rules new dungeon"},
            {"A variant of your own file", "wyrm rules new harder --from dungeon.yaml"},
        },
    .least_operands = 1,
    .most_operands = 1,
    .run = run,
};
