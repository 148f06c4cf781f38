/* Findings of the small dungeon: each kind appears where its fault is planted, with what is
 * known of it to the last number, and does not where it is not. tests/cli/findings_test.py has
 * those of whole games and of other rulesets. */
#include "released.h"
#include "small_dungeon.h"

static char *whole; /* what is said of all that are planted, line by line */

/* The lines that plant a fault, the kind and place of the finding, words of it, and lines that
 * come near without being a fault, or NULL: with those no finding of the kind is at that place.
 * Monsters, threat and budgets; then items, bands, pity and targets. */
static const struct {
    const char *changes, *kind, *where, *words, *near;
} planted[] = {
    {"monsters: {wolf: {hp: 5, defense: 0, power: 1, etp: 3}}", "dead-configuration",
     "monsters.wolf",
     "Wolf can never appear: no weight at any depth, and no role of rooms that brings it",
     "monsters: {wolf: {hp: 5, defense: 0, power: 1, etp: 3, weight: [[1, 4]]}}"},
    {"monsters: {wolf: {hp: 5, defense: 0, power: 1, etp: 3, weight: [[2, 9]]}}",
     "dead-configuration", "monsters.wolf",
     "Wolf can never appear: a weight only below the last depth", NULL},
    {"monsters: {wolf: {hp: 5, defense: 0, power: 1, etp: 3, weight: [[1, 1], [2, 9]]}}",
     "dead-configuration", "monsters.wolf.weight",
     "the row [2, 9] never counts: the last depth is 4",
     "monsters: {wolf: {hp: 5, defense: 0, power: 1, etp: 3, weight: [[1, 1], [2, 4]]}}"},
    {"monsters: {king: {hp: 5, defense: 0, power: 1, etp: 3, kind: boss}}", "dead-configuration",
     "monsters.king",
     "King can never appear: no room of a role that allows bosses like that is ever planned",
     "monsters: {king: {hp: 5, defense: 0, power: 1, etp: 3, kind: boss}}\nencounter: {roles: "
     "{end_boss: {depths: [4]}}}"},
    {"monsters: {king: {hp: 5, defense: 0, power: 1, etp: 3, kind: miniboss}}\nencounter: {roles: "
     "{miniboss: {depths: [9]}}}",
     "dead-configuration", "monsters.king",
     "King can never appear: the rooms of a role that allows bosses like that are all below the "
     "last depth",
     NULL},
    {"monsters: {king: {hp: 5, defense: 0, power: 1, etp: 3, kind: boss}}\nencounter: {roles: "
     "{end_boss: {depths: [30]}}}",
     "dead-configuration", "monsters.king",
     "King can never appear: the rooms of a role that allows bosses like that are all below the "
     "last depth",
     NULL},
    {"monsters: {a: {hp: 5, defense: 0, power: 1, etp: 3}, b: {hp: 5, defense: 0, power: 1, etp: "
     "3}, c: {hp: 5, defense: 0, power: 1, etp: 3}, d: {hp: 5, defense: 0, power: 1, etp: 3}}",
     "dead-configuration", "monsters",
     "4 of 6 can never appear: no weight at any depth, and no role of rooms that brings it (a, b, "
     "c, d)",
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
     "threat of 800 says 35 %, going by the monsters of the depth together; a threat of 207 would "
     "fit there",
     "monsters: {rat: {etp: 7}}"},
    {"monsters: {bat: {hp: 10, defense: 0, power: 4, etp: 12, weight: 1}, ogre: {etp: 2}}",
     "threat-misfit", "monsters.ogre", "a fight with it costs player@1 50 % of the hit points",
     "monsters: {bat: {hp: 10, defense: 0, power: 4, etp: 12, weight: 1}, ogre: {etp: 12}}"},
    {"monsters: {bat: {hp: 10, defense: 0, power: 4, etp: 12, weight: 1}, ogre: {hp: 60, etp: 2}}",
     "threat-misfit", "monsters.ogre",
     "of the hit points on average until it is dead, where its threat", NULL},
    {"monsters: {rat: {power: 0}, ogre: {power: 1, hp: 20, weight: [[1, 1]]}}\nplayer: {hp: 200}",
     "unhurt-player", "reference",
     "the player that depths 1-4 are meant for can hardly be hurt: at depth 1 a fight costs "
     "player@1 0.4 % of the hit points on average; neither its armor nor its weapon or level makes "
     "that so",
     "monsters: {rat: {power: 0}, ogre: {power: 40, hp: 20}}\nplayer: {hp: 200}"},
    {"growth: {choices: {hp: {defense: 4, max_hp: ~}}}\nreference: [{from_depth: 1, combatant: "
     "player@1}, {from_depth: 3, combatant: 'player@3,armor=coat'}]\narmors: {coat: {defense: 1, "
     "slot: chest}}",
     "unhurt-player", "reference",
     "depths 3, 4 are meant for can hardly be hurt: at depth 3 a fight costs player@3,armor=coat 0 "
     "% of the hit points on average; at level 1 with the same gear it would be 25 %",
     "growth: {choices: {hp: {defense: 1, max_hp: ~}}}"},
    {"monsters: {rat: {hp: 5}}", "outlier", "monsters.rat",
     "where it first comes, at depth 1, a fight of player@1 with it costs the player nothing: 100 "
     "% of the hit points are left",
     "monsters: {rat: {hp: 6}}"},
    {"monsters: {ogre: {power: 60}}", "outlier", "monsters.ogre",
     "where it first comes, at depth 1, a fight of player@1 with it is lost more often than won: 0 "
     "% are won",
     "monsters: {ogre: {power: 11}}"},
    {"monsters: {ogre: {power: 0, defense: 5}}", "outlier", "monsters.ogre",
     "may never come to an end: neither can hurt the other",
     "monsters: {ogre: {power: 2, defense: 3}}"},
    {"monsters: {ogre: {power: 60}, a: {hp: 10, defense: 0, power: 50, etp: 9, weight: 1}, b: {hp: "
     "10, defense: 0, power: 50, etp: 9, weight: 1}, c: {hp: 10, defense: 0, power: 50, etp: 9, "
     "weight: 1}}",
     "outlier", "monsters",
     "4 monsters, each where it first comes: a fight of the player of the depth with it is lost "
     "more often than won (ogre at depth 1: 0 % are won, a at depth 1: ",
     NULL},
    {"items: {gem: {categories: [junk], weight: 0}}", "dead-configuration", "items.gem",
     "Gem can never be found: its weight is 0 at every depth, and nothing else gives it",
     "items: {gem: {categories: [junk], weight: 0.1}}"},
    {"items: {gem: {categories: [junk], weight: 0}}\nmonsters: {bat: {hp: 1, weight: 0}}\ndrops: "
     "{bat: [{items: {gem: 1}}], ogre: [{chance: 0, items: {gem: 1}}, {number: 0, items: {gem: "
     "1}}, {chance: [[1, 9]], items: {gem: 1}}]}",
     "dead-configuration", "items.gem",
     "Gem can never be found: its weight is 0 at every depth, and nothing else gives it",
     "items: {gem: {categories: [junk], weight: 0}}\ndrops: {ogre: [{chance: 0.1, items: {gem: "
     "1}}]}"},
    {"items: {gem: {categories: [junk], weight: 1, bands: [2, 2]}}\nencounter: {last_depth: 2}",
     "dead-configuration", "items.gem",
     "Gem can never be found: its bands lie behind the one of the last depth",
     "items: {gem: {categories: [junk], weight: 1, bands: [1, 2]}}\nencounter: {last_depth: 2}"},
    {"items: {gem: {categories: [gems], weight: 1}}\nloot: {factors: {gems: {near: 0, far: 0}}}",
     "dead-configuration", "items.gem",
     "Gem can never be found: a factor of 0, or no room with items, wherever it has a weight",
     "items: {gem: {categories: [gems], weight: 1}}\nloot: {factors: {gems: {near: 0, far: 1}}}"},
    {"loot: {modes: {normal: 0, rich: 0}, pity: {active: false}, extra: {treasure: [1]}}\n",
     "dead-configuration", "items.rock",
     "Rock can never be found: a factor of 0, or no room with items",
     "loot: {modes: {normal: 0, rich: 0}, pity: {active: false}, extra: {treasure: "
     "[1]}}\nvariants: {elite: {hp_factor: 2}}\nencounter: {roles: {treasure: {chance: 0.5, "
     "monsters: [1, 2]}}}\n"},
    {"weapons: {club: {power: 1, weight: 0}}", "dead-configuration", "weapons.club",
     "Club can never be found", NULL},
    {"items: {a: {weight: 0}, b: {weight: 0}, c: {weight: 0}, d: {weight: 0}, e: {weight: 0}}",
     "dead-configuration", "items", "5 of 7 can never be found: its weight is 0 at every depth",
     NULL},
    {"loot: {categories: [healing, junk, panic], factors: {panic: {near: 0.5}}}",
     "dead-configuration", "loot.factors.panic.near", "0.5 changes nothing", NULL},
    {"loot: {categories: [healing, junk, panic], factors: {panic: {near: 0.5, far: 2}}}",
     "dead-configuration", "loot.factors.panic", "none of its 2 values changes anything", NULL},
    {"items: {gem: {categories: [gems], weight: 1, bands: [2, 2]}}\nloot: {factors: {gems: {near: "
     "0.5, far: 2}}}",
     "dead-configuration", "loot.factors.gems.near", "0.5 changes nothing", NULL},
    {"loot: {extra: {miniboss: [[1, 2]]}}", "dead-configuration", "loot.extra.miniboss.1",
     "[1, 2] changes nothing", NULL},
    {"loot: {density_rounding: truncate, density: {near: 0.3, far: 0.45}}", "bands-alike",
     "loot.density",
     "the bands near and far differ on paper only: 0.3 and 0.45 come to the same at every depth of "
     "both, in the mode normal",
     "loot: {density: {near: 0.3, far: 0.45}}"},
    {"items: {gem: {categories: [gems], weight: 0}}\nloot: {pity: {thresholds: {gems: {near: 4, "
     "far: 4}}}}",
     "empty-category", "loot.pity.thresholds.gems.near",
     "pity for gems is due after 4 rooms in near, and no item of the category can come there: pity "
     "can never give one",
     "items: {gem: {categories: [gems], weight: 1}}\nloot: {pity: {thresholds: {gems: {near: 4, "
     "far: 4}}}}"},
    {"items: {gem: {categories: [gems], weight: 1, bands: [2, 2]}}\nloot: {pity: {thresholds: "
     "{gems: {near: 4, far: 4}}}}",
     "empty-category", "loot.pity.thresholds.gems.near", "pity can never give one", NULL},
    {"loot: {pity: {thresholds: {healing: {near: 6000}}}}", "pity-never-due",
     "loot.pity.thresholds.healing.near", "6000 rooms in a row without such an item do not happen",
     "loot: {pity: {thresholds: {healing: {near: 20}}}}"},
    {"loot: {pity: {thresholds: {healing: {near: 1}}}}", "pity-always-due",
     "loot.pity.thresholds.healing.near",
     "pity for healing is due in every room of near that brings no such item, at a threshold of 1",
     "loot: {pity: {thresholds: {healing: {near: 2}}}}"},
    {"loot: {density: {near: 0}}", "pity-sole-source", "loot.pity.thresholds.healing.near",
     "chance never brings an item of healing in near: all of them come from pity",
     "loot: {density: {near: 0.1}}"},
    {"targets: {it: {metric: items_per_room, bands: [1, 2], range: [5, 8]}}", "contradiction",
     "targets.it",
     "it wants 5 to 8 of items_per_room and cannot have it for band near: a room holds 1 item at "
     "most, and one more from pity (so at 2 of its 2 places)",
     NULL},
    {"targets: {it: {metric: items_per_room, depths: 1, at_least: 1.5}}", "contradiction",
     "targets.it",
     "it wants at least 1.5 of items_per_room and cannot have it for depth 1: a room holds 1 item "
     "at most",
     NULL},
    {"targets: {it: {metric: pity_rate, of: healing, bands: 1, range: [0.38, 0.6]}}",
     "contradiction", "targets.it", "pity gives at most once in 3 rooms",
     "targets: {it: {metric: pity_rate, of: healing, bands: 1, range: [0.36, 0.6]}}"},
    {"map: {tries: 1}\nbands: {near: [1, 3], far: [4, 4]}\ntargets: {it: {metric: pity_rate, of: "
     "healing, bands: 1, range: [0.7, 1]}}",
     "contradiction", "targets.it", "pity gives at most once in 3 rooms",
     "map: {tries: 1}\nbands: {near: [1, 1], far: [2, 4]}\ntargets: {it: {metric: pity_rate, of: "
     "healing, bands: 1, range: [0.9, 1]}}"},
    {"targets: {it: {metric: room_monsters, depths: 1, range: 4}}", "contradiction", "targets.it",
     "a room holds 2 monsters at most", NULL},
    {"targets: {it: {metric: room_threat, depths: 1, at_least: 31}}", "contradiction", "targets.it",
     "the most that a room can hold is 30",
     "targets: {it: {metric: room_threat, depths: 1, at_least: 30}}"},
    {"monsters: {rat: {weight: [[1, 2]]}}\ntargets: {it: {metric: monster_share, of: rat, depths: "
     "[1, 2], at_least: 0.1}}",
     "contradiction", "targets.it",
     "it wants at least 0.1 of monster_share and cannot have it for rat at depth 1: it never comes "
     "to a normal room there",
     "monsters: {rat: {weight: [[1, 2]]}}\ntargets: {it: {metric: monster_share, of: rat, depths: "
     "2, at_least: 0.99}}"},
    {"targets: {it: {metric: win_chance, of: player, against: rat, at_least: 0}}", "cannot-fail",
     "targets.it", "it wants at least 0 of win_chance, which is never anything else",
     "targets: {it: {metric: win_chance, of: player, against: rat, at_least: 0.01}}"},
    {"targets: {it: {metric: room_monsters, depths: 1, at_most: 2}}", "cannot-fail", "targets.it",
     "it wants at most 2 of room_monsters",
     "targets: {it: {metric: room_monsters, depths: 1, at_most: 1.9}}"},
    {"targets: {one: {metric: room_threat, depths: [1, 2], range: [5, 6]}, two: {metric: "
     "room_threat, depths: [2, 3], range: [7, 8]}}",
     "contradiction", "targets.two",
     "it wants 7 to 8 of room_threat for depth 2, where 'one' wants 5 to 6: both cannot hold",
     "targets: {one: {metric: room_threat, depths: 1, range: [5, 6]}, two: {metric: room_threat, "
     "depths: [2, 3], range: [7, 8]}}"},
};

