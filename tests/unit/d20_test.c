/* Combat by a d20: each attack against all its outcomes, enumerated; gear, damage types, errors.
 * tests/cli/d20_test.py compares the same model with the attacks and fights of the SRD. */
#include "with_fighters.h"

/* ---- all outcomes, enumerated ---- */

enum { SIDES = 6, FACES = 3, NO_TYPE = 0, DAMAGE_END = 64 };

typedef struct part {
    int dice, plain, type;
} part;

typedef struct attack {
    int automatic_hit, automatic_miss, critical, critical_dice;
    bool critical_plain;
    int resists[2], vulnerable[2]; /* factors */
    int to_hit, bonus, plus, save_dc;
    bool advantage, disadvantage, asleep, save_half;
    part own, rider;
    int armor_class, armor_bonus, save;
    int sets[3]; /* resist, immune, vulnerable: bits of the damage types */
} attack;

static attack random_attack(test_random *random)
{
    const int resists[][2] = {{1, 2}, {2, 3}, {0, 1}}, vulnerable[][2] = {{2, 1}, {3, 2}};
    attack of = {
        .automatic_hit = (int)random_between(random, 5, 7),
        .automatic_miss = (int)random_between(random, 0, 2),
        .critical = (int)random_between(random, 4, 7),
        .critical_dice = (int)random_between(random, 1, 3),
        .critical_plain = random_below(random, 2),
        .to_hit = (int)random_between(random, -3, 3),
        .bonus = (int)random_between(random, -1, 1),
        .plus = (int)random_between(random, 0, 1),
        .save_dc = (int)random_between(random, 0, 7),
        .advantage = random_below(random, 2),
        .disadvantage = random_below(random, 2),
        .asleep = random_below(random, 4) == 0,
        .save_half = random_below(random, 2),
        .own = {(int)random_between(random, 0, 2), (int)random_between(random, -3, 3),
                (int)random_between(random, NO_TYPE, 2)},
        .rider = {(int)random_between(random, 0, 1), (int)random_between(random, -1, 2),
                  (int)random_between(random, NO_TYPE, 2)},
        .armor_class = (int)random_between(random, 0, 9),
        .armor_bonus = (int)random_between(random, 0, 2),
        .save = (int)random_between(random, -1, 2),
    };
    memcpy(of.resists, resists[random_below(random, 3)], sizeof of.resists);
    memcpy(of.vulnerable, vulnerable[random_below(random, 2)], sizeof of.vulnerable);
    for (int i = 0; i < 3; i++)
        of.sets[i] = (int)random_below(random, 4);
    return of;
}

/* The probabilities of a miss, a hit and a critical hit. */
static void try_to_hit(const attack *of, double chances[3])
{
    const bool better = (of->advantage || of->asleep) && !of->disadvantage;
    const bool worse = of->disadvantage && !(of->advantage || of->asleep);
    for (int first = 1; first <= SIDES; first++)
        for (int second = 1; second <= SIDES; second++) {
            const int roll = better  ? (first > second ? first : second)
                             : worse ? (first < second ? first : second)
                                     : first;
            const int needed = of->armor_class + of->armor_bonus;
            bool hits = roll + of->to_hit + of->plus >= needed;
            if (roll <= of->automatic_miss)
                hits = false;
            if (roll >= of->automatic_hit)
                hits = true;
            const bool critical = hits && (roll >= of->critical || of->asleep);
            chances[hits + critical] += 1.0 / (SIDES * SIDES);
        }
}

static int power(int base, int exponent)
{
    return exponent == 0 ? 1 : base * power(base, exponent - 1);
}

/* The sum of the dice that a number encodes, digit by digit. */
static int sum_of(int outcome, int dice)
{
    return dice == 0 ? 0 : outcome % FACES + 1 + sum_of(outcome / FACES, dice - 1);
}

static int taken(const attack *of, int damage, int type)
{
    const int bit = type == NO_TYPE ? 0 : 1 << (type - 1);
    if (damage <= 0 || (of->sets[1] & bit) != 0)
        return 0;
    if ((of->sets[0] & bit) != 0)
        damage = damage * of->resists[0] / of->resists[1];
    return (of->sets[2] & bit) != 0 ? damage * of->vulnerable[0] / of->vulnerable[1] : damage;
}

