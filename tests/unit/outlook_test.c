/* The outlook of fights against fights fought by the test: from states that bots have reached, with
 * a player in this file that follows the sentences of <wyrm/outlook.h>.
 *
 *     outlook_test        a few states of each shipped ruleset
 *     outlook_test full   300 of each, 2,000 fights a way: `meson test --benchmark outlook` */
#define OWN_MAIN
#include <math.h>
#include <stdio.h>
#include <time.h>
#include <wyrm/outlook.h>
#include <wyrm/streams.h>

#include "bots.h"

/* ---- A player for each way to begin ---- */

typedef struct fighter {
    wyrm_engine *engine;
    wyrm_game *game;
    wyrm_approach way;
    bool sleeper; /* the outlook is of a sleeping monster */
    bool done;    /* it has finished falling back */
    bool charges;
    int idle;
    bool tried[WYRM_PACK_MAX]; /* things that turned out not to be throwable */
    bool has_refuge;
    wyrm_position refuge;
} fighter;

static int apart(wyrm_position a, wyrm_position b)
{
    int x = abs(a.x - b.x), y = abs(a.y - b.y);
    return x > y ? x : y;
}

static bool matters(const fighter *f, const wyrm_game_monster *monster)
{
    return f->sleeper || monster->body.turns[WYRM_ASLEEP] == 0;
}

static bool is_over(const fighter *f)
{
    bool left = false;
    for (size_t i = 0; i < f->game->monster_count; i++)
        left |= matters(f, &f->game->monsters[i]);
    return !left || f->game->phase == WYRM_PHASE_DEAD;
}

/* The cost of the path to a tile over floor, with a diagonal step at `slanting`, improved until
 * nothing changes. -1: no path. Monsters on the path do not count. */
static void flood(const wyrm_game *game, wyrm_position to, int slanting, int *cost)
{
    enum { ROOM = 4 * WYRM_MAP_SIDE_MAX * WYRM_MAP_SIDE_MAX };
    static wyrm_position queue[ROOM];
    const wyrm_map *map = &game->map;
    size_t count = 1;
    for (int i = 0; i < map->width * map->height; i++)
        cost[i] = -1;
    queue[0] = to;
    cost[to.y * map->width + to.x] = 0;
    for (size_t i = 0; i < count; i++)
        for (int d = 0; d < WYRM_DIRECTION_COUNT; d++) {
            const wyrm_position at = wyrm_neighbour(queue[i], (wyrm_direction)d);
            const int index = at.y * map->width + at.x;
            const int through =
                cost[queue[i].y * map->width + queue[i].x] + (d % 2 == 0 ? 100 : slanting);
            if (at.x < 0 || at.y < 0 || at.x >= map->width || at.y >= map->height ||
                (map->tiles[index] & WYRM_TILE_BITS) == WYRM_TILE_WALL ||
                map->tiles[index] & WYRM_TILE_AVOIDED ||
                (cost[index] >= 0 && cost[index] <= through))
                continue;
            cost[index] = through;
            assert_true(count < ROOM);
            queue[count++] = at;
        }
}

static bool walks_to(const fighter *f, wyrm_position to, wyrm_command *command)
{
    static int cost[WYRM_MAP_SIDE_MAX * WYRM_MAP_SIDE_MAX];
    static wyrm_position known_to;
    static uint64_t known_map;
    const wyrm_game *game = f->game;
    const wyrm_position from = game->player.at;
    int best = -1, least = INT32_MAX;
    if (game->player.turns[WYRM_HELD] > 0)
        return false;
    if (known_map != game->map_print || !on_tile(known_to, to))
        flood(game, to, 141, cost);
    known_map = game->map_print;
    known_to = to;
    for (int i = 0; i < WYRM_DIRECTION_COUNT; i++) { /* straight before diagonal */
        const int d = i < 4 ? 2 * i : 2 * (i - 4) + 1;
        const wyrm_position at = wyrm_neighbour(from, (wyrm_direction)d);
        const int index = at.y * game->map.width + at.x;
        const int sum = cost[index] + (i < 4 ? 100 : 141);
        if (cost[index] < 0 || cost[index] >= cost[from.y * game->map.width + from.x] ||
            sum >= least || game->marks[index] & WYRM_MARK_MONSTER)
            continue;
        least = sum;
        best = d;
    }
    *command = (wyrm_command){.kind = WYRM_DO_MOVE, .argument = best};
    return best >= 0;
}

