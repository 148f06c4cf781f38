/* What the player sees and knows: monsters in view, the known map, and exact odds of fights.
 * Nothing here depends on anything that a player of the game may not know.
 *
 * Bots and screens ask here and nowhere else. So a bot cannot cheat by accident, every figure of
 * runs could have been played by a person, and what a screen shows is what a bot decides by.
 *
 * The last page of a game, a text file to keep, holds to that, too: the map as seen and remembered,
 * and the last messages. A player should be able to post it without giving the dungeon away, and to
 * read in it what killed the character. The log is a ring of the newest messages, since a game may
 * be long and only its end is kept; a message repeated in the same turn is counted, not
 * repeated. */
#include <inttypes.h>
#include <math.h>
#include <string.h>
#include "base/rule.h"
#include "game/internal.h"

/* ---- Around ---- */

/* Lists what there is in out->sight: monsters nearest first, then by id, which is the order in
 * which they come here. Few are seen at a time, so insertion is fast enough. A hidden monster is
 * seen only from an adjacent tile. */
static void list_monsters(const wyrm_game *game, wyrm_observation *out)
{
    const bool senses = game->player.turns[WYRM_SENSING] > 0;
    const wyrm_position exit = game->map.exit, goal = game->goal;
    out->monster_count = out->in_sight = 0;
    for (size_t i = 0; i < game->monster_count; i++) {
        const wyrm_creature *body = &game->monsters[i].body;
        wyrm_seen_monster seen = {.index = (int32_t)i,
                                  .distance = game_tiles_apart(game->player.at, body->at)};
        seen.in_sight = wyrm_sight_has(&out->sight, body->at.x, body->at.y) &&
                        (body->turns[WYRM_HIDDEN] == 0 || seen.distance <= 1);
        out->in_sight += seen.in_sight;
        if (!seen.in_sight && !senses)
            continue;
        size_t at = out->monster_count++;
        for (; at > 0 && out->monsters[at - 1].distance > seen.distance; at--)
            out->monsters[at] = out->monsters[at - 1];
        out->monsters[at] = seen;
    }
    out->exit_known = wyrm_known_tile(game, exit.x, exit.y, NULL) == WYRM_TILE_STAIRS;
    out->exit = out->exit_known ? exit : (wyrm_position){0, 0};
    wyrm_known_tile(game, goal.x, goal.y, &out->goal_known);
    out->goal_known = out->goal_known && game->goal_placed;
    out->goal = out->goal_known ? goal : (wyrm_position){0, 0};
}

void wyrm_observe(const wyrm_engine *engine, const wyrm_game *game, wyrm_observation *out)
{
    const wyrm_grid grid = game_sight_grid(game);
    wyrm_sight_by(&grid, game->player.at, engine->rules.measure, engine->rules.sight, &out->sight);
    list_monsters(game, out);
}

void game_observe_again(wyrm_engine *engine, const wyrm_game *game, wyrm_observation *out)
{
    out->sight = *game_player_sight(engine, game);
    list_monsters(game, out);
}

wyrm_tile wyrm_known_tile(const wyrm_game *game, int x, int y, bool *known)
{
    bool inside = x >= 0 && y >= 0 && x < game->map.width && y < game->map.height;
    uint8_t mark = inside ? game->marks[y * game->map.width + x] : 0;
    bool is = mark & WYRM_MARK_KNOWN;
    if (known)
        *known = is;
    return is ? (wyrm_tile)(mark & WYRM_MARK_TILE) : WYRM_TILE_WALL;
}

const wyrm_terrain *wyrm_known_terrain(const wyrm_engine *engine, const wyrm_game *game, int x,
                                       int y)
{
    bool known;
    wyrm_known_tile(game, x, y, &known);
    return known ? game_terrain_at(engine, game, (wyrm_position){(int16_t)x, (int16_t)y}) : NULL;
}

const wyrm_heap *wyrm_known_heap(const wyrm_game *game, int x, int y)
{
    for (size_t i = 0; i < game->heap_count; i++)
        if (game->heaps[i].seen && game->heaps[i].at.x == x && game->heaps[i].at.y == y)
            return &game->heaps[i];
    return NULL;
}

