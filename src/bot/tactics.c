/* The bots that clear floors: the explorer, and the tactician, which computes each fight.
 *
 * First the odds of a fight, exact or by bounds; then the urges that both share: resting and
 * getting away, places to fight from, shots, and what the pack can do; then the two policies with
 * their own urges. Bots assume that others are no faster, so running away costs nothing as long as
 * the way is free. */
#include <math.h>
#include "bot/internal.h"
#include "combat/internal.h"

#define HURTS   (BOT_BIT(LIGHTNING) | BOT_BIT(BOLT) | BOT_BIT(BLAST))
#define PROFITS (BOT_BIT(TEACH) | BOT_BIT(MAP))
#define DISABLES                                                                                   \
    (BOT_BIT(CONFUSE) | BOT_BIT(SLEEP) | BOT_BIT(HOLD) | BOT_BIT(SLOW) | BOT_BIT(FRIGHTEN) |       \
     BOT_BIT(BANISH))
#define SAVES    (BOT_BIT(HASTE) | BOT_BIT(TELEPORT) | BOT_BIT(HIDE))
#define FOR_GOOD (BOT_BIT(STRENGTHEN) | BOT_BIT(REGENERATE) | BOT_BIT(ENCHANT))
#define KNOWS    (BOT_HEALS | HURTS | PROFITS)

/* ---- a fight with one ---- */

/* The entry for a fight with a foe; replaces another fight that has the same slot. */
static bot_match *match_for(wyrm_bot *bot, const bot_foe *foe)
{
    bot_match *match = &bot->matches[foe->print % BOT_MATCHES];
    if (match->print != foe->print)
        *match = (bot_match){.print = foe->print, .blows = foe->blows};
    return match;
}

const bot_match *bot_reckon(wyrm_bot *bot, const bot_foe *foe)
{
    bot_match *match = match_for(bot, foe);
    wyrm_duel duel;
    if (match->is_reckoned)
        return match;
    bool known = bot_knows(bot, wyrm_odds(bot->engine, bot->game, foe->monster, &duel, NULL));
    match->is_reckoned = true;
    match->win = known ? duel.p_win : 0.0;
    match->hp_sd = known && !isnan(duel.hp_left_sd) ? duel.hp_left_sd : 0.0;
    return match;
}

/* ---- bounds ----
 *
 * Most fights are practically won or lost, as mean and variance of the blows show: a sum of blows
 * is seldom far from its mean (Cantelli's inequality). If that settles a question, the fight is not
 * solved; if not, the exact solver is asked. So bounds may be as rough as they like, but never
 * wrong: they are used only for fights without regeneration, and only where the solver answers as
 * well. */

#define BOUND_HP_MAX 1000
#define CLEAR        1e-6 /* margin of a bound for rounding */

static bool is_bounded(const wyrm_bot *bot, const bot_foe *foe)
{
    const wyrm_combatant *player = bot->body, *other = &foe->monster->body.combatant;
    return foe->awake && player->hp > 0 && other->hp > 0 && player->max_hp <= BOUND_HP_MAX &&
           other->max_hp <= BOUND_HP_MAX && player->regeneration <= 0.0 &&
           other->regeneration <= 0.0 && foe->blows.is_simple && foe->blows.dealt.mean > 0.0 &&
           foe->blows.taken.can_be;
}

/* An upper bound for the probability that a sum of blows reaches a limit above its mean (`above`),
 * or stays below one under its mean. */
static double chance_beyond(bool above, double blows, const game_blow *blow, double limit)
{
    const double variance = blows * blow->variance, mean = blows * blow->mean;
    const double distance = above ? limit - mean : mean - (limit - 1.0);
    if (above && blows * (double)blow->most < limit)
        return 0.0;
    return distance > 0.0 ? variance / (variance + distance * distance) : 1.0;
}

/* By bounds: 1 if the player wins with at least these odds, 0 if not, -1 if they do not tell. Looks
 * at the turn that is equally many standard deviations away for both sides. */
