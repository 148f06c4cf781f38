/* Turns: what costs one, the order of actions, and what monsters do (RuggRogue, "Turn Order and
 * Combat"). */
#include "played.h"

static uint32_t turn_of(const arena *a)
{
    return a->game->turn;
}

TEST(a_game_begins_at_turn_1)
{
    OWNED_ARENA *a = play("ruggrogue", NULL, 5);
    assert_int_equal(turn_of(a), 1);
    assert_int_equal(a->game->commands, 0);
    assert_int_equal(a->game->phase, WYRM_PHASE_PLAYING);
    assert_int_equal(a->game->difficulty.depth, 1);
    assert_int_equal(a->game->pack_count, 0);
    assert_true(arena_heard(a, WYRM_EVENT_LEVEL_ENTERED) != NULL);
}

/* Move, pick up, wear, take off, drop, use, wait, strike: one turn each. */
TEST(what_is_done_costs_a_turn)
{
    OWNED_ARENA *a = arena_draw("ruggrogue",
                                "######\n"
                                "#@!).#\n"
                                "######",
                                "!=health_potion )=club@2");
    assert_done(a, arena_move(a, WYRM_EAST));
    assert_int_equal(turn_of(a), 2);
    assert_done(a, arena_do(a, WYRM_DO_PICK_UP, 0));
    assert_int_equal(turn_of(a), 3);
    assert_done(a, arena_move(a, WYRM_EAST));
    assert_done(a, arena_do(a, WYRM_DO_PICK_UP, 0));
    assert_int_equal(turn_of(a), 5);
    assert_int_equal(a->game->pack_count, 2);
    assert_done(a, arena_do(a, WYRM_DO_WEAR, 1));
    assert_int_equal(turn_of(a), 6);
    assert_done(a, arena_do(a, WYRM_DO_TAKE_OFF, 1));
    assert_int_equal(turn_of(a), 7);
    assert_done(a, arena_do(a, WYRM_DO_DROP, 1));
    assert_int_equal(turn_of(a), 8);
    assert_done(a, arena_do(a, WYRM_DO_USE, 0));
    assert_int_equal(turn_of(a), 9);
    assert_done(a, arena_wait(a));
    assert_int_equal(turn_of(a), 10);
    assert_int_equal(a->game->commands, 9);
    arena_place(a, "blob@1,hp=100", beside(a->game->player.at, 1, 0));
    assert_done(a, arena_move(a, WYRM_EAST));
    assert_int_equal(turn_of(a), 11);
    assert_non_null(arena_heard(a, WYRM_EVENT_ATTACKED));
}

/* An impossible command is refused with a message, and costs nothing. */
TEST(what_cannot_be_done_costs_nothing)
{
    OWNED_ARENA *a = arena_draw("ruggrogue",
                                "#####\n"
                                "#@.>#\n"
                                "#####",
                                NULL);
    assert_refused(a, WYRM_DO_MOVE, WYRM_NORTH);
    assert_refused(a, WYRM_DO_MOVE, WYRM_WEST);
    assert_refused(a, WYRM_DO_MOVE, 8);
    assert_refused(a, WYRM_DO_MOVE, -1);
    assert_refused(a, WYRM_DO_PICK_UP, 0);
    assert_refused(a, WYRM_DO_DROP, 0);
    assert_refused(a, WYRM_DO_USE, 0);
    assert_refused(a, WYRM_DO_WEAR, 0);
    assert_refused(a, WYRM_DO_TAKE_OFF, 0);
    assert_refused(a, WYRM_DO_LEAVE, 0);
    assert_refused(a, WYRM_DO_CHOOSE, 0);
    assert_refused(a, WYRM_DO_GO_ON, 0);
    assert_refused_at(a, WYRM_DO_SHOOT, 0, beside(a->game->player.at, 2, 0));
    assert_refused_at(a, WYRM_DO_THROW, 0, beside(a->game->player.at, 2, 0));
    assert_refused(a, WYRM_COMMAND_COUNT, 0);
    assert_refused(a, -1, 0);
    size_t potion = arena_give(a, "health_potion"), club = arena_give(a, "club@1");
    assert_refused(a, WYRM_DO_WEAR, potion);
    assert_refused(a, WYRM_DO_TAKE_OFF, club);
    assert_refused(a, WYRM_DO_USE, club);
    assert_refused(a, WYRM_DO_DROP, 2);
    arena_wear(a, club);
    assert_refused(a, WYRM_DO_WEAR, club);
    assert_int_equal(turn_of(a), 1);
    assert_int_equal(a->game->commands, 0);
}

