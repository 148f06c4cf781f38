/* Pictures of whole games: how deep they get, what kills, what it costs, what is carried. */
#include "html/internal.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "text/internal.h"

/* Pictures of whole games: how deep they get, what it costs, what it brings. */

/* Whether a bot is drawn: all of one side, only the usual one where two are compared. */
static bool draws_bot(const wyrm_dossier *dossier, const wyrm_dossier_side *side,
                      const wyrm_dossier_bot *bot)
{
    return dossier->side_count == 1 || bot == wyrm_dossier_usual(side);
}

/* A run that stands in the middle of all. */
static void watch_median(const wyrm_dossier *dossier, wyrm_picture *picture)
{
    const wyrm_dossier_bot *bot = wyrm_dossier_usual(&dossier->sides[0]);
    for (size_t i = 0; i < bot->summary->example_count; i++)
        if (strcmp(bot->summary->examples[i].what, "median") == 0)
            wyrm_dossier_watch_command(dossier, 0, bot->summary->examples[i].run, picture->replay,
                                       sizeof picture->replay);
}

/* ---------------------------------------------------------------- survival */

static void add_survival(const wyrm_dossier *dossier, wyrm_picture *picture, size_t side,
                         const wyrm_dossier_bot *bot)
{
    const wyrm_summary *summary = bot->summary;
    wyrm_series *series = wyrm_dossier_series(dossier, picture, side, bot->name);
    wyrm_picture_mark_ci(picture, series, 0.0, 1.0, (wyrm_interval){1.0, 1.0});
    for (size_t i = 0; i < summary->depth_count; i++)
        if (!isnan(summary->depths[i].survival))
            wyrm_picture_mark_ci(picture, series, summary->depths[i].depth,
                                 summary->depths[i].survival, summary->depths[i].survival_ci95);
    wyrm_dossier_runs_command(dossier, picture, side, bot);
}

static void caption_survival(const wyrm_dossier *dossier, wyrm_picture *picture)
{
    const wyrm_dossier_side *side = &dossier->sides[0];
    const wyrm_dossier_bot *usual = wyrm_dossier_usual(side);
    const wyrm_gate_row *row = wyrm_gate_row_of(&dossier->difference.runs, "final_depth");
    wyrm_figure wins, depth;
    char rest[240] = "";
    if (dossier->side_count > 1 && row != NULL)
        snprintf(rest, sizeof rest, " Against %.60s its mean final depth differs by %s.",
                 dossier->sides[1].name, wyrm_gate_difference_text(WYRM_CAPTIONS, row, &wins));
    const wyrm_summary *summary = usual->summary;
    wyrm_picture_caption(
        picture,
        "A step down is a depth that kills. The %s wins %s of its runs, which end at depth %s on "
        "average.%s",
        usual->name,
        wyrm_figure_share(WYRM_CAPTIONS, summary->win_rate, summary->win_rate_ci95, &wins),
        wyrm_figure_mean(WYRM_CAPTIONS, &summary->final_depth, &depth), rest);
}

static void draw_survival(wyrm_dossier *dossier)
{
    wyrm_picture *picture =
        wyrm_dossier_picture(dossier, WYRM_PICTURE_STEPS, "survival", "How deep do they get?");
    if (picture == NULL)
        return;
    wyrm_picture_axes(picture, "depth", "", "runs that leave it alive", "share");
    picture->x.whole = true;
    picture->y.least = 0.0;
    picture->y.greatest = 1.0;
    for (size_t s = 0; s < dossier->side_count; s++) {
        const wyrm_dossier_side *side = &dossier->sides[s];
        for (size_t b = 0; b < side->bot_count; b++)
            if (draws_bot(dossier, side, &side->bots[b]))
                add_survival(dossier, picture, s, &side->bots[b]);
    }
    caption_survival(dossier, picture);
    watch_median(dossier, picture);
}

/* ---------------------------------------------------------------- the paired difference */

