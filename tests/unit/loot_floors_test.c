/* Loot of whole floors: a small ruleset against every possible history, enumerated in plain code;
 * drawn floors against exact figures; Brogue's items against a separate program
 * (tests/oracles/loot.py); and errors. */
#include <jansson.h>
#include <math.h>
#include <wyrm/found.h>
#include <wyrm/stats.h>

#include "loot_setups.h"

#define FLOORS "name: f\nmodels: {loot: floors}\n"

RELEASED_BY(wyrm_found, wyrm_found_free)
RELEASED_BY(wyrm_found_survey, wyrm_found_survey_free)
#define OWNED_FOUND  OWNED(wyrm_found)
#define OWNED_SURVEY OWNED(wyrm_found_survey)

static wyrm_found *found_of(const wyrm_design *design, const char *name, int32_t last)
{
    wyrm_found *found = NULL;
    wyrm_error error = {0};
    assert_ok(wyrm_found_new(loot_of(design), name, last, &found, &error), &error);
    return found;
}

static wyrm_found_survey *survey_of(const wyrm_design *design, int32_t last)
{
    wyrm_found_survey *survey = NULL;
    wyrm_error error = {0};
    assert_ok(wyrm_found_survey_new(loot_of(design), last, &survey, &error), &error);
    return survey;
}

static bool covers(wyrm_estimate told, double truth)
{
    return told.sampled && told.ci95.low <= truth + 1e-12 && told.ci95.high >= truth - 1e-12;
}

/* ---- every history ---- */

#define SMALL_FLOORS                                                                               \
    FLOORS                                                                                         \
    "loot:\n"                                                                                      \
    "  number: [{items: '{1: 1, 2: 3}'}, {from_depth: 3, items: 2}]\n"                             \
    "  luck: [{from_depth: 2, amount: '[0, 1]'}]\n"                                                \
    "  owed: {bread: {plus: -1, factor: 0.5, power: 2}}\n"                                         \
    "  guaranteed: {upgrade: {number: 3, first: 1, last: 2, every: 2}}\n"                          \
    "  categories:\n"                                                                              \
    "    drink: {weight: [[2, 1], [4, 3]]}\n"                                                      \
    "    seed: {weight: 3, dealt: true}\n"                                                         \
    "items:\n"                                                                                     \
    "  wine: {category: drink, weight: 1, meter: {each_floor: 2, each_found: -3}}\n"               \
    "  water: {category: drink, weight: [[2, 1], [1, 2]]}\n"                                       \
    "  red: {category: seed, weight: 2}\n"                                                         \
    "  blue: {category: seed, weight: 1}\n"                                                        \
    "  gem: {weight: 2, most: 1}\n"                                                                \
    "  bread: {weight: 1}\n"                                                                       \
    "  late: {weight: 0, meter: {each_floor_without: 2}}\n"                                        \
    "  upgrade: {weight: 0}\n"

enum { WINE, WATER, RED, BLUE, GEM, BREAD, LATE, UPGRADE, KINDS, DEPTHS = 3, MOST = 16 };

static const char *const names[KINDS] = {"wine", "water", "red",  "blue",
                                         "gem",  "bread", "late", "upgrade"};

/* The items that came, in order, and their floors. */
typedef struct history {
    int depth, left, luck, count;
    int kinds[MOST], floors[MOST];
} history;

static double at_end[DEPTHS][KINDS][MOST]; /* probability of each number by the end of a floor */

static int came(const history *of, int kind)
{
    int count = 0;
    for (int i = 0; i < of->count; i++)
        count += of->kinds[i] == kind;
    return count;
}

/* Seeds come in rounds of three: two red ones and a blue one. */
static int of_round(const history *of, int kind)
{
    int seeds = 0, count = 0;
    for (int i = 0; i < of->count; i++) {
        if (of->kinds[i] != RED && of->kinds[i] != BLUE)
            continue;
        count = seeds % 3 == 0 ? 0 : count;
        count += of->kinds[i] == kind;
        seeds++;
    }
    return seeds % 3 == 0 ? 0 : count;
}

