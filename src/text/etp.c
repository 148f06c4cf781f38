/* `wyrm etp`: rooms and floors against their budgets of threat, and threat against the fight. */
#include "text/internal.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include <wyrm/attrition.h>

/* "0-60", "30 and more" */
static const char *etp_budget(wyrm_interval budget, char out[48])
{
    wyrm_figure low, high;
    wyrm_figure_exact(budget.low, &low);
    wyrm_figure_exact(budget.high, &high);
    if (isinf(budget.high))
        snprintf(out, 48, "%.20s and more", low.text);
    else
        snprintf(out, 48, "%.20s-%.20s", low.text, high.text);
    return out;
}

/* Threat against the fight, for people. */

#define MISFITS_SHOWN 5
#define MISFIT        1.5 /* factors nearer to 1 are no misfits */

static bool is_misfit(const wyrm_calibration_row *row)
{
    return row->factor > MISFIT || row->factor < 1 / MISFIT;
}

/* The depths with the lowest and the highest correlation; false where none can be told. */
static bool find_ranks(const wyrm_calibration *truth, const wyrm_calibration_depth **low,
                       const wyrm_calibration_depth **high)
{
    *low = *high = NULL;
    for (size_t d = 0; d < truth->depth_count; d++) {
        const wyrm_calibration_depth *depth = &truth->depths[d];
        if (isnan(depth->rank))
            continue;
        if (*low == NULL || depth->rank < (*low)->rank)
            *low = depth;
        if (*high == NULL || depth->rank > (*high)->rank)
            *high = depth;
    }
    return *low != NULL;
}

static void print_ranks(const wyrm_calibration *truth, wyrm_page *page)
{
    const wyrm_calibration_depth *low, *high;
    if (!find_ranks(truth, &low, &high))
        return;
    if (low == high)
        wyrm_page_wrapf(
            page, 0, 0,
            "Threat ranks the monsters of depth %d as their fights do with a correlation "
            "of %.2f (1: the same order).",
            (int)low->depth, low->rank);
    else
        wyrm_page_wrapf(
            page, 0, 0,
            "Threat ranks the monsters of a depth as their fights do with a correlation "
            "of %.2f (depth %d) to %.2f (depth %d); 1 is the same order.",
            low->rank, (int)low->depth, high->rank, (int)high->depth);
}

/* Whether the row is the first of its monster that costs nothing. */
static bool begins_harmless(const wyrm_calibration *truth, size_t index)
{
    const wyrm_calibration_row *row = &truth->rows[index];
    for (size_t i = 0; i < index; i++)
        if (truth->rows[i].monster == row->monster && !(truth->rows[i].cost > 0))
            return false;
    return !(row->cost > 0);
}

/* "slime from depth 5, orc from depth 8" */
static void print_harmless(const wyrm_calibration *truth, wyrm_page *page)
{
    wyrm_text names = {0};
    for (size_t i = 0; i < truth->row_count; i++) {
        if (!begins_harmless(truth, i))
            continue;
        wyrm_text_appendf(&names, "%s%s from depth %d", names.length > 0 ? ", " : "",
                          truth->rows[i].name, (int)truth->rows[i].depth);
    }
    if (names.failed)
        wyrm_page_fail(page);
    else if (names.length > 0)
        wyrm_page_wrapf(
            page, 0, 3,
            "Cost the player nothing, whatever their threat, and do not count there: %s.",
            names.bytes);
    wyrm_text_drop(&names);
}

static void print_misfit(const wyrm_calibration_row *row, wyrm_page *page)
{
    wyrm_figure threat, lost, death;
    wyrm_page_add(page, "   ");
    wyrm_page_wrapf(page, 3, 6,
                    "%s at depth %d: threat %s, takes %s of the hit points, kills in %s: costs "
                    "%.2f times what its threat says",
                    row->name, (int)row->depth, wyrm_figure_exact(row->threat, &threat),
                    wyrm_figure_percent(row->hp_lost, &lost),
                    wyrm_figure_percent(row->p_death, &death), row->factor);
}

