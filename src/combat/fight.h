/* Fights with conditions: a blow does more than damage, so that later blows depend on it.
 *
 * Each side has hit points and up to FIGHT_SLOTS_MOST slots, whole numbers of 0..most: conditions
 * (poisoned, stunned), shields, counters (stamina, ammunition, turns until a spell is back). The
 * model returns the outcomes of a blow; everything else follows from the slots, by these rules:
 *
 *   Time 0 is the start of turn 1, time k the end of turn k and the start of turn k + 1. At each
 *   time events come in this order, the first striker's before the other's: ends of turns (at whole
 *   times), then attacks.
 *
 *   The end of a side's turn: 1. each slot above 0 with `damage`, in the order of the slots, costs
 *   hit points drawn from it; 2. regeneration; 3. each slot, in order: one above 0 is shaken off
 *   with the chance `shaken_off`, else `each_turn` is added to it. So a condition given as 3 with
 *   each_turn -1 lasts for three ends of its owner's turns; one given as 1 by the second striker is
 *   over before the other's next attack. A side that dies at the end of a turn dies in that turn,
 *   and nothing comes after it.
 *
 *   An attack, the first one at the time its side begins: its blows one after another, each seeing
 *   what those before have done. A blow: 1. the attacker gains or loses hit points (`heal`); if it
 *   dies of that, it has lost; 2. the damage is done; if the defender dies, that is the end; 3. if
 *   the damage is above 0, the defender's slots with `ends_when_hurt` become 0; 4. the changes are
 *   made, in order. Losing hit points by `heal` or at the end of a turn ends such slots of the
 *   loser, too. The next attack begins (duration + the `extra` of all blows) x the `slows` of the
 *   attacker's slots that are above 0 after the last blow; a condition given later does not move
 *   it. A helpless side (a slot with `helpless` above 0) whose attack is due waits until the next
 *   whole time, after the end of that turn, and so on; one that becomes helpless between two blows
 *   of an attack does not strike the rest, and its attack has taken its time.
 *
 * Hit points stay at or below max_hp, or the roll if they are rolled. A slot that would leave
 * 0..most is set to the nearer end.
 */
#ifndef WYRM_SRC_COMBAT_FIGHT_H
#define WYRM_SRC_COMBAT_FIGHT_H

#include <math.h>

#include <wyrm/duel.h>

#include "base/amount.h"
#include "base/arena.h"

#define FIGHT_SLOTS_MOST 16    /* on each side */
#define FIGHT_SLOT_MOST  10000 /* the greatest `most` */
#define FIGHT_SPEED_MOST 1000  /* limit of either number of `slows`, in lowest terms */

/* The value of a condition that is given (FIGHT_GIVE) to a side that has it already. */
typedef enum fight_stacking {
    FIGHT_LONGEST,  /* the greater of the two */
    FIGHT_ADDS,     /* their sum */
    FIGHT_REPLACES, /* the new one */
    FIGHT_KEEPS     /* the old one, unless that is 0 */
} fight_stacking;

/* A slot as declared; all members but `most` may be 0. */
typedef struct fight_slot {
    int32_t start, most; /* 0 <= start <= most, 1 <= most <= FIGHT_SLOT_MOST */
    fight_stacking stacking;
    int32_t each_turn; /* added at the end of each of its owner's turns */
    double shaken_off; /* chance to become 0 at the end of each of its owner's turns */
    /* hit points that its owner loses at the end of each turn while the slot is above 0; below 0:
     * gains. NULL: none. Borrowed */
    const wyrm_pmf *damage;
    bool times_value;    /* `damage` is multiplied by the value of the slot */
    bool helpless;       /* its owner does not attack while it is above 0 */
    bool ends_when_hurt; /* becomes 0 when its owner loses hit points */
    /* factor on the duration of its owner's attacks while the slot is above 0; above 0 itself, 0/0
     * means 1 */
    wyrm_ratio slows;
} fight_slot;

typedef struct fight_side {
    int64_t hp, max_hp;
    const wyrm_pmf *hp_roll; /* as in wyrm_fighter; borrowed, NULL: hp */
    double regeneration;     /* hit points a turn, as in wyrm_fighter */
    uint32_t regenerated;    /* regenerated and begins: as in wyrm_fighter */
    wyrm_ratio begins;
    wyrm_ratio duration;     /* turns of an attack, above 0; 0/0: 1 */
    size_t blows;            /* in an attack, 1..WYRM_DUEL_BLOWS_MAX */
    const fight_slot *slots; /* borrowed */
    size_t slot_count;
} fight_side;

