/* Pictures of threat: rooms and floors against their budgets, monsters against the fight. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "dossier/draw.h"
#include "report/etp.h"

#define MISFITS    10    /* monsters that a scatter names */
#define LEAST_LOSS 0.001 /* of hit points: where its axis begins */

static void threat_command(const wyrm_dossier *dossier, size_t side, wyrm_picture *picture)
{
    wyrm_dossier_command(picture, &dossier->sides[side], "etp", " --runs %llu --seed %llu",
                         (unsigned long long)dossier->sides[side].threat->runs,
                         (unsigned long long)dossier->options.seed);
}

/* "ID", for the second side "ID-other", with the side in its question where there are two. */
static wyrm_picture *side_picture(wyrm_dossier *dossier, size_t side, wyrm_picture_kind kind,
                                  const char *name, const char *question)
{
    char id[64], title[WYRM_PICTURE_TEXT];
    wyrm_dossier_id(id, sizeof id, name, side);
    if (dossier->side_count > 1)
        snprintf(title, sizeof title, "%.100s: %.200s", dossier->sides[side].name, question);
    else
        snprintf(title, sizeof title, "%.200s", question);
    return wyrm_dossier_picture(dossier, kind, id, title);
}

/* Where the axis of rooms begins: below every budget. Empty rooms, with a threat of 0, lie
 * there. */
static double ground(const wyrm_threat_survey *survey)
{
    double least = 10.0;
    for (int32_t i = 0; i < survey->depth_count; i++)
        if (survey->depths[i].room_budget.low > 0.0)
            least = fmin(least, survey->depths[i].room_budget.low);
    return least / 2.0;
}

static void draw_rooms(wyrm_dossier *dossier, size_t side)
{
    const wyrm_threat_survey *survey = dossier->sides[side].threat;
    wyrm_picture *picture = side_picture(dossier, side, WYRM_PICTURE_RANGES, "budgets",
                                         "Do rooms keep their budget of threat?");
    if (picture == NULL)
        return;
    wyrm_picture_axes(picture, "depth", "", "threat of a room", "points");
    picture->y.logarithmic = true;
    picture->y.least = ground(survey);
    snprintf(picture->between, sizeof picture->between, "middle 90 %% of rooms");
    wyrm_series *wanted = wyrm_picture_series(picture, "budget");
    wanted->reference = true;
    wyrm_series *rooms = wyrm_picture_series(picture, "rooms (bar: median, line: all)");
    for (int32_t i = 0; i < survey->depth_count; i++) {
        const wyrm_threat_depth *depth = &survey->depths[i];
        char name[16];
        snprintf(name, sizeof name, "%d", (int)depth->depth);
        double at = (double)wyrm_picture_category(picture, name);
        double middle = (depth->room_budget.low + depth->room_budget.high) / 2.0;
        wyrm_picture_mark_ci(picture, wanted, at, middle, depth->room_budget);
        wyrm_mark *mark = wyrm_picture_mark_ci(picture, rooms, at, depth->all.p50,
                                               (wyrm_interval){depth->all.p05, depth->all.p95});
        if (mark != NULL && depth->all.rooms > 0) {
            mark->value = depth->all.threat.min;
            mark->most = depth->all.threat.max;
        }
    }
    wyrm_figure share;
    const wyrm_clusters over = wyrm_etp_sum(survey, WYRM_THREAT_OVER);
    wyrm_picture_caption(picture,
                         "Boxes that reach above the band are rooms that hold too much: %s of all "
                         "rooms do. Empty rooms count too, at the foot of the chart.",
                         wyrm_figure_ratio(WYRM_CAPTIONS, &over, &share));
    threat_command(dossier, side, picture);
}

