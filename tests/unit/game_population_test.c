/* The engine makes the levels of `wyrm curve`: the same monsters and items on the same tiles. */
#include "played.h"

#include <wyrm/stats.h>

#include <wyrm/descent.h>
#include <wyrm/streams.h>

RELEASED_BY(wyrm_descents, wyrm_descents_free)
#define OWNED_DESCENTS OWNED(wyrm_descents)

enum { SEED = 20, DEPTHS_MAX = WYRM_DESCENT_DEPTH_MAX };

static wyrm_map map;
static wyrm_population population;

static void same_monster(const arena *a, const wyrm_placed_monster *wanted,
                         const wyrm_game_monster *got)
{
    uint64_t run = a->game->run;
    wyrm_combatant combatant;
    const wyrm_spawn *spawn = &wanted->spawn;
    wyrm_roster_spawn(wyrm_design_roster(a->design), (size_t)spawn->monster, spawn->level,
                      wyrm_encounter_variant(wyrm_design_encounter(a->design), spawn), &combatant);
    assert_holds(on_tile(got->body.at, wanted->position), run);
    assert_holds(got->spawn.monster == spawn->monster, run);
    assert_holds(got->spawn.level == spawn->level, run);
    assert_holds(got->spawn.experience == spawn->experience, run);
    assert_holds(got->spawn.elite == spawn->elite, run);
    assert_holds(got->body.combatant.hp == combatant.max_hp, run);
    assert_holds(got->body.combatant.max_hp == combatant.max_hp, run);
    int asleep = wyrm_combat_stat(wyrm_design_combat(a->design), "asleep");
    if (asleep >= 0)
        combatant.stats[asleep] = got->body.turns[WYRM_ASLEEP] > 0;
    assert_memory_equal(got->body.combatant.stats, combatant.stats, sizeof combatant.stats);
}

static void same_item(const arena *a, const wyrm_placed_item *wanted, const wyrm_game_item *got)
{
    uint64_t run = a->game->run;
    assert_holds(on_tile(got->at, wanted->position), run);
    assert_holds(got->item.kind == wanted->item.kind, run);
    assert_holds(got->item.level == wanted->item.level, run);
    assert_holds(got->item.bonus == wanted->item.bonus, run);
    assert_holds(got->item.pity == wanted->item.pity, run);
    assert_holds(got->item.room == wanted->item.room, run);
    assert_holds(got->uses >= 1 && !got->worn, run);
}

/* If a boss has the victory item, the place of the stairs is plain floor. */
static void take_the_goal_away(const arena *a)
{
    bool has_boss = wyrm_engine_rules(a->engine)->goal == WYRM_GOAL_BOSS;
    if (map.final && has_boss)
        map.tiles[map.exit.y * map.width + map.exit.x] = WYRM_TILE_FLOOR;
    assert_holds(a->game->goal_placed == (map.final && !has_boss), a->game->run);
}

/* Compares the map itself: tiles, rooms and their roles, and the start. */
static void same_map(const arena *a, bool final)
{
    const wyrm_game *game = a->game;
    size_t tiles = (size_t)(map.width * map.height);
    take_the_goal_away(a);
    assert_holds(game->map.width == map.width && game->map.height == map.height, game->run);
    assert_holds(memcmp(game->map.tiles, map.tiles, tiles) == 0, game->run);
    assert_holds(game->map.room_count == map.room_count, game->run);
    assert_holds(on_tile(game->player.at, map.start) && on_tile(game->map.exit, map.exit),
                 game->run);
    assert_holds(game->map.final == final, game->run);
    for (size_t i = 0; i < tiles; i++)
        assert_holds((game->marks[i] & WYRM_MARK_TILE) == map.tiles[i], game->run);
    for (int32_t i = 0; i < map.room_count; i++) {
        assert_holds(game->room_kinds[i].role == population.kinds[i].role, game->run);
        assert_holds(memcmp(&game->map.rooms[i], &map.rooms[i], sizeof map.rooms[i]) == 0,
                     game->run);
    }
}

