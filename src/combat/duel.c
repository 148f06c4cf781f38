/* The exact duel.
 *
 * Blows are independent draws, so what one side has suffered after n blows does not depend on the
 * other side at all: two renewal chains, each over the hit points of its victim, advanced blow by
 * blow. The chance that the leading side wins in a turn is the chance that its blow kills times the
 * chance that it is itself still alive, and likewise for the other. That is exact for any damage
 * and any regeneration, and takes the work of the turns that are played.
 *
 * That holds for any schedule: who attacks when is known from the start, so the chains are advanced
 * in the order of the attacks. Blows of one attack fall at one time, with nothing between them, so
 * they are one blow that does the sum of their damages. Rolled hit points are a chain that starts
 * as their distribution; where they regenerate, each up to what was rolled, they are a chain for
 * each roll, and what is asked of them is the sum over these.
 *
 * Fights of thousands of turns are solved another way where nobody regenerates: hit points then
 * only fall, so the expected visits of each pair of hit points follow from those of the pairs above
 * it, and a turn in which nobody is hurt is a geometric wait. However rare hits are, the work is
 * the same.
 *
 * `lead` is the fighter that strikes first, `reply` the other. */
#include <math.h>
#include <string.h>
#include "combat/chain.h"
#include "combat/internal.h"

/* ---- A duel turn by turn ---- */

enum { LEAD, REPLY, SIDES };

/* Decided: so little is still fighting that no mean can change, nor those given the less likely
 * winner, unless that winner is too unlikely to matter. */
#define UNDECIDED        1e-16
#define UNDECIDED_SHARE  1e-9
#define UNDECIDED_AT_ALL 1e-30

/* Certain: so far beyond a limit that no rounding error reverses it. */
#define CERTAIN 1e-9

/* Turns played before a long fight is solved the other way, and multiplications that a duel may
 * take: about half a second on an ordinary core. */
#define QUICK_TURNS 2000u
#define PARTS_MOST  INT64_C(1000000000000) /* in a turn */
#define DUEL_WORK   ((uint64_t)2000000000)

/* A sum with its rounding error kept apart (Neumaier). */
typedef struct kept_sum {
    double sum, lost;
} kept_sum;

static void sum_add(kept_sum *sum, double term)
{
    double total = sum->sum + term;
    if (fabs(sum->sum) >= fabs(term))
        sum->lost += (sum->sum - total) + term;
    else
        sum->lost += (term - total) + sum->sum;
    sum->sum = total;
}

static double sum_value(const kept_sum *sum)
{
    return sum->sum + sum->lost;
}

/* Sums by the side that wins: probability, and probability times turns. Turns are counted from
 * `centre`, a turn near those in which the fight ends, so that the spread is not lost in the square
 * of a large mean. */
typedef struct totals {
    double won[SIDES];
    double turns[SIDES];
    double squares;  /* squares of the turns, over both */
    double fighting; /* probability of no decision */
    double centre;
} totals;

/* A side of a fight: one chain, or one for each roll if rolled hit points regenerate. */
typedef struct body {
    chain_odds suffers; /* odds of the opponent's blows */
    int64_t top;        /* the most hit points that it can have */
    size_t chains;
    hp_chain *chain;
    double alive; /* sum over its chains */
    hp_chain only;
    chain_needs needs;
    size_t doubles; /* memory of its chains */
} body;

/* A fight, what is asked about it, and where the answer goes. Times are counted in parts of a turn
 * that make every duration a whole number. */
typedef struct chain_fight {
    const wyrm_fighter *fighter[SIDES];
    int subject;
    /* asks only whether the subject wins with this chance: the fight is followed until that is
     * certain, and p_win is only on the right side of it. NAN: asks for p_win itself */
    double odds;
    wyrm_duel *out;
    wyrm_duel_distributions *distributions; /* NULL: not wanted */
    size_t doubles, blows;                  /* sizes of the arrays that it needs */
    body side[SIDES];
    int64_t whole_turn;    /* parts that make up a turn */
    int64_t takes[SIDES];  /* parts that an attack takes */
    int64_t next[SIDES];   /* when each side attacks next */
    double *left[SIDES];   /* left[s][h]: s wins with h hit points; NULL: not wanted */
    double (*ends)[SIDES]; /* ends[t]: how turn t + 1 can end the fight; NULL: not wanted */
    kept_sum won[SIDES];
    kept_sum turns[SIDES];
    kept_sum squares;
    double fighting;
    double enough[SIDES]; /* chance of winning that settles the question of `odds` */
    uint32_t turn;
    uint32_t centre; /* first turn that can end the fight; 0: not reached yet */
    uint64_t work;   /* multiplications so far */
} chain_fight;

