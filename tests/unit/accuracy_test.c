/* Combat by accuracy: the chance to hit, rolls and armor of Catacombs of YARL, worked by hand. */
#include "with_fighters.h"

#include "combat/internal.h"

static const char small[] =
    "player: {hp: 54, accuracy: 3, evasion: 0, defense: 1, damage: [1, 2]}\n"
    "monsters:\n"
    "  orc: {hp: 28, accuracy: 4, evasion: 1, damage: [4, 6]}\n"
    "  slime: {hp: 15, damage: [1, 3]}\n"
    "  ogre: {hp: 40, damage: 2d6}\n"
    "  troll: {hp: 30, damage: [8, 12], defense: 2, regeneration: 1}\n"
    "variants:\n"
    "  elite: {hp_factor: 2, power: 2, defense: 1}\n"
    "weapons:\n"
    "  dagger: {damage: 1d4, to_hit: 1}\n"
    "  greatsword: {damage: 2d6, two_handed: true}\n"
    "  greataxe: {damage: 1d12, to_hit: -1, two_handed: true}\n"
    "  cane: {damage: 3}\n"
    "  flail: {damage: '{1: 1, 4: 3}'}\n"
    "  spear: {damage: 1d8, reach: 2}\n"
    "armors:\n"
    "  shield: {slot: off_hand, armor_class: 2}\n"
    "  leather_helmet: {slot: head, armor_class: 1}\n"
    "  studded_leather_armor: {slot: chest, armor_class: 3}\n"
    "  rags: {armor_class: -1}\n";

static int open_fighters(void **state)
{
    return fighters_share(fighters_of("accuracy", small), state);
}

static double chance(const fighters *them, double accuracy, double evasion)
{
    char attacker[64], defender[64];
    snprintf(attacker, sizeof attacker, "raw,damage_min=1,damage_max=1,accuracy=%.17g", accuracy);
    snprintf(defender, sizeof defender, "raw,evasion=%.17g", evasion);
    return blow_mean(them, attacker, defender); /* always 1 if it hits */
}

TEST(the_chance_to_hit_is_by_the_difference)
{
    assert_near(chance(*state, 2, 2), 0.75, 1e-15);
    assert_near(chance(*state, 4, 1), 0.90, 1e-15);  /* 0.75 + 0.05 x 3 */
    assert_near(chance(*state, 1, 4), 0.60, 1e-15);  /* 0.75 - 0.05 x 3 */
    assert_near(chance(*state, -2, -5), 0.9, 1e-15); /* only differences count */
    assert_near(chance(*state, 2.5, 2), 0.775, 1e-15);
}

TEST(the_chance_to_hit_is_clamped)
{
    assert_near(chance(*state, 6, 2), 0.95, 1e-15); /* exactly the limit */
    assert_near(chance(*state, 7, 2), 0.95, 1e-15);
    assert_near(chance(*state, 1000, -1000), 0.95, 1e-15);
    assert_near(chance(*state, 0, 14), 0.05, 1e-15);
    assert_near(chance(*state, 0, 15), 0.05, 1e-15);
    assert_near(chance(*state, -1000, 1000), 0.05, 1e-15);
}

TEST(who_names_no_skill_has_2_and_1)
{
    wyrm_combatant slime = fighter_of(*state, "slime");
    assert_same_bits(stat_of(*state, &slime, "accuracy"), 2);
    assert_same_bits(stat_of(*state, &slime, "evasion"), 1);
    wyrm_combatant raw = fighter_of(*state, "raw");
    assert_same_bits(stat_of(*state, &raw, "accuracy"), 2);
    OWNED_FIGHTERS them =
        fighters_of("accuracy", "combat: {accuracy: 7, evasion: -3}\nplayer: {hp: 1}\n"
                                "monsters: {orc: {hp: 1, evasion: 5}}\n");
    wyrm_combatant orc = fighter_of(&them, "orc");
    assert_same_bits(stat_of(&them, &orc, "accuracy"), 7);
    assert_same_bits(stat_of(&them, &orc, "evasion"), 5);
    raw = fighter_of(&them, "raw");
    assert_same_bits(stat_of(&them, &raw, "accuracy"), 7);
    assert_same_bits(stat_of(&them, &raw, "evasion"), -3);
}

