/* Charts of whole games: how deep runs get, what kills, what it costs, what is carried.
 *
 * Every figure by depth is about the runs that got there, and the fewer they are the less it says
 * about the rules. So depths that hardly any run enters are left out, instead of being drawn with
 * intervals as tall as the picture. Causes of death are chosen by how dangerous they are to those
 * who meet them: by mere counts, whatever kills on the first floors would hide everything else. */
#include "html/internal.h"
#include "loot/internal.h"
#include <math.h>
#include <string.h>

/* ---- How deep runs get; figures by depth, a line for each bot ---- */

/* Adds a series for each bot (in a comparison only the usual one of each side), and the command
 * that shows the median run. */
static void add_bots(html_chart *chart,
                     void (*add)(html_series *series, const wyrm_summary *summary, size_t offset))
{
    html_report *report = chart->report;
    bool below = false;
    for (size_t s = 0; s < report->head.side_count; s++) {
        const html_side *side = &report->sides[s];
        for (size_t b = 0; b < side->bot_count; b++) {
            const html_bot *bot = &side->bots[b];
            if (report->head.side_count > 1 && bot != html_usual_bot(side))
                continue;
            html_series *series = html_side_series(chart, s, bot->name);
            add(series, bot->summary, chart->row->offset);
            html_runs_command(chart, s, bot);
            for (size_t i = 0; i < series->count; i++)
                below |= series->marks[i].y < 0.0;
        }
    }
    /* Without negative values the y axis begins at 0: neither a small difference nor the end of an
     * interval moves it. */
    if (!below)
        chart->y.least = 0.0;
    const wyrm_summary *summary = html_usual_bot(&report->sides[0])->summary;
    for (size_t i = 0; i < summary->example_count; i++)
        if (strcmp(summary->examples[i].what, "median") == 0)
            chart->replay = html_watch_command(report, 0, summary->examples[i].run);
}

static void add_survival(html_series *series, const wyrm_summary *summary, size_t offset)
{
    (void)offset;
    html_add_interval(series, 0.0, 1.0, (wyrm_interval){1.0, 1.0});
    for (size_t i = 0; i < summary->depth_count; i++) {
        const wyrm_sim_depth *depth = &summary->depths[i];
        if (!isnan(depth->survival))
            html_add_interval(series, depth->depth, depth->survival, depth->survival_ci95);
    }
}

static void fill_survival(html_chart *chart)
{
    const html_report *report = chart->report;
    const html_bot *usual = html_usual_bot(&report->sides[0]);
    const wyrm_gate_row *row = wyrm_gate_row_of(&report->runs, "final_depth");
    const char *rest = "";
    text_figure wins;
    add_bots(chart, add_survival);
    if (report->head.side_count > 1 && row != NULL)
        rest = base_say(chart->arena, " Against %.60s its mean final depth differs by %s.",
                        report->sides[1].name, text_gate_difference_text(HTML_UTF8, row, &wins));
    text_figure_share(HTML_UTF8, usual->summary->win_rate, usual->summary->win_rate_ci95, &wins);
    html_caption(chart,
                 "A step down is a depth that kills. The %s wins %s of its runs, which end at "
                 "depth %s on average.%s",
                 usual->name, wins.text, html_mean(chart, &usual->summary->final_depth), rest);
}

/* Differences between both sides for all metrics that are shares. No command is shown for runs that
 * do not begin at 0, as `wyrm compare` cannot ask for those. */
