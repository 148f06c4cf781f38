/* Set fights: a fight that is too much for duel_joint.c is played many times. Each fight has its
 * own random stream, so that the draws of one move no other.
 *
 * After 20,000 fights a chance of one half is known to +-0.7 points, after 1,000 to +-3; the
 * smaller number is for fights so long that nobody would wait for more. If an outcome needs a finer
 * clock (fight_course.c), all fights are played anew, so that one clock holds for all. */
#include <math.h>
#include <string.h>
#include <wyrm/streams.h>
#include "combat/fight.h"

enum { NOBODY = FIGHT_SIDES };

#define SETS      20000u
#define SETS_LONG 1000u
/* steps of the first 1,000 fights after which no more are played */
#define SETS_WORK ((uint64_t)500000)
#define STEP_WORK 30 /* work charged for a step */

/* In the middle of a game, where each turn may ask several times, 1,000 fights are enough, and 20
 * or 100 if they took more steps than this. */
#define QUICK_WORK ((uint64_t)20000)

typedef struct played {
    fight_job fight;
    fight_course course;
    wyrm_striker striker;
    uint64_t seed;
    wyrm_alias *roll[FIGHT_SIDES], *damage[FIGHT_SIDES][FIGHT_SLOTS_MOST]; /* NULL: none */
    /* sums over wins of the part of its hit points that the subject has left */
    double shares, share_squares;
    uint64_t steps; /* of work */
} played;

/* Draws a result: the first whose summed chance is above the draw; the last if rounding leaves the
 * sum below 1. */
static const fight_result *drawn_result(const fight_answer *a, wyrm_rng *rng)
{
    const double drawn = wyrm_rng_real(rng);
    size_t low = 0, high = a->results - 1;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (a->result[middle].until > drawn)
            high = middle;
        else
            low = middle + 1;
    }
    return &a->result[low];
}

/* Takes hit points from `side` (below 0: gives). Returns who dies of it, or NOBODY. */
static int lose(const fight_moment *at, int64_t hp[FIGHT_SIDES], int side, int64_t points)
{
    hp[side] = lesser(at->top[side], hp[side] - points);
    return hp[side] <= 0 ? side : NOBODY;
}

static int play_blow(const fight_course *c, fight_moment *at, const fight_step *now,
                     int64_t hp[FIGHT_SIDES], wyrm_rng *rng)
{
    if (fight_is_helpless(c->fight, at, now->side)) {
        *at = fight_after_waiting(c->fight, at, now->side);
        return NOBODY;
    }
    const fight_answer *a = fight_ask(c, at, now, hp);
    const fight_result *r = drawn_result(a, rng);
    *at = fight_after_blow(c, at, now, &a->effect[r->effect]);
    /* The attacker's own loss comes first: if it dies of that, it does no damage. */
    const int dies = lose(at, hp, now->side, -r->heal);
    return dies != NOBODY ? dies : lose(at, hp, !now->side, r->damage);
}

/* Plays one step: changes `hp`, and moves `at` to where it leads. Returns who dies of it. */
static int play_step(const played *p, fight_moment *at, int64_t hp[FIGHT_SIDES], wyrm_rng *rng)
{
    const fight_job *f = &p->fight;
    const fight_step *now = &p->course.steps[at->step];
    const int s = now->side;
    int64_t points = 0;
    switch (now->event) {
    case FIGHT_BLOW:
        return play_blow(&p->course, at, now, hp, rng);
    case FIGHT_SUFFER:
        points = wyrm_alias_draw(p->damage[s][now->index], rng);
        points = fight_suffered(f, now, at, points);
        *at = fight_after_suffering(&p->course, at, s, points > 0);
        break;
    case FIGHT_REGENERATE:
        points = -fight_regenerated(f, s, fight_turn(f, now, at->time));
        break;
    case FIGHT_COUNT: {
        const bool off = wyrm_rng_real(rng) < fight_shaken_off(f, now, at);
        *at = fight_after_counting(&p->course, at, now, off);
        break;
    }
    }
    return lose(at, hp, s, points);
}