/* The orc hits the player with 0.75 + 0.05 x (4 - 0) = 0.95; 4 to 6 less 1 of defense. */
TEST(a_hit_rolls_and_takes_off_defense)
{
    static const double wanted[] = {0.05, 0, 0, 0.95 / 3, 0.95 / 3, 0.95 / 3};
    check_blow(*state, "orc", "player", wanted, LENGTH_OF(wanted));
}

/* 0.75 + 0.05 x (3 - 1) = 0.85 unarmed against the slime; 1 or 2. */
TEST(an_unarmed_player_does_1_or_2)
{
    static const double wanted[] = {0.15, 0.425, 0.425};
    check_blow(*state, "player", "slime", wanted, LENGTH_OF(wanted));
}

/* 1-2 and 1d4: of 8 equally likely sums one is 2, two each 3, 4 and 5, one 6. Chance to hit
 * 0.90. */
TEST(the_dice_of_a_weapon_are_added)
{
    static const double wanted[] = {0.1, 0, 0.9 / 8, 1.8 / 8, 1.8 / 8, 1.8 / 8, 0.9 / 8};
    check_blow(*state, "player,weapon=dagger", "slime", wanted, LENGTH_OF(wanted));
}

TEST(or_replace_the_wielders_own)
{
    char text[2048];
    snprintf(text, sizeof text, "combat: {weapon_damage: replaces}\n%s", small);
    OWNED_FIGHTERS them = fighters_of("accuracy", text);
    static const double wanted[] = {0.1, 0.225, 0.225, 0.225, 0.225};
    check_blow(&them, "player,weapon=dagger", "slime", wanted, LENGTH_OF(wanted));
    static const double unarmed[] = {0.15, 0.425, 0.425};
    check_blow(&them, "player", "slime", unarmed, LENGTH_OF(unarmed));
}

/* 2d6 of the greatsword and 1-2, chance to hit 0.85: mean 0.85 x (7 + 1.5). */
TEST(several_dice_are_rolled)
{
    OWNED_PMF *damage = blow_pmf(*state, "player,weapon=greatsword", "slime");
    assert_int_equal(wyrm_pmf_last(damage), 14);
    assert_near(wyrm_pmf_at(damage, 14), 0.85 / 72, 1e-15);
    assert_near(wyrm_pmf_at(damage, 4), 0.85 * 3 / 72, 1e-15); /* 2 + 2, or 1 + 3 in two ways */
    assert_near(wyrm_pmf_mean(damage), 0.85 * 8.5, 1e-12);
    assert_near(blow_mean(*state, "player,weapon=cane", "slime"), 0.85 * 4.5, 1e-12);
}

/* An amount that is no range, or in a weapon no plain dice, is rolled as it is; its ends are still
 * shown. */
TEST(any_amount_can_be_the_damage_of_a_creature_or_a_weapon)
{
    OWNED_PMF *bite = blow_pmf(*state, "ogre", "slime");
    for (int64_t damage = 2; damage <= 12; damage++)
        assert_near(wyrm_pmf_at(bite, damage), 0.8 * (6 - fabs((double)damage - 7)) / 36, 1e-15);
    wyrm_combatant ogre = fighter_of(*state, "ogre");
    assert_same_bits(stat_of(*state, &ogre, "damage_min"), 2);
    assert_same_bits(stat_of(*state, &ogre, "damage_max"), 12);
    static const double flail[] = {0.15, 0, 0.85 / 8, 0.85 / 8, 0, 0.85 * 3 / 8, 0.85 * 3 / 8};
    check_blow(*state, "player,weapon=flail", "slime", flail, LENGTH_OF(flail));
    static const double dagger[] = {0.1, 0, 0.9 / 8, 1.8 / 8, 1.8 / 8, 1.8 / 8, 0.9 / 8};
    check_blow(*state, "player,weapon=dagger", "slime", dagger, LENGTH_OF(dagger));
}

