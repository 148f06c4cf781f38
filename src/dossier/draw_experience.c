/* Pictures of experience: how much there is to win, what it makes of who wins it, what levels
 * cost. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "dossier/draw.h"
#include "report/report.h"

#define COST_LEVELS 30   /* of which the cost is drawn */
#define ALIKE       1.03 /* times: what nobody can tell apart */

void wyrm_add_levels_of_all(const wyrm_dossier_side *side, wyrm_picture *picture,
                            wyrm_series *series)
{
    const wyrm_growth *growth = wyrm_design_growth(side->design);
    wyrm_experience experience = wyrm_growth_start(growth);
    for (int32_t i = 0; i < side->descents->depth_count && wyrm_is_common(side->descents, i); i++) {
        wyrm_growth_award(growth, &experience,
                          (uint64_t)llround(side->descents->depths[i].experience.mean));
        wyrm_picture_mark(picture, series, side->descents->depths[i].depth,
                          wyrm_experience_level(&experience));
    }
}

static void draw_experience(wyrm_dossier *dossier)
{
    wyrm_picture *picture = wyrm_dossier_picture(dossier, WYRM_PICTURE_LINES, "experience",
                                                 "How much experience is there to win?");
    if (picture == NULL)
        return;
    wyrm_picture_axes(picture, "depth", "", "experience of a map's monsters", "points");
    picture->x.whole = true;
    picture->y.least = 0.0;
    for (size_t s = 0; s < dossier->side_count; s++)
        wyrm_add_depths(dossier->sides[s].descents, picture,
                        wyrm_dossier_series(dossier, picture, s, "all monsters of a map"),
                        offsetof(wyrm_depth_figures, experience));
    const wyrm_descents *descents = dossier->sides[0].descents;
    int32_t last = 0;
    wyrm_figure one, other;
    while (last + 1 < descents->depth_count && wyrm_is_common(descents, last + 1))
        last++;
    if (!(descents->depths[0].experience.mean > 0.0 ||
          descents->depths[last].experience.mean > 0.0))
        wyrm_picture_caption(picture, "None: killing brings no experience.");
    else
        wyrm_picture_caption(
            picture,
            "What killing everything on a map brings: %s points at depth 1, %s at "
            "depth %d. Who skips monsters gets less.",
            wyrm_figure_mean(WYRM_CAPTIONS, &descents->depths[0].experience, &one),
            wyrm_figure_mean(WYRM_CAPTIONS, &descents->depths[last].experience, &other),
            (int)descents->depths[last].depth);
    wyrm_curve_command(dossier, picture);
}

static void draw_costs(wyrm_dossier *dossier)
{
    wyrm_picture *picture = wyrm_dossier_picture(dossier, WYRM_PICTURE_LINES, "level-cost",
                                                 "What does the next level cost?");
    if (picture == NULL)
        return;
    wyrm_picture_axes(picture, "level", "", "experience to the next", "points");
    picture->x.whole = true;
    picture->y.least = 0.0;
    for (size_t s = 0; s < dossier->side_count; s++) {
        const wyrm_growth *growth = wyrm_design_growth(dossier->sides[s].design);
        wyrm_series *series =
            wyrm_dossier_series(dossier, picture, s, "from this level to the next");
        for (int level = 1; level <= COST_LEVELS; level++)
            wyrm_picture_mark(picture, series, level,
                              (double)wyrm_growth_at_level(growth, level).next);
    }
    const wyrm_series *series = &picture->series[0];
    wyrm_picture_caption(
        picture, "Exact: %.0f points from level 1 to 2, %.0f from %d to %d: %.1f times as much.",
        series->marks[0].y, series->marks[COST_LEVELS - 1].y, COST_LEVELS, COST_LEVELS + 1,
        series->marks[COST_LEVELS - 1].y / series->marks[0].y);
    for (size_t s = 0; s < dossier->side_count; s++)
        wyrm_dossier_command(picture, &dossier->sides[s], "rules show", " --levels 1..%d",
                             COST_LEVELS);
}

/* ---------------------------------------------------------------- what a level is worth */

/* A quantity of a creature, as a multiple of what it is at level 1. */
typedef struct worth {
    const char *role; /* "player", "monster": as a combatant is written */
    int stat;         /* of the combat model; -1: hit points */
} worth;

