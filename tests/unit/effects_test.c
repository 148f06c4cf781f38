/* Effects of items: whom they hit on a map, what they do to hit points, what a new floor heals, and
 * what rulesets may say about them. */
#include "small_grids.h"

#include <wyrm/effect_targets.h>

#define CREATURES_MAX 512

/* A drawn map with the user '@', the aim '*' (without one: the user's tile) and creatures a, b, c
 * in the order of letters; 'B' is both aim and creature. */
typedef struct battle {
    small_grid small;
    wyrm_position user, target, creatures[CREATURES_MAX];
    size_t count, hit[CREATURES_MAX];
} battle;

static void scene_draw(battle *scene, const char *const *rows)
{
    small_grid_draw(&scene->small, rows);
    scene->count = 0;
    for (size_t i = 0; i < CREATURES_MAX; i++)
        scene->creatures[i] = (wyrm_position){-1, -1};
    bool aimed = false;
    for (int i = 0; i < scene->small.grid.width * scene->small.grid.height; i++) {
        wyrm_position tile = tile_of(&scene->small.grid, i);
        char c = rows[tile.y][tile.x];
        if (c == '@')
            scene->user = tile;
        if (c == '*' || (c >= 'A' && c <= 'Z')) {
            scene->target = tile;
            aimed = true;
        }
        size_t index = c >= 'a' && c <= 'z'   ? (size_t)(c - 'a')
                       : c >= 'A' && c <= 'Z' ? (size_t)(c - 'A')
                                              : CREATURES_MAX;
        if (index < CREATURES_MAX) {
            scene->creatures[index] = tile;
            scene->count = index + 1 > scene->count ? index + 1 : scene->count;
        }
    }
    if (!aimed)
        scene->target = scene->user;
}

static size_t targets(battle *scene, const wyrm_effect *effect)
{
    return wyrm_effect_targets(effect, &scene->small.grid, scene->user, scene->target,
                               scene->creatures, scene->count, scene->hit);
}

/* `wanted` is "ac" for the letters of the creatures hit, or "no aim". */
static void assert_hits(const wyrm_effect *effect, const char *const *rows, const char *wanted)
{
    battle scene;
    char text[64] = "no aim";
    scene_draw(&scene, rows);
    size_t count = targets(&scene, effect);
    if (count != WYRM_EFFECT_NO_AIM) {
        for (size_t i = 0; i < count; i++)
            text[i] = (char)('a' + scene.hit[i]);
        text[count] = '\0';
    }
    assert_string_equal(text, wanted);
}

#define ROWS(...) ((const char *const[]){__VA_ARGS__, NULL})

static wyrm_effect effect_of(const wyrm_design *design, const char *item)
{
    const wyrm_item_kind *kinds;
    int32_t kind = item_named(design, item);
    wyrm_loot_kinds(wyrm_design_loot(design), &kinds);
    if (kind < 0)
        fail_msg("no item is called '%s'", item);
    return wyrm_item_effect(kinds[kind].record);
}

static const wyrm_effect fireball = {
    .kind = WYRM_EFFECT_BLAST, .damage = 20, .radius = 3, .range = 6};
static const wyrm_effect lightning = {.kind = WYRM_EFFECT_LIGHTNING, .damage = 40, .range = 5};
static const wyrm_effect missile = {.kind = WYRM_EFFECT_BOLT, .damage = 8, .range = 6};

/* One creature on every tile, one of them the user. */
TEST(a_fireball_covers_37_tiles_in_the_open)
{
    battle scene = {.user = {10, 10}, .target = {10, 10}};
    memset(scene.small.tiles, 0, sizeof scene.small.tiles);
    small_grid_start(&scene.small, 21, 21);
    scene.count = 21 * 21;
    for (int i = 0; i < 21 * 21; i++)
        scene.creatures[i] = tile_of(&scene.small.grid, i);
    assert_int_equal(targets(&scene, &fireball), 37);
    bool user = false;
    for (size_t i = 0; i < 37; i++) {
        int x = scene.creatures[scene.hit[i]].x - 10, y = scene.creatures[scene.hit[i]].y - 10;
        assert_true(x * x + y * y <= 12);
        user = user || (x == 0 && y == 0);
    }
    assert_true(user);
    wyrm_effect sleep = {.kind = WYRM_EFFECT_SLEEP, .turns = 36, .radius = 1, .range = 6};
    assert_int_equal(targets(&scene, &sleep), 9);
    sleep.radius = 0;
    assert_int_equal(targets(&scene, &sleep), 1);
}