/* Adds the damage of a hit whose dice count `times` times to chances[DAMAGE_END]. */
static void hit_all(const attack *of, int times, double weight, double *chances)
{
    const int own = of->own.dice * times, rider = of->rider.dice * times;
    const int plain = of->critical_plain ? times : 1;
    const int ways[] = {power(FACES, own), power(FACES, rider)};
    for (int a = 0; a < ways[0]; a++)
        for (int b = 0; b < ways[1]; b++)
            for (int roll = 1; roll <= SIDES; roll++) {
                int more = sum_of(b, rider) + of->rider.plain * plain;
                if (of->save_dc > 0 && roll + of->save >= of->save_dc)
                    more = of->save_half && more > 0 ? more / 2 : 0;
                const int fixed = (of->own.plain + of->bonus + of->plus) * plain;
                const int damage = taken(of, sum_of(a, own) + fixed, of->own.type) +
                                   taken(of, more, of->rider.type);
                assert_in_range(damage, 0, DAMAGE_END - 1);
                chances[damage] += weight / ways[0] / ways[1] / SIDES;
            }
}

static const char *types_of(int bits)
{
    static const char *const lists[] = {"[]", "[cut]", "[burn]", "[cut, burn]"};
    return lists[bits];
}

static fighters open_attack(const attack *of)
{
    static const char *const flags[] = {"false", "true"}, *const types[] = {"none", "cut", "burn"};
    static const char *const dice[] = {"0+0", "1d3", "2d3"};
    char text[2048];
    snprintf(text, sizeof text,
             "combat: {roll: 1d6, types: [cut, burn], automatic_hit: %d, automatic_miss: %d, "
             "critical: %d, critical_dice: %d, critical_plain: %s, resist_factor: %d/%d, "
             "vulnerable_factor: %d/%d}\n"
             "monsters:\n"
             "  one: {hp: 1, to_hit: %d, plus: %d, damage: %s%+d, damage_bonus: %d, type: %s, "
             "rider: %s%+d, rider_type: %s, save_dc: %d, save_half: %s, advantage: %s, "
             "disadvantage: %s}\n"
             "  other: {hp: 1, armor_class: %d, armor_bonus: %d, save: %d, resist: %s, immune: %s, "
             "vulnerable: %s}\n",
             of->automatic_hit, of->automatic_miss, of->critical, of->critical_dice,
             flags[of->critical_plain], of->resists[0], of->resists[1], of->vulnerable[0],
             of->vulnerable[1], of->to_hit, of->plus, dice[of->own.dice], of->own.plain, of->bonus,
             types[of->own.type], dice[of->rider.dice], of->rider.plain, types[of->rider.type],
             of->save_dc, flags[of->save_half], flags[of->advantage], flags[of->disadvantage],
             of->armor_class, of->armor_bonus, of->save, types_of(of->sets[0]),
             types_of(of->sets[1]), types_of(of->sets[2]));
    return fighters_of("d20", text);
}

TEST(an_attack_is_what_all_its_outcomes_are)
{
    for (uint64_t seed = 1; seed <= 200; seed++) {
        test_random random = {seed};
        const attack of = random_attack(&random);
        double chances[3] = {0}, wanted[DAMAGE_END] = {0};
        try_to_hit(&of, chances);
        wanted[0] = chances[0];
        hit_all(&of, 1, chances[1], wanted);
        hit_all(&of, of.critical_dice, chances[2], wanted);
        OWNED_FIGHTERS them = open_attack(&of);
        OWNED_PMF *damage = blow_pmf(&them, "one", of.asleep ? "other,asleep" : "other");
        for (int value = 0; value < DAMAGE_END; value++)
            assert_near_seeded(wyrm_pmf_at(damage, value), wanted[value], 1e-11, seed);
        assert_holds(wyrm_pmf_last(damage) < DAMAGE_END, seed);
    }
}

/* ---- gear ---- */

