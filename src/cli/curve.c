/* wyrm curve: the dungeon depth by depth. */
#include "base/rule.h"
#include "cli/internal.h"
#include "text/internal.h"

static void show_tracker(cli_job *job, const wyrm_design *design)
{
    const cli_options *options = job->options;
    wyrm_pmf *levels;
    wyrm_status status = wyrm_encounter_monster_levels(wyrm_design_encounter(design),
                                                       options->tracker, &levels, job->error);
    cli_must(job, status, true);
    base_keep(&job->arena, levels, wyrm_pmf_free);
    wyrm_report_tracker(design, options->tracker, levels, job->page);
}

static void run(cli_job *job)
{
    const cli_options *options = job->options;
    if (options->tracker_given && options->runs != 0)
        cli_refuse(job, "--tracker is exact: it takes no --runs");
    if (options->monsters && (options->tracker_given || options->runs != 0))
        cli_refuse(job, "--monsters goes without --tracker and --runs");
    wyrm_design *design = cli_open(job, options->operands[0]);
    if (options->tracker_given) {
        show_tracker(job, design);
        return;
    }
    if (options->monsters) {
        wyrm_report_inhabitants(design, options->seed, job->page);
        cli_must(job, wyrm_page_status(job->page, job->error), true);
        return;
    }
    const wyrm_descent_options descent = {.seed = options->seed,
                                          .runs = options->runs,
                                          .threads = (unsigned)options->threads,
                                          .progress = cli_progress_show,
                                          .context = cli_progress_start(job)};
    wyrm_descents *descents;
    cli_must(job, wyrm_descend(design, &descent, &descents, job->error), false);
    base_keep(&job->arena, descents, wyrm_descents_free);
    cli_progress_end(job);
    wyrm_report_curve(design, descents, options->seed, job->page);
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
