/* Abilities of monsters in set fights without randomness: the result of each turn is worked out in
 * the test. */
#include "played.h"

/* A blow does its damage and nothing else. */
static const char rules[] =
    "name: own\n"
    "models: {combat: script, growth: levels}\n"
    "growth: {experience: [0, 1000]}\n"
    "combat:\n"
    "  stats:\n"
    "    damage: {kind: amount, default: 1}\n"
    "    far: {default: 1, means: reach}\n"
    "    bow: {default: 0, means: range}\n"
    "    far_off: {default: 0}\n"
    "  script: |\n"
    "    function attack(attacker, defender, blow)\n"
    "      if blow.fired and attacker.far_off > 0 then return 10 * blow.distance end\n"
    "      return roll(attacker.damage)\n"
    "    end\n"
    "player: {hp: 100, damage: 10}\n"
    "monsters:\n";

/* A set fight of the player and one monster, given by its record; `stat`: one more of the rules. */
static arena *fight_with(const char *stat, const char *monsters, const char *who,
                         wyrm_arena_shape shape, int32_t distance)
{
    char text[4000];
    arena *a = zeroed(1, sizeof *a);
    const char *rest = strstr(rules, "  script:");
    snprintf(text, sizeof text, "%.*s%s%s%s", (int)(rest - rules), rules, stat, rest, monsters);
    a->design = design_from(text);
    a->game = calloc(1, sizeof *a->game);
    assert_ok(wyrm_engine_new(a->design, &a->engine, &a->error), &a->error);
    wyrm_arena setup;
    assert_ok(wyrm_arena_read(a->design, who, &setup, &a->error), &a->error);
    setup.shape = shape;
    setup.distance = distance;
    assert_ok(wyrm_game_start_arena(a->engine, &setup, 1, 1, a->game, &a->error), &a->error);
    return a;
}

static arena *fight(const char *monsters, const char *who, wyrm_arena_shape shape, int32_t distance)
{
    return fight_with("", monsters, who, shape, distance);
}

static int32_t apart(const arena *a, size_t monster)
{
    return game_tiles_apart(a->game->player.at, a->game->monsters[monster].body.at);
}

/* The state after a turn of waiting: distance of the first monster, and the player's hit points. */
typedef struct step {
    int32_t apart;
    int64_t hp;
} step;

static void assert_steps(arena *a, const step *steps, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        assert_done(a, arena_wait(a));
        assert_holds(apart(a, 0) == steps[i].apart, i + 1);
        assert_holds(hp_of(a) == steps[i].hp, i + 1);
    }
}

#define ASSERT_STEPS(a, ...)                                                                       \
    do {                                                                                           \
        const step steps[] = {__VA_ARGS__};                                                        \
        assert_steps((a), steps, LENGTH_OF(steps));                                                \
    } while (0)

/* The monster comes within its range, then stays and spits; in reach it bites, with the blows that
 * are not for range only, each as often as it is repeated. */
TEST(who_shoots_comes_within_range_and_stays_there)
{
    static const char spitter[] =
        "  spitter:\n"
        "    hp: 30\n"
        "    attacks: [{bite: 5, only: melee, times: 2}, {spit: 2, only: range}, {lick: 20}]\n"
        "    shoots: [{blow: spit, range: 4}]\n";
    OWNED_ARENA *a = fight(spitter, "player vs spitter", WYRM_ARENA_CORRIDOR, 6);
    ASSERT_STEPS(a, {5, 100}, {4, 100}, {4, 98}, {4, 96});
    assert_int_equal(arena_heard(a, WYRM_EVENT_ATTACKED)->attack, WYRM_ATTACK_FIRED);
    assert_string_equal(arena_heard(a, WYRM_EVENT_ATTACKED)->blow, "spit");
    arena_free(a);
    a = fight(spitter, "player vs spitter", WYRM_ARENA_CORRIDOR, 1);
    ASSERT_STEPS(a, {1, 70});
    assert_int_equal(times_heard(a, WYRM_EVENT_ATTACKED), 3);
}

