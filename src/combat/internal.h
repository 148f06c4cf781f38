/* Shared by the files of src/combat.
 *
 * A model (ratio.c, accuracy.c and so on) is a combat_model: pure functions from a matchup to a
 * distribution. attack.c works attacks out through it, combat.c makes combatants from records, and
 * stats.c has what all models need. meeting.c decides how a duel is solved: as two chains (duel.c),
 * over joint states (duel_joint.c), or by playing it (duel_played.c). */
#ifndef WYRM_SRC_COMBAT_INTERNAL_H
#define WYRM_SRC_COMBAT_INTERNAL_H

#include <math.h>
#include <pthread.h>
#include <string.h>

#include <wyrm/combat.h>
#include <wyrm/duel.h>

#include "combat/fight.h"
#include "ruleset/internal.h"

#define COMBAT_NUMBER_MAX 1e9 /* limit of numbers in a ruleset, above and below 0 */

/* Returns the fraction that a number was meant to be: 10/13 for 0.7692307692, 1/3 for the double
 * next to it. Within 1e-9 of it, both numbers at most a million; if none is that near, the last
 * convergent within these limits. */
wyrm_ratio combat_ratio_of(double value);

/* Limits a value to the range of its stat. */
static inline double combat_stat_in_range(const wyrm_stat *stat, double value)
{
    return fmin(fmax(value, stat->least), stat->greatest);
}

/* Rounds hit points to a whole number of 1..WYRM_HP_MAX. */
static inline int64_t combat_whole_hp(double hp)
{
    if (!(hp >= 1.0))
        return 1;
    return hp >= (double)WYRM_HP_MAX ? WYRM_HP_MAX : (int64_t)llround(hp);
}

/* ---- models ---- */

/* An attack being worked out, and explained if `steps` is set. It runs as a job: an attack that
 * makes no sense to the model ends it (base_refuse, WYRM_ERROR_ARGUMENT). A model can rely on this:
 * both sides are there, distances are sound, stats are in the ranges of their rows. */
typedef struct combat_attack {
    base_arena *arena;
    const wyrm_combat *combat;
    const void *state; /* the model's state */
    const wyrm_matchup *matchup;
    const struct combat_blow_of *blow;
    const double *attacker, *defender; /* their stats */
    wyrm_step *steps;                  /* array of WYRM_STEPS_MAX; NULL: not wanted */
    size_t count;                      /* steps so far; those beyond the array are left out */
    double work;                       /* spent by combat_add so far */
    bool roughly;                      /* see combat_hit_roughly */
} combat_attack;

/* One blow: its attacker with the stats that the blow replaces, its name ("" if the attacker lists
 * no blows), its number in the attack and among those of its name, from 1. */
typedef struct combat_blow_of {
    wyrm_combatant attacker;
    const char *name;
    int32_t number, of_kind;
    wyrm_blow_use only;
} combat_blow_of;

/* Whether a blow is used in an attack of this kind. */
static inline bool combat_comes(wyrm_blow_use only, wyrm_attack_kind attack)
{
    return only == WYRM_BLOW_ANY || (only == WYRM_BLOW_MELEE) == (attack == WYRM_ATTACK_MELEE);
}

/* Whether a shot of an ability uses a blow: the one that it names, else all that are not for melee
 * only. */
static inline bool combat_shoots(const char *named, const char *blow, wyrm_blow_use only)
{
    return named != NULL ? strcmp(named, blow) == 0 : combat_comes(only, WYRM_ATTACK_FIRED);
}

/* Whether a blow is part of an attack. */
static inline bool combat_is_part(const wyrm_matchup *attack, const char *blow, wyrm_blow_use only)
{
    return attack->shot == NULL
               ? combat_comes(only, attack->attack)
               : combat_shoots(attack->shot[0] != '\0' ? attack->shot : NULL, blow, only);
}

/* All outcomes of a blow, and the probability that was cut off. */
typedef struct combat_outcomes {
    fight_outcomes of;
    double cut;
} combat_outcomes;

