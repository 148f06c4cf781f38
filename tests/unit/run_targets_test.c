/* The targets of the shipped rulesets on whole games and set fights: they hold with another
 * seed, and each is missed where the ruleset is wrong. */
#include "helpers.h"
#include "released.h"
#include "stride.h"

#include <wyrm/judge.h>

#define TEXT_MAX    32768
#define TARGETS_MAX 256
#define THREADS     2
#define GAMES       15

/* A ruleset, and ways to get it wrong, as YAML over it. */
typedef struct shipped {
    const char *name;
    const char *wrong[4]; /* the rest NULL */
} shipped;

static const shipped all[] = {
    {"ruggrogue",
     {"growth: {player: {max_hp: {base: 300}}}", "growth: {player: {max_hp: {base: 8}}}"}},
    {"yarl", {"player: {hp: 400, power: 15}", "player: {hp: 20}"}},
    {"tutorial", {"player: {hp: 500}", "player: {hp: 15}"}},
    {"tutorial-before", {"player: {hp: 10}", "monsters: {orc: {power: 9}, troll: {power: 14}}"}},
    {"bob-and-trev", {NULL}}, /* its own test has wrong ones for all its targets */
};

static wyrm_design *parse(const char *text)
{
    wyrm_design *design = NULL;
    OWNED_ERRORS *errors = fresh_errors();
    assert_told(wyrm_design_parse("changed.yaml", text, strlen(text), &design, errors), errors);
    return design;
}

static bool is_about_runs(const char *metric)
{
    return strncmp(metric, "run_", 4) == 0 || strncmp(metric, "arena_", 6) == 0;
}

/* The ruleset with changes, and these targets alone; NULL: its own on games and set fights. */
static wyrm_design *open_changed(const char *name, const char *changes, const char *targets_text)
{
    static char text[TEXT_MAX];
    int length = snprintf(text, sizeof text,
                          "name: changed\nextends: " RULESET_DIR "/%s.yaml\n%s\n", name, changes);
    assert_in_range(length, 1, sizeof text - 1);
    OWNED_DESIGN *whole = parse(text);
    const wyrm_value *targets = wyrm_ruleset_find(wyrm_design_ruleset(whole), "targets");
    size_t end = (size_t)length;
    end += (size_t)snprintf(text + end, sizeof text - end, "targets:\n");
    for (size_t i = 0; i < wyrm_value_count(targets); i++) {
        const wyrm_value *metric = wyrm_value_get(wyrm_value_item(targets, i), "metric");
        if (targets_text || !is_about_runs(wyrm_value_text(metric)))
            end += (size_t)snprintf(text + end, sizeof text - end, "  %s: ~\n",
                                    wyrm_value_key(targets, i));
        assert_in_range(end, 1, sizeof text - 1);
    }
    snprintf(text + end, sizeof text - end, "%s", targets_text ? targets_text : "");
    return parse(text);
}

/* runs 0: as many as each verdict needs. */
static wyrm_judgement *judge(const wyrm_design *design, uint64_t seed, uint64_t runs)
{
    const wyrm_judge_options options = {
        .seed = seed, .effort = {.exactly = runs}, .threads = THREADS};
    return judge_with(design, &options);
}

static void tell(const wyrm_judged *judged, const char *ruleset, const char *changes)
{
    print_error("%s%s%s, %s, %s: %g (%g to %g) is %s, wanted %g to %g\n", ruleset,
                changes[0] != '\0' ? " with " : "", changes, judged->target, judged->where,
                judged->value, judged->ci95.low, judged->ci95.high,
                wyrm_verdict_name(judged->verdict), judged->range.low, judged->range.high);
}

TEST(they_hold_with_another_seed)
{
    size_t missed = 0;
    for (size_t r = 0; r < sizeof all / sizeof *all; r++) {
        OWNED_DESIGN *design = open_changed(all[r].name, "", NULL);
        OWNED_JUDGEMENT *judgement = judge(design, 2, GAMES);
        assert_true(judgement->judged_count >= 4);
        for (size_t i = 0; i < judgement->judged_count; i++)
            if (judgement->judged[i].verdict == WYRM_FAIL ||
                judgement->judged[i].verdict == WYRM_WARN) {
                tell(&judgement->judged[i], all[r].name, "");
                missed++;
            }
    }
    assert_int_equal(missed, 0);
}

/* An interval that does not decide is nobody's alarm: FAIL is asked for, and gross mistakes need
 * few runs for it. */
static size_t count_failing(const char *name, const char *changes, bool *failed, size_t *count)
{
    OWNED_DESIGN *design = open_changed(name, changes, NULL);
    OWNED_JUDGEMENT *judgement = judge(design, 1, GAMES);
    size_t failing = 0;
    assert_in_range(judgement->judged_count, 1, TARGETS_MAX);
    for (size_t i = 0; i < judgement->judged_count; i++)
        if (judgement->judged[i].verdict == WYRM_FAIL) {
            failed[i] = true;
            failing++;
        }
    *count = judgement->judged_count;
    return failing;
}

