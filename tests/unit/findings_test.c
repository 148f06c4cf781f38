/* Findings: each kind appears where its fault is planted, and does not where it is not. */
#include "planted.h"
#include "released.h"

#include "metrics/internal.h"

/* Its targets, most of them of whole runs, are no part of what is tested here. */
static wyrm_design *untargeted_with(const char *changes)
{
    char text[1024];
    int length = snprintf(text, sizeof text, "targets: ~\n%s", changes);
    assert_true(length > 0 && (size_t)length < sizeof text);
    return ruggrogue_with(text);
}

static const planting planted = {"RuggRogue", untargeted_with, 300};

static wyrm_judgement *judge(const wyrm_design *design)
{
    return judge_of_runs(design, planted.runs);
}

/* Planted in RuggRogue. */
static const plant plants[] = {
    {"monsters: {dragon: {level: 60, glyph: D}}", "dead-configuration", "monsters.dragon",
     "Dragon never appears, as it begins at level 60 and no monster is above level 27: in none of "
     "300 "
     "dungeons, so in fewer than 1.1 % of all",
     "monsters: {dragon: {level: 26, glyph: D}}"},
    {"items: {wand: {weight: 0, glyph: '/'}}", "dead-configuration", "items.wand",
     "Wand is never found: in none of 300 dungeons, so in fewer than 1.1 % of all",
     "items: {wand: {weight: 0.1, glyph: '/'}}"},
    {"loot: {look_levels: [1, 400]}", "dead-configuration", "weapons.beam_sword",
     "is never found: in none of", "loot: {look_levels: [1, 20]}"},
    {"encounter: {rooms: {most: [[1, 1], [2, 3], [3, 5], [9, 120]]}}", "dead-configuration",
     "encounter.rooms.most",
     "the row [9, 120] never counts: none of 300 dungeons went below depth ",
     "encounter: {rooms: {most: [[1, 1], [2, 3], [3, 5], [9, 15]]}}"},
    {"encounter: {rooms: {most: [[1, 1], [2, 3], [2, 5]]}}", "dead-configuration",
     "encounter.rooms.most", "the row [2, 5] changes nothing: the value is the same from depth 3",
     "encounter: {rooms: {most: [[1, 1], [2, 3], [1, 5]]}}"},
    {"combat: {spread: [{factor: 1, weight: 2}, {factor: 1, weight: 3}]}", "dead-configuration",
     "combat.spread[0].weight",
     "2 changes nothing: with 0, 1, 5 or 300 in its place hits, hit points "
     "and levels are the same, for players up to level 30 in any gear and monsters up to level 30",
     "combat: {spread: [{factor: 1, weight: 2}, {factor: 1.1, weight: 3}]}"},
    {"encounter: {levels: {deeper: 0.6, same: 1}}", "dead-configuration", "encounter.levels.deeper",
     "the monsters of every level of the tracker are the same",
     "encounter: {levels: {deeper: 0.6, same: 0.9}}"},
    {"items: {wand: {weight: 0.004, glyph: '/'}}", "barely-seen", "items.wand",
     "most players never meet it; a higher weight would help",
     "items: {wand: {weight: 0.4, glyph: '/'}}"},
    {"monsters: {dragon: {level: 27, glyph: D}}", "last-map-only", "monsters.dragon",
     "have it on the final map only", "monsters: {dragon: {level: 26, glyph: D}}"},
    {"encounter: {rooms: {chance: 0}}", "endless-dungeon", "encounter",
     "98.9 % to 100 % of the dungeons (300 of 300) have no final map by depth 200",
     "encounter: {rooms: {chance: 0.4}}"},
    {"growth: {player: {max_hp: {base: 8}}}", "outlier", NULL,
     "a fight with a monster of the own level is lost more often than won at levels 1",
     "growth: {player: {max_hp: {base: 28}}}"},
    {"growth: {monster: {attack: {base: 0.000001}}}", "outlier", NULL,
     "a fight with a monster of the own level costs the player nothing at levels 1",
     "growth: {monster: {attack: {base: 5}}}"},
    {"growth: {monster: {attack: {base: 0}}, player: {attack: {base: 0}}, weapon: {attack: {base: "
     "0}}}",
     "outlier", NULL,
     "a fight with a monster of the own level may never come to an end at levels "
     "1",
     NULL},
    {"growth: {monster: {attack: {base: 0}, max_hp: {base: 2000}}}", "outlier", NULL,
     "a fight with a monster of the own level drags on at levels 1", NULL},
    {"growth: {experience: {first: 5}}", "flat-experience", "growth.experience",
     "the experience to the next level does not grow after levels 1-60: 5 x 1.1 in whole numbers "
     "is 5; a first step of 10 would grow",
     "growth: {experience: {first: 10}}"},
    {"growth: {player: {attack: {base: 10, round: up}}}", "arithmetic-noise",
     "growth.player.attack", "at levels 14, 19, 22, 32",
     "growth: {player: {attack: {base: 10, round: nearest}}}"},
    {"growth: {armor: {defense: {base: 2, round: down}}}", "empty-level", "growth.armor",
     "armor of level 2-5, 7-10, 12-15, 17-20, 22-25, 27 has what one of the level before has",
     "growth: {armor: {defense: {base: 10, round: down}}}"},
    {"growth: {player: {max_hp: {base: 4, round: down}, attack: {base: 5, round: down}, defense: "
     "{base: "
     "5, round: down}}}",
     "empty-level", "growth.player", "a player of level 2, 8, 10, 12, 18, 20, 22 has what",
     "growth: {player: {max_hp: {base: 10, round: nearest}, attack: {base: 5, round: down}}}"},
};