const wyrm_game_item *wyrm_known_item(const wyrm_game *game, int x, int y)
{
    for (size_t i = game->item_count; i-- > 0;)
        if (game->items[i].seen && game->items[i].at.x == x && game->items[i].at.y == y)
            return &game->items[i];
    return NULL;
}

const wyrm_game_monster *wyrm_seen_on(const wyrm_game *game, const wyrm_observation *observation,
                                      int x, int y)
{
    for (size_t i = 0; i < observation->monster_count; i++) {
        const wyrm_game_monster *monster = &game->monsters[observation->monsters[i].index];
        if (observation->monsters[i].in_sight && monster->body.at.x == x && monster->body.at.y == y)
            return monster;
    }
    return NULL;
}

/* ---- The odds of one fight ----
 *
 * Odds go on from the clock: who acts next, and how much of the turn is over. Against a sleeper the
 * first attack finds it asleep and wakes it, so the rest is a duel against a waking monster, one
 * for each possible damage of that attack; if attacks have other effects than damage, the duel
 * itself tracks the sleep. */

combat_clock game_clock(const wyrm_engine *engine, const wyrm_game *game,
                        const wyrm_game_monster *monster, bool ready)
{
    const wyrm_creature *player = &game->player, *other = &monster->body;
    wyrm_ratio mine = player->due, its = other->due, turn = {1, 1};
    mine.denominator += mine.denominator == 0;
    its.denominator += its.denominator == 0;
    if (game_time_before(its, mine)) /* idle since the turn began */
        its = turn;
    if (!ready && engine->slot_count > 0)
        turn = combat_slowed(engine->combat, &player->combatant, turn);
    if (!ready)
        mine = game_time_after(mine, turn);
    return (combat_clock){
        .due = {mine, its},
        .quick = true,
        .regenerated = {(uint32_t)player->regenerated, (uint32_t)other->regenerated}};
}

/* with more different damages than these, the sleeper counts as awake */
#define FIRST_BLOWS_MAX 256

/* Sums over all ways in which a fight may begin: chances, and for finished fights turns, hit points
 * left and the squares of both. */
typedef struct sums {
    double won, lost, unfinished;
    double won_low, won_high;
    double turns, turns_squared, turns_won;
    double left, left_squared;
    const char *method;
    uint32_t fights;
} sums;

static double square(double number)
{
    return number * number;
}

static wyrm_duel duel_of_sums(const sums *sum)
{
    double finished = sum->won + sum->lost;
    double turns = sum->turns / finished, left = sum->left / finished;
    return (wyrm_duel){
        .p_win = sum->won,
        .p_lose = sum->lost,
        .p_unfinished = sum->unfinished,
        .turns_mean = finished > 0.0 ? turns : NAN,
        .turns_sd =
            finished > 0.0 ? sqrt(fmax(0.0, sum->turns_squared / finished - square(turns))) : NAN,
        .turns_mean_given_win = sum->won > 0.0 ? sum->turns_won / sum->won : NAN,
        .hp_left_mean = finished > 0.0 ? left : NAN,
        .hp_left_sd =
            finished > 0.0 ? sqrt(fmax(0.0, sum->left_squared / finished - square(left))) : NAN,
        .hp_left_mean_given_win = sum->won > 0.0 ? sum->left / sum->won : NAN,
        .endless = !(finished > 0.0),
        .method = sum->method,
        .p_win_low = sum->won_low,
        .p_win_high = sum->won_high,
        .fights = sum->fights,
    };
}

/* Adds a fight that occurs with probability `chance`. */
static void add_fight(sums *sum, double chance, const wyrm_duel *fight)
{
    const double finished = chance * (fight->p_win + fight->p_lose), won = chance * fight->p_win;
    sum->won += won;
    sum->lost += chance * fight->p_lose;
    sum->unfinished += chance * fight->p_unfinished;
    sum->won_low += chance * fight->p_win_low;
    sum->won_high += chance * fight->p_win_high;
    if (sum->method == NULL || fight->fights >= sum->fights)
        sum->method = fight->method;
    sum->fights = fight->fights > sum->fights ? fight->fights : sum->fights;
    if (finished > 0.0) {
        sum->turns += finished * fight->turns_mean;
        sum->turns_squared += finished * (square(fight->turns_sd) + square(fight->turns_mean));
        sum->left += finished * fight->hp_left_mean;
        sum->left_squared += finished * (square(fight->hp_left_sd) + square(fight->hp_left_mean));
    }
    if (won > 0.0)
        sum->turns_won += won * fight->turns_mean_given_win;
}

