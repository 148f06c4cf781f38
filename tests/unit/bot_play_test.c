/* Bots at play: their commands can be carried out, the same state gives the same command, excluded
 * items stay alone, and no bot runs in circles for ever. */
#include "bots.h"

#define TURNS 3000

/* Turns without progress (a new tile, a blow that hurts, an item found or used) after which a bot
 * is stuck: a rest takes 400, and caution may lead nowhere for as long. */
#define STUCK_TURNS 1500

/* The player has stood on the tile. For the current map. */
static bool trodden[WYRM_MAP_SIDE_MAX * WYRM_MAP_SIDE_MAX];

/* Grows with every kind of progress. */
static uint64_t done_so_far(const wyrm_game *game, int32_t *depth)
{
    static uint64_t tiles;
    if (game->difficulty.depth != *depth || game->turn == 1)
        memset(trodden, 0, sizeof trodden);
    if (game->turn == 1)
        tiles = 0;
    *depth = game->difficulty.depth;
    bool *here = &trodden[game->player.at.y * game->map.width + game->player.at.x];
    tiles += !*here;
    *here = true;
    return tiles + game->tally.damage_dealt + game->tally.items_found + game->tally.items_used;
}

/* Plays one game of one bot. The random bot may guess wrong, and wander as long as it likes. */
static void check_game(const char *ruleset, const char *name, uint64_t seed)
{
    OWNED_ARENA *a = play(ruleset, NULL, seed);
    OWNED_BOT *bot = bot_for(a, name), *twin = bot_for(a, name);
    bool guesses = strcmp(name, "random") == 0, seeks = !guesses && strcmp(name, "idle") != 0;
    int32_t depth = 0;
    uint64_t done = 0;
    uint32_t done_turn = 1;
    wyrm_command command, other;
    wyrm_status status;
    while (a->game->turn < TURNS) {
        bool goes_on = wyrm_bot_next(twin, a->game, &other);
        if (!bot_plays(a, bot, &command, &status))
            break;
        assert_holds(goes_on && same_command(&command, &other), seed);
        assert_holds(status == WYRM_OK || guesses, seed);
        uint64_t now = done_so_far(a->game, &depth);
        if (now != done)
            done_turn = a->game->turn;
        done = now;
        if (seeks && a->game->turn - done_turn >= STUCK_TURNS)
            fail_msg("%s on %s, seed %llu: stuck since turn %u", name, ruleset,
                     (unsigned long long)seed, done_turn);
    }
    assert_sound(a);
}

TEST(every_command_can_be_done_and_leads_on)
{
    for (size_t r = 0; r < SHIPPED_COUNT; r++)
        for (size_t b = 0; b < BOTS; b++)
            for (uint64_t seed = 1; seed <= (uint64_t)played_times(12); seed++)
                check_game(shipped_names[r], bot_names[b], seed);
}

static bool is_one_of(const wyrm_game *game, int32_t kind)
{
    return game->barred[kind / 64] >> (kind % 64) & 1;
}

/* Plays without some items: no command uses one of them. */
static void check_without(const char *ruleset, const char *name, uint64_t seed)
{
    static const char *const words[] = {"consumables", "weapons", "armor"};
    OWNED_ARENA *a = play(ruleset, NULL, seed);
    const wyrm_game_options options = {
        .seed = seed, .without = words, .without_count = LENGTH_OF(words)};
    assert_ok(wyrm_game_start(a->engine, &options, NULL, a->game, &a->error), &a->error);
    OWNED_BOT *bot = bot_for(a, name);
    wyrm_command command;
    wyrm_status status;
    size_t kit = a->game->pack_count;
    while (a->game->turn < TURNS && wyrm_bot_next(bot, a->game, &command)) {
        bool is_about_item = command.kind == WYRM_DO_USE || command.kind == WYRM_DO_WEAR ||
                             command.kind == WYRM_DO_THROW;
        assert_holds(
            !is_about_item || !is_one_of(a->game, a->game->pack[command.argument].item.kind), seed);
        status = wyrm_game_act(a->engine, a->game, &command, NULL, &a->error);
        assert_holds(status == WYRM_OK || status == WYRM_ERROR_ARGUMENT, seed);
        for (size_t i = kit; i < a->game->pack_count; i++)
            assert_holds(!is_one_of(a->game, a->game->pack[i].item.kind), seed);
    }
}

TEST(nothing_is_done_with_what_is_left_alone)
{
    for (size_t r = 0; r < SHIPPED_COUNT; r++)
        for (size_t b = 0; b < BOTS; b++)
            for (uint64_t seed = 1; seed <= (uint64_t)played_times(4); seed++)
                check_without(shipped_names[r], bot_names[b], seed);
}
