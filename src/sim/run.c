/* One run: a bot plays on the game's own engine, and a listener keeps the record.
 *
 * All that a record tells is heard from events, or read of the state as a floor is left: nothing in
 * the game knows that it is watched, and a run is the game that anybody would play. Now and then it is
 * looked at whether anything has changed; where for long nothing has, the run ends as stalled.
 */
#include "base/arena.h"
#include "sim/internal.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include <wyrm/observe.h>
#include <wyrm/replay.h>
#include <wyrm/run.h>

#include "game/internal.h"

/* What the player has had to do with one monster. */
typedef struct wyrm_acquaintance {
    uint32_t attacks; /* of the player */
    bool met;
} wyrm_acquaintance;

typedef struct wyrm_recorder {
    const wyrm_combat *combat;
    const wyrm_item_kind *items;
    wyrm_run *run;
    wyrm_run_floor *floor; /* the one being played; NULL: none yet */
    uint32_t entered;      /* the turn on which that was entered */
    uint32_t finds;        /* wyrm_tally.items_found when the last find was noted */
    size_t kind_count;
    wyrm_run_item kinds[WYRM_KINDS_MAX]; /* by kind */
    int32_t rows[WYRM_KINDS_MAX + 1];    /* of fights on this floor by monster + 1; -1: none */
    size_t monster_count;                /* of the roster */
    wyrm_acquaintance known[WYRM_LEVEL_SPAWNS_MAX]; /* on this floor, by id of the monster */
} wyrm_recorder;

/* What a run has got done so far, as far as two looks can differ in it; no gaps between its members. */
typedef struct wyrm_run_stock {
    int64_t depth, wins, level, hp, healing, tiles, monsters;
    uint64_t dealt, taken, found, used;
} wyrm_run_stock;

struct wyrm_runner {
    const wyrm_design *design;
    wyrm_run_options options;
    wyrm_recorder recorder;
    wyrm_engine *engine;
    wyrm_bot *bot;
    wyrm_game *game;
    wyrm_replay *replay;  /* what is played is recorded in it; NULL: nothing is */
    wyrm_run_stock stock; /* at the last look that found a change */
    uint32_t changed;     /* the turn of that look */
    uint32_t next_look;   /* the turn of the next one */
};

/* ---- the record: what is heard, and what floors tell ---- */

static const char *const end_words[] = {
#define END_WORD(name, word) [name] = word,
    WYRM_RUN_END_ROWS(END_WORD)
#undef END_WORD
};

const char *wyrm_run_end_word(wyrm_run_end end)
{
    return (unsigned)end < WYRM_RUN_END_COUNT ? end_words[end] : "";
}

/* Begins a run. */
static void recorder_begin(wyrm_recorder *recorder, const wyrm_design *design, uint64_t seed,
                           uint64_t run, wyrm_run *out)
{
    recorder->combat = wyrm_design_combat(design);
    recorder->run = out;
    recorder->floor = NULL;
    recorder->finds = 0;
    recorder->monster_count = wyrm_roster_count(wyrm_design_roster(design));
    recorder->kind_count = wyrm_loot_kinds(wyrm_design_loot(design), &recorder->items);
    memset(recorder->kinds, 0, recorder->kind_count * sizeof *recorder->kinds);
    out->seed = seed;
    out->run = run;
    out->end = WYRM_RUN_CUT;
    out->killer = -1;
    out->depth = 0;
    out->level = 0;
    out->turns = 0;
    out->floor_count = 0;
    out->fight_count = 0;
    out->item_count = 0;
}

/* ------------------------------------------------------------------ floors */

/* A new floor, and what lies on it. False where no further one fits. */
static bool recorder_enter(wyrm_recorder *recorder, const wyrm_game *game, size_t rooms,
                           size_t monsters)
{
    wyrm_run *run = recorder->run;
    int32_t depth = game->difficulty.depth;
    if (run->floor_count == WYRM_RUN_FLOORS_MAX)
        return false;
    recorder->floor = &run->floors[run->floor_count++];
    *recorder->floor =
        (wyrm_run_floor){.depth = depth, .rooms = (uint32_t)rooms, .monsters = (uint32_t)monsters};
    recorder->entered = game->turn;
    run->depth = depth;
    memset(recorder->rows, -1, (recorder->monster_count + 1) * sizeof *recorder->rows);
    size_t ids = monsters + 1 < WYRM_LEVEL_SPAWNS_MAX ? monsters + 1 : WYRM_LEVEL_SPAWNS_MAX;
    memset(recorder->known, 0, ids * sizeof *recorder->known);
    return true;
}

