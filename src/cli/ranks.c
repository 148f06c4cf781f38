/* Ranks: spreads the runs of a command over the processes that mpirun has started.
 *
 * Rank 0 runs the command as if it were alone, with a maker (<wyrm/sim.h>) in place of threads. The
 * others serve: they receive a job (the ruleset as its canonical text, bot and seed; or the common
 * data of a measurement in parts), then shares of it, runs or one part, several ahead so that
 * nobody waits for a message; and they send back packs of runs, or numbers. Rank 0 hands out shares
 * from one queue and takes their results in order. With few ranks it also plays between two looks
 * at its messages; with many, taking the results is work enough.
 *
 * Nobody blocks inside MPI, which would keep a processor busy: an idle rank polls for messages and
 * sleeps in between.
 *
 * The output is byte for byte that of a single process: a run is a function of its seed and number,
 * and shares are taken in the order of their numbers, whoever made them and whenever they
 * arrive. */
#include "cli/internal.h"

#include <stdlib.h>
#include <string.h>

/* The number of ranks by the environment of Open MPI, of MPICH and its descendants, or of srun; 1
 * if there are none. Asked before MPI_Init, which a program that was started alone does not
 * need. */
static int count_ranks(void)
{
    static const char *const sizes[] = {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE"};
    for (size_t i = 0; i < COUNT_OF(sizes); i++)
        if (getenv(sizes[i]) != NULL)
            return atoi(getenv(sizes[i]));
    const char *tasks = getenv("PMIX_RANK") != NULL ? getenv("SLURM_NTASKS") : NULL;
    return tasks != NULL ? atoi(tasks) : 1;
}

#ifndef WYRM_MPI

bool cli_ranks_begin(const cli_command *program, cli_ranks **out, int *result)
{
    const char *rank = getenv("OMPI_COMM_WORLD_RANK");
    rank = rank != NULL ? rank : getenv("PMI_RANK");
    *out = NULL;
    if (count_ranks() < 2)
        return true;
    if (rank == NULL || strcmp(rank, "0") == 0)
        cli_complain(program,
                     "this is one of %d processes of MPI, which this program was built "
                     "without: meson setup build -Dmpi=enabled (docs/cluster.md)",
                     count_ranks());
    *result = CLI_USAGE;
    return false;
}

void cli_ranks_end(cli_ranks *ranks)
{
    (void)ranks;
}

const wyrm_maker *cli_ranks_maker(const cli_ranks *ranks)
{
    (void)ranks;
    return NULL;
}

#else

#include <signal.h>
#include <stdio.h>
#include <time.h>
#include <mpi.h>
#include <wyrm/pack.h>
#include <wyrm/part.h>

#define PLAYS_BELOW 16    /* with fewer ranks, rank 0 plays, too */
#define AHEAD       6     /* shares that a rank may hold at a time */
#define WINDOW      16    /* per rank: shares that may wait for one that is still played */
#define SHARE_TIME  0.01  /* seconds that a share should take */
#define SHARE_MOST  512   /* runs in a share, at most */
#define PAUSE       50000 /* nanoseconds between two polls for messages */

enum { JOB = 1, SHARE, RUNS, LEAVE, LEFT }; /* message tags */

/* The head of a JOB message. Behind it stand the words of --without and the text of the ruleset,
 * each with its NUL; or the common data of parts. The arena is sent as raw bytes: it has no
 * pointers, and all ranks run the same program. */
typedef struct job_head {
    uint64_t job, seed, without_count;
    uint32_t turn_limit;
    bool has_parts, has_arena;
    wyrm_arena arena;
    char bot[32];
} job_head;

/* The head of a SHARE message: a range of runs; or a part's number, followed by its bytes. */
typedef struct share {
    uint64_t job, index, first, count;
} share;

/* The head of a RUNS message, followed by a pack of runs, numbers, or a wyrm_error. */
typedef struct answer {
    uint64_t job, index, count;
    wyrm_status status;
    double seconds;
} answer;

typedef struct bytes {
    size_t length;
    unsigned char *at;
} bytes;

static double now(void)
{
    return MPI_Wtime();
}

static void pause_for_messages(void)
{
    nanosleep(&(struct timespec){.tv_nsec = PAUSE}, NULL);
}

static bool has_message(int tag, MPI_Status *found)
{
    int flag = 0;
    MPI_Iprobe(MPI_ANY_SOURCE, tag, MPI_COMM_WORLD, &flag, found);
    return flag != 0;
}

/* Receives a message that was found; the caller frees it. Without memory all ranks are aborted. */
static bytes receive_bytes(const MPI_Status *found)
{
    int length;
    MPI_Get_count(found, MPI_BYTE, &length);
    bytes got = {(size_t)length, base_allocate((size_t)length + 1)};
    if (got.at == NULL)
        MPI_Abort(MPI_COMM_WORLD, CLI_INTERNAL);
    MPI_Recv(got.at, length, MPI_BYTE, found->MPI_SOURCE, found->MPI_TAG, MPI_COMM_WORLD,
             MPI_STATUS_IGNORE);
    return got;
}

/* ---- Playing a share ---- */

/* What makes runs or parts, set up for the current job. */
typedef struct playing {
    wyrm_runner *runner;
    wyrm_part_worker *worker; /* NULL: runs */
    wyrm_pack *pack;
    wyrm_run *run;
} playing;

static void stop_playing(playing *of)
{
    wyrm_runner_free(of->runner);
    of->runner = NULL;
    wyrm_part_worker_free(of->worker);
    of->worker = NULL;
}

static wyrm_status make_runs(playing *of, uint64_t seed, const share *what, wyrm_bytes *out,
                             wyrm_error *error)
{
    wyrm_status status = WYRM_OK;
    for (uint64_t i = 0; i < what->count && status == WYRM_OK; i++) {
        status = wyrm_runner_make(of->runner, seed, what->first + i, of->run, error);
        if (status == WYRM_OK)
            status = wyrm_pack_add(of->pack, of->run, error);
    }
    return status == WYRM_OK ? wyrm_pack_bytes(of->pack, &out->at, &out->length, error) : status;
}

static wyrm_status do_part(playing *of, wyrm_bytes part, wyrm_bytes *out, wyrm_error *error)
{
    const double *numbers = NULL;
    size_t count = 0;
    const wyrm_status status = wyrm_part_do(of->worker, part, &numbers, &count, error);
    *out = (wyrm_bytes){(const unsigned char *)numbers, count * sizeof *numbers};
    return status;
}

/* Makes a share and returns the message to send, with the error if that failed; the caller frees
 * it. */
static bytes play_share(playing *of, uint64_t seed, const share *what, wyrm_bytes part,
                        wyrm_status status, wyrm_error *error)
{
    const double begun = now();
    wyrm_bytes got = {NULL, 0};
    if (status == WYRM_OK)
        status = of->worker != NULL ? do_part(of, part, &got, error)
                                    : make_runs(of, seed, what, &got, error);
    if (status != WYRM_OK)
        got = (wyrm_bytes){(const unsigned char *)error, sizeof *error};
    const answer head = {what->job, what->index, what->count, status, now() - begun};
    bytes made = {sizeof head + got.length, base_allocate(sizeof head + got.length)};
    if (made.at == NULL)
        MPI_Abort(MPI_COMM_WORLD, CLI_INTERNAL);
    memcpy(made.at, &head, sizeof head);
    memcpy(made.at + sizeof head, got.at, got.length);
    return made;
}

static bool begin_playing(playing *of)
{
    of->run = base_allocate(sizeof *of->run);
    return of->run != NULL && wyrm_pack_new(&of->pack, NULL) == WYRM_OK;
}

static void end_playing(playing *of)
{
    stop_playing(of);
    wyrm_pack_free(of->pack);
    wyrm_free(of->run);
}

/* ---- Serving ranks ---- */

typedef struct serving {
    playing by;
    bytes told; /* the JOB message: `without` and the ruleset point into it */
    job_head head;
    wyrm_design *design;
    const char **without;
    wyrm_status status; /* of setting up the job */
    wyrm_error error;
    size_t share_count;
    bytes shares[AHEAD];
    struct {
        bytes what;
        MPI_Request request;
    } sent[2 * AHEAD];
    bool leaves;
} serving;

/* Sets up a new job. It ends the one before, whose shares are dropped, as rank 0 no longer wants
 * them. */
static void begin_job(serving *of, bytes told)
{
    wyrm_run_options options = {.size = sizeof options};
    stop_playing(&of->by);
    wyrm_design_free(of->design);
    of->design = NULL;
    wyrm_free(of->told.at);
    wyrm_free(of->without);
    of->without = NULL;
    of->told = told;
    while (of->share_count > 0)
        wyrm_free(of->shares[--of->share_count].at);
    memcpy(&of->head, told.at, sizeof of->head);
    if (of->head.has_parts) {
        const wyrm_bytes common = {told.at + sizeof of->head, told.length - sizeof of->head};
        of->status = wyrm_part_worker_new(common, &of->by.worker, &of->error);
        return;
    }
    const char *text = (const char *)told.at + sizeof of->head;
    of->without = base_zeroed(of->head.without_count + 1, sizeof *of->without);
    if (of->without == NULL)
        MPI_Abort(MPI_COMM_WORLD, CLI_INTERNAL);
    for (size_t i = 0; i < of->head.without_count; i++, text += strlen(text) + 1)
        of->without[i] = text;
    options.turn_limit = of->head.turn_limit;
    options.without = of->without;
    options.without_count = of->head.without_count;
    options.arena = of->head.has_arena ? &of->head.arena : NULL;
    of->status =
        wyrm_design_parse_alone("ruleset of rank 0", text, strlen(text), &of->design, NULL);
    if (of->status != WYRM_OK)
        wyrm_fail(&of->error, of->status, "a rank cannot read the ruleset that rank 0 has sent");
    else
        of->status = wyrm_bot_find(of->head.bot, &options.bot, &of->error);
    if (of->status == WYRM_OK)
        of->status = wyrm_runner_new(of->design, &options, &of->by.runner, &of->error);
}

static void receive_messages(serving *of)
{
    MPI_Status found;
    while (has_message(MPI_ANY_TAG, &found)) {
        bytes got = receive_bytes(&found);
        if (found.MPI_TAG == JOB) {
            begin_job(of, got);
            continue;
        }
        of->leaves |= found.MPI_TAG == LEAVE;
        if (found.MPI_TAG == SHARE && of->share_count < AHEAD)
            of->shares[of->share_count++] = got;
        else
            wyrm_free(got.at);
    }
}

/* Frees messages that have been sent, as their bytes must stay until then. Returns a free place, or
 * -1; with `all`, -1 until every message has been sent. */
static int find_sent(serving *of, bool all)
{
    int place = -1;
    for (int i = 0; i < 2 * AHEAD; i++) {
        int done = 1;
        if (of->sent[i].what.at != NULL)
            MPI_Test(&of->sent[i].request, &done, MPI_STATUS_IGNORE);
        if (done) {
            wyrm_free(of->sent[i].what.at);
            of->sent[i].what.at = NULL;
            place = i;
        } else if (all) {
            return -1;
        }
    }
    return place;
}

static void serve_share(serving *of, int place)
{
    const bytes told = of->shares[0];
    const wyrm_bytes part = {told.at + sizeof(share), told.length - sizeof(share)};
    share what;
    memmove(of->shares, of->shares + 1, --of->share_count * sizeof told);
    memcpy(&what, told.at, sizeof what);
    const bytes made = play_share(&of->by, of->head.seed, &what, part, of->status, &of->error);
    wyrm_free(told.at);
    of->sent[place].what = made;
    MPI_Isend(made.at, (int)made.length, MPI_BYTE, 0, RUNS, MPI_COMM_WORLD,
              &of->sent[place].request);
}

static void serve_rank(void)
{
    serving *of = base_zeroed(1, sizeof *of);
    if (of == NULL || !begin_playing(&of->by))
        MPI_Abort(MPI_COMM_WORLD, CLI_INTERNAL);
    /* Rank 0 decides when to stop, as it has a file to finish. */
    signal(SIGINT, SIG_IGN);
    signal(SIGTERM, SIG_IGN);
    for (receive_messages(of); !of->leaves; receive_messages(of)) {
        const int place = find_sent(of, false);
        if (of->share_count > 0 && place >= 0)
            serve_share(of, place);
        else
            pause_for_messages();
    }
    while (find_sent(of, true) < 0)
        pause_for_messages();
    MPI_Send(NULL, 0, MPI_BYTE, 0, LEFT, MPI_COMM_WORLD);
    while (of->share_count > 0)
        wyrm_free(of->shares[--of->share_count].at);
    end_playing(&of->by);
    wyrm_design_free(of->design);
    wyrm_free(of->told.at);
    wyrm_free(of->without);
    wyrm_free(of);
}

/* ---- Rank 0 ---- */

struct cli_ranks {
    wyrm_maker maker;
    int count;
    playing by; /* rank 0 itself */
    bytes told; /* the JOB message; below, its number, and by rank: who has it, shares held */
    uint64_t job;
    bool *knows;
    int *busy;
    bytes *waiting; /* results that came back early: a ring, by share */
    double seconds; /* a run takes about; 0: not known yet */
};

/* One call of the maker. Shares up to `given` are handed out, and results up to `told` have been
 * passed on. */
typedef struct queue {
    cli_ranks *ranks;
    const wyrm_runs_wanted *wanted; /* NULL: parts */
    const wyrm_parts_wanted *parts;
    wyrm_take *take;
    wyrm_take_part *take_part;
    void *take_context;
    uint64_t given, next, end; /* shares handed out; next run or part, and the end of them */
    uint64_t told, runs;       /* shares, and runs, passed on */
    wyrm_status status;
    wyrm_error *error;
} queue;

/* The size of the ring of results: given - told never exceeds it, so no two shares share a
 * place. */
static size_t window_of(const cli_ranks *ranks)
{
    return (size_t)ranks->count * WINDOW;
}

static void append_bytes(bytes *to, const void *from, size_t length)
{
    unsigned char *at = base_resize(to->at, to->length + length);
    if (at == NULL)
        MPI_Abort(MPI_COMM_WORLD, CLI_INTERNAL);
    memcpy(at + to->length, from, length);
    *to = (bytes){to->length + length, at};
}

/* Replaces the current job. Each call of the maker has a new job number, so that late results of an
 * earlier one are recognised and dropped. */
static void replace_job(cli_ranks *ranks, bytes job)
{
    ranks->job++;
    memcpy(job.at + offsetof(job_head, job), &ranks->job, sizeof ranks->job);
    wyrm_free(ranks->told.at);
    ranks->told = job;
    memset(ranks->knows, 0, (size_t)ranks->count * sizeof *ranks->knows);
    memset(ranks->busy, 0, (size_t)ranks->count * sizeof *ranks->busy);
    stop_playing(&ranks->by);
}

/* Makes the JOB message for a simulation. */
static wyrm_status make_job(cli_ranks *ranks, const wyrm_runs_wanted *wanted, wyrm_error *error)
{
    const wyrm_run_options *run = wanted->run;
    const wyrm_bot_kind *bot = run->bot;
    char *text;
    wyrm_status status = WYRM_OK;
    if (bot == NULL)
        status = wyrm_bot_find("explorer", &bot, error);
    if (status == WYRM_OK)
        status = wyrm_ruleset_dump(wyrm_design_ruleset(wanted->design), &text, error);
    if (status != WYRM_OK)
        return status;
    job_head head;
    memset(&head, 0, sizeof head);
    head.seed = wanted->seed;
    head.without_count = run->without_count;
    head.turn_limit = run->turn_limit;
    head.has_arena = run->arena != NULL;
    if (run->arena != NULL)
        memcpy(&head.arena, run->arena, sizeof head.arena);
    snprintf(head.bot, sizeof head.bot, "%s", bot->name);
    bytes job = {0};
    append_bytes(&job, &head, sizeof head);
    for (size_t i = 0; i < run->without_count; i++)
        append_bytes(&job, run->without[i], strlen(run->without[i]) + 1);
    append_bytes(&job, text, strlen(text) + 1);
    wyrm_free(text);
    replace_job(ranks, job);
    return WYRM_OK;
}

static void make_parts_job(cli_ranks *ranks, const wyrm_parts_wanted *parts)
{
    job_head head;
    bytes job = {0};
    memset(&head, 0, sizeof head);
    head.has_parts = true;
    append_bytes(&job, &head, sizeof head);
    append_bytes(&job, parts->common.at, parts->common.length);
    replace_job(ranks, job);
}

/* The next share: one part, or as many runs as take about SHARE_TIME, but no more than a quarter of
 * an even part of what is left: the last shares are small, so that all ranks finish at about the
 * same time. */
static bool next_share(queue *of, bool alone, share *out)
{
    cli_ranks *ranks = of->ranks;
    const uint64_t left = of->end - of->next;
    const uint64_t even = left / (4 * (uint64_t)ranks->count) + 1;
    uint64_t count = ranks->seconds > 0.0 ? (uint64_t)(SHARE_TIME / ranks->seconds) : 1;
    count = count < 1 ? 1 : count > SHARE_MOST ? SHARE_MOST : count;
    count = alone ? count / 4 + 1 : count; /* rank 0 looks at messages in between */
    if (left == 0 || of->given - of->told >= window_of(ranks))
        return false;
    count = of->parts != NULL ? 1 : count > even ? even : count;
    *out = (share){ranks->job, of->given++, of->next, count};
    of->next += count;
    return true;
}

/* Puts a result into the ring, and updates the moving average of the time that a run takes. */
static void keep_result(queue *of, bytes made)
{
    const answer *head = (const answer *)(const void *)made.at;
    if (head->job != of->ranks->job) {
        wyrm_free(made.at);
        return;
    }
    double *seconds = &of->ranks->seconds;
    const double a_run = head->seconds / (double)head->count;
    if (head->status == WYRM_OK && of->parts == NULL)
        *seconds = *seconds > 0.0 ? 0.9 * *seconds + 0.1 * a_run : a_run;
    of->ranks->waiting[head->index % window_of(of->ranks)] = made;
}

static void hear_ranks(queue *of)
{
    MPI_Status found;
    while (has_message(RUNS, &found)) {
        const bytes got = receive_bytes(&found);
        if (((const answer *)(const void *)got.at)->job == of->ranks->job)
            of->ranks->busy[found.MPI_SOURCE]--;
        keep_result(of, got);
    }
}

static wyrm_bytes part_of(const queue *of, const share *what)
{
    return of->parts != NULL ? of->parts->parts[what->first] : (wyrm_bytes){NULL, 0};
}

/* Hands out shares, one to each rank before any gets a second. */
static void hand_out(queue *of)
{
    cli_ranks *ranks = of->ranks;
    share what;
    for (int depth = 1; depth <= AHEAD; depth++)
        for (int rank = 1; rank < ranks->count; rank++) {
            if (ranks->busy[rank] >= depth || !next_share(of, false, &what))
                continue;
            if (!ranks->knows[rank])
                MPI_Send(ranks->told.at, (int)ranks->told.length, MPI_BYTE, rank, JOB,
                         MPI_COMM_WORLD);
            ranks->knows[rank] = true;
            const wyrm_bytes part = part_of(of, &what);
            bytes told = {0};
            append_bytes(&told, &what, sizeof what);
            append_bytes(&told, part.at, part.length);
            MPI_Send(told.at, (int)told.length, MPI_BYTE, rank, SHARE, MPI_COMM_WORLD);
            wyrm_free(told.at);
            ranks->busy[rank]++;
        }
}

/* Passes on results in the order of their shares, up to the first that is missing; those behind it
 * wait in the ring. */
static void pass_results(queue *of)
{
    cli_ranks *ranks = of->ranks;
    for (bytes *at;
         of->status == WYRM_OK && (at = &ranks->waiting[of->told % window_of(ranks)])->at != NULL;
         of->told++) {
        const answer *head = (const answer *)(const void *)at->at;
        const unsigned char *what = at->at + sizeof *head;
        of->status = head->status;
        if (head->status != WYRM_OK)
            memcpy(of->error, what, sizeof *of->error);
        else if (of->parts != NULL)
            of->status = of->take_part((const double *)(const void *)what,
                                       (at->length - sizeof *head) / sizeof(double),
                                       of->take_context, of->error);
        else
            of->status = wyrm_pack_each(what, at->length - sizeof *head, of->take, of->take_context,
                                        of->error);
        of->runs += head->count;
        wyrm_free(at->at);
        *at = (bytes){0};
    }
}

static bool play_here(queue *of)
{
    cli_ranks *ranks = of->ranks;
    share what;
    wyrm_status status = WYRM_OK;
    if (ranks->count >= PLAYS_BELOW || !next_share(of, true, &what))
        return false;
    if (of->parts != NULL && ranks->by.worker == NULL)
        status = wyrm_part_worker_new(of->parts->common, &ranks->by.worker, of->error);
    if (of->parts == NULL && ranks->by.runner == NULL)
        status = wyrm_runner_new(of->wanted->design, of->wanted->run, &ranks->by.runner, of->error);
    keep_result(of, play_share(&ranks->by, of->parts == NULL ? of->wanted->seed : 0, &what,
                               part_of(of, &what), status, of->error));
    return true;
}

/* The loop of rank 0: receive results, hand out shares, pass results on, and make a small share in
 * between, so that no message waits for longer than that. */
static wyrm_status work_through(queue *of)
{
    cli_ranks *ranks = of->ranks;
    const uint64_t all = of->end - of->next;
    while (of->status == WYRM_OK && of->runs < all) {
        hear_ranks(of);
        hand_out(of);
        pass_results(of);
        if (of->status == WYRM_OK && of->runs < all && !play_here(of))
            pause_for_messages();
    }
    for (size_t i = 0; i < window_of(ranks); i++) {
        wyrm_free(ranks->waiting[i].at);
        ranks->waiting[i] = (bytes){0};
    }
    stop_playing(&ranks->by);
    return of->status;
}

static wyrm_status share_runs(const wyrm_runs_wanted *wanted, wyrm_take *take, void *take_context,
                              void *context, wyrm_error *error)
{
    cli_ranks *ranks = context;
    wyrm_error unused;
    queue of = {.ranks = ranks,
                .wanted = wanted,
                .take = take,
                .take_context = take_context,
                .next = wanted->first,
                .end = wanted->first + wanted->count,
                .error = error != NULL ? error : &unused};
    of.status = make_job(ranks, wanted, of.error);
    return work_through(&of);
}

static wyrm_status measure_parts(const wyrm_parts_wanted *parts, wyrm_take_part *take,
                                 void *take_context, void *context, wyrm_error *error)
{
    wyrm_error unused;
    queue of = {.ranks = context,
                .parts = parts,
                .take_part = take,
                .take_context = take_context,
                .end = parts->count,
                .error = error != NULL ? error : &unused};
    make_parts_job(context, parts);
    return work_through(&of);
}

bool cli_ranks_begin(const cli_command *program, cli_ranks **out, int *result)
{
    int rank, count;
    *out = NULL;
    if (count_ranks() < 2)
        return true;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &count);
    if (rank > 0) {
        serve_rank();
        MPI_Finalize();
        *result = CLI_DONE;
        return false;
    }
    cli_ranks *ranks = base_zeroed(1, sizeof *ranks);
    if (ranks != NULL) {
        ranks->count = count;
        ranks->maker = (wyrm_maker){share_runs, ranks, measure_parts};
        ranks->knows = base_zeroed((size_t)count, sizeof *ranks->knows);
        ranks->busy = base_zeroed((size_t)count, sizeof *ranks->busy);
        ranks->waiting = base_zeroed(window_of(ranks), sizeof *ranks->waiting);
    }
    if (ranks == NULL || ranks->knows == NULL || ranks->busy == NULL || ranks->waiting == NULL ||
        !begin_playing(&ranks->by)) {
        cli_complain(program, "out of memory");
        MPI_Abort(MPI_COMM_WORLD, CLI_INTERNAL);
    }
    *out = ranks;
    return true;
}

const wyrm_maker *cli_ranks_maker(const cli_ranks *ranks)
{
    return ranks != NULL ? &ranks->maker : NULL;
}

/* Ends all ranks; results of runs that nobody wants any more are dropped. */
void cli_ranks_end(cli_ranks *ranks)
{
    MPI_Status found;
    if (ranks == NULL)
        return;
    for (int rank = 1; rank < ranks->count; rank++)
        MPI_Send(NULL, 0, MPI_BYTE, rank, LEAVE, MPI_COMM_WORLD);
    for (int left = 1; left < ranks->count;) {
        if (!has_message(MPI_ANY_TAG, &found)) {
            pause_for_messages();
            continue;
        }
        left += found.MPI_TAG == LEFT;
        wyrm_free(receive_bytes(&found).at);
    }
    MPI_Finalize();
    end_playing(&ranks->by);
    wyrm_free(ranks->told.at);
    wyrm_free(ranks->knows);
    wyrm_free(ranks->busy);
    wyrm_free(ranks->waiting);
    wyrm_free(ranks);
}

#endif
