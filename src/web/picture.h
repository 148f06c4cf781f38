/* Pictures: what a chart shows, as data. One value is drawn as SVG, listed as a table and written
 * as JSON, so that the three cannot disagree.
 *
 * A picture answers one question. Who gathers the data knows no SVG, who draws knows no dungeon.
 * */
#ifndef WYRM_SRC_WEB_PICTURE_H
#define WYRM_SRC_WEB_PICTURE_H

#include <wyrm/stats.h>

#include "output/page.h"

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

#endif
