/* `wyrm etp`: rooms and floors against their budgets of threat, and threat against real fights.
 *
 * A budget is a promise about points, and points are somebody's guess. So two questions are asked
 * every time: whether rooms keep to their budgets, by generated rooms; and whether a point costs
 * the player the same whichever monster it stands for, by exact duels of the player that a depth is
 * meant for with every monster there. A monster whose fights cost nothing has no factor to be off
 * by: it is named but not counted.
 *
 * The file writes three answers: all depths (print_etp), the rooms of one floor (--rooms), and a
 * group that is named on the command line. A violation names its seed, run and room, so that
 * --rooms can show what the first answer has counted. */
#include "text/internal.h"
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <wyrm/attrition.h>

#define VIOLATIONS_SHOWN 5
#define MISFITS_SHOWN    5
#define FACTOR           1.5 /* misfits and wrong base values are reported from here on */

/* A budget: "0-60", "30 and more". */
static const char *budget_words(wyrm_interval budget, text_figure *out)
{
    text_figure low, high;
    text_figure_exact(budget.low, &low);
    text_figure_exact(budget.high, &high);
    bool open = isinf(budget.high);
    snprintf(out->text, sizeof out->text, "%.20s%s%.20s", low.text, open ? " and more" : "-",
             open ? "" : high.text);
    return out->text;
}

static const char *band_name(const wyrm_design *design, size_t band)
{
    const wyrm_bands *bands = wyrm_threat_bands(wyrm_design_threat(design));
    return band < bands->count ? bands->bands[band].name : NULL;
}

/* ---- Threat against the fight ---- */

static const text_row fight_rows[] = {
    {"depth", "depth", TEXT_WHOLE, offsetof(wyrm_calibration_row, depth)},
    {"id", "monster", TEXT_NAME, offsetof(wyrm_calibration_row, name)},
    {"share", NULL, TEXT_ESTIMATE, offsetof(wyrm_calibration_row, share)},
    {"etp", "threat", TEXT_REAL, offsetof(wyrm_calibration_row, threat)},
    {"hp_lost", "hit points\nlost", TEXT_FOUGHT, offsetof(wyrm_calibration_row, price.lost)},
    {"p_death", "player\ndies", TEXT_FOUGHT, offsetof(wyrm_calibration_row, price.death)},
    {"cost", NULL, TEXT_REAL, offsetof(wyrm_calibration_row, cost)},
    {"factor", NULL, TEXT_REAL, offsetof(wyrm_calibration_row, factor)},
    {0},
};

/* The depths with the lowest and the highest rank correlation of threat and cost. */
static void print_ranks(const wyrm_calibration *calibration, text_page *page)
{
    const wyrm_calibration_depth *low = NULL, *high = NULL;
    size_t ranked = 0;
    for (size_t d = 0; d < calibration->depth_count; d++) {
        const wyrm_calibration_depth *depth = &calibration->depths[d];
        if (isnan(depth->rank))
            continue;
        ranked++;
        low = low == NULL || depth->rank < low->rank ? depth : low;
        high = high == NULL || depth->rank > high->rank ? depth : high;
    }
    if (low != NULL && low == high && ranked > 1)
        page_say(page,
                 "Threat ranks the monsters of each of %zu depths as their fights do with a "
                 "correlation of %.2f (1: the same order).",
                 ranked, low->rank);
    else if (low != NULL && low == high)
        page_say(page,
                 "Threat ranks the monsters of depth %d as their fights do with a correlation of "
                 "%.2f (1: the same order).",
                 (int)low->depth, low->rank);
    else if (low != NULL)
        page_say(page,
                 "Threat ranks the monsters of a depth as their fights do with a correlation of "
                 "%.2f (depth %d) to %.2f (depth %d); 1 is the same order.",
                 low->rank, (int)low->depth, high->rank, (int)high->depth);
}

static bool costs_nothing(double cost)
{
    return cost <= 0;
}

static bool is_unknown(double cost)
{
    return isnan(cost);
}

/* Names monsters of such a cost, each with the first depth where that is so: "slime from depth 5,
 * orc from depth 8". */
