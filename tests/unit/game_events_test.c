/* Events report everything that happens: a listener can keep its own records without the state. */
#include "random_games.h"

enum { STATES = 300, COMMANDS = 150 };

/* The state before a command, as far as it is checked. */
typedef struct books {
    int64_t hp;
    uint64_t damage_taken, damage_dealt, healed;
    uint32_t kills, items_found, items_used;
    uint64_t experience;
    size_t pack;
    wyrm_position at;
    size_t monsters;
    uint32_t ids[WYRM_LEVEL_SPAWNS_MAX];
    wyrm_position places[WYRM_LEVEL_SPAWNS_MAX];
} books;

static uint64_t experience_of(const wyrm_game *game)
{
    return game->experience.base + game->experience.exp;
}

static void open_books(const arena *a, books *out)
{
    const wyrm_game *game = a->game;
    out->hp = game->player.combatant.hp;
    out->damage_taken = game->tally.damage_taken;
    out->damage_dealt = game->tally.damage_dealt;
    out->healed = game->tally.healed;
    out->kills = game->tally.kills;
    out->items_found = game->tally.items_found;
    out->items_used = game->tally.items_used;
    out->experience = experience_of(game);
    out->pack = game->pack_count;
    out->at = game->player.at;
    out->monsters = game->monster_count;
    for (size_t i = 0; i < game->monster_count; i++) {
        out->ids[i] = game->monsters[i].id;
        out->places[i] = game->monsters[i].body.at;
    }
}

/* Selects events, for the sum of their amounts or their number. */
typedef bool fits_event(const wyrm_event *event);

static uint64_t sum_of(const arena *a, fits_event *fits, bool amounts)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < a->event_count; i++)
        if (fits(&a->events[i]))
            sum += amounts ? (uint64_t)a->events[i].amount : 1;
    return sum;
}

static bool hurts_player(const wyrm_event *event)
{
    return ((event->kind == WYRM_EVENT_ATTACKED || event->kind == WYRM_EVENT_HURT) &&
            event->whom == 0) ||
           event->kind == WYRM_EVENT_STARVING;
}

static bool is_by_player(const wyrm_event *event)
{
    bool attacks = event->kind == WYRM_EVENT_ATTACKED && event->who == 0;
    return (attacks || event->kind == WYRM_EVENT_HURT) && event->whom != 0;
}

static bool is_kill(const wyrm_event *event)
{
    return event->kind == WYRM_EVENT_DIED && event->who == 0 && event->whom != 0;
}

static bool is_experience(const wyrm_event *event)
{
    return event->kind == WYRM_EVENT_EXPERIENCE;
}

static bool is_found(const wyrm_event *event)
{
    return event->kind == WYRM_EVENT_PICKED_UP;
}

static bool is_used(const wyrm_event *event)
{
    return event->kind == WYRM_EVENT_USED;
}

/* The tally counts what the events report. */
static void check_tally(const arena *a, const books *before, uint64_t seed)
{
    const wyrm_tally *tally = &a->game->tally;
    assert_holds(tally->damage_taken - before->damage_taken == sum_of(a, hurts_player, true), seed);
    assert_holds(tally->damage_dealt - before->damage_dealt == sum_of(a, is_by_player, true), seed);
    assert_holds(tally->kills - before->kills == sum_of(a, is_kill, false), seed);
    /* A dropped item that is picked up again is not found. */
    assert_holds(tally->items_found - before->items_found <= sum_of(a, is_found, false), seed);
    assert_holds(tally->items_used - before->items_used == sum_of(a, is_used, false), seed);
    assert_holds(experience_of(a->game) - before->experience == sum_of(a, is_experience, true),
                 seed);
}

/* Lost hit points have events; regained ones may have none. */
static void check_hit_points(const arena *a, const books *before, uint64_t seed)
{
    int64_t hurt = (int64_t)sum_of(a, hurts_player, true);
    int64_t healed = (int64_t)(a->game->tally.healed - before->healed);
    if (arena_heard(a, WYRM_EVENT_LEVEL_UP) || arena_heard(a, WYRM_EVENT_LEVEL_ENTERED) ||
        arena_heard(a, WYRM_EVENT_CHOICE) || arena_heard(a, WYRM_EVENT_BOOSTED))
        return;
    if (a->game->player.combatant.hp != before->hp - hurt + healed)
        print_error("hp %lld, before %lld, hurt %lld, healed %lld\n",
                    (long long)a->game->player.combatant.hp, (long long)before->hp, (long long)hurt,
                    (long long)healed);
    assert_holds(a->game->player.combatant.hp == before->hp - hurt + healed, seed);
}