/* The probability that the next item is of a kind. */
static double next_is(const history *of, int kind)
{
    const double drink = of->depth >= 3 ? 4 : 2;
    int last_late = 0;
    for (int i = 0; i < of->count; i++)
        if (of->kinds[i] == LATE)
            last_late = of->floors[i];
    if (came(of, BREAD) <= 0.5 * (of->depth * of->depth + of->luck) - 1)
        return kind == BREAD;
    const double gem = came(of, GEM) == 0 ? 2 : 0;
    const int without = of->depth - 1 - last_late;
    const double late = without > 0 ? 2.0 * without : 0;
    const double all = drink + 3 + gem + 1 + late;
    const double wine = fmax(0, 1 + 2 * of->depth - 3 * came(of, WINE));
    const double water = of->depth == 1 ? 2 : 1;
    const double reds = 2 - of_round(of, RED), blues = 1 - of_round(of, BLUE);
    switch (kind) {
    case WINE:
        return drink / all * wine / (wine + water);
    case WATER:
        return drink / all * water / (wine + water);
    case RED:
        return 3 / all * reds / (reds + blues);
    case BLUE:
        return 3 / all * blues / (reds + blues);
    case GEM:
        return gem / all;
    case BREAD:
        return 1 / all;
    case LATE:
        return late / all;
    default:
        return 0;
    }
}

static void visit_floor(history of, double chance);

static void take(history *of, int kind)
{
    of->kinds[of->count] = kind;
    of->floors[of->count++] = of->depth;
}

static void visit_items(history of, double chance)
{
    if (of.left == 0) {
        for (int kind = 0; kind < KINDS; kind++)
            at_end[of.depth - 1][kind][came(&of, kind)] += chance;
        if (of.depth < DEPTHS)
            visit_floor(of, chance);
        return;
    }
    for (int kind = 0; kind < KINDS; kind++) {
        const double here = next_is(&of, kind);
        history with = of;
        with.left--;
        take(&with, kind);
        if (here > 0)
            visit_items(with, chance * here);
    }
}

/* Follows one floor. Three upgrades on floors 1 and 2: one or two on the first, the rest on the
 * second; and so on. */
static void visit_floor(history of, double chance)
{
    of.depth++;
    for (int up = 0; up < 2; up++)
        for (int luck = 0; luck < 2; luck++)
            for (int number = 1; number <= 2; number++) {
                history with = of;
                double here = chance;
                if (of.depth % 2 == 1)
                    here /= 2;
                else if (came(&of, UPGRADE) + 1 + up != 3 * of.depth / 2)
                    continue;
                here *= of.depth > 1 ? 0.5 : luck == 0;
                here *= of.depth >= 3 ? number == 2 : number == 1 ? 0.25 : 0.75;
                with.luck = luck;
                with.left = number;
                for (int i = 0; i <= up; i++)
                    take(&with, UPGRADE);
                if (here > 0)
                    visit_items(with, here);
            }
}

static void assert_as_followed(const wyrm_pmf *pmf, const double *chances)
{
    for (int n = 0; n < MOST; n++)
        assert_near(wyrm_pmf_at(pmf, n), chances[n], 1e-12);
}

TEST(what_comes_is_what_every_history_comes_to)
{
    OWNED_DESIGN *design = design_from(SMALL_FLOORS);
    OWNED_SURVEY *survey = survey_of(design, DEPTHS);
    visit_floor((history){0}, 1);
    for (int kind = 0; kind < KINDS; kind++) {
        OWNED_FOUND *found = found_of(design, names[kind], DEPTHS);
        const int32_t index = kind_named(design, names[kind]);
        double before = 0;
        for (int d = 0; d < DEPTHS; d++) {
            const size_t place = (size_t)d * survey->kinds + (size_t)index;
            double mean = 0;
            for (int n = 0; n < MOST; n++)
                mean += n * at_end[d][kind][n];
            assert_as_followed(found->by_depth[d], at_end[d][kind]);
            assert_near(survey->means[place], mean - before, 1e-12);
            if (survey->by_depth[place])
                assert_as_followed(survey->by_depth[place], at_end[d][kind]);
            before = mean;
        }
    }
}

