/* Catacombs of YARL in play: vaults and boss rooms on real maps, monsters scaled by depth, the boss
 * with the victory item, the kit, reach and hands. */
#include "played.h"

#include <wyrm/stats.h>

static int32_t rooms_of(const wyrm_game *game, wyrm_room_role role, int32_t *which)
{
    int32_t count = 0;
    for (int32_t i = 0; i < game->map.room_count; i++)
        if (game->room_kinds[i].role == role) {
            count++;
            *which = i;
        }
    return count;
}

static bool stands_in(const wyrm_room *room, wyrm_position at)
{
    return at.x >= room->x && at.x < room->x + room->width && at.y >= room->y &&
           at.y < room->y + room->height;
}

/* A vault has 2 to 6 elites and nobody else; 3 to 5 items, chests and those beside them. */
static void check_vault(const arena *a, int32_t which)
{
    const wyrm_game *game = a->game;
    const wyrm_room *room = &game->map.rooms[which];
    int elites = 0, items = 0;
    assert_true(which > 0 && which + 1 < game->map.room_count);
    for (size_t i = 0; i < game->monster_count; i++) {
        const wyrm_game_monster *monster = &game->monsters[i];
        if (!stands_in(room, monster->body.at))
            continue;
        wyrm_combatant plain;
        wyrm_roster_spawn(wyrm_design_roster(a->design), (size_t)monster->spawn.monster,
                          game->difficulty.depth, WYRM_VARIANT_NONE, &plain);
        assert_true(monster->spawn.elite);
        assert_true(stat_of(a, &monster->body.combatant, "power") ==
                    stat_of(a, &plain, "power") + 2);
        assert_true(stat_of(a, &monster->body.combatant, "defense") ==
                    stat_of(a, &plain, "defense") + 1);
        assert_true(llabs(monster->body.combatant.max_hp - 2 * plain.max_hp) <= 1);
        elites++;
    }
    for (size_t i = 0; i < game->item_count; i++)
        items += game->items[i].item.room == which;
    assert_in_range(elites, 2, 6);
    assert_true(items >= 3);
}

static void check_boss(const arena *a, int32_t which, const char *const *names, size_t count)
{
    const wyrm_game *game = a->game;
    int bosses = 0;
    for (size_t i = 0; i < game->monster_count; i++)
        for (size_t k = 0; k < count; k++)
            if (game->monsters[i].spawn.monster == monster_named(a->design, names[k])) {
                assert_true(stands_in(&game->map.rooms[which], game->monsters[i].body.at));
                bosses++;
            }
    assert_int_equal(bosses, 1);
}

/* Vaults on a tenth of the floors 4 to 6, 15 % of 7 to 9, a fifth of the deeper ones; a miniboss on
 * 10, 15 and 20; the end boss in the last room of 25; none of them anywhere else. */
TEST(roles_are_where_the_document_has_them)
{
    static const char *const minibosses[] = {"dragon_lord", "demon_king", "corrupted_ritualist"};
    static const char *const bosses[] = {"zhyraxion_human", "zhyraxion_full_dragon",
                                         "zhyraxion_grief_dragon"};
    OWNED_ARENA *a = play("yarl", NULL, 7);
    uint64_t vaults[26] = {0};
    int runs = played_times(300);
    for (int run = 0; run < runs; run++) {
        play_again(a, 7, (uint64_t)run);
        for (int32_t depth = 1;; depth++) {
            int32_t which = 0;
            int32_t found = rooms_of(a->game, WYRM_ROOM_TREASURE, &which);
            assert_in_range(found, 0, depth < 4 ? 0 : 1);
            if (found == 1)
                check_vault(a, which);
            vaults[depth] += (uint64_t)found;
            found = rooms_of(a->game, WYRM_ROOM_MINIBOSS, &which);
            assert_int_equal(found, depth == 10 || depth == 15 || depth == 20);
            if (found == 1)
                check_boss(a, which, minibosses, LENGTH_OF(minibosses));
            found = rooms_of(a->game, WYRM_ROOM_END_BOSS, &which);
            assert_int_equal(found, depth == 25);
            if (found == 1) {
                assert_int_equal(which, a->game->map.room_count - 1);
                check_boss(a, which, bosses, LENGTH_OF(bosses));
                break;
            }
            assert_ok(leave_level(a), &a->error);
        }
    }
    const struct {
        int32_t first, last;
        double share;
    } bands[] = {{4, 6, 0.10}, {7, 9, 0.15}, {10, 25, 0.20}};
    for (size_t i = 0; i < LENGTH_OF(bands); i++) {
        uint64_t count = 0, floors = 0;
        for (int32_t depth = bands[i].first; depth <= bands[i].last; depth++) {
            count += vaults[depth];
            floors += (uint64_t)runs;
        }
        wyrm_interval share = wyrm_share_interval(count, floors, 0.999);
        assert_true(share.low <= bands[i].share && bands[i].share <= share.high);
    }
}

