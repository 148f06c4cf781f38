/* Findings of impossible settings, each as a whole sentence: targets that cannot be met or cannot
 * fail, or exclude each other; budgets that no room can be within; pity that never or always gives.
 * A room of the small dungeon has up to 2 monsters: rats with a threat of 4, and on depths 1 and 2
 * ogres of 15, doubled on depths 3 and 4. It has at most one item by chance and one by pity. */
#include "small_dungeon.h"

#include <wyrm/loot_advice.h>

#include "metrics/internal.h"

/* One finding a line, followed by " > " and its command; "": none. */
static void assert_found(const char *changes, judge_looked_for looked, const char *wanted)
{
    OWNED_DESIGN *design = small_with(changes);
    OWNED_ERRORS *errors = fresh_errors();
    base_arena arena = {0};
    char found[1000] = "";
    judge_work *work = judge_begin(&arena, design, 1);
    judge_read_targets(work, errors);
    assert_int_equal(wyrm_errors_count(errors), 0);
    judge_finders_limits[looked](work);
    for (size_t i = 0; i < work->finding_count; i++) {
        const wyrm_finding *one = &work->findings[i];
        const size_t length = strlen(found);
        snprintf(found + length, sizeof found - length, "%s%s at %s: %s%s%s", i > 0 ? "\n" : "",
                 one->kind, one->where, one->message, one->command != NULL ? " > " : "",
                 one->command != NULL ? one->command : "");
    }
    print_message("%s\n", changes);
    assert_string_equal(found, wanted);
    base_release(&arena);
}

typedef struct planted {
    const char *changes, *found;
} planted;

#define NEVER_ELSE ", which is never anything else: "
#define WHATEVER   "it holds whatever the ruleset says"

/* Just out of reach, and just within it. */
TEST(targets_out_of_the_limits_of_their_metric_cannot_hold)
{
    static const planted rows[] = {
        {"it: {metric: items_per_room, bands: [1, 2], range: [5, 8]}",
         "contradiction at targets.it: it wants 5 to 8 of items_per_room and cannot have it for "
         "band near: a room holds 1 item at most, and one more from pity (so at 2 of its 2 "
         "places)"},
        {"it: {metric: items_per_room, bands: 1, range: [2.1, 8]}",
         "contradiction at targets.it: it wants 2.1 to 8 of items_per_room and cannot have it for "
         "band near: a room holds 1 item at most, and one more from pity"},
        {"it: {metric: items_per_room, bands: [1, 2], range: [2, 8]}", ""},
        {"it: {metric: items_per_room, depths: 1, at_least: 1.5}",
         "contradiction at targets.it: it wants at least 1.5 of items_per_room and cannot have it "
         "for depth 1: a room holds 1 item at most"},
        {"it: {metric: items_per_room, depths: 1, at_least: 1}", ""},
        {"it: {metric: items_per_room, depths: 1, at_most: 0.9}", ""},
        {"it: {metric: items_per_room, bands: 1, mode: rich, at_least: 6}",
         "contradiction at targets.it: it wants at least 6 of items_per_room and cannot have it "
         "for band near, mode rich: a room holds 3 items at most, and one more from pity"},
        {"it: {metric: category_per_room, of: healing, bands: 1, at_least: 6}",
         "contradiction at targets.it: it wants at least 6 of category_per_room and cannot have it "
         "for healing in band near: a room holds 1 item at most, and one more from pity"},
        {"it: {metric: pity_rate, of: healing, bands: 1, range: [0.38, 0.6]}",
         "contradiction at targets.it: it wants 0.38 to 0.6 of pity_rate and cannot have it for "
         "healing in band near: pity gives at most once in 3 rooms"},
        {"it: {metric: pity_rate, of: healing, bands: 2, range: [0.38, 0.6]}", ""},
        {"it: {metric: room_monsters, depths: 1, range: 3}",
         "contradiction at targets.it: it wants 3 of room_monsters and cannot have it for depth 1: "
         "a room holds 2 monsters at most"},
        {"it: {metric: room_monsters, depths: 1, range: 2}", ""},
        {"it: {metric: room_threat, depths: [1, 4], at_least: 31}",
         "contradiction at targets.it: it wants at least 31 of room_threat and cannot have it for "
         "depth 1: the most that a room can hold is 30 (so at 2 of its 4 places)"},
        {"it: {metric: room_threat, depths: 1, at_least: 30}", ""},
    };
    for (size_t i = 0; i < LENGTH_OF(rows); i++) {
        char text[300];
        snprintf(text, sizeof text, "targets: {%s}", rows[i].changes);
        assert_found(text, FIND_CONTRADICTIONS, rows[i].found);
    }
    assert_found("encounter: {rooms: {most: 1}}\n"
                 "targets: {it: {metric: room_monsters, depths: 1, range: 3}}",
                 FIND_CONTRADICTIONS,
                 "contradiction at targets.it: it wants 3 of room_monsters and cannot have it for "
                 "depth 1: a room holds 1 monster at most");
}

