/* The outlook of a fight: the odds of each way to begin it, by the exact duel if that describes the
 * fight, else by playing it out many times.
 *
 * Both use one description of what the player does: next_command. A played fight carries it out to
 * the end. The exact way carries it out until the first blow: nothing is random up to there, so the
 * duel begins with the clock that the approach has left. That works for one monster that only
 * strikes in melee, while no temporary condition or boost is on.
 *
 * The fights of all ways share their random numbers (the same numbers of runs), so that ways differ
 * by what they are and not by chance. They are played on the game's own engine: its caches change
 * no result. */
#include "game/internal.h"
#include <math.h>
#include <string.h>
#include <wyrm/outlook.h>

enum {
    COMMANDS_MOST = 300, /* per fight; then it counts as unfinished */
    PATIENCE = 8,        /* turns of waiting in a row for monsters to come */
    FAR = 8,             /* tiles to a narrow place, at most */
    WAYS_MOST = 2,       /* open neighbours of a narrow place, at most */
    FIGHTS_LEAST = 100,
    FIGHTS_VAIN = 20, /* fights without a winner, after which to give up */
    WORK_MOST = 16000 /* commands of the fights of all ways together, roughly */
};

const char *wyrm_approach_word(wyrm_approach approach)
{
    static const char *const words[WYRM_APPROACH_COUNT] = {
#define WORD_OF(name, word, sentence) [name] = word,
        WYRM_APPROACH_ROWS(WORD_OF)
#undef WORD_OF
    };
    return (unsigned)approach < WYRM_APPROACH_COUNT ? words[approach] : "";
}

/* ---- What the player does ---- */

/* A fight being played, and the player's plan. */
typedef struct bout {
    wyrm_engine *engine;
    wyrm_game *game;
    bool wants_sleepers; /* the monster it is about is, or was, asleep */
    wyrm_approach approach;
    wyrm_position refuge; /* where WYRM_FALL_BACK goes */
    bool is_there;        /* the refuge is reached or out of reach */
    bool goes;            /* it has waited long enough, and attacks */
    int32_t waited;       /* turns waited in a row */
    int32_t waits;        /* turns waited before the first blow */
    bool has_begun;       /* a blow has fallen */
    uint64_t thrown;      /* bit by item of the pack: thrown already, or cannot be */
} bout;

static bool takes_part(const bout *of, const wyrm_game_monster *monster)
{
    return of->wants_sleepers || monster->body.turns[WYRM_ASLEEP] == 0;
}

/* The adjacent monster that falls to the fewest blows; NULL: none. */
static const wyrm_game_monster *find_beside(const bout *of)
{
    const wyrm_game *game = of->game;
    const wyrm_game_monster *best = NULL;
    double fewest = INFINITY;
    for (size_t i = 0; i < game->monster_count; i++) {
        const wyrm_game_monster *monster = &game->monsters[i];
        if (game_tiles_apart(monster->body.at, game->player.at) > 1 || !takes_part(of, monster))
            continue;
        const game_blow blow = game_strikes_blow(&of->engine->strikes, of->engine->combat,
                                                 &game->player.combatant, &monster->body.combatant);
        const double blows = blow.mean > 0.0 ? ceil((double)monster->body.combatant.hp / blow.mean)
                                             : (double)WYRM_HP_MAX;
        if (blows < fewest) {
            fewest = blows;
            best = monster;
        }
    }
    return best;
}

/* The nearest monster that counts, the first placed among equals; if `range` is not 0, within so
 * many tiles and in sight. */
static const wyrm_game_monster *find_nearest(const bout *of, int32_t range)
{
    const wyrm_game *game = of->game;
    const wyrm_game_monster *best = NULL;
    int32_t least = range > 0 ? range + 1 : INT32_MAX;
    for (size_t i = 0; i < game->monster_count; i++) {
        const wyrm_game_monster *monster = &game->monsters[i];
        const wyrm_position at = monster->body.at;
        const int32_t apart = game_tiles_apart(at, game->player.at);
        if (apart >= least || !takes_part(of, monster) ||
            (range > 0 && !wyrm_sight_has(game_player_sight(of->engine, game), at.x, at.y)))
            continue;
        least = apart;
        best = monster;
    }
    return best;
}

