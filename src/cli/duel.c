/* wyrm duel: the exact result of a fight to the death. */

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "cli/internal.h"
#include "text/internal.h"

/* wyrm duel --matrix: the same fight at every pair of levels. */

#define LEVELS_MAX     200 /* a side */
#define COMBATANT_MAX  512 /* characters of a combatant as it is written */
#define GEAR_WORDS_MAX 192

/* What the players of the matrix wear. */
typedef enum gear_kind { GEAR_EQUAL, GEAR_NONE, GEAR_LEVEL, GEAR_NAMED } gear_kind;

typedef struct worn_gear {
    gear_kind kind;
    int32_t level;
} worn_gear;

static bool is_player(const char *role)
{
    return strncmp(role, "player", 6) == 0 && (role[6] == '\0' || role[6] == ',');
}

/* Whether the combatant names its gear itself. */
static bool names_gear(const char *role)
{
    return strstr(role, ",weapon") != NULL || strstr(role, ",armor") != NULL;
}

static bool read_gear(const cli_command *command, const char *text, const char *role,
                      worn_gear *out)
{
    int64_t level;
    const char *word = text != NULL ? text : names_gear(role) ? "" : "equal";
    *out = (worn_gear){.kind = GEAR_NAMED};
    if (strcmp(word, "equal") == 0)
        out->kind = GEAR_EQUAL;
    else if (strcmp(word, "none") == 0)
        out->kind = GEAR_NONE;
    else if (text != NULL && cli_whole(word, WYRM_LEVEL_MIN, WYRM_LEVEL_MAX, &level))
        *out = (worn_gear){.kind = GEAR_LEVEL, .level = (int32_t)level};
    else if (text != NULL) {
        cli_complain(command, "--gear takes equal, none or a level, found '%s'", text);
        return false;
    }
    if (text != NULL && names_gear(role)) {
        cli_complain(command, "'%s' names its gear, and --gear does too", role);
        return false;
    }
    return true;
}

/* Whether gear of a kind has levels, and not names. */
static bool has_levels(const wyrm_growth *growth, wyrm_role kind)
{
    const wyrm_curve *curves;
    size_t count = wyrm_growth_curves(growth, &curves);
    for (size_t i = 0; i < count; i++)
        if (curves[i].role == kind)
            return true;
    return false;
}

/* Gear without levels is worn only where it is named. */
static void unlevelled_texts(const wyrm_design *design, char word[GEAR_WORDS_MAX],
                             char words[GEAR_WORDS_MAX])
{
    const wyrm_value *weapons = wyrm_ruleset_find(wyrm_design_ruleset(design), "weapons");
    snprintf(word, GEAR_WORDS_MAX, "none");
    if (wyrm_value_count(weapons) > 0)
        snprintf(words, GEAR_WORDS_MAX,
                 "none, as it has no levels here (name it: player,weapon=%s)",
                 wyrm_value_key(weapons, 0));
    else
        snprintf(words, GEAR_WORDS_MAX, "none, as it has no levels here");
}

static void levelled_texts(const worn_gear *gear, bool weapon, bool armor,
                           char word[GEAR_WORDS_MAX], char words[GEAR_WORDS_MAX])
{
    const char *kinds = weapon && armor ? "weapon and armor" : weapon ? "weapon" : "armor";
    if (gear->kind == GEAR_LEVEL) {
        snprintf(word, GEAR_WORDS_MAX, "%d", gear->level);
        snprintf(words, GEAR_WORDS_MAX, "%s of level %d", kinds, gear->level);
    } else {
        snprintf(word, GEAR_WORDS_MAX, "equal");
        snprintf(words, GEAR_WORDS_MAX, "%s of the player's own level", kinds);
    }
}

/* The gear as --gear takes it, and in words. */
static void gear_texts(const wyrm_design *design, const worn_gear *gear, char word[GEAR_WORDS_MAX],
                       char words[GEAR_WORDS_MAX])
{
    const wyrm_growth *growth = wyrm_design_growth(design);
    bool weapon = has_levels(growth, WYRM_ROLE_WEAPON), armor = has_levels(growth, WYRM_ROLE_ARMOR);
    if (gear->kind == GEAR_NONE || gear->kind == GEAR_NAMED) {
        snprintf(word, GEAR_WORDS_MAX, "%s", gear->kind == GEAR_NONE ? "none" : "named");
        snprintf(words, GEAR_WORDS_MAX, "%s", gear->kind == GEAR_NONE ? "none" : "as named");
    } else if (weapon || armor) {
        levelled_texts(gear, weapon, armor, word, words);
    } else {
        unlevelled_texts(design, word, words);
    }
}

/* The combatant of a role at a level: "player,regen=1" at 3 with equal gear is
 * "player@3,regen=1,weapon=3,armor=3". False where it is too long. */