/* A combat model: one file, one line in the table of combat.c. All functions of `state` are
 * pure. */
typedef struct combat_model {
    wyrm_model model;
    const wyrm_stat *stats; /* ended by a NULL name; at most WYRM_STATS_MAX */
    /* Returns the stats of a model whose file declares them; NULL: `stats`. */
    const wyrm_stat *(*stats_of)(const void *state);
    /* Makes the state from the model's section, in the arena. */
    void *(*make)(rs_opening *o);
    /* Returns the distribution of the damage, owned by the caller, and adds the steps that lead to
     * it. */
    wyrm_pmf *(*hit)(combat_attack *of);
    /* The same for a model whose blows do more than damage; then `hit` is NULL. In the arena. */
    const combat_outcomes *(*outcomes)(combat_attack *of);
    /* Returns the conditions and counters of such a model, and the stat of the first of them. */
    const fight_slot *(*slots_of)(const void *state, size_t *count, size_t *first);
    bool is_certain; /* an attack that does but one thing has no mean among its steps */
    /* The model knows only attacks hand to hand: shots, throws, explosions and what is out of reach
     * (by the stat that means it, else one tile) are refused before `hit`. */
    bool only_strikes;
    /* The members below may be NULL. Sets stats whose defaults are in the section: */
    void (*blank)(const void *state, wyrm_combatant *combatant);
    /* Reads the rows that the model adds to `player` and `monsters` into a combatant. NULL: a key
     * of the record that is a stat sets it. Hit points and regeneration are read for all models. */
    void (*read)(const void *state, const wyrm_value *record, wyrm_combatant *combatant);
    /* Puts on gear (WYRM_ROLE_WEAPON, WYRM_ROLE_ARMOR) with the rows that the model adds to
     * `weapons` and `armors`. NULL: a key of the record that is a stat adds to it. */
    void (*equip)(const void *state, wyrm_role gear, const wyrm_value *record,
                  wyrm_combatant *combatant);
    /* As wyrm_combat_idle, for the model's section; NULL: nothing in it is idle. */
    const char *(*idle)(const wyrm_value *parameters, char *why, size_t size);
    /* Returns how many units of duration make a turn; NULL: 1. */
    double (*turn)(const void *state);
    /* Returns the script of a model that has one. */
    struct script *(*script_of)(const void *state);
} combat_model;

/* A cached attack of one combatant on another (meeting.c). */
typedef struct combat_known_attack {
    double *key;      /* NULL: free entry */
    bool tied;        /* does more than damage, or depends on what a fight changes */
    wyrm_pmf *damage; /* NULL if tied */
} combat_known_attack;

/* Lengths of keys. An attack depends on stats, level and blows of both sides; a duel also on hit
 * points, regeneration and who strikes first. */
#define COMBAT_ATTACK_KEYS ((size_t)2 * (WYRM_STATS_MAX + 2))
#define COMBAT_DUEL_KEYS   (COMBAT_ATTACK_KEYS + 2 * 4 + 2)

/* A cached duel, solved from its start (meeting.c). */
typedef struct combat_known_duel {
    size_t count; /* length of its key; 0: free entry */
    double key[COMBAT_DUEL_KEYS];
    wyrm_duel duel;
} combat_known_duel;

/* entries of each cache; a new one may replace an old one */
#define COMBAT_KNOWN_MOST ((size_t)4096)
struct combat_known {
    pthread_mutex_t lock;
    combat_known_attack *places; /* COMBAT_KNOWN_MOST of them; NULL: none yet */
    combat_known_duel *duels;    /* of the same size */
};

static inline void combat_forget(combat_known_attack *one)
{
    wyrm_free(one->key);
    wyrm_pmf_free(one->damage);
    *one = (combat_known_attack){.key = NULL};
}

/* The amounts that stats stand for, found by their numbers (stats.c). */
typedef struct combat_amount_entry {
    double number; /* 0: free */
    wyrm_amount *amount;
} combat_amount_entry;

