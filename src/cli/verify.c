/* wyrm verify: whether a ruleset matches the real game, by a log of the game or by asking it over
 * the protocol (docs/protocol.md). wyrm fixtures: the same question asked by the game: cases with
 * exact distributions for its own unit tests to compare with.
 *
 * A log names its matchups and is taken as it is. A game that is asked needs a list: every monster
 * where it is first met, against the player that the ruleset means for that depth, so that what
 * players see is what is tested. Matchups that the game does not know by the ruleset's names are
 * left out and counted, as the two seldom name everything alike. */
#include <stdio.h>
#include "cli/internal.h"

static wyrm_verify *open_verify(cli_job *job, const wyrm_design *design)
{
    const cli_options *options = job->options;
    wyrm_verify *verify;
    const wyrm_verify_options what = {.seed = options->seed,
                                      .alarm = options->alarm.value,
                                      .player = options->player,
                                      .columns = options->columns,
                                      .progress = cli_progress_show,
                                      .context = job};
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

/* ---- Asking the game ---- */

#define ATTACKS        5000 /* attacks or fights per matchup */
#define AT_ONCE        1000 /* per request, so that a slow game can answer in time */

#define LEFT_OUT_SHOWN 10

typedef struct asking {
    cli_job *job;
    wyrm_verify *verify;
    wyrm_external_session *session;
    bool fights;
    uint64_t count;
    size_t asked, of, left_out;
} asking;

static wyrm_status ask_draws(asking *all, const char *attacker, const char *defender,
                             uint64_t count, wyrm_error *error)
{
    wyrm_external_draws done;
    wyrm_status status = wyrm_external_draw(all->session, attacker, defender, count, &done, error);
    if (status == WYRM_OK)
        cli_must(all->job, wyrm_verify_add_hits(all->verify, attacker, defender, done.misses,
                                                done.damage.values, done.damage.times,
                                                done.damage.count, all->job->error));
    return status;
}

static wyrm_status ask_fights(asking *all, const char *attacker, const char *defender,
                              uint64_t count, wyrm_error *error)
{
    wyrm_external_fights done;
    wyrm_status status = wyrm_external_fight(all->session, attacker, defender, count, &done, error);
    const uint64_t times[] = {done.won, done.lost, done.neither};
    static const int outcomes[] = {1, -1, 0};
    if (status != WYRM_OK)
        return status;
    for (size_t i = 0; i < 3; i++)
        cli_must(all->job, wyrm_verify_add_fights(all->verify, attacker, defender, outcomes[i], -1,
                                                  times[i], all->job->error));
    for (size_t i = 0; i < done.turns.count; i++)
        cli_must(all->job, wyrm_verify_add_fights(all->verify, attacker, defender,
                                                  WYRM_VERIFY_ENDED, done.turns.values[i],
                                                  done.turns.times[i], all->job->error));
    return WYRM_OK;
}

/* Asks for one matchup. One that the game cannot do is reported and left out: it may not know the
 * names. */
static void ask(asking *all, const char *attacker, const char *defender)
{
    wyrm_error error = {0};
    wyrm_status status = WYRM_OK;
    for (uint64_t done = 0; done < all->count && status == WYRM_OK; done += AT_ONCE) {
        uint64_t left = all->count - done;
        status = (all->fights ? ask_fights : ask_draws)(all, attacker, defender,
                                                        left < AT_ONCE ? left : AT_ONCE, &error);
        if (!cli_progress_show(((double)all->asked + (double)done / (double)all->count) /
                                   (double)all->of,
                               all->job))
            cli_end(all->job, CLI_FAILED);
    }
    all->asked++;
    if (status == WYRM_OK)
        return;
    if (all->left_out++ < LEFT_OUT_SHOWN)
        cli_complain(all->job->command, "%s -> %s is left out: %s", attacker, defender,
                     error.message);
}

/* Every monster where it is first met and the player of that depth: attacks of both, or fights. */
static void ask_all(asking *all, const wyrm_design *design)
{
    wyrm_matchup_pairs *pairs;
    cli_needs(all->job, design, WYRM_SYSTEM_PLAYER | WYRM_SYSTEM_MONSTERS);
    cli_must(all->job, wyrm_matchup_pairs_of(design, &pairs, all->job->error));
    base_keep(&all->job->arena, pairs, wyrm_matchup_pairs_free);
    all->of = (all->fights ? 1 : 2) * pairs->count;
    for (size_t i = 0; i < pairs->count; i++) {
        ask(all, pairs->list[i].player, pairs->list[i].monster);
        if (!all->fights)
            ask(all, pairs->list[i].monster, pairs->list[i].player);
    }
}

static wyrm_external_session *open_session(cli_job *job, unsigned *can)
{
    const char *path = job->options->game;
    wyrm_external *game = cli_open_game(job, path);
    wyrm_external_session *session;
    cli_meet(job, game, path);
    *can = wyrm_external_hello_of(game)->can;
    wyrm_external_ask_options *how = base_new(&job->arena, wyrm_external_ask_options);
    *how = cli_ask(job, NULL, NULL, 0);
    cli_must(job, wyrm_external_session_new(game, how, &session, job->error));
    base_keep(&job->arena, session, wyrm_external_session_free);
    return session;
}

/* Asks the game, and fills in what the answer says of that. */
static void ask_game(cli_job *job, const wyrm_design *design, wyrm_verify *verify,
                     text_verify_answer *report)
{
    const cli_options *options = job->options;
    unsigned can;
    asking all = {.job = job,
                  .verify = verify,
                  .session = open_session(job, &can),
                  .count = options->attacks > 0 ? options->attacks : ATTACKS,
                  .of = 1};
    all.fights = options->fights || !(can & WYRM_EXTERNAL_CAN_DRAW);
    if (!(can & (all.fights ? WYRM_EXTERNAL_CAN_FIGHT : WYRM_EXTERNAL_CAN_DRAW)))
        cli_give_up(job, "%s: the game does not say that it can %s", options->game,
                    options->fights ? "`fight`" : "`draw` or `fight`");
    cli_progress_start(job);
    if (options->operand_count == 3)
        ask(&all, options->operands[1], options->operands[2]);
    else
        ask_all(&all, design);
    cli_progress_end(job);
    if (all.left_out == all.asked)
        cli_give_up(job, "%s: the game could do none of them", options->game);
    report->left_out = all.left_out;
    report->fights_not_asked = !all.fights && can & WYRM_EXTERNAL_CAN_FIGHT;
}

/* ---- verify ---- */

static void run_verify(cli_job *job)
{
    const cli_options *options = job->options;
    wyrm_verified *found;
    const char *name = options->log != NULL ? options->log : options->game;
    if ((options->log == NULL) == (options->game == NULL))
        cli_refuse(job, "what the game did is told by --log FILE or by --engine FILE%s",
                   options->log != NULL ? ", not both" : "");
    if (options->operand_count == 2)
        cli_refuse(job, "a matchup is ATTACKER DEFENDER, found only '%s'", options->operands[1]);
    if (options->log != NULL && options->operand_count > 1)
        cli_refuse(job, "a log says itself whose attacks it has: '%s' goes with --engine",
                   options->operands[1]);
    if (options->log != NULL)
        cli_is_there(job, options->log);
    wyrm_design *design = cli_open(job, options->operands[0]);
    wyrm_verify *verify = open_verify(job, design);
    if (options->log != NULL)
        read_log(job, verify);
    text_verify_answer report = {
        .design = design, .name = name, .seed = options->seed, .verbose = options->verbose};
    if (options->game != NULL)
        ask_game(job, design, verify, &report);
    cli_progress_start(job);
    wyrm_status status = wyrm_verify_judge(verify, &found, job->error);
    cli_progress_end(job);
    if (status == WYRM_ERROR_ARGUMENT)
        cli_give_up(job, "%s: there is nothing below its line of headings", name);
    cli_must(job, status);
    base_keep(&job->arena, found, wyrm_verified_free);
    report.verified = found;
    text_write_verify(&report, job->page);
    if (options->strict && found->verdict == WYRM_FAIL)
        job->result = CLI_FAILED;
}

/* clang-format off */
const cli_command cli_verify = {
    .name = "verify", .operands = "RULESET [ATTACKER] [DEFENDER]", .run = run_verify,
    .summary = "whether a ruleset says what the real game does",
    .text = "Holds what a game did against the exact distributions of a ruleset, matchup by "
            "matchup: misses, mean, spread, extremes, and every outcome. FAIL: something is off; "
            "PASS: nothing is, and a change worth a word would have been noticed; UNCLEAR: too "
            "few were counted for that.\n\n"
            "A log is a CSV file whose first line names its columns. Attacks: attacker, defender, "
            "damage (empty or 'miss' where it missed). Fights: attacker, defender, outcome, turns. "
            "Floors: depth, and a column for each monster or item. Combatants are written as for "
            "wyrm hit.\n\n"
            "A game that speaks the protocol and says that it can draw or fight is asked instead: "
            "for ATTACKER and DEFENDER, else for every monster as it is first met and the player "
            "that is meant for that depth.",
    .options = {
        {'l', "log", "FILE", "what the game did, as CSV", CLI_TEXT(log)},
        {'e', "engine", "FILE", "the game itself, asked by a single process, one matchup "
         "after another; the file says how it is started",
         CLI_TEXT(game)},
        {'n', "attacks", "N", "how many of each matchup the game is asked for (default "
         CLI_DEFAULT(ATTACKS) ")", CLI_WHOLE(attacks, 1, 1000000000)},
        {0, "fights", NULL, "the game is asked for fights to the death instead of attacks",
         CLI_FLAG(fights)},
        {0, "allow-run", NULL, "the command of the game may run without a question",
         CLI_FLAG(allow_run)},
        {0, "columns", "ROLE=NAME,...", "which column is what, where it is not guessed: "
         "attacker, defender, damage, hit, miss, outcome, turns, depth", CLI_TEXT(columns)},
        {0, "player", "COMBATANT", "whom 'player' means in the log: player@3,weapon=sword",
         CLI_TEXT(player)},
        {0, "alarm", "SHARE", "how often it may fail though rules and game are the same (default "
         "0.01, one log in a hundred)", CLI_NUMBER(alarm, 1)},
        {'v', "verbose", NULL, "every matchup, however many there are", CLI_FLAG(verbose)},
        {0, "strict", NULL, "exit with 1 where the verdict is FAIL", CLI_FLAG(strict)},
        CLI_OPTION_SEED, CLI_OPTION_ALLOW_PATH, CLI_OPTION_JSON},
    .examples = {{"A log of attacks", "wyrm verify mine.yaml --log hits.csv"},
                 {"The game itself, asked", "wyrm verify mine.yaml --engine game.yaml --allow-run"},
                 {"In a build: fails where the game has left its rules",
                  "wyrm verify mine.yaml --log hits.csv --strict"},
                 {"Columns of other names, and a player with gear",
                  "wyrm verify mine.yaml --log log.csv --columns damage=x --player player@3"}},
};
/* clang-format on */

/* ---- fixtures ---- */

static void run_fixtures(cli_job *job)
{
    const cli_options *options = job->options;
    cli_can_write(job, options->output);
    wyrm_design *design = cli_open(job, options->operands[0]);
    const unsigned any =
        WYRM_SYSTEM_COMBAT | WYRM_SYSTEM_GROWTH | WYRM_SYSTEM_ENCOUNTER | WYRM_SYSTEM_LOOT;
    if (!(wyrm_design_systems(design) & any))
        cli_needs(job, design, WYRM_SYSTEM_COMBAT);
    text_page *cases = options->output != NULL ? cli_page(job, cli_style()) : job->page;
    text_write_fixtures(design, cases);
    if (options->output == NULL)
        return;
    cli_save(job, options->output, cases);
    cli_complain(job->command, "wrote %s", options->output);
}

/* clang-format off */
const cli_command cli_fixtures = {
    .name = "fixtures", .operands = "RULESET", .run = run_fixtures,
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
