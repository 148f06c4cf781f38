/* Pictures of the dungeon: how hard it is, what lies there before anyone comes, what there is to
 * win. */
#include "html/internal.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "text/internal.h"

/* Pictures of what lies there before anyone comes: maps, where they end, who lives where. */

#define KINDS 7 /* of monsters that can have a colour of their own */

/* The moments at an offset of such depths: figures of maps, whoever plays. */
static void add_depths(const wyrm_descents *descents, wyrm_picture *picture, wyrm_series *series,
                       size_t offset)
{
    for (int32_t i = 0; i < descents->depth_count && wyrm_is_common(descents, i); i++) {
        const wyrm_estimate mean = wyrm_curve_estimate(&descents->depths[i], offset);
        wyrm_mark_estimate(picture, series, descents->depths[i].depth, &mean);
    }
}

/* ---------------------------------------------------------------- maps */

static void draw_filling(wyrm_dossier *dossier)
{
    static const struct {
        const char *name;
        size_t offset;
    } things[] = {
        {"rooms", offsetof(wyrm_depth_figures, rooms)},
        {"monsters", offsetof(wyrm_depth_figures, monsters)},
        {"items", offsetof(wyrm_depth_figures, items)},
    };
    wyrm_picture *picture =
        wyrm_dossier_picture(dossier, WYRM_PICTURE_LINES, "filling", "How full is a map?");
    if (picture == NULL)
        return;
    wyrm_picture_axes(picture, "depth", "", "on a map", "");
    picture->x.whole = true;
    picture->y.least = 0.0;
    for (size_t s = 0; s < dossier->side_count; s++)
        for (size_t t = 0; t < sizeof things / sizeof *things; t++)
            add_depths(dossier->sides[s].descents, picture,
                       wyrm_dossier_series(dossier, picture, s, things[t].name), things[t].offset);
    const wyrm_depth_figures *depths = dossier->sides[0].descents->depths;
    int32_t last = 0;
    wyrm_figure figures[4];
    while (last + 1 < dossier->sides[0].descents->depth_count &&
           wyrm_is_common(dossier->sides[0].descents, last + 1))
        last++;
    wyrm_picture_caption(picture,
                         "Before anyone comes: %s monsters and %s items on a map of depth 1, "
                         "%s and %s at depth %d.",
                         wyrm_figure_mean(WYRM_CAPTIONS, &depths[0].monsters, &figures[0]),
                         wyrm_figure_mean(WYRM_CAPTIONS, &depths[0].items, &figures[1]),
                         wyrm_figure_mean(WYRM_CAPTIONS, &depths[last].monsters, &figures[2]),
                         wyrm_figure_mean(WYRM_CAPTIONS, &depths[last].items, &figures[3]),
                         (int)depths[last].depth);
    wyrm_curve_command(dossier, picture);
}

/* Where it ends, if that is left to chance. */
static void draw_ends(wyrm_dossier *dossier)
{
    const wyrm_descents *first = dossier->sides[0].descents;
    if (first->final_depth.count == 0 || !(first->final_depth.max > first->final_depth.min))
        return;
    wyrm_picture *picture =
        wyrm_dossier_picture(dossier, WYRM_PICTURE_COLUMNS, "ends", "Where does the dungeon end?");
    wyrm_figure mean;
    if (picture == NULL)
        return;
    wyrm_picture_axes(picture, "final depth", "", "dungeons", "share");
    picture->x.whole = true;
    picture->y.least = 0.0;
    for (size_t s = 0; s < dossier->side_count; s++) {
        const wyrm_descents *descents = dossier->sides[s].descents;
        wyrm_series *series = wyrm_dossier_series(dossier, picture, s, "final maps");
        for (int depth = 1; depth <= WYRM_DESCENT_DEPTH_MAX; depth++)
            if (descents->final_counts[depth] > 0)
                wyrm_picture_mark_ci(
                    picture, series, depth,
                    (double)descents->final_counts[depth] / (double)descents->runs,
                    wyrm_share_interval(descents->final_counts[depth], descents->runs, 0.95));
    }
    wyrm_picture_caption(picture,
                         "The final map is at depth %s on average, at %.0f to %.0f in all "
                         "dungeons that were sampled.",
                         wyrm_figure_mean(WYRM_CAPTIONS, &first->final_depth, &mean),
                         first->final_depth.min, first->final_depth.max);
    wyrm_curve_command(dossier, picture);
}

