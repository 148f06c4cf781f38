/* From YAML to a tree of texts.
 *
 * libyaml tells what a file says event by event; this makes lists, mappings and texts of it, each
 * with its place. What YAML allows and a ruleset does not (tags, merge keys, several documents,
 * keys that are no words, the same key twice) is refused here, and every limit is kept here:
 * values, nesting, anchors. An alias shares the node that it stands for, whose values count each
 * time, so that a small file cannot mean a huge one. A file that is not well-formed ends the
 * reading, by a jump out of the tree that is being made; everything else is told and read on. */
#include "ruleset/internal.h"
#include <stdio.h>
#include <string.h>
#include <yaml.h>

/* ---- the events of libyaml one by one, with every limit and what stops them ---- */

#define ANCHORS_MAX 256

typedef struct anchor {
    struct anchor *next;
    const char *name;
    raw_node *node; /* NULL while it is being read: an alias to it would be inside itself */
} anchor;

/* The reading of one source. */
typedef struct reader {
    yaml_parser_t parser;
    yaml_event_t event; /* the one at hand; deleted when the next is asked for */
    const wyrm_source *source;
    base_arena *arena;
    diagnostics *found;
    size_t values;
    anchor *anchors;
    size_t anchor_count;
    raw_node *root;
} reader;

/* A line or column of libyaml as a number. */
static int32_t mark_count(size_t value)
{
    return value < INT32_MAX ? (int32_t)value : INT32_MAX - 1;
}

/* From one mark to another; what goes on over lines is cut to its first by the excerpt. */
static wyrm_place place_of(const reader *read, yaml_mark_t start, yaml_mark_t end)
{
    wyrm_place place = {.source = read->source,
                        .line = mark_count(start.line) + 1,
                        .column = mark_count(start.column) + 1,
                        .length = start.line == end.line ? 1 : INT32_MAX / 2};
    if (start.line == end.line && end.column > start.column)
        place.length = mark_count(end.column - start.column);
    return place;
}

/* The next event. Tabs in the indentation are what people ask about most. */
static void advance(reader *read)
{
    yaml_parser_t *parser = &read->parser;
    yaml_event_delete(&read->event);
    if (yaml_parser_parse(parser, &read->event))
        return;
    if (parser->error == YAML_MEMORY_ERROR)
        base_refuse(read->arena, WYRM_ERROR_MEMORY, "out of memory");
    wyrm_place place = place_of(read, parser->problem_mark, parser->problem_mark);
    char hint[WYRM_ERROR_HINT_MAX] = "";
    wyrm_error shown = {0};
    rs_show(&place, &shown);
    if (shown.excerpt[strspn(shown.excerpt, " ")] == '\t')
        snprintf(hint, sizeof hint, "indent with spaces, not with tabs");
    else if (parser->context != NULL)
        snprintf(hint, sizeof hint, "%s that begins in line %d", parser->context,
                 mark_count(parser->context_mark.line) + 1);
    rs_stop(read->found, &place, WYRM_ERROR_SYNTAX, hint, "not well-formed YAML: %s",
            parser->problem != NULL ? parser->problem : "cannot be read");
}

/* Counts values that are added to the tree. */
static void count_values(reader *read, size_t count, wyrm_place place)
{
    read->values += count;
    if (read->values > WYRM_RULESET_MAX_VALUES)
        rs_stop(read->found, &place, WYRM_ERROR_LIMIT, NULL, "more than %zu values in a file",
                WYRM_RULESET_MAX_VALUES);
}

static void check_level(reader *read, int level, wyrm_place place)
{
    if (level > WYRM_RULESET_MAX_NESTING)
        rs_stop(read->found, &place, WYRM_ERROR_LIMIT, NULL, "more than %d levels of nesting",
                WYRM_RULESET_MAX_NESTING);
}

/* The anchor of a name; NULL: none so far. */
static anchor *find_anchor(reader *read, const char *name)
{
    anchor *found = read->anchors;
    while (found != NULL && strcmp(found->name, name) != 0)
        found = found->next;
    return found;
}

/* What stands before a node: a tag, which is refused, and an anchor that the node is to be known
 * by, not set yet. NULL: no anchor. */
