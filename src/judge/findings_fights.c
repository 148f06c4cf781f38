/* Findings in fights of equals: lost, harmless, dragging or endless ones. */
#include "judge/findings.h"

#include <math.h>
#include <stdio.h>

/* Levels of equals that fight: up to the highest monster of the survey, and no more than this. */
#define LEVELS    60

#define LOST      0.5   /* chance to win below which a fight of equals is lost */
#define HARMLESS  0.999 /* share of hit points left above which a monster does no harm */
#define DRAGGING  100.0 /* mean turns above which a fight drags on */
#define UNDECIDED 1e-9  /* share of fights not over by the turn limit */

typedef struct duel_fight {
    wyrm_combatant player, monster;
    wyrm_duel duel;
} duel_fight;

static bool is_endless(const duel_fight *fight)
{
    return fight->duel.endless || fight->duel.p_unfinished > UNDECIDED;
}

static bool is_lost(const duel_fight *fight)
{
    return !is_endless(fight) && fight->duel.p_win < LOST;
}

static bool is_harmless(const duel_fight *fight)
{
    return !is_endless(fight) && fight->duel.hp_left_mean > HARMLESS * (double)fight->player.max_hp;
}

static bool is_dragging(const duel_fight *fight)
{
    return !is_endless(fight) && fight->duel.turns_mean > DRAGGING;
}

static double unfinished_percent(const duel_fight *fight)
{
    return 100 * fight->duel.p_unfinished;
}

static double win_percent(const duel_fight *fight)
{
    return 100 * fight->duel.p_win;
}

static double left_percent(const duel_fight *fight)
{
    return 100 * fight->duel.hp_left_mean / (double)fight->player.max_hp;
}

static double turns(const duel_fight *fight)
{
    return fight->duel.turns_mean;
}

/* What can be wrong with a fight. */
static const struct {
    bool (*is)(const duel_fight *fight);
    const char *sentence; /* "the player ..." */
    double (*evidence)(const duel_fight *fight);
    const char *unit;
} troubles[] = {
    {is_endless, "may never come to an end", unfinished_percent,
     "% of fights are not over at the turn limit"},
    {is_lost, "is lost more often than won", win_percent, "% won"},
    {is_harmless, "costs the player nothing", left_percent, "% of hit points left"},
    {is_dragging, "drags on", turns, "turns on average"},
};

enum { TROUBLES = sizeof troubles / sizeof troubles[0] };

/* Reads the fighters and fights. A side that cannot be read, or has no hit points, is no fight. */
static wyrm_status fight_out(const judge_work *judging, const char *player, const char *monster,
                             duel_fight *out, bool *fought, wyrm_error *error)
{
    const wyrm_roster *roster = wyrm_design_roster(judging->design);
    *fought = false;
    if (wyrm_roster_combatant(roster, player, &out->player, NULL) != WYRM_OK ||
        wyrm_roster_combatant(roster, monster, &out->monster, NULL) != WYRM_OK ||
        out->player.hp < 1 || out->monster.hp < 1)
        return WYRM_OK;
    wyrm_status status = wyrm_design_duel(judging->design, &out->player, &out->monster,
                                          WYRM_SUBJECT_FIRST, &out->duel, NULL, error);
    *fought = status == WYRM_OK;
    return status;
}

/* The player with gear of the level where the ruleset has such gear. */
static void describe_player(const judge_work *judging, int32_t level, char *text, size_t size)
{
    const wyrm_roster *roster = wyrm_design_roster(judging->design);
    wyrm_combatant ignored;
    snprintf(text, size, "player@%d,weapon=%d,armor=%d", (int)level, (int)level, (int)level);
    if (wyrm_roster_combatant(roster, text, &ignored, NULL) != WYRM_OK)
        snprintf(text, size, "player@%d", (int)level);
}

/* Whether a monster can hurt at all: a combatant as a player of its level meets it. */
static bool can_hurt(const judge_work *judging, const wyrm_combatant *player,
                     const wyrm_combatant *monster)
{
    wyrm_pmf *damage;
    if (wyrm_design_hit(judging->design, monster, player, &damage, NULL) != WYRM_OK)
        return false;
    bool hurts = wyrm_pmf_last(damage) > 0;
    wyrm_pmf_free(damage);
    return hurts;
}

static bool any_monster_hurts(const judge_work *judging, const wyrm_combatant *player,
                              int32_t level)
{
    const wyrm_roster *roster = wyrm_design_roster(judging->design);
    for (size_t m = 0; m < wyrm_roster_count(roster); m++) {
        wyrm_combatant monster;
        wyrm_roster_spawn(roster, m, level, WYRM_VARIANT_NONE, &monster);
        if (can_hurt(judging, player, &monster))
            return true;
    }
    return false;
}

/* The monster of a level is no monster of the ruleset where what hurts stands in the records of
 * those: then it never hurts, and some of them do. */
static bool is_stand_in(const judge_work *judging, int32_t highest)
{
    bool others = false;
    for (int32_t level = 1; level <= highest; level++) {
        char text[80], name[32];
        wyrm_combatant player, monster;
        describe_player(judging, level, text, sizeof text);
        snprintf(name, sizeof name, "monster@%d", (int)level);
        const wyrm_roster *roster = wyrm_design_roster(judging->design);
        if (wyrm_roster_combatant(roster, text, &player, NULL) != WYRM_OK ||
            wyrm_roster_combatant(roster, name, &monster, NULL) != WYRM_OK)
            continue;
        if (can_hurt(judging, &player, &monster))
            return false;
        others = others || any_monster_hurts(judging, &player, level);
    }
    return others;
}

