/* One run: a bot plays on the game's own engine, and a listener keeps the record.
 *
 * Everything in a record comes from events, or from the state as a floor is left: the game does not
 * know that it is watched, and a run is a game that anybody could play. At intervals the runner
 * checks whether anything has changed; a run in which nothing has for long ends as stalled. */
#include "sim/internal.h"
#include <math.h>
#include <string.h>
#include "bot/internal.h"

/* ---- The runner ---- */

/* The history of the player with one monster. */
typedef struct acquaintance {
    uint32_t attacks; /* by the player */
    bool met;
    uint32_t fight, harm; /* damage done to the player in fight number `fight` */
    uint32_t struck;      /* number of the last command in which it struck the player */
    int32_t cost;         /* expected cost of that fight when it first struck (wyrm_run_death) */
    uint32_t means;       /* hit points and healing that the player had then */
} acquaintance;

/* The current fight, or the last one. */
typedef struct watched_fight {
    uint32_t number; /* number of the fight in this run, from 1 */
    bool goes_on;
    uint32_t touched;  /* the last turn with a foe in sight or a blow */
    uint32_t command;  /* number of the current command */
    uint32_t strikers; /* monsters that have struck the player during that command */
    uint32_t begun;    /* number of the command in which the fight began */
    uint32_t foes;     /* awake and in sight before the command */
    uint32_t turn;     /* this and the next two lines: before the command */
    int32_t hp, max_hp, cost;
    uint32_t means;
    wyrm_run_death is; /* the record of this fight so far */
    size_t blow_count; /* blows in the fight; the last ones are kept in a ring */
    wyrm_run_blow blows[WYRM_RUN_BLOWS_MAX];
} watched_fight;

/* The progress of a run; two equal snapshots mean that nothing changed. Compared by memcmp, so
 * there is no padding. */
typedef struct run_stock {
    int64_t depth, wins, level, hp, healing, tiles, monsters;
    uint64_t dealt, taken, found, used;
} run_stock;

struct wyrm_runner {
    const wyrm_design *design;
    wyrm_run_options options;
    const wyrm_item_kind *items;
    size_t kind_count, monster_count; /* kinds of items; monsters of the roster */
    wyrm_engine *engine;
    wyrm_bot *bot;
    wyrm_game *game;
    wyrm_replay *replay; /* records the game; NULL: not recorded */
    wyrm_run *watched;   /* room for the record of a recorded run */

    /* The record. */
    wyrm_run *run;
    wyrm_run_floor *floor;               /* current; NULL: none yet */
    uint32_t entered;                    /* turn on which the floor was entered */
    uint32_t finds;                      /* wyrm_tally.items_found when the last find was noted */
    wyrm_run_item kinds[WYRM_KINDS_MAX]; /* by kind */
    int32_t rows[WYRM_KINDS_MAX + 1];    /* index in run->fights by monster + 1, for this floor; -1:
                                            none */
    wyrm_run_fight uncounted;            /* takes counts for which run->fights has no more room */
    acquaintance known[WYRM_LEVEL_SPAWNS_MAX], nobody; /* by id, on this floor; and for no id */
    watched_fight fight;

    /* Detection of stalled runs. */
    run_stock stock;    /* at the last check that found a change */
    uint32_t changed;   /* turn of that check */
    uint32_t next_look; /* turn of the next check */
};

/* ---- the record: floors ---- */

const char *wyrm_run_end_word(wyrm_run_end end)
{
    static const char *const words[] = {
#define END_WORD(name, word) [name] = word,
        WYRM_RUN_END_ROWS(END_WORD)
#undef END_WORD
    };
    return (unsigned)end < WYRM_RUN_END_COUNT ? words[end] : "";
}

const char *wyrm_death_words(wyrm_death_reason reason)
{
    static const char *const words[] = {
#define DEATH_WORDS(name, words, sentence) [name] = words,
        WYRM_DEATH_ROWS(DEATH_WORDS)
#undef DEATH_WORDS
    };
    return (unsigned)reason < WYRM_DEATH_REASON_COUNT ? words[reason] : "";
}

