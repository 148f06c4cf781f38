/* The ruleset of the office tower: its formulas worked out by hand from its own numbers, its
 * targets, and whether all that stands in it is met. */
#include "helpers.h"
#include "released.h"
#include "stride.h"

#include <wyrm/descent.h>
#include <wyrm/judge.h>

#define SHIPPED RULESET_DIR "/bob-and-trev.yaml"

static wyrm_judgement *judge(const wyrm_design *design, uint64_t runs)
{
    const wyrm_judge_options options = {.seed = 1, .effort = {.exactly = runs}, .threads = 2};
    return judge_with(design, &options);
}

/* One attack of a new player on the janitor, dexterity 10 both and armour class 1. */
typedef struct blow {
    const char *weapon;
    wyrm_attack_kind kind;
    double distance, off_centre;
} blow;

static wyrm_status strike(const wyrm_design *design, blow of, wyrm_pmf **damage, wyrm_error *error)
{
    char text[64];
    snprintf(text, sizeof text, "player,weapon=%s", of.weapon);
    const wyrm_combatant player = combatant_of(design, text),
                         janitor = combatant_of(design, "janitor");
    const wyrm_matchup matchup = {.attacker = &player,
                                  .defender = &janitor,
                                  .attack = of.kind,
                                  .distance = of.distance,
                                  .off_centre = of.off_centre};
    return wyrm_combat_hit(wyrm_design_combat(design), &matchup, damage, error);
}

static wyrm_pmf *damage_of(const wyrm_design *design, blow of)
{
    wyrm_pmf *damage;
    wyrm_error error;
    if (strike(design, of, &damage, &error) != WYRM_OK)
        fail_msg("%s: %s", of.weapon, error.message);
    return damage;
}

static void assert_about(double value, double wanted)
{
    if (!(fabs(value - wanted) <= 1e-9 * fmax(1, fabs(wanted))))
        fail_msg("%.15g, wanted %.15g", value, wanted);
}

static void refuses(const wyrm_design *design, blow of, const char *message)
{
    wyrm_pmf *damage;
    wyrm_error error;
    assert_int_equal(strike(design, of, &damage, &error), WYRM_ERROR_ARGUMENT);
    assert_string_equal(error.message, message);
    assert_null(damage);
}

TEST(the_tower_has_twenty_floors_and_a_goal)
{
    const wyrm_design *design = *state;
    const wyrm_ruleset *ruleset = wyrm_design_ruleset(design);
    assert_in_range(wyrm_roster_count(wyrm_design_roster(design)), 12, 20);
    assert_in_range(wyrm_value_count(wyrm_ruleset_find(ruleset, "weapons")), 10, 16);
    assert_int_equal(wyrm_encounter_last_depth(wyrm_design_encounter(design)), 20);
    assert_string_equal(wyrm_mapper_goal(wyrm_design_mapper(design)), "Master disc");
    assert_string_equal(wyrm_combat_name(wyrm_design_combat(design)), "momentum");
}

/* Strength 10 swings a keyboard of 1.1 kg with fcoef 10 to 30: momentum sqrt(10 x 10 x 1.1) =
 * 10.488 to sqrt(10 x 30 x 1.1) = 18.166 newton seconds; x bludgeon 0.8 = 8.390 to 14.533; x 0.95 ^
 * (1 ^ 1.3) = 7.97095 to 13.80609. The mean of a force whose square is even: 2/3 (h^3 - l^3) / (h^2
 * - l^2) = 11.14910; every other blow misses. */
TEST(a_keyboard_swung)
{
    const wyrm_design *design = *state;
    blow next = {"keyboard", WYRM_ATTACK_MELEE, 1, 0}, far = {"keyboard", WYRM_ATTACK_MELEE, 2, 0};
    OWNED_PMF *damage = damage_of(design, next), *at_two = damage_of(design, far);
    assert_about(wyrm_pmf_at(damage, 0), 0.5);
    assert_int_equal(wyrm_pmf_last(damage), 14);
    assert_about(wyrm_pmf_tail(damage, 7), 0.5);
    assert_about(wyrm_pmf_mean(damage), 5.574551599660088);
    assert_about(wyrm_pmf_mean(at_two), wyrm_pmf_mean(damage)); /* its cord is as long */
    refuses(design, (blow){"keyboard", WYRM_ATTACK_MELEE, 3, 0},
            "'player' cannot strike 'janitor' at 3 tiles: its reach is 2 tiles");
}

