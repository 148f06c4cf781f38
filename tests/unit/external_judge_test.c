/* Judging external games: verdicts, findings and suggested targets for a dungeon of coin flips with
 * a known answer. tests/cli checks that agents play as long as their verdicts need. */
#include "coin_flips.h"

#include <wyrm/external_judge.h>

#include "base/arena.h"

RELEASED_BY(wyrm_external, wyrm_external_free)
RELEASED_BY(wyrm_judgement, wyrm_judgement_free)

static wyrm_external *coin_file(void)
{
    OWNED_ERRORS *errors = fresh_errors();
    wyrm_external *game;
    assert_told(wyrm_external_open(GOLDEN_DIR "/coin_flips.yaml", &game, errors), errors);
    return game;
}

/* Runs of players who survive a stage with that chance, as an agent of a game. */
static wyrm_external_summary *runs_of(const wyrm_external_hello *hello, uint64_t seed,
                                      uint64_t count, double survived)
{
    OWNED(wyrm_external_accumulator) *summing = NULL;
    wyrm_external_summary *summary;
    flip_run made;
    assert_works(wyrm_external_accumulator_new(hello, seed, &summing, &last_error));
    for (uint64_t i = 0; i < count; i++)
        assert_works(wyrm_external_accumulator_add(summing, flip_with(&made, seed, i, survived),
                                                   &last_error));
    assert_works(wyrm_external_accumulator_sum(summing, &summary, &last_error));
    return summary;
}

static wyrm_judgement *judge_seen(const wyrm_external *game, const wyrm_external_seen *seen,
                                  size_t count)
{
    OWNED_ERRORS *errors = fresh_errors();
    wyrm_judgement *judgement;
    assert_told(wyrm_external_judge_seen(game, seen, count, &judgement, errors), errors);
    return judgement;
}

static const wyrm_finding *finding_of(const wyrm_judgement *judgement, const char *kind,
                                      const char *where)
{
    for (size_t i = 0; i < judgement->finding_count; i++)
        if (strcmp(judgement->findings[i].kind, kind) == 0 &&
            strcmp(judgement->findings[i].where, where) == 0)
            return &judgement->findings[i];
    return NULL;
}

TEST(targets_are_judged_by_their_kind)
{
    static const struct {
        const char *target, *where;
        wyrm_verdict verdict;
    } wanted[] = {
        {"one_in_four", "coin", WYRM_PASS},
        {"never", "coin", WYRM_FAIL},
        {"nearly", "coin", WYRM_WARN},
        {"edge", "coin, depth 1", WYRM_UNCLEAR},
        {"first_two", "coin, depth 1", WYRM_PASS},
        {"first_two", "coin, depth 2", WYRM_PASS},
        {"orcs", "coin, orc", WYRM_PASS},
        {"dragons", "coin, dragon", WYRM_PASS},
        {"axes", "coin, axe", WYRM_PASS},
        {"hits", "coin", WYRM_PASS},
        {"turns", "coin, depth 1", WYRM_PASS},
        {"turns", "coin, depth 2", WYRM_PASS},
        {"turns", "coin, depth 3", WYRM_PASS},
    };
    const wyrm_external_facts facts = {.agent = "coin", .seed = 4, .hello = &flip_hello};
    OWNED(wyrm_external) *game = coin_file();
    OWNED(wyrm_external_summary) *summary = runs_of(&flip_hello, 4, 4000, FLIP_SURVIVED);
    OWNED(wyrm_judgement) *judgement = judge_seen(game, &(wyrm_external_seen){&facts, summary}, 1);
    assert_int_equal(judgement->judged_count, LENGTH_OF(wanted));
    for (size_t i = 0; i < LENGTH_OF(wanted); i++) {
        const wyrm_judged *judged = &judgement->judged[i];
        assert_string_equal(judged->target, wanted[i].target);
        assert_string_equal(judged->where, wanted[i].where);
        assert_int_equal(judged->verdict, wanted[i].verdict);
        assert_int_equal(judged->runs, 4000);
        assert_string_equal(judged->bot, "coin");
    }
    assert_near(judgement->judged[0].value, summary->win_rate, 0);
    assert_near(judgement->judged[0].ci95.low, summary->win_rate_ci95.low, 1e-12);
    assert_near(judgement->judged[9].ci95.high, summary->figures[FLIP_HIT].estimate.ci95.high,
                1e-12);
    assert_string_equal(judgement->judged[9].unit, "share");
    assert_int_equal(judgement->seed, 4);
    assert_int_equal(judgement->finding_count, 2); /* 7 in 100 are stopped by a limit */
    assert_non_null(finding_of(judgement, "unfinished-runs", "coin"));
    assert_non_null(finding_of(judgement, "no-runs", "others"));
}

