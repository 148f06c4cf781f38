/* Experience, level-ups, the last level, victory and new game plus, in play. */
#include "played.h"

static arena *beside_a(const char *ruleset, const char *monster)
{
    char legend[100];
    snprintf(legend, sizeof legend, "m=%s", monster);
    return arena_draw(ruleset,
                      "#####\n"
                      "#@m.#\n"
                      "#...#\n"
                      "#####",
                      legend);
}

/* Makes every blow of the player kill: no misses, no randomness. */
static void make_deadly(arena *a)
{
    arena_afflict(a, 0, WYRM_ASLEEP, 1000);
    a->game->bare.stats[wyrm_combat_stat(wyrm_design_combat(a->design), "attack")] = 1000;
    arena_dress(a);
}

/* The first level takes 50, each next a tenth more; the rest counts towards the next one. */
TEST(a_kill_earns_what_the_monster_is_worth)
{
    OWNED_ARENA *a = beside_a("ruggrogue", "snake@4");
    make_deadly(a);
    uint64_t worth = wyrm_roster_experience(wyrm_design_roster(a->design), 3, 4);
    assert_int_equal(worth, 13);
    a->game->experience.exp = 45;
    a->game->player.combatant.hp = 4;
    assert_done(a, arena_move(a, WYRM_EAST));
    assert_int_equal(arena_heard(a, WYRM_EVENT_EXPERIENCE)->amount, 13);
    assert_int_equal(arena_heard(a, WYRM_EVENT_LEVEL_UP)->amount, 2);
    assert_int_equal(a->game->experience.level, 2);
    assert_int_equal(a->game->experience.exp, 8);
    assert_int_equal(a->game->experience.next, 55);
    assert_int_equal(a->game->experience.base, 50);
    assert_int_equal(a->game->phase, WYRM_PHASE_PLAYING);
    /* Healed to the new maximum: round(30 f(2)) = 33. */
    assert_int_equal(hp_of(a), 33);
    assert_int_equal(a->game->player.combatant.max_hp, 33);
    assert_int_equal(a->game->player.combatant.level, 2);
    wyrm_combatant wanted = combatant_of(a->design, "player@2");
    assert_memory_equal(a->game->player.combatant.stats, wanted.stats, sizeof wanted.stats);
    assert_int_equal(a->game->tally.kills, 1);
}

/* The maximum gained from potions is kept, and the weapon stays in hand. */
TEST(a_level_keeps_what_potions_and_gear_gave)
{
    OWNED_ARENA *a = beside_a("ruggrogue", "snake@4");
    for (int i = 0; i < 3; i++)
        arena_give(a, "health_potion");
    size_t club = arena_give(a, "club@5");
    arena_afflict(a, 0, WYRM_ASLEEP, 1000);
    for (int i = 0; i < 3; i++)
        assert_done(a, arena_do(a, WYRM_DO_USE, 0));
    assert_int_equal(a->game->player.combatant.max_hp, 36);
    arena_wear(a, club - 3);
    a->game->experience.exp = 49;
    a->game->monsters[0].body.combatant.hp = 1;
    while (a->game->monster_count > 0)
        assert_done(a, arena_move(a, WYRM_EAST));
    assert_int_equal(a->game->experience.level, 2);
    assert_int_equal(a->game->player.combatant.max_hp, 39);
    wyrm_combatant wanted = combatant_of(a->design, "player@2,weapon=5");
    assert_memory_equal(a->game->player.combatant.stats, wanted.stats, sizeof wanted.stats);
}

TEST(several_levels_at_once)
{
    OWNED_ARENA *a = beside_a("ruggrogue", "big_helper@100");
    make_deadly(a);
    wyrm_experience wanted = a->game->experience;
    uint64_t worth = a->game->monsters[0].spawn.experience;
    int32_t gained = wyrm_growth_award(wyrm_design_growth(a->design), &wanted, worth);
    assert_true(worth >= 109 && gained >= 2);
    assert_done(a, arena_move(a, WYRM_EAST));
    assert_int_equal(times_heard(a, WYRM_EVENT_LEVEL_UP), gained);
    assert_memory_equal(&a->game->experience, &wanted, sizeof wanted);
    assert_int_equal(a->game->player.combatant.level, 1 + gained);
}