TEST(targets_that_have_all_that_there_can_be_cannot_fail)
{
    static const planted rows[] = {
        {"metric: items_per_room, depths: 1, at_most: 1",
         "at most 1 of items_per_room" NEVER_ELSE "a room holds 1 item at most"},
        {"metric: items_per_room, depths: [1, 4], at_most: 1", NULL}, /* two on depths 3, 4 */
        {"metric: room_monsters, depths: [1, 3], at_most: 2",
         "at most 2 of room_monsters" NEVER_ELSE "a room holds 2 monsters at most"},
        {"metric: room_monsters, depths: 1, range: [0, 2]",
         "0 to 2 of room_monsters" NEVER_ELSE "a room holds 2 monsters at most"},
        {"metric: room_monsters, depths: 1, range: [0.1, 2]", NULL},
        {"metric: room_threat, depths: 1, at_most: 30",
         "at most 30 of room_threat" NEVER_ELSE "the most that a room can hold is 30"},
        {"metric: room_threat, depths: 1, at_most: 29", NULL},
        {"metric: room_threat, depths: [1, 4], at_most: 30", NULL},
        {"metric: win_chance, of: player, against: rat, at_least: 0",
         "at least 0 of win_chance" NEVER_ELSE WHATEVER},
        {"metric: win_chance, of: player, against: rat, at_least: 0.01", NULL},
        {"metric: win_chance, of: player, against: rat, at_most: 1",
         "at most 1 of win_chance" NEVER_ELSE WHATEVER},
        {"metric: pity_rate, of: healing, bands: 1, at_most: 1",
         "at most 1 of pity_rate" NEVER_ELSE WHATEVER},
        {"metric: pity_rate, of: healing, bands: 1, at_most: 0.9",
         "at most 0.9 of pity_rate" NEVER_ELSE "pity gives at most once in 3 rooms"},
    };
    for (size_t i = 0; i < LENGTH_OF(rows); i++) {
        char text[300], wanted[300] = "";
        snprintf(text, sizeof text, "targets: {it: {%s}}", rows[i].changes);
        if (rows[i].found != NULL)
            snprintf(wanted, sizeof wanted, "cannot-fail at targets.it: it wants %s",
                     rows[i].found);
        assert_found(text, FIND_CONTRADICTIONS, wanted);
    }
}

/* Only if nothing but the wanted range differs, and at a place that both have. */
TEST(targets_that_want_different_things_of_the_same_cannot_both_hold)
{
    static const planted rows[] = {
        {"one: {metric: room_threat, depths: [1, 2], range: [5, 6]}, "
         "two: {metric: room_threat, depths: [2, 3], range: [7, 8]}",
         "contradiction at targets.two: it wants 7 to 8 of room_threat for depth 2, where 'one' "
         "wants 5 to 6: both cannot hold"},
        {"one: {metric: room_threat, depths: [1, 2], range: [7, 8]}, "
         "two: {metric: room_threat, depths: [2, 3], range: [5, 6]}",
         "contradiction at targets.two: it wants 5 to 6 of room_threat for depth 2, where 'one' "
         "wants 7 to 8: both cannot hold"},
        {"one: {metric: room_threat, depths: [1, 2], range: [5, 6]}, "
         "two: {metric: room_threat, depths: [2, 3], range: [6, 8]}",
         ""},
        {"one: {metric: room_threat, depths: [1, 2], range: [5, 6]}, "
         "two: {metric: room_threat, depths: 3, range: [7, 8]}",
         ""},
        {"one: {metric: room_threat, depths: 1, at_most: 5}, "
         "two: {metric: room_threat, depths: 1, at_least: 6}, "
         "three: {metric: room_threat, depths: 1, range: 7}",
         "contradiction at targets.two: it wants at least 6 of room_threat for depth 1, where "
         "'one' wants at most 5: both cannot hold\n"
         "contradiction at targets.three: it wants 7 of room_threat for depth 1, where 'one' wants "
         "at most 5: both cannot hold"},
        {"one: {metric: win_chance, of: player, against: rat, range: 0.5}, "
         "two: {metric: win_chance, of: player, against: rat, range: 0.6}",
         "contradiction at targets.two: it wants 0.6 of win_chance for player against rat, where "
         "'one' wants 0.5: both cannot hold"},
        {"one: {metric: win_chance, of: player, against: rat, range: 0.5}, "
         "two: {metric: win_chance, of: player, against: ogre, range: 0.6}",
         ""},
        /* a verdict meets an end within a millionth, so both may pass */
        {"one: {metric: win_chance, of: player, against: rat, range: 0.9}, "
         "two: {metric: win_chance, of: player, against: rat, range: 0.9000001}",
         ""},
        {"one: {metric: win_chance, of: player, against: rat, range: 0.9}, "
         "two: {metric: win_chance, of: player, against: rat, range: 0.90001}",
         "contradiction at targets.two: it wants 0.90001 of win_chance for player against rat, "
         "where 'one' wants 0.9: both cannot hold"},
    };
    for (size_t i = 0; i < LENGTH_OF(rows); i++) {
        char text[300];
        snprintf(text, sizeof text, "targets: {%s}", rows[i].changes);
        assert_found(text, FIND_CONTRADICTIONS, rows[i].found);
    }
}

