/* Autopilot: what the player does turn after turn by one key: exploring, resting, running,
 * travelling.
 *
 * The autopilot gives one command at a time, by what the player sees and knows at that moment, and
 * stops where a player would want to look. Exploring ends: each step leads nearer to the nearest
 * place worth going to, until that is gone or another comes up; a place is done with once the
 * player has stood there, items picked up stay in the pack, and items that the player has put down
 * are left alone. */
#include "game/internal.h"
#include <stdarg.h>
#include <stdio.h>

/* Prefers the fewest steps, and among those few diagonal ones. */
static const wyrm_step_costs step_costs = {1000, 1001};

/* Bits of known_floor.tiles. */
#define BLOCKED     0x01 /* no known way onto the tile, or a monster in sight on it */
#define ITEM_SEEN   0x02 /* the newest item here that can be picked up was considered */
#define ITEM_WANTED 0x04

/* What the player sees and knows at one moment. The tiles depend on its knowledge only: unknown
 * tiles are all alike, and monsters out of sight leave no trace. */
typedef struct known_floor {
    wyrm_engine *engine;
    const wyrm_game *game;
    wyrm_observation seen;
    wyrm_grid grid;                                       /* view of `tiles` */
    uint8_t tiles[WYRM_MAP_SIDE_MAX * WYRM_MAP_SIDE_MAX]; /* row by row, map.width each */
} known_floor;

static void look_out(wyrm_engine *engine, const wyrm_game *game, known_floor *out)
{
    static const bool solid[256] = {[1] = true, [3] = true, [5] = true, [7] = true};
    const int32_t width = game->map.width, height = game->map.height;
    out->engine = engine;
    out->game = game;
    out->grid = (wyrm_grid){width, height, out->tiles, solid};
    wyrm_observe(engine, game, &out->seen);
    for (int32_t i = 0; i < width * height; i++) {
        const uint8_t mark = game->marks[i];
        bool open = (mark & WYRM_MARK_KNOWN) && !game_marks_shut[mark];
        out->tiles[i] = open ? 0 : BLOCKED;
    }
    for (size_t i = 0; i < out->seen.monster_count; i++) {
        wyrm_position at = game->monsters[out->seen.monsters[i].index].body.at;
        if (out->seen.monsters[i].in_sight)
            out->tiles[at.y * width + at.x] = BLOCKED;
    }
}

WYRM_PRINTF(2, 3) static bool stop(wyrm_autopilot *autopilot, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(autopilot->why, sizeof autopilot->why, format, arguments);
    va_end(arguments);
    return true;
}

/* ---- Exploring: to the nearest item or gold, or tile from which something unseen may come into
 * view */

/* Whether there is something to pick up; not on the tile of the victory item, which would be taken
 * first. */
static bool is_wanted(const known_floor *view, int x, int y)
{
    const bool is_goal = view->seen.goal_known && view->seen.goal.x == x && view->seen.goal.y == y;
    return !is_goal && view->tiles[y * view->game->map.width + x] & ITEM_WANTED;
}

/* Finds the nearest tile worth going to within `tiles` tiles of the player; without a limit if that
 * is the side of the largest map. */
static bool search(const known_floor *view, int tiles, wyrm_position *nearest)
{
    const wyrm_game *game = view->game;
    wyrm_distances *distances = &view->engine->distances;
    const wyrm_position from = game->player.at;
    const int32_t limit = tiles < WYRM_MAP_SIDE_MAX ? tiles * step_costs.straight : WYRM_UNREACHED;
    const int left = from.x > tiles ? from.x - tiles : 0, top = from.y > tiles ? from.y - tiles : 0;
    const int right = from.x + tiles < game->map.width ? from.x + tiles : game->map.width - 1;
    const int bottom = from.y + tiles < game->map.height ? from.y + tiles : game->map.height - 1;
    const int32_t width = game->map.width;
    int32_t least = WYRM_UNREACHED;
    if (wyrm_distances_find(&view->grid, &from, 1, step_costs, limit, distances, NULL) != WYRM_OK)
        return false;
    for (int y = top; y <= bottom; y++) {
        const int32_t *costs = &distances->cells[(y + 1) * distances->stride + 1];
        for (int x = left; x <= right; x++) {
            if (costs[x] <= 0 || costs[x] >= least)
                continue;
            /* Something new may come into view from a tile that was shown but not seen, or that has
             * an unknown neighbour. */
            uint8_t all = game->marks[y * width + x] & WYRM_MARK_SEEN ? WYRM_MARK_KNOWN : 0;
            for (int i = 0; i < 9 && all != 0; i++) {
                const int column = x + i % 3 - 1, row = y + i / 3 - 1;
                if (column >= 0 && row >= 0 && column < width && row < game->map.height)
                    all &= game->marks[row * width + column];
            }
            if (all != 0 && !is_wanted(view, x, y))
                continue;
            least = costs[x];
            *nearest = (wyrm_position){(int16_t)x, (int16_t)y};
        }
    }
    return least != WYRM_UNREACHED;
}

