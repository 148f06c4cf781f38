/* The causes of a change that the gate has found: which values are tried, alone or together. */
#include "gate_sides.h"

static wyrm_gate_causes *causes_of(const wyrm_design *old, const wyrm_design *new, wyrm_gate *gate)
{
    OWNED_SIDE before = playing(old), after = playing(new);
    wyrm_gate_causes *causes;
    const wyrm_gate_options options = {.effort = {.exactly = 120}, .threads = 2};
    assert_works(wyrm_gate_hold(&before, &after, &options, gate, &last_error));
    assert_works(
        wyrm_gate_find_causes(&before, &after, gate, gate->failed, &options, &causes, &last_error));
    return causes;
}

static const wyrm_gate_cause *cause_of(const wyrm_gate_causes *causes, const char *what)
{
    for (size_t i = 0; i < causes->count; i++)
        if (strcmp(causes->causes[i].what, what) == 0)
            return &causes->causes[i];
    return NULL;
}

/* The effect of a single value is what the gate says of a ruleset with just that value. */
TEST(each_value_is_tried_alone)
{
    OWNED_DESIGN *changed =
        ruleset_with("tutorial", "player: {hp: 60}\nmonsters:\n  orc: {power: 3}");
    OWNED_DESIGN *hp = ruleset_with("tutorial", "player: {hp: 60}");
    OWNED_DESIGN *orc = ruleset_with("tutorial", "monsters: {orc: {power: 3}}");
    wyrm_gate gate;
    wyrm_gate_causes *causes = causes_of(*state, changed, &gate);
    const struct {
        const char *what;
        const wyrm_design *alone;
        int line;
    } wanted[] = {{"player.hp", hp, 3}, {"monsters.orc.power", orc, 5}};
    assert_true(gate.failed && causes->known && !causes->order);
    assert_int_equal(causes->value_count, 2);
    assert_int_equal(causes->count, 2);
    assert_true(causes->runs == 100);
    assert_true(causes->row_count > 0);
    for (size_t i = 0; i < 2; i++) {
        const wyrm_gate_cause *cause = cause_of(causes, wanted[i].what);
        assert_non_null(cause);
        assert_true(cause->tried);
        assert_int_equal(causes->values[cause->first].line, wanted[i].line);
        OWNED_SIDE before = playing(*state), after = playing(wanted[i].alone);
        wyrm_gate alone = hold(&before, &after, (wyrm_effort){.exactly = causes->runs});
        for (size_t k = 0; k < causes->row_count; k++) {
            const wyrm_gate_row *row = row_of(&alone, gate.rows[causes->rows[k]].metric);
            assert_near(cause->effects[k].difference, row->difference, 1e-12);
            assert_near(cause->effects[k].ci95.low, row->ci95.low, 1e-12);
        }
    }
    wyrm_gate_causes_free(causes);
}

TEST(one_value_needs_no_trial)
{
    OWNED_DESIGN *changed = ruleset_with("tutorial", "player: {hp: 30}\ntargets: ~");
    wyrm_gate gate;
    wyrm_gate_causes *causes = causes_of(*state, changed, &gate);
    assert_true(gate.failed);
    assert_int_equal(causes->value_count, 1);
    assert_string_equal(causes->values[0].path, "player.hp");
    assert_string_equal(causes->values[0].before, "100");
    assert_string_equal(causes->values[0].after, "30");
    assert_int_equal(causes->runs, 0);
    wyrm_gate_causes_free(causes);
}

/* More values than can be tried are grouped by the record they belong to; a removed monster
 * includes the values that name it. */
TEST(many_values_are_tried_in_groups)
{
    OWNED_DESIGN *old = ruleset_with("tutorial", "arenas: ~\ntargets: ~");
    OWNED_DESIGN *new = ruleset_with(
        "tutorial", "arenas: ~\ntargets: ~\n"
                    "player: {hp: 80, power: 5, defense: 2}\n"
                    "map: {width: 70, height: 40, tries: 20}\n"
                    "monsters:\n  orc: {hp: 25, power: 5}\n  troll: {hp: 20}\n"
                    "  goblin: {glyph: g, hp: 5, power: 3, defense: 0, experience: 9, weight: 9}");
    wyrm_gate gate;
    wyrm_gate_causes *causes = causes_of(old, new, &gate);
    assert_true(gate.failed);
    assert_int_equal(causes->value_count, 10);
    assert_int_equal(causes->count, 7);
    assert_int_equal(cause_of(causes, "map")->values, 3);
    size_t values = 0;
    for (size_t i = 0; i < causes->count; i++) {
        values += causes->causes[i].values;
        assert_true(causes->causes[i].tried);
    }
    assert_int_equal(values, 10);
    assert_int_equal(cause_of(causes, "monsters.goblin")->values, 1);
    assert_int_equal(cause_of(causes, "monsters.orc")->values, 2);
    wyrm_gate_causes_free(causes);
}

/* Values of so many monsters, two of each: 8 of them or 8 monsters are tried by themselves, more of
 * both as one. */