/* Whether rolled hit points regenerate: then each roll has a chain of its own. */
static bool is_mixed(const wyrm_fighter *fighter)
{
    return fighter->hp_roll && fighter->regeneration > 0.0;
}

/* Returns the highest hit points of a fighter; without regeneration those of the start. */
static int64_t top_hp(const wyrm_fighter *fighter)
{
    if (fighter->hp_roll)
        return wyrm_pmf_last(fighter->hp_roll);
    return fighter->regeneration > 0.0 ? fighter->max_hp : fighter->hp;
}

static int64_t least_hp(const wyrm_fighter *fighter)
{
    return fighter->hp_roll ? wyrm_pmf_first(fighter->hp_roll) : fighter->hp;
}

static double chance_of_hp(const wyrm_fighter *fighter, int64_t hp)
{
    return fighter->hp_roll ? wyrm_pmf_at(fighter->hp_roll, hp) : hp == fighter->hp ? 1.0 : 0.0;
}

static uint64_t body_work(const body *of)
{
    uint64_t work = 0;
    for (size_t i = 0; i < of->chains; i++)
        work += chain_work(&of->chain[i]);
    return work;
}

/* Lets `winner` attack; returns the probability that this ends the fight. The winner is left with
 * its present hit points. */
static double strike(chain_fight *f, int winner)
{
    const body *striker = &f->side[winner];
    body *victim = &f->side[!winner];
    double dead = chain_strike(&victim->chain[0]), alive = victim->chain[0].alive;
    for (size_t i = 1; i < victim->chains; i++) {
        dead += chain_strike(&victim->chain[i]);
        alive += victim->chain[i].alive;
    }
    victim->alive = alive;
    double won = dead * striker->alive;
    if (won <= 0.0)
        return 0.0;
    if (f->centre == 0)
        f->centre = f->turn;
    sum_add(&f->won[winner], won);
    sum_add(&f->turns[winner], won * (f->turn - f->centre));
    for (size_t i = 0; i < striker->chains && f->left[winner]; i++) {
        const hp_chain *chain = &striker->chain[i];
        double *restrict to = f->left[winner];
        const double *restrict from = chain->at;
        for (int64_t h = chain->least; h <= chain->greatest; h++)
            to[h] += dead * from[h];
    }
    return won;
}

/* The next time at which somebody attacks; ends of turns before it have passed. */
typedef struct moment {
    int64_t time;
    uint32_t turn;
    bool attacks[SIDES];
} moment;

static moment next_moment(const chain_fight *f)
{
    const int64_t time = lesser(f->next[LEAD], f->next[REPLY]);
    return (moment){.time = time,
                    .turn = (uint32_t)(f->whole_turn == 1 ? time : time / f->whole_turn) + 1,
                    .attacks = {f->next[LEAD] == time, f->next[REPLY] == time}};
}

static void regenerate(body *of, uint32_t turn)
{
    for (size_t i = 0; i < of->chains; i++)
        chain_regenerate(&of->chain[i], turn);
}

static bool is_decided(const chain_fight *f)
{
    double unlikely = fmin(f->won[LEAD].sum, f->won[REPLY].sum);
    return f->won[LEAD].sum > f->enough[LEAD] || f->won[REPLY].sum > f->enough[REPLY] ||
           (f->fighting <= UNDECIDED &&
            f->fighting <= fmax(UNDECIDED_AT_ALL, UNDECIDED_SHARE * unlikely));
}

/* Plays until the fight is decided, turn `last` is over, or the next attacks would exceed the limit
 * of work. `ends`, if wanted, has room for `last` turns. Returns whether the fight is decided. */
