/* Asking backwards of curves that are known: a chance to hit that goes in straight lines between
 * random corners. Where it takes a value, and between which values it is within a range, is worked
 * out here; solving must find all of it, and what it tells of single values must be so.
 * `WYRM_TEST_SHARE=1000 solve_curves_test` asks ten times as often. */
#include "helpers.h"
#include "stride.h"

#include <wyrm.h>

RELEASED_BY(wyrm_solution, wyrm_solution_free)
#define OWNED_SOLUTION OWNED(wyrm_solution)

enum { CORNERS = 11 };

typedef struct curve {
    double y[CORNERS], width; /* width: of x between two corners */
    bool whole;
} curve;

static double at_curve(const curve *of, double x)
{
    const double i = fmin(floor(x / of->width), CORNERS - 2), t = x / of->width - i;
    return of->y[(size_t)i] + (of->y[(size_t)i + 1] - of->y[(size_t)i]) * t;
}

/* A ruleset in which the player, of this x now, hits with the chance of the curve. */
static wyrm_design *design_of(const curve *of, double now)
{
    char text[2000];
    int length = snprintf(text, sizeof text,
                          "name: curve\nmodels: {combat: script}\n"
                          "combat:\n  stats: {x: {kind: %s}}\n  script: |\n"
                          "    function attack(a, d)\n      local y = {",
                          of->whole ? "whole" : "number");
    for (size_t i = 0; i < CORNERS; i++)
        length += snprintf(text + length, sizeof text - (size_t)length, "%s%.12g",
                           i > 0 ? ", " : "", of->y[i]);
    snprintf(text + length, sizeof text - (size_t)length,
             "}\n      local i = a.x // %.12g\n      if i > %d then i = %d end\n"
             "      local t = a.x / %.12g - i\n"
             "      return chance(y[i + 1] + (y[i + 2] - y[i + 1]) * t) and 1 or 0\n"
             "    end\nplayer: {hp: 10, x: %.12g}\nmonsters: {orc: {hp: 10}}\n",
             of->width, CORNERS - 2, CORNERS - 2, of->width, now);
    return design_from(text);
}

/* A curve whose corners are not near any of these heights. */
static curve random_curve(test_random *random, const double *heights, size_t count)
{
    curve out = {.width = 10};
    for (size_t i = 0; i < CORNERS; i++) {
        bool near = true;
        while (near) {
            out.y[i] = (double)random_between(random, 1, 99) / 100;
            near = false;
            for (size_t k = 0; k < count; k++)
                near = near || fabs(out.y[i] - heights[k]) < 0.045;
        }
    }
    return out;
}

static wyrm_solution *asked(const curve *of, double now, const char *wanted,
                            const wyrm_solve_options *how)
{
    char question[100];
    wyrm_solution *out = NULL;
    OWNED_DESIGN *design = design_of(of, now);
    snprintf(question, sizeof question, "hit_mean(player, orc)=%s", wanted);
    assert_works(wyrm_solve(design, "player.x", question, how, &out, &last_error));
    return out;
}

