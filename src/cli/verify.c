/* wyrm verify: whether a ruleset says what the real game does, by a log of the game. */
#include "cli/internal.h"

static wyrm_verify *begin(cli_job *job, const wyrm_design *design)
{
    const cli_options *options = job->options;
    wyrm_verify *verify;
    const wyrm_verify_options what = {.seed = options->seed,
                                      .alarm = options->alarm.value,
                                      .player = options->player,
                                      .columns = options->columns};
    cli_must_typed(job, wyrm_verify_new(design, &what, &verify, job->error));
    base_keep(&job->arena, verify, wyrm_verify_free);
    return verify;
}

static void read_log(cli_job *job, wyrm_verify *verify)
{
    wyrm_errors *errors = cli_new_errors(job);
    wyrm_status status = wyrm_verify_read(verify, job->options->log, errors);
    if (status != WYRM_OK)
        cli_end(job, cli_errors(job->command, job->options->log, errors, status));
}

static void run(cli_job *job)
{
    const cli_options *options = job->options;
    wyrm_verified *found;
    if (options->log == NULL)
        cli_refuse(job, "what the game did is told by --log FILE");
    cli_is_there(job, options->log);
    wyrm_design *design = cli_open(job, options->operands[0]);
    wyrm_verify *verify = begin(job, design);
    read_log(job, verify);
    wyrm_status status = wyrm_verify_judge(verify, &found, job->error);
    if (status == WYRM_ERROR_ARGUMENT)
        cli_give_up(job, "%s: there is nothing below its line of headings", options->log);
    cli_must(job, status);
    base_keep(&job->arena, found, wyrm_verified_free);
    const wyrm_verify_report report = {.design = design,
                                       .verified = found,
                                       .name = options->log,
                                       .seed = options->seed,
                                       .verbose = options->verbose};
    wyrm_report_verify(&report, job->page);
    if (options->strict && found->verdict == WYRM_FAIL)
        job->result = CLI_FAILED;
}

/* clang-format off */
const cli_command cli_verify = {
    .name = "verify", .operands = "RULESET", .run = run,
    .summary = "whether a ruleset says what the real game does",
    .text = "Holds what a game did against the exact distributions of a ruleset, matchup by "
            "matchup: misses, mean, spread, extremes, and every outcome. FAIL: something is off; "
            "PASS: nothing is, and a change worth a word would have been noticed; UNCLEAR: too "
            "few were counted for that.\n\n"
            "A log is a CSV file whose first line names its columns. Attacks: attacker, defender, "
            "damage (empty or 'miss' where it missed). Fights: attacker, defender, outcome, turns. "
            "Floors: depth, and a column for each monster or item. Combatants are written as for "
            "wyrm hit.",
    .options = {
        {'l', "log", "FILE", "what the game did, as CSV", CLI_TEXT(log)},
        {0, "columns", "ROLE=NAME,...", "which column is what, where it is not guessed: "
         "attacker, defender, damage, hit, miss, outcome, turns, depth", CLI_TEXT(columns)},
        {0, "player", "COMBATANT", "whom 'player' means in the log: player@3,weapon=sword",
         CLI_TEXT(player)},
        {0, "alarm", "SHARE", "how often it may fail though rules and game are the same (default "
         "0.01, one log in a hundred)", CLI_NUMBER(alarm, 1)},
        {'v', "verbose", NULL, "every matchup, however many there are", CLI_FLAG(verbose)},
        {0, "strict", NULL, "exit with 1 where the verdict is FAIL", CLI_FLAG(strict)},
        CLI_OPTION_SEED, CLI_OPTION_JSON},
    .examples = {{"A log of attacks", "wyrm verify mine.yaml --log hits.csv"},
                 {"In a build: fails where the game has left its rules",
                  "wyrm verify mine.yaml --log hits.csv --strict"},
                 {"Columns of other names, and a player with gear",
                  "wyrm verify mine.yaml --log log.csv --columns damage=x --player player@3"}},
};
