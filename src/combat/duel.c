/* A duel with whole distributions: the same run as the summary's, with every turn written down. */

#include <math.h>
#include <string.h>

#include <wyrm/duel.h>

#include "base/arena.h"
#include "combat/internal.h"

/* A duel turn by turn, and what both ways of solving one leave behind.
 *
 * Internal to src/combat. `lead` is the fighter that strikes first, `reply` the other.
 */

enum { WYRM_LEAD, WYRM_REPLY, WYRM_SIDES };

/* A sum with its rounding error kept apart (Neumaier). */
typedef struct wyrm_kept_sum {
    double sum, lost;
} wyrm_kept_sum;

/* By the side that wins: probability, and that times the turns. Turns are counted from `centre`, a
 * turn near those in which the fight ends, so that the spread is not lost in the square of a large
 * mean. */
typedef struct wyrm_duel_totals {
    double won[WYRM_SIDES];
    double turns[WYRM_SIDES];
    double squares;  /* squares of the turns, over both */
    double fighting; /* not decided */
    double centre;
} wyrm_duel_totals;

/* How a turn can end a fight. */
typedef struct wyrm_turn_end {
    double won[WYRM_SIDES];
} wyrm_turn_end;

typedef struct wyrm_duel_run {
    wyrm_chain side[WYRM_SIDES];
    double *left[WYRM_SIDES]; /* left[s][h]: s wins with h hit points; NULL: not wanted */
    wyrm_turn_end *ends;      /* ends[t]: turn t + 1; NULL: not wanted */
    wyrm_kept_sum won[WYRM_SIDES];
    wyrm_kept_sum turns[WYRM_SIDES];
    wyrm_kept_sum squares;
    double fighting;
    double enough[WYRM_SIDES]; /* to be won by a side, for the question to be answered */
    uint32_t turn;
    uint32_t centre; /* the first turn that can end the fight; 0: not yet come */
    uint64_t work;   /* multiplications so far */
} wyrm_duel_run;

/* What the run of a duel needs, and its start in a space that holds that. `left` says whose hit
 * points after a win are wanted; run->ends is NULL then. The fighters must have passed
 * duel_check. */
typedef struct wyrm_duel_sides {
    const wyrm_fighter *side[WYRM_SIDES];
    bool left[WYRM_SIDES];
} wyrm_duel_sides;

/* The parts of wyrm_duel_solve that wyrm_duel_distribute shares (duel.c). */

/* Turns played before a long fight is solved the other way, and multiplications a duel may take:
 * about half a second of an ordinary core. */
#define WYRM_DUEL_QUICK_TURNS 2000u
#define WYRM_DUEL_WORK        ((uint64_t)2000000000)

static wyrm_status duel_check(const wyrm_fighter *subject, const wyrm_fighter *opponent,
                              wyrm_error *error);

/* ---- duel run ----
 *
 * A duel as two renewal chains, advanced turn by turn.
 *
 * Blows are independent of each other, so before the end the two sides know nothing of one another:
 * the chance that the leading side wins in a turn is the chance that its blow kills times the
 * chance that it is itself still alive, and likewise for the other. */

/* Decided: so little is still fighting that no mean can change, also the means of the less likely
 * outcome, unless that is itself beyond anybody's interest. */
#define UNDECIDED        1e-16
#define UNDECIDED_SHARE  1e-9
#define UNDECIDED_AT_ALL 1e-30

/* Certain: so far beyond a limit that no rounding leads back. */
#define CERTAIN 1e-9

static void keep(wyrm_kept_sum *sum, double term)
{
    double total = sum->sum + term;
    if (fabs(sum->sum) >= fabs(term))
        sum->lost += (sum->sum - total) + term;
    else
        sum->lost += (term - total) + sum->sum;
    sum->sum = total;
}

static double wyrm_kept(const wyrm_kept_sum *sum)
{
    return sum->sum + sum->lost;
}

/* Without regeneration nobody rises above the hit points of the start. */
static int64_t top_hp(const wyrm_fighter *fighter)
{
    return fighter->regeneration > 0.0 ? fighter->max_hp : fighter->hp;
}

