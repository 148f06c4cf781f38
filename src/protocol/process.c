/* The process of a game: supervised, ended together with everything it started, and the data in its
 * pipes.
 *
 * The game is a grandchild of this process. Between the two is a keeper: a fork that executes no
 * program, to which the kernel gives every orphaned descendant (a subreaper), and which only waits.
 * When the game ends, when we ask for it, or when we are gone for any reason (which breaks the tie,
 * even if we were killed), it ends the game and then all remaining descendants, whatever groups and
 * sessions they have made, and exits only when the kernel says that none is left.
 *
 *     we  --to, from, log-->  game  ---> its children, and theirs
 *      \--tie--  keeper  ------/--------/
 *
 * The keeper has a session without a terminal, so that output of the game reaches a terminal only
 * through us, and Ctrl-C reaches us but not the game. A program that deliberately kills its keeper
 * dies with it, though its children may survive. After fork() the memory of a threaded program is
 * in an undefined state: keeper and game call only functions that are safe in signal handlers,
 * which is why the keeper does not use the library.
 *
 * Neither side can block the other: each wait here covers everything at once (the game's answers,
 * its log, its end, its time), so that a game that answers without reading, or logs without end, is
 * still read. A kernel timer limits each answer from when it becomes the next one: a game that
 * sends single bytes has no more time than a silent one. */
#define _GNU_SOURCE /* environ, execvpe, pipe2, timerfd */

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <sys/wait.h>
#include <unistd.h>
#include "protocol/internal.h"

#define GRACE_SECONDS 2         /* from the end of its input to SIGTERM */
#define TERM_NANO     300000000 /* from SIGTERM to SIGKILL, in nanoseconds */
#define TIE           3         /* file descriptor of the keeper's end of the tie */
#define PIECE         65536     /* bytes that one read of a pipe returns at most */
#define STOP_MILLIS   100       /* interval of asking whether to stop, in milliseconds */
#define END_SECONDS   10        /* for the keeper to end everything that the game has started */
/* Size of the buffer for answers, in bytes; most of its pages are never touched. */
#define IN_ROOM (WYRM_EXTERNAL_LINE_MAX + 2 * PIECE)

/* A message from the keeper. */
typedef struct note {
    int32_t status; /* of the game, as from waitpid; or */
    int32_t reason; /* the errno because of which it could not be run, else 0 */
} note;

/* Message to the keeper; the other is that the tie is broken. */
static const char end_now = 'k';

/* ---- the game ---- */

/* What to run, and the game's ends of the pipes. */
typedef struct plan {
    char *const *arguments;
    char *const *environment;
    const char *folder;
    int ends[4]; /* standard input, output and error; the keeper's end of the tie */
} plan;

static void send_note(int status, int reason)
{
    const note told = {.status = status, .reason = reason};
    while (write(TIE, &told, sizeof told) < 0 && errno == EINTR)
        continue;
}

/* Becomes the game, in its own process group, with default signal handling. The kernel kills it if
 * the keeper dies. */
static _Noreturn void exec_game(const plan *game)
{
    struct sigaction standard = {.sa_handler = SIG_DFL};
    sigset_t none;
    for (int number = 1; number < NSIG; number++)
        (void)sigaction(number, &standard, NULL);
    sigemptyset(&none);
    (void)setpgid(0, 0);
    (void)prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (chdir(game->folder) == 0) {
        (void)sigprocmask(SIG_SETMASK, &none, NULL);
        execvpe(game->arguments[0], game->arguments, game->environment);
    }
    send_note(0, errno);
    _exit(127);
}

/* ---- the keeper ---- */

typedef enum stage {
    PLAYING,
    LEAVING, /* its input has ended */
    ASKED,   /* SIGTERM was sent */
    KILLING  /* everything left gets SIGKILL */
} stage;

typedef struct keeper {
    pid_t game; /* 0: it has ended, and we were told */
    stage now;
    int signals, timer;
} keeper;

static void move_on(keeper *k, stage next)
{
    struct itimerspec time = {0};
    if (next <= k->now)
        return;
    k->now = next;
    if (next == LEAVING)
        time.it_value.tv_sec = GRACE_SECONDS;
    if (next == ASKED) {
        time.it_value.tv_nsec = TERM_NANO;
        /* Its number cannot be reused before it is waited for. */
        (void)kill(k->game, SIGTERM);
        (void)kill(-k->game, SIGTERM);
        (void)kill(-k->game, SIGCONT);
    }
    (void)timerfd_settime(k->timer, 0, &time, NULL);
}

