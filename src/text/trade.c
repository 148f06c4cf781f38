/* `wyrm loot --gold` and `--shops`: the gold of the floors by depth, what shops have, and how much
 * of that can be paid. Gold is a chain over how much has come, and what a shop has hangs on nothing
 * but the depth: so all of it is exact, but gold that takes too long to follow, which is drawn. */
#include "text/internal.h"

#include <inttypes.h>
#include <stdio.h>
#include <wyrm/trade.h>

#define DEPTHS_SHOWN 4 /* of the offers of a shop */

/* ---- gold ---- */

/* An estimate in pieces. Where more pieces may come than a distribution has room for, one of its
 * values stands for several. */
static wyrm_estimate pieces(const wyrm_gold *gold, wyrm_estimate of)
{
    const double unit = (double)gold->unit;
    of.value *= unit;
    of.ci95.low *= unit;
    of.ci95.high *= unit;
    return of;
}

static wyrm_estimate quantile(const wyrm_gold *gold, int32_t d, double p)
{
    return pieces(gold, wyrm_seen_quantile(gold->by_depth[d], gold->games, p));
}

/* A quantile of a sample is known to lie between two values that were seen; one alone would say too
 * much. */
static void add_quantile(wyrm_table *table, const wyrm_gold *gold, int32_t d, double p)
{
    const wyrm_estimate of = quantile(gold, d, p);
    if (gold->games > 0)
        wyrm_table_cellf(table, "%.0f..%.0f", of.ci95.low, of.ci95.high);
    else
        wyrm_table_cellf(table, "%.0f", of.value);
}

/* What lies on one floor is the difference of two means where these are exact. Of games that are
 * drawn it is measured by itself: the difference would have the noise of both. */
static void print_gold(const wyrm_found_report *report, const wyrm_gold *gold, wyrm_page *page)
{
    const int64_t purse = wyrm_trade_purse(wyrm_design_trade(report->design));
    const wyrm_pmf *all = gold->by_depth[gold->last_depth - 1];
    const uint64_t games = gold->games;
    const wyrm_estimate sum = pieces(gold, wyrm_seen_mean(all, games));
    wyrm_figure mean;
    if (games > 0)
        page_say(page, "Down to depth %d there are %s pieces of gold.", (int)gold->last_depth,
                 wyrm_figure_estimate(page->style, &sum, &mean));
    else
        page_say(
            page,
            "Down to depth %d there are %s pieces of gold. Nine games in ten have at least %lld.",
            (int)gold->last_depth, wyrm_figure_exact(sum.value, &mean),
            (long long)wyrm_pmf_quantile(all, 0.1));
    if (purse > 0)
        page_say(page, "The %lld that a game begins with come to that.", (long long)purse);
    wyrm_page_add(page, "\n");
    wyrm_table table = wyrm_table_of(page, ">depth|>heaps|>on the\nfloor|>down\nto it");
    if (games == 0)
        wyrm_table_column(&table, WYRM_RIGHT, "spread");
    wyrm_table_columns(&table, ">worst\ntenth|>middle|>best\ntenth|>none\nin");
    for (int32_t d = 0; d < gold->last_depth; d++) {
        const wyrm_pmf *pmf = gold->by_depth[d], *before = d > 0 ? gold->by_depth[d - 1] : NULL;
        wyrm_table_cellf(&table, "%d", (int)d + 1);
        if (games > 0) {
            wyrm_cell_estimate(&table, wyrm_seen_mean(gold->number[d], games), false);
            wyrm_cell_estimate(&table, pieces(gold, wyrm_seen_mean(gold->on_floor[d], games)),
                               false);
        } else {
            wyrm_cell_exact(&table, gold->heaps[d]);
            wyrm_cell_exact(&table, wyrm_pmf_mean(pmf) - (before ? wyrm_pmf_mean(before) : 0));
        }
        wyrm_cell_estimate(&table, pieces(gold, wyrm_seen_mean(pmf, games)), false);
        if (games == 0)
            wyrm_cell_exact(&table, wyrm_pmf_sd(pmf));
        add_quantile(&table, gold, d, 0.1);
        add_quantile(&table, gold, d, 0.5);
        add_quantile(&table, gold, d, 0.9);
        if (games > 0)
            wyrm_cell_fought(&table, wyrm_seen_share(pmf, games, 0, 0));
        else
            wyrm_cell_percent(&table, wyrm_pmf_at(pmf, 0));
    }
    wyrm_table_end(&table, 0);
    wyrm_page_add(page, "\n");
    if (games > 0)
        page_say(page,
                 "It takes too long to follow: these are of %" PRIu64
                 " games that were drawn, seed %" PRIu64
                 ", with 95 %% intervals, of all heaps that lie there. --runs N draws more.",
                 games, report->seed);
    else
        page_say(page, "Exact, of all heaps that lie there. For scripts: --json");
}

