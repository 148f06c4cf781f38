/* Tuning of rulesets: numbers that were changed on purpose are brought back, at no more than the
 * cost of that change. */
#include "released.h"
#include "stride.h"

#include <wyrm.h>

RELEASED_BY(wyrm_tuning, wyrm_tuning_free)
#define OWNED_TUNING OWNED(wyrm_tuning)

#ifndef TRIALS
#define TRIALS 1
#endif
#define KNOBS_MAX 8
#define ASKED_MAX 12

typedef struct breaking {
    char paths[KNOBS_MAX][200], asked[ASKED_MAX][200], texts[KNOBS_MAX][40];
    const char *path_of[KNOBS_MAX], *wanted[ASKED_MAX];
    double now[KNOBS_MAX], broken[KNOBS_MAX];
    wyrm_tune_knob knobs[KNOBS_MAX];
    wyrm_change changes[KNOBS_MAX];
    size_t knobs_count, asked_count, changed;
} breaking;

static wyrm_tuning *tuned(const wyrm_design *design, const breaking *of, unsigned threads)
{
    wyrm_tuning *tuning;
    OWNED_ERRORS *errors = fresh_errors();
    assert_told(wyrm_tune(design,
                          &(wyrm_tune_options){.knob_count = of->knobs_count,
                                               .knobs = of->knobs,
                                               .wanted_count = of->asked_count,
                                               .wanted = of->wanted,
                                               .seed = 1,
                                               .threads = threads},
                          &tuning, errors),
                errors);
    return tuning;
}

/* Finds numbers of the first monsters, and targets of 6 % around what fights with them cost. */
static void find_knobs(const wyrm_design *design, const char *player, breaking *of)
{
    const wyrm_ruleset *ruleset = wyrm_design_ruleset(design);
    const wyrm_value *monsters = wyrm_ruleset_find(ruleset, "monsters");
    static const char *const keys[] = {"hp", "power", "attack", "strength", "damage"};
    static const char *const metrics[] = {"hp_left", "attacks_to_kill", "duel_turns"};
    for (size_t m = 0; m < 3 && m < wyrm_value_count(monsters); m++) {
        const char *name = wyrm_value_key(monsters, m);
        for (size_t k = 0; k < LENGTH_OF(keys); k++) {
            const wyrm_value *value = wyrm_value_get(wyrm_value_item(monsters, m), keys[k]);
            const double low = wyrm_value_kind(value) == WYRM_KIND_AMOUNT ? wyrm_value_low(value)
                                                                          : wyrm_value_real(value);
            if (of->knobs_count == KNOBS_MAX || !(low >= 3) ||
                (wyrm_value_kind(value) == WYRM_KIND_AMOUNT && wyrm_value_high(value) > low))
                continue;
            const size_t at = of->knobs_count++;
            snprintf(of->paths[at], sizeof of->paths[at], "monsters.%s.%s", name, keys[k]);
            of->path_of[at] = of->paths[at];
            of->now[at] = low;
            of->knobs[at] = (wyrm_tune_knob){.path_count = 1, .paths = &of->path_of[at]};
        }
        for (size_t k = 0; k < LENGTH_OF(metrics) && of->asked_count < ASKED_MAX; k++) {
            snprintf(of->asked[of->asked_count], sizeof of->asked[0], "%s(%s, %s)=0..", metrics[k],
                     player, name);
            of->wanted[of->asked_count] = of->asked[of->asked_count];
            of->asked_count++;
        }
    }
    OWNED_TUNING *now = tuned(design, of, 1);
    size_t kept = 0;
    for (size_t i = 0; i < of->asked_count; i++) {
        const double value = now->now.judged[i].value;
        const bool share = now->now.judged[i].is_share;
        char *end = strstr(of->asked[i], "=0..");
        if (!(value > 0) || isinf(value))
            continue;
        const double least = 0.94 * value, most = share ? fmin(1, 1.06 * value) : 1.06 * value;
        char text[200];
        snprintf(text, sizeof text, "%.*s=%.9g..%.9g", (int)(end - of->asked[i]), of->asked[i],
                 least, most);
        memcpy(of->asked[kept], text, sizeof text);
        kept++;
    }
    of->asked_count = kept;
}

