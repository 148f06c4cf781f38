/* From the events of a reader to a raw tree. */
#include "ruleset/document.h"

#include "ruleset/reader.h"

#include <string.h>

/* Copies the text of a scalar; control characters, which only escapes can write here, are reported
 * and replaced. */
static const char *copy_scalar(wyrm_reader *reader, const char *text, size_t length,
                               wyrm_place place)
{
    char *copy = wyrm_region_text(reader->region, text, length);
    if (copy == NULL)
        return wyrm_reader_no_memory(reader);
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
    wyrm_tag_refuse(reader, event->data.scalar.tag, place);
    wyrm_anchor *anchor = wyrm_anchor_declare(reader, event->data.scalar.anchor, place);
    wyrm_raw *raw = reader->stopped ? NULL : wyrm_raw_new(reader->region, WYRM_RAW_SCALAR, place);
    if (raw == NULL)
        return reader->stopped ? NULL : wyrm_reader_no_memory(reader);
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
    wyrm_anchor *anchor = wyrm_anchor_find(reader, name);
    char quote[WYRM_QUOTE_MAX];
    if (anchor == NULL || anchor->node == NULL) {
        wyrm_fault(reader->faults, &place, WYRM_ERROR_SYNTAX, NULL,
                   anchor == NULL ? "no anchor '&%s' stands before this alias"
                                  : "the alias '*%s' is inside what it stands for",
                   wyrm_quote(name, quote));
        return wyrm_reader_stop(reader);
    }
    if (level + anchor->node->height > WYRM_RULESET_MAX_NESTING) {
        wyrm_fault(reader->faults, &place, WYRM_ERROR_LIMIT, NULL, "more than %d levels of nesting",
                   WYRM_RULESET_MAX_NESTING);
        return wyrm_reader_stop(reader);
    }
    return wyrm_reader_count(reader, anchor->node->weight, place) ? anchor->node : NULL;
}

/* The caret of a collection: its whole text where that is one line. */
static void close_place(wyrm_raw *raw, yaml_mark_t end, bool flow)
{
    raw->place.length = 1;
    if (flow && wyrm_mark_count(end.line) + 1 == raw->place.line &&
        wyrm_mark_count(end.column) >= raw->place.column)
        raw->place.length = wyrm_mark_count(end.column) + 1 - raw->place.column;
    else if (!flow && raw->kind == WYRM_RAW_MAPPING && raw->count != 0)
        raw->place.length = raw->key_places[0].length;
}

static bool read_items(wyrm_reader *reader, wyrm_raw *list, int level, bool flow)
{
    for (;;) {
        yaml_event_t event;
        if (!wyrm_reader_next(reader, &event))
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
            return wyrm_reader_no_memory(reader) != NULL;
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
        return wyrm_reader_no_memory(reader) != NULL;
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
        if (!wyrm_reader_next(reader, &event))
            return false;
        if (event.type == YAML_MAPPING_END_EVENT) {
            close_place(mapping, event.end_mark, flow);
            yaml_event_delete(&event);
            return true;
        }
        wyrm_place place = wyrm_reader_place(reader, event.start_mark, event.end_mark);
        const char *key = read_key(reader, &event, place, level);
        yaml_event_delete(&event);
        if (reader->stopped || !wyrm_reader_next(reader, &event))
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
    wyrm_place place = wyrm_reader_place(reader, event->start_mark, event->end_mark);
    if (event->type == YAML_ALIAS_EVENT)
        return read_alias(reader, event, place, level);
    if (!wyrm_reader_count(reader, 1, place))
        return NULL;
    if (event->type == YAML_SCALAR_EVENT)
        return read_scalar(reader, event, place);
    if (level == WYRM_RULESET_MAX_NESTING) {
        wyrm_fault(reader->faults, &place, WYRM_ERROR_LIMIT, NULL, "more than %d levels of nesting",
                   WYRM_RULESET_MAX_NESTING);
        return wyrm_reader_stop(reader);
    }
    bool list = event->type == YAML_SEQUENCE_START_EVENT;
    wyrm_tag_refuse(reader, list ? event->data.sequence_start.tag : event->data.mapping_start.tag,
                    place);
    wyrm_anchor *anchor = wyrm_anchor_declare(
        reader, list ? event->data.sequence_start.anchor : event->data.mapping_start.anchor, place);
    if (reader->stopped)
        return NULL;
    wyrm_raw *raw = wyrm_raw_new(reader->region, list ? WYRM_RAW_LIST : WYRM_RAW_MAPPING, place);
    if (raw == NULL)
        return wyrm_reader_no_memory(reader);
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

static wyrm_raw *read_document(wyrm_reader *reader)
{
    if (!wyrm_reader_take(reader, YAML_STREAM_START_EVENT) ||
        !wyrm_reader_take(reader, YAML_DOCUMENT_START_EVENT))
        return NULL;
    yaml_event_t event;
    if (!wyrm_reader_next(reader, &event))
        return NULL;
    wyrm_raw *root = read_node(reader, &event, 0);
    yaml_event_delete(&event);
    if (root == NULL || !wyrm_reader_take(reader, YAML_DOCUMENT_END_EVENT) ||
        !wyrm_reader_take(reader, YAML_STREAM_END_EVENT))
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
