/* HTML out of text: every character that means something to a browser is written as what it stands
 * for. */
#include "html/html.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"

#define NO_CHARACTER 0xFFFD /* what stands for bytes that are no text */

/* The character of UTF-8 at *text, which moves behind it. Bytes that are no character, overlong
 * ones and halves of pairs included, give NO_CHARACTER one by one. */
static uint32_t next_character(const char **text)
{
    static const uint32_t least[] = {0, 0x80, 0x800, 0x10000};
    const unsigned char *at = (const unsigned char *)*text;
    int more = at[0] < 0x80 ? 0 : at[0] >= 0xf0 ? 3 : at[0] >= 0xe0 ? 2 : 1;
    uint32_t character = more == 0 ? at[0] : (uint32_t)(at[0] & (0x3f >> more));
    int used = 1;
    while (used <= more && (at[used] & 0xc0) == 0x80)
        character = character << 6 | (at[used++] & 0x3fu);
    bool whole = used == more + 1 && at[0] != 0x80 && character >= least[more] &&
                 character <= 0x10ffff && (character < 0xd800 || character > 0xdfff) &&
                 at[0] < 0xf8 && (at[0] < 0x80 || at[0] >= 0xc0);
    *text += whole ? used : 1;
    return whole ? character : NO_CHARACTER;
}

/* What HTML and XML have no place for: control characters, and those that never are one. */
static bool is_forbidden(uint32_t c)
{
    return (c < 0x20 && c != '\t' && c != '\n') || (c >= 0x7f && c <= 0x9f) ||
           (c & 0xfffe) == 0xfffe || (c >= 0xfdd0 && c <= 0xfdef);
}

/* What turns the direction of the text around it. */
static bool turns_text(uint32_t c)
{
    return c == 0x061c || c == 0x200e || c == 0x200f || (c >= 0x202a && c <= 0x202e) ||
           (c >= 0x2066 && c <= 0x2069);
}

static const char *entity_of(uint32_t c)
{
    return c == '&'    ? "&amp;"
           : c == '<'  ? "&lt;"
           : c == '>'  ? "&gt;"
           : c == '"'  ? "&quot;"
           : c == '\'' ? "&#39;"
                       : NULL;
}

void wyrm_html_text(wyrm_page *page, const char *text)
{
    while (*text != '\0') {
        const char *begin = text;
        uint32_t c = next_character(&text);
        const char *entity = entity_of(c);
        if (entity != NULL)
            wyrm_page_add(page, entity);
        else if (is_forbidden(c) || turns_text(c))
            wyrm_page_addf(page, "[U+%04X]", (unsigned)c);
        else if (c == NO_CHARACTER)
            wyrm_page_add(page, "\xEF\xBF\xBD");
        else
            wyrm_text_append_bytes(&page->text, begin, (size_t)(text - begin));
    }
}

void wyrm_html_textf(wyrm_page *page, const char *format, ...)
{
    va_list list, again;
    va_start(list, format);
    va_copy(again, list);
    int length = vsnprintf(NULL, 0, format, list);
    char *text = length < 0 ? NULL : malloc((size_t)length + 1);
    if (text != NULL) {
        vsnprintf(text, (size_t)length + 1, format, again);
        wyrm_html_text(page, text);
    } else {
        wyrm_page_fail(page);
    }
    va_end(again);
    va_end(list);
    free(text);
}

void wyrm_html_path(wyrm_page *page, const char *path)
{
    wyrm_page_add(page, "<bdi>");
    while (*path != '\0') {
        size_t length = strcspn(path, ".");
        char part[256];
        bool dot = path[length] == '.';
        wyrm_utf8_copy(part, length + 1 < sizeof part ? length + 1 : sizeof part, path);
        length = strlen(part) > 0 ? strlen(part) : length; /* the rest of a long part comes next */
        wyrm_html_text(page, part);
        path += length;
        if (dot && *path == '.') {
            wyrm_page_add(page, ".<wbr>");
            path++;
        }
    }
    wyrm_page_add(page, "</bdi>");
}

void wyrm_html_foreign(wyrm_page *page, const char *text)
{
    wyrm_page_add(page, "<bdi>");
    wyrm_html_text(page, text);
    wyrm_page_add(page, "</bdi>");
}