/* Changes 1 to 5 of the numbers, each by a quarter to its own size; returns the cost of changing
 * them back. */
static double break_it(breaking *of, test_random *random)
{
    const size_t most = of->knobs_count < 5 ? of->knobs_count : 5;
    const size_t count = 1 + (size_t)random_below(random, (int64_t)most);
    double cost = 0;
    of->changed = 0;
    for (size_t i = 0; i < of->knobs_count; i++) {
        const bool moves =
            (size_t)random_below(random, (int64_t)(of->knobs_count - i)) < count - of->changed;
        of->broken[i] = of->now[i];
        if (moves) {
            const double times = 1.25 + 0.75 * (double)random_below(random, 100) / 100;
            of->broken[i] = random_below(random, 2) == 0 ? ceil(of->now[i] * times)
                                                         : fmax(1, floor(of->now[i] / times));
            snprintf(of->texts[i], sizeof of->texts[i], "%.12g", of->broken[i]);
            of->changes[of->changed++] = (wyrm_change){of->paths[i], of->texts[i]};
        }
        of->knobs[i].has_from = of->knobs[i].has_to = true;
        of->knobs[i].from = fmax(1, floor(fmin(of->now[i], of->broken[i]) / 2));
        of->knobs[i].to = 2 * fmax(of->now[i], of->broken[i]);
        cost += fabs(of->now[i] - of->broken[i]) /
                fmax(of->broken[i], (of->knobs[i].to - of->knobs[i].from) / 10);
    }
    return cost;
}

TEST(what_was_broken_is_brought_back_by_no_more_than_that)
{
    NOT_TO_WATCH_THREADS();
    static const char *const names[][2] = {{"tutorial", "player@3"},
                                           {"brogue", "player"},
                                           {"yarl", "player@3"},
                                           {"srd", "player"},
                                           {"shattered", "player"}};
    test_random random = {20261123};
    int tried = 0, back = 0, cheap = 0;
    for (size_t r = 0; r < LENGTH_OF(names); r++) {
        breaking of = {.knobs_count = 0};
        static const char alone[] = "name: alone\nextends: base\n"; /* without its targets */
        OWNED_DESIGN *whole, *design;
        OWNED_ERRORS *errors = fresh_errors();
        assert_told(wyrm_design_open(names[r][0], &whole, errors), errors);
        assert_told(wyrm_design_extend(whole, "alone", alone, sizeof alone - 1, &design, errors),
                    errors);
        find_knobs(design, names[r][1], &of);
        print_message("%s: %zu knobs, %zu asked\n", names[r][0], of.knobs_count, of.asked_count);
        for (int trial = 0; trial < TRIALS && of.knobs_count > 0; trial++) {
            const uint64_t seed = random.state;
            const double cost = break_it(&of, &random);
            OWNED_DESIGN *broken;
            assert_told(wyrm_design_change(design, of.changes, of.changed, &broken, errors),
                        errors);
            OWNED_TUNING *tuning = tuned(broken, &of, 2);
            const bool holds = tuning->answer_count > 0 && tuning->answers[0].holds;
            tried++;
            back += holds;
            cheap += holds && tuning->answers[0].cost <= cost + 1e-9;
            print_message("  seed %llu: %zu moved, cost %.3g; back %d at %.3g, %zu measured\n",
                          (unsigned long long)seed, of.changed, cost, holds,
                          holds ? tuning->answers[0].cost : -1, tuning->tried);
        }
    }
    print_message("%d of %d back, %d by no more\n", back, tried, cheap);
    assert_true(10 * cheap >= 9 * tried);
}

static const char knobs_text[] =
    "name: own\nextends: tutorial\nmonsters: {troll: {hp: 40}} # tough\n"
    "targets:\n"
    "  left: {metric: hp_left, of: player@3, against: troll, range: [0.45, 0.55]}\n"
    "  last: {metric: duel_turns, of: player@3, against: troll, at_least: 11}\n"
    "tune:\n"
    "  hp: {keys: [monsters.troll.hp], from: 10, to: 60}\n"
    "  power: {keys: [monsters.troll.power, monsters.orc.power], from: 2, to: 16, cost: 2}\n";

static wyrm_design *open_text(const char *text)
{
    wyrm_design *design;
    OWNED_ERRORS *errors = fresh_errors();
    assert_told(wyrm_design_parse("own.yaml", text, strlen(text), &design, errors), errors);
    return design;
}

