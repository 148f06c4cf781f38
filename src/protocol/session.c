/* Asking a game for runs.
 *
 * A game and its session are two programs that talk through pipes, and every time that one waits
 * for the other costs more than most answers: so several requests are under way at once, as many as
 * the pipes hold with room to spare, written in one go; answers are read as many as there are, and
 * cut into lines where they lie. Neither side can hold the other up: nothing here waits but for all
 * of it at once (the game's answers, its log, its end, its time), so that a game that answers
 * without reading, or logs without end, is read all the same.
 *
 * Answers come in the order of the requests. Where one does not come, or is not what it should be,
 * that is the failure of the run that was next; those behind it are innocent, and asked for again.
 * Time is kept by a timer of the kernel for the answer that is next, from when it is: a game that
 * drips bytes has no more of it than one that is silent. */
#define _GNU_SOURCE /* environ, timerfd */

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/timerfd.h>
#include <sys/wait.h>
#include <unistd.h>
#include "protocol/internal.h"

#define WINDOW_RUNS  128   /* requests under way, and */
#define WINDOW_BYTES 49152 /* their bytes: less than a pipe holds */
#define NUMBERS_MAX  100   /* bytes of a request that are the same for all games */
#define PIECE        65536 /* that a pipe gives at once */
/* of answers; hardly any of it is ever touched */
#define IN_ROOM      (WYRM_EXTERNAL_LINE_MAX + 2 * PIECE)
#define STOP_MILLIS  100           /* how often it is asked whether to stop */
#define STARTS_MAX   3             /* that fail, one after the other */
#define END_SECONDS  10            /* for the keeper to end what is left of a game */
#define DRAWS_MAX    1000000000000 /* in one request */
#define REPLAY_STOPS 0             /* seconds of a replay: a person is watching */

struct wyrm_external_session {
    base_arena arena;
    base_arena answer; /* of one answer */
    const wyrm_external *game;
    char **environment;
    uint64_t seed;
    const char *tail; /* of requests, behind the seed: agent, parameters, limit */
    size_t request_max, window;
    wyrm_external_value *values; /* of one run */
    uint64_t questions;          /* that were draws or fights: their numbers */
    int failed_starts;           /* one after the other */

    ext_process process;
    bool running, closed; /* its standard output has ended */
    bool answered_before; /* by this process, and */
    uint64_t before;      /* this run */

    int timer;
    double seconds; /* that the next answer may take; 0: any */
    bool timed, late;

    char *in; /* what has come and is not used: lines, and the beginning of one */
    size_t in_first, in_seen, in_end; /* up to in_seen there is no line feed */
    char *out;                        /* what is to be sent */
    size_t out_first, out_end, out_room;
    char log[WYRM_EXTERNAL_LOG_MAX]; /* the last of it */
    size_t log_length;
};

/* Who may stop it. */
typedef struct stopping {
    bool (*stop)(void *context);
    void *context;
} stopping;

/* ---- time ---- */

static void set_timer(const wyrm_external_session *s, double seconds)
{
    double whole = floor(seconds);
    struct itimerspec time = {
        .it_value = {.tv_sec = (time_t)whole, .tv_nsec = (long)((seconds - whole) * 999999999)}};
    (void)timerfd_settime(s->timer, 0, &time, NULL);
}

/* ---- pipes ---- */

static void send_some(wyrm_external_session *s)
{
    while (s->out_first < s->out_end) {
        ssize_t sent = write(s->process.to, s->out + s->out_first, s->out_end - s->out_first);
        if (sent < 0 && errno == EINTR)
            continue;
        if (sent < 0) /* the pipe is full, or the game gone, which is heard of otherwise */
            return;
        s->out_first += (size_t)sent;
    }
    s->out_first = s->out_end = 0;
}

/* Reads what there is of the log; false at its end or where there is no more now. Of a flood only
 * the last bytes are kept. */
static bool read_log(wyrm_external_session *s)
{
    char bytes[16384];
    ssize_t got = s->process.log >= 0 ? read(s->process.log, bytes, sizeof bytes) : 0;
    if (got < 0)
        return errno == EINTR;
    if (got == 0) {
        if (s->process.log >= 0)
            close(s->process.log);
        s->process.log = -1;
        return false;
    }
    size_t fresh = (size_t)got < sizeof s->log ? (size_t)got : sizeof s->log;
    size_t kept = s->log_length < sizeof s->log - fresh ? s->log_length : sizeof s->log - fresh;
    memmove(s->log, s->log + s->log_length - kept, kept);
    memcpy(s->log + kept, bytes + got - fresh, fresh);
    s->log_length = kept + fresh;
    return true;
}

/* What has been printed so far: a pipe holds no more. */
static void drain_log(wyrm_external_session *s)
{
    for (int i = 0; i < 64 && s->running && read_log(s); i++)
        continue;
}

