/* What an attack or effect would do at a tile. */
#include "term/aim.h"

#include <stdio.h>

#include "term/cursor.h"

static double stat_of(const term_session *session, const wyrm_combatant *combatant,
                      const char *name)
{
    int stat = wyrm_combat_stat(wyrm_design_combat(session->design), name);
    return stat >= 0 ? combatant->stats[stat] : 0.0;
}

static void begin_use(const term_session *session, term_aim *aim)
{
    wyrm_effect effect = wyrm_pack_effect(session->engine, session->game, aim->item);
    aim->range = effect.range;
    aim->radius = effect.radius;
    aim->has_area = wyrm_effect_aims(effect.kind) == WYRM_AIM_AREA;
}

/* Aims a throw, which strikes as if the weapon were wielded. */
static void begin_throw(const term_session *session, term_aim *aim)
{
    wyrm_combatant armed = session->game->player.combatant;
    if (!session->game->pack[aim->item].worn)
        wyrm_player_with(session->engine, session->game, aim->item, &armed);
    aim->range = wyrm_throw_range(session->engine, session->game, aim->item);
    aim->radius = stat_of(session, &armed, "blast");
    aim->has_area = aim->radius > 0.0;
}

static void begin_shoot(const term_session *session, term_aim *aim)
{
    const wyrm_combatant *player = &session->game->player.combatant;
    aim->range = wyrm_strike_range(session->engine, session->game);
    if (stat_of(session, player, "range") > 0.0)
        aim->radius = stat_of(session, player, "ammo_blast");
    aim->has_area = aim->radius > 0.0;
}

void term_aim_begin(const term_session *session, const wyrm_command *command, term_aim *out)
{
    *out = (term_aim){.kind = command->kind, .item = (size_t)command->argument};
    if (command->kind == WYRM_DO_SHOOT) {
        snprintf(out->name, sizeof out->name, "From afar");
        begin_shoot(session, out);
        return;
    }
    const wyrm_game_item *item = &session->game->pack[out->item];
    wyrm_item_text(session->engine, item, out->name);
    wyrm_item_describe(session->engine, item, out->what);
    if (command->kind == WYRM_DO_THROW)
        begin_throw(session, out);
    else
        begin_use(session, out);
}

/* Finds the way to the target: an effect reaches it at once, what flies stops at the first monster
 * in its way. */
static void trace(const term_session *session, bool flies, wyrm_position target, term_shot *shot)
{
    const wyrm_game *game = session->game;
    wyrm_grid grid = wyrm_map_grid(&game->map);
    size_t count = wyrm_line(&grid, game->player.at, target, shot->path, TERM_PATH_TILES_MAX);
    count = count < TERM_PATH_TILES_MAX ? count : TERM_PATH_TILES_MAX;
    shot->end = game->player.at;
    for (size_t i = 0; i < count; i++) {
        bool known;
        wyrm_position at = shot->path[i];
        if (wyrm_known_tile(game, at.x, at.y, &known) == WYRM_TILE_WALL && known)
            return;
        shot->end = at;
        shot->path_count = i + 1;
        if (flies && wyrm_seen_on(game, session->view, at.x, at.y) != NULL)
            return;
    }
}

/* Finds who is struck where something that flies comes down. */
static void strike(const term_session *session, const term_aim *aim, term_shot *shot)
{
    const wyrm_observation *view = session->view;
    for (size_t i = 0; i < view->monster_count; i++) {
        wyrm_position at = session->game->monsters[view->monsters[i].index].body.at;
        bool struck =
            aim->has_area ? wyrm_sight_has(&shot->area, at.x, at.y) : term_same_tile(at, shot->end);
        if (view->monsters[i].in_sight && struck)
            shot->hits[shot->hit_count++] = i;
    }
    wyrm_position at = session->game->player.at;
    shot->user = aim->has_area && wyrm_sight_has(&shot->area, at.x, at.y);
}

static bool refuse(term_shot *shot, const char *why)
{
    snprintf(shot->why, sizeof shot->why, "%s", why);
    return false;
}

/* Whether the combat model allows to shoot or throw at a tile; else shot->why. */
static bool can_reach(const term_session *session, const term_aim *aim, wyrm_position target,
                      term_shot *shot)
{
    if (term_same_tile(target, session->game->player.at))
        return refuse(shot, "That would be yourself.");
    if (!wyrm_sight_has(&session->view->sight, target.x, target.y))
        return refuse(shot, "You cannot see that place.");
    if (term_tiles_apart(target, session->game->player.at) > aim->range)
        return refuse(shot, "That is too far away.");
    if (aim->kind == WYRM_DO_SHOOT &&
        wyrm_seen_on(session->game, session->view, target.x, target.y) == NULL)
        return refuse(shot, "You see nobody there.");
    return true;
}

void term_aim_at(const term_session *session, const term_aim *aim, wyrm_position target,
                 term_shot *out)
{
    wyrm_grid grid = wyrm_map_grid(&session->game->map);
    bool flies = aim->kind != WYRM_DO_USE;
    out->why[0] = '\0';
    out->path_count = out->hit_count = 0;
    out->user = false;
    trace(session, flies, target, out);
    if (!flies)
        out->end = target;
    if (aim->has_area)
        wyrm_sight_from(&grid, out->end, (int)aim->radius, &out->area);
    if (flies) {
        out->can = can_reach(session, aim, target, out);
        strike(session, aim, out);
        return;
    }
    size_t hits = wyrm_would_hit(session->engine, session->game, session->view, aim->item, target,
                                 out->hits, &out->user);
    out->can = hits != WYRM_EFFECT_NO_AIM;
    out->hit_count = out->can ? hits : 0;
    if (!out->can)
        refuse(out, wyrm_sight_has(&session->view->sight, target.x, target.y)
                        ? "That is out of range."
                        : "You cannot see that place.");
}
