/* Events as messages: one table of sentences by kind of event, and the log that keeps the last of
 * them.
 *
 * A row fits an event of its kind and detail where its condition holds, and the first that fits is
 * told. Sentences have blanks: {who}, {whom}, {item}, {word} and {amount} are filled in. {you|it}
 * chooses by the creature that was last named (before any is: {whom} where that is the player, else
 * {who}): the first for the player, else the second. {#one|many} chooses by the amount. The first
 * letter of a sentence becomes a capital.
 */
#include "base/text.h"
#include "game/internal.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* An event being told. */
typedef struct telling {
    const wyrm_engine *engine;
    const wyrm_game *game;
    const wyrm_event *event;
    const wyrm_item_kind *kind; /* of its item, or NULL */
    wyrm_effect effect;         /* of its item */
} telling;

/* ---- When a sentence fits ---- */

typedef bool when(const telling *told);

static bool when_always(const telling *told)
{
    (void)told;
    return true;
}

static bool when_to_player(const telling *told)
{
    return told->event->whom == 0;
}

static bool when_by_player(const telling *told)
{
    return told->event->who == 0;
}

static bool when_of_nothing(const telling *told)
{
    return told->event->amount <= 0;
}

static bool when_for_good(const telling *told)
{
    return told->event->amount < 0;
}

/* Healing of the unhurt, which raises the maximum. */
static bool when_raises_maximum(const telling *told)
{
    const wyrm_effect *effect = &told->effect;
    const wyrm_combatant *player = &told->game->player.combatant;
    return when_by_player(told) && effect->kind == WYRM_EFFECT_HEAL && effect->max_hp > 0 &&
           told->event->amount == effect->max_hp && effect->amount != effect->max_hp &&
           player->hp == player->max_hp;
}

static bool when_is_food(const telling *told)
{
    return told->effect.kind == WYRM_EFFECT_FEED;
}

static bool when_without_item(const telling *told)
{
    return told->event->item.kind < 0;
}

static bool when_is_seen(const telling *told)
{
    return told->event->seen;
}

static bool when_climbs(const telling *told)
{
    return told->engine->rules.climbs;
}

static bool when_is_first_map(const telling *told)
{
    return told->game->turn <= 1 && told->game->difficulty.wins == 0 && told->event->amount == 1;
}

static bool when_climbs_first(const telling *told)
{
    return when_is_first_map(told) && when_climbs(told);
}

static bool when_is_weapon(const telling *told)
{
    return told->kind && told->kind->item_class == WYRM_ITEM_WEAPON;
}

static bool when_has_starved(const telling *told)
{
    return told->game->cause == WYRM_CAUSE_STARVED;
}

static bool when_killed_itself(const telling *told)
{
    return told->event->monster < 0;
}

/* What the player has stepped on. */
static bool when_on_goal(const telling *told)
{
    return when_by_player(told) && told->game->goal_placed &&
           wyrm_same_tile(told->game->goal, told->event->at);
}

static bool when_on_items(const telling *told)
{
    for (size_t i = 0; when_by_player(told) && i < told->game->item_count; i++)
        if (wyrm_same_tile(told->game->items[i].at, told->event->at))
            return true;
    return false;
}

static bool when_on_stairs(const telling *told)
{
    const wyrm_position at = told->event->at;
    return when_by_player(told) && wyrm_map_tile(&told->game->map, at.x, at.y) == WYRM_TILE_STAIRS;
}

static bool when_on_stairs_up(const telling *told)
{
    return when_on_stairs(told) && when_climbs(told);
}

static const wyrm_hunger_stage *stage_of(const telling *told)
{
    const wyrm_play_rules *rules = &told->engine->rules;
    const int64_t stage = told->event->amount;
    return stage >= 0 && (size_t)stage < rules->stage_count ? &rules->stages[stage] : NULL;
}

/* The normal stage of hunger is not mentioned. */
static bool when_is_well_fed(const telling *told)
{
    const wyrm_hunger_stage *stage = stage_of(told);
    return !stage || strcmp(stage->name, "normal") == 0 || strcmp(stage->name, "Normal") == 0;
}

static bool when_weakens(const telling *told)
{
    const wyrm_hunger_stage *stage = stage_of(told);
    return stage && !stage->regenerates;
}

/* ---- What stands for {word} ---- */

typedef void word(const telling *told, wyrm_phrase *phrase);

static void word_goal(const telling *told, wyrm_phrase *phrase)
{
    char goal[WYRM_NAMED_TEXT_MAX];
    wyrm_name_the(wyrm_words_goal(told->engine), goal);
    wyrm_phrase_add(phrase, goal);
}