/* Reads what there is of answers, behind what is there; the beginning of a line is moved to the
 * front once a piece has been used before it. */
static void read_answers(wyrm_external_session *s)
{
    if (s->in_first > PIECE || s->in_first == s->in_end) {
        memmove(s->in, s->in + s->in_first, s->in_end - s->in_first);
        s->in_seen -= s->in_first;
        s->in_end -= s->in_first;
        s->in_first = 0;
    }
    ssize_t got = read(s->process.from, s->in + s->in_end, IN_ROOM - s->in_end);
    if (got > 0)
        s->in_end += (size_t)got;
    else if (got == 0 || (errno != EINTR && errno != EAGAIN))
        s->closed = true;
    else if (s->process.gone)
        s->closed = true;
}

/* The next line, without its line feed; false where it is not there whole. */
static bool cut_line(wyrm_external_session *s, const char **line, size_t *length)
{
    char *feed = memchr(s->in + s->in_seen, '\n', s->in_end - s->in_seen);
    if (feed == NULL) {
        s->in_seen = s->in_end;
        return false;
    }
    *line = s->in + s->in_first;
    *length = (size_t)(feed - *line);
    s->in_first = s->in_seen = (size_t)(feed - s->in) + 1;
    return true;
}

/* ---- what happens next ---- */

typedef enum event { LINE, TOO_LONG, ENDED, LATE, STOPPED } event;

/* Sends and receives until something has happened. */
static void wait_for_something(wyrm_external_session *s, bool stops)
{
    struct pollfd watched[] = {
        {.fd = s->process.from, .events = POLLIN},
        {.fd = s->process.log, .events = POLLIN},
        {.fd = s->process.gone ? -1 : s->process.tie, .events = POLLIN},
        {.fd = s->timer, .events = POLLIN},
        {.fd = s->out_first < s->out_end ? s->process.to : -1, .events = POLLOUT}};
    uint64_t times;
    (void)poll(watched, COUNT_OF(watched), s->process.gone ? 0 : stops ? STOP_MILLIS : -1);
    if (watched[0].revents != 0 || s->process.gone)
        read_answers(s);
    if (watched[1].revents != 0)
        (void)read_log(s);
    if (watched[2].revents != 0)
        (void)ext_process_hear(&s->process);
    if (watched[3].revents != 0 && read(s->timer, &times, sizeof times) > 0)
        s->late = true;
}

static event next_line(wyrm_external_session *s, const stopping *stopper, const char **line,
                       size_t *length)
{
    for (;;) {
        bool whole = cut_line(s, line, length);
        if (whole ? *length > WYRM_EXTERNAL_LINE_MAX
                  : s->in_end - s->in_first > WYRM_EXTERNAL_LINE_MAX)
            return TOO_LONG;
        if (whole) {
            s->timed = s->late = false;
            return LINE;
        }
        if (s->closed || s->late)
            return s->closed ? ENDED : LATE;
        if (stopper->stop != NULL && stopper->stop(stopper->context))
            return STOPPED;
        if (!s->timed)
            set_timer(s, s->seconds);
        s->timed = true;
        send_some(s);
        wait_for_something(s, stopper->stop != NULL);
    }
}

/* ---- the end of a process ---- */

/* Ends it with all that it has started, and hears what it has to say until then. */
static void end_process(wyrm_external_session *s, bool now)
{
    char bytes[16384];
    uint64_t times;
    if (!s->running)
        return;
    ext_process_end(&s->process, now);
    set_timer(s, END_SECONDS);
    for (bool late = false, open = true; ext_process_hear(&s->process) && !late;) {
        struct pollfd watched[] = {{.fd = open ? s->process.from : -1, .events = POLLIN},
                                   {.fd = s->process.log, .events = POLLIN},
                                   {.fd = s->process.tie, .events = POLLIN},
                                   {.fd = s->timer, .events = POLLIN}};
        (void)poll(watched, COUNT_OF(watched), -1);
        if (watched[0].revents != 0)
            open = read(s->process.from, bytes, sizeof bytes) != 0;
        if (watched[1].revents != 0)
            (void)read_log(s);
        late = watched[3].revents != 0 && read(s->timer, &times, sizeof times) > 0;
    }
    drain_log(s);
    ext_process_release(&s->process);
    set_timer(s, 0);
    s->running = false;
    s->in_first = s->in_seen = s->in_end = s->out_first = s->out_end = 0;
}

/* How it ended, as a sentence. */
static void say_end(const wyrm_external_session *s, const char *when, char why[256])
{
    int status = s->process.status;
    if (s->process.ended && WIFEXITED(status))
        snprintf(why, 256, "the game ended with status %d before it %s%s", WEXITSTATUS(status),
                 when, WEXITSTATUS(status) == 0 ? ": it is to stay until its input ends" : "");
    else if (s->process.ended && WIFSIGNALED(status))
        snprintf(why, 256, "the game was killed by signal %d before it %s", WTERMSIG(status), when);
    else
        snprintf(why, 256, "the game closed its standard output before it %s", when);
}

