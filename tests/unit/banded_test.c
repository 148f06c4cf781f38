/* Loot by bands: the six steps of a room, one by one and together, and errors. */
#include "loot_setups.h"

#define BANDED SMALL("banded") "encounter: {last_depth: 25, rooms: {most: 0}}\nmap: {tries: 5}\n"

/* Weights by hand: in the first band 3 + 1 + 4 of potion, ring and scroll become 10 x 0.25 = 2.5,
 * 0.6 x 0.25 x 0.5 = 0.075 and 5; in the second 10, 0.6 and 5, and a sword of 2.5. */
#define HANDY                                                                                      \
    BANDED                                                                                         \
    "bands: {b1: [1, 5], b2: [6, 10]}\n"                                                           \
    "loot:\n"                                                                                      \
    "  categories: [healing, panic, arms, rare]\n"                                                 \
    "  density: {b1: 0.35}\n"                                                                      \
    "  factors: {healing: {b1: 0.25}, rare: {b1: 0.5, b2: 1}}\n"                                   \
    "  pity: {thresholds: {healing: {b1: 2, b2: 1}, panic: {b1: 2, b2: 2}, arms: {b1: 2, b2: 3}}}" \
    "\n"                                                                                           \
    "items:\n"                                                                                     \
    "  potion: {categories: [healing], weight: 10}\n"                                              \
    "  ring: {categories: [rare, healing], weight: 0.6}\n"                                         \
    "  scroll: {categories: [panic], weight: 5}\n"                                                 \
    "weapons:\n"                                                                                   \
    "  sword: {power: 1, categories: [arms], weight: 2.5, bands: 2}\n"                             \
    "  claw: {power: 1}\n"

static wyrm_design *handy_with(const char *loot)
{
    char text[4096];
    int length = snprintf(text, sizeof text, "%s%s", HANDY, loot);
    assert_true(length > 0 && (size_t)length < sizeof text);
    return design_from(text);
}

TEST(the_most_items_follow_mode_and_depth)
{
    OWNED_DESIGN *design = yarl_with("loot: {density: ~}");
    const struct {
        int32_t depth, normal, testing;
    } cases[] = {{-1, 1, 10}, {0, 1, 10}, {1, 1, 10}, {3, 1, 10},  {4, 2, 15},
                 {5, 2, 15},  {6, 2, 20}, {7, 2, 20}, {25, 2, 20}, {26, 2, 20}};
    int32_t testing;
    assert_ok(wyrm_loot_mode(loot_of(design), "testing", &testing, NULL), NULL);
    for (size_t i = 0; i < LENGTH_OF(cases); i++) {
        wyrm_loot_context context = at_depth(cases[i].depth);
        for (int mode = 0; mode < 2; mode++) {
            int32_t most = mode == 0 ? cases[i].normal : cases[i].testing;
            context.mode = mode == 0 ? 0 : testing;
            OWNED_PMF *number = number_at(design, &context, 0);
            assert_int_equal(wyrm_pmf_last(number), most);
            for (int32_t n = 0; n <= most; n++)
                assert_near(wyrm_pmf_at(number, n), 1.0 / (most + 1), 1e-15);
        }
    }
}

TEST(modes_are_chosen_by_name)
{
    OWNED_DESIGN *design = yarl_with("loot: {mode: testing}");
    const wyrm_loot_facts *facts = wyrm_loot_facts_of(loot_of(design));
    wyrm_error error;
    int32_t mode = 7;
    assert_int_equal(facts->mode_count, 2);
    assert_string_equal(facts->modes[facts->mode], "testing");
    assert_ok(wyrm_loot_mode(loot_of(design), NULL, &mode, &error), &error);
    assert_int_equal(mode, 0);
    assert_ok(wyrm_loot_mode(loot_of(design), "normal", &mode, &error), &error);
    assert_int_equal(mode, 1);
    assert_int_equal(wyrm_loot_mode(loot_of(design), "testin", &mode, &error), WYRM_ERROR_UNKNOWN);
    assert_string_equal(error.message, "no mode of loot is called 'testin'");
    assert_string_equal(error.hint, "did you mean 'testing'?");
    wyrm_loot_context own = at_depth(8), named = at_depth(8);
    named.mode = mode + 2;
    assert_near(mean_number(design, &own), 20 * 0.45 / 2, 1e-14);
    assert_near(mean_number(design, &named), 20 * 0.45 / 2, 1e-14);
}

