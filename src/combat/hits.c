/* How many attacks kill: a renewal chain with one side. */
#include "combat/chain.h"

#include <wyrm/duel.h>

#include <stdlib.h>

#define HITS_LEFT 1e-15
#define HITS_MOST ((size_t)100000)
#define WORK_MOST ((uint64_t)1000000000)

static wyrm_status check(const wyrm_pmf *damage, int64_t hp, wyrm_error *error)
{
    if (!damage || wyrm_pmf_first(damage) < 0)
        return wyrm_fail(error, WYRM_ERROR_ARGUMENT, "damage must not be negative");
    if (hp < 1)
        return wyrm_fail(error, WYRM_ERROR_ARGUMENT, "hit points must be at least 1, found %lld",
                         (long long)hp);
    if (hp > WYRM_DUEL_HP_MAX)
        return wyrm_fail(error, WYRM_ERROR_RANGE, "hit points must be at most %lld, found %lld",
                         (long long)WYRM_DUEL_HP_MAX, (long long)hp);
    if (wyrm_pmf_last(damage) == 0)
        return wyrm_fail(error, WYRM_ERROR_ARGUMENT, "no damage is ever done: nothing dies of it");
    return WYRM_OK;
}

/* Room for one more number of hits. */
static bool make_room(wyrm_weighted **hits, size_t *room, size_t count)
{
    if (count < *room)
        return true;
    size_t more = *room ? 2 * *room : 64;
    wyrm_weighted *moved = realloc(*hits, more * sizeof **hits);
    if (!moved)
        return false;
    *hits = moved;
    *room = more;
    return true;
}

static wyrm_status count_hits(wyrm_chain *chain, wyrm_pmf **out, wyrm_error *error)
{
    wyrm_weighted *hits = NULL;
    size_t room = 0;
    size_t count = 0;
    uint64_t work = 0;
    wyrm_status status = WYRM_OK;
    while (status == WYRM_OK && chain->alive > HITS_LEFT) {
        work += wyrm_chain_work(chain);
        if (count >= HITS_MOST || work > WORK_MOST)
            status = wyrm_fail(error, WYRM_ERROR_RANGE,
                               "it takes more attacks to kill than can be counted (%zu were, and "
                               "%.3g of the chance is left)",
                               count, chain->alive);
        else if (!make_room(&hits, &room, count))
            status = wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory for the hits that kill");
        else {
            hits[count].value = (int64_t)count + 1;
            hits[count].weight = wyrm_chain_strike(chain);
            count++;
        }
    }
    if (status == WYRM_OK)
        status = wyrm_pmf_from_pairs(hits, count, out, error);
    free(hits);
    return status;
}

wyrm_status wyrm_hits_to_kill(const wyrm_pmf *damage, int64_t hp, wyrm_pmf **out, wyrm_error *error)
{
    *out = NULL;
    wyrm_status status = check(damage, hp, error);
    if (status != WYRM_OK)
        return status;
    wyrm_chain_needs needs = wyrm_chain_space(damage, hp);
    double *doubles = malloc(needs.doubles * sizeof *doubles);
    int32_t *blows = malloc((needs.blows + 1) * sizeof *blows);
    if (doubles && blows) {
        wyrm_chain chain;
        wyrm_chain_start(&chain, damage, hp, hp, 0.0, doubles, blows);
        status = count_hits(&chain, out, error);
    } else {
        status = wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory for the hits that kill");
    }
    free(blows);
    free(doubles);
    return status;
}
