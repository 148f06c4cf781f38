/* Surveys of loot: exact against sampled, campaigns worked by hand, and the same bits
 * everywhere. */
#include "loot_setups.h"
#include "stride.h"

#include <wyrm/loot_survey.h>
#include <wyrm/streams.h>

RELEASED_BY(wyrm_loot_survey, wyrm_loot_survey_free)
#define OWNED_SURVEY OWNED(wyrm_loot_survey)

static wyrm_loot_survey *survey_with(const wyrm_design *design,
                                     const wyrm_loot_survey_options *options)
{
    wyrm_loot_survey *survey = NULL;
    assert_works(wyrm_loot_survey_run(design, options, &survey, &last_error));
    return survey;
}

static wyrm_loot_survey *survey_of(const wyrm_design *design, uint64_t runs, bool reset)
{
    const wyrm_loot_survey_options options = {
        .seed = 11, .runs = runs, .maps = 20000, .reset = reset};
    return survey_with(design, &options);
}

typedef void look(const wyrm_loot_figure *figure, const char *band, const char *what,
                  void *context);

static void look_at_band(const wyrm_loot_survey *survey, const wyrm_loot_band_figures *band,
                         look *at, void *context)
{
    at(&band->rooms_per_campaign, band->name, "rooms", context);
    at(&band->items_per_room, band->name, "items", context);
    at(&band->given, band->name, "given", context);
    for (size_t c = 0; c < survey->category_count; c++)
        at(&band->categories[c], band->name, survey->categories[c], context);
    for (size_t i = 0; i < survey->pity_count; i++) {
        at(&band->pity[i].rate, band->name, "rate", context);
        at(&band->pity[i].natural, band->name, "natural", context);
        for (size_t n = 1; n <= WYRM_DROUGHT_MAX; n++)
            at(&band->pity[i].drought[n], band->name, "drought", context);
    }
}

/* How the sampled figures compare with the exact ones. */
typedef struct agreement {
    uint64_t seed; /* of the ruleset; 0: a shipped one */
    double rooms;  /* in the present band */
    int looked, held;
} agreement;

static void compare(const wyrm_loot_figure *figure, const char *band, const char *what,
                    void *context)
{
    agreement *sum = context;
    (void)band;
    if (!figure->has_value || !figure->has_exact)
        return;
    const wyrm_estimate *exact = &figure->exact;
    double apart = fabs(figure->value - exact->value);
    bool holds = figure->ci95.low <= exact->ci95.high + 1e-12 &&
                 exact->ci95.low - 1e-12 <= figure->ci95.high;
    sum->looked++;
    sum->held += holds;
    /* With few rooms the sampled error is only an indication: it is at least that of as many
     * independent rooms with the exact chance. */
    double least = sqrt(exact->value / fmax(sum->rooms, 1));
    double error = (figure->ci95.high - figure->ci95.low) / 4;
    if (apart > 5 * fmax(error, least))
        print_error("%s: %.6g +- %.2g where %.6g is exact\n", what, figure->value, error,
                    exact->value);
    assert_holds(apart <= 5 * fmax(error, least), sum->seed);
}

static void compare_all(const wyrm_loot_survey *survey, agreement *sum)
{
    assert_holds(survey->has_exact, sum->seed);
    for (size_t i = 0; i < survey->band_count; i++) {
        sum->rooms = (double)survey->bands[i].rooms;
        look_at_band(survey, &survey->bands[i], compare, sum);
    }
}

/* What lies in a room of each depth by chance alone is what the rules say of it: as many items, and
 * of each category. */
static void compare_depths(const wyrm_design *design, const wyrm_loot_survey *survey,
                           agreement *sum)
{
    const wyrm_loot *loot = wyrm_design_loot(design);
    double categories[WYRM_LOOT_CATEGORIES_MAX];
    sum->rooms = (double)survey->runs;
    for (size_t i = 0; i < survey->depth_count; i++) {
        const wyrm_loot_depth_figures *depth = &survey->depths[i];
        const wyrm_loot_context context = {.depth = (int32_t)i + 1, .level = (int32_t)i + 1};
        OWNED_PMF *number = NULL;
        assert_works(wyrm_loot_number(loot, &context, 1, &number, &last_error));
        assert_works(wyrm_loot_expected(loot, &context, 1, categories, &last_error));
        if (!depth->items_per_room.has_exact) /* no room where pity works */
            continue;
        assert_near_seeded(depth->items_per_room.exact.value, wyrm_pmf_mean(number), 1e-9,
                           sum->seed);
        compare(&depth->items_per_room, "a depth", "items", sum);
        for (size_t c = 0; c < survey->category_count; c++) {
            assert_near_seeded(depth->categories[c].exact.value, categories[c], 1e-9, sum->seed);
            compare(&depth->categories[c], "a depth", survey->categories[c], sum);
        }
    }
}