/* A step on the shortest way to a tile; false if others block it. */
static bool step_to(const bout *of, wyrm_position target, wyrm_command *command)
{
    static const wyrm_step_costs costs = {100, 141};
    const wyrm_grid feet = game_step_grid(of->game);
    const wyrm_grid ground = {feet.width, feet.height, feet.tiles, game_marks_shut};
    wyrm_distances *distances = &of->engine->straight;
    const wyrm_position at = of->game->player.at;
    const int32_t limit = 3 * costs.diagonal * (game_tiles_apart(at, target) + 2);
    wyrm_position next;
    if (of->game->player.turns[WYRM_HELD] > 0 ||
        wyrm_distances_find(&ground, &target, 1, costs, limit, distances, NULL) != WYRM_OK ||
        !wyrm_distances_step(distances, &feet, at, &next))
        return false;
    *command = game_step_to(at, next);
    return true;
}

/* Throws the next weapon at a monster in range whose tile is outside of its blast on the player. */
static bool throw_next(bout *of, wyrm_command *command)
{
    const wyrm_game *game = of->game;
    for (size_t i = 0; i < game->pack_count && i < 64; i++) {
        const wyrm_game_item *item = &game->pack[i];
        const int32_t range =
            item->worn || of->thrown >> i & 1 ? 0 : wyrm_throw_range(of->engine, game, i);
        const wyrm_game_monster *mark = range > 0 ? find_nearest(of, range) : NULL;
        const wyrm_value *blast =
            range > 0 ? wyrm_value_get(of->engine->kinds[item->item.kind].record, "blast") : NULL;
        if (!mark || (blast != NULL && game_tiles_apart(mark->body.at, game->player.at) <=
                                           (int32_t)wyrm_value_real(blast)))
            continue;
        *command = (wyrm_command){WYRM_DO_THROW, (int32_t)i, mark->body.at};
        return true;
    }
    return false;
}

/* Decides everything that the player does in a fight. */
static void next_command(bout *of, wyrm_command *command)
{
    const wyrm_game *game = of->game;
    const wyrm_game_monster *beside, *mark;
    *command = (wyrm_command){.kind = WYRM_DO_WAIT};
    if (game->phase == WYRM_PHASE_CHOOSING) {
        command->kind = WYRM_DO_CHOOSE;
        return;
    }
    if (of->approach == WYRM_FALL_BACK && !of->is_there) {
        of->is_there = game_same_tile(game->player.at, of->refuge);
        if (!of->is_there && step_to(of, of->refuge, command))
            return;
        of->is_there = true;
    }
    beside = find_beside(of);
    if (beside) {
        of->waited = 0;
        *command = game_step_to(game->player.at, beside->body.at);
        return;
    }
    if (of->approach == WYRM_FROM_AFAR) {
        const int32_t range = wyrm_strike_range(of->engine, game);
        mark = range > 1 ? find_nearest(of, range) : NULL;
        if (mark) {
            *command = (wyrm_command){.kind = WYRM_DO_SHOOT, .target = mark->body.at};
            return;
        }
    }
    if (of->approach == WYRM_THROW_FIRST && throw_next(of, command))
        return;
    of->goes |= of->approach == WYRM_WALK_UP || of->waited >= PATIENCE || game->player.hurt;
    mark = of->goes ? find_nearest(of, 0) : NULL;
    if (mark && step_to(of, mark->body.at, command))
        return;
    of->waited++;
    of->waits += !of->has_begun;
}

/* Carries out the next command; if it is refused, the player waits a turn. */
static wyrm_status go_on(bout *of, const wyrm_listener *listener, wyrm_error *error)
{
    wyrm_command command;
    next_command(of, &command);
    if (command.kind == WYRM_DO_THROW) {
        /* A thrown item leaves the pack: the bits of later items move down. */
        const uint64_t below = (UINT64_C(1) << command.argument) - 1;
        const size_t before = of->game->pack_count;
        const wyrm_status status = wyrm_game_act(of->engine, of->game, &command, listener, NULL);
        if (status == WYRM_OK && of->game->pack_count < before)
            of->thrown = (of->thrown & below) | (of->thrown >> 1 & ~below);
        else
            of->thrown |= below + 1;
        if (status == WYRM_OK)
            return WYRM_OK;
        command = (wyrm_command){.kind = WYRM_DO_WAIT};
    }
    wyrm_status status = wyrm_game_act(of->engine, of->game, &command, listener, error);
    if (status == WYRM_ERROR_ARGUMENT && command.kind != WYRM_DO_WAIT) {
        command = (wyrm_command){.kind = WYRM_DO_WAIT};
        status = wyrm_game_act(of->engine, of->game, &command, listener, error);
    }
    return status;
}

