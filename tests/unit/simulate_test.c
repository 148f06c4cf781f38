/* Simulations: the same bytes for any number of threads, in parts or at once, stopped and
 * continued; and they stop when the headline is accurate enough. */
#include "released.h"
#include "runs_by_hand.h"

#include <unistd.h>

#include <wyrm/arena.h>

#include "played.h"
#include "sim/internal.h"

static wyrm_run_options options_for(const char *bot)
{
    wyrm_run_options options = {0};
    assert_works(wyrm_bot_find(bot, &options.bot, &last_error));
    return options;
}

static wyrm_summary *simulate(const wyrm_design *design, const wyrm_sim_options *options)
{
    wyrm_summary *summary;
    assert_works(wyrm_simulate(design, options, &summary, &last_error));
    return summary;
}

static void check_threads(const char *ruleset, const wyrm_run_options *run, uint64_t runs)
{
    const unsigned threads[] = {0, 2, 7};
    OWNED_DESIGN *design = ruleset_with(ruleset, NULL);
    wyrm_sim_options options = {.run = *run, .seed = 42, .runs = runs, .threads = 1};
    OWNED_SUMMARY *one = simulate(design, &options);
    assert_int_equal(one->runs, runs);
    for (size_t i = 0; i < LENGTH_OF(threads); i++) {
        options.threads = threads[i];
        OWNED_SUMMARY *other = simulate(design, &options);
        assert_same_summary(one, other);
    }
}

TEST(any_number_of_threads_gives_the_same_bytes)
{
    static const char *const rulesets[] = {"ruggrogue", "yarl", "tutorial", "bob-and-trev"};
    for (size_t i = 0; i < LENGTH_OF(rulesets); i++) {
        wyrm_run_options options = options_for("brawler");
        check_threads(rulesets[i], &options, (uint64_t)played_times(40));
    }
}

TEST(set_fights_are_the_same_on_any_number_of_threads)
{
    wyrm_run_options options = options_for("brawler");
    OWNED_DESIGN *design = ruleset_with("yarl", NULL);
    wyrm_arena fight;
    assert_works(
        wyrm_arena_read(design, "player@3,weapon=shortsword vs orc x2", &fight, &last_error));
    options.arena = &fight;
    check_threads("yarl", &options, (uint64_t)played_times(2000));
}

/* A reused runner makes the same runs as a new one. */
TEST(a_run_depends_on_its_number_alone)
{
    static const char *const bots[] = {"random", "diver", "brawler", "explorer", "tactician"};
    static wyrm_run used, fresh;
    OWNED_DESIGN *design = ruleset_with("yarl", NULL);
    for (size_t i = 0; i < LENGTH_OF(bots); i++) {
        wyrm_run_options options = options_for(bots[i]);
        options.turn_limit = 3000;
        wyrm_runner *runner, *other;
        assert_works(wyrm_runner_new(design, &options, &runner, &last_error));
        for (uint64_t run = 9; run-- > 0;) {
            assert_works(wyrm_runner_make(runner, 7, run, &used, &last_error));
            assert_works(wyrm_runner_new(design, &options, &other, &last_error));
            assert_works(wyrm_runner_make(other, 7, run, &fresh, &last_error));
            wyrm_runner_free(other);
            assert_holds(used.end == fresh.end && used.turns == fresh.turns &&
                             used.depth == fresh.depth && used.level == fresh.level &&
                             used.fight_count == fresh.fight_count,
                         run);
            assert_memory_equal(used.floors, fresh.floors, used.floor_count * sizeof *used.floors);
        }
        wyrm_runner_free(runner);
    }
}

static double mean_hit(const wyrm_design *design, const wyrm_combatant *one,
                       const wyrm_combatant *other)
{
    OWNED_PMF *damage = NULL;
    assert_ok(wyrm_design_hit(design, one, other, &damage, NULL), NULL);
    return wyrm_pmf_mean(damage);
}

