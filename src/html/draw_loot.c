/* Pictures of what rooms hold: threat against its budgets and against the fight, loot, pity. */
#include "html/internal.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "text/internal.h"

/* Pictures of threat: rooms and floors against their budgets, monsters against the fight. */

#define MISFITS    10    /* monsters that a scatter names */
#define LEAST_LOSS 0.001 /* of hit points: where its axis begins */

static void threat_command(const wyrm_dossier *dossier, size_t side, wyrm_picture *picture)
{
    wyrm_dossier_command(picture, &dossier->sides[side], "etp", " --runs %llu --seed %llu",
                         (unsigned long long)dossier->sides[side].threat->runs,
                         (unsigned long long)dossier->options.seed);
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
    wyrm_picture *picture = wyrm_side_picture(dossier, side, WYRM_PICTURE_RANGES, "budgets",
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
    wyrm_picture *picture = wyrm_side_picture(dossier, side, WYRM_PICTURE_LINES, "floors",
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

static bool is_misfit(const wyrm_calibration *truth, size_t row)
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

static const char *title_of(const wyrm_design *design, const wyrm_calibration_row *row)
{
    return wyrm_roster_monster(wyrm_design_roster(design), row->monster)->title;
}

static void caption_truth(const wyrm_design *design, const wyrm_calibration *truth,
                          wyrm_picture *picture)
{
    char rest[200] = "", words[48];
    if (truth->misfit_count > 0) {
        const wyrm_calibration_row *worst = &truth->rows[truth->misfits[0]];
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
    const wyrm_calibration *truth = dossier->sides[side].truth;
    wyrm_picture *picture = wyrm_side_picture(dossier, side, WYRM_PICTURE_SCATTER, "truth",
                                              "Does threat tell how hard a monster is?");
    if (picture == NULL)
        return;
    wyrm_picture_axes(picture, "threat", "points", "hit points that the fight takes", "share");
    picture->x.logarithmic = picture->y.logarithmic = true;
    picture->y.least = LEAST_LOSS;
    wyrm_series *series = wyrm_picture_series(picture, "a monster at a depth");
    for (size_t i = 0; i < truth->row_count; i++) {
        const wyrm_calibration_row *row = &truth->rows[i];
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

static void draw_threat(wyrm_dossier *dossier)
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

#define CATEGORIES 10 /* of items that have a series of their own */
#define KINDS      8  /* of items that can have a colour of their own */

static void loot_command(const wyrm_dossier *dossier, size_t side, wyrm_picture *picture)
{
    wyrm_dossier_command(picture, &dossier->sides[side], "loot", " --bands --runs %llu --seed %llu",
                         (unsigned long long)dossier->sides[side].loot->runs,
                         (unsigned long long)dossier->options.seed);
}

/* The best that is known, with its interval unless it is exact. */
static void add_figure(wyrm_picture *picture, wyrm_series *series, double x,
                       const wyrm_loot_figure *figure)
{
    const wyrm_estimate best = wyrm_loot_best(figure);
    wyrm_mark_estimate(picture, series, x, &best);
}

static double best_value(const wyrm_loot_figure *figure)
{
    return wyrm_loot_best(figure).value;
}

/* The bands of a survey as categories: as many as are reached. */
static size_t add_bands(wyrm_picture *picture, const wyrm_loot_survey *survey)
{
    size_t count = 0;
    while (count < survey->band_count &&
           survey->bands[count].first_depth <= survey->bands[count].last_depth) {
        char name[64];
        const wyrm_loot_band_figures *band = &survey->bands[count++];
        snprintf(name, sizeof name, "%.30s (%d-%d)", band->name, (int)band->first_depth,
                 (int)band->last_depth);
        wyrm_picture_category(picture, name);
    }
    return count;
}

/* ---------------------------------------------------------------- bands */

/* Whether a category has a series: those of pity where two sides share the picture. */
static bool is_drawn(const wyrm_dossier *dossier, const wyrm_loot_survey *survey, size_t category)
{
    if (dossier->side_count == 1)
        return category < CATEGORIES;
    for (size_t p = 0; p < survey->pity_count; p++)
        if (strcmp(survey->bands[0].pity[p].name, survey->categories[category]) == 0)
            return true;
    return false;
}

static void draw_bands(wyrm_dossier *dossier)
{
    const wyrm_loot_survey *survey = dossier->sides[0].loot;
    wyrm_picture *picture =
        wyrm_dossier_picture(dossier, WYRM_PICTURE_DOTS, "loot", "How much does a room hold?");
    if (picture == NULL)
        return;
    wyrm_picture_axes(picture, "band", "", "items in a room", "");
    picture->y.least = 0.0;
    size_t bands = add_bands(picture, survey);
    for (size_t s = 0; s < dossier->side_count; s++) {
        const wyrm_loot_survey *of = dossier->sides[s].loot;
        wyrm_series *all = wyrm_dossier_series(dossier, picture, s, "all items");
        for (size_t b = 0; b < bands && b < of->band_count; b++)
            add_figure(picture, all, (double)b, &of->bands[b].items_per_room);
        for (size_t c = 0; c < of->category_count; c++) {
            if (!is_drawn(dossier, of, c))
                continue;
            wyrm_series *series = wyrm_dossier_series(dossier, picture, s, of->categories[c]);
            for (size_t b = 0; b < bands && b < of->band_count; b++)
                add_figure(picture, series, (double)b, &of->bands[b].categories[c]);
        }
    }
    wyrm_figure one, other;
    const wyrm_loot_band_figures *first = &survey->bands[0];
    const wyrm_loot_band_figures *last = &survey->bands[bands > 0 ? bands - 1 : 0];
    wyrm_picture_caption(picture,
                         "A normal room holds %s items in %.40s and %s in %.40s, what pity "
                         "gives included. An item counts for each of its categories.",
                         wyrm_loot_value(WYRM_CAPTIONS, &first->items_per_room, &one), first->name,
                         wyrm_loot_value(WYRM_CAPTIONS, &last->items_per_room, &other), last->name);
    for (size_t s = 0; s < dossier->side_count; s++)
        loot_command(dossier, s, picture);
}

/* ---------------------------------------------------------------- depths */

/* A colour each. */
static void add_columns(wyrm_picture *picture, const wyrm_loot_by_depth *found,
                        const wyrm_item_kind *kinds)
{
    wyrm_picture_axes(picture, "depth", "", "items in a room", "");
    picture->x.whole = true;
    picture->y.least = 0.0;
    for (size_t k = 0; k < found->kinds; k++) {
        if (!wyrm_loot_comes(found, k))
            continue;
        wyrm_series *series = wyrm_picture_series(picture, kinds[k].title);
        for (size_t d = 1; d <= found->depths; d++) {
            const wyrm_estimate items = wyrm_loot_of_kind(found, d, k);
            wyrm_mark_estimate(picture, series, (double)d, &items);
        }
    }
}

typedef struct contents {
    const wyrm_loot_by_depth *found;
    const wyrm_item_kind *kinds;
} contents;

static wyrm_estimate amount_of(const void *of, size_t depth, size_t kind)
{
    return wyrm_loot_of_kind(((const contents *)of)->found, depth, kind);
}

static const char *item_title_of(const void *of, size_t kind)
{
    return ((const contents *)of)->kinds[kind].title;
}

/* A column each, where there are more than colours; squares where one comes. */
static void add_squares(wyrm_picture *picture, const wyrm_loot_by_depth *found,
                        const wyrm_item_kind *kinds)
{
    const contents all = {found, kinds};
    const wyrm_squares squares = {&all, found->depths, found->kinds, amount_of, item_title_of};
    wyrm_picture_axes(picture, "item", "", "depth", "");
    picture->y.whole = true;
    wyrm_add_squares(picture, "of it in a room", &squares);
}

static void draw_kinds_of(wyrm_dossier *dossier, size_t side, const wyrm_loot_by_depth *found)
{
    const wyrm_item_kind *kinds;
    wyrm_loot_kinds(wyrm_design_loot(dossier->sides[side].design), &kinds);
    size_t present = 0;
    for (size_t k = 0; k < found->kinds; k++)
        present += wyrm_loot_comes(found, k);
    bool columns = present <= KINDS;
    wyrm_picture *picture =
        wyrm_side_picture(dossier, side, columns ? WYRM_PICTURE_STACKED : WYRM_PICTURE_HEAT,
                          "loot-depth", "What does a room bring?");
    if (picture == NULL)
        return;
    (columns ? add_columns : add_squares)(picture, found, kinds);
    const wyrm_estimate *one = &found->items[0], *last = &found->items[found->depths - 1];
    wyrm_figure first, deepest;
    wyrm_picture_caption(picture,
                         "%s, of an ordinary room: %s items on average at depth 1, %s at depth "
                         "%zu. A %s that ends is an item that comes no more.",
                         one->sampled || last->sampled ? "On generated floors" : "Exact",
                         wyrm_figure_estimate(WYRM_CAPTIONS, one, &first),
                         wyrm_figure_estimate(WYRM_CAPTIONS, last, &deepest), found->depths,
                         columns ? "colour" : "column");
    loot_command(dossier, side, picture);
}

static wyrm_status draw_depths(wyrm_dossier *dossier, size_t side, wyrm_error *error)
{
    wyrm_loot_by_depth found;
    const wyrm_dossier_side *of = &dossier->sides[side];
    wyrm_status status = wyrm_loot_find_by_depth(of->design, of->loot, &found, error);
    if (status == WYRM_OK && found.depths > 0 && found.kinds > 0)
        draw_kinds_of(dossier, side, &found);
    wyrm_loot_by_depth_free(&found);
    return status;
}

/* ---------------------------------------------------------------- pity */

/* Counts the rates that are out of the healthy range. */
static void add_rates(const wyrm_dossier *dossier, size_t side, wyrm_picture *picture, size_t bands,
                      size_t *low, size_t *high, size_t *all)
{
    const wyrm_loot_survey *survey = dossier->sides[side].loot;
    for (size_t p = 0; p < survey->pity_count; p++) {
        wyrm_series *series =
            wyrm_dossier_series(dossier, picture, side, survey->bands[0].pity[p].name);
        for (size_t b = 0; b < bands && b < survey->band_count; b++) {
            const wyrm_loot_figure *rate = &survey->bands[b].pity[p].rate;
            double value = best_value(rate);
            add_figure(picture, series, (double)b, rate);
            *low += side == 0 && value < WYRM_PITY_HEALTHY_LOW;
            *high += side == 0 && value > WYRM_PITY_HEALTHY_HIGH;
            *all += side == 0;
        }
    }
}

/* How far a rate is out of the healthy range, and how sure that is. */
static wyrm_estimate distance_of(const wyrm_loot_figure *figure)
{
    wyrm_estimate rate = wyrm_loot_best(figure);
    bool above = rate.value > WYRM_PITY_HEALTHY_HIGH;
    double low = rate.sampled ? rate.ci95.low : rate.value;
    double high = rate.sampled ? rate.ci95.high : rate.value;
    rate.ci95.low = above ? low - WYRM_PITY_HEALTHY_HIGH : WYRM_PITY_HEALTHY_LOW - high;
    rate.ci95.high = above ? high - WYRM_PITY_HEALTHY_HIGH : WYRM_PITY_HEALTHY_LOW - low;
    rate.value = fmax(rate.value - WYRM_PITY_HEALTHY_HIGH, WYRM_PITY_HEALTHY_LOW - rate.value);
    if (!(rate.value > 0.0))
        rate.value = NAN;
    return rate;
}

/* " Farthest out: healing in B3, 20.1 %."; "" where all are healthy. */
static void farthest_words(const wyrm_loot_survey *survey, size_t bands, char *text, size_t size)
{
    enum { RATES = WYRM_PITY_MAX * WYRM_BANDS_MAX };
    wyrm_estimate out[RATES];
    char names[RATES][64];
    const char *pointers[RATES];
    size_t count = 0;
    wyrm_figure share;
    for (size_t p = 0; p < survey->pity_count; p++)
        for (size_t b = 0; b < bands && count < RATES; b++, count++) {
            out[count] = distance_of(&survey->bands[b].pity[p].rate);
            snprintf(names[count], sizeof names[count], "%.30s in %.25s",
                     survey->bands[b].pity[p].name, survey->bands[b].name);
            pointers[count] = names[count];
        }
    const wyrm_greatest most = wyrm_find_greatest(
        WYRM_CAPTIONS, &(wyrm_ranking){.count = count, .figures = out, .names = pointers});
    text[0] = '\0';
    if (most.count == 1)
        snprintf(text, size, " Farthest out: %.60s, %s.", most.where,
                 wyrm_loot_share(WYRM_CAPTIONS,
                                 &survey->bands[most.first % bands].pity[most.first / bands].rate,
                                 &share));
    else if (most.count > 1)
        snprintf(text, size, " Farthest out: %s.", most.where);
}

static void draw_pity(wyrm_dossier *dossier)
{
    wyrm_picture *picture =
        wyrm_dossier_picture(dossier, WYRM_PICTURE_DOTS, "pity", "How often does pity help?");
    if (picture == NULL)
        return;
    wyrm_picture_axes(picture, "band", "", "rooms in which pity gives an item", "share");
    picture->y.least = 0.0;
    size_t low = 0, high = 0, all = 0, bands = add_bands(picture, dossier->sides[0].loot);
    wyrm_series *healthy = wyrm_picture_series(picture, "healthy: 5 to 15 %");
    healthy->reference = true;
    for (size_t b = 0; b < bands; b++)
        wyrm_picture_mark_ci(picture, healthy, (double)b,
                             (WYRM_PITY_HEALTHY_LOW + WYRM_PITY_HEALTHY_HIGH) / 2.0,
                             (wyrm_interval){WYRM_PITY_HEALTHY_LOW, WYRM_PITY_HEALTHY_HIGH});
    for (size_t s = 0; s < dossier->side_count; s++)
        add_rates(dossier, s, picture, bands, &low, &high, &all);
    char farthest[200];
    farthest_words(dossier->sides[0].loot, bands, farthest, sizeof farthest);
    wyrm_picture_caption(picture,
                         "Of %zu rates %zu are above the healthy range, where chance alone gives "
                         "too little, and %zu below it, where it gives plenty.%s",
                         all, high, low, farthest);
    for (size_t s = 0; s < dossier->side_count; s++)
        loot_command(dossier, s, picture);
}

/* The most rooms in a row that bring none of a category; WYRM_DROUGHT_MAX: that many and more. */
static int longest_wait(const wyrm_loot_pity_figures *pity)
{
    int longest = WYRM_DROUGHT_MAX;
    while (longest > 0 && !(best_value(&pity->drought[longest]) > 0.0))
        longest--;
    return longest;
}

/* "Pity sets an end to it: after 5 rooms for healing, 7 for panic." */
static void waits_words(const wyrm_loot_band_figures *band, size_t pity_count, char *text,
                        size_t size)
{
    int used = snprintf(text, size, "%s", "Where pity acts, the line breaks off");
    const char *before = ": after ";
    for (size_t p = 0; p < pity_count && p < 5; p++) {
        int longest = longest_wait(&band->pity[p]);
        if (longest == WYRM_DROUGHT_MAX)
            continue;
        used +=
            snprintf(text + used, size - (size_t)used, "%s%d%s for %.30s", before, longest,
                     before[0] == ':' ? longest == 1 ? " room" : " rooms" : "", band->pity[p].name);
        before = ", ";
    }
    snprintf(text + used, size - (size_t)used, ".");
}

static void draw_drought(wyrm_dossier *dossier)
{
    const wyrm_loot_survey *survey = dossier->sides[0].loot;
    wyrm_picture *picture = wyrm_dossier_picture(dossier, WYRM_PICTURE_LINES, "drought",
                                                 "How long can luck stay away?");
    if (picture == NULL)
        return;
    char waits[320];
    waits_words(&survey->bands[0], survey->pity_count, waits, sizeof waits);
    wyrm_picture_axes(picture, "rooms in a row without one", "", "rooms at such an end", "share");
    picture->x.whole = true;
    picture->y.least = 0.0;
    for (size_t s = 0; s < dossier->side_count; s++) {
        const wyrm_loot_survey *of = dossier->sides[s].loot;
        for (size_t p = 0; p < of->pity_count; p++) {
            const wyrm_loot_pity_figures *pity = &of->bands[0].pity[p];
            wyrm_series *series = wyrm_dossier_series(dossier, picture, s, pity->name);
            for (int n = 1; n <= WYRM_DROUGHT_MAX; n++)
                add_figure(picture, series, n, &pity->drought[n]);
        }
    }
    wyrm_picture_caption(picture,
                         "In %.40s: the share of rooms at whose end the last so many rooms, or "
                         "more, brought none of a category. %s",
                         survey->bands[0].name, waits);
    for (size_t s = 0; s < dossier->side_count; s++)
        loot_command(dossier, s, picture);
}

wyrm_status wyrm_draw_loot(wyrm_dossier *dossier, wyrm_error *error)
{
    bool categories = false, pity = false;
    wyrm_status status = WYRM_OK;
    draw_threat(dossier);
    for (size_t s = 0; s < dossier->side_count; s++) {
        categories |= dossier->sides[s].loot->category_count > 0;
        pity |= dossier->sides[s].loot->pity_count > 0;
    }
    if (categories || dossier->sides[0].loot->band_count > 1)
        draw_bands(dossier);
    for (size_t s = 0; s < dossier->side_count && status == WYRM_OK; s++)
        if (dossier->sides[s].loot->category_count == 0)
            status = draw_depths(dossier, s, error);
    if (pity) {
        draw_pity(dossier);
        draw_drought(dossier);
    }
    return status;
}
