/* Logs against the rules: memory use, the sum of several logs, and the tests of all matchups
 * together. tests/cli/verify_test.py checks what is found. */
#include "helpers.h"
#include "stride.h"

#include <gsl/gsl_randist.h>

#include "metrics/internal.h"
#include <wyrm/goodness.h>
#include <wyrm/verify.h>

RELEASED_BY(wyrm_verify, wyrm_verify_free)
#define OWNED_VERIFY OWNED(wyrm_verify)

#define LOG          "/tmp/wyrm-verify-test.csv"

static wyrm_rng rng;

/* Records the largest block allocated. */
static void *allocate(size_t size, void *context)
{
    size_t *largest = context;
    *largest = size > *largest ? size : *largest;
    return malloc(size);
}

static void *resize(void *block, size_t size, void *context)
{
    size_t *largest = context;
    *largest = size > *largest ? size : *largest;
    return realloc(block, size);
}

static void release(void *block, void *context)
{
    (void)context;
    free(block);
}

static void read_log(wyrm_verify *verify)
{
    OWNED_ERRORS *errors = fresh_errors();
    assert_told(wyrm_verify_read(verify, LOG, errors), errors);
    remove(LOG);
}

/* Judges a log of this many floors with an orc or none. */
static size_t largest_block(const wyrm_design *design, int floors)
{
    OWNED_VERIFY *verify = NULL;
    wyrm_verified *verified = NULL;
    size_t largest = 0;
    FILE *log = fopen(LOG, "w");
    assert_non_null(log);
    fprintf(log, "depth,orc\n");
    for (int i = 0; i < floors; i++)
        fprintf(log, "1,%d\n", i % 3);
    assert_int_equal(fclose(log), 0);
    assert_works(wyrm_verify_new(design, NULL, &verify, &last_error));
    read_log(verify);
    wyrm_memory_set(&(wyrm_memory){allocate, resize, release, NULL, &largest, NULL});
    const wyrm_status status = wyrm_verify_judge(verify, &verified, &last_error);
    wyrm_verified_free(verified);
    wyrm_memory_set(NULL);
    assert_works(status);
    return largest;
}

/* If every draw has its greatest value nothing is approximated. */
TEST(the_greatest_sum_has_the_chance_of_its_draws)
{
    static const double ones[] = {0.0, 1.0}, even[] = {0.5, 0.5};
    static const double twos[] = {0.0, 2.0}, few[] = {0.8, 0.2};
    const wyrm_sum_part parts[] = {{3, 2, ones, even}, {2, 2, twos, few}};
    wyrm_goodness found;
    rng = wyrm_rng_start(1, 0, 0, 0);
    assert_works(wyrm_goodness_sum(parts, 2, 0.0, 3.0 + 4.0, &rng, &found, &last_error));
    assert_near(found.p, 2.0 * 0.5 * 0.5 * 0.5 * 0.2 * 0.2, 1e-12);
    assert_works(wyrm_goodness_sum(parts, 2, 0.0, 0.0, &rng, &found, &last_error));
    assert_near(found.p, 2.0 * 0.5 * 0.5 * 0.5 * 0.8 * 0.8, 1e-12);
}

/* How often three matchups, each with its misses, are called off although nothing has changed: over
 * every outcome with its probability. */
static double alarms_at(double level, const unsigned counts[3], const double chances[3])
{
    rng = wyrm_rng_start(1, 0, 0, 0);
    double values[3][2], both[3][2], sum = 0.0;
    wyrm_sum_part parts[3];
    for (int i = 0; i < 3; i++) {
        values[i][0] = 0.0;
        values[i][1] = 1.0 / (chances[i] * (1.0 - chances[i])); /* the weights used in judging */
        both[i][0] = 1.0 - chances[i];
        both[i][1] = chances[i];
        parts[i] = (wyrm_sum_part){counts[i], 2, values[i], both[i]};
    }
    for (unsigned a = 0; a <= counts[0]; a++)
        for (unsigned b = 0; b <= counts[1]; b++)
            for (unsigned c = 0; c <= counts[2]; c++) {
                wyrm_goodness found;
                assert_works(wyrm_goodness_sum(
                    parts, 3, 0.0, a * values[0][1] + b * values[1][1] + c * values[2][1], &rng,
                    &found, &last_error));
                if (found.p < level)
                    sum += gsl_ran_binomial_pdf(a, chances[0], counts[0]) *
                           gsl_ran_binomial_pdf(b, chances[1], counts[1]) *
                           gsl_ran_binomial_pdf(c, chances[2], counts[2]);
            }
    return sum;
}