/* A category counts all its items, including those of a category within it. */
TEST(a_category_is_all_that_it_holds)
{
    OWNED_DESIGN *design = design_from(
        FLOORS "loot: {number: [{items: 3}], categories: {outer: {weight: 1}, inner: {in: outer, "
               "weight: 2}, other: {weight: 3}}}\n"
               "items: {a: {category: inner}, b: {category: outer}, c: {category: other}}\n");
    static const struct {
        const char *name;
        double share;
    } cases[] = {{"outer", 0.25},     {"inner", 0.25 * 2 / 3}, {"a", 0.25 * 2 / 3},
                 {"b", 0.25 * 1 / 3}, {"other", 0.75},         {"c", 0.75}};
    for (size_t i = 0; i < LENGTH_OF(cases); i++) {
        OWNED_FOUND *found = found_of(design, cases[i].name, 2);
        assert_near(wyrm_pmf_mean(found->by_depth[1]), 6 * cases[i].share, 1e-13);
        assert_near(wyrm_pmf_at(found->by_depth[0], 0), pow(1 - cases[i].share, 3), 1e-13);
    }
    assert_int_equal(wyrm_found_categories(loot_of(design)), 3);
    assert_string_equal(wyrm_found_category(loot_of(design), 1), "inner");
    assert_string_equal(wyrm_found_category_of(loot_of(design), 0), "inner");
}

/* Items guaranteed for one kind count for no other kind of its category, but for the category; a
 * deck enters the means by its cards. */
TEST(what_is_certain_is_told_of_its_own_kind)
{
    OWNED_DESIGN *design = design_from(
        FLOORS "loot:\n"
               "  number: [{items: 2}]\n"
               "  dealt: true\n"
               "  categories: {potion: {weight: 3}, scroll: {weight: 1}, food: {weight: 0}}\n"
               "  guaranteed: {strength: {number: 1, last: 2}, food: {number: 3, last: 2}}\n"
               "items:\n"
               "  healing: {category: potion, weight: 2}\n"
               "  haste: {category: potion, weight: 1}\n"
               "  strength: {category: potion, weight: 0}\n"
               "  ration: {category: food, weight: 3}\n"
               "  pasty: {category: food, weight: 1}\n"
               "  light: {category: scroll}\n");
    static const struct {
        const char *name;
        double first, third;
    } cases[] = {{"healing", 1, 1},    {"haste", 0.5, 0.5}, {"strength", 0.5, 0},
                 {"ration", 1.125, 0}, {"pasty", 0.375, 0}, {"light", 0.5, 0.5}};
    OWNED_SURVEY *survey = survey_of(design, 3);
    for (size_t i = 0; i < LENGTH_OF(cases); i++) {
        const size_t kind = (size_t)kind_named(design, cases[i].name);
        OWNED_FOUND *found = found_of(design, cases[i].name, 3);
        assert_near(survey->means[kind], cases[i].first, 1e-13);
        assert_near(survey->means[2 * survey->kinds + kind], cases[i].third, 1e-13);
        assert_near(wyrm_pmf_mean(found->by_depth[2]), 2 * cases[i].first + cases[i].third, 1e-12);
    }
    OWNED_FOUND *potions = found_of(design, "potion", 2);
    assert_near(wyrm_pmf_at(potions->by_depth[1], 4), 1, 1e-13); /* a whole deck, and strength */
}

