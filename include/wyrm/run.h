/* Runs: the record of one game from its start to its end, played by a bot with the game's own
 * engine on its own maps.
 *
 * A run is what everything that needs many games is made of: simulations sum runs up, files of
 * results keep them, the gate compares them. It has a fixed size and depends on design, options,
 * seed and run number alone, so any process can make it again. */
#ifndef WYRM_RUN_H
#define WYRM_RUN_H

#include <wyrm/bot.h>
#include <wyrm/replay.h>

#ifdef __cplusplus
extern "C" {
#endif

#define WYRM_RUN_FLOORS_MAX 256 /* deeper floors are not entered: the run is cut off */
#define WYRM_RUN_FIGHTS_MAX 2048
#define WYRM_RUN_TURNS      50000 /* the default turn limit */

/* Turns without progress after which a run stalls: nothing has changed but the clock, hunger,
 * conditions that run out, and positions. Progress is a tile learned, somebody hurt or healed,
 * something found or used, stairs taken, or a level gained. Regeneration counts in fractions of a
 * hit point, so even a slow rest is progress. The check is made now and then, so a run may stall up
 * to a twentieth later. Twice the time it takes to cross the largest maps. */
#define WYRM_RUN_STALL 2000

/* The ways a run ends: name, word. */
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

/* Whether the game was won or lost. How the other runs would have ended is unknown, so they are
 * counted apart and enter no mean and no share, except survival up to the depth on which they
 * stopped. */
static inline bool wyrm_run_is_complete(wyrm_run_end end)
{
    return end != WYRM_RUN_CUT && end != WYRM_RUN_STALLED;
}

/* One floor: what happened on it, and the player's state on leaving it (0 hit points if dead). */
typedef struct wyrm_run_floor {
    int32_t depth;
    uint32_t turns;
    uint32_t damage_taken, damage_dealt, healed;
    int32_t level, hp, max_hp;
    /* Gear power as means, to a millionth. Attack: damage of one hit by the player with its gear on
     * the same player without gear. Defense: by how much less such a bare player's hit hurts one
     * who wears the gear. */
    double gear_attack, gear_defense;
    uint32_t consumables;                 /* carried */
    uint32_t rooms, monsters, met, kills; /* rooms and monsters on the map; monsters met and killed
                                             by the player */
    uint32_t items, found, used;          /* on the map; picked up; used */
    uint32_t pity[WYRM_PITY_MAX];         /* items that pity put on the map, by category */
} wyrm_run_floor;

/* All encounters of one floor with one kind of monster. */
typedef struct wyrm_run_fight {
    int32_t depth, monster; /* index in the roster; -1: a nameless monster of an arena */
    uint32_t met, kills;
    /* Attacks of the player on them, and the damage they took from these and from conditions that
     * the player caused; below, the reverse. */
    uint32_t attacks, damage;
    uint32_t attacks_taken, damage_taken;
    uint32_t attacks_to_kill; /* attacks of the player on those that died */
    bool fatal;               /* one of them killed the player */
} wyrm_run_fight;

/* All items of one kind. */
typedef struct wyrm_run_item {
    int32_t kind;               /* index in wyrm_loot_kinds */
    uint32_t found, used, left; /* used: for gear, worn at the end; left: carried at the end */
    uint32_t lain;              /* lay on the maps entered */
} wyrm_run_item;

/* ---- Why it died ---- */

#define WYRM_RUN_PAUSE     10 /* turns without action after which a fight is over */
#define WYRM_RUN_BLOWS_MAX 12

/* The last fight of a run that ended in a death.
 *
 * A fight begins with the first command that starts with an awake monster in sight, or during which
 * a monster strikes the player or is struck. It ends when neither has been so for WYRM_RUN_PAUSE
 * turns, or the player leaves the floor. A monster that can neither be hurt nor hurt the player
 * counts only when it strikes. A run that ended outside a fight (hunger, terrain, an effect of its
 * own) has here what its last command did, with `foes` and `most` 0. */
typedef struct wyrm_run_death {
    uint32_t turn;       /* in which it began, as in wyrm_game_view */
    int32_t hp, max_hp;  /* before its first command */
    uint32_t foes, most; /* foes awake and in sight, or striking: in the first command, and the most
                            in any */
    /* The odds when the foe that did most of the damage first struck, before that command. cost:
     * hit points that the fight would take by mean blows, with all foes in sight at once and killed
     * in the best order, by damage over time to kill (the estimate that the explorer and the
     * tactician use; at most a million; -1: nobody in sight). means: hit points that the player
     * could lose, with those that its pack could heal. */
    int32_t cost;
    uint32_t means;
    uint32_t damage, worst; /* lost in the fight, and to the foe that did most of it */
    bool way_out;           /* the player knew the way out of the floor when it began */
    /* Items unused at the end, by what they do: heal; get away, or keep others from acting or
     * following; hurt others; anything else except feed. */
    uint32_t heals, escapes, hurts, others;
} wyrm_run_death;

/* One of the last blows of that fight: a blow by or at the player, misses included, or anything
 * else that cost the player hit points. */
typedef struct wyrm_run_blow {
    uint32_t turn;
    int32_t monster; /* index in the roster of the other side; -1: not of the roster */
    bool given;      /* by the player */
    int32_t damage;
    int32_t hp; /* of the player, after the blow */
} wyrm_run_blow;

/* Why a run died: name, words, condition. Each death has one reason, the first whose condition
 * holds. */
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

/* A plain value of fixed size; array elements beyond their counts are unset. */
typedef struct wyrm_run {
    uint64_t seed, run;
    wyrm_run_end end;
    /* Index in the roster; for a stalled run, the nearest monster in sight; -1: none. */
    int32_t killer;
    int32_t depth; /* the last one entered */
    int32_t level;
    uint32_t turns;
    size_t floor_count;
    wyrm_run_floor floors[WYRM_RUN_FLOORS_MAX]; /* depth 1 first */
    size_t fight_count;
    wyrm_run_fight fights[WYRM_RUN_FIGHTS_MAX]; /* by depth, then in the order of meeting */
    size_t item_count;
    wyrm_run_item items[WYRM_KINDS_MAX]; /* kinds that occurred, by kind */
    /* 1 if the run ended in a death; 0 otherwise, and for runs from old files. */
    size_t death_count;
    wyrm_run_death deaths[1];
    size_t blow_count;
    wyrm_run_blow blows[WYRM_RUN_BLOWS_MAX]; /* oldest first */
} wyrm_run;

/* The reason for the run's death; WYRM_DEATH_REASON_COUNT if it did not die, or its last fight is
 * unknown because the run comes from a file older than version 3. */
WYRM_API wyrm_death_reason wyrm_run_reason(const wyrm_run *run);

typedef struct wyrm_runner wyrm_runner;

typedef struct wyrm_run_options {
    size_t size;                /* of this struct, or 0: see wyrm/error.h */
    const wyrm_bot_kind *bot;   /* NULL: the explorer */
    uint32_t turn_limit;        /* 0: WYRM_RUN_TURNS */
    const char *const *without; /* as in wyrm_game_options */
    size_t without_count;
    const wyrm_arena *arena; /* NULL: whole games; else this set fight */
} wyrm_run_options;

/* Makes runs; each thread needs its own runner. On success *out is owned by the caller
 * (wyrm_runner_free); design, arena and words must outlive it. A set fight needs no system but
 * combat. Fails as wyrm_engine_new, wyrm_bot_new and wyrm_game_start do. */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_runner_new(const wyrm_design *design,
                                                     const wyrm_run_options *options,
                                                     wyrm_runner **out, wyrm_error *error);
WYRM_API void wyrm_runner_free(wyrm_runner *runner); /* NULL is allowed */

/* Makes one run, which depends on design, options, seed and run number alone. Fails as
 * wyrm_game_act does, except that a command cannot be done. */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_runner_make(wyrm_runner *runner, uint64_t seed,
                                                      uint64_t run, wyrm_run *out,
                                                      wyrm_error *error);

/* Plays one run again and records it, for <wyrm/replay.h>. `source` is the name or path the ruleset
 * was opened by. On success *out is owned by the caller (wyrm_replay_free).
 * WYRM_ERROR_ARGUMENT  the run is a set fight
 * and the errors of wyrm_runner_new, wyrm_replay_new and wyrm_runner_make */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_run_record(const wyrm_design *design,
                                                     const wyrm_run_options *options,
                                                     const char *source, uint64_t seed,
                                                     uint64_t run, wyrm_replay **out,
                                                     wyrm_error *error);

#ifdef __cplusplus
}
#endif
#endif