static wyrm_chain_needs duel_space(const wyrm_duel_sides *sides)
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

static void duel_start(wyrm_duel_run *run, const wyrm_duel_sides *sides, double *doubles,
                       int32_t *blows)
{
    *run = (wyrm_duel_run){.fighting = 1.0, .enough = {INFINITY, INFINITY}};
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
    if (run->won[WYRM_LEAD].sum > run->enough[WYRM_LEAD] ||
        run->won[WYRM_REPLY].sum > run->enough[WYRM_REPLY])
        return true;
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
    keep(&run->won[winner], won);
    keep(&run->turns[winner], won * (run->turn - run->centre));
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

/* Plays on until the fight is decided, turn `last` is over or the next turn would take it past
 * `work` multiplications. `ends`, where wanted, must have room for `last` turns. Returns whether it
 * is decided. */
static bool duel_play(wyrm_duel_run *run, uint32_t last, uint64_t work)
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
        keep(&run->squares, (end.won[WYRM_LEAD] + end.won[WYRM_REPLY]) * turns * turns);
        run->fighting = run->side[WYRM_LEAD].alive * run->side[WYRM_REPLY].alive;
        wyrm_chain_mend(&run->side[WYRM_LEAD], run->turn);
        wyrm_chain_mend(&run->side[WYRM_REPLY], run->turn);
    }
    return true;
}

/* Where the fight is decided, the little that still fights counts as nothing. */
static wyrm_duel_totals duel_run_totals(const wyrm_duel_run *run, bool decided)
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

/* ---- duel long ----
 *
 * Long fights without regeneration, by first-step analysis.
 *
 * The states of a fight are the pairs of hit points at the beginning of a turn, and hit points only
 * fall. So the expected number of visits of a state follows from those of the states above it, and
 * a turn in which nobody is hurt is a geometric wait at the state: however rare hits are, the work
 * is the same. With the visits V(x) and their first moments M(x) = sum over t of t P(x at turn t),
 *
 *   V = start + K V            M = start + K (M + V)
 *
 * where K is the kernel of one turn; the turns of the fight have mean sum V and mean square
 * sum (2 M - V). */

#define WORK_MOST      ((uint64_t)200000000)
#define DOUBLES_MOST   ((uint64_t)1 << 22)
#define LEAST_HIT_RATE 1e-100 /* of a turn: the squares of waits stay finite */
#define LEAST_CHANCE   1e-40  /* that a state is ever reached: less is 0, as in the chains */

/* By the hit points b of the leading side, for one a of the other: V and W = M + V at the beginning
 * of the turn, kept for as many a as a blow can span. */
typedef struct row {
    double *visits, *moments;
} row;

typedef struct sweep {
    const wyrm_chain *lead, *reply; /* their blows: those that they suffer */
    int64_t width;                  /* hit points of the leading side at the start */
    int64_t height;                 /* and of the other */
    int64_t rows;                   /* kept */
    double *space;
    row hurt;       /* before this turn's second blow, of states where the first blow did damage */
    row after;      /* the same, of all states */
    double quiet;   /* chance of a turn in which nobody is hurt */
    double waiting; /* 1 / (1 - quiet) */
} sweep;

static double hit_rate(const wyrm_duel_run *run)
{
    double lead = run->side[WYRM_LEAD].some;
    double reply = run->side[WYRM_REPLY].some;
    return lead + reply - lead * reply;
}

static int64_t rows_kept(const wyrm_chain *reply)
{
    return reply->longest + 1;
}

/* The same totals, and `left`, without counting turns one by one: for long fights without
 * regeneration (duel_long.c). Only the blows of the run's chains are looked at, so it may stand at
 * any turn; `left` is filled anew. */
