/* Judging: verdicts, targets spread over places, what is said about targets that make no sense, and
 * what the shipped ruleset claims of itself. */
#include "helpers.h"
#include "released.h"

#include "metrics/internal.h"

/* The first place of a target, of `*count` in all. */
static const wyrm_judged *find(const wyrm_judgement *judgement, const char *target, size_t *count)
{
    const wyrm_judged *first = NULL;
    *count = 0;
    for (size_t i = 0; i < judgement->judged_count; i++)
        if (strcmp(judgement->judged[i].target, target) == 0) {
            first = first != NULL ? first : &judgement->judged[i];
            ++*count;
        }
    return first;
}

static wyrm_verdict verdict_of(double value, double low, double high, double wide_low,
                               double wide_high)
{
    judge_measure measure = {.value = value};
    wyrm_interval range = {low, high}, tolerated = {wide_low, wide_high};
    const judge_target target = {.range = range, .tolerated = tolerated};
    return judge_verdict(&measure, &target);
}

static wyrm_verdict sampled_verdict(double ci_low, double ci_high, double low, double high,
                                    double wide_low, double wide_high)
{
    judge_measure measure = {
        .value = (ci_low + ci_high) / 2, .sampled = true, .ci95 = {ci_low, ci_high}};
    wyrm_interval range = {low, high}, tolerated = {wide_low, wide_high};
    const judge_target target = {.range = range, .tolerated = tolerated};
    return judge_verdict(&measure, &target);
}

TEST(exact_values_pass_warn_or_fail)
{
    assert_int_equal(verdict_of(5, 4, 6, 3, 7), WYRM_PASS);
    assert_int_equal(verdict_of(4, 4, 6, 3, 7), WYRM_PASS);
    assert_int_equal(verdict_of(3.5, 4, 6, 3, 7), WYRM_WARN);
    assert_int_equal(verdict_of(7, 4, 6, 3, 7), WYRM_WARN);
    assert_int_equal(verdict_of(2.9, 4, 6, 3, 7), WYRM_FAIL);
    assert_int_equal(verdict_of(INFINITY, 4, 6, 3, 7), WYRM_FAIL);
    assert_int_equal(verdict_of(INFINITY, 4, INFINITY, 4, INFINITY), WYRM_PASS);
    assert_int_equal(verdict_of(NAN, 4, 6, 4, 6), WYRM_FAIL);
    assert_int_equal(verdict_of(NAN, -INFINITY, INFINITY, -INFINITY, INFINITY), WYRM_FAIL);
}

/* 7.2 in 32 bits is 7.199999809 or 7.200000286: both are the 7.2 that a designer wants. */
TEST(the_noise_of_32_bits_is_no_failure)
{
    assert_int_equal(verdict_of((double)7.2f, 7.2, 7.2, 7.2, 7.2), WYRM_PASS);
    assert_int_equal(verdict_of((double)nextafterf(7.2f, 8), 7.2, 7.2, 7.2, 7.2), WYRM_PASS);
    assert_int_equal(verdict_of(1e-10, 0, 0, 0, 0), WYRM_PASS);
    assert_int_equal(verdict_of(7.2001, 7.2, 7.2, 7.2, 7.2), WYRM_FAIL);
    assert_int_equal(verdict_of(-7.2, -7.2, -7.2, -7.2, -7.2), WYRM_PASS);
}

TEST(sampled_values_are_judged_by_their_interval)
{
    assert_int_equal(sampled_verdict(4.5, 5.5, 4, 6, 3, 7), WYRM_PASS);
    assert_int_equal(sampled_verdict(3.9, 5.5, 4, 6, 3, 7), WYRM_UNCLEAR);
    assert_int_equal(sampled_verdict(3.2, 3.9, 4, 6, 3, 7), WYRM_WARN);
    assert_int_equal(sampled_verdict(2.5, 3.5, 4, 6, 3, 7), WYRM_UNCLEAR);
    assert_int_equal(sampled_verdict(1, 2, 4, 6, 3, 7), WYRM_FAIL);
    assert_int_equal(sampled_verdict(0, 9, 4, 6, 3, 7), WYRM_UNCLEAR);
    assert_int_equal(sampled_verdict(0.4, 0.6, 0.5, INFINITY, 0.5, INFINITY), WYRM_UNCLEAR);
    assert_int_equal(sampled_verdict(0.51, 0.6, 0.5, INFINITY, 0.5, INFINITY), WYRM_PASS);
}

