/* Set fights in the engine end as the exact solver says: who wins, after how many turns, with how
 * many hit points left. */
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

/* Fights once, the player striking every turn. */
static void fight(arena *a, const wyrm_arena *setup, uint64_t run, tallies *out)
{
    wyrm_game *game = a->game;
    assert_ok(wyrm_game_start_arena(a->engine, setup, 17, run, game, &a->error), &a->error);
    assert_ok(wyrm_game_open(a->engine, game, NULL, &a->error), &a->error);
    wyrm_direction direction = towards(game->player.at, game->monsters[0].body.at);
    const wyrm_command strike = {.kind = WYRM_DO_MOVE, .argument = (int32_t)direction};
    while (game->phase == WYRM_PHASE_PLAYING) {
        wyrm_status status = wyrm_game_act(a->engine, game, &strike, NULL, &a->error);
        assert_ok(status, &a->error);
    }
    const uint32_t turns = game->turn;
    bool won = game->phase == WYRM_PHASE_WON;
    int64_t hp = game->player.combatant.hp;
    assert_holds(won == (hp > 0), run);
    assert_holds(!won || game->monster_count == 0, run); /* both may die of poison */
    assert_holds((game->cause == WYRM_CAUSE_NONE) == won, run);
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
        if (counts[i] > 0) /* no impossible outcome occurs */
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
    const bool leads = wyrm_engine_rules(a->engine)->first == WYRM_FIRST_PLAYER;
    assert_ok(wyrm_design_duel(a->design, &setup.player, &setup.monsters[0].combatant,
                               leads ? WYRM_SUBJECT_FIRST : WYRM_OPPONENT_FIRST, &duel, &d,
                               &a->error),
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

/* Rolled hit points are rolled anew in every fight, and dice of damage at every blow. */
TEST(fights_over_rolled_hit_points_are_exact)
{
    const matchup rows[] = {
        {"player,weapon=dagger", "orc"},
        {"player,hp=2d20+20,weapon=dagger,damage={1: 3, 9: 1}", "orc,elite"},
    };
    check_matchups("yarl",
                   "game: {regeneration: 0}\nmonsters: {orc: {hp: 4d8, damage: 4d3 keep 2}}", rows,
                   LENGTH_OF(rows), FIGHTS / 2);
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

/* Creatures with regeneration of their own get it at the end of each turn. */
TEST(fights_with_regeneration_are_exact)
{
    const matchup rows[] = {
        {"player@2,weapon=2,regen=0.4", "monster@3,regen=0.3"},
        {"player@1,weapon=1,hp=20,regen=1.5", "monster@2"},
    };
    check_matchups("ruggrogue", "game: {regeneration: 0}", rows, LENGTH_OF(rows), FIGHTS / 2);
}

/* ---- rules of one's own ---- */

/* A ruleset of fights only, with a script. */
static arena *rules_of(const char *combat, const char *monsters)
{
    static const char game[] = "name: own\nmodels: {combat: script}\n%s\n"
                               "player: {hp: 20}\n"
                               "monsters:\n"
                               "  foe: {hp: 14}\n"
                               "  troll: {hp: 16, attacks: [{claw: 1d3, times: 2}, {bite: 1d6}]}\n"
                               "%s\n";
    char text[4000];
    arena *a = zeroed(1, sizeof *a);
    snprintf(text, sizeof text, game, combat, monsters);
    a->design = design_from(text);
    a->game = calloc(1, sizeof *a->game);
    assert_ok(wyrm_engine_new(a->design, &a->engine, &a->error), &a->error);
    return a;
}

static const char speeds[] = "combat:\n"
                             "  turn: 100\n"
                             "  stats:\n"
                             "    damage: {kind: amount, default: 1d4}\n"
                             "    speed: {default: 100, means: attack_duration}\n"
                             "    stride: {default: 100, means: move_duration}\n"
                             "  script: |\n"
                             "    function attack(attacker)\n"
                             "      if chance(0.3) then return 0 end\n"
                             "      return roll(attacker.damage)\n"
                             "    end\n";

/* Attacks of any duration, on both sides, with and without regeneration. */
TEST(fights_of_any_speed_are_exact)
{
    OWNED_ARENA *a = rules_of(speeds, "");
    for (uint64_t seed = 1; seed <= 24; seed++) {
        char player[80], foe[80];
        test_random random = {seed};
        snprintf(player, sizeof player, "player,speed=%d,regeneration=0.%d",
                 (int)random_below(&random, 12) * 25 + 25, (int)random_below(&random, 4));
        snprintf(foe, sizeof foe, "foe,speed=%d,regeneration=0.%d",
                 (int)random_below(&random, 300) + 10, (int)random_below(&random, 4));
        check_matchup(a, player, foe, (uint64_t)played_times(3000));
    }
}

/* If the monster goes first when both are due, a set fight is the duel in which it strikes first,
 * at any speeds. */
TEST(fights_in_which_monsters_come_first_are_exact)
{
    char text[1000];
    snprintf(text, sizeof text, "game: {first: monster}\n%s", speeds);
    OWNED_ARENA *a = rules_of(text, "");
    const matchup rows[] = {
        {"player,hp=14", "foe"},
        {"player,hp=14,speed=50", "foe"},
        {"player,hp=14", "foe,speed=150,regeneration=0.3"},
        {"player,hp=20,speed=75", "foe,speed=50,hp=9"},
        {"player,hp=4,speed=150,regeneration=0.5", "foe"},
    };
    for (size_t i = 0; i < LENGTH_OF(rows); i++)
        check_matchup(a, rows[i].player, rows[i].monster, (uint64_t)played_times(5000));
}

/* A monster that had nothing to do at a moment does not act in it after the player: the hidden
 * player steps beside it, becomes visible, and is struck once, not twice, until it acts again. */
TEST(who_comes_first_acts_once_a_moment)
{
    char text[1000];
    snprintf(text, sizeof text, "game: {first: monster}\n%s", speeds);
    OWNED_ARENA *a = rules_of(text, "");
    wyrm_arena setup = arena_of(a, "player", "foe");
    setup.distance = 2;
    assert_ok(wyrm_game_start_arena(a->engine, &setup, 1, 1, a->game, &a->error), &a->error);
    arena_afflict(a, GAME_BODY_PLAYER, WYRM_HIDDEN, 9);
    assert_ok(wyrm_game_open(a->engine, a->game, NULL, &a->error), &a->error);
    assert_done(a, arena_move(a, WYRM_EAST));
    assert_int_equal(times_heard(a, WYRM_EVENT_ATTACKED), 1);
}

/* Of every shape: a floor within walls, all of it known, the monsters in ranks from the middle row
 * outwards. Whatever was in the memory of the game before is gone. */
TEST(a_set_fight_begins_on_a_bare_floor)
{
    static const struct {
        wyrm_arena_shape shape;
        int count, width, height, player[2], monsters[4][2];
    } rows[] = {{WYRM_ARENA_ROOM, 4, 11, 11, {1, 5}, {{4, 5}, {4, 4}, {4, 6}, {4, 3}}},
                {WYRM_ARENA_CORRIDOR, 3, 26, 3, {1, 1}, {{4, 1}, {5, 1}, {6, 1}}},
                {WYRM_ARENA_OPEN, 2, 42, 42, {21, 21}, {{24, 21}, {24, 20}}}};
    OWNED_ARENA *a = rules_of(speeds, "");
    wyrm_game *game = a->game, *fresh = zeroed(1, sizeof *fresh);
    for (size_t i = 0; i < LENGTH_OF(rows); i++) {
        wyrm_arena setup = arena_of(a, "player", "foe");
        setup.shape = rows[i].shape;
        setup.distance = 3;
        setup.count = (size_t)rows[i].count;
        for (int m = 1; m < rows[i].count; m++)
            setup.monsters[m] = setup.monsters[0];
        memset(game, 0x5B, sizeof *game);
        assert_ok(wyrm_game_start_arena(a->engine, &setup, 1, 1, game, &a->error), &a->error);
        assert_ok(wyrm_game_start_arena(a->engine, &setup, 1, 1, fresh, &a->error), &a->error);
        assert_true(wyrm_game_checksum(game) == wyrm_game_checksum(fresh));
        const int width = game->map.width, height = game->map.height;
        assert_int_equal(width, rows[i].width);
        assert_int_equal(height, rows[i].height);
        assert_true(on_tile(game->player.at, (wyrm_position){(int16_t)rows[i].player[0],
                                                             (int16_t)rows[i].player[1]}));
        assert_int_equal(game->monster_count, rows[i].count);
        static bool stands[42 * 42];
        memset(stands, 0, sizeof stands);
        for (int m = 0; m < rows[i].count; m++) {
            const wyrm_position at = game->monsters[m].body.at;
            assert_int_equal(at.x, rows[i].monsters[m][0]);
            assert_int_equal(at.y, rows[i].monsters[m][1]);
            stands[at.y * width + at.x] = true;
        }
        for (int y = 0; y < height; y++)
            for (int x = 0; x < width; x++) {
                const bool edge = x == 0 || y == 0 || x == width - 1 || y == height - 1;
                const int tile = edge ? WYRM_TILE_WALL : WYRM_TILE_FLOOR;
                assert_int_equal(game->map.tiles[y * width + x], tile);
                assert_int_equal(game->marks[y * width + x],
                                 tile | WYRM_MARK_KNOWN | WYRM_MARK_SEEN |
                                     (stands[y * width + x] ? WYRM_MARK_MONSTER : 0));
            }
    }
    free(fresh);
}

/* A slow walker is met by a fast one; the unused rest of a turn is part of the checksum. */
TEST(steps_take_their_time)
{
    OWNED_ARENA *a = rules_of(speeds, "");
    wyrm_game *game = a->game;
    wyrm_arena setup = arena_of(a, "player", "foe,stride=50");
    setup.distance = 5;
    assert_ok(wyrm_game_start_arena(a->engine, &setup, 1, 1, game, &a->error), &a->error);
    const int16_t from = game->monsters[0].body.at.x;
    assert_done(a, arena_wait(a));
    assert_int_equal(from - game->monsters[0].body.at.x, 2);
    setup = arena_of(a, "player,stride=150", "foe");
    setup.distance = 5;
    assert_ok(wyrm_game_start_arena(a->engine, &setup, 1, 1, game, &a->error), &a->error);
    assert_done(a, arena_move(a, WYRM_NORTH));
    assert_int_equal(from - game->monsters[0].body.at.x, 2);
    assert_int_equal(game->turn, 2);
    const uint64_t before = wyrm_game_checksum(game);
    assert_int_equal(2 * game->player.due.numerator, game->player.due.denominator);
    game->player.due.numerator = 0;
    assert_true(wyrm_game_checksum(game) != before);
}

TEST(nobody_does_more_than_a_game_can_play)
{
    OWNED_ARENA *a = rules_of("combat:\n"
                              "  turn: 100\n"
                              "  stats: {damage: {kind: amount}}\n"
                              "  script: |\n"
                              "    function attack() return {damage = 1, duration = -99.99} end\n",
                              "");
    wyrm_game *game = a->game;
    const wyrm_arena setup = arena_of(a, "player", "foe");
    assert_ok(wyrm_game_start_arena(a->engine, &setup, 1, 1, game, &a->error), &a->error);
    assert_int_equal(arena_move(a, towards(game->player.at, game->monsters[0].body.at)),
                     WYRM_ERROR_RANGE);
    assert_non_null(strstr(a->error.message, "'player'"));
}

/* Conditions of every sort; the amount that an attack gives is a stat of the attacker. */
static const char conditions[] =
    "combat:\n"
    "  stats:\n"
    "    damage: {kind: amount, default: 1d4}\n"
    "    poison: {}\n"
    "    stun: {}\n"
    "    lull: {}\n"
    "    mire: {}\n"
    "    thirst: {}\n"
    "    wrath: {}\n"
    "    slam: {}\n"
    "    effort: {}\n"
    "    reel: {}\n"
    "    speed: {default: 1, means: attack_duration}\n"
    "  conditions:\n"
    "    poisoned: {most: 9, stacking: adds, damage: 0..1, times_value: true}\n"
    "    stunned: {most: 3, helpless: true, shaken_off: 1/3}\n"
    "    lulled: {most: 5, stacking: keeps, helpless: true, ends_when_hurt: true}\n"
    "    mired: {most: 4, stacking: replaces, slows: 3/2}\n"
    "    blessed: {most: 6, damage: -1}\n"
    "  counters:\n"
    "    breath: {most: 4, start: 3, each_turn: 1}\n"
    "  script: |\n"
    "    function attack(attacker, defender, blow)\n"
    "      local harm = roll(attacker.damage)\n"
    "      if attacker.wrath > 0 and 2 * attacker.hp < attacker.max_hp then harm = harm + 2 end\n"
    "      local out = {damage = harm, effects = {}, own = {}}\n"
    "      if attacker.effort > 0 then\n"
    "        if attacker.breath < 2 then return {damage = 0, heal = -1} end\n"
    "        out.own.breath = -2\n"
    "      end\n"
    "      if attacker.reel > 0 and chance(0.5) then out.own.stunned = attacker.reel end\n"
    "      if not chance(0.6) then out.damage = 0 return out end\n"
    "      if attacker.poison > 0 then out.effects.poisoned = attacker.poison end\n"
    "      if attacker.stun > 0 and chance(0.5) then out.effects.stunned = attacker.stun end\n"
    "      if attacker.lull > 0 and chance(0.4) then out.effects.lulled = attacker.lull end\n"
    "      if attacker.mire > 0 then out.effects.mired = attacker.mire end\n"
    "      if attacker.thirst > 0 then out.heal = attacker.thirst end\n"
    "      if attacker.slam ~= 0 then out.duration = attacker.slam end\n"
    "      return out\n"
    "    end\n";

/* Nobody acts more often than a game can play. */
TEST(no_act_takes_no_time)
{
    OWNED_ARENA *a = rules_of(conditions, "");
    wyrm_arena setup = arena_of(a, "player,slam=-0.9995", "foe");
    wyrm_status status = WYRM_OK;
    for (uint64_t run = 1; run <= 50 && status == WYRM_OK; run++) { /* until it hits */
        assert_ok(wyrm_game_start_arena(a->engine, &setup, 1, run, a->game, &a->error), &a->error);
        status = arena_move(a, towards(a->game->player.at, a->game->monsters[0].body.at));
    }
    assert_int_equal(status, WYRM_ERROR_RANGE);
    assert_non_null(strstr(a->error.message, "'player'"));
}

TEST(fights_with_conditions_are_exact)
{
    const matchup rows[] = {
        {"player,poison=2", "foe"},
        {"player", "foe,poison=3,regeneration=0.5"},
        {"player,stun=2", "foe,stun=1"},
        {"player,lull=3,poison=1", "foe,lull=2"},
        {"player,mire=2,speed=0.75", "foe,mire=4,speed=0.5"},
        {"player,thirst=1,wrath=1", "foe,thirst=2,damage=3"},
        {"player,effort=1,hp=18", "foe"},
        {"player,slam=0.5", "foe,slam=1,stun=1,speed=1.25"},
        {"player,poisoned=4,blessed=3", "foe,poisoned=2,breath=0,effort=1,hp=30"},
        {"player,poison=2,stun=1,mire=2,effort=1,wrath=1",
         "foe,poison=1,lull=1,thirst=1,speed=0.8"},
    };
    OWNED_ARENA *a = rules_of(conditions, "");
    for (size_t i = 0; i < LENGTH_OF(rows); i++)
        check_matchup(a, rows[i].player, rows[i].monster, (uint64_t)played_times(5000));
}

/* A creature stunned before its first action loses it, like any later one. The first striker
 * suffers first at the end of a turn: if both die of poison the player, who comes second, has
 * won. */
TEST(monsters_that_come_first_may_stun_or_poison_at_once)
{
    static const char rules[] =
        "game: {first: monster}\n"
        "combat:\n"
        "  conditions: {stun: {helpless: true}, poison: {damage: 1}}\n"
        "  counters: {once: {start: 1, most: 1}}\n"
        "  stats: {damage: {kind: amount}, stuns: {kind: whole}, poisons: {kind: whole}}\n"
        "  script: |\n"
        "    function attack(a, d)\n"
        "      if a.poisons > 0 then return {damage = 0, effects = {poison = a.poisons}} end\n"
        "      if a.stuns == 0 or a.once == 0 then return 1 end\n"
        "      return {damage = 1, effects = {stun = a.stuns}, own = {once = -1}}\n"
        "    end\n";
    OWNED_ARENA *a = rules_of(rules, "");
    check_matchup(a, "player,hp=6", "foe,hp=4,stuns=1", 3);
    check_matchup(a, "player,hp=6", "foe,hp=4,stuns=2", 3);
    check_matchup(a, "player,hp=6", "foe,hp=4,stuns=3", 3);
    check_matchup(a, "player,hp=1,poisons=2", "foe,hp=1,poisons=2", 3);
    check_matchup(a, "player,hp=1,poisons=2", "foe,hp=2,poisons=2", 3);
    char text[4000];
    snprintf(text, sizeof text, "game: {first: monster}\n%s", conditions);
    OWNED_ARENA *b = rules_of(text, "");
    const uint64_t times = (uint64_t)played_times(3000);
    check_matchup(b, "player,poison=2", "foe,stun=2", times);
    check_matchup(b, "player,lull=3,hp=9", "foe,lull=4,poison=1", times);
}

/* Each blow of an attack is drawn separately, named in its event, and is the last if it kills or
 * leaves the attacker helpless. */
TEST(fights_of_several_blows_are_exact)
{
    OWNED_ARENA *plain = rules_of(speeds, "");
    check_matchup(plain, "player", "troll", (uint64_t)played_times(10000));
    check_matchup(plain, "player,speed=60", "troll,speed=170", (uint64_t)played_times(10000));
    OWNED_ARENA *a =
        rules_of(conditions, "  snake: {hp: 16, attacks: [{bite: 1, poison: 2}, "
                             "{coil: 0, stun: 1, times: 2, reel: 1}, {fang: 1d4, poison: 1, "
                             "wrath: 1}]}");
    check_matchup(a, "player", "snake", (uint64_t)played_times(5000));
    check_matchup(a, "player,stun=2", "snake,speed=0.75", (uint64_t)played_times(5000));
}

/* The player fights to the end from the state of a game, after a turn of waiting if it is not
 * `ready`. */
static bool wins_from(arena *a, const wyrm_game *from, uint64_t run, bool ready)
{
    wyrm_game *game = a->game;
    wyrm_game_copy(from, game);
    game->run = run;
    const wyrm_command strike = {.kind = WYRM_DO_MOVE,
                                 .argument =
                                     (int32_t)towards(game->player.at, game->monsters[0].body.at)};
    const wyrm_command wait = {.kind = WYRM_DO_WAIT};
    for (bool waits = !ready; game->phase == WYRM_PHASE_PLAYING; waits = false)
        assert_ok(wyrm_game_act(a->engine, game, waits ? &wait : &strike, NULL, &a->error),
                  &a->error);
    return game->phase == WYRM_PHASE_WON;
}

/* Compares odds in mid-fight with that fight fought to its end many times. */
static void check_odds(arena *a, const char *player, const char *foe, int attacks, bool ready)
{
    FREED wyrm_game *from = calloc(1, sizeof *from);
    wyrm_arena setup = arena_of(a, player, foe);
    wyrm_duel duel;
    uint64_t wins = 0, fights = (uint64_t)played_times(1500);
    for (uint64_t run = 1; from->phase != WYRM_PHASE_PLAYING || from->commands == 0; run++) {
        assert_ok(wyrm_game_start_arena(a->engine, &setup, 1, run, a->game, &a->error), &a->error);
        const wyrm_command strike = {
            .kind = WYRM_DO_MOVE,
            .argument = (int32_t)towards(a->game->player.at, a->game->monsters[0].body.at)};
        for (int i = 0; i < attacks && a->game->phase == WYRM_PHASE_PLAYING; i++)
            assert_ok(wyrm_game_act(a->engine, a->game, &strike, NULL, &a->error), &a->error);
        wyrm_game_copy(a->game, from);
    }
    assert_ok(wyrm_odds_as(a->engine, from, &from->player.combatant, ready, &from->monsters[0],
                           &duel, &a->error),
              &a->error);
    for (uint64_t run = 1; run <= fights; run++)
        wins += wins_from(a, from, run, ready);
    const wyrm_interval share = wyrm_share_interval(wins, fights, 0.9999);
    if (share.low > duel.p_win + 1e-9 || share.high < duel.p_win - 1e-9)
        fail_msg("%s against %s, %d attacks on: won %g, and the odds are %g", player, foe, attacks,
                 (double)wins / (double)fights, duel.p_win);
}

/* The clock: who acts next, what part of the turn is over, and the conditions of both. */
TEST(odds_go_on_from_where_the_clock_stands)
{
    const matchup rows[] = {
        {"player,speed=0.75,regeneration=0.4", "foe,speed=1.6,regeneration=0.3"},
        {"player,mire=2,speed=0.75", "foe,mire=4,speed=0.5,poison=1"},
        {"player,stun=2,poison=1,speed=1.3", "foe,lull=2,speed=0.9"},
        {"player,slam=0.5,hp=30,effort=1", "foe,slam=1,stun=1,speed=1.25,thirst=1,hp=20"},
    };
    OWNED_ARENA *a = rules_of(conditions, "");
    for (size_t i = 0; i < LENGTH_OF(rows); i++)
        for (int attacks = 1; attacks <= 3; attacks++)
            check_odds(a, rows[i].player, rows[i].monster, attacks, attacks != 2);
    OWNED_ARENA *plain = rules_of(speeds, "");
    check_odds(plain, "player,speed=75", "foe,speed=160", 2, true);
    check_odds(plain, "player,speed=130,regeneration=0.6", "troll,speed=90", 3, false);
}

static void tell_name(const wyrm_game *game, const wyrm_event *event, void *context)
{
    char *names = context;
    (void)game;
    if (event->kind == WYRM_EVENT_ATTACKED)
        sprintf(names + strlen(names), "%s%d ", event->blow, (int)event->number);
}

TEST(blows_are_told_by_name_and_number)
{
    OWNED_ARENA *a = rules_of(speeds, "");
    char names[200] = "";
    const wyrm_listener listener = {tell_name, names};
    wyrm_arena setup = arena_of(a, "player,damage=0", "troll,damage=0");
    assert_ok(wyrm_game_start_arena(a->engine, &setup, 17, 1, a->game, &a->error), &a->error);
    const wyrm_command strike = {
        .kind = WYRM_DO_MOVE,
        .argument = (int32_t)towards(a->game->player.at, a->game->monsters[0].body.at)};
    assert_ok(wyrm_game_act(a->engine, a->game, &strike, &listener, &a->error), &a->error);
    assert_string_equal(names, "1 claw1 claw2 bite3 ");
}

/* A sleeper is always hit, and wakes as the ruleset says. */
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

/* The same run is the same fight, whatever the engine fought before. */
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

/* Set fights have no stairs, and impossible ones are refused. */
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

/* Every shape with every number of monsters at every distance: a valid state, with the distance
 * asked for where there is room. */
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