/* tiles of the first search: usually something is left to see close by */
#define NEAR 12

/* Terrain that hurts, which lies on the way to what is left to explore where every way there leads
 * over such terrain; NULL: nothing is left. The view then has ways over it. */
static const wyrm_terrain *hurts_on_the_way(known_floor *view)
{
    const wyrm_game *game = view->game;
    const int32_t width = game->map.width;
    const wyrm_terrain *hurts = NULL, *ground;
    wyrm_position at;
    for (int32_t i = 0; i < width * game->map.height; i++) {
        ground = wyrm_known_terrain(view->engine, game, i % width, i / width);
        if (ground && ground->walk && ground->damage)
            view->tiles[i] &= (uint8_t)~BLOCKED;
    }
    if (!search(view, WYRM_MAP_SIDE_MAX, &at))
        return NULL;
    /* The way leads back to the player: what is found last hurts first. */
    do {
        ground = wyrm_known_terrain(view->engine, game, at.x, at.y);
        hurts = ground && ground->damage ? ground : hurts;
    } while (wyrm_distances_step(&view->engine->distances, NULL, at, &at) &&
             !game_same_tile(at, game->player.at));
    return hurts;
}

static bool explore(known_floor *view, wyrm_autopilot *autopilot, wyrm_command *command)
{
    const wyrm_game *game = view->game;
    const wyrm_position from = game->player.at;
    wyrm_position at, next;
    /* Marks known items to be picked up, except those that the player has put down. */
    const bool is_full = game_pack_is_full(view->engine, game);
    for (size_t i = is_full ? 0 : game->item_count; i-- > 0;) {
        const wyrm_game_item *item = &game->items[i];
        uint8_t *tile = &view->tiles[item->at.y * game->map.width + item->at.x];
        if (item->seen && !(*tile & ITEM_SEEN) && !game_is_barred(game, item->item.kind))
            *tile |= (uint8_t)(item->left ? ITEM_SEEN : ITEM_SEEN | ITEM_WANTED);
    }
    /* Gold is taken by stepping on it, also with a full pack. */
    for (size_t i = 0; i < game->heap_count; i++)
        if (game->heaps[i].seen && !game_same_tile(game->heaps[i].at, from))
            view->tiles[game->heaps[i].at.y * game->map.width + game->heaps[i].at.x] |=
                ITEM_SEEN | ITEM_WANTED;
    if (is_wanted(view, from.x, from.y)) {
        *command = (wyrm_command){.kind = WYRM_DO_PICK_UP};
        return true;
    }
    if (search(view, NEAR, &at) || search(view, WYRM_MAP_SIDE_MAX, &at)) {
        /* Distances lead back to the player: the last step of that way is the first to take. */
        while (wyrm_distances_step(&view->engine->distances, NULL, at, &next) &&
               !game_same_tile(next, from))
            at = next;
        *command = game_step_to(from, at);
        return true;
    }
    char goal[WYRM_NAMED_TEXT_MAX], ground[WYRM_NAME_TEXT_MAX];
    const wyrm_terrain *hurts = hurts_on_the_way(view);
    wyrm_name_the(view->engine->goal, goal);
    if (hurts) {
        game_words_small(hurts->title, ground);
        stop(autopilot, "What is left to explore lies in or behind %.60s, which hurts.", ground);
    } else if (view->seen.goal_known)
        stop(autopilot, "Nothing is left to explore here; you know where %.60s is.", goal);
    else
        stop(autopilot, "Nothing is left to explore here%s.",
             view->seen.exit_known ? "; the stairs are known" : "");
    return false;
}

