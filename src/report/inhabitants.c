/* Who lives where: `wyrm curve --monsters`.
 *
 * Tables of depths say which monsters a normal room has; a difficulty tracker says how strong they
 * are beside it. Either way a row is a depth (or a level of the tracker), and its shares add up to
 * all of its monsters, exact where the models can say them, else of generated rooms. */
#include "report/inhabitants.h"

#include <stdio.h>
#include <stdlib.h>

#include <wyrm/rooms.h>
#include <wyrm/tolls.h>

#include "output/json.h"
#include "output/table.h"

#define TRACKER_LAST 25 /* the highest level of a tracker that is told of */

/* Monsters so many levels below the tracker. */
static const struct {
    const char *name;
    int32_t least, most;
} gaps[] = {
    {"above it", INT32_MIN, -1},
    {"of its level", 0, 0},
    {"1 below", 1, 1},
    {"2 below", 2, 2},
    {"3 below", 3, 3},
    {"4 to 7 below", 4, 7},
    {"8 or more below", 8, INT32_MAX},
};
#define GAPS (sizeof gaps / sizeof *gaps)

const char *wyrm_inhabitants_title(const wyrm_inhabitants *of, size_t kind)
{
    return of->tracks ? gaps[kind].name
                      : wyrm_roster_monster(wyrm_design_roster(of->design), kind)->title;
}

const wyrm_estimate *wyrm_inhabitants_at(const wyrm_inhabitants *of, int32_t depth, size_t kind)
{
    return &of->shares[(size_t)(depth - 1) * of->kinds + kind];
}

bool wyrm_inhabitants_come(const wyrm_inhabitants *of, size_t kind)
{
    for (int32_t depth = 1; depth <= of->last; depth++)
        if (wyrm_inhabitants_at(of, depth, kind)->value > 0.0)
            return true;
    return false;
}

static wyrm_status find_gaps(const wyrm_encounter *encounter, int32_t tracker,
                             wyrm_estimate shares[GAPS], wyrm_error *error)
{
    wyrm_pmf *levels = NULL;
    wyrm_status status = wyrm_encounter_monster_levels(encounter, tracker, &levels, error);
    for (size_t g = 0; g < GAPS && status == WYRM_OK; g++)
        for (int64_t at = wyrm_pmf_first(levels); at <= wyrm_pmf_last(levels); at++)
            if (tracker - at >= gaps[g].least && tracker - at <= gaps[g].most)
                shares[g].value += wyrm_pmf_at(levels, at);
    wyrm_pmf_free(levels);
    return status;
}

wyrm_status wyrm_inhabitants_find(const wyrm_design *design, uint64_t seed, wyrm_inhabitants *out,
                                  wyrm_error *error)
{
    const wyrm_encounter *encounter = wyrm_design_encounter(design);
    int32_t last = wyrm_encounter_last_depth(encounter);
    *out = (wyrm_inhabitants){.design = design, .tracks = wyrm_encounter_tracks(encounter)};
    out->kinds = out->tracks ? GAPS : wyrm_roster_count(wyrm_design_roster(design));
    out->last = out->tracks ? TRACKER_LAST : last < WYRM_TOLLS_MAX ? last : WYRM_TOLLS_MAX;
    if (out->last <= 0 || out->kinds == 0)
        return wyrm_fail(error, WYRM_ERROR_ARGUMENT, "this ruleset has no monsters by depth");
    out->shares = calloc((size_t)out->last * out->kinds, sizeof *out->shares);
    if (!out->shares)
        return wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory");
    wyrm_status status = WYRM_OK;
    for (int32_t depth = 1; depth <= out->last && status == WYRM_OK; depth++) {
        wyrm_estimate *row = &out->shares[(size_t)(depth - 1) * out->kinds];
        const wyrm_rooms rooms = {.design = design, .depth = depth, .seed = seed};
        status = out->tracks ? find_gaps(encounter, depth, row, error)
                             : wyrm_rooms_kinds(&rooms, row, error);
    }
    return status;
}