/* What became of a question to which there is no answer; the process has ended then. */
static void give_up(wyrm_external_session *s, event what, const char *when, ext_wrong *wrong)
{
    bool begun = s->in_end > s->in_first; /* a line that does not end */
    end_process(s, what != ENDED);
    if (what == LATE) {
        wrong->failure = WYRM_EXTERNAL_TOO_SLOW;
        snprintf(wrong->why, sizeof wrong->why, "the game has not %s in %.6g s%s", when, s->seconds,
                 begun ? ": its line has no end"
                 : strcmp(when, "answered") == 0
                     ? " (does the run end? is standard output flushed after every answer?)"
                     : " (does it flush its standard output after every answer?)");
    } else if (what == TOO_LONG) {
        wrong->failure = WYRM_EXTERNAL_TOO_LONG;
        snprintf(wrong->why, sizeof wrong->why, "it printed a line of more than %zu bytes",
                 WYRM_EXTERNAL_LINE_MAX);
    } else {
        wrong->failure = WYRM_EXTERNAL_CRASHED;
        say_end(s, when, wrong->why);
    }
}

/* The last of the log, cleaned: whole lines, where it was cut, or whole characters of one that is
 * longer than all that is kept. */
static const char *log_of(base_arena *arena, const wyrm_external_session *s)
{
    const char *text = s->log, *end = s->log + s->log_length, *feed;
    while (end > text && (end[-1] == '\n' || end[-1] == '\r'))
        end--;
    bool cut = s->log_length == sizeof s->log;
    feed = cut ? memchr(text, '\n', (size_t)(end - text)) : NULL;
    while (cut && text < end && ((unsigned char)*text & 0xC0u) == 0x80u)
        text++;
    char *clean = ext_clean(arena, feed != NULL ? feed + 1 : text,
                            (size_t)(end - (feed != NULL ? feed + 1 : text)), true);
    size_t length = strlen(clean);
    while (length > WYRM_EXTERNAL_LOG_MAX) { /* what is written out is longer */
        size_t less = length - WYRM_EXTERNAL_LOG_MAX;
        while (((unsigned char)clean[less] & 0xC0u) == 0x80u)
            less++;
        clean += less;
        length -= less;
    }
    return clean;
}

static const char *last_line(const char *log)
{
    const char *feed = strrchr(log, '\n');
    return feed != NULL ? feed + 1 : log;
}

/* How many bytes of a text are shown, for "%.*s": whole characters. */
static int shown(const char *text, size_t most)
{
    return (int)wyrm_utf8_cut(text, strlen(text), most);
}

/* ---- the start of a process ---- */

static _Noreturn void cannot_start(base_arena *arena, const wyrm_external_session *s, int reason)
{
    const char *program = s->game->arguments[0];
    char *clean = ext_clean(arena, program, wyrm_utf8_cut(program, strlen(program), 80), false);
    base_refuse(arena, WYRM_ERROR_IO, "cannot start '%s' in '%.*s': %s", clean,
                shown(s->game->folder, 80), s->game->folder,
                reason == ENOENT   ? strchr(program, ' ') != NULL
                                         ? "no such program (each word of a command is one of its "
                                           "own, without quotes around all)"
                                         : "no such program"
                : reason == EACCES ? "it may not be run"
                                   : strerror(reason));
}

static _Noreturn void stopped(base_arena *arena, wyrm_external_session *s)
{
    end_process(s, true);
    base_refuse(arena, WYRM_ERROR_LIMIT, "it was stopped");
}

/* Whether the process says that it is the game that was met. */
static bool is_same(base_arena *arena, const wyrm_external *game, const wyrm_external_hello *hello)
{
    wyrm_text texts[2] = {{0}, {0}};
    const wyrm_external_hello *both[] = {game->hello, hello};
    for (int i = 0; i < 2; i++) {
        base_json json = {.text = &texts[i], .digits = 17};
        base_put_object(&json, NULL);
        ext_hello_put(&json, both[i]);
        base_put_end(&json);
    }
    bool failed = texts[0].failed || texts[1].failed;
    bool same = !failed && strcmp(texts[0].bytes, texts[1].bytes) == 0;
    wyrm_text_drop(&texts[0]);
    wyrm_text_drop(&texts[1]);
    if (failed)
        base_refuse(arena, WYRM_ERROR_MEMORY, "out of memory");
    return same;
}

/* The answer to hello. Of a game that was met it is to be the same as then, which it is to the byte
 * mostly. */
