/* Charts of the dungeon: how hard it is, what lies there, what there is to gain, who lives where.
 *
 * No bot plays a part in them: they show generated dungeons, and what can be computed exactly. So
 * they say what the rules offer, beside the charts of runs, which say what somebody made of it; a
 * designer looks at where the two differ. */
#include "html/internal.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- Difficulty: the tracker and the player's level; or the cost of rooms, if depths have tables
 * ---- */

#define GEAR_LEVELS 80 /* highest level of a weapon tried */

static bool is_tracked(const html_side *side)
{
    return wyrm_encounter_tracks(wyrm_design_encounter(side->design));
}

/* The mean damage of a player with a weapon of a level to the same player without gear; NAN if
 * there is no such fight. */
static double power_of(const wyrm_design *design, int32_t level, int32_t weapon)
{
    char armed[64], bare[32];
    wyrm_combatant attacker, defender;
    wyrm_pmf *damage = NULL;
    snprintf(armed, sizeof armed, "player@%d,weapon=%d", (int)level, (int)weapon);
    snprintf(bare, sizeof bare, "player@%d", (int)level);
    if (!html_read_fighter(design, armed, &attacker) ||
        !html_read_fighter(design, bare, &defender) ||
        wyrm_design_hit(design, &attacker, &defender, &damage, NULL) != WYRM_OK)
        return NAN;
    double mean = wyrm_pmf_mean(damage);
    wyrm_pmf_free(damage);
    return mean;
}

/* The level of the weapon that gives a player of a level this mean damage, interpolated between
 * whole levels; NAN if no weapon does. */
static double weapon_level(const wyrm_design *design, double level, double power)
{
    int32_t of = (int32_t)lround(level);
    double below = power_of(design, of, 1);
    if (!(power >= below))
        return NAN;
    for (int32_t weapon = 2; weapon <= GEAR_LEVELS; weapon++) {
        double above = power_of(design, of, weapon);
        if (power <= above)
            return above > below ? weapon - 1 + (power - below) / (above - below) : weapon;
        below = above;
    }
    return NAN;
}

/* The caption says how far the player is behind the tracker at the last depth where both are
 * known. */
static void fill_tracker(html_chart *chart)
{
    const html_report *report = chart->report;
    const html_side *first = &report->sides[0];
    const wyrm_sim_depth *last = NULL;
    if (!is_tracked(first))
        return;
    for (size_t s = 0; s < report->head.side_count; s++) {
        const html_side *side = &report->sides[s];
        const html_bot *bot = html_usual_bot(side);
        if (!is_tracked(side))
            continue;
        html_add_lines(chart, s);
        html_add_by_depth(html_side_series(chart, s, bot->name), bot->summary,
                          offsetof(wyrm_sim_depth, level));
        html_series *gear =
            html_side_series(chart, s, base_say(chart->arena, "weapon of the %s", bot->name));
        for (size_t i = 0; i < html_depths_drawn(bot->summary); i++) {
            const wyrm_sim_depth *depth = &bot->summary->depths[i];
            if (s == 0 && depth->level.count >= HTML_RARE_RUNS)
                last = depth;
            if (depth->gear_attack.count < HTML_RARE_RUNS)
                continue;
            double level = weapon_level(side->design, depth->level.mean, depth->gear_attack.mean);
            if (!isnan(level))
                html_add_mark(gear, depth->depth, level);
        }
    }
    if (last != NULL && last->depth <= first->descents->depth_count) {
        const wyrm_estimate tracker = text_curve_estimate(&first->descents->depths[last->depth - 1],
                                                          offsetof(wyrm_depth_figures, tracker));
        html_caption(chart,
                     "The tracker rises as if every monster were killed. At depth %d it stands at "
                     "%s and the %s at level %s; its line is that of survivors, who did well. The "
                     "weapon's level is the one that would give its power.",
                     (int)last->depth, html_estimate(chart, tracker), html_usual_bot(first)->name,
                     html_mean(chart, &last->level));
    }
    for (size_t s = 0; s < report->head.side_count; s++)
        html_curve_command(chart, s);
    for (size_t s = 0; s < report->head.side_count; s++)
        html_runs_command(chart, s, html_usual_bot(&report->sides[s]));
}

