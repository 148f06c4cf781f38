/* Figures: the question, what to see, the chart, its numbers, and the commands behind it. */
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

static void add_numbers(const wyrm_picture *picture, wyrm_page *page)
{
    wyrm_page_add(page, "<details>\n<summary>The numbers<span class=\"unseen\">: ");
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
    add_command(page, "These numbers:", picture->command);
    add_command(page, "Watch such a run:", picture->replay);
    wyrm_page_add(page, "</div>\n</figure>\n");
}
