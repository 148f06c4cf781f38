/* A player against the monsters of a depth: who they are, what fights and rooms cost, and the
 * metrics that say so.
 *
 * The hit points left are followed as a distribution from fight to fight. Where nobody
 * regenerates, what a fight costs does not depend on how it began: the monster dies with the
 * player's n-th attack, and has attacked as often by then. */
#include "base/arena.h"
#include "metrics/internal.h"

#include <math.h>
#include <string.h>

#include <wyrm/attrition.h>

/* Steps that the fights of one crowd may take: about a second of an ordinary core. */
#define WORK_MOST 1e9

/* Floors whose rooms are fought one by one, where the monsters of a room hang together: shares
 * within 3 %. */
#define FLOORS_FOUGHT 100

#define CONFIDENCE    0.95

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
    double *work = base_zeroed(3 * length, sizeof *work);
    wyrm_weighted *pairs = base_zeroed(length, sizeof *pairs);
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
    wyrm_free(work);
    wyrm_free(pairs);
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

/* How often who comes, in each group of floors. */
static wyrm_status share_batches(judge_crowd *crowd, wyrm_estimate *shares, wyrm_error *error)
{
    wyrm_status status = WYRM_OK;
    for (size_t batch = 0; status == WYRM_OK && batch < JUDGE_BATCHES; batch++) {
        const wyrm_rooms rooms = {.design = crowd->design,
                                  .depth = crowd->depth,
                                  .seed = crowd->seed,
                                  .first_run = batch * (WYRM_ROOMS_FLOORS / JUDGE_BATCHES),
                                  .floors = WYRM_ROOMS_FLOORS / JUDGE_BATCHES};
        status = wyrm_rooms_kinds(&rooms, shares, error);
        for (size_t i = 0; status == WYRM_OK && i < crowd->count; i++)
            crowd->foes[i].shares[batch] = shares[crowd->foes[i].monster].value;
    }
    return status;
}

static wyrm_status gather(judge_crowd *crowd, size_t kinds, wyrm_estimate *shares,
                          wyrm_error *error)
{
    const wyrm_encounter *encounter = wyrm_design_encounter(crowd->design);
    const wyrm_rooms rooms = {.design = crowd->design, .depth = crowd->depth, .seed = crowd->seed};
    wyrm_status status = wyrm_rooms_kinds(&rooms, shares, error);
    for (size_t i = 0; status == WYRM_OK && i < kinds; i++) {
        if (!wyrm_encounter_comes(encounter, crowd->depth, (int32_t)i))
            continue;
        judge_foe *foe = &crowd->foes[crowd->count++];
        *foe = (judge_foe){.monster = (int32_t)i, .share = shares[i].value};
        crowd->sampled = crowd->sampled || shares[i].sampled;
        status = meet(crowd, foe, error);
    }
    return status == WYRM_OK && crowd->sampled ? share_batches(crowd, shares, error) : status;
}

wyrm_status wyrm_judge_crowd_gather(const wyrm_design *design, int32_t depth, uint64_t seed,
                                    const wyrm_combatant *player, wyrm_striker first,
                                    judge_crowd *out, wyrm_error *error)
{
    size_t kinds = wyrm_roster_count(wyrm_design_roster(design));
    *out = (judge_crowd){
        .design = design, .depth = depth, .seed = seed, .player = *player, .first = first};
    out->player.hp = out->player.max_hp;
    wyrm_status status = check_hp(&out->player, error);
    if (status != WYRM_OK)
        return status;
    wyrm_estimate *shares = base_zeroed(kinds + 1, sizeof *shares);
    out->foes = base_zeroed(kinds + 1, sizeof *out->foes);
    status = shares && out->foes ? gather(out, kinds, shares, error) : out_of_memory(error);
    wyrm_free(shares);
    return status;
}

void wyrm_judge_crowd_release(judge_crowd *crowd)
{
    for (size_t i = 0; i < crowd->count; i++) {
        wyrm_pmf_free(crowd->foes[i].given);
        wyrm_pmf_free(crowd->foes[i].taken);
        wyrm_pmf_free(crowd->foes[i].cost);
    }
    wyrm_free(crowd->foes);
    *crowd = (judge_crowd){0};
}