static void fill_attrition(html_chart *chart)
{
    const html_side *side = &chart->report->sides[0];
    const wyrm_attrition *of = &side->attrition;
    wyrm_estimate takes[WYRM_ATTRITION_MAX], kills[WYRM_ATTRITION_MAX];
    int32_t depths[WYRM_ATTRITION_MAX];
    if (is_tracked(side) || of->count == 0)
        return;
    for (size_t s = 0; s < chart->report->head.side_count; s++)
        html_add_lines(chart, s);
    for (size_t i = 0; i < of->count; i++) {
        takes[i] = of->list[i].lost;
        kills[i] = of->list[i].death;
        depths[i] = of->list[i].depth;
    }
    const text_greatest lost = html_greatest_depth(chart, takes, depths, of->count, true);
    const text_greatest death = html_greatest_depth(chart, kills, depths, of->count, true);
    const char *player = of->list[lost.first].player;
    const char *rest =
        takes[lost.first].sampled
            ? "Means of generated rooms, entered with all hit points, monsters one after another."
            : "Exact; entered with all hit points, monsters one after another.";
    if (lost.count == 0 || !(takes[lost.first].value > 0.0))
        html_caption(
            chart, "No room of any depth takes a hit point from the player that it is meant for.");
    else if (strcmp(lost.where, death.where) == 0)
        html_caption(
            chart,
            "Hardest: %s. A room takes %s of the hit points of %.120s and kills in %s of cases. %s",
            lost.where, lost.value, player, death.value, rest);
    else
        html_caption(chart, "A room takes most at %s: %s of the hit points of %.120s. %s %s",
                     lost.where, lost.value, player,
                     death.count == 0 ? "None kills."
                                      : base_say(chart->arena, "It kills most often at %s: %s.",
                                                 death.where, death.value),
                     rest);
}

/* ---- Maps ---- */

/* The figures of the last depth that enough dungeons reach. */
static const wyrm_depth_figures *last_depth(const html_report *report)
{
    const wyrm_descents *descents = report->sides[0].descents;
    int32_t count = html_common_depths(descents);
    return &descents->depths[count > 0 ? count - 1 : 0];
}

static void fill_filling(html_chart *chart)
{
    const html_report *report = chart->report;
    const wyrm_depth_figures *first = report->sides[0].descents->depths, *last = last_depth(report);
    for (size_t s = 0; s < report->head.side_count; s++)
        html_add_lines(chart, s);
    html_caption(
        chart,
        "Before anyone comes: %s monsters and %s items on a map of depth 1, %s and %s at depth %d.",
        html_mean(chart, &first->monsters), html_mean(chart, &first->items),
        html_mean(chart, &last->monsters), html_mean(chart, &last->items), (int)last->depth);
}

/* Where dungeons end, if that is left to chance. */
static void fill_ends(html_chart *chart)
{
    const html_report *report = chart->report;
    const wyrm_moments *final = &report->sides[0].descents->final_depth;
    if (final->count == 0 || !(final->max > final->min))
        return;
    for (size_t s = 0; s < report->head.side_count; s++) {
        const wyrm_descents *descents = report->sides[s].descents;
        html_series *series = html_side_series(chart, s, "final maps");
        for (int depth = 1; depth <= WYRM_DESCENT_DEPTH_MAX; depth++) {
            uint64_t count = descents->final_counts[depth];
            if (count > 0)
                html_add_interval(series, depth, (double)count / (double)descents->runs,
                                  wyrm_share_interval(count, descents->runs, 0.95));
        }
    }
    html_caption(chart,
                 "The final map is at depth %s on average, at %.0f to %.0f in all dungeons that "
                 "were sampled.",
                 html_mean(chart, final), final->min, final->max);
}

/* ---- What there is to gain ---- */

#define LEVELS 30   /* whose cost and worth are drawn */
#define ALIKE  1.03 /* a ratio that nobody can see */