/* What is known of a kind of item; NULL where it is none. */
static wyrm_run_item *item_of(wyrm_recorder *recorder, int32_t kind)
{
    return kind >= 0 && (size_t)kind < recorder->kind_count ? &recorder->kinds[kind] : NULL;
}

static void recorder_lies(wyrm_recorder *recorder, const wyrm_item *item)
{
    wyrm_run_item *sum = item_of(recorder, item->kind);
    recorder->floor->items++;
    if (item->pity >= 1 && item->pity <= WYRM_PITY_MAX)
        recorder->floor->pity[item->pity - 1]++;
    if (sum)
        sum->lain++;
}

/* Items of the pack that are used up by using them. */
static uint32_t count_consumables(const wyrm_recorder *recorder, const wyrm_game *game)
{
    uint32_t count = 0;
    for (size_t i = 0; i < game->pack_count; i++) {
        wyrm_item_class item_class = recorder->items[game->pack[i].item.kind].item_class;
        count += item_class == WYRM_ITEM_CONSUMABLE || item_class == WYRM_ITEM_RATION;
    }
    return count;
}

/* To a millionth, which is how files keep it: what is read back is what was summed up. */
static double rounded(double power)
{
    return round(power * 1e6) / 1e6;
}

/* How the player stands as it leaves the floor. A later call for the same floor counts instead. */
static void recorder_leave(wyrm_recorder *recorder, const wyrm_game *game)
{
    wyrm_run_floor *floor = recorder->floor;
    const wyrm_combatant *bare = &game->bare, *dressed = &game->player.combatant;
    floor->level = dressed->level;
    floor->hp = (int32_t)(dressed->hp > 0 ? dressed->hp : 0);
    floor->max_hp = (int32_t)dressed->max_hp;
    floor->consumables = count_consumables(recorder, game);
    floor->turns = game->turn - recorder->entered;
    floor->gear_attack = floor->gear_defense = 0.0;
    if (game->arena)
        return;
    floor->gear_attack = rounded(wyrm_blow_between(recorder->combat, dressed, bare).mean);
    floor->gear_defense = rounded(wyrm_blow_between(recorder->combat, bare, bare).mean -
                                  wyrm_blow_between(recorder->combat, bare, dressed).mean);
}

/* ------------------------------------------------------------------ monsters */

/* The fights of this floor with monsters of an index of the roster; NULL where there is no more
 * room, and they are not counted. */
static wyrm_run_fight *fight_of(wyrm_recorder *recorder, int32_t monster)
{
    wyrm_run *run = recorder->run;
    bool known = monster >= 0 && (size_t)monster < recorder->monster_count;
    int32_t *row = &recorder->rows[known ? monster + 1 : 0];
    if (*row < 0) {
        if (run->fight_count == WYRM_RUN_FIGHTS_MAX)
            return NULL;
        *row = (int32_t)run->fight_count++;
        run->fights[*row] =
            (wyrm_run_fight){.depth = recorder->floor->depth, .monster = known ? monster : -1};
    }
    return &run->fights[*row];
}

/* What is known of a monster; NULL for an id that is none. */
static wyrm_acquaintance *known_of(wyrm_recorder *recorder, uint32_t id)
{
    return id < WYRM_LEVEL_SPAWNS_MAX ? &recorder->known[id] : NULL;
}

/* The player has come to see the monster of that id, which is of an index of the roster (-1:
 * nameless). What is hit unseen is met, too. */
static void recorder_meet(wyrm_recorder *recorder, int32_t monster, uint32_t id)
{
    wyrm_acquaintance *known = known_of(recorder, id);
    if (!known || known->met)
        return;
    known->met = true;
    recorder->floor->met++;
    wyrm_run_fight *fight = fight_of(recorder, monster);
    if (fight)
        fight->met++;
}

static void hear_attack(wyrm_recorder *recorder, const wyrm_event *event)
{
    wyrm_run_fight *fight = fight_of(recorder, event->monster);
    wyrm_acquaintance *known = known_of(recorder, event->whom);
    recorder_meet(recorder, event->monster, event->whom);
    recorder->floor->damage_dealt += (uint32_t)event->amount;
    if (known)
        known->attacks++;
    if (fight) {
        fight->attacks++;
        fight->damage += (uint32_t)event->amount;
    }
}

