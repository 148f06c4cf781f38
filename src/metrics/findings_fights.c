/* Findings in fights and in what levels bring.
 *
 * Fights are judged by what they cost: the share of the hit points that the player a depth is meant
 * for loses, by the exact duel. What costs less than a fiftieth costs next to nothing, as no floor
 * has fifty fights; nothing is said of how such fights compare. Where most monsters of a depth cost
 * less than that, the player cannot be hurt, and that is the finding: with what makes it so, which
 * is found by taking its armor, its weapon and its levels away in turn. */
#include "metrics/findings.h"

#include <wyrm/compare.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Up to so many monsters with one trouble are told one by one. */
#define FEW 3

/* ---- depths whose player is hardly hurt ---- */

/* What the monsters of a depth cost a player: on average, and how much of them, by their shares,
 * next to nothing. Both 0 where there are none, or where someone has no hit points. */
typedef struct depth_cost {
    double mean, cheap;
} depth_cost;

static depth_cost find_cost(judge_work *work, int32_t depth, const wyrm_combatant *player)
{
    const wyrm_roster *roster = wyrm_design_roster(work->design);
    const wyrm_rooms rooms = {.design = work->design, .depth = depth, .seed = 1};
    size_t kinds = wyrm_roster_count(roster);
    wyrm_estimate *shares = base_array(work->arena, wyrm_estimate, kinds);
    wyrm_error *error = &work->arena->error;
    depth_cost out = {0};
    wyrm_status status = wyrm_rooms_kinds(&rooms, shares, error);
    for (size_t m = 0; status == WYRM_OK && m < kinds; m++) {
        wyrm_combatant monster;
        double lost = 0, share = shares[m].value;
        if (!(share > 0))
            continue;
        wyrm_roster_spawn(roster, m, depth, WYRM_VARIANT_NONE, &monster);
        status = wyrm_fight_cost(work->design, player, &monster, &lost, NULL, error);
        out.mean += share * lost;
        out.cheap += lost < WYRM_CALIBRATION_FLOOR ? share : 0;
    }
    if (status != WYRM_ERROR_ARGUMENT) /* someone without hit points */
        base_must(work->arena, status);
    return out;
}

/* The player of a depth without its gear of a role (WYRM_ROLE_COUNT: with all of it), of its level
 * or of the first; false where that is the same. */
static bool undress(const wyrm_design *design, const wyrm_reference *reference, wyrm_role without,
                    bool novice, wyrm_combatant *out)
{
    const wyrm_roster *roster = wyrm_design_roster(design);
    bool changed = novice && reference->player.level > 1;
    *out = reference->outfit.bare;
    if (novice)
        wyrm_roster_start(roster, 1, out);
    for (size_t i = 0; i < reference->outfit.gear_count; i++) {
        const wyrm_gear *gear = &reference->outfit.gear[i];
        if (gear->role == without)
            changed = true;
        else if (gear->name == NULL)
            wyrm_growth_equip(wyrm_design_growth(design), gear->role, gear->level, out);
        else if (wyrm_roster_equip(roster, gear->role, gear->name, out, NULL) != WYRM_OK)
            return false;
    }
    return changed;
}

/* What makes most difference of those things that a player has. */
static void find_cause(judge_work *work, const wyrm_reference *reference, int32_t depth, char *text,
                       size_t size)
{
    static const struct {
        const char *words;
        wyrm_role without;
        bool novice;
    } causes[] = {{"without its armor", WYRM_ROLE_ARMOR, false},
                  {"without its weapon", WYRM_ROLE_WEAPON, false},
                  {"at level 1 with the same gear", WYRM_ROLE_COUNT, true}};
    double most = WYRM_CALIBRATION_FLOOR;
    snprintf(text, size,
             "neither its armor nor its weapon or level makes that so: the monsters "
             "are weak");
    for (size_t i = 0; i < sizeof causes / sizeof causes[0]; i++) {
        wyrm_combatant player;
        if (!undress(work->design, reference, causes[i].without, causes[i].novice, &player))
            continue;
        depth_cost cost = find_cost(work, depth, &player);
        if (!(cost.mean >= most))
            continue;
        most = cost.mean;
        snprintf(text, size, "%s it would be %s", causes[i].words,
                 wyrm_judge_percent(cost.mean).text);
    }
}

