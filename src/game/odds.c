/* The exact odds of a fight: with several at once, with one, awake or asleep, and the best that the
 * pack makes of it.
 *
 * Several at once: the player strikes one foe until it falls, then the next, so how long each one
 * takes depends on nothing that is done to the player meanwhile. It is enough to follow the
 * player's hit points, foe by foe and turn by turn.
 *
 * A sleeper: the first blow meets it asleep and wakes it, so that the rest is a common duel, one
 * for each damage that this blow may do.
 * 
 */
#include "base/arena.h"
#include "base/rule.h"
#include "game/internal.h"

#include <math.h>
#include <string.h>
#include <xxhash.h>

/* ---- Several at once ---- */

#define BLOWS_MAX  2000 /* that one foe may take on average */
#define WORK_MAX   1e7  /* products; about a hundredth of a second */
#define NEGLIGIBLE 1e-15

/* One of those who fight the player. Its pmfs are the arena's. */
typedef struct foe {
    wyrm_pmf *damage; /* of its attacks on the player */
    wyrm_pmf *blows;  /* of the player's until it falls; NULL: it never does */
    wyrm_pmf *all;    /* damage a turn of it and all that are struck after it */
    double patience;  /* blows on average */
} foe;

typedef struct crowd {
    const wyrm_engine *engine;
    const wyrm_combatant *player;
    const wyrm_game_monster *const *monsters;
    size_t count;
    double p_win;
} crowd;

static wyrm_pmf *keep(base_arena *arena, wyrm_pmf *pmf)
{
    base_keep(arena, pmf, wyrm_pmf_free);
    return pmf;
}

_Noreturn static void fail(base_arena *arena, wyrm_status status, const char *why)
{
    base_fail(arena, wyrm_fail(&arena->error, status, "%s", why));
}

static foe size_up(base_arena *arena, const crowd *of, const wyrm_combatant *other)
{
    const wyrm_design *design = of->engine->design;
    wyrm_pmf *given = NULL;
    foe made = {.blows = NULL};
    if (of->player->hp <= 0 || other->hp <= 0)
        fail(arena, WYRM_ERROR_ARGUMENT, "the dead do not fight");
    if (of->player->regeneration > 0.0 || other->regeneration > 0.0)
        fail(arena, WYRM_ERROR_RANGE, "somebody regenerates");
    base_must(arena, wyrm_design_hit(design, of->player, other, &given, &arena->error));
    keep(arena, given);
    base_must(arena, wyrm_design_hit(design, other, of->player, &made.damage, &arena->error));
    keep(arena, made.damage);
    if (wyrm_pmf_last(given) <= 0)
        return made;
    if ((double)other->hp > BLOWS_MAX * wyrm_pmf_mean(given))
        fail(arena, WYRM_ERROR_RANGE, "a monster takes too many blows");
    base_must(arena, wyrm_hits_to_kill(given, other->hp, &made.blows, &arena->error));
    made.patience = wyrm_pmf_mean(keep(arena, made.blows));
    return made;
}

/* The weakest first, who never fall last; of equals, who came first. */
static void line_up(foe *foes, size_t count)
{
    for (size_t i = 1; i < count; i++) {
        foe moved = foes[i];
        size_t at = i;
        for (; at > 0 && moved.blows &&
               (!foes[at - 1].blows || foes[at - 1].patience > moved.patience);
             at--)
            foes[at] = foes[at - 1];
        foes[at] = moved;
    }
}

/* All foes strike: alive[1..hp], by the player's hit points, loses those whom it kills. */
static void strike(double *alive, int64_t hp, const wyrm_pmf *damage)
{
    const double *chances = wyrm_pmf_probabilities(damage);
    int64_t first = wyrm_pmf_first(damage), last = wyrm_pmf_last(damage);
    for (int64_t left = 1; left <= hp; left++) {
        double sum = 0.0;
        for (int64_t hurt = first; hurt <= last && left + hurt <= hp; hurt++)
            sum += chances[hurt - first] * alive[left + hurt];
        alive[left] = sum;
    }
}

static double total(const double *alive, int64_t hp)
{
    double sum = 0.0;
    for (int64_t left = 1; left <= hp; left++)
        sum += alive[left];
    return sum;
}

/* Products that a turn takes at most. */
static double work_of(const wyrm_pmf *damage, int64_t hp)
{
    double length = (double)wyrm_pmf_length(damage);
    return (double)hp * (length < (double)hp ? length : (double)hp);
}

/* Fights one foe to its end; then[] gets the player's hit points as they are at the last blow. */
static void fell(base_arena *arena, const foe *of, double *alive, double *then, int64_t hp,
                 double *work)
{
    memset(then, 0, ((size_t)hp + 1) * sizeof *then);
    for (int64_t blow = 1; blow <= wyrm_pmf_last(of->blows); blow++) {
        double chance = wyrm_pmf_at(of->blows, blow);
        for (int64_t left = 1; left <= hp; left++)
            then[left] += chance * alive[left];
        strike(alive, hp, of->all);
        if (total(alive, hp) < NEGLIGIBLE)
            return;
        *work -= work_of(of->all, hp);
        if (*work < 0.0)
            fail(arena, WYRM_ERROR_RANGE, "the fight is too long to follow");
    }
}