static bool duel_long_fits(const wyrm_duel_run *run, const wyrm_duel_sides *sides)
{
    int64_t lead_hp = sides->side[WYRM_LEAD]->hp;
    int64_t reply_hp = sides->side[WYRM_REPLY]->hp;
    const wyrm_chain *lead = &run->side[WYRM_LEAD];
    const wyrm_chain *reply = &run->side[WYRM_REPLY];
    if (lead->regeneration > 0.0 || reply->regeneration > 0.0 || hit_rate(run) < LEAST_HIT_RATE)
        return false;
    /* Hit points are at most 10^6 and blows no more than that: none of this can overflow. */
    uint64_t states = (uint64_t)lead_hp * (uint64_t)reply_hp;
    uint64_t doubles = 2 * (uint64_t)(rows_kept(reply) + 2) * (uint64_t)(lead_hp + 1);
    return states <= WORK_MOST && states * (lead->count + reply->count + 4) <= WORK_MOST &&
           doubles <= DOUBLES_MOST;
}

static row row_at(double *space, int64_t index, int64_t width)
{
    size_t length = (size_t)width + 1;
    double *start = space + 2 * (size_t)index * length;
    return (row){.visits = start, .moments = start + length};
}

static row kept_row(const sweep *s, int64_t a)
{
    return row_at(s->space, a % s->rows, s->width);
}

/* The blow of the leading side that does damage, from every state with more than `a`. */
static void add_first_blows(sweep *s, int64_t a)
{
    size_t bytes = ((size_t)s->width + 1) * sizeof(double);
    memset(s->hurt.visits, 0, bytes);
    memset(s->hurt.moments, 0, bytes);
    for (size_t i = 0; i < s->reply->count; i++) {
        int64_t by = s->reply->by[i];
        if (by == 0 || a + by > s->height)
            continue;
        double chance = s->reply->chance[i];
        row from = kept_row(s, a + by);
        for (int64_t b = 1; b <= s->width; b++) {
            s->hurt.visits[b] += chance * from.visits[b];
            s->hurt.moments[b] += chance * from.moments[b];
        }
    }
}

/* Visits and moments of one state: what comes in, times the wait. */
static void settle_state(sweep *s, row here, int64_t a, int64_t b)
{
    double start = a == s->height && b == s->width ? 1.0 : 0.0;
    double visits = start + s->lead->none * s->hurt.visits[b];
    double moments = start + s->lead->none * s->hurt.moments[b];
    for (size_t i = 0; i < s->lead->count; i++) {
        int64_t by = s->lead->by[i];
        if (by == 0 || b + by > s->width)
            continue;
        visits += s->lead->chance[i] * s->after.visits[b + by];
        moments += s->lead->chance[i] * s->after.moments[b + by];
    }
    if (visits < LEAST_CHANCE)
        visits = moments = 0.0;
    visits *= s->waiting;
    moments = (moments + s->quiet * visits) * s->waiting;
    here.visits[b] = visits;
    here.moments[b] = moments + visits;
    s->after.visits[b] = s->hurt.visits[b] + s->reply->none * here.visits[b];
    s->after.moments[b] = s->hurt.moments[b] + s->reply->none * here.moments[b];
}

static double tail_at(const wyrm_chain *victim, int64_t hp)
{
    return hp <= victim->reach ? victim->tail[hp] : 0.0;
}

/* The ways in which the fight can end from one state. */
static void add_ends(const sweep *s, row here, int64_t a, int64_t b, wyrm_duel_run *run,
                     wyrm_duel_totals *totals)
{
    double visits = here.visits[b];
    if (visits <= 0.0 && s->after.visits[b] <= 0.0)
        return;
    double moments = here.moments[b] - visits;
    totals->squares += 2.0 * moments - visits;

    double kills = tail_at(s->reply, a);
    totals->won[WYRM_LEAD] += visits * kills;
    totals->turns[WYRM_LEAD] += moments * kills;
    if (run->left[WYRM_LEAD])
        run->left[WYRM_LEAD][b] += visits * kills;

    double dies = tail_at(s->lead, b);
    totals->won[WYRM_REPLY] += s->after.visits[b] * dies;
    totals->turns[WYRM_REPLY] += (s->after.moments[b] - s->after.visits[b]) * dies;
    if (run->left[WYRM_REPLY])
        run->left[WYRM_REPLY][a] += s->after.visits[b] * dies;
}