/* The depths whose player hardly anything hurts, ascending, and what the first of them costs. */
typedef struct unhurt_depths {
    size_t count;
    int32_t depths[WYRM_DESCENT_DEPTH_MAX];
    double cost;
} unhurt_depths;

static void find_unhurt(judge_work *work, unhurt_depths *out)
{
    int32_t last = wyrm_encounter_last_depth(wyrm_design_encounter(work->design));
    out->count = 0;
    for (int32_t depth = 1; depth <= last && depth <= WYRM_DESCENT_DEPTH_MAX; depth++) {
        wyrm_reference reference;
        if (wyrm_design_reference(work->design, depth, &reference, NULL) != WYRM_OK)
            continue;
        depth_cost cost = find_cost(work, depth, &reference.player);
        if (!(cost.cheap > 0.5 && cost.mean < WYRM_CALIBRATION_FLOOR))
            continue;
        if (out->count == 0)
            out->cost = cost.mean;
        out->depths[out->count++] = depth;
    }
}

void wyrm_judge_look_unhurt(judge_work *work, const char *kind, judge_findings *findings)
{
    const wyrm_design *design = work->design;
    wyrm_reference reference;
    unhurt_depths unhurt;
    char depths[80], why[100];
    find_unhurt(work, &unhurt);
    if (unhurt.count == 0 ||
        wyrm_design_reference(design, unhurt.depths[0], &reference, NULL) != WYRM_OK)
        return;
    find_cause(work, &reference, unhurt.depths[0], why, sizeof why);
    wyrm_judge_list_numbers(unhurt.depths, unhurt.count, depths, sizeof depths);
    bool says = wyrm_ruleset_find(wyrm_design_ruleset(design), "reference") != NULL;
    judge_add(findings, kind, says ? "reference" : "player",
              "the player that depth%s %s %s meant for can hardly be hurt: at depth %d a fight "
              "costs %.90s %s of the hit points on average; %s",
              unhurt.count > 1 ? "s" : "", depths, unhurt.count > 1 ? "are" : "is",
              (int)unhurt.depths[0], reference.text, wyrm_judge_percent(unhurt.cost).text, why);
}

/* ---- threat ---- */

/* Twice or half of what the threat says, against what a point of threat costs at the depth. */
#define FACTOR 2.0

/* What a point of threat costs at the row's depth, and the threat that would fit: both follow from
 * the factor. A fight costs no more than all hit points. */
void wyrm_judge_look_misfits(judge_work *work, const char *kind, judge_findings *findings)
{
    if (wyrm_design_threat(work->design) == NULL ||
        wyrm_encounter_last_depth(wyrm_design_encounter(work->design)) == 0)
        return;
    const wyrm_calibration *found = judge_calibration(work);
    for (size_t i = 0; i < found->misfit_count; i++) {
        const wyrm_calibration_row *row = &found->rows[found->misfits[i]];
        double fitting = row->threat * row->factor;
        char where[96];
        if (row->factor < FACTOR && row->factor > 1 / FACTOR)
            continue;
        snprintf(where, sizeof where, "monsters.%s", row->name);
        judge_add(findings, kind, where,
                  "at depth %d a fight with it costs %.80s %s of the hit points on average, where "
                  "its threat of %.4g says %s, going by the monsters of the depth together; a "
                  "threat of %.*f would fit there",
                  (int)row->depth, found->depths[row->depth - found->depths[0].depth].player,
                  wyrm_judge_percent(fmin(row->cost, 1)).text, row->threat,
                  wyrm_judge_percent(fmin(row->cost / row->factor, 1)).text, fitting < 10 ? 1 : 0,
                  fitting);
    }
}

