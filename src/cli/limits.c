/* Limits on the memory and work of a command: files come from strangers, and two hundred bytes of
 * one can ask for gigabytes and hours.
 *
 * Memory is counted in bytes as the library takes and frees it, work in steps of exact computation
 * (wyrm/memory.h): never in seconds, so that a slow machine refuses nothing that a fast one
 * answers. What bots compute counts for their run, and each run may take as many steps: a sum over
 * all would refuse whoever asks for many runs. If either is too much the program ends at once,
 * between two steps of whatever it was doing: nothing is left half written, as answers are printed
 * at the end and files are renamed when they are complete. The message names the kind of work that
 * took most, and the largest numbers of the ruleset that have a part in it, which are usually the
 * reason.
 *
 * While the game is on the screen the program is not ended: the library is refused instead, and
 * reports an error. So are games, where the command has more to tell than they do: the run that is
 * being made fails, and the command says what it does not know for want of it. */
#include "cli/internal.h"
#include <malloc.h>
#include <math.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <wyrm/memory.h>

#define LARGEST  3 /* numbers named in the message */
#define PATH_MAX 120
#define MANY     200 /* entries of a map or list, to be named */

static struct {
    uint64_t most_bytes, most_steps, most_games;
    uint64_t games_before, games_end; /* games: steps at the first counted run, steps allowed */
    double times;                     /* factor on the usual limits (WYRM_LIMIT) */
    atomic_uint_fast64_t bytes, steps[WYRM_COST_COUNT];
    atomic_flag over;
    bool on_screen, ended;
    const cli_command *command;
    const wyrm_ruleset *ruleset; /* the last one opened; NULL: none */
    const char *opening;         /* name of the one being opened; NULL: none */
} limits;

/* The exact work of a thread's current run. */
static _Thread_local struct {
    bool goes_on;
    uint64_t steps[WYRM_COST_COUNT];
} run;

/* ---- The largest numbers of a ruleset ---- */

typedef struct number {
    char path[PATH_MAX];
    double value;
    bool entries; /* number of entries of a map or list */
} number;

/* Whether a word is one of the keys of a path: "experience" of "monsters.rat.experience". */
static bool has_key(const char *path, const char *word)
{
    const size_t length = strlen(word);
    for (const char *key = path; key[0] != '\0'; key += key[0] == '.') {
        const size_t long_is = strcspn(key, ".");
        if (long_is == length && memcmp(key, word, length) == 0)
            return true;
        key += long_is;
    }
    return false;
}

/* Whether a path ends with a plain number that a script has as a stat: a skill, a chance in
 * percent. Hit points, conditions, counters and amounts make fights long; these do not. */
static bool is_plain_stat(const char *path)
{
    const char *dot = strrchr(path, '.');
    const wyrm_value *at = wyrm_ruleset_root(limits.ruleset);
    const char *const keys[] = {"combat", "stats", dot != NULL ? dot + 1 : path, "kind"};
    for (size_t i = 0; at != NULL && i < COUNT_OF(keys); i++)
        at = wyrm_value_get(at, keys[i]);
    return at != NULL && (strcmp(wyrm_value_text(at), "number") == 0 ||
                          strcmp(wyrm_value_text(at), "whole") == 0);
}

/* Whether a number cannot be the reason: fights are not longer for what they earn, or for what lies
 * about on floors. `work`: WYRM_COST_COUNT if any may be. */
static bool has_no_part(const char *path, wyrm_cost work)
{
    static const char *const idle[] = {"experience", "etp",    "price",     "gold",   "weight",
                                       "greatest",   "least",  "targets",   "tune",   "gate",
                                       "map",        "threat", "encounter", "loot",   "bands",
                                       "shops",      "drops",  "game",      "arenas", "items"};
    for (size_t i = 0; work == WYRM_COST_FIGHTS && i < COUNT_OF(idle); i++)
        if (has_key(path, idle[i]))
            return true;
    if (work == WYRM_COST_FIGHTS && is_plain_stat(path))
        return true;
    return work == WYRM_COST_GAMES && (has_key(path, "experience") || has_key(path, "etp"));
}

static void note_number(number found[LARGEST], const char *path, double value, bool entries)
{
    size_t at = LARGEST;
    while (at > 0 && fabs(value) > found[at - 1].value)
        at--;
    if (at == LARGEST)
        return;
    memmove(&found[at + 1], &found[at], (LARGEST - 1 - at) * sizeof *found);
    found[at].value = fabs(value);
    found[at].entries = entries;
    snprintf(found[at].path, PATH_MAX, "%s", path);
}

