/* How answers look: pages, tables, figures with what they can be trusted to, charts.
 *
 * A page is an answer under construction, for people, with the style of the terminal it goes to,
 * or for scripts. Nothing is printed here: the command line writes a finished page out. What
 * goes wrong on the way, memory included, is remembered, and told once by page_status. */
#ifndef WYRM_SRC_TEXT_LAYOUT_H
#define WYRM_SRC_TEXT_LAYOUT_H

#include <wyrm/design.h>
#include <wyrm/sim.h>

#include "base/arena.h"
#include "base/json.h"

typedef struct text_style {
    bool utf8;   /* else ASCII only, but for the texts of a ruleset */
    bool colour; /* escape sequences; never the only sign of anything */
    int width;   /* columns of the terminal, at least 40 */
} text_style;

/* What a word means; how it is shown is the page's business. */
typedef enum text_tone {
    TEXT_TONE_PLAIN,
    TEXT_TONE_STRONG,
    TEXT_TONE_DIM,
    TEXT_TONE_GOOD,
    TEXT_TONE_DOUBT,
    TEXT_TONE_BAD,
    TEXT_TONE_COUNT
} text_tone;

typedef struct text_page {
    text_style style;
    bool json; /* the answer is for scripts */
    base_buffer text;
    base_arena arena;   /* of what is worked out for it */
    wyrm_status status; /* of what the answer needed */
    wyrm_error error;   /* and what it says, for the functions that fill one */
} text_page;

text_page page_new(text_style style);
void page_free(text_page *page);

/* Remembers the first failure; whether there is none. */
bool page_needs(text_page *page, wyrm_status status);
void page_fail(text_page *page); /* memory is out */

/* Zeroed, as long as the page; where memory is out the page has failed and it is NULL. */
void *page_take(text_page *page, size_t count, size_t size);
#define page_array(page, type, count) ((type *)page_take((page), (count), sizeof(type)))

WYRM_MUST_CHECK wyrm_status page_status(const text_page *page, wyrm_error *error);

/* Valid until the page is added to. */
const char *page_text(const text_page *page);

/* All text goes through here, or by way of the others: whatever it would do to a terminal is
 * written out instead (base/text.h). */
void page_add(text_page *page, const char *text);
void page_addf(text_page *page, const char *format, ...) WYRM_PRINTF(2, 3);
void page_toned(text_page *page, text_tone tone, const char *text);
void page_title(text_page *page, const char *text); /* a strong line */
const char *text_title(const wyrm_design *design);  /* of its ruleset */
void page_spaces(text_page *page, int count);

/* Whether a line must not end at the blank `at` of a text: between a number and its unit, its "±"
 * and the other end of its interval. */
bool page_keeps(const char *text, size_t at);

/* Text in lines of the page's width, each ended by a newline: the first begins in column `first`
 * (which the caller has already filled), the others are indented to `indent`. Line breaks in `text`
 * stay; a word longer than the line is not broken. */
void page_wrap(text_page *page, int first, int indent, const char *text);
void page_wrapf(text_page *page, int first, int indent, const char *format, ...) WYRM_PRINTF(4, 5);

/* The same from the beginning of a line, and behind `indent` blanks, `more` in further lines. */
void page_say(text_page *page, const char *format, ...) WYRM_PRINTF(2, 3);
void page_point(text_page *page, int indent, int more, const char *format, ...) WYRM_PRINTF(4, 5);

/* A sentence that was put together, and its end, further lines indented: nothing where it is
 * empty. The text is dropped. */
void page_tell(text_page *page, int indent, base_buffer *text, const char *end);

/* A text that was put together, as long as the page; "" where memory is out. */
const char *page_keep(text_page *page, base_buffer *text);

/* Columns that a text takes on a terminal: combining marks none, wide East Asian letters two. */
int text_display_width(const char *text);

/* Writes a word into text[size] so that a POSIX shell reads it as just that word, as it is or in
 * quotes: commands that are shown are to be typed as they stand. False where it does not
 * fit or has control characters, with "" written. */
bool text_shell_word(const char *word, char *text, size_t size);

/* Tables of aligned columns. Cells are filled in the order of reading; widths follow from them. */

#define TEXT_TABLE_COLUMNS 64

typedef enum text_align { TEXT_LEFT, TEXT_RIGHT } text_align;

typedef struct text_table {
    text_page *page;
    base_arena arena;
    size_t columns;
    text_align align[TEXT_TABLE_COLUMNS];
    const char *headings[2][TEXT_TABLE_COLUMNS]; /* of one line: the second */
    const char **cells;                          /* row by row */
    size_t count, room;
    bool seen; /* some means are told by the values that were seen */
    bool failed;
} text_table;

