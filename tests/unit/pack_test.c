/* Packs: runs come out as they went in, take little space, and damaged packs are refused. */
#include "released.h"
#include "runs_by_hand.h"

#include <wyrm/pack.h>

#include "played.h"

static wyrm_status compare_run(const wyrm_run *run, void *context, wyrm_error *error)
{
    const wyrm_run *const **next = context;
    const wyrm_run *wanted = *(*next)++;
    (void)error;
    assert_same_run(run, wanted);
    return WYRM_OK;
}

static wyrm_status take_any(const wyrm_run *run, void *context, wyrm_error *error)
{
    (void)error;
    assert_true(run->floor_count >= 1 && run->floor_count <= WYRM_RUN_FLOORS_MAX);
    assert_true(run->fight_count <= WYRM_RUN_FIGHTS_MAX && run->item_count <= WYRM_KINDS_MAX);
    ++*(size_t *)context;
    return WYRM_OK;
}

/* An exact copy of the bytes, so that reading past their end is detected. The caller frees it. */
static unsigned char *packed(wyrm_pack *pack, wyrm_run *const *runs, size_t count, size_t *length)
{
    const unsigned char *bytes;
    for (size_t i = 0; i < count; i++)
        assert_works(wyrm_pack_add(pack, runs[i], &last_error));
    assert_works(wyrm_pack_bytes(pack, &bytes, length, &last_error));
    return memcpy(zeroed(1, *length), bytes, *length);
}

TEST(runs_come_out_as_they_went_in)
{
    OWNED_DESIGN *design = ruleset_with("ruggrogue", NULL);
    wyrm_run *runs[200];
    wyrm_pack *pack;
    size_t length;
    assert_works(wyrm_pack_new(&pack, &last_error));
    for (size_t i = 0; i < LENGTH_OF(runs); i++)
        runs[i] = run_at_random(design, i);
    /* The extremes of the fields. */
    runs[0]->turns = UINT32_MAX;
    runs[0]->floors[0].hp = INT32_MIN;
    runs[0]->floors[0].max_hp = INT32_MAX;
    runs[0]->floors[0].gear_attack = -1e9;
    runs[0]->floors[0].gear_defense = 1e9;
    runs[3]->run = UINT64_MAX;
    runs[4]->seed = UINT64_MAX;
    for (int again = 0; again < 2; again++) { /* an emptied pack is like a new one */
        const wyrm_run *const *next = (const wyrm_run *const *)runs;
        unsigned char *bytes = packed(pack, runs, LENGTH_OF(runs), &length);
        assert_works(wyrm_pack_each(bytes, length, compare_run, &next, &last_error));
        assert_ptr_equal(next, runs + LENGTH_OF(runs));
        free(bytes);
    }
    for (size_t i = 0; i < LENGTH_OF(runs); i++)
        free(runs[i]);
    wyrm_pack_free(pack);
}

enum { TOGETHER = 4 }; /* runs in a pack, as sent between processes */

typedef struct measured {
    wyrm_run *kept[TOGETHER];
    size_t runs, bytes;
} measured;

static wyrm_status measure(const wyrm_run *run, void *context, wyrm_error *error)
{
    measured *to = context;
    (void)error;
    *to->kept[to->runs++ % TOGETHER] = *run;
    if (to->runs % TOGETHER > 0)
        return WYRM_OK;
    const wyrm_run *const *next = (const wyrm_run *const *)to->kept;
    wyrm_pack *pack;
    size_t length;
    assert_works(wyrm_pack_new(&pack, &last_error));
    unsigned char *bytes = packed(pack, to->kept, TOGETHER, &length);
    assert_works(wyrm_pack_each(bytes, length, compare_run, &next, &last_error));
    to->bytes += length;
    free(bytes);
    wyrm_pack_free(pack);
    return WYRM_OK;
}

