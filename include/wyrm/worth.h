/* The worth of things: the same games with and without them, on the same seeds.
 *
 * Games are played without a thing, or with one more of it, and compared run by run with the games
 * as they are: seed, maps, monsters and items are the same except for the thing. The result is the
 * mean difference of the pairs, with its interval and p-value.
 *   an item       without: nobody picks it up, buys or uses it, and nothing takes its place; one
 *                 more: the player starts with one (game.kit)
 *   a monster     without: it never comes, whatever would bring it, and nobody takes its place;
 *                 one more: a floor generated with any of its kind has one more, beside the first
 *   a room role   without: its rooms stay empty, except for what belongs to a vault
 *   a rule        off: the key goes back to the schema's default. Rules are switches that are on,
 *                 numbers and choices that differ from a default of 0 or nothing, and optional
 *                 sections (hunger, pity, gold, shops)
 *   a level-up    without: the option is never chosen; always: only it is chosen
 * Nothing depends on a single model: all changes are written in the ruleset's own keys
 * (<wyrm/change.h>, `without` of <wyrm/game.h>), and changes that make no valid ruleset are left
 * out and counted.
 *
 * A bot finds worth only in what it can use. A thing it cannot use is marked, and for items the
 * result says in how many games the bot had and used them. A weak and a strong bot play, since what
 * helps one may be nothing to the other.
 *
 * Exchange rates are a second answer, from exact fights alone: how much a step of each stat, and
 * each weapon and piece of armor, saves the player of a depth in the fights of that depth. The
 * ratio of two savings is what one is worth in units of the other there.
 */
#ifndef WYRM_WORTH_H
#define WYRM_WORTH_H

#include <wyrm/design.h>
#include <wyrm/looks.h>
#include <wyrm/sim.h>

