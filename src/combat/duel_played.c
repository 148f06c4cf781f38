/* Set fights: a fight that is too much to be followed exactly (duel_joint.c) is played many times
 * over. Each fight has a random stream of its own, so that what one draws moves no other.
 *
 * After 20,000 fights a chance of one half is known to +-0.7 points, after 1,000 to +-3; the fewer
 * are for fights so long that nobody would wait for more. The clock of fight_course.c gets finer
 * when an outcome is seen that asks for it: then all fights are played anew, so that one clock
 * holds for all. */
#include <string.h>
#include <wyrm/streams.h>
#include "combat/fight.h"

enum { NOBODY = FIGHT_SIDES };

#define SETS      20000u
#define SETS_LONG 1000u
#define SETS_WORK ((uint64_t)500000) /* steps of the first thousand, for them to be all */
#define STEP_WORK 30                 /* what a step counts as */

typedef struct played {
    fight_job fight;
    fight_course course;
    wyrm_striker striker;
    uint64_t seed;
    wyrm_alias *roll[FIGHT_SIDES], *damage[FIGHT_SIDES][FIGHT_SLOTS_MOST]; /* NULL: none */
} played;

/* The first result that makes, with those before it, more than what is drawn. The last stays where
 * rounding leaves the sum below 1. */
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

/* `side` loses hit points, or wins some. Who dies of it. */
static int lose(const fight_place *at, int64_t hp[FIGHT_SIDES], int side, int64_t points)
{
    hp[side] = lesser(at->top[side], hp[side] - points);
    return hp[side] <= 0 ? side : NOBODY;
}

static int play_blow(const fight_course *c, fight_place *at, const fight_step *now,
                     int64_t hp[FIGHT_SIDES], wyrm_rng *rng)
{
    if (fight_is_helpless(c->fight, at, now->side)) {
        *at = fight_after_waiting(c->fight, at, now->side);
        return NOBODY;
    }
    const fight_answer *a = fight_ask(c, at, now, hp);
    const fight_result *r = drawn_result(a, rng);
    *at = fight_after_blow(c, at, now, &a->effect[r->effect]);
    /* What it costs the attacker counts first: who dies of that does no damage any more. */
    const int dies = lose(at, hp, now->side, -r->heal);
    return dies != NOBODY ? dies : lose(at, hp, !now->side, r->damage);
}

/* One step: `hp` changes, and `at` becomes where it leads to. Who dies of it. */
static int play_step(const played *p, fight_place *at, int64_t hp[FIGHT_SIDES], wyrm_rng *rng)
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

