/* The layout of answers: pages, tables, figures with their uncertainty, axes and charts.
 *
 * A page is an answer under construction, either text in the style of a terminal, or JSON for
 * scripts. Nothing is printed here: the command line writes the finished page. Failures on the way,
 * out of memory included, are remembered by the page and reported once, by page_status. */
#ifndef WYRM_SRC_TEXT_LAYOUT_H
#define WYRM_SRC_TEXT_LAYOUT_H

#include <wyrm/design.h>
#include <wyrm/sim.h>

#include "base/arena.h"
#include "base/json.h"

typedef struct text_style {
    bool utf8;   /* else ASCII only, except for texts of a ruleset */
    bool colour; /* escape sequences; never the only sign of something */
    int width;   /* columns of the terminal, at least 40 */
} text_style;

/* The meaning of a word; the page decides how it looks. */
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
    bool json; /* the answer is JSON, for scripts */
    base_buffer text;
    base_arena arena;   /* holds what is computed for the answer */
    wyrm_status status; /* the first failure */
    wyrm_error error;   /* its message; also for functions that fill one */
} text_page;

text_page page_new(text_style style);
void page_free(text_page *page);

/* Records a status if none has failed yet; returns whether the page is still in order. */
bool page_needs(text_page *page, wyrm_status status);
void page_fail(text_page *page); /* out of memory */

/* Zeroed memory that lives as long as the page; NULL, and the page failed, if there is none. */
void *page_take(text_page *page, size_t count, size_t size);
#define page_array(page, type, count) ((type *)page_take((page), (count), sizeof(type)))

WYRM_MUST_CHECK wyrm_status page_status(const text_page *page, wyrm_error *error);

/* The text so far, valid until the page changes. */
const char *page_text(const text_page *page);

/* Add text. All text passes through here, so characters that could control a terminal are escaped
 * (base/text.h). */
void page_add(text_page *page, const char *text);
void page_addf(text_page *page, const char *format, ...) WYRM_PRINTF(2, 3);
void page_toned(text_page *page, text_tone tone, const char *text);
void page_title(text_page *page, const char *text); /* a line in bold */
const char *text_title(const wyrm_design *design);  /* the title of its ruleset */
void page_spaces(text_page *page, int count);

/* Whether a line must not end at the blank text[at]: between a number and its unit, its "±", or the
 * other end of its interval. */
bool page_keeps(const char *text, size_t at);

/* Adds a text wrapped to the page's width, each line ended by a newline. The first line begins in
 * column `first`, which the caller has already reached; the others are indented by `indent`. Line
 * breaks in `text` are kept; a word longer than a line is not broken. */
void page_wrap(text_page *page, int first, int indent, const char *text);
void page_wrapf(text_page *page, int first, int indent, const char *format, ...) WYRM_PRINTF(4, 5);

/* page_say wraps a text from the beginning of a line; page_point behind `indent` blanks, with
 * `more` in further lines. */
void page_say(text_page *page, const char *format, ...) WYRM_PRINTF(2, 3);
void page_point(text_page *page, int indent, int more, const char *format, ...) WYRM_PRINTF(4, 5);

/* Adds a sentence collected in a buffer and its `end`, wrapped, with further lines indented;
 * nothing if it is empty. Frees the buffer. */
void page_say_buffer(text_page *page, int indent, base_buffer *text, const char *end);

/* The text of a buffer, kept as long as the page; "" if out of memory. Frees the buffer. */
const char *page_keep(text_page *page, base_buffer *text);

/* "a, b, c", kept as long as the page. */
const char *page_list(text_page *page, const char *const *words, size_t count);

/* The number of terminal columns of a text: combining marks take none, wide East Asian characters
 * two. */
int text_display_width(const char *text);

/* Writes a word into text[size], quoted if necessary, so that a POSIX shell reads it as that one
 * word: commands in answers can be typed as they are. False, with "" written, if it does not fit or
 * has control characters. */
bool text_shell_word(const char *word, char *text, size_t size);

/* A table of aligned columns. Cells are filled row by row; column widths are computed at the
 * end. */

#define TEXT_TABLE_COLUMNS 64

typedef enum text_align { TEXT_LEFT, TEXT_RIGHT } text_align;

typedef struct text_table {
    text_page *page;
    base_arena arena;
    size_t columns;
    text_align align[TEXT_TABLE_COLUMNS];
    const char *headings[2][TEXT_TABLE_COLUMNS]; /* two lines; the second is always used */
    const char **cells;                          /* row by row */
    size_t count, room;
    bool seen; /* a mean was shown by its range of values */
    bool failed;
} text_table;

/* A table for a page, with the headings of its first columns: "<monster|>met|>attacks\nto kill it".
 * Each begins with its alignment (< left, > right) and has at most two lines. All columns must be
 * added before the first cell. */
