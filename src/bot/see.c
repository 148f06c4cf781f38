/* Looking around. */
#include "bot/see.h"

#include <string.h>

#include <wyrm/streams.h>

/* Turns without anything done after which caution is thrown to the winds, and turns without it
 * after which a bot is cautious again. */
#define TIMID_TURNS 400
#define BOLD_TURNS  100

/* ------------------------------------------------------------------ who is there */

static void see_foes(wyrm_bot *bot)
{
    const wyrm_observation *seen = &bot->seen;
    bot->foe_count = bot->awake_count = 0;
    for (size_t i = 0; i < seen->monster_count && bot->foe_count < WYRM_BOT_FOES_MAX; i++) {
        const wyrm_game_monster *monster = &bot->game->monsters[seen->monsters[i].index];
        if (!seen->monsters[i].in_sight)
            continue;
        bool awake = monster->body.turns[WYRM_ASLEEP] == 0;
        bot->foes[bot->foe_count++] = (wyrm_foe){.monster = monster,
                                                 .at = monster->body.at,
                                                 .distance = seen->monsters[i].distance,
                                                 .awake = awake};
        bot->awake_count += awake;
    }
    if (bot->foe_count > 0) {
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
    bot->is_explored = bot->has_ground = false;
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

int32_t wyrm_bot_reach(const wyrm_bot *bot, const wyrm_game_monster *monster)
{
    const wyrm_engine *engine = bot->engine;
    const double *stats = monster->body.combatant.stats;
    int32_t sight = engine->rules.sight;
    if (engine->stat_range >= 0 && stats[engine->stat_range] > 0.0)
        return sight;
    int32_t reach = wyrm_reach_of(engine, &monster->body.combatant);
    return reach < sight ? reach : sight;
}

const wyrm_foe *wyrm_bot_foe_on(const wyrm_bot *bot, wyrm_position at)
{
    for (size_t i = 0; i < bot->foe_count; i++)
        if (wyrm_bot_same(bot->foes[i].at, at))
            return &bot->foes[i];
    return NULL;
}

/* ------------------------------------------------------------------ what has come of it */

static void enter_map(wyrm_bot *bot)
{
    const wyrm_game *game = bot->game;
    bot->depth = game->difficulty.depth;
    bot->wins = game->difficulty.wins;
    bot->way.goal = WYRM_WAY_NONE;
    bot->steps_done = 0;
    bot->is_resting = bot->has_beat = false;
    memset(bot->notes, 0, (size_t)(game->map.width * game->map.height));
}

/* Where it stands there is nothing left to note: it lies there because nobody wants it, or will be
 * picked up at once. */
static void stand(wyrm_bot *bot)
{
    uint8_t *here = &bot->notes[wyrm_bot_tile(bot, bot->game->player.at)];
    bot->steps_done += !(*here & WYRM_NOTE_STOOD);
    *here = WYRM_NOTE_STOOD;
}

/* Another number after all that brings a game nearer to its end. */
static uint64_t done_so_far(const wyrm_bot *bot)
{
    const wyrm_tally *tally = &bot->game->tally;
    return ((uint64_t)bot->depth + (uint64_t)bot->wins) * 1000000 + bot->steps_done +
           tally->items_found + tally->items_used + tally->damage_dealt;
}

/* A bot that gets nothing done, by waiting, resting and running away, becomes bold for a while. */
static void judge_progress(wyrm_bot *bot)
{
    uint64_t done = done_so_far(bot);
    uint32_t turn = bot->game->turn;
    if (done != bot->done) {
        bot->done = done;
        bot->done_turn = turn;
    }
    uint32_t turns = (turn - bot->done_turn) % (TIMID_TURNS + BOLD_TURNS);
    bot->is_bold = turns >= TIMID_TURNS;
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
    see_foes(bot);
    hear_news(bot, news);
    if (!bot->began || bot->depth != game->difficulty.depth || bot->wins != game->difficulty.wins)
        enter_map(bot);
    bot->began = true;
    stand(bot);
    judge_progress(bot);
    bot->rng = wyrm_rng_start(game->seed, game->run, WYRM_STREAM_BOT, game->commands);
}
