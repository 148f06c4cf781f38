/* Findings about fights and about what levels bring.
 *
 * Fights are judged by their cost: the share of hit points that the player expected at a depth
 * loses, by the exact duel. Costs below a fiftieth count as nothing, since no floor has fifty
 * fights; such fights are not compared with each other. If most monsters of a depth cost less than
 * that, the finding is that the player cannot be hurt, together with the cause, which is found by
 * removing its armor, its weapon and its levels in turn. */
#include "combat/internal.h"
#include "growth/internal.h"
#include "metrics/internal.h"
#include "script/script.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

/* Whether a monster hurts in ways that no duel side by side has: by shots, by those it summons, or
 * by its parts. */
static bool hurts_besides(const judge_work *work, int32_t monster)
{
    const wyrm_abilities *can = wyrm_roster_monster(work->roster, monster)->abilities;
    return can != NULL && (can->shot_count > 0 || can->summons_count > 0 || can->parts > 0);
}

/* ---- depths whose player is hardly hurt ---- */

/* What a fight at a depth costs a player on average, at most as far as simulated fights leave that
 * open, and whether hardly anything hurts it there. NAN and false if someone has no hit points, or
 * duels do not tell what a monster costs. */
typedef struct depth_cost {
    double mean;
    bool unhurt;
} depth_cost;

static depth_cost find_cost(const judge_work *work, int32_t depth, const wyrm_combatant *player)
{
    const depth_cost unknown = {NAN, false};
    judge_foes foes;
    wyrm_status status = judge_foes_at(work, depth, 1, NULL, &foes);
    wyrm_fight_price *prices = base_array(work->arena, wyrm_fight_price, foes.count);
    for (size_t i = 0; i < foes.count; i++)
        if (hurts_besides(work, foes.list[i].monster))
            return unknown;
    if (status == WYRM_OK)
        status = judge_prices(work, &foes, player, prices);
    if (status == WYRM_ERROR_ARGUMENT)
        return unknown;
    base_must(work->arena, status);
    return (depth_cost){judge_mean_price(&foes, prices, NULL, false).ci95.high,
                        judge_is_unhurt(&foes, prices)};
}

/* Makes the player of a depth without its gear of a role (WYRM_ROLE_COUNT: with all of it), and as
 * `novice` at level 1; false if that changes nothing. */
static bool undress(const judge_work *work, const wyrm_reference *reference, wyrm_role without,
                    bool novice, wyrm_combatant *out)
{
    bool changed = novice && reference->player.level > 1;
    *out = reference->outfit.bare;
    if (novice)
        wyrm_roster_start(work->roster, 1, out);
    for (size_t i = 0; i < reference->outfit.gear_count; i++) {
        const wyrm_gear *gear = &reference->outfit.gear[i];
        if (gear->role == without)
            changed = true;
        else if (!judge_had(work, wyrm_roster_wear(work->roster, gear, out, NULL)))
            return false;
    }
    wyrm_combat_fit(work->combat, out);
    return changed;
}

/* Describes which of the player's advantages protects it most. */
static judge_text find_cause(judge_work *work, const wyrm_reference *reference, int32_t depth)
{
    static const struct {
        const char *words;
        wyrm_role without;
        bool novice;
    } causes[] = {{"without its armor", WYRM_ROLE_ARMOR, false},
                  {"without its weapon", WYRM_ROLE_WEAPON, false},
                  {"at level 1 with the same gear", WYRM_ROLE_COUNT, true}};
    double most = WYRM_CALIBRATION_FLOOR;
    judge_text why = {
        "neither its armor nor its weapon or level makes that so: the monsters are weak"};
    for (size_t i = 0; i < COUNT_OF(causes); i++) {
        wyrm_combatant player;
        if (!undress(work, reference, causes[i].without, causes[i].novice, &player))
            continue;
        const double cost = find_cost(work, depth, &player).mean;
        if (!(cost >= most))
            continue;
        most = cost;
        why = judge_say("%s it would be %s", causes[i].words, judge_percent(cost).text);
    }
    return why;
}