static void fill_experience(html_chart *chart)
{
    const html_report *report = chart->report;
    const wyrm_depth_figures *first = report->sides[0].descents->depths, *last = last_depth(report);
    for (size_t s = 0; s < report->head.side_count; s++)
        html_add_lines(chart, s);
    if (!(first->experience.mean > 0.0 || last->experience.mean > 0.0))
        html_caption(chart, "None: killing brings no experience.");
    else
        html_caption(chart,
                     "What killing everything on a map brings: %s points at depth 1, %s at depth "
                     "%d. Who skips monsters gets less.",
                     html_mean(chart, &first->experience), html_mean(chart, &last->experience),
                     (int)last->depth);
}

static void levels_command(html_chart *chart, size_t side)
{
    html_side_command(chart, side, "rules show", " --levels 1..%d", LEVELS);
}

static void fill_costs(html_chart *chart)
{
    for (size_t s = 0; s < chart->report->head.side_count; s++) {
        const wyrm_growth *growth = wyrm_design_growth(chart->report->sides[s].design);
        html_series *series = html_side_series(chart, s, "from this level to the next");
        for (int level = 1; level <= LEVELS; level++) {
            const uint64_t next = wyrm_growth_step(growth, level);
            if (next == UINT64_MAX) /* no further level */
                break;
            html_add_mark(series, level, (double)next);
        }
    }
    const html_series *own = &chart->series[0];
    if (own->count == 0)
        return;
    double first = own->marks[0].y, last = own->marks[own->count - 1].y;
    html_caption(chart, "Exact: %.0f points from level 1 to 2, %.0f from %zu to %zu%s", first, last,
                 own->count, own->count + 1,
                 first > 0.0 ? base_say(chart->arena, ": %.1f times as much.", last / first) : ".");
}

/* Adds a line of a creature's quantity as a multiple of that at level 1, if it changes; an equal
 * line of the same side is shared. `stat` -1: hit points. */
static void add_worth(html_chart *chart, size_t side, const char *role, int stat, const char *name)
{
    const wyrm_design *design = chart->report->sides[side].design;
    const int32_t end = wyrm_growth_last_level(wyrm_design_growth(design));
    const size_t levels = end < LEVELS ? (size_t)end : LEVELS;
    double values[LEVELS];
    for (int i = 0; i < (int)levels; i++)
        if (!text_level_worth(design, role, stat, i + 1, &values[i]))
            return;
    if (values[levels - 1] == 1.0 || chart->series_count + 1 >= HTML_SERIES_MAX)
        return;
    for (size_t s = 0; s < chart->series_count; s++) {
        html_series *series = &chart->series[s];
        size_t same = 0, used = strlen(series->name);
        while (same < levels && same < series->count && series->marks[same].y == values[same])
            same++;
        if (same < levels || series->dashed != (side > 0))
            continue;
        const char *more = strstr(series->name, role) != NULL
                               ? base_say(chart->arena, ", %.40s", name)
                               : base_say(chart->arena, ", %s's %.40s", role, name);
        if (used + strlen(more) < sizeof series->name)
            memcpy(series->name + used, more, strlen(more) + 1);
        return;
    }
    html_series *series =
        html_side_series(chart, side, base_say(chart->arena, "%s's %.40s", role, name));
    for (int i = 0; i < (int)levels; i++)
        html_add_mark(series, i + 1, values[i]);
}

static double end_of(const html_series *series)
{
    return series->marks[series->count - 1].y;
}

