/* Findings about items, bands, pity and targets: each where its fault is planted, and not
 * otherwise. */
#include "released.h"
#include "small_dungeon.h"

static const plant plants[] = {
    {"items: {gem: {categories: [junk], weight: 0}}", "dead-configuration", "items.gem",
     "Gem can never be found: its weight is 0 at every depth, and nothing else gives it",
     "items: {gem: {categories: [junk], weight: 0.1}}"},
    {"items: {gem: {categories: [junk], weight: 1, bands: [2, 2]}}\nencounter: {last_depth: 2}",
     "dead-configuration", "items.gem",
     "Gem can never be found: its bands lie behind the one of the last depth",
     "items: {gem: {categories: [junk], weight: 1, bands: [1, 2]}}\nencounter: {last_depth: 2}"},
    {"items: {gem: {categories: [gems], weight: 1}}\n"
     "loot: {factors: {gems: {near: 0, far: 0}}}",
     "dead-configuration", "items.gem",
     "Gem can never be found: a factor of 0, or no room with items, wherever it has a weight",
     "items: {gem: {categories: [gems], weight: 1}}\nloot: {factors: {gems: {near: 0, far: 1}}}"},
    {"weapons: {club: {power: 1, weight: 0}}", "dead-configuration", "weapons.club",
     "Club can never be found", NULL},
    {"items: {a: {weight: 0}, b: {weight: 0}, c: {weight: 0}, d: {weight: 0}, e: {weight: 0}}",
     "dead-configuration", "items", "5 of 7 can never be found: its weight is 0 at every depth",
     NULL},
    {"loot: {categories: [healing, junk, panic], factors: {panic: {near: 0.5}}}",
     "dead-configuration", "loot.factors.panic.near", "0.5 changes nothing", NULL},
    {"loot: {categories: [healing, junk, panic], factors: {panic: {near: 0.5, far: 2}}}",
     "dead-configuration", "loot.factors.panic", "none of its 2 values changes anything", NULL},
    {"items: {gem: {categories: [gems], weight: 1, bands: [2, 2]}}\n"
     "loot: {factors: {gems: {near: 0.5, far: 2}}}",
     "dead-configuration", "loot.factors.gems.near", "0.5 changes nothing", NULL},
    {"loot: {extra: {miniboss: [[1, 2]]}}", "dead-configuration", "loot.extra.miniboss[0]",
     "[1, 2] changes nothing", NULL},
    {"loot: {density_rounding: truncate, density: {near: 0.3, far: 0.45}}", "bands-alike",
     "loot.density",
     "the bands near and far differ on paper only: 0.3 and 0.45 come to the same at every depth of "
     "both, in the mode normal",
     "loot: {density: {near: 0.3, far: 0.45}}"},
    {"items: {gem: {categories: [gems], weight: 0}}\n"
     "loot: {pity: {thresholds: {gems: {near: 4, far: 4}}}}",
     "empty-category", "loot.pity.thresholds.gems.near",
     "pity for gems is due after 4 rooms in near, and no item of the category can come there: pity "
     "can never give one",
     "items: {gem: {categories: [gems], weight: 1}}\nloot: {pity: {thresholds: {gems: {near: 4, "
     "far: 4}}}}"},
    {"items: {gem: {categories: [gems], weight: 1, bands: [2, 2]}}\n"
     "loot: {pity: {thresholds: {gems: {near: 4, far: 4}}}}",
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
     "it wants at least 1.5 of items_per_room and cannot have it for depth 1: a room "
     "holds 1 item at most",
     NULL},
    {"targets: {it: {metric: pity_rate, of: healing, bands: 1, range: [0.5, 0.6]}}",
     "contradiction", "targets.it", "pity gives at most once in 3 rooms", NULL},
    {"targets: {it: {metric: room_monsters, depths: 1, range: 4}}", "contradiction", "targets.it",
     "a room holds 2 monsters at most", NULL},
    {"targets: {it: {metric: room_threat, depths: 1, at_least: 31}}", "contradiction", "targets.it",
     "the most that a room can hold is 30",
     "targets: {it: {metric: room_threat, depths: 1, at_least: 30}}"},
    {"targets: {it: {metric: win_chance, of: player, against: rat, at_least: 0}}", "cannot-fail",
     "targets.it", "it wants at least 0 of win_chance, which is never anything else",
     "targets: {it: {metric: win_chance, of: player, against: rat, at_least: 0.01}}"},
    {"targets: {it: {metric: room_monsters, depths: 1, at_most: 2}}", "cannot-fail", "targets.it",
     "it wants at most 2 of room_monsters",
     "targets: {it: {metric: room_monsters, depths: 1, at_most: "
     "1.9}}"},
    {"targets: {one: {metric: room_threat, depths: [1, 2], range: [5, 6]}, "
     "two: {metric: room_threat, depths: [2, 3], range: [7, 8]}}",
     "contradiction", "targets.two",
     "it wants 7 to 8 of room_threat for depth 2, where 'one' wants 5 to 6: both cannot hold",
     "targets: {one: {metric: room_threat, depths: 1, range: [5, 6]}, two: {metric: room_threat, "
     "depths: [2, 3], range: [7, 8]}}"},
};

