/* HTML from text, and the frame of every page.
 *
 * Pages are written by templates: what is between the places is HTML, and what is put into a place
 * is text, whatever it looks like. Characters with a meaning in HTML are escaped, and those that
 * steer the direction of text are written as their code, so that a name in a ruleset can do nothing
 * to the page around it. A page needs no other file: style and script are inside, nothing is
 * loaded, and its content policy forbids that anything is. */
#include "html/internal.h"
#include <stdarg.h>
#include <string.h>

/* ---- Text ---- */

/* Adds the first `length` bytes of a text, escaped. `prose`: blanks that must stay within a line,
 * between a number and its unit, become no-break spaces. */
static void add_text(text_page *page, const char *text, size_t length, bool prose)
{
    static const char special[] = "&<>\"'";
    static const char *const entities[] = {"&amp;", "&lt;", "&gt;", "&quot;", "&#39;"};
    for (const char *at = text; at < text + length;) {
        const char *begin = at;
        uint32_t c = base_utf8_next(&at);
        const char *known = c > 0 && c < 0x80 ? strchr(special, (int)c) : NULL;
        /* Control characters and noncharacters, which HTML and XML do not allow. */
        bool forbidden =
            base_utf8_steers(c) || (c & 0xfffe) == 0xfffe || (c >= 0xfdd0 && c <= 0xfdef);
        if (known != NULL)
            page_add(page, entities[known - special]);
        else if (c == BASE_UTF8_NONE)
            page_add(page, "\xEF\xBF\xBD");
        else if (forbidden)
            page_addf(page, "[U+%04X]", (unsigned)c);
        else if (prose && c == ' ' && page_keeps(text, (size_t)(begin - text)))
            page_add(page, "\u00a0");
        else
            base_buffer_append_bytes(&page->text, begin, (size_t)(at - begin));
    }
}

#define WORD_MAX 48 /* bytes of a word that fits on a line everywhere */

/* Adds prose, with what stands in `backticks` as code. */
static void add_prose(text_page *page, const char *text)
{
    for (const char *open, *close; (open = strchr(text, '`')) != NULL; text = close + 1) {
        close = strchr(open + 1, '`');
        if (close == NULL)
            break;
        add_text(page, text, (size_t)(open - text), true);
        page_add(page, "<code>");
        add_text(page, open + 1, (size_t)(close - open - 1), false);
        page_add(page, "</code>");
    }
    add_text(page, text, strlen(text), true);
}

/* Adds a value as its place wants it: options in a command do not break at their hyphens, and the
 * path of a value, "monsters.orc.hp", breaks only behind its dots. */
static void add_value(text_page *page, char how, const char *value)
{
    bool isolated = how == 'b' || how == 'p' || how == '.';
    size_t length = strlen(value);
    if (how == 'u' && (length == 0 || strcmp(value, "share") == 0))
        return;
    page_add(page, isolated ? "<bdi>" : how == 'c' ? "<code>" : how == 'u' ? " (" : "");
    if (how == 'p')
        add_prose(page, value);
    for (const char *at = value; how != 'p' && *at != '\0'; at += length) {
        if (how == 'c')
            length = *at == ' ' ? 1 : strcspn(at, " ");
        else if (how == '.')
            length = *at == '.' ? 1 : strcspn(at, ".");
        bool whole = how == 'c' && length < WORD_MAX && memchr(at, '-', length) != NULL;
        page_add(page, whole ? "<span>" : "");
        add_text(page, at, length, false);
        page_add(page, whole ? "</span>" : how == '.' && *at == '.' ? "<wbr>" : "");
    }
    page_add(page, isolated ? "</bdi>" : how == 'c' ? "</code>" : how == 'u' ? ")" : "");
}