/* What prints the paired differences of two sides. */
static void compare_command(const wyrm_dossier *dossier, wyrm_picture *picture)
{
    const wyrm_dossier_side *now = &dossier->sides[0], *other = &dossier->sides[1];
    const wyrm_dossier_bot *bot = wyrm_dossier_usual(now);
    bool files = now->source.results != NULL && other->source.results != NULL;
    const char *one = other->source.results != NULL ? other->file : other->shell;
    const char *two = now->source.results != NULL ? now->file : now->shell;
    char text[2 * WYRM_PICTURE_TEXT];
    int used = snprintf(text, sizeof text, "wyrm compare %s %s", one, two);
    if (!files)
        used += snprintf(text + used, sizeof text - (size_t)used,
                         " --sim --bot %s --runs %llu --seed %llu", bot->name,
                         (unsigned long long)bot->summary->runs,
                         (unsigned long long)bot->summary->seed);
    bool whole = one[0] != '\0' && two[0] != '\0' && used < WYRM_PICTURE_TEXT;
    if (whole && dossier->options.first == 0) /* the command has no other first run */
        wyrm_picture_command(picture, "%s", text);
}

/* "survival@3" is "past depth 3". */
static void metric_words(const char *metric, char *text, size_t size)
{
    const char *at = strchr(metric, '@');
    if (at != NULL)
        snprintf(text, size, "past depth %.20s", at + 1);
    else
        snprintf(text, size, "%.40s", strcmp(metric, "win_rate") == 0 ? "won" : metric);
}

static void draw_difference(wyrm_dossier *dossier)
{
    const wyrm_gate *gate = &dossier->difference.runs;
    const wyrm_dossier_side *now = &dossier->sides[0], *other = &dossier->sides[1];
    const char *bot = wyrm_dossier_usual(now)->name;
    wyrm_picture *picture = wyrm_dossier_picture(dossier, WYRM_PICTURE_DOTS, "difference",
                                                 "What does the change do to survival?");
    if (picture == NULL)
        return;
    wyrm_picture_axes(picture, "runs that are", "", "difference of the shares", "share");
    wyrm_series *none = wyrm_picture_series(picture, "no difference");
    none->reference = true;
    char name[96];
    snprintf(name, sizeof name, "%.40s less %.40s", now->name, other->name);
    wyrm_series *series = wyrm_picture_series(picture, name);
    size_t clear = 0, count = 0;
    for (size_t i = 0; i < gate->count; i++) {
        const wyrm_gate_row *row = &gate->rows[i];
        char words[64];
        if (strcmp(row->unit, "share") != 0)
            continue;
        metric_words(row->metric, words, sizeof words);
        double at = (double)wyrm_picture_category(picture, words);
        wyrm_picture_mark_ci(picture, series, at, row->difference, row->ci95);
        wyrm_picture_mark(picture, none, at, 0.0);
        clear += row->answer == WYRM_GATE_HIGHER || row->answer == WYRM_GATE_LOWER;
        count++;
    }
    wyrm_picture_caption(picture,
                         "%s of the %s, %.60s less %.60s: above the line it is higher now. %zu of "
                         "%zu have clearly changed.",
                         gate->paired ? "Paired differences" : "Differences", bot, now->name,
                         other->name, clear, count);
    compare_command(dossier, picture);
}

/* ---------------------------------------------------------------- figures by depth */

/* Where nothing is below 0 the axis begins there: neither a small difference nor the end of an
 * interval moves it. */
static void begin_at_zero(wyrm_picture *picture)
{
    bool below = false;
    for (size_t s = 0; s < picture->series_count; s++)
        for (size_t i = 0; i < picture->series[s].count; i++)
            below |= picture->series[s].marks[i].y < 0.0;
    if (!below)
        picture->y.least = 0.0;
}

