/* Bots in small situations of RuggRogue, each of which shows one of their documented behaviours. */
#include "bot/internal.h"
#include "bots.h"

static const char *const careful[] = {"explorer", "tactician"};

/* Whether a bot gives this command with this item of the pack. */
static bool does_with(arena *a, const char *name, wyrm_command_kind kind, size_t item)
{
    wyrm_command command = bot_says(a, name);
    return command.kind == kind && command.argument == (int32_t)item;
}

static void hurt(arena *a, int64_t hp)
{
    a->game->player.combatant.hp = hp;
}

/* Gives the player this many hit points. */
static void make_tough(arena *a, int64_t hp)
{
    a->game->bare.max_hp = hp;
    arena_dress(a);
    a->game->player.combatant.hp = hp;
}

TEST(the_hurt_drink_in_a_fight_and_the_hale_do_not)
{
    static const char *const names[] = {"brawler", "explorer", "tactician"};
    OWNED_ARENA *a = arena_draw("ruggrogue", "#####\n#@oo#\n#####", "o=goblin@6");
    size_t potion = arena_give(a, "health_potion");
    for (size_t i = 0; i < LENGTH_OF(names); i++) {
        hurt(a, 3);
        assert_true(does_with(a, names[i], WYRM_DO_USE, potion));
        hurt(a, a->game->player.combatant.max_hp);
        assert_false(does_with(a, names[i], WYRM_DO_USE, potion));
    }
    hurt(a, 3);
    assert_false(does_with(a, "diver", WYRM_DO_USE, potion));
}

TEST(the_hurt_rest_where_nobody_is_and_go_on_when_whole)
{
    OWNED_ARENA *a = arena_draw("ruggrogue", "#####\n#@..#\n#.>.#\n#####", NULL);
    for (size_t i = 0; i < LENGTH_OF(careful); i++) {
        hurt(a, a->game->player.combatant.max_hp / 2);
        assert_int_equal(bot_says(a, careful[i]).kind, WYRM_DO_WAIT);
        hurt(a, a->game->player.combatant.max_hp);
        assert_int_equal(bot_says(a, careful[i]).kind, WYRM_DO_MOVE);
    }
    hurt(a, a->game->player.combatant.max_hp / 2);
    assert_int_equal(bot_says(a, "brawler").kind, WYRM_DO_MOVE);
}

TEST(the_hungry_eat)
{
    OWNED_ARENA *a = arena_draw("ruggrogue", "#####\n#@..#\n#####", NULL);
    size_t ration = arena_give(a, "ration");
    for (size_t i = 0; i < LENGTH_OF(careful); i++) {
        a->game->fullness = wyrm_engine_rules(a->engine)->fullness_most / 4;
        assert_true(does_with(a, careful[i], WYRM_DO_USE, ration));
        a->game->fullness = wyrm_engine_rules(a->engine)->fullness_most;
        assert_false(does_with(a, careful[i], WYRM_DO_USE, ration));
    }
}

TEST(better_gear_is_worn_and_worse_is_not)
{
    static const char *const names[] = {"brawler", "explorer", "tactician"};
    OWNED_ARENA *a = arena_draw("ruggrogue", "#####\n#@..#\n#####", NULL);
    size_t worn = arena_give(a, "club@4"), other = arena_give(a, "club@9");
    arena_wear(a, worn);
    for (size_t i = 0; i < LENGTH_OF(names); i++) {
        a->game->pack[other].item.level = 9;
        assert_true(does_with(a, names[i], WYRM_DO_WEAR, other));
        a->game->pack[other].item.level = 2;
        assert_false(does_with(a, names[i], WYRM_DO_WEAR, other));
    }
    assert_false(does_with(a, "diver", WYRM_DO_WEAR, other));
}

/* A fast weapon is valued by its damage a turn, and poison by its total damage, whatever a single
 * blow does. */
