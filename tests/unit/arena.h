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
 * floor that arena_find finds again. Every other sign is a monster or an item on floor: the one in
 * the legend, else the first monster or item of the ruleset with that glyph. Lines may be of
 * unequal length; the rest is wall. Walls are not added: draw them.
 *
 * The legend: words SIGN=WHAT, separated by blanks. A monster is written like any combatant of the
 * ruleset, "orc", "goblin@2,hp=3", "orc,elite", and may end in ",asleep" in every ruleset: for
 * 1,000 turns. A name that no monster has is an item, NAME[@LEVEL]: "club@3". A sign may be drawn
 * any number of times. NULL: no legend.
 *
 * The game is that of a new player of level 1 on depth 1, turn 1, with an empty pack and a full
 * stomach; what lies in its field of view is known, the rest is not (arena_know_all). Seed 1, run
 * 0.
 *
 * A game is changed by arena_place, arena_lay, arena_give, arena_wear, arena_afflict, arena_stand.
 * Everything else may be changed directly through a->game before the first command; after moving
 * somebody call arena_look, after changing the player's bare stats, boosts or gear arena_dress.
 */
#ifndef WYRM_TESTS_ARENA_H
#define WYRM_TESTS_ARENA_H

#include <wyrm/game.h>

#include "game/internal.h"
#include "helpers.h"

#define ARENA_EVENTS_MAX  4096
#define ARENA_LEGEND_MAX  64
#define ARENA_SLEEP_TURNS 1000

typedef struct arena_sign {
    char sign;
    char what[80];
} arena_sign;

typedef struct arena {
    wyrm_design *design; /* owned, as are the next two */
    wyrm_engine *engine;
    wyrm_game *game;
    wyrm_error error;   /* of the last command */
    size_t event_count; /* of the last command */
    wyrm_event events[ARENA_EVENTS_MAX];
    size_t sign_count;
    arena_sign signs[ARENA_LEGEND_MAX];
    char drawn[WYRM_MAP_SIDE_MAX * WYRM_MAP_SIDE_MAX]; /* the drawing, tile by tile */
} arena;

/* The first tile, row by row, drawn with the sign; the test fails if there is none. */
static inline wyrm_position arena_find(const arena *a, char sign)
{
    const wyrm_map *map = &a->game->map;
    for (int i = 0; i < map->width * map->height; i++)
        if (a->drawn[i] == sign)
            return (wyrm_position){(int16_t)(i % map->width), (int16_t)(i / map->width)};
    fail_msg("nothing was drawn as '%c'", sign);
    return (wyrm_position){0, 0};
}

static inline uint8_t *arena_mark(const arena *a, wyrm_position at)
{
    return &a->game->marks[at.y * a->game->map.width + at.x];
}

/* Index of the monster on a tile; the test fails if there is none. */
static inline size_t arena_monster_at(const arena *a, wyrm_position at)
{
    for (size_t i = 0; i < a->game->monster_count; i++)
        if (a->game->monsters[i].body.at.x == at.x && a->game->monsters[i].body.at.y == at.y)
            return i;
    fail_msg("no monster at %d, %d", at.x, at.y);
    return 0;
}

/* The monster on the tile drawn with the sign. Pointers and indexes are valid until a monster
 * dies. */
static inline wyrm_game_monster *arena_monster(const arena *a, char sign)
{
    return &a->game->monsters[arena_monster_at(a, arena_find(a, sign))];
}

/* Marks what the player sees as known. */
static inline void arena_look(arena *a)
{
    wyrm_game *game = a->game;
    wyrm_grid grid = game_sight_grid(game);
    wyrm_sight sight;
    wyrm_sight_from(&grid, game->player.at, wyrm_engine_rules(a->engine)->sight, &sight);
    wyrm_sight_mark(&sight, NULL, WYRM_MARK_KNOWN | WYRM_MARK_SEEN, game->map.width, game->marks);
    for (size_t i = 0; i < game->item_count; i++)
        if (wyrm_sight_has(&sight, game->items[i].at.x, game->items[i].at.y))
            game->items[i].seen = true;
    for (size_t i = 0; i < game->monster_count; i++)
        if (wyrm_sight_has(&sight, game->monsters[i].body.at.x, game->monsters[i].body.at.y))
            game->monsters[i].met = true;
}

/* The player knows the whole map and every item on it. */
static inline void arena_know_all(arena *a)
{
    for (int i = 0; i < a->game->map.width * a->game->map.height; i++)
        a->game->marks[i] |= WYRM_MARK_KNOWN | WYRM_MARK_SEEN;
    for (size_t i = 0; i < a->game->item_count; i++)
        a->game->items[i].seen = true;
}

static inline void arena_dress(arena *a)
{
    game_player_dress(a->engine, a->game);
}

/* Gives a creature a condition for some turns; `body` is GAME_BODY_PLAYER or the index of a
 * monster. */
static inline void arena_afflict(arena *a, int32_t body, wyrm_condition condition, int32_t turns)
{
    wyrm_creature *creature =
        body == GAME_BODY_PLAYER ? &a->game->player : &a->game->monsters[body].body;
    creature->turns[condition] = turns;
}

