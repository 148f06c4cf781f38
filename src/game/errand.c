/* Errands: when they begin, and what interrupts them. */

#include <stdarg.h>
#include <stdio.h>

#include "game/articles.h"
#include "game/explore.h"
#include "game/outlook.h"
#include "game/rest.h"
#include "game/run.h"
#include "game/travel.h"
#include "game/words.h"

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

/* ------------------------------------------------------------------ watching */

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

/* ------------------------------------------------------------------ what interrupts */

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

/* ------------------------------------------------------------------ errands */

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
    wyrm_look_out(engine, game, &view);
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
    wyrm_look_out(engine, game, &view);
    remember(&view, out);
    return makes_sense(&view, &rows[kind], out)
               ? WYRM_OK
               : wyrm_fail(error, WYRM_ERROR_ARGUMENT, "%s", out->why);
}