/* A shot without a name has all blows except those for melee only; `near` also shoots at an
 * adjacent target; and a script sees that the blow is fired, and from how far. */
TEST(shots_have_the_blows_that_are_for_them)
{
    OWNED_ARENA *a = fight("  archer:\n"
                           "    hp: 30\n"
                           "    attacks: [{fist: 1, only: melee}, {arrow: 3, times: 2}]\n"
                           "    shoots: [{range: 9, near: true}]\n",
                           "player vs archer", WYRM_ARENA_CORRIDOR, 1);
    ASSERT_STEPS(a, {1, 94}, {1, 88});
    arena_free(a);
    a = fight("  sniper: {hp: 30, far_off: 1, shoots: [{range: 9}]}\n", "player vs sniper",
              WYRM_ARENA_CORRIDOR, 5);
    ASSERT_STEPS(a, {5, 50});
}

/* Three turns between two shots, in which it walks; and two shots in all. */
TEST(shots_take_their_turns_and_run_out)
{
    OWNED_ARENA *a = fight("  spitter:\n"
                           "    {hp: 30, damage: 7, shoots: [{range: 9, cooldown: 3, times: 2}]}\n",
                           "player vs spitter", WYRM_ARENA_CORRIDOR, 6);
    ASSERT_STEPS(a, {6, 93}, {5, 93}, {4, 93}, {4, 86}, {3, 86}, {2, 86}, {1, 86}, {1, 79});
}

/* A shot takes as long as any other attack. */
TEST(slow_shots_come_every_other_turn)
{
    OWNED_ARENA *a = fight_with("    tempo: {default: 1, means: attack_duration}\n",
                                "  spitter: {hp: 30, damage: 7, tempo: 2, shoots: [{range: 9}]}\n",
                                "player vs spitter", WYRM_ARENA_CORRIDOR, 6);
    ASSERT_STEPS(a, {6, 93}, {6, 93}, {6, 86}, {6, 86}, {6, 79});
}

/* A creature on the line blocks a shot. */
TEST(nobody_shoots_through_others)
{
    OWNED_ARENA *a = fight("  rat: {hp: 5}\n"
                           "  archer: {hp: 5, damage: 9, shoots: [{range: 9}]}\n",
                           "player vs rat,asleep + archer", WYRM_ARENA_CORRIDOR, 3);
    a->game->monsters[0].body.turns[WYRM_ASLEEP] = 1000000;
    for (int i = 0; i < 4; i++)
        assert_done(a, arena_wait(a));
    assert_int_equal(hp_of(a), 100);
}

/* It steps back from an approaching enemy, comes no nearer than its distance, and strikes if it
 * cannot step back. */
TEST(who_keeps_a_distance_steps_back)
{
    static const char shy[] = "  shy: {hp: 30, damage: 4, keeps_distance: 3}\n";
    OWNED_ARENA *a = fight(shy, "player vs shy", WYRM_ARENA_CORRIDOR, 6);
    ASSERT_STEPS(a, {5, 100}, {4, 100}, {3, 100}, {3, 100});
    assert_done(a, arena_move(a, WYRM_EAST));
    assert_int_equal(apart(a, 0), 3);
    arena_free(a);
    a = fight(shy, "player vs shy", WYRM_ARENA_CORRIDOR, 23);
    a->game->player.at.x = (int16_t)(a->game->monsters[0].body.at.x - 1);
    ASSERT_STEPS(a, {1, 96}, {1, 92});
}

/* With half of its hit points it flees, with three quarters it still does, with more it comes back;
 * it regenerates five each turn. */
