/* The dossier of a ruleset: everything that its report shows, gathered once by the functions
 * behind the other commands, then drawn. */
#include "html/internal.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "text/internal.h"

/* Shares of the work of a side, for the progress bar. */
#define JUDGED   0.2
#define SURVEYED 0.4

static wyrm_status judge(wyrm_dossier_part *part, wyrm_dossier_side *side, wyrm_error *error)
{
    /* As `wyrm check`, but not more than is asked for. */
    uint64_t runs = part->options->runs;
    bool fewer = runs > 0 && runs < WYRM_DOSSIER_RUNS;
    const wyrm_judge_options options = {.seed = part->options->seed,
                                        .effort.factor =
                                            fewer ? (double)runs / WYRM_JUDGE_GAMES : 1.0,
                                        .threads = part->options->threads,
                                        .progress = wyrm_dossier_progress,
                                        .context = part};
    wyrm_errors *errors = NULL;
    wyrm_status status = wyrm_errors_new(&errors);
    if (status == WYRM_OK)
        status = wyrm_judge(side->design, &options, &side->judgement, errors);
    if (status != WYRM_OK && error && wyrm_errors_kept(errors) > 0)
        *error = *wyrm_errors_at(errors, 0);
    else if (status != WYRM_OK)
        wyrm_fail(error, status, "the ruleset cannot be judged: %s", wyrm_status_text(status));
    wyrm_errors_free(errors);
    return status;
}

/* Threat, fights and loot, as far as the ruleset has them. */
static wyrm_status survey(const wyrm_dossier_options *options, wyrm_dossier_side *side,
                          wyrm_error *error)
{
    const wyrm_design *design = side->design;
    bool tables = wyrm_encounter_last_depth(wyrm_design_encounter(design)) > 0;
    bool threat = tables && wyrm_design_threat(design) != NULL;
    const wyrm_descent_options descent = {
        .seed = options->seed, .runs = WYRM_DOSSIER_DUNGEONS, .threads = options->threads};
    const wyrm_threat_survey_options rooms = {
        .seed = options->seed, .runs = WYRM_DOSSIER_FLOORS, .threads = options->threads};
    const wyrm_loot_survey_options loot = {
        .seed = options->seed, .runs = WYRM_DOSSIER_CAMPAIGNS, .threads = options->threads};
    wyrm_status status = wyrm_descend(design, &descent, &side->descents, error);
    if (status == WYRM_OK && threat)
        status = wyrm_threat_survey_run(design, &rooms, &side->threat, error);
    if (status == WYRM_OK && threat)
        status = wyrm_calibration_compute(design, 0, 0, &side->truth, error);
    if (status == WYRM_OK)
        status = wyrm_attrition_compute(design, options->seed, &side->tolls, error);
    if (status == WYRM_OK)
        status = wyrm_loot_survey_run(design, &loot, &side->loot, error);
    return status;
}

static void begin_side(const wyrm_dossier_source *source, wyrm_dossier_side *side)
{
    const char *ruleset = source->name;
    *side = (wyrm_dossier_side){.source = *source, .design = source->design, .name = source->name};
    if (source->results != NULL) {
        ruleset = wyrm_results_facts_of(source->results)->source;
        wyrm_shell_word(source->name, side->file, sizeof side->file);
    }
    wyrm_shell_word(ruleset, side->shell, sizeof side->shell);
}

static wyrm_status gather(wyrm_dossier *dossier, size_t index, wyrm_error *error)
{
    const wyrm_dossier_options *options = &dossier->options;
    wyrm_dossier_side *side = &dossier->sides[index];
    bool second = index > 0, compared = dossier->side_count > 1;
    double share = 1.0 / (double)dossier->side_count, from = second ? share : 0.0;
    wyrm_dossier_part part = {options, from, from + JUDGED * share};
    wyrm_status status = second ? WYRM_OK : judge(&part, side, error);
    if (status == WYRM_OK)
        status = survey(options, side, error);
    part.from = from + SURVEYED * share;
    part.to = from + share;
    if (status == WYRM_OK)
        status = wyrm_dossier_runs(&part, side, compared, error);
    return status;
}

/* What runs were read decides which ones are made. */
static void follow(wyrm_dossier *dossier, const wyrm_dossier_side *side)
{
    dossier->options.first = side->first;
    dossier->options.runs = side->last - side->first + 1;
}

static wyrm_status compare(wyrm_dossier *dossier, wyrm_error *error)
{
    wyrm_dossier_side *now = &dossier->sides[0], *other = &dossier->sides[1];
    wyrm_looks all = wyrm_looks_begin(&(wyrm_effort){.exactly = WYRM_GATE_RUNS_MAX}, 1);
    (void)wyrm_looks_next(&all);
    now->taken.facts.seed = wyrm_dossier_usual(now)->summary->seed;
    other->taken.facts.seed = wyrm_dossier_usual(other)->summary->seed;
    wyrm_status status =
        wyrm_compare(other->design, now->design, &dossier->difference.exact, error);
    if (status == WYRM_OK)
        status =
            wyrm_gate_compare(&other->taken, &now->taken, &all, &dossier->difference.runs, error);
    return status;
}

/* A picture without a mark of its own says nothing: the ruleset does not have what it is about. */
static bool is_empty(const wyrm_picture *picture)
{
    for (size_t s = 0; s < picture->series_count; s++)
        if (!picture->series[s].reference && picture->series[s].count > 0)
            return false;
    return true;
}