/* The odds against a sleeper that the first attack, with damage distributed as `first`, wakes: the
 * other side has the rest of the turn. */
static wyrm_status follow_up(const wyrm_engine *engine, const wyrm_combatant *player,
                             const wyrm_combatant *woken, const wyrm_pmf *first,
                             const combat_clock *clock, wyrm_duel *out, wyrm_error *error)
{
    combat_clock then = *clock;
    then.due[0] = game_time_after(clock->due[0], game_attack_takes(engine, player));
    sums sum = {.method = NULL};
    wyrm_combatant hurt = *woken;
    for (int64_t damage = wyrm_pmf_first(first); damage <= wyrm_pmf_last(first); damage++) {
        const double chance = wyrm_pmf_at(first, damage);
        wyrm_duel rest = {.p_win = 1.0, /* if the attack kills */
                          .turns_mean = 1.0,
                          .turns_mean_given_win = 1.0,
                          .hp_left_mean = (double)player->hp,
                          .method = "exact",
                          .p_win_low = 1.0,
                          .p_win_high = 1.0};
        hurt.hp = woken->hp - damage;
        if (!(chance > 0.0))
            continue;
        wyrm_status status = hurt.hp <= 0
                                 ? WYRM_OK
                                 : combat_duel(engine->combat, player, &hurt, WYRM_SUBJECT_FIRST,
                                               &then, &rest, NULL, error);
        if (status != WYRM_OK)
            return status;
        add_fight(&sum, chance, &rest);
    }
    *out = duel_of_sums(&sum);
    return WYRM_OK;
}

/* Against a sleeper the player strikes first; a bonus applies only if the combat model knows
 * sleepers. */
wyrm_status wyrm_odds_as(const wyrm_engine *engine, const wyrm_game *game,
                         const wyrm_combatant *player, bool ready, const wyrm_game_monster *monster,
                         wyrm_duel *out, wyrm_error *error)
{
    const wyrm_combatant *other = &monster->body.combatant;
    const bool sleeps = monster->body.turns[WYRM_ASLEEP] > 0;
    const bool differs = sleeps && engine->stats[WYRM_STAT_ASLEEP] >= 0;
    combat_clock clock = game_clock(engine, game, monster, sleeps || ready);
    wyrm_pmf *first = NULL;
    if (player->hp <= 0 || other->hp <= 0)
        return wyrm_fail(error, WYRM_ERROR_ARGUMENT, "the dead do not fight");
    if (differs && combat_has_outcomes(engine->combat))
        clock.asleep = true;
    else if (differs) {
        wyrm_combatant asleep = *other;
        const wyrm_matchup blow = {
            .attacker = player, .defender = &asleep, .attack = WYRM_ATTACK_MELEE, .distance = 1};
        asleep.stats[engine->stats[WYRM_STAT_ASLEEP]] = 1.0;
        wyrm_status status = wyrm_combat_hit(engine->combat, &blow, &first, error);
        bool is_small =
            status == WYRM_OK && wyrm_pmf_last(first) - wyrm_pmf_first(first) < FIRST_BLOWS_MAX;
        if (is_small)
            status = follow_up(engine, player, other, first, &clock, out, error);
        wyrm_pmf_free(first);
        if (status != WYRM_OK || is_small)
            return status;
    }
    return combat_duel(engine->combat, player, other, WYRM_SUBJECT_FIRST, &clock, out, NULL, error);
}

/* with more possible results than these, healing counts as its mean */
#define HEALED_MAX 64