/* Scaling by depth applies to amounts, and a variant after it. */
TEST(an_amount_is_scaled_as_a_number_would_be)
{
    const wyrm_combat *combat = ((const fighters *)*state)->combat;
    const int stat = wyrm_combat_stat(combat, "damage");
    double dice, scaled;
    char text[64];
    assert_works(wyrm_combat_stat_read(combat, stat, "2d6+1", &dice, &last_error));
    scaled = combat_amount_scaled(combat, dice, (wyrm_ratio){23, 20}, false);
    assert_string_equal(wyrm_combat_stat_text(combat, stat, scaled, text, sizeof text),
                        "(2d6+1) x 23/20");
    scaled = combat_amount_scaled(combat, scaled, (wyrm_ratio){1, 2}, true);
    assert_string_equal(wyrm_combat_stat_text(combat, stat, scaled, text, sizeof text),
                        "((2d6+1) x 23/20) x 1/2 up");
    assert_same_bits(combat_amount_scaled(combat, 0, (wyrm_ratio){3, 2}, false), 0);
}

TEST(rolls_that_would_take_for_ever_are_refused)
{
    static const char *const hostile[] = {"raw,dice_count=1000,dice_sides=10000",
                                          "raw,dice_count=300,dice_sides=1000",
                                          "raw,damage_max=100000,dice_count=10,dice_sides=10000"};
    const wyrm_combatant slime = fighter_of(*state, "slime");
    for (size_t i = 0; i < LENGTH_OF(hostile); i++) {
        wyrm_combatant raw = fighter_of(*state, hostile[i]);
        wyrm_matchup matchup = {.attacker = &raw, .defender = &slime, .distance = 1};
        wyrm_pmf *damage;
        assert_int_equal(
            wyrm_combat_hit(((const fighters *)*state)->combat, &matchup, &damage, &last_error),
            WYRM_ERROR_LIMIT);
        assert_non_null(strstr(last_error.message, "too long"));
    }
}

/* Damage 1-3 of the slime at 0.75 + 0.05 x 2 = 0.85 against a defense of 2: 0, 0 or 1. */
TEST(damage_is_never_negative)
{
    static const double wanted[] = {0.15 + 0.85 * 2 / 3, 0.85 / 3};
    check_blow(*state, "slime", "player,defense=2", wanted, LENGTH_OF(wanted));
    static const double nothing[] = {1};
    check_blow(*state, "slime", "player,defense=3", nothing, LENGTH_OF(nothing));
    check_blow(*state, "slime,power=-5", "player,defense=0", nothing, LENGTH_OF(nothing));
}

TEST(power_is_added)
{
    static const double wanted[] = {0.15, 0, 0, 0.85 / 3, 0.85 / 3, 0.85 / 3};
    check_blow(*state, "slime,power=3", "player,defense=1", wanted, LENGTH_OF(wanted));
}

static double defense_with(const fighters *them, const char *armor)
{
    char text[128];
    snprintf(text, sizeof text, "player%s%s", armor[0] == '\0' ? "" : ",armor=", armor);
    /* 10 damage, scaled by the chance to hit of 0.95 */
    return 10 - blow_mean(them, "raw,accuracy=100,damage_min=10,damage_max=10", text) / 0.95;
}

TEST(armor_is_half_its_class_rounded_down_for_each_piece)
{
    assert_near(defense_with(*state, ""), 1, 1e-12);                      /* of the player */
    assert_near(defense_with(*state, "shield"), 2, 1e-12);                /* + 2 / 2 */
    assert_near(defense_with(*state, "leather_helmet"), 1, 1e-12);        /* + 1 / 2 */
    assert_near(defense_with(*state, "studded_leather_armor"), 2, 1e-12); /* + 3 / 2 */
    assert_near(defense_with(*state, "leather_helmet+studded_leather_armor"), 2, 1e-12);
    assert_near(defense_with(*state, "rags"), 0, 1e-12); /* -1 / 2 is -1 rounded down */
}