static void fill_difference(html_chart *chart)
{
    const html_report *report = chart->report;
    const wyrm_gate *gate = &report->runs;
    const html_side *now = &report->sides[0], *other = &report->sides[1];
    size_t clear = 0, count = 0;
    const char *how = "";
    if (report->head.side_count < 2)
        return;
    const html_bot *bot = html_usual_bot(now);
    html_series *none = html_add_series(chart, "no difference");
    none->reference = true;
    html_series *series =
        html_add_series(chart, base_say(chart->arena, "%.40s less %.40s", now->name, other->name));
    for (size_t i = 0; i < gate->count; i++) {
        const wyrm_gate_row *row = &gate->rows[i];
        const char *at = strchr(row->metric, '@'); /* "survival@3" becomes "past depth 3" */
        const char *name = strcmp(row->metric, "win_rate") == 0 ? "won" : row->metric;
        if (strcmp(row->unit, "share") != 0)
            continue;
        if (at != NULL)
            name = base_say(chart->arena, "past depth %.20s", at + 1);
        double x = html_category(chart, name);
        html_add_interval(series, x, row->difference, row->ci95);
        html_add_mark(none, x, 0.0);
        clear += row->answer == WYRM_GATE_HIGHER || row->answer == WYRM_GATE_LOWER;
        count++;
    }
    html_caption(chart,
                 "%s of the %s, %.60s less %.60s: above the line it is higher now. %zu of %zu have "
                 "clearly changed.",
                 gate->paired ? "Paired differences" : "Differences", bot->name, now->name,
                 other->name, clear, count);
    if (now->word[0] == '\0' || other->word[0] == '\0' || report->options.first > 0)
        return;
    if (now->results == NULL || other->results == NULL)
        how = base_say(chart->arena, " --sim --bot %s --runs %llu --seed %llu", bot->name,
                       (unsigned long long)bot->summary->runs,
                       (unsigned long long)bot->summary->seed);
    html_command(chart,
                 base_say(chart->arena, "wyrm compare %s %s%s", other->word, now->word, how));
}

/* What a caption says of depths that are not drawn; "" where all are. */
static const char *left_out(const html_bot *bot)
{
    return html_depths_drawn(bot->summary) < bot->summary->depth_count
               ? " Depths that fewer than 20 runs enter are left out."
               : "";
}

static void fill_damage(html_chart *chart)
{
    const html_bot *bot = html_usual_bot(&chart->report->sides[0]);
    size_t count = html_depths_drawn(bot->summary);
    wyrm_estimate *means = base_array(chart->arena, wyrm_estimate, count);
    const char *rest = "";
    add_bots(chart, html_add_by_depth);
    for (size_t i = 0; i < count; i++)
        means[i] = text_estimate_mean(&bot->summary->depths[i].damage_taken);
    const text_greatest most = html_greatest_depth(chart, means, NULL, count, false);
    if (most.count > 0 && count > 1)
        rest = base_say(chart->arena, " It costs the %s most at %s: %s hit points.", bot->name,
                        most.where, most.value);
    html_caption(chart, "What a depth takes from those who enter it, healed or not.%s%s", rest,
                 left_out(bot));
}

/* Levels by bot, and as a reference the level that the mean experience of all monsters down to a
 * depth is worth, with the progress to the next level as a fraction: nobody has that level, but it
 * is a measure for theirs. Where nobody can gain a level there is nothing to draw. */
static void fill_level(html_chart *chart)
{
    const html_bot *bot = html_usual_bot(&chart->report->sides[0]);
    int32_t last = 1;
    for (size_t s = 0; s < chart->report->head.side_count; s++) {
        const wyrm_growth *growth = wyrm_design_growth(chart->report->sides[s].design);
        last = wyrm_growth_last_level(growth) > last ? wyrm_growth_last_level(growth) : last;
    }
    if (last == 1)
        return;
    add_bots(chart, html_add_by_depth);
    for (size_t s = 0; s < chart->report->head.side_count; s++) {
        const html_side *side = &chart->report->sides[s];
        const wyrm_growth *growth = wyrm_design_growth(side->design);
        wyrm_experience experience = wyrm_growth_start(growth);
        html_series *series = html_side_series(chart, s, "all experience there is");
        series->reference = true;
        for (int32_t i = 0; i < html_common_depths(side->descents); i++) {
            const wyrm_depth_figures *depth = &side->descents->depths[i];
            wyrm_growth_award(growth, &experience, (uint64_t)llround(depth->experience.mean));
            html_add_mark(series, depth->depth, wyrm_experience_level(&experience));
        }
    }
    html_caption(chart,
                 "The level of those who leave a depth alive; the broken line is where the mean "
                 "experience of all monsters so far stands between two levels. The %s ends its "
                 "runs at level %s on average.",
                 bot->name, html_mean(chart, &bot->summary->final_level));
}

/* ---- What kills, and where ---- */

#define CAUSES 13 /* causes of death with a look of their own, at most */

/* A cause of death. Its weight is the sum of its hazards by depth, each times the square root of
 * the runs that enter the depth; `where` is the mean of the depths by the same weights. */
