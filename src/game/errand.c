/* Errands: what the player does turn after turn by one key: exploring, resting, running,
 * travelling. When they begin, and what interrupts them. */
#include "game/internal.h"

#include <stdarg.h>
#include <stdio.h>

/* ---- What the player knows of the ways of a map ---- */

const wyrm_step_costs wyrm_errand_steps = {1000, 1001};

/* The byte depends only on what the player knows: unknown tiles are all alike, and monsters out of
 * sight leave no trace. */
static uint8_t byte_of(uint8_t mark)
{
    return (mark & WYRM_MARK_KNOWN) && (mark & WYRM_MARK_TILE) != WYRM_TILE_WALL
               ? 0
               : WYRM_OUTLOOK_BLOCKED;
}

static void look_out(wyrm_engine *engine, const wyrm_game *game, wyrm_outlook *out)
{
    /* Solid where the lowest bit is set; bits 0x02 and 0x04 belong to the errands. */
    static const bool solid[256] = {[1] = true, [3] = true, [5] = true, [7] = true};
    int32_t width = game->map.width, height = game->map.height;
    out->engine = engine;
    out->game = game;
    out->grid = (wyrm_grid){width, height, out->tiles, solid};
    wyrm_observe(engine, game, &out->seen);
    for (int32_t i = 0; i < width * height; i++)
        out->tiles[i] = byte_of(game->marks[i]);
    for (size_t i = 0; i < out->seen.monster_count; i++) {
        wyrm_position at = game->monsters[out->seen.monsters[i].index].body.at;
        if (out->seen.monsters[i].in_sight)
            out->tiles[at.y * width + at.x] = WYRM_OUTLOOK_BLOCKED;
    }
}

/* The command that leads to a neighbour of the player's tile. */
static wyrm_command errand_step(const wyrm_outlook *view, wyrm_position next)
{
    wyrm_command command = {.kind = WYRM_DO_MOVE};
    for (int direction = 0; direction < WYRM_DIRECTION_COUNT; direction++) {
        wyrm_position to = wyrm_neighbour(view->game->player.at, (wyrm_direction)direction);
        if (to.x == next.x && to.y == next.y)
            command.argument = direction;
    }
    return command;
}

/* ---- Exploring ----
 *
 * To the nearest item worth picking up, or place from which something unseen may be
 * seen.
 *
 * It comes to an end: each step is nearer to the nearest such place, until one of them is no more
 * or another comes up; a place is done with once the player stands there, what is picked up stays
 * in the pack, and what the player has put down itself is left alone. */

/* Bits of wyrm_outlook.tiles beside WYRM_OUTLOOK_BLOCKED. */
#define ITEM_SEEN   0x02 /* the newest item that can be picked up here has been looked at */
#define ITEM_WANTED 0x04

/* The first search goes no farther than this, in tiles: most of the time something close by is left
 * to see. */
#define NEAR 12

typedef struct search {
    const wyrm_outlook *view;
    uint8_t *tiles;
    wyrm_position nearest;
    int32_t cost; /* WYRM_UNREACHED: none found */
} search;

/* -- what there is to go for -- */

/* Marks the tiles with a known item that would be picked up there, and that the player has not put
 * there. */
static void mark_items(const search *of)
{
    const wyrm_game *game = of->view->game;
    if (game->pack_count >= (size_t)of->view->engine->rules.pack ||
        game->pack_count >= WYRM_PACK_MAX)
        return;
    for (size_t i = game->item_count; i-- > 0;) {
        const wyrm_game_item *item = &game->items[i];
        uint8_t *tile = &of->tiles[item->at.y * game->map.width + item->at.x];
        if (!item->seen || (*tile & ITEM_SEEN) || wyrm_is_barred(game, item->item.kind))
            continue;
        *tile |= (uint8_t)(item->left ? ITEM_SEEN : ITEM_SEEN | ITEM_WANTED);
    }
}

/* Whether to pick something up there; not beside the victory item, which would be taken first. */
static bool is_wanted(const search *of, wyrm_position at)
{
    const wyrm_observation *seen = &of->view->seen;
    if (seen->goal_known && seen->goal.x == at.x && seen->goal.y == at.y)
        return false;
    return of->tiles[at.y * of->view->game->map.width + at.x] & ITEM_WANTED;
}

/* Whether something may be seen from the tile, where a way leads, that has not been seen: the tile
 * itself, of which the player has only been told, or the one beside it. */
