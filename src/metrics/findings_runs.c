/* Findings about runs: games that come to no end, that begin with a fight that is lost, or in which
 * floors do not matter; and items that no bot can do anything with.
 *
 * A game that stalls or is cut off is part of no mean, so it must not be passed over. One of
 * them is played again up to where it stands still, and its map is searched from there: where no
 * way leads to the stairs, or only past somebody who cannot be hurt, the rules are at fault;
 * where there is one the bot is, and what is said of its games is to be taken with care. */
#include "metrics/internal.h"
#include <string.h>
#include <wyrm/outlook.h>
#include "game/internal.h"
#include "sim/internal.h"

static void search(base_arena *arena, const wyrm_game *game, wyrm_grid grid, wyrm_distances *out)
{
    static const wyrm_step_costs costs = {1, 1};
    base_must(arena, wyrm_distances_find(&grid, &game->player.at, 1, costs, WYRM_UNREACHED, out,
                                         &arena->error));
}

/* Whether the search has come to a tile, or next to it. */
static bool is_reached(const wyrm_distances *distances, wyrm_position at, int radius)
{
    for (int y = at.y - radius; y <= at.y + radius; y++)
        for (int x = at.x - radius; x <= at.x + radius; x++)
            if (wyrm_distances_at(distances, x, y) != WYRM_UNREACHED)
                return true;
    return false;
}

/* Mean hit points of a blow below which whole games are too short for one. */
#define NOTHING 1e-4

/* Whether blows of the player bring it down in the end. */
static bool can_fall(const wyrm_runner *runner, const wyrm_combatant *other)
{
    const wyrm_matchup matchup = {
        .attacker = &wyrm_runner_game(runner)->player.combatant, .defender = other, .distance = 1};
    wyrm_pmf *damage = NULL;
    bool falls =
        wyrm_combat_hit(wyrm_runner_engine(runner)->combat, &matchup, &damage, NULL) != WYRM_OK ||
        (wyrm_pmf_mean(damage) >= NOTHING &&
         (wyrm_pmf_mean(damage) > other->regeneration || wyrm_pmf_last(damage) >= other->hp));
    wyrm_pmf_free(damage);
    return falls;
}

/* Whose the goal is as long as he lives, if so the ruleset says. */
static bool holds_goal(const wyrm_runner *runner, const wyrm_game_monster *monster)
{
    const wyrm_game *game = wyrm_runner_game(runner);
    const wyrm_engine *engine = wyrm_runner_engine(runner);
    return game->map.final && engine->rules.goal == WYRM_GOAL_BOSS && !game->goal_placed &&
           wyrm_is_boss(engine, monster);
}

judge_blame judge_find_blame(base_arena *arena, const wyrm_runner *runner)
{
    const wyrm_game *game = wyrm_runner_game(runner);
    wyrm_distances *distances = base_new(arena, wyrm_distances);
    wyrm_position to = game->goal_placed ? game->goal : game->map.exit;
    bool is_held = false, can_go_on = false;
    search(arena, game, wyrm_game_step_grid(game), distances);
    for (size_t i = 0; i < game->monster_count; i++) {
        const wyrm_game_monster *monster = &game->monsters[i];
        is_held |= holds_goal(runner, monster);
        can_go_on |= is_reached(distances, monster->body.at, 1) &&
                     can_fall(runner, &monster->body.combatant);
    }
    can_go_on |= !is_held && is_reached(distances, to, 0);
    search(arena, game, wyrm_map_feet(&game->map), distances);
    bool has_way = !is_held && is_reached(distances, to, 0);
    for (size_t i = 0; i < game->monster_count; i++)
        has_way |= holds_goal(runner, &game->monsters[i]) &&
                   is_reached(distances, game->monsters[i].body.at, 0);
    return can_go_on ? JUDGE_BLAME_BOT : has_way ? JUDGE_BLAME_MONSTERS : JUDGE_BLAME_MAP;
}

