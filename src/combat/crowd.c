/* Several against one.
 *
 * The subject attacks one foe until it falls, then the next, so as long as attacks do nothing but
 * damage, how many of them each one takes depends on nothing that is done to the subject meanwhile.
 * It is enough to follow the subject's hit points, foe by foe and attack by attack. When the foes
 * attack, and when the subject regenerates, comes round again after some of its attacks, the
 * period: where in it a foe begins to be attacked is all of the time that has to be remembered.
 *
 * What is beyond that (conditions, foes that regenerate, periods without end) is played.
 */
#include <math.h>
#include <string.h>
#include "combat/internal.h"

#define BLOWS_MAX    2000 /* that one foe may take on average */
#define WORK_MAX     1e7  /* products; about a hundredth of a second */
#define NEGLIGIBLE   1e-15
#define PHASES_MOST  64
#define EVENTS_MOST  4096
#define MEASURE_MOST INT64_C(1000000000) /* parts of a period */

/* One of those who fight the subject. Its pmfs are the arena's. */
typedef struct foe {
    const combat_foe *is;
    wyrm_pmf *damage; /* of its attacks on the subject */
    wyrm_pmf *blows;  /* attacks of the subject until it falls; NULL: it never does */
    double patience;  /* attacks on average */
    int64_t due, takes;
} foe;

/* What happens between two attacks of the subject: foe number `foe` attacks, or the subject wins
 * back hit points. */
typedef struct event {
    int64_t time;
    bool regenerates;
    size_t foe;
    int64_t points;
} event;

typedef struct phase {
    event *events;
    size_t count;
} phase;

typedef struct crowd {
    base_arena *arena;
    const wyrm_combat *combat;
    const wyrm_combatant *subject;
    const combat_foe *list;
    size_t count;
    foe *foes; /* in the order in which they are attacked */
    int64_t turn, due, takes;
    int64_t top; /* the most hit points of the subject */
    phase phases[PHASES_MOST];
    size_t period; /* phases */
    double work;
    wyrm_duel *out;
} crowd;

/* ---- Who is attacked first ---- */

static wyrm_pmf *damage_of(const crowd *c, const wyrm_combatant *from, const wyrm_combatant *to)
{
    const wyrm_matchup matchup = {.attacker = from, .defender = to, .distance = 1.0};
    wyrm_pmf *damage;
    base_must(c->arena, wyrm_combat_hit(c->combat, &matchup, &damage, &c->arena->error));
    base_keep(c->arena, damage, wyrm_pmf_free);
    return damage;
}

static foe size_up(const crowd *c, const combat_foe *is)
{
    foe made = {.is = is, .patience = INFINITY};
    if (c->subject->hp <= 0 || is->who->hp <= 0)
        base_refuse(c->arena, WYRM_ERROR_ARGUMENT, "the dead do not fight");
    wyrm_pmf *given = damage_of(c, c->subject, is->who);
    made.damage = damage_of(c, is->who, c->subject);
    if (wyrm_pmf_last(given) <= 0)
        return made;
    made.patience = (double)is->who->hp / wyrm_pmf_mean(given);
    if (made.patience > BLOWS_MAX)
        return made;
    base_must(c->arena, wyrm_hits_to_kill(given, is->who->hp, &made.blows, &c->arena->error));
    base_keep(c->arena, made.blows, wyrm_pmf_free);
    made.patience = wyrm_pmf_mean(made.blows);
    return made;
}

/* The weakest first; of equals, who came first. */
static void line_up(crowd *c)
{
    c->foes = base_array(c->arena, foe, c->count);
    for (size_t i = 0, at; i < c->count; i++) {
        const foe made = size_up(c, &c->list[i]);
        for (at = i; at > 0 && c->foes[at - 1].patience > made.patience; at--)
            c->foes[at] = c->foes[at - 1];
        c->foes[at] = made;
    }
}

/* ---- Time ---- */

static bool widen(int64_t *all, int64_t by)
{
    const int64_t factor = by / common_divisor(*all, by);
    if (factor > MEASURE_MOST / *all)
        return false;
    *all *= factor;
    return true;
}

/* In lowest terms; 0/0 is `otherwise`. */
static wyrm_ratio lowest(wyrm_ratio of, int64_t otherwise)
{
    if (of.denominator == 0)
        return (wyrm_ratio){otherwise, 1};
    const int64_t common = common_divisor(of.numerator, of.denominator);
    return (wyrm_ratio){of.numerator / common, of.denominator / common};
}

/* The parts that times are counted in. False where attacks have no common measure, or take their
 * turns in another way than they go on. */