/* The caption says what grows most and what least. */
static void fill_worth(html_chart *chart)
{
    const wyrm_design *own = chart->report->sides[0].design;
    const int32_t end = wyrm_growth_last_level(wyrm_design_growth(own));
    char without[TEXT_LEVELS_TEXT_MAX];
    text_level_from_nothing(own, end < LEVELS ? end : LEVELS, without);
    const char *ending = base_say(
        chart->arena, "What grows alike shares a line, what does not change has none%s%s.",
        without[0] != '\0' ? ", and neither has what is not above 0 at level 1: " : "", without);
    for (size_t s = 0; s < chart->report->head.side_count; s++) {
        const wyrm_design *design = chart->report->sides[s].design;
        const wyrm_stat *stats = wyrm_combat_stats(wyrm_design_combat(design));
        for (int role = 0; role < (html_has_levels(design) ? 2 : 1); role++) {
            const char *who = role == 0 ? "player" : "monster";
            add_worth(chart, s, who, -1, "hit points");
            for (int stat = 0; stats[stat].name != NULL; stat++)
                add_worth(chart, s, who, stat, stats[stat].name);
        }
    }
    const html_series *most = &chart->series[0], *least = most;
    const char *rest = "";
    for (size_t s = 1; s < chart->series_count; s++) {
        const html_series *series = &chart->series[s];
        most = end_of(series) > end_of(most) ? series : most;
        least = end_of(series) < end_of(least) ? series : least;
    }
    if (chart->series_count == 0)
        return;
    double high = end_of(most), low = end_of(least);
    const int last = (int)most->count;
    if (least != most)
        rest = base_say(chart->arena, "; the %s: x %.1f", least->name, low);
    if (high < ALIKE * low)
        html_caption(chart,
                     "Exact, without gear. At level %d all that grows is at about %.1f times what "
                     "it is at level 1. %s",
                     last, high, ending);
    else
        html_caption(chart, "Exact, without gear. From level 1 to %d the %s: x %.1f%s. %s", last,
                     most->name, high, rest, ending);
}

/* ---- Who lives where ---- */

#define COLOURS 7 /* kinds of monsters with a colour each, at most */

/* Adds the kinds of monsters and returns their number; 0 if the ruleset's monsters do not come this
 * way. */
static size_t add_inhabitants(html_chart *chart, bool tracks, html_kinds *kinds)
{
    const html_side *side = &chart->report->sides[chart->side];
    text_inhabitants *of = base_new(chart->arena, text_inhabitants);
    if (is_tracked(side) != tracks)
        return 0;
    if (text_inhabitants_find(chart->arena, side->design, chart->report->options.seed, of, NULL) !=
        WYRM_OK)
        return 0;
    *kinds = html_new_kinds(chart->arena, (size_t)of->last, of->kinds);
    memcpy(kinds->cells, of->shares, kinds->rows * kinds->kinds * sizeof *kinds->cells);
    for (size_t k = 0; k < of->kinds; k++)
        kinds->titles[k] = text_inhabitants_title(of, k);
    return html_add_kinds(chart, kinds, COLOURS, "monster", "share of the monsters");
}

static void fill_monster_levels(html_chart *chart)
{
    html_kinds of;
    if (add_inhabitants(chart, true, &of) == 0)
        return;
    /* Kinds are gaps to the tracker here: 1 is its level, 2 to 4 are 1 to 3 levels below. */
    const wyrm_estimate *last = &of.cells[(of.rows - 1) * of.kinds];
    double below = last[2].value + last[3].value + last[4].value;
    html_caption(chart,
                 "Exact: the levels of monsters beside that of the difficulty tracker. At %zu of "
                 "it %.1f %% of monsters have its level and %.1f %% are 1 to 3 below; at its first "
                 "levels there is no room below.",
                 of.rows, 100.0 * last[1].value, 100.0 * below);
}

static void fill_monsters(html_chart *chart)
{
    html_kinds of;
    const bool floors = wyrm_encounter_fills_floors(
        wyrm_design_encounter(chart->report->sides[chart->side].design));
    if (floors)
        html_axes(chart, "depth", "", "monsters of a floor", "share");
    size_t present = add_inhabitants(chart, false, &of);
    if (present == 0)
        return;
    html_caption(chart, "%s: %zu of %zu monsters of the ruleset come %s. %s",
                 floors ? "As whole floors are filled"
                        : "As the tables of depths draw them, less what budgets keep out",
                 present, of.kinds, floors ? "in this way" : "in ordinary rooms",
                 chart->kind == HTML_STACKED
                     ? "A colour that fills a column is a depth without variety."
                     : "A square is how much of a depth's monsters one is; where there is none it "
                       "does not come.");
}

