/* Fights with conditions worked out independently (tests/oracles/conditions.py), with the rules in
 * words in golden/foreign/conditions.json: here their blows in the form of the solver. The slots of
 * a side are the conditions in order, then power, then stamina. */
#include "helpers.h"

#include <jansson.h>
#include <wyrm/amount.h>

#include "combat/fight.h"

#define CONDITIONS_MOST 8

typedef struct golden_case {
    json_t *conditions, *fighters[2];
    const char *names[CONDITIONS_MOST];
    json_t *of[CONDITIONS_MOST];
    size_t count;
    wyrm_amount *amounts[32]; /* to free at the end */
    size_t amount_count;
    fight_slot slots[2][CONDITIONS_MOST + 2];
    fight_model model;
} golden_case;

static json_t *member(const json_t *of, const char *key)
{
    return json_object_get(of, key);
}

static double number(const json_t *of, const char *key, double otherwise)
{
    const json_t *value = member(of, key);
    return value ? json_number_value(value) : otherwise;
}

static const char *text(const json_t *of, const char *key, const char *otherwise)
{
    const char *value = json_string_value(member(of, key));
    return value ? value : otherwise;
}

static wyrm_ratio ratio(const json_t *of, const char *key, const char *otherwise)
{
    long long numerator, denominator = 1;
    assert_true(sscanf(text(of, key, otherwise), "%lld/%lld", &numerator, &denominator) >= 1);
    return (wyrm_ratio){numerator, denominator};
}

static const wyrm_pmf *amount(golden_case *c, const json_t *of, const char *key)
{
    const char *said = text(of, key, NULL);
    if (!said)
        return NULL;
    wyrm_amount **at = &c->amounts[c->amount_count++];
    assert_works(wyrm_amount_read(said, at, &last_error));
    return wyrm_amount_pmf(*at);
}

static size_t condition_of(const golden_case *c, const char *name)
{
    size_t i = 0;
    while (strcmp(c->names[i], name) != 0)
        i++;
    return i;
}

/* The change that an effect makes unless its victim saves. */
static fight_change change_of(const golden_case *c, const json_t *effect)
{
    if (member(effect, "drain"))
        return (fight_change){.slot = (uint8_t)c->count,
                              .verb = FIGHT_ADD,
                              .value = -(int32_t)number(effect, "drain", 0)};
    return (fight_change){.of_attacker = json_is_true(member(effect, "self")),
                          .slot = (uint8_t)condition_of(c, text(effect, "condition", "")),
                          .verb = FIGHT_GIVE,
                          .value = (int32_t)number(effect, "value", 0)};
}

/* The stamina that a blow costs. */
static fight_change payment(const golden_case *c, const json_t *blow)
{
    return (fight_change){.of_attacker = true,
                          .slot = (uint8_t)(c->count + 1),
                          .verb = FIGHT_ADD,
                          .value = -(int32_t)number(blow, "cost", 0)};
}

/* The chance that an effect works on a victim. */
static double works(const json_t *effect, const json_t *victim)
{
    int save = (int)number(effect, "save", 0), bonus = (int)number(victim, "save", 0), fails = 0;
    for (int roll = 1; roll <= 20; roll++)
        fails += roll + bonus < save;
    return save > 0 && !json_is_true(member(effect, "self")) ? fails / 20.0 : 1;
}

typedef struct outcomes {
    fight_outcome *list;
    size_t count;
} outcomes;

/* Adds a hit with this damage, with every combination of the effects that work. */
static void add_hit(const golden_case *c, int side, const json_t *blow, double chance,
                    int64_t damage, base_arena *arena, outcomes *out)
{
    const json_t *effects = member(blow, "effects"), *heal = member(blow, "heal");
    const size_t count = json_array_size(effects);
    for (unsigned chosen = 0; chosen < 1u << count; chosen++) {
        fight_outcome o = {.chance = chance,
                           .damage = damage,
                           .heal = json_is_string(heal) ? damage : json_integer_value(heal),
                           .extra = ratio(blow, "extra", "0")};
        fight_change *changes = base_array(arena, fight_change, count + 1);
        changes[o.change_count++] = payment(c, blow);
        for (size_t i = 0; i < count; i++) {
            const json_t *effect = json_array_get(effects, i);
            double p = works(effect, c->fighters[!side]);
            o.chance *= chosen >> i & 1 ? p : 1 - p;
            if (chosen >> i & 1)
                changes[o.change_count++] = change_of(c, effect);
        }
        o.changes = changes;
        out->list[out->count++] = o;
    }
}

