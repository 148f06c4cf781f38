/* A page of text under construction: growing, wrapping, tones, bars. */
#include "output/page.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"

static const char *const escapes[WYRM_TONE_COUNT] = {
    [WYRM_TONE_PLAIN] = "",        [WYRM_TONE_STRONG] = "\033[1m", [WYRM_TONE_DIM] = "\033[2m",
    [WYRM_TONE_GOOD] = "\033[32m", [WYRM_TONE_DOUBT] = "\033[33m", [WYRM_TONE_BAD] = "\033[1;31m",
};

wyrm_page wyrm_page_new(wyrm_style style)
{
    return (wyrm_page){.style = style};
}

void wyrm_page_free(wyrm_page *page)
{
    wyrm_text_drop(&page->text);
}

wyrm_status wyrm_page_status(const wyrm_page *page, wyrm_error *error)
{
    if (page->text.failed)
        return wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory while writing the report");
    return WYRM_OK;
}

const char *wyrm_page_text(const wyrm_page *page)
{
    return page->text.bytes != NULL ? page->text.bytes : "";
}

void wyrm_page_fail(wyrm_page *page)
{
    page->text.failed = true;
}

void wyrm_page_add(wyrm_page *page, const char *text)
{
    wyrm_text_append_visible(&page->text, text, strlen(text));
}

/* The formatted text in fresh memory, or NULL. */
static WYRM_PRINTF(1, 0) char *formatted(const char *format, va_list list)
{
    va_list again;
    va_copy(again, list);
    int length = vsnprintf(NULL, 0, format, again);
    va_end(again);
    char *text = length < 0 ? NULL : malloc((size_t)length + 1);
    if (text != NULL)
        vsnprintf(text, (size_t)length + 1, format, list);
    return text;
}

void wyrm_page_addf(wyrm_page *page, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    char *text = formatted(format, list);
    va_end(list);
    if (text == NULL)
        wyrm_page_fail(page);
    else
        wyrm_page_add(page, text);
    free(text);
}

void wyrm_page_toned(wyrm_page *page, wyrm_tone tone, const char *text)
{
    bool coloured = page->style.colour && escapes[tone][0] != '\0';
    if (coloured)
        wyrm_text_append(&page->text, escapes[tone]);
    wyrm_page_add(page, text);
    if (coloured)
        wyrm_text_append(&page->text, "\033[0m");
}

void wyrm_page_spaces(wyrm_page *page, int count)
{
    if (count > 0)
        wyrm_text_append_repeat(&page->text, ' ', (size_t)count);
}

/* Blocks of the Unicode standard that terminals draw with no or two columns. */
static int columns_of(uint32_t c)
{
    static const struct {
        uint32_t first, last;
        int columns;
    } blocks[] = {
        {0x0300, 0x036f, 0}, {0x200b, 0x200f, 0}, {0xfe00, 0xfe0f, 0},   {0x1100, 0x115f, 2},
        {0x2e80, 0xa4cf, 2}, {0xac00, 0xd7a3, 2}, {0xf900, 0xfaff, 2},   {0xfe30, 0xfe6f, 2},
        {0xff00, 0xff60, 2}, {0xffe0, 0xffe6, 2}, {0x1f300, 0x1faff, 2}, {0x20000, 0x3fffd, 2},
    };
    for (size_t i = 0; i < sizeof blocks / sizeof blocks[0]; i++)
        if (c >= blocks[i].first && c <= blocks[i].last)
            return blocks[i].columns;
    return 1;
}

static int width_of(const char *text, size_t length)
{
    const char *end = text + length;
    int columns = 0;
    while (text < end)
        columns += columns_of(wyrm_utf8_next(&text));
    return columns;
}

int wyrm_display_width(const char *text)
{
    return width_of(text, strlen(text));
}

/* A number as a word of its own, in brackets or with a sign: "12.3", "(0.4", "-1,200". */
static bool is_number(const char *word, size_t length)
{
    size_t sign = 0;
    while (sign < length && strchr("(+-<>~", word[sign]) != NULL)
        sign++;
    size_t digits = sign;
    while (digits < length && strchr("0123456789.,", word[digits]) != NULL)
        digits++;
    return digits == length && length > sign && word[length - 1] >= '0' && word[length - 1] <= '9';
}

static bool is_word(const char *text, size_t length, const char *word)
{
    return length == strlen(word) && strncmp(text, word, length) == 0;
}

bool wyrm_page_keeps(const char *text, size_t at)
{
    size_t from = at, next = strcspn(text + at + 1, " \n");
    while (from > 0 && text[from - 1] != ' ' && text[from - 1] != '\n')
        from--;
    const char *word = text + from, *other = text + at + 1;
    size_t length = at - from;
    if (is_number(word, length)) /* "12 turns", "12 %", "12 ± 3", "3 to 4" */
        return next > 0 && !is_number(other, next);
    if (is_word(word, length, "%") || is_word(word, length, "points"))
        return is_word(other, next, "±") || is_word(other, next, "+-") || *other == '(';
    if (is_word(word, length, "to"))
        return from > 1 && text[from - 2] >= '0' && text[from - 2] <= '9' &&
               strchr("+-0123456789", *other) != NULL && *other != '\0';
    return is_word(word, length, "±") || is_word(word, length, "+-");
}

void wyrm_page_wrap(wyrm_page *page, int first, int indent, const char *text)
{
    const char *whole = text;
    int column = first;
    bool fresh = true; /* no word on this line yet */
    for (;;) {
        size_t blanks = strspn(text, " ");
        text += blanks;
        size_t length = strcspn(text, " \n");
        while (text[length] == ' ' && text[length + 1] != ' ' &&
               width_of(text, length) < page->style.width / 2 &&
               wyrm_page_keeps(whole, (size_t)(text - whole) + length))
            length += 1 + strcspn(text + length + 1, " \n");
        int width = width_of(text, length);
        if (length > 0 && !fresh && column + 1 + width > page->style.width) {
            wyrm_page_add(page, "\n");
            wyrm_page_spaces(page, indent);
            column = indent;
            fresh = true;
        }
        if (length > 0 && !fresh) {
            wyrm_page_add(page, " ");
            column++;
        }
        wyrm_text_append_visible(&page->text, text, length);
        column += width;
        fresh = fresh && length == 0;
        text += length;
        if (*text == '\0')
            break;
        if (*text == '\n') {
            text++;
            wyrm_page_add(page, "\n");
            if (*text != '\n' && *text != '\0')
                wyrm_page_spaces(page, indent);
            column = indent;
            fresh = true;
        }
    }
    wyrm_page_add(page, "\n");
}

void wyrm_page_wrapf(wyrm_page *page, int first, int indent, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    char *text = formatted(format, list);
    va_end(list);
    if (text == NULL)
        wyrm_page_fail(page);
    else
        wyrm_page_wrap(page, first, indent, text);
    free(text);
}

void wyrm_page_bar(wyrm_page *page, int gap, double share, int columns)
{
    static const char *const eighths[] = {"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
    double filled = share > 0 ? (share < 1 ? share : 1) * columns : 0;
    int parts = (int)(filled * 8 + 0.5);
    if (!page->style.utf8)
        parts = (int)(filled + 0.5) * 8;
    if (parts > 0)
        wyrm_page_spaces(page, gap);
    for (int i = 0; i < parts / 8; i++)
        wyrm_page_add(page, page->style.utf8 ? "█" : "#");
    wyrm_page_add(page, eighths[parts % 8]);
}