static int ask_bounds(const wyrm_bot *bot, const bot_foe *foe, double odds)
{
    const double hp = (double)bot->game->player.combatant.hp;
    const double other_hp = (double)foe->monster->body.combatant.hp;
    if (!is_bounded(bot, foe))
        return -1;
    const double dealt_sd = sqrt(foe->blows.dealt.variance),
                 taken_sd = sqrt(foe->blows.taken.variance);
    const double pace = foe->blows.dealt.mean * taken_sd + foe->blows.taken.mean * dealt_sd;
    double even = pace > 0.0 ? (other_hp * taken_sd + hp * dealt_sd) / pace
                             : other_hp / foe->blows.dealt.mean;
    const double middle = fmax(1.0, floor(even));
    for (double turn = middle; middle <= BOUND_HP_MAX && turn <= middle + 1.0; turn += 1.0) {
        /* Bounds the chance to lose: not killed it by then, or killed before. */
        if (chance_beyond(false, turn, &foe->blows.dealt, other_hp) +
                chance_beyond(true, turn - 1.0, &foe->blows.taken, hp) <
            1.0 - odds - CLEAR)
            return 1;
        /* Bounds the chance to win: killed it by then, or alive then. */
        if (chance_beyond(true, turn, &foe->blows.dealt, other_hp) +
                chance_beyond(false, turn, &foe->blows.taken, hp) <
            odds - CLEAR)
            return 0;
    }
    return -1;
}

bool bot_beats(wyrm_bot *bot, const bot_foe *foe, double odds)
{
    const int told = ask_bounds(bot, foe, odds);
    if (told >= 0)
        return told;
    bot_match *match = match_for(bot, foe);
    if (!foe->awake)
        return bot_reckon(bot, foe)->win >= odds;
    if (match->asked == odds)
        return match->beats;
    /* Solves the fight only as far as the answer needs. */
    bool beats = false;
    const combat_clock clock = game_clock(bot->engine, bot->game, foe->monster, true);
    const bool known =
        bot_knows(bot, combat_beats(bot->engine->combat, bot->body, &foe->monster->body.combatant,
                                    WYRM_SUBJECT_FIRST, &clock, odds, &beats, NULL));
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
        const bot_foe *foe = &bot->foes[i];
        bounded &= !foe->awake || is_bounded(bot, foe);
        if (!foe->awake || !bounded)
            continue;
        /* An upper bound for the variance of the hit points left. The number of blows until a foe
         * falls has its variance from Wald's equations; the last blow overshoots by less than one
         * blow. */
        const double hp_of = (double)foe->monster->body.combatant.hp;
        const double best = (double)foe->blows.dealt.most, mean = foe->blows.dealt.mean;
        const double blows = (hp_of - 1.0 + best) / mean;
        const double spread = ((best - 1.0) / 2.0 + sqrt(foe->blows.dealt.variance * blows)) / mean;
        most += foe->blows.taken.variance * blows +
                foe->blows.taken.mean * foe->blows.taken.mean * spread * spread;
    }
    if (hp <= 0.0 || (bounded && hp * (1.0 - CLEAR) > times * sqrt(most)))
        return hp > 0.0;
    for (size_t i = 0; i < bot->foe_count; i++) {
        const double sd = bot->foes[i].awake ? bot_reckon(bot, &bot->foes[i])->hp_sd : 0.0;
        variance += sd * sd;
    }
    return hp > times * sqrt(variance);
}

/* Blows that a foe stands, on average, beyond its hit points divided by the mean blow; and turns
 * that stand for one that cannot be hurt. */
#define OVERKILL 0.5
#define FOR_EVER 1e6

/* Mean number of turns until the player has brought down a foe. */
static double turns_of(const bot_foe *foe)
{
    double hp = (double)foe->monster->body.combatant.hp;
    return foe->blows.hits.harm > 0.0
               ? fmin((hp / foe->blows.hits.harm + OVERKILL) / foe->blows.hits.attacks, FOR_EVER)
               : FOR_EVER;
}

/* The most attacks of an adjacent foe before the player acts again, if the player attacks now. */
static int64_t attacks_next(const wyrm_bot *bot, const bot_foe *foe)
{
    if (!bot->engine->timed)
        return 1;
    const combat_clock clock = game_clock(bot->engine, bot->game, foe->monster, true);
    double due[2];
    for (int i = 0; i < 2; i++)
        due[i] = (double)clock.due[i].numerator / (double)clock.due[i].denominator;
    const double time = due[0] + 1.0 / foe->blows.hits.attacks - due[1];
    return time > 0.0 ? (int64_t)ceil(time * foe->blows.hurts.attacks - CLEAR) : 0;
}

