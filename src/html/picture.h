#ifndef WYRM_SRC_HTML_PICTURE_H
#define WYRM_SRC_HTML_PICTURE_H

#include <wyrm/stats.h>

#include "output/axis.h"
#include "output/figures.h"
#include "output/json.h"
#include "output/page.h"

/* Pictures: what a chart shows, as data. One value is drawn as SVG, listed as a table and written
 * as JSON, so that the three cannot disagree.
 *
 * A picture answers one question. Who gathers the data knows no SVG, who draws knows no dungeon.
 * */

#define WYRM_PICTURE_TEXT     512
#define WYRM_PICTURE_SERIES   24
#define WYRM_PICTURE_COMMANDS 10

/* One function a kind (picture_KIND.c). */
typedef enum wyrm_picture_kind {
    WYRM_PICTURE_LINES,   /* y over x, with a band where marks have intervals */
    WYRM_PICTURE_STEPS,   /* the same as steps: survival */
    WYRM_PICTURE_STACKED, /* columns of parts: what kills at each depth */
    WYRM_PICTURE_COLUMNS, /* columns beside each other: a distribution, counts */
    WYRM_PICTURE_DOTS,    /* a value with its interval for each category, from left to right */
    WYRM_PICTURE_RANGES,  /* a wanted band and the distribution in it, for each category */
    WYRM_PICTURE_SCATTER, /* points, those that stand out with their names */
    WYRM_PICTURE_HEAT,    /* a table of colours: x and y are whole numbers, `value` the colour */
    WYRM_PICTURE_KIND_COUNT
} wyrm_picture_kind;

/* One mark. What does not apply is NAN (numbers) or NULL. */
typedef struct wyrm_mark {
    double x, y;      /* x of categories: their index */
    double low, high; /* the interval of y; of ranges: the quantiles drawn as a box */
    double value;     /* of heat: what the colour stands for; of ranges: least and */
    double most;      /* ... greatest value */
    char *label;      /* owned: who it is */
    bool named;       /* of scatter: its label is drawn */
} wyrm_mark;

typedef struct wyrm_series {
    char name[96];
    bool dashed;    /* the other side of a comparison, or what is wanted */
    bool reference; /* drawn behind, without a colour of its own: a wanted range, the line of no
                       difference */
    bool total;     /* of stacked columns, the last series: all parts together with their interval,
                       drawn over them */
    size_t alike; /* 1 + the place among those of another picture that it looks like; 0: its own */
    size_t count, room;
    wyrm_mark *marks; /* owned */
} wyrm_series;

typedef struct wyrm_axis_words {
    char label[96];         /* "depth" */
    char unit[32];          /* "hit points"; "share": numbers of [0, 1], shown in per cent; "" */
    double least, greatest; /* NAN: as the marks need it */
    bool whole;             /* only whole numbers are ticks */
    bool logarithmic;       /* where all marks are above 0, or a `least` above it is given */
} wyrm_axis_words;

typedef struct wyrm_picture {
    wyrm_picture_kind kind;
    char id[64];                     /* "survival": of the figure in the page and of its JSON */
    char title[WYRM_PICTURE_TEXT];   /* the question: "How deep do they get?" */
    char caption[WYRM_PICTURE_TEXT]; /* what to see, with its numbers */
    size_t command_count;
    char commands[WYRM_PICTURE_COMMANDS][WYRM_PICTURE_TEXT]; /* together they print these numbers */
    char printed[48]; /* what the commands print, where it is not all: "The hardest fight" */
    char replay[WYRM_PICTURE_TEXT]; /* what shows a run that stands for it; "" */
    wyrm_axis_words x, y;
    char value_unit[32];   /* of heat */
    char between[48];      /* what low..high is: "9 of 10 hits"; "": "95 % interval", of ranges
                              "middle half" */
    size_t category_count; /* names on the x axis instead of numbers */
    char **categories;     /* owned */
    size_t series_count;
    wyrm_series series[WYRM_PICTURE_SERIES];
    bool failed; /* out of memory while it was filled */
} wyrm_picture;

