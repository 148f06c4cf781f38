/* A player against the monsters of a depth. The hit points left are followed as a distribution from
 * fight to fight. Where nobody regenerates, what a fight costs does not depend on how it began: the
 * monster dies with the player's n-th attack, and has attacked as often by then. */
#include "judge/crowd.h"

#include <wyrm/streams.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Steps that the fights of one crowd may take: about a second of an ordinary core. */
#define WORK_MOST 1e9

/* Rooms drawn where their monsters hang together: shares within 3 %. */
#define ROOMS_DRAWN 1000

static wyrm_status out_of_memory(wyrm_error *error)
{
    return wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory");
}

/* Whether so many steps more can be taken: they are then counted as taken. Once they cannot,
 * nothing more is fought. */
static bool afford(judge_crowd *crowd, double steps)
{
    if (crowd->too_long || !((double)crowd->work + steps <= WORK_MOST))
        crowd->too_long = true;
    else
        crowd->work += (uint64_t)steps;
    return !crowd->too_long;
}

/* ---- one foe ---- */

/* Adds up what the foe's attacks take until the player's n-th kills it: `kills` is the
 * distribution of that n. cost[0..hp], the last being death. */
static void add_up(const judge_crowd *crowd, const judge_foe *foe, const wyrm_pmf *kills,
                   double *sum, double *next, double *cost)
{
    int64_t hp = crowd->player.max_hp;
    const double *blow = wyrm_pmf_probabilities(foe->taken);
    int64_t least = wyrm_pmf_first(foe->taken), most = wyrm_pmf_last(foe->taken);
    int64_t lead = crowd->first == WYRM_SUBJECT_FIRST ? 1 : 0;
    sum[0] = 1;
    for (int64_t attacks = 1 - lead; attacks <= wyrm_pmf_last(kills) - lead; attacks++) {
        double ends = wyrm_pmf_at(kills, attacks + lead);
        if (attacks > 0) {
            memset(next, 0, ((size_t)hp + 1) * sizeof *next);
            for (int64_t before = 0; before < hp; before++)
                for (int64_t d = least; d <= most && sum[before] > 0; d++)
                    next[before + d < hp ? before + d : hp] += sum[before] * blow[d - least];
            next[hp] += sum[hp];
            memcpy(sum, next, ((size_t)hp + 1) * sizeof *sum);
        }
        for (int64_t i = 0; i <= hp; i++)
            cost[i] += ends * sum[i];
    }
}

static wyrm_status make_cost(const judge_crowd *crowd, judge_foe *foe, const wyrm_pmf *kills,
                             wyrm_error *error)
{
    size_t length = (size_t)crowd->player.max_hp + 1;
    double *work = calloc(3 * length, sizeof *work);
    wyrm_weighted *pairs = calloc(length, sizeof *pairs);
    wyrm_status status = WYRM_OK;
    if (work == NULL || pairs == NULL) {
        status = out_of_memory(error);
    } else {
        double *cost = work + 2 * length;
        add_up(crowd, foe, kills, work, work + length, cost);
        for (size_t i = 0; i < length; i++)
            pairs[i] = (wyrm_weighted){(int64_t)i, cost[i]};
        status = wyrm_pmf_from_pairs(pairs, length, &foe->cost, error);
    }
    free(work);
    free(pairs);
    return status;
}

/* A fight that hit points won back make depend on how it began has no cost; nor has one that the
 * player cannot win, or that is too long to count. */
static wyrm_status find_cost(judge_crowd *crowd, judge_foe *foe, wyrm_error *error)
{
    if (crowd->player.regeneration > 0 || foe->combatant.regeneration > 0)
        return WYRM_OK;
    wyrm_pmf *kills;
    wyrm_status status = wyrm_hits_to_kill(foe->given, foe->combatant.hp, &kills, NULL);
    if (status == WYRM_ERROR_ARGUMENT || status == WYRM_ERROR_RANGE)
        return WYRM_OK;
    if (status != WYRM_OK)
        return out_of_memory(error);
    double steps = (double)wyrm_pmf_last(kills) * (double)crowd->player.max_hp *
                   (double)(wyrm_pmf_length(foe->taken) + 2);
    if (afford(crowd, steps))
        status = make_cost(crowd, foe, kills, error);
    wyrm_pmf_free(kills);
    return status;
}