/* Waits for all children that have ended; false if there are none left. Children of a process that
 * ends become the keeper's. */
static bool reap_children(keeper *k)
{
    for (;;) {
        int status;
        pid_t ended = waitpid(-1, &status, WNOHANG);
        if (ended == 0)
            return true;
        if (ended < 0 && errno != EINTR)
            return false;
        if (ended > 0 && ended == k->game) {
            if (k->now < ASKED) /* otherwise we ended it, so the status says nothing */
                send_note(status, 0);
            k->game = 0;
            move_on(k, KILLING);
        }
    }
}

/* Kills the present children of the keeper. Their children become its own a moment later. */
static void kill_children(const keeper *k)
{
    char text[4096];
    ssize_t got;
    pid_t child = 0;
    if (k->game != 0)
        (void)kill(-k->game, SIGKILL);
    int list = open("/proc/thread-self/children", O_RDONLY | O_CLOEXEC);
    while (list >= 0 && (got = read(list, text, sizeof text)) > 0)
        for (ssize_t i = 0; i < got; i++) {
            if (text[i] >= '0' && text[i] <= '9') {
                child = 10 * child + (text[i] - '0');
                continue;
            }
            if (child > 1)
                (void)kill(child, SIGKILL);
            child = 0;
        }
    if (list >= 0)
        close(list);
}

/* Reads our messages; false once the tie is broken. */
static bool listen_to_us(keeper *k)
{
    char word;
    ssize_t got = read(TIE, &word, 1);
    bool tied = got > 0 || (got < 0 && (errno == EINTR || errno == EAGAIN));
    if (got == 1 && word == end_now)
        move_on(k, ASKED);
    if (!tied)
        move_on(k, LEAVING);
    return tied;
}

static void look_after(keeper *k)
{
    bool tied = true;
    while (reap_children(k)) {
        struct pollfd watched[] = {{.fd = k->signals, .events = POLLIN},
                                   {.fd = k->timer, .events = POLLIN},
                                   {.fd = tied ? TIE : -1, .events = POLLIN}};
        struct signalfd_siginfo signal;
        uint64_t times;
        if (k->now == KILLING)
            kill_children(k);
        (void)poll(watched, COUNT_OF(watched), k->now == KILLING ? 5 : -1);
        if (watched[0].revents != 0)
            (void)!read(k->signals, &signal, sizeof signal);
        if (watched[1].revents != 0 && read(k->timer, &times, sizeof times) > 0)
            move_on(k, k->now == LEAVING ? ASKED : KILLING);
        if (watched[2].revents != 0)
            tied = listen_to_us(k);
    }
}

/* Moves the four descriptors to 0 to 3 and closes all others inherited from us: a pipe does not end
 * while anyone holds its other end. */
static bool take_ends(plan *game)
{
    for (int i = 0; i < 4; i++) {
        game->ends[i] = fcntl(game->ends[i], F_DUPFD, 4);
        if (game->ends[i] < 0)
            return false;
    }
    for (int i = 0; i < 4; i++)
        if (dup2(game->ends[i], i) < 0)
            return false;
    if (syscall(SYS_close_range, TIE + 1, ~0u, 0) != 0)
        for (int i = TIE + 1; i < 65536; i++) /* Linux before 5.9 */
            close(i);
    return fcntl(TIE, F_SETFD, FD_CLOEXEC) == 0;
}

/* The whole life of the keeper. All signals have been blocked since before the fork. */
static _Noreturn void run_keeper(plan game)
{
    keeper k = {.now = PLAYING};
    sigset_t children;
    sigemptyset(&children);
    sigaddset(&children, SIGCHLD);
    (void)setsid();
    (void)prctl(PR_SET_NAME, "wyrm-keeper");
    /* If we ignore SIGCHLD, the kernel would not keep children to be waited for. */
    struct sigaction standard = {.sa_handler = SIG_DFL};
    (void)sigaction(SIGCHLD, &standard, NULL);
    if (!take_ends(&game))
        _exit(1);
    k.signals = signalfd(-1, &children, SFD_NONBLOCK | SFD_CLOEXEC);
    k.timer = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK | TFD_CLOEXEC);
    bool ready = k.signals >= 0 && k.timer >= 0 && prctl(PR_SET_CHILD_SUBREAPER, 1) == 0;
    k.game = ready ? fork() : -1;
    if (k.game == 0)
        exec_game(&game);
    if (k.game < 0) {
        send_note(0, errno);
        _exit(1);
    }
    (void)setpgid(k.game, k.game);
    for (int i = 0; i < TIE; i++)
        close(i);
    look_after(&k);
    _exit(0);
}