static void print_uncounted(const wyrm_calibration *calibration, bool (*is_so)(double cost),
                            const char *beginning, text_page *page)
{
    base_buffer names = {0};
    for (size_t i = 0; i < calibration->row_count; i++) {
        const wyrm_calibration_row *row = &calibration->rows[i];
        size_t first = 0; /* first row of this monster of which it is so */
        while (calibration->rows[first].monster != row->monster ||
               !is_so(calibration->rows[first].cost))
            if (first++ == i)
                break;
        if (first == i)
            base_buffer_appendf(&names, "%s%s from depth %d", names.length > 0 ? ", " : beginning,
                                row->name, (int)row->depth);
    }
    page_say_buffer(page, 3, &names, ".");
}

static const char *figure_fought(const text_page *page, const wyrm_estimate *chance,
                                 text_figure *out)
{
    return chance->sampled ? text_figure_estimated_share(page->style, chance, out)
                           : text_figure_percent(chance->value, out);
}

/* Counts the monsters of normal rooms whose fights cost something at some depth. */
static size_t count_costly(const wyrm_calibration *calibration)
{
    const wyrm_calibration_row *rows = calibration->rows;
    size_t count = 0;
    for (size_t i = 0; i < calibration->row_count; i++) {
        bool counts = rows[i].share.value > 0 && rows[i].cost > 0;
        for (size_t k = 0; counts && k < i; k++)
            counts = rows[k].monster != rows[i].monster || !(rows[k].share.value > 0) ||
                     !(rows[k].cost > 0);
        count += counts;
    }
    return count;
}

/* A sentence on how well threat predicts the cost of fights, then the worst misfits. */
static void print_calibration(const wyrm_calibration *calibration, text_page *page)
{
    size_t misfits = 0;
    print_ranks(calibration, page);
    for (size_t i = 0; i < calibration->misfit_count; i++) {
        /* Half of the expected cost is as far off as twice of it. */
        double factor = calibration->rows[calibration->misfits[i]].factor;
        misfits += factor > FACTOR || factor < 1 / FACTOR;
    }
    if (misfits > 0)
        page_say(page,
                 "%zu of the %zu monsters of normal rooms whose fights cost something are "
                 "somewhere off by more than a factor of %.1f against what a point of threat costs "
                 "at their depth%s:",
                 misfits, count_costly(calibration), FACTOR,
                 misfits > MISFITS_SHOWN ? "; those farthest off" : "");
    for (size_t i = 0; i < misfits && i < MISFITS_SHOWN; i++) {
        const wyrm_calibration_row *row = &calibration->rows[calibration->misfits[i]];
        text_figure threat, lost, death;
        page_point(page, 3, 3,
                   "%s at depth %d: threat %s, takes %s of the hit points, kills in %s: costs %.2f "
                   "times what its threat says",
                   row->name, (int)row->depth, text_figure_exact(row->threat, &threat),
                   figure_fought(page, &row->price.lost, &lost),
                   figure_fought(page, &row->price.death, &death), row->factor);
    }
    if (misfits > MISFITS_SHOWN)
        page_addf(page, "   (%zu more; --verbose shows every fight)\n", misfits - MISFITS_SHOWN);
    print_uncounted(
        calibration, costs_nothing,
        "Cost the player nothing, whatever their threat, and do not count there: ", page);
    print_uncounted(
        calibration, is_unknown,
        "Not held against their threat, as attacks there change what comes after them, or "
        "something else harms, and the player may die of them: ",
        page);
}

/* A table of all fights (--verbose), and the player of each depth. */
static void print_fights(const wyrm_calibration *calibration, text_page *page)
{
    text_table table = text_table_of(page, "");
    text_columns(&table, fight_rows);
    text_table_column(&table, TEXT_RIGHT, "times its\nthreat");
    for (size_t i = 0; i < calibration->row_count; i++) {
        text_cells(&table, fight_rows, &calibration->rows[i]);
        text_table_cellf(&table, isfinite(calibration->rows[i].factor) ? "%.2f" : "-",
                         calibration->rows[i].factor);
    }
    text_table_below(&table, 0);
    page_add(page, "\n");
    page_title(page, "who fights");
    for (size_t d = 0; d < calibration->depth_count; d++)
        page_point(page, 3, 3, "depth %d: %s", (int)calibration->depths[d].depth,
                   calibration->depths[d].player);
}

