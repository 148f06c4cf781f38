/* Room roles: their meaning, which rooms get one, and which monsters are in them. */
#include "with_dungeons.h"

#include <wyrm/dungeon.h>
#include <wyrm/streams.h>

#include "encounter/internal.h"

#define SEED 77001

static void draw_roles(const wyrm_design *design, int32_t depth, int32_t rooms, uint64_t run,
                       wyrm_room_kind *kinds)
{
    wyrm_difficulty difficulty = difficulty_at(design, depth);
    wyrm_rng rng = wyrm_rng_start(SEED, run, WYRM_STREAM_ROLES, (uint64_t)depth);
    wyrm_encounter_roles(wyrm_design_encounter(design), &difficulty, rooms, &rng, kinds);
}

static int count_role(const wyrm_room_kind *kinds, int32_t rooms, wyrm_room_role role)
{
    int count = 0;
    for (int32_t i = 0; i < rooms; i++)
        count += kinds[i].role == role;
    return count;
}

static size_t draw_room(const wyrm_design *design, int32_t depth, wyrm_room_role role, uint64_t run,
                        wyrm_spawn *spawns)
{
    wyrm_difficulty difficulty = difficulty_at(design, depth);
    wyrm_room_context room = {.index = 2, .count = 9, .kind = {.role = role}};
    wyrm_rng rng = wyrm_rng_start(SEED, run, WYRM_STREAM_MONSTERS, (uint64_t)depth);
    return wyrm_encounter_room(wyrm_design_encounter(design), &difficulty, &room, &rng, spawns);
}

/* Which of several variants an elite is, the treasure rooms say. */
TEST(an_elite_is_the_variant_of_treasure_rooms)
{
    static const char *const changes[] = {
        "",
        "variants: {mighty: {hp_factor: 3}}\nencounter: {roles: {treasure: {variant: mighty}}}\n"};
    static const char *const names[] = {"elite", "mighty"};
    for (size_t i = 0; i < LENGTH_OF(changes); i++) {
        OWNED_DESIGN *design = yarl_with(changes[i]);
        const wyrm_encounter *encounter = wyrm_design_encounter(design);
        const wyrm_spawn plain = {.monster = 0}, elite = {.monster = 0, .elite = true};
        const int32_t wanted = wyrm_roster_find_variant(wyrm_design_roster(design), names[i]);
        assert_int_equal(wanted, i);
        assert_int_equal(wyrm_encounter_variant(encounter, &elite), wanted);
        assert_int_equal(wyrm_encounter_variant(encounter, &plain), WYRM_VARIANT_NONE);
        assert_int_equal(wyrm_encounter_variant(NULL, &elite), WYRM_VARIANT_NONE);
    }
}

TEST(every_role_has_the_meaning_of_the_document)
{
    static const struct {
        const char *key;
        wyrm_budget budget;
        bool minibosses, bosses, pity;
    } wanted[] = {
        {"normal", WYRM_BUDGET_WITHIN, false, false, true},
        {"optional", WYRM_BUDGET_WITHIN, false, false, true},
        {"treasure", WYRM_BUDGET_SPIKE, false, false, false},
        {"miniboss", WYRM_BUDGET_EXCEED, true, false, false},
        {"boss", WYRM_BUDGET_EXCEED, true, false, false},
        {"end_boss", WYRM_BUDGET_EXCEED, true, true, false},
    };
    OWNED_DESIGN *told = yarl_with(""), *unsaid = yarl_with("room_roles: ~\n");
    wyrm_room_rules rules[] = {wyrm_room_rules_read(wyrm_design_ruleset(told)),
                               wyrm_room_rules_read(wyrm_design_ruleset(unsaid))};
    assert_int_equal(LENGTH_OF(wanted), WYRM_ROOM_ROLE_COUNT);
    for (size_t i = 0; i < LENGTH_OF(wanted); i++) {
        wyrm_room_kind kind = {0};
        assert_true(wyrm_room_role_find(wanted[i].key, &kind.role));
        assert_string_equal(wyrm_room_role_key(kind.role), wanted[i].key);
        for (size_t r = 0; r < 2; r++) {
            const wyrm_room_rule *rule = &rules[r].rules[kind.role];
            assert_int_equal(rule->budget, wanted[i].budget);
            assert_int_equal(rule->minibosses, wanted[i].minibosses);
            assert_int_equal(rule->bosses, wanted[i].bosses);
            assert_int_equal(rule->pity, wanted[i].pity);
            assert_int_equal(wyrm_room_budget(&rules[r], &kind), wanted[i].budget);
            assert_int_equal(wyrm_room_has_pity(&rules[r], &kind), wanted[i].pity);
        }
    }
    wyrm_room_role role;
    assert_false(wyrm_room_role_find("kitchen", &role));
    assert_string_equal(wyrm_room_role_key(WYRM_ROOM_ROLE_COUNT), "");
}

