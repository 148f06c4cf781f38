/* Who dies and who learns from it: the credit, what the dead leave behind, experience and
 * levels, and how a game ends. */
#include "game/internal.h"

#include <string.h>

/* ---- Experience, and what a new level brings ---- */

/* A level-up by curves: the bare stats grow, and all wounds heal. */
static void grow(wyrm_turn *turn, int32_t level)
{
    wyrm_game *game = turn->game;
    wyrm_growth_level_up(turn->engine->growth, WYRM_ROLE_PLAYER, level, &game->bare);
    wyrm_player_dress(turn->engine, game);
    game->player.combatant.hp = game->player.combatant.max_hp;
}

static void gain_levels(wyrm_turn *turn, int32_t levels)
{
    wyrm_game *game = turn->game;
    const wyrm_choice *choices;
    bool chooses = wyrm_growth_choices(turn->engine->growth, &choices) > 0;
    int32_t first = game->experience.level - levels + 1;
    for (int32_t level = first; level <= game->experience.level; level++) {
        if (chooses)
            game->choices++;
        else
            grow(turn, level);
        wyrm_tell_player(turn, WYRM_EVENT_LEVEL_UP, level);
    }
}

void wyrm_player_learn(wyrm_turn *turn, uint64_t experience)
{
    wyrm_game *game = turn->game;
    if (experience == 0 || game->player.combatant.hp <= 0)
        return;
    int64_t told = experience < INT64_MAX ? (int64_t)experience : INT64_MAX;
    wyrm_tell_player(turn, WYRM_EVENT_EXPERIENCE, told);
    if (game->arena) { /* a set fight counts experience, but nobody changes level in it */
        wyrm_add_to(&game->experience.base, told);
        return;
    }
    gain_levels(turn, wyrm_growth_award(turn->engine->growth, &game->experience, experience));
}

/* The player keeps the same number of missing hit points, whatever happens to their maximum. */
void wyrm_player_choose(wyrm_turn *turn, size_t choice)
{
    wyrm_game *game = turn->game;
    wyrm_combatant *bare = &game->bare, *player = &game->player.combatant;
    int64_t missing = player->max_hp - player->hp;
    bare->hp = bare->max_hp > missing ? bare->max_hp - missing : 1;
    wyrm_growth_choose(turn->engine->growth, choice, bare);
    if (bare->hp >= bare->max_hp)
        missing = 0;
    wyrm_player_dress(turn->engine, game);
    player->hp = player->max_hp > missing ? player->max_hp - missing : 1;
    game->choices--;
    if (game->choices == 0 && game->phase == WYRM_PHASE_CHOOSING)
        game->phase = WYRM_PHASE_PLAYING;
    wyrm_count(&game->tally.choices);
    wyrm_tell_player(turn, WYRM_EVENT_CHOICE, (int64_t)choice);
}

/* ---- The dead ---- */

void wyrm_game_win(wyrm_turn *turn)
{
    wyrm_game *game = turn->game;
    if (game->phase != WYRM_PHASE_PLAYING)
        return;
    game->phase = WYRM_PHASE_WON;
    if (game->goal_placed) {
        wyrm_set_tile(game, game->goal, WYRM_TILE_FLOOR);
        game->goal_placed = false;
        game->goal_taken = true;
    }
    wyrm_event event = wyrm_event_of(WYRM_EVENT_WON);
    event.at = game->player.at;
    event.seen = true;
    wyrm_tell(turn, &event);
}

/* -- the player -- */

/* Why the player has died, unless that is known. */
static void find_cause(wyrm_turn *turn)
{
    wyrm_game *game = turn->game;
    if (game->cause != WYRM_CAUSE_NONE)
        return;
    bool by_monster = turn->credit != WYRM_NOBODY && turn->credit != 0;
    game->cause = by_monster ? WYRM_CAUSE_MONSTER : WYRM_CAUSE_ITSELF;
    game->killer = by_monster ? turn->credit_kind : -1;
}