/* A disc of 0.018 kg over 20 m in 2.23 s: 0.161435 newton seconds; x 100 x 0.95 = 15.33632, which
 * is 16 in 33.632 % and else 15. A quarter of the hits cut for half as much again: 23.00448. */
TEST(a_disc_fired)
{
    const wyrm_design *design = *state;
    OWNED_PMF *damage = damage_of(design, (blow){"floppy_drive", WYRM_ATTACK_FIRED, 20, 0});
    double plain = 0.018 * 20 / 2.23 * 100 * 0.95, cut = plain * 1.5;
    assert_about(wyrm_pmf_at(damage, 0), 0.5);
    assert_about(wyrm_pmf_at(damage, 15), 0.5 * 0.75 * (16 - plain));
    assert_about(wyrm_pmf_at(damage, 16), 0.5 * 0.75 * (plain - 15));
    assert_about(wyrm_pmf_at(damage, 23), 0.5 * 0.25 * (24 - cut));
    assert_about(wyrm_pmf_at(damage, 24), 0.5 * 0.25 * (cut - 23));
    assert_about(wyrm_pmf_mean(damage), 8.626681614349776);
    refuses(design, (blow){"floppy_drive", WYRM_ATTACK_FIRED, 21, 0},
            "'player' cannot fire at 'janitor' at 21 tiles: its range is 20 "
            "tiles");
    refuses(design, (blow){"stapler", WYRM_ATTACK_FIRED, 5, 0},
            "'player' has nothing to fire: its weapon has no range");
}

/* With the time that a fall really takes a disc does five times as much. */
TEST(the_right_flight_time_makes_shots_five_times_as_strong)
{
    blow shot = {"floppy_drive", WYRM_ATTACK_FIRED, 8, 0};
    OWNED_DESIGN *right = ruleset_with(SHIPPED, "combat: {flight_time: 0.4472135955}");
    OWNED_PMF *slow = damage_of(*state, shot), *fast = damage_of(right, shot);
    assert_true(fabs(wyrm_pmf_mean(fast) / wyrm_pmf_mean(slow) - 2.23 / 0.4472135955) < 1e-9);
}

/* A paperweight of 0.9 kg leaves the hand at 10.5 to 18.3 metres a second, which would carry it
 * farther than the 10 metres that one aims. A monitor of 13 kg must fly 9 metres in 2.23 s:
 * fcoef of at least (9 / 2.23)^2 x 13 / 10 = 21.1748, 44.126 % of throws; and it is clumsy: 8
 * against 10. */
TEST(a_paperweight_and_a_monitor_thrown)
{
    const wyrm_design *design = *state;
    wyrm_pmf *damage = damage_of(design, (blow){"paperweight", WYRM_ATTACK_THROWN, 10, 0});
    assert_about(wyrm_pmf_at(damage, 0), 0.5);
    assert_int_equal(wyrm_pmf_last(damage), 16);
    assert_about(wyrm_pmf_mean(damage), 6.302964555868637);
    wyrm_pmf_free(damage);
    refuses(design, (blow){"paperweight", WYRM_ATTACK_THROWN, 11, 0},
            "'player' cannot throw at 'janitor' at 11 tiles: it throws 10 tiles "
            "at most");

    damage = damage_of(design, (blow){"crt_monitor", WYRM_ATTACK_THROWN, 9, 0});
    assert_about(wyrm_pmf_at(damage, 0), 1 - 0.3 * 0.44126163807838487);
    assert_about(wyrm_pmf_tail(damage, 37), 0.3 * 0.44126163807838487);
    assert_about(wyrm_pmf_mean(damage), 5.43307096187338);
    wyrm_pmf_free(damage);
}

