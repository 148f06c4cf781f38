/* Requesting runs from a game.
 *
 * The game and this session are two programs connected by pipes, and each time one waits for the
 * other costs more than most answers. So several requests are pending at once, as many as surely
 * fit into a pipe, written together; all available answers are read together and split into lines
 * in place.
 *
 * Answers come in the order of the requests. An answer that is missing or invalid is the failure of
 * the run that was next; the runs behind it are requested again. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include "protocol/internal.h"

#define WINDOW_RUNS  128   /* limit of pending requests */
#define WINDOW_BYTES 49152 /* limit of their bytes: less than a pipe holds */
#define NUMBERS_MAX  100   /* bytes of a request besides its tail, at most */
#define STARTS_MAX   3     /* consecutive failed starts after which asking is given up */

/* ---- sessions ---- */

uint64_t wyrm_external_seed(uint64_t seed, uint64_t run)
{
    return (((seed - 1) & WYRM_EXTERNAL_SEED_MAX) << 32) + run;
}

const char *wyrm_external_agent(const wyrm_external *game, const wyrm_external_ask_options *options)
{
    const wyrm_external_hello *hello = game->hello;
    const char *asked = options != NULL ? options->agent : NULL;
    if (hello == NULL)
        return NULL;
    const wyrm_value *agents = wyrm_ruleset_find(game->file, "engine.agents");
    if (asked == NULL && wyrm_value_count(agents) > 0)
        asked = wyrm_value_text(wyrm_value_item(agents, 0));
    for (size_t i = 0; i < hello->agent_count; i++)
        if (asked == NULL || strcmp(hello->agents[i], asked) == 0)
            return hello->agents[i];
    return NULL;
}

const char *wyrm_external_player(const wyrm_external *game, size_t index)
{
    const wyrm_external_hello *hello = game->hello;
    const wyrm_value *agents = wyrm_ruleset_find(game->file, "engine.agents");
    if (wyrm_value_count(agents) > 0)
        return index < wyrm_value_count(agents) ? wyrm_value_text(wyrm_value_item(agents, index))
                                                : NULL;
    return hello != NULL && hello->by_skill && index < hello->agent_count ? hello->agents[index]
                                                                          : NULL;
}

/* Stores a setting, given as text, in settings[] at its parameter, as JSON. The job ends if there
 * is no such parameter or the value is invalid. */
static void set_one(base_arena *arena, const wyrm_external_hello *hello, const char *key,
                    size_t length, const char *text, const char **settings)
{
    for (size_t i = 0; i < hello->parameter_count; i++) {
        const wyrm_external_parameter *parameter = &hello->parameters[i];
        if (strlen(parameter->key) != length || strncmp(parameter->key, key, length) != 0)
            continue;
        settings[i] = ext_setting(arena, parameter, text, &arena->error);
        if (settings[i] == NULL)
            base_fail(arena, WYRM_ERROR_RANGE);
        return;
    }
    const char **names = base_array(arena, const char *, hello->parameter_count);
    char *name = ext_clean(arena, key, length, false);
    for (size_t i = 0; i < hello->parameter_count; i++)
        names[i] = hello->parameters[i].key;
    wyrm_fail(&arena->error, WYRM_ERROR_UNKNOWN, "%s has no parameter '%.80s'", hello->name, name);
    wyrm_suggest(&arena->error, name, names, hello->parameter_count);
    base_fail(arena, WYRM_ERROR_UNKNOWN);
}

static const char **read_settings(base_arena *arena, const wyrm_external *game,
                                  const wyrm_external_ask_options *options)
{
    const wyrm_external_hello *hello = game->hello;
    const wyrm_value *set = wyrm_ruleset_find(game->file, "engine.set");
    const char **settings = base_array(arena, const char *, hello->parameter_count);
    for (size_t i = 0; i < wyrm_value_count(set); i++) {
        const char *key = wyrm_value_key(set, i);
        set_one(arena, hello, key, strlen(key), wyrm_value_text(wyrm_value_item(set, i)), settings);
    }
    for (size_t i = 0; options != NULL && i < options->set_count; i++) {
        const char *equals = strchr(options->set[i], '=');
        if (equals == NULL)
            base_refuse(arena, WYRM_ERROR_ARGUMENT, "'%.80s' sets nothing: KEY=VALUE",
                        options->set[i]);
        set_one(arena, hello, options->set[i], (size_t)(equals - options->set[i]), equals + 1,
                settings);
    }
    return settings;
}