/* ---- One floor, a line for each room ---- */

/* The row of a room. Its monsters begin in column 58, also in further lines. */
static void print_room(const text_etp_rooms_answer *report, int32_t index, text_page *page)
{
    const wyrm_threat_floor *floor = report->floor;
    const wyrm_threat_room *room = &floor->rooms[index];
    const char *status = wyrm_threat_status_key(room->status);
    const char *role = wyrm_room_role_key(room->kind.role);
    const char *band = band_name(report->design, floor->band);
    text_figure threat, budget;
    base_buffer names = {0}; /* "2 orc, elite troll": equal neighbours are counted */
    const wyrm_roster *roster = wyrm_design_roster(report->design);
    const wyrm_spawn *spawns = &floor->monsters[room->first];
    for (size_t i = 0, same; i < room->count; i += same) {
        const wyrm_monster *monster = wyrm_roster_monster(roster, (size_t)spawns[i].monster);
        same = 1;
        while (i + same < room->count && spawns[i + same].monster == spawns[i].monster &&
               spawns[i + same].elite == spawns[i].elite)
            same++;
        base_buffer_append(&names, i > 0 ? ", " : "");
        if (same > 1)
            base_buffer_appendf(&names, "%zu ", same);
        base_buffer_appendf(&names, "%s%s", spawns[i].elite ? "elite " : "",
                            monster != NULL ? monster->name : "?");
    }
    const char *monsters = page_keep(page, &names);
    page_addf(page, "%5d  %-4s  %4d  %7s  %10s  ", (int)floor->depth, band ? band : "",
              (int)index + 1, text_figure_exact(room->threat, &threat),
              budget_words(floor->room_budget, &budget));
    page_toned(page,
               room->status == WYRM_THREAT_OVER    ? TEXT_TONE_BAD
               : room->status == WYRM_THREAT_UNDER ? TEXT_TONE_DOUBT
                                                   : TEXT_TONE_PLAIN,
               status);
    page_spaces(page, 6 - text_display_width(status));
    page_addf(page, "  %s", role);
    if (monsters[0] != '\0')
        page_spaces(page, 10 - text_display_width(role));
    page_wrap(page, 58, 58, monsters);
}

static void print_rooms(const text_etp_rooms_answer *report, text_page *page)
{
    const wyrm_threat_floor *floor = report->floor;
    int over = 0;
    text_figure threat, budget;
    for (int32_t r = 0; r < floor->room_count; r++)
        over += wyrm_threat_is_violation(floor->rooms[r].status);
    page_say(page,
             "%s, depth %d: %d of %d rooms are over their budget; the floor holds %s, its budget "
             "is %s.",
             text_title(report->design), (int)floor->depth, over, (int)floor->room_count,
             text_figure_exact(floor->threat, &threat), budget_words(floor->floor_budget, &budget));
    page_add(page, "\n");
    page_title(page, "depth  band  room   threat      budget  status  role      monsters");
    for (int32_t r = 0; r < floor->room_count; r++)
        print_room(report, r, page);
    page_say(page, "\nSeed %" PRIu64 ", run %" PRIu64 ". Other floors: --seed, --run, --depth.",
             floor->seed, floor->run);
}

void text_write_etp_rooms(const text_etp_rooms_answer *report, text_page *page)
{
    const wyrm_threat_floor *floor = report->floor;
    const wyrm_roster *roster = wyrm_design_roster(report->design);
    const char *band = band_name(report->design, floor->band);
    if (!page->json) {
        print_rooms(report, page);
        return;
    }
    base_json json = text_answer_begin(page, "etp-rooms", wyrm_design_ruleset(report->design));
    base_putf(&json,
              "seed:%" PRIu64 " run:%" PRIu64 " depth:%d floor:{etp:%g budget:[%g %g]} rooms:[",
              floor->seed, floor->run, floor->depth, floor->threat, floor->floor_budget.low,
              floor->floor_budget.high);
    for (int32_t r = 0; r < floor->room_count; r++) {
        const wyrm_threat_room *room = &floor->rooms[r];
        base_putf(&json,
                  "{depth:%d band:%s room:%d etp:%g budget:[%g %g] status:%s role:%s monsters:[",
                  floor->depth, band ? band : "", r + 1, room->threat, floor->room_budget.low,
                  floor->room_budget.high, wyrm_threat_status_key(room->status),
                  wyrm_room_role_key(room->kind.role));
        for (size_t i = room->first; i < room->first + room->count; i++) {
            const wyrm_spawn *spawn = &floor->monsters[i];
            const wyrm_monster *row = wyrm_roster_monster(roster, (size_t)spawn->monster);
            base_putf(&json, "{id:%s elite:%i}", row != NULL ? row->name : "", spawn->elite);
        }
        base_putf(&json, "]}");
    }
    base_putf(&json, "]}");
}

