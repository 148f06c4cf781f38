/* Looking around: who is there, what is known of the map, and what has come of the turns so far.
 * Who gets nothing done becomes bold for a while, so that no caution lasts for ever. */
#include "bot/internal.h"

#include <string.h>

#include <wyrm/streams.h>

/* Turns without anything done after which caution is thrown to the winds, and turns without it the
 * first time, after which a bot is cautious again. */
#define TIMID_TURNS 400
#define BOLD_TURNS  100

/* ---- who is there ---- */

/* Mean hit points of a blow below which whole games are too short for one. */
#define NOTHING 1e-4

/* Whether blows bring somebody down: on average more than it wins back, or a good one at once. */
static bool wears_down(const wyrm_blow *blow, double won_back, int64_t hp)
{
    return blow->mean >= NOTHING && (blow->mean > won_back || blow->most >= hp);
}

/* Hit points that the player wins back in a turn. */
static double mends_by(const wyrm_bot *bot)
{
    const wyrm_combatant *player = &bot->game->player.combatant;
    double turns = bot->engine->rules.regeneration;
    return player->regeneration + (turns > 0.0 ? (double)player->max_hp / turns : 0.0);
}

static void judge_foe(wyrm_bot *bot, wyrm_foe *foe)
{
    const wyrm_combatant *player = &bot->game->player.combatant;
    const wyrm_combatant *other = &foe->monster->body.combatant;
    wyrm_bot_size_up(bot, foe);
    foe->can_fall = wears_down(&foe->dealt, other->regeneration, other->hp);
    foe->can_hurt = wears_down(&foe->taken, mends_by(bot), player->hp);
}

/* Those who have fewer hit points than ever have been hurt for good. */
static void see_wounds(wyrm_bot *bot, const wyrm_game_monster *monster)
{
    int64_t *least = &bot->least_hp[monster->id % WYRM_LEVEL_SPAWNS_MAX];
    int64_t hp = monster->body.combatant.hp;
    bot->wounds_done += *least > hp;
    *least = *least == 0 || hp < *least ? hp : *least;
}

/* Forgets those who are not where they stood, or are seen there now. */
static void review_obstacles(wyrm_bot *bot)
{
    size_t kept = 0;
    for (size_t i = 0; i < bot->obstacle_count; i++) {
        wyrm_position at = bot->obstacles[i].at;
        if (!wyrm_sight_has(&bot->seen.sight, at.x, at.y))
            bot->obstacles[kept++] = bot->obstacles[i];
    }
    bot->obstacle_count = kept;
}

/* Remembers one who is seen in place of what was known of him. */
static void remember(wyrm_bot *bot, const wyrm_foe *foe)
{
    size_t at = 0;
    while (at < bot->obstacle_count && bot->obstacles[at].id != foe->monster->id)
        at++;
    if (at < bot->obstacle_count && foe->can_fall)
        bot->obstacles[at] = bot->obstacles[--bot->obstacle_count];
    if (foe->can_fall || at == WYRM_BOT_FOES_MAX)
        return;
    bot->obstacles[at] = (wyrm_obstacle){foe->monster->id, foe->at};
    bot->obstacle_count += at == bot->obstacle_count;
}

static void see_foes(wyrm_bot *bot)
{
    const wyrm_observation *seen = &bot->seen;
    wyrm_foe about[WYRM_BOT_FOES_MAX];
    size_t about_count = 0;
    bot->foe_count = bot->awake_count = 0;
    bot->print = 0;
    bot->has_prospect = false;
    review_obstacles(bot);
    bot->has_quarry &= !wyrm_sight_has(&bot->seen.sight, bot->quarry.x, bot->quarry.y);
    for (size_t i = 0; i < seen->monster_count && bot->foe_count + about_count < WYRM_BOT_FOES_MAX;
         i++) {
        const wyrm_game_monster *monster = &bot->game->monsters[seen->monsters[i].index];
        if (!seen->monsters[i].in_sight)
            continue;
        wyrm_foe foe = {.monster = monster,
                        .at = monster->body.at,
                        .distance = seen->monsters[i].distance,
                        .awake = monster->body.turns[WYRM_ASLEEP] == 0};
        judge_foe(bot, &foe);
        see_wounds(bot, monster);
        remember(bot, &foe);
        if (!foe.can_fall && !foe.can_hurt) {
            about[about_count++] = foe;
            continue;
        }
        bot->foes[bot->foe_count++] = foe;
        bot->awake_count += foe.awake;
    }
    memcpy(bot->foes + bot->foe_count, about, about_count * sizeof *about);
    bot->sight_count = bot->foe_count + about_count;
    if (bot->foe_count > 0) {
        bot->has_haunt = true;
        bot->haunt = bot->foes[0].at;
        bot->has_rival = true;
        bot->rival = bot->foes[0].monster->body.combatant;
    }
}