static bool is_frontier(const wyrm_game *game, int x, int y)
{
    int32_t width = game->map.width, height = game->map.height;
    if (!(game->marks[y * width + x] & WYRM_MARK_SEEN))
        return true;
    int left = x > 0 ? x - 1 : 0, right = x < width - 1 ? x + 1 : x;
    int top = y > 0 ? y - 1 : 0, bottom = y < height - 1 ? y + 1 : y;
    uint8_t all = WYRM_MARK_KNOWN;
    for (int row = top; row <= bottom; row++)
        for (int column = left; column <= right; column++)
            all &= game->marks[row * width + column];
    return all == 0;
}

/* Looks at the tiles of a row that the distance map has reached. */
static void search_row(search *of, int y, int left, int right)
{
    const wyrm_distances *distances = &of->view->engine->distances;
    const int32_t *costs = &distances->cells[(y + 1) * distances->stride + 1];
    for (int x = left; x <= right; x++) {
        const wyrm_position at = {(int16_t)x, (int16_t)y};
        if (costs[x] <= 0 || costs[x] >= of->cost)
            continue;
        if (!is_wanted(of, at) && !is_frontier(of->view->game, x, y))
            continue;
        of->cost = costs[x];
        of->nearest = at;
    }
}

/* Looks for something to go for within so many tiles of the player; as far as ways lead where
 * `tiles` is the side of the largest map. */
static bool search_within(search *of, int tiles)
{
    const wyrm_game *game = of->view->game;
    wyrm_engine *engine = of->view->engine;
    const wyrm_position from = game->player.at;
    int32_t limit = tiles < WYRM_MAP_SIDE_MAX ? tiles * wyrm_errand_steps.straight : WYRM_UNREACHED;
    int left = from.x > tiles ? from.x - tiles : 0, top = from.y > tiles ? from.y - tiles : 0;
    int right = from.x + tiles < game->map.width ? from.x + tiles : game->map.width - 1;
    int bottom = from.y + tiles < game->map.height ? from.y + tiles : game->map.height - 1;
    if (wyrm_distances_find(&of->view->grid, &from, 1, wyrm_errand_steps, limit, &engine->distances,
                            NULL) != WYRM_OK)
        return false;
    for (int y = top; y <= bottom; y++)
        search_row(of, y, left, right);
    return of->cost != WYRM_UNREACHED;
}

/* -- going there -- */

/* The first step of the way to what was found, which the distance map has from the player. */
static wyrm_position first_step(const search *of)
{
    const wyrm_position from = of->view->game->player.at;
    wyrm_position at = of->nearest, next = at;
    while (wyrm_distances_step(&of->view->engine->distances, NULL, at, &next) &&
           !(next.x == from.x && next.y == from.y))
        at = next;
    return at;
}

static void tell_done(const wyrm_outlook *view, wyrm_errand *errand)
{
    const wyrm_observation *seen = &view->seen;
    char goal[WYRM_NAMED_TEXT_MAX];
    wyrm_name_the(wyrm_words_goal(view->engine), goal);
    if (seen->goal_known)
        snprintf(errand->why, sizeof errand->why,
                 "Nothing is left to explore here; you know where %.60s is.", goal);
    else
        snprintf(errand->why, sizeof errand->why, "Nothing is left to explore here%s.",
                 seen->exit_known ? "; the stairs are known" : "");
}

bool wyrm_explore_on(wyrm_outlook *view, wyrm_errand *errand, wyrm_command *command)
{
    search of = {.view = view, .tiles = view->tiles, .cost = WYRM_UNREACHED};
    mark_items(&of);
    if (is_wanted(&of, view->game->player.at)) {
        *command = (wyrm_command){.kind = WYRM_DO_PICK_UP};
        return true;
    }
    if (!search_within(&of, NEAR) && !search_within(&of, WYRM_MAP_SIDE_MAX)) {
        tell_done(view, errand);
        return false;
    }
    *command = errand_step(view, first_step(&of));
    return true;
}

/* ---- Resting, until all hit points are back ---- */

