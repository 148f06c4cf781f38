/* Pictures of even fights: whether they stay even as levels rise or depths do, and how long they
 * take. */
#include <math.h>
#include <stdio.h>

#include "dossier/draw.h"
#include "output/figures.h"

#define LEVELS 30

/* A figure of the fight of a player and a monster of one level. */
typedef struct even_row {
    const char *id, *title, *y, *unit;
    double most; /* of the axis; NAN: as needed */
    double (*of)(const wyrm_duel *duel);
} even_row;

static double chance_of(const wyrm_duel *duel)
{
    return duel->p_win;
}

static double turns_of(const wyrm_duel *duel)
{
    return duel->turns_mean;
}

static const even_row even_rows[] = {
    {"even", "Does an even fight stay even as levels rise?", "chance that the player wins", "share",
     1.0, chance_of},
    {"blows", "How long does an even fight take?", "length of a fight", "turns", NAN, turns_of},
};

/* The marks of a side; its first and last value in gear into ends[2]. */
static void add_even(const wyrm_dossier *dossier, size_t side, bool gear, const even_row *row,
                     wyrm_picture *picture, double ends[2])
{
    wyrm_series *series = wyrm_dossier_series(dossier, picture, side,
                                              gear ? "in gear of that level" : "without gear");
    for (int level = 1; level <= LEVELS; level++) {
        char player[64], monster[32];
        wyrm_duel duel;
        wyrm_player_of_level(player, sizeof player, level, gear);
        snprintf(monster, sizeof monster, "monster@%d", level);
        if (!wyrm_fight(dossier->sides[side].design, player, monster, &duel))
            continue;
        double value = row->of(&duel);
        if (!isfinite(value))
            continue;
        wyrm_picture_mark(picture, series, level, value);
        if (isnan(ends[0]))
            ends[0] = value;
        ends[1] = value;
    }
}

static void draw_even(wyrm_dossier *dossier, const even_row *row)
{
    wyrm_picture *picture = wyrm_dossier_picture(dossier, WYRM_PICTURE_LINES, row->id, row->title);
    if (picture == NULL)
        return;
    wyrm_picture_axes(picture, "level of both", "", row->y, row->unit);
    picture->x.whole = true;
    picture->y.least = 0.0;
    picture->y.greatest = row->most;
    double ends[2][2][2];
    for (size_t s = 0; s < dossier->side_count; s++)
        for (int gear = 1; gear >= 0; gear--) {
            ends[s][gear][0] = ends[s][gear][1] = NAN;
            add_even(dossier, s, gear, row, picture, ends[s][gear]);
        }
    const double *at = isnan(ends[0][1][0]) ? ends[0][0] : ends[0][1];
    wyrm_figure one, other;
    if (row->of == chance_of)
        wyrm_picture_caption(picture,
                             "Exact. The player wins %s at level 1 and %s at level %d: where the "
                             "line is flat, both sides grow alike.",
                             wyrm_figure_percent(at[0], &one), wyrm_figure_percent(at[1], &other),
                             LEVELS);
    else
        wyrm_picture_caption(picture,
                             "Exact: %s turns at level 1 and %s at level %d, misses included. A "
                             "line that rises is combat that gets tedious.",
                             wyrm_figure_exact(at[0], &one), wyrm_figure_exact(at[1], &other),
                             LEVELS);
    for (size_t s = 0; s < dossier->side_count; s++)
        for (int gear = 1; gear >= 0; gear--)
            wyrm_dossier_command(picture, &dossier->sides[s], "duel",
                                 " --matrix player monster --levels 1..%d%s", LEVELS,
                                 gear ? "" : " --gear none");
}

/* ---------------------------------------------------------------- depths */

#define FAR_APART 30.0 /* times: lines of which one would lie on the ground */

/* Whether the numbers of attacks are too different for one even scale. */
static bool needs_factors(const wyrm_tolls *tolls)
{
    double least = INFINITY, most = 0.0;
    for (size_t i = 0; i < tolls->count; i++) {
        const double both[] = {tolls->list[i].attacks_on_monster.value,
                               tolls->list[i].attacks_on_player.value};
        for (size_t k = 0; k < 2; k++) {
            least = both[k] < least ? both[k] : least;
            most = isfinite(both[k]) && both[k] > most ? both[k] : most;
        }
    }
    return least > 0.0 && most > FAR_APART * least;
}

static void draw_blows(wyrm_dossier *dossier)
{
    const wyrm_tolls *first = &dossier->sides[0].tolls;
    wyrm_picture *picture = first->count > 0
                                ? wyrm_dossier_picture(dossier, WYRM_PICTURE_LINES, "blows",
                                                       "How many attacks does it take to kill?")
                                : NULL;
    if (picture == NULL)
        return;
    wyrm_picture_axes(picture, "depth", "", "attacks until death, misses included", "");
    picture->x.whole = true;
    picture->y.logarithmic = needs_factors(first);
    picture->y.least = picture->y.logarithmic ? (double)NAN : 0.0;
    for (size_t s = 0; s < dossier->side_count; s++) {
        const wyrm_tolls *tolls = &dossier->sides[s].tolls;
        wyrm_series *on_monster = wyrm_dossier_series(dossier, picture, s, "to kill a monster");
        wyrm_series *on_player = wyrm_dossier_series(dossier, picture, s, "to kill the player");
        for (size_t i = 0; i < tolls->count; i++) {
            const wyrm_toll *toll = &tolls->list[i];
            wyrm_mark_estimate(picture, on_monster, toll->depth, &toll->attacks_on_monster);
            wyrm_mark_estimate(picture, on_player, toll->depth, &toll->attacks_on_player);
        }
    }
    const wyrm_toll *one = &first->list[0], *last = &first->list[first->count - 1];
    wyrm_figure figures[4];
    wyrm_figure_estimate(WYRM_CAPTIONS, &one->attacks_on_monster, &figures[0]);
    wyrm_figure_estimate(WYRM_CAPTIONS, &one->attacks_on_player, &figures[1]);
    wyrm_figure_estimate(WYRM_CAPTIONS, &last->attacks_on_monster, &figures[2]);
    wyrm_figure_estimate(WYRM_CAPTIONS, &last->attacks_on_player, &figures[3]);
    wyrm_picture_caption(picture,
                         "%s, between the player that a depth is meant for and its monsters: a "
                         "monster stands %s attacks at depth %d and %s at depth %d, the player %s "
                         "and %s. Where the lines meet, every fight is a coin toss.",
                         one->attacks_on_monster.sampled ? "For who comes in generated rooms"
                                                         : "Exact",
                         figures[0].text, (int)one->depth, figures[2].text, (int)last->depth,
                         figures[1].text, figures[3].text);
    wyrm_curve_command(dossier, picture);
}

void wyrm_draw_even(wyrm_dossier *dossier)
{
    bool levels = wyrm_has_levels(dossier->sides[0].design);
    for (size_t i = 0; levels && i < sizeof even_rows / sizeof *even_rows; i++)
        draw_even(dossier, &even_rows[i]);
    if (!levels)
        draw_blows(dossier);
}