wyrm_status wyrm_odds_after(const wyrm_engine *engine, const wyrm_game *game,
                            const wyrm_combatant *player, const wyrm_effect *effect, bool ready,
                            const wyrm_game_monster *monster, wyrm_duel *out, wyrm_error *error)
{
    sums sum = {.method = NULL};
    wyrm_pmf *changes;
    wyrm_combatant healed = *player;
    const int64_t hp = player->hp, most = player->max_hp;
    wyrm_effect_use(effect, &healed);
    wyrm_status status = wyrm_effect_changes(effect, player, &changes, error);
    if (status != WYRM_OK)
        return status;
    const int64_t first = wyrm_pmf_first(changes), last = wyrm_pmf_last(changes);
    size_t ways = 0;
    for (int64_t change = first; change <= last; change++)
        ways += wyrm_pmf_at(changes, change) > 0.0;
    if (ways == 1 || ways > HEALED_MAX) {
        wyrm_pmf_free(changes);
        return wyrm_odds_as(engine, game, &healed, ready, monster, out, error);
    }
    for (int64_t change = first; change <= last && status == WYRM_OK; change++) {
        const double chance = wyrm_pmf_at(changes, change);
        wyrm_duel fight;
        healed.hp = hp + change;
        healed.max_hp = healed.hp > most ? healed.hp : most;
        if (!(chance > 0.0))
            continue;
        status = wyrm_odds_as(engine, game, &healed, ready, monster, &fight, error);
        if (status == WYRM_OK)
            add_fight(&sum, chance, &fight);
    }
    wyrm_pmf_free(changes);
    if (status == WYRM_OK)
        *out = duel_of_sums(&sum);
    return status;
}

wyrm_status wyrm_odds(const wyrm_engine *engine, const wyrm_game *game,
                      const wyrm_game_monster *monster, wyrm_duel *out, wyrm_error *error)
{
    return wyrm_odds_as(engine, game, &game->player.combatant, true, monster, out, error);
}

/* ---- The best use of the pack in a fight ---- */

/* More wins are better; with equal wins, more hit points left. Equal items are tried once; items
 * that do not matter in a fight are not tried. */
wyrm_status wyrm_odds_with_pack(const wyrm_engine *engine, const wyrm_game *game,
                                const wyrm_game_monster *monster, wyrm_better_odds *out,
                                wyrm_error *error)
{
    out->item = -1;
    wyrm_status status = wyrm_odds(engine, game, monster, &out->duel, error);
    for (size_t i = 0; i < game->pack_count && status == WYRM_OK; i++) {
        wyrm_combatant player;
        wyrm_duel duel = {.method = NULL};
        const wyrm_game_item *pack = game->pack;
        const wyrm_effect *effect = &engine->effects[pack[i].item.kind];
        const bool is_gear = game_is_gear(engine, pack[i].item.kind);
        bool is_tried = pack[i].worn;
        for (size_t k = 0; k < i; k++)
            is_tried |= game_are_alike(&pack[k], &pack[i]);
        if (is_tried || !(is_gear || effect->kind == WYRM_EFFECT_HEAL) ||
            !wyrm_can_use(engine, game, i, NULL))
            continue;
        player = game->player.combatant;
        if (is_gear)
            wyrm_player_with(engine, game, i, &player);
        status = is_gear
                     ? wyrm_odds_as(engine, game, &player, false, monster, &duel, error)
                     : wyrm_odds_after(engine, game, &player, effect, false, monster, &duel, error);
        const double wins = duel.p_win - out->duel.p_win;
        const double left = duel.hp_left_mean - out->duel.hp_left_mean;
        const bool more_left = isfinite(duel.hp_left_mean) && !(left <= 1e-9);
        if (status == WYRM_OK && (fabs(wins) > 1e-12 ? wins > 0.0 : more_left))
            *out = (wyrm_better_odds){.item = (int32_t)i, .duel = duel};
    }
    return status;
}

/* ---- The log ---- */

