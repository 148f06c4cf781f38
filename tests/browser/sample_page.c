/* Writes a page with every kind of picture, and the same pictures as JSON: sample_page PAGE JSON.
 * The numbers are made up; the names are what a ruleset must not do to a page. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "html/internal.h"

#define ODD_NAME "<script>alert(1)</script> & \"O'Orc\""
#define RTL_NAME "\xd7\x93\xd7\xa8\xd7\xa7\xd7\x95\xd7\x9f" /* dragon, in Hebrew */
#define EMOJI    "wyrm \xf0\x9f\x90\x89"

static wyrm_interval around(double value, double half)
{
    return (wyrm_interval){value - half, value + half};
}

static void begin(wyrm_picture *picture, wyrm_picture_kind kind, const char *id, const char *title)
{
    wyrm_picture_begin(picture, kind, id, title);
    wyrm_picture_caption(picture, "What there is to see in this picture, with its number: %d %%.",
                         42);
    wyrm_picture_command(picture, "wyrm sim 'my <rules>.yaml' --runs %d --seed 1", 1000);
}

static void survival(wyrm_picture *picture)
{
    static const char *const names[] = {"random", "brawler", "explorer", "tactician", RTL_NAME};
    begin(picture, WYRM_PICTURE_STEPS, "survival", "How deep do they get?");
    wyrm_picture_axes(picture, "depth", "", "runs that leave it alive", "share");
    picture->x.whole = true;
    picture->y.least = 0;
    picture->y.greatest = 1;
    for (int s = 0; s < 5; s++) {
        wyrm_series *series = wyrm_picture_series(picture, names[s]);
        for (int x = 0; x <= 12; x++) {
            double y = exp(-x * x / (4.0 + 14 * s * s));
            wyrm_picture_mark_ci(picture, series, x, y, around(y, 0.03 * sqrt(y * (1 - y)) * 2));
        }
    }
    snprintf(picture->replay, sizeof picture->replay, "wyrm replay rules.yaml --seed 1 --run 17");
}

static void levels(wyrm_picture *picture)
{
    static const char *const names[] = {"before", EMOJI, "before, compared", EMOJI ", compared"};
    begin(picture, WYRM_PICTURE_LINES, "levels", "What level are they at each depth?");
    wyrm_picture_axes(picture, "depth", "", "level", "");
    picture->x.whole = true;
    wyrm_series *wanted = wyrm_picture_series(picture, "wanted");
    wanted->reference = true;
    for (int x = 1; x <= 20; x++) {
        wyrm_mark *mark = wyrm_picture_mark(picture, wanted, x, NAN);
        mark->low = 0.5 * x;
        mark->high = 0.7 * x + 1;
    }
    for (int s = 0; s < 4; s++) {
        wyrm_series *series = wyrm_picture_series(picture, names[s]);
        series->dashed = s > 1;
        for (int x = 1; x <= 20; x++) {
            double y = (s % 2 ? 0.62 : 0.9) * x + (s > 1 ? 0.1 * x : 1) + sin(x + s);
            wyrm_picture_mark_ci(picture, series, x, x == 7 && s == 0 ? NAN : y, around(y, 0.5));
        }
    }
}

static void hazard(wyrm_picture *picture)
{
    static const char *const names[] = {"rat",    "orc",    ODD_NAME,
                                        "hunger", "poison", "anything else"};
    begin(picture, WYRM_PICTURE_STACKED, "hazard", "What kills, and where?");
    wyrm_picture_axes(picture, "depth", "", "die on it, of those who enter", "share");
    picture->x.whole = true;
    for (int s = 0; s < 6; s++) {
        wyrm_series *series = wyrm_picture_series(picture, names[s]);
        for (int x = 1; x <= 10; x++)
            wyrm_picture_mark(picture, series, x,
                              s == 0 && x > 5 ? 0 : 0.05 * (1 + sin(x * (s + 1))));
    }
}

static void damage(wyrm_picture *picture)
{
    begin(picture, WYRM_PICTURE_COLUMNS, "damage", "How hard does an orc hit?");
    wyrm_picture_axes(picture, "damage", "hit points", "hits", "share");
    wyrm_series *series = wyrm_picture_series(picture, "orc");
    for (int x = 0; x <= 24; x++)
        wyrm_picture_mark(picture, series, x, 0.12 * exp(-(x - 11) * (x - 11) / 40.0));
}