wyrm_death_reason wyrm_run_reason(const wyrm_run *run)
{
    const wyrm_run_death *death = &run->deaths[0];
    if (run->death_count == 0)
        return WYRM_DEATH_REASON_COUNT;
    if (run->end != WYRM_RUN_KILLED)
        return WYRM_DEATH_NO_FOE;
    if (2 * (int64_t)death->hp < death->max_hp)
        return WYRM_DEATH_WORN_DOWN;
    if (death->most >= 2 && 3 * (uint64_t)death->worst < 2 * (uint64_t)death->damage)
        return WYRM_DEATH_OUTNUMBERED;
    if (death->cost >= 0 && death->cost < (int64_t)death->means)
        return WYRM_DEATH_ONE_FIGHT;
    return death->escapes > 0 || death->way_out ? WYRM_DEATH_OUTMATCHED : WYRM_DEATH_NO_ESCAPE;
}

/* The record of a kind of item; NULL if there is no such kind. */
static wyrm_run_item *item_of(wyrm_runner *runner, int32_t kind)
{
    return kind >= 0 && (size_t)kind < runner->kind_count ? &runner->kinds[kind] : NULL;
}

/* Begins the record of a new floor and counts what lies on it; does nothing when the record is
 * full. */
static void enter_floor(wyrm_runner *runner, const wyrm_game *game)
{
    wyrm_run *run = runner->run;
    if (run->floor_count == WYRM_RUN_FLOORS_MAX)
        return;
    wyrm_run_floor *floor = runner->floor = &run->floors[run->floor_count++];
    *floor = (wyrm_run_floor){.depth = game->difficulty.depth,
                              .rooms = (uint32_t)game->map.room_count,
                              .monsters = (uint32_t)game->monster_count,
                              .items = (uint32_t)game->item_count};
    runner->entered = game->turn;
    run->depth = floor->depth;
    memset(runner->rows, -1, (runner->monster_count + 1) * sizeof *runner->rows);
    memset(runner->known, 0, sizeof runner->known); /* clears those of monsters still to come,
                                                       too */
    for (size_t i = 0; i < game->item_count; i++) {
        const wyrm_item *item = &game->items[i].item;
        wyrm_run_item *kind = item_of(runner, item->kind);
        if (item->pity >= 1 && item->pity <= WYRM_PITY_MAX)
            floor->pity[item->pity - 1]++;
        if (kind)
            kind->lain++;
    }
}

/* Rounds to a millionth, as files do, so that sums over runs read back are the same. */
static double rounded(double power)
{
    return round(power * 1e6) / 1e6;
}

/* Records the state of the player at the end of a floor; a later call for the same floor
 * overwrites. */
static void leave_floor(wyrm_runner *runner)
{
    const wyrm_game *game = runner->game;
    const wyrm_combat *combat = wyrm_design_combat(runner->design);
    game_strikes *strikes = &runner->engine->strikes;
    wyrm_run_floor *floor = runner->floor;
    const wyrm_combatant *bare = &game->bare, *player = &game->player.combatant;
    floor->level = player->level;
    floor->hp = (int32_t)(player->hp > 0 ? player->hp : 0);
    floor->max_hp = (int32_t)player->max_hp;
    floor->turns = game->turn - runner->entered;
    floor->consumables = 0;
    for (size_t i = 0; i < game->pack_count; i++) {
        wyrm_item_class item_class = runner->items[game->pack[i].item.kind].item_class;
        floor->consumables += item_class == WYRM_ITEM_CONSUMABLE || item_class == WYRM_ITEM_RATION;
    }
    floor->gear_attack = floor->gear_defense = 0.0;
    if (game->arena)
        return;
    /* Gear alone: stats as the player brought them, without poison or exhaustion. */
    wyrm_combatant rested = *player;
    const wyrm_combatant *dressed = &rested;
    memcpy(&rested.stats[runner->engine->first_slot], game->brought,
           runner->engine->slot_count * sizeof(double));
    /* Damage per turn: attacks per turn times the mean of a blow. */
    const wyrm_ratio armed = game_attack_takes(runner->engine, dressed);
    const wyrm_ratio unarmed = game_attack_takes(runner->engine, bare);
    const double attacks = (double)armed.denominator / (double)armed.numerator;
    const double others = (double)unarmed.denominator / (double)unarmed.numerator;
    floor->gear_attack = rounded(game_strikes_blow(strikes, combat, dressed, bare).mean * attacks);
    floor->gear_defense = rounded((game_strikes_blow(strikes, combat, bare, bare).mean -
                                   game_strikes_blow(strikes, combat, bare, dressed).mean) *
                                  others);
}