/* ---- Filling (picture.c) ---- */
void wyrm_picture_begin(wyrm_picture *picture, wyrm_picture_kind kind, const char *id,
                        const char *title);
void wyrm_picture_free(wyrm_picture *picture);
void wyrm_picture_axes(wyrm_picture *picture, const char *x, const char *x_unit, const char *y,
                       const char *y_unit);
void wyrm_picture_caption(wyrm_picture *picture, const char *format, ...) WYRM_PRINTF(2, 3);
/* Adds what prints these numbers, or some of them; the same one again, "" and more than there is
 * room for are left out. */
void wyrm_picture_command(wyrm_picture *picture, const char *format, ...) WYRM_PRINTF(2, 3);
/* Adds a category and returns its index. */
size_t wyrm_picture_category(wyrm_picture *picture, const char *name);
/* Adds a series; its address holds until the picture is freed. More than there is room for are
 * counted as failed. */
wyrm_series *wyrm_picture_series(wyrm_picture *picture, const char *name);
/* Takes the last series back. */
void wyrm_picture_drop_series(wyrm_picture *picture);
/* A mark without interval and name; returns it for more to be set, or NULL where memory is out. */
wyrm_mark *wyrm_picture_mark(wyrm_picture *picture, wyrm_series *series, double x, double y);
/* The same with an interval. */
wyrm_mark *wyrm_picture_mark_ci(wyrm_picture *picture, wyrm_series *series, double x, double y,
                                wyrm_interval ci95);
void wyrm_picture_label(wyrm_picture *picture, wyrm_mark *mark, const char *label);

/* ---- Showing ---- */
/* The chart alone, as an <svg> element for an HTML page: every mark an element of class "mark" with
 * a <title> and a data-mark attribute "SERIES-INDEX", in the order of the JSON; report.js makes
 * them images and stops of the keyboard; without it the table has it all (picture_svg.c). */
void wyrm_picture_svg(const wyrm_picture *picture, wyrm_page *page);

/* The whole figure: question, chart, legend, caption, the table of the same numbers to be unfolded,
 * the commands (picture_html.c). */
void wyrm_picture_html(const wyrm_picture *picture, wyrm_page *page);

/* What the marks of pictures are called and worth, in words: for the pointer, the table and the
 * axes. */

/* Numbers of which more is shown than anybody can see. Beyond it they are told, not drawn. */
#define WYRM_PICTURE_HUGE 1e300

/* A number that has a place on an axis. */
bool wyrm_is_drawable(double value);

/* Whether a mark has what its kind needs to be drawn; the others are in the table and in JSON
 * only. */
bool wyrm_mark_is_drawn(const wyrm_picture *picture, const wyrm_series *series,
                        const wyrm_mark *mark);

/* low..high is known, though it may have no end. */
bool wyrm_mark_has_interval(const wyrm_mark *mark);

/* A value in up to four significant digits, "54.23 %" where its unit is "share". */
const char *wyrm_picture_number(double value, const char *unit, wyrm_figure *out);

/* The same with its unit behind it: "4.02 hit points". */
const char *wyrm_picture_quantity(double value, const char *unit, wyrm_figure *out);

/* What a mark shows, its y or the value of its colour, with its interval where it has one:
 * "12.3 % ± 0.4"; `unit`: with the unit that stands nowhere else. */
const char *wyrm_picture_figure(const wyrm_picture *picture, const wyrm_series *series,
                                const wyrm_mark *mark, bool unit, wyrm_figure *out);

/* Whether low..high is the interval of what the mark shows, and no range of its own. */
bool wyrm_mark_is_sampled(const wyrm_picture *picture, const wyrm_series *series,
                          const wyrm_mark *mark);

/* What x is called: a category, or its number. Valid as long as both arguments. */
const char *wyrm_picture_x_name(const wyrm_picture *picture, double x, wyrm_figure *out);