static const wyrm_game_monster *nearest(const fighter *f, int range)
{
    const wyrm_game_monster *found = NULL;
    wyrm_observation *seen = zeroed(1, sizeof *seen);
    int least = 1 << 20;
    wyrm_observe(f->engine, f->game, seen);
    for (size_t i = 0; i < f->game->monster_count; i++) {
        const wyrm_game_monster *monster = &f->game->monsters[i];
        const int distance = apart(monster->body.at, f->game->player.at);
        if (!matters(f, monster) || distance >= least ||
            (range > 0 && (distance > range ||
                           !wyrm_sight_has(&seen->sight, monster->body.at.x, monster->body.at.y))))
            continue;
        least = distance;
        found = monster;
    }
    free(seen);
    return found;
}

/* Blows of the player needed for a monster, each taken as its mean. */
static double blows_for(const fighter *f, const wyrm_game_monster *monster)
{
    wyrm_pmf *damage;
    const wyrm_matchup blow = {.attacker = &f->game->player.combatant,
                               .defender = &monster->body.combatant,
                               .attack = WYRM_ATTACK_MELEE,
                               .distance = 1};
    if (wyrm_combat_hit(f->engine->combat, &blow, &damage, NULL) != WYRM_OK)
        return 1e9;
    const double mean = wyrm_pmf_mean(damage);
    wyrm_pmf_free(damage);
    return mean > 0 ? ceil((double)monster->body.combatant.hp / mean) : 1e9;
}

static void decide(fighter *f, wyrm_command *command)
{
    const wyrm_game *game = f->game;
    const wyrm_game_monster *mark = NULL;
    size_t beside = 0;
    double least = INFINITY;
    *command = (wyrm_command){.kind = WYRM_DO_WAIT};
    if (f->way == WYRM_FALL_BACK && !f->done) {
        f->done = on_tile(game->player.at, f->refuge);
        if (!f->done && walks_to(f, f->refuge, command))
            return;
        *command = (wyrm_command){.kind = WYRM_DO_WAIT};
        f->done = true;
    }
    for (size_t i = 0; i < game->monster_count; i++)
        beside += matters(f, &game->monsters[i]) &&
                  apart(game->monsters[i].body.at, game->player.at) <= 1;
    for (size_t i = 0; i < game->monster_count; i++) {
        const wyrm_game_monster *monster = &game->monsters[i];
        if (!matters(f, monster) || apart(monster->body.at, game->player.at) > 1)
            continue;
        const double blows = beside > 1 ? blows_for(f, monster) : 1;
        if (blows >= least)
            continue;
        least = blows;
        mark = monster;
    }
    if (mark != NULL) {
        f->idle = 0;
        *command = game_step_to(game->player.at, mark->body.at);
        return;
    }
    if (f->way == WYRM_FROM_AFAR && wyrm_strike_range(f->engine, game) > 1) {
        mark = nearest(f, wyrm_strike_range(f->engine, game));
        if (mark != NULL) {
            *command = (wyrm_command){.kind = WYRM_DO_SHOOT, .target = mark->body.at};
            return;
        }
    }
    for (size_t i = 0; i < game->pack_count && f->way == WYRM_THROW_FIRST; i++) {
        const int range =
            game->pack[i].worn || f->tried[i] ? 0 : wyrm_throw_range(f->engine, game, i);
        const wyrm_value *blast =
            wyrm_value_get(f->engine->kinds[game->pack[i].item.kind].record, "blast");
        mark = range > 0 ? nearest(f, range) : NULL;
        if (mark == NULL ||
            (blast != NULL && apart(mark->body.at, game->player.at) <= (int)wyrm_value_real(blast)))
            continue;
        *command = (wyrm_command){WYRM_DO_THROW, (int32_t)i, mark->body.at};
        return;
    }
    f->charges |= f->way == WYRM_WALK_UP || f->idle >= 8 || game->player.hurt;
    mark = f->charges ? nearest(f, 0) : NULL;
    if (mark != NULL && walks_to(f, mark->body.at, command))
        return;
    *command = (wyrm_command){.kind = WYRM_DO_WAIT};
    f->idle++;
}

