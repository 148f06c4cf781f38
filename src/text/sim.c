/* The answers of `wyrm sim` and `wyrm results`: a verdict in words, then tables of depths, deaths,
 * spreads, monsters and items. JSON has all of the figures, CSV those by depth.
 *
 * Unfinished runs (stalled, or cut off by the turn limit) are reported first and left out of all
 * figures but survival. The deadliest monster is named over all depths together: a ranking by
 * monster and depth would mostly name whoever lives on the first depth. Notable runs are listed
 * with the command that shows them, because a surprising figure is mostly understood by watching
 * one game.
 *
 * Everything is read from one summary (sim/accumulator.c), whether its runs were just made or come
 * from a file, so both commands say the same about the same runs. A table shows few rows unless
 * --verbose asks for all, and says how many it left out; JSON always has them all. Tables and JSON
 * share the rows of names below: a row without a heading is for scripts alone, one without a key
 * for people. */
#include "loot/internal.h"
#include "text/internal.h"
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#define RARE_SHARE 0.01 /* share of runs; text leaves out deeper depths that fewer enter */
#define KINDS      10   /* rows in text: the deadliest monsters, the most found items */
#define CAUSES     8    /* rows in text: causes of death */
#define GAPS       10   /* ranges of missing run numbers listed in text */

/* Means of one depth, over the runs that left or entered it. All moments stand before the first
 * ratio: the CSV stops there. */
static const text_row depth_rows[] = {
    {"level", "level", TEXT_MOMENTS, offsetof(wyrm_sim_depth, level)},
    {"hp_share", "hp left", TEXT_MOMENTS, offsetof(wyrm_sim_depth, hp_share)},
    {"gear_attack", "gear\nattack", TEXT_MOMENTS, offsetof(wyrm_sim_depth, gear_attack)},
    {"gear_defense", "gear\ndefense", TEXT_MOMENTS, offsetof(wyrm_sim_depth, gear_defense)},
    {"consumables", "consum-\nables", TEXT_MOMENTS, offsetof(wyrm_sim_depth, consumables)},
    {"damage_taken", "damage\ntaken", TEXT_MOMENTS, offsetof(wyrm_sim_depth, damage_taken)},
    {"turns", "turns", TEXT_MOMENTS, offsetof(wyrm_sim_depth, turns)},
    {"monsters_met", NULL, TEXT_RATIO, offsetof(wyrm_sim_depth, met)},
    {"monsters_killed", NULL, TEXT_RATIO, offsetof(wyrm_sim_depth, killed)},
    {"items_found", NULL, TEXT_RATIO, offsetof(wyrm_sim_depth, found)},
    {0},
};

/* What happens to the items of one floor. */
static const text_row floor_item_rows[] = {
    {"lain", "lie\nabout", TEXT_MOMENTS, offsetof(wyrm_sim_depth, items)},
    {"found", "found", TEXT_MOMENTS, offsetof(wyrm_sim_depth, picked)},
    {"used", "used", TEXT_MOMENTS, offsetof(wyrm_sim_depth, used)},
    {"carried", "carried\non", TEXT_MOMENTS, offsetof(wyrm_sim_depth, consumables)},
    {0},
};

/* The last fights of runs that died, and the items they had not used. */
static const text_row last_rows[] = {
    {"hp_share", "hp\nthen", TEXT_MOMENTS, offsetof(wyrm_sim_last, hp_share)},
    {"foes", "foes\nthen", TEXT_MOMENTS, offsetof(wyrm_sim_last, foes)},
    {"most_foes", "foes\nat most", TEXT_MOMENTS, offsetof(wyrm_sim_last, most)},
    {"cost", "cost, of\nits hp", TEXT_MOMENTS, offsetof(wyrm_sim_last, cost)},
    {0},
};
static const text_row unused_rows[] = {
    {"heals", "heals", TEXT_MOMENTS, offsetof(wyrm_sim_last, heals)},
    {"escapes", "gets\naway", TEXT_MOMENTS, offsetof(wyrm_sim_last, escapes)},
    {"attacks", "hurts", TEXT_MOMENTS, offsetof(wyrm_sim_last, hurts)},
    {"others", "else", TEXT_MOMENTS, offsetof(wyrm_sim_last, others)},
    {0},
};

/* Death reasons as headings of narrow columns. */
static const char *const short_words[WYRM_DEATH_REASON_COUNT] = {
    [WYRM_DEATH_NO_FOE] = "no\nfoe",
    [WYRM_DEATH_WORN_DOWN] = "worn\ndown",
    [WYRM_DEATH_OUTNUMBERED] = "out-\nnumbered",
    [WYRM_DEATH_ONE_FIGHT] = "one bad\nfight",
    [WYRM_DEATH_OUTMATCHED] = "out-\nmatched",
    [WYRM_DEATH_NO_ESCAPE] = "no escape\nleft"};

/* In the order of the keys in JSON; in text the damage taken stands behind the damage given. */
typedef wyrm_sim_monster met;
static const text_row monster_rows[] = {
    {"attacks_to_kill", "attacks\nto kill it", TEXT_RATIO, offsetof(met, attacks_to_kill)},
    {"attacks_taken", NULL, TEXT_RATIO, offsetof(met, attacks_taken)},
    {"damage_taken", NULL, TEXT_RATIO, offsetof(met, damage_taken)},
    {"damage_per_attack", "damage\nof each", TEXT_RATIO, offsetof(met, damage_per_attack)},
    {NULL, "damage\ntaken", TEXT_RATIO, offsetof(met, damage_taken)},
    {"its_damage_per_attack", "its damage\nan attack", TEXT_RATIO, offsetof(met, damage_per_taken)},
    {"its_attacks_to_kill", "its attacks\nto kill", TEXT_RATIO, offsetof(met, attacks_to_die)},
    {"fatal", "kills who\nmeets it", TEXT_RATIO, offsetof(met, fatal)},
    {0},
};

/* What happens to items of one kind, per run. */
static const text_row fate_rows[] = {
    {"lain", "lie about", TEXT_MOMENTS, offsetof(wyrm_sim_item, a_run[WYRM_FATE_LAIN])},
    {"found", "found", TEXT_MOMENTS, offsetof(wyrm_sim_item, a_run[WYRM_FATE_FOUND])},
    {"used", "used", TEXT_MOMENTS, offsetof(wyrm_sim_item, a_run[WYRM_FATE_USED])},
    {"left", "left over", TEXT_MOMENTS, offsetof(wyrm_sim_item, a_run[WYRM_FATE_LEFT])},
    {0},
};

