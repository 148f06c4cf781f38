/* Runs made by hand: records as a simulation would make them, without playing. */
#ifndef WYRM_TESTS_RUNS_BY_HAND_H
#define WYRM_TESTS_RUNS_BY_HAND_H

#include "helpers.h"

#include <wyrm/results.h>

/* A run that ends at a depth; its floors take 10 turns each, and nothing happens on them. The
 * caller frees it. */
static inline wyrm_run *run_by_hand(uint64_t number, int32_t depth, wyrm_run_end end)
{
    wyrm_run *run = zeroed(1, sizeof *run);
    run->seed = 1;
    run->run = number;
    run->end = end;
    run->killer = end == WYRM_RUN_KILLED ? 0 : -1;
    run->depth = depth;
    run->level = depth;
    run->turns = 10 * (uint32_t)depth;
    run->floor_count = (size_t)depth;
    for (int32_t i = 0; i < depth; i++)
        run->floors[i] = (wyrm_run_floor){.depth = i + 1,
                                          .turns = 10,
                                          .level = i + 1,
                                          .hp = 20,
                                          .max_hp = 40,
                                          .rooms = 8,
                                          .monsters = 6,
                                          .items = 4};
    if (end != WYRM_RUN_WON && wyrm_run_is_complete(end))
        run->floors[depth - 1].hp = 0;
    return run;
}

/* A run with random content in every field. The caller frees it. */
static inline wyrm_run *run_at_random(const wyrm_design *design, uint64_t number)
{
    test_random random = {number * 2654435761u + 1};
    const wyrm_item_kind *kinds;
    int64_t monsters = (int64_t)wyrm_roster_count(wyrm_design_roster(design));
    int64_t items = (int64_t)wyrm_loot_kinds(wyrm_design_loot(design), &kinds);
    int32_t depth = (int32_t)random_between(&random, 1, 9);
    wyrm_run *run =
        run_by_hand(number, depth, (wyrm_run_end)random_below(&random, WYRM_RUN_END_COUNT));
    if (run->end == WYRM_RUN_KILLED)
        run->killer = (int32_t)random_below(&random, monsters);
    for (size_t i = 0; i < run->floor_count; i++) {
        wyrm_run_floor *floor = &run->floors[i];
        floor->turns = (uint32_t)random_below(&random, 2000);
        floor->damage_taken = (uint32_t)random_below(&random, 100);
        floor->damage_dealt = (uint32_t)random_below(&random, 100);
        floor->healed = (uint32_t)random_below(&random, 50);
        floor->gear_attack = (double)random_below(&random, 7000000) / 1e6;
        floor->gear_defense = (double)random_between(&random, -300000, 300000) / 1e6;
        floor->consumables = (uint32_t)random_below(&random, 5);
        floor->met = (uint32_t)random_below(&random, 7);
        floor->found = (uint32_t)random_below(&random, 5);
        floor->pity[random_below(&random, WYRM_PITY_MAX)] = 1;
    }
    for (int32_t at = 1; at <= depth; at++)
        for (int32_t monster = 0; monster < monsters; monster += 3)
            run->fights[run->fight_count++] = (wyrm_run_fight){
                .depth = at,
                .monster = monster,
                .met = 1 + (uint32_t)random_below(&random, 3),
                .kills = 1,
                .attacks = (uint32_t)random_below(&random, 9),
                .damage = (uint32_t)random_below(&random, 40),
                .attacks_taken = (uint32_t)random_below(&random, 9),
                .damage_taken = (uint32_t)random_below(&random, 40),
                .attacks_to_kill = (uint32_t)random_below(&random, 9),
                .fatal = run->end == WYRM_RUN_KILLED && monster == run->killer && at == depth};
    for (int32_t kind = (int32_t)random_below(&random, 3); kind < items; kind += 2)
        run->items[run->item_count++] =
            (wyrm_run_item){.kind = kind,
                            .lain = 1 + (uint32_t)random_below(&random, 5),
                            .found = (uint32_t)random_below(&random, 3),
                            .used = (uint32_t)random_below(&random, 2),
                            .left = (uint32_t)random_below(&random, 2)};
    if (run->end == WYRM_RUN_WON || !wyrm_run_is_complete(run->end))
        return run;
    run->death_count = 1;
    run->deaths[0] = (wyrm_run_death){.turn = (uint32_t)random_below(&random, 2000),
                                      .hp = (int32_t)random_between(&random, 1, 40),
                                      .max_hp = 40,
                                      .means = (uint32_t)random_below(&random, 30),
                                      .foes = (uint32_t)random_below(&random, 3),
                                      .most = (uint32_t)random_below(&random, 5),
                                      .cost = (int32_t)random_between(&random, -1, 80),
                                      .damage = (uint32_t)random_between(&random, 20, 40),
                                      .worst = (uint32_t)random_below(&random, 21),
                                      .way_out = random_below(&random, 2) == 1,
                                      .heals = (uint32_t)random_below(&random, 3),
                                      .escapes = (uint32_t)random_below(&random, 3),
                                      .hurts = (uint32_t)random_below(&random, 3),
                                      .others = (uint32_t)random_below(&random, 3)};
    run->blow_count = random_below(&random, WYRM_RUN_BLOWS_MAX + 1);
    for (size_t i = 0; i < run->blow_count; i++)
        run->blows[i] =
            (wyrm_run_blow){.turn = (uint32_t)random_below(&random, 2000),
                            .monster = (int32_t)random_between(&random, -1, monsters - 1),
                            .given = random_below(&random, 2) == 1,
                            .damage = (int32_t)random_below(&random, 20),
                            .hp = (int32_t)random_below(&random, 40)};
    return run;
}