/* An item of a kind that pity gives counts for its category, both in figures and for its meter. */
TEST(what_pity_gives_counts_for_its_category)
{
    OWNED_DESIGN *alone =
        design_from(FLOORS "loot: {number: [{items: 0}], categories: {deck: {dealt: true}}}\n"
                           "items: {a: {category: deck, pity: 1}, b: {category: deck}}\n");
    OWNED_FOUND *deck = found_of(alone, "deck", 4);
    assert_near(wyrm_pmf_at(deck->by_depth[1], 1), 1, 1e-14);
    assert_near(wyrm_pmf_at(deck->by_depth[3], 2), 1, 1e-14);
    assert_near(wyrm_pmf_at(deck->longest[3], 1), 1, 1e-14);
    /* One item a floor, from x with weight 1 and a category with weight 1, plus 5 for each of its
     * items so far. If no `a` has come on the first two floors, pity gives one at the end of the
     * second. */
    OWNED_DESIGN *metered = design_from(
        FLOORS "loot: {number: [{items: 1}], categories: {c: {meter: {each_found: 5}}}}\n"
               "items: {a: {category: c, pity: 1}, b: {category: c}, x: {weight: 1}}\n");
    OWNED_FOUND *x = found_of(metered, "x", 3);
    OWNED_SURVEY *survey = survey_of(metered, 3);
    const size_t place = 2 * survey->kinds + (size_t)kind_named(metered, "x");
    double mean = 0;
    for (int ways = 0; ways < 27; ways++) { /* x, b or a on each of three floors */
        const int floors[3] = {ways / 9, ways / 3 % 3, ways % 3};
        double chance = 1, came = 0;
        for (int at = 0; at < 3; at++) {
            const double c = 1 + 5 * came;
            chance *= floors[at] == 0 ? 1 / (1 + c) : c / (1 + c) / 2;
            came += floors[at] != 0;
            came += at == 1 && floors[0] != 2 && floors[1] != 2; /* pity */
        }
        mean += floors[2] == 0 ? chance : 0;
    }
    assert_near(survey->means[place], mean, 1e-12);
    assert_near(wyrm_pmf_mean(x->by_depth[2]) - wyrm_pmf_mean(x->by_depth[1]), mean, 1e-12);
}

/* ---- what is drawn ---- */

/* Draws the numbers of items in one game, floor by floor from the game's own streams. */
static void draw_game(const wyrm_design *design, uint64_t run, int32_t last, int *counts)
{
    wyrm_loot_state state = {0};
    wyrm_item items[WYRM_ROOM_ITEMS_MAX];
    for (int32_t depth = 1; depth <= last; depth++) {
        const wyrm_loot_context context = {.depth = depth, .rooms = 4};
        wyrm_rng rng = wyrm_rng_start(7, run, 1, (uint64_t)depth);
        const size_t count = wyrm_loot_floor(loot_of(design), &context, &state, &rng, items);
        for (size_t i = 0; i < count; i++) {
            assert_true(items[i].room >= 0 && items[i].room < 4);
            counts[items[i].kind]++;
        }
    }
}

/* Crowns come by weight, guaranteed, by schedule and by pity; there is at most one, and one
 * relic. */