/* "before orc, 3 tiles away, with a reach of 4": the nearest in sight. */
static judge_text name_nearest(base_arena *arena, const wyrm_runner *runner)
{
    const wyrm_game *game = wyrm_runner_game(runner);
    const wyrm_engine *engine = wyrm_runner_engine(runner);
    wyrm_observation *seen = base_new(arena, wyrm_observation);
    wyrm_observe(engine, game, seen);
    for (size_t i = 0; i < seen->monster_count; i++) {
        const wyrm_game_monster *monster = &game->monsters[seen->monsters[i].index];
        int apart = (int)seen->monsters[i].distance, who = monster->spawn.monster;
        if (!seen->monsters[i].in_sight)
            continue;
        int reach = (int)wyrm_reach_of(engine, &monster->body.combatant);
        return judge_say("before %.50s, %d %s away%s",
                         who >= 0 ? wyrm_roster_monster(engine->roster, who)->title : "somebody",
                         apart, apart == 1 ? "tile" : "tiles",
                         reach > 1 ? judge_say(", with a reach of %d", reach).text : "");
    }
    return judge_say("with nobody in sight");
}

/* The first of the games without an end, played once more to where it is left. */
static void look_at_lost(judge_work *work, const judge_simulation *made)
{
    static const char *const faults[] = {
        [JUDGE_BLAME_BOT] = "it could go on, so the bot is at fault, not the rules",
        [JUDGE_BLAME_MAP] = "no way leads on, so the rules are at fault",
        [JUDGE_BLAME_MONSTERS] =
            "all ways are blocked by monsters that it cannot bring down, so the rules are at fault",
    };
    base_arena *arena = work->arena;
    wyrm_run *run = base_new(arena, wyrm_run);
    wyrm_run_options options = {0};
    wyrm_runner *runner;
    base_must(arena, wyrm_bot_find(made->bot, &options.bot, &arena->error));
    base_must(arena, wyrm_runner_new(work->design, &options, &runner, &arena->error));
    base_keep(arena, runner, wyrm_runner_free);
    base_must(arena, wyrm_runner_make(runner, work->seed, made->lost_run, run, &arena->error));
    const wyrm_summary *summary = made->summary;
    uint64_t lost = summary->runs - summary->complete;
    unsigned long long first = made->lost_run;
    wyrm_interval share =
        wyrm_listed_share_interval(lost, summary->runs, 1, made->looks.confidence);
    judge_tell(work, "no-end", judge_say("games of %s", made->bot).text,
               "%s to %s of them come to no end (%llu of %llu). Run %llu %s at depth %d in turn "
               "%u, %s; %s",
               judge_percent(share.low).text, judge_percent(share.high).text,
               (unsigned long long)lost, (unsigned long long)summary->runs, first,
               run->end == WYRM_RUN_STALLED ? "stalls" : "is cut off", (int)run->depth,
               (unsigned)wyrm_runner_game(runner)->turn, name_nearest(arena, runner).text,
               faults[judge_find_blame(arena, runner)]);
    judge_command(work, "play RULESET --watch-bot %s --seed %llu --run %llu", made->bot,
                  (unsigned long long)work->seed, first);
}

/* Of the explorer's games, and of those of others that a target is about. */
static void look_for_stalls(judge_work *work)
{
    wyrm_engine *engine;
    wyrm_status status = wyrm_engine_new(work->design, &engine, work->error);
    if (status == WYRM_ERROR_RULESET || status == WYRM_ERROR_LIMIT) /* it cannot be played */
        return;
    base_must(work->arena, status);
    wyrm_engine_free(engine);
    (void)judge_simulate(work, JUDGE_USUAL_BOT, "");
    for (size_t i = 0; i < work->simulation_count; i++) {
        const judge_simulation *made = &work->simulations[i];
        if (made->arena[0] == '\0' && made->summary->complete < made->summary->runs)
            look_at_lost(work, made);
    }
}

