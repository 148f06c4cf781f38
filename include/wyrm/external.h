/* External games: the user's own program plays, and what it tells of its runs is weighed.
 *
 * The program speaks the protocol of docs/protocol.md: one JSON object a line over its standard
 * input and output. A file of the ruleset's language says under `engine` how it is started, and
 * under `targets` and `gate` what its designer wants of the metrics that it declares.
 *
 *     wyrm_external *game;
 *     wyrm_external_session *session;
 *     wyrm_external_ask_options options = {.seed = 1};
 *     wyrm_external_batch batch = {100, runs, take, NULL, NULL}; runs 0 to 99, each told to `take`
 *     wyrm_external_open("mine.yaml", &game, errors);            reads the file, starts nothing
 *     wyrm_external_meet(game, errors);                          starts it once: who it says it is
 *     wyrm_external_session_new(game, &options, &session, &error);
 *     wyrm_external_ask(session, &batch, &error);
 *
 * Opening a file never starts a program; all that follows does, so that whoever reads files of
 * strangers asks first. Nothing that the program prints is trusted: what does not follow the
 * protocol ends a run as failed, and texts hold no control characters when they get here.
 */
#ifndef WYRM_EXTERNAL_H
#define WYRM_EXTERNAL_H

#include <wyrm/ruleset.h>

