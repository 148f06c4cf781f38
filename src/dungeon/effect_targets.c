/* Whom the effects of items hit on a map. */
#include <wyrm/effect_targets.h>

_Static_assert(WYRM_EFFECT_REACH_MAX == WYRM_SIGHT_RADIUS_MAX, "every radius can be seen");

/* One question, for the functions by aim. */
typedef struct question {
    const wyrm_effect *effect;
    const wyrm_grid *grid;
    wyrm_position user, target;
    const wyrm_position *creatures;
    size_t count;
} question;

static bool is_same(wyrm_position a, wyrm_position b)
{
    return a.x == b.x && a.y == b.y;
}

static size_t hit_on_tile(const question *aim, wyrm_position tile, size_t most, size_t *hit)
{
    size_t found = 0;
    for (size_t i = 0; i < aim->count && found < most; i++)
        if (is_same(aim->creatures[i], tile))
            hit[found++] = i;
    return found;
}

static size_t hit_user(const question *aim, size_t *hit)
{
    return hit_on_tile(aim, aim->user, aim->count, hit);
}

static size_t hit_closest(const question *aim, size_t *hit)
{
    size_t found = 0;
    int64_t least = 0;
    for (size_t i = 0; i < aim->count; i++) {
        wyrm_position at = aim->creatures[i];
        int64_t x = (int64_t)at.x - aim->user.x, y = (int64_t)at.y - aim->user.y;
        if (is_same(at, aim->user) || (found > 0 && x * x + y * y >= least) ||
            !wyrm_sight_between(aim->grid, aim->user, at, aim->effect->range))
            continue;
        least = x * x + y * y;
        hit[0] = i;
        found = 1;
    }
    return found;
}

static bool can_aim(const question *aim)
{
    return !wyrm_grid_solid(aim->grid, aim->target.x, aim->target.y) &&
           wyrm_sight_between(aim->grid, aim->user, aim->target, aim->effect->range);
}

static size_t hit_tile(const question *aim, size_t *hit)
{
    if (!can_aim(aim) || is_same(aim->user, aim->target))
        return WYRM_EFFECT_NO_AIM;
    return hit_on_tile(aim, aim->target, 1, hit);
}

static size_t hit_area(const question *aim, size_t *hit)
{
    if (!can_aim(aim))
        return WYRM_EFFECT_NO_AIM;
    wyrm_sight area;
    size_t found = 0;
    wyrm_sight_from(aim->grid, aim->target, aim->effect->radius, &area);
    for (size_t i = 0; i < aim->count; i++)
        if (wyrm_sight_has(&area, aim->creatures[i].x, aim->creatures[i].y))
            hit[found++] = i;
    return found;
}

size_t wyrm_effect_targets(const wyrm_effect *effect, const wyrm_grid *grid, wyrm_position user,
                           wyrm_position target, const wyrm_position *creatures, size_t count,
                           size_t *hit)
{
    static size_t (*const by_aim[])(const question *aim, size_t *hit) = {
        [WYRM_AIM_USER] = hit_user,
        [WYRM_AIM_CLOSEST] = hit_closest,
        [WYRM_AIM_TILE] = hit_tile,
        [WYRM_AIM_AREA] = hit_area,
    };
    const question aim = {effect, grid, user, target, creatures, count};
    return by_aim[wyrm_effect_aims(effect->kind)](&aim, hit);
}
