/* The search behind tuning, on functions with a known best point. */
#include "helpers.h"

#include "metrics/internal.h"

RELEASED_BY(tune_found, tune_found_free)
#define OWNED_FOUND OWNED(tune_found)

#define AXES_MAX    6
#define AIMS_MAX    8

/* Sums of terms of single axes and of pairs, mapped to shares if required. */
typedef struct planted {
    size_t axes, aims, measured;
    double linear[AIMS_MAX][AXES_MAX], square[AIMS_MAX][AXES_MAX], mixed[AIMS_MAX];
    bool share;
} planted;

static double planted_value(const planted *of, size_t aim, const int32_t *at)
{
    double sum = 0;
    for (size_t i = 0; i < of->axes; i++)
        sum += of->linear[aim][i] * at[i] + of->square[aim][i] * at[i] * abs(at[i]);
    if (of->axes > 1)
        sum += of->mixed[aim] * at[0] * at[1];
    return of->share ? 1 / (1 + exp(-sum)) : sum;
}

static wyrm_status measure_planted(void *context, tune_point *points, size_t count, double enough,
                                   wyrm_error *error)
{
    planted *of = context;
    (void)enough;
    (void)error;
    of->measured += count;
    for (size_t p = 0; p < count; p++)
        for (size_t j = 0; j < of->aims; j++)
            points[p].values[j] = planted_value(of, j, points[p].at);
    return WYRM_OK;
}

static tune_found *found_of(const planted *of, const tune_axis *axes, const tune_aim *aims)
{
    const tune_problem problem = {.axis_count = of->axes,
                                  .aim_count = of->aims,
                                  .axes = axes,
                                  .aims = aims,
                                  .measure = measure_planted,
                                  .context = (void *)(uintptr_t)of};
    tune_found *found;
    assert_ok(tune_find(&problem, &found, &last_error), &last_error);
    return found;
}

static double cost_at(const tune_axis *axes, size_t count, const int32_t *at)
{
    double sum = 0;
    for (size_t i = 0; i < count; i++)
        sum += axes[i].cost * abs(at[i]);
    return sum;
}

TEST(what_holds_already_is_left)
{
    const planted of = {.axes = 1, .aims = 1, .linear = {{1}}};
    const tune_axis axis = {5, 1, -5, 5, 1};
    const tune_aim aim = {.wanted = {-1, 1}};
    OWNED_FOUND *found = found_of(&of, &axis, &aim);
    assert_int_equal(found->answer_count, 1);
    assert_near(found->answers[0].cost, 0, 0);
    assert_int_equal(found->answers[0].at[0], 0);
}

/* One axis alone needs 7, the other 4 at double the price; both together need less of each. */
TEST(answers_that_move_other_axes_are_told)
{
    const planted of = {.axes = 2, .aims = 1, .linear = {{1, 1}}};
    const tune_axis axes[] = {{10, 1, -20, 20, 1}, {10, 1, -20, 20, 1.5}};
    const tune_aim aim = {.wanted = {7, 9}};
    OWNED_FOUND *found = found_of(&of, axes, &aim);
    assert_int_equal(found->answer_count, 2);
    assert_int_equal(found->answers[0].at[0], 7);
    assert_int_equal(found->answers[0].at[1], 0);
    assert_int_equal(found->answers[0].high[0], 9);
    assert_int_equal(found->answers[0].low[0], 7);
    assert_int_equal(found->answers[1].at[0], 0);
    assert_int_equal(found->answers[1].at[1], 7);
}