TEST(a_target_spreads_over_its_places)
{
    OWNED_DESIGN *design = ruggrogue_with(
        "targets:\n"
        "  by_level: {metric: stat_ratio, of: 'player@{level},weapon={level}',"
        " against: 'monster@{level}', stat: attack, levels: [3, 5], range: 1}\n"
        "  by_tracker: {metric: monster_level_mean, tracker: [4.5, 6.6], at_most: 9}\n"
        "  by_depth: {metric: rooms_at_depth, depths: [2, 3], at_least: 1}\n"
        "  once: {metric: final_depth_mean, range: [1, 200], claim: it ends,"
        " source: here, note: in time}");
    wyrm_judge_options options = {.seed = 3, .effort = {.exactly = 50}};
    OWNED_JUDGEMENT *judgement = judge_with(design, &options);
    size_t count;
    const wyrm_judged *judged = find(judgement, "by_level", &count);
    assert_int_equal(count, 3);
    assert_string_equal(judged[0].where, "player@3,weapon=3 against monster@3");
    assert_string_equal(judged[2].where, "player@5,weapon=5 against monster@5");
    judged = find(judgement, "by_tracker", &count);
    assert_int_equal(count, 3);
    assert_string_equal(judged[0].where, "tracker 4.5");
    assert_string_equal(judged[2].where, "tracker 6.5");
    judged = find(judgement, "by_depth", &count);
    assert_int_equal(count, 2);
    assert_string_equal(judged[1].where, "depth 3");
    judged = find(judgement, "once", &count);
    assert_int_equal(count, 1);
    assert_string_equal(judged->where, "");
    assert_string_equal(judged->claim, "it ends");
    assert_string_equal(judged->source, "here");
    assert_string_equal(judged->note, "in time");
    assert_string_equal(judged->metric, "final_depth_mean");
    assert_int_equal(judgement->runs, 50);
    assert_int_equal(judgement->seed, 3);
}

/* Thousands of fights of thousands of turns would take minutes: no look comes to more than a
 * million turns, but for the first. */
TEST(long_set_fights_are_fewer)
{
    OWNED_DESIGN *design =
        design_from("name: long\n"
                    "models: {combat: subtract, growth: points, encounter: tables, loot: tables, "
                    "map: tunnels}\n"
                    "growth: {experience: {base: 200, per_level: 150}, choices: {hp: {max_hp: 20}},"
                    " policy: [hp]}\n"
                    "encounter: {last_depth: 1, rooms: {most: [[2, 1]]}}\n"
                    "player: {hp: 9000, power: 1}\n"
                    "monsters: {orc: {glyph: o, hp: 4000, power: 1, defense: 0, weight: 1}}\n"
                    "items: {potion: {glyph: '!', weight: 35, effect: {kind: heal, amount: 40}}}\n"
                    "arenas: {long: {fight: player vs orc}}\n"
                    "targets:\n"
                    "  won: {metric: arena_win_rate, arena: long, range: [0.5, 0.9999]}\n"
                    "  turns: {metric: arena_turns, arena: long, at_least: 4000}\n");
    wyrm_judge_options options = {.seed = 3, .threads = 2};
    OWNED_JUDGEMENT *judgement = judge_with(design, &options);
    size_t count;
    const wyrm_judged *turns = find(judgement, "turns", &count);
    assert_int_equal(count, 1);
    assert_true(turns->value >= 4000);
    assert_int_equal(turns->runs, 125);
    assert_int_equal(find(judgement, "won", &count)->stopped, WYRM_STOP_EFFORT);
}