/* Fights to the end. 1: won, 0: lost, -1: neither. */
static int fought(fighter *f)
{
    for (int i = 0; i < 300 && !is_over(f); i++) {
        wyrm_command command;
        const size_t carried = f->game->pack_count;
        if (f->game->phase == WYRM_PHASE_CHOOSING)
            command = (wyrm_command){.kind = WYRM_DO_CHOOSE};
        else
            decide(f, &command);
        wyrm_status status = wyrm_game_act(f->engine, f->game, &command, NULL, NULL);
        if (command.kind == WYRM_DO_THROW && status == WYRM_OK && f->game->pack_count < carried)
            memmove(&f->tried[command.argument], &f->tried[command.argument + 1],
                    (size_t)(WYRM_PACK_MAX - 1 - command.argument) * sizeof *f->tried);
        else if (command.kind == WYRM_DO_THROW)
            f->tried[command.argument] = true;
        if (status == WYRM_ERROR_ARGUMENT) {
            command = (wyrm_command){.kind = WYRM_DO_WAIT};
            status = wyrm_game_act(f->engine, f->game, &command, NULL, NULL);
        }
        assert_int_equal(status, WYRM_OK);
    }
    return f->game->phase == WYRM_PHASE_DEAD ? 0 : is_over(f) ? 1 : -1;
}

/* ---- States ---- */

static size_t situations, truths = 400;

typedef struct figures {
    size_t figures, exact, outside, fights;
    double farthest, slowest, seconds;
} figures;

/* A copy of the state with only the monsters in question. */
static void only(const wyrm_game *game, const wyrm_observation *seen,
                 const wyrm_game_monster *alone, wyrm_game *out)
{
    wyrm_game_copy(game, out);
    out->monster_count = 0;
    for (size_t i = 0; i < game->monster_count; i++) {
        bool stays = alone != NULL && game->monsters[i].id == alone->id;
        for (size_t k = 0; k < seen->monster_count && alone == NULL; k++)
            stays |= seen->monsters[k].in_sight && seen->monsters[k].index == (int32_t)i;
        const wyrm_position at = game->monsters[i].body.at;
        if (stays)
            out->monsters[out->monster_count++] = game->monsters[i];
        else
            out->marks[at.y * out->map.width + at.x] &= (uint8_t)~WYRM_MARK_MONSTER;
    }
    out->arena = true;
}

