/* Fights with conditions: what a blow does besides damage, so that later blows depend on it.
 *
 * Each side has hit points and up to FIGHT_SLOTS_MOST slots, whole numbers of 0..most: conditions
 * (poisoned, stunned), shields, counters (stamina, ammunition, turns until a spell is back). What a
 * blow comes to is asked of the model; all the rest is said by the slots:
 *
 *   Time 0 is the start of turn 1, time k its end and the start of turn k + 1. At each time
 *   these come in this order, the striker's first in each: ends of turns (where the time is
 *   whole), then attacks.
 *
 *   The end of a side's turn: 1. each slot with `damage` that is above 0, in their order, takes
 *   what is drawn from it; 2. regeneration; 3. each slot in their order: one above 0 is shaken
 *   off with the chance `shaken_off`, else `each_turn` is added to it. So a condition given as 3
 *   with each_turn -1 meets three ends of its owner's turns; one that is given as 1 by who strikes
 *   second is over before the other's next attack. Who dies at the end of a turn dies in that
 *   turn, and nothing comes after it.
 *
 *   An attack, the first one when its side begins: its blows one after another, each seeing what
 *   those before have done. A blow: 1. the attacker wins or loses hit points (`heal`); if it dies
 *   of that it has lost; 2. the damage is done; if the other dies of it that is the end; 3. where
 *   the damage is above 0, the slots of the other with `ends_when_hurt` become 0; 4. the changes
 *   are made, in their order. Losing hit points by `heal` or at the end of a turn ends such slots
 *   of the loser, too. The next attack begins (duration + the `extra` of all blows) x the `slows`
 *   of the attacker's slots that are above 0 after the last blow; a condition given later does not
 *   move it. Who is helpless (a slot with `helpless` above 0) when an attack of its is due waits
 *   until the next whole time, after the end of that turn, and so on; who becomes it between two
 *   blows of an attack does not strike the rest, and its attack has taken its time.
 *
 * Hit points stay at or below max_hp, or what was rolled. All numbers stay in their ranges: a slot
 * beyond 0..most is taken to the nearer end.
 */
#ifndef WYRM_SRC_COMBAT_FIGHT_H
#define WYRM_SRC_COMBAT_FIGHT_H

#include <math.h>

#include <wyrm/duel.h>

#include "base/amount.h"
#include "base/arena.h"

#define FIGHT_SLOTS_MOST 16    /* of a side */
#define FIGHT_SLOT_MOST  10000 /* the greatest `most` */
#define FIGHT_SPEED_MOST 1000  /* either number of `slows`, in lowest terms */

/* What becomes of a condition that is given (FIGHT_GIVE) to one who has it. */
typedef enum fight_stacking {
    FIGHT_LONGEST,  /* the greater of the two */
    FIGHT_ADDS,     /* their sum */
    FIGHT_REPLACES, /* the new one */
    FIGHT_KEEPS     /* the old one, unless that is 0 */
} fight_stacking;

/* A slot as it is declared; all members but `most` may be 0. */
typedef struct fight_slot {
    int32_t start, most; /* 0 <= start <= most, 1 <= most <= FIGHT_SLOT_MOST */
    fight_stacking stacking;
    int32_t each_turn;      /* added at the end of each of its owner's turns */
    double shaken_off;      /* the chance, at the end of each of its owner's turns, to become 0 */
    const wyrm_pmf *damage; /* hit points that its owner loses at the end of each of its turns while
                               it is above 0; below 0: wins. NULL: none. Borrowed */
    bool times_value;       /* `damage` is multiplied by the value of the slot */
    bool helpless;          /* its owner does not attack while it is above 0 */
    bool ends_when_hurt;    /* becomes 0 when its owner loses hit points */
    wyrm_ratio slows;       /* its owner's attacks take so many times as long while it is above 0;
                               0/0: 1. Above 0 */
} fight_slot;