/* ---- A group named on the command line ---- */

static const text_row price_rows[] = {
    {"hp_lost", NULL, TEXT_FOUGHT, offsetof(wyrm_fight_price, lost)},
    {"p_death", NULL, TEXT_FOUGHT, offsetof(wyrm_fight_price, death)},
    {0},
};

/* Costs of members are added up as if they were fought one after another, so a real fight costs at
 * least the sum. A cost may have no number for two reasons: an effect that is no damage (NAN), or a
 * monster that is never killed (infinite). */
static void print_party(const text_party_answer *report, text_page *page)
{
    const wyrm_party *party = report->party;
    const wyrm_party_weights *weights = report->weights;
    text_figure threat, budget, cost;
    uint32_t fights = 0;
    if (weights->has_threat)
        page_say(page, "Threat %s at depth %d; the budget of a normal room is %s: %s.",
                 text_figure_exact(weights->threat, &threat), (int)weights->depth,
                 budget_words(weights->budget, &budget), wyrm_threat_status_key(weights->status));
    if (weights->fought && isfinite(weights->cost))
        page_say(
            page,
            "One after another they take %s of the hit points of %s, counted on where none are "
            "left; attacking together they take more.",
            text_figure_percent(weights->cost, &cost), weights->player);
    else if (weights->fought)
        page_say(page, "Fought by %s. %s", weights->player,
                 isnan(weights->cost)
                     ? "Some attacks do more than damage: what all take together has no sum."
                     : "One of them is never killed.");
    text_table table = text_table_of(page, "<monster|>number");
    if (weights->has_threat)
        text_table_column(&table, TEXT_RIGHT, "threat\nof one");
    if (weights->fought)
        text_table_columns(&table, ">hit points\nlost|>player\ndies|>costs\none|>costs\nall");
    for (size_t i = 0; i < party->count; i++) {
        const wyrm_party_weight *weight = &weights->members[i];
        text_table_cell(&table, party->members[i].text);
        text_table_cellf(&table, "%d", (int)party->members[i].number);
        if (weights->has_threat)
            text_cell_exact(&table, weight->threat);
        if (!weights->fought)
            continue;
        fights = weight->price.fights > fights ? weight->price.fights : fights;
        text_cell_fought(&table, weight->price.lost);
        text_cell_fought(&table, weight->price.death);
        for (int32_t all = 0; all < 2; all++)
            if (isfinite(weight->cost))
                text_cell_percent(&table, weight->cost * (all ? party->members[i].number : 1));
            else
                text_table_cell(&table, isnan(weight->cost) ? "-" : "never killed");
    }
    text_table_below(&table, 0);
    if (!weights->has_threat)
        page_say(
            page,
            "\nThe ruleset gives no threat to its monsters: these are fights, in shares of the "
            "player's hit points.");
    if (fights > 0)
        page_say(page,
                 "\nSome fights were played, up to %" PRIu32 " times: their shares have intervals.",
                 fights);
    if (weights->fought)
        text_say_abilities(report->design, NULL, party, page);
}