/* Returns the depths at which hardly anything hurts the player. */
static judge_numbers find_unhurt(judge_work *work)
{
    judge_numbers out = {0};
    for (int32_t depth = 1; depth <= work->last_depth; depth++) {
        wyrm_reference reference;
        if (judge_had(work, wyrm_design_reference(work->design, depth, &reference, NULL)) &&
            find_cost(work, depth, &reference.player).unhurt)
            out.list[out.count++] = depth;
    }
    return out;
}

static void look_for_unhurt(judge_work *work)
{
    wyrm_reference reference;
    judge_numbers unhurt = find_unhurt(work);
    int32_t first = unhurt.list[0];
    if (unhurt.count == 0 ||
        !judge_had(work, wyrm_design_reference(work->design, first, &reference, NULL)))
        return;
    judge_text why = find_cause(work, &reference, first);
    bool says = wyrm_ruleset_find(work->ruleset, "reference") != NULL;
    judge_add_finding(
        work, "unhurt-player", says ? "reference" : "player",
        "the player that depth%s %s %s meant for can hardly be hurt: at depth %d a fight "
        "costs %.90s %s of the hit points on average; %s",
        unhurt.count > 1 ? "s" : "", judge_list(&unhurt, 80).text, unhurt.count > 1 ? "are" : "is",
        (int)first, reference.text,
        judge_percent(find_cost(work, first, &reference.player).mean).text, why.text);
    judge_command(work, "duel RULESET '%s'", reference.text);
}

/* ---- threat ---- */

/* Factor between the cost of a monster and what its threat predicts, above which it is reported. */
#define FACTOR 2.0

/* Reports monsters whose threat is far from their cost, with the threat that would fit. Costs above
 * all hit points are those of killing the monster; the loss of players, who may die first, stops at
 * 1. That one which also hurts in other ways costs less than its threat says is no finding. */
static void look_for_misfits(judge_work *work)
{
    if (work->threat == NULL || work->last_depth == 0)
        return;
    const wyrm_calibration *found = judge_calibration(work);
    for (size_t i = 0; i < found->misfit_count; i++) {
        const wyrm_calibration_row *row = &found->rows[found->misfits[i]];
        double fitting = row->threat * row->factor;
        const double says = row->cost / row->factor;
        if ((row->factor < FACTOR && row->factor > 1 / FACTOR) ||
            (row->factor < 1 && hurts_besides(work, row->monster)))
            continue;
        judge_add_finding(
            work, "threat-misfit", judge_say("monsters.%s", row->name).text,
            "at depth %d a fight with it costs %.80s %s of the hit points on average%s, "
            "where its threat of %.4g says %s, going by the monsters of the depth together; a "
            "threat of %.*f would fit there",
            (int)row->depth, found->depths[row->depth - found->depths[0].depth].player,
            judge_percent(row->cost).text, row->cost > 1 ? " until it is dead" : "", row->threat,
            judge_percent(says).text, fitting < 10 ? 1 : 0, fitting);
        judge_command(work, "duel RULESET '%s' '%s@%d'",
                      found->depths[row->depth - found->depths[0].depth].player, row->name,
                      (int)row->depth);
    }
}

/* ---- fights of equals ---- */

/* Limit of the levels examined. Equals fight up to the highest level in the survey. */
#define LEVELS    60

#define LOST      0.5   /* win chance below which a fight of equals counts as lost */
#define HARMLESS  0.999 /* share of hit points left above which a monster is harmless */
#define DRAGGING  100.0 /* mean turns above which a fight drags on */
#define UNDECIDED 1e-9  /* share of fights cut off at the turn limit */

/* What can be wrong with a fight: "a fight ...". */
enum { ENDLESS, LOSES, COSTLESS, LONG, VAIN, TROUBLES };
static const char *const sentences[TROUBLES] = {
    [ENDLESS] = "may never come to an end",
    [LOSES] = "is lost more often than won",
    [COSTLESS] = "costs the player nothing",
    [LONG] = "drags on",
    [VAIN] = "cannot be won",
};