static const char *const names[] = {"healing", "panic", "arms"};

/* One draw a call: within one expression the compiler would choose their order. */
static void say_choice(test_random *random, const char *key, const char *one, const char *other,
                       made_up *out)
{
    say(out, "%s: %s\n", key, random_below(random, 2) ? one : other);
}

static void say_number(test_random *random, const char *format, double most, made_up *out)
{
    say(out, "%s: %.2f", format, most * random_unit(random));
}

static void say_thresholds(test_random *random, int bands, made_up *out)
{
    int first = (int)random_below(random, 3);
    say(out, "  pity:\n");
    say_choice(random, "    trigger", "at", "above", out);
    say_choice(random, "    choice", "weight", "uniform", out);
    say(out, "    thresholds:\n");
    for (int i = 0; i < 3; i++) {
        say(out, "      %s: {", names[(first + i) % 3]);
        for (int band = 1; band <= bands; band++)
            say(out, "%sb%d: %d", band > 1 ? ", " : "", band, (int)random_below(random, 5));
        say(out, "}\n");
    }
}

static void say_items(test_random *random, int bands, made_up *out)
{
    int count = (int)random_between(random, 3, 6);
    say(out, "items:\n");
    for (int i = 0; i < count; i++) {
        int first = (int)random_between(random, 1, bands);
        int last = (int)random_between(random, first, bands);
        int set = i < 3 ? 1 << i : (int)random_below(random, 8);
        say(out, "  item%d: {bands: [%d, %d], ", i, first, last);
        say_number(random, "weight", 4, out);
        say(out, ", categories: [");
        for (int c = 0, any = 0; c < 3; c++)
            if (set >> c & 1)
                say(out, "%s%s", any++ ? ", " : "", names[c]);
        say(out, "]}\n");
    }
}

static void say_roles(test_random *random, int last, made_up *out)
{
    say(out, "encounter:\n  last_depth: %d\n  rooms: {most: 0}\n  roles:\n", last);
    say(out, "    treasure: {variant: elite, ");
    say_number(random, "chance", 1, out);
    say(out, ", least_rooms: %d}\n", (int)random_between(random, 1, 4));
    say(out, "    miniboss: {depths: [%d], room: ", (int)random_between(random, 1, last));
    say(out, "%s}\n", random_below(random, 2) ? "any" : "last");
}

/* Writes the bands, one or two depths each; returns the last depth. */
static int say_bands(test_random *random, int bands, made_up *out)
{
    int depth = 0;
    say(out, "bands: {");
    for (int band = 1; band <= bands; band++) {
        int last = depth + (int)random_between(random, 1, 2);
        say(out, "%sb%d: [%d, %d]", band > 1 ? ", " : "", band, depth + 1, last);
        depth = last;
    }
    say(out, "}\n");
    return depth;
}

static void write_ruleset(uint64_t seed, made_up *out)
{
    test_random random = {seed};
    int bands = (int)random_between(&random, 1, 3);
    out->used = 0;
    say(out, "%svariants: {elite: {hp_factor: 2}}\n", SMALL("banded"));
    say_roles(&random, say_bands(&random, bands, out), out);
    say(out, "map: {width: 40, height: 30, tries: %d}\n", (int)random_between(&random, 1, 6));
    say(out, "loot:\n  modes: {normal: [[%d, 1], ", (int)random_below(&random, 3));
    say(out, "[%d, 3]]}\n", (int)random_below(&random, 4));
    say_choice(&random, "  density_rounding", "random", "truncate", out);
    say_number(&random, "  density: {b1", 1.5, out);
    say_number(&random, "}\n  factors: {healing: {b1", 2, out);
    say_number(&random, "}, arms: {b1", 1, out);
    say(out, "}}\n  extra: {treasure: [[1, 2]]}\n");
    say_thresholds(&random, bands, out);
    say_items(&random, bands, out);
}

