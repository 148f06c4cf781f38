/* Asking backwards: what is told of answers, and that mistyped questions get a hint.
 * solve_planted_test.c and solve_curves_test.c ask at random. */
#include "helpers.h"
#include "stride.h"

#include <wyrm.h>

RELEASED_BY(wyrm_solution, wyrm_solution_free)
#define OWNED_SOLUTION OWNED(wyrm_solution)

/* Blows with a chance to hit that for some is a curve with a maximum in its middle. */
static const char own_text[] =
    "name: own\n"
    "models: {combat: script, growth: points}\n"
    "combat:\n"
    "  stats:\n"
    "    hit: {default: 0.5}\n"
    "    damage: {kind: amount}\n"
    "    humps: {default: 0}\n"
    "  script: |\n"
    "    function attack(attacker, defender)\n"
    "      local p = attacker.hit\n"
    "      if attacker.humps > 0 then\n"
    "        local x = attacker.humps / 100\n"
    "        p = 4 * x * (1 - x)\n"
    "      end\n"
    "      if not chance(p) then return 0 end\n"
    "      return roll(attacker.damage)\n"
    "    end\n"
    "player: {hp: 10, damage: 1}\n"
    "monsters:\n"
    "  orc: {hp: 10, hit: 0.25, damage: 1d4+1}\n"
    "  hump: {hp: 10, humps: 10, damage: 1}\n"
    "bands: {B1: [1, 2], B2: [3, 4]}\n"
    "targets:\n"
    "  one: {metric: win_chance, of: player, against: orc, range: 0.5}\n";

static wyrm_design *open_text(const char *text)
{
    wyrm_design *design;
    OWNED_ERRORS *errors = fresh_errors();
    if (wyrm_design_parse("own.yaml", text, strlen(text), &design, errors) != WYRM_OK)
        fail_msg("%s", wyrm_errors_at(errors, 0)->message);
    return design;
}

static wyrm_design *open_own(void)
{
    return open_text(own_text);
}

static wyrm_solution *solved(const wyrm_design *design, const char *key, const char *asked,
                             const wyrm_solve_options *options)
{
    wyrm_solution *out = NULL;
    if (wyrm_solve(design, key, asked, options, &out, &last_error) != WYRM_OK)
        fail_msg("%s %s: %s", key, asked, last_error.message);
    return out;
}

/* The chance to hit is greatest in the middle of the range: two values give the same. */
TEST(of_a_metric_that_turns_both_values_are_told)
{
    NOT_TO_WATCH_THREADS();
    OWNED_DESIGN *own = open_own();
    OWNED_SOLUTION *at =
        solved(own, "monsters.hump.humps", "attacks_to_kill(hump, player)=12.5",
               &(wyrm_solve_options){
                   .has_from = true, .from = 1, .has_to = true, .to = 99, .step = 0, .seed = 1});
    /* ten hits at 80 %: 4 x (1 - x) = 0.8 */
    assert_int_equal(at->answer_count, 2);
    assert_near(at->answers[0].best.at, 50 - 50 * sqrt(0.2), 1e-3);
    assert_near(at->answers[1].best.at, 50 + 50 * sqrt(0.2), 1e-3);
    OWNED_SOLUTION *never = solved(
        own, "monsters.hump.humps", "attacks_to_kill(hump, player)=9.9",
        &(wyrm_solve_options){.has_from = true, .from = 1, .has_to = true, .to = 99, .seed = 1});
    assert_int_equal(never->answer_count, 0);
    assert_near(never->least.at, 50, 0.5);
    assert_near(never->least.value, 10, 1e-3);
}

/* Pity gives the most just before it has nothing left to give. This also holds in sampled
 * campaigns, where the single value between two distinguishable ones is examined. */
