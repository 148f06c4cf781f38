/* Experience, and what a new level brings. */
#include "game/learn.h"

#include "game/dress.h"

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