struct combat_amounts {
    pthread_mutex_t lock;
    size_t count, capacity; /* a power of two, above count */
    combat_amount_entry *entries;
};

/* The combat of a ruleset. */
struct wyrm_combat {
    const combat_model *model;
    void *state;
    const wyrm_value *section; /* the model's section, with its parameters */
    struct combat_amounts *amounts;
    struct combat_known *known;       /* cache of attacks and duels */
    struct combat_attack_list *lists; /* lists of blows, in the order of the file */
    size_t list_count, list_room;
    struct combat_scaled_blows *scaled; /* the same lists, scaled by growth */
};

/* Whether blows of the model can do more than damage. */
static inline bool combat_has_outcomes(const wyrm_combat *combat)
{
    return combat->model->outcomes != NULL;
}

/* Whether an attack passes on to its model that a blow is the shot of an ability, and from how far:
 * only for a script. */
static inline bool combat_has_script(const wyrm_combat *combat)
{
    return combat->model->stats_of != NULL && !combat->model->only_strikes;
}

/* Makes an attack a shot of an ability, as the model sees it: it does what its blow does hand to
 * hand, except for scripts, which know the kind of attack and the distance. */
static inline void combat_as_shot(const wyrm_combat *combat, double distance, wyrm_matchup *attack)
{
    const bool knows = combat_has_script(combat);
    attack->attack = knows ? WYRM_ATTACK_FIRED : WYRM_ATTACK_MELEE;
    attack->distance = knows ? distance : 1.0;
}

/* Copies the outcomes of one blow, to draw from; freed by the caller (wyrm_free). NULL if the model
 * knows only damage, or if the attacker lists blows and the matchup names none. Fails as
 * wyrm_combat_hit. */
WYRM_MUST_CHECK wyrm_status combat_outcomes_of(const wyrm_combat *combat,
                                               const wyrm_matchup *matchup, combat_outcomes **out,
                                               wyrm_error *error);

/* The same in the arena, only for a model with outcomes, and for one blow. */
static inline const combat_outcomes *
combat_outcomes_kept(base_arena *arena, const wyrm_combat *combat, const wyrm_matchup *matchup)
{
    combat_outcomes *out;
    base_must(arena, combat_outcomes_of(combat, matchup, &out, &arena->error));
    base_keep(arena, out, wyrm_free);
    return out;
}

/* Makes the distribution of the index of an outcome in its list. */
WYRM_MUST_CHECK wyrm_status combat_outcome_numbers(const combat_outcomes *outcomes, wyrm_pmf **out,
                                                   wyrm_error *error);

/* As wyrm_combat_hit, for decisions that need no exact figure: if the blows of an attack change
 * each other in too many ways to be followed, each counts as the first. */
WYRM_API WYRM_MUST_CHECK wyrm_status combat_hit_roughly(const wyrm_combat *combat,
                                                        const wyrm_matchup *matchup,
                                                        wyrm_pmf **damage, wyrm_error *error)
    BASE_SHARED(combat_hit_roughly);

/* ---- stats.c: the values of stats ---- */

/* Returns a combatant's stat by its meaning; `missing` if no stat means that. */
double combat_meaning(const wyrm_combat *combat, const double *stats, wyrm_stat_meaning meaning,
                      double missing);

/* Reads an amount and returns the value that stands for it; as wyrm_combat_stat_read. */
WYRM_MUST_CHECK wyrm_status combat_amount_read(const wyrm_combat *combat, const char *text,
                                               double *number, wyrm_error *error);

/* The same for callers that cannot report an error: below 0 if it fails, which counts as nothing
 * until wyrm_combat_check says why. */
double combat_amount_of(const wyrm_combat *combat, const char *text);

/* Copies the amounts that another combat knows, so that combatants made by that one can be used
 * with this one.
 * WYRM_ERROR_LIMIT, WYRM_ERROR_MEMORY */
WYRM_API WYRM_MUST_CHECK wyrm_status combat_know_amounts(const wyrm_combat *combat,
                                                         const wyrm_combat *of)
    BASE_SHARED(combat_know_amounts);

