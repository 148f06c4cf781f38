/* Values without effect: in small random rulesets every number is replaced by its default, read
 * anew from text, and all exact results are compared. The findings must name exactly the numbers
 * without effect. */
#include "helpers.h"

#include "metrics/internal.h"

#define RULESETS   150
#define LEAVES_MAX 96
#define LAST_DEPTH 4

/* One number of the ruleset being written. */
typedef struct leaf {
    char path[64];
    char value[16];
    char neutral[16]; /* its default */
    char below[16];   /* the row before in its table, or lesser armor in its slot; "": none */
    char row[24];     /* its row of a table, as a finding shows it; else "" */
    int depth;        /* depth of that row */
    const char *owner_section, *owner; /* "monsters", "m0"; NULL: it belongs to no record */
} test_leaf;

typedef struct writing {
    test_random random;
    int replaced; /* index of the leaf to replace by its default or by `below`; -1: none */
    bool by_below, accuracy; /* accuracy: the combat model */
    size_t count, length;
    test_leaf leaves[LEAVES_MAX];
    char text[6000];
} writing;

static void put(writing *to, const char *format, ...) WYRM_PRINTF(2, 3);
static void put(writing *to, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int added = vsnprintf(to->text + to->length, sizeof to->text - to->length, format, arguments);
    va_end(arguments);
    to->length += (size_t)added;
    assert_true(to->length < sizeof to->text);
}

/* Writes a number, or the value tried instead. */
static test_leaf *number(writing *to, const char *neutral, double value, const char *path, ...)
    WYRM_PRINTF(4, 5);
static test_leaf *number(writing *to, const char *neutral, double value, const char *path, ...)
{
    test_leaf *leaf = &to->leaves[to->count];
    va_list arguments;
    assert_true(to->count < LEAVES_MAX);
    va_start(arguments, path);
    vsnprintf(leaf->path, sizeof leaf->path, path, arguments);
    va_end(arguments);
    snprintf(leaf->value, sizeof leaf->value, "%.10g", value);
    snprintf(leaf->neutral, sizeof leaf->neutral, "%s", neutral);
    leaf->row[0] = '\0';
    leaf->depth = 0;
    leaf->owner = leaf->owner_section = NULL;
    bool here = to->replaced == (int)to->count;
    put(to, "%s", !here ? leaf->value : to->by_below ? leaf->below : leaf->neutral);
    to->count++;
    if (!here || !to->by_below)
        leaf->below[0] = '\0';
    return leaf;
}

static int64_t pick(writing *to, int64_t least, int64_t greatest)
{
    return random_between(&to->random, least, greatest);
}

/* Writes [[v, 1], [v, 3]]: one to three rows. */
static void table(writing *to, int64_t most, const char *section, const char *owner,
                  const char *path)
{
    int rows = (int)pick(to, 1, 3);
    double before = -1;
    put(to, "[");
    for (int i = 0; i < rows; i++) {
        double value = (double)pick(to, i == 0 ? 1 : 0, most);
        int depth = 1 + 2 * i;
        put(to, "%s[", i > 0 ? ", " : "");
        test_leaf *leaf = number(to, "0", value, "%s", path);
        put(to, ", %d]", depth);
        snprintf(leaf->row, sizeof leaf->row, "[%.10g, %d]", value, depth);
        if (i > 0 && value != before && leaf->below[0] == '\0')
            snprintf(leaf->below, sizeof leaf->below, "%.10g", before);
        leaf->depth = depth;
        leaf->owner_section = section;
        leaf->owner = owner;
        before = value;
    }
    put(to, "]");
}

static void own(test_leaf *leaf, const char *section, const char *owner)
{
    leaf->owner_section = section;
    leaf->owner = owner;
}

static const char *const names[] = {"k0", "k1", "k2", "k3"};

