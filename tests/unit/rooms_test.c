/* What rooms hold: every figure of rooms, whichever command asks for it, agrees with generated
 * floors, for the shipped rulesets and for random ones.
 *
 * All figures are compared with the same rooms by the same criterion: the interval of
 * wyrm_ratio_interval for the rooms of generated floors at a confidence of 1 - ALARM must overlap
 * with six standard errors of the figure itself, if it has an interval. One figure raises a false
 * alarm with a chance of about ALARM, and the whole file, some 12,000 figures, with less than one
 * in a hundred. Seeds are fixed, and printed where a figure fails. */
#include "stride.h"
#include "with_dungeons.h"

#include <wyrm/judge.h>
#include <wyrm/loot_survey.h>
#include <wyrm/rooms.h>
#include <wyrm/threat_survey.h>
#include <wyrm/attrition.h>

#define ALARM 5e-7
#define SEED  20240229 /* of the floors: no figure uses it */

enum { MOST = 8, STATUSES = WYRM_THREAT_STATUS_COUNT, KINDS = 8, CATEGORIES = 4 };

/* Ratios over floors: per room, except kinds, which are per monster. */
typedef struct counted {
    wyrm_ratio_estimate monsters, number[MOST + 1], threat, status[STATUSES], kinds[KINDS];
    wyrm_ratio_estimate items; /* rooms that pity applies to */
    uint64_t rooms;
} counted;

static void add(wyrm_ratio_estimate *sums, double y, double x, wyrm_range range)
{
    sums->range = range;
    wyrm_ratio_estimate_add(sums, y, x);
}

/* Counts the rooms of one floor, one by one and without a shortcut. */
static void count_floor(const wyrm_design *design, const wyrm_map *map,
                        const wyrm_population *population, int32_t depth, counted *out)
{
    const wyrm_threat *threat = wyrm_design_threat(design);
    const wyrm_room_rules rules = wyrm_room_rules_read(wyrm_design_ruleset(design));
    wyrm_room_draw draw;
    assert_true(wyrm_encounter_room_draw(wyrm_design_encounter(design), depth, &draw));
    double rooms = 0, monsters = 0, points = 0, pity_rooms = 0, items = 0;
    double number[MOST + 1] = {0}, status[STATUSES] = {0}, kinds[KINDS] = {0};
    for (int32_t r = 0; r < map->room_count; r++) {
        size_t count = 0;
        double sum = 0;
        bool has_pity = wyrm_room_has_pity(&rules, &population->kinds[r]);
        pity_rooms += has_pity;
        for (size_t i = 0; has_pity && i < population->found_count; i++)
            items += population->items[i].item.room == r && population->items[i].item.pity == 0;
        if (population->kinds[r].role != WYRM_ROOM_NORMAL || (r == 0 && !draw.first))
            continue;
        for (size_t i = 0; i < population->monster_count; i++) {
            const wyrm_placed_monster *placed = &population->monsters[i];
            if (placed->room != r)
                continue;
            count++;
            kinds[placed->spawn.monster % KINDS]++;
            sum += threat ? wyrm_threat_at(threat, (size_t)placed->spawn.monster, depth, false) : 0;
        }
        rooms++;
        monsters += (double)count;
        points += sum;
        number[count < MOST ? count : MOST]++;
        if (threat)
            status[wyrm_threat_judge(threat, depth, &population->kinds[r], count, sum)]++;
    }
    add(&out->monsters, monsters, rooms, WYRM_AMOUNT);
    add(&out->threat, points, rooms, WYRM_AMOUNT);
    add(&out->items, items, pity_rooms, WYRM_AMOUNT);
    for (int n = 0; n <= MOST; n++)
        add(&out->number[n], number[n], rooms, WYRM_SHARE);
    for (int s = 0; s < STATUSES; s++)
        add(&out->status[s], status[s], rooms, WYRM_SHARE);
    for (int k = 0; k < KINDS; k++)
        add(&out->kinds[k], kinds[k], monsters, WYRM_SHARE);
    out->rooms += (uint64_t)rooms;
}