/* x + y >= 4, x - y >= 2 and the contrary; the third is x + y <= 3. */
TEST(a_contradiction_is_named)
{
    const planted of = {.axes = 2, .aims = 4, .linear = {{1, 1}, {1, -1}, {2, 1}, {0, 1}}};
    const tune_axis axes[] = {{10, 1, -20, 20, 1}, {10, 1, -20, 20, 1}};
    const tune_aim aims[] = {{.wanted = {4, INFINITY}, .target = 0},
                             {.wanted = {2, INFINITY}, .target = 1},
                             {.wanted = {-INFINITY, 5}, .target = 2},
                             {.wanted = {-30, 30}, .target = 3}};
    OWNED_FOUND *found = found_of(&of, axes, aims);
    assert_int_equal(found->answer_count, 0);
    assert_int_equal(found->conflict_count, 3);
    for (size_t i = 0; i < 3; i++) {
        assert_int_equal(found->conflict[i], i);
        for (size_t j = 0; j < 3; j++)
            if (j != i)
                assert_near(tune_distance(&aims[j], found->without[i].values[j]), 0, 0);
    }
}

TEST(one_that_cannot_be_met_stands_alone)
{
    const planted of = {.axes = 2, .aims = 2, .linear = {{1, 1}, {1, -1}}, .share = true};
    const tune_axis axes[] = {{10, 1, -2, 2, 1}, {10, 1, -2, 2, 1}};
    const tune_aim aims[] = {{.wanted = {0.6, 0.9}, .is_share = true, .target = 0},
                             {.wanted = {0.999, 1}, .is_share = true, .target = 1}};
    OWNED_FOUND *found = found_of(&of, axes, aims);
    assert_int_equal(found->answer_count, 0);
    assert_int_equal(found->conflict_count, 1);
    assert_int_equal(found->conflict[0], 1);
}

static double distance_of(const tune_aim *aims, size_t count, const double *values)
{
    double sum = 0;
    for (size_t i = 0; i < count; i++)
        sum += tune_distance(&aims[i], values[i]);
    return sum;
}

/* Random functions of few axes whose cheapest point is found by trying all: the search measures a
 * small part of them, and its answer is as cheap, or nearly. */
TEST(random_problems_are_solved_as_cheaply_as_by_trying_all)
{
    test_random random = {7};
    int solvable = 0, met = 0, cheapest = 0;
    size_t measured = 0;
    for (int trial = 0; trial < 60; trial++) {
        const uint64_t seed = random.state;
        planted of = {.axes = 2 + (size_t)random_below(&random, 2),
                      .aims = 2 + (size_t)random_below(&random, 3),
                      .share = trial % 2 == 1};
        tune_axis axes[AXES_MAX];
        tune_aim aims[AIMS_MAX];
        int32_t hidden[AXES_MAX] = {0};
        for (size_t i = 0; i < of.axes; i++) {
            axes[i] = (tune_axis){10, 1, -12, 12, 0.5 + 0.1 * (double)random_below(&random, 10)};
            hidden[i] = (int32_t)random_between(&random, -10, 10);
        }
        for (size_t j = 0; j < of.aims; j++) {
            for (size_t i = 0; i < of.axes; i++) {
                of.linear[j][i] = (double)random_between(&random, -10, 10) / 40;
                of.square[j][i] = (double)random_between(&random, -10, 10) / 1000;
            }
            of.mixed[j] = (double)random_between(&random, -10, 10) / 1000;
            const double at = planted_value(&of, j, hidden);
            const double width = of.share ? 0.06 : 0.6;
            aims[j] = (tune_aim){{at - width / 2, at + width / 2}, of.share, j};
            if (trial % 3 == 0) /* on one side only */
                *(at > 0 ? &aims[j].wanted.high : &aims[j].wanted.low) =
                    at > 0 ? INFINITY : -INFINITY;
        }
        double least = INFINITY;
        int32_t at[AXES_MAX] = {0};
        const int all = of.axes == 2 ? 625 : 15625;
        for (int number = 0; number < all; number++) {
            double values[AIMS_MAX];
            for (size_t i = 0, rest = (size_t)number; i < of.axes; i++, rest /= 25)
                at[i] = (int32_t)(rest % 25) - 12;
            for (size_t j = 0; j < of.aims; j++)
                values[j] = planted_value(&of, j, at);
            if (!(distance_of(aims, of.aims, values) > 0))
                least = fmin(least, cost_at(axes, of.axes, at));
        }
        OWNED_FOUND *found = found_of(&of, axes, aims);
        measured += of.measured;
        solvable++;
        met += found->answer_count > 0;
        cheapest += found->answer_count > 0 && found->answers[0].cost < least * 1.05 + 1e-9;
        for (size_t i = 0; i < found->answer_count; i++) {
            assert_holds(found->answers[i].cost > least - 1e-9, seed);
            assert_near_seeded(found->answers[i].distance, 0, 0, seed);
        }
    }
    printf("met %d, cheapest %d of %d, measured %zu each\n", met, cheapest, solvable,
           measured / 60);
    assert_true(met >= 59);
    assert_true(cheapest >= 57);
}

