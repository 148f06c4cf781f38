/* Whole games in tests: started like a player's, on the maps of their seed; and checks for any
 * game. Commands and events are those of arena.h. */
#ifndef WYRM_TESTS_PLAYED_H
#define WYRM_TESTS_PLAYED_H

#include <wyrm/observe.h>

#include "arena.h"
#include "sound.h"
#include "stride.h"

/* A drawing on a ruleset with changes. */
static inline arena *arena_draw_with(const char *ruleset, const char *changes, const char *map,
                                     const char *legend)
{
    return arena_draw_design(ruleset_with(ruleset, changes), map, legend);
}

#define assert_sound(a) assert_sound_game((a)->engine, (a)->game)

/* Starts another game in the same engine. */
static inline void play_again(arena *a, uint64_t seed, uint64_t run)
{
    const wyrm_game_options options = {.seed = seed, .run = run};
    const wyrm_listener listener = {arena_hear, a};
    a->event_count = 0;
    assert_ok(wyrm_game_start(a->engine, &options, &listener, a->game, &a->error), &a->error);
    assert_sound(a);
}

/* A game of a shipped ruleset with changes (NULL: none), on its first map. The caller frees it
 * (arena_free). */
static inline arena *play(const char *ruleset, const char *changes, uint64_t seed)
{
    arena *a = zeroed(1, sizeof *a);
    a->design = ruleset_with(ruleset, changes);
    a->game = calloc(1, sizeof *a->game);
    assert_non_null(a->game);
    assert_ok(wyrm_engine_new(a->design, &a->engine, &a->error), &a->error);
    play_again(a, seed, 0);
    return a;
}

static inline void done_at(arena *a, wyrm_status status, const char *what, const char *file,
                           int line)
{
    ok_at(status, &a->error, what, file, line);
    sound_at(a->engine, a->game, what, file, line);
}

/* Asserts that a command is possible and leaves a consistent state: assert_done(a,
 * arena_wait(a)). */
#define assert_done(a, command) done_at((a), (command), #command, __FILE__, __LINE__)

static inline void refused_at(arena *a, const wyrm_command *command, const char *file, int line)
{
    uint64_t before = wyrm_game_checksum(a->game);
    a->error = (wyrm_error){0};
    wyrm_status status = arena_act(a, command);
    if (status == WYRM_ERROR_ARGUMENT && a->error.message[0] != '\0' && a->event_count == 0 &&
        wyrm_game_checksum(a->game) == before)
        return;
    print_error("not refused without a trace: status %d, '%s', %zu events, %s\n", (int)status,
                a->error.message, a->event_count,
                wyrm_game_checksum(a->game) == before ? "unchanged" : "changed");
    _fail(file, line);
}

/* Asserts that a command is refused with a message, and nothing changes. */
#define assert_refused(a, command, number)                                                         \
    refused_at((a), &(const wyrm_command){.kind = (command), .argument = (int32_t)(number)},       \
               __FILE__, __LINE__)
#define assert_refused_at(a, command, number, aim)                                                 \
    refused_at((a), &(const wyrm_command){(command), (int32_t)(number), (aim)}, __FILE__, __LINE__)

/* The number of events of a kind from the last command. */
static inline size_t times_heard(const arena *a, wyrm_event_kind kind)
{
    size_t count = 0;
    for (size_t i = 0; i < a->event_count; i++)
        count += a->events[i].kind == kind;
    return count;
}

static inline bool on_tile(wyrm_position a, wyrm_position b)
{
    return a.x == b.x && a.y == b.y;
}

static inline wyrm_position beside(wyrm_position at, int across, int down)
{
    return (wyrm_position){(int16_t)(at.x + across), (int16_t)(at.y + down)};
}

static inline int64_t hp_of(const arena *a)
{
    return a->game->player.combatant.hp;
}

/* The value of a stat by its name. */
static inline double stat_of(const arena *a, const wyrm_combatant *combatant, const char *name)
{
    int stat = wyrm_combat_stat(wyrm_design_combat(a->design), name);
    assert_true(stat >= 0);
    return combatant->stats[stat];
}

/* Removes all monsters from the map. */
static inline void remove_monsters(arena *a)
{
    for (size_t i = 0; i < a->game->monster_count; i++)
        *arena_mark(a, a->game->monsters[i].body.at) &= (uint8_t)~WYRM_MARK_MONSTER;
    a->game->monster_count = 0;
}

/* Takes the stairs without a fight: removes the monsters and puts the player there. */
static inline wyrm_status leave_level(arena *a)
{
    remove_monsters(a);
    a->game->player.at = a->game->map.exit;
    return arena_do(a, WYRM_DO_LEAVE, 0);
}

/* RuggRogue's player in an otherwise empty room of 21 x 21 tiles. */
static inline arena *open_room(void)
{
    char map[24 * 23 + 1];
    size_t length = 0;
    for (int y = 0; y < 23; y++) {
        for (int x = 0; x < 23; x++)
            map[length++] = x % 22 == 0 || y % 22 == 0 ? '#' : x == 11 && y == 11 ? '@' : '.';
        map[length++] = '\n';
    }
    map[length - 1] = '\0';
    return arena_draw("ruggrogue", map, NULL);
}

static inline wyrm_position from_player(const arena *a, int across, int down)
{
    return beside(a->game->player.at, across, down);
}

#endif