void wyrm_log_add(wyrm_log *log, uint32_t turn, const char *text)
{
    char cut[WYRM_MESSAGE_TEXT_MAX];
    base_utf8_copy(cut, sizeof cut, text);
    if (log->count > 0) {
        wyrm_log_line *last = &log->lines[(log->count - 1) % WYRM_LOG_LINES_MAX];
        if (last->turn == turn && last->times < UINT32_MAX && strcmp(last->text, cut) == 0) {
            last->times++;
            return;
        }
    }
    wyrm_log_line *line = &log->lines[log->count++ % WYRM_LOG_LINES_MAX];
    *line = (wyrm_log_line){.turn = turn, .times = 1};
    memcpy(line->text, cut, strlen(cut) + 1);
}

size_t wyrm_log_kept(const wyrm_log *log)
{
    return log->count < WYRM_LOG_LINES_MAX ? log->count : WYRM_LOG_LINES_MAX;
}

const wyrm_log_line *wyrm_log_line_at(const wyrm_log *log, size_t back)
{
    return back < wyrm_log_kept(log) ? &log->lines[(log->count - 1 - back) % WYRM_LOG_LINES_MAX]
                                     : NULL;
}

/* ---- The last page ---- */

#define LABEL_WIDTH   22
#define LAST_MESSAGES 20

typedef struct dump_page {
    base_buffer text;
    const wyrm_engine *engine;
    const wyrm_game *game;
} dump_page;

/* Adds a label, padded so that values begin in the same column. */
static base_buffer *put_label(dump_page *out, const char *key)
{
    char words[WYRM_NAME_TEXT_MAX];
    game_words_quantity(key, words);
    const size_t width = base_utf8_count(words, strlen(words));
    base_buffer_append(&out->text, words);
    base_buffer_append_repeat(&out->text, ' ', width < LABEL_WIDTH ? LABEL_WIDTH - width : 1);
    return &out->text;
}

static void add_title(dump_page *out)
{
    const wyrm_game *game = out->game;
    const wyrm_ruleset *ruleset = wyrm_design_ruleset(out->engine->design);
    const wyrm_value *title = wyrm_value_get(wyrm_roster_player(out->engine->roster), "title");
    char ending[WYRM_MESSAGE_TEXT_MAX];
    wyrm_ending_text(out->engine, game, ending);
    base_buffer_appendf(&out->text, "%s, played with wyrm %s\n", wyrm_ruleset_title(ruleset),
                        wyrm_version());
    base_buffer_appendf(&out->text, "ruleset %s (%s), seed %" PRIu64 ", run %" PRIu64 "\n\n",
                        wyrm_ruleset_name(ruleset), wyrm_ruleset_hash(ruleset), game->seed,
                        game->run);
    base_buffer_append(&out->text, title ? wyrm_value_text(title) : "Player");
    if (game_level_told(&game->experience) > 0)
        base_buffer_appendf(&out->text, " of level %d", (int)game->experience.level);
    base_buffer_appendf(&out->text, ", %s: %s %d, turn %" PRIu32 "\n", ending,
                        out->engine->rules.climbs ? "floor" : "depth", (int)game->difficulty.depth,
                        game->turn);
    if (game->difficulty.wins > 0)
        base_buffer_appendf(&out->text, "Games won before: %d\n", (int)game->difficulty.wins);
}

#define STAT_TEXT_MAX 64 /* bytes of a stat's value */

/* Numbers are rounded as in messages; amounts, words and sets are as the ruleset says them. */
static void stat_text(const wyrm_combat *combat, size_t stat, double value, char out[STAT_TEXT_MAX])
{
    if (wyrm_combat_stats(combat)[stat].kind == WYRM_STAT_NUMBER)
        game_words_number(value, out);
    else
        wyrm_combat_stat_text(combat, (int32_t)stat, value, out, STAT_TEXT_MAX);
}

/* Adds hit points, experience, hunger, stats that differ from the model's defaults, and
 * conditions. */