/* Damage of a hit with the gear on the same player without gear, and by how much less hits hurt
 * with the gear on. */
TEST(gear_power_is_that_of_exact_hits)
{
    static wyrm_run run;
    OWNED_DESIGN *design = ruleset_with("ruggrogue", NULL);
    wyrm_run_options options = options_for("explorer");
    wyrm_runner *runner;
    double attack = 0, defense = 0;
    assert_ok(wyrm_runner_new(design, &options, &runner, NULL), NULL);
    for (uint64_t number = 0; number < 8; number++) {
        assert_ok(wyrm_runner_make(runner, 7, number, &run, NULL), NULL);
        const wyrm_run_floor *last = &run.floors[run.floor_count - 1];
        const wyrm_combatant *bare = &sim_runner_game(runner)->bare;
        const wyrm_combatant *dressed = &sim_runner_game(runner)->player.combatant;
        double without = mean_hit(design, bare, bare);
        assert_near(last->gear_attack, mean_hit(design, dressed, bare), 1e-6);
        assert_near(last->gear_defense, without - mean_hit(design, bare, dressed), 1e-6);
        attack += last->gear_attack - without;
        defense += last->gear_defense;
    }
    assert_true(attack > 1 && defense > 1);
    wyrm_runner_free(runner);
}

/* Half of the runs, then the other half added to them. */
TEST(runs_in_parts_are_those_at_once)
{
    OWNED_DESIGN *design = ruggrogue();
    const uint64_t runs = PLAYED_STRIDE > 1 ? 100 : 400,
                   cuts[] = {1, 7, 8, runs / 2, runs - 1, runs};
    wyrm_sim_options options = {.run = options_for("diver"), .seed = 5, .runs = runs, .threads = 2};
    OWNED_SUMMARY *whole = simulate(design, &options);
    for (size_t i = 0; i < LENGTH_OF(cuts); i++) {
        wyrm_sim_options first = options, rest = options;
        assert_works(wyrm_accumulator_new(design, 5, &first.onto, &last_error));
        first.runs = cuts[i];
        wyrm_summary_free(simulate(design, &first));
        rest.onto = first.onto;
        rest.first = cuts[i];
        OWNED_SUMMARY *parts = simulate(design, &rest);
        assert_same_summary(whole, parts);
        wyrm_accumulator_free(first.onto);
    }
}

static wyrm_status keep(const wyrm_run *run, void *context, wyrm_error *error)
{
    return wyrm_results_add(context, run, error);
}

static wyrm_status sum(const wyrm_run *run, void *context, wyrm_error *error)
{
    return wyrm_accumulator_add(context, run, error);
}

/* The runs passed to `take` sum up to the same, also through a file. */
TEST(a_file_of_results_sums_up_to_the_same_bytes)
{
    static const char *const rulesets[] = {"ruggrogue", "yarl", "tutorial-before", "bob-and-trev"};
    for (size_t i = 0; i < LENGTH_OF(rulesets); i++) {
        char path[] = "/tmp/wyrm-simulate-XXXXXX";
        int file = mkstemp(path);
        assert_true(file >= 0);
        close(file);
        OWNED_DESIGN *design = ruleset_with(rulesets[i], NULL);
        wyrm_results_facts facts = {.hash = "0", .seed = 3};
        wyrm_results *results;
        OWNED_ACCUMULATOR *summing;
        OWNED_SUMMARY *read;
        assert_works(wyrm_results_write(path, design, &facts, &results, &last_error));
        wyrm_sim_options options = {.run = options_for("diver"),
                                    .seed = 3,
                                    .runs = (uint64_t)played_times(300),
                                    .threads = 2,
                                    .take = keep,
                                    .take_context = results};
        OWNED_SUMMARY *summary = simulate(design, &options);
        assert_works(wyrm_results_flush(results, &last_error));
        assert_works(wyrm_accumulator_new(design, 3, &summing, &last_error));
        assert_works(wyrm_results_each(results, design, 0, UINT64_MAX, sum, summing, &last_error));
        assert_works(wyrm_accumulator_sum(summing, &read, &last_error));
        assert_same_summary(summary, read);
        wyrm_results_close(results);
        unlink(path);
    }
}