/* What is told of points is so, whatever was asked. */
static void check_points(const curve *of, const wyrm_solution *told, double now, uint64_t seed)
{
    double least = INFINITY, most = -INFINITY;
    assert_holds(told->tried == told->point_count && told->refused == 0, seed);
    assert_holds(told->refusal[0] == '\0' && !told->sampled && !told->stopped, seed);
    for (size_t i = 0; i < told->point_count; i++) {
        const wyrm_solve_point *point = &told->points[i];
        const double value = at_curve(of, point->at);
        assert_near_seeded(point->value, value, 1e-12, seed);
        assert_holds(point->at >= told->range.low && point->at <= told->range.high, seed);
        assert_holds(i == 0 || point->at > point[-1].at, seed);
        assert_holds(!of->whole || !(point->at < floor(point->at + 0.5)), seed);
        const int side = value < told->wanted.low * (1 - 1e-6)    ? -1
                         : value > told->wanted.high * (1 + 1e-6) ? 1
                                                                  : 0;
        assert_holds(point->side == side, seed);
        least = fmin(least, value);
        most = fmax(most, value);
    }
    assert_near_seeded(told->least.value, least, 1e-12, seed);
    assert_near_seeded(told->most.value, most, 1e-12, seed);
    assert_near_seeded(at_curve(of, told->least.at), least, 1e-12, seed);
    assert_near_seeded(at_curve(of, told->most.at), most, 1e-12, seed);
    assert_holds(told->has_now, seed);
    assert_near_seeded(told->now.at, now, 0, seed);
    assert_near_seeded(told->now.value, at_curve(of, now), 1e-12, seed);
    for (size_t i = 0; i < told->answer_count; i++) {
        const wyrm_solve_answer *answer = &told->answers[i];
        assert_holds(i == 0 || answer->from > answer[-1].to, seed);
        assert_holds(answer->from <= answer->best.at && answer->best.at <= answer->to, seed);
        assert_holds(answer->has_below != answer->first, seed);
        assert_holds(answer->has_above != answer->last, seed);
        assert_holds(!answer->has_below || answer->below.at < answer->from, seed);
        assert_holds(!answer->has_above || answer->above.at > answer->to, seed);
        assert_holds(!answer->has_below || answer->below.side != 0, seed);
        assert_holds(!answer->has_above || answer->above.side != 0, seed);
    }
}

/* Every value of a curve is found where it is taken, and nowhere else. */
TEST(all_places_of_a_value_are_found)
{
    const int times = played_times(2);
    for (int i = 0; i < times; i++) {
        test_random random = {2000 + (uint64_t)i};
        const uint64_t seed = random.state;
        const double height = (double)random_between(&random, 20, 80) / 100;
        const double now = (double)random_between(&random, 1, 990) / 10;
        const curve of = random_curve(&random, &height, 1);
        char wanted[40];
        snprintf(wanted, sizeof wanted, "%.12g", height);
        OWNED_SOLUTION *told =
            asked(&of, now, wanted,
                  &(wyrm_solve_options){
                      .has_from = true, .has_to = true, .to = 100, .threads = 1 + i % 2});
        size_t count = 0;
        check_points(&of, told, now, seed);
        for (size_t k = 0; k + 1 < CORNERS; k++) {
            const double a = of.y[k] - height, b = of.y[k + 1] - height;
            if (a * b >= 0)
                continue;
            assert_holds(count < told->answer_count, seed);
            const wyrm_solve_answer *answer = &told->answers[count++];
            const double at = 10 * (double)k + 10 * a / (a - b), slope = fabs(a - b) / 10;
            assert_holds(!answer->jumps, seed);
            assert_near_seeded(answer->best.at, at, 3e-6 * height / slope, seed);
            assert_near_seeded(answer->from, at, 0.011 * at + 1e-3, seed);
            assert_near_seeded(answer->to, at, 0.011 * at + 1e-3, seed);
        }
        assert_int_equal(told->answer_count, count);
        assert_int_equal(told->more, 0);
    }
}

/* The parts of a curve that are within a range: the next begins where `*begin` was left. */
static bool next_within(const curve *of, const double range[2], double *begin, double *end)
{
    bool inside = false;
    double from = 0;
    for (size_t k = 0; k + 1 < CORNERS; k++) {
        double cuts[4] = {0, 1, 1, 1};
        size_t count = 1;
        const double a = of->y[k], b = of->y[k + 1];
        for (size_t e = 0; e < 2; e++) {
            const double t = (range[e] - a) / (b - a);
            if (t > 0 && t < 1)
                cuts[count++] = t;
        }
        if (count == 3 && cuts[1] > cuts[2]) {
            const double first = cuts[2];
            cuts[2] = cuts[1];
            cuts[1] = first;
        }
        cuts[count] = 1;
        for (size_t c = 0; c < count; c++) {
            const double middle = a + (b - a) * (cuts[c] + cuts[c + 1]) / 2;
            const double x = of->width * ((double)k + cuts[c]);
            const bool now = middle > range[0] && middle < range[1];
            if (now && !inside)
                from = x;
            if (!now && inside && x > *begin) {
                *begin = from;
                *end = x;
                return true;
            }
            inside = now;
        }
    }
    if (!inside || from < *begin)
        return false;
    *begin = from;
    *end = of->width * (CORNERS - 1);
    return true;
}

