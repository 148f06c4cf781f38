/* External games: the user's own program plays, and its reports of its runs are weighed.
 *
 * The program speaks the protocol of docs/protocol.md: one JSON object a line over its standard
 * input and output. A file in the ruleset's language says under `engine` how to start it, and under
 * `targets` and `gate` what its designer wants of the metrics that it declares.
 *
 *     wyrm_external *game;
 *     wyrm_external_session *session;
 *     wyrm_external_ask_options options = {.seed = 1};
 *     wyrm_external_batch batch = {100, runs, take, NULL, NULL}; 100 runs, each handed to `take`
 *     wyrm_external_open("mine.yaml", &game, errors);            reads the file, starts nothing
 *     wyrm_external_meet(game, errors);                          starts it once, reads its hello
 *     wyrm_external_session_new(game, &options, &session, &error);
 *     wyrm_external_ask(session, &batch, &error);
 *
 * Opening a file never starts a program; every later step does, so a caller that reads files of
 * strangers should ask its user first. Nothing that the program prints is trusted: a line that
 * breaks the protocol fails its run, and all texts handed on are free of control characters.
 */
#ifndef WYRM_EXTERNAL_H
#define WYRM_EXTERNAL_H

#include <wyrm/ruleset.h>

#ifdef __cplusplus
extern "C" {
#endif

#define WYRM_EXTERNAL_PROTOCOL 1 /* the protocol version spoken */

/* Limits of a program's answers; exceeding one is an error that names the limit. */
#define WYRM_EXTERNAL_LINE_MAX       ((size_t)1 << 20) /* bytes of a line */
#define WYRM_EXTERNAL_NAME_MAX       63                /* bytes of names and words */
#define WYRM_EXTERNAL_AGENTS_MAX     64
#define WYRM_EXTERNAL_PARAMETERS_MAX 1000
#define WYRM_EXTERNAL_METRICS_MAX    128
#define WYRM_EXTERNAL_WORDS_MAX      1000  /* different outcomes, causes, values of a category */
#define WYRM_EXTERNAL_STAGES_MAX     1000  /* stages are numbered from 1 */
#define WYRM_EXTERNAL_NUMBER_MAX     1e100 /* its square can still be summed */
#define WYRM_EXTERNAL_LOG_MAX        2000  /* bytes of a failed program's log that are kept */

/* ---- What a program says of itself ---- */

typedef enum wyrm_external_kind {
    WYRM_EXTERNAL_SHARE,    /* "share": true or false, a number from 0 to 1, or [k, n], which is k
                               of n */
    WYRM_EXTERNAL_AMOUNT,   /* "amount": 0 or more */
    WYRM_EXTERNAL_NUMBER,   /* "number": anything within WYRM_EXTERNAL_NUMBER_MAX */
    WYRM_EXTERNAL_CATEGORY, /* "category": a word */
    WYRM_EXTERNAL_BY_STAGE  /* "by stage": a list of numbers, stage 1 first; null: no value there */
} wyrm_external_kind;

WYRM_API const char *wyrm_external_kind_word(wyrm_external_kind kind); /* "by stage"; static text */

typedef struct wyrm_external_metric {
    const char *name; /* letters, digits, '_', '-', '.': a letter first */
    wyrm_external_kind kind;
    const char *unit;  /* "" where none is given */
    const char *about; /* a sentence, or "" */
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
    double least, greatest; /* range of a number; infinite where not given */
    size_t choice_count;
    const char *const *choices;
    const char *default_value; /* as JSON, "12"; "" where not given */
    const char *unit;
    const char *about;
} wyrm_external_parameter;

/* Requests that a program can answer besides runs, as bits. */
enum { WYRM_EXTERNAL_CAN_FIGHT = 1, WYRM_EXTERNAL_CAN_DRAW = 2, WYRM_EXTERNAL_CAN_REPLAY = 4 };

typedef struct wyrm_external_hello {
    const char *name, *version;
    size_t agent_count; /* at least 1: a program that names none has one, "default" */
    const char *const *agents;
    bool by_skill; /* the agents are ordered by skill, weakest first */
    size_t parameter_count;
    const wyrm_external_parameter *parameters;
    size_t metric_count;
    const wyrm_external_metric *metrics;
    const char *stage;  /* the word for a stage, "depth"; "" where the game has none */
    int32_t last_stage; /* 0: not given */
    bool seeded;        /* a seed decides a run: the program says so, or says nothing */
    unsigned can;       /* bits: WYRM_EXTERNAL_CAN_... */
} wyrm_external_hello;

/* The game's word for a stage; "stage" where it has none. */
WYRM_API const char *wyrm_external_stage_word(const wyrm_external_hello *hello);

/* ---- One run ---- */

typedef enum wyrm_external_end {
    WYRM_EXTERNAL_WON,
    WYRM_EXTERNAL_LOST,
    WYRM_EXTERNAL_OTHER,      /* ended in another way, which `outcome` names */
    WYRM_EXTERNAL_UNFINISHED, /* "unfinished": stopped by a limit, so how it would have ended is
                                 unknown */
    WYRM_EXTERNAL_FAILED,     /* no result: see `failure` */
    WYRM_EXTERNAL_END_COUNT
} wyrm_external_end;

/* Why a run failed: name, its word in JSON, a sentence. */
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
    bool told;        /* else the other fields are not set */
    double number;    /* SHARE, AMOUNT, NUMBER; for a share [k, n]: k */
    double of;        /* SHARE: n, which may be 0 for [0, 0]; 1 for a single number */
    const char *word; /* CATEGORY */
    size_t count;     /* BY_STAGE: number of values, stage 1 first; NAN: no value there */
    const double *by_stage;
} wyrm_external_value;