/* Figures without any shape that a model could follow: each point has a number of its own. */
static double shapeless(size_t axes, const int32_t *at, size_t aim, uint64_t salt)
{
    uint64_t mixed = salt + 1000003 * aim;
    for (size_t i = 0; i < axes; i++)
        mixed = (mixed ^ (uint64_t)(at[i] + 100)) * UINT64_C(0x9E3779B97F4A7C15);
    return (double)(mixed >> 40) / (double)(1 << 24);
}

static wyrm_status measure_shapeless(void *context, tune_point *points, size_t count, double enough,
                                     wyrm_error *error)
{
    const planted *of = context;
    (void)enough;
    (void)error;
    for (size_t p = 0; p < count; p++)
        for (size_t j = 0; j < of->aims; j++)
            points[p].values[j] = shapeless(of->axes, points[p].at, j, of->measured);
    return WYRM_OK;
}

TEST(of_few_points_the_cheapest_is_found_whatever_the_figures_are)
{
    test_random random = {11};
    int none = 0;
    for (int trial = 0; trial < 40; trial++) {
        planted of = {
            .axes = 2 + (size_t)random_below(&random, 3), .aims = 2, .measured = random.state};
        tune_axis axes[AXES_MAX];
        const tune_aim aims[] = {{.wanted = {0.5, 0.55}, .target = 0},
                                 {.wanted = {0.2, 0.3}, .target = 1}};
        size_t all = 1;
        for (size_t i = 0; i < of.axes; i++) {
            const int32_t far = of.axes == 2 ? 15 : of.axes == 3 ? 4 : 2;
            axes[i] = (tune_axis){10, 1, -far, far, 0.5 + 0.1 * (double)random_below(&random, 10)};
            all *= (size_t)(2 * far + 1);
        }
        double least = INFINITY;
        for (size_t number = 0; number < all; number++) {
            int32_t at[AXES_MAX];
            bool meets = true;
            for (size_t i = 0, rest = number; i < of.axes; i++) {
                const size_t steps = (size_t)(axes[i].most - axes[i].least + 1);
                at[i] = axes[i].least + (int32_t)(rest % steps);
                rest /= steps;
            }
            for (size_t j = 0; j < of.aims; j++) {
                const double value = shapeless(of.axes, at, j, of.measured);
                meets = meets && value >= aims[j].wanted.low && value <= aims[j].wanted.high;
            }
            if (meets)
                least = fmin(least, cost_at(axes, of.axes, at));
        }
        tune_problem problem = {of.axes, of.aims, axes,  aims, measure_shapeless,
                                &of,     0,       false, false};
        tune_found *found;
        assert_ok(tune_find(&problem, &found, &last_error), &last_error);
        assert_true(found->all_measured);
        assert_int_equal(found->answer_count > 0, isfinite(least));
        if (isfinite(least))
            assert_near(found->answers[0].cost, least, 1e-12);
        none += !isfinite(least);
        tune_found_free(found);
        /* What takes long is not tried all over. */
        problem.coarse = true;
        problem.answers_only = true;
        assert_ok(tune_find(&problem, &found, &last_error), &last_error);
        assert_false(found->all_measured);
        tune_found_free(found);
    }
    assert_true(none > 0 && none < 40);
}