TEST(or_for_the_sum_of_all_pieces)
{
    char text[2048];
    snprintf(text, sizeof text, "combat: {armor_rounding: sum}\n%s", small);
    fighters them = fighters_of("accuracy", text);
    assert_near(defense_with(&them, "leather_helmet"), 1, 1e-12);
    assert_near(defense_with(&them, "leather_helmet+studded_leather_armor"), 3, 1e-12); /* 4 / 2 */
    fighters_close(&them);
    snprintf(text, sizeof text, "combat: {armor_divisor: 1}\n%s", small);
    them = fighters_of("accuracy", text);
    assert_near(defense_with(&them, "leather_helmet+shield"), 4, 1e-12); /* 1 + 1 + 2 */
    fighters_close(&them);
}

TEST(a_blow_goes_as_far_as_its_weapon)
{
    wyrm_pmf *damage =
        strike_pmf(*state, (strike){"player,weapon=spear", "slime", WYRM_ATTACK_MELEE, 2, 0});
    wyrm_pmf_free(damage);
    strike_fails(*state, (strike){"player,weapon=spear", "slime", WYRM_ATTACK_MELEE, 3, 0},
                 WYRM_ERROR_ARGUMENT,
                 "'player' cannot strike 'slime' at 3 tiles: its reach is 2 tiles");
    strike_fails(*state, (strike){"slime", "player", WYRM_ATTACK_MELEE, 2, 0}, WYRM_ERROR_ARGUMENT,
                 "'slime' cannot strike 'player' at 2 tiles: its reach is 1 tile");
    strike_fails(*state, (strike){"slime", "player", WYRM_ATTACK_FIRED, 1, 0}, WYRM_ERROR_ARGUMENT,
                 "'slime' can only strike: the combat 'accuracy' knows nothing that is fired");
}

TEST(a_roll_upside_down_is_refused)
{
    strike_fails(*state,
                 (strike){"raw,damage_min=5,damage_max=2", "slime", WYRM_ATTACK_MELEE, 1, 0},
                 WYRM_ERROR_ARGUMENT, "'damage_max' of 'raw' is 2 and below its 'damage_min' of 5");
    strike_fails(*state, (strike){"raw,damage_min=5", "slime", WYRM_ATTACK_MELEE, 1, 0},
                 WYRM_ERROR_ARGUMENT, "'damage_max' of 'raw' is 0 and below its 'damage_min' of 5");
}

TEST(damage_falls_with_defense_and_rises_with_accuracy)
{
    double before = INFINITY;
    for (int defense = -5; defense <= 25; defense++) {
        char text[64];
        snprintf(text, sizeof text, "raw,defense=%d", defense);
        double mean = blow_mean(*state, "player,weapon=greatsword", text);
        assert_true(mean <= before);
        before = mean;
    }
    assert_near(before, 0, 0);
    before = -1;
    for (int accuracy = -20; accuracy <= 20; accuracy++) {
        char text[64];
        snprintf(text, sizeof text, "orc,accuracy=%d", accuracy);
        double mean = blow_mean(*state, text, "player");
        assert_true(mean >= before);
        before = mean;
    }
}