/* Returns the value of an amount that is multiplied, rounded up to a whole number, or to the
 * nearest (halves up). 0 stays 0, as it stands for none. */
double combat_amount_scaled(const wyrm_combat *combat, double value, wyrm_ratio factor, bool up);

/* Returns the value of the sum of two amounts; a value that names none counts as nothing. */
double combat_amounts_added(const wyrm_combat *combat, double one, double other);

/* How the stats of a record are applied. */
typedef enum combat_stat_use {
    COMBAT_SAYS, /* set: replace what is there */
    COMBAT_ADDS,
    /* for gear: added, or set if the stat is one that gear replaces (wyrm_stat.replaced) */
    COMBAT_WEARS
} combat_stat_use;

/* combat_scale_hp multiplies hit points, their maximum and their roll, rounding up; combat_raise_hp
 * adds to the maximum and the roll. */
void combat_scale_hp(const wyrm_combat *combat, wyrm_ratio factor, wyrm_combatant *combatant);
WYRM_API void combat_raise_hp(const wyrm_combat *combat, int64_t more, wyrm_combatant *combatant)
    BASE_SHARED(combat_raise_hp);

/* ---- combat.c: several blows ---- */

/* Adds a copy of all lists of blows with the values of their stats mapped by `scale`. Returns what
 * to add to wyrm_combatant.attacks of combatants that list blows. For growth, while it is made,
 * before anybody fights. */
typedef double combat_scaling(const wyrm_combat *combat, int32_t stat, double value,
                              const void *context);
int64_t combat_scale_blows(base_arena *arena, const wyrm_combat *combat, combat_scaling *scale,
                           const void *context);

/* Finds a blow by its number, from 1; false if the attack has no such blow. */
WYRM_API bool combat_blow_at(const wyrm_combat *combat, const wyrm_combatant *attacker,
                             int32_t number, combat_blow_of *out) BASE_SHARED(combat_blow_at);

/* Whether a kind of blow, by its index in wyrm_combat_blows, has its own value of a stat. */
bool combat_blow_says(const wyrm_combat *combat, const wyrm_combatant *combatant, size_t kind,
                      int32_t stat);

/* Whether a combatant's own value of a stat has an effect: damage has none if every blow of its
 * attack sets its own. With a script it has, as the script may read it, of the defender as well. */
bool combat_stat_counts(const wyrm_combat *combat, const wyrm_combatant *combatant, int32_t stat);

/* combat_reach_of: how far a blow strikes, in tiles; combat_reach: the farthest of a combatant's
 * blows hand to hand. 1 if no stat tells. */
double combat_reach_of(const wyrm_combat *combat, const wyrm_combatant *combatant);
WYRM_API double combat_reach(const wyrm_combat *combat, const wyrm_combatant *combatant)
    BASE_SHARED(combat_reach);

/* ---- conditions and counters of combatants in a game (stats.c) ---- */

/* The schema rows that declare them. */
extern const wyrm_field combat_condition_element[], combat_counter_element[];

/* Returns the slots of the model, how many there are, and the stat of the first. */
const fight_slot *combat_slots(const wyrm_combat *combat, size_t *count, size_t *first);

bool combat_is_helpless(const wyrm_combat *combat, const wyrm_combatant *combatant);

/* Copies outcomes into one block, to be freed with wyrm_free; NULL: out of memory. */
combat_outcomes *combat_copy(const combat_outcomes *came);

/* Applies what a blow changes besides hit points; `defender` NULL: it has died of the blow. */
void combat_change(const wyrm_combat *combat, const fight_outcome *outcome,
                   wyrm_combatant *attacker, wyrm_combatant *defender);

/* Ends a combatant's turn for its slots, after hit points were lost and regained: they are shaken
 * off, or `each_turn` is added. */
void combat_count(const wyrm_combat *combat, wyrm_combatant *combatant, wyrm_rng *rng);

