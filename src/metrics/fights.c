/* Metrics of fighters and fights: stats at a level, attacks and duels, and what a player loses to
 * the monsters of a depth. Their rows are at the end.
 *
 * In a room the player's hit points are followed as a distribution from fight to fight. Each fight
 * starts fresh: no conditions except those the fighters always have, counters full. Where nobody
 * regenerates and attacks only do damage, the cost of a fight does not depend on the hit points at
 * its start: the monster dies by the player's n-th attack, the durations of attacks tell how often
 * it has attacked by then, and so one distribution of the cost serves all fights with it. Otherwise
 * a duel is solved for every number of hit points, and for every maximum that the player may have
 * rolled, as healing ends there. The work is estimated beforehand: fights that would take more than
 * about a second are not computed, and the figure says that it would take too long. */
#include "combat/internal.h"
#include "metrics/internal.h"
#include "sim/internal.h"
#include <math.h>
#include <string.h>
#include <wyrm/attrition.h>

/* Limit of steps for the fights of one crowd, or for one figure: about a second of one core. */
#define WORK_MOST 1e9

/* Reasons why a figure is NAN. */
static const char too_long[] =
    "to work that out would take more than 1,000,000,000 steps, about a second: let it be played, "
    "as 'arena_win_rate' and 'run_hazard' do";
static const char drawn[] =
    "one of its fights is drawn at random ('wyrm duel' says why), and only what is worked out can "
    "follow one another: ask for 'win_chance', or let it be played, as 'run_hazard' does";
static const char not_counted[] =
    "attacks there change what comes after them, or something else harms: they cannot be counted "
    "one by one; 'fight_death_chance' can be asked";
static const char nobody[] = "nobody comes there";
static const char cut_off[] = "some fights are not over when they are cut off ('wyrm duel' says "
                              "how many), so that the mean of "
                              "all is longer than that of those that end";

/* Sampled floors if a budget or groups tie the monsters of a room together, and how many of them
 * are begun at once; fewer where all would take more than WORK_MOST. */
enum { FLOORS_FOUGHT = 1000, FLOORS_AT_ONCE = 100 };

/* Limit of the different rooms that are kept. */
enum { ROOMS_KEPT = 1 << 16 };

/* ---- stats, curves, and what a level costs ---- */

/* Division that gives NAN for 0 / 0 and an infinite value for anything else by 0. */
static double ratio(double numerator, double denominator)
{
    if (denominator != 0)
        return numerator / denominator;
    return numerator == 0 ? NAN : copysign(INFINITY, numerator);
}

/* Returns a stat of the combat model, or from WYRM_STATS_MAX on hp, max_hp or regeneration. */
static double stat_value(const wyrm_combat *combat, int stat, const wyrm_combatant *combatant)
{
    if (stat < WYRM_STATS_MAX)
        return wyrm_combat_stat_number(combat, stat, combatant->stats[stat]);
    const double body[] = {(double)combatant->hp, (double)combatant->max_hp,
                           combatant->regeneration};
    return body[stat - WYRM_STATS_MAX];
}

enum { STAT_ITSELF, STAT_RATIO, STAT_DIFFERENCE };

static judge_measure measure_stat(judge_work *work, const judge_point *point, int which)
{
    double mine = stat_value(work->combat, point->stat, &point->of);
    if (which == STAT_ITSELF)
        return judge_exactly(mine);
    double other = stat_value(work->combat, point->stat, &point->against);
    return judge_exactly(which == STAT_RATIO ? ratio(mine, other) : mine - other);
}

enum { CURVE, FACTOR, STEP, STEP_GROWTH, TO_LEVEL, KILLS };

static judge_measure measure_growth(judge_work *work, const judge_point *point, int which)
{
    const wyrm_growth *growth = work->growth;
    if (which == CURVE)
        return judge_exactly(wyrm_growth_at(growth, point->curve, point->level));
    if (which == FACTOR)
        return judge_exactly(wyrm_growth_factor(growth, point->level));
    if (which == TO_LEVEL) {
        const uint64_t total = wyrm_growth_total(growth, point->level);
        return judge_exactly(total < UINT64_MAX ? (double)total : (double)NAN);
    }
    const uint64_t next = wyrm_growth_step(growth, point->level);
    double step = next < UINT64_MAX ? (double)next : (double)NAN; /* NAN at the last level */
    if (which == STEP_GROWTH)
        return judge_exactly(ratio(step, (double)wyrm_growth_step(growth, point->level - 1)));
    if (which == KILLS)
        return judge_exactly(ratio(step, wyrm_growth_at(growth, point->curve, point->level)));
    return judge_exactly(step);
}

/* ---- single fights ---- */

/* For each number of hit points: expected = 1 + the mean of what is expected after the first
 * attack, solved for the chance that this attack does nothing. */
double judge_expected_attacks(base_arena *arena, const wyrm_pmf *damage, int64_t hp,
                              const wyrm_pmf *roll)
{
    const double *probabilities = wyrm_pmf_probabilities(damage);
    int64_t first = wyrm_pmf_first(damage), last = wyrm_pmf_last(damage);
    int64_t least = first > 1 ? first : 1;
    double hurts = 0;
    if ((double)hp * (double)(last < hp ? last - first + 1 : hp) > WORK_MOST)
        return NAN;
    for (int64_t d = least; d <= last; d++)
        hurts += probabilities[d - first];
    if (!(hurts > 0))
        return INFINITY;
    double *expected = base_zeroed((size_t)hp + 1, sizeof *expected);
    if (expected == NULL)
        base_refuse(arena, WYRM_ERROR_MEMORY, "out of memory");
    for (int64_t left = 1; left <= hp; left++) {
        double after = 0;
        for (int64_t d = least; d <= last && d < left; d++)
            after += probabilities[d - first] * expected[left - d];
        expected[left] = (1 + after) / hurts;
    }
    double found = roll != NULL ? 0 : expected[hp];
    for (int64_t rolled = 1; roll != NULL && rolled <= hp; rolled++)
        found += wyrm_pmf_at(roll, rolled) * expected[rolled];
    wyrm_free(expected);
    return found;
}

/* Wilson's 95 % interval for the mean of values from 0 to 1 instead of a share: it does not shrink
 * to a point if all values were equal. */
static wyrm_interval interval_of_share(double mean, double sd, double count)
{
    const double more = JUDGE_NORMAL_95 * JUDGE_NORMAL_95 / count;
    const double middle = (mean + more / 2) / (1 + more);
    const double half = JUDGE_NORMAL_95 * sqrt(sd * sd / count + more / (4 * count)) / (1 + more);
    return (wyrm_interval){fmax(0, fmin(mean, middle - half)), fmin(1, fmax(mean, middle + half))};
}