TEST(the_wounded_flee_and_come_back)
{
    static const char coward[] =
        "  coward: {hp: 20, damage: 3, regeneration: 5, flees: {at: 1/2, until: 3/4}}\n";
    OWNED_ARENA *a = fight(coward, "player vs coward", WYRM_ARENA_CORRIDOR, 1);
    assert_done(a, arena_move(a, WYRM_EAST));
    assert_int_equal(arena_heard(a, WYRM_EVENT_FLED)->amount, 1);
    assert_int_equal(a->game->monsters[0].body.combatant.hp, 15);
    assert_int_equal(apart(a, 0), 2);
    ASSERT_STEPS(a, {3, 100}, {2, 100});
    assert_int_equal(arena_heard(a, WYRM_EVENT_FLED)->amount, 0);
    ASSERT_STEPS(a, {1, 100}, {1, 97});
    arena_free(a);
    a = fight("  coward: {hp: 20, damage: 3, flees: {at: 1/2}}\n", "player vs coward,hp=11",
              WYRM_ARENA_CORRIDOR, 1);
    ASSERT_STEPS(a, {1, 97}); /* it has eleven left, above the half, */
    a->game->monsters[0].body.combatant.max_hp = 22;
    ASSERT_STEPS(a, {2, 97}, {3, 97}); /* and of twenty-two it is reached; so it stays away */
    a->game->monsters[0].body.combatant.hp = 22;
    ASSERT_STEPS(a, {4, 97});
    a->game->player.at.x = (int16_t)(a->game->map.width - 3);
    *arena_mark(a, a->game->monsters[0].body.at) &= (uint8_t)~WYRM_MARK_MONSTER;
    a->game->monsters[0].body.at.x = (int16_t)(a->game->map.width - 2);
    *arena_mark(a, a->game->monsters[0].body.at) |= WYRM_MARK_MONSTER;
    ASSERT_STEPS(a, {1, 94}); /* a monster without a way out fights */
}

/* The hit points left are divided, each part's rounded up; the new part acts in the next turn; and
 * the fight is won when all parts are dead. */
TEST(who_splits_divides_what_is_left)
{
    OWNED_ARENA *a = fight("  jelly: {hp: 50, experience: 9, splits: {parts: 2}}\n",
                           "player,damage=15 vs jelly", WYRM_ARENA_ROOM, 1);
    const wyrm_game_monster *jelly = a->game->monsters;
    assert_done(a, arena_move(a, WYRM_EAST));
    assert_int_equal(a->game->monster_count, 2);
    assert_int_equal(jelly[0].body.combatant.hp, 18);
    assert_int_equal(jelly[1].body.combatant.hp, 18);
    assert_int_equal(jelly[1].body.combatant.max_hp, 50);
    assert_int_equal(arena_heard(a, WYRM_EVENT_SPLIT)->who, jelly[0].id);
    assert_int_equal(hp_of(a), 99);
    assert_done(a, arena_wait(a));
    assert_int_equal(hp_of(a), 97);
    assert_done(a, arena_move(a, WYRM_EAST));
    assert_int_equal(a->game->monster_count, 3);
    assert_int_equal(jelly[0].body.combatant.hp, 2);
    assert_int_equal(jelly[2].body.combatant.hp, 2);
    for (int turns = 0; a->game->phase == WYRM_PHASE_PLAYING; turns++) {
        assert_in_range(turns, 0, 20);
        assert_done(
            a, arena_act(a, &(const wyrm_command){
                                .kind = WYRM_DO_MOVE,
                                .argument =
                                    game_step_to(a->game->player.at, jelly[0].body.at).argument}));
    }
    assert_int_equal(a->game->phase, WYRM_PHASE_WON);
    assert_int_equal(a->game->experience.base, 0); /* the arena's first monster gives the experience
                                                      it was told */
}

/* If they share, no hit points are added: the original keeps the remainder, and one hit point gives
 * one part. */
