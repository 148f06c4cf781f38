/* The palette: contrast, and how colour-blind people see it. */
#include "helpers.h"

#include "term/internal.h"

typedef struct colour {
    double r, g, b; /* linear light, without gamma */
} colour;

static double linear(int byte)
{
    double value = byte / 255.0;
    return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4);
}

/* xterm's value for one of 256 colours: the cube from 16 on, then greys. Terminals agree on these,
 * but not on the first 16. */
static colour of_256(int index)
{
    static const int steps[] = {0, 95, 135, 175, 215, 255};
    assert_true(index >= 16 && index < 256);
    if (index >= 232) {
        double grey = linear(8 + 10 * (index - 232));
        return (colour){grey, grey, grey};
    }
    index -= 16;
    return (colour){linear(steps[index / 36]), linear(steps[index / 6 % 6]),
                    linear(steps[index % 6])};
}

/* Contrast as the Web Content Accessibility Guidelines 2 define it, 1 to 21. */
static double luminance(colour c)
{
    return 0.2126 * c.r + 0.7152 * c.g + 0.0722 * c.b;
}

static double contrast(colour one, colour other)
{
    double a = luminance(one) + 0.05, b = luminance(other) + 0.05;
    return a > b ? a / b : b / a;
}

TEST(text_stands_out_from_its_background)
{
    for (int style = 0; style < TERM_STYLE_COUNT; style++) {
        term_look look = term_palette_look((term_style)style, 256);
        double got = contrast(of_256(look.foreground), of_256(look.background));
        if (got < 4.5)
            fail_msg("style %d has a contrast of %.2f", style, got);
    }
}

/* Vision without one kind of cone: Machado, Oliveira and Fernandes, "A Physiologically-based Model
 * for Simulation of Color Vision Deficiency" (2009), severity 1. */