/* Walks through a value and notes its largest numbers, and maps and lists with many entries.
 * Defaults are passed over, as the file did not write them, and so is what has no part in the
 * work. */
static void find_numbers(const wyrm_value *value, char path[PATH_MAX], size_t length,
                         wyrm_cost work, number *found)
{
    const size_t count = wyrm_value_count(value);
    double most = 0;
    if (has_no_part(path, work))
        return;
    switch (wyrm_value_kind(value)) {
    case WYRM_KIND_RECORD:
    case WYRM_KIND_LIST:
    case WYRM_KIND_MAP:
        if (count >= MANY)
            note_number(found, path, (double)count, true);
        for (size_t i = 0; i < count; i++) {
            const char *key = wyrm_value_key(value, i);
            size_t used = length;
            if (key[0] != '\0')
                used += (size_t)snprintf(path + length, PATH_MAX - length, "%s%s",
                                         length > 0 ? "." : "", key);
            else
                used += (size_t)snprintf(path + length, PATH_MAX - length, ".%zu", i + 1);
            find_numbers(wyrm_value_item(value, i), path, used < PATH_MAX ? used : PATH_MAX - 1,
                         work, found);
            path[length] = '\0';
        }
        return;
    case WYRM_KIND_TABLE:
        for (size_t i = 0; i < count; i++)
            most = fmax(most, fabs(wyrm_value_rows(value)[i].value));
        break;
    case WYRM_KIND_AMOUNT:
    case WYRM_KIND_RANGE:
    case WYRM_KIND_INTERVAL:
        most = fmax(fabs(wyrm_value_low(value)), fabs(wyrm_value_high(value)));
        break;
    default:
        most = wyrm_value_real(value);
    }
    if (!wyrm_value_is_default(value))
        note_number(found, path, most, false);
}

static void say_largest(base_buffer *text, wyrm_cost work)
{
    number found[LARGEST] = {{.value = 0}};
    char path[PATH_MAX] = "";
    if (limits.opening != NULL)
        base_buffer_appendf(text, ", as '%.200s' was opened", limits.opening);
    if (limits.ruleset == NULL)
        return;
    find_numbers(wyrm_ruleset_root(limits.ruleset), path, 0, work, found);
    for (size_t i = 0; i < LARGEST && found[i].value > 0; i++)
        base_buffer_appendf(text, "%s%s %.10g%s",
                            i == 0 ? ". The largest numbers of the ruleset: " : ", ", found[i].path,
                            found[i].value, found[i].entries ? " entries" : "");
}

/* ---- Giving up ---- */

/* The steps of all work but games (of the current run, in one), and in *most the kind that took
 * most. */
static uint64_t exact_steps(wyrm_cost *most)
{
    uint64_t sum = 0, greatest = 0;
    *most = (wyrm_cost)0;
    for (int i = 0; i < WYRM_COST_GAMES; i++) {
        const uint64_t steps = run.goes_on ? run.steps[i] : limits.steps[i];
        sum += steps;
        *most = steps > greatest ? (wyrm_cost)i : *most;
        greatest = steps > greatest ? steps : greatest;
    }
    return sum;
}

/* Prints the message and ends the program; of several threads only the first does. `work`: the kind
 * that was too much; WYRM_COST_COUNT: it was memory. */
static _Noreturn void end_program(const char *what, wyrm_cost work)
{
    const bool games = work == WYRM_COST_GAMES;
    base_buffer text = {0};
    wyrm_cost most;
    if (atomic_flag_test_and_set(&limits.over))
        for (;;)
            pause();
    limits.ended = true; /* printing takes memory, too */
    base_buffer_appendf(&text, "given up: it takes more than %s", what);
    if (exact_steps(&most) > 0 && !games)
        base_buffer_appendf(&text, "; most of the work was %s (%s)", wyrm_cost_text(most),
                            wyrm_cost_keys(most));
    say_largest(&text, work);
    base_buffer_appendf(&text, ". %sWYRM_LIMIT=%.10g allows ten times as much",
                        games ? "--runs N plays just N, however long they take; " : "",
                        10 * limits.times);
    base_buffer line = {0};
    base_buffer_append_visible(&line, text.bytes != NULL ? text.bytes : what,
                               text.bytes != NULL ? text.length : strlen(what));
    fprintf(stderr, "wyrm%s%s: %s\n", limits.command->name[0] != '\0' ? " " : "",
            limits.command->name, line.bytes != NULL ? line.bytes : what);
    _exit(CLI_BAD_DATA);
}

/* ---- Memory and steps ---- */

