/* Charts of the content of rooms: threat against its budgets and against real fights, loot, pity.
 *
 * Each shows what is wanted as a reference beside what is there: no threat is good or bad by
 * itself, only against the budget of its depth, and pity is healthy in a range where it is felt but
 * does not take over. */
#include "html/internal.h"
#include <math.h>
#include <string.h>

/* Adds a reference series for a wanted range. */
static html_series *add_wanted(html_chart *chart, const char *name)
{
    html_series *wanted = html_add_series(chart, name);
    wanted->reference = true;
    return wanted;
}

static void add_range(html_series *wanted, double x, wyrm_interval range)
{
    html_add_interval(wanted, x, (range.low + range.high) / 2.0, range);
}

/* ---- Threat: rooms and floors against their budgets ---- */

#define MISFITS    10    /* monsters with a name in the scatter plot */
#define LEAST_LOSS 0.001 /* share of hit points where the axis begins */

static void fill_rooms(html_chart *chart)
{
    const wyrm_threat_survey *survey = chart->report->sides[chart->side].threat;
    double lowest = 10.0;
    if (survey == NULL)
        return;
    chart->y.logarithmic = true;
    chart->between = "middle 90 % of rooms";
    html_series *wanted = add_wanted(chart, "budget");
    html_series *rooms = html_add_series(chart, "rooms (bar: median, line: all)");
    for (int32_t i = 0; i < survey->depth_count; i++) {
        const wyrm_threat_depth *depth = &survey->depths[i];
        const wyrm_interval middle = {depth->all.p05, depth->all.p95};
        double x = html_category(chart, base_say(chart->arena, "%d", (int)depth->depth));
        add_range(wanted, x, depth->room_budget);
        html_mark *mark = html_add_interval(rooms, x, depth->all.p50, middle);
        if (depth->all.rooms > 0) {
            mark->value = depth->all.threat.min;
            mark->most = depth->all.threat.max;
        }
        if (depth->room_budget.low > 0.0)
            lowest = fmin(lowest, depth->room_budget.low);
    }
    /* The axis begins below every budget; empty rooms, with a threat of 0, lie at its end. */
    chart->y.least = lowest / 2.0;
    text_figure share;
    const wyrm_ratio_estimate over = text_etp_sum(survey, WYRM_THREAT_OVER);
    html_caption(chart,
                 "Boxes that reach above the band are rooms that hold too much: %s of all rooms "
                 "do. Empty rooms count too, at the foot of the chart.",
                 text_figure_ratio(HTML_UTF8, &over, &share));
}

static void fill_floors(html_chart *chart)
{
    const wyrm_threat_survey *survey = chart->report->sides[chart->side].threat;
    uint64_t out[2] = {0, 0}, all = 0; /* floors above and below their budget; all floors */
    text_figure shares[2];
    if (survey == NULL)
        return;
    html_series *wanted = add_wanted(chart, "budget");
    html_series *floors = html_add_series(chart, "mean of floors");
    for (int32_t i = 0; i < survey->depth_count; i++) {
        const wyrm_threat_depth *depth = &survey->depths[i];
        add_range(wanted, depth->depth, depth->floor_budget);
        if (depth->floor.count == 0)
            continue;
        all += depth->floor.count;
        html_add_estimate(floors, depth->depth, text_estimate_mean(&depth->floor));
        out[0] += depth->over;
        out[1] += depth->under;
    }
    if (all == 0)
        return;
    for (int i = 0; i < 2; i++)
        text_figure_share(HTML_UTF8, (double)out[i] / (double)all,
                          wyrm_share_interval(out[i], all, 0.95), &shares[i]);
    html_caption(
        chart, "All rooms of a floor together: %s of floors hold more than their budget, %s less.",
        shares[0].text, shares[1].text);
}