/* The kept measurements of an earlier search, and how many were made. */
typedef struct kept {
    char text[20000];
    size_t lines, most;
} kept;

static bool keep(const char *line, void *context)
{
    kept *of = context;
    strncat(of->text, line, sizeof of->text - strlen(of->text) - 1);
    return ++of->lines < of->most;
}

static wyrm_tuning *tuned_section(const wyrm_design *design, unsigned threads, const char *state,
                                  kept *to)
{
    wyrm_tuning *tuning;
    OWNED_ERRORS *errors = fresh_errors();
    assert_told(wyrm_tune(design,
                          &(wyrm_tune_options){.seed = 1,
                                               .threads = threads,
                                               .state = state,
                                               .keep = to != NULL ? keep : NULL,
                                               .context = to},
                          &tuning, errors),
                errors);
    return tuning;
}

TEST(the_section_says_what_moves_and_what_it_costs)
{
    NOT_TO_WATCH_THREADS();
    OWNED_DESIGN *design = open_text(knobs_text), *changed;
    OWNED_TUNING *tuning = tuned_section(design, 1, NULL, NULL), *same;
    same = tuned_section(design, 3, NULL, NULL);
    assert_int_equal(tuning->knob_count, 2);
    assert_true(tuning->answer_count > 0);
    assert_true(tuning->answers[0].holds);
    assert_false(tuning->now.holds);
    assert_int_equal(same->tried, tuning->tried);
    for (size_t i = 0; i < tuning->answer_count; i++) {
        const wyrm_tuned *answer = &tuning->answers[i];
        assert_same_bits(same->answers[i].cost, answer->cost);
        assert_near(answer->cost,
                    fabs(answer->values[0] - 40) / 40 + 2 * fabs(answer->values[1] - 8) / 8, 1e-9);
        /* the reported values are those of the changed ruleset */
        assert_int_equal(
            wyrm_design_change(design, answer->changes, answer->change_count, &changed, NULL),
            WYRM_OK);
        OWNED_JUDGEMENT *judged = judge_with(changed, &(wyrm_judge_options){.seed = 3});
        for (size_t k = 0; k < tuning->goal_count; k++) {
            assert_int_equal(judged->judged[k].verdict, WYRM_PASS);
            assert_near(judged->judged[k].value, answer->judged[k].value, 1e-12);
        }
        wyrm_design_free(changed);
    }
    changed = NULL;
}

TEST(a_tuning_goes_on_where_it_was)
{
    OWNED_DESIGN *design = open_text(knobs_text);
    kept first = {.most = 20}, second = {.most = SIZE_MAX};
    OWNED_TUNING *whole = tuned_section(design, 1, NULL, NULL);
    OWNED_TUNING *part = tuned_section(design, 1, NULL, &first);
    assert_true(part->stopped);
    assert_int_equal(first.lines, 20);
    OWNED_TUNING *rest = tuned_section(design, 1, first.text, &second);
    assert_int_equal(second.lines + 19, whole->tried); /* one line describes the search */
    assert_same_bits(rest->answers[0].cost, whole->answers[0].cost);
    OWNED_DESIGN *other = open_text("name: o\nextends: tutorial\ntargets: {a: {metric: hp_left, "
                                    "of: player, against: orc, at_least: 1}}\n"
                                    "tune: {a: {keys: [monsters.orc.hp]}}\n");
    wyrm_tuning *none;
    OWNED_ERRORS *errors = fresh_errors();
    assert_int_equal(
        wyrm_tune(other, &(wyrm_tune_options){.seed = 1, .state = first.text}, &none, errors),
        WYRM_ERROR_SYNTAX);
}