/* For the suggested `wyrm solve`: the metric, its wanted range, and the monster's key that most
 * likely changes it. For harmless monsters `wyrm sense` is suggested; an endless fight has no
 * metric. */
static const struct {
    const char *metric, *wanted, *key;
} instead[TROUBLES] = {
    [LOSES] = {"win_chance", "50 %..", "hp"},
    [LONG] = {"duel_turns", "..100", "hp"},
};

/* Whether the attacks of one can hurt the other. */
static bool can_hurt(const judge_work *work, const wyrm_combatant *defender,
                     const wyrm_combatant *attacker)
{
    wyrm_pmf *damage;
    const wyrm_matchup matchup = {.attacker = attacker, .defender = defender, .distance = 1};
    if (!judge_had(work, combat_hit_roughly(work->combat, &matchup, &damage, NULL)))
        return false;
    bool hurts = wyrm_pmf_last(damage) > 0;
    wyrm_pmf_free(damage);
    return hurts;
}

/* Whether next to all hit points are left on average. Where they are rolled, each roll has a fight
 * of its own, which is solved only if what is lost could be as little even of the greatest roll. */
static bool is_harmless(const judge_work *work, const wyrm_combatant *player,
                        const wyrm_combatant *monster, const wyrm_duel *duel, double *left)
{
    const double lost = wyrm_combat_mean_hp(work->combat, player) - duel->hp_left_mean;
    judge_left share;
    if (duel->fights == 0 && !(1 - lost / (double)player->max_hp > HARMLESS))
        return false;
    base_must(work->arena, judge_hp_left(work->design, player, monster, WYRM_SUBJECT_FIRST, duel,
                                         &share, work->error));
    *left = share.mean;
    return share.mean > HARMLESS;
}

/* Solves a fight and describes the evidence for each trouble, "" if there is none. An endless fight
 * has no other trouble. If nothing can hurt the monster no number of hit points is suggested as a
 * remedy. A combatant that is invalid or has no hit points does not fight. */
static void fight_out(judge_work *work, const char *player, const char *monster,
                      judge_text evidence[TROUBLES])
{
    wyrm_combatant one, other;
    wyrm_duel duel;
    double left;
    memset(evidence, 0, TROUBLES * sizeof *evidence);
    if (!judge_had(work, wyrm_roster_combatant(work->roster, player, &one, NULL)) ||
        !judge_had(work, wyrm_roster_combatant(work->roster, monster, &other, NULL)) ||
        one.hp < 1 || other.hp < 1)
        return;
    base_must(work->arena, wyrm_design_duel(work->design, &one, &other, WYRM_SUBJECT_FIRST, &duel,
                                            NULL, work->error));
    if (duel.endless) {
        evidence[ENDLESS] = judge_say("neither can hurt the other");
    } else if (duel.p_unfinished > UNDECIDED) {
        evidence[ENDLESS] =
            judge_say("%s are not over at the turn limit", judge_percent(duel.p_unfinished).text);
    } else {
        if (duel.p_win == 0 && !can_hurt(work, &other, &one))
            evidence[VAIN] = judge_say("no blow takes it hit points");
        else if (duel.p_win < LOST)
            evidence[LOSES] = judge_say("%s are won", judge_percent(duel.p_win).text);
        if (is_harmless(work, &one, &other, &duel, &left))
            evidence[COSTLESS] =
                judge_say("%s of the hit points are left", judge_percent(left).text);
        if (duel.turns_mean > DRAGGING)
            evidence[LONG] = judge_say("%.0f turns on average", duel.turns_mean);
    }
}

/* Returns the player of a level, with gear of that level if the ruleset has such gear. */
static judge_text describe_player(const judge_work *work, int32_t level)
{
    int at = (int)level;
    judge_text geared = judge_say("player@%d,weapon=%d,armor=%d", at, at, at);
    wyrm_combatant ignored;
    return judge_had(work, wyrm_roster_combatant(work->roster, geared.text, &ignored, NULL))
               ? geared
               : judge_say("player@%d", at);
}

/* Whether "monster@LEVEL" is only a stand-in: damage is defined by the records of the monsters, so
 * that it never hurts but some of them do. */
