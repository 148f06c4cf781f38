/* Sensing whose parts are computed by a maker, as by other processes: the same comes out, though
 * some parts are lost; and damaged parts are refused. */
#include "sensed.h"
#include "stride.h"

typedef struct elsewhere {
    size_t done, lost;
    unsigned char *common, *part; /* of the last call, for the caller to damage */
    size_t common_length, part_length;
} elsewhere;

static void keep_bytes(wyrm_bytes from, unsigned char **bytes, size_t *length)
{
    free(*bytes);
    *bytes = memcpy(zeroed(1, from.length), from.at, from.length);
    *length = from.length;
}

/* Computes parts, but every third comes back incomplete. */
static wyrm_status do_parts(const wyrm_parts_wanted *wanted, wyrm_take_part *take,
                            void *take_context, void *context, wyrm_error *error)
{
    elsewhere *to = context;
    wyrm_part_worker *worker;
    assert_works(wyrm_part_worker_new(wanted->common, &worker, &last_error));
    wyrm_status status = WYRM_OK;
    for (size_t i = 0; i < wanted->count && status == WYRM_OK; i++) {
        const double *numbers;
        size_t count;
        assert_works(wyrm_part_do(worker, wanted->parts[i], &numbers, &count, &last_error));
        const bool lost = ++to->done % 3 == 0;
        to->lost += lost;
        status = take(numbers, lost ? count / 2 : count, take_context, error);
        keep_bytes(wanted->parts[i], &to->part, &to->part_length);
    }
    keep_bytes(wanted->common, &to->common, &to->common_length);
    wyrm_part_worker_free(worker);
    return status;
}

/* Plays the games that show how long games are. */
static wyrm_status make(const wyrm_runs_wanted *runs, wyrm_take *take, void *take_context,
                        void *context, wyrm_error *error)
{
    wyrm_run *run = zeroed(1, sizeof *run);
    wyrm_runner *runner;
    wyrm_status status = WYRM_OK;
    (void)context;
    assert_works(wyrm_runner_new(runs->design, runs->run, &runner, &last_error));
    for (uint64_t i = 0; i < runs->count && status == WYRM_OK; i++) {
        assert_works(wyrm_runner_make(runner, runs->seed, runs->first + i, run, &last_error));
        status = take(run, take_context, error);
    }
    wyrm_runner_free(runner);
    free(run);
    return status;
}

static void assert_same_effects(const wyrm_sense *a, const wyrm_sense *b, const wyrm_sense_key *key,
                                const wyrm_sense_key *other)
{
    assert_string_equal(key->path, other->path);
    assert_int_equal(key->step_count, other->step_count);
    for (size_t s = 0; s < key->step_count; s++) {
        const wyrm_sense_step *one = &key->steps[s], *two = &other->steps[s];
        assert_int_equal(one->refused != NULL, two->refused != NULL);
        assert_int_equal(one->games, two->games);
        if (one->refused != NULL) {
            assert_string_equal(one->refused, two->refused);
            continue;
        }
        for (size_t g = 0; g < a->goal_count && g < b->goal_count; g++) {
            assert_same_bits(one->effects[g].value, two->effects[g].value);
            assert_same_bits(one->effects[g].ci95.low, two->effects[g].ci95.low);
            assert_same_bits(one->effects[g].ci95.high, two->effects[g].ci95.high);
            assert_int_equal(one->effects[g].found, two->effects[g].found);
        }
    }
}

static void break_parts(const elsewhere *to)
{
    const wyrm_bytes common = {to->common, to->common_length};
    wyrm_part_worker *worker;
    const double *numbers;
    size_t count;
    for (size_t cut = 0; cut < 24; cut++)
        assert_int_equal(wyrm_part_worker_new((wyrm_bytes){to->common, cut}, &worker, &last_error),
                         WYRM_ERROR_SYNTAX);
    assert_int_not_equal(
        wyrm_part_worker_new((wyrm_bytes){to->common, common.length / 2}, &worker, &last_error),
        WYRM_OK);
    assert_works(wyrm_part_worker_new(common, &worker, &last_error));
    for (size_t cut = 0; cut < to->part_length; cut++) {
        unsigned char *some = memcpy(zeroed(1, cut + 1), to->part, cut);
        assert_int_equal(
            wyrm_part_do(worker, (wyrm_bytes){some, cut}, &numbers, &count, &last_error),
            WYRM_ERROR_SYNTAX);
        free(some);
    }
    for (size_t at = 3; at < 32; at += at % 8 == 7 ? 4 : 1) { /* numbers that are too large */
        to->part[at] ^= 0x80;
        const wyrm_status status = wyrm_part_do(worker, (wyrm_bytes){to->part, to->part_length},
                                                &numbers, &count, &last_error);
        assert_true(status == WYRM_OK || status == WYRM_ERROR_SYNTAX);
        to->part[at] ^= 0x80;
    }
    wyrm_part_worker_free(worker);
}

TEST(what_somebody_else_does_is_the_same)
{
    static const char *const keys[] = {"map.width", "monsters.orc.hp"};
    static const char *const metrics[] = {"win_chance(player@3, orc)", "monster_share(orc, 2)",
                                          "run_survival(1, bot=brawler)"};
    OWNED_DESIGN *design = ruleset_with("tutorial", NULL);
    wyrm_sense_options how = {.key_count = LENGTH_OF(keys),
                              .keys = keys,
                              .metric_count = LENGTH_OF(metrics),
                              .metrics = metrics,
                              .by = 1,
                              .seed = 4,
                              .effort.exactly = 1};
    OWNED_SENSE *here = sensed(design, &how);
    elsewhere to = {.done = 0};
    const wyrm_maker maker = {.make = make, .context = &to, .measure = do_parts};
    how.maker = &maker;
    OWNED_SENSE *there = sensed(design, &how);
    assert_true(to.lost > 1);
    size_t refused = 0;
    assert_int_equal(here->games, there->games);
    assert_int_equal(here->pair_count, there->pair_count);
    assert_int_equal(here->turn_count, there->turn_count);
    assert_int_equal(here->key_count, there->key_count);
    for (size_t k = 0; k < here->key_count; k++) {
        assert_same_effects(here, there, &here->keys[k], &there->keys[k]);
        for (size_t s = 0; s < here->keys[k].step_count; s++)
            refused += here->keys[k].steps[s].refused != NULL;
    }
    assert_true(refused > 0);
    break_parts(&to);
    free(to.common);
    free(to.part);
}
