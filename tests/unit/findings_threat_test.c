/* Findings about monsters, threat and budgets: each where its fault is planted, and not
 * otherwise. */
#include "released.h"
#include "small_dungeon.h"

static const plant plants[] = {
    {"monsters: {wolf: {hp: 5, defense: 0, power: 1, etp: 3}}", "dead-configuration",
     "monsters.wolf",
     "Wolf can never appear: no weight at any depth, and no role of rooms that brings it",
     "monsters: {wolf: {hp: 5, defense: 0, power: 1, etp: 3, weight: [[1, 4]]}}"},
    {"monsters: {wolf: {hp: 5, defense: 0, power: 1, etp: 3, weight: [[2, 9]]}}",
     "dead-configuration", "monsters.wolf",
     "Wolf can never appear: a weight only below the last depth", NULL},
    {"monsters: {wolf: {hp: 5, defense: 0, power: 1, etp: 3, weight: [[2, 9]]}}",
     "dead-configuration", "monsters.wolf.weight",
     "the row [2, 9] never counts: the last depth is 4",
     "monsters: {wolf: {hp: 5, defense: 0, power: 1, etp: 3, weight: [[2, 4]]}}"},
    {"monsters: {king: {hp: 5, defense: 0, power: 1, etp: 3, kind: boss}}", "dead-configuration",
     "monsters.king",
     "King can never appear: no room of a role that allows bosses like that is ever planned",
     "monsters: {king: {hp: 5, defense: 0, power: 1, etp: 3, kind: boss}}\nencounter: {roles: "
     "{end_boss: {depths: [4]}}}"},
    {"monsters: {king: {hp: 5, defense: 0, power: 1, etp: 3, kind: miniboss}}\n"
     "encounter: {roles: {miniboss: {depths: [9]}}}",
     "dead-configuration", "monsters.king", "King can never appear", NULL},
    {"monsters: {a: {hp: 5, defense: 0, power: 1, etp: 3}, b: {hp: 5, defense: 0, power: 1, etp: "
     "3},"
     " c: {hp: 5, defense: 0, power: 1, etp: 3}, d: {hp: 5, defense: 0, power: 1, etp: 3}}",
     "dead-configuration", "monsters",
     "4 of 6 can never appear: no weight at any depth, and no role of rooms that brings it (a, b, "
     "c, "
     "d)",
     "monsters: {a: {hp: 5, defense: 0, power: 1, etp: 3}, b: {hp: 5, defense: 0, power: 1, etp: "
     "3}, c: {hp: 5, defense: 0, power: 1, etp: 3}}"},
    {"threat: {behaviours: {fierce: 0.5}}", "dead-configuration", "threat.behaviours.fierce",
     "0.5 changes nothing: with 0, 0.25, 2 or 150 in its place the monsters, their threat and the "
     "items of every depth down to 4 are the same",
     "threat: {behaviours: {fierce: 0.5}}\nmonsters: {rat: {behaviours: [fierce]}}"},
    {"threat: {elite: 2}", "dead-configuration", "threat.elite", "2 changes nothing", NULL},
    {"threat: {derived: {per_damage: 9}}", "dead-configuration", "threat.derived.per_damage",
     "9 changes nothing", "threat: {derived: {per_damage: 9}}\nmonsters: {rat: {etp: ~}}"},
    {"threat: {derived: {per_damage: 9, hits: 2}}", "dead-configuration", "threat.derived",
     "none of its 2 values changes anything", NULL},
    {"room_roles: {optional: {budget: spike}}", "dead-configuration", "room_roles.optional.budget",
     "spike changes nothing", NULL},
    {"monsters: {rat: {synergy: 0.5}}", "dead-configuration", "monsters.rat.synergy",
     "0.5 changes nothing", NULL},
    {"encounter: {last_depth: 2}", "dead-configuration", "threat.room_budget.far",
     "[5, 40] changes nothing", NULL},
    {"encounter: {rooms: {most: [[2, 1], [2, 3]]}}", "dead-configuration", "encounter.rooms.most",
     "the row [2, 3] changes nothing", "encounter: {rooms: {most: [[2, 1], [1, 3]]}}"},
    {"threat: {room_budget: {near: [50, 60]}}", "unreachable-budget", "threat.room_budget.near",
     "no room with monsters can be within 50 to 60 at depths 1, 2: 2 monsters, the most of a room, "
     "come to 30 at most at the first of them",
     "threat: {room_budget: {near: [30, 60]}}"},
    {"threat: {room_budget: {near: [0, 3]}}", "unreachable-budget", "threat.room_budget.near",
     "the least of a threat, rat, is one of 4 already", NULL},
    {"threat: {room_budget: {near: [0, 3]}}\nencounter: {budget: reject}", "unreachable-budget",
     "threat.room_budget.near", "the least of a threat, rat, is one of 4 already",
     "threat: {room_budget: {near: [0, 4]}}"},
    {"threat: {room_budget: {near: [9, 14]}}", "unreachable-budget", "threat.room_budget.near",
     "no sum of up to 2 of the monsters of the depth lies in it",
     "threat: {room_budget: {near: [9, 15]}}"},
    {"monsters: {rat: {etp: 400}}", "threat-misfit", "monsters.rat",
     "at depth 3 a fight with it costs player@2 9.1 % of the hit points on average, where its "
     "threat "
     "of 800 says 35 %, going by the monsters of the depth together; a threat of 207 would fit "
     "there",
     "monsters: {rat: {etp: 7}}"},
    {"monsters: {bat: {hp: 10, defense: 0, power: 4, etp: 12, weight: 1}, ogre: {etp: 2}}",
     "threat-misfit", "monsters.ogre", "a fight with it costs player@1 50 % of the hit points",
     "monsters: {bat: {hp: 10, defense: 0, power: 4, etp: 12, weight: 1}, ogre: {etp: 12}}"},
    {"monsters: {rat: {power: 0}, ogre: {power: 1, hp: 20, weight: [[1, 1]]}}\nplayer: {hp: 200}",
     "unhurt-player", "reference",
     "the player that depths 1-4 are meant for can hardly be hurt: at depth 1 a fight costs "
     "player@1 "
     "0.4 % of the hit points on average; neither its armor nor its weapon or level makes that so",
     "monsters: {rat: {power: 0}, ogre: {power: 40, hp: 20}}\nplayer: {hp: 200}"},
    {"growth: {choices: {hp: {defense: 4, max_hp: ~}}}\nreference: [{from_depth: 1, combatant: "
     "player@1}, {from_depth: 3, combatant: 'player@3,armor=coat'}]\n"
     "armors: {coat: {defense: 1, slot: chest}}",
     "unhurt-player", "reference",
     "depths 3, 4 are meant for can hardly be hurt: at depth 3 a fight "
     "costs player@3,armor=coat 0 % of the hit points on average; at level 1 with the same gear it "
     "would be 25 %",
     "growth: {choices: {hp: {defense: 1, max_hp: ~}}}"},
    {"monsters: {rat: {hp: 5}}", "outlier", "monsters.rat",
     "where it first comes, at depth 1, a fight of player@1 with it costs the player nothing: 100 "
     "% "
     "of the hit points are left",
     "monsters: {rat: {hp: 6}}"},
    {"monsters: {ogre: {power: 60}}", "outlier", "monsters.ogre",
     "where it first comes, at depth 1, a fight of player@1 with it is lost more often than won: 0 "
     "% "
     "are won",
     "monsters: {ogre: {power: 11}}"},
    {"monsters: {ogre: {power: 0, defense: 5}}", "outlier", "monsters.ogre",
     "may never come to an end: neither can hurt the other",
     "monsters: {ogre: {power: 2, defense: 3}}"},
    {"monsters: {ogre: {power: 60}, a: {hp: 10, defense: 0, power: 50, etp: 9, weight: 1}, b: {hp: "
     "10, "
     "defense: 0, power: 50, etp: 9, weight: 1}, c: {hp: 10, defense: 0, power: 50, etp: 9, "
     "weight: 1}}",
     "outlier", "monsters",
     "4 monsters, each where it first comes: a fight of the player of the depth "
     "with it is lost more often than won (ogre at depth 1: 0 % are won, a at depth 1: ",
     NULL},
};