TEST(most_holds_in_whatever_way_something_comes)
{
    enum { LAST = 4, RUNS = 300 };
    static const char *const ways[] = {
        "number: [{items: 1}], guaranteed: {crown: {number: 2, first: 2}}",
        "number: [{items: 1}], guaranteed: {relics: {number: 2, first: 2}}",
        "number: [{items: 3}], owed: {crown: {plus: 2}}",
        "number: [{items: 0}]",
    };
    for (size_t way = 0; way < LENGTH_OF(ways); way++) {
        char text[1000];
        snprintf(text, sizeof text,
                 FLOORS "loot: {last_depth: 4, %s,\n"
                        "  categories: {all: {weight: 1}, relics: {in: all, most: 1}}}\n"
                        "items:\n"
                        "  crown: {category: relics, pity: 1, weight: 1}\n"
                        "  orb: {category: relics, pity: 1, weight: 1}\n"
                        "  junk: {weight: 2}\n",
                 ways[way]);
        OWNED_DESIGN *design = design_from(text);
        OWNED_SURVEY *survey = survey_of(design, LAST);
        double crowns = 0;
        for (uint64_t run = 0; run < RUNS; run++) {
            int counts[3] = {0};
            draw_game(design, run, LAST, counts);
            assert_int_equal(counts[0] + counts[1], 1);
        }
        OWNED_FOUND *relics = found_of(design, "relics", LAST),
                    *all = found_of(design, "all", LAST);
        OWNED_FOUND *crown = found_of(design, "crown", LAST);
        assert_near(wyrm_pmf_at(relics->by_depth[LAST - 1], 1), 1, 1e-12);
        assert_near(wyrm_pmf_at(all->by_depth[LAST - 1], 1), 1, 1e-12);
        for (size_t d = 0; d < LAST; d++)
            crowns += survey->means[d * survey->kinds];
        assert_near(wyrm_pmf_mean(crown->by_depth[LAST - 1]), crowns, 1e-12);
        assert_near(crowns + wyrm_pmf_at(crown->by_depth[LAST - 1], 0), 1, 1e-12);
    }
}

/* Half of what falls to relics falls to a category in it that holds nothing, and does not count
 * towards the most of relics: by depth 4 the crowns are as many as heads of 12 coins, up to 3. */
TEST(what_falls_to_an_empty_category_does_not_come)
{
    enum { LAST = 4 };
    static const char deep[] = "relics: {most: 3}, shelf: {in: relics}, "
                               "dust: {in: shelf, meter: {each_found: 1}}";
    static const char *const ways[] = {"relics: {most: 3}, dust: {in: relics}",
                                       "relics: {most: 3, dealt: true}, dust: {in: relics}", deep};
    for (size_t way = 0; way < LENGTH_OF(ways); way++) {
        char text[1000];
        snprintf(text, sizeof text,
                 FLOORS "loot: {last_depth: 4, number: [{items: %d}], categories: {%s}}\n"
                        "items: {crown: {category: relics}}\n",
                 way == 1 ? 2 : 3, ways[way]);
        OWNED_DESIGN *design = design_from(text);
        OWNED_SURVEY *survey = survey_of(design, LAST);
        OWNED_FOUND *crown = found_of(design, "crown", LAST);
        double told = 0;
        for (size_t d = 0; d < LAST; d++)
            told += survey->means[d * survey->kinds];
        /* Of a deck each pair of cards has one crown: 4 come, but for the most. */
        assert_near(told, way == 1 ? 3 : 3 - (3 * 1 + 2 * 12 + 1 * 66) / 4096.0, 1e-12);
        assert_near(wyrm_pmf_mean(crown->by_depth[LAST - 1]), told, 1e-12);
    }
}

/* A crown that came by weight is not given again as guaranteed; one that did not come is. */
TEST(what_is_certain_comes_no_more_often_than_it_may)
{
    OWNED_DESIGN *design = design_from(
        FLOORS "loot: {number: [{items: 1}], guaranteed: {crown: {number: 1, first: 2}},\n"
               "  categories: {gold: {weight: 1}}}\n"
               "items: {crown: {category: gold, most: 1}, coin: {category: gold}}\n");
    OWNED_FOUND *crown = found_of(design, "crown", 2), *gold = found_of(design, "gold", 2);
    assert_near(wyrm_pmf_mean(crown->by_depth[0]), 0.5, 1e-13);
    assert_near(wyrm_pmf_at(crown->by_depth[1], 1), 1, 1e-13);
    assert_near(wyrm_pmf_at(gold->by_depth[1], 2), 0.5, 1e-13);
    assert_near(wyrm_pmf_at(gold->by_depth[1], 3), 0.5, 1e-13);
}

