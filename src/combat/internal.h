#ifndef WYRM_SRC_COMBAT_INTERNAL_H
#define WYRM_SRC_COMBAT_INTERNAL_H

#include <math.h>
#include <pthread.h>

#include <wyrm/combat.h>
#include <wyrm/duel.h>

#include "combat/fight.h"
#include "ruleset/internal.h"

#define COMBAT_NUMBER_MAX 1e9 /* of what a ruleset says, either way */

/* The fraction that a number was meant as: 10/13 for 0.7692307692, 1/3 for the double next to it.
 * Within 1e-9 of it, both numbers at most a million; what cannot be that near is cut. */
wyrm_ratio combat_ratio_of(double value);

/* A stat within the range of its row. */
static inline double combat_stat_in_range(const wyrm_stat *stat, double value)
{
    return fmin(fmax(value, stat->least), stat->greatest);
}

/* Nobody has less than one hit point at most, or more than the solvers take. */
static inline int64_t combat_whole_hp(double hp)
{
    if (!(hp >= 1.0))
        return 1;
    return hp >= (double)WYRM_HP_MAX ? WYRM_HP_MAX : (int64_t)llround(hp);
}

/* ---- models ---- */

/* An attack that is worked out, and explained where somebody wants to read how. A job: what makes
 * no sense to the model ends it (base_refuse, WYRM_ERROR_ARGUMENT). Both sides are there, distances
 * are sound, stats in the ranges of their rows. */
typedef struct combat_attack {
    base_arena *arena;
    const wyrm_combat *combat;
    const void *state; /* the model's */
    const wyrm_matchup *matchup;
    const struct combat_blow_of *blow;
    const double *attacker, *defender; /* their stats */
    wyrm_step *steps;                  /* WYRM_STEPS_MAX of them; NULL: not wanted */
    size_t count;                      /* of them; what there is no room for is left out */
    double work;                       /* of combat_add, so far */
    bool roughly;                      /* see combat_hit_roughly */
} combat_attack;

/* One blow: its attacker with the stats that it replaces, its name ("" where the attacker has but
 * its stats), its number in the attack and among those of its name. */
typedef struct combat_blow_of {
    wyrm_combatant attacker;
    const char *name;
    int32_t number, of_kind;
    wyrm_blow_use only;
} combat_blow_of;

/* Whether a blow comes in an attack of such a kind. */
static inline bool combat_comes(wyrm_blow_use only, wyrm_attack_kind attack)
{
    return only == WYRM_BLOW_ANY || (only == WYRM_BLOW_MELEE) == (attack == WYRM_ATTACK_MELEE);
}

/* What a blow can come to, and the probability of what was not followed. */
typedef struct combat_outcomes {
    fight_outcomes of;
    double cut;
} combat_outcomes;

/* A combat model: one file, one line in the table of combat.c. All functions of `state` are
 * pure. */
typedef struct combat_model {
    wyrm_model model;
    const wyrm_stat *stats; /* ended by a NULL name; at most WYRM_STATS_MAX */
    /* Those of a model whose file declares them; NULL: `stats`. */
    const wyrm_stat *(*stats_of)(const void *state);
    /* The state, in the arena, of the model's section. */
    void *(*make)(rs_opening *o);
    /* The distribution of the damage, which becomes the caller's, and the steps that lead to it. */
    wyrm_pmf *(*hit)(combat_attack *of);
    /* The same of a model whose blows do more than damage; then `hit` is NULL. In the arena. */
    const combat_outcomes *(*outcomes)(combat_attack *of);
    /* Of such a model: its conditions and counters, and which stat the first of them is. */
    const fight_slot *(*slots_of)(const void *state, size_t *count, size_t *first);
    bool is_certain; /* where an attack does but one thing its mean says nothing new */
    /* All that it knows is hand to hand: what is fired, thrown, off a centre or out of reach (of
     * the stat that means it, else a tile) is refused before `hit`. */
    bool only_strikes;
    /* Those below may be NULL. Where the section says what a stat is that nothing sets: */
    void (*blank)(const void *state, wyrm_combatant *combatant);
    /* Puts the rows that the model adds to `player` and `monsters` onto a combatant. NULL: a key of
     * the record that is a stat sets it. Hit points and regeneration are read for all models. */
    void (*read)(const void *state, const wyrm_value *record, wyrm_combatant *combatant);
    /* Puts on gear (WYRM_ROLE_WEAPON, WYRM_ROLE_ARMOR) with the rows that the model adds to
     * `weapons` and `armors`. NULL: a key of the record that is a stat adds to it. */
    void (*equip)(const void *state, wyrm_role gear, const wyrm_value *record,
                  wyrm_combatant *combatant);
    /* As wyrm_combat_idle, of the model's section; NULL: everything in it can take effect. */
    const char *(*idle)(const wyrm_value *parameters, char *why, size_t size);
    /* How many of the units in which durations are said make a turn; NULL: 1. */
    double (*turn)(const void *state);
    /* The script of a model that has one. */
    struct script *(*script_of)(const void *state);
} combat_model;