TEST(flags_of_a_room_go_before_its_role)
{
    OWNED_DESIGN *design = yarl_with("");
    wyrm_room_rules rules = wyrm_room_rules_read(wyrm_design_ruleset(design));
    for (int role = 0; role < WYRM_ROOM_ROLE_COUNT; role++) {
        wyrm_room_kind exempt = {
            .role = (wyrm_room_role)role, .allow_spike = true, .etp_exempt = true};
        assert_int_equal(wyrm_room_budget(&rules, &exempt), WYRM_BUDGET_EXEMPT);
        assert_false(wyrm_room_has_pity(&rules, &exempt));
    }
    wyrm_room_kind spike = {.role = WYRM_ROOM_NORMAL, .allow_spike = true};
    assert_int_equal(wyrm_room_budget(&rules, &spike), WYRM_BUDGET_SPIKE);
    assert_true(wyrm_room_has_pity(&rules, &spike));
    spike.role = WYRM_ROOM_BOSS;
    assert_int_equal(wyrm_room_budget(&rules, &spike), WYRM_BUDGET_EXCEED);
}

/* The game treats optional rooms as spike rooms: a parameter. */
TEST(what_a_role_means_is_a_parameter)
{
    OWNED_DESIGN *design = yarl_with("room_roles: {optional: {budget: spike},\n"
                                     "  treasure: {budget: exempt, pity: true}}\n");
    wyrm_room_rules rules = wyrm_room_rules_read(wyrm_design_ruleset(design));
    wyrm_room_kind kind = {.role = WYRM_ROOM_OPTIONAL};
    assert_int_equal(wyrm_room_budget(&rules, &kind), WYRM_BUDGET_SPIKE);
    assert_true(wyrm_room_has_pity(&rules, &kind));
    kind.role = WYRM_ROOM_TREASURE;
    assert_int_equal(wyrm_room_budget(&rules, &kind), WYRM_BUDGET_EXEMPT);
    assert_false(wyrm_room_has_pity(&rules, &kind));
    assert_refused("yarl", "room_roles: {kitchen: {pity: true}}",
                   "unknown key 'kitchen' in room_roles", 1, 14, "");
}

static double expected_chance(int32_t depth)
{
    return depth < 4 ? 0 : depth < 7 ? 0.10 : depth < 10 ? 0.15 : 0.20;
}

TEST(vaults_come_by_the_chance_of_their_depth)
{
    enum { MAPS = 20000, ROOMS = 12 };
    OWNED_DESIGN *design = yarl_with("");
    wyrm_room_kind kinds[ROOMS];
    for (int32_t depth = 1; depth <= 26; depth++) {
        uint64_t places[ROOMS] = {0}, vaults = 0;
        for (uint64_t run = 0; run < MAPS; run++) {
            draw_roles(design, depth, ROOMS, run, kinds);
            int count = count_role(kinds, ROOMS, WYRM_ROOM_TREASURE);
            assert_in_range(count, 0, 1);
            vaults += (uint64_t)count;
            for (int i = 0; i < ROOMS; i++) {
                places[i] += kinds[i].role == WYRM_ROOM_TREASURE;
                assert_int_equal(kinds[i].allow_spike, kinds[i].role == WYRM_ROOM_TREASURE);
                assert_false(kinds[i].etp_exempt);
            }
        }
        double chance = expected_chance(depth);
        double slack = 4.5 * sqrt(chance * (1 - chance) / MAPS);
        assert_near((double)vaults / MAPS, chance, slack);
        assert_int_equal(places[0], 0);
        assert_int_equal(places[ROOMS - 1], 0);
        if (vaults > 0 && depth % 5 != 0) { /* no other role interferes */
            double each[ROOMS];
            for (int i = 0; i < ROOMS; i++)
                each[i] = i == 0 || i == ROOMS - 1 ? 0 : 1.0 / (ROOMS - 2);
            assert_fits(places, each, ROOMS);
        }
    }
}