/* The one who does anything at random tells nothing of what an item is worth. */
static void look_for_unplayed(judge_work *work)
{
    size_t count;
    const wyrm_bot_kind *bots = wyrm_bot_kinds(&count);
    for (size_t i = 0; i < work->kind_count; i++) {
        const wyrm_item_kind *kind = &work->kinds[i];
        const wyrm_effect effect = wyrm_item_effect(kind->record);
        bool used = effect.kind == WYRM_EFFECT_NONE || kind->item_class == WYRM_ITEM_WEAPON ||
                    kind->item_class == WYRM_ITEM_ARMOR || !work->presence.items[i];
        for (size_t b = 0; !used && b < count; b++)
            used = strcmp(bots[b].name, "random") != 0 && wyrm_bot_uses(&bots[b], &effect);
        if (!used)
            judge_tell(work, "unused-by-bots", judge_say("items.%s", kind->name).text,
                       "no bot knows how to use it (effect %s%s): in all figures of runs %.60s is "
                       "as good as not there, whatever it is worth to a player",
                       wyrm_effect_name(effect.kind), effect.turns > 0 ? " for a while" : "",
                       kind->title);
    }
}

/* ---- how games begin, and floors on which nothing happens ---- */

/* An engine with a game, the arena's; false where the ruleset cannot be played. */
static bool open_games(judge_work *work, wyrm_engine **engine, wyrm_game **game)
{
    if (work->engine == NULL) {
        wyrm_status status = wyrm_engine_new(work->design, &work->engine, work->error);
        if (status == WYRM_ERROR_RULESET || status == WYRM_ERROR_LIMIT)
            return false;
        base_must(work->arena, status);
        base_keep(work->arena, work->engine, wyrm_engine_free);
    }
    *engine = work->engine;
    *game = wyrm_game_new();
    base_keep(work->arena, *game, wyrm_game_free);
    return *game != NULL;
}

enum {
    STARTS = 200,       /* games whose first turn is looked at, at most */
    STARTS_FIGHTS = 100 /* of each way to begin the fight of one */
};
#define SELDOM    0.01 /* a share of games in which bad luck is no fault of the rules */
#define FAIR_ODDS 0.9  /* of a fight that a game may begin with, by the best way to begin it */

/* Games that begin with somebody awake in view who wins too often, however the player begins. */
static void look_for_starts(judge_work *work)
{
    const wyrm_outlook_options best = {.fights = STARTS_FIGHTS};
    wyrm_engine *engine;
    wyrm_game *game;
    const uint64_t starts = judge_runs(work) < STARTS ? judge_runs(work) : STARTS;
    uint64_t unfair = 0, worst = 0;
    double least = 1.0;
    size_t foes = 0;
    if (!open_games(work, &engine, &game) || engine->rules.fair_start)
        return;
    for (uint64_t run = 0; run < starts; run++) {
        const wyrm_game_options options = {.seed = work->seed, .run = run};
        wyrm_outlook outlook;
        base_must(work->arena, wyrm_game_start(engine, &options, NULL, game, work->error));
        base_must(work->arena, wyrm_outlook_find(engine, game, &best, &outlook, work->error));
        const wyrm_duel *duel = &outlook.ways[0].duel;
        if (outlook.count == 0 || duel->p_win_high >= FAIR_ODDS)
            continue;
        unfair++;
        if (duel->p_win >= least)
            continue;
        least = duel->p_win;
        worst = run;
        foes = outlook.foes;
    }
    const wyrm_interval share = wyrm_listed_share_interval(unfair, starts, 1, 0.95);
    if (share.low < SELDOM)
        return;
    judge_tell(
        work, "unfair-start", "game",
        "%s to %s of games begin with somebody awake in view whom the player beats in less "
        "than %s of fights, by the best way to begin (%llu of %llu); in run %llu of seed %llu "
        "that is %zu, and %s of fights. `game: {fair_start: true}` puts them out of view",
        judge_percent(share.low).text, judge_percent(share.high).text,
        judge_percent(FAIR_ODDS).text, (unsigned long long)unfair, (unsigned long long)starts,
        (unsigned long long)worst, (unsigned long long)work->seed, foes, judge_percent(least).text);
}

enum {
    EASY_GAMES = 24, /* that are played, and of which so many must have seen a floor: */
    EASY_GAMES_LEAST = 20,
    EASY_COMMANDS = 60000, /* of all of them together */
    EASY_DEPTHS = 100
};
#define EASY_HP 0.9

/* The greatest product of the hit points of both: whoever reckons fights that are longer plays too
 * slowly to be looked at. */
#define EASY_LONG 1e6