/* An item by name and level: "club@3". */
static inline wyrm_game_item arena_item(const arena *a, const char *text)
{
    char name[80];
    snprintf(name, sizeof name, "%.*s", (int)strcspn(text, "@"), text);
    int32_t kind = item_named(a->design, name);
    if (kind < 0)
        fail_msg("the ruleset has no item or monster '%s'", name);
    const wyrm_item_kind *kinds;
    wyrm_loot_kinds(wyrm_design_loot(a->design), &kinds);
    const char *level = strchr(text, '@');
    const wyrm_value *uses = wyrm_value_get(kinds[kind].record, "uses");
    return (wyrm_game_item){
        .item = {.kind = kind, .level = level == NULL ? 0 : (int32_t)strtol(level + 1, NULL, 10)},
        .uses = uses == NULL ? 1 : (int32_t)wyrm_value_high(uses), /* the most uses it can have */
    };
}

/* Puts an item on the floor, as the newest there. */
static inline void arena_lay(arena *a, const char *text, wyrm_position at)
{
    wyrm_game_item item = arena_item(a, text);
    item.at = at;
    assert_true(a->game->item_count < LENGTH_OF(a->game->items));
    a->game->items[a->game->item_count++] = item;
}

/* Puts an item into the pack; returns its index. */
static inline size_t arena_give(arena *a, const char *text)
{
    assert_true(a->game->pack_count < LENGTH_OF(a->game->pack));
    a->game->pack[a->game->pack_count] = arena_item(a, text);
    return a->game->pack_count++;
}

/* Puts on gear from the pack, without a turn. Gear in its way is not taken off: the test does
 * that. */
static inline void arena_wear(arena *a, size_t item)
{
    a->game->pack[item].worn = true;
    arena_dress(a);
}

/* Puts a monster on a tile; returns its index. */
static inline size_t arena_place(arena *a, const char *text, wyrm_position at)
{
    static const char sleeping[] = ",asleep";
    const wyrm_roster *roster = wyrm_design_roster(a->design);
    wyrm_game *game = a->game;
    char plain[80];
    snprintf(plain, sizeof plain, "%s", text);
    size_t length = strlen(plain), tail = sizeof sleeping - 1;
    bool asleep = length > tail && strcmp(plain + length - tail, sleeping) == 0;
    if (asleep)
        plain[length - tail] = '\0';
    assert_true(game->monster_count < LENGTH_OF(game->monsters));
    size_t index = game->monster_count++;
    wyrm_game_monster *monster = &game->monsters[index];
    *monster = (wyrm_game_monster){.id = game->next_id++};
    monster->body.combatant = combatant_of(a->design, plain);
    monster->body.at = at;
    monster->spawn.monster = monster_named(a->design, plain);
    monster->spawn.level = monster->body.combatant.level;
    monster->spawn.elite = strstr(plain, ",elite") != NULL;
    monster->spawn.experience =
        wyrm_roster_experience(roster, (size_t)monster->spawn.monster, monster->spawn.level);
    *arena_mark(a, at) |= WYRM_MARK_MONSTER;
    if (asleep)
        arena_afflict(a, (int32_t)index, WYRM_ASLEEP, ARENA_SLEEP_TURNS);
    return index;
}

/* Moves the player to a tile without a turn, and updates its view. */
static inline void arena_stand(arena *a, wyrm_position at)
{
    a->game->player.at = at;
    arena_look(a);
}

static inline void arena_read_legend(arena *a, const char *legend)
{
    while (legend != NULL && *legend != '\0') {
        size_t length = strcspn(legend, " ");
        if (length > 2 && legend[1] == '=') {
            assert_true(a->sign_count < ARENA_LEGEND_MAX);
            arena_sign *sign = &a->signs[a->sign_count++];
            sign->sign = legend[0];
            snprintf(sign->what, sizeof sign->what, "%.*s", (int)(length - 2), legend + 2);
        } else if (length > 0) {
            fail_msg("'%.*s' in a legend is not SIGN=WHAT", (int)length, legend);
        }
        legend += length;
        legend += *legend == ' ';
    }
}

/* The text of a sign in the legend or, without one, in the ruleset. */
static inline const char *arena_meaning(const arena *a, char sign)
{
    for (size_t i = 0; i < a->sign_count; i++)
        if (a->signs[i].sign == sign)
            return a->signs[i].what;
    const wyrm_roster *roster = wyrm_design_roster(a->design);
    for (size_t i = 0; i < wyrm_roster_count(roster); i++)
        if (wyrm_roster_monster(roster, i)->glyph == sign)
            return wyrm_roster_monster(roster, i)->name;
    const wyrm_item_kind *kinds;
    size_t count = wyrm_loot_kinds(wyrm_design_loot(a->design), &kinds);
    for (size_t i = 0; i < count; i++)
        if (kinds[i].glyph == sign)
            return kinds[i].name;
    fail_msg("'%c' stands for nothing", sign);
    return "";
}