static arena *at_the_end(uint64_t seed)
{
    arena *a = play("yarl", NULL, seed);
    a->game->difficulty.depth = 24;
    assert_done(a, leave_level(a));
    assert_int_equal(a->game->difficulty.depth, 25);
    return a;
}

static size_t boss_of(const arena *a)
{
    const wyrm_roster *roster = wyrm_design_roster(a->design);
    for (size_t i = 0; i < a->game->monster_count; i++) {
        int32_t breed = a->game->monsters[i].spawn.monster;
        if (strncmp(wyrm_roster_monster(roster, (size_t)breed)->name, "zhyraxion", 9) == 0)
            return i;
    }
    fail_msg("no boss on depth 25");
    return 0;
}

/* The victory item is nowhere until the boss dies, then where it died; taking it wins. */
TEST(the_boss_leaves_the_goal)
{
    for (uint64_t seed = 1; seed <= 10; seed++) {
        OWNED_ARENA *a = at_the_end(seed);
        assert_true(a->game->map.final);
        assert_false(a->game->goal_placed);
        size_t index = boss_of(a);
        wyrm_game_monster boss = a->game->monsters[index];
        remove_monsters(a);
        boss.body.combatant.hp = 1;
        a->game->monsters[0] = boss;
        a->game->monster_count = 1;
        *arena_mark(a, boss.body.at) |= WYRM_MARK_MONSTER;
        /* From a tile beside it; only the player is left. */
        wyrm_direction from = WYRM_NORTH;
        while ((*arena_mark(a, wyrm_neighbour(boss.body.at, from)) & WYRM_MARK_TILE) ==
               WYRM_TILE_WALL)
            from++;
        arena_stand(a, wyrm_neighbour(boss.body.at, from));
        arena_afflict(a, 0, WYRM_ASLEEP, 10000);
        a->game->player.combatant.hp = a->game->player.combatant.max_hp;
        a->game->bare.stats[wyrm_combat_stat(wyrm_design_combat(a->design), "power")] = 50;
        arena_dress(a);
        wyrm_direction towards = (wyrm_direction)((from + 4) % 8);
        for (int blow = 0; a->game->monster_count > 0; blow++) {
            assert_holds(blow < 100, seed);
            assert_done(a, arena_move(a, towards));
        }
        while (a->game->phase == WYRM_PHASE_CHOOSING)
            assert_done(a, arena_do(a, WYRM_DO_CHOOSE, 0));
        assert_holds(a->game->goal_placed, seed);
        assert_holds(on_tile(a->game->goal, boss.body.at), seed);
        assert_int_equal(a->game->phase, WYRM_PHASE_PLAYING);
        a->game->item_count = 0;
        assert_refused(a, WYRM_DO_PICK_UP, 0);
        assert_done(a, arena_move(a, towards));
        assert_done(a, arena_do(a, WYRM_DO_PICK_UP, 0));
        assert_int_equal(a->game->phase, WYRM_PHASE_WON);
    }
}

/* The event of its death has the place of the goal; that of another monster has not. */
TEST(only_the_boss_has_the_goal)
{
    OWNED_ARENA *a = at_the_end(3);
    size_t boss = boss_of(a), other = boss == 0 ? 1 : 0;
    a->game->monsters[other].body.combatant.hp = 1;
    size_t scroll = arena_give(a, "plague_scroll");
    wyrm_position at = a->game->monsters[other].body.at;
    arena_stand(a, at);
    *arena_mark(a, at) &= (uint8_t)~WYRM_MARK_MONSTER;
    wyrm_position next = at;
    for (int i = 0; i < 8; i++)
        if ((*arena_mark(a, wyrm_neighbour(at, (wyrm_direction)i)) &
             (WYRM_MARK_TILE | WYRM_MARK_MONSTER)) == WYRM_TILE_FLOOR)
            next = wyrm_neighbour(at, (wyrm_direction)i);
    a->game->monsters[other].body.at = next;
    *arena_mark(a, next) |= WYRM_MARK_MONSTER;
    a->game->bare.max_hp = 100000;
    arena_dress(a);
    a->game->player.combatant.hp = 100000;
    assert_done(a, arena_do_at(a, WYRM_DO_USE, (int32_t)scroll, next));
    assert_true(times_heard(a, WYRM_EVENT_DIED) >= 1);
    assert_int_equal(times_heard(a, WYRM_EVENT_GOAL_PLACED), 0);
    assert_false(a->game->goal_placed);
}

/* 28 hit points of an orc become 28, 31, 35, 38 and 41; accuracy 4 and damage 4-6 follow, halves
 * up. */