typedef struct fight_side {
    int64_t hp, max_hp;
    const wyrm_pmf *hp_roll; /* as in wyrm_fighter; borrowed, NULL: hp */
    double regeneration;     /* hit points a turn, as in wyrm_fighter */
    uint32_t regenerated;    /* and these as there */
    wyrm_ratio begins;
    wyrm_ratio duration;     /* turns that an attack takes; 0/0: 1. Above 0 */
    size_t blows;            /* of an attack, 1..WYRM_DUEL_BLOWS_MAX */
    const fight_slot *slots; /* borrowed */
    size_t slot_count;
} fight_side;

/* What a blow sees of a side. */
typedef struct fight_state {
    int64_t hp, max_hp;    /* max_hp: what was rolled, where hit points are rolled */
    const uint16_t *slots; /* as many as are declared */
} fight_state;

typedef enum fight_verb {
    FIGHT_SET, /* to the value */
    FIGHT_ADD, /* the value, which may be below 0 */
    FIGHT_GIVE /* the value, by the slot's rule of stacking; of 0 or less: nothing */
} fight_verb;

typedef struct fight_change {
    bool of_attacker; /* its slot; else one of the other side */
    uint8_t slot;
    fight_verb verb;
    int32_t value;
} fight_change;

typedef struct fight_outcome {
    double chance;
    int64_t damage; /* at least 0 */
    int64_t heal;   /* hit points that the attacker wins; below 0: loses */
    const fight_change *changes;
    size_t change_count;
    wyrm_ratio extra; /* turns more (or less) that this attack takes; 0/0: 0. The whole duration of
                         an attack must be above 0 */
} fight_outcome;

/* Bits of what a blow looked at, of each side: bit i is slot i. */
#define FIGHT_LOOKED_HP  (UINT32_C(1) << FIGHT_SLOTS_MOST)
#define FIGHT_LOOKED_MAX (UINT32_C(1) << (FIGHT_SLOTS_MOST + 1))

/* What a blow can come to: outcomes, whose chances are taken in proportion to their sum, and what
 * of the attacker and of the other they depend on, and on nothing else. Less looked at is less
 * work: fights whose sides do not depend on each other stay two chains. */
typedef struct fight_outcomes {
    const fight_outcome *list; /* in the arena, or of the model */
    size_t count;
    uint32_t looked_own, looked_other;
} fight_outcomes;

/* Blow number `blow`, from 0, of an attack of `side` (0: the subject). Pure. Ends the job of the
 * arena (base_refuse) where the model cannot say. Asked once for all that looks the same. */
typedef void fight_blow(void *context, int side, size_t blow, const fight_state *own,
                        const fight_state *other, base_arena *arena, fight_outcomes *out);

typedef struct fight_model {
    fight_side sides[2]; /* subject, opponent */
    fight_blow *blow;
    void *context;
} fight_model;

/* ---- What becomes of a slot: the one description, for fights that are followed, played, or part
 *      of a game ---- */

/* Whether it changes by itself in a fight that it enters with `value`. */
static inline bool fight_slot_moves(const fight_slot *slot, double value)
{
    return (slot->each_turn > 0 && value < slot->most) ||
           (value > 0 && (slot->each_turn < 0 || slot->shaken_off > 0 || slot->ends_when_hurt));
}

static inline bool fight_slot_slows(const fight_slot *slot)
{
    return slot->slows.numerator != slot->slows.denominator;
}

static inline int64_t fight_slot_in_range(const fight_slot *slot, int64_t value)
{
    return value < 0 ? 0 : value > slot->most ? slot->most : value;
}

static inline int64_t fight_given(const fight_slot *slot, int64_t before, int64_t value)
{
    if (value <= 0)
        return before;
    switch (slot->stacking) {
    case FIGHT_LONGEST:
        return before > value ? before : value;
    case FIGHT_ADDS:
        return before + value;
    case FIGHT_REPLACES:
        return value;
    case FIGHT_KEEPS:
        return before > 0 ? before : value;
    }
    return before;
}

