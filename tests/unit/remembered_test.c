/* What bots and engines remember saves time and changes nothing: who forgets it every turn plays the
 * same game. */
#include "bot/mind.h"
#include "bots.h"

#define TURNS 3000

/* Shipped rulesets, and others that try what these do not: wide maps, crowds, long and short sight,
 * sleepers, small packs. */
static const struct {
    const char *ruleset, *changes;
} variants[] = {
    {"ruggrogue", NULL},
    {"yarl", NULL},
    {"tutorial", NULL},
    {"tutorial-before", NULL},
    {"bob-and-trev", NULL},
    {"ruggrogue", "map: {width: 200, height: 150, tries: 150}\n"
                  "encounter: {rooms: {chance: 1, most: [[6, 1]]}}\n"
                  "game: {asleep: 0.7, sight: 31}"},
    {"tutorial", "map: {width: 30, height: 256, tries: 90}\n"
                 "loot: {rooms: {most: [[9, 1]]}}\n"
                 "game: {pack: 3, sight: 2, regeneration: 50}"},
    {"bob-and-trev", "encounter: {rooms: {first: true, most: [[8, 1]]}}\n"
                     "player: {hp: 2000}"},
};

/* Leaves only what a bot has to remember: where it has been, and what it is about. */
static void forget(arena *a, wyrm_bot *bot)
{
    bot->news = a->game->news - 1;
    memset(bot->matches, 0, sizeof bot->matches);
    a->engine->sight_width = 0;
    wyrm_strikes_free(&a->engine->strikes);
}

static void check_game(size_t variant, const char *name, uint64_t seed)
{
    arena *a = play(variants[variant].ruleset, variants[variant].changes, seed);
    arena *b = play(variants[variant].ruleset, variants[variant].changes, seed);
    wyrm_bot *bot = bot_for(a, name), *forgetful = bot_for(b, name);
    wyrm_command command, other;
    wyrm_status status;
    while (a->game->turn < TURNS && bot_plays(a, bot, &command, &status)) {
        forget(b, forgetful);
        assert_holds(bot_plays(b, forgetful, &other, &status), seed);
        assert_holds(same_command(&command, &other), seed);
        if (wyrm_game_checksum(a->game) != wyrm_game_checksum(b->game))
            fail_msg("%s on variant %zu, seed %llu, turn %u: not the same game", name, variant,
                     (unsigned long long)seed, a->game->turn);
    }
    wyrm_bot_free(bot);
    wyrm_bot_free(forgetful);
    arena_free(a);
    arena_free(b);
}

/* The others are made of what these do. */
static const char *const thoughtful[] = {"brawler", "explorer", "tactician"};

static void who_forgets_plays_the_same_game(void **state)
{
    (void)state;
    for (size_t variant = 0; variant < LENGTH_OF(variants); variant++)
        for (size_t bot = 0; bot < LENGTH_OF(thoughtful); bot++)
            for (uint64_t seed = 1; seed <= (uint64_t)played_times(60); seed++)
                check_game(variant, thoughtful[bot], seed);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(who_forgets_plays_the_same_game)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