/* ---- Resting, until all hit points are back ---- */

static bool rest(known_floor *view, wyrm_autopilot *autopilot, wyrm_command *command)
{
    const wyrm_play_rules *rules = &view->engine->rules;
    const wyrm_game *game = view->game;
    const wyrm_combatant *player = &game->player.combatant;
    *command = (wyrm_command){.kind = WYRM_DO_WAIT};
    const bool hungers = rules->stage_count > 0;
    const size_t stage = hungers ? wyrm_hunger_stage_at(rules, game->fullness) : 0;
    if (player->hp >= player->max_hp)
        return !stop(autopilot, "%s", autopilot->done > 0 ? "" : "You are not hurt.");
    if (player->regeneration > 0.0)
        return true;
    if (rules->regeneration == 0)
        return !stop(autopilot, "Resting heals nobody here.");
    return !hungers || rules->stages[stage].regenerates ||
           !stop(autopilot, "You are too hungry to heal.");
}

/* ---- Running: along corridors and around bends; in the open straight on while both sides stay the
 * same (RuggRogue, "auto-run") ---- */

/* Bits of wyrm_autopilot.sides. */
#define LEFT_OPEN   0x01
#define RIGHT_OPEN  0x02
#define IN_CORRIDOR 0x04 /* the run began in a corridor: both sides were walls */

/* A direction turned clockwise by steps of 45 degrees. */
static wyrm_direction turned(wyrm_direction direction, int eighths)
{
    return (wyrm_direction)(((int)direction + WYRM_DIRECTION_COUNT + eighths) %
                            WYRM_DIRECTION_COUNT);
}

static bool is_open(const known_floor *view, wyrm_direction direction)
{
    const wyrm_position to = wyrm_neighbour(view->game->player.at, direction);
    return !wyrm_grid_solid(&view->grid, to.x, to.y);
}

/* Finds the only way on in a corridor, not going back: false at its end, at a fork, or where it
 * opens into a room. At a bend the next tile and the one after it may both be adjacent; then the
 * step that is not diagonal is taken. */
static bool follow(const known_floor *view, wyrm_direction *direction)
{
    int openings = 0, width = 0;
    wyrm_direction way = *direction;
    bool was_open = false;
    for (int eighths = -2; eighths <= 2; eighths++) {
        wyrm_direction to = turned(*direction, eighths);
        bool open = is_open(view, to);
        if (open && (!was_open || to % 2 == 0))
            way = to;
        openings += open && !was_open;
        width += open;
        was_open = open;
    }
    *direction = way;
    return openings == 1 && width <= 2;
}

static bool run(known_floor *view, wyrm_autopilot *autopilot, wyrm_command *command)
{
    bool on = false;
    if ((unsigned)autopilot->direction < WYRM_DIRECTION_COUNT) {
        const bool left = is_open(view, turned(autopilot->direction, -2));
        const bool right = is_open(view, turned(autopilot->direction, 2));
        const uint8_t sides = (uint8_t)((left ? LEFT_OPEN : 0) | (right ? RIGHT_OPEN : 0));
        if (autopilot->done == 1)
            autopilot->sides = sides == 0 ? IN_CORRIDOR : sides;
        on = autopilot->done > 0 && autopilot->sides == IN_CORRIDOR
                 ? follow(view, &autopilot->direction)
                 : is_open(view, autopilot->direction) &&
                       (autopilot->done == 0 || sides == autopilot->sides);
    }
    *command = (wyrm_command){.kind = WYRM_DO_MOVE, .argument = (int32_t)autopilot->direction};
    if (!on && autopilot->done == 0)
        stop(autopilot, "There is no way.");
    return on;
}

/* ---- Travelling to a known tile, by a shortest known way ---- */

