/* Filling the record of a run. */
#include "sim/recorder.h"

#include <math.h>
#include <string.h>

#include "game/strikes.h"

static const char *const end_words[] = {
#define END_WORD(name, word) [name] = word,
    WYRM_RUN_END_ROWS(END_WORD)
#undef END_WORD
};

const char *wyrm_run_end_word(wyrm_run_end end)
{
    return (unsigned)end < WYRM_RUN_END_COUNT ? end_words[end] : "";
}

void wyrm_recorder_begin(wyrm_recorder *recorder, const wyrm_design *design, uint64_t seed,
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

bool wyrm_recorder_enter(wyrm_recorder *recorder, const wyrm_game *game, size_t rooms,
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

void wyrm_recorder_lies(wyrm_recorder *recorder, const wyrm_item *item)
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

void wyrm_recorder_leave(wyrm_recorder *recorder, const wyrm_game *game)
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

void wyrm_recorder_meet(wyrm_recorder *recorder, int32_t monster, uint32_t id)
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
    wyrm_recorder_meet(recorder, event->monster, event->whom);
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
    wyrm_recorder_meet(recorder, event->monster, event->who);
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
    wyrm_recorder_meet(recorder, event->monster, event->whom);
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

void wyrm_recorder_hear(const wyrm_game *game, const wyrm_event *event, void *context)
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
        wyrm_recorder_meet(recorder, event->monster, event->whom);
    else if (event->kind == WYRM_EVENT_PICKED_UP)
        hear_found(recorder, game, event);
    else if (event->kind == WYRM_EVENT_USED)
        hear_used(recorder, event);
}

/* ------------------------------------------------------------------ the end */

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

wyrm_run_end wyrm_run_end_of(wyrm_cause cause)
{
    static const wyrm_run_end ends[] = {[WYRM_CAUSE_NONE] = WYRM_RUN_KILLED,
                                        [WYRM_CAUSE_MONSTER] = WYRM_RUN_KILLED,
                                        [WYRM_CAUSE_STARVED] = WYRM_RUN_STARVED,
                                        [WYRM_CAUSE_ITSELF] = WYRM_RUN_ITSELF};
    return ends[cause];
}

void wyrm_recorder_end(wyrm_recorder *recorder, const wyrm_game *game, wyrm_run_end end,
                       int32_t killer)
{
    wyrm_run *run = recorder->run;
    wyrm_recorder_leave(recorder, game);
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