static const char armory[] = "player: {hp: 20, to_hit: 2, damage: 1, damage_bonus: 3}\n"
                             "weapons:\n"
                             "  sword: {damage: 1d8, to_hit: 1, type: slashing}\n"
                             "  torch: {damage: 1, rider: 1d4, rider_type: fire, critical: 18, "
                             "critical_dice: 3}\n"
                             "  spear: {damage: 1d6, save_dc: 13, save_half: true, critical: 18, "
                             "critical_dice: 3, reach: 2}\n"
                             "  club: {damage: 1d4, save_half: false}\n"
                             "  flail: {attacks: [{head: 1d6, to_hit: 9, times: 2}, {chain: 1}]}\n"
                             "armors:\n"
                             "  shield: {armor_bonus: 2, slot: off_hand}\n"
                             "  mail: {armor_class: 16, slot: chest, resist: [slashing]}\n"
                             "  ring: {immune: [fire], save: 1}\n";

static int open_armory(void **state)
{
    return fighters_share(fighters_of("d20", armory), state);
}

/* Chance to hit an armor class of 100 with the bonuses of `who`: 1 in 20 always hits. */
static double to_hit(const fighters *them, const char *who)
{
    explanation told = explain_strike(them, (strike){who, "raw", WYRM_ATTACK_MELEE, 1, 0});
    return step_of(&told, "chance to hit")->value;
}

/* An armor class of 10 is hit by a roll of 8 with 2, of 7 with 3, of 4 with 6. */
TEST(a_weapon_adds_to_the_roll_and_replaces_the_damage)
{
    assert_near(to_hit(*state, "player"), 65, 1e-9);
    assert_near(to_hit(*state, "player,weapon=sword"), 70, 1e-9);
    assert_near(to_hit(*state, "player,weapon=sword+3"), 85, 1e-9);
    wyrm_combatant who = fighter_of(*state, "player,weapon=sword");
    assert_near(wyrm_combat_stat_number(((fighters *)*state)->combat,
                                        wyrm_combat_stat(((fighters *)*state)->combat, "damage"),
                                        stat_of(*state, &who, "damage")),
                4.5, 1e-12);
    /* 13 in 20 for 1 + 3, critical or not; then 14 in 20 for 1d8 + 3, and 1 more 1d8. */
    assert_near(blow_mean(*state, "player", "raw"), 0.65 * 4, 1e-12);
    assert_near(blow_mean(*state, "player,weapon=sword", "raw"), 0.7 * 7.5 + 0.05 * 4.5, 1e-12);
    assert_near(blow_mean(*state, "player,weapon=sword+3", "raw"), 0.85 * 10.5 + 0.05 * 4.5, 1e-12);
}

TEST(or_the_other_way_round)
{
    char text[2048];
    snprintf(text, sizeof text, "combat: {weapon_damage: adds, weapon_to_hit: replaces}\n%s",
             armory);
    OWNED_FIGHTERS them = fighters_of("d20", text);
    assert_near(to_hit(&them, "player,weapon=sword"), 60, 1e-9);
    assert_near(blow_mean(&them, "player,weapon=sword", "raw"), 0.6 * 8.5 + 0.05 * 4.5, 1e-12);
}

/* 18 to 20 count 1d4 three times, the constants 1 and 3 once. */
TEST(a_weapon_may_be_critical_more_often)
{
    assert_near(blow_mean(*state, "player,weapon=torch", "raw"), 0.65 * 6.5 + 0.15 * 5, 1e-12);
}

/* The weapon's values replace those of its wielder; a half is not rounded to two. */
TEST(a_weapon_sets_how_far_it_strikes_and_what_its_rider_and_criticals_are)
{
    static const struct {
        const char *stat;
        double value;
    } set[] = {
        {"save_dc", 13}, {"save_half", 1}, {"critical", 18}, {"critical_dice", 3}, {"reach", 2}};
    const char *text = "monsters: {ogre: {hp: 20, damage: 4, save_dc: 11, save_half: true, "
                       "critical: 19, critical_dice: 2, reach: 1.5}}\n";
    char rules[2048];
    snprintf(rules, sizeof rules, "%s%s", armory, text);
    OWNED_FIGHTERS them = fighters_of("d20", rules);
    wyrm_combatant bare = fighter_of(&them, "ogre"), armed = fighter_of(&them, "ogre,weapon=spear");
    assert_near(stat_of(&them, &bare, "reach"), 1.5, 0);
    for (size_t i = 0; i < LENGTH_OF(set); i++)
        assert_near(stat_of(&them, &armed, set[i].stat), set[i].value, 0);
    armed = fighter_of(&them, "ogre,weapon=club");
    assert_near(stat_of(&them, &armed, "save_half"), 0, 0);
}