static void hear_attacked(wyrm_recorder *recorder, const wyrm_event *event)
{
    wyrm_run_fight *fight = fight_of(recorder, event->monster);
    recorder_meet(recorder, event->monster, event->who);
    recorder->floor->damage_taken += (uint32_t)event->amount;
    if (fight) {
        fight->attacks_taken++;
        fight->damage_taken += (uint32_t)event->amount;
    }
}

/* Only the player uses items: whoever else they hurt, the player did it. */
static void hear_hurt(wyrm_recorder *recorder, const wyrm_event *event)
{
    if (event->whom == 0)
        recorder->floor->damage_taken += (uint32_t)event->amount;
    else
        recorder->floor->damage_dealt += (uint32_t)event->amount;
}

static void hear_death(wyrm_recorder *recorder, const wyrm_event *event)
{
    wyrm_run_fight *fight = fight_of(recorder, event->monster);
    const wyrm_acquaintance *known = known_of(recorder, event->whom);
    recorder_meet(recorder, event->monster, event->whom);
    recorder->floor->kills++;
    if (fight) {
        fight->kills++;
        fight->attacks_to_kill += known ? known->attacks : 0;
    }
}

/* ------------------------------------------------------------------ events */

/* What was dropped or thrown and is picked up again was found before. */
static void hear_found(wyrm_recorder *recorder, const wyrm_game *game, const wyrm_event *event)
{
    wyrm_run_item *item = item_of(recorder, event->item.kind);
    if (!item || game->tally.items_found == recorder->finds)
        return;
    recorder->finds = game->tally.items_found;
    recorder->floor->found++;
    item->found++;
}

static void hear_used(wyrm_recorder *recorder, const wyrm_event *event)
{
    wyrm_run_item *item = item_of(recorder, event->item.kind);
    if (!item)
        return;
    recorder->floor->used++;
    item->used++;
}

/* A listener of games, whose context is the recorder: blows, wounds, deaths, items. */
static void recorder_hear(const wyrm_game *game, const wyrm_event *event, void *context)
{
    wyrm_recorder *recorder = context;
    bool strikes = event->kind == WYRM_EVENT_ATTACKED;
    bool itself = strikes && event->who == 0 && event->whom == 0; /* in a blast of its own */
    if (event->kind == WYRM_EVENT_HURT || itself)
        hear_hurt(recorder, event);
    else if (strikes && event->whom == 0)
        hear_attacked(recorder, event);
    else if (strikes && event->who == 0)
        hear_attack(recorder, event);
    else if (event->kind == WYRM_EVENT_HEALED && event->who == 0)
        recorder->floor->healed += (uint32_t)event->amount;
    else if (event->kind == WYRM_EVENT_DIED && event->who == 0 && event->whom != 0)
        hear_death(recorder, event);
    else if (event->kind == WYRM_EVENT_SEEN)
        recorder_meet(recorder, event->monster, event->whom);
    else if (event->kind == WYRM_EVENT_PICKED_UP)
        hear_found(recorder, game, event);
    else if (event->kind == WYRM_EVENT_USED)
        hear_used(recorder, event);
}

/* ---- the end ---- */

/* What is carried: worn gear counts as used. */
static void count_pack(wyrm_recorder *recorder, const wyrm_game *game)
{
    for (size_t i = 0; i < game->pack_count; i++) {
        wyrm_run_item *item = item_of(recorder, game->pack[i].item.kind);
        if (item && game->pack[i].worn)
            item->used++;
        else if (item)
            item->left++;
    }
}

static void list_items(wyrm_recorder *recorder)
{
    wyrm_run *run = recorder->run;
    for (size_t i = 0; i < recorder->kind_count; i++) {
        wyrm_run_item *item = &recorder->kinds[i];
        if (item->lain + item->found + item->used + item->left == 0)
            continue;
        item->kind = (int32_t)i;
        run->items[run->item_count++] = *item;
    }
}

/* How a run ends whose player has died of that. */
static wyrm_run_end run_end_of(wyrm_cause cause)
{
    static const wyrm_run_end ends[] = {[WYRM_CAUSE_NONE] = WYRM_RUN_KILLED,
                                        [WYRM_CAUSE_MONSTER] = WYRM_RUN_KILLED,
                                        [WYRM_CAUSE_STARVED] = WYRM_RUN_STARVED,
                                        [WYRM_CAUSE_ITSELF] = WYRM_RUN_ITSELF};
    return ends[cause];
}