#ifdef __cplusplus
extern "C" {
#endif

#define WYRM_EXTERNAL_PROTOCOL 1 /* the version that is spoken */

/* Limits of what a program may say; more is an error that names the limit. */
#define WYRM_EXTERNAL_LINE_MAX       ((size_t)1 << 20) /* bytes of a line */
#define WYRM_EXTERNAL_NAME_MAX       63                /* bytes of names and words */
#define WYRM_EXTERNAL_AGENTS_MAX     64
#define WYRM_EXTERNAL_PARAMETERS_MAX 1000
#define WYRM_EXTERNAL_METRICS_MAX    128
#define WYRM_EXTERNAL_WORDS_MAX      1000  /* different outcomes, causes, values of a category */
#define WYRM_EXTERNAL_STAGES_MAX     1000  /* stages are numbered from 1 */
#define WYRM_EXTERNAL_NUMBER_MAX     1e100 /* squares of which can still be added up */
#define WYRM_EXTERNAL_LOG_MAX        2000  /* bytes of a program's log, kept with a failure */

/* ---- What a program says of itself ---- */

typedef enum wyrm_external_kind {
    WYRM_EXTERNAL_SHARE,    /* "share": true or false, or a number from 0 to 1, or [k, n]: k of n */
    WYRM_EXTERNAL_AMOUNT,   /* "amount": 0 or more */
    WYRM_EXTERNAL_NUMBER,   /* "number": anything within WYRM_EXTERNAL_NUMBER_MAX */
    WYRM_EXTERNAL_CATEGORY, /* "category": a word */
    WYRM_EXTERNAL_BY_STAGE  /* "by stage": a list of numbers, stage 1 first; null: not there */
} wyrm_external_kind;

typedef struct wyrm_external_metric {
    const char *name; /* letters, digits, '_', '-', '.': a letter first */
    wyrm_external_kind kind;
    const char *unit;  /* "" where none is said */
    const char *about; /* a sentence; "" */
} wyrm_external_metric;

typedef enum wyrm_external_parameter_kind {
    WYRM_EXTERNAL_WHOLE,  /* "whole" */
    WYRM_EXTERNAL_REAL,   /* "number" */
    WYRM_EXTERNAL_BOOL,   /* "bool" */
    WYRM_EXTERNAL_CHOICE, /* "choice" */
    WYRM_EXTERNAL_TEXT    /* "text" */
} wyrm_external_parameter_kind;

typedef struct wyrm_external_parameter {
    const char *key; /* "orc.hp" */
    wyrm_external_parameter_kind kind;
    double least, greatest; /* of numbers; infinite where not said */
    size_t choice_count;
    const char *const *choices;
    const char *default_value; /* as JSON has it: "12"; "" where not said */
    const char *unit;
    const char *about;
} wyrm_external_parameter;

/* What a program can do besides runs: bits. */
enum { WYRM_EXTERNAL_CAN_FIGHT = 1, WYRM_EXTERNAL_CAN_DRAW = 2, WYRM_EXTERNAL_CAN_REPLAY = 4 };

typedef struct wyrm_external_hello {
    const char *name, *version;
    size_t agent_count; /* at least 1: a program that names none has one, "default" */
    const char *const *agents;
    bool by_skill; /* the agents are in the order of their skill, weakest first */
    size_t parameter_count;
    const wyrm_external_parameter *parameters;
    size_t metric_count;
    const wyrm_external_metric *metrics;
    const char *stage;  /* what a stage is called: "depth"; "" where there are none */
    int32_t last_stage; /* 0: not said */
    bool seeded;        /* it says, or does not deny, that a seed decides a run */
    unsigned can;
} wyrm_external_hello;

/* ---- One run ---- */

typedef enum wyrm_external_end {
    WYRM_EXTERNAL_WON,
    WYRM_EXTERNAL_LOST,
    WYRM_EXTERNAL_OTHER,      /* came to its end in another way: the outcome is its word */
    WYRM_EXTERNAL_UNFINISHED, /* "unfinished": it met a limit; what would have become of it nobody
                                 knows */
    WYRM_EXTERNAL_FAILED,     /* there is no result: see `failure` */
    WYRM_EXTERNAL_END_COUNT
} wyrm_external_end;

/* Why a run failed: name, word for JSON, sentence. */
/* clang-format off */
#define WYRM_EXTERNAL_FAILURE_ROWS(row)                                                            \
    row(WYRM_EXTERNAL_NO_FAILURE, "none", "")                                                      \
    row(WYRM_EXTERNAL_SAID, "said", "the game says that it failed")                                \
    row(WYRM_EXTERNAL_NO_START, "start", "the game did not start")                                 \
    row(WYRM_EXTERNAL_CRASHED, "crashed", "the game ended before it answered")                     \
    row(WYRM_EXTERNAL_TOO_SLOW, "slow", "the game did not answer in time")                         \
    row(WYRM_EXTERNAL_NO_PROTOCOL, "protocol", "what it answered is not the protocol")             \
    row(WYRM_EXTERNAL_WRONG_RUN, "run", "it answered for another run")                             \
    row(WYRM_EXTERNAL_WRONG_VALUE, "value", "a value is not what the game declared")               \
    row(WYRM_EXTERNAL_TOO_LONG, "long", "a line is too long")
/* clang-format on */

typedef enum wyrm_external_failure {
#define WYRM_EXTERNAL_FAILURE_ENUM(name, word, sentence) name,
    WYRM_EXTERNAL_FAILURE_ROWS(WYRM_EXTERNAL_FAILURE_ENUM)
#undef WYRM_EXTERNAL_FAILURE_ENUM
        WYRM_EXTERNAL_FAILURE_COUNT
} wyrm_external_failure;

WYRM_API const char *wyrm_external_end_word(wyrm_external_end end); /* "won"; static text */
WYRM_API const char *wyrm_external_failure_word(wyrm_external_failure failure);
WYRM_API const char *wyrm_external_failure_text(wyrm_external_failure failure);

/* The value of a metric in one run. */
typedef struct wyrm_external_value {
    bool told;        /* else nothing below counts */
    double number;    /* SHARE, AMOUNT, NUMBER; of a share [k, n]: k */
    double of;        /* of a share: n; 1 where it is one number; 0 of 0 is allowed */
    const char *word; /* CATEGORY */
    size_t count;     /* BY_STAGE: values, stage 1 first; NAN: not there */
    const double *by_stage;
} wyrm_external_value;

typedef struct wyrm_external_run {
    uint64_t run, seed;
    wyrm_external_end end;
    const char *outcome; /* "won", "lost", "unfinished", "failed" or a word of the game */
    const char *cause;   /* "" where none was told */
    int32_t stage;       /* the last one that was entered; 0: none was told */
    const wyrm_external_value *values; /* one for each metric of the hello */
    wyrm_external_failure failure;
    const char *why; /* of a failure: what was wrong, a sentence; else "" */
    const char *log; /* of a failure: the last lines that the program printed besides; else "" */
} wyrm_external_run;

/* Whether it came to its end: part of all shares and means of runs. */
static inline bool wyrm_external_is_complete(wyrm_external_end end)
{
    return end <= WYRM_EXTERNAL_OTHER;
}

/* ---- The file ---- */

typedef struct wyrm_external wyrm_external;

/* Whether a file has a section `engine`: it describes an external game and is no ruleset. False
 * also where it cannot be read. Reads no more than the names of its sections. */
WYRM_API bool wyrm_external_is(const char *path);

/* Reads the file; starts nothing. It extends no other file. On success *out is owned by the caller
 * (wyrm_external_free).
 * Fails as wyrm_ruleset_read. */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_external_open(const char *path, wyrm_external **out,
                                                        wyrm_errors *errors);
WYRM_API void wyrm_external_free(wyrm_external *game); /* NULL is allowed */

/* What the file says; values are read from it as from a ruleset: "engine.command". */
WYRM_API const wyrm_ruleset *wyrm_external_file(const wyrm_external *game);

/* The command as it would be typed in a shell, "python3 mine.py", and the folder that it runs in,
 * that of the file: for whoever asks whether it may run. Valid as long as the game. */
WYRM_API const char *wyrm_external_command(const wyrm_external *game);
WYRM_API const char *wyrm_external_folder(const wyrm_external *game);

/* Another build of the same game: the command in its stead, parted at blanks outside of quotes.
 * Before wyrm_external_meet.
 * WYRM_ERROR_ARGUMENT  nothing in it, or a quote that does not end */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_external_use(wyrm_external *game, const char *command,
                                                       wyrm_error *error);

/* Starts the program once to ask who it is, and holds targets, margins, agents and parameters of
 * the file against that: errors point into the file. Done before anything below.
 * WYRM_ERROR_RULESET  the file asks for what the game does not have
 * WYRM_ERROR_IO       the program did not start, did not answer, or not in the protocol
 * WYRM_ERROR_MEMORY   out of memory */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_external_meet(wyrm_external *game, wyrm_errors *errors);

/* NULL before wyrm_external_meet. */
WYRM_API const wyrm_external_hello *wyrm_external_hello_of(const wyrm_external *game);

/* ---- Asking ---- */

/* The greatest seed of a job: those of all its runs are to be exact where numbers are doubles. */
#define WYRM_EXTERNAL_SEED_MAX ((UINT64_C(1) << 21) - 1)

/* How runs are asked for. */
typedef struct wyrm_external_ask_options {
    size_t size;       /* of this struct, or 0: see wyrm/error.h */
    uint64_t seed;     /* of the job, WYRM_EXTERNAL_SEED_MAX at most; see wyrm_external_seed */
    const char *agent; /* NULL: the first of engine.agents, else of the hello */
    /* Parameters that are set, over those of engine.set: "orc.hp=12". */
    const char *const *set;
    size_t set_count;
    uint64_t steps; /* the limit that the game is told; 0: that of engine.limits, if any */
} wyrm_external_ask_options;

/* The seed of a run: (seed - 1 modulo 2^21) * 2^32 + run; with seed 1 it is the number of the
 * run. */
WYRM_API uint64_t wyrm_external_seed(uint64_t seed, uint64_t run);

/* The agent that these options mean; NULL where the game has none of that name. */
WYRM_API const char *wyrm_external_agent(const wyrm_external *game,
                                         const wyrm_external_ask_options *options);

/* One process of the game, started when it is first needed and again after it failed; each thread
 * has its own. `options` (NULL: defaults) and the game must outlive it. On success *out is owned by
 * the caller (wyrm_external_session_free), which ends the process and all that it has started.
 * WYRM_ERROR_UNKNOWN   no such agent or parameter (the hint names the nearest)
 * WYRM_ERROR_RANGE     a parameter is set to what it cannot be, or so is the seed
 * WYRM_ERROR_ARGUMENT  before wyrm_external_meet
 * WYRM_ERROR_MEMORY    out of memory */
typedef struct wyrm_external_session wyrm_external_session;
WYRM_API WYRM_MUST_CHECK wyrm_status
wyrm_external_session_new(const wyrm_external *game, const wyrm_external_ask_options *options,
                          wyrm_external_session **out, wyrm_error *error);
WYRM_API void wyrm_external_session_free(wyrm_external_session *session); /* NULL is allowed */

/* Asks for one run, or for `count` of them in the order given: several requests are under way at
 * once, so that neither side waits for the other. Each is told to `take` in that order; the run is
 * valid during the call. A run that fails is told as such and is no error: the process is started
 * anew, and those that were under way behind it are asked again; only a wrong value, or a failure
 * that the game itself tells, leaves the process as it is. Of three starts in a row that fail, the
 * first two are failed runs, and the third is the end of it. What `take` returns other than WYRM_OK
 * ends it with that. `stop`, where it is not NULL, is asked now and then, also while the game is
 * silent: true ends it with WYRM_ERROR_LIMIT.
 * WYRM_ERROR_IO      no process can be started at all: no pipe, no process, no such program, or
 *                    one that never says hello
 * WYRM_ERROR_MEMORY  out of memory */
typedef struct wyrm_external_batch {
    size_t count;
    const uint64_t *runs;
    wyrm_status (*take)(const wyrm_external_run *run, void *context, wyrm_error *error);
    bool (*stop)(void *context);
    void *context;
} wyrm_external_batch;
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_external_ask(wyrm_external_session *session,
                                                       const wyrm_external_batch *batch,
                                                       wyrm_error *error);

/* ---- Single fights and attacks: for wyrm/verify.h ---- */

/* How often each whole number came, ascending. */
typedef struct wyrm_external_counts {
    size_t count;
    const int64_t *values;
    const uint64_t *times;
} wyrm_external_counts;

/* `draw`: an attack, made `count` times. */
typedef struct wyrm_external_draws {
    uint64_t misses;             /* attacks that did not hit, where the game tells them apart */
    bool tells_misses;           /* else a miss is a damage of 0 */
    wyrm_external_counts damage; /* of those that hit */
} wyrm_external_draws;

/* `fight`: a fight to the death, made `count` times, the attacker striking first. */
typedef struct wyrm_external_fights {
    uint64_t won, lost, neither; /* by the attacker */
    wyrm_external_counts turns;  /* of all of them; empty where it does not tell */
} wyrm_external_fights;

/* Ask for them; combatants are written as the game and the ruleset both know them. Results are
 * valid until the session is asked again.
 * WYRM_ERROR_ARGUMENT  the game cannot do that
 * WYRM_ERROR_IO        it failed (the message says how)
 * WYRM_ERROR_MEMORY    out of memory */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_external_draw(wyrm_external_session *session,
                                                        const char *attacker, const char *defender,
                                                        uint64_t count, wyrm_external_draws *out,
                                                        wyrm_error *error);
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_external_fight(wyrm_external_session *session,
                                                         const char *attacker, const char *defender,
                                                         uint64_t count, wyrm_external_fights *out,
                                                         wyrm_error *error);

/* Has the game show a run to a person: it may open a window and answer when that is closed, or
 * answer with frames of text, which are told one by one (lines parted by '\n', nothing that steers
 * a terminal). Fails as wyrm_external_draw. */
WYRM_API WYRM_MUST_CHECK wyrm_status
wyrm_external_replay(wyrm_external_session *session, uint64_t run,
                     wyrm_status (*show)(const char *frame, void *context, wyrm_error *error),
                     void *context, wyrm_error *error);

#ifdef __cplusplus
}
#endif
#endif
