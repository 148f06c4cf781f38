/* Rulesets drawn at random: any model of combat, monsters from harmless to unbeatable, armor that
 * nothing goes through, reach and regeneration, narrow and wide maps, items of every effect or
 * none. One draw in an expression: compilers differ in their order. */
#ifndef WYRM_TESTS_RANDOM_RULESETS_H
#define WYRM_TESTS_RANDOM_RULESETS_H

#include "helpers.h"

typedef struct ruleset_text {
    test_random random;
    size_t length;
    char text[16384];
} ruleset_text;

static inline void add_text(ruleset_text *out, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
static inline void add_text(ruleset_text *out, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    out->length += (size_t)vsnprintf(out->text + out->length, sizeof out->text - out->length,
                                     format, arguments);
    va_end(arguments);
    assert_true(out->length < sizeof out->text);
}

static inline int64_t any(ruleset_text *out, int64_t least, int64_t greatest)
{
    return random_between(&out->random, least, greatest);
}

static inline bool one_in(ruleset_text *out, int64_t count)
{
    return random_below(&out->random, count) == 0;
}

/* From least to greatest, each order of magnitude as likely as another. */
static inline int64_t any_size(ruleset_text *out, double least, double greatest)
{
    return (int64_t)floor(least * pow(greatest / least, random_unit(&out->random)) + 0.5);
}

typedef enum random_combat { BY_RATIO, BY_ACCURACY, BY_SUBTRACTION, BY_MOMENTUM } random_combat;

/* The stats of somebody; one in eight can hardly be hurt, and one in eight hardly hurts. */
static inline void add_stats(ruleset_text *out, random_combat combat, bool player)
{
    int64_t strong = one_in(out, 8) ? 0 : any_size(out, 1, player ? 20 : 12);
    int64_t tough = one_in(out, 8) ? 1000 : any_size(out, 0.5, 8);
    int64_t reach = one_in(out, 3) ? any(out, 2, 8) : 1;
    add_text(out, "hp: %lld", (long long)any_size(out, player ? 10 : 1, 300));
    if (one_in(out, player ? 10 : 4))
        add_text(out, ", regeneration: %.1f", 0.1 * (double)any(out, 1, 40));
    if (combat == BY_RATIO)
        add_text(out, ", attack: %lld, defense: %lld", (long long)(2 * strong), (long long)tough);
    else if (combat == BY_ACCURACY)
        add_text(out, ", damage: [%lld, %lld], defense: %lld, reach: %lld", (long long)(strong / 2),
                 (long long)strong, (long long)(tough / 2), (long long)reach);
    else if (combat == BY_SUBTRACTION)
        add_text(out, ", power: %lld, defense: %lld", (long long)strong, (long long)tough / 2);
    else {
        int64_t bludgeon = any(out, 1, 3);
        add_text(
            out,
            ", strength: %lld, dexterity: %lld, armour_class: %lld, bludgeon: %lld, reach: %lld",
            (long long)(2 * strong), (long long)any(out, 5, 15), (long long)(tough / 3),
            (long long)bludgeon, (long long)reach);
    }
}

static inline void add_monsters(ruleset_text *out, random_combat combat, int64_t last_depth)
{
    int64_t count = any(out, 1, 5);
    add_text(out, "monsters:\n");
    for (int64_t i = 0; i < count; i++) {
        add_text(out, "  m%lld: {", (long long)i);
        add_stats(out, combat, false);
        int64_t from = i == 0 ? 1 : any(out, 1, last_depth), weight = any(out, 1, 50);
        add_text(out, ", experience: %lld, weight: [[%lld, %lld]]}\n", (long long)any(out, 0, 100),
                 (long long)weight, (long long)from);
    }
    add_text(out, "  end: {kind: boss, ");
    add_stats(out, combat, false);
    add_text(out, "}\n");
}

static inline void add_gear(ruleset_text *out, random_combat combat)
{
    static const char *const damage[] = {"attack", "damage", "power", "mass"};
    static const char *const shelter[] = {"defense", "armor_class", "defense", "armour_class"};
    add_text(out, "weapons:\n");
    for (int64_t i = any(out, 0, 2); i >= 0; i--) {
        int64_t weight = any(out, 1, 20);
        add_text(out, "  w%lld: {%s: %lld, weight: %lld", (long long)i, damage[combat],
                 (long long)any_size(out, 1, 10), (long long)weight);
        if ((combat == BY_ACCURACY || combat == BY_MOMENTUM) && one_in(out, 3))
            add_text(out, ", reach: %lld", (long long)any(out, 2, 9));
        if (combat == BY_MOMENTUM && one_in(out, 4))
            add_text(out, ", range: %lld, ammo_mass: 0.1", (long long)any(out, 3, 30));
        if (combat == BY_MOMENTUM && one_in(out, 4))
            add_text(out, ", blast: %lld", (long long)any(out, 1, 3));
        add_text(out, "}\n");
    }
    add_text(out, "armors:\n");
    for (int64_t i = any(out, 0, 2); i >= 0; i--) {
        int64_t weight = any(out, 1, 20), shelters = any_size(out, 1, 20);
        add_text(out, "  a%lld: {slot: s%lld, %s: %lld, weight: %lld}\n", (long long)i,
                 (long long)any(out, 0, 1), shelter[combat], (long long)shelters,
                 (long long)weight);
    }
}

static inline void add_items(ruleset_text *out, random_combat combat)
{
    static const char *const stats[] = {"attack", "power", "power", "strength"};
    static const char *const kinds[] = {"heal",    "feed",  "lightning",  "bolt",      "blast",
                                        "confuse", "sleep", "hold",       "slow",      "frighten",
                                        "banish",  "map",   "teleport",   "sense",     "hide",
                                        "haste",   "teach", "regenerate", "strengthen"};
    enum {
        HEAL,
        FEED,
        LIGHTNING,
        BOLT,
        BLAST,
        CONFUSE,
        SLEEP,
        FRIGHTEN = 9,
        MAP = 11,
        TELEPORT,
        SENSE,
        HASTE = 15,
        TEACH,
        REGENERATE
    };
    if (one_in(out, 5))
        return;
    add_text(out, "items:\n");
    for (int64_t i = any(out, 0, 5); i >= 0; i--) {
        int64_t kind = any(out, 0, (int64_t)LENGTH_OF(kinds) - 1);
        add_text(out, "  i%lld: {weight: %lld, effect: {kind: %s", (long long)i,
                 (long long)any(out, 1, 40), kinds[kind]);
        if (kind <= FEED || kind >= TEACH)
            add_text(out, ", amount: %lld", (long long)any_size(out, 1, 60));
        if (kind >= LIGHTNING && kind <= BLAST)
            add_text(out, ", damage: %lld", (long long)any_size(out, 1, 60));
        if ((kind >= CONFUSE && kind <= FRIGHTEN) || (kind >= SENSE && kind <= HASTE))
            add_text(out, ", turns: %lld", (long long)any(out, 3, 30));
        if ((kind >= SLEEP && kind <= FRIGHTEN) || kind == BLAST)
            add_text(out, ", radius: %lld", (long long)any(out, 0, 3));
        if (kind > REGENERATE)
            add_text(out, ", stat: %s", stats[combat]);
        add_text(out, "}}\n");
    }
}

static inline void add_map(ruleset_text *out, bool tunnels)
{
    int64_t side = any(out, 4, 7);
    int64_t tries = any(out, 3, 40), height = any(out, 20, 50);
    add_text(out, "map: {width: %lld, height: %lld, tries: %lld, goal: prize, ",
             (long long)any(out, 20, 80), (long long)height, (long long)tries);
    if (tunnels)
        add_text(out, "room_side: [%lld, %lld]}\n", (long long)side,
                 (long long)(side + any(out, 0, 5)));
    else {
        int64_t extra = any(out, 0, 3), high = any(out, 3, 8);
        add_text(out, "room_width: [%lld, %lld], room_height: [3, %lld], extra_corridors: %lld}\n",
                 (long long)side - 2, (long long)(side + any(out, 0, 6)), (long long)high,
                 (long long)extra);
    }
}

/* One in four has nothing that gives hit points back. */
static inline void add_rules(ruleset_text *out)
{
    const char *goal_at = one_in(out, 3) ? "boss" : "floor";
    double asleep = one_in(out, 2) ? 0.0 : random_unit(&out->random);
    int64_t pack = any_size(out, 2, 40);
    add_text(out, "game: {sight: %lld, pack: %lld, asleep: %.2f, goal_at: %s",
             (long long)any(out, 3, 12), (long long)pack, asleep, goal_at);
    if (!one_in(out, 3))
        add_text(out, ", regeneration: %lld", (long long)any_size(out, 10, 5000));
    if (one_in(out, 4))
        add_text(
            out,
            ", hunger: {most: %lld, stages: [{name: fed, from: 200}, {name: starving, from: 0, "
            "regenerates: false}]}",
            (long long)any_size(out, 400, 3000));
    add_text(out, "}\n");
}

/* The ruleset of a seed as text; *out is large. */
static inline void write_random_ruleset(uint64_t seed, ruleset_text *out)
{
    static const char *const models[] = {"ratio", "accuracy", "subtract", "momentum"};
    out->random.state = seed;
    out->length = 0;
    random_combat combat = (random_combat)any(out, 0, 3);
    bool tunnels = one_in(out, 2), choices = one_in(out, 2);
    int64_t last = any(out, 1, 5);
    add_text(out,
             "name: random\nmodels: {combat: %s, growth: points, encounter: tables, loot: tables, "
             "map: %s}\n",
             models[combat], tunnels ? "tunnels" : "rooms");
    int64_t per_level = any(out, 0, 200);
    add_text(out, "growth: {experience: {base: %lld, per_level: %lld}",
             (long long)any(out, 20, 200), (long long)per_level);
    if (choices)
        add_text(out, ", choices: {hp: {max_hp: %lld}}", (long long)any(out, 1, 30));
    int64_t most = any_size(out, 1, 8);
    add_text(out, "}\nencounter: {last_depth: %lld, rooms: {first: %s, most: %lld}",
             (long long)last, one_in(out, 2) ? "true" : "false", (long long)most);
    if (one_in(out, 2))
        add_text(out, ", roles: {end_boss: {depths: [%lld]}}", (long long)last);
    add_text(out, "}\nloot: {equipment: true, rooms: {most: %lld}}\n", (long long)any(out, 0, 4));
    add_map(out, tunnels);
    add_rules(out);
    add_text(out, "player: {");
    add_stats(out, combat, true);
    add_text(out, "}\n");
    add_monsters(out, combat, last);
    add_gear(out, combat);
    add_items(out, combat);
}

/* The ruleset of a seed; the caller frees it (wyrm_design_free). */
static inline wyrm_design *random_ruleset(uint64_t seed)
{
    ruleset_text *out = malloc(sizeof *out);
    wyrm_design *design = NULL;
    wyrm_errors *errors;
    assert_non_null(out);
    write_random_ruleset(seed, out);
    assert_int_equal(wyrm_errors_new(&errors), WYRM_OK);
    if (wyrm_design_parse("random.yaml", out->text, out->length, &design, errors) != WYRM_OK) {
        print_errors(errors);
        fail_msg("seed %llu is no ruleset:\n%s", (unsigned long long)seed, out->text);
    }
    wyrm_errors_free(errors);
    free(out);
    return design;
}

#endif
