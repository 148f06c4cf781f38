/* Fuzz target: any bytes as a recording of the shipped tutorial. What reads must be written to a
 * text that reads to the same, and can be played until it differs; what does not must say where and
 * why.
 * */
#define _GNU_SOURCE 1

#include "fuzz.h"
#include <inttypes.h>
#include <stdio.h>
#include <xxhash.h>

#include <wyrm/replay.h>

#define STEPS_PLAYED 100
#define MENDED_MAX   512 /* bytes: it takes a thousand times as long as reading */

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
    size_t length, length_again, kept = 0;
    demand(wyrm_replay_text(replay, &first, &length, NULL) == WYRM_OK, "it cannot be written");
    demand(wyrm_replay_read("again", first, length, &again, &kept, NULL) == WYRM_OK &&
               kept == length,
           "what was written does not read");
    demand(wyrm_replay_text(again, &second, &length_again, NULL) == WYRM_OK,
           "it cannot be written again");
    demand(length == length_again && memcmp(first, second, length) == 0, "other bytes are written");
    wyrm_free(first);
    wyrm_free(second);
    wyrm_replay_free(again);
}

/* The same with a line behind it that says that the game was left. */
static void leave(const wyrm_replay *replay)
{
    wyrm_replay *again;
    char *text;
    size_t length, kept = 0;
    demand(wyrm_replay_text(replay, &text, &length, NULL) == WYRM_OK, "it cannot be written");
    char *left = realloc(text, length + WYRM_REPLAY_LINE_MAX);
    demand(left != NULL, "out of memory");
    length += wyrm_replay_leaving_line(replay, left + length);
    demand(wyrm_replay_read("left", left, length, &again, &kept, NULL) == WYRM_OK &&
               kept == length && wyrm_replay_was_left(again) &&
               wyrm_replay_count(again) == wyrm_replay_count(replay),
           "what was left does not read");
    free(left);
    wyrm_replay_free(again);
}

/* What is put right reads as far as before, or farther. */
static void mend(const wyrm_replay *replay, const char *text, size_t length, size_t kept)
{
    size_t count, kept_then = 0;
    wyrm_replay *again = NULL;
    wyrm_game *game = wyrm_game_new();
    char *copy = malloc(length + 1);
    demand(game != NULL && copy != NULL, "out of memory");
    memcpy(copy, text, length);
    if (wyrm_replay_mend(replay, copy, length, engine(), game, &count, NULL) == WYRM_OK &&
        count > 0) {
        wyrm_status status = wyrm_replay_read("mended", copy, length, &again, &kept_then, NULL);
        demand(status == WYRM_OK || kept_then > 0, "what began the game was altered");
        demand(kept_then >= kept, "less was understood than before");
    }
    wyrm_replay_free(again);
    wyrm_game_free(game);
    free(copy);
}

static void play(wyrm_replay *replay)
{
    wyrm_game *game = wyrm_game_new();
    wyrm_replay_verdict verdict;
    demand(game != NULL, "out of memory");
    wyrm_replay_cut(replay, STEPS_PLAYED);
    demand(wyrm_replay_check(replay, engine(), NULL, game, &verdict, NULL) == WYRM_OK,
           "it cannot be played");
    demand(verdict.same == (verdict.why[0] == '\0'), "a difference without a reason");
    demand(!verdict.same || verdict.steps == wyrm_replay_count(replay),
           "the same, and not to the end");
    wyrm_game_free(game);
}

static void try(const char *text, size_t length)
{
    wyrm_replay *replay = NULL;
    wyrm_design *design = NULL;
    wyrm_error error = {.code = WYRM_OK};
    char told[2048];
    size_t kept = 0;
    wyrm_status status = wyrm_replay_read("input", text, length, &replay, &kept, &error);
    demand((status == WYRM_OK) == (replay != NULL), "status and recording disagree");
    demand(kept <= length, "more was understood than there is");
    if (status != WYRM_OK) {
        demand(error.message[0] != '\0', "a refused recording says nothing");
        demand(wyrm_error_format(&error, told, sizeof told) < sizeof told, "the error is too long");
        demand(kept == 0 || wyrm_replay_read("input", text, kept, &replay, NULL, NULL) == WYRM_OK,
               "what was understood does not read");
    }
    if (replay) {
        read_back(replay);
        leave(replay);
        if (length <= MENDED_MAX)
            mend(replay, text, length, kept);
        play(replay);
        demand((wyrm_replay_open(replay, &design, NULL) == WYRM_OK) == (design != NULL),
               "status and design disagree");
    }
    wyrm_design_free(design);
    wyrm_replay_free(replay);
}

/* The bytes as they are, and with the checksum that they should have: nobody finds that by chance.
 */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char begun[] = "\nbegun ";
    char *text = malloc(size + 1), digits[17];
    demand(text != NULL, "out of memory");
    memcpy(text, data, size);
    text[size] = '\0';
    try(text, size);
    char *found = memmem(text, size, begun, strlen(begun));
    if (found && (size_t)(text + size - found) > strlen(begun) + 16) {
        snprintf(digits, sizeof digits, "%016" PRIx64,
                 (uint64_t)XXH3_64bits(text, (size_t)(found + 1 - text)));
        memcpy(found + strlen(begun), digits, 16);
        try(text, size);
    }
    free(text);
    return 0;
}