/* A toner bomb of 1.2 kg x 1.6: 16.65077 to 28.83997, and nobody within two tiles gets away. */
TEST(a_toner_bomb_goes_off)
{
    const wyrm_design *design = *state;
    for (int tiles = 0; tiles <= 2; tiles++) {
        OWNED_PMF *damage = damage_of(design, (blow){"toner_bomb", WYRM_ATTACK_THROWN, 5, tiles});
        assert_int_equal(wyrm_pmf_first(damage), 16);
        assert_int_equal(wyrm_pmf_last(damage), 29);
        assert_about(wyrm_pmf_mean(damage), 23.289717011349932);
    }
    OWNED_PMF *outside = damage_of(design, (blow){"toner_bomb", WYRM_ATTACK_THROWN, 5, 2.5});
    assert_about(wyrm_pmf_at(outside, 0), 1);
}

/* The paper guillotine's blade, 2.2 kg x 1.2: 16.90893 to 29.28713, on average 23.65; a quarter of
 * the hits half as much again, so 1.125 times that, every other time. */
TEST(a_blade_cuts_every_fourth_hit)
{
    OWNED_PMF *damage = damage_of(*state, (blow){"guillotine", WYRM_ATTACK_MELEE, 1, 0});
    assert_about(wyrm_pmf_mean(damage), 13.303585928904628);
    assert_int_equal(wyrm_pmf_last(damage), 44);
    /* 30 is 29.287 rounded up, or a cut: all above that are cuts, which begin at 25.36. */
    assert_true(wyrm_pmf_tail(damage, 31) < 0.125);
    assert_true(wyrm_pmf_tail(damage, 31) > 0.08);
}

/* The janitor's mop, 0.8 kg of arm x 0.6, on who wears a novelty tie (armour class -2): 0.95 ^
 * -(2 ^ 1.3) = 1.13462 times the force, 5.77655 to 10.00528. */
TEST(cursed_armour_amplifies)
{
    const wyrm_design *design = *state;
    OWNED_PMF *damage;
    wyrm_error error;
    const wyrm_combatant janitor = combatant_of(design, "janitor");
    const wyrm_combatant player = combatant_of(design, "player,armor=novelty_tie");
    const wyrm_matchup matchup = {.attacker = &janitor, .defender = &player, .distance = 2};
    assert_int_equal(wyrm_combat_hit(wyrm_design_combat(design), &matchup, &damage, &error),
                     WYRM_OK);
    assert_about(wyrm_pmf_mean(damage), 4.039879592771129);
}

TEST(all_its_targets_hold)
{
    OWNED_JUDGEMENT *judgement = judge(*state, 0);
    for (size_t i = 0; i < judgement->judged_count; i++)
        if (judgement->judged[i].verdict != WYRM_PASS)
            print_error("%s, %s: %g is %s\n", judgement->judged[i].target,
                        judgement->judged[i].where, judgement->judged[i].value,
                        wyrm_verdict_name(judgement->judged[i].verdict));
    for (size_t i = 0; i < judgement->finding_count; i++)
        print_error("%s: %s\n", judgement->findings[i].where, judgement->findings[i].message);
    assert_true(judgement->judged_count >= 50);
    assert_int_equal(judgement->summary[WYRM_PASS], judgement->judged_count);
    assert_int_equal(judgement->finding_count, 0);
    for (size_t i = 0; i < judgement->judged_count; i++) {
        assert_string_not_equal(judgement->judged[i].claim, "");
        assert_string_not_equal(judgement->judged[i].source, "");
    }
}

/* How many targets fail at any of their places; each is marked in `failed`, by its place in the
 * ruleset. */
static size_t count_failing(const wyrm_design *tower, const char *changes, bool *failed)
{
    const wyrm_value *targets = wyrm_ruleset_find(wyrm_design_ruleset(tower), "targets");
    OWNED_DESIGN *design = ruleset_with(SHIPPED, changes);
    OWNED_JUDGEMENT *judgement = judge(design, 12);
    size_t count = 0;
    for (size_t t = 0; t < wyrm_value_count(targets); t++) {
        bool fails = false;
        for (size_t i = 0; i < judgement->judged_count; i++)
            if (strcmp(judgement->judged[i].target, wyrm_value_key(targets, t)) == 0 &&
                judgement->judged[i].verdict == WYRM_FAIL)
                fails = true;
        count += fails;
        failed[t] = failed[t] || fails;
    }
    return count;
}