/* Exchanges the shares of all floors and those of a group; twice, and nothing has changed. */
static void exchange_shares(judge_crowd *crowd, size_t batch)
{
    for (size_t i = 0; i < crowd->count; i++) {
        judge_foe *foe = &crowd->foes[i];
        double share = foe->share;
        foe->share = foe->shares[batch];
        foe->shares[batch] = share;
    }
}

/* The groups of floors are independent of each other: the figure of each is one of a sample. */
static wyrm_status judge_crowd_estimate(judge_crowd *crowd, judge_crowd_figure *figure,
                                        wyrm_estimate *out, wyrm_error *error)
{
    double value = 0;
    wyrm_moments values = {0};
    wyrm_status status = figure(crowd, &value, error);
    *out = (wyrm_estimate){.value = value, .sampled = crowd->sampled, .ci95 = {value, value}};
    for (size_t batch = 0; status == WYRM_OK && crowd->sampled && batch < JUDGE_BATCHES; batch++) {
        exchange_shares(crowd, batch);
        status = figure(crowd, &value, error);
        exchange_shares(crowd, batch);
        wyrm_moments_add(&values, value);
    }
    if (crowd->sampled)
        out->ci95 = wyrm_mean_interval(&values, CONFIDENCE);
    return status;
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
    out->left = base_zeroed(out->length, sizeof *out->left);
    out->next = base_zeroed(out->length, sizeof *out->next);
    return out->left != NULL && out->next != NULL ? WYRM_OK : out_of_memory(error);
}

static void begin(standing *at)
{
    memset(at->left, 0, at->length * sizeof *at->left);
    at->left[at->length - 1] = 1;
}

