/* Judging and comparing games that are programs: they play as long as it takes. What is made of
 * runs stands in external_judge_test.c and external_gate_test.c. */
#include "helpers.h"

#include <unistd.h>

#include <wyrm/external_gate.h>
#include <wyrm/external_judge.h>

RELEASED_BY(wyrm_external, wyrm_external_free)
RELEASED_BY(wyrm_external_side, wyrm_external_side_free)
RELEASED_BY(wyrm_external_gate, wyrm_external_gate_free)
RELEASED_BY(wyrm_judgement, wyrm_judgement_free)

/* The game that behaves so, met. The caller frees it. */
static wyrm_external *meet(const char *how)
{
    char path[] = "/tmp/wyrm-coin-XXXXXX.yaml";
    int file = mkstemps(path, 5);
    assert_true(file >= 0);
    dprintf(file,
            "name: coin\nengine: {command: [%s, %s]}\n"
            "targets:\n  half: {metric: win_rate, at_least: 0.6}\n"
            "  deep: {metric: final_stage, range: [1, 6]}\n"
            "gate: {alarm: 0.02, margins: {win_rate: 0.05, gold: 10 %%}}\n",
            COIN_GAME, how);
    close(file);
    OWNED_ERRORS *errors = fresh_errors();
    wyrm_external *game;
    assert_told(wyrm_external_open(path, &game, errors), errors);
    assert_told(wyrm_external_meet(game, errors), errors);
    remove(path);
    return game;
}

static bool ascends(double done, void *context)
{
    double *before = context;
    assert_true(done >= *before && done <= 1);
    *before = done;
    return true;
}

/* A third is won, and 0.6 wanted: the first look will do, whoever many processes play. */
TEST(agents_play_until_their_verdicts_are_clear)
{
    OWNED(wyrm_external) *game = meet("well");
    double values[2];
    for (unsigned threads = 1; threads <= 2; threads++) {
        OWNED_ERRORS *errors = fresh_errors();
        double done = 0;
        const wyrm_external_judge_options options = {
            .ask = {.seed = 3}, .threads = threads, .progress = ascends, .progress_context = &done};
        OWNED(wyrm_judgement) *judgement = NULL;
        assert_told(wyrm_external_judge(game, &options, &judgement, errors), errors);
        assert_int_equal(judgement->judged_count, 2);
        assert_int_equal(judgement->judged[0].verdict, WYRM_FAIL);
        assert_int_equal(judgement->judged[1].verdict, WYRM_PASS);
        assert_int_equal(judgement->judged[0].stopped, WYRM_STOP_CLEAR);
        assert_true(judgement->judged[0].runs < WYRM_JUDGE_GAMES);
        assert_string_equal(judgement->judged[0].where, "default");
        assert_true(done > 0);
        values[threads - 1] = judgement->judged[0].value;
    }
    assert_same_bits(values[0], values[1]);
}

/* A side that plays. The caller frees it. */
static wyrm_external_side *side_of(const wyrm_external *game)
{
    const wyrm_external_play_options play = {.ask = {.seed = 1}};
    wyrm_external_facts facts;
    wyrm_external_side *side;
    assert_works(wyrm_external_facts_from(game, &play.ask, &facts, &last_error));
    assert_works(wyrm_external_side_new(&facts, game, &side, &last_error));
    wyrm_external_side_plays(side, game, &play);
    return side;
}

static wyrm_external_gate *hold(wyrm_external_side *before, wyrm_external_side *after)
{
    const wyrm_gate_options options = {.threads = 2};
    wyrm_external_gate *gate;
    assert_works(wyrm_external_gate_hold(before, after, &options, &gate, &last_error));
    return gate;
}

TEST(builds_are_compared_in_pairs_until_it_is_clear)
{
    OWNED(wyrm_external) *well = meet("well"), *easier = meet("easier");
    OWNED(wyrm_external_side) *before = side_of(well), *same = side_of(well);
    OWNED(wyrm_external_side) *after = side_of(easier);
    OWNED(wyrm_external_gate) *gate = hold(before, after);
    const wyrm_gate_row *won = wyrm_gate_row_of(&gate->gate, "win_rate");
    assert_true(gate->gate.paired && gate->repeats[0].same && gate->repeats[1].known);
    assert_int_equal(won->answer, WYRM_GATE_HIGHER);
    assert_near(won->margin, 0.05, 0);
    assert_near(gate->gate.alarm, 0.02, 0);
    assert_true(wyrm_gate_row_of(&gate->gate, "gold")->said_after.relative);
    assert_string_equal(gate->differs[0].what, "command");
    assert_null(wyrm_gate_row_of(&gate->gate, "survival@8"));
    OWNED(wyrm_external_gate) *none = hold(before, same);
    assert_false(none->gate.failed);
    assert_true(none->gate.clear && none->gate.runs < WYRM_GATE_RUNS);
    assert_int_equal(none->differs_count, 0);
}

/* The same runs do not come again, so that there are no pairs; nor is there an alarm. */
TEST(a_game_that_drifts_is_compared_without_pairs)
{
    OWNED(wyrm_external) *game = meet("drifts");
    OWNED(wyrm_external_side) *before = side_of(game), *after = side_of(game);
    OWNED(wyrm_external_gate) *gate = hold(before, after);
    assert_false(gate->gate.paired);
    assert_false(gate->repeats[0].same);
    assert_non_null(strstr(gate->unpaired, "asked for it again"));
}

TEST(a_build_is_held_against_a_baseline)
{
    OWNED(wyrm_external) *game = meet("well");
    OWNED(wyrm_external_side) *kept = side_of(game), *now = side_of(game), *back = NULL;
    const wyrm_gate_options options = {.threads = 2};
    FREED char *text = NULL;
    assert_works(wyrm_external_side_play(kept, 500, &options, &last_error));
    assert_works(wyrm_external_baseline_text(kept, &text, &last_error));
    assert_works(wyrm_external_baseline_read("kept.json", text, strlen(text), &back, &last_error));
    assert_null(strstr(text, COIN_GAME));
    OWNED(wyrm_external_gate) *gate = hold(back, now);
    assert_true(gate->gate.paired && !gate->gate.failed);
    assert_near(gate->gate.alarm, 0.02, 0);
    assert_false(gate->repeats[0].known);
    assert_int_equal(gate->gate.most, 500);
    assert_true(wyrm_external_side_count(now) <= 500);
    assert_int_equal(gate->differs_count, 0);
}
