/* What is wrong with loot, what would mend it, and why a category comes as often as it does
 * (--why). */
#include "base/arena.h"
#include "text/internal.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Figures of loot, and what of them is asked for. */

bool wyrm_loot_is_asked(const wyrm_loot_report *report, const char *category)
{
    return report->category == NULL || strcmp(report->category, category) == 0;
}

bool wyrm_loot_has_rooms(const wyrm_loot_report *report, size_t band)
{
    const wyrm_loot_band_figures *figures = &report->survey->bands[band];
    return figures->first_depth <= figures->last_depth && figures->rooms > 0 &&
           (report->band == NULL || strcmp(report->band, figures->name) == 0);
}

const char *wyrm_loot_value(wyrm_style style, const wyrm_loot_figure *figure, wyrm_figure *out)
{
    const wyrm_estimate best = wyrm_loot_best(figure);
    wyrm_figure low, high;
    wyrm_figure_exact(best.ci95.low, &low);
    wyrm_figure_exact(best.ci95.high, &high);
    bool certain = figure->has_exact && strcmp(low.text, high.text) == 0;
    return certain ? wyrm_figure_exact(best.value, out) : wyrm_figure_estimate(style, &best, out);
}

const char *wyrm_loot_share(wyrm_style style, const wyrm_loot_figure *figure, wyrm_figure *out)
{
    const wyrm_estimate best = wyrm_loot_best(figure);
    wyrm_figure low, high;
    wyrm_figure_percent(best.ci95.low, &low);
    wyrm_figure_percent(best.ci95.high, &high);
    bool certain = figure->has_exact && strcmp(low.text, high.text) == 0;
    return certain ? wyrm_figure_percent(best.value, out)
                   : wyrm_figure_estimated_share(style, &best, out);
}

/* The answer of `wyrm loot --why`: the chance of an item of each pity category, and which items
 * make it up. */

#define ITEMS_SHOWN 6

typedef struct share_row {
    double share;
    size_t kind;
} share_row;

static int by_share(const void *a, const void *b)
{
    const share_row *one = a, *other = b;
    if (one->share < other->share || one->share > other->share)
        return one->share > other->share ? -1 : 1;
    return (one->kind > other->kind) - (one->kind < other->kind);
}

/* The items of a category by their share of all items: "healing_potion 4.1 %, ...". */
static void name_items(const wyrm_loot_report *report, const double *shares, size_t category,
                       double *sum, wyrm_text *out, share_row *rows)
{
    const wyrm_loot *loot = wyrm_design_loot(report->design);
    const wyrm_loot_facts *facts = wyrm_loot_facts_of(loot);
    const wyrm_item_kind *kinds;
    size_t all = wyrm_loot_kinds(loot, &kinds), count = 0;
    *sum = 0;
    for (size_t k = 0; k < all; k++) {
        if (!(facts->kind_categories[k] >> category & 1u) || !(shares[k] > 0))
            continue;
        rows[count++] = (share_row){shares[k], k};
        *sum += shares[k];
    }
    qsort(rows, count, sizeof *rows, by_share);
    for (size_t i = 0; i < count && i < ITEMS_SHOWN; i++) {
        wyrm_figure figure;
        wyrm_text_appendf(out, "%s%s %s", i > 0 ? ", " : "", kinds[rows[i].kind].name,
                          wyrm_figure_percent(rows[i].share, &figure));
    }
    if (count > ITEMS_SHOWN)
        wyrm_text_appendf(out, " and %zu more", count - ITEMS_SHOWN);
}

