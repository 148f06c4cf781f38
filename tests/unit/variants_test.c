/* Variants: their figures are those of judging, and the effect of a change is the difference of two
 * judgements, with an interval that contains 0 if nothing changes. */
#include "metrics/internal.h"
#include "released.h"

RELEASED_BY(judge_variant, judge_variant_free)
#define OWNED_VARIANT OWNED(judge_variant)

#define RUNS          60

static const char goals_text[] =
    "name: own\nextends: base\n"
    "targets:\n"
    "  fight: {metric: win_chance, of: player, against: orc, at_least: 0}\n"
    "  trolls: {metric: monster_share, of: troll, depths: [1, 4], at_least: 0}\n"
    "  rooms: {metric: rooms_at_depth, depths: 2, at_least: 0}\n"
    "  won: {metric: run_win_rate, at_least: 0}\n"
    "  depth: {metric: run_final_depth, bot: brawler, at_least: 0}\n"
    "  level: {metric: run_final_level, at_least: 0}\n"
    "  turns: {metric: run_turns, at_least: 0}\n"
    "  alive: {metric: run_survival, depths: [1, 6], at_least: 0}\n"
    "  hazard: {metric: run_hazard, depths: [1, 4], at_least: 0}\n"
    "  levels: {metric: run_level, depths: [1, 4], at_least: 0}\n"
    "  hp: {metric: run_hp_left, depths: [1, 4], at_least: 0}\n"
    "  by: {metric: run_deaths_by, of: orc, at_least: 0}\n"
    "  starved: {metric: run_starved, at_least: 0}\n"
    "  set: {metric: arena_win_rate, arena: two_orcs, at_least: 0}\n"
    "  set_turns: {metric: arena_turns, arena: two_orcs, at_least: 0}\n"
    "  set_left: {metric: arena_hp_left, arena: two_orcs, at_least: 0}\n"
    "arenas:\n"
    "  two_orcs: {fight: \"player vs orc x2\"}\n";

static wyrm_design *extended(const char *name, const char *text)
{
    wyrm_design *base, *design;
    OWNED_ERRORS *errors = fresh_errors();
    assert_told(wyrm_design_open(name, &base, errors), errors);
    if (wyrm_design_extend(base, "own", text, strlen(text), &design, errors) != WYRM_OK)
        fail_msg("%s", wyrm_errors_at(errors, 0)->message);
    wyrm_design_free(base);
    return design;
}

static wyrm_design *open_goals(void)
{
    return extended("tutorial", goals_text);
}

static judge_variant *opened(const judge_goals *goals, const judge_variant_options *how)
{
    judge_variant *out;
    assert_ok(judge_variant_open(goals, how, &out, &last_error), &last_error);
    return out;
}

static judge_variant *measured_with(const judge_goals *goals, const wyrm_change *changes,
                                    size_t count, uint64_t games)
{
    judge_variant *out =
        opened(goals, &(judge_variant_options){.count = count, .changes = changes});
    assert_ok(judge_variant_measure(out, NULL, &(judge_spending){.games = games, .dungeons = 500},
                                    &last_error),
              &last_error);
    return out;
}

static judge_variant *measured(const judge_goals *goals, const char *path, const char *text,
                               uint64_t games)
{
    const wyrm_change change = {path, text};
    return measured_with(goals, &change, path != NULL, games);
}

/* Goals are allocated in an arena of their own: no allocation fails here. */
static base_arena arena;

TEST(figures_are_those_of_judging)
{
    wyrm_design *design = open_goals();
    const judge_goals *goals = judge_goals_of(&arena, design, 7);
    OWNED_JUDGEMENT *judged = judge_with(
        design, &(wyrm_judge_options){.seed = 7, .effort = {.exactly = RUNS}, .threads = 2});
    OWNED_VARIANT *plain = measured(goals, NULL, NULL, RUNS);
    assert_int_equal(goals->count, judged->judged_count);
    size_t games = 0;
    for (size_t i = 0; i < goals->count; i++) {
        const wyrm_judged *wanted = &judged->judged[i];
        const judge_figure got = judge_variant_figure(plain, i);
        const bool played = judge_goal_is_played(goals, i);
        games += played;
        assert_int_equal(judge_variant_games(plain, i), played ? RUNS : 0);
        assert_true(got.sampled == wanted->sampled);
        if (played || !got.sampled)
            assert_near(got.value, wanted->value, 1e-9 * fabs(wanted->value));
        /* from other dungeons: two samples whose intervals overlap */
        const wyrm_interval *ci95 = &wanted->ci95;
        assert_true(played || !got.sampled
                        ? got.ci95.low <= wanted->value && wanted->value <= got.ci95.high
                        : got.ci95.low <= ci95->high && ci95->low <= got.ci95.high);
        if (got.sampled)
            assert_true(got.ci95.low < got.ci95.high);
        if (got.sampled && !played) /* 500 dungeons are more accurate than 60 */
            assert_true(got.ci95.high - got.ci95.low < ci95->high - ci95->low);
    }
    assert_true(games >= 20);
    base_release(&arena);
    wyrm_design_free(design);
}