/* Where nothing is wrong: what has a part in something, if only in one place, and what no
 * finding of the kind is about. */
static const struct {
    const char *changes, *kind, *words;
} nothing[] = {
    {"variants: {elite: {hp_factor: 2}}\nencounter: {roles: {treasure: {chance: 0.5, monsters: [1, "
     "2]}}}\nthreat: {elite: 2}",
     "dead-configuration", "2 changes nothing"},
    {"variants: {e: {hp_factor: 2}}\nencounter: {roles: {treasure: {chance: 0.5, monsters: [1, 2], "
     "variant: e}}}\nthreat: {elite: 2}",
     "dead-configuration", "2 changes nothing"},
    {"threat: {derived: {per_damage: 9}}\nmonsters: {rat: {etp: ~}}", "dead-configuration",
     "changes nothing"},
    {"threat: {derived: {per_damage: 9}}\nmonsters: {rat: {etp: ~, synergy: 0.5}}",
     "dead-configuration", "changes nothing"},
    {"threat: {behaviours: {fierce: 0.5}}\nmonsters: {rat: {behaviours: [fierce]}}",
     "dead-configuration", "changes nothing"},
    {"monsters: {king: {hp: 5, defense: 0, power: 1, etp: 3, kind: boss}}\nencounter: {roles: "
     "{end_boss: {depths: [4]}}}",
     "dead-configuration", ""},
    {"room_roles: {treasure: {budget: within}}\nvariants: {elite: {hp_factor: 2}}\nencounter: "
     "{roles: {treasure: {chance: 0.5, monsters: [1, 2]}}}\n",
     "dead-configuration", "within changes nothing"},
    {"loot: {modes: {normal: 0}}", "dead-configuration", "can never be found"},
    {"loot: {density: {near: 0, far: 0}}\nitems: {rock: {categories: [healing]}}",
     "dead-configuration", "can never be found"},
    {"items: {gem: {categories: [gems], weight: 1}}\nloot: {factors: {gems: {near: 0, far: 1}}}",
     "dead-configuration", ""},
    {"loot: {extra: {miniboss: [[1, 2]]}}\nmonsters: {king: {hp: 5, defense: 0, power: 1, etp: 3, "
     "kind: miniboss}}\nencounter: {roles: {miniboss: {depths: [2]}}}",
     "dead-configuration", ""},
    {"", "bands-alike", ""},
    {"threat: {band_factor: {near: 1, far: 1.5}}", "bands-alike", ""},
    {"loot: {density: {near: 0.3, far: 0.45}}", "bands-alike", ""},
    {"loot: {mode: rich, density_rounding: truncate, density: {near: 0.3, far: 0.55}}",
     "bands-alike", ""},
    {"loot: {density_rounding: truncate, density: {near: 0.45, far: 0.45}}", "bands-alike", ""},
    {"", "empty-category", ""},
    {"", "pity-never-due", ""},
    {"", "pity-always-due", ""},
    {"", "pity-sole-source", ""},
    {"loot: {pity: {thresholds: {healing: {near: 0}}}}", "empty-category", ""},
    {"loot: {pity: {thresholds: {healing: {near: 0}}}}", "pity-never-due", ""},
    {"loot: {pity: {thresholds: {healing: {near: 0}}}}", "pity-always-due", ""},
    {"loot: {pity: {thresholds: {healing: {near: 0}}}}", "pity-sole-source", ""},
    {"loot: {pity: {trigger: above, thresholds: {healing: {near: 1, far: 1}}}}", "empty-category",
     ""},
    {"loot: {pity: {trigger: above, thresholds: {healing: {near: 1, far: 1}}}}", "pity-never-due",
     ""},
    {"loot: {pity: {trigger: above, thresholds: {healing: {near: 1, far: 1}}}}", "pity-always-due",
     ""},
    {"loot: {pity: {trigger: above, thresholds: {healing: {near: 1, far: 1}}}}", "pity-sole-source",
     ""},
    {"loot: {density: {near: 0.002, far: 0.002}}", "barely-seen", "Potion"},
    {"targets: {it: {metric: items_per_room, bands: 1, range: [1.9, 8]}}", "contradiction", ""},
    {"targets: {it: {metric: pity_rate, of: healing, bands: 1, range: [0.05, 0.15]}}",
     "contradiction", ""},
    {"targets: {it: {metric: pity_rate, of: healing, bands: 1, at_most: 0.15}}", "contradiction",
     ""},
    {"targets: {it: {metric: win_chance, of: player, against: rat, at_least: 0.9}}",
     "contradiction", ""},
    {"targets: {one: {metric: room_threat, depths: 1, range: [5, 6]}, two: {metric: room_threat, "
     "depths: 3, range: [7, 8]}}",
     "contradiction", ""},
    {"targets: {one: {metric: room_threat_share, within: [1, 5], depths: 1, range: 0.1}, two: "
     "{metric: room_threat_share, within: [1, 9], depths: 1, range: 0.2}}",
     "contradiction", ""},
    {"targets: {one: {metric: room_threat, depths: 1, at_least: 5}, two: {metric: room_threat, "
     "depths: 1, at_most: 8}}",
     "contradiction", ""},
};

