/* Single questions: draws, fights and replays, one at a time, each answered before the next.
 *
 * Runs are asked for many at once, since their answers are short and their number is large
 * (session.c). One of these questions stands for a whole sample, a thousand attacks in a request,
 * so waiting for it costs nothing that counts. They use the same process as runs do, with the same
 * limits; only a replay may take as long as it likes, for a person is watching. A question that
 * fails ends the process: what it still prints must not be taken for the next answer. */
#include <inttypes.h>
#include <string.h>
#include "protocol/internal.h"

#define DRAWS_MAX    1000000000000 /* in one request */
#define REPLAY_STOPS 0             /* seconds of a replay: a person is watching */

/* What is asked besides runs. */
typedef struct asked {
    wyrm_external_session *session;
    unsigned ability;
    const char *what; /* "draw", "fight", "replay" */
    uint64_t number;
    const char *attacker, *defender;
    uint64_t count;
    wyrm_external_draws *draws;
    wyrm_external_fights *fights;
    wyrm_status (*show)(const char *frame, void *context, wyrm_error *error);
    void *context;
} asked;

static char *write_question(base_arena *arena, const asked *of)
{
    wyrm_text text = {0};
    base_json json = {.text = &text, .digits = 17};
    if (of->show != NULL) {
        wyrm_text_appendf(
            &text, "{\"do\": \"replay\", \"run\": %" PRIu64 ", \"seed\": %" PRIu64 "%s", of->number,
            wyrm_external_seed(of->session->seed, of->number), of->session->tail);
    } else {
        base_putf(&json, "{do:%s %s:%llu seed:%llu attacker:%s defender:%s count:%llu", of->what,
                  of->what, (unsigned long long)of->number,
                  (unsigned long long)wyrm_external_seed(of->session->seed, of->number),
                  of->attacker, of->defender, (unsigned long long)of->count);
        base_put_end(&json);
        wyrm_text_append_char(&text, '\n');
    }
    return wyrm_text_keep(&text, arena);
}

static void read_reply(base_arena *arena, const asked *of, const char *line, size_t length,
                       ext_wrong *wrong)
{
    ext_question question = {
        .what = of->show != NULL ? "run" : of->what, .number = of->number, .count = of->count};
    ext_reply reply;
    if (ext_reply_read(arena, line, length, &question, &reply, wrong) == WYRM_ERROR_MEMORY)
        base_fail(arena, WYRM_ERROR_MEMORY);
    if (wrong->failure != WYRM_EXTERNAL_NO_FAILURE)
        return;
    if (of->draws != NULL)
        *of->draws = reply.draws;
    if (of->fights != NULL)
        *of->fights = reply.fights;
    for (size_t i = 0; i < reply.frame_count; i++)
        base_must(arena, of->show(reply.frames[i], of->context, &arena->error));
}

static void ask_one(base_arena *arena, void *context)
{
    const asked *of = context;
    wyrm_external_session *s = of->session;
    const wyrm_external_hello *game = s->game->hello;
    ext_stopping never = {NULL, NULL};
    wyrm_external_hello *hello = base_new(arena, wyrm_external_hello);
    const char *line;
    size_t length;
    ext_wrong wrong = {0};
    if ((game->can & of->ability) == 0)
        base_refuse(arena, WYRM_ERROR_ARGUMENT, "%s does not say that it can '%s'", game->name,
                    of->what);
    if (of->count > DRAWS_MAX)
        base_refuse(arena, WYRM_ERROR_ARGUMENT, "more than %lld at once", (long long)DRAWS_MAX);
    char *request = write_question(arena, of);
    size_t size = strlen(request);
    if (ext_start(arena, s, &never, hello, NULL, &wrong)) {
        char *out = s->out;
        size_t room = s->out_room;
        s->seconds = of->show != NULL ? REPLAY_STOPS : s->game->seconds;
        s->out = request;
        s->out_room = s->out_end = size;
        s->out_first = 0;
        ext_event what = ext_next_line(arena, s, &never, &line, &length);
        s->out = out;
        s->out_room = room;
        s->out_first = s->out_end = 0;
        if (what != EXT_LINE)
            ext_give_up(s, what, "answered", &wrong);
        else
            read_reply(arena, of, line, length, &wrong);
    }
    if (wrong.failure == WYRM_EXTERNAL_NO_FAILURE)
        return;
    ext_end(s, true);
    base_refuse(arena, WYRM_ERROR_IO, "%s", wrong.why);
}

static wyrm_status answer_one(asked *of, wyrm_error *error)
{
    wyrm_external_session *s = of->session;
    base_release(&s->answer);
    wyrm_status status = base_told(&s->answer, base_run(&s->answer, ask_one, of), error);
    s->seconds = s->game->seconds;
    return status;
}

wyrm_status wyrm_external_draw(wyrm_external_session *session, const char *attacker,
                               const char *defender, uint64_t count, wyrm_external_draws *out,
                               wyrm_error *error)
{
    asked of = {session,  WYRM_EXTERNAL_CAN_DRAW,
                "draw",   session->questions++,
                attacker, defender,
                count,    .draws = out};
    return answer_one(&of, error);
}

wyrm_status wyrm_external_fight(wyrm_external_session *session, const char *attacker,
                                const char *defender, uint64_t count, wyrm_external_fights *out,
                                wyrm_error *error)
{
    asked of = {session,  WYRM_EXTERNAL_CAN_FIGHT,
                "fight",  session->questions++,
                attacker, defender,
                count,    .fights = out};
    return answer_one(&of, error);
}

wyrm_status wyrm_external_replay(wyrm_external_session *session, uint64_t run,
                                 wyrm_status (*show)(const char *frame, void *context,
                                                     wyrm_error *error),
                                 void *context, wyrm_error *error)
{
    asked of = {.session = session,
                .ability = WYRM_EXTERNAL_CAN_REPLAY,
                .what = "replay",
                .number = run,
                .show = show,
                .context = context};
    return answer_one(&of, error);
}