static wyrm_status check_hp(const wyrm_combatant *combatant, wyrm_error *error)
{
    if (combatant->hp >= 1)
        return WYRM_OK;
    return wyrm_fail(error, WYRM_ERROR_ARGUMENT, "'%s' has no hit points to fight with",
                     combatant->name);
}

static wyrm_status meet(judge_crowd *crowd, judge_foe *foe, wyrm_error *error)
{
    const wyrm_roster *roster = wyrm_design_roster(crowd->design);
    wyrm_roster_spawn(roster, (size_t)foe->monster, crowd->depth, WYRM_VARIANT_NONE,
                      &foe->combatant);
    wyrm_status status = check_hp(&foe->combatant, error);
    if (status == WYRM_OK)
        status =
            wyrm_design_hit(crowd->design, &crowd->player, &foe->combatant, &foe->given, error);
    if (status == WYRM_OK)
        status =
            wyrm_design_hit(crowd->design, &foe->combatant, &crowd->player, &foe->taken, error);
    if (status == WYRM_OK)
        status = find_cost(crowd, foe, error);
    return status;
}

/* ---- all of them ---- */

wyrm_status wyrm_judge_crowd_gather(const wyrm_design *design, int32_t depth,
                                    const wyrm_combatant *player, wyrm_striker first,
                                    judge_crowd *out, wyrm_error *error)
{
    *out = (judge_crowd){.design = design, .depth = depth, .player = *player, .first = first};
    out->player.hp = out->player.max_hp;
    wyrm_pmf *kinds;
    wyrm_status status = check_hp(&out->player, error);
    if (status != WYRM_OK)
        return status;
    status = wyrm_encounter_monster_kinds(wyrm_design_encounter(design), depth, &kinds, error);
    if (status == WYRM_ERROR_ARGUMENT)
        return WYRM_OK;
    if (status != WYRM_OK)
        return status;
    out->foes = calloc(wyrm_pmf_length(kinds), sizeof *out->foes);
    if (out->foes == NULL)
        status = out_of_memory(error);
    for (int64_t i = wyrm_pmf_first(kinds); status == WYRM_OK && i <= wyrm_pmf_last(kinds); i++) {
        double share = wyrm_pmf_at(kinds, i);
        if (share == 0)
            continue;
        judge_foe *foe = &out->foes[out->count++];
        *foe = (judge_foe){.monster = (int32_t)i, .share = share};
        status = meet(out, foe, error);
    }
    wyrm_pmf_free(kinds);
    return status;
}

void wyrm_judge_crowd_release(judge_crowd *crowd)
{
    for (size_t i = 0; i < crowd->count; i++) {
        wyrm_pmf_free(crowd->foes[i].given);
        wyrm_pmf_free(crowd->foes[i].taken);
        wyrm_pmf_free(crowd->foes[i].cost);
    }
    free(crowd->foes);
    *crowd = (judge_crowd){0};
}

/* ---- hit points left ---- */

/* The player's hit points as a distribution: left[0] is death. */
typedef struct standing {
    size_t length; /* max_hp + 1 */
    double *left, *next;
} standing;

static wyrm_status stand(const judge_crowd *crowd, standing *out, wyrm_error *error)
{
    out->length = (size_t)crowd->player.max_hp + 1;
    out->left = calloc(out->length, sizeof *out->left);
    out->next = calloc(out->length, sizeof *out->next);
    return out->left != NULL && out->next != NULL ? WYRM_OK : out_of_memory(error);
}

static void begin(standing *at)
{
    memset(at->left, 0, at->length * sizeof *at->left);
    at->left[at->length - 1] = 1;
}

