/* wyrm fixtures: cases for the unit tests of the game itself, with their exact distributions. */
#include "cli/internal.h"

static void run(cli_job *job)
{
    const cli_options *options = job->options;
    cli_can_write(job, options->output);
    wyrm_design *design = cli_open(job, options->operands[0]);
    const unsigned any =
        WYRM_SYSTEM_COMBAT | WYRM_SYSTEM_GROWTH | WYRM_SYSTEM_ENCOUNTER | WYRM_SYSTEM_LOOT;
    if (!(wyrm_design_systems(design) & any))
        cli_needs(job, design, WYRM_SYSTEM_COMBAT);
    wyrm_page *cases = options->output != NULL ? cli_page(job, cli_style()) : job->page;
    wyrm_report_fixtures(design, cases);
    if (options->output == NULL)
        return;
    cli_save(job, options->output, cases);
    cli_complain(job->command, "wrote %s", options->output);
}

/* clang-format off */
const cli_command cli_fixtures = {
    .name = "fixtures", .operands = "RULESET", .run = run,
    .summary = "cases for the game's own tests, with their exact distributions",
    .text = "Writes JSON: every monster as it is first met against the player of that depth, both "
            "ways (hits) and to the death (duels), the monsters (spawns) and items (loot) of a "
            "room by depth, and experience. Each case lists every outcome and its chance, so that "
            "a test of the game draws it some thousand times and compares.",
    .options = {
        {'o', "output", "FILE", "where it goes instead of standard output; an existing FILE is "
         "replaced", CLI_TEXT(output)},
        CLI_OPTION_SEED_UNUSED, CLI_OPTION_ALLOW_PATH,
        {0, "json", NULL, "taken as by every command; it is JSON anyway", CLI_FLAG(json)}},
    .examples = {{"Cases beside the tests of a game",
                  "wyrm fixtures mine.yaml -o tests/fixtures.json"}},
};