text_table text_table_of(text_page *page, const char *headings);
void text_table_columns(text_table *table, const char *headings); /* more columns */
void text_table_column(text_table *table, text_align align, const char *heading);

void text_table_cell(text_table *table, const char *text);
void text_table_cellf(text_table *table, const char *format, ...) WYRM_PRINTF(2, 3);

/* Figures as cells, formatted by the functions below. */
void text_cell_exact(text_table *table, double value);
void text_cell_percent(text_table *table, double probability);
void text_cell_estimate(text_table *table, wyrm_estimate estimate, bool is_share);
void text_cell_fought(text_table *table, wyrm_estimate chance); /* exact, or played */
void text_cell_mean(text_table *table, const wyrm_moments *moments);
void text_cell_ratio(text_table *table, const wyrm_ratio_estimate *clusters);

/* Prints the table and frees it. A table wider than the page is broken into several, each with the
 * first column; a table without columns prints nothing. */
void text_table_end(text_table *table, int indent);
/* The same after a blank line; nothing at all without rows. */
void text_table_below(text_table *table, int indent);

/* Numbers for people: no digit that the noise does not support.
 *
 * Each function writes into a text_figure of the caller and returns its text. */

typedef struct text_figure {
    char text[64];
} text_figure;

/* An exact value with at most four significant digits (whole numbers in full): "4.019", "45",
 * "0.00012". NAN is "-", infinity "no limit". */
const char *text_figure_exact(double value, text_figure *out);

/* What something is below: two digits, rounded up, as a bound that is rounded down may not hold. */
const char *text_figure_bound(double bound, text_figure *out);

/* A sampled value with its interval, in as many digits as that supports, three at most: "12.3 ±
 * 0.4", "12000 ± 2000". "3 (2 to 9)" if one end is much nearer, or "±" would read as beyond 0 where
 * the interval is not; "3 (2 or more)" if one end is infinite; "-" if the interval is unknown.
 * `more`: further decimals, if a comparison depends on them. */
const char *text_figure_sampled(text_style style, double value, wyrm_interval interval, int more,
                                text_figure *out);

/* A share in [0, 1] and its interval: "12.3 % ± 0.4". */
const char *text_figure_share(text_style style, double share, wyrm_interval interval,
                              text_figure *out);

/* The mean of a sample, and a ratio estimate, with 95 % intervals; as percentages if they are
 * shares. */
const char *text_figure_mean(text_style style, const wyrm_moments *moments, text_figure *out);
const char *text_figure_ratio(text_style style, const wyrm_ratio_estimate *clusters,
                              text_figure *out);

/* The mean; where values are too few or too alike for an interval, their range instead: "2 to
 * 5". */
const char *text_figure_seen(text_style style, const wyrm_moments *moments, text_figure *out);

/* The same as estimates. */
wyrm_estimate text_estimate_mean(const wyrm_moments *moments);
wyrm_estimate text_estimate_ratio(const wyrm_ratio_estimate *clusters);

/* The share part / all in a list that leaves out shares of 0, which are NAN here; the interval
 * allows for that selection. */
wyrm_estimate text_estimate_listed(uint64_t part, uint64_t all);

/* "all 5": what every run told alike. The mean of zeros has no interval, but it is no unknown. */
const char *text_figure_all(double value, text_figure *out);

/* An estimate, and one of a share; an exact one like text_figure_exact and text_figure_percent. */
const char *text_figure_estimate(text_style style, const wyrm_estimate *estimate, text_figure *out);
const char *text_figure_estimated_share(text_style style, const wyrm_estimate *estimate,
                                        text_figure *out);

/* A probability: "19.4 %"; "<0.1 %" and ">99.9 %" where rounding to 0 or 100 % would be wrong. */
const char *text_figure_percent(double probability, text_figure *out);

/* An exact probability with up to four digits: "19.42 %", "0.0415 %"; "<0.001 %". */
const char *text_figure_chance(double probability, text_figure *out);

/* Figures among which the greatest is sought, with names, or with numbers of places of one kind. */
typedef struct text_ranking {
    size_t count;
    const wyrm_estimate *figures; /* NAN: left out */
    const wyrm_estimate *more;    /* as differences to one of them, which may tell apart what
                                     figures do not; NAN: not known; NULL: none are */
    const char *const *names;     /* NULL: `numbers` and `place` name them */
    const int32_t *numbers;
    const char *place; /* "depth" */
    bool shares;
    bool zeros; /* a greatest figure of 0 counts as an answer */
} text_ranking;

/* The greatest of several figures. Figures whose intervals overlap cannot be told apart, so a
 * single one is only named if its interval is above all others; otherwise all that may be the
 * greatest are. */
