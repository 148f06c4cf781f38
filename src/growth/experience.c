/* Experience: awards, level-ups and levels as real numbers (RuggRogue, "Experience and
 * Difficulty"). */
#include "growth/growth_internal.h"

#include <math.h>

#define REAL_LEVEL_MAX 10000

static uint64_t saturated_sum(uint64_t a, uint64_t b)
{
    return a > UINT64_MAX - b ? UINT64_MAX : a + b;
}

wyrm_experience wyrm_growth_start(const wyrm_growth *growth)
{
    return (wyrm_experience){.level = 1, .next = growth->model->first_step(growth->state)};
}

/* "Gaining Levels": what the level cost moves from exp to base, and the next one costs more. */
static void gain_level(const wyrm_growth *growth, wyrm_experience *experience)
{
    experience->level++;
    experience->base = saturated_sum(experience->base, experience->next);
    experience->next = growth->model->next_step(growth->state, experience->level, experience->next);
}

int32_t wyrm_growth_award(const wyrm_growth *growth, wyrm_experience *experience, uint64_t award)
{
    int32_t gained = 0;
    experience->exp = saturated_sum(experience->exp, award);
    while (experience->level < WYRM_LEVEL_MAX &&
           growth->model->is_due(growth->state, experience->exp, experience->next)) {
        experience->exp -= experience->next;
        gain_level(growth, experience);
        gained++;
    }
    return gained;
}

wyrm_experience wyrm_growth_at_level(const wyrm_growth *growth, double level)
{
    double real = level >= 1.0 ? fmin(level, REAL_LEVEL_MAX) : 1.0;
    double whole = floor(real);
    wyrm_experience experience = wyrm_growth_start(growth);
    while (experience.level < (int32_t)whole)
        gain_level(growth, &experience);

    /* The fraction is at most 1 - 2^-52, so the product is below 2^64. */
    uint64_t exp = (uint64_t)floor((real - whole) * (double)experience.next + 0.5);
    experience.exp = exp < experience.next ? exp : experience.next - 1;
    return experience;
}

double wyrm_experience_level(const wyrm_experience *experience)
{
    if (experience->next == 0)
        return experience->level;
    return experience->level + (double)experience->exp / (double)experience->next;
}
