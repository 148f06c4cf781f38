/* Difficulty by depth: the tracker beside the player, or what rooms take where it is a table. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "dossier/draw.h"
#include "report/report.h"

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
        wyrm_add_depths(side->descents, picture,
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
    const wyrm_tolls *first = &dossier->sides[0].tolls;
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
        const wyrm_tolls *tolls = &dossier->sides[s].tolls;
        wyrm_series *lost = wyrm_dossier_series(dossier, picture, s, "hit points it takes");
        wyrm_series *death = wyrm_dossier_series(dossier, picture, s, "chance that it kills");
        for (size_t i = 0; i < tolls->count; i++) {
            const wyrm_toll *toll = &tolls->list[i];
            wyrm_mark_estimate(picture, lost, toll->depth, &toll->lost);
            wyrm_mark_estimate(picture, death, toll->depth, &toll->death);
        }
    }
    wyrm_estimate takes[WYRM_TOLLS_MAX], kills[WYRM_TOLLS_MAX];
    int32_t depths[WYRM_TOLLS_MAX];
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
    else
        wyrm_picture_caption(picture,
                             "A room takes most at %s: %s of the hit points of %.120s. It kills "
                             "most often at %s: %s. %s",
                             lost.where, lost.value, player, death.where, death.value, rest);
    wyrm_curve_command(dossier, picture);
}

void wyrm_draw_difficulty(wyrm_dossier *dossier)
{
    if (wyrm_encounter_tracks(wyrm_design_encounter(dossier->sides[0].design)))
        draw_tracker(dossier);
    else
        draw_tolls(dossier);
}