wyrm_status wyrm_fight_cost(const wyrm_design *design, const wyrm_combatant *player,
                            const wyrm_combatant *monster, wyrm_fight_price *out, wyrm_error *error)
{
    const wyrm_estimate none = {.value = NAN, .ci95 = {NAN, NAN}};
    wyrm_duel duel;
    wyrm_status status =
        wyrm_design_duel(design, player, monster, WYRM_SUBJECT_FIRST, &duel, NULL, error);
    *out = (wyrm_fight_price){.lost = none, .death = none};
    if (status != WYRM_OK)
        return status;
    /* The means are over the fights that end; of rolled hit points each roll has its own share. */
    const double finished = duel.p_win + duel.p_lose, hp = (double)player->max_hp;
    judge_left each = {duel.hp_left_mean / hp, duel.hp_left_sd / hp};
    double left = finished > 0 ? finished * duel.hp_left_mean / hp : 0;
    if (wyrm_combat_hp_roll(wyrm_design_combat(design), player) != NULL) {
        status = judge_hp_left(design, player, monster, WYRM_SUBJECT_FIRST, &duel, &each, error);
        left = finished > 0 ? finished * each.mean : 0;
    }
    if (status != WYRM_OK)
        return status;
    const double lost = fmin(1, fmax(0, 1 - left)), death = fmin(1, fmax(0, 1 - duel.p_win));
    out->lost = (wyrm_estimate){.value = lost, .ci95 = {lost, lost}};
    out->death = (wyrm_estimate){.value = death, .ci95 = {death, death}};
    out->fights = duel.fights;
    if (duel.fights == 0)
        return WYRM_OK;
    const double mean = finished > 0 ? each.mean : 0;
    const double sd = finished > 0 ? each.sd : 0;
    const double squares = finished * (sd * sd + mean * mean); /* over all fights */
    out->lost.sampled = out->death.sampled = true;
    out->lost.ci95 = interval_of_share(lost, sqrt(fmax(0, squares - left * left)), duel.fights);
    out->death.ci95 = (wyrm_interval){1 - duel.p_win_high, 1 - duel.p_win_low};
    return WYRM_OK;
}

enum { HIT_MEAN, HIT_SD, HIT_MISS, HIT_SHARE, AVERAGE_HITS, ATTACKS_TO_KILL };

/* Turns WYRM_ERROR_LIMIT into WYRM_ERROR_ARGUMENT, so that one expensive figure does not stop the
 * others. */
static void must_be_had(base_arena *arena, wyrm_status status, const wyrm_error *error)
{
    if (status == WYRM_ERROR_LIMIT)
        base_refuse(arena, WYRM_ERROR_ARGUMENT, "%s", error->message);
    base_must(arena, status);
}

/* An attack out of reach does 0 damage; one that is impossible at any distance ends the job. */
static judge_measure measure_hit(judge_work *work, const judge_point *point, int which)
{
    base_arena *arena = work->arena;
    int64_t hp = point->against.hp;
    if (hp < 1 && (which == AVERAGE_HITS || which == ATTACKS_TO_KILL))
        base_refuse(arena, WYRM_ERROR_ARGUMENT, "'%s' has no hit points to lose: set hp",
                    point->against.name);
    wyrm_matchup matchup = {.attacker = &point->of,
                            .defender = &point->against,
                            .attack = point->target->attack,
                            .distance = point->target->distance};
    (void)wyrm_roster_shot(wyrm_design_roster(work->design), &matchup);
    wyrm_pmf *damage, *here;
    wyrm_status status = wyrm_combat_hit(work->combat, &matchup, &damage, &arena->error);
    if (status == WYRM_ERROR_ARGUMENT && matchup.distance != 0) {
        matchup.distance = 0;
        if (judge_had(work, wyrm_combat_hit(work->combat, &matchup, &here, NULL))) {
            wyrm_pmf_free(here);
            status = wyrm_pmf_point(0, &damage, &arena->error);
        }
    }
    must_be_had(arena, status, &arena->error);
    base_keep(arena, damage, wyrm_pmf_free);
    if ((which == AVERAGE_HITS || which == ATTACKS_TO_KILL) &&
        !combat_is_plain(work->combat, &point->of, &point->against))
        base_refuse(arena, WYRM_ERROR_ARGUMENT,
                    "attacks of '%s' on '%s' change what comes after them, or something else harms "
                    "it too: they cannot be counted one by one; 'duel_turns' can be asked",
                    point->of.name, point->against.name);
    double mean = wyrm_pmf_mean(damage), stat;
    switch (which) {
    case HIT_SD:
        return judge_exactly(wyrm_pmf_sd(damage));
    case HIT_MISS:
        return judge_exactly(wyrm_pmf_at(damage, 0));
    case HIT_SHARE:
        stat = stat_value(work->combat, point->stat, &point->of);
        return judge_exactly(stat == 0 ? NAN : mean / stat);
    case AVERAGE_HITS: /* the figure designers quote: misses only through the mean, no overkill */
        return judge_exactly(mean > 0 ? wyrm_combat_mean_hp(work->combat, &point->against) / mean
                                      : (double)INFINITY);
    case ATTACKS_TO_KILL:
        return (judge_measure){
            .value = judge_expected_attacks(arena, damage, hp,
                                            wyrm_combat_hp_roll(work->combat, &point->against)),
            .why = too_long};
    default:
        return judge_exactly(mean);
    }
}

enum { WIN_CHANCE, DUEL_TURNS, HP_LEFT };

/* Returns a figure of a duel: exact, or sampled with its interval if the fights were simulated. */
static judge_measure judge_of_fights(const wyrm_duel *duel, double value, double low, double high)
{
    if (duel->fights == 0)
        return judge_exactly(value);
    return (judge_measure){.value = value, .sampled = true, .of_fights = true, .ci95 = {low, high}};
}

wyrm_status judge_hp_left(const wyrm_design *design, const wyrm_combatant *of,
                          const wyrm_combatant *against, wyrm_striker first, const wyrm_duel *duel,
                          judge_left *out, wyrm_error *error)
{
    const wyrm_pmf *roll = wyrm_combat_hp_roll(wyrm_design_combat(design), of);
    double ended = 0.0, sum = 0.0, squares = 0.0;
    wyrm_status status = WYRM_OK;
    if (duel->fights > 0) {
        *out = (judge_left){duel->share_left_mean, duel->share_left_sd};
        return WYRM_OK;
    }
    if (roll == NULL) {
        const double hp = (double)of->max_hp;
        *out = (judge_left){duel->hp_left_mean / hp, duel->hp_left_sd / hp};
        return WYRM_OK;
    }
    for (int64_t hp = wyrm_pmf_first(roll); hp <= wyrm_pmf_last(roll) && status == WYRM_OK; hp++) {
        wyrm_combatant one = *of;
        wyrm_duel its;
        if (!(wyrm_pmf_at(roll, hp) > 0.0))
            continue;
        one.hp = one.max_hp = hp;
        one.hp_amount = 0.0;
        status = wyrm_design_duel(design, &one, against, first, &its, NULL, error);
        const double part =
            status == WYRM_OK ? wyrm_pmf_at(roll, hp) * (1.0 - its.p_unfinished) : 0.0;
        if (!(part > 0.0))
            continue;
        const double mean = its.hp_left_mean / (double)hp, sd = its.hp_left_sd / (double)hp;
        ended += part;
        sum += part * mean;
        squares += part * (mean * mean + sd * sd);
    }
    const double mean = ended > 0.0 ? sum / ended : (double)NAN;
    *out = (judge_left){mean, sqrt(fmax(0.0, squares / ended - mean * mean))};
    return status;
}