/* ---- The fight as the player knows it ---- */

typedef struct outlook_job {
    wyrm_engine *engine;
    const wyrm_outlook_options *options;
    wyrm_game *start;       /* a copy of the game with only the monsters of this fight */
    wyrm_game *fight, *old; /* scratch: the fight being played, and its state a command ago */
    uint64_t seed, work_most;
    bool is_plain; /* the fight is a plain duel */
    wyrm_outlook *out;
    wyrm_error *error;
} outlook_job;

/* Copies the game with only the monsters in view. The map stays, known or not: a monster that flees
 * or splits needs the real room. */
static void copy_fight(outlook_job *job, const wyrm_game *game, const wyrm_observation *view)
{
    wyrm_game *start = job->start;
    const wyrm_game_monster *alone = job->options->alone;
    wyrm_game_copy(game, start);
    start->monster_count = 0;
    for (size_t i = 0; i < game->monster_count; i++) {
        const wyrm_game_monster *monster = &game->monsters[i];
        bool stays = alone ? monster->id == alone->id : false;
        for (size_t k = 0; k < view->monster_count && !alone; k++)
            stays |= view->monsters[k].in_sight && view->monsters[k].index == (int32_t)i;
        if (stays)
            start->monsters[start->monster_count++] = *monster;
        else
            *game_mark_at(start, monster->body.at.x, monster->body.at.y) &=
                (uint8_t)~WYRM_MARK_MONSTER;
    }
    start->arena = true; /* no wanderers come, and there are no stairs */
    start->seed = job->seed;
}

/* Whether a creature has no condition that a duel does not model. */
static bool is_bare(const wyrm_creature *creature)
{
    for (int i = 0; i < WYRM_CONDITION_COUNT; i++)
        if (creature->turns[i] > 0)
            return false;
    return true;
}

static bool heals_by_rules(const wyrm_engine *engine, const wyrm_game *game)
{
    const wyrm_play_rules *rules = &engine->rules;
    return rules->regeneration > 0 &&
           (rules->stage_count == 0 ||
            rules->stages[wyrm_hunger_stage_at(rules, game->fullness)].regenerates);
}

/* Whether the exact duel describes the fight. It does not with sleepers, who sleep on for some
 * turns, starvation, two kinds of regeneration at once, terrain, or monsters that act first. */
static bool is_plain(const outlook_job *job)
{
    const wyrm_game *game = job->start;
    const wyrm_engine *engine = job->engine;
    const wyrm_combatant *player = &game->player.combatant;
    const bool has_terrain = engine->terrain_count > 0 && game->map.shaped;
    if (game->monster_count != 1 || !is_bare(&game->player) || job->options->played ||
        has_terrain || engine->rules.first == WYRM_FIRST_MONSTER)
        return false;
    const wyrm_game_monster *monster = &game->monsters[0];
    const wyrm_combatant *body = &monster->body.combatant;
    for (size_t i = 0; i < game->boost_count; i++)
        if (game->boosts[i].turns >= 0)
            return false;
    const bool starves = engine->rules.stage_count > 0 && game->fullness < COMMANDS_MOST;
    return is_bare(&monster->body) && game_abilities_of(engine, monster) == NULL && !starves &&
           !(player->regeneration > 0.0 && heals_by_rules(engine, game)) &&
           game_reach_of(engine, body) == 1 && game_reach_of(engine, player) == 1 &&
           !(game_stat_of(engine, body, WYRM_STAT_RANGE, 0.0) > 0.0);
}

/* ---- The exact way ---- */

static void hear_blows(const wyrm_game *game, const wyrm_event *event, void *context)
{
    (void)game;
    *(bool *)context |= event->kind == WYRM_EVENT_ATTACKED || event->kind == WYRM_EVENT_HEALED ||
                        event->kind == WYRM_EVENT_HURT || event->kind == WYRM_EVENT_CONDITION;
}