static void golden_blow(void *context, int side, size_t number_of, const fight_state *own,
                        const fight_state *other, base_arena *arena, fight_outcomes *told)
{
    golden_case *c = context;
    const json_t *blow = json_array_get(member(c->fighters[side], "blows"), number_of);
    const int cost = (int)number(blow, "cost", 0), sneaks = (int)number(blow, "sneaks", 0);
    const wyrm_pmf *damage = amount(c, blow, "damage");
    outcomes out = {base_array(arena, fight_outcome, 2000), 0};
    double chance = number(blow, "chance", 0);
    int times = 1, plus = 0;
    if (cost > 0)
        told->looked_own |= UINT32_C(1) << (c->count + 1);
    if (json_is_true(member(blow, "power"))) {
        plus = own->slots[c->count];
        told->looked_own |= UINT32_C(1) << c->count;
    }
    for (size_t i = 0; i < c->count; i++) {
        if (plus > 0 && number(c->of[i], "weakens", 0) > 0) {
            told->looked_own |= UINT32_C(1) << i;
            plus -= own->slots[i] > 0 ? (int)number(c->of[i], "weakens", 0) : 0;
        }
        if (sneaks > 0 && json_is_true(member(c->of[i], "helpless"))) {
            told->looked_other |= UINT32_C(1) << i;
            times = other->slots[i] > 0 ? sneaks : times;
        }
    }
    if (own->slots[c->count + 1] < cost) {
        out.list[out.count++] = (fight_outcome){.chance = 1};
    } else {
        fight_change *pays = base_new(arena, fight_change);
        *pays = payment(c, blow);
        chance = times > 1 ? 1 : chance;
        plus = plus > 0 ? plus : 0;
        out.list[out.count++] =
            (fight_outcome){.chance = 1 - chance, .changes = pays, .change_count = 1};
        for (int64_t v = wyrm_pmf_first(damage); v <= wyrm_pmf_last(damage); v++)
            add_hit(c, side, blow, chance * wyrm_pmf_at(damage, v),
                    times * (v + plus > 0 ? v + plus : 0), arena, &out);
    }
    told->list = out.list;
    told->count = out.count;
    wyrm_amount_free(c->amounts[--c->amount_count]);
}

static fight_slot slot_of(golden_case *c, const json_t *of, const json_t *fighter, const char *name)
{
    const char *const ways[] = {"longest", "adds", "replaces", "keeps"};
    fight_slot slot = {.most = 100,
                       .start = (int32_t)number(member(fighter, "begun"), name, 0),
                       .each_turn = (int32_t)number(of, "each_turn", -1),
                       .shaken_off = number(of, "shaken_off", 0),
                       .damage = amount(c, of, "damage"),
                       .times_value = json_is_true(member(of, "times_value")),
                       .helpless = json_is_true(member(of, "helpless")),
                       .ends_when_hurt = json_is_true(member(of, "ends_when_hurt")),
                       .slows = ratio(of, "slows", "1")};
    while (strcmp(ways[slot.stacking], text(of, "stacking", "longest")) != 0)
        slot.stacking++;
    return slot;
}

static fight_side side_of(golden_case *c, int s)
{
    const json_t *fighter = c->fighters[s], *stamina = member(fighter, "stamina");
    for (size_t i = 0; i < c->count; i++)
        c->slots[s][i] = slot_of(c, c->of[i], fighter, c->names[i]);
    c->slots[s][c->count] =
        (fight_slot){.most = 100, .start = (int32_t)number(fighter, "power", 0)};
    c->slots[s][c->count + 1] = (fight_slot){.most = (int32_t)fmax(1, number(stamina, "most", 0)),
                                             .start = (int32_t)number(stamina, "start", 0),
                                             .each_turn = (int32_t)number(stamina, "back", 0)};
    const wyrm_ratio rate = ratio(fighter, "regeneration", "0");
    return (fight_side){.hp = (int64_t)number(fighter, "hp", 0),
                        .max_hp = (int64_t)number(fighter, "max_hp", 0),
                        .regeneration = (double)rate.numerator / (double)rate.denominator,
                        .duration = ratio(fighter, "duration", "1"),
                        .blows = json_array_size(member(fighter, "blows")),
                        .slots = c->slots[s],
                        .slot_count = c->count + 2};
}

static void check_case(const json_t *of)
{
    golden_case c = {.conditions = member(of, "conditions"),
                     .fighters = {member(of, "player"), member(of, "monster")}};
    const char *name;
    json_t *condition;
    json_object_foreach(c.conditions, name, condition)
    {
        c.names[c.count] = name;
        c.of[c.count++] = condition;
    }
    c.model = (fight_model){
        .sides = {side_of(&c, 0), side_of(&c, 1)}, .blow = golden_blow, .context = &c};
    wyrm_duel duel;
    assert_works(fight_solve(&c.model, WYRM_SUBJECT_FIRST, 0, &duel, NULL, &last_error));
    if (fabs(duel.p_win - number(of, "p_win", -1)) > 1e-12)
        print_error("%s:\n", text(of, "name", ""));
    assert_near(duel.p_win, number(of, "p_win", -1), 1e-12);
    assert_near(duel.p_lose, number(of, "p_lose", -1), 1e-12);
    assert_near(duel.turns_mean, number(of, "turns_mean", -1), 1e-10);
    while (c.amount_count > 0)
        wyrm_amount_free(c.amounts[--c.amount_count]);
}

TEST(fights_with_conditions_are_golden)
{
    json_t *golden = json_load_file(GOLDEN_DIR "/foreign/conditions.json", 0, NULL);
    assert_non_null(golden);
    json_t *cases = member(golden, "cases"), *of;
    size_t i;
    json_array_foreach(cases, i, of) check_case(of);
    assert_true(i > 30);
    json_decref(golden);
}
