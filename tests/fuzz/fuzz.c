/* What fuzz targets have in common. */
#include "fuzz.h"
#include <math.h>
#include <stdio.h>
#include <unistd.h>

#include "metrics/internal.h"
#include "protocol/internal.h"

void demand(bool holds, const char *what)
{
    if (holds)
        return;
    fprintf(stderr, "fuzz: %s\n", what);
    abort();
}

void demand_tame(const char *text, size_t most)
{
    demand(strlen(text) <= most, "a text is too long");
    while (*text != '\0') {
        uint32_t character = base_utf8_next(&text);
        demand(character != BASE_UTF8_NONE && !base_utf8_steers(character) && character != '\n',
               "a text can steer a terminal");
    }
}

void demand_sentence(const wyrm_error *error)
{
    char text[2048];
    demand(error->code != WYRM_OK && error->code != WYRM_ERROR_INTERNAL, "another status");
    demand(error->message[0] != '\0', "an error says nothing");
    size_t length = wyrm_error_format(error, text, sizeof text);
    demand(length < sizeof text, "an error is too long");
    for (char *line = text; (line = strchr(line, '\n')) != NULL;)
        *line = ' '; /* its own ones, below the sentence */
    demand_tame(text, sizeof text);
}

wyrm_errors *fuzz_errors(void)
{
    wyrm_errors *errors;
    demand(wyrm_errors_new(&errors) == WYRM_OK, "out of memory");
    return errors;
}

void demand_sentences(wyrm_errors *errors)
{
    for (size_t i = 0; i < wyrm_errors_kept(errors); i++)
        demand_sentence(wyrm_errors_at(errors, i));
    wyrm_errors_free(errors);
}

static char *put_hello(const wyrm_external_hello *hello)
{
    base_buffer text = {0};
    base_json json = {.text = &text, .digits = 17};
    base_put_object(&json, NULL);
    ext_hello_put(&json, hello);
    base_put_end(&json);
    return base_buffer_steal(&text);
}

void demand_hello(const wyrm_external_hello *hello)
{
    base_arena arena = {0};
    wyrm_external_hello again;
    ext_wrong wrong;
    char *said = put_hello(hello), *same;
    demand(ext_hello_read(&arena, said, strlen(said), &again, &wrong) == WYRM_OK,
           "a hello that was written does not read");
    same = put_hello(&again);
    demand(strcmp(said, same) == 0, "a hello reads as another one");
    demand_tame(hello->name, WYRM_EXTERNAL_NAME_MAX);
    for (size_t i = 0; i < hello->metric_count; i++)
        demand_tame(hello->metrics[i].about, 1000);
    for (size_t i = 0; i < hello->parameter_count; i++)
        demand_tame(hello->parameters[i].default_value, WYRM_EXTERNAL_LINE_MAX);
    free(said);
    free(same);
    base_release(&arena);
}

static void demand_value(const wyrm_external_metric *metric, const wyrm_external_value *value)
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

void demand_run(const wyrm_external_hello *hello, const wyrm_external_run *run)
{
    demand_tame(run->outcome, WYRM_EXTERNAL_NAME_MAX);
    demand_tame(run->cause, WYRM_EXTERNAL_NAME_MAX);
    demand(run->stage >= 0 && run->stage <= WYRM_EXTERNAL_STAGES_MAX, "a stage");
    for (size_t i = 0; i < hello->metric_count; i++)
        demand_value(&hello->metrics[i], &run->values[i]);
}

static char file_name[64] = "";

static void remove_file(void)
{
    remove(file_name);
    remove(fuzz_results());
}

static void make_file(void)
{
    snprintf(file_name, sizeof file_name, "%s/wyrm-fuzz-XXXXXX",
             access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp");
    int made = mkstemp(file_name);
    demand(made >= 0 && atexit(remove_file) == 0, "no file can be made");
    close(made);
}

void fuzz_baseline(const uint8_t *data, size_t size, void (*try)(const char *text, size_t length))
{
    json_t *root;
    char *whole;
    try((const char *)data, size);
    if (baseline_parse("input", (const char *)data, size, &root, NULL) != WYRM_OK)
        return;
    demand(baseline_give(root, &whole, NULL) == WYRM_OK || !json_is_object(root), "no checksum");
    if (whole != NULL)
        try(whole, strlen(whole));
    wyrm_free(whole);
}

const char *fuzz_file(const uint8_t *data, size_t size)
{
    if (file_name[0] == '\0')
        make_file();
    FILE *file = fopen(file_name, "wb");
    demand(file && fwrite(data, 1, size, file) == size && fclose(file) == 0, "no file is written");
    return file_name;
}

const char *fuzz_results(void)
{
    static char name[sizeof file_name + 8];
    snprintf(name, sizeof name, "%s.db", file_name);
    remove(name);
    return name;
}
