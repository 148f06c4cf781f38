/* The answers of `wyrm curve`: the dungeon depth by depth, and the level of one monster. */
#include "report/report.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "output/chart.h"
#include "output/figures.h"
#include "output/json.h"
#include "output/table.h"
#include "report/quantiles.h"
#include "report/tolls.h"

/* Depths that fewer of the dungeons reach are left to --json: their figures are noise. */
#define RARE_SHARE 0.01

/* The columns of a depth, in the order of keys. */
typedef struct depth_column {
    const char *key, *heading;
    size_t offset;
} depth_column;

static const depth_column columns[] = {
    {"rooms", "rooms", offsetof(wyrm_depth_figures, rooms)},
    {"monsters", "monsters", offsetof(wyrm_depth_figures, monsters)},
    {"items", "items", offsetof(wyrm_depth_figures, items)},
    {"experience", "experience", offsetof(wyrm_depth_figures, experience)},
    {"tracker", "tracker", offsetof(wyrm_depth_figures, tracker)},
};
#define COLUMN_COUNT (sizeof columns / sizeof columns[0])

static const wyrm_moments *moments_of(const wyrm_depth_figures *depth, const depth_column *column)
{
    return (const wyrm_moments *)(const void *)((const char *)depth + column->offset);
}

wyrm_estimate wyrm_curve_estimate(const wyrm_depth_figures *depth, size_t offset)
{
    const wyrm_moments *moments =
        (const wyrm_moments *)(const void *)((const char *)depth + offset);
    wyrm_estimate made = wyrm_estimate_mean(moments);
    bool start = depth->depth == 1 && offset == offsetof(wyrm_depth_figures, tracker);
    made.sampled = !start || moments->min < moments->max;
    return made;
}

/* Final depths as a pmf; *out stays NULL where no dungeon ended. */
static wyrm_status final_pmf(const wyrm_descents *descents, wyrm_pmf **out, wyrm_error *error)
{
    *out = NULL;
    if (descents->final_depth.count == 0)
        return WYRM_OK;
    wyrm_weighted pairs[WYRM_DESCENT_DEPTH_MAX + 1];
    for (int depth = 0; depth <= WYRM_DESCENT_DEPTH_MAX; depth++)
        pairs[depth] = (wyrm_weighted){depth, (double)descents->final_counts[depth]};
    return wyrm_pmf_from_pairs(pairs, WYRM_DESCENT_DEPTH_MAX + 1, out, error);
}

/* The same as counts. */
static wyrm_counts final_counts(const wyrm_descents *descents)
{
    wyrm_counts counts = {0};
    for (uint64_t depth = 0; depth <= WYRM_DESCENT_DEPTH_MAX; depth++)
        for (uint64_t i = 0; i < descents->final_counts[depth]; i++)
            wyrm_counts_add(&counts, depth);
    return counts;
}

/* " on average, in 9 of 10 games at 21 to 27 ± 1"; " in every game" where all that were generated
 * end at the same depth. */
static const char *most_end(const wyrm_pmf *final, const wyrm_counts *counts, wyrm_style style,
                            char *out, size_t size)
{
    wyrm_figure low, high;
    wyrm_quantile_say(style, counts, 0.05, &low);
    wyrm_quantile_say(style, counts, 0.95, &high);
    if (wyrm_pmf_first(final) == wyrm_pmf_last(final))
        snprintf(out, size, " in every game");
    else if (strcmp(low.text, high.text) == 0)
        snprintf(out, size, " on average, in 9 of 10 games at %s", low.text);
    else
        snprintf(out, size, " on average, in 9 of 10 games at %s to %s", low.text, high.text);
    return out;
}