TEST(a_planted_fault_is_found)
{
    assert_planted_faults_are_found(&planted, plants, LENGTH_OF(plants));
}

TEST(and_not_where_it_is_not_planted)
{
    assert_not_found_unplanted(&planted, plants, LENGTH_OF(plants));
    OWNED_DESIGN *design = untargeted_with("");
    OWNED_JUDGEMENT *judgement = judge(design);
    assert_null(find_finding(judgement, "outlier", NULL, ""));
    assert_null(find_finding(judgement, "endless-dungeon", NULL, ""));
    assert_null(find_finding(judgement, "flat-experience", NULL, ""));
}

/* What RuggRogue itself has, each gone where the cause is. */
static const plant of_ruggrogue[] = {
    {"", "arithmetic-noise", "growth.monster.experience",
     "single-precision arithmetic gives another whole number than the formula at levels 14, 19, "
     "22, 32, 37, 43, 48, 53: 24 instead of 23 at level 14",
     "growth: {monster: {experience: {base: 10, round: nearest}}}"},
    {"", "arithmetic-noise", "growth.experience", "rounded down at every level",
     "growth: {experience: {first: 5000}}"},
    {"", "dead-configuration", "combat.share_most",
     "the cap of 0.25 never takes effect: it counts only where attack is less than 2 x defense, "
     "and there attack / (8 x defense) is less than 0.25",
     "combat: {share_most: 0.2}"},
    {"", "dead-configuration", "loot.periodic",
     "no guaranteed weapon ever lies at depth 3, 7, 11, 15, 19, 23 (none in 400 games",
     "loot: {periodic: {places: 4}}"},
    {"", "dead-configuration", "loot.periodic",
     "no guaranteed armor ever lies at depth 3, 7, 11, 15, 19, 23 (none in 400 games",
     "loot: {periodic: {places: 4}}"},
};

TEST(ruggrogue_has_these_until_their_cause_is_gone)
{
    assert_planted_faults_are_found(&planted, of_ruggrogue, LENGTH_OF(of_ruggrogue));
}

TEST(findings_name_kind_place_and_evidence)
{
    OWNED_DESIGN *design = untargeted_with("");
    OWNED_JUDGEMENT *judgement = judge(design);
    assert_true(judgement->finding_count > 0);
    for (size_t i = 0; i < judgement->finding_count; i++) {
        assert_true(judgement->findings[i].kind[0] != '\0');
        assert_true(judgement->findings[i].where[0] != '\0');
        assert_non_null(strpbrk(judgement->findings[i].message, "0123456789"));
        assert_true(strlen(judgement->findings[i].message) + 1 <
                    sizeof judgement->findings[i].message);
    }
}