/* An attack of one combatant on another that was worked out (meeting.c). */
typedef struct combat_known_attack {
    double *key; /* NULL: none */
    bool tied;
    wyrm_pmf *damage; /* NULL where it is tied */
} combat_known_attack;

/* All that such an attack can depend on: the stats, level and blows of both; and a duel. */
#define COMBAT_ATTACK_KEYS ((size_t)2 * (WYRM_STATS_MAX + 2))
#define COMBAT_DUEL_KEYS   (COMBAT_ATTACK_KEYS + 2 * 4 + 1)

/* A new duel that was solved (meeting.c). */
typedef struct combat_known_duel {
    size_t count; /* of its keys; 0: none */
    double key[COMBAT_DUEL_KEYS];
    wyrm_duel duel;
} combat_known_duel;

#define COMBAT_KNOWN_MOST ((size_t)4096) /* of a ruleset; a new one takes the place of an old one */
struct combat_known {
    pthread_mutex_t lock;
    combat_known_attack *places; /* COMBAT_KNOWN_MOST of them; NULL: not yet */
    combat_known_duel *duels;    /* as many */
};

static inline void combat_forget(combat_known_attack *one)
{
    wyrm_free(one->key);
    wyrm_pmf_free(one->damage);
    *one = (combat_known_attack){.key = NULL};
}

/* The amounts that stats stand for, by their numbers (stats.c). */
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
    const wyrm_value *section; /* the model's parameters are in it */
    struct combat_amounts *amounts;
    struct combat_known *known;       /* attacks and duels that were worked out */
    struct combat_attack_list *lists; /* of blows, in the order of the file */
    size_t list_count, list_room;
    struct combat_scaled_blows *scaled; /* the same as depths make them */
};

/* Whether its blows can do more than damage. */
static inline bool combat_has_outcomes(const wyrm_combat *combat)
{
    return combat->model->outcomes != NULL;
}

/* Whether it is told that a blow comes from afar, and from how far: a script is. */
static inline bool combat_knows_shots(const wyrm_combat *combat)
{
    return combat->model->stats_of != NULL && !combat->model->only_strikes;
}

/* All that one blow can come to, to draw from: a copy that the caller frees (wyrm_free); NULL where
 * damage is all, and where all blows of several are asked about. Fails as wyrm_combat_hit. */
WYRM_MUST_CHECK wyrm_status combat_outcomes_of(const wyrm_combat *combat,
                                               const wyrm_matchup *matchup, combat_outcomes **out,
                                               wyrm_error *error);

/* The same, the arena's; of a model that has them, and of one blow. */
const combat_outcomes *combat_outcomes_kept(base_arena *arena, const wyrm_combat *combat,
                                            const wyrm_matchup *matchup);

/* The distribution of their numbers in the list. */
WYRM_MUST_CHECK wyrm_status combat_outcome_numbers(const combat_outcomes *outcomes, wyrm_pmf **out,
                                                   wyrm_error *error);

/* As wyrm_combat_hit, for who decides by it and tells nobody: where blows of an attack change each
 * other in too many ways to be followed, each counts as the first. */
WYRM_API WYRM_MUST_CHECK wyrm_status combat_hit_roughly(const wyrm_combat *combat,
                                                        const wyrm_matchup *matchup,
                                                        wyrm_pmf **damage, wyrm_error *error)
    BASE_SHARED(combat_hit_roughly);

/* ---- stats.c: what a stat can be ---- */

/* A combatant's stat by its meaning; `missing` where no stat means that. */
double combat_meaning(const wyrm_combat *combat, const double *stats, wyrm_stat_meaning meaning,
                      double missing);

/* The value that stands for an amount, by its text; as wyrm_combat_stat_read. */
WYRM_MUST_CHECK wyrm_status combat_amount_read(const wyrm_combat *combat, const char *text,
                                               double *number, wyrm_error *error);

/* The same where nobody can be told why: a value below 0 where there is none, which is as nothing
 * but for wyrm_combat_check, which says why. */