/* ---------------------------------------------------------------- who lives where */

/* A colour each. */
static void fill_columns(const wyrm_inhabitants *of, wyrm_picture *picture)
{
    wyrm_picture_axes(picture, of->tracks ? "level of the tracker" : "depth", "",
                      of->tracks ? "monsters" : "monsters of a normal room", "share");
    picture->x.whole = true;
    picture->y.least = 0.0;
    picture->y.greatest = 1.0;
    for (size_t k = 0; k < of->kinds; k++) {
        if (!wyrm_inhabitants_come(of, k))
            continue;
        wyrm_series *series = wyrm_picture_series(picture, wyrm_inhabitants_title(of, k));
        for (int32_t depth = 1; depth <= of->last; depth++)
            wyrm_mark_estimate(picture, series, depth, wyrm_inhabitants_at(of, depth, k));
    }
}

static wyrm_estimate share_of(const void *of, size_t depth, size_t kind)
{
    return *wyrm_inhabitants_at(of, (int32_t)depth, kind);
}

static const char *title_of(const void *of, size_t kind)
{
    return wyrm_inhabitants_title(of, kind);
}

/* A column each, where there are more than colours; squares where one comes. */
static void fill_squares(const wyrm_inhabitants *of, wyrm_picture *picture)
{
    const wyrm_squares squares = {of, (size_t)of->last, of->kinds, share_of, title_of};
    wyrm_picture_axes(picture, "monster", "", "depth", "");
    snprintf(picture->value_unit, sizeof picture->value_unit, "share");
    picture->y.whole = true;
    wyrm_add_squares(picture, "share of the monsters", &squares);
}

static void caption_kinds(const wyrm_inhabitants *of, size_t present, bool columns,
                          wyrm_picture *picture)
{
    if (!of->tracks) {
        wyrm_picture_caption(
            picture,
            "As the tables of depths draw them, less what budgets keep out: %zu of %zu monsters of "
            "the ruleset come in ordinary rooms. %s",
            present, of->kinds,
            columns ? "A colour that fills a column is a depth without variety."
                    : "A square is how much of a depth's monsters one is; where there is none it "
                      "does not come.");
        return;
    }
    /* The kinds are gaps to the tracker here: above it, at its level, 1 to 3 below. */
    double level = wyrm_inhabitants_at(of, of->last, 1)->value, below = 0.0;
    for (size_t k = 2; k <= 4; k++)
        below += wyrm_inhabitants_at(of, of->last, k)->value;
    wyrm_picture_caption(
        picture,
        "Exact: the levels of monsters beside that of the difficulty tracker. At %d of it "
        "%.1f %% of monsters have its level and %.1f %% are 1 to 3 below; at its first levels "
        "there is no room below.",
        (int)of->last, 100.0 * level, 100.0 * below);
}

static void draw_kinds(wyrm_dossier *dossier, size_t side)
{
    wyrm_inhabitants of;
    wyrm_status status =
        wyrm_inhabitants_find(dossier->sides[side].design, dossier->options.seed, &of, NULL);
    size_t present = 0;
    for (size_t k = 0; k < of.kinds && status == WYRM_OK; k++)
        present += wyrm_inhabitants_come(&of, k);
    bool columns = present <= KINDS;
    wyrm_picture *picture =
        present > 0
            ? wyrm_side_picture(dossier, side, columns ? WYRM_PICTURE_STACKED : WYRM_PICTURE_HEAT,
                                of.tracks ? "monster-levels" : "monsters",
                                of.tracks ? "How close do monsters come to the tracker?"
                                          : "Who lives where?")
            : NULL;
    if (picture != NULL) {
        (columns ? fill_columns : fill_squares)(&of, picture);
        caption_kinds(&of, present, columns, picture);
        wyrm_dossier_command(picture, &dossier->sides[side], "curve", " --monsters --seed %llu",
                             (unsigned long long)dossier->options.seed);
    }
    wyrm_inhabitants_release(&of);
}

static void draw_inhabitants_all(wyrm_dossier *dossier)
{
    for (size_t s = 0; s < dossier->side_count; s++)
        draw_kinds(dossier, s);
}

/* Difficulty by depth: the tracker beside the player, or what rooms take where it is a table. */

#define GEAR_LEVELS 80 /* of gear that a power is looked up among */

/* ---------------------------------------------------------------- a tracker */