static bool write_combatant(const wyrm_growth *growth, const char *role, int32_t level,
                            const worn_gear *gear, char out[COMBATANT_MAX])
{
    size_t name = strcspn(role, ",");
    int length = snprintf(out, COMBATANT_MAX, "%.*s@%d%s", (int)name, role, level, role + name);
    if (length < 0 || length >= COMBATANT_MAX - 64)
        return false;
    if (!is_player(role) || (gear->kind != GEAR_EQUAL && gear->kind != GEAR_LEVEL))
        return true;
    int32_t worn = gear->kind == GEAR_LEVEL ? gear->level : level;
    for (int kind = WYRM_ROLE_WEAPON; kind <= WYRM_ROLE_ARMOR; kind++)
        if (has_levels(growth, (wyrm_role)kind))
            length += snprintf(out + length, (size_t)(COMBATANT_MAX - length), ",%s=%d",
                               wyrm_role_name((wyrm_role)kind), worn);
    return true;
}

/* The combatants of one role at every level. */
static int read_role(const cli_command *command, const wyrm_design *design, const char *role,
                     const cli_levels *levels, const worn_gear *gear, wyrm_combatant *out)
{
    for (int32_t level = levels->first; level <= levels->last; level++) {
        char text[COMBATANT_MAX];
        if (!write_combatant(wyrm_design_growth(design), role, level, gear, text)) {
            cli_complain(command, "a combatant has at most %d letters", COMBATANT_MAX - 64);
            return CLI_USAGE;
        }
        int result = cli_combatant(command, design, text, &out[level - levels->first]);
        if (result != CLI_DONE)
            return result;
    }
    return CLI_DONE;
}

/* The levels, their combatants, and the results of all their fights. */
typedef struct fights {
    size_t levels;
    wyrm_combatant *rows, *columns;
    wyrm_duel *duels;
} fights;

static fights arena_new(size_t levels)
{
    return (fights){.levels = levels,
                    .rows = base_zeroed(levels, sizeof(wyrm_combatant)),
                    .columns = base_zeroed(levels, sizeof(wyrm_combatant)),
                    .duels = base_zeroed(levels * levels, sizeof(wyrm_duel))};
}

static void arena_free(fights *arena)
{
    wyrm_free(arena->rows);
    wyrm_free(arena->columns);
    wyrm_free(arena->duels);
}

static wyrm_status fight(const wyrm_design *design, fights *arena, wyrm_striker striker,
                         wyrm_error *error)
{
    cli_progress progress = cli_progress_start();
    size_t count = arena->levels;
    wyrm_status status = WYRM_OK;
    for (size_t r = 0; r < count && status == WYRM_OK; r++) {
        for (size_t c = 0; c < count && status == WYRM_OK; c++)
            status = wyrm_design_duel(design, &arena->rows[r], &arena->columns[c], striker,
                                      &arena->duels[r * count + c], NULL, error);
        if (status == WYRM_OK && !cli_progress_show((double)r / (double)count, &progress))
            status = wyrm_fail(error, WYRM_ERROR_LIMIT, "stopped before all fights were done");
    }
    cli_progress_end(&progress);
    return status;
}

static bool levels_fit(const cli_command *command, const cli_options *options, cli_levels *out)
{
    *out = options->levels.given ? options->levels : (cli_levels){true, 1, 30};
    if (out->last - out->first < LEVELS_MAX)
        return true;
    cli_complain(command, "--levels of a matrix are at most %d, found %d", LEVELS_MAX,
                 out->last - out->first + 1);
    return false;
}

static int no_memory(const cli_command *command)
{
    wyrm_error error;
    wyrm_status status = wyrm_fail(&error, WYRM_ERROR_MEMORY, "out of memory");
    return status == WYRM_OK ? CLI_DONE : cli_error(command, &error, false);
}

/* Reads both roles, fights, and prints. */
static int print_matrix(const cli_command *command, const cli_options *options,
                        const cli_levels *levels, wyrm_design *design, fights *arena)
{
    char **role = options->operands + 1;
    worn_gear gears[2];
    wyrm_combatant *sides[] = {arena->rows, arena->columns};
    for (int side = 0; side < 2; side++) {
        if (!read_gear(command, options->gear, role[side], &gears[side]))
            return CLI_USAGE;
        int result = read_role(command, design, role[side], levels, &gears[side], sides[side]);
        if (result != CLI_DONE)
            return result;
    }
    bool opponent_first = options->first != NULL && strcmp(options->first, "opponent") == 0;
    /* Of the side that wears any. */
    static const worn_gear bare = {.kind = GEAR_NONE};
    const worn_gear *told = is_player(role[0]) ? &gears[0] : is_player(role[1]) ? &gears[1] : &bare;
    char word[GEAR_WORDS_MAX], words[GEAR_WORDS_MAX];
    gear_texts(design, told, word, words);
    wyrm_matrix_report matrix = {
        .design = design,
        .row_role = role[0],
        .column_role = role[1],
        .gear = word,
        .gear_words = words,
        .striker = opponent_first ? WYRM_OPPONENT_FIRST : WYRM_SUBJECT_FIRST,
        .first = levels->first,
        .levels = arena->levels,
        .duels = arena->duels,
    };
    wyrm_error error;
    wyrm_page page = wyrm_page_new(cli_style());
    wyrm_status status = fight(design, arena, matrix.striker, &error);
    if (status == WYRM_OK)
        status = options->json ? wyrm_report_matrix_json(&matrix, &page, &error)
                               : wyrm_report_matrix(&matrix, &page, &error);
    return cli_finish(command, status, &error, true, &page, NULL, CLI_DONE);
}