/* A line a bot; the caption is left to the caller. NULL where there is no room. */
static wyrm_picture *draw_by_depth(wyrm_dossier *dossier, const char *id, const char *title,
                                   const char *y, const char *unit, size_t offset)
{
    wyrm_picture *picture = wyrm_dossier_picture(dossier, WYRM_PICTURE_LINES, id, title);
    if (picture == NULL)
        return NULL;
    wyrm_picture_axes(picture, "depth", "", y, unit);
    picture->x.whole = true;
    for (size_t s = 0; s < dossier->side_count; s++) {
        const wyrm_dossier_side *side = &dossier->sides[s];
        for (size_t b = 0; b < side->bot_count; b++) {
            const wyrm_dossier_bot *bot = &side->bots[b];
            if (!draws_bot(dossier, side, bot))
                continue;
            wyrm_add_by_depth(picture, wyrm_dossier_series(dossier, picture, s, bot->name),
                              bot->summary, offset);
            wyrm_dossier_runs_command(dossier, picture, s, bot);
        }
    }
    begin_at_zero(picture);
    watch_median(dossier, picture);
    return picture;
}

static void draw_damage(wyrm_dossier *dossier)
{
    wyrm_picture *picture =
        draw_by_depth(dossier, "damage", "How much does each depth hurt?", "hit points lost",
                      "hit points", offsetof(wyrm_sim_depth, damage_taken));
    const wyrm_dossier_bot *bot = wyrm_dossier_usual(&dossier->sides[0]);
    const wyrm_sim_depth *depths = bot->summary->depths;
    size_t count = wyrm_depths_drawn(bot->summary);
    wyrm_estimate means[WYRM_RUN_FLOORS_MAX];
    int32_t numbers[WYRM_RUN_FLOORS_MAX];
    if (picture == NULL)
        return;
    for (size_t i = 0; i < count; i++) {
        means[i] = wyrm_estimate_mean(&depths[i].damage_taken);
        numbers[i] = depths[i].depth;
    }
    const wyrm_greatest most = wyrm_greatest_depth(means, numbers, count, false);
    if (most.count > 0 && count > 1)
        wyrm_picture_caption(picture,
                             "What a depth takes from those who enter it, healed or not. It costs "
                             "the %s most at %s: %s hit points.",
                             bot->name, most.where, most.value);
    else
        wyrm_picture_caption(picture, "What a depth takes from those who enter it, healed or not.");
}

static void draw_level(wyrm_dossier *dossier)
{
    wyrm_picture *picture = draw_by_depth(dossier, "level", "What level do they reach?", "level",
                                          "", offsetof(wyrm_sim_depth, level));
    const wyrm_dossier_bot *bot = wyrm_dossier_usual(&dossier->sides[0]);
    wyrm_figure level;
    if (picture == NULL)
        return;
    for (size_t s = 0; s < dossier->side_count; s++) {
        wyrm_series *series = wyrm_dossier_series(dossier, picture, s, "who kills everything");
        series->reference = true;
        series->dashed = s > 0;
        wyrm_add_levels_of_all(&dossier->sides[s], picture, series);
    }
    wyrm_picture_caption(picture,
                         "The level of those who leave a depth alive; the broken line is someone "
                         "who kills every monster. The %s ends its runs at level %s on average.",
                         bot->name,
                         wyrm_figure_mean(WYRM_CAPTIONS, &bot->summary->final_level, &level));
}

/* The picture of what kills at each depth. */

#define CAUSES 13 /* of death that have a look of their own */

static bool is_same_cause(const wyrm_sim_death *a, const wyrm_sim_death *b)
{
    return a->end == b->end && a->killer == b->killer;
}

/* How much a cause matters: the hazards that it makes over the depths drawn, of which those count
 * more that more runs come to; and the depth where it does so on average. */
static double weight_of(const wyrm_summary *summary, size_t depths, const wyrm_sim_death *cause,
                        double *depth)
{
    double weight = 0.0, moment = 0.0;
    for (size_t i = 0; i < summary->death_count; i++)
        for (size_t d = 0; d < depths; d++)
            if (is_same_cause(&summary->deaths[i], cause) &&
                summary->depths[d].depth == summary->deaths[i].depth) {
                double part =
                    (double)summary->deaths[i].count / sqrt((double)summary->depths[d].entered);
                weight += part;
                moment += part * (double)summary->depths[d].depth;
            }
    *depth = weight > 0.0 ? moment / weight : 0.0;
    return weight;
}