typedef struct death_cause {
    wyrm_sim_death death; /* the first of this cause */
    double weight, where;
} death_cause;

typedef struct causes {
    size_t depths; /* that are drawn */
    size_t count;
    death_cause *list;
    double *deaths; /* by depth: a number for each cause, then for all others */
} causes;

/* The index of a death's cause; of->count if it is none of them. */
static size_t cause_of(const causes *of, const wyrm_sim_death *death)
{
    size_t at = 0;
    while (at < of->count &&
           (of->list[at].death.end != death->end || of->list[at].death.killer != death->killer))
        at++;
    return at;
}

/* Sorts by weight, greatest first, or by depth. The order of equal ones is kept. */
static void sort_causes(death_cause *list, size_t count, bool by_depth)
{
    for (size_t i = 1; i < count; i++)
        for (size_t k = i; k > 0; k--) {
            death_cause *one = &list[k - 1], moved = list[k];
            if (by_depth ? moved.where >= one->where : moved.weight <= one->weight)
                break;
            list[k] = *one;
            *one = moved;
        }
}

/* The weightiest causes, ordered by depth. */
static causes find_causes(base_arena *arena, const wyrm_summary *summary)
{
    causes of = {.depths = html_depths_drawn(summary),
                 .list = base_array(arena, death_cause, summary->death_count)};
    for (size_t i = 0; i < summary->death_count; i++) {
        const wyrm_sim_death *death = &summary->deaths[i];
        if ((size_t)death->depth > of.depths)
            continue;
        size_t at = cause_of(&of, death);
        if (at == of.count)
            of.list[of.count++].death = *death;
        double entered = (double)summary->depths[death->depth - 1].entered;
        double part = (double)death->count / sqrt(entered);
        of.list[at].weight += part;
        of.list[at].where += part * (double)death->depth;
    }
    sort_causes(of.list, of.count, false);
    of.count = of.count < CAUSES ? of.count : CAUSES;
    for (size_t c = 0; c < of.count; c++)
        of.list[c].where /= of.list[c].weight;
    sort_causes(of.list, of.count, true);
    of.deaths = base_array(arena, double, of.depths *(of.count + 1));
    for (size_t i = 0; i < summary->death_count; i++) {
        const wyrm_sim_death *death = &summary->deaths[i];
        size_t row = (size_t)death->depth - 1;
        if (row < of.depths)
            of.deaths[row * (of.count + 1) + cause_of(&of, death)] += (double)death->count;
    }
    return of;
}

/* Names the deadliest depth and what kills most there, with the command that shows a run killed by
 * it, or at least killed at that depth. */
static void caption_hazard(html_chart *chart, const causes *of)
{
    const html_side *side = &chart->report->sides[chart->side];
    const html_bot *bot = html_usual_bot(side);
    const wyrm_summary *summary = bot->summary;
    wyrm_estimate *hazards = base_array(chart->arena, wyrm_estimate, of->depths), shares[CAUSES];
    const char *names[CAUSES], *killers = "";
    for (size_t i = 0; i < of->depths; i++)
        hazards[i] =
            (wyrm_estimate){summary->depths[i].hazard, true, summary->depths[i].hazard_ci95};
    const text_greatest worst = html_greatest_depth(chart, hazards, NULL, of->depths, true);
    int32_t depth = (int32_t)worst.first + 1;
    for (size_t c = 0; c < of->count; c++) {
        double deaths = of->deaths[worst.first * (of->count + 1) + c];
        const wyrm_sim_death here = {.depth = depth, .count = (uint64_t)deaths};
        names[c] = text_sim_killer(side->design, &of->list[c].death);
        shares[c] = text_sim_deaths_there(summary, &here);
        if (here.count == 0)
            shares[c].value = NAN;
    }
    const text_greatest most = text_find_greatest(
        HTML_UTF8, &(text_ranking){.count = of->count, .figures = shares, .names = names});
    int32_t killer = most.count > 0 ? of->list[most.first].death.killer : -1;
    if (most.count > 0 && worst.count == 1)
        killers = base_say(chart->arena, " Most of them are killed by %s.", most.where);
    if (most.count == 0)
        html_caption(chart,
                     "None of the %llu runs of the %s ends in a death on these depths. The thin "
                     "lines are what so many runs leave open.",
                     (unsigned long long)summary->complete, bot->name);
    else
        html_caption(chart,
                     "Deadliest: %s. Of those who enter %s die there.%s Depths that fewer than %d "
                     "runs enter are left out.",
                     worst.where, worst.value, killers, HTML_RARE_RUNS);
    const html_end *found = NULL;
    for (size_t i = 0; i < bot->end_count; i++) {
        const html_end *end = &bot->ends[i];
        if (end->depth == depth && end->end == WYRM_RUN_KILLED &&
            (found == NULL || (end->killer == killer && found->killer != killer)))
            found = end;
    }
    if (found != NULL)
        chart->replay = html_watch_command(chart->report, chart->side, found->run);
}

