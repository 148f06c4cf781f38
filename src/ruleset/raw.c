/* From the events of a reader to a raw tree. */
#include "ruleset/internal.h"

#include <stdio.h>
#include <string.h>
#include <yaml.h>

#include <wyrm/ruleset.h>

/* The reading of one source: the events of libyaml, the limits, and the anchors met so far. */

/* Anchors of one file: looked through one by one. */
#define WYRM_ANCHORS_MAX 256

typedef struct wyrm_anchor {
    const char *name;
    wyrm_raw *node; /* NULL while it is being read: an alias to it would be inside itself */
} wyrm_anchor;

typedef struct wyrm_reader {
    yaml_parser_t parser;
    const wyrm_source *source;
    base_arena *arena;
    wyrm_faults *faults;
    size_t values;
    wyrm_anchor anchors[WYRM_ANCHORS_MAX];
    size_t anchor_count;
    bool stopped; /* what follows cannot be read */
} wyrm_reader;

/* ---- the nodes of a raw tree ---- */

wyrm_raw *wyrm_raw_new(base_arena *arena, wyrm_raw_kind kind, wyrm_place place)
{
    wyrm_raw *raw = base_take(arena, 1, sizeof *raw);
    if (raw == NULL)
        return NULL;
    raw->kind = kind;
    raw->place = place;
    raw->weight = 1;
    raw->height = kind == WYRM_RAW_SCALAR ? 0 : 1;
    return raw;
}

static bool raw_append(base_arena *arena, wyrm_raw *list, wyrm_raw *item)
{
    wyrm_raw **items =
        base_grow(arena, list->items, list->count, &list->capacity, sizeof(wyrm_raw *));
    if (items == NULL)
        return false;
    list->items = items;
    list->items[list->count++] = item;
    list->weight += item->weight;
    if (list->height <= item->height)
        list->height = item->height + 1;
    return true;
}

bool wyrm_raw_put(base_arena *arena, wyrm_raw *mapping, const char *key, wyrm_place key_place,
                  wyrm_raw *item)
{
    wyrm_place *places = base_grow(arena, mapping->key_places, mapping->count,
                                   &mapping->key_capacity, sizeof *places);
    if (places == NULL)
        return false;
    mapping->key_places = places;
    mapping->key_places[mapping->count] = key_place;
    return wyrm_keys_add(&mapping->keys, arena, key) && raw_append(arena, mapping, item);
}

wyrm_raw *wyrm_raw_get(const wyrm_raw *raw, const char *key)
{
    if (raw == NULL || raw->kind != WYRM_RAW_MAPPING)
        return NULL;
    size_t index = wyrm_keys_find(&raw->keys, key);
    return index == WYRM_KEYS_NONE ? NULL : raw->items[index];
}

bool wyrm_raw_is_null(const wyrm_raw *raw)
{
    return raw->kind == WYRM_RAW_SCALAR && raw->plain &&
           (strcmp(raw->text, "~") == 0 || strcmp(raw->text, "null") == 0);
}

bool wyrm_raw_is_nothing(const wyrm_raw *raw)
{
    return raw->kind == WYRM_RAW_SCALAR && raw->plain && raw->text[0] == '\0';
}

const char *wyrm_raw_describe(const wyrm_raw *raw, char buffer[WYRM_QUOTE_MAX + 32])
{
    char quote[WYRM_QUOTE_MAX];
    if (raw->kind == WYRM_RAW_LIST)
        return "a list";
    if (raw->kind == WYRM_RAW_MAPPING)
        return "a mapping";
    if (wyrm_raw_is_nothing(raw))
        return "nothing";
    snprintf(buffer, WYRM_QUOTE_MAX + 32, raw->plain ? "'%s'" : "the text '%s' in quotes",
             wyrm_quote(raw->text, quote));
    return buffer;
}

/* ---- the events of libyaml one by one, with every limit and what stops them ---- */

/* A line or column of libyaml as a number. */
static int32_t mark_count(size_t value)
{
    return value < INT32_MAX ? (int32_t)value : INT32_MAX - 1;
}

static wyrm_place reader_place(const wyrm_reader *reader, yaml_mark_t start, yaml_mark_t end)
{
    wyrm_place place = {.source = reader->source,
                        .line = mark_count(start.line) + 1,
                        .column = mark_count(start.column) + 1,
                        .length = 1};
    if (start.line == end.line && end.column > start.column)
        place.length = mark_count(end.column - start.column);
    else if (start.line != end.line) /* to the end of the line: the excerpt cuts it */
        place.length = INT32_MAX / 2;
    return place;
}

