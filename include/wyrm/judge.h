/* Judging: metrics, targets, verdicts and findings.
 *
 * A ruleset states under `targets:` what its designer wants. A target names a metric, the place
 * where it is measured, and the range it should be in; judging computes the metric and gives a
 * verdict. Findings are what is wrong though no target names it.
 */
#ifndef WYRM_JUDGE_H
#define WYRM_JUDGE_H

#include <wyrm/design.h>
#include <wyrm/looks.h>
#include <wyrm/sim.h>

#ifdef __cplusplus
extern "C" {
#endif

/* PASS     inside the range (for a sampled value: its whole interval)
 * WARN     outside the range, inside the wider range that the target tolerates
 * FAIL     outside both
 * UNCLEAR  the interval of a sampled value straddles the limit
 * An end of a range is met by what is within a millionth of it: curves may be computed in 32
 * bits. Of a share that is a millionth of how far it is from 0 and from 1, so that "at least 100 %"
 * means all. */
typedef enum wyrm_verdict {
    WYRM_PASS,
    WYRM_WARN,
    WYRM_FAIL,
    WYRM_UNCLEAR,
    WYRM_VERDICT_COUNT
} wyrm_verdict;

WYRM_API const char *wyrm_verdict_name(wyrm_verdict verdict); /* "PASS"; static text */

/* Why no more games or fights were made for a verdict. */
typedef enum wyrm_judge_stop {
    WYRM_STOP_CLEAR,    /* it is not UNCLEAR */
    WYRM_STOP_ACCURACY, /* the figure is as accurate as asked for, and still on both sides */
    WYRM_STOP_EFFORT    /* the effort was spent before that */
} wyrm_judge_stop;

WYRM_API const char *wyrm_judge_stop_name(wyrm_judge_stop stop); /* "clear"; static text */

/* A verdict on games or fights that is not UNCLEAR is wrong with at most this chance, however often
 * was looked. */
#define WYRM_JUDGE_ERROR 0.05

#define WYRM_JUDGE_GAMES 1600 /* of each bot, at most, where no effort is asked for */

/* One measured target, at one place. Texts live as long as the judgement. */
typedef struct wyrm_judged {
    const char *target; /* its key in the ruleset */
    const char *claim;  /* the target in words, as the ruleset gives it; "" where it does not */
    const char *metric;
    const char *unit; /* "" where none */
    char where[160];  /* "player@6,weapon=6,armor=6 against monster@6" */
    double value;     /* INFINITY without bound (attacks that never kill); NAN where it cannot
                             be measured (hit points left of a fight that never ends): that fails */
    const char *why;  /* it is NAN, and what can be asked instead; static text, NULL: it is not */
    bool of_fights;   /* it is sampled, by a duel that was played as it is too much to follow: the
                         same fights with every seed and effort */
    bool sampled;     /* then ci95 holds; its ends are infinite where the sample is too small */
    wyrm_interval ci95;
    wyrm_interval range; /* wanted; an open end is infinite */
    wyrm_verdict verdict;
    const char *source;      /* where the claim stands; "" where not given */
    const char *note;        /* what to know besides, from the ruleset; "" where not given */
    const char *bot;         /* of metrics of runs and set fights: who played, else NULL */
    const char *arena;       /* of metrics of set fights: which of the ruleset, else NULL */
    uint64_t runs;           /* games or fights that a bot played for it; 0: it is about none */
    double accuracy;         /* of those: what was reached, as wyrm_accuracy */
    bool is_share;           /* what that is of */
    const char *question;    /* the target at this place as wyrm_solve is asked; NULL: it holds, or
                                wyrm_solve is not for it */
    wyrm_judge_stop stopped; /* of those */
} wyrm_judged;

typedef struct wyrm_finding {
    const char *kind;  /* "dead-configuration"; static text */
    char where[96];    /* a path of the ruleset or a place in the dungeon */
    char message[480]; /* a sentence with its evidence */
    /* What to type behind `wyrm`, RULESET standing for that, to be told which number would mend it
     * ("solve RULESET monsters.orc.hp 'win_chance(player, orc)=50 %..'"), or where that does not
     * say it to see more of it ("duel RULESET 'player@3' 'orc'"); NULL: nothing does. */
    const char *command;
} wyrm_finding;

typedef struct wyrm_judgement {
    size_t judged_count;
    wyrm_judged *judged; /* in the order of the file */
    size_t finding_count;
    wyrm_finding *findings;
    size_t summary[WYRM_VERDICT_COUNT];
    uint64_t seed;
    uint64_t runs; /* dungeons or floors behind the sampled metrics that are not a bot's; 0: none */
    double accuracy;  /* that ends the games and fights for a verdict; 0: none does */
    unsigned systems; /* that the ruleset has (wyrm_system) */
    /* What a game needs besides, and was not looked at, in a sentence; "" where nothing is missing.
     */
    char missing[WYRM_ERROR_MESSAGE_MAX];
} wyrm_judgement;

typedef struct wyrm_judge_options {
    size_t size;   /* of this struct, or 0: see wyrm/error.h */
    uint64_t seed; /* 0 is a seed like any other */
    /* Each bot plays until its verdicts are clear, or games have told what is not as accurately as
     * WYRM_ACCURACY (twice as coarse for a quarter of the effort), or the effort is spent: usually
     * WYRM_JUDGE_GAMES, and 4,000 fights of each set fight. 10,000 dungeons are sampled, likewise
     * more or fewer by the effort. */
    wyrm_effort effort;
    uint64_t maps;                                /* as in wyrm_loot_survey_options */
    unsigned threads;                             /* 0: one */
    bool (*progress)(double done, void *context); /* as in wyrm/descent.h; may be NULL */
    void *context;
    const wyrm_maker *maker; /* of games; as in wyrm_sim_options */
} wyrm_judge_options;

/* A metric: one row of the tables in src/metrics/metrics.c and fights.c. */
typedef struct wyrm_metric {
    const char *name;  /* "hits_to_kill" */
    const char *unit;  /* "" where none */
    const char *needs; /* the keys of a target that it uses, separated by spaces; "[first]": may be
                            left out. {level} in `of` and `against` goes with "[levels]" */
    const char *summary; /* one sentence */
    bool sampled;
} wyrm_metric;

WYRM_API const wyrm_metric *wyrm_judge_metric(size_t index); /* NULL: there are no more */

/* Checks the targets of a design: metric names, missing or superfluous keys, combatants that do not
 * read. Only those of fighters and their single fights are measured, as wyrm_judge does, and an
 * attack of every monster and of the player with each weapon is tried, so that a script that fails
 * in one is found. Adds positioned errors; WYRM_ERROR_RULESET where there are any, WYRM_ERROR_LIMIT
 * where a fight is too much to be worked out. */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_judge_validate(const wyrm_design *design,
                                                         wyrm_errors *errors);

/* Measures every target and looks for every kind of finding. `options` NULL: seed 1 and defaults.
 * *out is owned by the caller (wyrm_judgement_free) and must not outlive the design.
 * WYRM_ERROR_RULESET  a target does not make sense (positions in `errors`, may be NULL)
 * WYRM_ERROR_LIMIT    stopped by progress
 * WYRM_ERROR_MEMORY   out of memory */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_judge(const wyrm_design *design,
                                                const wyrm_judge_options *options,
                                                wyrm_judgement **out, wyrm_errors *errors);
WYRM_API void wyrm_judgement_free(wyrm_judgement *judgement); /* NULL is allowed */

#ifdef __cplusplus
}
#endif
#endif
