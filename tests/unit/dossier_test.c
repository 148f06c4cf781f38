/* What a report says: its targets worst first, its tables of squares. */
#include "helpers.h"

#include "html/internal.h"

static wyrm_judged judged(const char *target, const char *unit, double value, double low,
                          wyrm_verdict verdict)
{
    return (wyrm_judged){.target = target,
                         .claim = "",
                         .metric = "m",
                         .unit = unit,
                         .value = value,
                         .range = {low, INFINITY},
                         .verdict = verdict,
                         .source = "",
                         .note = ""};
}

TEST(targets_come_worst_first)
{
    wyrm_judged list[] = {
        judged("holds", "", 9.0, 8.0, WYRM_PASS),
        judged("nearly", "hits", 6.8, 7.0, WYRM_FAIL),
        judged("one of three", "share", 0.0, 0.5, WYRM_FAIL),
        judged("one of three", "share", 0.6, 0.5, WYRM_PASS),
        judged("one of three", "share", 0.7, 0.5, WYRM_PASS),
        judged("tolerated", "share", 0.01, 0.9, WYRM_WARN),
        judged("everywhere", "items", 0.7, 5.0, WYRM_FAIL),
        judged("nothing to measure", "", NAN, 1.0, WYRM_FAIL),
    };
    static const char *const order[] = {
        "nothing to measure", "everywhere", "one of three", "nearly", "tolerated", "holds"};
    const wyrm_judgement judgement = {.judged_count = LENGTH_OF(list), .judged = list};
    wyrm_aims aims;
    assert_int_equal(wyrm_aims_find(&judgement, &aims, NULL), WYRM_OK);
    assert_int_equal(aims.count, LENGTH_OF(order));
    for (size_t i = 0; i < aims.count; i++)
        assert_string_equal(aims.list[i].worst->target, order[i]);
    wyrm_aims_release(&aims);
}

static wyrm_estimate amount(const void *of, size_t depth, size_t kind)
{
    (void)of;
    return (wyrm_estimate){.value = kind == 3 ? 0.0 : 1.0 / (double)(kind + depth)};
}

static const char *title(const void *of, size_t kind)
{
    static char text[32];
    (void)of;
    snprintf(text, sizeof text, "kind %zu", kind);
    return text;
}

static double sum_at(const wyrm_picture *picture, double depth)
{
    double sum = 0.0;
    for (size_t i = 0; i < picture->series[0].count; i++)
        sum += picture->series[0].marks[i].y == depth ? picture->series[0].marks[i].value : 0.0;
    return sum;
}

TEST(the_rarest_of_many_kinds_share_a_column)
{
    for (size_t kinds = 10; kinds <= 60; kinds += 50) {
        const wyrm_squares squares = {NULL, 3, kinds, amount, title};
        wyrm_picture picture;
        wyrm_picture_begin(&picture, WYRM_PICTURE_HEAT, "squares", "How much?");
        wyrm_add_squares(&picture, "share", &squares);
        bool many = kinds > WYRM_COLUMNS_MAX;
        assert_int_equal(picture.category_count, many ? WYRM_COLUMNS_MAX + 1 : kinds - 1);
        assert_string_equal(picture.categories[3], "kind 4"); /* what never comes has none */
        if (many)
            assert_string_equal(picture.categories[WYRM_COLUMNS_MAX], "all others");
        for (size_t depth = 1; depth <= 3; depth++) {
            double all = 0.0;
            for (size_t k = 0; k < kinds; k++)
                all += amount(NULL, depth, k).value;
            assert_near(sum_at(&picture, (double)depth), all, 1e-12);
        }
        wyrm_picture_free(&picture);
    }
}