TEST(games_draw_what_is_told)
{
    enum { GAMES = 20000 };
    OWNED_DESIGN *design = design_from(SMALL_FLOORS);
    for (int kind = 0; kind < KINDS; kind++) {
        OWNED_FOUND *found = found_of(design, names[kind], DEPTHS);
        const wyrm_pmf *pmf = found->by_depth[DEPTHS - 1];
        const int32_t index = kind_named(design, names[kind]);
        double sum = 0;
        for (uint64_t run = 0; run < GAMES; run++) {
            int counts[KINDS] = {0};
            draw_game(design, run, DEPTHS, counts);
            sum += counts[index];
        }
        assert_near(sum / GAMES, wyrm_pmf_mean(pmf), 4.5 * wyrm_pmf_sd(pmf) / sqrt(GAMES) + 1e-9);
    }
}

/* Over three rounds of cards each comes as often as it has cards, and nothing carries over. */
/* Of a thousand samples of a hundred games about 950 intervals contain the true value. */
TEST(what_drawn_games_tell_covers_the_truth)
{
    enum { SAMPLES = 1000, GAMES = 100, LEAST = 925 };
    static const char *const asked[] = {"wine", "bread", "seed"};
    OWNED_DESIGN *design = design_from(SMALL_FLOORS);
    for (size_t a = 0; a < 3; a++) {
        OWNED_FOUND *truth = found_of(design, asked[a], DEPTHS);
        int mean = 0, floor_mean = 0, none = 0, worst = 0;
        const wyrm_pmf *all = truth->by_depth[DEPTHS - 1];
        const double on_floor = wyrm_pmf_mean(all) - wyrm_pmf_mean(truth->by_depth[DEPTHS - 2]);
        for (uint64_t seed = 1; seed <= SAMPLES; seed++) {
            OWNED_FOUND *drawn = NULL;
            assert_ok(wyrm_found_draw(loot_of(design), asked[a], DEPTHS, seed, GAMES, &drawn, NULL),
                      NULL);
            const wyrm_pmf *of = drawn->by_depth[DEPTHS - 1];
            assert_int_equal(drawn->games, GAMES);
            mean += covers(wyrm_seen_mean(of, GAMES), wyrm_pmf_mean(all));
            floor_mean += covers(wyrm_seen_mean(drawn->on_floor[DEPTHS - 1], GAMES), on_floor);
            none += covers(wyrm_seen_share(of, GAMES, 0, 1), wyrm_seen_share(all, 0, 0, 1).value);
            worst +=
                covers(wyrm_seen_quantile(of, GAMES, 0.1), (double)wyrm_pmf_quantile(all, 0.1));
        }
        const int counts[] = {mean, floor_mean, none, worst};
        for (int i = 0; i < 4; i++)
            assert_holds(counts[i] >= LEAST, (uint64_t)(10 * a) + (uint64_t)i);
        assert_holds(a > 0 || mean <= 975, (uint64_t)a); /* bread is all but certain */
    }
}

TEST(drawn_games_are_told_of_all_kinds_and_of_categories_within_others)
{
    OWNED_DESIGN *design = design_from(FLOORS "loot:\n  number: [{items: 1}]\n  last_depth: 2\n"
                                              "  categories: {outer: {}, inner: {in: outer}}\n"
                                              "items: {gem: {category: inner, weight: 1}}\n");
    OWNED_FOUND *outer = NULL, *none = NULL;
    OWNED_SURVEY *survey = NULL;
    wyrm_error error = {0};
    assert_ok(wyrm_found_draw(loot_of(design), "outer", 2, 1, 20, &outer, NULL), NULL);
    assert_near(wyrm_pmf_at(outer->by_depth[1], 2), 1, 0);
    assert_ok(wyrm_found_survey_draw(loot_of(design), 2, 1, 20, &survey, NULL), NULL);
    assert_near(survey->means[1], 1, 0);
    assert_near(wyrm_pmf_at(survey->by_depth[1], 2), 1, 0);
    assert_int_equal(wyrm_found_draw(loot_of(design), "elk", 2, 1, 20, &none, &error),
                     WYRM_ERROR_UNKNOWN);
    assert_int_equal(wyrm_found_draw(loot_of(design), "gem", 201, 1, 20, &none, &error),
                     WYRM_ERROR_ARGUMENT);
}