static wyrm_status stop_early(void *context, tune_point *points, size_t count, double enough,
                              wyrm_error *error)
{
    planted *of = context;
    if (of->measured > 30)
        return wyrm_fail(error, WYRM_ERROR_LIMIT, "stopped");
    return measure_planted(context, points, count, enough, error);
}

TEST(what_is_stopped_tells_the_best_so_far)
{
    planted of = {.axes = 2, .aims = 1, .linear = {{1, 1}}};
    const tune_axis axes[] = {{10, 1, -200, 200, 1}, {10, 1, -200, 200, 1.5}};
    const tune_aim aim = {.wanted = {77, 77}};
    const tune_problem problem = {2, 1, axes, &aim, stop_early, &of, 0, false, false};
    tune_found *found;
    assert_ok(tune_find(&problem, &found, &last_error), &last_error);
    assert_true(found->stopped);
    assert_true(found->tried > 10);
    assert_true(found->nearest.distance < found->now.distance);
    tune_found_free(found);
}

/* Very many aims, as from a target for every depth: those of a few, repeated. */
typedef struct many {
    planted few;
    size_t copies;
} many;

static wyrm_status measure_many(void *context, tune_point *points, size_t count, double enough,
                                wyrm_error *error)
{
    const many *of = context;
    (void)enough;
    (void)error;
    for (size_t p = 0; p < count; p++)
        for (size_t j = 0; j < of->few.aims * of->copies; j++)
            points[p].values[j] = planted_value(&of->few, j % of->few.aims, points[p].at);
    return WYRM_OK;
}

TEST(aims_that_are_said_very_often_are_met_as_cheaply)
{
    enum { COPIES = 340 };
    static tune_aim aims[AIMS_MAX * COPIES];
    test_random random = {1};
    many of = {.few = {.axes = 4, .aims = 3}};
    tune_axis axes[AXES_MAX];
    int32_t hidden[AXES_MAX];
    double costs[2];
    for (size_t i = 0; i < of.few.axes; i++) {
        axes[i] = (tune_axis){50, 1, -40, 40, 1 + (double)random_below(&random, 4)};
        hidden[i] = (int32_t)random_between(&random, -30, 30);
    }
    for (size_t j = 0; j < of.few.aims; j++) {
        for (size_t i = 0; i < of.few.axes; i++) {
            of.few.linear[j][i] = (double)random_between(&random, -10, 10);
            of.few.square[j][i] = (double)random_between(&random, -10, 10) / 100;
        }
        of.few.mixed[j] = (double)random_between(&random, -10, 10) / 100;
        const double value = planted_value(&of.few, j, hidden);
        for (size_t copy = 0; copy < COPIES; copy++)
            aims[copy * of.few.aims + j] =
                (tune_aim){.wanted = {value - 8, value + 8}, .target = j};
    }
    for (int often = 0; often < 2; often++) {
        of.copies = often ? COPIES : 1;
        const tune_problem problem = {.axis_count = of.few.axes,
                                      .aim_count = of.few.aims * of.copies,
                                      .axes = axes,
                                      .aims = aims,
                                      .measure = measure_many,
                                      .answers_only = true,
                                      .context = &of};
        OWNED_FOUND *found = NULL;
        assert_ok(tune_find(&problem, &found, &last_error), &last_error);
        assert_true(found->answer_count > 0);
        costs[often] = found->answers[0].cost;
    }
    assert_near(costs[1], costs[0], 0.02 * costs[0]);
}

/* ---- the course of a search ----
 *
 * Any point that meets the aims is an answer; how cheap it is, and how many points it takes to find
 * it, is what the search is for. So a few courses are held to what they were: where one gets
 * shorter or its answer cheaper on purpose, the row is what the test prints. */