/* A seed always gives the same text; a failure prints the seed of its ruleset. */
TEST(exact_and_sampled_agree_on_random_rulesets)
{
    enum { RULESETS = 200 };
    agreement sum = {0};
    for (uint64_t seed = 1; seed <= RULESETS; seed++) {
        made_up out;
        write_ruleset(seed, &out);
        OWNED_DESIGN *design = design_from(out.text);
        const wyrm_loot_survey_options options = {
            .seed = seed, .runs = 250, .maps = 8000, .reset = seed % 3 == 0};
        OWNED_SURVEY *survey = survey_with(design, &options);
        sum.seed = seed;
        compare_all(survey, &sum);
        compare_depths(design, survey, &sum);
    }
    print_message("%d of %d intervals hold the exact value\n", sum.held, sum.looked);
    assert_true(sum.looked > 4000);
    assert_true(sum.held >= 0.93 * sum.looked);
}

TEST(exact_and_sampled_agree_on_yarl)
{
    NOT_TO_WATCH_THREADS();
    OWNED_DESIGN *design = yarl_with("");
    static const char *const modes[] = {"normal", "testing"};
    agreement sum = {0};
    for (int i = 0; i < 4; i++) {
        const wyrm_loot_survey_options options = {
            .seed = 5, .runs = 400, .mode = modes[i / 2], .reset = i % 2 == 1};
        OWNED_SURVEY *survey = survey_with(design, &options);
        assert_string_equal(survey->mode, modes[i / 2]);
        compare_all(survey, &sum);
    }
    assert_true(sum.held >= 0.92 * sum.looked);
}

/* Computing the first items is a third of the work: without it the rates are the same bit by
 * bit. */
TEST(what_is_not_asked_changes_nothing_else)
{
    OWNED_DESIGN *design = yarl_with("");
    wyrm_loot_survey_options options = {.seed = 11, .runs = 2, .maps = 50};
    OWNED_SURVEY *whole = survey_with(design, &options);
    options.no_first = true;
    OWNED_SURVEY *survey = survey_with(design, &options);
    for (size_t b = 0; b < whole->band_count; b++)
        for (size_t i = 0; i < whole->pity_count; i++) {
            const wyrm_loot_pity_figures *a = &whole->bands[b].pity[i];
            const wyrm_loot_pity_figures *other = &survey->bands[b].pity[i];
            assert_true(a->first[1].has_exact && !other->first[1].has_exact);
            assert_true(memcmp(&a->rate, &other->rate, sizeof a->rate) == 0);
            assert_true(memcmp(&a->natural, &other->natural, sizeof a->natural) == 0);
            assert_true(memcmp(&a->drought[3], &other->drought[3], sizeof a->drought[3]) == 0);
        }
}

/* Rates of healing pity as this chain and a sample of 2.5 million floors once gave them. */
TEST(healing_pity_of_yarl_fires_too_often)
{
    static const double rates[] = {0.1582, 0.1937, 0.2008, 0.1933, 0.1861};
    OWNED_DESIGN *design = yarl_with("");
    OWNED_SURVEY *survey = survey_of(design, 100, false);
    assert_int_equal(survey->band_count, 5);
    assert_int_equal(survey->pity_count, 4);
    for (size_t band = 0; band < 5; band++) {
        const wyrm_loot_band_figures *figures = &survey->bands[band];
        assert_near(figures->pity[0].rate.exact.value, rates[band], 1e-3);
        assert_int_equal(figures->first_depth, 5 * band + 1);
        assert_int_equal(figures->last_depth, 5 * band + 5);
        double first = 0;
        for (size_t n = 0; n <= WYRM_DROUGHT_MAX; n++)
            first += figures->pity[0].first[n].exact.value;
        assert_near(first, 1, 1e-12);
    }
    assert_string_equal(survey->bands[1].pity[2].name, "upgrade_weapon");
}

/* Depth tables without bands and pity: 0.5 items a room on depths 1 to 3, 1 on 4 to 10. The number
 * of rooms of a map does not matter for any of it. */
TEST(a_ruleset_without_bands_has_one)
{
    OWNED_DESIGN *design = design_from("name: variant\nextends: tutorial\n"
                                       "map: {placing: retry}\n");
    OWNED_SURVEY *survey = survey_of(design, 400, false);
    assert_int_equal(survey->band_count, 1);
    assert_string_equal(survey->bands[0].name, "all");
    assert_string_equal(survey->mode, "");
    assert_int_equal(survey->bands[0].last_depth, 10);
    assert_near(survey->bands[0].items_per_room.exact.value, 0.85, 1e-12);
    assert_false(survey->bands[0].items_per_room.exact.sampled);
    assert_true(survey->bands[0].rooms_per_campaign.exact.sampled);
    assert_false(survey->bands[0].given.has_value);
    agreement sum = {0};
    compare_all(survey, &sum);
}