/* Threat against truth, for people: a sentence, then the misfits; `verbose`: every fight. */
static void print_calibration(const wyrm_etp_report *report, wyrm_page *page)
{
    const wyrm_calibration *truth = report->truth;
    size_t misfits = 0;
    print_ranks(truth, page);
    for (size_t i = 0; i < truth->misfit_count; i++)
        misfits += is_misfit(&truth->rows[truth->misfits[i]]);
    if (misfits > 0)
        wyrm_page_wrapf(
            page, 0, 0,
            "%zu of the %zu monsters of normal rooms whose fights cost something are somewhere off "
            "by more than a factor of %.1f against what a point of threat costs at their depth%s:",
            misfits, truth->misfit_count, MISFIT,
            misfits > MISFITS_SHOWN ? "; those farthest off" : "");
    for (size_t i = 0; i < misfits && i < MISFITS_SHOWN; i++)
        print_misfit(&truth->rows[truth->misfits[i]], page);
    if (misfits > MISFITS_SHOWN)
        wyrm_page_addf(page, "   (%zu more; --verbose shows every fight)\n",
                       misfits - MISFITS_SHOWN);
    print_harmless(truth, page);
}

static void print_fights(const wyrm_etp_report *report, wyrm_page *page)
{
    const wyrm_calibration *truth = report->truth;
    wyrm_table table = wyrm_table_of(
        page, ">depth|<monster|>threat|>hit points\nlost|>player\ndies|>times its\nthreat");
    for (size_t i = 0; i < truth->row_count; i++) {
        const wyrm_calibration_row *row = &truth->rows[i];
        wyrm_cell_exact(&table, row->depth);
        wyrm_table_cell(&table, row->name);
        wyrm_cell_exact(&table, row->threat);
        wyrm_cell_percent(&table, row->hp_lost);
        wyrm_cell_percent(&table, row->p_death);
        wyrm_table_cellf(&table, isfinite(row->factor) ? "%.2f" : "-", row->factor);
    }
    wyrm_page_add(page, "\n");
    wyrm_table_end(&table, 0);
    wyrm_page_add(page, "\n");
    wyrm_page_title(page, "who fights");
    for (size_t d = 0; d < truth->depth_count; d++) {
        wyrm_page_add(page, "   ");
        wyrm_page_wrapf(page, 3, 6, "depth %d: %s", (int)truth->depths[d].depth,
                        truth->depths[d].player);
    }
}

/* The answer of `wyrm etp --rooms`: one floor, a line a room. */

/* "2 orc, elite troll": runs of the same are counted. */
static void name_monsters(const wyrm_etp_rooms_report *report, const wyrm_threat_room *room,
                          wyrm_text *out)
{
    const wyrm_roster *roster = wyrm_design_roster(report->design);
    const wyrm_spawn *spawns = &report->floor->monsters[room->first];
    for (size_t i = 0; i < room->count;) {
        size_t same = 1;
        while (i + same < room->count && spawns[i + same].monster == spawns[i].monster &&
               spawns[i + same].elite == spawns[i].elite)
            same++;
        const wyrm_monster *monster = wyrm_roster_monster(roster, (size_t)spawns[i].monster);
        wyrm_text_append(out, i > 0 ? ", " : "");
        if (same > 1)
            wyrm_text_appendf(out, "%zu ", same);
        wyrm_text_appendf(out, "%s%s", spawns[i].elite ? "elite " : "",
                          monster != NULL ? monster->name : "?");
        i += same;
    }
}

static const char *band_name(const wyrm_etp_rooms_report *report)
{
    const wyrm_bands *bands = wyrm_threat_bands(wyrm_design_threat(report->design));
    return report->floor->band < bands->count ? bands->bands[report->floor->band].name : "";
}

static wyrm_tone tone_of(wyrm_threat_status status)
{
    return status == WYRM_THREAT_OVER    ? WYRM_TONE_BAD
           : status == WYRM_THREAT_UNDER ? WYRM_TONE_DOUBT
                                         : WYRM_TONE_PLAIN;
}

