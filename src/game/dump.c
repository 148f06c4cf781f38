/* The last page of a game, a text file to keep, and the log of messages that it ends with.
 *
 * It tells what the player knew, not what was there: the map as it was seen and remembered. Whoever
 * died should be able to post it without giving the dungeon away, and to read in it what killed
 * him. The log is a ring of the newest messages, for a game may be long and only its end is kept; a
 * message that comes again in the same turn is counted and not repeated. */
#include "game/internal.h"
#include <inttypes.h>
#include <string.h>

/* ---- The log: the newest messages of a game, each told how often it came in a turn ---- */

void wyrm_log_add(wyrm_log *log, uint32_t turn, const char *text)
{
    char cut[WYRM_MESSAGE_TEXT_MAX];
    wyrm_utf8_copy(cut, sizeof cut, text);
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

/* ---- The page ---- */

#define LABEL_WIDTH   22
#define LAST_MESSAGES 20

typedef struct dump_page {
    wyrm_text text;
    const wyrm_engine *engine;
    const wyrm_game *game;
} dump_page;

/* A label, padded so that what follows begins in the same column everywhere. */
static wyrm_text *label(dump_page *out, const char *key)
{
    char words[WYRM_NAME_TEXT_MAX];
    wyrm_words_quantity(key, words);
    const size_t width = wyrm_utf8_count(words, strlen(words));
    wyrm_text_append(&out->text, words);
    wyrm_text_append_repeat(&out->text, ' ', width < LABEL_WIDTH ? LABEL_WIDTH - width : 1);
    return &out->text;
}

static void add_title(dump_page *out)
{
    const wyrm_game *game = out->game;
    const wyrm_ruleset *ruleset = wyrm_design_ruleset(out->engine->design);
    const wyrm_value *title = wyrm_value_get(wyrm_roster_player(out->engine->roster), "title");
    char ending[WYRM_MESSAGE_TEXT_MAX];
    wyrm_ending_text(out->engine, game, ending);
    wyrm_text_appendf(&out->text, "%s, played with wyrm %s\n", wyrm_ruleset_title(ruleset),
                      wyrm_version());
    wyrm_text_appendf(&out->text, "ruleset %s (%s), seed %" PRIu64 ", run %" PRIu64 "\n\n",
                      wyrm_ruleset_name(ruleset), wyrm_ruleset_hash(ruleset), game->seed,
                      game->run);
    wyrm_text_appendf(&out->text, "%s of level %d, %s: %s %d, turn %" PRIu32 "\n",
                      title ? wyrm_value_text(title) : "Player", (int)game->experience.level,
                      ending, out->engine->rules.climbs ? "floor" : "depth",
                      (int)game->difficulty.depth, game->turn);
    if (game->difficulty.wins > 0)
        wyrm_text_appendf(&out->text, "Games won before: %d\n", (int)game->difficulty.wins);
}

/* Hit points, experience, hunger, stats that are not the model's own, and conditions. */
static void add_sheet(dump_page *out)
{
    const wyrm_game *game = out->game;
    const wyrm_play_rules *rules = &out->engine->rules;
    const wyrm_experience *experience = &game->experience;
    const wyrm_combatant *player = &game->player.combatant, *bare = &game->bare;
    const wyrm_combat *combat = out->engine->combat;
    const wyrm_stat *stats = wyrm_combat_stats(combat);
    wyrm_text_append_char(&out->text, '\n');
    wyrm_text_appendf(label(out, "hp"), "%" PRId64 " of %" PRId64 "\n", player->hp, player->max_hp);
    if (experience->next < UINT64_MAX)
        wyrm_text_appendf(label(out, "experience"),
                          "%" PRIu64 ", %" PRIu64 " of %" PRIu64 " to the next level\n",
                          experience->base + experience->exp, experience->exp, experience->next);
    if (rules->stage_count > 0)
        wyrm_text_appendf(label(out, "hunger"), "%s (%d of %d)\n",
                          rules->stages[wyrm_hunger_stage_at(rules, game->fullness)].name,
                          (int)game->fullness, (int)rules->fullness_most);
    for (size_t i = 0; stats[i].name; i++) {
        const double value = player->stats[i], own = stats[i].changes ? value : bare->stats[i];
        char number[WYRM_NUMBER_MAX], without[WYRM_NUMBER_MAX];
        wyrm_phrase numbers[] = {wyrm_phrase_in(number, sizeof number),
                                 wyrm_phrase_in(without, sizeof without)};
        wyrm_phrase_add_number(&numbers[0], wyrm_combat_stat_number(combat, (int32_t)i, value));
        wyrm_phrase_add_number(&numbers[1], wyrm_combat_stat_number(combat, (int32_t)i, own));
        if (value != own)
            wyrm_text_appendf(label(out, stats[i].name), "%s (%s without gear)\n", number, without);
        else if (value != stats[i].default_value || (stats[i].changes && value > 0.0))
            wyrm_text_appendf(label(out, stats[i].name), "%s\n", number);
    }
    for (int i = 0; i < WYRM_CONDITION_COUNT; i++) {
        int turns = (int)game->player.turns[i];
        if (turns > 0)
            wyrm_text_appendf(label(out, wyrm_condition_word((wyrm_condition)i)),
                              "for %d more turn%s\n", turns, turns == 1 ? "" : "s");
    }
}

/* The items of the pack that are worn, or those that are not; equal ones are counted. */
static void add_pack(dump_page *out, const char *title, bool worn)
{
    const wyrm_game *game = out->game;
    bool is_empty = true;
    wyrm_text_appendf(&out->text, "\n%s\n", title);
    for (size_t i = 0; i < game->pack_count; i++) {
        const wyrm_game_item *one = &game->pack[i];
        char name[WYRM_NAME_TEXT_MAX];
        size_t before = 0, times = 0;
        for (size_t k = 0; k < game->pack_count; k++) {
            const wyrm_game_item *other = &game->pack[k];
            bool same = one->item.kind == other->item.kind && one->uses == other->uses &&
                        one->item.level == other->item.level && one->worn == other->worn;
            before += same && k < i;
            times += same;
        }
        if (one->worn != worn || before > 0)
            continue;
        wyrm_item_text(out->engine, one, name);
        wyrm_text_appendf(&out->text, "  %s", name);
        if (times > 1)
            wyrm_text_appendf(&out->text, " (%zu)", times);
        wyrm_text_append_char(&out->text, '\n');
        is_empty = false;
    }
    wyrm_text_append(&out->text, is_empty ? "  nothing\n" : "");
}

/* The most often killed first, of equal ones the order of the ruleset. */
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
    wyrm_text_append(&out->text, count > 0 ? "\nKilled\n" : "\nKilled\n  nobody\n");
    for (size_t i = 0; i < count; i++)
        wyrm_text_appendf(&out->text, "%6" PRIu32 "  %s\n", killed[kinds[i]],
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
    wyrm_text_append(&out->text, "\nCounted\n");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        wyrm_text_append(&out->text, "  ");
        wyrm_text_appendf(label(out, rows[i].what), "%" PRIu64 "\n", rows[i].count);
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
        return '@';
    if (monster)
        return wyrm_roster_monster(out->engine->roster, (size_t)monster->spawn.monster)->glyph;
    if (seen->goal_known && seen->goal.x == x && seen->goal.y == y)
        return '*';
    if (item)
        return wyrm_words_kind(out->engine, item->item.kind)->glyph;
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
    wyrm_text_append(&out->text, "\nThe map as it was known\n");
    size_t blank = 0; /* empty rows that are only written where a row with something follows */
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
        wyrm_text_append_repeat(&out->text, '\n', blank);
        wyrm_text_appendf(&out->text, "%.*s\n", (int)width, row);
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
    wyrm_text_append(&page.text, log ? "\nLast messages\n" : "");
    for (size_t back = kept < LAST_MESSAGES ? kept : LAST_MESSAGES; back-- > 0;) {
        const wyrm_log_line *line = wyrm_log_line_at(log, back);
        wyrm_text_appendf(&page.text, "%6" PRIu32 "  %s", line->turn, line->text);
        if (line->times > 1)
            wyrm_text_appendf(&page.text, " (%" PRIu32 " times)", line->times);
        wyrm_text_append_char(&page.text, '\n');
    }
    add_map(&page);
    wyrm_text visible = {.failed = page.text.failed};
    if (!page.text.failed)
        wyrm_text_append_visible(&visible, page.text.bytes, page.text.length);
    wyrm_text_drop(&page.text);
    return wyrm_text_give(&visible, out, error);
}
