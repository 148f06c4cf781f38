/* `wyrm sim` and `wyrm results`: the answer in words, then depths, deaths, spreads, monsters and
 * items.
 *
 * Runs that came to no end are told of first and are part of no other figure. What kills most is
 * told of all depths together: one cell of monster by depth would name whoever stands first.
 */
#include "base/arena.h"
#include "text/internal.h"

#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <wyrm/play_rules.h>

/* What the answers of `wyrm sim` share: columns of depths, words of deaths, shares. */

#define RARE_SHARE 0.01 /* depths that fewer runs enter are left to --verbose and --json */

/* clang-format off */
const wyrm_sim_column wyrm_sim_columns[] = {
    {"level", "level", offsetof(wyrm_sim_depth, level), true, false},
    {"hp_share", "hp left", offsetof(wyrm_sim_depth, hp_share), true, true},
    {"gear_attack", "gear\nattack", offsetof(wyrm_sim_depth, gear_attack), true, false},
    {"gear_defense", "gear\ndefense", offsetof(wyrm_sim_depth, gear_defense), true, false},
    {"consumables", "consum-\nables", offsetof(wyrm_sim_depth, consumables), true, false},
    {"damage_taken", "damage\ntaken", offsetof(wyrm_sim_depth, damage_taken), false, false},
    {"turns", "turns", offsetof(wyrm_sim_depth, turns), false, false},
    {NULL, NULL, 0, false, false},
};
/* clang-format on */

const wyrm_moments *wyrm_sim_moments(const wyrm_sim_depth *depth, const wyrm_sim_column *column)
{
    return (const wyrm_moments *)(const void *)((const char *)depth + column->offset);
}

const char *wyrm_sim_killer(const wyrm_design *design, const wyrm_sim_death *death)
{
    if (death->end == WYRM_RUN_KILLED && death->killer >= 0)
        return wyrm_roster_monster(wyrm_design_roster(design), (size_t)death->killer)->title;
    if (death->end == WYRM_RUN_STARVED)
        return "hunger";
    return death->end == WYRM_RUN_ITSELF ? "an effect of its own" : "a nameless monster";
}

wyrm_estimate wyrm_sim_deaths_there(const wyrm_summary *summary, const wyrm_sim_death *death)
{
    const wyrm_sim_depth *depth = &summary->depths[death->depth - 1];
    uint64_t all = depth->entered - depth->cut - depth->stalled;
    return (wyrm_estimate){.value = (double)death->count / (double)all,
                           .sampled = true,
                           .ci95 = wyrm_listed_share_interval(death->count, all, 1, 0.95)};
}

/* The first death of the same cause: in order of their numbers, not of their depths. */
static size_t cause_of(const wyrm_summary *summary, size_t death)
{
    const wyrm_sim_death *of = &summary->deaths[death];
    size_t first = 0;
    while (summary->deaths[first].end != of->end || summary->deaths[first].killer != of->killer)
        first++;
    return first;
}

wyrm_greatest wyrm_sim_worst_killer(const wyrm_design *design, const wyrm_summary *summary,
                                    wyrm_style style)
{
    size_t count = summary->death_count;
    wyrm_greatest worst = {0};
    wyrm_estimate *shares = base_zeroed(count + 1, sizeof *shares);
    const char **names = base_zeroed(count + 1, sizeof *names);
    uint64_t *runs = base_zeroed(count + 1, sizeof *runs);
    if (shares && names && runs) {
        for (size_t i = 0; i < count; i++)
            runs[cause_of(summary, i)] += summary->deaths[i].count;
        for (size_t i = 0; i < count; i++) {
            names[i] = wyrm_sim_killer(design, &summary->deaths[i]);
            shares[i] = (wyrm_estimate){
                .value = runs[i] > 0 ? (double)runs[i] / (double)summary->complete : (double)NAN,
                .sampled = true,
                .ci95 = wyrm_listed_share_interval(runs[i], summary->complete, 1, 0.95)};
        }
        worst = wyrm_find_greatest(
            style,
            &(wyrm_ranking){.count = count, .figures = shares, .names = names, .shares = true});
    }
    wyrm_free(shares);
    wyrm_free(names);
    wyrm_free(runs);
    return worst;
}