static bool too_large(size_t size)
{
    if (limits.bytes + size <= limits.most_bytes || limits.ended)
        return false;
    if (!limits.on_screen) {
        char what[64];
        snprintf(what, sizeof what, "%.0f MiB of memory", (double)limits.most_bytes / 0x1p20);
        end_program(what, WYRM_COST_COUNT);
    }
    return true;
}

static void *count_block(void *block)
{
    if (block != NULL)
        limits.bytes += malloc_usable_size(block);
    return block;
}

static void *allocate_block(size_t size, void *context)
{
    (void)context;
    return too_large(size) ? NULL : count_block(malloc(size));
}

static void *resize_block(void *block, size_t size, void *context)
{
    const size_t had = malloc_usable_size(block);
    (void)context;
    if (size > had && too_large(size - had))
        return NULL;
    void *moved = realloc(block, size);
    if (moved != NULL)
        limits.bytes -= had;
    return count_block(moved);
}

static void free_block(void *block, void *context)
{
    (void)context;
    limits.bytes -= malloc_usable_size(block);
    free(block);
}

static bool spend_steps(wyrm_cost work, uint64_t steps, void *context)
{
    (void)context;
    wyrm_cost most;
    if (run.goes_on)
        run.steps[work] += steps;
    limits.steps[run.goes_on ? WYRM_COST_GAMES : work] += steps;
    const bool much = exact_steps(&most) > limits.most_steps;
    const bool games = !much && (run.goes_on || work == WYRM_COST_GAMES) &&
                       limits.steps[WYRM_COST_GAMES] > limits.games_end;
    if ((!much && !games) || limits.ended)
        return true;
    if (!limits.on_screen && !(run.goes_on && limits.command->does_without)) {
        char what[64];
        snprintf(what, sizeof what, "%.10g million steps of %s%s",
                 (double)((games ? limits.most_games : limits.most_steps) / 1000000),
                 games ? "games" : "exact work", run.goes_on && !games ? " in one run" : "");
        end_program(what, games ? WYRM_COST_GAMES : most);
    }
    return false;
}

static void note_games(bool begins, void *context)
{
    (void)context;
    memset(&run, 0, sizeof run);
    run.goes_on = begins;
}

double cli_limit_steps(const cli_command *command)
{
    return command->steps > 0 ? command->steps : CLI_LIMIT_STEPS;
}

void cli_limits_begin(const cli_command *program)
{
    const char *asked = getenv("WYRM_LIMIT");
    char *rest = NULL;
    limits.times = asked != NULL && asked[0] != '\0' ? strtod(asked, &rest) : 1;
    if (!(limits.times >= 0.001 && limits.times <= 1e6) || (rest != NULL && *rest != '\0'))
        limits.times = 1;
    limits.most_bytes = (uint64_t)(limits.times * CLI_LIMIT_MIB * 0x1p20);
    cli_limits_of(program, false);
    wyrm_memory_set(
        &(wyrm_memory){allocate_block, resize_block, free_block, spend_steps, NULL, note_games});
}

void cli_limits_of(const cli_command *command, bool on_screen)
{
    limits.command = command;
    limits.on_screen = on_screen;
    limits.most_steps = (uint64_t)(limits.times * cli_limit_steps(command));
    limits.most_games =
        command->counts_games ? (uint64_t)(limits.times * CLI_LIMIT_GAMES) : UINT64_MAX;
    limits.games_end = limits.most_games;
}

void cli_limits_as_asked(void)
{
    limits.most_games = limits.games_end = UINT64_MAX;
}

uint64_t cli_limits_afford(uint64_t done, uint64_t wanted, void *context)
{
    (void)context;
    const uint64_t most = limits.most_games, now = limits.steps[WYRM_COST_GAMES];
    if (most == UINT64_MAX)
        return wanted;
    if (done == 0) {
        limits.games_before = now;
        limits.games_end = now + most;
        return wanted;
    }
    const double spent = (double)(now - limits.games_before);
    const double runs = spent > 0 ? (double)done * (double)most / spent : INFINITY;
    limits.games_end = limits.games_before + 2 * most;
    if (runs >= (double)wanted)
        return wanted;
    /* Threads that compute the same thing at once count it twice, so the sum varies slightly. The
     * number of runs is rounded down to 2^n or 1.5 x 2^n, so that this does not change the
     * answer. */
    double even = 1;
    while (2 * even <= runs)
        even *= 2;
    return (uint64_t)(1.5 * even <= runs ? 1.5 * even : even);
}

void cli_limits_know(const char *opening, const wyrm_ruleset *ruleset)
{
    limits.opening = opening;
    limits.ruleset = ruleset;
}

void cli_limits_times(double times)
{
    limits.most_steps = (uint64_t)(times * (double)limits.most_steps);
}