/* Threat against the cost of the fight. */
static void fill_calibration(html_chart *chart)
{
    const html_side *side = &chart->report->sides[chart->side];
    const wyrm_roster *roster = wyrm_design_roster(side->design);
    const wyrm_calibration *of = side->calibration;
    const char *rest = "";
    if (of == NULL)
        return;
    chart->x.logarithmic = chart->y.logarithmic = true;
    chart->y.least = LEAST_LOSS;
    html_series *series = html_add_series(chart, "a monster at a depth");
    for (size_t i = 0; i < of->row_count; i++) {
        const wyrm_calibration_row *row = &of->rows[i];
        html_mark *mark = html_add_mark(series, row->threat, row->price.lost.value);
        mark->label = base_say(chart->arena, "%.70s, depth %d",
                               wyrm_roster_monster(roster, row->monster)->title, (int)row->depth);
    }
    for (size_t i = 0; i < of->misfit_count && i < MISFITS; i++)
        series->marks[of->misfits[i]].named = true;
    if (of->misfit_count > 0) {
        const wyrm_calibration_row *worst = &of->rows[of->misfits[0]];
        bool easier = worst->factor < 1.0;
        rest = base_say(chart->arena,
                        " Farthest off is %.60s at depth %d: %.2g times as %s as its threat "
                        "says, beside its neighbours.",
                        wyrm_roster_monster(roster, worst->monster)->title, (int)worst->depth,
                        easier ? 1.0 / worst->factor : worst->factor, easier ? "easy" : "hard");
    }
    html_caption(chart,
                 "Where threat told the truth, points would rise from the left to the right, with "
                 "a rank correlation of 1; %s.%s What takes less than 0.1 %% lies on the ground.",
                 isnan(of->rank) ? "there are too few of them to tell"
                                 : base_say(chart->arena, "it is %.2f", of->rank),
                 rest);
}

static void threat_command(html_chart *chart, size_t side)
{
    bool verbose = strcmp(chart->row->id, "truth") == 0;
    html_side_command(chart, side, "etp", "%s --runs %llu --seed %llu", verbose ? " --verbose" : "",
                      (unsigned long long)chart->report->sides[side].threat->runs,
                      (unsigned long long)chart->report->options.seed);
}

/* clang-format off */
const html_chart_row html_threat_rows[] = {
    {"budgets", "Do rooms keep their budget of threat?", HTML_RANGES, HTML_EACH_SIDE,
     {"depth", "", "threat of a room", "points"}, fill_rooms, .command = threat_command},
    {"floors", "Do floors keep their budget of threat?", HTML_LINES,
     HTML_EACH_SIDE | HTML_WHOLE_X | HTML_FROM_ZERO,
     {"depth", "", "threat of a floor", "points"}, fill_floors, .command = threat_command},
    {"truth", "Does threat tell how hard a monster is?", HTML_SCATTER, HTML_EACH_SIDE,
     {"threat", "points", "hit points that the fight takes", "share"}, fill_calibration,
     .command = threat_command},
    {.id = NULL},
};
/* clang-format on */

/* ---- Items ---- */

#define CATEGORIES 10 /* categories of items with a series of their own, at most */
#define COLOURS    8  /* kinds of items with a colour each, at most */

/* Adds the bands of the first side as categories, as far as dungeons reach; returns their
 * number. */
static size_t add_bands(html_chart *chart)
{
    const wyrm_loot_survey *survey = chart->report->sides[0].loot;
    size_t count = 0;
    while (count < survey->band_count &&
           survey->bands[count].first_depth <= survey->bands[count].last_depth) {
        const wyrm_loot_band_figures *band = &survey->bands[count++];
        (void)html_category(chart, base_say(chart->arena, "%.30s (%d-%d)", band->name,
                                            (int)band->first_depth, (int)band->last_depth));
    }
    return count;
}

/* A series for all items and one for each category; in a comparison only for categories with
 * pity. */
