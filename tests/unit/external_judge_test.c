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
