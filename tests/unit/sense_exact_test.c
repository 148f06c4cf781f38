/* Sensing what can be worked out: by how much keys of each kind are turned, which of them a pattern
 * means, in which unit effects are weighed, and which keys matter together. Nobody plays, so all of
 * it is known here; sense_test.c has what is played. */
#include "sensed.h"

/* A player of stats s1 to s20, all 10 but those that are said, whose blow is this expression. */
static wyrm_design *striker(const char *blow, const char *stats)
{
    char text[3000];
    int length = snprintf(text, sizeof text,
                          "name: own\nmodels: {combat: script}\ncombat:\n  script: |\n"
                          "    function attack(a, d)\n      return %s\n    end\n  stats:\n",
                          blow);
    for (int i = 1; i <= 20; i++)
        length +=
            snprintf(text + length, sizeof text - (size_t)length, "    s%d: {default: 0}\n", i);
    length += snprintf(text + length, sizeof text - (size_t)length, "player: {hp: 2000, %s", stats);
    for (int i = 1; i <= 20; i++) {
        char name[8];
        snprintf(name, sizeof name, "s%d:", i);
        if (strstr(stats, name) == NULL)
            length += snprintf(text + length, sizeof text - (size_t)length, ", s%d: 10", i);
    }
    snprintf(text + length, sizeof text - (size_t)length, "}\nmonsters: {orc: {hp: 2000}}\n");
    return design_from(text);
}

static const char *const hit = "hit_mean(player, orc)", *const stats_of_player = "player.s*";

static wyrm_sense *of_stats(const wyrm_design *design, double by)
{
    return sensed(design, &(wyrm_sense_options){.key_count = 1,
                                                .keys = &stats_of_player,
                                                .metric_count = 1,
                                                .metrics = &hit,
                                                .by = by});
}

/* ---- steps ---- */

/* By a half of itself, as its kind takes it: whole numbers by at least 1, nothing beyond its
 * limits, each number of several but 0, amounts by a constant. */
TEST(keys_are_turned_by_a_share_of_what_they_are)
{
    static const struct {
        const char *path, *now, *up, *down; /* NULL: there is none */
        double change;                      /* of the first step; 0: not of one number */
        bool whole;
    } wanted[] = {
        {"player.hp", "1", "2", NULL, 1, true},
        {"player.power", "7", "11", "3", 4, true},
        {"player.defense", "0", "1", NULL, 1, true},
        {"monsters.orc.hp", "20", "30", "10", 10, true},
        {"monsters.rat.hp", "2d4", "\"2d4+3\"", "\"2d4-3\"", 0, true}, /* 5 on average */
        {"monsters.orc.weight", "80", "120", "40", 40, true},
        {"monsters.troll.weight", "[[15, 3], [30, 5], [0, 7]]", "[[23, 3], [45, 5], [0, 7]]",
         "[[7, 3], [15, 5], [0, 7]]", 0, false},
        {"growth.new_floor_heal", "1/2", "0.75", "0.25", 0.25, false},
        {"growth.heal_on_level_up", "true", "false", NULL, 0, false},
        {"map.room_side", "[6, 9]", "[9, 14]", "[3, 4]", 0, true},
        {"game.asleep", "0", "0.5", NULL, 0.5, false},
    };
    OWNED_DESIGN *design =
        ruleset_with("tutorial", "player: {hp: 1, power: 7, defense: 0}\n"
                                 "monsters: {rat: {hp: 2d4, power: 1, weight: 1}, "
                                 "troll: {weight: [[15, 3], [30, 5], [0, 7]]}}\n"
                                 "growth: {heal_on_level_up: true}\nmap: {room_side: [6, 9]}\n"
                                 "game: {asleep: 0}");
    const char *keys[LENGTH_OF(wanted)];
    static const char *const metric = "win_chance(player, orc)";
    for (size_t i = 0; i < LENGTH_OF(wanted); i++)
        keys[i] = wanted[i].path;
    OWNED_SENSE *sense = sensed(design, &(wyrm_sense_options){.key_count = LENGTH_OF(wanted),
                                                              .keys = keys,
                                                              .metric_count = 1,
                                                              .metrics = &metric,
                                                              .by = 0.5});
    assert_int_equal(sense->key_count, LENGTH_OF(wanted));
    assert_near(sense->by, 0.5, 0);
    for (size_t i = 0; i < LENGTH_OF(wanted); i++) {
        const wyrm_sense_key *key = key_of(sense, wanted[i].path);
        const size_t steps = 1 + (size_t)(wanted[i].down != NULL);
        assert_string_equal(key->now, wanted[i].now);
        assert_int_equal(key->step_count, steps);
        assert_string_equal(key->steps[0].text, wanted[i].up);
        assert_near(key->steps[0].change, wanted[i].change, 1e-12);
        if (steps == 2)
            assert_string_equal(key->steps[1].text, wanted[i].down);
        const bool is_switch = strcmp(wanted[i].up, "false") == 0;
        assert_int_equal(key->steps[0].direction, is_switch ? 0 : 1);
        if (steps == 2)
            assert_int_equal(key->steps[1].direction, -1);
        assert_int_equal(key->whole, wanted[i].whole);
    }
}