static inline int64_t fight_changed(const fight_slot *slot, int64_t before,
                                    const fight_change *change)
{
    return fight_slot_in_range(slot, change->verb == FIGHT_SET ? change->value
                                     : change->verb == FIGHT_ADD
                                         ? before + change->value
                                         : fight_given(slot, before, change->value));
}

/* At the end of a turn, where it is not shaken off. */
static inline int64_t fight_counted(const fight_slot *slot, int64_t value)
{
    return fight_slot_in_range(slot, value + slot->each_turn);
}

/* Hit points that its owner loses of it then, of what is drawn from its damage; below 0: wins. */
static inline int64_t fight_suffers(const fight_slot *slot, int64_t value, int64_t drawn)
{
    const int64_t most = WYRM_DUEL_HP_MAX;
    drawn = drawn < -most ? -most : drawn > most ? most : drawn;
    return value <= 0 ? 0 : slot->times_value ? drawn * value : drawn;
}

/* Solves a fight exactly.
 *
 * `odds` above 0: it is only asked whether the subject wins with such a chance, as in
 * combat_duel_beats; then the fight is followed no farther than it takes, and out->p_win is only on
 * the right side of it. `distributions` as in wyrm_duel_distribute; NULL: not asked.
 * out->method is "exact" where the sides stay two chains, "exact (joint states)" where states of
 * both are followed, "exact to the turn limit" where it is still fought then.
 * WYRM_ERROR_LIMIT     it takes more than about a second of work, or 128 MB; or more than
 *                      FIGHT_CALLS_MOST different states that blows look at, or FIGHT_RESULTS_MOST
 *                      outcomes of them all
 * WYRM_ERROR_ARGUMENT  a side, a slot or an outcome that is not as said above
 * WYRM_ERROR_RANGE     durations that have no common measure above 1e-9 turns
 * WYRM_ERROR_MEMORY    out of memory
 * and what model->blow fails with */
#define FIGHT_CALLS_MOST   20000
#define FIGHT_RESULTS_MOST ((size_t)1 << 20)
WYRM_MUST_CHECK wyrm_status fight_solve(const fight_model *model, wyrm_striker striker, double odds,
                                        wyrm_duel *out, wyrm_duel_distributions *distributions,
                                        wyrm_error *error);

/* Plays it, for fights that cannot be solved: 20,000 times, or 1,000 times where fights are long;
 * what is fought for 2,000 turns counts as unfinished. The same seed gives the same fights.
 * out->method is "20,000 set fights" or "1,000 set fights". Fails as fight_solve, WYRM_ERROR_LIMIT
 * only of states that blows look at. */
WYRM_MUST_CHECK wyrm_status fight_play(const fight_model *model, wyrm_striker striker,
                                       uint64_t seed, wyrm_duel *out,
                                       wyrm_duel_distributions *distributions, wyrm_error *error);

/* ---- What the two share (fight_course.c): answers of the model, places, what comes next ---- */