static void print_room(const wyrm_etp_rooms_report *report, int32_t index, wyrm_page *page)
{
    const wyrm_threat_floor *floor = report->floor;
    const wyrm_threat_room *room = &floor->rooms[index];
    const char *status = wyrm_threat_status_key(room->status);
    wyrm_figure threat;
    char budget[48];
    wyrm_text names = {0};
    name_monsters(report, room, &names);
    if (names.failed)
        wyrm_page_fail(page);
    wyrm_page_addf(page, "%5d  %-4s  %4d  %7s  %10s  ", (int)floor->depth, band_name(report),
                   (int)index + 1, wyrm_figure_exact(room->threat, &threat),
                   etp_budget(floor->room_budget, budget));
    wyrm_page_toned(page, tone_of(room->status), status);
    wyrm_page_spaces(page, 6 - wyrm_display_width(status));
    const char *role = wyrm_room_role_key(room->kind.role);
    wyrm_page_addf(page, "  %s", role);
    if (names.length > 0) {
        wyrm_page_spaces(page, 10 - wyrm_display_width(role));
        wyrm_page_wrap(page, 58, 58, names.bytes);
    } else {
        wyrm_page_add(page, "\n");
    }
    wyrm_text_drop(&names);
}

static void print_rooms(const wyrm_etp_rooms_report *report, wyrm_page *page)
{
    const wyrm_threat_floor *floor = report->floor;
    int32_t over = 0;
    wyrm_figure threat;
    char budget[48];
    for (int32_t r = 0; r < floor->room_count; r++)
        over += wyrm_threat_is_violation(floor->rooms[r].status);
    wyrm_page_wrapf(page, 0, 0,
                    "%s, depth %d: %d of %d rooms are over their budget; the floor holds %s, its "
                    "budget is %s.",
                    wyrm_ruleset_title(wyrm_design_ruleset(report->design)), (int)floor->depth,
                    (int)over, (int)floor->room_count, wyrm_figure_exact(floor->threat, &threat),
                    etp_budget(floor->floor_budget, budget));
    wyrm_page_add(page, "\n");
    wyrm_page_title(page, "depth  band  room   threat      budget  status  role      monsters");
    for (int32_t r = 0; r < floor->room_count; r++)
        print_room(report, r, page);
    wyrm_page_add(page, "\n");
    wyrm_page_wrapf(page, 0, 0, "Seed %llu, run %llu. Other floors: --seed, --run, --depth.",
                    (unsigned long long)floor->seed, (unsigned long long)floor->run);
}

static void put_room(base_json *json, const wyrm_etp_rooms_report *report, int32_t index)
{
    const wyrm_roster *roster = wyrm_design_roster(report->design);
    const wyrm_threat_floor *floor = report->floor;
    const wyrm_threat_room *room = &floor->rooms[index];
    base_put_object(json, NULL);
    base_put_whole(json, "depth", floor->depth);
    base_put_text(json, "band", band_name(report));
    base_put_whole(json, "room", index + 1);
    base_put_real(json, "etp", room->threat);
    wyrm_put_interval(json, "budget", floor->room_budget);
    base_put_text(json, "status", wyrm_threat_status_key(room->status));
    base_put_text(json, "role", wyrm_room_role_key(room->kind.role));
    base_put_list(json, "monsters");
    for (size_t i = room->first; i < room->first + room->count; i++) {
        const wyrm_spawn *spawn = &floor->monsters[i];
        const wyrm_monster *row = wyrm_roster_monster(roster, (size_t)spawn->monster);
        base_put_object(json, NULL);
        base_put_text(json, "id", row != NULL ? row->name : "");
        base_put_bool(json, "elite", spawn->elite);
        base_put_end(json);
    }
    base_put_end(json);
    base_put_end(json);
}