static bool is_stand_in(const judge_work *work, int32_t highest)
{
    bool others = false;
    for (int32_t level = 1; level <= highest; level++) {
        wyrm_combatant player, monster;
        judge_text equal = judge_say("monster@%d", (int)level);
        if (!judge_had(work, wyrm_roster_combatant(work->roster, describe_player(work, level).text,
                                                   &player, NULL)) ||
            !judge_had(work, wyrm_roster_combatant(work->roster, equal.text, &monster, NULL)))
            continue;
        if (can_hurt(work, &player, &monster))
            return false;
        for (size_t m = 0; !others && m < work->monsters; m++) {
            wyrm_roster_spawn(work->roster, (int32_t)m, level, WYRM_VARIANT_NONE, &monster);
            others = can_hurt(work, &player, &monster);
        }
    }
    return others;
}

static void fight_levels(judge_work *work, int32_t last)
{
    judge_numbers met[TROUBLES] = {0};
    judge_text first[TROUBLES], evidence[TROUBLES]; /* evidence at the first of the levels */
    for (int32_t level = 1; level <= last; level++) {
        fight_out(work, describe_player(work, level).text, judge_say("monster@%d", (int)level).text,
                  evidence);
        for (int i = 0; i < TROUBLES; i++) {
            if (evidence[i].text[0] == '\0')
                continue;
            if (met[i].count == 0)
                first[i] = evidence[i];
            met[i].list[met[i].count++] = level;
        }
    }
    for (int i = 0; i < TROUBLES; i++) {
        if (met[i].count == 0)
            continue;
        judge_add_finding(work, "outlier", describe_player(work, met[i].list[0]).text,
                          "a fight with a monster of the own level %s at %s: %s at level %d",
                          sentences[i], judge_at("level", &met[i]).text, first[i].text,
                          (int)met[i].list[0]);
        judge_command(work, "duel RULESET '%s' 'monster@%d'",
                      describe_player(work, met[i].list[0]).text, (int)met[i].list[0]);
    }
}

/* Mentions that the player fights without gear because the ruleset does not say what it has. */
static const char *say_bare(const judge_work *work)
{
    bool bare = wyrm_ruleset_find(work->ruleset, "reference") == NULL &&
                wyrm_value_count(wyrm_ruleset_find(work->ruleset, "weapons")) +
                        wyrm_value_count(wyrm_ruleset_find(work->ruleset, "armors")) >
                    0;
    return bare ? "; what gear it has there the section reference can say" : "";
}

/* The option with which `wyrm solve` takes a key that holds dice: a number in their place. */
static const char *say_as(const judge_work *work, const char *record, const char *key)
{
    const wyrm_value *value =
        wyrm_ruleset_find(work->ruleset, judge_say("%s.%s", record, key).text);
    double number;
    return value != NULL && !judge_number_of(value, &number) ? " --as '{}'" : "";
}

static void add_first(judge_work *work, const judge_alike *first, size_t count, const char *pieces,
                      const void *context)
{
    (void)context;
    judge_add_finding(
        work, first->kind, "monsters",
        "%zu monsters, each where it first comes: a fight of the player of the depth with "
        "it %s (%s)%s",
        count, sentences[first->group], pieces, say_bare(work));
    judge_command(work, "%s", first->command);
}

/* Reports monsters that are trouble for the player of the depth where they first come. Those that
 * never come to normal rooms, such as bosses, are meant to be stronger and are left out. If nothing
 * hurts the player at a depth, that finding replaces these. */