static bool read_hello(base_arena *arena, const wyrm_external_session *s, const char *line,
                       size_t length, wyrm_external_hello *out, ext_wrong *wrong)
{
    const wyrm_external *game = s->game;
    if (game->hello != NULL && strlen(game->hello_line) == length &&
        memcmp(game->hello_line, line, length) == 0)
        return true;
    wyrm_status status = ext_hello_read(arena, line, length, out, wrong);
    if (status == WYRM_ERROR_MEMORY)
        base_refuse(arena, status, "out of memory");
    if (status == WYRM_OK && game->hello != NULL && !is_same(arena, game, out)) {
        wrong->failure = WYRM_EXTERNAL_WRONG_VALUE;
        snprintf(wrong->why, sizeof wrong->why,
                 "its hello is not the one that it said before: is it another build now?");
    }
    return wrong->failure == WYRM_EXTERNAL_NO_FAILURE;
}

/* Starts a process and asks it who it is: false where it does not say, with what was wrong and the
 * process ended. The job ends where there is no such program. `line`, where it is not NULL, is a
 * copy of what it said. */
static bool start(base_arena *arena, wyrm_external_session *s, const stopping *stopper,
                  wyrm_external_hello *out, const char **copy, ext_wrong *wrong)
{
    static const char hello[] = "{\"wyrm\": 1, \"do\": \"hello\"}\n";
    const char *line;
    size_t length;
    int reason =
        ext_process_start(&s->process, s->game->arguments, s->environment, s->game->folder);
    if (reason != 0)
        cannot_start(arena, s, reason);
    *wrong = (ext_wrong){0};
    s->running = true;
    s->closed = s->timed = s->late = s->answered_before = false;
    s->log_length = 0;
    s->seconds = s->game->start_seconds;
    memcpy(s->out, hello, sizeof hello - 1);
    s->out_end = sizeof hello - 1;
    event what = next_line(s, stopper, &line, &length);
    if (what == STOPPED)
        stopped(arena, s);
    if (what != LINE)
        give_up(s, what, "said hello", wrong);
    if (s->process.reason != 0)
        cannot_start(arena, s, s->process.reason);
    if (what == LINE && copy != NULL)
        *copy = base_text(arena, line, length);
    if (what == LINE && read_hello(arena, s, line, length, out, wrong)) {
        s->failed_starts = 0;
        return true;
    }
    end_process(s, false);
    return false;
}

/* ---- meeting a game ---- */

/* The environment of the game, that of this program with the variables of the file; for exec(). */
static char **make_environment(base_arena *arena, const wyrm_external *game)
{
    const wyrm_value *variables = wyrm_ruleset_find(game->file, "engine.environment");
    size_t own = 0, used = 0, count = wyrm_value_count(variables);
    /* It is handed on and not looked at. */
    while (environ != NULL && environ[own] != NULL)
        own++;
    char **out = base_array(arena, char *, own + count + 1);
    for (size_t i = 0; i < own; i++) {
        size_t length = strcspn(environ[i], "=");
        bool replaced = false;
        for (size_t k = 0; k < count && !replaced; k++) {
            const char *name = wyrm_value_key(variables, k);
            replaced = strlen(name) == length && strncmp(name, environ[i], length) == 0;
        }
        if (!replaced)
            out[used++] = base_text(arena, environ[i], strlen(environ[i]));
    }
    for (size_t i = 0; i < count; i++) {
        const char *name = wyrm_value_key(variables, i);
        const char *value = wyrm_value_text(wyrm_value_item(variables, i));
        size_t room = strlen(name) + strlen(value) + 2;
        out[used] = base_array(arena, char, room);
        snprintf(out[used++], room, "%s=%s", name, value);
    }
    return out;
}

static void make_session(base_arena *arena, void *context)
{
    wyrm_external_session *s = context;
    s->environment = make_environment(arena, s->game);
    s->out_room = s->window * s->request_max;
    s->out = base_array(arena, char, s->out_room);
    s->in = base_allocate(IN_ROOM);
    if (s->in == NULL)
        base_refuse(arena, WYRM_ERROR_MEMORY, "out of memory");
    s->timer = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK | TFD_CLOEXEC);
    if (s->timer < 0)
        base_refuse(arena, WYRM_ERROR_IO, "no timer is to be had: %s", strerror(errno));
}

/* A meeting: the game that is met, and the session with it. */
typedef struct meeting {
    wyrm_external *game;
    wyrm_external_session *session;
} meeting;

static void greet(base_arena *arena, void *context)
{
    meeting *met = context;
    wyrm_external_session *s = met->session;
    wyrm_external_hello *hello = base_new(arena, wyrm_external_hello);
    stopping never = {NULL, NULL};
    const char *line = NULL;
    ext_wrong wrong;
    make_session(arena, s);
    bool started = start(arena, s, &never, hello, &line, &wrong);
    end_process(s, false);
    if (!started) {
        const char *last = last_line(log_of(arena, s));
        base_refuse(arena, WYRM_ERROR_IO, "%s%s%.*s", wrong.why, last[0] != '\0' ? ": " : "",
                    shown(last, 160), last);
    }
    met->game->hello = hello;
    met->game->hello_line = line;
}