/* The hit of a player with a weapon of a level on the same player without; NAN where there is
 * none. */
static double power_of(const wyrm_design *design, int32_t level, int32_t weapon)
{
    char armed[64], bare[32];
    wyrm_combatant attacker, defender;
    wyrm_pmf *damage = NULL;
    const wyrm_matchup matchup = {
        .attacker = &attacker, .defender = &defender, .attack = WYRM_ATTACK_MELEE, .distance = 1.0};
    snprintf(armed, sizeof armed, "player@%d,weapon=%d", (int)level, (int)weapon);
    snprintf(bare, sizeof bare, "player@%d", (int)level);
    if (!wyrm_read_fighter(design, armed, &attacker) ||
        !wyrm_read_fighter(design, bare, &defender) ||
        wyrm_combat_hit(wyrm_design_combat(design), &matchup, &damage, NULL) != WYRM_OK)
        return NAN;
    double mean = wyrm_pmf_mean(damage);
    wyrm_pmf_free(damage);
    return mean;
}

/* The level of the weapon that gives a player of a level this much power, between two whole levels
 * as far as the power is; NAN where no weapon does. */
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

static void add_player(const wyrm_dossier *dossier, size_t side, wyrm_picture *picture)
{
    const wyrm_dossier_side *of = &dossier->sides[side];
    const wyrm_dossier_bot *bot = wyrm_dossier_usual(of);
    char name[64];
    snprintf(name, sizeof name, "%.32s", bot->name);
    wyrm_add_by_depth(picture, wyrm_dossier_series(dossier, picture, side, name), bot->summary,
                      offsetof(wyrm_sim_depth, level));
    snprintf(name, sizeof name, "weapon of the %.32s", bot->name);
    wyrm_series *gear = wyrm_dossier_series(dossier, picture, side, name);
    for (size_t i = 0; i < wyrm_depths_drawn(bot->summary); i++) {
        const wyrm_sim_depth *depth = &bot->summary->depths[i];
        double level = depth->gear_attack.count >= WYRM_RARE_RUNS
                           ? weapon_level(of->design, depth->level.mean, depth->gear_attack.mean)
                           : (double)NAN;
        if (!isnan(level))
            wyrm_picture_mark(picture, gear, depth->depth, level);
    }
}

/* How far the player is behind the monsters at the last depth where both are known. */
static void caption_tracker(const wyrm_dossier *dossier, wyrm_picture *picture)
{
    const wyrm_dossier_side *side = &dossier->sides[0];
    const wyrm_dossier_bot *bot = wyrm_dossier_usual(side);
    const wyrm_sim_depth *last = NULL;
    for (size_t i = 0; i < wyrm_depths_drawn(bot->summary); i++)
        if (bot->summary->depths[i].level.count >= WYRM_RARE_RUNS)
            last = &bot->summary->depths[i];
    const char *rest = "its line is that of survivors, who did well. The weapon's level is the one "
                       "that would give its power.";
    if (last == NULL || last->depth > side->descents->depth_count)
        return;
    const wyrm_estimate tracker = wyrm_curve_estimate(&side->descents->depths[last->depth - 1],
                                                      offsetof(wyrm_depth_figures, tracker));
    wyrm_figure stands, level;
    wyrm_picture_caption(picture,
                         "The tracker rises as if every monster were killed. At depth %d it "
                         "stands at %s and the %s at level %s; %s",
                         (int)last->depth, wyrm_figure_estimate(WYRM_CAPTIONS, &tracker, &stands),
                         bot->name, wyrm_figure_mean(WYRM_CAPTIONS, &last->level, &level), rest);
}

static void add_monster_levels(const wyrm_descents *descents, wyrm_picture *picture,
                               wyrm_series *series)
{
    for (int32_t i = 0; i < descents->depth_count && wyrm_is_common(descents, i); i++) {
        const wyrm_estimate level = wyrm_estimate_ratio(&descents->depths[i].monster_level);
        wyrm_mark_estimate(picture, series, descents->depths[i].depth, &level);
    }
}

