/* Plays the runs of a simulation in other processes: the summary has the same bits as from one
 * process.
 *
 *   cc spread.c $(pkg-config --cflags --libs wyrm-bench) -o spread
 *   ./spread tutorial 4     four processes; 0: none but this one
 *
 * Each process reads the numbers of runs from a pipe and writes packs of them to another. Instead
 * of pipes, anything that carries bytes between machines will do.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include <wyrm.h>

enum { PLAYERS_MAX = 64, SHARE = 8 };

typedef struct player {
    pid_t process;
    FILE *to, *from;
} player;

typedef struct range {
    uint64_t first, count;
} range;

static void must(bool good, const char *what)
{
    if (good)
        return;
    perror(what);
    exit(1);
}

/* ---- The other processes ---- */

/* Makes runs as long as some are asked for. A failure ends the process, and the asking process then
 * reads an end of file. */
static void serve(const wyrm_runs_wanted *wanted, FILE *from, FILE *to)
{
    wyrm_runner *runner;
    wyrm_pack *pack;
    wyrm_run *run = malloc(sizeof *run);
    range of;
    if (run == NULL || wyrm_runner_new(wanted->design, wanted->run, &runner, NULL) != WYRM_OK ||
        wyrm_pack_new(&pack, NULL) != WYRM_OK)
        exit(1);
    while (fread(&of, sizeof of, 1, from) == 1) {
        const unsigned char *bytes;
        size_t length;
        for (uint64_t i = 0; i < of.count; i++)
            if (wyrm_runner_make(runner, wanted->seed, of.first + i, run, NULL) != WYRM_OK ||
                wyrm_pack_add(pack, run, NULL) != WYRM_OK)
                exit(1);
        if (wyrm_pack_bytes(pack, &bytes, &length, NULL) != WYRM_OK ||
            fwrite(&length, sizeof length, 1, to) != 1 || fwrite(bytes, length, 1, to) != 1 ||
            fflush(to) != 0)
            exit(1);
    }
    exit(0);
}

static void start(player *players, int index, const wyrm_runs_wanted *wanted)
{
    int there[2], back[2];
    must(pipe(there) == 0 && pipe(back) == 0, "pipe");
    player *made = &players[index];
    made->process = fork();
    must(made->process >= 0, "fork");
    if (made->process == 0) {
        close(there[1]);
        close(back[0]);
        for (int i = 0; i < index; i++) { /* or those would never see the end of their pipes */
            fclose(players[i].to);
            fclose(players[i].from);
        }
        serve(wanted, fdopen(there[0], "r"), fdopen(back[1], "w"));
    }
    close(there[0]);
    close(back[1]);
    made->to = fdopen(there[1], "w");
    made->from = fdopen(back[0], "r");
    must(made->to != NULL && made->from != NULL, "fdopen");
}

/* ---- The asking process ---- */

/* Asks for one share of the runs. Shares go to the processes in turn, so that they come back in
 * order and every process is busy. */
static bool ask(player *of, const wyrm_runs_wanted *runs, uint64_t share)
{
    const uint64_t at = share * SHARE, left = at < runs->count ? runs->count - at : 0;
    const range wanted = {runs->first + at, left < SHARE ? left : SHARE};
    return left == 0 || (fwrite(&wanted, sizeof wanted, 1, of->to) == 1 && fflush(of->to) == 0);
}

static wyrm_status take_share(player *of, wyrm_take *take, void *take_context, wyrm_error *error)
{
    size_t length;
    unsigned char *bytes = NULL;
    if (fread(&length, sizeof length, 1, of->from) != 1 || (bytes = malloc(length)) == NULL ||
        fread(bytes, length, 1, of->from) != 1) {
        free(bytes);
        return wyrm_fail(error, WYRM_ERROR_IO, "a process has ended before its runs were made");
    }
    const wyrm_status status = wyrm_pack_each(bytes, length, take, take_context, error);
    free(bytes);
    return status;
}

static wyrm_status make(const wyrm_runs_wanted *runs, wyrm_take *take, void *take_context,
                        void *context, wyrm_error *error)
{
    const int count = *(const int *)context;
    player players[PLAYERS_MAX];
    wyrm_status status = WYRM_OK;
    for (int i = 0; i < count; i++)
        start(players, i, runs);
    for (uint64_t share = 0; share < (uint64_t)count; share++)
        ask(&players[share], runs, share);
    for (uint64_t share = 0; share * SHARE < runs->count && status == WYRM_OK; share++) {
        player *of = &players[share % (uint64_t)count];
        status = take_share(of, take, take_context, error);
        if (status == WYRM_OK && !ask(of, runs, share + (uint64_t)count))
            status = wyrm_fail(error, WYRM_ERROR_IO, "a process takes no more runs");
    }
    for (int i = 0; i < count; i++) {
        fclose(players[i].to);
        fclose(players[i].from);
        waitpid(players[i].process, NULL, 0);
    }
    return status;
}

int main(int argc, char **argv)
{
    int count = argc > 2 ? atoi(argv[2]) : 4;
    count = count > PLAYERS_MAX ? PLAYERS_MAX : count;
    const wyrm_maker maker = {.make = make, .context = &count};
    const wyrm_sim_options options = {
        .size = sizeof options, .seed = 1, .runs = 100, .maker = count > 0 ? &maker : NULL};
    wyrm_design *design;
    wyrm_summary *summary;
    wyrm_error error;
    if (wyrm_design_open(argc > 1 ? argv[1] : "tutorial", &design, NULL) != WYRM_OK)
        return 1;
    if (wyrm_simulate(design, &options, &summary, &error) != WYRM_OK) {
        fprintf(stderr, "%s\n", error.message);
        return 1;
    }
    printf("%llu runs: %.17g are won, they end at depth %.17g after %.17g turns\n",
           (unsigned long long)summary->runs, summary->win_rate, summary->final_depth.mean,
           summary->turns.mean);
    for (size_t i = 0; i < summary->depth_count; i++)
        printf("depth %d: %.17g survive it, with %.17g of their hit points\n",
               summary->depths[i].depth, summary->depths[i].survival,
               summary->depths[i].hp_share.mean);
    wyrm_summary_free(summary);
    wyrm_design_free(design);
    return 0;
}