TEST(open_ends_and_what_is_tolerated)
{
    OWNED_DESIGN *design =
        ruggrogue_with("targets:\n"
                       "  least: {metric: level_factor, levels: 6, at_least: 1.6, tolerated: 1.5}\n"
                       "  most: {metric: level_factor, levels: 6, at_most: 1.4, tolerated: 1.5}\n"
                       "  both: {metric: level_factor, levels: 6, range: 1, tolerated: [1, 1.2]}");
    wyrm_judge_options options = {.seed = 3, .effort = {.exactly = 50}};
    OWNED_JUDGEMENT *judgement = judge_with(design, &options);
    size_t count;
    const wyrm_judged *judged = find(judgement, "least", &count);
    assert_int_equal(judged->verdict, WYRM_WARN);
    assert_true(isinf(judged->range.high));
    assert_near(judged->range.low, 1.6, 0);
    assert_int_equal(find(judgement, "most", &count)->verdict, WYRM_WARN);
    assert_int_equal(find(judgement, "both", &count)->verdict, WYRM_FAIL);
}

TEST(the_summary_counts_the_verdicts)
{
    OWNED_DESIGN *design = ruggrogue();
    wyrm_judge_options options = {.seed = 1, .effort = {.exactly = 20}};
    OWNED_JUDGEMENT *judgement = judge_with(design, &options);
    size_t summary[WYRM_VERDICT_COUNT] = {0}, sum = 0;
    for (size_t i = 0; i < judgement->judged_count; i++)
        summary[judgement->judged[i].verdict]++;
    for (int i = 0; i < WYRM_VERDICT_COUNT; i++) {
        assert_int_equal(judgement->summary[i], summary[i]);
        sum += summary[i];
    }
    assert_int_equal(sum, judgement->judged_count);
}

static wyrm_verdict verdict_at(const wyrm_judgement *judgement, const char *target, size_t place)
{
    size_t count;
    const wyrm_judged *judged = find(judgement, target, &count);
    assert_non_null(judged);
    assert_true(place < count);
    return judged[place].verdict;
}

/* What the chapter says about its own numbers, and where it is wrong. */
TEST(ruggrogue_is_told_the_truth)
{
    OWNED_DESIGN *design = ruggrogue();
    OWNED_JUDGEMENT *judgement = judge_with(design, NULL);
    static const char *const wrong[] = {"lower", "matching", "in_turns", "final_depth"};
    for (size_t i = 0; i < judgement->judged_count; i++) {
        const wyrm_judged *judged = &judgement->judged[i];
        bool told = false;
        for (size_t w = 0; w < LENGTH_OF(wrong); w++)
            told = told || strstr(judged->target, wrong[w]) != NULL;
        if (!told && judged->verdict != WYRM_PASS)
            fail_msg("%s at %s: %s with %.12g", judged->target, judged->where,
                     wyrm_verdict_name(judged->verdict), judged->value);
    }
    /* 20/40/40 holds from tracker level 5; a fifth already from 2. */
    for (size_t place = 0; place < 25; place++) {
        wyrm_verdict split = place >= 4 ? WYRM_PASS : WYRM_FAIL;
        assert_int_equal(verdict_at(judgement, "lower_monsters", place), split);
        assert_int_equal(verdict_at(judgement, "even_lower_monsters", place), split);
        assert_int_equal(verdict_at(judgement, "matching_monsters", place),
                         place >= 1 ? WYRM_PASS : WYRM_FAIL);
    }
    /* Misses and overkill are not in the chapter's sums. */
    assert_int_equal(verdict_at(judgement, "player_lasts_in_turns", 0), WYRM_FAIL);
    assert_int_equal(verdict_at(judgement, "monster_lasts_in_turns", 0), WYRM_FAIL);
    assert_int_equal(verdict_at(judgement, "seen_as_lower_at_5", 0), WYRM_FAIL);
    assert_int_equal(verdict_at(judgement, "seen_as_lower_at_25", 0), WYRM_WARN);
    /* "Usually 25 to 30": it is so in less than a third of the dungeons; the mean is below 24. */
    assert_int_equal(verdict_at(judgement, "final_depth_usual", 0), WYRM_FAIL);
    assert_int_equal(verdict_at(judgement, "final_depth_on_average", 0), WYRM_FAIL);
    assert_int_equal(judgement->runs, JUDGE_DUNGEONS);
}