/* The tracker gets the experience of all monsters placed on a level, killed or not. */
TEST(the_tracker_is_paid_on_descending)
{
    OWNED_ARENA *a = play("ruggrogue", NULL, 11);
    wyrm_experience tracker = a->game->difficulty.tracker;
    assert_int_equal(tracker.level, 1);
    assert_int_equal(tracker.next, 50);
    for (int depth = 1; depth < 12; depth++) {
        uint64_t worth = 0;
        for (size_t i = 0; i < a->game->monster_count; i++)
            worth += a->game->monsters[i].spawn.experience;
        assert_int_equal(a->game->difficulty.pending, worth);
        assert_done(a, leave_level(a));
        wyrm_growth_award(wyrm_design_growth(a->design), &tracker, worth);
        assert_memory_equal(&a->game->difficulty.tracker, &tracker, sizeof tracker);
    }
}

/* If the tracker is at 25 when a map is made, the victory item lies in the place of the stairs.
 * That is before the level just left is paid for. */
TEST(the_last_level_comes_with_tracker_25)
{
    for (int level = 24; level <= 25; level++) {
        OWNED_ARENA *a = play("ruggrogue", NULL, 11);
        a->game->difficulty.tracker =
            wyrm_growth_at_level(wyrm_design_growth(a->design), level == 24 ? 24.99 : 25);
        a->game->difficulty.pending = 1000;
        assert_done(a, leave_level(a));
        assert_int_equal(a->game->map.final, level == 25);
        assert_true(a->game->difficulty.tracker.level >= 25);
        assert_int_equal(wyrm_map_tile(&a->game->map, a->game->map.exit.x, a->game->map.exit.y),
                         level == 25 ? WYRM_TILE_GOAL : WYRM_TILE_STAIRS);
        assert_int_equal(a->game->goal_placed, level == 25);
        if (level == 24) {
            assert_done(a, leave_level(a));
            assert_true(a->game->map.final);
        }
        assert_true(on_tile(a->game->goal, a->game->map.exit));
        const wyrm_room *last = &a->game->map.rooms[a->game->map.room_count - 1];
        assert_true(on_tile(a->game->map.exit, wyrm_room_centre(last)));
        /* There are no stairs to take. */
        remove_monsters(a);
        a->game->player.at = a->game->map.exit;
        assert_refused(a, WYRM_DO_LEAVE, 0);
    }
}

static arena *won(const char *ruleset)
{
    arena *a = play(ruleset, NULL, 12);
    a->game->difficulty.tracker = wyrm_growth_at_level(wyrm_design_growth(a->design), 27);
    if (wyrm_encounter_last_depth(wyrm_design_encounter(a->design)) > 0)
        a->game->difficulty.depth = wyrm_encounter_last_depth(wyrm_design_encounter(a->design)) - 1;
    assert_done(a, leave_level(a));
    assert_true(a->game->map.final && a->game->goal_placed);
    remove_monsters(a);
    a->game->player.at = a->game->goal;
    a->game->player.combatant.hp = 3;
    a->game->item_count = 0;
    assert_done(a, arena_do(a, WYRM_DO_PICK_UP, 0));
    assert_int_equal(a->game->phase, WYRM_PHASE_WON);
    assert_true(a->game->goal_taken);
    assert_non_null(arena_heard(a, WYRM_EVENT_WON));
    assert_int_equal(a->game->cause, WYRM_CAUSE_NONE);
    return a;
}

/* Picking up the Present wins, and the game may go on: level, gear and items are kept, all hit
 * points come back, and the tracker starts anew while its levels are added to gear found later. */