/* ---- fights of equals ---- */

/* Levels that are looked at: those of equals that fight go up to the highest monster of the survey,
 * and no further than this. */
#define LEVELS    60

#define LOST      0.5   /* chance to win below which a fight of equals is lost */
#define HARMLESS  0.999 /* share of hit points left above which a monster does no harm */
#define DRAGGING  100.0 /* mean turns above which a fight drags on */
#define UNDECIDED 1e-9  /* share of fights not over by the turn limit */

typedef struct duel_fight {
    wyrm_combatant player, monster;
    wyrm_duel duel;
} duel_fight;

/* What can be wrong with a fight: "a fight ...". */
typedef enum trouble { ENDLESS, LOSES, COSTLESS, LONG, TROUBLES } trouble;

static const char *const sentences[TROUBLES] = {
    [ENDLESS] = "may never come to an end",
    [LOSES] = "is lost more often than won",
    [COSTLESS] = "costs the player nothing",
    [LONG] = "drags on",
};

/* Whether a fight is in trouble, with the evidence. One without an end is nothing else. */
static bool is_trouble(trouble which, const duel_fight *fight, char *text, size_t size)
{
    const wyrm_duel *duel = &fight->duel;
    bool endless = duel->endless || duel->p_unfinished > UNDECIDED;
    double left = duel->hp_left_mean / (double)fight->player.max_hp;
    const bool is[TROUBLES] = {
        [ENDLESS] = endless,
        [LOSES] = !endless && duel->p_win < LOST,
        [COSTLESS] = !endless && duel->hp_left_mean > HARMLESS * (double)fight->player.max_hp,
        [LONG] = !endless && duel->turns_mean > DRAGGING,
    };
    if (which == ENDLESS && duel->endless)
        snprintf(text, size, "neither can hurt the other");
    else if (which == ENDLESS)
        snprintf(text, size, "%s are not over at the turn limit",
                 wyrm_judge_percent(duel->p_unfinished).text);
    else if (which == LOSES)
        snprintf(text, size, "%s are won", wyrm_judge_percent(duel->p_win).text);
    else if (which == COSTLESS)
        snprintf(text, size, "%s of the hit points are left", wyrm_judge_percent(left).text);
    else
        snprintf(text, size, "%.0f turns on average", duel->turns_mean);
    return is[which];
}

/* Reads the fighters and fights. A side that cannot be read, or has no hit points, is no fight. */
static bool fight_out(judge_work *work, const char *player, const char *monster, duel_fight *out)
{
    const wyrm_roster *roster = wyrm_design_roster(work->design);
    if (wyrm_roster_combatant(roster, player, &out->player, NULL) != WYRM_OK ||
        wyrm_roster_combatant(roster, monster, &out->monster, NULL) != WYRM_OK ||
        out->player.hp < 1 || out->monster.hp < 1)
        return false;
    base_must(work->arena,
              wyrm_design_duel(work->design, &out->player, &out->monster, WYRM_SUBJECT_FIRST,
                               &out->duel, NULL, &work->arena->error));
    return true;
}

/* The player with gear of the level where the ruleset has such gear. */
static void describe_player(const judge_work *work, int32_t level, char *text, size_t size)
{
    const wyrm_roster *roster = wyrm_design_roster(work->design);
    wyrm_combatant ignored;
    snprintf(text, size, "player@%d,weapon=%d,armor=%d", (int)level, (int)level, (int)level);
    if (wyrm_roster_combatant(roster, text, &ignored, NULL) != WYRM_OK)
        snprintf(text, size, "player@%d", (int)level);
}