static double half_width(const wyrm_summary *summary)
{
    wyrm_interval ci95 = wyrm_mean_interval(&summary->final_depth, 0.95);
    return (ci95.high - ci95.low) / 2;
}

TEST(it_goes_on_until_the_headline_is_known)
{
    OWNED_DESIGN *design = ruggrogue();
    wyrm_sim_options options = {
        .run = options_for("diver"), .seed = 5, .runs = 200, .threads = 2, .error = 0.06};
    OWNED_SUMMARY *known = simulate(design, &options);
    assert_true(half_width(known) <= 0.06);
    assert_int_equal(known->runs % 200, 0);
    options.error = 0;
    options.runs = known->runs - 200;
    OWNED_SUMMARY *less = simulate(design, &options);
    assert_true(half_width(less) > 0.06);
    options.runs = 200;
    options.error = 0.06;
    options.max_runs = 500;
    OWNED_SUMMARY *cut = simulate(design, &options);
    assert_int_equal(cut->runs, 500);
}

/* It stops at the same run wherever it was interrupted. */
TEST(it_stops_at_the_same_run_when_it_is_gone_on_with)
{
    OWNED_DESIGN *design = ruggrogue();
    wyrm_sim_options options = {.run = options_for("diver"), .seed = 5, .runs = 200, .error = 0.06};
    OWNED_SUMMARY *whole = simulate(design, &options);
    const uint64_t cuts[] = {3, 200, 555, whole->runs};
    for (size_t i = PLAYED_STRIDE > 1 ? 3 : 0; i < LENGTH_OF(cuts); i++) {
        wyrm_error error;
        wyrm_sim_options part = options;
        part.error = 0;
        part.runs = cuts[i];
        assert_ok(wyrm_accumulator_new(design, 5, &part.onto, &error), &error);
        wyrm_summary_free(simulate(design, &part));
        wyrm_sim_options rest = options;
        rest.onto = part.onto;
        rest.first = cuts[i];
        OWNED_SUMMARY *resumed = simulate(design, &rest);
        assert_same_summary(whole, resumed);
        wyrm_accumulator_free(part.onto);
    }
}

static bool stop_half_way(double done, const wyrm_accumulator *so_far, void *context)
{
    (void)so_far;
    double *last = context;
    assert_true(done >= *last && done <= 1.0);
    *last = done;
    return done < 0.5;
}

TEST(progress_ascends_and_can_stop_it)
{
    OWNED_DESIGN *design = ruggrogue();
    double last = 0;
    wyrm_summary *summary, *so_far;
    wyrm_error error;
    wyrm_sim_options options = {.run = options_for("diver"),
                                .seed = 5,
                                .runs = 2000,
                                .threads = 3,
                                .progress = stop_half_way,
                                .progress_context = &last};
    assert_ok(wyrm_accumulator_new(design, 5, &options.onto, &error), &error);
    assert_int_equal(wyrm_simulate(design, &options, &summary, &error), WYRM_ERROR_LIMIT);
    assert_null(summary);
    assert_true(last >= 0.5 && last < 0.6);
    assert_ok(wyrm_accumulator_sum(options.onto, &so_far, &error), &error);
    assert_in_range(so_far->runs, 1000, 1100);
    wyrm_summary_free(so_far);
    wyrm_accumulator_free(options.onto);
}

static wyrm_status refuse_the_hundredth(const wyrm_run *run, void *context, wyrm_error *error)
{
    (void)context;
    return run->run < 99 ? WYRM_OK : wyrm_fail(error, WYRM_ERROR_IO, "the disk is full");
}