/* Computes bot->prospect. Foes that deal most damage for the time they stand are fought first. */
static const bot_prospect *prospect_of(wyrm_bot *bot)
{
    struct {
        double turns, taken;
    } order[BOT_FOES_MAX];
    bot_prospect *prospect = &bot->prospect;
    if (bot->has_prospect)
        return prospect;
    double own = 0.0; /* what the player's own attacks cost it */
    bot->has_prospect = true;
    *prospect = (bot_prospect){0};
    for (size_t i = 0; i < bot->foe_count; i++) {
        const bot_foe *foe = &bot->foes[i];
        if (!foe->awake)
            continue;
        const double turns = turns_of(foe),
                     taken = foe->blows.hurts.harm * foe->blows.hurts.attacks;
        size_t at = prospect->count++;
        for (; at > 0 && order[at - 1].taken * turns < taken * order[at - 1].turns; at--)
            order[at] = order[at - 1];
        order[at].turns = turns;
        order[at].taken = taken;
        prospect->one_by_one += turns * taken;
        own += turns * fmax(foe->blows.hits.own * foe->blows.hits.attacks, 0.0);
        if (foe->distance <= bot_reach(bot, foe->monster))
            prospect->next_most += attacks_next(bot, foe) * foe->blows.taken.most;
    }
    double turns = 0.0;
    for (size_t i = 0; i < prospect->count; i++) {
        turns += order[i].turns;
        prospect->at_once += turns * order[i].taken;
    }
    prospect->one_by_one += own;
    prospect->at_once += own;
    return prospect;
}

double bot_cost(wyrm_bot *bot)
{
    return prospect_of(bot)->at_once;
}

/* ---- resting, and getting away ---- */

/* A rest begins below this share of hit points. Below this share of a full stomach a bot without
 * food does not rest. */
#define REST_BELOW   0.7
#define HUNGRY_BELOW 0.3

/* Rests with nobody in sight until hit points are restored. */
static bool rest(wyrm_bot *bot, wyrm_command *command)
{
    double enough = bot->is_resting ? 1.0 : REST_BELOW;
    bot->is_resting = bot->foe_count == 0 && !bot->is_bold && bot_health(bot) < enough &&
                      bot_regenerates(bot) &&
                      (bot_is_fuller(bot, HUNGRY_BELOW) || bot_find_item(bot, BOT_BIT(FEED)) >= 0);
    *command = (wyrm_command){.kind = WYRM_DO_WAIT};
    return bot->is_resting;
}

/* Turns left before starvation below which a bot without food goes on to the next floor: about what
 * the way takes. */
#define HURRY_BELOW 400

static bool hurry(wyrm_bot *bot, wyrm_command *command)
{
    const wyrm_play_rules *rules = &bot->engine->rules;
    return rules->stage_count > 0 && bot->game->fullness + rules->starving < HURRY_BELOW &&
           bot_find_item(bot, BOT_BIT(FEED)) < 0 &&
           (bot_leave(bot, command) || bot_seek_exit(bot, command));
}

/* Below this share of hit points, if nothing heals, a floor is not worth exploring further. */
#define HOPELESS_BELOW 0.3

double bot_stock(const wyrm_bot *bot)
{
    const wyrm_game *game = bot->game;
    double sum = 0.0;
    for (size_t i = 0; i < game->pack_count; i++) {
        const wyrm_effect *effect = bot_effect_of(bot, i);
        if (effect->kind == WYRM_EFFECT_HEAL && !game_is_barred(game, game->pack[i].item.kind))
            sum += (double)(wyrm_effect_heals(effect, game->player.combatant.max_hp) *
                            game->pack[i].uses);
    }
    return sum;
}

/* Flees from a fight that costs more hit points than the player has, including healing items. */
static bool run_from_fight(wyrm_bot *bot, wyrm_command *command)
{
    return bot->awake_count > 0 && !bot->is_bold &&
           prospect_of(bot)->at_once > (double)bot->body->hp + bot_stock(bot) &&
           bot_get_out(bot, true, command);
}

/* Goes on, badly hurt, if neither time nor its pack would heal it. */
static bool limp(wyrm_bot *bot, wyrm_command *command)
{
    return bot->foe_count == 0 && !bot->is_bold && bot_health(bot) < HOPELESS_BELOW &&
           !bot_regenerates(bot) && bot_stock(bot) <= 0.0 && bot_get_out(bot, true, command);
}