typedef struct text_greatest {
    size_t first;    /* index of the greatest value */
    size_t last;     /* index of the least value that may be the greatest */
    size_t count;    /* how many may be the greatest; 0: there is none */
    char where[256]; /* "depth 7"; "depths 5 to 7, alike"; "Orc, Troll or 3 more, alike" */
    char value[128]; /* "62 % ± 4"; "48 % ± 6 to 62 % ± 9" */
} text_greatest;

text_greatest text_find_greatest(text_style style, const text_ranking *of);

/* The axis of a plot: the range shown, and its ticks. */

typedef struct text_axis {
    double low, high; /* low < high */
    /* Tick i is at first_tick + i * step; on a logarithmic axis these are indexes in the sequence
     * ... 0.5, 1, 2, 5, 10 ..., where 1 has the index 0. */
    double first_tick, step;
    int ticks;        /* at least 1 */
    bool logarithmic; /* equal ratios have equal distances */
} text_axis;

/* An axis around low..high whose ends are ticks, in at most about `intervals` steps. */
text_axis text_axis_around(double low, double high, int intervals);

/* An axis of exactly low..high, with ticks at round numbers inside. Equal ends are moved apart. */
text_axis text_axis_within(double low, double high, int intervals);

/* A logarithmic axis around low..high, both positive; its ends are 1, 2 or 5 times a power of
 * ten. */
text_axis text_axis_factors(double low, double high);

double text_axis_tick(const text_axis *axis, int tick);
const char *text_axis_label(const text_axis *axis, int tick, text_figure *out);

/* The position of a value, from 0 (low end) to 1 (high end), clamped to that. On a logarithmic axis
 * 0 and negative values are at the low end. */
double text_axis_share(const text_axis *axis, double value);

/* A plot of a line with a band around it, on the terminal or as SVG. */

typedef struct text_plot_point {
    double x, y;
    double low, high; /* the band */
} text_plot_point;

/* Texts and points are borrowed. */
typedef struct text_plot {
    const char *title, *subtitle;
    const char *x_label, *y_label; /* with unit: "damage (hit points)" */
    const char *line_name, *band_name;
    size_t count; /* at least 1; x ascending */
    const text_plot_point *points;
} text_plot;

/* Prints the plot in about 16 lines of the page's width; y begins at 0 unless a value is
 * negative. */
void text_plot_print(const text_plot *plot, text_page *page);

/* Appends the plot as a complete SVG file of 760 x 460. */
void text_plot_svg(const text_plot *plot, text_page *page);

/* Said of runs that are fewer than the effort allows (wyrm_gate.cut_short). */
#define TEXT_CUT_SHORT                                                                             \
    "; more runs would be more work than one command may do (WYRM_LIMIT allows more)"

/* A bar that fills `share` of so many columns, at most TEXT_BAR_LETTERS; empty if it is too short
 * to be seen. */
#define TEXT_BAR_LETTERS 100 /* columns; longer bars show no more */
typedef struct text_bar {
    char text[3 * TEXT_BAR_LETTERS + 16];
} text_bar;
text_bar text_bar_of(text_style style, double share, int columns);

/* A bar chart of a distribution, with a line for each value, or range of values if there are many;
 * rare values at either end share a line. `heading`: what the values are, "damage". `samples`:
 * number of samples behind the pmf, whose shares then have intervals; 0: it is exact. */
void text_chart_pmf(text_page *page, const wyrm_pmf *pmf, uint64_t samples, const char *heading);

/* Rows that describe the fields of a struct, for JSON members and table cells alike. */

typedef enum text_unit {
    TEXT_END,   /* ends a table of rows */
    TEXT_NAME,  /* const char * */
    TEXT_WORDS, /* char[] */
    TEXT_WHOLE, /* int32_t */
    TEXT_REAL,  /* double, exact */
    TEXT_CHANCE,
    TEXT_FOUGHT,   /* wyrm_estimate, a chance: KEY, and KEY_ci95 only if it is sampled */
    TEXT_ESTIMATE, /* wyrm_estimate: KEY and KEY_ci95 */
    TEXT_SHARE,    /* the same, as a share */
    TEXT_MOMENTS,  /* wyrm_moments: {mean, sd, ci95} */
    TEXT_RATIO     /* wyrm_ratio_estimate: {value, ci95} */
} text_unit;

typedef struct text_row {
    const char *key;     /* NULL: not in JSON */
    const char *heading; /* NULL: not in tables */
    text_unit unit;
    size_t offset; /* of the field */
} text_row;

/* Adds the headings of rows, and the cells of one struct. */
void text_columns(text_table *table, const text_row *rows);
void text_cells(text_table *table, const text_row *rows, const void *of);

/* Adds the members of one struct to the open object; and a list of objects, of structs of `size`
 * bytes. */
void text_put(base_json *json, const text_row *rows, const void *of);
void text_put_list(base_json *json, const char *key, const text_row *rows, const void *list,
                   size_t count, size_t size);

#endif