static size_t place_of(const wyrm_sim_death *causes, size_t count, const wyrm_sim_death *death)
{
    size_t at = 0;
    while (at < count && !is_same_cause(&causes[at], death))
        at++;
    return at;
}

/* Those of the first depths first. */
static void sort_causes(const wyrm_summary *summary, size_t depths, wyrm_sim_death *causes,
                        size_t count)
{
    for (size_t i = 1; i < count; i++)
        for (size_t k = i; k > 0; k--) {
            double before, after;
            weight_of(summary, depths, &causes[k - 1], &before);
            weight_of(summary, depths, &causes[k], &after);
            if (!(after < before))
                break;
            wyrm_sim_death moved = causes[k];
            causes[k] = causes[k - 1];
            causes[k - 1] = moved;
        }
}

/* The causes that matter most, in the order of the depths where they do. */
static size_t main_causes(const wyrm_summary *summary, size_t depths, wyrm_sim_death *causes)
{
    size_t count = 0;
    for (; count < CAUSES; count++) {
        double most = 0.0;
        for (size_t i = 0; i < summary->death_count; i++) {
            if (place_of(causes, count, &summary->deaths[i]) < count)
                continue;
            double depth, weight = weight_of(summary, depths, &summary->deaths[i], &depth);
            if (weight > most)
                causes[count] = summary->deaths[i];
            most = weight > most ? weight : most;
        }
        if (!(most > 0.0))
            break;
    }
    sort_causes(summary, depths, causes, count);
    return count;
}

/* Deaths at a depth by causes[cause]; by none of them where `cause` is their count. */
static double deaths_at(const wyrm_summary *summary, int32_t depth, const wyrm_sim_death *causes,
                        size_t count, size_t cause)
{
    double deaths = 0.0;
    for (size_t i = 0; i < summary->death_count; i++) {
        size_t at = place_of(causes, count, &summary->deaths[i]);
        if (at == cause && summary->deaths[i].depth == depth)
            deaths += (double)summary->deaths[i].count;
    }
    return deaths;
}

/* The depth that kills most; *worst is the one that stands for it. */
static wyrm_greatest deadliest(const wyrm_summary *summary, size_t depths,
                               const wyrm_sim_depth **worst)
{
    wyrm_estimate hazards[WYRM_RUN_FLOORS_MAX];
    int32_t numbers[WYRM_RUN_FLOORS_MAX];
    for (size_t i = 0; i < depths; i++) {
        const wyrm_sim_depth *depth = &summary->depths[i];
        hazards[i] = (wyrm_estimate){depth->hazard, true, depth->hazard_ci95};
        numbers[i] = depth->depth;
    }
    const wyrm_greatest most = wyrm_greatest_depth(hazards, numbers, depths, true);
    *worst = &summary->depths[most.first];
    return most;
}

/* What kills most at a depth, by its name in the picture; NULL where nobody dies. */
static const wyrm_sim_death *main_cause_at(const wyrm_dossier_side *side, int32_t depth,
                                           const wyrm_sim_death *causes, size_t count, char *text,
                                           size_t size)
{
    const wyrm_summary *summary = wyrm_dossier_usual(side)->summary;
    wyrm_estimate shares[CAUSES];
    const char *names[CAUSES];
    for (size_t c = 0; c < count; c++) {
        names[c] = wyrm_sim_killer(side->design, &causes[c]);
        wyrm_sim_death here = {.depth = depth,
                               .count = (uint64_t)deaths_at(summary, depth, causes, count, c)};
        shares[c] = wyrm_sim_deaths_there(summary, &here);
        if (here.count == 0)
            shares[c].value = NAN;
    }
    const wyrm_greatest most = wyrm_find_greatest(
        WYRM_CAPTIONS, &(wyrm_ranking){.count = count, .figures = shares, .names = names});
    text[0] = '\0';
    if (most.count > 0)
        snprintf(text, size, " Most of them are killed by %s.", most.where);
    return most.count > 0 ? &causes[most.first] : NULL;
}