/* ---- the record: monsters and items ---- */

/* The row of this floor's fights with a monster of the roster. */
static wyrm_run_fight *fight_of(wyrm_runner *runner, int32_t monster)
{
    wyrm_run *run = runner->run;
    bool known = monster >= 0 && (size_t)monster < runner->monster_count;
    int32_t *row = &runner->rows[known ? monster + 1 : 0];
    if (*row < 0) {
        if (run->fight_count == WYRM_RUN_FIGHTS_MAX)
            return &runner->uncounted;
        *row = (int32_t)run->fight_count++;
        run->fights[*row] =
            (wyrm_run_fight){.depth = runner->floor->depth, .monster = known ? monster : -1};
    }
    return &run->fights[*row];
}

/* The acquaintance of a monster by id; a dummy, reset each time, for an id out of range. */
static acquaintance *known_of(wyrm_runner *runner, uint32_t id)
{
    runner->nobody = (acquaintance){.met = true};
    return id < WYRM_LEVEL_SPAWNS_MAX ? &runner->known[id] : &runner->nobody;
}

/* Counts a monster as met, once: the player sees it, or hits it unseen. `monster` is its index in
 * the roster (-1: none). */
static void count_met(wyrm_runner *runner, int32_t monster, uint32_t id)
{
    acquaintance *known = known_of(runner, id);
    if (known->met)
        return;
    known->met = true;
    runner->floor->met++;
    fight_of(runner, monster)->met++;
}

/* ---- the record: the last fight ---- */

#define COST_MOST 1e6 /* hit points; caps the expected cost */

static uint32_t larger(uint32_t one, uint32_t other)
{
    return one > other ? one : other;
}

/* Foes are in sight or blows fall: continues the fight, or begins one with the state before the
 * command. */
static void touch(wyrm_runner *runner)
{
    watched_fight *fight = &runner->fight;
    const wyrm_bot *bot = runner->bot;
    wyrm_run_death *is = &fight->is;
    if (!fight->goes_on) {
        fight->goes_on = true;
        fight->begun = fight->command;
        fight->number++;
        fight->blow_count = 0;
        *is = (wyrm_run_death){.turn = fight->turn,
                               .hp = fight->hp,
                               .max_hp = fight->max_hp,
                               .foes = fight->foes,
                               .cost = -1};
        is->way_out = bot->began && bot->seen.exit_known; /* seen is valid once the bot has begun */
    }
    fight->touched = runner->game->turn;
    is->most = larger(is->most, larger(fight->foes, fight->strikers));
}

/* Before a command, once the bot has observed: notes the state that a fight would begin with. */
static void note_fight(wyrm_runner *runner)
{
    const wyrm_game *game = runner->game;
    wyrm_bot *bot = runner->bot;
    watched_fight *fight = &runner->fight;
    fight->command++;
    fight->strikers = 0;
    fight->foes = bot->began ? (uint32_t)bot->awake_count : 0;
    fight->cost = fight->foes > 0 ? (int32_t)ceil(fmin(bot_cost(bot), COST_MOST)) : -1;
    fight->turn = game->turn;
    fight->hp = (int32_t)game->player.combatant.hp;
    fight->max_hp = (int32_t)game->player.combatant.max_hp;
    fight->means = (uint32_t)fight->hp;
    if (fight->foes > 0)
        fight->means += (uint32_t)fmin(bot_stock(bot), COST_MOST);
    fight->goes_on &= game->turn - fight->touched < WYRM_RUN_PAUSE;
    if (fight->foes > 0)
        touch(runner);
}

/* Notes damage between the player and somebody (index in the roster, id), dealt by the player if
 * `given`. Damage without an author goes into a fight under way but begins none. */
