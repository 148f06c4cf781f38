/* Floors of loot a second, beside a naive version of the same: every room looks up the tags of all
 * items in the ruleset again, weighs them by comparing names, and walks the list for each draw. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include <wyrm/found.h>
#include <wyrm/loot_survey.h>
#include <wyrm/streams.h>

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* ------------------------------------------------------------------ the plain way */

typedef struct naive_game {
    const wyrm_design *design;
    wyrm_rng rng;
    int since[4]; /* rooms since the last item of each pity category */
    double items, rooms;
} naive_game;

static const char *const pity_names[4] = {"healing", "panic", "upgrade_weapon", "upgrade_armor"};

static bool has_category(const wyrm_value *record, const char *name)
{
    const wyrm_value *list = wyrm_value_get(record, "categories");
    for (size_t i = 0; i < wyrm_value_count(list); i++)
        if (strcmp(wyrm_value_text(wyrm_value_item(list, i)), name) == 0)
            return true;
    return false;
}

static double weigh(const wyrm_ruleset *ruleset, const wyrm_value *record, int band)
{
    const wyrm_value *bands = wyrm_value_get(record, "bands");
    const wyrm_value *factors = wyrm_ruleset_find(ruleset, "loot.factors");
    char key[16];
    if (band < wyrm_value_low(bands) || band > wyrm_value_high(bands))
        return 0;
    double weight = wyrm_value_at_depth(wyrm_value_get(record, "weight"), 1);
    snprintf(key, sizeof key, "B%d", band);
    for (size_t i = 0; i < wyrm_value_count(factors); i++)
        if (has_category(record, wyrm_value_key(factors, i)))
            weight *= wyrm_value_real(wyrm_value_get(wyrm_value_item(factors, i), key));
    return weight;
}

/* Draws one item by weight, from a category if one is given. NULL: there is none. */
static const wyrm_value *draw(naive_game *game, int band, const char *category)
{
    static const char *const sections[] = {"items", "weapons", "armors"};
    const wyrm_ruleset *ruleset = wyrm_design_ruleset(game->design);
    const wyrm_value *records[256];
    double weights[256], sum = 0;
    size_t count = 0;
    for (size_t s = 0; s < 3; s++) {
        const wyrm_value *section = wyrm_ruleset_find(ruleset, sections[s]);
        for (size_t i = 0; i < wyrm_value_count(section) && count < 256; i++) {
            const wyrm_value *record = wyrm_value_item(section, i);
            if (category && !has_category(record, category))
                continue;
            records[count] = record;
            weights[count] = weigh(ruleset, record, band);
            sum += weights[count++];
        }
    }
    double left = wyrm_rng_real(&game->rng) * sum;
    for (size_t i = 0; i < count; i++) {
        left -= weights[i];
        if (left < 0)
            return records[i];
    }
    return NULL;
}

static void go_through_room(naive_game *game, int depth, bool special)
{
    static const double density[] = {0.35, 0.45, 1, 1, 1};
    static const int thresholds[][5] = {
        {6, 5, 4, 4, 4}, {7, 6, 5, 5, 5}, {8, 7, 6, 6, 6}, {8, 7, 6, 6, 6}};
    int band = 1 + (depth - 1) / 5;
    bool found[4] = {false};
    int64_t most = wyrm_rng_round(&game->rng, (depth < 4 ? 1 : 2) * density[band - 1]);
    int64_t count = wyrm_rng_between(&game->rng, 0, most);
    for (int64_t i = 0; i < count; i++) {
        const wyrm_value *item = draw(game, band, NULL);
        for (int c = 0; item && c < 4; c++)
            found[c] = found[c] || has_category(item, pity_names[c]);
    }
    if (special)
        return;
    game->rooms++;
    game->items += (double)count;
    for (int c = 0; c < 4; c++)
        game->since[c] = found[c] ? 0 : game->since[c] + 1;
    for (int c = 0; c < 4; c++) {
        if (game->since[c] < thresholds[c][band - 1] || !draw(game, band, pity_names[c]))
            continue;
        game->since[c] = 0;
        game->items++;
        break;
    }
}

static double floors_a_second_naively(const wyrm_design *design, uint64_t campaigns,
                                      wyrm_ratio_estimate *items)
{
    static wyrm_map map;
    double begun = now();
    for (uint64_t run = 0; run < campaigns; run++) {
        naive_game game = {.design = design};
        wyrm_difficulty difficulty = {.depth = 1};
        for (; difficulty.depth <= 25; difficulty.depth++) {
            wyrm_room_kind kinds[WYRM_MAP_ROOMS_MAX];
            uint64_t part = (uint64_t)difficulty.depth;
            wyrm_rng rng = wyrm_rng_start(2, run, WYRM_STREAM_MAP, part);
            wyrm_mapper_rooms(wyrm_design_mapper(design), false, &rng, &map);
            rng = wyrm_rng_start(2, run, WYRM_STREAM_ROLES, part);
            wyrm_encounter_roles(wyrm_design_encounter(design), &difficulty, map.room_count, &rng,
                                 kinds);
            game.rng = wyrm_rng_start(2, run, WYRM_STREAM_LOOT, part);
            for (int32_t r = 0; r < map.room_count; r++)
                go_through_room(&game, difficulty.depth, kinds[r].role != WYRM_ROOM_NORMAL);
        }
        wyrm_ratio_estimate_add(items, game.items, game.rooms);
    }
    return 25 * (double)campaigns / (now() - begun);
}