/* 1 and 2 items times 0.35, 0.45, 1, 1, 1: fractions are rounded at random. */
TEST(density_thins_the_bands_at_random)
{
    OWNED_DESIGN *design = yarl_with("");
    const struct {
        int32_t depth;
        double chances[3];
    } cases[] = {
        {1, {0.65 + 0.35 / 2, 0.35 / 2, 0}}, {4, {0.3 + 0.7 / 2, 0.7 / 2, 0}},
        {5, {0.3 + 0.7 / 2, 0.7 / 2, 0}},    {6, {0.1 + 0.9 / 2, 0.9 / 2, 0}},
        {11, {1 / 3.0, 1 / 3.0, 1 / 3.0}},   {25, {1 / 3.0, 1 / 3.0, 1 / 3.0}},
    };
    for (size_t i = 0; i < LENGTH_OF(cases); i++) {
        wyrm_loot_context context = at_depth(cases[i].depth);
        OWNED_PMF *number = number_at(design, &context, 3);
        for (int n = 0; n < 3; n++)
            assert_near(wyrm_pmf_at(number, n), cases[i].chances[n], 1e-14);
    }
}

/* As in the game: never below 1, so the first two bands do not differ in normal mode. */
TEST(density_can_be_cut_off_instead)
{
    OWNED_DESIGN *design = yarl_with("loot: {density_rounding: truncate}");
    const struct {
        int32_t depth, normal, testing;
    } cases[] = {{1, 1, 3}, {4, 1, 5}, {6, 1, 9}, {11, 2, 20}};
    for (size_t i = 0; i < LENGTH_OF(cases); i++)
        for (int32_t mode = 1; mode <= 2; mode++) {
            wyrm_loot_context context = at_depth(cases[i].depth);
            context.mode = mode;
            int32_t most = mode == 1 ? cases[i].normal : cases[i].testing;
            assert_near(mean_number(design, &context), most / 2.0, 1e-14);
        }
}

TEST(only_items_of_the_band_are_found)
{
    OWNED_DESIGN *design = design_from(HANDY);
    for (int32_t depth = -1; depth <= 12; depth++) {
        wyrm_loot_context context = at_depth(depth);
        assert_true((share_of(design, &context, "sword") > 0) == (depth > 5));
        assert_true(share_of(design, &context, "scroll") > 0);
        assert_true(share_of(design, &context, "claw") == 0);
    }
}

TEST(factors_change_weights_and_an_item_of_two_categories_gets_both)
{
    OWNED_DESIGN *design = design_from(HANDY);
    wyrm_loot_context first = at_depth(1), second = at_depth(6);
    double sum = 2.5 + 0.075 + 5;
    assert_near(share_of(design, &first, "potion"), 2.5 / sum, 1e-15);
    assert_near(share_of(design, &first, "ring"), 0.075 / sum, 1e-15);
    assert_near(share_of(design, &first, "scroll"), 5 / sum, 1e-15);
    sum = 10 + 0.6 + 5 + 2.5;
    assert_near(share_of(design, &second, "potion"), 10 / sum, 1e-15);
    assert_near(share_of(design, &second, "ring"), 0.6 / sum, 1e-15);
    assert_near(share_of(design, &second, "sword"), 2.5 / sum, 1e-15);
}

TEST(a_band_without_items_has_empty_rooms)
{
    OWNED_DESIGN *design = design_from(BANDED "bands: {b1: [1, 2], b2: [3, 4]}\n"
                                              "items: {key: {bands: 2, categories: [key]}}\n");
    wyrm_loot_context context = at_depth(1);
    wyrm_rng rng = wyrm_rng_start(5, 1, 3, 1);
    wyrm_item items[WYRM_ROOM_ITEMS_MAX];
    assert_near(mean_number(design, &context), 0, 0);
    for (int i = 0; i < 1000; i++)
        assert_int_equal(wyrm_loot_room(loot_of(design), &context, 0, &rng, items), 0);
    context = at_depth(3);
    assert_near(share_of(design, &context, "key"), 1, 0);
}

