/* What those who draw pictures of a dossier (draw_*.c) share: names, series and commands. */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "dossier/dossier.h"
#include "dossier/draw.h"

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

void wyrm_dossier_id(char *id, size_t size, const char *name, size_t side)
{
    snprintf(id, size, "%s%s", name, side > 0 ? "-other" : "");
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
