/* Growth by choices: the cost of levels, the choices, and scaling of monsters by depth. */
#include "with_fighters.h"

static const char small[] =
    "growth:\n"
    "  choices: {hp: {max_hp: 20}, power: {power: 1}, defense: {defense: 1}}\n"
    "  policy: [hp, power, defense]\n"
    "  scaling:\n"
    "    - {from_depth: 1}\n"
    "    - {from_depth: 3, hp: 1.08, to_hit: 1.06}\n"
    "    - {from_depth: 5, hp: 1.25, to_hit: 1.12, damage: 1.05}\n"
    "    - {from_depth: 7, hp: 1.35, to_hit: 1.17, damage: 1.10}\n"
    "    - {from_depth: 9, hp: 1.45, to_hit: 1.22, damage: 1.15}\n"
    "player: {hp: 54, accuracy: 3, evasion: 0, power: 0, defense: 1, damage: [1, 2]}\n"
    "monsters:\n"
    "  orc: {hp: 28, damage: [4, 6], accuracy: 4, experience: 35}\n"
    "  large_slime: {hp: 40, damage: [2, 5], power: 1}\n"
    "  ogre: {hp: 110, damage: [10, 10], accuracy: -2, experience: 100}\n";

static int open_fighters(void **state)
{
    return fighters_share(fighters_of("accuracy", small), state);
}

TEST(a_level_costs_200_and_150_for_each_one_has)
{
    const fighters *them = *state;
    wyrm_experience experience = wyrm_growth_start(them->growth);
    assert_int_equal(experience.level, 1);
    assert_int_equal(experience.next, 350);
    assert_int_equal(wyrm_growth_award(them->growth, &experience, 349), 0);
    assert_int_equal(wyrm_growth_award(them->growth, &experience, 1), 1);
    assert_int_equal(experience.level, 2);
    assert_int_equal(experience.next, 500);
    assert_int_equal(experience.exp, 0);
    assert_int_equal(experience.base, 350);
    assert_int_equal(wyrm_growth_award(them->growth, &experience, 500 + 650 + 7), 2);
    assert_int_equal(experience.level, 4);
    assert_int_equal(experience.next, 800);
    assert_int_equal(experience.exp, 7);
    assert_int_equal(experience.base, 1500);
    assert_int_equal(wyrm_growth_at_level(them->growth, 4).base, 1500);
    assert_int_equal(wyrm_growth_at_level(them->growth, 10000).next, 1500200);
    assert_near(wyrm_experience_level(&experience), 4 + 7.0 / 800, 1e-12);
}

TEST(or_more_than_that_is_needed)
{
    OWNED_FIGHTERS them = fighters_of("subtract", "growth: {experience: {base: 0, per_level: 10, "
                                                  "trigger: above}}\nplayer: {hp: 1}\n");
    wyrm_experience experience = wyrm_growth_start(them.growth);
    assert_int_equal(wyrm_growth_award(them.growth, &experience, 10), 0);
    assert_int_equal(wyrm_growth_award(them.growth, &experience, 1), 1);
    assert_int_equal(experience.exp, 1);
    assert_int_equal(experience.next, 20);
}

TEST(awards_without_end_stop_at_the_last_level)
{
    const fighters *them = *state;
    wyrm_experience experience = wyrm_growth_start(them->growth);
    assert_int_equal(wyrm_growth_award(them->growth, &experience, UINT64_MAX), WYRM_LEVEL_MAX - 1);
    assert_int_equal(experience.level, WYRM_LEVEL_MAX);
    assert_int_equal(wyrm_growth_award(them->growth, &experience, UINT64_MAX), 0);
    assert_int_equal(experience.exp, UINT64_MAX);
}

TEST(monsters_give_what_their_records_say)
{
    const fighters *them = *state;
    assert_int_equal(wyrm_roster_experience(them->roster, 0, 1), 35);
    assert_int_equal(wyrm_roster_experience(them->roster, 0, 25), 35);
    assert_int_equal(wyrm_roster_experience(them->roster, 1, 1), 0);
    assert_int_equal(wyrm_roster_experience(them->roster, 2, 1), 100);
    assert_int_equal(wyrm_roster_experience(them->roster, 3, 1), 0);
    OWNED_DESIGN *design = ruggrogue();
    assert_int_equal(wyrm_roster_experience(wyrm_design_roster(design), 0, 1), 10);
    assert_int_equal(wyrm_roster_experience(wyrm_design_roster(design), 0, 6), 15);
}