double combat_amount_of(const wyrm_combat *combat, const char *text);

/* Has the amounts that another combat knows known here, too: combatants that were made by that one
 * can then be asked about by this one.
 * WYRM_ERROR_LIMIT, WYRM_ERROR_MEMORY */
WYRM_API WYRM_MUST_CHECK wyrm_status combat_know_amounts(const wyrm_combat *combat,
                                                         const wyrm_combat *of)
    BASE_SHARED(combat_know_amounts);

/* The value of one that is multiplied: up to a whole number, or to the nearest, halves up. 0 stays
 * 0, as it stands for none. */
double combat_amount_scaled(const wyrm_combat *combat, double value, wyrm_ratio factor, bool up);

/* The value of the sum of two such; what names no amount is nothing. */
double combat_amounts_added(const wyrm_combat *combat, double one, double other);

/* How what a record says of a stat is taken. */
typedef enum combat_taking {
    COMBAT_SAYS, /* instead of what is there */
    COMBAT_ADDS,
    COMBAT_WEARS /* gear: added, or instead, as the stat has it (wyrm_stat.replaced) */
} combat_taking;

/* Multiplies hit points, rounded up, and raises their maximum: rolled ones, too. */
void combat_scale_hp(const wyrm_combat *combat, wyrm_ratio factor, wyrm_combatant *combatant);
WYRM_API void combat_raise_hp(const wyrm_combat *combat, int64_t more, wyrm_combatant *combatant)
    BASE_SHARED(combat_raise_hp);

/* ---- combat.c: several blows ---- */

/* Has the blows of all lists once more, what they say of stats as `scale` makes it. Returns what is
 * then added to wyrm_combatant.attacks of who has any. For growth, as it is made, before anybody
 * fights. */
typedef double combat_scaling(const wyrm_combat *combat, int32_t stat, double value,
                              const void *context);
int64_t combat_scale_blows(base_arena *arena, const wyrm_combat *combat, combat_scaling *scale,
                           const void *context);

/* A blow by its number, from 1; false where the attack has no such. */
WYRM_API bool combat_blow_at(const wyrm_combat *combat, const wyrm_combatant *attacker,
                             int32_t number, combat_blow_of *out) BASE_SHARED(combat_blow_at);

/* Whether a kind of blow, of those that wyrm_combat_blows tells, has its own value of a stat. */
bool combat_blow_says(const wyrm_combat *combat, const wyrm_combatant *combatant, size_t kind,
                      int32_t stat);

/* Whether what a combatant has of a stat counts: damage does not where every blow of its attack has
 * its own. It does where a script may ask for it, of who is struck as well. */
bool combat_stat_counts(const wyrm_combat *combat, const wyrm_combatant *combatant, int32_t stat);

/* How far one blow strikes, tiles, and (combat_reach) the farthest of those of a combatant
 * that come hand to hand; 1 where no stat tells. */
double combat_reach_of(const wyrm_combat *combat, const wyrm_combatant *combatant);
WYRM_API double combat_reach(const wyrm_combat *combat, const wyrm_combatant *combatant)
    BASE_SHARED(combat_reach);

/* ---- conditions and counters of those who are in a game (stats.c) ---- */

/* As a ruleset declares them. */
extern const wyrm_field combat_condition_element[], combat_counter_element[];

/* Those of the model, which stat the first of them is, and how many there are. */
const fight_slot *combat_slots(const wyrm_combat *combat, size_t *count, size_t *first);

bool combat_is_helpless(const wyrm_combat *combat, const wyrm_combatant *combatant);

/* What a blow can come to as one block, to be freed with wyrm_free; NULL where memory is out. */
combat_outcomes *combat_copy(const combat_outcomes *came);

/* What a blow changes besides hit points; `defender` NULL: it has died of it. */
void combat_change(const wyrm_combat *combat, const fight_outcome *outcome,
                   wyrm_combatant *attacker, wyrm_combatant *defender);

/* The end of its turn, after hit points were lost and won: what is shaken off, what counts on. */
void combat_count(const wyrm_combat *combat, wyrm_combatant *combatant, wyrm_rng *rng);

/* What an act that takes so long takes in its conditions. */
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

/* ---- what models share (stats.c): rows that each adds to the records of creatures and gear,
 *      attacks that make no sense, steps ---- */

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