void wyrm_report_etp_rooms(const wyrm_etp_rooms_report *report, wyrm_page *page)
{
    const wyrm_threat_floor *floor = report->floor;
    if (!page->json) {
        print_rooms(report, page);
        return;
    }
    base_json json = wyrm_answer_begin(page, "etp-rooms", wyrm_design_ruleset(report->design));
    base_put_count(&json, "seed", floor->seed);
    base_put_count(&json, "run", floor->run);
    base_put_whole(&json, "depth", floor->depth);
    base_put_object(&json, "floor");
    base_put_real(&json, "etp", floor->threat);
    wyrm_put_interval(&json, "budget", floor->floor_budget);
    base_put_end(&json);
    base_put_list(&json, "rooms");
    for (int32_t r = 0; r < floor->room_count; r++)
        put_room(&json, report, r);
    base_put_end(&json);
    base_put_end(&json);
}

/* ---- Rooms against their budgets ---- */

#define VIOLATIONS_SHOWN 5
#define DRIFT            1.5 /* base and derived threat that differ by more are told */

wyrm_clusters wyrm_etp_sum(const wyrm_threat_survey *survey, wyrm_threat_status status)
{
    wyrm_clusters all = {.range = WYRM_SHARE};
    for (int32_t d = 0; d < survey->depth_count; d++)
        wyrm_clusters_merge(&all, &survey->depths[d].all.statuses[status]);
    return all;
}

/* ", most at depth 8": the depth with the largest share of rooms over their budget. */
static void say_worst(const wyrm_threat_survey *survey, wyrm_style style, char *text, size_t size)
{
    wyrm_estimate shares[WYRM_ATTRITION_MAX];
    int32_t numbers[WYRM_ATTRITION_MAX];
    size_t count = 0;
    for (; count < (size_t)survey->depth_count && count < WYRM_ATTRITION_MAX; count++) {
        shares[count] = wyrm_estimate_ratio(&survey->depths[count].all.statuses[WYRM_THREAT_OVER]);
        numbers[count] = survey->depths[count].depth;
    }
    const wyrm_greatest worst = wyrm_find_greatest(style, &(wyrm_ranking){.count = count,
                                                                          .figures = shares,
                                                                          .numbers = numbers,
                                                                          .place = "depth",
                                                                          .shares = true});
    text[0] = '\0';
    if (count > 1 && worst.count > 0)
        snprintf(text, size, ", most at %s", worst.where);
}

static void print_headline(const wyrm_etp_report *report, wyrm_page *page)
{
    const wyrm_threat_survey *survey = report->survey;
    const char *title = wyrm_ruleset_title(wyrm_design_ruleset(report->design));
    wyrm_clusters over = wyrm_etp_sum(survey, WYRM_THREAT_OVER);
    wyrm_clusters under = wyrm_etp_sum(survey, WYRM_THREAT_UNDER);
    wyrm_figure share;
    if (!(over.y > 0)) {
        wyrm_page_wrapf(page, 0, 0, "%s: no room of %.0f is over its budget.", title, over.x);
    } else {
        char worst[160];
        say_worst(survey, page->style, worst, sizeof worst);
        wyrm_page_wrapf(page, 0, 0,
                        "%s: %s of rooms are over their budget, which is a violation%s.", title,
                        wyrm_figure_ratio(page->style, &over, &share), worst);
    }
    if (under.y > 0)
        wyrm_page_wrapf(page, 0, 0, "%s are below it, which is reported and never fails.",
                        wyrm_figure_ratio(page->style, &under, &share));
}

/* Statuses that any room has. */
static void find_used(const wyrm_threat_survey *survey, bool used[WYRM_THREAT_STATUS_COUNT])
{
    for (int s = 0; s < WYRM_THREAT_STATUS_COUNT; s++)
        used[s] = wyrm_etp_sum(survey, (wyrm_threat_status)s).y > 0;
}

/* In the order of an answer: what is meant to be, then what is wrong, then the rest. */
static const wyrm_threat_status shown_order[] = {
    WYRM_THREAT_OK,   WYRM_THREAT_UNDER, WYRM_THREAT_OVER,   WYRM_THREAT_SPIKE,
    WYRM_THREAT_BOSS, WYRM_THREAT_EMPTY, WYRM_THREAT_EXEMPT,
};