/* ---- our side ---- */

static void close_end(int *end)
{
    if (*end >= 0)
        close(*end);
    *end = -1;
}

/* Makes the pipes; our ends do not block, so that neither side can make the other wait forever. */
static int make_ends(ext_process *process, plan *game)
{
    int to[2], from[2], log[2], tie[2];
    if (pipe2(to, O_CLOEXEC) != 0)
        return errno;
    process->far = to[0];
    process->to = to[1];
    game->ends[0] = to[0];
    if (pipe2(from, O_CLOEXEC) != 0)
        return errno;
    process->from = from[0];
    game->ends[1] = from[1];
    if (pipe2(log, O_CLOEXEC) != 0)
        return errno;
    process->log = log[0];
    game->ends[2] = log[1];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, tie) != 0)
        return errno;
    process->tie = tie[0];
    game->ends[3] = tie[1];
    const int ours[] = {process->to, process->from, process->log, process->tie};
    for (size_t i = 0; i < COUNT_OF(ours); i++)
        if (fcntl(ours[i], F_SETFL, O_NONBLOCK) != 0)
            return errno;
    return 0;
}

/* Closes our ends and waits for the keeper, killing it if it is not gone. */
static void let_go(ext_process *process)
{
    close_end(&process->to);
    close_end(&process->far);
    close_end(&process->from);
    close_end(&process->log);
    close_end(&process->tie);
    if (process->keeper > 0 && !process->gone)
        (void)kill(process->keeper, SIGKILL);
    while (process->keeper > 0 && waitpid(process->keeper, NULL, 0) < 0 && errno == EINTR)
        continue;
    process->keeper = 0;
}

/* Starts a keeper and the game. Returns an errno if no process or pipe can be made, else 0.
 * `arguments` and `environment` end with NULL. */
static int spawn(ext_process *process, char *const *arguments, char *const *environment,
                 const char *folder)
{
    plan game = {arguments, environment, folder, {-1, -1, -1, -1}};
    sigset_t all, before;
    *process = (ext_process){.to = -1, .from = -1, .log = -1, .tie = -1, .far = -1};
    int reason = make_ends(process, &game);
    if (reason == 0) {
        sigfillset(&all);
        (void)pthread_sigmask(SIG_SETMASK, &all, &before);
        process->keeper = fork();
        if (process->keeper == 0)
            run_keeper(game);
        reason = process->keeper < 0 ? errno : 0;
        (void)pthread_sigmask(SIG_SETMASK, &before, NULL);
    }
    /* We keep the game's end of its input open: while anyone could read, writing causes no SIGPIPE,
     * which a library must not cause. */
    for (int i = 1; i < 4; i++)
        close_end(&game.ends[i]);
    if (reason != 0) {
        process->keeper = 0;
        let_go(process);
    }
    return reason;
}

/* Reads the messages of the keeper; false once it is gone, with all that the game started. */
static bool read_messages(ext_process *process)
{
    for (;;) {
        note told;
        ssize_t got = recv(process->tie, &told, sizeof told, MSG_DONTWAIT);
        if (got == (ssize_t)sizeof told) {
            process->ended = process->ended || told.reason == 0;
            process->status = told.reason == 0 ? told.status : process->status;
            process->reason = told.reason != 0 ? told.reason : process->reason;
        } else if (got < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) {
            return true;
        } else if (got >= 0 || errno != EINTR) {
            process->gone = true;
            return false;
        }
    }
}

/* Asks the game to end: by the end of its input, with GRACE_SECONDS to comply, or `now`. Whatever
 * is left is killed. The caller then calls read_messages() until that is false, and let_go(). */
static void ask_to_end(ext_process *process, bool now)
{
    close_end(&process->to);
    close_end(&process->far);
    (void)kill(process->keeper, SIGCONT); /* the game may have stopped it */
    if (now)
        (void)send(process->tie, &end_now, 1, MSG_NOSIGNAL | MSG_DONTWAIT);
    else
        (void)shutdown(process->tie, SHUT_WR);
}

