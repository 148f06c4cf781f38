/* Fuzz target: any bytes as a save of the shipped tutorial, and any bytes behind a first line that
 * fits them. What loads must be sound, save again to the same bytes however often, and go on; what
 * does not must say why.
 * */
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#include <wyrm/save.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define ROOM ((size_t)1 << 20)

static void demand(bool holds, const char *what)
{
    if (holds)
        return;
    fprintf(stderr, "save_fuzz: %s\n", what);
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

static wyrm_status load(const char *text, size_t length, wyrm_game *game, wyrm_log *log,
                        wyrm_error *error)
{
    *error = (wyrm_error){.code = WYRM_OK};
    wyrm_status status = wyrm_save_load(engine(), "input", text, length, game, log, NULL, error);
    demand((status == WYRM_OK) == (error->message[0] == '\0'), "a refused save says nothing");
    return status;
}

/* Saves what was loaded and loads that: the same game, the same bytes. */
static void go_around(const wyrm_game *game, const wyrm_log *log)
{
    wyrm_game *again = wyrm_game_new();
    static wyrm_log log_again;
    wyrm_error error;
    char *first, *second;
    size_t length, length_again;
    demand(wyrm_save_text(engine(), game, log, "x", &first, &length, NULL) == WYRM_OK,
           "what was loaded cannot be saved");
    demand(load(first, length, again, &log_again, &error) == WYRM_OK, "what was saved cannot load");
    demand(wyrm_save_text(engine(), again, &log_again, "x", &second, &length_again, NULL) ==
               WYRM_OK,
           "what was loaded again cannot be saved");
    demand(wyrm_game_checksum(game) == wyrm_game_checksum(again), "another game is loaded");
    demand(length == length_again && memcmp(first, second, length) == 0, "other bytes are saved");
    wyrm_free(first);
    wyrm_free(second);
    wyrm_game_free(again);
}

/* A few turns, as far as they can be taken. */
static void go_on(wyrm_game *game)
{
    wyrm_error error;
    for (int32_t i = 0; i < 8; i++) {
        const wyrm_command commands[] = {{.kind = WYRM_DO_CHOOSE},
                                         {.kind = WYRM_DO_MOVE, .argument = i},
                                         {.kind = WYRM_DO_WAIT}};
        for (size_t k = 0; k < sizeof commands / sizeof *commands; k++)
            if (wyrm_game_act(engine(), game, &commands[k], NULL, &error) == WYRM_OK)
                demand(wyrm_game_is_sound(engine(), game, &error), error.message);
    }
}

static void try_text(const char *text, size_t length)
{
    wyrm_game *game = wyrm_game_new();
    static wyrm_log log;
    wyrm_error error;
    wyrm_save_facts facts;
    bool has_facts = wyrm_save_facts_of("input", text, length, &facts, NULL) == WYRM_OK;
    if (load(text, length, game, &log, &error) != WYRM_OK) {
        wyrm_game_free(game);
        return;
    }
    demand(has_facts, "a save that loads has no facts");
    demand(wyrm_game_is_sound(engine(), game, &error), error.message);
    go_around(game, &log);
    go_on(game);
    wyrm_game_free(game);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static char framed[ROOM];
    const char *bytes = (const char *)data;
    try_text(bytes, size);
    if (size + 64 > ROOM)
        return 0;
    int line = snprintf(framed, 64, "wyrm-save 1 %zu %016" PRIx64 "\n", size,
                        (uint64_t)XXH3_64bits(data, size));
    memcpy(framed + line, data, size);
    try_text(framed, (size_t)line + size);
    return 0;
}