static wyrm_judgement *judged(const char *changes)
{
    OWNED_DESIGN *design = small_with(changes);
    return judge_with(design, &(wyrm_judge_options){.seed = 1, .effort = {.exactly = 30}});
}

/* What shows more of a finding, or the number to change (NULL: nothing does), by its kind and the
 * beginning of its place. */
static const struct {
    const char *kind, *where, *command;
} typed[] = {
    {"bands-alike", "loot.density", "loot RULESET --bands"},
    {"cannot-fail", "targets", NULL},
    {"contradiction", "targets", NULL},
    {"dead-configuration", "monsters.wolf.weight", NULL},
    {"dead-configuration", "monsters.rat.synergy", NULL},
    {"dead-configuration", "monsters", "curve RULESET"},
    {"dead-configuration", "items", "loot RULESET"},
    {"dead-configuration", "weapons", "loot RULESET"},
    {"dead-configuration", "", NULL},
    {"empty-category", "loot.pity", "loot RULESET --category gems --why"},
    {"outlier", "monsters.rat", "sense RULESET monsters.rat --metric 'hp_left(player@1, rat@1)'"},
    {"pity-", "loot.pity",
     "solve RULESET loot.pity.thresholds.healing.near 'pity_rate(healing, near)=5..15 %'"},
    {"threat-misfit", "monsters.ogre", "duel RULESET 'player@1' 'ogre@1'"},
    {"threat-misfit", "monsters.rat", "duel RULESET 'player@2' 'rat@3'"},
    {"unreachable-budget", "threat.room_budget.near", "etp RULESET --rooms"},
};