static void print_headline(const wyrm_design *design, const wyrm_descents *descents,
                           const wyrm_pmf *final, wyrm_page *page)
{
    const char *title = wyrm_ruleset_title(wyrm_design_ruleset(design));
    wyrm_figure mean;
    char most[256];
    if (final == NULL) {
        wyrm_page_wrapf(page, 0, 0, "%s: no dungeon ends within %d depths.", title,
                        WYRM_DESCENT_DEPTH_MAX);
        return;
    }
    const wyrm_counts counts = final_counts(descents);
    wyrm_page_wrapf(page, 0, 0, "%s: the dungeon ends at depth %s%s.", title,
                    wyrm_figure_mean(page->style, &descents->final_depth, &mean),
                    most_end(final, &counts, page->style, most, sizeof most));
    if (descents->cut_off > 0)
        wyrm_page_wrapf(page, 0, 0,
                        "%llu of %llu dungeons do not end within %d depths and are not "
                        "counted there.",
                        (unsigned long long)descents->cut_off, (unsigned long long)descents->runs,
                        WYRM_DESCENT_DEPTH_MAX);
}

/* Whether the depth stands in the table of the text. */
static bool is_shown(const wyrm_descents *descents, int32_t index)
{
    return (double)descents->depths[index].rooms.count >= RARE_SHARE * (double)descents->runs;
}

static void print_depths(const wyrm_design *design, const wyrm_descents *descents, wyrm_page *page)
{
    bool tracks = wyrm_encounter_tracks(wyrm_design_encounter(design));
    wyrm_table table = wyrm_table_new();
    wyrm_table_column(&table, WYRM_RIGHT, "depth");
    for (size_t c = 0; c < COLUMN_COUNT; c++)
        if (columns[c].offset != offsetof(wyrm_depth_figures, tracker) || tracks)
            wyrm_table_column(&table, WYRM_RIGHT, columns[c].heading);
    size_t means = table.columns - 1;
    if (tracks)
        wyrm_table_column(&table, WYRM_RIGHT, "level of\nmonsters");
    for (int32_t i = 0; i < descents->depth_count && is_shown(descents, i); i++) {
        wyrm_figure figure;
        wyrm_table_cell(&table, wyrm_figure_exact(descents->depths[i].depth, &figure));
        for (size_t c = 0; c < means; c++) {
            const wyrm_estimate mean = wyrm_curve_estimate(&descents->depths[i], columns[c].offset);
            wyrm_table_cell(&table, wyrm_figure_estimate(page->style, &mean, &figure));
        }
        if (tracks)
            wyrm_table_cell(&table, wyrm_figure_ratio(page->style,
                                                      &descents->depths[i].monster_level, &figure));
    }
    wyrm_table_print(&table, page, 0);
    wyrm_table_free(&table);
}

wyrm_status wyrm_report_curve(const wyrm_design *design, const wyrm_descents *descents,
                              uint64_t seed, wyrm_page *page, wyrm_error *error)
{
    wyrm_pmf *final;
    wyrm_tolls tolls;
    wyrm_status status = wyrm_tolls_find(design, seed, &tolls, error);
    if (status == WYRM_OK)
        status = final_pmf(descents, &final, error);
    if (status != WYRM_OK)
        return status;
    print_headline(design, descents, final, page);
    wyrm_page_add(page, "\n");
    print_depths(design, descents, page);
    int32_t shown = 0;
    while (shown < descents->depth_count && is_shown(descents, shown))
        shown++;
    if (shown < descents->depth_count)
        wyrm_page_wrapf(page, 0, 0, "(fewer than 1 dungeon in 100 goes below depth %d: see --json)",
                        descents->depths[shown].depth - 1);
    if (final != NULL) {
        wyrm_page_add(page, "\n");
        wyrm_chart_pmf(page, final, descents->final_depth.count, "final depth");
    }
    if (tolls.count > 0) {
        wyrm_page_add(page, "\n");
        wyrm_tolls_print(&tolls, page);
    }
    wyrm_page_add(page, "\n");
    wyrm_page_wrapf(page, 0, 0,
                    "Means over the dungeons that reach a depth, after it is populated, "
                    "%s 95 %% confidence; %llu dungeons, seed %llu. Nobody plays: what lies there "
                    "is counted, not what is met.",
                    page->style.utf8 ? "±" : "+-", (unsigned long long)descents->runs,
                    (unsigned long long)seed);
    wyrm_pmf_free(final);
    return wyrm_page_status(page, error);
}

