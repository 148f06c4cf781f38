/* The caller's memory: all that the library takes comes from it and goes back to it, also where it
 * is short, or where there was work enough. */
#include "helpers.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <wyrm.h>
#include <wyrm/sim.h>

/* malloc that counts, and refuses the call number `refused` and all that follow; so is work, from
 * the time number `enough` that it is told of. */
typedef struct counting {
    int64_t held, calls, refused, told, enough;
} counting;

static void *allocate(size_t size, void *context)
{
    counting *heap = context;
    if (++heap->calls >= heap->refused)
        return NULL;
    heap->held++;
    return malloc(size);
}

static void *resize(void *block, size_t size, void *context)
{
    counting *heap = context;
    return ++heap->calls >= heap->refused ? NULL : realloc(block, size);
}

static void release(void *block, void *context)
{
    counting *heap = context;
    heap->held--;
    free(block);
}

static bool spend(wyrm_cost work, uint64_t steps, void *context)
{
    counting *heap = context;
    (void)work;
    (void)steps;
    return ++heap->told < heap->enough;
}

/* What a game does, as far as the memory goes: its ruleset, a fight, a floor, the ruleset as text.
 */
static wyrm_status play(const char *name, wyrm_errors *errors)
{
    wyrm_design *design;
    wyrm_status status = wyrm_design_open(name, &design, errors);
    if (status != WYRM_OK)
        return status;
    wyrm_error error;
    wyrm_reference reference;
    wyrm_combatant monster;
    wyrm_duel duel;
    char *text = NULL;
    wyrm_roster_spawn(wyrm_design_roster(design), 0, 1, WYRM_VARIANT_NONE, &monster);
    status = wyrm_design_reference(design, 1, &reference, &error);
    if (status == WYRM_OK)
        status = wyrm_design_duel(design, &reference.player, &monster, WYRM_SUBJECT_FIRST, &duel,
                                  NULL, &error);
    if (status == WYRM_OK)
        status = wyrm_ruleset_dump(wyrm_design_ruleset(design), &text, &error);
    if (status != WYRM_OK)
        wyrm_errors_add(errors, &error);
    wyrm_free(text);
    wyrm_design_free(design);
    return status;
}

static wyrm_status play_with(counting *heap, const char *name, char *sentence, size_t size)
{
    const wyrm_memory memory = {allocate, resize, release, spend, heap};
    wyrm_errors *errors = fresh_errors();
    /* The list is older than the heap that is looked at, and outlives it. */
    wyrm_memory_set(&memory);
    wyrm_status status = play(name, errors);
    wyrm_memory_set(NULL);
    size_t kept = wyrm_errors_kept(errors);
    snprintf(sentence, size, "%s", kept > 0 ? wyrm_errors_at(errors, kept - 1)->message : "");
    wyrm_errors_free(errors);
    return status;
}

static const char *const names[] = {"ruggrogue", "yarl", "tutorial", "bob-and-trev"};

/* What all of it takes, where nothing is refused. */
static counting play_all(const char *name)
{
    char sentence[WYRM_ERROR_MESSAGE_MAX];
    counting all = {.refused = INT64_MAX, .enough = INT64_MAX};
    assert_int_equal(play_with(&all, name, sentence, sizeof sentence), WYRM_OK);
    return all;
}

TEST(all_memory_comes_from_the_caller_and_goes_back_wherever_it_runs_out)
{
    char sentence[WYRM_ERROR_MESSAGE_MAX];
    for (size_t i = 0; i < LENGTH_OF(names); i++) {
        const counting all = play_all(names[i]);
        assert_true(all.calls > 10);
        assert_int_equal(all.held, 0);
        for (int64_t n = 1; n <= all.calls; n++) {
            counting heap = {.refused = n, .enough = INT64_MAX};
            wyrm_status status = play_with(&heap, names[i], sentence, sizeof sentence);
            if (status != WYRM_ERROR_MEMORY || heap.held != 0 ||
                strcmp(sentence, "out of memory") != 0)
                fail_msg("%s, allocation %lld of %lld refused: status %d, '%s', %lld blocks held",
                         names[i], (long long)n, (long long)all.calls, (int)status, sentence,
                         (long long)heap.held);
        }
    }
}

/* Work is refused from one time on, as whoever has enough stays with it. */
TEST(work_that_is_refused_ends_in_a_sentence_wherever_that_is)
{
    char sentence[WYRM_ERROR_MESSAGE_MAX];
    for (size_t i = 0; i < LENGTH_OF(names); i++) {
        const counting all = play_all(names[i]);
        assert_true(all.told > 10);
        for (int64_t n = 1; n <= all.told; n++) {
            counting heap = {.refused = INT64_MAX, .enough = n};
            wyrm_status status = play_with(&heap, names[i], sentence, sizeof sentence);
            if (status == WYRM_OK || heap.held != 0 || strstr(sentence, "work enough") == NULL)
                fail_msg("%s, work %lld of %lld refused: status %d, '%s', %lld blocks held",
                         names[i], (long long)n, (long long)all.told, (int)status, sentence,
                         (long long)heap.held);
        }
    }
}

/* Steps of games, and how many there may be. */
typedef struct played {
    uint64_t steps, most;
} played;

static bool play_steps(wyrm_cost work, uint64_t steps, void *context)
{
    played *games = context;
    games->steps += work == WYRM_COST_GAMES ? steps : 0;
    return games->steps <= games->most;
}

/* In the order of the runs, as there is one thread: the same work is told again. */
TEST(games_that_are_played_are_work)
{
    const wyrm_sim_options options = {.seed = 1, .runs = 3};
    played all = {.most = UINT64_MAX};
    for (int time = 0; time < 2; time++) {
        played some = {.most = time == 0 ? UINT64_MAX : all.steps / 2};
        wyrm_design *design;
        wyrm_summary *summary;
        wyrm_error error = {.code = WYRM_OK};
        wyrm_memory_set(&(wyrm_memory){.spend = play_steps, .context = &some});
        assert_int_equal(wyrm_design_open("tutorial", &design, NULL), WYRM_OK);
        const wyrm_status status = wyrm_simulate(design, &options, &summary, &error);
        assert_int_equal(status, time == 0 ? WYRM_OK : WYRM_ERROR_LIMIT);
        if (time == 0) /* a thousand a command */
            assert_true((double)some.steps > 1000 * 3 * summary->turns.mean);
        else
            assert_string_equal(error.message, "there was work enough: games played");
        all.steps = some.steps;
        wyrm_summary_free(summary);
        wyrm_design_free(design);
        wyrm_memory_set(NULL);
    }
}
