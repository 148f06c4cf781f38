/* The lines of a recording, by the rows of the commands. */
#include "game/replay_lines.h"

#include <string.h>

#define SUM_DIGITS 16

/* What commands take: which numbers stand behind the letter, and the range of the argument. */
typedef struct taken {
    bool argument, target;
    int32_t greatest;
} taken;

#define NOTHING                                                                                    \
    {                                                                                              \
        false, false, 0                                                                            \
    }
#define DIRECTION                                                                                  \
    {                                                                                              \
        true, false, WYRM_DIRECTION_COUNT - 1                                                      \
    }
#define ITEM                                                                                       \
    {                                                                                              \
        true, false, WYRM_PACK_MAX - 1                                                             \
    }
#define ITEM_AND_TARGET                                                                            \
    {                                                                                              \
        true, true, WYRM_PACK_MAX - 1                                                              \
    }
#define TARGET                                                                                     \
    {                                                                                              \
        false, true, 0                                                                             \
    }
#define CHOICE                                                                                     \
    {                                                                                              \
        true, false, 9999                                                                          \
    }

static const struct {
    char letter;
    taken takes;
} commands[] = {
#define COMMAND(name, letter, takes, summary) [name] = {letter, takes},
    WYRM_COMMAND_ROWS(COMMAND)
#undef COMMAND
};

/* ------------------------------------------------------------------ writing */

static const char digits[] = "0123456789abcdef";

/* A space and a number of at least 0. */
static char *put_number(char *at, int32_t number)
{
    char reversed[12];
    int count = 0;
    for (*at++ = ' '; number > 9; number /= 10)
        reversed[count++] = digits[number % 10];
    *at++ = digits[number];
    while (count > 0)
        *at++ = reversed[--count];
    return at;
}

/* Written digit by digit: a game has thousands of lines, and printf would take most of the time. */
void wyrm_replay_write_line(wyrm_text *text, const wyrm_replay_step *step)
{
    char line[64];
    char *at = line;
    const wyrm_command *command = &step->command;
    const taken *takes = &commands[command->kind].takes;
    *at++ = commands[command->kind].letter;
    if (takes->argument)
        at = put_number(at, command->argument);
    if (takes->target) {
        at = put_number(at, command->target.x);
        at = put_number(at, command->target.y);
    }
    *at++ = ' ';
    for (int i = SUM_DIGITS; i-- > 0;)
        *at++ = digits[step->checksum >> 4 * i & 0xF];
    *at++ = '\n';
    wyrm_text_append_bytes(text, line, (size_t)(at - line));
}

/* ------------------------------------------------------------------ reading */

/* A space and a number of 0 to `greatest`. */
static bool take_number(const char **at, const char *end, int32_t greatest, int32_t *out)
{
    const char *digit = *at + 1;
    int64_t number = 0;
    if (*at == end || **at != ' ' || digit == end || *digit < '0' || *digit > '9')
        return false;
    for (; digit < end && *digit >= '0' && *digit <= '9' && number <= greatest; digit++)
        number = number * 10 + (*digit - '0');
    if (number > greatest)
        return false;
    *at = digit;
    *out = (int32_t)number;
    return true;
}

static bool take_tile(const char **at, const char *end, wyrm_position *out)
{
    int32_t x = 0, y = 0;
    if (!take_number(at, end, WYRM_MAP_SIDE_MAX - 1, &x) ||
        !take_number(at, end, WYRM_MAP_SIDE_MAX - 1, &y))
        return false;
    *out = (wyrm_position){(int16_t)x, (int16_t)y};
    return true;
}

static int hex_digit(char digit)
{
    return digit >= '0' && digit <= '9'   ? digit - '0'
           : digit >= 'a' && digit <= 'f' ? digit - 'a' + 10
                                          : -1;
}

/* A space and 16 digits, and then the end. */
static bool take_checksum(const char *at, const char *end, uint64_t *out)
{
    if (end - at != 1 + SUM_DIGITS || *at != ' ')
        return false;
    *out = 0;
    for (int i = 1; i <= SUM_DIGITS; i++) {
        int digit = hex_digit(at[i]);
        if (digit < 0)
            return false;
        *out = *out << 4 | (uint64_t)digit;
    }
    return true;
}

static bool find_command(char letter, wyrm_command_kind *out)
{
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        if (commands[i].letter == letter) {
            *out = (wyrm_command_kind)i;
            return true;
        }
    return false;
}

bool wyrm_replay_read_line(const char *line, const char *end, wyrm_replay_step *step,
                           const char **place, const char **why)
{
    *step = (wyrm_replay_step){0};
    *place = line;
    *why = "this is no command";
    if (line == end || !find_command(*line, &step->command.kind))
        return false;
    const taken *takes = &commands[step->command.kind].takes;
    *place = line + 1;
    *why = "the number of this command is missing or too great";
    if (takes->argument && !take_number(place, end, takes->greatest, &step->command.argument))
        return false;
    *why = "the tile of this command is missing or lies outside";
    if (takes->target && !take_tile(place, end, &step->command.target))
        return false;
    *why = "here should be 16 digits of a checksum and the end of the line";
    return take_checksum(*place, end, &step->checksum);
}
