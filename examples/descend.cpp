// A game loop in C++ that takes its floors and its blows from a ruleset: it generates floor after floor, meets the
// monsters of each, room by room, and fights them with the hits of the ruleset's combat. All random numbers come
// from the game's own source.
//
//   c++ descend.cpp $(pkg-config --cflags --libs wyrm) -o descend
//   ./descend tutorial player@5 7
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <random>
#include <wyrm.h>

namespace {

template <typename T, void (*Free)(T *)> struct Freed {
    void operator()(T *pointer) const { Free(pointer); }
};
using Design = std::unique_ptr<wyrm_design, Freed<wyrm_design, wyrm_design_free>>;
using Pmf = std::unique_ptr<wyrm_pmf, Freed<wyrm_pmf, wyrm_pmf_free>>;

// The game's random numbers, as the library asks for them: 64 bits at a time.
uint64_t draw(void *engine) { return (*static_cast<std::mt19937_64 *>(engine))(); }

struct Game {
    const wyrm_design *design;
    wyrm_combatant player;
    wyrm_rng dice;
};

// The damage of one hit, rolled: the same distribution that `wyrm hit` shows.
int64_t roll_hit(Game &game, const wyrm_combatant &attacker, const wyrm_combatant &defender)
{
    wyrm_matchup matchup = {};
    matchup.attacker = &attacker;
    matchup.defender = &defender;
    matchup.distance = 1;
    wyrm_pmf *out = nullptr;
    if (wyrm_combat_hit(wyrm_design_combat(game.design), &matchup, &out, nullptr) != WYRM_OK)
        return 0;
    Pmf damage(out);
    return wyrm_pmf_draw(damage.get(), &game.dice);
}

// Fights to the death, the player striking first; returns whether the player lives.
bool fight(Game &game, wyrm_combatant monster)
{
    for (int turn = 0; turn < 1000; turn++) {
        monster.hp -= roll_hit(game, game.player, monster);
        if (monster.hp <= 0)
            return true;
        game.player.hp -= roll_hit(game, monster, game.player);
        if (game.player.hp <= 0)
            return false;
    }
    return true;
}

// Fights everything on one floor; returns whether the player lives.
bool explore(Game &game, const wyrm_population &floor)
{
    for (size_t i = 0; i < floor.monster_count; i++) {
        const wyrm_spawn &spawn = floor.monsters[i].spawn;
        const int32_t variant = wyrm_encounter_variant(wyrm_design_encounter(game.design), &spawn);
        wyrm_combatant monster;
        wyrm_roster_spawn(wyrm_design_roster(game.design), spawn.monster, spawn.level, variant,
                          &monster);
        if (!fight(game, monster))
            return false;
    }
    return true;
}

} // namespace

int main(int argc, char **argv)
{
    wyrm_design *opened = nullptr;
    if (wyrm_design_open(argc > 1 ? argv[1] : "tutorial", &opened, nullptr) != WYRM_OK)
        return 1;
    Design design(opened);
    const uint64_t seed = argc > 3 ? std::strtoull(argv[3], nullptr, 10) : 7;
    std::mt19937_64 engine(seed);
    Game game = {design.get(), {}, wyrm_rng_of(draw, &engine)};
    if (wyrm_roster_combatant(wyrm_design_roster(design.get()), argc > 2 ? argv[2] : "player@5", &game.player,
                              nullptr) != WYRM_OK)
        return 1;
    wyrm_floor_models models = {};
    models.size = sizeof models;
    models.mapper = wyrm_design_mapper(design.get());
    models.encounter = wyrm_design_encounter(design.get());
    models.loot = wyrm_design_loot(design.get());
    models.carved = true;
    models.own = &game.dice;
    wyrm_difficulty difficulty = wyrm_encounter_start(wyrm_design_encounter(design.get()));
    auto map = std::make_unique<wyrm_map>();
    auto floor = std::make_unique<wyrm_population>();
    for (int depth = 1; depth <= 10; depth++) {
        wyrm_floor_make(&models, seed, 0, &difficulty, nullptr, map.get(), floor.get());
        std::printf("depth %d: %zu monsters, %zu items, the player has %lld hit points\n", depth,
                    floor->monster_count, floor->item_count, static_cast<long long>(game.player.hp));
        if (!explore(game, *floor)) {
            std::printf("dies there\n");
            return 0;
        }
        wyrm_encounter_descend(wyrm_design_encounter(design.get()), &difficulty);
    }
    std::printf("lives\n");
    return 0;
}