/* Why resting does no good now, or "". */
static const char *refusal(const wyrm_outlook *view)
{
    const wyrm_play_rules *rules = &view->engine->rules;
    const wyrm_game *game = view->game;
    const wyrm_combatant *player = &game->player.combatant;
    if (player->hp >= player->max_hp)
        return "You are not hurt.";
    if (player->regeneration > 0.0)
        return "";
    if (rules->regeneration == 0)
        return "Rest heals nobody here.";
    if (rules->stage_count > 0 &&
        !rules->stages[wyrm_hunger_stage_at(rules, game->fullness)].regenerates)
        return "You are too hungry to heal.";
    return "";
}

bool wyrm_rest_on(wyrm_outlook *view, wyrm_errand *errand, wyrm_command *command)
{
    const wyrm_combatant *player = &view->game->player.combatant;
    if (errand->done > 0 && player->hp >= player->max_hp)
        return false;
    snprintf(errand->why, sizeof errand->why, "%s", refusal(view));
    *command = (wyrm_command){.kind = WYRM_DO_WAIT};
    return errand->why[0] == '\0';
}

/* ---- Running ----
 *
 * Along corridors and around their bends; in the open straight on while both sides stay
 * as they are. (RuggRogue, "auto-run") */

/* Bits of wyrm_errand.sides. */
#define LEFT_OPEN   0x01
#define RIGHT_OPEN  0x02
#define IN_CORRIDOR 0x04 /* the run began in a corridor: walls on both sides after the first step */

/* A direction turned by steps of 45 degrees, clockwise. */
static wyrm_direction turned(wyrm_direction direction, int eighths)
{
    return (wyrm_direction)(((int)direction + WYRM_DIRECTION_COUNT + eighths) %
                            WYRM_DIRECTION_COUNT);
}

static bool is_open(const wyrm_outlook *view, wyrm_direction direction)
{
    wyrm_position to = wyrm_neighbour(view->game->player.at, direction);
    return !wyrm_grid_solid(&view->grid, to.x, to.y);
}

static uint8_t sides_of(const wyrm_outlook *view, wyrm_direction direction)
{
    return (uint8_t)((is_open(view, turned(direction, -2)) ? LEFT_OPEN : 0) |
                     (is_open(view, turned(direction, 2)) ? RIGHT_OPEN : 0));
}

/* Finds the only way on in a corridor, without going back: false at its end, at a fork, and where
 * it opens into a room. At a bend both the next tile and the one behind it can be adjacent; the
 * step that is not diagonal is taken then. */
static bool follow(const wyrm_outlook *view, wyrm_direction *direction)
{
    int openings = 0, width = 0;
    wyrm_direction way = *direction;
    bool was_open = false;
    for (int eighths = -2; eighths <= 2; eighths++) {
        wyrm_direction to = turned(*direction, eighths);
        bool open = is_open(view, to);
        if (open && !was_open) {
            openings++;
            way = to;
        } else if (open && to % 2 == 0) {
            way = to;
        }
        width += open;
        was_open = open;
    }
    *direction = way;
    return openings == 1 && width <= 2;
}

static bool goes_on(const wyrm_outlook *view, wyrm_errand *errand)
{
    if (errand->done == 0)
        return is_open(view, errand->direction);
    uint8_t sides = sides_of(view, errand->direction);
    if (errand->done == 1)
        errand->sides = sides == 0 ? IN_CORRIDOR : sides;
    if (errand->sides == IN_CORRIDOR)
        return follow(view, &errand->direction);
    return is_open(view, errand->direction) && sides == errand->sides;
}

bool wyrm_run_on(wyrm_outlook *view, wyrm_errand *errand, wyrm_command *command)
{
    bool on = (unsigned)errand->direction < WYRM_DIRECTION_COUNT && goes_on(view, errand);
    *command = (wyrm_command){.kind = WYRM_DO_MOVE, .argument = (int32_t)errand->direction};
    if (!on && errand->done == 0)
        snprintf(errand->why, sizeof errand->why, "There is no way.");
    return on;
}

/* ---- Travelling to a known tile, by a shortest known way ---- */

bool wyrm_travel_on(wyrm_outlook *view, wyrm_errand *errand, wyrm_command *command)
{
    const wyrm_position from = view->game->player.at, to = errand->target;
    wyrm_distances *distances = &view->engine->distances;
    wyrm_position next;
    bool known;
    if (from.x == to.x && from.y == to.y)
        return false;
    wyrm_known_tile(view->game, to.x, to.y, &known);
    if (!known || wyrm_grid_solid(&view->grid, to.x, to.y) ||
        wyrm_distances_find(&view->grid, &to, 1, wyrm_errand_steps, WYRM_UNREACHED, distances,
                            NULL) != WYRM_OK ||
        !wyrm_distances_step(distances, &view->grid, from, &next)) {
        snprintf(errand->why, sizeof errand->why, "You know no way there.");
        return false;
    }
    *command = errand_step(view, next);
    return true;
}

