/* Judging: metrics, targets, verdicts and findings.
 *
 * A ruleset lists under `targets:` what its designer wants. A target names a metric, the place
 * where it is measured, and the range it should be in; judging computes the metric and gives a
 * verdict. A finding is something wrong that no target names.
 */
#ifndef WYRM_JUDGE_H
#define WYRM_JUDGE_H

#include <wyrm/design.h>
#include <wyrm/looks.h>
#include <wyrm/sim.h>

#ifdef __cplusplus
extern "C" {
#endif

/* PASS     inside the range (a sampled value: its whole interval)
 * WARN     outside the range, inside the wider range that the target tolerates
 * FAIL     outside both
 * UNCLEAR  the interval of a sampled value straddles the limit
 * Values within a millionth of a limit meet it, since curves may be computed in 32 bits. For a
 * share that is a millionth of its distance from 0 and from 1, so that "at least 100 %" means
 * all. */
typedef enum wyrm_verdict {
    WYRM_PASS,
    WYRM_WARN,
    WYRM_FAIL,
    WYRM_UNCLEAR,
    WYRM_VERDICT_COUNT
} wyrm_verdict;

WYRM_API const char *wyrm_verdict_name(wyrm_verdict verdict); /* "PASS"; static text */

/* Why no more games or fights were played for a verdict. */
typedef enum wyrm_judge_stop {
    WYRM_STOP_CLEAR,    /* the verdict is not UNCLEAR */
    WYRM_STOP_ACCURACY, /* the requested accuracy was reached, and the interval still straddles the
                           limit */
    WYRM_STOP_EFFORT,   /* the effort was spent first */
    WYRM_STOP_WORK      /* more would have been more work than is allowed (wyrm/memory.h) */
} wyrm_judge_stop;

WYRM_API const char *wyrm_judge_stop_name(wyrm_judge_stop stop); /* "clear"; static text */

/* Upper bound of the chance that a verdict from games or fights, other than UNCLEAR, is wrong,
 * however often the data was looked at. */
#define WYRM_JUDGE_ERROR 0.05

#define WYRM_JUDGE_GAMES 1600 /* games of each bot at the default effort, at most */

/* One target, measured at one place. Texts live as long as the judgement. */
typedef struct wyrm_judged {
    const char *target; /* its key in the ruleset */
    const char *claim;  /* the target in words, from the ruleset; "" if it gives none */
    const char *metric;
    const char *unit; /* "" if none */
    char where[160];  /* "player@6,weapon=6,armor=6 against monster@6" */
    double value;     /* INFINITY if unbounded (attacks that never kill); NAN if it cannot be
                         measured: a FAIL if the rules say so (hit points left of a fight that never
                         ends), UNCLEAR if no run tells it or no dungeon goes as deep */
    const char *why;  /* if the value is NAN: the reason, and what can be asked instead; static
                         text. Else NULL */
    bool of_fights;   /* sampled from duels too large to solve exactly; they are the same fights for
                         every seed and effort */
    bool sampled;     /* ci95 is valid; its ends are infinite if the sample is too small */
    wyrm_interval ci95;
    wyrm_interval range; /* the wanted range; an open end is infinite */
    wyrm_verdict verdict;
    const char *source;      /* source of the claim; "" if not given */
    const char *note;        /* a remark from the ruleset; "" if not given */
    const char *bot;         /* the bot that played, for metrics of runs and fights; else NULL */
    const char *arena;       /* for metrics of set fights: the ruleset's arena; else NULL */
    uint64_t runs;           /* games or fights that a bot played for it; 0: none */
    double accuracy;         /* accuracy reached with those, as of wyrm_accuracy */
    bool is_share;           /* whether the metric is a share */
    const char *question;    /* the question for wyrm_solve that asks for this target at this place;
                                NULL: the target holds, or wyrm_solve cannot answer it */
    wyrm_judge_stop stopped; /* why no more of those were played */
} wyrm_judged;

typedef struct wyrm_finding {
    const char *kind;  /* "dead-configuration"; static text */
    char where[96];    /* path in the ruleset, or place in the dungeon */
    char message[480]; /* a sentence with its evidence */
    /* The arguments of a `wyrm` command, with RULESET for the ruleset, that finds the number to
     * change ("solve RULESET monsters.orc.hp 'win_chance(player, orc)=50 %..'") or, failing that,
     * shows more of the problem ("duel RULESET 'player@3' 'orc'"); NULL: there is none. */
    const char *command;
} wyrm_finding;

typedef struct wyrm_judgement {
    size_t judged_count;
    wyrm_judged *judged; /* in file order */
    size_t finding_count;
    wyrm_finding *findings;
    /* The kind of finding, "no-end", that was not looked for, as the games that show it would have
     * been more work than is allowed (wyrm/memory.h); static text. NULL: all were looked for. */
    const char *unlooked;
    size_t summary[WYRM_VERDICT_COUNT]; /* how many have each verdict */
    uint64_t seed;
    uint64_t runs;    /* dungeons or floors sampled for metrics that no bot plays for; 0: none */
    double accuracy;  /* accuracy at which games and fights stop; 0: not used */
    unsigned systems; /* systems of the ruleset, as bits (wyrm_system) */
    /* Systems that a game would need and that were not examined, as a sentence; "" if none is
     * missing.
     */
    char missing[WYRM_ERROR_MESSAGE_MAX];
} wyrm_judgement;

typedef struct wyrm_judge_options {
    size_t size;   /* of this struct, or 0: see wyrm/error.h */
    uint64_t seed; /* 0 is a seed like any other */
    /* Each bot plays until its verdicts are clear, or the unclear ones are as accurate as
     * WYRM_ACCURACY (twice as coarse for a quarter of the effort), or the effort is spent: by
     * default WYRM_JUDGE_GAMES games, and 4,000 fights of each set fight. The number of sampled
     * dungeons, 10,000, also scales with the effort. */
    wyrm_effort effort;
    uint64_t maps;                                /* as in wyrm_loot_survey_options */
    unsigned threads;                             /* 0: one */
    bool (*progress)(double done, void *context); /* as in wyrm/descent.h; may be NULL */
    void *context;
    const wyrm_maker *maker; /* makes the games; as in wyrm_sim_options */
} wyrm_judge_options;

/* A metric: one row of the tables in src/metrics/metrics.c and fights.c. */
typedef struct wyrm_metric {
    const char *name;    /* "hits_to_kill" */
    const char *unit;    /* "" if none */
    const char *needs;   /* keys of a target that it uses, separated by spaces; "[first]" may be
                          omitted. "[levels]" goes with {level} in `of` and `against` */
    const char *summary; /* one sentence */
    bool sampled;
} wyrm_metric;

WYRM_API const wyrm_metric *wyrm_judge_metric(size_t index); /* NULL: no more */

/* Checks the targets of a design: metric names, missing or superfluous keys, unreadable combatants.
 * Measures only targets about fighters and their single fights, as wyrm_judge does, and tries one
 * attack of every monster, and of the player with each weapon, so that a failing script is found.
 * Errors go to `errors` with positions.
 * WYRM_ERROR_RULESET  a target or script is wrong
 * WYRM_ERROR_LIMIT    a fight is too large to be worked out */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_judge_validate(const wyrm_design *design,
                                                         wyrm_errors *errors);

/* Measures every target and looks for every kind of finding. `options` NULL: seed 1 and defaults.
 * Games that would be more work than is allowed (wyrm/memory.h) are not played, and the answer says
 * what is not known for want of them.
 * *out is owned by the caller (wyrm_judgement_free) and must not outlive the design.
 * WYRM_ERROR_RULESET  a target makes no sense (positions in `errors`, may be NULL)
 * WYRM_ERROR_LIMIT    `progress` stopped it, or what is no game was more work than is allowed
 * WYRM_ERROR_MEMORY   out of memory */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_judge(const wyrm_design *design,
                                                const wyrm_judge_options *options,
                                                wyrm_judgement **out, wyrm_errors *errors);
WYRM_API void wyrm_judgement_free(wyrm_judgement *judgement); /* NULL is allowed */

#ifdef __cplusplus
}
#endif
#endif
