/* Defaults of the schema: texts as they would stand in a file, read at the time of need. */
#include "ruleset/check.h"
#include "ruleset/document.h"

#include <string.h>

struct wyrm_default {
    const char *text; /* the schema's own pointer: the key of the list */
    const wyrm_raw *raw;
};

/* Most defaults are one word or number: they need no parser. */
static bool is_plain_word(const char *text)
{
    if (text[0] == '\0')
        return false;
    for (; *text != '\0'; text++)
        if (!((*text >= 'a' && *text <= 'z') || (*text >= 'A' && *text <= 'Z') ||
              (*text >= '0' && *text <= '9') || strchr("_/.+-", *text) != NULL))
            return false;
    return true;
}

static wyrm_raw *read_text(wyrm_checker *checker, const char *text)
{
    wyrm_source *source = wyrm_source_new(checker->region, "schema", text, strlen(text), 0);
    if (source == NULL) {
        wyrm_fault_memory(checker->faults);
        return NULL;
    }
    wyrm_place place;
    char message[WYRM_ERROR_MESSAGE_MAX];
    if (wyrm_source_check(source, &place, message, sizeof message))
        return wyrm_document_read(source, checker->region, checker->faults);
    wyrm_fault(checker->faults, &place, WYRM_ERROR_INTERNAL, NULL, "%s", message);
    return NULL;
}

static wyrm_raw *read_word(wyrm_checker *checker, const char *text)
{
    const wyrm_place nowhere = {.source = NULL};
    wyrm_raw *raw = wyrm_raw_new(checker->region, WYRM_RAW_SCALAR, nowhere);
    if (raw == NULL) {
        wyrm_fault_memory(checker->faults);
        return NULL;
    }
    raw->plain = true;
    raw->text = text;
    return raw;
}

static wyrm_raw *read_empty(wyrm_checker *checker, wyrm_raw_kind kind)
{
    const wyrm_place nowhere = {.source = NULL};
    wyrm_raw *raw = wyrm_raw_new(checker->region, kind, nowhere);
    if (raw == NULL)
        wyrm_fault_memory(checker->faults);
    return raw;
}

const wyrm_raw *wyrm_default_read(wyrm_checker *checker, const char *text)
{
    for (size_t i = 0; i < checker->default_count; i++)
        if (checker->defaults[i].text == text)
            return checker->defaults[i].raw;
    struct wyrm_default *defaults =
        wyrm_region_grow(checker->region, checker->defaults, checker->default_count,
                         &checker->default_capacity, sizeof *defaults);
    wyrm_raw *raw = NULL;
    if (defaults == NULL)
        wyrm_fault_memory(checker->faults);
    else if (is_plain_word(text))
        raw = read_word(checker, text);
    else if (strcmp(text, "{}") == 0)
        raw = read_empty(checker, WYRM_RAW_MAPPING);
    else if (strcmp(text, "[]") == 0)
        raw = read_empty(checker, WYRM_RAW_LIST);
    else
        raw = read_text(checker, text);
    if (raw == NULL) {
        checker->stopped = true;
        return NULL;
    }
    checker->defaults = defaults;
    checker->defaults[checker->default_count++] = (struct wyrm_default){text, raw};
    return raw;
}
