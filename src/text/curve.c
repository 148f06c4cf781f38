/* `wyrm curve`: the dungeon depth by depth, its inhabitants, and the level of a monster by that of
 * the tracker.
 *
 * Maps are generated and counted; nobody plays. Where difficulty is a table of depths, the cost of
 * a room to the player that its depth is meant for stands beside it. */
#include "text/internal.h"
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- What a room costs ---- */

static const text_row attrition_rows[] = {
    {"depth", "depth", TEXT_WHOLE, offsetof(wyrm_attrition_depth, depth)},
    {"player", NULL, TEXT_WORDS, offsetof(wyrm_attrition_depth, player)},
    {"hp_lost", "a room takes", TEXT_SHARE, offsetof(wyrm_attrition_depth, lost)},
    {"death", "and kills", TEXT_SHARE, offsetof(wyrm_attrition_depth, death)},
    {"attacks_to_kill_monster", "attacks to\nkill monster", TEXT_ESTIMATE,
     offsetof(wyrm_attrition_depth, attacks_on_monster)},
    {"attacks_to_kill_player", "player", TEXT_ESTIMATE,
     offsetof(wyrm_attrition_depth, attacks_on_player)},
    {0},
};

/* Why a row has no cost of rooms, or (`attacks`) no attacks. */
static const char *reason(const wyrm_attrition *attrition, size_t i, bool attacks)
{
    const wyrm_attrition_depth *depth = &attrition->list[i];
    const char *why = attacks ? depth->attacks_why : depth->why;
    return why != NULL ? why : "";
}

#define DRAWN_MAX 512

/* " At depth 3 it is that of player@3 with hydra.": the fight that is drawn at random, of which
 * 'wyrm duel' is to be asked; "" where there is another reason. */
static void say_drawn(const wyrm_attrition_depth *depth, bool attacks, char out[DRAWN_MAX])
{
    out[0] = '\0';
    if (depth->drawn != NULL && !attacks)
        snprintf(out, DRAWN_MAX, " At depth %d it is that of %s with %s.", (int)depth->depth,
                 depth->player, depth->drawn);
}

/* Says why figures are missing, once for successive depths with the same reason. */
static void say_missing(const wyrm_attrition *attrition, bool attacks, text_page *page)
{
    for (size_t i = 0, next; i < attrition->count; i = next) {
        const char *why = reason(attrition, i, attacks);
        next = i + 1;
        while (next < attrition->count && strcmp(reason(attrition, next, attacks), why) == 0)
            next++;
        const int first = (int)attrition->list[i].depth;
        char which[DRAWN_MAX];
        say_drawn(&attrition->list[i], attacks, which);
        const int last = (int)attrition->list[next - 1].depth;
        if (why[0] != '\0' && next > i + 1)
            page_say(page, "%s %d-%d: %s.%s", attacks ? "Attacks to kill at depths" : "Depths",
                     first, last, why, which);
        else if (why[0] != '\0')
            page_say(page, "%s %d: %s.%s", attacks ? "Attacks to kill at depth" : "Depth", first,
                     why, which);
    }
}

/* The cost of rooms by depth, and below it the player of each depth, once for successive depths
 * with the same. */
static void print_attrition(const wyrm_attrition *attrition, text_page *page)
{
    text_table table = text_table_of(page, "");
    text_columns(&table, attrition_rows);
    for (size_t i = 0; i < attrition->count; i++)
        text_cells(&table, attrition_rows, &attrition->list[i]);
    text_table_below(&table, 0);
    say_missing(attrition, false, page);
    say_missing(attrition, true, page);
    page_add(page, "\nThe player of each depth:\n");
    for (size_t i = 0, next; i < attrition->count; i = next) {
        const wyrm_attrition_depth *first = &attrition->list[i];
        char depths[32];
        next = i + 1;
        while (next < attrition->count && strcmp(attrition->list[next].player, first->player) == 0)
            next++;
        snprintf(depths, sizeof depths, next > i + 1 ? "%d-%d" : "%d", (int)first->depth,
                 (int)attrition->list[next - 1].depth);
        page_addf(page, "%7s  ", depths);
        page_wrap(page, 9, 9, first->player);
    }
}