static void add_sheet(dump_page *out)
{
    const wyrm_game *game = out->game;
    const wyrm_play_rules *rules = &out->engine->rules;
    const wyrm_experience *experience = &game->experience;
    const wyrm_combatant *player = &game->player.combatant, *bare = &game->bare;
    const wyrm_combat *combat = out->engine->combat;
    const wyrm_stat *stats = wyrm_combat_stats(combat);
    base_buffer_append_char(&out->text, '\n');
    base_buffer_appendf(put_label(out, "hp"), "%" PRId64 " of %" PRId64 "\n", player->hp,
                        player->max_hp);
    if (experience->next < UINT64_MAX)
        base_buffer_appendf(put_label(out, "experience"),
                            "%" PRIu64 ", %" PRIu64 " of %" PRIu64 " to the next level\n",
                            experience->base + experience->exp, experience->exp, experience->next);
    if (rules->stage_count > 0)
        base_buffer_appendf(put_label(out, "hunger"), "%s (%d of %d)\n",
                            rules->stages[wyrm_hunger_stage_at(rules, game->fullness)].name,
                            (int)game->fullness, (int)rules->fullness_most);
    for (size_t i = 0; stats[i].name; i++) {
        const double value = player->stats[i], own = stats[i].changes ? value : bare->stats[i];
        char number[STAT_TEXT_MAX], without[STAT_TEXT_MAX];
        stat_text(combat, i, value, number);
        stat_text(combat, i, own, without);
        if (value != own)
            base_buffer_appendf(put_label(out, stats[i].name), "%s (%s without gear and boosts)\n",
                                number, without);
        else if (value != stats[i].default_value || (stats[i].changes && value > 0.0))
            base_buffer_appendf(put_label(out, stats[i].name), "%s\n", number);
    }
    for (int i = 0; i < WYRM_CONDITION_COUNT; i++) {
        int turns = (int)game->player.turns[i];
        if (turns > 0)
            base_buffer_appendf(put_label(out, wyrm_condition_word((wyrm_condition)i)),
                                "for %d more turn%s\n", turns, turns == 1 ? "" : "s");
    }
}

/* Lists the worn items of the pack, or the others; equal ones are counted. */
static void add_pack(dump_page *out, const char *title, bool worn)
{
    const wyrm_game *game = out->game;
    bool is_empty = true;
    base_buffer_appendf(&out->text, "\n%s\n", title);
    for (size_t i = 0; i < game->pack_count; i++) {
        const wyrm_game_item *one = &game->pack[i];
        char name[WYRM_NAME_TEXT_MAX];
        size_t before = 0, times = 0;
        for (size_t k = 0; k < game->pack_count; k++) {
            const wyrm_game_item *other = &game->pack[k];
            bool same = game_are_same(one, other) && one->worn == other->worn;
            before += same && k < i;
            times += same;
        }
        if (one->worn != worn || before > 0)
            continue;
        wyrm_item_text(out->engine, one, name);
        base_buffer_appendf(&out->text, "  %s", name);
        if (times > 1)
            base_buffer_appendf(&out->text, " (%zu)", times);
        base_buffer_append_char(&out->text, '\n');
        is_empty = false;
    }
    base_buffer_append(&out->text, is_empty ? "  nothing\n" : "");
}

/* Lists kills by kind, the most frequent first, among equals in the order of the ruleset. */
static void add_tally(dump_page *out)
{
    const wyrm_roster *roster = out->engine->roster;
    const wyrm_tally *tally = &out->game->tally;
    const uint32_t *killed = tally->killed;
    size_t kinds[WYRM_KINDS_MAX], count = 0;
    for (size_t i = 0; i < wyrm_roster_count(roster) && i < WYRM_KINDS_MAX; i++) {
        size_t at = killed[i] > 0 ? count++ : 0;
        for (; at > 0 && killed[kinds[at - 1]] < killed[i]; at--)
            kinds[at] = kinds[at - 1];
        if (killed[i] > 0)
            kinds[at] = i;
    }
    base_buffer_append(&out->text, count > 0 ? "\nKilled\n" : "\nKilled\n  nobody\n");
    for (size_t i = 0; i < count; i++)
        base_buffer_appendf(&out->text, "%6" PRIu32 "  %s\n", killed[kinds[i]],
                            wyrm_roster_monster(roster, kinds[i])->title);
    const struct {
        const char *what;
        uint64_t count;
    } rows[] = {{"damage dealt", tally->damage_dealt},
                {"damage taken", tally->damage_taken},
                {"hit points healed", tally->healed},
                {"steps", tally->steps},
                {"blows", tally->attacks},
                {"shots and throws", tally->shots},
                {"items found", tally->items_found},
                {"items used", tally->items_used}};
    base_buffer_append(&out->text, "\nCounted\n");
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        base_buffer_append(&out->text, "  ");
        base_buffer_appendf(put_label(out, rows[i].what), "%" PRIu64 "\n", rows[i].count);
    }
}