TEST(an_attack_is_explained)
{
    explanation told =
        explain_strike(*state, (strike){"player,weapon=dagger", "troll", WYRM_ATTACK_MELEE, 1, 0});
    check_step(&told, "accuracy", 4, "", ""); /* 3 + 1 */
    check_step(&told, "evasion", 1, "", "");
    check_step(&told, "chance to hit", 90, "%", "0.75 + 0.05 x (4 - 1), within 0.05 and 0.95");
    check_step(&told, "own damage, on average", 1.5, "hit points", "1 to 2");
    check_step(&told, "damage of the weapon, on average", 2.5, "hit points", "1d4");
    check_step(&told, "defense", 2, "hit points", "");
    /* 2, 3, 3, 4, 4, 5, 5, 6 less 2: 16 / 8 */
    check_step(&told, "mean damage of a hit", 2, "hit points",
               "max(0, own damage + weapon + power - defense)");
    check_step(&told, "mean damage, misses included", 1.8, "hit points", "");
    told = explain_strike(
        *state, (strike){"troll", "raw,armor_class=3,defense=1", WYRM_ATTACK_MELEE, 1, 0});
    check_step(&told, "defense", 2, "hit points", "1 + 3 / 2, rounded down");
    check_step(&told, "mean damage of a hit", 8, "hit points",
               "max(0, own damage + weapon + power - defense)");
}

/* ---- optional effects of armor and critical hits, against all outcomes ---- */

enum { FLAT, RANDOM, PERCENT, DAMAGE_END = 64 };

typedef struct variety {
    int way, defense, power, least, armor_class;
    bool reduced, evades;
    int critical; /* quarters of hits that are critical */
    int factor[2];
} variety;

static int64_t left_of(const variety *of, int roll, const int factor[2], int off, int reduction)
{
    int damage = roll + of->power;
    if (damage > 0)
        damage = damage * factor[0] / factor[1];
    if (of->way == PERCENT && damage > 0)
        damage -= damage * of->defense / 100;
    if (of->way != PERCENT)
        damage -= off;
    damage -= reduction;
    return damage > of->least ? damage : of->least;
}

/* 1 to 3 and 1d4, minus 0 up to the defense or all of it, minus 1d3. */
static void hit_all(const variety *of, const int factor[2], double weight, double *chances)
{
    const int offs = of->way == RANDOM ? of->defense + 1 : 1;
    const int takes = of->reduced ? 3 : 1;
    for (int own = 1; own <= 3; own++)
        for (int die = 1; die <= 4; die++)
            for (int off = 0; off < offs; off++)
                for (int take = 0; take < takes; take++) {
                    const int64_t damage =
                        left_of(of, own + die, factor, of->way == RANDOM ? off : of->defense,
                                of->reduced ? take + 1 : 0);
                    assert_in_range(damage, 0, DAMAGE_END - 1);
                    chances[damage] += weight / 3 / 4 / offs / takes;
                }
}

static fighters open_variety(const variety *of)
{
    static const char *const ways[] = {"flat", "random", "percent"};
    char text[1024];
    snprintf(text, sizeof text,
             "combat: {armor_as: %s, defense_as: %s, least_damage: %d, critical_chance: %d/4, "
             "critical_factor: %d/%d, hit_clamp: [0, 1]}\n"
             "player: {hp: 1, accuracy: 3, power: %d, damage: [1, 3]}\n"
             "monsters: {other: {hp: 1, evasion: 1, defense: %d%s}}\n"
             "weapons: {club: {damage: 1d4}}\n"
             "armors: {mail: {armor_class: %d}}\n",
             of->evades ? "evasion" : "defense", ways[of->way], of->least, of->critical,
             of->factor[0], of->factor[1], of->power, of->defense,
             of->reduced ? ", reduction: 1d3" : "", of->armor_class);
    return fighters_of("accuracy", text);
}