TEST(the_same_at_any_number_of_threads)
{
    OWNED_DESIGN *design = ruggrogue();
    wyrm_judge_options options = {.seed = 5, .effort = {.exactly = 30}, .threads = 1};
    OWNED_JUDGEMENT *one = judge_with(design, &options);
    options.threads = 3;
    OWNED_JUDGEMENT *three = judge_with(design, &options);
    assert_int_equal(one->judged_count, three->judged_count);
    for (size_t i = 0; i < one->judged_count; i++) {
        assert_same_bits(one->judged[i].value, three->judged[i].value);
        assert_same_bits(one->judged[i].ci95.low, three->judged[i].ci95.low);
        assert_int_equal(one->judged[i].verdict, three->judged[i].verdict);
    }
    assert_int_equal(one->finding_count, three->finding_count);
    for (size_t i = 0; i < one->finding_count; i++)
        assert_string_equal(one->findings[i].message, three->findings[i].message);
}

static bool stop(double done, void *context)
{
    (void)done, (void)context;
    return false;
}

TEST(progress_stops_it)
{
    OWNED_DESIGN *design = ruggrogue();
    wyrm_judge_options options = {.seed = 1, .progress = stop};
    wyrm_judgement *judgement;
    assert_int_equal(wyrm_judge(design, &options, &judgement, NULL), WYRM_ERROR_LIMIT);
    assert_null(judgement);
}

/* A target that is wrong, and what is said about it. */
typedef struct mistake {
    const char *record;
    const char *message;
} mistake;

#define HEAD    "test.yaml:4:"
#define HITS    "metric: hit_mean, of: player@1, against: monster@1"
#define FACTOR  "metric: level_factor, levels: 1"
#define IT_USES "it uses of, against, levels (optional), attack (optional), distance (optional)"

static const mistake mistakes[] = {
    {"{metric: win_chance, of: player@1, against: monster@1, range: [0.5, 60]}", HEAD
     "68: error: target 't' has an end of 60, and win_chance is always from 0 to 1 (did you mean "
     "0.6? 60 % is 0.6)"},
    {"{metric: win_chance, of: player@1, against: monster@1, range: 1, tolerated: [0.9, 1.5]}",
     HEAD "82: error: target 't' has an end of 1.5, and win_chance is always from 0 to 1"},
    {"{metric: rooms_at_depth, depths: 1, at_least: -1}",
     HEAD "52: error: target 't' has an end of -1, and rooms_at_depth is never below 0"},
    {"{metric: hit_maen, of: player@1, range: 1}",
     HEAD "15: error: unknown metric 'hit_maen' (did you mean 'hit_mean'?)"},
    {"{metric: xyzzy, range: 1}",
     HEAD "15: error: unknown metric 'xyzzy' (the guide of the ruleset file lists them)"},
    {"{metric: hit_mean, of: player@1, range: 1}",
     HEAD "3: error: metric 'hit_mean' of target 't' needs 'against' (" IT_USES ")"},
    {"{" HITS ", depths: 3, range: 1}",
     HEAD "67: error: metric 'hit_mean' does not use 'depths' (" IT_USES ")"},
    {"{metric: final_depth_mean, stat: hp, range: 1}",
     HEAD "39: error: metric 'final_depth_mean' does not use 'stat' (it uses none)"},
    {"{metric: hit_mean, of: playr@1, against: monster@1, range: 1}",
     HEAD "29: error: combatant 'playr@1': "},
    {"{metric: hit_mean, of: 'player@{lvl}', against: monster@1, range: 1}",
     HEAD "29: error: combatant 'player@{lvl}': "},
    {"{metric: hit_mean, of: 'player@{level}', against: monster@1, range: 1}",
     HEAD "29: error: {level} in 'of' stands for nothing without 'levels'"},
    {"{" HITS ", levels: [1, 5], range: 1}", HEAD
     "67: error: 'levels' is given, but nothing of target 't' has {level} in it (write {level} "
     "where it belongs: player@{level})"},
    {"{metric: stat, of: player@1, stat: atack, range: 1}",
     HEAD "41: error: unknown stat 'atack' (did you mean 'attack'?)"},
    {"{metric: curve, of: sword, stat: attack, levels: 1, range: 1}",
     HEAD "26: error: unknown role 'sword' (one of player, monster, weapon, armor)"},
    {"{metric: curve, of: weapon, stat: defense, levels: 1, range: 1}",
     HEAD "40: error: unknown growth curve of weapon 'defense' (one of attack)"},
    {"{metric: monster_level_choice, of: depper, tracker: 5, range: 1}",
     HEAD "41: error: unknown way to choose a level 'depper' (did you mean 'deeper'?)"},
    {"{metric: level_factor, levels: [1, 1001], range: 1}",
     HEAD "37: error: 'levels' of target 't' spreads over 1001 places, more than 1000"},
    {"{metric: experience_step, levels: [0, 3], range: 1}",
     HEAD "40: error: experience begins at level 1, not at level 0"},
    {"{metric: experience_growth, levels: 1, range: 1}",
     HEAD "42: error: there is no level before level 1 to compare with"},
    {"{" FACTOR "}", HEAD "3: error: target 't' needs one of 'range', 'at_least' and 'at_most'"},
    {"{" FACTOR ", range: 1, at_least: 1}",
     HEAD "60: error: target 't' has more than one of 'range', 'at_least' and 'at_most' "
          "([least, greatest] under 'range' has both ends)"},
    {"{" FACTOR ", range: [1, 2], tolerated: [1.5, 3]}",
     HEAD "66: error: what target 't' tolerates does not contain what it wants"},
    {"{metric: win_chance, of: 'raw,attack=1', against: monster@1, range: 1}",
     HEAD "3: error: target 't' cannot be measured at raw,attack=1 against monster@1: "},
    {"{metric: attacks_to_kill, of: monster@1, against: raw, range: 1}",
     HEAD "3: error: target 't' cannot be measured at monster@1 against raw: 'raw' has no hit "
          "points to lose: set hp"},
};