static void sit_down(standing *at)
{
    free(at->left);
    free(at->next);
}

static double share_lost(const standing *at)
{
    double most = (double)at->length - 1, lost = 0;
    for (size_t h = 0; h < at->length; h++)
        lost += at->left[h] * (most - (double)h) / most;
    return lost;
}

static void pay(const standing *at, const wyrm_pmf *cost, double share, double *next)
{
    const double *probabilities = wyrm_pmf_probabilities(cost);
    int64_t least = wyrm_pmf_first(cost), most = wyrm_pmf_last(cost);
    for (int64_t h = 1; h < (int64_t)at->length; h++)
        for (int64_t d = least; d <= most && at->left[h] > 0; d++)
            next[h > d ? h - d : 0] += share * at->left[h] * probabilities[d - least];
}

static double pay_steps(const standing *at, const wyrm_pmf *cost)
{
    double standings = 0;
    for (size_t h = 1; h < at->length; h++)
        standings += at->left[h] > 0;
    return (double)at->length + standings * (double)wyrm_pmf_length(cost);
}

/* Turns by hit points: what the turns of a duel work on. */
static double duel_steps(const wyrm_combatant *player, const wyrm_combatant *monster,
                         const wyrm_duel *duel)
{
    if (duel->endless)
        return 1;
    double turns = duel->p_unfinished > 0 ? WYRM_DUEL_TURN_LIMIT : duel->turns_mean;
    return turns * (double)(player->max_hp + monster->max_hp);
}

/* The same by a duel from every number of hit points; a fight without an end changes nothing. */
static wyrm_status duel(judge_crowd *crowd, const judge_foe *foe, const standing *at, double share,
                        double *next, wyrm_error *error)
{
    wyrm_status status = WYRM_OK;
    for (size_t h = 1; status == WYRM_OK && !crowd->too_long && h < at->length; h++) {
        if (at->left[h] == 0)
            continue;
        wyrm_combatant player = crowd->player;
        player.hp = (int64_t)h;
        wyrm_duel result;
        wyrm_duel_distributions after = {0};
        status = wyrm_design_duel(crowd->design, &player, &foe->combatant, crowd->first, &result,
                                  &after, error);
        if (status != WYRM_OK)
            break;
        afford(crowd, duel_steps(&player, &foe->combatant, &result));
        double finished = result.p_win + result.p_lose;
        next[h] += share * at->left[h] * (1 - finished);
        for (size_t k = 0; after.hp_left != NULL && k < at->length; k++)
            next[k] += share * at->left[h] * finished * wyrm_pmf_at(after.hp_left, (int64_t)k);
        wyrm_duel_distributions_free(&after);
    }
    return status;
}

/* One more fight, against `foe`, or where it is NULL against one drawn by its share. */
static wyrm_status fight(judge_crowd *crowd, const judge_foe *foe, standing *at, wyrm_error *error)
{
    wyrm_status status = WYRM_OK;
    if (crowd->too_long)
        return WYRM_OK;
    memset(at->next, 0, at->length * sizeof *at->next);
    at->next[0] = at->left[0];
    for (size_t i = 0; status == WYRM_OK && i < crowd->count; i++) {
        const judge_foe *one = &crowd->foes[i];
        if (foe != NULL && foe != one)
            continue;
        double share = foe != NULL ? 1 : one->share;
        if (one->cost == NULL)
            status = duel(crowd, one, at, share, at->next, error);
        else if (afford(crowd, pay_steps(at, one->cost)))
            pay(at, one->cost, share, at->next);
    }
    double *swap = at->left;
    at->left = at->next;
    at->next = swap;
    return status;
}

/* ---- rooms ---- */

/* The toll of fights too long to be counted. */
static judge_toll untold(void)
{
    return (judge_toll){.death = (double)NAN, .lost = (double)NAN};
}