/* A vault of two or three chests with one or two items beside them. */
TEST(rooms_of_a_role_have_extra_items)
{
    OWNED_DESIGN *design = handy_with("");
    OWNED_DESIGN *vaults = yarl_with("");
    wyrm_loot_context context = at_depth(12);
    double plain = mean_number(vaults, &context);
    context.kind.role = WYRM_ROOM_TREASURE;
    assert_near(mean_number(vaults, &context), plain + 2.5 + 1.5, 1e-13);
    OWNED_PMF *number = number_at(vaults, &context, 4);
    assert_int_equal(wyrm_pmf_first(number), 3);
    assert_int_equal(wyrm_pmf_last(number), 7);
    assert_near(wyrm_pmf_at(number, 3), 1 / 3.0 / 4, 1e-15);
    wyrm_loot_context other = at_depth(6);
    other.kind.role = WYRM_ROOM_BOSS;
    assert_near(mean_number(design, &other), 1, 1e-15);
}

/* Rooms without items of their own, so that only pity gives. */
#define BARREN "  modes: {normal: 0}\n"

static wyrm_design *barren(const char *pity)
{
    char text[4096];
    int length = snprintf(text, sizeof text,
                          BANDED "bands: {b1: [1, 5], b2: [6, 10]}\n"
                                 "loot:\n" BARREN "  pity: {%s}\n"
                                 "items:\n"
                                 "  potion: {categories: [healing], weight: 10}\n"
                                 "  ring: {categories: [rare, healing], weight: 0.6}\n"
                                 "  scroll: {categories: [panic], weight: 5}\n"
                                 "  sword: {categories: [arms], weight: 2.5, bands: 2}\n",
                          pity);
    assert_true(length > 0 && (size_t)length < sizeof text);
    return design_from(text);
}

/* Visits rooms and notes the pity category that gave in each: '.', '0', '1' ... */
static void visit(const wyrm_design *design, wyrm_loot_context *context, int rooms, char *out)
{
    wyrm_rng rng = wyrm_rng_start(3, 3, 3, 3);
    for (int r = 0; r < rooms; r++) {
        wyrm_item items[WYRM_ROOM_ITEMS_MAX];
        size_t count = wyrm_loot_room(loot_of(design), context, r, &rng, items);
        assert_in_range(count, 0, 1);
        out[r] = count == 0 ? '.' : (char)('0' + items[0].pity - 1);
        if (count > 0)
            assert_int_equal(items[0].room, r);
    }
    out[rooms] = '\0';
}

TEST(the_room_of_the_threshold_gets_the_item)
{
    char rooms[32];
    OWNED_DESIGN *at = barren("thresholds: {healing: {b1: 3, b2: 2}}");
    OWNED_DESIGN *above = barren("thresholds: {healing: {b1: 3, b2: 2}}, trigger: above");
    wyrm_pity_state pity = {0};
    wyrm_loot_context context = at_depth(1);
    context.pity = &pity;
    visit(at, &context, 9, rooms);
    assert_string_equal(rooms, "..0..0..0");
    pity = (wyrm_pity_state){0};
    visit(above, &context, 9, rooms);
    assert_string_equal(rooms, "...0...0.");
}

/* All are due in the second room; one gives there, and the others wait for later rooms. */
TEST(a_room_gets_one_item_by_priority)
{
    char rooms[32];
    OWNED_DESIGN *design = barren("thresholds: {healing: {b2: 2}, panic: {b2: 3}, arms: {b2: 3}}");
    OWNED_DESIGN *turned = barren("thresholds: {healing: {b2: 2}, panic: {b2: 3}, arms: {b2: 3}}, "
                                  "order: [arms, healing]");
    wyrm_pity_state pity = {0};
    wyrm_loot_context context = at_depth(6);
    context.pity = &pity;
    /* Room 3: panic and arms are due. Room 4: healing and arms. Room 5: arms at last. */
    visit(design, &context, 8, rooms);
    assert_string_equal(rooms, ".0102010");
    pity = (wyrm_pity_state){0};
    /* arms, 0 here, has threshold 3, healing, 1, has 2; in room 6 both are due, in 7 healing still
     * is. */
    visit(turned, &context, 8, rooms);
    assert_string_equal(rooms, ".101.01.");
    assert_int_equal(wyrm_loot_facts_of(loot_of(turned))->pity->count, 2);
    assert_string_equal(wyrm_loot_facts_of(loot_of(turned))->pity->names[0], "arms");
}