static wyrm_external_session *new_session(const wyrm_external *game)
{
    wyrm_external_session *s = base_zeroed(1, sizeof *s);
    if (s != NULL) {
        s->game = game;
        s->timer = -1;
        s->window = 1;
        s->request_max = 4096;
    }
    return s;
}

wyrm_status wyrm_external_meet(wyrm_external *game, wyrm_errors *errors)
{
    meeting met = {game, new_session(game)};
    wyrm_status status = WYRM_ERROR_MEMORY;
    game->hello = NULL;
    if (met.session != NULL)
        status = base_run(&game->arena, greet, &met);
    wyrm_external_session_free(met.session);
    if (status != WYRM_OK)
        return wyrm_errors_fail(errors, status, "%s",
                                met.session != NULL ? game->arena.error.message : "out of memory");
    status = ext_hold(game, errors);
    if (status != WYRM_OK)
        game->hello = NULL;
    return status;
}

/* ---- sessions ---- */

uint64_t wyrm_external_seed(uint64_t seed, uint64_t run)
{
    return (((seed - 1) & ((UINT64_C(1) << 21) - 1)) << 32) + run;
}

const char *wyrm_external_agent(const wyrm_external *game, const wyrm_external_ask_options *options)
{
    const wyrm_external_hello *hello = game->hello;
    const char *asked = options != NULL ? options->agent : NULL;
    if (hello == NULL)
        return NULL;
    const wyrm_value *agents = wyrm_ruleset_find(game->file, "engine.agents");
    if (asked == NULL && wyrm_value_count(agents) > 0)
        asked = wyrm_value_text(wyrm_value_item(agents, 0));
    for (size_t i = 0; i < hello->agent_count; i++)
        if (asked == NULL || strcmp(hello->agents[i], asked) == 0)
            return hello->agents[i];
    return NULL;
}

/* What is set of the parameters of a game, as JSON by parameter; NULL: nothing. */
static void set_one(base_arena *arena, const wyrm_external_hello *hello, const char *key,
                    size_t length, const char *text, const char **settings)
{
    for (size_t i = 0; i < hello->parameter_count; i++) {
        const wyrm_external_parameter *parameter = &hello->parameters[i];
        if (strlen(parameter->key) != length || strncmp(parameter->key, key, length) != 0)
            continue;
        settings[i] = ext_setting(arena, parameter, text, &arena->error);
        if (settings[i] == NULL)
            base_fail(arena, WYRM_ERROR_RANGE);
        return;
    }
    const char **names = base_array(arena, const char *, hello->parameter_count);
    char *name = ext_clean(arena, key, length, false);
    for (size_t i = 0; i < hello->parameter_count; i++)
        names[i] = hello->parameters[i].key;
    wyrm_fail(&arena->error, WYRM_ERROR_UNKNOWN, "%s has no parameter '%.80s'", hello->name, name);
    wyrm_suggest(&arena->error, name, names, hello->parameter_count);
    base_fail(arena, WYRM_ERROR_UNKNOWN);
}

static const char **read_settings(base_arena *arena, const wyrm_external *game,
                                  const wyrm_external_ask_options *options)
{
    const wyrm_external_hello *hello = game->hello;
    const wyrm_value *set = wyrm_ruleset_find(game->file, "engine.set");
    const char **settings = base_array(arena, const char *, hello->parameter_count);
    for (size_t i = 0; i < wyrm_value_count(set); i++) {
        const char *key = wyrm_value_key(set, i);
        set_one(arena, hello, key, strlen(key), wyrm_value_text(wyrm_value_item(set, i)), settings);
    }
    for (size_t i = 0; options != NULL && i < options->set_count; i++) {
        const char *equals = strchr(options->set[i], '=');
        if (equals == NULL)
            base_refuse(arena, WYRM_ERROR_ARGUMENT, "'%.80s' sets nothing: KEY=VALUE",
                        options->set[i]);
        set_one(arena, hello, options->set[i], (size_t)(equals - options->set[i]), equals + 1,
                settings);
    }
    return settings;
}

ext_request ext_request_of(base_arena *arena, const wyrm_external *game,
                           const wyrm_external_ask_options *options)
{
    const wyrm_external_hello *hello = game->hello;
    if (hello == NULL)
        base_refuse(arena, WYRM_ERROR_ARGUMENT, "the game has not been met");
    const char *agent = wyrm_external_agent(game, options);
    if (agent == NULL) {
        wyrm_fail(&arena->error, WYRM_ERROR_UNKNOWN, "%s has no agent '%.80s'", hello->name,
                  options != NULL && options->agent != NULL ? options->agent : "");
        wyrm_suggest(&arena->error, options != NULL ? options->agent : "", hello->agents,
                     hello->agent_count);
        base_fail(arena, WYRM_ERROR_UNKNOWN);
    }
    return (ext_request){.seed = options != NULL ? options->seed : 1,
                         .agent = agent,
                         .settings = read_settings(arena, game, options),
                         .steps =
                             options != NULL && options->steps != 0 ? options->steps : game->steps};
}