static void note_blow(wyrm_runner *runner, int32_t monster, uint32_t id, bool given, int64_t damage)
{
    watched_fight *fight = &runner->fight;
    acquaintance *known = known_of(runner, id);
    const bool somebody = id != 0 && id != WYRM_NOBODY;
    if (somebody && !given && known->struck != fight->command) {
        known->struck = fight->command;
        fight->strikers++;
    }
    if (somebody)
        touch(runner);
    if (!fight->goes_on)
        return;
    if (fight->begun == fight->command)
        fight->is.foes = larger(fight->is.foes, fight->strikers);
    if (!given && known->fight != fight->number) {
        known->fight = fight->number;
        known->harm = 0;
        known->cost = fight->cost;
        known->means = fight->means;
    }
    if (!given) {
        known->harm += (uint32_t)damage;
        fight->is.damage += (uint32_t)damage;
    }
    if (!given && somebody && known->harm > fight->is.worst) {
        fight->is.worst = known->harm;
        fight->is.cost = known->cost;
        fight->is.means = known->means;
    }
    const int64_t hp = runner->game->player.combatant.hp;
    fight->blows[fight->blow_count++ % WYRM_RUN_BLOWS_MAX] =
        (wyrm_run_blow){.turn = runner->game->turn,
                        .monster = somebody ? monster : -1,
                        .given = given,
                        .damage = (int32_t)damage,
                        .hp = (int32_t)(hp > 0 ? hp : 0)};
}

/* Records the last fight, and the unused items by their use. */
static void end_fight(wyrm_runner *runner)
{
    static const uint32_t heals = BOT_BIT(HEAL), feeds = BOT_BIT(FEED),
                          hurts = BOT_BIT(LIGHTNING) | BOT_BIT(BOLT) | BOT_BIT(BLAST),
                          escapes = BOT_BIT(CONFUSE) | BOT_BIT(SLEEP) | BOT_BIT(HOLD) |
                                    BOT_BIT(SLOW) | BOT_BIT(FRIGHTEN) | BOT_BIT(BANISH) |
                                    BOT_BIT(TELEPORT) | BOT_BIT(HIDE) | BOT_BIT(HASTE);
    const wyrm_game *game = runner->game;
    watched_fight *fight = &runner->fight;
    wyrm_run *run = runner->run;
    wyrm_run_death *death = &run->deaths[0];
    if (!fight->goes_on) /* no fight: as if one had begun with the last command */
        touch(runner);
    run->death_count = 1;
    *death = fight->is;
    for (size_t i = 0; i < game->pack_count; i++) {
        const wyrm_effect *effect = &runner->engine->effects[game->pack[i].item.kind];
        if (effect->kind == WYRM_EFFECT_NONE || bot_is_of(effect, feeds))
            continue;
        *(bot_is_of(effect, heals)     ? &death->heals
          : bot_is_of(effect, escapes) ? &death->escapes
          : bot_is_of(effect, hurts)   ? &death->hurts
                                       : &death->others) += 1;
    }
    const size_t count = fight->blow_count;
    run->blow_count = count < WYRM_RUN_BLOWS_MAX ? count : WYRM_RUN_BLOWS_MAX;
    for (size_t i = 0; i < run->blow_count; i++)
        run->blows[i] = fight->blows[(count - run->blow_count + i) % WYRM_RUN_BLOWS_MAX];
}

/* ---- the record: what is heard ---- */

/* An attack by the player, on the player, or both: the player in its own blast. */
static void hear_blow(wyrm_runner *runner, const wyrm_event *event)
{
    uint32_t amount = (uint32_t)event->amount;
    bool suffers = event->whom == 0;
    note_blow(runner, event->monster, suffers ? event->who : event->whom, !suffers, event->amount);
    *(suffers ? &runner->floor->damage_taken : &runner->floor->damage_dealt) += amount;
    if (event->who == event->whom)
        return;
    wyrm_run_fight *fight = fight_of(runner, event->monster);
    uint32_t other = suffers ? event->who : event->whom;
    count_met(runner, event->monster, other);
    const bool begins = event->number <= 1; /* an attack of several blows counts once */
    *(suffers ? &fight->attacks_taken : &fight->attacks) += begins;
    *(suffers ? &fight->damage_taken : &fight->damage) += amount;
    known_of(runner, other)->attacks += !suffers && begins;
}

