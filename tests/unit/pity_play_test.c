/* The exact analysis of pity, held against games played by the rules. */
#include "pity_setups.h"

#include <wyrm/stats.h>

static const size_t looked_at[] = {1, 2, 4, 7}; /* droughts, and rooms until the first item */
enum { LOOKED_AT = sizeof looked_at / sizeof *looked_at, FIGURES = 2 + 2 * LOOKED_AT };

/* What a game counted in a band. */
typedef struct counts {
    double rooms;
    double figures[WYRM_PITY_MAX][FIGURES];
} counts;

static unsigned draw_set(test_random *random, const wyrm_pity_depth *depth, size_t sets)
{
    double left = random_unit(random);
    unsigned last = 0;
    for (unsigned set = 0; set < sets; set++) {
        if (!(depth->found[set] > 0))
            continue;
        last = set;
        if (left < depth->found[set])
            return set;
        left -= depth->found[set];
    }
    return last;
}

static int64_t draw_rooms(test_random *random, const wyrm_pmf *rooms)
{
    double left = random_unit(random);
    for (int64_t n = wyrm_pmf_first(rooms); n < wyrm_pmf_last(rooms); n++) {
        if (left < wyrm_pmf_at(rooms, n))
            return n;
        left -= wyrm_pmf_at(rooms, n);
    }
    return wyrm_pmf_last(rooms);
}

static void count_game_room(unsigned found, int giver, const test_game *game, size_t i,
                            double *figures)
{
    figures[0] += giver == (int)i;
    figures[1] += found >> i & 1u;
    for (size_t k = 0; k < LOOKED_AT; k++) {
        figures[2 + k] += game->streak[i] >= looked_at[k];
        figures[2 + LOOKED_AT + k] +=
            game->streak[i] == 0 && !game->had[i] && game->band_rooms == looked_at[k];
    }
}

/* One campaign by the rules of the library. */
static void play(const test_setup *setup, test_random *random, counts *bands)
{
    wyrm_pity_state pity = setup->start;
    test_game game = start_of(setup);
    for (size_t depth = 0; depth < setup->count; depth++) {
        const wyrm_pity_depth *here = &setup->depths[depth];
        if (depth > 0 && setup->reset)
            pity = (wyrm_pity_state){0};
        if (depth > 0 && here->band != setup->depths[depth - 1].band) {
            memset(game.had, 0, sizeof game.had);
            game.band_rooms = 0;
        }
        for (int64_t left = draw_rooms(random, here->rooms); left > 0; left--) {
            unsigned found = draw_set(random, here, (size_t)1 << setup->rules.count);
            wyrm_pity_count(&setup->rules, found, &pity);
            int giver = wyrm_pity_give(&setup->rules, here->band, here->can_give, &pity);
            bands[here->band].rooms++;
            game.band_rooms++;
            for (size_t i = 0; i < setup->rules.count; i++) {
                bool has = (found >> i & 1u) != 0 || giver == (int)i;
                game.streak[i] = has ? 0 : game.streak[i] + 1;
                count_game_room(found, giver, &game, i, bands[here->band].figures[i]);
                game.had[i] |= has;
            }
        }
    }
}

/* What the chain says of a figure; those from the first item on are of a band, not of a room. */
static double exact_figure(const wyrm_pity_category *category, size_t figure, bool *of_room)
{
    *of_room = figure < 2 + LOOKED_AT;
    if (figure < 2)
        return figure == 0 ? category->rate : category->natural;
    return *of_room ? category->drought[looked_at[figure - 2]]
                    : category->first[looked_at[figure - 2 - LOOKED_AT]];
}

/* A figure of one game is its sum over the rooms of a band less what the chain expects of so many
 * rooms: so its mean is 0. */
static void add_game(const test_setup *setup, const wyrm_pity_band *exact, const counts *bands,
                     wyrm_moments figures[][WYRM_PITY_MAX][FIGURES])
{
    for (size_t b = 0; b < WYRM_BANDS_MAX; b++)
        for (size_t i = 0; i < setup->rules.count; i++)
            for (size_t k = 0; k < FIGURES; k++) {
                bool of_room;
                double wanted = exact_figure(&exact[b].categories[i], k, &of_room);
                wanted *= of_room ? bands[b].rooms : 1;
                wyrm_moments_add(&figures[b][i][k], bands[b].figures[i][k] - wanted);
            }
}

/* Five standard errors, and a few events more where they are rare. */
static void assert_figures_agree(const test_setup *setup,
                                 wyrm_moments figures[][WYRM_PITY_MAX][FIGURES], uint64_t seed)
{
    for (size_t b = 0; b < WYRM_BANDS_MAX; b++)
        for (size_t i = 0; i < setup->rules.count; i++)
            for (size_t k = 0; k < FIGURES; k++) {
                const wyrm_moments *error = &figures[b][i][k];
                double games = (double)error->count;
                double tolerance = 5 * wyrm_moments_sd(error) / sqrt(games) + 6 / games;
                assert_near_seeded(error->mean, 0, tolerance, seed);
            }
}

TEST(games_played_by_the_rules_agree_with_the_chain)
{
    enum { GAMES = 1500 };
    for (uint64_t seed = 1; seed <= 200; seed++) {
        setup_size size = {1 + seed % 4, 1 + seed % DEPTHS_MAX, 8, 6};
        test_setup made = random_setup(seed << 20, &size);
        test_random random = {seed};
        wyrm_pity_band exact[WYRM_BANDS_MAX];
        wyrm_moments figures[WYRM_BANDS_MAX][WYRM_PITY_MAX][FIGURES] = {0};
        run_chain(&made, exact);
        for (int played = 0; played < GAMES; played++) {
            counts bands[WYRM_BANDS_MAX] = {0};
            play(&made, &random, bands);
            add_game(&made, exact, bands, figures);
        }
        assert_figures_agree(&made, figures, seed);
        free_setup(&made);
    }
}
