/* --help, written from the rows of the commands. */
#include "cli/internal.h"

#include <stdio.h>
#include <string.h>

/* "-v, --verbose" or "    --runs N" */
static void option_head(const cli_option *option, char *out, size_t size)
{
    char letter[5] = "    ";
    if (option->letter != 0)
        snprintf(letter, sizeof letter, "-%c, ", option->letter);
    snprintf(out, size, "%s--%s%s%s", letter, option->name, option->argument != NULL ? " " : "",
             option->argument != NULL ? option->argument : "");
}

static void add_options(wyrm_page *page, const cli_option *options)
{
    char head[96];
    int width = 0;
    for (size_t i = 0; options[i].name != NULL; i++) {
        option_head(&options[i], head, sizeof head);
        width = (int)strlen(head) > width ? (int)strlen(head) : width;
    }
    width = width > 30 ? 30 : width;
    wyrm_page_add(page, "\n");
    wyrm_page_toned(page, WYRM_TONE_STRONG, "Options");
    wyrm_page_add(page, "\n");
    for (size_t i = 0; options[i].name != NULL; i++) {
        option_head(&options[i], head, sizeof head);
        wyrm_page_addf(page, "  %s", head);
        int blanks = width - (int)strlen(head) + 2;
        if (blanks < 2) {
            wyrm_page_add(page, "\n");
            blanks = width + 4;
        }
        wyrm_page_spaces(page, blanks);
        wyrm_page_wrap(page, width + 4, width + 4, options[i].help);
    }
}

static void add_commands(wyrm_page *page, const cli_command *const *commands)
{
    wyrm_page_add(page, "\n");
    wyrm_page_toned(page, WYRM_TONE_STRONG, "Commands");
    wyrm_page_add(page, "\n");
    for (; *commands != NULL; commands++) {
        wyrm_page_addf(page, "  %-14s  ", (*commands)->name);
        wyrm_page_wrap(page, 18, 18, (*commands)->summary);
    }
}

static void add_examples(wyrm_page *page, const cli_example *examples)
{
    if (examples[0].shows == NULL)
        return;
    wyrm_page_add(page, "\n");
    wyrm_page_toned(page, WYRM_TONE_STRONG, "Examples");
    wyrm_page_add(page, "\n");
    for (size_t i = 0; i < CLI_EXAMPLES_MAX && examples[i].shows != NULL; i++) {
        wyrm_page_add(page, "  ");
        wyrm_page_wrap(page, 2, 2, examples[i].shows);
        wyrm_page_addf(page, "    %s\n", examples[i].line);
    }
}

wyrm_page cli_help(const cli_command *command, wyrm_style style)
{
    wyrm_page page = wyrm_page_new(style);
    const char *gap = command->name[0] != '\0' ? " " : "";
    wyrm_page_wrapf(&page, 0, 0, "wyrm%s%s: %s.", gap, command->name, command->summary);
    wyrm_page_addf(&page, "\nUsage: wyrm%s%s", gap, command->name);
    if (command->operands[0] != '\0')
        wyrm_page_addf(&page, " %s", command->operands);
    wyrm_page_add(&page, command->commands != NULL ? "\n" : " [options]\n");
    if (command->text != NULL) {
        wyrm_page_add(&page, "\n");
        wyrm_page_wrap(&page, 0, 0, command->text);
    }
    if (command->commands != NULL)
        add_commands(&page, command->commands);
    if (command->options != NULL)
        add_options(&page, command->options);
    add_examples(&page, command->examples);
    return page;
}