TEST(a_vault_needs_three_rooms)
{
    OWNED_DESIGN *design = yarl_with("encounter: {roles: {treasure: {chance: 1}}}\n");
    wyrm_room_kind kinds[4];
    for (int32_t rooms = 1; rooms <= 4; rooms++)
        for (uint64_t run = 0; run < 50; run++) {
            draw_roles(design, 4, rooms, run, kinds);
            assert_int_equal(count_role(kinds, rooms, WYRM_ROOM_TREASURE), rooms >= 3);
            assert_int_equal(kinds[0].role, WYRM_ROOM_NORMAL);
            assert_int_equal(kinds[rooms - 1].role, WYRM_ROOM_NORMAL);
        }
}

TEST(minibosses_have_a_room_on_depths_10_15_and_20)
{
    enum { ROOMS = 6 };
    OWNED_DESIGN *design = yarl_with("");
    wyrm_room_kind kinds[ROOMS];
    for (int32_t depth = 0; depth <= 26; depth++) {
        bool has = depth == 10 || depth == 15 || depth == 20;
        uint64_t places[ROOMS] = {0};
        for (uint64_t run = 0; run < 3000; run++) {
            draw_roles(design, depth, ROOMS, run, kinds);
            assert_int_equal(count_role(kinds, ROOMS, WYRM_ROOM_MINIBOSS), has);
            assert_int_equal(count_role(kinds, ROOMS, WYRM_ROOM_BOSS), 0);
            for (int i = 0; i < ROOMS; i++)
                places[i] += kinds[i].role == WYRM_ROOM_MINIBOSS;
        }
        const double each[ROOMS] = {0, 0.2, 0.2, 0.2, 0.2, 0.2};
        if (has)
            assert_fits(places, each, ROOMS);
    }
}

TEST(the_end_boss_waits_in_the_last_room_of_depth_25)
{
    OWNED_DESIGN *design = yarl_with("");
    wyrm_room_kind kinds[16];
    for (int32_t depth = 23; depth <= 26; depth++)
        for (int32_t rooms = 1; rooms <= 16; rooms++)
            for (uint64_t run = 0; run < 20; run++) {
                draw_roles(design, depth, rooms, run, kinds);
                assert_int_equal(count_role(kinds, rooms, WYRM_ROOM_END_BOSS), depth == 25);
                assert_int_equal(kinds[rooms - 1].role == WYRM_ROOM_END_BOSS, depth == 25);
            }
}

/* Bosses come before vaults, and a room has one role. */
TEST(roles_never_share_a_room)
{
    OWNED_DESIGN *design = yarl_with("encounter: {roles: {treasure: {chance: 1},\n"
                                     "  miniboss: {depths: [3], room: last},\n"
                                     "  boss: {depths: [3], room: last},\n"
                                     "  end_boss: {depths: [3], room: last}}}\n");
    wyrm_room_kind kinds[8];
    for (uint64_t run = 0; run < 100; run++) {
        draw_roles(design, 3, 8, run, kinds);
        assert_int_equal(kinds[7].role, WYRM_ROOM_END_BOSS);
        assert_int_equal(kinds[6].role, WYRM_ROOM_BOSS);
        assert_int_equal(kinds[5].role, WYRM_ROOM_MINIBOSS);
        assert_int_equal(count_role(kinds, 8, WYRM_ROOM_TREASURE), 1);
        draw_roles(design, 3, 3, run, kinds);
        assert_int_equal(kinds[2].role, WYRM_ROOM_END_BOSS);
        assert_int_equal(kinds[1].role, WYRM_ROOM_BOSS);
        assert_int_equal(kinds[0].role, WYRM_ROOM_MINIBOSS);
        draw_roles(design, 3, 1, run, kinds);
        assert_int_equal(kinds[0].role, WYRM_ROOM_END_BOSS);
    }
}

