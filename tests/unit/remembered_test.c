/* The memory of bots and engines saves time and changes nothing: a bot that forgets it every turn
 * plays the same game. The same holds for the bounds that spare a bot the exact fight. */
#include "bot/internal.h"
#include "bots.h"

#define TURNS 2500

/* Shipped rulesets, and others for what these lack: wide maps, crowds, long and short sight,
 * sleepers, small packs. */
static const struct {
    const char *ruleset, *changes;
} variants[] = {
    {"ruggrogue", NULL},
    {"yarl", NULL},
    {"tutorial", NULL},
    {"bob-and-trev", NULL},
    {"ruggrogue", "map: {width: 200, height: 150, tries: 150}\n"
                  "encounter: {rooms: {chance: 1, most: [[6, 1]]}}\n"
                  "game: {asleep: 0.7, sight: 31}"},
    {"tutorial", "map: {width: 30, height: 256, tries: 90}\n"
                 "loot: {rooms: {most: [[9, 1]]}}\n"
                 "game: {pack: 3, sight: 2}"},
    {"yarl", "map: {width: 40, height: 40}\n"
             "loot: {density: {B1: 1, B2: 1}}\n"
             "player: {hp: 60}\n"
             "game: {pack: 12, regeneration: 100, kit: [dagger, magic_mapping_scroll,"
             " magic_mapping_scroll, magic_mapping_scroll, teleport_scroll, teleport_scroll,"
             " teleport_scroll, teleport_scroll, blink_scroll, blink_scroll]}"},
};

/* Leaves only what a bot must remember: where it has been, and its present aim. */
static void forget(arena *a, wyrm_bot *bot)
{
    bot->news = a->game->news - 1;
    memset(bot->matches, 0, sizeof bot->matches);
    a->engine->sight_print = 0;
    a->game->marked = (wyrm_sight){.radius = 0};
    game_strikes_free(&a->engine->strikes);
}

/* A bound agrees with the exact fight, whatever the limit is. */
static void check_bounds(wyrm_bot *bot)
{
    double variance = 0.0;
    for (size_t i = 0; i < bot->foe_count; i++) {
        const bot_foe *foe = &bot->foes[i];
        if (!foe->awake)
            continue;
        const bot_match match = *bot_reckon(bot, foe);
        for (int tenths = 1; tenths < 10; tenths++)
            assert_int_equal(bot_beats(bot, foe, tenths / 10.0), match.win >= tenths / 10.0);
        variance += match.hp_sd * match.hp_sd;
    }
    for (int hp = -1; hp < 50; hp++)
        assert_int_equal(bot_outweighs_luck(bot, hp, 1.3), hp > 1.3 * sqrt(variance));
}

static void check_game(size_t variant, const char *name, uint64_t seed)
{
    OWNED_ARENA *a = play(variants[variant].ruleset, variants[variant].changes, seed);
    OWNED_ARENA *b = play(variants[variant].ruleset, variants[variant].changes, seed);
    OWNED_BOT *bot = bot_for(a, name), *forgetful = bot_for(b, name);
    wyrm_command command, other;
    wyrm_status status;
    while (a->game->turn < TURNS && wyrm_bot_next(bot, a->game, &command)) {
        if (bot->awake_count > 0 && a->game->phase == WYRM_PHASE_PLAYING)
            check_bounds(bot);
        carry_out(a, &command);
        forget(b, forgetful);
        assert_holds(bot_plays(b, forgetful, &other, &status), seed);
        assert_holds(same_command(&command, &other), seed);
        if (wyrm_game_checksum(a->game) != wyrm_game_checksum(b->game))
            fail_msg("%s on variant %zu, seed %llu, turn %u: not the same game", name, variant,
                     (unsigned long long)seed, a->game->turn);
    }
}

TEST(who_forgets_plays_the_same_game)
{
    for (size_t variant = 0; variant < LENGTH_OF(variants); variant++)
        for (uint64_t seed = 1; seed <= (uint64_t)played_times(4); seed++) {
            check_game(variant, "brawler", seed);
            check_game(variant, "explorer", seed);
            check_game(variant, "tactician", seed);
        }
}

/* Gives a second monster hit points for which its cache entry replaces that of the first. */
static void share_a_place(arena *a, wyrm_bot *bot, char sign)
{
    wyrm_combatant *other = &arena_monster(a, sign)->body.combatant;
    wyrm_command command;
    do {
        assert_true(--other->hp > 0);
        assert_true(wyrm_bot_next(bot, a->game, &command));
        assert_int_equal(bot->foe_count, 2);
    } while (bot->foes[0].print % BOT_MATCHES != bot->foes[1].print % BOT_MATCHES);
}

TEST(earlier_games_change_no_command_of_who_is_out_of_breath)
{
    static const char rules[] =
        "models: {combat: script}\n"
        "combat:\n"
        "  stats: {power: {}, defense: {}, cost: {}}\n"
        "  counters: {stamina: {start: 0, most: 10, each_turn: 2}}\n"
        "  script: |\n"
        "    function attack(a, d)\n"
        "      if a.stamina < a.cost then return 0 end\n"
        "      return {damage = a.power, own = {stamina = -a.cost}}\n"
        "    end\n"
        "player: {hp: 30, power: 5, cost: 3}\n"
        "monsters: {knight: {hp: 20, power: 2}, boar: {hp: 20000, power: 1}}";
    OWNED_ARENA *a = arena_draw_with(GOLDEN_DIR "/small_dungeon.yaml", rules,
                                     "########\n#..@k.b#\n########", "k=knight b=boar,asleep");
    OWNED_BOT *searching = bot_for(a, "tactician"), *bot = bot_for(a, "tactician");
    share_a_place(a, searching, 'b');
    for (int game = 0; game < 2; game++) {
        wyrm_command command;
        wyrm_bot_begin(bot);
        assert_true(wyrm_bot_next(bot, a->game, &command));
        assert_int_equal(command.kind, WYRM_DO_MOVE);
        assert_int_equal(command.argument, WYRM_WEST);
    }
}

/* The explorer's next command, which must be the one it would give if it saw the game for the first
 * time. */
static wyrm_command explorer_says(arena *a, wyrm_bot *bot)
{
    a->game->commands++;
    wyrm_command command, fresh = bot_says(a, "explorer");
    assert_true(wyrm_bot_next(bot, a->game, &command));
    assert_true(same_command(&command, &fresh));
    return command;
}

TEST(room_in_the_pack_sends_it_for_what_it_had_to_leave)
{
    OWNED_ARENA *a =
        arena_draw_with("ruggrogue", "game: {pack: 1}", "#######\n#!.@.>#\n#######", NULL);
    OWNED_BOT *bot = bot_for(a, "explorer");
    arena_give(a, "health_potion");
    assert_int_equal(explorer_says(a, bot).argument, WYRM_EAST);
    assert_int_equal(explorer_says(a, bot).argument, WYRM_EAST);
    a->game->pack_count = 0;
    assert_int_equal(explorer_says(a, bot).argument, WYRM_WEST);
}

TEST(elsewhere_there_may_be_something)
{
    OWNED_ARENA *a = arena_draw("ruggrogue", "#########\n#@.>##..#\n#######!#\n#########", NULL);
    arena_know_all(a);
    OWNED_BOT *bot = bot_for(a, "explorer");
    assert_int_equal(explorer_says(a, bot).argument, WYRM_EAST);
    a->game->player.at = (wyrm_position){6, 1};
    assert_int_equal(explorer_says(a, bot).argument, WYRM_SOUTH_EAST);
}
