/* Bots see what a player sees: two games that look the same to the player, but differ out of its
 * sight, get the same commands. */
#include "bots.h"

#include <wyrm/sight.h>

/* A copy of the game in which everything unknown to the player is changed. */
typedef struct pretence {
    const arena *a;
    wyrm_game *game; /* a copy of the arena's */
    wyrm_observation seen;
    test_random random;
} pretence;

static uint8_t *mark_of(const pretence *of, int x, int y)
{
    return &of->game->marks[y * of->game->map.width + x];
}

/* Whether a tile is unknown, and so far away that it blocks no view of known tiles. */
static bool is_made_up(const pretence *of, int x, int y)
{
    const wyrm_game *game = of->game;
    int across = abs(x - game->player.at.x), down = abs(y - game->player.at.y);
    int farthest = wyrm_engine_rules(of->a->engine)->sight + 1;
    return x > 0 && y > 0 && x < game->map.width - 1 && y < game->map.height - 1 &&
           !(*mark_of(of, x, y) & WYRM_MARK_KNOWN) && (across > farthest || down > farthest);
}

static bool is_in_view(const pretence *of, size_t monster)
{
    for (size_t i = 0; i < of->seen.monster_count; i++)
        if (of->seen.monsters[i].index == (int32_t)monster)
            return true;
    return false;
}

static wyrm_position any_tile(pretence *of)
{
    int x = (int)random_below(&of->random, of->game->map.width);
    int y = (int)random_below(&of->random, of->game->map.height);
    return (wyrm_position){(int16_t)x, (int16_t)y};
}

/* Finds a free tile that the player does not see, known or not; false if none is found soon. */
static bool find_hiding_place(pretence *of, wyrm_position *at)
{
    for (int i = 0; i < 50; i++) {
        *at = any_tile(of);
        uint8_t mark = *mark_of(of, at->x, at->y);
        if ((mark & WYRM_MARK_TILE) != WYRM_TILE_WALL && !(mark & WYRM_MARK_MONSTER) &&
            !wyrm_sight_has(&of->seen.sight, at->x, at->y))
            return true;
    }
    return false;
}

static void change_tiles(pretence *of)
{
    wyrm_game *game = of->game;
    for (int y = 1; y < game->map.height - 1; y++)
        for (int x = 1; x < game->map.width - 1; x++) {
            bool taken = *mark_of(of, x, y) & WYRM_MARK_MONSTER;
            if (!is_made_up(of, x, y) || taken || random_below(&of->random, 3) != 0)
                continue;
            wyrm_tile tile = random_below(&of->random, 2) == 0 ? WYRM_TILE_WALL : WYRM_TILE_FLOOR;
            *mark_of(of, x, y) = (uint8_t)tile;
            game->map.tiles[y * game->map.width + x] = (uint8_t)tile;
        }
}

/* Moves the stairs, if the player has not found them. */
static void change_exit(pretence *of)
{
    wyrm_game *game = of->game;
    wyrm_position to = any_tile(of), from = game->map.exit;
    for (int i = 0; i < 50 && !is_made_up(of, to.x, to.y); i++)
        to = any_tile(of);
    if (of->seen.exit_known || of->seen.goal_known || !is_made_up(of, to.x, to.y) ||
        !is_made_up(of, from.x, from.y) || (*mark_of(of, to.x, to.y) & WYRM_MARK_MONSTER))
        return;
    uint8_t stairs = *mark_of(of, from.x, from.y) & WYRM_MARK_TILE;
    *mark_of(of, from.x, from.y) &= (uint8_t)~WYRM_MARK_TILE;
    *mark_of(of, from.x, from.y) |= WYRM_TILE_FLOOR;
    *mark_of(of, to.x, to.y) = stairs;
    game->map.exit = to;
    if (game->goal_placed)
        game->goal = to;
}

static void change_monster(pretence *of, size_t index)
{
    wyrm_game_monster *monster = &of->game->monsters[index];
    wyrm_position to;
    monster->body.combatant.hp = random_between(&of->random, 1, monster->body.combatant.max_hp);
    monster->body.turns[WYRM_ASLEEP] = (int32_t)random_below(&of->random, 2) * 100;
    if (!find_hiding_place(of, &to))
        return;
    *mark_of(of, monster->body.at.x, monster->body.at.y) &= (uint8_t)~WYRM_MARK_MONSTER;
    *mark_of(of, to.x, to.y) |= WYRM_MARK_MONSTER;
    monster->body.at = to;
}