/* The runs must have the metrics that the file's targets name. */
TEST(targets_on_metrics_that_runs_do_not_have_are_refused)
{
    wyrm_external_hello hello = flip_hello;
    hello.metric_count = 1;
    const wyrm_external_facts facts = {.agent = "coin", .hello = &hello};
    OWNED(wyrm_external) *game = coin_file();
    OWNED(wyrm_external_summary) *summary = runs_of(&hello, 1, 10, FLIP_SURVIVED);
    OWNED_ERRORS *errors = fresh_errors();
    wyrm_judgement *judgement;
    assert_int_equal(wyrm_external_judge_seen(game, &(wyrm_external_seen){&facts, summary}, 1,
                                              &judgement, errors),
                     WYRM_ERROR_RULESET);
    assert_null(judgement);
    assert_int_equal(wyrm_errors_count(errors), 3); /* weapon, hit, turns */
    assert_int_equal(wyrm_errors_at(errors, 0)->line, 12);
}

/* Four agents, weakest first: the third is worse than the first two, the last is best. */
TEST(findings_are_what_is_wrong_without_a_doubt)
{
    static const char *const agents[] = {"coin", "b", "c", "d"};
    static const double survived[] = {0.8, 0.8, 0.7, 0.9};
    wyrm_external_metric metrics[LENGTH_OF(flip_metrics) + 1];
    wyrm_external_hello hello = flip_hello;
    wyrm_external_facts facts[4];
    wyrm_external_seen seen[4];
    wyrm_external_summary *summaries[4];
    memcpy(metrics, flip_metrics, sizeof flip_metrics);
    hello.agents = agents;
    hello.agent_count = 4;
    hello.by_skill = true;
    hello.last_stage = 9;
    OWNED(wyrm_external) *game = coin_file();
    for (size_t i = 0; i < 4; i++) {
        facts[i] = (wyrm_external_facts){.hello = &hello};
        snprintf(facts[i].agent, sizeof facts[i].agent, "%s", agents[i]);
        summaries[i] = runs_of(&hello, i + 1, 600, survived[i]);
        seen[i] = (wyrm_external_seen){&facts[i], summaries[i]};
    }
    OWNED(wyrm_judgement) *judgement = judge_seen(game, seen, 4);
    size_t less = 0;
    for (size_t i = 0; i < judgement->finding_count; i++)
        less += strcmp(judgement->findings[i].kind, "less-skilled") == 0;
    assert_int_equal(less, 2);
    assert_non_null(finding_of(judgement, "less-skilled", "c"));
    assert_non_null(finding_of(judgement, "never-reached", "depth 7"));
    assert_non_null(finding_of(judgement, "unfinished-runs", "d"));
    assert_null(finding_of(judgement, "only-word", "cause"));
    for (size_t i = 0; i < 4; i++)
        wyrm_external_summary_free(summaries[i]);
}

/* Runs that fail, report nothing, and all die of the same cause. */
TEST(silent_and_failing_games_are_told)
{
    const wyrm_external_facts facts = {.agent = "coin", .hello = &flip_hello};
    OWNED(wyrm_external) *game = coin_file();
    OWNED(wyrm_external_accumulator) *summing = NULL;
    OWNED(wyrm_external_summary) *summary = NULL;
    wyrm_external_value values[LENGTH_OF(flip_metrics)] = {{0}};
    values[FLIP_WEAPON] = (wyrm_external_value){.told = true, .word = "axe"};
    assert_works(wyrm_external_accumulator_new(&flip_hello, 1, &summing, &last_error));
    for (uint64_t i = 0; i < 60; i++) {
        bool failed = i == 7;
        const wyrm_external_run run = {.run = i,
                                       .seed = 100 + i,
                                       .end = failed ? WYRM_EXTERNAL_FAILED : WYRM_EXTERNAL_LOST,
                                       .outcome = failed ? "failed" : "lost",
                                       .cause = failed ? "" : "orc",
                                       .stage = 6,
                                       .values = values,
                                       .failure = failed ? WYRM_EXTERNAL_CRASHED
                                                         : WYRM_EXTERNAL_NO_FAILURE,
                                       .why = failed ? "signal 11" : "",
                                       .log = ""};
        assert_works(wyrm_external_accumulator_add(summing, &run, &last_error));
    }
    assert_works(wyrm_external_accumulator_sum(summing, &summary, &last_error));
    OWNED(wyrm_judgement) *judgement = judge_seen(game, &(wyrm_external_seen){&facts, summary}, 1);
    const wyrm_finding *failed = finding_of(judgement, "failed-runs", "coin");
    assert_non_null(failed);
    assert_non_null(strstr(failed->message, "run 7 (seed 107)"));
    assert_non_null(strstr(failed->message, "signal 11"));
    assert_non_null(finding_of(judgement, "never-told", "metrics.gold"));
    assert_null(finding_of(judgement, "never-told", "metrics.weapon"));
    assert_non_null(finding_of(judgement, "only-word", "metrics.weapon"));
    assert_non_null(finding_of(judgement, "only-word", "cause"));
}

