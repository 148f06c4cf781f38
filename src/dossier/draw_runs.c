/* Pictures of whole games: how deep they get, what it costs, what it brings. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "dossier/dossier.h"
#include "dossier/draw.h"
#include "output/figures.h"
#include "report/gate.h"
#include "report/sim.h"

bool wyrm_draws_bot(const wyrm_dossier *dossier, const wyrm_dossier_side *side,
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
            if (wyrm_draws_bot(dossier, side, &side->bots[b]))
                add_survival(dossier, picture, s, &side->bots[b]);
    }
    caption_survival(dossier, picture);
    watch_median(dossier, picture);
}

/* ---------------------------------------------------------------- the paired difference */

void wyrm_compare_command(const wyrm_dossier *dossier, wyrm_picture *picture)
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
    wyrm_compare_command(dossier, picture);
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

wyrm_picture *wyrm_draw_by_depth(wyrm_dossier *dossier, const char *id, const char *title,
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
            if (!wyrm_draws_bot(dossier, side, bot))
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

const wyrm_moments *wyrm_depth_moments(const wyrm_sim_depth *depth, size_t offset)
{
    return (const wyrm_moments *)(const void *)((const char *)depth + offset);
}

void wyrm_add_by_depth(wyrm_picture *picture, wyrm_series *series, const wyrm_summary *summary,
                       size_t offset)
{
    for (size_t i = 0; i < wyrm_depths_drawn(summary); i++) {
        const wyrm_moments *moments = wyrm_depth_moments(&summary->depths[i], offset);
        const wyrm_estimate mean = wyrm_estimate_mean(moments);
        if (moments->count >= WYRM_RARE_RUNS)
            wyrm_mark_estimate(picture, series, summary->depths[i].depth, &mean);
    }
}

static void draw_damage(wyrm_dossier *dossier)
{
    wyrm_picture *picture =
        wyrm_draw_by_depth(dossier, "damage", "How much does each depth hurt?", "hit points lost",
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
    wyrm_picture *picture = wyrm_draw_by_depth(dossier, "level", "What level do they reach?",
                                               "level", "", offsetof(wyrm_sim_depth, level));
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

void wyrm_draw_runs(wyrm_dossier *dossier)
{
    draw_survival(dossier);
    if (dossier->side_count > 1)
        draw_difference(dossier);
    wyrm_draw_hazard(dossier);
    draw_damage(dossier);
    draw_level(dossier);
}