TEST(what_is_greatest_at_the_edge_of_nothing_is_found_of_samples_too)
{
    static const char rules[] =
        "name: edge\n"
        "models: {combat: accuracy, encounter: hordes, loot: banded, map: rooms}\n"
        "bands: {all: [1, 2]}\n"
        "player: {hp: 10, damage: 2}\n"
        "monsters: {rat: {hp: 3, damage: 1}}\n"
        "encounter: {last_depth: 2, depths: [{groups: 1}], hordes: {rat: {}}}\n"
        "items: {cure: {categories: [healing], weight: 4}, rock: {weight: 8}}\n"
        "loot:\n"
        "  modes: {normal: 3}\n"
        "  factors: {healing: {all: 0.6}}\n"
        "  pity: {thresholds: {healing: {all: 4}}}\n"
        "map: {width: 60, height: 40, tries: 20}\n"
        "vaults: {den: {map: \"###\\n#..\\n###\"}}\n"; /* a vault, so that campaigns are sampled */
    OWNED_ERRORS *errors = fresh_errors();
    wyrm_design *made;
    assert_int_equal(wyrm_design_parse("edge.yaml", rules, sizeof rules - 1, &made, errors),
                     WYRM_OK);
    OWNED_DESIGN *design = made;
    OWNED_SOLUTION *out =
        solved(design, "loot.factors.healing.all", "pity_rate(healing, 1)=17..20 %",
               &(wyrm_solve_options){.seed = 1, .threads = 2, .effort = {.exactly = 200}});
    assert_true(out->sampled);
    assert_int_equal(out->answer_count, 1);
    /* with nothing found by chance it is a room in four */
    assert_true(out->answers[0].best.at > 0 && out->answers[0].best.at < 0.2);
    assert_true(out->answers[0].best.value > 0.17 && out->answers[0].best.value < 0.20);
}

/* Experience to level 9 in whole numbers, each level costing `times` the one before. */
static double experience_to_nine(double times)
{
    double sum = 0, step = 50;
    for (int level = 1; level < 9; level++, step = floor(step * times + 1e-9))
        sum += step;
    return sum;
}

/* The parts of a ratio are limited: values that need more decimals are not tried. */
TEST(a_ratio_is_found_in_the_decimals_that_its_parts_allow)
{
    static const char sharp[] = "name: sharp\n"
                                "models: {combat: accuracy}\n"
                                "combat:\n"
                                "  hit_base: 1\n"
                                "  hit_clamp: [0, 1]\n"
                                "  critical_chance: 1/4\n"
                                "  critical_factor: 3/2\n"
                                "player: {hp: 10, damage: 1000}\n"
                                "monsters:\n"
                                "  orc: {hp: 10}\n";
    OWNED_DESIGN *ruggrogue = open_shipped("ruggrogue");
    OWNED_SOLUTION *times =
        solved(ruggrogue, "growth.experience.increase", "experience_to_level(9)=1000", NULL);
    assert_int_equal(times->refused, 0);
    assert_int_equal(times->answer_count, 1);
    assert_near(experience_to_nine(times->answers[0].best.at), 1000, 0);
    OWNED_ERRORS *errors = fresh_errors();
    wyrm_design *design;
    assert_int_equal(wyrm_design_parse("sharp.yaml", sharp, sizeof sharp - 1, &design, errors),
                     WYRM_OK);
    OWNED_SOLUTION *factor =
        solved(design, "combat.critical_factor", "hit_mean(player, orc)=1182.5", NULL);
    wyrm_design_free(design);
    assert_int_equal(factor->refused, 0);
    assert_int_equal(factor->answer_count, 1);
    assert_near(factor->answers[0].best.at, 1.73, 0); /* 3/4 of 1000, 1/4 of 1730 */
}

TEST(what_stands_there_is_told_though_steps_leave_it_out)
{
    NOT_TO_WATCH_THREADS();
    OWNED_DESIGN *own = open_own();
    OWNED_SOLUTION *at = solved(own, "monsters.orc.hit", "average_hits_to_kill(orc, player)=7",
                                &(wyrm_solve_options){.step = 0.2, .seed = 1});
    assert_near(at->now.at, 0.25, 0);
    assert_near(at->now.value, 10 / (0.25 * 3.5), 1e-9);
}

/* Without a hump half of the blows miss; with one of 8 or 92 nearly the 70 % asked for. */
TEST(what_is_jumped_over_far_away_is_no_answer_beside_one_that_is_near)
{
    NOT_TO_WATCH_THREADS();
    OWNED_DESIGN *own = open_own();
    OWNED_SOLUTION *at =
        solved(own, "monsters.hump.humps", "hit_miss(hump, player)=0.7",
               &(wyrm_solve_options){
                   .has_from = true, .from = 0, .has_to = true, .to = 99, .step = 1, .seed = 1});
    assert_int_equal(at->answer_count, 2);
    assert_near(at->answers[0].best.at, 8, 0);
    assert_near(at->answers[1].best.at, 92, 0);
}