/* The nearest narrow place that the player reaches before any monster. */
static bool refuge_of(const wyrm_game *game, const wyrm_game *start, wyrm_position *out)
{
    static int steps[WYRM_MAP_SIDE_MAX * WYRM_MAP_SIDE_MAX];
    wyrm_game *known = zeroed(1, sizeof *known);
    int least = 801;
    wyrm_game_copy(start, known);
    for (int i = 0; i < known->map.width * known->map.height; i++)
        if (!(known->marks[i] & WYRM_MARK_KNOWN) || known->marks[i] & WYRM_MARK_MONSTER)
            known->map.tiles[i] = WYRM_TILE_WALL;
    flood(known, game->player.at, 100, steps);
    for (int y = 1; y + 1 < game->map.height; y++)
        for (int x = 1; x + 1 < game->map.width; x++) {
            const wyrm_position at = {(int16_t)x, (int16_t)y};
            int ways = 0, away = steps[y * game->map.width + x];
            for (int d = 0; d < WYRM_DIRECTION_COUNT; d++) {
                const wyrm_position to = wyrm_neighbour(at, (wyrm_direction)d);
                const uint8_t mark = game->marks[to.y * game->map.width + to.x];
                ways += !(mark & WYRM_MARK_KNOWN)                   ? 9
                        : (mark & WYRM_MARK_TILE) != WYRM_TILE_WALL ? 1
                                                                    : 0;
            }
            bool first = away > 0 && away < least && ways <= 2;
            for (size_t i = 0; i < start->monster_count; i++)
                first = first && (start->monsters[i].body.turns[WYRM_ASLEEP] > 0 ||
                                  100 * apart(start->monsters[i].body.at, at) > away);
            if (!first)
                continue;
            least = away;
            *out = at;
        }
    free(known);
    return least < 801;
}

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* Compares one figure with as many fights. */
static void weigh(arena *a, const wyrm_game *start, const wyrm_game *game, bool sleeper,
                  const wyrm_prospect *way, figures *sum)
{
    static wyrm_game fight;
    const double z = 1.96;
    size_t won = 0;
    wyrm_position refuge = {0, 0};
    if (way->approach == WYRM_FALL_BACK)
        assert_true(refuge_of(game, start, &refuge));
    for (size_t i = 0; i < truths; i++) {
        fighter f = {.engine = a->engine,
                     .game = &fight,
                     .way = way->approach,
                     .sleeper = sleeper,
                     .refuge = refuge};
        wyrm_game_copy(start, &fight);
        fight.view = &fight.shown;
        fight.seed = 77;
        fight.run = i;
        won += fought(&f) == 1;
    }
    const double n = (double)truths, p = ((double)won + z * z / 2) / (n + z * z);
    const double half = z * sqrt(p * (1 - p) / (n + z * z));
    /* Whether the two intervals are compatible: both are uncertain, so their errors add in
     * squares. */
    const double shown = way->duel.p_win;
    const double low = hypot(shown - way->duel.p_win_low, half);
    const double high = hypot(way->duel.p_win_high - shown, half);
    const double off = p - shown > 0 ? p - shown - high : shown - p - low;
    const double beyond = fabs((double)won / n - shown) < 1e-12 ? 0.0 : off;
    sum->figures++;
    sum->exact += way->duel.fights == 0;
    sum->fights += truths;
    sum->outside += beyond > 0;
    if (beyond > sum->farthest)
        sum->farthest = beyond;
    if (beyond > 0 && getenv("OUTLOOK_TELL") != NULL)
        print_message("   depth %d, %zu foes%s, %s: shown %.3f (%u fights, %s), fought %.3f\n",
                      (int)game->difficulty.depth, start->monster_count, sleeper ? ", asleep" : "",
                      wyrm_approach_word(way->approach), shown, (unsigned)way->duel.fights,
                      way->duel.method, (double)won / n);
}

static void look_at(arena *a, const wyrm_game *game, bool all, figures *sum)
{
    static wyrm_game start;
    wyrm_observation *seen = zeroed(1, sizeof *seen);
    wyrm_outlook *outlook = zeroed(1, sizeof *outlook);
    wyrm_outlook_options options = {.size = sizeof options};
    const uint64_t before = wyrm_game_checksum(game);
    size_t first = 0;
    wyrm_observe(a->engine, game, seen);
    while (!seen->monsters[first].in_sight)
        first++;
    if (!all)
        options.alone = &game->monsters[seen->monsters[first].index];
    const double began = now();
    assert_ok(wyrm_outlook_find(a->engine, game, &options, outlook, &a->error), &a->error);
    const double took = now() - began;
    sum->seconds += took;
    sum->slowest = took > sum->slowest ? took : sum->slowest;
    assert_int_equal(wyrm_game_checksum(game), before);
    only(game, seen, options.alone, &start);
    const bool sleeper = options.alone != NULL && options.alone->body.turns[WYRM_ASLEEP] > 0;
    for (size_t i = 0; i < outlook->count; i++)
        weigh(a, &start, game, sleeper, &outlook->ways[i], sum);
    free(outlook);
    free(seen);
}

