/* The duel solver: checks, the choice of method, and the summary. */
#include "combat/duel_run.h"

#include <math.h>
#include <stdlib.h>

/* Enough for two fighters of 1,024 hit points under any damage: each at most 2 x 1,024 + 16 for the
 * chain, 1,024 chances, 1,025 tails; and 1,025 for what the subject has left. */
#define LOCAL_DOUBLES 9251
#define LOCAL_BLOWS   2048

static wyrm_status check_fighter(const wyrm_fighter *fighter, const char *who, wyrm_error *error)
{
    if (!fighter || !fighter->damage)
        return wyrm_fail(error, WYRM_ERROR_ARGUMENT, "the %s of a duel has no damage", who);
    if (wyrm_pmf_first(fighter->damage) < 0)
        return wyrm_fail(error, WYRM_ERROR_ARGUMENT,
                         "the damage of the %s of a duel must not be negative", who);
    if (fighter->max_hp > WYRM_DUEL_HP_MAX)
        return wyrm_fail(error, WYRM_ERROR_RANGE,
                         "the %s of a duel has a maximum of %lld hit points, more than %lld", who,
                         (long long)fighter->max_hp, (long long)WYRM_DUEL_HP_MAX);
    if (fighter->hp < 1)
        return wyrm_fail(error, WYRM_ERROR_ARGUMENT,
                         "the %s of a duel needs at least 1 hit point, found %lld", who,
                         (long long)fighter->hp);
    if (fighter->hp > fighter->max_hp)
        return wyrm_fail(error, WYRM_ERROR_ARGUMENT,
                         "the %s of a duel has %lld hit points, more than its maximum of %lld", who,
                         (long long)fighter->hp, (long long)fighter->max_hp);
    if (!isfinite(fighter->regeneration) || fighter->regeneration < 0.0)
        return wyrm_fail(error, WYRM_ERROR_ARGUMENT,
                         "the regeneration of the %s of a duel must be a finite number of at "
                         "least 0",
                         who);
    return WYRM_OK;
}

wyrm_status wyrm_duel_check(const wyrm_fighter *subject, const wyrm_fighter *opponent,
                            wyrm_error *error)
{
    wyrm_status status = check_fighter(subject, "subject", error);
    if (status == WYRM_OK)
        status = check_fighter(opponent, "opponent", error);
    return status;
}

/* One blow a turn, and at least the whole part of the regeneration at its end: who survives the
 * worst blow and wins it all back never dies. */
static bool is_safe(const wyrm_fighter *fighter, const wyrm_pmf *damage)
{
    int64_t worst = wyrm_pmf_last(damage);
    return worst == 0 || (worst < fighter->hp && floor(fighter->regeneration) >= (double)worst);
}

bool wyrm_duel_is_endless(const wyrm_fighter *subject, const wyrm_fighter *opponent)
{
    return is_safe(subject, opponent->damage) && is_safe(opponent, subject->damage);
}

wyrm_duel wyrm_duel_endless(void)
{
    return (wyrm_duel){.p_unfinished = 1.0,
                       .turns_mean = NAN,
                       .turns_sd = NAN,
                       .turns_mean_given_win = NAN,
                       .hp_left_mean = NAN,
                       .hp_left_sd = NAN,
                       .hp_left_mean_given_win = NAN,
                       .endless = true,
                       .method = "exact"};
}

static void add_hp_left(wyrm_duel *out, const wyrm_duel_totals *totals, int subject,
                        const double *left, int64_t hp)
{
    double finished = totals->won[WYRM_LEAD] + totals->won[WYRM_REPLY];
    double sum = 0.0;
    for (int64_t h = 1; h <= hp; h++)
        sum += left[h] * (double)h;
    double mean = sum / finished;
    double squares = totals->won[!subject] * mean * mean;
    for (int64_t h = 1; h <= hp; h++)
        squares += left[h] * ((double)h - mean) * ((double)h - mean);
    out->hp_left_mean = mean;
    out->hp_left_sd = sqrt(squares / finished);
    if (totals->won[subject] > 0.0)
        out->hp_left_mean_given_win = sum / totals->won[subject];
}