/* ---- The duel of a player who heals by the rules of the game ----
 *
 * Healing counts the turns only while hit points are missing, and so hangs on what has happened: a
 * player is so many hit points and a part of the next one. Blows still do not hang on each other,
 * so there are two chains, as in combat/duel.c, with more states on one side. */

#define HEALED_CELLS 131072 /* hit points times parts of one, at most */
#define HEALED_TURNS 3000
#define UNDECIDED    1e-12

typedef struct healed {
    int64_t most, parts; /* hit points; turns from none to all, the parts that make up one */
    int64_t foe_hp;
    const wyrm_pmf *dealt, *taken; /* by a blow of the player, of the monster */
    double *at, *next;             /* a player who lives, by hit points, then by parts */
    double *foe;                   /* a monster that lives, by hit points */
    double alive, foe_alive;
} healed;

static int64_t cells_of(const healed *of)
{
    return (of->most + 1) * of->parts;
}

/* Applies a blow of the monster, to `next`; who is killed is gone. */
static void wound_player(healed *of)
{
    const int64_t first = wyrm_pmf_first(of->taken), last = wyrm_pmf_last(of->taken);
    memset(of->next, 0, (size_t)cells_of(of) * sizeof *of->next);
    of->alive = 0.0;
    for (int64_t cell = of->parts; cell < cells_of(of); cell++) {
        const int64_t hp = cell / of->parts;
        for (int64_t damage = first; of->at[cell] > 0.0 && damage <= last && damage < hp;
             damage++) {
            const double chance = of->at[cell] * wyrm_pmf_at(of->taken, damage);
            of->next[cell - damage * of->parts] += chance;
            of->alive += chance;
        }
    }
}

/* The upkeep of a turn (keep_player in turns.c), from `next` to `at`. */
static void heal_player(healed *of)
{
    memset(of->at, 0, (size_t)cells_of(of) * sizeof *of->at);
    for (int64_t cell = of->parts; cell < cells_of(of); cell++) {
        const int64_t hp = cell / of->parts, won = cell % of->parts + of->most;
        const int64_t then = hp + won / of->parts;
        const int64_t to = hp == of->most     ? cell
                           : then >= of->most ? of->most * of->parts
                                              : then * of->parts + won % of->parts;
        of->at[to] += of->next[cell];
    }
}

/* Applies a blow of the player; returns the chance that it kills. */
static double wound_foe(healed *of)
{
    const int64_t first = wyrm_pmf_first(of->dealt), last = wyrm_pmf_last(of->dealt);
    const double before = of->foe_alive;
    of->foe_alive = 0.0;
    for (int64_t left = 1; left <= of->foe_hp; left++) { /* from cells not yet overwritten */
        double sum = 0.0;
        for (int64_t damage = first; damage <= last && left + damage <= of->foe_hp; damage++)
            sum += of->foe[left + damage] * wyrm_pmf_at(of->dealt, damage);
        of->foe[left] = sum;
        of->foe_alive += sum;
    }
    return before - of->foe_alive;
}

/* Adds that the monster dies with this chance after so many turns; returns the mean square of the
 * hit points that are left then. */
static double add_win(const healed *of, double chance, double turns, wyrm_duel *out)
{
    double squares = 0.0;
    for (int64_t cell = of->parts; cell < cells_of(of); cell++) {
        const double hp = (double)(cell / of->parts), here = chance * of->at[cell];
        out->hp_left_mean += here * hp;
        squares += here * hp * hp;
    }
    out->p_win += chance * of->alive;
    out->turns_mean_given_win += chance * of->alive * turns;
    return squares;
}

/* Follows both chains turn by turn; false if the fight is too long. */
static bool follow_healed(healed *of, bool strikes, wyrm_duel *out)
{
    double turns_squared = 0.0, left_squared = 0.0;
    *out = (wyrm_duel){.method = "exact"};
    for (int turn = 1; turn <= HEALED_TURNS && of->alive * of->foe_alive > UNDECIDED; turn++) {
        const double both = of->alive * of->foe_alive;
        for (int side = 0; side < 2; side++) {
            if ((side == 0) == strikes) {
                const double kills = wound_foe(of);
                left_squared += add_win(of, kills, turn, out);
            } else {
                const double before = of->alive;
                wound_player(of);
                out->p_lose += (before - of->alive) * of->foe_alive;
                heal_player(of);
            }
        }
        const double ends = both - of->alive * of->foe_alive;
        out->turns_mean += ends * turn;
        turns_squared += ends * turn * turn;
    }
    if (of->alive * of->foe_alive > UNDECIDED)
        return false;
    out->turns_sd = sqrt(fmax(0.0, turns_squared - out->turns_mean * out->turns_mean));
    out->hp_left_sd = sqrt(fmax(0.0, left_squared - out->hp_left_mean * out->hp_left_mean));
    out->turns_mean_given_win = out->p_win > 0.0 ? out->turns_mean_given_win / out->p_win : NAN;
    out->hp_left_mean_given_win = out->p_win > 0.0 ? out->hp_left_mean / out->p_win : NAN;
    out->p_win_low = out->p_win_high = out->p_win;
    return true;
}