/* What does not say that it takes whole numbers alone, and does, is turned by 1. */
TEST(what_takes_whole_numbers_only_is_turned_by_one)
{
    static const char *const keys[] = {"monsters.cat.weight", "monsters.rat.weight"};
    static const char *const metric = "monster_share(cat, 1)";
    OWNED_DESIGN *design = design_from(
        "name: cats\nmodels: {combat: subtract, encounter: tables, map: tunnels}\n"
        "encounter: {last_depth: 2, rooms: {most: [[2, 1]]}}\nplayer: {hp: 20, power: 5}\n"
        "monsters: {rat: {hp: 4, power: 2, weight: 7}, cat: {hp: 8, power: 3, weight: 5}}\n");
    OWNED_SENSE *sense = sensed(
        design,
        &(wyrm_sense_options){.key_count = 2, .keys = keys, .metric_count = 1, .metrics = &metric});
    const wyrm_sense_key *cat = key_of(sense, keys[0]), *rat = key_of(sense, keys[1]);
    assert_string_equal(cat->steps[0].text, "6");
    assert_string_equal(cat->steps[1].text, "4");
    assert_near(cat->steps[0].change, 1, 0);
    assert_near(cat->steps[1].change, -1, 0);
    assert_near(cat->steps[0].effects[0].value, 6.0 / 13 - 5.0 / 12, 1e-12);
    assert_near(cat->steps[1].effects[0].value, 4.0 / 11 - 5.0 / 12, 1e-12);
    assert_string_equal(rat->steps[0].text, "8");
    assert_string_equal(rat->steps[1].text, "6");
    assert_near(rat->steps[0].effects[0].value, 5.0 / 13 - 5.0 / 12, 1e-12);
    assert_near(rat->strength, fabs(5.0 / 11 - 5.0 / 12) / 0.1, 1e-9); /* a share's tenth */
}

/* `*` stands for letters of one word; a path of others means all that is in it. */
TEST(patterns_mean_the_keys_that_they_match)
{
    static const struct {
        const char *pattern;
        size_t count;
        const char *some;
    } rows[] = {
        {"player", 3, "player.hp"},
        {"player.hp", 1, "player.hp"},
        {"*.hp", 1, "player.hp"},
        {"monsters.*.hp", 2, "monsters.rat.hp"},
        {"monsters.o*", 3, "monsters.orc.power"},
        {"monsters.*c.power", 1, "monsters.orc.power"},
        {"monsters.*r*", 6, "monsters.rat.defense"},
        {"mon*", 6, "monsters.rat.hp"},
        {"*.*.defense", 2, "monsters.orc.defense"},
    };
    static const char *const unknown[] = {"player.h", "monsters.rat.hpp", "monster", "*.ork",
                                          "monsters.*.*.hp"};
    static const char *const metric = "win_chance(player, orc)";
    OWNED_DESIGN *design = design_from("name: own\nmodels: {combat: subtract}\n"
                                       "player: {hp: 20, power: 5, defense: 1}\nmonsters:\n"
                                       "  orc: {hp: 10, power: 3, defense: 1}\n"
                                       "  rat: {hp: 4, power: 2, defense: 1}\n");
    for (size_t i = 0; i < LENGTH_OF(rows); i++) {
        OWNED_SENSE *sense = sensed(design, &(wyrm_sense_options){.key_count = 1,
                                                                  .keys = &rows[i].pattern,
                                                                  .metric_count = 1,
                                                                  .metrics = &metric});
        if (sense->key_count != rows[i].count)
            fail_msg("%s: %zu keys", rows[i].pattern, sense->key_count);
        assert_non_null(key_of(sense, rows[i].some));
    }
    for (size_t i = 0; i < LENGTH_OF(unknown); i++) {
        wyrm_sense *out = NULL;
        const char *const keys[] = {"player.hp", unknown[i]}; /* though another is known */
        assert_int_equal(wyrm_sense_keys(design,
                                         &(wyrm_sense_options){.key_count = 2,
                                                               .keys = keys,
                                                               .metric_count = 1,
                                                               .metrics = &metric},
                                         &out, &last_error),
                         WYRM_ERROR_UNKNOWN);
        assert_null(out);
        assert_non_null(strstr(last_error.message, unknown[i]));
    }
    /* without any, all that is written */
    OWNED_SENSE *all = sensed(design, &(wyrm_sense_options){.metric_count = 1, .metrics = &metric});
    assert_int_equal(all->key_count, 9);
}

