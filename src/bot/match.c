/* What a fight would be like. */
#include "bot/match.h"

#include <math.h>
#include <string.h>
#include <xxhash.h>

#include "bot/blow.h"

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

/* ------------------------------------------------------------------ one */

/* All of a combatant that a fight depends on. */
static uint64_t print_of(const wyrm_combatant *combatant, uint64_t seed)
{
    struct {
        int64_t hp, max_hp;
        double regeneration, stats[WYRM_STATS_MAX];
    } all = {combatant->hp, combatant->max_hp, combatant->regeneration, {0}};
    memcpy(all.stats, combatant->stats, sizeof all.stats);
    return XXH3_64bits_withSeed(&all, sizeof all, seed);
}

/* What is remembered of the two, with the blows between them. */
static wyrm_match *matched(wyrm_bot *bot, const wyrm_game_monster *monster)
{
    const wyrm_combatant *player = &bot->game->player.combatant, *other = &monster->body.combatant;
    uint64_t print = print_of(other, print_of(player, monster->body.turns[WYRM_ASLEEP] > 0));
    print += print == 0;
    wyrm_match *match = &bot->matches[print % WYRM_BOT_MATCHES];
    if (match->print != print) {
        match->print = print;
        match->is_reckoned = false;
        const wyrm_blow dealt = wyrm_blow_between(bot->engine->combat, player, other);
        const wyrm_blow taken = wyrm_blow_between(bot->engine->combat, other, player);
        match->dealt = dealt.mean;
        match->dealt_most = dealt.most;
        match->taken = taken.mean;
        match->taken_most = taken.most;
    }
    return match;
}

const wyrm_match *wyrm_bot_blows(wyrm_bot *bot, const wyrm_game_monster *monster)
{
    return matched(bot, monster);
}

const wyrm_match *wyrm_bot_reckon(wyrm_bot *bot, const wyrm_game_monster *monster)
{
    wyrm_match *match = matched(bot, monster);
    wyrm_duel duel;
    if (match->is_reckoned)
        return match;
    match->is_reckoned = true;
    match->win = match->hp_sd = 0.0;
    if (wyrm_odds(bot->engine, bot->game, monster, &duel, NULL) != WYRM_OK)
        return match;
    match->win = duel.p_win;
    match->hp_sd = isnan(duel.hp_left_sd) ? 0.0 : duel.hp_left_sd;
    return match;
}

/* ------------------------------------------------------------------ several */

/* Blows that somebody stands more than its hit points take, on average; who is never hurt stands so
 * many turns. */
#define OVERKILL 0.5
#define FOR_EVER 1e6

/* How many turns one of several stands, and what it does in each of them. */
typedef struct opponent {
    double turns, taken;
} opponent;

/* Who does most for the time that it stands is fought first. */
static void insert(opponent *opponents, size_t count, opponent one)
{
    size_t at = count;
    for (; at > 0 && opponents[at - 1].taken * one.turns < one.taken * opponents[at - 1].turns;
         at--)
        opponents[at] = opponents[at - 1];
    opponents[at] = one;
}

/* Hit points lost where all of them strike until they fall, one after the other. */
static double cost_at_once(const opponent *opponents, size_t count)
{
    double turns = 0.0, lost = 0.0;
    for (size_t i = 0; i < count; i++) {
        turns += opponents[i].turns;
        lost += turns * opponents[i].taken;
    }
    return lost;
}

double wyrm_bot_turns(wyrm_bot *bot, const wyrm_foe *foe)
{
    double hp = (double)foe->monster->body.combatant.hp;
    double dealt = wyrm_bot_blows(bot, foe->monster)->dealt;
    return dealt > 0.0 ? fmin(hp / dealt + OVERKILL, FOR_EVER) : FOR_EVER;
}

wyrm_prospect wyrm_bot_prospect(wyrm_bot *bot)
{
    opponent opponents[WYRM_BOT_FOES_MAX];
    wyrm_prospect prospect = {0};
    for (size_t i = 0; i < bot->foe_count; i++) {
        const wyrm_foe *foe = &bot->foes[i];
        if (!foe->awake)
            continue;
        const wyrm_match *match = wyrm_bot_blows(bot, foe->monster);
        const opponent one = {wyrm_bot_turns(bot, foe), match->taken};
        insert(opponents, prospect.count++, one);
        prospect.one_by_one += one.turns * one.taken;
        if (foe->distance <= wyrm_bot_reach(bot, foe->monster))
            prospect.next_most += match->taken_most;
    }
    prospect.at_once = cost_at_once(opponents, prospect.count);
    return prospect;
}