static void put_fighter(writing *to, const char *section, const char *owner, const char *path)
{
    own(number(to, "1", (double)pick(to, 4, 12), "%s.hp", path), section, owner);
    put(to, ", power: ");
    own(number(to, "0", (double)pick(to, 0, 3), "%s.power", path), section, owner);
    put(to, ", defense: ");
    own(number(to, "0", (double)pick(to, 0, 4), "%s.defense", path), section, owner);
    if (!to->accuracy)
        return;
    put(to, ", evasion: ");
    own(number(to, "0", (double)pick(to, -1, 8), "%s.evasion", path), section, owner);
    put(to, ", damage: [1, %d]", (int)pick(to, 1, 3));
}

static void put_armors(writing *to, bool accuracy)
{
    int count = (int)pick(to, 1, 3), slots[3];
    double values[3];
    put(to, "armors:\n");
    for (int i = 0; i < count; i++) {
        char path[32];
        snprintf(path, sizeof path, "armors.%s", names[i]);
        slots[i] = (int)pick(to, 0, 1);
        values[i] = (double)pick(to, 0, 5);
        put(to, "  %s: {slot: %s, %s: ", names[i], slots[i] == 0 ? "head" : "chest",
            accuracy ? "armor_class" : "defense");
        test_leaf *leaf =
            number(to, "0", values[i], "%s.%s", path, accuracy ? "armor_class" : "defense");
        own(leaf, "armors", names[i]);
        put(to, ", weight: 2}\n");
    }
    /* The lower one in the same slot, now that all are known. */
    for (int i = 0; i < count; i++) {
        double below = -1;
        test_leaf *leaf = &to->leaves[to->count - (size_t)count + (size_t)i];
        for (int k = 0; k < count; k++)
            if (slots[k] == slots[i] && values[k] < values[i] && values[k] > below)
                below = values[k];
        if (below >= 0 && leaf->below[0] == '\0')
            snprintf(leaf->below, sizeof leaf->below, "%.10g", below);
    }
}