/* A first room that stays empty: r - 1 of r rooms have items. */
TEST(an_empty_first_room_counts)
{
    OWNED_DESIGN *design = design_from("name: variant\nextends: tutorial\n"
                                       "loot: {rooms: {first: false}}\n"
                                       "map: {placing: retry}\n");
    OWNED_SURVEY *survey = survey_of(design, 400, false);
    const wyrm_loot_band_figures *band = &survey->bands[0];
    double rooms = band->rooms_per_campaign.exact.value / 10;
    assert_near(band->items_per_room.exact.value * 10 * rooms, (rooms - 1) * (3 * 0.5 + 7), 1e-4);
    assert_true(band->items_per_room.exact.sampled);
    agreement sum = {0};
    compare_all(survey, &sum);
}

TEST(a_dungeon_of_a_tracker_is_only_sampled)
{
    OWNED_DESIGN *design = ruggrogue();
    OWNED_SURVEY *survey = survey_of(design, 100, false);
    assert_false(survey->has_exact);
    assert_false(survey->bands[0].items_per_room.has_exact);
    assert_true(survey->bands[0].items_per_room.value > 0.21);
    assert_true(survey->bands[0].items_per_room.value < 0.25);
    assert_true(survey->floors > 20 * survey->runs && survey->floors < 30 * survey->runs);
}

#define LONE_ROOMS                                                                                 \
    SMALL("banded")                                                                                \
    "encounter: {last_depth: 6, rooms: {most: 0}}\n"                                               \
    "map: {tries: 1}\n"                                                                            \
    "items: {potion: {categories: [healing]}}\n"

/* One room a depth, never an item by chance: pity gives in rooms 3 and 6. */
TEST(a_barren_campaign_is_that_worked_by_hand)
{
    OWNED_DESIGN *design = design_from(
        LONE_ROOMS "bands: {b1: [1, 6]}\n"
                   "loot: {modes: {normal: 0}, pity: {thresholds: {healing: {b1: 3}}}}\n");
    wyrm_loot_survey *survey = survey_of(design, 10, false);
    const wyrm_loot_band_figures *band = &survey->bands[0];
    assert_near(band->rooms_per_campaign.exact.value, 6, 1e-12);
    assert_near(band->items_per_room.exact.value, 1 / 3.0, 1e-12);
    assert_near(band->items_per_room.value, 1 / 3.0, 1e-12);
    assert_near(band->given.exact.value, 1, 1e-12);
    assert_near(band->given.value, 1, 1e-12);
    assert_near(band->categories[0].exact.value, 1 / 3.0, 1e-12);
    const double drought[] = {1, 4 / 6.0, 2 / 6.0, 0};
    for (size_t n = 0; n < 4; n++) {
        assert_near(band->pity[0].drought[n].exact.value, drought[n], 1e-12);
        assert_near(band->pity[0].drought[n].value, drought[n], 1e-12);
    }
    assert_near(band->pity[0].first[3].exact.value, 1, 1e-12);
    wyrm_loot_survey_free(survey);
    /* Counters reset at every depth never reach 3; droughts grow. */
    survey = survey_of(design, 10, true);
    band = &survey->bands[0];
    assert_true(survey->reset);
    assert_near(band->pity[0].rate.exact.value, 0, 1e-12);
    assert_near(band->pity[0].rate.value, 0, 0);
    for (size_t n = 1; n <= 7; n++) {
        assert_near(band->pity[0].drought[n].exact.value, (7 - (double)n) / 6, 1e-12);
        assert_near(band->pity[0].drought[n].value, (7 - (double)n) / 6, 1e-12);
    }
    wyrm_loot_survey_free(survey);
}

/* Half of the rooms heal, and pity waits for two that do not. In room 2 it gives with 1/4, and the
 * counter is then 1 with 1/4; in room 3 it gives with 1/8. */