static void assert_typed(const wyrm_finding *finding)
{
    const char *command = finding->command;
    for (size_t i = 0; i < LENGTH_OF(typed); i++) {
        if (strncmp(finding->kind, typed[i].kind, strlen(typed[i].kind)) != 0 ||
            strncmp(finding->where, typed[i].where, strlen(typed[i].where)) != 0)
            continue;
        if (typed[i].command == NULL)
            assert_null(command);
        else
            assert_string_equal(command, typed[i].command);
        return;
    }
    if (strcmp(finding->kind, "unhurt-player") == 0)
        assert_string_equal(command, strstr(finding->message, "coat") != NULL
                                         ? "duel RULESET 'player@3,armor=coat'"
                                         : "duel RULESET 'player@1'");
    else if (strstr(finding->message, "lost more often than won") != NULL)
        assert_string_equal(command, "solve RULESET monsters.ogre.hp 'win_chance(player@1, ogre@1)="
                                     "50 %..'");
    else
        assert_string_equal(command, "duel RULESET 'player@1' 'ogre@1'");
}

/* How many findings of a kind there are at a place (NULL: anywhere) with these words; each of them
 * is known, if `known`. */
static size_t count_told(const wyrm_judgement *judgement, const char *kind, const char *where,
                         const char *words, bool known)
{
    size_t count = 0;
    for (size_t i = 0; i < judgement->finding_count; i++) {
        const wyrm_finding *finding = &judgement->findings[i];
        if (strcmp(finding->kind, kind) != 0 ||
            (where != NULL && strcmp(finding->where, where) != 0) ||
            strstr(finding->message, words) == NULL)
            continue;
        char line[800];
        count++;
        snprintf(line, sizeof line, "\n%s: %s\n", finding->where, finding->message);
        if (known)
            assert_typed(finding);
        if (known && strstr(whole, line) == NULL)
            fail_msg("'%s' is not in tests/golden/findings", line);
    }
    return count;
}