TEST(armor_and_critical_hits_are_what_all_outcomes_are)
{
    static const int once[] = {1, 1};
    for (uint64_t seed = 1; seed <= 150; seed++) {
        test_random random = {seed};
        variety of = {.way = (int)random_between(&random, FLAT, PERCENT),
                      .power = (int)random_between(&random, -4, 4),
                      .least = (int)random_between(&random, 0, 2),
                      .armor_class = (int)random_between(&random, 0, 5),
                      .reduced = random_below(&random, 2),
                      .evades = random_below(&random, 2),
                      .critical = (int)random_between(&random, 0, 2),
                      .factor = {(int)random_between(&random, 3, 7), 3}};
        of.defense = (int)random_between(&random, 0, of.way == PERCENT ? 110 : 6);
        OWNED_FIGHTERS them = open_variety(&of);
        OWNED_PMF *damage = blow_pmf(&them, "player,weapon=club", "other,armor=mail");
        double wanted[DAMAGE_END] = {0};
        const int armor = of.armor_class / 2;
        const double chance = 0.75 + 0.05 * (3 - 1 - (of.evades ? armor : 0));
        of.defense += of.evades ? 0 : armor;
        if (of.way == PERCENT && of.defense > 100)
            of.defense = 100;
        wanted[0] = 1 - chance;
        hit_all(&of, once, chance * (4 - of.critical) / 4, wanted);
        hit_all(&of, of.factor, chance * of.critical / 4, wanted);
        for (int value = 0; value < DAMAGE_END; value++)
            assert_near_seeded(wyrm_pmf_at(damage, value), wanted[value], 1e-12, seed);
        assert_holds(wyrm_pmf_last(damage) < DAMAGE_END, seed);
    }
}

/* A defense below 0 that counts at random adds 0 up to its size. */
TEST(a_cursed_defense_may_add_at_random)
{
    OWNED_FIGHTERS them =
        fighters_of("accuracy", "combat: {defense_as: random, hit_clamp: [1, 1]}\n"
                                "player: {hp: 1, damage: 3}\n");
    static const double wanted[] = {0, 0, 0, 0.25, 0.25, 0.25, 0.25};
    check_blow(&them, "player", "raw,defense=-3", wanted, LENGTH_OF(wanted));
}

/* 15 % of a negative 10 is -1.5, rounded down to -2. */
TEST(a_cursed_defense_in_percent_is_rounded_down_too)
{
    OWNED_FIGHTERS them =
        fighters_of("accuracy", "combat: {defense_as: percent, hit_clamp: [1, 1], hit_base: 1}\n"
                                "player: {hp: 1, damage: 10}\n");
    assert_near(blow_mean(&them, "player", "raw,defense=-15"), 12, 1e-12);
    assert_near(blow_mean(&them, "player", "raw,defense=-20"), 12, 1e-12);
    assert_near(blow_mean(&them, "player", "raw,defense=-1"), 11, 1e-12);
    assert_near(blow_mean(&them, "player", "raw,defense=15"), 9, 1e-12);
    static const char least[] = "raw,damage_min=1,damage_max=1"; /* whole or not at all */
    assert_near(blow_mean(&them, least, "raw,defense=-1"), 2, 1e-12);
    assert_near(blow_mean(&them, least, "raw,defense=99"), 1, 1e-12);
    assert_near(blow_mean(&them, least, "raw,defense=100"), 0, 1e-12);
}

TEST(reductions_of_gear_are_added_and_of_levels_replaced)
{
    OWNED_FIGHTERS them = fighters_of(
        "accuracy", "combat: {hit_clamp: [1, 1]}\n"
                    "player: {hp: 1, damage: 20, reduction: 2}\n"
                    "variants: {tough: {reduction: 3}}\n"
                    "monsters: {ogre: {hp: 9, damage: 20, reduction: 1}}\n"
                    "armors: {mail: {reduction: 1d3}, hat: {armor_class: 2, reduction: 1}}\n");
    assert_near(blow_mean(&them, "ogre", "player,armor=mail+hat"), 20 - 2 - 2 - 1 - 1, 1e-12);
    assert_near(blow_mean(&them, "player", "ogre,tough"), 20 - 1 - 3, 1e-12);
    wyrm_combatant player = fighter_of(&them, "player");
    const wyrm_value *again = wyrm_ruleset_find(them.ruleset, "monsters.ogre");
    wyrm_combat_read(them.combat, again, &player);
    assert_near(wyrm_combat_stat_number(them.combat, wyrm_combat_stat(them.combat, "reduction"),
                                        stat_of(&them, &player, "reduction")),
                1, 1e-12);
}