TEST(parts_can_share_what_is_left)
{
    OWNED_ARENA *a = fight("  swarm: {hp: 23, splits: {parts: 3, shared: true}}\n",
                           "player,damage=15 vs swarm", WYRM_ARENA_ROOM, 1);
    const wyrm_game_monster *swarm = a->game->monsters;
    assert_done(a, arena_move(a, WYRM_EAST));
    assert_int_equal(a->game->monster_count, 3);
    assert_int_equal(swarm[0].body.combatant.hp, 4);
    assert_int_equal(swarm[1].body.combatant.hp, 2);
    assert_int_equal(swarm[2].body.combatant.hp, 2);
    arena_free(a);
    a = fight("  swarm: {hp: 17, splits: {parts: 3, shared: true}}\n", "player,damage=15 vs swarm",
              WYRM_ARENA_ROOM, 1);
    assert_done(a, arena_move(a, WYRM_EAST));
    assert_int_equal(a->game->monster_count, 2);
    assert_int_equal(a->game->monsters[0].body.combatant.hp, 1);
    assert_int_equal(a->game->monsters[1].body.combatant.hp, 1);
    arena_free(a);
    a = fight("  swarm: {hp: 16, splits: {parts: 3, shared: true}}\n", "player,damage=15 vs swarm",
              WYRM_ARENA_ROOM, 1);
    assert_done(a, arena_move(a, WYRM_EAST));
    assert_int_equal(a->game->monster_count, 1);
}

/* Parts can be of another kind, as many as there is room for. */
TEST(parts_can_be_of_another_kind_and_need_room)
{
    static const char slimes[] =
        "  droplet: {hp: 4, experience: 2}\n"
        "  slime: {hp: 40, splits: {parts: 3, into: droplet, experience: true}}\n";
    OWNED_ARENA *a = fight(slimes, "player vs slime", WYRM_ARENA_OPEN, 1);
    assert_done(a, arena_move(a, WYRM_EAST));
    assert_int_equal(a->game->monster_count, 3);
    for (size_t i = 0; i < 3; i++) {
        const wyrm_game_monster *part = &a->game->monsters[i];
        assert_int_equal(part->spawn.monster, 0);
        assert_int_equal(part->body.combatant.hp, 10);
        assert_int_equal(part->body.combatant.max_hp, 10);
        assert_int_equal(part->spawn.experience, i > 0 ? 2 : 0);
    }
    for (size_t i = 0, part = 0; i < a->event_count; i++) {
        const wyrm_event *event = &a->events[i];
        if (event->kind != WYRM_EVENT_SPLIT)
            continue;
        const wyrm_game_monster *of = &a->game->monsters[++part];
        assert_int_equal(event->whom, of->id);
        assert_int_equal(event->monster, 0);
        assert_true(on_tile(event->at, of->body.at));
        assert_true(event->seen);
        assert_int_equal(event->who, a->game->monsters[0].id);
        assert_int_equal(event->other, 0);
    }
    assert_int_equal(times_heard(a, WYRM_EVENT_SPLIT), 2);
    arena_free(a);
    a = fight(slimes, "player vs slime", WYRM_ARENA_CORRIDOR, 1);
    for (int x = 4; x < a->game->map.width; x++)
        game_set_tile(a->game, (wyrm_position){(int16_t)x, 1}, WYRM_TILE_WALL);
    assert_done(a, arena_move(a, WYRM_EAST));
    assert_int_equal(a->game->monster_count, 2);
    assert_int_equal(a->game->monsters[0].body.combatant.hp, 15);
    assert_int_equal(a->game->monsters[1].body.at.x, 3);
    assert_done(a, arena_move(a, WYRM_EAST)); /* a droplet is only hurt */
    assert_int_equal(a->game->monster_count, 2);
}

/* Parts of another kind have used no ability yet, whatever the original has: the original summons
 * once and then has to wait, and so does each part. */