/* -- the map -- */

static char glyph_at(const dump_page *out, const wyrm_observation *seen, int x, int y)
{
    const char tiles[] = {[WYRM_TILE_WALL] = '#',
                          [WYRM_TILE_FLOOR] = '.',
                          [WYRM_TILE_STAIRS] = out->engine->rules.climbs ? '<' : '>',
                          [WYRM_TILE_GOAL] = '*'};
    const wyrm_game *game = out->game;
    bool known;
    wyrm_tile tile = wyrm_known_tile(game, x, y, &known);
    const wyrm_game_monster *monster = wyrm_seen_on(game, seen, x, y);
    const wyrm_game_item *item = wyrm_known_item(game, x, y);
    if (game->player.at.x == x && game->player.at.y == y)
        return game_player_sign(out->engine->design, false);
    if (monster)
        return wyrm_roster_monster(out->engine->roster, (size_t)monster->spawn.monster)->glyph;
    if (seen->goal_known && seen->goal.x == x && seen->goal.y == y)
        return '*';
    if (item)
        return game_words_kind(out->engine, item->item.kind)->glyph;
    const wyrm_terrain *ground = wyrm_known_terrain(out->engine, game, x, y);
    if (wyrm_known_heap(game, x, y))
        return wyrm_trade_glyph(wyrm_design_trade(out->engine->design));
    if (ground)
        return ground->symbol;
    return known ? tiles[tile] : ' ';
}

static void add_map(dump_page *out)
{
    const wyrm_map *map = &out->game->map;
    wyrm_observation seen;
    wyrm_observe(out->engine, out->game, &seen);
    base_buffer_append(&out->text, "\nThe map as it was known\n");
    size_t blank = 0; /* empty rows, written only before a row that is not */
    bool begun = false;
    for (int y = 0; y < map->height; y++) {
        char row[WYRM_MAP_SIDE_MAX];
        size_t width = 0;
        for (int x = 0; x < map->width; x++) {
            row[x] = glyph_at(out, &seen, x, y);
            width = row[x] == ' ' ? width : (size_t)x + 1;
        }
        blank += begun && width == 0;
        if (width == 0)
            continue;
        base_buffer_append_repeat(&out->text, '\n', blank);
        base_buffer_appendf(&out->text, "%.*s\n", (int)width, row);
        begun = true;
        blank = 0;
    }
}

wyrm_status wyrm_game_dump(const wyrm_engine *engine, const wyrm_game *game, const wyrm_log *log,
                           char **out, wyrm_error *error)
{
    dump_page page = {.engine = engine, .game = game};
    add_title(&page);
    add_sheet(&page);
    add_pack(&page, "Worn", true);
    add_pack(&page, "In the pack", false);
    add_tally(&page);
    const size_t kept = log ? wyrm_log_kept(log) : 0;
    base_buffer_append(&page.text, log ? "\nLast messages\n" : "");
    for (size_t back = kept < LAST_MESSAGES ? kept : LAST_MESSAGES; back-- > 0;) {
        const wyrm_log_line *line = wyrm_log_line_at(log, back);
        base_buffer_appendf(&page.text, "%6" PRIu32 "  %s", line->turn, line->text);
        if (line->times > 1)
            base_buffer_appendf(&page.text, " (%" PRIu32 " times)", line->times);
        base_buffer_append_char(&page.text, '\n');
    }
    add_map(&page);
    base_buffer visible = {.failed = page.text.failed};
    if (!page.text.failed)
        base_buffer_append_visible(&visible, page.text.bytes, page.text.length);
    base_buffer_drop(&page.text);
    return base_buffer_give(&visible, out, error);
}