TEST(a_victory_leads_to_a_new_game_plus)
{
    OWNED_ARENA *a = won("ruggrogue");
    uint32_t turn = a->game->turn;
    wyrm_difficulty difficulty = a->game->difficulty;
    for (int kind = 0; kind < WYRM_COMMAND_COUNT; kind++)
        if (kind != WYRM_DO_GO_ON)
            assert_refused(a, kind, 0);
    size_t club = arena_give(a, "club@7");
    arena_give(a, "ration");
    arena_wear(a, club);
    wyrm_experience experience = a->game->experience;
    int32_t fullness = a->game->fullness;
    assert_done(a, arena_do(a, WYRM_DO_GO_ON, 0));
    assert_int_equal(a->game->phase, WYRM_PHASE_PLAYING);
    assert_false(a->game->goal_taken);
    assert_int_equal(a->game->difficulty.wins, 1);
    assert_int_equal(a->game->difficulty.depth, difficulty.depth + 1);
    assert_int_equal(a->game->difficulty.tracker.level, 1);
    assert_int_equal(a->game->difficulty.tracker.exp, 0);
    assert_int_equal(a->game->difficulty.gear_base, difficulty.tracker.level - 1);
    assert_int_equal(a->game->turn, turn + 1);
    assert_int_equal(hp_of(a), a->game->player.combatant.max_hp);
    assert_memory_equal(&a->game->experience, &experience, sizeof experience);
    assert_int_equal(a->game->pack_count, 2);
    assert_true(a->game->pack[club].worn);
    assert_int_equal(a->game->fullness, fullness);
    assert_false(a->game->map.final);
    assert_true(arena_heard(a, WYRM_EVENT_LEVEL_ENTERED) != NULL);
}

/* Up to one more monster and one more item a room for every win. */
TEST(rooms_hold_one_more_after_a_win)
{
    OWNED_ARENA *a = won("ruggrogue");
    FREED wyrm_game *start = zeroed(1, sizeof *start);
    wyrm_game_copy(a->game, start);
    int most = 0;
    for (uint64_t run = 0; run < 200; run++) {
        wyrm_game_copy(start, a->game);
        a->game->run = run;
        assert_ok(arena_do(a, WYRM_DO_GO_ON, 0), &a->error);
        int in_room[WYRM_MAP_ROOMS_MAX] = {0};
        for (size_t i = 0; i < a->game->monster_count; i++)
            for (int32_t r = 0; r < a->game->map.room_count; r++) {
                const wyrm_room *room = &a->game->map.rooms[r];
                wyrm_position at = a->game->monsters[i].body.at;
                if (at.x >= room->x && at.x < room->x + room->width && at.y >= room->y &&
                    at.y < room->y + room->height)
                    most = ++in_room[r] > most ? in_room[r] : most;
            }
    }
    assert_int_equal(most, 3); /* 2 at depth 3, and the extra one */
}

/* In other rulesets a victory ends the game. */
TEST(other_games_end_with_the_victory)
{
    const char *rulesets[] = {"tutorial", "tutorial-before", "bob-and-trev"};
    for (size_t i = 0; i < LENGTH_OF(rulesets); i++) {
        OWNED_ARENA *a = won(rulesets[i]);
        for (int kind = 0; kind < WYRM_COMMAND_COUNT; kind++)
            assert_refused(a, kind, 0);
    }
}

/* Dungeons with depth tables end where these say: 10 floors of the tutorial, 25 of YARL, 20 of the
 * tower. */
TEST(dungeons_have_their_depth)
{
    const struct {
        const char *ruleset;
        int32_t depth;
    } rows[] = {{"tutorial", 10}, {"yarl", 25}, {"bob-and-trev", 20}};
    for (size_t i = 0; i < LENGTH_OF(rows); i++) {
        OWNED_ARENA *a = play(rows[i].ruleset, NULL, 2);
        for (int32_t depth = 1; depth < rows[i].depth; depth++) {
            assert_false(a->game->map.final);
            assert_false(a->game->goal_placed);
            assert_done(a, leave_level(a));
        }
        assert_true(a->game->map.final);
        assert_int_equal(a->game->difficulty.depth, rows[i].depth);
    }
}
