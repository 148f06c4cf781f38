/* Recordings: what began a game, and a list of steps that grows. */
#include <wyrm/replay.h>

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/text.h"
#include "game/replay_internal.h"

wyrm_status wyrm_replay_new(const wyrm_replay_facts *facts, wyrm_replay **out, wyrm_error *error)
{
    *out = calloc(1, sizeof **out);
    if (!*out)
        return wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory");
    (*out)->facts = *facts;
    return WYRM_OK;
}

void wyrm_replay_free(wyrm_replay *replay)
{
    if (replay)
        free(replay->steps);
    free(replay);
}

wyrm_status wyrm_replay_append(wyrm_replay *replay, const wyrm_replay_step *step, wyrm_error *error)
{
    if (replay->count == replay->capacity) {
        size_t capacity = replay->capacity > 0 ? 2 * replay->capacity : 256;
        wyrm_replay_step *steps = realloc(replay->steps, capacity * sizeof *steps);
        if (!steps)
            return wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory");
        replay->steps = steps;
        replay->capacity = capacity;
    }
    replay->steps[replay->count++] = *step;
    return WYRM_OK;
}

wyrm_status wyrm_replay_add(wyrm_replay *replay, const wyrm_command *command, const wyrm_game *game,
                            wyrm_error *error)
{
    const wyrm_replay_step step = {*command, wyrm_game_checksum(game)};
    return wyrm_replay_append(replay, &step, error);
}

void wyrm_replay_cut(wyrm_replay *replay, size_t count)
{
    if (count < replay->count)
        replay->count = count;
}

const wyrm_replay_facts *wyrm_replay_facts_of(const wyrm_replay *replay)
{
    return &replay->facts;
}

size_t wyrm_replay_count(const wyrm_replay *replay)
{
    return replay->count;
}

const wyrm_replay_step *wyrm_replay_at(const wyrm_replay *replay, size_t index)
{
    return index < replay->count ? &replay->steps[index] : NULL;
}

/* ------------------------------------------------------------------ playing */

wyrm_status wyrm_replay_begin(const wyrm_replay *replay, wyrm_engine *engine,
                              const wyrm_listener *listener, wyrm_game *game, wyrm_error *error)
{
    const char *without[WYRM_REPLAY_WITHOUTS_MAX];
    for (size_t i = 0; i < replay->facts.without_count; i++)
        without[i] = replay->facts.without[i];
    const wyrm_game_options options = {.seed = replay->facts.seed,
                                       .run = replay->facts.run,
                                       .without = without,
                                       .without_count = replay->facts.without_count};
    return wyrm_game_start(engine, &options, listener, game, error);
}

static void say(wyrm_replay_verdict *out, const char *format, ...) WYRM_PRINTF(2, 3);

/* Why it is not the same, cut between characters. */
static void say(wyrm_replay_verdict *out, const char *format, ...)
{
    char why[2 * WYRM_ERROR_MESSAGE_MAX];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(why, sizeof why, format, arguments);
    va_end(arguments);
    wyrm_utf8_copy(out->why, sizeof out->why, why);
}

wyrm_status wyrm_replay_check(const wyrm_replay *replay, wyrm_engine *engine, wyrm_game *game,
                              wyrm_replay_verdict *out, wyrm_error *error)
{
    wyrm_error why = {.code = WYRM_OK};
    wyrm_status status = wyrm_replay_begin(replay, engine, NULL, game, &why);
    *out = (wyrm_replay_verdict){.same = status == WYRM_OK};
    if (status != WYRM_OK)
        say(out, "the game cannot begin: %s", why.message);
    for (size_t i = 0; out->same && i < replay->count; i++) {
        const wyrm_replay_step *step = &replay->steps[i];
        out->turn = game->turn;
        status = wyrm_game_act(engine, game, &step->command, NULL, &why);
        out->same = status == WYRM_OK && wyrm_game_checksum(game) == step->checksum;
        if (status != WYRM_OK)
            say(out, "command %zu (turn %u) cannot be done: %s", i + 1, (unsigned)out->turn,
                why.message);
        else if (!out->same)
            say(out, "command %zu (turn %u): the state differs", i + 1, (unsigned)out->turn);
        else
            out->steps = i + 1;
    }
    if (out->same)
        out->turn = game->turn;
    return status == WYRM_ERROR_MEMORY ? wyrm_fail(error, status, "%s", why.message) : WYRM_OK;
}