/* Causes of death by depth, stacked to the hazard. Runs that stalled or were cut off on a depth are
 * not counted there: nobody knows how they would have ended. */
static void fill_hazard(html_chart *chart)
{
    const html_side *side = &chart->report->sides[chart->side];
    const wyrm_summary *summary = html_usual_bot(side)->summary;
    const causes of = find_causes(chart->arena, summary);
    if (of.depths == 0)
        return;
    for (size_t c = 0; c <= of.count; c++) {
        html_series *series = NULL;
        for (size_t i = 0; i < of.depths; i++) {
            const wyrm_sim_depth *depth = &summary->depths[i];
            double deaths = of.deaths[i * (of.count + 1) + c];
            if (!(deaths > 0.0))
                continue;
            if (series == NULL)
                series = html_add_series(
                    chart, c < of.count ? text_sim_killer(side->design, &of.list[c].death)
                                        : "anything else");
            html_add_mark(series, depth->depth,
                          deaths / (double)(depth->entered - depth->cut - depth->stalled));
        }
    }
    html_series *all = html_add_series(chart, "all causes");
    all->total = true;
    for (size_t i = 0; i < of.depths; i++) {
        const wyrm_sim_depth *depth = &summary->depths[i];
        if (!isnan(depth->hazard))
            html_add_interval(all, depth->depth, depth->hazard, depth->hazard_ci95);
    }
    caption_hazard(chart, &of);
}

/* ---- Reasons of death ---- */

/* What a reason suggests to a designer. */
static const char *const advice[WYRM_DEATH_REASON_COUNT] = {
    [WYRM_DEATH_NO_FOE] = "They are killed by hunger, the ground or an effect of their own.",
    [WYRM_DEATH_WORN_DOWN] = "They begin the last fight with less than half of their hit points: "
                             "more healing between fights would help, or fewer of these.",
    [WYRM_DEATH_OUTNUMBERED] = "Several strike at once, and no single one does two thirds of the "
                               "damage: smaller groups would help.",
    [WYRM_DEATH_ONE_FIGHT] = "The foe who does it looks beaten as it first strikes: less luck in a "
                             "fight would help, or more of a margin.",
    [WYRM_DEATH_OUTMATCHED] = "The foe who does it looks too strong as it first strikes, and they "
                              "could have got away: it is too strong, or this bot too bold.",
    [WYRM_DEATH_NO_ESCAPE] = "The foe who does it looks too strong as it first strikes, and "
                             "nothing is left to get away by."};