/* Depths that enough runs entered to be told of in text. */
static size_t sim_depths_shown(const wyrm_summary *summary, bool verbose)
{
    size_t shown = summary->depth_count;
    while (!verbose && shown > 1 &&
           (double)summary->depths[shown - 1].entered < RARE_SHARE * (double)summary->runs)
        shown--;
    return shown;
}

/* `wyrm sim` as text: the monsters that were met, the items that were found, and what never was. */

#define MONSTERS 10 /* that text tells of, the deadliest */
#define ITEMS    10 /* the most found */

/* Indexes of what is told, by how much it matters; the rest is left to --verbose. */
typedef struct ranking {
    size_t count;
    size_t indexes[WYRM_KINDS_MAX];
} ranking;

static void insert(ranking *ranks, size_t index, const uint64_t *weights)
{
    size_t at = ranks->count++;
    while (at > 0 && weights[ranks->indexes[at - 1]] < weights[index]) {
        ranks->indexes[at] = ranks->indexes[at - 1];
        at--;
    }
    ranks->indexes[at] = index;
}

static void add_monster(const wyrm_sim_report *report, size_t index, wyrm_table *table)
{
    const wyrm_sim_monster *monster = &report->summary->monsters[index];
    wyrm_table_cell(table, wyrm_roster_monster(wyrm_design_roster(report->design), index)->title);
    wyrm_cell_exact(table, (double)monster->met);
    wyrm_cell_ratio(table, &monster->attacks_to_kill);
    wyrm_cell_ratio(table, &monster->damage_per_attack);
    wyrm_cell_ratio(table, &monster->damage_taken);
    wyrm_cell_ratio(table, &monster->damage_per_taken);
    wyrm_cell_ratio(table, &monster->attacks_to_die);
    wyrm_cell_ratio(table, &monster->fatal);
}

/* "Never met: A, B and 3 more." */
static void print_never(wyrm_page *page, const char *what, const char *const *names, size_t count,
                        bool all)
{
    size_t shown = all || count <= 8 ? count : 6;
    if (count == 0)
        return;
    wyrm_text text = {0};
    wyrm_text_appendf(&text, "%s: ", what);
    for (size_t i = 0; i < shown; i++)
        wyrm_text_appendf(&text, "%s%s", i > 0 ? ", " : "", names[i]);
    if (shown < count)
        wyrm_text_appendf(&text, " and %zu more", count - shown);
    wyrm_text_append(&text, ".");
    if (text.failed)
        wyrm_page_fail(page);
    else
        wyrm_page_wrap(page, 0, 0, text.bytes);
    wyrm_text_drop(&text);
}

/* What is told of a whole run besides its mean, which alone would hide it. */
static const struct {
    const char *name;
    double share;
} spreads[] = {{"10 %", 0.1}, {"25 %", 0.25}, {"median", 0.5}, {"75 %", 0.75}, {"90 %", 0.9}};

/* Quantiles beside means. */
static void sim_print_spreads(const wyrm_sim_report *report, wyrm_page *page)
{
    const wyrm_summary *summary = report->summary;
    bool depths = report->facts->arena[0] == '\0'; /* a set fight has none */
    wyrm_figure figure;
    wyrm_table table = wyrm_table_of(page, "<of a run");
    if (depths)
        wyrm_table_column(&table, WYRM_RIGHT, "final depth");
    wyrm_table_column(&table, WYRM_RIGHT, "turns");
    wyrm_table_cell(&table, "mean");
    if (depths)
        wyrm_cell_mean(&table, &summary->final_depth);
    wyrm_cell_mean(&table, &summary->turns);
    for (size_t i = 0; i < sizeof spreads / sizeof *spreads; i++) {
        wyrm_table_cell(&table, spreads[i].name);
        if (depths)
            wyrm_table_cell(&table, wyrm_quantile_say(page->style, summary->final_depths,
                                                      spreads[i].share, &figure));
        wyrm_table_cell(
            &table, wyrm_quantile_say(page->style, summary->all_turns, spreads[i].share, &figure));
    }
    wyrm_page_add(page, "\n");
    wyrm_table_end(&table, 0);
}