TEST(what_contradicts_itself_is_named_with_examples)
{
    NOT_TO_WATCH_THREADS();
    OWNED_DESIGN *design =
        open_text("name: own\nextends: tutorial\n"
                  "targets:\n"
                  "  strong: {metric: hp_left, of: player@3, against: troll, at_least: 0.7}\n"
                  "  long: {metric: duel_turns, of: player@3, against: troll, at_least: 14}\n"
                  "  won: {metric: win_chance, of: player@3, against: troll, range: 1}\n"
                  "tune:\n"
                  "  hp: {keys: [monsters.troll.hp], from: 5, to: 60}\n"
                  "  power: {keys: [monsters.troll.power], from: 4, to: 20}\n");
    OWNED_TUNING *tuning = tuned_section(design, 2, NULL, NULL);
    assert_int_equal(tuning->answer_count, 0);
    assert_int_equal(tuning->conflict_count, 2);
    assert_string_equal(tuning->conflict[0].target, "strong");
    assert_string_equal(tuning->conflict[1].target, "long");
    for (size_t i = 0; i < 2; i++)
        for (size_t k = 0; k < 2; k++)
            assert_int_equal(tuning->conflict[i].without.judged[k].verdict == WYRM_PASS, i != k);
}

/* The tutorial with rats, one knob, and a target that holds, so that nothing needs tuning. */
static wyrm_design *with_knob(const char *knob)
{
    char text[600];
    snprintf(text, sizeof text,
             "name: own\nextends: tutorial\ntargets: {b: {metric: hp_left, of: player, "
             "against: orc, at_least: 0}}\ntune:\n  a: %s\n"
             "monsters: {rat: {hp: 2d4, power: 2, experience: 3d5, weight: 5}}\n",
             knob);
    return open_text(text);
}

TEST(knobs_that_make_no_sense_are_told_where_they_stand)
{
    /* The error is at the name of the knob, or at the first of its keys that is named; the whole
     * message is compared. */
    static const struct {
        const char *knob, *message;
        int column;
    } rows[] = {
        {"{keys: [monsters.ork.hp]}", "there is nothing at 'monsters.ork.hp'", 14},
        {"{keys: [monsters.orc.regeneration]}",
         "nothing stands at 'monsters.orc.regeneration' yet: a knob moves what is there", 14},
        {"{keys: [monsters.orc.hp], from: 30}", "'a' is 20 and cannot go from 30 to 40", 3},
        {"{keys: [monsters.orc.hp], to: 19}", "'a' is 20 and cannot go from 10 to 19", 3},
        {"{keys: [monsters.orc.hp], from: 20, to: 20}", "'a' is 20 and cannot go from 20 to 20", 3},
        {"{keys: [monsters.orc.hp], step: 0.5}", "'a' goes in whole steps", 3},
        {"{keys: [growth.new_floor_heal], step: -1}", "'a' goes in positive steps", 3},
        {"{keys: [monsters.orc.hp], to: 1000011}", "'a' has more than 1000000 steps", 3},
        {"{keys: [monsters.orc.defense]}",
         "0 stands at 'monsters.orc.defense': say from where to where it may go", 14},
        {"{keys: [monsters.orc.defense], to: 3}",
         "0 stands at 'monsters.orc.defense': say from where to where it may go", 14},
        {"{keys: [monsters.orc.defense, monsters.orc.hp], from: 0, to: 3}",
         "0 stands at 'monsters.orc.defense': other keys can have no proportion to it", 14},
        {"{keys: [monsters.orc]}",
         "'monsters.orc' is no number: what can be asked for is a whole or decimal one, a ratio, "
         "or an amount or depth table that is but one number",
         14},
        {"{keys: [monsters.orc.hp], as: '2d{}'}",
         "at 'monsters.orc.hp' stands 20, which is no '2d{}'", 14},
        {"{keys: [monsters.rat.hp], as: '2d{}+1'}",
         "at 'monsters.rat.hp' stands 2d4, which is no '2d{}+1'", 14},
        {"{keys: [monsters.rat.hp], as: '2d{}4'}",
         "at 'monsters.rat.hp' stands 2d4, which is no '2d{}4'", 14},
        {"{keys: [targets.b.range]}", "targets are what is wanted, and no number of the game", 3},
    };
    for (size_t i = 0; i < LENGTH_OF(rows); i++) {
        OWNED_DESIGN *design = with_knob(rows[i].knob);
        OWNED_ERRORS *errors = fresh_errors();
        wyrm_tuning *none;
        assert_int_equal(wyrm_tune(design, NULL, &none, errors), WYRM_ERROR_RULESET);
        assert_null(none);
        assert_string_equal(wyrm_errors_at(errors, 0)->message, rows[i].message);
        assert_int_equal(wyrm_errors_at(errors, 0)->line, 5);
        assert_int_equal(wyrm_errors_at(errors, 0)->column, rows[i].column);
        assert_int_equal(wyrm_tune_validate(design, NULL), WYRM_ERROR_RULESET);
    }
}

