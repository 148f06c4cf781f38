/* The turn of a bot: it looks around, and then the first of its urges that wants something decides.
 *
 * This is the one place where bots read monsters, tiles and items on the floor. Both sides of a
 * fight are sized up once a turn; results are kept under a hash of everything they depend on, so
 * that nothing is computed twice, even across games. A bot that makes no progress becomes bold for
 * a while, so that caution cannot last for ever. */
#include <math.h>
#include <string.h>
#include <xxhash.h>
#include <wyrm/streams.h>
#include "base/arena.h"
#include "bot/internal.h"

/* ---- the player's own state ---- */

bool bot_knows_way_out(const wyrm_bot *bot)
{
    return bot->seen.goal_known || bot->seen.exit_known;
}

int32_t bot_find_item(const wyrm_bot *bot, uint32_t kinds)
{
    for (size_t i = 0; i < bot->game->pack_count; i++)
        if (bot_is_of(bot_effect_of(bot, i), kinds) && bot_can_use(bot, i))
            return (int32_t)i;
    return -1;
}

bool bot_regenerates(const wyrm_bot *bot)
{
    const wyrm_play_rules *rules = &bot->engine->rules;
    const wyrm_game *game = bot->game;
    return bot->body->regeneration > 0.0 ||
           (rules->regeneration != 0 &&
            (rules->stage_count == 0 ||
             rules->stages[wyrm_hunger_stage_at(rules, game->fullness)].regenerates));
}

bool bot_is_fuller(const wyrm_bot *bot, double share)
{
    const wyrm_play_rules *rules = &bot->engine->rules;
    return rules->stage_count == 0 || bot->game->fullness > share * rules->fullness_most;
}

bool bot_heal(wyrm_bot *bot, wyrm_command *command)
{
    const wyrm_game *game = bot->game;
    int64_t missing = bot->body->max_hp - bot->body->hp;
    int32_t best = -1;
    int64_t most = 0;
    for (size_t i = 0; i < game->pack_count; i++) {
        const wyrm_effect *effect = bot_effect_of(bot, i);
        const int64_t heals = wyrm_effect_heals(effect, bot->body->max_hp);
        bool better = most < missing ? heals > most : heals >= missing && heals < most;
        if (effect->kind == WYRM_EFFECT_HEAL && heals > 0 && (best < 0 || better) &&
            bot_can_use(bot, i)) {
            best = (int32_t)i;
            most = heals;
        }
    }
    *command = (wyrm_command){WYRM_DO_USE, best, bot->at};
    return best >= 0;
}

/* ---- a fight with one ---- */

int32_t bot_reach(const wyrm_bot *bot, const wyrm_game_monster *monster)
{
    const wyrm_combatant *other = &monster->body.combatant;
    int32_t sight = bot->engine->rules.sight, reach = game_reach_of(bot->engine, other);
    bool shoots = game_stat_of(bot->engine, other, WYRM_STAT_RANGE, 0.0) > 0.0;
    const wyrm_abilities *can = game_abilities_of(bot->engine, monster);
    for (size_t i = 0; can != NULL && i < can->shot_count; i++)
        reach = can->shots[i].range > reach ? can->shots[i].range : reach;
    return shoots || reach > sight ? sight : reach;
}

/* Hash of everything in a combatant that a fight depends on: all members from hp on, which have no
 * padding. */
static uint64_t print_of(const wyrm_combatant *combatant, uint64_t seed)
{
    const size_t size = sizeof *combatant - offsetof(wyrm_combatant, hp);
    return XXH3_64bits_withSeed(&combatant->hp, size, seed);
}
_Static_assert(sizeof(wyrm_combatant) - offsetof(wyrm_combatant, hp) ==
                   3 * sizeof(int64_t) + (2 + WYRM_STATS_MAX) * sizeof(double),
               "nothing else is hashed");

/* Hash of the clock between both sides, as far as a fight depends on it; 0 if every turn is like
 * the next. */
