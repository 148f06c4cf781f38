/* What those who draw pictures share: names, series, commands, figures by depth, fighters, tables
 * of squares. */
#include "base/arena.h"
#include "html/internal.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"

/* What those who draw pictures of a dossier (draw_*.c) share: names, series and commands. */

#define RARE_SHARE 0.02 /* depths that fewer dungeons reach are noise */

const wyrm_picture *wyrm_dossier_find(const wyrm_dossier *dossier, const char *id)
{
    for (size_t i = 0; i < dossier->picture_count; i++)
        if (strcmp(dossier->pictures[i].id, id) == 0)
            return &dossier->pictures[i];
    return NULL;
}

wyrm_picture *wyrm_dossier_picture(wyrm_dossier *dossier, wyrm_picture_kind kind, const char *id,
                                   const char *title)
{
    if (dossier->picture_count == WYRM_DOSSIER_PICTURES)
        return NULL;
    wyrm_picture *picture = &dossier->pictures[dossier->picture_count++];
    wyrm_picture_begin(picture, kind, id, title);
    return picture;
}

wyrm_series *wyrm_dossier_series(const wyrm_dossier *dossier, wyrm_picture *picture, size_t side,
                                 const char *name)
{
    char whose[41], what[53], text[96];
    wyrm_utf8_copy(whose, sizeof whose, dossier->sides[side].name);
    wyrm_utf8_copy(what, sizeof what, name);
    if (dossier->side_count > 1)
        snprintf(text, sizeof text, "%s: %s", whose, what);
    else
        wyrm_utf8_copy(text, sizeof text, name);
    wyrm_series *series = wyrm_picture_series(picture, text);
    series->dashed = side > 0;
    return series;
}

wyrm_picture *wyrm_side_picture(wyrm_dossier *dossier, size_t side, wyrm_picture_kind kind,
                                const char *name, const char *question)
{
    char id[64], title[WYRM_PICTURE_TEXT];
    snprintf(id, sizeof id, "%s%s", name, side > 0 ? "-other" : "");
    if (dossier->side_count > 1)
        snprintf(title, sizeof title, "%.100s: %.200s", dossier->sides[side].name, question);
    else
        snprintf(title, sizeof title, "%.200s", question);
    return wyrm_dossier_picture(dossier, kind, id, title);
}

/* Puts a whole command into text[WYRM_PICTURE_TEXT], or "". */
static WYRM_PRINTF(4, 0) void put_command(char *text, const char *verb, const char *operand,
                                          const char *format, va_list list)
{
    int used = snprintf(text, WYRM_PICTURE_TEXT, "wyrm %s %s", verb, operand);
    int more = vsnprintf(text + used, (size_t)(WYRM_PICTURE_TEXT - used), format, list);
    if (operand[0] == '\0' || more < 0 || used + more >= WYRM_PICTURE_TEXT)
        text[0] = '\0';
}

void wyrm_dossier_command(wyrm_picture *picture, const wyrm_dossier_side *side, const char *verb,
                          const char *format, ...)
{
    char text[WYRM_PICTURE_TEXT];
    va_list list;
    va_start(list, format);
    put_command(text, verb, side->shell, format, list);
    va_end(list);
    wyrm_picture_command(picture, "%s", text);
}

void wyrm_dossier_runs_command(const wyrm_dossier *dossier, wyrm_picture *picture, size_t side,
                               const wyrm_dossier_bot *bot)
{
    const wyrm_dossier_side *of = &dossier->sides[side];
    char first[40] = "";
    if (of->source.results != NULL) {
        if (of->file[0] != '\0')
            wyrm_picture_command(picture, "wyrm results %s --verbose", of->file);
        return;
    }
    if (dossier->options.first > 0)
        snprintf(first, sizeof first, " --first-run %llu",
                 (unsigned long long)dossier->options.first);
    wyrm_dossier_command(picture, of, "sim", " --bot %s --runs %llu --seed %llu%s --verbose",
                         bot->name, (unsigned long long)bot->summary->runs,
                         (unsigned long long)bot->summary->seed, first);
}

void wyrm_dossier_watch_command(const wyrm_dossier *dossier, size_t side, uint64_t run, char *text,
                                size_t size)
{
    const wyrm_dossier_side *of = &dossier->sides[side];
    const wyrm_dossier_bot *bot = wyrm_dossier_usual(of);
    text[0] = '\0';
    if (of->source.results != NULL && of->file[0] != '\0')
        snprintf(text, size, "wyrm replay %s --run %llu", of->file, (unsigned long long)run);
    else if (of->source.results == NULL && of->shell[0] != '\0')
        snprintf(text, size, "wyrm play %s --watch-bot %s --seed %llu --run %llu", of->shell,
                 bot->name, (unsigned long long)bot->summary->seed, (unsigned long long)run);
}