/* ---- sessions without a process ---- */

wyrm_external_session *ext_session_new(const wyrm_external *game)
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

/* Returns the environment of the game for exec(): ours, with the variables of the file. */
static char **make_environment(base_arena *arena, const wyrm_external *game)
{
    const wyrm_value *variables = wyrm_ruleset_find(game->file, "engine.environment");
    size_t own = 0, used = 0, count = wyrm_value_count(variables);
    /* only passed on, never read */
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

void ext_session_make(base_arena *arena, void *context)
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
        if (sent < 0) /* the pipe is full, or the game gone, which is noticed elsewhere */
            return;
        s->out_first += (size_t)sent;
    }
    s->out_first = s->out_end = 0;
}

/* Reads what is available of the log; false at its end, or if nothing is available. Only the last
 * bytes are kept. */
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

/* Reads the rest of the log so far, which is limited by what a pipe holds. */
static void drain_log(wyrm_external_session *s)
{
    for (int i = 0; i < 64 && s->running && read_log(s); i++)
        continue;
}

/* Appends available answers to the buffer; the unfinished line is moved to the front after more
 * than PIECE bytes before it were used. */
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

/* Cuts the next line, without its line feed; false if it is not complete. */
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

/* ---- ending a process ---- */

void ext_end(wyrm_external_session *s, bool now)
{
    char bytes[16384];
    uint64_t times;
    if (!s->running)
        return;
    ask_to_end(&s->process, now);
    set_timer(s, END_SECONDS);
    for (bool late = false, open = true; read_messages(&s->process) && !late;) {
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
    let_go(&s->process);
    set_timer(s, 0);
    s->running = false;
    s->in_first = s->in_seen = s->in_end = s->out_first = s->out_end = 0;
}

static _Noreturn void fail_stopped(base_arena *arena, wyrm_external_session *s)
{
    ext_end(s, true);
    base_refuse(arena, WYRM_ERROR_LIMIT, "it was stopped");
}

/* ---- waiting for a line ---- */

/* Sends and receives until something happens. */
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
        (void)read_messages(&s->process);
    if (watched[3].revents != 0 && read(s->timer, &times, sizeof times) > 0)
        s->late = true;
}

ext_event ext_next_line(base_arena *arena, wyrm_external_session *s, const ext_stopping *stopper,
                        const char **line, size_t *length)
{
    for (;;) {
        bool whole = cut_line(s, line, length);
        if (whole ? *length > WYRM_EXTERNAL_LINE_MAX
                  : s->in_end - s->in_first > WYRM_EXTERNAL_LINE_MAX)
            return EXT_TOO_LONG;
        if (whole) {
            s->timed = s->late = false;
            return EXT_LINE;
        }
        if (s->closed || s->late)
            return s->closed ? EXT_ENDED : EXT_LATE;
        if (stopper->stop != NULL && stopper->stop(stopper->context))
            fail_stopped(arena, s);
        if (!s->timed)
            set_timer(s, s->seconds);
        s->timed = true;
        send_some(s);
        wait_for_something(s, stopper->stop != NULL);
    }
}

/* ---- reporting failures ---- */

/* Describes how the process ended, as a sentence. */
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

void ext_give_up(wyrm_external_session *s, ext_event what, const char *when, ext_wrong *wrong)
{
    bool begun = s->in_end > s->in_first; /* an unfinished line */
    ext_end(s, what != EXT_ENDED);
    if (what == EXT_LATE) {
        wrong->failure = WYRM_EXTERNAL_TOO_SLOW;
        snprintf(wrong->why, sizeof wrong->why, "the game has not %s in %.6g s%s", when, s->seconds,
                 begun ? ": its line has no end"
                 : strcmp(when, "answered") == 0
                     ? " (does the run end? is output flushed after every answer? 'limits: "
                       "{seconds: ...}' allows more)"
                     : " (does it flush its standard output after every answer?)");
    } else if (what == EXT_TOO_LONG) {
        wrong->failure = WYRM_EXTERNAL_TOO_LONG;
        snprintf(wrong->why, sizeof wrong->why, "it printed a line of more than %zu bytes",
                 WYRM_EXTERNAL_LINE_MAX);
    } else {
        wrong->failure = WYRM_EXTERNAL_CRASHED;
        say_end(s, when, wrong->why);
    }
}