/* Taking the stairs costs no turn: the counter stays, nobody acts, nothing is digested. */
TEST(stairs_cost_no_turn)
{
    OWNED_ARENA *a = arena_draw("ruggrogue",
                                "#####\n"
                                "#.@b#\n"
                                "#####",
                                NULL);
    *arena_mark(a, a->game->player.at) = WYRM_TILE_STAIRS | WYRM_MARK_KNOWN;
    a->game->map.tiles[a->game->map.width + 2] = WYRM_TILE_STAIRS;
    a->game->map.exit = a->game->player.at;
    int64_t hp = a->game->player.combatant.hp = 9;
    assert_done(a, arena_do(a, WYRM_DO_LEAVE, 0));
    assert_int_equal(turn_of(a), 1);
    assert_int_equal(a->game->difficulty.depth, 2);
    assert_int_equal(hp_of(a), hp);
    assert_int_equal(a->game->fullness, 1500);
    assert_null(arena_heard(a, WYRM_EVENT_ATTACKED));
    assert_int_equal(arena_heard(a, WYRM_EVENT_LEVEL_ENTERED)->amount, 2);
    assert_true(on_tile(a->game->player.at, a->game->map.start));
}

/* The ids of the creatures that moved or struck, in order. */
static size_t actors(const arena *a, uint32_t *ids, size_t room)
{
    size_t count = 0;
    for (size_t i = 0; i < a->event_count; i++)
        if (a->events[i].kind == WYRM_EVENT_MOVED || a->events[i].kind == WYRM_EVENT_ATTACKED) {
            assert_true(count < room);
            ids[count++] = a->events[i].who;
        }
    return count;
}

TEST(the_player_acts_then_the_nearest_first)
{
    uint32_t ids[8];
    /* Distance is the greater of across and down: c at 3 comes before b at 4, though the straight
     * line to b is shorter. */
    OWNED_ARENA *a = arena_draw("ruggrogue",
                                "#########\n"
                                "#@.....d#\n"
                                "#...b...#\n"
                                "#.......#\n"
                                "#...c...#\n"
                                "#.......#\n"
                                "#########",
                                "d=blob b=bat c=crab");
    wyrm_position at = a->game->player.at;
    arena_monster(a, 'b')->body.at = beside(at, 4, 0);
    *arena_mark(a, beside(at, 3, 1)) &= (uint8_t)~WYRM_MARK_MONSTER;
    *arena_mark(a, beside(at, 4, 0)) |= WYRM_MARK_MONSTER;
    uint32_t b = a->game->monsters[1].id, c = a->game->monsters[2].id, d = a->game->monsters[0].id;
    assert_done(a, arena_move(a, WYRM_SOUTH));
    assert_int_equal(actors(a, ids, LENGTH_OF(ids)), 4);
    assert_int_equal(ids[0], 0);
    assert_int_equal(ids[1], c);
    assert_int_equal(ids[2], b);
    assert_int_equal(ids[3], d);
}

/* Equally near monsters act in the order of placing. */
TEST(the_equally_near_act_in_the_order_of_placing)
{
    uint32_t ids[9];
    OWNED_ARENA *a = arena_draw("ruggrogue",
                                "#######\n"
                                "#b...b#\n"
                                "#.....#\n"
                                "#b.@.b#\n"
                                "#.....#\n"
                                "#b...b#\n"
                                "#######",
                                NULL);
    assert_done(a, arena_wait(a));
    assert_int_equal(actors(a, ids, LENGTH_OF(ids)), 6);
    for (size_t i = 0; i < 6; i++)
        assert_int_equal(ids[i], a->game->monsters[i].id);
}