/* Makes the level again in the documented order, and compares. */
static bool check_level(const arena *a, wyrm_difficulty *difficulty, wyrm_loot_state *loot)
{
    const wyrm_game *game = a->game;
    const wyrm_encounter *encounter = wyrm_design_encounter(a->design);
    bool final = wyrm_encounter_is_final(encounter, difficulty);
    wyrm_rng rng =
        wyrm_rng_start(game->seed, game->run, WYRM_STREAM_MAP, (uint64_t)difficulty->depth);
    wyrm_mapper_generate(wyrm_design_mapper(a->design), final, &rng, &map);
    wyrm_encounter_enter(encounter, difficulty);
    wyrm_populate(&(wyrm_floor_models){.encounter = encounter, .loot = wyrm_design_loot(a->design)},
                  difficulty, &map, game->seed, game->run, loot, &population);
    wyrm_encounter_settle(encounter, difficulty, population.experience);
    same_map(a, final);
    assert_holds(game->monster_count == population.monster_count, game->run);
    for (size_t i = 0; i < population.monster_count; i++)
        same_monster(a, &population.monsters[i], &game->monsters[i]);
    assert_holds(game->item_count == population.item_count, game->run);
    for (size_t i = 0; i < population.item_count; i++)
        same_item(a, &population.items[i], &game->items[i]);
    assert_memory_equal(game->loot.pity.rooms, loot->pity.rooms, sizeof loot->pity.rooms);
    assert_holds(game->difficulty.depth == difficulty->depth, game->run);
    assert_holds(game->difficulty.pending == difficulty->pending, game->run);
    assert_holds(game->difficulty.tracker.level == difficulty->tracker.level, game->run);
    assert_holds(game->difficulty.tracker.exp == difficulty->tracker.exp, game->run);
    return final;
}

/* Checks one dungeon from depth 1 to its end; returns its last depth. */
static int32_t check_dungeon(arena *a, uint64_t run, void (*record)(const arena *a))
{
    wyrm_difficulty difficulty = wyrm_encounter_start(wyrm_design_encounter(a->design));
    wyrm_loot_state loot = {0};
    play_again(a, SEED, run);
    for (int32_t depth = 1; depth < DEPTHS_MAX; depth++) {
        bool final = check_level(a, &difficulty, &loot);
        if (record != NULL)
            record(a);
        if (final)
            return depth;
        assert_ok(leave_level(a), &a->error);
        wyrm_encounter_descend(wyrm_design_encounter(a->design), &difficulty);
    }
    fail_msg("run %llu has no last depth", (unsigned long long)run);
    return 0;
}

static void levels_are_those_of_the_population(const char *ruleset, int runs)
{
    /* A fair start moves monsters that are in view of it. */
    OWNED_ARENA *a = play(ruleset, "game: {fair_start: false}\n", SEED);
    for (int run = 0; run < runs; run++)
        check_dungeon(a, (uint64_t)run, NULL);
}

TEST(levels_of_the_tutorial_are_its_population)
{
    levels_are_those_of_the_population("tutorial", played_times(100));
    levels_are_those_of_the_population("tutorial-before", played_times(50));
}

TEST(levels_of_yarl_are_its_population_with_pity)
{
    levels_are_those_of_the_population("yarl", played_times(60));
}

TEST(levels_of_the_tower_are_its_population)
{
    levels_are_those_of_the_population("bob-and-trev", played_times(60));
}

static wyrm_depth_figures figures[DEPTHS_MAX];

static void record_level(const arena *a)
{
    const wyrm_game *game = a->game;
    wyrm_depth_figures *depth = &figures[game->difficulty.depth - 1];
    uint64_t experience = 0;
    double levels = 0;
    for (size_t i = 0; i < game->monster_count; i++) {
        experience += game->monsters[i].spawn.experience;
        levels += game->monsters[i].spawn.level;
    }
    if (game->monster_count > 0)
        wyrm_ratio_estimate_add(&depth->monster_level, levels, (double)game->monster_count);
    wyrm_moments_add(&depth->rooms, game->map.room_count);
    wyrm_moments_add(&depth->monsters, (double)game->monster_count);
    wyrm_moments_add(&depth->items, (double)game->item_count);
    wyrm_moments_add(&depth->experience, (double)experience);
    wyrm_moments_add(&depth->tracker,
                     wyrm_encounter_level(wyrm_design_encounter(a->design), &game->difficulty));
}

/* Equal except for the order of summation. */
static void same_moments(const wyrm_moments *got, const wyrm_moments *wanted)
{
    assert_int_equal(got->count, wanted->count);
    if (wanted->count == 0)
        return;
    assert_true(got->min == wanted->min && got->max == wanted->max);
    assert_near(got->mean, wanted->mean, 1e-11 * (1 + fabs(wanted->mean)));
    assert_near(got->m2, wanted->m2, 1e-8 * (1 + wanted->m2));
}