TEST(weapons_are_weighed_by_the_fights_that_they_make)
{
    static const char rules[] =
        "models: {combat: script}\n"
        "combat:\n"
        "  stats:\n"
        "    power: {}\n"
        "    defense: {}\n"
        "    venom: {}\n"
        "    speed: {default: 1, gear: sets, means: attack_duration}\n"
        "  conditions: {poisoned: {damage: 1, stacking: adds, times_value: true}}\n"
        "  script: |\n"
        "    function attack(a, d)\n"
        "      if chance(0.25) then return 0 end\n"
        "      return {damage = a.power, effects = {poisoned = a.venom}}\n"
        "    end\n"
        "player: {hp: 30, power: 1}\n"
        "weapons:\n"
        "  club: {power: 3}\n"
        "  needle: {power: 1, speed: 0.25}\n"
        "  maul: {power: 5, speed: 2}\n"
        "  fang: {power: 1, venom: 3}";
    static const struct {
        const char *worn, *other;
        bool better;
    } rows[] = {{"club", "needle", true}, {"needle", "club", false}, {"club", "maul", false},
                {"maul", "club", true},   {"club", "fang", true},    {"fang", "club", false}};
    for (size_t i = 0; i < LENGTH_OF(rows); i++) {
        OWNED_ARENA *a =
            arena_draw_with(GOLDEN_DIR "/small_dungeon.yaml", rules, "#####\n#@..#\n#####", NULL);
        arena_wear(a, arena_give(a, rows[i].worn));
        const size_t other = arena_give(a, rows[i].other);
        assert_int_equal(does_with(a, "explorer", WYRM_DO_WEAR, other), rows[i].better);
        assert_int_equal(does_with(a, "tactician", WYRM_DO_WEAR, other), rows[i].better);
    }
}

/* A player whose blows have no effect now, but will again, has no reason to stay beside an
 * attacker; nor to stay for the sake of a harmless monster that is not adjacent. */
TEST(who_is_out_of_breath_steps_back_and_the_brawler_fights_on)
{
    static const struct {
        const char *stamina, *map;
        int32_t careful;
    } rows[] = {
        {"0", "######\n#..@k#\n######", WYRM_WEST},    {"10", "######\n#..@k#\n######", WYRM_EAST},
        {"2", "######\n#..@k#\n######", WYRM_WEST},    {"3", "######\n#..@k#\n######", WYRM_EAST},
        {"0", "#######\n#..@ks#\n#######", WYRM_WEST}, {"0", "######\n#..@s#\n######", WYRM_EAST},
    };
    for (size_t i = 0; i < LENGTH_OF(rows); i++) {
        char rules[1024];
        snprintf(rules, sizeof rules,
                 "models: {combat: script}\n"
                 "combat:\n"
                 "  stats: {power: {}, defense: {}, cost: {}, guard: {}}\n"
                 "  counters: {stamina: {start: %s, most: 10, each_turn: 2}}\n"
                 "  script: |\n"
                 "    function attack(a, d)\n"
                 "      local cost = a.cost * d.guard\n"
                 "      if a.stamina < cost then return 0 end\n"
                 "      return {damage = a.power, own = {stamina = -cost}}\n"
                 "    end\n"
                 "player: {hp: 30, power: 1, cost: 3}\n"
                 "monsters: {knight: {hp: 20, power: 2, guard: 1}, squire: {hp: 20, power: 2}}",
                 rows[i].stamina);
        OWNED_ARENA *a = arena_draw_with(GOLDEN_DIR "/small_dungeon.yaml", rules, rows[i].map,
                                         "k=knight s=squire");
        assert_int_equal(bot_says(a, "brawler").argument, WYRM_EAST);
        for (size_t k = 0; k < LENGTH_OF(careful); k++)
            assert_int_equal(bot_says(a, careful[k]).argument, rows[i].careful);
    }
}

TEST(what_lies_about_is_fetched_but_by_those_in_a_hurry)
{
    OWNED_ARENA *a = arena_draw("ruggrogue", "#######\n#!.@.>#\n#######", NULL);
    for (size_t i = 0; i < LENGTH_OF(careful); i++)
        assert_int_equal(bot_says(a, careful[i]).argument, WYRM_WEST);
    assert_int_equal(bot_says(a, "diver").argument, WYRM_EAST);
}