void wyrm_inhabitants_release(wyrm_inhabitants *of)
{
    free(of->shares);
    *of = (wyrm_inhabitants){0};
}

wyrm_status wyrm_report_inhabitants(const wyrm_design *design, uint64_t seed, wyrm_page *page,
                                    wyrm_error *error)
{
    wyrm_inhabitants of;
    wyrm_status status = wyrm_inhabitants_find(design, seed, &of, error);
    if (status == WYRM_OK) {
        wyrm_table table = wyrm_table_new();
        bool sampled = false;
        wyrm_table_column(&table, WYRM_RIGHT, of.tracks ? "tracker" : "depth");
        for (size_t k = 0; k < of.kinds && table.columns < WYRM_TABLE_COLUMNS; k++)
            if (wyrm_inhabitants_come(&of, k))
                wyrm_table_column(&table, WYRM_RIGHT, wyrm_inhabitants_title(&of, k));
        for (int32_t depth = 1; depth <= of.last; depth++) {
            wyrm_figure figure;
            wyrm_table_cell(&table, wyrm_figure_exact(depth, &figure));
            for (size_t k = 0, cells = 1; k < of.kinds && cells < table.columns; k++) {
                const wyrm_estimate *share = wyrm_inhabitants_at(&of, depth, k);
                if (!wyrm_inhabitants_come(&of, k))
                    continue;
                cells++;
                sampled |= share->sampled;
                wyrm_table_cell(&table, share->value > 0.0 ? wyrm_figure_estimated_share(
                                                                 page->style, share, &figure)
                                                           : "");
            }
        }
        wyrm_page_wrapf(page, 0, 0, "%s: %s.", wyrm_ruleset_title(wyrm_design_ruleset(design)),
                        of.tracks ? "levels of monsters beside that of the difficulty tracker"
                                  : "the monsters of normal rooms, of all that come there");
        wyrm_page_add(page, "\n");
        wyrm_table_print(&table, page, 0);
        wyrm_table_free(&table);
        wyrm_page_add(page, "\n");
        if (sampled)
            wyrm_page_wrapf(page, 0, 0,
                            "Of generated rooms, seed %llu; exact where no interval "
                            "stands.",
                            (unsigned long long)seed);
        else
            wyrm_page_wrap(page, 0, 0, "Exact.");
    }
    wyrm_inhabitants_release(&of);
    return status == WYRM_OK ? wyrm_page_status(page, error) : status;
}

wyrm_status wyrm_report_inhabitants_json(const wyrm_design *design, uint64_t seed, wyrm_page *page,
                                         wyrm_error *error)
{
    wyrm_inhabitants of;
    wyrm_status status = wyrm_inhabitants_find(design, seed, &of, error);
    wyrm_answer json = wyrm_answer_new("curve-monsters", wyrm_design_ruleset(design));
    json_t *list = json_array();
    for (int32_t depth = 1; depth <= of.last && status == WYRM_OK; depth++) {
        json_t *row = json_object(), *shares = json_object();
        for (size_t k = 0; k < of.kinds; k++) {
            const wyrm_estimate *share = wyrm_inhabitants_at(&of, depth, k);
            json_t *figure = json_object();
            wyrm_answer_set(&json, figure, "value", wyrm_answer_real(share->value));
            wyrm_answer_set(&json, figure, "ci95",
                            share->sampled ? wyrm_answer_interval(share->ci95) : json_null());
            wyrm_answer_set(&json, shares, wyrm_inhabitants_title(&of, k), figure);
        }
        wyrm_answer_set(&json, row, of.tracks ? "tracker" : "depth", json_integer(depth));
        wyrm_answer_set(&json, row, "monsters", shares);
        wyrm_answer_append(&json, list, row);
    }
    wyrm_answer_set(&json, NULL, "seed", wyrm_answer_count(seed));
    wyrm_answer_set(&json, NULL, "depths", list);
    if (status == WYRM_OK)
        status = wyrm_answer_finish(&json, page, error);
    wyrm_answer_free(&json);
    wyrm_inhabitants_release(&of);
    return status;
}
