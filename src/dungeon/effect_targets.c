/* Whom the effects of items hit on a map. */
#include <wyrm/effect_targets.h>

_Static_assert(WYRM_EFFECT_REACH_MAX == WYRM_SIGHT_RADIUS_MAX, "every radius can be seen");

size_t wyrm_effect_targets(const wyrm_effect *effect, const wyrm_grid *grid, wyrm_position user,
                           wyrm_position target, const wyrm_position *creatures, size_t count,
                           size_t *hit)
{
    const wyrm_effect_aim aim = wyrm_effect_aims(effect->kind);
    wyrm_sight area;
    size_t found = 0;
    int64_t least = INT64_MAX; /* square of the distance of the closest */
    const wyrm_measure measure = effect->measure;
    if ((aim == WYRM_AIM_TILE || aim == WYRM_AIM_AREA) &&
        ((aim == WYRM_AIM_TILE && user.x == target.x && user.y == target.y) ||
         wyrm_grid_solid(grid, target.x, target.y) ||
         !wyrm_measure_reaches(measure, target.x - user.x, target.y - user.y, effect->range) ||
         !wyrm_sight_between(grid, user, target, -1)))
        return WYRM_EFFECT_NO_AIM;
    if (aim == WYRM_AIM_AREA)
        wyrm_sight_by(grid, target, measure, effect->radius, &area);
    for (size_t i = 0; i < count; i++) {
        const wyrm_position at = creatures[i];
        const int64_t x = (int64_t)at.x - user.x, y = (int64_t)at.y - user.y, far = x * x + y * y;
        bool is_hit = false;
        switch (aim) {
        case WYRM_AIM_USER:
            is_hit = far == 0;
            break;
        case WYRM_AIM_CLOSEST:
            is_hit = far != 0 && far < least &&
                     wyrm_measure_reaches(measure, (int)x, (int)y, effect->range) &&
                     wyrm_sight_between(grid, user, at, -1);
            least = is_hit ? far : least;
            found = is_hit ? 0 : found;
            break;
        case WYRM_AIM_TILE:
            is_hit = found == 0 && at.x == target.x && at.y == target.y;
            break;
        case WYRM_AIM_AREA:
            is_hit = wyrm_sight_has(&area, at.x, at.y);
            break;
        }
        if (is_hit)
            hit[found++] = i;
    }
    return found;
}