TEST(a_planted_fault_is_found)
{
    assert_planted_faults_are_found(&small_planting, plants, LENGTH_OF(plants));
}

TEST(and_not_where_it_is_not_planted)
{
    assert_not_found_unplanted(&small_planting, plants, LENGTH_OF(plants));
}

TEST(the_small_dungeon_has_no_findings)
{
    OWNED_DESIGN *design = small_with("");
    OWNED_JUDGEMENT *judgement = judge_design(design);
    print_findings(judgement);
    assert_int_equal(judgement->finding_count, 0);
}

#define VAULT                                                                                      \
    "variants: {elite: {hp_factor: 2}}\n"                                                          \
    "encounter: {roles: {treasure: {chance: 0.5, monsters: [1, 2]}}}\n"

/* What has a part in something, if only in one place, is not dead. */
TEST(what_changes_an_outcome_is_not_dead)
{
    assert_not_found(VAULT "threat: {elite: 2}", "dead-configuration", "2 changes nothing");
    assert_not_found("threat: {derived: {per_damage: 9}}\nmonsters: {rat: {etp: ~}}",
                     "dead-configuration", "changes nothing");
    assert_not_found("threat: {derived: {per_damage: 9}}\nmonsters: {rat: {etp: ~, synergy: 0.5}}",
                     "dead-configuration", "changes nothing");
    assert_not_found("threat: {behaviours: {fierce: 0.5}}\nmonsters: {rat: {behaviours: [fierce]}}",
                     "dead-configuration", "changes nothing");
    assert_not_found("monsters: {king: {hp: 5, defense: 0, power: 1, etp: 3, kind: boss}}\n"
                     "encounter: {roles: {end_boss: {depths: [4]}}}",
                     "dead-configuration", "");
    assert_not_found("room_roles: {treasure: {budget: within}}\n" VAULT, "dead-configuration",
                     "within changes nothing");
}