TEST(what_is_wanted_is_there_and_of_one_kind)
{
    static const char question[] = "hp_left(player, rat)=50..60";
    static const struct {
        const char *wanted[2], *message, *hint;
        wyrm_status status;
    } rows[] = {
        {{"b", "bb"}, "no target is called 'bb'", "one of b", WYRM_ERROR_UNKNOWN},
        {{"b", question},
         "what is wanted are names of targets or questions, not both",
         "",
         WYRM_ERROR_ARGUMENT},
    };
    OWNED_DESIGN *design = with_knob("{keys: [monsters.orc.hp]}");
    for (size_t i = 0; i < LENGTH_OF(rows); i++) {
        OWNED_ERRORS *errors = fresh_errors();
        wyrm_tuning *none;
        const wyrm_tune_options how = {.wanted_count = 2, .wanted = rows[i].wanted};
        assert_int_equal(wyrm_tune(design, &how, &none, errors), rows[i].status);
        assert_string_equal(wyrm_errors_at(errors, 0)->message, rows[i].message);
        assert_string_equal(wyrm_errors_at(errors, 0)->hint, rows[i].hint);
    }
}

/* By default from half the present value to twice that, within the schema, in whole steps or about
 * a hundredth: 1, 2 or 5 and zeros. Reversed for a negative value. */
TEST(a_knob_goes_from_half_to_twice_in_steps_of_about_a_hundredth)
{
    static const struct {
        const char *knob;
        double now, from, to, step, cost;
    } rows[] = {
        {"{keys: [monsters.orc.hp]}", 20, 10, 40, 1, 1},
        {"{keys: [monsters.orc.hp], from: 19, to: 20}", 20, 19, 20, 1, 1},
        {"{keys: [monsters.orc.hp], from: 20, cost: 2.5}", 20, 20, 40, 1, 2.5},
        {"{keys: [monsters.orc.hp], to: 1000010, step: 5}", 20, 10, 1000010, 5, 1},
        {"{keys: [monsters.orc.hp], to: 1000010}", 20, 10, 1000010, 1, 1},
        {"{keys: [monsters.orc.defense], from: 0, to: 3}", 0, 0, 3, 1, 1},
        {"{keys: [growth.new_floor_heal]}", 0.5, 0.25, 1, 0.005, 1},
        {"{keys: [growth.new_floor_heal, monsters.orc.hp]}", 0.5, 0.25, 1, 0.005, 1},
        {"{keys: [growth.new_floor_heal], from: 0}", 0.5, 0, 1, 0.01, 1},
        {"{keys: [growth.new_floor_heal], from: 0.4, to: 0.6}", 0.5, 0.4, 0.6, 0.002, 1},
        {"{keys: [growth.new_floor_heal], from: 0.4, to: 0.591}", 0.5, 0.4, 0.591, 0.001, 1},
        {"{keys: [growth.new_floor_heal], step: 0.125}", 0.5, 0.25, 1, 0.125, 1},
        {"{keys: [monsters.rat.hp], as: '2d{}', from: 2, to: 9}", 4, 2, 9, 1, 1},
        {"{keys: [monsters.rat.experience], as: '{}d5'}", 3, 1.5, 6, 1, 1},
    };
    for (size_t i = 0; i < LENGTH_OF(rows); i++) {
        OWNED_DESIGN *design = with_knob(rows[i].knob);
        OWNED_TUNING *tuning = tuned_section(design, 1, NULL, NULL);
        print_message("%s\n", rows[i].knob);
        assert_int_equal(tuning->knob_count, 1);
        assert_near(tuning->knobs[0].now, rows[i].now, 0);
        assert_near(tuning->knobs[0].from, rows[i].from, 0);
        assert_near(tuning->knobs[0].to, rows[i].to, 0);
        assert_near(tuning->knobs[0].step, rows[i].step, 0);
        assert_int_equal(tuning->knobs[0].whole, rows[i].step >= 1);
        assert_near(tuning->knobs[0].cost, rows[i].cost, 0);
    }
}