static bool set_clock(crowd *c)
{
    const wyrm_ratio mine = lowest(c->list[0].clock.due[0], 0);
    const wyrm_ratio own = lowest(wyrm_combat_duration(c->combat, c->subject), 1);
    c->turn = 1;
    bool fits = widen(&c->turn, mine.denominator) && widen(&c->turn, own.denominator);
    for (size_t i = 0; i < c->count && fits; i++)
        fits = widen(&c->turn, lowest(c->foes[i].is->clock.due[1], 0).denominator) &&
               widen(&c->turn,
                     lowest(wyrm_combat_duration(c->combat, c->foes[i].is->who), 1).denominator);
    if (!fits || mine.numerator >= mine.denominator)
        return false;
    c->due = mine.numerator * (c->turn / mine.denominator);
    c->takes = own.numerator * (c->turn / own.denominator);
    for (size_t i = 0; i < c->count; i++) {
        foe *of = &c->foes[i];
        const wyrm_ratio due = lowest(of->is->clock.due[1], 0);
        const wyrm_ratio takes = lowest(wyrm_combat_duration(c->combat, of->is->who), 1);
        of->due = due.numerator * (c->turn / due.denominator);
        of->takes = takes.numerator * (c->turn / takes.denominator);
        if (of->due < c->due || of->due - of->takes >= c->due)
            return false;
    }
    return true;
}

static bool set_period(crowd *c)
{
    int64_t length = c->takes;
    bool fits = true;
    for (size_t i = 0; i < c->count && fits; i++)
        fits = widen(&length, c->foes[i].takes);
    if (fits && c->subject->regeneration > 0.0) {
        const wyrm_ratio rate = combat_ratio_of(c->subject->regeneration);
        fits =
            rate.denominator < MEASURE_MOST / c->turn && widen(&length, c->turn * rate.denominator);
    }
    if (!fits || length / c->takes > PHASES_MOST)
        return false;
    c->period = (size_t)(length / c->takes);
    return true;
}

static bool add_event(crowd *c, phase *to, size_t *room, event one)
{
    if (to->count >= EVENTS_MOST)
        return false;
    to->events = base_grow(c->arena, to->events, to->count, room, sizeof *to->events);
    size_t at = to->count++;
    for (; at > 0 && to->events[at - 1].time > one.time; at--)
        to->events[at] = to->events[at - 1];
    to->events[at] = one;
    return true;
}

/* From an attack of the subject, itself not counted, to the next: what regenerates at the end of a
 * turn comes before who attacks then. */
static bool fill_phase(crowd *c, size_t number)
{
    phase *to = &c->phases[number];
    const int64_t from = c->due + (int64_t)number * c->takes, until = from + c->takes;
    const double rate = fmin(c->subject->regeneration, (double)c->subject->max_hp);
    size_t room = 0;
    bool fits = true;
    for (int64_t turn = from / c->turn + 1; rate > 0.0 && turn * c->turn <= until && fits; turn++) {
        const uint32_t all = (uint32_t)turn + c->list[0].clock.regenerated[0];
        const int64_t points = combat_regenerated(rate, all) - combat_regenerated(rate, all - 1);
        if (points > 0)
            fits =
                add_event(c, to, &room,
                          (event){.time = turn * c->turn, .regenerates = true, .points = points});
    }
    for (size_t i = 0; i < c->count; i++) {
        const foe *of = &c->foes[i];
        const int64_t skipped = from > of->due ? (from - of->due + of->takes - 1) / of->takes : 0;
        for (int64_t at = of->due + skipped * of->takes; at < until && fits; at += of->takes)
            fits = add_event(c, to, &room, (event){.time = at, .foe = i});
    }
    return fits;
}

/* ---- Hit points of the subject: alive[1..top] ---- */

static void strike(const crowd *c, double *alive, const wyrm_pmf *damage)
{
    const double *chances = wyrm_pmf_probabilities(damage);
    const int64_t first = wyrm_pmf_first(damage), last = wyrm_pmf_last(damage);
    for (int64_t left = 1; left <= c->top; left++) {
        double sum = 0.0;
        for (int64_t hurt = first; hurt <= last && left + hurt <= c->top; hurt++)
            sum += chances[hurt - first] * alive[left + hurt];
        alive[left] = sum;
    }
}

static void regenerate(const crowd *c, double *alive, int64_t points)
{
    for (int64_t hp = c->top - 1; hp >= 1; hp--) {
        const int64_t to = lesser(c->top, hp + points);
        const double moved = alive[hp];
        alive[hp] = 0.0;
        alive[to] += moved;
    }
}

static double total(const crowd *c, const double *alive)
{
    double sum = 0.0;
    for (int64_t left = 1; left <= c->top; left++)
        sum += alive[left];
    return sum;
}

/* What happens after an attack of the subject, where the foes from `first` on live. False where it
 * is too much work. */
