/* What a fight would be like: with one, exactly, and from that with several. Both sides are
 * sized up once a turn; what has been reckoned is kept by all that it depends on, so that
 * nothing is worked out twice, in whatever game. */
#include "bot/internal.h"

#include <math.h>
#include <stddef.h>
#include <xxhash.h>

#include "combat/internal.h"

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

/* ---- one ---- */

/* All of a combatant that a fight depends on: from its hit points on, without a gap. */
static uint64_t print_of(const wyrm_combatant *combatant, uint64_t seed)
{
    const size_t size = sizeof *combatant - offsetof(wyrm_combatant, hp);
    return XXH3_64bits_withSeed(&combatant->hp, size, seed);
}
_Static_assert(sizeof(wyrm_combatant) - offsetof(wyrm_combatant, hp) ==
                   2 * sizeof(int64_t) + (1 + WYRM_STATS_MAX) * sizeof(double),
               "nothing else is hashed");

static wyrm_match *match_of(wyrm_bot *bot, uint64_t print)
{
    return &bot->matches[print % WYRM_BOT_MATCHES];
}

void wyrm_bot_size_up(wyrm_bot *bot, wyrm_foe *foe)
{
    wyrm_engine *engine = bot->engine;
    const wyrm_combatant *player = &bot->game->player.combatant;
    const wyrm_combatant *other = &foe->monster->body.combatant;
    if (bot->print == 0)
        bot->print = print_of(player, 0);
    foe->print = print_of(other, bot->print + (foe->awake ? 0 : 1));
    foe->print += foe->print == 0;
    wyrm_match *match = match_of(bot, foe->print);
    if (match->print != foe->print)
        *match = (wyrm_match){
            .print = foe->print,
            .dealt = wyrm_strikes_blow(&engine->strikes, engine->combat, player, other),
            .taken = wyrm_strikes_blow(&engine->strikes, engine->combat, other, player),
        };
    foe->dealt = match->dealt;
    foe->taken = match->taken;
}

/* What is remembered of the fight with one who has been sized up; another may have taken its place
 * since. */
static wyrm_match *match_for(wyrm_bot *bot, const wyrm_foe *foe)
{
    wyrm_match *match = match_of(bot, foe->print);
    if (match->print != foe->print)
        *match = (wyrm_match){.print = foe->print, .dealt = foe->dealt, .taken = foe->taken};
    return match;
}

const wyrm_match *wyrm_bot_reckon(wyrm_bot *bot, const wyrm_foe *foe)
{
    wyrm_match *match = match_for(bot, foe);
    wyrm_duel duel;
    if (match->is_reckoned)
        return match;
    match->is_reckoned = true;
    match->win = match->hp_sd = 0.0;
    if (wyrm_odds(bot->engine, bot->game, foe->monster, &duel, NULL) != WYRM_OK)
        return match;
    match->win = duel.p_win;
    match->hp_sd = isnan(duel.hp_left_sd) ? 0.0 : duel.hp_left_sd;
    return match;
}

/* ------------------------------------------------------------------ bounds
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
    const wyrm_combatant *player = &bot->game->player.combatant;
    const wyrm_combatant *other = &foe->monster->body.combatant;
    return foe->awake && player->hp > 0 && other->hp > 0 && player->max_hp <= BOUND_HP_MAX &&
           other->max_hp <= BOUND_HP_MAX && player->regeneration <= 0.0 &&
           other->regeneration <= 0.0 && foe->dealt.mean > 0.0 && foe->taken.can_be;
}

/* The most that the chance of a sum of blows of at least, or below, a limit can be. */
static double chance_of(double blows, const wyrm_blow *blow, double distance)
{
    const double variance = blows * blow->variance;
    return distance > 0.0 ? variance / (variance + distance * distance) : 1.0;
}

static double chance_at_least(double blows, const wyrm_blow *blow, double limit)
{
    return blows * (double)blow->most < limit ? 0.0
                                              : chance_of(blows, blow, limit - blows * blow->mean);
}

static double chance_below(double blows, const wyrm_blow *blow, double limit)
{
    return chance_of(blows, blow, blows * blow->mean - (limit - 1.0));
}

/* The turn before which as many standard deviations lie for one side as for the other. */
static double middle_of(const wyrm_foe *foe, double hp, double other_hp)
{
    const double dealt_sd = sqrt(foe->dealt.variance), taken_sd = sqrt(foe->taken.variance);
    const double pace = foe->dealt.mean * taken_sd + foe->taken.mean * dealt_sd;
    return pace > 0.0 ? (other_hp * taken_sd + hp * dealt_sd) / pace : other_hp / foe->dealt.mean;
}

/* 1 where they say that it beats it, 0 where they say that it does not, -1 where they do not
 * tell. */