TEST(walls_shield_and_the_user_does_not_count)
{
    assert_hits(&fireball, ROWS("#########", "#@..*.a.#", "####b####", "#.c.....#", "#########"),
                "ab");
    /* At three tiles a fireball hits its user, who is one of the creatures. */
    battle scene;
    scene_draw(&scene, ROWS("@..*.a"));
    scene.creatures[scene.count++] = scene.user;
    assert_int_equal(targets(&scene, &fireball), 2);
    assert_int_equal(scene.hit[0], 0);
    assert_int_equal(scene.hit[1], 1);
}

TEST(an_aim_is_in_range_in_sight_and_no_wall)
{
    assert_hits(&fireball, ROWS("@.....*a"), "a");
    assert_hits(&fireball, ROWS("@......A"), "no aim");
    assert_hits(&fireball, ROWS("@..#..A"), "no aim");
    battle scene;
    scene_draw(&scene, ROWS("@..#..a"));
    scene.target = (wyrm_position){3, 0};
    assert_int_equal(targets(&scene, &fireball), WYRM_EFFECT_NO_AIM);
    scene.target = (wyrm_position){-1, 0};
    assert_int_equal(targets(&scene, &fireball), WYRM_EFFECT_NO_AIM);
    wyrm_effect endless = fireball;
    endless.range = -1;
    assert_hits(&endless, ROWS("@..................*.a"), "a");
}

TEST(lightning_finds_the_closest_in_sight)
{
    assert_hits(&lightning, ROWS("a...@..b"), "b");
    assert_hits(&lightning, ROWS("a..@..b"), "a");
    assert_hits(&lightning, ROWS("b..@..a"), "a");
    assert_hits(&lightning, ROWS("a...@#b"), "a");
    assert_hits(&lightning, ROWS("#@#b", "##.."), "");
    assert_hits(&lightning, ROWS("a....@"), "a");
    assert_hits(&lightning, ROWS("a.....@"), "");
    assert_hits(&lightning, ROWS("@"), "");
    /* By straight distance: three down and two across is nearer than four along. */
    assert_hits(&lightning, ROWS("@...a", ".....", ".....", "..b.."), "b");
    battle scene;
    scene_draw(&scene, ROWS("@.a"));
    scene.creatures[scene.count++] = scene.user;
    assert_int_equal(targets(&scene, &lightning), 1);
    assert_int_equal(scene.hit[0], 0);
}

TEST(bolts_and_confusion_are_for_one_creature)
{
    static const wyrm_effect confusion = {.kind = WYRM_EFFECT_CONFUSE, .turns = 10, .range = -1};
    assert_hits(&missile, ROWS("@..a.Bc"), "b");
    assert_hits(&missile, ROWS("@..a.*c"), "");
    assert_hits(&missile, ROWS("@a....b"), "no aim");
    assert_hits(&missile, ROWS("@.a...#B"), "no aim");
    assert_hits(&confusion, ROWS("@..........B.a"), "b");
    assert_hits(&confusion, ROWS("@.#........B.a"), "no aim");
}

TEST(banishing_is_aimed_as_a_bolt)
{
    static const wyrm_effect banish = {.kind = WYRM_EFFECT_BANISH, .range = 6};
    assert_hits(&banish, ROWS("@..a.Bc"), "b");
    assert_hits(&banish, ROWS("@..a.*c"), "");
    assert_hits(&banish, ROWS("@a....b"), "no aim");
    assert_hits(&banish, ROWS("@.a...#B"), "no aim");
    assert_hits(&banish, ROWS("@......A"), "no aim");
}