static void monsters_command(html_chart *chart, size_t side)
{
    html_side_command(chart, side, "curve", " --monsters --seed %llu",
                      (unsigned long long)chart->report->options.seed);
}

#define KINDS_FLAGS (HTML_EACH_SIDE | HTML_WHOLE_X | HTML_FROM_ZERO | HTML_TO_ONE)

/* clang-format off */
const html_chart_row html_dungeon_rows[] = {
    {"difficulty", "Does the player keep up with the difficulty?", HTML_LINES, HTML_WHOLE_X,
     {"depth", "", "level", ""}, fill_tracker, .lines = {
        {"difficulty tracker", HTML_OF_MAPS, offsetof(wyrm_depth_figures, tracker)},
        {"monsters", HTML_RATIO_MAPS, offsetof(wyrm_depth_figures, monster_level)}},
     .needs = WYRM_SYSTEMS_OF_A_GAME},
    {"difficulty", "How hard is a depth for the player it is meant for?", HTML_LINES,
     HTML_WHOLE_X | HTML_FROM_ZERO, {"depth", "", "by one normal room", "share"}, fill_attrition,
     .command = html_curve_command, .lines = {
        {"hit points it takes", HTML_OF_ATTRITION, offsetof(wyrm_attrition_depth, lost)},
        {"chance that it kills", HTML_OF_ATTRITION, offsetof(wyrm_attrition_depth, death)}},
     .needs = WYRM_SYSTEMS_OF_A_FLOOR},
    {"filling", "How full is a map?", HTML_LINES, HTML_WHOLE_X | HTML_FROM_ZERO,
     {"depth", "", "on a map", ""}, fill_filling, .command = html_curve_command, .lines = {
        {"rooms", HTML_OF_MAPS, offsetof(wyrm_depth_figures, rooms)},
        {"monsters", HTML_OF_MAPS, offsetof(wyrm_depth_figures, monsters)},
        {"items", HTML_OF_MAPS, offsetof(wyrm_depth_figures, items)}},
     .needs = WYRM_SYSTEMS_OF_A_FLOOR},
    {"ends", "Where does the dungeon end?", HTML_COLUMNS, HTML_WHOLE_X | HTML_FROM_ZERO,
     {"final depth", "", "dungeons", "share"}, fill_ends, .command = html_curve_command,
     .needs = WYRM_SYSTEMS_OF_A_FLOOR},
    {"experience", "How much experience is there to win?", HTML_LINES,
     HTML_WHOLE_X | HTML_FROM_ZERO, {"depth", "", "experience of a map's monsters", "points"},
     fill_experience, .command = html_curve_command, .lines = {
        {"all monsters of a map", HTML_OF_MAPS, offsetof(wyrm_depth_figures, experience)}},
     .needs = WYRM_SYSTEMS_OF_A_FLOOR},
    {"level-cost", "What does the next level cost?", HTML_LINES, HTML_WHOLE_X | HTML_FROM_ZERO,
     {"level", "", "experience to the next", "points"}, fill_costs, .command = levels_command,
     .needs = WYRM_SYSTEM_GROWTH},
    {"growth", "What is a level worth?", HTML_LINES, HTML_WHOLE_X,
     {"level", "", "times that of level 1", ""}, fill_worth, .command = levels_command,
     .needs = WYRM_SYSTEM_GROWTH},
    {"monster-levels", "How close do monsters come to the tracker?", HTML_STACKED, KINDS_FLAGS,
     {"level of the tracker", "", "monsters", "share"}, fill_monster_levels,
     .command = monsters_command, .needs = WYRM_SYSTEM_ENCOUNTER},
    {"monsters", "Who lives where?", HTML_STACKED, KINDS_FLAGS,
     {"depth", "", "monsters of a normal room", "share"}, fill_monsters,
     .command = monsters_command, .needs = WYRM_SYSTEM_ENCOUNTER | WYRM_SYSTEM_MAP},
    {.id = NULL},
};
/* clang-format on */