/* Compares states from games of bots, on the first floors and on deeper ones. */
static figures weigh_ruleset(const char *name)
{
    static const char *const players[] = {"explorer", "brawler", "tactician"};
    OWNED_ARENA *a = play(name, NULL, 1);
    figures sum = {0};
    size_t found = 0;
    a->game->view = &a->game->shown;
    wyrm_rng dice = wyrm_rng_start(3, 0, WYRM_STREAM_TESTS, 0);
    for (uint64_t seed = 1; found < situations && seed < 40 * (situations + 10); seed++) {
        const wyrm_game_options options = {.seed = seed};
        const int32_t depth = (int32_t)wyrm_rng_between(&dice, 1, 6);
        wyrm_status status =
            depth <= 2
                ? wyrm_game_start(a->engine, &options, NULL, a->game, &a->error)
                : wyrm_game_start_at_depth(a->engine, &options, depth, 1, NULL, a->game, &a->error);
        if (status != WYRM_OK)
            continue;
        OWNED_BOT *bot = bot_for(a, players[seed % LENGTH_OF(players)]);
        wyrm_command command;
        size_t taken = 0;
        for (int i = 0; i < 600 && taken < 2 && found < situations; i++) {
            wyrm_observation *seen = zeroed(1, sizeof *seen);
            wyrm_observe(a->engine, a->game, seen);
            const size_t in_sight = seen->in_sight;
            free(seen);
            if (a->game->phase == WYRM_PHASE_PLAYING && in_sight > 0 &&
                wyrm_rng_chance(&dice, 1, 6)) {
                look_at(a, a->game, wyrm_rng_chance(&dice, 1, 2), &sum);
                found++;
                taken++;
            }
            if (!bot_plays(a, bot, &command, &status))
                break;
        }
    }
    assert_int_equal(found, situations);
    return sum;
}

TEST(what_is_shown_is_what_happens)
{
    size_t figures_all = 0, outside = 0;
    const char *only_one = getenv("OUTLOOK_RULESET");
    size_t count;
    const wyrm_shipped *shipped = wyrm_shipped_rulesets(&count);
    for (size_t i = 0; i < count; i++) {
        if (only_one != NULL && strcmp(only_one, shipped[i].name) != 0)
            continue;
        OWNED_DESIGN *design = open_shipped(shipped[i].name);
        if (wyrm_design_needs(design, WYRM_SYSTEMS_OF_A_GAME, "a game", NULL) != WYRM_OK)
            continue;
        const double began = now();
        const figures sum = weigh_ruleset(shipped[i].name);
        print_message("%-16s %4zu figures (%zu exact), %zu outside = %.1f %%, at most %.1f points; "
                      "%.1f ms an outlook, at most %.1f; %.0f s\n",
                      shipped[i].name, sum.figures, sum.exact, sum.outside,
                      100.0 * (double)sum.outside / (double)sum.figures, 100 * sum.farthest,
                      1e3 * sum.seconds / (double)situations, 1e3 * sum.slowest, now() - began);
        if (situations >= 300)
            assert_true((double)sum.outside <= 0.07 * (double)sum.figures);
        assert_true(sum.farthest <= 0.05);
        figures_all += sum.figures;
        outside += sum.outside;
    }
    assert_true((double)outside <= 0.07 * (double)figures_all + 2);
}

/* ---- The decisive cases ---- */

static wyrm_outlook outlook_of(arena *a, bool alone)
{
    const wyrm_outlook_options options = {.size = sizeof options,
                                          .alone = alone ? arena_monster(a, 'o') : NULL};
    wyrm_outlook out;
    assert_ok(wyrm_outlook_find(a->engine, a->game, &options, &out, &a->error), &a->error);
    return out;
}

