/* Marks of pictures in words. */
#include "web/picture_words.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "web/html.h"

bool wyrm_is_drawable(double value)
{
    return fabs(value) <= WYRM_PICTURE_HUGE; /* false for NAN */
}

bool wyrm_mark_has_interval(const wyrm_mark *mark)
{
    return !isnan(mark->low) && !isnan(mark->high);
}

bool wyrm_mark_is_drawn(const wyrm_picture *picture, const wyrm_series *series,
                        const wyrm_mark *mark)
{
    if (picture->kind == WYRM_PICTURE_HEAT)
        return wyrm_is_drawable(mark->x) && wyrm_is_drawable(mark->y) &&
               wyrm_is_drawable(mark->value);
    /* What is wanted may be an interval only, and the same everywhere. */
    bool interval_is_enough = series->reference || picture->kind == WYRM_PICTURE_RANGES;
    bool has_x = wyrm_is_drawable(mark->x) || (series->reference && isnan(mark->x));
    return has_x &&
           (wyrm_is_drawable(mark->y) || (interval_is_enough && wyrm_mark_has_interval(mark)));
}

/* A share in per cent; nothing that is not certain is called so. */
static const char *percent(double share, wyrm_figure *out)
{
    wyrm_figure number;
    wyrm_figure_exact(100 * share, &number);
    if (share < 1 && strcmp(number.text, "100") == 0)
        snprintf(out->text, sizeof out->text, ">99.99 %%");
    else
        snprintf(out->text, sizeof out->text, "%.50s %%", number.text);
    return out->text;
}

const char *wyrm_picture_number(double value, const char *unit, wyrm_figure *out)
{
    if (strcmp(unit, "share") == 0 && isfinite(value))
        return percent(value, out);
    if (isinf(value) && value < 0)
        snprintf(out->text, sizeof out->text, "no lower limit");
    else
        wyrm_figure_exact(value, out);
    return out->text;
}

const char *wyrm_picture_quantity(double value, const char *unit, wyrm_figure *out)
{
    wyrm_figure number;
    wyrm_picture_number(value, unit, &number);
    bool plain = unit[0] == '\0' || strcmp(unit, "share") == 0 || !isfinite(value);
    snprintf(out->text, sizeof out->text, "%.24s%s%.32s", number.text, plain ? "" : " ",
             plain ? "" : unit);
    return out->text;
}

const char *wyrm_picture_x_name(const wyrm_picture *picture, double x, wyrm_figure *out)
{
    if (x >= 0 && x < (double)picture->category_count)
        return picture->categories[(size_t)x];
    return isnan(x) ? "everywhere" : wyrm_picture_number(x, picture->x.unit, out);
}

const char *wyrm_picture_between(const wyrm_picture *picture)
{
    return picture->between[0] != '\0'            ? picture->between
           : picture->kind == WYRM_PICTURE_RANGES ? "middle half"
                                                  : "95 % interval";
}

void wyrm_picture_add_unit(wyrm_page *page, const char *unit)
{
    if (unit[0] != '\0' && strcmp(unit, "share") != 0)
        wyrm_html_textf(page, " (%s)", unit);
}

/* A line "what: value". */
static void add_fact(wyrm_page *page, const char *what, const char *value)
{
    wyrm_page_add(page, "\n");
    if (what[0] != '\0') {
        wyrm_html_text(page, what);
        wyrm_page_add(page, ": ");
    }
    wyrm_html_text(page, value);
}

static void add_reach(wyrm_page *page, const wyrm_picture *picture, const char *what, double low,
                      double high)
{
    wyrm_figure from, to;
    char text[2 * sizeof from + 8];
    snprintf(text, sizeof text, "%s to %s", wyrm_picture_number(low, picture->y.unit, &from),
             wyrm_picture_number(high, picture->y.unit, &to));
    add_fact(page, what, text);
}

static void add_x(wyrm_page *page, const wyrm_picture *picture, const wyrm_mark *mark)
{
    wyrm_figure out;
    bool category = mark->x >= 0 && mark->x < (double)picture->category_count;
    if (!isnan(mark->x))
        add_fact(page, picture->x.label,
                 category ? wyrm_picture_x_name(picture, mark->x, &out)
                          : wyrm_picture_quantity(mark->x, picture->x.unit, &out));
}

void wyrm_mark_words(const wyrm_picture *picture, size_t series, size_t index, wyrm_page *page)
{
    const wyrm_series *of = &picture->series[series];
    const wyrm_mark *mark = &of->marks[index];
    bool heat = picture->kind == WYRM_PICTURE_HEAT;
    wyrm_figure out;
    if (mark->label != NULL)
        wyrm_html_text(page, mark->label);
    if (mark->label != NULL && of->name[0] != '\0')
        wyrm_page_add(page, "\n");
    wyrm_html_text(page, of->name);
    add_x(page, picture, mark);
    if (!isnan(mark->y))
        add_fact(page, picture->y.label, wyrm_picture_quantity(mark->y, picture->y.unit, &out));
    if (heat)
        add_fact(page, "", wyrm_picture_quantity(mark->value, picture->value_unit, &out));
    if (!heat && wyrm_mark_has_interval(mark))
        add_reach(page, picture, of->reference ? picture->y.label : wyrm_picture_between(picture),
                  mark->low, mark->high);
    if (picture->kind == WYRM_PICTURE_RANGES && !isnan(mark->value) && !isnan(mark->most))
        add_reach(page, picture, "all", mark->value, mark->most);
}