TEST(a_group_is_burnt_and_one_weakling_is_not)
{
    static const char *const drawings[] = {
        "##########\n#@.......#\n#.....ooo#\n#.....oo.#\n##########",
        "##########\n#@.......#\n#......o.#\n#........#\n##########"};
    for (size_t i = 0; i < LENGTH_OF(careful); i++)
        for (size_t alone = 0; alone < 2; alone++) {
            OWNED_ARENA *a = arena_draw("ruggrogue", drawings[alone], "o=goblin@1");
            size_t scroll = arena_give(a, "fireball_scroll");
            make_tough(a, 200);
            assert_true(does_with(a, careful[i], WYRM_DO_USE, scroll) == !alone);
        }
}

/* The dead end of a corridor, where they come one by one, is two steps away. */
TEST(the_tactician_meets_a_group_in_a_corridor)
{
    OWNED_ARENA *a = arena_draw("ruggrogue",
                                "################\n"
                                "#####........oo#\n"
                                "#....@.......oo#\n"
                                "#####........oo#\n"
                                "################",
                                "o=goblin@1");
    make_tough(a, 500);
    wyrm_command command = bot_says(a, "tactician");
    assert_int_equal(command.kind, WYRM_DO_MOVE);
    assert_int_equal(command.argument, WYRM_WEST);
}

/* The tactician goes out of its reach, and to the stairs; a bot that does not calculate attacks
 * it. */
TEST(the_tactician_leaves_whom_it_cannot_beat)
{
    OWNED_ARENA *a = arena_draw("ruggrogue",
                                "###########\n"
                                "#>..@....o#\n"
                                "###########",
                                "o=goblin@30");
    assert_int_equal(bot_says(a, "tactician").argument, WYRM_WEST);
    assert_int_equal(bot_says(a, "explorer").argument, WYRM_WEST);
    assert_int_equal(bot_says(a, "brawler").argument, WYRM_EAST);
}

TEST(whoever_can_be_beaten_is_fought)
{
    static const char *const names[] = {"brawler", "explorer", "tactician"};
    OWNED_ARENA *a = arena_draw("ruggrogue", "########\n#>.@o..#\n########", "o=goblin@1");
    make_tough(a, 200);
    for (size_t i = 0; i < LENGTH_OF(names); i++) {
        wyrm_command command = bot_says(a, names[i]);
        assert_int_equal(command.kind, WYRM_DO_MOVE);
        assert_int_equal(command.argument, WYRM_EAST);
    }
    assert_int_equal(bot_says(a, "diver").argument, WYRM_WEST);
    assert_int_equal(bot_says(a, "idle").kind, WYRM_DO_WAIT);
}

/* Each blow takes 5, and 8 are regained in a turn: a monster with 4 left is killed all the same. */
TEST(whom_a_single_blow_kills_is_struck_whatever_it_wins_back)
{
    OWNED_ARENA *a =
        arena_draw_with(GOLDEN_DIR "/small_dungeon.yaml", "monsters: {rat: {regeneration: 8}}",
                        "#######\n"
                        "#>..@r#\n"
                        "#######",
                        "r=rat");
    for (int64_t hp = 4; hp <= 10; hp += 6) {
        a->game->monsters[0].body.combatant.hp = hp;
        assert_int_equal(bot_says(a, "brawler").argument, hp == 4 ? WYRM_EAST : WYRM_WEST);
    }
}

/* A monster that cannot be beaten is avoided where it was seen, until it is seen to be gone. */
TEST(who_cannot_be_brought_down_is_remembered_where_it_stood)
{
    OWNED_ARENA *a =
        arena_draw_with(GOLDEN_DIR "/small_dungeon.yaml", "monsters: {rat: {regeneration: 8}}",
                        "#######\n"
                        "#..@.r#\n"
                        "#.#####\n"
                        "#,#####\n"
                        "#######",
                        "r=rat");
    const wyrm_position here = a->game->player.at, hidden = arena_find(a, ',');
    const struct {
        wyrm_position at;
        size_t monsters, remembered;
    } turns[] = {{here, 1, 1}, {hidden, 1, 1}, {hidden, 0, 1}, {here, 0, 0}, {hidden, 0, 0}};
    OWNED_BOT *bot = bot_for(a, "brawler");
    for (size_t i = 0; i < LENGTH_OF(turns); i++) {
        wyrm_command command;
        arena_stand(a, turns[i].at);
        if (turns[i].monsters < a->game->monster_count)
            remove_monsters(a);
        arena_look(a);
        assert_true(wyrm_bot_next(bot, a->game, &command));
        assert_int_equal(bot->obstacle_count, turns[i].remembered);
    }
}