/* Budgets that some sum meets, if only at one depth of theirs, are told for the others. */
TEST(a_budget_that_is_met_somewhere_is_told_for_the_rest)
{
    OWNED_DESIGN *design = small_with(
        "encounter: {rooms: {most: [[1, 1], [2, 2]]}}\nthreat: {room_budget: {near: [16, 20]}}");
    OWNED_JUDGEMENT *judgement = judge_design(design);
    assert_non_null(find_finding(judgement, "unreachable-budget", "threat.room_budget.near",
                                 "within 16 to 20 at depth 1: 1 monsters, the most of a room, come "
                                 "to 15 at most"));
}

/* Bands whose threats are the same in effect: the factor makes up for nothing here. */
TEST(bands_of_budgets_differ_in_effect)
{
    assert_not_found("", "bands-alike", "");
    assert_not_found("threat: {band_factor: {near: 1, far: 1.5}}", "bands-alike", "");
}

TEST(varying_leaves_the_design_as_it_was)
{
    OWNED_DESIGN *design = small_with("threat: {behaviours: {fierce: 0.5}}");
    char before[17];
    snprintf(before, sizeof before, "%s", wyrm_ruleset_hash(wyrm_design_ruleset(design)));
    char *dump_before, *dump_after;
    assert_ok(wyrm_ruleset_dump(wyrm_design_ruleset(design), &dump_before, NULL), NULL);
    wyrm_judgement_free(judge_design(design));
    assert_ok(wyrm_ruleset_dump(wyrm_design_ruleset(design), &dump_after, NULL), NULL);
    assert_string_equal(dump_before, dump_after);
    wyrm_free(dump_before);
    wyrm_free(dump_after);
}