/* One pity category of one band, at the band's last depth, where it brings the most items. */
static void explain(const wyrm_loot_report *report, size_t band, size_t pity, double *shares,
                    share_row *rows, wyrm_page *page)
{
    const wyrm_loot *loot = wyrm_design_loot(report->design);
    const wyrm_loot_facts *facts = wyrm_loot_facts_of(loot);
    const wyrm_loot_band_figures *figures = &report->survey->bands[band];
    wyrm_loot_context context = {
        .depth = figures->last_depth, .level = figures->last_depth, .rooms = 2};
    double sum;
    wyrm_text items = {0};
    wyrm_figure mean, share, natural, rate;
    const char *mode = report->survey->mode[0] != '\0' ? report->survey->mode : NULL;
    if (!wyrm_page_needs(page, wyrm_loot_mode(loot, mode, &context.mode, &page->error)) ||
        !wyrm_page_needs(page, wyrm_loot_shares(loot, &context, shares, &page->error)))
        return;
    wyrm_loot_value(page->style, &report->survey->depths[figures->last_depth - 1].items_per_room,
                    &mean);
    name_items(report, shares, facts->pity_categories[pity], &sum, &items, rows);
    wyrm_page_add(page, "   ");
    wyrm_page_wrapf(
        page, 3, 6,
        "%s: a room of depth %d has %s item%s by chance, each is one of %s with %s%s%s%s. So "
        "%s of the band's rooms bring one; after %u rooms without, pity does: in %s of "
        "rooms.",
        figures->name, (int)figures->last_depth, mean.text, strcmp(mean.text, "1") == 0 ? "" : "s",
        figures->pity[pity].name, wyrm_figure_percent(sum, &share), items.length > 0 ? " (" : "",
        items.length > 0 ? items.bytes : "", items.length > 0 ? ")" : "",
        wyrm_loot_share(page->style, &figures->pity[pity].natural, &natural),
        (unsigned)facts->pity->thresholds[band][pity],
        wyrm_loot_share(page->style, &figures->pity[pity].rate, &rate));
    if (items.failed)
        wyrm_page_fail(page);
    wyrm_text_drop(&items);
}

void wyrm_loot_print_why(const wyrm_loot_report *report, wyrm_page *page)
{
    const wyrm_loot_survey *survey = report->survey;
    const wyrm_item_kind *kinds;
    size_t count = wyrm_loot_kinds(wyrm_design_loot(report->design), &kinds);
    double *shares = base_zeroed(count + 1, sizeof *shares);
    share_row *rows = base_zeroed(count + 1, sizeof *rows);
    if (shares == NULL || rows == NULL)
        wyrm_page_fail(page);
    for (size_t p = 0; shares != NULL && rows != NULL && p < survey->pity_count; p++) {
        if (!wyrm_loot_is_asked(report, survey->bands[0].pity[p].name))
            continue;
        wyrm_page_addf(page, "\nwhy: %s pity\n", survey->bands[0].pity[p].name);
        for (size_t b = 0; b < survey->band_count; b++)
            if (wyrm_loot_has_rooms(report, b))
                explain(report, b, p, shares, rows, page);
    }
    wyrm_free(rows);
    wyrm_free(shares);
}

#define FINE   0.0005 /* an interval of a rate that its digits in words do not show */
#define WANTED ((WYRM_PITY_HEALTHY_LOW + WYRM_PITY_HEALTHY_HIGH) / 2)

/* Neighbours in the list that say the same of one category. */
typedef struct advice_run {
    const wyrm_loot_advice *first;
    size_t count;
} advice_run;

static advice_run run_at(const wyrm_loot_report *report, size_t from)
{
    const wyrm_loot_advices *advices = report->advices;
    advice_run run = {&advices->list[from], 0};
    while (from + run.count < advices->count &&
           advices->list[from + run.count].kind == run.first->kind &&
           strcmp(advices->list[from + run.count].category, run.first->category) == 0)
        run.count++;
    return run;
}

/* "B2-B5", "B1, B3-B5" */
static void name_bands(const wyrm_loot_report *report, const advice_run *run, char *out,
                       size_t size)
{
    const wyrm_loot_band_figures *bands = report->survey->bands;
    size_t used = 0;
    out[0] = '\0';
    for (size_t i = 0; i < run->count && used < size;) {
        size_t last = i;
        while (last + 1 < run->count && run->first[last + 1].band == run->first[last].band + 1)
            last++;
        int added = snprintf(out + used, size - used, "%s%s", i > 0 ? ", " : "",
                             bands[run->first[i].band].name);
        used += added > 0 ? (size_t)added : 0;
        if (last > i && used < size) {
            added = snprintf(out + used, size - used, "-%s", bands[run->first[last].band].name);
            used += added > 0 ? (size_t)added : 0;
        }
        i = last + 1;
    }
}