static void add_columns(wyrm_table *table, const bool *used)
{
    wyrm_table_column(table, WYRM_RIGHT, "mean\nthreat");
    wyrm_table_column(table, WYRM_RIGHT, "median\nmade");
    wyrm_table_column(table, WYRM_RIGHT, "9 of 10\nmade");
    for (size_t i = 0; i < WYRM_THREAT_STATUS_COUNT; i++)
        if (used[shown_order[i]]) {
            char heading[32];
            snprintf(heading, sizeof heading, "%s\n%%", wyrm_threat_status_key(shown_order[i]));
            wyrm_table_column(table, WYRM_RIGHT, heading);
        }
}

static void add_figures(wyrm_table *table, const wyrm_threat_figures *figures, const bool *used)
{
    wyrm_figure low, high;
    bool any = figures->rooms > 0;
    wyrm_cell_ratio(table, &figures->mean);
    wyrm_table_cell(table, any ? wyrm_figure_exact(figures->p50, &low) : "");
    if (any)
        wyrm_table_cellf(table, "%.24s..%.24s", wyrm_figure_exact(figures->p05, &low),
                         wyrm_figure_exact(figures->p95, &high));
    else
        wyrm_table_cell(table, "");
    for (size_t i = 0; i < WYRM_THREAT_STATUS_COUNT; i++) {
        const wyrm_clusters *share = &figures->statuses[shown_order[i]];
        wyrm_estimate percent = wyrm_estimate_ratio(share); /* its sign is in the heading */
        percent.value *= 100;
        percent.ci95.low *= 100;
        percent.ci95.high *= 100;
        if (used[shown_order[i]] && share->y > 0)
            wyrm_cell_estimate(table, percent, false);
        else if (used[shown_order[i]])
            wyrm_table_cell(table, "");
    }
}

static void print_bands(const wyrm_etp_report *report, wyrm_page *page)
{
    const wyrm_threat_survey *survey = report->survey;
    const wyrm_bands *bands = wyrm_threat_bands(wyrm_design_threat(report->design));
    bool used[WYRM_THREAT_STATUS_COUNT];
    find_used(survey, used);
    wyrm_table table = wyrm_table_of(page, "<band|>room\nbudget");
    add_columns(&table, used);
    for (size_t b = 0; b < bands->count; b++) {
        char budget[48];
        if (survey->bands[b].rooms == 0)
            continue;
        wyrm_table_cell(&table, bands->bands[b].name);
        wyrm_table_cell(&table,
                        etp_budget(wyrm_threat_room_budget(wyrm_design_threat(report->design),
                                                           bands->bands[b].first_depth),
                                   budget));
        add_figures(&table, &survey->bands[b], used);
    }
    wyrm_table_end(&table, 0);
}

static void print_depths(const wyrm_etp_report *report, wyrm_page *page)
{
    const wyrm_threat_survey *survey = report->survey;
    bool used[WYRM_THREAT_STATUS_COUNT];
    find_used(survey, used);
    wyrm_table table = wyrm_table_of(page, ">depth|>threat\nof a floor");
    add_columns(&table, used);
    for (int32_t d = 0; d < survey->depth_count; d++) {
        const wyrm_threat_depth *depth = &survey->depths[d];
        wyrm_cell_exact(&table, depth->depth);
        wyrm_cell_mean(&table, &depth->floor);
        add_figures(&table, &depth->all, used);
    }
    wyrm_table_end(&table, 0);
}

