/* Figures: the question, what to see, the chart, its numbers, and the commands behind it. */
#include <stdio.h>

#include "web/html.h"
#include "web/page_html.h"
#include "web/picture_draw.h"

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
        wyrm_html_text(page, picture->caption);
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