static void fill_bands(html_chart *chart)
{
    const html_report *report = chart->report;
    const wyrm_loot_survey *survey = report->sides[0].loot;
    bool categories = survey->band_count > 1;
    for (size_t s = 0; s < report->head.side_count; s++)
        categories |= report->sides[s].loot->category_count > 0;
    size_t bands = categories ? add_bands(chart) : 0;
    if (bands == 0)
        return;
    for (size_t s = 0; s < report->head.side_count; s++) {
        const wyrm_loot_survey *of = report->sides[s].loot;
        for (size_t c = 0; c <= of->category_count; c++) { /* 0: all items, then the categories */
            bool draws = c == 0 || (report->head.side_count == 1 && c <= CATEGORIES);
            for (size_t p = 0; p < of->pity_count && report->head.side_count > 1 && !draws; p++)
                draws = strcmp(of->bands[0].pity[p].name, of->categories[c - 1]) == 0;
            if (!draws)
                continue;
            html_series *series =
                html_side_series(chart, s, c == 0 ? "all items" : of->categories[c - 1]);
            for (size_t b = 0; b < bands && b < of->band_count; b++) {
                const wyrm_loot_band_figures *band = &of->bands[b];
                html_add_estimate(
                    series, (double)b,
                    wyrm_loot_best(c == 0 ? &band->items_per_room : &band->categories[c - 1]));
            }
        }
    }
    text_figure one, other;
    const wyrm_loot_band_figures *first = &survey->bands[0], *last = &survey->bands[bands - 1];
    html_caption(chart,
                 "A normal room holds %s items in %.40s and %s in %.40s, what pity gives included. "
                 "An item counts for each of its categories.",
                 text_loot_value(HTML_UTF8, &first->items_per_room, &one), first->name,
                 text_loot_value(HTML_UTF8, &last->items_per_room, &other), last->name);
}

/* Kinds of items by depth, for loot without categories. */
static void fill_loot(html_chart *chart)
{
    const html_side *side = &chart->report->sides[chart->side];
    const wyrm_item_kind *items;
    base_arena *arena = chart->arena;
    text_loot_by_depth *found = base_new(arena, text_loot_by_depth);
    if (side->loot->category_count > 0)
        return;
    base_must(arena,
              text_loot_find_by_depth(arena, side->design, side->loot, found, &arena->error));
    wyrm_loot_kinds(wyrm_design_loot(side->design), &items);
    if (found->depths == 0 || found->kinds == 0)
        return;
    html_kinds of = html_new_kinds(chart->arena, found->depths, found->kinds);
    for (size_t k = 0; k < of.kinds; k++) {
        of.titles[k] = items[k].title;
        for (size_t d = 0; d < of.rows; d++)
            of.cells[d * of.kinds + k] = text_loot_of_kind(found, d + 1, k);
    }
    html_add_kinds(chart, &of, COLOURS, "item", "of it in a room");
    const wyrm_estimate *one = &found->items[0], *last = &found->items[found->depths - 1];
    html_caption(chart,
                 "%s, of an ordinary room: %s items on average at depth 1, %s at depth %zu. A %s "
                 "that ends is an item that comes no more.",
                 one->sampled || last->sampled ? "On generated floors" : "Exact",
                 html_estimate(chart, *one), html_estimate(chart, *last), found->depths,
                 chart->kind == HTML_STACKED ? "colour" : "column");
}

/* ---- Pity ---- */

/* What is wanted of the rate of a category in a band of the first side. */
static wyrm_interval wanted_at(const html_report *report, size_t pity, size_t band)
{
    const wyrm_loot_survey *survey = report->sides[0].loot;
    return wyrm_loot_pity_wanted(report->sides[0].design, survey,
                                 survey->bands[band].pity[pity].name, band);
}