/* ---- Errands ---- */

/* More commands than any way on any map takes. */
#define STEPS_MAX (WYRM_MAP_SIDE_MAX * WYRM_MAP_SIDE_MAX)

/* One row a kind. */
typedef struct errand_row {
    wyrm_errand_work *on;
    int32_t limit;        /* commands */
    bool moves;           /* each of its commands leads elsewhere, or takes something along */
    bool among_foes;      /* it may begin with foes in view, for a step at a time */
    bool among_sleepers;  /* it may begin with sleeping ones in view */
    bool stops_at_things; /* it ends where something lies, or the stairs are */
} errand_row;

static const errand_row rows[] = {
    [WYRM_ERRAND_EXPLORE] = {wyrm_explore_on, STEPS_MAX, .moves = true, .among_sleepers = true},
    [WYRM_ERRAND_TRAVEL] = {wyrm_travel_on, STEPS_MAX, .moves = true, .among_foes = true,
                            .among_sleepers = true},
    [WYRM_ERRAND_RUN] = {wyrm_run_on, WYRM_RUN_STEPS_MAX, .moves = true, .among_sleepers = true,
                         .stops_at_things = true},
    [WYRM_ERRAND_REST] = {wyrm_rest_on, WYRM_REST_TURNS_MAX, .moves = false},
};

/* -- watching -- */

WYRM_PRINTF(2, 3) static bool stop(wyrm_errand *errand, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(errand->why, sizeof errand->why, format, arguments);
    va_end(arguments);
    return true;
}

/* The nearest monster in sight, of those that are awake where `awake`; NULL: none. */
static const wyrm_game_monster *nearest_foe(const wyrm_outlook *view, bool awake)
{
    for (size_t i = 0; i < view->seen.monster_count; i++) {
        const wyrm_game_monster *monster = &view->game->monsters[view->seen.monsters[i].index];
        if (view->seen.monsters[i].in_sight && !(awake && monster->body.turns[WYRM_ASLEEP] > 0))
            return monster;
    }
    return NULL;
}

static size_t stage_of(const wyrm_outlook *view)
{
    return wyrm_hunger_stage_at(&view->engine->rules, view->game->fullness);
}

/* A number that differs between the maps of a game: depth and victories. */
static uint32_t map_of(const wyrm_game *game)
{
    return (uint32_t)game->difficulty.depth | (uint32_t)game->difficulty.wins << 16;
}

static void remember(const wyrm_outlook *view, wyrm_errand *errand)
{
    errand->at = view->game->player.at;
    errand->map = map_of(view->game);
    errand->in_sight = view->seen.in_sight;
    errand->hp = view->game->player.combatant.hp;
    errand->stage = stage_of(view);
    errand->items = view->game->pack_count;
}

/* -- what interrupts -- */

/* Whether a condition keeps the player from going where it wants; errand->why tells which. */
static bool is_helpless(const wyrm_outlook *view, wyrm_errand *errand)
{
    static const wyrm_condition helpless[] = {WYRM_ASLEEP, WYRM_CONFUSED, WYRM_HELD};
    for (size_t i = 0; i < sizeof helpless / sizeof *helpless; i++)
        if (view->game->player.turns[helpless[i]] > 0)
            return stop(errand, "You are %s.", wyrm_condition_word(helpless[i]));
    return false;
}

static bool is_changed(const wyrm_outlook *view, const errand_row *row, wyrm_errand *errand)
{
    const wyrm_game *game = view->game;
    const wyrm_play_rules *rules = &view->engine->rules;
    size_t stage = stage_of(view);
    if (errand->map != map_of(game))
        return true;
    if (game->player.combatant.hp < errand->hp)
        return stop(errand, "You are hurt.");
    if (errand->stage != stage && stage < rules->stage_count)
        return stop(errand, "You are %s now.", rules->stages[stage].name);
    return row->moves && errand->at.x == game->player.at.x && errand->at.y == game->player.at.y &&
           errand->items == game->pack_count && stop(errand, "Something is in the way.");
}