static void fight_roster(judge_work *work)
{
    judge_alike *list = base_array(work->arena, judge_alike, work->monsters * TROUBLES);
    size_t count = 0;
    judge_numbers unhurt = find_unhurt(work);
    for (int32_t m = 0; (size_t)m < work->monsters; m++) {
        const wyrm_monster *monster = wyrm_roster_monster(work->roster, m);
        judge_text evidence[TROUBLES];
        wyrm_reference reference;
        int32_t depth = 1;
        while (depth <= work->last_depth && !wyrm_encounter_comes(work->encounter, depth, m))
            depth++;
        if (depth > work->last_depth ||
            !judge_had(work, wyrm_design_reference(work->design, depth, &reference, NULL)))
            continue;
        fight_out(work, reference.text, judge_say("%s@%d", monster->name, (int)depth).text,
                  evidence);
        for (size_t i = 0; i < unhurt.count; i++)
            if (unhurt.list[i] == depth)
                evidence[COSTLESS].text[0] = '\0';
        if (hurts_besides(work, (size_t)m))
            evidence[COSTLESS].text[0] = '\0';
        for (size_t i = 0; i < TROUBLES; i++) {
            judge_alike *one = &list[count];
            if (evidence[i].text[0] == '\0')
                continue;
            count++;
            *one = (judge_alike){.kind = "outlier", .group = i};
            snprintf(one->label, sizeof one->label, "monsters.%s", monster->name);
            snprintf(one->piece, sizeof one->piece, "%.50s at depth %d: %.36s", monster->name,
                     (int)depth, evidence[i].text);
            snprintf(one->message, sizeof one->message,
                     "where it first comes, at depth %d, a fight of %.100s with it %s: %s%s",
                     (int)depth, reference.text, sentences[i], evidence[i].text, say_bare(work));
            if (i == COSTLESS)
                snprintf(one->command, sizeof one->command,
                         "sense RULESET %s --metric 'hp_left(%.240s, %s@%d)'", one->label,
                         reference.text, monster->name, (int)depth);
            else if (i == VAIN)
                snprintf(one->command, sizeof one->command,
                         "hit RULESET '%.240s' '%s@%d' --explain", reference.text, monster->name,
                         (int)depth);
            else if (instead[i].metric == NULL)
                snprintf(one->command, sizeof one->command, "duel RULESET '%.240s' '%s@%d'",
                         reference.text, monster->name, (int)depth);
            else
                snprintf(one->command, sizeof one->command,
                         "solve RULESET %s.%s '%s(%.240s, %s@%d)=%s'%s", one->label, instead[i].key,
                         instead[i].metric, reference.text, monster->name, (int)depth,
                         instead[i].wanted, say_as(work, one->label, instead[i].key));
        }
    }
    judge_add_alike(work, list, count, 120, add_first, NULL);
}

static void look_for_fights(judge_work *work)
{
    bool curves = wyrm_growth_curve(work->growth, WYRM_ROLE_PLAYER, "max_hp") >= 0 &&
                  wyrm_growth_curve(work->growth, WYRM_ROLE_MONSTER, "max_hp") >= 0;
    int32_t highest = curves ? judge_survey_of(work)->highest_level : 0;
    highest = highest < LEVELS ? highest : LEVELS;
    if (!curves || is_stand_in(work, highest))
        fight_roster(work);
    else
        fight_levels(work, highest);
}

/* ---- growth ---- */

/* The command that shows the levels up to one. */
#define LEVELS_SHOWN "rules show RULESET --levels 1..%d"

/* Share by which a step of experience may lag behind its formula. */
#define STEP_LAG 0.01

/* Reports curves whose rounded values differ from the exact formula. The formula is known for all
 * levels or for none. */
static void look_for_noise(judge_work *work)
{
    const wyrm_curve *curves;
    size_t count = wyrm_growth_curves(work->growth, &curves);
    for (int i = 0; (size_t)i < count; i++) {
        judge_numbers off = {0};
        int64_t exact, first_exact = 0;
        for (int32_t level = 1; level <= LEVELS; level++) {
            if (!wyrm_growth_formula_at(work->growth, i, level, &exact))
                break;
            if ((double)exact == wyrm_growth_at(work->growth, i, level))
                continue;
            if (off.count == 0)
                first_exact = exact;
            off.list[off.count++] = level;
        }
        if (off.count == 0)
            continue;
        judge_add_finding(
            work, "arithmetic-noise",
            judge_say("growth.%s.%s", wyrm_role_name(curves[i].role), curves[i].quantity).text,
            "%s-precision arithmetic gives another whole number than the formula at level%s "
            "%s: %.10g instead of %lld at level %d",
            wyrm_growth_precision(work->growth), off.count > 1 ? "s" : "",
            judge_list(&off, 120).text, wyrm_growth_at(work->growth, i, off.list[0]),
            (long long)first_exact, (int)off.list[0]);
        judge_command(work, LEVELS_SHOWN, (int)off.list[off.count - 1]);
    }
}