/* A file with the suggested targets can be read, and other runs of the game meet nearly all of
 * them. */
TEST(suggested_targets_hold)
{
    static const char head[] = "name: coin\nengine: {command: [/bin/false]}\ntargets:\n";
    const wyrm_external_facts facts = {.agent = "coin", .hello = &flip_hello};
    OWNED(wyrm_external_summary) *first = runs_of(&flip_hello, 1, 100, FLIP_SURVIVED);
    OWNED(wyrm_external_summary) *later = runs_of(&flip_hello, 2, 4000, FLIP_SURVIVED);
    OWNED_ERRORS *errors = fresh_errors();
    OWNED(wyrm_external) *game = NULL;
    FREED char *text = NULL;
    char path[] = "/tmp/wyrm-suggested-XXXXXX";
    assert_works(
        wyrm_external_suggest(&(wyrm_external_seen){&facts, first}, 2, &text, &last_error));
    FILE *file = fdopen(mkstemp(path), "w");
    assert_non_null(file);
    fprintf(file, "%s%s", head, text);
    fclose(file);
    wyrm_status status = wyrm_external_open(path, &game, errors);
    remove(path);
    assert_told(status, errors);
    OWNED(wyrm_judgement) *judgement = judge_seen(game, &(wyrm_external_seen){&facts, later}, 1);
    assert_int_equal(judgement->judged_count, 20);
    assert_int_equal(judgement->summary[WYRM_PASS], 20);
}

/* ---- runs by hand ---- */

/* The file of a game with these targets; the caller frees it. */
static wyrm_external *file_with(const char *targets)
{
    char path[] = "/tmp/wyrm-judged-XXXXXX";
    OWNED_ERRORS *errors = fresh_errors();
    wyrm_external *game = NULL;
    FILE *file = fdopen(mkstemp(path), "w");
    assert_non_null(file);
    fprintf(file, "name: coin\nengine: {command: [/bin/false]}\ntargets:\n%s", targets);
    fclose(file);
    const wyrm_status status = wyrm_external_open(path, &game, errors);
    remove(path);
    assert_told(status, errors);
    return game;
}

/* So many runs that end so, with a word for a cause ("" for none) and a weapon (NULL for none). */
typedef struct ended {
    uint64_t count;
    wyrm_external_end end;
    const char *outcome, *cause, *weapon;
    int32_t stage;
} ended;

static wyrm_external_summary *summary_of(const wyrm_external_hello *hello, const ended *rows,
                                         size_t count)
{
    OWNED(wyrm_external_accumulator) *summing = NULL;
    wyrm_external_summary *summary = NULL;
    uint64_t number = 0;
    assert_works(wyrm_external_accumulator_new(hello, 1, &summing, &last_error));
    for (size_t i = 0; i < count; i++)
        for (uint64_t k = 0; k < rows[i].count; k++, number++) {
            wyrm_external_value values[LENGTH_OF(flip_metrics)] = {{0}};
            const bool failed = rows[i].end == WYRM_EXTERNAL_FAILED;
            if (rows[i].weapon != NULL)
                values[FLIP_WEAPON] = (wyrm_external_value){.told = true, .word = rows[i].weapon};
            const wyrm_external_run run = {.run = number,
                                           .seed = number,
                                           .end = rows[i].end,
                                           .outcome = rows[i].outcome,
                                           .cause = rows[i].cause,
                                           .stage = rows[i].stage,
                                           .values = values,
                                           .failure = failed ? WYRM_EXTERNAL_TOO_SLOW
                                                             : WYRM_EXTERNAL_NO_FAILURE,
                                           .why = "",
                                           .log = ""};
            assert_works(wyrm_external_accumulator_add(summing, &run, &last_error));
        }
    assert_works(wyrm_external_accumulator_sum(summing, &summary, &last_error));
    return summary;
}

/* Runs of up to four agents, and their judgement, which points into what they are of. */
typedef struct by_hand {
    wyrm_external *game;
    wyrm_external_facts facts[4];
    wyrm_external_summary *summaries[4];
    wyrm_judgement *judgement;
} by_hand;

static void end_by_hand(by_hand *it)
{
    wyrm_judgement_free(it->judgement);
    for (size_t i = 0; i < LENGTH_OF(it->summaries); i++)
        wyrm_external_summary_free(it->summaries[i]);
    wyrm_external_free(it->game);
}

#define OWNED_BY_HAND OWNED_VALUE(by_hand, end_by_hand)

