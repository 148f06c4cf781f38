/* Pictures of what lies there before anyone comes: maps, where they end, who lives where. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "dossier/draw.h"
#include "dossier/squares.h"
#include "report/report.h"

#define RARE_SHARE 0.02 /* depths that fewer dungeons reach are noise */
#define KINDS      7    /* of monsters that can have a colour of their own */

bool wyrm_is_common(const wyrm_descents *descents, int32_t index)
{
    return (double)descents->depths[index].rooms.count >= RARE_SHARE * (double)descents->runs;
}

void wyrm_add_depths(const wyrm_descents *descents, wyrm_picture *picture, wyrm_series *series,
                     size_t offset)
{
    for (int32_t i = 0; i < descents->depth_count && wyrm_is_common(descents, i); i++) {
        const wyrm_estimate mean = wyrm_curve_estimate(&descents->depths[i], offset);
        wyrm_mark_estimate(picture, series, descents->depths[i].depth, &mean);
    }
}

void wyrm_curve_command(const wyrm_dossier *dossier, wyrm_picture *picture)
{
    for (size_t s = 0; s < dossier->side_count; s++)
        wyrm_dossier_command(picture, &dossier->sides[s], "curve", " --runs %llu --seed %llu",
                             (unsigned long long)dossier->sides[s].descents->runs,
                             (unsigned long long)dossier->options.seed);
}

/* ---------------------------------------------------------------- maps */

static void draw_filling(wyrm_dossier *dossier)
{
    static const struct {
        const char *name;
        size_t offset;
    } things[] = {
        {"rooms", offsetof(wyrm_depth_figures, rooms)},
        {"monsters", offsetof(wyrm_depth_figures, monsters)},
        {"items", offsetof(wyrm_depth_figures, items)},
    };
    wyrm_picture *picture =
        wyrm_dossier_picture(dossier, WYRM_PICTURE_LINES, "filling", "How full is a map?");
    if (picture == NULL)
        return;
    wyrm_picture_axes(picture, "depth", "", "on a map", "");
    picture->x.whole = true;
    picture->y.least = 0.0;
    for (size_t s = 0; s < dossier->side_count; s++)
        for (size_t t = 0; t < sizeof things / sizeof *things; t++)
            wyrm_add_depths(dossier->sides[s].descents, picture,
                            wyrm_dossier_series(dossier, picture, s, things[t].name),
                            things[t].offset);
    const wyrm_depth_figures *depths = dossier->sides[0].descents->depths;
    int32_t last = 0;
    wyrm_figure figures[4];
    while (last + 1 < dossier->sides[0].descents->depth_count &&
           wyrm_is_common(dossier->sides[0].descents, last + 1))
        last++;
    wyrm_picture_caption(picture,
                         "Before anyone comes: %s monsters and %s items on a map of depth 1, "
                         "%s and %s at depth %d.",
                         wyrm_figure_mean(WYRM_CAPTIONS, &depths[0].monsters, &figures[0]),
                         wyrm_figure_mean(WYRM_CAPTIONS, &depths[0].items, &figures[1]),
                         wyrm_figure_mean(WYRM_CAPTIONS, &depths[last].monsters, &figures[2]),
                         wyrm_figure_mean(WYRM_CAPTIONS, &depths[last].items, &figures[3]),
                         (int)depths[last].depth);
    wyrm_curve_command(dossier, picture);
}

/* Where it ends, if that is left to chance. */
static void draw_ends(wyrm_dossier *dossier)
{
    const wyrm_descents *first = dossier->sides[0].descents;
    if (first->final_depth.count == 0 || !(first->final_depth.max > first->final_depth.min))
        return;
    wyrm_picture *picture =
        wyrm_dossier_picture(dossier, WYRM_PICTURE_COLUMNS, "ends", "Where does the dungeon end?");
    wyrm_figure mean;
    if (picture == NULL)
        return;
    wyrm_picture_axes(picture, "final depth", "", "dungeons", "share");
    picture->x.whole = true;
    picture->y.least = 0.0;
    for (size_t s = 0; s < dossier->side_count; s++) {
        const wyrm_descents *descents = dossier->sides[s].descents;
        wyrm_series *series = wyrm_dossier_series(dossier, picture, s, "final maps");
        for (int depth = 1; depth <= WYRM_DESCENT_DEPTH_MAX; depth++)
            if (descents->final_counts[depth] > 0)
                wyrm_picture_mark_ci(
                    picture, series, depth,
                    (double)descents->final_counts[depth] / (double)descents->runs,
                    wyrm_share_interval(descents->final_counts[depth], descents->runs, 0.95));
    }
    wyrm_picture_caption(picture,
                         "The final map is at depth %s on average, at %.0f to %.0f in all "
                         "dungeons that were sampled.",
                         wyrm_figure_mean(WYRM_CAPTIONS, &first->final_depth, &mean),
                         first->final_depth.min, first->final_depth.max);
    wyrm_curve_command(dossier, picture);
}

/* ---------------------------------------------------------------- who lives where */