/* The series of `picture` from `first` on with just these values; NULL where there is none. */
static wyrm_series *same_line(wyrm_picture *picture, size_t first, const double values[COST_LEVELS])
{
    for (size_t s = first; s < picture->series_count; s++) {
        const wyrm_series *series = &picture->series[s];
        size_t i = 0;
        while (i < series->count && i < COST_LEVELS && series->marks[i].y == values[i])
            i++;
        if (i == COST_LEVELS)
            return &picture->series[s];
    }
    return NULL;
}

/* A line, where the quantity changes with the level; what grows alike shares one. `first`: series
 * of the same side. */
static void add_worth(const wyrm_dossier *dossier, size_t side, const worth *of, const char *name,
                      size_t first, wyrm_picture *picture)
{
    const wyrm_design *design = dossier->sides[side].design;
    double values[COST_LEVELS];
    char words[80];
    for (int i = 0; i < COST_LEVELS; i++)
        if (!wyrm_level_worth(design, of->role, of->stat, i + 1, &values[i]))
            return;
    if (values[COST_LEVELS - 1] == 1.0 || picture->series_count + 1 >= WYRM_PICTURE_SERIES)
        return;
    wyrm_series *series = same_line(picture, first, values);
    if (series != NULL) {
        bool told = strstr(series->name, of->role) != NULL;
        size_t used = strlen(series->name);
        snprintf(words, sizeof words, told ? ", %.0s%.40s" : ", %s's %.40s", of->role, name);
        if (used + strlen(words) < sizeof series->name)
            memcpy(series->name + used, words, strlen(words) + 1);
        return;
    }
    snprintf(words, sizeof words, "%s's %.40s", of->role, name);
    series = wyrm_dossier_series(dossier, picture, side, words);
    for (int i = 0; i < COST_LEVELS; i++)
        wyrm_picture_mark(picture, series, i + 1, values[i]);
}

/* How many times level 1 a line stands at, at its end. */
static double end_of(const wyrm_series *series)
{
    return series->count > 0 ? series->marks[series->count - 1].y : (double)NAN;
}

/* What grows most, and what least. */
static void caption_worth(wyrm_picture *picture)
{
    const wyrm_series *most = &picture->series[0], *least = most;
    char rest[160] = "";
    for (size_t s = 1; s < picture->series_count; s++) {
        const wyrm_series *series = &picture->series[s];
        most = end_of(series) > end_of(most) ? series : most;
        least = end_of(series) < end_of(least) ? series : least;
    }
    if (picture->series_count == 0)
        return;
    if (end_of(most) < ALIKE * end_of(least)) {
        wyrm_picture_caption(picture,
                             "Exact, without gear. At level %d all that grows is at about %.1f "
                             "times what it is at level 1. What grows alike shares a line, what "
                             "does not change has none.",
                             COST_LEVELS, end_of(most));
        return;
    }
    if (least != most)
        snprintf(rest, sizeof rest, ", the %.95s are at %.1f times", least->name, end_of(least));
    wyrm_picture_caption(picture,
                         "Exact, without gear. At level %d the %s are at %.1f times those of level "
                         "1%s. What grows alike shares a line, what does not change has none.",
                         COST_LEVELS, most->name, end_of(most), rest);
}

static void draw_worth(wyrm_dossier *dossier)
{
    wyrm_picture *picture =
        wyrm_dossier_picture(dossier, WYRM_PICTURE_LINES, "growth", "What is a level worth?");
    if (picture == NULL)
        return;
    wyrm_picture_axes(picture, "level", "", "times that of level 1", "");
    picture->x.whole = true;
    for (size_t s = 0; s < dossier->side_count; s++) {
        const wyrm_design *design = dossier->sides[s].design;
        const wyrm_stat *stats = wyrm_combat_stats(wyrm_design_combat(design));
        size_t first = picture->series_count;
        for (int role = 0; role < (wyrm_has_levels(design) ? 2 : 1); role++) {
            worth of = {.role = role == 0 ? "player" : "monster", .stat = -1};
            add_worth(dossier, s, &of, "hit points", first, picture);
            for (of.stat = 0; stats[of.stat].name != NULL; of.stat++)
                add_worth(dossier, s, &of, stats[of.stat].name, first, picture);
        }
    }
    caption_worth(picture);
    for (size_t s = 0; s < dossier->side_count; s++) {
        const wyrm_dossier_side *side = &dossier->sides[s];
        wyrm_dossier_command(picture, side, "rules show", " --levels 1..%d", COST_LEVELS);
    }
}

void wyrm_draw_experience(wyrm_dossier *dossier)
{
    draw_experience(dossier);
    draw_costs(dossier);
    draw_worth(dossier);
}
