/* How many attacks kill: a chain until next to nothing of it is alive. */
#include "combat/chain.h"
#include "combat/internal.h"

#define HITS_LEFT 1e-15 /* probability that may be left alive */
#define HITS_MOST ((size_t)100000)
#define HITS_WORK ((uint64_t)1000000000) /* multiplications */

typedef struct killing {
    const wyrm_pmf *damage;
    const wyrm_pmf *hp;
    wyrm_pmf **out;
} killing;

static void count_hits(base_arena *arena, void *context)
{
    const killing *of = context;
    const int64_t most = wyrm_pmf_last(of->hp);
    const chain_needs needs = chain_needs_of(of->damage, most);
    const chain_odds odds =
        chain_odds_of(of->damage, most, base_array(arena, double, needs.doubles),
                      base_array(arena, int32_t, needs.blows));
    wyrm_weighted *hits = NULL;
    size_t room = 0, count = 0;
    uint64_t work = 0;
    hp_chain chain;
    chain_start(&chain, &odds, most, 0.0, 0,
                base_array(arena, double, chain_doubles(most, odds.longest)));
    for (int64_t hp = wyrm_pmf_first(of->hp); hp <= most; hp++)
        if (wyrm_pmf_at(of->hp, hp) > 0.0)
            chain_put(&chain, hp, wyrm_pmf_at(of->hp, hp));
    while (chain.alive > HITS_LEFT) {
        work += chain_work(&chain);
        if (count >= HITS_MOST || work > HITS_WORK)
            base_refuse(arena, WYRM_ERROR_RANGE,
                        "it takes more attacks to kill than can be counted (%zu were, and %.3g of "
                        "the chance is left)",
                        count, chain.alive);
        hits = base_grow(arena, hits, count, &room, sizeof *hits);
        double dead = chain_strike(&chain);
        hits[count] = (wyrm_weighted){.value = (int64_t)count + 1, .weight = dead};
        count++;
    }
    base_spend(arena, WYRM_COST_FIGHTS, work + (uint64_t)most);
    base_must(arena, wyrm_pmf_from_pairs(hits, count, of->out, &arena->error));
}

wyrm_status wyrm_hits_to_kill_roll(const wyrm_pmf *damage, const wyrm_pmf *hp, wyrm_pmf **out,
                                   wyrm_error *error)
{
    *out = NULL;
    if (!damage || wyrm_pmf_first(damage) < 0)
        return wyrm_fail(error, WYRM_ERROR_ARGUMENT, "damage must not be negative");
    if (wyrm_pmf_first(hp) < 1)
        return wyrm_fail(error, WYRM_ERROR_ARGUMENT, "hit points must be at least 1, found %lld",
                         (long long)wyrm_pmf_first(hp));
    if (wyrm_pmf_last(hp) > WYRM_DUEL_HP_MAX)
        return wyrm_fail(error, WYRM_ERROR_RANGE, "hit points must be at most %lld, found %lld",
                         (long long)WYRM_DUEL_HP_MAX, (long long)wyrm_pmf_last(hp));
    if (wyrm_pmf_last(damage) == 0)
        return wyrm_fail(error, WYRM_ERROR_ARGUMENT, "no damage is ever done: nothing dies of it");
    killing of = {damage, hp, out};
    return base_do(count_hits, &of, error);
}

wyrm_status wyrm_hits_to_kill(const wyrm_pmf *damage, int64_t hp, wyrm_pmf **out, wyrm_error *error)
{
    wyrm_pmf *certain;
    *out = NULL;
    wyrm_status status = wyrm_pmf_point(hp, &certain, error);
    if (status == WYRM_OK)
        status = wyrm_hits_to_kill_roll(damage, certain, out, error);
    wyrm_pmf_free(certain);
    return status;
}