/* A table for a page, with the headings of its first columns: "<monster|>met|>attacks\nto kill it",
 * each behind where it is aligned. A heading has at most two lines; all come before the cells. */
text_table text_table_of(text_page *page, const char *headings);
void text_table_columns(text_table *table, const char *headings); /* further ones */
void text_table_column(text_table *table, text_align align, const char *heading);

void text_table_cell(text_table *table, const char *text);
void text_table_cellf(text_table *table, const char *format, ...) WYRM_PRINTF(2, 3);

/* Figures as cells, written as the functions below have them. */
void text_cell_exact(text_table *table, double value);
void text_cell_percent(text_table *table, double probability);
void text_cell_estimate(text_table *table, wyrm_estimate estimate, bool is_share);
void text_cell_fought(text_table *table, wyrm_estimate chance); /* exact, or of set fights */
void text_cell_mean(text_table *table, const wyrm_moments *moments);
void text_cell_ratio(text_table *table, const wyrm_ratio_estimate *clusters);

/* Prints the table and ends it. What is wider than the page is broken into tables below each other
 * that repeat the first column; one without columns prints nothing. */
void text_table_end(text_table *table, int indent);
void text_table_below(text_table *table, int indent); /* a blank line */

/* Numbers as people read them: no digit that the noise does not support.
 *
 * Each writes into a text_figure that the caller owns and returns its text.
 */

typedef struct text_figure {
    char text[64];
} text_figure;

/* An exact value in at most four significant digits (whole numbers in full): "4.019", "45",
 * "0.00012". "-" where it is NAN, "no limit" where it is infinite. */
const char *text_figure_exact(double value, text_figure *out);

/* A value in the digits that its interval supports, three at most before a decimal is left out:
 * "12.3 ± 0.4", "12000 ± 2000"; "3 (2 to 9)" where one end is much nearer, or "±" would read as
 * beyond 0 where the interval ends before; "3 (2 or more)" where the other has none; "-" where the
 * interval is unknown. `more` decimals beyond that: where something is to follow from it. */
const char *text_figure_sampled(text_style style, double value, wyrm_interval interval, int more,
                                text_figure *out);

/* A share of 1 and its interval: "12.3 % ± 0.4". */
const char *text_figure_share(text_style style, double share, wyrm_interval interval,
                              text_figure *out);

/* The mean of a sample, and a ratio over clusters, with their 95 % intervals; shares as such. */
const char *text_figure_mean(text_style style, const wyrm_moments *moments, text_figure *out);
const char *text_figure_ratio(text_style style, const wyrm_ratio_estimate *clusters,
                              text_figure *out);

/* The same as an estimate. */
wyrm_estimate text_estimate_mean(const wyrm_moments *moments);
wyrm_estimate text_estimate_ratio(const wyrm_ratio_estimate *clusters);

/* A share of runs that is listed only where it is not 0; not a number where it is. */
wyrm_estimate text_estimate_listed(uint64_t part, uint64_t all);

/* An estimate, and one of a share: as text_figure_exact and text_figure_percent where it is
 * exact. */
const char *text_figure_estimate(text_style style, const wyrm_estimate *estimate, text_figure *out);
const char *text_figure_estimated_share(text_style style, const wyrm_estimate *estimate,
                                        text_figure *out);

/* A probability: "19.4 %"; "<0.1 %" and ">99.9 %" where rounding would tell a lie. */
const char *text_figure_percent(double probability, text_figure *out);

/* The same with up to four digits, for what is exact: "19.42 %", "0.0415 %"; "<0.001 %". */
const char *text_figure_chance(double probability, text_figure *out);

/* Figures of which the greatest is asked for: each has a name, or a number of one kind of place. */
typedef struct text_ranking {
    size_t count;
    const wyrm_estimate *figures; /* NAN: out of the question */
    const char *const *names;     /* or NULL, and then: */
    const int32_t *numbers;
    const char *place; /* "depth" */
    bool shares;
    bool zeros; /* where the greatest is 0 it is told, too */
} text_ranking;

/* What can be said of it. Two figures whose intervals overlap are alike: so the greatest is named
 * only where it stands apart from all others, and else all are that may be it. */
typedef struct text_greatest {
    size_t first;    /* the greatest as it was found */
    size_t count;    /* how many may be it; 0: there is none */
    char where[128]; /* "depth 7"; "depths 5 to 7, alike"; "Orc, Troll or 3 more, alike" */
    char value[128]; /* "62 % ± 4"; "48 % ± 6 to 62 % ± 9" */
} text_greatest;