/* 10 hit points by a quarter of 2.5 + x. */
/* 0, 10, 5, 0, 10, 5...: 5 is jumped over as often as it is met, too far off to be told, and that
 * leaves room for all values that give it. Of 0, 10, 0, 10... each 10 is near 9.5, from both sides,
 * and told once. */
TEST(jumps_that_are_not_told_take_no_room_and_none_is_told_twice)
{
    OWNED_DESIGN *design = open_text("name: own\n"
                                     "models: {combat: script}\n"
                                     "combat:\n"
                                     "  stats: {of: {kind: whole}, cycle: {kind: whole}}\n"
                                     "  script: |\n"
                                     "    function attack(attacker, defender)\n"
                                     "      return ({0, 10, 5})[attacker.of % attacker.cycle + 1]\n"
                                     "    end\n"
                                     "player: {hp: 10, of: 1}\n"
                                     "monsters: {orc: {hp: 10, cycle: 1}}\n");
    const wyrm_solve_options options = {.has_from = true, .has_to = true, .from = 0, .to = 59};
    OWNED_SOLUTION *met = solved(design, "player.of", "hit_mean(player,cycle=3, orc)=5", &options);
    assert_int_equal(met->more, 0);
    assert_int_equal(met->answer_count, 20);
    for (size_t i = 0; i < met->answer_count; i++) {
        assert_false(met->answers[i].jumps);
        assert_int_equal(met->answers[i].best.at, 3 * i + 2);
    }
    const wyrm_solve_options few = {.has_from = true, .has_to = true, .from = 0, .to = 8};
    OWNED_SOLUTION *near = solved(design, "player.of", "hit_mean(player,cycle=2, orc)=9.5", &few);
    assert_int_equal(near->answer_count, 4);
    for (size_t i = 0; i < near->answer_count; i++) {
        assert_true(near->answers[i].jumps);
        assert_int_equal(near->answers[i].best.at, 2 * i + 1);
    }
}

TEST(a_number_within_an_amount_is_asked_for_by_a_pattern)
{
    NOT_TO_WATCH_THREADS();
    OWNED_DESIGN *own = open_own();
    const wyrm_solve_options options = {.pattern = "1d4+{}", .seed = 1};
    OWNED_SOLUTION *at = solved(own, "monsters.orc.damage",
                                "average_hits_to_kill(orc, player)=8.888888889", &options);
    assert_int_equal(at->answer_count, 1);
    assert_false(at->answers[0].jumps);
    assert_near(at->answers[0].best.at, 2, 0);
    assert_near(at->answers[0].below.value, 40 / 3.5, 1e-9);
    assert_near(at->answers[0].above.value, 40 / 5.5, 1e-9);
    OWNED_SOLUTION *nearly =
        solved(own, "monsters.orc.damage", "average_hits_to_kill(orc, player)=8", &options);
    assert_int_equal(nearly->answer_count, 1);
    assert_true(nearly->answers[0].jumps);
    assert_near(nearly->answers[0].best.at, 3, 0); /* 7.27 is nearer than 8.89 */
    wyrm_solution *none = NULL;
    assert_int_equal(wyrm_solve(own, "monsters.orc.damage", "average_hits_to_kill(orc, player)=8",
                                &(wyrm_solve_options){.seed = 1}, &none, &last_error),
                     WYRM_ERROR_ARGUMENT);
    assert_string_equal(last_error.hint, "--as '1d4+{}' asks for a number in it");
}