wyrm_duel wyrm_duel_summary(const wyrm_duel_totals *totals, int subject, const double *left,
                            int64_t hp, const char *method)
{
    wyrm_duel out = wyrm_duel_endless();
    double finished = totals->won[WYRM_LEAD] + totals->won[WYRM_REPLY];
    double all = finished + totals->fighting;
    out.endless = false;
    out.method = method;
    out.p_win = totals->won[subject] / all;
    out.p_lose = totals->won[!subject] / all;
    out.p_unfinished = totals->fighting / all;
    if (!(finished > 0.0))
        return out;
    double mean = (totals->turns[WYRM_LEAD] + totals->turns[WYRM_REPLY]) / finished;
    out.turns_mean = totals->centre + mean;
    out.turns_sd = sqrt(fmax(0.0, totals->squares / finished - mean * mean));
    if (totals->won[subject] > 0.0)
        out.turns_mean_given_win = totals->centre + totals->turns[subject] / totals->won[subject];
    add_hp_left(&out, totals, subject, left, hp);
    return out;
}

const char *wyrm_duel_method(const wyrm_duel_run *run, bool decided)
{
    if (decided)
        return "exact";
    return run->turn >= WYRM_DUEL_TURN_LIMIT ? "exact to the turn limit"
                                             : "exact to the work limit";
}

static wyrm_status solve_in(const wyrm_duel_sides *sides, int subject, double *doubles,
                            int32_t *blows, wyrm_duel *out, wyrm_error *error)
{
    wyrm_duel_run run;
    wyrm_duel_totals totals;
    wyrm_duel_start(&run, sides, doubles, blows);
    bool decided = wyrm_duel_play(&run, WYRM_DUEL_QUICK_TURNS, WYRM_DUEL_WORK);
    if (!decided && wyrm_duel_long_fits(&run, sides)) {
        wyrm_status status = wyrm_duel_long(&run, sides, &totals, error);
        if (status != WYRM_OK)
            return status;
        decided = true;
    } else {
        if (!decided)
            decided = wyrm_duel_play(&run, WYRM_DUEL_TURN_LIMIT, WYRM_DUEL_WORK);
        totals = wyrm_duel_run_totals(&run, decided);
    }
    *out = wyrm_duel_summary(&totals, subject, run.left[subject], run.side[subject].top,
                             wyrm_duel_method(&run, decided));
    return WYRM_OK;
}

wyrm_status wyrm_duel_solve(const wyrm_fighter *subject, const wyrm_fighter *opponent,
                            wyrm_striker striker, wyrm_duel *out, wyrm_error *error)
{
    *out = (wyrm_duel){.method = ""};
    wyrm_status status = wyrm_duel_check(subject, opponent, error);
    if (status != WYRM_OK)
        return status;
    if (wyrm_duel_is_endless(subject, opponent)) {
        *out = wyrm_duel_endless();
        return WYRM_OK;
    }
    int side = striker == WYRM_SUBJECT_FIRST ? WYRM_LEAD : WYRM_REPLY;
    wyrm_duel_sides sides;
    sides.side[side] = subject;
    sides.side[!side] = opponent;
    sides.left[side] = true;
    sides.left[!side] = false;

    wyrm_chain_needs needs = wyrm_duel_space(&sides);
    if (needs.doubles <= LOCAL_DOUBLES && needs.blows <= LOCAL_BLOWS) {
        double doubles[LOCAL_DOUBLES];
        int32_t blows[LOCAL_BLOWS];
        return solve_in(&sides, side, doubles, blows, out, error);
    }
    double *doubles = malloc(needs.doubles * sizeof *doubles);
    int32_t *blows = malloc((needs.blows + 1) * sizeof *blows);
    if (doubles && blows)
        status = solve_in(&sides, side, doubles, blows, out, error);
    else
        status = wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory for a duel");
    free(blows);
    free(doubles);
    return status;
}