/* Writes the same ruleset for a seed, except for the number that is replaced. */
static void write_ruleset(writing *to, uint64_t seed, int replaced, bool by_below)
{
    char below[16] = "";
    if (by_below)
        snprintf(below, sizeof below, "%s", to->leaves[replaced].below);
    to->random = (test_random){seed};
    to->replaced = replaced;
    to->by_below = by_below;
    to->count = to->length = 0;
    bool accuracy = to->accuracy = pick(to, 0, 1) == 1;
    put(to,
        "name: random\nmodels: {combat: %s, growth: points, encounter: tables, loot: tables, "
        "map: tunnels}\n",
        accuracy ? "accuracy" : "subtract");
    if (accuracy) {
        put(to, "combat: {hit_base: 0.8, hit_step: 0.1, hit_clamp: [0.2, 0.9], armor_divisor: ");
        number(to, "2", (double)pick(to, 1, 3), "combat.armor_divisor");
        put(to, ", armor_rounding: %s}\n", pick(to, 0, 1) == 1 ? "sum" : "piece");
    } else {
        put(to, "combat: {least: ");
        number(to, "0", (double)pick(to, 0, 2), "combat.least");
        put(to, "}\n");
    }
    put(to, "growth:\n  experience: {base: ");
    number(to, "200", 10 * (double)pick(to, 1, 3), "growth.experience.base");
    put(to, ", per_level: ");
    number(to, "150", (double)pick(to, 0, 2), "growth.experience.per_level");
    put(to, "}\n  choices: {strong: {power: ");
    number(to, "0", (double)pick(to, 0, 1), "growth.choices.strong.power");
    put(to, "}, tough: {max_hp: ");
    number(to, "0", (double)pick(to, 0, 2), "growth.choices.tough.max_hp");
    put(to, "}}\n  scaling: [{from_depth: 1, hp: ");
    number(to, "1", 1 + 0.02 * (double)pick(to, 0, 8), "growth.scaling.1.hp");
    put(to, "}, {from_depth: %d, hp: ", (int)pick(to, 2, LAST_DEPTH + 1));
    number(to, "1", 1 + 0.02 * (double)pick(to, 0, 12), "growth.scaling.2.hp");
    if (accuracy) {
        put(to, ", damage: ");
        number(to, "1", 1 + 0.1 * (double)pick(to, 0, 6), "growth.scaling.2.damage");
    }
    put(to, "}]\nencounter: {last_depth: %d, rooms: {most: ", LAST_DEPTH);
    table(to, 3, NULL, NULL, "encounter.rooms.most");
    put(to, "}}\nloot: {rooms: {most: ");
    table(to, 2, NULL, NULL, "loot.rooms.most");
    put(to, "}}\nmap: {width: 60, height: 40, tries: 20, room_side: [4, 6]}\nplayer: {hp: ");
    put_fighter(to, NULL, NULL, "player");
    put(to, "}\nmonsters:\n");
    for (int i = 0, count = (int)pick(to, 1, 3); i < count; i++) {
        char path[32], weight[40];
        snprintf(path, sizeof path, "monsters.%s", names[i]);
        snprintf(weight, sizeof weight, "%s.weight", path);
        put(to, "  %s: {hp: ", names[i]);
        put_fighter(to, "monsters", names[i], path);
        put(to, ", weight: ");
        table(to, 3, "monsters", names[i], weight);
        put(to, "}\n");
    }
    put(to, "weapons:\n  sword: {%s: ", accuracy ? "to_hit" : "power");
    own(number(to, "0", (double)pick(to, 0, 3), "weapons.sword.%s", accuracy ? "to_hit" : "power"),
        "weapons", "sword");
    put(to, ", weight: 1}\n");
    put_armors(to, accuracy);
    put(to, "items:\n  potion: {weight: ");
    table(to, 3, "items", "potion", "items.potion.weight");
    put(to, "}\n");
    if (by_below)
        snprintf(to->leaves[replaced].below, sizeof below, "%s", below);
}

static bool same_pmf(wyrm_status a, wyrm_pmf *one, wyrm_status b, wyrm_pmf *other)
{
    bool same = a == b;
    if (a == WYRM_OK && b == WYRM_OK) {
        int64_t last =
            wyrm_pmf_last(one) > wyrm_pmf_last(other) ? wyrm_pmf_last(one) : wyrm_pmf_last(other);
        for (int64_t i = 0; i <= last; i++)
            same = same && fabs(wyrm_pmf_at(one, i) - wyrm_pmf_at(other, i)) < 1e-12;
    }
    wyrm_pmf_free(a == WYRM_OK ? one : NULL);
    wyrm_pmf_free(b == WYRM_OK ? other : NULL);
    return same;
}

static bool same_fight(const wyrm_design *a, const wyrm_design *b, const char *player,
                       const char *monster)
{
    wyrm_combatant who[2][2];
    const wyrm_design *designs[] = {a, b};
    for (int i = 0; i < 2; i++) {
        const wyrm_roster *roster = wyrm_design_roster(designs[i]);
        if (wyrm_roster_combatant(roster, player, &who[i][0], NULL) != WYRM_OK)
            return true; /* a second piece in one slot */
        assert_ok(wyrm_roster_combatant(roster, monster, &who[i][1], NULL), NULL);
    }
    bool same = who[0][0].max_hp == who[1][0].max_hp && who[0][1].max_hp == who[1][1].max_hp;
    for (int from = 0; same && from < 2; from++) {
        wyrm_pmf *one, *other;
        wyrm_status x = wyrm_design_hit(a, &who[0][from], &who[0][!from], &one, NULL);
        wyrm_status y = wyrm_design_hit(b, &who[1][from], &who[1][!from], &other, NULL);
        same = same_pmf(x, one, y, other);
    }
    return same;
}