typedef struct course {
    planted of;
    const tune_aim *aims;
    uint64_t points; /* all that was measured, in its order, as one number */
    size_t dropped;
} course;

/* Measures as rulesets are measured: what is too far off is dropped, and the corner where all axes
 * are far above 0 cannot be measured. */
static wyrm_status measure_course(void *context, tune_point *points, size_t count, double enough,
                                  wyrm_error *error)
{
    course *to = context;
    const wyrm_status status = measure_planted(&to->of, points, count, enough, error);
    for (size_t p = 0; p < count; p++) {
        bool corner = true;
        for (size_t i = 0; i < to->of.axes; i++) {
            to->points =
                (to->points ^ (uint64_t)(points[p].at[i] + 1000)) * UINT64_C(0x100000001B3);
            corner = corner && points[p].at[i] > 8;
        }
        for (size_t j = 0; corner && j < to->of.aims; j++)
            points[p].values[j] = NAN;
        points[p].dropped = distance_of(to->aims, to->of.aims, points[p].values) > enough;
        to->dropped += points[p].dropped;
    }
    return status;
}

/* A problem of so many axes and aims; its ranges are asked around a hidden point, some of them too
 * narrow for any. */
static void plant(uint64_t seed, planted *of, tune_axis *axes, tune_aim *aims)
{
    static const int32_t fars[] = {3, 12, 50, 300};
    test_random random = {seed};
    int32_t hidden[AXES_MAX];
    of->axes = 1 + seed % AXES_MAX;
    of->aims = 1 + (size_t)random_below(&random, 5);
    of->share = seed % 4 == 3;
    const int32_t far = fars[random_below(&random, 4)];
    for (size_t i = 0; i < of->axes; i++) {
        const int32_t least = (int32_t)random_between(&random, -far, 0);
        axes[i] = (tune_axis){10, 1, least, far, 1 + 0.25 * (double)random_below(&random, 9)};
        hidden[i] = (int32_t)random_between(&random, least, far);
    }
    for (size_t j = 0; j < of->aims; j++) {
        for (size_t i = 0; i < of->axes; i++) {
            of->linear[j][i] = (double)random_between(&random, -10, 10) / (4 * far);
            of->square[j][i] = (double)random_between(&random, -10, 10) / (10 * far * far);
        }
        of->mixed[j] = (double)random_between(&random, -10, 10) / (10 * far * far);
        const double at = planted_value(of, j, hidden);
        const double width = (of->share ? 0.01 : 0.1) * (double)random_between(&random, 0, 9);
        aims[j] = (tune_aim){{at - width, at + width}, of->share, j};
        if (random_below(&random, 4) == 0)
            *(at > 0 ? &aims[j].wanted.high : &aims[j].wanted.low) = at > 0 ? INFINITY : -INFINITY;
        if (random_below(&random, 6) == 0) /* what the others may not allow */
            aims[j].wanted = (wyrm_interval){at + 2, at + 2.5};
    }
}