/* Keys of one knob keep their proportion to the first: whole ones rounded, each written only where
 * it moves. */
TEST(changes_of_a_knob_keep_its_keys_in_proportion)
{
    OWNED_DESIGN *design =
        open_text("name: own\nextends: tutorial\nmonsters: {troll: {hp: 40, power: 8}, "
                  "orc: {power: 3}}\ntargets:\n"
                  "  left: {metric: hp_left, of: player@3, against: troll, at_least: 0.8}\n"
                  "tune:\n"
                  "  power: {keys: [monsters.troll.power, monsters.orc.power, "
                  "growth.new_floor_heal, monsters.orc.defense], from: 2, to: 16}\n");
    OWNED_TUNING *tuning = tuned_section(design, 1, NULL, NULL);
    assert_int_equal(tuning->answer_count, 1);
    const wyrm_tuned *answer = &tuning->answers[0];
    const double times = answer->values[0] / 8;
    assert_true(answer->holds && times < 1);
    assert_near(answer->cost, 1 - times, 1e-12);
    assert_true(answer->low[0] <= answer->values[0] && answer->values[0] <= answer->high[0]);
    assert_int_equal(answer->change_count, 3); /* 0 stays 0 */
    static const char *const paths[] = {"monsters.troll.power", "monsters.orc.power",
                                        "growth.new_floor_heal"};
    const double wanted[] = {8 * times, round(3 * times), 0.5 * times};
    for (size_t i = 0; i < 3; i++) {
        assert_string_equal(answer->changes[i].path, paths[i]);
        assert_near(strtod(answer->changes[i].text, NULL), wanted[i], 1e-6);
    }
    assert_true(tuning->now.change_count == 0 && !tuning->now.holds);
    assert_near(tuning->now.values[0], 8, 0);
    assert_near(tuning->now.cost, 0, 0);
}

/* What held before and is asked for by nobody is named where an answer breaks it, once for all its
 * places; what did not hold is not. */
TEST(targets_that_an_answer_breaks_are_named)
{
    OWNED_DESIGN *design = open_text(
        "name: own\nextends: tutorial\nmonsters: {troll: {hp: 40}}\ntargets:\n"
        "  quick: {metric: attacks_to_kill, of: player@3, against: troll, at_most: 10}\n"
        "  long: {metric: attacks_to_kill, of: 'player@{level}', against: troll, levels: [1, 3], "
        "at_least: 12}\n"
        "  never: {metric: attacks_to_kill, of: player@3, against: troll, at_least: 99}\n"
        "  other: {metric: attacks_to_kill, of: player@3, against: orc, at_least: 1}\n"
        "tune:\n  hp: {keys: [monsters.troll.hp], from: 2, to: 60}\n");
    static const char *const wanted[] = {"quick"};
    wyrm_tuning *out = NULL;
    OWNED_ERRORS *errors = fresh_errors();
    const wyrm_tune_options how = {.wanted_count = 1, .wanted = wanted, .seed = 1};
    assert_told(wyrm_tune(design, &how, &out, errors), errors);
    OWNED_TUNING *tuning = out;
    assert_int_equal(tuning->goal_count, 1);
    assert_int_equal(tuning->games, 0);
    assert_true(tuning->answer_count > 0);
    assert_int_equal(tuning->answers[0].lost_count, 1);
    assert_string_equal(tuning->answers[0].lost[0], "long");
}

/* A quarter of a verdict's games, and at least twenty. */
TEST(a_point_of_the_search_has_a_quarter_of_the_games)
{
    static const struct {
        uint64_t exactly, games;
    } rows[] = {{8, 20}, {80, 20}, {84, 21}, {88, 22}};
    OWNED_DESIGN *design = open_text(
        "name: own\nextends: tutorial\ntargets: {t: {metric: arena_win_rate, arena: two_orcs, "
        "bot: idle, at_least: 0}}\ntune: {a: {keys: [monsters.orc.hp]}}\n");
    for (size_t i = 0; i < LENGTH_OF(rows); i++) {
        wyrm_tuning *out = NULL;
        OWNED_ERRORS *errors = fresh_errors();
        const wyrm_tune_options how = {.seed = 1, .effort = {.exactly = rows[i].exactly}};
        assert_told(wyrm_tune(design, &how, &out, errors), errors);
        OWNED_TUNING *tuning = out;
        assert_int_equal(tuning->games, rows[i].games);
        assert_int_equal(tuning->now.judged[0].runs, rows[i].exactly);
    }
}