static uint64_t print_of_clock(const wyrm_bot *bot, const bot_foe *foe)
{
    const wyrm_combatant *const both[] = {bot->body, &foe->monster->body.combatant};
    const bool parts[] = {both[0]->regeneration != floor(both[0]->regeneration),
                          both[1]->regeneration != floor(both[1]->regeneration)};
    int64_t all[6];
    if (!bot->engine->timed && !parts[0] && !parts[1])
        return 0;
    const combat_clock clock = game_clock(bot->engine, bot->game, foe->monster, true);
    for (int i = 0; i < 2; i++) {
        all[3 * i] = clock.due[i].numerator;
        all[3 * i + 1] = clock.due[i].denominator;
        all[3 * i + 2] = parts[i] ? clock.regenerated[i] : 0;
    }
    return XXH3_64bits(all, sizeof all);
}

/* Whether both attack once a turn from now on, and attacks do nothing but damage. */
static bool is_simple(const wyrm_bot *bot, const bot_foe *foe)
{
    if (!bot->engine->timed)
        return true;
    const combat_clock clock = game_clock(bot->engine, bot->game, foe->monster, true);
    return clock.due[0].numerator == 0 && clock.due[1].numerator == 0 &&
           combat_is_simple(bot->engine->combat, bot->body, &foe->monster->body.combatant);
}

/* ---- the pace of attacks ---- */

/* Mean turns that a condition of this value lasts; LASTS for one that does not wear off. */
#define LASTS 20.0

static double turns_of(const fight_slot *slot, double value)
{
    const double ends = slot->each_turn < 0 ? value / -slot->each_turn : LASTS;
    return fmin(ends, slot->shaken_off > 0.0 ? 1.0 / slot->shaken_off : LASTS);
}

static int32_t count_blows(const wyrm_engine *engine, const wyrm_combatant *attacker)
{
    wyrm_blow_kind kinds[WYRM_DUEL_BLOWS_MAX];
    const size_t count = wyrm_combat_blows(engine->combat, attacker, kinds, WYRM_DUEL_BLOWS_MAX);
    int32_t sum = 0;
    for (size_t i = 0; i < count && i < WYRM_DUEL_BLOWS_MAX; i++)
        sum += kinds[i].times;
    return sum;
}

/* The outcomes of one blow of an attack; none if it only does damage. */
static fight_outcomes outcomes_of(wyrm_engine *engine, const wyrm_combatant *attacker,
                                  const wyrm_combatant *defender, int32_t blow)
{
    const game_strike *strike;
    const wyrm_matchup matchup = {
        .attacker = attacker, .defender = defender, .distance = 1.0, .blow = blow};
    const bool met =
        game_strikes_meet(&engine->strikes, engine->combat, &matchup, &strike, NULL) == WYRM_OK;
    return met && strike->outcomes ? strike->outcomes->of : (fight_outcomes){.count = 0};
}

/* Mean turns of each condition that an attack causes, to its target and to the attacker; multiplied
 * by the condition's value if its damage is. */
typedef struct lasting {
    double turns[FIGHT_SLOTS_MOST], own_turns[FIGHT_SLOTS_MOST];
    double won; /* hit points that the attacker gains at once; below 0: loses */
} lasting;

static void add_lasting(const wyrm_engine *engine, const fight_outcome *outcome, lasting *sum)
{
    sum->won += outcome->chance * (double)outcome->heal;
    for (size_t i = 0; i < outcome->change_count; i++) {
        const fight_change *change = &outcome->changes[i];
        const fight_slot *slot = &engine->slots[change->slot];
        if (!slot->damage || change->value <= 0)
            continue;
        const double each = slot->times_value ? (change->value + 1.0) / 2.0 : 1.0;
        double *turns = change->of_attacker ? sum->own_turns : sum->turns;
        turns[change->slot] += outcome->chance * turns_of(slot, change->value) * each;
    }
}

/* Hit points taken by conditions, when attacks of attack_turns follow each other: a condition
 * renewed before it ends takes no more per turn than it can. */
static double harm_of(const wyrm_engine *engine, const double *turns, double attack_turns)
{
    double sum = 0.0;
    for (size_t i = 0; i < engine->slot_count; i++) {
        const fight_slot *slot = &engine->slots[i];
        const double most = attack_turns * (slot->times_value ? (double)slot->most : 1.0);
        if (turns[i] > 0.0)
            sum += fmin(turns[i], most) * wyrm_pmf_mean(slot->damage);
    }
    return sum;
}