/* Generates floors until `rooms` rooms are counted. */
static void count_rooms(const wyrm_design *design, int32_t depth, uint64_t rooms, counted *out)
{
    const wyrm_floor_models models = {.mapper = wyrm_design_mapper(design),
                                      .encounter = wyrm_design_encounter(design),
                                      .loot = wyrm_design_loot(design)};
    FREED wyrm_map *map = malloc(sizeof *map);
    FREED wyrm_population *population = malloc(sizeof *population);
    assert_true(map && population);
    *out = (counted){.rooms = 0};
    for (uint64_t run = 0; out->rooms < rooms && run < rooms; run++) {
        wyrm_difficulty difficulty = difficulty_at(design, depth);
        wyrm_floor_make(&models, SEED, run, &difficulty, NULL, map, population);
        count_floor(design, map, population, depth, out);
    }
}

typedef struct subject {
    const wyrm_design *design;
    const char *name;
    uint64_t seed; /* of a random ruleset; 0: a shipped one */
    int32_t depth;
    size_t figures, exact;
} subject;

static void hold(subject *of, const char *what, int which, const wyrm_ratio_estimate *rooms,
                 const wyrm_estimate *figure)
{
    wyrm_interval seen = wyrm_ratio_interval(rooms, 1 - ALARM);
    double low = figure->value - 6 / 1.96 * (figure->value - figure->ci95.low);
    double high = figure->value + 6 / 1.96 * (figure->ci95.high - figure->value);
    if (!figure->sampled)
        low = high = figure->value;
    of->figures++;
    of->exact += !figure->sampled;
    if (!(rooms->x > 0) || (low <= seen.high + 1e-12 && high >= seen.low - 1e-12))
        return;
    fail_msg("%s (ruleset of seed %llu), depth %d: %s %d is said to be %.8g [%.8g, %.8g], and %llu "
             "floors of seed %d have %.8g [%.8g, %.8g]",
             of->name, (unsigned long long)of->seed, (int)of->depth, what, which, figure->value,
             figure->ci95.low, figure->ci95.high, (unsigned long long)rooms->count, SEED,
             wyrm_ratio_estimate_value(rooms), seen.low, seen.high);
}

/* Compares figures as `check`, `compare` and `report` ask for them. */
static void hold_rooms(subject *of, const counted *seen, uint64_t seed)
{
    const wyrm_rooms rooms = {.design = of->design, .depth = of->depth, .seed = seed};
    size_t kinds = wyrm_roster_count(wyrm_design_roster(of->design));
    wyrm_estimate figure, *shares = calloc(kinds + 1, sizeof *shares);
    assert_non_null(shares);
    assert_ok(wyrm_rooms_monsters(&rooms, NULL, &figure, NULL), NULL);
    hold(of, "monsters", 0, &seen->monsters, &figure);
    for (int n = 0; n <= MOST; n++) {
        const wyrm_interval within = {n, n < MOST ? n : 1000};
        assert_ok(wyrm_rooms_monsters(&rooms, &within, &figure, NULL), NULL);
        hold(of, "share of rooms with so many monsters,", n, &seen->number[n], &figure);
    }
    assert_ok(wyrm_rooms_kinds(&rooms, shares, NULL), NULL);
    for (size_t k = 0; k < kinds && kinds <= KINDS; k++)
        hold(of, "share of kind", (int)k, &seen->kinds[k], &shares[k]);
    free(shares);
    if (!wyrm_design_threat(of->design))
        return;
    assert_ok(wyrm_rooms_threat(&rooms, NULL, &figure, NULL), NULL);
    hold(of, "threat", 0, &seen->threat, &figure);
    for (int s = 0; s < STATUSES; s++) {
        assert_ok(wyrm_rooms_status(&rooms, (wyrm_threat_status)s, &figure, NULL), NULL);
        hold(of, "share of status", s, &seen->status[s], &figure);
    }
}

/* As `etp` asks; its floors are different ones, so both sides have noise. */
static void hold_survey(subject *of, const counted *seen, const wyrm_threat_survey *survey)
{
    const wyrm_threat_figures *normal =
        &survey->depths[of->depth - survey->depths[0].depth].roles[WYRM_ROOM_NORMAL];
    for (int s = 0; s < STATUSES; s++) {
        /* Rooms of a floor depend a little on each other: a floor counts as one. */
        double rooms = normal->statuses[s].x,
               share = wyrm_ratio_estimate_value(&normal->statuses[s]);
        double half = 1.96 * sqrt(fmax(share * (1 - share), 1 / rooms) / (double)survey->runs);
        const wyrm_estimate figure = {share, true, {share - half, share + half}};
        hold(of, "etp: share of status", s, &seen->status[s], &figure);
    }
}

