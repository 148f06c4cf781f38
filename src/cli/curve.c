/* wyrm curve: the dungeon depth by depth. */
#include "cli/internal.h"
#include "text/internal.h"

static int run_tracker(const cli_command *command, const cli_options *options, wyrm_design *design)
{
    wyrm_error error;
    wyrm_pmf *levels;
    wyrm_page page = wyrm_page_new(cli_style());
    wyrm_status status = wyrm_encounter_monster_levels(wyrm_design_encounter(design),
                                                       options->tracker, &levels, &error);
    if (status == WYRM_OK)
        status = options->json
                     ? wyrm_report_tracker_json(design, options->tracker, levels, &page, &error)
                     : wyrm_report_tracker(design, options->tracker, levels, &page, &error);
    wyrm_pmf_free(levels);
    return cli_finish(command, status, &error, true, &page, design, CLI_DONE);
}

static int run_monsters(const cli_command *command, const cli_options *options, wyrm_design *design)
{
    wyrm_error error;
    wyrm_page page = wyrm_page_new(cli_style());
    wyrm_status status = (options->json ? wyrm_report_inhabitants_json : wyrm_report_inhabitants)(
        design, options->seed, &page, &error);
    return cli_finish(command, status, &error, true, &page, design, CLI_DONE);
}

static int run(const cli_command *command, const cli_options *options)
{
    if (options->tracker_given && options->runs != 0) {
        cli_complain(command, "--tracker is exact: it takes no --runs");
        return CLI_USAGE;
    }
    if (options->monsters && (options->tracker_given || options->runs != 0)) {
        cli_complain(command, "--monsters goes without --tracker and --runs");
        return CLI_USAGE;
    }
    wyrm_design *design;
    int result = cli_open(command, options->operands[0], &design);
    if (result != CLI_DONE)
        return result;
    if (options->tracker_given)
        return run_tracker(command, options, design);
    if (options->monsters)
        return run_monsters(command, options, design);
    cli_progress progress = cli_progress_start();
    wyrm_descent_options descent = {.seed = options->seed,
                                    .runs = options->runs,
                                    .threads = (unsigned)options->threads,
                                    .progress = cli_progress_show,
                                    .context = &progress};
    wyrm_descents *descents;
    wyrm_error error;
    wyrm_page page = wyrm_page_new(cli_style());
    wyrm_status status = wyrm_descend(design, &descent, &descents, &error);
    cli_progress_end(&progress);
    if (status == WYRM_OK)
        status = options->json
                     ? wyrm_report_curve_json(design, descents, options->seed, &page, &error)
                     : wyrm_report_curve(design, descents, options->seed, &page, &error);
    wyrm_descents_free(descents);
    return cli_finish(command, status, &error, false, &page, design, CLI_DONE);
}

#define TEXT_OF(number)   #number
#define NUMBER_AS(number) TEXT_OF(number)
#define DEFAULT_RUNS      NUMBER_AS(WYRM_DESCENT_RUNS)

static const cli_option rows[] = {
    {.name = "tracker",
     .argument = "LEVEL",
     .read = cli_read_tracker,
     .help = "instead: the exact distribution of a monster's level at this level of the difficulty "
             "tracker, such as 4.1"},
    CLI_FLAG(
        0, "monsters", monsters,
        .help =
            "instead: who lives where; with a difficulty tracker, how far below it monsters are"),
    CLI_OPTION_RUNS("dungeons to sample (default " DEFAULT_RUNS ", for intervals of about 1 %)"),
    CLI_OPTION_SEED,
    CLI_OPTION_THREADS,
    CLI_OPTION_JSON,
    CLI_OPTION_HELP,
    CLI_OPTION_END,
};

const cli_command cli_curve = {
    .name = "curve",
    .operands = "RULESET",
    .summary = "difficulty by depth: rooms, monsters, items, experience, final depth",
    .text =
        "Every map's rooms are placed and populated as in the game, depth by depth, until the "
        "final map. Nobody plays: what lies there is counted.\n\n"
        "Where difficulty is a table of depths: also what a room takes from the player that the "
        "depth is meant for, fight by fight.",
    .options = rows,
    .examples =
        {
            {"The whole dungeon", "wyrm curve ruggrogue"},
            {"Closer, with another seed", "wyrm curve ruggrogue --runs 200000 --seed 7"},
            {"Levels of monsters when the tracker is a tenth above level 4",
             "wyrm curve ruggrogue --tracker 4.1"},
        },
    .least_operands = 1,
    .most_operands = 1,
    .run = run,
};
