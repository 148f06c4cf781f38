/* The way of a sampled player through a floor: which room next, whom it fights, where it flees
 * to. */
#include "sim/sampled_flight.h"
#include "sim/sampled_parts.h"

#include "bot/policy.h"

/* ------------------------------------------------------------------ fights and flights */

/* Whether it has got nothing done for so long that it no longer runs from anybody. */
static bool is_bold(wyrm_sampler *sampler)
{
    const wyrm_tally *tally = &sampler->game->tally;
    uint64_t progress = tally->damage_dealt + tally->items_found + sampler->seen_count;
    if (progress != sampler->progress) {
        sampler->progress = progress;
        sampler->progress_turn = sampler->game->turn;
    }
    return sampler->game->turn - sampler->progress_turn >= WYRM_POLICY_TIMID_TURNS;
}

/* Where it runs to: the way out, or else what it has not seen yet; -1: there is nothing. */
static int32_t refuge(const wyrm_sampler *sampler)
{
    return wyrm_sampled_knows_exit(sampler) ? wyrm_sampled_exit(sampler)
                                            : wyrm_sampled_unseen(sampler);
}

/* Comes to a room, perhaps with pursuers, who have it between themselves and those who are
 * there. */
static void run_into(wyrm_sampler *sampler, int32_t room)
{
    size_t behind = sampler->game->monster_count;
    wyrm_sampled_enter(sampler, room, sampler->at);
    if (behind > 0 || !sampler->life.traits->fights)
        wyrm_sampled_slip_past(&sampler->life, behind);
}

static void flee(wyrm_sampler *sampler)
{
    wyrm_life *life = &sampler->life;
    int32_t room = refuge(sampler);
    if (room < 0) {
        wyrm_sampled_fight_out(life, true);
        return;
    }
    uint32_t steps = wyrm_sampled_steps(sampler, room);
    uint32_t left = steps > sampler->walked ? steps - sampler->walked : 1;
    uint32_t walked = wyrm_sampled_flee(life, left);
    sampler->walked += walked;
    if (life->over || walked < left)
        return;
    if (wyrm_sampled_knows_exit(sampler) && room == wyrm_sampled_exit(sampler))
        sampler->out = true;
    else
        run_into(sampler, room);
}

/* Those who see the player: it fights them, or runs. */
static void face(wyrm_sampler *sampler)
{
    bool bold = is_bold(sampler);
    if ((!sampler->life.traits->fights && !bold) || !wyrm_sampled_fight_out(&sampler->life, bold))
        flee(sampler);
}

/* ------------------------------------------------------------------ from room to room */

static bool is_hopeless(const wyrm_life *life)
{
    const wyrm_bot_traits *traits = life->traits;
    bool cares = traits->foresees || traits->least_odds > 0.0;
    return cares && wyrm_life_health(life) < WYRM_POLICY_HOPELESS_BELOW && !wyrm_life_mends(life) &&
           wyrm_life_stock(life) <= 0;
}

/* Where to next, with nobody about; an item that is to be taken there goes to *item. */
static int32_t next_room(wyrm_sampler *sampler, size_t *item)
{
    bool clears = sampler->life.traits->clears && !is_hopeless(&sampler->life);
    *item = WYRM_SAMPLED_NO_ITEM;
    if (!clears && wyrm_sampled_knows_exit(sampler))
        return wyrm_sampled_exit(sampler);
    int32_t room = clears ? wyrm_sampled_next(sampler, item) : wyrm_sampled_unseen(sampler);
    if (room < 0)
        room = wyrm_sampled_boss(sampler);
    if (room < 0) {
        sampler->cleared = true;
        room = wyrm_sampled_exit(sampler);
    }
    return room;
}

static void go(wyrm_sampler *sampler, int32_t room)
{
    bool done = !sampler->life.traits->clears || is_hopeless(&sampler->life) || sampler->cleared;
    bool out = done && wyrm_sampled_knows_exit(sampler) && room == wyrm_sampled_exit(sampler);
    wyrm_life_pass(&sampler->life, wyrm_sampled_steps(sampler, room));
    if (sampler->life.over)
        return;
    if (out)
        sampler->out = true;
    else
        run_into(sampler, room);
}

/* Nobody is about: takes what is there, rests, and goes on. */
static void go_on(wyrm_sampler *sampler)
{
    wyrm_life *life = &sampler->life;
    size_t item;
    if (wyrm_sampled_come_on(sampler))
        return;
    wyrm_life_rest(life);
    if (life->over)
        return;
    if (!life->traits->clears && !wyrm_sampled_knows_exit(sampler))
        wyrm_sampled_loot(sampler);
    if (life->over)
        return;
    int32_t room = next_room(sampler, &item);
    if (item == WYRM_SAMPLED_NO_ITEM || room != sampler->room)
        go(sampler, room);
    else
        wyrm_sampled_take(sampler, item);
}

/* From room to room, the nearest first, and in the end, or from danger, to the way out. */
void wyrm_sampled_cross(wyrm_sampler *sampler)
{
    while (!sampler->life.over && !sampler->out) {
        if (sampler->game->monster_count > 0)
            face(sampler);
        else
            go_on(sampler);
    }
}

/* Who goes anywhere needs the square of the steps of a way for it, and stumbles upon the stairs of
 * their room once in so many turns as it has tiles. */
void wyrm_sampled_wander(wyrm_sampler *sampler)
{
    wyrm_life *life = &sampler->life;
    while (!life->over && !sampler->out) {
        wyrm_sampled_gather(sampler, sampler->room, sampler->at);
        wyrm_sampled_fight_out(life, true);
        int32_t room = wyrm_sampled_unseen(sampler);
        const wyrm_room *here = &sampler->map.rooms[sampler->room];
        if (!life->over && sampler->room == wyrm_sampled_exit(sampler)) {
            wyrm_life_pass(life, (uint32_t)(here->width * here->height));
            sampler->out = true;
        } else if (!life->over) {
            room = room >= 0 ? room : wyrm_sampled_exit(sampler);
            uint32_t steps = wyrm_sampled_steps(sampler, room);
            wyrm_life_pass(life, steps * steps);
            wyrm_sampled_enter(sampler, room, sampler->at);
        }
    }
}

/* Who does nothing stands where it is, with those who see it. */
void wyrm_sampled_stand(wyrm_sampler *sampler)
{
    wyrm_life *life = &sampler->life;
    wyrm_sampled_gather(sampler, 0, sampler->map.start);
    wyrm_sampled_suffer(life);
}