/* ---- Deaths ---- */

/* Whether the ground of a ruleset hurts. Runs do not tell a death on it from one by an effect of
 * the player's own. */
static bool ground_hurts(const wyrm_design *design)
{
    size_t count;
    const wyrm_terrain *terrain = wyrm_mapper_terrain(wyrm_design_mapper(design), &count);
    for (size_t i = 0; i < count; i++)
        if (terrain[i].damage != NULL)
            return true;
    return false;
}

const char *text_sim_killer(const wyrm_design *design, const wyrm_sim_death *death)
{
    if (death->end == WYRM_RUN_KILLED && death->killer >= 0)
        return wyrm_roster_monster(wyrm_design_roster(design), (size_t)death->killer)->title;
    if (death->end == WYRM_RUN_STARVED)
        return "hunger";
    if (death->end != WYRM_RUN_ITSELF)
        return "a nameless monster";
    return ground_hurts(design) ? "the ground or an effect of its own" : "an effect of its own";
}

wyrm_estimate text_sim_deaths_there(const wyrm_summary *summary, const wyrm_sim_death *death)
{
    const wyrm_sim_depth *depth = &summary->depths[death->depth - 1];
    /* Cut-off and stalled runs are left out: nobody knows what would have killed them. */
    uint64_t all = depth->entered - depth->cut - depth->stalled;
    return text_estimate_listed(death->count, all);
}

/* Deaths of one cause are summed over all depths into the place of its first row. The cause's other
 * rows keep no runs, so their share is not a number and the ranking passes over them. */
text_greatest text_sim_worst_killer(base_arena *arena, const wyrm_design *design,
                                    const wyrm_summary *summary, text_style style)
{
    size_t count = summary->death_count;
    const wyrm_sim_death *deaths = summary->deaths;
    wyrm_estimate *shares = base_array(arena, wyrm_estimate, count);
    const char **names = base_array(arena, const char *, count);
    uint64_t *runs = base_array(arena, uint64_t, count);
    if (shares == NULL || names == NULL || runs == NULL)
        return (text_greatest){0};
    for (size_t i = 0; i < count; i++) {
        size_t first = 0; /* first row of the same cause; rows are ordered by frequency */
        while (deaths[first].end != deaths[i].end || deaths[first].killer != deaths[i].killer)
            first++;
        runs[first] += deaths[i].count;
    }
    for (size_t i = 0; i < count; i++) {
        names[i] = text_sim_killer(design, &deaths[i]);
        shares[i] = text_estimate_listed(runs[i], summary->complete);
    }
    return text_find_greatest(
        style, &(text_ranking){.count = count, .figures = shares, .names = names, .shares = true});
}

/* ---- For people ---- */

static wyrm_estimate share_of(uint64_t part, uint64_t all)
{
    return (wyrm_estimate){.value = all > 0 ? (double)part / (double)all : (double)NAN,
                           .sampled = true,
                           .ci95 = wyrm_share_interval(part, all, 0.95)};
}

/* The number of depths shown in text: the last ones that hardly any run enters are left out. */
static size_t depths_shown(const wyrm_summary *summary, bool verbose)
{
    size_t shown = summary->depth_count;
    while (!verbose && shown > 1 &&
           (double)summary->depths[shown - 1].entered < RARE_SHARE * (double)summary->runs)
        shown--;
    return shown;
}

/* Says how many runs stalled or were cut off, which all other figures leave out. */
static void print_unfinished(const text_sim_answer *report, text_page *page)
{
    const wyrm_summary *summary = report->summary;
    uint64_t cut = summary->ends[WYRM_RUN_CUT], stalled = summary->ends[WYRM_RUN_STALLED];
    if (stalled > 0)
        page_say(
            page,
            "%" PRIu64
            " %s stalled: for %d turns nothing changed but the clock, hunger and who stood where.",
            stalled, stalled == 1 ? "run" : "runs", WYRM_RUN_STALL);
    if (cut > 0)
        page_say(page, "%" PRIu64 " %s cut off by the limit of %" PRIu32 " turn%s.", cut,
                 cut == 1 ? "run was" : "runs were", report->facts->turn_limit,
                 report->facts->turn_limit == 1 ? "" : "s");
    if (summary->complete == 0)
        page_say(page, "No run came to an end: there is nothing to be said of ends.");
    else if (cut + stalled > 0)
        page_say(page,
                 "The figures are of the %" PRIu64
                 " %s to an end; survival counts the others up to where they were left.",
                 summary->complete, summary->complete == 1 ? "run that came" : "runs that came");
}

/* Says that a choice named for the player is only what it begins with: bots choose themselves. */
static void say_chosen(const text_sim_answer *report, text_page *page)
{
    const char *arena = report->facts->arena, *end = strstr(arena, " vs ");
    const wyrm_stat *stat = wyrm_combat_stats(wyrm_design_combat(report->design));
    if (strcmp(report->facts->bot, "idle") == 0 || end == NULL)
        return;
    for (; stat->name != NULL; stat++) {
        char named[80];
        snprintf(named, sizeof named, ",%s=", stat->name);
        const char *at = stat->chosen ? strstr(arena, named) : NULL;
        if (at != NULL && at < end)
            page_say(page,
                     "The %s chooses its %s itself: what is named is only how it begins; wyrm duel "
                     "keeps to it.",
                     report->facts->bot, stat->name);
    }
}

static void print_arena(const text_sim_answer *report, const char *won, text_page *page)
{
    const wyrm_summary *summary = report->summary;
    text_figure turns, left, lost;
    uint64_t killed = summary->ends[WYRM_RUN_KILLED], all = summary->complete;
    /* The first name of an arena is the player's side, even where it is an orc. */
    const char *arena = report->facts->arena;
    const int first = (int)strcspn(arena, "@, ");
    if (all > 0)
        page_say(page, "%s: the %.*s wins %s of such fights, in %s turns each.", arena, first,
                 arena, won, text_figure_seen(page->style, &summary->turns, &turns));
    if (summary->hp_left.count > 0)
        page_say(page, "Who wins has %s of the hit points left.",
                 text_figure_seen(page->style, &summary->hp_left, &left));
    say_chosen(report, page);
    print_unfinished(report, page);
    if (killed > 0)
        page_say(page, "%s are lost.",
                 text_figure_share(page->style, (double)killed / (double)all,
                                   wyrm_share_interval(killed, all, 0.95), &lost));
}

/* The win rate, the depths where runs end ("at least half of them between 4 and 7 ± 1", or "at
 * least half of them at 3"), and the most frequent cause of death. */