/* Moves and changes monsters out of view, and removes some, so that indexes shift. */
static void change_monsters(pretence *of)
{
    wyrm_game *game = of->game;
    size_t kept = 0;
    for (size_t i = 0; i < game->monster_count; i++) {
        bool visible = is_in_view(of, i);
        if (!visible)
            change_monster(of, i);
        if (!visible && random_below(&of->random, 4) == 0)
            *mark_of(of, game->monsters[i].body.at.x, game->monsters[i].body.at.y) &=
                (uint8_t)~WYRM_MARK_MONSTER;
        else
            game->monsters[kept++] = game->monsters[i];
    }
    game->monster_count = kept;
}

/* Changes and moves items that have not been seen. */
static void change_items(pretence *of)
{
    wyrm_game *game = of->game;
    const wyrm_item_kind *kinds;
    int64_t count = (int64_t)wyrm_loot_kinds(wyrm_design_loot(of->a->design), &kinds);
    for (size_t i = 0; i < game->item_count; i++) {
        wyrm_game_item *item = &game->items[i];
        if (item->seen)
            continue;
        item->item.kind = (int32_t)random_below(&of->random, count);
        find_hiding_place(of, &item->at);
    }
}

/* Changes what no player is ever shown: the difficulty, and the list of rooms. */
static void change_secrets(pretence *of)
{
    wyrm_game *game = of->game;
    game->difficulty.tracker.level += 1;
    memset(&game->loot, 0, sizeof game->loot);
    game->map.room_count = 1;
    game->next_id += 100;
}

static void make_up(pretence *of, uint64_t seed)
{
    of->random = (test_random){seed};
    wyrm_game_copy(of->a->game, of->game);
    wyrm_observe(of->a->engine, of->game, &of->seen);
    change_tiles(of);
    change_exit(of);
    change_monsters(of);
    change_items(of);
    change_secrets(of);
}

/* Whether two observations are the same, comparing monsters by id, since indexes mean nothing to
 * the player. */
static bool looks_the_same(const pretence *of)
{
    static wyrm_observation now;
    wyrm_observe(of->a->engine, of->game, &now);
    bool same = now.monster_count == of->seen.monster_count && now.in_sight == of->seen.in_sight &&
                now.exit_known == of->seen.exit_known && now.goal_known == of->seen.goal_known &&
                on_tile(now.exit, of->seen.exit) && on_tile(now.goal, of->seen.goal);
    for (size_t i = 0; same && i < now.monster_count; i++)
        same = of->game->monsters[now.monsters[i].index].id ==
               of->a->game->monsters[of->seen.monsters[i].index].id;
    for (int y = 0; same && y < of->game->map.height; y++)
        for (int x = 0; same && x < of->game->map.width; x++)
            same = wyrm_sight_has(&now.sight, x, y) == wyrm_sight_has(&of->seen.sight, x, y);
    return same;
}

/* Plays a game by one bot while another of its kind sees only changed copies of it. */
static void check_game(const char *ruleset, const char *name, uint64_t seed)
{
    static wyrm_game copy;
    OWNED_ARENA *a = play(ruleset, NULL, seed);
    pretence of = {.a = a, .game = &copy};
    OWNED_BOT *bot = bot_for(a, name), *deceived = bot_for(a, name);
    wyrm_command command, other;
    wyrm_status status;
    int different = 0;
    for (int turn = 0; turn < played_times(600); turn++) {
        make_up(&of, seed + (uint64_t)turn);
        if (!looks_the_same(&of))
            fail_msg("seed %llu, turn %u: the pretence shows", (unsigned long long)seed,
                     a->game->turn);
        different += wyrm_game_checksum(a->game) != wyrm_game_checksum(&copy);
        bool goes_on = wyrm_bot_next(deceived, &copy, &other);
        if (!bot_plays(a, bot, &command, &status))
            break;
        assert_true(goes_on);
        if (!same_command(&command, &other)) {
            print_error("%s on %s, seed %llu, turn %u: %d %d instead of %d %d\n", name, ruleset,
                        (unsigned long long)seed, a->game->turn, (int)other.kind, other.argument,
                        (int)command.kind, command.argument);
            fail();
        }
    }
    assert_true(different > 0);
}

TEST(what_is_out_of_sight_changes_no_command)
{
    for (size_t r = 0; r < SHIPPED_COUNT; r++)
        for (size_t b = 0; b < BOTS; b++)
            for (uint64_t seed = 1; seed <= 4; seed++)
                check_game(shipped_names[r], bot_names[b], seed);
}