/* Hit points lost to a condition or one's own attack, or won back (below 0). The damage of a
 * condition counts for whoever inflicted it. */
static void hear_loss(wyrm_runner *runner, const wyrm_event *event, bool by_player, bool suffers)
{
    const bool by_other = event->kind == WYRM_EVENT_SUFFERED && event->who != WYRM_NOBODY;
    if (suffers && by_other && !by_player && event->amount > 0)
        fight_of(runner, event->other)->damage_taken += (uint32_t)event->amount;
    else if (!suffers && by_player && event->amount > 0)
        fight_of(runner, event->monster)->damage += (uint32_t)event->amount;
    if (suffers && event->amount > 0)
        note_blow(runner, event->other, event->who, false, event->amount);
    if (suffers)
        *(event->amount < 0 ? &runner->floor->healed : &runner->floor->damage_taken) +=
            (uint32_t)llabs(event->amount);
    else if (by_player && event->amount > 0)
        runner->floor->damage_dealt += (uint32_t)event->amount;
}

/* The listener; its context is the runner. A floor's first event is WYRM_EVENT_LEVEL_ENTERED. Only
 * the player uses items, so whatever else items hurt, the player did it. */
static void count_event(const wyrm_game *game, const wyrm_event *event, void *context)
{
    wyrm_runner *runner = context;
    wyrm_run_floor *floor = runner->floor;
    wyrm_run_item *item;
    wyrm_run_fight *fight;
    switch (event->kind) {
    case WYRM_EVENT_LEVEL_ENTERED:
        enter_floor(runner, game);
        runner->fight.goes_on = false;
        break;
    case WYRM_EVENT_BURNED:
        if (event->whom == 0)
            note_blow(runner, -1, WYRM_NOBODY, false, event->amount);
        floor->damage_taken += event->whom == 0 ? (uint32_t)event->amount : 0;
        break;
    case WYRM_EVENT_HURT:
        note_blow(runner, event->monster, event->whom, event->whom != 0, event->amount);
        *(event->whom == 0 ? &floor->damage_taken : &floor->damage_dealt) +=
            (uint32_t)event->amount;
        break;
    case WYRM_EVENT_ATTACKED:
        if (event->whom == 0 || event->who == 0)
            hear_blow(runner, event);
        break;
    case WYRM_EVENT_SUFFERED:
        hear_loss(runner, event, event->who == 0, event->whom == 0);
        break;
    case WYRM_EVENT_RECOILED:
        hear_loss(runner, event, false, event->who == 0);
        break;
    case WYRM_EVENT_HEALED:
        floor->healed += event->who == 0 ? (uint32_t)event->amount : 0;
        break;
    case WYRM_EVENT_DIED:
        if (event->who != 0 || event->whom == 0)
            break;
        fight = fight_of(runner, event->monster);
        count_met(runner, event->monster, event->whom);
        floor->kills++;
        fight->kills++;
        fight->attacks_to_kill += known_of(runner, event->whom)->attacks;
        break;
    case WYRM_EVENT_SEEN:
        count_met(runner, event->monster, event->whom);
        break;
    case WYRM_EVENT_PICKED_UP:
        /* An item that was dropped or thrown before is not found again. */
        item = item_of(runner, event->item.kind);
        if (item && game->tally.items_found != runner->finds) {
            runner->finds = game->tally.items_found;
            floor->found++;
            item->found++;
        }
        break;
    case WYRM_EVENT_LEFT:
        item = item_of(runner, event->item.kind); /* NULL for gold, too */
        floor->items += item != NULL;
        if (item)
            item->lain++;
        break;
    case WYRM_EVENT_USED:
        item = item_of(runner, event->item.kind);
        floor->used += item != NULL;
        if (item)
            item->used++;
        break;
    default:
        break;
    }
}