/* Whether nothing matters but blows, one a turn each, and healing, and nobody is within a turn. */
static bool is_turn_by_turn(const wyrm_engine *engine, const wyrm_game *before,
                            const wyrm_combatant *player, const wyrm_creature *foe)
{
    const wyrm_combatant *other = &foe->combatant;
    const wyrm_ratio mine = game_attack_takes(engine, player);
    const wyrm_ratio its = game_attack_takes(engine, other);
    return engine->slot_count == 0 && before->player.due.numerator == 0 &&
           foe->due.numerator == 0 && mine.numerator == mine.denominator &&
           its.numerator == its.denominator && other->regeneration <= 0.0 &&
           player->hp <= player->max_hp && combat_is_plain(engine->combat, player, other) &&
           combat_is_plain(engine->combat, other, player);
}

/* As duel_from, for a player who heals by the rules. */
static bool duel_healed(const outlook_job *job, const wyrm_game *before,
                        const wyrm_combatant *player, bool strikes, wyrm_duel *out,
                        wyrm_status *status)
{
    const wyrm_engine *engine = job->engine;
    const wyrm_creature *foe = &before->monsters[0].body;
    const wyrm_combatant *other = &foe->combatant;
    const wyrm_matchup blow = {
        .attacker = player, .defender = other, .attack = WYRM_ATTACK_MELEE, .distance = 1};
    const wyrm_matchup reply = {
        .attacker = other, .defender = player, .attack = WYRM_ATTACK_MELEE, .distance = 1};
    healed of = {.most = player->max_hp, .parts = engine->rules.regeneration, .foe_hp = other->hp};
    wyrm_pmf *dealt = NULL, *taken = NULL;
    bool known = false;
    if (cells_of(&of) > HEALED_CELLS || of.foe_hp > HEALED_CELLS ||
        !is_turn_by_turn(engine, before, player, foe))
        return false;
    *status = wyrm_combat_hit(engine->combat, &blow, &dealt, job->error);
    if (*status == WYRM_OK)
        *status = wyrm_combat_hit(engine->combat, &reply, &taken, job->error);
    const size_t cells = (size_t)cells_of(&of);
    const size_t size = (2 * cells + (size_t)of.foe_hp + 1) * sizeof(double);
    double *room = *status == WYRM_OK ? base_resize(NULL, size) : NULL;
    if (*status == WYRM_OK && room == NULL)
        *status = wyrm_fail(job->error, WYRM_ERROR_MEMORY, "out of memory");
    if (*status == WYRM_OK) {
        memset(room, 0, size);
        of.dealt = dealt;
        of.taken = taken;
        of.at = room;
        of.next = room + cells;
        of.foe = room + 2 * cells;
        of.at[player->hp * of.parts + before->healing % of.parts] = 1.0;
        of.foe[of.foe_hp] = 1.0;
        of.alive = of.foe_alive = 1.0;
        known = follow_healed(&of, strikes, out);
    }
    wyrm_free(room);
    wyrm_pmf_free(dealt);
    wyrm_pmf_free(taken);
    return known || *status != WYRM_OK;
}

/* The duel that begins with `command`, a blow or a step that leads to one; false if it is not a
 * single turn in which the monster strikes from where it stood. */
