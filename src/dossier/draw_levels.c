/* The picture of a tracker: how strong the monsters are that it brings. */
#include <stdio.h>

#include "dossier/draw.h"

#define TRACKER_LAST 25 /* the highest level of a tracker that is drawn */

/* Monsters that many levels below the tracker. */
static const struct {
    const char *name;
    int32_t least, most;
} gaps[] = {
    {"above it", INT32_MIN, -1},
    {"of its level", 0, 0},
    {"1 below", 1, 1},
    {"2 below", 2, 2},
    {"3 below", 3, 3},
    {"4 to 7 below", 4, 7},
    {"8 or more below", 8, INT32_MAX},
};
#define GAPS (sizeof gaps / sizeof *gaps)

/* The shares of the gaps at a level of the tracker; false where the ruleset has none. */
static bool find_shares(const wyrm_design *design, int32_t tracker, double shares[GAPS])
{
    wyrm_pmf *levels = NULL;
    if (wyrm_encounter_monster_levels(wyrm_design_encounter(design), tracker, &levels, NULL) !=
        WYRM_OK)
        return false;
    for (size_t g = 0; g < GAPS; g++) {
        shares[g] = 0.0;
        for (int64_t at = wyrm_pmf_first(levels); at <= wyrm_pmf_last(levels); at++)
            if (tracker - at >= gaps[g].least && tracker - at <= gaps[g].most)
                shares[g] += wyrm_pmf_at(levels, at);
    }
    wyrm_pmf_free(levels);
    return true;
}

static void draw_side(wyrm_dossier *dossier, size_t side)
{
    const wyrm_design *design = dossier->sides[side].design;
    double shares[TRACKER_LAST][GAPS], sums[GAPS] = {0};
    char id[64], title[WYRM_PICTURE_TEXT];
    for (int32_t t = 0; t < TRACKER_LAST; t++) {
        if (!find_shares(design, t + 1, shares[t]))
            return;
        for (size_t g = 0; g < GAPS; g++)
            sums[g] += shares[t][g];
    }
    wyrm_dossier_id(id, sizeof id, "monster-levels", side);
    snprintf(title, sizeof title,
             dossier->side_count > 1 ? "How close do monsters of %.200s come to the tracker?"
                                     : "How close do monsters come to the tracker?",
             dossier->sides[side].name);
    wyrm_picture *picture = wyrm_dossier_picture(dossier, WYRM_PICTURE_STACKED, id, title);
    if (picture == NULL)
        return;
    wyrm_picture_axes(picture, "level of the tracker", "", "monsters", "share");
    picture->x.whole = true;
    picture->y.least = 0.0;
    picture->y.greatest = 1.0;
    for (size_t g = 0; g < GAPS; g++) {
        wyrm_series *series = sums[g] > 0.0 ? wyrm_picture_series(picture, gaps[g].name) : NULL;
        for (int32_t t = 0; series != NULL && t < TRACKER_LAST; t++)
            wyrm_picture_mark(picture, series, t + 1, shares[t][g]);
    }
    const double *at = shares[TRACKER_LAST - 1];
    wyrm_picture_caption(
        picture,
        "Exact: the levels of monsters beside that of the difficulty tracker. At "
        "%d of it %.1f %% of monsters have its level and %.1f %% are 1 to 3 below; "
        "at its first levels there is no room below.",
        TRACKER_LAST, 100.0 * at[1], 100.0 * (at[2] + at[3] + at[4]));
    wyrm_dossier_command(picture, &dossier->sides[side], "curve", " --tracker %d", TRACKER_LAST);
}

void wyrm_draw_levels(wyrm_dossier *dossier)
{
    for (size_t s = 0; s < dossier->side_count; s++)
        if (wyrm_encounter_tracks(wyrm_design_encounter(dossier->sides[s].design)))
            draw_side(dossier, s);
}
