/* The shell of a page, and figures: the question, what to see, the chart, its numbers, the
 * commands behind it.
 *
 * Everything that a browser needs is inside, nothing is loaded.
 */
#include "html/internal.h"

#include <stdio.h>
#include <string.h>

#include "base/text.h"

/* ---- The shell ----
 *
 * The shell of a page: everything that a browser needs is inside, nothing is loaded. */

/* The page may load nothing, and send nothing. */
#define POLICY                                                                                     \
    "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:; "   \
    "base-uri 'none'; form-action 'none'"

static void add_asset(wyrm_page *page, const char *name)
{
    for (size_t i = 0; i < wyrm_asset_count; i++)
        if (strcmp(wyrm_asset_table[i].name, name) == 0)
            wyrm_text_append_bytes(&page->text, wyrm_asset_table[i].text,
                                   wyrm_asset_table[i].length);
}

static void add_links(wyrm_page *page, const wyrm_html_head *head)
{
    if (head->link_count == 0)
        return;
    wyrm_page_add(page, "<nav aria-label=\"Sections\">\n<ul>\n");
    for (size_t i = 0; i < head->link_count; i++) {
        wyrm_page_add(page, "<li><a href=\"#");
        wyrm_html_text(page, head->links[i].id);
        wyrm_page_add(page, "\">");
        wyrm_html_text(page, head->links[i].text);
        wyrm_page_add(page, "</a></li>\n");
    }
    wyrm_page_add(page, "</ul>\n</nav>\n");
}

void wyrm_html_page_begin(wyrm_page *page, const wyrm_html_head *head)
{
    wyrm_page_add(page, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                        "<meta http-equiv=\"Content-Security-Policy\" content=\"" POLICY "\">\n"
                        "<meta name=\"viewport\" content=\"width=device-width, "
                        "initial-scale=1\">\n<meta name=\"color-scheme\" content=\"light dark\">\n"
                        "<title>");
    wyrm_html_text(page, head->title);
    wyrm_page_add(page, "</title>\n<link rel=\"icon\" href=\"data:,\">\n<style>\n");
    add_asset(page, "report.css");
    wyrm_page_add(page, "</style>\n</head>\n<body>\n"
                        "<a class=\"skip\" href=\"#main\">Skip to the report</a>\n"
                        "<header>\n<h1>");
    wyrm_html_foreign(page, head->title);
    wyrm_page_add(page, "</h1>\n");
    if (head->description[0] != '\0') {
        wyrm_page_add(page, "<p>");
        wyrm_html_foreign(page, head->description);
        wyrm_page_add(page, "</p>\n");
    }
    add_links(page, head);
    wyrm_page_add(page, "</header>\n<main id=\"main\" tabindex=\"-1\">\n");
}

void wyrm_html_page_end(wyrm_page *page, const char *footer)
{
    wyrm_page_add(page, "</main>\n<footer>\n<p>");
    wyrm_html_text(page, footer);
    wyrm_page_add(page, "</p>\n</footer>\n<script>\n");
    add_asset(page, "report.js");
    wyrm_page_add(page, "</script>\n</body>\n</html>\n");
}

void wyrm_html_section_begin(wyrm_page *page, const char *id, const char *heading)
{
    wyrm_page_add(page, "<section id=\"");
    wyrm_html_text(page, id);
    wyrm_page_add(page, "\" aria-labelledby=\"");
    wyrm_html_text(page, id);
    wyrm_page_add(page, "-heading\">\n<h2 id=\"");
    wyrm_html_text(page, id);
    wyrm_page_add(page, "-heading\">");
    wyrm_html_text(page, heading);
    wyrm_page_add(page, "</h2>\n");
}

void wyrm_html_section_end(wyrm_page *page)
{
    wyrm_page_add(page, "</section>\n");
}

void wyrm_html_figures_begin(wyrm_page *page)
{
    wyrm_page_add(page, "<div class=\"figures\">\n");
}

void wyrm_html_figures_end(wyrm_page *page)
{
    wyrm_page_add(page, "</div>\n");
}

void wyrm_html_table_begin(wyrm_page *page, const char *label)
{
    wyrm_page_add(page, "<div class=\"table\" role=\"group\" tabindex=\"0\" aria-label=\"Table: ");
    wyrm_html_text(page, label);
    wyrm_page_add(page, "\">\n");
}