TEST(a_weapon_may_strike_more_than_once)
{
    /* 1d6 + 3 with 9 twice, 1 + 3 with the wielder's 2 */
    const double head = 0.95 * 6.5 + 0.05 * 3.5;
    assert_near(blow_mean(*state, "player,weapon=flail", "raw"), 2 * head + 0.65 * 4, 1e-12);
}

TEST(armor_sets_the_class_and_a_shield_adds)
{
    assert_near(to_hit(*state, "player"), 65, 1e-9);
    explanation told = explain_strike(
        *state, (strike){"player", "raw,armor=shield+mail", WYRM_ATTACK_MELEE, 1, 0});
    check_step(&told, "armor class", 18, "", "16+2");
    told = explain_strike(*state, (strike){"player", "raw,armor=mail+1", WYRM_ATTACK_MELEE, 1, 0});
    check_step(&told, "armor class", 17, "", "16+1");
    assert_near(blow_mean(*state, "player,weapon=torch,to_hit=40", "raw,armor=ring"), 0.95 * 4,
                1e-12); /* the rider of fire has no effect */
}

/* ---- damage types ---- */

TEST(types_are_words_of_the_ruleset)
{
    OWNED_FIGHTERS them = fighters_of(
        "d20", "combat: {types: [holy]}\nmonsters: {ghost: {hp: 3, vulnerable: [holy]}}\n"
               "weapons: {cross: {damage: 4, type: holy, to_hit: 40}}\n");
    assert_near(blow_mean(&them, "raw,weapon=cross", "ghost"), 0.95 * 8, 1e-12);
    fighters_fail(
        "d20", "combat: {types: [holy]}\nmonsters: {imp: {hp: 3, type: holly}}\n",
        "small.yaml:4:31: error: unknown choice 'holly' of 'type' (did you mean 'holy'?)");
    fighters_fail("d20", "combat: {types: []}\nmonsters: {imp: {hp: 3, resist: [fire]}}\n",
                  "small.yaml:4:34: error: unknown choice 'fire' of 'resist' (there is none)");
    fighters_fail(
        "d20", "monsters: {imp: {hp: 3, resist: [fyre]}}\n",
        "small.yaml:3:34: error: unknown choice 'fyre' of 'resist' (did you mean 'fire'?)");
    fighters_fail("d20", "monsters: {imp: {hp: 3, attacks: [{bite: 1, type: fyre}]}}\n",
                  "small.yaml:3:51: error: unknown choice 'fyre' of 'type' (did you mean 'fire'?)");
}

TEST(wrong_sections_are_told)
{
    fighters_fail("d20", "combat: {types: [holy, none]}\n",
                  "small.yaml:3:24: error: 'none' is what damage is that has no type");
    fighters_fail("d20", "combat: {types: [holy, cold, holy]}\n",
                  "small.yaml:3:30: error: the type 'holy' is listed twice");
    fighters_fail("d20", "combat: {automatic_miss: 20}\n",
                  "small.yaml:3:26: error: a roll of 20 would always hit and always miss");
    fighters_fail(
        "d20", "combat: {resist_factor: 1/1001}\n",
        "small.yaml:3:25: error: both parts of the ratio 'resist_factor' must be at most 1000");
    fighters_fail(
        "d20", "player: {hp: 1, attacks: [{to_hit: 3}]}\n",
        "small.yaml:3:27: error: a blow needs a name with its damage, such as 'bite: 2d6'");
}