static int ask_bounds(const wyrm_bot *bot, const wyrm_foe *foe, double odds)
{
    const double hp = (double)bot->game->player.combatant.hp;
    const double other_hp = (double)foe->monster->body.combatant.hp;
    if (!is_bounded(bot, foe))
        return -1;
    const double middle = fmax(1.0, floor(middle_of(foe, hp, other_hp)));
    for (double turn = middle; middle <= BOUND_HP_MAX && turn <= middle + 1.0; turn += 1.0) {
        /* It has not killed by then, or had been killed before. */
        if (chance_below(turn, &foe->dealt, other_hp) +
                chance_at_least(turn - 1.0, &foe->taken, hp) <
            1.0 - odds - CLEAR)
            return 1;
        /* It kills by then, or is alive then. */
        if (chance_at_least(turn, &foe->dealt, other_hp) + chance_below(turn, &foe->taken, hp) <
            odds - CLEAR)
            return 0;
    }
    return -1;
}

/* Follows the fight as far as it takes. */
static bool ask_duel(const wyrm_bot *bot, const wyrm_foe *foe, double odds)
{
    const wyrm_design *design = bot->engine->design;
    const wyrm_combatant *player = &bot->game->player.combatant;
    const wyrm_combatant *other = &foe->monster->body.combatant;
    wyrm_pmf *dealt = NULL, *taken = NULL;
    bool beats = false;
    if (wyrm_design_hit(design, player, other, &dealt, NULL) == WYRM_OK &&
        wyrm_design_hit(design, other, player, &taken, NULL) == WYRM_OK) {
        const wyrm_fighter first = {dealt, player->hp, player->max_hp, player->regeneration};
        const wyrm_fighter second = {taken, other->hp, other->max_hp, other->regeneration};
        if (wyrm_duel_beats(&first, &second, WYRM_SUBJECT_FIRST, odds, &beats, NULL) != WYRM_OK)
            beats = false;
    }
    wyrm_pmf_free(dealt);
    wyrm_pmf_free(taken);
    return beats;
}

bool wyrm_bot_beats(wyrm_bot *bot, const wyrm_foe *foe, double odds)
{
    const int told = ask_bounds(bot, foe, odds);
    if (told >= 0)
        return told;
    if (!foe->awake)
        return wyrm_bot_reckon(bot, foe)->win >= odds;
    wyrm_match *match = match_for(bot, foe);
    if (match->is_reckoned)
        return match->win >= odds;
    if (match->asked != odds) {
        match->asked = odds;
        match->beats = ask_duel(bot, foe, odds);
    }
    return match->beats;
}

/* The most that the variance of the hit points left can be. That of the blows that bring somebody
 * down follows from Wald's equations, as they end less than one blow behind its hit points. */
static double most_variance(const wyrm_foe *foe)
{
    const double hp = (double)foe->monster->body.combatant.hp, most = (double)foe->dealt.most;
    const double blows = (hp - 1.0 + most) / foe->dealt.mean;
    const double spread =
        ((most - 1.0) / 2.0 + sqrt(foe->dealt.variance * blows)) / foe->dealt.mean;
    return foe->taken.variance * blows + foe->taken.mean * foe->taken.mean * spread * spread;
}

bool wyrm_bot_outweighs_luck(wyrm_bot *bot, double hp, double times)
{
    double most = 0.0, variance = 0.0;
    bool bounded = true;
    for (size_t i = 0; i < bot->foe_count; i++) {
        const wyrm_foe *foe = &bot->foes[i];
        bounded &= !foe->awake || is_bounded(bot, foe);
        most += foe->awake && bounded ? most_variance(foe) : 0.0;
    }
    if (hp <= 0.0 || (bounded && hp * (1.0 - CLEAR) > times * sqrt(most)))
        return hp > 0.0;
    for (size_t i = 0; i < bot->foe_count; i++) {
        const double sd = bot->foes[i].awake ? wyrm_bot_reckon(bot, &bot->foes[i])->hp_sd : 0.0;
        variance += sd * sd;
    }
    return hp > times * sqrt(variance);
}

/* ---- several ---- */

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

double wyrm_bot_turns(const wyrm_foe *foe)
{
    double hp = (double)foe->monster->body.combatant.hp;
    return foe->dealt.mean > 0.0 ? fmin(hp / foe->dealt.mean + OVERKILL, FOR_EVER) : FOR_EVER;
}

const wyrm_prospect *wyrm_bot_prospect(wyrm_bot *bot)
{
    opponent opponents[WYRM_BOT_FOES_MAX];
    wyrm_prospect *prospect = &bot->prospect;
    if (bot->has_prospect)
        return prospect;
    bot->has_prospect = true;
    *prospect = (wyrm_prospect){0};
    for (size_t i = 0; i < bot->foe_count; i++) {
        const wyrm_foe *foe = &bot->foes[i];
        if (!foe->awake)
            continue;
        const opponent one = {wyrm_bot_turns(foe), foe->taken.mean};
        insert(opponents, prospect->count++, one);
        prospect->one_by_one += one.turns * one.taken;
        if (foe->distance <= wyrm_bot_reach(bot, foe->monster))
            prospect->next_most += foe->taken.most;
    }
    prospect->at_once = cost_at_once(opponents, prospect->count);
    return prospect;
}
