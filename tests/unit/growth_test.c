/* Growth against RuggRogue's own bits and against the formulas written independently; experience
 * and level-ups. */
#include "helpers.h"

#include <wyrm/growth.h>

static double at(const wyrm_growth *growth, wyrm_role role, const char *quantity, int32_t level)
{
    int curve = wyrm_growth_curve(growth, role, quantity);
    if (curve < 0)
        fail_msg("no curve of %s for %s", quantity, wyrm_role_name(role));
    return wyrm_growth_at(growth, curve, level);
}

static const struct {
    wyrm_role role;
    const char *quantity, *column;
} golden_curves[] = {
    {WYRM_ROLE_PLAYER, "max_hp", "player_max_hp"},
    {WYRM_ROLE_PLAYER, "attack", "player_attack_hex"},
    {WYRM_ROLE_PLAYER, "defense", "player_defense_hex"},
    {WYRM_ROLE_MONSTER, "max_hp", "monster_max_hp"},
    {WYRM_ROLE_MONSTER, "attack", "monster_attack_hex"},
    {WYRM_ROLE_MONSTER, "defense", "monster_defense_hex"},
    {WYRM_ROLE_MONSTER, "experience", "monster_exp"},
    {WYRM_ROLE_WEAPON, "attack", "weapon_attack_hex"},
    {WYRM_ROLE_ARMOR, "defense", "armor_defense_hex"},
};

TEST(curves_have_the_bits_of_ruggrogue)
{
    const wyrm_growth *growth = wyrm_design_growth(*state);
    OWNED_CSV golden = csv_open(GOLDEN_DIR "/ruggrogue/formulas.csv");
    assert_int_equal(golden.rows, 25);
    for (size_t row = 0; row < golden.rows; row++) {
        int32_t level = (int32_t)csv_integer(&golden, row, "level");
        assert_same_bits(wyrm_growth_factor(growth, level),
                         csv_float_bits(&golden, row, "level_factor_hex"));
        for (size_t i = 0; i < LENGTH_OF(golden_curves); i++) {
            const char *column = golden_curves[i].column;
            bool bits = strstr(column, "_hex") != NULL;
            double wanted = bits ? csv_float_bits(&golden, row, column)
                                 : (double)csv_integer(&golden, row, column);
            assert_same_bits(at(growth, golden_curves[i].role, golden_curves[i].quantity, level),
                             wanted);
        }
    }
}

/* The formulas in plain float arithmetic, for levels that the golden table lacks. */
TEST(curves_are_the_formulas_in_floats)
{
    const wyrm_growth *growth = wyrm_design_growth(*state);
    for (int32_t level = -5; level <= 60; level++) {
        volatile float step = 0.1f * (float)(level - 1); /* avoids a wider intermediate */
        volatile float sum = 1.0f + step;
        float f = sum > 0.1f ? sum : 0.1f;
        assert_same_bits(wyrm_growth_factor(growth, level), (double)f);
        const struct {
            wyrm_role role;
            const char *quantity;
            float wanted;
        } curves[] = {
            {WYRM_ROLE_PLAYER, "max_hp", roundf(30.0f * f)},
            {WYRM_ROLE_PLAYER, "attack", 4.8f * f},
            {WYRM_ROLE_PLAYER, "defense", 2.4f * f},
            {WYRM_ROLE_MONSTER, "max_hp", roundf(14.0f * f)},
            {WYRM_ROLE_MONSTER, "attack", 8.0f * f},
            {WYRM_ROLE_MONSTER, "defense", 4.0f * f},
            {WYRM_ROLE_MONSTER, "experience", ceilf(10.0f * f)},
            {WYRM_ROLE_WEAPON, "attack", 3.2f * f},
            {WYRM_ROLE_ARMOR, "defense", 1.6f * f},
        };
        for (size_t i = 0; i < LENGTH_OF(curves); i++)
            assert_same_bits(at(growth, curves[i].role, curves[i].quantity, level),
                             (double)curves[i].wanted);
    }
}