/* For an attack of attack_turns: hit points that its conditions will take from the target; *own:
 * hit points that it costs the attacker, below 0: gains. */
static double lasting_of(wyrm_engine *engine, const wyrm_combatant *attacker,
                         const wyrm_combatant *defender, double attack_turns, double *own)
{
    const int32_t count = count_blows(engine, attacker);
    lasting sum = {.won = 0.0};
    for (int32_t blow = 1; blow <= count; blow++) {
        const fight_outcomes of = outcomes_of(engine, attacker, defender, blow);
        for (size_t o = 0; o < of.count; o++)
            add_lasting(engine, &of.list[o], &sum);
    }
    *own = harm_of(engine, sum.own_turns, attack_turns) - sum.won;
    return harm_of(engine, sum.turns, attack_turns);
}

/* Both sides, as attacks change them. */
typedef struct exchange_state {
    wyrm_combatant striker, struck;
} exchange_state;

static bool is_likelier(const fight_outcome *one, const fight_outcome *other)
{
    const bool changes[] = {one->change_count > 0 && one->chance > 0.0,
                            other->change_count > 0 && other->chance > 0.0};
    return changes[0] != changes[1] ? changes[0] : one->chance > other->chance;
}

/* The likeliest outcome that changes a condition or counter, since one of them comes sooner or
 * later; else the likeliest. NULL if there is none. */
static const fight_outcome *likeliest_of(const fight_outcomes *of)
{
    const fight_outcome *found = of->count > 0 ? of->list : NULL;
    for (size_t o = 1; o < of->count; o++)
        if (is_likelier(&of->list[o], found))
            found = &of->list[o];
    return found;
}

static void change_sides(const wyrm_engine *engine, const fight_outcome *outcome,
                         exchange_state *sides)
{
    for (size_t i = 0; i < outcome->change_count; i++) {
        const fight_change *change = &outcome->changes[i];
        wyrm_combatant *whose = change->of_attacker ? &sides->striker : &sides->struck;
        double *value = &whose->stats[engine->first_slot + change->slot];
        *value = (double)fight_changed(&engine->slots[change->slot], (int64_t)*value, change);
    }
}

/* Applies the likeliest outcome of an attack to both sides; returns the turns that it takes. */
static double carry_on(wyrm_engine *engine, exchange_state *sides)
{
    const wyrm_ratio takes =
        combat_slowed(engine->combat, &sides->striker, game_attack_takes(engine, &sides->striker));
    const int32_t count = count_blows(engine, &sides->striker);
    double turns = (double)takes.numerator / (double)takes.denominator;
    for (int32_t blow = 1; blow <= count; blow++) {
        const fight_outcomes of = outcomes_of(engine, &sides->striker, &sides->struck, blow);
        const fight_outcome *likeliest = likeliest_of(&of);
        if (!likeliest)
            continue;
        if (likeliest->extra.denominator != 0)
            turns += (double)likeliest->extra.numerator / (double)likeliest->extra.denominator;
        change_sides(engine, likeliest, sides);
    }
    for (size_t i = 0; i < engine->slot_count; i++)
        for (double turn = 0.5; turn < fmin(turns, LASTS); turn += 1.0) {
            double *own = &sides->striker.stats[engine->first_slot + i],
                   *other = &sides->struck.stats[engine->first_slot + i];
            *own = (double)fight_counted(&engine->slots[i], (int64_t)*own);
            *other = (double)fight_counted(&engine->slots[i], (int64_t)*other);
        }
    return turns;
}

#define AHEAD 20 /* attacks to look ahead */

/* The average over several attacks, for an attacker whose next attack does nothing by itself: it
 * reloads, gets its breath back, or breaks a ward first. Without this a bot with an empty magazine
 * would never fight again. */