/* 300 games, every depth: `wyrm curve` counts what the engine puts on its maps. */
TEST(the_engine_has_the_figures_of_curve)
{
    int runs = played_times(300);
    OWNED_ARENA *a = play("ruggrogue", NULL, SEED);
    wyrm_moments final_depth = {0};
    memset(figures, 0, sizeof figures);
    for (int run = 0; run < runs; run++)
        wyrm_moments_add(&final_depth, check_dungeon(a, (uint64_t)run, record_level));
    OWNED_DESCENTS *descents;
    const wyrm_descent_options options = {.seed = SEED, .runs = (uint64_t)runs};
    assert_ok(wyrm_descend(a->design, &options, &descents, &a->error), &a->error);
    same_moments(&final_depth, &descents->final_depth);
    assert_int_equal(descents->cut_off, 0);
    for (int32_t i = 0; i < descents->depth_count; i++) {
        same_moments(&figures[i].rooms, &descents->depths[i].rooms);
        same_moments(&figures[i].monsters, &descents->depths[i].monsters);
        same_moments(&figures[i].items, &descents->depths[i].items);
        same_moments(&figures[i].experience, &descents->depths[i].experience);
        same_moments(&figures[i].tracker, &descents->depths[i].tracker);
        assert_near(wyrm_ratio_estimate_value(&figures[i].monster_level),
                    wyrm_ratio_estimate_value(&descents->depths[i].monster_level), 1e-9);
    }
    assert_int_equal(figures[descents->depth_count].rooms.count, 0);
}

/* Play does not affect later levels: killed monsters and taken items leave their maps, monsters and
 * items unchanged. */
TEST(play_does_not_change_what_lies_deeper)
{
    OWNED_ARENA *a = play("ruggrogue", NULL, SEED);
    for (int depth = 1; depth <= 5; depth++)
        assert_ok(leave_level(a), &a->error);
    FREED wyrm_game *other = zeroed(1, sizeof *other);
    wyrm_game_copy(a->game, other);
    play_again(a, SEED, 0);
    for (int depth = 1; depth <= 5; depth++) {
        for (int i = 0; i < 7; i++)
            assert_ok(arena_wait(a), &a->error);
        a->game->item_count /= 2;
        a->game->player.combatant.hp = a->game->player.combatant.max_hp;
        assert_ok(leave_level(a), &a->error);
    }
    assert_int_equal(a->game->monster_count, other->monster_count);
    assert_int_equal(a->game->item_count, other->item_count);
    for (size_t i = 0; i < other->monster_count; i++) {
        assert_true(on_tile(a->game->monsters[i].body.at, other->monsters[i].body.at));
        assert_int_equal(a->game->monsters[i].spawn.level, other->monsters[i].spawn.level);
    }
    for (size_t i = 0; i < other->item_count; i++) {
        assert_true(on_tile(a->game->items[i].at, other->items[i].at));
        assert_int_equal(a->game->items[i].item.kind, other->items[i].item.kind);
    }
}

/* As many monsters sleep as the ruleset says, and sleep moves nobody to another tile. */
TEST(sleepers_are_drawn_apart)
{
    const char *shares[] = {"game: {asleep: 0}", "game: {asleep: 1/3}", "game: {asleep: 1}"};
    uint64_t asleep[3] = {0}, total[3] = {0};
    for (int i = 0; i < 3; i++) {
        OWNED_ARENA *a = play("ruggrogue", shares[i], SEED);
        for (uint64_t run = 0; run < 60; run++) {
            play_again(a, SEED, run);
            for (int depth = 1; depth <= 4; depth++) {
                total[i] += a->game->monster_count;
                for (size_t k = 0; k < a->game->monster_count; k++)
                    asleep[i] += a->game->monsters[k].body.turns[WYRM_ASLEEP] > 0;
                assert_ok(leave_level(a), &a->error);
            }
        }
    }
    assert_int_equal(total[0], total[1]);
    assert_int_equal(total[0], total[2]);
    assert_int_equal(asleep[0], 0);
    assert_int_equal(asleep[2], total[2]);
    wyrm_interval share = wyrm_share_interval(asleep[1], total[1], 0.999);
    assert_true(share.low <= 1 / 3.0 && 1 / 3.0 <= share.high);
}

/* With excluded monsters and empty rooms everything else is as it would be with them, down to
 * rolled hit points and sleep. */
