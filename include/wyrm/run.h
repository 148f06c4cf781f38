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
    uint32_t attacks, damage; /* of the player on them */
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
} wyrm_run;

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