static bot_pacing pace_ahead(wyrm_engine *engine, const wyrm_combatant *attacker,
                             const wyrm_combatant *defender)
{
    const size_t size = engine->slot_count * sizeof(double);
    bot_pacing pace = {0};
    exchange_state now = {*attacker, *defender};
    double turns = 0.0;
    for (int i = 0; i < AHEAD; i++) {
        const exchange_state before = now;
        const wyrm_combatant *striker = &before.striker, *struck = &before.struck;
        const double takes = carry_on(engine, &now);
        double own;
        pace.harm += game_strikes_blow(&engine->strikes, engine->combat, striker, struck).mean +
                     lasting_of(engine, striker, struck, takes, &own);
        pace.own += own;
        turns += takes;
        if (pace.harm <= 0.0 &&
            memcmp(&striker->stats[engine->first_slot], &now.striker.stats[engine->first_slot],
                   size) == 0 &&
            memcmp(&struck->stats[engine->first_slot], &now.struck.stats[engine->first_slot],
                   size) == 0)
            break;
    }
    pace.harm /= AHEAD;
    pace.own /= AHEAD;
    pace.attacks = AHEAD / turns;
    return pace;
}

bot_pacing bot_pace(wyrm_engine *engine, const wyrm_combatant *attacker,
                    const wyrm_combatant *defender, const game_blow *blow)
{
    bot_pacing pace = {.attacks = 1.0, .harm = blow->mean};
    if (!engine->timed)
        return pace;
    wyrm_ratio takes = game_attack_takes(engine, attacker);
    if (engine->slot_count > 0) {
        takes = combat_slowed(engine->combat, attacker, takes);
        pace.harm += lasting_of(engine, attacker, defender,
                                (double)takes.numerator / (double)takes.denominator, &pace.own);
        if (pace.harm <= 0.0) {
            const bot_pacing later = pace_ahead(engine, attacker, defender);
            if (later.harm > 0.0)
                return later;
        }
    }
    pace.attacks = (double)takes.denominator / (double)takes.numerator;
    return pace;
}

/* Whether blows bring a side down: more than it regenerates on average, or a good one at once. With
 * less than 1e-4 hit points a blow, no game is long enough. */
static bool wears_down(const bot_pacing *pace, const game_blow *blow, double won_back, int64_t hp)
{
    return pace->harm >= 1e-4 && (pace->harm * pace->attacks > won_back || blow->most >= hp);
}

/* Whether an attack now would do nothing, but would once the counters that recover by themselves,
 * such as stamina, are full. */
static bool is_spent(wyrm_engine *engine, const wyrm_combatant *attacker,
                     const wyrm_combatant *defender)
{
    wyrm_combatant rested = *attacker;
    double own;
    bool tires = false;
    for (size_t i = 0; i < engine->slot_count; i++)
        if (engine->slots[i].each_turn > 0) {
            double *value = &rested.stats[engine->first_slot + i];
            tires |= *value < engine->slots[i].most;
            *value = engine->slots[i].most;
        }
    return tires && lasting_of(engine, attacker, defender, 1.0, &own) <= 0.0 &&
           game_strikes_blow(&engine->strikes, engine->combat, attacker, defender).mean <= 0.0 &&
           game_strikes_blow(&engine->strikes, engine->combat, &rested, defender).mean > 0.0;
}

/* Computes blows and hashes for a foe in its present state, and who wears down whom. */
static void size_up(wyrm_bot *bot, bot_foe *foe)
{
    wyrm_engine *engine = bot->engine;
    const wyrm_combatant *player = bot->body, *other = &foe->monster->body.combatant;
    if (bot->print == 0)
        bot->print = print_of(player, 0);
    foe->print = print_of(other, bot->print + (foe->awake ? 0 : 1));
    foe->print += print_of_clock(bot, foe);
    foe->print += foe->print == 0;
    bot_match *match = &bot->matches[foe->print % BOT_MATCHES];
    if (match->print != foe->print) {
        *match = (bot_match){.print = foe->print};
        bot_exchange *blows = &match->blows;
        blows->dealt = game_strikes_blow(&engine->strikes, engine->combat, player, other);
        blows->taken = game_strikes_blow(&engine->strikes, engine->combat, other, player);
        blows->hits = bot_pace(engine, player, other, &blows->dealt);
        blows->hurts = bot_pace(engine, other, player, &blows->taken);
        blows->is_simple = is_simple(bot, foe);
        blows->is_spent = is_spent(engine, player, other);
    }
    foe->blows = match->blows;
    double turns = engine->rules.regeneration;
    double won_back = player->regeneration + (turns > 0.0 ? (double)player->max_hp / turns : 0.0);
    /* In a set fight nobody can leave, so anything that can be hurt may fall by luck. */
    foe->can_fall =
        wears_down(&foe->blows.hits, &foe->blows.dealt, other->regeneration, other->hp) ||
        (bot->game->arena && foe->blows.hits.harm > 0.0);
    foe->can_hurt = wears_down(&foe->blows.hurts, &foe->blows.taken, won_back, player->hp);
}

