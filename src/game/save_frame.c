/* The first line of a save: what it is, how long, and its checksum. */
#include "game/save_frame.h"

#include <inttypes.h>
#include <string.h>
#include <xxhash.h>

#include <wyrm/save.h>

#define MAGIC        "wyrm-save "
#define LINE_MAX     64 /* more than any first line has */
#define SUM_DIGITS   16
#define COUNT_DIGITS 9

void wyrm_save_frame(wyrm_text *text, const char *body, size_t length)
{
    uint64_t sum = XXH3_64bits(body, length);
    wyrm_text_appendf(text, MAGIC "%d %zu %016" PRIx64 "\n", WYRM_SAVE_VERSION, length, sum);
}

static const char digits[] = "0123456789abcdef";

/* Reads `least` to `most` digits of a base up to `end`; false where there are others. */
static bool take_number(const char **at, const char *end, uint64_t base, size_t least, size_t most,
                        uint64_t *out)
{
    size_t count = 0;
    for (*out = 0; *at < end && count < most; ++*at, count++) {
        const char *digit = memchr(digits, **at, base);
        if (!digit)
            break;
        *out = *out * base + (uint64_t)(digit - digits);
    }
    return count >= least;
}

static bool take_byte(const char **at, const char *end, char byte)
{
    return *at < end && *(*at)++ == byte;
}

/* The first line; false where it is not of its form. *at is left behind what was read. */
static bool take_line(const char **at, const char *end, uint64_t *version, uint64_t *length,
                      uint64_t *sum)
{
    return take_number(at, end, 10, 1, COUNT_DIGITS, version) && take_byte(at, end, ' ') &&
           take_number(at, end, 10, 1, COUNT_DIGITS, length) && take_byte(at, end, ' ') &&
           take_number(at, end, 16, SUM_DIGITS, SUM_DIGITS, sum) && take_byte(at, end, '\n');
}

static wyrm_status check_magic(const char *text, size_t length, wyrm_error *error)
{
    size_t magic = strlen(MAGIC);
    if (memcmp(text, MAGIC, length < magic ? length : magic) != 0)
        return wyrm_fail(error, WYRM_ERROR_SYNTAX, "this is no save of wyrm");
    if (length == 0)
        return wyrm_fail(error, WYRM_ERROR_SYNTAX, "the save is cut short: the file is empty");
    if (!memchr(text, '\n', length) && length < LINE_MAX)
        return wyrm_fail(error, WYRM_ERROR_SYNTAX,
                         "the save is cut short: only its first %zu bytes are there", length);
    return WYRM_OK;
}

static wyrm_status check_body(const char *body, size_t length, uint64_t wanted, uint64_t sum,
                              wyrm_error *error)
{
    if (length < wanted)
        return wyrm_fail(error, WYRM_ERROR_SYNTAX,
                         "the save is cut short: %zu of %" PRIu64 " bytes are there", length,
                         wanted);
    if (length > wanted)
        return wyrm_fail(error, WYRM_ERROR_SYNTAX,
                         "the save was altered: it has %zu bytes instead of %" PRIu64, length,
                         wanted);
    if (XXH3_64bits(body, length) != sum)
        return wyrm_fail(error, WYRM_ERROR_SYNTAX,
                         "the save was altered: its checksum does not fit");
    return WYRM_OK;
}

wyrm_status wyrm_save_open(const char *text, size_t length, const char **body, size_t *body_length,
                           wyrm_error *error)
{
    uint64_t version = 0, wanted = 0, sum = 0;
    if (length > WYRM_SAVE_MAX_BYTES)
        return wyrm_fail(error, WYRM_ERROR_LIMIT, "the file is larger than %zu bytes",
                         WYRM_SAVE_MAX_BYTES);
    wyrm_status status = check_magic(text, length, error);
    if (status != WYRM_OK)
        return status;
    const char *at = text + strlen(MAGIC);
    bool well_formed = take_line(&at, text + length, &version, &wanted, &sum);
    if (version > WYRM_SAVE_VERSION)
        return wyrm_fail(error, WYRM_ERROR_LIMIT,
                         "saved by a newer version of wyrm: format %" PRIu64
                         ", and this one reads up to %d",
                         version, WYRM_SAVE_VERSION);
    if (!well_formed || version < 1)
        return wyrm_fail(error, WYRM_ERROR_SYNTAX,
                         "the save was altered: its first line is not "
                         "that of a save");
    *body = at;
    *body_length = (size_t)(text + length - at);
    return check_body(at, *body_length, wanted, sum, error);
}