TEST(what_holds_slows_and_frightens_is_aimed_as_sleep)
{
    static const wyrm_effect_kind kinds[] = {WYRM_EFFECT_SLEEP, WYRM_EFFECT_HOLD, WYRM_EFFECT_SLOW,
                                             WYRM_EFFECT_FRIGHTEN};
    for (size_t i = 0; i < LENGTH_OF(kinds); i++) {
        const wyrm_effect effect = {.kind = kinds[i], .turns = 5, .radius = 1, .range = 6};
        assert_hits(&effect, ROWS("@..abC", "......", "...d.."), "bc");
        assert_hits(&effect, ROWS("@...*#a", "...b...", "c......"), "b");
        assert_hits(&effect, ROWS("@a....."), "a");
        assert_hits(&effect, ROWS("@......A"), "no aim");
    }
}

TEST(potions_are_for_the_user)
{
    static const wyrm_effect_kind kinds[] = {
        WYRM_EFFECT_HEAL,       WYRM_EFFECT_FEED, WYRM_EFFECT_TELEPORT, WYRM_EFFECT_MAP,
        WYRM_EFFECT_SENSE,      WYRM_EFFECT_HIDE, WYRM_EFFECT_HASTE,    WYRM_EFFECT_REGENERATE,
        WYRM_EFFECT_STRENGTHEN, WYRM_EFFECT_TEACH};
    for (size_t i = 0; i < LENGTH_OF(kinds); i++) {
        const wyrm_effect potion = {.kind = kinds[i], .amount = 20, .turns = 3};
        battle scene;
        scene_draw(&scene, ROWS("a@b"));
        assert_int_equal(wyrm_effect_aims(kinds[i]), WYRM_AIM_USER);
        assert_int_equal(targets(&scene, &potion), 0);
        scene.creatures[scene.count++] = scene.user;
        assert_int_equal(targets(&scene, &potion), 1);
        assert_int_equal(scene.hit[0], 2);
    }
}

static void assert_use(const wyrm_effect *effect, int64_t hp, int64_t max_hp, int64_t after,
                       int64_t max_after)
{
    wyrm_combatant one = {.hp = hp, .max_hp = max_hp};
    assert_int_equal(wyrm_effect_use(effect, &one), after - hp);
    assert_int_equal(one.hp, after);
    assert_int_equal(one.max_hp, max_after);
}

TEST(a_potion_heals_or_raises_the_maximum)
{
    OWNED_DESIGN *design = ruleset_with("ruggrogue", "");
    wyrm_effect potion = effect_of(design, "health_potion");
    assert_use(&potion, 5, 30, 25, 30);
    assert_use(&potion, 15, 30, 30, 30);
    assert_use(&potion, 29, 30, 30, 30);
    assert_use(&potion, 30, 30, 32, 32);
    assert_use(&potion, 0, 30, 0, 30);
    assert_use(&potion, WYRM_HP_MAX, WYRM_HP_MAX, WYRM_HP_MAX, WYRM_HP_MAX);
    wyrm_effect plain = {.kind = WYRM_EFFECT_HEAL, .amount = 40};
    assert_use(&plain, 30, 30, 30, 30);
}

TEST(damage_ends_at_0)
{
    static const wyrm_effect ration = {.kind = WYRM_EFFECT_FEED, .amount = 750};
    static const wyrm_effect none = {.kind = WYRM_EFFECT_NONE};
    assert_use(&fireball, 50, 60, 30, 60);
    assert_use(&fireball, 20, 60, 0, 60);
    assert_use(&fireball, 7, 60, 0, 60);
    assert_use(&fireball, 0, 60, 0, 60);
    assert_use(&ration, 7, 60, 7, 60);
    assert_use(&none, 7, 60, 7, 60);
}