/* One side as a blow sees it. */
typedef struct fight_state {
    int64_t hp, max_hp;    /* max_hp: the roll, if hit points are rolled */
    const uint16_t *slots; /* one for each declared slot */
} fight_state;

typedef enum fight_verb {
    FIGHT_SET, /* sets the slot to the value */
    FIGHT_ADD, /* adds the value, which may be below 0 */
    FIGHT_GIVE /* gives the value by the slot's stacking; 0 or less gives nothing */
} fight_verb;

typedef struct fight_change {
    bool of_attacker; /* changes the attacker's slot; else the defender's */
    uint8_t slot;
    fight_verb verb;
    int32_t value;
} fight_change;

typedef struct fight_outcome {
    double chance;
    int64_t damage; /* at least 0 */
    int64_t heal;   /* hit points that the attacker gains; below 0: loses */
    const fight_change *changes;
    size_t change_count;
    /* turns that this outcome adds to the attack, may be below 0; 0/0: 0. The duration of a whole
     * attack must be above 0 */
    wyrm_ratio extra;
} fight_outcome;

/* What a blow has read of a side, as bits: bit i is slot i. */
#define FIGHT_LOOKED_HP  (UINT32_C(1) << FIGHT_SLOTS_MOST)
#define FIGHT_LOOKED_MAX (UINT32_C(1) << (FIGHT_SLOTS_MOST + 1))

/* The outcomes of a blow, whose chances are scaled to a sum of 1, and all that they depend on: what
 * the blow read of attacker and defender. The less it reads, the less work a fight is: sides that
 * do not depend on each other stay two chains. */
typedef struct fight_outcomes {
    const fight_outcome *list; /* in the arena, or owned by the model */
    size_t count;
    uint32_t looked_own, looked_other;
} fight_outcomes;

/* Returns the outcomes of blow number `blow`, from 0, of an attack of `side` (0: the subject).
 * Pure. Ends the job of the arena (base_refuse) if the model has no answer. Called once for all
 * states in which it reads the same values. */
typedef void fight_blow(void *context, int side, size_t blow, const fight_state *own,
                        const fight_state *other, base_arena *arena, fight_outcomes *out);

typedef struct fight_model {
    fight_side sides[2]; /* subject, opponent */
    fight_blow *blow;
    void *context;
    bool quick; /* it is asked in the middle of a game: milliseconds, whatever the fight */
} fight_model;

/* ---- How a slot changes: one definition for fights that are solved, played, or part of a game
 * ---- */

/* Whether a slot that enters a fight at `value` changes by itself. */
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

/* Returns the value after the end of a turn at which the slot is not shaken off. */
static inline int64_t fight_counted(const fight_slot *slot, int64_t value)
{
    return fight_slot_in_range(slot, value + slot->each_turn);
}

/* Returns the hit points that a slot costs its owner at the end of a turn, for a draw from its
 * damage; below 0: gains. */
static inline int64_t fight_suffers(const fight_slot *slot, int64_t value, int64_t drawn)
{
    const int64_t most = WYRM_DUEL_HP_MAX;
    drawn = drawn < -most ? -most : drawn > most ? most : drawn;
    return value <= 0 ? 0 : slot->times_value ? drawn * value : drawn;
}

/* Solves a fight exactly.
 *
 * `odds` above 0 asks only whether the subject wins with at least that chance, as in
 * combat_duel_beats: the fight is followed until that is certain, and out->p_win is only on the
 * right side of `odds`. `distributions` as in wyrm_duel_distribute; NULL: not wanted. out->method
 * is "exact" if the sides stay two chains, "exact (joint states)" if states of both are followed,
 * "exact to the turn limit" if the fight is undecided then.
 * WYRM_ERROR_LIMIT     it takes more than about a second of work (if it is quick, some
 *                      milliseconds), or 128 MB; or blows read more than FIGHT_CALLS_MOST different
 *                      states, or have more than FIGHT_RESULTS_MOST outcomes in all
 * WYRM_ERROR_ARGUMENT  a side, slot or outcome is not as described above
 * WYRM_ERROR_RANGE     the durations have no common measure above 1e-9 turns
 * WYRM_ERROR_MEMORY    out of memory
 * and all that model->blow fails with */
#define FIGHT_CALLS_MOST   20000
#define FIGHT_RESULTS_MOST ((size_t)1 << 20)
WYRM_MUST_CHECK wyrm_status fight_solve(const fight_model *model, wyrm_striker striker, double odds,
                                        wyrm_duel *out, wyrm_duel_distributions *distributions,
                                        wyrm_error *error);