#define BUDGET(band, within)                                                                       \
    "unreachable-budget at threat.room_budget." band ": no room with monsters can be "             \
    "within " within
#define FIRST " at the first of them > etp RULESET --rooms"

TEST(budgets_that_no_room_is_within_are_told_with_the_reason)
{
    static const planted rows[] = {
        {"threat: {room_budget: {near: [31, 60]}}",
         BUDGET("near", "31 to 60 at depths 1, 2: 2 monsters, the most of a room, come to 30 at "
                        "most" FIRST)},
        {"threat: {room_budget: {near: [30, 60]}}", ""},
        {"threat: {room_budget: {near: [0, 3]}}",
         BUDGET("near", "0 to 3 at depths 1, 2: the least of a threat, rat, is one of 4 "
                        "already" FIRST)},
        {"threat: {room_budget: {near: [0, 4]}}", ""},
        {"threat: {room_budget: {near: [9, 14]}}",
         BUDGET("near", "9 to 14 at depths 1, 2: no sum of up to 2 of the monsters of the depth "
                        "lies in it" FIRST)},
        {"threat: {room_budget: {near: [9, 15]}}", ""},
        {"threat: {room_budget: {far: [61, 90]}}",
         BUDGET("far", "61 to 90 at depths 3, 4: 2 monsters, the most of a room, come to 60 at "
                       "most" FIRST)},
        {"threat: {room_budget: {far: [31, 90]}}", ""},
        {"threat: {room_budget: {near: [1, 2], far: [1, 2]}}",
         BUDGET("near",
                "1 to 2 at depths 1, 2: the least of a threat, rat, is one of 4 "
                "already" FIRST) "\n" BUDGET("far", "1 to 2 at depths 3, 4: the least of a "
                                                    "threat, rat, is one of 8 already" FIRST)},
        {"threat: {room_budget: {far: [1, 2]}}\nencounter: {last_depth: 3}",
         BUDGET("far", "1 to 2 at depth 3: the least of a threat, rat, is one of 8 already > etp "
                       "RULESET --rooms")},
        /* The first band begins at depth 1, and the last continues, whatever they say. */
        {"bands: {near: [2, 2], far: [3, 3]}\nthreat: {room_budget: {near: [1, 2], far: [1, 2]}}",
         BUDGET("near",
                "1 to 2 at depths 1, 2: the least of a threat, rat, is one of 4 "
                "already" FIRST) "\n" BUDGET("far", "1 to 2 at depths 3, 4: the least of a "
                                                    "threat, rat, is one of 8 already" FIRST)},
        {"encounter: {rooms: {most: [[1, 1], [2, 2]]}}\nthreat: {room_budget: {near: [20, 60]}}",
         BUDGET("near", "20 to 60 at depth 1: one monster, the most of a room, comes to 15 at most "
                        "> etp RULESET --rooms")},
        {"encounter: {rooms: {most: [[1, 1], [2, 2]]}}\nthreat: {room_budget: {near: [5, 8]}}",
         BUDGET("near", "5 to 8 at depth 1: none of the monsters of the depth lies in it > etp "
                        "RULESET --rooms")},
    };
    for (size_t i = 0; i < LENGTH_OF(rows); i++)
        assert_found(rows[i].changes, FIND_BUDGETS, rows[i].found);
}

#define EMPTY(band)                                                                                \
    "empty-category at loot.pity.thresholds.gems." band ": pity for gems is due after 4 rooms "    \
    "in " band ", and no item of the category can come there: pity can never give one > "          \
    "loot RULESET --category gems --why"
#define SOLVE                                                                                      \
    " > solve RULESET loot.pity.thresholds.healing.near 'pity_rate(healing, near)=5..15 %'"