ext_request ext_request_of(base_arena *arena, const wyrm_external *game,
                           const wyrm_external_ask_options *options)
{
    const wyrm_external_hello *hello = game->hello;
    if (hello == NULL)
        base_refuse(arena, WYRM_ERROR_ARGUMENT, "the game has not been met");
    if (options != NULL && options->seed > WYRM_EXTERNAL_SEED_MAX)
        base_refuse(arena, WYRM_ERROR_RANGE, "seeds of a game of your own are from 0 to %llu",
                    (unsigned long long)WYRM_EXTERNAL_SEED_MAX);
    const char *agent = wyrm_external_agent(game, options);
    if (agent == NULL) {
        wyrm_fail(&arena->error, WYRM_ERROR_UNKNOWN, "%s has no agent '%.80s'", hello->name,
                  options != NULL && options->agent != NULL ? options->agent : "");
        wyrm_suggest(&arena->error, options != NULL ? options->agent : "", hello->agents,
                     hello->agent_count);
        base_fail(arena, WYRM_ERROR_UNKNOWN);
    }
    return (ext_request){.seed = options != NULL ? options->seed : 1,
                         .agent = agent,
                         .settings = read_settings(arena, game, options),
                         .steps =
                             options != NULL && options->steps != 0 ? options->steps : game->steps};
}

/* A session being made. */
typedef struct opening {
    wyrm_external_session *session;
    const wyrm_external_ask_options *options;
} opening;

/* Writes the part that all requests of the session end with, and sizes the window by it. */
static void write_tail(base_arena *arena, wyrm_external_session *s, const char *agent,
                       const char *const *settings, uint64_t steps)
{
    const wyrm_external_hello *hello = s->game->hello;
    base_buffer text = {0};
    base_json json = {.text = &text, .digits = 17};
    bool any = false;
    base_buffer_append(&text, ", \"agent\": ");
    base_put_text(&json, NULL, agent);
    for (size_t i = 0; i < hello->parameter_count; i++) {
        if (settings[i] == NULL)
            continue;
        base_buffer_appendf(&text, "%s\"%s\": %s", any ? ", " : ", \"set\": {",
                            hello->parameters[i].key, settings[i]);
        any = true;
    }
    base_buffer_append(&text, any ? "}" : "");
    if (steps != 0)
        base_buffer_appendf(&text, ", \"limit\": %" PRIu64, steps);
    base_buffer_append(&text, "}\n");
    s->tail = base_buffer_keep(&text, arena);
    s->request_max = strlen(s->tail) + NUMBERS_MAX;
    if (s->request_max > WYRM_EXTERNAL_LINE_MAX)
        base_refuse(arena, WYRM_ERROR_RANGE, "what is set makes requests of more than %zu bytes",
                    WYRM_EXTERNAL_LINE_MAX);
    s->window = WINDOW_BYTES / s->request_max;
    s->window = s->window < 1 ? 1 : s->window > WINDOW_RUNS ? WINDOW_RUNS : s->window;
}

static void open_session(base_arena *arena, void *context)
{
    opening *open = context;
    wyrm_external_session *s = open->session;
    ext_request request = ext_request_of(arena, s->game, open->options);
    s->seed = request.seed;
    s->values = base_array(arena, wyrm_external_value, s->game->hello->metric_count);
    write_tail(arena, s, request.agent, request.settings, request.steps);
    ext_session_make(arena, s);
}

wyrm_status wyrm_external_session_new(const wyrm_external *game,
                                      const wyrm_external_ask_options *options,
                                      wyrm_external_session **out, wyrm_error *error)
{
    opening open = {ext_session_new(game), options};
    *out = NULL;
    if (open.session == NULL)
        return wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory");
    base_arena *arena = &open.session->arena;
    wyrm_status status = base_told(arena, base_run(arena, open_session, &open), error);
    if (status != WYRM_OK) {
        wyrm_external_session_free(open.session);
        return status;
    }
    *out = open.session;
    return WYRM_OK;
}

void wyrm_external_session_free(wyrm_external_session *session)
{
    if (session == NULL)
        return;
    ext_end(session, false);
    if (session->timer >= 0)
        close(session->timer);
    wyrm_free(session->in);
    base_release(&session->answer);
    base_release(&session->arena);
    wyrm_free(session);
}

/* ---- requesting runs ---- */

/* A batch in progress: runs before `done` were delivered, runs before `sent` requested. */
typedef struct asking {
    wyrm_external_session *session;
    const wyrm_external_batch *batch;
    size_t done, sent;
} asking;

