/* The picture of what kills at each depth. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "dossier/dossier.h"
#include "dossier/draw.h"
#include "report/sim_shared.h"

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
    char id[64], title[WYRM_PICTURE_TEXT];
    wyrm_dossier_id(id, sizeof id, "hazard", index);
    snprintf(title, sizeof title,
             dossier->side_count > 1 ? "What kills in %.200s, and where?"
                                     : "What kills, and where?",
             side->name);
    wyrm_picture *picture =
        depths > 0 ? wyrm_dossier_picture(dossier, WYRM_PICTURE_STACKED, id, title) : NULL;
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

void wyrm_draw_hazard(wyrm_dossier *dossier)
{
    for (size_t s = 0; s < dossier->side_count; s++)
        draw_hazard(dossier, s);
}
