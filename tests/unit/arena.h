/* Games on hand-drawn maps, for tests of everything that plays.
 *
 *     arena *a = arena_draw("ruggrogue",
 *                           "#######\n"
 *                           "#@.o.!#\n"
 *                           "###.###",
 *                           "o=goblin@2,asleep !=health_potion");
 *     size_t club = arena_give(a, "club@3");
 *     arena_wear(a, club);
 *     assert_ok(arena_move(a, WYRM_EAST), &a->error);
 *     assert_true(arena_heard(a, WYRM_EVENT_MOVED));
 *     assert_arena(a, "#######\n"
 *                     "#.@o.!#\n"
 *                     "###.###");
 *     arena_free(a);
 *
 * The drawing: '#' and ' ' wall, '.' floor, '@' the player, '>' stairs, '*' the victory item, ','
 * floor that can be found again by arena_find. Every other sign stands for a monster or an item on
 * floor: what the legend says, else the first monster or item of the ruleset that has it as its
 * glyph. Lines may be of unequal length; the rest is wall. Nothing is closed in by itself: draw the
 * walls.
 *
 * The legend: words SIGN=WHAT, a blank between. A monster is written like any combatant of the
 * ruleset, "orc", "goblin@2,hp=3", "orc,elite", and may end in ",asleep" in every ruleset: for
 * 1,000 turns. What no monster is called is an item, NAME[@LEVEL]: "club@3". A sign may be drawn
 * any number of times. NULL: no legend.
 *
 * The game is that of a new player of level 1 on depth 1, turn 1, with an empty pack and a full
 * stomach; what lies in its field of view is known, the rest is not (arena_know_all). Seed 1, run
 * 0.
 *
 * arena_build.h has what changes a game: arena_place, arena_lay, arena_give, arena_wear,
 * arena_afflict, arena_stand. Everything else may be changed directly through a->game before the
 * first command; after a change of place call arena_look, after one of the player's bare stats,
 * boosts or gear arena_dress.
 */
#ifndef WYRM_TESTS_ARENA_H
#define WYRM_TESTS_ARENA_H

#include "arena_build.h"

static inline void arena_hear(const wyrm_game *game, const wyrm_event *event, void *context)
{
    arena *a = context;
    (void)game;
    assert_true(a->event_count < ARENA_EVENTS_MAX);
    a->events[a->event_count++] = *event;
}

/* Carries out a command and keeps its events; a->error tells why not. */
static inline wyrm_status arena_act(arena *a, const wyrm_command *command)
{
    const wyrm_listener listener = {arena_hear, a};
    a->event_count = 0;
    return wyrm_game_act(a->engine, a->game, command, &listener, &a->error);
}

static inline wyrm_status arena_do(arena *a, wyrm_command_kind kind, int32_t argument)
{
    return arena_act(a, &(wyrm_command){.kind = kind, .argument = argument});
}

static inline wyrm_status arena_do_at(arena *a, wyrm_command_kind kind, int32_t argument,
                                      wyrm_position target)
{
    return arena_act(a, &(wyrm_command){kind, argument, target});
}

static inline wyrm_status arena_move(arena *a, wyrm_direction direction)
{
    return arena_do(a, WYRM_DO_MOVE, (int32_t)direction);
}

static inline wyrm_status arena_wait(arena *a)
{
    return arena_do(a, WYRM_DO_WAIT, 0);
}

/* The first event of a kind that the last command led to, or NULL. */
static inline const wyrm_event *arena_heard(const arena *a, wyrm_event_kind kind)
{
    for (size_t i = 0; i < a->event_count; i++)
        if (a->events[i].kind == kind)
            return &a->events[i];
    return NULL;
}

/* What is drawn for a tile as it is now: the player, a monster or an item by the sign that the
 * legend or the ruleset has for it, else the tile. */
static inline char arena_sign_now(const arena *a, wyrm_position at)
{
    static const char tiles[] = {'#', '.', '>', '*'};
    const wyrm_game *game = a->game;
    const wyrm_item_kind *kinds;
    wyrm_loot_kinds(wyrm_design_loot(a->design), &kinds);
    const char *what = NULL;
    char glyph = tiles[*arena_mark(a, at) & WYRM_MARK_TILE];
    if (game->player.at.x == at.x && game->player.at.y == at.y)
        return '@';
    for (size_t i = 0; i < game->item_count; i++)
        if (game->items[i].at.x == at.x && game->items[i].at.y == at.y) {
            what = kinds[game->items[i].item.kind].name;
            glyph = kinds[game->items[i].item.kind].glyph;
        }
    if (*arena_mark(a, at) & WYRM_MARK_MONSTER) {
        int32_t breed = game->monsters[arena_monster_at(a, at)].spawn.monster;
        const wyrm_monster *monster =
            wyrm_roster_monster(wyrm_design_roster(a->design), (size_t)breed);
        what = monster->name;
        glyph = monster->glyph;
    }
    for (size_t i = 0; what != NULL && i < a->sign_count; i++)
        if (strncmp(a->signs[i].what, what, strlen(what)) == 0 &&
            strchr("@,", a->signs[i].what[strlen(what)]) != NULL)
            return a->signs[i].sign;
    return glyph;
}

/* The whole map as it is now, drawn; in static storage until the next call. */
static inline const char *arena_picture(const arena *a)
{
    static char picture[(WYRM_MAP_SIDE_MAX + 1) * WYRM_MAP_SIDE_MAX + 1];
    const wyrm_map *map = &a->game->map;
    size_t length = 0;
    for (int y = 0; y < map->height; y++) {
        for (int x = 0; x < map->width; x++)
            picture[length++] = arena_sign_now(a, (wyrm_position){(int16_t)x, (int16_t)y});
        picture[length++] = '\n';
    }
    picture[length > 0 ? length - 1 : 0] = '\0';
    return picture;
}

/* The map looks like the drawing, in which ',' is any floor. */
static inline void arena_looks_like_at(const arena *a, const char *wanted, const char *file,
                                       int line)
{
    const char *got = arena_picture(a);
    size_t i = 0;
    while (got[i] != '\0' && (got[i] == wanted[i] || (got[i] == '.' && wanted[i] == ',')))
        i++;
    if (got[i] == wanted[i])
        return;
    print_error("the map is\n%s\nand not\n%s\n", got, wanted);
    _fail(file, line);
}

#define assert_arena(a, wanted) arena_looks_like_at((a), (wanted), __FILE__, __LINE__)

#endif