static json_t *depths_json(wyrm_answer *json, const wyrm_descents *descents)
{
    json_t *list = json_array();
    for (int32_t i = 0; i < descents->depth_count; i++) {
        const wyrm_depth_figures *depth = &descents->depths[i];
        json_t *object = json_object();
        wyrm_answer_set(json, object, "depth", json_integer(depth->depth));
        wyrm_answer_set(json, object, "dungeons", wyrm_answer_count(depth->rooms.count));
        for (size_t c = 0; c < COLUMN_COUNT; c++)
            wyrm_answer_set(json, object, columns[c].key,
                            wyrm_answer_moments(json, moments_of(depth, &columns[c])));
        wyrm_answer_set(json, object, "monster_level",
                        wyrm_answer_ratio(json, &depth->monster_level));
        wyrm_answer_append(json, list, object);
    }
    return list;
}

wyrm_status wyrm_report_curve_json(const wyrm_design *design, const wyrm_descents *descents,
                                   uint64_t seed, wyrm_page *page, wyrm_error *error)
{
    wyrm_pmf *final;
    wyrm_tolls tolls;
    wyrm_status status = wyrm_tolls_find(design, seed, &tolls, error);
    if (status == WYRM_OK)
        status = final_pmf(descents, &final, error);
    if (status != WYRM_OK)
        return status;
    wyrm_answer json = wyrm_answer_new("curve", wyrm_design_ruleset(design));
    wyrm_answer_set(&json, NULL, "seed", wyrm_answer_count(seed));
    wyrm_answer_set(&json, NULL, "runs", wyrm_answer_count(descents->runs));
    wyrm_answer_set(&json, NULL, "cut_off", wyrm_answer_count(descents->cut_off));
    wyrm_answer_set(&json, NULL, "depths", depths_json(&json, descents));
    json_t *depth = wyrm_answer_moments(&json, &descents->final_depth);
    if (final != NULL) {
        wyrm_answer_set(&json, depth, "pmf", wyrm_answer_pmf(&json, final));
        const wyrm_counts counts = final_counts(descents);
        wyrm_answer_set(&json, depth, "quantiles", wyrm_quantiles_json(&json, &counts));
    }
    wyrm_answer_set(&json, NULL, "final_depth", depth);
    wyrm_answer_set(&json, NULL, "tolls", wyrm_tolls_json(&json, &tolls));
    status = wyrm_answer_finish(&json, page, error);
    wyrm_answer_free(&json);
    wyrm_pmf_free(final);
    return status;
}

wyrm_status wyrm_report_tracker(const wyrm_design *design, double tracker, const wyrm_pmf *levels,
                                wyrm_page *page, wyrm_error *error)
{
    wyrm_figure at, mean;
    wyrm_page_wrapf(
        page, 0, 0,
        "%s: a monster at tracker level %s has level %s on average; %lld is "
        "the highest.",
        wyrm_ruleset_title(wyrm_design_ruleset(design)), wyrm_figure_exact(tracker, &at),
        wyrm_figure_exact(wyrm_pmf_mean(levels), &mean), (long long)wyrm_pmf_last(levels));
    wyrm_page_add(page, "\n");
    wyrm_chart_pmf(page, levels, 0, "level");
    return wyrm_page_status(page, error);
}

wyrm_status wyrm_report_tracker_json(const wyrm_design *design, double tracker,
                                     const wyrm_pmf *levels, wyrm_page *page, wyrm_error *error)
{
    wyrm_answer json = wyrm_answer_new("curve-tracker", wyrm_design_ruleset(design));
    wyrm_answer_set(&json, NULL, "tracker", wyrm_answer_real(tracker));
    wyrm_answer_set(&json, NULL, "mean", wyrm_answer_real(wyrm_pmf_mean(levels)));
    wyrm_answer_set(&json, NULL, "sd", wyrm_answer_real(wyrm_pmf_sd(levels)));
    wyrm_answer_set(&json, NULL, "monster_level", wyrm_answer_pmf(&json, levels));
    wyrm_answer_set(&json, NULL, "method", wyrm_answer_text("exact"));
    wyrm_status status = wyrm_answer_finish(&json, page, error);
    wyrm_answer_free(&json);
    return status;
}
