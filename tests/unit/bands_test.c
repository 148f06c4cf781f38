/* Bands of depths: reading them from a ruleset, and the band of a depth. */
#include "helpers.h"

#include "encounter/internal.h"

/* A schema with only the section `bands`. */
static const wyrm_schema *only_bands(void)
{
    static wyrm_schema schema;
    schema = (wyrm_schema){.sections = wyrm_design_schema()->sections, .count = 1};
    return &schema;
}

/* A ruleset with only bands. The caller frees it. */
static wyrm_ruleset *ruleset_of(const char *bands)
{
    char text[2048];
    int length = snprintf(text, sizeof text, "name: test\n%s", bands);
    assert_in_range(length, 1, sizeof text - 1);
    wyrm_ruleset *ruleset = NULL;
    assert_ok(wyrm_ruleset_parse(only_bands(), "test.yaml", text, (size_t)length, NULL, NULL,
                                 &ruleset, NULL),
              NULL);
    return ruleset;
}

#define FIVE                                                                                       \
    "bands: {shallow: [1, 5], low: [6, 10], middle: [11, 15], deep: [16, 20], abyss: [21, 25]}\n"

TEST(depths_belong_to_their_band)
{
    OWNED_RULESET *ruleset = ruleset_of(FIVE);
    wyrm_bands bands;
    assert_ok(wyrm_bands_read(ruleset, &bands, NULL), NULL);
    assert_int_equal(bands.count, 5);
    for (int32_t depth = 1; depth <= 25; depth++)
        assert_int_equal(wyrm_bands_at(&bands, depth), (depth - 1) / 5);
    assert_string_equal(bands.bands[4].name, "abyss");
    assert_int_equal(bands.bands[4].first_depth, 21);
    assert_int_equal(bands.bands[4].last_depth, 25);
}

TEST(depths_outside_count_as_the_nearest_band)
{
    OWNED_RULESET *ruleset = ruleset_of(FIVE);
    wyrm_bands bands;
    assert_ok(wyrm_bands_read(ruleset, &bands, NULL), NULL);
    assert_int_equal(wyrm_bands_at(&bands, 0), 0);
    assert_int_equal(wyrm_bands_at(&bands, -1), 0);
    assert_int_equal(wyrm_bands_at(&bands, INT32_MIN), 0);
    assert_int_equal(wyrm_bands_at(&bands, 26), 4);
    assert_int_equal(wyrm_bands_at(&bands, INT32_MAX), 4);
}

TEST(bands_need_not_begin_at_depth_1_and_may_be_one_depth)
{
    OWNED_RULESET *ruleset = ruleset_of("bands: {a: [3, 3], b: 4, c: [5, 10000]}\n");
    wyrm_bands bands;
    assert_ok(wyrm_bands_read(ruleset, &bands, NULL), NULL);
    assert_int_equal(wyrm_bands_at(&bands, 1), 0);
    assert_int_equal(wyrm_bands_at(&bands, 3), 0);
    assert_int_equal(wyrm_bands_at(&bands, 4), 1);
    assert_int_equal(wyrm_bands_at(&bands, 5), 2);
}

TEST(bands_are_found_by_name)
{
    OWNED_RULESET *ruleset = ruleset_of(FIVE);
    wyrm_bands bands;
    assert_ok(wyrm_bands_read(ruleset, &bands, NULL), NULL);
    assert_int_equal(wyrm_bands_find(&bands, "shallow"), 0);
    assert_int_equal(wyrm_bands_find(&bands, "deep"), 3);
    assert_int_equal(wyrm_bands_find(&bands, "dee"), -1);
    assert_int_equal(wyrm_bands_find(&bands, ""), -1);
}

TEST(a_ruleset_may_have_no_bands)
{
    const char *const without[] = {"", "bands: {}\n"};
    for (size_t i = 0; i < LENGTH_OF(without); i++) {
        OWNED_RULESET *ruleset = ruleset_of(without[i]);
        wyrm_bands bands;
        assert_ok(wyrm_bands_read(ruleset, &bands, NULL), NULL);
        assert_int_equal(bands.count, 0);
        assert_int_equal(wyrm_bands_at(&bands, 7), 0);
        assert_int_equal(wyrm_bands_find(&bands, "shallow"), -1);
    }
}

TEST(what_is_wrong_is_told_at_its_place)
{
    const struct {
        const char *text, *message;
        int line;
    } cases[] = {
        {"bands:\n  a: [1, 5]\n  b: [5, 9]\n",
         "depth 5 is in two bands: 'a' ends at depth 5, 'b' begins at depth 5", 4},
        {"bands:\n  a: [1, 5]\n  b: [1, 9]\n",
         "depth 1 is in two bands: 'a' ends at depth 5, 'b' begins at depth 1", 4},
        {"bands:\n  a: [1, 5]\n  b: [7, 9]\n",
         "depth 6 is in no band: 'a' ends at depth 5, 'b' begins at depth 7", 4},
        {"bands:\n  a: [6, 9]\n  b: [1, 5]\n",
         "bands stand in ascending order, and 'b' begins at depth 1, before 'a' at depth 6", 4},
    };
    for (size_t i = 0; i < LENGTH_OF(cases); i++) {
        OWNED_RULESET *ruleset = ruleset_of(cases[i].text);
        OWNED_ERRORS *errors = fresh_errors();
        wyrm_bands bands;
        assert_int_equal(wyrm_bands_read(ruleset, &bands, errors), WYRM_ERROR_RULESET);
        assert_int_equal(bands.count, 0);
        assert_int_equal(wyrm_errors_count(errors), 1);
        assert_string_equal(wyrm_errors_at(errors, 0)->message, cases[i].message);
        assert_int_equal(wyrm_errors_at(errors, 0)->line, cases[i].line);
        assert_int_equal(wyrm_bands_read(ruleset, &bands, NULL), WYRM_ERROR_RULESET);
    }
}

TEST(every_wrong_band_is_told)
{
    OWNED_RULESET *ruleset = ruleset_of("bands: {a: [1, 5], b: [7, 9], c: [9, 12], d: [13, 14]}\n");
    OWNED_ERRORS *errors = fresh_errors();
    wyrm_bands bands;
    assert_int_equal(wyrm_bands_read(ruleset, &bands, errors), WYRM_ERROR_RULESET);
    assert_int_equal(wyrm_errors_count(errors), 2);
}

TEST(the_schema_limits_bands_and_depths)
{
    char many[1024] = "name: test\nbands:\n";
    for (int i = 0; i <= WYRM_BANDS_MAX; i++) {
        char line[32];
        snprintf(line, sizeof line, "  b%d: %d\n", i, i + 1);
        strcat(many, line);
    }
    const char *const wrong[] = {
        many, "name: test\nbands: {a: [0, 5]}\n", "name: test\nbands: {a: [5, 1]}\n",
        "name: test\nbands: {a: [1, 10001]}\n", "name: test\nbands: {a: [1.5, 2]}\n"};
    for (size_t i = 0; i < LENGTH_OF(wrong); i++) {
        wyrm_ruleset *ruleset = NULL;
        assert_int_equal(wyrm_ruleset_parse(only_bands(), "test.yaml", wrong[i], strlen(wrong[i]),
                                            NULL, NULL, &ruleset, NULL),
                         WYRM_ERROR_RULESET);
        assert_null(ruleset);
    }
}
