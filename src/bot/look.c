/* Looking around: who is there, what a fight with them would be like, what is known of the map, and
 * what has come of the turns so far.
 *
 * This is the one place where bots read monsters, tiles and the things on the floor. Both sides of
 * a fight are sized up once a turn, and what has been reckoned is kept by a print of all that it
 * depends on, so that nothing is worked out twice, in whatever game. Who gets nothing done becomes
 * bold for a while, so that no caution lasts for ever. */
#include <math.h>
#include <string.h>
#include <xxhash.h>
#include <wyrm/streams.h>
#include "bot/internal.h"
#include "combat/internal.h"

/* ---- a fight with one ---- */

int32_t bot_reach(const wyrm_bot *bot, const wyrm_game_monster *monster)
{
    const wyrm_combatant *other = &monster->body.combatant;
    int32_t sight = bot->engine->rules.sight, reach = wyrm_reach_of(bot->engine, other);
    bool shoots = wyrm_stat_of(bot->engine, other, WYRM_STAT_RANGE, 0.0) > 0.0;
    return shoots || reach > sight ? sight : reach;
}

/* All of a combatant that a fight depends on: from its hit points on, without a gap. */
static uint64_t print_of(const wyrm_combatant *combatant, uint64_t seed)
{
    const size_t size = sizeof *combatant - offsetof(wyrm_combatant, hp);
    return XXH3_64bits_withSeed(&combatant->hp, size, seed);
}
_Static_assert(sizeof(wyrm_combatant) - offsetof(wyrm_combatant, hp) ==
                   2 * sizeof(int64_t) + (1 + WYRM_STATS_MAX) * sizeof(double),
               "nothing else is hashed");

/* Whether blows bring somebody down: on average more than it wins back, or a good one at once.
 * Below so many hit points a blow whole games are too short for one. */
static bool wears_down(const wyrm_blow *blow, double won_back, int64_t hp)
{
    return blow->mean >= 1e-4 && (blow->mean > won_back || blow->most >= hp);
}

/* The blows between the two as they stand there, and what comes of them in the end. */
static void size_up(wyrm_bot *bot, wyrm_foe *foe)
{
    wyrm_engine *engine = bot->engine;
    const wyrm_combatant *player = bot->body, *other = &foe->monster->body.combatant;
    if (bot->print == 0)
        bot->print = print_of(player, 0);
    foe->print = print_of(other, bot->print + (foe->awake ? 0 : 1));
    foe->print += foe->print == 0;
    wyrm_match *match = &bot->matches[foe->print % WYRM_BOT_MATCHES];
    if (match->print != foe->print)
        *match = (wyrm_match){
            .print = foe->print,
            .dealt = wyrm_strikes_blow(&engine->strikes, engine->combat, player, other),
            .taken = wyrm_strikes_blow(&engine->strikes, engine->combat, other, player),
        };
    foe->dealt = match->dealt;
    foe->taken = match->taken;
    double turns = engine->rules.regeneration;
    double won_back = player->regeneration + (turns > 0.0 ? (double)player->max_hp / turns : 0.0);
    foe->can_fall = wears_down(&foe->dealt, other->regeneration, other->hp);
    foe->can_hurt = wears_down(&foe->taken, won_back, player->hp);
}

/* What is remembered of the fight with one who has been sized up; another may have taken its place
 * since. */
static wyrm_match *match_for(wyrm_bot *bot, const wyrm_foe *foe)
{
    wyrm_match *match = &bot->matches[foe->print % WYRM_BOT_MATCHES];
    if (match->print != foe->print)
        *match = (wyrm_match){.print = foe->print, .dealt = foe->dealt, .taken = foe->taken};
    return match;
}

const wyrm_match *bot_reckon(wyrm_bot *bot, const wyrm_foe *foe)
{
    wyrm_match *match = match_for(bot, foe);
    wyrm_duel duel;
    if (match->is_reckoned)
        return match;
    bool known = wyrm_odds(bot->engine, bot->game, foe->monster, &duel, NULL) == WYRM_OK;
    match->is_reckoned = true;
    match->win = known ? duel.p_win : 0.0;
    match->hp_sd = known && !isnan(duel.hp_left_sd) ? duel.hp_left_sd : 0.0;
    return match;
}

/* ---- bounds ----
 *
 * Most fights are as good as won or lost, which mean and variance of a blow tell: a sum of blows
 * is seldom far from its mean (Cantelli's inequality). Where that settles a question, nobody
 * follows the fight blow by blow; where it does not, the exact answer is asked for. So the
 * bounds may be as rough as they like, but must never be wrong: they hold for fights in which
 * nobody regenerates, and are asked no more than the solver answers in any case. */