static bool travel(known_floor *view, wyrm_autopilot *autopilot, wyrm_command *command)
{
    const wyrm_position from = view->game->player.at, to = autopilot->target;
    wyrm_distances *distances = &view->engine->distances;
    wyrm_position next;
    bool known;
    if (game_same_tile(from, to))
        return false;
    wyrm_known_tile(view->game, to.x, to.y, &known);
    if (!known || wyrm_grid_solid(&view->grid, to.x, to.y) ||
        wyrm_distances_find(&view->grid, &to, 1, step_costs, WYRM_UNREACHED, distances, NULL) !=
            WYRM_OK ||
        !wyrm_distances_step(distances, &view->grid, from, &next))
        return !stop(autopilot, "You know no way there.");
    *command = game_step_to(view->game->player.at, next);
    return true;
}

/* ---- Interruptions ---- */

/* Properties of a kind of autopilot. */
typedef struct autopilot_row {
    /* The next command; false if there is none, with the reason in autopilot->why. */
    bool (*on)(known_floor *view, wyrm_autopilot *autopilot, wyrm_command *command);
    int32_t limit;        /* on commands; no way on any map takes 1 << 16 */
    bool moves;           /* each command moves the player, or picks something up */
    bool among_foes;      /* may begin with monsters in view, for a step at a time */
    bool among_sleepers;  /* may begin with sleeping monsters in view */
    bool stops_at_things; /* ends on items and stairs */
} autopilot_row;

static const autopilot_row rows[] = {
    [WYRM_AUTOPILOT_EXPLORE] = {explore, 1 << 16, .moves = true, .among_sleepers = true},
    [WYRM_AUTOPILOT_TRAVEL] = {travel, 1 << 16, .moves = true, .among_foes = true,
                               .among_sleepers = true},
    [WYRM_AUTOPILOT_RUN] = {run, WYRM_RUN_STEPS_MAX, .moves = true, .among_sleepers = true,
                            .stops_at_things = true},
    [WYRM_AUTOPILOT_REST] = {rest, WYRM_REST_TURNS_MAX, .moves = false},
};

/* A number that differs between the maps of a game: depth and number of wins. */
static uint32_t map_of(const wyrm_game *game)
{
    return (uint32_t)game->difficulty.depth | (uint32_t)game->difficulty.wins << 16;
}

/* Notes the state with which the next call compares. */
static void remember(const known_floor *view, wyrm_autopilot *autopilot)
{
    autopilot->at = view->game->player.at;
    autopilot->map = map_of(view->game);
    autopilot->in_sight = view->seen.in_sight;
    autopilot->hp = view->game->player.combatant.hp;
    autopilot->stage = wyrm_hunger_stage_at(&view->engine->rules, view->game->fullness);
    autopilot->items = view->game->pack_count;
}

/* Whether a condition keeps the player from moving as it wants; autopilot->why says which. */
static bool is_helpless(const known_floor *view, const autopilot_row *row,
                        wyrm_autopilot *autopilot)
{
    static const wyrm_condition helpless[] = {WYRM_ASLEEP, WYRM_CONFUSED, WYRM_HELD};
    for (size_t i = 0; i < COUNT_OF(helpless) && row->moves; i++)
        if (view->game->player.turns[helpless[i]] > 0)
            return stop(autopilot, "You are %s.", wyrm_condition_word(helpless[i]));
    return false;
}

/* The nearest monster in sight, or the nearest awake one; NULL: none. */
static const wyrm_game_monster *nearest_foe(const known_floor *view, bool awake)
{
    for (size_t i = 0; i < view->seen.monster_count; i++) {
        const wyrm_game_monster *monster = &view->game->monsters[view->seen.monsters[i].index];
        if (view->seen.monsters[i].in_sight && !(awake && monster->body.turns[WYRM_ASLEEP] > 0))
            return monster;
    }
    return NULL;
}

static bool is_watched(const known_floor *view, const autopilot_row *row, wyrm_autopilot *autopilot)
{
    const wyrm_game_monster *foe = nearest_foe(view, row->among_sleepers);
    char name[WYRM_NAME_TEXT_MAX], named[WYRM_NAMED_TEXT_MAX];
    if (!foe && view->seen.in_sight > autopilot->in_sight)
        foe = nearest_foe(view, false);
    if (!foe)
        return false;
    wyrm_monster_text(view->engine, foe, name);
    wyrm_name_the(name, named);
    game_words_capital(named);
    autopilot->watched = true;
    return stop(autopilot, "%s is in view.", named);
}