TEST(several_matchups_together_seldom_cry_wolf)
{
    static const unsigned counts[][3] = {{4, 4, 4}, {10, 10, 5}, {3, 50, 8}};
    static const double chances[][3] = {{0.05, 0.15, 0.1}, {0.02, 0.3, 0.5}, {0.1, 0.1, 0.1}};
    for (size_t i = 0; i < LENGTH_OF(counts); i++)
        for (size_t k = 0; k < LENGTH_OF(chances); k++) {
            assert_true(alarms_at(0.05, counts[i], chances[k]) <= 1.25 * 0.05);
            assert_true(alarms_at(0.01, counts[i], chances[k]) <= 1.35 * 0.01);
        }
}

TEST(the_length_of_a_log_costs_no_memory)
{
    OWNED_DESIGN *design = ruleset_with("tutorial", "");
    const size_t few = largest_block(design, 200), many = largest_block(design, 4000);
    assert_true(few > 0);
    assert_int_equal(many, few);
}

/* Each log has the maximum number of columns; together they have more. */
TEST(several_logs_count_more_things_than_one_has_columns)
{
    enum { MONSTERS = 900, LOGS = 3 };
    static char text[100000];
    size_t used = (size_t)sprintf(text, "name: many\nmodels: {combat: subtract, growth: points}\n"
                                        "player: {hp: 9, power: 1}\nmonsters:\n");
    for (int i = 0; i < MONSTERS; i++)
        used += (size_t)sprintf(text + used, "  m%d: {hp: 1, power: 1}\n", i);
    OWNED_DESIGN *design = design_from(text);
    OWNED_VERIFY *verify = NULL;
    assert_works(wyrm_verify_new(design, NULL, &verify, &last_error));
    for (int i = 0; i < LOGS; i++) {
        FILE *log = fopen(LOG, "w");
        assert_non_null(log);
        fprintf(log, "depth");
        for (int m = 0; m < MONSTERS / LOGS; m++)
            fprintf(log, ",m%d", i * (MONSTERS / LOGS) + m);
        fprintf(log, "\n");
        assert_int_equal(fclose(log), 0);
        read_log(verify);
    }
    assert_int_equal(verify->thing_count, MONSTERS);
    assert_string_equal(verify->things[MONSTERS - 1].name, "m899");
}

enum { FIGHTERS = 50 };

/* Reads a log of attacks between everybody, for the first `pairs` pairs. False: it is refused. */
static bool takes_pairs(const wyrm_design *design, const char *outcome, size_t pairs,
                        const char *refusal)
{
    OWNED_VERIFY *verify = NULL;
    OWNED_ERRORS *errors = fresh_errors();
    FILE *log = fopen(LOG, "w");
    assert_non_null(log);
    fprintf(log, "attacker,defender,%s\n", strchr(outcome, ',') ? "outcome,turns" : "damage");
    for (size_t i = 0; i < pairs; i++)
        fprintf(log, "m%zu,m%zu,%s\n", i / FIGHTERS, i % FIGHTERS, outcome);
    assert_int_equal(fclose(log), 0);
    assert_works(wyrm_verify_new(design, NULL, &verify, &last_error));
    const wyrm_status status = wyrm_verify_read(verify, LOG, errors);
    remove(LOG);
    if (status == WYRM_OK)
        return true;
    assert_int_equal(status, WYRM_ERROR_LIMIT);
    assert_string_equal(wyrm_errors_at(errors, 0)->message, refusal);
    return false;
}