/* Each blow has its own accuracy; a weapon that replaces its wielder's attack ends them. */
TEST(a_creature_may_strike_more_than_once)
{
    static const char text[] =
        "monsters: {bear: {hp: 9, accuracy: 1, attacks: [{bite: 2d6, accuracy: 3}, "
        "{claw: 1d8, power: 1, times: 2}]}}\n"
        "weapons: {club: {damage: 2}}\n";
    char other[512];
    OWNED_FIGHTERS them = fighters_of("accuracy", text);
    assert_near(blow_mean(&them, "bear", "raw"), 0.85 * 7 + 2 * 0.75 * 5.5, 1e-12);
    assert_near(blow_mean(&them, "bear,weapon=club", "raw"), 0.85 * 9 + 2 * 0.75 * 7.5, 1e-12);
    snprintf(other, sizeof other, "combat: {weapon_damage: replaces}\n%s", text);
    OWNED_FIGHTERS armed = fighters_of("accuracy", other);
    assert_near(blow_mean(&armed, "bear,weapon=club", "raw"), 0.75 * 2, 1e-12);
}

TEST(what_armor_and_critical_hits_do_is_explained)
{
    OWNED_FIGHTERS them = fighters_of(
        "accuracy", "combat: {armor_as: evasion, armor_rounding: sum, defense_as: percent, "
                    "critical_chance: 1/10, least_damage: 1}\n"
                    "player: {hp: 1, damage: 4, defense: 50, reduction: 1d3}\n"
                    "armors: {mail: {armor_class: 5}}\n");
    explanation told =
        explain_strike(&them, (strike){"player", "player,armor=mail", WYRM_ATTACK_MELEE, 1, 0});
    check_step(&told, "evasion", 3, "", "1 + 5 / 2, rounded down");
    check_step(&told, "defense", 50, "%", "");
    check_step(&told, "reduction, on average", 2, "hit points", "1d3");
    check_step(&told, "mean damage of a hit", 1, "hit points",
               "max(1, own damage + weapon + power less defense % - reduction)");
    check_step(&told, "mean damage of a critical hit", 2, "hit points",
               "max(1, (own damage + weapon + power) x 2 less defense % - reduction), in 10 % of "
               "hits");
    char why[128];
    OWNED_FIGHTERS idle = fighters_of("accuracy", "combat: {critical_factor: 3}\n");
    assert_string_equal(wyrm_combat_idle(idle.combat, why, sizeof why), "critical_factor");
    assert_string_equal(why, "no hit is ever critical: combat.critical_chance is 0");
    assert_null(wyrm_combat_idle(them.combat, why, sizeof why));
}

TEST(wrong_sections_are_told)
{
    fighters_fail("accuracy", "combat: {weapon_damage: add}\nplayer: {hp: 1}\n",
                  "small.yaml:3:25: error: unknown choice 'add' of 'weapon_damage' (did you mean "
                  "'adds'?)");
    fighters_fail("accuracy", "combat: {hit_clamp: [0.5, 0.2]}\nplayer: {hp: 1}\n",
                  "small.yaml:3:21: error: interval of 'hit_clamp' descends: from 0.5 to 0.2 "
                  "(write the lower end first)");
    fighters_fail(
        "accuracy", "player: {hp: 1}\nmonsters: {orc: {hp: 3, damage: [6, 4]}}\n",
        "small.yaml:4:33: error: range of 'damage' descends: from 6 to 4 (write the lower "
        "end first)");
    fighters_fail("accuracy", "player: {hp: 1}\nmonsters: {orc: {damage: [4, 6]}}\n",
                  "small.yaml:4:12: error: 'orc' has no hit points: 'hp' is missing, and growth "
                  "gives none");
    fighters_fail("accuracy", "player: {defense: 1}\n",
                  "small.yaml:3:1: error: 'player' has no hit points: 'hp' is missing, and growth "
                  "gives none");
}

AROUND_ALL(open_fighters, fighters_end)