/* Ends the run and its last floor. Items carried count as left, worn gear as used. */
static void end_record(wyrm_runner *runner, wyrm_run_end end)
{
    const wyrm_game *game = runner->game;
    wyrm_run *run = runner->run;
    leave_floor(runner);
    run->end = end;
    if (end == WYRM_RUN_STALLED) { /* blame the nearest monster in sight */
        wyrm_observation seen;
        wyrm_observe(runner->engine, game, &seen);
        for (size_t i = seen.monster_count; i-- > 0;)
            if (seen.monsters[i].in_sight)
                run->killer = game->monsters[seen.monsters[i].index].spawn.monster;
    } else if (end == WYRM_RUN_KILLED) {
        run->killer = game->killer;
        fight_of(runner, run->killer)->fatal = true;
    }
    if (wyrm_run_is_complete(end) && end != WYRM_RUN_WON)
        end_fight(runner);
    run->level = game->player.combatant.level;
    run->turns = game->turn - !wyrm_run_is_complete(end); /* a death or win happens within its
                                                             turn */
    runner->floor->turns = run->turns + 1 - runner->entered;
    for (size_t i = 0; i < game->pack_count; i++) {
        wyrm_run_item *item = item_of(runner, game->pack[i].item.kind);
        if (item)
            *(game->pack[i].worn ? &item->used : &item->left) += 1;
    }
    for (size_t i = 0; i < runner->kind_count; i++) {
        wyrm_run_item *item = &runner->kinds[i];
        if (item->lain + item->found + item->used + item->left == 0)
            continue;
        item->kind = (int32_t)i;
        run->items[run->item_count++] = *item;
    }
}

/* ---- whether anything changes ---- */

#define LOOK_TURNS (WYRM_RUN_STALL / 20)

/* Compares snapshots every LOOK_TURNS: one costs as much as a turn or two. Damage is a sum that
 * only grows, so damage that was healed again shows; fractions of healing count, too. Hit points
 * and healing of a starving player are left out: it loses and regains them without end. */
static bool has_stalled(wyrm_runner *runner)
{
    const wyrm_game *game = runner->game;
    const wyrm_tally *tally = &game->tally;
    if (game->turn < runner->next_look)
        return false;
    runner->next_look = game->turn + LOOK_TURNS;
    bool starves = wyrm_engine_rules(runner->engine)->stage_count > 0 && game->fullness == 0;
    run_stock stock = {.depth = game->difficulty.depth,
                       .wins = game->difficulty.wins,
                       .level = game->player.combatant.level,
                       .hp = starves ? 0 : game->player.combatant.hp,
                       .healing = starves ? 0 : game->healing,
                       .dealt = tally->damage_dealt,
                       .taken = runner->floor->damage_taken,
                       .found = tally->items_found,
                       .used = tally->items_used};
    for (size_t i = 0; i < game->monster_count; i++)
        stock.monsters += 1 + game->monsters[i].body.combatant.hp;
    for (int32_t i = 0; i < game->map.width * game->map.height; i++)
        stock.tiles += (game->marks[i] & WYRM_MARK_KNOWN) != 0;
    if (memcmp(&stock, &runner->stock, sizeof stock) == 0)
        return game->turn - runner->changed >= WYRM_RUN_STALL;
    runner->stock = stock;
    runner->changed = game->turn;
    return false;
}

/* ---- playing ---- */

/* Asks the bot until it names a command that can be done, carries it out and, if the run is
 * recorded, records it. */
static wyrm_status act_once(wyrm_runner *runner, bool *goes_on, wyrm_error *error)
{
    const wyrm_listener listener = {.hear = count_event, .context = runner};
    for (int guess = 0;; guess++) {
        wyrm_command command = {.kind = WYRM_DO_WAIT};
        *goes_on = guess == WYRM_BOT_GUESSES || wyrm_bot_next(runner->bot, runner->game, &command);
        wyrm_status status = wyrm_bot_trouble(runner->bot, error);
        if (!*goes_on || status != WYRM_OK)
            return status;
        if (command.kind == WYRM_DO_LEAVE)
            leave_floor(runner);
        note_fight(runner);
        status = wyrm_game_act(runner->engine, runner->game, &command, &listener, error);
        if (status == WYRM_OK && runner->replay)
            status = wyrm_replay_add(runner->replay, &command, runner->game, error);
        if (status != WYRM_ERROR_ARGUMENT || guess == WYRM_BOT_GUESSES)
            return status;
    }
}

