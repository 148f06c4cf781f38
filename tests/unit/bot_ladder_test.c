/* The ladder of bots is one: each gets at least as deep as the one below it, whatever the ruleset.
 * Bob and Trev count floors climbed. */
#include "bots.h"
#include "released.h"

#include <wyrm/sim.h>
#include <wyrm/stats.h>

/* How many of its games are enough to tell: those of YARL last for 30,000 turns. */
static const int played_runs[SHIPPED_COUNT] = {50, 16, 50, 40, 40};

/* Standard errors that a difference may lack, one-sided: 5 % of chances. */
#define ONE_SIDED 1.645

typedef struct depth {
    double mean, error; /* standard */
} depth;

/* How deep a bot gets; idle never past depth 2. */
static depth depth_of(const wyrm_design *design, const char *name, int runs)
{
    wyrm_sim_options options = {.seed = 6, .runs = (uint64_t)runs};
    OWNED_SUMMARY *summary;
    assert_works(wyrm_bot_find(name, &options.run.bot, &last_error));
    assert_works(wyrm_simulate(design, &options, &summary, &last_error));
    depth found = {summary->final_depth.mean, wyrm_moments_sd(&summary->final_depth) /
                                                  sqrt((double)summary->final_depth.count)};
    if (strcmp(name, "idle") == 0)
        assert_true(summary->final_depth.max <= 2);
    return found;
}

/* Counts for each bot the rulesets on which it gets deeper than the one below, beyond doubt. The
 * few runs that are left to slow builds cannot tell. */
static void check_ladder(const char *ruleset, int runs, int *clear)
{
    OWNED_DESIGN *design = ruleset_with(ruleset, NULL);
    depth below = {0.0, 0.0};
    for (size_t i = 0; i < BOTS; i++) {
        depth own = depth_of(design, bot_names[i], runs);
        double doubt = ONE_SIDED * hypot(own.error, below.error);
        if (PLAYED_STRIDE == 1 && own.mean < below.mean - doubt)
            fail_msg("%s: %s gets to depth %.2f, and %s to %.2f", ruleset, bot_names[i], own.mean,
                     bot_names[i - 1], below.mean);
        clear[i] += own.mean > below.mean + doubt;
        below = own;
    }
}

/* Each gets deeper than the one below it on some rulesets, so that all of them are worth their
 * place. */
static void assert_clear(const int *clear, int least)
{
    for (size_t i = 1; i < BOTS; i++)
        if (clear[i] < least)
            fail_msg("%s is deeper than %s beyond doubt on %d rulesets only", bot_names[i],
                     bot_names[i - 1], clear[i]);
}

TEST(each_gets_as_deep_as_the_one_below)
{
    int clear[BOTS] = {0};
    for (size_t i = 0; i < SHIPPED_COUNT; i++)
        check_ladder(shipped_names[i], played_times(played_runs[i]), clear);
    if (PLAYED_STRIDE == 1)
        assert_clear(clear, 2);
}