static const wyrm_prospect *way_of(const wyrm_outlook *outlook, wyrm_approach approach)
{
    for (size_t i = 0; i < outlook->count; i++)
        if (outlook->ways[i].approach == approach)
            return &outlook->ways[i];
    return NULL;
}

/* Stepping up from an odd distance gets the first blow, from an even one gives it away; waiting
 * gets it. The expected odds are duels with the first striker given, from tables that know no
 * maps. */
TEST(a_step_at_an_even_distance_gives_the_first_blow_away)
{
    static const char *const halls[] = {"#######\n#@o...#\n#######", "#######\n#@.o..#\n#######",
                                        "#######\n#@..o.#\n#######", "#######\n#@...o#\n#######"};
    for (int32_t i = 0; i < 4; i++) {
        OWNED_ARENA *a = arena_draw("tutorial", halls[i], "o=orc");
        a->game->player.combatant.hp = 14;
        const wyrm_combatant *player = &a->game->player.combatant;
        const wyrm_combatant *orc = &arena_monster(a, 'o')->body.combatant;
        wyrm_duel first, second;
        assert_ok(wyrm_design_duel(a->design, player, orc, WYRM_SUBJECT_FIRST, &first, NULL, NULL),
                  NULL);
        assert_ok(
            wyrm_design_duel(a->design, player, orc, WYRM_OPPONENT_FIRST, &second, NULL, NULL),
            NULL);
        assert_true(second.hp_left_mean < first.hp_left_mean || second.p_win < first.p_win);
        const wyrm_outlook got = outlook_of(a, true);
        const wyrm_prospect *wait = way_of(&got, WYRM_LET_COME), *walk = way_of(&got, WYRM_WALK_UP);
        const wyrm_duel *wanted = i % 2 == 0 ? &first : &second;
        assert_near(walk->duel.p_win, wanted->p_win, 1e-12);
        assert_near(walk->duel.hp_left_mean, wanted->hp_left_mean, 1e-9);
        assert_int_equal(walk->duel.fights, 0);
        assert_int_equal(wait == NULL, i == 0);
        if (wait != NULL) {
            assert_near(wait->duel.p_win, first.p_win, 1e-12);
            assert_near(wait->duel.hp_left_mean, first.hp_left_mean, 1e-9);
            assert_int_equal(wait->waits, i);
            assert_int_equal(got.ways[0].approach, WYRM_LET_COME);
        }
    }
}

/* A player that cannot step can only wait, and that counts as waiting. */
TEST(who_is_held_waits_for_who_comes)
{
    OWNED_ARENA *a = arena_draw("tutorial", "#######\n#@..o.#\n#######", "o=orc");
    a->game->player.turns[WYRM_HELD] = 100;
    const wyrm_outlook got = outlook_of(a, true);
    const wyrm_prospect *wait = way_of(&got, WYRM_LET_COME), *walk = way_of(&got, WYRM_WALK_UP);
    assert_non_null(wait);
    assert_non_null(walk);
    assert_int_equal(wait->waits, 2);
    assert_int_equal(walk->waits, 2);
    assert_same_bits(walk->duel.p_win, wait->duel.p_win);
}

/* A bomb hurts everybody within two tiles of its target, including its thrower, so it is thrown
 * from three tiles on; a player nearer to the target keeps it. */