/* Of numbers with decimals the ends are as near as four digits tell; of whole ones they are the
 * last that are within. */
TEST(all_values_within_a_range_are_found_with_their_ends)
{
    const int times = played_times(6);
    size_t ends = 0;
    for (int i = 0; i < times; i++) {
        test_random random = {3000 + (uint64_t)i};
        const uint64_t seed = random.state;
        const double low = (double)random_between(&random, 15, 70) / 100;
        const double range[] = {low, low + (double)random_between(&random, 5, 15) / 100};
        curve of = random_curve(&random, range, 2);
        of.whole = i % 3 > 0;
        of.width = i % 3 == 2 ? 100 : 10; /* all are tried, or not */
        const double all = of.width * (CORNERS - 1);
        const double now = (double)random_between(&random, 0, (int64_t)all);
        char wanted[60];
        snprintf(wanted, sizeof wanted, "%.12g..%.12g", range[0], range[1]);
        OWNED_SOLUTION *told = asked(
            &of, now, wanted, &(wyrm_solve_options){.has_from = true, .has_to = true, .to = all});
        check_points(&of, told, now, seed);
        assert_int_equal(told->every, i % 3 == 1);
        assert_int_equal(told->whole, of.whole);
        assert_near(told->range.high, all, 0);
        size_t count = 0, next = 0;
        for (double from = -1, to = -1; next_within(&of, range, &from, &to); from = to) {
            if (of.whole && ceil(from) > floor(to))
                continue;
            while (next < told->answer_count && told->answers[next].jumps)
                next++; /* near ones are told, too */
            assert_holds(next < told->answer_count, seed);
            const wyrm_solve_answer *answer = &told->answers[next++];
            count++;
            if (of.whole) {
                assert_near_seeded(answer->from, ceil(from - 1e-9), 0, seed);
                assert_near_seeded(answer->to, floor(to + 1e-9), 0, seed);
            } else {
                assert_near_seeded(answer->from, from, 0.001 * from + 0.002, seed);
                assert_near_seeded(answer->to, to, 0.001 * to + 0.002, seed);
            }
            if (told->every) /* of several that give it, the nearest to what is there now */
                assert_near_seeded(answer->best.at, fmin(fmax(now, answer->from), answer->to), 0,
                                   seed);
            assert_int_equal(answer->first, !(from > 0));
            assert_int_equal(answer->last, !(to < all));
            ends += answer->first + answer->last;
        }
        size_t jumps = 0;
        for (size_t k = 0; k < told->answer_count; k++)
            jumps += told->answers[k].jumps;
        assert_holds(told->answer_count - jumps == count, seed);
    }
    assert_true(ends > 0);
}

/* A hundredth wide and nowhere on the way of what is tried evenly: it is looked for about where the
 * curve comes near. */
TEST(what_is_only_just_reached_is_found)
{
    for (int i = 0; i < 3; i++) {
        curve of = {.y = {0.9, 0.8, 0.7, 0.9, 0.9, 0.85, 0.9, 0.95, 0.9, 0.95, 0.95},
                    .width = i == 0   ? 10
                             : i == 1 ? 9.7
                                      : 103,
                    .whole = i == 2};
        const double all = of.width * (CORNERS - 1), at = 2 * of.width;
        /* down to 0.7 in its corner, and nowhere else below 0.8 */
        OWNED_SOLUTION *told =
            asked(&of, all / 2, "0.5..0.7005",
                  &(wyrm_solve_options){.has_from = true, .has_to = true, .to = floor(all)});
        check_points(&of, told, all / 2, 0);
        assert_int_equal(told->answer_count, 1);
        assert_false(told->answers[0].jumps);
        assert_near(told->answers[0].best.at, at, 0.06 * of.width);
        assert_true(told->answers[0].best.value <= 0.7005 * (1 + 1e-6));
    }
}