/* The other kinds belong to the game: they change no hit points here. */
TEST(only_healing_and_damage_change_hit_points)
{
    for (int kind = WYRM_EFFECT_CONFUSE; kind < WYRM_EFFECT_KIND_COUNT; kind++) {
        const wyrm_effect effect = {
            .kind = (wyrm_effect_kind)kind, .amount = 9, .turns = 9, .stat = "max_hp"};
        assert_use(&effect, 7, 60, 7, 60);
        assert_use(&effect, 60, 60, 60, 60);
    }
}

static void assert_floor(const wyrm_design *design, int64_t hp, int64_t max_hp, int64_t after)
{
    wyrm_combatant one = {.hp = hp, .max_hp = max_hp};
    wyrm_growth_new_floor(wyrm_design_growth(design), &one);
    assert_int_equal(one.hp, after);
    assert_int_equal(one.max_hp, max_hp);
}

TEST(a_new_floor_heals_half)
{
    wyrm_design *design = ruleset_with("tutorial", "");
    assert_floor(design, 10, 100, 60);
    assert_floor(design, 50, 100, 100);
    assert_floor(design, 80, 100, 100);
    assert_floor(design, 1, 7, 4);
    assert_floor(design, 0, 100, 0);
    wyrm_design_free(design);
    design = ruleset_with("yarl", "");
    assert_floor(design, 10, 100, 10);
    wyrm_design_free(design);
}

/* 0.29 x 100 is a little below 29 as a product of doubles. */
TEST(what_a_new_floor_heals_is_exact)
{
    wyrm_design *design = ruggrogue_with("growth: {new_floor_heal: 0.29}");
    assert_floor(design, 1, 100, 30);
    assert_floor(design, 1, WYRM_HP_MAX, 290001);
    wyrm_design_free(design);
    design = ruggrogue_with("growth: {new_floor_heal: 333333333333333333/999999999999999998}");
    assert_floor(design, 1, 999999, 333334);
    wyrm_design_free(design);
    design = ruggrogue_with("growth: {new_floor_heal: 1}");
    assert_floor(design, 1, WYRM_HP_MAX, WYRM_HP_MAX);
    wyrm_design_free(design);
}

static void assert_effect(const char *ruleset, const char *item, wyrm_effect wanted)
{
    OWNED_DESIGN *design = ruleset_with(ruleset, "");
    wyrm_effect got = effect_of(design, item);
    assert_string_equal(wyrm_effect_name(got.kind), wyrm_effect_name(wanted.kind));
    assert_int_equal(got.amount, wanted.amount);
    assert_int_equal(got.max_hp, wanted.max_hp);
    assert_int_equal(got.damage, wanted.damage);
    assert_int_equal(got.range, wanted.range);
    assert_int_equal(got.radius, wanted.radius);
    assert_int_equal(got.turns, wanted.turns);
    assert_string_equal(got.stat ? got.stat : "", wanted.stat ? wanted.stat : "");
}

#define EFFECT(id, ...) ((wyrm_effect){.kind = WYRM_EFFECT_##id, __VA_ARGS__})