/* 10 f is L + 9, but rounding to 32 bits lifts it above that at some levels. */
static const int32_t lifted[] = {14, 19, 22, 32, 37, 43, 48, 53};

static bool is_lifted(int32_t level)
{
    for (size_t i = 0; i < LENGTH_OF(lifted); i++)
        if (lifted[i] == level)
            return true;
    return false;
}

TEST(floats_lift_the_experience_of_some_levels)
{
    const wyrm_growth *growth = wyrm_design_growth(*state);
    for (int32_t level = 1; level <= 53; level++)
        assert_same_bits(at(growth, WYRM_ROLE_MONSTER, "experience", level),
                         level + 9 + is_lifted(level));
}

TEST(doubles_do_not_lift_the_same_levels)
{
    OWNED_DESIGN *design = ruggrogue_with("growth: {precision: double}");
    const wyrm_growth *growth = wyrm_design_growth(design);
    int different = 0;
    for (int32_t level = 1; level <= 53; level++) {
        double f = fmax(0.1, 1 + 0.1 * (level - 1));
        assert_same_bits(wyrm_growth_factor(growth, level), f);
        assert_same_bits(at(growth, WYRM_ROLE_MONSTER, "experience", level), ceil(10 * f));
        assert_same_bits(at(growth, WYRM_ROLE_PLAYER, "attack", level), 4.8 * f);
        different += ceil(10 * f) != level + 9 + is_lifted(level);
    }
    assert_true(different > 0);
    assert_same_bits(at(growth, WYRM_ROLE_MONSTER, "experience", 14), 23);
}

TEST(quantities_are_rounded_as_the_ruleset_says)
{
    OWNED_DESIGN *design = ruggrogue_with(
        "growth: {monster: {max_hp: {base: 2.5, round: nearest}, attack: {base: 2.5, round: up}, "
        "defense: {base: 2.5, round: down}, experience: {base: 2.5, round: none}}}");
    const wyrm_growth *growth = wyrm_design_growth(design);
    assert_same_bits(at(growth, WYRM_ROLE_MONSTER, "max_hp", 1), 3); /* away from 0, not to even */
    assert_same_bits(at(growth, WYRM_ROLE_MONSTER, "attack", 1), 3);
    assert_same_bits(at(growth, WYRM_ROLE_MONSTER, "defense", 1), 2);
    assert_same_bits(at(growth, WYRM_ROLE_MONSTER, "experience", 1), 2.5);
}

TEST(the_factor_never_falls_below_its_least)
{
    const wyrm_growth *growth = wyrm_design_growth(*state);
    for (int32_t level = -50; level <= -8; level++)
        assert_same_bits(wyrm_growth_factor(growth, level), (double)0.1f);
    assert_same_bits(wyrm_growth_factor(growth, 1), 1);
    assert_same_bits(at(growth, WYRM_ROLE_PLAYER, "max_hp", -50), 3);
}

TEST(levels_are_taken_into_their_range)
{
    const wyrm_growth *growth = wyrm_design_growth(*state);
    const int32_t ends[][2] = {{INT32_MIN, WYRM_LEVEL_MIN},
                               {WYRM_LEVEL_MIN - 1, WYRM_LEVEL_MIN},
                               {WYRM_LEVEL_MAX + 1, WYRM_LEVEL_MAX},
                               {INT32_MAX, WYRM_LEVEL_MAX}};
    for (size_t i = 0; i < LENGTH_OF(ends); i++) {
        assert_same_bits(wyrm_growth_factor(growth, ends[i][0]),
                         wyrm_growth_factor(growth, ends[i][1]));
        assert_same_bits(at(growth, WYRM_ROLE_MONSTER, "attack", ends[i][0]),
                         at(growth, WYRM_ROLE_MONSTER, "attack", ends[i][1]));
    }
    assert_true(wyrm_growth_factor(growth, WYRM_LEVEL_MAX) > 9999);
    assert_same_bits(wyrm_growth_at(growth, -1, 5), 0);
    assert_same_bits(wyrm_growth_at(growth, 1000, 5), 0);
}