static wyrm_design *fighters(const char *rules)
{
    char text[4000];
    size_t used = (size_t)sprintf(text, "name: many\nmodels: {combat: accuracy}\n"
                                        "combat: {hit_clamp: [0.02, 0.02]}\n"
                                        "player: {hp: 9, damage: 1}\nmonsters:\n");
    for (int i = 0; i < FIGHTERS; i++)
        used += (size_t)sprintf(text + used, "  m%d: {%s}\n", i, rules);
    return design_from(text);
}

/* Outcomes are, for attacks, every damage, with a miss among them; for fights every number of
 * turns, won and lost. */
TEST(matchups_have_so_many_outcomes_together)
{
    static const char many[] = "the matchups have more than 4194304 different outcomes";
    OWNED_DESIGN *hits = fighters("hp: 9, damage: \"[1, 65535]\"");
    assert_true(takes_pairs(hits, "1", 64, many)); /* 2^6 times 2^16 are 2^22 */
    assert_false(takes_pairs(hits, "1", 65, many));
    if (PLAYED_STRIDE > 1) /* some thousand fights follow */
        return;
    OWNED_DESIGN *fights = fighters("hp: 100, damage: 1");
    wyrm_combatant one;
    wyrm_duel duel;
    wyrm_duel_distributions of;
    assert_works(wyrm_roster_combatant(wyrm_design_roster(fights), "m0", &one, &last_error));
    assert_works(wyrm_design_duel(fights, &one, &one, WYRM_SUBJECT_FIRST, &duel, &of, &last_error));
    const size_t pairs = WYRM_VERIFY_CELLS_MAX / (2 * wyrm_pmf_length(of.turns));
    wyrm_duel_distributions_free(&of);
    assert_in_range(pairs, 20, 1999);
    assert_true(takes_pairs(fights, "won,5000", pairs, many));
    assert_false(takes_pairs(fights, "won,5000", pairs + 1, many));
}

TEST(a_log_has_so_many_matchups)
{
    OWNED_DESIGN *design = fighters("hp: 9, damage: 1");
    static const char many[] = "there are more than 2000 matchups";
    assert_true(takes_pairs(design, "1", 2000, many));
    assert_false(takes_pairs(design, "1", 2001, many));
}

typedef struct waiting {
    double last;
    int told, most;
} waiting;

static bool show(double done, void *context)
{
    waiting *of = context;
    assert_true(done >= of->last && done < 1.0);
    of->last = done;
    return ++of->told < of->most;
}

/* Progress is reported for each matchup, or for each generated floor. */
TEST(who_waits_is_told_how_far_it_is_and_may_end_it)
{
    OWNED_DESIGN *design = open_shipped("yarl");
    for (int floors = 0; floors < 2; floors++) {
        waiting of = {.most = 1000000};
        const wyrm_verify_options how = {.seed = 1, .progress = show, .context = &of};
        OWNED_VERIFY *verify = NULL;
        wyrm_verified *verified = NULL;
        FILE *log = fopen(LOG, "w");
        assert_non_null(log);
        fprintf(log, floors ? "depth,orc\n1,1\n1,0\n"
                            : "attacker,defender,damage\nplayer,orc,3\norc,player,2\n");
        assert_int_equal(fclose(log), 0);
        assert_works(wyrm_verify_new(design, &how, &verify, &last_error));
        read_log(verify);
        assert_works(wyrm_verify_judge(verify, &verified, &last_error));
        wyrm_verified_free(verified);
        assert_int_equal(of.told, floors ? 2000 : 2);
        of = (waiting){.most = 2};
        assert_int_equal(wyrm_verify_judge(verify, &verified, &last_error), WYRM_ERROR_LIMIT);
        assert_int_equal(of.told, 2);
    }
}
