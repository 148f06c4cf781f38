/* Fuzz target: any bytes as a recording of the shipped tutorial. What reads must be written to a
 * text that reads to the same, and can be played until it differs; what does not must say where and
 * why.
 * */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <wyrm/replay.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define STEPS_PLAYED 100

static void demand(bool holds, const char *what)
{
    if (holds)
        return;
    fprintf(stderr, "replay_fuzz: %s\n", what);
    abort();
}

/* Made once: opening a design costs far more than one text. */
static wyrm_engine *engine(void)
{
    static wyrm_design *design = NULL;
    static wyrm_engine *made = NULL;
    if (!design)
        demand(wyrm_design_open("tutorial", &design, NULL) == WYRM_OK &&
                   wyrm_engine_new(design, &made, NULL) == WYRM_OK,
               "the tutorial does not open");
    return made;
}

static void read_back(const wyrm_replay *replay)
{
    wyrm_replay *again;
    char *first, *second;
    size_t length, length_again;
    bool cut = true;
    demand(wyrm_replay_text(replay, &first, &length, NULL) == WYRM_OK, "it cannot be written");
    demand(wyrm_replay_read("again", first, length, &again, &cut, NULL) == WYRM_OK && !cut,
           "what was written does not read");
    demand(wyrm_replay_text(again, &second, &length_again, NULL) == WYRM_OK,
           "it cannot be written again");
    demand(length == length_again && memcmp(first, second, length) == 0, "other bytes are written");
    wyrm_free(first);
    wyrm_free(second);
    wyrm_replay_free(again);
}

static void play(wyrm_replay *replay)
{
    wyrm_game *game = wyrm_game_new();
    wyrm_replay_verdict verdict;
    wyrm_replay_cut(replay, STEPS_PLAYED);
    demand(wyrm_replay_check(replay, engine(), game, &verdict, NULL) == WYRM_OK,
           "it cannot be played");
    demand(verdict.same == (verdict.why[0] == '\0'), "a difference without a reason");
    demand(!verdict.same || verdict.steps == wyrm_replay_count(replay),
           "the same, and not to the end");
    wyrm_game_free(game);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    wyrm_replay *replay = NULL;
    wyrm_error error = {.code = WYRM_OK};
    char text[2048];
    wyrm_status status = wyrm_replay_read("input", (const char *)data, size, &replay, NULL, &error);
    demand((status == WYRM_OK) == (replay != NULL), "status and recording disagree");
    if (status != WYRM_OK) {
        demand(error.message[0] != '\0', "a refused recording says nothing");
        demand(wyrm_error_format(&error, text, sizeof text) < sizeof text, "the error is too long");
        return 0;
    }
    read_back(replay);
    play(replay);
    wyrm_replay_free(replay);
    return 0;
}