/* How often pity gave something, depth by depth; nothing where the ruleset has none. */
static void sim_print_pity(const wyrm_sim_report *report, wyrm_page *page)
{
    const wyrm_summary *summary = report->summary;
    const wyrm_pity_rules *pity = wyrm_loot_facts_of(wyrm_design_loot(report->design))->pity;
    size_t shown = sim_depths_shown(summary, report->verbose);
    if (!pity || shown == 0)
        return;
    wyrm_table table = wyrm_table_of(page, ">items of pity\na room, at depth");
    for (size_t i = 0; i < pity->count; i++)
        wyrm_table_column(&table, WYRM_RIGHT, pity->names[i]);
    for (size_t i = 0; i < shown; i++) {
        const wyrm_sim_depth *depth = &summary->depths[i];
        wyrm_cell_exact(&table, depth->depth);
        for (size_t p = 0; p < pity->count; p++)
            wyrm_cell_ratio(&table, &depth->pity[p]);
    }
    wyrm_page_add(page, "\n");
    wyrm_table_end(&table, 0);
}

static void sim_print_monsters(const wyrm_sim_report *report, wyrm_page *page)
{
    const wyrm_summary *summary = report->summary;
    const wyrm_roster *roster = wyrm_design_roster(report->design);
    ranking ranks = {0};
    uint64_t weights[WYRM_KINDS_MAX];
    const char *never[WYRM_KINDS_MAX];
    size_t never_count = 0;
    for (size_t i = 0; i < summary->monster_count && i < WYRM_KINDS_MAX; i++) {
        const wyrm_sim_monster *monster = &summary->monsters[i];
        weights[i] = monster->deaths * 1000000 + monster->met;
        if (monster->met > 0)
            insert(&ranks, i, weights);
        else
            never[never_count++] = wyrm_roster_monster(roster, i)->title;
    }
    if (ranks.count == 0)
        return;
    wyrm_table table = wyrm_table_of(
        page, "<monster|>met|>attacks\nto kill it|>damage\nof each|>damage\ntaken|>its damage\nan "
              "attack|>its attacks\nto kill|>kills who\nmeets it");
    size_t shown = report->verbose || ranks.count <= MONSTERS ? ranks.count : MONSTERS;
    for (size_t i = 0; i < shown; i++)
        add_monster(report, ranks.indexes[i], &table);
    wyrm_page_add(page, "\n");
    wyrm_table_end(&table, 0);
    if (shown < ranks.count)
        wyrm_page_wrapf(page, 0, 0, "(%zu more, less deadly: --verbose)", ranks.count - shown);
    if (report->facts->arena[0] == '\0')
        print_never(page, "Never met", never, never_count, report->verbose);
}

/* What is had from the start is used or left over without being found. */
static void print_kit(const wyrm_sim_report *report, const wyrm_item_kind *kinds, wyrm_page *page)
{
    const wyrm_play_rules rules = wyrm_play_rules_of(wyrm_design_ruleset(report->design));
    wyrm_text text = {0};
    bool arena = report->facts->arena[0] != '\0';
    for (size_t i = 0; i < report->summary->item_count && !arena; i++)
        for (size_t k = 0; k < rules.kit_count; k++)
            if (strcmp(rules.kit[k], kinds[i].name) == 0) {
                wyrm_text_appendf(&text, "%s%s", text.length > 0 ? ", " : "", kinds[i].title);
                break;
            }
    if (text.failed)
        wyrm_page_fail(page);
    else if (text.length > 0)
        wyrm_page_wrapf(page, 0, 0, "Had from the start, which is not counted as found: %s.",
                        text.bytes);
    wyrm_text_drop(&text);
}

/* Whether the bot would not know what to do with it: that it is never used says nothing of it. */
static bool is_beyond_bot(const wyrm_sim_report *report, const wyrm_item_kind *kind)
{
    const wyrm_bot_kind *bot;
    const wyrm_effect effect = wyrm_item_effect(kind->record);
    return effect.kind != WYRM_EFFECT_NONE &&
           wyrm_bot_find(report->facts->bot, &bot, NULL) == WYRM_OK && !wyrm_bot_uses(bot, &effect);
}