TEST(only_numbers_grow)
{
    fighters_fail(
        "d20", "growth: {choices: {sharp: {damage: 1}}}\nplayer: {hp: 1}\n",
        "small.yaml:3:36: error: 'damage' of choice 'sharp' is no number, and only numbers "
        "grow");
}

TEST(factors_without_types_are_idle)
{
    char why[128];
    OWNED_FIGHTERS them = fighters_of("d20", "combat: {types: [], resist_factor: 1/3}\n");
    assert_string_equal(wyrm_combat_idle(them.combat, why, sizeof why), "resist_factor");
    assert_string_equal(why, "no type of damage is declared: nobody can be resistant to any");
    OWNED_FIGHTERS usual = fighters_of("d20", "combat: {types: []}\n");
    assert_null(wyrm_combat_idle(usual.combat, why, sizeof why));
}

/* ---- explanations and errors ---- */

TEST(an_attack_is_explained)
{
    OWNED_FIGHTERS them = fighters_of(
        "d20", "monsters:\n"
               "  one: {hp: 1, to_hit: 5, advantage: true, damage: 2d6+1, type: fire, rider: 1d6, "
               "rider_type: cold, save_dc: 15, save_half: true}\n"
               "  other: {hp: 1, resist: [fire], vulnerable: [cold], save: 2}\n");
    explanation told = explain_strike(&them, (strike){"one", "other", WYRM_ATTACK_MELEE, 1, 0});
    check_step(&told, "armor class", 10, "", "");
    check_step(&told, "chance to hit", 96, "%", /* 1 - (4 / 20)^2 */
               "better of two 1d20+5 is 10 or more; a roll of 20 always, of 1 never");
    check_step(&told, "chance of a critical hit", 9.75, "%", "a hit with a roll of 20 or more");
    check_step(&told, "damage, on average", 3.75, "hit points", "2d6+1 fire, resisted");
    check_step(&told, "rider, on average", 7, "hit points", "1d6 cold, vulnerable");
    check_step(&told, "chance to escape the rider", 40, "%",
               "a roll+2 is 15 or more, then half of it");
    told = explain_strike(*state, (strike){"raw", "raw,asleep", WYRM_ATTACK_MELEE, 1, 0});
    check_step(&told, "chance of a critical hit", 79.75, "%", "all that hits a sleeper");
}

/* Of coins with a chance of a half at most 40 are thrown: the rest has a probability of 2^-40 in
 * the roll, the damage and the rider alike. */
TEST(what_was_cut_off_is_told)
{
    OWNED_FIGHTERS them =
        fighters_of("d20", "combat: {roll: coins 50% + 5}\n"
                           "monsters:\n"
                           "  one: {hp: 1, damage: coins 50%, rider: coins 50%, save_dc: 1}\n"
                           "  other: {hp: 1, damage: coins 50%, rider: 1d4}\n");
    explanation told = explain_strike(&them, (strike){"one", "other", WYRM_ATTACK_MELEE, 1, 0});
    assert_near(step_of(&told, "probability that was cut off")->value, 3 * 0x1p-40, 1e-20);
    check_step(&told, "chance to escape the rider", 100, "%", "a roll+0 is 1 or more");
    told = explain_strike(&them, (strike){"other", "one", WYRM_ATTACK_MELEE, 1, 0});
    assert_near(step_of(&told, "probability that was cut off")->value, 2 * 0x1p-40, 1e-20);
}

TEST(damage_of_too_many_values_is_refused)
{
    OWNED_FIGHTERS them = fighters_of(
        "d20", "monsters: {imp: {hp: 1, damage: [0, 100000]}, toad: {hp: 1, attacks: [{lick: "
               "[0, 5000], times: 100}]}}\n");
    static const char *const whom[] = {"imp", "toad"};
    for (size_t i = 0; i < LENGTH_OF(whom); i++) {
        char wanted[128];
        snprintf(wanted, sizeof wanted,
                 "the damage of '%s' has too many values for its sums to be worked out", whom[i]);
        strike_fails(&them, (strike){whom[i], "imp", WYRM_ATTACK_MELEE, 1, 0}, WYRM_ERROR_LIMIT,
                     wanted);
    }
}

AROUND_ALL(open_armory, fighters_end)