static void check_player(const fighters *them, const char *text, int64_t hp, double power,
                         double defense)
{
    wyrm_combatant player = fighter_of(them, text);
    assert_int_equal(player.hp, hp);
    assert_int_equal(player.max_hp, hp);
    assert_same_bits(stat_of(them, &player, "power"), power);
    assert_same_bits(stat_of(them, &player, "defense"), defense);
}

TEST(a_player_of_a_level_has_chosen_by_the_policy)
{
    check_player(*state, "player", 54, 0, 1);
    check_player(*state, "player@1", 54, 0, 1);
    check_player(*state, "player@2", 74, 0, 1);
    check_player(*state, "player@3", 74, 1, 1);
    check_player(*state, "player@4", 74, 1, 2);
    check_player(*state, "player@5", 94, 1, 2);
    check_player(*state, "player@31", 254, 10, 11);
    assert_int_equal(fighter_of(*state, "player@5").level, 5);
    assert_int_equal(fighter_of(*state, "player").level, 1);
    check_player(*state, "player@100000", 54 + 20 * 33333, 33333, 33334);
    fighter_fails(*state, "player@0", WYRM_ERROR_RANGE, "level 0 is out of range (1 to 100000)",
                  "");
    fighter_fails(*state, "player@999999", WYRM_ERROR_RANGE,
                  "level 999999 is out of range (1 to 100000)", "");
    fighter_fails(*state, "player@-3", WYRM_ERROR_RANGE, "level -3 is out of range (1 to 100000)",
                  "");
}

TEST(without_a_policy_all_choices_come_in_turn)
{
    fighters them = fighters_of(
        "subtract", "growth: {choices: {power: {power: 2}, tough: {max_hp: 5, defense: 1}}}\n"
                    "player: {hp: 10, power: 3, defense: 0}\n");
    check_player(&them, "player@2", 10, 5, 0);
    check_player(&them, "player@3", 15, 5, 1);
    check_player(&them, "player@4", 15, 7, 1);
    fighters_close(&them);
    them = fighters_of("subtract", "growth: {choices: {power: {power: 2}, tough: {max_hp: 5}}, "
                                   "policy: [tough, tough, power]}\n"
                                   "player: {hp: 10, power: 3, defense: 0}\n");
    check_player(&them, "player@4", 20, 5, 0);
    check_player(&them, "player@8", 35, 7, 0);
    fighters_close(&them);
    them = fighters_of("subtract", "player: {hp: 10, power: 3}\n");
    check_player(&them, "player@50", 10, 3, 0);
    assert_int_equal(wyrm_growth_policy(them.growth, 2), -1);
    fighters_close(&them);
}

TEST(choices_are_told_by_name)
{
    const fighters *them = *state;
    const wyrm_choice *choices;
    assert_int_equal(wyrm_growth_choices(them->growth, &choices), 3);
    assert_string_equal(choices[0].name, "hp");
    assert_int_equal(choices[0].count, 1);
    assert_string_equal(choices[0].gains[0].quantity, "max_hp");
    assert_same_bits(choices[0].gains[0].amount, 20);
    assert_string_equal(choices[2].gains[0].quantity, "defense");
    const int wanted[] = {-1, -1, 0, 1, 2, 0, 1};
    for (int level = 0; level < (int)LENGTH_OF(wanted); level++)
        assert_int_equal(wyrm_growth_policy(them->growth, level), wanted[level]);
}

TEST(a_choice_is_one_level)
{
    const fighters *them = *state;
    wyrm_combatant player = fighter_of(them, "player,hp=10");
    wyrm_growth_choose(them->growth, 0, &player);
    assert_int_equal(player.level, 2);
    assert_int_equal(player.max_hp, 74);
    assert_int_equal(player.hp, 30); /* raised by as much as the maximum */
    wyrm_growth_choose(them->growth, 2, &player);
    assert_same_bits(stat_of(them, &player, "defense"), 2);
    assert_int_equal(player.level, 3);
    wyrm_growth_choose(them->growth, 99, &player);
    assert_int_equal(player.level, 4);
    assert_int_equal(player.max_hp, 74);
}