static void sim_print_items(const wyrm_sim_report *report, wyrm_page *page)
{
    const wyrm_summary *summary = report->summary;
    const wyrm_item_kind *kinds;
    ranking ranks = {0};
    uint64_t weights[WYRM_KINDS_MAX];
    const char *never[WYRM_KINDS_MAX], *beyond[WYRM_KINDS_MAX];
    size_t never_count = 0, beyond_count = 0;
    char unknown[96];
    wyrm_loot_kinds(wyrm_design_loot(report->design), &kinds);
    for (size_t i = 0; i < summary->item_count && i < WYRM_KINDS_MAX; i++) {
        const wyrm_sim_item *item = &summary->items[i];
        weights[i] = item->found;
        if (item->found > 0)
            insert(&ranks, i, weights);
        if (item->found > 0 && is_beyond_bot(report, &kinds[i]))
            beyond[beyond_count++] = kinds[i].title;
        else if (item->found > 0 && item->used == 0)
            never[never_count++] = kinds[i].title;
    }
    if (ranks.count == 0)
        return;
    wyrm_table table = wyrm_table_of(page, "<item, in a run|>lie about|>found|>used|>left over");
    size_t shown = report->verbose || ranks.count <= ITEMS ? ranks.count : ITEMS;
    for (size_t i = 0; i < shown; i++) {
        wyrm_table_cell(&table, kinds[ranks.indexes[i]].title);
        for (int fate = 0; fate < WYRM_FATE_COUNT; fate++)
            wyrm_cell_mean(&table, &summary->items[ranks.indexes[i]].a_run[fate]);
    }
    wyrm_page_add(page, "\n");
    wyrm_table_end(&table, 0);
    if (shown < ranks.count)
        wyrm_page_wrapf(page, 0, 0, "(%zu more: --verbose)", ranks.count - shown);
    print_kit(report, kinds, page);
    print_never(page, "Found and never used", never, never_count, report->verbose);
    snprintf(unknown, sizeof unknown, "The %.60s does not know how to use", report->facts->bot);
    print_never(page, unknown, beyond, beyond_count, report->verbose);
}

#define CAUSES 8  /* of death that text tells */
#define GAPS   10 /* in the numbers of runs, likewise */

/* Runs that came to no end, which all other figures leave out. */
static void print_unfinished(const wyrm_sim_report *report, wyrm_page *page)
{
    const wyrm_summary *summary = report->summary;
    uint64_t cut = summary->ends[WYRM_RUN_CUT], stalled = summary->ends[WYRM_RUN_STALLED];
    if (stalled > 0)
        wyrm_page_wrapf(page, 0, 0,
                        "%llu %s stalled: for %d turns nothing changed but the clock, hunger and "
                        "who stood where.",
                        (unsigned long long)stalled, stalled == 1 ? "run" : "runs", WYRM_RUN_STALL);
    if (cut > 0)
        wyrm_page_wrapf(page, 0, 0, "%llu %s cut off by the limit of %u turns.",
                        (unsigned long long)cut, cut == 1 ? "run was" : "runs were",
                        (unsigned)report->facts->turn_limit);
    if (summary->complete == 0)
        wyrm_page_wrap(page, 0, 0, "No run came to an end: there is nothing to be said of ends.");
    else if (cut + stalled > 0)
        wyrm_page_wrapf(page, 0, 0,
                        "The figures are of the %llu %s to an end; survival counts the others up "
                        "to where they were left.",
                        (unsigned long long)summary->complete,
                        summary->complete == 1 ? "run that came" : "runs that came");
}

static void print_arena(const wyrm_sim_report *report, wyrm_page *page)
{
    const wyrm_summary *summary = report->summary;
    wyrm_figure won, turns, left, lost;
    uint64_t killed = summary->ends[WYRM_RUN_KILLED];
    if (summary->complete > 0)
        wyrm_page_wrapf(
            page, 0, 0, "%s: the player wins %s of such fights, in %s turns each.",
            report->facts->arena,
            wyrm_figure_share(page->style, summary->win_rate, summary->win_rate_ci95, &won),
            wyrm_figure_mean(page->style, &summary->turns, &turns));
    if (summary->hp_left.count > 0) {
        wyrm_page_wrapf(page, 0, 0, "Who wins has %s of the hit points left.",
                        wyrm_figure_mean(page->style, &summary->hp_left, &left));
    }
    print_unfinished(report, page);
    if (killed > 0)
        wyrm_page_wrapf(page, 0, 0, "%s are lost.",
                        wyrm_figure_share(page->style, (double)killed / (double)summary->complete,
                                          wyrm_share_interval(killed, summary->complete, 0.95),
                                          &lost));
}

