/* The events of libyaml one by one, with every limit and what stops them. */
#include "ruleset/reader.h"

#include <stdio.h>
#include <string.h>

int32_t wyrm_mark_count(size_t value)
{
    return value < INT32_MAX ? (int32_t)value : INT32_MAX - 1;
}

wyrm_place wyrm_reader_place(const wyrm_reader *reader, yaml_mark_t start, yaml_mark_t end)
{
    wyrm_place place = {.source = reader->source,
                        .line = wyrm_mark_count(start.line) + 1,
                        .column = wyrm_mark_count(start.column) + 1,
                        .length = 1};
    if (start.line == end.line && end.column > start.column)
        place.length = wyrm_mark_count(end.column - start.column);
    else if (start.line != end.line) /* to the end of the line: the excerpt cuts it */
        place.length = INT32_MAX / 2;
    return place;
}

void *wyrm_reader_stop(wyrm_reader *reader)
{
    reader->stopped = true;
    return NULL;
}

void *wyrm_reader_no_memory(wyrm_reader *reader)
{
    wyrm_fault_memory(reader->faults);
    return wyrm_reader_stop(reader);
}

/* Tabs in the indentation are what people ask about most. */
static void report_syntax(wyrm_reader *reader)
{
    const yaml_parser_t *parser = &reader->parser;
    if (parser->error == YAML_MEMORY_ERROR) {
        wyrm_fault_memory(reader->faults);
        return;
    }
    wyrm_place place = wyrm_reader_place(reader, parser->problem_mark, parser->problem_mark);
    char hint[WYRM_ERROR_HINT_MAX] = "";
    wyrm_error shown = {0};
    wyrm_place_show(&place, &shown);
    if (shown.excerpt[strspn(shown.excerpt, " ")] == '\t')
        snprintf(hint, sizeof hint, "indent with spaces, not with tabs");
    else if (parser->context != NULL)
        snprintf(hint, sizeof hint, "%s that begins in line %d", parser->context,
                 wyrm_mark_count(parser->context_mark.line) + 1);
    wyrm_fault(reader->faults, &place, WYRM_ERROR_SYNTAX, hint, "not well-formed YAML: %s",
               parser->problem != NULL ? parser->problem : "cannot be read");
}

bool wyrm_reader_next(wyrm_reader *reader, yaml_event_t *event)
{
    if (yaml_parser_parse(&reader->parser, event))
        return true;
    report_syntax(reader);
    reader->stopped = true;
    return false;
}

bool wyrm_reader_count(wyrm_reader *reader, size_t count, wyrm_place place)
{
    reader->values += count;
    if (reader->values <= WYRM_RULESET_MAX_VALUES)
        return true;
    wyrm_fault(reader->faults, &place, WYRM_ERROR_LIMIT, NULL, "more than %zu values in a file",
               WYRM_RULESET_MAX_VALUES);
    reader->stopped = true;
    return false;
}

wyrm_anchor *wyrm_anchor_find(wyrm_reader *reader, const char *name)
{
    for (size_t i = 0; i < reader->anchor_count; i++)
        if (strcmp(reader->anchors[i].name, name) == 0)
            return &reader->anchors[i];
    return NULL;
}

wyrm_anchor *wyrm_anchor_declare(wyrm_reader *reader, const yaml_char_t *name, wyrm_place place)
{
    if (name == NULL)
        return NULL;
    const char *text = (const char *)name;
    wyrm_anchor *found = wyrm_anchor_find(reader, text);
    if (found != NULL) { /* declared again: the latest counts */
        found->node = NULL;
        return found;
    }
    if (reader->anchor_count == WYRM_ANCHORS_MAX) {
        wyrm_fault(reader->faults, &place, WYRM_ERROR_LIMIT, NULL, "more than %d anchors in a file",
                   WYRM_ANCHORS_MAX);
        return wyrm_reader_stop(reader);
    }
    char *copy = wyrm_region_text(reader->region, text, strlen(text));
    if (copy == NULL)
        return wyrm_reader_no_memory(reader);
    wyrm_anchor *out = &reader->anchors[reader->anchor_count++];
    *out = (wyrm_anchor){.name = copy};
    return out;
}

void wyrm_tag_refuse(wyrm_reader *reader, const yaml_char_t *tag, wyrm_place place)
{
    if (tag == NULL)
        return;
    /* libyaml has written the short form out. */
    static const char standard[] = "tag:yaml.org,2002:";
    const char *text = (const char *)tag;
    bool is_standard = strncmp(text, standard, sizeof standard - 1) == 0;
    char quote[WYRM_QUOTE_MAX];
    wyrm_fault(reader->faults, &place, WYRM_ERROR_SYNTAX, "write the value alone",
               "tags are not accepted, found '%s%s'", is_standard ? "!!" : "",
               wyrm_quote(is_standard ? text + sizeof standard - 1 : text, quote));
}

bool wyrm_reader_take(wyrm_reader *reader, yaml_event_type_t type)
{
    yaml_event_t event;
    if (!wyrm_reader_next(reader, &event))
        return false;
    bool right = event.type == type;
    wyrm_place place = wyrm_reader_place(reader, event.start_mark, event.start_mark);
    yaml_event_delete(&event);
    if (type == YAML_DOCUMENT_START_EVENT)
        place.line = place.column = 1;
    if (!right && type == YAML_STREAM_END_EVENT)
        wyrm_fault(reader->faults, &place, WYRM_ERROR_SYNTAX, NULL,
                   "a second document begins here: a file holds one ruleset");
    else if (!right)
        wyrm_fault(reader->faults, &place, WYRM_ERROR_RULESET, NULL, "the file is empty");
    return right;
}