static inline void arena_set_tile(arena *a, wyrm_position at, wyrm_tile tile)
{
    wyrm_map *map = &a->game->map;
    map->tiles[at.y * map->width + at.x] = (uint8_t)tile;
    *arena_mark(a, at) = (uint8_t)tile;
}

/* Puts what one sign of the drawing stands for on its tile. */
static inline void arena_put(arena *a, char sign, wyrm_position at)
{
    wyrm_game *game = a->game;
    a->drawn[at.y * game->map.width + at.x] = sign;
    if (sign == '#' || sign == ' ')
        return;
    arena_set_tile(a, at,
                   sign == '>'   ? WYRM_TILE_STAIRS
                   : sign == '*' ? WYRM_TILE_GOAL
                                 : WYRM_TILE_FLOOR);
    if (sign == '@') {
        game->player.at = game->map.start = at;
    } else if (sign == '>') {
        game->map.exit = at;
    } else if (sign == '*') {
        game->map.final = game->goal_placed = true;
        game->map.exit = game->goal = at;
    } else if (sign != '.' && sign != ',') {
        const char *what = arena_meaning(a, sign);
        if (monster_named(a->design, what) >= 0)
            arena_place(a, what, at);
        else
            arena_lay(a, what, at);
    }
}

static inline void arena_read_map(arena *a, const char *text)
{
    wyrm_map *map = &a->game->map;
    map->height = 1;
    for (const char *line = text;; line++) {
        int32_t length = (int32_t)strcspn(line, "\n");
        map->width = length > map->width ? length : map->width;
        line += length;
        if (line[0] == '\0' || line[1] == '\0')
            break;
        map->height++;
    }
    assert_in_range(map->width, 1, WYRM_MAP_SIDE_MAX);
    assert_in_range(map->height, 1, WYRM_MAP_SIDE_MAX);
    memset(a->drawn, '#', sizeof a->drawn);
    int x = 0, y = 0;
    for (; *text != '\0'; text++) {
        if (*text == '\n') {
            y++;
            x = 0;
        } else {
            arena_put(a, *text, (wyrm_position){(int16_t)x++, (int16_t)y});
        }
    }
    map->room_count = 1;
    map->rooms[0] = (wyrm_room){0, 0, (int16_t)map->width, (int16_t)map->height};
}

static inline void arena_begin(arena *a)
{
    wyrm_game *game = a->game;
    const wyrm_design *design = a->design;
    game->seed = 1;
    game->turn = 1;
    game->killer = -1;
    game->next_id = 1;
    game->difficulty = wyrm_encounter_start(wyrm_design_encounter(design));
    game->experience = wyrm_growth_start(wyrm_design_growth(design));
    game->fullness = wyrm_engine_rules(a->engine)->fullness;
    wyrm_roster_start(wyrm_design_roster(design), 1, &game->bare);
    game_player_begin(a->engine, game);
}

/* The same as arena_draw on a design, which the arena then owns. */
static inline arena *arena_draw_design(wyrm_design *design, const char *map, const char *legend)
{
    arena *a = zeroed(1, sizeof *a);
    a->design = design;
    a->game = calloc(1, sizeof *a->game);
    assert_non_null(a->game);
    assert_ok(wyrm_engine_new(design, &a->engine, &a->error), &a->error);
    arena_begin(a);
    arena_read_legend(a, legend);
    arena_read_map(a, map);
    assert_true(a->drawn[a->game->player.at.y * a->game->map.width + a->game->player.at.x] == '@');
    arena_dress(a);
    arena_look(a);
    return a;
}

/* A game on a drawing, with a shipped ruleset or one from a path. The caller frees it (arena_free).
 */
static inline arena *arena_draw(const char *ruleset, const char *map, const char *legend)
{
    wyrm_design *design = NULL;
    assert_ok(wyrm_design_open(ruleset, &design, NULL), NULL);
    return arena_draw_design(design, map, legend);
}

static inline void arena_free(arena *a)
{
    wyrm_engine_free(a->engine);
    wyrm_design_free(a->design);
    free(a->game);
    free(a);
}

RELEASED_BY(arena, arena_free)
#define OWNED_ARENA OWNED(arena)

static inline void arena_hear(const wyrm_game *game, const wyrm_event *event, void *context)
{
    arena *a = context;
    (void)game;
    assert_true(a->event_count < ARENA_EVENTS_MAX);
    a->events[a->event_count++] = *event;
}

/* Carries out a command and collects its events; after a failure a->error says why. */
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

/* The first event of a kind from the last command, or NULL. */
static inline const wyrm_event *arena_heard(const arena *a, wyrm_event_kind kind)
{
    for (size_t i = 0; i < a->event_count; i++)
        if (a->events[i].kind == kind)
            return &a->events[i];
    return NULL;
}

/* The sign for a tile as it is now: the player, a monster or an item by its sign in the legend or
 * the ruleset, else the tile. */
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

/* A drawing of the whole map as it is now; in static storage until the next call. */
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

/* Checks that the map looks like the drawing, in which ',' is any floor. */
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
