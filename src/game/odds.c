/* The exact odds of a fight, and the best that the pack makes of them. */
#include <wyrm/observe.h>

#include <math.h>
#include <xxhash.h>

#include "game/effects_apply.h"
#include "game/pack.h"

/* A first blow against a sleeper is computed damage by damage, up to so many different ones; with
 * more, the sleeper is taken to be awake. */
#define FIRST_BLOWS_MAX 256

/* ------------------------------------------------------------------ sleepers */

/* The outcome of a fight summed over all first blows: chances, and for finished fights turns, hit
 * points left and the squares of both. */
typedef struct sums {
    double won, lost, unfinished;
    double turns, turns_squared, turns_won;
    double left, left_squared;
    const char *method;
} sums;

static double square(double number)
{
    return number * number;
}

/* The first blow kills. */
static void add_kill(double chance, int64_t hp, sums *sum)
{
    sum->won += chance;
    sum->turns += chance;
    sum->turns_squared += chance;
    sum->turns_won += chance;
    sum->left += chance * (double)hp;
    sum->left_squared += chance * square((double)hp);
}

/* Adds the fight after a first blow that did not kill. The other side strikes in the rest of that
 * turn, so that the player's wins come a turn later than in `rest`. */
static void add_rest(double chance, const wyrm_duel *rest, sums *sum)
{
    double finished = chance * (rest->p_win + rest->p_lose), won = chance * rest->p_win;
    sum->won += won;
    sum->lost += chance * rest->p_lose;
    sum->unfinished += chance * rest->p_unfinished;
    sum->method = rest->method;
    if (!(finished > 0.0))
        return;
    sum->turns += finished * rest->turns_mean;
    sum->turns_squared += finished * (square(rest->turns_sd) + square(rest->turns_mean));
    sum->left += finished * rest->hp_left_mean;
    sum->left_squared += finished * (square(rest->hp_left_sd) + square(rest->hp_left_mean));
    if (!(won > 0.0))
        return;
    sum->turns += won;
    sum->turns_squared += won * (2.0 * rest->turns_mean_given_win + 1.0);
    sum->turns_won += won * (rest->turns_mean_given_win + 1.0);
}

static wyrm_duel summary(const sums *sum)
{
    double finished = sum->won + sum->lost;
    double turns = sum->turns / finished, left = sum->left / finished;
    return (wyrm_duel){
        .p_win = sum->won,
        .p_lose = sum->lost,
        .p_unfinished = sum->unfinished,
        .turns_mean = finished > 0.0 ? turns : NAN,
        .turns_sd =
            finished > 0.0 ? sqrt(fmax(0.0, sum->turns_squared / finished - square(turns))) : NAN,
        .turns_mean_given_win = sum->won > 0.0 ? sum->turns_won / sum->won : NAN,
        .hp_left_mean = finished > 0.0 ? left : NAN,
        .hp_left_sd =
            finished > 0.0 ? sqrt(fmax(0.0, sum->left_squared / finished - square(left))) : NAN,
        .hp_left_mean_given_win = sum->won > 0.0 ? sum->left / sum->won : NAN,
        .endless = !(finished > 0.0),
        .method = sum->method,
    };
}

/* The fight against a sleeper whom the first blow, of that damage, has woken. */
static wyrm_status follow_up(const wyrm_engine *engine, const wyrm_combatant *player,
                             const wyrm_combatant *woken, const wyrm_pmf *first, wyrm_duel *out,
                             wyrm_error *error)
{
    sums sum = {.method = "exact"};
    wyrm_status status = WYRM_OK;
    wyrm_combatant hurt = *woken;
    for (int64_t damage = wyrm_pmf_first(first); damage <= wyrm_pmf_last(first); damage++) {
        double chance = wyrm_pmf_at(first, damage);
        wyrm_duel rest;
        hurt.hp = woken->hp - damage;
        if (hurt.hp <= 0) {
            add_kill(chance, player->hp, &sum);
        } else if (chance > 0.0) {
            status = wyrm_design_duel(engine->design, player, &hurt, WYRM_OPPONENT_FIRST, &rest,
                                      NULL, error);
            if (status != WYRM_OK)
                return status;
            add_rest(chance, &rest, &sum);
        }
    }
    *out = summary(&sum);
    return WYRM_OK;
}

static wyrm_status fight_sleeper(const wyrm_engine *engine, const wyrm_combatant *player,
                                 const wyrm_combatant *sleeper, wyrm_duel *out, wyrm_error *error)
{
    wyrm_combatant asleep = *sleeper;
    wyrm_pmf *first = NULL;
    const wyrm_matchup blow = {
        .attacker = player, .defender = &asleep, .attack = WYRM_ATTACK_MELEE, .distance = 1};
    asleep.stats[engine->stat_asleep] = 1.0;
    wyrm_status status = wyrm_combat_hit(engine->combat, &blow, &first, error);
    if (status != WYRM_OK)
        return status;
    if (wyrm_pmf_last(first) - wyrm_pmf_first(first) < FIRST_BLOWS_MAX)
        status = follow_up(engine, player, sleeper, first, out, error);
    else
        status =
            wyrm_design_duel(engine->design, player, sleeper, WYRM_SUBJECT_FIRST, out, NULL, error);
    wyrm_pmf_free(first);
    return status;
}