static void bury_player(wyrm_turn *turn)
{
    wyrm_game *game = turn->game;
    find_cause(turn);
    wyrm_event died = wyrm_event_of(WYRM_EVENT_DIED);
    died.whom = 0;
    died.who = turn->credit;
    died.monster = game->killer;
    died.at = game->player.at;
    died.seen = true;
    wyrm_tell(turn, &died);
    game->phase = WYRM_PHASE_DEAD;
    wyrm_event lost = died;
    lost.kind = WYRM_EVENT_LOST;
    lost.whom = WYRM_NOBODY;
    wyrm_tell(turn, &lost);
}

/* -- monsters -- */

/* When the last boss of the last map dies, the victory item is left where it fell. */
static void leave_goal(wyrm_turn *turn, const wyrm_game_monster *dead)
{
    wyrm_game *game = turn->game;
    if (turn->engine->rules.goal != WYRM_GOAL_BOSS || !game->map.final || game->goal_placed ||
        game->goal_taken || !wyrm_is_boss(turn->engine, dead))
        return;
    for (size_t i = 0; i < game->monster_count; i++)
        if (wyrm_is_boss(turn->engine, &game->monsters[i]))
            return;
    wyrm_position at = dead->body.at;
    wyrm_set_tile(game, at, WYRM_TILE_GOAL);
    game->goal = at;
    game->goal_placed = true;
    wyrm_event event = wyrm_event_of(WYRM_EVENT_GOAL_PLACED);
    event.at = at;
    event.seen = wyrm_sight_has(wyrm_turn_sight(turn), at.x, at.y);
    wyrm_tell(turn, &event);
}

static void count_kill(wyrm_game *game, int32_t kind)
{
    wyrm_tally *tally = &game->tally;
    wyrm_count(&tally->kills);
    if (kind >= 0)
        wyrm_count(&tally->killed[kind]);
}

static void tell_death(wyrm_turn *turn, const wyrm_game_monster *dead)
{
    if (!wyrm_is_heard(turn))
        return;
    wyrm_event event = wyrm_event_of(WYRM_EVENT_DIED);
    event.whom = dead->id;
    event.who = turn->credit;
    event.monster = dead->spawn.monster;
    event.other = turn->credit_kind;
    event.at = dead->body.at;
    event.seen = wyrm_sight_has(wyrm_turn_sight(turn), event.at.x, event.at.y);
    wyrm_tell(turn, &event);
}

/* Removes a dead monster; the others keep the order in which they were placed. */
static void bury_monster(wyrm_turn *turn, size_t index)
{
    wyrm_game *game = turn->game;
    wyrm_game_monster dead = game->monsters[index];
    *wyrm_mark_at(game, dead.body.at.x, dead.body.at.y) &= (uint8_t)~WYRM_MARK_MONSTER;
    game->monster_count--;
    memmove(&game->monsters[index], &game->monsters[index + 1],
            (game->monster_count - index) * sizeof dead);
    turn->distances_fresh = false;
    tell_death(turn, &dead);
    if (turn->credit == 0) {
        count_kill(game, dead.spawn.monster);
        wyrm_player_learn(turn, dead.spawn.experience);
    }
    leave_goal(turn, &dead);
    if (game->arena && game->monster_count == 0 && game->phase == WYRM_PHASE_PLAYING)
        wyrm_game_win(turn);
}

/* The nearest of the dead, the first in the order of placing of equally near ones; monster_count
 * where there is none. */
static size_t nearest_dead(const wyrm_game *game)
{
    size_t found = game->monster_count;
    int32_t least = INT32_MAX;
    for (size_t i = 0; i < game->monster_count; i++) {
        const wyrm_creature *body = &game->monsters[i].body;
        if (body->combatant.hp > 0)
            continue;
        int32_t apart = wyrm_tiles_apart(body->at, game->player.at);
        if (apart < least) {
            least = apart;
            found = i;
        }
    }
    return found;
}

bool wyrm_bury(wyrm_turn *turn)
{
    wyrm_game *game = turn->game;
    if (game->player.combatant.hp <= 0 && game->phase != WYRM_PHASE_DEAD)
        bury_player(turn);
    for (size_t i = nearest_dead(game); i < game->monster_count; i = nearest_dead(game))
        bury_monster(turn, i);
    turn->credit = WYRM_NOBODY;
    turn->credit_kind = -1;
    return game->phase == WYRM_PHASE_PLAYING;
}