TEST(a_short_campaign_is_that_worked_by_hand)
{
    OWNED_DESIGN *design = design_from(
        LONE_ROOMS "bands: {b1: [1, 3], b2: [4, 6]}\n"
                   "loot: {modes: {normal: 1}, pity: {thresholds: {healing: {b1: 2}}}}\n");
    OWNED_SURVEY *survey = survey_of(design, 20000, false);
    const wyrm_loot_band_figures *band = &survey->bands[0];
    assert_near(band->pity[0].rate.exact.value, 0.375 / 3, 1e-12);
    assert_near(band->pity[0].natural.exact.value, 0.5, 1e-12);
    assert_near(band->items_per_room.exact.value, 0.625, 1e-12);
    assert_near(band->given.exact.value, 0.2, 1e-12);
    assert_near(band->pity[0].first[1].exact.value, 0.5, 1e-12);
    assert_near(band->pity[0].first[2].exact.value, 0.5, 1e-12); /* by chance or by pity */
    assert_near(band->pity[0].drought[1].exact.value, (0.5 + 0.25 + 0.375) / 3, 1e-12);
    assert_near(survey->bands[1].pity[0].rate.exact.value, 0, 0); /* no threshold there */
    agreement sum = {0};
    compare_all(survey, &sum);
}

#define ROLES                                                                                      \
    SMALL("banded")                                                                                \
    "variants: {elite: {hp_factor: 2}}\n"                                                          \
    "bands: {b1: [1, 9]}\n"                                                                        \
    "map: {tries: 3}\n"                                                                            \
    "items: {potion: {}}\n"                                                                        \
    "encounter:\n"                                                                                 \
    "  last_depth: 9\n"                                                                            \
    "  rooms: {most: 0}\n"                                                                         \
    "  roles:\n"                                                                                   \
    "    treasure: {chance: [[0.7, 2]], least_rooms: 3, variant: elite}\n"                         \
    "    miniboss: {depths: [3, 4, 5], room: any}\n"                                               \
    "    boss: {depths: [4, 5], room: last}\n"                                                     \
    "    end_boss: {depths: [5], room: last}\n"

TEST(rooms_with_pity_are_told_exactly)
{
    static const char *const rules[] = {
        "", "room_roles: {miniboss: {pity: true}}\n",
        "room_roles: {normal: {pity: false}, boss: {pity: true}}\n"};
    for (size_t i = 0; i < LENGTH_OF(rules); i++) {
        char text[4096];
        snprintf(text, sizeof text, "%s%s", ROLES, rules[i]);
        OWNED_DESIGN *design = design_from(text);
        const wyrm_encounter *encounter = wyrm_design_encounter(design);
        wyrm_room_rules read = wyrm_room_rules_read(wyrm_design_ruleset(design));
        for (int32_t depth = 1; depth <= 6; depth++)
            for (int32_t rooms = 1; rooms <= 7; rooms++) {
                wyrm_difficulty difficulty = {.depth = depth};
                uint64_t counts[8] = {0};
                double chances[8];
                OWNED_PMF *pmf;
                assert_ok(wyrm_encounter_pity_rooms(encounter, &difficulty, rooms, &pmf, NULL),
                          NULL);
                for (int n = 0; n < 8; n++)
                    chances[n] = wyrm_pmf_at(pmf, n);
                for (uint64_t run = 0; run < 4000; run++) {
                    wyrm_room_kind kinds[8] = {{0}};
                    int with = 0;
                    wyrm_rng rng = wyrm_rng_start(9, run, WYRM_STREAM_ROLES, (uint64_t)depth);
                    wyrm_encounter_roles(encounter, &difficulty, rooms, &rng, kinds);
                    for (int32_t r = 0; r < rooms; r++)
                        with += wyrm_room_has_pity(&read, &kinds[r]);
                    counts[with]++;
                }
                for (int n = 0; n < 8; n++)
                    assert_true(counts[n] == 0 || chances[n] > 0);
                assert_fits(counts, chances, 8);
            }
    }
}

TEST(the_game_gives_what_the_survey_says)
{
    enum { RUNS = 150 };
    static wyrm_map map;
    static wyrm_population population;
    OWNED_DESIGN *design = yarl_with("");
    OWNED_SURVEY *survey = survey_of(design, 2, false);
    wyrm_ratio_estimate given[5] = {{0}};
    for (uint64_t run = 0; run < RUNS; run++) {
        wyrm_difficulty difficulty = wyrm_encounter_start(wyrm_design_encounter(design));
        wyrm_loot_state loot = {0};
        double rooms[5] = {0}, healed[5] = {0};
        for (int32_t depth = 1; depth <= 25; depth++) {
            size_t band = (size_t)(depth - 1) / 5;
            wyrm_rng rng = wyrm_rng_start(3, run, WYRM_STREAM_MAP, (uint64_t)depth);
            wyrm_mapper_rooms(wyrm_design_mapper(design), depth == 25, &rng, &map);
            wyrm_populate(&(wyrm_floor_models){.encounter = wyrm_design_encounter(design),
                                               .loot = loot_of(design)},
                          &difficulty, &map, 3, run, &loot, &population);
            for (int32_t r = 0; r < map.room_count; r++)
                rooms[band] += population.kinds[r].role == WYRM_ROOM_NORMAL;
            for (size_t i = 0; i < population.item_count; i++)
                healed[band] += population.items[i].item.pity == 1;
            wyrm_encounter_descend(wyrm_design_encounter(design), &difficulty);
        }
        for (size_t band = 0; band < 5; band++)
            wyrm_ratio_estimate_add(&given[band], healed[band], rooms[band]);
    }
    for (size_t band = 0; band < 5; band++) {
        wyrm_interval ci95 = wyrm_ratio_interval(&given[band], 0.95);
        assert_near(wyrm_ratio_estimate_value(&given[band]),
                    survey->bands[band].pity[0].rate.exact.value, ci95.high - ci95.low);
    }
}

