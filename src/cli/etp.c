/* wyrm etp: the threat of rooms against their budgets, and of monsters against the fight. */
#include <wyrm/play_rules.h>

#include "cli/internal.h"
#include "text/internal.h"

#define TEXT_OF(number)   #number
#define NUMBER_AS(number) TEXT_OF(number)
#define DEFAULT_RUNS      NUMBER_AS(WYRM_THREAT_SURVEY_RUNS)

static int print_rooms(const cli_command *command, const cli_options *options,
                       const wyrm_design *design)
{
    wyrm_error error;
    wyrm_threat_floor *floor;
    wyrm_page page = wyrm_page_new(cli_style());
    int32_t depth = options->depth > 0 ? (int32_t)options->depth : 1;
    wyrm_status status =
        wyrm_threat_floor_new(design, options->seed, options->run, depth, &floor, &error);
    wyrm_etp_rooms_report report = {.design = design, .floor = floor};
    bool over = false;
    for (int32_t r = 0; status == WYRM_OK && r < floor->room_count; r++)
        over = over || wyrm_threat_is_violation(floor->rooms[r].status);
    if (status == WYRM_OK)
        status = options->json ? wyrm_report_etp_rooms_json(&report, &page, &error)
                               : wyrm_report_etp_rooms(&report, &page, &error);
    wyrm_threat_floor_free(floor);
    return cli_finish(command, status, &error, false, &page, NULL,
                      options->strict && over ? CLI_FAILED : CLI_DONE);
}

static int print(const cli_command *command, const cli_options *options,
                 const wyrm_etp_report *report)
{
    wyrm_error error;
    wyrm_page page = wyrm_page_new(cli_style());
    wyrm_status status = options->json ? wyrm_report_etp_json(report, &page, &error)
                                       : wyrm_report_etp(report, &page, &error);
    bool failed = options->strict && report->survey->violation_count > 0;
    return cli_finish(command, status, &error, false, &page, NULL, failed ? CLI_FAILED : CLI_DONE);
}

static int survey(const cli_command *command, const cli_options *options, const wyrm_design *design)
{
    wyrm_error error;
    wyrm_threat_survey *survey;
    wyrm_calibration *truth = NULL;
    int32_t depth = (int32_t)options->depth;
    cli_progress progress = cli_progress_start();
    wyrm_threat_survey_options how = {.seed = options->seed,
                                      .runs = options->runs,
                                      .threads = (unsigned)options->threads,
                                      .first_depth = depth,
                                      .last_depth = depth,
                                      .progress = cli_progress_show,
                                      .context = &progress};
    wyrm_status status = wyrm_threat_survey_run(design, &how, &survey, &error);
    cli_progress_end(&progress);
    if (status == WYRM_OK)
        status = wyrm_calibration_compute(design, depth, depth, &truth, &error);
    int result;
    if (status == WYRM_OK) {
        wyrm_etp_report report = {.design = design,
                                  .name = options->operands[0],
                                  .survey = survey,
                                  .truth = truth,
                                  .verbose = options->verbose};
        result = print(command, options, &report);
    } else {
        result = cli_error(command, &error, false);
    }
    wyrm_calibration_free(truth);
    wyrm_threat_survey_free(survey);
    return result;
}

/* Below its last floor a dungeon has no rooms, unless a game that is won goes on deeper. */
static bool depth_fits(const cli_command *command, const cli_options *options,
                       const wyrm_design *design)
{
    int32_t last = wyrm_encounter_last_depth(wyrm_design_encounter(design));
    wyrm_play_rules rules = wyrm_play_rules_of(wyrm_design_ruleset(design));
    if (last == 0 || options->depth <= (uint64_t)last || rules.after_win == WYRM_AFTER_WIN_PLUS)
        return true;
    cli_complain(command, "--depth %llu: the dungeon ends at depth %d",
                 (unsigned long long)options->depth, (int)last);
    return false;
}

static int run(const cli_command *command, const cli_options *options)
{
    wyrm_design *design;
    wyrm_error error;
    int32_t mode;
    if (options->run != 0 && !options->rooms) {
        cli_complain(command, "--run needs --rooms");
        return CLI_USAGE;
    }
    if (options->rooms && (options->runs > 0 || options->verbose)) {
        cli_complain(command,
                     "--rooms shows one floor, all of it: it takes no --runs or --verbose");
        return CLI_USAGE;
    }
    int result = cli_open(command, options->operands[0], &design);
    if (result != CLI_DONE)
        return result;
    if (wyrm_loot_mode(wyrm_design_loot(design), options->mode, &mode, &error) != WYRM_OK)
        result = cli_error(command, &error, true);
    else if (!depth_fits(command, options, design))
        result = CLI_USAGE;
    else
        result = options->rooms ? print_rooms(command, options, design)
                                : survey(command, options, design);
    if (result == CLI_BAD_DATA && wyrm_design_threat(design) == NULL)
        cli_complain(command,
                     "add the sections `bands` and `threat` (with a `room_budget` a band), and "
                     "`etp` to the monsters: `wyrm rules guide` says how");
    wyrm_design_free(design);
    return result;
}

static const cli_option rows[] = {
    CLI_WHOLE('d', "depth", depth, 1, WYRM_DEPTH_MAX,
              .help = "only this depth (default: all of the ruleset)"),
    CLI_FLAG(0, "rooms", rooms,
             .help = "instead: one floor, a line a room (depth 1 where none is named)"),
    CLI_WHOLE(0, "run", run, 0, CLI_SEED_MAX,
              .help = "which floor --rooms shows, as a violation names it (default 0)"),
    CLI_FLAG('v', "verbose", verbose,
             .help =
                 "also the threat of every monster, every fight, and every violation that is kept"),
    CLI_FLAG('s', "strict", strict,
             .help = "exit 1 where a room is over its budget (for a build script)"),
    CLI_TEXT(0, "mode", "NAME", mode,
             .help = "a mode of loot, taken as by wyrm loot; no monster depends on it"),
    CLI_OPTION_RUNS("floors of each depth to sample (default " DEFAULT_RUNS ")"),
    CLI_OPTION_SEED,
    CLI_OPTION_THREADS,
    CLI_OPTION_JSON,
    CLI_OPTION_HELP,
    CLI_OPTION_END,
};

const cli_command cli_etp = {
    .name = "etp",
    .operands = "RULESET",
    .summary = "threat: rooms against their budgets, monsters against the fight",
    .text =
        "Effective threat points of the rooms of generated floors, by depth and band.\n\n"
        "OK: within the budget. UNDER: below it, reported and never a violation. OVER: above it "
        "where it binds, a violation. SPIKE: may exceed it now and then. BOSS: has no budget. "
        "EMPTY: no monsters. EXEMPT: not checked.\n\n"
        "Then threat against truth: how well it ranks the monsters of a depth by what an exact "
        "fight with the player that the depth is meant for costs, and which it misstates.",
    .options = rows,
    .examples =
        {
            {"Every depth", "wyrm etp yarl"},
            {"One floor, room by room", "wyrm etp yarl --rooms --depth 7"},
            {"What each monster is worth, and what it costs", "wyrm etp yarl --depth 7 --verbose"},
            {"In a build script", "wyrm etp dungeon.yaml --strict --json > threat.json"},
        },
    .least_operands = 1,
    .most_operands = 1,
    .run = run,
};
