/* Records a game of the careful player: record_game RULESET TURNS FILE
 *
 * Tries the seeds from 1 on until a game lasts for so many turns, not most of them waited out, and
 * writes it up to there. This is how tests/golden/games are made (`make games`): anew where the
 * rules of play change on purpose. */
#include "careful.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <wyrm/replay.h>

enum { SEEDS = 1000, COMMANDS_MAX = 40000 };

static careful player;
static wyrm_game game;

static bool give_up(const char *what, const wyrm_error *error)
{
    fprintf(stderr, "record_game: %s: %s\n", what, error->message);
    exit(1);
}

/* One command, the first that is not refused; false where the game is over. */
static bool play_on(wyrm_replay *replay, wyrm_error *error)
{
    wyrm_command command;
    for (size_t idea = 0; careful_next(&player, &idea, &command); idea++) {
        wyrm_status status = wyrm_game_act(player.engine, &game, &command, NULL, error);
        if (status == WYRM_OK)
            return wyrm_replay_add(replay, &command, &game, error) == WYRM_OK ||
                   give_up("cannot record", error);
        if (status != WYRM_ERROR_ARGUMENT)
            give_up("cannot go on", error);
    }
    return false;
}

static size_t waits_of(const wyrm_replay *replay)
{
    size_t waits = 0;
    for (size_t i = 0; i < wyrm_replay_count(replay); i++)
        waits += wyrm_replay_at(replay, i)->command.kind == WYRM_DO_WAIT;
    return waits;
}

/* Plays a game from its seed; true where it lasted. */
static bool play(const char *ruleset, uint64_t seed, uint32_t turns, wyrm_replay **out,
                 wyrm_error *error)
{
    const wyrm_game_options options = {.seed = seed};
    if (wyrm_replay_new(wyrm_engine_design(player.engine), ruleset, "careful", &options, out,
                        error) != WYRM_OK ||
        wyrm_replay_begin(*out, player.engine, NULL, &game, error) != WYRM_OK)
        give_up("cannot begin", error);
    player.on_autopilot = false;
    player.waited = 0;
    player.depth = 0;
    for (int i = 0; i < COMMANDS_MAX && game.turn <= turns; i++)
        if (!play_on(*out, error))
            break;
    printf("%s: seed %llu: turn %u, depth %d, level %d, %u kills, phase %d\n", ruleset,
           (unsigned long long)seed, game.turn, game.difficulty.depth, game.experience.level,
           game.tally.kills, (int)game.phase);
    return game.turn > turns && 10 * waits_of(*out) <= 6 * wyrm_replay_count(*out);
}

static void write_file(const char *path, const wyrm_replay *replay, wyrm_error *error)
{
    char *text;
    size_t length;
    if (wyrm_replay_text(replay, &text, &length, error) != WYRM_OK)
        give_up("no text", error);
    FILE *file = fopen(path, "wb");
    bool written = file && fwrite(text, 1, length, file) == length;
    written = file && fclose(file) == 0 && written;
    wyrm_free(text);
    if (!written) {
        fprintf(stderr, "record_game: cannot write %s\n", path);
        exit(1);
    }
}

int main(int argc, char **argv)
{
    wyrm_design *design;
    wyrm_error error = {0};
    wyrm_replay *replay;
    if (argc != 4) {
        fprintf(stderr, "usage: record_game RULESET TURNS FILE\n");
        return 2;
    }
    if (wyrm_design_open(argv[1], &design, NULL) != WYRM_OK ||
        wyrm_engine_new(design, &player.engine, &error) != WYRM_OK)
        give_up(argv[1], &error);
    player.game = &game;
    uint64_t seed = 0;
    bool lasted = false;
    while (!lasted && seed++ < SEEDS) {
        lasted = play(argv[1], seed, (uint32_t)strtoul(argv[2], NULL, 10), &replay, &error);
        if (lasted)
            write_file(argv[3], replay, &error);
        wyrm_replay_free(replay);
    }
    wyrm_engine_free(player.engine);
    wyrm_design_free(design);
    return lasted ? 0 : 1;
}