wyrm_status wyrm_judge_crowd_fight(judge_crowd *crowd, size_t count, judge_toll *out,
                                   wyrm_error *error)
{
    standing at = {0};
    *out = (judge_toll){0};
    wyrm_status status = stand(crowd, &at, error);
    if (status == WYRM_OK)
        begin(&at);
    for (size_t i = 0; status == WYRM_OK && i < count; i++)
        status = fight(crowd, NULL, &at, error);
    if (status == WYRM_OK)
        *out =
            crowd->too_long ? untold() : (judge_toll){.death = at.left[0], .lost = share_lost(&at)};
    sit_down(&at);
    return status;
}

static wyrm_status fight_independent(judge_crowd *crowd, standing *at, judge_toll *out,
                                     wyrm_error *error)
{
    wyrm_pmf *monsters;
    wyrm_status status = wyrm_encounter_room_monsters(wyrm_design_encounter(crowd->design),
                                                      crowd->depth, &monsters, error);
    if (status != WYRM_OK)
        return status;
    begin(at);
    for (int64_t n = 0; status == WYRM_OK && n <= wyrm_pmf_last(monsters); n++) {
        if (n > 0)
            status = fight(crowd, NULL, at, error);
        out->death += wyrm_pmf_at(monsters, n) * at->left[0];
        out->lost += wyrm_pmf_at(monsters, n) * share_lost(at);
    }
    wyrm_pmf_free(monsters);
    return status;
}

static const judge_foe *foe_of(const judge_crowd *crowd, int32_t monster)
{
    for (size_t i = 0; i < crowd->count; i++)
        if (crowd->foes[i].monster == monster)
            return &crowd->foes[i];
    return NULL;
}

static wyrm_status fight_drawn(judge_crowd *crowd, uint64_t seed, standing *at, judge_toll *out,
                               wyrm_error *error)
{
    const wyrm_encounter *encounter = wyrm_design_encounter(crowd->design);
    wyrm_difficulty difficulty = wyrm_encounter_start(encounter);
    wyrm_room_context room = {.index = 1, .count = 2};
    wyrm_rng rng = wyrm_rng_start(seed, 0, WYRM_STREAM_MONSTERS, (uint64_t)crowd->depth);
    wyrm_spawn spawns[WYRM_ROOM_SPAWNS_MAX];
    wyrm_status status = WYRM_OK;
    difficulty.depth = crowd->depth;
    for (int drawn = 0; status == WYRM_OK && !crowd->too_long && drawn < ROOMS_DRAWN; drawn++) {
        size_t count = wyrm_encounter_room(encounter, &difficulty, &room, &rng, spawns);
        begin(at);
        for (size_t i = 0; status == WYRM_OK && i < count; i++) {
            const judge_foe *foe = foe_of(crowd, spawns[i].monster);
            if (foe != NULL)
                status = fight(crowd, foe, at, error);
        }
        out->deaths.range = out->losses.range = WYRM_SHARE;
        wyrm_moments_add(&out->deaths, at->left[0]);
        wyrm_moments_add(&out->losses, share_lost(at));
    }
    out->death = out->deaths.mean;
    out->lost = out->losses.mean;
    out->sampled = true;
    return status;
}

/* Whether the kinds of the monsters of a room are drawn one like the other. */
static bool is_independent(const wyrm_design *design, int32_t depth)
{
    wyrm_room_draw draw = {.independent = true};
    wyrm_encounter_room_draw(wyrm_design_encounter(design), depth, &draw);
    return draw.independent;
}

wyrm_status wyrm_judge_crowd_room(judge_crowd *crowd, uint64_t seed, judge_toll *out,
                                  wyrm_error *error)
{
    standing at = {0};
    *out = (judge_toll){0};
    wyrm_status status = stand(crowd, &at, error);
    if (status == WYRM_OK)
        status = is_independent(crowd->design, crowd->depth)
                     ? fight_independent(crowd, &at, out, error)
                     : fight_drawn(crowd, seed, &at, out, error);
    if (crowd->too_long)
        *out = untold();
    sit_down(&at);
    return status;
}
