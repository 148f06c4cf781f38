/* Commands that are shown to be typed again. */
#include "cli/gate_again.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "output/shell.h"

/* A command, word by word. */
typedef struct line {
    char *text;
    size_t size, used;
    bool fits; /* and can be typed */
} line;

static line line_begin(char *text, size_t size)
{
    line made = {.text = text, .size = size, .fits = true};
    made.used = (size_t)snprintf(text, size, "wyrm compare");
    made.fits = made.used < size;
    return made;
}

static void add_word(line *to, const char *word)
{
    if (!to->fits || to->used + 1 >= to->size) {
        to->fits = false;
        return;
    }
    char *at = to->text + to->used;
    to->fits = wyrm_shell_word(word, at + 1, to->size - to->used - 1);
    *at = ' ';
    to->used += 1 + strlen(at + 1);
}

/* What begins like an option is none only behind what is not shown here. */
static void add_operand(line *to, const char *operand)
{
    to->fits = to->fits && operand[0] != '-';
    add_word(to, operand);
}

static void add_text(line *to, const char *option, const char *value)
{
    if (value == NULL)
        return;
    add_word(to, option);
    add_word(to, value);
}

static void add_number(line *to, const char *option, uint64_t value)
{
    char digits[24];
    snprintf(digits, sizeof digits, "%" PRIu64, value);
    add_text(to, option, digits);
}

static void line_end(line *of)
{
    if (!of->fits && of->size > 0)
        of->text[0] = '\0';
}

void cli_gate_again(const cli_options *options, uint64_t seed, char *text, size_t size)
{
    line made = line_begin(text, size);
    for (size_t i = 0; i < options->operand_count; i++)
        add_operand(&made, options->operands[i]);
    if (options->sim)
        add_word(&made, "--sim");
    add_text(&made, "--gate", options->gate);
    add_text(&made, "--bot", options->bot);
    add_text(&made, "--without", options->without);
    add_text(&made, "--from", options->from);
    if (options->turns > 0)
        add_number(&made, "--turns", options->turns);
    if (options->runs > 0)
        add_number(&made, "--runs", options->runs);
    if (options->strict)
        add_word(&made, "--strict");
    add_number(&made, "--seed", seed);
    line_end(&made);
}

void cli_gate_hold(const char *ruleset, const char *baseline, char *text, size_t size)
{
    line made = line_begin(text, size);
    add_operand(&made, ruleset);
    add_text(&made, "--gate", baseline);
    line_end(&made);
}