static bool play(chain_fight *f, uint32_t last)
{
    const bool regenerates =
        f->fighter[LEAD]->regeneration > 0.0 || f->fighter[REPLY]->regeneration > 0.0;
    while (!is_decided(f)) {
        const moment now = next_moment(f);
        if (now.turn > last) {
            f->turn = last;
            return false;
        }
        for (int s = LEAD; s < SIDES && regenerates; s++)
            regenerate(&f->side[s], now.turn - 1);
        uint64_t ahead = (now.attacks[REPLY] ? body_work(&f->side[LEAD]) : 0) +
                         (now.attacks[LEAD] ? body_work(&f->side[REPLY]) : 0);
        if (f->work + ahead > DUEL_WORK)
            return false;
        f->work += ahead;
        f->turn = now.turn;
        double won[SIDES] = {0.0};
        for (int s = LEAD; s < SIDES; s++)
            if (now.attacks[s]) {
                won[s] = strike(f, s);
                f->next[s] += f->takes[s];
            }
        if (f->ends) {
            f->ends[f->turn - 1][LEAD] += won[LEAD];
            f->ends[f->turn - 1][REPLY] += won[REPLY];
        }
        double turns = f->turn - f->centre;
        sum_add(&f->squares, (won[LEAD] + won[REPLY]) * turns * turns);
        f->fighting = f->side[LEAD].alive * f->side[REPLY].alive;
    }
    return true;
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
#define LEAST_HIT_RATE 1e-100 /* chance of a hit in a turn: the squares of waits stay finite */

/* States with `a` hit points of the replying side, by the hit points b of the leading one: V and W
 * = M + V at the beginning of the turn. As many such rows are kept as a blow can span. */
typedef struct row {
    double *visits, *moments;
} row;

static row row_at(double *space, int64_t index, int64_t width)
{
    double *start = space + 2 * (size_t)index * ((size_t)width + 1);
    return (row){.visits = start, .moments = start + width + 1};
}

static double hit_rate(const chain_fight *f)
{
    double lead = f->side[LEAD].suffers.some, reply = f->side[REPLY].suffers.some;
    return lead + reply - lead * reply;
}

/* Returns the doubles that solve_long needs: the rows that a blow can span, and two more, for
 * states between the blows of a turn: after first blows that did damage, and after any. */
static uint64_t long_doubles(const chain_fight *f)
{
    return 2 * (uint64_t)(f->side[REPLY].suffers.longest + 3) * (uint64_t)(f->side[LEAD].top + 1);
}

/* Computes the totals and `left` without playing turns one by one. It uses only the odds of the
 * blows, so the turn reached by play does not matter; `left` is filled anew. */
static void solve_long(chain_fight *f, double *space, totals *out)
{
    const chain_odds *lead = &f->side[LEAD].suffers, *reply = &f->side[REPLY].suffers;
    const int64_t width = f->side[LEAD].top, height = f->side[REPLY].top;
    const int64_t rows = reply->longest + 1;
    const double quiet = lead->none * reply->none; /* a turn in which nobody is hurt */
    const double waiting = 1.0 / hit_rate(f);
    const size_t bytes = ((size_t)width + 1) * sizeof(double);
    const row hurt = row_at(space, rows, width), after = row_at(space, rows + 1, width);
    for (int s = LEAD; s < SIDES; s++)
        if (f->left[s])
            memset(f->left[s], 0, ((size_t)f->side[s].top + 1) * sizeof(double));
    *out = (totals){.fighting = 0.0};
    for (int64_t a = height; a >= 1; a--) {
        /* Blows of the leading side that do damage, from every state with more than `a`. */
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
        const double chance_of_a = chance_of_hp(f->fighter[REPLY], a);
        for (int64_t b = width; b >= 1; b--) {
            /* Visits and moments of one state: what flows in, times the wait. */
            double start =
                chance_of_a > 0.0 ? chance_of_a * chance_of_hp(f->fighter[LEAD], b) : 0.0;
            double visits = start + lead->none * hurt.visits[b];
            double moments = start + lead->none * hurt.moments[b];
            for (size_t i = 0; i < lead->count; i++) {
                const int64_t by = lead->by[i];
                if (by == 0 || b + by > width)
                    continue;
                visits += lead->chance[i] * after.visits[b + by];
                moments += lead->chance[i] * after.moments[b + by];
            }
            if (visits < CHAIN_LEAST)
                visits = moments = 0.0;
            visits *= waiting;
            moments = (moments + quiet * visits) * waiting;
            here.visits[b] = visits;
            here.moments[b] = moments + visits;
            after.visits[b] = hurt.visits[b] + reply->none * here.visits[b];
            after.moments[b] = hurt.moments[b] + reply->none * here.moments[b];
            /* The ways in which the fight can end from this state. */
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

/* Stack arrays, enough for two fighters of 1,024 hit points under any damage: each at most 2 x
 * 1,024 + 16 for the chain, 1,024 chances, 1,025 tails; and 1,025 for what the subject has left. */
#define LOCAL_DOUBLES 9251
#define LOCAL_BLOWS   2048

/* Limit for the chains of all rolls of one side. */
#define ROLLED_DOUBLES ((size_t)1 << 24)

static wyrm_status check_hp(const wyrm_fighter *fighter, const char *who, wyrm_error *error)
{
    const int64_t least = least_hp(fighter);
    const int64_t most = fighter->hp_roll ? wyrm_pmf_last(fighter->hp_roll) : fighter->hp;
    if (fighter->max_hp > WYRM_DUEL_HP_MAX)
        return wyrm_fail(error, WYRM_ERROR_RANGE,
                         "the %s of a duel has a maximum of %lld hit points, more than %lld", who,
                         (long long)fighter->max_hp, (long long)WYRM_DUEL_HP_MAX);
    if (least < 1)
        return wyrm_fail(error, WYRM_ERROR_ARGUMENT,
                         "the %s of a duel needs at least 1 hit point, found %lld", who,
                         (long long)least);
    if (most > fighter->max_hp)
        return wyrm_fail(error, WYRM_ERROR_ARGUMENT,
                         "the %s of a duel has %lld hit points, more than its maximum of %lld", who,
                         (long long)most, (long long)fighter->max_hp);
    return WYRM_OK;
}

/* Returns a ratio in lowest terms; 0/0 as `otherwise`. */
static wyrm_ratio lowest(wyrm_ratio of, int64_t otherwise)
{
    if (of.numerator == 0 && of.denominator == 0)
        return (wyrm_ratio){otherwise, 1};
    const int64_t common =
        of.numerator >= 0 && of.denominator > 0 ? common_divisor(of.numerator, of.denominator) : 1;
    return (wyrm_ratio){of.numerator / common, of.denominator / common};
}

static wyrm_ratio duration_of(const wyrm_fighter *fighter)
{
    return lowest(fighter->duration, 1);
}

static wyrm_ratio begin_of(const wyrm_fighter *fighter)
{
    return lowest(fighter->begins, 0);
}

static wyrm_status check_fighter(const wyrm_fighter *fighter, const char *who, wyrm_error *error)
{
    if (!fighter || !fighter->damage)
        return wyrm_fail(error, WYRM_ERROR_ARGUMENT, "the %s of a duel has no damage", who);
    if (wyrm_pmf_first(fighter->damage) < 0)
        return wyrm_fail(error, WYRM_ERROR_ARGUMENT,
                         "the damage of the %s of a duel must not be negative", who);
    wyrm_status status = check_hp(fighter, who, error);
    if (status != WYRM_OK)
        return status;
    const wyrm_ratio duration = duration_of(fighter);
    if (duration.numerator <= 0 || duration.denominator <= 0)
        return wyrm_fail(error, WYRM_ERROR_ARGUMENT,
                         "the duration of an attack of the %s of a duel must be above 0", who);
    if (duration.numerator > WYRM_DUEL_RATIO_MAX || duration.denominator > WYRM_DUEL_RATIO_MAX)
        return wyrm_fail(error, WYRM_ERROR_RANGE,
                         "the duration of an attack of the %s of a duel, %lld/%lld, must be of "
                         "numbers of at most %lld",
                         who, (long long)duration.numerator, (long long)duration.denominator,
                         (long long)WYRM_DUEL_RATIO_MAX);
    const wyrm_ratio begin = begin_of(fighter);
    if (begin.numerator < 0 || begin.denominator <= 0 ||
        begin.numerator / begin.denominator >= WYRM_DUEL_TURN_LIMIT)
        return wyrm_fail(error, WYRM_ERROR_ARGUMENT,
                         "the first attack of the %s of a duel must begin within %u turns", who,
                         WYRM_DUEL_TURN_LIMIT);
    if (!isfinite(fighter->regeneration) || fighter->regeneration < 0.0)
        return wyrm_fail(
            error, WYRM_ERROR_ARGUMENT,
            "the regeneration of the %s of a duel must be a finite number of at least 0", who);
    return WYRM_OK;
}

/* Returns the most damage of an attack, capped: beyond the most hit points more changes nothing. */
static int64_t worst_of(const wyrm_fighter *fighter)
{
    return lesser(wyrm_pmf_last(fighter->damage), WYRM_DUEL_HP_MAX);
}

/* Whether a fighter can never die: it survives the worst that comes between two regenerations, and
 * regains all of it. An attack of D turns is followed by at least floor(D) ends of turns; in a turn
 * there are at most ceil(1 / D) attacks. */
static bool is_safe(const wyrm_fighter *fighter, const wyrm_fighter *attacker)
{
    const wyrm_ratio takes = duration_of(attacker);
    const int64_t turns = greater(1, takes.numerator / takes.denominator);
    const int64_t attacks = (takes.denominator + takes.numerator - 1) / takes.numerator;
    const int64_t worst = attacks * worst_of(attacker);
    return worst == 0 || (worst < least_hp(fighter) &&
                          floor((double)turns * fighter->regeneration) >= (double)worst);
}

/* Builds the answer. left[0..hp]: chances of the hit points that the subject has after a win. */
static wyrm_duel summary(const totals *of, int subject, const double *left, int64_t hp,
                         const char *method)
{
    const double finished = of->won[LEAD] + of->won[REPLY], all = finished + of->fighting;
    wyrm_duel out =
        combat_chances(of->won[subject] / all, of->won[!subject] / all, of->fighting / all, method);
    if (!(finished > 0.0))
        return out;
    const double mean = (of->turns[LEAD] + of->turns[REPLY]) / finished;
    out.turns_mean = of->centre + mean;
    out.turns_sd = sqrt(fmax(0.0, of->squares / finished - mean * mean));
    if (of->won[subject] > 0.0)
        out.turns_mean_given_win = of->centre + of->turns[subject] / of->won[subject];
    fight_write_left(&out, left, hp, of->won[subject], of->won[!subject]);
    return out;
}

/* Sets the parts of a turn that times are counted in: at most 10^12. An attack takes at most 10^6
 * turns, so no time up to the turn limit overflows. False if more parts are needed. */
static bool set_clock(chain_fight *f)
{
    f->whole_turn = 1;
    for (int s = LEAD; s < SIDES; s++) {
        const int64_t both[] = {duration_of(f->fighter[s]).denominator,
                                begin_of(f->fighter[s]).denominator};
        for (size_t i = 0; i < COUNT_OF(both); i++) {
            if (both[i] == 1)
                continue;
            const int64_t factor = both[i] / common_divisor(both[i], f->whole_turn);
            if (factor > PARTS_MOST / f->whole_turn)
                return false;
            f->whole_turn *= factor;
        }
    }
    for (int s = LEAD; s < SIDES; s++) {
        const wyrm_ratio takes = duration_of(f->fighter[s]), begin = begin_of(f->fighter[s]);
        f->takes[s] = takes.numerator * (f->whole_turn / takes.denominator);
        f->next[s] = begin.numerator * (f->whole_turn / begin.denominator);
    }
    return true;
}

/* Computes the memory that a side needs. */
static void measure(chain_fight *f, int s)
{
    const wyrm_fighter *fighter = f->fighter[s];
    body *of = &f->side[s];
    of->top = top_hp(fighter);
    of->needs = chain_needs_of(f->fighter[!s]->damage, of->top);
    of->chains = 1;
    of->doubles = chain_doubles(of->top, of->needs.longest);
    if (is_mixed(fighter)) {
        of->chains = of->doubles = 0;
        for (int64_t hp = least_hp(fighter); hp <= of->top; hp++)
            if (chance_of_hp(fighter, hp) > 0.0) {
                of->chains++;
                of->doubles += chain_doubles(hp, of->needs.longest);
            }
    }
    f->doubles += of->needs.doubles + of->doubles +
                  (s == f->subject || f->distributions ? (size_t)of->top + 1 : 0);
    f->blows += of->needs.blows;
}

/* Starts the chain of a side, or one for each roll of its hit points. */
static void start_chains(body *of, const wyrm_fighter *fighter, double *doubles)
{
    const bool mixed = is_mixed(fighter);
    size_t begun = 0;
    of->alive = 1.0;
    if (!mixed)
        chain_start(&of->chain[begun++], &of->suffers, of->top, fighter->regeneration,
                    fighter->regenerated, doubles);
    for (int64_t hp = least_hp(fighter); hp <= (fighter->hp_roll ? of->top : fighter->hp); hp++) {
        const double chance = chance_of_hp(fighter, hp);
        if (!(chance > 0.0))
            continue;
        if (mixed) {
            chain_start(&of->chain[begun++], &of->suffers, hp, fighter->regeneration,
                        fighter->regenerated, doubles);
            doubles += chain_doubles(hp, of->suffers.longest);
        }
        chain_put(&of->chain[begun - 1], hp, chance);
    }
}

/* Starts both sides in the arrays given. A side with more than one chain has them allocated
 * already. */
static void start(chain_fight *f, double *doubles, int32_t *blows)
{
    f->fighting = 1.0;
    f->enough[f->subject] = isnan(f->odds) ? INFINITY : f->odds + CERTAIN;
    f->enough[!f->subject] = isnan(f->odds) ? INFINITY : 1.0 - f->odds + CERTAIN;
    for (int s = 0; s < SIDES; s++) {
        body *of = &f->side[s];
        of->suffers = chain_odds_of(f->fighter[!s]->damage, of->top, doubles, blows);
        doubles += of->needs.doubles;
        blows += of->needs.blows;
        if (!of->chain)
            of->chain = &of->only;
        start_chains(of, f->fighter[s], doubles);
        doubles += of->doubles;
        if (s == f->subject || f->distributions) {
            f->left[s] = doubles;
            memset(doubles, 0, ((size_t)of->top + 1) * sizeof *doubles);
            doubles += of->top + 1;
        }
    }
}

/* Plays to turn `last`. Where turns are recorded, their array grows in steps, so that only long
 * fights take the memory of long fights. */
static bool play_to(base_arena *arena, chain_fight *f, uint32_t last)
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

/* Whether a fight can be solved as a long one: one attack a turn on each side, no regeneration,
 * limited size. Hit points and damages are at most 10^6: nothing here can overflow. */
static bool can_be_long(const chain_fight *f)
{
    const body *lead = &f->side[LEAD], *reply = &f->side[REPLY];
    const uint64_t states = (uint64_t)lead->top * (uint64_t)reply->top;
    return !(f->fighter[LEAD]->regeneration > 0.0) && !(f->fighter[REPLY]->regeneration > 0.0) &&
           f->takes[LEAD] == f->whole_turn && f->takes[REPLY] == f->whole_turn &&
           begin_of(f->fighter[LEAD]).numerator == 0 &&
           begin_of(f->fighter[REPLY]).numerator == 0 && hit_rate(f) >= LEAST_HIT_RATE &&
           states <= LONG_WORK &&
           states * (lead->suffers.count + reply->suffers.count + 4) <= LONG_WORK &&
           long_doubles(f) <= LONG_DOUBLES;
}

static void write_answer(base_arena *arena, chain_fight *f)
{
    wyrm_duel_distributions *all = f->distributions;
    const int subject = f->subject;
    totals of;
    bool decided = play_to(arena, f, QUICK_TURNS);
    const bool is_long = !decided && can_be_long(f);
    f->work += is_long ? LONG_WORK : 0;
    if (!decided && (all || !is_long))
        decided = play_to(arena, f, WYRM_DUEL_TURN_LIMIT);
    if (is_long)
        solve_long(f, base_array(arena, double, long_doubles(f)), &of);
    else /* in a decided fight, the little that still fights counts as nothing */
        of = (totals){.won = {sum_value(&f->won[LEAD]), sum_value(&f->won[REPLY])},
                      .turns = {sum_value(&f->turns[LEAD]), sum_value(&f->turns[REPLY])},
                      .squares = sum_value(&f->squares),
                      .fighting = decided ? 0.0 : f->fighting,
                      .centre = f->centre};
    const char *method = decided || is_long                ? "exact"
                         : f->turn >= WYRM_DUEL_TURN_LIMIT ? "exact to the turn limit"
                                                           : "exact to the work limit";
    *f->out = summary(&of, subject, f->left[subject], f->side[subject].top, method);
    if (!all)
        return;
    /* Turns are reported only if all that the summary covers was played. */
    if (decided || !is_long) {
        fight_make_turns(arena, f->ends, f->turn, FIGHT_SIDES, &all->turns);
        fight_make_turns(arena, f->ends, f->turn, subject, &all->turns_given_win);
    }
    const double *left = f->left[subject];
    const int64_t most = f->side[subject].top;
    fight_make_left(arena, left, most, of.won[!subject], &all->hp_left);
    fight_make_left(arena, left, most, 0.0, &all->hp_left_given_win);
    fight_make_left(arena, f->left[!subject], f->side[!subject].top, of.won[subject],
                    &all->opponent_hp_left);
}

static void answer_in_arena(base_arena *arena, void *context)
{
    chain_fight *f = context;
    f->doubles = f->blows = 0;
    for (int s = 0; s < SIDES; s++) {
        measure(f, s);
        if (is_mixed(f->fighter[s])) {
            if (f->side[s].doubles > ROLLED_DOUBLES)
                base_refuse(arena, WYRM_ERROR_RANGE,
                            "a duel with regeneration has too many rolls of hit points to follow");
            f->side[s].chain = base_array(arena, hp_chain, f->side[s].chains);
        }
    }
    double *doubles = base_array(arena, double, f->doubles);
    start(f, doubles, base_array(arena, int32_t, f->blows));
    write_answer(arena, f);
}

static void answer_on_the_stack(base_arena *arena, void *context)
{
    double doubles[LOCAL_DOUBLES];
    int32_t blows[LOCAL_BLOWS];
    start(context, doubles, blows);
    write_answer(arena, context);
}

/* Whether a fight fits the stack arrays: one chain a side, and few hit points. */
static bool is_small(chain_fight *f)
{
    for (int s = 0; s < SIDES; s++)
        if (is_mixed(f->fighter[s]))
            return false;
    measure(f, LEAD);
    measure(f, REPLY);
    return f->doubles <= LOCAL_DOUBLES && f->blows <= LOCAL_BLOWS;
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
    if (is_safe(subject, opponent) && is_safe(opponent, subject)) {
        *out = combat_chances(0.0, 0.0, 1.0, "exact");
        out->endless = true;
        return WYRM_OK;
    }
    const int side = striker == WYRM_SUBJECT_FIRST ? LEAD : REPLY;
    chain_fight f = {.subject = side, .odds = odds, .out = out, .distributions = distributions};
    f.fighter[side] = subject;
    f.fighter[!side] = opponent;
    if (!set_clock(&f))
        return wyrm_fail(error, WYRM_ERROR_RANGE, "the times of a duel have no common measure");
    status = base_do(is_small(&f) ? answer_on_the_stack : answer_in_arena, &f, error);
    if (!base_may_spend(WYRM_COST_FIGHTS, f.work + f.doubles) && status == WYRM_OK)
        status = wyrm_fail(error, WYRM_ERROR_LIMIT, "there was work enough: fights");
    return status;
}

wyrm_status wyrm_duel_solve(const wyrm_fighter *subject, const wyrm_fighter *opponent,
                            wyrm_striker striker, wyrm_duel *out, wyrm_error *error)
{
    return solve(subject, opponent, striker, NAN, out, NULL, error);
}

wyrm_status combat_duel_beats(const wyrm_fighter *subject, const wyrm_fighter *opponent,
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