static void print_headline(const text_sim_answer *report, const char *won, text_page *page)
{
    const wyrm_summary *summary = report->summary;
    text_figure depth, low, high;
    char ends[288] = "";
    text_quantile_say(page->style, summary->final_depths, 0.25, &low);
    text_quantile_say(page->style, summary->final_depths, 0.75, &high);
    bool apart = strcmp(low.text, high.text) != 0;
    if (wyrm_interval_is_known(wyrm_mean_interval(&summary->final_depth, 0.95)))
        snprintf(ends, sizeof ends, "; they end at depth %s on average, %s %s%s%s",
                 text_figure_mean(page->style, &summary->final_depth, &depth),
                 apart ? "at least half of them between" : "at least half of them at", low.text,
                 apart ? " and " : "", apart ? high.text : "");
    if (summary->complete > 0)
        page_say(page, "%s: the %s wins %s of its runs%s.", text_title(report->design),
                 report->facts->bot, won, ends);
    if (summary->death_count > 0) { /* "What kills most often: Blob, 20 % ± 3 of all runs." */
        const text_greatest worst =
            text_sim_worst_killer(&page->arena, report->design, summary, page->style);
        if (worst.count == 0)
            page_fail(page);
        page_say(page, "What kills most often: %s%s %s %s.", worst.where,
                 worst.count > 1 ? ":" : ",", worst.value,
                 text_of_runs(summary->complete, summary->runs));
    }
    print_unfinished(report, page);
}

static void print_depths(const text_sim_answer *report, text_page *page)
{
    const wyrm_summary *summary = report->summary;
    size_t shown = depths_shown(summary, report->verbose);
    text_table table =
        text_table_of(page, ">depth|>runs|>survive it,\nof all|>die on it,\nof who enter");
    text_columns(&table, depth_rows);
    for (size_t i = 0; i < shown; i++) {
        const wyrm_sim_depth *depth = &summary->depths[i];
        text_cell_exact(&table, depth->depth);
        text_cell_exact(&table, (double)depth->entered);
        text_cell_estimate(&table, (wyrm_estimate){depth->survival, true, depth->survival_ci95},
                           true);
        text_cell_estimate(&table, (wyrm_estimate){depth->hazard, true, depth->hazard_ci95}, true);
        text_cells(&table, depth_rows, depth);
    }
    text_table_below(&table, 0);
    page_say(page, "Damage and turns are those of one floor; damage beyond the last hit point is "
                   "not counted.");
    if (shown < summary->depth_count)
        page_say(page, "(fewer than 1 run in 100 gets below depth %zu: --verbose)", shown);
}

static void print_deaths(const text_sim_answer *report, text_page *page)
{
    const wyrm_summary *summary = report->summary;
    size_t shown = report->verbose || summary->death_count < CAUSES ? summary->death_count : CAUSES;
    if (shown == 0)
        return;
    text_table table = text_table_of(page, "<killed by|>at depth");
    text_table_column(&table, TEXT_RIGHT, text_of_runs(summary->complete, summary->runs));
    text_table_column(&table, TEXT_RIGHT, "of who enter");
    for (size_t i = 0; i < shown; i++) {
        const wyrm_sim_death *death = &summary->deaths[i];
        text_table_cell(&table, text_sim_killer(report->design, death));
        text_cell_exact(&table, death->depth);
        double share = (double)death->count / (double)summary->complete;
        text_cell_estimate(&table, (wyrm_estimate){share, true, death->ci95}, true);
        text_cell_estimate(&table, text_sim_deaths_there(summary, death), true);
    }
    text_table_below(&table, 0);
    if (shown < summary->death_count)
        page_say(page, "(%zu more places and causes: --verbose)", summary->death_count - shown);
}

/* Reasons of death by depth, as numbers of runs; the last row has shares with intervals. A reason
 * without deaths has no column. */
static void print_reasons(const text_sim_answer *report, size_t shown, text_page *page)
{
    const wyrm_sim_last *all = &report->summary->last;
    text_table table = text_table_of(page, "<die at\ndepth|>deaths");
    for (size_t reason = 0; reason < WYRM_DEATH_REASON_COUNT; reason++)
        if (all->reasons[reason] > 0)
            text_table_column(&table, TEXT_RIGHT, short_words[reason]);
    for (size_t i = 0; i < shown; i++) {
        const wyrm_sim_last *last = &report->summary->depths[i].last;
        if (last->deaths == 0)
            continue;
        text_table_cellf(&table, "%zu", i + 1);
        text_cell_exact(&table, (double)last->deaths);
        for (size_t reason = 0; reason < WYRM_DEATH_REASON_COUNT; reason++)
            if (all->reasons[reason] > 0)
                text_cell_exact(&table, (double)last->reasons[reason]);
    }
    text_table_cell(&table, "all");
    text_cell_exact(&table, (double)all->deaths);
    for (size_t reason = 0; reason < WYRM_DEATH_REASON_COUNT; reason++)
        if (all->reasons[reason] > 0)
            text_cell_estimate(&table, text_estimate_listed(all->reasons[reason], all->deaths),
                               true);
    text_table_below(&table, 0);
}

/* How last fights began and what was left unused: over all depths, with --verbose also by depth. A
 * mean of few deaths has no interval, so the range of its values is shown instead. */
static void print_last_fights(const text_sim_answer *report, size_t shown, text_page *page)
{
    const wyrm_summary *summary = report->summary;
    const wyrm_sim_last *all = &summary->last;
    text_figure hp, then, most, cost, won, bare;
    uint64_t died = 0;
    for (size_t i = 0; i < summary->depth_count; i++)
        died += summary->depths[i].died;
    if (died > all->deaths)
        page_say(page,
                 "Of %" PRIu64 " more deaths the last fight is not known: files of version 2 "
                 "do not tell it.",
                 died - all->deaths);
    const wyrm_estimate looked = share_of(all->looked_won, all->cost.count),
                        left = share_of(all->bare, all->fights);
    if (all->fights > 0)
        page_say(
            page,
            "Their last fights begin at %s of the hit points with %s foes, %s at the most, and "
            "look like costing %s times what they have. %s looked won; in %s nothing was left "
            "to heal or to get away by.",
            text_figure_seen(page->style, &all->hp_share, &hp),
            text_figure_seen(page->style, &all->foes, &then),
            text_figure_seen(page->style, &all->most, &most),
            text_figure_seen(page->style, &all->cost, &cost),
            text_figure_share(page->style, looked.value, looked.ci95, &won),
            text_figure_share(page->style, left.value, left.ci95, &bare));
    if (!report->verbose)
        return;
    text_table table = text_table_of(page, ">last fight,\nat depth");
    text_columns(&table, last_rows);
    text_table_columns(&table, ">looked\nwon|>nothing\nleft");
    text_columns(&table, unused_rows);
    for (size_t i = 0; i < shown; i++) {
        const wyrm_sim_last *last = &summary->depths[i].last;
        if (last->deaths == 0)
            continue;
        text_cell_exact(&table, (double)i + 1);
        text_cells(&table, last_rows, last);
        text_cell_estimate(&table, share_of(last->looked_won, last->cost.count), true);
        text_cell_estimate(&table, share_of(last->bare, last->fights), true);
        text_cells(&table, unused_rows, last);
    }
    text_table_below(&table, 0);
}