TEST(faults_are_found_where_they_are_planted)
{
    for (size_t i = 0; i < LENGTH_OF(planted); i++) {
        OWNED_JUDGEMENT *judgement = judged(planted[i].changes);
        if (count_told(judgement, planted[i].kind, planted[i].where, planted[i].words, true) == 0)
            fail_msg("%s: nothing is told of %s", planted[i].changes, planted[i].where);
        if (planted[i].near == NULL)
            continue;
        OWNED_JUDGEMENT *near = judged(planted[i].near);
        if (count_told(near, planted[i].kind, planted[i].where, "", false) > 0)
            fail_msg("%s: %s is told of %s", planted[i].near, planted[i].kind, planted[i].where);
    }
}

TEST(the_small_dungeon_has_none)
{
    OWNED_JUDGEMENT *judgement = judged("game: {fair_start: true}");
    assert_int_equal(judgement->finding_count, 0);
}

TEST(what_is_no_fault_is_not_told)
{
    for (size_t i = 0; i < LENGTH_OF(nothing); i++) {
        OWNED_JUDGEMENT *judgement = judged(nothing[i].changes);
        if (count_told(judgement, nothing[i].kind, NULL, nothing[i].words, false) > 0)
            fail_msg("%s: %s is told", nothing[i].changes, nothing[i].kind);
    }
}