text_greatest text_find_greatest(text_style style, const text_ranking *of);

/* Axes of plots: which part of the numbers is shown, and where the ticks stand. */

typedef struct text_axis {
    double low, high; /* what is shown; low < high */
    /* Ticks stand at first_tick + i x step; of a logarithmic axis these are places in the row
     * ... 0.5, 1, 2, 5, 10 ..., of which 1 has the place 0. */
    double first_tick, step;
    int ticks;        /* at least 1 */
    bool logarithmic; /* equal factors are equally far apart */
} text_axis;

/* Round ends around low..high, which become ticks; about `intervals` of them at most. */
text_axis text_axis_around(double low, double high, int intervals);

/* low..high itself, with ticks at the round numbers inside. Equal ends are set apart. */
text_axis text_axis_within(double low, double high, int intervals);

/* Logarithmic, with ends of 1, 2 or 5 times a power of ten around low..high, which are above 0. */
text_axis text_axis_factors(double low, double high);

double text_axis_tick(const text_axis *axis, int tick);
const char *text_axis_label(const text_axis *axis, int tick, text_figure *out);

/* Where a value lies: 0 at the low end, 1 at the high one, never outside. What has no place on a
 * logarithmic axis, 0 and below, lies at its low end. */
double text_axis_share(const text_axis *axis, double value);

/* Plots of a line with a band around it: on the terminal, and as a picture (SVG). */

typedef struct text_plot_point {
    double x, y;
    double low, high; /* of the band */
} text_plot_point;

/* Texts and points are borrowed. */
typedef struct text_plot {
    const char *title, *subtitle;
    const char *x_label, *y_label; /* units included: "damage (hit points)" */
    const char *line_name, *band_name;
    size_t count; /* at least 1; ascending x */
    const text_plot_point *points;
} text_plot;

/* Some 16 lines of the page's width; y begins at 0 where no value is below. */
void text_plot_print(const text_plot *plot, text_page *page);

/* The same as a whole SVG file of 760 x 460, appended to the page. */
void text_plot_svg(const text_plot *plot, text_page *page);

/* Of runs that are fewer than the effort allows (wyrm_gate.cut_short). */
#define TEXT_CUT_SHORT                                                                             \
    "; more runs would be more work than one command may do (WYRM_LIMIT allows more)"

/* A bar of `share` of so many columns, TEXT_BAR_LETTERS at most; nothing where it is too small to
 * be seen. */
#define TEXT_BAR_LETTERS 100 /* a longer bar tells no more */
typedef struct text_bar {
    char text[3 * TEXT_BAR_LETTERS + 16];
} text_bar;
text_bar text_bar_of(text_style style, double share, int columns);

/* A bar chart of a distribution: one line a value, or a range of values where there are many; rare
 * values at both ends share a line. `heading` stands above the values: "damage". `samples`: how
 * many values the pmf is made of, whose shares then have intervals; 0: it is exact. */
void text_chart_pmf(text_page *page, const wyrm_pmf *pmf, uint64_t samples, const char *heading);

/* Rows: what is told of a thing, for scripts as members and for people as cells of a table. */

typedef enum text_unit {
    TEXT_END,   /* ends the rows */
    TEXT_NAME,  /* const char * */
    TEXT_WORDS, /* char[] */
    TEXT_WHOLE, /* int32_t */
    TEXT_REAL,  /* double, exact */
    TEXT_CHANCE,
    TEXT_FOUGHT,   /* wyrm_estimate, a chance: KEY, and KEY_ci95 only where it is sampled */
    TEXT_ESTIMATE, /* wyrm_estimate: KEY and KEY_ci95 */
    TEXT_SHARE,    /* the same of 1 */
    TEXT_MOMENTS,  /* wyrm_moments: {mean, sd, ci95} */
    TEXT_RATIO     /* wyrm_ratio_estimate: {value, ci95} */
} text_unit;

typedef struct text_row {
    const char *key;     /* NULL: scripts are not told */
    const char *heading; /* NULL: people are not told */
    text_unit unit;
    size_t offset; /* of the value in the thing */
} text_row;

/* The headings, and the cells of one thing. */
void text_columns(text_table *table, const text_row *rows);
void text_cells(text_table *table, const text_row *rows, const void *of);

/* The members of one thing; a list of objects, of things of `size` bytes. */
void text_put(base_json *json, const text_row *rows, const void *of);
void text_put_list(base_json *json, const char *key, const text_row *rows, const void *list,
                   size_t count, size_t size);

#endif