TEST(the_shipped_rulesets_have_their_figures)
{
    assert_effect("tutorial", "healing_potion", EFFECT(HEAL, .amount = 40));
    assert_effect("tutorial", "lightning_scroll", EFFECT(LIGHTNING, .damage = 40, .range = 5));
    assert_effect("tutorial", "fireball_scroll",
                  EFFECT(BLAST, .damage = 25, .radius = 3, .range = -1));
    assert_effect("tutorial", "confusion_scroll", EFFECT(CONFUSE, .turns = 10, .range = -1));
    assert_effect("tutorial-before", "healing_potion", EFFECT(HEAL, .amount = 4));
    assert_effect("tutorial-before", "lightning_scroll",
                  EFFECT(LIGHTNING, .damage = 20, .range = 5));
    assert_effect("tutorial-before", "fireball_scroll",
                  EFFECT(BLAST, .damage = 12, .radius = 3, .range = -1));
    assert_effect("ruggrogue", "ration", EFFECT(FEED, .amount = 750));
    assert_effect("ruggrogue", "health_potion", EFFECT(HEAL, .amount = 20, .max_hp = 2));
    assert_effect("ruggrogue", "magic_missile_scroll", EFFECT(BOLT, .damage = 8, .range = 6));
    assert_effect("ruggrogue", "fireball_scroll",
                  EFFECT(BLAST, .damage = 20, .radius = 3, .range = 6));
    assert_effect("ruggrogue", "sleep_scroll", EFFECT(SLEEP, .turns = 36, .radius = 1, .range = 6));
    assert_effect("yarl", "healing_potion", EFFECT(HEAL, .amount = 40));
    assert_effect("yarl", "glue_scroll", EFFECT(HOLD, .turns = 10, .radius = 1, .range = -1));
    assert_effect("yarl", "wand_of_teleportation", EFFECT(BANISH, .range = -1));
    assert_effect("yarl", "teleport_scroll", EFFECT(TELEPORT, .range = 0));
    assert_effect("yarl", "blink_scroll", EFFECT(TELEPORT, .range = 6));
    assert_effect("yarl", "magic_mapping_scroll", EFFECT(MAP, .range = 0));
    assert_effect("yarl", "regeneration_potion", EFFECT(REGENERATE, .amount = 2, .turns = 20));
    assert_effect("yarl", "ring_of_regeneration", EFFECT(REGENERATE, .amount = 1));
    assert_effect("yarl", "enhance_weapon_scroll",
                  EFFECT(STRENGTHEN, .amount = 1, .stat = "power"));
    assert_effect("yarl", "experience_potion", EFFECT(TEACH, .amount = 1000));
    assert_effect("bob-and-trev", "energy_drink",
                  EFFECT(STRENGTHEN, .amount = 5, .turns = 30, .stat = "strength"));
    assert_effect("yarl", "identify_scroll", (wyrm_effect){.kind = WYRM_EFFECT_NONE});
    assert_int_equal(wyrm_item_effect(NULL).kind, WYRM_EFFECT_NONE);
}

/* The shipped items without an effect: keys open nothing here, no item is unidentified, and a scale
 * is only a scale. */
TEST(what_does_nothing_by_itself_is_known)
{
    char idle[256] = "";
    for (size_t r = 0; r < SHIPPED_COUNT; r++) {
        OWNED_DESIGN *design = ruleset_with(shipped_names[r], "");
        const wyrm_item_kind *kinds;
        size_t count = wyrm_loot_kinds(wyrm_design_loot(design), &kinds);
        for (size_t i = 0; i < count; i++) {
            bool is_gear =
                kinds[i].item_class == WYRM_ITEM_WEAPON || kinds[i].item_class == WYRM_ITEM_ARMOR;
            if (is_gear || wyrm_item_effect(kinds[i].record).kind != WYRM_EFFECT_NONE)
                continue;
            size_t length = strlen(idle);
            snprintf(idle + length, sizeof idle - length, "%s ", kinds[i].name);
        }
    }
    assert_string_equal(idle, "identify_scroll bronze_key silver_key gold_key dragon_scale ");
}

static int64_t uses_of(const wyrm_design *design, const char *path)
{
    return wyrm_value_integer(wyrm_ruleset_find(wyrm_design_ruleset(design), path));
}

TEST(wands_are_used_more_than_once)
{
    OWNED_DESIGN *design = ruleset_with("yarl", "");
    assert_int_equal(uses_of(design, "items.wand_of_slow.uses"), 5);
    assert_int_equal(uses_of(design, "items.slow_scroll.uses"), 1);
}

