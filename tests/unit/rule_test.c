/* Rules: the drawn, the exact and the explained reading agree with one description. */
#include "helpers.h"

#include <string.h>

#include "base/rule.h"

/* Amounts in the tests: of shards, and of things in a bag. */
static const char *const texts[] = {"[1, 3]", "[0, 4]", "2", "{0: 1, 5: 2}", "{0: 1, 2: 3}", "1d3"};
static wyrm_amount *amounts[LENGTH_OF(texts)];

static int read_amounts(void **state)
{
    (void)state;
    for (size_t i = 0; i < LENGTH_OF(texts); i++)
        assert_works(wyrm_amount_read(texts[i], &amounts[i], &last_error));
    return 0;
}

static int free_amounts(void **state)
{
    (void)state;
    for (size_t i = 0; i < LENGTH_OF(texts); i++)
        wyrm_amount_free(amounts[i]);
    return 0;
}
AROUND_ALL(read_amounts, free_amounts)

static wyrm_pmf *exactly(rule_body *body, const void *of)
{
    wyrm_pmf *pmf = NULL;
    assert_works(rule_exact("a test", body, of, &pmf, NULL, &last_error));
    return pmf;
}

/* A blow: every kind of draw, some of them depending on others. */
typedef struct blow {
    int64_t sides;
    double armor;
    const wyrm_pmf *amount;
    const wyrm_alias *alias;
    uint64_t weights[4];
    const wyrm_amount *extra[4];
} blow;

static uint64_t weight_of(const void *of, size_t index)
{
    return ((const blow *)of)->weights[index];
}

static int64_t strike(rule_draws *r, const void *context)
{
    static const uint64_t running[] = {2, 2, 7, 10};
    const blow *of = context;
    if (!rule_chance(r, "to hit", 3, 4))
        return rule_result(r, 0, 2);
    int64_t sum = rule_between(r, "damage", 1, of->sides);
    if (rule_likely(r, "poisoned", 0.3))
        sum += rule_amount(r, "poison", of->amount, of->alias);
    if (sum > 4)
        return sum + rule_round(r, "armor", of->armor);
    switch (rule_choose(r, "what breaks", 4, weight_of, of)) {
    case 0:
        return sum + rule_sum(r, "shards", of->extra, LENGTH_OF(of->extra));
    case 1:
        return 10 + (int64_t)rule_choose_running(r, "where", 4, running);
    default:
        return rule_alike(r, "which of six", 6, 4) < 4 ? 20 : 21;
    }
}

static blow open_blow(wyrm_pmf **amount, wyrm_alias **alias)
{
    static const wyrm_weighted pairs[] = {{0, 1}, {3, 2}, {7, 1}};
    assert_ok(wyrm_pmf_from_pairs(pairs, 3, amount, NULL), NULL);
    assert_ok(wyrm_alias_new(*amount, alias, NULL), NULL);
    return (blow){6,      1.25,         *amount,
                  *alias, {1, 3, 0, 4}, {amounts[0], amounts[1], amounts[2], amounts[3]}};
}

TEST(what_is_drawn_comes_as_often_as_the_exact_reading_says)
{
    enum { RUNS = 200000, CELLS = 24 };
    OWNED_PMF *amount;
    wyrm_alias *alias;
    blow of = open_blow(&amount, &alias);
    OWNED_PMF *pmf = exactly(strike, &of);
    uint64_t counts[CELLS] = {0};
    double wanted[CELLS];
    wyrm_rng rng = wyrm_rng_start(71, 1, 1, 1);
    for (int i = 0; i < RUNS; i++) {
        int64_t drawn = rule_draw(strike, &of, &rng);
        assert_in_range(drawn, 0, CELLS - 1);
        counts[drawn]++;
    }
    for (int i = 0; i < CELLS; i++)
        wanted[i] = wyrm_pmf_at(pmf, i);
    assert_fits(counts, wanted, CELLS);
    assert_near(wanted[21] / wanted[20], 2.0 / 4, 1e-12);
    assert_near(wanted[2], 0.25 / 3, 1e-12);
    wyrm_alias_free(alias);
}

/* A rule draws the same as direct calls to the stream, in order. */
TEST(a_rule_draws_what_the_stream_gives)
{
    OWNED_PMF *amount;
    wyrm_alias *alias;
    blow of = open_blow(&amount, &alias);
    for (uint64_t run = 0; run < 500; run++) {
        wyrm_rng rng = wyrm_rng_start(72, run, 1, 1), same = rng, told = rng;
        int64_t drawn = rule_draw(strike, &of, &rng);
        if (!wyrm_rng_chance(&same, 3, 4))
            assert_int_equal(drawn, wyrm_rng_between(&same, 0, 2));
        rule_step steps[9];
        size_t count;
        assert_int_equal(rule_explain(strike, &of, &told, steps, 9, &count), drawn);
        assert_memory_equal(&told, &rng, sizeof rng);
        assert_in_range(count, 2, 9);
        assert_string_equal(steps[0].name, "to hit");
        assert_near(steps[0].chance, steps[0].value ? 0.75 : 0.25, 1e-15);
        if (steps[0].value) {
            assert_string_equal(steps[1].name, "damage");
            assert_near(steps[1].chance, 1.0 / 6, 1e-15);
        } else {
            assert_int_equal(steps[1].value, drawn);
            assert_near(steps[1].chance, 1.0 / 3, 1e-15);
        }
    }
    wyrm_alias_free(alias);
}