void text_write_party(const text_party_answer *report, text_page *page)
{
    const wyrm_party_weights *weights = report->weights;
    if (!page->json) {
        print_party(report, page);
        return;
    }
    base_json json = text_answer_begin(page, "etp-monsters", wyrm_design_ruleset(report->design));
    base_putf(&json, "depth:%d", weights->depth);
    if (weights->fought)
        base_putf(&json, "player:%s", weights->player);
    else
        base_put_null(&json, "player");
    base_putf(&json, "etp:%g cost:%g", weights->threat, weights->cost);
    if (weights->has_threat)
        base_putf(&json, "budget:[%g %g] status:%s", weights->budget.low, weights->budget.high,
                  wyrm_threat_status_key(weights->status));
    base_put_list(&json, "monsters");
    for (size_t i = 0; i < report->party->count; i++) {
        const wyrm_party_weight *weight = &weights->members[i];
        base_putf(&json, "{id:%s number:%d etp:%g", report->party->members[i].text,
                  report->party->members[i].number, weight->threat);
        text_put(&json, price_rows, &weight->price);
        base_putf(&json, "cost:%g fights:%d}", weight->cost, (int)weight->price.fights);
    }
    base_put_end(&json);
    base_put_end(&json);
}

/* ---- Rooms against their budgets ---- */

/* The share of rooms with a status over all depths. Clusters are merged, not counts: rooms of one
 * floor are alike, and an interval must not take each for an independent draw. */
wyrm_ratio_estimate text_etp_sum(const wyrm_threat_survey *survey, wyrm_threat_status status)
{
    wyrm_ratio_estimate all = {.range = WYRM_SHARE};
    for (int32_t d = 0; d < survey->depth_count; d++)
        wyrm_ratio_estimate_merge(&all, &survey->depths[d].all.statuses[status]);
    return all;
}

/* How many rooms are over their budget, at which depth most, and how many are below it. */
static void print_headline(const text_etp_answer *report, text_page *page)
{
    const wyrm_threat_survey *survey = report->survey;
    wyrm_ratio_estimate over = text_etp_sum(survey, WYRM_THREAT_OVER);
    wyrm_ratio_estimate under = text_etp_sum(survey, WYRM_THREAT_UNDER);
    wyrm_estimate shares[WYRM_ATTRITION_MAX];
    int32_t numbers[WYRM_ATTRITION_MAX];
    size_t count = 0;
    text_figure share;
    for (; count < (size_t)survey->depth_count && count < WYRM_ATTRITION_MAX; count++) {
        shares[count] = text_estimate_ratio(&survey->depths[count].all.statuses[WYRM_THREAT_OVER]);
        numbers[count] = survey->depths[count].depth;
    }
    const text_greatest worst = text_find_greatest(page->style, &(text_ranking){.count = count,
                                                                                .figures = shares,
                                                                                .numbers = numbers,
                                                                                .place = "depth",
                                                                                .shares = true});
    bool named = count > 1 && worst.count > 0;
    if (!(over.y > 0))
        page_say(page, "%s: no room of %.0f is over its budget.", text_title(report->design),
                 over.x);
    else
        page_say(page, "%s: %s of rooms are over their budget, which is a violation%s%s.",
                 text_title(report->design), text_figure_ratio(page->style, &over, &share),
                 named ? ", most at " : "", named ? worst.where : "");
    if (under.y > 0)
        page_say(page, "%s are below it, which is reported and never fails.",
                 text_figure_ratio(page->style, &under, &share));
}

/* Statuses in the order of columns: what is intended, then what is wrong, then the rest. */
static const wyrm_threat_status shown_order[] = {
    WYRM_THREAT_OK,   WYRM_THREAT_UNDER, WYRM_THREAT_OVER,   WYRM_THREAT_SPIKE,
    WYRM_THREAT_BOSS, WYRM_THREAT_EMPTY, WYRM_THREAT_EXEMPT,
};

/* Columns for threat and for statuses. A status that no room of any depth has gets none. */
static void add_columns(const wyrm_threat_survey *survey, text_table *table)
{
    text_table_columns(table, ">mean\nthreat|>median\nmade|>9 of 10\nmade");
    for (size_t i = 0; i < WYRM_THREAT_STATUS_COUNT; i++) {
        char heading[32];
        snprintf(heading, sizeof heading, "%s\n%%", wyrm_threat_status_key(shown_order[i]));
        if (text_etp_sum(survey, shown_order[i]).y > 0)
            text_table_column(table, TEXT_RIGHT, heading);
    }
}