/* The hazard of each depth, split by reason. */
static void fill_reasons(html_chart *chart)
{
    const html_bot *bot = html_usual_bot(&chart->report->sides[chart->side]);
    const wyrm_summary *summary = bot->summary;
    const wyrm_sim_last *last = &summary->last;
    const size_t depths = html_depths_drawn(summary);
    wyrm_estimate shares[WYRM_DEATH_REASON_COUNT];
    const char *names[WYRM_DEATH_REASON_COUNT];
    if (last->deaths == 0)
        return;
    for (size_t reason = 0; reason < WYRM_DEATH_REASON_COUNT; reason++) {
        const uint64_t count = last->reasons[reason];
        html_series *series = NULL;
        names[reason] = wyrm_death_words((wyrm_death_reason)reason);
        shares[reason] = text_estimate_listed(count, last->deaths);
        for (size_t i = 0; i < depths; i++) {
            const wyrm_sim_depth *depth = &summary->depths[i];
            const uint64_t deaths = depth->last.reasons[reason];
            if (deaths == 0)
                continue;
            if (series == NULL)
                series = html_add_series(chart, names[reason]);
            html_add_mark(series, depth->depth,
                          (double)deaths / (double)(depth->entered - depth->cut - depth->stalled));
        }
    }
    html_series *all = html_add_series(chart, "all reasons");
    all->total = true;
    for (size_t i = 0; i < depths; i++) {
        const wyrm_sim_depth *depth = &summary->depths[i];
        if (!isnan(depth->hazard) && depth->last.deaths == depth->died)
            html_add_interval(all, depth->depth, depth->hazard, depth->hazard_ci95);
    }
    const text_greatest most = text_find_greatest(
        HTML_UTF8,
        &(text_ranking){
            .count = WYRM_DEATH_REASON_COUNT, .figures = shares, .names = names, .shares = true});
    html_caption(chart, "Most deaths of the %s: %s, %s. %s", bot->name, most.where, most.value,
                 most.count == 1 ? advice[most.first] : "");
    chart->replay = html_watch_command(chart->report, chart->side, last->runs[most.first]);
}

/* ---- What is carried ---- */

#define ITEMS 14 /* kinds of items drawn: the most found */

/* What gear is worth at a depth, in words. */
static const char *gear_worth(html_chart *chart, const wyrm_moments *moments, const char *unit)
{
    if (moments->max == 0.0 && moments->min == 0.0)
        return "nothing";
    return base_say(chart->arena, "%s%s", html_mean(chart, moments), unit);
}

/* The caption gives the figure at the first and the last depth where it is known for the usual
 * bot. */
static void fill_gear(html_chart *chart)
{
    size_t offset = chart->row->offset;
    const html_bot *bot = html_usual_bot(&chart->report->sides[0]);
    const wyrm_sim_depth *depths = bot->summary->depths, *last = NULL;
    const char *rest = "", *what = "By how much the armour lowers the hit of the same player "
                                   "without gear, for those who leave a depth alive.";
    bool any = false, gear = false; /* some mean is not 0; some weapon or armor lies about */
    for (size_t s = 0; s < chart->report->head.side_count; s++) {
        const html_side *side = &chart->report->sides[s];
        const wyrm_summary *summary = html_usual_bot(side)->summary;
        const wyrm_item_kind *kinds;
        size_t count = wyrm_loot_kinds(wyrm_design_loot(side->design), &kinds);
        for (size_t i = 0; i < count && i < summary->item_count; i++)
            gear |= summary->items[i].lain > 0 && loot_class_is_gear(kinds[i].item_class);
    }
    if (!gear)
        return;
    if (offset == offsetof(wyrm_sim_depth, gear_attack))
        what = "What one hit with the gear does to the same player without any, for those who "
               "leave a depth alive.";
    add_bots(chart, html_add_by_depth);
    for (size_t i = 0; i < html_depths_drawn(bot->summary); i++) {
        const wyrm_moments *moments = html_depth_moments(&depths[i], offset);
        if (moments->count < HTML_RARE_RUNS)
            continue;
        last = &depths[i];
        any |= moments->mean != 0.0;
    }
    const wyrm_moments *first = last != NULL ? html_depth_moments(&depths[0], offset) : NULL;
    if (last != NULL && !any)
        rest = base_say(chart->arena, " For the %s that is nothing at any depth.", bot->name);
    else if (last != NULL)
        rest = base_say(chart->arena, " For the %s it is %s after depth 1 and %s after depth %d.",
                        bot->name, gear_worth(chart, first, " hit points"),
                        gear_worth(chart, html_depth_moments(last, offset),
                                   first->mean != 0.0 ? "" : " hit points"),
                        (int)last->depth);
    html_caption(chart, "%s%s", what, rest);
}

