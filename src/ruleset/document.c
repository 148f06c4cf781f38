/* From the events of libyaml to a raw tree, with every limit on the way. */
#include "ruleset/document.h"

#include "base/utf8.h"

#include <wyrm/ruleset.h>

#include <stdio.h>
#include <string.h>
#include <yaml.h>

/* Anchors of one file: looked through one by one. */
#define ANCHORS_MAX 256

typedef struct wyrm_anchor {
    const char *name;
    wyrm_raw *node; /* NULL while it is being read: an alias to it would be inside itself */
} wyrm_anchor;

typedef struct wyrm_reader {
    yaml_parser_t parser;
    const wyrm_source *source;
    wyrm_region *region;
    wyrm_faults *faults;
    size_t values;
    wyrm_anchor anchors[ANCHORS_MAX];
    size_t anchor_count;
    bool stopped; /* what follows cannot be read */
} wyrm_reader;

static int32_t to_count(size_t value)
{
    return value < INT32_MAX ? (int32_t)value : INT32_MAX - 1;
}

static wyrm_place place_of(const wyrm_reader *reader, yaml_mark_t start, yaml_mark_t end)
{
    wyrm_place place = {.source = reader->source,
                        .line = to_count(start.line) + 1,
                        .column = to_count(start.column) + 1,
                        .length = 1};
    if (start.line == end.line && end.column > start.column)
        place.length = to_count(end.column - start.column);
    else if (start.line != end.line) /* to the end of the line: the excerpt cuts it */
        place.length = INT32_MAX / 2;
    return place;
}

static void *stop(wyrm_reader *reader)
{
    reader->stopped = true;
    return NULL;
}

static void *stop_for_memory(wyrm_reader *reader)
{
    wyrm_fault_memory(reader->faults);
    return stop(reader);
}

/* Tabs in the indentation are what people ask about most. */
static void report_syntax(wyrm_reader *reader)
{
    const yaml_parser_t *parser = &reader->parser;
    if (parser->error == YAML_MEMORY_ERROR) {
        wyrm_fault_memory(reader->faults);
        return;
    }
    wyrm_place place = place_of(reader, parser->problem_mark, parser->problem_mark);
    char hint[WYRM_ERROR_HINT_MAX] = "";
    wyrm_error shown = {0};
    wyrm_place_show(&place, &shown);
    if (shown.excerpt[strspn(shown.excerpt, " ")] == '\t')
        snprintf(hint, sizeof hint, "indent with spaces, not with tabs");
    else if (parser->context != NULL)
        snprintf(hint, sizeof hint, "%s that begins in line %d", parser->context,
                 to_count(parser->context_mark.line) + 1);
    wyrm_fault(reader->faults, &place, WYRM_ERROR_SYNTAX, hint, "not well-formed YAML: %s",
               parser->problem != NULL ? parser->problem : "cannot be read");
}

static bool next_event(wyrm_reader *reader, yaml_event_t *event)
{
    if (yaml_parser_parse(&reader->parser, event))
        return true;
    report_syntax(reader);
    reader->stopped = true;
    return false;
}

/* Counts values that are added to the tree; false: too many. */
static bool count_values(wyrm_reader *reader, size_t count, wyrm_place place)
{
    reader->values += count;
    if (reader->values <= WYRM_RULESET_MAX_VALUES)
        return true;
    wyrm_fault(reader->faults, &place, WYRM_ERROR_LIMIT, NULL, "more than %zu values in a file",
               WYRM_RULESET_MAX_VALUES);
    reader->stopped = true;
    return false;
}

static wyrm_anchor *find_anchor(wyrm_reader *reader, const char *name)
{
    for (size_t i = 0; i < reader->anchor_count; i++)
        if (strcmp(reader->anchors[i].name, name) == 0)
            return &reader->anchors[i];
    return NULL;
}

/* The anchor that a node is to be known by, not set yet; NULL: none, or stopped. */
static wyrm_anchor *declare_anchor(wyrm_reader *reader, const yaml_char_t *name, wyrm_place place)
{
    if (name == NULL)
        return NULL;
    const char *text = (const char *)name;
    wyrm_anchor *found = find_anchor(reader, text);
    if (found != NULL) { /* declared again: the latest counts */
        found->node = NULL;
        return found;
    }
    if (reader->anchor_count == ANCHORS_MAX) {
        wyrm_fault(reader->faults, &place, WYRM_ERROR_LIMIT, NULL, "more than %d anchors in a file",
                   ANCHORS_MAX);
        return stop(reader);
    }
    char *copy = wyrm_region_text(reader->region, text, strlen(text));
    if (copy == NULL)
        return stop_for_memory(reader);
    wyrm_anchor *out = &reader->anchors[reader->anchor_count++];
    *out = (wyrm_anchor){.name = copy};
    return out;
}

static void refuse_tag(wyrm_reader *reader, const yaml_char_t *tag, wyrm_place place)
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

/* Copies the text of a scalar; control characters, which only escapes can write here, are reported
 * and replaced. */
