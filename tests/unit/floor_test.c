/* Floors made one after the other are those of the game, however few of their parts are asked
 * for. */
#include "helpers.h"

#include <wyrm/dungeon.h>
#include <wyrm/streams.h>

#define SEED   7
#define DEPTHS 6

/* A game reduced to its floors. Large, so not on the stack. */
typedef struct walk {
    wyrm_difficulty difficulty;
    wyrm_loot_state loot;
    wyrm_map map;
    wyrm_population population;
} walk;

static walk one, other;

static wyrm_floor_models models_of(const wyrm_design *design, bool carved)
{
    return (wyrm_floor_models){.mapper = wyrm_design_mapper(design),
                               .encounter = wyrm_design_encounter(design),
                               .loot = wyrm_design_loot(design),
                               .carved = carved};
}

static void begin(walk *game, const wyrm_floor_models *models)
{
    game->difficulty = wyrm_encounter_start(models->encounter);
    game->loot = (wyrm_loot_state){0};
}

static void go_on(walk *game, const wyrm_floor_models *models, uint64_t run)
{
    wyrm_floor_make(models, SEED, run, &game->difficulty, &game->loot, &game->map,
                    &game->population);
}

/* Follows the documented order by hand. */
static void go_on_by_hand(walk *game, const wyrm_floor_models *models, uint64_t run)
{
    wyrm_difficulty *difficulty = &game->difficulty;
    bool final = wyrm_encounter_is_final(models->encounter, difficulty);
    wyrm_rng rng = wyrm_rng_start(SEED, run, WYRM_STREAM_MAP, (uint64_t)difficulty->depth);
    wyrm_mapper_generate(models->mapper, final, &rng, &game->map);
    wyrm_encounter_enter(models->encounter, difficulty);
    wyrm_populate(&(wyrm_floor_models){.encounter = models->encounter, .loot = models->loot},
                  difficulty, &game->map, SEED, run, &game->loot, &game->population);
    wyrm_encounter_settle(models->encounter, difficulty, game->population.experience);
}

static void assert_same_monsters(const walk *a, const walk *b, uint64_t run)
{
    assert_holds(a->map.final == b->map.final, run);
    assert_holds(a->map.room_count == b->map.room_count, run);
    assert_holds(a->population.monster_count == b->population.monster_count, run);
    for (size_t i = 0; i < a->population.monster_count; i++)
        assert_holds(
            a->population.monsters[i].spawn.monster == b->population.monsters[i].spawn.monster &&
                a->population.monsters[i].position.x == b->population.monsters[i].position.x &&
                a->population.monsters[i].position.y == b->population.monsters[i].position.y,
            run);
    assert_holds(a->difficulty.depth == b->difficulty.depth, run);
    assert_holds(a->difficulty.pending == b->difficulty.pending, run);
    assert_holds(a->difficulty.tracker.exp == b->difficulty.tracker.exp, run);
}

static void assert_same_items(const walk *a, const walk *b, uint64_t run)
{
    assert_holds(a->population.item_count == b->population.item_count, run);
    for (size_t i = 0; i < a->population.item_count; i++)
        assert_holds(a->population.items[i].item.kind == b->population.items[i].item.kind &&
                         a->population.items[i].item.pity == b->population.items[i].item.pity,
                     run);
    assert_holds(memcmp(&a->loot, &b->loot, sizeof a->loot) == 0, run);
}

static size_t count_pity(const walk *game)
{
    size_t count = 0;
    for (size_t i = 0; i < game->population.item_count; i++)
        count += game->population.items[i].item.pity > 0;
    return count;
}

static const char *const names[] = {"ruggrogue", "tutorial", "bob-and-trev", "yarl"};

TEST(floors_are_made_in_the_order_of_the_game)
{
    size_t given = 0;
    for (size_t n = 0; n < LENGTH_OF(names); n++) {
        OWNED_DESIGN *design = ruleset_with(names[n], "");
        for (uint64_t run = 0; run < 4; run++)
            for (int carved = 0; carved < 2; carved++) {
                const wyrm_floor_models models = models_of(design, carved == 1);
                begin(&one, &models);
                begin(&other, &models);
                for (int32_t depth = 1; depth <= DEPTHS; depth++) {
                    go_on(&one, &models, run);
                    go_on_by_hand(&other, &models, run);
                    assert_same_monsters(&one, &other, run);
                    assert_same_items(&one, &other, run);
                    given += count_pity(&one);
                    wyrm_encounter_descend(models.encounter, &one.difficulty);
                    wyrm_encounter_descend(models.encounter, &other.difficulty);
                }
            }
    }
    assert_true(given > 0);
}

TEST(without_loot_the_monsters_are_the_same)
{
    for (size_t n = 0; n < LENGTH_OF(names); n++) {
        OWNED_DESIGN *design = ruleset_with(names[n], "");
        const wyrm_floor_models whole = models_of(design, true);
        wyrm_floor_models bare = models_of(design, false);
        bare.loot = NULL;
        begin(&one, &whole);
        begin(&other, &bare);
        for (int32_t depth = 1; depth <= DEPTHS; depth++) {
            go_on(&one, &whole, 3);
            go_on(&other, &bare, 3);
            assert_same_monsters(&one, &other, 3);
            assert_int_equal(other.population.item_count, 0);
            wyrm_encounter_descend(whole.encounter, &one.difficulty);
            wyrm_encounter_descend(bare.encounter, &other.difficulty);
        }
    }
}

static uint64_t count_up(void *context)
{
    uint64_t *state = context;
    *state += UINT64_C(0x9e3779b97f4a7c15);
    return (*state ^ *state >> 31) * UINT64_C(0xbf58476d1ce4e5b9);
}

TEST(floors_can_be_drawn_from_a_games_own_random_numbers)
{
    OWNED_DESIGN *design = ruleset_with("yarl", "");
    uint64_t states[2] = {5, 5};
    const wyrm_rng sources[] = {wyrm_rng_of(count_up, &states[0]),
                                wyrm_rng_of(count_up, &states[1])};
    wyrm_floor_models models[] = {models_of(design, true), models_of(design, true)};
    walk *games[] = {&one, &other};
    for (int32_t depth = 1; depth <= DEPTHS; depth++) {
        for (size_t i = 0; i < 2; i++) {
            models[i].own = &sources[i];
            if (depth == 1)
                begin(games[i], &models[i]);
            else
                wyrm_encounter_descend(models[i].encounter, &games[i]->difficulty);
            /* Another run number makes no difference: only the source counts. */
            go_on(games[i], &models[i], i);
        }
        assert_same_monsters(&one, &other, 0);
        assert_memory_equal(one.map.tiles, other.map.tiles, sizeof one.map.tiles);
        assert_true(states[0] == states[1] && states[0] != 5);
    }
    go_on(&other, &models[1], 0);
    assert_true(memcmp(one.map.tiles, other.map.tiles, sizeof one.map.tiles) != 0);
}

TEST(only_the_whole_map_has_tiles)
{
    OWNED_DESIGN *design = ruleset_with("yarl", "");
    const wyrm_floor_models whole = models_of(design, true), rooms = models_of(design, false);
    begin(&one, &whole);
    begin(&other, &rooms);
    memset(other.map.tiles, 77, sizeof other.map.tiles);
    go_on(&one, &whole, 0);
    go_on(&other, &rooms, 0);
    assert_int_equal(wyrm_map_tile(&one.map, one.map.exit.x, one.map.exit.y), WYRM_TILE_STAIRS);
    assert_int_equal(other.map.exit.x, one.map.exit.x);
    assert_int_equal(other.map.tiles[0], 77);
}