static wyrm_status wyrm_duel_long(wyrm_duel_run *run, const wyrm_duel_sides *sides,
                                  wyrm_duel_totals *totals, wyrm_error *error)
{
    sweep s = {.lead = &run->side[WYRM_LEAD], .reply = &run->side[WYRM_REPLY]};
    s.width = sides->side[WYRM_LEAD]->hp;
    s.height = sides->side[WYRM_REPLY]->hp;
    s.rows = rows_kept(s.reply);
    s.quiet = s.lead->none * s.reply->none;
    s.waiting = 1.0 / hit_rate(run);
    size_t doubles = 2 * (size_t)(s.rows + 2) * ((size_t)s.width + 1);
    s.space = base_zeroed(doubles, sizeof *s.space);
    if (!s.space)
        return wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory for a duel");
    s.hurt = row_at(s.space, s.rows, s.width);
    s.after = row_at(s.space, s.rows + 1, s.width);

    if (run->left[WYRM_LEAD])
        memset(run->left[WYRM_LEAD], 0, ((size_t)s.width + 1) * sizeof(double));
    if (run->left[WYRM_REPLY])
        memset(run->left[WYRM_REPLY], 0, ((size_t)s.height + 1) * sizeof(double));
    *totals = (wyrm_duel_totals){.fighting = 0.0};
    for (int64_t a = s.height; a >= 1; a--) {
        add_first_blows(&s, a);
        row here = kept_row(&s, a);
        for (int64_t b = s.width; b >= 1; b--) {
            settle_state(&s, here, a, b);
            add_ends(&s, here, a, b, run, totals);
        }
    }
    wyrm_free(s.space);
    return WYRM_OK;
}

/* ---- the duel solver: checks, the choice of method, and the summary ---- */

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