/* The rate in whole tenths of a percent where it is known to those. */
static void name_rate(wyrm_style style, const wyrm_estimate *rate, wyrm_figure *out)
{
    if (rate->ci95.high - rate->ci95.low < FINE)
        wyrm_figure_percent(rate->value, out);
    else
        wyrm_figure_estimated_share(style, rate, out);
}

/* "19.4 %", or "16.2 % to 22.0 %" over more than one band. */
static void name_rates(wyrm_style style, const advice_run *run, char out[96])
{
    const wyrm_loot_advice *low = run->first, *high = run->first;
    wyrm_figure least, most;
    for (size_t i = 1; i < run->count; i++) {
        low = run->first[i].rate.value < low->rate.value ? &run->first[i] : low;
        high = run->first[i].rate.value > high->rate.value ? &run->first[i] : high;
    }
    name_rate(style, &low->rate, &least);
    name_rate(style, &high->rate, &most);
    if (strcmp(least.text, most.text) == 0)
        snprintf(out, 96, "%s", least.text);
    else
        snprintf(out, 96, "%.40s to %.40s", least.text, most.text);
}

static size_t pity_index(const wyrm_loot_survey *survey, const char *name)
{
    size_t index = 0;
    while (index < survey->pity_count && strcmp(survey->bands[0].pity[index].name, name) != 0)
        index++;
    return index;
}

/* What one band's mend is, in words, where no setting of the ruleset alone would do it. */
static void print_mend(const wyrm_loot_advice *advice, const char *band, const wyrm_loot_mend *mend,
                       wyrm_page *page)
{
    wyrm_figure factor, rate;
    wyrm_page_add(page, "   ");
    if (!mend->possible && mend->limit > WANTED)
        wyrm_page_wrapf(page, 3, 3,
                        "%s: no weight mends that; were every item there one of %s, it would still "
                        "fire in %s. More items a room, or a higher threshold, would.",
                        band, advice->category, wyrm_figure_percent(mend->limit, &rate));
    else if (!mend->possible)
        wyrm_page_wrapf(page, 3, 3, "%s: no factor on its weights brings it to %.0f %%.", band,
                        100 * WANTED);
    else
        wyrm_page_wrapf(page, 3, 3,
                        "%s: weights of its items %s times as high would bring it to %s.", band,
                        wyrm_figure_exact(round(100 * mend->factor) / 100, &factor),
                        wyrm_figure_percent(mend->rate, &rate));
}

/* A setting that would mend one band, as a row of a table; its columns come with the first. */
static void add_setting(const char *band, const wyrm_loot_mend *mend, wyrm_table *table)
{
    if (table->columns == 0) {
        char heading[sizeof mend->path + 16];
        const char *last = strrchr(mend->path, '.');
        int length = last != NULL ? (int)(last - mend->path) : (int)strlen(mend->path);
        snprintf(heading, sizeof heading, "%.*s", length, mend->path);
        wyrm_table_column(table, WYRM_LEFT, "band");
        wyrm_table_column(table, WYRM_RIGHT, heading);
        wyrm_table_column(table, WYRM_RIGHT, "instead of");
        wyrm_table_column(table, WYRM_RIGHT, "pity gives");
    }
    wyrm_table_cell(table, band);
    wyrm_cell_exact(table, round(1000 * mend->new_value) / 1000);
    wyrm_cell_exact(table, mend->old_value);
    wyrm_cell_percent(table, mend->rate);
}

/* What would mend each band: settings in a table, the rest in words. */
static void print_mends(const wyrm_loot_report *report, const advice_run *run, wyrm_page *page)
{
    wyrm_table table = wyrm_table_of(page, "");
    for (size_t i = 0; i < run->count; i++) {
        const wyrm_loot_advice *advice = &run->first[i];
        const char *band = report->survey->bands[advice->band].name;
        wyrm_loot_mend mend;
        wyrm_status status = wyrm_loot_find_mend(report->design, report->survey, advice->band,
                                                 pity_index(report->survey, advice->category),
                                                 WANTED, &mend, &page->error);
        if (status == WYRM_ERROR_ARGUMENT)
            continue; /* nothing exact to go by */
        if (!wyrm_page_needs(page, status))
            break;
        if (mend.possible && mend.path[0] != '\0')
            add_setting(band, &mend, &table);
        else
            print_mend(advice, band, &mend, page);
    }
    wyrm_table_end(&table, 3);
}