TEST(nobody_throws_a_bomb_at_their_own_feet)
{
    static const char *const halls[] = {"########\n#@.o...#\n########",
                                        "########\n#@..o..#\n########"};
    for (size_t i = 0; i < LENGTH_OF(halls); i++) {
        OWNED_ARENA *a = arena_draw("bob-and-trev", halls[i], "o=intern");
        arena_give(a, "toner_bomb");
        const wyrm_outlook_options options = {
            .alone = arena_monster(a, 'o'), .played = true, .fights = 400};
        wyrm_outlook with;
        assert_ok(wyrm_outlook_find(a->engine, a->game, &options, &with, &a->error), &a->error);
        const wyrm_prospect *thrown = way_of(&with, WYRM_THROW_FIRST);
        const wyrm_prospect *waits = way_of(&with, WYRM_LET_COME);
        assert_non_null(thrown);
        assert_non_null(waits);
        if (i == 0)
            assert_near(thrown->duel.hp_left_mean, waits->duel.hp_left_mean, 1e-12);
        else
            assert_true(thrown->duel.hp_left_mean > waits->duel.hp_left_mean + 5);
    }
}

/* The same fight, solved and sampled. */
static void check_solved(int32_t regeneration, bool hurt)
{
    OWNED_ARENA *a = arena_draw("ruggrogue", "########\n#@...o.#\n########", "o=goblin@1,hp=10");
    a->engine->rules.regeneration = regeneration;
    a->game->player.combatant.hp -= hurt ? 3 : 0;
    a->game->healing = hurt ? regeneration / 2 : 0;
    const wyrm_outlook solved = outlook_of(a, true);
    const wyrm_outlook_options options = {
        .alone = arena_monster(a, 'o'), .played = true, .fights = 2000};
    wyrm_outlook fought;
    assert_ok(wyrm_outlook_find(a->engine, a->game, &options, &fought, &a->error), &a->error);
    assert_int_equal(solved.count, 2);
    assert_int_equal(fought.count, 2);
    for (size_t i = 0; i < 2; i++) {
        const wyrm_prospect *one = way_of(&solved, solved.ways[i].approach);
        const wyrm_prospect *other = way_of(&fought, solved.ways[i].approach);
        assert_int_equal(one->duel.fights, 0);
        assert_in_range((int64_t)(1000 * one->duel.p_win), 20, 980);
        assert_true(other->duel.fights >= 300);
        const double half = (other->duel.p_win_high - other->duel.p_win_low) / 2;
        assert_near(other->duel.p_win, one->duel.p_win, 2 * half);
        assert_near(other->duel.turns_mean, one->duel.turns_mean, 1.0);
        assert_near(other->duel.hp_left_mean_given_win, one->duel.hp_left_mean_given_win, 2.0);
    }
}

/* A long fight of rare wounds that heal to full hit points and begin anew: followed state by state
 * by a program apart, over hit points and the turns since the last wound of an unhurt player. */
TEST(healing_begins_anew_with_a_wound)
{
    OWNED_ARENA *a = zeroed(1, sizeof *a);
    a->design = design_from("name: slow\n"
                            "models: {combat: script}\n"
                            "combat:\n"
                            "  stats: {hit: {default: 0}, harm: {kind: whole, default: 1}}\n"
                            "  script: \"function attack(a) return chance(a.hit) and a.harm or 0 "
                            "end\"\n"
                            "game: {regeneration: 20}\n"
                            "player: {hp: 4, hit: 0.02, harm: 10}\n"
                            "monsters: {rat: {hp: 1, hit: 0.05, harm: 2}}\n");
    a->game = calloc(1, sizeof *a->game);
    assert_ok(wyrm_engine_new(a->design, &a->engine, &a->error), &a->error);
    wyrm_arena setup;
    assert_ok(wyrm_arena_read(a->design, "player vs rat", &setup, &a->error), &a->error);
    setup.distance = 1;
    assert_ok(wyrm_game_start_arena(a->engine, &setup, 1, 1, a->game, &a->error), &a->error);
    const wyrm_outlook_options options = {.alone = &a->game->monsters[0]};
    wyrm_outlook got;
    assert_ok(wyrm_outlook_find(a->engine, a->game, &options, &got, &a->error), &a->error);
    assert_int_equal(got.ways[0].duel.fights, 0);
    assert_near(got.ways[0].duel.p_win, 0.716167615840394, 1e-9);
    assert_near(got.ways[0].duel.hp_left_mean_given_win, 3.533439745465488, 1e-9);
}