/* The nearest moves out of the way of those behind, so the whole queue steps on. */
TEST(a_queue_in_a_corridor_moves_up)
{
    OWNED_ARENA *a = arena_draw("ruggrogue",
                                "#########\n"
                                "#@..bbb.#\n"
                                "#########",
                                NULL);
    assert_done(a, arena_wait(a));
    assert_arena(a, "#########\n"
                    "#@.bbb..#\n"
                    "#########");
    assert_done(a, arena_wait(a));
    assert_arena(a, "#########\n"
                    "#@bbb...#\n"
                    "#########");
    assert_done(a, arena_wait(a));
    assert_int_equal(times_heard(a, WYRM_EVENT_ATTACKED), 1);
    assert_int_equal(arena_heard(a, WYRM_EVENT_ATTACKED)->who, a->game->monsters[0].id);
    assert_int_equal(arena_heard(a, WYRM_EVENT_ATTACKED)->whom, 0);
}

/* A monster killed by the player's blow does not strike back. */
TEST(the_dead_do_not_strike_back)
{
    OWNED_ARENA *a = arena_draw("tutorial",
                                "####\n"
                                "#@o#\n"
                                "####",
                                "o=orc,hp=4");
    assert_done(a, arena_move(a, WYRM_EAST));
    assert_int_equal(times_heard(a, WYRM_EVENT_ATTACKED), 1);
    assert_int_equal(times_heard(a, WYRM_EVENT_DIED), 1);
    assert_int_equal(arena_heard(a, WYRM_EVENT_DIED)->who, 0);
    assert_int_equal(hp_of(a), 100);
    assert_arena(a, "####\n"
                    "#@.#\n"
                    "####");
}

/* When the player dies, nobody acts any more. */
TEST(nobody_acts_after_the_end)
{
    OWNED_ARENA *a = arena_draw("tutorial",
                                "#####\n"
                                "#ooo#\n"
                                "#o@o#\n"
                                "#ooo#\n"
                                "#####",
                                NULL);
    a->game->player.combatant.hp = 7; /* each orc takes 3 */
    assert_done(a, arena_wait(a));
    assert_int_equal(times_heard(a, WYRM_EVENT_ATTACKED), 3);
    assert_int_equal(a->game->phase, WYRM_PHASE_DEAD);
    assert_int_equal(a->game->cause, WYRM_CAUSE_MONSTER);
    assert_int_equal(a->game->killer, monster_named(a->design, "orc"));
    assert_non_null(arena_heard(a, WYRM_EVENT_LOST));
    assert_int_equal(hp_of(a), 0);
    for (int kind = 0; kind < WYRM_COMMAND_COUNT; kind++)
        assert_refused(a, kind, 0);
}

/* A victim of a viper loses a hit point a turn, and so does an attacker with gall. */
static arena *poisonous(const char *map)
{
    arena *a = arena_draw_with(
        GOLDEN_DIR "/small_dungeon.yaml",
        "models: {combat: script}\n"
        "combat:\n"
        "  stats: {power: {}, defense: {}, venom: {}, gall: {}}\n"
        "  conditions: {poisoned: {damage: 1}, mended: {damage: -1}}\n"
        "  script: |\n"
        "    function attack(a, d)\n"
        "      return {damage = a.power, effects = {poisoned = a.venom}, own = {poisoned = "
        "a.gall}}\n"
        "    end\n"
        "game: {regeneration: 0}\n"
        "player: {hp: 12, power: 20}\n"
        "monsters: {viper: {hp: 10, defense: 0, power: 0, venom: 9, etp: 4, weight: 3}}\n",
        map, "v=viper o=ogre");
    a->game->player.combatant.hp = 3;
    return a;
}

static void assert_died(const arena *a, wyrm_cause cause, int32_t killer, uint32_t who)
{
    assert_int_equal(a->game->phase, WYRM_PHASE_DEAD);
    assert_int_equal(a->game->cause, cause);
    assert_int_equal(a->game->killer, killer);
    assert_int_equal(arena_heard(a, WYRM_EVENT_DIED)->who, who);
    assert_int_equal(arena_heard(a, WYRM_EVENT_DIED)->monster, killer);
}