/* What low..high is: "95 % interval". */
const char *wyrm_picture_between(const wyrm_picture *picture);

/* The unit in brackets behind a label: " (hit points)"; nothing for none and for shares. */
void wyrm_picture_add_unit(wyrm_page *page, const char *unit);

/* Everything about a mark, a fact a line, as HTML text. */
void wyrm_mark_words(const wyrm_picture *picture, size_t series, size_t index, wyrm_page *page);

/* Pictures for scripts: the numbers that are drawn. */

/* {id, kind, title, caption, command, replay, x {label, unit}, y {label, unit}, categories [...],
 * series [{name, dashed, reference, total, marks [{...}...]}...]}, in the order of the picture.
 *
 * A mark is {x, y} and, as far as it has them, {low, high, label}; of ranges also {least,
 * greatest}; of heat maps {x, y, value}. What is not finite is null. NULL where memory is out. */
json_t *wyrm_picture_json(wyrm_answer *json, const wyrm_picture *picture);

/* What the drawing of pictures shares: the frame with its axes, and how marks are written.
 *
 * Lengths are those of the viewBox: on a wide screen about a pixel, on a phone about 0.6 of one,
 * where letters are larger (report.css), so that there is room for both.
 * */

#define WYRM_CHART_WIDTH  560.0

#define WYRM_LOOK_COLOURS 8 /* classes s0...s7 of report.css */
#define WYRM_HEAT_SHADES  9 /* classes h0...h8 */

typedef struct wyrm_frame wyrm_frame;

/* How the legend shows a series. */
typedef enum wyrm_swatch {
    WYRM_SWATCH_LINE,
    WYRM_SWATCH_FILL,
    WYRM_SWATCH_POINT,
    WYRM_SWATCH_BOX,
    WYRM_SWATCH_SHADES
} wyrm_swatch;

/* One kind of picture. */
typedef struct wyrm_picture_art {
    bool slots;                        /* every x has room of its own, for columns and the like */
    bool from_zero;                    /* y begins at 0 whatever the marks are */
    bool sums;                         /* marks of one x stand on each other */
    void (*layout)(wyrm_frame *frame); /* NULL: wyrm_frame_layout */
    void (*draw)(wyrm_frame *frame);
} wyrm_picture_art;

struct wyrm_frame {
    const wyrm_picture *picture;
    const wyrm_picture_art *art;
    wyrm_page *page;
    bool empty; /* there is no mark to draw */
    double width, height;
    double left, right, top, bottom; /* of the plot */
    double inset;                    /* between the plot's ends and the first and last x */
    double gap;                      /* least distance of two x; of slots: their width */
    bool slanted;                    /* names of categories that do not fit beside each other */
    wyrm_axis x, y;
};

/* How a series is told from the others: colour, and shape or pattern. A dashed series shares them
 * with its partner where every dashed series has one. */
typedef struct wyrm_look {
    int colour;
    int shape;   /* 0...WYRM_LOOK_COLOURS - 1, also of patterns: 0 is plain */
    bool hollow; /* dashed */
} wyrm_look;

wyrm_look wyrm_series_look(const wyrm_picture *picture, size_t series);

/* ---- The frame (picture_frame.c, picture_axes.c) ---- */
void wyrm_frame_layout(wyrm_frame *frame);
void wyrm_frame_axes(const wyrm_frame *frame);
/* Only the numbers and names at the axes. */
void wyrm_frame_labels(const wyrm_frame *frame);
void wyrm_axis_words_at(wyrm_page *page, const wyrm_axis_words *words, double x, double y,
                        const char *anchor);
/* The number of a tick: per cent of shares. */
const char *wyrm_tick_label(const wyrm_axis *axis, const char *unit, int tick, wyrm_figure *out);

double wyrm_frame_across(const wyrm_frame *frame, double x);
double wyrm_frame_down(const wyrm_frame *frame, double y);

/* Names of categories stand upright where they fit between two neighbours, `slot` apart, else
 * slanted: the room that they then need left of the plot and below it. */
