/* Events as messages: one table of sentences by kind of event. */
#include <wyrm/game_text.h>

#include <stdio.h>

#include "base/text.h"
#include "game/articles.h"
#include "game/pack.h"
#include "game/phrase.h"
#include "game/sentence.h"
#include "game/telling.h"
#include "game/words.h"

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

/* ------------------------------------------------------------------ the table */

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

/* ------------------------------------------------------------------ telling */

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
    const wyrm_game_monster *known = wyrm_told_monster(told, id);
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