/* The blows of creatures and weapons, of a model that has a stat `damage` that is an amount. A blow
 * is a record of the `rows` of the stats that it replaces, COMBAT_TIMES_ROW and COMBAT_ONLY_ROW
 * among them, and of its name with its damage; `element` is COMBAT_BLOW_ROW(rows), ended. */
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

/* Refuse an attack off the centre of an explosion where nothing explodes; one at more tiles than a
 * blow reaches. */
void combat_must_centre(const combat_attack *of, bool explodes);
void combat_must_reach(const combat_attack *of, double reach);

/* Has a pmf that was made on the way released with the job; ends it where it could not be made. */
void combat_keep(const combat_attack *of, wyrm_status made, wyrm_pmf *const *pmf);

/* The sum of independent draws of two distributions, released with the job. Ends it
 * (WYRM_ERROR_LIMIT) where the sums of one attack would take seconds. */
wyrm_pmf *combat_add(combat_attack *of, const wyrm_pmf *one, const wyrm_pmf *other);

/* A step: a given value, or one that comes of a formula. `unit` is static. */
void combat_given(combat_attack *of, const char *label, double value, const char *unit);
void combat_step(combat_attack *of, const char *label, double value, const char *unit,
                 const char *format, ...) WYRM_PRINTF(5, 6);

/* One way in which somebody shoots, as in wyrm_shot. */
typedef struct combat_shot {
    double chance;
    int32_t cooldown, times;
    const char *blow; /* borrowed */
    int32_t range;
    bool near;
} combat_shot;

/* What somebody does from afar, besides shooting with what it holds. */
#define COMBAT_SHOTS_MAX 4
typedef struct combat_habits {
    size_t shot_count;
    combat_shot shots[COMBAT_SHOTS_MAX]; /* tried in this order */
    int32_t keeps_distance;              /* tiles; it comes no nearer */
} combat_habits;

/* Where a fight stands before it goes on as a duel, subject and opponent: {0} for a new one.
 * Conditions, counters and hit points are the combatants' own. */
typedef struct combat_clock {
    wyrm_ratio due[2];       /* when each attacks first, in turns from the start of this one */
    uint32_t regenerated[2]; /* turns of regeneration that each has counted */
    bool asleep; /* the opponent is (WYRM_STAT_ASLEEP) until the subject's first attack is over:
                    of models with outcomes only; then they stand side by side */
    int32_t distance; /* tiles between the two on open ground, at most WYRM_DUEL_DISTANCE_MAX; up to
                         1: side by side */
    combat_habits habits[2]; /* of both from a distance */
} combat_clock;

/* A duel of two combatants, hand to hand, in whatever way it takes; as wyrm_design_duel. `clock`
 * may be NULL. */
WYRM_API WYRM_MUST_CHECK wyrm_status combat_duel(
    const wyrm_combat *combat, const wyrm_combatant *subject, const wyrm_combatant *opponent,
    wyrm_striker striker, const combat_clock *clock, wyrm_duel *out,
    wyrm_duel_distributions *distributions, wyrm_error *error) BASE_SHARED(combat_duel);

/* The same fights for whoever asks, where they are played. */
#define COMBAT_PLAYED_SEED 1

/* Whether its p_win is at least `odds`. */
WYRM_API WYRM_MUST_CHECK wyrm_status combat_beats(const wyrm_combat *combat,
                                                  const wyrm_combatant *subject,
                                                  const wyrm_combatant *opponent,
                                                  wyrm_striker striker, const combat_clock *clock,
                                                  double odds, bool *out, wyrm_error *error)
    BASE_SHARED(combat_beats);

/* Whether attacks are all that a combatant suffers of another, each as likely to do as much as the
 * first, whatever has happened in their fight: then attacks may be counted. False also where they
 * cannot be worked out. */
WYRM_API bool combat_is_plain(const wyrm_combat *combat, const wyrm_combatant *attacker,
                              const wyrm_combatant *defender) BASE_SHARED(combat_is_plain);

/* Whether both attack once a turn, and do nothing else. */
WYRM_API bool combat_is_simple(const wyrm_combat *combat, const wyrm_combatant *one,
                               const wyrm_combatant *other) BASE_SHARED(combat_is_simple);

/* Whether p_win of wyrm_duel_solve is at least `odds`, told as soon as it is certain; fails as that
 * does. */
WYRM_API WYRM_MUST_CHECK wyrm_status combat_duel_beats(const wyrm_fighter *subject,
                                                       const wyrm_fighter *opponent,
                                                       wyrm_striker striker, double odds, bool *out,
                                                       wyrm_error *error)
    BASE_SHARED(combat_duel_beats);

#endif
