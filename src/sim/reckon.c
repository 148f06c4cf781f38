/* What the player of a sampled run expects of a fight. */
#include "sim/reckon.h"

#include <math.h>

#define XXH_INLINE_ALL
#include <xxhash.h>
#include "bot/policy.h"
#include "sim/life.h"

/* ------------------------------------------------------------------ blows */

static size_t count_stats(const wyrm_combat *combat)
{
    size_t count = 0;
    for (const wyrm_stat *stat = wyrm_combat_stats(combat); stat->name; stat++)
        count++;
    return count;
}

/* Of all that its blows depend on. */
static inline uint64_t print_of(const wyrm_blows *blows, const wyrm_combatant *combatant)
{
    return XXH3_64bits(combatant->stats, blows->stats * sizeof *combatant->stats);
}

/* One of two with these prints, in this order. */
static inline wyrm_blow blow_between(wyrm_blows *blows, const wyrm_combat *combat,
                                     const wyrm_combatant *attacker, uint64_t attackers,
                                     const wyrm_combatant *defender, uint64_t defenders)
{
    const uint64_t both[] = {attackers, defenders};
    uint64_t print = XXH3_64bits(both, sizeof both);
    print += print == 0;
    wyrm_known_blow *known = &blows->known[print % WYRM_BLOWS];
    if (known->print != print)
        *known = (wyrm_known_blow){print, wyrm_blow_between(combat, attacker, defender)};
    return known->blow;
}

static inline void know_stats(wyrm_blows *blows, const wyrm_combat *combat)
{
    if (blows->stats == 0)
        blows->stats = count_stats(combat);
}

wyrm_foe wyrm_foe_of(wyrm_blows *blows, const wyrm_combat *combat, const wyrm_combatant *monster)
{
    know_stats(blows, combat);
    return (wyrm_foe){.print = print_of(blows, monster)};
}

/* Looks its blows up again, as the player is another one. */
static void know_again(wyrm_life *life, uint64_t players, const wyrm_combatant *monster,
                       wyrm_foe *foe)
{
    const wyrm_combat *combat = life->engine->combat;
    const wyrm_combatant *player = &life->game->player.combatant;
    foe->players = players;
    foe->dealt = blow_between(&life->blows, combat, player, players, monster, foe->print);
    foe->taken = blow_between(&life->blows, combat, monster, foe->print, player, players);
}

wyrm_blow wyrm_blow_of(wyrm_blows *blows, const wyrm_combat *combat, const wyrm_combatant *attacker,
                       const wyrm_combatant *defender)
{
    know_stats(blows, combat);
    return blow_between(blows, combat, attacker, print_of(blows, attacker), defender,
                        print_of(blows, defender));
}

/* ------------------------------------------------------------------ fights */

/* One of several: how many turns it stands, and what it does in each of them. */
typedef struct opponent {
    double turns, taken;
} opponent;

/* Hit points that a fight costs. */
typedef struct toll {
    double at_once, one_by_one; /* means */
    double variance;
} toll;

/* Those who do most for the time that they stand are fought first. */
static void insert(opponent *opponents, size_t count, opponent one)
{
    size_t at = count;
    for (; at > 0 && opponents[at - 1].taken * one.turns < one.taken * opponents[at - 1].turns;
         at--)
        opponents[at] = opponents[at - 1];
    opponents[at] = one;
}

/* Takes one of them up: the blows it gives until it falls, whose number varies as those do that
 * fell it. */
static opponent face(const wyrm_combatant *monster, const wyrm_foe *foe, toll *sum)
{
    double dealt = foe->dealt.mean, taken = foe->taken.mean, turns = WYRM_POLICY_FOR_EVER,
           spread = 0.0;
    if (dealt > 0.0) {
        turns = (double)monster->hp / dealt + WYRM_POLICY_OVERKILL;
        turns = turns < WYRM_POLICY_FOR_EVER ? turns : WYRM_POLICY_FOR_EVER;
        spread = turns * foe->dealt.variance / (dealt * dealt);
    }
    sum->one_by_one += turns * taken;
    sum->variance += turns * foe->taken.variance + taken * taken * spread;
    return (opponent){turns, taken};
}

static toll reckon(wyrm_life *life)
{
    const wyrm_game *game = life->game;
    opponent opponents[WYRM_ROOM_SPAWNS_MAX];
    size_t count = 0;
    toll sum = {0};
    know_stats(&life->blows, life->engine->combat);
    uint64_t players = print_of(&life->blows, &game->player.combatant);
    for (size_t i = 0; i < game->monster_count; i++) {
        const wyrm_creature *body = &game->monsters[i].body;
        if (body->turns[WYRM_ASLEEP] > 0)
            continue;
        wyrm_foe *foe = &life->foes[game->monsters[i].id % WYRM_LEVEL_SPAWNS_MAX];
        if (foe->players != players)
            know_again(life, players, &body->combatant, foe);
        const opponent one = face(&body->combatant, foe, &sum);
        insert(opponents, count++, one);
    }
    double turns = 0.0;
    for (size_t i = 0; i < count; i++) {
        turns += opponents[i].turns;
        sum.at_once += turns * opponents[i].taken;
    }
    return sum;
}

bool wyrm_life_fears(wyrm_life *life, bool alone)
{
    const wyrm_bot_traits *traits = life->traits;
    const wyrm_combatant *body = &life->game->player.combatant;
    if (wyrm_life_health(life) < traits->runs_below)
        return true;
    if (!traits->foresees && !(traits->least_odds > 0.0))
        return false;
    const toll sum = reckon(life);
    if (traits->foresees)
        return sum.at_once > (double)body->hp &&
               sum.at_once > (double)(body->hp + wyrm_life_stock(life));
    double cost = alone ? sum.one_by_one : sum.at_once;
    bool heals = life->engine->rules.regeneration > 0 || body->regeneration > 0.0;
    return (double)body->hp - cost <= WYRM_POLICY_SAFETY * sqrt(sum.variance) ||
           (!heals && cost > WYRM_POLICY_DEAREST * (double)body->max_hp);
}