/* Whether a monster can hurt at all: a combatant as a player of its level meets it. */
static bool can_hurt(const judge_work *work, const wyrm_combatant *player,
                     const wyrm_combatant *monster)
{
    wyrm_pmf *damage;
    if (wyrm_design_hit(work->design, monster, player, &damage, NULL) != WYRM_OK)
        return false;
    bool hurts = wyrm_pmf_last(damage) > 0;
    wyrm_pmf_free(damage);
    return hurts;
}

static bool any_monster_hurts(const judge_work *work, const wyrm_combatant *player, int32_t level)
{
    const wyrm_roster *roster = wyrm_design_roster(work->design);
    for (size_t m = 0; m < wyrm_roster_count(roster); m++) {
        wyrm_combatant monster;
        wyrm_roster_spawn(roster, m, level, WYRM_VARIANT_NONE, &monster);
        if (can_hurt(work, player, &monster))
            return true;
    }
    return false;
}

/* The monster of a level is no monster of the ruleset where what hurts stands in the records of
 * those: then it never hurts, and some of them do. */
static bool is_stand_in(const judge_work *work, int32_t highest)
{
    bool others = false;
    for (int32_t level = 1; level <= highest; level++) {
        char text[80], name[32];
        wyrm_combatant player, monster;
        describe_player(work, level, text, sizeof text);
        snprintf(name, sizeof name, "monster@%d", (int)level);
        const wyrm_roster *roster = wyrm_design_roster(work->design);
        if (wyrm_roster_combatant(roster, text, &player, NULL) != WYRM_OK ||
            wyrm_roster_combatant(roster, name, &monster, NULL) != WYRM_OK)
            continue;
        if (can_hurt(work, &player, &monster))
            return false;
        others = others || any_monster_hurts(work, &player, level);
    }
    return others;
}

/* Levels at which a trouble was met, and what was seen at the first of them. */
typedef struct troubled {
    int32_t levels[LEVELS];
    size_t count;
    char evidence[64];
} troubled;

static void fight_levels(judge_work *work, int32_t last, const char *kind, judge_findings *findings)
{
    troubled met[TROUBLES] = {0};
    for (int32_t level = 1; level <= last; level++) {
        char player[80], monster[32], evidence[64];
        duel_fight fight;
        describe_player(work, level, player, sizeof player);
        snprintf(monster, sizeof monster, "monster@%d", (int)level);
        if (!fight_out(work, player, monster, &fight))
            continue;
        for (int i = 0; i < TROUBLES; i++) {
            if (!is_trouble((trouble)i, &fight, evidence, sizeof evidence))
                continue;
            if (met[i].count == 0)
                memcpy(met[i].evidence, evidence, sizeof evidence);
            met[i].levels[met[i].count++] = level;
        }
    }
    for (int i = 0; i < TROUBLES; i++) {
        char levels[100], where[96];
        if (met[i].count == 0)
            continue;
        wyrm_judge_list_numbers(met[i].levels, met[i].count, levels, sizeof levels);
        describe_player(work, met[i].levels[0], where, sizeof where);
        judge_add(findings, kind, where,
                  "a fight with a monster of the own level %s at level%s %s: %s at level %d",
                  sentences[i], met[i].count > 1 ? "s" : "", levels, met[i].evidence,
                  (int)met[i].levels[0]);
    }
}

/* A monster of ordinary rooms that is trouble where it first comes, to the player of that depth. */
typedef struct first_fight {
    const wyrm_monster *monster;
    int32_t depth;
    trouble trouble;
    char evidence[64];
} first_fight;

/* Those that never come to ordinary rooms have no equals: bosses are meant to be more. Where
 * nothing hurts the player that is said of the depth. Fills at most TROUBLES of *out. */