static anchor *read_properties(reader *read, const yaml_char_t *tag, const yaml_char_t *name,
                               wyrm_place place)
{
    static const char standard[] = "tag:yaml.org,2002:"; /* libyaml has written "!!" out */
    if (tag != NULL) {
        const char *text = (const char *)tag;
        bool is_standard = strncmp(text, standard, sizeof standard - 1) == 0;
        char quote[QUOTE_MAX];
        rs_diagnose(read->found, &place, WYRM_ERROR_SYNTAX, "write the value alone",
                    "tags are not accepted, found '%s%s'", is_standard ? "!!" : "",
                    rs_quote(is_standard ? text + sizeof standard - 1 : text, quote));
    }
    if (name == NULL)
        return NULL;
    const char *text = (const char *)name;
    anchor *known = find_anchor(read, text);
    if (known != NULL) { /* declared again: the latest counts */
        known->node = NULL;
        return known;
    }
    if (read->anchor_count++ == ANCHORS_MAX)
        rs_stop(read->found, &place, WYRM_ERROR_LIMIT, NULL, "more than %d anchors in a file",
                ANCHORS_MAX);
    known = base_new(read->arena, anchor);
    *known = (anchor){.next = read->anchors, .name = base_text(read->arena, text, strlen(text))};
    return read->anchors = known;
}

/* ---- nodes ---- */

/* The scalar at hand. Control characters, which only escapes can write here, are reported and
 * replaced. */
static raw_node *read_scalar(reader *read, wyrm_place place)
{
    const yaml_event_t *event = &read->event;
    size_t length = event->data.scalar.length;
    anchor *known = read_properties(read, event->data.scalar.tag, event->data.scalar.anchor, place);
    raw_node *raw = raw_new(read->arena, RAW_SCALAR, place);
    char *copy = base_text(read->arena, (const char *)event->data.scalar.value, length);
    raw->plain = event->data.scalar.style == YAML_PLAIN_SCALAR_STYLE;
    raw->text = copy;
    bool reported = false;
    for (size_t i = 0; i < length; i++) {
        unsigned char byte = (unsigned char)copy[i];
        bool c1 = byte == 0xC2 && (unsigned char)copy[i + 1] < 0xA0;
        if ((byte >= 0x20 && byte != 0x7F && !c1) || byte == '\n' || byte == '\t')
            continue;
        if (!reported)
            rs_diagnose(read->found, &place, WYRM_ERROR_RULESET, NULL,
                        "control character U+%04X in a text",
                        (unsigned)(c1 ? (unsigned char)copy[i + 1] : byte));
        reported = true;
        copy[i] = '?';
        if (c1)
            copy[i + 1] = '?';
    }
    if (known != NULL)
        known->node = raw;
    return raw;
}

static raw_node *read_node(reader *read, int level);

/* The text of a key, or NULL where it is not a word (reported; the pair is then left out). */
static const char *read_key(reader *read, wyrm_place place, int level)
{
    yaml_event_type_t type = read->event.type;
    if (type == YAML_SCALAR_EVENT) {
        raw_node *raw = read_scalar(read, place);
        if (!raw->plain || strcmp(raw->text, "<<") != 0)
            return raw->text;
        rs_diagnose(read->found, &place, WYRM_ERROR_RULESET, "use an alias, or extends",
                    "merge keys ('<<') are not accepted");
        return NULL;
    }
    rs_diagnose(read->found, &place, WYRM_ERROR_RULESET, NULL, "a key must be a word, found %s",
                type == YAML_SEQUENCE_START_EVENT  ? "a list"
                : type == YAML_MAPPING_START_EVENT ? "a mapping"
                                                   : "an alias");
    if (type != YAML_ALIAS_EVENT) /* its inside must be read all the same */
        (void)read_node(read, level);
    return NULL;
}

/* The items of a list or the pairs of a mapping, up to its end. The caret of a collection in
 * brackets is its whole text where that is one line. */