/* All monsters of each depth against every player. */
static bool same_fights(const judge_work *work, const wyrm_design *b)
{
    const wyrm_design *a = work->design;
    static const char *const weapons[] = {"", ",weapon=sword"};
    static const char *const armors[] = {
        "",
        ",armor=k0",
        ",armor=k1",
        ",armor=k2",
        ",armor=k0+k1",
        ",armor=k0+k2",
        ",armor=k1+k2",
        ",armor=k0+k1+k2",
    };
    bool same = true;
    for (int level = 1; same && level <= LAST_DEPTH; level++)
        for (size_t w = 0; same && w < LENGTH_OF(weapons); w++)
            for (size_t r = 0; same && r < LENGTH_OF(armors); r++)
                for (size_t m = 0; same && m < work->monsters; m++)
                    for (int depth = 1; same && depth <= LAST_DEPTH; depth++) {
                        char player[64], monster[32];
                        snprintf(player, sizeof player, "player@%d%s%s", level, weapons[w],
                                 armors[r]);
                        snprintf(monster, sizeof monster, "%s@%d", names[m], depth);
                        same = !work->presence.monsters[m] || same_fight(a, b, player, monster);
                    }
    return same;
}

static bool same_levels(const wyrm_design *a, const wyrm_design *b)
{
    const wyrm_choice *one, *other;
    bool same = true;
    for (int level = 1; level <= LAST_DEPTH; level++)
        same = same && wyrm_growth_at_level(wyrm_design_growth(a), level).next ==
                           wyrm_growth_at_level(wyrm_design_growth(b), level).next;
    size_t count = wyrm_growth_choices(wyrm_design_growth(a), &one);
    assert_int_equal(wyrm_growth_choices(wyrm_design_growth(b), &other), count);
    return same;
}

static bool same_depths(const wyrm_design *a, const wyrm_design *b)
{
    bool same = true;
    for (int depth = 1; same && depth <= LAST_DEPTH; depth++) {
        wyrm_pmf *one, *other;
        wyrm_status x, y;
        x = wyrm_encounter_room_monsters(wyrm_design_encounter(a), depth, &one, NULL);
        y = wyrm_encounter_room_monsters(wyrm_design_encounter(b), depth, &other, NULL);
        bool empty = x == WYRM_OK && wyrm_pmf_last(one) == 0;
        same = same_pmf(x, one, y, other);
        if (empty || !same)
            continue;
        x = wyrm_encounter_monster_kinds(wyrm_design_encounter(a), depth, &one, NULL);
        y = wyrm_encounter_monster_kinds(wyrm_design_encounter(b), depth, &other, NULL);
        same = same_pmf(x, one, y, other);
    }
    return same;
}

static bool same_loot(const wyrm_design *a, const wyrm_design *b)
{
    bool same = true;
    for (int depth = 1; same && depth <= LAST_DEPTH; depth++) {
        wyrm_loot_context context = {.depth = depth, .level = depth, .rooms = 2};
        double shares[2][8] = {{0}, {0}};
        wyrm_pmf *one, *other;
        wyrm_status x = wyrm_loot_number(wyrm_design_loot(a), &context, 1, &one, NULL);
        wyrm_status y = wyrm_loot_number(wyrm_design_loot(b), &context, 1, &other, NULL);
        same = same_pmf(x, one, y, other);
        assert_ok(wyrm_loot_shares(wyrm_design_loot(a), &context, shares[0], NULL), NULL);
        assert_ok(wyrm_loot_shares(wyrm_design_loot(b), &context, shares[1], NULL), NULL);
        for (int i = 0; i < 8; i++)
            same = same && fabs(shares[0][i] - shares[1][i]) < 1e-12;
    }
    return same;
}

static bool is_same(const judge_work *work, const wyrm_design *b)
{
    const wyrm_design *a = work->design;
    return same_levels(a, b) && same_depths(a, b) && same_loot(a, b) && same_fights(work, b);
}