TEST(what_does_not_come_moves_nothing_else)
{
    static const char *const rulesets[] = {"ruggrogue", "tutorial", "yarl", "bob-and-trev"};
    static wyrm_game_monster monsters[WYRM_LEVEL_SPAWNS_MAX];
    static wyrm_game_item items[WYRM_LEVEL_ITEMS_MAX];
    size_t missing = 0, gone = 0;
    for (size_t r = 0; r < LENGTH_OF(rulesets); r++) {
        OWNED_ARENA *a = play(rulesets[r], "game: {fair_start: false}\n", SEED);
        const wyrm_roster *roster = wyrm_design_roster(a->design);
        for (uint64_t run = 0; run < 20; run++) {
            const int32_t kind = (int32_t)(run % wyrm_roster_count(roster));
            const wyrm_room_role role = (wyrm_room_role)(run % WYRM_ROOM_ROLE_COUNT);
            const int32_t depth = 1 + (int32_t)(run % 5);
            char words[2][64];
            const char *const without[] = {words[0], words[1]};
            snprintf(words[0], sizeof words[0], "monsters.%s",
                     wyrm_roster_monster(roster, kind)->name);
            snprintf(words[1], sizeof words[1], "rooms.%s", wyrm_room_role_key(role));
            wyrm_game_options options = {.seed = SEED, .run = run};
            assert_ok(
                wyrm_game_start_at_depth(a->engine, &options, depth, 1, NULL, a->game, &a->error),
                &a->error);
            const uint64_t before = wyrm_game_checksum(a->game);
            const size_t monster_count = a->game->monster_count, count = a->game->item_count;
            memcpy(monsters, a->game->monsters, monster_count * sizeof *monsters);
            memcpy(items, a->game->items, count * sizeof *items);
            options.without = without;
            options.without_count = 2;
            assert_ok(
                wyrm_game_start_at_depth(a->engine, &options, depth, 1, NULL, a->game, &a->error),
                &a->error);
            assert_true(wyrm_game_checksum(a->game) != before);
            size_t next = 0, next_item = 0;
            for (size_t i = 0; i < monster_count; i++) {
                bool stays = monsters[i].spawn.monster != kind;
                for (int32_t room = 0; room < a->game->map.room_count; room++) {
                    const wyrm_room *at = &a->game->map.rooms[room];
                    const wyrm_position tile = monsters[i].body.at;
                    stays &= a->game->room_kinds[room].role != role || tile.x < at->x ||
                             tile.y < at->y || tile.x >= at->x + at->width ||
                             tile.y >= at->y + at->height;
                }
                gone += monsters[i].spawn.monster == kind;
                missing += !stays;
                if (!stays)
                    continue;
                const wyrm_game_monster *got = &a->game->monsters[next++];
                assert_holds(
                    got->id == monsters[i].id && on_tile(got->body.at, monsters[i].body.at), run);
                assert_memory_equal(&got->body.combatant, &monsters[i].body.combatant,
                                    sizeof got->body.combatant);
                assert_memory_equal(got->body.turns, monsters[i].body.turns,
                                    sizeof got->body.turns);
            }
            for (size_t i = 0; i < count; i++) {
                const int32_t room = items[i].item.room;
                if (room >= 0 && a->game->room_kinds[room].role == role)
                    continue;
                const wyrm_game_item *got = &a->game->items[next_item++];
                assert_holds(on_tile(got->at, items[i].at) &&
                                 got->item.kind == items[i].item.kind && got->uses == items[i].uses,
                             run);
            }
            assert_holds(next == a->game->monster_count, run);
            assert_holds(next_item == a->game->item_count, run);
        }
    }
    assert_true(gone > 20);
    assert_true(missing > gone);
}

TEST(what_a_game_cannot_do_without_is_told)
{
    OWNED_ARENA *a = play("tutorial", NULL, SEED);
    static const char *const wrong[][2] = {{"monsters.orcs", "did you mean 'monsters.orc'?"},
                                           {"rooms.tresure", "did you mean 'rooms.treasure'?"},
                                           {"items.qqq", ""},
                                           {"weapons.healing_potion", ""},
                                           {"monsters.", ""},
                                           {".", ""}};
    for (size_t i = 0; i < LENGTH_OF(wrong); i++) {
        const wyrm_game_options options = {.seed = 1, .without = wrong[i], .without_count = 1};
        assert_int_equal(wyrm_game_start(a->engine, &options, NULL, a->game, &a->error),
                         WYRM_ERROR_UNKNOWN);
        if (wrong[i][1][0] != '\0')
            assert_string_equal(a->error.hint, wrong[i][1]);
    }
}
