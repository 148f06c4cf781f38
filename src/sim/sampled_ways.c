/* The way of a sampled player through a floor: which room next, whom it fights, where it flees to. */
#include "sim/sampled_parts.h"

/* ------------------------------------------------------------------ fights and flights */

/* Turns without anything done after which the player no longer runs from anybody, as a bot does. */
#define TIMID_TURNS 400

static bool is_bold(wyrm_sampler *sampler)
{
    const wyrm_tally *tally = &sampler->game->tally;
    uint64_t progress = tally->damage_dealt + tally->items_found + sampler->seen_count;
    if (progress != sampler->progress) {
        sampler->progress = progress;
        sampler->progress_turn = sampler->game->turn;
    }
    return sampler->game->turn - sampler->progress_turn >= TIMID_TURNS;
}

/* Where it runs to: the way out, or else what it has not seen yet; -1: there is nothing. */
static int32_t refuge(const wyrm_sampler *sampler)
{
    return wyrm_sampled_knows_exit(sampler) ? wyrm_sampled_exit(sampler)
                                            : wyrm_sampled_nearest(sampler, sampler->seen);
}

/* Comes to a room, perhaps with pursuers, who have it between themselves and those who are there. */
static void run_into(wyrm_sampler *sampler, int32_t room)
{
    size_t behind = sampler->game->monster_count;
    wyrm_sampled_enter(sampler, room, sampler->at);
    if (behind > 0 || !sampler->life.traits->fights)
        wyrm_brawl_pass(&sampler->life, behind);
}

static void flee(wyrm_sampler *sampler)
{
    wyrm_life *life = &sampler->life;
    int32_t room = refuge(sampler);
    if (room < 0) {
        wyrm_brawl(life, true);
        return;
    }
    uint32_t steps = wyrm_sampled_steps(sampler, room);
    uint32_t left = steps > sampler->walked ? steps - sampler->walked : 1;
    uint32_t walked = wyrm_brawl_run(life, left);
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
    if ((!sampler->life.traits->fights && !bold) || !wyrm_brawl(&sampler->life, bold))
        flee(sampler);
}

/* ------------------------------------------------------------------ from room to room */

/* Share of the hit points below which there is nothing more to be had from a floor where nothing
 * heals. */
#define HOPELESS_BELOW 0.3

static bool is_hopeless(const wyrm_life *life)
{
    const wyrm_bot_traits *traits = life->traits;
    bool cares = traits->foresees || traits->least_odds > 0.0;
    return cares && wyrm_life_health(life) < HOPELESS_BELOW && !wyrm_life_mends(life) &&
           wyrm_life_stock(life) <= 0;
}

/* Where to next, with nobody about. */
static int32_t next_room(const wyrm_sampler *sampler)
{
    bool clears = sampler->life.traits->clears && !is_hopeless(&sampler->life);
    if (!clears && wyrm_sampled_knows_exit(sampler))
        return wyrm_sampled_exit(sampler);
    int32_t room = wyrm_sampled_nearest(sampler, clears ? sampler->done : sampler->seen);
    if (room < 0)
        room = wyrm_sampled_boss(sampler);
    return room >= 0 ? room : wyrm_sampled_exit(sampler);
}

static void go(wyrm_sampler *sampler, int32_t room)
{
    bool out = wyrm_sampled_knows_exit(sampler) && room == wyrm_sampled_exit(sampler) &&
               sampler->done[room];
    if (!sampler->life.traits->clears || is_hopeless(&sampler->life))
        out = wyrm_sampled_knows_exit(sampler) && room == wyrm_sampled_exit(sampler);
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
    if (life->traits->clears || !wyrm_sampled_knows_exit(sampler))
        wyrm_sampled_loot(sampler);
    if (!life->over)
        wyrm_life_rest(life);
    if (!life->over)
        go(sampler, next_room(sampler));
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

/* Who goes anywhere needs the square of the steps of a way for it, and stumbles upon the stairs of their
 * room once in so many turns as it has tiles. */
void wyrm_sampled_wander(wyrm_sampler *sampler)
{
    wyrm_life *life = &sampler->life;
    while (!life->over && !sampler->out) {
        wyrm_brawl(life, true);
        int32_t room = wyrm_sampled_nearest(sampler, sampler->seen);
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
    wyrm_brawl_suffer(life);
}