/* Levels at which a trouble was met, and what was seen at the first of them. */
typedef struct troubled {
    int32_t levels[LEVELS];
    size_t count;
    double evidence;
} troubled;

static wyrm_status fight_levels(const judge_work *judging, int32_t last, const char *kind,
                                judge_findings *findings, wyrm_error *error)
{
    troubled met[TROUBLES] = {0};
    for (int32_t level = 1; level <= last; level++) {
        char player[80], monster[32];
        duel_fight fight;
        bool fought;
        describe_player(judging, level, player, sizeof player);
        snprintf(monster, sizeof monster, "monster@%d", (int)level);
        wyrm_status status = fight_out(judging, player, monster, &fight, &fought, error);
        if (status != WYRM_OK)
            return status;
        for (int i = 0; fought && i < TROUBLES; i++) {
            if (!troubles[i].is(&fight))
                continue;
            if (met[i].count == 0)
                met[i].evidence = troubles[i].evidence(&fight);
            met[i].levels[met[i].count++] = level;
        }
    }
    wyrm_status status = WYRM_OK;
    for (int i = 0; status == WYRM_OK && i < TROUBLES; i++) {
        if (met[i].count == 0)
            continue;
        char levels[100], where[96];
        wyrm_judge_list_numbers(met[i].levels, met[i].count, levels, sizeof levels);
        describe_player(judging, met[i].levels[0], where, sizeof where);
        status =
            wyrm_judge_findings_add(findings, kind, where, error,
                                    "a fight with a monster of the own level %s at level%s %s: "
                                    "%.4g %s at level %d",
                                    troubles[i].sentence, met[i].count > 1 ? "s" : "", levels,
                                    met[i].evidence, troubles[i].unit, (int)met[i].levels[0]);
    }
    return status;
}

/* The first depth at which a monster is drawn in ordinary rooms; 0: none. */
static int32_t first_depth(const judge_work *judging, size_t monster)
{
    const wyrm_encounter *encounter = wyrm_design_encounter(judging->design);
    int32_t last = wyrm_encounter_last_depth(encounter);
    for (int32_t depth = 1; depth <= last && depth <= WYRM_DESCENT_DEPTH_MAX; depth++) {
        wyrm_pmf *kinds;
        if (wyrm_encounter_monster_kinds(encounter, depth, &kinds, NULL) != WYRM_OK)
            continue;
        bool is_drawn = wyrm_pmf_at(kinds, (int64_t)monster) > 0;
        wyrm_pmf_free(kinds);
        if (is_drawn)
            return depth;
    }
    return 0;
}

/* A monster of ordinary rooms as it is where it first comes, against the player of that depth.
 * Those that never come there have no equals: bosses are meant to be more. */
static wyrm_status fight_at_first(const judge_work *judging, size_t index, const char *kind,
                                  judge_findings *findings, wyrm_error *error)
{
    const wyrm_roster *roster = wyrm_design_roster(judging->design);
    const wyrm_monster *monster = wyrm_roster_monster(roster, index);
    int32_t depth = first_depth(judging, index);
    wyrm_reference reference;
    duel_fight fight;
    bool fought;
    if (depth == 0 || wyrm_design_reference(judging->design, depth, &reference, NULL) != WYRM_OK)
        return WYRM_OK;
    char text[96], where[96];
    snprintf(text, sizeof text, "%s@%d", monster->name, (int)depth);
    snprintf(where, sizeof where, "monsters.%s", monster->name);
    wyrm_status status = fight_out(judging, reference.text, text, &fight, &fought, error);
    for (int i = 0; status == WYRM_OK && fought && i < TROUBLES; i++)
        if (troubles[i].is(&fight))
            status = wyrm_judge_findings_add(
                findings, kind, where, error,
                "a fight of the player of depth %d, where it first comes, "
                "with it %s: %.4g %s (%s)",
                (int)depth, troubles[i].sentence, troubles[i].evidence(&fight), troubles[i].unit,
                reference.text);
    return status;
}

static wyrm_status fight_roster(const judge_work *judging, const char *kind,
                                judge_findings *findings, wyrm_error *error)
{
    const wyrm_roster *roster = wyrm_design_roster(judging->design);
    wyrm_status status = WYRM_OK;
    for (size_t m = 0; status == WYRM_OK && m < wyrm_roster_count(roster); m++)
        status = fight_at_first(judging, m, kind, findings, error);
    return status;
}

wyrm_status wyrm_judge_look_fights(judge_work *judging, const char *kind, judge_findings *findings,
                                   wyrm_error *error)
{
    const wyrm_growth *growth = wyrm_design_growth(judging->design);
    if (wyrm_growth_curve(growth, WYRM_ROLE_PLAYER, "max_hp") < 0 ||
        wyrm_growth_curve(growth, WYRM_ROLE_MONSTER, "max_hp") < 0)
        return fight_roster(judging, kind, findings, error);
    const judge_survey *survey;
    wyrm_status status = wyrm_judging_survey(judging, &survey, error);
    if (status != WYRM_OK)
        return status;
    int32_t highest = survey->highest_level < LEVELS ? survey->highest_level : LEVELS;
    if (is_stand_in(judging, highest))
        return fight_roster(judging, kind, findings, error);
    return fight_levels(judging, highest, kind, findings, error);
}
