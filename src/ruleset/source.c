/* Sources of a ruleset: suggestions for misspelt words, places, diagnostics, the raw tree, and the
 * YAML parser that makes it.
 *
 * Reading goes on after a mistake, so that one reading reports all of them. They are found in the
 * order of the checks and reported in the order of the file: each keeps its place, and the line
 * with its caret is copied only when it is reported. An unknown word gets the nearest known one as
 * a hint. So that every error has a place, lists, mappings and texts keep theirs in a raw tree,
 * which the YAML parser makes, merging copies, and the check walks.
 *
 * libyaml parses a file event by event; the reader makes lists, mappings and texts of the events,
 * each with its place. What YAML allows and a ruleset does not (tags, merge keys, several
 * documents, keys that are no words, the same key twice) is refused here, and every limit is
 * enforced here: values, nesting, anchors. An alias shares the node of its anchor, whose values
 * count at each use, so that a small file cannot expand to a huge one. A file that is not
 * well-formed ends the reading, by a jump out of the unfinished tree; everything else is reported
 * and reading goes on. */
#include "ruleset/internal.h"
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <xxhash.h>
#include <yaml.h>

/* ---- "Did you mean": the distance of two words, and the nearest of many ---- */

/* Longer words are not taken for misspelt keys. */
#define LONGEST 64

static char lower(char letter)
{
    return letter >= 'A' && letter <= 'Z' ? (char)(letter - 'A' + 'a') : letter;
}

