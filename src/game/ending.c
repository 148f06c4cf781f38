/* How a game ended. */
#include <wyrm/game_text.h>

#include <stdio.h>

#include "game/phrase.h"
#include "game/words.h"

static void add_victory(const wyrm_engine *engine, wyrm_phrase *phrase)
{
    char goal[WYRM_NAMED_TEXT_MAX];
    wyrm_name_the(wyrm_words_goal(engine), goal);
    wyrm_phrase_add(phrase, "won ");
    wyrm_phrase_add(phrase, goal);
}

void wyrm_ending_text(const wyrm_engine *engine, const wyrm_game *game,
                      char out[WYRM_MESSAGE_TEXT_MAX])
{
    static const char *const causes[] = {
        [WYRM_CAUSE_NONE] = "died of nothing that is known",
        [WYRM_CAUSE_MONSTER] = "killed by ",
        [WYRM_CAUSE_STARVED] = "starved",
        [WYRM_CAUSE_ITSELF] = "killed by its own doing",
    };
    wyrm_phrase phrase = {.out = out, .size = WYRM_MESSAGE_TEXT_MAX};
    char name[WYRM_NAME_TEXT_MAX], named[WYRM_NAMED_TEXT_MAX];
    if (game->phase == WYRM_PHASE_WON)
        add_victory(engine, &phrase);
    else if (game->phase != WYRM_PHASE_DEAD)
        wyrm_phrase_add(&phrase, "still alive");
    else
        wyrm_phrase_add(&phrase, causes[game->cause]);
    if (game->phase == WYRM_PHASE_DEAD && game->cause == WYRM_CAUSE_MONSTER) {
        wyrm_words_monster(engine, game->killer, NULL, name);
        wyrm_name_a(name, named);
        wyrm_phrase_add(&phrase, named);
    }
    wyrm_phrase_end(&phrase);
}