/* What a level costs by its formula: without the point that `trigger: above` adds to the first.
 * UINT64_MAX: more than can be counted. */
static uint64_t step_at(const judge_work *work, int32_t level)
{
    return wyrm_growth_at_level(work->growth, level).next;
}

static void look_for_rounded_steps(judge_work *work)
{
    double increase = wyrm_growth_increase(work->growth);
    uint64_t first = step_at(work, 1);
    /* Steps that do not grow at all have a finding of their own. */
    if (isnan(increase) || step_at(work, 2) <= first)
        return;
    int32_t last = judge_survey_of(work)->highest_level, worst_level = 0;
    double formula = (double)first, worst = STEP_LAG, worst_formula = 0;
    for (int32_t level = 1; level <= last && step_at(work, level) < UINT64_MAX;
         level++, formula *= increase) {
        double lag = 1 - (double)step_at(work, level) / formula;
        if (lag > worst) {
            worst = lag;
            worst_level = level;
            worst_formula = formula;
        }
    }
    if (worst_level == 0)
        return;
    judge_add_finding(work, "arithmetic-noise", "growth.experience",
                      "rounded down at every level, the experience to the next one falls %.1f %% "
                      "behind %llu x %.10g^(level - 1) by level %d: %llu instead of %.0f",
                      100 * worst, (unsigned long long)first, increase, (int)worst_level,
                      (unsigned long long)step_at(work, worst_level), worst_formula);
    judge_command(work, LEVELS_SHOWN, (int)worst_level);
}

static void look_for_flat_steps(judge_work *work)
{
    double increase = wyrm_growth_increase(work->growth);
    judge_numbers flat = {0};
    for (int32_t level = 1; increase > 1 && level <= LEVELS; level++)
        if (step_at(work, level + 1) <= step_at(work, level) &&
            step_at(work, level + 1) < UINT64_MAX)
            flat.list[flat.count++] = level;
    if (flat.count == 0)
        return;
    judge_add_finding(
        work, "flat-experience", "growth.experience",
        "the experience to the next level does not grow after %s: %llu x %.10g in whole "
        "numbers is %llu; a first step of %.0f would grow",
        judge_at("level", &flat).text, (unsigned long long)step_at(work, flat.list[0]), increase,
        (unsigned long long)step_at(work, flat.list[0] + 1), ceil(1 / (increase - 1) - 1e-9));
    judge_command(work, LEVELS_SHOWN, (int)flat.list[0] + 1);
}

/* Returns the highest level that occurs: of the reference players of the depths, or of the monsters
 * in the survey. */
static int32_t last_met_level(judge_work *work)
{
    int32_t depths = wyrm_encounter_last_depth(work->encounter), last = 1;
    for (int32_t depth = 1; depth <= depths; depth++) {
        wyrm_reference reference;
        if (judge_had(work, wyrm_design_reference(work->design, depth, &reference, NULL)) &&
            reference.player.level > last)
            last = reference.player.level;
    }
    return depths == 0 ? judge_survey_of(work)->highest_level : last;
}

/* Returns the last level that a table defines; levels continued by a rule do not count. */
static int32_t last_listed_level(const judge_work *work)
{
    const wyrm_value *rows = wyrm_ruleset_find(work->ruleset, "levels");
    const wyrm_value *totals = wyrm_ruleset_find(work->ruleset, "growth.experience");
    const int32_t last = wyrm_growth_last_level(work->growth);
    const size_t count = wyrm_value_count(rows), listed = wyrm_value_count(totals);
    const int32_t said =
        count > 0 ? key_whole(wyrm_value_item(rows, count - 1), "level") : (int32_t)listed;
    return last < WYRM_LEVEL_MAX ? last : said > (int32_t)listed ? said : (int32_t)listed;
}