static wyrm_status duel_check(const wyrm_fighter *subject, const wyrm_fighter *opponent,
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

/* Neither side can ever be killed: it is never hurt, or wins back at least the worst blow each
 * turn. */
static bool duel_is_endless(const wyrm_fighter *subject, const wyrm_fighter *opponent)
{
    return is_safe(subject, opponent->damage) && is_safe(opponent, subject->damage);
}

static wyrm_duel duel_endless(void)
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

/* `subject` is WYRM_LEAD or WYRM_REPLY; left[0..hp] its hit points after a win. */
static wyrm_duel duel_summary(const wyrm_duel_totals *totals, int subject, const double *left,
                              int64_t hp, const char *method)
{
    wyrm_duel out = duel_endless();
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

/* How far a run that is over went: the method of its summary. */
static const char *duel_method(const wyrm_duel_run *run, bool decided)
{
    if (decided)
        return "exact";
    return run->turn >= WYRM_DUEL_TURN_LIMIT ? "exact to the turn limit"
                                             : "exact to the work limit";
}

/* `odds`: where it is only asked whether the subject wins with such a chance; else NAN. Then the
 * fight is followed no farther than it takes, and p_win is only on the right side of it. */
static wyrm_status solve_in(const wyrm_duel_sides *sides, int subject, double odds, double *doubles,
                            int32_t *blows, wyrm_duel *out, wyrm_error *error)
{
    wyrm_duel_run run;
    wyrm_duel_totals totals;
    duel_start(&run, sides, doubles, blows);
    if (!isnan(odds)) {
        run.enough[subject] = odds + CERTAIN;
        run.enough[!subject] = 1.0 - odds + CERTAIN;
    }
    bool decided = duel_play(&run, WYRM_DUEL_QUICK_TURNS, WYRM_DUEL_WORK);
    if (!decided && duel_long_fits(&run, sides)) {
        wyrm_status status = wyrm_duel_long(&run, sides, &totals, error);
        if (status != WYRM_OK)
            return status;
        decided = true;
    } else {
        if (!decided)
            decided = duel_play(&run, WYRM_DUEL_TURN_LIMIT, WYRM_DUEL_WORK);
        totals = duel_run_totals(&run, decided);
    }
    *out = duel_summary(&totals, subject, run.left[subject], run.side[subject].top,
                        duel_method(&run, decided));
    return WYRM_OK;
}

static wyrm_status solve(const wyrm_fighter *subject, const wyrm_fighter *opponent,
                         wyrm_striker striker, double odds, wyrm_duel *out, wyrm_error *error)
{
    *out = (wyrm_duel){.method = ""};
    wyrm_status status = duel_check(subject, opponent, error);
    if (status != WYRM_OK)
        return status;
    if (duel_is_endless(subject, opponent)) {
        *out = duel_endless();
        return WYRM_OK;
    }
    int side = striker == WYRM_SUBJECT_FIRST ? WYRM_LEAD : WYRM_REPLY;
    wyrm_duel_sides sides;
    sides.side[side] = subject;
    sides.side[!side] = opponent;
    sides.left[side] = true;
    sides.left[!side] = false;

    wyrm_chain_needs needs = duel_space(&sides);
    if (needs.doubles <= LOCAL_DOUBLES && needs.blows <= LOCAL_BLOWS) {
        double doubles[LOCAL_DOUBLES];
        int32_t blows[LOCAL_BLOWS];
        return solve_in(&sides, side, odds, doubles, blows, out, error);
    }
    double *doubles = base_allocate(needs.doubles * sizeof *doubles);
    int32_t *blows = base_allocate((needs.blows + 1) * sizeof *blows);
    if (doubles && blows)
        status = solve_in(&sides, side, odds, doubles, blows, out, error);
    else
        status = wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory for a duel");
    wyrm_free(blows);
    wyrm_free(doubles);
    return status;
}

wyrm_status wyrm_duel_solve(const wyrm_fighter *subject, const wyrm_fighter *opponent,
                            wyrm_striker striker, wyrm_duel *out, wyrm_error *error)
{
    return solve(subject, opponent, striker, NAN, out, error);
}

wyrm_status wyrm_duel_beats(const wyrm_fighter *subject, const wyrm_fighter *opponent,
                            wyrm_striker striker, double odds, bool *out, wyrm_error *error)
{
    wyrm_duel duel;
    wyrm_status status = solve(subject, opponent, striker, odds, &duel, error);
    *out = status == WYRM_OK && duel.p_win >= odds;
    return status;
}

typedef struct work_space {
    double *doubles;
    int32_t *blows;
    wyrm_turn_end *ends;
    wyrm_weighted *pairs; /* for the longest of the pmfs */
} work_space;

static void release(work_space *space)
{
    wyrm_free(space->pairs);
    wyrm_free(space->ends);
    wyrm_free(space->blows);
    wyrm_free(space->doubles);
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
        wyrm_turn_end *more = base_resize(space->ends, next * sizeof *more);
        if (!more)
            return wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory for a duel");
        space->ends = run->ends = more;
        *decided = duel_play(run, next, WYRM_DUEL_WORK);
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
    duel_start(&run, sides, space->doubles, space->blows);
    bool decided = false;
    wyrm_status status = play(&run, space, WYRM_DUEL_QUICK_TURNS, &decided, error);
    if (status != WYRM_OK)
        return status;
    bool is_long = !decided && duel_long_fits(&run, sides);
    if (!decided)
        status = play(&run, space, WYRM_DUEL_TURN_LIMIT, &decided, error);
    wyrm_duel_totals totals = duel_run_totals(&run, decided);
    bool turns = decided || !is_long;
    if (status == WYRM_OK && is_long)
        status = wyrm_duel_long(&run, sides, &totals, error);
    if (status != WYRM_OK)
        return status;
    *out = duel_summary(&totals, subject, run.left[subject], run.side[subject].top,
                        duel_method(&run, decided || is_long));

    space->pairs = base_allocate(longest_pmf(&run) * sizeof *space->pairs);
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
    wyrm_status status = duel_check(subject, opponent, error);
    if (status != WYRM_OK)
        return status;
    if (duel_is_endless(subject, opponent)) {
        *out = duel_endless();
        return WYRM_OK;
    }
    int side = striker == WYRM_SUBJECT_FIRST ? WYRM_LEAD : WYRM_REPLY;
    wyrm_duel_sides sides = {.left = {true, true}};
    sides.side[side] = subject;
    sides.side[!side] = opponent;

    wyrm_chain_needs needs = duel_space(&sides);
    work_space space = {.doubles = base_allocate(needs.doubles * sizeof(double)),
                        .blows = base_allocate((needs.blows + 1) * sizeof(int32_t))};
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
