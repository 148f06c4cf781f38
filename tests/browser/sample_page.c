/* Writes a page with every kind of chart, and the same charts as JSON: sample_page PAGE JSON.
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

static void begin(html_chart *chart, html_chart_kind kind, const char *id, const char *title)
{
    base_arena *arena = chart->arena;
    html_chart_begin(chart, arena, kind, id, title);
    html_caption(chart, "What there is to see in this chart, with its number: %d %%.", 42);
    html_command(chart, "wyrm sim 'my <rules>.yaml' --runs 1000 --seed 1");
}

static void survival(html_chart *chart)
{
    static const char *const names[] = {"random", "brawler", "explorer", "tactician", RTL_NAME};
    begin(chart, HTML_STEPS, "survival", "How deep do they get?");
    html_axes(chart, "depth", "", "runs that leave it alive", "share");
    chart->x.whole = true;
    chart->y.least = 0;
    chart->y.greatest = 1;
    for (int s = 0; s < 5; s++) {
        html_series *series = html_add_series(chart, names[s]);
        for (int x = 0; x <= 12; x++) {
            double y = exp(-x * x / (4.0 + 14 * s * s));
            html_add_interval(series, x, y, around(y, 0.03 * sqrt(y * (1 - y)) * 2));
        }
    }
    chart->replay = "wyrm replay rules.yaml --seed 1 --run 17";
}

static void levels(html_chart *chart)
{
    static const char *const names[] = {"before", EMOJI, "before, compared", EMOJI ", compared"};
    begin(chart, HTML_LINES, "levels", "What level are they at each depth?");
    html_axes(chart, "depth", "", "level", "");
    chart->x.whole = true;
    html_series *wanted = html_add_series(chart, "wanted");
    wanted->reference = true;
    for (int x = 1; x <= 20; x++) {
        html_mark *mark = html_add_mark(wanted, x, NAN);
        mark->low = 0.5 * x;
        mark->high = 0.7 * x + 1;
    }
    for (int s = 0; s < 4; s++) {
        html_series *series = html_add_series(chart, names[s]);
        series->dashed = s > 1;
        for (int x = 1; x <= 20; x++) {
            double y = (s % 2 ? 0.62 : 0.9) * x + (s > 1 ? 0.1 * x : 1) + sin(x + s);
            html_add_interval(series, x, x == 7 && s == 0 ? NAN : y, around(y, 0.5));
        }
    }
}

static void hazard(html_chart *chart)
{
    static const char *const names[] = {"rat",    "orc",    ODD_NAME,
                                        "hunger", "poison", "anything else"};
    begin(chart, HTML_STACKED, "hazard", "What kills, and where?");
    html_axes(chart, "depth", "", "die on it, of those who enter", "share");
    chart->x.whole = true;
    for (int s = 0; s < 6; s++) {
        html_series *series = html_add_series(chart, names[s]);
        for (int x = 1; x <= 10; x++)
            html_add_mark(series, x, s == 0 && x > 5 ? 0 : 0.05 * (1 + sin(x * (s + 1))));
    }
}

static void damage(html_chart *chart)
{
    begin(chart, HTML_COLUMNS, "damage", "How hard does an orc hit?");
    html_axes(chart, "damage", "hit points", "hits", "share");
    html_series *series = html_add_series(chart, "orc");
    for (int x = 0; x <= 24; x++)
        html_add_mark(series, x, 0.12 * exp(-(x - 11) * (x - 11) / 40.0));
}

static void items(html_chart *chart)
{
    static const char *const names[] = {"potion of healing",
                                        "sword",
                                        ODD_NAME,
                                        RTL_NAME,
                                        EMOJI,
                                        "scroll of magic mapping and of much more",
                                        "ration"};
    begin(chart, HTML_COLUMNS, "items", "What is found, and what is used?");
    html_axes(chart, "item", "", "a run", "items");
    for (int i = 0; i < 7; i++)
        html_category(chart, names[i]);
    html_series *found = html_add_series(chart, "found");
    html_series *used = html_add_series(chart, "used");
    for (int i = 0; i < 7; i++) {
        double y = 5.0 / (i + 1);
        html_add_interval(found, i, y, around(y, 0.3));
        html_add_mark(used, i, y * 0.6);
    }
}

static void pity(html_chart *chart)
{
    begin(chart, HTML_DOTS, "pity", "How often does pity step in?");
    html_axes(chart, "band", "", "rooms with healing pity", "share");
    html_series *wanted = html_add_series(chart, "healthy");
    html_series *a = html_add_series(chart, "healing");
    html_series *b = html_add_series(chart, "panic");
    wanted->reference = true;
    for (int i = 0; i < 5; i++) {
        char name[16];
        snprintf(name, sizeof name, "B%d", i + 1);
        html_category(chart, name);
        html_mark *mark = html_add_mark(wanted, i, NAN);
        mark->low = 0.05;
        mark->high = 0.15;
        double y = 0.08 + 0.03 * i;
        html_add_interval(a, i, y, around(y, 0.012));
        html_add_interval(b, i, y / 3, around(y / 3, 0.006));
    }
}

static void budgets(html_chart *chart)
{
    begin(chart, HTML_RANGES, "budgets", "Do rooms keep to their budget?");
    html_axes(chart, "depth", "", "threat of a room", "ETP");
    chart->x.whole = true;
    html_series *wanted = html_add_series(chart, "budget");
    html_series *rooms = html_add_series(chart, "rooms");
    wanted->reference = true;
    for (int x = 1; x <= 12; x++) {
        html_mark *mark = html_add_mark(wanted, x, NAN);
        mark->low = 10 * x;
        mark->high = 16 * x + 10;
        mark = html_add_interval(rooms, x, 13.0 * x, around(13.0 * x, 4.0 * x));
        mark->value = 3.0 * x;
        mark->most = 24.0 * x;
    }
}

static void threat(html_chart *chart)
{
    begin(chart, HTML_SCATTER, "threat", "Does the threat tell the truth?");
    html_axes(chart, "stated threat", "ETP", "measured threat", "ETP");
    html_series *line = html_add_series(chart, "no difference");
    line->reference = true;
    html_add_mark(line, 0, 0);
    html_add_mark(line, 100, 100);
    html_series *series = html_add_series(chart, "monsters");
    for (int i = 0; i < 50; i++) {
        double x = 2.0 * i, y = x + 25 * sin(i * 1.7) * (i % 5 == 0 ? 1.2 : 0.4);
        html_mark *mark = html_add_mark(series, x, fmax(y, 0));
        mark->label = i == 10   ? ODD_NAME
                      : i == 20 ? RTL_NAME
                                : base_say(chart->arena, "monster %d", i);
        mark->named = i % 5 == 0;
    }
}

static void duels(html_chart *chart, const char *id, int levels)
{
    begin(chart, HTML_HEATMAP, id, "Who wins, level by level?");
    html_axes(chart, "level of the monster", "", "level of the player", "");
    chart->value_unit = "share";
    html_series *series = html_add_series(chart, "the player wins");
    for (int y = 1; y <= levels; y++)
        for (int x = 1; x <= levels; x++)
            html_add_mark(series, x, y)->value = 1 / (1 + exp(0.6 * (x - y) - 0.5));
}

static void deep(html_chart *chart)
{
    duels(chart, "deep", 20);
}

static void small(html_chart *chart)
{
    duels(chart, "duels", 8);
}

static void many(html_chart *chart)
{
    begin(chart, HTML_COLUMNS, "many", "What do a thousand values look like?");
    html_axes(chart, "turns", "", "runs", "");
    html_series *series = html_add_series(chart, "");
    for (int x = 0; x < 1000; x++)
        html_add_mark(series, x, 400 * exp(-(x - 420) * (x - 420) / 40000.0));
}

static void (*const makers[])(html_chart *chart) = {survival, levels, hazard, damage, items, pity,
                                                    budgets,  threat, small,  deep,   many};
#define COUNT (sizeof makers / sizeof makers[0])

static void add_answer(text_page *page)
{
    page_add(page, "<p class=\"lead\">Two things are wrong.</p>\n<ul class=\"verdicts\">\n");
    static const struct {
        text_tone tone;
        const char *word, *text, *id;
    } rows[] = {{TEXT_TONE_BAD, "FAIL", "Healing pity steps in too often.", "pity"},
                {TEXT_TONE_DOUBT, "WARN", "Rooms of depth 9 exceed their budget.", "budgets"},
                {TEXT_TONE_DIM, "UNCLEAR", "Half of the runs should pass depth 5.", "survival"},
                {TEXT_TONE_GOOD, "PASS", "No monster kills in one hit.", "damage"}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        page_add(page, "<li>");
        html_badge(page, rows[i].tone, rows[i].word);
        page_addf(page, "%s <a href=\"#%s\">See it</a></li>\n", rows[i].text, rows[i].id);
    }
    page_add(page, "</ul>\n<dl class=\"facts\">\n"
                   "<dt>Ruleset</dt><dd>5fe2a1</dd>\n"
                   "<dt>Seed</dt><dd>1</dd>\n"
                   "<dt>Runs</dt><dd>4000 of each bot</dd>\n</dl>\n");
}

static void write_file(const char *path, const text_page *page)
{
    FILE *file = fopen(path, "wb");
    if (file == NULL || fputs(page_text(page), file) < 0 || fclose(file) != 0) {
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
    text_page page = page_new((text_style){.utf8 = true, .width = 80});
    text_page text = page_new((text_style){.utf8 = true, .width = 80});
    base_json json = text_answer_begin(&text, "report", NULL);
    base_put_list(&json, "pictures");
    static const html_link links[] = {{"answer", "The answer"}, {"charts", "Charts"}, {NULL, NULL}};
    html_page_begin(&page, "Sample " ODD_NAME, "Every kind of chart, of " RTL_NAME " and others.",
                    links);
    html_section_begin(&page, "answer", "The answer");
    add_answer(&page);
    html_section_end(&page);
    html_section_begin(&page, "charts", "Pictures");
    page_add(&page, "<div class=\"figures\">\n");
    for (size_t i = 0; i < COUNT; i++) {
        base_arena arena = {0};
        html_chart chart = {.arena = &arena};
        makers[i](&chart);
        html_chart_figure(&chart, &page);
        html_put_chart(&json, &chart);
        base_release(&arena);
    }
    page_add(&page, "</div>\n");
    html_section_end(&page);
    html_page_end(&page, "wyrmscale, a sample");
    base_put_end(&json);
    base_put_end(&json);
    wyrm_status status = page_status(&text, NULL);
    if (status == WYRM_OK)
        status = page_status(&page, NULL);
    if (status == WYRM_OK) {
        write_file(words[1], &page);
        write_file(words[2], &text);
    }
    page_free(&page);
    page_free(&text);
    return status == WYRM_OK ? 0 : 1;
}