static void write_gold(const wyrm_found_report *report, const wyrm_gold *gold, wyrm_page *page)
{
    base_json json = wyrm_answer_begin(page, "loot-gold", wyrm_design_ruleset(report->design));
    if (gold->games > 0)
        base_putf(&json, "method:%s seed:%" PRIu64 " runs:%" PRIu64, "runs", report->seed,
                  gold->games);
    base_putf(&json, "depth:%d purse:%d by_depth:[", (int)gold->last_depth,
              (int)wyrm_trade_purse(wyrm_design_trade(report->design)));
    for (int32_t d = 0; d < gold->last_depth; d++) {
        const wyrm_pmf *pmf = gold->by_depth[d];
        if (gold->games > 0) {
            base_putf(&json, "{depth:%d", (int)d + 1);
            wyrm_put_seen(&json, "heaps", wyrm_seen_mean(gold->number[d], gold->games));
            wyrm_put_seen(&json, "mean", pieces(gold, wyrm_seen_mean(pmf, gold->games)));
            wyrm_put_seen(&json, "worst_tenth", quantile(gold, d, 0.1));
            wyrm_put_seen(&json, "middle", quantile(gold, d, 0.5));
            wyrm_put_seen(&json, "best_tenth", quantile(gold, d, 0.9));
            wyrm_put_seen(&json, "none", wyrm_seen_share(pmf, gold->games, 0, 0));
            base_put_end(&json);
            continue;
        }
        base_putf(
            &json,
            "{depth:%d heaps:%g mean:%g sd:%g worst_tenth:%d middle:%d best_tenth:%d none:%g}",
            (int)d + 1, gold->heaps[d], wyrm_pmf_mean(pmf), wyrm_pmf_sd(pmf),
            (int)wyrm_pmf_quantile(pmf, 0.1), (int)wyrm_pmf_quantile(pmf, 0.5),
            (int)wyrm_pmf_quantile(pmf, 0.9), wyrm_pmf_at(pmf, 0));
    }
    base_putf(&json, "]}");
}

static int32_t last_depth(const wyrm_found_report *report)
{
    return report->depth > 0 ? report->depth
                             : wyrm_trade_last_depth(wyrm_design_trade(report->design));
}

void wyrm_report_gold(const wyrm_found_report *report, wyrm_page *page)
{
    const wyrm_trade *trade = wyrm_design_trade(report->design);
    wyrm_gold *gold = NULL;
    /* It is always tried exactly first: whether it takes too long is known only on the way. */
    wyrm_status status = wyrm_gold_new(trade, last_depth(report), &gold, &page->error);
    if (status == WYRM_ERROR_LIMIT)
        status = wyrm_gold_sample(trade, last_depth(report), report->seed, report->runs, &gold,
                                  &page->error);
    if (wyrm_page_needs(page, status))
        (page->json ? write_gold : print_gold)(report, gold, page);
    wyrm_gold_free(gold);
}

/* ---- shops ---- */

/* A few of the depths, the first and the last among them. Evenly over the depths at which the shop
 * is, so that prices out of reach and within it are both seen. */
static size_t choose_depths(const wyrm_shop_figures *shop, int32_t *chosen)
{
    const int32_t count = shop->depth_count < DEPTHS_SHOWN ? shop->depth_count : DEPTHS_SHOWN;
    for (int32_t i = 0; i < count; i++)
        chosen[i] = count > 1 ? i * (shop->depth_count - 1) / (count - 1) : 0;
    return (size_t)count;
}

static void print_offers(const wyrm_shop_figures *shop, bool gold, wyrm_page *page)
{
    int32_t chosen[DEPTHS_SHOWN];
    const size_t count = choose_depths(shop, chosen);
    wyrm_table table = wyrm_table_of(page, "<offer|>price");
    for (size_t i = 0; i < count; i++) {
        char heading[64];
        snprintf(heading, sizeof heading, "depth %d\nhas one", (int)shop->depths[chosen[i]].depth);
        wyrm_table_column(&table, WYRM_RIGHT, heading);
        snprintf(heading, sizeof heading, "depth %d\npays", (int)shop->depths[chosen[i]].depth);
        if (gold)
            wyrm_table_column(&table, WYRM_RIGHT, heading);
    }
    for (size_t k = 0; k < shop->offer_count; k++) {
        /* Offers stand in the order of the ruleset at every depth, and prices do not change with
         * it. */
        wyrm_table_cell(&table, shop->depths[0].offers[k].name);
        wyrm_cell_exact(&table, shop->depths[0].offers[k].price);
        for (size_t i = 0; i < count; i++) {
            const wyrm_offer *offer = &shop->depths[chosen[i]].offers[k];
            wyrm_cell_percent(&table, offer->any);
            if (gold)
                wyrm_cell_percent(&table, offer->paid);
        }
    }
    wyrm_table_below(&table, 0);
}