/* The poisoner gets the credit, dead or alive. If nobody is to blame, or the player itself, the
 * player dies of an effect of its own; a blow counts before all poison. */
TEST(who_has_poisoned_the_player_has_killed_it)
{
    arena *a = poisonous("####\n#@v#\n####");
    const uint32_t viper = a->game->monsters[0].id;
    const int32_t kind = monster_named(a->design, "viper");
    assert_done(a, arena_wait(a));
    assert_done(a, arena_move(a, WYRM_EAST));
    assert_int_equal(a->game->monster_count, 0);
    assert_done(a, arena_wait(a));
    assert_died(a, WYRM_CAUSE_MONSTER, kind, viper);
    arena_free(a);

    a = poisonous("#####\n#v@o#\n#####");
    const uint32_t ogre = arena_monster(a, 'o')->id;
    a->game->player.combatant.hp = 6;
    assert_done(a, arena_wait(a));
    assert_died(a, WYRM_CAUSE_MONSTER, monster_named(a->design, "ogre"), ogre);
    arena_free(a);

    for (int own = 0; own <= 1; own++) {
        a = poisonous("####\n#@o#\n####");
        const wyrm_combat *combat = wyrm_design_combat(a->design);
        a->game->player.combatant.stats[wyrm_combat_stat(combat, "poisoned")] = 9 * !own;
        a->game->bare.stats[wyrm_combat_stat(combat, "gall")] = 9 * own;
        arena_dress(a);
        assert_done(a, arena_move(a, WYRM_EAST));
        for (int turn = 0; turn < 2; turn++)
            assert_done(a, arena_wait(a));
        assert_died(a, WYRM_CAUSE_ITSELF, -1, own ? 0 : WYRM_NOBODY);
        arena_free(a);
    }
}

/* The creature `whom` of a kind has lost this many hit points on its tile, because of `who`. */
static void assert_suffered(const arena *a, size_t stat, uint32_t whom, int32_t kind,
                            wyrm_position at, int64_t amount, uint32_t who, int32_t other,
                            bool seen)
{
    const wyrm_event *event = arena_heard(a, WYRM_EVENT_SUFFERED);
    assert_non_null(event);
    assert_int_equal(event->stat, stat);
    assert_int_equal(event->whom, whom);
    assert_int_equal(event->monster, kind);
    assert_int_equal(event->at.x, at.x);
    assert_int_equal(event->at.y, at.y);
    assert_int_equal(event->amount, amount);
    assert_int_equal(event->who, who);
    assert_int_equal(event->other, other);
    assert_int_equal(event->seen, seen);
}

/* Hit points lost or won by a condition are reported with the creature, its tile and the one who
 * caused it; nothing is reported for a creature that is at its maximum. */