TEST(a_change_is_the_difference_of_two_figures)
{
    wyrm_design *design = open_goals();
    const judge_goals *goals = judge_goals_of(&arena, design, 3);
    OWNED_VARIANT *plain = measured(goals, NULL, NULL, RUNS);
    OWNED_VARIANT *same = measured(goals, "monsters.orc.hp", "20", RUNS);
    OWNED_VARIANT *strong = measured(goals, "monsters.orc.hp", "600", RUNS);
    size_t moved = 0;
    for (size_t i = 0; i < goals->count; i++) {
        const judge_figure before = judge_variant_figure(plain, i);
        const judge_figure after = judge_variant_figure(strong, i);
        const judge_figure none = judge_variant_change(plain, same, i, JUDGE_CONFIDENCE);
        const judge_figure change = judge_variant_change(plain, strong, i, JUDGE_CONFIDENCE);
        assert_near(none.value, 0, 1e-12);
        assert_true(none.p > 0.99);
        assert_true(none.ci95.low <= 0 && none.ci95.high >= 0);
        if (none.sampled && !(none.ci95.low < none.ci95.high))
            fail_msg("%s %s: a width of 0", goals->points[i].target->name, goals->points[i].label);
        assert_true(change.sampled == before.sampled);
        if (isnan(change.value))
            continue;
        /* a pair needs a value in both runs */
        if (judge_goal_is_played(goals, i) && judge_run_kind(&goals->points[i]) != GATE_RATIO)
            assert_near(change.value, after.value - before.value, 1e-9 * fabs(before.value) + 1e-9);
        assert_true(change.ci95.low <= change.value && change.value <= change.ci95.high);
        moved += change.p < 0.01;
    }
    assert_true(moved >= 8);
    const judge_figure fight = judge_variant_change(plain, strong, 0, JUDGE_CONFIDENCE);
    assert_false(fight.sampled);
    assert_true(fight.value < 0);
    base_release(&arena);
    wyrm_design_free(design);
}

/* If an item on a taken tile is dropped, items have to be counted; if it is tried again, a room of
 * depth 1 has none or one, times the density: half of that. */
TEST(a_change_from_what_is_sampled_to_what_is_exact_is_sampled)
{
    wyrm_design *design =
        extended("yarl", "name: own\nextends: base\nmap: {placing: once}\n"
                         "targets: {items: {metric: items_per_room, depths: 1, at_least: 0}}\n");
    const judge_goals *goals = judge_goals_of(&arena, design, 3);
    OWNED_VARIANT *plain = measured(goals, NULL, NULL, 0);
    static const wyrm_change changes[] = {{"map.placing", "retry"}, {"loot.density.B1", "0.7"}};
    OWNED_VARIANT *retried = measured_with(goals, changes, 1, 0);
    OWNED_VARIANT *richer = measured_with(goals, changes, 2, 0);
    const judge_figure before = judge_variant_figure(plain, 0);
    assert_true(before.sampled && before.ci95.low > 0 && before.ci95.low < before.value);
    const struct {
        const judge_variant *after;
        double value, p;
    } cases[] = {{retried, 0.175, 1}, {richer, 0.35, 0.05}};
    for (size_t i = 0; i < LENGTH_OF(cases); i++) {
        const double value = cases[i].value;
        const judge_figure after = judge_variant_figure(cases[i].after, 0);
        assert_false(after.sampled);
        assert_near(after.value, value, 1e-12);
        const judge_figure change =
            judge_variant_change(plain, cases[i].after, 0, JUDGE_CONFIDENCE);
        assert_true(change.sampled);
        assert_near(change.value, value - before.value, 1e-12);
        assert_near(change.ci95.low, value - before.ci95.high, 1e-12);
        assert_near(change.ci95.high, value - before.ci95.low, 1e-12);
        assert_near(change.p, cases[i].p, 1e-12);
        const judge_figure back = judge_variant_change(cases[i].after, plain, 0, JUDGE_CONFIDENCE);
        assert_true(back.sampled);
        assert_near(back.value, before.value - value, 1e-12);
        assert_near(back.ci95.low, before.ci95.low - value, 1e-12);
        assert_near(back.ci95.high, before.ci95.high - value, 1e-12);
        assert_near(back.p, cases[i].p, 1e-12);
    }
    base_release(&arena);
    wyrm_design_free(design);
}