static bool duel_from(const outlook_job *job, wyrm_game *before, const wyrm_command *command,
                      wyrm_position after, wyrm_duel *out, wyrm_status *status)
{
    const wyrm_engine *engine = job->engine;
    const wyrm_game_monster *monster = &before->monsters[0];
    const wyrm_position at = before->player.at;
    wyrm_combatant player = before->player.combatant;
    const bool strikes =
        command->kind == WYRM_DO_MOVE &&
        game_same_tile(wyrm_neighbour(at, (wyrm_direction)command->argument), monster->body.at);
    const wyrm_ratio takes = command->kind == WYRM_DO_MOVE
                                 ? game_step_takes(engine, &before->player.combatant)
                                 : GAME_WHOLE_TURN;
    const bool is_turn = takes.numerator == takes.denominator;
    if (command->kind == WYRM_DO_WEAR || command->kind == WYRM_DO_TAKE_OFF)
        wyrm_player_with(engine, before, (size_t)command->argument, &player);
    if (!strikes && (!is_turn || game_tiles_apart(after, monster->body.at) > 1 ||
                     command->kind == WYRM_DO_USE || command->kind == WYRM_DO_SHOOT ||
                     command->kind == WYRM_DO_THROW))
        return false;
    if (heals_by_rules(engine, before))
        return duel_healed(job, before, &player, strikes, out, status);
    *status = wyrm_odds_as(engine, before, &player, strikes, monster, out, job->error);
    return true;
}

/* Carries out the approach and solves the duel behind it; false if it is none. */
static bool solve(const outlook_job *job, bout *of, wyrm_duel *out, wyrm_status *status)
{
    bool blow = false;
    const wyrm_listener listener = {hear_blows, &blow};
    uint32_t began = of->game->turn;
    for (int i = 0; i < 2 * PATIENCE + FAR; i++) {
        wyrm_command command;
        if (i == 0 && job->options->before)
            command = *job->options->before;
        else
            next_command(of, &command);
        wyrm_game_copy(of->game, job->old);
        if (wyrm_game_act(job->engine, of->game, &command, &listener, NULL) != WYRM_OK)
            return false;
        if (of->game->turn - job->old->turn > 1)
            return false;
        if (!blow)
            continue;
        if (!duel_from(job, job->old, &command, of->game->player.at, out, status))
            return false;
        const double turns = (double)(job->old->turn - began);
        out->turns_mean += turns;
        out->turns_mean_given_win += turns;
        return true;
    }
    return false;
}

/* ---- Fights ---- */

typedef struct outlook_sums {
    uint32_t fights, won, lost;
    double turns, turns_won, left; /* sums of turns of finished fights, turns of won ones, and hit
                                      points left in won ones */
    double left_squared;
    double waits;
} outlook_sums;

static void write_prospect(const outlook_sums *sums, wyrm_prospect *out)
{
    const double n = sums->fights, finished = (double)sums->won + (double)sums->lost;
    const double left = finished > 0.0 ? sums->left / finished : NAN;
    out->duel = (wyrm_duel){
        .p_win = sums->won / n,
        .p_lose = sums->lost / n,
        .p_unfinished = (n - finished) / n,
        .turns_mean = finished > 0.0 ? sums->turns / finished : NAN,
        .turns_sd = NAN,
        .turns_mean_given_win = sums->won > 0 ? sums->turns_won / sums->won : NAN,
        .hp_left_mean = left,
        .hp_left_sd =
            finished > 0.0 ? sqrt(fmax(0.0, sums->left_squared / finished - left * left)) : NAN,
        .hp_left_mean_given_win = sums->won > 0 ? sums->left / sums->won : NAN,
        .method = "set fights",
    };
    fight_write_interval(&out->duel, sums->fights);
    out->waits = (int32_t)lround(sums->waits / n);
}

/* Whether no monster is left that has to be beaten. */
static bool is_won(const bout *of)
{
    for (size_t i = 0; i < of->game->monster_count; i++)
        if (takes_part(of, &of->game->monsters[i]))
            return false;
    return true;
}