static judge_measure measure_duel(judge_work *work, const judge_point *point, int which)
{
    wyrm_duel duel;
    base_must(work->arena, wyrm_design_duel(work->design, &point->of, &point->against,
                                            point->target->first, &duel, NULL, work->error));
    const double finished = duel.fights * (1 - duel.p_unfinished);
    const double off = JUDGE_NORMAL_95 / sqrt(finished);
    if (which == WIN_CHANCE)
        return judge_of_fights(&duel, duel.p_win, duel.p_win_low, duel.p_win_high);
    if (which == DUEL_TURNS && !duel.endless && judge_is_cut_off(&duel))
        return (judge_measure){.value = (double)NAN, .why = cut_off};
    if (which == DUEL_TURNS)
        return judge_of_fights(&duel, duel.endless ? (double)INFINITY : duel.turns_mean,
                               duel.turns_mean - off * duel.turns_sd,
                               duel.turns_mean + off * duel.turns_sd);
    judge_left left;
    base_must(work->arena, judge_hp_left(work->design, &point->of, &point->against,
                                         point->target->first, &duel, &left, work->error));
    const wyrm_interval around = interval_of_share(left.mean, left.sd, finished);
    return judge_of_fights(&duel, left.mean, around.low, around.high);
}

/* ---- the foes of a place, and what they cost ---- */

static wyrm_status find_levels(const judge_work *work, int32_t tracker, judge_foes *out)
{
    wyrm_pmf *levels;
    const wyrm_status status =
        wyrm_encounter_monster_levels(work->encounter, tracker, &levels, work->error);
    if (status != WYRM_OK)
        return status;
    base_keep(work->arena, levels, wyrm_pmf_free);
    out->list = base_array(work->arena, judge_foe, wyrm_pmf_length(levels));
    for (size_t i = 0; i < wyrm_pmf_length(levels); i++) {
        const int32_t level = (int32_t)(wyrm_pmf_first(levels) + (int64_t)i);
        const double share = wyrm_pmf_probabilities(levels)[i];
        if (share > 0)
            out->list[out->count++] =
                (judge_foe){.monster = wyrm_roster_by_level(work->roster, level),
                            .level = level,
                            .share = {.value = share, .ci95 = {share, share}}};
    }
    return WYRM_OK;
}

wyrm_status judge_foes_at(const judge_work *work, int32_t place, uint64_t seed, const bool *also,
                          judge_foes *out)
{
    const wyrm_rooms rooms = {.design = work->design, .depth = place, .seed = seed};
    *out = (judge_foes){.count = 0};
    if (work->last_depth == 0)
        return find_levels(work, place, out);
    wyrm_estimate *shares = base_array(work->arena, wyrm_estimate, work->monsters);
    const wyrm_status status = wyrm_rooms_kinds(&rooms, shares, work->error);
    out->list = base_array(work->arena, judge_foe, work->monsters);
    for (size_t m = 0; m < work->monsters && status == WYRM_OK; m++)
        if (shares[m].value > 0 || (also != NULL && also[m]))
            out->list[out->count++] = (judge_foe){(int32_t)m, place, shares[m]};
    return status;
}

wyrm_status judge_prices(const judge_work *work, const judge_foes *foes,
                         const wyrm_combatant *player, wyrm_fight_price *prices)
{
    wyrm_status status = WYRM_OK;
    for (size_t i = 0; i < foes->count && status == WYRM_OK; i++) {
        wyrm_combatant foe;
        wyrm_roster_spawn(work->roster, foes->list[i].monster, foes->list[i].level,
                          WYRM_VARIANT_NONE, &foe);
        status = wyrm_fight_cost(work->design, player, &foe, &prices[i], work->error);
    }
    return status;
}

wyrm_estimate judge_mean_price(const judge_foes *foes, const wyrm_fight_price *prices,
                               const wyrm_fight_price *less, bool shares)
{
    double sum = 0, down = 0, up = 0;
    for (size_t i = 0; i < foes->count; i++) {
        const wyrm_estimate none = {.value = 0}, *share = &foes->list[i].share;
        const wyrm_estimate *of = &prices[i].lost, *other = less != NULL ? &less[i].lost : &none;
        const double change = of->value - other->value;
        sum += share->value * change;
        down += share->value * (of->value - of->ci95.low + other->ci95.high - other->value);
        up += share->value * (of->ci95.high - of->value + other->value - other->ci95.low);
        if (!shares || !share->sampled)
            continue;
        const double fewer = (share->value - share->ci95.low) * change;
        const double more = (share->ci95.high - share->value) * change;
        down += fmax(fewer, -more);
        up += fmax(more, -fewer);
    }
    return (wyrm_estimate){
        .value = sum, .sampled = down > 0 || up > 0, .ci95 = {sum - down, sum + up}};
}

bool judge_is_unhurt(const judge_foes *foes, const wyrm_fight_price *prices)
{
    double cheap = 0;
    for (size_t i = 0; i < foes->count; i++)
        if (prices[i].lost.ci95.high < WYRM_CALIBRATION_FLOOR)
            cheap += foes->list[i].share.value;
    return cheap > 0.5 &&
           judge_mean_price(foes, prices, NULL, false).ci95.high < WYRM_CALIBRATION_FLOOR;
}

/* ---- the crowd of a depth ---- */

/* Counts steps as spent; false if they exceed the limit, after which nothing more is computed. */
static bool afford_steps(judge_crowd *crowd, double steps)
{
    if (crowd->why == NULL && !((double)crowd->spent + steps <= WORK_MOST))
        crowd->why = too_long;
    else if (crowd->why == NULL)
        crowd->spent += (uint64_t)steps;
    return crowd->why == NULL;
}

int64_t judge_attacks_before(const wyrm_combat *combat, const wyrm_combatant *player,
                             const wyrm_combatant *foe, wyrm_striker first, int64_t attack)
{
    const wyrm_ratio mine = wyrm_combat_duration(combat, player);
    const wyrm_ratio its = wyrm_combat_duration(combat, foe);
    const int64_t one = common_divisor(mine.numerator, its.numerator);
    const int64_t other = common_divisor(mine.denominator, its.denominator);
    const int64_t times = mine.numerator / one * (its.denominator / other);
    const int64_t parts = mine.denominator / other * (its.numerator / one);
    if (attack - 1 > (INT64_MAX - parts) / times)
        return INT64_MAX;
    const int64_t time = (attack - 1) * times; /* each attack of the foe takes `parts` */
    return first == WYRM_SUBJECT_FIRST ? (time + parts - 1) / parts : time / parts + 1;
}

/* Returns the distribution of the hit points that the foe takes until the player's last attack
 * kills it; the largest value means death. NULL if the cost depends on the player's hit points
 * (because of regeneration or effects), if the player cannot win, or if it would take too long. */
