/* wyrm etp: the threat of rooms against their budgets, and of monsters against real fights; of
 * sampled floors, of one floor, or of a group of monsters that is named. */

#include "cli/internal.h"

static void show_rooms(cli_job *job, const wyrm_design *design)
{
    const cli_options *options = job->options;
    const int32_t depth = options->depth > 0 ? (int32_t)options->depth : 1;
    wyrm_threat_floor *floor;
    wyrm_status status =
        wyrm_threat_floor_new(design, options->seed, options->run, depth, &floor, job->error);
    cli_must(job, status);
    base_keep(&job->arena, floor, wyrm_threat_floor_free);
    text_write_etp_rooms(&(text_etp_rooms_answer){.design = design, .floor = floor}, job->page);
    for (int32_t r = 0; r < floor->room_count; r++)
        if (options->strict && wyrm_threat_is_violation(floor->rooms[r].status))
            job->result = CLI_FAILED;
}

static void survey_floors(cli_job *job, const wyrm_design *design)
{
    const cli_options *options = job->options;
    const int32_t depth = (int32_t)options->depth;
    wyrm_threat_survey *survey;
    wyrm_calibration *calibration;
    const wyrm_threat_survey_options how = {.seed = options->seed,
                                            .runs = options->runs,
                                            .threads = (unsigned)options->threads,
                                            .first_depth = depth,
                                            .last_depth = depth,
                                            .progress = cli_progress_show,
                                            .context = cli_progress_start(job)};
    cli_must(job, wyrm_threat_survey_run(design, &how, &survey, job->error));
    base_keep(&job->arena, survey, wyrm_threat_survey_free);
    cli_progress_end(job);
    cli_must(job, wyrm_calibration_compute(design, depth, depth, &calibration, job->error));
    base_keep(&job->arena, calibration, wyrm_calibration_free);
    const text_etp_answer report = {.design = design,
                                    .name = options->operands[0],
                                    .survey = survey,
                                    .calibration = calibration,
                                    .verbose = options->verbose};
    text_write_etp(&report, job->page);
    if (options->strict && survey->violation_count > 0)
        job->result = CLI_FAILED;
}

/* Weighs a group of monsters by name, which need not be met together anywhere. */
static void weigh_party(cli_job *job)
{
    const cli_options *options = job->options;
    wyrm_party *party = base_new(&job->arena, wyrm_party);
    wyrm_party_weights *weights = base_new(&job->arena, wyrm_party_weights);
    base_buffer words = {0};
    if (options->rooms || options->runs > 0 || options->verbose || options->mode != NULL)
        cli_refuse(job, "%s is about the floors of a dungeon: it does not go with monsters",
                   options->rooms      ? "--rooms"
                   : options->runs > 0 ? "--runs"
                   : options->verbose  ? "--verbose"
                                       : "--mode");
    wyrm_design *design = cli_open(job, options->operands[0]);
    cli_needs(
        job, design,
        WYRM_SYSTEM_MONSTERS |
            (wyrm_design_threat(design) == NULL ? WYRM_SYSTEM_COMBAT | WYRM_SYSTEM_PLAYER : 0));
    cli_depth_is_there(job, design);
    if (options->strict && wyrm_design_threat(design) == NULL)
        cli_refuse(job, "--strict holds threat to its budget, and the ruleset has none");
    for (size_t i = 1; i < options->operand_count; i++)
        base_buffer_appendf(&words, "%s%s", i > 1 ? " " : "", options->operands[i]);
    const wyrm_status read =
        words.failed ? WYRM_ERROR_MEMORY : wyrm_party_read(design, words.bytes, party, job->error);
    base_buffer_drop(&words);
    cli_must_typed(job, read);
    cli_must_typed(job,
                   wyrm_party_weigh(design, party, options->depth > 0 ? (int32_t)options->depth : 1,
                                    weights, job->error));
    text_write_party(&(text_party_answer){design, party, weights}, job->page);
    if (options->strict && wyrm_threat_is_violation(weights->status))
        job->result = CLI_FAILED;
}