static void print_violations(const wyrm_etp_report *report, wyrm_page *page)
{
    const wyrm_threat_survey *survey = report->survey;
    size_t shown =
        report->verbose || survey->kept < VIOLATIONS_SHOWN ? survey->kept : VIOLATIONS_SHOWN;
    if (shown == 0)
        return;
    wyrm_page_add(page, "\n");
    wyrm_page_title(page, "violations");
    wyrm_page_spaces(page, 3);
    wyrm_page_wrapf(
        page, 3, 6, "(look at one: wyrm etp %s --rooms --depth %d --run %llu --seed %llu)",
        report->name, (int)survey->violations[0].depth,
        (unsigned long long)survey->violations[0].run, (unsigned long long)survey->seed);
    for (size_t i = 0; i < shown; i++) {
        const wyrm_threat_violation *at = &survey->violations[i];
        wyrm_figure threat, budget;
        wyrm_page_addf(
            page, "   depth %d, run %llu, room %d (%s): %u monster%s of %s, at most %s\n",
            (int)at->depth, (unsigned long long)at->run, (int)at->room + 1,
            wyrm_room_role_key(at->role), (unsigned)at->monsters, at->monsters == 1 ? "" : "s",
            wyrm_figure_exact(at->threat, &threat), wyrm_figure_exact(at->budget, &budget));
    }
    if (survey->violation_count > shown && survey->kept > shown)
        wyrm_page_addf(page, "   (%llu more; --verbose shows %s%zu)\n",
                       (unsigned long long)(survey->violation_count - shown),
                       survey->violation_count > survey->kept ? "the first " : "all ",
                       survey->kept);
    else if (survey->violation_count > shown)
        wyrm_page_addf(page, "   (%llu more)\n",
                       (unsigned long long)(survey->violation_count - shown));
}

/* Base against derived threat, the farthest apart first told in a sentence. */
static void print_drift(const wyrm_etp_report *report, wyrm_page *page)
{
    const wyrm_threat *threat = wyrm_design_threat(report->design);
    const wyrm_roster *roster = wyrm_design_roster(report->design);
    size_t named = 0, off = 0, worst = 0;
    double farthest = 0;
    for (size_t m = 0; m < wyrm_roster_count(roster); m++) {
        double derived = wyrm_threat_derived(threat, m), base = wyrm_threat_base(threat, m);
        if (!wyrm_threat_is_named(threat, m) || !(derived > 0) || !(base > 0))
            continue;
        double far = fabs(log(derived / base));
        named++;
        off += far > log(DRIFT);
        if (far > farthest) {
            farthest = far;
            worst = m;
        }
    }
    if (off == 0)
        return;
    wyrm_figure base, derived;
    wyrm_page_add(page, "\n");
    wyrm_page_wrapf(page, 0, 3,
                    "%zu of %zu base values are off what their monster's numbers give by more than "
                    "a factor of %.1f, '%s' the most: %s against %s.%s",
                    off, named, DRIFT, wyrm_roster_monster(roster, worst)->name,
                    wyrm_figure_exact(wyrm_threat_base(threat, worst), &base),
                    wyrm_figure_exact(wyrm_threat_derived(threat, worst), &derived),
                    report->verbose ? "" : " All of them: --verbose");
}

static void print_monsters(const wyrm_etp_report *report, wyrm_page *page)
{
    const wyrm_threat *threat = wyrm_design_threat(report->design);
    const wyrm_roster *roster = wyrm_design_roster(report->design);
    const wyrm_bands *bands = wyrm_threat_bands(threat);
    wyrm_table table = wyrm_table_of(page, "<monster|>base|>derived|>ratio");
    for (size_t b = 0; b < bands->count; b++)
        wyrm_table_column(&table, WYRM_RIGHT, bands->bands[b].name);
    for (size_t m = 0; m < wyrm_roster_count(roster); m++) {
        wyrm_figure figure;
        double base = wyrm_threat_base(threat, m), derived = wyrm_threat_derived(threat, m);
        bool named = wyrm_threat_is_named(threat, m);
        wyrm_table_cell(&table, wyrm_roster_monster(roster, m)->name);
        wyrm_table_cell(&table, named ? wyrm_figure_exact(base, &figure) : "");
        wyrm_cell_exact(&table, derived);
        if (named)
            wyrm_table_cellf(&table, "%.2f", base > 0 ? derived / base : 0);
        else
            wyrm_table_cell(&table, "");
        for (size_t b = 0; b < bands->count; b++)
            wyrm_cell_exact(&table, wyrm_threat_at(threat, m, bands->bands[b].first_depth, false));
    }
    wyrm_page_add(page, "\n");
    wyrm_table_end(&table, 0);
}