static void read_members(reader *read, raw_node *out, int level, bool flow)
{
    bool list = out->kind == RAW_LIST;
    yaml_event_type_t last = list ? YAML_SEQUENCE_END_EVENT : YAML_MAPPING_END_EVENT;
    for (advance(read); read->event.type != last; advance(read)) {
        wyrm_place place = place_of(read, read->event.start_mark, read->event.end_mark);
        const char *key = list ? NULL : read_key(read, place, level);
        if (!list)
            advance(read);
        raw_node *item = read_node(read, level);
        size_t first = key != NULL ? rs_find_key(&out->keys, key) : KEYS_NONE;
        char quote[QUOTE_MAX];
        if (list)
            raw_add(read->arena, out, NULL, place, item);
        else if (first != KEYS_NONE)
            rs_diagnose(read->found, &place, WYRM_ERROR_RULESET, NULL,
                        "duplicate key '%s', first in line %d", rs_quote(key, quote),
                        (int)out->key_places[first].line);
        else if (key != NULL)
            raw_add(read->arena, out, key, place, item);
    }
    yaml_mark_t end = read->event.end_mark;
    out->place.length = 1;
    if (flow && mark_count(end.line) + 1 == out->place.line &&
        mark_count(end.column) >= out->place.column)
        out->place.length = mark_count(end.column) + 1 - out->place.column;
    else if (!flow && !list && out->count != 0)
        out->place.length = out->key_places[0].length;
}

/* The node that begins with the event at hand. `level`: collections around it. */
static raw_node *read_node(reader *read, int level)
{
    const yaml_event_t *event = &read->event;
    wyrm_place place = place_of(read, event->start_mark, event->end_mark);
    if (event->type == YAML_ALIAS_EVENT) {
        const char *name = (const char *)event->data.alias.anchor;
        const anchor *known = find_anchor(read, name);
        char quote[QUOTE_MAX];
        if (known == NULL || known->node == NULL)
            rs_stop(read->found, &place, WYRM_ERROR_SYNTAX, NULL,
                    known == NULL ? "no anchor '&%s' stands before this alias"
                                  : "the alias '*%s' is inside what it stands for",
                    rs_quote(name, quote));
        check_level(read, level + known->node->height, place);
        count_values(read, known->node->weight, place);
        return known->node;
    }
    count_values(read, 1, place);
    if (event->type == YAML_SCALAR_EVENT)
        return read_scalar(read, place);
    check_level(read, level + 1, place);
    bool list = event->type == YAML_SEQUENCE_START_EVENT;
    anchor *known = list ? read_properties(read, event->data.sequence_start.tag,
                                           event->data.sequence_start.anchor, place)
                         : read_properties(read, event->data.mapping_start.tag,
                                           event->data.mapping_start.anchor, place);
    bool flow = list ? event->data.sequence_start.style == YAML_FLOW_SEQUENCE_STYLE
                     : event->data.mapping_start.style == YAML_FLOW_MAPPING_STYLE;
    raw_node *raw = raw_new(read->arena, list ? RAW_LIST : RAW_MAPPING, place);
    read_members(read, raw, level + 1, flow);
    if (known != NULL)
        known->node = raw;
    return raw;
}

/* ---- the document ---- */

/* Takes the next event, which must be of a kind that carries nothing. */
static void take(reader *read, yaml_event_type_t type)
{
    advance(read);
    if (read->event.type == type)
        return;
    wyrm_place place = place_of(read, read->event.start_mark, read->event.start_mark);
    if (type == YAML_STREAM_END_EVENT)
        rs_stop(read->found, &place, WYRM_ERROR_SYNTAX, NULL,
                "a second document begins here: a file holds one ruleset");
    if (type == YAML_DOCUMENT_START_EVENT)
        place.line = place.column = 1;
    rs_stop(read->found, &place, WYRM_ERROR_RULESET, NULL, "the file is empty");
}

/* The job of one document. */
static void read_document(base_arena *arena, void *context)
{
    reader *read = context;
    (void)arena;
    take(read, YAML_STREAM_START_EVENT);
    take(read, YAML_DOCUMENT_START_EVENT);
    advance(read);
    read->root = read_node(read, 0);
    take(read, YAML_DOCUMENT_END_EVENT);
    take(read, YAML_STREAM_END_EVENT);
}

const raw_node *raw_read(const wyrm_source *source, base_arena *arena, diagnostics *found)
{
    reader read = {.source = source, .arena = arena, .found = found};
    if (!yaml_parser_initialize(&read.parser))
        base_refuse(arena, WYRM_ERROR_MEMORY, "out of memory");
    yaml_parser_set_encoding(&read.parser, YAML_UTF8_ENCODING);
    yaml_parser_set_input_string(&read.parser, (const unsigned char *)source->text, source->length);
    /* A job of its own, so that libyaml's parser ends with it wherever it is left. */
    wyrm_status status = base_run(arena, read_document, &read);
    yaml_event_delete(&read.event);
    yaml_parser_delete(&read.parser);
    base_must(arena, status);
    return read.root;
}