TEST(an_item_by_chance_puts_its_categories_back)
{
    OWNED_DESIGN *design = design_from(
        BANDED
        "bands: {b1: [1, 25]}\n"
        "loot: {modes: {normal: 1}, pity: {thresholds: {healing: {b1: 3}, panic: {b1: 3}}}}\n"
        "items: {both: {categories: [healing, panic]}}\n");
    wyrm_pity_state pity = {0};
    wyrm_loot_context context = at_depth(1);
    wyrm_rng rng = wyrm_rng_start(8, 1, 3, 1);
    unsigned empty = 0;
    context.pity = &pity;
    for (int r = 0; r < 5000; r++) {
        wyrm_item items[WYRM_ROOM_ITEMS_MAX];
        size_t count = wyrm_loot_room(loot_of(design), &context, r, &rng, items);
        bool found = count > 0 && items[0].pity == 0;
        empty = found ? 0 : empty + 1;
        /* The item that healing gives is panic, too, and yet only the counter of healing is
         * reset. */
        if (!found && (empty == 3 || empty == 4)) {
            assert_int_equal(count, 1);
            assert_int_equal(items[0].pity, empty == 3 ? 1 : 2);
        }
        if (found || empty < 3)
            assert_int_equal(pity.rooms[0], empty);
        if (empty == 3)
            assert_int_equal(pity.rooms[1], 3);
        if (empty == 4)
            empty = 0, pity = (wyrm_pity_state){0};
    }
}

TEST(rooms_that_pity_skips_change_no_counter)
{
    const char *pity = "thresholds: {healing: {b1: 2, b2: 2}}";
    OWNED_DESIGN *design = barren(pity);
    char rooms[8];
    for (int role = 0; role < WYRM_ROOM_ROLE_COUNT; role++)
        for (int exempt = 0; exempt < 2; exempt++) {
            bool works = !exempt && (role == WYRM_ROOM_NORMAL || role == WYRM_ROOM_OPTIONAL);
            wyrm_pity_state counters = {.rooms = {1}};
            wyrm_loot_context context = at_depth(1);
            context.pity = &counters;
            context.kind = (wyrm_room_kind){.role = (wyrm_room_role)role, .etp_exempt = exempt};
            visit(design, &context, 3, rooms);
            assert_string_equal(rooms, works ? "0.0" : "...");
            assert_int_equal(counters.rooms[0], works ? 0 : 1);
        }
}

TEST(a_ruleset_can_say_which_roles_pity_skips)
{
    OWNED_DESIGN *design =
        yarl_with("room_roles: {optional: {pity: false}, treasure: {pity: true}}\n"
                  "loot: {modes: {normal: 0}, extra: ~}");
    const struct {
        wyrm_room_role role;
        uint16_t counted;
    } cases[] = {{WYRM_ROOM_NORMAL, 1}, {WYRM_ROOM_OPTIONAL, 0}, {WYRM_ROOM_TREASURE, 1}};
    char rooms[8];
    for (size_t i = 0; i < LENGTH_OF(cases); i++) {
        wyrm_pity_state counters = {0};
        wyrm_loot_context context = at_depth(3);
        context.pity = &counters;
        context.kind.role = cases[i].role;
        visit(design, &context, 1, rooms);
        assert_int_equal(counters.rooms[0], cases[i].counted);
    }
}