/* Plays a fight; returns its steps. It breaks off if durations need a finer clock. */
static uint64_t play(played *p, uint32_t number)
{
    fight_job *f = &p->fight;
    wyrm_rng rng = wyrm_rng_start(p->seed, number, WYRM_STREAM_COMBAT, 0);
    int64_t hp[FIGHT_SIDES], top[FIGHT_SIDES];
    for (int s = 0; s < FIGHT_SIDES; s++) {
        const fight_side *side = fight_side_of(f, s);
        hp[s] = p->roll[s] ? wyrm_alias_draw(p->roll[s], &rng) : side->hp;
        top[s] = p->roll[s] ? hp[s] : side->max_hp;
    }
    const int64_t measure = f->lessons.measure;
    fight_moment at = fight_first_moment(f, top[FIGHT_SUBJECT], top[FIGHT_OPPONENT]);
    uint64_t steps = 0;
    fight_advance(&p->course, &at);
    while (at.time < WYRM_DUEL_PLAYED_TURNS * f->whole_turn && f->lessons.measure == measure) {
        const uint32_t turn = fight_turn(f, &p->course.steps[at.step], at.time);
        const int dies = play_step(p, &at, hp, &rng);
        steps++;
        if (dies != NOBODY) {
            fight_record(f, !dies, turn, 1.0);
            f->left[!dies][hp[!dies]] += 1.0;
            if (dies == FIGHT_OPPONENT) {
                const double share = (double)hp[FIGHT_SUBJECT] / (double)top[FIGHT_SUBJECT];
                p->shares += share;
                p->share_squares += share * share;
            }
            return steps;
        }
        fight_advance(&p->course, &at);
    }
    return steps;
}

static wyrm_alias *alias_of(base_arena *arena, const wyrm_pmf *pmf)
{
    wyrm_alias *alias;
    if (!pmf)
        return NULL;
    base_must(arena, wyrm_alias_new(pmf, &alias, &arena->error));
    base_keep(arena, alias, wyrm_alias_free);
    return alias;
}

/* Prepares for fight_start. All slots are tracked, unlike in duel_joint.c: a single state costs the
 * same however much it holds. */
static void prepare(base_arena *arena, played *p)
{
    fight_begin(&p->fight, arena, p->striker);
    p->course = (fight_course){.fight = &p->fight,
                               .tracked = ~(fight_things)0,
                               .attacks = {true, true},
                               .has_hp = {true, true}};
    fight_list_steps(arena, &p->course);
    for (int s = 0; s < FIGHT_SIDES; s++) {
        const fight_side *side = fight_side_of(&p->fight, s);
        p->roll[s] = alias_of(arena, side->hp_roll);
        for (size_t i = 0; i < side->slot_count; i++)
            p->damage[s][i] = alias_of(arena, side->slots[i].damage);
    }
}

static void write_shares(const played *p, double finished)
{
    wyrm_duel *out = p->fight.out;
    out->share_left_mean = finished > 0.0 ? p->shares / finished : (double)NAN;
    out->share_left_sd =
        sqrt(fmax(0.0, p->share_squares / finished - out->share_left_mean * out->share_left_mean));
}

/* Whether so many fights, which took so many steps, are enough. */
static bool is_enough(const fight_job *f, uint32_t fights, uint64_t steps)
{
    if (f->model->quick)
        return fights == SETS_LONG || (steps > QUICK_WORK && (fights == 20 || fights == 100));
    return fights == SETS || (fights == SETS_LONG && steps > SETS_WORK);
}

/* Plays as many fights as are enough. */
static void play_all(base_arena *arena, void *context)
{
    played *p = context;
    fight_job *f = &p->fight;
    uint32_t fights;
    int64_t measure;
    prepare(arena, p);
    do { /* once, or again with a finer clock */
        uint64_t steps = 0;
        fight_start(f);
        p->shares = p->share_squares = 0.0;
        measure = f->lessons.measure;
        for (fights = 0; !is_enough(f, fights, steps) && f->lessons.measure == measure; fights++)
            steps += play(p, fights);
        p->steps += STEP_WORK * steps;
        base_spend(arena, WYRM_COST_FIGHTS, STEP_WORK * steps);
    } while (f->lessons.measure != measure);
    fight_write_result(f, fights - f->won[0] - f->won[1],
                       fights == SETS        ? "20,000 set fights"
                       : fights == SETS_LONG ? "1,000 set fights"
                       : fights == 100       ? "100 set fights"
                                             : "20 set fights",
                       fights);
    write_shares(p, f->won[0] + f->won[1]);
}

wyrm_status fight_play(const fight_model *model, wyrm_striker striker, uint64_t seed,
                       wyrm_duel *out, wyrm_duel_distributions *distributions, wyrm_error *error)
{
    played p = {.fight = {.model = model, .out = out, .distributions = distributions},
                .striker = striker,
                .seed = seed};
    *out = (wyrm_duel){.method = ""};
    if (distributions)
        memset(distributions, 0, sizeof *distributions);
    const wyrm_status status = base_do(play_all, &p, error);
    out->steps = p.steps;
    if (status != WYRM_OK)
        wyrm_duel_distributions_free(distributions);
    return status;
}