/* Ends the run, as the player leaves its last floor. */
static void recorder_end(wyrm_recorder *recorder, const wyrm_game *game, wyrm_run_end end,
                         int32_t killer)
{
    wyrm_run *run = recorder->run;
    recorder_leave(recorder, game);
    run->end = end;
    run->killer = end == WYRM_RUN_KILLED || end == WYRM_RUN_STALLED ? killer : -1;
    run->level = game->player.combatant.level;
    run->turns = game->turn - !wyrm_run_is_complete(end); /* who dies or wins does it in the last */
    recorder->floor->turns = run->turns + 1 - recorder->entered;
    wyrm_run_fight *fight = end == WYRM_RUN_KILLED ? fight_of(recorder, killer) : NULL;
    if (fight)
        fight->fatal = true;
    count_pack(recorder, game);
    list_items(recorder);
}

/* ---- turns ---- */

/* A new floor begins with its event, which comes before any other of it. */
static void see_entered(wyrm_runner *runner, const wyrm_game *game)
{
    wyrm_recorder *recorder = &runner->recorder;
    if (!recorder_enter(recorder, game, (size_t)game->map.room_count, game->monster_count))
        return;
    for (size_t i = 0; i < game->item_count; i++)
        recorder_lies(recorder, &game->items[i].item);
}

static void hear(const wyrm_game *game, const wyrm_event *event, void *context)
{
    wyrm_runner *runner = context;
    if (event->kind == WYRM_EVENT_LEVEL_ENTERED)
        see_entered(runner, game);
    else
        recorder_hear(game, event, &runner->recorder);
}

/* Carries a command out, and records it where it could be. */
static wyrm_status act(wyrm_runner *runner, const wyrm_command *command,
                       const wyrm_listener *listener, wyrm_error *error)
{
    wyrm_status status = wyrm_game_act(runner->engine, runner->game, command, listener, error);
    if (status == WYRM_OK && runner->replay)
        status = wyrm_replay_add(runner->replay, command, runner->game, error);
    return status;
}

/* Asks the bot until it says something that can be done. */
static wyrm_status act_once(wyrm_runner *runner, const wyrm_listener *listener, bool *goes_on,
                            wyrm_error *error)
{
    const wyrm_command wait = {.kind = WYRM_DO_WAIT};
    wyrm_command command;
    for (int guess = 0; guess < WYRM_BOT_GUESSES; guess++) {
        *goes_on = wyrm_bot_next(runner->bot, runner->game, &command);
        if (!*goes_on)
            return WYRM_OK;
        if (command.kind == WYRM_DO_LEAVE)
            recorder_leave(&runner->recorder, runner->game);
        wyrm_status status = act(runner, &command, listener, error);
        if (status != WYRM_ERROR_ARGUMENT)
            return status;
    }
    return act(runner, &wait, listener, error);
}

/* ---- whether anything changes ---- */

#define LOOK_TURNS (WYRM_RUN_STALL / 20)

/* All that a run gets done. Harm is a sum that only grows, so that it is seen where it has been made
 * good; the rest of a hit point that is being won back counts, too. What hunger takes, and a starving
 * body makes good, is no change. */
static void take_stock(const wyrm_runner *runner, wyrm_run_stock *out)
{
    const wyrm_game *game = runner->game;
    const wyrm_tally *tally = &game->tally;
    bool starves = wyrm_engine_rules(runner->engine)->stage_count > 0 && game->fullness == 0;
    int32_t tiles = game->map.width * game->map.height;
    *out = (wyrm_run_stock){.depth = game->difficulty.depth,
                            .wins = game->difficulty.wins,
                            .level = game->player.combatant.level,
                            .hp = starves ? 0 : game->player.combatant.hp,
                            .healing = starves ? 0 : game->healing,
                            .dealt = tally->damage_dealt,
                            .taken = runner->recorder.floor->damage_taken,
                            .found = tally->items_found,
                            .used = tally->items_used};
    for (size_t i = 0; i < game->monster_count; i++)
        out->monsters += 1 + game->monsters[i].body.combatant.hp;
    for (int32_t i = 0; i < tiles; i++)
        out->tiles += (game->marks[i] & WYRM_MARK_KNOWN) != 0;
}

/* Looks now and then: a look costs as much as a turn or two. */
static bool has_stalled(wyrm_runner *runner)
{
    uint32_t turn = runner->game->turn;
    wyrm_run_stock stock;
    if (turn < runner->next_look)
        return false;
    runner->next_look = turn + LOOK_TURNS;
    take_stock(runner, &stock);
    if (memcmp(&stock, &runner->stock, sizeof stock) == 0)
        return turn - runner->changed >= WYRM_RUN_STALL;
    runner->stock = stock;
    runner->changed = turn;
    return false;
}