TEST(a_category_without_an_item_or_a_place_keeps_its_counter)
{
    char rooms[32];
    /* The first band has no arms to give. */
    OWNED_DESIGN *design = barren("thresholds: {arms: {b1: 2, b2: 2}, panic: {b1: 3, b2: 3}}");
    wyrm_pity_state pity = {0};
    wyrm_loot_context context = at_depth(1);
    context.pity = &pity;
    visit(design, &context, 4, rooms);
    assert_string_equal(rooms, "..1.");
    assert_int_equal(pity.rooms[0], 4);
    /* On a deeper floor it is given at once: counters carry over. */
    context.depth = 6;
    visit(design, &context, 2, rooms);
    assert_string_equal(rooms, "01");
    /* The next room has no tile for arms: panic, which is due too, gives instead. */
    pity = (wyrm_pity_state){.rooms = {5, 5}};
    context.pity_blocked = 1;
    visit(design, &context, 1, rooms);
    assert_string_equal(rooms, "1");
    assert_int_equal(pity.rooms[0], 6);
    assert_int_equal(pity.rooms[1], 0);
}

TEST(the_item_of_pity_is_drawn_by_weight_or_uniformly)
{
    OWNED_DESIGN *weighted = yarl_with("");
    OWNED_DESIGN *uniform = yarl_with("loot: {pity: {choice: uniform}}");
    for (int32_t depth = 1; depth <= 25; depth += 5) {
        wyrm_loot_context context = at_depth(depth);
        double sum = 0, count = 0;
        size_t kinds = kind_count(weighted);
        for (size_t c = 0; c < 4; c++) {
            double by_weight[256], alike[256], chance[256];
            assert_ok(wyrm_loot_pity_shares(loot_of(weighted), &context, c, by_weight, NULL), NULL);
            assert_ok(wyrm_loot_pity_shares(loot_of(uniform), &context, c, alike, NULL), NULL);
            assert_ok(wyrm_loot_shares(loot_of(weighted), &context, chance, NULL), NULL);
            const wyrm_loot_facts *facts = wyrm_loot_facts_of(loot_of(weighted));
            sum = count = 0;
            for (size_t k = 0; k < kinds; k++) {
                bool has = facts->kind_categories[k] >> facts->pity_categories[c] & 1u;
                sum += has ? chance[k] : 0;
                count += has && chance[k] > 0;
            }
            for (size_t k = 0; k < kinds; k++) {
                bool has = facts->kind_categories[k] >> facts->pity_categories[c] & 1u;
                assert_near(by_weight[k], has ? chance[k] / sum : 0, 1e-14);
                assert_near(alike[k], has && chance[k] > 0 ? 1 / count : 0, 1e-15);
            }
        }
    }
    wyrm_loot_context deep = at_depth(21);
    assert_near(pity_share_of(weighted, &deep, 0, "healing_potion"), 10 / (10 + 3 + 0.6 + 2.0),
                1e-14);
    assert_near(pity_share_of(uniform, &deep, 0, "healing_potion"), 0.25, 1e-15);
}

/* Steps 1 to 5, placing of the items, then step 6: the same items and counters. */
TEST(pity_can_be_asked_after_placing)
{
    OWNED_DESIGN *design = yarl_with("");
    wyrm_pity_state together = {0}, apart = {0};
    wyrm_rng one = wyrm_rng_start(6, 6, 3, 6), other = one;
    for (int r = 0; r < 4000; r++) {
        wyrm_item all[WYRM_ROOM_ITEMS_MAX], some[WYRM_ROOM_ITEMS_MAX];
        wyrm_loot_context context = at_depth(1 + r / 160);
        context.pity = &together;
        size_t count = wyrm_loot_room(loot_of(design), &context, r, &one, all);
        context.pity = NULL;
        size_t placed = wyrm_loot_room(loot_of(design), &context, r, &other, some);
        context.pity = &apart;
        placed += wyrm_loot_pity(loot_of(design), &context, r, some, placed, &other, &some[placed]);
        assert_int_equal(count, placed);
        assert_memory_equal(all, some, count * sizeof *all);
        assert_memory_equal(&together, &apart, sizeof apart);
    }
}

