/* Sentences with blanks: what stands in the tables of messages.
 *
 *   "{who} {hit|hits} {whom} for {amount}."
 *
 * {who}, {whom}, {item}, {word} and {amount} are filled in. {you|it} chooses by the creature that
 * was last named (before any is: {whom} where that is the player, else {who}): the first for the
 * player, else the second. {#one|many} chooses by the amount. The first letter of a sentence
 * becomes a capital.
 */
#ifndef WYRM_SRC_GAME_SENTENCE_H
#define WYRM_SRC_GAME_SENTENCE_H

#include <wyrm/game_text.h>

typedef struct wyrm_party {
    bool is_player;
    char name[WYRM_NAMED_TEXT_MAX]; /* "you", "the Orc", "something" */
} wyrm_party;

typedef struct wyrm_blanks {
    wyrm_party who, whom;
    char item[WYRM_NAMED_TEXT_MAX]; /* "the +4 club" */
    char word[WYRM_MESSAGE_TEXT_MAX];
    int64_t amount;
} wyrm_blanks;

void wyrm_sentence(const char *form, const wyrm_blanks *blanks, char out[WYRM_MESSAGE_TEXT_MAX]);

#endif
