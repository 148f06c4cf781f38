/* A program that runs under supervision, and takes with it all that it has started.
 *
 * The game is a grandchild. Between it and us stands a keeper: a fork of ours that runs no program
 * of its own, is told by the kernel of every process that loses its parent below it (a subreaper),
 * and does nothing but wait. When the game ends, when we ask for it, or when we are gone in
 * whatever way (the tie to us then breaks, also where we were killed), it ends the game and then
 * all that is left of its children, whatever groups and sessions they have made for themselves, and
 * ends only when the kernel says that there is none.
 *
 *     we  --to, from, log-->  game  ---> its children, and theirs
 *      \--tie--  keeper  ------/--------/
 *
 * The keeper has a session without a terminal, so that what the game prints reaches one through us
 * only, and Ctrl-C reaches us and not the game. A program that sets out to kill its keeper dies
 * with it, though its children may not. After fork() the memory of a program with threads is in an
 * unknown state: keeper and game call what is safe then, which is what signal handlers may call,
 * and this is why the keeper has no use for the library. */
#define _GNU_SOURCE /* pipe2, execvpe */

#include <errno.h>
#include <fcntl.h>
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

#define GRACE_SECONDS 2         /* between the end of its input and SIGTERM */
#define TERM_NANO     300000000 /* between SIGTERM and SIGKILL, nanoseconds */
#define TIE           3         /* descriptor of the keeper's end of the tie */

/* What the keeper tells us. */
typedef struct note {
    int32_t status; /* of the game, as waitpid has it; or */
    int32_t reason; /* the errno for which it could not be run; 0 */
} note;

/* What the keeper hears: this byte, or that the tie is broken. */
static const char end_now = 'k';

/* ---- the game ---- */

/* What is to run, and the ends of the pipes that are its own. */
typedef struct plan {
    char *const *arguments;
    char *const *environment;
    const char *folder;
    int ends[4]; /* standard input, output, error; the keeper's end of the tie */
} plan;

static void tell(int status, int reason)
{
    const note told = {.status = status, .reason = reason};
    while (write(TIE, &told, sizeof told) < 0 && errno == EINTR)
        continue;
}

/* Becomes the game, in a group of its own, with signals as they are at the start of a program. It
 * is killed with the keeper, should that ever be. */
static _Noreturn void become(const plan *game)
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
    tell(0, errno);
    _exit(127);
}

/* ---- the keeper ---- */

typedef enum stage {
    PLAYING,
    LEAVING, /* its input has ended */
    ASKED,   /* it has got SIGTERM */
    KILLING  /* whatever is left gets SIGKILL */
} stage;

typedef struct keeper {
    pid_t game; /* 0: it has ended, and been told */
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
        /* As long as it has not been waited for, nobody else has its number. */
        (void)kill(k->game, SIGTERM);
        (void)kill(-k->game, SIGTERM);
        (void)kill(-k->game, SIGCONT);
    }
    (void)timerfd_settime(k->timer, 0, &time, NULL);
}

/* Waits for all that have ended; false where there are no children any more, near or far: those of
 * a process that ends become the keeper's. */
static bool reap(keeper *k)
{
    for (;;) {
        int status;
        pid_t ended = waitpid(-1, &status, WNOHANG);
        if (ended == 0)
            return true;
        if (ended < 0 && errno != EINTR)
            return false;
        if (ended > 0 && ended == k->game) {
            if (k->now < ASKED) /* else that is our doing, and says nothing of the game */
                tell(status, 0);
            k->game = 0;
            move_on(k, KILLING);
        }
    }
}

/* Kills all that are the keeper's children now. Their children are its own a moment later. */
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

/* Hears what we have to say: false once the tie is broken. */
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
    while (reap(k)) {
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

/* Brings its four descriptors to 0 to 3, and closes all others that it has from us: whoever holds
 * the far end of a pipe keeps it from ending. */
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
        for (int i = TIE + 1; i < 65536; i++) /* a kernel before 5.9 */
            close(i);
    return fcntl(TIE, F_SETFD, FD_CLOEXEC) == 0;
}

/* The keeper's whole life. All signals are blocked, as they were when it was made. */
static _Noreturn void keep(plan game)
{
    keeper k = {.now = PLAYING};
    sigset_t children;
    sigemptyset(&children);
    sigaddset(&children, SIGCHLD);
    (void)setsid();
    (void)prctl(PR_SET_NAME, "wyrm-keeper");
    /* SIGCHLD that we ignore would have the kernel keep no children to be waited for. */
    struct sigaction standard = {.sa_handler = SIG_DFL};
    (void)sigaction(SIGCHLD, &standard, NULL);
    if (!take_ends(&game))
        _exit(1);
    k.signals = signalfd(-1, &children, SFD_NONBLOCK | SFD_CLOEXEC);
    k.timer = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK | TFD_CLOEXEC);
    bool ready = k.signals >= 0 && k.timer >= 0 && prctl(PR_SET_CHILD_SUBREAPER, 1) == 0;
    k.game = ready ? fork() : -1;
    if (k.game == 0)
        become(&game);
    if (k.game < 0) {
        tell(0, errno);
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

/* Pipes: ours are not blocking, so that neither side can make the other wait for ever. */
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

int ext_process_start(ext_process *process, char *const *arguments, char *const *environment,
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
            keep(game);
        reason = process->keeper < 0 ? errno : 0;
        (void)pthread_sigmask(SIG_SETMASK, &before, NULL);
    }
    /* We keep the game's end of its input: as long as somebody could read, writing is no SIGPIPE,
     * which a library must not be the cause of. */
    for (int i = 1; i < 4; i++)
        close_end(&game.ends[i]);
    if (reason != 0) {
        process->keeper = 0;
        ext_process_release(process);
    }
    return reason;
}

bool ext_process_hear(ext_process *process)
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

void ext_process_end(ext_process *process, bool now)
{
    close_end(&process->to);
    close_end(&process->far);
    (void)kill(process->keeper, SIGCONT); /* a game may have stopped it */
    if (now)
        (void)send(process->tie, &end_now, 1, MSG_NOSIGNAL | MSG_DONTWAIT);
    else
        (void)shutdown(process->tie, SHUT_WR);
}

void ext_process_release(ext_process *process)
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