TEST(a_level_up_keeps_what_gear_and_potions_gave)
{
    const fighters *them = *state;
    wyrm_combatant player = fighter_of(them, "player,power=7,max_hp=60");
    wyrm_growth_level_up(them->growth, WYRM_ROLE_PLAYER, 4, &player);
    assert_int_equal(player.level, 4);
    assert_int_equal(player.max_hp, 80);
    assert_same_bits(stat_of(them, &player, "power"), 8);
    wyrm_growth_level_up(them->growth, WYRM_ROLE_PLAYER, 4, &player); /* no change */
    wyrm_growth_level_up(them->growth, WYRM_ROLE_PLAYER, 2, &player);
    assert_int_equal(player.level, 4);
    assert_int_equal(player.max_hp, 80);
    wyrm_growth_level_up(them->growth, WYRM_ROLE_PLAYER, 5, &player);
    assert_int_equal(player.max_hp, 100);
}

TEST(a_level_up_may_heal)
{
    fighters them =
        fighters_of("subtract", "growth: {choices: {hp: {max_hp: 20}, power: {power: 1}}"
                                ", heal_on_level_up: true}\nplayer: {hp: 30}\n");
    wyrm_combatant player = fighter_of(&them, "player,hp=3");
    wyrm_growth_choose(them.growth, 1, &player);
    assert_int_equal(player.hp, 30);
    player.hp = 1;
    wyrm_growth_choose(them.growth, 0, &player);
    assert_int_equal(player.hp, 50);
    fighters_close(&them);
}

TEST(choices_stay_within_what_stats_may_be)
{
    OWNED_FIGHTERS them =
        fighters_of("subtract", "growth: {choices: {age: {max_hp: -4, power: -2}}}\n"
                                "player: {hp: 10, power: 3}\n");
    wyrm_combatant player = fighter_of(&them, "player@3");
    assert_int_equal(player.max_hp, 2);
    assert_same_bits(stat_of(&them, &player, "power"), 0);
    player = fighter_of(&them, "player@1000");
    assert_int_equal(player.max_hp, 1);
    assert_int_equal(player.hp, 1);
}

TEST(there_are_no_curves)
{
    const fighters *them = *state;
    const wyrm_curve *curves;
    assert_int_equal(wyrm_growth_curves(them->growth, &curves), 0);
    assert_int_equal(wyrm_growth_curve(them->growth, WYRM_ROLE_PLAYER, "max_hp"), -1);
    assert_same_bits(wyrm_growth_at(them->growth, 0, 3), 0);
    assert_true(isnan(wyrm_growth_factor(them->growth, 3)));
    OWNED_DESIGN *design = ruggrogue();
    const wyrm_choice *choices;
    assert_int_equal(wyrm_growth_choices(wyrm_design_growth(design), &choices), 0);
    assert_null(choices);
    assert_int_equal(wyrm_growth_policy(wyrm_design_growth(design), 5), -1);
}

static void check_monster(const fighters *them, const char *text, int64_t hp, double accuracy,
                          double least, double most)
{
    wyrm_combatant monster = fighter_of(them, text);
    if (monster.hp != hp || monster.max_hp != hp)
        fail_msg("%s: hp %lld of %lld, wanted %lld", text, (long long)monster.hp,
                 (long long)monster.max_hp, (long long)hp);
    assert_same_bits(stat_of(them, &monster, "accuracy"), accuracy);
    assert_same_bits(stat_of(them, &monster, "damage_min"), least);
    assert_same_bits(stat_of(them, &monster, "damage_max"), most);
}

TEST(the_depth_scales_monsters)
{
    check_monster(*state, "orc", 28, 4, 4, 6);
    check_monster(*state, "orc@1", 28, 4, 4, 6);
    check_monster(*state, "orc@2", 28, 4, 4, 6);
    check_monster(*state, "orc@3", 31, 4, 4, 6); /* 30.24 rounded up; 4.24 */
    check_monster(*state, "orc@4", 31, 4, 4, 6);
    check_monster(*state, "orc@5", 35, 4, 4, 6); /* 35; 4.48; 4.2, 6.3 */
    check_monster(*state, "orc@7", 38, 5, 4, 7); /* 37.8; 4.68; 4.4, 6.6 */
    check_monster(*state, "orc@9", 41, 5, 5, 7); /* 40.6; 4.88; 4.6, 6.9 */
    check_monster(*state, "orc@25", 41, 5, 5, 7);
    check_monster(*state, "orc@26", 41, 5, 5, 7);
    check_monster(*state, "orc@0", 28, 4, 4, 6); /* before the first row: unscaled */
    check_monster(*state, "orc@-1", 28, 4, 4, 6);
    check_monster(*state, "orc,depth=9", 41, 5, 5, 7);
    assert_int_equal(fighter_of(*state, "orc@9").level, 9);
}