static void draw_tracker(wyrm_dossier *dossier)
{
    wyrm_picture *picture = wyrm_dossier_picture(dossier, WYRM_PICTURE_LINES, "difficulty",
                                                 "Does the player keep up with the difficulty?");
    if (picture == NULL)
        return;
    wyrm_picture_axes(picture, "depth", "", "level", "");
    picture->x.whole = true;
    for (size_t s = 0; s < dossier->side_count; s++) {
        const wyrm_dossier_side *side = &dossier->sides[s];
        if (!wyrm_encounter_tracks(wyrm_design_encounter(side->design)))
            continue;
        add_depths(side->descents, picture,
                   wyrm_dossier_series(dossier, picture, s, "difficulty tracker"),
                   offsetof(wyrm_depth_figures, tracker));
        add_monster_levels(side->descents, picture,
                           wyrm_dossier_series(dossier, picture, s, "monsters"));
        add_player(dossier, s, picture);
    }
    caption_tracker(dossier, picture);
    wyrm_curve_command(dossier, picture);
    for (size_t s = 0; s < dossier->side_count; s++)
        wyrm_dossier_runs_command(dossier, picture, s, wyrm_dossier_usual(&dossier->sides[s]));
}

/* ---------------------------------------------------------------- tables */

static void draw_tolls(wyrm_dossier *dossier)
{
    const wyrm_attrition *first = &dossier->sides[0].tolls;
    wyrm_picture *picture =
        first->count > 0
            ? wyrm_dossier_picture(dossier, WYRM_PICTURE_LINES, "difficulty",
                                   "How hard is a depth for the player it is meant for?")
            : NULL;
    if (picture == NULL)
        return;
    wyrm_picture_axes(picture, "depth", "", "by one normal room", "share");
    picture->x.whole = true;
    picture->y.least = 0.0;
    for (size_t s = 0; s < dossier->side_count; s++) {
        const wyrm_attrition *tolls = &dossier->sides[s].tolls;
        wyrm_series *lost = wyrm_dossier_series(dossier, picture, s, "hit points it takes");
        wyrm_series *death = wyrm_dossier_series(dossier, picture, s, "chance that it kills");
        for (size_t i = 0; i < tolls->count; i++) {
            const wyrm_attrition_depth *toll = &tolls->list[i];
            wyrm_mark_estimate(picture, lost, toll->depth, &toll->lost);
            wyrm_mark_estimate(picture, death, toll->depth, &toll->death);
        }
    }
    wyrm_estimate takes[WYRM_ATTRITION_MAX], kills[WYRM_ATTRITION_MAX];
    int32_t depths[WYRM_ATTRITION_MAX];
    for (size_t i = 0; i < first->count; i++) {
        takes[i] = first->list[i].lost;
        kills[i] = first->list[i].death;
        depths[i] = first->list[i].depth;
    }
    const wyrm_greatest lost = wyrm_greatest_depth(takes, depths, first->count, true);
    const wyrm_greatest death = wyrm_greatest_depth(kills, depths, first->count, true);
    const char *player = first->list[lost.first].player;
    const char *rest = takes[lost.first].sampled
                           ? "Means of generated rooms, entered with all hit points, monsters one "
                             "after another."
                           : "Exact; entered with all hit points, monsters one after another.";
    if (lost.count == 0 || !(takes[lost.first].value > 0.0))
        wyrm_picture_caption(picture,
                             "No room of any depth takes a hit point from the player that it is "
                             "meant for.");
    else if (strcmp(lost.where, death.where) == 0)
        wyrm_picture_caption(picture,
                             "Hardest: %s. A room takes %s of the hit points of %.120s and kills "
                             "in %s of cases. %s",
                             lost.where, lost.value, player, death.value, rest);
    else if (death.count == 0)
        wyrm_picture_caption(picture,
                             "A room takes most at %s: %s of the hit points of %.120s. None kills. "
                             "%s",
                             lost.where, lost.value, player, rest);
    else
        wyrm_picture_caption(picture,
                             "A room takes most at %s: %s of the hit points of %.120s. It kills "
                             "most often at %s: %s. %s",
                             lost.where, lost.value, player, death.where, death.value, rest);
    wyrm_curve_command(dossier, picture);
}

static void draw_difficulty_all(wyrm_dossier *dossier)
{
    if (wyrm_encounter_tracks(wyrm_design_encounter(dossier->sides[0].design)))
        draw_tracker(dossier);
    else
        draw_tolls(dossier);
}

#define COST_LEVELS 30   /* of which the cost is drawn */
#define ALIKE       1.03 /* times: what nobody can tell apart */