/* What is known of the map is taken in where there is news of it. */
static void hear_news(wyrm_bot *bot, bool news)
{
    const wyrm_game *game = bot->game;
    /* From tile to tile it stays among those that it can reach. */
    if (wyrm_tiles_apart(bot->at, game->player.at) > 1)
        bot->is_explored = false;
    bot->at = game->player.at;
    if (!news)
        return;
    bot->news = game->news;
    bot->is_explored = false;
    bot->ground_top = bot->ground_bottom = 0;
    bot->thing_count = 0;
    for (size_t i = 0; i < game->item_count; i++)
        if (game->items[i].seen)
            bot->things[bot->thing_count++] = &game->items[i];
}

double wyrm_bot_health(const wyrm_bot *bot)
{
    const wyrm_combatant *player = &bot->game->player.combatant;
    return (double)player->hp / (double)player->max_hp;
}

size_t wyrm_bot_beside(const wyrm_bot *bot)
{
    size_t count = 0;
    while (count < bot->foe_count && bot->foes[count].distance <= 1)
        count++;
    return count;
}

const wyrm_foe *wyrm_bot_foe_on(const wyrm_bot *bot, wyrm_position at)
{
    for (size_t i = 0; i < bot->sight_count; i++)
        if (wyrm_bot_same(bot->foes[i].at, at))
            return &bot->foes[i];
    return NULL;
}

/* ---- what has come of it ---- */

static void enter_map(wyrm_bot *bot)
{
    const wyrm_game *game = bot->game;
    bot->depth = game->difficulty.depth;
    bot->wins = game->difficulty.wins;
    bot->way.goal = WYRM_WAY_NONE;
    bot->steps_done = bot->wounds_done = 0;
    bot->bold_turns = BOLD_TURNS;
    bot->bold_until = 0;
    bot->obstacle_count = 0;
    bot->has_quarry = false;
    bot->is_resting = bot->has_beat = bot->has_haunt = false;
    memset(bot->least_hp, 0, sizeof bot->least_hp);
    memset(bot->notes, 0, (size_t)(game->map.width * game->map.height));
}

/* Where it stands there is nothing left to note: what lies there nobody wants, or it will be picked
 * up at once. */
static void stand(wyrm_bot *bot)
{
    const wyrm_position at = bot->game->player.at;
    uint8_t *here = &bot->notes[wyrm_bot_tile(bot, at)];
    bot->steps_done += !(*here & WYRM_NOTE_STOOD);
    *here = WYRM_NOTE_STOOD;
    *wyrm_ground_at(bot, at.x, at.y) &= (uint8_t) ~(WYRM_GROUND_UNSEEN | WYRM_GROUND_ITEM);
}

/* Another number after all that brings a game nearer to its end: none of it can be done for
 * ever. Blows that are given are not, as what they take may come back. */
static uint64_t done_so_far(const wyrm_bot *bot)
{
    const wyrm_tally *tally = &bot->game->tally;
    return ((uint64_t)bot->depth + (uint64_t)bot->wins) * 1000000 + bot->steps_done +
           bot->wounds_done + tally->kills + tally->items_found + tally->items_used;
}

/* A bot that gets nothing done, by waiting, resting and running away, becomes bold for a while,
 * and stays so whatever comes of it: who turned back at the first success would be where he was.
 * Each time on a map it is twice as long. It rests before, where it can. */
static void judge_progress(wyrm_bot *bot)
{
    uint64_t done = done_so_far(bot);
    uint32_t turn = bot->game->turn;
    if (done != bot->done) {
        bot->done = done;
        bot->done_turn = turn;
    }
    bool rests = bot->foe_count == 0 && bot->is_resting;
    if (turn >= bot->bold_until && turn - bot->done_turn >= TIMID_TURNS && !rests) {
        bot->bold_until = bot->done_turn = turn + bot->bold_turns;
        bot->bold_turns *= 2;
    }
    bot->is_bold = turn < bot->bold_until;
}

/* A game that has taken no command since the bot gave one has refused it. */
static void notice_refusal(wyrm_bot *bot)
{
    const wyrm_game *game = bot->game;
    if (!bot->began || bot->commands != game->commands)
        bot->refused = 0;
    bot->commands = game->commands;
}

void wyrm_bot_look(wyrm_bot *bot, const wyrm_game *game)
{
    bool news = !bot->began || bot->game != game || bot->news != game->news;
    bot->game = game;
    notice_refusal(bot);
    wyrm_observe_again(bot->engine, game, &bot->seen);
    if (!bot->began || bot->depth != game->difficulty.depth || bot->wins != game->difficulty.wins)
        enter_map(bot);
    bot->began = true;
    see_foes(bot);
    hear_news(bot, news);
    stand(bot);
    judge_progress(bot);
    bot->rng = wyrm_rng_start(game->seed, game->run, WYRM_STREAM_BOT, game->commands);
}
