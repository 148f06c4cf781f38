/* Fuzz target: what a game prints. The first line as its hello, each further one as the answer to a
 * run, a draw, a fight and a replay. What reads holds nothing that steers a terminal, and no number
 * that the protocol does not allow; a hello that reads is written and read to the same; what does
 * not read says why. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "protocol/internal.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void demand(bool holds, const char *what)
{
    if (holds)
        return;
    fprintf(stderr, "protocol_fuzz: %s\n", what);
    abort();
}

static void demand_tame(const char *text, size_t most)
{
    demand(strlen(text) <= most, "a text is too long");
    while (*text != '\0') {
        uint32_t character = wyrm_utf8_next(&text);
        demand(character != WYRM_UTF8_NONE && !wyrm_utf8_steers(character) && character != '\n',
               "a text can steer a terminal");
    }
}

/* Either it reads, or there is a sentence. */
static bool has_read(wyrm_status status, const ext_wrong *wrong)
{
    demand(status == WYRM_OK || status == WYRM_ERROR_SYNTAX, "another status");
    demand((status == WYRM_OK) == (wrong->failure == WYRM_EXTERNAL_NO_FAILURE), "no failure");
    demand_tame(wrong->why, WYRM_ERROR_MESSAGE_MAX);
    return status == WYRM_OK;
}

static char *put_hello(const wyrm_external_hello *hello)
{
    wyrm_text text = {0};
    base_json json = {.text = &text, .digits = 17};
    base_put_object(&json, NULL);
    ext_hello_put(&json, hello);
    base_put_end(&json);
    return wyrm_text_steal(&text);
}

static void try_hello(base_arena *arena, const wyrm_external_hello *hello)
{
    wyrm_external_hello again;
    ext_wrong wrong;
    char *said = put_hello(hello), *same;
    demand(has_read(ext_hello_read(arena, said, strlen(said), &again, &wrong), &wrong),
           "a hello that was written does not read");
    same = put_hello(&again);
    demand(strcmp(said, same) == 0, "a hello reads as another one");
    demand_tame(hello->name, WYRM_EXTERNAL_NAME_MAX);
    for (size_t i = 0; i < hello->metric_count; i++)
        demand_tame(hello->metrics[i].about, 1000);
    for (size_t i = 0; i < hello->parameter_count; i++)
        demand_tame(hello->parameters[i].fallback, WYRM_EXTERNAL_LINE_MAX);
    free(said);
    free(same);
}

static void try_value(const wyrm_external_metric *metric, const wyrm_external_value *value)
{
    if (!value->told)
        return;
    demand(fabs(value->number) <= 1e100 && fabs(value->of) <= 1e100, "a number is too large");
    if (metric->kind == WYRM_EXTERNAL_SHARE)
        demand(value->number >= 0 && value->number <= value->of, "a share above 1");
    if (metric->kind == WYRM_EXTERNAL_AMOUNT)
        demand(value->number >= 0, "an amount below 0");
    if (metric->kind == WYRM_EXTERNAL_CATEGORY)
        demand_tame(value->word, WYRM_EXTERNAL_NAME_MAX);
    for (size_t i = 0; i < value->count; i++)
        demand(isnan(value->by_stage[i]) || fabs(value->by_stage[i]) <= 1e100, "by stage");
}

static void try_answer(const char *line, size_t length, const wyrm_external_hello *hello)
{
    base_arena arena = {0};
    ext_question question = {.what = "run", .number = 17, .count = 100, .hello = hello};
    wyrm_external_run run = {.run = 17, .seed = 17};
    wyrm_external_value values[WYRM_EXTERNAL_METRICS_MAX];
    ext_reply reply = {.run = &run, .values = values};
    ext_wrong wrong;
    if (has_read(ext_reply_read(&arena, line, length, &question, &reply, &wrong), &wrong)) {
        demand_tame(run.outcome, WYRM_EXTERNAL_NAME_MAX);
        demand_tame(run.cause, WYRM_EXTERNAL_NAME_MAX);
        demand(run.stage >= 0 && run.stage <= WYRM_EXTERNAL_STAGES_MAX, "a stage");
        for (size_t i = 0; i < hello->metric_count; i++)
            try_value(&hello->metrics[i], &values[i]);
    }
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
            try_hello(&arena, &hello);
        else
            (void)!ext_hello_read(&arena, fallback, sizeof fallback - 1, &hello, &wrong);
        at += length + 1;
    }
    base_release(&arena);
    return 0;
}