/* Judges so many agents of a game, each by its number of rows. */
static const wyrm_judgement *judge_together(by_hand *to, const wyrm_external_hello *hello,
                                            const char *targets, const ended *rows,
                                            const size_t *counts, size_t agents)
{
    wyrm_external_seen seen[4];
    *to = (by_hand){.game = file_with(targets)};
    for (size_t i = 0; i < agents; i++) {
        to->facts[i] = (wyrm_external_facts){.hello = hello, .seed = 7 + i};
        snprintf(to->facts[i].agent, sizeof to->facts[i].agent, "%s", hello->agents[i]);
        to->summaries[i] = summary_of(hello, rows, counts[i]);
        seen[i] = (wyrm_external_seen){&to->facts[i], to->summaries[i]};
        rows += counts[i];
    }
    return to->judgement = judge_seen(to->game, seen, agents);
}

/* The judgement of one agent's runs. */
static const wyrm_judgement *judge_by_hand(by_hand *to, const char *targets, const ended *rows,
                                           size_t count)
{
    return judge_together(to, &flip_hello, targets, rows, &count, 1);
}

/* Of ten runs four are won, two are lost to orcs and one to a pit, one ends otherwise, one meets
 * its limit and one fails: eight are complete. */
static const ended ten[] = {
    {4, WYRM_EXTERNAL_WON, "won", "", "axe", 6},
    {2, WYRM_EXTERNAL_LOST, "lost", "orc", "axe", 3},
    {1, WYRM_EXTERNAL_LOST, "lost", "pit", "relic", 1},
    {1, WYRM_EXTERNAL_OTHER, "fled", "fear", NULL, 1},
    {1, WYRM_EXTERNAL_UNFINISHED, "unfinished", "", NULL, 5},
    {1, WYRM_EXTERNAL_FAILED, "failed", "", NULL, 0},
};

TEST(what_every_game_has_is_counted_over_the_runs_that_have_it)
{
    static const struct {
        const char *target, *where, *unit;
        double value;
        bool share;
    } rows[] = {
        {"metric: win_rate", "coin", "share", 4.0 / 8, true},
        {"metric: unfinished", "coin", "share", 1.0 / 9, true},
        {"metric: failed", "coin", "share", 1.0 / 10, true},
        {"metric: final_stage", "coin", "depths", (4 * 6 + 2 * 3 + 1 + 1) / 8.0, false},
        {"metric: cause, word: orc", "coin, orc", "share", 2.0 / 8, true},
        {"metric: cause, word: pit", "coin, pit", "share", 1.0 / 8, true},
        {"metric: cause, word: bear", "coin, bear", "share", 0, true},
        {"metric: outcome, word: won", "coin, won", "share", 4.0 / 8, true},
        {"metric: outcome, word: fled", "coin, fled", "share", 1.0 / 8, true},
        {"metric: outcome, word: lost", "coin, lost", "share", 3.0 / 8, true},
        {"metric: weapon, word: axe", "coin, axe", "share", 6.0 / 7, true},
        {"metric: weapon, word: relic", "coin, relic", "share", 1.0 / 7, true},
    };
    char targets[2000];
    int length = 0;
    for (size_t i = 0; i < LENGTH_OF(rows); i++)
        length += snprintf(targets + length, sizeof targets - (size_t)length,
                           "  t%zu: {%s, at_least: 0, claim: c%zu, source: s%zu, note: n%zu}\n", i,
                           rows[i].target, i, i, i);
    OWNED_BY_HAND of_judgement;
    const wyrm_judgement *judgement = judge_by_hand(&of_judgement, targets, ten, LENGTH_OF(ten));
    assert_int_equal(judgement->judged_count, LENGTH_OF(rows));
    for (size_t i = 0; i < LENGTH_OF(rows); i++) {
        const wyrm_judged *got = &judgement->judged[i];
        char text[8];
        assert_near(got->value, rows[i].value, 1e-12);
        assert_true(got->ci95.low <= got->value && got->value <= got->ci95.high);
        assert_string_equal(got->where, rows[i].where);
        assert_string_equal(got->unit, rows[i].unit);
        assert_int_equal(got->is_share, rows[i].share);
        assert_true(got->sampled);
        assert_int_equal(got->runs, 10);
        assert_memory_equal(got->metric, rows[i].target + 8, strlen(got->metric));
        snprintf(text, sizeof text, "c%zu", i);
        assert_string_equal(got->claim, text);
        text[0] = 's';
        assert_string_equal(got->source, text);
        text[0] = 'n';
        assert_string_equal(got->note, text);
    }
    assert_int_equal(judgement->summary[WYRM_PASS] + judgement->summary[WYRM_UNCLEAR],
                     LENGTH_OF(rows));
    const wyrm_finding *failed = finding_of(judgement, "failed-runs", "coin");
    assert_string_equal(failed->message,
                        "1 of 10 runs of 'coin' failed and are part of no figure; the first is run "
                        "9 (seed 9): the game did not answer in time");
    assert_int_equal(judgement->finding_count, 1); /* of so few runs nothing more is said */
}