/* Limit of commands that take no time, per turn of the turn limit: they could go on for ever.
 * Others end by the turn limit, however many fit into a turn: an act takes at least a
 * thousandth. */
#define IDLE_PER_TURN 4

/* Cost units (base_afford) of a command, and of each monster on the floor during it; reported in
 * lumps of TOLD_WORK. */
enum { COMMAND_WORK = 1000, MONSTER_WORK = 50, TOLD_WORK = 1000000 };

static wyrm_status play_on(wyrm_runner *runner, wyrm_run_end *end, wyrm_error *error)
{
    /* Run ends by cause of death. */
    static const wyrm_run_end deaths[] = {[WYRM_CAUSE_NONE] = WYRM_RUN_KILLED,
                                          [WYRM_CAUSE_MONSTER] = WYRM_RUN_KILLED,
                                          [WYRM_CAUSE_STARVED] = WYRM_RUN_STARVED,
                                          [WYRM_CAUSE_ITSELF] = WYRM_RUN_ITSELF,
                                          [WYRM_CAUSE_TERRAIN] = WYRM_RUN_ITSELF};
    const wyrm_game *game = runner->game;
    uint64_t idle = (uint64_t)IDLE_PER_TURN * runner->options.turn_limit, work = 0;
    wyrm_status status = WYRM_OK;
    bool goes_on = true, stalls = false;
    runner->changed = runner->next_look = 0;
    while (status == WYRM_OK && goes_on && !stalls && game->phase != WYRM_PHASE_WON &&
           game->phase != WYRM_PHASE_DEAD && game->turn <= runner->options.turn_limit &&
           (int32_t)runner->run->floor_count >= game->difficulty.depth && idle > 0) {
        const uint32_t turn = game->turn;
        const wyrm_ratio due = game->player.due;
        status = act_once(runner, &goes_on, error);
        idle -= game->turn == turn && game->player.due.numerator == due.numerator &&
                game->player.due.denominator == due.denominator;
        stalls = has_stalled(runner);
        work += COMMAND_WORK + MONSTER_WORK * game->monster_count;
        if (status == WYRM_OK && work >= TOLD_WORK) {
            status = base_afford(WYRM_COST_GAMES, work, error);
            work = 0;
        }
    }
    if (status == WYRM_OK)
        status = base_afford(WYRM_COST_GAMES, work, error);
    *end = game->phase == WYRM_PHASE_WON    ? WYRM_RUN_WON
           : game->phase == WYRM_PHASE_DEAD ? deaths[game->cause]
           : stalls                         ? WYRM_RUN_STALLED
                                            : WYRM_RUN_CUT;
    return status;
}

static wyrm_status make_run(wyrm_runner *runner, uint64_t seed, uint64_t run, wyrm_run *out,
                            wyrm_error *error)
{
    wyrm_run_end end;
    runner->run = out;
    runner->floor = NULL;
    runner->finds = 0;
    memset(runner->kinds, 0, runner->kind_count * sizeof *runner->kinds);
    out->seed = seed;
    out->run = run;
    out->end = WYRM_RUN_CUT;
    out->killer = -1;
    out->depth = out->level = 0;
    out->turns = 0;
    out->floor_count = out->fight_count = out->item_count = out->death_count = out->blow_count = 0;
    wyrm_bot_begin(runner->bot);
    runner->fight = (watched_fight){.number = 0};
    wyrm_game *game = runner->game;
    const wyrm_arena *arena = runner->options.arena;
    const wyrm_listener listener = {.hear = count_event, .context = runner};
    const wyrm_game_options options = {.seed = seed,
                                       .run = run,
                                       .without = runner->options.without,
                                       .without_count = runner->options.without_count};
    wyrm_status status = arena
                             ? wyrm_game_start_arena(runner->engine, arena, seed, run, game, error)
                             : wyrm_game_start(runner->engine, &options, &listener, game, error);
    if (status == WYRM_OK && arena)
        enter_floor(runner, game);
    /* In a set fight everybody is met at once, as nobody comes into view later. */
    for (size_t i = 0; status == WYRM_OK && arena && i < game->monster_count; i++)
        count_met(runner, game->monsters[i].spawn.monster, game->monsters[i].id);
    if (status == WYRM_OK && arena)
        note_fight(runner);
    if (status == WYRM_OK && arena)
        status = wyrm_game_open(runner->engine, game, &listener, error);
    if (status == WYRM_OK)
        status = play_on(runner, &end, error);
    if (status != WYRM_OK)
        return status;
    end_record(runner, end);
    return wyrm_bot_trouble(runner->bot, error);
}