/* Who stands nearest in the player's sight, as an index in the roster; -1: nobody. */
static int32_t nearest_in_sight(const wyrm_runner *runner)
{
    const wyrm_game *game = runner->game;
    wyrm_observation seen;
    wyrm_observe(runner->engine, game, &seen);
    for (size_t i = 0; i < seen.monster_count; i++)
        if (seen.monsters[i].in_sight)
            return game->monsters[seen.monsters[i].index].spawn.monster;
    return -1;
}

/* ---- playing ---- */

static bool is_over(const wyrm_runner *runner)
{
    const wyrm_game *game = runner->game;
    return game->phase == WYRM_PHASE_WON || game->phase == WYRM_PHASE_DEAD ||
           game->turn > runner->options.turn_limit ||
           (int32_t)runner->recorder.run->floor_count < game->difficulty.depth;
}

/* A command that costs no turn could go on for ever: nobody gives more of them than this. */
#define COMMANDS_PER_TURN 4

static wyrm_status play_on(wyrm_runner *runner, const wyrm_listener *listener, wyrm_run_end *end,
                           wyrm_error *error)
{
    const wyrm_game *game = runner->game;
    uint64_t most = (uint64_t)COMMANDS_PER_TURN * runner->options.turn_limit;
    wyrm_status status = WYRM_OK;
    bool goes_on = true, stalls = false;
    runner->changed = runner->next_look = 0;
    while (status == WYRM_OK && goes_on && !stalls && !is_over(runner) && game->commands < most) {
        status = act_once(runner, listener, &goes_on, error);
        stalls = has_stalled(runner);
    }
    *end = game->phase == WYRM_PHASE_WON    ? WYRM_RUN_WON
           : game->phase == WYRM_PHASE_DEAD ? run_end_of(game->cause)
           : stalls                         ? WYRM_RUN_STALLED
                                            : WYRM_RUN_CUT;
    return status;
}

/* Everybody of a set fight is met at once: nobody has yet to come into view. */
static wyrm_status start_arena(wyrm_runner *runner, uint64_t seed, uint64_t run, wyrm_error *error)
{
    wyrm_game *game = runner->game;
    wyrm_status status =
        wyrm_game_start_arena(runner->engine, runner->options.arena, seed, run, game, error);
    if (status != WYRM_OK)
        return status;
    see_entered(runner, game);
    for (size_t i = 0; i < game->monster_count; i++)
        recorder_meet(&runner->recorder, game->monsters[i].spawn.monster, game->monsters[i].id);
    return WYRM_OK;
}

/* ---- those who make runs ---- */

#define DEFAULT_BOT "explorer"

/* What playing takes; and whether the words of `without` fit the ruleset. */
static wyrm_status prepare_play(wyrm_runner *runner, wyrm_error *error)
{
    runner->game = base_allocate(sizeof *runner->game);
    if (!runner->game)
        return wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory");
    wyrm_status status = wyrm_engine_new(runner->design, &runner->engine, error);
    if (status == WYRM_OK)
        status = wyrm_bot_new(runner->options.bot, runner->engine, &runner->bot, error);
    return status;
}

wyrm_status wyrm_runner_new(const wyrm_design *design, const wyrm_run_options *options,
                            wyrm_runner **out, wyrm_error *error)
{
    wyrm_runner *runner = base_zeroed(1, sizeof *runner);
    *out = NULL;
    if (!runner)
        return wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory");
    runner->design = design;
    runner->options = *options;
    if (runner->options.turn_limit == 0)
        runner->options.turn_limit = WYRM_RUN_TURNS;
    wyrm_status status = WYRM_OK;
    if (!runner->options.bot)
        status = wyrm_bot_find(DEFAULT_BOT, &runner->options.bot, error);
    if (status == WYRM_OK)
        status = prepare_play(runner, error);
    if (status != WYRM_OK) {
        wyrm_runner_free(runner);
        return status;
    }
    *out = runner;
    return WYRM_OK;
}

const wyrm_game *wyrm_runner_game(const wyrm_runner *runner)
{
    return runner->game;
}

wyrm_engine *wyrm_runner_engine(const wyrm_runner *runner)
{
    return runner->engine;
}