/* As `loot` and `check` ask, without pity. */
static void hold_loot(subject *of, const counted *seen, const wyrm_loot_survey *survey)
{
    const wyrm_estimate best = wyrm_loot_best(&survey->depths[of->depth - 1].items_per_room);
    hold(of, "items by chance", 0, &seen->items, &best);
}

/* Compares all figures at every depth. Returns their number. */
static size_t hold_all(const wyrm_design *design, const char *name, uint64_t seed, uint64_t rooms)
{
    subject of = {.design = design, .name = name, .seed = seed};
    int32_t last = wyrm_encounter_last_depth(wyrm_design_encounter(design));
    const wyrm_loot_survey_options options = {.seed = seed + 7, .runs = 400, .maps = 10000};
    wyrm_loot_survey *loot;
    wyrm_threat_survey *threat = NULL;
    assert_works(wyrm_loot_survey_run(design, &options, &loot, &last_error));
    if (wyrm_design_threat(design)) {
        const wyrm_threat_survey_options floors = {.seed = seed + 8, .runs = 500};
        assert_works(wyrm_threat_survey_run(design, &floors, &threat, &last_error));
    }
    for (of.depth = 1; of.depth <= last; of.depth++) {
        counted seen;
        count_rooms(design, of.depth, rooms, &seen);
        hold_rooms(&of, &seen, seed + 9);
        hold_loot(&of, &seen, loot);
        if (threat)
            hold_survey(&of, &seen, threat);
    }
    wyrm_threat_survey_free(threat);
    wyrm_loot_survey_free(loot);
    return of.figures;
}

/* Hundreds of thousands of rooms of each. */
TEST(the_shipped_rulesets_are_what_is_said_of_them)
{
    static const char *const names[] = {"tutorial", "tutorial-before", "yarl", "bob-and-trev"};
    for (size_t i = 0; i < LENGTH_OF(names); i++) {
        OWNED_DESIGN *design = ruleset_with(names[i], "");
        int32_t last = wyrm_encounter_last_depth(wyrm_design_encounter(design));
        hold_all(design, names[i], 0, (uint64_t)played_times(400000) / (uint64_t)last);
    }
}

/* Figures of a separate program, written from the text of the tutorial alone: given the room sizes
 * of 30,000 maps of its own, it uses the distribution of throws that hit different tiles. */
TEST(the_tutorial_is_what_another_program_finds)
{
    static const struct {
        int32_t depth;
        double monsters, five, items;
    } wanted[] = {
        {1, 0.99062, 0, 0.48778}, {4, 1.47464, 0, 0.95716}, {6, 2.42079, 0.13055, 0.93577}};
    OWNED_DESIGN *design = ruleset_with("tutorial", "");
    wyrm_loot_survey *loot;
    assert_ok(wyrm_loot_survey_run(design, NULL, &loot, NULL), NULL);
    for (size_t i = 0; i < LENGTH_OF(wanted); i++) {
        const wyrm_rooms rooms = {.design = design, .depth = wanted[i].depth, .seed = 1};
        const wyrm_interval five = {5, 5};
        wyrm_estimate mean, share;
        assert_ok(wyrm_rooms_monsters(&rooms, NULL, &mean, NULL), NULL);
        assert_ok(wyrm_rooms_monsters(&rooms, &five, &share, NULL), NULL);
        assert_near(mean.value, wanted[i].monsters, 0.001);
        assert_near(share.value, wanted[i].five, 0.0005);
        assert_near(wyrm_loot_best(&loot->depths[wanted[i].depth - 1].items_per_room).value,
                    wanted[i].items, 0.0005);
    }
    assert_near(wyrm_loot_best(&loot->bands[0].items_per_room).value, 0.80565, 0.0005);
    wyrm_loot_survey_free(loot);
}

/* Writes a table of depths: whole numbers up to `most` from depth 1, 2 and 3 on. */
static void say_table(test_random *random, const char *key, int64_t most, made_up *out)
{
    int64_t values[3];
    for (int i = 0; i < 3; i++)
        values[i] = random_between(random, i == 0, most);
    say(out, "%s: [[%d, 1], [%d, 2], [%d, 3]]", key, (int)values[0], (int)values[1],
        (int)values[2]);
}