static void draw_floors(wyrm_dossier *dossier, size_t side)
{
    const wyrm_threat_survey *survey = dossier->sides[side].threat;
    wyrm_picture *picture = side_picture(dossier, side, WYRM_PICTURE_LINES, "floors",
                                         "Do floors keep their budget of threat?");
    if (picture == NULL)
        return;
    wyrm_picture_axes(picture, "depth", "", "threat of a floor", "points");
    picture->x.whole = true;
    picture->y.least = 0.0;
    wyrm_series *wanted = wyrm_picture_series(picture, "budget");
    wanted->reference = true;
    wyrm_series *floors = wyrm_picture_series(picture, "mean of floors");
    uint64_t over = 0, under = 0;
    for (int32_t i = 0; i < survey->depth_count; i++) {
        const wyrm_threat_depth *depth = &survey->depths[i];
        double middle = (depth->floor_budget.low + depth->floor_budget.high) / 2.0;
        wyrm_picture_mark_ci(picture, wanted, depth->depth, middle, depth->floor_budget);
        const wyrm_estimate mean = wyrm_estimate_mean(&depth->floor);
        wyrm_mark_estimate(picture, floors, depth->depth, &mean);
        over += depth->over;
        under += depth->under;
    }
    uint64_t all = survey->runs * (uint64_t)survey->depth_count;
    wyrm_figure above, below;
    wyrm_picture_caption(picture,
                         "All rooms of a floor together: %s of floors hold more than their budget, "
                         "%s less.",
                         wyrm_figure_share(WYRM_CAPTIONS, (double)over / (double)all,
                                           wyrm_share_interval(over, all, 0.95), &above),
                         wyrm_figure_share(WYRM_CAPTIONS, (double)under / (double)all,
                                           wyrm_share_interval(under, all, 0.95), &below));
    threat_command(dossier, side, picture);
}

/* ---------------------------------------------------------------- threat against truth */

static bool is_misfit(const wyrm_truth *truth, size_t row)
{
    for (size_t i = 0; i < truth->misfit_count && i < MISFITS; i++)
        if (truth->misfits[i] == row)
            return true;
    return false;
}

/* "7.4 times as easy" */
static void factor_words(double factor, char *text, size_t size)
{
    if (factor < 1.0)
        snprintf(text, size, "%.2g times as easy", 1.0 / factor);
    else
        snprintf(text, size, "%.2g times as hard", factor);
}

static const char *title_of(const wyrm_design *design, const wyrm_truth_row *row)
{
    return wyrm_roster_monster(wyrm_design_roster(design), row->monster)->title;
}

static void caption_truth(const wyrm_design *design, const wyrm_truth *truth, wyrm_picture *picture)
{
    char rest[200] = "", words[48];
    if (truth->misfit_count > 0) {
        const wyrm_truth_row *worst = &truth->rows[truth->misfits[0]];
        factor_words(worst->factor, words, sizeof words);
        snprintf(
            rest, sizeof rest,
            " Farthest off is %.60s at depth %d: %s as its threat says, beside its neighbours.",
            title_of(design, worst), (int)worst->depth, words);
    }
    wyrm_picture_caption(
        picture,
        "Where threat told the truth, points would rise from the left to the "
        "right, with a rank correlation of 1; it is %.2f.%s What takes less than 0.1 %% "
        "lies on the ground.",
        truth->rank, rest);
}

static void draw_truth(wyrm_dossier *dossier, size_t side)
{
    const wyrm_design *design = dossier->sides[side].design;
    const wyrm_truth *truth = dossier->sides[side].truth;
    wyrm_picture *picture = side_picture(dossier, side, WYRM_PICTURE_SCATTER, "truth",
                                         "Does threat tell how hard a monster is?");
    if (picture == NULL)
        return;
    wyrm_picture_axes(picture, "threat", "points", "hit points that the fight takes", "share");
    picture->x.logarithmic = picture->y.logarithmic = true;
    picture->y.least = LEAST_LOSS;
    wyrm_series *series = wyrm_picture_series(picture, "a monster at a depth");
    for (size_t i = 0; i < truth->row_count; i++) {
        const wyrm_truth_row *row = &truth->rows[i];
        char label[96];
        wyrm_mark *mark = wyrm_picture_mark(picture, series, row->threat, row->hp_lost);
        snprintf(label, sizeof label, "%.70s, depth %d", title_of(design, row), (int)row->depth);
        wyrm_picture_label(picture, mark, label);
        if (mark != NULL)
            mark->named = is_misfit(truth, i);
    }
    caption_truth(design, truth, picture);
    wyrm_dossier_command(picture, &dossier->sides[side], "etp",
                         " --verbose --runs %llu --seed %llu",
                         (unsigned long long)dossier->sides[side].threat->runs,
                         (unsigned long long)dossier->options.seed);
}

void wyrm_draw_threat(wyrm_dossier *dossier)
{
    for (size_t s = 0; s < dossier->side_count; s++)
        if (dossier->sides[s].threat != NULL) {
            draw_rooms(dossier, s);
            draw_floors(dossier, s);
        }
    for (size_t s = 0; s < dossier->side_count; s++)
        if (dossier->sides[s].truth != NULL)
            draw_truth(dossier, s);
}