static bool has_what(const wyrm_combatant *one, const wyrm_combatant *other)
{
    return one->max_hp == other->max_hp && one->hp_amount == other->hp_amount &&
           one->regeneration == other->regeneration && one->attacks == other->attacks &&
           memcmp(one->stats, other->stats, sizeof one->stats) == 0;
}

/* Whether a level counts by itself, beside the stats that it brings: a script may read it. */
static bool level_counts(const judge_work *work)
{
    const script *rules = work->combat->model->script_of != NULL
                              ? work->combat->model->script_of(work->combat->state)
                              : NULL;
    return rules != NULL && sc_script_may_read(rules, "level");
}

/* Reports the levels of a role at which its combatant equals that of the level before. */
static void look_at_levels(judge_work *work, wyrm_role role, int32_t last, const char *where)
{
    static const char *const says[] = {[WYRM_ROLE_PLAYER] = "a player",
                                       [WYRM_ROLE_MONSTER] = "a monster",
                                       [WYRM_ROLE_WEAPON] = "a weapon",
                                       [WYRM_ROLE_ARMOR] = "armor"};
    judge_numbers empty = {0};
    wyrm_combatant before, after;
    const int32_t most = (int32_t)COUNT_OF(empty.list);
    for (int32_t level = 1; level <= last && level <= most; level++, before = after) {
        after = wyrm_combat_blank(work->combat, "");
        if (role == WYRM_ROLE_PLAYER)
            wyrm_roster_start(work->roster, level, &after);
        else if (role == WYRM_ROLE_MONSTER)
            wyrm_growth_set(work->growth, role, level, &after);
        else
            wyrm_growth_equip(work->growth, role, level, &after);
        if (level > 1 && has_what(&before, &after))
            empty.list[empty.count++] = level;
    }
    if (empty.count == 0)
        return;
    judge_add_finding(
        work, "empty-level", where,
        "%s of level %s has what one of the level before has, hit points and all stats: "
        "the level brings nothing",
        says[role], judge_list(&empty, 100).text);
    judge_command(work, LEVELS_SHOWN, (int)empty.list[0]);
}

/* Reports levels that give a role nothing new. */
static void look_for_empty_levels(judge_work *work)
{
    const wyrm_choice *choices;
    const wyrm_curve *curves;
    if (!judge_has(work, WYRM_SYSTEM_GROWTH | WYRM_SYSTEM_COMBAT) || level_counts(work))
        return;
    size_t curve_count = wyrm_growth_curves(work->growth, &curves);
    if (work->growth->has_levels && judge_has(work, WYRM_SYSTEM_PLAYER))
        look_at_levels(work, WYRM_ROLE_PLAYER, last_listed_level(work),
                       wyrm_ruleset_find(work->ruleset, "levels") != NULL ? "levels" : "growth");
    if (work->growth->has_levels || !judge_has(work, WYRM_SYSTEM_ENCOUNTER | WYRM_SYSTEM_MAP))
        return;
    const int32_t last = last_met_level(work);
    for (wyrm_role role = 0; role < WYRM_ROLE_COUNT; role++) {
        bool grows = role == WYRM_ROLE_PLAYER && wyrm_growth_choices(work->growth, &choices) > 0;
        for (size_t i = 0; i < curve_count; i++)
            grows = grows || curves[i].role == role;
        if (grows)
            look_at_levels(
                work, role, last,
                judge_say("growth.%s", curve_count > 0 ? wyrm_role_name(role) : "choices").text);
    }
}

const judge_finders judge_finders_fights = {
    [FIND_UNHURT] = look_for_unhurt,
    [FIND_MISFITS] = look_for_misfits,
    [FIND_FIGHTS] = look_for_fights,
    [FIND_NOISE] = look_for_noise,
    [FIND_ROUNDED_STEPS] = look_for_rounded_steps,
    [FIND_FLAT_STEPS] = look_for_flat_steps,
    [FIND_EMPTY_LEVELS] = look_for_empty_levels,
};
