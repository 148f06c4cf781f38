/* Do the rules match the game? What a real game did, held against what a ruleset says it does.
 *
 *     wyrm_verify *verify;
 *     wyrm_verified *found;
 *     wyrm_verify_new(design, NULL, &verify, &error);
 *     wyrm_verify_read(verify, "hits.csv", errors);       or wyrm_verify_add_hits, ..._fights
 *     wyrm_verify_judge(verify, &found, &error);
 *     ...found->verdict, found->rows...
 *     wyrm_verified_free(found);
 *     wyrm_verify_free(verify);
 *
 * What is counted is one of three: attacks by attacker and defender (the damage of each), fights to
 * the death by the two who fight (who won, in how many turns; the attacker strikes first), or
 * floors by depth (how many of each monster or item). Of each matchup the ruleset knows the exact
 * distribution (wyrm_design_hit, wyrm_design_duel); of floors it makes thousands itself, with the
 * code that the game of this project uses. What has a chance of 0 in the rules and happened is
 * named, and fails at once.
 *
 * Each matchup is looked at in five ways (wyrm_verify_aspect), by the tests of wyrm/goodness.h. One
 * Holm correction over all of them (Scandinavian Journal of Statistics 6, 1979, in its weighted
 * form, a sixth of the level held back for approximations) keeps the chance that anything at all is
 * called off, where the rules are the game's, below `alarm`. Of this level a matchup has an equal
 * part and its aspects parts by their weights; where there are several matchups all of them
 * together, against a change that they have in common, have half of it.
 *
 * A verdict says what it rests on: FAIL, something is off; PASS, nothing is, and a change of
 * WYRM_VERIFY_MEAN in the mean or of WYRM_VERIFY_SHARE in the chance to miss would have been
 * noticed in 95 of 100 logs like this one; UNCLEAR, nothing is, but so much would not have been
 * noticed as often. What would have been is told with each.
 */
#ifndef WYRM_VERIFY_H
#define WYRM_VERIFY_H

#include <wyrm/goodness.h>
#include <wyrm/judge.h>

