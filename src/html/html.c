/* HTML out of text.
 *
 * Every character that means something to a browser is written as what it stands for, and what
 * steers the direction of letters by its number: a text of a ruleset does nothing to the page
 * around it. In sentences the blanks between a number and its unit do not break.
 */
#include "base/arena.h"
#include "html/internal.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"

/* What HTML and XML have no place for: what steers, and what never is a character. */
static bool is_forbidden(uint32_t c)
{
    return wyrm_utf8_steers(c) || (c & 0xfffe) == 0xfffe || (c >= 0xfdd0 && c <= 0xfdef);
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

/* `prose`: blanks at which no line may end are of the kind that does not break. */
static void add_text(wyrm_page *page, const char *text, bool prose)
{
    for (const char *at = text; *at != '\0';) {
        const char *begin = at;
        uint32_t c = wyrm_utf8_next(&at);
        const char *entity = entity_of(c);
        if (entity != NULL)
            wyrm_page_add(page, entity);
        else if (c == WYRM_UTF8_NONE)
            wyrm_page_add(page, "\xEF\xBF\xBD");
        else if (is_forbidden(c))
            wyrm_page_addf(page, "[U+%04X]", (unsigned)c);
        else if (prose && c == ' ' && wyrm_page_keeps(text, (size_t)(begin - text)))
            wyrm_page_add(page, "\u00a0");
        else
            wyrm_text_append_bytes(&page->text, begin, (size_t)(at - begin));
    }
}

void wyrm_html_text(wyrm_page *page, const char *text)
{
    add_text(page, text, false);
}

void wyrm_html_prose(wyrm_page *page, const char *text)
{
    wyrm_page_add(page, "<bdi>");
    add_text(page, text, true);
    wyrm_page_add(page, "</bdi>");
}

void wyrm_html_textf(wyrm_page *page, const char *format, ...)
{
    va_list list, again;
    va_start(list, format);
    va_copy(again, list);
    int length = vsnprintf(NULL, 0, format, list);
    char *text = length < 0 ? NULL : base_allocate((size_t)length + 1);
    if (text != NULL) {
        vsnprintf(text, (size_t)length + 1, format, again);
        wyrm_html_text(page, text);
    } else {
        wyrm_page_fail(page);
    }
    va_end(again);
    va_end(list);
    wyrm_free(text);
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
