/* What the marks of pictures are called and worth, in words: for the pointer, the table and the
 * axes. */
#ifndef WYRM_SRC_WEB_PICTURE_WORDS_H
#define WYRM_SRC_WEB_PICTURE_WORDS_H

#include "output/figures.h"
#include "web/picture.h"

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

/* What x is called: a category, or its number. Valid as long as both arguments. */
const char *wyrm_picture_x_name(const wyrm_picture *picture, double x, wyrm_figure *out);

/* What low..high is: "95 % interval". */
const char *wyrm_picture_between(const wyrm_picture *picture);

/* The unit in brackets behind a label: " (hit points)"; nothing for none and for shares. */
void wyrm_picture_add_unit(wyrm_page *page, const char *unit);

/* Everything about a mark, a fact a line, as HTML text. */
void wyrm_mark_words(const wyrm_picture *picture, size_t series, size_t index, wyrm_page *page);

#endif