TEST(what_conditions_take_and_give_is_told_of_both)
{
    OWNED_ARENA *a = poisonous("########\n#@v#..o#\n########");
    const wyrm_combat *combat = wyrm_design_combat(a->design);
    const size_t poisoned = wyrm_combat_stat(combat, "poisoned"),
                 mended = wyrm_combat_stat(combat, "mended");
    const int32_t viper = monster_named(a->design, "viper"),
                  ogre = monster_named(a->design, "ogre");
    const wyrm_position here = a->game->player.at, there = arena_find(a, 'o');
    const uint32_t viper_id = arena_monster(a, 'v')->id, ogre_id = arena_monster(a, 'o')->id;
    assert_done(a, arena_wait(a));
    assert_suffered(a, poisoned, 0, -1, here, 1, viper_id, viper, true);
    assert_int_equal(arena_heard(a, WYRM_EVENT_STATUS)->whom, 0);
    assert_int_equal(arena_heard(a, WYRM_EVENT_STATUS)->stat, poisoned);
    assert_int_equal(arena_heard(a, WYRM_EVENT_STATUS)->before, 0);
    assert_int_equal(arena_heard(a, WYRM_EVENT_STATUS)->amount, 9);
    assert_int_equal(a->game->player.combatant.hp, 2);

    wyrm_creature *player = &a->game->player, *far = &arena_monster(a, 'o')->body;
    player->combatant.stats[poisoned] = 0;
    arena_monster(a, 'v')->body.combatant.stats[wyrm_combat_stat(combat, "venom")] = 0;
    far->combatant.stats[poisoned] = 2;
    far->turns[WYRM_HELD] = 9;
    far->blamed = 1; /* the player */
    far->blamed_kind = -1;
    const int64_t before = far->combatant.hp;
    assert_done(a, arena_wait(a));
    assert_suffered(a, poisoned, ogre_id, ogre, there, 1, 0, -1, false);
    assert_int_equal(far->combatant.hp, before - 1);

    far->combatant.stats[poisoned] = 0;
    player->combatant.stats[mended] = 2;
    player->combatant.hp = player->combatant.max_hp - 1;
    player->blamed = 0;
    player->blamed_kind = -1;
    const uint64_t healed = a->game->tally.healed;
    assert_done(a, arena_wait(a));
    assert_suffered(a, mended, 0, -1, here, -1, WYRM_NOBODY, -1, true);
    assert_int_equal(arena_heard(a, WYRM_EVENT_STATUS)->stat, mended);
    assert_int_equal(arena_heard(a, WYRM_EVENT_STATUS)->before, 2);
    assert_int_equal(arena_heard(a, WYRM_EVENT_STATUS)->amount, 1);
    assert_int_equal(a->game->tally.healed, healed + 1);
    assert_done(a, arena_wait(a));
    assert_null(arena_heard(a, WYRM_EVENT_SUFFERED));
    assert_int_equal(a->game->tally.healed, healed + 1);
}

/* One step towards a player in sight, also diagonally and across corners. */
TEST(monsters_chase_whom_they_see)
{
    OWNED_ARENA *a = arena_draw("ruggrogue",
                                "########\n"
                                "#@.....#\n"
                                "#......#\n"
                                "#......#\n"
                                "#.....b#\n"
                                "########",
                                NULL);
    for (int i = 0; i < 4; i++)
        assert_done(a, arena_wait(a));
    wyrm_position b = a->game->monsters[0].body.at;
    assert_true(abs(b.x - 1) <= 1 && abs(b.y - 1) <= 1);
    assert_true(a->game->monsters[0].met);
}

/* Without sight they stay, and remember nobody. */
TEST(monsters_forget_whom_they_do_not_see)
{
    arena *a = arena_draw("ruggrogue",
                          "#########\n"
                          "#...#..b#\n"
                          "#.@.#...#\n"
                          "#.......#\n"
                          "#########",
                          NULL);
    for (int i = 0; i < 3; i++)
        assert_done(a, arena_wait(a));
    assert_true(on_tile(a->game->monsters[0].body.at, arena_find(a, 'b')));
    arena_free(a);
    a = arena_draw("ruggrogue",
                   "############\n"
                   "#.#.......b#\n"
                   "#.#.########\n"
                   "#.@.########\n"
                   "############",
                   NULL);
    assert_done(a, arena_wait(a));
    wyrm_position stays = a->game->monsters[0].body.at;
    assert_true(on_tile(stays, arena_find(a, 'b')));
    arena_stand(a, beside(a->game->player.at, 1, -2));
    assert_done(a, arena_wait(a));
    stays = a->game->monsters[0].body.at;
    assert_false(on_tile(stays, arena_find(a, 'b')));
    arena_stand(a, beside(a->game->player.at, -2, 2));
    for (int i = 0; i < 3; i++)
        assert_done(a, arena_wait(a));
    assert_true(on_tile(a->game->monsters[0].body.at, stays));
    arena_free(a);
}

/* Sight reaches 8 tiles for both sides: at nine nobody moves. */
TEST(monsters_see_as_far_as_the_player)
{
    for (int distance = 8; distance <= 9; distance++) {
        OWNED_ARENA *a = arena_draw("ruggrogue",
                                    "############\n"
                                    "#@.........#\n"
                                    "############",
                                    NULL);
        arena_place(a, "blob@1", beside(a->game->player.at, distance, 0));
        assert_done(a, arena_wait(a));
        assert_int_equal(times_heard(a, WYRM_EVENT_MOVED), distance == 8);
    }
}

