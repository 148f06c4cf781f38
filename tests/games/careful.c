/* What the careful player thinks of, in the order of importance; its fights are in
 * careful_fights.c. */
#include "careful_ideas.h"

#include <string.h>

const wyrm_combatant *careful_self(const careful *player)
{
    return &player->game->player.combatant;
}

/* Less than so many percent of its hit points are left. */
bool careful_is_below(const careful *player, int64_t percent)
{
    return 100 * careful_self(player)->hp < percent * careful_self(player)->max_hp;
}

bool careful_can_rest(const careful *player)
{
    const wyrm_play_rules *rules = wyrm_engine_rules(player->engine);
    return rules->regeneration > 0 &&
           (rules->stage_count == 0 ||
            rules->stages[wyrm_hunger_stage_at(rules, player->game->fullness)].regenerates);
}

/* The nearest monster in sight, or NULL. */
const wyrm_game_monster *careful_foe(const careful *player, int32_t *distance)
{
    for (size_t i = 0; i < player->around.monster_count; i++)
        if (player->around.monsters[i].in_sight) {
            *distance = player->around.monsters[i].distance;
            return &player->game->monsters[player->around.monsters[i].index];
        }
    *distance = 0;
    return NULL;
}

double careful_chance(const careful *player, const wyrm_game_monster *monster)
{
    wyrm_duel duel;
    wyrm_status status = wyrm_odds(player->engine, player->game, monster, &duel, NULL);
    return status == WYRM_OK ? duel.p_win : 0.0;
}

/* The first item of the pack with an effect, or -1. */
int32_t careful_item(const careful *player, wyrm_effect_kind kind)
{
    for (size_t i = 0; i < player->game->pack_count; i++)
        if (wyrm_pack_effect(player->engine, player->game, i).kind == kind &&
            wyrm_can_use(player->engine, player->game, i, NULL))
            return (int32_t)i;
    return -1;
}

bool careful_use(const careful *player, int32_t item, wyrm_position target, wyrm_command *command)
{
    (void)player;
    *command = (wyrm_command){WYRM_DO_USE, item, target};
    return item >= 0;
}

/* It carries more than it needs. */
bool careful_is_laden(const careful *player)
{
    return player->game->pack_count > 15;
}

uint16_t *careful_visits(careful *player, wyrm_position at)
{
    return &player->visits[at.y * player->game->map.width + at.x];
}

static bool choose(careful *player, wyrm_command *command)
{
    const wyrm_choice *choices;
    size_t count =
        wyrm_growth_choices(wyrm_design_growth(wyrm_engine_design(player->engine)), &choices);
    if (player->game->phase != WYRM_PHASE_CHOOSING || count == 0)
        return false;
    command->kind = WYRM_DO_CHOOSE;
    command->argument = (int32_t)(player->game->tally.choices % count);
    return true;
}

static bool go_on(careful *player, wyrm_command *command)
{
    command->kind = WYRM_DO_GO_ON;
    return player->game->phase == WYRM_PHASE_WON;
}

static bool run_autopilot(careful *player, wyrm_command *command)
{
    player->on_autopilot = player->on_autopilot && wyrm_autopilot_next(player->engine, player->game,
                                                                       &player->autopilot, command);
    return player->on_autopilot;
}

static bool begin_autopilot(careful *player, wyrm_autopilot_kind kind, wyrm_position target,
                            wyrm_command *command)
{
    player->on_autopilot = wyrm_autopilot_begin(player->engine, player->game, kind, WYRM_NORTH,
                                                target, &player->autopilot, NULL) == WYRM_OK;
    return run_autopilot(player, command);
}

bool careful_is_at(const careful *player, wyrm_position at)
{
    return player->game->player.at.x == at.x && player->game->player.at.y == at.y;
}

bool careful_leave(careful *player, wyrm_command *command)
{
    const wyrm_observation *around = &player->around;
    command->kind = around->goal_known ? WYRM_DO_PICK_UP : WYRM_DO_LEAVE;
    if (!around->goal_known && !around->exit_known)
        return false;
    wyrm_position way_out = around->goal_known ? around->goal : around->exit;
    return careful_is_at(player, way_out) ||
           begin_autopilot(player, WYRM_AUTOPILOT_TRAVEL, way_out, command);
}

/* Where nobody is about. */
static bool is_quiet(const careful *player)
{
    int32_t distance;
    return careful_foe(player, &distance) == NULL;
}

static bool eat(careful *player, wyrm_command *command)
{
    const wyrm_play_rules *rules = wyrm_engine_rules(player->engine);
    return rules->stage_count > 0 && wyrm_hunger_stage_at(rules, player->game->fullness) >= 2 &&
           careful_use(player, careful_item(player, WYRM_EFFECT_FEED), player->game->player.at,
                       command);
}

static double mean_damage(const careful *player, const wyrm_combatant *attacker,
                          const wyrm_combatant *defender)
{
    wyrm_pmf *damage = NULL;
    const wyrm_matchup matchup = {.attacker = attacker, .defender = defender, .distance = 1};
    if (wyrm_combat_hit(wyrm_design_combat(wyrm_engine_design(player->engine)), &matchup, &damage,
                        NULL) != WYRM_OK)
        return 0;
    double mean = wyrm_pmf_mean(damage);
    wyrm_pmf_free(damage);
    return mean;
}

/* What somebody does to its own like bare-handed, less what it suffers from it. */
static double worth(const careful *player, const wyrm_combatant *combatant)
{
    return mean_damage(player, combatant, &player->game->bare) -
           mean_damage(player, &player->game->bare, combatant);
}