TEST(a_sum_of_ranges_is_one_draw)
{
    OWNED_PMF *die = NULL, *three = NULL;
    assert_ok(wyrm_pmf_uniform(1, 6, &die, NULL), NULL);
    assert_ok(wyrm_pmf_repeat(die, 3, &three, NULL), NULL);
    wyrm_pmf *amount;
    wyrm_alias *alias;
    blow of = open_blow(&amount, &alias);
    of.weights[1] = of.weights[3] = 0; /* only shards */
    OWNED_PMF *pmf = exactly(strike, &of);
    /* 1 damage, no poison and the least shards, or 1 and a poison of 0. */
    assert_near(wyrm_pmf_at(pmf, 4), 0.75 / 6 * (0.7 + 0.3 / 4) * (1.0 / 15) * (1.0 / 3), 1e-12);
    wyrm_alias_free(alias);
    wyrm_pmf_free(amount);
    assert_near(wyrm_pmf_at(three, 10), 27.0 / 216, 1e-12);
}

static int64_t too_many(rule_draws *r, const void *of)
{
    int64_t sum = rule_between(r, "few", 1, 3);
    for (int i = 0; i < *(const int *)of; i++)
        sum += rule_between(r, "the wide one", 1, 2000);
    return sum;
}

TEST(what_explodes_is_named)
{
    wyrm_pmf *pmf;
    wyrm_error error;
    int draws = 2;
    assert_int_equal(rule_exact("the sum", too_many, &draws, &pmf, NULL, &error), WYRM_ERROR_LIMIT);
    assert_null(pmf);
    assert_string_equal(error.message,
                        "the sum has more than 2000000 outcomes: the draw 'the wide one' alone "
                        "has 2000");
}

/* Exploding dice: another six, another die. */
static int64_t explode(rule_draws *r, const void *of)
{
    int64_t sum = 0, drawn;
    (void)of;
    do {
        drawn = rule_between(r, "die", 1, 6);
        sum += drawn;
    } while (drawn == 6);
    return sum;
}

TEST(a_rule_that_may_go_on_for_ever_ends_and_says_what_was_cut_off)
{
    OWNED_PMF *pmf;
    double cut = 0;
    assert_ok(rule_exact("dice", explode, NULL, &pmf, &cut, NULL), NULL);
    assert_true(cut > 0 && cut < 6 * RULE_CUT);
    assert_near(wyrm_pmf_mean(pmf), 4.2, 1e-12);
    assert_near(wyrm_pmf_at(pmf, 13), 1.0 / 216, 1e-15);
}

static int64_t certain(rule_draws *r, const void *of)
{
    (void)r;
    return *(const int64_t *)of;
}

TEST(a_rule_without_draws_is_a_point)
{
    const int64_t values[] = {-7, 0, 41};
    for (size_t i = 0; i < LENGTH_OF(values); i++) {
        OWNED_PMF *pmf = exactly(certain, &values[i]);
        assert_int_equal(wyrm_pmf_first(pmf), values[i]);
        assert_int_equal(wyrm_pmf_length(pmf), 1);
    }
}

/* If the weight of a choice changes behind the rule's back, the readings cannot agree. */
static int64_t fickle(rule_draws *r, const void *of)
{
    int *runs = *(int *const *)of;
    return rule_between(r, "first", 0, ++*runs) + rule_between(r, "second", 0, 3);
}

TEST(a_rule_that_draws_otherwise_the_second_time_is_refused)
{
    int runs = 0, *counted = &runs;
    wyrm_pmf *pmf;
    wyrm_error error;
    assert_int_equal(rule_exact("it", fickle, &counted, &pmf, NULL, &error), WYRM_ERROR_ARGUMENT);
    assert_string_equal(error.message, "it does not draw the same twice: 'first' changes");
}

/* One draw of two, and more of one each. */
static int64_t long_way(rule_draws *r, const void *of)
{
    int64_t sum = rule_between(r, "first", 0, 1);
    for (int i = 1; i < *(const int *)of; i++)
        sum += rule_between(r, "another", 1, 1);
    return sum;
}

static int64_t wide(rule_draws *r, const void *of)
{
    return rule_between(r, "side", -1, 0) * *(const int64_t *)of;
}