static void add_figures(const wyrm_threat_survey *survey, const wyrm_threat_figures *figures,
                        text_table *table)
{
    text_figure low, high;
    bool any = figures->rooms > 0;
    text_cell_ratio(table, &figures->mean);
    text_table_cell(table, any ? text_figure_exact(figures->p50, &low) : "");
    if (any)
        text_table_cellf(table, "%.24s..%.24s", text_figure_exact(figures->p05, &low),
                         text_figure_exact(figures->p95, &high));
    else
        text_table_cell(table, "");
    for (size_t i = 0; i < WYRM_THREAT_STATUS_COUNT; i++) {
        const wyrm_ratio_estimate *share = &figures->statuses[shown_order[i]];
        wyrm_estimate percent = text_estimate_ratio(share); /* in percent, as the heading says */
        percent.value *= 100;
        percent.ci95.low *= 100;
        percent.ci95.high *= 100;
        if (!(text_etp_sum(survey, shown_order[i]).y > 0))
            continue;
        if (share->y > 0)
            text_cell_estimate(table, percent, false);
        else
            text_table_cell(table, "");
    }
}

static void print_bands(const text_etp_answer *report, text_page *page)
{
    const wyrm_threat_survey *survey = report->survey;
    const wyrm_threat *threat = wyrm_design_threat(report->design);
    const wyrm_bands *bands = wyrm_threat_bands(threat);
    text_table table = text_table_of(page, "<band|>room\nbudget");
    add_columns(survey, &table);
    for (size_t b = 0; b < bands->count; b++) {
        text_figure budget;
        if (survey->bands[b].rooms == 0)
            continue;
        text_table_cell(&table, bands->bands[b].name);
        text_table_cell(
            &table,
            budget_words(wyrm_threat_room_budget(threat, bands->bands[b].first_depth), &budget));
        add_figures(survey, &survey->bands[b], &table);
    }
    text_table_end(&table, 0);
    page_add(page, "\n");
}

/* All violations are counted, the first few are kept, and fewer are printed: a million floors may
 * have as many. */
static void print_violations(const text_etp_answer *report, text_page *page)
{
    const wyrm_threat_survey *survey = report->survey;
    const wyrm_threat_violation *first = survey->violations;
    uint64_t all = survey->violation_count;
    size_t kept = survey->kept;
    size_t shown = report->verbose || kept < VIOLATIONS_SHOWN ? kept : VIOLATIONS_SHOWN;
    if (shown == 0)
        return;
    page_add(page, "\n");
    page_title(page, "violations");
    page_point(page, 3, 3,
               "(look at one: wyrm etp %s --rooms --depth %d --run %" PRIu64 " --seed %" PRIu64 ")",
               report->name, (int)first->depth, first->run, survey->seed);
    for (const wyrm_threat_violation *at = first; at < first + shown; at++) {
        text_figure threat, budget;
        page_point(page, 3, 3,
                   "depth %d, run %" PRIu64 ", room %d (%s): %" PRIu32
                   " monster%s of %s, at most %s",
                   (int)at->depth, at->run, (int)at->room + 1, wyrm_room_role_key(at->role),
                   at->monsters, at->monsters == 1 ? "" : "s",
                   text_figure_exact(at->threat, &threat), text_figure_exact(at->budget, &budget));
    }
    if (all > shown && kept > shown)
        page_addf(page, "   (%" PRIu64 " more; --verbose shows %s%zu)\n", all - shown,
                  all > kept ? "the first " : "all ", kept);
    else if (all > shown)
        page_addf(page, "   (%" PRIu64 " more)\n", all - shown);
}

/* Compares the threat that the ruleset names with the one derived from a monster's numbers, and
 * names the monster with the largest ratio. Monsters without a named value are left out, as theirs
 * is the derived one. Ratios are compared by logarithm, so that twice and half are equally far
 * off. */
static void print_drift(const text_etp_answer *report, text_page *page)
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
        off += far > log(FACTOR);
        worst = far > farthest ? m : worst;
        farthest = fmax(farthest, far);
    }
    if (off == 0)
        return;
    text_figure base, derived;
    page_add(page, "\n");
    page_wrapf(page, 0, 3,
               "%zu of %zu base values are off what their monster's numbers give by more than "
               "a factor of %.1f, '%s' the most: %s against %s.%s",
               off, named, FACTOR, wyrm_roster_monster(roster, worst)->name,
               text_figure_exact(wyrm_threat_base(threat, worst), &base),
               text_figure_exact(wyrm_threat_derived(threat, worst), &derived),
               report->verbose ? "" : " All of them: --verbose");
}