/* Returns how long an act of duration `takes` lasts under the combatant's conditions. */
WYRM_API wyrm_ratio combat_slowed(const wyrm_combat *combat, const wyrm_combatant *combatant,
                                  wyrm_ratio takes) BASE_SHARED(combat_slowed);

extern const combat_model combat_ratio_model;    /* ratio.c */
extern const combat_model combat_accuracy_model; /* accuracy.c */
extern const combat_model combat_subtract_model; /* subtract.c */
extern const combat_model combat_momentum_model; /* momentum.c */
extern const combat_model combat_d20_model;      /* d20.c */
extern const combat_model combat_script_model;   /* script.c */

/* All of them, ended by NULL, for the schema. */
extern const wyrm_model *const combat_model_table[];

/* ---- shared by models (stats.c): rows that each adds to the records of creatures and gear,
 * refused attacks, steps ---- */

/* Read by wyrm_combat_read for every model. */
#define COMBAT_CREATURE_ROWS                                                                       \
    WYRM_ROW("hp", AMOUNT, .least = 1.0, .greatest = (double)WYRM_HP_MAX, .unit = "hit points",    \
             .summary = "maximum hit points"),                                                     \
        WYRM_ROW("regeneration", REAL, .greatest = (double)WYRM_HP_MAX, .unit = "hit points",      \
                 .summary = "hit points won back each turn")

/* Read by wyrm_roster_clash. */
#define COMBAT_SLOT_ROW                                                                            \
    WYRM_ROW("slot", NAME,                                                                         \
             .summary = "where it is worn, one piece a slot, else it goes with any other")
#define COMBAT_HANDS_ROW                                                                           \
    WYRM_ROW("two_handed", BOOL, .default_value = "false",                                         \
             .summary = "needs both hands; nothing is worn in the slot off_hand")

/* Rows for the blows of creatures and weapons, in a model whose stat `damage` is an amount. A blow
 * is a record of `rows`, which are the stats that it may replace with COMBAT_TIMES_ROW and
 * COMBAT_ONLY_ROW, and of its name with its damage; `element` is COMBAT_BLOW_ROW(rows), ended. */
#define COMBAT_TIMES_ROW                                                                           \
    WYRM_ROW("times", INTEGER, .least = 1, .greatest = 100, .default_value = "1",                  \
             .summary = "how often it comes in an attack")
#define COMBAT_ONLY_ROW                                                                            \
    WYRM_ROW("only", CHOICE, .choices = combat_blow_uses,                                          \
             .summary = "hand to hand only, or from afar only (`shoots`), else both")
extern const char *const combat_blow_uses[];
#define COMBAT_BLOW_ROW(rows)                                                                      \
    WYRM_ROW("blow", RECORD, .fields = (rows), .others = &combat_blow_damage, .summary = "a blow")
#define COMBAT_ATTACKS_ROW(element)                                                                \
    WYRM_ROW("attacks", LIST, .fields = (element), .least = 1, .greatest = 100,                    \
             .summary = "blows of an attack, one after another")
extern const wyrm_field combat_blow_damage;

/* Refuse an attack off the centre of an explosion if nothing explodes, and one at more tiles than a
 * blow reaches. */
void combat_must_centre(const combat_attack *of, bool explodes);
void combat_must_reach(const combat_attack *of, double reach);

/* Keeps a pmf until the job ends; ends the job if `made` says that it could not be made. */
void combat_keep(const combat_attack *of, wyrm_status made, wyrm_pmf *const *pmf);

/* Returns the sum of independent draws from two distributions, kept until the job ends. Ends it
 * (WYRM_ERROR_LIMIT) if the sums of one attack would take seconds. */
wyrm_pmf *combat_add(combat_attack *of, const wyrm_pmf *one, const wyrm_pmf *other);

/* Adds a step: a given value, or one computed by a formula. `unit` is static. */
void combat_given(combat_attack *of, const char *label, double value, const char *unit);
void combat_step(combat_attack *of, const char *label, double value, const char *unit,
                 const char *format, ...) WYRM_PRINTF(5, 6);

