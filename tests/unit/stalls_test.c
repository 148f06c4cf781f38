/* Bots on rulesets drawn at random: their games come to an end, unless the rules shut them in,
 * and they use what they are said to know how to use, and nothing else. With `full` over 300
 * rulesets, a few minutes. */
#define OWN_MAIN
#include "print_errors.h"
#include "random_rulesets.h"
#include "released.h"
#include "stride.h"

#include <wyrm/sim.h>

#include <string.h>

#include "metrics/internal.h"

#define FULL_RULESETS 300
#define FULL_RUNS     10 /* of each bot on each ruleset */

static int rulesets = 20, runs = 2;

/* Who waits for its end, and who does anything at random, may stall. */
static const char *const bots[] = {"diver", "brawler", "explorer", "tactician"};
enum { BOTS = sizeof bots / sizeof *bots };

typedef struct tally {
    size_t runs, lost, shut_in;
    bool used[WYRM_EFFECT_KIND_COUNT][2]; /* [1]: for some turns */
} tally;

typedef struct listening {
    const wyrm_bot_kind *bot;
    const wyrm_design *design;
    uint64_t ruleset; /* seed */
    tally *to;
} listening;

/* Shut in for good: then nobody could go on. */
static bool is_shut_in(const listening *state, const wyrm_run *run)
{
    const wyrm_run_options options = {.bot = state->bot};
    wyrm_runner *runner;
    wyrm_run *again = malloc(sizeof *again);
    base_arena arena = {0};
    assert_non_null(again);
    assert_int_equal(wyrm_runner_new(state->design, &options, &runner, NULL), WYRM_OK);
    assert_int_equal(wyrm_runner_make(runner, run->seed, run->run, again, NULL), WYRM_OK);
    assert_int_equal(again->end, run->end);
    judge_fault fault = judge_find_fault(&arena, runner);
    base_release(&arena);
    wyrm_runner_free(runner);
    free(again);
    return fault != JUDGE_FAULT_BOT;
}

static wyrm_status take(const wyrm_run *run, void *context, wyrm_error *error)
{
    const listening *state = context;
    const wyrm_item_kind *kinds;
    wyrm_loot_kinds(wyrm_design_loot(state->design), &kinds);
    (void)error;
    state->to->runs++;
    bool lost = !wyrm_run_is_complete(run->end), shut_in = lost && is_shut_in(state, run);
    state->to->shut_in += shut_in;
    if (lost && !shut_in) {
        print_error("ruleset %llu, %s, run %llu: %s at depth %d\n",
                    (unsigned long long)state->ruleset, state->bot->name,
                    (unsigned long long)run->run, wyrm_run_end_word(run->end), (int)run->depth);
        state->to->lost++;
    }
    for (size_t i = 0; i < run->item_count; i++) {
        const wyrm_effect effect = wyrm_item_effect(kinds[run->items[i].kind].record);
        if (run->items[i].used == 0 || effect.kind == WYRM_EFFECT_NONE)
            continue;
        state->to->used[effect.kind][effect.turns > 0] = true;
        if (!wyrm_bot_uses(state->bot, &effect))
            fail_msg("ruleset %llu: %s uses '%s', which it is not said to know",
                     (unsigned long long)state->ruleset, state->bot->name,
                     wyrm_effect_name(effect.kind));
    }
    return WYRM_OK;
}

static void play(uint64_t seed, const char *name, tally *to)
{
    OWNED_DESIGN *design = random_ruleset(seed);
    listening state = {.design = design, .ruleset = seed, .to = to};
    wyrm_sim_options options = {
        .seed = 1, .runs = (uint64_t)runs, .take = take, .take_context = &state};
    OWNED_SUMMARY *summary;
    assert_int_equal(wyrm_bot_find(name, &state.bot, NULL), WYRM_OK);
    options.run.bot = state.bot;
    assert_int_equal(wyrm_simulate(design, &options, &summary, NULL), WYRM_OK);
}

/* What it is said to know it does, where there are games enough to see it. */
static void check_uses(const char *name, const tally *of)
{
    const wyrm_bot_kind *bot;
    assert_int_equal(wyrm_bot_find(name, &bot, NULL), WYRM_OK);
    for (int kind = WYRM_EFFECT_NONE + 1; kind < WYRM_EFFECT_KIND_COUNT; kind++) {
        const wyrm_effect effect = {.kind = (wyrm_effect_kind)kind};
        if (wyrm_bot_uses(bot, &effect) && !of->used[kind][0] && !of->used[kind][1])
            fail_msg("%s never uses '%s'", name, wyrm_effect_name(effect.kind));
    }
}

/* Less than one in a thousand. */
TEST(hardly_a_game_comes_to_no_end)
{
    for (int b = 0; b < BOTS; b++) {
        tally found = {0};
        for (int seed = 1; seed <= rulesets; seed++)
            play((uint64_t)seed, bots[b], &found);
        if (rulesets == FULL_RULESETS)
            print_message("%s: %zu of %zu games come to no end, %zu more are shut in\n", bots[b],
                          found.lost, found.runs, found.shut_in);
        assert_true(1000 * found.lost < found.runs);
        assert_true(10 * found.shut_in < found.runs);
        if (rulesets == FULL_RULESETS)
            check_uses(bots[b], &found);
    }
}

/* Ruleset 15: monsters that nobody can hurt or is hurt by, in corridors one tile wide. */
TEST(a_finding_tells_who_is_at_fault_and_what_nobody_uses)
{
    OWNED_DESIGN *design = random_ruleset(15);
    wyrm_judge_options options = {.seed = 1};
    OWNED_JUDGEMENT *judgement;
    size_t shut_in = 0, unused = 0;
    assert_int_equal(wyrm_judge(design, &options, &judgement, NULL), WYRM_OK);
    for (size_t i = 0; i < judgement->finding_count; i++) {
        const wyrm_finding *finding = &judgement->findings[i];
        shut_in += strcmp(finding->kind, "no-end") == 0 &&
                   strstr(finding->message, "so the rules are at fault") != NULL;
        if (strcmp(finding->kind, "unused-by-bots") == 0) {
            assert_string_equal(finding->where, "items.i1"); /* it senses */
            unused++;
        }
    }
    assert_int_equal(shut_in, 1);
    assert_int_equal(unused, 1);
}

int main(int argc, char **argv)
{
    rulesets = played_times(rulesets);
    if (argc > 1 && strcmp(argv[1], "full") == 0) {
        rulesets = FULL_RULESETS;
        runs = FULL_RUNS;
    }
    return run_suite();
}
