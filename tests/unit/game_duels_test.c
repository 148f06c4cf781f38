/* Set fights in the engine come out as the exact solver says: who wins, after how many turns, with
 * how many hit points left. */
#include "played.h"

#include <wyrm/stats.h>

enum { FIGHTS = 100000, MOST = 1000 };

typedef struct tallies {
    uint64_t fights, wins;
    uint64_t turns[MOST], hp_left[MOST];
} tallies;

static wyrm_direction towards(wyrm_position from, wyrm_position to)
{
    for (int i = 0; i < WYRM_DIRECTION_COUNT; i++)
        if (on_tile(wyrm_neighbour(from, (wyrm_direction)i), to))
            return (wyrm_direction)i;
    fail_msg("the monster does not stand beside the player");
    return WYRM_NORTH;
}

/* One fight, the player striking every turn. */
static void fight(arena *a, const wyrm_arena *setup, uint64_t run, tallies *out)
{
    wyrm_game *game = a->game;
    assert_ok(wyrm_game_start_arena(a->engine, setup, 17, run, game, &a->error), &a->error);
    wyrm_direction direction = towards(game->player.at, game->monsters[0].body.at);
    const wyrm_command strike = {.kind = WYRM_DO_MOVE, .argument = (int32_t)direction};
    int64_t turns = 0;
    while (game->phase == WYRM_PHASE_PLAYING) {
        wyrm_status status = wyrm_game_act(a->engine, game, &strike, NULL, &a->error);
        assert_ok(status, &a->error);
        turns++;
    }
    bool won = game->phase == WYRM_PHASE_WON;
    int64_t hp = game->player.combatant.hp;
    assert_holds(won == (hp > 0), run);
    assert_holds(won == (game->monster_count == 0), run);
    assert_holds(game->cause == (won ? WYRM_CAUSE_NONE : WYRM_CAUSE_MONSTER), run);
    assert_holds(turns < MOST && hp < MOST, run);
    out->fights++;
    out->wins += won;
    out->turns[turns]++;
    out->hp_left[hp]++;
}

static void check_counts(const wyrm_pmf *pmf, const uint64_t *counts)
{
    static double wanted[MOST];
    assert_non_null(pmf);
    for (int64_t i = 0; i < MOST; i++)
        wanted[i] = wyrm_pmf_at(pmf, i);
    for (int64_t i = 0; i < MOST; i++)
        if (counts[i] > 0) /* nothing comes out that cannot */
            assert_true(wanted[i] > 0);
    assert_fits(counts, wanted, MOST);
}

static wyrm_arena arena_of(const arena *a, const char *player, const char *monster)
{
    return (wyrm_arena){
        .shape = WYRM_ARENA_ROOM,
        .distance = 1,
        .player = combatant_of(a->design, player),
        .count = 1,
        .monsters = {{.monster = monster_named(a->design, monster),
                      .combatant = combatant_of(a->design, monster)}},
    };
}

static void check_matchup(arena *a, const char *player, const char *monster, uint64_t fights)
{
    static tallies counts;
    wyrm_arena setup = arena_of(a, player, monster);
    wyrm_duel duel;
    OWNED_DUEL d;
    assert_ok(wyrm_design_duel(a->design, &setup.player, &setup.monsters[0].combatant,
                               WYRM_SUBJECT_FIRST, &duel, &d, &a->error),
              &a->error);
    memset(&counts, 0, sizeof counts);
    for (uint64_t run = 0; run < fights; run++)
        fight(a, &setup, run, &counts);
    wyrm_interval share = wyrm_share_interval(counts.wins, counts.fights, 0.9999);
    if (share.low > duel.p_win + 1e-9 || share.high < duel.p_win - 1e-9)
        fail_msg("%s against %s: won %llu of %llu, and exactly %g are to be won", player, monster,
                 (unsigned long long)counts.wins, (unsigned long long)counts.fights, duel.p_win);
    check_counts(d.turns, counts.turns);
    check_counts(d.hp_left, counts.hp_left);
}

typedef struct matchup {
    const char *player, *monster;
} matchup;

static void check_matchups(const char *ruleset, const char *changes, const matchup *rows,
                           size_t count, int fights)
{
    OWNED_ARENA *a = play(ruleset, changes, 1);
    for (size_t i = 0; i < count; i++)
        check_matchup(a, rows[i].player, rows[i].monster, (uint64_t)played_times(fights));
}

/* Without the ruleset's own regeneration, which the exact odds leave out. */
TEST(fights_of_ruggrogue_are_exact)
{
    const matchup rows[] = {
        {"player@1,weapon=1,armor=1", "monster@1"},
        {"player@1", "monster@2"},
        {"player@6,weapon=5,armor=5", "monster@8"},
    };
    check_matchups("ruggrogue", "game: {regeneration: 0}", rows, LENGTH_OF(rows), FIGHTS);
}

TEST(fights_of_the_tutorial_are_exact)
{
    const matchup rows[] = {{"player", "orc"}, {"player,hp=30", "troll"}, {"player,hp=12", "orc"}};
    check_matchups("tutorial", NULL, rows, LENGTH_OF(rows), 1000);
    check_matchups("tutorial-before", NULL, rows, LENGTH_OF(rows), 1000);
}