#ifdef __cplusplus
extern "C" {
#endif

#define WYRM_VERIFY_ALARM 0.01 /* where nothing else is asked for */
#define WYRM_VERIFY_POWER 0.95
#define WYRM_VERIFY_MEAN  0.10 /* of the mean */
#define WYRM_VERIFY_SHARE 0.05 /* of 1: five points of a hundred */
/* Of floors a mean is clear, too, where a change by so many things a floor would be noticed. */
#define WYRM_VERIFY_NUMBER 0.05

/* Limits of a log; more is an error that names the limit. */
#define WYRM_VERIFY_LINES_MAX    ((uint64_t)1000000000)
#define WYRM_VERIFY_LINE_MAX     ((size_t)65536) /* bytes */
#define WYRM_VERIFY_COLUMNS_MAX  512
#define WYRM_VERIFY_MATCHUPS_MAX 2000              /* of floors: depths times what is counted */
#define WYRM_VERIFY_CELLS_MAX    ((size_t)1 << 22) /* different outcomes of all matchups */

typedef enum wyrm_verify_kind {
    WYRM_VERIFY_NOTHING, /* nothing is counted yet */
    WYRM_VERIFY_HITS,
    WYRM_VERIFY_FIGHTS,
    WYRM_VERIFY_FLOORS
} wyrm_verify_kind;

/* In what a matchup can be off. */
/* clang-format off */
#define WYRM_VERIFY_ASPECT_ROWS(row)                                                               \
    /* attacks without damage; fights that the attacker won; floors that have none: exact          \
     * binomial test; of floors, whose chance is one of floors that were made, Fisher's */         \
    row(WYRM_VERIFY_OF_SHARE, "share")                                                             \
    /* damage of an attack that did some; turns of a fight; number on a floor */                   \
    row(WYRM_VERIFY_OF_MEAN, "mean")                                                               \
    row(WYRM_VERIFY_OF_SPREAD, "spread")                                                           \
    row(WYRM_VERIFY_OF_EXTREMES, "extremes")                                                       \
    /* every outcome with its chance: exact multinomial test, G-test or Monte Carlo */             \
    row(WYRM_VERIFY_OF_WHOLE, "distribution")
/* clang-format on */

typedef enum wyrm_verify_aspect {
#define WYRM_VERIFY_ASPECT_ENUM(name, word) name,
    WYRM_VERIFY_ASPECT_ROWS(WYRM_VERIFY_ASPECT_ENUM)
#undef WYRM_VERIFY_ASPECT_ENUM
        WYRM_VERIFY_ASPECT_COUNT
} wyrm_verify_aspect;

/* What an aspect is called: "misses", "won" or "none" for a share, by what is counted; else
 * "mean", "spread", "extremes", "distribution". Static text. */
WYRM_API const char *wyrm_verify_aspect_word(wyrm_verify_kind kind, wyrm_verify_aspect aspect);

/* One look at a matchup. Spreads are standard deviations; of extremes and of the distribution only
 * the chances are told. */
typedef struct wyrm_verify_look {
    bool tested;     /* else p and corrected are NAN and `method` is "" */
    double expected; /* by the rules; NAN where the rules have none */
    /* Of share and mean: floors that were made are a sample; else both ends are `expected`. */
    wyrm_interval expected_ci95;
    wyrm_estimate seen; /* NAN where nothing was seen that tells; ci95 */
    double p;           /* of this test alone */
    double corrected;   /* for all that were made: compared with `alarm` */
    const char *method; /* "exact", "saddlepoint", "chi-square", "monte carlo"; static */
    bool off;           /* corrected is at most `alarm` */
    /* Of share and mean: the least change downwards and upwards that would have been noticed in
     * WYRM_VERIFY_POWER of such logs, as far as one is there to be had, else NAN. Of a share by the
     * exact test; of a mean by the normal distribution with the rules' own variance. */
    double noticed_down, noticed_up;
} wyrm_verify_look;

/* An outcome, and how often it was seen; those that the rules say cannot happen are kept. */
#define WYRM_VERIFY_ENDED          2 /* a fight came to its end, and who won it is not told */
#define WYRM_VERIFY_IMPOSSIBLE_MAX 8
typedef struct wyrm_verify_outcome {
    int64_t value;   /* damage, turns or number; -1: turns that were not told */
    int32_t outcome; /* of fights: 1 won, -1 lost, 0 neither, WYRM_VERIFY_ENDED; else 0 */
    uint64_t times;
} wyrm_verify_outcome;

typedef struct wyrm_verify_row {
    /* As they were written; of floors `attacker` is what is counted and `defender` "". */
    const char *attacker, *defender;
    int32_t depth;    /* of floors; else 0 */
    uint64_t count;   /* attacks, fights, floors */
    uint64_t shared;  /* of them: misses, won, without any */
    uint64_t amounts; /* attacks that did damage, fights whose turns are told, floors */
    wyrm_verify_look looks[WYRM_VERIFY_ASPECT_COUNT];
    int64_t least, greatest; /* amounts seen; 0 where there are none */
    wyrm_extremes expected;  /* 95 of 100 logs have theirs there */
    /* The outcome that came most too often or too seldom for its chance, where the distribution is
     * tested: its shares. `times` is how often it was seen. */
    wyrm_verify_outcome farthest;
    double farthest_expected, farthest_seen; /* NAN where it is not */
    size_t impossible_count;                 /* kept, at most WYRM_VERIFY_IMPOSSIBLE_MAX */
    wyrm_verify_outcome impossible[WYRM_VERIFY_IMPOSSIBLE_MAX];
    uint64_t impossible_times; /* in all */
    wyrm_verdict verdict;
} wyrm_verify_row;

/* All matchups together, against a change that they have in common: every chance to miss so many
 * points up or down, every mean so many percent. `seen` is that change. */
typedef struct wyrm_verify_together {
    bool there; /* there are several matchups, of attacks or fights */
    uint64_t count;
    wyrm_verify_look share, mean; /* of changes: of 1, both */
} wyrm_verify_together;

/* A column of a log, and what it was taken for: "damage", or the name of what is counted. */
typedef struct wyrm_verify_column {
    const char *role, *heading;
} wyrm_verify_column;

typedef struct wyrm_verified {
    wyrm_verify_kind kind;
    wyrm_verdict verdict;
    double alarm;
    uint64_t count;              /* attacks, fights or floors in all */
    size_t row_count, off_count; /* off: whose verdict is FAIL */
    const wyrm_verify_row *rows; /* in the order of their first line */
    wyrm_verify_together together;
    size_t column_count; /* of the log; 0: there was none */
    const wyrm_verify_column *columns;
    uint64_t made; /* floors of each depth that the rules were asked for; else 0 */
} wyrm_verified;

typedef struct wyrm_verify_options {
    size_t size;        /* of this struct, or 0: see wyrm/error.h */
    uint64_t seed;      /* of Monte Carlo tests and of the floors that are made */
    double alarm;       /* 0: WYRM_VERIFY_ALARM */
    const char *player; /* whom "player" means: "player@3,weapon=sword"; NULL: himself, bare */
    /* Which column is what, where it is not to be guessed: "attacker=src,damage=dmg"; NULL. */
    const char *columns;
    /* How far the judging is, from 0 to 1: false ends it. NULL: nobody is told. */
    bool (*progress)(double done, void *context);
    void *context;
} wyrm_verify_options;

/* On success *out is owned by the caller (wyrm_verify_free); the design must outlive it, options
 * are copied.
 * WYRM_ERROR_ARGUMENT  alarm outside 0..0.5, columns not of that form
 * WYRM_ERROR_MEMORY    out of memory
 * and those of wyrm_roster_combatant for `player` */
typedef struct wyrm_verify wyrm_verify;
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_verify_new(const wyrm_design *design,
                                                     const wyrm_verify_options *options,
                                                     wyrm_verify **out, wyrm_error *error);
WYRM_API void wyrm_verify_free(wyrm_verify *verify); /* NULL is allowed */

/* Reads a log: CSV (RFC 4180; also parted by semicolons or tabs), its first line the names of the
 * columns. It is read once and from the front, and its length costs no memory. What it counts is
 * told by its columns, whose names are guessed (upper case as lower):
 *
 *   attacks  attacker, defender, damage (empty or `miss`: it missed; or a column `hit` or `miss`
 *            with yes or no)
 *   fights   attacker, defender, outcome (won, lost, neither; or the name of one of the two), and
 *            where it is known turns
 *   floors   depth, and one column for each monster or kind of item that is counted, by its name;
 *            `monsters` and `items` are all of them. One line is one floor
 *
 * Combatants are written as in wyrm/roster.h (in quotes, where they have commas). Every line that
 * cannot be used is an error that names it, the first WYRM_ERRORS_MAX of them; reading ends there.
 * WYRM_ERROR_IO       it cannot be read
 * WYRM_ERROR_SYNTAX   columns that are missing, lines that make no sense
 * WYRM_ERROR_UNKNOWN  only combatants that are not known (hints name the nearest)
 * WYRM_ERROR_LIMIT    larger than is accepted
 * WYRM_ERROR_ARGUMENT something else is counted already
 * WYRM_ERROR_MEMORY   out of memory */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_verify_read(wyrm_verify *verify, const char *path,
                                                      wyrm_errors *errors);

/* Adds what was counted elsewhere: values[i], damage of at least 0, came times[i] times, and
 * `misses` attacks besides did none.
 * WYRM_ERROR_ARGUMENT  a damage below 0; something else is counted already
 * WYRM_ERROR_LIMIT     more matchups or outcomes than are accepted
 * and those of wyrm_roster_combatant and wyrm_design_hit */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_verify_add_hits(wyrm_verify *verify, const char *attacker,
                                                          const char *defender, uint64_t misses,
                                                          const int64_t *values,
                                                          const uint64_t *times, size_t count,
                                                          wyrm_error *error);

/* The same of fights with one outcome (1 won by the attacker, -1 lost, 0 neither), `turns` -1 where
 * it is not told. Where turns are known of all fights together only, these are added without them,
 * and then their turns with the outcome WYRM_VERIFY_ENDED, which count as no further fights. Fails
 * as above, and as wyrm_design_duel. */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_verify_add_fights(wyrm_verify *verify,
                                                            const char *attacker,
                                                            const char *defender, int outcome,
                                                            int64_t turns, uint64_t times,
                                                            wyrm_error *error);

/* Judges what was counted so far. On success *out is owned by the caller (wyrm_verified_free) and
 * does not need the rest. The same counts and seed give the same bits.
 * WYRM_ERROR_ARGUMENT  nothing is counted yet
 * WYRM_ERROR_LIMIT     progress ended it
 * WYRM_ERROR_MEMORY    out of memory */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_verify_judge(const wyrm_verify *verify,
                                                       wyrm_verified **out, wyrm_error *error);
WYRM_API void wyrm_verified_free(wyrm_verified *verified); /* NULL is allowed */

/* ---- Which matchups ---- */

/* A monster where it is first met, and the player that it meets there: the reference of that depth
 * (of monsters with levels: of their level; of those that chance never brings: of the last). */
typedef struct wyrm_matchup_pair {
    char player[256], monster[96]; /* as combatants are written */
    int32_t depth;
    wyrm_combatant of_player, of_monster;
} wyrm_matchup_pair;

typedef struct wyrm_matchup_pairs {
    size_t count;
    const wyrm_matchup_pair *list; /* in the order of the roster */
} wyrm_matchup_pairs;

/* All of a ruleset: what a game is asked for, or tested with. On success *out is owned by the
 * caller (wyrm_matchup_pairs_free). Fails as wyrm_design_reference. */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_matchup_pairs_of(const wyrm_design *design,
                                                           wyrm_matchup_pairs **out,
                                                           wyrm_error *error);
WYRM_API void wyrm_matchup_pairs_free(wyrm_matchup_pairs *pairs); /* NULL is allowed */

#ifdef __cplusplus
}
#endif
#endif