static void run(cli_job *job)
{
    const cli_options *options = job->options;
    int32_t mode;
    if (options->run != 0 && !options->rooms)
        cli_refuse(job, "--run needs --rooms");
    if (options->rooms && (options->runs > 0 || options->verbose))
        cli_refuse(job, "--rooms shows one floor, all of it: it takes no --runs or --verbose");
    if (options->operand_count > 1) {
        weigh_party(job);
        return;
    }
    wyrm_design *design = cli_open(job, options->operands[0]);
    cli_needs(job, design, WYRM_SYSTEM_ENCOUNTER | WYRM_SYSTEM_MAP);
    cli_must_typed(job, wyrm_loot_mode(wyrm_design_loot(design), options->mode, &mode, job->error));
    cli_depth_is_there(job, design);
    if (wyrm_design_threat(design) == NULL)
        job->advice = "add the sections `bands` and `threat` (with a `room_budget` a band), and "
                      "`etp` to the monsters: `wyrm rules guide` says how";
    (options->rooms ? show_rooms : survey_floors)(job, design);
}

/* clang-format off */
const cli_command cli_etp = {
    .name = "etp", .operands = "RULESET [MONSTER]...", .run = run,
    .summary = "threat: rooms against their budgets, monsters against the fight",
    .text = "Effective threat points of the rooms of generated floors, by depth and band.\n\n"
            "OK: within the budget. UNDER: below it, reported and never a violation. OVER: above "
            "it where it binds, a violation. SPIKE: may exceed it now and then. BOSS: has no "
            "budget. EMPTY: no monsters. EXEMPT: not checked.\n\n"
            "Then threat against truth: how well it ranks the monsters of a depth by what an exact "
            "fight with the player that the depth is meant for costs, and which it misstates.\n\n"
            "With monsters, as in 'orc x4 + troll,elite', instead: the threat of that group against "
            "the budget of a room, and what the exact fights with it cost. That needs no rooms; "
            "without a section `threat` it is the fights alone.",
    .options = {
        {'d', "depth", "N", "only this depth (default: all of the ruleset; of monsters that "
         "are named, 1)",
         CLI_WHOLE(depth, 1, WYRM_DEPTH_MAX)},
        {0, "rooms", NULL, "instead: one floor, a line a room (depth 1 where none is named)",
         CLI_FLAG(rooms)},
        {0, "run", "N", "which floor --rooms shows, as a violation names it (default 0)",
         CLI_WHOLE(run, 0, CLI_SEED_MAX)},
        {'v', "verbose", NULL, "also the threat of every monster, every fight, and every violation "
         "that is kept", CLI_FLAG(verbose)},
        {'s', "strict", NULL, "exit 1 where a room is over its budget (for a build script)",
         CLI_FLAG(strict)},
        {0, "mode", "NAME", "a mode of loot, taken as by wyrm loot; no monster depends on it",
         CLI_TEXT(mode)},
        {0, "runs", "N", "floors of each depth to sample (default "
         CLI_DEFAULT( WYRM_THREAT_SURVEY_RUNS) ")", CLI_WHOLE(runs, 1, CLI_RUNS_MAX)},
        CLI_OPTION_SEED, CLI_OPTION_THREADS, CLI_OPTION_ALLOW_PATH, CLI_OPTION_JSON},
    .examples = {{"Every depth", "wyrm etp yarl"},
                 {"One floor, room by room", "wyrm etp yarl --rooms --depth 7"},
                 {"What each monster is worth, and what it costs",
                  "wyrm etp yarl --depth 7 --verbose"},
                 {"A group of your own, and what it costs", "wyrm etp yarl orc x3 troll --depth 4"},
                 {"In a build script", "wyrm etp dungeon.yaml --strict --json > threat.json"}},
};