/* Plays a fight that cannot be solved: 20,000 times, or 1,000 times if fights are long; one that
 * lasts 2,000 turns counts as unfinished. If it is quick: 20, 100 or 1,000 times. The same seed
 * gives the same fights. out->method is "20,000 set fights", or the same of fewer. Fails as
 * fight_solve, with WYRM_ERROR_LIMIT only if blows read too many states. */
WYRM_MUST_CHECK wyrm_status fight_play(const fight_model *model, wyrm_striker striker,
                                       uint64_t seed, wyrm_duel *out,
                                       wyrm_duel_distributions *distributions, wyrm_error *error);

/* ---- Shared by the two (fight_course.c): answers of the model, places, the next event ---- */

static inline int64_t lesser(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

static inline int64_t greater(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

/* Mixes one more word into a hash. */
static inline uint64_t combat_mixed(uint64_t hash, uint64_t word)
{
    hash = (hash ^ word) * UINT64_C(0x9e3779b97f4a7c15);
    return hash ^ hash >> 29;
}

/* A duel of which only the chances are known, or nothing else exists. */
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

/* Returns all hit points regenerated by the end of turn `turn`, from 1. The nudge keeps a decimal
 * rate such as 0.29 from losing a point at turn 100, where the product of the doubles is just below
 * 29. */
static inline int64_t combat_regenerated(double rate, uint32_t turn)
{
    double total = rate * turn;
    return (int64_t)floor(total + total * 1e-12);
}

enum { FIGHT_SUBJECT, FIGHT_OPPONENT, FIGHT_SIDES };

/* What an outcome does besides changing hit points. Results with equal effects lead to one
 * place. */
typedef struct fight_effect {
    const fight_change *changes;
    size_t count;
    wyrm_ratio extra;
    bool recoils, hurts; /* the attacker loses hit points, the other does */
} fight_effect;

/* An outcome after checks and scaling. */
typedef struct fight_result {
    double chance, until; /* `until`: sum of the chances up to this one */
    int64_t heal, damage;
    size_t effect;
} fight_result;

/* The outcomes of blow `blow` of `side` for all states in which it reads these values. Results with
 * the same effect are adjacent. */
typedef struct fight_answer {
    struct fight_answer *next;       /* in its bucket */
    const struct fight_answer *like; /* first answer with equal results, perhaps this one */
    int side;
    size_t blow;
    uint32_t looked[FIGHT_SIDES]; /* bits of the attacker, of the defender */
    size_t values, results, effects;
    const int64_t *value;
    const fight_result *result;
    const fight_effect *effect;
} fight_answer;

/* A set of things that blows read or change: slots of both sides and the hit points of each. */
typedef uint64_t fight_things;
#define FIGHT_SLOT_OF(side, slot) ((fight_things)1 << ((side) * (FIGHT_SLOTS_MOST + 1) + (slot)))
#define FIGHT_HP_OF(side)         FIGHT_SLOT_OF(side, FIGHT_SLOTS_MOST)

/* What the answers so far have shown of the dependencies in a fight. */
typedef struct fight_lessons {
    fight_things looked, changed,
        touched[FIGHT_SIDES]; /* touched[s]: read or written by blows of s */
    int64_t measure;          /* parts in a turn that make durations of outcomes whole */
    bool rises[FIGHT_SIDES];  /* whose hit points blows can raise */
    bool asks_max[FIGHT_SIDES];
    bool harms; /* blows or slots can cost hit points */
} fight_lessons;

/* A fight that is being solved or played: the model, what it has answered, and the result so
 * far. */
typedef struct fight_job {
    base_arena *arena;
    const fight_model *model;
    int order[FIGHT_SIDES]; /* who comes first at equal times */
    wyrm_duel *out;
    wyrm_duel_distributions *distributions;

    /* Times are counted in parts of a turn that make every duration a whole number. */
    int64_t whole_turn, takes[FIGHT_SIDES], horizon; /* the turn limit */

    struct fight_glances *seen[FIGHT_SIDES]; /* by blow */
    fight_answer **bucket;
    size_t buckets, calls, results; /* `results`: in all answers */
    fight_lessons lessons;

    double won[FIGHT_SIDES];
    double *left[FIGHT_SIDES];   /* left[s][h]: s wins with h hit points */
    double (*ends)[FIGHT_SIDES]; /* ends[t]: how turn t + 1 can end it */
    size_t turns, room;
} fight_job; /* turns recorded in `ends`, and its size */

/* The whole state of a fight except its hit points. Without padding: it is hashed and compared as
 * bytes. */
typedef struct fight_moment {
    int64_t time;              /* time of the next step */
    int64_t next[FIGHT_SIDES]; /* when each side attacks next */
    int64_t extra;             /* added so far to the duration of the attack in progress */
    int32_t step;              /* index of the next step in the course */
    int32_t top[FIGHT_SIDES];  /* highest hit points that each side can have */
    int32_t unused;
    uint16_t slots[FIGHT_SIDES][FIGHT_SLOTS_MOST];
} fight_moment;

/* Kinds of steps: a slot's damage, regeneration, a slot counting on (all at ends of turns), a
 * blow. */
typedef enum fight_event { FIGHT_SUFFER, FIGHT_REGENERATE, FIGHT_COUNT, FIGHT_BLOW } fight_event;

typedef struct fight_step {
    fight_event event;
    int side;
    size_t index; /* index of the slot or blow */
    int rank;     /* order among the steps of two courses at one time */
} fight_step;

/* All steps that can happen at one time, in order: those of the whole fight, or of one chain, which
 * follows only some of the hit points and slots. */
typedef struct fight_course {
    fight_job *fight;
    fight_things tracked; /* slots that are followed; the others stay at their start */
    bool attacks[FIGHT_SIDES], has_hp[FIGHT_SIDES];
    fight_step *steps;
    size_t count;
} fight_course;

/* Checks the model and allocates what the result needs. Ends the job if the model is not sound. */
void fight_begin(fight_job *f, base_arena *arena, wyrm_striker striker);

/* Sets the clock by the durations known so far, and clears the recorded result. */
void fight_start(fight_job *f);

void fight_list_steps(base_arena *arena, fight_course *c);
fight_moment fight_first_moment(const fight_job *f, int64_t top_subject, int64_t top_opponent);

/* Moves a place from a finished step to the next one in which something happens. At the turn limit
 * nothing does. */
void fight_advance(const fight_course *c, fight_moment *at);

/* Returns the outcomes of a blow at a place with these hit points. */
const fight_answer *fight_ask(const fight_course *c, const fight_moment *at, const fight_step *now,
                              const int64_t hp[FIGHT_SIDES]);

/* The effect of a step: fight_after_... return the place that it leads to, before fight_advance;
 * fight_shaken_off returns a chance, the others hit points. */
bool fight_is_helpless(const fight_job *f, const fight_moment *at, int side);
fight_moment fight_after_waiting(const fight_job *f, const fight_moment *at, int side);
fight_moment fight_after_blow(const fight_course *c, const fight_moment *at, const fight_step *now,
                              const fight_effect *effect);
fight_moment fight_after_suffering(const fight_course *c, const fight_moment *at, int side,
                                   bool hurt);
fight_moment fight_after_counting(const fight_course *c, const fight_moment *at,
                                  const fight_step *now, bool shaken_off);
double fight_shaken_off(const fight_job *f, const fight_step *now, const fight_moment *at);
int64_t fight_suffered(const fight_job *f, const fight_step *now, const fight_moment *at,
                       int64_t drawn);
int64_t fight_regenerated(const fight_job *f, int side, uint32_t turn);

/* Returns the turn, from 1, of a step at this time. */
uint32_t fight_turn(const fight_job *f, const fight_step *now, int64_t time);

/* Adds to the chance that `winner` wins in a turn, from 1. */
void fight_record(fight_job *f, int winner, uint32_t turn, double chance);

/* ---- Results of any fight, however it was solved (chain.c) ---- */

/* Makes the distribution of the turns in which `winner` wins (FIGHT_SIDES: either side); ends[t] is
 * how turn t + 1 can end the fight. */
void fight_make_turns(base_arena *arena, double (*ends)[FIGHT_SIDES], size_t turns, int winner,
                      wyrm_pmf **out);

/* The hit points that the winner has left, from left[h]: as a distribution, with 0 for a loser of
 * chance `lost`; and as means, which count the loser's 0 as well, and given a win. */
void fight_make_left(base_arena *arena, const double *left, int64_t most, double lost,
                     wyrm_pmf **out);
void fight_write_left(wyrm_duel *out, const double *left, int64_t most, double won, double lost);

/* Sets the interval of p_win for a fight that was played: E. B. Wilson's at 95 %. With no win, or
 * nothing but wins, that end is exactly 0 or 1, without rounding. */
void fight_write_interval(wyrm_duel *out, uint32_t fights);

/* Fills f->out and f->distributions. `fighting`: chance of no end; `fights`: how many were played,
 * 0 for an exact result. */
void fight_write_result(fight_job *f, double fighting, const char *method, uint32_t fights);

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