/* How far a rate is outside of what is wanted, with its interval; NAN if it is inside. */
static wyrm_estimate distance_of(wyrm_estimate rate, wyrm_interval wanted)
{
    bool above = rate.value > wanted.high;
    double low = rate.sampled ? rate.ci95.low : rate.value;
    double high = rate.sampled ? rate.ci95.high : rate.value;
    rate.ci95.low = above ? low - wanted.high : wanted.low - high;
    rate.ci95.high = above ? high - wanted.high : wanted.low - low;
    rate.value = fmax(rate.value - wanted.high, wanted.low - rate.value);
    if (!(rate.value > 0.0))
        rate.value = NAN;
    return rate;
}

/* Says how many rates of the first side are above and below, and which is the farthest out. */
static void caption_pity(html_chart *chart, const wyrm_loot_survey *survey, size_t bands, bool own)
{
    size_t all = survey->pity_count * bands, low = 0, high = 0;
    wyrm_estimate *out = base_array(chart->arena, wyrm_estimate, all);
    const char **names = base_array(chart->arena, const char *, all), *rest = "";
    for (size_t i = 0; i < all; i++) {
        const wyrm_loot_band_figures *band = &survey->bands[i % bands];
        const wyrm_loot_pity_figures *pity = &band->pity[i / bands];
        const wyrm_estimate rate = wyrm_loot_best(&pity->rate);
        const wyrm_interval wanted = wanted_at(chart->report, i / bands, i % bands);
        low += rate.value < wanted.low;
        high += rate.value > wanted.high;
        out[i] = distance_of(rate, wanted);
        names[i] = base_say(chart->arena, "%.30s in %.25s", pity->name, band->name);
    }
    const text_greatest most = text_find_greatest(
        HTML_UTF8, &(text_ranking){.count = all, .figures = out, .names = names});
    if (most.count == 1) {
        const wyrm_loot_band_figures *band = &survey->bands[most.first % bands];
        text_figure share;
        text_loot_share(HTML_UTF8, &band->pity[most.first / bands].rate, &share);
        rest = base_say(chart->arena, " Farthest out: %.60s, %s.", most.where, share.text);
    } else if (most.count > 1) {
        rest = base_say(chart->arena, " Farthest out: %s.", most.where);
    }
    html_caption(chart,
                 "Of %zu rates %zu are above %s, where chance alone gives too little, and %zu "
                 "below it, where it gives plenty.%s",
                 all, high,
                 own ? "what the targets of the ruleset want, or else is healthy"
                     : "the healthy range",
                 low, rest);
}

/* Draws what is wanted of all rates of a band that the first side has, where it is the same for all
 * of them. Returns whether it is by targets of the ruleset anywhere. */
static bool add_pity_wanted(html_chart *chart, size_t bands)
{
    const html_report *report = chart->report;
    const wyrm_loot_survey *survey = report->sides[0].loot;
    const wyrm_interval usual = {WYRM_PITY_HEALTHY_LOW, WYRM_PITY_HEALTHY_HIGH};
    bool own = false;
    for (size_t i = 0; i < survey->pity_count * bands; i++) {
        const wyrm_interval wanted = wanted_at(report, i / bands, i % bands);
        own |= wanted.low != usual.low || wanted.high != usual.high;
    }
    html_series *series = add_wanted(chart, own ? "wanted" : "healthy: 5 to 15 %");
    for (size_t b = 0; b < bands; b++) {
        bool same = true;
        wyrm_interval first = survey->pity_count > 0 ? wanted_at(report, 0, b) : usual;
        for (size_t p = 1; p < survey->pity_count; p++) {
            const wyrm_interval other = wanted_at(report, p, b);
            same &= other.low == first.low && other.high == first.high;
        }
        if (same)
            add_range(series, (double)b,
                      (wyrm_interval){fmax(first.low, 0.0), fmin(first.high, 1.0)});
    }
    return own;
}

static bool has_pity(const html_report *report)
{
    for (size_t s = 0; s < report->head.side_count; s++)
        if (report->sides[s].loot->pity_count > 0)
            return true;
    return false;
}