/* A room of a single tile, nearly always taken by an item found by chance: pity's item has no tile,
 * and its counter goes on. */
TEST(what_finds_no_place_is_not_given)
{
    static wyrm_map map;
    static wyrm_population population;
    OWNED_DESIGN *design =
        design_from(SMALL("banded") "encounter: {last_depth: 100, rooms: {most: 0}}\n"
                                    "bands: {b1: [1, 100]}\n"
                                    "loot: {modes: {normal: 4}, pity: {thresholds: {healing: {b1: "
                                    "2}, panic: {b1: 3}}}}\n"
                                    "items: {potion: {categories: [healing], weight: 0.000001},\n"
                                    "        scroll: {categories: [panic]}}\n");
    wyrm_difficulty difficulty = wyrm_encounter_start(wyrm_design_encounter(design));
    wyrm_loot_state loot = {0};
    int kept = 0, given = 0;
    uint16_t empty = 0;
    map.width = map.height = 5;
    map.room_count = 1;
    map.rooms[0] = (wyrm_room){2, 2, 1, 1};
    for (uint64_t run = 0; run < 300; run++) {
        wyrm_populate(&(wyrm_floor_models){.encounter = wyrm_design_encounter(design),
                                           .loot = loot_of(design)},
                      &difficulty, &map, 21, run, &loot, &population);
        assert_in_range(population.item_count, 0, 1);
        bool by_pity = population.item_count == 1 && population.items[0].item.pity == 1;
        empty = by_pity ? 0 : (uint16_t)(empty + 1);
        assert_int_equal(loot.pity.rooms[0], empty);
        kept += empty >= 2;
        given += by_pity;
    }
    assert_true(kept > 100 && given > 20);
}

static bool stop_at_once(double done, void *context)
{
    *(double *)context = done;
    return false;
}

TEST(what_cannot_be_done_is_said)
{
    OWNED_DESIGN *design = yarl_with("");
    wyrm_loot_survey *survey = NULL;
    wyrm_error error;
    double done = 0;
    wyrm_loot_survey_options options = {.seed = 1, .runs = 1};
    assert_int_equal(wyrm_loot_survey_run(design, &options, &survey, &error), WYRM_ERROR_ARGUMENT);
    assert_string_equal(error.message,
                        "one campaign tells nothing of how much campaigns differ: at least 2");
    options = (wyrm_loot_survey_options){.seed = 1, .mode = "hard"};
    assert_int_equal(wyrm_loot_survey_run(design, &options, &survey, &error), WYRM_ERROR_UNKNOWN);
    options = (wyrm_loot_survey_options){
        .seed = 1, .runs = 500, .progress = stop_at_once, .context = &done};
    assert_int_equal(wyrm_loot_survey_run(design, &options, &survey, &error), WYRM_ERROR_LIMIT);
    assert_near(done, 0.1, 1e-12);
    assert_null(survey);
}

/* Thresholds far too large for the chain: the survey still gives its sampled figures. Recognising
 * that takes half a minute, so it is part of the long suite. */
TEST(what_the_chain_cannot_follow_is_sampled)
{
    if (played_times(100) < 1000)
        skip();
    OWNED_DESIGN *design = yarl_with("loot: {pity: {thresholds: {healing: {B5: 200}, panic: {B5: "
                                     "200}, upgrade_weapon: {B5: 200},"
                                     " upgrade_armor: {B5: 200}}}}");
    OWNED_SURVEY *survey = survey_of(design, 20, false);
    assert_false(survey->has_exact);
    assert_true(survey->bands[4].items_per_room.value > 0.5);
}