static void fight_all(base_arena *arena, void *context)
{
    crowd *of = context;
    const int64_t hp = of->player->hp;
    foe *foes = base_array(arena, foe, of->count), *last = &foes[of->count - 1];
    for (size_t i = 0; i < of->count; i++)
        foes[i] = size_up(arena, of, &of->monsters[i]->body.combatant);
    line_up(foes, of->count);
    last->all = last->damage;
    for (size_t i = of->count - 1; i-- > 0;) {
        base_must(arena,
                  wyrm_pmf_add(foes[i + 1].all, foes[i].damage, &foes[i].all, &arena->error));
        keep(arena, foes[i].all);
    }
    of->p_win = 0.0;
    if (!last->blows)
        return;
    double *now = base_array(arena, double, (size_t)hp + 1);
    double *then = base_array(arena, double, (size_t)hp + 1);
    double work = WORK_MAX;
    now[hp] = 1.0;
    for (size_t i = 0; i < of->count; i++) {
        if (i > 0) /* the rest of the turn in which the one before fell */
            strike(now, hp, foes[i].all);
        fell(arena, &foes[i], now, then, hp, &work);
        double *swapped = now;
        now = then;
        then = swapped;
    }
    of->p_win = total(now, hp);
}

wyrm_status wyrm_odds_at_once(const wyrm_engine *engine, const wyrm_game *game,
                              const wyrm_game_monster *const *monsters, size_t count, double *p_win,
                              wyrm_error *error)
{
    base_arena arena = {0};
    crowd of = {engine, &game->player.combatant, monsters, count, 1.0};
    wyrm_status status = count > 0 ? base_run(&arena, fight_all, &of) : WYRM_OK;
    *p_win = of.p_win;
    if (status != WYRM_OK && error)
        *error = arena.error;
    base_release(&arena);
    return status;
}

/* ---- One fight ---- */

/* A first blow against a sleeper is computed damage by damage, up to so many different ones; with
 * more, the sleeper is taken to be awake. */
#define FIRST_BLOWS_MAX 256

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

/* The fight against a sleeper whom the first blow, of that distribution, wakes. */
static wyrm_status follow_up(const wyrm_engine *engine, const wyrm_combatant *player,
                             const wyrm_combatant *woken, const wyrm_pmf *first, wyrm_duel *out,
                             wyrm_error *error)
{
    sums sum = {.method = "exact"};
    wyrm_combatant hurt = *woken;
    for (int64_t damage = wyrm_pmf_first(first); damage <= wyrm_pmf_last(first); damage++) {
        double chance = wyrm_pmf_at(first, damage);
        wyrm_duel rest;
        hurt.hp = woken->hp - damage;
        if (hurt.hp <= 0) {
            add_kill(chance, player->hp, &sum);
        } else if (chance > 0.0) {
            wyrm_status status = wyrm_design_duel(engine->design, player, &hurt,
                                                  WYRM_OPPONENT_FIRST, &rest, NULL, error);
            if (status != WYRM_OK)
                return status;
            add_rest(chance, &rest, &sum);
        }
    }
    *out = summary(&sum);
    return WYRM_OK;
}

/* Against a sleeper the player strikes first; anything more only where the combat model knows
 * sleepers. */
wyrm_status wyrm_odds_as(const wyrm_engine *engine, const wyrm_combatant *player, bool ready,
                         const wyrm_game_monster *monster, wyrm_duel *out, wyrm_error *error)
{
    const wyrm_combatant *other = &monster->body.combatant;
    const bool sleeps = monster->body.turns[WYRM_ASLEEP] > 0;
    const bool subject_first = sleeps || ready;
    wyrm_pmf *first = NULL;
    if (sleeps && engine->stats[WYRM_STAT_ASLEEP] >= 0 && player->hp > 0 && other->hp > 0) {
        wyrm_combatant asleep = *other;
        const wyrm_matchup blow = {
            .attacker = player, .defender = &asleep, .attack = WYRM_ATTACK_MELEE, .distance = 1};
        asleep.stats[engine->stats[WYRM_STAT_ASLEEP]] = 1.0;
        wyrm_status status = wyrm_combat_hit(engine->combat, &blow, &first, error);
        bool is_small =
            status == WYRM_OK && wyrm_pmf_last(first) - wyrm_pmf_first(first) < FIRST_BLOWS_MAX;
        if (is_small)
            status = follow_up(engine, player, other, first, out, error);
        wyrm_pmf_free(first);
        if (status != WYRM_OK || is_small)
            return status;
    }
    return wyrm_design_duel(engine->design, player, other,
                            subject_first ? WYRM_SUBJECT_FIRST : WYRM_OPPONENT_FIRST, out, NULL,
                            error);
}

wyrm_status wyrm_odds(const wyrm_engine *engine, const wyrm_game *game,
                      const wyrm_game_monster *monster, wyrm_duel *out, wyrm_error *error)
{
    return wyrm_odds_as(engine, &game->player.combatant, true, monster, out, error);
}

/* ---- The pack ---- */

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
    if (effect->kind != WYRM_EFFECT_HEAL || !wyrm_can_use(engine, game, item, NULL))
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
