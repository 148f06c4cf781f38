/* Do the rules match the game? Compares what a real game did with what a ruleset says it does.
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
 * A log counts one of three things: attacks by attacker and defender (the damage of each), fights
 * to the death by the two fighters (who won, in how many turns; the attacker strikes first), or
 * floors by depth (how many of each monster or item). For a matchup the ruleset gives the exact
 * distribution (wyrm_design_hit, wyrm_design_duel); for floors thousands are generated with the
 * code of this project's own game. An outcome that happened although the rules give it a chance of
 * 0 is named and fails at once.
 *
 * Each matchup is tested in five aspects (wyrm_verify_aspect), by the tests of wyrm/goodness.h. One
 * Holm correction over all tests (Scandinavian Journal of Statistics 6, 1979, in its weighted form,
 * a sixth of the level held back for approximations) keeps the chance that anything is called off,
 * although the rules are those of the game, below `alarm`. Each matchup gets an equal part of this
 * level and its aspects get parts by their weights; where there are several matchups, half of the
 * level goes to a test of all of them together, against a change that they have in common.
 *
 * A verdict says what it rests on: FAIL, something is off; PASS, nothing is, and a change of
 * WYRM_VERIFY_MEAN in the mean or of WYRM_VERIFY_SHARE in the chance to miss would have been
 * noticed in 95 of 100 logs like this one, in every single matchup or count; UNCLEAR, nothing is,
 * but such a change would have been noticed less often. Each result gives the least change that
 * would have been noticed.
 */
#ifndef WYRM_VERIFY_H
#define WYRM_VERIFY_H

#include <wyrm/goodness.h>
#include <wyrm/judge.h>