/* One item in two rooms, one in seven of them healing: 1/14 of the rooms have it by chance. */
TEST(pity_that_has_no_say_or_all_of_it_is_told)
{
    static const planted rows[] = {
        {"", ""},
        {"items: {gem: {categories: [gems], weight: 0}}\n"
         "loot: {pity: {thresholds: {gems: {near: 4, far: 4}}}}",
         EMPTY("near") "\n" EMPTY("far")},
        {"items: {gem: {categories: [gems], weight: 1, bands: [2, 2]}}\n"
         "loot: {pity: {thresholds: {gems: {near: 4, far: 4}}}}",
         EMPTY("near")},
        {"loot: {pity: {thresholds: {healing: {near: 6000}}}}",
         "pity-never-due at loot.pity.thresholds.healing.near: pity for healing gives in none of "
         "the rooms of near: 6000 rooms in a row without such an item do not happen in the band's "
         "26 rooms, 7.1 % of which bring one" SOLVE},
        {"loot: {pity: {thresholds: {healing: {near: 1}}}}",
         "pity-always-due at loot.pity.thresholds.healing.near: pity for healing is due in every "
         "room of near that brings no such item, at a threshold of 1: in 92.9 % of the rooms it "
         "gives one" SOLVE},
        {"loot: {pity: {thresholds: {healing: {near: 2}}}}", ""},
        {"loot: {pity: {trigger: above, thresholds: {healing: {near: 1, far: 1}}}}", ""},
        {"loot: {pity: {thresholds: {healing: {near: 0}}}}", ""},
        {"loot: {density: {near: 0}}",
         "pity-sole-source at loot.pity.thresholds.healing.near: chance never brings an item of "
         "healing in near: all of them come from pity, in 32.1 % of the rooms" SOLVE},
        {"loot: {density: {near: 0.1}}", ""},
    };
    for (size_t i = 0; i < LENGTH_OF(rows); i++)
        assert_found(rows[i].changes, FIND_PITY, rows[i].found);
}

/* ---- advice about loot ---- */

/* Targets that want any rate of pity in a band, so that nothing is wrong with it there. */
#define ANY_RATE(bands)                                                                            \
    "targets: {it: {metric: pity_rate, of: healing, bands: " bands ", range: [0, 1]}}\n"
#define BOTH ANY_RATE("[1, 2]")
#define FAR  ANY_RATE("2")

/* Of each kind of trouble, category by category and band by band: nothing is said where all is
 * well. */
TEST(loot_is_advised_about_each_category_in_each_band)
{
    static const struct {
        const char *changes, *told; /* kind, category and band of each */
    } rows[] = {
        {BOTH, ""},
        {FAR "loot: {pity: {thresholds: {healing: {near: 1}}}}", "often healing near, "},
        {FAR "loot: {pity: {thresholds: {healing: {near: 20}}}}", "seldom healing near, "},
        {FAR "loot: {pity: {thresholds: {healing: {near: 6000}}}}", "never healing near, "},
        {"loot: {pity: {thresholds: {healing: {near: 1, far: 15}}}}",
         "often healing near, seldom healing far, "},
        {BOTH "items: {gem: {categories: [gems], weight: 0}}\n"
              "loot: {pity: {thresholds: {gems: {near: 4, far: 4}}}}",
         "empty gems near, empty gems far, nothing gems near, nothing gems far, "},
        {"loot: {pity: {thresholds: {healing: {near: 0, far: 0}}}}", ""},
    };
    static const char *const kinds[] = {[WYRM_LOOT_PITY_EMPTY] = "empty",
                                        [WYRM_LOOT_PITY_OFTEN] = "often",
                                        [WYRM_LOOT_PITY_NEVER] = "never",
                                        [WYRM_LOOT_PITY_SELDOM] = "seldom",
                                        [WYRM_LOOT_NO_ITEMS] = "nothing"};
    static const char *const bands[] = {"near", "far"};
    for (size_t i = 0; i < LENGTH_OF(rows); i++) {
        char told[400] = "";
        OWNED_DESIGN *design = small_with(rows[i].changes);
        wyrm_loot_survey *survey;
        wyrm_loot_advices advices;
        const wyrm_loot_survey_options how = {.seed = 1, .runs = 60};
        assert_works(wyrm_loot_survey_run(design, &how, &survey, &last_error));
        assert_works(wyrm_loot_advise(design, survey, &advices, &last_error));
        for (size_t k = 0; k < advices.count; k++) {
            const wyrm_loot_advice *one = &advices.list[k];
            const size_t length = strlen(told);
            snprintf(told + length, sizeof told - length, "%s %s %s, ", kinds[one->kind],
                     one->category, bands[one->band]);
        }
        assert_string_equal(told, rows[i].told);
        wyrm_loot_advices_free(&advices);
        wyrm_loot_survey_free(survey);
    }
}