TEST(what_the_taker_says_ends_it)
{
    OWNED_DESIGN *design = ruggrogue();
    wyrm_summary *summary;
    wyrm_error error;
    wyrm_sim_options options = {
        .run = options_for("diver"), .runs = 2000, .threads = 2, .take = refuse_the_hundredth};
    assert_int_equal(wyrm_simulate(design, &options, &summary, &error), WYRM_ERROR_IO);
    assert_string_equal(error.message, "the disk is full");
    assert_null(summary);
}

/* Sums over floors and fights equal the totals, and no more items are found than there are. */
static void check_run(const wyrm_run *run, const wyrm_run_options *options)
{
    uint64_t turns = 0, damage = 0, fought = 0;
    assert_holds(run->floor_count >= 1 && run->depth == (int32_t)run->floor_count, run->run);
    for (size_t i = 0; i < run->floor_count; i++) {
        const wyrm_run_floor *floor = &run->floors[i];
        assert_holds(floor->depth == (int32_t)i + 1, run->run);
        assert_holds(floor->met <= floor->monsters && floor->kills <= floor->monsters, run->run);
        assert_holds(floor->found <= floor->items, run->run);
        assert_holds(floor->hp >= 0 && floor->hp <= floor->max_hp, run->run);
        turns += floor->turns;
        damage += floor->damage_taken;
    }
    for (size_t i = 0; i < run->fight_count; i++) {
        fought += run->fights[i].damage_taken;
        assert_holds(run->fights[i].kills <= run->fights[i].met, run->run);
        assert_holds(run->fights[i].attacks_to_kill <= run->fights[i].attacks, run->run);
    }
    assert_holds(turns == run->turns, run->run);
    assert_holds(run->turns <= options->turn_limit + 1, run->run);
    assert_holds(fought <= damage, run->run); /* effects hurt, too */
    bool dead = run->end != WYRM_RUN_WON && run->end != WYRM_RUN_CUT;
    assert_holds(dead == (run->floors[run->floor_count - 1].hp == 0), run->run);
    assert_holds((run->end == WYRM_RUN_KILLED) >= (run->killer >= 0), run->run);
    for (size_t i = 0; i < run->item_count; i++)
        assert_holds(run->items[i].found <= run->items[i].lain, run->run);
}

TEST(records_agree_with_themselves)
{
    static wyrm_run run;
    size_t bots;
    const wyrm_bot_kind *kinds = wyrm_bot_kinds(&bots);
    for (size_t i = 0; i < SHIPPED_COUNT; i++) {
        OWNED_DESIGN *design = ruleset_with(shipped_names[i], NULL);
        for (size_t b = 0; b < bots; b++) {
            wyrm_run_options options = {.bot = &kinds[b], .turn_limit = 2000};
            wyrm_runner *runner;
            assert_works(wyrm_runner_new(design, &options, &runner, &last_error));
            for (uint64_t number = 0; number < (uint64_t)played_times(30); number++) {
                assert_works(wyrm_runner_make(runner, 11, number, &run, &last_error));
                check_run(&run, &options);
            }
            wyrm_runner_free(runner);
        }
    }
}

static uint32_t used_of(const wyrm_design *design, const wyrm_run *run, const char *kind)
{
    const wyrm_item_kind *kinds;
    uint32_t used = 0;
    wyrm_loot_kinds(wyrm_design_loot(design), &kinds);
    for (size_t i = 0; i < run->item_count; i++)
        if (strcmp(kinds[run->items[i].kind].name, kind) == 0)
            used += run->items[i].used + run->items[i].found;
    return used;
}

TEST(what_is_left_alone_is_neither_found_nor_used)
{
    static wyrm_run run;
    static const char *const words[] = {"potions"};
    OWNED_DESIGN *design = ruggrogue();
    uint32_t with = 0, without = 0;
    for (int barred = 0; barred < 2; barred++) {
        wyrm_run_options options = options_for("explorer");
        wyrm_runner *runner;
        options.without = words;
        options.without_count = (size_t)barred;
        assert_works(wyrm_runner_new(design, &options, &runner, &last_error));
        for (uint64_t number = 0; number < 20; number++) {
            assert_works(wyrm_runner_make(runner, 11, number, &run, &last_error));
            *(barred ? &without : &with) += used_of(design, &run, "health_potion");
        }
        wyrm_runner_free(runner);
    }
    assert_true(with > 10);
    assert_int_equal(without, 0);
}