TEST(growth_tells_its_curves)
{
    const wyrm_growth *growth = wyrm_design_growth(*state);
    const wyrm_curve *curves = NULL;
    size_t count = wyrm_growth_curves(growth, &curves);
    assert_int_equal(count, LENGTH_OF(golden_curves));
    for (size_t i = 0; i < count; i++) {
        assert_int_equal(wyrm_growth_curve(growth, curves[i].role, curves[i].quantity), i);
        bool whole = strcmp(curves[i].quantity, "max_hp") == 0 ||
                     strcmp(curves[i].quantity, "experience") == 0;
        assert_int_equal(curves[i].whole, whole);
        assert_true(i == 0 || curves[i - 1].role <= curves[i].role);
    }
    assert_int_equal(wyrm_growth_curve(growth, WYRM_ROLE_PLAYER, "experience"), -1);
    assert_int_equal(wyrm_growth_curve(growth, WYRM_ROLE_WEAPON, "defense"), -1);
    assert_string_equal(wyrm_role_name(WYRM_ROLE_PLAYER), "player");
    assert_string_equal(wyrm_role_name(WYRM_ROLE_MONSTER), "monster");
    assert_string_equal(wyrm_role_name(WYRM_ROLE_WEAPON), "weapon");
    assert_string_equal(wyrm_role_name(WYRM_ROLE_ARMOR), "armor");
    assert_string_equal(wyrm_role_name(WYRM_ROLE_COUNT), "");
}

TEST(thresholds_are_those_of_ruggrogue)
{
    const wyrm_growth *growth = wyrm_design_growth(*state);
    OWNED_CSV golden = csv_open(GOLDEN_DIR "/ruggrogue/thresholds.csv");
    wyrm_experience holder = wyrm_growth_start(growth);
    for (size_t row = 0; row < golden.rows; row++) {
        assert_int_equal(holder.level, csv_integer(&golden, row, "level"));
        assert_int_equal(holder.next, csv_integer(&golden, row, "next"));
        assert_int_equal(holder.base, csv_integer(&golden, row, "base_at_level"));
        assert_int_equal(wyrm_growth_award(growth, &holder, holder.next - 1), 0);
        assert_int_equal(wyrm_growth_award(growth, &holder, 1), 1);
        assert_int_equal(holder.exp, 0);
        assert_int_equal(holder.base, csv_integer(&golden, row, "base_after_level"));
    }
}

TEST(awards_gain_the_levels_of_ruggrogue)
{
    const wyrm_growth *growth = wyrm_design_growth(*state);
    OWNED_CSV golden = csv_open(GOLDEN_DIR "/ruggrogue/gain_levels.csv");
    for (size_t row = 0; row < golden.rows; row++) {
        wyrm_experience holder = wyrm_growth_start(growth);
        uint64_t total = 0;
        int32_t gained = 0;
        for (const char *award = csv_text(&golden, row, "awards"); *award != '\0';) {
            char *end;
            uint64_t worth = strtoull(award, &end, 10);
            assert_true(end > award);
            gained += wyrm_growth_award(growth, &holder, worth);
            total += worth;
            award = *end == ';' ? end + 1 : end;
        }
        assert_int_equal(holder.level, csv_integer(&golden, row, "level"));
        assert_int_equal(holder.exp, csv_integer(&golden, row, "exp"));
        assert_int_equal(holder.next, csv_integer(&golden, row, "next"));
        assert_int_equal(holder.base, csv_integer(&golden, row, "base"));
        assert_int_equal(holder.base + holder.exp, total);
        assert_int_equal(gained, holder.level - 1);
    }
}