/* Rooms from a single tile to large ones: in half of the rulesets most are too small for their
 * monsters. */
static void say_map(test_random *random, bool tunnels, made_up *out)
{
    bool tiny = random_below(random, 2);
    int64_t least = tiny ? 1 : random_between(random, 3, 6);
    int64_t most = least + random_below(random, tiny ? 3 : 6);
    int64_t tries = random_between(random, 1, 40);
    say(out, "map: {width: 60, height: 40, tries: %d, placing: %s, ", (int)tries,
        random_below(random, 2) ? "once" : "retry");
    if (tunnels)
        say(out, "room_side: [%d, %d]}\n", (int)least + 1, (int)most + 1);
    else
        say(out, "room_width: [%d, %d], room_height: [%d, %d], spacing: %d}\n", (int)least,
            (int)most, (int)least, (int)(least + (most - least) / 2), (int)random_below(random, 3));
}

static void say_monsters(test_random *random, made_up *out)
{
    int64_t count = random_between(random, 1, 5);
    say(out, "monsters:\n");
    for (int64_t i = 0; i < count; i++) {
        say(out, "  kind%d: {glyph: a, hp: 9, power: 2, experience: 3, etp: %d, ", (int)i,
            (int)random_between(random, 0, 40));
        if (i == 0) /* monsters come at every depth */
            say(out, "weight: 2");
        else
            say_table(random, "weight", 5, out);
        say(out, "}\n");
    }
    say(out, "  chief: {glyph: c, hp: 20, power: 2, etp: 50, kind: miniboss}\n");
}

static void say_encounter(test_random *random, made_up *out)
{
    static const char *const budgets[] = {"none", "reject", "fill"};
    int64_t few = random_below(random, 3);
    say(out, "encounter:\n  last_depth: 3\n  budget: %s\n  rooms: {first: %s, ",
        budgets[random_below(random, 3)], random_below(random, 2) ? "true" : "false");
    say_table(random, "most", few == 0 ? 2 : few == 1 ? 6 : 30, out);
    say(out, "}\n");
    if (random_below(random, 2))
        say(out,
            "  roles: {miniboss: {depths: [2], room: %s}, treasure: {chance: 0.4, variant: "
            "elite}}\n",
            random_below(random, 2) ? "any" : "last");
    int64_t low = random_below(random, 60);
    say(out, "bands: {near: [1, 2], far: [3, 9]}\nthreat:\n  room_budget: {near: [%d, ", (int)low);
    say(out, "%d], far: [20, 90]}\n", (int)(low + random_below(random, 90)));
    say(out, "variants: {elite: {hp_factor: 2}}\n");
}

static void write_ruleset(uint64_t seed, made_up *out)
{
    test_random random = {seed};
    bool tunnels = random_below(&random, 2);
    out->used = 0;
    say(out,
        "name: random\nmodels: {combat: subtract, growth: points, encounter: tables, loot: tables, "
        "map: %s}\nplayer: {hp: 30, power: 3}\n",
        tunnels ? "tunnels" : "rooms");
    say_map(&random, tunnels, out);
    say_encounter(&random, out);
    say_monsters(&random, out);
    say(out, "loot: {rooms: {first: %s, ", random_below(&random, 2) ? "true" : "false");
    say_table(&random, "most", random_below(&random, 2) ? 2 : 12, out);
    say(out, "}}\nitems: {potion: {weight: 2}, scroll: {");
    say_table(&random, "weight", 3, out);
    say(out, "}}\n");
}

/* 100,000 rooms of each. */
TEST(random_rulesets_are_what_is_said_of_them)
{
    const uint64_t rulesets = (uint64_t)played_times(10);
    size_t figures = 0;
    for (uint64_t seed = 1; seed <= rulesets; seed++) {
        made_up out;
        write_ruleset(seed, &out);
        OWNED_DESIGN *design = design_from(out.text);
        figures += hold_all(design, "random", seed, 33333);
    }
    print_message("%zu figures of %d random rulesets hold\n", figures, (int)rulesets);
    assert_true(figures > 80 * rulesets);
}