/* ------------------------------------------------------------------ odds */

/* Against a sleeper the player strikes first; anything more only where the combat model has the
 * stat `asleep`. */
wyrm_status wyrm_odds_as(const wyrm_engine *engine, const wyrm_combatant *player, bool ready,
                         const wyrm_game_monster *monster, wyrm_duel *out, wyrm_error *error)
{
    const wyrm_combatant *other = &monster->body.combatant;
    if (monster->body.turns[WYRM_ASLEEP] == 0)
        return wyrm_design_duel(engine->design, player, other,
                                ready ? WYRM_SUBJECT_FIRST : WYRM_OPPONENT_FIRST, out, NULL, error);
    if (engine->stat_asleep < 0 || player->hp <= 0 || other->hp <= 0)
        return wyrm_design_duel(engine->design, player, other, WYRM_SUBJECT_FIRST, out, NULL,
                                error);
    return fight_sleeper(engine, player, other, out, error);
}

wyrm_status wyrm_odds(const wyrm_engine *engine, const wyrm_game *game,
                      const wyrm_game_monster *monster, wyrm_duel *out, wyrm_error *error)
{
    return wyrm_odds_as(engine, &game->player.combatant, true, monster, out, error);
}

/* ------------------------------------------------------------------ the pack */

/* The player after it has spent a turn on an item; false where the item changes nothing in a
 * fight. */
static bool prepare(const wyrm_engine *engine, const wyrm_game *game, size_t item,
                    wyrm_combatant *out)
{
    const wyrm_game_item *held = &game->pack[item];
    const wyrm_effect *effect = &engine->effects[held->item.kind];
    if (held->worn || wyrm_is_barred(game, held->item.kind))
        return false;
    if (wyrm_is_gear(engine, held->item.kind)) {
        wyrm_player_with(engine, game, item, out);
        return true;
    }
    if (effect->kind != WYRM_EFFECT_HEAL ||
        wyrm_use_helps(engine, game, held->item.kind, NULL) != WYRM_OK)
        return false;
    *out = game->player.combatant;
    wyrm_effect_use(effect, out);
    return true;
}

/* All of a combatant that a fight depends on, in 64 bits. */
static uint64_t fingerprint(const wyrm_combatant *combatant)
{
    XXH64_hash_t hash = XXH3_64bits(combatant->stats, sizeof combatant->stats);
    hash = XXH3_64bits_withSeed(&combatant->regeneration, sizeof combatant->regeneration, hash);
    hash = XXH3_64bits_withSeed(&combatant->hp, sizeof combatant->hp, hash);
    return XXH3_64bits_withSeed(&combatant->max_hp, sizeof combatant->max_hp, hash);
}

/* Whether this combatant has not been tried yet; adds it to those that have. */
static bool is_new(uint64_t print, uint64_t *tried, size_t *count)
{
    for (size_t i = 0; i < *count; i++)
        if (tried[i] == print)
            return false;
    tried[(*count)++] = print;
    return true;
}

/* More wins; of about as many, more hit points left. */
static bool is_better(const wyrm_duel *one, const wyrm_duel *other)
{
    double wins = one->p_win - other->p_win;
    if (fabs(wins) > 1e-12)
        return wins > 0.0;
    return isfinite(one->hp_left_mean) && !(one->hp_left_mean - other->hp_left_mean <= 1e-9);
}

wyrm_status wyrm_odds_with_pack(const wyrm_engine *engine, const wyrm_game *game,
                                const wyrm_game_monster *monster, wyrm_better_odds *out,
                                wyrm_error *error)
{
    uint64_t tried[WYRM_PACK_MAX + 1];
    size_t count = 0;
    out->item = -1;
    wyrm_status status = wyrm_odds(engine, game, monster, &out->duel, error);
    is_new(fingerprint(&game->player.combatant), tried, &count);
    for (size_t i = 0; i < game->pack_count && status == WYRM_OK; i++) {
        wyrm_combatant player;
        wyrm_duel duel;
        if (!prepare(engine, game, i, &player) || !is_new(fingerprint(&player), tried, &count))
            continue;
        status = wyrm_odds_as(engine, &player, false, monster, &duel, error);
        if (status == WYRM_OK && is_better(&duel, &out->duel))
            *out = (wyrm_better_odds){.item = (int32_t)i, .duel = duel};
    }
    return status;
}