TEST(pity_can_be_switched_off)
{
    char rooms[64];
    OWNED_DESIGN *design = barren("active: false, thresholds: {healing: {b1: 1}}");
    wyrm_pity_state pity = {0};
    wyrm_loot_context context = at_depth(1);
    double shares[16];
    wyrm_error error;
    context.pity = &pity;
    visit(design, &context, 5, rooms);
    assert_string_equal(rooms, ".....");
    assert_null(wyrm_loot_facts_of(loot_of(design))->pity);
    assert_int_equal(wyrm_loot_pity_shares(loot_of(design), &context, 0, shares, &error),
                     WYRM_ERROR_ARGUMENT);
    assert_string_equal(error.message, "the ruleset's loot has no pity");
}

/* Fills found[16]: probability of each set of pity categories in a room. */
static void found_at(const wyrm_design *design, int32_t depth, double *found)
{
    wyrm_pmf *rooms;
    const wyrm_pmf *of_depths[6];
    wyrm_pity_depth depths[6];
    assert_ok(wyrm_pmf_point(1, &rooms, NULL), NULL);
    for (int i = 0; i < depth; i++)
        of_depths[i] = rooms;
    assert_ok(wyrm_loot_pity_campaign(loot_of(design), 0, of_depths, (size_t)depth, depths, NULL),
              NULL);
    memcpy(found, depths[depth - 1].found, sizeof depths->found);
    wyrm_pmf_free(rooms);
}

/* By hand, from the weights above: in the first band a room of depth 1 has 0.175 items, of which
 * 2.575 / 7.575 heal. */
TEST(expectations_are_those_worked_by_hand)
{
    OWNED_DESIGN *design = handy_with("");
    wyrm_loot_context context = at_depth(1);
    double expected[4], found[16];
    assert_ok(wyrm_loot_expected(loot_of(design), &context, 0, expected, NULL), NULL);
    assert_near(expected[0], 0.175 * 2.575 / 7.575, 1e-15);
    assert_near(expected[1], 0.175 * 5 / 7.575, 1e-15);
    assert_near(expected[2], 0, 0);
    assert_near(expected[3], 0.175 * 0.075 / 7.575, 1e-15);
    found_at(design, 1, found);
    assert_near(found[0], 0.825, 1e-15);
    assert_near(found[1], 0.175 * 2.575 / 7.575, 1e-15);
    assert_near(found[2], 0.175 * 5 / 7.575, 1e-15);
    assert_near(found[3] + found[4] + found[5] + found[6] + found[7], 0, 0);
    /* Depth 6: none, one or two items, a third each; weights of 18.1. */
    context = at_depth(6);
    double heals = 10.6 / 18.1, helps = 5 / 18.1, arms = 2.5 / 18.1;
    assert_ok(wyrm_loot_expected(loot_of(design), &context, 0, expected, NULL), NULL);
    assert_near(expected[0], heals, 1e-15);
    assert_near(expected[3], 0.6 / 18.1, 1e-15);
    found_at(design, 6, found);
    assert_near(found[0], 1 / 3.0, 1e-15);
    assert_near(found[1], (heals + heals * heals) / 3, 1e-15);
    assert_near(found[2], (helps + helps * helps) / 3, 1e-15);
    assert_near(found[3], 2 * heals * helps / 3, 1e-15);
    assert_near(found[4], (arms + arms * arms) / 3, 1e-15);
    assert_near(found[6], 2 * arms * helps / 3, 1e-15);
    assert_near(found[7], 0, 0);
}

/* The weight of a record of YARL in a band, straight from the rules of its page. */
static double weight_by_the_page(const wyrm_value *record, int band)
{
    static const double healing[] = {0.25, 0.35, 1, 1.1, 1.1}, rare[] = {0.05, 0.15, 0.5, 0.8, 1};
    const wyrm_value *bands = wyrm_value_get(record, "bands");
    const wyrm_value *categories = wyrm_value_get(record, "categories");
    if (band < wyrm_value_low(bands) || band > wyrm_value_high(bands))
        return 0;
    double weight = wyrm_value_rows(wyrm_value_get(record, "weight"))[0].value;
    for (size_t i = 0; i < wyrm_value_count(categories); i++) {
        const char *name = wyrm_value_text(wyrm_value_item(categories, i));
        weight *= strcmp(name, "healing") == 0 ? healing[band - 1] : 1;
        weight *= strcmp(name, "rare") == 0 ? rare[band - 1] : 1;
    }
    return weight;
}

