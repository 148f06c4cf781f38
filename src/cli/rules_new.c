/* wyrm rules new: a file to begin with. It is written whole or not at all. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/commands.h"
#include "cli/files.h"
#include "report/report.h"

#define NAME_MAX_LETTERS 63
#define PATH_ROOM        CLI_PATH_MAX

static bool is_name(const char *name)
{
    size_t length = strlen(name);
    return length >= 1 && length <= NAME_MAX_LETTERS && name[0] >= 'a' && name[0] <= 'z' &&
           strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789_-") == length;
}

/* What stands after `extends:`: a shipped name as it is, a file by its full path, so that it is
 * found from wherever the new file lies. False with errno set where there is no such file. */
static bool base_of(const char *from, char out[PATH_ROOM])
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
    snprintf(out, PATH_ROOM, "'%s'", full);
    free(full);
    return true;
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
        cli_errors(command, errors, status);
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
    } else if (!cli_write_file(path, wyrm_page_text(&page), false)) {
        cli_complain(command, "'%s' cannot be written: %s", path,
                     errno == EEXIST ? "it exists already (choose another name, or -o FILE)"
                                     : strerror(errno));
        result = CLI_BAD_DATA;
    }
    wyrm_page_free(&page);
    return result;
}

static int run(const cli_command *command, const cli_options *options)
{
    const char *name = options->operands[0];
    const char *from = options->from != NULL ? options->from : "ruggrogue";
    char path[PATH_ROOM], base[PATH_ROOM];
    if (!is_name(name)) {
        cli_complain(command,
                     "a name is made of a-z, 0-9, '_' and '-', a letter first, at most %d, "
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
    if (!base_of(from, base)) {
        cli_complain(command, "'%s' cannot be extended: %s", from,
                     errno != 0 ? strerror(errno) : "its path is too long or has a quote in it");
        result = CLI_BAD_DATA;
    } else {
        result = write_starter(command, parent, base, name, path);
    }
    if (result == CLI_DONE) {
        wyrm_page page = wyrm_page_new(cli_style());
        wyrm_page_addf(&page,
                       "%s is written. It extends %s; the comments in it say how to go on.\n"
                       "What follows from it: wyrm check %s\n",
                       path, from, path);
        result = cli_print(command, &page, CLI_DONE);
    }
    wyrm_design_free(parent);
    return result;
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