/* ---- Inhabitants: `wyrm curve --monsters` ----
 *
 * Tables of depths say which monsters a normal room has; a difficulty tracker says how their levels
 * compare with its own. Each row is a depth (or a level of the tracker) with shares that add up to
 * all of its monsters: exact where the models can say them, else of generated rooms. */

#define TRACKER_LAST 25 /* highest tracker level that is shown */

/* Ranges of levels below the tracker. */
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
#define GAPS (COUNT_OF(gaps))

/* The title of a kind, which with a tracker is a range of levels, else a monster. */
const char *text_inhabitants_title(const text_inhabitants *of, size_t kind)
{
    return of->tracks ? gaps[kind].name
                      : wyrm_roster_monster(wyrm_design_roster(of->design), kind)->title;
}

/* The key in JSON. Names are unique; titles need not be. */
static const char *kind_name(const text_inhabitants *of, size_t kind)
{
    return of->tracks ? gaps[kind].name
                      : wyrm_roster_monster(wyrm_design_roster(of->design), kind)->name;
}

/* With a tracker monsters are counted by how far their level is below it: what matters is how much
 * weaker than the tracker they are, not the level itself. */
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

wyrm_status text_inhabitants_find(base_arena *arena, const wyrm_design *design, uint64_t seed,
                                  text_inhabitants *out, wyrm_error *error)
{
    const wyrm_encounter *encounter = wyrm_design_encounter(design);
    int32_t last = wyrm_encounter_last_depth(encounter);
    *out = (text_inhabitants){.design = design, .tracks = wyrm_encounter_tracks(encounter)};
    out->kinds = out->tracks ? GAPS : wyrm_roster_count(wyrm_design_roster(design));
    out->last = out->tracks ? TRACKER_LAST : last < WYRM_ATTRITION_MAX ? last : WYRM_ATTRITION_MAX;
    if (out->last <= 0 || out->kinds == 0)
        return wyrm_fail(error, WYRM_ERROR_ARGUMENT, "this ruleset has no monsters by depth");
    out->shares = base_array(arena, wyrm_estimate, (size_t)out->last * out->kinds);
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

/* A column for each kind that occurs at any depth, as many as a table holds; JSON has all of
 * them. */
static void print_inhabitants(const text_inhabitants *of, uint64_t seed, text_page *page)
{
    bool sampled = false;
    size_t shown[TEXT_TABLE_COLUMNS], count = 0;
    text_table table = text_table_of(page, of->tracks ? ">tracker" : ">depth");
    for (size_t k = 0; k < of->kinds && count + 1 < TEXT_TABLE_COLUMNS; k++)
        for (int32_t d = 0; d < of->last; d++)
            if (of->shares[(size_t)d * of->kinds + k].value > 0.0) {
                text_table_column(&table, TEXT_RIGHT, text_inhabitants_title(of, k));
                shown[count++] = k;
                break;
            }
    for (int32_t d = 0; d < of->last; d++) {
        text_cell_exact(&table, d + 1);
        for (size_t i = 0; i < count; i++) {
            const wyrm_estimate *share = &of->shares[(size_t)d * of->kinds + shown[i]];
            sampled |= share->sampled;
            if (share->value > 0.0)
                text_cell_estimate(&table, *share, true);
            else
                text_table_cell(&table, "");
        }
    }
    page_say(page, "%s: %s.", text_title(of->design),
             of->tracks ? "levels of monsters beside that of the difficulty tracker"
             : wyrm_encounter_fills_floors(wyrm_design_encounter(of->design))
                 ? "the monsters of each floor, of all that come there"
                 : "the monsters of normal rooms, of all that come there");
    text_table_below(&table, 0);
    page_add(page, "\n");
    if (sampled)
        page_say(page, "Of generated rooms, seed %" PRIu64 "; exact where no interval stands.",
                 seed);
    else
        page_say(page, "Exact.");
}

void text_write_inhabitants(const wyrm_design *design, uint64_t seed, text_page *page)
{
    text_inhabitants of;
    bool known =
        page_needs(page, text_inhabitants_find(&page->arena, design, seed, &of, &page->error));
    if (known && !page->json)
        print_inhabitants(&of, seed, page);
    if (known && page->json) {
        base_json json = text_answer_begin(page, "curve-monsters", wyrm_design_ruleset(design));
        const wyrm_estimate *share = of.shares;
        base_putf(&json, "seed:%" PRIu64 " depths:[", seed);
        for (int32_t depth = 1; depth <= of.last; depth++) {
            base_putf(&json, "{%s:%d monsters:{", of.tracks ? "tracker" : "depth", depth);
            for (size_t k = 0; k < of.kinds; k++, share++) {
                base_putf(&json, "%s:{value:%g", kind_name(&of, k), share->value);
                text_put_ci95(&json, "ci95", share);
                base_put_end(&json);
            }
            base_putf(&json, "}}");
        }
        base_putf(&json, "]}");
    }
}

/* ---- Groups on each floor: `wyrm curve --floors` ---- */

#define KINDS_SHOWN 8

/* The range that 9 of 10 floors have, "3 to 9"; "-" and false if the distribution is not known. */
static bool add_quantiles(text_table *table, const wyrm_floor_number *of, bool wanted)
{
    text_figure low, high;
    if (!wanted)
        return true;
    if (of->number == NULL)
        text_table_cell(table, "-");
    else
        text_table_cellf(
            table, "%.24s to %.24s",
            text_figure_exact((double)wyrm_pmf_quantile(of->number, 0.05) * of->unit, &low),
            text_figure_exact((double)wyrm_pmf_quantile(of->number, 0.95) * of->unit, &high));
    return of->number != NULL;
}

/* Whether the distribution is known at any depth; it is not if floors are sampled. */
static bool has_quantiles(const wyrm_floors *floors)
{
    for (int32_t d = 0; d < floors->count; d++)
        if (floors->depths[d].monsters.number != NULL)
            return true;
    return false;
}

/* Whether the number at `offset` is above 0 at any depth. */
static bool is_known(const wyrm_floors *floors, size_t offset)
{
    for (int32_t d = 0; d < floors->count; d++) {
        const wyrm_floor_number *of = (const void *)((const char *)&floors->depths[d] + offset);
        if (of->mean.value > 0)
            return true;
    }
    return false;
}

/* The likeliest kind after `last` in descending order; NULL: none is left. */
static const wyrm_floor_count *next_kind(const wyrm_floor_count *kinds, size_t count,
                                         const wyrm_floor_count *last)
{
    const wyrm_floor_count *best = NULL;
    for (const wyrm_floor_count *kind = kinds; kind < kinds + count; kind++) {
        const bool told = last != NULL && (kind->any.value > last->any.value ||
                                           (kind->any.value == last->any.value && kind <= last));
        if (!told && kind->any.value > 0 && (best == NULL || kind->any.value > best->any.value))
            best = kind;
    }
    return best;
}

/* The likeliest monsters of a depth: "depth 3: goblin 31 %, jackal 28 %". */
static void print_met(const wyrm_floors *floors, const wyrm_floor_figures *depth, text_page *page)
{
    base_buffer names = {0};
    const wyrm_floor_count *kind = NULL;
    for (int shown = 0;; shown++) {
        text_figure chance;
        kind = next_kind(depth->kinds, floors->kind_count, kind);
        if (kind == NULL || shown == KINDS_SHOWN)
            break;
        base_buffer_appendf(&names, "%s%s %s", shown > 0 ? ", " : "", kind->name,
                            text_figure_estimated_share(page->style, &kind->any, &chance));
    }
    const char *list = page_keep(page, &names);
    if (list[0] != '\0')
        page_point(page, 3, 3, "depth %d: %s%s", (int)depth->depth, list,
                   kind != NULL ? "..." : "");
}

/* A horde that guards a place of its floor, down to some depth. */
typedef struct guards {
    const char *name;
    int32_t from, to;
    double chance;
} guards;

/* The next one of the ruleset's hordes from *at on, which is moved behind it. */
static bool next_guards(const wyrm_value *hordes, int32_t last, size_t *at, guards *out)
{
    for (size_t i = *at; i < wyrm_value_count(hordes); i++) {
        const wyrm_value *horde = wyrm_value_item(hordes, i);
        const wyrm_value *depths = wyrm_value_get(horde, "depths");
        *out = (guards){.name = wyrm_value_key(hordes, i),
                        .from = (int32_t)wyrm_value_low(depths),
                        .to = (int32_t)fmin(wyrm_value_high(depths), last),
                        .chance = wyrm_value_real(wyrm_value_get(horde, "chance"))};
        *at = i + 1;
        if (strcmp(wyrm_value_text(wyrm_value_get(horde, "guards")), "nothing") != 0 &&
            out->from <= out->to && out->chance > 0)
            return true;
    }
    return false;
}

/* Where groups come to each room, the figures are without the hordes that guard a place. */
static void say_guards(const wyrm_design *design, int32_t last, text_page *page)
{
    const wyrm_value *hordes = wyrm_ruleset_find(wyrm_design_ruleset(design), "encounter.hordes");
    base_buffer names = {0};
    guards of;
    for (size_t at = 0; next_guards(hordes, last, &at, &of);) {
        text_figure share;
        base_buffer_appendf(&names, "%s%s at depth", names.length > 0 ? ", " : "", of.name);
        base_buffer_appendf(&names, of.to > of.from ? "s %d-%d" : " %d", (int)of.from, (int)of.to);
        if (of.chance < 1)
            base_buffer_appendf(&names, " (%s)", text_figure_percent(of.chance, &share));
    }
    const char *list = page_keep(page, &names);
    if (list[0] != '\0')
        page_say(page, "Groups that guard a place of their floor come besides: %s.", list);
}

/* The same; nothing where there are none. */
static void put_guards(base_json *json, const wyrm_design *design, int32_t last)
{
    const wyrm_value *hordes = wyrm_ruleset_find(wyrm_design_ruleset(design), "encounter.hordes");
    guards of;
    size_t at = 0;
    if (!next_guards(hordes, last, &at, &of))
        return;
    base_put_list(json, "guards");
    for (at = 0; next_guards(hordes, last, &at, &of);)
        base_putf(json, "{horde:%s depths:[%d %d] chance:%g}", of.name, (int)of.from, (int)of.to,
                  of.chance);
    base_put_end(json);
}

static void print_floors(const wyrm_design *design, const wyrm_floors *floors, text_page *page)
{
    const char *place = floors->per_room ? "room" : "floor";
    const bool worth = is_known(floors, offsetof(wyrm_floor_figures, experience));
    const bool threat = is_known(floors, offsetof(wyrm_floor_figures, threat));
    const bool shared = has_quantiles(floors);
    bool all = true;
    double cut = 0;
    page_say(page, "%s: what comes to a %s, in groups.", text_title(design), place);
    text_table table = text_table_of(page, ">depth|>groups|>monsters");
    if (shared)
        text_table_column(&table, TEXT_RIGHT, "9 of 10\nhave");
    if (worth)
        text_table_column(&table, TEXT_RIGHT, "experience");
    if (worth && shared)
        text_table_column(&table, TEXT_RIGHT, "9 of 10\nhave");
    if (threat)
        text_table_column(&table, TEXT_RIGHT, "threat");
    if (threat && shared)
        text_table_column(&table, TEXT_RIGHT, "9 of 10\nhave");
    for (int32_t d = 0; d < floors->count; d++) {
        const wyrm_floor_figures *depth = &floors->depths[d];
        cut = fmax(cut, depth->cut);
        text_cell_exact(&table, depth->depth);
        text_cell_estimate(&table, depth->groups.mean, false);
        text_cell_estimate(&table, depth->monsters.mean, false);
        all &= add_quantiles(&table, &depth->monsters, shared);
        if (worth) {
            text_cell_estimate(&table, depth->experience.mean, false);
            all &= add_quantiles(&table, &depth->experience, shared);
        }
        if (threat) {
            text_cell_estimate(&table, depth->threat.mean, false);
            all &= add_quantiles(&table, &depth->threat, shared);
        }
    }
    text_table_below(&table, 0);
    if (!all)
        page_say(page, "Where no range stands, a budget decides who comes, or what comes adds up "
                       "to too many different amounts to follow: only the mean is known.");
    page_add(page, "\n");
    page_title(page, floors->per_room ? "the chance that a room has any"
                                      : "the chance that a floor has any");
    for (int32_t d = 0; d < floors->count; d++)
        print_met(floors, &floors->depths[d], page);
    page_add(page, "\n");
    if (floors->sampled)
        page_say(page,
                 "Of %" PRIu64 " games whose floors were filled, seed %" PRIu64
                 "; exact where no interval stands.",
                 floors->runs, floors->seed);
    else
        page_say(page, "Exact%s. Before monsters look for tiles.",
                 cut > 0 ? ", but for numbers of groups that come less than once in 10^12 floors"
                         : "");
    if (floors->per_room)
        say_guards(design, floors->count, page);
    text_say_vaults(design, floors->count, true, NULL, page);
}

static void put_number(base_json *json, const char *key, const wyrm_floor_number *of)
{
    base_putf(json, "%s:{mean:%g", key, of->mean.value);
    text_put_ci95(json, "ci95", &of->mean);
    base_putf(json, "unit:%g", of->unit);
    text_put_pmf(json, "pmf", of->number);
    base_put_end(json);
}

/* The kinds that occur. */
static void put_counts(base_json *json, const char *key, const wyrm_floor_count *list, size_t count)
{
    base_putf(json, "%s:{", key);
    for (const wyrm_floor_count *of = list; of < list + count; of++) {
        if (!(of->mean.value > 0))
            continue;
        base_putf(json, "%s:{mean:%g", of->name, of->mean.value);
        text_put_ci95(json, "ci95", &of->mean);
        base_putf(json, "any:%g", of->any.value);
        text_put_ci95(json, "any_ci95", &of->any);
        base_put_end(json);
    }
    base_put_end(json);
}

void text_write_floors(const wyrm_design *design, const wyrm_floors *floors, text_page *page)
{
    if (!page->json) {
        print_floors(design, floors, page);
        return;
    }
    base_json json = text_answer_begin(page, "curve-floors", wyrm_design_ruleset(design));
    base_putf(&json, "seed:%" PRIu64 " runs:%" PRIu64 " per:%s method:%s depths:[", floors->seed,
              floors->sampled ? floors->runs : 0, floors->per_room ? "room" : "floor",
              floors->sampled ? "runs" : "exact");
    for (int32_t d = 0; d < floors->count; d++) {
        const wyrm_floor_figures *depth = &floors->depths[d];
        base_putf(&json, "{depth:%d cut:%g", depth->depth, depth->cut);
        put_number(&json, "groups", &depth->groups);
        put_number(&json, "monsters", &depth->monsters);
        put_number(&json, "experience", &depth->experience);
        put_number(&json, "threat", &depth->threat);
        put_counts(&json, "hordes", depth->hordes, floors->horde_count);
        put_counts(&json, "kinds", depth->kinds, floors->kind_count);
        base_put_end(&json);
    }
    base_putf(&json, "]");
    if (floors->per_room)
        put_guards(&json, design, floors->count);
    text_put_vaults(&json, design, floors->count, NULL);
    base_putf(&json, "}");
}

/* ---- The dungeon depth by depth ---- */

/* Share of dungeons: text leaves out depths that fewer reach, whose figures are noise. */
#define RARE_SHARE 0.01

/* Without a tracker the last two have no column. */
static const text_row depth_rows[] = {
    {"rooms", "rooms", TEXT_MOMENTS, offsetof(wyrm_depth_figures, rooms)},
    {"monsters", "monsters", TEXT_MOMENTS, offsetof(wyrm_depth_figures, monsters)},
    {"items", "items", TEXT_MOMENTS, offsetof(wyrm_depth_figures, items)},
    {"experience", "experience", TEXT_MOMENTS, offsetof(wyrm_depth_figures, experience)},
    {"tracker", "tracker", TEXT_MOMENTS, offsetof(wyrm_depth_figures, tracker)},
    {"monster_level", "level of\nmonsters", TEXT_RATIO,
     offsetof(wyrm_depth_figures, monster_level)},
    {0},
};
#define UNTRACKED 4

wyrm_estimate text_curve_estimate(const wyrm_depth_figures *depth, size_t offset)
{
    const wyrm_moments *moments = (const void *)((const char *)depth + offset);
    wyrm_estimate made = text_estimate_mean(moments);
    bool start = depth->depth == 1 && offset == offsetof(wyrm_depth_figures, tracker);
    made.sampled = !start || moments->min < moments->max;
    return made;
}

/* The data of the answer. */
typedef struct curve {
    const wyrm_design *design;
    const wyrm_descents *descents;
    uint64_t seed;
    const wyrm_attrition *attrition;
    wyrm_pmf *final;             /* of final depths; NULL: no dungeon ended */
    wyrm_histogram final_counts; /* the same as counts */
} curve;

/* Whether all dungeons end at a depth that a table gives, so that nothing about it is sampled. */
static bool ends_by_table(const curve *of)
{
    int32_t last = wyrm_encounter_last_depth(wyrm_design_encounter(of->design));
    return last > 0 && of->final != NULL && wyrm_pmf_first(of->final) == last &&
           wyrm_pmf_last(of->final) == last;
}

/* The final depth: "the dungeon ends at depth 24 on average, in 9 of 10 games at 21 to 27 ± 1", or
 * "at depth 10 in every game" if a table says so. */
static void print_headline(const curve *of, text_page *page)
{
    const wyrm_descents *descents = of->descents;
    const char *title = text_title(of->design);
    text_figure mean, low, high;
    if (of->final == NULL) {
        page_say(page, "%s: no dungeon ends within %d depths.", title, WYRM_DESCENT_DEPTH_MAX);
        return;
    }
    text_figure_mean(page->style, &descents->final_depth, &mean);
    text_quantile_say(page->style, &of->final_counts, 0.05, &low);
    text_quantile_say(page->style, &of->final_counts, 0.95, &high);
    bool apart = strcmp(low.text, high.text) != 0;
    if (ends_by_table(of))
        page_say(page, "%s: the dungeon ends at depth %d in every game.", title,
                 (int)wyrm_pmf_first(of->final));
    else if (wyrm_pmf_first(of->final) == wyrm_pmf_last(of->final))
        page_say(page, "%s: all dungeons that were generated end at depth %" PRId64 ".", title,
                 wyrm_pmf_first(of->final));
    else
        page_say(page, "%s: the dungeon ends at depth %s on average, in 9 of 10 games at %s%s%s.",
                 title, mean.text, low.text, apart ? " to " : "", apart ? high.text : "");
    if (descents->cut_off > 0)
        page_say(page,
                 "%" PRIu64 " of %" PRIu64 " dungeons do not end within %d depths and are not "
                 "counted there.",
                 descents->cut_off, descents->runs, WYRM_DESCENT_DEPTH_MAX);
}

static void print_curve(const curve *of, text_page *page)
{
    const wyrm_descents *descents = of->descents;
    bool tracks = wyrm_encounter_tracks(wyrm_design_encounter(of->design));
    const text_row *end = depth_rows + (tracks ? UNTRACKED + 2 : UNTRACKED);
    int32_t shown = 0;
    print_headline(of, page);
    page_add(page, "\n");
    text_table table = text_table_of(page, ">depth");
    for (const text_row *row = depth_rows; row < end; row++)
        text_table_column(&table, TEXT_RIGHT, row->heading);
    for (; shown < descents->depth_count; shown++) {
        const wyrm_depth_figures *depth = &descents->depths[shown];
        if ((double)depth->rooms.count < RARE_SHARE * (double)descents->runs)
            break;
        text_cell_exact(&table, depth->depth);
        for (const text_row *row = depth_rows; row < end; row++)
            if (row->unit == TEXT_MOMENTS)
                text_cell_estimate(&table, text_curve_estimate(depth, row->offset), false);
            else
                text_cell_ratio(&table, &depth->monster_level);
    }
    text_table_end(&table, 0);
    if (shown < descents->depth_count)
        page_say(page, "(fewer than 1 dungeon in 100 goes below depth %d: see --json)",
                 descents->depths[shown].depth - 1);
    if (of->final != NULL && !ends_by_table(of)) {
        page_add(page, "\n");
        text_chart_pmf(page, of->final, descents->final_depth.count, "final depth");
    }
    if (of->attrition->count > 0) {
        print_attrition(of->attrition, page);
        text_say_abilities(of->design, NULL, NULL, page);
    }
    page_say(page,
             "\nMeans over the dungeons that reach a depth, after it is populated, %s 95 %% "
             "confidence; %" PRIu64 " dungeons, seed %" PRIu64 ". Nobody plays: what lies there is "
             "counted, not what is met.",
             page->style.utf8 ? "±" : "+-", descents->runs, of->seed);
    if (tracks)
        page_say(page,
                 "The tracker is told as it is on a floor, paid for those above. Whether a map "
                 "is the last one is decided before: by its level on the floor above.");
}

static void write_curve(const curve *of, text_page *page)
{
    const wyrm_descents *descents = of->descents;
    const wyrm_attrition *attrition = of->attrition;
    base_json json = text_answer_begin(page, "curve", wyrm_design_ruleset(of->design));
    base_putf(&json, "seed:%" PRIu64 " runs:%" PRIu64 " cut_off:%" PRIu64 " depths:[", of->seed,
              descents->runs, descents->cut_off);
    for (int32_t i = 0; i < descents->depth_count; i++) {
        const wyrm_depth_figures *depth = &descents->depths[i];
        base_putf(&json, "{depth:%d dungeons:%" PRIu64, depth->depth, depth->rooms.count);
        text_put(&json, depth_rows, depth);
        base_put_end(&json);
    }
    base_put_end(&json);
    if (text_open_moments(&json, "final_depth", &descents->final_depth)) {
        text_put_pmf(&json, "pmf", of->final);
        text_put_quantiles(&json, &of->final_counts);
        base_put_end(&json);
    }
    text_put_list(&json, "tolls", attrition_rows, attrition->list, attrition->count,
                  sizeof *attrition->list);
    base_put_end(&json);
}

void text_write_curve(const wyrm_design *design, const wyrm_descents *descents,
                      const wyrm_attrition *attrition, uint64_t seed, text_page *page)
{
    curve of = {.design = design, .descents = descents, .attrition = attrition, .seed = seed};
    wyrm_weighted pairs[WYRM_DESCENT_DEPTH_MAX + 1];
    for (int depth = 0; depth <= WYRM_DESCENT_DEPTH_MAX; depth++) {
        pairs[depth] = (wyrm_weighted){depth, (double)descents->final_counts[depth]};
        for (uint64_t i = 0; i < descents->final_counts[depth]; i++)
            wyrm_histogram_add(&of.final_counts, (uint64_t)depth);
    }
    if (descents->final_depth.count > 0 &&
        !page_needs(
            page, wyrm_pmf_from_pairs(pairs, WYRM_DESCENT_DEPTH_MAX + 1, &of.final, &page->error)))
        return;
    (page->json ? write_curve : print_curve)(&of, page);
    wyrm_pmf_free(of.final);
}

void text_write_tracker(const wyrm_design *design, double tracker, const wyrm_pmf *levels,
                        text_page *page)
{
    text_figure at, mean;
    if (page->json) {
        base_json json = text_answer_begin(page, "curve-tracker", wyrm_design_ruleset(design));
        base_putf(&json, "tracker:%g mean:%g sd:%g", tracker, wyrm_pmf_mean(levels),
                  wyrm_pmf_sd(levels));
        text_put_pmf(&json, "monster_level", levels);
        base_putf(&json, "method:%s}", "exact");
        return;
    }
    page_say(page,
             "%s: a monster at tracker level %s has level %s on average; %" PRId64
             " is the highest.",
             text_title(design), text_figure_exact(tracker, &at),
             text_figure_exact(wyrm_pmf_mean(levels), &mean), wyrm_pmf_last(levels));
    page_add(page, "\n");
    text_chart_pmf(page, levels, 0, "level");
}