/* "half of them between 4 and 7 ± 1", "at least half of them at 3" */
static const char *where_half_end(const wyrm_summary *summary, wyrm_style style, char *out,
                                  size_t size)
{
    wyrm_figure low, high;
    wyrm_quantile_say(style, summary->final_depths, 0.25, &low);
    wyrm_quantile_say(style, summary->final_depths, 0.75, &high);
    if (strcmp(low.text, high.text) != 0)
        snprintf(out, size, "half of them between %s and %s", low.text, high.text);
    else
        snprintf(out, size, "at least half of them at %s", low.text);
    return out;
}

static void print_headline(const wyrm_sim_report *report, wyrm_page *page)
{
    const wyrm_summary *summary = report->summary;
    wyrm_figure won, depth;
    char half[160], ends[288] = "";
    if (wyrm_interval_is_known(wyrm_mean_interval(&summary->final_depth, 0.95)))
        snprintf(ends, sizeof ends, "; they end at depth %s on average, %s",
                 wyrm_figure_mean(page->style, &summary->final_depth, &depth),
                 where_half_end(summary, page->style, half, sizeof half));
    if (summary->complete > 0)
        wyrm_page_wrapf(
            page, 0, 0, "%s: the %s wins %s of its runs%s.",
            wyrm_ruleset_title(wyrm_design_ruleset(report->design)), report->facts->bot,
            wyrm_figure_share(page->style, summary->win_rate, summary->win_rate_ci95, &won), ends);
    if (summary->death_count > 0) { /* "What kills most often: Blob, 20 % ± 3 of all runs." */
        const wyrm_greatest worst = wyrm_sim_worst_killer(report->design, summary, page->style);
        if (worst.count == 0)
            wyrm_page_fail(page);
        wyrm_page_wrapf(page, 0, 0, "What kills most often: %s%s %s of all runs.", worst.where,
                        worst.count > 1 ? ":" : ",", worst.value);
    }
    print_unfinished(report, page);
}

static void print_depths(const wyrm_sim_report *report, wyrm_page *page)
{
    const wyrm_summary *summary = report->summary;
    size_t shown = sim_depths_shown(summary, report->verbose);
    wyrm_table table = wyrm_table_of(page, ">depth|>runs|>survive it|>die on it");
    for (const wyrm_sim_column *column = wyrm_sim_columns; column->key; column++)
        wyrm_table_column(&table, WYRM_RIGHT, column->heading);
    for (size_t i = 0; i < shown; i++) {
        const wyrm_sim_depth *depth = &summary->depths[i];
        wyrm_cell_exact(&table, depth->depth);
        wyrm_cell_exact(&table, (double)depth->entered);
        wyrm_cell_share(&table, depth->survival, depth->survival_ci95);
        wyrm_cell_share(&table, depth->hazard, depth->hazard_ci95);
        for (const wyrm_sim_column *column = wyrm_sim_columns; column->key; column++) {
            wyrm_cell_mean(&table, wyrm_sim_moments(depth, column));
        }
    }
    wyrm_table_end(&table, 0);
    wyrm_page_wrap(
        page, 0, 0,
        "Damage and turns are those of one floor; damage beyond the last hit point is not "
        "counted.");
    if (shown < summary->depth_count)
        wyrm_page_wrapf(page, 0, 0, "(fewer than 1 run in 100 gets below depth %zu: --verbose)",
                        shown);
}

static void print_deaths(const wyrm_sim_report *report, wyrm_page *page)
{
    const wyrm_summary *summary = report->summary;
    size_t shown = report->verbose || summary->death_count < CAUSES ? summary->death_count : CAUSES;
    if (shown == 0)
        return;
    wyrm_table table = wyrm_table_of(page, "<killed by|>at depth|>of all runs|>of who enter");
    for (size_t i = 0; i < shown; i++) {
        const wyrm_sim_death *death = &summary->deaths[i];
        wyrm_table_cell(&table, wyrm_sim_killer(report->design, death));
        wyrm_cell_exact(&table, death->depth);
        wyrm_cell_share(&table, (double)death->count / (double)summary->complete, death->ci95);
        wyrm_cell_estimate(&table, wyrm_sim_deaths_there(summary, death), true);
    }
    wyrm_page_add(page, "\n");
    wyrm_table_end(&table, 0);
    if (shown < summary->death_count)
        wyrm_page_wrapf(page, 0, 0, "(%zu more places and causes: --verbose)",
                        summary->death_count - shown);
}