TEST(cards_are_dealt_until_none_is_left)
{
    OWNED_DESIGN *design =
        design_from(FLOORS "loot: {number: [{items: 5}], dealt: true, last_depth: 3}\n"
                           "items: {a: {weight: 3}, b: {weight: 2}}\n");
    for (uint64_t run = 0; run < 20; run++) {
        int counts[2] = {0};
        draw_game(design, run, 3, counts);
        assert_int_equal(counts[0], 9);
        assert_int_equal(counts[1], 6);
    }
    OWNED_FOUND *found = found_of(design, "b", 3);
    assert_near(wyrm_pmf_at(found->by_depth[2], 6), 1, 1e-13);
}

TEST(gear_is_enchanted_as_its_category_says)
{
    OWNED_DESIGN *design =
        design_from("name: f\nmodels: {loot: floors, combat: subtract}\n"
                    "loot: {number: [{items: 1}], categories: {weapon: {bonus: '[2, 3]'}}}\n"
                    "weapons: {sword: {power: 1, category: weapon, weight: 1}, "
                    "club: {power: 1, category: weapon, weight: 1, bonus: 7}}\n");
    bool seen[8] = {0};
    for (uint64_t run = 0; run < 100; run++) {
        const wyrm_loot_context context = {.depth = 1, .rooms = 1};
        wyrm_loot_state fresh = {0};
        wyrm_item items[WYRM_ROOM_ITEMS_MAX];
        wyrm_rng rng = wyrm_rng_start(7, run, 1, 1);
        assert_int_equal(wyrm_loot_floor(loot_of(design), &context, &fresh, &rng, items), 1);
        const bool club = items[0].kind == kind_named(design, "club");
        assert_true(club ? items[0].bonus == 7 : items[0].bonus == 2 || items[0].bonus == 3);
        seen[items[0].bonus] = true;
    }
    assert_true(seen[2] && seen[3] && seen[7]);
}

/* ---- Brogue ---- */

static double number_of(const json_t *row, size_t index)
{
    return json_number_value(json_array_get(row, index));
}

TEST(a_game_of_brogue_has_what_a_program_of_its_own_says)
{
    static const char *const kinds[] = {"life", "strength", "enchanting"};
    static const char *const keys[] = {"potion_of_life", "potion_of_strength",
                                       "scroll_of_enchanting"};
    json_t *golden = json_load_file(GOLDEN_DIR "/foreign/brogue_items.json", 0, NULL);
    OWNED_DESIGN *design = open_shipped("brogue");
    assert_non_null(golden);
    for (size_t i = 0; i < LENGTH_OF(kinds); i++) {
        const json_t *rows = json_object_get(json_object_get(golden, "by_depth"), kinds[i]);
        const json_t *drawn = json_object_get(json_object_get(golden, "drawn"), kinds[i]);
        const double games = json_number_value(json_object_get(golden, "games"));
        const int32_t last = i < 2 ? 26 : (int32_t)json_array_size(rows);
        OWNED_FOUND *found = found_of(design, keys[i], last);
        assert_true(json_array_size(rows) > 5);
        for (size_t d = 0; d < json_array_size(rows); d++) {
            const json_t *row = json_array_get(rows, d);
            assert_near(wyrm_pmf_mean(found->by_depth[d]), number_of(row, 0), 1e-6);
            assert_near(wyrm_pmf_variance(found->by_depth[d]), pow(number_of(row, 1), 2), 2e-5);
        }
        if (last < 26)
            continue;
        const double spread = wyrm_pmf_sd(found->by_depth[25]);
        assert_near(number_of(drawn, 0), wyrm_pmf_mean(found->by_depth[25]),
                    4 * spread / sqrt(games));
        assert_near(number_of(drawn, 1), spread, 4 * spread / sqrt(games));
    }
    json_decref(golden);
}