typedef struct wyrm_names_room {
    bool slanted;
    double left, below;
} wyrm_names_room;
wyrm_names_room wyrm_names_find_room(const wyrm_picture *picture, double slot);

/* Pixels between two neighbours of the x axis. */
double wyrm_frame_slot(const wyrm_frame *frame);

/* Series beside each other in a slot: how many there are, and which place one has. */
size_t wyrm_frame_places(const wyrm_picture *picture);
size_t wyrm_frame_place(const wyrm_picture *picture, size_t series);

/* What stands below a mark of a stack: the marks of earlier series at the same x. */
double wyrm_stack_below(const wyrm_picture *picture, size_t series, size_t index);

/* ---- Marks (picture_marks.c) ---- */

/* <g class="series s2 hollow">; the caller ends it with </g>. */
void wyrm_series_open(const wyrm_frame *frame, size_t series, const char *more);

/* <ELEMENT class="mark MORE" ... up to the attributes of its shape, which the caller adds; then the
 * end with everything about the mark as a title. */
void wyrm_mark_open(const wyrm_frame *frame, const char *element, size_t series, size_t index,
                    const char *more);
void wyrm_mark_close(const wyrm_frame *frame, const char *element, size_t series, size_t index);

/* The outline of a shape around a point, as path data. */
void wyrm_shape_path(wyrm_page *page, int shape, double x, double y);

/* A whole mark that is a point: its shape, or a dot where there are too many. */
void wyrm_mark_point(const wyrm_frame *frame, size_t series, size_t index, double x, double y,
                     bool small);

/* A line from low to high with caps; no mark of its own. */
void wyrm_whisker(const wyrm_frame *frame, double x, double low, double high);

/* Series that are not reference, of which there may be too many marks for shapes. */
bool wyrm_series_is_crowded(const wyrm_series *series);

/* A line through the marks of a series, broken where one has no place; `steps`: even up to each
 * x. */
void wyrm_draw_path(const wyrm_frame *frame, const wyrm_series *series, bool steps);

/* The middle of a series' place in the slot of x, where series stand beside each other. */
double wyrm_place_across(const wyrm_frame *frame, size_t series, double x);

/* Every mark of every series that is not reference, in groups of their looks. */
void wyrm_draw_marks(const wyrm_frame *frame,
                     void (*add)(const wyrm_frame *frame, size_t series, size_t index));

/* What is wanted, behind everything else (picture_reference.c). */
void wyrm_draw_references(const wyrm_frame *frame);

/* ---- Kinds ---- */
void wyrm_draw_lines(wyrm_frame *frame);
void wyrm_draw_stacked(wyrm_frame *frame);
void wyrm_draw_columns(wyrm_frame *frame);
void wyrm_draw_dots(wyrm_frame *frame);
void wyrm_draw_ranges(wyrm_frame *frame);
void wyrm_draw_scatter(wyrm_frame *frame);
void wyrm_layout_heat(wyrm_frame *frame);
void wyrm_draw_heat(wyrm_frame *frame);

/* "lines": in JSON, and as a class (picture_kinds.c). */
const char *wyrm_picture_kind_name(wyrm_picture_kind kind);
wyrm_swatch wyrm_picture_swatch(wyrm_picture_kind kind);

/* What the colours of a heat map stand for. */
wyrm_axis wyrm_heat_shades(const wyrm_picture *picture);

/* The patterns that tell filled shapes apart (picture_patterns.c). */
void wyrm_patterns_define(const wyrm_picture *picture, wyrm_page *page);
void wyrm_pattern_fill(const wyrm_picture *picture, size_t series, wyrm_page *page);

/* The names of the series with their looks, as a list (picture_legend.c). */
void wyrm_picture_legend(const wyrm_picture *picture, wyrm_page *page);

/* The numbers as a <table> (picture_table.c). */
void wyrm_picture_table(const wyrm_picture *picture, wyrm_page *page);

#endif