/* Games for one goal only, then more of them: the same as if asked for at once. */
TEST(games_are_gone_on_with)
{
    wyrm_design *design = open_goals();
    const judge_goals *goals = judge_goals_of(&arena, design, 5);
    bool *which = base_array(&arena, bool, goals->count);
    size_t depth = 0;
    while (strcmp(goals->points[depth].target->name, "depth") != 0)
        depth++;
    which[depth] = true;
    OWNED_VARIANT *whole = measured(goals, NULL, NULL, RUNS);
    OWNED_VARIANT *parts = opened(goals, &(judge_variant_options){0});
    for (uint64_t games = 20; games <= RUNS; games += 20)
        assert_ok(judge_variant_measure(
                      parts, which, &(judge_spending){.games = games, .threads = 2}, &last_error),
                  &last_error);
    assert_same_bits(judge_variant_figure(parts, depth).value,
                     judge_variant_figure(whole, depth).value);
    assert_same_bits(judge_variant_figure(parts, depth).ci95.low,
                     judge_variant_figure(whole, depth).ci95.low);
    assert_int_equal(judge_variant_games(parts, depth + 1), 0); /* that goal has another bot */
    base_release(&arena);
    wyrm_design_free(design);
}

TEST(another_bot_and_what_is_left_alone_are_variants)
{
    wyrm_design *design = open_goals();
    const judge_goals *goals = judge_goals_of(&arena, design, 5);
    const char *without[] = {"healing_potion"};
    OWNED_VARIANT *plain = measured(goals, NULL, NULL, RUNS);
    OWNED_VARIANT *other = opened(goals, &(judge_variant_options){.bot = "diver"});
    OWNED_VARIANT *thirsty =
        opened(goals, &(judge_variant_options){.without_count = 1, .without = without});
    const judge_spending spending = {.games = RUNS, .dungeons = 500};
    assert_ok(judge_variant_measure(other, NULL, &spending, &last_error), &last_error);
    assert_ok(judge_variant_measure(thirsty, NULL, &spending, &last_error), &last_error);
    assert_null(judge_variant_refused(other));
    assert_null(judge_variant_refused(thirsty));
    for (size_t i = 0; i < goals->count; i++)
        if (strcmp(goals->points[i].target->name, "turns") == 0) {
            assert_true(judge_variant_change(plain, other, i, JUDGE_CONFIDENCE).p < 0.01);
            assert_true(judge_variant_change(plain, thirsty, i, JUDGE_CONFIDENCE).p < 0.01);
        }
    base_release(&arena);
    wyrm_design_free(design);
}

TEST(what_makes_no_ruleset_says_why)
{
    wyrm_design *design = open_goals();
    const judge_goals *goals = judge_goals_of(&arena, design, 5);
    OWNED_VARIANT *plain = measured(goals, NULL, NULL, 0);
    OWNED_VARIANT *broken = measured(goals, "monsters.orc.hp", "-4", 0);
    assert_null(judge_variant_refused(plain));
    assert_non_null(judge_variant_refused(broken));
    assert_true(isnan(judge_variant_figure(broken, 0).value));
    assert_true(isnan(judge_variant_change(plain, broken, 0, JUDGE_CONFIDENCE).value));
    base_release(&arena);
    wyrm_design_free(design);
}

