/* What things are worth: the same games with and without them, on the same luck.
 *
 * A game is played without a thing, or with one more of it, and held against the game as it is, run
 * by run: seed, maps, who comes and what lies there are the same, but for the thing. What is told
 * is the mean difference of the pairs, with its interval and the chance that there is none.
 *   an item       without: nobody picks it up, buys or uses it, and nothing takes its place; one
 *                 more: the player begins with one (game.kit), whether it comes or not
 *   a monster     without: none comes, whatever would bring it, and nobody takes its place; one
 *                 more: a floor that is made with any of its kind has one more, beside the first
 *   a room role   without: its rooms are there and stand empty, but for what is part of a vault
 *   a rule        off: what is said of it is not, and what the schema says where nothing is said
 *                 counts. That is a switch that is on, a number or choice that is another than
 *                 unsaid, where that is 0 or nothing, and what a section can do without (hunger,
 *                 pity, gold, shops)
 *   a level-up    without: the option is never taken where somebody chooses; always: no other is
 * Nothing here is of one model: all is said in the ruleset's own words (<wyrm/change.h>, `without`
 * of <wyrm/game.h>), and what makes no ruleset is left out and counted.
 *
 * A bot finds worth in what it can use: what it cannot is marked, and of items it is told in how
 * many games it had them and used them. A weak and a strong bot play, as what helps the one may be
 * nothing to the other.
 *
 * And exchange rates, by exact fights alone: what a step of each stat, and each weapon and piece of
 * armor, saves the player of a depth in the fights of that depth. The ratio of two of them is what
 * the one is worth in the other there.
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
#define WYRM_WORTH_GAMES    400 /* of each thing and bot at most, where no effort is asked for, */
#define WYRM_WORTH_LEAST    30  /* and at least: as many between as its turns allow, which is */
#define WYRM_WORTH_TURNS    120000000 /* so many of all things together, by its first games */
#define WYRM_WORTH_THINGS   4000
#define WYRM_WORTH_FIGURES  4 /* of each bot: depth, wins, level, hit points */

/* Kinds of things: name, key, heading. In the order of an answer. */
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

/* What a change of games comes to, by those of its figures that are clear. In the order of figures,
 * bot by bot: a bot that gets deeper is helped whatever its level. */
typedef enum wyrm_worth_word {
    WYRM_WORTH_NOTHING, /* no effect was found: none is greater than the intervals say */
    WYRM_WORTH_EASIER,
    WYRM_WORTH_HARDER,
    WYRM_WORTH_MIXED,  /* one bot, or figure, says the one, another the other */
    WYRM_WORTH_DECIDES /* easier or harder, and beyond doubt by half of the mean depth or more, or
                          by one game in four that is won or is not */
} wyrm_worth_word;

WYRM_API const char *wyrm_worth_word_text(wyrm_worth_word word); /* "no effect found" */

/* A figure of the games as they are. */
typedef struct wyrm_worth_goal {
    const char *metric, *unit; /* of wyrm_metric; static */
    const char *bot;           /* static */
    int32_t depth;             /* where it is measured; 0: over all of the game */
    bool is_share;
    wyrm_estimate now; /* NAN: no game tells it */
} wyrm_worth_goal;

/* What it has changed by. */
typedef struct wyrm_worth_change {
    double value; /* with the change less as it is; NAN: no game tells it */
    wyrm_interval ci95;
    double p; /* that there is no difference, by Holm's correction for all figures of all things */
    bool clear; /* p is below 0.05 */
} wyrm_worth_change;

/* A thing, and one way to change it. */
typedef struct wyrm_worth_thing {
    wyrm_worth_kind kind;
    const char *how;  /* "without", "one more", "off", "always"; static */
    const char *name; /* as it stands in the ruleset: "items.healing_potion", "game.hunger" */
    unsigned unused;  /* bit: that bot does not know what to do with it */
    uint64_t games[WYRM_WORTH_BOTS_MAX]; /* pairs by bot */
    /* Of items, by bot: games in which it came to have one, and of these those in which it used one
     * or wore it at the end; of games as they are for `without`, else of those with one more. Who
     * leaves unused what it has finds no worth in it, whatever it is worth to others. */
    uint64_t had[WYRM_WORTH_BOTS_MAX], used[WYRM_WORTH_BOTS_MAX];
    wyrm_worth_word word;
    double weight;                    /* by which things are sorted: see below */
    const wyrm_worth_change *changes; /* by goal */
} wyrm_worth_thing;