static const wyrm_pmf *find_cost(judge_crowd *crowd, const judge_opponent *foe)
{
    base_arena *arena = crowd->work->arena;
    const wyrm_combat *combat = crowd->work->combat;
    int64_t hp = crowd->player.max_hp;
    wyrm_pmf *kills, *cost;
    if (crowd->player.regeneration > 0 || foe->combatant.regeneration > 0 || !foe->plain ||
        !combat_is_plain(combat, &foe->combatant, &crowd->player))
        return NULL;
    wyrm_status status =
        wyrm_combat_hits_to_kill(combat, foe->given, &foe->combatant, &kills, &arena->error);
    if (status == WYRM_ERROR_ARGUMENT || status == WYRM_ERROR_RANGE)
        return NULL;
    base_must(arena, status);
    base_keep(arena, kills, wyrm_pmf_free);
    const int64_t most_attacks = judge_attacks_before(combat, &crowd->player, &foe->combatant,
                                                      crowd->first, wyrm_pmf_last(kills));
    if (!afford_steps(crowd, (double)greater(most_attacks, wyrm_pmf_last(kills)) * (double)hp *
                                 (double)(wyrm_pmf_length(foe->taken) + 2)))
        return NULL;
    size_t length = (size_t)hp + 1;
    double *sum = base_array(arena, double, length), *next = base_array(arena, double, length);
    wyrm_weighted *costs = base_array(arena, wyrm_weighted, length);
    const double *blow = wyrm_pmf_probabilities(foe->taken);
    int64_t least = wyrm_pmf_first(foe->taken), most = wyrm_pmf_last(foe->taken);
    sum[0] = 1;
    for (int64_t attack = 1, attacks = 0; attack <= wyrm_pmf_last(kills); attack++) {
        const int64_t before =
            judge_attacks_before(combat, &crowd->player, &foe->combatant, crowd->first, attack);
        double ends = wyrm_pmf_at(kills, attack);
        for (; attacks < before; attacks++) {
            memset(next, 0, length * sizeof *next);
            for (int64_t lost = 0; lost < hp; lost++)
                for (int64_t d = least; d <= most && sum[lost] > 0; d++)
                    next[lost + d < hp ? lost + d : hp] += sum[lost] * blow[d - least];
            next[hp] += sum[hp];
            memcpy(sum, next, length * sizeof *sum);
        }
        for (size_t i = 0; i < length; i++)
            costs[i] = (wyrm_weighted){(int64_t)i, costs[i].weight + ends * sum[i]};
    }
    base_must(arena, wyrm_pmf_from_pairs(costs, length, &cost, &arena->error));
    base_keep(arena, cost, wyrm_pmf_free);
    return cost;
}

static void check_hp(base_arena *arena, const wyrm_combatant *combatant)
{
    if (combatant->hp < 1)
        base_refuse(arena, WYRM_ERROR_ARGUMENT, "'%s' has no hit points to fight with",
                    combatant->name);
}

static const wyrm_pmf *hit(const judge_work *work, const wyrm_combatant *attacker,
                           const wyrm_combatant *defender)
{
    wyrm_pmf *damage;
    must_be_had(work->arena,
                wyrm_design_hit(work->design, attacker, defender, &damage, work->error),
                work->error);
    base_keep(work->arena, damage, wyrm_pmf_free);
    return damage;
}

judge_crowd judge_gather_crowd(judge_work *work, int32_t depth, const wyrm_combatant *player,
                               wyrm_striker first)
{
    base_arena *arena = work->arena;
    wyrm_rooms rooms = {.design = work->design, .depth = depth, .seed = work->seed};
    wyrm_estimate *shares = base_array(arena, wyrm_estimate, work->monsters);
    bool *comes = base_array(arena, bool, work->monsters);
    judge_foes foes;
    judge_crowd crowd = {.work = work,
                         .depth = depth,
                         .player = *player,
                         .first = first,
                         .plain = true,
                         .foes = base_array(arena, judge_opponent, work->monsters)};
    crowd.player.hp = crowd.player.max_hp;
    crowd.roll = wyrm_combat_hp_roll(work->combat, &crowd.player);
    crowd.player.hp_amount = 0; /* only the first fight begins with rolled hit points */
    check_hp(arena, &crowd.player);
    for (size_t i = 0; i < work->monsters; i++)
        comes[i] = wyrm_encounter_comes(work->encounter, depth, (int32_t)i);
    base_must(arena, judge_foes_at(work, depth, work->seed, comes, &foes));
    for (size_t i = 0; i < foes.count; i++) {
        const judge_foe *of = &foes.list[i];
        judge_opponent *foe = &crowd.foes[crowd.count++];
        *foe = (judge_opponent){.monster = of->monster, .share = of->share.value};
        crowd.sampled = crowd.sampled || of->share.sampled;
        wyrm_roster_spawn(work->roster, of->monster, of->level, WYRM_VARIANT_NONE, &foe->combatant);
        check_hp(arena, &foe->combatant);
        foe->given = hit(work, &crowd.player, &foe->combatant);
        foe->taken = hit(work, &foe->combatant, &crowd.player);
        foe->plain = combat_is_plain(work->combat, &crowd.player, &foe->combatant);
        crowd.plain = crowd.plain && combat_is_plain(work->combat, &foe->combatant, &crowd.player);
        foe->cost = find_cost(&crowd, foe);
    }
    /* The shares again in each group of floors, for their interval. */
    rooms.floors = WYRM_ROOMS_FLOORS / JUDGE_BATCHES;
    for (size_t batch = 0; crowd.sampled && batch < JUDGE_BATCHES; batch++) {
        rooms.first_run = batch * rooms.floors;
        base_must(arena, wyrm_rooms_kinds(&rooms, shares, &arena->error));
        for (size_t i = 0; i < crowd.count; i++)
            crowd.foes[i].shares[batch] = shares[crowd.foes[i].monster].value;
    }
    return crowd;
}

/* ---- hit points left ---- */

/* Distribution of the player's hit points, in rows of `length`: one for each maximum that it may
 * have rolled, as nothing heals it beyond that. The first number of a row is the chance to be
 * dead. */
typedef struct standing {
    size_t length;        /* the greatest maximum + 1 */
    size_t rows;          /* the first is of the least maximum */
    const wyrm_pmf *roll; /* at the start; NULL: max_hp */
    double *left, *next;
} standing;

static size_t maximum_of(const standing *at, size_t row)
{
    return at->length - at->rows + row;
}

/* Resets the distribution to the start of a room. */
static void start_room(standing *at)
{
    memset(at->left, 0, at->rows * at->length * sizeof *at->left);
    for (size_t row = 0; row < at->rows; row++) {
        const size_t hp = maximum_of(at, row);
        at->left[row * at->length + hp] = at->roll != NULL ? wyrm_pmf_at(at->roll, (int64_t)hp) : 1;
    }
}

