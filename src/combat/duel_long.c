/* Long fights without regeneration, by first-step analysis.
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
#include "combat/duel_run.h"

#include <stdlib.h>
#include <string.h>

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

bool wyrm_duel_long_fits(const wyrm_duel_run *run, const wyrm_duel_sides *sides)
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

wyrm_status wyrm_duel_long(wyrm_duel_run *run, const wyrm_duel_sides *sides,
                           wyrm_duel_totals *totals, wyrm_error *error)
{
    sweep s = {.lead = &run->side[WYRM_LEAD], .reply = &run->side[WYRM_REPLY]};
    s.width = sides->side[WYRM_LEAD]->hp;
    s.height = sides->side[WYRM_REPLY]->hp;
    s.rows = rows_kept(s.reply);
    s.quiet = s.lead->none * s.reply->none;
    s.waiting = 1.0 / hit_rate(run);
    size_t doubles = 2 * (size_t)(s.rows + 2) * ((size_t)s.width + 1);
    s.space = calloc(doubles, sizeof *s.space);
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
    free(s.space);
    return WYRM_OK;
}