TEST(a_ruleset_without_roles_draws_nothing_for_them)
{
    static const char *const names[] = {"ruggrogue", "tutorial"};
    for (size_t i = 0; i < LENGTH_OF(names); i++) {
        OWNED_DESIGN *design = ruleset_with(names[i], "");
        wyrm_room_kind kinds[5];
        wyrm_difficulty difficulty = difficulty_at(design, 10);
        wyrm_rng rng = wyrm_rng_start(1, 2, 3, 4), before = rng;
        memset(kinds, 0xff, sizeof kinds);
        wyrm_encounter_roles(wyrm_design_encounter(design), &difficulty, 5, &rng, kinds);
        assert_memory_equal(&rng, &before, sizeof rng);
        assert_int_equal(count_role(kinds, 5, WYRM_ROOM_NORMAL), 5);
    }
}

TEST(a_vault_holds_two_to_six_elites)
{
    OWNED_DESIGN *design = yarl_with("");
    const wyrm_encounter *encounter = wyrm_design_encounter(design);
    int variant = wyrm_roster_find_variant(wyrm_design_roster(design), "elite");
    uint64_t counts[8] = {0}, kinds[64] = {0};
    wyrm_spawn spawns[WYRM_ROOM_SPAWNS_MAX];
    for (uint64_t run = 0; run < 20000; run++) {
        size_t count = draw_room(design, 12, WYRM_ROOM_TREASURE, run, spawns);
        counts[count]++;
        for (size_t i = 0; i < count; i++) {
            assert_true(spawns[i].elite);
            assert_int_equal(spawns[i].level, 12);
            assert_int_equal(wyrm_encounter_variant(encounter, &spawns[i]), variant);
            kinds[spawns[i].monster]++;
        }
    }
    assert_fits(counts, ((double[]){0, 0, 0.2, 0.2, 0.2, 0.2, 0.2, 0}), 8);
    OWNED_PMF *pmf;
    assert_ok(wyrm_encounter_monster_kinds(encounter, 12, &pmf, NULL), NULL);
    double wanted[64];
    for (int i = 0; i < 64; i++)
        wanted[i] = wyrm_pmf_at(pmf, i);
    assert_fits(kinds, wanted, 64);
    wyrm_spawn plain = {.monster = 0};
    assert_int_equal(wyrm_encounter_variant(encounter, &plain), WYRM_VARIANT_NONE);
}

/* Double hit points, + 2 power, + 1 defense. */
TEST(an_elite_is_the_variant_of_the_ruleset)
{
    OWNED_DESIGN *design = yarl_with("");
    wyrm_spawn spawn = {.monster = (int32_t)monster_of(design, "troll"), .level = 1, .elite = true};
    wyrm_combatant plain = combatant_of(design, "troll@1"), elite;
    const wyrm_combat *combat = wyrm_design_combat(design);
    wyrm_roster_spawn(wyrm_design_roster(design), (size_t)spawn.monster, spawn.level,
                      wyrm_encounter_variant(wyrm_design_encounter(design), &spawn), &elite);
    int power = wyrm_combat_stat(combat, "power"), defense = wyrm_combat_stat(combat, "defense");
    assert_int_equal(elite.max_hp, 2 * plain.max_hp);
    assert_near(elite.stats[power], plain.stats[power] + 2, 0);
    assert_near(elite.stats[defense], plain.stats[defense] + 1, 0);
}

static void assert_one_of(const wyrm_design *design, int32_t depth, wyrm_room_role role,
                          const char *const *names, size_t count)
{
    uint64_t seen[8] = {0};
    double each[8] = {0};
    wyrm_spawn spawns[WYRM_ROOM_SPAWNS_MAX];
    for (uint64_t run = 0; run < 6000; run++) {
        assert_int_equal(draw_room(design, depth, role, run, spawns), 1);
        assert_false(spawns[0].elite);
        size_t which = 0;
        while (which < count && monster_of(design, names[which]) != (size_t)spawns[0].monster)
            which++;
        seen[which]++;
    }
    for (size_t i = 0; i < count; i++)
        each[i] = 1.0 / (double)count;
    assert_fits(seen, each, count + 1);
}