/* What cannot be told of a variant says why, of games and without; what can be says nothing. */
TEST(what_cannot_be_measured_says_why)
{
    static const char ended[] = "the dungeon has ended above it";
    static const char untold[] = "no game tells anything about it";
    static const struct {
        const char *path, *text, *target, *why;
        size_t times;
    } rows[] = {{"encounter.last_depth", "2", "trolls", ended, 2},
                {"encounter.last_depth", "2", "hazard", untold, 2},
                {"encounter.last_depth", "2", "levels", untold, 2},
                {"encounter.last_depth", "2", "hp", untold, 2},
                {"encounter.last_depth", "2", "rooms", NULL, 0},
                {"player.hp", "100000", "by", untold, 1},
                {"player.power", "0", "set_left", untold, 1},
                {"player.power", "0", "fight", NULL, 0}};
    wyrm_design *design = open_goals();
    const judge_goals *goals = judge_goals_of(&arena, design, 5);
    judge_variant *variant = NULL;
    for (size_t r = 0; r < LENGTH_OF(rows); r++) {
        size_t times = 0;
        if (r == 0 || strcmp(rows[r].path, rows[r - 1].path) != 0) {
            judge_variant_free(variant);
            variant = measured(goals, rows[r].path, rows[r].text, 20);
        }
        assert_null(judge_variant_refused(variant));
        for (size_t i = 0; i < goals->count; i++) {
            const judge_figure figure = judge_variant_figure(variant, i);
            assert_int_equal(isnan(figure.value), figure.why != NULL);
            if (strcmp(goals->points[i].target->name, rows[r].target) != 0 || figure.why == NULL)
                continue;
            assert_string_equal(figure.why, rows[r].why);
            times++;
        }
        assert_int_equal(times, rows[r].times);
    }
    judge_variant_free(variant);
    base_release(&arena);
    wyrm_design_free(design);
}

/* Goals from games, worked out from their records. */
typedef enum hand_goal {
    HAND_DEPTH,
    HAND_TURNS,
    HAND_HAZARD,
    HAND_WON,
    HAND_STARVED,
    HAND_GOALS
} hand_goal;

static const struct {
    const char *name, *where, *bot;
} hand_goals[HAND_GOALS] = {{"depth", "brawler", "brawler"},
                            {"turns", "explorer", "explorer"},
                            {"hazard", "explorer, depth 2", "explorer"},
                            {"won", "explorer", "explorer"},
                            {"starved", "explorer", "explorer"}};

typedef struct hand_games {
    const char *bot;
    size_t count;
    double y[HAND_GOALS][RUNS], x[HAND_GOALS][RUNS];
} hand_games;

static wyrm_status note_run(const wyrm_run *run, void *context, wyrm_error *error)
{
    hand_games *games = context;
    const bool won = run->end == WYRM_RUN_WON;
    (void)error;
    assert_true(wyrm_run_is_complete(run->end));
    const double told[HAND_GOALS][2] = {
        [HAND_DEPTH] = {run->depth, 1},
        [HAND_TURNS] = {run->turns, 1},
        [HAND_HAZARD] = {run->floor_count == 2 && !won, run->floor_count >= 2},
        [HAND_WON] = {won, 1},
        [HAND_STARVED] = {run->end == WYRM_RUN_STARVED, 1}};
    for (int goal = 0; goal < HAND_GOALS; goal++)
        if (strcmp(hand_goals[goal].bot, games->bot) == 0) {
            games->y[goal][games->count] = told[goal][0];
            games->x[goal][games->count] = told[goal][1];
        }
    games->count++;
    return WYRM_OK;
}

static void play_by_hand(const judge_variant *variant, hand_games *games)
{
    static const char *const bots[] = {"brawler", "explorer"};
    for (size_t i = 0; i < LENGTH_OF(bots); i++) {
        wyrm_sim_options options = {
            .seed = 11, .runs = RUNS, .take = note_run, .take_context = games};
        OWNED_SUMMARY *summary = NULL;
        games->bot = bots[i];
        games->count = 0;
        assert_ok(wyrm_bot_find(bots[i], &options.run.bot, &last_error), &last_error);
        assert_ok(wyrm_simulate(judge_variant_design(variant), &options, &summary, &last_error),
                  &last_error);
        assert_int_equal(games->count, RUNS);
    }
}

/* The weighted sum of the sides' ratios, with one of the runs left out (RUNS: none). */
static double sum_without(const hand_games *sides, const double *weights, size_t count, int goal,
                          size_t left_out)
{
    double sum = 0;
    for (size_t i = 0; i < count; i++) {
        double y = 0, x = 0;
        for (size_t run = 0; run < RUNS; run++) {
            y += run == left_out ? 0 : sides[i].y[goal][run];
            x += run == left_out ? 0 : sides[i].x[goal][run];
        }
        sum += weights[i] * y / x;
    }
    return sum;
}

