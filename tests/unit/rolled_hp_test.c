/* Hit points that are an amount: reading, scaling, raising, fighting. */
#include "with_fighters.h"

#include <wyrm/duel.h>
#include "combat/internal.h"

static const char small[] = "growth:\n"
                            "  choices: {hp: {max_hp: 20}}\n"
                            "  policy: [hp]\n"
                            "  scaling: [{from_depth: 1}, {from_depth: 5, hp: 1.25}]\n"
                            "player: {hp: 2d6+10, damage: [1, 4], accuracy: 5}\n"
                            "monsters:\n"
                            "  orc: {hp: 2d4+1, damage: [2, 3]}\n"
                            "  rat: {hp: 5, damage: 1}\n"
                            "variants: {elite: {hp_factor: 3}}\n";

static int open_fighters(void **state)
{
    return fighters_share(fighters_of("accuracy", small), state);
}

AROUND_ALL(open_fighters, fighters_end)

static const char *roll_of(const fighters *them, const wyrm_combatant *who)
{
    return wyrm_amount_text(wyrm_combat_amount(them->combat, who->hp_amount));
}

TEST(what_is_rolled_is_at_most_the_maximum)
{
    const fighters *them = *state;
    wyrm_combatant orc = fighter_of(them, "orc"), rat = fighter_of(them, "rat");
    assert_int_equal(orc.hp, 9);
    assert_int_equal(orc.max_hp, 9);
    assert_string_equal(roll_of(them, &orc), "2d4+1");
    assert_int_equal(wyrm_pmf_last(wyrm_combat_hp_roll(them->combat, &orc)), 9);
    assert_near(wyrm_combat_mean_hp(them->combat, &orc), 6, 1e-12);
    assert_null(wyrm_combat_hp_roll(them->combat, &rat));
    assert_near(wyrm_combat_mean_hp(them->combat, &rat), 5, 0);
}

TEST(hit_points_that_are_said_are_known)
{
    const fighters *them = *state;
    static const char *const known[] = {"orc,hp=9", "orc,hp=4", "orc,max_hp=9", "orc,hp=[5, 5]"};
    for (size_t i = 0; i < LENGTH_OF(known); i++) {
        wyrm_combatant orc = fighter_of(them, known[i]);
        assert_null(wyrm_combat_hp_roll(them->combat, &orc));
    }
    wyrm_combatant hurt = fighter_of(them, "orc"), rat = fighter_of(them, "rat,hp=[2, 4]");
    hurt.hp--;
    assert_null(wyrm_combat_hp_roll(them->combat, &hurt));
    assert_int_equal(rat.max_hp, 4);
    assert_int_equal(wyrm_pmf_first(wyrm_combat_hp_roll(them->combat, &rat)), 2);
    assert_int_equal(wyrm_roster_combatant(them->roster, "rat,hp=1d4-1", &rat, &last_error),
                     WYRM_ERROR_RANGE);
    static const char *const typed[] = {"rat,hp=2-4", "rat,damage=2-4"};
    for (size_t i = 0; i < LENGTH_OF(typed); i++) {
        assert_int_equal(wyrm_roster_combatant(them->roster, typed[i], &rat, &last_error),
                         WYRM_ERROR_SYNTAX);
        assert_string_equal(last_error.hint, "write 2..4 for a range");
    }
    assert_int_equal(wyrm_roster_combatant(them->roster, "rat,hp=2d6!", &rat, &last_error),
                     WYRM_ERROR_SYNTAX);
    assert_string_equal(last_error.message, "'hp' is no amount: expected '+' or '-', found '!'");
}

/* 2d4+1 at depth 5 is multiplied by 5/4 and rounded up, for an elite then by 3; a level adds 20. */
TEST(depths_variants_and_levels_change_what_is_rolled)
{
    const fighters *them = *state;
    wyrm_combatant orc = fighter_of(them, "orc,depth=5,elite"),
                   player = fighter_of(them, "player@3");
    assert_string_equal(roll_of(them, &orc), "((2d4+1) x 5/4 up) x 3 up");
    assert_int_equal(orc.max_hp, 36);
    const wyrm_pmf *roll = wyrm_combat_hp_roll(them->combat, &orc);
    assert_near(wyrm_pmf_at(roll, 12), 1.0 / 16, 1e-15); /* 3 x 5/4 is 3.75 */
    assert_near(wyrm_pmf_at(roll, 24), 4.0 / 16, 1e-15); /* 6 x 5/4 is 7.5 */
    assert_string_equal(roll_of(them, &player), "2d6+50");
    assert_int_equal(player.hp, 62);
}

