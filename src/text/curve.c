/* `wyrm curve`: the dungeon depth by depth, who lives where, and the level of one monster.
 *
 * Maps are generated and counted, nobody plays. What rooms take from the player that a depth is
 * meant for stands beside it where difficulty is a table of depths.
 */
#include "base/arena.h"
#include "text/internal.h"

#include <inttypes.h>

#include <stdio.h>
#include <string.h>

#include <wyrm/rooms.h>
#include <wyrm/attrition.h>

/* What rooms take, printed and as JSON. */

/* Who is meant by the player of each depth, once for all depths in a row that have the same. */
static void print_players(const wyrm_attrition *attrition, wyrm_page *page)
{
    wyrm_page_add(page, "\nThe player of each depth:\n");
    for (size_t i = 0, next; i < attrition->count; i = next) {
        const wyrm_attrition_depth *first = &attrition->list[i];
        char depths[32];
        next = i + 1;
        while (next < attrition->count && strcmp(attrition->list[next].player, first->player) == 0)
            next++;
        int last = attrition->list[next - 1].depth;
        if (last > first->depth)
            snprintf(depths, sizeof depths, "%d-%d", (int)first->depth, last);
        else
            snprintf(depths, sizeof depths, "%d", last);
        wyrm_page_addf(page, "%7s  %s\n", depths, first->player);
    }
}

static void print_attrition(const wyrm_attrition *attrition, wyrm_page *page)
{
    wyrm_table table =
        wyrm_table_of(page, ">depth|>a room takes|>and kills|>attacks to\nkill monster|>player");
    for (size_t i = 0; i < attrition->count; i++) {
        const wyrm_attrition_depth *depth = &attrition->list[i];
        wyrm_cell_exact(&table, depth->depth);
        wyrm_cell_estimate(&table, depth->lost, true);
        wyrm_cell_estimate(&table, depth->death, true);
        wyrm_cell_estimate(&table, depth->attacks_on_monster, false);
        wyrm_cell_estimate(&table, depth->attacks_on_player, false);
    }
    wyrm_table_end(&table, 0);
    print_players(attrition, page);
}

static void put_attrition(base_json *json, const char *key, const wyrm_attrition *attrition)
{
    base_put_list(json, key);
    for (size_t i = 0; i < attrition->count; i++) {
        const wyrm_attrition_depth *depth = &attrition->list[i];
        base_putf(json, "{depth:%d player:%s", depth->depth, depth->player);
        wyrm_put_estimate(json, "hp_lost", &depth->lost);
        wyrm_put_estimate(json, "death", &depth->death);
        wyrm_put_estimate(json, "attacks_to_kill_monster", &depth->attacks_on_monster);
        wyrm_put_estimate(json, "attacks_to_kill_player", &depth->attacks_on_player);
        base_put_end(json);
    }
    base_put_end(json);
}

/* Who lives where: `wyrm curve --monsters`.
 *
 * Tables of depths say which monsters a normal room has; a difficulty tracker says how strong they
 * are beside it. Either way a row is a depth (or a level of the tracker), and its shares add up to
 * all of its monsters, exact where the models can say them, else of generated rooms. */

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

static const wyrm_estimate *share_at(const wyrm_inhabitants *of, int32_t depth, size_t kind)
{
    return &of->shares[(size_t)(depth - 1) * of->kinds + kind];
}

/* Whether any of the kind come at any depth. */
static bool comes(const wyrm_inhabitants *of, size_t kind)
{
    for (int32_t depth = 1; depth <= of->last; depth++)
        if (share_at(of, depth, kind)->value > 0.0)
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
    out->last = out->tracks ? TRACKER_LAST : last < WYRM_ATTRITION_MAX ? last : WYRM_ATTRITION_MAX;
    if (out->last <= 0 || out->kinds == 0)
        return wyrm_fail(error, WYRM_ERROR_ARGUMENT, "this ruleset has no monsters by depth");
    out->shares = base_zeroed((size_t)out->last * out->kinds, sizeof *out->shares);
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
    wyrm_free(of->shares);
    *of = (wyrm_inhabitants){0};
}

