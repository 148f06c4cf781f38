/* Does at random what makes sense to somebody. */
#include "bot/go.h"
#include "bot/kinds.h"

#include <wyrm/observe.h>

#include "game/pack.h"

#define FUMBLE_TURNS 20 /* of so many turns, one goes to the pack */
#define ERRAND_TURNS 20 /* for so many it has the same in mind */
#define STRAY_TURNS  3  /* of so many, one goes anywhere */
#define STAIRS_TIMES 4  /* of so many times that it is on the stairs, it passes them by once */

/* Leaves where it stumbles upon the way out, more often than not. */
static bool may_leave(wyrm_bot *bot, wyrm_command *command)
{
    bool passes = wyrm_rng_chance(&bot->rng, 1, STAIRS_TIMES);
    return !passes && wyrm_urge_leave(bot, command);
}

/* Uses or wears anything, aimed at anybody in sight. */
static bool fumble(wyrm_bot *bot, wyrm_command *command)
{
    const wyrm_game *game = bot->game;
    bool fumbles = wyrm_rng_chance(&bot->rng, 1, FUMBLE_TURNS);
    uint64_t item = wyrm_rng_below(&bot->rng, game->pack_count);
    uint64_t foe = wyrm_rng_below(&bot->rng, bot->foe_count);
    if (!fumbles || game->pack_count == 0 || game->pack[item].worn ||
        !wyrm_can_use(bot->engine, game, item, NULL))
        return false;
    command->kind =
        wyrm_is_gear(bot->engine, game->pack[item].item.kind) ? WYRM_DO_WEAR : WYRM_DO_USE;
    command->argument = (int32_t)item;
    command->target = bot->foe_count > 0 ? bot->foes[foe].at : game->player.at;
    return true;
}

/* Has something in mind for a while, and strays from it. Where that cannot be done it strays on. */
static bool go_about(wyrm_bot *bot, wyrm_command *command)
{
    static wyrm_urge *const errands[] = {wyrm_urge_patrol, wyrm_urge_scout, wyrm_urge_explore,
                                         wyrm_urge_seek_exit};
    bool changes = wyrm_rng_chance(&bot->rng, 1, ERRAND_TURNS);
    uint64_t errand = wyrm_rng_below(&bot->rng, sizeof errands / sizeof *errands);
    bool strays = wyrm_rng_chance(&bot->rng, 1, STRAY_TURNS);
    bot->errand = changes ? (uint32_t)errand : bot->errand;
    return !strays && errands[bot->errand](bot, command);
}

wyrm_urge *const wyrm_random_urges[] = {may_leave, wyrm_urge_pick_up, fumble,
                                        go_about,  wyrm_urge_stray,   NULL};