TEST(fights_of_yarl_are_exact)
{
    const matchup rows[] = {
        {"player,weapon=dagger,armor=leather_armor", "orc"},
        {"player@5,weapon=longsword,armor=shield", "troll@5"},
        {"player@3,weapon=greatsword", "orc@4,elite"},
    };
    check_matchups("yarl", "game: {regeneration: 0}", rows, LENGTH_OF(rows), FIGHTS);
}

TEST(fights_of_the_tower_are_exact)
{
    const matchup rows[] = {
        {"player,weapon=stapler", "intern"},
        {"player@3,weapon=keyboard,armor=cardboard_box+clipboard", "receptionist"},
        {"player@8,weapon=guillotine", "accountant"},
    };
    check_matchups("bob-and-trev", "game: {regeneration: 0}", rows, LENGTH_OF(rows), FIGHTS);
}

/* Those who win back hit points of their own do it at the end of each turn. */
TEST(fights_with_regeneration_are_exact)
{
    const matchup rows[] = {
        {"player@2,weapon=2,regen=0.4", "monster@3,regen=0.3"},
        {"player@1,weapon=1,hp=20,regen=1.5", "monster@2"},
    };
    check_matchups("ruggrogue", "game: {regeneration: 0}", rows, LENGTH_OF(rows), FIGHTS / 2);
}

/* The sleeper is struck without a miss, and wakes as the ruleset says. */
TEST(sleepers_lose_the_first_turns)
{
    OWNED_ARENA *a = play("ruggrogue", "game: {regeneration: 0}", 1);
    wyrm_arena setup = arena_of(a, "player@1,weapon=1,armor=1", "monster@1");
    static tallies awake, asleep;
    for (uint64_t run = 0; run < (uint64_t)played_times(5000); run++) {
        setup.monsters[0].asleep = false;
        fight(a, &setup, run, &awake);
        setup.monsters[0].asleep = true;
        fight(a, &setup, run, &asleep);
    }
    assert_true(asleep.wins > awake.wins);
}

/* The same run is the same fight, whatever was fought before on the engine. */
TEST(a_fight_depends_on_its_run_alone)
{
    OWNED_ARENA *a = play("yarl", NULL, 1), *other = play("yarl", NULL, 99);
    wyrm_arena setup = arena_of(a, "player,weapon=dagger", "orc");
    wyrm_arena warm_up = arena_of(other, "player@4,weapon=mace", "troll@4");
    static tallies counts;
    for (uint64_t run = 0; run < 200; run++)
        fight(other, &warm_up, run, &counts);
    for (uint64_t run = 0; run < 200; run++) {
        fight(a, &setup, run, &counts);
        fight(other, &setup, run, &counts);
        assert_holds(wyrm_game_checksum(a->game) == wyrm_game_checksum(other->game), run);
    }
}

/* Set fights have no stairs, and what makes no sense is refused. */
TEST(what_is_no_fight_is_refused)
{
    OWNED_ARENA *a = play("yarl", NULL, 1);
    wyrm_arena setup = arena_of(a, "player", "orc");
    setup.count = 0;
    assert_int_equal(wyrm_game_start_arena(a->engine, &setup, 1, 1, a->game, &a->error),
                     WYRM_ERROR_ARGUMENT);
    setup.count = 1;
    setup.distance = 0;
    assert_int_equal(wyrm_game_start_arena(a->engine, &setup, 1, 1, a->game, &a->error),
                     WYRM_ERROR_ARGUMENT);
    setup.distance = 1;
    setup.monsters[0].combatant.hp = 0;
    assert_int_equal(wyrm_game_start_arena(a->engine, &setup, 1, 1, a->game, &a->error),
                     WYRM_ERROR_ARGUMENT);
    setup.monsters[0].combatant.hp = 5;
    setup.player.hp = 0;
    assert_int_equal(wyrm_game_start_arena(a->engine, &setup, 1, 1, a->game, &a->error),
                     WYRM_ERROR_ARGUMENT);
}

/* Every shape with every number of monsters at every distance: sound, and as far apart as asked
 * where there is room. */
TEST(every_shape_holds_its_fight)
{
    OWNED_ARENA *a = play("tutorial", NULL, 1);
    for (int shape = WYRM_ARENA_ROOM; shape <= WYRM_ARENA_OPEN; shape++)
        for (size_t count = 1; count <= WYRM_ARENA_MONSTERS_MAX; count++)
            for (int32_t distance = 1; distance < 50; distance += 1 + distance / 4) {
                wyrm_arena setup = arena_of(a, "player", "orc");
                setup.shape = (wyrm_arena_shape)shape;
                setup.distance = distance;
                setup.count = count;
                for (size_t i = 1; i < count; i++)
                    setup.monsters[i] = setup.monsters[0];
                if (shape == WYRM_ARENA_CORRIDOR && count > 22)
                    continue;
                assert_ok(wyrm_game_start_arena(a->engine, &setup, 1, count, a->game, &a->error),
                          &a->error);
                assert_sound(a);
                assert_int_equal(a->game->monster_count, count);
                assert_true(a->game->arena);
                int nearest = 1000;
                for (size_t i = 0; i < count; i++) {
                    wyrm_position at = a->game->monsters[i].body.at;
                    int across = abs(at.x - a->game->player.at.x);
                    int down = abs(at.y - a->game->player.at.y);
                    int apart = across > down ? across : down;
                    nearest = apart < nearest ? apart : nearest;
                }
                assert_true(nearest <= distance);
                if (distance == 1)
                    assert_int_equal(nearest, 1);
                assert_refused(a, WYRM_DO_LEAVE, 0);
            }
}