/* A session that is being made. */
typedef struct opening {
    wyrm_external_session *session;
    const wyrm_external_ask_options *options;
} opening;

/* What all requests of the session end with. */
static void write_tail(base_arena *arena, wyrm_external_session *s, const char *agent,
                       const char *const *settings, uint64_t steps)
{
    const wyrm_external_hello *hello = s->game->hello;
    wyrm_text text = {0};
    base_json json = {.text = &text, .digits = 17};
    bool any = false;
    wyrm_text_append(&text, ", \"agent\": ");
    base_put_text(&json, NULL, agent);
    for (size_t i = 0; i < hello->parameter_count; i++) {
        if (settings[i] == NULL)
            continue;
        wyrm_text_appendf(&text, "%s\"%s\": %s", any ? ", " : ", \"set\": {",
                          hello->parameters[i].key, settings[i]);
        any = true;
    }
    wyrm_text_append(&text, any ? "}" : "");
    if (steps != 0)
        wyrm_text_appendf(&text, ", \"limit\": %" PRIu64, steps);
    wyrm_text_append(&text, "}\n");
    char *given;
    base_must(arena, wyrm_text_give(&text, &given, &arena->error));
    base_keep(arena, given, wyrm_free);
    s->tail = given;
    s->request_max = strlen(given) + NUMBERS_MAX;
    if (s->request_max > WYRM_EXTERNAL_LINE_MAX)
        base_refuse(arena, WYRM_ERROR_RANGE, "what is set makes requests of more than %zu bytes",
                    WYRM_EXTERNAL_LINE_MAX);
    s->window = WINDOW_BYTES / s->request_max;
    s->window = s->window < 1 ? 1 : s->window > WINDOW_RUNS ? WINDOW_RUNS : s->window;
}

static void open_session(base_arena *arena, void *context)
{
    opening *open = context;
    wyrm_external_session *s = open->session;
    ext_request request = ext_request_of(arena, s->game, open->options);
    s->seed = request.seed;
    s->values = base_array(arena, wyrm_external_value, s->game->hello->metric_count);
    write_tail(arena, s, request.agent, request.settings, request.steps);
    make_session(arena, s);
}

wyrm_status wyrm_external_session_new(const wyrm_external *game,
                                      const wyrm_external_ask_options *options,
                                      wyrm_external_session **out, wyrm_error *error)
{
    opening open = {new_session(game), options};
    *out = NULL;
    if (open.session == NULL)
        return wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory");
    wyrm_status status = base_run(&open.session->arena, open_session, &open);
    if (status != WYRM_OK) {
        if (error != NULL)
            *error = open.session->arena.error;
        wyrm_external_session_free(open.session);
        return status;
    }
    *out = open.session;
    return WYRM_OK;
}

void wyrm_external_session_free(wyrm_external_session *session)
{
    if (session == NULL)
        return;
    end_process(session, false);
    if (session->timer >= 0)
        close(session->timer);
    wyrm_free(session->in);
    base_release(&session->answer);
    base_release(&session->arena);
    wyrm_free(session);
}

/* ---- asking for runs ---- */

/* A batch that is under way: runs before `done` are told, runs before `sent` asked for. */
typedef struct asking {
    wyrm_external_session *session;
    const wyrm_external_batch *batch;
    size_t done, sent;
} asking;

static void send_requests(asking *ask)
{
    wyrm_external_session *s = ask->session;
    const wyrm_external_batch *batch = ask->batch;
    if (ask->sent - ask->done > s->window / 2)
        return;
    memmove(s->out, s->out + s->out_first, s->out_end - s->out_first);
    s->out_end -= s->out_first;
    s->out_first = 0;
    for (; ask->sent < batch->count && ask->sent - ask->done < s->window; ask->sent++) {
        uint64_t run = batch->runs[ask->sent];
        s->out_end +=
            (size_t)snprintf(s->out + s->out_end, s->out_room - s->out_end,
                             "{\"do\": \"run\", \"run\": %" PRIu64 ", \"seed\": %" PRIu64 "%s", run,
                             wyrm_external_seed(s->seed, run), s->tail);
    }
}

/* Tells the next run, and goes on to the one behind it. */
static void take_run(base_arena *arena, asking *ask, wyrm_external_run *run, const ext_wrong *wrong)
{
    wyrm_external_session *s = ask->session;
    if (wrong->failure != WYRM_EXTERNAL_NO_FAILURE) {
        drain_log(s);
        run->end = WYRM_EXTERNAL_FAILED;
        run->outcome = "failed";
        run->cause = "";
        run->stage = 0;
        run->failure = wrong->failure;
        run->why = wrong->why;
        run->log = log_of(arena, s);
        if (s->game->hello->metric_count > 0)
            memset(s->values, 0, s->game->hello->metric_count * sizeof *s->values);
    }
    run->values = s->values;
    ask->done++;
    base_must(arena, ask->batch->take(run, ask->batch->context, &arena->error));
}