TEST(a_level_may_need_more_than_its_threshold)
{
    OWNED_DESIGN *design = ruggrogue_with("growth: {experience: {trigger: above}}");
    const wyrm_growth *growth = wyrm_design_growth(design);
    wyrm_experience holder = wyrm_growth_start(growth);
    assert_int_equal(wyrm_growth_award(growth, &holder, 50), 0);
    assert_int_equal(holder.exp, 50);
    assert_int_equal(wyrm_growth_award(growth, &holder, 1), 1);
    assert_int_equal(holder.level, 2);
    assert_int_equal(holder.exp, 1);
    assert_int_equal(holder.next, 55);
}

/* Steps of 11/10 exceed 64 bits at some level; beyond it no experience is enough. */
TEST(steps_are_exact_up_to_the_greatest_number)
{
    const wyrm_growth *growth = wyrm_design_growth(*state);
    __uint128_t next = 50, base = 0;
    bool beyond = false;
    for (int32_t level = 1; level <= 600; level++) {
        wyrm_experience holder = wyrm_growth_at_level(growth, level);
        assert_int_equal(holder.level, level);
        assert_true(holder.next == (next > UINT64_MAX ? UINT64_MAX : (uint64_t)next));
        assert_true(holder.base == (base > UINT64_MAX ? UINT64_MAX : (uint64_t)base));
        beyond |= next > UINT64_MAX;
        base += next > UINT64_MAX ? UINT64_MAX : next;
        if (next <= UINT64_MAX)
            next = next * 11 / 10;
    }
    assert_true(beyond);
}

TEST(experience_without_end_saturates)
{
    const wyrm_growth *growth = wyrm_design_growth(*state);
    wyrm_experience holder = wyrm_growth_start(growth);
    int32_t gained = wyrm_growth_award(growth, &holder, UINT64_MAX);
    assert_true(gained > 300 && holder.level == 1 + gained);
    assert_true(holder.exp < holder.next);
    assert_true(holder.base + holder.exp == UINT64_MAX);

    wyrm_experience second = wyrm_growth_start(growth);
    assert_int_equal(wyrm_growth_award(growth, &second, 5), 0);
    assert_int_equal(wyrm_growth_award(growth, &second, UINT64_MAX), gained); /* not 4 */
    for (int i = 0; i < 100; i++) {
        int32_t before = holder.level;
        wyrm_growth_award(growth, &holder, UINT64_MAX);
        assert_true(holder.level >= before && holder.level <= WYRM_LEVEL_MAX);
        assert_true(holder.next > 0 && holder.base >= second.base);
    }
    assert_true(holder.base == UINT64_MAX);
}

/* A threshold that does not grow would give levels without end. */
TEST(levels_end_at_the_greatest)
{
    OWNED_DESIGN *design = ruggrogue_with("growth: {experience: {first: 1, increase: 1}}");
    const wyrm_growth *growth = wyrm_design_growth(design);
    wyrm_experience holder = wyrm_growth_start(growth);
    assert_int_equal(wyrm_growth_award(growth, &holder, UINT64_MAX), WYRM_LEVEL_MAX - 1);
    assert_int_equal(holder.level, WYRM_LEVEL_MAX);
    assert_int_equal(wyrm_growth_award(growth, &holder, 1000), 0);
}