/* A run that dies of just that, or at least there. */
static void watch_death(const wyrm_dossier *dossier, size_t side, int32_t depth, int32_t killer,
                        wyrm_picture *picture)
{
    const wyrm_dossier_bot *bot = wyrm_dossier_usual(&dossier->sides[side]);
    const wyrm_dossier_end *found = NULL;
    for (size_t i = 0; i < bot->end_count; i++) {
        const wyrm_dossier_end *end = &bot->ends[i];
        bool there = end->depth == depth && end->end == WYRM_RUN_KILLED;
        if (there && (found == NULL || (end->killer == killer && found->killer != killer)))
            found = end;
    }
    if (found != NULL)
        wyrm_dossier_watch_command(dossier, side, found->run, picture->replay,
                                   sizeof picture->replay);
}

/* All causes together, with what is known of them. */
static void add_total(const wyrm_summary *summary, size_t depths, wyrm_picture *picture)
{
    wyrm_series *all = wyrm_picture_series(picture, "all causes");
    all->total = true;
    for (size_t i = 0; i < depths; i++)
        if (!isnan(summary->depths[i].hazard))
            wyrm_picture_mark_ci(picture, all, summary->depths[i].depth, summary->depths[i].hazard,
                                 summary->depths[i].hazard_ci95);
}

static void draw_hazard(wyrm_dossier *dossier, size_t index)
{
    const wyrm_dossier_side *side = &dossier->sides[index];
    const wyrm_dossier_bot *bot = wyrm_dossier_usual(side);
    const wyrm_summary *summary = bot->summary;
    wyrm_sim_death causes[CAUSES];
    size_t depths = wyrm_depths_drawn(summary), count = main_causes(summary, depths, causes);
    wyrm_picture *picture = depths > 0 ? wyrm_side_picture(dossier, index, WYRM_PICTURE_STACKED,
                                                           "hazard", "What kills, and where?")
                                       : NULL;
    if (picture == NULL)
        return;
    wyrm_picture_axes(picture, "depth", "", "die on it, of those who enter", "share");
    picture->x.whole = true;
    picture->y.least = 0.0;
    for (size_t c = 0; c <= count; c++) {
        double all = 0.0;
        for (size_t i = 0; i < depths; i++)
            all += deaths_at(summary, summary->depths[i].depth, causes, count, c);
        if (!(all > 0.0))
            continue;
        wyrm_series *series = wyrm_picture_series(
            picture, c < count ? wyrm_sim_killer(side->design, &causes[c]) : "anything else");
        for (size_t i = 0; i < depths; i++) {
            const wyrm_sim_depth *depth = &summary->depths[i];
            double deaths = deaths_at(summary, depth->depth, causes, count, c);
            if (deaths > 0.0)
                wyrm_picture_mark(picture, series, depth->depth,
                                  deaths / (double)(depth->entered - depth->cut - depth->stalled));
        }
    }
    add_total(summary, depths, picture);
    const wyrm_sim_depth *worst;
    const wyrm_greatest most = deadliest(summary, depths, &worst);
    char killers[160];
    const wyrm_sim_death *cause =
        main_cause_at(side, worst->depth, causes, count, killers, sizeof killers);
    if (cause == NULL)
        wyrm_picture_caption(picture,
                             "None of the %llu runs of the %s ends in a death on these depths. The "
                             "thin lines are what so many runs leave open.",
                             (unsigned long long)summary->complete, bot->name);
    else
        wyrm_picture_caption(picture,
                             "Deadliest: %s. Of those who enter %s die there.%s Depths that fewer "
                             "than %d runs enter are left out.",
                             most.where, most.value, most.count == 1 ? killers : "",
                             WYRM_RARE_RUNS);
    wyrm_dossier_runs_command(dossier, picture, index, bot);
    watch_death(dossier, index, worst->depth, cause != NULL ? cause->killer : -1, picture);
}