/* The position of a creature according to the events. */
static wyrm_position place_told(const arena *a, uint32_t id, wyrm_position at)
{
    for (size_t i = 0; i < a->event_count; i++) {
        wyrm_event_kind kind = a->events[i].kind;
        if ((kind == WYRM_EVENT_MOVED || kind == WYRM_EVENT_TELEPORTED) && a->events[i].who == id)
            at = a->events[i].at;
    }
    return at;
}

static bool death_is_told(const arena *a, uint32_t id)
{
    for (size_t i = 0; i < a->event_count; i++)
        if (a->events[i].kind == WYRM_EVENT_DIED && a->events[i].whom == id)
            return true;
    return false;
}

/* On one map nobody moves, dies or arrives without an event. */
static void check_places(const arena *a, const books *before, uint64_t seed)
{
    const wyrm_game *game = a->game;
    if (arena_heard(a, WYRM_EVENT_LEVEL_ENTERED))
        return;
    assert_holds(on_tile(game->player.at, place_told(a, 0, before->at)), seed);
    size_t now = 0;
    for (size_t i = 0; i < before->monsters; i++) {
        bool lives = now < game->monster_count && game->monsters[now].id == before->ids[i];
        assert_holds(lives != death_is_told(a, before->ids[i]), seed);
        if (!lives)
            continue;
        wyrm_position told = place_told(a, before->ids[i], before->places[i]);
        assert_holds(on_tile(game->monsters[now].body.at, told), seed);
        now++;
    }
    assert_holds(now == game->monster_count, seed);
}

/* Each event has the fields of its row, and no others. */
static void check_event(const wyrm_event *event, uint64_t seed)
{
    bool has_item = event->item.kind >= 0;
    switch (event->kind) {
    case WYRM_EVENT_ATTACKED:
        assert_holds(event->who != WYRM_NOBODY && event->whom != WYRM_NOBODY, seed);
        assert_holds(event->amount >= 0, seed);
        break;
    case WYRM_EVENT_HURT:
        assert_holds(event->whom != WYRM_NOBODY && event->amount >= 0 && has_item, seed);
        break;
    case WYRM_EVENT_PICKED_UP:
    case WYRM_EVENT_DROPPED:
    case WYRM_EVENT_USED:
    case WYRM_EVENT_NO_EFFECT:
    case WYRM_EVENT_WORN:
    case WYRM_EVENT_TAKEN_OFF:
    case WYRM_EVENT_THROWN:
    case WYRM_EVENT_ATE:
        assert_holds(has_item, seed);
        break;
    case WYRM_EVENT_CONDITION:
        assert_holds(event->amount > 0, seed); /* and the next */
        assert_holds(event->whom != WYRM_NOBODY, seed);
        break;
    case WYRM_EVENT_DIED:
        assert_holds(event->whom != WYRM_NOBODY, seed);
        break;
    default:
        break;
    }
    assert_holds(event->condition >= 0 && event->condition < WYRM_CONDITION_COUNT, seed);
}

static void check_command(arena *a, const wyrm_command *command, uint64_t seed)
{
    static books before;
    open_books(a, &before);
    wyrm_status status = arena_act(a, command);
    if (status != WYRM_OK)
        return;
    check_tally(a, &before, seed);
    check_hit_points(a, &before, seed);
    check_places(a, &before, seed);
    for (size_t i = 0; i < a->event_count; i++)
        check_event(&a->events[i], seed);
    /* The end is reported once; only deaths of the same cause follow it. */
    assert_holds(times_heard(a, WYRM_EVENT_LOST) == (a->game->phase == WYRM_PHASE_DEAD), seed);
    bool lost = false;
    for (size_t i = 0; i < a->event_count; i++) {
        wyrm_event_kind kind = a->events[i].kind;
        assert_holds(!lost || kind == WYRM_EVENT_DIED || kind == WYRM_EVENT_GOAL_PLACED, seed);
        lost |= kind == WYRM_EVENT_LOST;
    }
}

TEST(the_books_can_be_kept_by_listening)
{
    for (int which = 0; which < SHIPPED_COUNT; which++) {
        OWNED_ARENA *a = play(shipped_names[which], NULL, 1);
        for (uint64_t i = 0; i < STATES / PLAYED_STRIDE; i++) {
            uint64_t seed = 400000 + i;
            test_random random = {seed};
            random_state(a, seed);
            for (int k = 0; k < COMMANDS && a->game->phase != WYRM_PHASE_DEAD; k++) {
                wyrm_command command = random_command(a, &random);
                check_command(a, &command, seed);
            }
        }
    }
}