/* The word for a stage may be the name of a column, which is often plural. */
TEST(stages_that_are_called_floors_are_counted_in_floors)
{
    wyrm_external_hello hello = flip_hello;
    hello.stage = "floors";
    const wyrm_external_facts facts = {.agent = "coin", .hello = &hello};
    OWNED(wyrm_external) *game = file_with("  a: {metric: final_stage, at_least: 0}\n");
    OWNED(wyrm_external_summary) *summary = runs_of(&hello, 1, 100, FLIP_SURVIVED);
    OWNED(wyrm_judgement) *judgement = judge_seen(game, &(wyrm_external_seen){&facts, summary}, 1);
    assert_string_equal(judgement->judged[0].unit, "floors");
}

/* What no run tells has no figure; a unit of its own that is called "share" is none. */
TEST(what_no_run_tells_has_no_figure)
{
    wyrm_external_metric metrics[LENGTH_OF(flip_metrics)];
    wyrm_external_hello hello = flip_hello;
    memcpy(metrics, flip_metrics, sizeof flip_metrics);
    metrics[FLIP_LEAD].unit = "share";
    hello.metrics = metrics;
    const wyrm_external_facts facts = {.agent = "coin", .hello = &hello};
    OWNED(wyrm_external) *game = file_with("  a: {metric: turns, stages: [5, 9], at_least: 0}\n"
                                           "  b: {metric: lead, at_least: -9}\n"
                                           "  c: {metric: gold, at_least: 0}\n"
                                           "  d: {metric: turns, stages: 1, at_least: 0}\n");
    OWNED(wyrm_external_summary) *told = runs_of(&hello, 1, 60, 0.9);
    OWNED(wyrm_external_summary) *silent = summary_of(&hello, ten, LENGTH_OF(ten));
    OWNED(wyrm_judgement) *some = judge_seen(game, &(wyrm_external_seen){&facts, told}, 1);
    OWNED(wyrm_judgement) *none = judge_seen(game, &(wyrm_external_seen){&facts, silent}, 1);
    assert_int_equal(some->judged_count, 8);
    assert_int_equal(none->judged_count, 8);
    static const char *const units[] = {"", "", "", "", "", "", "gold", ""};
    for (size_t i = 0; i < 8; i++) {
        assert_int_equal(isnan(some->judged[i].value), i >= 2 && i < 5); /* stages 7 to 9 */
        assert_true(isnan(none->judged[i].value));
        assert_string_equal(some->judged[i].unit, units[i]);
        assert_int_equal(none->judged[i].verdict, WYRM_UNCLEAR);
        assert_int_equal(some->judged[i].is_share, false);
    }
}

/* All of them are told, each at its target or its metric. */
TEST(what_targets_need_of_runs_is_told_of_each)
{
    static const char *const messages[] = {"metric 'win_rate' does not use 'stages'",
                                           "metric 'survival' needs 'stages'",
                                           "metric 'cause' needs 'word'",
                                           "metric 'weapon' needs 'word'",
                                           "metric 'gold' does not use 'word'",
                                           "metric 'turns' needs 'stages'",
                                           "these runs have no metric 'silver'"};
    const wyrm_external_facts facts = {.agent = "coin", .hello = &flip_hello};
    OWNED(wyrm_external) *game = file_with("  a: {metric: win_rate, stages: 2, at_least: 0}\n"
                                           "  b: {metric: survival, at_least: 0}\n"
                                           "  c: {metric: cause, at_least: 0}\n"
                                           "  d: {metric: weapon, at_least: 0}\n"
                                           "  e: {metric: gold, word: orc, at_least: 0}\n"
                                           "  f: {metric: turns, at_least: 0}\n"
                                           "  g: {metric: silver, at_least: 0}\n"
                                           "  h: {metric: silver, agent: other, at_least: 0}\n");
    OWNED(wyrm_external_summary) *summary = summary_of(&flip_hello, ten, LENGTH_OF(ten));
    OWNED_ERRORS *errors = fresh_errors();
    wyrm_judgement *judgement;
    const wyrm_external_seen seen = {&facts, summary};
    assert_int_equal(wyrm_external_judge_seen(game, &seen, 1, &judgement, errors),
                     WYRM_ERROR_RULESET);
    assert_int_equal(wyrm_errors_count(errors), LENGTH_OF(messages));
    for (size_t i = 0; i < LENGTH_OF(messages); i++) {
        assert_string_equal(wyrm_errors_at(errors, i)->message, messages[i]);
        assert_int_equal(wyrm_errors_at(errors, i)->line, 4 + i);
    }
    OWNED_ERRORS *none = fresh_errors();
    assert_int_equal(wyrm_external_judge_seen(game, &seen, 0, &judgement, none),
                     WYRM_ERROR_ARGUMENT);
    assert_string_equal(wyrm_errors_at(none, 0)->message, "there are no runs to be judged");
}