static void word_stage(const telling *told, wyrm_phrase *phrase)
{
    char name[WYRM_NAME_TEXT_MAX];
    wyrm_utf8_copy(name, sizeof name, stage_of(told)->name);
    if (name[0] >= 'A' && name[0] <= 'Z')
        name[0] = (char)(name[0] - 'A' + 'a');
    wyrm_phrase_add(phrase, name);
}

/* "Health Potion, +2 Club" */
static void word_items_here(const telling *told, wyrm_phrase *phrase)
{
    const size_t before = phrase->length;
    for (size_t i = told->game->item_count; i-- > 0;) {
        const wyrm_game_item *item = &told->game->items[i];
        char name[WYRM_NAME_TEXT_MAX];
        if (!wyrm_same_tile(item->at, told->event->at))
            continue;
        wyrm_item_text(told->engine, item, name);
        wyrm_phrase_add(phrase, phrase->length > before ? ", " : "");
        wyrm_phrase_add(phrase, name);
    }
}

/* How an item is used, by a part of its key. */
static void word_use(const telling *told, wyrm_phrase *phrase)
{
    static const struct {
        const char *part, *verb;
    } verbs[] = {
        {"_potion_", "drink"}, {"_scroll_", "read"}, {"_wand_", "zap"},  {"_tea_", "drink"},
        {"_drink_", "drink"},  {"_memo_", "read"},   {"_tin_", "open"},  {"_kit_", "open"},
        {"_alarm_", "ring"},   {"_key_", "turn"},    {"_bag_", "empty"}, {"_ring_", "turn"},
        {"", "use"},
    };
    char key[WYRM_NAME_TEXT_MAX + 2];
    size_t i = 0;
    snprintf(key, sizeof key, "_%s_", told->kind ? told->kind->name : "");
    while (!strstr(key, verbs[i].part))
        i++;
    wyrm_phrase_add(phrase, verbs[i].verb);
}

static void word_stat(const telling *told, wyrm_phrase *phrase)
{
    char name[WYRM_NAME_TEXT_MAX];
    wyrm_words_quantity(told->effect.stat ? told->effect.stat : "strength", name);
    wyrm_phrase_add(phrase, name);
}

