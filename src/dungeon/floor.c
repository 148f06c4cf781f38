/* Floors in the order of the game: the one place where that order stands. */
#include <wyrm/dungeon.h>
#include <wyrm/streams.h>

static void make_map(const wyrm_floor_models *models, uint64_t seed, uint64_t run,
                     const wyrm_difficulty *difficulty, wyrm_map *map)
{
    bool final = wyrm_encounter_is_final(models->encounter, difficulty);
    wyrm_rng rng = wyrm_rng_start(seed, run, WYRM_STREAM_MAP, (uint64_t)difficulty->depth);
    if (models->carved)
        wyrm_mapper_generate(models->mapper, final, &rng, map);
    else
        wyrm_mapper_rooms(models->mapper, final, &rng, map);
}

void wyrm_floor_make(const wyrm_floor_models *models, uint64_t seed, uint64_t run,
                     wyrm_difficulty *difficulty, wyrm_pity_state *pity, wyrm_map *map,
                     wyrm_population *population)
{
    const wyrm_encounter *encounter = models->encounter;
    make_map(models, seed, run, difficulty, map);
    wyrm_encounter_enter(encounter, difficulty);
    if (models->loot != NULL)
        wyrm_populate_with_pity(encounter, models->loot, difficulty, map, seed, run, pity,
                                population);
    else
        wyrm_populate_monsters(encounter, difficulty, map, seed, run, population);
    wyrm_encounter_settle(encounter, difficulty, population->experience);
}