/* What 12 runs take, of an explorer and of a tactician, who goes deeper and has more to tell: no
 * more than they did. What is expected of a number, and how fast that is learned, shows here alone:
 * who reads expects the same as who wrote, good or bad. Where the rules of play are others, so are
 * the runs: then as many bytes as are printed, unless those are many more. */
static const struct {
    const char *ruleset;
    size_t explorer, tactician;
} most_bytes[] = {
    {"bob-and-trev", 4803, 5243},    {"brogue", 2213, 1906}, {"ruggrogue", 1674, 1927},
    {"shattered", 4749, 4402},       {"srd", 4180, 2331},    {"tutorial", 1686, 2031},
    {"tutorial-before", 1681, 1384}, {"yarl", 8335, 9292},
};

TEST(played_runs_take_no_more_bytes_than_they_did)
{
    static const char *const bots[] = {"explorer", "tactician"};
    bool more = false;
    measured to = {.runs = 0};
    for (size_t i = 0; i < TOGETHER; i++)
        to.kept[i] = zeroed(1, sizeof *to.kept[i]);
    for (size_t i = 0; i < 2 * LENGTH_OF(most_bytes); i++) { /* deeper runs are larger */
        OWNED_DESIGN *design = ruleset_with(most_bytes[i / 2].ruleset, NULL);
        wyrm_sim_options options = {
            .seed = 3, .runs = 3 * TOGETHER, .take = measure, .take_context = &to};
        wyrm_summary *summary;
        assert_works(wyrm_bot_find(bots[i % 2], &options.run.bot, &last_error));
        to.runs = to.bytes = 0;
        assert_works(wyrm_simulate(design, &options, &summary, &last_error));
        wyrm_summary_free(summary);
        print_message("%s, %s: %zu bytes\n", most_bytes[i / 2].ruleset, bots[i % 2], to.bytes);
        more |= to.bytes > (i % 2 == 0 ? most_bytes[i / 2].explorer : most_bytes[i / 2].tactician);
    }
    assert_false(more);
    for (size_t i = 0; i < TOGETHER; i++)
        free(to.kept[i]);
}

/* Whatever the bytes are, reading ends, and only valid runs are passed on. */
TEST(broken_packs_are_refused)
{
    OWNED_DESIGN *design = ruleset_with("ruggrogue", NULL);
    wyrm_run *runs[4];
    wyrm_pack *pack;
    size_t length, told = 0;
    for (size_t i = 0; i < LENGTH_OF(runs); i++)
        runs[i] = run_at_random(design, 10 + i);
    assert_works(wyrm_pack_new(&pack, &last_error));
    unsigned char *bytes = packed(pack, runs, LENGTH_OF(runs), &length);
    for (size_t cut = 0; cut < length; cut++) {
        unsigned char *some = memcpy(zeroed(1, cut + 1), bytes, cut);
        assert_int_equal(wyrm_pack_each(some, cut, take_any, &told, &last_error),
                         WYRM_ERROR_SYNTAX);
        free(some);
    }
    for (size_t at = 0; at < length; at++) {
        bytes[at] ^= (unsigned char)(1 + at % 255);
        const wyrm_status status = wyrm_pack_each(bytes, length, take_any, &told, &last_error);
        assert_true(status == WYRM_OK || status == WYRM_ERROR_SYNTAX);
        bytes[at] ^= (unsigned char)(1 + at % 255);
    }
    test_random random = {1};
    for (int trial = 0; trial < 300; trial++) {
        unsigned char noise[512];
        for (size_t i = 0; i < sizeof noise; i++)
            noise[i] =
                trial < 2 ? (unsigned char)(trial * 255) : (unsigned char)random_word(&random);
        assert_int_equal(wyrm_pack_each(noise, sizeof noise, take_any, &told, &last_error),
                         WYRM_ERROR_SYNTAX);
    }
    free(bytes);
    for (size_t i = 0; i < LENGTH_OF(runs); i++)
        free(runs[i]);
    wyrm_pack_free(pack);
}