TEST(a_real_level_is_a_share_of_the_way)
{
    const wyrm_growth *growth = wyrm_design_growth(*state);
    wyrm_experience holder = wyrm_growth_at_level(growth, 4.1);
    assert_int_equal(holder.level, 4);
    assert_int_equal(holder.next, 66);
    assert_int_equal(holder.base, 165);
    assert_int_equal(holder.exp, 7); /* 6.6 */
    assert_near(wyrm_experience_level(&holder), 4 + 7.0 / 66, 1e-15);
    holder = wyrm_growth_at_level(growth, 1);
    wyrm_experience start = wyrm_growth_start(growth);
    assert_true(holder.level == start.level && holder.exp == start.exp &&
                holder.next == start.next && holder.base == start.base);
    holder = wyrm_growth_at_level(growth, 1.999); /* 49.95 is not yet 50 */
    assert_int_equal(holder.level, 1);
    assert_int_equal(holder.exp, 49);
    const double odd[][2] = {{-3, 1},
                             {0, 1},
                             {(double)NAN, 1},
                             {1e9, 10000},
                             {(double)INFINITY, 10000},
                             {-(double)INFINITY, 1}};
    for (size_t i = 0; i < LENGTH_OF(odd); i++) {
        holder = wyrm_growth_at_level(growth, odd[i][0]);
        assert_int_equal(holder.level, (int32_t)odd[i][1]);
        assert_true(holder.next > 0 && holder.exp < holder.next);
    }
}

/* Point by point: the first total at which a level is gained, for either trigger. */
TEST(what_a_level_takes_is_what_play_takes)
{
    static const char *const rulesets[] = {
        "growth: {experience: {trigger: at}}", "growth: {experience: {trigger: above}}",
        "growth: {experience: {first: 3, increase: 1, trigger: above}}"};
    for (size_t i = 0; i < LENGTH_OF(rulesets); i++) {
        OWNED_DESIGN *design = ruggrogue_with(rulesets[i]);
        const wyrm_growth *growth = wyrm_design_growth(design);
        wyrm_experience holder = wyrm_growth_start(growth);
        uint64_t before = 0;
        assert_int_equal(wyrm_growth_total(growth, 1), 0);
        for (uint64_t points = 1; holder.level < 5; points++) {
            if (wyrm_growth_award(growth, &holder, 1) == 0)
                continue;
            assert_int_equal(wyrm_growth_total(growth, holder.level), points);
            assert_int_equal(wyrm_growth_step(growth, holder.level - 1), points - before);
            before = points;
        }
    }
}

static double stat_of(const wyrm_design *design, const wyrm_combatant *combatant, const char *name)
{
    int index = wyrm_combat_stat(wyrm_design_combat(design), name);
    assert_true(index >= 0);
    return combatant->stats[index];
}

TEST(a_combatant_is_set_to_the_curves_of_its_role)
{
    wyrm_combatant someone = wyrm_combat_blank(wyrm_design_combat(*state), "someone");
    wyrm_growth_set(wyrm_design_growth(*state), WYRM_ROLE_PLAYER, 6, &someone);
    assert_int_equal(someone.level, 6);
    assert_int_equal(someone.hp, 45);
    assert_int_equal(someone.max_hp, 45);
    assert_same_bits(stat_of(*state, &someone, "attack"), (double)(4.8f * 1.5f));
    assert_same_bits(stat_of(*state, &someone, "defense"), (double)(2.4f * 1.5f));
    wyrm_growth_set(wyrm_design_growth(*state), WYRM_ROLE_MONSTER, 6, &someone);
    assert_int_equal(someone.max_hp, 21);
    assert_same_bits(stat_of(*state, &someone, "attack"), 12);
    assert_string_equal(someone.name, "someone");
}

/* With gear of its own level a player is as strong as a monster of that level. */
TEST(gear_adds_to_the_stats_it_names)
{
    const wyrm_growth *growth = wyrm_design_growth(*state);
    wyrm_combatant player = wyrm_combat_blank(wyrm_design_combat(*state), "player");
    wyrm_growth_set(growth, WYRM_ROLE_PLAYER, 1, &player);
    wyrm_growth_equip(growth, WYRM_ROLE_WEAPON, 1, &player);
    assert_near(stat_of(*state, &player, "attack"), 8, 1e-6);
    assert_same_bits(stat_of(*state, &player, "defense"), (double)2.4f);
    wyrm_growth_equip(growth, WYRM_ROLE_ARMOR, 1, &player);
    assert_near(stat_of(*state, &player, "attack"), 8, 1e-6);
    assert_near(stat_of(*state, &player, "defense"), 4, 1e-6);
    assert_int_equal(player.max_hp, 30);
}