typedef struct wyrm_worth {
    uint64_t seed;
    uint64_t games[WYRM_WORTH_BOTS_MAX]; /* of each thing at most, by bot */
    size_t bot_count, goal_count;
    const char *bots[WYRM_WORTH_BOTS_MAX];
    wyrm_worth_goal *goals; /* WYRM_WORTH_FIGURES of each bot, bot by bot */
    size_t thing_count;
    /* By kind; within one by what is clear of them: the change of depth in shares of the mean depth
     * plus that of wins, the most of all bots, first those where something is clear. */
    wyrm_worth_thing *things;
    size_t refused;    /* changes that make no ruleset */
    char refusal[320]; /* why the first of them does not; "" */
} wyrm_worth;

typedef struct wyrm_worth_options {
    size_t size; /* of this struct, or 0: see wyrm/error.h */
    /* Who plays, WYRM_WORTH_BOTS_MAX at most; none: the brawler and the last bot of the ladder. */
    const char *const *bots;
    size_t bot_count;
    unsigned kinds; /* bit by wyrm_worth_kind; 0: all */
    uint64_t seed;
    /* A few games of each thing and bot, and twice as many until the bot's depth is clear or the
     * effort is spent: usually WYRM_WORTH_GAMES pairs, fewer, but WYRM_WORTH_LEAST, where the games
     * of all things would take a bot more than WYRM_WORTH_TURNS turns. A number of games is that of
     * every bot. */
    wyrm_effort effort;
    unsigned threads;                             /* 0: one */
    bool (*progress)(double done, void *context); /* as in wyrm/descent.h; may be NULL */
    void *context;
    const wyrm_maker *maker; /* as in wyrm_sim_options */
} wyrm_worth_options;

/* Plays. `options` NULL: seed 1 and defaults. On success *out is owned by the caller
 * (wyrm_worth_free).
 * WYRM_ERROR_UNKNOWN   no such bot
 * WYRM_ERROR_ARGUMENT  more bots than there is room for, or one twice
 * WYRM_ERROR_RULESET   the ruleset lacks what a game needs
 * WYRM_ERROR_LIMIT     stopped by progress; more than WYRM_WORTH_THINGS things
 * WYRM_ERROR_MEMORY    out of memory */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_worth_of(const wyrm_design *design,
                                                   const wyrm_worth_options *options,
                                                   wyrm_worth **out, wyrm_error *error);
WYRM_API void wyrm_worth_free(wyrm_worth *worth); /* NULL is allowed */

/* ---- exchange rates ---- */

/* What a step saves in the fights of a depth. */
typedef struct wyrm_worth_saving {
    double saved;  /* share of the hit points less a fight; below 0: it costs. NAN: it cannot be had
                      there */
    double margin; /* half the 95 % interval; 0: it is exact */
} wyrm_worth_saving;

/* A step: more of a stat, or a piece of gear in the place of what it clashes with. */
typedef struct wyrm_worth_step {
    const char *name;                 /* "max_hp +1", "accuracy +0.01", "weapons.sword" */
    const wyrm_worth_saving *savings; /* by depth */
} wyrm_worth_step;

typedef struct wyrm_worth_rates {
    size_t depth_count;
    const int32_t *depths;
    const char *const *players;     /* the reference player of each, as it is written */
    const wyrm_worth_saving *costs; /* share of the hit points that a fight takes, the mean over who
                                       comes; a fight that is lost takes all */
    size_t step_count;
    const wyrm_worth_step *steps; /* max_hp first, then stats, then gear; without those that change
                                     nothing anywhere */
} wyrm_worth_rates;

/* Fights of the reference player of some depths (wyrm_design_reference), six all over the dungeon,
 * at full hit points, the player striking first, against who comes there as often as it comes; of a
 * tracker of difficulty its levels stand for depths. A step of a number is 1 where it takes whole
 * numbers or reaches beyond 1, else 0.01; what is but so or not, conditions, words and amounts have
 * none. Gear has the plus of what it takes the place of. Of the options the seed and progress count
 * (NULL: seed 1).
 * WYRM_ERROR_LIMIT    stopped by progress
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