static void fill_pity(html_chart *chart)
{
    const html_report *report = chart->report;
    size_t bands = has_pity(report) ? add_bands(chart) : 0;
    if (bands == 0)
        return;
    const bool own = add_pity_wanted(chart, bands);
    for (size_t s = 0; s < report->head.side_count; s++) {
        const wyrm_loot_survey *survey = report->sides[s].loot;
        for (size_t p = 0; p < survey->pity_count; p++) {
            html_series *series = html_side_series(chart, s, survey->bands[0].pity[p].name);
            for (size_t b = 0; b < bands && b < survey->band_count; b++)
                html_add_estimate(series, (double)b,
                                  wyrm_loot_best(&survey->bands[b].pity[p].rate));
        }
    }
    caption_pity(chart, report->sides[0].loot, bands, own);
}

/* Droughts by length. The caption: "Where pity acts, the line breaks off: after 5 rooms for
 * healing, 7 for panic." */
static void fill_drought(html_chart *chart)
{
    const html_report *report = chart->report;
    const wyrm_loot_survey *survey = report->sides[0].loot;
    const char *words = "Where pity acts, the line breaks off";
    bool any = false;
    if (!has_pity(report) || survey->band_count == 0)
        return;
    for (size_t s = 0; s < report->head.side_count; s++) {
        const wyrm_loot_survey *of = report->sides[s].loot;
        for (size_t p = 0; p < of->pity_count; p++) {
            const wyrm_loot_pity_figures *pity = &of->bands[0].pity[p];
            html_series *series = html_side_series(chart, s, pity->name);
            for (int n = 1; n <= WYRM_DROUGHT_MAX; n++)
                html_add_estimate(series, n, wyrm_loot_best(&pity->drought[n]));
        }
    }
    for (size_t p = 0; p < survey->pity_count; p++) {
        /* The longest drought that happens; WYRM_DROUGHT_MAX: that long or longer. */
        const wyrm_loot_pity_figures *pity = &survey->bands[0].pity[p];
        int longest = WYRM_DROUGHT_MAX;
        while (longest > 0 && !(wyrm_loot_best(&pity->drought[longest]).value > 0.0))
            longest--;
        if (longest == WYRM_DROUGHT_MAX)
            continue;
        const char *rooms = longest == 1 ? " room" : " rooms";
        words = base_say(chart->arena, "%s%s%d%s for %.30s", words, any ? ", " : ": after ",
                         longest, any ? "" : rooms, pity->name);
        any = true;
    }
    html_caption(chart,
                 "In %.40s: the share of rooms at whose end the last so many rooms, or more, "
                 "brought none of a category. %s.",
                 survey->bands[0].name, words);
}

static void loot_command(html_chart *chart, size_t side)
{
    html_side_command(chart, side, "loot", " --bands --runs %llu --seed %llu",
                      (unsigned long long)chart->report->sides[side].loot->runs,
                      (unsigned long long)chart->report->options.seed);
}

/* clang-format off */
const html_chart_row html_loot_rows[] = {
    {"loot", "How much does a room hold?", HTML_DOTS, HTML_FROM_ZERO,
     {"band", "", "items in a room", ""}, fill_bands, .command = loot_command},
    {"loot-depth", "What does a room bring?", HTML_STACKED,
     HTML_EACH_SIDE | HTML_WHOLE_X | HTML_FROM_ZERO, {"depth", "", "items in a room", ""},
     fill_loot, .command = loot_command},
    {"pity", "How often does pity help?", HTML_DOTS, HTML_FROM_ZERO,
     {"band", "", "rooms in which pity gives an item", "share"}, fill_pity,
     .command = loot_command},
    {"drought", "How long can luck stay away?", HTML_LINES, HTML_WHOLE_X | HTML_FROM_ZERO,
     {"rooms in a row without one", "", "rooms at such an end", "share"}, fill_drought,
     .command = loot_command},
    {.id = NULL},
};
/* clang-format on */