/* Five at level 1, and a tenth of that more each level. Lost hit points stay lost. */
TEST(gear_may_add_hit_points)
{
    static const int64_t most[] = {35, 0, 36, 0, 0, 38};
    OWNED_DESIGN *design =
        ruleset_with("ruggrogue", "growth: {armor: {max_hp: {base: 5, round: nearest}}}");
    const wyrm_growth *growth = wyrm_design_growth(design);
    for (int32_t level = 1; level <= 6; level++) {
        if (most[level - 1] == 0)
            continue;
        wyrm_combatant player = wyrm_combat_blank(wyrm_design_combat(design), "player");
        wyrm_growth_set(growth, WYRM_ROLE_PLAYER, 1, &player);
        player.hp = 12;
        wyrm_growth_equip(growth, WYRM_ROLE_ARMOR, level, &player);
        assert_int_equal(player.max_hp, most[level - 1]);
        assert_int_equal(player.hp, 12 + most[level - 1] - 30);
    }
}

TEST(a_level_up_keeps_what_potions_gave)
{
    const wyrm_growth *growth = wyrm_design_growth(*state);
    wyrm_combatant player = wyrm_combat_blank(wyrm_design_combat(*state), "player");
    wyrm_growth_set(growth, WYRM_ROLE_PLAYER, 1, &player);
    player.max_hp += 6;
    player.hp = 5;
    wyrm_growth_level_up(growth, WYRM_ROLE_PLAYER, 2, &player);
    assert_int_equal(player.level, 2);
    assert_int_equal(player.max_hp, 33 + 6);
    assert_int_equal(player.hp, 39);
    assert_same_bits(stat_of(*state, &player, "attack"), (double)(4.8f * 1.1f));
    assert_same_bits(stat_of(*state, &player, "defense"), (double)(2.4f * 1.1f));
    player.hp = 1;
    wyrm_growth_level_up(growth, WYRM_ROLE_PLAYER, 6, &player); /* several levels at once */
    assert_int_equal(player.level, 6);
    assert_int_equal(player.max_hp, 45 + 6);
    assert_int_equal(player.hp, 51);
}

/* The model `subtract` takes whole numbers only, and has no attack stat. */
TEST(growth_of_another_combat_is_told_what_does_not_fit)
{
    static const char text[] = "name: v\n"
                               "extends: ruggrogue\n"
                               "models: {combat: subtract}\n"
                               "growth:\n"
                               "  player: {attack: ~, defense: ~, power: {base: 1}}\n"
                               "  monster: ~\n"
                               "  weapon: {attack: ~}\n"
                               "  armor: {defense: {base: 2, round: up}}\n";
    static const struct {
        int line;
        const char *message, *hint;
    } wanted[] = {
        {5, "'power' of player must be a whole number in the combat 'subtract'",
         "add how it is rounded: 'round: nearest', 'up' or 'down'"},
        {4,
         "unknown quantity 'attack' of monster: neither max_hp nor experience nor a stat of the "
         "combat 'subtract'",
         "the section growth says nothing of 'monster'; '{}' there means that levels add nothing"},
        {4, "'defense' of monster must be a whole number in the combat 'subtract'",
         "the section growth says nothing of 'monster'; '{}' there means that levels add nothing"},
    };
    OWNED_ERRORS *errors = fresh_errors();
    wyrm_design *design = NULL;
    assert_int_equal(wyrm_design_parse("v.yaml", text, sizeof text - 1, &design, errors),
                     WYRM_ERROR_RULESET);
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
        const wyrm_error *error = wyrm_errors_at(errors, i);
        assert_non_null(error);
        assert_string_equal(error->message, wanted[i].message);
        assert_string_equal(error->hint, wanted[i].hint);
        assert_int_equal(error->line, wanted[i].line);
    }
}

AROUND_ALL(open_ruggrogue, close_design)