/* Of 50 complete runs it is said that something never was, of 49 it is not. */
TEST(what_never_was_is_said_of_fifty_runs)
{
    static const char targets[] = "  won: {metric: win_rate, at_least: 0}\n"
                                  "  like: {metric: cause, word: orcs, at_most: 1}\n"
                                  "  unlike: {metric: cause, word: dragon, at_most: 1}\n"
                                  "  there: {metric: cause, word: orc, at_most: 1}\n"
                                  "  axes: {metric: weapon, word: axes, at_most: 1}\n"
                                  "  wine: {metric: outcome, word: wine, at_most: 1}\n";
    for (uint64_t more = 0; more < 2; more++) {
        const ended rows[] = {{10, WYRM_EXTERNAL_LOST, "lost", "orc", "axe", 2},
                              {39 + more, WYRM_EXTERNAL_OTHER, "win", "orc", "axe", 4}};
        OWNED_BY_HAND of_judgement;
        const wyrm_judgement *judgement =
            judge_by_hand(&of_judgement, targets, rows, LENGTH_OF(rows));
        if (more == 0) {
            assert_int_equal(judgement->finding_count, 0);
            continue;
        }
        static const char *const wanted[][3] = {
            {"never-told", "metrics.gold",
             "the game declares 'gold', and none of 50 complete runs has told it"},
            {"never-told", "metrics.turns",
             "the game declares 'turns', and none of 50 complete runs has told it"},
            {"never-told", "targets.won",
             "no run was 'won', and 40 of 50 were 'win': only 'won' counts as a win"},
            {"never-told", "targets.like", "no run has told the word 'orcs' (did you mean 'orc'?)"},
            {"never-told", "targets.axes", "no run has told the word 'axes' (did you mean 'axe'?)"},
            {"never-told", "targets.wine", "no run has told the word 'wine' (did you mean 'win'?)"},
            {"only-word", "cause", "'orc' is the only cause that was ever told, of 50 runs"},
            {"only-word", "metrics.weapon", "'weapon' was 'axe' in all of 50 runs that told it"},
        };
        for (size_t i = 0; i < LENGTH_OF(wanted); i++) {
            const wyrm_finding *finding = finding_of(judgement, wanted[i][0], wanted[i][1]);
            assert_non_null(finding);
            assert_string_equal(finding->message, wanted[i][2]);
        }
        const wyrm_finding *reached = finding_of(judgement, "never-reached", "depth 5");
        assert_non_null(reached);
        static const char begins[] = "nobody has reached depth 5 of 6 in 50 runs, whoever played;";
        assert_memory_equal(reached->message, begins, sizeof begins - 1);
        assert_null(finding_of(judgement, "never-told", "targets.unlike"));
        assert_null(finding_of(judgement, "never-told", "targets.there"));
        assert_null(finding_of(judgement, "never-told", "metrics.weapon"));
        assert_int_equal(judgement->finding_count, 4 + LENGTH_OF(wanted)); /* hit, key, lead */
    }
    /* who only loses has just not won */
    const ended lost[] = {{60, WYRM_EXTERNAL_LOST, "lost", "orc", "axe", 6}};
    OWNED_BY_HAND of_judgement;
    const wyrm_judgement *judgement =
        judge_by_hand(&of_judgement, "  won: {metric: win_rate, at_least: 0}\n", lost, 1);
    assert_null(finding_of(judgement, "never-told", "targets.won"));
    assert_null(finding_of(judgement, "never-reached", "depth 7"));
    /* one that is won is enough */
    const ended won[] = {{1, WYRM_EXTERNAL_WON, "won", "", "axe", 6},
                         {60, WYRM_EXTERNAL_OTHER, "win", "orc", "axe", 6}};
    OWNED_BY_HAND of_other;
    const wyrm_judgement *other =
        judge_by_hand(&of_other, "  won: {metric: win_rate, at_least: 0}\n", won, 2);
    assert_null(finding_of(other, "never-told", "targets.won"));
}

TEST(runs_that_met_their_limit_are_told_where_they_are_surely_many)
{
    /* the lower ends of 9 and 12 of 100 are 4.2 and 6.4 % (Clopper and Pearson) */
    for (uint64_t many = 9; many <= 12; many += 3) {
        const ended rows[] = {{100 - many, WYRM_EXTERNAL_WON, "won", "", "axe", 6},
                              {many, WYRM_EXTERNAL_UNFINISHED, "unfinished", "", "axe", 6},
                              {500, WYRM_EXTERNAL_FAILED, "failed", "", NULL, 0}};
        OWNED_BY_HAND of_judgement;
        const wyrm_judgement *judgement = judge_by_hand(
            &of_judgement, "  won: {metric: win_rate, at_least: 0}\n", rows, LENGTH_OF(rows));
        const wyrm_finding *finding = finding_of(judgement, "unfinished-runs", "coin");
        assert_int_equal(finding != NULL, many > 9);
        if (finding != NULL)
            assert_memory_equal(finding->message, "12 % of the runs of 'coin' met their limit", 42);
    }
}