/* Halves go up; a whole product stays whole in spite of binary fractions. */
TEST(scaling_is_exact)
{
    check_monster(*state, "ogre@5", 138, -2, 11, 11);    /* 137.5 rounded up; -2.24; 10.5 rounded
                                                            up */
    check_monster(*state, "ogre@9", 160, -2, 12, 12);    /* 159.5; -2.44; 11.5 */
    check_monster(*state, "large_slime@9", 58, 2, 2, 6); /* 40 x 1.45 = 58; 2.44; 2.3, 5.75 */
    check_monster(*state, "large_slime@7", 54, 2, 2, 6); /* 40 x 1.35 = 54; 2.34; 2.2, 5.5 */
    OWNED_FIGHTERS them =
        fighters_of("subtract", "growth: {scaling: [{from_depth: 2, hp: 1.1, damage: "
                                "3/2}]}\nplayer: {hp: 1}\nmonsters: {ogre: {hp: 110, "
                                "power: 3}}\n");
    wyrm_combatant ogre = fighter_of(&them, "ogre@2");
    assert_int_equal(ogre.hp, 121); /* as doubles 110 x 1.1 is above 121 */
    assert_same_bits(stat_of(&them, &ogre, "power"), 5);
    assert_int_equal(fighter_of(&them, "ogre@1").hp, 110);
}

/* Everything hits: 4 and twice 2.5 are 9; doubled and tripled, with 1d4 as a roll. */
TEST(blows_are_scaled_as_a_damage_is)
{
    OWNED_FIGHTERS them = fighters_of(
        "accuracy", "combat: {hit_base: 1, hit_step: 0, hit_clamp: [0, 1]}\n"
                    "growth: {scaling: [{from_depth: 2, damage: 2}, {from_depth: 4, damage: 3}]}\n"
                    "player: {hp: 9, attacks: [{fist: 1}]}\n"
                    "monsters:\n"
                    "  rat: {hp: 9, attacks: [{bite: 1}]}\n"
                    "  wolf: {hp: 9, attacks: [{bite: 4}, {claw: 1d4, times: 2}]}\n");
    assert_near(blow_mean(&them, "wolf@1", "raw"), 9, 1e-12);
    assert_near(blow_mean(&them, "wolf@2", "raw"), 18, 1e-12);
    assert_near(blow_mean(&them, "wolf@3", "raw"), 18, 1e-12);
    assert_near(blow_mean(&them, "wolf@4", "raw"), 27, 1e-12);
    assert_near(blow_mean(&them, "rat@2", "raw"), 2, 1e-12);
    assert_near(blow_mean(&them, "player@4", "raw"), 1, 1e-12);
    wyrm_blow_kind blows[2];
    const wyrm_combatant wolf = fighter_of(&them, "wolf@4");
    assert_int_equal(wyrm_combat_blows(them.combat, &wolf, blows, 2), 2);
    assert_string_equal(blows[1].name, "claw");
    assert_int_equal(blows[1].times, 2);
}

/* 1d20 + 3 hits 10 with 14 faces, + 6 with 17; also for a blow that does not set its skill. */
TEST(the_skill_of_blows_is_scaled)
{
    OWNED_FIGHTERS them =
        fighters_of("d20", "combat: {critical_dice: 1}\n"
                           "growth: {scaling: [{from_depth: 2, to_hit: 2}]}\n"
                           "player: {hp: 9}\n"
                           "monsters:\n"
                           "  own: {hp: 9, attacks: [{bite: 10, to_hit: 3}]}\n"
                           "  common: {hp: 9, to_hit: 3, attacks: [{bite: 10}]}\n");
    assert_near(blow_mean(&them, "own@1", "raw"), 7, 1e-12);
    assert_near(blow_mean(&them, "common@1", "raw"), 7, 1e-12);
    assert_near(blow_mean(&them, "own@2", "raw"), 8.5, 1e-12);
    assert_near(blow_mean(&them, "common@2", "raw"), 8.5, 1e-12);
}