/* A ruleset whose damage stands in the records of its monsters, while hit points grow by level: the
 * monster of a level has no attack. */
static wyrm_judgement *judge_of_records(const char *damage, wyrm_design **design)
{
    char text[1600];
    int length = snprintf(
        text, sizeof text,
        "name: records\n"
        "models: {combat: accuracy, growth: factor, encounter: tables, loot: banded, map: "
        "tunnels}\n"
        "bands: {upper: [1, 4], lower: [5, 8]}\n"
        "combat: {hit_base: 0.7, hit_step: 0.05, hit_clamp: [0.1, 0.9]}\n"
        "growth: {factor: {first: 1, step: 0.2},\n"
        "  player: {max_hp: {base: 40, round: nearest}, power: {base: 2, round: down}},\n"
        "  monster: {max_hp: {base: 10, round: nearest}}, weapon: {}, armor: {},\n"
        "  experience: {first: 40, increase: 6/5}}\n"
        "encounter: {last_depth: 8, rooms: {most: [[1, 1], [3, 3]]}, roles: {end_boss: {depths: "
        "[8]}}}\n"
        "loot: {categories: [healing], modes: {normal: [[1, 1]]}}\n"
        "player: {damage: [1, 3], accuracy: 3, evasion: 2}\n"
        "monsters:\n"
        "  rat: {glyph: r, level: 1, damage: %s, weight: 50, accuracy: 2, evasion: 3}\n"
        "  lich: {glyph: L, level: 7, damage: %s, kind: boss, weight: 1}\n"
        "items: {potion: {weight: 40, categories: [healing], effect: {kind: heal, amount: 20}}}\n",
        damage, damage);
    assert_true(length > 0 && (size_t)length < sizeof text);
    *design = design_from(text);
    return judge_of_runs(*design, 60);
}

TEST(a_monster_of_a_level_that_is_none_of_the_ruleset_is_not_judged)
{
    static const char harmless[] =
        "a fight with a monster of the own level costs the player nothing";
    wyrm_design *design;
    wyrm_judgement *judgement = judge_of_records("[1, 3]", &design);
    assert_null(find_finding(judgement, "outlier", NULL, harmless));
    wyrm_judgement_free(judgement);
    wyrm_design_free(design);
    /* Where no monster can hurt it is told as ever. */
    judgement = judge_of_records("[0, 0]", &design);
    assert_non_null(find_finding(judgement, "outlier", NULL, harmless));
    wyrm_judgement_free(judgement);
    wyrm_design_free(design);
}

/* Less by one and none at all are both 0. */
TEST(what_was_tried_in_place_of_a_value_is_listed_once)
{
    OWNED_DESIGN *design;
    OWNED_JUDGEMENT *judgement = judge_of_records("[1, 3]", &design);
    const wyrm_finding *finding =
        find_finding(judgement, "dead-configuration", "monsters.lich.weight", "changes nothing");
    assert_non_null(finding);
    assert_non_null(strstr(finding->message, "with 0, 3 or 200 in its place"));
}

static void assert_listed(size_t count, size_t size, const char *wanted)
{
    const judge_numbers numbers = {count, {1, 2, 3, 5, 6, 9, 14, 15, 16, 17}};
    judge_text text = judge_list(&numbers, size);
    assert_string_equal(text.text, wanted);
    assert_true(strlen(text.text) < size);
}

TEST(numbers_are_listed_as_people_do)
{
    assert_listed(0, 100, "");
    assert_listed(1, 100, "1");
    assert_listed(2, 100, "1, 2");
    assert_listed(3, 100, "1-3");
    assert_listed(10, 100, "1-3, 5, 6, 9, 14-17");
    assert_listed(10, 20, "1-3, 5, 6, 9, 14-17");
    assert_listed(10, 19, "1-3, 5, 6, 9, ...");
    assert_listed(10, 12, "1-3, 5, ...");
}