/* How many runs are not the same in all of them. */
static size_t count_differing(const hand_games *sides, size_t count, int goal)
{
    size_t differing = 0;
    for (size_t run = 0; run < RUNS; run++) {
        bool differs = false;
        for (size_t i = 1; i < count; i++)
            differs = differs || sides[i].y[goal][run] != sides[0].y[goal][run] ||
                      sides[i].x[goal][run] != sides[0].x[goal][run];
        differing += differs;
    }
    return differing;
}

/* For games, checked by a jackknife over runs that are played separately from the variants. */
TEST(a_contrast_is_a_sum_of_figures_and_pairs_all_its_runs)
{
    static const char *const paths[] = {"monsters.orc.hp", "monsters.orc.power"};
    static const double weights[][4] = {{1, 1, -1, -1}, {1, -1, 0, 0}, {2, -0.5, -1.25, -0.25}};
    wyrm_design *design = open_goals();
    const judge_goals *goals = judge_goals_of(&arena, design, 11);
    const judge_variant *sides[4];
    hand_games games[4];
    size_t significant = 0, equal = 0, many = 0, few = 0;
    for (size_t side = 0; side < 4; side++) { /* both changes, none, one, the other */
        const wyrm_change changes[] = {{paths[0], side % 3 == 0 ? "31" : "18"},
                                       {paths[1], side == 0 || side == 2 ? "7" : "4"}};
        judge_variant *made =
            opened(goals, &(judge_variant_options){.count = 2, .changes = changes});
        assert_ok(judge_variant_measure(made, NULL, &(judge_spending){.games = RUNS}, &last_error),
                  &last_error);
        play_by_hand(made, &games[side]);
        sides[side] = made;
    }
    for (size_t row = 0; row < LENGTH_OF(weights); row++)
        for (int goal = 0; goal < HAND_GOALS; goal++) {
            size_t g = 0;
            while (strcmp(goals->points[g].target->name, hand_goals[goal].name) != 0 ||
                   strcmp(goals->points[g].label, hand_goals[goal].where) != 0)
                assert_true(++g < goals->count);
            judge_figure got;
            assert_ok(judge_variant_contrast(sides, weights[row], 4, g, 0.9, &got, &last_error),
                      &last_error);
            const double value = sum_without(games, weights[row], 4, goal, RUNS);
            wyrm_moments pseudo = {.range = WYRM_ANY};
            for (size_t run = 0; run < RUNS; run++)
                wyrm_moments_add(&pseudo,
                                 RUNS * value -
                                     (RUNS - 1) * sum_without(games, weights[row], 4, goal, run));
            const double error = wyrm_moments_sd(&pseudo) / sqrt(RUNS);
            const double exact = goal == HAND_HAZARD ? 0.05 : 1e-9;
            assert_true(got.sampled);
            assert_near(got.value, value, 1e-9 * (1 + fabs(value)));
            if (!(error > 0)) { /* no difference was seen, but there may be one */
                assert_near(got.p, 1, 0);
                /* of 60 such runs one in twenty may differ, each side by at most its whole value */
                double most = 0;
                for (size_t side = 0; side < 4; side++)
                    most += fabs(weights[row][side]) * (1 - pow(0.05, 1.0 / RUNS));
                assert_true(got.ci95.low < 0 && got.ci95.high > 0);
                assert_true(got.ci95.low >= -most && got.ci95.high <= most);
                equal++;
                continue;
            }
            const wyrm_interval ci = wyrm_mean_interval(&pseudo, 0.9);
            if (2 * count_differing(games, 4, goal) >= RUNS) {
                assert_near(got.ci95.low, ci.low, exact * (ci.high - ci.low));
                assert_near(got.ci95.high, ci.high, exact * (ci.high - ci.low));
                many++;
            } else { /* there is room for a rare pair that differs by more */
                assert_true(got.ci95.low <= ci.low + 1e-9 && got.ci95.high >= ci.high - 1e-9);
                few++;
            }
            assert_near(got.p, 2 * gsl_cdf_tdist_Q(fabs(value) / error, RUNS - 1), exact);
            significant += got.p < 0.01;
        }
    assert_true(significant >= 2 && equal >= 1 && many >= 2 && few >= 1);
    for (size_t side = 0; side < 4; side++)
        judge_variant_free((judge_variant *)(uintptr_t)sides[side]);
    base_release(&arena);
    wyrm_design_free(design);
}