static void drop_empty(wyrm_dossier *dossier)
{
    size_t kept = 0;
    for (size_t i = 0; i < dossier->picture_count; i++) {
        if (is_empty(&dossier->pictures[i]))
            wyrm_picture_free(&dossier->pictures[i]);
        else
            dossier->pictures[kept++] = dossier->pictures[i];
    }
    dossier->picture_count = kept;
}

/* What all parts of a stack are together at an x. */
static double stack_at(const wyrm_picture *picture, double x)
{
    double sum = 0.0;
    for (size_t s = 0; s < picture->series_count; s++)
        for (size_t i = 0; i < picture->series[s].count; i++)
            if (!picture->series[s].total && picture->series[s].marks[i].x == x)
                sum += picture->series[s].marks[i].y;
    return sum;
}

/* The tallest column of a picture of columns, stacked or beside each other, and its interval. */
static double tallest(const wyrm_picture *picture)
{
    double most = 0.0;
    for (size_t s = 0; s < picture->series_count; s++)
        for (size_t i = 0; i < picture->series[s].count; i++) {
            const wyrm_mark *mark = &picture->series[s].marks[i];
            bool stacked = picture->kind == WYRM_PICTURE_STACKED;
            most = fmax(most, stacked ? stack_at(picture, mark->x) : mark->y);
            most = fmax(most, mark->high); /* not where that is NAN */
        }
    return most;
}

static void share_scale(wyrm_picture *one, wyrm_picture *other)
{
    bool columns = one->kind == WYRM_PICTURE_STACKED || one->kind == WYRM_PICTURE_COLUMNS;
    if (!columns || other->kind != one->kind || !isnan(one->y.greatest))
        return;
    one->y.greatest = wyrm_axis_around(0.0, fmax(tallest(one), tallest(other)), 5).high;
    other->y.greatest = one->y.greatest;
}

/* The place of a name among the series of a picture, from 1; 0: it has none. */
static size_t place_of(const wyrm_picture *picture, const char *name)
{
    for (size_t s = 0; s < picture->series_count; s++)
        if (strcmp(picture->series[s].name, name) == 0)
            return s + 1;
    return 0;
}

/* What is named alike looks alike: parts of columns that stand beside each other. Others take the
 * places that nobody of the first picture has. */
static void share_looks(const wyrm_picture *one, wyrm_picture *other)
{
    size_t next = one->series_count;
    if (one->kind != WYRM_PICTURE_STACKED || other->kind != one->kind)
        return;
    for (size_t s = 0; s < other->series_count; s++) {
        size_t place = place_of(one, other->series[s].name);
        other->series[s].alike = place > 0 ? place : ++next;
    }
}

/* What stands beside each other, of the one side and of the other, has the same scale and signs. */
static void pair_pictures(wyrm_dossier *dossier)
{
    for (size_t i = 0; i < dossier->picture_count; i++) {
        wyrm_picture *one = &dossier->pictures[i];
        char id[sizeof one->id + 8];
        snprintf(id, sizeof id, "%s-other", one->id);
        for (size_t k = 0; k < dossier->picture_count; k++) {
            wyrm_picture *other = &dossier->pictures[k];
            if (strcmp(other->id, id) != 0)
                continue;
            share_scale(one, other);
            share_looks(one, other);
        }
    }
}

static wyrm_status draw(wyrm_dossier *dossier, wyrm_error *error)
{
    wyrm_draw_runs(dossier);
    wyrm_draw_dungeon(dossier);
    wyrm_draw_fights(dossier);
    wyrm_status status = wyrm_draw_loot(dossier, error);
    for (size_t i = 0; i < dossier->picture_count && status == WYRM_OK; i++)
        if (dossier->pictures[i].failed)
            status = wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory");
    drop_empty(dossier);
    pair_pictures(dossier);
    return status;
}

wyrm_status wyrm_dossier_make(const wyrm_dossier_source *sources, size_t count,
                              const wyrm_dossier_options *options, wyrm_dossier *dossier,
                              wyrm_error *error)
{
    wyrm_status status = WYRM_OK;
    *dossier = (wyrm_dossier){.options = *options, .side_count = count};
    for (size_t i = 0; i < count; i++)
        begin_side(&sources[i], &dossier->sides[i]);
    for (int made = 0; made <= 1; made++) /* what is read first */
        for (size_t i = 0; i < count && status == WYRM_OK; i++) {
            if ((sources[i].results == NULL) != (made == 1))
                continue;
            status = gather(dossier, i, error);
            if (status == WYRM_OK && made == 0)
                follow(dossier, &dossier->sides[i]);
        }
    if (status == WYRM_OK && count > 1)
        status = compare(dossier, error);
    return status == WYRM_OK ? draw(dossier, error) : status;
}

static void free_side(wyrm_dossier_side *side)
{
    wyrm_judgement_free(side->judgement);
    wyrm_descents_free(side->descents);
    wyrm_threat_survey_free(side->threat);
    wyrm_calibration_free(side->truth);
    wyrm_loot_survey_free(side->loot);
    for (size_t i = 0; i < side->bot_count; i++) {
        wyrm_summary_free(side->bots[i].summary);
        wyrm_free(side->bots[i].ends);
    }
    wyrm_gate_side_free(&side->taken);
}

void wyrm_dossier_free(wyrm_dossier *dossier)
{
    for (size_t i = 0; i < dossier->side_count; i++)
        free_side(&dossier->sides[i]);
    wyrm_comparison_free(dossier->difference.exact);
    for (size_t i = 0; i < dossier->picture_count; i++)
        wyrm_picture_free(&dossier->pictures[i]);
    *dossier = (wyrm_dossier){0};
}