TEST(parts_of_another_kind_begin_anew)
{
    OWNED_ARENA *a =
        fight("  blade: {hp: 99}\n"
              "  shaman: {hp: 4, summons: [{what: {blade: 1}, times: 1, cooldown: 9}]}\n"
              "  chief:\n"
              "    hp: 40\n"
              "    summons: [{what: {blade: 1}, times: 1, cooldown: 9}]\n"
              "    splits: {parts: 2, into: shaman}\n",
              "player vs chief", WYRM_ARENA_OPEN, 1);
    assert_done(a, arena_wait(a));
    assert_int_equal(times_heard(a, WYRM_EVENT_SUMMONED), 1);
    assert_done(a, arena_move(a, WYRM_EAST));
    assert_int_equal(times_heard(a, WYRM_EVENT_SPLIT), 1);
    assert_int_equal(times_heard(a, WYRM_EVENT_SUMMONED), 1); /* by the first; the other is new */
    assert_done(a, arena_wait(a));
    assert_int_equal(times_heard(a, WYRM_EVENT_SUMMONED), 1);
    assert_int_equal(a->game->monster_count, 5);
    assert_done(a, arena_wait(a));
    assert_int_equal(times_heard(a, WYRM_EVENT_SUMMONED), 0);
}

/* Summoned monsters arrive adjacent, act from the next turn on and vanish after their time; they
 * give no experience. */
TEST(who_was_summoned_vanishes_after_its_time)
{
    OWNED_ARENA *a = fight("  blade: {hp: 1, damage: 2, experience: 5}\n"
                           "  conjurer:\n"
                           "    hp: 10\n"
                           "    keeps_distance: 3\n"
                           "    summons: [{what: {blade: 3}, times: 1, lasts: 4}]\n",
                           "player vs conjurer", WYRM_ARENA_OPEN, 3);
    assert_done(a, arena_wait(a));
    assert_int_equal(a->game->monster_count, 4);
    assert_int_equal(times_heard(a, WYRM_EVENT_SUMMONED), 3);
    assert_int_equal(a->game->monsters[1].spawn.experience, 0);
    assert_int_equal(a->game->monsters[3].body.combatant.hp, 1);
    assert_int_equal(hp_of(a), 100);
    for (int i = 2; i <= 3; i++)
        assert_done(a, arena_wait(a));
    assert_int_equal(a->game->monster_count, 4);
    assert_int_equal(hp_of(a), 100);
    assert_done(a, arena_wait(a)); /* meanwhile one of them has come near */
    assert_int_equal(hp_of(a), 98);
    assert_int_equal(times_heard(a, WYRM_EVENT_VANISHED), 3);
    assert_int_equal(a->game->monster_count, 1);
    for (int i = 0; i < 5; i++)
        assert_done(a, arena_wait(a));
    assert_int_equal(a->game->monster_count, 1);
}

/* Random experience is drawn for each summoned monster, as for those of the floor. */
TEST(who_joins_a_fight_has_experience_of_its_own)
{
    int64_t sum = 0, squares = 0, count = 0;
    for (uint64_t seed = 1; seed <= 200; seed++) {
        OWNED_ARENA *a =
            fight("  droplet: {hp: 4, experience: 1d6}\n"
                  "  slime: {hp: 40, splits: {parts: 3, into: droplet, experience: true}}\n"
                  "  conjurer: {hp: 10, summons: [{what: {droplet: 2}, times: 1, "
                  "experience: true}]}\n",
                  seed % 2 == 0 ? "player vs slime" : "player vs conjurer", WYRM_ARENA_OPEN, 1);
        a->game->seed = seed;
        assert_done(a, seed % 2 == 0 ? arena_move(a, WYRM_EAST) : arena_wait(a));
        for (size_t i = 1; i < a->game->monster_count; i++) {
            const int64_t worth = (int64_t)a->game->monsters[i].spawn.experience;
            assert_in_range(worth, 1, 6);
            sum += worth;
            squares += worth * worth;
            count++;
        }
    }
    const double mean = (double)sum / (double)count;
    assert_int_equal(count, 400);
    assert_near(mean, 3.5, 0.3);
    assert_near((double)squares / (double)count - mean * mean, 35.0 / 12, 0.5);
}