void html_write(text_page *page, const char *template, ...)
{
    va_list list;
    va_start(list, template);
    for (const char *at = template;;) {
        size_t plain = strcspn(at, "{'");
        base_buffer_append_bytes(&page->text, at, plain);
        at += plain;
        if (*at == '\0')
            break;
        if (*at == '\'') {
            base_buffer_append_bytes(&page->text, "\"", 1);
            at++;
            continue;
        }
        char how = at[1];
        if (how == 'n')
            page_addf(page, "%zu", va_arg(list, size_t));
        else if (how == 'd')
            page_addf(page, "%d", va_arg(list, int));
        else if (how >= '0' && how <= '2')
            page_addf(page, "%.*f", how - '0', va_arg(list, double));
        else
            add_value(page, how, va_arg(list, const char *));
        at = strchr(at, '}') + 1;
    }
    va_end(list);
}

void html_table_begin(text_page *page, const char *label, const char *caption)
{
    html_write(page,
               "<div class='table' role='group' tabindex='0' aria-label='Table: {}'>\n"
               "<table>\n<caption>{}</caption>\n",
               label, caption);
}

void html_table_end(text_page *page)
{
    page_add(page, "</tbody>\n</table>\n</div>\n");
}

/* ---- The frame of a page ----
 *
 * Classes that the style knows besides:
 *   <p class="lead">       the sentence that answers first
 *   <ul class="verdicts">  a list whose <li> are a badge, a <div> and a <p class="see">
 *   <dl class="facts">     what was run: <dt>...</dt><dd>...</dd> for each fact
 *   <p class="quiet">      less important text
 *   <code>                 commands and names */

/* The content security policy: the page loads nothing and sends nothing. */
#define POLICY                                                                                     \
    "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:; "   \
    "base-uri 'none'; form-action 'none'"

static void add_asset(text_page *page, const char *name)
{
    for (size_t i = 0; i < html_asset_count; i++)
        if (strcmp(html_asset_table[i].name, name) == 0)
            base_buffer_append_bytes(&page->text, html_asset_table[i].text,
                                     html_asset_table[i].length);
}

void html_page_begin(text_page *page, const char *title, const char *description,
                     const html_link *links)
{
    html_write(page, "<!DOCTYPE html>\n<html lang='en'>\n<head>\n<meta charset='utf-8'>\n"
                     "<meta http-equiv='Content-Security-Policy' content='");
    page_add(page, POLICY);
    html_write(page,
               "'>\n<meta name='viewport' content='width=device-width, initial-scale=1'>\n"
               "<meta name='color-scheme' content='light dark'>\n<title>{}</title>\n"
               "<link rel='icon' href='data:,'>\n<style>\n",
               title);
    add_asset(page, "report.css");
    html_write(page,
               "</style>\n</head>\n<body>\n<a class='skip' href='#main'>Skip to the "
               "report</a>\n<header>\n<h1>{b}</h1>\n",
               title);
    if (description[0] != '\0')
        html_write(page, "<p>{b}</p>\n", description);
    html_write(page, "<nav aria-label='Sections'>\n<ul>\n");
    for (; links->id != NULL; links++)
        html_write(page, "<li><a href='#{}'>{}</a></li>\n", links->id, links->text);
    html_write(page, "</ul>\n</nav>\n</header>\n<main id='main' tabindex='-1'>\n");
}

void html_page_end(text_page *page, const char *footer)
{
    html_write(page, "</main>\n<footer>\n<p>{}</p>\n</footer>\n<script>\n", footer);
    add_asset(page, "report.js");
    html_write(page, "</script>\n</body>\n</html>\n");
}

void html_section_begin(text_page *page, const char *id, const char *heading)
{
    html_write(page,
               "<section id='{}' aria-labelledby='{}-heading'>\n<h2 id='{}-heading'>{}</h2>\n", id,
               id, id, heading);
}

void html_section_end(text_page *page)
{
    html_write(page, "</section>\n");
}

void html_badge(text_page *page, text_tone tone, const char *word)
{
    static const char *const classes[TEXT_TONE_COUNT] = {
        [TEXT_TONE_PLAIN] = "plain", [TEXT_TONE_STRONG] = "plain", [TEXT_TONE_DIM] = "unclear",
        [TEXT_TONE_GOOD] = "good",   [TEXT_TONE_DOUBT] = "doubt",  [TEXT_TONE_BAD] = "bad",
    };
    html_write(page, "<span class='badge {}'>{}</span> ", classes[tone], word);
}