static bool pass(crowd *c, size_t number, size_t first, double *alive)
{
    const phase *of = &c->phases[number];
    for (size_t i = 0; i < of->count; i++) {
        const event *now = &of->events[i];
        if (now->regenerates)
            regenerate(c, alive, now->points);
        else if (now->foe >= first) {
            const wyrm_pmf *damage = c->foes[now->foe].damage;
            strike(c, alive, damage);
            c->work -= (double)c->top * fmin((double)wyrm_pmf_length(damage), (double)c->top);
        }
    }
    c->work -= (double)c->top;
    return c->work >= 0.0;
}

/* Fights one foe to its end, from a phase in which the subject attacks it first; then[] gets, by
 * the phase of the last attack, the hit points as they are at it. */
static bool fell(crowd *c, size_t index, size_t begun, double *alive, double **then)
{
    const wyrm_pmf *blows = c->foes[index].blows;
    for (int64_t blow = 1; blow <= wyrm_pmf_last(blows); blow++) {
        const size_t now = (begun + (size_t)blow - 1) % c->period;
        const double chance = wyrm_pmf_at(blows, blow);
        for (int64_t left = 1; left <= c->top; left++)
            then[now][left] += chance * alive[left];
        if (!pass(c, now, index, alive))
            return false;
        if (total(c, alive) < NEGLIGIBLE)
            return true;
    }
    return true;
}

static double **rows_of(const crowd *c)
{
    double **rows = base_array(c->arena, double *, c->period);
    for (size_t i = 0; i < c->period; i++)
        rows[i] = base_array(c->arena, double, (size_t)c->top + 1);
    return rows;
}

static bool follow(crowd *c, double *won)
{
    double **now = rows_of(c), **then = rows_of(c);
    now[0][c->subject->hp] = 1.0;
    for (size_t i = 0; i < c->count; i++) {
        for (size_t k = 0; k < c->period; k++)
            memset(then[k], 0, ((size_t)c->top + 1) * sizeof **then);
        for (size_t k = 0; k < c->period; k++)
            if (total(c, now[k]) > 0.0 && !fell(c, i, k, now[k], then))
                return false;
        for (size_t k = 0; i + 1 < c->count && k < c->period; k++) { /* the rest of the phase */
            double *next = now[(k + 1) % c->period];
            if (!pass(c, k, i + 1, then[k]))
                return false;
            memcpy(next, then[k], ((size_t)c->top + 1) * sizeof *next);
        }
    }
    *won = 0.0;
    for (size_t k = 0; k < c->period; k++)
        *won += total(c, then[k]);
    return true;
}

/* ---- The answer ---- */

static bool is_followed(crowd *c, double *won)
{
    for (size_t i = 0; i < c->count; i++) {
        const wyrm_combatant *who = c->foes[i].is->who;
        if (who->regeneration > 0.0 || (!c->foes[i].blows && isfinite(c->foes[i].patience)) ||
            wyrm_combat_hp_roll(c->combat, who) != NULL ||
            !wyrm_combat_is_plain(c->combat, c->subject, who) ||
            !wyrm_combat_is_plain(c->combat, who, c->subject))
            return false;
    }
    if (!isfinite(c->foes[c->count - 1].patience)) { /* it never falls */
        *won = 0.0;
        return true;
    }
    if (wyrm_combat_hp_roll(c->combat, c->subject) != NULL || !set_clock(c) || !set_period(c))
        return false;
    for (size_t i = 0; i < c->period; i++)
        if (!fill_phase(c, i))
            return false;
    return follow(c, won);
}

static void answer(base_arena *arena, void *context)
{
    crowd *c = context;
    double won;
    c->arena = arena;
    line_up(c);
    if (is_followed(c, &won)) {
        *c->out = combat_chances(won, NAN, NAN, "exact");
        return;
    }
    fight_model *models = base_array(arena, fight_model, c->count);
    for (size_t i = 0; i < c->count; i++)
        models[i] = combat_fight_of(arena, c->combat, c->subject, c->foes[i].is->who,
                                    &c->foes[i].is->clock);
    base_must(arena, fight_play_crowd(models, c->count, COMBAT_PLAYED_SEED, c->out, &arena->error));
}

wyrm_status wyrm_combat_crowd(const wyrm_combat *combat, const wyrm_combatant *subject,
                              const combat_foe *foes, size_t count, wyrm_duel *out,
                              wyrm_error *error)
{
    crowd c = {.combat = combat,
               .subject = subject,
               .list = foes,
               .count = count,
               .top = subject->regeneration > 0.0 ? subject->max_hp : subject->hp,
               .work = WORK_MAX,
               .out = out};
    *out = (wyrm_duel){.method = "exact", .p_win = 1.0, .p_win_low = 1.0, .p_win_high = 1.0};
    const wyrm_status status = count > 0 ? base_do(answer, &c, error) : WYRM_OK;
    if (!base_may_spend(WYRM_COST_FIGHTS, (uint64_t)(WORK_MAX - c.work)) && status == WYRM_OK)
        return wyrm_fail(error, WYRM_ERROR_LIMIT, "there was work enough: fights");
    return status;
}