/* Runs worth watching. */
static void print_examples(const wyrm_sim_report *report, wyrm_page *page)
{
    const wyrm_summary *summary = report->summary;
    if (report->facts->arena[0] != '\0' || summary->example_count == 0)
        return;
    wyrm_page_add(page, "\nruns\n");
    for (size_t i = 0; i < summary->example_count; i++) {
        const wyrm_sim_example *example = &summary->examples[i];
        wyrm_page_addf(page, "%-7s  run %llu (%s at depth %d)\n", example->what,
                       (unsigned long long)example->run, wyrm_run_end_word(example->end),
                       (int)example->depth);
    }
    char file[1024];
    bool whole = !report->facts->arena[0];
    if (whole && report->file && wyrm_shell_word(report->file, file, sizeof file))
        wyrm_page_addf(page, "Watch one: wyrm replay %s --run %llu\n", file,
                       (unsigned long long)summary->examples[summary->example_count / 2].run);
}

/* "12 of the runs 0 to 99 are missing: 30 to 40, 77." */
static void print_missing(const wyrm_sim_report *report, wyrm_page *page)
{
    const wyrm_results_account *account = report->account;
    wyrm_text text = {0};
    if (!account || account->missing == 0)
        return;
    size_t shown = account->gap_count < GAPS ? account->gap_count : GAPS;
    for (size_t i = 0; i < shown; i++) {
        const wyrm_results_range *gap = &account->gaps[i];
        wyrm_text_appendf(&text, "%s%llu", i > 0 ? ", " : "", (unsigned long long)gap->first);
        if (gap->last > gap->first)
            wyrm_text_appendf(&text, " to %llu", (unsigned long long)gap->last);
    }
    wyrm_page_wrapf(page, 0, 0, "%llu of the runs %llu to %llu %s missing: %s%s.",
                    (unsigned long long)account->missing, (unsigned long long)account->first,
                    (unsigned long long)account->last, account->missing == 1 ? "is" : "are",
                    text.bytes ? text.bytes : "", shown < account->gap_count ? " and more" : "");
    wyrm_text_drop(&text);
}

/* "500 runs", "500 runs (1000 to 1499)" where they are not the first. */
static void print_footer(const wyrm_sim_report *report, wyrm_page *page)
{
    const wyrm_results_facts *facts = report->facts;
    unsigned long long runs = report->summary->runs, first = report->first;
    char which[64] = "";
    if (first > 0 && runs > 0 && (!report->account || report->account->missing == 0))
        snprintf(which, sizeof which, " (%llu to %llu)", first, first + runs - 1);
    wyrm_page_wrapf(page, 0, 0, "%llu run%s%s of the %s, seed %llu, %s 95 %% confidence.%s%s", runs,
                    runs == 1 ? "" : "s", which, facts->bot, (unsigned long long)facts->seed,
                    page->style.utf8 ? "±" : "+-", facts->without[0] ? " Without: " : "",
                    facts->without);
}

void wyrm_sim_print(const wyrm_sim_report *report, wyrm_page *page)
{
    bool arena = report->facts->arena[0] != '\0';
    if (arena)
        print_arena(report, page);
    else
        print_headline(report, page);
    if (report->stopped)
        wyrm_page_wrap(page, 0, 0, "Interrupted: these are the runs made so far.");
    print_missing(report, page);
    if (!arena) {
        wyrm_page_add(page, "\n");
        print_depths(report, page);
        print_deaths(report, page);
    }
    sim_print_spreads(report, page);
    sim_print_monsters(report, page);
    sim_print_items(report, page);
    if (!arena)
        sim_print_pity(report, page);
    print_examples(report, page);
    wyrm_page_add(page, "\n");
    print_footer(report, page);
}