#define LEFT_SHOWN 2 /* kinds of items listed per depth */

/* What the dead of each depth still carried. `left` is sorted by depth, so one pass is enough. */
static void print_left(const text_sim_answer *report, size_t shown, text_page *page)
{
    const wyrm_summary *summary = report->summary;
    const wyrm_item_kind *kinds;
    wyrm_loot_kinds(wyrm_design_loot(report->design), &kinds);
    text_table table =
        text_table_of(page, ">die at\ndepth|>deaths|<left in the pack, in so many of them");
    for (size_t i = 0, next = 0; i < shown; i++) {
        base_buffer list = {0};
        size_t count = 0;
        for (; next < summary->left_count && summary->left[next].depth == (int32_t)i + 1; next++)
            if (count++ < LEFT_SHOWN)
                base_buffer_appendf(&list, "%s%s %" PRIu64, count > 1 ? ", " : "",
                                    kinds[summary->left[next].kind].name, summary->left[next].runs);
        if (count > LEFT_SHOWN)
            base_buffer_appendf(&list, ", %zu more", count - LEFT_SHOWN);
        if (count == 0)
            continue;
        text_cell_exact(&table, (double)i + 1);
        text_cell_exact(&table, (double)summary->depths[i].died);
        text_table_cell(&table, page_keep(page, &list));
    }
    text_table_below(&table, 0);
}

/* Items by depth: what lay there, what was found, used and carried on, and what the dead had not
 * used. */
static void print_floor_items(const text_sim_answer *report, size_t shown, text_page *page)
{
    const wyrm_summary *summary = report->summary;
    if (summary->all_items.lain == 0)
        return;
    text_table table = text_table_of(page, ">items,\nat depth");
    text_columns(&table, floor_item_rows);
    text_table_column(&table, TEXT_RIGHT, "unused\nat death");
    for (size_t i = 0; i < shown; i++) {
        text_cell_exact(&table, (double)i + 1);
        text_cells(&table, floor_item_rows, &summary->depths[i]);
        text_cell_mean(&table, &summary->depths[i].last.unused);
    }
    text_table_below(&table, 0);
    page_say(page, "Carried on and unused: of what is used up.");
    print_left(report, shown, page);
}

/* Quantiles of whole runs beside their means, which alone would hide how far runs differ. */
static void print_spreads(const text_sim_answer *report, text_page *page)
{
    static const char *const names[] = {"10 %", "25 %", "median", "75 %", "90 %"};
    static const double shares[] = {0.1, 0.25, 0.5, 0.75, 0.9};
    const wyrm_summary *summary = report->summary;
    bool depths = report->facts->arena[0] == '\0'; /* a set fight has no depths */
    text_figure figure;
    text_table table =
        text_table_of(page, depths ? "<of a run|>final depth|>turns" : "<of a run|>turns");
    text_table_cell(&table, "mean");
    if (depths)
        text_cell_mean(&table, &summary->final_depth);
    text_cell_mean(&table, &summary->turns);
    for (size_t i = 0; i < COUNT_OF(shares); i++) {
        text_table_cell(&table, names[i]);
        const wyrm_histogram *const of[] = {summary->final_depths, summary->all_turns};
        for (int k = depths ? 0 : 1; k < 2; k++)
            text_table_cell(&table, text_quantile_say(page->style, of[k], shares[i], &figure));
    }
    text_table_below(&table, 0);
}

/* Fills `indexes` with the indexes of the weights above 0, heaviest first; returns their number. */
static size_t rank(const uint64_t *weights, size_t count, size_t *indexes)
{
    size_t ranked = 0;
    for (size_t i = 0; i < count; i++) {
        size_t at = ranked;
        if (weights[i] == 0)
            continue;
        for (; at > 0 && weights[indexes[at - 1]] < weights[i]; at--)
            indexes[at] = indexes[at - 1];
        indexes[at] = i;
        ranked++;
    }
    return ranked;
}

/* "Never met: A, B and 3 more." Up to eight names are listed in full; of more, six and a number, as
 * leaving out only one or two would save nothing. */
static void print_never(text_page *page, const char *what, const char *const *names, size_t count,
                        bool all)
{
    size_t shown = all || count <= 8 ? count : 6;
    base_buffer text = {0};
    for (size_t i = 0; i < shown; i++)
        base_buffer_appendf(&text, "%s%s%s", i > 0 ? "" : what, i > 0 ? ", " : ": ", names[i]);
    if (shown < count)
        base_buffer_appendf(&text, " and %zu more", count - shown);
    page_say_buffer(page, 0, &text, ".");
}

static void print_monsters(const text_sim_answer *report, text_page *page)
{
    const wyrm_summary *summary = report->summary;
    const wyrm_roster *roster = wyrm_design_roster(report->design);
    size_t ranks[WYRM_KINDS_MAX], count = 0, never_count = 0;
    uint64_t weights[WYRM_KINDS_MAX];
    const char *never[WYRM_KINDS_MAX];
    uint64_t most_met = 0;
    for (size_t i = 0; i < summary->monster_count; i++)
        most_met = summary->monsters[i].met > most_met ? summary->monsters[i].met : most_met;
    for (; count < summary->monster_count && count < WYRM_KINDS_MAX; count++) {
        const wyrm_sim_monster *monster = &summary->monsters[count];
        /* Sorted by deaths, and for equal deaths by meetings. */
        weights[count] = monster->met > 0 ? monster->deaths * (most_met + 1) + monster->met : 0;
        if (monster->met == 0)
            never[never_count++] = wyrm_roster_monster(roster, count)->title;
    }
    size_t ranked = rank(weights, count, ranks);
    size_t shown = report->verbose || ranked <= KINDS ? ranked : KINDS;
    if (ranked == 0)
        return;
    text_table table = text_table_of(page, "<monster|>met");
    text_columns(&table, monster_rows);
    for (size_t i = 0; i < shown; i++) {
        text_table_cell(&table, wyrm_roster_monster(roster, ranks[i])->title);
        text_cell_exact(&table, (double)summary->monsters[ranks[i]].met);
        text_cells(&table, monster_rows, &summary->monsters[ranks[i]]);
    }
    text_table_below(&table, 0);
    if (shown < ranked)
        page_say(page, "(%zu more, less deadly: --verbose)", ranked - shown);
    if (report->facts->arena[0] == '\0')
        print_never(page, "Never met", never, never_count, report->verbose);
}