/* Plays one fight and adds it to the sums. */
static wyrm_status fight_out(const outlook_job *job, bout *of, uint64_t *work, outlook_sums *sums)
{
    wyrm_game *game = of->game;
    const wyrm_listener listener = {hear_blows, &of->has_begun};
    const uint32_t began = game->turn;
    wyrm_status status = WYRM_OK;
    if (job->options->before)
        status = wyrm_game_act(job->engine, game, job->options->before, &listener, job->error);
    int i = 0;
    for (; i < COMMANDS_MOST && status == WYRM_OK && game->phase != WYRM_PHASE_DEAD && !is_won(of);
         i++)
        status = go_on(of, of->has_begun ? NULL : &listener, job->error);
    *work += (uint64_t)i + 4; /* for copying the state */
    const bool lost = game->phase == WYRM_PHASE_DEAD, won = !lost && is_won(of);
    const double turns = game->turn - began + (lost || won);
    sums->fights++;
    sums->won += won;
    sums->lost += lost;
    sums->turns += won || lost ? turns : 0.0;
    sums->turns_won += won ? turns : 0.0;
    const double left = won ? (double)game->player.combatant.hp : 0.0;
    sums->left += left;
    sums->left_squared += left * left;
    sums->waits += of->waits;
    return status;
}

static wyrm_status try_approach(const outlook_job *job, const bout *plan)
{
    wyrm_prospect *to = &job->out->ways[job->out->count];
    wyrm_status status = WYRM_OK;
    *to = (wyrm_prospect){.approach = plan->approach};
    if (job->is_plain) {
        bout of = *plan;
        wyrm_game_copy(job->start, job->fight);
        if (solve(job, &of, &to->duel, &status)) {
            to->waits = of.waits;
            job->out->count += status == WYRM_OK;
            return status;
        }
    }
    const uint32_t fights = job->options->fights ? job->options->fights : WYRM_OUTLOOK_FIGHTS;
    outlook_sums sums = {0};
    uint64_t work = 0;
    for (uint32_t i = 0; i < fights && status == WYRM_OK; i++) {
        bout of = *plan;
        if (work > job->work_most && i >= (sums.won + sums.lost > 0 ? FIGHTS_LEAST : FIGHTS_VAIN))
            break;
        wyrm_game_copy(job->start, job->fight);
        job->fight->run = i;
        status = fight_out(job, &of, &work, &sums);
    }
    if (status != WYRM_OK)
        return status;
    write_prospect(&sums, to);
    job->out->count++;
    return WYRM_OK;
}

/* ---- The possible ways ---- */

/* The number of open neighbours of a tile; unknown ones count as if all were open. */
static int open_ways(const wyrm_game *game, wyrm_position at)
{
    int ways = 0;
    if (at.x < 1 || at.y < 1 || at.x + 1 >= game->map.width || at.y + 1 >= game->map.height)
        return WYRM_DIRECTION_COUNT;
    for (int i = 0; i < WYRM_DIRECTION_COUNT; i++) {
        const wyrm_position to = wyrm_neighbour(at, (wyrm_direction)i);
        const uint8_t mark = game->marks[to.y * game->map.width + to.x];
        ways += mark & WYRM_MARK_KNOWN ? !game_marks_shut[mark] : WYRM_DIRECTION_COUNT;
    }
    return ways;
}

/* The nearest narrow place that the player reaches before all awake monsters. */
static bool find_refuge(const outlook_job *job, const wyrm_game *game, wyrm_position *out)
{
    static const wyrm_step_costs steps = {1, 1};
    const wyrm_position from = game->player.at;
    const wyrm_grid feet = game_step_grid(job->start);
    wyrm_distances *distances = &job->engine->straight;
    int32_t least = FAR + 1;
    if (open_ways(game, from) <= WAYS_MOST ||
        wyrm_distances_find(&feet, &from, 1, steps, FAR, distances, NULL) != WYRM_OK)
        return false;
    for (int y = from.y - FAR; y <= from.y + FAR; y++)
        for (int x = from.x - FAR; x <= from.x + FAR; x++) {
            const wyrm_position at = {(int16_t)x, (int16_t)y};
            const int32_t away = wyrm_distances_at(distances, x, y);
            bool is_better = away < least && open_ways(game, at) <= WAYS_MOST;
            for (size_t i = 0; i < job->start->monster_count && is_better; i++) {
                const wyrm_creature *body = &job->start->monsters[i].body;
                is_better = body->turns[WYRM_ASLEEP] > 0 || game_tiles_apart(body->at, at) > away;
            }
            least = is_better ? away : least;
            *out = is_better ? at : *out;
        }
    return least <= FAR;
}

/* Whether one way is better: more wins, or with equal wins more hit points left. */
static bool is_better(const wyrm_prospect *one, const wyrm_prospect *other)
{
    const double wins = one->duel.p_win - other->duel.p_win;
    return fabs(wins) > 1e-9 ? wins > 0.0
                             : one->duel.hp_left_mean > other->duel.hp_left_mean + 0.05;
}