/* What is read as a text, as it may also be words or dice, is named where it is asked for, and
 * told to be asked for otherwise. */
TEST(texts_are_not_turned)
{
    static const char *const keys[] = {"combat.stats.s2.default", "combat.stats.*.default"};
    OWNED_DESIGN *design = striker("a.s1", "s1: 10");
    for (size_t i = 0; i < LENGTH_OF(keys); i++) {
        char said[100];
        wyrm_sense *out = NULL;
        assert_int_equal(wyrm_sense_keys(design,
                                         &(wyrm_sense_options){.key_count = 1,
                                                               .keys = &keys[i],
                                                               .metric_count = 1,
                                                               .metrics = &hit},
                                         &out, &last_error),
                         WYRM_ERROR_ARGUMENT);
        assert_null(out);
        snprintf(said, sizeof said,
                 "'combat.stats.s%d.default' is read as a text, as it may also be a word or dice",
                 i == 0 ? 2 : 1);
        assert_string_equal(last_error.message, said);
        assert_string_equal(last_error.hint, "wyrm solve --as '{}' asks for a number in it");
    }
    OWNED_SENSE *all = sensed(design, &(wyrm_sense_options){.metric_count = 1, .metrics = &hit});
    assert_int_equal(all->left_count, 20);
    assert_string_equal(all->left[0], "combat.stats.s1.default");
    assert_string_equal(all->left[19], "combat.stats.s20.default");
    OWNED_SENSE *some = of_stats(design, 0);
    assert_int_equal(some->left_count, 0);
    assert_int_equal(some->key_count, 20);
}

/* ---- goals ---- */

/* In widths of what is wanted; of an open end a tenth of it, of a share ten points. */
TEST(effects_are_weighed_by_what_is_wanted)
{
    static const struct {
        const char *metric;
        double width;
    } rows[] = {
        {"hit_mean(player, orc)=75..85", 10},
        {"hit_mean(player, orc)=..60", 6},
        {"hit_mean(player, orc)=50..", 5},
        {"hit_mean(player, orc)=40", 4},
        {"hit_mean(player, orc)", 8}, /* of its 80 */
        {"hit_miss(player, orc)=0.2..0.7", 0.5},
        {"hit_miss(player, orc)=0.5", 0.1},
        {"hit_miss(player, orc)=..0.9", 0.1},
        {"hit_mean(orc, player)", 1}, /* of nothing */
    };
    static const char *const key = "player.s1";
    OWNED_DESIGN *design = striker("a.s1 * 8", "s1: 10");
    for (size_t i = 0; i < LENGTH_OF(rows); i++) {
        OWNED_SENSE *sense = sensed(design, &(wyrm_sense_options){.key_count = 1,
                                                                  .keys = &key,
                                                                  .metric_count = 1,
                                                                  .metrics = &rows[i].metric});
        assert_near(sense->goals[0].width, rows[i].width, 1e-9);
        const bool moved = strncmp(rows[i].metric, "hit_mean(player", 15) == 0;
        assert_int_equal(sense->found, moved);
        assert_near(sense->keys[0].strength, moved ? 8 / rows[i].width : 0, 1e-9);
        assert_int_equal(sense->keys[0].steps[0].most, moved ? 0 : WYRM_SENSE_NONE);
        assert_int_equal(sense->games, 0);
    }
}

