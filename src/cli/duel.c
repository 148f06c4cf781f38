/* wyrm duel: the exact result of a fight to the death. */
#include <string.h>

#include "cli/commands.h"
#include "report/report.h"

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
     .read = cli_read_choice,
     .offset = offsetof(cli_options, first),
     .choices = sides,
     .help = "who strikes first in every turn (default: subject)"},
    {.name = "matrix",
     .letter = 'm',
     .offset = offsetof(cli_options, matrix),
     .help = "SUBJECT and OPPONENT at every pair of levels; both are then written without @LEVEL"},
    {.name = "levels",
     .argument = "A..B",
     .read = cli_read_levels,
     .offset = offsetof(cli_options, levels),
     .help = "levels of the matrix, at most 200 (default 1..30)"},
    {.name = "gear",
     .argument = "equal|none|LEVEL",
     .read = cli_read_text,
     .offset = offsetof(cli_options, gear),
     .help = "what a player of the matrix wears: weapon and armor of the player's own level, "
             "nothing, or of this level (default: equal, or what the combatant names)"},
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