static void items(wyrm_picture *picture)
{
    static const char *const names[] = {"potion of healing",
                                        "sword",
                                        ODD_NAME,
                                        RTL_NAME,
                                        EMOJI,
                                        "scroll of magic mapping and of much more",
                                        "ration"};
    begin(picture, WYRM_PICTURE_COLUMNS, "items", "What is found, and what is used?");
    wyrm_picture_axes(picture, "item", "", "a run", "items");
    for (int i = 0; i < 7; i++)
        wyrm_picture_category(picture, names[i]);
    wyrm_series *found = wyrm_picture_series(picture, "found");
    wyrm_series *used = wyrm_picture_series(picture, "used");
    for (int i = 0; i < 7; i++) {
        double y = 5.0 / (i + 1);
        wyrm_picture_mark_ci(picture, found, i, y, around(y, 0.3));
        wyrm_picture_mark(picture, used, i, y * 0.6);
    }
}

static void pity(wyrm_picture *picture)
{
    begin(picture, WYRM_PICTURE_DOTS, "pity", "How often does pity step in?");
    wyrm_picture_axes(picture, "band", "", "rooms with healing pity", "share");
    wyrm_series *wanted = wyrm_picture_series(picture, "healthy");
    wyrm_series *a = wyrm_picture_series(picture, "healing");
    wyrm_series *b = wyrm_picture_series(picture, "panic");
    wanted->reference = true;
    for (int i = 0; i < 5; i++) {
        char name[16];
        snprintf(name, sizeof name, "B%d", i + 1);
        wyrm_picture_category(picture, name);
        wyrm_mark *mark = wyrm_picture_mark(picture, wanted, i, NAN);
        mark->low = 0.05;
        mark->high = 0.15;
        double y = 0.08 + 0.03 * i;
        wyrm_picture_mark_ci(picture, a, i, y, around(y, 0.012));
        wyrm_picture_mark_ci(picture, b, i, y / 3, around(y / 3, 0.006));
    }
}

static void budgets(wyrm_picture *picture)
{
    begin(picture, WYRM_PICTURE_RANGES, "budgets", "Do rooms keep to their budget?");
    wyrm_picture_axes(picture, "depth", "", "threat of a room", "ETP");
    picture->x.whole = true;
    wyrm_series *wanted = wyrm_picture_series(picture, "budget");
    wyrm_series *rooms = wyrm_picture_series(picture, "rooms");
    wanted->reference = true;
    for (int x = 1; x <= 12; x++) {
        wyrm_mark *mark = wyrm_picture_mark(picture, wanted, x, NAN);
        mark->low = 10 * x;
        mark->high = 16 * x + 10;
        mark = wyrm_picture_mark_ci(picture, rooms, x, 13.0 * x, around(13.0 * x, 4.0 * x));
        mark->value = 3.0 * x;
        mark->most = 24.0 * x;
    }
}

static void threat(wyrm_picture *picture)
{
    begin(picture, WYRM_PICTURE_SCATTER, "threat", "Does the threat tell the truth?");
    wyrm_picture_axes(picture, "stated threat", "ETP", "measured threat", "ETP");
    wyrm_series *line = wyrm_picture_series(picture, "no difference");
    line->reference = true;
    wyrm_picture_mark(picture, line, 0, 0);
    wyrm_picture_mark(picture, line, 100, 100);
    wyrm_series *series = wyrm_picture_series(picture, "monsters");
    for (int i = 0; i < 50; i++) {
        double x = 2.0 * i, y = x + 25 * sin(i * 1.7) * (i % 5 == 0 ? 1.2 : 0.4);
        wyrm_mark *mark = wyrm_picture_mark(picture, series, x, fmax(y, 0));
        char name[96];
        snprintf(name, sizeof name, i == 10 ? ODD_NAME : i == 20 ? RTL_NAME : "monster %d", i);
        wyrm_picture_label(picture, mark, name);
        mark->named = i % 5 == 0;
    }
}

static void duels(wyrm_picture *picture, const char *id, int levels, int tables)
{
    static const char *const names[] = {"with gear", "without gear"};
    begin(picture, WYRM_PICTURE_HEAT, id,
          tables > 1 ? "Does gear decide?" : "Who wins, level by level?");
    wyrm_picture_axes(picture, "level of the monster", "", "level of the player", "");
    snprintf(picture->value_unit, sizeof picture->value_unit, "share");
    for (int s = 0; s < tables; s++) {
        wyrm_series *series = wyrm_picture_series(picture, names[s]);
        for (int y = 1; y <= levels; y++)
            for (int x = 1; x <= levels; x++) {
                wyrm_mark *mark = wyrm_picture_mark(picture, series, x, y);
                mark->value = 1 / (1 + exp(0.6 * (x - y) - 0.5 + s));
            }
    }
}

static void deep(wyrm_picture *picture)
{
    duels(picture, "deep", 20, 1);
}