/* All monsters, as a table or (table == NULL) as members of a JSON list: one function, so that both
 * have the same monsters, bands and figures in the same order. */
static void list_monsters(const text_etp_answer *report, base_json *json, text_table *table)
{
    const wyrm_threat *threat = wyrm_design_threat(report->design);
    const wyrm_roster *roster = wyrm_design_roster(report->design);
    const wyrm_bands *bands = wyrm_threat_bands(threat);
    for (size_t b = 0; table && b < bands->count; b++)
        text_table_column(table, TEXT_RIGHT, bands->bands[b].name);
    for (size_t m = 0; m < wyrm_roster_count(roster); m++) {
        const char *name = wyrm_roster_monster(roster, m)->name;
        double base = wyrm_threat_base(threat, m), derived = wyrm_threat_derived(threat, m);
        bool named = wyrm_threat_is_named(threat, m);
        if (table) {
            text_figure figure;
            text_table_cell(table, name);
            text_table_cell(table, named ? text_figure_exact(base, &figure) : "");
            text_cell_exact(table, derived);
            snprintf(figure.text, sizeof figure.text, "%.2f", derived / base);
            text_table_cell(table, named && base > 0 ? figure.text : ""); /* nothing times 0 */
        } else {
            base_putf(json, "{id:%s base:%g derived:%g named:%i by_band:{", name, base, derived,
                      named);
        }
        for (size_t b = 0; b < bands->count; b++) {
            double there = wyrm_threat_at(threat, m, bands->bands[b].first_depth, false);
            if (table)
                text_cell_exact(table, there);
            else
                base_put_real(json, bands->bands[b].name, there);
        }
        for (int i = 0; i < 2 && !table; i++)
            base_put_end(json);
    }
}

/* Whether a figure of the fights is of fights that were played, as those of print_fights. */
static bool any_played(const wyrm_calibration *calibration)
{
    bool any = false;
    for (size_t i = 0; i < calibration->row_count; i++)
        any |= calibration->rows[i].price.lost.sampled || calibration->rows[i].price.death.sampled;
    return any;
}

static void print_etp(const text_etp_answer *report, text_page *page)
{
    const wyrm_threat_survey *survey = report->survey;
    print_headline(report, page);
    print_calibration(report->calibration, page);
    page_add(page, "\n");
    if (survey->depth_count > 1)
        print_bands(report, page);
    text_table depths = text_table_of(page, ">depth|>threat\nof a floor");
    add_columns(survey, &depths);
    for (int32_t d = 0; d < survey->depth_count; d++) {
        text_cell_exact(&depths, survey->depths[d].depth);
        text_cell_mean(&depths, &survey->depths[d].floor);
        add_figures(survey, &survey->depths[d].all, &depths);
    }
    text_table_end(&depths, 0);
    print_violations(report, page);
    print_drift(report, page);
    if (report->verbose) {
        text_table table = text_table_of(page, "<monster|>base|>derived|>ratio");
        list_monsters(report, NULL, &table);
        text_table_below(&table, 0);
        print_fights(report->calibration, page);
    }
    text_say_abilities(report->design, report->name, NULL, page);
    text_say_vaults(report->design, report->survey->depth_count, true, NULL, page);
    page_say(
        page,
        "\nRooms of %" PRIu64 " floors of each depth, seed %" PRIu64 ", of which medians and 9 "
        "of 10 are told as they were made; fights are exact%s. For scripts: wyrm etp %s --json",
        report->survey->runs, report->survey->seed,
        any_played(report->calibration) ? ", but where they were too much to follow" : "",
        report->name);
}

static void put_etp(base_json *json, const wyrm_threat_figures *figures)
{
    if (figures->rooms == 0) {
        base_put_null(json, "etp");
        return;
    }
    base_putf(json, "etp:{mean:%g sd:%g", figures->threat.mean, wyrm_moments_sd(&figures->threat));
    text_put_interval(json, "ci95", wyrm_ratio_interval(&figures->mean, 0.95));
    base_putf(json, "p05:%g p50:%g p95:%g}", figures->p05, figures->p50, figures->p95);
}