/* Bound monsters vanish with their summoner, which may win a fight; others stay. */
TEST(the_bound_vanish_with_who_summoned_them)
{
    for (int bound = 0; bound < 2; bound++) {
        char text[400];
        snprintf(text, sizeof text,
                 "  blade: {hp: 1}\n"
                 "  conjurer: {hp: 10, summons: [{what: {blade: 1..2}, bound: %s}]}\n",
                 bound ? "true" : "false");
        OWNED_ARENA *a = fight(text, "player,hp=100 vs conjurer,hp=20", WYRM_ARENA_OPEN, 1);
        for (int i = 0; i < 2; i++)
            assert_done(a, arena_move(a, WYRM_EAST));
        assert_int_equal(a->game->phase, bound ? WYRM_PHASE_WON : WYRM_PHASE_PLAYING);
        assert_int_equal(a->game->monster_count > 0, !bound);
    }
}

/* The chance depends on the number already there: with two of them it is 0. */
TEST(chances_of_summons_go_by_who_is_there)
{
    OWNED_ARENA *a =
        fight("  blade: {hp: 1}\n"
              "  conjurer: {hp: 10, summons: [{what: {blade: 1}, chances: [1, 1, 0]}]}\n",
              "player vs conjurer", WYRM_ARENA_OPEN, 5);
    const size_t there[] = {2, 3, 3, 3};
    for (size_t i = 0; i < LENGTH_OF(there); i++) {
        assert_done(a, arena_wait(a));
        assert_int_equal(a->game->monster_count, there[i]);
    }
}

/* An ability with a chance is used as often as it says, drawn from the game's own stream: the same
 * seed gives the same fight. */
TEST(chances_are_kept)
{
    static const char spitter[] =
        "  spitter: {hp: 5, damage: 0, keeps_distance: 9, shoots: [{range: 9, chance: 0.3}]}\n";
    uint64_t sums[2];
    for (int i = 0; i < 2; i++) {
        OWNED_ARENA *a = fight(spitter, "player vs spitter", WYRM_ARENA_CORRIDOR, 5);
        a->game->monsters[0].body.turns[WYRM_HELD] = 1000000;
        size_t shots = 0;
        for (int turn = 0; turn < 2000; turn++) {
            assert_done(a, arena_wait(a));
            shots += times_heard(a, WYRM_EVENT_ATTACKED);
        }
        assert_in_range(shots, 600 - 82, 600 + 82); /* four standard deviations of 20.5 */
        sums[i] = wyrm_game_checksum(a->game);
    }
    assert_true(sums[0] == sums[1]);
}

/* Abilities that an exact duel leaves out do not affect it. */
TEST(duels_are_hand_to_hand)
{
    OWNED_ARENA *a = fight("  spitter:\n"
                           "    hp: 20\n"
                           "    attacks: [{spit: 50, only: range}, {bite: 5}]\n"
                           "    shoots: [{range: 4}]\n"
                           "  turret: {hp: 20, attacks: [{bolt: 9, only: range}]}\n",
                           "player vs spitter", WYRM_ARENA_ROOM, 1);
    const wyrm_combatant player = combatant_of(a->design, "player");
    const wyrm_combatant spitter = combatant_of(a->design, "spitter");
    const wyrm_combatant turret = combatant_of(a->design, "turret");
    wyrm_duel duel;
    wyrm_pmf *damage;
    assert_ok(
        wyrm_design_duel(a->design, &player, &spitter, WYRM_OPPONENT_FIRST, &duel, NULL, &a->error),
        &a->error);
    assert_true(duel.p_win == 1.0 && duel.hp_left_mean == 90.0);
    assert_ok(wyrm_design_hit(a->design, &turret, &player, &damage, &a->error), &a->error);
    assert_true(wyrm_pmf_at(damage, 0) == 1.0);
    wyrm_pmf_free(damage);
}