static const double visions[][3][3] = {
    {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
    {{0.152286, 1.052583, -0.204868},
     {0.114503, 0.786281, 0.099216},
     {-0.003882, -0.048116, 1.051998}},
    {{0.367322, 0.860646, -0.227968},
     {0.280085, 0.672501, 0.047413},
     {-0.011820, 0.042940, 0.968881}},
    {{1.255528, -0.076749, -0.178779},
     {-0.078411, 0.930809, 0.147602},
     {0.004733, 0.691367, 0.303900}},
};
static const char *const vision_names[] = {"full", "protanopia", "deuteranopia", "tritanopia"};

static colour seen(colour c, const double vision[3][3])
{
    double rgb[3];
    for (int i = 0; i < 3; i++)
        rgb[i] = fmin(1, fmax(0, vision[i][0] * c.r + vision[i][1] * c.g + vision[i][2] * c.b));
    return (colour){rgb[0], rgb[1], rgb[2]};
}

static double lab_part(double t)
{
    return t > 216.0 / 24389 ? cbrt(t) : (24389.0 / 27 * t + 16) / 116;
}

/* Difference in CIE L*a*b* (1976), white D65. 2 is just noticeable. */
static double difference(colour one, colour other)
{
    double lab[2][3];
    const colour both[] = {one, other};
    for (int i = 0; i < 2; i++) {
        colour c = both[i];
        double x = lab_part((0.4124564 * c.r + 0.3575761 * c.g + 0.1804375 * c.b) / 0.95047);
        double y = lab_part(0.2126729 * c.r + 0.7151522 * c.g + 0.0721750 * c.b);
        double z = lab_part((0.0193339 * c.r + 0.1191920 * c.g + 0.9503041 * c.b) / 1.08883);
        lab[i][0] = 116 * y - 16;
        lab[i][1] = 500 * (x - y);
        lab[i][2] = 200 * (y - z);
    }
    return sqrt(pow(lab[0][0] - lab[1][0], 2) + pow(lab[0][1] - lab[1][1], 2) +
                pow(lab[0][2] - lab[1][2], 2));
}

static void told_apart(const term_style *styles, size_t count, double least)
{
    for (size_t v = 0; v < LENGTH_OF(visions); v++)
        for (size_t i = 0; i < count; i++)
            for (size_t k = i + 1; k < count; k++) {
                colour one = of_256(term_palette_look(styles[i], 256).foreground);
                colour other = of_256(term_palette_look(styles[k], 256).foreground);
                double got = difference(seen(one, visions[v]), seen(other, visions[v]));
                if (got < least)
                    fail_msg("styles %d and %d differ by %.1f with %s", styles[i], styles[k], got,
                             vision_names[v]);
            }
}

/* Kinds with the same letter differ for all, and no monster looks like an item. */
TEST(kinds_of_one_letter_are_told_apart)
{
    static const term_style monsters[] = {TERM_MONSTER, TERM_MONSTER_2, TERM_MONSTER_3,
                                          TERM_MONSTER_4, TERM_MONSTER_5};
    static const term_style items[] = {TERM_ITEM, TERM_ITEM_2, TERM_ITEM_3, TERM_ITEM_4,
                                       TERM_ITEM_5};
    told_apart(monsters, LENGTH_OF(monsters), 15);
    told_apart(items, LENGTH_OF(items), 15);
    for (size_t i = 0; i < LENGTH_OF(monsters); i++)
        for (size_t k = 0; k < LENGTH_OF(items); k++)
            told_apart((term_style[]){monsters[i], items[k]}, 2, 15);
}

/* Ten times the just noticeable difference, with any kind of vision. */
TEST(the_colour_blind_tell_apart_what_is_on_the_map)
{
    static const term_style map[] = {TERM_PLAYER, TERM_MONSTER, TERM_ITEM, TERM_EXIT};
    static const term_style walls[] = {TERM_MONSTER, TERM_ITEM, TERM_EXIT, TERM_FLOOR};
    told_apart(map, LENGTH_OF(map), 20);
    told_apart(walls, LENGTH_OF(walls), 20);
}

TEST(the_colour_blind_tell_apart_good_doubtful_and_bad)
{
    static const term_style moods[] = {TERM_GOOD, TERM_WARN, TERM_BAD};
    static const term_style bars[] = {TERM_BAR_FULL, TERM_BAR_EMPTY};
    told_apart(moods, LENGTH_OF(moods), 20);
    told_apart(bars, LENGTH_OF(bars), 20);
}

/* Asleep and awake differ in lightness, for those who see no colour at all. */
TEST(sleepers_are_darker_than_who_is_awake)
{
    colour awake = of_256(term_palette_look(TERM_MONSTER, 256).foreground);
    colour asleep = of_256(term_palette_look(TERM_ASLEEP, 256).foreground);
    assert_true(luminance(asleep) < luminance(awake));
    assert_int_not_equal(term_palette_look(TERM_MONSTER, 256).attributes,
                         term_palette_look(TERM_ASLEEP, 256).attributes);
}

TEST(no_colours_are_used_where_there_are_none)
{
    for (int style = 0; style < TERM_STYLE_COUNT; style++)
        for (int colours = 0; colours < 8; colours++) {
            term_look look = term_palette_look((term_style)style, colours);
            assert_int_equal(look.foreground, -1);
            assert_int_equal(look.background, -1);
        }
}

/* Important things are marked without colours, too. */
TEST(without_colours_marks_are_left)
{
    static const term_style marked[] = {TERM_SELECTED, TERM_AREA, TERM_HIT, TERM_PATH,  TERM_PLAYER,
                                        TERM_MONSTER,  TERM_WARN, TERM_BAD, TERM_TITLE, TERM_EXIT};
    unsigned plain = term_palette_look(TERM_PLAIN, 0).attributes;
    for (size_t i = 0; i < LENGTH_OF(marked); i++)
        assert_int_not_equal(term_palette_look(marked[i], 0).attributes, plain);
    assert_int_not_equal(term_palette_look(TERM_AREA, 0).attributes,
                         term_palette_look(TERM_HIT, 0).attributes);
    assert_int_not_equal(term_palette_look(TERM_MONSTER, 0).attributes,
                         term_palette_look(TERM_ASLEEP, 0).attributes);
}

/* A colour is one that the terminal has, and never black on black. */
TEST(colours_are_within_what_there_are)
{
    static const int counts[] = {8, 16, 88, 256};
    for (size_t i = 0; i < LENGTH_OF(counts); i++)
        for (int style = 0; style < TERM_STYLE_COUNT; style++) {
            term_look look = term_palette_look((term_style)style, counts[i]);
            assert_in_range(look.foreground, 1, counts[i] - 1);
            assert_in_range(look.background, 0, counts[i] - 1);
            assert_int_not_equal(look.foreground, look.background);
        }
}

/* What somebody has got used to does not change unseen. Where it changes on purpose the new number
 * is the one that is told. */
TEST(every_style_looks_as_it_did)
{
    static const int counts[] = {0, 8, 16, 256};
    uint64_t sum = 0;
    for (size_t i = 0; i < LENGTH_OF(counts); i++)
        for (int style = 0; style < TERM_STYLE_COUNT; style++) {
            const term_look look = term_palette_look((term_style)style, counts[i]);
            sum = 31 * sum + (uint64_t)(look.foreground + 1);
            sum = 31 * sum + (uint64_t)(look.background + 1);
            sum = 31 * sum + look.attributes;
        }
    assert_int_equal(sum, UINT64_C(0x415addff169628bb));
}