static void put_figures(base_json *json, const wyrm_threat_figures *figures)
{
    base_put_object(json, "statuses");
    for (int s = 0; s < WYRM_THREAT_STATUS_COUNT; s++)
        base_put_real(json, wyrm_threat_status_key((wyrm_threat_status)s),
                      wyrm_ratio_estimate_value(&figures->statuses[s]));
    base_put_end(json);
    put_etp(json, figures);
}

static void put_depth(base_json *json, const text_etp_answer *report,
                      const wyrm_threat_depth *depth)
{
    base_putf(json, "{depth:%d band:%s budget:[%g %g]", depth->depth,
              band_name(report->design, depth->band), depth->room_budget.low,
              depth->room_budget.high);
    put_figures(json, &depth->all);
    text_put_moments(json, "rooms", &depth->rooms);
    base_put_object(json, "roles");
    for (int r = 0; r < WYRM_ROOM_ROLE_COUNT; r++) {
        if (depth->roles[r].rooms == 0)
            continue;
        base_putf(json, "%s:{rooms:%" PRIu64, wyrm_room_role_key((wyrm_room_role)r),
                  depth->roles[r].rooms);
        put_etp(json, &depth->roles[r]);
        base_put_end(json);
    }
    base_put_end(json);
    if (text_open_moments(json, "floor", &depth->floor)) {
        double floors = (double)depth->floor.count;
        base_putf(json, "budget:[%g %g] under:%g over:%g}", depth->floor_budget.low,
                  depth->floor_budget.high, (double)depth->under / floors,
                  (double)depth->over / floors);
    }
    base_put_end(json);
}

void text_write_etp(const text_etp_answer *report, text_page *page)
{
    const wyrm_calibration *calibration = report->calibration;
    const wyrm_threat_survey *survey = report->survey;
    const wyrm_bands *bands = wyrm_threat_bands(wyrm_design_threat(report->design));
    if (!page->json) {
        print_etp(report, page);
        return;
    }
    base_json json = text_answer_begin(page, "etp", wyrm_design_ruleset(report->design));
    base_putf(&json, "seed:%" PRIu64 " runs:%" PRIu64 " monsters:[", survey->seed, survey->runs);
    list_monsters(report, &json, NULL);
    base_putf(&json, "] bands:[");
    for (size_t b = 0; b < bands->count; b++) {
        if (survey->bands[b].rooms == 0)
            continue;
        base_putf(&json, "{band:%s rooms:%" PRIu64, bands->bands[b].name, survey->bands[b].rooms);
        put_figures(&json, &survey->bands[b]);
        base_put_end(&json);
    }
    base_putf(&json, "] depths:[");
    for (int32_t d = 0; d < survey->depth_count; d++)
        put_depth(&json, report, &survey->depths[d]);
    base_putf(&json, "] violation_count:%" PRIu64 " violations:[", survey->violation_count);
    for (size_t i = 0; i < survey->kept; i++) {
        const wyrm_threat_violation *at = &survey->violations[i];
        base_putf(&json,
                  "{seed:%" PRIu64 " run:%" PRIu64
                  " depth:%d room:%d role:%s monsters:%d etp:%g most:%g}",
                  survey->seed, at->run, at->depth, at->room + 1, wyrm_room_role_key(at->role),
                  at->monsters, at->threat, at->budget);
    }
    base_put_end(&json);
    base_putf(&json, "truth:{rank_correlation:%g depths:[", calibration->rank);
    for (size_t d = 0; d < calibration->depth_count; d++)
        base_putf(&json, "{depth:%d player:%s rank_correlation:%g}", calibration->depths[d].depth,
                  calibration->depths[d].player, calibration->depths[d].rank);
    base_putf(&json, "] misfits:[");
    for (size_t i = 0; i < calibration->misfit_count; i++) {
        const wyrm_calibration_row *row = &calibration->rows[calibration->misfits[i]];
        base_putf(&json, "{id:%s depth:%d factor:%g}", row->name, row->depth, row->factor);
    }
    base_put_end(&json);
    text_put_list(&json, "fights", fight_rows, calibration->rows, calibration->row_count,
                  sizeof *calibration->rows);
    base_putf(&json, "}}");
}
