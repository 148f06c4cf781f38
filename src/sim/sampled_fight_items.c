/* What the player of a sampled run uses in a fight. */
#include "sim/sampled_estimate.h"
#include "sim/sampled_fight_parts.h"

#include <wyrm/observe.h>

#include "bot/policy.h"
#include "game/use.h"

/* How many an effect would hit that is aimed at somebody; 0 where it would hit the player too. */
static size_t would_hit(const wyrm_sampled_fight *fight, const wyrm_effect *effect, int32_t aim)
{
    size_t hit = 0;
    if (wyrm_effect_aims(effect->kind) != WYRM_AIM_AREA)
        return 1;
    for (size_t i = 0; i < fight->life->game->monster_count && aim > effect->radius; i++) {
        int32_t apart = wyrm_sampled_fight_distance(wyrm_sampled_fight_monster(fight, i)) - aim;
        hit += apart <= effect->radius && -apart <= effect->radius;
    }
    return hit;
}

#define HURTING                                                                                    \
    (WYRM_LIFE_KIND(WYRM_EFFECT_LIGHTNING) | WYRM_LIFE_KIND(WYRM_EFFECT_BOLT) |                    \
     WYRM_LIFE_KIND(WYRM_EFFECT_BLAST))

/* What takes others out of a fight for a while. */
#define STOPPING                                                                                   \
    (WYRM_LIFE_KIND(WYRM_EFFECT_CONFUSE) | WYRM_LIFE_KIND(WYRM_EFFECT_SLEEP) |                     \
     WYRM_LIFE_KIND(WYRM_EFFECT_FRIGHTEN) | WYRM_LIFE_KIND(WYRM_EFFECT_BANISH))

static bool is_stopped(const wyrm_game_monster *monster)
{
    const int32_t *turns = monster->body.turns;
    return turns[WYRM_ASLEEP] > 0 || turns[WYRM_CONFUSED] > 0 || turns[WYRM_AFRAID] > 0;
}

/* Uses what hits most of them, at least so many; false where there is nothing. */
static bool use_on(wyrm_sampled_fight *fight, uint32_t kinds, size_t wanted)
{
    wyrm_life *life = fight->life;
    const wyrm_game *game = life->game;
    size_t most = wanted - 1;
    int32_t best = -1, aim = 0;
    for (int32_t i = wyrm_life_has(life, kinds, 0); i >= 0;
         i = wyrm_life_has(life, kinds, (size_t)i + 1))
        for (size_t m = 0; m < game->monster_count; m++) {
            if (kinds == STOPPING && is_stopped(&game->monsters[m]))
                continue;
            int32_t distance = wyrm_sampled_fight_distance(&game->monsters[m]);
            size_t hit =
                would_hit(fight, &life->engine->effects[game->pack[i].item.kind], distance);
            if (hit > most) {
                most = hit;
                best = i;
                aim = distance;
            }
        }
    return best >= 0 && wyrm_life_do(life, wyrm_do_use, best, (wyrm_position){(int16_t)aim, 0});
}

/* Burns two of them, or one by whom the player is hurt; who reckons also stops them where it would
 * not win without. */
bool wyrm_sampled_fight_spend(wyrm_sampled_fight *fight)
{
    wyrm_life *life = fight->life;
    size_t wanted = wyrm_life_health(life) < WYRM_POLICY_BURN_BELOW ? 1 : 2;
    if (!life->traits->uses_scrolls)
        return false;
    if (life->traits->least_odds > 0.0 && wyrm_life_fears(life, fight->front == 1))
        return use_on(fight, HURTING, 1) || (!life->over && use_on(fight, STOPPING, 1));
    return life->game->monster_count >= wanted && use_on(fight, HURTING, wanted);
}

/* Whether the player drinks now: who reckons, only where it would not win without. */
bool wyrm_sampled_fight_drink(wyrm_sampled_fight *fight)
{
    wyrm_life *life = fight->life;
    const wyrm_bot_traits *traits = life->traits;
    if (wyrm_life_health(life) >= traits->drinks_below)
        return false;
    if (traits->least_odds > 0.0 && !wyrm_life_fears(life, fight->front == 1))
        return false;
    return wyrm_life_drink(life);
}
