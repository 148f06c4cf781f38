/* Asking backwards: planted answers are found, and impossible questions are answered so. Values are
 * compared with fights that are solved separately, without targets. `WYRM_TEST_SHARE=4200
 * solve_planted_test` asks some 500 random questions. */
#include "helpers.h"
#include "stride.h"

#include <wyrm.h>

RELEASED_BY(wyrm_solution, wyrm_solution_free)
#define OWNED_SOLUTION OWNED(wyrm_solution)

static wyrm_solution *solved(const wyrm_design *design, const char *key, const char *asked,
                             const wyrm_solve_options *options)
{
    wyrm_solution *out = NULL;
    if (wyrm_solve(design, key, asked, options, &out, &last_error) != WYRM_OK)
        fail_msg("%s %s: %s", key, asked, last_error.message);
    return out;
}

/* ---- the metric, computed independently ---- */

typedef struct question {
    const char *ruleset, *key, *subject, *opponent;
    bool whole;
    double least, most;
} question;

static const question questions[] = {
    {"ruggrogue", "combat.miss", "player@6,weapon=5", "monster@6", false, 0, 0.95},
    {"ruggrogue", "player.hp", "player@6,weapon=5", "monster@6", true, 5, 900},
    {"yarl", "monsters.orc.hp", "player@3,weapon=shortsword", "orc", true, 3, 700},
    {"yarl", "monsters.orc.accuracy", "player@3", "orc", true, 0, 300},
    {"yarl", "monsters.troll.evasion", "player@5,weapon=shortsword", "troll", true, 0, 60},
    {"brogue", "monsters.goblin.hp", "player", "goblin", true, 2, 500},
    {"brogue", "monsters.goblin.accuracy", "player", "goblin", true, 0, 200},
    {"brogue", "monsters.goblin.regeneration", "player", "goblin", false, 0, 2},
    {"tutorial", "monsters.troll.hp", "player@2", "troll", true, 2, 2000},
    {"bob-and-trev", "monsters.dust_bunny.hp", "player@2", "dust_bunny", true, 2, 400},
};

static const char *const metrics[] = {"win_chance", "duel_turns", "hp_left"};

/* The metric at a value of the key; NAN if the value is not allowed. */
static double given_by(const wyrm_design *base, const question *of, size_t metric, double at)
{
    char text[40];
    snprintf(text, sizeof text, "%.12g", at);
    const wyrm_change change = {of->key, text};
    wyrm_design *design;
    wyrm_combatant subject, opponent;
    wyrm_duel duel;
    if (wyrm_design_change(base, &change, 1, &design, NULL) != WYRM_OK)
        return NAN;
    const wyrm_roster *roster = wyrm_design_roster(design);
    wyrm_status status = wyrm_roster_combatant(roster, of->subject, &subject, NULL);
    if (status == WYRM_OK)
        status = wyrm_roster_combatant(roster, of->opponent, &opponent, NULL);
    if (status == WYRM_OK)
        status =
            wyrm_design_duel(design, &subject, &opponent, WYRM_SUBJECT_FIRST, &duel, NULL, NULL);
    wyrm_design_free(design);
    return status != WYRM_OK ? (double)NAN
           : metric == 0     ? duel.p_win
           : metric == 1     ? duel.turns_mean
                             : duel.hp_left_mean / (double)subject.max_hp;
}

static bool same(double a, double b)
{
    return fabs(a - b) <= 3e-6 * fmax(fabs(a), fabs(b)) + 1e-15;
}

/* A question with a planted answer finds it, or another value that gives the same. */
static void ask_planted(const wyrm_design *base, const question *of, size_t metric, double at,
                        const wyrm_solve_options *options)
{
    char asked[400];
    const double value = given_by(base, of, metric, at);
    if (!isfinite(value))
        return;
    snprintf(asked, sizeof asked, "%s(%s, %s)=%.17g", metrics[metric], of->subject, of->opponent,
             value);
    OWNED_SOLUTION *found = solved(base, of->key, asked, options);
    bool there = false;
    for (size_t i = 0; i < found->answer_count && !there; i++) {
        const wyrm_solve_answer *answer = &found->answers[i];
        there = (answer->from <= at && at <= answer->to) || same(answer->best.value, value);
        assert_true(answer->jumps || same(given_by(base, of, metric, answer->best.at), value));
    }
    if (!there)
        fail_msg("%s %s %s in %g..%g: %.12g was planted", of->ruleset, of->key, asked,
                 options->from, options->to, at);
}