TEST(what_is_not_named_is_not_scaled)
{
    wyrm_combatant slime = fighter_of(*state, "large_slime@9");
    assert_same_bits(stat_of(*state, &slime, "power"), 1);
    assert_same_bits(stat_of(*state, &slime, "evasion"), 1);
    slime = fighter_of(*state, "large_slime@9,damage_max=5,hp=40"); /* keys come last */
    assert_same_bits(stat_of(*state, &slime, "damage_max"), 5);
    assert_int_equal(slime.hp, 40);
    assert_int_equal(slime.max_hp, 58);
}

TEST(a_spawn_is_what_the_text_says)
{
    const fighters *them = *state;
    for (int32_t depth = -1; depth <= 26; depth++) {
        char text[32];
        snprintf(text, sizeof text, "ogre@%d", depth);
        wyrm_combatant by_text = fighter_of(them, text), spawned;
        wyrm_roster_spawn(them->roster, 2, depth, WYRM_VARIANT_NONE, &spawned);
        assert_string_equal(spawned.name, "ogre");
        assert_int_equal(spawned.hp, by_text.hp);
        assert_int_equal(spawned.level, depth);
        assert_memory_equal(spawned.stats, by_text.stats, sizeof spawned.stats);
    }
    wyrm_combatant nobody, player;
    wyrm_roster_spawn(them->roster, 3, 1, WYRM_VARIANT_NONE, &nobody);
    assert_int_equal(nobody.max_hp, 0);
    wyrm_roster_start(them->roster, 4, &player);
    assert_int_equal(player.max_hp, 74);
    assert_string_equal(player.name, "player");
    assert_int_equal(wyrm_value_integer(wyrm_value_get(wyrm_roster_player(them->roster), "hp")),
                     54);
}

#define PLAYER "\nplayer: {hp: 10}\n"

TEST(wrong_sections_are_told)
{
    static const struct {
        const char *growth, *message;
    } cases[] = {
        {"growth: {choices: {hp: {max_hpp: 20}}}" PLAYER,
         "small.yaml:3:34: error: unknown quantity 'max_hpp' of choice 'hp': neither max_hp nor a "
         "stat of the combat 'subtract' (did you mean 'max_hp'?)"},
        {"growth: {choices: {power: {power: 0.5}}}" PLAYER,
         "small.yaml:3:35: error: 'power' of choice 'power' must be a whole number, found 0.5"},
        {"growth: {choices: {hp: {max_hp: 20}}, policy: [hpp]}" PLAYER,
         "small.yaml:3:48: error: the policy takes 'hpp', which is no choice (did you mean 'hp'?)"},
        {"growth: {policy: [hp]}" PLAYER,
         "small.yaml:3:19: error: the policy takes 'hp', which is no choice"},
        {"growth: {choices: {hp: {}}}" PLAYER,
         "small.yaml:3:24: error: the number of entries of 'hp' must be from 1 to 8, found 0"},
        {"growth: {experience: {base: 0, per_level: 0}}" PLAYER,
         "small.yaml:3:10: error: a level that costs nothing: base and per_level are both 0"},
        {"growth: {scaling: [{from_depth: 5}, {from_depth: 3}]}" PLAYER,
         "small.yaml:3:50: error: scaling is out of order: depth 3 after depth 5"},
        {"growth: {scaling: [{from_depth: 2, to_hit: 1.5}]}" PLAYER,
         "small.yaml:3:44: error: 'to_hit' has nothing to scale: no stat of the combat 'subtract' "
         "follows it"},
        {"growth: {scaling: [{from_depth: 2, hp: 1.0000000001}]}" PLAYER,
         "small.yaml:3:40: error: both parts of the ratio 'hp' must be at most 1000000000"},
        {"growth: {scaling: [{hp: 2}]}" PLAYER,
         "small.yaml:3:20: error: missing key 'from_depth' in growth.scaling.1"},
    };
    for (size_t i = 0; i < LENGTH_OF(cases); i++)
        fighters_fail("subtract", cases[i].growth, cases[i].message);
}

AROUND_ALL(open_fighters, fighters_end)