static size_t fight_at_first(judge_work *work, size_t index, const unhurt_depths *unhurt,
                             first_fight *out)
{
    const wyrm_encounter *encounter = wyrm_design_encounter(work->design);
    const wyrm_monster *monster = wyrm_roster_monster(wyrm_design_roster(work->design), index);
    int32_t last = wyrm_encounter_last_depth(encounter), depth = 1;
    wyrm_reference reference;
    duel_fight fight;
    bool told = false;
    size_t count = 0;
    char text[96], evidence[64];
    last = last < WYRM_DESCENT_DEPTH_MAX ? last : WYRM_DESCENT_DEPTH_MAX;
    while (depth <= last && !wyrm_encounter_comes(encounter, depth, (int32_t)index))
        depth++;
    if (depth > last || wyrm_design_reference(work->design, depth, &reference, NULL) != WYRM_OK)
        return 0;
    for (size_t i = 0; i < unhurt->count; i++)
        told = told || unhurt->depths[i] == depth;
    snprintf(text, sizeof text, "%s@%d", monster->name, (int)depth);
    if (!fight_out(work, reference.text, text, &fight))
        return 0;
    for (int i = 0; i < TROUBLES; i++) {
        if ((told && i == COSTLESS) || !is_trouble((trouble)i, &fight, evidence, sizeof evidence))
            continue;
        first_fight *found = &out[count++];
        *found = (first_fight){.monster = monster, .depth = depth, .trouble = (trouble)i};
        memcpy(found->evidence, evidence, sizeof evidence);
    }
    return count;
}

/* Whose gear is not said fights without any. */
static const char *say_bare(const wyrm_design *design)
{
    const wyrm_ruleset *ruleset = wyrm_design_ruleset(design);
    bool bare = wyrm_ruleset_find(ruleset, "reference") == NULL &&
                wyrm_value_count(wyrm_ruleset_find(ruleset, "weapons")) +
                        wyrm_value_count(wyrm_ruleset_find(ruleset, "armors")) >
                    0;
    return bare ? "; what gear it has there the section reference can say" : "";
}

/* Up to FEW with the same trouble one by one, more together with the first of them. */
static void tell_first(judge_work *work, const first_fight *list, size_t count, size_t at,
                       const char *kind, judge_findings *findings)
{
    const first_fight *one = &list[at];
    size_t alike = 0, before = 0, length = 0;
    char names[120] = "", where[96];
    wyrm_reference reference;
    for (size_t i = 0; i < count; i++) {
        if (list[i].trouble != one->trouble)
            continue;
        before += i < at;
        alike++;
        size_t room = sizeof names - length;
        int added = snprintf(names + length, room, "%s%s at depth %d: %s", alike > 1 ? ", " : "",
                             list[i].monster->name, (int)list[i].depth, list[i].evidence);
        if (added > 0 && (size_t)added + sizeof ", ..." < room)
            length += (size_t)added;
        else
            snprintf(names + length, room, ", ...");
    }
    snprintf(where, sizeof where, "monsters.%s", one->monster->name);
    if (alike > FEW && before == 0)
        judge_add(findings, kind, "monsters",
                  "%zu monsters, each where it first comes: a fight of the player of the depth "
                  "with it %s (%s)%s",
                  alike, sentences[one->trouble], names, say_bare(work->design));
    else if (alike <= FEW &&
             wyrm_design_reference(work->design, one->depth, &reference, NULL) == WYRM_OK)
        judge_add(findings, kind, where,
                  "where it first comes, at depth %d, a fight of %.100s with it %s: %s%s",
                  (int)one->depth, reference.text, sentences[one->trouble], one->evidence,
                  say_bare(work->design));
}

static void fight_roster(judge_work *work, const char *kind, judge_findings *findings)
{
    size_t monsters = wyrm_roster_count(wyrm_design_roster(work->design)), count = 0;
    first_fight *list = base_array(work->arena, first_fight, monsters * TROUBLES);
    unhurt_depths unhurt;
    find_unhurt(work, &unhurt);
    for (size_t m = 0; m < monsters; m++)
        count += fight_at_first(work, m, &unhurt, &list[count]);
    for (size_t i = 0; i < count; i++)
        tell_first(work, list, count, i, kind, findings);
}