#ifdef __cplusplus
extern "C" {
#endif

#define WYRM_VERIFY_ALARM 0.01 /* the default false-alarm rate */
#define WYRM_VERIFY_POWER 0.95 /* share of logs in which a change must be noticed */
#define WYRM_VERIFY_MEAN  0.10 /* relative change of a mean, which PASS excludes */
#define WYRM_VERIFY_SHARE 0.05 /* change of a share, in [0, 1], which PASS excludes */
/* For floors a mean is clear, too, if a change by this many things a floor would be noticed. */
#define WYRM_VERIFY_NUMBER 0.05

/* Limits of a log; exceeding one is an error that names the limit. */
#define WYRM_VERIFY_LINES_MAX    ((uint64_t)1000000000)
#define WYRM_VERIFY_LINE_MAX     ((size_t)65536) /* bytes */
#define WYRM_VERIFY_COLUMNS_MAX  512
#define WYRM_VERIFY_MATCHUPS_MAX 2000              /* for floors: depths times things counted */
#define WYRM_VERIFY_CELLS_MAX    ((size_t)1 << 22) /* different outcomes, over all matchups */

typedef enum wyrm_verify_kind {
    WYRM_VERIFY_NOTHING, /* nothing is counted yet */
    WYRM_VERIFY_HITS,
    WYRM_VERIFY_FIGHTS,
    WYRM_VERIFY_FLOORS
} wyrm_verify_kind;

/* The aspects in which a matchup is tested. */
/* clang-format off */
#define WYRM_VERIFY_ASPECT_ROWS(row)                                                               \
    /* share of attacks without damage, of fights won by the attacker, of floors with none: exact  \
     * binomial test; for floors, where the expected share is itself sampled, Fisher's */          \
    row(WYRM_VERIFY_OF_SHARE, "share")                                                             \
    /* damage of attacks that did some; turns of a fight; number on a floor */                     \
    row(WYRM_VERIFY_OF_MEAN, "mean")                                                               \
    row(WYRM_VERIFY_OF_SPREAD, "spread")                                                           \
    row(WYRM_VERIFY_OF_EXTREMES, "extremes")                                                       \
    /* all outcomes by their chances: exact multinomial test, G-test or Monte Carlo */             \
    row(WYRM_VERIFY_OF_WHOLE, "distribution")
/* clang-format on */

typedef enum wyrm_verify_aspect {
#define WYRM_VERIFY_ASPECT_ENUM(name, word) name,
    WYRM_VERIFY_ASPECT_ROWS(WYRM_VERIFY_ASPECT_ENUM)
#undef WYRM_VERIFY_ASPECT_ENUM
        WYRM_VERIFY_ASPECT_COUNT
} wyrm_verify_aspect;

/* The name of an aspect: for a share "misses", "won" or "none", by what is counted; else "mean",
 * "spread", "extremes", "distribution". Static text. */
WYRM_API const char *wyrm_verify_aspect_word(wyrm_verify_kind kind, wyrm_verify_aspect aspect);

/* One aspect of a matchup, tested. A spread is a standard deviation; for extremes and the
 * distribution only p and corrected are set. */
typedef struct wyrm_verify_look {
    bool tested;     /* else p and corrected are NAN and `method` is "" */
    double expected; /* by the rules; NAN where the rules give none */
    /* For share and mean: of the sampled floors; for attacks and fights both ends are
     * `expected`. */
    wyrm_interval expected_ci95;
    wyrm_estimate seen; /* from the log, with its 95 % interval; NAN where the log has no such
                           value */
    double p;           /* p-value of this test alone */
    double corrected;   /* p-value corrected for all tests, to compare with `alarm` */
    const char *method; /* "exact", "saddlepoint", "chi-square", "monte carlo"; static */
    bool off;           /* corrected is at most `alarm` */
    /* For share and mean: the least change down and up that would have been noticed in a share of
     * WYRM_VERIFY_POWER of such logs; NAN where no possible change would. For a share by the exact
     * test, for a mean by the normal distribution with the variance that the rules give. */
    double noticed_down, noticed_up;
} wyrm_verify_look;

/* An outcome and how often it was seen. */
#define WYRM_VERIFY_ENDED          2 /* `outcome` of an ended fight with an unknown winner */
#define WYRM_VERIFY_IMPOSSIBLE_MAX 8 /* impossible outcomes kept for each row */
typedef struct wyrm_verify_outcome {
    int64_t value;   /* damage, turns or number; -1: the log has no turns */
    int32_t outcome; /* of a fight: 1 won, -1 lost, 0 neither, or WYRM_VERIFY_ENDED; else 0 */
    uint64_t times;
} wyrm_verify_outcome;

/* One matchup, or one thing counted at one depth. */
typedef struct wyrm_verify_row {
    /* As written in the log; for floors `attacker` is the thing counted and `defender` "". */
    const char *attacker, *defender;
    int32_t depth;    /* for floors; else 0 */
    uint64_t count;   /* number of attacks, fights or floors */
    uint64_t shared;  /* how many of them missed, were won, or had none */
    uint64_t amounts; /* attacks that did damage, fights with known turns, or floors */
    wyrm_verify_look looks[WYRM_VERIFY_ASPECT_COUNT];
    int64_t least, greatest; /* of the amounts seen; 0 where there are none */
    wyrm_extremes expected;  /* ranges that the extremes of 95 of 100 logs fall into */
    /* The outcome whose share is farthest from its chance, above or below, where the distribution
     * is tested; `times` is how often it was seen. */
    wyrm_verify_outcome farthest;
    double farthest_expected, farthest_seen; /* its shares; NAN if there is none */
    size_t impossible_count;                 /* outcomes kept below, at most
                                                WYRM_VERIFY_IMPOSSIBLE_MAX */
    wyrm_verify_outcome impossible[WYRM_VERIFY_IMPOSSIBLE_MAX]; /* chance 0, but seen */
    uint64_t impossible_times; /* how often such outcomes were seen, all together */
    wyrm_verdict verdict;
} wyrm_verify_row;

/* A test of all matchups together against a change they have in common: every chance to miss
 * shifted by the same number of points, or every mean by the same per cent. `seen` is that
 * change. */
typedef struct wyrm_verify_together {
    bool there; /* tested: the log has several matchups, of attacks or fights */
    uint64_t count;
    wyrm_verify_look share, mean; /* changes as fractions of 1 */
} wyrm_verify_together;

/* A column of a log and its role: "damage", or the name of the thing counted; "": it is not read,
 * which is told of floors, where any heading may be a thing. */
typedef struct wyrm_verify_column {
    const char *role, *heading;
} wyrm_verify_column;

typedef struct wyrm_verified {
    wyrm_verify_kind kind;
    wyrm_verdict verdict;
    double alarm;
    uint64_t count;              /* attacks, fights or floors in all */
    size_t row_count, off_count; /* off: rows whose verdict is FAIL */
    const wyrm_verify_row *rows; /* in the order of their first line in the log */
    wyrm_verify_together together;
    size_t column_count; /* columns of the log; 0: nothing was read from a log */
    const wyrm_verify_column *columns;
    uint64_t made; /* floors generated for each depth to get the expected values; else 0 */
} wyrm_verified;

typedef struct wyrm_verify_options {
    size_t size;        /* of this struct, or 0: see wyrm/error.h */
    uint64_t seed;      /* for Monte Carlo tests and generated floors */
    double alarm;       /* 0: WYRM_VERIFY_ALARM */
    const char *player; /* the combatant that "player" means, "player@3,weapon=sword"; NULL: the
                           bare player */
    /* Roles of columns that cannot be guessed, "attacker=src,damage=dmg"; NULL: guess all. */
    const char *columns;
    /* Called with the share done while judging, from 0 to 1; false stops. NULL: not called. */
    bool (*progress)(double done, void *context);
    void *context;
} wyrm_verify_options;

/* Starts counting. `options` are copied (NULL: defaults). On success *out is owned by the caller
 * (wyrm_verify_free); the design must outlive it.
 * WYRM_ERROR_ARGUMENT  alarm outside 0..0.5, or columns not of that form
 * WYRM_ERROR_MEMORY    out of memory
 * and the errors of wyrm_roster_combatant for `player` */
typedef struct wyrm_verify wyrm_verify;
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_verify_new(const wyrm_design *design,
                                                     const wyrm_verify_options *options,
                                                     wyrm_verify **out, wyrm_error *error);
WYRM_API void wyrm_verify_free(wyrm_verify *verify); /* NULL is allowed */

/* Reads a log: CSV (RFC 4180, or separated by semicolons or tabs) whose first line names the
 * columns. It is read as a stream, so its length costs no memory. The columns tell what it counts;
 * their names are guessed, ignoring case:
 *
 *   attacks  attacker, defender, damage (empty or `miss`: it missed; or a column `hit` or `miss`
 *            with yes or no)
 *   fights   attacker, defender, outcome (won, lost, neither; or the name of one of the two), and
 *            turns if known
 *   floors   depth, and one column for each monster or kind of item that is counted, by its name;
 *            `monsters` and `items` count all of them. One line is one floor
 *
 * Combatants are written as in wyrm/roster.h (in quotes if they contain commas). Every unusable
 * line is an error that names it; reading stops after WYRM_ERRORS_MAX of them.
 * WYRM_ERROR_IO        the file cannot be read
 * WYRM_ERROR_SYNTAX    missing columns, or lines that make no sense
 * WYRM_ERROR_UNKNOWN   the only errors are unknown combatants (hints name the nearest)
 * WYRM_ERROR_LIMIT     one of the limits above
 * WYRM_ERROR_ARGUMENT  something of another kind is counted already
 * WYRM_ERROR_MEMORY    out of memory */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_verify_read(wyrm_verify *verify, const char *path,
                                                      wyrm_errors *errors);

/* Adds attacks counted elsewhere: damage values[i], at least 0, came times[i] times, and `misses`
 * more attacks did none.
 * WYRM_ERROR_ARGUMENT  a damage below 0, or something of another kind is counted already
 * WYRM_ERROR_LIMIT     too many matchups or outcomes
 * and the errors of wyrm_roster_combatant and wyrm_design_hit */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_verify_add_hits(wyrm_verify *verify, const char *attacker,
                                                          const char *defender, uint64_t misses,
                                                          const int64_t *values,
                                                          const uint64_t *times, size_t count,
                                                          wyrm_error *error);

/* Adds `times` fights with one outcome (1 won by the attacker, -1 lost, 0 neither) and length;
 * `turns` is -1 where unknown. If turns are known only for all fights together, add the fights
 * without them, then the turns with the outcome WYRM_VERIFY_ENDED, which adds no further fights.
 * Fails as wyrm_verify_add_hits and wyrm_design_duel. */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_verify_add_fights(wyrm_verify *verify,
                                                            const char *attacker,
                                                            const char *defender, int outcome,
                                                            int64_t turns, uint64_t times,
                                                            wyrm_error *error);

/* Judges what was counted so far. On success *out is owned by the caller (wyrm_verified_free) and
 * may outlive `verify`. The same counts and seed give the same bits.
 * WYRM_ERROR_ARGUMENT  nothing is counted yet
 * WYRM_ERROR_LIMIT     `progress` stopped it
 * WYRM_ERROR_MEMORY    out of memory */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_verify_judge(const wyrm_verify *verify,
                                                       wyrm_verified **out, wyrm_error *error);
WYRM_API void wyrm_verified_free(wyrm_verified *verified); /* NULL is allowed */

/* ---- Which matchups ---- */

/* A matchup worth counting: a monster at the depth where it first appears, and the reference player
 * of that depth (for monsters with levels: of their level; for those that never appear by chance:
 * of the last depth). */
typedef struct wyrm_matchup_pair {
    char player[256], monster[96]; /* as combatants are written */
    int32_t depth;
    wyrm_combatant of_player, of_monster;
} wyrm_matchup_pair;

typedef struct wyrm_matchup_pairs {
    size_t count;
    const wyrm_matchup_pair *list; /* in the order of the roster */
} wyrm_matchup_pairs;

/* One such matchup for every monster of a ruleset: what to ask a game for, or to test it with. On
 * success *out is owned by the caller (wyrm_matchup_pairs_free). Fails as wyrm_design_reference. */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_matchup_pairs_of(const wyrm_design *design,
                                                           wyrm_matchup_pairs **out,
                                                           wyrm_error *error);
WYRM_API void wyrm_matchup_pairs_free(wyrm_matchup_pairs *pairs); /* NULL is allowed */

#ifdef __cplusplus
}
#endif
#endif