#ifdef __cplusplus
extern "C" {
#endif

#define WYRM_WORTH_BOTS_MAX 8
#define WYRM_WORTH_GAMES    400       /* at the default effort: most pairs of each thing and bot, */
#define WYRM_WORTH_LEAST    30        /* fewest pairs, */
#define WYRM_WORTH_TURNS    120000000 /* and turns of a bot over all things, between the two */
#define WYRM_WORTH_THINGS   4000      /* most things of a ruleset that are measured */
#define WYRM_WORTH_FIGURES  4         /* for each bot: depth, wins, level, hit points */

/* The kinds of things, in the order of an answer: name, key, heading. */
/* clang-format off */
#define WYRM_WORTH_KIND_ROWS(row)                                                                  \
    row(WYRM_WORTH_ITEM, "item", "items")                                                          \
    row(WYRM_WORTH_MONSTER, "monster", "monsters")                                                 \
    row(WYRM_WORTH_ROOM, "room", "rooms of a role")                                                \
    row(WYRM_WORTH_RULE, "rule", "rules")                                                          \
    row(WYRM_WORTH_CHOICE, "choice", "choices at a level-up")
/* clang-format on */

typedef enum wyrm_worth_kind {
#define WYRM_WORTH_KIND_ENUM(name, key, heading) name,
    WYRM_WORTH_KIND_ROWS(WYRM_WORTH_KIND_ENUM)
#undef WYRM_WORTH_KIND_ENUM
        WYRM_WORTH_KIND_COUNT
} wyrm_worth_kind;

WYRM_API const char *wyrm_worth_kind_key(wyrm_worth_kind kind);     /* "item"; "" for none */
WYRM_API const char *wyrm_worth_kind_heading(wyrm_worth_kind kind); /* likewise */

/* The overall effect of a change, from the figures whose change is clear. Figures count in order,
 * bot by bot: a bot that gets deeper is helped whatever its level. */
typedef enum wyrm_worth_word {
    WYRM_WORTH_NOTHING, /* no effect found; it is at most what the intervals allow */
    WYRM_WORTH_EASIER,
    WYRM_WORTH_HARDER,
    WYRM_WORTH_MIXED,  /* bots or figures disagree */
    WYRM_WORTH_DECIDES /* easier or harder, and certainly by at least half of the mean depth, or one
                          won game in four */
} wyrm_worth_word;

WYRM_API const char *wyrm_worth_word_text(wyrm_worth_word word); /* "no effect found" */

/* One figure of the unchanged games. */
typedef struct wyrm_worth_goal {
    const char *metric, *unit; /* of a wyrm_metric; static */
    const char *bot;           /* static */
    int32_t depth;             /* where it is measured; 0: over the whole game */
    bool is_share;
    wyrm_estimate now; /* NAN: no game has a value */
} wyrm_worth_goal;

/* The change of one figure. */
typedef struct wyrm_worth_change {
    double value; /* changed minus unchanged; NAN: no game has a value */
    wyrm_interval ci95;
    double p;   /* of no difference, after Holm's correction over all figures of all things */
    bool clear; /* p is below 0.05 */
} wyrm_worth_change;

/* A thing, and one way to change it. */
typedef struct wyrm_worth_thing {
    wyrm_worth_kind kind;
    const char *how;  /* "without", "one more", "off", "always"; static */
    const char *name; /* as in the ruleset: "items.healing_potion", "game.hunger" */
    unsigned unused;  /* bit i: bot i does not know how to use it */
    uint64_t games[WYRM_WORTH_BOTS_MAX]; /* pairs of games, by bot */
    /* For items, by bot: games in which the bot had one, and those in which it used one or wore it
     * at the end; counted in the unchanged games for `without`, else in those with one more. A bot
     * that does not use what it has finds no worth in it. */
    uint64_t had[WYRM_WORTH_BOTS_MAX], used[WYRM_WORTH_BOTS_MAX];
    wyrm_worth_word word;
    double weight;                    /* sort key: see wyrm_worth.things */
    const wyrm_worth_change *changes; /* by goal */
} wyrm_worth_thing;

typedef struct wyrm_worth {
    uint64_t seed;
    uint64_t games[WYRM_WORTH_BOTS_MAX]; /* most pairs of each thing, by bot */
    size_t bot_count, goal_count;
    const char *bots[WYRM_WORTH_BOTS_MAX];
    wyrm_worth_goal *goals; /* WYRM_WORTH_FIGURES for each bot, bot by bot */
    size_t thing_count;
    /* By kind, then those with a clear change first, then by weight: the clear change of depth
     * relative to the mean depth plus that of wins, for the bot with the largest. */
    wyrm_worth_thing *things;
    size_t refused;    /* changes that make no valid ruleset */
    char refusal[320]; /* why the first of them makes none; "" */
} wyrm_worth;

typedef struct wyrm_worth_options {
    size_t size; /* of this struct, or 0: see wyrm/error.h */
    /* The bots that play, at most WYRM_WORTH_BOTS_MAX; none: the brawler and the last bot of the
     * ladder. */
    const char *const *bots;
    size_t bot_count;
    unsigned kinds; /* bit mask of wyrm_worth_kind; 0: all */
    uint64_t seed;
    /* Games double from a few for each thing and bot until the change of the bot's depth is clear
     * or the effort is spent: by default WYRM_WORTH_GAMES pairs, or fewer, but at least
     * WYRM_WORTH_LEAST, where the games of all things would take a bot more than WYRM_WORTH_TURNS
     * turns. An effort given as a number of games applies to every bot. */
    wyrm_effort effort;
    unsigned threads;                             /* 0: one */
    bool (*progress)(double done, void *context); /* as in wyrm/descent.h; may be NULL */
    void *context;
    const wyrm_maker *maker; /* as in wyrm_sim_options */
} wyrm_worth_options;

/* Measures all things of a ruleset. `options` NULL: seed 1 and defaults. On success *out is owned
 * by the caller (wyrm_worth_free).
 * WYRM_ERROR_UNKNOWN   no such bot
 * WYRM_ERROR_ARGUMENT  more than WYRM_WORTH_BOTS_MAX bots, or one twice
 * WYRM_ERROR_RULESET   the ruleset lacks what a game needs
 * WYRM_ERROR_LIMIT     `progress` stopped it, or more than WYRM_WORTH_THINGS things
 * WYRM_ERROR_MEMORY    out of memory */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_worth_of(const wyrm_design *design,
                                                   const wyrm_worth_options *options,
                                                   wyrm_worth **out, wyrm_error *error);
WYRM_API void wyrm_worth_free(wyrm_worth *worth); /* NULL is allowed */

/* ---- exchange rates ---- */

/* What a step saves in the fights of a depth. */
typedef struct wyrm_worth_saving {
    double saved;  /* hit points saved per fight, as a share of all; below 0: a loss. NAN: the step
                      is not possible there */
    double margin; /* half width of the 95 % interval; 0: exact */
} wyrm_worth_saving;

/* A step: more of a stat, or a piece of gear instead of what it replaces. */
typedef struct wyrm_worth_step {
    const char *name;                 /* "max_hp +1", "accuracy +0.01", "weapons.sword" */
    const wyrm_worth_saving *savings; /* by depth */
} wyrm_worth_step;

typedef struct wyrm_worth_rates {
    size_t depth_count;
    const int32_t *depths;
    const char *const *players;     /* the reference player of each depth, as it is written */
    const wyrm_worth_saving *costs; /* share of the hit points lost in a fight, averaged over the
                                       monsters that come; a lost fight takes all */
    size_t step_count;
    const wyrm_worth_step *steps; /* max_hp first, then stats, then gear; without those that change
                                     nothing at any depth */
} wyrm_worth_rates;

/* Solves the fights of the reference player (wyrm_design_reference) at six depths spread over the
 * dungeon: at full hit points, the player striking first, against the monsters of that depth
 * weighted by how often they come. If the difficulty is a tracker, its levels stand for depths. The
 * step of a number is 1 if it takes whole numbers or ranges beyond 1, else 0.01; flags, conditions,
 * words and amounts have none. Gear gets the plus of the piece it replaces. Only seed and progress
 * of the options are used (NULL: seed 1). On success *out is owned by the caller
 * (wyrm_worth_rates_free).
 * WYRM_ERROR_LIMIT    `progress` stopped it
 * WYRM_ERROR_RULESET  no player, monsters or encounters
 * WYRM_ERROR_MEMORY   out of memory */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_worth_rates_of(const wyrm_design *design,
                                                         const wyrm_worth_options *options,
                                                         wyrm_worth_rates **out, wyrm_error *error);
WYRM_API void wyrm_worth_rates_free(wyrm_worth_rates *rates); /* NULL is allowed */

#ifdef __cplusplus
}
#endif
#endif
