/* Events as messages: one table of sentences by kind of event, and the log that keeps the last
 * of them. */
#include "game/internal.h"

#include <stdio.h>
#include <string.h>

#include <wyrm/game_text.h>

#include "base/text.h"

/* ---- What the table asks of an event, and the words that it fills in ---- */

/* -- when -- */

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

/* -- words -- */

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

/* The monster of an id, or NULL: the dead are gone. */
static const wyrm_game_monster *told_monster(const wyrm_telling *told, uint32_t id)
{
    for (size_t i = 0; i < told->game->monster_count; i++)
        if (told->game->monsters[i].id == id)
            return &told->game->monsters[i];
    return NULL;
}

/* "an Orc", "a sleeping elite Orc" */
void wyrm_told_newcomer(const wyrm_telling *told, wyrm_phrase *phrase)
{
    const wyrm_game_monster *monster = told_monster(told, told->event->whom);
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

/* ---- The table ---- */

#define ANY (-1)

/* A row: for events of a kind, where the detail is the event's and `when` holds. The first row that
 * fits is told; one without a form says that there is no message. The detail is a condition, a kind
 * of attack or a kind of effect, by what the event is about. `word` fills in its blank. */
typedef struct message_row {
    wyrm_event_kind kind;
    int detail;
    wyrm_told_when *when;
    const char *form;
    wyrm_told_word *word;
} message_row;

/* -- the table -- */

/* clang-format off */
#define ROW(event, detail, when, form, word)                                                       \
    {WYRM_EVENT_##event, detail, wyrm_when_##when, form, word}
#define SAYS(event, when, form)            ROW(event, ANY, when, form, NULL)
#define FILLS(event, when, form, word)     ROW(event, ANY, when, form, wyrm_told_##word)
#define SAYS_OF(event, detail, when, form) ROW(event, WYRM_##detail, when, form, NULL)
#define SILENT(event, when)                ROW(event, ANY, when, NULL, NULL)
#define POINTS                             "{amount} {#hit point|hit points}"
#define TURNS                              "{amount} {#turn|turns}"

static const message_row rows[] = {
    FILLS(LEVEL_ENTERED, climbs_first, "Somewhere above lies {word}. Good luck!", goal),
    FILLS(LEVEL_ENTERED, is_first_map, "Somewhere below lies {word}. Good luck!", goal),
    SAYS(LEVEL_ENTERED, climbs, "You climb to floor {amount}."),
    SAYS(LEVEL_ENTERED, always, "You descend to depth {amount}."),

    FILLS(MOVED, on_goal, "{word} lies here.", goal),
    FILLS(MOVED, on_items, "You see here: {word}.", items_here),
    SAYS(MOVED, on_stairs_up, "Stairs lead up from here."),
    SAYS(MOVED, on_stairs, "Stairs lead down from here."),

    SAYS_OF(ATTACKED, ATTACK_FIRED, of_nothing, "{who} {shoot|shoots} and {miss|misses} {whom}."),
    SAYS_OF(ATTACKED, ATTACK_FIRED, always, "{who} {shoot|shoots} {whom} for {amount}."),
    SAYS_OF(ATTACKED, ATTACK_THROWN, of_nothing, "The throw misses {whom}."),
    SAYS_OF(ATTACKED, ATTACK_THROWN, always, "The throw hits {whom} for {amount}."),
    SAYS(ATTACKED, of_nothing, "{who} {miss|misses} {whom}."),
    SAYS(ATTACKED, always, "{who} {hit|hits} {whom} for {amount}."),

    SAYS_OF(HURT, EFFECT_BOLT, always, "The bolt hits {whom} for {amount}."),
    SAYS_OF(HURT, EFFECT_LIGHTNING, always, "Lightning strikes {whom} for {amount}."),
    SAYS_OF(HURT, EFFECT_BLAST, always, "The blast hits {whom} for {amount}."),
    SAYS(HURT, always, "{whom} {are|is} hurt for {amount}."),

    SILENT(HEALED, of_nothing),
    SAYS(HEALED, raises_maximum, "You feel healthier: " POINTS " more."),
    SAYS(HEALED, without_item, "{who} {catch|catches} {your|its} breath: " POINTS "."),
    SAYS(HEALED, by_player, "You feel better: " POINTS "."),
    SAYS(HEALED, always, "{who} looks better."),

    SILENT(DIED, to_player),
    SAYS(DIED, by_player, "You kill {whom}."),
    SAYS(DIED, always, "{whom} dies."),
    SILENT(EXPERIENCE, always),
    SAYS(LEVEL_UP, always, "You are now level {amount}."),
    FILLS(CHOICE, always, "You grow: {word}.", choice),

    SAYS_OF(CONDITION, ASLEEP, always, "{whom} {fall|falls} asleep."),
    SAYS_OF(CONDITION, CONFUSED, always, "{whom} {are|is} confused."),
    SAYS_OF(CONDITION, HELD, always, "{whom} cannot move from the spot."),
    SAYS_OF(CONDITION, SLOWED, always, "{whom} {slow|slows} down."),
    SAYS_OF(CONDITION, AFRAID, always, "{whom} {turn|turns} to flee."),
    SAYS_OF(CONDITION, HASTED, always, "{whom} {speed|speeds} up."),
    SAYS_OF(CONDITION, HIDDEN, always, "{whom} {fade|fades} from view."),
    SAYS_OF(CONDITION, SENSING, always, "{whom} {sense|senses} who else is here."),
    SAYS_OF(CONDITION_ENDED, ASLEEP, always, "{whom} {wake|wakes} up."),
    SAYS_OF(CONDITION_ENDED, CONFUSED, always, "{whom} {are|is} no longer confused."),
    SAYS_OF(CONDITION_ENDED, HELD, always, "{whom} can move again."),
    SAYS_OF(CONDITION_ENDED, SLOWED, always, "{whom} {are|is} no longer slow."),
    SAYS_OF(CONDITION_ENDED, AFRAID, always, "{whom} {take|takes} heart again."),
    SAYS_OF(CONDITION_ENDED, HASTED, always, "{whom} {are|is} no longer fast."),
    SAYS_OF(CONDITION_ENDED, HIDDEN, always, "{whom} can be seen again."),
    SAYS_OF(CONDITION_ENDED, SENSING, always, "{whom} no longer {sense|senses} who else is here."),

    SAYS_OF(BOOSTED, EFFECT_REGENERATE, for_good, "{your|its} wounds will close by themselves."),
    SAYS_OF(BOOSTED, EFFECT_REGENERATE, always, "{your|its} wounds begin to close, for " TURNS "."),
    FILLS(BOOSTED, for_good, "{your|its} {word} grows for good.", stat),
    FILLS(BOOSTED, always, "{your|its} {word} grows for " TURNS ".", stat),

    SAYS(PICKED_UP, always, "You pick up {item}."),
    SAYS(DROPPED, always, "You drop {item}."),
    SILENT(USED, is_food), /* eating tells enough */
    FILLS(USED, always, "You {word} {item}.", use),
    SAYS(NO_EFFECT, always, "Nothing comes of it."),
    SAYS(WORN, is_weapon, "You wield {item}."),
    SAYS(WORN, always, "You put on {item}."),
    SAYS(TAKEN_OFF, is_weapon, "You put away {item}."),
    SAYS(TAKEN_OFF, always, "You take off {item}."),
    SAYS(THROWN, always, "You throw {item}."),
    SAYS(ATE, of_nothing, "You eat {item}, though you could not be fuller."),
    SAYS(ATE, always, "You eat {item}."),

    SILENT(HUNGER, is_well_fed),
    FILLS(HUNGER, weakens, "You are {word}!", stage),
    FILLS(HUNGER, always, "You are {word}.", stage),
    SAYS(STARVING, always, "Hunger gnaws at you: " POINTS " lost."),
    SAYS(MAPPED, always, "The lie of the land comes to mind."),
    SAYS(TELEPORTED, by_player, "You are somewhere else."),
    SAYS(TELEPORTED, always, "{who} vanishes."),
    FILLS(SEEN, always, "You see {word}.", newcomer),
    FILLS(GOAL_PLACED, is_seen, "There lies {word}!", goal),
    FILLS(GOAL_PLACED, always, "{word} must be somewhere near.", goal),
    FILLS(WON, always, "You take {word}: you have won!", goal),
    SAYS(LOST, has_starved, "You starve to death."),
    SAYS(LOST, killed_itself, "You die by your own doing."),
    FILLS(LOST, always, "You die, killed by {word}.", ending),
};
/* clang-format on */

/* -- telling -- */

static int detail_of(const wyrm_telling *told)
{
    switch (told->event->kind) {
    case WYRM_EVENT_ATTACKED:
        return (int)told->event->attack;
    case WYRM_EVENT_CONDITION:
    case WYRM_EVENT_CONDITION_ENDED:
        return (int)told->event->condition;
    default:
        return (int)told->effect.kind;
    }
}

static const message_row *row_of(const wyrm_telling *told)
{
    int detail = detail_of(told);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (rows[i].kind == told->event->kind &&
            (rows[i].detail == ANY || rows[i].detail == detail) && rows[i].when(told))
            return &rows[i];
    return NULL;
}

/* Only what happens to creatures can be hidden from the player, and nothing that it does itself or
 * that happens to it. */
static bool is_hidden(const wyrm_event *event)
{
    bool has_creature = event->who != WYRM_NOBODY || event->whom != WYRM_NOBODY;
    return has_creature && !event->seen && event->who != 0 && event->whom != 0;
}

/* `monster` is its index in the roster. */
static wyrm_party party_of(const wyrm_telling *told, uint32_t id, int32_t monster)
{
    wyrm_party party = {.is_player = id == 0};
    char name[WYRM_NAME_TEXT_MAX];
    if (party.is_player || !told->event->seen) {
        snprintf(party.name, sizeof party.name, "%s", party.is_player ? "you" : "something");
        return party;
    }
    const wyrm_game_monster *known = told_monster(told, id);
    wyrm_words_monster(told->engine, monster, known ? &known->spawn : NULL, name);
    wyrm_name_the(name, party.name);
    return party;
}

/* "the +4 club": an item in the middle of a sentence. */
static void name_item(const wyrm_engine *engine, const wyrm_item *item,
                      char out[WYRM_NAMED_TEXT_MAX])
{
    char called[WYRM_CALLED_MAX], level[16];
    wyrm_phrase phrase = {.out = level, .size = sizeof level};
    if (!wyrm_words_kind(engine, item->kind)) {
        wyrm_utf8_copy(out, WYRM_NAMED_TEXT_MAX, "something");
        return;
    }
    wyrm_kind_called(engine, item->kind, called);
    wyrm_words_level(engine, item, &phrase);
    wyrm_phrase_end(&phrase);
    wyrm_words_the(level, called, out);
}

bool wyrm_event_text(const wyrm_engine *engine, const wyrm_game *game, const wyrm_event *event,
                     char out[WYRM_MESSAGE_TEXT_MAX])
{
    const wyrm_telling told = {.engine = engine,
                               .game = game,
                               .event = event,
                               .effect = wyrm_words_effect(engine, event->item.kind)};
    out[0] = '\0';
    const message_row *row = is_hidden(event) ? NULL : row_of(&told);
    if (!row || !row->form)
        return false;
    bool two_monsters = event->who != 0 && event->who != WYRM_NOBODY && event->whom != 0 &&
                        event->whom != WYRM_NOBODY;
    wyrm_blanks blanks = {
        .amount = event->amount,
        .who = party_of(&told, event->who, two_monsters ? event->other : event->monster),
        .whom = party_of(&told, event->whom, event->monster)};
    wyrm_phrase word = {.out = blanks.word, .size = sizeof blanks.word};
    name_item(engine, &event->item, blanks.item);
    if (row->word)
        row->word(&told, &word);
    wyrm_phrase_end(&word);
    wyrm_sentence(row->form, &blanks, out);
    return true;
}

/* ---- The log ----
 *
 * The newest messages of a game, each told how often it came in a turn. */

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