TEST(searches_take_the_points_that_they_took)
{
    static const struct {
        size_t tried, dropped, answers, conflict;
        double cost; /* of the first answer, else the distance of the nearest point */
        uint64_t points;
    } were[] = {
        {75, 8, 1, 0, 144, UINT64_C(0x4CA36A8BA0C1E41C)},
        {134, 9, 1, 0, 105.5, UINT64_C(0xFD41C740E3BCDFF1)},
        {121, 41, 4, 0, 19.75, UINT64_C(0xEFB67983B216145E)},
        {75, 12, 1, 0, 8.75, UINT64_C(0xC6389890B3399ED7)},
        {119, 16, 0, 0, 0.2577, UINT64_C(0xC1F94628C5249CDB)},
        {10, 1, 0, 1, 0.7037, UINT64_C(0x2F169C9A9AE205CD)},
        {30, 16, 0, 1, 4, UINT64_C(0x91D04EAD9D776DBA)},
        {150, 52, 0, 0, 0.9602, UINT64_C(0xF1BD96159D9702B8)},
        {135, 43, 2, 0, 70.75, UINT64_C(0x95A25E75447BD359)},
        {264, 15, 2, 0, 36.5, UINT64_C(0xA6EAEC7BD585761F)},
        {174, 24, 4, 0, 21.25, UINT64_C(0x82C3E1476431ABC0)},
        {14, 2, 0, 1, 7.98, UINT64_C(0xFF9D7C84344827A2)},
        {1, 0, 1, 0, 0, UINT64_C(0x0D4BEE000B4DCA19)},
        {475, 14, 0, 2, 2.249, UINT64_C(0x0AFCFD701EC47AF0)},
        {26, 2, 1, 0, 7.5, UINT64_C(0xC7C809235003547E)},
        {150, 14, 3, 0, 202.5, UINT64_C(0xF9810A9A48B22B4C)},
        {98, 20, 1, 0, 77.5, UINT64_C(0x1E5F75080492F6B2)},
        {5, 0, 0, 1, 4, UINT64_C(0x3C2AFAE937AA84E4)},
        {87, 12, 1, 0, 98, UINT64_C(0xF3BFCF0FDF63792E)},
        {106, 6, 0, 0, 0.4587, UINT64_C(0x36B2EFA022FD91C5)},
        {638, 348, 0, 1, 0.5749, UINT64_C(0x6CC06FD4164F4859)},
        {133, 6, 1, 0, 42, UINT64_C(0x107696DC7580C00D)},
        {1592, 0, 0, 1, 3.604, UINT64_C(0xB83878BECE678E61)},
        {19, 10, 1, 0, 60.75, UINT64_C(0x4289F708C1A99F47)},
    };
    size_t others = 0;
    for (size_t i = 0; i < LENGTH_OF(were); i++) {
        tune_axis axes[AXES_MAX];
        tune_aim aims[AIMS_MAX];
        course to = {.aims = aims, .points = 1};
        plant(i + 1, &to.of, axes, aims);
        const tune_problem problem = {.axis_count = to.of.axes,
                                      .aim_count = to.of.aims,
                                      .axes = axes,
                                      .aims = aims,
                                      .measure = measure_course,
                                      .tries = i % 8 == 7 ? 150 : 0,
                                      .coarse = i % 3 == 2,
                                      .answers_only = i % 5 == 4,
                                      .context = &to};
        OWNED_FOUND *found = NULL;
        assert_ok(tune_find(&problem, &found, &last_error), &last_error);
        const double cost =
            found->answer_count > 0 ? found->answers[0].cost : found->nearest.distance;
        if (found->tried == were[i].tried && to.dropped == were[i].dropped &&
            found->answer_count == were[i].answers && found->conflict_count == were[i].conflict &&
            fabs(cost - were[i].cost) < 1e-3 && to.points == were[i].points)
            continue;
        print_error("{%zu, %zu, %zu, %zu, %.4g, UINT64_C(0x%016llX)}, /* %zu */\n", found->tried,
                    to.dropped, found->answer_count, found->conflict_count, cost,
                    (unsigned long long)to.points, i);
        others++;
    }
    assert_int_equal(others, 0);
}

static wyrm_status stop_at_once(void *context, tune_point *points, size_t count, double enough,
                                wyrm_error *error)
{
    (void)context, (void)points, (void)count, (void)enough;
    return wyrm_fail(error, WYRM_ERROR_LIMIT, "stopped");
}

static wyrm_status fail_at_once(void *context, tune_point *points, size_t count, double enough,
                                wyrm_error *error)
{
    (void)context, (void)points, (void)count, (void)enough;
    return wyrm_fail(error, WYRM_ERROR_IO, "no disk");
}