static void draw_hazards(wyrm_dossier *dossier)
{
    for (size_t s = 0; s < dossier->side_count; s++)
        draw_hazard(dossier, s);
}

#define ITEMS 14 /* kinds that are drawn: the most found */

/* What one piece of gear power means. */
typedef struct gear_row {
    const char *id, *title, *y, *caption;
    size_t offset;
} gear_row;

static const gear_row gear_rows[] = {
    {"gear-attack", "How hard does their gear hit?", "a hit on the same player, ungeared",
     "What one hit with the gear does to the same player without any, for those who leave a depth "
     "alive.",
     offsetof(wyrm_sim_depth, gear_attack)},
    {"gear-defense", "How much does their armour keep off?", "kept off a bare-handed hit",
     "By how much the armour lowers the hit of the same player without gear, for those who leave a "
     "depth alive.",
     offsetof(wyrm_sim_depth, gear_defense)},
};

/* The first and last depth of the usual bot at which a figure is known. */
static void caption_gear(const wyrm_dossier *dossier, wyrm_picture *picture, const gear_row *row)
{
    const wyrm_dossier_bot *bot = wyrm_dossier_usual(&dossier->sides[0]);
    const wyrm_summary *summary = bot->summary;
    const wyrm_sim_depth *last = NULL;
    wyrm_figure one, other;
    bool any = false; /* more than nothing */
    for (size_t i = 0; i < wyrm_depths_drawn(summary); i++) {
        const wyrm_moments *moments = wyrm_depth_moments(&summary->depths[i], row->offset);
        if (moments->count >= WYRM_RARE_RUNS)
            last = &summary->depths[i];
        any |= moments->count >= WYRM_RARE_RUNS && moments->mean != 0.0;
    }
    if (last == NULL)
        wyrm_picture_caption(picture, "%s", row->caption);
    else if (!any)
        wyrm_picture_caption(picture, "%s For the %s that is nothing at any depth.", row->caption,
                             bot->name);
    else
        wyrm_picture_caption(
            picture, "%s For the %s it is %s hit points after depth 1 and %s after depth %d.",
            row->caption, bot->name,
            wyrm_figure_mean(WYRM_CAPTIONS, wyrm_depth_moments(&summary->depths[0], row->offset),
                             &one),
            wyrm_figure_mean(WYRM_CAPTIONS, wyrm_depth_moments(last, row->offset), &other),
            (int)last->depth);
}

/* The most found kinds that lay about at all, into shown[ITEMS]. */
static size_t most_found(const wyrm_summary *summary, size_t kind_count, size_t *shown)
{
    size_t count = 0;
    for (size_t i = 0; i < kind_count && i < summary->item_count; i++) {
        const wyrm_sim_item *items = summary->items;
        if (items[i].lain == 0 ||
            (count == ITEMS && items[shown[ITEMS - 1]].found >= items[i].found))
            continue;
        size_t at = count < ITEMS ? count++ : ITEMS - 1;
        for (; at > 0 && items[shown[at - 1]].found < items[i].found; at--)
            shown[at] = shown[at - 1];
        shown[at] = i;
    }
    return count;
}

static void caption_items(const wyrm_dossier_bot *bot, wyrm_picture *picture, size_t shown)
{
    const wyrm_sim_item *all = &bot->summary->all_items;
    wyrm_figure figures[WYRM_FATE_COUNT];
    for (int fate = 0; fate < WYRM_FATE_COUNT; fate++)
        wyrm_figure_mean(WYRM_CAPTIONS, &all->a_run[fate], &figures[fate]);
    if (all->found == 0)
        wyrm_picture_caption(picture, "In a run the %s comes upon %s items and picks none up.",
                             bot->name, figures[WYRM_FATE_LAIN].text);
    else
        wyrm_picture_caption(
            picture,
            "In a run the %s comes upon %s items, picks up %s and uses %s (of gear: wears it at "
            "the end). A tall column of what is left over is an item that this bot does not need "
            "or cannot use.%s",
            bot->name, figures[WYRM_FATE_LAIN].text, figures[WYRM_FATE_FOUND].text,
            figures[WYRM_FATE_USED].text, shown == ITEMS ? " The most found kinds." : "");
}