void wyrm_judge_look_fights(judge_work *work, const char *kind, judge_findings *findings)
{
    const wyrm_growth *growth = wyrm_design_growth(work->design);
    bool curves = wyrm_growth_curve(growth, WYRM_ROLE_PLAYER, "max_hp") >= 0 &&
                  wyrm_growth_curve(growth, WYRM_ROLE_MONSTER, "max_hp") >= 0;
    int32_t highest = curves ? judge_survey_of(work)->highest_level : 0;
    highest = highest < LEVELS ? highest : LEVELS;
    if (!curves || is_stand_in(work, highest))
        fight_roster(work, kind, findings);
    else
        fight_levels(work, highest, kind, findings);
}

/* ---- growth ---- */

/* How far a step of experience may lag behind its formula before it is worth a word. */
#define STEP_LAG 0.01

/* Whole curves that come out as another whole number than the formula, which is known at every
 * level or not at all. */
static void look_at_curve(const wyrm_growth *growth, const wyrm_curve *curve, int index,
                          const char *kind, judge_findings *findings)
{
    int32_t off[LEVELS];
    size_t count = 0;
    int64_t exact, first_exact = 0;
    char path[96], levels[120];
    for (int32_t level = 1; level <= LEVELS; level++) {
        if (!wyrm_growth_formula_at(growth, index, level, &exact))
            return;
        if ((double)exact == wyrm_growth_at(growth, index, level))
            continue;
        if (count == 0)
            first_exact = exact;
        off[count++] = level;
    }
    if (count == 0)
        return;
    snprintf(path, sizeof path, "growth.%s.%s", wyrm_role_name(curve->role), curve->quantity);
    wyrm_judge_list_numbers(off, count, levels, sizeof levels);
    judge_add(findings, kind, path,
              "%s-precision arithmetic gives another whole number than the formula at level%s %s: "
              "%.10g instead of %lld at level %d",
              wyrm_growth_precision(growth), count > 1 ? "s" : "", levels,
              wyrm_growth_at(growth, index, off[0]), (long long)first_exact, (int)off[0]);
}

void wyrm_judge_look_noise(judge_work *work, const char *kind, judge_findings *findings)
{
    const wyrm_growth *growth = wyrm_design_growth(work->design);
    const wyrm_curve *curves;
    size_t count = wyrm_growth_curves(growth, &curves);
    for (size_t i = 0; i < count; i++)
        look_at_curve(growth, &curves[i], (int)i, kind, findings);
}

static uint64_t step_at(const judge_work *work, int32_t level)
{
    return wyrm_growth_at_level(wyrm_design_growth(work->design), level).next;
}

void wyrm_judge_look_rounded_steps(judge_work *work, const char *kind, judge_findings *findings)
{
    double increase = wyrm_growth_increase(wyrm_design_growth(work->design));
    if (isnan(increase))
        return;
    int32_t last = judge_survey_of(work)->highest_level, worst_level = 0;
    uint64_t first = step_at(work, 1);
    if (step_at(work, 2) <= first) /* that it does not grow at all is a finding of its own */
        return;
    double formula = (double)first, worst = STEP_LAG, worst_formula = 0;
    for (int32_t level = 1; level <= last; level++, formula *= increase) {
        double lag = 1 - (double)step_at(work, level) / formula;
        if (lag > worst) {
            worst = lag;
            worst_level = level;
            worst_formula = formula;
        }
    }
    if (worst_level > 0)
        judge_add(findings, kind, "growth.experience",
                  "rounded down at every level, the experience to the next one falls %.1f %% "
                  "behind %llu x %.10g^(level - 1) by level %d: %llu instead of %.0f",
                  100 * worst, (unsigned long long)first, increase, (int)worst_level,
                  (unsigned long long)step_at(work, worst_level), worst_formula);
}