/* ---- what is refused ---- */

TEST(what_cannot_be_is_told)
{
    static const struct {
        const char *text, *says;
    } cases[] = {
        {"items: {a: {category: potoin}}\nloot: {categories: {potion: {}}}\n",
         "no category is called 'potoin'"},
        {"loot: {categories: {a: {in: b}, b: {in: a}}}\n", "'a' is within itself"},
        {"loot: {categories: {a: {in: c}}}\n", "no category is called 'c'"},
        {"loot: {categories: {a: {}}}\nitems: {a: {}}\n",
         "'a' is the name of an item and of a category"},
        {"loot: {dealt: true}\nitems: {a: {weight: 1.5}}\n",
         "'a' is dealt: its weight is a whole number of cards, the same at every depth"},
        {"loot: {dealt: true}\nitems: {a: {weight: 2, meter: {each_found: -1}}}\n",
         "'a' is dealt: it has neither a meter nor a most"},
        {"loot: {dealt: true}\nitems: {a: {weight: 1001}}\n", "1001 cards are more than 1000"},
        {"loot: {number: [{items: 1, from_depth: 3}, {items: 2, from_depth: 3}]}\n",
         "'number' is out of order: depth 3 after depth 3"},
        {"loot: {owed: {b: {}}}\nitems: {a: {}}\n", "no item or category is called 'b'"},
        {"loot: {guaranteed: {a: {number: 1, first: 4, last: 3}}}\nitems: {a: {}}\n",
         "a range of depths from 4 to 3 has none"},
        {"loot: {guaranteed: {a: {number: 1, last: 5, every: 4}}}\nitems: {a: {}}\n",
         "a range of 5 depths cannot come again after 4"},
        {"loot: {guaranteed: {a: {number: 61}}}\nitems: {a: {}}\n",
         "61 items have no place on 1 floors"},
        {"loot: {number: [{items: 5}], guaranteed: {a: {number: 60, first: 2}}}\nitems: {a: {}}\n",
         "a floor of depth 2 has up to 65 items, with what is guaranteed: at most 64 have a place"},
    };
    for (size_t i = 0; i < LENGTH_OF(cases); i++) {
        char text[512];
        snprintf(text, sizeof text, FLOORS "%s", cases[i].text);
        assert_refused_at(text, cases[i].says, NULL, 0, 0);
    }
    wyrm_design_free(
        design_from(FLOORS "loot: {number: [{items: 4}], guaranteed: {a: {number: 60, first: 2}}}\n"
                           "items: {a: {}}\n"));
}

TEST(questions_that_have_no_answer_are_told)
{
    OWNED_DESIGN *design = design_from(SMALL_FLOORS);
    OWNED_DESIGN *tables = tutorial_with("");
    wyrm_found *found;
    wyrm_error error;
    assert_int_equal(wyrm_found_new(loot_of(design), "wien", 3, &found, &error),
                     WYRM_ERROR_UNKNOWN);
    assert_string_equal(error.hint, "did you mean 'wine'?");
    assert_int_equal(wyrm_found_new(loot_of(design), "wine", 201, &found, &error),
                     WYRM_ERROR_ARGUMENT);
    assert_int_equal(wyrm_found_new(loot_of(tables), "sword", 3, &found, &error),
                     WYRM_ERROR_ARGUMENT);
    assert_null(found);
    assert_int_equal(wyrm_found_last_depth(loot_of(tables)), 0);
    assert_int_equal(wyrm_found_last_depth(loot_of(design)), 20);
}