/* Whether a foe in sight stands adjacent to a tile. */
static bool is_beside(const wyrm_bot *bot, wyrm_position at)
{
    for (size_t i = 0; i < bot->foe_count; i++)
        if (game_tiles_apart(bot->foes[i].at, at) <= 1)
            return true;
    return false;
}

/* Steps away from adjacent foes while blows are useless, until what they cost (stamina) has come
 * back: a foe that follows does not strike in that turn. */
static bool recover(wyrm_bot *bot, wyrm_command *command)
{
    bool is_spent = bot->foe_count > 0 && bot->foes[0].distance <= 1 && !bot->is_bold;
    for (size_t i = 0; i < bot->foe_count && is_spent; i++) {
        const bot_foe *foe = &bot->foes[i];
        is_spent = (foe->blows.is_spent || foe->distance > 1) &&
                   !(foe->awake && bot_reach(bot, foe->monster) > 1);
    }
    for (int32_t direction = 0; is_spent && direction < WYRM_DIRECTION_COUNT; direction++) {
        const wyrm_position to = wyrm_neighbour(bot->at, (wyrm_direction)direction);
        *command = (wyrm_command){.kind = WYRM_DO_MOVE, .argument = direction};
        if (bot_is_open(bot, to.x, to.y) && !is_beside(bot, to))
            return true;
    }
    return false;
}

/* ---- where to fight ---- */

/* A narrow place has at most so many open neighbours, one for those who come and one to leave by;
 * the search for one goes no more than FAR steps. */
#define WAYS_IN_MOST 2
#define FAR          10

/* Whether few can attack a tile at once: in a corridor, or just inside a doorway. */
static bool is_narrow(const wyrm_bot *bot, wyrm_position at)
{
    int ways = 0;
    for (int direction = 0; direction < WYRM_DIRECTION_COUNT; direction++) {
        wyrm_position to = wyrm_neighbour(at, (wyrm_direction)direction);
        ways += bot_is_open(bot, to.x, to.y);
    }
    return ways <= WAYS_IN_MOST;
}

/* Goes to the nearest narrow place that the player reaches before any awake foe. */
static bool take_cover(wyrm_bot *bot, wyrm_command *command)
{
    wyrm_position from = bot->at, best = from;
    int32_t least = FAR + 1;
    for (int y = from.y - FAR; y <= from.y + FAR; y++)
        for (int x = from.x - FAR; x <= from.x + FAR; x++) {
            const wyrm_position at = {(int16_t)x, (int16_t)y};
            int32_t steps = game_tiles_apart(from, at);
            bool is_better = steps < least && bot_is_open(bot, x, y) && is_narrow(bot, at);
            for (size_t i = 0; is_better && i < bot->foe_count; i++)
                is_better = !bot->foes[i].awake || game_tiles_apart(bot->foes[i].at, at) > steps;
            least = is_better ? steps : least;
            best = is_better ? at : best;
        }
    return least <= FAR && bot_go(bot, BOT_WAY_TILE, BOT_WAY_AROUND, best, command);
}

/* ---- permanent gains, and useless items ---- */

/* Uses items with a permanent benefit, and maps while no way out is known. */
static bool profit(wyrm_bot *bot, wyrm_command *command)
{
    for (size_t i = 0; i < bot->game->pack_count; i++) {
        const wyrm_effect *effect = bot_effect_of(bot, i);
        uint32_t kinds = bot_knows_way_out(bot) ? BOT_BIT(TEACH) : PROFITS;
        *command = (wyrm_command){.kind = WYRM_DO_USE, .argument = (int32_t)i};
        if (bot_is_of(effect, effect->turns == 0 ? kinds | FOR_GOOD : kinds) && bot_can_use(bot, i))
            return true;
    }
    return false;
}

/* With a full pack, drops something useless: gear that was judged worse than what is worn, or an
 * item without an effect. */
static bool make_room(wyrm_bot *bot, wyrm_command *command)
{
    const wyrm_game *game = bot->game;
    if (bot_has_room(bot))
        return false;
    for (size_t i = 0; i < game->pack_count; i++) {
        *command = (wyrm_command){.kind = WYRM_DO_DROP, .argument = (int32_t)i};
        if (!game->pack[i].worn && (bot_effect_of(bot, i)->kind == WYRM_EFFECT_NONE ||
                                    game_is_gear(bot->engine, game->pack[i].item.kind)))
            return true;
    }
    return false;
}

/* ---- letting others come, and going after them ---- */