/* Whether the bot does not know how to use the item, so that its never being used says nothing
 * about the item. */
static bool is_beyond_bot(const text_sim_answer *report, const wyrm_item_kind *kind)
{
    const wyrm_bot_kind *bot;
    const wyrm_effect effect = wyrm_item_effect(kind->record);
    return effect.kind != WYRM_EFFECT_NONE &&
           wyrm_bot_find(report->facts->bot, &bot, NULL) == WYRM_OK && !wyrm_bot_uses(bot, &effect);
}

/* Of gear `uses` is a number of the ruleset's own. */
static bool has_several_uses(const wyrm_item_kind *kind)
{
    const wyrm_value *uses = wyrm_value_get(kind->record, "uses");
    return uses != NULL && !loot_class_is_gear(kind->item_class) &&
           wyrm_pmf_last(wyrm_amount_pmf(wyrm_value_amount(uses))) > 1;
}

static void print_items(const text_sim_answer *report, text_page *page)
{
    const wyrm_summary *summary = report->summary;
    const wyrm_item_kind *kinds;
    const wyrm_play_rules rules = wyrm_play_rules_of(wyrm_design_ruleset(report->design));
    size_t ranks[WYRM_KINDS_MAX], count = 0, never_count = 0, unworn_count = 0, beyond_count = 0;
    uint64_t weights[WYRM_KINDS_MAX];
    const char *never[WYRM_KINDS_MAX], *unworn[WYRM_KINDS_MAX], *beyond[WYRM_KINDS_MAX];
    char unknown[96];
    wyrm_loot_kinds(wyrm_design_loot(report->design), &kinds);
    for (; count < summary->item_count && count < WYRM_KINDS_MAX; count++) {
        const wyrm_sim_item *item = &summary->items[count];
        /* Items that only lay there or were only bought come last. */
        weights[count] = 2 * item->found + (item->lain + item->used + item->left > 0);
        if (item->found > 0 && is_beyond_bot(report, &kinds[count]))
            beyond[beyond_count++] = kinds[count].title;
        else if (item->found > 0 && item->used == 0 && loot_class_is_gear(kinds[count].item_class))
            unworn[unworn_count++] = kinds[count].title;
        else if (item->found > 0 && item->used == 0)
            never[never_count++] = kinds[count].title;
    }
    size_t ranked = rank(weights, count, ranks);
    size_t shown = report->verbose || ranked <= KINDS ? ranked : KINDS;
    if (ranked == 0)
        return;
    text_table table = text_table_of(page, "<item, in a run");
    text_columns(&table, fate_rows);
    for (size_t i = 0; i < shown; i++) {
        text_table_cell(&table, kinds[ranks[i]].title);
        text_cells(&table, fate_rows, &summary->items[ranks[i]]);
    }
    text_table_below(&table, 0);
    if (shown < ranked)
        page_say(page, "(%zu more: --verbose)", ranked - shown);
    base_buffer kit = {0}; /* items of the starting kit: used or left over, but never found */
    for (size_t i = 0; i < summary->item_count && report->facts->arena[0] == '\0'; i++)
        if (base_has_word(rules.kit, rules.kit_count, kinds[i].name))
            base_buffer_appendf(
                &kit, "%s%s",
                kit.length > 0 ? ", " : "Had from the start, which is not counted as found: ",
                kinds[i].title);
    page_say_buffer(page, 0, &kit, ".");
    if (wyrm_trade_shops(wyrm_design_trade(report->design)) > 0 && report->facts->arena[0] == '\0')
        page_say(page, "What is bought is not counted as found.");
    base_buffer several = {0}; /* items with several uses: used more often than found */
    for (size_t i = 0; i < shown; i++) {
        const wyrm_item_kind *kind = &kinds[ranks[i]];
        if (summary->items[ranks[i]].used > 0 && has_several_uses(kind))
            base_buffer_appendf(
                &several, "%s%s",
                several.length > 0 ? ", " : "Each use counts as used of what has several: ",
                kind->title);
    }
    page_say_buffer(page, 0, &several, ".");
    print_never(page, "Found and never used", never, never_count, report->verbose);
    print_never(page, "Found, and at the end of no run worn", unworn, unworn_count,
                report->verbose);
    snprintf(unknown, sizeof unknown, "The %.60s does not know how to use", report->facts->bot);
    print_never(page, unknown, beyond, beyond_count, report->verbose);
}

/* Items given by pity per room and depth; nothing where the ruleset has no pity. */
static void print_pity(const text_sim_answer *report, text_page *page)
{
    const wyrm_pity_rules *pity = wyrm_loot_facts_of(wyrm_design_loot(report->design))->pity;
    size_t shown = depths_shown(report->summary, report->verbose);
    if (!pity || shown == 0)
        return;
    text_table table = text_table_of(page, ">items of pity\na room, at depth");
    for (size_t i = 0; i < pity->count; i++)
        text_table_column(&table, TEXT_RIGHT, pity->names[i]);
    for (size_t i = 0; i < shown; i++) {
        const wyrm_sim_depth *depth = &report->summary->depths[i];
        text_cell_exact(&table, depth->depth);
        for (size_t p = 0; p < pity->count; p++)
            text_cell_ratio(&table, &depth->pity[p]);
    }
    text_table_below(&table, 0);
}

/* The command that shows a run: from its file, or played again from its seed; on a line of its own
 * where it is long. Nothing is printed where no command would show the same run: with another limit
 * of turns, or with a source that cannot be written as a shell word. */