/* ---- several agents ---- */

static const char *const four_agents[] = {"a", "b", "c", "d"};

static wyrm_external_hello several(size_t agents)
{
    wyrm_external_hello hello = flip_hello;
    hello.agents = four_agents;
    hello.agent_count = agents;
    hello.by_skill = true;
    return hello;
}

/* A target is about the agent that it names, and else about the first. */
TEST(targets_are_about_their_agent)
{
    static const ended rows[] = {{60, WYRM_EXTERNAL_WON, "won", "", "axe", 6},
                                 {60, WYRM_EXTERNAL_LOST, "lost", "orc", "axe", 2},
                                 {60, WYRM_EXTERNAL_WON, "won", "", "axe", 6}};
    const wyrm_external_hello hello = several(2);
    OWNED_BY_HAND of_judgement;
    const wyrm_judgement *judgement =
        judge_together(&of_judgement, &hello,
                       "  first: {metric: win_rate, at_least: 0}\n"
                       "  second: {metric: win_rate, agent: b, at_least: 0}\n"
                       "  again: {metric: final_stage, agent: a, at_most: 9}\n"
                       "  nobody: {metric: win_rate, agent: z, at_least: 0}\n",
                       rows, (const size_t[]){1, 2}, 2);
    static const char *const agents[] = {"a", "b", "a"};
    static const double values[] = {1, 0.5, 6}, runs[] = {60, 120, 60};
    assert_int_equal(judgement->judged_count, 3);
    for (size_t i = 0; i < 3; i++) {
        assert_string_equal(judgement->judged[i].bot, agents[i]);
        assert_near(judgement->judged[i].value, values[i], 1e-12);
        assert_near((double)judgement->judged[i].runs, runs[i], 0);
    }
    assert_int_equal(judgement->seed, 7);
    const wyrm_finding *none = finding_of(judgement, "no-runs", "nobody");
    assert_string_equal(none->message, "there are no runs of 'z': target 'nobody' is not judged");
}

/* A word is the only one if no agent has another; those without any change nothing. */
TEST(the_only_word_is_that_of_all_agents)
{
    static const char targets[] = "  won: {metric: win_rate, at_least: 0}\n";
    const wyrm_external_hello hello = several(3);
    static const ended same[] = {{30, WYRM_EXTERNAL_LOST, "lost", "orc", "axe", 6},
                                 {30, WYRM_EXTERNAL_WON, "won", "", NULL, 6},
                                 {20, WYRM_EXTERNAL_LOST, "lost", "orc", "axe", 6}};
    OWNED_BY_HAND of_one;
    const wyrm_judgement *one =
        judge_together(&of_one, &hello, targets, same, (const size_t[]){1, 1, 1}, 3);
    assert_string_equal(finding_of(one, "only-word", "cause")->message,
                        "'orc' is the only cause that was ever told, of 50 runs");
    assert_string_equal(finding_of(one, "only-word", "metrics.weapon")->message,
                        "'weapon' was 'axe' in all of 50 runs that told it");
    static const ended other[] = {{60, WYRM_EXTERNAL_LOST, "lost", "orc", "axe", 6},
                                  {30, WYRM_EXTERNAL_WON, "won", "", NULL, 6},
                                  {20, WYRM_EXTERNAL_LOST, "lost", "pit", "bow", 6}};
    OWNED_BY_HAND of_two;
    const wyrm_judgement *two =
        judge_together(&of_two, &hello, targets, other, (const size_t[]){1, 1, 1}, 3);
    assert_null(finding_of(two, "only-word", "cause"));
    assert_null(finding_of(two, "only-word", "metrics.weapon"));
    static const ended few[] = {{29, WYRM_EXTERNAL_LOST, "lost", "orc", "axe", 6},
                                {30, WYRM_EXTERNAL_WON, "won", "", NULL, 6},
                                {20, WYRM_EXTERNAL_LOST, "lost", "orc", "axe", 6}};
    OWNED_BY_HAND of_less;
    const wyrm_judgement *less =
        judge_together(&of_less, &hello, targets, few, (const size_t[]){1, 1, 1}, 3);
    assert_null(finding_of(less, "only-word", "cause"));
}

/* An agent of another version may have other metrics in their places: that tells nothing of
 * these. */
