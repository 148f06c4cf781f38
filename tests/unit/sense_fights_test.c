/* Sensing by fights: their intervals contain the true effects, and are the same at any number of
 * threads. `WYRM_TEST_SHARE=1000 sense_fights_test` repeats the fights ten times as often. */
#include "sensed.h"
#include "stride.h"

static wyrm_design *parsed(const char *text, size_t length)
{
    wyrm_design *design;
    OWNED_ERRORS *errors = fresh_errors();
    if (wyrm_design_parse("own.yaml", text, length, &design, errors) != WYRM_OK)
        fail_msg("%s", wyrm_errors_at(errors, 0)->message);
    return design;
}

static const char fights_text[] =
    "name: own\nextends: yarl\n"
    "arenas:\n"
    "  two: {fight: \"player@3 vs orc\"}\n"
    "targets:\n"
    "  won: {metric: arena_win_rate, arena: two, bot: brawler, at_least: 0.5}\n"
    "  turns: {metric: arena_turns, arena: two, bot: brawler, at_least: 0}\n"
    "  left: {metric: arena_hp_left, arena: two, bot: brawler, at_least: 0}\n"
    "monsters: {orc: {hp: 42}}\n";
static const char *const fight_keys[] = {"player.hp", "player.power", "player.defense",
                                         "monsters.orc", "monsters.troll.hp"};

TEST(intervals_cover_what_is_so)
{
    NOT_TO_WATCH_THREADS();
    const int rounds = played_times(2);
    wyrm_design *design = parsed(fights_text, sizeof fights_text - 1);
    wyrm_sense_options how = {
        .key_count = LENGTH_OF(fight_keys), .keys = fight_keys, .seed = 999, .threads = 2};
    how.effort.exactly = PLAYED_STRIDE > 1 ? 6000 : 8000;
    OWNED_SENSE *truth = sensed(design, &how);
    size_t all = 0, covered = 0, false_alarms = 0;
    for (int round = 1; round <= rounds; round++) {
        how.seed = (uint64_t)round;
        how.effort.exactly = 1600;
        OWNED_SENSE *sense = sensed(design, &how);
        bool alarm = false;
        for (size_t k = 0; k < sense->key_count; k++) {
            const wyrm_sense_key *key = &sense->keys[k], *so = key_of(truth, key->path);
            for (size_t s = 0; s < key->step_count; s++)
                for (size_t g = 0; g < sense->goal_count && key->steps[s].effects != NULL; g++) {
                    const wyrm_sense_effect *got = &key->steps[s].effects[g];
                    const double wanted = so->steps[s].effects[g].value;
                    /* an effect of exactly 0 is contained in any interval */
                    if (!wyrm_interval_is_known(got->ci95) || !(fabs(wanted) > 0))
                        continue;
                    all++;
                    covered += got->ci95.low <= wanted && wanted <= got->ci95.high;
                    alarm = alarm || (got->found && strcmp(key->path, "monsters.troll.hp") == 0);
                }
        }
        false_alarms += alarm;
    }
    print_message("%zu of %zu intervals cover, %zu false alarms\n", covered, all, false_alarms);
    const double rate = (double)covered / (double)all;
    assert_true(all > 0 && rate >= 0.93 - 2 * sqrt(0.07 * 0.93 / (double)all));
    assert_int_equal(false_alarms, 0);
    wyrm_design_free(design);
}

TEST(the_same_at_any_number_of_threads)
{
    wyrm_design *design = parsed(fights_text, sizeof fights_text - 1);
    wyrm_sense_options how = {.key_count = LENGTH_OF(fight_keys), .keys = fight_keys, .seed = 4};
    how.effort.exactly = PLAYED_STRIDE > 1 ? 600 : 3000;
    OWNED_SENSE *one = sensed(design, &how);
    how.threads = 3;
    OWNED_SENSE *other = sensed(design, &how);
    assert_int_equal(one->found, other->found);
    assert_int_equal(one->games, other->games);
    assert_int_equal(one->pair_count, other->pair_count);
    for (size_t k = 0; k < one->key_count; k++) {
        assert_string_equal(one->keys[k].path, other->keys[k].path);
        for (size_t s = 0; s < one->keys[k].step_count; s++)
            for (size_t g = 0; g < one->goal_count && one->keys[k].steps[s].effects != NULL; g++)
                assert_same_bits(one->keys[k].steps[s].effects[g].ci95.low,
                                 other->keys[k].steps[s].effects[g].ci95.low);
    }
    wyrm_design_free(design);
}