static wyrm_estimate monsters_of(const wyrm_design *design, int32_t depth)
{
    const wyrm_rooms rooms = {.design = design, .depth = depth, .seed = 3};
    wyrm_estimate mean;
    assert_ok(wyrm_rooms_monsters(&rooms, NULL, &mean, NULL), NULL);
    return mean;
}

/* A figure is exact if no monster can be without a tile, and only then. */
TEST(what_is_said_to_be_exact_is)
{
    static const struct {
        const char *changes;
        bool sampled;
        double value; /* if exact */
    } cases[] = {
        {"map: {placing: retry}", false, 2.5},
        {"map: {placing: once}", true, 0},
        /* nobody in the way: at most one monster, and no player */
        {"encounter: {rooms: {most: 1, first: false}}", false, 0.5},
        {"encounter: {rooms: {most: 1, first: true}}", true, 0},
        {"encounter: {rooms: {most: 0}}", false, 0},
        /* rooms of 25 tiles: one of them the player's */
        {"map: {placing: retry}\nencounter: {rooms: {most: 24, first: true}}", false, 12},
        {"map: {placing: retry}\nencounter: {rooms: {most: 25, first: true}}", true, 0},
        {"map: {placing: retry}\nencounter: {rooms: {most: 25, first: false}}", false, 12.5},
        /* 30 rooms of up to 35 monsters are more than a floor may have */
        {"map: {placing: retry, room_side: 10}\nencounter: {rooms: {most: 34}}", false, 17},
        {"map: {placing: retry, room_side: 10}\nencounter: {rooms: {most: 35}}", true, 0},
    };
    for (size_t i = 0; i < LENGTH_OF(cases); i++) {
        OWNED_DESIGN *design = ruleset_with("tutorial", cases[i].changes);
        wyrm_estimate mean = monsters_of(design, 6);
        if (mean.sampled != cases[i].sampled)
            print_error("%s\n", cases[i].changes);
        assert_int_equal(mean.sampled, cases[i].sampled);
        if (!mean.sampled)
            assert_near(mean.value, cases[i].value, 1e-12);
    }
}

/* Rooms of a single tile, nobody in the first: one monster in every room for which any is drawn. */
TEST(a_room_of_one_tile_holds_one)
{
    static const char *const placings[] = {"once", "retry"};
    for (int i = 0; i < 2; i++) {
        char changes[200];
        snprintf(changes, sizeof changes,
                 "map: {room_side: 2, placing: %s}\nencounter: {rooms: {most: 3, first: false}}",
                 placings[i]);
        OWNED_DESIGN *design = ruleset_with("tutorial", changes);
        assert_near(monsters_of(design, 1).value, 0.75, 1e-12);
        const wyrm_rooms rooms = {.design = design, .depth = 1, .seed = 1};
        const wyrm_interval two = {2, 3}, any = {0, 3};
        wyrm_estimate share;
        assert_ok(wyrm_rooms_monsters(&rooms, &two, &share, NULL), NULL);
        assert_near(share.value, 0, 0);
        assert_ok(wyrm_rooms_monsters(&rooms, &any, &share, NULL), NULL);
        assert_true(share.value == 1 && !share.sampled); /* of all possible numbers */
    }
}

/* Every room whose monsters are counted has a number that is certain. */
static wyrm_status expect_certain(const wyrm_room_content *rooms, size_t count, void *context,
                                  wyrm_error *error)
{
    const size_t *wanted = context;
    (void)error;
    for (size_t r = 0; r < count; r++) {
        assert_int_equal(rooms[r].count, *wanted);
        assert_near(rooms[r].chances[*wanted], 1, 1e-12);
    }
    return WYRM_OK;
}

#define GROUPS                                                                                     \
    "name: groups\n"                                                                               \
    "models: {combat: subtract, growth: points, encounter: hordes, loot: tables, map: tunnels}\n"  \
    "player: {hp: 30, power: 3}\n"                                                                 \
    "monsters: {rat: {glyph: r, hp: 1, power: 1, experience: 1}}\n"                                \
    "items: {potion: {}}\n"

/* More than a room filled on its own may have: all monsters of a one-room floor, and the groups of
 * a room, whose number follows from the rules. */