static void sit_down(standing *at)
{
    wyrm_free(at->left);
    wyrm_free(at->next);
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

wyrm_status wyrm_judge_crowd_death(judge_crowd *crowd, double *out, wyrm_error *error)
{
    standing at = {0};
    *out = NAN;
    wyrm_status status = crowd->count > 0 ? stand(crowd, &at, error) : WYRM_OK;
    if (status == WYRM_OK && crowd->count > 0) {
        begin(&at);
        status = fight(crowd, NULL, &at, error);
        *out = crowd->too_long ? NAN : at.left[0];
    }
    sit_down(&at);
    return status;
}

/* What rooms of 0 to so many monsters take, where the kinds of a room are drawn one like the other;
 * and what the rooms of floors do. */
typedef struct rooms_fought {
    judge_crowd *crowd;
    standing at;
    bool independent;
    size_t known;
    double death[WYRM_ROOM_SPAWNS_MAX + 1], lost[WYRM_ROOM_SPAWNS_MAX + 1];
    wyrm_clusters deaths, losses;
    wyrm_moments survived; /* floors */
} rooms_fought;

/* What `count` monsters take, of any kinds; they are fought in the order of their number. */
static wyrm_status fight_up_to(rooms_fought *fought, size_t count, wyrm_error *error)
{
    wyrm_status status = WYRM_OK;
    while (status == WYRM_OK && fought->known <= count) {
        if (fought->known == 0)
            begin(&fought->at);
        else
            status = fight(fought->crowd, NULL, &fought->at, error);
        fought->death[fought->known] = fought->at.left[0];
        fought->lost[fought->known++] = share_lost(&fought->at);
    }
    return status;
}

static const judge_foe *foe_of(const judge_crowd *crowd, int32_t monster)
{
    for (size_t i = 0; i < crowd->count; i++)
        if (crowd->foes[i].monster == monster)
            return &crowd->foes[i];
    return NULL;
}

/* What the monsters of one room take. */
static wyrm_status fight_content(rooms_fought *fought, const wyrm_room_content *room, double *death,
                                 double *lost, wyrm_error *error)
{
    wyrm_status status = WYRM_OK;
    *death = *lost = 0;
    for (size_t n = 0; fought->independent && n <= WYRM_ROOM_SPAWNS_MAX; n++) {
        if (!(room->chances[n] > 0))
            continue;
        status = fight_up_to(fought, n, error);
        if (status != WYRM_OK)
            return status;
        *death += room->chances[n] * fought->death[n];
        *lost += room->chances[n] * fought->lost[n];
    }
    if (fought->independent)
        return WYRM_OK;
    begin(&fought->at);
    for (size_t i = 0; status == WYRM_OK && i < room->count; i++) {
        const judge_foe *foe = foe_of(fought->crowd, room->monsters[i].spawn.monster);
        if (foe != NULL)
            status = fight(fought->crowd, foe, &fought->at, error);
    }
    *death = fought->at.left[0];
    *lost = share_lost(&fought->at);
    return status;
}

static wyrm_status fight_floor(const wyrm_room_content *rooms, size_t count, void *context,
                               wyrm_error *error)
{
    rooms_fought *fought = context;
    double deaths = 0, losses = 0, survived = 1;
    wyrm_status status = WYRM_OK;
    for (size_t r = 0; status == WYRM_OK && r < count && !fought->crowd->too_long; r++) {
        double death, lost;
        status = fight_content(fought, &rooms[r], &death, &lost, error);
        deaths += death;
        losses += lost;
        survived *= 1 - death;
    }
    wyrm_clusters_add(&fought->deaths, deaths, (double)count);
    wyrm_clusters_add(&fought->losses, losses, (double)count);
    wyrm_moments_add(&fought->survived, survived);
    return status;
}

static wyrm_status begin_rooms(judge_crowd *crowd, rooms_fought *out, wyrm_error *error)
{
    wyrm_room_draw draw = {.independent = true};
    wyrm_encounter_room_draw(wyrm_design_encounter(crowd->design), crowd->depth, &draw);
    *out = (rooms_fought){.crowd = crowd, .independent = draw.independent};
    return stand(crowd, &out->at, error);
}

static wyrm_status fight_floors(rooms_fought *fought, wyrm_error *error)
{
    const judge_crowd *crowd = fought->crowd;
    const wyrm_rooms rooms = {.design = crowd->design,
                              .depth = crowd->depth,
                              .seed = crowd->seed,
                              .floors = fought->independent ? 0 : FLOORS_FOUGHT};
    return wyrm_rooms_visit(&rooms, fight_floor, fought, error);
}

static wyrm_status fight_by_number(rooms_fought *fought, judge_toll *out, wyrm_error *error)
{
    const judge_crowd *crowd = fought->crowd;
    wyrm_pmf *monsters;
    double death = 0, lost = 0;
    wyrm_status status = wyrm_encounter_room_monsters(wyrm_design_encounter(crowd->design),
                                                      crowd->depth, &monsters, error);
    if (status == WYRM_OK)
        status = fight_up_to(fought, (size_t)wyrm_pmf_last(monsters), error);
    for (int64_t n = 0; status == WYRM_OK && n <= wyrm_pmf_last(monsters); n++) {
        death += wyrm_pmf_at(monsters, n) * fought->death[n];
        lost += wyrm_pmf_at(monsters, n) * fought->lost[n];
    }
    wyrm_pmf_free(monsters);
    *out = (judge_toll){.death = {.value = death, .ci95 = {death, death}},
                        .lost = {.value = lost, .ci95 = {lost, lost}}};
    return status;
}

/* What a room takes lies within, by the `values` for its numbers of monsters. */
static wyrm_interval up_to_most(const rooms_fought *fought, const double *values)
{
    double most = fought->independent ? 0 : 1;
    for (size_t n = 0; n < fought->known; n++)
        most = fmax(most, values[n]);
    return (wyrm_interval){0, most};
}

/* Of fights too long to be counted. */
static wyrm_estimate untold(void)
{
    return (wyrm_estimate){.value = (double)NAN, .ci95 = {(double)NAN, (double)NAN}};
}

wyrm_status wyrm_judge_crowd_room(judge_crowd *crowd, judge_toll *out, wyrm_error *error)
{
    const wyrm_rooms rooms = {.design = crowd->design, .depth = crowd->depth};
    rooms_fought fought;
    bool all;
    *out = (judge_toll){0};
    wyrm_status status = wyrm_rooms_hold_all(&rooms, &all, error);
    if (status != WYRM_OK)
        return status;
    status = begin_rooms(crowd, &fought, error);
    if (status == WYRM_OK && all && fought.independent) {
        status = fight_by_number(&fought, out, error);
    } else if (status == WYRM_OK) {
        status = fight_floors(&fought, error);
        *out =
            (judge_toll){.death = wyrm_rooms_estimate(
                             &fought.deaths, up_to_most(&fought, fought.death), fought.independent),
                         .lost = wyrm_rooms_estimate(
                             &fought.losses, up_to_most(&fought, fought.lost), fought.independent)};
    }
    if (crowd->too_long)
        *out = (judge_toll){.death = untold(), .lost = untold()};
    sit_down(&fought.at);
    return status;
}

/* The chance to die in one of the normal rooms of a floor, each entered with full hit points.
 * Always sampled. */
static wyrm_status judge_crowd_floor(judge_crowd *crowd, wyrm_estimate *out, wyrm_error *error)
{
    rooms_fought fought;
    wyrm_status status = begin_rooms(crowd, &fought, error);
    if (status == WYRM_OK)
        status = fight_floors(&fought, error);
    fought.survived.range = fought.independent ? WYRM_ANY : WYRM_SHARE;
    wyrm_interval alive = wyrm_mean_interval(&fought.survived, CONFIDENCE);
    *out = (wyrm_estimate){.value = 1 - fought.survived.mean,
                           .sampled = !fought.independent || fought.survived.min < 1,
                           .ci95 = {fmax(1 - alive.high, 0), fmin(1 - alive.low, 1)}};
    if (crowd->too_long)
        *out = untold();
    sit_down(&fought.at);
    return status;
}

/* ---- metrics: the player is the one of `of`, else the reference ---- */

static wyrm_status gather_at(const judge_work *judging, const judge_target *target,
                             const judge_place *place, judge_crowd *crowd, wyrm_error *error)
{
    wyrm_reference reference = {.player = place->of};
    wyrm_status status = WYRM_OK;
    *crowd = (judge_crowd){0};
    if (target->of[0] == '\0')
        status = wyrm_design_reference(judging->design, place->depth, &reference, error);
    if (status != WYRM_OK)
        return status;
    return wyrm_judge_crowd_gather(judging->design, place->depth, judging->seed, &reference.player,
                                   target->first, crowd, error);
}

/* A figure of all the monsters of the depth. */
static wyrm_status of_crowd(const judge_work *judging, const judge_target *target,
                            const judge_place *place, judge_crowd_figure *figure,
                            judge_measure *out, wyrm_error *error)
{
    judge_crowd crowd;
    wyrm_estimate estimate = {.value = (double)NAN};
    wyrm_status status = gather_at(judging, target, place, &crowd, error);
    if (status == WYRM_OK)
        status = judge_crowd_estimate(&crowd, figure, &estimate, error);
    wyrm_judge_crowd_release(&crowd);
    return wyrm_judge_measured(status, &estimate, out);
}

#define CROWD_METRIC(evaluate, figure)                                                             \
    wyrm_status evaluate(judge_work *judging, const judge_target *target,                          \
                         const judge_place *place, judge_measure *out, wyrm_error *error)          \
    {                                                                                              \
        return of_crowd(judging, target, place, figure, out, error);                               \
    }

CROWD_METRIC(wyrm_judge_attacks_on_monster, wyrm_judge_crowd_attacks)
CROWD_METRIC(wyrm_judge_hits_on_monster, wyrm_judge_crowd_hits)
CROWD_METRIC(wyrm_judge_attacks_on_player, wyrm_judge_crowd_attacks_taken)
CROWD_METRIC(wyrm_judge_fight_death, wyrm_judge_crowd_death)

static wyrm_status room_toll(const judge_work *judging, const judge_target *target,
                             const judge_place *place, judge_toll *toll, wyrm_error *error)
{
    judge_crowd crowd;
    wyrm_status status = gather_at(judging, target, place, &crowd, error);
    *toll = (judge_toll){0};
    if (status == WYRM_OK)
        status = wyrm_judge_crowd_room(&crowd, toll, error);
    wyrm_judge_crowd_release(&crowd);
    return status;
}

wyrm_status wyrm_judge_room_death(judge_work *judging, const judge_target *target,
                                  const judge_place *place, judge_measure *out, wyrm_error *error)
{
    judge_toll toll;
    wyrm_status status = room_toll(judging, target, place, &toll, error);
    return wyrm_judge_measured(status, &toll.death, out);
}

wyrm_status wyrm_judge_room_lost(judge_work *judging, const judge_target *target,
                                 const judge_place *place, judge_measure *out, wyrm_error *error)
{
    judge_toll toll;
    wyrm_status status = room_toll(judging, target, place, &toll, error);
    return wyrm_judge_measured(status, &toll.lost, out);
}

wyrm_status wyrm_judge_floor_death(judge_work *judging, const judge_target *target,
                                   const judge_place *place, judge_measure *out, wyrm_error *error)
{
    judge_crowd crowd;
    wyrm_estimate death = {.value = (double)NAN};
    wyrm_status status = gather_at(judging, target, place, &crowd, error);
    if (status == WYRM_OK)
        status = judge_crowd_floor(&crowd, &death, error);
    wyrm_judge_crowd_release(&crowd);
    return wyrm_judge_measured(status, &death, out);
}

/* ---- what rooms take, depth by depth ---- */

static wyrm_status fight_at(judge_crowd *crowd, const wyrm_reference *reference,
                            wyrm_attrition_depth *out, wyrm_error *error)
{
    judge_toll room;
    wyrm_status status = wyrm_judge_crowd_room(crowd, &room, error);
    *out = (wyrm_attrition_depth){.depth = crowd->depth, .lost = room.lost, .death = room.death};
    memcpy(out->player, reference->text, sizeof out->player);
    if (status == WYRM_OK)
        status =
            judge_crowd_estimate(crowd, wyrm_judge_crowd_attacks, &out->attacks_on_monster, error);
    if (status == WYRM_OK)
        status = judge_crowd_estimate(crowd, wyrm_judge_crowd_attacks_taken,
                                      &out->attacks_on_player, error);
    return status;
}

static wyrm_status find_at(const wyrm_design *design, int32_t depth, uint64_t seed,
                           wyrm_attrition *out, wyrm_error *error)
{
    wyrm_reference reference;
    judge_crowd crowd = {0};
    wyrm_status status = wyrm_design_reference(design, depth, &reference, error);
    if (status != WYRM_OK)
        return status;
    status = wyrm_judge_crowd_gather(design, depth, seed, &reference.player, WYRM_SUBJECT_FIRST,
                                     &crowd, error);
    if (status == WYRM_OK && crowd.count > 0) {
        status = fight_at(&crowd, &reference, &out->list[out->count], error);
        out->count += status == WYRM_OK;
    }
    wyrm_judge_crowd_release(&crowd);
    /* Someone without hit points: the depth is left out. */
    return status == WYRM_ERROR_ARGUMENT ? WYRM_OK : status;
}

wyrm_status wyrm_attrition_compute(const wyrm_design *design, uint64_t seed, wyrm_attrition *out,
                                   wyrm_error *error)
{
    int32_t last = wyrm_encounter_last_depth(wyrm_design_encounter(design));
    wyrm_status status = WYRM_OK;
    out->count = 0;
    for (int32_t depth = 1; depth <= last && depth <= WYRM_ATTRITION_MAX && status == WYRM_OK;
         depth++)
        status = find_at(design, depth, seed, out, error);
    return status;
}