static void two_tables(wyrm_picture *picture)
{
    duels(picture, "duels", 8, 2);
}

static void nothing(wyrm_picture *picture)
{
    begin(picture, WYRM_PICTURE_LINES, "nothing", "What if there is nothing?");
    wyrm_picture_axes(picture, "depth", "", "level", "");
    wyrm_picture_series(picture, "nobody");
}

static void many(wyrm_picture *picture)
{
    begin(picture, WYRM_PICTURE_COLUMNS, "many", "What do a thousand values look like?");
    wyrm_picture_axes(picture, "turns", "", "runs", "");
    wyrm_series *series = wyrm_picture_series(picture, "");
    for (int x = 0; x < 1000; x++)
        wyrm_picture_mark(picture, series, x, 400 * exp(-(x - 420) * (x - 420) / 40000.0));
}

static void (*const makers[])(wyrm_picture *picture) = {survival,   levels, hazard,  damage,
                                                        items,      pity,   budgets, threat,
                                                        two_tables, deep,   nothing, many};
#define COUNT (sizeof makers / sizeof makers[0])

static void add_answer(wyrm_page *page)
{
    wyrm_page_add(page, "<p class=\"lead\">Two things are wrong.</p>\n<ul class=\"verdicts\">\n");
    static const struct {
        wyrm_tone tone;
        const char *word, *text, *id;
    } rows[] = {{WYRM_TONE_BAD, "FAIL", "Healing pity steps in too often.", "pity"},
                {WYRM_TONE_DOUBT, "WARN", "Rooms of depth 9 exceed their budget.", "budgets"},
                {WYRM_TONE_DIM, "UNCLEAR", "Half of the runs should pass depth 5.", "survival"},
                {WYRM_TONE_GOOD, "PASS", "No monster kills in one hit.", "damage"}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        wyrm_page_add(page, "<li>");
        wyrm_html_badge(page, rows[i].tone, rows[i].word);
        wyrm_page_addf(page, "%s <a href=\"#%s\">See it</a></li>\n", rows[i].text, rows[i].id);
    }
    wyrm_page_add(page, "</ul>\n<dl class=\"facts\">\n"
                        "<dt>Ruleset</dt><dd>5fe2a1</dd>\n"
                        "<dt>Seed</dt><dd>1</dd>\n"
                        "<dt>Runs</dt><dd>4000 of each bot</dd>\n</dl>\n");
}

static void write_file(const char *path, const wyrm_page *page)
{
    FILE *file = fopen(path, "wb");
    if (file == NULL || fputs(wyrm_page_text(page), file) < 0 || fclose(file) != 0) {
        perror(path);
        exit(1);
    }
}

int main(int count, char **words)
{
    if (count != 3) {
        fprintf(stderr, "usage: sample_page PAGE JSON\n");
        return 2;
    }
    wyrm_page page = wyrm_page_new((wyrm_style){.utf8 = true, .width = 80});
    wyrm_page text = wyrm_page_new((wyrm_style){.utf8 = true, .width = 80});
    wyrm_answer json = wyrm_answer_new("report", NULL);
    json_t *list = json_array();
    static const wyrm_html_link links[] = {{"answer", "The answer"}, {"pictures", "Pictures"}};
    wyrm_html_head head = {.title = "Sample " ODD_NAME,
                           .description = "Every kind of picture, of " RTL_NAME " and others.",
                           .link_count = 2,
                           .links = links};
    wyrm_html_page_begin(&page, &head);
    wyrm_html_section_begin(&page, "answer", "The answer");
    add_answer(&page);
    wyrm_html_section_end(&page);
    wyrm_html_section_begin(&page, "pictures", "Pictures");
    wyrm_html_figures_begin(&page);
    for (size_t i = 0; i < COUNT; i++) {
        wyrm_picture picture;
        makers[i](&picture);
        wyrm_picture_html(&picture, &page);
        wyrm_answer_append(&json, list, wyrm_picture_json(&json, &picture));
        wyrm_picture_free(&picture);
    }
    wyrm_html_figures_end(&page);
    wyrm_html_section_end(&page);
    wyrm_html_page_end(&page, "wyrmscale, a sample");
    wyrm_answer_set(&json, NULL, "pictures", list);
    wyrm_status status = wyrm_answer_finish(&json, &text, NULL);
    if (status == WYRM_OK)
        status = wyrm_page_status(&page, NULL);
    if (status == WYRM_OK) {
        write_file(words[1], &page);
        write_file(words[2], &text);
    }
    wyrm_answer_free(&json);
    wyrm_page_free(&page);
    wyrm_page_free(&text);
    return status == WYRM_OK ? 0 : 1;
}
