/* Blows of sampled runs that have been looked up: a table by the prints of both sides. */
#include "sim/known_blows.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

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

wyrm_known_foe wyrm_known_foe_of(wyrm_blows *blows, const wyrm_combat *combat,
                                 const wyrm_combatant *monster)
{
    know_stats(blows, combat);
    return (wyrm_known_foe){.print = print_of(blows, monster)};
}

uint64_t wyrm_blows_print(wyrm_blows *blows, const wyrm_combat *combat,
                          const wyrm_combatant *combatant)
{
    know_stats(blows, combat);
    return print_of(blows, combatant);
}

void wyrm_known_foe_face(wyrm_blows *blows, const wyrm_combat *combat, const wyrm_combatant *player,
                         uint64_t players, const wyrm_combatant *monster, wyrm_known_foe *foe)
{
    if (foe->players == players)
        return;
    foe->players = players;
    foe->dealt = blow_between(blows, combat, player, players, monster, foe->print);
    foe->taken = blow_between(blows, combat, monster, foe->print, player, players);
}

wyrm_blow wyrm_blow_of(wyrm_blows *blows, const wyrm_combat *combat, const wyrm_combatant *attacker,
                       const wyrm_combatant *defender)
{
    know_stats(blows, combat);
    return blow_between(blows, combat, attacker, print_of(blows, attacker), defender,
                        print_of(blows, defender));
}
