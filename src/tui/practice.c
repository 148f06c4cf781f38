/* A debug start on the last floor. */
#include "tui/practice.h"

#include <stdlib.h>
#include <string.h>

#include "game/dress.h"

#define LIVES      10   /* how many times the hit points of its level */
#define FLOORS_MAX 1000 /* a dungeon that is deeper has no last floor */

/* Takes the stairs of every floor, wherever they are. */
static wyrm_status descend(tui_session *session, wyrm_error *error)
{
    wyrm_game *game = session->game;
    wyrm_command leave = {.kind = WYRM_DO_LEAVE};
    for (int floor = 0; !game->map.final; floor++) {
        if (floor == FLOORS_MAX)
            return wyrm_fail(error, WYRM_ERROR_ARGUMENT, "this dungeon has no last floor");
        game->player.at = game->map.exit;
        wyrm_status status = wyrm_game_act(session->engine, game, &leave, NULL, error);
        if (status != WYRM_OK)
            return status;
    }
    return WYRM_OK;
}

/* The kind of gear of a role and name; any of the role for a name that is a level. */
static int32_t find_gear(const wyrm_loot *loot, wyrm_item_class role, const char *name)
{
    const wyrm_item_kind *kinds;
    size_t count = wyrm_loot_kinds(loot, &kinds);
    bool any = strspn(name, "0123456789") == strlen(name);
    for (size_t i = 0; i < count; i++)
        if (kinds[i].item_class == role && (any || strcmp(kinds[i].name, name) == 0))
            return (int32_t)i;
    return -1;
}

static void wear(tui_session *session, wyrm_item_class role, const char *name)
{
    wyrm_game *game = session->game;
    int32_t kind = find_gear(wyrm_design_loot(session->design), role, name);
    if (kind < 0 || game->pack_count == WYRM_PACK_MAX)
        return;
    game->pack[game->pack_count++] =
        (wyrm_game_item){.item = {.kind = kind, .level = atoi(name)}, .uses = 1, .worn = true};
}

/* Puts on what the text of a combatant names ("player@6,weapon=5,armor=cap+boots"), instead of what
 * the game began with. */
static void wear_all(tui_session *session, const char *text)
{
    static const struct {
        const char *key;
        wyrm_item_class role;
    } rows[] = {{"weapon=", WYRM_ITEM_WEAPON}, {"armor=", WYRM_ITEM_ARMOR}};
    for (size_t i = 0; i < session->game->pack_count; i++)
        session->game->pack[i].worn = false;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const char *at = strstr(text, rows[i].key);
        at = at != NULL ? at + strlen(rows[i].key) : "";
        while (*at != '\0' && *at != ',') {
            char name[64] = "";
            size_t length = strcspn(at, "+,");
            strncat(name, at, length < sizeof name ? length : sizeof name - 1);
            wear(session, rows[i].role, name);
            at += length + (at[length] == '+');
        }
    }
}

wyrm_status tui_practice_begin(tui_session *session, wyrm_error *error)
{
    wyrm_game *game = session->game;
    wyrm_reference reference;
    wyrm_status status = descend(session, error);
    if (status == WYRM_OK)
        status = wyrm_design_reference(session->design, game->difficulty.depth, &reference, error);
    if (status != WYRM_OK)
        return status;
    int32_t level = reference.player.level > 1 ? reference.player.level : 1;
    wyrm_roster_start(wyrm_design_roster(session->design), level, &game->bare);
    game->experience = wyrm_growth_at_level(wyrm_design_growth(session->design), level);
    int64_t hp = LIVES * game->bare.max_hp;
    game->bare.max_hp = hp < WYRM_HP_MAX ? hp : WYRM_HP_MAX;
    game->bare.hp = game->bare.max_hp;
    wear_all(session, reference.text);
    wyrm_player_dress(session->engine, game);
    game->player.combatant.hp = game->player.combatant.max_hp;
    wyrm_observe(session->engine, game, session->view);
    return wyrm_game_is_sound(session->engine, game, error) ? WYRM_OK : WYRM_ERROR_INTERNAL;
}