TEST(of_a_range_all_values_are_told)
{
    NOT_TO_WATCH_THREADS();
    OWNED_DESIGN *own = open_own();
    OWNED_SOLUTION *at = solved(own, "monsters.orc.hit",
                                "average_hits_to_kill(orc, player)=7.142857143..9.523809524", NULL);
    assert_int_equal(at->answer_count, 1);
    assert_near(at->answers[0].from, 0.3, 1e-3);
    assert_near(at->answers[0].to, 0.4, 1e-3);
    assert_true(at->answers[0].from >= 0.3 - 1e-6 && at->answers[0].to <= 0.4 + 1e-6);
    OWNED_SOLUTION *least =
        solved(own, "monsters.orc.hit", "average_hits_to_kill(orc, player)=..3.174603175", NULL);
    assert_near(least->answers[0].from, 0.9, 1e-3);
    assert_true(least->answers[0].last);
}

/* Two heaps of 5 to `most` pieces each, rounded down: of a whole number and of all up to the next
 * one they are 5 + most on average. */
TEST(where_many_values_give_one_point_both_ends_are_told)
{
    static const char text[] = "name: heaps\n"
                               "models: {loot: floors}\n"
                               "loot: {last_depth: 1, number: [{items: 1}],\n"
                               "  categories: {all: {weight: 1}}}\n"
                               "items: {mend: {category: all, weight: 1}}\n"
                               "gold: {floors: [{heaps: 2, least: 5, most: 12}]}\n";
    OWNED_DESIGN *heaps = open_text(text);
    for (int most = 7; most < 40; most += 4) {
        char asked[64];
        snprintf(asked, sizeof asked, "found_gold(1)=%d", 5 + most);
        const wyrm_solve_options options = {.has_from = true, .has_to = true, .from = 6, .to = 60};
        OWNED_SOLUTION *found = solved(heaps, "gold.floors.1.most", asked, &options);
        assert_int_equal(found->answer_count, 1);
        assert_true(found->answers[0].from == most);
        assert_true(found->answers[0].to > most + 0.9 && found->answers[0].to < most + 1);
        assert_near(found->answers[0].best.value, 5 + most, 1e-9);
    }
    /* What lies below the first such plateau is refused: there can be no fewer than the least. */
    const wyrm_solve_options options = {.has_from = true, .has_to = true, .from = 0, .to = 60};
    OWNED_SOLUTION *least = solved(heaps, "gold.floors.1.most", "found_gold(1)=10", &options);
    assert_int_equal(least->answer_count, 1);
    assert_true(least->answers[0].from == 5);
    assert_true(least->answers[0].to > 5.9 && least->answers[0].to < 6);
}

/* The range ends with the schema, or a hundred times the present value away; the number in a
 * pattern starts at 0. Two values of each are enough to see it. */
TEST(the_range_is_that_of_the_schema_about_what_stands_there)
{
    static const struct {
        const char *key, *pattern;
        double least, most;
    } cases[] = {{"player.hp", NULL, 1, 10 + 100 * 10},
                 {"monsters.orc.hp", NULL, 1, 10 + 100 * 10},
                 {"monsters.orc.damage", "1d4+{}", 0, 100}};
    wyrm_design *design = open_own();
    for (size_t i = 0; i < LENGTH_OF(cases); i++) {
        const wyrm_solve_options how = {.pattern = cases[i].pattern,
                                        .step = cases[i].most - cases[i].least};
        OWNED_SOLUTION *got =
            solved(design, cases[i].key, "win_chance(player, orc)=0.4..0.6", &how);
        assert_near(got->range.low, cases[i].least, 0);
        assert_near(got->range.high, cases[i].most, 0);
    }
    wyrm_design_free(design);
}

TEST(what_makes_no_difference_is_told)
{
    OWNED_DESIGN *own = open_own();
    OWNED_SOLUTION *at =
        solved(own, "monsters.hump.hp", "average_hits_to_kill(orc, player)=5", NULL);
    assert_true(at->flat);
    assert_int_equal(at->answer_count, 0);
    assert_near(at->now.at, 10, 0);
}

static void assert_refuses(const char *key, const char *asked, const char *message,
                           const char *hint)
{
    OWNED_DESIGN *own = open_own();
    wyrm_solution *out = NULL;
    last_error = (wyrm_error){0};
    assert_int_not_equal(wyrm_solve(own, key, asked, NULL, &out, &last_error), WYRM_OK);
    assert_null(out);
    if (strstr(last_error.message, message) == NULL)
        fail_msg("%s %s: '%s' instead of '%s'", key, asked, last_error.message, message);
    if (hint != NULL)
        assert_string_equal(last_error.hint, hint);
}