static void print_etp(const wyrm_etp_report *report, wyrm_page *page)
{
    print_headline(report, page);
    print_calibration(report, page);
    wyrm_page_add(page, "\n");
    if (report->survey->depth_count > 1) {
        print_bands(report, page);
        wyrm_page_add(page, "\n");
    }
    print_depths(report, page);
    print_violations(report, page);
    print_drift(report, page);
    if (report->verbose) {
        print_monsters(report, page);
        print_fights(report, page);
    }
    wyrm_page_add(page, "\n");
    wyrm_page_wrapf(page, 0, 0,
                    "Rooms of %llu floors of each depth, seed %llu, of which medians and 9 of 10 "
                    "are told as they were made; fights are exact. For scripts: wyrm etp %s --json",
                    (unsigned long long)report->survey->runs,
                    (unsigned long long)report->survey->seed, report->name);
}

static void put_monsters(base_json *json, const char *key, const wyrm_etp_report *report)
{
    const wyrm_threat *threat = wyrm_design_threat(report->design);
    const wyrm_roster *roster = wyrm_design_roster(report->design);
    const wyrm_bands *bands = wyrm_threat_bands(threat);
    base_put_list(json, key);
    for (size_t m = 0; m < wyrm_roster_count(roster); m++) {
        base_put_object(json, NULL);
        base_put_text(json, "id", wyrm_roster_monster(roster, m)->name);
        base_put_real(json, "base", wyrm_threat_base(threat, m));
        base_put_real(json, "derived", wyrm_threat_derived(threat, m));
        base_put_bool(json, "named", wyrm_threat_is_named(threat, m));
        base_put_object(json, "by_band");
        for (size_t b = 0; b < bands->count; b++)
            base_put_real(json, bands->bands[b].name,
                          wyrm_threat_at(threat, m, bands->bands[b].first_depth, false));
        base_put_end(json);
        base_put_end(json);
    }
    base_put_end(json);
}

static void put_etp(base_json *json, const char *key, const wyrm_threat_figures *figures)
{
    if (figures->rooms == 0) {
        base_put_null(json, key);
        return;
    }
    base_put_object(json, key);
    base_put_real(json, "mean", figures->threat.mean);
    base_put_real(json, "sd", wyrm_moments_sd(&figures->threat));
    wyrm_put_interval(json, "ci95", wyrm_ratio_interval(&figures->mean, 0.95));
    base_put_real(json, "p05", figures->p05);
    base_put_real(json, "p50", figures->p50);
    base_put_real(json, "p95", figures->p95);
    base_put_end(json);
}

static void put_statuses(base_json *json, const char *key, const wyrm_threat_figures *figures)
{
    base_put_object(json, key);
    for (int s = 0; s < WYRM_THREAT_STATUS_COUNT; s++)
        base_put_real(json, wyrm_threat_status_key((wyrm_threat_status)s),
                      wyrm_clusters_ratio(&figures->statuses[s]));
    base_put_end(json);
}

static void put_depths(base_json *json, const char *key, const wyrm_etp_report *report)
{
    const wyrm_threat_survey *survey = report->survey;
    const wyrm_bands *bands = wyrm_threat_bands(wyrm_design_threat(report->design));
    base_put_list(json, key);
    for (int32_t d = 0; d < survey->depth_count; d++) {
        const wyrm_threat_depth *depth = &survey->depths[d];
        base_put_object(json, NULL);
        base_put_whole(json, "depth", depth->depth);
        base_put_text(json, "band",
                      depth->band < bands->count ? bands->bands[depth->band].name : NULL);
        wyrm_put_interval(json, "budget", depth->room_budget);
        put_statuses(json, "statuses", &depth->all);
        put_etp(json, "etp", &depth->all);
        wyrm_put_moments(json, "rooms", &depth->rooms);
        base_put_object(json, "roles");
        for (int r = 0; r < WYRM_ROOM_ROLE_COUNT; r++) {
            if (depth->roles[r].rooms == 0)
                continue;
            base_put_object(json, wyrm_room_role_key((wyrm_room_role)r));
            base_put_count(json, "rooms", depth->roles[r].rooms);
            put_etp(json, "etp", &depth->roles[r]);
            base_put_end(json);
        }
        base_put_end(json);
        if (wyrm_open_moments(json, "floor", &depth->floor)) {
            wyrm_put_interval(json, "budget", depth->floor_budget);
            base_put_real(json, "under", (double)depth->under / (double)survey->runs);
            base_put_real(json, "over", (double)depth->over / (double)survey->runs);
            base_put_end(json);
        }
        base_put_end(json);
    }
    base_put_end(json);
}

