/* Pictures of what lies there before anyone comes: maps, where they end, who lives where. */
#include <stdio.h>

#include "dossier/draw.h"
#include "dossier/squares.h"
#include "report/inhabitants.h"
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

/* A colour each. */
static void fill_columns(const wyrm_inhabitants *of, wyrm_picture *picture)
{
    wyrm_picture_axes(picture, of->tracks ? "level of the tracker" : "depth", "",
                      of->tracks ? "monsters" : "monsters of a normal room", "share");
    picture->x.whole = true;
    picture->y.least = 0.0;
    picture->y.greatest = 1.0;
    for (size_t k = 0; k < of->kinds; k++) {
        if (!wyrm_inhabitants_come(of, k))
            continue;
        wyrm_series *series = wyrm_picture_series(picture, wyrm_inhabitants_title(of, k));
        for (int32_t depth = 1; depth <= of->last; depth++)
            wyrm_mark_estimate(picture, series, depth, wyrm_inhabitants_at(of, depth, k));
    }
}

static wyrm_estimate share_of(const void *of, size_t depth, size_t kind)
{
    return *wyrm_inhabitants_at(of, (int32_t)depth, kind);
}

static const char *title_of(const void *of, size_t kind)
{
    return wyrm_inhabitants_title(of, kind);
}

/* A column each, where there are more than colours; squares where one comes. */
static void fill_squares(const wyrm_inhabitants *of, wyrm_picture *picture)
{
    const wyrm_squares squares = {of, (size_t)of->last, of->kinds, share_of, title_of};
    wyrm_picture_axes(picture, "monster", "", "depth", "");
    snprintf(picture->value_unit, sizeof picture->value_unit, "share");
    picture->y.whole = true;
    wyrm_add_squares(picture, "share of the monsters", &squares);
}

static void caption_kinds(const wyrm_inhabitants *of, size_t present, bool columns,
                          wyrm_picture *picture)
{
    double level = wyrm_inhabitants_at(of, of->last, 1)->value, below = 0.0;
    for (size_t k = 2; of->tracks && k <= 4; k++)
        below += wyrm_inhabitants_at(of, of->last, k)->value;
    if (of->tracks)
        wyrm_picture_caption(
            picture,
            "Exact: the levels of monsters beside that of the difficulty tracker. At %d of it "
            "%.1f %% of monsters have its level and %.1f %% are 1 to 3 below; at its first levels "
            "there is no room below.",
            (int)of->last, 100.0 * level, 100.0 * below);
    else
        wyrm_picture_caption(
            picture,
            "As the tables of depths draw them, less what budgets keep out: %zu of %zu monsters of "
            "the ruleset come in ordinary rooms. %s",
            present, of->kinds,
            columns ? "A colour that fills a column is a depth without variety."
                    : "A square is how much of a depth's monsters one is; where there is none it "
                      "does not come.");
}

static void draw_kinds(wyrm_dossier *dossier, size_t side)
{
    wyrm_inhabitants of;
    char id[64], title[WYRM_PICTURE_TEXT];
    const char *name = dossier->sides[side].name;
    wyrm_status status =
        wyrm_inhabitants_find(dossier->sides[side].design, dossier->options.seed, &of, NULL);
    size_t present = 0;
    for (size_t k = 0; k < of.kinds && status == WYRM_OK; k++)
        present += wyrm_inhabitants_come(&of, k);
    bool columns = present <= KINDS;
    wyrm_dossier_id(id, sizeof id, of.tracks ? "monster-levels" : "monsters", side);
    if (dossier->side_count > 1)
        snprintf(title, sizeof title,
                 of.tracks ? "How close do monsters of %.200s come to the tracker?"
                           : "Who lives where in %.200s?",
                 name);
    else
        snprintf(title, sizeof title, "%s",
                 of.tracks ? "How close do monsters come to the tracker?" : "Who lives where?");
    wyrm_picture *picture =
        present > 0 ? wyrm_dossier_picture(
                          dossier, columns ? WYRM_PICTURE_STACKED : WYRM_PICTURE_HEAT, id, title)
                    : NULL;
    if (picture != NULL) {
        (columns ? fill_columns : fill_squares)(&of, picture);
        caption_kinds(&of, present, columns, picture);
        wyrm_dossier_command(picture, &dossier->sides[side], "curve", " --monsters --seed %llu",
                             (unsigned long long)dossier->options.seed);
    }
    wyrm_inhabitants_release(&of);
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