/* Nothing further is read. Both return NULL. */
static void *reader_stop(wyrm_reader *reader)
{
    reader->stopped = true;
    return NULL;
}

static void *reader_no_memory(wyrm_reader *reader)
{
    wyrm_fault_memory(reader->faults);
    return reader_stop(reader);
}

/* Tabs in the indentation are what people ask about most. */
static void report_syntax(wyrm_reader *reader)
{
    const yaml_parser_t *parser = &reader->parser;
    if (parser->error == YAML_MEMORY_ERROR) {
        wyrm_fault_memory(reader->faults);
        return;
    }
    wyrm_place place = reader_place(reader, parser->problem_mark, parser->problem_mark);
    char hint[WYRM_ERROR_HINT_MAX] = "";
    wyrm_error shown = {0};
    wyrm_place_show(&place, &shown);
    if (shown.excerpt[strspn(shown.excerpt, " ")] == '\t')
        snprintf(hint, sizeof hint, "indent with spaces, not with tabs");
    else if (parser->context != NULL)
        snprintf(hint, sizeof hint, "%s that begins in line %d", parser->context,
                 mark_count(parser->context_mark.line) + 1);
    wyrm_fault(reader->faults, &place, WYRM_ERROR_SYNTAX, hint, "not well-formed YAML: %s",
               parser->problem != NULL ? parser->problem : "cannot be read");
}

/* The next event, to be deleted by the caller; false: not well-formed (reported), and stopped. */
static bool reader_next(wyrm_reader *reader, yaml_event_t *event)
{
    if (yaml_parser_parse(&reader->parser, event))
        return true;
    report_syntax(reader);
    reader->stopped = true;
    return false;
}

/* Counts values that are added to the tree; false: too many (reported), and stopped. */
static bool reader_count(wyrm_reader *reader, size_t count, wyrm_place place)
{
    reader->values += count;
    if (reader->values <= WYRM_RULESET_MAX_VALUES)
        return true;
    wyrm_fault(reader->faults, &place, WYRM_ERROR_LIMIT, NULL, "more than %zu values in a file",
               WYRM_RULESET_MAX_VALUES);
    reader->stopped = true;
    return false;
}

/* The anchor of a name; NULL: none so far. */
static wyrm_anchor *anchor_find(wyrm_reader *reader, const char *name)
{
    for (size_t i = 0; i < reader->anchor_count; i++)
        if (strcmp(reader->anchors[i].name, name) == 0)
            return &reader->anchors[i];
    return NULL;
}

/* The anchor that a node is to be known by, not set yet; NULL: none, or stopped. */
static wyrm_anchor *anchor_declare(wyrm_reader *reader, const yaml_char_t *name, wyrm_place place)
{
    if (name == NULL)
        return NULL;
    const char *text = (const char *)name;
    wyrm_anchor *found = anchor_find(reader, text);
    if (found != NULL) { /* declared again: the latest counts */
        found->node = NULL;
        return found;
    }
    if (reader->anchor_count == WYRM_ANCHORS_MAX) {
        wyrm_fault(reader->faults, &place, WYRM_ERROR_LIMIT, NULL, "more than %d anchors in a file",
                   WYRM_ANCHORS_MAX);
        return reader_stop(reader);
    }
    char *copy = base_text(reader->arena, text, strlen(text));
    if (copy == NULL)
        return reader_no_memory(reader);
    wyrm_anchor *out = &reader->anchors[reader->anchor_count++];
    *out = (wyrm_anchor){.name = copy};
    return out;
}

/* Reports a tag; NULL is none. */
static void tag_refuse(wyrm_reader *reader, const yaml_char_t *tag, wyrm_place place)
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

/* Takes the next event, which must be of a kind that carries nothing; false where it is another
 * (reported). */
