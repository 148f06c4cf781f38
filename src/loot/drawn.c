/* What a game finds, estimated from games where it is too much to compute: floor after floor is
 * drawn by the generator of the game, but without maps, as the items of a floor do not depend on
 * their positions. Every game is one observation; the result is how many games have which number of
 * a thing, by depth.
 *
 * A floor has a random stream of its own, as in a game, so that games are the same whatever is
 * asked of them. A game is never more than one observation, however many items it has: so numbers
 * are kept by game, and not item by item. */
#include <string.h>
#include <wyrm/streams.h>
#include "loot/internal.h"

/* How many games had each number of a thing. */
typedef struct tally {
    uint64_t *games; /* by number */
    size_t room, most;
} tally;

typedef struct drawing {
    const wyrm_loot *loot;
    const char *name; /* NULL: every kind by itself */
    int32_t last_depth;
    uint64_t seed, games;
    /* While it is being drawn: */
    base_arena *arena, *keeper;
    void *out;        /* a wyrm_found, or a survey */
    size_t things;    /* counted separately */
    int32_t plus;     /* the least enchantment that counts */
    int32_t *thing;   /* by kind: its thing; -1: none */
    uint32_t *so_far; /* by thing, in this game */
    /* by depth and thing: found down to it, found on it; `here` NULL: not asked for */
    tally *until, *here;
    tally *dry, *longest; /* by depth; set if `here` is */
} drawing;

/* Counts a game. An array grows by half: numbers grow with depth, and most tallies stay short. */
static void count_game(base_arena *arena, tally *to, size_t number)
{
    if (number >= to->room) {
        const size_t room = number + number / 2 + 8;
        uint64_t *games = base_array(arena, uint64_t, room);
        memcpy(games, to->games ? to->games : games, to->room * sizeof *games);
        to->games = games;
        to->room = room;
    }
    to->games[number]++;
    to->most = number > to->most ? number : to->most;
}

/* Draws the games. Droughts are those of the one thing that is asked about: floors in a row without
 * it, and the longest so far. */
static void draw_games(drawing *d)
{
    wyrm_item *items = base_array(d->arena, wyrm_item, WYRM_ROOM_ITEMS_MAX);
    wyrm_loot_state *state = base_new(d->arena, wyrm_loot_state);
    uint32_t *found = base_array(d->arena, uint32_t, d->things);
    for (uint64_t run = 0; run < d->games; run++) {
        memset(state, 0, sizeof *state);
        memset(d->so_far, 0, d->things * sizeof *d->so_far);
        size_t dry = 0, longest = 0;
        for (int32_t depth = 1; depth <= d->last_depth; depth++) {
            const wyrm_loot_context context = {
                .seed = d->seed, .run = run, .depth = depth, .level = depth};
            wyrm_rng rng = wyrm_rng_start(d->seed, run, WYRM_STREAM_LOOT, (uint64_t)depth);
            const size_t count = wyrm_loot_floor(d->loot, &context, state, &rng, items);
            const size_t row = (size_t)(depth - 1) * d->things;
            memset(found, 0, d->things * sizeof *found);
            for (size_t i = 0; i < count; i++)
                if (d->thing[items[i].kind] >= 0 && items[i].bonus >= d->plus)
                    found[d->thing[items[i].kind]]++;
            for (size_t t = 0; t < d->things; t++) {
                d->so_far[t] += found[t];
                count_game(d->arena, &d->until[row + t], d->so_far[t]);
                if (d->here)
                    count_game(d->arena, &d->here[row + t], found[t]);
            }
            if (!d->here)
                continue;
            dry = found[0] > 0 ? 0 : dry + 1;
            longest = dry > longest ? dry : longest;
            count_game(d->arena, &d->dry[row], dry);
            count_game(d->arena, &d->longest[row], longest);
        }
    }
    base_must(d->arena, wyrm_loot_trouble(d->loot, &d->arena->error));
}

static wyrm_pmf *shares_of(const drawing *d, const tally *of)
{
    double *games = base_array(d->arena, double, of->most + 1);
    for (size_t n = 0; n <= of->most; n++)
        games[n] = (double)of->games[n];
    return base_pmf_of_chances(d->keeper, games, of->most + 1);
}

/* Finds the kinds that a name means: for a category all kinds below it. */
static void find_thing(drawing *d, size_t kinds)
{
    const floors *of = loot_floors_of(d->loot);
    const size_t asked = of ? floors_asked(d->arena, of, d->name, &d->plus) : 0;
    const int32_t kind = of ? -1 : wyrm_loot_find(d->loot, d->name);
    if (!of && kind < 0)
        base_refuse(d->arena, WYRM_ERROR_UNKNOWN, "no item is called '%.60s'", d->name);
    for (size_t k = 0; k < kinds; k++)
        d->thing[k] = (int32_t)k == kind ? 0 : -1;
    for (size_t i = 1; of && i < of->node_count; i++)
        if (of->nodes[i].kind >= 0 && floors_is_below(of, i, asked))
            d->thing[of->nodes[i].kind] = 0;
}