static bool is_watched(const wyrm_outlook *view, const errand_row *row, wyrm_errand *errand)
{
    const wyrm_game_monster *foe = nearest_foe(view, row->among_sleepers);
    char name[WYRM_NAME_TEXT_MAX], named[WYRM_NAMED_TEXT_MAX];
    if (!foe && view->seen.in_sight > errand->in_sight)
        foe = nearest_foe(view, false);
    if (!foe)
        return false;
    wyrm_monster_text(view->engine, foe, name);
    wyrm_name_the(name, named);
    wyrm_words_capital(named);
    errand->watched = true;
    return stop(errand, "%s is in view.", named);
}

static bool is_at_something(const wyrm_outlook *view, wyrm_errand *errand)
{
    const wyrm_position at = view->game->player.at;
    const wyrm_game_item *item = wyrm_known_item(view->game, at.x, at.y);
    char name[WYRM_NAME_TEXT_MAX], named[WYRM_NAMED_TEXT_MAX];
    if (view->seen.goal_known && view->seen.goal.x == at.x && view->seen.goal.y == at.y) {
        wyrm_name_the(wyrm_words_goal(view->engine), named);
        return stop(errand, "Here is %s.", named);
    }
    if (wyrm_known_tile(view->game, at.x, at.y, NULL) == WYRM_TILE_STAIRS)
        return stop(errand, "Here are the stairs.");
    if (!item)
        return false;
    wyrm_item_text(view->engine, item, name);
    return stop(errand, "Here lies: %s.", name);
}

/* Whether the errand is over after what its last command has led to. */
static bool is_interrupted(const wyrm_outlook *view, const errand_row *row, wyrm_errand *errand)
{
    return is_changed(view, row, errand) || (row->moves && is_helpless(view, errand)) ||
           is_watched(view, row, errand) || (row->stops_at_things && is_at_something(view, errand));
}

/* -- errands -- */

static bool next_command(wyrm_outlook *view, const errand_row *row, wyrm_errand *errand,
                         wyrm_command *command)
{
    errand->why[0] = '\0';
    errand->watched = false;
    if (view->game->phase != WYRM_PHASE_PLAYING || errand->done >= row->limit)
        return false;
    if (errand->done > 0 && is_interrupted(view, row, errand))
        return false;
    if (!row->on(view, errand, command))
        return false;
    errand->done++;
    remember(view, errand);
    return true;
}

bool wyrm_errand_next(wyrm_engine *engine, const wyrm_game *game, wyrm_errand *errand,
                      wyrm_command *command)
{
    wyrm_outlook view;
    if ((unsigned)errand->kind >= sizeof rows / sizeof *rows)
        return false;
    look_out(engine, game, &view);
    return next_command(&view, &rows[errand->kind], errand, command);
}

/* Whether an errand that has not begun yet makes sense; where not, errand->why tells why. */
static bool makes_sense(wyrm_outlook *view, const errand_row *row, wyrm_errand *errand)
{
    wyrm_command command;
    if (view->game->phase == WYRM_PHASE_CHOOSING)
        return !stop(errand, "Choose what the new level brings first.");
    if (view->game->phase != WYRM_PHASE_PLAYING)
        return !stop(errand, "The game is over.");
    if (row->moves && is_helpless(view, errand))
        return false;
    if (!row->among_foes && is_watched(view, row, errand))
        return false;
    wyrm_errand trial = *errand;
    if (next_command(view, row, &trial, &command))
        return true;
    return !stop(errand, "%s", trial.why[0] != '\0' ? trial.why : "You are there already.");
}

wyrm_status wyrm_errand_begin(wyrm_engine *engine, const wyrm_game *game, wyrm_errand_kind kind,
                              wyrm_direction direction, wyrm_position target, wyrm_errand *out,
                              wyrm_error *error)
{
    wyrm_outlook view;
    *out = (wyrm_errand){.kind = kind, .direction = direction, .target = target};
    if ((unsigned)kind >= sizeof rows / sizeof *rows)
        return wyrm_fail(error, WYRM_ERROR_ARGUMENT, "there is no errand %d", (int)kind);
    look_out(engine, game, &view);
    remember(&view, out);
    return makes_sense(&view, &rows[kind], out)
               ? WYRM_OK
               : wyrm_fail(error, WYRM_ERROR_ARGUMENT, "%s", out->why);
}