/* Returns its steps. Durations that turn out to need a finer clock end it. */
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
    fight_place at = fight_first_place(f, top[FIGHT_SUBJECT], top[FIGHT_OPPONENT]);
    uint64_t steps = 0;
    fight_advance(&p->course, &at);
    while (at.time < WYRM_DUEL_PLAYED_TURNS * f->whole_turn && f->lessons.measure == measure) {
        const uint32_t turn = fight_turn(f, &p->course.steps[at.step], at.time);
        const int dies = play_step(p, &at, hp, &rng);
        steps++;
        if (dies != NOBODY) {
            fight_record(f, !dies, turn, 1.0);
            f->left[!dies][hp[!dies]] += 1.0;
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

/* Ready for fight_start. Everything is followed, unlike where sides are followed apart: one state
 * costs the same however much of it there is. */
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

/* Twenty thousand fights, unless the first thousand have shown that this takes too long. */
static void play_all(base_arena *arena, void *context)
{
    played *p = context;
    fight_job *f = &p->fight;
    uint32_t fights;
    int64_t measure;
    prepare(arena, p);
    do { /* once, or anew with a finer clock */
        uint64_t steps = 0;
        fight_start(f);
        measure = f->lessons.measure;
        for (fights = 0; fights < SETS && f->lessons.measure == measure; fights++) {
            if (fights == SETS_LONG && steps > SETS_WORK)
                break;
            steps += play(p, fights);
        }
        base_spend(arena, WYRM_COST_FIGHTS, STEP_WORK * steps);
    } while (f->lessons.measure != measure);
    fight_tell(f, fights - f->won[0] - f->won[1],
               fights == SETS ? "20,000 set fights" : "1,000 set fights", fights);
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
    if (status != WYRM_OK)
        wyrm_duel_distributions_free(distributions);
    return status;
}

/* ---- Several against one ----
 *
 * Each pair is a fight of its own, and the subject stands in all of them: what it is in one of them
 * after a step is carried into that in which the next step is. */

#define CROWD_LEAST 200u               /* fights, however long they are */
#define CROWD_WORK  ((uint64_t)300000) /* steps */

typedef struct pair {
    played of;
    fight_place at;
    int64_t hp; /* of the opponent */
} pair;

typedef struct crowd {
    pair *pairs;
    size_t count, left; /* opponents, and of these those who live */
    uint64_t seed, steps;
    fight_place mine; /* of the subject: slots, next, top */
    int64_t hp;
    int64_t time;
    bool ends_turns; /* something happens at the end of turns */
    wyrm_duel *out;
    const fight_model *models;
} crowd;

/* One step of a pair, with the subject as the last step of any pair left it. Whether it lives.
 * Conditions that blows put on the subject are its own, whoever struck; what it does to an opponent
 * stays in the pair. */
static bool step_pair(crowd *c, pair *p, const fight_step *now, wyrm_rng *rng)
{
    int64_t hp[FIGHT_SIDES] = {c->hp, p->hp};
    p->at.time = c->time;
    p->at.step = (int32_t)(now - p->of.course.steps);
    p->at.next[FIGHT_SUBJECT] = c->mine.next[FIGHT_SUBJECT];
    p->at.top[FIGHT_SUBJECT] = c->mine.top[FIGHT_SUBJECT];
    memcpy(p->at.slots[FIGHT_SUBJECT], c->mine.slots[FIGHT_SUBJECT],
           sizeof c->mine.slots[FIGHT_SUBJECT]);
    const int dies = play_step(&p->of, &p->at, hp, rng);
    c->steps++;
    memcpy(c->mine.slots[FIGHT_SUBJECT], p->at.slots[FIGHT_SUBJECT],
           sizeof c->mine.slots[FIGHT_SUBJECT]);
    c->mine.next[FIGHT_SUBJECT] = p->at.next[FIGHT_SUBJECT];
    c->hp = hp[FIGHT_SUBJECT];
    p->hp = hp[FIGHT_OPPONENT];
    c->left -= dies == FIGHT_OPPONENT;
    return dies != FIGHT_SUBJECT;
}

/* The end of a turn of one side. */
static bool end_turn(crowd *c, pair *p, int side, wyrm_rng *rng)
{
    for (size_t i = 0; i < p->of.course.count; i++) {
        const fight_step *now = &p->of.course.steps[i];
        const uint16_t *slots = side == FIGHT_SUBJECT ? c->mine.slots[side] : p->at.slots[side];
        if (now->event == FIGHT_BLOW || now->side != side ||
            (now->event == FIGHT_SUFFER && slots[now->index] == 0))
            continue;
        if (!step_pair(c, p, now, rng))
            return false;
        if (p->hp <= 0)
            break;
    }
    return true;
}

/* All blows of an attack that is due. An attack takes its time whether or not all of its blows were
 * needed, and a blow alone ends it: so where no blow has, one that does nothing is counted. */
static bool attack(crowd *c, pair *p, int side, wyrm_rng *rng)
{
    static const fight_effect none = {.extra = {0, 1}};
    const fight_course *course = &p->of.course;
    const fight_step *now = NULL;
    for (size_t i = 0; i < course->count; i++) {
        if (course->steps[i].event != FIGHT_BLOW || course->steps[i].side != side)
            continue;
        now = &course->steps[i];
        if (p->hp <= 0)
            continue;
        if (!step_pair(c, p, now, rng))
            return false;
        if (p->at.next[side] != c->time)
            return true;
    }
    if (now != NULL) { /* it has killed before its last blow, or died of its own */
        p->at = fight_after_blow(course, &p->at, now, &none);
        c->mine.next[FIGHT_SUBJECT] = p->at.next[FIGHT_SUBJECT];
    }
    return true;
}

/* The subject attacks one after the other, in the order in which they are given. */
static pair *first_living(const crowd *c)
{
    size_t i = 0;
    while (i < c->count && c->pairs[i].hp <= 0)
        i++;
    return &c->pairs[i];
}

/* All that happens at one time. Whether the subject lives. Ends of turns before blows, and the
 * subject before all others, as in a fight of two that it begins. */
static bool play_time(crowd *c, wyrm_rng *rng)
{
    const int64_t turn = c->pairs[0].of.fight.whole_turn;
    if (c->ends_turns && c->time > 0 && c->time % turn == 0) {
        if (!end_turn(c, first_living(c), FIGHT_SUBJECT, rng))
            return false;
        for (size_t i = 0; i < c->count; i++)
            if (c->pairs[i].hp > 0 && !end_turn(c, &c->pairs[i], FIGHT_OPPONENT, rng))
                return false;
    }
    if (c->left > 0 && c->mine.next[FIGHT_SUBJECT] == c->time &&
        !attack(c, first_living(c), FIGHT_SUBJECT, rng))
        return false;
    for (size_t i = 0; i < c->count; i++)
        if (c->pairs[i].hp > 0 && c->pairs[i].at.next[FIGHT_OPPONENT] == c->time &&
            !attack(c, &c->pairs[i], FIGHT_OPPONENT, rng))
            return false;
    return true;
}

static int64_t time_after(const crowd *c)
{
    const int64_t turn = c->pairs[0].of.fight.whole_turn;
    int64_t soonest = c->mine.next[FIGHT_SUBJECT];
    for (size_t i = 0; i < c->count; i++)
        if (c->pairs[i].hp > 0)
            soonest = lesser(soonest, c->pairs[i].at.next[FIGHT_OPPONENT]);
    return c->ends_turns ? lesser(soonest, (c->time / turn + 1) * turn) : soonest;
}

static int64_t rolled(const played *p, int side, wyrm_rng *rng)
{
    return p->roll[side] ? wyrm_alias_draw(p->roll[side], rng) : fight_side_of(&p->fight, side)->hp;
}

static void begin_crowd(crowd *c, wyrm_rng *rng)
{
    c->hp = rolled(&c->pairs[0].of, FIGHT_SUBJECT, rng);
    c->time = 0;
    c->left = c->count;
    for (size_t i = 0; i < c->count; i++) {
        pair *p = &c->pairs[i];
        const fight_side *subject = fight_side_of(&p->of.fight, FIGHT_SUBJECT);
        const fight_side *opponent = fight_side_of(&p->of.fight, FIGHT_OPPONENT);
        p->hp = rolled(&p->of, FIGHT_OPPONENT, rng);
        p->at = fight_first_place(&p->of.fight, subject->hp_roll ? c->hp : subject->max_hp,
                                  opponent->hp_roll ? p->hp : opponent->max_hp);
    }
    c->mine = c->pairs[0].at;
    c->time = time_after(c);
}

/* The parts of a turn that all pairs count in; what outcomes add to durations may ask for finer
 * ones. */
static int64_t common_measure(const crowd *c)
{
    int64_t measure = 1;
    for (size_t i = 0; i < c->count; i++) {
        const fight_job *f = &c->pairs[i].of.fight;
        const int64_t both[] = {f->whole_turn, f->lessons.measure};
        for (int k = 0; k < 2; k++) {
            measure *= both[k] / common_divisor(measure, both[k]);
            if (measure > INT64_C(1000000000))
                base_refuse(f->arena, WYRM_ERROR_RANGE,
                            "the durations of a fight have no common measure");
        }
    }
    return measure;
}

/* Pairs must count in the same parts of a turn, as the subject's time is that of all of them: each
 * clock is set by itself first, to see what it needs, and then to what all need. */
static void set_clocks(crowd *c)
{
    for (size_t i = 0; i < c->count; i++)
        fight_start(&c->pairs[i].of.fight);
    const int64_t measure = common_measure(c);
    for (size_t i = 0; i < c->count; i++) {
        c->pairs[i].of.fight.lessons.measure = measure;
        fight_start(&c->pairs[i].of.fight);
    }
}

/* A pair that has learned of a finer duration while it was played counts differently from the
 * others. */
static bool clocks_hold(const crowd *c)
{
    for (size_t i = 1; i < c->count; i++)
        if (c->pairs[i].of.fight.lessons.measure != c->pairs[0].of.fight.lessons.measure)
            return false;
    return true;
}

/* The result goes into the first pair's fight, as that of the subject against all. */
static void play_crowd(crowd *c, uint32_t number)
{
    fight_job *first = &c->pairs[0].of.fight;
    const int64_t measure = first->lessons.measure;
    wyrm_rng rng = wyrm_rng_start(c->seed, number, WYRM_STREAM_COMBAT, 0);
    for (begin_crowd(c, &rng); c->time < WYRM_DUEL_PLAYED_TURNS * first->whole_turn;
         c->time = time_after(c)) {
        const bool lives = play_time(c, &rng);
        if (!clocks_hold(c) || first->lessons.measure != measure)
            return;
        if (lives && c->left > 0)
            continue;
        fight_record(first, lives ? FIGHT_SUBJECT : FIGHT_OPPONENT,
                     (uint32_t)(c->time / first->whole_turn) + 1, 1.0);
        if (lives)
            first->left[FIGHT_SUBJECT][c->hp] += 1.0;
        return;
    }
}

static void play_crowds(base_arena *arena, void *context)
{
    crowd *c = context;
    fight_job *first;
    uint32_t fights;
    int64_t measure;
    c->pairs = base_array(arena, pair, c->count);
    for (size_t i = 0; i < c->count; i++) {
        played *p = &c->pairs[i].of;
        p->fight = (fight_job){.model = &c->models[i], .out = c->out};
        prepare(arena, p);
        for (size_t k = 0; k < p->course.count; k++)
            c->ends_turns |= p->course.steps[k].event != FIGHT_BLOW;
    }
    first = &c->pairs[0].of.fight;
    do { /* once, or anew with a finer clock */
        c->steps = 0;
        set_clocks(c);
        measure = first->lessons.measure;
        for (fights = 0; fights < SETS && clocks_hold(c) && first->lessons.measure == measure;
             fights++) {
            if (fights >= CROWD_LEAST && c->steps > CROWD_WORK)
                break;
            play_crowd(c, fights);
        }
        base_spend(arena, WYRM_COST_FIGHTS, STEP_WORK * c->steps);
    } while (!clocks_hold(c) || first->lessons.measure != measure);
    fight_tell(first, fights - first->won[0] - first->won[1], "set fights", fights);
}

wyrm_status fight_play_crowd(const fight_model *models, size_t count, uint64_t seed, wyrm_duel *out,
                             wyrm_error *error)
{
    crowd c = {.models = models, .count = count, .seed = seed, .out = out};
    *out = (wyrm_duel){.method = ""};
    return base_do(play_crowds, &c, error);
}