/* They go around each other if there is room, and wait if there is none. */
TEST(monsters_go_around_each_other)
{
    OWNED_ARENA *a = arena_draw("ruggrogue",
                                "########\n"
                                "#......#\n"
                                "#@b.b.b#\n"
                                "#......#\n"
                                "########",
                                "b=blob,hp=1000");
    a->game->player.combatant.hp = a->game->player.combatant.max_hp = 100000;
    a->game->bare.max_hp = 100000;
    for (int i = 0; i < 8; i++)
        assert_done(a, arena_wait(a));
    for (size_t i = 0; i < 3; i++) {
        wyrm_position at = a->game->monsters[i].body.at;
        assert_true(abs(at.x - 1) <= 1 && abs(at.y - 2) <= 1);
    }
    assert_int_equal(times_heard(a, WYRM_EVENT_ATTACKED), 3);
}

/* No monster strikes another one, whatever blocks its way. */
TEST(monsters_strike_only_the_player)
{
    OWNED_ARENA *a = play("ruggrogue", NULL, 3);
    for (int run = 0; run < 20; run++) {
        play_again(a, 3, (uint64_t)run);
        for (int depth = 1; depth < 4; depth++)
            assert_ok(leave_level(a), &a->error);
        for (int i = 0; i < 50 && a->game->phase == WYRM_PHASE_PLAYING; i++) {
            if (a->game->monster_count > 0 && i % 10 == 0) {
                wyrm_position at = a->game->monsters[0].body.at;
                for (int k = 0; k < 8; k++) {
                    wyrm_position next = wyrm_neighbour(at, (wyrm_direction)k);
                    if (*arena_mark(a, next) != WYRM_TILE_WALL &&
                        (*arena_mark(a, next) & WYRM_MARK_TILE) == WYRM_TILE_FLOOR &&
                        !(*arena_mark(a, next) & WYRM_MARK_MONSTER))
                        arena_stand(a, next);
                }
            }
            assert_done(a, arena_wait(a));
            for (size_t k = 0; k < a->event_count; k++)
                if (a->events[k].kind == WYRM_EVENT_ATTACKED)
                    assert_int_equal(a->events[k].whom, 0);
        }
    }
}

/* In the open the player sees the 225 tiles of a disc of radius 8, and remembers them after moving
 * on. */
TEST(what_was_seen_stays_known)
{
    char map[40 * 39 + 1];
    size_t length = 0;
    for (int y = 0; y < 39; y++) {
        for (int x = 0; x < 39; x++)
            map[length++] = x % 38 == 0 || y % 38 == 0 ? '#' : x == 12 && y == 12 ? '@' : '.';
        map[length++] = '\n';
    }
    map[length - 1] = '\0';
    OWNED_ARENA *a = arena_draw("ruggrogue", map, NULL);
    memcpy(a->game->marks, a->game->map.tiles, sizeof a->game->map.tiles);
    int known = 0, after = 0;
    assert_done(a, arena_move(a, WYRM_EAST));
    for (int i = 0; i < 39 * 39; i++)
        known += (a->game->marks[i] & WYRM_MARK_KNOWN) != 0;
    assert_int_equal(known, 225);
    for (int i = 0; i < 5; i++)
        assert_done(a, arena_move(a, WYRM_EAST));
    for (int i = 0; i < 39 * 39; i++)
        after += (a->game->marks[i] & WYRM_MARK_KNOWN) != 0;
    assert_int_equal(after, 225 + 5 * 17); /* each step shows one tile more in each of 17 rows */
}

/* Diagonal steps are always allowed and may cut corners. */
TEST(corners_may_be_cut)
{
    OWNED_ARENA *a = arena_draw("ruggrogue",
                                "####\n"
                                "#@##\n"
                                "##.#\n"
                                "####",
                                NULL);
    assert_done(a, arena_move(a, WYRM_SOUTH_EAST));
    assert_arena(a, "####\n"
                    "#.##\n"
                    "##@#\n"
                    "####");
    assert_int_equal(turn_of(a), 2);
}