static void put_command(const text_sim_answer *report, const char *what, uint64_t run,
                        const char *rest, text_page *page)
{
    const wyrm_results_facts *facts = report->facts;
    char of[1024], without[1024], command[4096];
    if (report->file && text_shell_word(report->file, of, sizeof of))
        snprintf(command, sizeof command, "wyrm replay %s --run %" PRIu64 "%s", of, run, rest);
    else if (!report->file && !report->account && facts->turn_limit == WYRM_RUN_TURNS &&
             text_shell_word(facts->source, of, sizeof of) &&
             text_shell_word(facts->without, without, sizeof without))
        snprintf(command, sizeof command,
                 "wyrm play %s --watch-bot %s --seed %" PRIu64 " --run %" PRIu64 "%s%s%s", of,
                 facts->bot, facts->seed, run, facts->without[0] != '\0' ? " --without " : "",
                 facts->without[0] != '\0' ? without : "", rest);
    else
        return;
    const bool fits = strlen(what) + 1 + strlen(command) <= (size_t)page->style.width;
    page_addf(page, "%s%s%s\n", what, fits ? " " : "\n  ", command);
}

/* Notable runs, with commands to watch them. */
static void print_examples(const text_sim_answer *report, text_page *page)
{
    const wyrm_summary *summary = report->summary;
    if (summary->example_count == 0)
        return;
    page_add(page, "\nruns\n");
    for (size_t i = 0; i < summary->example_count; i++) {
        const wyrm_sim_example *example = &summary->examples[i];
        page_addf(page, "%-14s  run %" PRIu64 " (%s at depth %d)\n", example->what, example->run,
                  wyrm_run_end_word(example->end), (int)example->depth);
    }
    uint64_t how = 0, most = 0; /* an example run of the most frequent reason of death */
    for (size_t reason = 0; reason < WYRM_DEATH_REASON_COUNT; reason++) {
        size_t depth = 0;
        if (summary->last.reasons[reason] == 0)
            continue;
        how = summary->last.reasons[reason] > most ? summary->last.runs[reason] : how;
        most = summary->last.reasons[reason] > most ? summary->last.reasons[reason] : most;
        /* A run that is the example of all depths is also the example of its own depth. */
        while (summary->depths[depth].last.reasons[reason] == 0 ||
               summary->depths[depth].last.runs[reason] != summary->last.runs[reason])
            depth++;
        page_addf(page, "%-14s  run %" PRIu64 " (dies at depth %zu)\n",
                  wyrm_death_words((wyrm_death_reason)reason), summary->last.runs[reason],
                  depth + 1);
    }
    put_command(report, "Watch one:", summary->examples[summary->example_count / 2].run, "", page);
    if (summary->last.deaths > 0)
        put_command(report, "Its last turns:", how, " --last 10", page);
}

/* A set fight has no depths, floors or pity, so only what it shares with games is printed. */
static void print_sim(const text_sim_answer *report, text_page *page)
{
    const wyrm_results_facts *facts = report->facts;
    const wyrm_results_account *account = report->account;
    const wyrm_summary *summary = report->summary;
    bool games = facts->arena[0] == '\0';
    uint64_t runs = summary->runs, first = report->first;
    char which[64] = ""; /* " (1000 to 1499)" where they do not begin at run 0 */
    text_figure won;
    text_figure_share(page->style, summary->win_rate, summary->win_rate_ci95, &won);
    (games ? print_headline : print_arena)(report, won.text, page);
    if (report->stopped)
        page_say(page, "Interrupted: these are the runs made so far.");
    if (account && account->missing > 0) { /* "12 of the runs 0 to 99 are missing: 30 to 40, 77." */
        base_buffer text = {0};
        base_buffer_appendf(
            &text,
            "%" PRIu64 " of the runs %" PRIu64 " to %" PRIu64 " %s missing: ", account->missing,
            account->first, account->last, account->missing == 1 ? "is" : "are");
        for (size_t i = 0; i < account->gap_count && i < GAPS; i++) {
            const wyrm_results_range *gap = &account->gaps[i];
            base_buffer_appendf(&text,
                                gap->last > gap->first ? "%s%" PRIu64 " to %" PRIu64 : "%s%" PRIu64,
                                i > 0 ? ", " : "", gap->first, gap->last);
        }
        page_say_buffer(page, 0, &text, account->gap_count > GAPS ? " and more." : ".");
    }
    if (games) {
        print_depths(report, page);
        print_deaths(report, page);
    }
    if (games && summary->last.deaths > 0) {
        const size_t shown = depths_shown(summary, report->verbose);
        print_reasons(report, shown, page);
        print_last_fights(report, shown, page);
    }
    print_spreads(report, page);
    print_monsters(report, page);
    print_items(report, page);
    if (games) {
        print_floor_items(report, depths_shown(summary, report->verbose), page);
        print_pity(report, page);
        print_examples(report, page);
    }
    if (first > 0 && runs > 0 && (!account || account->missing == 0))
        snprintf(which, sizeof which, " (%" PRIu64 " to %" PRIu64 ")", first, first + runs - 1);
    page_say(page, "\n%" PRIu64 " run%s%s of the %s, seed %" PRIu64 ", %s 95 %% confidence.%s%s",
             runs, runs == 1 ? "" : "s", which, facts->bot, facts->seed,
             page->style.utf8 ? "±" : "+-", facts->without[0] ? " Without: " : "", facts->without);
}

/* ---- For scripts ---- */

/* Moments with quantiles; null where no run was completed. */
static void put_distribution(base_json *json, const char *key, const wyrm_moments *moments,
                             const wyrm_histogram *counts)
{
    if (!text_open_moments(json, key, moments))
        return;
    text_put_quantiles(json, counts);
    base_put_end(json);
}

static void put_depths(base_json *json, const text_sim_answer *report)
{
    const wyrm_summary *summary = report->summary;
    const wyrm_pity_rules *pity = wyrm_loot_facts_of(wyrm_design_loot(report->design))->pity;
    base_put_list(json, "survival");
    for (size_t i = 0; i < summary->depth_count; i++) {
        const wyrm_sim_depth *depth = &summary->depths[i];
        const wyrm_interval ci95 = depth->survival_ci95, hazard = depth->hazard_ci95;
        base_putf(json,
                  "{depth:%d value:%g ci95:[%g %g] entered:%" PRIu64 " died:%" PRIu64
                  " won:%" PRIu64 " cut_off:%" PRIu64 " stalled:%" PRIu64
                  " hazard:{value:%g ci95:[%g %g]}}",
                  depth->depth, depth->survival, ci95.low, ci95.high, depth->entered, depth->died,
                  depth->won, depth->cut, depth->stalled, depth->hazard, hazard.low, hazard.high);
    }
    base_putf(json, "] levels:[");
    for (size_t i = 0; i < summary->depth_count; i++) {
        const wyrm_sim_depth *depth = &summary->depths[i];
        base_putf(json, "{depth:%d", depth->depth);
        text_put(json, depth_rows, depth);
        base_put_object(json, "pity_per_room");
        for (size_t p = 0; pity && p < pity->count; p++) {
            const text_row rows[] = {{pity->names[p], NULL, TEXT_RATIO, 0}, {.unit = TEXT_END}};
            text_put(json, rows, &depth->pity[p]);
        }
        base_putf(json, "}}");
    }
    base_put_end(json);
}

