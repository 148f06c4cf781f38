/* wyrm check: every verdict and finding about a ruleset, a game of the user's own, or existing runs
 * of one. */
#include "cli/internal.h"

static void run(cli_job *job)
{
    const cli_options *options = job->options;
    if (cli_is_game(options->operands[0])) {
        (options->operand_count > 1 ? cli_external_check_seen : cli_external_check)(job);
        return;
    }
    if (options->operand_count > 1)
        cli_refuse(job,
                   "one ruleset is checked at a time; files of runs can only follow the file of "
                   "a game of your own");
    wyrm_design *design = cli_open(job, options->operands[0]);
    const wyrm_judge_options how = {
        .seed = options->seed,
        .effort = options->runs > 0 ? (wyrm_effort){.exactly = options->runs} : options->effort,
        .threads = (unsigned)options->threads,
        .progress = cli_progress_show,
        .context = cli_progress_start(job),
        .maker = options->maker};
    wyrm_judgement *judgement;
    wyrm_errors *errors = cli_new_errors(job);
    wyrm_status status = wyrm_judge(design, &how, &judgement, errors);
    cli_judged(job, status, judgement, errors,
               &(text_check_answer){.title = text_title(design),
                                    .ruleset = wyrm_design_ruleset(design),
                                    .design = design});
}

/* clang-format off */
const cli_command cli_check = {
    .name = "check", .operands = "RULESET [RUNS]...", .run = run, .counts_games = true,
    .does_without = true,
    .summary = "every verdict and finding about a ruleset",
    .text = "Holds the ruleset to its own targets and looks for what is wrong though no target "
            "names it.\n\n"
            "PASS: inside the range that is wanted. WARN: outside it, but tolerated. FAIL: outside "
            "both. UNCLEAR: the interval of a sampled figure straddles the limit; more --effort "
            "may tell. FINDING: wrong, and no target names it.\n\n"
            "Bots play until every verdict is clear, or its figure is known to 5 points (a share) "
            "or 5 % (a mean), or the effort is spent.\n\n"
            "RULESET may be a file that describes a game of your own (wyrm engine new): its "
            "targets are held against what the game tells of its runs. RUNS are files of runs that "
            "are there already (wyrm sim -o, wyrm results import): then those are judged, each "
            "agent's, and no program is started.",
    .options = {
        {'v', "verbose", NULL, "every place of every target, with its source", CLI_FLAG(verbose)},
        {'s', "strict", NULL, "exit 1 where a target fails (for a build script)", CLI_FLAG(strict)},
        {0, "runs", "N", "just so many games, fights and dungeons (default: as many as it takes, "
         "see --effort)", CLI_WHOLE(runs, 1, CLI_RUNS_MAX)},
        {0, "effort", "HOW", "games of each bot until every verdict is clear, at most: low (400), "
         "normal (1,600), high (6,400) or a number (default normal)", CLI_EFFORT},
        CLI_OPTION_AGENT, CLI_OPTION_SET, CLI_OPTION_ALLOW_RUN, CLI_OPTION_SEED,
        CLI_OPTION_THREADS, CLI_OPTION_ALLOW_PATH, CLI_OPTION_JSON},
    .examples = {{"What is wrong with the design?", "wyrm check ruggrogue"},
                 {"Your own file, every place", "wyrm check dungeon.yaml --verbose"},
                 {"In a build script", "wyrm check dungeon.yaml --strict --json > verdicts.json"},
                 {"A game of your own", "wyrm check mine.yaml --allow-run"},
                 {"People who have played it", "wyrm check mine.yaml players.db"}},
};