static inline int64_t lesser(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

static inline int64_t greater(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

/* A hash and one word more of what is hashed. */
static inline uint64_t combat_mixed(uint64_t hash, uint64_t word)
{
    hash = (hash ^ word) * UINT64_C(0x9e3779b97f4a7c15);
    return hash ^ hash >> 29;
}

/* A fight of which only its chances are known, or of which there is no more to know. */
static inline wyrm_duel combat_chances(double won, double lost, double unfinished,
                                       const char *method)
{
    return (wyrm_duel){.p_win = won,
                       .p_lose = lost,
                       .p_unfinished = unfinished,
                       .turns_mean = NAN,
                       .turns_sd = NAN,
                       .turns_mean_given_win = NAN,
                       .hp_left_mean = NAN,
                       .hp_left_sd = NAN,
                       .hp_left_mean_given_win = NAN,
                       .method = method,
                       .p_win_low = won,
                       .p_win_high = won};
}

/* What regeneration has given at the end of turn `turn`, from 1, in all. The nudge keeps a decimal
 * rate such as 0.29 from losing a point at turn 100, where the product of the doubles is just below
 * 29. */
static inline int64_t combat_regenerated(double rate, uint32_t turn)
{
    double total = rate * turn;
    return (int64_t)floor(total + total * 1e-12);
}

enum { FIGHT_SUBJECT, FIGHT_OPPONENT, FIGHT_SIDES };

/* What an outcome does besides hit points: all that leads to one place. */
typedef struct fight_effect {
    const fight_change *changes;
    size_t count;
    wyrm_ratio extra;
    bool recoils, hurts; /* the attacker loses hit points, the other does */
} fight_effect;

typedef struct fight_result {
    double chance, until; /* the second: of all up to here */
    int64_t heal, damage;
    size_t effect;
} fight_result;

/* What blow `blow` of `side` comes to where what it looks at has these values. Results with the
 * same effect stand together. */
typedef struct fight_answer {
    struct fight_answer *next;       /* in its bucket */
    const struct fight_answer *like; /* the first with the same results, perhaps itself */
    int side;
    size_t blow;
    uint32_t looked[FIGHT_SIDES]; /* of the attacker, of the other */
    size_t values, results, effects;
    const int64_t *value;
    const fight_result *result;
    const fight_effect *effect;
} fight_answer;

/* Slots of both sides as bits, and the hit points of each. */
typedef uint64_t fight_things;
#define FIGHT_SLOT_OF(side, slot) ((fight_things)1 << ((side) * (FIGHT_SLOTS_MOST + 1) + (slot)))
#define FIGHT_HP_OF(side)         FIGHT_SLOT_OF(side, FIGHT_SLOTS_MOST)

/* What the answers so far have told. */
typedef struct fight_lessons {
    fight_things looked, changed,
        touched[FIGHT_SIDES]; /* the last: read or written by whose blows */
    int64_t measure;          /* a turn has so many parts, for durations that outcomes add */
    bool rises[FIGHT_SIDES];  /* who wins hit points */
    bool asks_max[FIGHT_SIDES];
    bool harms; /* somebody can lose hit points */
} fight_lessons;

typedef struct fight_job {
    base_arena *arena;
    const fight_model *model;
    int order[FIGHT_SIDES];
    wyrm_duel *out;
    wyrm_duel_distributions *distributions;

    /* Times are counted in parts of a turn of which all durations are whole numbers. */
    int64_t whole_turn, takes[FIGHT_SIDES], horizon; /* the limit of turns */

    struct fight_glances *seen[FIGHT_SIDES]; /* by blow */
    fight_answer **bucket;
    size_t buckets, calls, results; /* `results`: of all answers */
    fight_lessons lessons;

    double won[FIGHT_SIDES];
    double *left[FIGHT_SIDES];   /* left[s][h]: s wins with h hit points */
    double (*ends)[FIGHT_SIDES]; /* ends[t]: how turn t + 1 can end it */
    size_t turns, room;
} fight_job;

/* All of a fight but the hit points. It has no padding: it is hashed and compared as it is. */
typedef struct fight_place {
    int64_t time;              /* of what happens next */
    int64_t next[FIGHT_SIDES]; /* when each attacks */
    int64_t extra;             /* that the attack in progress takes */
    int32_t step;              /* what happens next */
    int32_t top[FIGHT_SIDES];  /* the most hit points */
    int32_t unused;
    uint16_t slots[FIGHT_SIDES][FIGHT_SLOTS_MOST];
} fight_place;

typedef enum fight_event { FIGHT_SUFFER, FIGHT_REGENERATE, FIGHT_COUNT, FIGHT_BLOW } fight_event;

typedef struct fight_step {
    fight_event event;
    int side;
    size_t index; /* of the slot, or the blow */
    int rank;     /* among the steps of several courses */
} fight_step;

/* All that can happen at one time, in its order: of the whole fight, or of what concerns the hit
 * points and slots that are followed. */
typedef struct fight_course {
    fight_job *fight;
    fight_things tracked; /* slots; the others stay at their start */
    bool attacks[FIGHT_SIDES], has_hp[FIGHT_SIDES];
    fight_step *steps;
    size_t count;
} fight_course;

/* Checks the model, and makes room for what is told in the end. Ends the job where it is not
 * sound. */
void fight_begin(fight_job *f, base_arena *arena, wyrm_striker striker);

/* Sets the clock, as far as durations are known, and forgets what was recorded. */
void fight_start(fight_job *f);

void fight_list_steps(base_arena *arena, fight_course *c);
fight_place fight_first_place(const fight_job *f, int64_t top_subject, int64_t top_opponent);

/* From a step that is done to the next in which something happens. At the limit of turns nothing
 * does. */
void fight_advance(const fight_course *c, fight_place *at);

/* What a blow comes to, where the sides have these hit points. */
const fight_answer *fight_ask(const fight_course *c, const fight_place *at, const fight_step *now,
                              const int64_t hp[FIGHT_SIDES]);

/* Where a step leads to, fight_advance not yet done. */
bool fight_is_helpless(const fight_job *f, const fight_place *at, int side);
fight_place fight_after_waiting(const fight_job *f, const fight_place *at, int side);
fight_place fight_after_blow(const fight_course *c, const fight_place *at, const fight_step *now,
                             const fight_effect *effect);
fight_place fight_after_suffering(const fight_course *c, const fight_place *at, int side,
                                  bool hurt);
fight_place fight_after_counting(const fight_course *c, const fight_place *at,
                                 const fight_step *now, bool shaken_off);
double fight_shaken_off(const fight_job *f, const fight_step *now, const fight_place *at);
int64_t fight_suffered(const fight_job *f, const fight_step *now, const fight_place *at,
                       int64_t drawn);
int64_t fight_regenerated(const fight_job *f, int side, uint32_t turn);

/* The turn in which a step at this time is. */
uint32_t fight_turn(const fight_job *f, const fight_step *now, int64_t time);

/* `chance` more that `winner` wins in a turn. */
void fight_record(fight_job *f, int winner, uint32_t turn, double chance);

/* ---- What is told of any fight, however it was solved (chain.c) ---- */

/* Turns by who wins in them: ends[t] is how turn t + 1 can end it, FIGHT_SIDES is either. */
void fight_make_turns(base_arena *arena, double (*ends)[FIGHT_SIDES], size_t turns, int winner,
                      wyrm_pmf **out);

/* Hit points of who wins: left[h], and 0 of who has lost, with that chance; the mean counts them,
 * too. */
void fight_make_left(base_arena *arena, const double *left, int64_t most, double lost,
                     wyrm_pmf **out);
void fight_tell_left(wyrm_duel *out, const double *left, int64_t most, double won, double lost);

/* E. B. Wilson's interval at 95 % of fights that were played: at 0 and at 1 of all of them its end
 * is exact and must not be a rounding off. */
void fight_tell_interval(wyrm_duel *out, uint32_t fights);

/* Fills f->out and f->distributions. `fights`: it was played so many times; 0: exact. */
void fight_tell(fight_job *f, double fighting, const char *method, uint32_t fights);

static inline const fight_side *fight_side_of(const fight_job *f, int side)
{
    return &f->model->sides[side];
}

static inline int64_t fight_least_hp(const fight_side *side)
{
    return side->hp_roll ? wyrm_pmf_first(side->hp_roll) : side->hp;
}

static inline int64_t fight_most_hp(const fight_side *side)
{
    return side->hp_roll ? wyrm_pmf_last(side->hp_roll) : side->hp;
}

#endif