/* Draws the games of a question in an arena of its own. */
static void count_games(base_arena *arena, drawing *d)
{
    const wyrm_item_kind *all;
    const size_t kinds = wyrm_loot_kinds(d->loot, &all);
    d->arena = arena;
    d->plus = WYRM_FOUND_ANY;
    d->games = d->games > 0 ? d->games : WYRM_FOUND_GAMES;
    if (!wyrm_loot_fills_floors(d->loot))
        base_refuse(arena, WYRM_ERROR_ARGUMENT,
                    "the loot of the ruleset does not fill whole floors");
    loot_must_reach(arena, d->last_depth);
    d->things = d->name ? 1 : kinds;
    d->thing = base_array(arena, int32_t, kinds);
    d->so_far = base_array(arena, uint32_t, d->things);
    d->until = base_array(arena, tally, (size_t)d->last_depth * d->things);
    if (d->name) {
        find_thing(d, kinds);
        d->here = base_array(arena, tally, (size_t)d->last_depth);
        d->dry = base_array(arena, tally, (size_t)d->last_depth);
        d->longest = base_array(arena, tally, (size_t)d->last_depth);
    } else {
        for (size_t k = 0; k < kinds; k++)
            d->thing[k] = (int32_t)k;
    }
    draw_games(d);
}

/* Makes a pmf for each depth. */
static wyrm_pmf **all_shares(const drawing *d, const tally *of)
{
    wyrm_pmf **out = base_array(d->keeper, wyrm_pmf *, (size_t)d->last_depth);
    for (int32_t i = 0; i < d->last_depth; i++)
        out[i] = shares_of(d, &of[i]);
    return out;
}

static void survey_item(base_arena *arena, void *context)
{
    drawing *d = context;
    count_games(arena, d);
    *(wyrm_found *)d->out = (wyrm_found){.name = base_copy(d->keeper, d->name),
                                         .last_depth = d->last_depth,
                                         .games = d->games,
                                         .by_depth = all_shares(d, d->until),
                                         .on_floor = all_shares(d, d->here),
                                         .drought = all_shares(d, d->dry),
                                         .longest = all_shares(d, d->longest)};
}

static void survey_category(base_arena *arena, void *context)
{
    drawing *d = context;
    wyrm_found_survey *out = d->out;
    count_games(arena, d);
    const size_t kinds = d->things, all = (size_t)d->last_depth * kinds;
    wyrm_pmf const **by_depth = base_array(d->keeper, const wyrm_pmf *, all);
    *out = (wyrm_found_survey){.last_depth = d->last_depth,
                               .kinds = kinds,
                               .means = base_array(d->keeper, double, all),
                               .by_depth = by_depth,
                               .games = d->games};
    for (size_t i = 0; i < all; i++) {
        by_depth[i] = shares_of(d, &d->until[i]);
        /* The mean on a floor is a difference of means over the same games, which is the mean of
         * the differences. */
        out->means[i] =
            wyrm_pmf_mean(by_depth[i]) - (i < kinds ? 0 : wyrm_pmf_mean(by_depth[i - kinds]));
    }
}

static void make_found(base_arena *keeper, void *result, void *context)
{
    drawing *d = context;
    d->keeper = keeper;
    d->out = result;
    base_must(keeper, base_apart(keeper, survey_item, d));
}

static void make_survey(base_arena *keeper, void *result, void *context)
{
    drawing *d = context;
    d->keeper = keeper;
    d->out = result;
    base_must(keeper, base_apart(keeper, survey_category, d));
}

wyrm_status wyrm_found_draw(const wyrm_loot *loot, const char *name, int32_t last_depth,
                            uint64_t seed, uint64_t games, wyrm_found **out, wyrm_error *error)
{
    drawing d = {
        .loot = loot, .name = name, .last_depth = last_depth, .seed = seed, .games = games};
    return base_make(sizeof **out, make_found, &d, out, error);
}

wyrm_status wyrm_found_survey_draw(const wyrm_loot *loot, int32_t last_depth, uint64_t seed,
                                   uint64_t games, wyrm_found_survey **out, wyrm_error *error)
{
    drawing d = {.loot = loot, .last_depth = last_depth, .seed = seed, .games = games};
    return base_make(sizeof **out, make_survey, &d, out, error);
}

/* ---- what can be asked for ---- */

int32_t wyrm_found_last_depth(const wyrm_loot *loot)
{
    const floors *of = loot_floors_of(loot);
    const void *state;
    const loot_finding *finding = loot_finding_of(loot, &state);
    return of ? of->last_depth : finding ? finding->last_depth(state) : 0;
}

size_t wyrm_found_categories(const wyrm_loot *loot)
{
    const floors *of = loot_floors_of(loot);
    size_t count = 0;
    for (size_t i = 1; of && i < of->node_count; i++)
        count += of->nodes[i].kind < 0;
    return count;
}

const char *wyrm_found_category(const wyrm_loot *loot, size_t index)
{
    return loot_floors_of(loot)->nodes[1 + index].name; /* categories stand first */
}

/* Nodes of kinds come after those of categories, in the order of the kinds. */
static const floors_node *node_of(const floors *of, const wyrm_loot *loot, size_t kind)
{
    return &of->nodes[1 + wyrm_found_categories(loot) + kind];
}

const char *wyrm_found_category_of(const wyrm_loot *loot, size_t kind)
{
    const floors *of = loot_floors_of(loot);
    return of ? of->nodes[node_of(of, loot, kind)->parent].name : "";
}