void wyrm_runner_free(wyrm_runner *runner)
{
    if (!runner)
        return;
    wyrm_bot_free(runner->bot);
    wyrm_engine_free(runner->engine);
    wyrm_free(runner->game);
    wyrm_free(runner);
}

/* A whole game, or a set fight. */
wyrm_status wyrm_runner_make(wyrm_runner *runner, uint64_t seed, uint64_t run, wyrm_run *out,
                             wyrm_error *error)
{
    const wyrm_listener listener = {.hear = hear, .context = runner};
    const wyrm_game_options options = {.seed = seed,
                                       .run = run,
                                       .without = runner->options.without,
                                       .without_count = runner->options.without_count};
    recorder_begin(&runner->recorder, runner->design, seed, run, out);
    wyrm_bot_begin(runner->bot);
    wyrm_status status = runner->options.arena ? start_arena(runner, seed, run, error)
                                               : wyrm_game_start(runner->engine, &options,
                                                                 &listener, runner->game, error);
    wyrm_run_end end = WYRM_RUN_CUT;
    if (status == WYRM_OK)
        status = play_on(runner, &listener, &end, error);
    if (status == WYRM_OK)
        recorder_end(&runner->recorder, runner->game, end,
                     end == WYRM_RUN_STALLED ? nearest_in_sight(runner) : runner->game->killer);
    return status;
}

/* ---- runs that are played again to be watched ---- */

/* What would be cut short would be another game: it is refused. */
static bool fits(const wyrm_run_options *options, const char *source)
{
    bool fit = strlen(source) < sizeof((wyrm_replay_facts *)0)->source &&
               options->without_count <= WYRM_REPLAY_WITHOUTS_MAX;
    for (size_t i = 0; fit && i < options->without_count; i++)
        fit = strlen(options->without[i]) < sizeof((wyrm_replay_facts *)0)->without[0];
    return fit;
}

static wyrm_replay_facts facts_of(const wyrm_runner *runner, const char *source, uint64_t seed,
                                  uint64_t run)
{
    const wyrm_ruleset *ruleset = wyrm_design_ruleset(runner->design);
    const wyrm_run_options *options = &runner->options;
    wyrm_replay_facts facts = {.seed = seed, .run = run};
    snprintf(facts.ruleset, sizeof facts.ruleset, "%s", wyrm_ruleset_name(ruleset));
    snprintf(facts.source, sizeof facts.source, "%s", source);
    snprintf(facts.hash, sizeof facts.hash, "%s", wyrm_ruleset_hash(ruleset));
    snprintf(facts.version, sizeof facts.version, "%s", wyrm_version());
    snprintf(facts.player, sizeof facts.player, "%s", options->bot->name);
    while (facts.without_count < options->without_count) {
        snprintf(facts.without[facts.without_count], sizeof facts.without[0], "%s",
                 options->without[facts.without_count]);
        facts.without_count++;
    }
    return facts;
}

/* Plays the run with the recording running. */
static wyrm_status play_again(wyrm_runner *runner, const char *source, uint64_t seed, uint64_t run,
                              wyrm_error *error)
{
    const wyrm_replay_facts facts = facts_of(runner, source, seed, run);
    wyrm_run *record = base_allocate(sizeof *record);
    wyrm_status status = record ? wyrm_replay_new(&facts, &runner->replay, error)
                                : wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory");
    if (status == WYRM_OK)
        status = wyrm_runner_make(runner, seed, run, record, error);
    wyrm_free(record);
    return status;
}

wyrm_status wyrm_run_record(const wyrm_design *design, const wyrm_run_options *options,
                            const char *source, uint64_t seed, uint64_t run, wyrm_replay **out,
                            wyrm_error *error)
{
    wyrm_runner *runner;
    *out = NULL;
    if (options->arena)
        return wyrm_fail(error, WYRM_ERROR_ARGUMENT, "only whole games can be watched");
    if (!fits(options, source))
        return wyrm_fail(error, WYRM_ERROR_ARGUMENT,
                         "the path of the ruleset, or a word that the player leaves alone, is too "
                         "long to be recorded");
    wyrm_status status = wyrm_runner_new(design, options, &runner, error);
    if (status != WYRM_OK)
        return status;
    status = play_again(runner, source, seed, run, error);
    if (status == WYRM_OK)
        *out = runner->replay;
    else
        wyrm_replay_free(runner->replay);
    runner->replay = NULL;
    wyrm_runner_free(runner);
    return status;
}