static bool reader_take(wyrm_reader *reader, yaml_event_type_t type)
{
    yaml_event_t event;
    if (!reader_next(reader, &event))
        return false;
    bool right = event.type == type;
    wyrm_place place = reader_place(reader, event.start_mark, event.start_mark);
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

/* Copies the text of a scalar; control characters, which only escapes can write here, are reported
 * and replaced. */
static const char *copy_scalar(wyrm_reader *reader, const char *text, size_t length,
                               wyrm_place place)
{
    char *copy = base_text(reader->arena, text, length);
    if (copy == NULL)
        return reader_no_memory(reader);
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
    tag_refuse(reader, event->data.scalar.tag, place);
    wyrm_anchor *anchor = anchor_declare(reader, event->data.scalar.anchor, place);
    wyrm_raw *raw = reader->stopped ? NULL : wyrm_raw_new(reader->arena, WYRM_RAW_SCALAR, place);
    if (raw == NULL)
        return reader->stopped ? NULL : reader_no_memory(reader);
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
    wyrm_anchor *anchor = anchor_find(reader, name);
    char quote[WYRM_QUOTE_MAX];
    if (anchor == NULL || anchor->node == NULL) {
        wyrm_fault(reader->faults, &place, WYRM_ERROR_SYNTAX, NULL,
                   anchor == NULL ? "no anchor '&%s' stands before this alias"
                                  : "the alias '*%s' is inside what it stands for",
                   wyrm_quote(name, quote));
        return reader_stop(reader);
    }
    if (level + anchor->node->height > WYRM_RULESET_MAX_NESTING) {
        wyrm_fault(reader->faults, &place, WYRM_ERROR_LIMIT, NULL, "more than %d levels of nesting",
                   WYRM_RULESET_MAX_NESTING);
        return reader_stop(reader);
    }
    return reader_count(reader, anchor->node->weight, place) ? anchor->node : NULL;
}

/* The caret of a collection: its whole text where that is one line. */
static void close_place(wyrm_raw *raw, yaml_mark_t end, bool flow)
{
    raw->place.length = 1;
    if (flow && mark_count(end.line) + 1 == raw->place.line &&
        mark_count(end.column) >= raw->place.column)
        raw->place.length = mark_count(end.column) + 1 - raw->place.column;
    else if (!flow && raw->kind == WYRM_RAW_MAPPING && raw->count != 0)
        raw->place.length = raw->key_places[0].length;
}

static bool read_items(wyrm_reader *reader, wyrm_raw *list, int level, bool flow)
{
    for (;;) {
        yaml_event_t event;
        if (!reader_next(reader, &event))
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
        if (!raw_append(reader->arena, list, item))
            return reader_no_memory(reader) != NULL;
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
        if (wyrm_raw_put(reader->arena, mapping, key, place, item))
            return true;
        return reader_no_memory(reader) != NULL;
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
        if (!reader_next(reader, &event))
            return false;
        if (event.type == YAML_MAPPING_END_EVENT) {
            close_place(mapping, event.end_mark, flow);
            yaml_event_delete(&event);
            return true;
        }
        wyrm_place place = reader_place(reader, event.start_mark, event.end_mark);
        const char *key = read_key(reader, &event, place, level);
        yaml_event_delete(&event);
        if (reader->stopped || !reader_next(reader, &event))
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
    wyrm_place place = reader_place(reader, event->start_mark, event->end_mark);
    if (event->type == YAML_ALIAS_EVENT)
        return read_alias(reader, event, place, level);
    if (!reader_count(reader, 1, place))
        return NULL;
    if (event->type == YAML_SCALAR_EVENT)
        return read_scalar(reader, event, place);
    if (level == WYRM_RULESET_MAX_NESTING) {
        wyrm_fault(reader->faults, &place, WYRM_ERROR_LIMIT, NULL, "more than %d levels of nesting",
                   WYRM_RULESET_MAX_NESTING);
        return reader_stop(reader);
    }
    bool list = event->type == YAML_SEQUENCE_START_EVENT;
    tag_refuse(reader, list ? event->data.sequence_start.tag : event->data.mapping_start.tag,
               place);
    wyrm_anchor *anchor = anchor_declare(
        reader, list ? event->data.sequence_start.anchor : event->data.mapping_start.anchor, place);
    if (reader->stopped)
        return NULL;
    wyrm_raw *raw = wyrm_raw_new(reader->arena, list ? WYRM_RAW_LIST : WYRM_RAW_MAPPING, place);
    if (raw == NULL)
        return reader_no_memory(reader);
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
    if (!reader_take(reader, YAML_STREAM_START_EVENT) ||
        !reader_take(reader, YAML_DOCUMENT_START_EVENT))
        return NULL;
    yaml_event_t event;
    if (!reader_next(reader, &event))
        return NULL;
    wyrm_raw *root = read_node(reader, &event, 0);
    yaml_event_delete(&event);
    if (root == NULL || !reader_take(reader, YAML_DOCUMENT_END_EVENT) ||
        !reader_take(reader, YAML_STREAM_END_EVENT))
        return NULL;
    return root;
}

wyrm_raw *wyrm_document_read(const wyrm_source *source, base_arena *arena, wyrm_faults *faults)
{
    wyrm_reader reader = {.source = source, .arena = arena, .faults = faults};
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