static standing stand(const judge_crowd *crowd)
{
    base_arena *arena = crowd->work->arena;
    standing at = {.length = (size_t)crowd->player.max_hp + 1, .rows = 1, .roll = crowd->roll};
    if (crowd->roll != NULL) /* its greatest value is the maximum */
        at.rows = (size_t)(crowd->player.max_hp - wyrm_pmf_first(crowd->roll)) + 1;
    const size_t all = at.rows * at.length;
    at.left = base_array(arena, double, all);
    at.next = base_array(arena, double, all);
    start_room(&at);
    return at;
}

static double chance_dead(const standing *at)
{
    double dead = 0;
    for (size_t row = 0; row < at->rows; row++)
        dead += at->left[row * at->length];
    return dead;
}

static double share_lost(const standing *at)
{
    double lost = 0;
    for (size_t row = 0; row < at->rows; row++) {
        const double most = (double)maximum_of(at, row);
        for (size_t h = 0; h <= maximum_of(at, row); h++)
            lost += at->left[row * at->length + h] * (most - (double)h) / most;
    }
    return lost;
}

static void pay_hp(judge_crowd *crowd, const standing *at, const wyrm_pmf *cost, double share)
{
    const double *probabilities = wyrm_pmf_probabilities(cost);
    int64_t least = wyrm_pmf_first(cost), most = wyrm_pmf_last(cost);
    const size_t all = at->rows * at->length;
    double standings = 0;
    for (size_t i = 0; i < all; i++)
        standings += i % at->length > 0 && at->left[i] > 0;
    if (!afford_steps(crowd, (double)all + standings * (double)wyrm_pmf_length(cost)))
        return;
    for (size_t row = 0; row < at->rows; row++) {
        const double *left = &at->left[row * at->length];
        double *next = &at->next[row * at->length];
        for (int64_t h = 1; h < (int64_t)at->length; h++)
            for (int64_t d = least; d <= most && left[h] > 0; d++)
                next[h > d ? h - d : 0] += share * left[h] * probabilities[d - least];
    }
}

/* Steps that a duel with effects takes for each turn and pair of hit points of the two sides. */
#define STATES_OF_A_PAIR 8

/* Limit of hit points in all kept outcomes of a crowd: 32 MiB. */
#define KEPT_MOST ((size_t)1 << 22)

/* Solves the duel that the player of a row begins with `hp` hit points, once if the outcome can be
 * kept. Its steps are counted as turns times hit points (or states), which is what solving a duel
 * takes; one with many conditions and counters takes more, and that is counted. */
static judge_outcome outcome_of(judge_crowd *crowd, judge_opponent *foe, const standing *at,
                                size_t row, size_t hp)
{
    base_arena *arena = crowd->work->arena;
    const wyrm_combatant *monster = &foe->combatant;
    const size_t all = at->rows * at->length, which = row * at->length + hp;
    const double both = (double)(crowd->player.max_hp + monster->max_hp);
    const double states = (double)crowd->player.max_hp * (double)monster->max_hp * STATES_OF_A_PAIR;
    wyrm_combatant player = crowd->player;
    wyrm_duel result;
    wyrm_duel_distributions after = {0};
    if (foe->outcomes == NULL && crowd->kept + all <= KEPT_MOST) {
        foe->outcomes = base_array(arena, judge_outcome, all);
        crowd->kept += all;
    }
    if (foe->outcomes != NULL && foe->outcomes[which].kept)
        return foe->outcomes[which];
    player.hp = (int64_t)hp;
    player.max_hp = (int64_t)maximum_of(at, row);
    const double duels = (double)crowd->count * (double)all;
    if (crowd->work->progress != NULL &&
        !crowd->work->progress(fmin(1, (double)++crowd->fought / duels), crowd->work->context))
        base_refuse(arena, WYRM_ERROR_LIMIT, "stopped before all fights were done");
    const bool plain = crowd->plain && foe->plain;
    base_must(arena, wyrm_design_duel(crowd->work->design, &player, monster, crowd->first, &result,
                                      &after, &arena->error));
    /* a sampled duel has an interval, but a chain of many of them has none */
    if (crowd->why == NULL && result.fights > 0) {
        crowd->why = drawn;
        crowd->drawn = wyrm_roster_monster(crowd->work->roster, foe->monster)->name;
    }
    double turns = result.p_unfinished > 0 ? WYRM_DUEL_TURN_LIMIT : result.turns_mean;
    afford_steps(crowd,
                 fmax((double)result.steps, result.endless ? 1 : turns * (plain ? both : states)));
    judge_outcome out = {false, result.p_win + result.p_lose, after.hp_left};
    after.hp_left = NULL;
    wyrm_duel_distributions_free(&after);
    if (foe->outcomes != NULL && crowd->kept + hp <= KEPT_MOST) {
        out.kept = true;
        base_keep(arena, out.left, wyrm_pmf_free);
        crowd->kept += hp;
        foe->outcomes[which] = out;
    }
    return out;
}

/* Like pay_hp(), but by a duel for each number of hit points; an endless fight changes nothing. */
static void fight_duel(judge_crowd *crowd, const standing *at, judge_opponent *foe, double share)
{
    const size_t all = at->rows * at->length;
    for (size_t i = 0; crowd->why == NULL && i < all; i++) {
        const size_t row = i / at->length, hp = i % at->length;
        double *next = &at->next[row * at->length];
        if (hp == 0 || at->left[i] == 0)
            continue;
        const judge_outcome after = outcome_of(crowd, foe, at, row, hp);
        next[hp] += share * at->left[i] * (1 - after.finished);
        for (size_t k = 0; after.left != NULL && k < at->length; k++)
            next[k] += share * at->left[i] * after.finished * wyrm_pmf_at(after.left, (int64_t)k);
        if (!after.kept)
            wyrm_pmf_free(after.left);
    }
}

/* Lets the player fight `foe`, or if it is NULL one drawn by the shares. */
static void fight_foe(judge_crowd *crowd, judge_opponent *foe, standing *at)
{
    if (crowd->why != NULL)
        return;
    memset(at->next, 0, at->rows * at->length * sizeof *at->next);
    for (size_t row = 0; row < at->rows; row++)
        at->next[row * at->length] = at->left[row * at->length];
    for (size_t i = 0; i < crowd->count; i++) {
        judge_opponent *one = &crowd->foes[i];
        double share = foe != NULL ? 1 : one->share;
        if (foe != NULL && foe != one)
            continue;
        if (one->cost == NULL)
            fight_duel(crowd, at, one, share);
        else
            pay_hp(crowd, at, one->cost, share);
    }
    double *swap = at->left;
    at->left = at->next;
    at->next = swap;
}

/* ---- figures of all foes ---- */

/* Figures of a depth; the order tells those of single fights from those of rooms. */
enum { ON_MONSTER, HITS_ON_MONSTER, ON_PLAYER, FIGHT_DEATH, ROOM_DEATH, ROOM_LOST, FLOOR_DEATH };

double judge_crowd_death(judge_crowd *crowd)
{
    standing at = stand(crowd);
    fight_foe(crowd, NULL, &at);
    return crowd->why != NULL ? (double)NAN : chance_dead(&at);
}