#define BOUND_HP_MAX 1000
#define CLEAR        1e-6 /* what a bound must leave between itself and the limit, for rounding */

static bool is_bounded(const wyrm_bot *bot, const wyrm_foe *foe)
{
    const wyrm_combatant *player = bot->body, *other = &foe->monster->body.combatant;
    return foe->awake && player->hp > 0 && other->hp > 0 && player->max_hp <= BOUND_HP_MAX &&
           other->max_hp <= BOUND_HP_MAX && player->regeneration <= 0.0 &&
           other->regeneration <= 0.0 && foe->dealt.mean > 0.0 && foe->taken.can_be;
}

/* The most that the chance of a sum of blows can be that reaches a limit far above its mean
 * (`above`), or stays below one far under it. */
static double chance_beyond(bool above, double blows, const wyrm_blow *blow, double limit)
{
    const double variance = blows * blow->variance, mean = blows * blow->mean;
    const double distance = above ? limit - mean : mean - (limit - 1.0);
    if (above && blows * (double)blow->most < limit)
        return 0.0;
    return distance > 0.0 ? variance / (variance + distance * distance) : 1.0;
}

/* 1 where they say that it beats it, 0 where they say that it does not, -1 where they do not tell.
 * Asked about the turn before which as many standard deviations lie for one side as for the other.
 */
static int ask_bounds(const wyrm_bot *bot, const wyrm_foe *foe, double odds)
{
    const double hp = (double)bot->game->player.combatant.hp;
    const double other_hp = (double)foe->monster->body.combatant.hp;
    if (!is_bounded(bot, foe))
        return -1;
    const double dealt_sd = sqrt(foe->dealt.variance), taken_sd = sqrt(foe->taken.variance);
    const double pace = foe->dealt.mean * taken_sd + foe->taken.mean * dealt_sd;
    double even =
        pace > 0.0 ? (other_hp * taken_sd + hp * dealt_sd) / pace : other_hp / foe->dealt.mean;
    const double middle = fmax(1.0, floor(even));
    for (double turn = middle; middle <= BOUND_HP_MAX && turn <= middle + 1.0; turn += 1.0) {
        /* It has not killed by then, or had been killed before. */
        if (chance_beyond(false, turn, &foe->dealt, other_hp) +
                chance_beyond(true, turn - 1.0, &foe->taken, hp) <
            1.0 - odds - CLEAR)
            return 1;
        /* It kills by then, or is alive then. */
        if (chance_beyond(true, turn, &foe->dealt, other_hp) +
                chance_beyond(false, turn, &foe->taken, hp) <
            odds - CLEAR)
            return 0;
    }
    return -1;
}

bool bot_beats(wyrm_bot *bot, const wyrm_foe *foe, double odds)
{
    const int told = ask_bounds(bot, foe, odds);
    if (told >= 0)
        return told;
    wyrm_match *match = match_for(bot, foe);
    if (!foe->awake || match->is_reckoned)
        return bot_reckon(bot, foe)->win >= odds;
    if (match->asked == odds)
        return match->beats;
    /* Follows the fight as far as it takes. */
    const wyrm_design *design = bot->engine->design;
    const wyrm_combatant *player = bot->body, *other = &foe->monster->body.combatant;
    wyrm_pmf *dealt = NULL, *taken = NULL;
    bool beats = false, known = false;
    if (wyrm_design_hit(design, player, other, &dealt, NULL) == WYRM_OK &&
        wyrm_design_hit(design, other, player, &taken, NULL) == WYRM_OK) {
        const wyrm_fighter first = {dealt, player->hp, player->max_hp, player->regeneration};
        const wyrm_fighter second = {taken, other->hp, other->max_hp, other->regeneration};
        known = wyrm_duel_beats(&first, &second, WYRM_SUBJECT_FIRST, odds, &beats, NULL) == WYRM_OK;
    }
    wyrm_pmf_free(dealt);
    wyrm_pmf_free(taken);
    match->asked = odds;
    match->beats = known && beats;
    return match->beats;
}

/* ---- a fight with several ---- */