/* Whether a finding of one of two kinds names the leaf, or a record whose values are all without
 * effect. */
static bool is_named(const judge_work *work, const test_leaf *leaf, const char *kind,
                     const char *other)
{
    for (size_t i = 0; i < work->finding_count; i++) {
        const wyrm_finding *finding = &work->findings[i];
        size_t length = strlen(finding->where), row = strlen(leaf->row);
        bool is_kind = strcmp(finding->kind, kind) == 0 || strcmp(finding->kind, other) == 0;
        bool whole = strncmp(finding->message, "none of its", 11) == 0 &&
                     strncmp(finding->where, leaf->path, length) == 0;
        bool itself = strcmp(finding->where, leaf->path) == 0 &&
                      strncmp(finding->message, leaf->row, row) == 0;
        if (is_kind && (whole || itself))
            return true;
    }
    return false;
}

static wyrm_design *read_design(const writing *from)
{
    wyrm_design *design;
    return wyrm_design_parse("random", from->text, from->length, &design, NULL) == WYRM_OK ? design
                                                                                           : NULL;
}

/* Examines a design; the result is in the memory of the arena. */
static judge_work *look_at(base_arena *arena, const wyrm_design *design)
{
    judge_work *work = judge_begin(arena, design, 1);
    judge_find_presence(work);
    judge_finders_inert[FIND_INERT](work);
    return work;
}

static void check(uint64_t seed, const writing *plain, const judge_work *work, size_t index,
                  size_t *inert)
{
    static writing changed;
    const test_leaf *leaf = &plain->leaves[index];
    if (leaf->depth > LAST_DEPTH) /* another finding names it */
        return;
    if (leaf->owner != NULL && !judge_is_present(work, leaf->owner_section, leaf->owner))
        return;
    for (int by_below = 0; by_below < 2; by_below++) {
        const char *to = by_below ? leaf->below : leaf->neutral;
        bool named = by_below ? is_named(work, leaf, "steps-alike", "dead-configuration")
                              : is_named(work, leaf, "dead-configuration", "no-effect");
        if (to[0] == '\0' || strcmp(to, leaf->value) == 0)
            continue;
        changed = *plain;
        write_ruleset(&changed, seed, (int)index, by_below);
        OWNED_DESIGN *other = read_design(&changed);
        if (other == NULL)
            continue;
        bool same = is_same(work, other);
        if (by_below == 0)
            *inert += same;
        if (same != named)
            fail_msg("seed %llu: %s %s%s is %s with %s, and %s named, in\n%s",
                     (unsigned long long)seed, leaf->path, leaf->value, leaf->row,
                     same ? "the same" : "another", to, named ? "is" : "is not", plain->text);
        if (same)
            return; /* whatever is below it */
    }
}

TEST(what_is_named_is_what_makes_no_difference)
{
    static writing plain;
    size_t inert = 0, leaves = 0;
    for (uint64_t seed = 1; seed <= RULESETS; seed++) {
        write_ruleset(&plain, seed, -1, false);
        OWNED_DESIGN *design = read_design(&plain);
        if (design == NULL)
            continue; /* a depth without items */
        base_arena arena = {0};
        judge_work *judging = look_at(&arena, design);
        for (size_t i = 0; i < plain.count; i++)
            check(seed, &plain, judging, i, &inert);
        leaves += plain.count;
        base_release(&arena);
    }
    print_message("%zu of %zu numbers make no difference\n", inert, leaves);
    assert_true(leaves > 1000 && inert > 100 && inert < leaves / 2);
}

/* Checks what the findings say about armors.cap in a ruleset with a cap and a coat in different
 * slots: the kind and the first words of the message. */