/* Fights, not only the blows that are targets themselves: that would be four. */
TEST(half_or_one_and_a_half_times_fcoef_fails_many_targets)
{
    bool failed[256] = {false};
    assert_true(count_failing(*state, "combat: {fcoef: [5, 15]}", failed) >= 12);
    assert_true(count_failing(*state, "combat: {fcoef: [15, 45]}", failed) >= 12);
}

/* Every target is missed by at least one of these wrong towers. */
TEST(every_target_can_fail)
{
    static const char *const wrong[] = {
        "combat: {fcoef: [5, 15]}",
        "combat: {fcoef: [15, 45]}",
        "combat: {hit_clamp: [0.05, 0.95]}",
        "combat: {hit_base: 0.6}",
        "combat: {negative_ac: full}",
        "combat: {b: 1.5}",
        "growth: {experience: {base: 60, per_level: 40}}",
        "growth: {experience: {base: 30, per_level: 60}}",
        "encounter: {last_depth: 19}",
        "encounter: {rooms: {first: true, most: 5}}",
        "loot: {rooms: {most: 4}}",
        "map: {tries: 8}",
        "weapons: {mouse: {reach: 1}, keyboard: {reach: 1}, plotter_arm: {reach: 2}, "
        "stapler: {reach: 2}, floppy_drive: {range: 8}}",
        "armors: {filing_drawer: {dexterity: 0, armour_class: 3}, boots: {armour_class: 3}}",
        "items: {cup_of_tea: {weight: 5}, first_aid_kit: {weight: 60}}",
        "monsters: {intern: {weight: 5}, chair_of_the_board: {weight: 1, hp: 400}, "
        "dust_bunny: {experience: 20}}",
        "combat: {flight_time: 0.447, blast_dodged: true}",
        "player: {hp: 600, strength: 100, dexterity: 14}",
        "player: {hp: 12}",
    };
    const wyrm_design *tower = *state;
    const wyrm_value *targets = wyrm_ruleset_find(wyrm_design_ruleset(tower), "targets");
    bool failed[256] = {false};
    assert_in_range(wyrm_value_count(targets), 1, 256);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i += PLAYED_STRIDE)
        if (count_failing(tower, wrong[i], failed) == 0)
            fail_msg("nothing is wrong with '%s'", wrong[i]);
    if (PLAYED_STRIDE > 1)
        return;
    size_t never = 0;
    for (size_t t = 0; t < wyrm_value_count(targets); t++)
        if (!failed[t]) {
            print_error("%s never fails\n", wyrm_value_key(targets, t));
            never++;
        }
    assert_int_equal(never, 0);
}

/* Too far is no damage, which a target may miss; what nobody can do is a mistake. */
TEST(targets_of_attacks_that_do_not_reach_fail_and_impossible_ones_are_errors)
{
    wyrm_design *far =
        ruleset_with(SHIPPED, "targets: {far: {metric: hit_mean, attack: fired, range: 1, "
                              "distance: 21, against: raw, of: 'player,weapon=floppy_drive'}}");
    wyrm_judgement *judgement = judge(far, 1);
    const wyrm_judged *last = &judgement->judged[judgement->judged_count - 1];
    assert_string_equal(last->target, "far");
    assert_string_equal(last->where, "player,weapon=floppy_drive against raw, fired over 21 tiles");
    assert_true(last->value == 0);
    assert_int_equal(last->verdict, WYRM_FAIL);
    wyrm_judgement_free(judgement);
    wyrm_design_free(far);

    OWNED_ERRORS *errors = fresh_errors();
    OWNED_DESIGN *wrong =
        ruleset_with(SHIPPED, "targets: {odd: {metric: hit_mean, attack: fired, range: 1, "
                              "against: raw, of: 'player,weapon=stapler'}}");
    assert_int_equal(wyrm_judge(wrong, NULL, &judgement, errors), WYRM_ERROR_RULESET);
    assert_int_equal(wyrm_errors_kept(errors), 1);
    assert_int_equal(wyrm_errors_at(errors, 0)->line, 3);
    assert_non_null(strstr(wyrm_errors_at(errors, 0)->message, "has nothing to fire"));
}