static void print_inhabitants(const wyrm_inhabitants *of, uint64_t seed, wyrm_page *page)
{
    bool sampled = false;
    wyrm_table table = wyrm_table_of(page, of->tracks ? ">tracker" : ">depth");
    for (size_t k = 0; k < of->kinds && table.columns < WYRM_TABLE_COLUMNS; k++)
        if (comes(of, k))
            wyrm_table_column(&table, WYRM_RIGHT, wyrm_inhabitants_title(of, k));
    for (int32_t depth = 1; depth <= of->last; depth++) {
        wyrm_cell_exact(&table, depth);
        for (size_t k = 0, cells = 1; k < of->kinds && cells < table.columns; k++) {
            const wyrm_estimate *share = share_at(of, depth, k);
            if (!comes(of, k))
                continue;
            cells++;
            sampled |= share->sampled;
            if (share->value > 0.0)
                wyrm_cell_estimate(&table, *share, true);
            else
                wyrm_table_cell(&table, "");
        }
    }
    wyrm_page_wrapf(page, 0, 0, "%s: %s.", wyrm_ruleset_title(wyrm_design_ruleset(of->design)),
                    of->tracks ? "levels of monsters beside that of the difficulty tracker"
                               : "the monsters of normal rooms, of all that come there");
    wyrm_page_add(page, "\n");
    wyrm_table_end(&table, 0);
    wyrm_page_add(page, "\n");
    if (sampled)
        wyrm_page_wrapf(page, 0, 0,
                        "Of generated rooms, seed %llu; exact where no interval stands.",
                        (unsigned long long)seed);
    else
        wyrm_page_wrap(page, 0, 0, "Exact.");
}

void wyrm_report_inhabitants(const wyrm_design *design, uint64_t seed, wyrm_page *page)
{
    wyrm_inhabitants of;
    bool known = wyrm_page_needs(page, wyrm_inhabitants_find(design, seed, &of, &page->error));
    if (known && !page->json)
        print_inhabitants(&of, seed, page);
    if (known && page->json) {
        base_json json = wyrm_answer_begin(page, "curve-monsters", wyrm_design_ruleset(design));
        base_putf(&json, "seed:%" PRIu64 " depths:[", seed);
        for (int32_t depth = 1; depth <= of.last; depth++) {
            base_putf(&json, "{%s:%d monsters:{", of.tracks ? "tracker" : "depth", depth);
            for (size_t k = 0; k < of.kinds; k++) {
                const wyrm_estimate *share = share_at(&of, depth, k);
                base_putf(&json, "%s:{value:%g", wyrm_inhabitants_title(&of, k), share->value);
                wyrm_put_ci95(&json, "ci95", share);
                base_put_end(&json);
            }
            base_putf(&json, "}}");
        }
        base_putf(&json, "]}");
    }
    wyrm_inhabitants_release(&of);
}

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

static const wyrm_moments *moments_at(const wyrm_depth_figures *depth, size_t offset)
{
    return (const wyrm_moments *)(const void *)((const char *)depth + offset);
}