void wyrm_add_levels_of_all(const wyrm_dossier_side *side, wyrm_picture *picture,
                            wyrm_series *series)
{
    const wyrm_growth *growth = wyrm_design_growth(side->design);
    wyrm_experience experience = wyrm_growth_start(growth);
    for (int32_t i = 0; i < side->descents->depth_count && wyrm_is_common(side->descents, i); i++) {
        wyrm_growth_award(growth, &experience,
                          (uint64_t)llround(side->descents->depths[i].experience.mean));
        wyrm_picture_mark(picture, series, side->descents->depths[i].depth,
                          wyrm_experience_level(&experience));
    }
}

static void draw_experience(wyrm_dossier *dossier)
{
    wyrm_picture *picture = wyrm_dossier_picture(dossier, WYRM_PICTURE_LINES, "experience",
                                                 "How much experience is there to win?");
    if (picture == NULL)
        return;
    wyrm_picture_axes(picture, "depth", "", "experience of a map's monsters", "points");
    picture->x.whole = true;
    picture->y.least = 0.0;
    for (size_t s = 0; s < dossier->side_count; s++)
        add_depths(dossier->sides[s].descents, picture,
                   wyrm_dossier_series(dossier, picture, s, "all monsters of a map"),
                   offsetof(wyrm_depth_figures, experience));
    const wyrm_descents *descents = dossier->sides[0].descents;
    int32_t last = 0;
    wyrm_figure one, other;
    while (last + 1 < descents->depth_count && wyrm_is_common(descents, last + 1))
        last++;
    if (!(descents->depths[0].experience.mean > 0.0 ||
          descents->depths[last].experience.mean > 0.0))
        wyrm_picture_caption(picture, "None: killing brings no experience.");
    else
        wyrm_picture_caption(
            picture,
            "What killing everything on a map brings: %s points at depth 1, %s at "
            "depth %d. Who skips monsters gets less.",
            wyrm_figure_mean(WYRM_CAPTIONS, &descents->depths[0].experience, &one),
            wyrm_figure_mean(WYRM_CAPTIONS, &descents->depths[last].experience, &other),
            (int)descents->depths[last].depth);
    wyrm_curve_command(dossier, picture);
}

static void draw_costs(wyrm_dossier *dossier)
{
    wyrm_picture *picture = wyrm_dossier_picture(dossier, WYRM_PICTURE_LINES, "level-cost",
                                                 "What does the next level cost?");
    if (picture == NULL)
        return;
    wyrm_picture_axes(picture, "level", "", "experience to the next", "points");
    picture->x.whole = true;
    picture->y.least = 0.0;
    for (size_t s = 0; s < dossier->side_count; s++) {
        const wyrm_growth *growth = wyrm_design_growth(dossier->sides[s].design);
        wyrm_series *series =
            wyrm_dossier_series(dossier, picture, s, "from this level to the next");
        for (int level = 1; level <= COST_LEVELS; level++)
            wyrm_picture_mark(picture, series, level,
                              (double)wyrm_growth_at_level(growth, level).next);
    }
    const wyrm_series *series = &picture->series[0];
    wyrm_picture_caption(
        picture, "Exact: %.0f points from level 1 to 2, %.0f from %d to %d: %.1f times as much.",
        series->marks[0].y, series->marks[COST_LEVELS - 1].y, COST_LEVELS, COST_LEVELS + 1,
        series->marks[COST_LEVELS - 1].y / series->marks[0].y);
    for (size_t s = 0; s < dossier->side_count; s++)
        wyrm_dossier_command(picture, &dossier->sides[s], "rules show", " --levels 1..%d",
                             COST_LEVELS);
}

/* ---------------------------------------------------------------- what a level is worth */

/* A quantity of a creature, as a multiple of what it is at level 1. */
typedef struct worth {
    const char *role; /* "player", "monster": as a combatant is written */
    int stat;         /* of the combat model; -1: hit points */
} worth;

/* The series of `picture` from `first` on with just these values; NULL where there is none. */
static wyrm_series *same_line(wyrm_picture *picture, size_t first, const double values[COST_LEVELS])
{
    for (size_t s = first; s < picture->series_count; s++) {
        const wyrm_series *series = &picture->series[s];
        size_t i = 0;
        while (i < series->count && i < COST_LEVELS && series->marks[i].y == values[i])
            i++;
        if (i == COST_LEVELS)
            return &picture->series[s];
    }
    return NULL;
}

/* A line, where the quantity changes with the level; what grows alike shares one. `first`: series
 * of the same side. */