TEST(each_is_missed_by_a_wrong_ruleset)
{
    size_t never = 0;
    for (size_t r = 0; r < sizeof all / sizeof *all; r++) {
        bool failed[TARGETS_MAX] = {false};
        size_t count = 0;
        if (all[r].wrong[0] == NULL)
            continue;
        for (size_t w = 0; w < 4 && all[r].wrong[w] != NULL; w += PLAYED_STRIDE)
            if (count_failing(all[r].name, all[r].wrong[w], failed, &count) == 0)
                fail_msg("nothing is wrong with %s, %s", all[r].name, all[r].wrong[w]);
        OWNED_DESIGN *design = open_changed(all[r].name, "", NULL);
        const wyrm_value *targets = wyrm_ruleset_find(wyrm_design_ruleset(design), "targets");
        assert_int_equal(wyrm_value_count(targets), count); /* each at one place */
        for (size_t i = 0; i < count; i++)
            if (!failed[i] && PLAYED_STRIDE == 1) {
                print_error("%s: %s never fails\n", all[r].name, wyrm_value_key(targets, i));
                never++;
            }
    }
    assert_int_equal(never, 0);
}

/* The design must outlive what is judged of it. */
static wyrm_judgement *judge_targets(wyrm_design **design, const char *targets,
                                     const wyrm_judge_options *options)
{
    *design = open_changed("tutorial", "", targets);
    return judge_with(*design, options);
}

/* Who played and how often is part of the answer. */
TEST(verdicts_tell_who_played)
{
    OWNED_DESIGN *design;
    OWNED_JUDGEMENT *judgement =
        judge_targets(&design,
                      "  a: {metric: run_win_rate, range: [0, 1]}\n"
                      "  b: {metric: run_survival, bot: diver, depths: 2, range: [0, 1]}\n"
                      "  c: {metric: arena_win_rate, arena: two_orcs, range: [0, 1]}\n"
                      "  d: {metric: stat, of: player, stat: max_hp, range: 100}\n",
                      NULL);
    const wyrm_judged *judged = judgement->judged;
    assert_int_equal(judgement->judged_count, 4);
    assert_string_equal(judged[0].where, "explorer");
    assert_string_equal(judged[0].bot, "explorer");
    assert_null(judged[0].arena);
    assert_int_equal(judged[0].runs, 100);
    assert_string_equal(judged[1].where, "diver, depth 2");
    assert_string_equal(judged[2].where, "brawler in two_orcs");
    assert_string_equal(judged[2].arena, "two_orcs");
    assert_int_equal(judged[2].runs, 125);
    for (size_t i = 0; i < 3; i++)
        assert_int_equal(judged[i].stopped, WYRM_STOP_CLEAR);
    assert_null(judged[3].bot);
    assert_int_equal(judged[3].runs, 0);
    assert_int_equal(judgement->runs, 0); /* no dungeons are behind any of them */
}

/* The diver of the tutorial dies on depth 2.0 on average. */
TEST(they_play_until_it_is_clear_or_known_or_the_effort_is_spent)
{
    static const struct {
        const char *range;
        wyrm_effort effort;
        uint64_t runs;
        wyrm_judge_stop stopped;
    } cases[] = {
        {"at_most: 4", {0}, 100, WYRM_STOP_CLEAR},
        {"at_least: 4", {0}, 100, WYRM_STOP_CLEAR}, /* it fails */
        {"at_most: 2", {0}, 800, WYRM_STOP_ACCURACY},
        {"at_most: 2", {.factor = 0.25}, 200, WYRM_STOP_ACCURACY},
        {"at_most: 2", {.most = 900}, 900, WYRM_STOP_EFFORT},
        {"at_most: 2", {.exactly = 10}, 10, WYRM_STOP_EFFORT},
        {"at_most: 4", {.exactly = 150}, 150, WYRM_STOP_CLEAR},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        OWNED_DESIGN *design;
        char target[160];
        wyrm_judge_options options = {.seed = 1, .effort = cases[i].effort, .threads = THREADS};
        snprintf(target, sizeof target, "  a: {metric: run_final_depth, bot: diver, %s}\n",
                 cases[i].range);
        OWNED_JUDGEMENT *judgement = judge_targets(&design, target, &options);
        const wyrm_judged *judged = judgement->judged;
        assert_int_equal(judged->runs, cases[i].runs);
        assert_int_equal(judged->stopped, cases[i].stopped);
        assert_int_equal(judged->verdict == WYRM_UNCLEAR, judged->stopped != WYRM_STOP_CLEAR);
        assert_near(judged->accuracy, wyrm_accuracy(judged->value, judged->ci95, false), 1e-12);
    }
}

/* One verdict more that is not clear makes all of a bot's games more, and none of another's. */
TEST(a_bot_plays_as_long_as_its_least_clear_verdict_needs)
{
    OWNED_DESIGN *design;
    const wyrm_judge_options options = {.seed = 1, .effort = {.factor = 0.25}};
    OWNED_JUDGEMENT *judgement =
        judge_targets(&design,
                      "  a: {metric: run_final_depth, bot: diver, at_most: 4}\n"
                      "  b: {metric: run_final_depth, bot: diver, at_most: 2}\n"
                      "  c: {metric: run_final_depth, bot: brawler, at_most: 9}\n",
                      &options);
    assert_int_equal(judgement->judged[0].runs, 200);
    assert_int_equal(judgement->judged[0].stopped, WYRM_STOP_CLEAR);
    assert_int_equal(judgement->judged[1].runs, 200);
    assert_int_equal(judgement->judged[1].stopped, WYRM_STOP_ACCURACY);
    assert_int_equal(judgement->judged[2].runs, 100);
}