/* shares[depth - 1][monster] of a ruleset with tables; false where none ever comes. */
static bool find_shares(const wyrm_dossier *dossier, const wyrm_design *design, int32_t last,
                        size_t monsters, wyrm_estimate *shares)
{
    bool any = false;
    for (int32_t depth = 1; depth <= last; depth++) {
        const wyrm_rooms rooms = {.design = design, .depth = depth, .seed = dossier->options.seed};
        wyrm_estimate *row = &shares[(size_t)(depth - 1) * monsters];
        if (wyrm_rooms_kinds(&rooms, row, NULL) != WYRM_OK)
            continue;
        for (size_t m = 0; m < monsters; m++)
            any = any || row[m].value > 0.0;
    }
    return any;
}

/* The largest share that a monster has at any depth. */
static double most_of(const wyrm_estimate *shares, int32_t last, size_t monsters, size_t monster)
{
    double most = 0.0;
    for (int32_t d = 0; d < last; d++)
        most = fmax(most, shares[(size_t)d * monsters + monster].value);
    return most;
}

/* A colour each. */
static void fill_columns(const wyrm_roster *roster, int32_t last, const wyrm_estimate *shares,
                         size_t monsters, wyrm_picture *picture)
{
    wyrm_picture_axes(picture, "depth", "", "monsters of a normal room", "share");
    picture->x.whole = true;
    picture->y.least = 0.0;
    picture->y.greatest = 1.0;
    for (size_t m = 0; m < monsters; m++) {
        if (!(most_of(shares, last, monsters, m) > 0.0))
            continue;
        wyrm_series *series = wyrm_picture_series(picture, wyrm_roster_monster(roster, m)->title);
        for (int32_t d = 0; d < last; d++)
            wyrm_mark_estimate(picture, series, d + 1, &shares[(size_t)d * monsters + m]);
    }
}

typedef struct inhabitants {
    const wyrm_roster *roster;
    const wyrm_estimate *shares;
    size_t monsters;
} inhabitants;

static double share_of(const void *of, size_t depth, size_t monster)
{
    const inhabitants *all = of;
    return all->shares[(depth - 1) * all->monsters + monster].value;
}

static const char *title_of(const void *of, size_t monster)
{
    return wyrm_roster_monster(((const inhabitants *)of)->roster, monster)->title;
}

/* A column each, where there are more than colours; squares where one comes. */
static void fill_squares(const wyrm_roster *roster, int32_t last, const wyrm_estimate *shares,
                         size_t monsters, wyrm_picture *picture)
{
    const inhabitants all = {roster, shares, monsters};
    const wyrm_squares squares = {&all, (size_t)last, monsters, share_of, title_of};
    wyrm_picture_axes(picture, "monster", "", "depth", "");
    snprintf(picture->value_unit, sizeof picture->value_unit, "share");
    picture->y.whole = true;
    wyrm_add_squares(picture, "share of the monsters", &squares);
}

static void fill_kinds(wyrm_dossier *dossier, size_t side, int32_t last,
                       const wyrm_estimate *shares, size_t monsters)
{
    const wyrm_roster *roster = wyrm_design_roster(dossier->sides[side].design);
    char id[64], title[WYRM_PICTURE_TEXT];
    size_t present = 0;
    for (size_t m = 0; m < monsters; m++)
        present += most_of(shares, last, monsters, m) > 0.0;
    bool columns = present <= KINDS;
    wyrm_dossier_id(id, sizeof id, "monsters", side);
    snprintf(title, sizeof title,
             dossier->side_count > 1 ? "Who lives where in %.200s?" : "Who lives where?",
             dossier->sides[side].name);
    wyrm_picture *picture = wyrm_dossier_picture(
        dossier, columns ? WYRM_PICTURE_STACKED : WYRM_PICTURE_HEAT, id, title);
    if (picture == NULL)
        return;
    (columns ? fill_columns : fill_squares)(roster, last, shares, monsters, picture);
    wyrm_picture_caption(picture,
                         "As the tables of depths draw them, less what budgets keep out: %zu of "
                         "%zu monsters of the ruleset come in ordinary rooms. %s",
                         present, monsters,
                         columns ? "A colour that fills a column is a depth without variety."
                                 : "A square is how much of a depth's monsters one is; where there "
                                   "is none it does not come.");
    wyrm_dossier_command(picture, &dossier->sides[side], "compare", " %s --all",
                         dossier->sides[side].shell);
}

static void draw_kinds(wyrm_dossier *dossier, size_t side)
{
    const wyrm_design *design = dossier->sides[side].design;
    int32_t last = wyrm_encounter_last_depth(wyrm_design_encounter(design));
    size_t monsters = wyrm_roster_count(wyrm_design_roster(design));
    last = last < WYRM_TOLLS_MAX ? last : WYRM_TOLLS_MAX;
    if (last <= 0 || monsters == 0)
        return;
    wyrm_estimate *shares = calloc((size_t)last * monsters, sizeof *shares);
    if (shares != NULL && find_shares(dossier, design, last, monsters, shares))
        fill_kinds(dossier, side, last, shares, monsters);
    free(shares);
}

void wyrm_draw_dungeon(wyrm_dossier *dossier)
{
    draw_filling(dossier);
    draw_ends(dossier);
}

void wyrm_draw_inhabitants(wyrm_dossier *dossier)
{
    for (size_t s = 0; s < dossier->side_count; s++)
        draw_kinds(dossier, s);
}