/* Goes to where the monster stood that it approached and lost sight of. */
static bool pursue(wyrm_bot *bot, wyrm_command *command)
{
    return bot->has_quarry && bot_go(bot, BOT_WAY_TILE, BOT_WAY_AROUND, bot->quarry, command);
}

/* Waits for others to come, at most `patience` turns in a row. */
static bool bide(wyrm_bot *bot, int32_t patience, wyrm_command *command)
{
    uint32_t turn = bot->game->turn;
    bot->waited = bot->waited_turn + 1 == turn ? bot->waited + 1 : 0;
    bot->waited_turn = turn;
    command->kind = WYRM_DO_WAIT;
    return bot->waited < patience;
}

#define FIRST_BLOW_TURNS 3 /* turns in a row to wait for the first blow */

/* Waits for the nearest foe if it will come adjacent in its next turn, without a blow: else it
 * would have the first blow. */
static bool await(wyrm_bot *bot, wyrm_command *command)
{
    const bot_foe *foe = &bot->foes[0];
    if (bot->foe_count == 0 || foe->distance != 2 || !foe->awake)
        return false;
    const int32_t *turns = foe->monster->body.turns;
    return turns[WYRM_HELD] == 0 && turns[WYRM_AFRAID] == 0 && turns[WYRM_CONFUSED] == 0 &&
           bot_reach(bot, foe->monster) < foe->distance && bide(bot, FIRST_BLOW_TURNS, command);
}

/* ---- shots and throws ---- */

/* The nearest foe in range, none being adjacent, if the first creature that a shot at it hits can
 * be brought down; else NULL. */
static const bot_foe *mark_within(const wyrm_bot *bot, int32_t range)
{
    const wyrm_grid grid = game_sight_grid(bot->game);
    for (size_t f = 0; f < bot->foe_count && bot->foes[f].distance <= range; f++) {
        const bot_foe *foe = &bot->foes[f], *struck = NULL;
        wyrm_position way[WYRM_MAP_SIDE_MAX];
        if (foe->distance < 2)
            return NULL;
        size_t length = wyrm_line(&grid, bot->at, foe->at, way, WYRM_MAP_SIDE_MAX);
        for (size_t i = 0; i < length && i < WYRM_MAP_SIDE_MAX && !struck; i++)
            struck = bot_foe_on(bot, way[i]);
        if (struck && struck->can_fall)
            return foe;
    }
    return NULL;
}

static bool shoot(wyrm_bot *bot, wyrm_command *command)
{
    if (bot->foe_count == 0 || bot->foes[0].distance < 2)
        return false; /* computing the range of a shot is slow */
    const bot_foe *mark = mark_within(bot, wyrm_strike_range(bot->engine, bot->game));
    if (mark)
        *command = (wyrm_command){.kind = WYRM_DO_SHOOT, .target = mark->at};
    return mark != NULL;
}

/* With a gun the bot neither charges nor waits. Only under rules that say how far a shot flies;
 * under others only the tactician shoots. */
bool bot_use_gun(wyrm_bot *bot, wyrm_command *command)
{
    return combat_has_script(bot->engine->combat) && shoot(bot, command);
}

/* Throws a weapon that is not worn at the nearest awake foe, not closer than its blast. */
static bool throw_item(wyrm_bot *bot, wyrm_command *command)
{
    const wyrm_game *game = bot->game;
    for (size_t i = 0; i < game->pack_count && bot->foe_count > 0; i++) {
        const wyrm_game_item *item = &game->pack[i];
        int32_t range = item->worn ? 0 : wyrm_throw_range(bot->engine, game, i);
        const bot_foe *mark = range > 0 ? mark_within(bot, range) : NULL;
        if (!mark || !mark->awake)
            continue;
        const wyrm_value *blast =
            wyrm_value_get(bot->engine->kinds[item->item.kind].record, "blast");
        if (mark->distance <= (blast ? (int32_t)wyrm_value_real(blast) : 0))
            continue;
        *command = (wyrm_command){WYRM_DO_THROW, (int32_t)i, mark->at};
        return true;
    }
    return false;
}

/* ---- what the pack can do to others ----
 *
 * Each foe takes a number of hit points a turn for a number of turns; an item saves the part of
 * that which it prevents. A rough figure, but it tells a good use from a waste. */

/* Foes in sight, nearest first, that are tried as targets: each costs a field of view. */
#define TARGETS_MAX 8