void wyrm_mark_estimate(wyrm_picture *picture, wyrm_series *series, double x,
                        const wyrm_estimate *estimate)
{
    if (!isfinite(estimate->value) ||
        (estimate->sampled && !wyrm_interval_is_known(estimate->ci95)))
        return;
    if (estimate->sampled)
        wyrm_picture_mark_ci(picture, series, x, estimate->value, estimate->ci95);
    else
        wyrm_picture_mark(picture, series, x, estimate->value);
}

wyrm_greatest wyrm_greatest_depth(const wyrm_estimate *figures, const int32_t *depths, size_t count,
                                  bool shares)
{
    const wyrm_ranking of = {
        .count = count, .figures = figures, .numbers = depths, .place = "depth", .shares = shares};
    return wyrm_find_greatest(WYRM_CAPTIONS, &of);
}

size_t wyrm_depths_drawn(const wyrm_summary *summary)
{
    size_t count = 0;
    while (count < summary->depth_count && summary->depths[count].entered >= WYRM_RARE_RUNS)
        count++;
    return count;
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

bool wyrm_read_fighter(const wyrm_design *design, const char *text, wyrm_combatant *out)
{
    return wyrm_roster_combatant(wyrm_design_roster(design), text, out, NULL) == WYRM_OK &&
           out->hp > 0;
}

bool wyrm_has_levels(const wyrm_design *design)
{
    return wyrm_roster_by_level(wyrm_design_roster(design), 1) >= 0;
}

void wyrm_curve_command(const wyrm_dossier *dossier, wyrm_picture *picture)
{
    for (size_t s = 0; s < dossier->side_count; s++)
        wyrm_dossier_command(picture, &dossier->sides[s], "curve", " --runs %llu --seed %llu",
                             (unsigned long long)dossier->sides[s].descents->runs,
                             (unsigned long long)dossier->options.seed);
}

bool wyrm_is_common(const wyrm_descents *descents, int32_t index)
{
    return (double)descents->depths[index].rooms.count >= RARE_SHARE * (double)descents->runs;
}

size_t wyrm_keep_greatest(const double *weights, size_t count, bool *kept)
{
    size_t all = 0;
    for (size_t i = 0; i < count; i++) {
        size_t greater = 0;
        for (size_t k = 0; k < count; k++)
            greater += weights[k] > weights[i] || (weights[k] == weights[i] && k < i);
        kept[i] = weights[i] > 0.0 && greater < WYRM_COLUMNS_MAX;
        all += weights[i] > 0.0;
    }
    return all;
}

static void add_square(wyrm_picture *picture, wyrm_series *series, double at, size_t depth,
                       wyrm_estimate amount)
{
    wyrm_mark *mark =
        amount.value > 0.0 ? wyrm_picture_mark(picture, series, at, (double)depth) : NULL;
    if (mark == NULL)
        return;
    mark->value = amount.value;
    if (amount.sampled) {
        mark->low = amount.ci95.low;
        mark->high = amount.ci95.high;
    }
}

/* What is not kept, in one column. */
static void add_others(wyrm_picture *picture, wyrm_series *series, const wyrm_squares *squares,
                       const bool *kept)
{
    double at = (double)wyrm_picture_category(picture, "all others");
    for (size_t d = 1; d <= squares->depths; d++) {
        double rest = 0.0;
        for (size_t k = 0; k < squares->kinds; k++)
            rest += kept[k] ? 0.0 : squares->amount(squares->of, d, k).value;
        add_square(picture, series, at, d, (wyrm_estimate){.value = rest});
    }
}

static void add_all(wyrm_picture *picture, const char *name, const wyrm_squares *squares,
                    double *weights, bool *kept)
{
    wyrm_series *series = wyrm_picture_series(picture, name);
    for (size_t k = 0; k < squares->kinds; k++)
        for (size_t d = 1; d <= squares->depths; d++)
            weights[k] = fmax(weights[k], squares->amount(squares->of, d, k).value);
    size_t all = wyrm_keep_greatest(weights, squares->kinds, kept);
    for (size_t k = 0; k < squares->kinds; k++) {
        if (!kept[k])
            continue;
        double at = (double)wyrm_picture_category(picture, squares->title(squares->of, k));
        for (size_t d = 1; d <= squares->depths; d++)
            add_square(picture, series, at, d, squares->amount(squares->of, d, k));
    }
    if (all > WYRM_COLUMNS_MAX)
        add_others(picture, series, squares, kept);
}

void wyrm_add_squares(wyrm_picture *picture, const char *name, const wyrm_squares *squares)
{
    double *weights = base_zeroed(squares->kinds + 1, sizeof *weights);
    bool *kept = base_zeroed(squares->kinds + 1, sizeof *kept);
    if (weights != NULL && kept != NULL)
        add_all(picture, name, squares, weights, kept);
    else
        picture->failed = true;
    wyrm_free(weights);
    wyrm_free(kept);
}