static void assert_armor(int divisor, const char *rounding, int cap, int coat, const char *kind,
                         const char *message)
{
    char text[1200];
    int length = snprintf(
        text, sizeof text,
        "name: armor\nmodels: {combat: accuracy, growth: points, encounter: tables, loot: tables, "
        "map: tunnels}\ncombat: {armor_divisor: %d, armor_rounding: %s}\ngrowth: {choices: {h: "
        "{max_hp: 5}}}\nencounter: {last_depth: 2, rooms: {most: 1}}\nloot: {rooms: {most: 1}, "
        "equipment: true}\nmap: {width: 60, height: 40, tries: 20, room_side: [4, 6]}\n"
        "player: {hp: 20, damage: [1, 3]}\nmonsters: {rat: {hp: 5, damage: [2, 6], weight: 1}}\n"
        "armors:\n  cap: {slot: head, armor_class: %d, weight: 1}\n"
        "  hood: {slot: head, armor_class: 0, weight: 1}\n"
        "  coat: {slot: chest, armor_class: %d, weight: 1}\nitems: {potion: {weight: 1}}\n",
        divisor, rounding, cap, coat);
    assert_true(length > 0 && (size_t)length < sizeof text);
    OWNED_DESIGN *design = design_from(text);
    base_arena arena = {0};
    const judge_work *judging = look_at(&arena, design);
    const wyrm_finding *found = NULL;
    for (size_t i = 0; i < judging->finding_count; i++)
        if (strcmp(judging->findings[i].where, "armors.cap.armor_class") == 0)
            found = &judging->findings[i];
    if (kind == NULL)
        assert_null(found);
    else
        assert_non_null(found);
    if (found != NULL && kind != NULL) {
        assert_string_equal(found->kind, kind);
        assert_memory_equal(found->message, message, strlen(message));
    }
    base_release(&arena);
}

TEST(armor_that_is_rounded_away_has_no_effect)
{
    assert_armor(
        2, "piece", 1, 4, "no-effect",
        "1 has no effect: with 0 in its place hits, hit points and levels are the same, for "
        "players up to level 2 in any gear and monsters down to depth 2; 2 would have one");
    assert_armor(3, "piece", 2, 4, "no-effect", "2 has no effect: with 0 in its place");
    assert_armor(2, "piece", 2, 4, NULL, NULL);
    assert_armor(1, "piece", 1, 4, NULL, NULL);
    /* For their sum the other piece is decisive. */
    assert_armor(2, "sum", 1, 4, "no-effect", "1 has no effect");
    assert_armor(2, "sum", 1, 3, NULL, NULL);
}

/* Damage of 2 times 1.1 is still 2 when rounded; halves go up, so 1.25 is the least factor that
 * gives 3: it is found to a hundredth, between whole numbers. */
TEST(the_nearest_factor_that_has_an_effect_is_found_to_a_hundredth)
{
    OWNED_DESIGN *design =
        design_from("name: scaled\nmodels: {combat: subtract, growth: points, encounter: tables, "
                    "loot: tables, map: tunnels}\ngrowth: {choices: {h: {max_hp: 5}}, "
                    "scaling: [{from_depth: 1, damage: 1.1}]}\n"
                    "encounter: {last_depth: 2, rooms: {most: 1}}\nloot: {rooms: {most: 1}}\n"
                    "map: {width: 60, height: 40, tries: 20, room_side: [4, 6]}\n"
                    "player: {hp: 20, power: 2, defense: 0}\n"
                    "monsters: {rat: {hp: 5, power: 2, defense: 0, weight: 1}}\n"
                    "items: {potion: {weight: 1}}\n");
    base_arena arena = {0};
    const judge_work *judging = look_at(&arena, design);
    assert_int_equal(judging->finding_count, 1);
    assert_string_equal(judging->findings[0].where, "growth.scaling.1.damage");
    assert_string_equal(judging->findings[0].message,
                        "1.1 has no effect: with 1 in its place hits, hit points and levels are "
                        "the same, for players up to level 2 in any gear and monsters down to "
                        "depth 2; 1.25 would have one");
    base_release(&arena);
}