/* Returns the mean over the monsters of the attacks that the player needs to kill one: all of them,
 * or only those that do damage (their expected number is that share of all, by Wald's equation).
 * ON_PLAYER: the attacks that kill the player, each by a random monster; monsters that cannot hurt
 * prolong it, but not forever. */
static double figure_of(judge_crowd *crowd, int which)
{
    base_arena *arena = crowd->work->arena;
    const wyrm_pmf **parts = base_array(arena, const wyrm_pmf *, crowd->count);
    double *shares = base_array(arena, double, crowd->count), sum = 0;
    wyrm_pmf *damage;
    if (crowd->count == 0 || (which == ON_PLAYER && !crowd->plain)) {
        crowd->why = crowd->count == 0 ? nobody : not_counted;
        return NAN;
    }
    if (which == FIGHT_DEATH)
        return judge_crowd_death(crowd);
    for (size_t i = 0; i < crowd->count; i++) {
        const judge_opponent *foe = &crowd->foes[i];
        parts[i] = foe->taken;
        shares[i] = foe->share;
        if (which == ON_PLAYER)
            continue;
        if (!foe->plain) {
            crowd->why = not_counted;
            return NAN;
        }
        double attacks =
            judge_expected_attacks(arena, foe->given, foe->combatant.hp,
                                   wyrm_combat_hp_roll(crowd->work->combat, &foe->combatant));
        if (which == HITS_ON_MONSTER && isfinite(attacks))
            attacks *= wyrm_pmf_tail(foe->given, 1);
        sum += foe->share * attacks;
    }
    if (which != ON_PLAYER)
        return sum;
    base_must(arena, wyrm_pmf_mix(parts, shares, crowd->count, &damage, &arena->error));
    base_keep(arena, damage, wyrm_pmf_free);
    return judge_expected_attacks(arena, damage, crowd->player.max_hp, crowd->roll);
}

/* Computes a figure from the shares of the foes. If these are sampled, the groups of floors are
 * independent, and the figures of the groups give its interval. */
static wyrm_estimate estimate(judge_crowd *crowd, int which)
{
    double value = figure_of(crowd, which);
    wyrm_estimate out = {.value = value, .sampled = crowd->sampled, .ci95 = {value, value}};
    wyrm_moments values = {0};
    double *all = base_array(crowd->work->arena, double, crowd->count);
    for (size_t i = 0; i < crowd->count; i++)
        all[i] = crowd->foes[i].share;
    for (size_t batch = 0; crowd->sampled && batch < JUDGE_BATCHES; batch++) {
        for (size_t i = 0; i < crowd->count; i++)
            crowd->foes[i].share = crowd->foes[i].shares[batch];
        wyrm_moments_add(&values, figure_of(crowd, which));
    }
    for (size_t i = 0; i < crowd->count; i++)
        crowd->foes[i].share = all[i];
    if (!crowd->sampled)
        return out;
    out.ci95 = wyrm_mean_interval(&values, JUDGE_CONFIDENCE);
    if (wyrm_interval_is_known(out.ci95)) { /* which knows no ends */
        out.ci95.low = fmax(out.ci95.low, 0);
        out.ci95.high = which == FIGHT_DEATH ? fmin(out.ci95.high, 1) : out.ci95.high;
    }
    return out;
}

/* ---- rooms ---- */

/* A room that was fought, as a node of a tree: one more monster after those of the parent. */
typedef struct kept_room {
    int32_t monster;
    bool known;
    double death, lost;
    struct kept_room *larger, *other; /* with one more monster; with another one instead */
} kept_room;

/* Results for rooms with 0, 1, ... monsters, if the kinds are drawn independently, else for each
 * room that was met, and sums over the rooms of sampled floors. */
typedef struct rooms_fought {
    judge_crowd *crowd;
    standing at;
    bool independent;
    size_t known;
    double death[WYRM_LEVEL_SPAWNS_MAX + 1], lost[WYRM_LEVEL_SPAWNS_MAX + 1];
    kept_room empty; /* the root */
    kept_room last;  /* where too many are kept */
    size_t kept;
    wyrm_ratio_estimate deaths, losses;
    wyrm_moments survived;          /* by floor: the chance to survive all its rooms */
    const wyrm_room_content *rooms; /* rooms of the current floor */
    size_t room_count;
} rooms_fought;

/* Returns the node of a room's monsters; if too many rooms are kept, one that is forgotten. */
static kept_room *find_kept(rooms_fought *fought, const wyrm_room_content *room)
{
    kept_room *at = &fought->empty;
    for (size_t m = 0; m < room->count; m++) {
        const int32_t monster = room->monsters[m].spawn.monster;
        kept_room **link = &at->larger;
        while (*link != NULL && (*link)->monster != monster)
            link = &(*link)->other;
        if (*link == NULL) {
            if (fought->kept == ROOMS_KEPT) {
                fought->last = (kept_room){.known = false};
                return &fought->last;
            }
            *link = base_new(fought->crowd->work->arena, kept_room);
            (*link)->monster = monster;
            fought->kept++;
        }
        at = *link;
    }
    return at;
}

/* Fights the monsters of a room one after another. */
static void fight_in_turn(rooms_fought *fought, const wyrm_room_content *room, kept_room *out)
{
    judge_crowd *crowd = fought->crowd;
    start_room(&fought->at);
    for (size_t m = 0; m < room->count; m++)
        for (size_t i = 0; i < crowd->count; i++)
            if (crowd->foes[i].monster == room->monsters[m].spawn.monster)
                fight_foe(crowd, &crowd->foes[i], &fought->at);
    out->known = true;
    out->death = chance_dead(&fought->at);
    out->lost = share_lost(&fought->at);
}

/* Computes the chance to die in a room, and the mean loss. With independent kinds, the results for
 * each number of monsters are computed once, in ascending order; else those of equal rooms. */
static void fight_room(rooms_fought *fought, const wyrm_room_content *room, double *death,
                       double *lost)
{
    *death = *lost = 0;
    for (size_t n = 0; fought->independent && n <= room->most; n++) {
        if (!(room->chances[n] > 0))
            continue;
        for (; fought->known <= n; fought->known++) {
            if (fought->known > 0)
                fight_foe(fought->crowd, NULL, &fought->at);
            fought->death[fought->known] = chance_dead(&fought->at);
            fought->lost[fought->known] = share_lost(&fought->at);
        }
        *death += room->chances[n] * fought->death[n];
        *lost += room->chances[n] * fought->lost[n];
    }
    if (fought->independent)
        return;
    kept_room *here = find_kept(fought, room);
    if (!here->known)
        fight_in_turn(fought, room, here);
    *death = here->death;
    *lost = here->lost;
}

static void fight_floor(base_arena *arena, void *context)
{
    rooms_fought *fought = context;
    double deaths = 0, losses = 0, survived = 1;
    (void)arena;
    for (size_t r = 0; r < fought->room_count && fought->crowd->why == NULL; r++) {
        double death, lost;
        fight_room(fought, &fought->rooms[r], &death, &lost);
        deaths += death;
        losses += lost;
        survived *= 1 - death;
    }
    wyrm_ratio_estimate_add(&fought->deaths, deaths, (double)fought->room_count);
    wyrm_ratio_estimate_add(&fought->losses, losses, (double)fought->room_count);
    wyrm_moments_add(&fought->survived, survived);
}