TEST(monsters_grow_with_the_depth)
{
    const struct {
        int32_t depth;
        int64_t hp;
        double accuracy, least, most;
    } rows[] = {{1, 28, 4, 4, 6}, {2, 28, 4, 4, 6}, {3, 31, 4, 4, 6}, {5, 35, 4, 4, 6},
                {7, 38, 5, 4, 7}, {9, 41, 5, 5, 7}, {20, 41, 5, 5, 7}};
    OWNED_ARENA *a = play("yarl", NULL, 2);
    int found = 0;
    for (size_t i = 0; i < LENGTH_OF(rows); i++)
        for (uint64_t run = 0; run < 6; run++) {
            play_again(a, 2, run);
            a->game->difficulty.depth = rows[i].depth - 1;
            if (rows[i].depth > 1)
                assert_done(a, leave_level(a));
            for (size_t k = 0; k < a->game->monster_count; k++) {
                const wyrm_game_monster *monster = &a->game->monsters[k];
                const wyrm_combatant *orc = &monster->body.combatant;
                if (monster->spawn.monster != monster_named(a->design, "orc") ||
                    monster->spawn.elite)
                    continue;
                found++;
                assert_int_equal(orc->max_hp, rows[i].hp);
                assert_true(stat_of(a, orc, "accuracy") == rows[i].accuracy);
                assert_true(stat_of(a, orc, "damage_min") == rows[i].least);
                assert_true(stat_of(a, orc, "damage_max") == rows[i].most);
            }
        }
    assert_true(found > 100);
}

/* Dagger and leather armor at the start, worn: as the player of the document's scenarios. */
TEST(the_kit_is_worn_at_the_start)
{
    OWNED_ARENA *a = play("yarl", NULL, 1);
    wyrm_combatant wanted = combatant_of(a->design, "player,weapon=dagger,armor=leather_armor");
    assert_int_equal(a->game->pack_count, 2);
    for (size_t i = 0; i < 2; i++)
        assert_true(a->game->pack[i].worn);
    assert_memory_equal(a->game->player.combatant.stats, wanted.stats, sizeof wanted.stats);
    assert_int_equal(a->game->tally.items_found, 0);
    assert_done(a, arena_do(a, WYRM_DO_TAKE_OFF, 0));
}

TEST(a_spear_reaches_two_tiles_and_a_bow_eight)
{
    const struct {
        const char *weapon;
        int reach;
    } rows[] = {{"spear", 2}, {"shortbow", 8}, {"longbow", 10}};
    for (size_t i = 0; i < LENGTH_OF(rows); i++) {
        OWNED_ARENA *a = arena_draw("yarl",
                                    "##############\n"
                                    "#@...........#\n"
                                    "##############",
                                    NULL);
        arena_wear(a, arena_give(a, rows[i].weapon));
        wyrm_position at = beside(a->game->player.at, rows[i].reach, 0);
        arena_place(a, "orc,asleep", at);
        assert_int_equal(wyrm_strike_range(a->engine, a->game), rows[i].reach);
        assert_done(a, arena_do_at(a, WYRM_DO_SHOOT, 0, at));
        const wyrm_event *event = arena_heard(a, WYRM_EVENT_ATTACKED);
        assert_non_null(event);
        assert_int_equal(event->whom, a->game->monsters[0].id);
        assert_int_equal(event->attack, WYRM_ATTACK_MELEE);
        *arena_mark(a, at) &= (uint8_t)~WYRM_MARK_MONSTER;
        a->game->monsters[0].body.at = beside(at, 1, 0);
        *arena_mark(a, beside(at, 1, 0)) |= WYRM_MARK_MONSTER;
        assert_refused_at(a, WYRM_DO_SHOOT, 0, beside(at, 1, 0));
    }
}

TEST(two_hands_hold_no_shield)
{
    OWNED_ARENA *a = arena_draw("yarl", "###\n#@#\n###", NULL);
    size_t shield = arena_give(a, "shield"), sword = arena_give(a, "greatsword");
    size_t helmet = arena_give(a, "plate_helmet"), mail = arena_give(a, "plate_mail");
    size_t dagger = arena_give(a, "dagger");
    assert_done(a, arena_do(a, WYRM_DO_WEAR, (int32_t)shield));
    assert_done(a, arena_do(a, WYRM_DO_WEAR, (int32_t)helmet));
    assert_done(a, arena_do(a, WYRM_DO_WEAR, (int32_t)mail));
    assert_done(a, arena_do(a, WYRM_DO_WEAR, (int32_t)sword));
    assert_false(a->game->pack[shield].worn);
    assert_true(a->game->pack[sword].worn && a->game->pack[helmet].worn &&
                a->game->pack[mail].worn);
    assert_done(a, arena_do(a, WYRM_DO_WEAR, (int32_t)shield));
    assert_false(a->game->pack[sword].worn);
    assert_done(a, arena_do(a, WYRM_DO_WEAR, (int32_t)dagger));
    assert_true(a->game->pack[shield].worn && a->game->pack[dagger].worn);
    wyrm_combatant wanted =
        combatant_of(a->design, "player,weapon=dagger,armor=shield+plate_helmet+plate_mail");
    assert_memory_equal(a->game->player.combatant.stats, wanted.stats, sizeof wanted.stats);
}