/* ---- foes in sight ---- */

static void see_foes(wyrm_bot *bot)
{
    const wyrm_observation *seen = &bot->seen;
    bot_foe about[BOT_FOES_MAX];
    size_t about_count = 0, kept = 0;
    bot->foe_count = bot->awake_count = 0;
    bot->print = 0;
    bot->has_prospect = false;
    /* Obstacles and the quarry are forgotten when their tiles are in sight. */
    for (size_t i = 0; i < bot->obstacle_count; i++)
        if (!wyrm_sight_has(&seen->sight, bot->obstacles[i].at.x, bot->obstacles[i].at.y))
            bot->obstacles[kept++] = bot->obstacles[i];
    bot->obstacle_count = kept;
    bot->has_quarry &= !wyrm_sight_has(&seen->sight, bot->quarry.x, bot->quarry.y);
    for (size_t i = 0; i < seen->monster_count && bot->foe_count + about_count < BOT_FOES_MAX;
         i++) {
        const wyrm_game_monster *monster = &bot->game->monsters[seen->monsters[i].index];
        if (!seen->monsters[i].in_sight)
            continue;
        bot_foe foe = {.monster = monster,
                       .at = monster->body.at,
                       .distance = seen->monsters[i].distance,
                       .awake = monster->body.turns[WYRM_ASLEEP] == 0};
        size_up(bot, &foe);
        /* Updates what is known of this monster: fewer hit points than ever is progress, and one
         * that cannot be brought down is an obstacle where it stands. */
        int64_t *least = &bot->least_hp[monster->id % WYRM_LEVEL_SPAWNS_MAX];
        int64_t hp = monster->body.combatant.hp;
        size_t at = 0;
        bot->wounds_done += *least > hp;
        *least = *least == 0 || hp < *least ? hp : *least;
        while (at < bot->obstacle_count && bot->obstacles[at].id != monster->id)
            at++;
        if (at < bot->obstacle_count && foe.can_fall)
            bot->obstacles[at] = bot->obstacles[--bot->obstacle_count];
        if (!foe.can_fall && at < BOT_FOES_MAX) {
            bot->obstacles[at] = (bot_obstacle){monster->id, foe.at};
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

/* Takes in the map if there is news of it. Nothing is left to be noted on the player's own tile:
 * items there are unwanted or will be picked up at once. */
static void see_map(wyrm_bot *bot, bool news)
{
    const wyrm_game *game = bot->game;
    const wyrm_position at = game->player.at;
    /* By single steps it stays within what it can reach. */
    if (news || game_tiles_apart(bot->at, at) > 1)
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
    bot->steps_done += !(*here & BOT_NOTE_STOOD);
    *here = BOT_NOTE_STOOD;
    *bot_ground_at(bot, at.x, at.y) &= (uint8_t) ~(BOT_GROUND_UNSEEN | BOT_GROUND_ITEM);
}

/* ---- progress and boldness ---- */

/* Turns without progress after which a bot becomes bold, and for how long the first time on a
 * map. */
#define TIMID_TURNS 400
#define BOLD_TURNS  100

static void look_around(wyrm_bot *bot, const wyrm_game *game)
{
    bool news = !bot->began || bot->game != game || bot->news != game->news;
    bot->game = game;
    bot->body = &game->player.combatant;
    /* A game that has taken no command since the bot gave one has refused that. */
    if (!bot->began || bot->commands != game->commands)
        bot->refused = 0;
    bot->commands = game->commands;
    game_observe_again(bot->engine, game, &bot->seen);
    if (!bot->began || bot->depth != game->difficulty.depth || bot->wins != game->difficulty.wins) {
        bot->depth = game->difficulty.depth;
        bot->wins = game->difficulty.wins;
        bot->way.goal = BOT_WAY_NONE;
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
    /* A bot without progress, by waiting, resting and running away, becomes bold for a while, and
     * stays so whatever happens: if it turned back at the first success, it would be where it was.
     * Each time on a map lasts twice as long. It rests before that, if it can. Progress is anything
     * that brings a game nearer to its end and cannot be done for ever. Damage dealt is not
     * progress, since it may heal. */
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

/* ---- asking a bot ---- */

bool bot_knows(wyrm_bot *bot, wyrm_status status)
{
    bot->trouble = status == WYRM_ERROR_MEMORY ? status : bot->trouble;
    return status == WYRM_OK;
}

wyrm_status wyrm_bot_trouble(const wyrm_bot *bot, wyrm_error *error)
{
    return bot->trouble == WYRM_OK && bot->engine->strikes.trouble == WYRM_OK
               ? WYRM_OK
               : wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory");
}

wyrm_status wyrm_bot_new(const wyrm_bot_kind *kind, wyrm_engine *engine, wyrm_bot **out,
                         wyrm_error *error)
{
    wyrm_bot *bot = base_zeroed(1, sizeof *bot);
    *out = bot;
    if (!bot)
        return wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory");
    bot->kind = kind;
    bot->engine = engine;
    return WYRM_OK;
}

void wyrm_bot_free(wyrm_bot *bot)
{
    wyrm_free(bot);
}

/* Results of fights stay valid for every game. */
void wyrm_bot_begin(wyrm_bot *bot)
{
    if (wyrm_bot_trouble(bot, NULL) != WYRM_OK) /* answers given without memory are dropped */
        memset(bot->matches, 0, sizeof bot->matches);
    bot->trouble = bot->engine->strikes.trouble = WYRM_OK;
    bot->began = bot->is_bold = bot->is_resting = bot->has_rival = bot->has_chosen = false;
    bot->done = bot->pack_judged = 0;
    bot->done_turn = bot->whim = bot->waited_turn = 0;
    bot->waited = 0;
}

/* Takes the first urge of a list whose kind of command has not been refused. */
static bool decide(wyrm_bot *bot, bot_urge *const *urges, wyrm_command *command)
{
    for (; *urges; urges++) {
        *command = (wyrm_command){0};
        if ((*urges)(bot, command) && !(bot->refused >> command->kind & 1))
            return true;
    }
    return false;
}

/* Leaves ground that hurts, by the first step onto ground that does not. */
static bool step_off(const wyrm_bot *bot, wyrm_command *command)
{
    const wyrm_terrain *terrain = game_terrain_at(bot->engine, bot->game, bot->at);
    if (terrain == NULL || terrain->damage == NULL)
        return false;
    for (int i = 0; i < WYRM_DIRECTION_COUNT; i++) {
        const wyrm_position to = wyrm_neighbour(bot->at, (wyrm_direction)i);
        if (!bot_is_open(bot, to.x, to.y) || bot_foe_on(bot, to) != NULL)
            continue;
        *command = game_step_to(bot->at, to);
        return true;
    }
    return false;
}

bool wyrm_bot_next(wyrm_bot *bot, const wyrm_game *game, wyrm_command *command)
{
    if (game->phase == WYRM_PHASE_WON || game->phase == WYRM_PHASE_DEAD)
        return false;
    if (game->phase == WYRM_PHASE_CHOOSING) {
        /* All bots choose by the ruleset's policy: they differ in how they play, not in how they
         * grow. */
        int choice = wyrm_growth_policy(bot->engine->growth, game->bare.level + 1);
        *command = (wyrm_command){.kind = WYRM_DO_CHOOSE, .argument = choice > 0 ? choice : 0};
        return true;
    }
    look_around(bot, game);
    const struct wyrm_bot_policy *policy = bot->kind->policy;
    if (!step_off(bot, command) && !decide(bot, policy->own, command) &&
        !decide(bot, policy->shared, command))
        *command = (wyrm_command){.kind = WYRM_DO_WAIT};
    bot->refused |= 1u << command->kind; /* until the game has accepted it */
    return true;
}