/* A question that no value in the range answers has no answer, and the reach is given. */
static void ask_beyond(const wyrm_design *base, const question *of, size_t metric,
                       const wyrm_solve_options *options)
{
    double least = INFINITY, most = -INFINITY;
    const double steps = fmin(of->whole ? options->to - options->from : 300, 300);
    for (double i = 0; i <= steps; i++) {
        double at = options->from + (options->to - options->from) * i / fmax(steps, 1);
        const double value = given_by(base, of, metric, of->whole ? round(at) : at);
        least = fmin(least, isnan(value) ? least : value);
        most = fmax(most, isnan(value) ? most : value);
    }
    char asked[400];
    const double wanted = metric == 1 ? 1.5 * most + 1 : most + 0.6 * (1 - most);
    if (!isfinite(wanted) || (metric != 1 && most > 0.98))
        return;
    snprintf(asked, sizeof asked, "%s(%s, %s)=%.17g", metrics[metric], of->subject, of->opponent,
             wanted);
    OWNED_SOLUTION *found = solved(base, of->key, asked, options);
    assert_int_equal(found->answer_count, 0);
    assert_true(found->least.value <= least + 0.02 * fabs(least) + 1e-9);
    assert_true(found->most.value >= most - 0.02 * fabs(most) - 1e-9);
    assert_true(found->most.value < wanted);
}

TEST(what_is_planted_is_found_and_what_is_not_there_is_not)
{
    const int times = played_times(6);
    for (int i = 0; i < times; i++) {
        wyrm_rng rng = wyrm_rng_start(18, (uint64_t)i, WYRM_STREAM_MAP, 0);
        const question *of = &questions[wyrm_rng_below(&rng, sizeof questions / sizeof *questions)];
        const size_t metric = wyrm_rng_below(&rng, 3);
        const bool beyond = wyrm_rng_below(&rng, 4) == 0;
        const double length = of->most - of->least, share = 0.1 + 0.9 * wyrm_rng_real(&rng);
        const double from = of->least + wyrm_rng_real(&rng) * (1 - share) * length;
        const double planted = from + wyrm_rng_real(&rng) * share * length;
        const wyrm_solve_options options = {.has_from = true,
                                            .from = of->whole ? round(from) : from,
                                            .has_to = true,
                                            .to = of->whole ? round(from + share * length)
                                                            : from + share * length,
                                            .seed = 1,
                                            .threads = 2};
        OWNED_DESIGN *base = open_shipped(of->ruleset);
        if (beyond)
            ask_beyond(base, of, metric, &options);
        else
            ask_planted(base, of, metric, of->whole ? round(planted) : planted, &options);
    }
}

/* Whether two solutions are equal bit by bit. */
static bool equal(const wyrm_solution *a, const wyrm_solution *b)
{
    bool same_points = a->point_count == b->point_count && a->answer_count == b->answer_count;
    for (size_t i = 0; same_points && i < a->point_count; i++)
        same_points = memcmp(&a->points[i].at, &b->points[i].at, sizeof(double)) == 0 &&
                      memcmp(&a->points[i].value, &b->points[i].value, sizeof(double)) == 0;
    return same_points;
}

TEST(any_number_of_threads_gives_the_same)
{
    OWNED_DESIGN *yarl = open_shipped("yarl");
    const char *asked = "win_chance(player@3, orc)=60 %";
    OWNED_SOLUTION *one =
        solved(yarl, "monsters.orc.hp", asked, &(wyrm_solve_options){.seed = 1, .threads = 1});
    OWNED_SOLUTION *three =
        solved(yarl, "monsters.orc.hp", asked, &(wyrm_solve_options){.seed = 1, .threads = 3});
    assert_true(equal(one, three));
    OWNED_DESIGN *tutorial = open_shipped("tutorial");
    wyrm_solve_options few = {.seed = 3,
                              .threads = 1,
                              .effort = {.exactly = 60},
                              .has_from = true,
                              .from = 10,
                              .has_to = true,
                              .to = 60,
                              .step = 10};
    OWNED_SOLUTION *runs = solved(tutorial, "monsters.orc.hp", "run_survival(1)=60 %", &few);
    few.threads = 3;
    OWNED_SOLUTION *again = solved(tutorial, "monsters.orc.hp", "run_survival(1)=60 %", &few);
    assert_true(runs->sampled && equal(runs, again));
    assert_string_equal(runs->bot, "explorer");
}
