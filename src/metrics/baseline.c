/* What baselines have in common, of rulesets and of external games.
 *
 * A baseline is JSON that goes into version control beside what it is of. Everything in it is a
 * text or a whole number, so that it is the same on every machine; what runs came to is bytes in
 * base64. A checksum over all of it finds what was damaged, or mended by hand: a gate that holds a
 * change to figures nobody has played is worse than none. */

#include <jansson.h>
#include <xxhash.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/text.h"
#include "metrics/internal.h"

/* ---- Bytes ---- */

static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

void baseline_put_bytes(const unsigned char *bytes, size_t count, wyrm_text *out)
{
    for (size_t i = 0; i < count; i += 3) {
        uint32_t word = (uint32_t)bytes[i] << 16 | (uint32_t)bytes[i + 1] << 8 | bytes[i + 2];
        for (int shift = 18; shift >= 0; shift -= 6)
            wyrm_text_append_char(out, letters[word >> shift & 63]);
    }
}

bool baseline_take_bytes(const char *text, unsigned char *out, size_t count)
{
    for (size_t i = 0; i < count; i += 3) {
        uint32_t word = 0;
        for (int k = 0; k < 4; k++) {
            const char *letter = strchr(letters, *text);
            if (!letter || *text++ == '\0')
                return false;
            word = word << 6 | (uint32_t)(letter - letters);
        }
        for (int k = 0; k < 3; k++)
            out[i + (size_t)k] = (unsigned char)(word >> (16 - 8 * k));
    }
    return true;
}

/* ---- Whole files ---- */

/* Over the text that the other values make in the order of their keys. NULL: out of memory. */
static json_t *checksum(json_t *root)
{
    json_t *others = json_copy(root);
    json_object_del(others, "checksum");
    char *text = others ? json_dumps(others, JSON_COMPACT | JSON_SORT_KEYS) : NULL;
    json_t *sum =
        text ? json_sprintf("%016llx", (unsigned long long)XXH3_64bits(text, strlen(text))) : NULL;
    json_decref(others);
    free(text);
    return sum;
}

json_t *baseline_kept(base_arena *arena, json_t *value)
{
    base_keep(arena, value, json_decref);
    return value;
}

json_t *baseline_means(base_arena *arena, const wyrm_gate *gate)
{
    json_t *means = baseline_kept(arena, json_object());
    for (size_t i = 0; i < gate->count; i++)
        json_object_set_new(means, gate->rows[i].metric,
                            json_sprintf("%.4g", gate->rows[i].before));
    return means;
}

wyrm_status baseline_has_gap(uint64_t first, uint64_t last, wyrm_error *error)
{
    return wyrm_fail(error, WYRM_ERROR_ARGUMENT,
                     "some runs between number %llu and %llu are missing: a baseline keeps them "
                     "without a gap",
                     (unsigned long long)first, (unsigned long long)last);
}

wyrm_status baseline_give(json_t *root, char **out, wyrm_error *error)
{
    bool done = root && json_object_set_new(root, "checksum", checksum(root)) == 0;
    char *text = done ? json_dumps(root, JSON_INDENT(1)) : NULL;
    json_decref(root);
    *out = text ? base_allocate(strlen(text) + 2) : NULL;
    if (*out)
        sprintf(*out, "%s\n", text);
    free(text);
    return *out ? WYRM_OK : wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory");
}

wyrm_status baseline_parse(const char *file, const char *text, size_t length, json_t **out,
                           wyrm_error *error)
{
    json_error_t why;
    *out = json_loadb(text, length, JSON_REJECT_DUPLICATES, &why);
    if (*out)
        return WYRM_OK;
    wyrm_fail(error, WYRM_ERROR_SYNTAX, "no baseline: %.150s", why.text);
    if (error) {
        snprintf(error->file, sizeof error->file, "%s", file);
        error->line = why.line;
        error->column = why.column > 0 ? why.column : 1;
        error->length = 1;
    }
    return WYRM_ERROR_SYNTAX;
}

wyrm_status baseline_check(const char *file, json_t *root, wyrm_error *error)
{
    json_t *sum = checksum(root);
    if (!sum)
        return wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory");
    bool whole = json_equal(sum, json_object_get(root, "checksum"));
    json_decref(sum);
    if (!whole)
        return wyrm_fail(error, WYRM_ERROR_SYNTAX,
                         "%.200s: a damaged baseline: its checksum is of something else", file);
    return WYRM_OK;
}

/* ---- Values ---- */

bool baseline_take_text(const json_t *root, const char *key, char *out, size_t size)
{
    const char *text = json_string_value(json_object_get(root, key));
    if (!text || strlen(text) >= size)
        return false;
    snprintf(out, size, "%s", text);
    while (*text != '\0') {
        const uint32_t character = wyrm_utf8_next(&text);
        if (character == WYRM_UTF8_NONE || character == '\n' || wyrm_utf8_steers(character))
            return false;
    }
    return true;
}

bool baseline_take_count(const json_t *root, const char *key, uint64_t least, uint64_t most,
                         uint64_t *out)
{
    const json_t *value = json_object_get(root, key);
    *out = (uint64_t)json_integer_value(value);
    return json_is_integer(value) && json_integer_value(value) >= 0 && *out >= least &&
           *out <= most;
}