TEST(a_rule_that_is_too_long_or_too_wide_is_refused)
{
    wyrm_error error;
    for (int draws = RULE_DRAWS_MAX; draws <= RULE_DRAWS_MAX + 1; draws++) {
        OWNED_PMF *pmf = NULL;
        const wyrm_status status = rule_exact("it", long_way, &draws, &pmf, NULL, &error);
        if (draws == RULE_DRAWS_MAX) {
            assert_ok(status, &error);
            assert_near(wyrm_pmf_mean(pmf), RULE_DRAWS_MAX - 0.5, 1e-12);
        } else {
            assert_int_equal(status, WYRM_ERROR_LIMIT);
            assert_string_equal(error.message,
                                "it has more than 256 draws: the draw 'first' alone has 2");
        }
    }
    for (int64_t width = (int64_t)WYRM_PMF_MAX_LENGTH - 1; width <= (int64_t)WYRM_PMF_MAX_LENGTH;
         width++) {
        OWNED_PMF *pmf = NULL;
        const wyrm_status status = rule_exact("it", wide, &width, &pmf, NULL, &error);
        assert_int_equal(status, width < (int64_t)WYRM_PMF_MAX_LENGTH ? WYRM_OK : WYRM_ERROR_RANGE);
    }
    char wanted[100];
    snprintf(wanted, sizeof wanted, "a rule has results from -%zu to 0, more than %zu",
             WYRM_PMF_MAX_LENGTH, WYRM_PMF_MAX_LENGTH);
    assert_string_equal(error.message, wanted);
}

enum { KINDS = 4, TOTAL_MAX = 40 };

/* Things of some size are put into a bag: what does not fit is left out, and a bag with anything in
 * it is filled up to the least. */
typedef struct bag {
    uint64_t running[KINDS];
    int64_t sizes[KINDS];
    int64_t least, most; /* of the total */
    int32_t draws_least, draws_most;
    const wyrm_amount *number;
    int64_t total, count;
    double put[KINDS];
} bag;

static int64_t next_thing(rule_draws *r, const void *of)
{
    const bag *into = of;
    size_t drawn = rule_choose_running(r, "what", KINDS, into->running);
    return into->total + into->sizes[drawn] <= into->most ? (int64_t)drawn : -1;
}

static void take(void *of, int64_t thing)
{
    bag *into = of;
    if (thing < 0)
        return;
    into->total += into->sizes[thing];
    into->count++;
}

static bool wants_more(const void *of)
{
    const bag *into = of;
    return into->total < into->least;
}

static void enter(void *of, size_t state)
{
    bag *into = of;
    into->total = (int64_t)state % (TOTAL_MAX + 1);
    into->count = (int64_t)state / (TOTAL_MAX + 1);
}

static size_t state_of(const void *of)
{
    const bag *into = of;
    return (size_t)(into->count * (TOTAL_MAX + 1) + into->total);
}

static void note(void *of, int64_t thing, double times)
{
    ((bag *)of)->put[thing] += times;
}

static rule_chain chain_of(const bag *into)
{
    return (rule_chain){.name = "how many",
                        .least = into->draws_least,
                        .most = into->draws_most,
                        .number = into->number,
                        .step = next_thing,
                        .take = take,
                        .goes_on = into->least > 0 ? wants_more : NULL,
                        .states = (TOTAL_MAX + 2) * (TOTAL_MAX + 1),
                        .enter = enter,
                        .state = state_of};
}

/* The whole chain as one rule; its value is the final state. */
static int64_t fill(rule_draws *r, const void *of)
{
    bag into = *(const bag *)of;
    rule_chain chain = chain_of(&into);
    rule_chain_draw(r, &chain, &into);
    return (int64_t)state_of(&into);
}

static void follow(base_arena *arena, void *context)
{
    bag *into = context;
    rule_chain chain = chain_of(into);
    OWNED_PMF *wanted = exactly(fill, into);
    double *ends = base_array(arena, double, chain.states);
    double counted = 0, sum = 0;
    rule_chain_follow(arena, &chain, into, ends, note);
    for (size_t i = 0; i < chain.states; i++) {
        assert_near(ends[i], wyrm_pmf_at(wanted, (int64_t)i), 1e-12);
        counted += ends[i] * (double)(i / (TOTAL_MAX + 1));
    }
    for (size_t i = 0; i < KINDS; i++)
        sum += into->put[i];
    assert_near(sum, counted, 1e-12);
}

TEST(a_chain_merges_states_and_loses_nothing)
{
    for (uint64_t seed = 1; seed <= 60; seed++) {
        test_random random = {.state = seed};
        bag into = {.draws_least = (int32_t)random_between(&random, 0, 1)};
        into.draws_most = into.draws_least + (int32_t)random_between(&random, 0, 3);
        if (seed % 3 == 0) {
            into.number = amounts[4 + seed % 2];
            into.draws_least = (int32_t)into.number->least;
            into.draws_most = (int32_t)into.number->most;
        }
        into.most = random_between(&random, 4, 12);
        into.least = seed % 2 ? random_between(&random, 0, 3) : 0;
        for (size_t i = 0; i < KINDS; i++) {
            into.sizes[i] = i == 0 ? 1 : random_between(&random, 1, 9);
            into.running[i] =
                (i > 0 ? into.running[i - 1] : 1) + (uint64_t)random_between(&random, 0, 5);
        }
        base_arena arena = {0};
        assert_int_equal(base_run(&arena, follow, &into), WYRM_OK);
        base_release(&arena);
    }
}