/* A series of each thing that can become of an item. */
static void add_fates(const wyrm_dossier *dossier, wyrm_picture *picture, size_t side,
                      const size_t *shown, size_t count)
{
    static const struct {
        const char *name;
        wyrm_fate fate;
    } fates[] = {
        {"found", WYRM_FATE_FOUND}, {"used", WYRM_FATE_USED}, {"left over", WYRM_FATE_LEFT}};
    const wyrm_summary *summary = wyrm_dossier_usual(&dossier->sides[side])->summary;
    for (size_t f = 0; f < sizeof fates / sizeof *fates; f++) {
        wyrm_series *series = wyrm_dossier_series(dossier, picture, side, fates[f].name);
        for (size_t i = 0; i < count; i++) {
            const wyrm_estimate mean =
                wyrm_estimate_mean(&summary->items[shown[i]].a_run[fates[f].fate]);
            wyrm_mark_estimate(picture, series, (double)i, &mean);
        }
    }
}

static void draw_items(wyrm_dossier *dossier, size_t index)
{
    const wyrm_dossier_side *side = &dossier->sides[index];
    const wyrm_dossier_bot *bot = wyrm_dossier_usual(side);
    const wyrm_item_kind *kinds;
    size_t kind_count = wyrm_loot_kinds(wyrm_design_loot(side->design), &kinds);
    size_t shown[ITEMS], count = most_found(bot->summary, kind_count, shown);
    wyrm_picture *picture = count > 0
                                ? wyrm_side_picture(dossier, index, WYRM_PICTURE_COLUMNS, "items",
                                                    "Which items are found, and which are used?")
                                : NULL;
    if (picture == NULL)
        return;
    wyrm_picture_axes(picture, "item", "", "items in a run", "");
    picture->y.least = 0.0;
    for (size_t i = 0; i < count; i++)
        wyrm_picture_category(picture, kinds[shown[i]].title);
    add_fates(dossier, picture, index, shown, count);
    caption_items(bot, picture, count);
    wyrm_dossier_runs_command(dossier, picture, index, bot);
}

/* Whether anything to wear or to wield lies about on either side. */
static bool has_gear(const wyrm_dossier *dossier)
{
    for (size_t s = 0; s < dossier->side_count; s++) {
        const wyrm_item_kind *kinds;
        size_t count = wyrm_loot_kinds(wyrm_design_loot(dossier->sides[s].design), &kinds);
        const wyrm_summary *summary = wyrm_dossier_usual(&dossier->sides[s])->summary;
        for (size_t i = 0; i < count && i < summary->item_count; i++)
            if (summary->items[i].lain > 0 &&
                (kinds[i].item_class == WYRM_ITEM_WEAPON || kinds[i].item_class == WYRM_ITEM_ARMOR))
                return true;
    }
    return false;
}

static void draw_carried(wyrm_dossier *dossier)
{
    for (size_t i = 0; has_gear(dossier) && i < sizeof gear_rows / sizeof *gear_rows; i++) {
        const gear_row *row = &gear_rows[i];
        wyrm_picture *picture =
            draw_by_depth(dossier, row->id, row->title, row->y, "hit points", row->offset);
        if (picture != NULL)
            caption_gear(dossier, picture, row);
    }
    for (size_t s = 0; s < dossier->side_count; s++)
        draw_items(dossier, s);
}

void wyrm_draw_runs(wyrm_dossier *dossier)
{
    draw_survival(dossier);
    if (dossier->side_count > 1)
        draw_difference(dossier);
    draw_hazards(dossier);
    draw_damage(dossier);
    draw_level(dossier);
    draw_carried(dossier);
}