/* Finds the target where an item hits the greatest sum of weights, given by index in bot->foes; the
 * user must not be hit. Returns the sum, 0 if it hits nobody. */
static double aim(const wyrm_bot *bot, size_t item, const double *weights, wyrm_position *target)
{
    double best = 0.0;
    *target = bot->at;
    for (size_t t = 0; t < bot->foe_count && t < TARGETS_MAX; t++) {
        size_t hit[WYRM_LEVEL_SPAWNS_MAX];
        bool user;
        double sum = 0.0;
        size_t count =
            wyrm_would_hit(bot->engine, bot->game, &bot->seen, item, bot->foes[t].at, hit, &user);
        for (size_t i = 0; count != WYRM_EFFECT_NO_AIM && !user && i < count; i++)
            for (size_t foe = 0; foe < bot->foe_count; foe++)
                if (bot->foes[foe].monster ==
                    &bot->game->monsters[bot->seen.monsters[hit[i]].index])
                    sum += weights[foe];
        if (sum > best) {
            best = sum;
            *target = bot->foes[t].at;
        }
    }
    return best;
}

/* The cost of a foe: hit points per turn, and for how many turns. */
typedef struct foe_cost {
    double a_turn, turns, dealt;
    double hp;
    bool is_near; /* adjacent now or after its next turn */
} foe_cost;

/* Share of a foe's cost that is saved while a condition lasts. */
static const double saved_by_condition[WYRM_EFFECT_KIND_COUNT] = {
    [WYRM_EFFECT_CONFUSE] = 0.8, /* it may stumble into the player */
    [WYRM_EFFECT_SLEEP] = 0.6,   /* blows wake it */
    [WYRM_EFFECT_HOLD] = 1.0,    /* but one that is held still strikes adjacent creatures */
    [WYRM_EFFECT_SLOW] = 0.5,    [WYRM_EFFECT_FRIGHTEN] = 0.7, /* it comes back */
};

/* Share of the whole cost that the user's own boost saves. */
static const double saved_by_boost[WYRM_EFFECT_KIND_COUNT] = {
    [WYRM_EFFECT_HASTE] = 0.5,
    [WYRM_EFFECT_STRENGTHEN] = 0.3,
};

static double saved_of(const wyrm_effect *effect, const foe_cost *of)
{
    if (effect->kind == WYRM_EFFECT_BANISH)
        return of->a_turn * of->turns;
    if (bot_is_of(effect, HURTS)) {
        double damage = fmin((double)effect->damage, of->hp);
        return of->dealt > 0.0 ? of->a_turn * fmin(damage / of->dealt, of->turns)
                               : of->a_turn * of->turns * damage / of->hp;
    }
    if (effect->kind == WYRM_EFFECT_HOLD && of->is_near)
        return 0.0;
    return saved_by_condition[effect->kind] * (of->a_turn * fmin((double)effect->turns, of->turns));
}

/* The hit points that a use of an item would save. A boost that is active is not used again. With
 * `costs` NULL: the number of foes hit. */
static double value_of(const wyrm_bot *bot, size_t item, const foe_cost *costs, double cost,
                       wyrm_position *target)
{
    const wyrm_game *game = bot->game;
    const wyrm_effect *effect = bot_effect_of(bot, item);
    double weights[BOT_FOES_MAX];
    *target = bot->at;
    if (saved_by_boost[effect->kind] > 0.0 && effect->turns > 0) {
        bool holds = effect->kind == WYRM_EFFECT_HASTE && game->player.turns[WYRM_HASTED] > 0;
        for (size_t i = 0; i < game->boost_count && effect->kind != WYRM_EFFECT_HASTE; i++)
            holds |= game->boosts[i].turns > 0;
        return holds ? 0.0 : saved_by_boost[effect->kind] * cost;
    }
    if (saved_by_condition[effect->kind] <= 0.0 && !bot_is_of(effect, HURTS | BOT_BIT(BANISH)))
        return 0.0;
    for (size_t i = 0; i < bot->foe_count; i++)
        weights[i] = !costs ? 1.0 : bot->foes[i].awake ? saved_of(effect, &costs[i]) : 0.0;
    return aim(bot, item, weights, target);
}

/* Finds the use of an item of these kinds that saves most, if at least `least`; returns what it
 * saves, or 0. */
