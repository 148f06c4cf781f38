/* Recorded games replay exactly: the same states after every command, on every build.
 *
 * tests/golden/games has a recording of at least 2,000 turns for every shipped ruleset, and some of
 * variants that get farther. They are made by tests/games/record_game.c; `make games` makes them
 * anew, which is right only after an intended change of rules of play or a ruleset. */
#include "played.h"

#include <wyrm/replay.h>

/* The kinds of commands and events found in all recordings together. */
#ifndef GOLDEN_DIR /* where the text alone is checked */
#define GOLDEN_DIR ""
#endif

static bool commands_seen[WYRM_COMMAND_COUNT], events_seen[WYRM_EVENT_COUNT];

static wyrm_replay *read_replay(const char *name)
{
    char path[512];
    wyrm_replay *replay = NULL;
    size_t kept;
    snprintf(path, sizeof path, GOLDEN_DIR "/games/%s.replay", name);
    char *text = read_file(path);
    assert_works(wyrm_replay_read(path, text, strlen(text), &replay, &kept, &last_error));
    assert_int_equal(kept, strlen(text));
    free(text);
    return replay;
}

static void mix_text(uint64_t *digest, const char *text)
{
    for (; *text != '\0'; text++)
        mix_digest(digest, (unsigned char)*text);
}

/* A digest of every field of every event, and its message. */
typedef struct hearing {
    const wyrm_engine *engine;
    uint64_t digest;
} hearing;

static void hear(const wyrm_game *game, const wyrm_event *event, void *context)
{
    hearing *to = context;
    char text[WYRM_MESSAGE_TEXT_MAX];
    const int64_t fields[] = {event->kind,      event->who,       event->whom, event->monster,
                              event->other,     event->amount,    event->seen, event->by_pity,
                              event->item.kind, event->at.x,      event->at.y, event->condition,
                              event->attack,    event->item.level};
    events_seen[event->kind] = true;
    for (size_t i = 0; i < LENGTH_OF(fields); i++)
        mix_digest(&to->digest, (uint64_t)fields[i]);
    if (wyrm_event_text(to->engine, game, event, text))
        mix_text(&to->digest, text);
}

static void mix_last_page(arena *a, uint64_t *digest)
{
    char *text;
    assert_ok(wyrm_game_dump(a->engine, a->game, NULL, &text, &a->error), &a->error);
    mix_text(digest, text);
    wyrm_free(text);
}

/* Plays it without the checksums, with a listener, looking at the state now and then. */
static void play_and_listen(const wyrm_replay *replay, arena *a, const char *name, uint64_t digest)
{
    hearing heard = {a->engine, DIGEST_OF_NOTHING};
    const wyrm_listener listener = {hear, &heard};
    assert_ok(wyrm_replay_begin(replay, a->engine, &listener, a->game, &a->error), &a->error);
    for (size_t i = 0; i < wyrm_replay_count(replay); i++) {
        const wyrm_replay_step *step = wyrm_replay_at(replay, i);
        commands_seen[step->command.kind] = true;
        assert_ok(wyrm_game_act(a->engine, a->game, &step->command, &listener, &a->error),
                  &a->error);
        if (wyrm_game_checksum(a->game) != step->checksum)
            fail_msg("%s: the state after command %zu is another where somebody listens", name, i);
        if (i % 16 == 0)
            assert_sound(a);
        if (i % 128 == 0)
            mix_last_page(a, &heard.digest);
    }
    if (heard.digest != digest)
        fail_msg("%s: other events or messages, 0x%llx", name, (unsigned long long)heard.digest);
}

static void check_recording(const char *name, const char *ruleset, uint64_t digest)
{
    wyrm_replay *replay = read_replay(name);
    wyrm_replay_verdict verdict;
    OWNED_ERRORS *errors = fresh_errors();
    OWNED_ARENA *a = zeroed(1, sizeof *a);
    a->game = calloc(1, sizeof *a->game);
    assert_non_null(a->game);
    if (wyrm_design_open(ruleset, &a->design, errors) != WYRM_OK)
        print_errors(errors);
    assert_non_null(a->design);
    assert_ok(wyrm_engine_new(a->design, &a->engine, &a->error), &a->error);
    assert_ok(wyrm_replay_check(replay, a->engine, NULL, a->game, &verdict, &a->error), &a->error);
    if (!verdict.same)
        fail_msg("%s: %s (`make games` where the rules of play have changed on purpose)", name,
                 verdict.why);
    assert_int_equal(verdict.steps, wyrm_replay_count(replay));
    assert_true(a->game->turn >= 2000);
    play_and_listen(replay, a, name, digest);
    assert_true(a->game->turn >= 2000);
    wyrm_replay_free(replay);
}

/* Includes the digest of the events. */
TEST(every_shipped_ruleset_is_played_as_recorded)
{
    check_recording("ruggrogue", "ruggrogue", UINT64_C(0xdcefec32791572b));
    check_recording("yarl", "yarl", UINT64_C(0x743428c994ce1650));
    check_recording("tutorial", "tutorial", UINT64_C(0x3cc6d47d7634eb51));
    check_recording("tutorial-before", "tutorial-before", UINT64_C(0x9ee5633dc616f817));
    check_recording("bob-and-trev", "bob-and-trev", UINT64_C(0x8a2d54609b63eba9));
}

TEST(variants_are_played_as_recorded)
{
    check_recording("yarl-strong", GOLDEN_DIR "/games/yarl-strong.yaml",
                    UINT64_C(0xaea105c1ea539b6f));
    check_recording("ruggrogue-short", GOLDEN_DIR "/games/ruggrogue-short.yaml",
                    UINT64_C(0x888cd1ff2b9b962e));
}

/* The recordings cover most kinds of commands and events; those from WYRM_EVENT_STATUS on belong to
 * rules that no shipped ruleset has. Runs last. */
TEST(recordings_show_most_of_the_game)
{
    static const wyrm_event_kind rare[] = {WYRM_EVENT_LOST, WYRM_EVENT_STARVING,
                                           WYRM_EVENT_NO_EFFECT, WYRM_EVENT_GOAL_PLACED};
    for (int kind = 0; kind < WYRM_COMMAND_COUNT; kind++)
        if (!commands_seen[kind] && kind != WYRM_DO_TAKE_OFF && kind < WYRM_DO_BUY) /* no shops */
            fail_msg("no recording has a command of kind %d", kind);
    for (int kind = 0; kind < WYRM_EVENT_STATUS; kind++) {
        bool is_rare = false;
        for (size_t i = 0; i < LENGTH_OF(rare); i++)
            is_rare |= (int)rare[i] == kind;
        if (!events_seen[kind] && !is_rare)
            fail_msg("no recording has an event of kind %d", kind);
    }
}