static void put_bands(base_json *json, const char *key, const wyrm_etp_report *report)
{
    const wyrm_bands *bands = wyrm_threat_bands(wyrm_design_threat(report->design));
    base_put_list(json, key);
    for (size_t b = 0; b < bands->count; b++) {
        const wyrm_threat_figures *figures = &report->survey->bands[b];
        if (figures->rooms == 0)
            continue;
        base_put_object(json, NULL);
        base_put_text(json, "band", bands->bands[b].name);
        base_put_count(json, "rooms", figures->rooms);
        put_statuses(json, "statuses", figures);
        put_etp(json, "etp", figures);
        base_put_end(json);
    }
    base_put_end(json);
}

static void put_violations(base_json *json, const char *key, const wyrm_threat_survey *survey)
{
    base_put_list(json, key);
    for (size_t i = 0; i < survey->kept; i++) {
        const wyrm_threat_violation *at = &survey->violations[i];
        base_put_object(json, NULL);
        base_put_count(json, "seed", survey->seed);
        base_put_count(json, "run", at->run);
        base_put_whole(json, "depth", at->depth);
        base_put_whole(json, "room", at->room + 1);
        base_put_text(json, "role", wyrm_room_role_key(at->role));
        base_put_whole(json, "monsters", at->monsters);
        base_put_real(json, "etp", at->threat);
        base_put_real(json, "most", at->budget);
        base_put_end(json);
    }
    base_put_end(json);
}

static void put_calibration(base_json *json, const char *key, const wyrm_calibration *truth)
{
    base_put_object(json, key);
    base_put_real(json, "rank_correlation", truth->rank);
    base_put_list(json, "depths");
    for (size_t d = 0; d < truth->depth_count; d++) {
        base_put_object(json, NULL);
        base_put_whole(json, "depth", truth->depths[d].depth);
        base_put_text(json, "player", truth->depths[d].player);
        base_put_real(json, "rank_correlation", truth->depths[d].rank);
        base_put_end(json);
    }
    base_put_end(json);
    base_put_list(json, "misfits");
    for (size_t i = 0; i < truth->misfit_count; i++) {
        const wyrm_calibration_row *row = &truth->rows[truth->misfits[i]];
        base_put_object(json, NULL);
        base_put_text(json, "id", row->name);
        base_put_whole(json, "depth", row->depth);
        base_put_real(json, "factor", row->factor);
        base_put_end(json);
    }
    base_put_end(json);
    base_put_list(json, "fights");
    for (size_t i = 0; i < truth->row_count; i++) {
        const wyrm_calibration_row *row = &truth->rows[i];
        base_put_object(json, NULL);
        base_put_whole(json, "depth", row->depth);
        base_put_text(json, "id", row->name);
        wyrm_put_estimate(json, "share", &row->share);
        base_put_real(json, "etp", row->threat);
        base_put_real(json, "hp_lost", row->hp_lost);
        base_put_real(json, "p_death", row->p_death);
        base_put_real(json, "cost", row->cost);
        base_put_real(json, "factor", row->factor);
        base_put_end(json);
    }
    base_put_end(json);
    base_put_end(json);
}

void wyrm_report_etp(const wyrm_etp_report *report, wyrm_page *page)
{
    if (!page->json) {
        print_etp(report, page);
        return;
    }
    base_json json = wyrm_answer_begin(page, "etp", wyrm_design_ruleset(report->design));
    base_put_count(&json, "seed", report->survey->seed);
    base_put_count(&json, "runs", report->survey->runs);
    put_monsters(&json, "monsters", report);
    put_bands(&json, "bands", report);
    put_depths(&json, "depths", report);
    base_put_count(&json, "violation_count", report->survey->violation_count);
    put_violations(&json, "violations", report->survey);
    put_calibration(&json, "truth", report->truth);
    base_put_end(&json);
}