/* One way in which a creature shoots, as in wyrm_shot. */
typedef struct combat_shot {
    double chance;
    int32_t cooldown, times;
    const char *blow; /* borrowed */
    int32_t range;
    bool near;
} combat_shot;

/* What a creature does from afar, besides shooting with what it holds. */
#define COMBAT_SHOTS_MAX 4
typedef struct combat_habits {
    size_t shot_count;
    combat_shot shots[COMBAT_SHOTS_MAX]; /* tried in this order */
    int32_t keeps_distance;              /* tiles; it comes no nearer */
} combat_habits;

/* The state of a fight that goes on as a duel, for subject and opponent; {0} for a new one.
 * Conditions, counters and hit points are the combatants' own. */
typedef struct combat_clock {
    wyrm_ratio due[2];       /* turns from the start of this turn to the first attack */
    uint32_t regenerated[2]; /* turns of regeneration counted so far */
    /* the opponent sleeps (WYRM_STAT_ASLEEP) until the subject's first attack is over: only in
     * models with outcomes, with the two side by side */
    bool asleep;
    /* tiles between the two on open ground, at most WYRM_DUEL_DISTANCE_MAX; up to 1: side by
     * side */
    int32_t distance;
    combat_habits habits[2]; /* what each does from afar */
    /* somebody in a game waits for the answer: a fight with conditions that takes more than a
     * millisecond or so to solve is played instead, 20 to 1,000 times (fight_play) */
    bool quick;
} combat_clock;

/* Solves a duel of two combatants by the method that it needs; as wyrm_design_duel. `clock` may be
 * NULL: a new duel, hand to hand. */
WYRM_API WYRM_MUST_CHECK wyrm_status combat_duel(
    const wyrm_combat *combat, const wyrm_combatant *subject, const wyrm_combatant *opponent,
    wyrm_striker striker, const combat_clock *clock, wyrm_duel *out,
    wyrm_duel_distributions *distributions, wyrm_error *error) BASE_SHARED(combat_duel);

/* Seed of duels that are played: every caller gets the same fights. */
#define COMBAT_PLAYED_SEED 1

/* Whether p_win of combat_duel is at least `odds`. */
WYRM_API WYRM_MUST_CHECK wyrm_status combat_beats(const wyrm_combat *combat,
                                                  const wyrm_combatant *subject,
                                                  const wyrm_combatant *opponent,
                                                  wyrm_striker striker, const combat_clock *clock,
                                                  double odds, bool *out, wyrm_error *error)
    BASE_SHARED(combat_beats);

/* Whether attacks are all that the defender suffers from the attacker, and each is distributed like
 * the first, whatever has happened in their fight: then attacks can be counted. False also if they
 * cannot be worked out. */
WYRM_API bool combat_is_plain(const wyrm_combat *combat, const wyrm_combatant *attacker,
                              const wyrm_combatant *defender) BASE_SHARED(combat_is_plain);

/* Returns the mean number of attacks of this damage, one a turn, that kill who wins hit points back
 * at the end of each turn: INFINITY if it never dies, NAN if that takes too much work. */
WYRM_API double combat_attacks_on_regenerating(base_arena *arena, const wyrm_combat *combat,
                                               const wyrm_pmf *damage, const wyrm_combatant *target)
    BASE_SHARED(combat_attacks_on_regenerating);

/* Whether both attack once a turn, and do nothing but damage. */
WYRM_API bool combat_is_simple(const wyrm_combat *combat, const wyrm_combatant *one,
                               const wyrm_combatant *other) BASE_SHARED(combat_is_simple);

/* Whether p_win of wyrm_duel_solve is at least `odds`, decided as soon as it is certain; fails as
 * wyrm_duel_solve. */
WYRM_API WYRM_MUST_CHECK wyrm_status combat_duel_beats(const wyrm_fighter *subject,
                                                       const wyrm_fighter *opponent,
                                                       wyrm_striker striker, double odds, bool *out,
                                                       wyrm_error *error)
    BASE_SHARED(combat_duel_beats);

#endif