TEST(the_stairs_are_taken_when_nothing_is_left_to_do)
{
    OWNED_ARENA *a = arena_draw("ruggrogue", "#####\n#@..#\n#..>#\n#####", NULL);
    arena_stand(a, a->game->map.exit);
    for (size_t i = 2; i < BOTS; i++) /* from the diver up */
        assert_int_equal(bot_says(a, bot_names[i]).kind, WYRM_DO_LEAVE);
}

/* Once in 20 turns it chooses one of four things, which may be the present one. */
TEST(at_random_it_has_the_same_in_mind_for_a_while)
{
    enum { TURNS = 20000 };
    OWNED_ARENA *a = arena_draw("ruggrogue", "#####\n#@..#\n#...#\n#####", NULL);
    OWNED_BOT *bot = bot_for(a, "random");
    int changes = 0;
    for (int i = 0; i < TURNS; i++) {
        const uint32_t before = bot->whim;
        wyrm_command command;
        assert_true(wyrm_bot_next(bot, a->game, &command));
        changes += bot->whim != before;
        a->game->commands++;
    }
    const double share = 0.75 / 20;
    assert_near(changes, TURNS * share, 5 * sqrt(TURNS * share * (1 - share)));
}

/* On its way to the stairs every third step is a random one, here half of them backwards. */
TEST(at_random_it_strays_from_what_it_has_in_mind)
{
    enum { TURNS = 20000 };
    OWNED_ARENA *a = arena_draw("ruggrogue", "#####\n#.@>#\n#####", NULL);
    OWNED_BOT *bot = bot_for(a, "random");
    int turns = 0, back = 0;
    for (int i = 0; i < TURNS; i++) {
        wyrm_command command;
        bot->whim = 3;
        assert_true(wyrm_bot_next(bot, a->game, &command));
        turns += bot->whim == 3;
        back += bot->whim == 3 && command.argument == WYRM_WEST;
        a->game->commands++;
    }
    assert_near(back, turns / 6.0, 5 * sqrt(TURNS * 5 / 36.0));
}

/* The monster approached first stays the target when it is out of sight, before one farther
 * away. */
TEST(of_two_who_are_seen_in_turns_one_is_gone_up_to_first)
{
    OWNED_ARENA *a = arena_draw("ruggrogue",
                                "#########\n"
                                "#.@...o.#\n"
                                "#.#######\n"
                                "#.......#\n"
                                "#########",
                                "o=goblin@1");
    OWNED_BOT *bot = bot_for(a, "brawler");
    static const int16_t far[] = {5, 7};
    static const int32_t goes[] = {WYRM_SOUTH_WEST, WYRM_EAST};
    make_tough(a, 200);
    arena_know_all(a);
    for (size_t i = 0; i < LENGTH_OF(far); i++) {
        wyrm_command command;
        assert_true(wyrm_bot_next(bot, a->game, &command));
        assert_int_equal(command.argument, WYRM_EAST);
        a->game->commands++;
        bot->has_quarry = true;
        bot->quarry = (wyrm_position){far[i], 3};
        assert_true(wyrm_bot_next(bot, a->game, &command));
        assert_int_equal(command.argument, goes[i]);
        a->game->commands++;
        bot->has_quarry = false;
    }
}

/* A refused command is not repeated in the same turn. */
TEST(who_is_refused_thinks_of_something_else)
{
    OWNED_ARENA *a = arena_draw("ruggrogue", "#####\n#@..#\n#..>#\n#####", NULL);
    OWNED_BOT *bot = bot_for(a, "diver");
    wyrm_command first, second;
    assert_true(wyrm_bot_next(bot, a->game, &first));
    assert_true(wyrm_bot_next(bot, a->game, &second));
    assert_int_not_equal(first.kind, second.kind);
}
