/* The section of dead content. */
#include "dossier/dead.h"
#include "dossier/page.h"
#include "html/html.h"
#include "html/page_html.h"

static void add_row(const wyrm_dead *dead, wyrm_death death, wyrm_page *page)
{
    size_t count = wyrm_dead_count(dead, death);
    const char *comma = "";
    if (count == 0)
        return;
    wyrm_page_addf(page, "<dt>%s (%zu)</dt><dd>", wyrm_dead_words(death), count);
    for (size_t i = 0; i < dead->count; i++) {
        if (dead->things[i].death != death)
            continue;
        wyrm_page_add(page, comma);
        wyrm_html_foreign(page, dead->things[i].title);
        comma = ", ";
    }
    wyrm_page_add(page, "</dd>\n");
}

wyrm_status wyrm_html_dead(const wyrm_dossier *dossier, wyrm_page *page, wyrm_error *error)
{
    wyrm_dead dead;
    char number[32];
    wyrm_status status = wyrm_dead_find(dossier, &dead, error);
    if (status == WYRM_OK) {
        size_t monsters =
            wyrm_dead_count(&dead, WYRM_DEAD_ABSENT) + wyrm_dead_count(&dead, WYRM_DEAD_UNMET);
        wyrm_html_section_begin(page, "dead", "Dead content");
        wyrm_page_addf(page,
                       "<p>In %s runs of all bots together %zu of %zu monsters were never met, "
                       "and %zu of %zu kinds of items never used. What cannot come by the tables "
                       "of the ruleset is told apart from what only nobody got to.</p>\n",
                       wyrm_grouped(dead.runs, number), monsters, dead.monsters,
                       dead.count - monsters, dead.items);
        if (dead.count > 0) {
            wyrm_page_add(page, "<dl class=\"facts\">\n");
            for (int death = 0; death < WYRM_DEAD_COUNT; death++)
                add_row(&dead, (wyrm_death)death, page);
            wyrm_page_add(page, "</dl>\n");
        }
        wyrm_html_section_end(page);
    }
    wyrm_dead_release(&dead);
    return status;
}
