/* Pictures for tests, filled and written. */
#ifndef WYRM_TESTS_PICTURES_H
#define WYRM_TESTS_PICTURES_H

#include "helpers.h"

#include "html/internal.h"
#include "markup.h"

#define OWNED_PICTURE OWNED_VALUE(wyrm_picture, wyrm_picture_free)

#define SCRIPT        "<script>alert('&\"')</script>"
#define RTL           "\xd7\x93\xd7\xa8\xd7\xa7\xd7\x95\xd7\x9f"
#define EMOJI         "\xf0\x9f\x90\x89\xe2\x80\x8d\xf0\x9f\x94\xa5"
#define TURN          "\xe2\x80\xae" /* U+202E, which turns the text behind it */

static const wyrm_style style = {.utf8 = true, .width = 80};

typedef void writer(const wyrm_picture *picture, wyrm_page *page);

/* What a function writes about a picture, in fresh memory. */
static inline char *written(writer *write, const wyrm_picture *picture)
{
    wyrm_page page = wyrm_page_new(style);
    write(picture, &page);
    assert_int_equal(wyrm_page_status(&page, NULL), WYRM_OK);
    char *text = strdup(wyrm_page_text(&page));
    wyrm_page_free(&page);
    return text;
}

static inline void begin(wyrm_picture *picture, wyrm_picture_kind kind)
{
    wyrm_picture_begin(picture, kind, "figure", "What is it?");
    wyrm_picture_axes(picture, "depth", "", "damage", "hit points");
}

/* A mark with all that its kind can have; y of heat maps is a row. */
static inline void add_mark(wyrm_picture *picture, wyrm_series *series, double x, double y)
{
    bool heat = picture->kind == WYRM_PICTURE_HEAT;
    wyrm_mark *mark =
        wyrm_picture_mark_ci(picture, series, x, heat ? 1 : y, (wyrm_interval){y - 1, y + 1});
    assert_non_null(mark);
    mark->value = heat ? y : y - 2;
    mark->most = y + 2;
    mark->named = true;
}

static inline void fill(wyrm_picture *picture, wyrm_picture_kind kind, int series, int marks)
{
    static const char *const names[] = {"one", "two", "three", "four"};
    begin(picture, kind);
    for (int s = 0; s < series; s++) {
        wyrm_series *of = wyrm_picture_series(picture, names[s]);
        for (int x = 1; x <= marks; x++)
            add_mark(picture, of, x, 10 + s + x % 7);
    }
}

#endif