/* Checks the only error of a ruleset with `effect` on line 4: message, position and hint. */
static void assert_bad(const char *extends, const char *effect, const char *message, int column,
                       const char *hint)
{
    char text[512];
    OWNED_ERRORS *errors = fresh_errors();
    wyrm_design *design = NULL;
    int length =
        snprintf(text, sizeof text, "name: bad\nextends: %s\nitems:\n  x: %s\n", extends, effect);
    wyrm_status status = wyrm_design_parse("bad.yaml", text, (size_t)length, &design, errors);
    assert_int_equal(status, WYRM_ERROR_RULESET);
    assert_null(design);
    assert_int_equal(wyrm_errors_kept(errors), 1);
    const wyrm_error *error = wyrm_errors_at(errors, 0);
    assert_string_equal(error->message, message);
    assert_string_equal(error->hint, hint);
    assert_int_equal(error->line, 4);
    assert_int_equal(error->column, column);
}

TEST(bad_effects_are_told_where_they_stand)
{
    static const char *const models[] = {"ruggrogue", "tutorial", "yarl"};
    for (size_t i = 0; i < LENGTH_OF(models); i++) {
        assert_bad(models[i], "{effect: {kind: lightning, range: 5}}",
                   "the effect 'lightning' needs 'damage'", 7, "");
        assert_bad(models[i], "{effect: {kind: heal, amount: 4, radius: 2}}",
                   "the effect 'heal' has no 'radius'", 47, "it has amount, max_hp and percent");
    }
    assert_bad("yarl", "{effect: {kind: heal, max_hp: 2}}",
               "the effect 'heal' needs 'amount' or 'percent'", 7, "");
    assert_bad("tutorial", "{effect: {kind: blast, radius: 1, damage: 2, turns: 3}}",
               "the effect 'blast' has no 'turns'", 58, "it has damage, range and radius");
    assert_bad("yarl", "{uses: 0}", "'uses' must be from 1 to 100, found 0", 13, "");
    assert_bad("yarl", "{uses: 101}", "'uses' must be from 1 to 100, found 101", 13, "");
    assert_bad("yarl", "{effect: {kind: hold, radius: 1}}", "the effect 'hold' needs 'turns'", 7,
               "");
    assert_bad("yarl", "{effect: {kind: haste, turns: 4, range: 1}}",
               "the effect 'haste' has no 'range'", 46, "it has turns");
    assert_bad("yarl", "{effect: {kind: map, turns: 4}}", "the effect 'map' has no 'turns'", 34,
               "it has nothing beside its kind");
}

TEST(strengthening_names_a_stat_of_the_combat_model)
{
    static const char *const good[][2] = {{"ruggrogue", "attack"},   {"ruggrogue", "max_hp"},
                                          {"tutorial", "power"},     {"yarl", "armor_class"},
                                          {"bob-and-trev", "reach"}, {"bob-and-trev", "max_hp"}};
    char text[512];
    for (size_t i = 0; i < LENGTH_OF(good); i++) {
        snprintf(text, sizeof text,
                 "name: good\nextends: %s\nitems:\n  x: {effect: {kind: "
                 "strengthen, amount: 3, stat: %s}}\n",
                 good[i][0], good[i][1]);
        OWNED_DESIGN *design = design_from(text);
        wyrm_effect effect = effect_of(design, "x");
        assert_string_equal(effect.stat, good[i][1]);
        assert_int_equal(effect.turns, 0);
    }
    assert_bad("ruggrogue", "{effect: {kind: strengthen, amount: 3}}",
               "the effect 'strengthen' needs 'stat'", 7, "");
    assert_bad("ruggrogue", "{effect: {kind: strengthen, amount: 3, stat: defence}}",
               "the combat 'ratio' has no stat 'defence' to strengthen", 51,
               "did you mean 'defense'?");
    assert_bad("tutorial", "{effect: {kind: strengthen, amount: 3, stat: charm}}",
               "the combat 'subtract' has no stat 'charm' to strengthen", 51, "");
    assert_bad("yarl", "{effect: {kind: strengthen, amount: 3, stat: reduction}}",
               "'reduction' is no number, and only numbers are strengthened", 51, "");
    assert_bad("tutorial", "{effect: {kind: regenerate, amount: 3, stat: power}}",
               "the effect 'regenerate' has no 'stat'", 51, "it has amount and turns");
}