/* Of several goals a step has the one that it moves most, in widths; keys come by that. */
TEST(the_goal_that_is_moved_most_is_that_of_a_step)
{
    static const char *const metrics[] = {"hit_mean(player, orc)=0..40", "hit_mean(player, orc)=10",
                                          "hit_mean(player, orc)=0..20"};
    static const char *const keys[] = {"player.s2", "player.s1"};
    OWNED_DESIGN *design = striker("a.s1 + 3 * a.s2", "s1: 10");
    OWNED_SENSE *sense = sensed(
        design,
        &(wyrm_sense_options){.key_count = 2, .keys = keys, .metric_count = 3, .metrics = metrics});
    assert_int_equal(sense->found, 2);
    assert_string_equal(sense->keys[0].path, "player.s2");
    assert_near(sense->keys[0].strength, 3, 1e-9); /* 3 in widths of 1 */
    assert_near(sense->keys[1].strength, 1, 1e-9);
    for (size_t k = 0; k < 2; k++)
        for (size_t s = 0; s < 2; s++) {
            const wyrm_sense_step *step = &sense->keys[k].steps[s];
            assert_int_equal(step->most, 1);
            for (size_t g = 0; g < 3; g++) {
                assert_true(step->effects[g].found && !step->effects[g].sampled);
                assert_near(step->effects[g].value, (k == 0 ? 3 : 1) * (s == 0 ? 1 : -1), 1e-9);
                assert_near(step->effects[g].ci95.low, step->effects[g].value, 1e-9);
            }
        }
    static const char *const targets[] = {"hit_mean", "hit_mean_2", "hit_mean_3"};
    for (size_t g = 0; g < 3; g++) {
        assert_string_equal(sense->goals[g].target, targets[g]);
        assert_string_equal(sense->goals[g].metric, "hit_mean");
        assert_string_equal(sense->goals[g].where, "player against orc");
        assert_null(sense->goals[g].bot);
        assert_int_equal(sense->goals[g].floor, 0);
        assert_false(sense->goals[g].is_share || sense->goals[g].sampled);
        assert_near(sense->goals[g].value, 40, 1e-9);
    }
}

TEST(without_a_goal_there_is_nothing_to_look_at)
{
    OWNED_DESIGN *design = striker("a.s1", "s1: 10");
    wyrm_sense *out = NULL;
    assert_int_equal(wyrm_sense_keys(design, NULL, &out, &last_error), WYRM_ERROR_ARGUMENT);
    assert_null(out);
    assert_string_equal(last_error.message,
                        "there is nothing to be looked at: the ruleset has no targets and cannot "
                        "be played, and no metric was named");
    OWNED_DESIGN *aimed = design_from("name: own\nmodels: {combat: subtract}\n"
                                      "player: {hp: 20, power: 5}\nmonsters: {orc: {hp: 10}}\n"
                                      "targets: {a: {metric: hit_mean, of: player, against: orc, "
                                      "at_most: 9, claim: it is}}\n");
    OWNED_SENSE *sense = sensed(aimed, NULL);
    assert_int_equal(sense->goal_count, 1);
    assert_string_equal(sense->goals[0].target, "a");
    assert_int_equal(sense->seed, 1);
    assert_near(sense->by, 0.1, 0);
    assert_near(sense->goals[0].width, 0.9, 1e-12);
}

/* ---- together ---- */

/* Doubled, each of a product adds as much as it is, and both three times that: beyond what each
 * does as much again. Of the six strongest keys pairs are looked at, and told by what is beyond.
 * */