static const char *copy_scalar(wyrm_reader *reader, const char *text, size_t length,
                               wyrm_place place)
{
    char *copy = wyrm_region_text(reader->region, text, length);
    if (copy == NULL)
        return stop_for_memory(reader);
    bool reported = false;
    for (size_t i = 0; i < length; i++) {
        unsigned char byte = (unsigned char)copy[i];
        bool c1 = byte == 0xC2 && (unsigned char)copy[i + 1] < 0xA0;
        if ((byte >= 0x20 && byte != 0x7F && !c1) || byte == '\n' || byte == '\t')
            continue;
        unsigned code = c1 ? (unsigned char)copy[i + 1] : byte;
        if (!reported)
            wyrm_fault(reader->faults, &place, WYRM_ERROR_RULESET, NULL,
                       "control character U+%04X in a text", code);
        reported = true;
        copy[i] = '?';
        if (c1)
            copy[i + 1] = '?';
    }
    return copy;
}

static wyrm_raw *read_node(wyrm_reader *reader, const yaml_event_t *event, int level);

static wyrm_raw *read_scalar(wyrm_reader *reader, const yaml_event_t *event, wyrm_place place)
{
    refuse_tag(reader, event->data.scalar.tag, place);
    wyrm_anchor *anchor = declare_anchor(reader, event->data.scalar.anchor, place);
    wyrm_raw *raw = reader->stopped ? NULL : wyrm_raw_new(reader->region, WYRM_RAW_SCALAR, place);
    if (raw == NULL)
        return reader->stopped ? NULL : stop_for_memory(reader);
    raw->plain = event->data.scalar.style == YAML_PLAIN_SCALAR_STYLE;
    raw->text = copy_scalar(reader, (const char *)event->data.scalar.value,
                            event->data.scalar.length, place);
    if (anchor != NULL)
        anchor->node = raw;
    return raw->text == NULL ? NULL : raw;
}

static wyrm_raw *read_alias(wyrm_reader *reader, const yaml_event_t *event, wyrm_place place,
                            int level)
{
    const char *name = (const char *)event->data.alias.anchor;
    wyrm_anchor *anchor = find_anchor(reader, name);
    char quote[WYRM_QUOTE_MAX];
    if (anchor == NULL || anchor->node == NULL) {
        wyrm_fault(reader->faults, &place, WYRM_ERROR_SYNTAX, NULL,
                   anchor == NULL ? "no anchor '&%s' stands before this alias"
                                  : "the alias '*%s' is inside what it stands for",
                   wyrm_quote(name, quote));
        return stop(reader);
    }
    if (level + anchor->node->height > WYRM_RULESET_MAX_NESTING) {
        wyrm_fault(reader->faults, &place, WYRM_ERROR_LIMIT, NULL, "more than %d levels of nesting",
                   WYRM_RULESET_MAX_NESTING);
        return stop(reader);
    }
    return count_values(reader, anchor->node->weight, place) ? anchor->node : NULL;
}

/* The caret of a collection: its whole text where that is one line. */
static void close_place(wyrm_raw *raw, yaml_mark_t end, bool flow)
{
    raw->place.length = 1;
    if (flow && to_count(end.line) + 1 == raw->place.line &&
        to_count(end.column) >= raw->place.column)
        raw->place.length = to_count(end.column) + 1 - raw->place.column;
    else if (!flow && raw->kind == WYRM_RAW_MAPPING && raw->count != 0)
        raw->place.length = raw->key_places[0].length;
}

static bool read_items(wyrm_reader *reader, wyrm_raw *list, int level, bool flow)
{
    for (;;) {
        yaml_event_t event;
        if (!next_event(reader, &event))
            return false;
        bool at_end = event.type == YAML_SEQUENCE_END_EVENT;
        if (at_end)
            close_place(list, event.end_mark, flow);
        wyrm_raw *item = at_end ? NULL : read_node(reader, &event, level);
        yaml_event_delete(&event);
        if (at_end)
            return true;
        if (item == NULL)
            return false;
        if (!wyrm_raw_append(reader->region, list, item))
            return stop_for_memory(reader) != NULL;
    }
}

/* The text of a key, or NULL where it is not a word (reported; the pair is then left out). */
static const char *read_key(wyrm_reader *reader, const yaml_event_t *event, wyrm_place place,
                            int level)
{
    if (event->type == YAML_SCALAR_EVENT) {
        wyrm_raw *raw = read_scalar(reader, event, place);
        if (raw == NULL || !raw->plain || strcmp(raw->text, "<<") != 0)
            return raw == NULL ? NULL : raw->text;
        wyrm_fault(reader->faults, &place, WYRM_ERROR_RULESET, "use an alias, or extends",
                   "merge keys ('<<') are not accepted");
        return NULL;
    }
    wyrm_fault(reader->faults, &place, WYRM_ERROR_RULESET, NULL, "a key must be a word, found %s",
               event->type == YAML_SEQUENCE_START_EVENT  ? "a list"
               : event->type == YAML_MAPPING_START_EVENT ? "a mapping"
                                                         : "an alias");
    /* Its inside must be read all the same. */
    if (event->type != YAML_ALIAS_EVENT)
        (void)read_node(reader, event, level);
    return NULL;
}