void wyrm_judge_look_flat_steps(judge_work *work, const char *kind, judge_findings *findings)
{
    double increase = wyrm_growth_increase(wyrm_design_growth(work->design));
    int32_t flat[LEVELS];
    size_t count = 0;
    char levels[100];
    for (int32_t level = 1; increase > 1 && level <= LEVELS; level++)
        if (step_at(work, level + 1) <= step_at(work, level))
            flat[count++] = level;
    if (count == 0)
        return;
    wyrm_judge_list_numbers(flat, count, levels, sizeof levels);
    judge_add(findings, kind, "growth.experience",
              "the experience to the next level does not grow after level%s %s: %llu x %.10g in "
              "whole numbers is %llu; a first step of %.0f would grow",
              count > 1 ? "s" : "", levels, (unsigned long long)step_at(work, flat[0]), increase,
              (unsigned long long)step_at(work, flat[0] + 1), ceil(1 / (increase - 1) - 1e-9));
}

/* Levels at which a role has nothing that it did not have the level before. */
static void look_at_role(const judge_work *work, wyrm_role role, int32_t last, const char *kind,
                         judge_findings *findings)
{
    static const char *const says[] = {[WYRM_ROLE_PLAYER] = "a player",
                                       [WYRM_ROLE_MONSTER] = "a monster",
                                       [WYRM_ROLE_WEAPON] = "a weapon",
                                       [WYRM_ROLE_ARMOR] = "armor"};
    const wyrm_growth *growth = wyrm_design_growth(work->design);
    const wyrm_choice *choices;
    const wyrm_curve *curves;
    int32_t empty[LEVELS];
    size_t count = 0, curve_count = wyrm_growth_curves(growth, &curves);
    bool grows = role == WYRM_ROLE_PLAYER && wyrm_growth_choices(growth, &choices) > 0;
    wyrm_combatant before, after;
    char where[64], levels[100];
    for (size_t i = 0; i < curve_count; i++)
        grows = grows || curves[i].role == role;
    for (int32_t level = 1; grows && level <= last; level++, before = after) {
        after = wyrm_combat_blank(wyrm_design_combat(work->design), "");
        if (role == WYRM_ROLE_PLAYER)
            wyrm_roster_start(wyrm_design_roster(work->design), level, &after);
        else if (role == WYRM_ROLE_MONSTER)
            wyrm_growth_set(growth, role, level, &after);
        else
            wyrm_growth_equip(growth, role, level, &after);
        if (level > 1 && before.max_hp == after.max_hp &&
            before.regeneration == after.regeneration &&
            memcmp(before.stats, after.stats, sizeof before.stats) == 0)
            empty[count++] = level;
    }
    if (count == 0)
        return;
    snprintf(where, sizeof where, "growth.%s", curve_count > 0 ? wyrm_role_name(role) : "choices");
    wyrm_judge_list_numbers(empty, count, levels, sizeof levels);
    judge_add(findings, kind, where,
              "%s of level %s has what one of the level before has, hit points and all stats: the "
              "level brings nothing",
              says[role], levels);
}

void wyrm_judge_look_empty_levels(judge_work *work, const char *kind, judge_findings *findings)
{
    int32_t depths = wyrm_encounter_last_depth(wyrm_design_encounter(work->design)), last = 1;
    for (int32_t depth = 1; depth <= depths; depth++) {
        wyrm_reference reference;
        if (wyrm_design_reference(work->design, depth, &reference, NULL) == WYRM_OK &&
            reference.player.level > last)
            last = reference.player.level;
    }
    if (depths == 0)
        last = judge_survey_of(work)->highest_level;
    for (int role = 0; role < WYRM_ROLE_COUNT; role++)
        look_at_role(work, (wyrm_role)role, last < LEVELS ? last : LEVELS, kind, findings);
}