/* Array elements of *out behind their counts keep their old contents. */
wyrm_status wyrm_runner_make(wyrm_runner *runner, uint64_t seed, uint64_t run, wyrm_run *out,
                             wyrm_error *error)
{
    base_play(true);
    const wyrm_status status = make_run(runner, seed, run, out, error);
    base_play(false);
    return status;
}

/* ---- runners ---- */

#define DEFAULT_BOT "explorer"

typedef struct runner_call {
    const wyrm_design *design;
    const wyrm_run_options *options;
} runner_call;

static void make_runner(base_arena *arena, void *result, void *context)
{
    const runner_call *call = context;
    wyrm_runner *runner = result;
    const bool fights = call->options->arena != NULL;
    base_must(arena,
              wyrm_design_needs(call->design, fights ? WYRM_SYSTEM_COMBAT : WYRM_SYSTEMS_OF_A_GAME,
                                fights ? "a set fight" : "a game", &arena->error));
    runner->design = call->design;
    runner->options = *call->options;
    runner->kind_count = wyrm_loot_kinds(wyrm_design_loot(call->design), &runner->items);
    runner->monster_count = wyrm_roster_count(wyrm_design_roster(call->design));
    if (runner->options.turn_limit == 0)
        runner->options.turn_limit = WYRM_RUN_TURNS;
    if (!runner->options.bot)
        base_must(arena, wyrm_bot_find(DEFAULT_BOT, &runner->options.bot, &arena->error));
    runner->game = base_new(arena, wyrm_game);
    runner->watched = base_new(arena, wyrm_run);
    base_must(arena, wyrm_engine_new(call->design, &runner->engine, &arena->error));
    base_keep(arena, runner->engine, wyrm_engine_free);
    base_must(arena,
              wyrm_bot_new(runner->options.bot, runner->engine, &runner->bot, &arena->error));
    base_keep(arena, runner->bot, wyrm_bot_free);
}

wyrm_status wyrm_runner_new(const wyrm_design *design, const wyrm_run_options *options,
                            wyrm_runner **out, wyrm_error *error)
{
    runner_call call = {design, options};
    return base_make(sizeof **out, make_runner, &call, out, error);
}

void wyrm_runner_free(wyrm_runner *runner)
{
    base_unmake(runner);
}

const wyrm_game *sim_runner_game(const wyrm_runner *runner)
{
    return runner->game;
}

wyrm_engine *sim_runner_engine(const wyrm_runner *runner)
{
    return runner->engine;
}

/* ---- runs that are recorded for watching ---- */

wyrm_status wyrm_run_record(const wyrm_design *design, const wyrm_run_options *options,
                            const char *source, uint64_t seed, uint64_t run, wyrm_replay **out,
                            wyrm_error *error)
{
    *out = NULL;
    if (options->arena)
        return wyrm_fail(error, WYRM_ERROR_ARGUMENT, "only whole games can be watched");
    wyrm_runner *runner;
    wyrm_status status = wyrm_runner_new(design, options, &runner, error);
    if (status != WYRM_OK)
        return status;
    const wyrm_game_options game = {.seed = seed,
                                    .run = run,
                                    .without = options->without,
                                    .without_count = options->without_count};
    status = wyrm_replay_new(design, source, runner->options.bot->name, &game, out, error);
    runner->replay = *out;
    if (status == WYRM_OK)
        status = wyrm_runner_make(runner, seed, run, runner->watched, error);
    if (status != WYRM_OK) {
        wyrm_replay_free(*out);
        *out = NULL;
    }
    wyrm_runner_free(runner);
    return status;
}