static void add_worth(const wyrm_dossier *dossier, size_t side, const worth *of, const char *name,
                      size_t first, wyrm_picture *picture)
{
    const wyrm_design *design = dossier->sides[side].design;
    double values[COST_LEVELS];
    char words[80];
    for (int i = 0; i < COST_LEVELS; i++)
        if (!wyrm_level_worth(design, of->role, of->stat, i + 1, &values[i]))
            return;
    if (values[COST_LEVELS - 1] == 1.0 || picture->series_count + 1 >= WYRM_PICTURE_SERIES)
        return;
    wyrm_series *series = same_line(picture, first, values);
    if (series != NULL) {
        bool told = strstr(series->name, of->role) != NULL;
        size_t used = strlen(series->name);
        snprintf(words, sizeof words, told ? ", %.0s%.40s" : ", %s's %.40s", of->role, name);
        if (used + strlen(words) < sizeof series->name)
            memcpy(series->name + used, words, strlen(words) + 1);
        return;
    }
    snprintf(words, sizeof words, "%s's %.40s", of->role, name);
    series = wyrm_dossier_series(dossier, picture, side, words);
    for (int i = 0; i < COST_LEVELS; i++)
        wyrm_picture_mark(picture, series, i + 1, values[i]);
}

/* How many times level 1 a line stands at, at its end. */
static double end_of(const wyrm_series *series)
{
    return series->count > 0 ? series->marks[series->count - 1].y : (double)NAN;
}

/* What grows most, and what least. */
static void caption_worth(wyrm_picture *picture)
{
    const wyrm_series *most = &picture->series[0], *least = most;
    char rest[160] = "";
    for (size_t s = 1; s < picture->series_count; s++) {
        const wyrm_series *series = &picture->series[s];
        most = end_of(series) > end_of(most) ? series : most;
        least = end_of(series) < end_of(least) ? series : least;
    }
    if (picture->series_count == 0)
        return;
    if (end_of(most) < ALIKE * end_of(least)) {
        wyrm_picture_caption(picture,
                             "Exact, without gear. At level %d all that grows is at about %.1f "
                             "times what it is at level 1. What grows alike shares a line, what "
                             "does not change has none.",
                             COST_LEVELS, end_of(most));
        return;
    }
    if (least != most)
        snprintf(rest, sizeof rest, "; the %.95s: x %.1f", least->name, end_of(least));
    wyrm_picture_caption(picture,
                         "Exact, without gear. From level 1 to %d the %s: x %.1f%s. What grows "
                         "alike shares a line, what does not change has none.",
                         COST_LEVELS, most->name, end_of(most), rest);
}

static void draw_worth(wyrm_dossier *dossier)
{
    wyrm_picture *picture =
        wyrm_dossier_picture(dossier, WYRM_PICTURE_LINES, "growth", "What is a level worth?");
    if (picture == NULL)
        return;
    wyrm_picture_axes(picture, "level", "", "times that of level 1", "");
    picture->x.whole = true;
    for (size_t s = 0; s < dossier->side_count; s++) {
        const wyrm_design *design = dossier->sides[s].design;
        const wyrm_stat *stats = wyrm_combat_stats(wyrm_design_combat(design));
        size_t first = picture->series_count;
        for (int role = 0; role < (wyrm_has_levels(design) ? 2 : 1); role++) {
            worth of = {.role = role == 0 ? "player" : "monster", .stat = -1};
            add_worth(dossier, s, &of, "hit points", first, picture);
            for (of.stat = 0; stats[of.stat].name != NULL; of.stat++)
                add_worth(dossier, s, &of, stats[of.stat].name, first, picture);
        }
    }
    caption_worth(picture);
    for (size_t s = 0; s < dossier->side_count; s++) {
        const wyrm_dossier_side *side = &dossier->sides[s];
        wyrm_dossier_command(picture, side, "rules show", " --levels 1..%d", COST_LEVELS);
    }
}

static void draw_experience_all(wyrm_dossier *dossier)
{
    draw_experience(dossier);
    draw_costs(dossier);
    draw_worth(dossier);
}

void wyrm_draw_dungeon(wyrm_dossier *dossier)
{
    draw_difficulty_all(dossier);
    draw_filling(dossier);
    draw_ends(dossier);
    draw_experience_all(dossier);
    draw_inhabitants_all(dossier);
}
