/* Values of JSON that jansson does not have. */
#include "game/json_values.h"

#include <inttypes.h>
#include <stdio.h>

json_t *wyrm_json_count(uint64_t count)
{
    char digits[24];
    if (count <= INT64_MAX)
        return json_integer((json_int_t)count);
    snprintf(digits, sizeof digits, "%" PRIu64, count);
    return json_string(digits);
}

json_t *wyrm_json_text(const char *text)
{
    json_t *value = json_string(text);
    if (value)
        return value;
    wyrm_text plain = {0};
    for (const char *at = text; *at != '\0'; at++)
        wyrm_text_append_char(&plain, (unsigned char)*at < 0x80 ? *at : '?');
    value = plain.failed ? NULL : json_stringn(plain.bytes, plain.length);
    wyrm_text_drop(&plain);
    return value;
}

static int add_bytes(const char *bytes, size_t length, void *text)
{
    wyrm_text *to = text;
    wyrm_text_append_bytes(to, bytes, length);
    return to->failed ? -1 : 0;
}

void wyrm_json_append(wyrm_text *text, const json_t *value)
{
    if (json_dump_callback(value, add_bytes, text, JSON_COMPACT | JSON_REAL_PRECISION(17)) != 0)
        text->failed = true;
}