static void put_deaths(base_json *json, const text_sim_answer *report)
{
    const wyrm_summary *summary = report->summary;
    const wyrm_roster *roster = wyrm_design_roster(report->design);
    base_put_list(json, "deaths");
    for (size_t i = 0; i < summary->death_count; i++) {
        const wyrm_sim_death *death = &summary->deaths[i];
        const char *by = death->end == WYRM_RUN_KILLED && death->killer >= 0
                             ? wyrm_roster_monster(roster, (size_t)death->killer)->name
                             : wyrm_run_end_word(death->end);
        base_putf(json, "{by:%s depth:%d runs:%" PRIu64 " share:%g ci95:[%g %g]}", by, death->depth,
                  death->count, (double)death->count / (double)summary->complete, death->ci95.low,
                  death->ci95.high);
    }
    base_put_end(json);
}

static void put_share(base_json *json, const char *key, wyrm_estimate share)
{
    base_put_object(json, key);
    base_putf(json, "value:%g ci95:[%g %g]}", share.value, share.ci95.low, share.ci95.high);
}

/* Reasons of death and the beginnings of last fights, added to an object that is already open. */
static void put_last(base_json *json, const wyrm_sim_last *last)
{
    base_putf(json, "deaths:%" PRIu64 " fights:%" PRIu64 " why:[", last->deaths, last->fights);
    for (size_t reason = 0; reason < WYRM_DEATH_REASON_COUNT; reason++) {
        if (last->reasons[reason] == 0)
            continue;
        base_putf(json, "{reason:%s runs:%" PRIu64, wyrm_death_words((wyrm_death_reason)reason),
                  last->reasons[reason]);
        put_share(json, "share", text_estimate_listed(last->reasons[reason], last->deaths));
        base_putf(json, "run:%" PRIu64 "}", last->runs[reason]);
    }
    base_put_end(json);
    text_put(json, last_rows, last);
    put_share(json, "looked_won", share_of(last->looked_won, last->cost.count));
    put_share(json, "nothing_left", share_of(last->bare, last->fights));
    base_put_object(json, "unused");
    text_put(json, unused_rows, last);
    base_put_end(json);
}

static void put_reasons(base_json *json, const text_sim_answer *report)
{
    const wyrm_summary *summary = report->summary;
    base_put_object(json, "last_fights");
    put_last(json, &summary->last);
    base_put_list(json, "depths");
    for (size_t i = 0; i < summary->depth_count; i++) {
        base_putf(json, "{depth:%d", summary->depths[i].depth);
        put_last(json, &summary->depths[i].last);
        base_put_end(json);
    }
    const wyrm_item_kind *kinds;
    wyrm_loot_kinds(wyrm_design_loot(report->design), &kinds);
    base_putf(json, "]} items_by_depth:[");
    for (size_t i = 0, next = 0; i < summary->depth_count; i++) {
        base_putf(json, "{depth:%d", summary->depths[i].depth);
        text_put(json, floor_item_rows, &summary->depths[i]);
        text_put_moments(json, "unused", &summary->depths[i].last.unused);
        base_put_list(json, "left");
        for (; next < summary->left_count && summary->left[next].depth == (int32_t)i + 1; next++)
            base_putf(json, "{name:%s runs:%" PRIu64 " left:%" PRIu64 "}",
                      kinds[summary->left[next].kind].name, summary->left[next].runs,
                      summary->left[next].left);
        base_put_end(json);
        base_put_end(json);
    }
    base_put_end(json);
}

/* Monsters and items with their figures; then the names of monsters that no run met, and of items
 * that lay somewhere and were never used. */
static void put_kinds(base_json *json, const text_sim_answer *report)
{
    const wyrm_summary *summary = report->summary;
    const wyrm_roster *roster = wyrm_design_roster(report->design);
    const wyrm_item_kind *kinds;
    wyrm_loot_kinds(wyrm_design_loot(report->design), &kinds);
    base_put_list(json, "monsters");
    for (size_t i = 0; i < summary->monster_count; i++) {
        const wyrm_sim_monster *monster = &summary->monsters[i];
        base_putf(json,
                  "{name:%s runs_met:%" PRIu64 " met:%" PRIu64 " kills:%" PRIu64 " deaths:%" PRIu64,
                  wyrm_roster_monster(roster, i)->name, monster->runs_met, monster->met,
                  monster->kills, monster->deaths);
        text_put(json, monster_rows, monster);
        base_put_end(json);
    }
    base_putf(json, "] items:[");
    for (size_t i = 0; i < summary->item_count; i++) {
        const wyrm_sim_item *item = &summary->items[i];
        base_putf(json,
                  "{name:%s runs_found:%" PRIu64 " lain:%" PRIu64 " found:%" PRIu64 " used:%" PRIu64
                  " left:%" PRIu64 " a_run:{",
                  kinds[i].name, item->runs_found, item->lain, item->found, item->used, item->left);
        text_put(json, fate_rows, item);
        base_putf(json, "}}");
    }
    base_putf(json, "] never_met:[");
    for (size_t i = 0; i < summary->monster_count; i++)
        if (summary->monsters[i].met == 0)
            base_put_text(json, NULL, wyrm_roster_monster(roster, i)->name);
    base_putf(json, "] never_used:[");
    for (size_t i = 0; i < summary->item_count; i++)
        if (summary->items[i].lain > 0 && summary->items[i].used == 0)
            base_put_text(json, NULL, kinds[i].name);
    base_put_end(json);
}