static void send_requests(asking *ask)
{
    wyrm_external_session *s = ask->session;
    const wyrm_external_batch *batch = ask->batch;
    if (ask->sent - ask->done > s->window / 2)
        return;
    memmove(s->out, s->out + s->out_first, s->out_end - s->out_first);
    s->out_end -= s->out_first;
    s->out_first = 0;
    for (; ask->sent < batch->count && ask->sent - ask->done < s->window; ask->sent++) {
        uint64_t run = batch->runs[ask->sent];
        s->out_end +=
            (size_t)snprintf(s->out + s->out_end, s->out_room - s->out_end,
                             "{\"do\": \"run\", \"run\": %" PRIu64 ", \"seed\": %" PRIu64 "%s", run,
                             wyrm_external_seed(s->seed, run), s->tail);
    }
}

/* Delivers the next run and advances to the one after it. */
static void take_run(base_arena *arena, asking *ask, wyrm_external_run *run, const ext_wrong *wrong)
{
    wyrm_external_session *s = ask->session;
    if (wrong->failure != WYRM_EXTERNAL_NO_FAILURE) {
        run->end = WYRM_EXTERNAL_FAILED;
        run->outcome = "failed";
        run->cause = "";
        run->stage = 0;
        run->failure = wrong->failure;
        run->why = wrong->why;
        run->log = ext_log_of(arena, s);
        if (s->game->hello->metric_count > 0)
            memset(s->values, 0, s->game->hello->metric_count * sizeof *s->values);
    }
    run->values = s->values;
    ask->done++;
    base_must(arena, ask->batch->take(run, ask->batch->context, &arena->error));
}

/* Starts the game. A failed start fails the next run; STARTS_MAX of them in a row end the job. */
static bool start_for(base_arena *arena, asking *ask, ext_wrong *wrong)
{
    wyrm_external_session *s = ask->session;
    ext_stopping stopper = {ask->batch->stop, ask->batch->context};
    wyrm_external_hello *hello = base_new(arena, wyrm_external_hello);
    ask->sent = ask->done;
    if (ext_start(arena, s, &stopper, hello, NULL, wrong)) {
        s->seconds = s->game->seconds;
        return true;
    }
    wrong->failure = WYRM_EXTERNAL_NO_START;
    if (++s->failed_starts < STARTS_MAX)
        return false;
    s->failed_starts = 0;
    base_refuse(arena, WYRM_ERROR_IO, "the game does not start: %s%s", wrong->why,
                ext_last_words(arena, ext_log_of(arena, s), 80));
}

/* Reads the next answer. After an invalid value the game is still in step with us; after any other
 * error it is started again. */
static void read_run(base_arena *arena, asking *ask, wyrm_external_run *run, ext_wrong *wrong)
{
    wyrm_external_session *s = ask->session;
    ext_stopping stopper = {ask->batch->stop, ask->batch->context};
    const char *line;
    size_t length;
    ext_event what = ext_next_line(arena, s, &stopper, &line, &length);
    if (what != EXT_LINE) {
        ext_give_up(s, what, "answered", wrong);
        return;
    }
    ext_question question = {.what = "run",
                             .number = run->run,
                             .answered_before = s->answered_before,
                             .before = s->before,
                             .hello = s->game->hello};
    ext_reply reply = {.run = run, .values = s->values};
    wyrm_status status = ext_reply_read(arena, line, length, &question, &reply, wrong);
    if (status == WYRM_ERROR_MEMORY)
        base_fail(arena, status);
    if (wrong->failure == WYRM_EXTERNAL_NO_PROTOCOL || wrong->failure == WYRM_EXTERNAL_WRONG_RUN)
        ext_end(s, true);
    s->answered_before = true;
    s->before = run->run;
}

/* Requests what fits, and delivers one run. */
static void ask_next(base_arena *arena, void *context)
{
    asking *ask = context;
    wyrm_external_session *s = ask->session;
    uint64_t number = ask->batch->runs[ask->done];
    wyrm_external_run run = {.run = number,
                             .seed = wyrm_external_seed(s->seed, number),
                             .cause = "",
                             .why = "",
                             .log = ""};
    ext_wrong wrong = {0};
    if (s->running || start_for(arena, ask, &wrong)) {
        send_requests(ask);
        read_run(arena, ask, &run, &wrong);
    }
    if (!s->running)
        ask->sent = ask->done + 1;
    take_run(arena, ask, &run, &wrong);
}

wyrm_status wyrm_external_ask(wyrm_external_session *session, const wyrm_external_batch *batch,
                              wyrm_error *error)
{
    asking ask = {.session = session, .batch = batch};
    wyrm_status status = WYRM_OK;
    while (status == WYRM_OK && ask.done < batch->count) {
        base_arena *arena = &session->answer;
        status = base_told(arena, base_run(arena, ask_next, &ask), error);
        base_release(arena);
    }
    /* Answers to pending requests would be taken for others later. */
    if (session->running && ask.sent > ask.done)
        ext_end(session, true);
    return status;
}