TEST(what_there_is_too_much_or_nothing_of_is_told)
{
    static const char *const hp[] = {"monsters.orc.hp"};
    const char *many[WYRM_CHANGES_MAX + 1];
    wyrm_tune_knob knobs[WYRM_TUNE_KNOBS_MAX + 1];
    OWNED_DESIGN *design = with_knob("{keys: [monsters.orc.hp]}");
    OWNED_DESIGN *bare = open_text("name: bare\nextends: tutorial\ntargets: ~\n");
    for (size_t i = 0; i < LENGTH_OF(many); i++)
        many[i] = hp[0];
    for (size_t i = 0; i < LENGTH_OF(knobs); i++)
        knobs[i] = (wyrm_tune_knob){.path_count = 1, .paths = hp};
    const wyrm_tune_knob none = {.path_count = 0}, wide = {.path_count = 65, .paths = many};
    const wyrm_tune_knob full = {.path_count = 64, .paths = many};
    const struct {
        const wyrm_design *design;
        size_t count;
        const wyrm_tune_knob *knobs;
        const char *message;
    } rows[] = {
        {design, WYRM_TUNE_KNOBS_MAX + 1, knobs, "more than 32 knobs"},
        {design, WYRM_TUNE_KNOBS_MAX, knobs, NULL},
        {design, 1, &none, "a knob needs a key"},
        {design, 1, &wide, "knobs have more than 64 keys together"},
        {design, 1, &full, NULL},
        {bare, 0, NULL, "nothing may move: say which keys in the section 'tune', or with --keys"},
        {bare, 1, knobs, "the ruleset has no targets"},
    };
    for (size_t i = 0; i < LENGTH_OF(rows); i++) {
        wyrm_tuning *out = NULL;
        OWNED_ERRORS *errors = fresh_errors();
        const wyrm_tune_options how = {
            .seed = 1, .knob_count = rows[i].count, .knobs = rows[i].knobs};
        const wyrm_status status = wyrm_tune(rows[i].design, &how, &out, errors);
        if (rows[i].message == NULL) {
            assert_told(status, errors);
            assert_int_equal(out->knob_count, rows[i].count);
            wyrm_tuning_free(out);
            continue;
        }
        assert_int_equal(status, WYRM_ERROR_ARGUMENT);
        assert_null(out);
        assert_string_equal(wyrm_errors_at(errors, 0)->message, rows[i].message);
    }
}

/* A search goes on from values that another has kept, however they are written, and leaves out what
 * was cut off; of nothing kept at all there is nothing to tell. */
TEST(what_was_kept_is_not_measured_again)
{
    OWNED_DESIGN *design = open_text(knobs_text);
    kept none = {.most = 1}, whole = {.most = SIZE_MAX}, again = {.most = SIZE_MAX};
    wyrm_tuning *out = NULL;
    OWNED_ERRORS *errors = fresh_errors();
    const wyrm_tune_options at_once = {.seed = 1, .keep = keep, .context = &none};
    assert_int_equal(wyrm_tune(design, &at_once, &out, errors), WYRM_ERROR_LIMIT);
    assert_null(out);
    assert_string_equal(wyrm_errors_at(errors, 0)->message, "stopped before anything was measured");
    OWNED_TUNING *first = tuned_section(design, 1, NULL, &whole);
    assert_int_equal(whole.lines, first->tried + 1);
    /* without its last line's end, and with one that is none */
    char *left = zeroed(1, sizeof whole.text + 100);
    strcpy(left, whole.text);
    char *last = strrchr(left, '{');
    last[12] = '\0';
    OWNED_TUNING *rest = tuned_section(design, 1, left, &again);
    assert_int_equal(again.lines, 1); /* the last is measured once more */
    assert_true(strcmp(whole.text + (last - left), again.text) == 0);
    assert_int_equal(rest->answer_count, first->answer_count);
    for (size_t i = 0; i < first->answer_count; i++)
        assert_same_bits(rest->answers[i].cost, first->answers[i].cost);
    free(left);
}