TEST(a_target_that_makes_no_sense_is_told_where_and_why)
{
    int wrong = 0;
    for (size_t i = 0; i < LENGTH_OF(mistakes); i++) {
        char changes[512];
        snprintf(changes, sizeof changes, "targets:\n  t: %s", mistakes[i].record);
        OWNED_DESIGN *design = ruggrogue_with(changes);
        OWNED_ERRORS *errors = fresh_errors();
        wyrm_judge_options options = {.seed = 1, .effort = {.exactly = 1}};
        wyrm_judgement *judgement;
        wyrm_status status = wyrm_judge(design, &options, &judgement, errors);
        if (status != WYRM_ERROR_RULESET || wyrm_errors_count(errors) != 1) {
            print_errors(errors);
            fail_msg("%s: status %d, %zu errors", mistakes[i].record, (int)status,
                     wyrm_errors_count(errors));
        }
        assert_null(judgement);
        char text[1024];
        wyrm_error_format(wyrm_errors_at(errors, 0), text, sizeof text);
        text[strcspn(text, "\n")] = '\0';
        /* A message that ends in ": " goes on in the words of the roster or the fight. */
        size_t length = strlen(mistakes[i].message);
        bool open = strcmp(mistakes[i].message + length - 2, ": ") == 0;
        if (open ? strncmp(text, mistakes[i].message, length) != 0
                 : strcmp(text, mistakes[i].message) != 0) {
            print_error("%s\n  got    %s\n  wanted %s\n", mistakes[i].record, text,
                        mistakes[i].message);
            wrong++;
        }
    }
    assert_int_equal(wrong, 0);
}

TEST(validating_finds_the_same_without_measuring)
{
    wyrm_design *design = ruggrogue_with("targets:\n"
                                         "  a: {metric: hit_maen, range: 1}\n"
                                         "  b: {metric: level_factor, range: 1}\n"
                                         "  c: {metric: level_factor, levels: 1}");
    OWNED_ERRORS *errors = fresh_errors();
    assert_int_equal(wyrm_judge_validate(design, errors), WYRM_ERROR_RULESET);
    assert_int_equal(wyrm_errors_count(errors), 3);
    wyrm_design_free(design);

    design = ruggrogue();
    assert_ok(wyrm_judge_validate(design, NULL), NULL);
    wyrm_design_free(design);
}