TEST(unknown_words_are_refused)
{
    static const char *const words[] = {"snarks"};
    OWNED_DESIGN *design = ruggrogue();
    wyrm_sim_options options = {.run = options_for("explorer"), .runs = 10};
    wyrm_summary *summary;
    wyrm_error error;
    options.run.without = words;
    options.run.without_count = 1;
    assert_int_equal(wyrm_simulate(design, &options, &summary, &error), WYRM_ERROR_UNKNOWN);
}

TEST(no_options_are_the_defaults)
{
    /* Short games: the first blow ends them. */
    OWNED_DESIGN *design = ruleset_with("tutorial", "player: {hp: 1}");
    wyrm_sim_options options = {.runs = WYRM_SIM_RUNS};
    OWNED_SUMMARY *unsaid, *said;
    assert_works(wyrm_bot_find("explorer", &options.run.bot, &last_error));
    assert_works(wyrm_simulate(design, NULL, &unsaid, &last_error));
    assert_works(wyrm_simulate(design, &options, &said, &last_error));
    assert_int_equal(unsaid->runs, WYRM_SIM_RUNS);
    assert_same_bits(unsaid->final_depth.mean, said->final_depth.mean);
    assert_same_bits(unsaid->turns.mean, said->turns.mean);
}

/* A maker that makes every run itself, and on demand other runs than it was asked for. */
typedef struct making {
    uint64_t less, shift;
    size_t calls;
} making;

static wyrm_status make(const wyrm_runs_wanted *runs, wyrm_take *take, void *take_context,
                        void *context, wyrm_error *error)
{
    making *how = context;
    wyrm_runner *runner;
    wyrm_run *run = zeroed(1, sizeof *run);
    wyrm_status status = WYRM_OK;
    how->calls++;
    assert_works(wyrm_runner_new(runs->design, runs->run, &runner, error));
    for (uint64_t i = 0; i < runs->count - how->less && status == WYRM_OK; i++) {
        assert_works(
            wyrm_runner_make(runner, runs->seed, runs->first + i + how->shift, run, error));
        status = take(run, take_context, error);
    }
    wyrm_runner_free(runner);
    free(run);
    return status;
}

TEST(runs_that_are_made_elsewhere_give_the_same_bytes)
{
    OWNED_DESIGN *design = ruleset_with("tutorial", NULL);
    wyrm_sim_options options = {.run = options_for("diver"),
                                .seed = 5,
                                .first = 3,
                                .runs = 40,
                                .error = 0.001,
                                .max_runs = 90};
    OWNED_SUMMARY *here = simulate(design, &options);
    making how = {0};
    const wyrm_maker maker = {.make = make, .context = &how};
    options.maker = &maker;
    OWNED_SUMMARY *there = simulate(design, &options);
    assert_int_equal(there->runs, 90);
    assert_int_equal(how.calls, 3); /* 40, 40, 10 */
    assert_same_summary(here, there);
}

TEST(a_maker_that_gives_other_runs_is_found_out)
{
    OWNED_DESIGN *design = ruleset_with("tutorial", NULL);
    static const making wrong[] = {{.less = 1}, {.shift = 1}};
    for (size_t i = 0; i < LENGTH_OF(wrong); i++) {
        making how = wrong[i];
        const wyrm_maker maker = {.make = make, .context = &how};
        const wyrm_sim_options options = {.seed = 5, .runs = 5, .maker = &maker};
        wyrm_summary *summary;
        assert_int_equal(wyrm_simulate(design, &options, &summary, &last_error),
                         WYRM_ERROR_ARGUMENT);
        assert_null(summary);
    }
}