const char *ext_log_of(base_arena *arena, wyrm_external_session *s)
{
    drain_log(s);
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
    while (length > WYRM_EXTERNAL_LOG_MAX) { /* control characters become longer when written out */
        size_t less = length - WYRM_EXTERNAL_LOG_MAX;
        while (((unsigned char)clean[less] & 0xC0u) == 0x80u)
            less++;
        clean += less;
        length -= less;
    }
    return clean;
}

const char *ext_last_words(base_arena *arena, const char *log, size_t most)
{
    const char *feed = strrchr(log, '\n'), *last = feed != NULL ? feed + 1 : log;
    size_t kept = base_utf8_cut(last, strlen(last), most), room = kept + 3;
    char *out = base_array(arena, char, room);
    if (kept > 0)
        snprintf(out, room, ": %.*s", (int)kept, last);
    return out;
}

/* ---- starting a process ---- */

static _Noreturn void cannot_start(base_arena *arena, const wyrm_external_session *s, int reason)
{
    const char *program = s->game->arguments[0], *folder = s->game->folder;
    char *clean = ext_clean(arena, program, base_utf8_cut(program, strlen(program), 80), false);
    base_refuse(arena, WYRM_ERROR_IO, "cannot start '%s' in '%.*s': %s", clean,
                (int)base_utf8_cut(folder, strlen(folder), 80), folder,
                reason == ENOENT   ? strchr(program, ' ') != NULL
                                         ? "no such program (each word of a command is one of its "
                                           "own, without quotes around all)"
                                         : "no such program"
                : reason == EACCES ? "it may not be run"
                                   : strerror(reason));
}

/* Whether the hello is that of the game that was met. */
static bool is_same(base_arena *arena, const wyrm_external *game, const wyrm_external_hello *hello)
{
    base_buffer texts[2] = {{0}, {0}};
    const wyrm_external_hello *both[] = {game->hello, hello};
    for (int i = 0; i < 2; i++) {
        base_json json = {.text = &texts[i], .digits = 17};
        base_put_object(&json, NULL);
        ext_hello_put(&json, both[i]);
        base_put_end(&json);
    }
    bool failed = texts[0].failed || texts[1].failed;
    bool same = !failed && strcmp(texts[0].bytes, texts[1].bytes) == 0;
    base_buffer_drop(&texts[0]);
    base_buffer_drop(&texts[1]);
    if (failed)
        base_refuse(arena, WYRM_ERROR_MEMORY, "out of memory");
    return same;
}

/* Reads the answer to hello. If the game was met before, it must be the same, as it mostly is to
 * the byte. */
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

/* Ends a process that has exited while idle, so that it is started again. During runs this is not
 * done: whether an exit is noticed before the next request is a matter of timing, so there it is
 * always the failure of the next run. */
static void look_after_idle(wyrm_external_session *s)
{
    if (s->running && !read_messages(&s->process))
        ext_end(s, false);
    if (s->running && s->process.ended)
        ext_end(s, false);
}

bool ext_start(base_arena *arena, wyrm_external_session *s, const ext_stopping *stopper,
               wyrm_external_hello *out, const char **copy, ext_wrong *wrong)
{
    static const char hello[] = "{\"wyrm\": 1, \"do\": \"hello\"}\n";
    const char *line;
    size_t length;
    look_after_idle(s);
    if (s->running)
        return true;
    int reason = spawn(&s->process, s->game->arguments, s->environment, s->game->folder);
    if (reason != 0)
        cannot_start(arena, s, reason);
    *wrong = (ext_wrong){0};
    s->running = true;
    s->closed = s->timed = s->late = s->answered_before = false;
    s->log_length = 0;
    s->seconds = s->game->start_seconds;
    memcpy(s->out, hello, sizeof hello - 1);
    s->out_end = sizeof hello - 1;
    ext_event what = ext_next_line(arena, s, stopper, &line, &length);
    if (what != EXT_LINE)
        ext_give_up(s, what, "said hello", wrong);
    if (s->process.reason != 0)
        cannot_start(arena, s, s->process.reason);
    if (what == EXT_LINE && copy != NULL)
        *copy = base_text(arena, line, length);
    if (what == EXT_LINE && read_hello(arena, s, line, length, out, wrong)) {
        s->failed_starts = 0;
        return true;
    }
    ext_end(s, false);
    return false;
}