static double best_use(const wyrm_bot *bot, uint32_t kinds, double least, const foe_cost *costs,
                       double cost, wyrm_command *command)
{
    double best = 0.0;
    for (size_t i = 0; i < bot->game->pack_count; i++) {
        wyrm_position target;
        if (!bot_is_of(bot_effect_of(bot, i), kinds) || !bot_can_use(bot, i))
            continue;
        double value = value_of(bot, i, costs, cost, &target);
        if (value <= best || value < least)
            continue;
        best = value;
        *command = (wyrm_command){WYRM_DO_USE, (int32_t)i, target};
    }
    return best;
}

/* Below this share of hit points a single foe is worth a scroll. */
#define BURN_BELOW 0.5

/* Uses a damaging scroll on two or more foes at once or, when hurt, on any. */
static bool burn(wyrm_bot *bot, wyrm_command *command)
{
    double wanted = bot_health(bot) < BURN_BELOW ? 1.0 : 2.0;
    return (double)bot->foe_count >= wanted &&
           best_use(bot, HURTS, wanted, NULL, 0.0, command) > 0.0;
}

/* Finds the use of an item that saves most in a fight with all awake foes in sight, by mean blows;
 * returns the hit points saved, 0 if nothing helps. `cost` is the cost of the fight without it. */
static double find_means(wyrm_bot *bot, double cost, wyrm_command *command)
{
    foe_cost costs[BOT_FOES_MAX];
    for (size_t i = 0; i < bot->foe_count; i++) {
        const bot_foe *foe = &bot->foes[i];
        const int32_t *turns = foe->monster->body.turns;
        bool out_of_action = turns[WYRM_CONFUSED] > 0 || turns[WYRM_AFRAID] > 0 ||
                             turns[WYRM_ASLEEP] > 0 || (turns[WYRM_HELD] > 0 && foe->distance > 1);
        const double taken = foe->blows.hurts.harm * foe->blows.hurts.attacks;
        costs[i] = (foe_cost){.a_turn = out_of_action ? 0.0 : taken,
                              .turns = fmin(turns_of(foe), (double)bot->body->max_hp),
                              .dealt = foe->blows.hits.harm * foe->blows.hits.attacks,
                              .hp = (double)foe->monster->body.combatant.hp,
                              .is_near = foe->distance <= 2};
    }
    return best_use(bot, UINT32_MAX, 0.0, costs, cost, command);
}

/* Uses an item that teleports or hides the player; false if there is none. */
static bool vanish(wyrm_bot *bot, wyrm_command *command)
{
    bool is_hidden = bot->game->player.turns[WYRM_HIDDEN] > 0;
    uint32_t kinds = is_hidden ? BOT_BIT(TELEPORT) : BOT_BIT(TELEPORT) | BOT_BIT(HIDE);
    *command = (wyrm_command){WYRM_DO_USE, bot_find_item(bot, kinds), bot->at};
    return command->argument >= 0;
}

/* ---- explorer: clears floor after floor ---- */

/* How floors are cleared when no urge of the bot's own applies. */
static bot_urge *const clearing_urges[] = {
    recover,   bot_strike,    bot_use_gun, await,      bot_charge,  bot_eat,   profit, hurry,
    bot_wear,  rest,          limp,        make_room,  bot_pick_up, bot_waver, pursue, bot_explore,
    bot_leave, bot_seek_exit, bot_despair, bot_patrol, bot_stray,   NULL,
};

static bot_urge *const explorer_urges[] = {bot_choose_attack, bot_drink_when_low, burn,
                                           run_from_fight, NULL};
const struct wyrm_bot_policy bot_explorer = {explorer_urges, clearing_urges, KNOWS | FOR_GOOD,
                                             KNOWS, 0.4};

/* ---- tactician ----
 *
 * Computes the odds of each fight with all awake foes in sight, from where it stands and with what
 * it has. */

/* The probability of winning that it wants of each single fight, and the standard deviations of a
 * fight with several that it keeps in reserve. */
#define ODDS_LEAST 0.9
#define SAFETY     1.3

/* Shares of maximum hit points: the most a fight may cost if wounds do not heal by themselves; what
 * an item must save in a fight that is won anyway, and in another; what a better place must
 * save. */
#define DEAREST             0.5
#define SAVES_LEAST         0.3
#define SAVES_LEAST_IN_NEED 0.1
#define GROUND_LEAST        0.1

