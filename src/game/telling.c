/* What the table of messages asks of an event, and the words that it fills in. */
#include "game/telling.h"

#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "game/articles.h"
#include "game/phrase.h"
#include "game/words.h"

/* ------------------------------------------------------------------ when */

static const wyrm_play_rules *rules_of(const wyrm_telling *told)
{
    return wyrm_engine_rules(told->engine);
}

bool wyrm_when_always(const wyrm_telling *told)
{
    (void)told;
    return true;
}

bool wyrm_when_to_player(const wyrm_telling *told)
{
    return told->event->whom == 0;
}

bool wyrm_when_by_player(const wyrm_telling *told)
{
    return told->event->who == 0;
}

bool wyrm_when_of_nothing(const wyrm_telling *told)
{
    return told->event->amount <= 0;
}

bool wyrm_when_for_good(const wyrm_telling *told)
{
    return told->event->amount < 0;
}

/* Healing of the unhurt, which raises the maximum. */
bool wyrm_when_raises_maximum(const wyrm_telling *told)
{
    const wyrm_effect *effect = &told->effect;
    const wyrm_combatant *player = &told->game->player.combatant;
    return wyrm_when_by_player(told) && effect->kind == WYRM_EFFECT_HEAL && effect->max_hp > 0 &&
           told->event->amount == effect->max_hp && effect->amount != effect->max_hp &&
           player->hp == player->max_hp;
}

bool wyrm_when_is_food(const wyrm_telling *told)
{
    return told->effect.kind == WYRM_EFFECT_FEED;
}

bool wyrm_when_without_item(const wyrm_telling *told)
{
    return told->event->item.kind < 0;
}

bool wyrm_when_is_seen(const wyrm_telling *told)
{
    return told->event->seen;
}

bool wyrm_when_climbs(const wyrm_telling *told)
{
    return rules_of(told)->climbs;
}

bool wyrm_when_is_first_map(const wyrm_telling *told)
{
    return told->game->turn <= 1 && told->game->difficulty.wins == 0 && told->event->amount == 1;
}

static bool is_class(const wyrm_telling *told, wyrm_item_class item_class)
{
    const wyrm_item_kind *kind = wyrm_words_kind(told->engine, told->event->item.kind);
    return kind && kind->item_class == item_class;
}

bool wyrm_when_is_weapon(const wyrm_telling *told)
{
    return is_class(told, WYRM_ITEM_WEAPON);
}

bool wyrm_when_climbs_first(const wyrm_telling *told)
{
    return wyrm_when_is_first_map(told) && wyrm_when_climbs(told);
}

bool wyrm_when_has_starved(const wyrm_telling *told)
{
    return told->game->cause == WYRM_CAUSE_STARVED;
}

bool wyrm_when_killed_itself(const wyrm_telling *told)
{
    return told->event->monster < 0;
}

/* What the player has stepped on. */
bool wyrm_when_on_goal(const wyrm_telling *told)
{
    const wyrm_game *game = told->game;
    return wyrm_when_by_player(told) && game->goal_placed && game->goal.x == told->event->at.x &&
           game->goal.y == told->event->at.y;
}

static bool lies_here(const wyrm_telling *told, const wyrm_game_item *item)
{
    return item->at.x == told->event->at.x && item->at.y == told->event->at.y;
}

bool wyrm_when_on_items(const wyrm_telling *told)
{
    for (size_t i = 0; wyrm_when_by_player(told) && i < told->game->item_count; i++)
        if (lies_here(told, &told->game->items[i]))
            return true;
    return false;
}

bool wyrm_when_on_stairs(const wyrm_telling *told)
{
    wyrm_position at = told->event->at;
    return wyrm_when_by_player(told) &&
           wyrm_map_tile(&told->game->map, at.x, at.y) == WYRM_TILE_STAIRS;
}

bool wyrm_when_on_stairs_up(const wyrm_telling *told)
{
    return wyrm_when_on_stairs(told) && wyrm_when_climbs(told);
}

static const wyrm_hunger_stage *stage_of(const wyrm_telling *told)
{
    const wyrm_play_rules *rules = rules_of(told);
    int64_t stage = told->event->amount;
    return stage >= 0 && (size_t)stage < rules->stage_count ? &rules->stages[stage] : NULL;
}

/* Whether the stage of hunger is the normal one, which is not mentioned. */
bool wyrm_when_is_well_fed(const wyrm_telling *told)
{
    const wyrm_hunger_stage *stage = stage_of(told);
    return !stage || strcmp(stage->name, "normal") == 0 || strcmp(stage->name, "Normal") == 0;
}

bool wyrm_when_weakens(const wyrm_telling *told)
{
    const wyrm_hunger_stage *stage = stage_of(told);
    return stage && !stage->regenerates;
}

/* ------------------------------------------------------------------ words */

