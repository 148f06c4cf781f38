/* The exact duel, and how many attacks kill.
 *
 * Blows are independent draws, so what one side has suffered after n blows does not depend on the
 * other side at all: two renewal chains, each over the hit points of its victim, advanced blow by
 * blow. The chance that the leading side wins in a turn is the chance that its blow kills times the
 * chance that it is itself still alive, and likewise for the other. That is exact for any damage
 * and any regeneration, and takes the work of the turns that are played.
 *
 * Fights of thousands of turns are solved another way where nobody regenerates: hit points then
 * only fall, so the expected visits of each pair of hit points follow from those of the pairs above
 * it, and a turn in which nobody is hurt is a geometric wait. However rare hits are, the work is
 * the same.
 *
 * `lead` is the fighter that strikes first, `reply` the other. The inner loops work on whole blocks
 * of neighbouring hit points, each an independent sum in the order of damages, so that every
 * compiler and every width of vector gives the same bits. */
#include <math.h>
#include <string.h>
#include "combat/internal.h"

/* ---- A chain: the hit points of one fighter as a distribution ---- */

#define BLOCK 8

/* Blows less likely than LEAST_BLOW are left out, and so are hit points at both ends of a chain
 * that are less likely than LEAST_CHANCE: neither can be seen in a result, and both would soon
 * leave the range of normal doubles. */
#define LEAST_BLOW   1e-100
#define LEAST_CHANCE 1e-40

/* It borrows its space from its owner. */
typedef struct hp_chain {
    double *at;              /* at[h]: probability of h hit points, h in 1..top; 0 past them */
    int64_t least, greatest; /* the h that may be above 0; least > greatest when all is lost */
    int64_t top;
    double alive; /* the sum of `at` */

    size_t count;    /* blows that can be survived, ascending */
    double *chance;  /* of each of them */
    int32_t *by;     /* its damage, below top */
    double *tail;    /* tail[h], h in 1..reach: probability of a damage of at least h */
    int64_t reach;   /* the greatest damage, at most top */
    int64_t longest; /* the greatest damage of the blows above */
    double none;     /* probability of no damage, and of any, each summed by itself, */
    double some;     /* so that a chance of 1e-12 keeps its digits */

    double regeneration; /* hit points a turn, at most top */
    int64_t given;       /* regenerated so far, capped or not */
} hp_chain;

/* What a chain needs: doubles for `at`, `chance` and `tail`, and whole numbers for `by`. */
typedef struct chain_needs {
    size_t at, blows, doubles;
} chain_needs;