/* Whether the longest fight between the player and a monster is that long. */
static bool fights_are_long(const judge_work *work)
{
    wyrm_combatant player, rival;
    double most = 0.0;
    wyrm_roster_start(work->roster, 1, &player);
    for (size_t i = 0; i < wyrm_roster_count(work->roster); i++) {
        wyrm_roster_spawn(work->roster, (int32_t)i, 1, WYRM_VARIANT_NONE, &rival);
        most = fmax(most, (double)rival.max_hp);
    }
    return (double)player.max_hp * most > EASY_LONG;
}

/* Whether a floor may still turn out to be easy, after so many games. */
static bool may_be_easy(const int *seen, const int *hurt, int games)
{
    for (int32_t depth = 1; depth <= EASY_DEPTHS; depth++)
        if (hurt[depth] == 0 && games - seen[depth] <= EASY_GAMES - EASY_GAMES_LEAST)
            return true;
    return false;
}

/* Floors on which a careful player is never in danger: nothing that is there matters. */
static void look_for_easy_floors(judge_work *work)
{
    const wyrm_bot_kind *kind;
    wyrm_engine *engine;
    wyrm_game *game;
    wyrm_bot *bot;
    int seen[EASY_DEPTHS + 1] = {0}, hurt[EASY_DEPTHS + 1] = {0};
    if (judge_runs(work) < EASY_GAMES_LEAST)
        return;
    if (fights_are_long(work)) {
        judge_tell(work, "easy-floor", "game",
                   "not looked for: the hit points of the player and of a monster multiply to more "
                   "than %.0f, and such fights take too long to play",
                   EASY_LONG);
        return;
    }
    if (!open_games(work, &engine, &game))
        return;
    base_must(work->arena, wyrm_bot_find("tactician", &kind, work->error));
    base_must(work->arena, wyrm_bot_new(kind, engine, &bot, work->error));
    base_keep(work->arena, bot, wyrm_bot_free);
    for (int run = 0; run < EASY_GAMES && may_be_easy(seen, hurt, run); run++) {
        const wyrm_game_options options = {.seed = work->seed, .run = (uint64_t)run};
        bool was_hurt[EASY_DEPTHS + 1] = {false};
        int32_t deepest = 0;
        wyrm_command command;
        base_must(work->arena, wyrm_game_start(engine, &options, NULL, game, work->error));
        wyrm_bot_begin(bot);
        for (int i = 0; i < EASY_COMMANDS / EASY_GAMES && wyrm_bot_next(bot, game, &command); i++) {
            const wyrm_status status = wyrm_game_act(engine, game, &command, NULL, work->error);
            const int32_t depth = game->difficulty.depth;
            const wyrm_combatant *player = &game->player.combatant;
            if (status != WYRM_ERROR_ARGUMENT)
                base_must(work->arena, status);
            if (depth > EASY_DEPTHS || game->difficulty.wins > 0)
                break;
            deepest = depth;
            was_hurt[depth] |= (double)player->hp < EASY_HP * (double)player->max_hp;
        }
        /* The floor on which it is left has been seen in part only. */
        for (int32_t depth = 1; depth < deepest; depth++) {
            seen[depth]++;
            hurt[depth] += was_hurt[depth];
        }
    }
    for (int32_t depth = 1, last; depth <= EASY_DEPTHS; depth = last + 1) {
        last = depth;
        if (seen[depth] < EASY_GAMES_LEAST || hurt[depth] > 0)
            continue;
        while (last < EASY_DEPTHS && seen[last + 1] >= EASY_GAMES_LEAST && hurt[last + 1] == 0)
            last++;
        judge_tell(work, "easy-floor",
                   (depth == last ? judge_say("depth %d", (int)depth)
                                  : judge_say("depths %d-%d", (int)depth, (int)last))
                       .text,
                   "a careful player (the tactician) never falls below %s of its hit points there, "
                   "in none of %d games: what is there does not matter",
                   judge_percent(EASY_HP).text, seen[last]);
        judge_command(work, "curve RULESET");
    }
}

const judge_looks judge_looks_runs = {
    [LOOK_UNPLAYED] = look_for_unplayed,
    [LOOK_STALLS] = look_for_stalls,
    [LOOK_STARTS] = look_for_starts,
    [LOOK_EASY_FLOORS] = look_for_easy_floors,
};
