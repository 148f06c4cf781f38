/* Combat by subtraction: the numbers of the tutorial's twelfth part, before and after. */
#include "with_fighters.h"

static const char after[] = "player: {hp: 100, power: 4, defense: 1}\n"
                            "monsters:\n"
                            "  orc: {hp: 20, power: 4, defense: 0, experience: 35}\n"
                            "  troll: {hp: 30, power: 8, defense: 2, experience: 100}\n"
                            "weapons:\n"
                            "  sword: {power: 3}\n"
                            "armors:\n"
                            "  shield: {defense: 1, slot: off_hand}\n";

static int open_fighters(void **state)
{
    return fighters_share(fighters_of("subtract", after), state);
}

static void check_point(const fighters *them, const char *attacker, const char *defender,
                        int64_t wanted)
{
    OWNED_PMF *damage = blow_pmf(them, attacker, defender);
    assert_int_equal(wyrm_pmf_first(damage), wanted);
    assert_int_equal(wyrm_pmf_last(damage), wanted);
}

/* damage in hit points = power - defense */
TEST(damage_is_power_less_defense)
{
    check_point(*state, "player", "orc", 4);                          /* 4 - 0 */
    check_point(*state, "player", "troll", 2);                        /* 4 - 2 */
    check_point(*state, "orc", "player", 3);                          /* 4 - 1 */
    check_point(*state, "troll", "player", 7);                        /* 8 - 1 */
    check_point(*state, "player,weapon=sword", "troll", 5);           /* 4 + 3 - 2 */
    check_point(*state, "troll", "player,armor=shield,defense=2", 5); /* 8 - 2 - 1 */
}

TEST(damage_is_never_negative)
{
    check_point(*state, "raw,power=2", "raw,defense=2", 0);
    check_point(*state, "raw,power=2", "raw,defense=3", 0);
    check_point(*state, "raw", "raw,defense=1000000", 0);
    check_point(*state, "raw,power=1000000", "raw", 1000000);
}

TEST(every_attack_may_do_something)
{
    OWNED_FIGHTERS them = fighters_of("subtract", "combat: {least: 1}\nplayer: {hp: 1}\n");
    check_point(&them, "raw,power=2", "raw,defense=9", 1);
    check_point(&them, "raw,power=2", "raw", 2);
}

/* 9 minus 0 to 5: 4 to 9, with those below 6 raised to 6. */
TEST(defense_may_count_at_random)
{
    OWNED_FIGHTERS them =
        fighters_of("subtract", "combat: {defense_as: random, least: 6}\nplayer: {hp: 1}\n");
    static const double wanted[] = {0, 0, 0, 0, 0, 0, 0.5, 1 / 6.0, 1 / 6.0, 1 / 6.0};
    check_blow(&them, "raw,power=9", "raw,defense=5", wanted, LENGTH_OF(wanted));
    check_point(&them, "raw,power=9", "raw", 9);
    explanation told =
        explain_strike(&them, (strike){"raw,power=9", "raw,defense=5", WYRM_ATTACK_MELEE, 1, 0});
    check_step(&told, "least damage of an attack", 6, "hit points", "max(6, 9 - any of 0 to 5)");
    check_step(&told, "mean damage, misses included", 7, "hit points", "");
}

TEST(or_in_percent)
{
    OWNED_FIGHTERS them =
        fighters_of("subtract", "combat: {defense_as: percent, least: 1}\nplayer: {hp: 1}\n");
    check_point(&them, "raw,power=9", "raw,defense=50", 5); /* 9 minus 4.5, rounded down */
    check_point(&them, "raw,power=9", "raw,defense=11", 9); /* less 0.99 */
    check_point(&them, "raw,power=9", "raw,defense=120", 1);
    check_point(&them, "raw,power=200", "raw,defense=99", 2);
    explanation told =
        explain_strike(&them, (strike){"raw,power=9", "raw,defense=50", WYRM_ATTACK_MELEE, 1, 0});
    check_step(&told, "defense", 50, "%", "");
    check_step(&told, "damage of every attack", 5, "hit points",
               "max(1, 9 - 50 % of it, rounded down)");
    assert_int_equal(told.count, 3);
}

TEST(it_knows_nothing_but_blows)
{
    strike_fails(*state, (strike){"player", "orc", WYRM_ATTACK_FIRED, 1, 0}, WYRM_ERROR_ARGUMENT,
                 "'player' can only strike: the combat 'subtract' knows nothing that is fired");
    strike_fails(*state, (strike){"player", "orc", WYRM_ATTACK_THROWN, 1, 0}, WYRM_ERROR_ARGUMENT,
                 "'player' can only strike: the combat 'subtract' knows nothing that is thrown");
    strike_fails(*state, (strike){"player", "orc", WYRM_ATTACK_MELEE, 2, 0}, WYRM_ERROR_ARGUMENT,
                 "'player' cannot strike 'orc' at 2 tiles: its reach is 1 tile");
    explanation told = explain_strike(*state, (strike){"player", "orc", WYRM_ATTACK_FIRED, 1, 0});
    assert_int_equal(told.count, 0);
}

TEST(stats_are_whole_and_in_range)
{
    fighter_fails(*state, "raw,power=1.5", WYRM_ERROR_SYNTAX,
                  "'power' must be a whole number, found '1.5'", "");
    fighter_fails(*state, "raw,power=-1", WYRM_ERROR_RANGE,
                  "'power' must be from 0 to 1000000, found -1", "");
    const fighters *them = *state;
    wyrm_combatant someone = fighter_of(them, "raw");
    wyrm_error error;
    wyrm_pmf *damage;
    someone.stats[0] = 0.5;
    const wyrm_matchup matchup = {
        .attacker = &someone, .defender = &someone, .attack = WYRM_ATTACK_MELEE, .distance = 1};
    assert_int_equal(wyrm_combat_hit(them->combat, &matchup, &damage, &error), WYRM_ERROR_RANGE);
    assert_string_equal(error.message, "'power' of 'raw' must be a whole number, found 0.5");
}

TEST(an_attack_is_explained)
{
    explanation told = explain_strike(*state, (strike){"player", "troll", WYRM_ATTACK_MELEE, 1, 0});
    assert_int_equal(told.count, 3);
    check_step(&told, "power", 4, "hit points", "");
    check_step(&told, "defense", 2, "hit points", "");
    check_step(&told, "damage of every attack", 2, "hit points", "max(0, 4 - 2)");
}

AROUND_ALL(open_fighters, fighters_end)