static int64_t lesser(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

static int64_t greater(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

static chain_needs needs_of(const wyrm_pmf *damage, int64_t top)
{
    int64_t last = wyrm_pmf_last(damage), longest = greater(0, lesser(last, top - 1));
    chain_needs needs;
    /* A blow reads a block at most `longest` past one that begins at most at `top`. */
    needs.at = (size_t)(top + longest + 2 * BLOCK);
    needs.blows = (size_t)greater(0, longest - wyrm_pmf_first(damage) + 1);
    needs.doubles = needs.at + needs.blows + (size_t)lesser(last, top) + 1;
    return needs;
}

/* A fighter of `hp` of at most `top` hit points before the first blow. The spaces hold what
 * needs_of says, and outlive the chain. */
static void chain_start(hp_chain *chain, const wyrm_pmf *damage, int64_t hp, int64_t top,
                        double regeneration, double *doubles, int32_t *blows)
{
    const double *probability = wyrm_pmf_probabilities(damage);
    const int64_t first = wyrm_pmf_first(damage), last = wyrm_pmf_last(damage);
    const chain_needs needs = needs_of(damage, top);
    chain->at = doubles;
    chain->chance = doubles + needs.at;
    chain->tail = doubles + needs.at + needs.blows;
    chain->by = blows;
    memset(chain->at, 0, needs.at * sizeof *chain->at);
    chain->at[hp] = 1.0;
    chain->least = chain->greatest = hp;
    chain->top = top;
    chain->alive = 1.0;
    chain->regeneration = fmin(regeneration, (double)top);
    chain->given = 0;
    chain->count = 0;
    chain->longest = 0;
    for (int64_t value = first; value <= lesser(last, top - 1); value++) {
        if (probability[value - first] < LEAST_BLOW)
            continue;
        chain->chance[chain->count] = probability[value - first];
        chain->by[chain->count++] = (int32_t)value;
        chain->longest = value;
    }
    /* Tails are summed from above, so that small ones keep their digits. */
    chain->reach = lesser(last, top);
    double sum = 0.0;
    for (int64_t value = last; value >= 1; value--) {
        if (value >= first)
            sum += probability[value - first];
        if (value <= chain->reach)
            chain->tail[value] = sum;
    }
    chain->tail[0] = 1.0;
    chain->some = chain->reach >= 1 ? chain->tail[1] : 0.0;
    chain->none = first <= 0 ? probability[-first] : 0.0;
}

/* Multiplications that the next blow takes, about. */
static uint64_t chain_work(const hp_chain *chain)
{
    int64_t width = chain->greatest - greater(1, chain->least - chain->longest) + BLOCK;
    return (uint64_t)width * (uint64_t)(chain->count + 2) + 32;
}

/* One blow falls: takes the dead out of the chain and returns their probability. */
static double chain_strike(hp_chain *chain)
{
    if (chain->least > chain->greatest) {
        chain->alive = 0.0;
        return 0.0;
    }
    /* Sums are made in four lanes that add up in a fixed order. */
    double dead[4] = {0.0}, alive[4] = {0.0};
    int64_t last = lesser(chain->greatest, chain->reach), h = chain->least;
    for (; h + 3 <= last; h += 4)
        for (int k = 0; k < 4; k++)
            dead[k] += chain->at[h + k] * chain->tail[h + k];
    for (; h <= last; h++)
        dead[0] += chain->at[h] * chain->tail[h];
    /* In place: new hit points h come from h and more, which stand at or past the block that is
     * being written. */
    const size_t count = chain->count;
    const double *chance = chain->chance;
    const int32_t *by = chain->by;
    chain->least = greater(1, chain->least - chain->longest);
    double *start = chain->at + chain->least, *end = chain->at + chain->greatest, *block = start;
    for (; block <= end; block += BLOCK) {
        double now[BLOCK] = {0.0};
        for (size_t i = 0; i < count; i++) {
            const double *from = block + by[i];
            for (int k = 0; k < BLOCK; k++)
                now[k] += chance[i] * from[k];
        }
        for (int k = 0; k < BLOCK; k++)
            block[k] = now[k];
    }
    for (const double *at = start; at < block; at += 4)
        for (int k = 0; k < 4; k++)
            alive[k] += at[k];
    chain->alive = (alive[0] + alive[2]) + (alive[1] + alive[3]);
    /* What is cut is set to 0: later blows read it. */
    while (chain->greatest >= chain->least && chain->at[chain->greatest] < LEAST_CHANCE)
        chain->at[chain->greatest--] = 0.0;
    while (chain->least <= chain->greatest && chain->at[chain->least] < LEAST_CHANCE)
        chain->at[chain->least++] = 0.0;
    return (dead[0] + dead[1]) + (dead[2] + dead[3]);
}

/* The end of turn `turn`, from 1: the living regenerate. */
static void chain_regenerate(hp_chain *chain, uint32_t turn)
{
    if (!(chain->regeneration > 0.0))
        return;
    /* The nudge keeps a decimal rate such as 0.29 from losing a point at turn 100, where the
     * product of the doubles is just below 29. */
    double total = chain->regeneration * turn;
    int64_t given = (int64_t)floor(total + total * 1e-12), gain = given - chain->given;
    chain->given = given;
    if (gain <= 0 || chain->least > chain->greatest)
        return;
    double *at = chain->at, full = 0.0;
    int64_t capped = greater(chain->least, chain->top - gain); /* from here on it is the maximum */
    for (int64_t h = capped; h <= chain->greatest; h++) {
        full += at[h];
        at[h] = 0.0;
    }
    int64_t kept = lesser(chain->greatest, capped - 1) - chain->least + 1;
    if (kept > 0) {
        memmove(at + chain->least + gain, at + chain->least, (size_t)kept * sizeof *at);
        memset(at + chain->least, 0, (size_t)lesser(gain, kept) * sizeof *at);
    }
    chain->least = lesser(chain->least + gain, chain->top);
    chain->greatest = full > 0.0 ? chain->top : lesser(chain->greatest + gain, chain->top);
    at[chain->top] += full;
}

/* ---- How many attacks kill ---- */

#define HITS_LEFT 1e-15 /* probability that may be left alive */
#define HITS_MOST ((size_t)100000)
#define HITS_WORK ((uint64_t)1000000000) /* multiplications */

typedef struct killing {
    const wyrm_pmf *damage;
    int64_t hp;
    wyrm_pmf **out;
} killing;

static void count_hits(base_arena *arena, void *context)
{
    const killing *of = context;
    const chain_needs needs = needs_of(of->damage, of->hp);
    wyrm_weighted *hits = NULL;
    size_t room = 0, count = 0;
    uint64_t work = 0;
    hp_chain chain;
    chain_start(&chain, of->damage, of->hp, of->hp, 0.0, base_array(arena, double, needs.doubles),
                base_array(arena, int32_t, needs.blows));
    while (chain.alive > HITS_LEFT) {
        work += chain_work(&chain);
        if (count >= HITS_MOST || work > HITS_WORK)
            base_refuse(arena, WYRM_ERROR_RANGE,
                        "it takes more attacks to kill than can be counted (%zu were, and %.3g of "
                        "the chance is left)",
                        count, chain.alive);
        hits = base_grow(arena, hits, count, &room, sizeof *hits);
        double dead = chain_strike(&chain);
        hits[count] = (wyrm_weighted){.value = (int64_t)count + 1, .weight = dead};
        count++;
    }
    base_must(arena, wyrm_pmf_from_pairs(hits, count, of->out, &arena->error));
}

wyrm_status wyrm_hits_to_kill(const wyrm_pmf *damage, int64_t hp, wyrm_pmf **out, wyrm_error *error)
{
    *out = NULL;
    if (!damage || wyrm_pmf_first(damage) < 0)
        return wyrm_fail(error, WYRM_ERROR_ARGUMENT, "damage must not be negative");
    if (hp < 1)
        return wyrm_fail(error, WYRM_ERROR_ARGUMENT, "hit points must be at least 1, found %lld",
                         (long long)hp);
    if (hp > WYRM_DUEL_HP_MAX)
        return wyrm_fail(error, WYRM_ERROR_RANGE, "hit points must be at most %lld, found %lld",
                         (long long)WYRM_DUEL_HP_MAX, (long long)hp);
    if (wyrm_pmf_last(damage) == 0)
        return wyrm_fail(error, WYRM_ERROR_ARGUMENT, "no damage is ever done: nothing dies of it");
    killing of = {damage, hp, out};
    return base_do(count_hits, &of, error);
}

/* ---- A duel turn by turn ---- */

enum { LEAD, REPLY, SIDES };

/* Decided: so little is still fighting that no mean can change, also the means of the less likely
 * outcome, unless that is itself beyond anybody's interest. */
#define UNDECIDED        1e-16
#define UNDECIDED_SHARE  1e-9
#define UNDECIDED_AT_ALL 1e-30

/* Certain: so far beyond a limit that no rounding leads back. */
#define CERTAIN 1e-9

/* Turns played before a long fight is solved the other way, and multiplications a duel may take:
 * about half a second of an ordinary core. */
#define QUICK_TURNS 2000u
#define DUEL_WORK   ((uint64_t)2000000000)

/* A sum with its rounding error kept apart (Neumaier). */
typedef struct kept_sum {
    double sum, lost;
} kept_sum;

static void keep(kept_sum *sum, double term)
{
    double total = sum->sum + term;
    if (fabs(sum->sum) >= fabs(term))
        sum->lost += (sum->sum - total) + term;
    else
        sum->lost += (term - total) + sum->sum;
    sum->sum = total;
}

static double kept(const kept_sum *sum)
{
    return sum->sum + sum->lost;
}

/* By the side that wins: probability, and that times the turns. Turns are counted from `centre`, a
 * turn near those in which the fight ends, so that the spread is not lost in the square of a large
 * mean. */
typedef struct totals {
    double won[SIDES];
    double turns[SIDES];
    double squares;  /* squares of the turns, over both */
    double fighting; /* not decided */
    double centre;
} totals;

/* A fight, what is asked of it, and who gets the answer. */
typedef struct fight {
    const wyrm_fighter *fighter[SIDES];
    int subject;
    double odds; /* where it is only asked whether the subject wins with such a chance; else NAN.
                    Then the fight is followed no farther than it takes, and p_win is only on the
                    right side of it */
    wyrm_duel *out;
    wyrm_duel_distributions *distributions; /* NULL: not asked */
    size_t doubles, blows;                  /* the room that it takes */
    hp_chain side[SIDES];
    double *left[SIDES];   /* left[s][h]: s wins with h hit points; NULL: not wanted */
    double (*ends)[SIDES]; /* ends[t]: how turn t + 1 can end the fight; NULL: not wanted */
    kept_sum won[SIDES];
    kept_sum turns[SIDES];
    kept_sum squares;
    double fighting;
    double enough[SIDES]; /* to be won by a side, for the question to be answered */
    uint32_t turn;
    uint32_t centre; /* the first turn that can end the fight; 0: not yet come */
    uint64_t work;   /* multiplications so far */
} fight;

/* Without regeneration nobody rises above the hit points of the start. */
static int64_t top_hp(const wyrm_fighter *fighter)
{
    return fighter->regeneration > 0.0 ? fighter->max_hp : fighter->hp;
}

/* `winner` strikes. Whoever dies now leaves the winner with its present hit points. */
static double strike(fight *f, int winner)
{
    const hp_chain *striker = &f->side[winner];
    double dead = chain_strike(&f->side[!winner]), won = dead * striker->alive;
    if (won <= 0.0)
        return 0.0;
    if (f->centre == 0)
        f->centre = f->turn;
    keep(&f->won[winner], won);
    keep(&f->turns[winner], won * (f->turn - f->centre));
    if (f->left[winner]) {
        double *restrict to = f->left[winner];
        const double *restrict from = striker->at;
        for (int64_t h = striker->least; h <= striker->greatest; h++)
            to[h] += dead * from[h];
    }
    return won;
}

/* Plays on until the fight is decided, turn `last` is over or the next turn would take it past the
 * limit of work. `ends`, where wanted, has room for `last` turns. Returns whether it is decided. */
static bool play(fight *f, uint32_t last)
{
    for (;;) {
        double unlikely = fmin(f->won[LEAD].sum, f->won[REPLY].sum);
        if (f->won[LEAD].sum > f->enough[LEAD] || f->won[REPLY].sum > f->enough[REPLY] ||
            (f->fighting <= UNDECIDED &&
             f->fighting <= fmax(UNDECIDED_AT_ALL, UNDECIDED_SHARE * unlikely)))
            return true;
        uint64_t ahead = chain_work(&f->side[LEAD]) + chain_work(&f->side[REPLY]);
        if (f->turn >= last || f->work + ahead > DUEL_WORK)
            return false;
        f->work += ahead;
        f->turn++;
        double lead = strike(f, LEAD), reply = strike(f, REPLY);
        if (f->ends) {
            f->ends[f->turn - 1][LEAD] = lead;
            f->ends[f->turn - 1][REPLY] = reply;
        }
        double turns = f->turn - f->centre;
        keep(&f->squares, (lead + reply) * turns * turns);
        f->fighting = f->side[LEAD].alive * f->side[REPLY].alive;
        chain_regenerate(&f->side[LEAD], f->turn);
        chain_regenerate(&f->side[REPLY], f->turn);
    }
}

/* ---- A long fight by first-step analysis ----
 *
 * With the visits V(x) of the states x (the hit points at the beginning of a
 * turn) and their first moments M(x) = sum over t of t P(x at turn t),
 *
 *   V = start + K V            M = start + K (M + V)
 *
 * where K is the kernel of one turn; the turns of the fight have mean sum V and
 * mean square sum (2 M - V). */

#define LONG_WORK      ((uint64_t)200000000)
#define LONG_DOUBLES   ((uint64_t)1 << 22)
#define LEAST_HIT_RATE 1e-100 /* of a turn: the squares of waits stay finite */

/* By the hit points b of the leading side, for one a of the other: V and W = M + V at the beginning
 * of the turn, kept for as many a as a blow can span. */
typedef struct row {
    double *visits, *moments;
} row;

static row row_at(double *space, int64_t index, int64_t width)
{
    double *start = space + 2 * (size_t)index * ((size_t)width + 1);
    return (row){.visits = start, .moments = start + width + 1};
}

static double hit_rate(const fight *f)
{
    double lead = f->side[LEAD].some, reply = f->side[REPLY].some;
    return lead + reply - lead * reply;
}

/* Two rows more: what comes into a turn's second blow from first blows that did damage, and all. */
static uint64_t long_doubles(const fight *f)
{
    return 2 * (uint64_t)(f->side[REPLY].longest + 3) * (uint64_t)(f->fighter[LEAD]->hp + 1);
}

/* The totals and `left`, without counting turns one by one. Only the blows of the chains are looked
 * at, so the fight may stand at any turn; `left` is filled anew. */
static void solve_long(fight *f, double *space, totals *out)
{
    const hp_chain *lead = &f->side[LEAD], *reply = &f->side[REPLY]; /* the blows they suffer */
    const int64_t width = f->fighter[LEAD]->hp, height = f->fighter[REPLY]->hp;
    const int64_t rows = reply->longest + 1;
    const double quiet = lead->none * reply->none; /* a turn in which nobody is hurt */
    const double waiting = 1.0 / hit_rate(f);
    const size_t bytes = ((size_t)width + 1) * sizeof(double);
    const row hurt = row_at(space, rows, width), after = row_at(space, rows + 1, width);
    for (int s = LEAD; s < SIDES; s++)
        if (f->left[s])
            memset(f->left[s], 0, ((size_t)f->fighter[s]->hp + 1) * sizeof(double));
    *out = (totals){.fighting = 0.0};
    for (int64_t a = height; a >= 1; a--) {
        /* The blow of the leading side that does damage, from every state with more than `a`. */
        memset(hurt.visits, 0, bytes);
        memset(hurt.moments, 0, bytes);
        for (size_t i = 0; i < reply->count; i++) {
            const int64_t by = reply->by[i];
            if (by == 0 || a + by > height)
                continue;
            const double chance = reply->chance[i];
            const row from = row_at(space, (a + by) % rows, width);
            for (int64_t b = 1; b <= width; b++) {
                hurt.visits[b] += chance * from.visits[b];
                hurt.moments[b] += chance * from.moments[b];
            }
        }
        const row here = row_at(space, a % rows, width);
        const double kills = a <= reply->reach ? reply->tail[a] : 0.0;
        for (int64_t b = width; b >= 1; b--) {
            /* Visits and moments of one state: what comes in, times the wait. */
            double start = a == height && b == width ? 1.0 : 0.0;
            double visits = start + lead->none * hurt.visits[b];
            double moments = start + lead->none * hurt.moments[b];
            for (size_t i = 0; i < lead->count; i++) {
                const int64_t by = lead->by[i];
                if (by == 0 || b + by > width)
                    continue;
                visits += lead->chance[i] * after.visits[b + by];
                moments += lead->chance[i] * after.moments[b + by];
            }
            if (visits < LEAST_CHANCE)
                visits = moments = 0.0;
            visits *= waiting;
            moments = (moments + quiet * visits) * waiting;
            here.visits[b] = visits;
            here.moments[b] = moments + visits;
            after.visits[b] = hurt.visits[b] + reply->none * here.visits[b];
            after.moments[b] = hurt.moments[b] + reply->none * here.moments[b];
            /* The ways in which the fight can end from it. */
            if (visits <= 0.0 && after.visits[b] <= 0.0)
                continue;
            moments = here.moments[b] - visits;
            out->squares += 2.0 * moments - visits;
            out->won[LEAD] += visits * kills;
            out->turns[LEAD] += moments * kills;
            if (f->left[LEAD])
                f->left[LEAD][b] += visits * kills;
            const double dies = b <= lead->reach ? lead->tail[b] : 0.0;
            out->won[REPLY] += after.visits[b] * dies;
            out->turns[REPLY] += (after.moments[b] - after.visits[b]) * dies;
            if (f->left[REPLY])
                f->left[REPLY][a] += after.visits[b] * dies;
        }
    }
}

/* ---- The solver: checks, the choice of method, and the summary ---- */

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
        return wyrm_fail(
            error, WYRM_ERROR_ARGUMENT,
            "the regeneration of the %s of a duel must be a finite number of at least 0", who);
    return WYRM_OK;
}

/* One blow a turn, and at least the whole part of the regeneration at its end: who survives the
 * worst blow and wins it all back never dies. */
static bool is_safe(const wyrm_fighter *fighter, const wyrm_pmf *damage)
{
    int64_t worst = wyrm_pmf_last(damage);
    return worst == 0 || (worst < fighter->hp && floor(fighter->regeneration) >= (double)worst);
}

/* A duel that nobody ever wins. */
static const wyrm_duel endless = {.p_unfinished = 1.0,
                                  .turns_mean = NAN,
                                  .turns_sd = NAN,
                                  .turns_mean_given_win = NAN,
                                  .hp_left_mean = NAN,
                                  .hp_left_sd = NAN,
                                  .hp_left_mean_given_win = NAN,
                                  .endless = true,
                                  .method = "exact"};

/* left[0..hp]: the hit points of the subject after a win. */
static wyrm_duel summary(const totals *of, int subject, const double *left, int64_t hp,
                         const char *method)
{
    wyrm_duel out = endless;
    double finished = of->won[LEAD] + of->won[REPLY], all = finished + of->fighting;
    bool wins = of->won[subject] > 0.0;
    out.endless = false;
    out.method = method;
    out.p_win = of->won[subject] / all;
    out.p_lose = of->won[!subject] / all;
    out.p_unfinished = of->fighting / all;
    if (!(finished > 0.0))
        return out;
    double mean = (of->turns[LEAD] + of->turns[REPLY]) / finished;
    out.turns_mean = of->centre + mean;
    out.turns_sd = sqrt(fmax(0.0, of->squares / finished - mean * mean));
    if (wins)
        out.turns_mean_given_win = of->centre + of->turns[subject] / of->won[subject];
    double sum = 0.0;
    for (int64_t h = 1; h <= hp; h++)
        sum += left[h] * (double)h;
    mean = sum / finished;
    double squares = of->won[!subject] * mean * mean;
    for (int64_t h = 1; h <= hp; h++)
        squares += left[h] * ((double)h - mean) * ((double)h - mean);
    out.hp_left_mean = mean;
    out.hp_left_sd = sqrt(squares / finished);
    if (wins)
        out.hp_left_mean_given_win = sum / of->won[subject];
    return out;
}

static void start(fight *f, double *doubles, int32_t *blows)
{
    f->fighting = 1.0;
    f->enough[f->subject] = isnan(f->odds) ? INFINITY : f->odds + CERTAIN;
    f->enough[!f->subject] = isnan(f->odds) ? INFINITY : 1.0 - f->odds + CERTAIN;
    for (int s = 0; s < SIDES; s++) {
        const wyrm_fighter *fighter = f->fighter[s];
        const wyrm_pmf *damage = f->fighter[!s]->damage;
        const int64_t top = top_hp(fighter);
        const chain_needs needs = needs_of(damage, top);
        chain_start(&f->side[s], damage, fighter->hp, top, fighter->regeneration, doubles, blows);
        doubles += needs.doubles;
        blows += needs.blows;
        if (s == f->subject || f->distributions) {
            f->left[s] = doubles;
            memset(doubles, 0, ((size_t)top + 1) * sizeof *doubles);
            doubles += top + 1;
        }
    }
}

/* Plays to turn `last`, in steps where turns are written down, so that only long fights take the
 * memory of long fights. */
static bool play_to(base_arena *arena, fight *f, uint32_t last)
{
    while (f->distributions && f->turn < last) {
        uint32_t next = f->turn == 0 ? 256 : 4 * f->turn;
        next = next < last ? next : last;
        double(*more)[SIDES] = base_take(arena, next, sizeof *more);
        if (f->ends)
            memcpy(more, f->ends, f->turn * sizeof *more);
        f->ends = more;
        if (next == last)
            break;
        if (play(f, next))
            return true;
        if (f->turn < next)
            return false; /* the limit of work */
    }
    return play(f, last);
}

/* *out stays NULL where nothing has a weight. */
static void make_pmf(base_arena *arena, const wyrm_weighted *pairs, size_t count, wyrm_pmf **out)
{
    double most = 0.0;
    for (size_t i = 0; i < count; i++)
        most = fmax(most, pairs[i].weight);
    if (most > 0.0)
        base_must(arena, wyrm_pmf_from_pairs(pairs, count, out, &arena->error));
}

/* The end of the fight by turn: won by `winner`, or by either side for SIDES. */
static void make_turns(base_arena *arena, const fight *f, int winner, wyrm_pmf **out)
{
    wyrm_weighted *pairs = base_array(arena, wyrm_weighted, f->turn);
    for (uint32_t i = 0; i < f->turn; i++) {
        const double *won = f->ends[i];
        pairs[i].value = (int64_t)i + 1;
        pairs[i].weight = winner == SIDES ? won[LEAD] + won[REPLY] : won[winner];
    }
    make_pmf(arena, pairs, f->turn, out);
}

/* What `side` has left, a lost fight counting as 0 with weight `lost`. */
static void make_left(base_arena *arena, const fight *f, int side, double lost, wyrm_pmf **out)
{
    const size_t count = (size_t)f->side[side].top + 1;
    wyrm_weighted *pairs = base_array(arena, wyrm_weighted, count);
    pairs[0].weight = lost;
    for (size_t h = 1; h < count; h++)
        pairs[h] = (wyrm_weighted){.value = (int64_t)h, .weight = f->left[side][h]};
    make_pmf(arena, pairs, count, out);
}

static void answer(base_arena *arena, fight *f)
{
    wyrm_duel_distributions *all = f->distributions;
    const int subject = f->subject;
    totals of;
    bool decided = play_to(arena, f, QUICK_TURNS);
    /* Hit points are at most 10^6 and blows no more than that: none of this can overflow. */
    const hp_chain *lead = &f->side[LEAD], *reply = &f->side[REPLY];
    const uint64_t states = (uint64_t)f->fighter[LEAD]->hp * (uint64_t)f->fighter[REPLY]->hp;
    const bool is_long = !decided && !(lead->regeneration > 0.0) && !(reply->regeneration > 0.0) &&
                         hit_rate(f) >= LEAST_HIT_RATE && states <= LONG_WORK &&
                         states * (lead->count + reply->count + 4) <= LONG_WORK &&
                         long_doubles(f) <= LONG_DOUBLES;
    if (!decided && (all || !is_long))
        decided = play_to(arena, f, WYRM_DUEL_TURN_LIMIT);
    if (is_long)
        solve_long(f, base_array(arena, double, long_doubles(f)), &of);
    else /* where the fight is decided, the little that still fights counts as nothing */
        of = (totals){.won = {kept(&f->won[LEAD]), kept(&f->won[REPLY])},
                      .turns = {kept(&f->turns[LEAD]), kept(&f->turns[REPLY])},
                      .squares = kept(&f->squares),
                      .fighting = decided ? 0.0 : f->fighting,
                      .centre = f->centre};
    const char *method = decided || is_long                ? "exact"
                         : f->turn >= WYRM_DUEL_TURN_LIMIT ? "exact to the turn limit"
                                                           : "exact to the work limit";
    *f->out = summary(&of, subject, f->left[subject], f->side[subject].top, method);
    if (!all)
        return;
    /* Turns are told where all that the summary speaks of was played through. */
    if (decided || !is_long) {
        make_turns(arena, f, SIDES, &all->turns);
        make_turns(arena, f, subject, &all->turns_given_win);
    }
    make_left(arena, f, subject, of.won[!subject], &all->hp_left);
    make_left(arena, f, subject, 0.0, &all->hp_left_given_win);
    make_left(arena, f, !subject, of.won[subject], &all->opponent_hp_left);
}

static void answer_in_arena(base_arena *arena, void *context)
{
    fight *f = context;
    double *doubles = base_array(arena, double, f->doubles);
    start(f, doubles, base_array(arena, int32_t, f->blows));
    answer(arena, f);
}

static void answer_on_the_stack(base_arena *arena, void *context)
{
    double doubles[LOCAL_DOUBLES];
    int32_t blows[LOCAL_BLOWS];
    start(context, doubles, blows);
    answer(arena, context);
}

static wyrm_status solve(const wyrm_fighter *subject, const wyrm_fighter *opponent,
                         wyrm_striker striker, double odds, wyrm_duel *out,
                         wyrm_duel_distributions *distributions, wyrm_error *error)
{
    *out = (wyrm_duel){.method = ""};
    wyrm_status status = check_fighter(subject, "subject", error);
    if (status == WYRM_OK)
        status = check_fighter(opponent, "opponent", error);
    if (status != WYRM_OK)
        return status;
    if (is_safe(subject, opponent->damage) && is_safe(opponent, subject->damage)) {
        *out = endless;
        return WYRM_OK;
    }
    const int side = striker == WYRM_SUBJECT_FIRST ? LEAD : REPLY;
    fight f = {.subject = side, .odds = odds, .out = out, .distributions = distributions};
    f.fighter[side] = subject;
    f.fighter[!side] = opponent;
    for (int s = 0; s < SIDES; s++) {
        const int64_t top = top_hp(f.fighter[s]);
        const chain_needs needs = needs_of(f.fighter[!s]->damage, top);
        f.doubles += needs.doubles + (s == side || distributions ? (size_t)top + 1 : 0);
        f.blows += needs.blows;
    }
    bool small = f.doubles <= LOCAL_DOUBLES && f.blows <= LOCAL_BLOWS;
    return base_do(small ? answer_on_the_stack : answer_in_arena, &f, error);
}

wyrm_status wyrm_duel_solve(const wyrm_fighter *subject, const wyrm_fighter *opponent,
                            wyrm_striker striker, wyrm_duel *out, wyrm_error *error)
{
    return solve(subject, opponent, striker, NAN, out, NULL, error);
}

wyrm_status wyrm_duel_beats(const wyrm_fighter *subject, const wyrm_fighter *opponent,
                            wyrm_striker striker, double odds, bool *out, wyrm_error *error)
{
    wyrm_duel duel;
    wyrm_status status = solve(subject, opponent, striker, odds, &duel, NULL, error);
    *out = status == WYRM_OK && duel.p_win >= odds;
    return status;
}

wyrm_status wyrm_duel_distribute(const wyrm_fighter *subject, const wyrm_fighter *opponent,
                                 wyrm_striker striker, wyrm_duel *out,
                                 wyrm_duel_distributions *distributions, wyrm_error *error)
{
    memset(distributions, 0, sizeof *distributions);
    wyrm_status status = solve(subject, opponent, striker, NAN, out, distributions, error);
    if (status != WYRM_OK)
        wyrm_duel_distributions_free(distributions);
    return status;
}

void wyrm_duel_distributions_free(wyrm_duel_distributions *distributions)
{
    if (!distributions)
        return;
    wyrm_pmf *const all[] = {distributions->turns, distributions->turns_given_win,
                             distributions->hp_left, distributions->hp_left_given_win,
                             distributions->opponent_hp_left};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        wyrm_pmf_free(all[i]);
    memset(distributions, 0, sizeof *distributions);
}