bool bot_outweighs_luck(wyrm_bot *bot, double hp, double times)
{
    double most = 0.0, variance = 0.0;
    bool bounded = true;
    for (size_t i = 0; i < bot->foe_count; i++) {
        const wyrm_foe *foe = &bot->foes[i];
        bounded &= !foe->awake || is_bounded(bot, foe);
        if (!foe->awake || !bounded)
            continue;
        /* The most that the variance of the hit points left can be. That of the blows that bring
         * somebody down follows from Wald's equations, as they end less than one blow behind its
         * hit points. */
        const double hp_of = (double)foe->monster->body.combatant.hp;
        const double best = (double)foe->dealt.most, mean = foe->dealt.mean;
        const double blows = (hp_of - 1.0 + best) / mean;
        const double spread = ((best - 1.0) / 2.0 + sqrt(foe->dealt.variance * blows)) / mean;
        most += foe->taken.variance * blows + foe->taken.mean * foe->taken.mean * spread * spread;
    }
    if (hp <= 0.0 || (bounded && hp * (1.0 - CLEAR) > times * sqrt(most)))
        return hp > 0.0;
    for (size_t i = 0; i < bot->foe_count; i++) {
        const double sd = bot->foes[i].awake ? bot_reckon(bot, &bot->foes[i])->hp_sd : 0.0;
        variance += sd * sd;
    }
    return hp > times * sqrt(variance);
}

/* Blows that somebody stands more than its hit points take, on average; who is never hurt stands so
 * many turns. */
#define OVERKILL 0.5
#define FOR_EVER 1e6

double bot_turns(const wyrm_foe *foe)
{
    double hp = (double)foe->monster->body.combatant.hp;
    return foe->dealt.mean > 0.0 ? fmin(hp / foe->dealt.mean + OVERKILL, FOR_EVER) : FOR_EVER;
}

/* Who does most for the time that it stands is fought first. */
const wyrm_prospect *bot_prospect(wyrm_bot *bot)
{
    struct {
        double turns, taken;
    } order[WYRM_BOT_FOES_MAX];
    wyrm_prospect *prospect = &bot->prospect;
    if (bot->has_prospect)
        return prospect;
    bot->has_prospect = true;
    *prospect = (wyrm_prospect){0};
    for (size_t i = 0; i < bot->foe_count; i++) {
        const wyrm_foe *foe = &bot->foes[i];
        if (!foe->awake)
            continue;
        const double turns = bot_turns(foe), taken = foe->taken.mean;
        size_t at = prospect->count++;
        for (; at > 0 && order[at - 1].taken * turns < taken * order[at - 1].turns; at--)
            order[at] = order[at - 1];
        order[at].turns = turns;
        order[at].taken = taken;
        prospect->one_by_one += turns * taken;
        if (foe->distance <= bot_reach(bot, foe->monster))
            prospect->next_most += foe->taken.most;
    }
    double turns = 0.0;
    for (size_t i = 0; i < prospect->count; i++) {
        turns += order[i].turns;
        prospect->at_once += turns * order[i].taken;
    }
    return prospect;
}

/* ---- who is there ---- */

const wyrm_foe *bot_foe_on(const wyrm_bot *bot, wyrm_position at)
{
    for (size_t i = 0; i < bot->sight_count; i++)
        if (wyrm_same_tile(bot->foes[i].at, at))
            return &bot->foes[i];
    return NULL;
}

static void see_foes(wyrm_bot *bot)
{
    const wyrm_observation *seen = &bot->seen;
    wyrm_foe about[WYRM_BOT_FOES_MAX];
    size_t about_count = 0, kept = 0;
    bot->foe_count = bot->awake_count = 0;
    bot->print = 0;
    bot->has_prospect = false;
    /* Those who are not where they stood, or are seen there now, are forgotten. */
    for (size_t i = 0; i < bot->obstacle_count; i++)
        if (!wyrm_sight_has(&seen->sight, bot->obstacles[i].at.x, bot->obstacles[i].at.y))
            bot->obstacles[kept++] = bot->obstacles[i];
    bot->obstacle_count = kept;
    bot->has_quarry &= !wyrm_sight_has(&seen->sight, bot->quarry.x, bot->quarry.y);
    for (size_t i = 0; i < seen->monster_count && bot->foe_count + about_count < WYRM_BOT_FOES_MAX;
         i++) {
        const wyrm_game_monster *monster = &bot->game->monsters[seen->monsters[i].index];
        if (!seen->monsters[i].in_sight)
            continue;
        wyrm_foe foe = {.monster = monster,
                        .at = monster->body.at,
                        .distance = seen->monsters[i].distance,
                        .awake = monster->body.turns[WYRM_ASLEEP] == 0};
        size_up(bot, &foe);
        /* In place of what was known of him: that he has fewer hit points than ever, which is harm
         * for good, and where he stands who cannot be brought down. */
        int64_t *least = &bot->least_hp[monster->id % WYRM_LEVEL_SPAWNS_MAX];
        int64_t hp = monster->body.combatant.hp;
        size_t at = 0;
        bot->wounds_done += *least > hp;
        *least = *least == 0 || hp < *least ? hp : *least;
        while (at < bot->obstacle_count && bot->obstacles[at].id != monster->id)
            at++;
        if (at < bot->obstacle_count && foe.can_fall)
            bot->obstacles[at] = bot->obstacles[--bot->obstacle_count];
        if (!foe.can_fall && at < WYRM_BOT_FOES_MAX) {
            bot->obstacles[at] = (wyrm_obstacle){monster->id, foe.at};
            bot->obstacle_count += at == bot->obstacle_count;
        }
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
        bot->has_haunt = bot->has_rival = true;
        bot->haunt = bot->foes[0].at;
        bot->rival = bot->foes[0].monster->body.combatant;
    }
}

