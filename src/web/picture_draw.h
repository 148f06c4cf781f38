/* What the drawing of pictures shares: the frame with its axes, and how marks are written.
 *
 * Lengths are those of the viewBox: on a wide screen about a pixel, on a phone about 0.6 of one,
 * where letters are larger (report.css), so that there is room for both.
 * */
#ifndef WYRM_SRC_WEB_PICTURE_DRAW_H
#define WYRM_SRC_WEB_PICTURE_DRAW_H

#include "output/axis.h"
#include "web/picture.h"

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