void wyrm_told_goal(const wyrm_telling *told, wyrm_phrase *phrase)
{
    char goal[WYRM_NAMED_TEXT_MAX];
    wyrm_name_the(wyrm_words_goal(told->engine), goal);
    wyrm_phrase_add(phrase, goal);
}

void wyrm_told_stage(const wyrm_telling *told, wyrm_phrase *phrase)
{
    char name[WYRM_NAME_TEXT_MAX];
    wyrm_utf8_copy(name, sizeof name, stage_of(told)->name);
    if (name[0] >= 'A' && name[0] <= 'Z')
        name[0] = (char)(name[0] - 'A' + 'a');
    wyrm_phrase_add(phrase, name);
}

/* "Health Potion, +2 Club" */
void wyrm_told_items_here(const wyrm_telling *told, wyrm_phrase *phrase)
{
    size_t before = phrase->length;
    for (size_t i = told->game->item_count; i-- > 0;) {
        char name[WYRM_NAME_TEXT_MAX];
        if (!lies_here(told, &told->game->items[i]))
            continue;
        wyrm_item_text(told->engine, &told->game->items[i], name);
        wyrm_phrase_add(phrase, phrase->length > before ? ", " : "");
        wyrm_phrase_add(phrase, name);
    }
}

/* How an item is used, by a part of its key. */
void wyrm_told_use(const wyrm_telling *told, wyrm_phrase *phrase)
{
    static const struct {
        const char *part, *verb;
    } verbs[] = {
        {"potion", "drink"}, {"scroll", "read"}, {"wand", "zap"},  {"tea", "drink"},
        {"drink", "drink"},  {"memo", "read"},   {"tin", "open"},  {"kit", "open"},
        {"alarm", "ring"},   {"key", "turn"},    {"bag", "empty"}, {"ring", "turn"},
    };
    const wyrm_item_kind *kind = wyrm_words_kind(told->engine, told->event->item.kind);
    const char *verb = "use";
    char key[WYRM_NAME_TEXT_MAX + 2];
    snprintf(key, sizeof key, "_%s_", kind ? kind->name : "");
    for (size_t i = 0; i < sizeof verbs / sizeof *verbs; i++) {
        char part[32];
        snprintf(part, sizeof part, "_%s_", verbs[i].part);
        if (!strstr(key, part))
            continue;
        verb = verbs[i].verb;
        break;
    }
    wyrm_phrase_add(phrase, verb);
}

void wyrm_told_stat(const wyrm_telling *told, wyrm_phrase *phrase)
{
    char name[WYRM_NAME_TEXT_MAX];
    wyrm_words_quantity(told->effect.stat ? told->effect.stat : "strength", name);
    wyrm_phrase_add(phrase, name);
}

/* "power: power +1" */
void wyrm_told_choice(const wyrm_telling *told, wyrm_phrase *phrase)
{
    const wyrm_growth *growth = wyrm_design_growth(wyrm_engine_design(told->engine));
    const wyrm_choice *choices;
    size_t count = wyrm_growth_choices(growth, &choices);
    if (told->event->amount < 0 || (uint64_t)told->event->amount >= count)
        return;
    const wyrm_choice *choice = &choices[told->event->amount];
    for (size_t i = 0; i < choice->count; i++) {
        char name[WYRM_NAME_TEXT_MAX];
        wyrm_words_quantity(choice->gains[i].quantity, name);
        wyrm_phrase_add(phrase, i > 0 ? ", " : "");
        wyrm_phrase_add(phrase, name);
        wyrm_phrase_add(phrase, choice->gains[i].amount < 0 ? " " : " +");
        wyrm_phrase_add_number(phrase, choice->gains[i].amount);
    }
}

const wyrm_game_monster *wyrm_told_monster(const wyrm_telling *told, uint32_t id)
{
    for (size_t i = 0; i < told->game->monster_count; i++)
        if (told->game->monsters[i].id == id)
            return &told->game->monsters[i];
    return NULL;
}

/* "an Orc", "a sleeping elite Orc" */
void wyrm_told_newcomer(const wyrm_telling *told, wyrm_phrase *phrase)
{
    const wyrm_game_monster *monster = wyrm_told_monster(told, told->event->whom);
    bool sleeps = monster && monster->body.turns[WYRM_ASLEEP] > 0;
    char name[WYRM_NAME_TEXT_MAX], named[WYRM_NAMED_TEXT_MAX];
    wyrm_words_monster(told->engine, told->event->monster, monster ? &monster->spawn : NULL, name);
    wyrm_words_a(sleeps ? "sleeping " : "", name, named);
    wyrm_phrase_add(phrase, named);
}

void wyrm_told_ending(const wyrm_telling *told, wyrm_phrase *phrase)
{
    char name[WYRM_NAME_TEXT_MAX], named[WYRM_NAMED_TEXT_MAX];
    wyrm_words_monster(told->engine, told->event->monster, NULL, name);
    wyrm_name_a(name, named);
    wyrm_phrase_add(phrase, named);
}