wyrm_estimate wyrm_curve_estimate(const wyrm_depth_figures *depth, size_t offset)
{
    const wyrm_moments *moments = moments_at(depth, offset);
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
static wyrm_histogram final_counts(const wyrm_descents *descents)
{
    wyrm_histogram counts = {0};
    for (uint64_t depth = 0; depth <= WYRM_DESCENT_DEPTH_MAX; depth++)
        for (uint64_t i = 0; i < descents->final_counts[depth]; i++)
            wyrm_histogram_add(&counts, depth);
    return counts;
}

/* " on average, in 9 of 10 games at 21 to 27 ± 1"; " in every game" where all that were generated
 * end at the same depth. */
static const char *most_end(const wyrm_pmf *final, const wyrm_histogram *counts, wyrm_style style,
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
    const wyrm_histogram counts = final_counts(descents);
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
    wyrm_table table = wyrm_table_of(page, ">depth");
    for (size_t c = 0; c < COLUMN_COUNT; c++)
        if (columns[c].offset != offsetof(wyrm_depth_figures, tracker) || tracks)
            wyrm_table_column(&table, WYRM_RIGHT, columns[c].heading);
    size_t means = table.columns - 1;
    if (tracks)
        wyrm_table_column(&table, WYRM_RIGHT, "level of\nmonsters");
    for (int32_t i = 0; i < descents->depth_count && is_shown(descents, i); i++) {
        wyrm_cell_exact(&table, descents->depths[i].depth);
        for (size_t c = 0; c < means; c++) {
            wyrm_cell_estimate(&table, wyrm_curve_estimate(&descents->depths[i], columns[c].offset),
                               false);
        }
        if (tracks)
            wyrm_cell_ratio(&table, &descents->depths[i].monster_level);
    }
    wyrm_table_end(&table, 0);
}

/* A curve, gathered once for people and for scripts. */
typedef struct curve {
    const wyrm_design *design;
    const wyrm_descents *descents;
    uint64_t seed;
    wyrm_attrition attrition;
    wyrm_pmf *final; /* NULL where no dungeon ended */
} curve;

static void print_curve(const curve *of, wyrm_page *page)
{
    const wyrm_descents *descents = of->descents;
    int32_t shown = 0;
    print_headline(of->design, descents, of->final, page);
    wyrm_page_add(page, "\n");
    print_depths(of->design, descents, page);
    while (shown < descents->depth_count && is_shown(descents, shown))
        shown++;
    if (shown < descents->depth_count)
        wyrm_page_wrapf(page, 0, 0, "(fewer than 1 dungeon in 100 goes below depth %d: see --json)",
                        descents->depths[shown].depth - 1);
    if (of->final != NULL) {
        wyrm_page_add(page, "\n");
        wyrm_chart_pmf(page, of->final, descents->final_depth.count, "final depth");
    }
    if (of->attrition.count > 0) {
        wyrm_page_add(page, "\n");
        print_attrition(&of->attrition, page);
    }
    wyrm_page_add(page, "\n");
    wyrm_page_wrapf(page, 0, 0,
                    "Means over the dungeons that reach a depth, after it is populated, "
                    "%s 95 %% confidence; %llu dungeons, seed %llu. Nobody plays: what lies there "
                    "is counted, not what is met.",
                    page->style.utf8 ? "±" : "+-", (unsigned long long)descents->runs,
                    (unsigned long long)of->seed);
}

static void write_curve(const curve *of, wyrm_page *page)
{
    const wyrm_descents *descents = of->descents;
    base_json json = wyrm_answer_begin(page, "curve", wyrm_design_ruleset(of->design));
    base_putf(&json, "seed:%" PRIu64 " runs:%" PRIu64 " cut_off:%" PRIu64 " depths:[", of->seed,
              descents->runs, descents->cut_off);
    for (int32_t i = 0; i < descents->depth_count; i++) {
        const wyrm_depth_figures *depth = &descents->depths[i];
        base_putf(&json, "{depth:%d dungeons:%" PRIu64, depth->depth, depth->rooms.count);
        for (size_t c = 0; c < COLUMN_COUNT; c++)
            wyrm_put_moments(&json, columns[c].key, moments_at(depth, columns[c].offset));
        wyrm_put_ratio(&json, "monster_level", &depth->monster_level);
        base_put_end(&json);
    }
    base_put_end(&json);
    if (wyrm_open_moments(&json, "final_depth", &descents->final_depth)) {
        const wyrm_histogram counts = final_counts(descents);
        wyrm_put_pmf(&json, "pmf", of->final);
        wyrm_put_quantiles(&json, "quantiles", &counts);
        base_put_end(&json);
    }
    put_attrition(&json, "tolls", &of->attrition);
    base_put_end(&json);
}

void wyrm_report_curve(const wyrm_design *design, const wyrm_descents *descents, uint64_t seed,
                       wyrm_page *page)
{
    curve of = {.design = design, .descents = descents, .seed = seed};
    if (!wyrm_page_needs(page, wyrm_attrition_compute(design, seed, &of.attrition, &page->error)) ||
        !wyrm_page_needs(page, final_pmf(descents, &of.final, &page->error)))
        return;
    (page->json ? write_curve : print_curve)(&of, page);
    wyrm_pmf_free(of.final);
}

void wyrm_report_tracker(const wyrm_design *design, double tracker, const wyrm_pmf *levels,
                         wyrm_page *page)
{
    wyrm_figure at, mean;
    if (page->json) {
        base_json json = wyrm_answer_begin(page, "curve-tracker", wyrm_design_ruleset(design));
        base_putf(&json, "tracker:%g mean:%g sd:%g", tracker, wyrm_pmf_mean(levels),
                  wyrm_pmf_sd(levels));
        wyrm_put_pmf(&json, "monster_level", levels);
        base_putf(&json, "method:%s}", "exact");
        return;
    }
    wyrm_page_wrapf(
        page, 0, 0,
        "%s: a monster at tracker level %s has level %s on average; %lld is the "
        "highest.",
        wyrm_ruleset_title(wyrm_design_ruleset(design)), wyrm_figure_exact(tracker, &at),
        wyrm_figure_exact(wyrm_pmf_mean(levels), &mean), (long long)wyrm_pmf_last(levels));
    wyrm_page_add(page, "\n");
    wyrm_chart_pmf(page, levels, 0, "level");
}