TEST(a_planted_fault_is_found)
{
    assert_planted_faults_are_found(&small_planting, plants, LENGTH_OF(plants));
}

TEST(and_not_where_it_is_not_planted)
{
    assert_not_found_unplanted(&small_planting, plants, LENGTH_OF(plants));
}

/* An item that only pity gives, or only another mode finds, can come. */
TEST(what_can_come_in_any_way_is_not_dead)
{
    assert_not_found("loot: {modes: {normal: 0}}", "dead-configuration", "can never be found");
    assert_not_found("loot: {density: {near: 0, far: 0}}\nitems: {rock: {categories: [healing]}}",
                     "dead-configuration", "can never be found");
    assert_not_found("items: {gem: {categories: [gems], weight: 1}}\n"
                     "loot: {factors: {gems: {near: 0, far: 1}}}",
                     "dead-configuration", "");
    assert_not_found("loot: {extra: {miniboss: [[1, 2]]}}\n"
                     "monsters: {king: {hp: 5, defense: 0, power: 1, etp: 3, kind: miniboss}}\n"
                     "encounter: {roles: {miniboss: {depths: [2]}}}",
                     "dead-configuration", "");
}

/* Rounding at random tells 0.3 from 0.45, and so does a mode with more items. */
TEST(bands_that_differ_in_effect_are_not_alike)
{
    assert_not_found("loot: {density: {near: 0.3, far: 0.45}}", "bands-alike", "");
    assert_not_found("loot: {mode: rich, density_rounding: truncate, density: {near: 0.3, far: "
                     "0.55}}",
                     "bands-alike", "");
    assert_not_found("loot: {density_rounding: truncate, density: {near: 0.45, far: 0.45}}",
                     "bands-alike", "");
}

TEST(pity_that_works_is_not_told)
{
    static const char *const kinds[] = {"empty-category", "pity-never-due", "pity-always-due",
                                        "pity-sole-source"};
    for (size_t i = 0; i < LENGTH_OF(kinds); i++) {
        assert_not_found("", kinds[i], "");
        assert_not_found("loot: {pity: {thresholds: {healing: {near: 0}}}}", kinds[i], "");
        assert_not_found("loot: {pity: {trigger: above, thresholds: {healing: {near: 1, far: 1}}}}",
                         kinds[i], "");
    }
}

/* Chance hardly ever brings a potion, pity in every third room. */
TEST(what_pity_gives_is_seen)
{
    static const char rare[] = "loot: {density: {near: 0.002, far: 0.002}}";
    static const char without[] = "loot: {density: {near: 0.002, far: 0.002}, "
                                  "pity: {thresholds: {healing: {near: 0, far: 0}}}}";
    assert_not_found(rare, "barely-seen", "Potion");
    OWNED_DESIGN *design = small_with(without);
    OWNED_JUDGEMENT *judgement = judge_design(design);
    assert_non_null(
        find_finding(judgement, "barely-seen", "items.potion", "most players never meet it"));
}

TEST(targets_that_can_be_met_do_not_contradict)
{
    static const char *const targets[] = {
        "it: {metric: items_per_room, bands: 1, range: [1.9, 8]}",
        "it: {metric: pity_rate, of: healing, bands: 1, range: [0.05, 0.15]}",
        "it: {metric: pity_rate, of: healing, bands: 1, at_most: 0.15}",
        "it: {metric: win_chance, of: player, against: rat, at_least: 0.9}",
        "one: {metric: room_threat, depths: 1, range: [5, 6]}, "
        "two: {metric: room_threat, depths: 3, range: [7, 8]}",
        "one: {metric: room_threat_share, within: [1, 5], depths: 1, range: 0.1}, "
        "two: {metric: room_threat_share, within: [1, 9], depths: 1, range: 0.2}",
        "one: {metric: room_threat, depths: 1, at_least: 5}, "
        "two: {metric: room_threat, depths: 1, at_most: 8}",
    };
    for (size_t i = 0; i < LENGTH_OF(targets); i++) {
        char changes[256];
        snprintf(changes, sizeof changes, "targets: {%s}", targets[i]);
        assert_not_found(changes, "contradiction", "");
    }
}
