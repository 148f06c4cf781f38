/* Bar charts of distributions: choosing the lines, then drawing them. */
#include "output/chart.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "output/figures.h"

#define LINES_MAX 24   /* with one more where the ends do not fall on whole bins */
#define RARE      5e-4 /* what lies beyond this tail on either side shares one line */

/* Values least..greatest on one line. */
typedef struct chart_line {
    int64_t least, greatest;
    double share;
} chart_line;

static double share_of(const wyrm_pmf *pmf, int64_t least, int64_t greatest)
{
    double share = wyrm_pmf_tail(pmf, least) - wyrm_pmf_tail(pmf, greatest + 1);
    return share > 0 ? share : 0;
}

/* Fills lines[LINES_MAX + 3] and returns how many. The first and last line hold the rare ends. */
static size_t choose_lines(const wyrm_pmf *pmf, chart_line *lines)
{
    int64_t first = wyrm_pmf_quantile(pmf, RARE);
    int64_t last = wyrm_pmf_quantile(pmf, 1 - RARE);
    int64_t step = (last - first) / LINES_MAX + 1;
    size_t count = 0;
    if (first > wyrm_pmf_first(pmf))
        lines[count++] = (chart_line){wyrm_pmf_first(pmf), first - 1, 0};
    for (int64_t least = first; least <= last; least += step) {
        int64_t greatest = least + step - 1;
        lines[count++] = (chart_line){least, greatest > last ? last : greatest, 0};
    }
    if (last < wyrm_pmf_last(pmf))
        lines[count++] = (chart_line){last + 1, wyrm_pmf_last(pmf), 0};
    for (size_t i = 0; i < count; i++)
        lines[i].share = share_of(pmf, lines[i].least, lines[i].greatest);
    return count;
}

static void label_of(const chart_line *line, char *label, size_t size)
{
    if (line->least == line->greatest)
        snprintf(label, size, "%lld", (long long)line->least);
    else
        snprintf(label, size, "%lld..%lld", (long long)line->least, (long long)line->greatest);
}

static const char *share_text(const wyrm_page *page, double share, uint64_t samples,
                              wyrm_figure *out)
{
    if (samples == 0)
        return wyrm_figure_percent(share, out);
    uint64_t seen = (uint64_t)llround(share * (double)samples);
    return wyrm_figure_share(page->style, share, wyrm_share_interval(seen, samples, 0.95), out);
}

void wyrm_chart_pmf(wyrm_page *page, const wyrm_pmf *pmf, uint64_t samples, const char *heading)
{
    chart_line lines[LINES_MAX + 3];
    size_t count = choose_lines(pmf, lines);
    int width = wyrm_display_width(heading), shares = 7;
    double most = 0;
    char label[48];
    wyrm_figure share;
    for (size_t i = 0; i < count; i++) {
        label_of(&lines[i], label, sizeof label);
        width = (int)strlen(label) > width ? (int)strlen(label) : width;
        most = lines[i].share > most ? lines[i].share : most;
        int letters = wyrm_display_width(share_text(page, lines[i].share, samples, &share));
        shares = letters > shares ? letters : shares;
    }
    int columns = page->style.width - width - shares - 8;
    wyrm_page_spaces(page, 3 + width - wyrm_display_width(heading));
    wyrm_page_toned(page, WYRM_TONE_STRONG, heading);
    wyrm_page_spaces(page, shares - 3);
    wyrm_page_toned(page, WYRM_TONE_STRONG, "share\n");
    for (size_t i = 0; i < count; i++) {
        label_of(&lines[i], label, sizeof label);
        share_text(page, lines[i].share, samples, &share);
        wyrm_page_addf(page, "   %*s  ", width, label);
        wyrm_page_spaces(page, shares - wyrm_display_width(share.text));
        wyrm_page_add(page, share.text);
        if (lines[i].share > 0 && columns > 0)
            wyrm_page_bar(page, 2, lines[i].share / most, columns);
        wyrm_page_add(page, "\n");
    }
}