TEST(expectations_of_yarl_follow_from_its_page)
{
    static const double density[] = {0.35, 0.45, 1, 1, 1};
    OWNED_DESIGN *design = yarl_with("");
    const wyrm_loot_facts *facts = wyrm_loot_facts_of(loot_of(design));
    const wyrm_item_kind *kinds;
    size_t count = wyrm_loot_kinds(loot_of(design), &kinds);
    assert_int_equal(count, 93);
    assert_int_equal(facts->category_count, 9);
    for (int32_t depth = 1; depth <= 25; depth++) {
        int band = 1 + (depth - 1) / 5;
        double expected[9], sum = 0, of[9] = {0};
        wyrm_loot_context context = at_depth(depth);
        for (size_t k = 0; k < count; k++) {
            double weight = weight_by_the_page(kinds[k].record, band);
            const wyrm_value *own = wyrm_value_get(kinds[k].record, "categories");
            sum += weight;
            for (size_t c = 0; c < 9; c++)
                for (size_t i = 0; i < wyrm_value_count(own); i++)
                    if (strcmp(wyrm_value_text(wyrm_value_item(own, i)), facts->categories[c]) == 0)
                        of[c] += weight;
        }
        assert_ok(wyrm_loot_expected(loot_of(design), &context, 1, expected, NULL), NULL);
        for (size_t c = 0; c < 9; c++)
            assert_near(expected[c], (depth < 4 ? 0.5 : 1) * density[band - 1] * of[c] / sum,
                        1e-14);
    }
}

TEST(a_campaign_for_the_chain_has_a_row_a_depth)
{
    OWNED_DESIGN *design = yarl_with("");
    OWNED_PMF *rooms = NULL;
    const wyrm_pmf *of_depths[26];
    wyrm_pity_depth depths[26];
    assert_works(wyrm_pmf_uniform(10, 20, &rooms, &last_error));
    for (size_t i = 0; i < 26; i++)
        of_depths[i] = rooms;
    assert_works(wyrm_loot_pity_campaign(loot_of(design), 0, of_depths, 26, depths, &last_error));
    for (size_t i = 0; i < 26; i++) {
        wyrm_loot_context context = at_depth((int32_t)i + 1);
        double sum = 0;
        assert_int_equal(depths[i].band, i < 25 ? i / 5 : 4);
        assert_ptr_equal(depths[i].rooms, rooms);
        assert_int_equal(depths[i].can_give, 15);
        assert_same_bits(depths[i].items, mean_number(design, &context));
        for (size_t set = 0; set < 16; set++)
            sum += depths[i].found[set];
        assert_near(sum, 1, 1e-14);
    }
}

TEST(kinds_have_the_class_of_their_section)
{
    OWNED_DESIGN *design = yarl_with("");
    const wyrm_item_kind *kinds;
    size_t count = wyrm_loot_kinds(loot_of(design), &kinds), by_class[WYRM_ITEM_CLASS_COUNT] = {0};
    for (size_t i = 0; i < count; i++)
        by_class[kinds[i].item_class]++;
    assert_int_equal(by_class[WYRM_ITEM_CONSUMABLE], 62);
    assert_int_equal(by_class[WYRM_ITEM_WEAPON], 15);
    assert_int_equal(by_class[WYRM_ITEM_ARMOR], 16);
    assert_int_equal(kinds[kind_named(design, "shortsword")].item_class, WYRM_ITEM_WEAPON);
    wyrm_loot_context context = at_depth(1);
    wyrm_rng rng = wyrm_rng_start(1, 1, 1, 1);
    wyrm_item items[WYRM_ROOM_ITEMS_MAX];
    assert_int_equal(wyrm_loot_guaranteed(loot_of(design), &context, &rng, items), 0);
}