/* A failure is returned to the generator of floors, which then fails with it. */
static wyrm_status visit_floor(const wyrm_room_content *rooms, size_t count, void *context,
                               wyrm_error *error)
{
    rooms_fought *fought = context;
    (void)error; /* the job has its own error */
    fought->rooms = rooms;
    fought->room_count = count;
    return base_run(fought->crowd->work->arena, fight_floor, fought);
}

/* Estimates a ratio over floors, whose values are at most those of the worst room seen. */
static wyrm_estimate estimate_rooms(const rooms_fought *fought, const wyrm_ratio_estimate *clusters,
                                    const double *values)
{
    double most = fought->independent ? 0 : 1;
    for (size_t n = 0; n < fought->known; n++)
        most = fmax(most, values[n]);
    return wyrm_rooms_estimate(clusters, (wyrm_interval){0, most}, fought->independent);
}

/* Fights the rooms of all floors, or of as many as can be afforded. */
static void visit_rooms(rooms_fought *fought, wyrm_rooms *rooms)
{
    const judge_crowd *crowd = fought->crowd;
    const double begin = (double)crowd->spent;
    base_arena *arena = crowd->work->arena;
    double next = 0;
    if (!fought->independent)
        rooms->floors = FLOORS_AT_ONCE;
    do {
        base_must(arena, wyrm_rooms_visit(rooms, visit_floor, fought, &arena->error));
        rooms->first_run += FLOORS_AT_ONCE;
        /* the next floors take no more than those so far did on average */
        next = ((double)crowd->spent - begin) * FLOORS_AT_ONCE / (double)rooms->first_run;
    } while (!fought->independent && crowd->why == NULL && rooms->first_run < FLOORS_FOUGHT &&
             (double)crowd->spent + next < WORK_MOST);
}

judge_attrition judge_crowd_rooms(judge_crowd *crowd, bool floors)
{
    const judge_work *work = crowd->work;
    base_arena *arena = work->arena;
    wyrm_rooms rooms = {.design = work->design, .depth = crowd->depth, .seed = work->seed};
    wyrm_room_draw draw = {.independent = true};
    wyrm_encounter_room_draw(work->encounter, crowd->depth, &draw);
    rooms_fought fought = {.crowd = crowd, .independent = draw.independent, .at = stand(crowd)};
    judge_attrition out = {0};
    bool all = !floors && sim_rooms_hold_all(arena, &rooms);
    if (all && fought.independent) {
        double death, lost;
        wyrm_pmf *monsters;
        base_must(arena, wyrm_encounter_room_monsters(work->encounter, crowd->depth, &monsters,
                                                      &arena->error));
        base_keep(arena, monsters, wyrm_pmf_free);
        size_t most = (size_t)wyrm_pmf_last(monsters);
        double *chances = base_array(arena, double, most + 1);
        const wyrm_room_content room = {.chances = chances, .most = most};
        for (size_t n = 0; n <= most; n++)
            chances[n] = wyrm_pmf_at(monsters, (int64_t)n);
        fight_room(&fought, &room, &death, &lost);
        out.death = (wyrm_estimate){.value = death, .ci95 = {death, death}};
        out.lost = (wyrm_estimate){.value = lost, .ci95 = {lost, lost}};
    } else {
        visit_rooms(&fought, &rooms);
        out.death = estimate_rooms(&fought, &fought.deaths, fought.death);
        out.lost = estimate_rooms(&fought, &fought.losses, fought.lost);
        fought.survived.range = fought.independent ? WYRM_ANY : WYRM_SHARE;
        wyrm_interval alive = wyrm_mean_interval(&fought.survived, JUDGE_CONFIDENCE);
        out.floor_death =
            (wyrm_estimate){.value = 1 - fought.survived.mean,
                            .sampled = !fought.independent || fought.survived.min < 1,
                            .ci95 = {fmax(1 - alive.high, 0), fmin(1 - alive.low, 1)}};
    }
    if (crowd->why != NULL)
        out.death = out.lost = out.floor_death =
            (wyrm_estimate){.value = (double)NAN, .ci95 = {(double)NAN, (double)NAN}};
    return out;
}

/* ---- entry points ---- */

/* One figure of a point, or all figures of a depth into `all`. A crowd is a job of its own, so that
 * its distributions are freed afterwards. */
typedef struct asked {
    const wyrm_design *design;
    uint64_t seed;
    int32_t depth;
    wyrm_striker first;
    const wyrm_combatant *player; /* NULL: the reference player */
    int which;
    wyrm_estimate found;
    const char *why;     /* why it is NAN */
    wyrm_attrition *all; /* NULL for a single figure */
    const wyrm_attrition_options *options;
    base_part part; /* this depth's part of the progress */
} asked;

/* Computes a figure, or all figures of a depth. `why` is reset between rooms and attacks: the rooms
 * may be too expensive where single attacks are not. */
static void compute_figures(base_arena *arena, void *context)
{
    asked *of = context;
    judge_work *work = judge_begin(arena, of->design, of->seed);
    wyrm_reference reference;
    if (of->options != NULL && of->options->progress != NULL) {
        work->progress = base_report_part;
        work->context = &of->part;
    }
    if (of->player == NULL)
        base_must(arena, wyrm_design_reference(of->design, of->depth, &reference, &arena->error));
    judge_crowd crowd = judge_gather_crowd(
        work, of->depth, of->player != NULL ? of->player : &reference.player, of->first);
    if (of->which < ROOM_DEATH) {
        of->found = estimate(&crowd, of->which);
        of->why = crowd.why != NULL ? crowd.why : too_long;
        return;
    }
    if (of->all != NULL && crowd.count == 0)
        return;
    judge_attrition rooms = judge_crowd_rooms(&crowd, of->which == FLOOR_DEATH);
    of->found = of->which == ROOM_DEATH  ? rooms.death
                : of->which == ROOM_LOST ? rooms.lost
                                         : rooms.floor_death;
    of->why = crowd.why;
    if (of->all == NULL)
        return;
    wyrm_attrition_depth *out = &of->all->list[of->all->count];
    *out = (wyrm_attrition_depth){.depth = of->depth, .lost = rooms.lost, .death = rooms.death};
    memcpy(out->player, reference.text, sizeof out->player);
    if (isnan(rooms.death.value)) {
        out->why = of->why;
        out->drawn = of->why == drawn ? crowd.drawn : NULL;
    }
    crowd.why = NULL;
    out->attacks_on_monster = estimate(&crowd, ON_MONSTER);
    out->attacks_on_player = estimate(&crowd, ON_PLAYER);
    if (isnan(out->attacks_on_monster.value) || isnan(out->attacks_on_player.value))
        out->attacks_why = crowd.why != NULL ? crowd.why : too_long;
    of->all->count++;
}

