/* The chance to win against several monsters at once.
 *
 * The player strikes one foe until it falls, then the next, so how long each one takes depends on
 * nothing that is done to the player meanwhile. It is enough to follow the player's hit points, foe
 * by foe and turn by turn.
 */
#include <wyrm/observe.h>

#include <stdlib.h>
#include <string.h>

#include "game/engine.h"

#define BLOWS_MAX  2000 /* that one foe may take on average */
#define WORK_MAX   1e7  /* products; about a hundredth of a second */
#define NEGLIGIBLE 1e-15

/* One of those who fight the player; owns its pmfs. */
typedef struct foe {
    wyrm_pmf *damage; /* of its attacks on the player */
    wyrm_pmf *blows;  /* of the player's until it falls; NULL: it never does */
    wyrm_pmf *all;    /* damage a turn of it and all that are struck after it */
    double patience;  /* blows on average */
} foe;

static void free_foes(foe *foes, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        wyrm_pmf_free(foes[i].damage);
        wyrm_pmf_free(foes[i].blows);
        wyrm_pmf_free(foes[i].all);
    }
    free(foes);
}

/* How many blows, each of damage `given`, it takes. */
static wyrm_status count_blows(const wyrm_pmf *given, int64_t hp, foe *out, wyrm_error *error)
{
    if (wyrm_pmf_last(given) <= 0)
        return WYRM_OK;
    if ((double)hp > BLOWS_MAX * wyrm_pmf_mean(given))
        return wyrm_fail(error, WYRM_ERROR_RANGE, "a monster takes too many blows");
    wyrm_status status = wyrm_hits_to_kill(given, hp, &out->blows, error);
    if (status == WYRM_OK)
        out->patience = wyrm_pmf_mean(out->blows);
    return status;
}

static wyrm_status size_up(const wyrm_engine *engine, const wyrm_combatant *player,
                           const wyrm_combatant *other, foe *out, wyrm_error *error)
{
    wyrm_pmf *given = NULL;
    if (player->hp <= 0 || other->hp <= 0)
        return wyrm_fail(error, WYRM_ERROR_ARGUMENT, "the dead do not fight");
    if (player->regeneration > 0.0 || other->regeneration > 0.0)
        return wyrm_fail(error, WYRM_ERROR_RANGE, "somebody regenerates");
    wyrm_status status = wyrm_design_hit(engine->design, player, other, &given, error);
    if (status == WYRM_OK)
        status = wyrm_design_hit(engine->design, other, player, &out->damage, error);
    if (status == WYRM_OK)
        status = count_blows(given, other->hp, out, error);
    wyrm_pmf_free(given);
    return status;
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

/* Adds up what those who still stand do to the player in a turn. */
static wyrm_status add_up(foe *foes, size_t count, wyrm_error *error)
{
    wyrm_status status = wyrm_pmf_copy(foes[count - 1].damage, &foes[count - 1].all, error);
    for (size_t i = count - 1; i-- > 0 && status == WYRM_OK;)
        status = wyrm_pmf_add(foes[i + 1].all, foes[i].damage, &foes[i].all, error);
    return status;
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

/* Fights one foe to its end; then[] gets the player's hit points as they are at the last blow.
 * False where that takes more than what is left of *work. */
static bool fell(const foe *of, double *alive, double *then, int64_t hp, double *work)
{
    memset(then, 0, ((size_t)hp + 1) * sizeof *then);
    for (int64_t blow = 1; blow <= wyrm_pmf_last(of->blows); blow++) {
        double chance = wyrm_pmf_at(of->blows, blow);
        for (int64_t left = 1; left <= hp; left++)
            then[left] += chance * alive[left];
        strike(alive, hp, of->all);
        if (total(alive, hp) < NEGLIGIBLE)
            return true;
        *work -= work_of(of->all, hp);
        if (*work < 0.0)
            return false;
    }
    return true;
}

/* Fights all of them, as lined up. */
static wyrm_status fight(const foe *foes, size_t count, int64_t hp, double *p_win,
                         wyrm_error *error)
{
    *p_win = 0.0;
    if (!foes[count - 1].blows)
        return WYRM_OK;
    double *alive = calloc(2 * ((size_t)hp + 1), sizeof *alive);
    if (!alive)
        return wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory");
    double *now = alive, *then = alive + hp + 1;
    now[hp] = 1.0;
    double work = WORK_MAX;
    bool followed = true;
    for (size_t i = 0; i < count && followed; i++) {
        if (i > 0) /* the rest of the turn in which the one before fell */
            strike(now, hp, foes[i].all);
        followed = fell(&foes[i], now, then, hp, &work);
        double *swapped = now;
        now = then;
        then = swapped;
    }
    if (followed)
        *p_win = total(now, hp);
    free(alive);
    return followed ? WYRM_OK
                    : wyrm_fail(error, WYRM_ERROR_RANGE, "the fight is too long to follow");
}

wyrm_status wyrm_odds_at_once(const wyrm_engine *engine, const wyrm_game *game,
                              const wyrm_game_monster *const *monsters, size_t count, double *p_win,
                              wyrm_error *error)
{
    const wyrm_combatant *player = &game->player.combatant;
    *p_win = 1.0;
    if (count == 0)
        return WYRM_OK;
    foe *foes = calloc(count, sizeof *foes);
    if (!foes)
        return wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory");
    wyrm_status status = WYRM_OK;
    for (size_t i = 0; i < count && status == WYRM_OK; i++)
        status = size_up(engine, player, &monsters[i]->body.combatant, &foes[i], error);
    if (status == WYRM_OK) {
        line_up(foes, count);
        status = add_up(foes, count, error);
    }
    if (status == WYRM_OK)
        status = fight(foes, count, player->hp, p_win, error);
    free_foes(foes, count);
    return status;
}