TEST(a_model_without_exact_functions_says_so)
{
    OWNED_DESIGN *design = ruggrogue();
    wyrm_loot_context context = at_depth(1);
    wyrm_pmf *number;
    wyrm_error error;
    assert_int_equal(wyrm_loot_number(loot_of(design), &context, 1, &number, &error),
                     WYRM_ERROR_ARGUMENT);
    assert_string_equal(error.message, "the loot model 'scatter' does not draw items one like the "
                                       "other: its rooms can only be sampled");
    assert_int_equal(wyrm_loot_facts_of(loot_of(design))->mode_count, 0);
}

/* `loot` and `items` start at line 7. */
#define REFUSED(loot, items) BANDED "bands: {b1: [1, 5], b2: [6, 10]}\n" loot items

TEST(mistakes_are_refused_where_they_stand)
{
    const struct {
        const char *text, *message, *hint;
        int line;
    } cases[] = {
        {BANDED "items: {potion: {}}\n", "loot goes by bands of depths, and the ruleset has none",
         "add a section `bands`", 1},
        {REFUSED("loot: {density: {b3: 1}}\n", ""), "no band is called 'b3'", "", 8},
        {REFUSED("loot: {mode: fast}\n", ""), "no mode of loot is called 'fast'", "", 8},
        {REFUSED("loot: {mode: norml}\n", ""), "no mode of loot is called 'norml'",
         "did you mean 'normal'?", 8},
        {REFUSED("loot: {categories: [healing]}\n", "items:\n  potion: {categories: [heeling]}\n"),
         "no category of items is called 'heeling'", "did you mean 'healing'?", 10},
        {REFUSED("loot: {categories: [healing, healing]}\n", ""),
         "the category 'healing' is listed twice", "", 8},
        {REFUSED("loot: {factors: {heal: {b1: 1}}}\n",
                 "items: {potion: {categories: [healing]}}\n"),
         "no category of items is called 'heal'", "did you mean 'healing'?", 8},
        {REFUSED("loot: {factors: {healing: {b0: 1}}}\n",
                 "items: {potion: {categories: [healing]}}\n"),
         "no band is called 'b0'", "", 8},
        {REFUSED("loot: {pity: {thresholds: {helth: {b1: 1}}}}\n",
                 "items: {potion: {categories: [health]}}\n"),
         "no category of items is called 'helth'", "did you mean 'health'?", 8},
        {REFUSED("loot: {pity: {order: [health]}}\n", "items: {potion: {categories: [health]}}\n"),
         "'health' has no thresholds of pity", "", 8},
        {REFUSED("loot: {pity: {thresholds: {health: {b1: 1}}, order: [health, health]}}\n",
                 "items: {potion: {categories: [health]}}\n"),
         "'health' is in the order of pity twice", "", 8},
        {REFUSED("loot: {pity: {thresholds: {health: {b1: 1}, helth: {b1: 1}}, order: [health]}}\n",
                 "items: {potion: {categories: [health]}}\n"),
         "no category of items is called 'helth'", "did you mean 'health'?", 8},
        {REFUSED("loot: {pity: {thresholds: {health: {b1: 1}, mana: {b9: 1}}, order: [health]}}\n",
                 "items: {potion: {categories: [health, mana]}}\n"),
         "no band is called 'b9'", "", 8},
        {REFUSED("loot: {extra: {vault: [1]}}\n", ""), "no role of rooms is called 'vault'", "", 8},
        {REFUSED("loot: {extra: {optional: [1]}}\n", ""),
         "rooms of the role 'optional' cannot have extra items: pity works in them", "", 8},
        {REFUSED("loot: {density: {b1: 100}}\n", ""),
         "a room could have 200 items in the mode 'normal', with density and extra ones: at most "
         "63 "
         "have a place",
         "", 8},
        {REFUSED("", "items:\n  potion: {weight: [[1, 1], [2, 4]]}\n"),
         "the weight of 'potion' is one number here: it does not change with depth",
         "bands and factors change it", 9},
        {REFUSED("", "items:\n  potion: {bands: [2, 3]}\n"),
         "'potion' is found in band 3, and there are 2 bands", "", 9},
    };
    for (size_t i = 0; i < LENGTH_OF(cases); i++)
        assert_refused(cases[i].text, cases[i].message, cases[i].hint, cases[i].line);
}