typedef struct wyrm_external_run {
    uint64_t run, seed;
    wyrm_external_end end;
    const char *outcome; /* "won", "lost", "unfinished", "failed" or a word of the game */
    const char *cause;   /* "" where none is given */
    int32_t stage;       /* the last stage entered; 0: not given */
    const wyrm_external_value *values; /* one for each metric of the hello, in its order */
    wyrm_external_failure failure;
    const char *why; /* for a failure: what was wrong, a sentence; else "" */
    const char *log; /* for a failure: the last lines of the program's log; else "" */
} wyrm_external_run;

/* Whether the run came to its end; only such runs count in shares and means. */
static inline bool wyrm_external_is_complete(wyrm_external_end end)
{
    return end <= WYRM_EXTERNAL_OTHER;
}

/* ---- The file ---- */

typedef struct wyrm_external wyrm_external;

/* Whether a file has a section `engine`, which makes it the description of an external game and not
 * a ruleset. Reads only the names of the sections; false if the file cannot be read. */
WYRM_API bool wyrm_external_is(const char *path);

/* Reads the file and starts nothing; the file cannot extend another. On success *out is owned by
 * the caller (wyrm_external_free). Fails as wyrm_ruleset_read. */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_external_open(const char *path, wyrm_external **out,
                                                        wyrm_errors *errors);
WYRM_API void wyrm_external_free(wyrm_external *game); /* NULL is allowed */

/* The file's content; values are looked up as in a ruleset: "engine.command". Owned by the game. */
WYRM_API const wyrm_ruleset *wyrm_external_file(const wyrm_external *game);

/* The command as one would type it in a shell, "python3 mine.py", and the folder it runs in, which
 * is that of the file: to show when asking whether it may run. Both are valid as long as the
 * game. */
WYRM_API const char *wyrm_external_command(const wyrm_external *game);
WYRM_API const char *wyrm_external_folder(const wyrm_external *game);

/* Replaces the command, to test another build of the same game; it is split at blanks outside of
 * quotes. To be called before wyrm_external_meet.
 * WYRM_ERROR_ARGUMENT  an empty command, or a quote that is not closed */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_external_use(wyrm_external *game, const char *command,
                                                       wyrm_error *error);

/* Starts the program once to read its hello, and checks the file's targets, margins, agents and
 * parameters against it: errors point into the file. Required before all functions below.
 * WYRM_ERROR_RULESET  the file asks for something that the game does not have
 * WYRM_ERROR_IO       the program did not start, did not answer, or broke the protocol
 * WYRM_ERROR_MEMORY   out of memory */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_external_meet(wyrm_external *game, wyrm_errors *errors);

/* The program's hello, owned by the game; NULL before wyrm_external_meet. */
WYRM_API const wyrm_external_hello *wyrm_external_hello_of(const wyrm_external *game);

/* ---- Asking ---- */

/* The greatest seed of a job: the seeds derived from it for all runs stay exact in a double, which
 * is all that some languages have for numbers. */
#define WYRM_EXTERNAL_SEED_MAX ((UINT64_C(1) << 21) - 1)

/* How to ask for runs. */
typedef struct wyrm_external_ask_options {
    size_t size;       /* of this struct, or 0: see wyrm/error.h */
    uint64_t seed;     /* seed of the job, at most WYRM_EXTERNAL_SEED_MAX; see wyrm_external_seed */
    const char *agent; /* NULL: the first of engine.agents, else the first of the hello */
    /* Parameters to set, "orc.hp=12"; they override those of engine.set. */
    const char *const *set;
    size_t set_count;
    uint64_t steps; /* step limit sent to the game; 0: that of engine.limits, if any */
} wyrm_external_ask_options;