static void sort_ways(wyrm_outlook *out)
{
    for (size_t i = 1; i < out->count; i++) {
        const wyrm_prospect way = out->ways[i];
        size_t at = i;
        for (; at > 0 && is_better(&way, &out->ways[at - 1]); at--)
            out->ways[at] = out->ways[at - 1];
        out->ways[at] = way;
    }
}

static wyrm_status try_all(outlook_job *job, const wyrm_game *game)
{
    wyrm_engine *engine = job->engine;
    bout plan = {.engine = engine, .game = job->fight};
    bool exists[WYRM_APPROACH_COUNT] = {[WYRM_WALK_UP] = true};
    int32_t nearest = INT32_MAX;
    bool awake = false, throws = false;
    for (size_t i = 0; i < job->start->monster_count; i++) {
        const wyrm_game_monster *monster = &job->start->monsters[i];
        const int32_t apart = game_tiles_apart(monster->body.at, game->player.at);
        const bool sleeps = monster->body.turns[WYRM_ASLEEP] > 0;
        if (!sleeps || job->options->alone)
            nearest = apart < nearest ? apart : nearest;
        awake |= !sleeps;
        job->out->foes += !sleeps || job->options->alone;
        job->out->sleepers += sleeps && !job->options->alone;
        job->out->abilities |=
            (!sleeps || job->options->alone) && game_abilities_of(engine, monster) != NULL;
    }
    job->out->beside = nearest <= 1;
    if (job->out->foes == 0)
        return WYRM_OK;
    for (size_t i = 0; i < game->pack_count; i++)
        throws |= !game->pack[i].worn && wyrm_throw_range(engine, game, i) > 1;
    plan.wants_sleepers = job->options->alone && !awake;
    exists[WYRM_LET_COME] = awake && nearest > 1;
    exists[WYRM_FROM_AFAR] = nearest > 1 && wyrm_strike_range(engine, game) > 1;
    exists[WYRM_THROW_FIRST] = nearest > 1 && throws;
    exists[WYRM_FALL_BACK] = job->out->foes > 1 && find_refuge(job, game, &plan.refuge);
    uint64_t ways = 0;
    for (int i = 0; i < WYRM_APPROACH_COUNT; i++)
        ways += exists[i];
    job->work_most = WORK_MOST / ways;
    wyrm_status status = WYRM_OK;
    for (int i = 0; i < WYRM_APPROACH_COUNT && status == WYRM_OK; i++) {
        plan.approach = (wyrm_approach)i;
        if (exists[i])
            status = try_approach(job, &plan);
    }
    sort_ways(job->out);
    return status;
}

wyrm_status wyrm_outlook_find(wyrm_engine *engine, const wyrm_game *game,
                              const wyrm_outlook_options *options, wyrm_outlook *out,
                              wyrm_error *error)
{
    wyrm_observation view;
    const bool dead = game->player.combatant.hp <= 0 ||
                      (options->alone && options->alone->body.combatant.hp <= 0);
    *out = (wyrm_outlook){.count = 0};
    if (dead)
        return wyrm_fail(error, WYRM_ERROR_ARGUMENT, "the dead do not fight");
    game_observe_again(engine, game, &view);
    if (!options->alone && view.in_sight == 0)
        return WYRM_OK;
    outlook_job job = {.engine = engine,
                       .options = options,
                       .start = wyrm_game_new(),
                       .fight = wyrm_game_new(),
                       .old = wyrm_game_new(),
                       /* another seed than the game's, so that these fights tell nothing about what
                        * the game will draw; the multiplier of splitmix64 keeps commands apart */
                       .seed = game->seed ^ (game->commands + 1) * UINT64_C(0x9e3779b97f4a7c15),
                       .out = out,
                       .error = error};
    wyrm_status status = WYRM_OK;
    if (!job.start || !job.fight || !job.old) {
        status = wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory");
    } else {
        copy_fight(&job, game, &view);
        job.is_plain = is_plain(&job);
        status = try_all(&job, game);
    }
    wyrm_game_free(job.start);
    wyrm_game_free(job.fight);
    wyrm_game_free(job.old);
    return status;
}