/* Healing by the rules of the game counts the turns only while hit points are missing. */
TEST(what_is_fought_is_what_is_solved)
{
    static const int32_t turns[] = {0, 300, 45};
    for (size_t i = 0; i < LENGTH_OF(turns); i++)
        for (int hurt = 0; hurt <= 1; hurt++)
            check_solved(turns[i], hurt == 1);
}

/* The game and its draws do not change; unseen monsters and asking twice make no difference. */
TEST(an_outlook_changes_nothing_and_tells_nothing_of_the_unseen)
{
    static const char hall[] = "############\n#@..o.o.#..#\n#.......#.g#\n############";
    OWNED_ARENA *a = arena_draw("tutorial", hall, "o=orc g=troll");
    const uint64_t before = wyrm_game_checksum(a->game);
    const wyrm_outlook one = outlook_of(a, false), again = outlook_of(a, false);
    assert_int_equal(wyrm_game_checksum(a->game), before);
    assert_int_equal(one.foes, 2);
    assert_true(one.count >= 2 && one.ways[0].duel.fights >= 100);
    arena_monster(a, 'g')->body.combatant.stats[0] += 50;
    const wyrm_outlook stronger = outlook_of(a, false);
    for (size_t i = 0; i < one.count; i++) {
        assert_same_bits(one.ways[i].duel.p_win, again.ways[i].duel.p_win);
        assert_same_bits(one.ways[i].duel.p_win, stronger.ways[i].duel.p_win);
    }
    arena_afflict(a, (int32_t)arena_monster_at(a, arena_find(a, 'o')), WYRM_ASLEEP, 1000);
    const wyrm_outlook fewer = outlook_of(a, false);
    assert_int_equal(fewer.foes, 1);
    assert_int_equal(fewer.sleepers, 1);
}

/* Three monsters that would surround the player come one by one in a narrow place. */
TEST(the_corridor_behind_is_best_against_many)
{
    static const char hall[] = "##############\n"
                               "######.......#\n"
                               "#....@...o...#\n"
                               "######...o...#\n"
                               "######...o...#\n"
                               "##############";
    OWNED_ARENA *a = arena_draw("tutorial", hall, "o=orc");
    arena_know_all(a);
    const wyrm_outlook got = outlook_of(a, false);
    const wyrm_prospect *back = way_of(&got, WYRM_FALL_BACK), *walk = way_of(&got, WYRM_WALK_UP);
    assert_int_equal(got.foes, 3);
    assert_non_null(back);
    assert_int_equal(got.ways[0].approach, WYRM_FALL_BACK);
    assert_true(back->duel.p_win_low > walk->duel.p_win_high ||
                back->duel.hp_left_mean > walk->duel.hp_left_mean + 2);
}

TEST(the_dead_and_the_lonely_have_no_outlook)
{
    OWNED_ARENA *a = arena_draw("tutorial", "#####\n#@o.#\n#####", "o=orc,asleep");
    wyrm_outlook out = outlook_of(a, false);
    assert_int_equal(out.count, 0);
    const wyrm_outlook_options options = {.alone = arena_monster(a, 'o')};
    out = outlook_of(a, true);
    assert_int_equal(out.count, 1);
    arena_monster(a, 'o')->body.combatant.hp = 0;
    assert_int_equal(wyrm_outlook_find(a->engine, a->game, &options, &out, &a->error),
                     WYRM_ERROR_ARGUMENT);
}

int main(int argc, char **argv)
{
    situations = (size_t)played_times(24);
    if (argc > 1 && strcmp(argv[1], "full") == 0) {
        situations = 300;
        truths = 2000;
    }
    if (argc > 3) {
        situations = (size_t)strtoul(argv[2], NULL, 10);
        truths = (size_t)strtoul(argv[3], NULL, 10);
    }
    return run_suite();
}