TEST(what_is_typed_wrong_is_told_what_it_might_be)
{
    assert_refuses("monsters.orc.hp", "win_chanc(player, orc)=0.5", "unknown metric 'win_chanc'",
                   "did you mean 'win_chance'?");
    assert_refuses("monsters.ork.hp", "win_chance(player, orc)=0.5",
                   "there is nothing at 'monsters.ork.hp'", "did you mean 'orc'?");
    assert_refuses("monsters.orc.hpp", "win_chance(player, orc)=0.5",
                   "unknown key 'hpp' in 'monsters.orc.hpp'", "did you mean 'hp'?");
    assert_refuses("monsters.orc.hp", "win_chance(player, ork)=0.5", "no combatant 'ork'",
                   "did you mean 'orc'?");
    assert_refuses("monsters.orc.hp", "win_chance(player, orc, firs=opponent)=0.5",
                   "'win_chance' takes no 'firs'", "did you mean 'first'?");
    assert_refuses("monsters.orc.hp", "win_chance(player)=0.5", "'win_chance' needs 'against'", "");
    assert_refuses("monsters.orc.hp", "win_chance(player, orc)=60",
                   "target 'win_chance' has an end of 60", "did you mean 0.6? 60 % is 0.6");
    assert_refuses("monsters.orc.hp", "win_chance(player, orc)", "what is asked ends in", "");
    assert_refuses("monsters.orc.hp", "win_chance(player, orc=0.5", "lacks a ')'", "");
    assert_refuses("monsters.orc.hp", "duel_turns(player, orc)=5 %", "is no share", "");
    assert_refuses("monsters.orc.hp", "win_chance(player, orc)=0.6..0.5", "a range goes upwards",
                   "");
    assert_refuses("targets.one.range", "win_chance(player, orc)=0.5", "targets are what is wanted",
                   "");
    assert_refuses("monsters", "win_chance(player, orc)=0.5", "'monsters' is no number", "");
    assert_refuses("monsters.orc.hp", "run_win_rate=0.5", "'run_win_rate' needs to know", "");
    assert_refuses("", "win_chance(player, orc)=0.5", "", NULL);
    assert_refuses("monsters.orc.hp", "", "unknown metric ''", NULL);
    assert_refuses("monsters.orc.hp", "win_chance(\"]}, orc)=0.5", "no combatant", NULL);
}

/* The present value may be the problem. */
TEST(a_present_value_that_cannot_be_measured_refuses_no_other)
{
    static const char rules[] = "name: strong\n"
                                "models: {combat: script, growth: points}\n"
                                "combat:\n"
                                "  stats:\n"
                                "    power: {default: 1}\n"
                                "  script: |\n"
                                "    function attack(attacker, defender)\n"
                                "      if attacker.power > 50 then error('too strong') end\n"
                                "      return attacker.power\n"
                                "    end\n"
                                "player: {hp: 10, power: 1}\n"
                                "monsters: {orc: {hp: 10, power: 60}}\n";
    OWNED_ERRORS *errors = fresh_errors();
    wyrm_design *made;
    assert_int_equal(wyrm_design_parse("strong.yaml", rules, sizeof rules - 1, &made, errors),
                     WYRM_OK);
    OWNED_DESIGN *design = made;
    const wyrm_solve_options near = {.seed = 1, .has_from = true, .step = 1, .has_to = true};
    for (int within = 0; within < 2; within++) {
        wyrm_solve_options how = near;
        how.to = within ? 80 : 40;
        OWNED_SOLUTION *out =
            solved(design, "monsters.orc.power", "win_chance(orc, player)=1", &how);
        assert_true(out->has_now && out->now.at == 60 && isnan(out->now.value));
        assert_int_equal(out->refused, within ? 30 : 0);
        assert_int_equal(out->answer_count, 1);
        assert_true(out->answers[0].from == 1 && out->answers[0].to == (within ? 50 : 40));
    }
}

/* The question that a judgement suggests for each failed target gives the same figure at the same
 * place. */