/* Whether something has come up since the last command, or lies where the player now stands. */
static bool is_interrupted(const known_floor *view, const autopilot_row *row,
                           wyrm_autopilot *autopilot)
{
    const wyrm_game *game = view->game;
    const wyrm_position at = game->player.at;
    const wyrm_play_rules *rules = &view->engine->rules;
    const size_t stage = wyrm_hunger_stage_at(rules, game->fullness);
    char name[WYRM_NAMED_TEXT_MAX];
    if (autopilot->map != map_of(game))
        return true;
    if (game->player.combatant.hp < autopilot->hp) /* preferably by whom */
        return is_watched(view, row, autopilot) || stop(autopilot, "You are hurt.");
    if (autopilot->stage != stage && stage < rules->stage_count && !rules->stages[stage].normal)
        return stop(autopilot, "You are %s now.", rules->stages[stage].name);
    if (row->moves && game_same_tile(autopilot->at, at) && autopilot->items == game->pack_count)
        return stop(autopilot, "Something is in the way.");
    if (is_helpless(view, row, autopilot) || is_watched(view, row, autopilot))
        return true;
    if (!row->stops_at_things)
        return false;
    const wyrm_game_item *item = wyrm_known_item(game, at.x, at.y);
    if (view->seen.goal_known && game_same_tile(view->seen.goal, at)) {
        wyrm_name_the(view->engine->goal, name);
        return stop(autopilot, "Here is %s.", name);
    }
    if (wyrm_known_tile(game, at.x, at.y, NULL) == WYRM_TILE_STAIRS)
        return stop(autopilot, "Here are the stairs.");
    if (!item)
        return false;
    wyrm_item_text(view->engine, item, name);
    return stop(autopilot, "Here lies: %s.", name);
}

/* ---- The autopilot ---- */

static bool next_command(known_floor *view, const autopilot_row *row, wyrm_autopilot *autopilot,
                         wyrm_command *command)
{
    autopilot->why[0] = '\0';
    autopilot->watched = false;
    if (view->game->phase != WYRM_PHASE_PLAYING || autopilot->done >= row->limit ||
        (autopilot->done > 0 && is_interrupted(view, row, autopilot)) ||
        !row->on(view, autopilot, command))
        return false;
    autopilot->done++;
    remember(view, autopilot);
    return true;
}

bool wyrm_autopilot_next(wyrm_engine *engine, const wyrm_game *game, wyrm_autopilot *autopilot,
                         wyrm_command *command)
{
    known_floor view;
    if ((unsigned)autopilot->kind >= COUNT_OF(rows))
        return false;
    look_out(engine, game, &view);
    return next_command(&view, &rows[autopilot->kind], autopilot, command);
}

wyrm_status wyrm_autopilot_begin(wyrm_engine *engine, const wyrm_game *game,
                                 wyrm_autopilot_kind kind, wyrm_direction direction,
                                 wyrm_position target, wyrm_autopilot *out, wyrm_error *error)
{
    known_floor view;
    wyrm_command command;
    *out = (wyrm_autopilot){.kind = kind, .direction = direction, .target = target};
    if ((unsigned)kind >= COUNT_OF(rows))
        return wyrm_fail(error, WYRM_ERROR_ARGUMENT, "there is no autopilot %d", (int)kind);
    const autopilot_row *row = &rows[kind];
    look_out(engine, game, &view);
    remember(&view, out);
    wyrm_autopilot trial = *out;
    if (game->phase == WYRM_PHASE_CHOOSING)
        stop(out, "Choose what the new level brings first.");
    else if (game->phase != WYRM_PHASE_PLAYING)
        stop(out, "The game is over.");
    else if (is_helpless(&view, row, out) || (!row->among_foes && is_watched(&view, row, out)))
        ; /* the reason is set already */
    else if (next_command(&view, row, &trial, &command))
        return WYRM_OK;
    else
        stop(out, "%s", trial.why[0] != '\0' ? trial.why : "You are there already.");
    return wyrm_fail(error, WYRM_ERROR_ARGUMENT, "%s", out->why);
}