/* Every level of the matrix takes the place of one that a role names. */
static bool roles_fit(const cli_command *command, const cli_options *options)
{
    for (int side = 1; side <= 2; side++) {
        const char *role = options->operands[side];
        if (role[strcspn(role, "@,")] != '@')
            continue;
        cli_complain(command, "a matrix takes no @LEVEL: --levels says them, found '%s'", role);
        return false;
    }
    return true;
}

int cli_duel_matrix(const cli_command *command, const cli_options *options)
{
    cli_levels levels;
    if (!roles_fit(command, options) || !levels_fit(command, options, &levels))
        return CLI_USAGE;
    wyrm_design *design;
    int result = cli_open(command, options->operands[0], &design);
    if (result != CLI_DONE)
        return result;
    fights arena = arena_new((size_t)(levels.last - levels.first) + 1);
    if (arena.rows == NULL || arena.columns == NULL || arena.duels == NULL)
        result = no_memory(command);
    else
        result = print_matrix(command, options, &levels, design, &arena);
    arena_free(&arena);
    wyrm_design_free(design);
    return result;
}

static int run(const cli_command *command, const cli_options *options)
{
    if (options->matrix)
        return cli_duel_matrix(command, options);
    if (options->levels.given || options->gear != NULL) {
        cli_complain(command, "--%s needs --matrix", options->gear != NULL ? "gear" : "levels");
        return CLI_USAGE;
    }
    wyrm_design *design;
    int result = cli_open(command, options->operands[0], &design);
    if (result != CLI_DONE)
        return result;
    bool opponent_first = options->first != NULL && strcmp(options->first, "opponent") == 0;
    wyrm_duel_report duel = {.design = design,
                             .subject_text = options->operands[1],
                             .opponent_text = options->operands[2],
                             .striker = opponent_first ? WYRM_OPPONENT_FIRST : WYRM_SUBJECT_FIRST};
    result = cli_combatant(command, design, duel.subject_text, &duel.subject);
    if (result == CLI_DONE)
        result = cli_combatant(command, design, duel.opponent_text, &duel.opponent);
    if (result != CLI_DONE) {
        wyrm_design_free(design);
        return result;
    }
    wyrm_page page = wyrm_page_new(cli_style());
    wyrm_error error;
    wyrm_status status = options->json ? wyrm_report_duel_json(&duel, &page, &error)
                                       : wyrm_report_duel(&duel, &page, &error);
    return cli_finish(command, status, &error, true, &page, design, CLI_DONE);
}

static const char *const sides[] = {"subject", "opponent", NULL};

static const cli_option rows[] = {
    {.name = "first",
     .argument = "subject|opponent",
     .offset = offsetof(cli_options, first),
     .read = cli_read_choice,
     .choices = sides,
     .help = "who strikes first in every turn (default: subject)"},
    CLI_FLAG(
        'm', "matrix", matrix,
        .help =
            "SUBJECT and OPPONENT at every pair of levels; both are then written without @LEVEL"),
    {.name = "levels",
     .argument = "A..B",
     .offset = offsetof(cli_options, levels),
     .read = cli_read_levels,
     .help = "levels of the matrix, at most 200 (default 1..30)"},
    CLI_TEXT(0, "gear", "equal|none|LEVEL", gear,
             .help =
                 "what a player of the matrix wears: weapon and armor of the player's own level, "
                 "nothing, or of this level (default: equal, or what the combatant names)"),
    CLI_OPTION_SEED_UNUSED,
    CLI_OPTION_JSON,
    CLI_OPTION_HELP,
    CLI_OPTION_END,
};

const cli_command cli_duel = {
    .name = "duel",
    .operands = "RULESET SUBJECT OPPONENT",
    .summary = "the exact result of a fight, or of fights at every pair of levels",
    .text = "Who wins, in how many turns, and with how many hit points left, as distributions: "
            "solved, not simulated. Combatants are written as for wyrm hit.",
    .options = rows,
    .examples =
        {
            {"A player of level 6 against a monster of level 6",
             "wyrm duel ruggrogue player@6,weapon=5,armor=5 monster@6"},
            {"The same, and the monster surprises the player",
             "wyrm duel ruggrogue player@6,weapon=5,armor=5 monster@6 --first opponent"},
            {"Levels 1 to 30 against each other, gear of the player's level",
             "wyrm duel ruggrogue --matrix player monster --levels 1..30"},
            {"No gear at all, for a script",
             "wyrm duel ruggrogue --matrix player monster --gear none --json"},
        },
    .least_operands = 3,
    .most_operands = 3,
    .run = run,
};
