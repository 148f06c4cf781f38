/* A duel with whole distributions: the same run as the summary's, with every turn written down. */
#include "combat/duel_run.h"

#include <stdlib.h>
#include <string.h>

typedef struct work_space {
    double *doubles;
    int32_t *blows;
    wyrm_turn_end *ends;
    wyrm_weighted *pairs; /* for the longest of the pmfs */
} work_space;

static void release(work_space *space)
{
    free(space->pairs);
    free(space->ends);
    free(space->blows);
    free(space->doubles);
}

/* Plays to turn `last`, in steps, so that only long fights take the memory of long fights. */
static wyrm_status play(wyrm_duel_run *run, work_space *space, uint32_t last, bool *decided,
                        wyrm_error *error)
{
    *decided = false;
    bool stopped = false; /* by the limit of work */
    while (!*decided && !stopped && run->turn < last) {
        uint32_t next = run->turn == 0 ? 256 : 4 * run->turn;
        if (next > last)
            next = last;
        wyrm_turn_end *more = realloc(space->ends, next * sizeof *more);
        if (!more)
            return wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory for a duel");
        space->ends = run->ends = more;
        *decided = wyrm_duel_play(run, next, WYRM_DUEL_WORK);
        stopped = run->turn < next;
    }
    return WYRM_OK;
}

/* *out is NULL where nothing has a weight. */
static wyrm_status make_pmf(const wyrm_weighted *pairs, size_t count, wyrm_pmf **out,
                            wyrm_error *error)
{
    *out = NULL;
    for (size_t i = 0; i < count; i++)
        if (pairs[i].weight > 0.0)
            return wyrm_pmf_from_pairs(pairs, count, out, error);
    return WYRM_OK;
}

/* The end of the fight by turn: won by `winner`, or by either side for -1. */
static wyrm_status turns_pmf(const wyrm_duel_run *run, work_space *space, int winner,
                             wyrm_pmf **out, wyrm_error *error)
{
    for (uint32_t i = 0; i < run->turn; i++) {
        const double *won = run->ends[i].won;
        space->pairs[i].value = (int64_t)i + 1;
        space->pairs[i].weight = winner < 0 ? won[WYRM_LEAD] + won[WYRM_REPLY] : won[winner];
    }
    return make_pmf(space->pairs, run->turn, out, error);
}

/* What `side` has left, a lost fight counting as 0 with weight `lost`. */
static wyrm_status left_pmf(const wyrm_duel_run *run, work_space *space, int side, double lost,
                            wyrm_pmf **out, wyrm_error *error)
{
    int64_t top = run->side[side].top;
    space->pairs[0] = (wyrm_weighted){.value = 0, .weight = lost};
    for (int64_t h = 1; h <= top; h++)
        space->pairs[h] = (wyrm_weighted){.value = h, .weight = run->left[side][h]};
    return make_pmf(space->pairs, (size_t)top + 1, out, error);
}

static size_t longest_pmf(const wyrm_duel_run *run)
{
    size_t longest = run->turn;
    for (int s = 0; s < WYRM_SIDES; s++)
        if ((size_t)run->side[s].top + 1 > longest)
            longest = (size_t)run->side[s].top + 1;
    return longest;
}

/* Turns are told where all that the summary speaks of was played through. */
static wyrm_status make_all(const wyrm_duel_run *run, const wyrm_duel_totals *totals, int subject,
                            bool turns, work_space *space, wyrm_duel_distributions *out,
                            wyrm_error *error)
{
    wyrm_status status = WYRM_OK;
    if (turns)
        status = turns_pmf(run, space, -1, &out->turns, error);
    if (status == WYRM_OK && turns)
        status = turns_pmf(run, space, subject, &out->turns_given_win, error);
    if (status == WYRM_OK)
        status = left_pmf(run, space, subject, totals->won[!subject], &out->hp_left, error);
    if (status == WYRM_OK)
        status = left_pmf(run, space, subject, 0.0, &out->hp_left_given_win, error);
    if (status == WYRM_OK)
        status =
            left_pmf(run, space, !subject, totals->won[subject], &out->opponent_hp_left, error);
    return status;
}

static wyrm_status distribute_in(const wyrm_duel_sides *sides, int subject, work_space *space,
                                 wyrm_duel *out, wyrm_duel_distributions *distributions,
                                 wyrm_error *error)
{
    wyrm_duel_run run;
    wyrm_duel_start(&run, sides, space->doubles, space->blows);
    bool decided = false;
    wyrm_status status = play(&run, space, WYRM_DUEL_QUICK_TURNS, &decided, error);
    if (status != WYRM_OK)
        return status;
    bool is_long = !decided && wyrm_duel_long_fits(&run, sides);
    if (!decided)
        status = play(&run, space, WYRM_DUEL_TURN_LIMIT, &decided, error);
    wyrm_duel_totals totals = wyrm_duel_run_totals(&run, decided);
    bool turns = decided || !is_long;
    if (status == WYRM_OK && is_long)
        status = wyrm_duel_long(&run, sides, &totals, error);
    if (status != WYRM_OK)
        return status;
    *out = wyrm_duel_summary(&totals, subject, run.left[subject], run.side[subject].top,
                             wyrm_duel_method(&run, decided || is_long));

    space->pairs = malloc(longest_pmf(&run) * sizeof *space->pairs);
    if (!space->pairs)
        return wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory for the outcomes of a duel");
    return make_all(&run, &totals, subject, turns, space, distributions, error);
}

wyrm_status wyrm_duel_distribute(const wyrm_fighter *subject, const wyrm_fighter *opponent,
                                 wyrm_striker striker, wyrm_duel *out,
                                 wyrm_duel_distributions *distributions, wyrm_error *error)
{
    *out = (wyrm_duel){.method = ""};
    memset(distributions, 0, sizeof *distributions);
    wyrm_status status = wyrm_duel_check(subject, opponent, error);
    if (status != WYRM_OK)
        return status;
    if (wyrm_duel_is_endless(subject, opponent)) {
        *out = wyrm_duel_endless();
        return WYRM_OK;
    }
    int side = striker == WYRM_SUBJECT_FIRST ? WYRM_LEAD : WYRM_REPLY;
    wyrm_duel_sides sides = {.left = {true, true}};
    sides.side[side] = subject;
    sides.side[!side] = opponent;

    wyrm_chain_needs needs = wyrm_duel_space(&sides);
    work_space space = {.doubles = malloc(needs.doubles * sizeof(double)),
                        .blows = malloc((needs.blows + 1) * sizeof(int32_t))};
    if (space.doubles && space.blows)
        status = distribute_in(&sides, side, &space, out, distributions, error);
    else
        status = wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory for a duel");
    release(&space);
    if (status != WYRM_OK)
        wyrm_duel_distributions_free(distributions);
    return status;
}

void wyrm_duel_distributions_free(wyrm_duel_distributions *distributions)
{
    if (!distributions)
        return;
    wyrm_pmf_free(distributions->turns);
    wyrm_pmf_free(distributions->turns_given_win);
    wyrm_pmf_free(distributions->hp_left);
    wyrm_pmf_free(distributions->hp_left_given_win);
    wyrm_pmf_free(distributions->opponent_hp_left);
    memset(distributions, 0, sizeof *distributions);
}