TEST(pairs_of_the_strongest_keys_are_told_by_what_is_beyond_each)
{
    OWNED_DESIGN *design =
        striker("a.s1 * a.s2 + a.s3 * a.s4 + a.s5 * a.s6 + a.s7 * a.s8 + a.s9",
                "s1: 2, s2: 5, s3: 8, s4: 10, s5: 5, s6: 10, s7: 2, s8: 3, s9: 1");
    OWNED_SENSE *sense = of_stats(design, 1);
    static const char *const paths[][2] = {
        {"player.s3", "player.s4"}, {"player.s5", "player.s6"}, {"player.s1", "player.s2"}};
    static const double products[] = {80, 50, 10};
    assert_int_equal(sense->found, 9);
    assert_int_equal(sense->pair_count, 3); /* 7 and 8 are not among the six strongest */
    for (size_t i = 0; i < 3; i++) {
        const wyrm_sense_group *pair = &sense->pairs[i];
        assert_int_equal(pair->count, 2);
        for (size_t k = 0; k < 2; k++) {
            assert_string_equal(sense->keys[pair->keys[k]].path, paths[i][k]);
            assert_int_equal(pair->steps[k], 0);
        }
        assert_near(pair->together.value, 3 * products[i], 1e-9);
        assert_near(pair->beyond.value, products[i], 1e-9);
        assert_true(pair->beyond.found && !pair->beyond.sampled);
        assert_int_equal(pair->goal, 0);
    }
}

/* What is beyond is told from a quarter of the stronger single effect on. */
TEST(a_pair_that_is_hardly_more_than_its_keys_is_not_told)
{
    for (int part = 24; part <= 25; part++) {
        char blow[100];
        snprintf(blow, sizeof blow, "100 * a.s1 + %d * (a.s1 - 1) * (a.s2 - 1) + a.s2", part);
        OWNED_DESIGN *design = striker(blow, "s1: 1, s2: 1");
        OWNED_SENSE *sense = of_stats(design, 1);
        assert_int_equal(sense->found, 2);
        assert_int_equal(sense->pair_count, part == 25);
    }
}

/* Two that matter upwards, three that matter upwards, and two downwards; nobody of them alone. */
TEST(groups_of_keys_that_matter_together_are_found_one_by_one)
{
    OWNED_DESIGN *design = striker("100 + ((a.s4 > 10 and a.s9 > 10) and 30 or 0) + "
                                   "((a.s6 > 10 and a.s13 > 10 and a.s18 > 10) and 50 or 0) + "
                                   "((a.s2 < 10 and a.s20 < 10) and 20 or 0)",
                                   "s1: 10");
    static const struct {
        size_t count, step;
        const char *paths[3];
        double effect;
    } wanted[] = {{3, 0, {"player.s6", "player.s13", "player.s18"}, 50},
                  {2, 0, {"player.s4", "player.s9"}, 30},
                  {2, 1, {"player.s2", "player.s20"}, 20}};
    OWNED_SENSE *sense = of_stats(design, 0);
    assert_int_equal(sense->found, 0);
    assert_int_equal(sense->together_count, 3);
    assert_false(sense->unexplained);
    for (size_t i = 0; i < 3; i++) {
        /* in the order of their last keys, those upwards first */
        const wyrm_sense_group *group = NULL;
        for (size_t k = 0; k < 3; k++)
            if (fabs(sense->together[k].together.value - wanted[i].effect) < 1e-9)
                group = &sense->together[k];
        assert_non_null(group);
        assert_int_equal(group->count, wanted[i].count);
        assert_near(group->beyond.value, wanted[i].effect, 1e-9);
        for (size_t k = 0; k < group->count; k++) {
            assert_string_equal(sense->keys[group->keys[k]].path, wanted[i].paths[k]);
            assert_int_equal(group->steps[k], wanted[i].step);
        }
    }
}

/* Four are as many as are told of, and five remain unexplained. */
TEST(more_than_four_keys_together_are_not_explained)
{
    for (int count = 4; count <= 5; count++) {
        char blow[300];
        snprintf(blow, sizeof blow,
                 "100 + ((a.s4 > 10 and a.s9 > 10 and a.s12 > 10 and a.s1 > 10%s) and 30 or 0)",
                 count == 5 ? " and a.s17 > 10" : "");
        OWNED_DESIGN *design = striker(blow, "s1: 10");
        OWNED_SENSE *sense = of_stats(design, 0);
        assert_int_equal(sense->together_count, count == 4);
        assert_int_equal(sense->unexplained, count == 5);
        if (count == 4)
            assert_int_equal(sense->together[0].count, 4);
    }
}