/* The most found kinds, of those that lay anywhere. */
static void fill_items(html_chart *chart)
{
    static const char *const names[WYRM_FATE_COUNT] = {
        [WYRM_FATE_FOUND] = "found", [WYRM_FATE_USED] = "used", [WYRM_FATE_LEFT] = "left over"};
    const html_side *side = &chart->report->sides[chart->side];
    const html_bot *bot = html_usual_bot(side);
    const wyrm_moments *all = bot->summary->all_items.a_run;
    const wyrm_item_kind *kinds;
    const wyrm_sim_item *items = bot->summary->items;
    size_t kind_count = wyrm_loot_kinds(wyrm_design_loot(side->design), &kinds);
    size_t shown[ITEMS], count = 0;
    for (size_t i = 0; i < kind_count && i < bot->summary->item_count; i++) {
        if (items[i].lain == 0 ||
            (count == ITEMS && items[shown[ITEMS - 1]].found >= items[i].found))
            continue;
        size_t at = count < ITEMS ? count++ : ITEMS - 1;
        for (; at > 0 && items[shown[at - 1]].found < items[i].found; at--)
            shown[at] = shown[at - 1];
        shown[at] = i;
    }
    for (size_t i = 0; i < count; i++)
        (void)html_category(chart, kinds[shown[i]].title);
    for (int fate = WYRM_FATE_FOUND; fate <= WYRM_FATE_LEFT && count > 0; fate++) {
        html_series *series = html_side_series(chart, chart->side, names[fate]);
        for (size_t i = 0; i < count; i++)
            html_add_estimate(series, (double)i, text_estimate_mean(&items[shown[i]].a_run[fate]));
    }
    if (bot->summary->all_items.found == 0)
        html_caption(chart, "In a run the %s comes upon %s items and picks none up.", bot->name,
                     html_mean(chart, &all[WYRM_FATE_LAIN]));
    else
        html_caption(chart,
                     "In a run the %s comes upon %s items, picks up %s and uses %s (of gear: wears "
                     "it at the end). A tall column of what is left over is an item that this bot "
                     "does not need or cannot use.%s",
                     bot->name, html_mean(chart, &all[WYRM_FATE_LAIN]),
                     html_mean(chart, &all[WYRM_FATE_FOUND]),
                     html_mean(chart, &all[WYRM_FATE_USED]),
                     count == ITEMS ? " The most found kinds." : "");
}

static void runs_command(html_chart *chart, size_t side)
{
    html_runs_command(chart, side, html_usual_bot(&chart->report->sides[side]));
}

/* clang-format off */
const html_chart_row html_runs_rows[] = {
    {"survival", "How deep do they get?", HTML_STEPS,
     HTML_WHOLE_X | HTML_FROM_ZERO | HTML_TO_ONE,
     {"depth", "", "runs that leave it alive", "share"}, .fill = fill_survival},
    {"difference", "What does the change do to survival?", HTML_DOTS, 0,
     {"runs that are", "", "difference of the shares", "share"}, .fill = fill_difference},
    {"hazard", "What kills, and where?", HTML_STACKED,
     HTML_EACH_SIDE | HTML_WHOLE_X | HTML_FROM_ZERO,
     {"depth", "", "die on it, of those who enter", "share"}, fill_hazard,
     .command = runs_command},
    {"reasons", "Why do they die?", HTML_STACKED,
     HTML_EACH_SIDE | HTML_WHOLE_X | HTML_FROM_ZERO,
     {"depth", "", "die on it, of those who enter", "share"}, fill_reasons,
     .command = runs_command},
    {"damage", "How much does each depth hurt?", HTML_LINES, HTML_WHOLE_X,
     {"depth", "", "hit points lost", "hit points"}, fill_damage,
     .offset = offsetof(wyrm_sim_depth, damage_taken)},
    {"level", "What level do they reach?", HTML_LINES, HTML_WHOLE_X,
     {"depth", "", "level", ""}, fill_level, .offset = offsetof(wyrm_sim_depth, level)},
    {"gear-attack", "How hard does their gear hit?", HTML_LINES, HTML_WHOLE_X,
     {"depth", "", "a hit on the same player, ungeared", "hit points"}, fill_gear,
     .offset = offsetof(wyrm_sim_depth, gear_attack)},
    {"gear-defense", "How much does their armour keep off?", HTML_LINES, HTML_WHOLE_X,
     {"depth", "", "kept off a bare-handed hit", "hit points"}, fill_gear,
     .offset = offsetof(wyrm_sim_depth, gear_defense)},
    {"items", "Which items are found, and which are used?", HTML_COLUMNS,
     HTML_EACH_SIDE | HTML_FROM_ZERO, {"item", "", "items in a run", ""}, fill_items,
     .command = runs_command},
    {.id = NULL},
};
/* clang-format on */