TEST(what_is_no_search_is_told)
{
    planted of = {.axes = 1, .aims = 1, .linear = {{1}}};
    tune_axis axes[WYRM_TUNE_KNOBS_MAX + 1];
    const tune_aim aim = {.wanted = {3, 4}};
    for (size_t i = 0; i < LENGTH_OF(axes); i++)
        axes[i] = (tune_axis){5, 1, -5, 5, 1};
    const struct {
        size_t axis_count, aim_count;
        int32_t least, most; /* of the first axis */
        tune_measure *measure;
        wyrm_status status;
        const char *message;
    } rows[] = {
        {0, 1, -5, 5, measure_planted, WYRM_ERROR_ARGUMENT,
         "a search needs 1 to 32 axes, and aims"},
        {33, 1, -5, 5, measure_planted, WYRM_ERROR_ARGUMENT,
         "a search needs 1 to 32 axes, and aims"},
        {1, 0, -5, 5, measure_planted, WYRM_ERROR_ARGUMENT,
         "a search needs 1 to 32 axes, and aims"},
        {1, 1, 1, 5, measure_planted, WYRM_ERROR_ARGUMENT, "axis 1 does not begin in its range"},
        {1, 1, -5, -1, measure_planted, WYRM_ERROR_ARGUMENT, "axis 1 does not begin in its range"},
        {1, 1, 0, 5, measure_planted, WYRM_OK, ""},
        {1, 1, -5, 0, measure_planted, WYRM_OK, ""},
        {1, 1, -5, 5, stop_at_once, WYRM_ERROR_LIMIT, "stopped before anything was measured"},
        {1, 1, -5, 5, fail_at_once, WYRM_ERROR_IO, "no disk"},
    };
    for (size_t i = 0; i < LENGTH_OF(rows); i++) {
        tune_found *found = NULL;
        axes[0].least = rows[i].least;
        axes[0].most = rows[i].most;
        const tune_problem problem = {.axis_count = rows[i].axis_count,
                                      .aim_count = rows[i].aim_count,
                                      .axes = axes,
                                      .aims = &aim,
                                      .measure = rows[i].measure,
                                      .context = &of};
        assert_int_equal(tune_find(&problem, &found, &last_error), rows[i].status);
        if (rows[i].status != WYRM_OK)
            assert_string_equal(last_error.message, rows[i].message);
        assert_int_equal(found != NULL, rows[i].status == WYRM_OK);
        tune_found_free(found);
    }
}

/* In widths of a range; of an open end or a single value in tenths of it, of a share of nothing in
 * points, and of nothing else in ones. */
TEST(what_is_missed_is_counted_in_widths)
{
    static const struct {
        wyrm_interval wanted;
        bool share;
        double value, distance;
    } rows[] = {
        {{10, 20}, false, 25, 0.5},
        {{10, 20}, false, 5, 0.5},
        {{10, 20}, false, 20, 0},
        {{10, 20}, false, 10, 0},
        {{10, INFINITY}, false, 8, 2},
        {{10, INFINITY}, false, 1e9, 0},
        {{-INFINITY, 10}, false, 13, 3},
        {{-INFINITY, -10}, false, -7, 3},
        {{10, 10}, false, 11, 1},
        {{0, 0}, false, 3, 3},
        {{0, 0}, true, 0.03, 3},
        {{-INFINITY, 0}, true, 0.02, 2},
        {{0.5, 0.5}, true, 0.55, 1},
        {{10, 20}, false, NAN, 100},
        {{10, 20}, false, INFINITY, 100},
        {{10, 20}, false, -INFINITY, 100},
        {{10, 20}, false, 1e9, 100},
        {{10, 20}, false, 20.00001, 0}, /* within a millionth, as verdicts are */
        {{10, 20}, false, 20.0003, 0.00003},
    };
    for (size_t i = 0; i < LENGTH_OF(rows); i++) {
        const tune_aim aim = {.wanted = rows[i].wanted, .is_share = rows[i].share};
        assert_near(tune_distance(&aim, rows[i].value), rows[i].distance, 1e-9);
    }
}