/* The seed of a run: (seed - 1 modulo 2^21) * 2^32 + run; with seed 1 it equals the number of the
 * run. */
WYRM_API uint64_t wyrm_external_seed(uint64_t seed, uint64_t run);

/* The agent that the options select; NULL where the game has none of that name. */
WYRM_API const char *wyrm_external_agent(const wyrm_external *game,
                                         const wyrm_external_ask_options *options);

/* The agents that play where none is asked for, by index: those of engine.agents, or without any,
 * where the game ranks them by skill, all of them. NULL behind the last one; if there are none, the
 * agent of wyrm_external_agent plays alone. */
WYRM_API const char *wyrm_external_player(const wyrm_external *game, size_t index);

/* One process of the game, started when first needed and again after a failure; each thread has its
 * own session. `options` (NULL: defaults) and the game must outlive it. On success *out is owned by
 * the caller; wyrm_external_session_free ends the process and all its children.
 * WYRM_ERROR_UNKNOWN   no such agent or parameter (the hint names the nearest)
 * WYRM_ERROR_RANGE     a parameter's value is not allowed, or the seed is too large
 * WYRM_ERROR_ARGUMENT  called before wyrm_external_meet
 * WYRM_ERROR_MEMORY    out of memory */
typedef struct wyrm_external_session wyrm_external_session;
WYRM_API WYRM_MUST_CHECK wyrm_status
wyrm_external_session_new(const wyrm_external *game, const wyrm_external_ask_options *options,
                          wyrm_external_session **out, wyrm_error *error);
WYRM_API void wyrm_external_session_free(wyrm_external_session *session); /* NULL is allowed */

/* Asks for `count` runs in the order given. Several requests are in flight at once, so that neither
 * side waits for the other. Each run is handed to `take` in that order and is valid during the
 * call; a status other than WYRM_OK from `take` stops and is returned.
 *
 * A failed run is handed over as such and is no error: the process is restarted and the requests in
 * flight behind it are repeated. The process is kept only where a value was wrong or the game
 * itself reports a failure. Of three failed starts in a row the first two are failed runs and the
 * third is WYRM_ERROR_IO. `stop`, if not NULL, is called now and then, also while the game is
 * silent: true stops with WYRM_ERROR_LIMIT.
 * WYRM_ERROR_IO      no process can be started: no pipe, no process, no such program, or one that
 *                    never sends its hello
 * WYRM_ERROR_LIMIT   `stop` returned true
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

/* Counts of whole numbers, ascending: values[i] came times[i] times. */
typedef struct wyrm_external_counts {
    size_t count;
    const int64_t *values;
    const uint64_t *times;
} wyrm_external_counts;

/* The result of `draw`: one attack, repeated `count` times. */
typedef struct wyrm_external_draws {
    uint64_t misses;             /* attacks that missed, if the game tells misses from hits without
                                    damage */
    bool tells_misses;           /* else a miss counts as a damage of 0 */
    wyrm_external_counts damage; /* damage of the attacks that hit */
} wyrm_external_draws;

/* The result of `fight`: one fight to the death, repeated `count` times, the attacker striking
 * first. */
typedef struct wyrm_external_fights {
    uint64_t won, lost, neither; /* by the attacker */
    wyrm_external_counts turns;  /* turns of all fights; empty where the game does not give them */
} wyrm_external_fights;

/* Repeat one attack or one fight `count` times. Combatants are written as both the game and the
 * ruleset know them. Results are owned by the session and valid until it is asked again.
 * WYRM_ERROR_ARGUMENT  the game does not support the request
 * WYRM_ERROR_IO        the request failed (the message says how)
 * WYRM_ERROR_MEMORY    out of memory */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_external_draw(wyrm_external_session *session,
                                                        const char *attacker, const char *defender,
                                                        uint64_t count, wyrm_external_draws *out,
                                                        wyrm_error *error);
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_external_fight(wyrm_external_session *session,
                                                         const char *attacker, const char *defender,
                                                         uint64_t count, wyrm_external_fights *out,
                                                         wyrm_error *error);

/* Has the game show a run to a person. It may open a window and answer once that is closed, or
 * answer with frames of text, which are handed to `show` one by one: lines separated by '\n',
 * without control sequences for a terminal. Fails as wyrm_external_draw. */
WYRM_API WYRM_MUST_CHECK wyrm_status
wyrm_external_replay(wyrm_external_session *session, uint64_t run,
                     wyrm_status (*show)(const char *frame, void *context, wyrm_error *error),
                     void *context, wyrm_error *error);

#ifdef __cplusplus
}
#endif
#endif