/* Of RuggRogue, whose last monsters come with level 27 of the tracker, to the final map; and whose
 * fights are of equals. */
TEST(what_ruggrogue_would_have_is_told)
{
    static const struct {
        const char *changes, *kind, *where, *words, *command;
    } rows[] = {
        {"monsters: {dragon: {level: 60, glyph: D}}", "dead-configuration", "monsters.dragon",
         "in none of 300 dungeons, so in fewer than 1.1 % of all", "curve RULESET"},
        {"monsters: {dragon: {level: 27, glyph: D}}", "last-map-only", "monsters.dragon",
         "have it on the final map only", "curve RULESET"},
        {"items: {wand: {weight: 0.004, glyph: '/'}}", "barely-seen", "items.wand",
         "most players never meet it; a higher weight would help", "loot RULESET"},
        {"growth: {player: {max_hp: {base: 8}}}", "outlier", NULL,
         "a fight with a monster of the own level is lost more often than won at levels 1", NULL},
        {"growth: {monster: {attack: {base: 0.000001}}}", "outlier", NULL,
         "a fight with a monster of the own level costs the player nothing at levels 1", NULL},
        {"growth: {armor: {defense: {base: 2, round: down}}}", "empty-level", "growth.armor",
         "armor of level 2-5, 7-10, 12-15, 17-20, 22-25, 27 has what one of the level before has",
         NULL},
    };
    for (size_t i = 0; i < LENGTH_OF(rows); i++) {
        char text[200];
        size_t told = 0;
        snprintf(text, sizeof text, "targets: ~\n%s", rows[i].changes);
        OWNED_DESIGN *design = ruggrogue_with(text);
        OWNED_JUDGEMENT *judgement =
            judge_with(design, &(wyrm_judge_options){.seed = 1, .effort = {.exactly = 300}});
        for (size_t k = 0; k < judgement->finding_count; k++) {
            const wyrm_finding *finding = &judgement->findings[k];
            if (strcmp(finding->kind, rows[i].kind) != 0 ||
                (rows[i].where != NULL && strcmp(finding->where, rows[i].where) != 0) ||
                strstr(finding->message, rows[i].words) == NULL)
                continue;
            char line[800];
            snprintf(line, sizeof line, "\n%s: %s\n", finding->where, finding->message);
            assert_non_null(strstr(whole, line));
            told++;
            if (rows[i].command != NULL)
                assert_string_equal(finding->command, rows[i].command);
        }
        assert_int_equal(told, 1);
    }
}

static int read_whole(void **state)
{
    (void)state;
    char *text = read_file(GOLDEN_DIR "/findings");
    whole = zeroed(1, strlen(text) + 2);
    snprintf(whole, strlen(text) + 2, "\n%s", text);
    free(text);
    return 0;
}

static int free_whole(void **state)
{
    (void)state;
    free(whole);
    return 0;
}

AROUND_ALL(read_whole, free_whole)