/* The limit is a million, and 800,000 at depth 5: a roll up to it stays a roll, one that is always
 * above it becomes fixed, and one that may be below or above it is an error. */
TEST(nobody_has_more_than_a_million)
{
    OWNED_FIGHTERS them =
        fighters_of("accuracy", "growth: {scaling: [{from_depth: 1}, {from_depth: 5, hp: 1.25}]}\n"
                                "monsters:\n"
                                "  bear: {hp: \"[799999, 800000]\", damage: 1}\n"
                                "  wyrm: {hp: \"[800000, 800001]\", damage: 1}\n"
                                "  ghost: {hp: \"[799999, 800001]\", damage: 1}\n");
    static const char *const rolled[] = {"bear,hp=[999999, 1000000]", "bear@5"};
    wyrm_combatant who;
    for (size_t i = 0; i < LENGTH_OF(rolled); i++) {
        who = fighter_of(&them, rolled[i]);
        assert_int_equal(who.max_hp, 1000000);
        assert_near(wyrm_combat_mean_hp(them.combat, &who), 999999.5, 1e-6);
        assert_int_equal(wyrm_pmf_last(wyrm_combat_hp_roll(them.combat, &who)), 1000000);
    }
    who = fighter_of(&them, "wyrm@5");
    assert_int_equal(who.max_hp, 1000000);
    assert_null(wyrm_combat_hp_roll(them.combat, &who));
    assert_int_equal(wyrm_roster_combatant(them.roster, "ghost@5", &who, &last_error),
                     WYRM_ERROR_RANGE);
}

static double p_win(const fighters *them, const wyrm_combatant *one, const wyrm_combatant *other)
{
    wyrm_duel duel;
    assert_works(
        combat_duel(them->combat, one, other, WYRM_SUBJECT_FIRST, NULL, &duel, NULL, &last_error));
    return duel.p_win;
}

/* Every pair of both sides' rolls, weighted. */
TEST(a_fight_is_over_all_that_can_be_rolled)
{
    const fighters *them = *state;
    wyrm_combatant player = fighter_of(them, "player,hp=2d6"), orc = fighter_of(them, "orc");
    const wyrm_pmf *mine = wyrm_combat_hp_roll(them->combat, &player),
                   *its = wyrm_combat_hp_roll(them->combat, &orc);
    double wins = 0, blows = 0;
    wyrm_combatant one = player, other = orc;
    OWNED_PMF *damage = NULL;
    const wyrm_matchup matchup = {.attacker = &one, .defender = &other, .distance = 1};
    assert_works(wyrm_combat_hit(them->combat, &matchup, &damage, &last_error));
    one.hp_amount = other.hp_amount = 0;
    for (other.hp = 3; other.hp <= 9; other.hp++) {
        wyrm_pmf *kills;
        other.max_hp = other.hp;
        assert_works(wyrm_hits_to_kill(damage, other.hp, &kills, &last_error));
        blows += wyrm_pmf_at(its, other.hp) * wyrm_pmf_mean(kills);
        wyrm_pmf_free(kills);
        for (one.hp = 2; one.hp <= 12; one.hp++) {
            one.max_hp = one.hp;
            wins +=
                wyrm_pmf_at(mine, one.hp) * wyrm_pmf_at(its, other.hp) * p_win(them, &one, &other);
        }
    }
    assert_near(p_win(them, &player, &orc), wins, 1e-12);
    OWNED_PMF *kills = NULL;
    assert_works(wyrm_combat_hits_to_kill(them->combat, damage, &orc, &kills, &last_error));
    assert_near(wyrm_pmf_mean(kills), blows, 1e-11);
}