static const char *severity(const advice_run *run)
{
    double most = 0;
    for (size_t i = 0; i < run->count; i++)
        most = fmax(most, run->first[i].rate.value);
    return most >= WYRM_PITY_PROBLEM   ? " That is a problem."
           : most >= WYRM_PITY_TOO_LOW ? " Its base rates are too low."
                                       : "";
}

/* "Healing": a category at the start of a sentence. */
static void capital(const char *category, char out[64])
{
    snprintf(out, 64, "%s", category);
    if (out[0] >= 'a' && out[0] <= 'z')
        out[0] = (char)(out[0] - 'a' + 'A');
}

static void print_run(const wyrm_loot_report *report, const advice_run *run, wyrm_page *page)
{
    char bands[256], rates[96], category[64];
    name_bands(report, run, bands, sizeof bands);
    name_rates(page->style, run, rates);
    capital(run->first->category, category);
    bool often = run->first->kind == WYRM_LOOT_PITY_OFTEN;
    if (run->first->kind == WYRM_LOOT_NO_ITEMS) {
        wyrm_page_wrapf(page, 0, 3, "%s has no item in %s.", category, bands);
        return;
    }
    if (run->first->kind == WYRM_LOOT_PITY_EMPTY) {
        wyrm_page_wrapf(page, 0, 3,
                        "%s pity has nothing to give in %s: no item of the category is "
                        "allowed there.",
                        category, bands);
        return;
    }
    wyrm_page_wrapf(page, 0, 3, "%s pity fires too %s in %s: %s of rooms, wanted %.0f-%.0f %%.%s",
                    category, often ? "often" : "seldom", bands, rates, 100 * WYRM_PITY_HEALTHY_LOW,
                    100 * WYRM_PITY_HEALTHY_HIGH,
                    often ? severity(run) : " Base rates are generous there.");
    if (often)
        print_mends(report, run, page);
}

static bool is_asked(const wyrm_loot_report *report, const wyrm_loot_advice *advice)
{
    return wyrm_loot_is_asked(report, advice->category) &&
           wyrm_loot_has_rooms(report, advice->band);
}

/* Says only what was looked at. */
static void print_nothing_amiss(const wyrm_loot_report *report, wyrm_page *page)
{
    const wyrm_loot_survey *survey = report->survey;
    const char *title = wyrm_ruleset_title(wyrm_design_ruleset(report->design));
    wyrm_figure figure;
    if (survey->pity_count > 0)
        wyrm_page_wrapf(page, 0, 0, "%s: nothing is amiss with pity, and no category is empty.",
                        title);
    else if (survey->category_count > 0)
        wyrm_page_wrapf(page, 0, 0, "%s: no category is empty; it has no pity to judge.", title);
    else if (survey->band_count == 1)
        wyrm_page_wrapf(page, 0, 0,
                        "%s: %s items a room; it has no categories and no pity to judge.", title,
                        wyrm_loot_value(page->style, &survey->bands[0].items_per_room, &figure));
    else
        wyrm_page_wrapf(page, 0, 0, "%s has no categories and no pity to judge.", title);
}

void wyrm_loot_print_advice(const wyrm_loot_report *report, wyrm_page *page)
{
    size_t told = 0;
    for (size_t i = 0; i < report->advices->count;) {
        advice_run run = run_at(report, i);
        i += run.count;
        if (!is_asked(report, run.first) && report->band == NULL)
            continue;
        while (run.count > 0 && !is_asked(report, run.first)) {
            run.first++;
            run.count--;
        }
        if (report->band != NULL && run.count > 1)
            run.count = 1;
        if (run.count == 0)
            continue;
        told++;
        print_run(report, &run, page);
    }
    if (told == 0)
        print_nothing_amiss(report, page);
}