/* ---- the map ---- */

/* What is known of the map is taken in where there is news of it. Where it stands there is nothing
 * left to note: what lies there nobody wants, or it will be picked up at once. */
static void see_map(wyrm_bot *bot, bool news)
{
    const wyrm_game *game = bot->game;
    const wyrm_position at = game->player.at;
    /* From tile to tile it stays among those that it can reach. */
    if (news || wyrm_tiles_apart(bot->at, at) > 1)
        bot->is_explored = false;
    bot->at = at;
    if (news) {
        bot->news = game->news;
        bot->ground_top = bot->ground_bottom = 0;
        bot->thing_count = 0;
        for (size_t i = 0; i < game->item_count; i++)
            if (game->items[i].seen)
                bot->things[bot->thing_count++] = &game->items[i];
    }
    uint8_t *here = &bot->notes[bot_tile(bot, at)];
    bot->steps_done += !(*here & WYRM_NOTE_STOOD);
    *here = WYRM_NOTE_STOOD;
    *bot_ground_at(bot, at.x, at.y) &= (uint8_t) ~(WYRM_GROUND_UNSEEN | WYRM_GROUND_ITEM);
}

/* ---- what has come of it ---- */

/* Turns without anything done after which caution is thrown to the winds; and without caution the
 * first time on a map, after which a bot is cautious again. */
#define TIMID_TURNS 400
#define BOLD_TURNS  100

void bot_look(wyrm_bot *bot, const wyrm_game *game)
{
    bool news = !bot->began || bot->game != game || bot->news != game->news;
    bot->game = game;
    bot->body = &game->player.combatant;
    /* A game that has taken no command since the bot gave one has refused it. */
    if (!bot->began || bot->commands != game->commands)
        bot->refused = 0;
    bot->commands = game->commands;
    wyrm_observe_again(bot->engine, game, &bot->seen);
    if (!bot->began || bot->depth != game->difficulty.depth || bot->wins != game->difficulty.wins) {
        bot->depth = game->difficulty.depth;
        bot->wins = game->difficulty.wins;
        bot->way.goal = WYRM_WAY_NONE;
        bot->steps_done = bot->wounds_done = 0;
        bot->bold_turns = BOLD_TURNS;
        bot->bold_until = 0;
        bot->obstacle_count = 0;
        bot->has_quarry = bot->is_resting = bot->has_beat = bot->has_haunt = false;
        memset(bot->least_hp, 0, sizeof bot->least_hp);
        memset(bot->notes, 0, (size_t)(game->map.width * game->map.height));
    }
    bot->began = true;
    see_foes(bot);
    see_map(bot, news);
    /* A bot that gets nothing done, by waiting, resting and running away, becomes bold for a while,
     * and stays so whatever comes of it: who turned back at the first success would be where he
     * was. Each time on a map it is twice as long. It rests before, where it can. What counts is
     * all that brings a game nearer to its end, none of which can be done for ever. Blows that are
     * given do not, as what they take may come back. */
    const wyrm_tally *tally = &game->tally;
    uint64_t done = ((uint64_t)bot->depth + (uint64_t)bot->wins) * 1000000 + bot->steps_done +
                    bot->wounds_done + tally->kills + tally->items_found + tally->items_used;
    bool rests = bot->foe_count == 0 && bot->is_resting;
    if (done != bot->done)
        bot->done_turn = game->turn;
    bot->done = done;
    if (game->turn >= bot->bold_until && game->turn - bot->done_turn >= TIMID_TURNS && !rests) {
        bot->bold_until = bot->done_turn = game->turn + bot->bold_turns;
        bot->bold_turns *= 2;
    }
    bot->is_bold = game->turn < bot->bold_until;
    bot->rng = wyrm_rng_start(game->seed, game->run, WYRM_STREAM_BOT, game->commands);
}