/* cost of a fight, as a multiple of its hit points, at which it runs even if others strike at its
 * back */
#define HOPELESS 2.0
#define PATIENCE 8 /* turns in a row to wait in a narrow place */

/* Mean hit points that the fight costs, from a narrow place if `covered`. */
static double cost_from(wyrm_bot *bot, bool covered)
{
    const bot_prospect *prospect = prospect_of(bot);
    return covered ? prospect->one_by_one : prospect->at_once;
}

/* Whether it wins with the wanted odds against each foe, and against all of them from such a
 * place. */
static bool can_win(wyrm_bot *bot, bool covered)
{
    for (size_t i = 0; i < bot->foe_count; i++)
        if (bot->foes[i].awake && !bot_beats(bot, &bot->foes[i], ODDS_LEAST))
            return false;
    return bot->awake_count <= 1 ||
           bot_outweighs_luck(bot, (double)bot->body->hp - cost_from(bot, covered), SAFETY);
}

/* If the next turn may be the last: leaves, heals, vanishes, or disables the foes; unless there is
 * a single one that will fall first. */
static bool survive(wyrm_bot *bot, wyrm_command *command)
{
    const bot_prospect *prospect = prospect_of(bot);
    if ((double)bot->body->hp > (double)prospect->next_most || prospect->next_most == 0)
        return false;
    if (bot_leave(bot, command))
        return true;
    if (prospect->count == 1 && can_win(bot, true))
        return false;
    return bot_heal(bot, command) || vanish(bot, command) ||
           find_means(bot, prospect->at_once, command) > 0.0;
}

/* Drinks when low, but not in a fight that it wins anyway. */
static bool drink(wyrm_bot *bot, wyrm_command *command)
{
    return !(bot->awake_count > 0 && can_win(bot, is_narrow(bot, bot->at))) &&
           bot_drink_when_low(bot, command);
}

/* Goes to a narrow place, if that helps to win. */
static bool take_ground(wyrm_bot *bot, wyrm_command *command)
{
    if (bot->awake_count < 2 || is_narrow(bot, bot->at) || bot->is_bold || !can_win(bot, true))
        return false;
    const bot_prospect *prospect = prospect_of(bot);
    return prospect->at_once - prospect->one_by_one > GROUND_LEAST * (double)bot->body->max_hp &&
           take_cover(bot, command);
}

/* Uses an item if it saves enough. */
static bool spend(wyrm_bot *bot, wyrm_command *command)
{
    if (bot->awake_count == 0)
        return false;
    bool covered = is_narrow(bot, bot->at);
    double wanted = can_win(bot, covered) ? SAVES_LEAST : SAVES_LEAST_IN_NEED;
    return find_means(bot, cost_from(bot, covered), command) > wanted * (double)bot->body->max_hp;
}

/* Leaves foes that it does not want to fight, out of their reach, or past them if the fight is
 * hopeless. A fight must be worth its cost, too: if nothing heals, wounds stay. */
static bool get_away(wyrm_bot *bot, wyrm_command *command)
{
    if (bot->awake_count == 0 || bot->is_bold)
        return false;
    const bool covered = is_narrow(bot, bot->at);
    const double cost = cost_from(bot, covered);
    bool heals = bot->engine->rules.regeneration > 0 || bot->body->regeneration > 0.0;
    if (can_win(bot, covered) && (heals || cost <= DEAREST * (double)bot->body->max_hp))
        return false;
    return bot_get_out(bot, cost > HOPELESS * (double)bot->body->hp, command);
}

/* Waits in a good place for foes that cannot strike from where they are. */
static bool hold_ground(wyrm_bot *bot, wyrm_command *command)
{
    return bot->awake_count > 0 && !bot->is_bold && is_narrow(bot, bot->at) &&
           bot->foes[0].distance > 1 &&
           bot->foes[0].distance > bot_reach(bot, bot->foes[0].monster) &&
           bide(bot, PATIENCE, command);
}

static bot_urge *const tactician_urges[] = {
    bot_choose_attack, survive,     drink, take_ground, spend, get_away,
    bot_use_gun,       hold_ground, shoot, throw_item,  NULL};
const struct wyrm_bot_policy bot_tactician = {tactician_urges, clearing_urges,
                                              KNOWS | DISABLES | SAVES | FOR_GOOD,
                                              KNOWS | DISABLES | SAVES | BOT_BIT(STRENGTHEN), 0.5};