/* Starts the game; where that fails it is the failure of the next run, and after some of them of
 * the whole. */
static bool start_for(base_arena *arena, asking *ask, ext_wrong *wrong)
{
    wyrm_external_session *s = ask->session;
    stopping stopper = {ask->batch->stop, ask->batch->context};
    wyrm_external_hello *hello = base_new(arena, wyrm_external_hello);
    ask->sent = ask->done;
    if (start(arena, s, &stopper, hello, NULL, wrong)) {
        s->seconds = s->game->seconds;
        return true;
    }
    wrong->failure = WYRM_EXTERNAL_NO_START;
    if (++s->failed_starts < STARTS_MAX)
        return false;
    s->failed_starts = 0;
    const char *last = last_line(log_of(arena, s));
    base_refuse(arena, WYRM_ERROR_IO, "the game does not start: %s%s%.*s", wrong->why,
                last[0] != '\0' ? ": " : "", shown(last, 80), last);
}

/* The next answer. Only a wrong value leaves the game in step with us; after all else that is wrong
 * it is started anew. */
static void read_run(base_arena *arena, asking *ask, wyrm_external_run *run, ext_wrong *wrong)
{
    wyrm_external_session *s = ask->session;
    stopping stopper = {ask->batch->stop, ask->batch->context};
    const char *line;
    size_t length;
    event what = next_line(s, &stopper, &line, &length);
    if (what == STOPPED)
        stopped(arena, s);
    if (what != LINE) {
        give_up(s, what, "answered", wrong);
        return;
    }
    ext_question question = {.what = "run",
                             .number = run->run,
                             .answered_before = s->answered_before,
                             .before = s->before};
    wyrm_status status =
        ext_run_read(arena, line, length, &question, s->game->hello, run, s->values, wrong);
    if (status == WYRM_ERROR_MEMORY)
        base_fail(arena, status);
    if (wrong->failure == WYRM_EXTERNAL_NO_PROTOCOL || wrong->failure == WYRM_EXTERNAL_WRONG_RUN)
        end_process(s, true);
    s->answered_before = true;
    s->before = run->run;
}

/* One run more is told. */
static void ask_next(base_arena *arena, void *context)
{
    asking *ask = context;
    wyrm_external_session *s = ask->session;
    uint64_t number = ask->batch->runs[ask->done];
    wyrm_external_run run = {.run = number,
                             .seed = wyrm_external_seed(s->seed, number),
                             .cause = "",
                             .why = "",
                             .log = ""};
    ext_wrong wrong = {0};
    if (s->running || start_for(arena, ask, &wrong)) {
        send_requests(ask);
        read_run(arena, ask, &run, &wrong);
    }
    if (!s->running)
        ask->sent = ask->done + 1;
    take_run(arena, ask, &run, &wrong);
}

wyrm_status wyrm_external_ask(wyrm_external_session *session, const wyrm_external_batch *batch,
                              wyrm_error *error)
{
    asking ask = {.session = session, .batch = batch};
    wyrm_status status = WYRM_OK;
    while (status == WYRM_OK && ask.done < batch->count) {
        status = base_run(&session->answer, ask_next, &ask);
        if (status != WYRM_OK && error != NULL)
            *error = session->answer.error;
        base_release(&session->answer);
    }
    /* Answers that nobody waits for any more would be taken for others. */
    if (session->running && ask.sent > ask.done)
        end_process(session, true);
    return status;
}

/* ---- single questions ---- */

/* What is asked besides runs. */
typedef struct asked {
    wyrm_external_session *session;
    unsigned ability;
    const char *what; /* "draw", "fight", "replay" */
    uint64_t number;
    const char *attacker, *defender;
    uint64_t count;
    wyrm_external_draws *draws;
    wyrm_external_fights *fights;
    wyrm_status (*show)(const char *frame, void *context, wyrm_error *error);
    void *context;
} asked;

static char *write_question(base_arena *arena, const asked *of)
{
    wyrm_text text = {0};
    base_json json = {.text = &text, .digits = 17};
    char *given;
    if (of->show != NULL) {
        wyrm_text_appendf(
            &text, "{\"do\": \"replay\", \"run\": %" PRIu64 ", \"seed\": %" PRIu64 "%s", of->number,
            wyrm_external_seed(of->session->seed, of->number), of->session->tail);
    } else {
        base_putf(&json, "{do:%s %s:%llu seed:%llu attacker:%s defender:%s count:%llu", of->what,
                  of->what, (unsigned long long)of->number,
                  (unsigned long long)wyrm_external_seed(of->session->seed, of->number),
                  of->attacker, of->defender, (unsigned long long)of->count);
        base_put_end(&json);
        wyrm_text_append_char(&text, '\n');
    }
    base_must(arena, wyrm_text_give(&text, &given, &arena->error));
    base_keep(arena, given, wyrm_free);
    return given;
}