/* Targets beyond the reach of a blow or the range of a shot are not hit, by scripts either. */
TEST(reach_and_range_hold_for_scripts)
{
    static const char fighters[] = "  pikeman: {hp: 9, damage: 3, far: 2}\n"
                                   "  bowman: {hp: 9, damage: 2, bow: 4}\n";
    OWNED_ARENA *a = fight(fighters, "player vs pikeman", WYRM_ARENA_CORRIDOR, 4);
    ASSERT_STEPS(a, {3, 100}, {2, 100}, {2, 97});
    arena_free(a);
    a = fight(fighters, "player vs bowman", WYRM_ARENA_CORRIDOR, 6);
    ASSERT_STEPS(a, {5, 100}, {4, 100}, {4, 98});
    assert_int_equal(arena_do_at(a, WYRM_DO_SHOOT, 0, a->game->monsters[0].body.at),
                     WYRM_ERROR_ARGUMENT);
    const wyrm_combatant bowman = combatant_of(a->design, "bowman");
    wyrm_matchup shot = {
        .attacker = &bowman, .defender = &bowman, .attack = WYRM_ATTACK_FIRED, .distance = 5.0};
    wyrm_pmf *damage;
    assert_int_equal(wyrm_combat_hit(wyrm_design_combat(a->design), &shot, &damage, &a->error),
                     WYRM_ERROR_ARGUMENT);
    assert_non_null(strstr(a->error.message, "its range is 4"));
}

/* The sentences about what an exact duel leaves out. */
TEST(abilities_are_told)
{
    OWNED_ARENA *a = fight("  blade: {hp: 1}\n"
                           "  everything:\n"
                           "    hp: 10\n"
                           "    attacks: [{fist: 1}, {spit: 2, only: range}]\n"
                           "    shoots: [{blow: spit, range: 7, chance: 0.3}]\n"
                           "    summons: [{what: {blade: 2..3}, cooldown: 20, times: 1}]\n"
                           "    keeps_distance: 3\n"
                           "    flees: {at: 1/4, until: 3/4}\n"
                           "    splits: {parts: 2, into: blade}\n"
                           "  caller:\n"
                           "    hp: 1\n"
                           "    summons: [{what: {blade: 1}, cooldown: 1, lasts: 1}]\n",
                           "player vs blade", WYRM_ARENA_ROOM, 1);
    static const char *const wanted[] = {
        "everything shoots (spit) from up to 7 tiles away, in 30 % of the turns in which it could",
        "everything summons [2, 3] blade, every 20 turns at most, 1 time at most",
        "everything keeps a distance of 3 tiles",
        "everything flees with at most 25 % of its hit points, until it has more than 75 %",
        "everything splits into 2 blade when it is hurt",
    };
    const wyrm_roster *roster = wyrm_design_roster(a->design);
    char text[WYRM_ABILITY_TEXT_MAX];
    for (size_t i = 0; i < LENGTH_OF(wanted); i++) {
        assert_true(wyrm_ability_text(roster, 1, i, text));
        assert_string_equal(text, wanted[i]);
    }
    assert_true(wyrm_ability_text(roster, 2, 0, text));
    assert_string_equal(text, "caller summons 1 blade, who vanish after 1 turn");
    assert_false(wyrm_ability_text(roster, 1, LENGTH_OF(wanted), text));
    assert_false(wyrm_ability_text(roster, 0, 0, text));
    assert_false(wyrm_ability_text(roster, -1, 0, text));
}

/* Errors are reported at their position. */
TEST(abilities_that_make_no_sense_are_refused)
{
    static const struct {
        const char *monster, *message;
    } rows[] = {
        {"  foe: {hp: 1, shoots: [{range: 3, blow: spit}]}\n",
         "no blow 'spit' is among its attacks"},
        {"  foe: {hp: 1, summons: [{what: {fob: 1}}]}\n", "no monster 'fob'"},
        {"  foe: {hp: 1, splits: {parts: 2, into: fee}}\n", "no monster 'fee'"},
        {"  foe: {hp: 1, flees: {at: 1/2, until: 1/4}}\n",
         "it would come back with fewer hit points than it flees with"},
    };
    for (size_t i = 0; i < LENGTH_OF(rows); i++) {
        char text[2000];
        snprintf(text, sizeof text, "%s%s", rules, rows[i].monster);
        (assert_refused_at)(text, rows[i].message, NULL, 0, 0);
    }
}