static bool put_pair(wyrm_reader *reader, wyrm_raw *mapping, const char *key, wyrm_place place,
                     wyrm_raw *item)
{
    size_t first = wyrm_keys_find(&mapping->keys, key);
    if (first == WYRM_KEYS_NONE) {
        if (wyrm_raw_put(reader->region, mapping, key, place, item))
            return true;
        return stop_for_memory(reader) != NULL;
    }
    char quote[WYRM_QUOTE_MAX];
    wyrm_fault(reader->faults, &place, WYRM_ERROR_RULESET, NULL,
               "duplicate key '%s', first in line %d", wyrm_quote(key, quote),
               (int)mapping->key_places[first].line);
    return true;
}

static bool read_pairs(wyrm_reader *reader, wyrm_raw *mapping, int level, bool flow)
{
    for (;;) {
        yaml_event_t event;
        if (!next_event(reader, &event))
            return false;
        if (event.type == YAML_MAPPING_END_EVENT) {
            close_place(mapping, event.end_mark, flow);
            yaml_event_delete(&event);
            return true;
        }
        wyrm_place place = place_of(reader, event.start_mark, event.end_mark);
        const char *key = read_key(reader, &event, place, level);
        yaml_event_delete(&event);
        if (reader->stopped || !next_event(reader, &event))
            return false;
        wyrm_raw *item = read_node(reader, &event, level);
        yaml_event_delete(&event);
        if (item == NULL || (key != NULL && !put_pair(reader, mapping, key, place, item)))
            return false;
    }
}

/* `level`: collections around it. */
static wyrm_raw *read_node(wyrm_reader *reader, const yaml_event_t *event, int level)
{
    wyrm_place place = place_of(reader, event->start_mark, event->end_mark);
    if (event->type == YAML_ALIAS_EVENT)
        return read_alias(reader, event, place, level);
    if (!count_values(reader, 1, place))
        return NULL;
    if (event->type == YAML_SCALAR_EVENT)
        return read_scalar(reader, event, place);
    if (level == WYRM_RULESET_MAX_NESTING) {
        wyrm_fault(reader->faults, &place, WYRM_ERROR_LIMIT, NULL, "more than %d levels of nesting",
                   WYRM_RULESET_MAX_NESTING);
        return stop(reader);
    }
    bool list = event->type == YAML_SEQUENCE_START_EVENT;
    refuse_tag(reader, list ? event->data.sequence_start.tag : event->data.mapping_start.tag,
               place);
    wyrm_anchor *anchor = declare_anchor(
        reader, list ? event->data.sequence_start.anchor : event->data.mapping_start.anchor, place);
    if (reader->stopped)
        return NULL;
    wyrm_raw *raw = wyrm_raw_new(reader->region, list ? WYRM_RAW_LIST : WYRM_RAW_MAPPING, place);
    if (raw == NULL)
        return stop_for_memory(reader);
    bool read = list ? read_items(reader, raw, level + 1,
                                  event->data.sequence_start.style == YAML_FLOW_SEQUENCE_STYLE)
                     : read_pairs(reader, raw, level + 1,
                                  event->data.mapping_start.style == YAML_FLOW_MAPPING_STYLE);
    if (!read)
        return NULL;
    if (anchor != NULL)
        anchor->node = raw;
    return raw;
}

/* Takes the next event, which must be of a kind that carries nothing; false where it is another. */
static bool take(wyrm_reader *reader, yaml_event_type_t type)
{
    yaml_event_t event;
    if (!next_event(reader, &event))
        return false;
    bool right = event.type == type;
    wyrm_place place = place_of(reader, event.start_mark, event.start_mark);
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

static wyrm_raw *read_document(wyrm_reader *reader)
{
    if (!take(reader, YAML_STREAM_START_EVENT) || !take(reader, YAML_DOCUMENT_START_EVENT))
        return NULL;
    yaml_event_t event;
    if (!next_event(reader, &event))
        return NULL;
    wyrm_raw *root = read_node(reader, &event, 0);
    yaml_event_delete(&event);
    if (root == NULL || !take(reader, YAML_DOCUMENT_END_EVENT) ||
        !take(reader, YAML_STREAM_END_EVENT))
        return NULL;
    return root;
}

wyrm_raw *wyrm_document_read(const wyrm_source *source, wyrm_region *region, wyrm_faults *faults)
{
    wyrm_reader reader = {.source = source, .region = region, .faults = faults};
    if (!yaml_parser_initialize(&reader.parser)) {
        wyrm_fault_memory(faults);
        return NULL;
    }
    yaml_parser_set_encoding(&reader.parser, YAML_UTF8_ENCODING);
    yaml_parser_set_input_string(&reader.parser, (const unsigned char *)source->text,
                                 source->length);
    wyrm_raw *root = read_document(&reader);
    yaml_parser_delete(&reader.parser);
    return root;
}