TEST(values_are_grouped_only_where_there_are_too_many)
{
    for (int monsters = 2; monsters <= 9; monsters += 3) {
        char text[2][2000];
        for (int side = 0; side < 2; side++) {
            size_t used = (size_t)sprintf(text[side], "arenas: ~\ntargets: ~\nmonsters:\n");
            for (int m = 0; m < monsters; m++)
                used += (size_t)sprintf(text[side] + used,
                                        "  m%d: {glyph: m, hp: %d, power: %d, defense: 0, "
                                        "experience: 9, weight: 9}\n",
                                        m, 6 + 30 * side, 3 + 5 * side);
        }
        OWNED_DESIGN *old = ruleset_with("tutorial", text[0]);
        OWNED_DESIGN *new = ruleset_with("tutorial", text[1]);
        wyrm_gate gate;
        wyrm_gate_causes *causes = causes_of(old, new, &gate);
        const size_t wanted = monsters <= 4   ? 2 * (size_t)monsters
                              : monsters <= 8 ? (size_t)monsters
                                              : 1;
        assert_true(gate.failed);
        assert_int_equal(causes->value_count, 2 * monsters);
        assert_int_equal(causes->count, wanted);
        for (size_t i = 0; i < causes->count; i++) {
            char name[40];
            snprintf(name, sizeof name,
                     wanted == 1    ? "monsters"
                     : monsters > 4 ? "monsters.m%zu"
                     : i % 2 == 0   ? "monsters.m%zu.hp"
                                    : "monsters.m%zu.power",
                     monsters > 4 ? i : i / 2);
            assert_string_equal(causes->causes[i].what, name);
            assert_int_equal(causes->causes[i].values, 2 * (size_t)monsters / wanted);
        }
        wyrm_gate_causes_free(causes);
    }
}

/* Another model and its keys make a valid ruleset only together. */
TEST(what_makes_no_ruleset_alone_is_tried_together)
{
    OWNED_DESIGN *other = ruleset_with("bob-and-trev", NULL);
    wyrm_gate gate;
    wyrm_gate_causes *causes = causes_of(*state, other, &gate);
    assert_true(causes->known && causes->value_count > 20);
    assert_true(causes->count <= WYRM_GATE_CAUSES_MAX);
    assert_false(cause_of(causes, "models") != NULL && cause_of(causes, "models")->tried);
    wyrm_gate_causes_free(causes);
}

/* Neither band can grow unless the other shrinks. */
TEST(two_values_that_make_no_ruleset_alone_are_tried_together)
{
    static const char small[] = "name: variant\nextends: " GOLDEN_DIR "/small_dungeon.yaml\n";
    OWNED_DESIGN *old = design_from(small);
    char text[256];
    snprintf(text, sizeof text, "%sbands: {near: [1, 3], far: [4, 4]}\nplayer: {hp: 40}\n", small);
    OWNED_DESIGN *new = design_from(text);
    wyrm_gate gate;
    wyrm_gate_causes *causes = causes_of(old, new, &gate);
    assert_int_equal(causes->count, 4);
    assert_true(cause_of(causes, "player.hp")->tried);
    assert_false(cause_of(causes, "bands.near")->tried);
    assert_int_equal(cause_of(causes, "these together")->values, 2);
    assert_true(cause_of(causes, "these together")->tried);
    wyrm_gate_causes_free(causes);
}

TEST(another_order_is_told)
{
    const char *const orders[] = {
        "monsters:\n  orc: ~\n  troll: ~\n  a: {hp: 5, power: 3, experience: 9, weight: 9}\n"
        "  b: {hp: 5, power: 3, experience: 9, weight: 9}\narenas: ~\ntargets: ~",
        "monsters:\n  orc: ~\n  troll: ~\n  b: {hp: 5, power: 3, experience: 9, weight: 9}\n"
        "  a: {hp: 5, power: 3, experience: 9, weight: 9}\narenas: ~\ntargets: ~"};
    OWNED_DESIGN *one = ruleset_with("tutorial", orders[0]),
                 *other = ruleset_with("tutorial", orders[1]);
    wyrm_gate gate;
    wyrm_gate_causes *causes = causes_of(one, other, &gate);
    assert_int_equal(causes->value_count, 0);
    assert_true(causes->order && !gate.same_rules);
    wyrm_gate_causes_free(causes);
}

TEST(another_engine_is_a_cause_and_no_rule)
{
    wyrm_gate_side before = playing(*state), after = playing(*state);
    const wyrm_gate_options options = {.threads = 1};
    const wyrm_gate gate = {.same_rules = true};
    wyrm_gate_causes *causes;
    before.facts.engine = 1;
    after.facts.engine = 2;
    assert_works(
        wyrm_gate_find_causes(&before, &after, &gate, false, &options, &causes, &last_error));
    assert_int_equal(causes->count, 1);
    assert_string_equal(causes->causes[0].what, "no rule: version 1 -> 2 of the engine");
    wyrm_gate_causes_free(causes);
    /* Runs made with rules that have changed since say nothing about the present rules. */
    after.outdated = true;
    assert_works(
        wyrm_gate_find_causes(&before, &after, &gate, false, &options, &causes, &last_error));
    assert_false(causes->known);
    wyrm_gate_causes_free(causes);
}

static int set_up(void **state)
{
    *state = ruleset_with("tutorial", NULL);
    return 0;
}

AROUND_ALL(set_up, close_design)