TEST(targets_that_fail_are_asked_about_as_they_were_measured)
{
    static const char *const keys[][2] = {{"tutorial", "player.hp"}, {"ruggrogue", "combat.miss"}};
    size_t asked = 0;
    for (size_t r = 0; r < LENGTH_OF(keys); r++) {
        OWNED_DESIGN *design = open_shipped(keys[r][0]);
        const double now =
            wyrm_value_real(wyrm_ruleset_find(wyrm_design_ruleset(design), keys[r][1]));
        wyrm_judgement *judgement;
        const wyrm_judge_options few = {.seed = 1, .effort = {.exactly = 4}};
        assert_ok(wyrm_judge(design, &few, &judgement, NULL), NULL);
        for (size_t i = 0; i < judgement->judged_count; i++) {
            const wyrm_judged *judged = &judgement->judged[i];
            assert_int_equal(judged->question != NULL, judged->verdict != WYRM_PASS);
            if (judged->question == NULL || judged->sampled)
                continue;
            OWNED_SOLUTION *at =
                solved(design, keys[r][1], judged->question,
                       &(wyrm_solve_options){
                           .has_from = true, .from = now, .has_to = true, .to = now, .seed = 1});
            if (fabs(at->now.value - judged->value) > 1e-12)
                fail_msg("%s: %g instead of %g", judged->question, at->now.value, judged->value);
            assert_string_equal(at->where, judged->where);
            assert_int_equal(at->answer_count, 0);
            asked++;
        }
        wyrm_judgement_free(judgement);
    }
    assert_true(asked > 10);
}

static bool stop(double done, void *context)
{
    assert_true(done >= 0 && done <= 1);
    return ++*(int *)context < 5;
}

TEST(stopped_it_has_the_points_so_far_and_no_answers)
{
    OWNED_DESIGN *yarl = open_shipped("yarl");
    wyrm_solution *out = NULL;
    int asked = 0;
    assert_works(wyrm_solve(yarl, "monsters.orc.hp", "win_chance(player@3, orc)=60 %",
                            &(wyrm_solve_options){.progress = stop, .context = &asked}, &out,
                            &last_error));
    assert_int_equal(asked, 5);
    assert_true(out->stopped);
    assert_true(out->point_count > 0);
    assert_int_equal(out->answer_count, 0);
    wyrm_solution_free(out);
}

typedef struct shares {
    size_t count;
    double last;
} shares;

static bool hear_share(double done, void *context)
{
    shares *of = context;
    assert_true(done >= of->last && done <= 1);
    of->last = done;
    of->count++;
    return true;
}

TEST(progress_goes_up_as_games_are_played)
{
    OWNED_DESIGN *design = open_shipped("tutorial");
    for (unsigned threads = 1; threads <= 2; threads++) {
        shares heard = {0, 0};
        OWNED_SOLUTION *got = solved(design, "monsters.orc.hp", "arena_turns(two_orcs)=10..12",
                                     &(wyrm_solve_options){.has_from = true,
                                                           .from = 10,
                                                           .has_to = true,
                                                           .to = 40,
                                                           .step = 10,
                                                           .effort = {.exactly = 60},
                                                           .threads = threads,
                                                           .progress = hear_share,
                                                           .context = &heard});
        assert_int_equal(got->tried, 4);
        assert_true(heard.count >= 4 && heard.last > 0);
    }
}

/* Questions, keys and combatants are written with a point, and so is what is tried. */
TEST(questions_do_not_follow_the_locale)
{
    OWNED_DESIGN *own = open_own();
    if (!set_comma_locale())
        skip();
    wyrm_combatant orc;
    const wyrm_status there =
        wyrm_roster_combatant(wyrm_design_roster(own), "orc,hit=0.75", &orc, &last_error);
    wyrm_solution *at = NULL;
    const wyrm_status asked = wyrm_solve(
        own, "monsters.orc.hit", "hit_miss(orc,damage=1, player)=37.5 %", NULL, &at, &last_error);
    setlocale(LC_ALL, "C");
    assert_ok(there, &last_error);
    assert_ok(asked, &last_error);
    assert_near(orc.stats[wyrm_combat_stat(wyrm_design_combat(own), "hit")], 0.75, 0);
    assert_int_equal(at->answer_count, 1);
    assert_near(at->answers[0].from, 0.625, 1e-6);
    wyrm_solution_free(at);
}