/* ------------------------------------------------------------------ the library */

/* Surveys the loot: items a room over all bands, and floors a second without the time of the exact
 * values. */
static bool survey(const wyrm_design *design, const char *mode, double *floors, double *items)
{
    wyrm_loot_survey *few, *many;
    wyrm_loot_survey_options options = {.seed = 1, .runs = 2, .mode = mode};
    double begun = now();
    if (wyrm_loot_survey_run(design, &options, &few, NULL) != WYRM_OK)
        return false;
    double fixed = now() - begun;
    options.runs = 12000;
    begun = now();
    if (wyrm_loot_survey_run(design, &options, &many, NULL) != WYRM_OK) {
        wyrm_loot_survey_free(few);
        return false;
    }
    *floors = (double)(many->floors - few->floors) / (now() - begun - fixed);
    double rooms = 0, sum = 0;
    for (size_t i = 0; i < many->band_count; i++) {
        rooms += (double)many->bands[i].rooms;
        sum += (double)many->bands[i].rooms * many->bands[i].items_per_room.value;
    }
    *items = sum / rooms;
    wyrm_loot_survey_free(many);
    wyrm_loot_survey_free(few);
    return true;
}

/* ------------------------------------------------------------------ whole floors */

/* Floors of Brogue a second, as games draw them; and the time of the exact distribution of all its
 * items. The mean number of potions of life must agree with the exact one within five standard
 * errors. */
static bool draw_floors(double *floors, double *exact)
{
    enum { GAMES = 10000, DEPTHS = 26 };
    wyrm_design *design;
    wyrm_found_survey *told;
    if (wyrm_design_open("brogue", &design, NULL) != WYRM_OK)
        return false;
    const wyrm_loot *loot = wyrm_design_loot(design);
    const size_t life = (size_t)wyrm_loot_find(loot, "potion_of_life");
    double lives = 0, begun = now();
    for (uint64_t run = 0; run < GAMES; run++) {
        wyrm_loot_state state = {0};
        wyrm_item items[WYRM_ROOM_ITEMS_MAX];
        for (int32_t depth = 1; depth <= DEPTHS; depth++) {
            const wyrm_loot_context context = {.depth = depth, .rooms = 10};
            wyrm_rng rng = wyrm_rng_start(2, run, WYRM_STREAM_LOOT, (uint64_t)depth);
            const size_t count = wyrm_loot_floor(loot, &context, &state, &rng, items);
            for (size_t i = 0; i < count; i++)
                lives += (size_t)items[i].kind == life;
        }
    }
    *floors = GAMES * DEPTHS / (now() - begun);
    begun = now();
    if (wyrm_found_survey_new(loot, DEPTHS, &told, NULL) != WYRM_OK) {
        wyrm_design_free(design);
        return false;
    }
    *exact = now() - begun;
    const wyrm_pmf *pmf = told->by_depth[(DEPTHS - 1) * told->kinds + life];
    const double off = fabs(lives / GAMES - wyrm_pmf_mean(pmf));
    const bool same = off < 5 * wyrm_pmf_sd(pmf) / sqrt(GAMES);
    wyrm_found_survey_free(told);
    wyrm_design_free(design);
    return same;
}

int main(int count, char **arguments)
{
    wyrm_design *design;
    wyrm_ratio_estimate naive_items = {0};
    if (wyrm_design_open(count > 1 ? arguments[1] : "yarl", &design, NULL) != WYRM_OK)
        return 1;
    double naive = floors_a_second_naively(design, 40, &naive_items);
    double normal, testing, items, many;
    double begun = now();
    wyrm_loot_survey *defaults;
    if (wyrm_loot_survey_run(design, NULL, &defaults, NULL) != WYRM_OK)
        return 1;
    double seconds = now() - begun;
    wyrm_loot_survey_free(defaults);
    if (!survey(design, "normal", &normal, &items) || !survey(design, "testing", &testing, &many))
        return 1;
    wyrm_design_free(design);
    double whole, exact;
    if (!draw_floors(&whole, &exact))
        return 1;
    /* Both must give the same items, or the ratio means nothing. */
    wyrm_interval ci95 = wyrm_ratio_interval(&naive_items, 0.95);
    if (fabs(items - wyrm_ratio_estimate_value(&naive_items)) > ci95.high - ci95.low) {
        fprintf(stderr, "loot_bench: the plain way gives %.4f items a room, not %.4f\n",
                wyrm_ratio_estimate_value(&naive_items), items);
        return 1;
    }
    printf("%-20s %10.0f floors/s  %6.1f x\n", "loot naive", naive, 1.0);
    printf("%-20s %10.0f floors/s  %6.1f x\n", "loot normal", normal, normal / naive);
    printf("%-20s %10.0f floors/s\n", "loot testing", testing);
    printf("%-20s %10.2f s\n", "survey by default", seconds);
    printf("%-20s %10.0f floors/s\n", "whole floors", whole);
    printf("%-20s %10.2f s\n", "told exactly", exact);
    bool kept = normal >= 100000 && seconds < 2 && whole >= 200000;
    printf("at least 100000 floors/s by rooms and 200000 whole ones on one core, a survey in 2 s: "
           "%s\n",
           kept ? "kept" : "MISSED");
    return kept ? 0 : 1;
}
