/* A duel as two renewal chains, advanced turn by turn.
 *
 * Blows are independent of each other, so before the end the two sides know nothing of one another:
 * the chance that the leading side wins in a turn is the chance that its blow kills times the
 * chance that it is itself still alive, and likewise for the other. */
#include "combat/duel_run.h"

#include <math.h>
#include <string.h>

/* Decided: so little is still fighting that no mean can change, also the means of the less likely
 * outcome, unless that is itself beyond anybody's interest. */
#define UNDECIDED        1e-16
#define UNDECIDED_SHARE  1e-9
#define UNDECIDED_AT_ALL 1e-30

void wyrm_keep(wyrm_kept_sum *sum, double term)
{
    double total = sum->sum + term;
    if (fabs(sum->sum) >= fabs(term))
        sum->lost += (sum->sum - total) + term;
    else
        sum->lost += (term - total) + sum->sum;
    sum->sum = total;
}

double wyrm_kept(const wyrm_kept_sum *sum)
{
    return sum->sum + sum->lost;
}

/* Without regeneration nobody rises above the hit points of the start. */
static int64_t top_hp(const wyrm_fighter *fighter)
{
    return fighter->regeneration > 0.0 ? fighter->max_hp : fighter->hp;
}

wyrm_chain_needs wyrm_duel_space(const wyrm_duel_sides *sides)
{
    wyrm_chain_needs all = {.doubles = 0};
    for (int s = 0; s < WYRM_SIDES; s++) {
        int64_t top = top_hp(sides->side[s]);
        wyrm_chain_needs needs = wyrm_chain_space(sides->side[!s]->damage, top);
        all.doubles += needs.doubles + (sides->left[s] ? (size_t)top + 1 : 0);
        all.blows += needs.blows;
    }
    return all;
}

void wyrm_duel_start(wyrm_duel_run *run, const wyrm_duel_sides *sides, double *doubles,
                     int32_t *blows)
{
    *run = (wyrm_duel_run){.fighting = 1.0};
    for (int s = 0; s < WYRM_SIDES; s++) {
        const wyrm_fighter *fighter = sides->side[s];
        const wyrm_pmf *damage = sides->side[!s]->damage;
        int64_t top = top_hp(fighter);
        wyrm_chain_start(&run->side[s], damage, fighter->hp, top, fighter->regeneration, doubles,
                         blows);
        wyrm_chain_needs needs = wyrm_chain_space(damage, top);
        doubles += needs.doubles;
        blows += needs.blows;
        if (sides->left[s]) {
            run->left[s] = doubles;
            memset(doubles, 0, ((size_t)top + 1) * sizeof *doubles);
            doubles += top + 1;
        }
    }
}

static bool is_decided(const wyrm_duel_run *run)
{
    if (run->fighting > UNDECIDED)
        return false;
    double unlikely = fmin(run->won[WYRM_LEAD].sum, run->won[WYRM_REPLY].sum);
    return run->fighting <= fmax(UNDECIDED_AT_ALL, UNDECIDED_SHARE * unlikely);
}

static void add_multiple(double *restrict to, const double *restrict from, double factor,
                         int64_t count)
{
    for (int64_t i = 0; i < count; i++)
        to[i] += factor * from[i];
}

/* `winner` strikes the other side. Whoever dies now leaves the winner with its present hit points.
 */
static double strike(wyrm_duel_run *run, int winner)
{
    wyrm_chain *victim = &run->side[!winner];
    const wyrm_chain *striker = &run->side[winner];
    double dead = wyrm_chain_strike(victim);
    double won = dead * striker->alive;
    if (won <= 0.0)
        return 0.0;
    if (run->centre == 0)
        run->centre = run->turn;
    wyrm_keep(&run->won[winner], won);
    wyrm_keep(&run->turns[winner], won * (run->turn - run->centre));
    if (run->left[winner])
        add_multiple(run->left[winner] + striker->least, striker->at + striker->least, dead,
                     striker->greatest - striker->least + 1);
    return won;
}

/* Multiplications of the next turn, with those for what the winners have left. */
static uint64_t work_ahead(const wyrm_duel_run *run)
{
    return wyrm_chain_work(&run->side[WYRM_LEAD]) + wyrm_chain_work(&run->side[WYRM_REPLY]);
}

bool wyrm_duel_play(wyrm_duel_run *run, uint32_t last, uint64_t work)
{
    while (!is_decided(run)) {
        uint64_t ahead = work_ahead(run);
        if (run->turn >= last || run->work + ahead > work)
            return false;
        run->work += ahead;
        run->turn++;
        wyrm_turn_end end;
        end.won[WYRM_LEAD] = strike(run, WYRM_LEAD);
        end.won[WYRM_REPLY] = strike(run, WYRM_REPLY);
        if (run->ends)
            run->ends[run->turn - 1] = end;
        double turns = run->turn - run->centre;
        wyrm_keep(&run->squares, (end.won[WYRM_LEAD] + end.won[WYRM_REPLY]) * turns * turns);
        run->fighting = run->side[WYRM_LEAD].alive * run->side[WYRM_REPLY].alive;
        wyrm_chain_mend(&run->side[WYRM_LEAD], run->turn);
        wyrm_chain_mend(&run->side[WYRM_REPLY], run->turn);
    }
    return true;
}

wyrm_duel_totals wyrm_duel_run_totals(const wyrm_duel_run *run, bool decided)
{
    wyrm_duel_totals totals = {.squares = wyrm_kept(&run->squares),
                               .fighting = decided ? 0.0 : run->fighting,
                               .centre = run->centre};
    for (int side = 0; side < WYRM_SIDES; side++) {
        totals.won[side] = wyrm_kept(&run->won[side]);
        totals.turns[side] = wyrm_kept(&run->turns[side]);
    }
    return totals;
}
