/* No growth: nobody gains levels, and creatures are as their records say. What a ruleset follows
 * that names no other. */
#include "growth/internal.h"

static void make(wyrm_opening *o, wyrm_growth *growth)
{
    (void)o;
    growth->first_step = UINT64_MAX;
    growth->last_level = 1;
}

/* Never asked: there is no second level. */
static uint64_t next_step(const void *state, int32_t level, uint64_t step)
{
    (void)state;
    (void)level;
    return step;
}

const wyrm_growth_model wyrm_growth_none_model = {
    .model = {.name = "none", .summary = "nobody gains levels"},
    .make = make,
    .next_step = next_step,
};