static size_t least_of(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* Returns the edit distance of two words: letters to insert, delete, replace or swap with their
 * neighbour (optimal string alignment, the restricted form of Damerau and Levenshtein). Ignores
 * case. */
static size_t distance(const char *a, size_t a_length, const char *b, size_t b_length)
{
    size_t rows[3][LONGEST + 1];
    size_t *before = rows[0], *above = rows[1], *now = rows[2];
    for (size_t j = 0; j <= b_length; j++)
        above[j] = j;
    for (size_t i = 1; i <= a_length; i++) {
        now[0] = i;
        for (size_t j = 1; j <= b_length; j++) {
            size_t replaced = above[j - 1] + (lower(a[i - 1]) != lower(b[j - 1]));
            now[j] = least_of(replaced, 1 + least_of(above[j], now[j - 1]));
            if (i > 1 && j > 1 && lower(a[i - 1]) == lower(b[j - 2]) &&
                lower(a[i - 2]) == lower(b[j - 1]))
                now[j] = least_of(now[j], before[j - 2] + 1);
        }
        size_t *free_row = before;
        before = above;
        above = now;
        now = free_row;
    }
    return above[b_length];
}

/* Whether a word is short for another: its beginning ('exp' for 'experience'), the first letters of
 * its parts ('ac' for 'armor_class'), or, `loosely`, some of its letters ('dmg' for 'damage'). */
static bool is_short_for(const char *word, const char *other, bool loosely)
{
    const char *at = word, *part = word;
    const size_t length = strlen(word);
    if (lower(word[0]) != lower(other[0]) || length < 2 || length + 2 > strlen(other))
        return false;
    for (const char *letter = other; *letter != '\0'; letter++) {
        at += lower(*letter) == lower(*at);
        part += (letter == other || letter[-1] == '_') && lower(*letter) == lower(*part);
        if (*at == '\0' && length > 2 && (loosely || letter == other + length - 1))
            return true;
        if (*part == '\0' && loosely)
            return true;
    }
    return false;
}

/* Returns the shortest of the candidates that a word is short for; NULL: none. */
static const char *meant_by(const char *word, const char *const *candidates, size_t count,
                            bool loosely)
{
    const char *best = NULL;
    for (size_t i = 0; i < count; i++)
        if (is_short_for(word, candidates[i], loosely) &&
            (best == NULL || strlen(candidates[i]) < strlen(best)))
            best = candidates[i];
    return best;
}

const char *rs_misspelt(const char *word, const char *const *candidates, size_t count)
{
    const char *nearest = NULL;
    size_t length = strlen(word), least = length / 3 + 1;
    for (size_t i = 0; i < count && length > 0 && length <= LONGEST; i++) {
        size_t other = strlen(candidates[i]);
        if (other > LONGEST || other > length + least || length > other + least)
            continue;
        size_t wrong = distance(word, length, candidates[i], other);
        if (wrong < least) {
            least = wrong;
            nearest = candidates[i];
        }
    }
    return nearest;
}

/* Returns the length of the common prefix of two words. */
static size_t alike_letters(const char *word, const char *other)
{
    size_t same = 0;
    while (word[same] != '\0' && lower(word[same]) == lower(other[same]))
        same++;
    return same;
}

const char *wyrm_nearest(const char *word, const char *const *candidates, size_t count)
{
    size_t length = strlen(word);
    if (length == 0 || length > LONGEST)
        return NULL;
    const char *begun = meant_by(word, candidates, count, false);
    if (begun != NULL)
        return begun;
    const char *nearest = rs_misspelt(word, candidates, count), *alike = NULL;
    size_t alikes = 0;
    for (size_t i = 0; i < count; i++) {
        const char *one = candidates[i];
        if (one[0] != '\0' && lower(one[0]) == lower(word[0]) && lower(one[1]) == lower(word[1])) {
            alike = one;
            alikes++;
        }
    }
    if (nearest == NULL)
        nearest = meant_by(word, candidates, count, true);
    /* Else the only candidate with the same two first letters, if half of it is right: at most
     * half its letters are wrong, or its first half is right and no more than three quarters are
     * wrong. */
    if (nearest != NULL || length < 3 || alikes != 1 || strlen(alike) > LONGEST)
        return nearest;
    size_t longer = length > strlen(alike) ? length : strlen(alike);
    const size_t wrong = distance(word, length, alike, strlen(alike));
    const bool begins = 2 * alike_letters(word, alike) >= strlen(alike);
    return 2 * wrong <= longer || (begins && 4 * wrong <= 3 * longer) ? alike : NULL;
}

bool rs_did_you_mean(const char *word, const char *const *candidates, size_t count,
                     char hint[WYRM_ERROR_HINT_MAX])
{
    const char *nearest = wyrm_nearest(word, candidates, count);
    hint[0] = '\0';
    if (nearest != NULL)
        snprintf(hint, WYRM_ERROR_HINT_MAX, "did you mean '%.100s'?", nearest);
    return nearest != NULL;
}

void wyrm_suggest(wyrm_error *error, const char *word, const char *const *candidates, size_t count)
{
    if (error == NULL || rs_did_you_mean(word, candidates, count, error->hint))
        return;
    size_t used = 0, size = sizeof error->hint;
    for (size_t i = 0; i < count; i++) {
        const bool fits = used + strlen(candidates[i]) + sizeof ", , ..." <= size;
        used += (size_t)snprintf(error->hint + used, size - used, "%s %s", i == 0 ? "one of" : ",",
                                 fits ? candidates[i] : "...");
        if (!fits)
            return;
    }
}

/* The buffer has room for 40 characters of up to 4 bytes and the dots; stray continuation bytes
 * beyond that are dropped. */
const char *rs_quote(const char *text, char buffer[QUOTE_MAX])
{
    size_t used = 0;
    for (int characters = 0; *text != '\0'; characters++) {
        if (characters == 40) {
            memcpy(buffer + used, "...", 3);
            used += 3;
            break;
        }
        bool control = (unsigned char)*text < 0x20 || *text == 0x7F;
        buffer[used++] = control ? '?' : *text;
        text++;
        while (((unsigned char)*text & 0xC0) == 0x80) { /* the rest of a character */
            if (used < QUOTE_MAX - 4)
                buffer[used++] = *text;
            text++;
        }
    }
    buffer[used] = '\0';
    return buffer;
}

/* ---- places ---- */

/* Whether YAML allows a character in a file. */
static bool is_allowed(uint32_t character)
{
    static const uint32_t refused[] = {0x2028, 0x2029, 0xFEFF, 0xFFFE, 0xFFFF};
    for (size_t i = 0; i < COUNT_OF(refused); i++)
        if (character == refused[i])
            return false;
    return character < 0x20 ? character == '\t' || character == '\n' || character == '\r'
                            : character < 0x7F || character >= 0xA0;
}

/* Copies the line with one character of the excerpt for each of the line, so that the caret fits;
 * bytes that are no text, or steer a terminal, are shown as '?'. */
void rs_show(const rs_position *position, wyrm_error *error)
{
    const rs_file *source = position->source;
    error->line = error->column = 0;
    error->length = 1;
    error->file[0] = error->excerpt[0] = '\0';
    if (source == NULL || position->line == 0)
        return;
    const char *at = source->text, *end = at + source->length;
    for (int32_t now = 1; now < position->line && at < end; at++)
        now += at[0] == '\n' || (at[0] == '\r' && at[1] != '\n');
    size_t used = 0;
    int32_t shown = 0;
    for (; at < end && *at != '\n' && *at != '\r'; shown++) {
        const char *from = at;
        uint32_t character = base_utf8_next(&at);
        bool bad = character == BASE_UTF8_NONE || !is_allowed(character);
        size_t width = bad ? 1 : (size_t)(at - from);
        if (used + width >= sizeof error->excerpt)
            break;
        memcpy(error->excerpt + used, bad ? "?" : from, width);
        used += width;
    }
    error->excerpt[used] = '\0';
    base_utf8_copy(error->file, sizeof error->file, source->file);
    error->line = position->line;
    error->column = position->column;
    error->length = position->length < 1 ? 1 : position->length;
    /* The caret must be below something: an end past the cut is moved to it, and a start past it
     * gets no excerpt. One character behind the line is its end. */
    if (position->column > shown + 1) {
        error->excerpt[0] = '\0';
        error->length = 1;
    } else if (position->column + error->length > shown + 1) {
        error->length = position->column > shown ? 1 : shown + 1 - position->column;
    }
}

/* ---- diagnostics ---- */

/* Limit of those kept for sorting; further ones are only counted. */
#define DIAGNOSTICS_MAX 1000

struct diagnosis {
    rs_position position;
    size_t number; /* in the order of finding */
    wyrm_error error;
};

bool rs_full(const diagnostics *found)
{
    return found->kept == DIAGNOSTICS_MAX;
}

static void add_diagnostic(diagnostics *found, const rs_position *position, wyrm_status code,
                           const char *hint, const char *format, va_list arguments)
{
    code = found->defaulted != NULL ? WYRM_ERROR_INTERNAL : code;
    found->total++;
    if (found->first == WYRM_OK)
        found->first = code;
    if (rs_full(found))
        return;
    found->items =
        base_grow(found->arena, found->items, found->kept, &found->capacity, sizeof *found->items);
    struct diagnosis *one = &found->items[found->kept++];
    one->position = found->lacking != NULL ? *found->lacking : *position;
    one->number = found->total;
    base_vfail(&one->error, code, format, arguments);
    if (found->defaulted != NULL)
        wyrm_fail(&one->error, code, "the default of '%.200s' is wrong: %s", found->defaulted,
                  one->error.message);
    base_utf8_copy(one->error.hint, sizeof one->error.hint, hint != NULL ? hint : "");
}

void rs_diagnose(diagnostics *found, const rs_position *position, wyrm_status code,
                 const char *hint, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    add_diagnostic(found, position, code, hint, format, arguments);
    va_end(arguments);
}

void rs_stop(diagnostics *found, const rs_position *position, wyrm_status code, const char *hint,
             const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    add_diagnostic(found, position, code, hint, format, arguments);
    va_end(arguments);
    base_fail(found->arena, code);
}

/* Sorts by place, the extending file first; diagnostics of one place in the order of finding. */
static int compare_diagnoses(const void *a, const void *b)
{
    const struct diagnosis *one = a, *other = b;
    const rs_file *source = one->position.source, *other_source = other->position.source;
    const int64_t keys[][2] = {
        {source == NULL ? -1 : source->order, other_source == NULL ? -1 : other_source->order},
        {one->position.line, other->position.line},
        {one->position.column, other->position.column},
        {(int64_t)one->number, (int64_t)other->number},
    };
    for (size_t i = 0; i < COUNT_OF(keys); i++)
        if (keys[i][0] != keys[i][1])
            return keys[i][0] < keys[i][1] ? -1 : 1;
    return 0;
}

wyrm_status rs_run(diagnostics *found, void (*job)(base_arena *arena, void *context), void *context,
                   wyrm_errors *errors)
{
    wyrm_status status = base_run(found->arena, job, context);
    if (found->total == 0 || status == WYRM_ERROR_MEMORY)
        return status;
    qsort(found->items, found->kept, sizeof *found->items, compare_diagnoses);
    for (size_t i = 0; i < found->total; i++) { /* those that were not kept are only counted */
        struct diagnosis *one = &found->items[i < found->kept ? i : found->kept - 1];
        if (wyrm_errors_kept(errors) < WYRM_ERRORS_MAX)
            rs_show(&one->position, &one->error);
        wyrm_errors_add(errors, &one->error);
    }
    return found->first;
}

/* ---- sources ---- */

/* Checks that every character is UTF-8, and allowed by YAML. */
static void check_text(const rs_file *source, diagnostics *found)
{
    rs_position position = {.source = source, .line = 1, .column = 1, .length = 1};
    const char *at = source->text, *end = source->text + source->length;
    if (source->length >= sizeof BASE_SQLITE_HEAD &&
        memcmp(at, BASE_SQLITE_HEAD, sizeof BASE_SQLITE_HEAD) == 0) {
        position.length = sizeof BASE_SQLITE_HEAD - 1;
        rs_stop(found, &position, WYRM_ERROR_SYNTAX, "is it a file of runs?",
                "a SQLite database, where a text is expected");
    }
    while (at < end) {
        unsigned char byte = (unsigned char)*at;
        uint32_t character = base_utf8_next(&at);
        if (character == BASE_UTF8_NONE)
            rs_stop(found, &position, WYRM_ERROR_SYNTAX, NULL, "the file is not UTF-8: byte 0x%02X",
                    (unsigned)byte);
        if (!is_allowed(character))
            rs_stop(found, &position, WYRM_ERROR_SYNTAX, NULL,
                    "control character U+%04X in the file", (unsigned)character);
        position.column++;
        if (character == '\n' || (character == '\r' && *at != '\n')) {
            position.line++;
            position.column = 1;
        }
    }
}

rs_file *rs_source(diagnostics *found, const char *file, const char *text, size_t length, int order)
{
    base_arena *arena = found->arena;
    bool marked = length >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0; /* byte order mark */
    rs_file *source = base_new(arena, rs_file);
    source->file = base_text(arena, file, strlen(file));
    source->length = length - (marked ? 3 : 0);
    source->text = base_text(arena, text + length - source->length, source->length);
    source->order = order;
    check_text(source, found);
    return source;
}

char *rs_beside(base_arena *arena, const rs_file *from, const char *name, char **home)
{
    const char *slash = from->named ? NULL : strrchr(from->file, '/');
    const size_t folder = slash == NULL ? 0 : (size_t)(slash - from->file) + 1;
    const size_t before = name[0] == '/' ? 0 : folder, size = strlen(name) + 1;
    char *path = base_array(arena, char, before + size);
    memcpy(path, from->file, before);
    memcpy(path + before, name, size);
    *home = base_array(arena, char, folder + 2);
    memcpy(*home, folder > 0 ? from->file : ".", folder > 0 ? folder : 1);
    return path;
}

wyrm_status rs_read_file(diagnostics *found, const char *path, bool regular, int order,
                         rs_file **out, wyrm_error *error)
{
    /* The errors of the system, in words. */
    static const struct {
        int number;
        const char *sentence;
    } causes[] = {
        {ENOENT, "no such file"},
        {ENOTDIR, "no such file"},
        {EACCES, "no permission to read it"},
        {EPERM, "no permission to read it"},
        {EISDIR, "it is a folder"},
        {ELOOP, "its links lead in a circle"},
        {ENAMETOOLONG, "its name is too long"},
        {EINVAL, "it is not a regular file"},
        {EIO, "the disk reports an error"},
    };
    char *bytes;
    size_t length;
    struct stat about;
    int number = base_file_read(path, regular, WYRM_RULESET_MAX_BYTES, &bytes, &length, &about);
    if (number == ENOMEM)
        base_refuse(found->arena, WYRM_ERROR_MEMORY, "out of memory");
    if (number == EFBIG)
        return wyrm_fail(error, WYRM_ERROR_LIMIT, "the file is larger than %zu bytes",
                         WYRM_RULESET_MAX_BYTES);
    for (size_t i = 0; i < COUNT_OF(causes); i++)
        if (causes[i].number == number)
            return wyrm_fail(error, WYRM_ERROR_IO, "%s", causes[i].sentence);
    if (number != 0)
        return wyrm_fail(error, WYRM_ERROR_IO, "system error %d", number);
    base_keep(found->arena, bytes, wyrm_free);
    *out = rs_source(found, path, bytes, length, order);
    if (S_ISREG(about.st_mode)) {
        (*out)->device = (uint64_t)about.st_dev;
        (*out)->inode = (uint64_t)about.st_ino;
    }
    return WYRM_OK;
}

/* ---- keys: a list of names, with a hash table beside it once a scan would be slow ---- */

#define FEW_KEYS 12

/* Returns the slot of a name, or the free one where it belongs. */
static uint32_t *slot_of(const key_list *keys, const char *name)
{
    size_t slot = (size_t)XXH3_64bits(name, strlen(name));
    for (;; slot++) {
        uint32_t *at = &keys->slots[slot & (keys->slot_count - 1)];
        if (*at == 0 || strcmp(keys->names[*at - 1], name) == 0)
            return at;
    }
}

size_t rs_find_key(const key_list *keys, const char *name)
{
    if (keys->slots != NULL) {
        uint32_t index = *slot_of(keys, name);
        return index == 0 ? KEYS_NONE : index - 1;
    }
    for (size_t i = 0; i < keys->count; i++)
        if (strcmp(keys->names[i], name) == 0)
            return i;
    return KEYS_NONE;
}

/* ---- the nodes of a raw tree ---- */

raw_node *raw_new(base_arena *arena, raw_kind kind, rs_position position)
{
    raw_node *raw = base_new(arena, raw_node);
    raw->kind = kind;
    raw->position = position;
    raw->weight = 1;
    raw->height = kind == RAW_SCALAR ? 0 : 1;
    return raw;
}

/* Adds a key. The hash table is at most half full; its size is a power of two. */
static void add_key(base_arena *arena, raw_node *mapping, const char *key, rs_position key_position)
{
    key_list *keys = &mapping->keys;
    mapping->key_positions = base_grow(arena, mapping->key_positions, mapping->count,
                                       &mapping->key_capacity, sizeof *mapping->key_positions);
    mapping->key_positions[mapping->count] = key_position;
    keys->names = base_grow(arena, keys->names, keys->count, &keys->capacity, sizeof *keys->names);
    keys->names[keys->count++] = key;
    if (keys->slots != NULL && 2 * keys->count <= keys->slot_count) {
        *slot_of(keys, key) = (uint32_t)keys->count;
    } else if (keys->count > FEW_KEYS) {
        for (keys->slot_count = 32; keys->slot_count < 4 * keys->count;)
            keys->slot_count *= 2;
        keys->slots = base_array(arena, uint32_t, keys->slot_count);
        for (size_t i = 0; i < keys->count; i++)
            *slot_of(keys, keys->names[i]) = (uint32_t)i + 1;
    }
}

void raw_add(base_arena *arena, raw_node *to, const char *key, rs_position key_position,
             raw_node *item)
{
    if (to->kind == RAW_MAPPING)
        add_key(arena, to, key, key_position);
    to->items = base_grow(arena, to->items, to->count, &to->capacity, sizeof(raw_node *));
    to->items[to->count++] = item;
    to->weight += item->weight;
    if (to->height <= item->height)
        to->height = item->height + 1;
}

bool raw_is_null(const raw_node *raw)
{
    return raw->kind == RAW_SCALAR && raw->plain &&
           (strcmp(raw->text, "~") == 0 || strcmp(raw->text, "null") == 0);
}

bool raw_is_nothing(const raw_node *raw)
{
    return raw->kind == RAW_SCALAR && raw->plain && raw->text[0] == '\0';
}

const char *raw_words(const raw_node *raw, char buffer[RAW_WORDS_MAX])
{
    char quote[QUOTE_MAX];
    if (raw->kind == RAW_LIST)
        return "a list";
    if (raw->kind == RAW_MAPPING)
        return "a mapping";
    if (raw_is_nothing(raw))
        return "nothing";
    snprintf(buffer, RAW_WORDS_MAX, raw->plain ? "'%s'" : "the text '%s' in quotes",
             rs_quote(raw->text, quote));
    return buffer;
}

/* ---- YAML: the events of libyaml one by one, with the checks of every limit ---- */

#define ANCHORS_MAX 256

typedef struct anchor {
    struct anchor *next;
    const char *name;
    raw_node *node; /* NULL while it is being read: an alias to it would be inside itself */
} anchor;

/* The reading of one source. */
typedef struct reader {
    yaml_parser_t parser;
    yaml_event_t event; /* the current one; deleted when the next is parsed */
    yaml_mark_t quote;  /* where the last quoted text of several lines begins... */
    size_t quote_end;   /* ...and the line that it ends in; 0: there was none */
    const rs_file *source;
    base_arena *arena;
    diagnostics *found;
    size_t values;
    anchor *anchors;
    size_t anchor_count;
    raw_node *root;
} reader;

/* Converts a line or column of libyaml to a number. */
static int32_t mark_count(size_t value)
{
    return value < INT32_MAX ? (int32_t)value : INT32_MAX - 1;
}

/* Returns the place between two marks; the excerpt cuts one of several lines to the first. */
static rs_position position_of(const reader *read, yaml_mark_t start, yaml_mark_t end)
{
    rs_position position = {.source = read->source,
                            .line = mark_count(start.line) + 1,
                            .column = mark_count(start.column) + 1,
                            .length = start.line == end.line ? 1 : INT32_MAX / 2};
    if (start.line == end.line && end.column > start.column)
        position.length = mark_count(end.column - start.column);
    return position;
}

/* Remembers a quoted text that goes over several lines. Where a quote is never closed it ends at
 * the next one of the file, and the error comes there, far from what is wrong. */
static void note_quote(reader *read)
{
    const yaml_event_t *event = &read->event;
    if (event->type != YAML_SCALAR_EVENT || event->start_mark.line == event->end_mark.line ||
        (event->data.scalar.style != YAML_SINGLE_QUOTED_SCALAR_STYLE &&
         event->data.scalar.style != YAML_DOUBLE_QUOTED_SCALAR_STYLE))
        return;
    read->quote = event->start_mark;
    read->quote_end = event->end_mark.line;
}

/* Whether a line has a ': ' before the one that the error is at, and so is `key: text: more`; in
 * `key {a: 1, b: 2}`, without the first colon, it is one of the entries. */
static bool has_colon_before(const char *line, size_t column)
{
    const char *colon = strstr(line, ": ");
    return colon != NULL && (size_t)(colon - line) < column &&
           strcspn(line, "{[") > (size_t)(colon - line);
}

/* Says what to look for where libyaml does not. */
static void hint_at_syntax(const reader *read, const char *line, char hint[WYRM_ERROR_HINT_MAX])
{
    const yaml_parser_t *parser = &read->parser;
    const char *problem = parser->problem != NULL ? parser->problem : "";
    if (line[strspn(line, " ")] == '\t')
        snprintf(hint, WYRM_ERROR_HINT_MAX, "indent with spaces, not with tabs");
    else if (read->quote_end != 0 && read->quote_end == parser->problem_mark.line)
        snprintf(hint, WYRM_ERROR_HINT_MAX,
                 "the text in quotes that begins in line %d ends here: is its quote not closed?",
                 mark_count(read->quote.line) + 1);
    else if (strcmp(problem, "mapping values are not allowed in this context") == 0)
        snprintf(hint, WYRM_ERROR_HINT_MAX, "%s",
                 has_colon_before(line, parser->problem_mark.column)
                     ? "a text with ': ' in it needs quotes"
                     : "is a ':' missing before, or the line indented too far?");
    else if (parser->context != NULL)
        snprintf(hint, WYRM_ERROR_HINT_MAX, "%s that begins in line %d%s", parser->context,
                 mark_count(parser->context_mark.line) + 1,
                 strcmp(problem, "did not find expected key") == 0 &&
                         strstr(parser->context, "block") != NULL
                     ? "; its keys begin in the same column"
                     : "");
}

/* Parses the next event. */
static void advance(reader *read)
{
    yaml_parser_t *parser = &read->parser;
    yaml_event_delete(&read->event);
    if (yaml_parser_parse(parser, &read->event)) {
        note_quote(read);
        return;
    }
    if (parser->error == YAML_MEMORY_ERROR)
        base_refuse(read->arena, WYRM_ERROR_MEMORY, "out of memory");
    rs_position position = position_of(read, parser->problem_mark, parser->problem_mark);
    char hint[WYRM_ERROR_HINT_MAX] = "";
    wyrm_error shown = {0};
    rs_show(&position, &shown);
    hint_at_syntax(read, shown.excerpt, hint);
    rs_stop(read->found, &position, WYRM_ERROR_SYNTAX, hint, "not well-formed YAML: %s",
            parser->problem != NULL ? parser->problem : "cannot be read");
}

/* Counts values that are added to the tree. */
static void count_values(reader *read, size_t count, rs_position position)
{
    read->values += count;
    if (read->values > WYRM_RULESET_MAX_VALUES)
        rs_stop(read->found, &position, WYRM_ERROR_LIMIT, NULL, "more than %zu values in a file",
                WYRM_RULESET_MAX_VALUES);
}

static void check_level(reader *read, int level, rs_position position)
{
    if (level > WYRM_RULESET_MAX_NESTING)
        rs_stop(read->found, &position, WYRM_ERROR_LIMIT, NULL, "more than %d levels of nesting",
                WYRM_RULESET_MAX_NESTING);
}

/* Returns the anchor of a name; NULL: none so far. */
static anchor *find_anchor(reader *read, const char *name)
{
    anchor *found = read->anchors;
    while (found != NULL && strcmp(found->name, name) != 0)
        found = found->next;
    return found;
}

/* Reads what is before a node: a tag, which is refused, and an anchor, whose node is not set yet.
 * Returns the anchor; NULL: there is none. */
static anchor *read_properties(reader *read, const yaml_char_t *tag, const yaml_char_t *name,
                               rs_position position)
{
    static const char standard[] = "tag:yaml.org,2002:"; /* libyaml has written "!!" out */
    if (tag != NULL) {
        const char *text = (const char *)tag;
        bool is_standard = strncmp(text, standard, sizeof standard - 1) == 0;
        char quote[QUOTE_MAX];
        rs_diagnose(read->found, &position, WYRM_ERROR_SYNTAX, "write the value alone",
                    "tags are not accepted, found '%s%s'", is_standard ? "!!" : "",
                    rs_quote(is_standard ? text + sizeof standard - 1 : text, quote));
    }
    if (name == NULL)
        return NULL;
    const char *text = (const char *)name;
    anchor *known = find_anchor(read, text);
    if (known != NULL) { /* declared again: the last one counts */
        known->node = NULL;
        return known;
    }
    if (read->anchor_count++ == ANCHORS_MAX)
        rs_stop(read->found, &position, WYRM_ERROR_LIMIT, NULL, "more than %d anchors in a file",
                ANCHORS_MAX);
    known = base_new(read->arena, anchor);
    *known = (anchor){.next = read->anchors, .name = base_text(read->arena, text, strlen(text))};
    return read->anchors = known;
}

/* ---- YAML: nodes ---- */

/* Reads the current scalar. Control characters, which can only be here as escapes, are reported and
 * replaced. */
static raw_node *read_scalar(reader *read, rs_position position)
{
    const yaml_event_t *event = &read->event;
    size_t length = event->data.scalar.length;
    anchor *known =
        read_properties(read, event->data.scalar.tag, event->data.scalar.anchor, position);
    raw_node *raw = raw_new(read->arena, RAW_SCALAR, position);
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
            rs_diagnose(read->found, &position, WYRM_ERROR_RULESET, NULL,
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

/* Returns the text of a key; NULL if it is no word (reported; the pair is then left out). */
static const char *read_key(reader *read, rs_position position, int level)
{
    yaml_event_type_t type = read->event.type;
    if (type == YAML_SCALAR_EVENT) {
        raw_node *raw = read_scalar(read, position);
        if (!raw->plain || strcmp(raw->text, "<<") != 0)
            return raw->text;
        rs_diagnose(read->found, &position, WYRM_ERROR_RULESET, "use an alias, or extends",
                    "merge keys ('<<') are not accepted");
        return NULL;
    }
    rs_diagnose(read->found, &position, WYRM_ERROR_RULESET, NULL, "a key must be a word, found %s",
                type == YAML_SEQUENCE_START_EVENT  ? "a list"
                : type == YAML_MAPPING_START_EVENT ? "a mapping"
                                                   : "an alias");
    if (type != YAML_ALIAS_EVENT) /* its inside must be read nevertheless */
        (void)read_node(read, level);
    return NULL;
}

/* Reads the items of a list or the pairs of a mapping, up to its end. The caret of a collection in
 * brackets marks its whole text if that is in one line. */
static void read_members(reader *read, raw_node *out, int level, bool flow)
{
    bool list = out->kind == RAW_LIST;
    yaml_event_type_t last = list ? YAML_SEQUENCE_END_EVENT : YAML_MAPPING_END_EVENT;
    for (advance(read); read->event.type != last; advance(read)) {
        rs_position position = position_of(read, read->event.start_mark, read->event.end_mark);
        const char *key = list ? NULL : read_key(read, position, level);
        if (!list)
            advance(read);
        raw_node *item = read_node(read, level);
        size_t first = key != NULL ? rs_find_key(&out->keys, key) : KEYS_NONE;
        char quote[QUOTE_MAX];
        if (list)
            raw_add(read->arena, out, NULL, position, item);
        else if (first != KEYS_NONE)
            rs_diagnose(read->found, &position, WYRM_ERROR_RULESET, NULL,
                        "duplicate key '%s', first in line %d", rs_quote(key, quote),
                        (int)out->key_positions[first].line);
        else if (key != NULL)
            raw_add(read->arena, out, key, position, item);
    }
    yaml_mark_t end = read->event.end_mark;
    out->position.length = 1;
    if (flow && mark_count(end.line) + 1 == out->position.line &&
        mark_count(end.column) >= out->position.column)
        out->position.length = mark_count(end.column) + 1 - out->position.column;
    else if (!flow && !list && out->count != 0)
        out->position.length = out->key_positions[0].length;
}

/* Reads the node that begins with the current event. `level`: collections around it. */
static raw_node *read_node(reader *read, int level)
{
    const yaml_event_t *event = &read->event;
    rs_position position = position_of(read, event->start_mark, event->end_mark);
    if (event->type == YAML_ALIAS_EVENT) {
        const char *name = (const char *)event->data.alias.anchor;
        const anchor *known = find_anchor(read, name);
        char quote[QUOTE_MAX];
        if (known == NULL || known->node == NULL)
            rs_stop(read->found, &position, WYRM_ERROR_SYNTAX, NULL,
                    known == NULL ? "no anchor '&%s' stands before this alias"
                                  : "the alias '*%s' is inside what it stands for",
                    rs_quote(name, quote));
        check_level(read, level + known->node->height, position);
        count_values(read, known->node->weight, position);
        return known->node;
    }
    count_values(read, 1, position);
    if (event->type == YAML_SCALAR_EVENT)
        return read_scalar(read, position);
    check_level(read, level + 1, position);
    bool list = event->type == YAML_SEQUENCE_START_EVENT;
    anchor *known = list ? read_properties(read, event->data.sequence_start.tag,
                                           event->data.sequence_start.anchor, position)
                         : read_properties(read, event->data.mapping_start.tag,
                                           event->data.mapping_start.anchor, position);
    bool flow = list ? event->data.sequence_start.style == YAML_FLOW_SEQUENCE_STYLE
                     : event->data.mapping_start.style == YAML_FLOW_MAPPING_STYLE;
    raw_node *raw = raw_new(read->arena, list ? RAW_LIST : RAW_MAPPING, position);
    read_members(read, raw, level + 1, flow);
    if (known != NULL)
        known->node = raw;
    return raw;
}

/* ---- YAML: the document ---- */

/* Parses the next event, which must be of this type. */
static void take(reader *read, yaml_event_type_t type)
{
    advance(read);
    if (read->event.type == type)
        return;
    rs_position position = position_of(read, read->event.start_mark, read->event.start_mark);
    if (type == YAML_STREAM_END_EVENT)
        rs_stop(read->found, &position, WYRM_ERROR_SYNTAX, NULL,
                "a second document begins here: a file holds one ruleset");
    if (type == YAML_DOCUMENT_START_EVENT)
        position.line = position.column = 1;
    rs_stop(read->found, &position, WYRM_ERROR_RULESET, NULL, "the file is empty");
}

/* The job that reads one document. */
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

const raw_node *raw_read(const rs_file *source, base_arena *arena, diagnostics *found)
{
    reader read = {.source = source, .arena = arena, .found = found};
    if (!yaml_parser_initialize(&read.parser))
        base_refuse(arena, WYRM_ERROR_MEMORY, "out of memory");
    yaml_parser_set_encoding(&read.parser, YAML_UTF8_ENCODING);
    yaml_parser_set_input_string(&read.parser, (const unsigned char *)source->text, source->length);
    /* In a job of its own, so that libyaml's parser is freed however it ends. */
    wyrm_status status = base_run(arena, read_document, &read);
    yaml_event_delete(&read.event);
    yaml_parser_delete(&read.parser);
    base_must(arena, status);
    return read.root;
}