static void print_shop(const wyrm_found_report *report, size_t index, const wyrm_shop_figures *shop,
                       wyrm_page *page)
{
    const wyrm_trade *trade = wyrm_design_trade(report->design);
    const bool gold = wyrm_trade_has_gold(trade);
    if (shop->depth_count == 0) {
        page_say(page, "%s: nowhere down to depth %d.", shop->name, (int)last_depth(report));
        return;
    }
    wyrm_page_title(page, shop->name);
    if (wyrm_shop_gives(trade, index) > 0) {
        wyrm_figure share;
        page_say(page, "It gives %s of the price for what it is sold.",
                 wyrm_figure_percent(wyrm_shop_gives(trade, index), &share));
    }
    wyrm_table table = wyrm_table_of(page, ">depth|>is there|>things");
    if (gold)
        wyrm_table_columns(&table, ">gold\npays for|>worst\ntenth|>nothing\nin");
    for (int32_t d = 0; d < shop->depth_count; d++) {
        const wyrm_shop_depth *at = &shop->depths[d];
        wyrm_table_cellf(&table, "%d", (int)at->depth);
        wyrm_cell_percent(&table, at->chance);
        wyrm_cell_exact(&table, wyrm_pmf_mean(at->size));
        if (!gold)
            continue;
        wyrm_cell_exact(&table, wyrm_pmf_mean(at->payable));
        wyrm_table_cellf(&table, "%d", (int)wyrm_pmf_quantile(at->payable, 0.1));
        wyrm_cell_percent(&table, wyrm_pmf_at(at->payable, 0));
    }
    wyrm_table_below(&table, 0);
    print_offers(shop, gold, page);
}

static void write_shop(const wyrm_found_report *report, size_t index, const wyrm_shop_figures *shop,
                       base_json *json)
{
    base_putf(json, "{shop:%s gives:%g depths:[", shop->name,
              wyrm_shop_gives(wyrm_design_trade(report->design), index));
    for (int32_t d = 0; d < shop->depth_count; d++) {
        const wyrm_shop_depth *at = &shop->depths[d];
        base_putf(json, "{depth:%d chance:%g things:%g", (int)at->depth, at->chance,
                  wyrm_pmf_mean(at->size));
        wyrm_put_pmf(json, "payable", at->payable);
        base_putf(json, "offers:[");
        for (size_t k = 0; k < shop->offer_count; k++) {
            const wyrm_offer *offer = &at->offers[k];
            base_putf(json, "{item:%s always:%i any:%g mean:%g price:%g", offer->name,
                      offer->always, offer->any, offer->mean, offer->price);
            base_put_real(json, "paid", offer->paid);
            base_put_end(json);
        }
        base_putf(json, "]}");
    }
    base_putf(json, "]}");
}

void wyrm_report_shops(const wyrm_found_report *report, wyrm_page *page)
{
    const wyrm_trade *trade = wyrm_design_trade(report->design);
    base_json json = {0};
    if (page->json) {
        json = wyrm_answer_begin(page, "loot-shops", wyrm_design_ruleset(report->design));
        base_putf(&json, "depth:%d shops:[", (int)last_depth(report));
    }
    for (size_t i = 0; i < wyrm_trade_shops(trade); i++) {
        wyrm_shop_figures *shop = NULL;
        if (!wyrm_page_needs(
                page, wyrm_shop_figures_new(trade, i, last_depth(report), &shop, &page->error)))
            return;
        if (page->json)
            write_shop(report, i, shop, &json);
        else
            print_shop(report, i, shop, page);
        wyrm_shop_figures_free(shop);
    }
    if (page->json) {
        base_putf(&json, "]}");
        return;
    }
    wyrm_page_add(page, "\n");
    page_say(page,
             "Exact, where the shop is there. Gold is what lies on the floors down to it, all "
             "of it picked up and none of it spent; it pays for a thing that costs no more.");
}