TEST(the_room_of_a_miniboss_holds_one_of_the_three)
{
    static const char *const names[] = {"dragon_lord", "demon_king", "corrupted_ritualist"};
    OWNED_DESIGN *design = yarl_with("");
    assert_one_of(design, 10, WYRM_ROOM_MINIBOSS, names, 3);
}

TEST(the_room_of_the_end_boss_holds_zhyraxion)
{
    static const char *const names[] = {"zhyraxion_human", "zhyraxion_full_dragon",
                                        "zhyraxion_grief_dragon"};
    OWNED_DESIGN *design = yarl_with("");
    assert_one_of(design, 25, WYRM_ROOM_END_BOSS, names, 3);
}

/* Generation respects a budget only where it applies. */
TEST(budgets_do_not_hold_back_vaults_and_bosses)
{
    OWNED_DESIGN *design = yarl_with("encounter: {budget: reject}\n"
                                     "threat: {room_budget: {B1: [0, 1], B2: [0, 1]}}\n");
    wyrm_spawn spawns[WYRM_ROOM_SPAWNS_MAX];
    for (uint64_t run = 0; run < 200; run++) {
        assert_int_equal(draw_room(design, 10, WYRM_ROOM_NORMAL, run, spawns), 0);
        assert_int_equal(draw_room(design, 10, WYRM_ROOM_OPTIONAL, run, spawns), 0);
        assert_in_range(draw_room(design, 10, WYRM_ROOM_TREASURE, run, spawns), 2, 6);
        assert_int_equal(draw_room(design, 10, WYRM_ROOM_MINIBOSS, run, spawns), 1);
    }
}

TEST(a_map_is_populated_by_its_roles)
{
    OWNED_DESIGN *design = yarl_with("");
    FREED wyrm_map *map = calloc(1, sizeof *map);
    FREED wyrm_population *whole = calloc(1, sizeof *whole), *part = calloc(1, sizeof *part);
    assert_non_null(map);
    assert_non_null(whole);
    assert_non_null(part);
    for (uint64_t run = 0; run < 200; run++) {
        wyrm_difficulty difficulty = difficulty_at(design, 25);
        wyrm_rng rng = wyrm_rng_start(SEED, run, WYRM_STREAM_MAP, 25);
        wyrm_mapper_rooms(wyrm_design_mapper(design), true, &rng, map);
        wyrm_populate(&(wyrm_floor_models){.encounter = wyrm_design_encounter(design),
                                           .loot = wyrm_design_loot(design)},
                      &difficulty, map, SEED, run, NULL, whole);
        wyrm_populate(&(wyrm_floor_models){.encounter = wyrm_design_encounter(design)}, &difficulty,
                      map, SEED, run, NULL, part);
        for (int32_t r = 0; r < map->room_count; r++)
            assert_int_equal(whole->kinds[r].role, part->kinds[r].role);
        assert_int_equal(whole->monster_count, part->monster_count);
        assert_int_equal(whole->experience, part->experience);
        assert_int_equal(part->item_count, 0);
        int bosses = 0;
        for (size_t i = 0; i < part->monster_count; i++) {
            const wyrm_placed_monster *monster = &part->monsters[i];
            assert_int_equal(monster->spawn.monster, whole->monsters[i].spawn.monster);
            assert_int_equal(monster->room, whole->monsters[i].room);
            assert_int_equal(monster->position.x, whole->monsters[i].position.x);
            assert_int_equal(monster->position.y, whole->monsters[i].position.y);
            wyrm_room_role role = part->kinds[monster->room].role;
            assert_int_equal(monster->spawn.elite, role == WYRM_ROOM_TREASURE);
            bosses += role == WYRM_ROOM_END_BOSS;
        }
        assert_int_equal(bosses, 1);
        assert_int_equal(part->kinds[map->room_count - 1].role, WYRM_ROOM_END_BOSS);
    }
}

TEST(a_variant_that_there_is_not_is_refused)
{
    assert_refused("yarl", "encounter: {roles: {treasure: {variant: elit}}}",
                   "no variant of monsters is called 'elit'", 1, 41, "did you mean 'elite'?");
}

TEST(a_room_for_a_miniboss_that_there_is_not_is_refused)
{
    assert_refused("tutorial", "encounter: {roles: {miniboss: {depths: [3]}}}",
                   "there are rooms for a miniboss, and no monster is of that kind", 1, 32, "");
}
