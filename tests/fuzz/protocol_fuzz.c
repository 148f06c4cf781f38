/* Fuzz target: what a game prints. The first line as its hello, each further one as the answer to a
 * run, a draw, a fight and a replay. What reads holds nothing that steers a terminal, and no number
 * that the protocol does not allow; a hello that reads is written and read to the same; what does
 * not read says why. */
#include "fuzz.h"
#include "protocol/internal.h"

/* Either it reads, or there is a sentence. */
static bool has_read(wyrm_status status, const ext_wrong *wrong)
{
    demand(status == WYRM_OK || status == WYRM_ERROR_SYNTAX, "another status");
    demand((status == WYRM_OK) == (wrong->failure == WYRM_EXTERNAL_NO_FAILURE), "no failure");
    demand_tame(wrong->why, WYRM_ERROR_MESSAGE_MAX);
    return status == WYRM_OK;
}

static void try_answer(const char *line, size_t length, const wyrm_external_hello *hello)
{
    base_arena arena = {0};
    ext_question question = {.what = "run", .number = 17, .count = 100, .hello = hello};
    wyrm_external_value values[WYRM_EXTERNAL_METRICS_MAX];
    wyrm_external_run run = {.run = 17, .seed = 17, .values = values};
    ext_reply reply = {.run = &run, .values = values};
    ext_wrong wrong;
    if (has_read(ext_reply_read(&arena, line, length, &question, &reply, &wrong), &wrong))
        demand_run(hello, &run);
    question.hello = NULL;
    for (size_t i = 0; i < 3; i++) {
        question.what = i == 0 ? "run" : i == 1 ? "draw" : "fight";
        if (!has_read(ext_reply_read(&arena, line, length, &question, &reply, &wrong), &wrong))
            continue;
        for (size_t k = 1; k < reply.draws.damage.count; k++)
            demand(reply.draws.damage.values[k - 1] < reply.draws.damage.values[k], "disorder");
        const wyrm_external_fights *fights = &reply.fights;
        demand(i != 2 || fights->won + fights->lost + fights->neither == 100, "too many fights");
    }
    base_release(&arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char fallback[] =
        "{\"hello\":{\"name\":\"x\",\"metrics\":[{\"name\":\"a\",\"kind\":\"amount\"},{\"name\":"
        "\"c\",\"kind\":\"category\"},{\"name\":\"s\",\"kind\":\"share\"},{\"name\":\"n\","
        "\"kind\":\"number\"},{\"name\":\"b\",\"kind\":\"by stage\"}]}}";
    base_arena arena = {0};
    wyrm_external_hello hello;
    ext_wrong wrong;
    const char *at = (const char *)data, *end = at + size;
    for (bool first = true; at < end; first = false) {
        const char *feed = memchr(at, '\n', (size_t)(end - at));
        size_t length = (size_t)((feed != NULL ? feed : end) - at);
        if (!first)
            try_answer(at, length, &hello);
        else if (has_read(ext_hello_read(&arena, at, length, &hello, &wrong), &wrong))
            demand_hello(&hello);
        else
            (void)!ext_hello_read(&arena, fallback, sizeof fallback - 1, &hello, &wrong);
        at += length + 1;
    }
    base_release(&arena);
    return 0;
}