static void read_reply(base_arena *arena, const asked *of, const char *line, size_t length,
                       ext_wrong *wrong)
{
    ext_question question = {
        .what = of->show != NULL ? "run" : of->what, .number = of->number, .count = of->count};
    ext_reply reply;
    if (ext_reply_read(arena, line, length, &question, &reply, wrong) == WYRM_ERROR_MEMORY)
        base_fail(arena, WYRM_ERROR_MEMORY);
    if (wrong->failure != WYRM_EXTERNAL_NO_FAILURE)
        return;
    if (of->draws != NULL)
        *of->draws = reply.draws;
    if (of->fights != NULL)
        *of->fights = reply.fights;
    for (size_t i = 0; i < reply.frame_count; i++)
        base_must(arena, of->show(reply.frames[i], of->context, &arena->error));
}

/* A game that has ended while it was not asked is started anew. Not so for runs: whether the end is
 * seen before the next one is asked for is a matter of luck, and so that is its failure always. */
static void look_after_idle(wyrm_external_session *s)
{
    if (s->running && !ext_process_hear(&s->process))
        end_process(s, false);
    if (s->running && s->process.ended)
        end_process(s, false);
}

static void ask_one(base_arena *arena, void *context)
{
    const asked *of = context;
    wyrm_external_session *s = of->session;
    const wyrm_external_hello *game = s->game->hello;
    stopping never = {NULL, NULL};
    wyrm_external_hello *hello = base_new(arena, wyrm_external_hello);
    const char *line;
    size_t length;
    ext_wrong wrong = {0};
    if ((game->can & of->ability) == 0)
        base_refuse(arena, WYRM_ERROR_ARGUMENT, "%s does not say that it can '%s'", game->name,
                    of->what);
    if (of->count > DRAWS_MAX)
        base_refuse(arena, WYRM_ERROR_ARGUMENT, "more than %lld at once", (long long)DRAWS_MAX);
    char *request = write_question(arena, of);
    size_t size = strlen(request);
    look_after_idle(s);
    if (s->running || start(arena, s, &never, hello, NULL, &wrong)) {
        char *out = s->out;
        size_t room = s->out_room;
        s->seconds = of->show != NULL ? REPLAY_STOPS : s->game->seconds;
        s->out = request;
        s->out_room = s->out_end = size;
        s->out_first = 0;
        event what = next_line(s, &never, &line, &length);
        s->out = out;
        s->out_room = room;
        s->out_first = s->out_end = 0;
        if (what != LINE)
            give_up(s, what, "answered", &wrong);
        else
            read_reply(arena, of, line, length, &wrong);
    }
    if (wrong.failure == WYRM_EXTERNAL_NO_FAILURE)
        return;
    end_process(s, true);
    base_refuse(arena, WYRM_ERROR_IO, "%s", wrong.why);
}

static wyrm_status answer_one(asked *of, wyrm_error *error)
{
    wyrm_external_session *s = of->session;
    base_release(&s->answer);
    wyrm_status status = base_run(&s->answer, ask_one, of);
    if (status != WYRM_OK && error != NULL)
        *error = s->answer.error;
    s->seconds = s->game->seconds;
    return status;
}

wyrm_status wyrm_external_draw(wyrm_external_session *session, const char *attacker,
                               const char *defender, uint64_t count, wyrm_external_draws *out,
                               wyrm_error *error)
{
    asked of = {.session = session,
                .ability = WYRM_EXTERNAL_CAN_DRAW,
                .what = "draw",
                .number = session->questions++,
                .attacker = attacker,
                .defender = defender,
                .count = count,
                .draws = out};
    return answer_one(&of, error);
}

wyrm_status wyrm_external_fight(wyrm_external_session *session, const char *attacker,
                                const char *defender, uint64_t count, wyrm_external_fights *out,
                                wyrm_error *error)
{
    asked of = {.session = session,
                .ability = WYRM_EXTERNAL_CAN_FIGHT,
                .what = "fight",
                .number = session->questions++,
                .attacker = attacker,
                .defender = defender,
                .count = count,
                .fights = out};
    return answer_one(&of, error);
}

wyrm_status wyrm_external_replay(wyrm_external_session *session, uint64_t run,
                                 wyrm_status (*show)(const char *frame, void *context,
                                                     wyrm_error *error),
                                 void *context, wyrm_error *error)
{
    asked of = {.session = session,
                .ability = WYRM_EXTERNAL_CAN_REPLAY,
                .what = "replay",
                .number = run,
                .show = show,
                .context = context};
    return answer_one(&of, error);
}