wyrm_status wyrm_attrition_compute(const wyrm_design *design, const wyrm_attrition_options *options,
                                   wyrm_attrition *out, wyrm_error *error)
{
    const int32_t last = wyrm_encounter_last_depth(wyrm_design_encounter(design));
    const unsigned needed = WYRM_SYSTEM_COMBAT | WYRM_SYSTEM_PLAYER;
    const bool fights = (wyrm_design_systems(design) & needed) == needed;
    wyrm_status status = WYRM_OK;
    out->count = 0;
    for (int32_t depth = 1;
         fights && depth <= last && depth <= WYRM_ATTRITION_MAX && status == WYRM_OK; depth++) {
        asked of = {
            .design = design,
            .seed = options->seed,
            .options = options,
            .part = {options->progress, options->context, (double)(depth - 1) / last, 1.0 / last},
            .depth = depth,
            .first = WYRM_SUBJECT_FIRST,
            .which = ROOM_DEATH,
            .all = out};
        status = base_do(compute_figures, &of, error);
        if (status == WYRM_ERROR_ARGUMENT) /* someone has no hit points: the depth is left out */
            status = WYRM_OK;
    }
    return status;
}

static judge_measure measure_attrition(judge_work *work, const judge_point *point, int which)
{
    asked of = {.design = work->design,
                .seed = work->seed,
                .depth = point->depth,
                .first = point->target->first,
                .player = point->target->of[0] != '\0' ? &point->of : NULL,
                .which = which};
    base_must(work->arena, base_do(compute_figures, &of, work->error));
    judge_measure out = judge_estimated(of.found);
    out.why = of.why;
    return out;
}

/* ---- the tables ---- */

/* Keys in brackets are optional. */
/* clang-format off */
const judge_metric judge_metrics_of_fighters[] = {
    {{"stat", "", "of stat [levels]", "a stat of a combatant, gear included", false},
     READ_ONE | READ_STAT, measure_stat, STAT_ITSELF},
    {{"stat_ratio", "", "of against stat [levels]",
     "a stat of one combatant divided by the same stat of another", false},
     READ_PAIR | READ_STAT, measure_stat, STAT_RATIO},
    {{"stat_difference", "", "of against stat [levels]",
     "a stat of one combatant less the same stat of another", false},
     READ_PAIR | READ_STAT, measure_stat, STAT_DIFFERENCE},
    {{"curve", "", "of stat levels",
     "a growth curve at a level: `of` is player, monster, weapon or armor, `stat` the "
     "quantity", false}, READ_CURVE, measure_growth, CURVE},
    {{"level_factor", "", "levels", "the factor that growth curves are multiples of", false},
     READ_FACTOR, measure_growth, FACTOR},
    {{"experience_step", "points", "levels", "experience from a level to the next", false},
     READ_STEP, measure_growth, STEP},
    {{"experience_growth", "", "levels",
     "experience from a level to the next, divided by that of the level before", false},
     READ_GROWTH, measure_growth, STEP_GROWTH},
    {{"experience_to_level", "points", "levels",
     "all the experience that it takes to reach a level", false},
     READ_STEP, measure_growth, TO_LEVEL},
    {{"kills_to_level", "kills", "levels",
     "monsters of the own level to kill from a level to the next", false},
     READ_STEP | READ_KILLS, measure_growth, KILLS},
    {{"hit_mean", "hit points", "of against [attack] [distance] [levels]",
     "mean damage of one attack, misses included", false}, READ_PAIR, measure_hit, HIT_MEAN},
    {{"hit_sd", "hit points", "of against [attack] [distance] [levels]",
     "standard deviation of the damage of one attack", false}, READ_PAIR, measure_hit, HIT_SD},
    {{"hit_miss", "share", "of against [attack] [distance] [levels]",
     "chance that an attack does no damage", false}, READ_PAIR, measure_hit, HIT_MISS},
    {{"hit_share", "share", "of against stat [attack] [distance] [levels]",
     "mean damage of one attack, as a share of a stat of the attacker", false},
     READ_PAIR | READ_STAT, measure_hit, HIT_SHARE},
    {{"average_hits_to_kill", "hits", "of against [attack] [distance] [levels]",
     "hit points of `against` divided by the mean damage of `of`", false},
     READ_PAIR, measure_hit, AVERAGE_HITS},
    {{"attacks_to_kill", "attacks", "of against [attack] [distance] [levels]",
     "expected number of attacks until `against` is dead, with misses, spread and overkill; what it "
     "wins back is left out", false},
     READ_PAIR, measure_hit, ATTACKS_TO_KILL},
    {{"win_chance", "share", "of against [first] [levels]",
     "chance that `of` wins a fight to the death", false}, READ_PAIR, measure_duel, WIN_CHANCE},
    {{"duel_turns", "turns", "of against [first] [levels]",
     "mean length of a fight to the death", false}, READ_PAIR, measure_duel, DUEL_TURNS},
    {{"hp_left", "share", "of against [first] [levels]",
     "mean share of its hit points that `of` has left after a fight, 0 where it lost", false},
     READ_PAIR, measure_duel, HP_LEFT},
    {.measure = NULL},
};

const judge_metric judge_metrics_of_attrition[] = {
    {{"attacks_to_kill_monster", "attacks", "depths [of]",
     "expected attacks of the player of a depth, or of `of` in its place, until a monster of it is "
     "dead, misses included; what it wins back is left out", false},
     READ_TABLES | READ_PLAYER, measure_attrition, ON_MONSTER},
    {{"hits_to_kill_monster", "hits", "depths [of]",
     "the same, only those attacks counted that do damage", false},
     READ_TABLES | READ_PLAYER, measure_attrition, HITS_ON_MONSTER},
    {{"attacks_to_kill_player", "attacks", "depths [of]",
     "expected attacks until the player of a depth is dead, misses included, each attack that of "
     "one of its monsters; what is won back is left out", false},
     READ_TABLES | READ_PLAYER, measure_attrition, ON_PLAYER},
    {{"fight_death_chance", "share", "depths [of] [first]",
     "chance that the player of a depth dies in a fight with one monster of it", false},
     READ_TABLES | READ_PLAYER, measure_attrition, FIGHT_DEATH},
    {{"room_death_chance", "share", "depths [of] [first]",
     "chance that the player of a depth dies in a normal room, entered with full hit points, its "
     "monsters fought one after another, conditions and counters anew in each fight; rooms without "
     "any count as survived; exact, but where a budget or groups tie the monsters of a room "
     "together, whose rooms of 1,000 floors are fought", false},
     READ_TABLES | READ_PLAYER, measure_attrition, ROOM_DEATH},
    {{"room_hp_lost", "share", "depths [of] [first]",
     "mean share of the hit points that such a room takes, all of them where it kills, none where "
     "it is empty", false}, READ_TABLES | READ_PLAYER, measure_attrition, ROOM_LOST},
    {{"floor_death_chance", "share", "depths [of] [first]",
     "chance that the player of a depth dies in one of its rooms, all of them normal and entered "
     "with full hit points", true},
     READ_TABLES | READ_PLAYER, measure_attrition, FLOOR_DEATH},
    {.measure = NULL},
};
/* clang-format on */