/* "power: power +1" */
static void word_choice(const telling *told, wyrm_phrase *phrase)
{
    const wyrm_choice *choices;
    const size_t count = wyrm_growth_choices(told->engine->growth, &choices);
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
static const wyrm_game_monster *monster_of(const telling *told, uint32_t id)
{
    for (size_t i = 0; i < told->game->monster_count; i++)
        if (told->game->monsters[i].id == id)
            return &told->game->monsters[i];
    return NULL;
}

/* "an Orc", "a sleeping elite Orc" */
static void word_newcomer(const telling *told, wyrm_phrase *phrase)
{
    const wyrm_game_monster *monster = monster_of(told, told->event->whom);
    bool sleeps = monster && monster->body.turns[WYRM_ASLEEP] > 0;
    char name[WYRM_NAME_TEXT_MAX], named[WYRM_NAMED_TEXT_MAX];
    wyrm_words_monster(told->engine, told->event->monster, monster ? &monster->spawn : NULL, name);
    wyrm_words_a(sleeps ? "sleeping " : "", name, named);
    wyrm_phrase_add(phrase, named);
}

static void word_ending(const telling *told, wyrm_phrase *phrase)
{
    char name[WYRM_NAME_TEXT_MAX], named[WYRM_NAMED_TEXT_MAX];
    wyrm_words_monster(told->engine, told->event->monster, NULL, name);
    wyrm_name_a(name, named);
    wyrm_phrase_add(phrase, named);
}

/* ---- The table ---- */

#define ANY (-1)

/* The detail is a condition, a kind of attack or a kind of effect, by what the event is about. A
 * row without a form says that there is no message. */
typedef struct message_row {
    wyrm_event_kind kind;
    int detail;
    when *when;
    const char *form;
    word *word;
} message_row;

/* clang-format off */
#define ROW(event, detail, when, form, word)                                                       \
    {WYRM_EVENT_##event, detail, when_##when, form, word}
#define SAYS(event, when, form)            ROW(event, ANY, when, form, NULL)
#define FILLS(event, when, form, word)     ROW(event, ANY, when, form, word_##word)
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

/* ---- Sentences ---- */

typedef struct party {
    bool is_player;
    char name[WYRM_NAMED_TEXT_MAX]; /* "you", "the Orc", "something" */
} party;

/* The blanks being filled in. */
typedef struct sentence {
    party who, whom;
    char item[WYRM_NAMED_TEXT_MAX]; /* "the +4 club" */
    char word[WYRM_MESSAGE_TEXT_MAX];
    int64_t amount;
    const party *named; /* the creature that was last named */
} sentence;

/* Adds text[length]. */
static void add_piece(wyrm_phrase *phrase, const char *text, size_t length)
{
    char piece[WYRM_MESSAGE_TEXT_MAX];
    snprintf(piece, sizeof piece, "%.*s", (int)length, text);
    wyrm_phrase_add(phrase, piece);
}

static bool is_blank(const char *at, size_t length, const char *name)
{
    return strlen(name) == length && memcmp(at, name, length) == 0;
}

static void add_blank(sentence *of, wyrm_phrase *phrase, const char *at, size_t length)
{
    const char *middle = memchr(at, '|', length);
    char digits[32];
    if (middle) { /* "hit|hits" */
        bool by_amount = *at == '#';
        bool first = by_amount ? of->amount == 1 : of->named->is_player;
        const char *from = first ? at + by_amount : middle + 1;
        add_piece(phrase, from, (size_t)((first ? middle : at + length) - from));
    } else if (is_blank(at, length, "who") || is_blank(at, length, "whom")) {
        of->named = length == 3 ? &of->who : &of->whom;
        wyrm_phrase_add(phrase, of->named->name);
    } else if (is_blank(at, length, "item")) {
        wyrm_phrase_add(phrase, of->item);
    } else if (is_blank(at, length, "word")) {
        wyrm_phrase_add(phrase, of->word);
    } else {
        snprintf(digits, sizeof digits, "%" PRId64, of->amount);
        wyrm_phrase_add(phrase, digits);
    }
}

static void write_sentence(const char *form, sentence *of, char out[WYRM_MESSAGE_TEXT_MAX])
{
    wyrm_phrase phrase = {.out = out, .size = WYRM_MESSAGE_TEXT_MAX};
    of->named = of->whom.is_player ? &of->whom : &of->who;
    while (*form != '\0') {
        size_t plain = strcspn(form, "{");
        add_piece(&phrase, form, plain);
        form += plain;
        if (*form == '{') {
            size_t length = strcspn(form + 1, "}");
            add_blank(of, &phrase, form + 1, length);
            form += length + 2;
        }
    }
    wyrm_phrase_end(&phrase);
    wyrm_words_capital(out);
}

/* ---- Telling ---- */

static const message_row *row_of(const telling *told)
{
    const wyrm_event *event = told->event;
    const bool is_condition =
        event->kind == WYRM_EVENT_CONDITION || event->kind == WYRM_EVENT_CONDITION_ENDED;
    const int detail = event->kind == WYRM_EVENT_ATTACKED ? (int)event->attack
                       : is_condition                     ? (int)event->condition
                                                          : (int)told->effect.kind;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (rows[i].kind == event->kind && (rows[i].detail == ANY || rows[i].detail == detail) &&
            rows[i].when(told))
            return &rows[i];
    return NULL;
}

/* `monster` is its index in the roster. */
static party party_of(const telling *told, uint32_t id, int32_t monster)
{
    party made = {.is_player = id == 0};
    char name[WYRM_NAME_TEXT_MAX];
    if (made.is_player || !told->event->seen) {
        snprintf(made.name, sizeof made.name, "%s", made.is_player ? "you" : "something");
        return made;
    }
    const wyrm_game_monster *known = monster_of(told, id);
    wyrm_words_monster(told->engine, monster, known ? &known->spawn : NULL, name);
    wyrm_name_the(name, made.name);
    return made;
}

bool wyrm_event_text(const wyrm_engine *engine, const wyrm_game *game, const wyrm_event *event,
                     char out[WYRM_MESSAGE_TEXT_MAX])
{
    const wyrm_item_kind *kind = wyrm_words_kind(engine, event->item.kind);
    const telling told = {.engine = engine,
                          .game = game,
                          .event = event,
                          .kind = kind,
                          .effect = wyrm_item_effect(kind ? kind->record : NULL)};
    const bool has_who = event->who != WYRM_NOBODY, has_whom = event->whom != WYRM_NOBODY;
    /* Only what happens to creatures can be hidden from the player, and nothing that it does itself
     * or that happens to it. */
    const bool is_hidden =
        (has_who || has_whom) && !event->seen && event->who != 0 && event->whom != 0;
    const message_row *row = is_hidden ? NULL : row_of(&told);
    out[0] = '\0';
    if (!row || !row->form)
        return false;
    bool two_monsters = has_who && has_whom && event->who != 0 && event->whom != 0;
    sentence made = {.amount = event->amount,
                     .item = "something",
                     .who =
                         party_of(&told, event->who, two_monsters ? event->other : event->monster),
                     .whom = party_of(&told, event->whom, event->monster)};
    wyrm_phrase phrase = {.out = made.word, .size = sizeof made.word};
    if (kind) {
        char level[16];
        wyrm_words_level(engine, &event->item, level);
        wyrm_kind_called(engine, level, event->item.kind, made.item);
    }
    if (row->word)
        row->word(&told, &phrase);
    wyrm_phrase_end(&phrase);
    write_sentence(row->form, &made, out);
    return true;
}

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
