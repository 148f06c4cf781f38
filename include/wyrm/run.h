/* Runs: what is remembered of one game from its start to its end. A bot plays it with the game's
 * own engine, on its maps. */
#ifndef WYRM_RUN_H
#define WYRM_RUN_H

#include <wyrm/bot.h>
#include <wyrm/replay.h>

#ifdef __cplusplus
extern "C" {
#endif

#define WYRM_RUN_FLOORS_MAX 256 /* deeper floors are not entered: the run is cut off */
#define WYRM_RUN_FIGHTS_MAX 2048
#define WYRM_RUN_TURNS      50000 /* the turn limit where none is given */

/* Turns after which a run stalls in which nothing has changed but the clock, hunger, conditions
 * that run out and who stands where: no tile learned, nobody hurt or healed, nothing found or used,
 * no stairs taken, no level gained. The hit points that a slow rest gives back are counted in
 * parts, so that resting is a change, however long it takes. Looks are taken now and then, so a run
 * stalls up to a twentieth later. Twice what it takes to cross the largest maps. */
#define WYRM_RUN_STALL 2000

/* How a run ends: name, word. */
/* clang-format off */
#define WYRM_RUN_END_ROWS(row)                                                                     \
    row(WYRM_RUN_WON, "won")                                                                       \
    row(WYRM_RUN_KILLED, "killed")   /* by a monster */                                            \
    row(WYRM_RUN_STARVED, "starved")                                                               \
    row(WYRM_RUN_ITSELF, "itself")   /* by an effect of its own, or the ground */                  \
    row(WYRM_RUN_CUT, "cut off")     /* the turn limit, or no further floor */                     \
    row(WYRM_RUN_STALLED, "stalled") /* see WYRM_RUN_STALL */
/* clang-format on */

typedef enum wyrm_run_end {
#define WYRM_RUN_END_ENUM(name, word) name,
    WYRM_RUN_END_ROWS(WYRM_RUN_END_ENUM)
#undef WYRM_RUN_END_ENUM
        WYRM_RUN_END_COUNT
} wyrm_run_end;

WYRM_API const char *wyrm_run_end_word(wyrm_run_end end); /* static text */

/* Whether the game came to its end: it was won or lost. What would have become of the others nobody
 * knows, so they are counted apart and are part of no mean and no share but one: of survival, up to
 * the depth on which they are left. */
static inline bool wyrm_run_is_complete(wyrm_run_end end)
{
    return end != WYRM_RUN_CUT && end != WYRM_RUN_STALLED;
}

/* One floor: what happened on it, and how the player left it (dead: with 0 hit points). */
typedef struct wyrm_run_floor {
    int32_t depth;
    uint32_t turns;
    uint32_t damage_taken, damage_dealt, healed;
    int32_t level, hp, max_hp;
    /* Gear power: hit points that one hit with the gear does to the same player without, and by how
     * many fewer that one's hit hurts whoever wears it. Means, to a millionth. */
    double gear_attack, gear_defense;
    uint32_t consumables;                 /* carried */
    uint32_t rooms, monsters, met, kills; /* on the map; met and killed by the player */
    uint32_t items, found, used;          /* on the map; picked up; used */
    uint32_t pity[WYRM_PITY_MAX];         /* items that pity put on the map, by category */
} wyrm_run_floor;

/* All encounters of one floor with one kind of monster. */
typedef struct wyrm_run_fight {
    int32_t depth, monster; /* index in the roster; -1: a nameless one of an arena */
    uint32_t met, kills;
    /* Of the player on them: attacks, and hit points that these and conditions brought by the
     * player cost them. And the other way round. */
    uint32_t attacks, damage;
    uint32_t attacks_taken, damage_taken;
    uint32_t attacks_to_kill; /* of the player on those that died */
    bool fatal;               /* one of them killed the player */
} wyrm_run_fight;

/* All items of one kind. */
typedef struct wyrm_run_item {
    int32_t kind;               /* index in wyrm_loot_kinds */
    uint32_t found, used, left; /* left: carried at the end; used: gear that was worn at the end */
    uint32_t lain;              /* on the maps that were entered */
} wyrm_run_item;

/* ---- Why it died ---- */

#define WYRM_RUN_PAUSE     10 /* turns that end a fight in which nothing comes of it */
#define WYRM_RUN_BLOWS_MAX 12

/* The last fight of a run that ended in a death.
 *
 * A fight begins with the command before which a monster that is awake is in sight, or in the
 * course of which one strikes the player or is struck. It is over when neither has been so for
 * WYRM_RUN_PAUSE turns, or the floor is left. Monsters that can neither be hurt nor hurt count only
 * where they strike. Without a fight at its end (hunger, the ground, an effect of its own) all of
 * it is that of the last command, and `foes` and `most` are 0. */
typedef struct wyrm_run_death {
    uint32_t turn;       /* in which it began, as wyrm_game_view tells them */
    int32_t hp, max_hp;  /* before the first command of it */
    uint32_t foes, most; /* awake and in sight, or striking, in the first command; in any one */
    /* Before the command in which the foe who was to do most of the damage first struck in it: hit
     * points that the fight would cost by mean blows, all in sight at once, those first that do
     * most for the time that they stand (what the explorer and the tactician go by; at most a
     * million; -1: nobody was in sight); and those that the player could lose, what its pack could
     * give back included. */
    int32_t cost;
    uint32_t means;
    uint32_t damage, worst; /* lost in it; of that, to the one foe who did most of it */
    bool way_out;           /* it knew the way out of the floor when it began */
    /* What is carried unused at the end, by what it does: heal; get away, or keep others from
     * acting or following; hurt others; anything else but feed. */
    uint32_t heals, escapes, attacks, others;
} wyrm_run_death;

/* One of the last blows of that fight: those that were exchanged with the player, misses included,
 * and whatever else took hit points of it. */
typedef struct wyrm_run_blow {
    uint32_t turn;
    int32_t monster; /* with whom; -1: nobody of the roster */
    bool given;      /* by the player */
    int32_t damage;
    int32_t hp; /* of the player, after it */
} wyrm_run_blow;

/* Why a run died: name, words, and when that is it. Each death has one reason, the first of these
 * that holds. */
/* clang-format off */
#define WYRM_DEATH_ROWS(row)                                                                       \
    row(WYRM_DEATH_NO_FOE, "no foe",                                                               \
        "hunger, the ground or an effect of its own, not a monster")                               \
    row(WYRM_DEATH_WORN_DOWN, "worn down",                                                         \
        "began its last fight with less than half of its hit points")                              \
    row(WYRM_DEATH_OUTNUMBERED, "outnumbered",                                                     \
        "two or more at once, and none of them did two thirds of the damage")                      \
    row(WYRM_DEATH_ONE_FIGHT, "one bad fight",                                                     \
        "its worst foe looked beaten as it first struck: `cost` less than `means`")                \
    row(WYRM_DEATH_OUTMATCHED, "outmatched",                                                       \
        "it did not, and it could have got away: it carried what does that, or knew the way out")  \
    row(WYRM_DEATH_NO_ESCAPE, "no escape left",                                                    \
        "it did not, and nothing was left to get away by")
/* clang-format on */

typedef enum wyrm_death_reason {
#define WYRM_DEATH_ENUM(name, words, sentence) name,
    WYRM_DEATH_ROWS(WYRM_DEATH_ENUM)
#undef WYRM_DEATH_ENUM
        WYRM_DEATH_REASON_COUNT
} wyrm_death_reason;

WYRM_API const char *wyrm_death_words(wyrm_death_reason reason); /* static text */

/* A plain value of fixed size; behind the counts nothing is set. */
typedef struct wyrm_run {
    uint64_t seed, run;
    wyrm_run_end end;
    int32_t
        killer;    /* index in the roster; of a stalled run, who stood nearest in sight; -1: none */
    int32_t depth; /* the last one entered */
    int32_t level;
    uint32_t turns;
    size_t floor_count;
    wyrm_run_floor floors[WYRM_RUN_FLOORS_MAX]; /* depth 1 first */
    size_t fight_count;
    wyrm_run_fight fights[WYRM_RUN_FIGHTS_MAX]; /* by depth, then in the order of meeting */
    size_t item_count;
    wyrm_run_item items[WYRM_KINDS_MAX]; /* kinds that occurred, by kind */
    size_t
        death_count; /* 1 of runs that ended in a death; 0 of others, and of those of old files */
    wyrm_run_death deaths[1];
    size_t blow_count;
    wyrm_run_blow blows[WYRM_RUN_BLOWS_MAX]; /* the last one last */
} wyrm_run;

/* Why it died; WYRM_DEATH_REASON_COUNT where it did not, or its last fight is not known: it was
 * read of a file of before version 3. */
WYRM_API wyrm_death_reason wyrm_run_reason(const wyrm_run *run);

typedef struct wyrm_runner wyrm_runner;

typedef struct wyrm_run_options {
    size_t size;                /* of this struct, or 0: see wyrm/error.h */
    const wyrm_bot_kind *bot;   /* NULL: the explorer */
    uint32_t turn_limit;        /* 0: WYRM_RUN_TURNS */
    const char *const *without; /* as in wyrm_game_options */
    size_t without_count;
    const wyrm_arena *arena; /* NULL: whole games; else that fight */
} wyrm_run_options;

/* One who makes runs; each thread has its own. On success *out is owned by the caller
 * (wyrm_runner_free); design, arena and words must outlive it.
 * Fails as wyrm_engine_new, wyrm_bot_new and wyrm_game_start do. Set fights need but a combat. */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_runner_new(const wyrm_design *design,
                                                     const wyrm_run_options *options,
                                                     wyrm_runner **out, wyrm_error *error);
WYRM_API void wyrm_runner_free(wyrm_runner *runner); /* NULL is allowed */

/* Makes one run: it depends on design, options, seed and run alone. Fails as wyrm_game_act does for
 * want of memory or sense. */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_runner_make(wyrm_runner *runner, uint64_t seed,
                                                      uint64_t run, wyrm_run *out,
                                                      wyrm_error *error);

/* Plays one run again and records it, for <wyrm/replay.h>. `source` is what the ruleset was opened
 * by. On success *out is owned by the caller (wyrm_replay_free).
 * WYRM_ERROR_ARGUMENT  a set fight
 * and those of wyrm_runner_new, wyrm_replay_new and wyrm_runner_make */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_run_record(const wyrm_design *design,
                                                     const wyrm_run_options *options,
                                                     const char *source, uint64_t seed,
                                                     uint64_t run, wyrm_replay **out,
                                                     wyrm_error *error);

#ifdef __cplusplus
}
#endif
#endif