/* Writes all members of an answer and closes its object. */
static void put_sim(base_json *json, const text_sim_answer *report)
{
    const wyrm_summary *summary = report->summary;
    const wyrm_results_facts *facts = report->facts;
    const wyrm_results_account *account = report->account;
    base_putf(json,
              "seed:%" PRIu64 " runs:%" PRIu64 " complete_runs:%" PRIu64 " first_run:%" PRIu64
              " complete:%i",
              facts->seed, summary->runs, summary->complete, report->first,
              !report->stopped && (!account || account->missing == 0));
    base_put_list(json, "missing"); /* [[first, last], ...] between the first and the last run */
    for (size_t i = 0; account && i < account->gap_count; i++) {
        base_put_list(json, NULL);
        base_putf(json, "%" PRIu64 " %" PRIu64 "]", account->gaps[i].first, account->gaps[i].last);
    }
    base_putf(json, "] engine:%u bot:%s turn_limit:%u without:%s arena:%s", facts->engine,
              facts->bot, facts->turn_limit, facts->without, facts->arena[0] ? facts->arena : NULL);
    base_putf(json, "win_rate:{value:%g ci95:[%g %g]} ends:{", summary->win_rate,
              summary->win_rate_ci95.low, summary->win_rate_ci95.high);
    for (int end = 0; end < WYRM_RUN_END_COUNT; end++)
        base_put_count(json, wyrm_run_end_word((wyrm_run_end)end), summary->ends[end]);
    base_put_end(json);
    put_distribution(json, "final_depth", &summary->final_depth, summary->final_depths);
    text_put_moments(json, "final_level", &summary->final_level);
    put_distribution(json, "turns", &summary->turns, summary->all_turns);
    text_put_moments(json, "hp_left", &summary->hp_left);
    put_depths(json, report);
    put_deaths(json, report);
    put_kinds(json, report);
    base_put_list(json, "examples");
    for (size_t i = 0; i < summary->example_count; i++) {
        const wyrm_sim_example *example = &summary->examples[i];
        base_putf(json, "{what:%s run:%" PRIu64 " depth:%d end:%s}", example->what, example->run,
                  example->depth, wyrm_run_end_word(example->end));
    }
    base_put_end(json);
    put_reasons(json, report);
    base_put_end(json);
}

void text_write_sim(const text_sim_answer *report, text_page *page)
{
    if (!page->json) {
        print_sim(report, page);
        return;
    }
    base_json json = text_answer_begin(page, "sim", wyrm_design_ruleset(report->design));
    put_sim(&json, report);
}

/* ---- Several bots ---- */

/* One row per bot, in the order in which they were asked for. */
static void print_sims(const text_sim_answer *reports, size_t count, text_page *page)
{
    const bool games = reports->facts->arena[0] == '\0';
    const wyrm_results_facts *facts = reports->facts;
    uint64_t unfinished = 0, least = UINT64_MAX, most = 0;
    page_say(page, games ? "%s: how far each bot gets." : "%s: %s.", text_title(reports->design),
             facts->arena);
    for (size_t i = 0; i < count; i++)
        unfinished +=
            reports[i].summary->ends[WYRM_RUN_CUT] + reports[i].summary->ends[WYRM_RUN_STALLED];
    text_table table = text_table_of(page, games ? "<bot|>wins|>ends at\ndepth|>turns|<killed "
                                                   "most\noften by"
                                                 : "<bot|>wins|>turns|>hp left");
    if (games)
        text_table_column(&table, TEXT_RIGHT, unfinished > 0 ? "of who\nended" : "of all\nruns");
    for (size_t i = 0; i < count; i++) {
        const wyrm_summary *summary = reports[i].summary;
        text_figure won;
        least = summary->runs < least ? summary->runs : least;
        most = summary->runs > most ? summary->runs : most;
        text_table_cell(&table, reports[i].facts->bot);
        text_table_cell(&table, text_figure_share(page->style, summary->win_rate,
                                                  summary->win_rate_ci95, &won));
        if (games)
            text_cell_mean(&table, &summary->final_depth);
        text_cell_mean(&table, &summary->turns);
        if (games) {
            const text_greatest worst =
                text_sim_worst_killer(&page->arena, reports[i].design, summary, page->style);
            text_table_cell(&table, worst.count > 0 ? worst.where : "");
            text_table_cell(&table, worst.count > 0 ? worst.value : "");
        } else {
            text_cell_mean(&table, &summary->hp_left);
        }
    }
    text_table_below(&table, 0);
    if (unfinished > 0)
        page_say(page, "%" PRIu64 " %s none of these figures.", unfinished,
                 unfinished == 1 ? "run came to no end: it is in"
                                 : "runs came to no end: they are in");
    page_add(page, "\n");
    char runs[48];
    snprintf(runs, sizeof runs, least < most ? "%" PRIu64 " to %" PRIu64 : "%" PRIu64, least, most);
    page_say(page,
             "%s%s runs of each, seed %" PRIu64
             ", %s 95 %% confidence.%s%s%s%s For scripts: --json",
             reports[count - 1].stopped ? "Interrupted: these are the runs made so far. " : "",
             runs, facts->seed, page->style.utf8 ? "±" : "+-",
             facts->without[0] ? " Without: " : "", facts->without, facts->without[0] ? "." : "",
             games ? " Depth by depth: --bot with one of them." : "");
}

void text_write_sims(const text_sim_answer *reports, size_t count, text_page *page)
{
    if (!page->json) {
        print_sims(reports, count, page);
        return;
    }
    base_json json = text_answer_begin(page, "sims", wyrm_design_ruleset(reports->design));
    base_put_list(&json, "bots");
    for (size_t i = 0; i < count; i++) {
        base_put_object(&json, NULL);
        put_sim(&json, &reports[i]);
    }
    base_putf(&json, "]}");
}

void text_write_sim_csv(const text_sim_answer *report, text_page *page)
{
    const wyrm_summary *summary = report->summary;
    page_add(page, "depth,entered,died,won,cut_off,stalled,survival,survival_low,survival_"
                   "high,hazard,hazard_low,hazard_high");
    for (const text_row *row = depth_rows; row->unit == TEXT_MOMENTS; row++)
        page_addf(page, ",%s,%s_low,%s_high", row->key, row->key, row->key);
    page_add(page, "\n");
    for (size_t i = 0; i < summary->depth_count; i++) {
        const wyrm_sim_depth *depth = &summary->depths[i];
        page_addf(page, "%d,%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64,
                  (int)depth->depth, depth->entered, depth->died, depth->won, depth->cut,
                  depth->stalled);
        page_addf(page, ",%.9g,%.9g,%.9g,%.9g,%.9g,%.9g", depth->survival, depth->survival_ci95.low,
                  depth->survival_ci95.high, depth->hazard, depth->hazard_ci95.low,
                  depth->hazard_ci95.high);
        for (const text_row *row = depth_rows; row->unit == TEXT_MOMENTS; row++) {
            const wyrm_moments *moments = (const void *)((const char *)depth + row->offset);
            wyrm_interval ci95 = wyrm_mean_interval(moments, 0.95);
            if (!wyrm_interval_is_known(ci95))
                page_add(page, ",,,");
            else
                page_addf(page, ",%.9g,%.9g,%.9g", moments->mean, ci95.low, ci95.high);
        }
        page_add(page, "\n");
    }
}
