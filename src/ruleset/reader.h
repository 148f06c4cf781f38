/* The reading of one source: the events of libyaml, the limits, and the anchors met so far. */
#ifndef WYRM_SRC_RULESET_READER_H
#define WYRM_SRC_RULESET_READER_H

#include "ruleset/raw.h"

#include <wyrm/ruleset.h>

#include <yaml.h>

/* Anchors of one file: looked through one by one. */
#define WYRM_ANCHORS_MAX 256

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
    wyrm_anchor anchors[WYRM_ANCHORS_MAX];
    size_t anchor_count;
    bool stopped; /* what follows cannot be read */
} wyrm_reader;

/* A line or column of libyaml as a number. */
int32_t wyrm_mark_count(size_t value);

wyrm_place wyrm_reader_place(const wyrm_reader *reader, yaml_mark_t start, yaml_mark_t end);

/* Nothing further is read. Both return NULL. */
void *wyrm_reader_stop(wyrm_reader *reader);
void *wyrm_reader_no_memory(wyrm_reader *reader); /* reports it */

/* The next event, to be deleted by the caller; false: not well-formed (reported), and stopped. */
bool wyrm_reader_next(wyrm_reader *reader, yaml_event_t *event);

/* Takes the next event, which must be of a kind that carries nothing; false where it is another
 * (reported). */
bool wyrm_reader_take(wyrm_reader *reader, yaml_event_type_t type);

/* Counts values that are added to the tree; false: too many (reported), and stopped. */
bool wyrm_reader_count(wyrm_reader *reader, size_t count, wyrm_place place);

/* The anchor of a name; NULL: none so far. */
wyrm_anchor *wyrm_anchor_find(wyrm_reader *reader, const char *name);

/* The anchor that a node is to be known by, not set yet; NULL: none, or stopped. */
wyrm_anchor *wyrm_anchor_declare(wyrm_reader *reader, const yaml_char_t *name, wyrm_place place);

/* Reports a tag; NULL is none. */
void wyrm_tag_refuse(wyrm_reader *reader, const yaml_char_t *tag, wyrm_place place);

#endif