/* The summary of runs, which are freed. The caller frees it. */
static inline wyrm_summary *summary_of(const wyrm_design *design, wyrm_run *const *runs,
                                       size_t count)
{
    wyrm_accumulator *summing;
    wyrm_summary *summary;
    assert_works(wyrm_accumulator_new(design, 1, &summing, &last_error));
    for (size_t i = 0; i < count; i++) {
        assert_works(wyrm_accumulator_add(summing, runs[i], &last_error));
        free(runs[i]);
    }
    assert_works(wyrm_accumulator_sum(summing, &summary, &last_error));
    wyrm_accumulator_free(summing);
    return summary;
}

static inline void same_summary_at(const wyrm_summary *one, const wyrm_summary *other,
                                   const char *file, int line)
{
    bool same = one->runs == other->runs && memcmp(one->ends, other->ends, sizeof one->ends) == 0 &&
                memcmp(&one->final_depth, &other->final_depth, sizeof one->final_depth) == 0 &&
                memcmp(&one->final_level, &other->final_level, sizeof one->final_level) == 0 &&
                memcmp(&one->turns, &other->turns, sizeof one->turns) == 0 &&
                memcmp(&one->hp_left, &other->hp_left, sizeof one->hp_left) == 0 &&
                memcmp(&one->last, &other->last, sizeof one->last) == 0 &&
                memcmp(one->final_depths, other->final_depths, sizeof *one->final_depths) == 0 &&
                memcmp(one->all_turns, other->all_turns, sizeof *one->all_turns) == 0 &&
                one->depth_count == other->depth_count && one->death_count == other->death_count &&
                one->monster_count == other->monster_count &&
                one->item_count == other->item_count && one->example_count == other->example_count;
    same =
        same && memcmp(one->depths, other->depths, one->depth_count * sizeof *one->depths) == 0 &&
        memcmp(one->monsters, other->monsters, one->monster_count * sizeof *one->monsters) == 0 &&
        memcmp(one->items, other->items, one->item_count * sizeof *one->items) == 0;
    for (size_t i = 0; same && i < one->death_count; i++) {
        const wyrm_sim_death *a = &one->deaths[i], *b = &other->deaths[i];
        same = a->end == b->end && a->killer == b->killer && a->depth == b->depth &&
               a->count == b->count;
    }
    for (size_t i = 0; same && i < one->example_count; i++)
        same = one->examples[i].run == other->examples[i].run &&
               strcmp(one->examples[i].what, other->examples[i].what) == 0;
    if (!same) {
        print_error("the two summaries, of %llu and %llu runs, are not the same bytes\n",
                    (unsigned long long)one->runs, (unsigned long long)other->runs);
        _fail(file, line);
    }
}

/* Asserts that two summaries have the same bytes. */
#define assert_same_summary(one, other) same_summary_at((one), (other), __FILE__, __LINE__)

/* Compares everything that a run has, without the padding. */
static inline void assert_same_run(const wyrm_run *run, const wyrm_run *wanted)
{
    assert_int_equal(run->seed, wanted->seed);
    assert_int_equal(run->run, wanted->run);
    assert_int_equal(run->end, wanted->end);
    assert_int_equal(run->killer, wanted->killer);
    assert_int_equal(run->depth, wanted->depth);
    assert_int_equal(run->level, wanted->level);
    assert_int_equal(run->turns, wanted->turns);
    assert_int_equal(run->floor_count, wanted->floor_count);
    assert_int_equal(run->fight_count, wanted->fight_count);
    assert_int_equal(run->item_count, wanted->item_count);
    assert_int_equal(run->death_count, wanted->death_count);
    assert_int_equal(run->blow_count, wanted->blow_count);
#define ALIKE(what, count) assert_memory_equal(run->what, wanted->what, (count) * sizeof *run->what)
    for (size_t i = 0; i < run->floor_count; i++) {
        assert_same_bits(run->floors[i].gear_attack, wanted->floors[i].gear_attack);
        assert_same_bits(run->floors[i].gear_defense, wanted->floors[i].gear_defense);
        assert_memory_equal(&run->floors[i], &wanted->floors[i],
                            offsetof(wyrm_run_floor, gear_attack));
        assert_memory_equal(&run->floors[i].consumables, &wanted->floors[i].consumables,
                            10 * sizeof(uint32_t) + sizeof run->floors[i].pity -
                                2 * sizeof(uint32_t));
    }
    for (size_t i = 0; i < run->fight_count; i++) {
        assert_memory_equal(&run->fights[i], &wanted->fights[i], offsetof(wyrm_run_fight, fatal));
        assert_int_equal(run->fights[i].fatal, wanted->fights[i].fatal);
    }
    ALIKE(items, run->item_count);
    for (size_t i = 0; i < run->death_count; i++) {
        const wyrm_run_death *death = &run->deaths[i], *other = &wanted->deaths[i];
        assert_memory_equal(death, other, offsetof(wyrm_run_death, way_out));
        assert_int_equal(death->way_out, other->way_out);
        assert_memory_equal(&death->heals, &other->heals, 4 * sizeof death->heals);
    }
    for (size_t i = 0; i < run->blow_count; i++) {
        const wyrm_run_blow *blow = &run->blows[i], *other = &wanted->blows[i];
        assert_int_equal(blow->turn, other->turn);
        assert_int_equal(blow->monster, other->monster);
        assert_int_equal(blow->given, other->given);
        assert_int_equal(blow->damage, other->damage);
        assert_int_equal(blow->hp, other->hp);
    }
#undef ALIKE
}

#endif