void wyrm_html_table_end(wyrm_page *page)
{
    wyrm_page_add(page, "</div>\n");
}

void wyrm_html_badge(wyrm_page *page, wyrm_tone tone, const char *word)
{
    static const char *const names[WYRM_TONE_COUNT] = {
        [WYRM_TONE_PLAIN] = "plain", [WYRM_TONE_STRONG] = "plain", [WYRM_TONE_DIM] = "unclear",
        [WYRM_TONE_GOOD] = "good",   [WYRM_TONE_DOUBT] = "doubt",  [WYRM_TONE_BAD] = "bad",
    };
    wyrm_page_addf(page, "<span class=\"badge %s\">", names[tone]);
    wyrm_html_text(page, word);
    wyrm_page_add(page, "</span> ");
}

#define WORD_MAX 48 /* bytes of a word that fits on a line everywhere */

void wyrm_html_command(wyrm_page *page, const char *command)
{
    wyrm_page_add(page, "<code>");
    while (*command != '\0') {
        size_t length = strcspn(command, " ");
        char word[WORD_MAX];
        bool whole = length > 0 && length < sizeof word && memchr(command, '-', length) != NULL;
        size_t used = whole ? length : wyrm_utf8_cut(command, length, sizeof word - 1);
        used = used > 0 ? used : 1; /* a blank, or a byte that is no character */
        memcpy(word, command, used);
        word[used] = '\0';
        wyrm_page_add(page, whole ? "<span>" : "");
        wyrm_html_text(page, word);
        wyrm_page_add(page, whole ? "</span>" : "");
        command += used;
    }
    wyrm_page_add(page, "</code>");
}

static void add_command(wyrm_page *page, const char *what, const char *command)
{
    if (command[0] == '\0')
        return;
    wyrm_page_addf(page, "<p class=\"how\"><span>%s</span> ", what);
    wyrm_html_command(page, command);
    wyrm_page_add(page, "</p>\n");
}

/* One command stands there, more are to be unfolded. */
static void add_commands(const wyrm_picture *picture, wyrm_page *page)
{
    const char *what = picture->printed[0] != '\0' ? picture->printed : "These numbers";
    char words[64];
    if (picture->command_count <= 1) {
        snprintf(words, sizeof words, "%s:", what);
        add_command(page, words, picture->command_count > 0 ? picture->commands[0] : "");
        return;
    }
    wyrm_page_addf(
        page,
        "<details class=\"made\">\n<summary>%s, by %zu commands<span class=\"unseen\">: ", what,
        picture->command_count);
    wyrm_html_text(page, picture->title);
    wyrm_page_add(page, "</span></summary>\n<ul class=\"commands\">\n");
    for (size_t i = 0; i < picture->command_count; i++) {
        wyrm_page_add(page, "<li>");
        wyrm_html_command(page, picture->commands[i]);
        wyrm_page_add(page, "</li>\n");
    }
    wyrm_page_add(page, "</ul>\n</details>\n");
}

static void add_numbers(const wyrm_picture *picture, wyrm_page *page)
{
    wyrm_page_add(page, "<details>\n<summary>The numbers as a table<span class=\"unseen\">: ");
    wyrm_html_text(page, picture->title);
    wyrm_page_add(page, "</span></summary>\n");
    wyrm_html_table_begin(page, picture->title);
    wyrm_picture_table(picture, page);
    wyrm_html_table_end(page);
    wyrm_page_add(page, "</details>\n");
}

void wyrm_picture_html(const wyrm_picture *picture, wyrm_page *page)
{
    wyrm_page_add(page, "<figure class=\"picture\" id=\"");
    wyrm_html_text(page, picture->id);
    wyrm_page_add(page, "\">\n<figcaption>\n<h3>");
    wyrm_html_text(page, picture->title);
    wyrm_page_add(page, "</h3>\n");
    if (picture->caption[0] != '\0') {
        wyrm_page_add(page, "<p>");
        wyrm_html_prose(page, picture->caption);
        wyrm_page_add(page, "</p>\n");
    }
    wyrm_page_add(page, "</figcaption>\n");
    wyrm_picture_legend(picture, page);
    wyrm_picture_svg(picture, page);
    wyrm_page_add(page, "<div class=\"behind\">\n");
    add_numbers(picture, page);
    add_commands(picture, page);
    add_command(page, "Watch such a run:", picture->replay);
    wyrm_page_add(page, "</div>\n</figure>\n");
}