TEST(who_has_no_such_metric_has_not_told_it)
{
    static const char *const names[] = {"n0", "n1", "n2", "n3", "n4", "n5"};
    wyrm_external_metric metrics[LENGTH_OF(flip_metrics)];
    wyrm_external_hello hello = several(2), other = hello;
    memcpy(metrics, flip_metrics, sizeof flip_metrics);
    for (size_t i = 0; i < LENGTH_OF(metrics); i++)
        metrics[i].name = names[i];
    other.metrics = metrics;
    const wyrm_external_facts facts[] = {{.agent = "a", .hello = &hello},
                                         {.agent = "b", .hello = &other}};
    static const ended rows[] = {{60, WYRM_EXTERNAL_LOST, "lost", "orc", NULL, 6}};
    OWNED(wyrm_external) *game = file_with("  won: {metric: win_rate, at_least: 0}\n");
    OWNED(wyrm_external_summary) *silent = summary_of(&hello, rows, 1);
    OWNED(wyrm_external_summary) *telling = runs_of(&other, 1, 60, 0.9);
    const wyrm_external_seen seen[] = {{&facts[0], silent}, {&facts[1], telling}};
    OWNED(wyrm_judgement) *judgement = judge_seen(game, seen, 2);
    for (size_t i = 0; i < LENGTH_OF(flip_metrics); i++) {
        char where[40];
        snprintf(where, sizeof where, "metrics.%s", flip_metrics[i].name);
        const wyrm_finding *finding = finding_of(judgement, "never-told", where);
        assert_non_null(finding);
        assert_non_null(strstr(finding->message, "complete runs has told it"));
    }
}

/* Who is said to be more skilled wins less, or as often and does not get as far; who wins more may
 * end earlier. What is not in order is told of each pair, the surest first. */
TEST(skill_is_wins_and_how_far_one_gets)
{
    static const char targets[] = "  won: {metric: win_rate, at_least: 0}\n";
    const wyrm_external_hello hello = several(3);
    static const ended wins[] = {{80, WYRM_EXTERNAL_WON, "won", "", "axe", 6},
                                 {20, WYRM_EXTERNAL_LOST, "lost", "orc", "axe", 6},
                                 {50, WYRM_EXTERNAL_WON, "won", "", "axe", 6},
                                 {50, WYRM_EXTERNAL_LOST, "lost", "orc", "axe", 6},
                                 {10, WYRM_EXTERNAL_WON, "won", "", "axe", 6},
                                 {90, WYRM_EXTERNAL_LOST, "lost", "orc", "axe", 6}};
    OWNED_BY_HAND of_judgement;
    const wyrm_judgement *judgement =
        judge_together(&of_judgement, &hello, targets, wins, (const size_t[]){2, 2, 2}, 3);
    static const char *const said[] = {
        "'c' is said to be more skilled than 'a' and wins less: 10 % of its runs against 80 %",
        "'c' is said to be more skilled than 'b' and wins less: 10 % of its runs against 50 %",
        "'b' is said to be more skilled than 'a' and wins less: 50 % of its runs against 80 %"};
    size_t told = 0;
    for (size_t i = 0; i < judgement->finding_count; i++)
        if (strcmp(judgement->findings[i].kind, "less-skilled") == 0) {
            assert_true(told < 3);
            assert_string_equal(judgement->findings[i].message, said[told++]);
        }
    assert_int_equal(told, 3);
    static const ended stages[] = {{50, WYRM_EXTERNAL_LOST, "lost", "orc", "axe", 5},
                                   {50, WYRM_EXTERNAL_LOST, "lost", "orc", "axe", 4},
                                   {50, WYRM_EXTERNAL_LOST, "lost", "orc", "axe", 2},
                                   {50, WYRM_EXTERNAL_LOST, "lost", "orc", "axe", 1}};
    const wyrm_external_hello two = several(2);
    OWNED_BY_HAND of_far;
    const wyrm_judgement *far =
        judge_together(&of_far, &two, targets, stages, (const size_t[]){2, 2}, 2);
    assert_string_equal(finding_of(far, "less-skilled", "b")->message,
                        "'b' is said to be more skilled than 'a' and does not get as far: depth "
                        "1.5 on average against 4.5");
    static const ended early[] = {{90, WYRM_EXTERNAL_LOST, "lost", "orc", "axe", 5},
                                  {10, WYRM_EXTERNAL_LOST, "lost", "orc", "axe", 6},
                                  {50, WYRM_EXTERNAL_WON, "won", "", "axe", 1},
                                  {50, WYRM_EXTERNAL_LOST, "lost", "orc", "axe", 2}};
    OWNED_BY_HAND of_quick;
    const wyrm_judgement *quick =
        judge_together(&of_quick, &two, targets, early, (const size_t[]){2, 2}, 2);
    assert_null(finding_of(quick, "less-skilled", "b"));
    wyrm_external_hello unordered = two;
    unordered.by_skill = false;
    OWNED_BY_HAND of_apart;
    const wyrm_judgement *apart =
        judge_together(&of_apart, &unordered, targets, stages, (const size_t[]){2, 2}, 2);
    assert_null(finding_of(apart, "less-skilled", "b"));
}