TEST(rooms_hold_all_of_the_largest_groups)
{
    static const struct {
        const char *rules;
        size_t monsters;
    } cases[] = {
        {"map: {width: 40, height: 40, tries: 1, room_side: [30, 30]}\n"
         "encounter: {last_depth: 1, first: true, depths: [{from_depth: 1, groups: 4}],\n"
         "            hordes: {rat: {members: {rat: 49}}}}\n",
         200},
        {"map: {width: 60, height: 60, tries: 3, room_side: [20, 20], placing: once}\n"
         "encounter: {last_depth: 1, per: room, depths: [{from_depth: 1, groups: 5}],\n"
         "            hordes: {rat: {members: {rat: 59}}}}\n",
         300},
    };
    for (size_t i = 0; i < LENGTH_OF(cases); i++) {
        char text[2000];
        snprintf(text, sizeof text, "%s%s", GROUPS, cases[i].rules);
        OWNED_DESIGN *design = design_from(text);
        const wyrm_rooms rooms = {.design = design, .depth = 1, .seed = 1, .floors = 20};
        size_t wanted = cases[i].monsters;
        assert_ok(wyrm_rooms_visit(&rooms, expect_certain, &wanted, NULL), NULL);
        assert_near(monsters_of(design, 1).value, (double)wanted, 1e-9);
    }
}

/* Groups look for a tile until they find one; only then do items try theirs, once. */
TEST(items_beside_groups_are_what_is_said_of_them)
{
    OWNED_DESIGN *design = design_from(
        GROUPS "map: {width: 60, height: 60, tries: 3, room_side: [10, 10], placing: once}\n"
               "encounter: {last_depth: 1, per: room, depths: [{from_depth: 1, groups: 3}],\n"
               "            hordes: {rat: {members: {rat: 19}}}}\n"
               "loot: {rooms: {most: 9}}\n");
    assert_true(hold_all(design, "groups", 1, 20000) > 0);
}

/* A monster that no budget has room for is drawn but never comes. */
TEST(what_no_budget_has_room_for_has_no_share)
{
    static const char *const aims[] = {"reject", "fill"};
    for (size_t i = 0; i < LENGTH_OF(aims); i++) {
        char changes[300];
        snprintf(changes, sizeof changes,
                 "encounter: {budget: %s}\nthreat: {room_budget: {B1: [0, 40]}}\n"
                 "monsters: {troll: {etp: 41, weight: 1000}}",
                 aims[i]);
        OWNED_DESIGN *design = yarl_with(changes);
        const wyrm_rooms rooms = {.design = design, .depth = 1, .seed = 1};
        wyrm_estimate shares[64];
        assert_in_range(wyrm_roster_count(wyrm_design_roster(design)), 1, LENGTH_OF(shares));
        assert_ok(wyrm_rooms_kinds(&rooms, shares, NULL), NULL);
        assert_true(shares[monster_of(design, "troll")].value == 0);
        assert_false(shares[monster_of(design, "troll")].sampled);
        assert_true(shares[monster_of(design, "orc")].value > 0.1);
        assert_false(wyrm_encounter_comes(wyrm_design_encounter(design), 1,
                                          (int32_t)monster_of(design, "troll")));
    }
}

/* The intervals of rooms cover: of 400 with other seeds at least 372 contain the overall mean. */
TEST(intervals_of_rooms_cover)
{
    enum { SEEDS = 400 };
    OWNED_DESIGN *design = ruleset_with("tutorial", "map: {room_side: [3, 8]}");
    const wyrm_interval five = {5, 5};
    wyrm_estimate means[SEEDS], shares[SEEDS];
    double mean = 0, share = 0;
    int held[2] = {0};
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        const wyrm_rooms rooms = {.design = design, .depth = 6, .seed = seed + 1, .floors = 100};
        assert_ok(wyrm_rooms_monsters(&rooms, NULL, &means[seed], NULL), NULL);
        assert_ok(wyrm_rooms_monsters(&rooms, &five, &shares[seed], NULL), NULL);
        mean += means[seed].value / SEEDS;
        share += shares[seed].value / SEEDS;
    }
    for (size_t i = 0; i < SEEDS; i++) {
        held[0] += means[i].ci95.low <= mean && mean <= means[i].ci95.high;
        held[1] += shares[i].ci95.low <= share && share <= shares[i].ci95.high;
    }
    print_message("%d and %d of %d intervals cover\n", held[0], held[1], SEEDS);
    assert_true(held[0] >= 0.93 * SEEDS && held[1] >= 0.93 * SEEDS);
}