static bool dress(careful *player, wyrm_command *command)
{
    double best = worth(player, careful_self(player)) + 1e-9;
    bool found = false;
    if (!is_quiet(player))
        return false;
    for (size_t i = 0; i < player->game->pack_count; i++) {
        wyrm_combatant with;
        wyrm_effect effect = wyrm_pack_effect(player->engine, player->game, i);
        if (player->game->pack[i].worn || effect.kind != WYRM_EFFECT_NONE ||
            !wyrm_can_use(player->engine, player->game, i, NULL))
            continue;
        wyrm_player_with(player->engine, player->game, i, &with);
        double now = worth(player, &with);
        if (now <= best)
            continue;
        best = now;
        found = true;
        *command = (wyrm_command){.kind = WYRM_DO_WEAR, .argument = (int32_t)i};
    }
    return found;
}

/* What lasts for good, and what shows the way. */
static bool better_oneself(careful *player, wyrm_command *command)
{
    if (!is_quiet(player))
        return false;
    for (size_t i = 0; i < player->game->pack_count; i++) {
        wyrm_effect effect = wyrm_pack_effect(player->engine, player->game, i);
        bool lasts =
            (effect.kind == WYRM_EFFECT_STRENGTHEN || effect.kind == WYRM_EFFECT_REGENERATE) &&
            effect.turns == 0;
        if ((lasts || effect.kind == WYRM_EFFECT_TEACH || effect.kind == WYRM_EFFECT_MAP) &&
            wyrm_can_use(player->engine, player->game, i, NULL))
            return careful_use(player, (int32_t)i, player->game->player.at, command);
    }
    return false;
}

/* Uses up what is for oneself, but for what heals. */
static bool spend(careful *player, wyrm_command *command)
{
    if (!careful_is_laden(player))
        return false;
    for (size_t i = 0; i < player->game->pack_count; i++) {
        wyrm_effect effect = wyrm_pack_effect(player->engine, player->game, i);
        if (effect.kind != WYRM_EFFECT_NONE && effect.kind != WYRM_EFFECT_HEAL &&
            wyrm_effect_aims(effect.kind) == WYRM_AIM_USER &&
            wyrm_can_use(player->engine, player->game, i, NULL))
            return careful_use(player, (int32_t)i, player->game->player.at, command);
    }
    return false;
}

/* Puts down what it has no use for: curios, and gear that is not worn. */
static bool discard(careful *player, wyrm_command *command)
{
    if (!careful_is_laden(player) || !is_quiet(player))
        return false;
    command->kind = WYRM_DO_DROP;
    for (size_t i = 0; i < player->game->pack_count; i++) {
        command->argument = (int32_t)i;
        if (!player->game->pack[i].worn &&
            wyrm_pack_effect(player->engine, player->game, i).kind == WYRM_EFFECT_NONE &&
            wyrm_throw_range(player->engine, player->game, i) == 0)
            return true;
    }
    return false;
}

static bool rest(careful *player, wyrm_command *command)
{
    return careful_is_below(player, 75) && careful_can_rest(player) &&
           begin_autopilot(player, WYRM_AUTOPILOT_REST, player->game->player.at, command);
}

/* Badly hurt, where wounds do not heal by themselves. */
static bool is_worn_out(const careful *player)
{
    return careful_is_below(player, 50) && !careful_can_rest(player) &&
           careful_item(player, WYRM_EFFECT_HEAL) < 0;
}

static bool floors_heal(const careful *player)
{
    wyrm_combatant after = *careful_self(player);
    wyrm_growth_new_floor(wyrm_design_growth(wyrm_engine_design(player->engine)), &after);
    return after.hp > careful_self(player)->hp;
}

/* To the next floor, where that heals. */
static bool leave_in_haste(careful *player, wyrm_command *command)
{
    return is_worn_out(player) && floors_heal(player) && careful_leave(player, command);
}

static bool explore(careful *player, wyrm_command *command)
{
    return begin_autopilot(player, WYRM_AUTOPILOT_EXPLORE, player->game->player.at, command);
}

static bool wait(careful *player, wyrm_command *command)
{
    command->kind = WYRM_DO_WAIT;
    return player->game->phase == WYRM_PHASE_PLAYING;
}

static careful_idea *const ideas[] = {
    choose,         go_on,         careful_heal,     careful_escape,
    careful_cast,   careful_shoot, careful_throw,    careful_run_away,
    careful_strike, careful_await, careful_approach, eat,
    dress,          rest,          better_oneself,   spend,
    discard,        run_autopilot, leave_in_haste,   explore,
    careful_leave,  wait,
};

bool careful_next(careful *player, size_t *idea, wyrm_command *command)
{
    wyrm_observe(player->engine, player->game, &player->around);
    if (player->depth != player->game->difficulty.depth)
        memset(player->visits, 0, sizeof player->visits);
    player->depth = player->game->difficulty.depth;
    if (*idea == 0 && *careful_visits(player, player->game->player.at) < UINT16_MAX)
        ++*careful_visits(player, player->game->player.at);
    if (is_quiet(player))
        player->waited = 0;
    else
        player->on_autopilot = false;
    for (; *idea < sizeof ideas / sizeof *ideas; ++*idea) {
        *command = (wyrm_command){0};
        bool waits_for_choice = player->game->phase != WYRM_PHASE_PLAYING;
        if (waits_for_choice && *idea > 1)
            return false;
        if (ideas[*idea](player, command))
            return true;
    }
    return false;
}