TEST(every_creature_comes_somewhere)
{
    const wyrm_design *design = *state;
    size_t count = wyrm_roster_count(wyrm_design_roster(design));
    double share[64] = {0};
    assert_in_range(count, 1, 64);
    for (int32_t depth = 1; depth <= 20; depth++) {
        OWNED_PMF *kinds;
        assert_int_equal(
            wyrm_encounter_monster_kinds(wyrm_design_encounter(design), depth, &kinds, NULL),
            WYRM_OK);
        for (size_t i = 0; i < count; i++)
            share[i] = fmax(share[i], wyrm_pmf_at(kinds, (int64_t)i));
    }
    for (size_t i = 0; i < count; i++)
        if (share[i] < 0.01)
            fail_msg("%s does not come", wyrm_roster_monster(wyrm_design_roster(design), i)->name);
}

/* Chance of each kind for an item found at a depth. */
static void shares_at(const wyrm_design *design, int32_t depth, double *shares)
{
    wyrm_loot_context context = {.depth = depth, .level = depth, .rooms = 9};
    wyrm_error error;
    assert_int_equal(wyrm_loot_shares(wyrm_design_loot(design), &context, shares, &error), WYRM_OK);
}

TEST(every_item_weapon_and_armour_lies_somewhere)
{
    const wyrm_design *design = *state;
    const wyrm_item_kind *kinds;
    size_t count = wyrm_loot_kinds(wyrm_design_loot(design), &kinds);
    double most[128] = {0}, shares[128];
    assert_in_range(count, 1, 128);
    for (int32_t depth = 1; depth <= 20; depth++) {
        shares_at(design, depth, shares);
        for (size_t i = 0; i < count; i++)
            most[i] = fmax(most[i], shares[i]);
    }
    for (size_t i = 0; i < count; i++)
        if (most[i] < 0.005)
            fail_msg("%s does not lie about", kinds[i].name);
}

/* What is worn or held, by the text of a combatant, could be found on its floor or below it. */
static void check_found(const wyrm_design *design, const char *text, int32_t depth)
{
    const wyrm_item_kind *kinds;
    size_t count = wyrm_loot_kinds(wyrm_design_loot(design), &kinds);
    double shares[128];
    char copy[256];
    snprintf(copy, sizeof copy, "%s", text);
    strtok(copy, ","); /* player@3 */
    for (const char *word = strtok(NULL, ",=+"); word; word = strtok(NULL, ",=+")) {
        bool found = strcmp(word, "weapon") == 0 || strcmp(word, "armor") == 0;
        for (int32_t d = 1; d <= depth && !found; d++) {
            shares_at(design, d, shares);
            for (size_t i = 0; i < count; i++)
                found = found || (strcmp(kinds[i].name, word) == 0 && shares[i] > 0);
        }
        if (!found)
            fail_msg("'%s' of floor %d cannot have been found", word, (int)depth);
    }
}

/* What the targets measure with is who would stand there: gear that lay on the way, and the level
 * that three quarters of the experience of the floors below give, or the one beside it. */
TEST(the_reference_player_can_be_what_it_is)
{
    const wyrm_design *design = *state;
    wyrm_descent_options options = {.seed = 1, .runs = 1000, .threads = 1};
    wyrm_descents *descents;
    wyrm_error error;
    assert_int_equal(wyrm_descend(design, &options, &descents, &error), WYRM_OK);
    wyrm_experience experience = wyrm_growth_start(wyrm_design_growth(design));
    double left = 0; /* of the experience, below a whole point */
    for (int32_t depth = 1; depth <= 20; depth++) {
        wyrm_reference reference;
        assert_int_equal(wyrm_design_reference(design, depth, &reference, &error), WYRM_OK);
        check_found(design, reference.text, depth);
        int32_t level = reference.player.level;
        if (level < experience.level - 1 || level > experience.level)
            fail_msg("floor %d: level %d in the reference, %d by experience", (int)depth,
                     (int)level, (int)experience.level);
        left += 0.75 * descents->depths[depth - 1].experience.mean;
        (void)wyrm_growth_award(wyrm_design_growth(design), &experience, (uint64_t)left);
        left -= floor(left);
    }
    wyrm_descents_free(descents);
}

static int open_for_all(void **state)
{
    *state = open_shipped(SHIPPED);
    return 0;
}

static int close_for_all(void **state)
{
    wyrm_design_free(*state);
    return 0;
}

AROUND_ALL(open_for_all, close_for_all)
