/* For tests of combat, growth and roster alone: a small ruleset with a combat model and growth by
 * choices, without the models of the dungeon. */
#ifndef WYRM_TESTS_WITH_FIGHTERS_H
#define WYRM_TESTS_WITH_FIGHTERS_H

#include "helpers.h"

#include <wyrm/roster.h>

typedef struct fighters {
    wyrm_ruleset *ruleset;
    wyrm_combat *combat;
    wyrm_growth *growth;
    wyrm_roster *roster;
} fighters;

static inline void fighters_close(fighters *them)
{
    wyrm_roster_free(them->roster);
    wyrm_growth_free(them->growth);
    wyrm_combat_free(them->combat);
    wyrm_ruleset_free(them->ruleset);
    *them = (fighters){NULL, NULL, NULL, NULL};
}

#define OWNED_FIGHTERS OWNED_VALUE(fighters, fighters_close)

/* Reads the text and makes all four parts as far as possible; the caller closes them. */
static inline wyrm_status fighters_try(const char *combat, const char *text, fighters *them,
                                       wyrm_errors *errors)
{
    static char whole[16384];
    int length = snprintf(whole, sizeof whole,
                          "name: small\nmodels: {combat: %s, growth: points, encounter: tracker, "
                          "loot: scatter, map: rooms}\n%s",
                          combat, text);
    assert_true(length > 0 && (size_t)length < sizeof whole);
    *them = (fighters){NULL, NULL, NULL, NULL};
    wyrm_status status = wyrm_ruleset_parse(wyrm_design_schema(), "small.yaml", whole,
                                            (size_t)length, NULL, NULL, &them->ruleset, errors);
    if (status == WYRM_OK)
        status = wyrm_combat_new(them->ruleset, &them->combat, errors);
    if (status == WYRM_OK)
        status = wyrm_growth_new(them->ruleset, them->combat, &them->growth, errors);
    if (status == WYRM_OK)
        status = wyrm_roster_new(them->ruleset, them->combat, them->growth, &them->roster, errors);
    return status;
}

/* The same for a valid text, which starts at line 3 of the ruleset. */
static inline fighters fighters_of(const char *combat, const char *text)
{
    fighters them;
    wyrm_errors *errors = fresh_errors();
    assert_told(fighters_try(combat, text, &them, errors), errors);
    wyrm_errors_free(errors);
    return them;
}

/* For the setup and teardown of tests whose *state they are. */
static inline int fighters_share(fighters them, void **state)
{
    fighters *shared = zeroed(1, sizeof *shared);
    *shared = them;
    *state = shared;
    return 0;
}

static inline int fighters_end(void **state)
{
    fighters_close(*state);
    free(*state);
    return 0;
}

/* Asserts that the text has exactly one error, with this formatted text. */
static inline void fighters_fail(const char *combat, const char *text, const char *wanted)
{
    fighters them;
    OWNED_ERRORS *errors = fresh_errors();
    assert_int_equal(fighters_try(combat, text, &them, errors), WYRM_ERROR_RULESET);
    char told[1024] = "";
    if (wyrm_errors_kept(errors) > 0)
        wyrm_error_format(wyrm_errors_at(errors, 0), told, sizeof told);
    told[strcspn(told, "\n")] = '\0';
    assert_string_equal(told, wanted);
    assert_int_equal(wyrm_errors_count(errors), 1);
    fighters_close(&them);
}

static inline wyrm_combatant fighter_of(const fighters *them, const char *text)
{
    wyrm_combatant combatant;
    assert_works(wyrm_roster_combatant(them->roster, text, &combatant, &last_error));
    return combatant;
}

/* Asserts that a combatant is refused with this status and message. */
static inline void fighter_fails(const fighters *them, const char *text, wyrm_status wanted,
                                 const char *message, const char *hint)
{
    wyrm_combatant combatant;
    wyrm_error error = {.code = WYRM_OK};
    wyrm_status status = wyrm_roster_combatant(them->roster, text, &combatant, &error);
    if (status != wanted || strcmp(error.message, message) != 0 || strcmp(error.hint, hint) != 0)
        fail_msg("'%s': status %d, '%s' (%s); wanted %d, '%s' (%s)", text, (int)status,
                 error.message, error.hint, (int)wanted, message, hint);
    assert_int_equal(wyrm_roster_combatant(them->roster, text, &combatant, NULL), wanted);
}

static inline double stat_of(const fighters *them, const wyrm_combatant *who, const char *name)
{
    int stat = wyrm_combat_stat(them->combat, name);
    if (stat < 0)
        fail_msg("no stat '%s'", name);
    return who->stats[stat];
}

/* One attack, by the texts of both sides. */
typedef struct strike {
    const char *attacker, *defender;
    wyrm_attack_kind kind;
    double distance, off_centre;
} strike;

static inline wyrm_status try_strike(const fighters *them, strike blow, wyrm_pmf **damage,
                                     wyrm_error *error)
{
    wyrm_combatant attacker = fighter_of(them, blow.attacker);
    wyrm_combatant defender = fighter_of(them, blow.defender);
    const wyrm_matchup matchup = {.attacker = &attacker,
                                  .defender = &defender,
                                  .attack = blow.kind,
                                  .distance = blow.distance,
                                  .off_centre = blow.off_centre};
    return wyrm_combat_hit(them->combat, &matchup, damage, error);
}

static inline wyrm_pmf *strike_pmf(const fighters *them, strike blow)
{
    wyrm_pmf *damage;
    assert_works(try_strike(them, blow, &damage, &last_error));
    double sum = 0;
    for (size_t i = 0; i < wyrm_pmf_length(damage); i++)
        sum += wyrm_pmf_probabilities(damage)[i];
    assert_near(sum, 1, 1e-12);
    assert_true(wyrm_pmf_first(damage) >= 0);
    return damage;
}

/* The damage of a melee attack from the next tile. */
static inline wyrm_pmf *blow_pmf(const fighters *them, const char *attacker, const char *defender)
{
    return strike_pmf(them, (strike){attacker, defender, WYRM_ATTACK_MELEE, 1, 0});
}

static inline double blow_mean(const fighters *them, const char *attacker, const char *defender)
{
    wyrm_pmf *damage = blow_pmf(them, attacker, defender);
    double mean = wyrm_pmf_mean(damage);
    wyrm_pmf_free(damage);
    return mean;
}

/* Checks that the damage has the probabilities wanted[0..count) of 0, 1, ... */
static inline void check_blow(const fighters *them, const char *attacker, const char *defender,
                              const double *wanted, size_t count)
{
    OWNED_PMF *damage = blow_pmf(them, attacker, defender);
    assert_int_equal(wyrm_pmf_last(damage), count - 1);
    for (size_t n = 0; n < count; n++)
        assert_near(wyrm_pmf_at(damage, (int64_t)n), wanted[n], 1e-12);
}

static inline void strike_fails(const fighters *them, strike blow, wyrm_status wanted,
                                const char *message)
{
    wyrm_pmf *damage = NULL;
    wyrm_error error = {.code = WYRM_OK};
    wyrm_status status = try_strike(them, blow, &damage, &error);
    if (status != wanted || strcmp(error.message, message) != 0)
        fail_msg("%s at %s: status %d, '%s'; wanted %d, '%s'", blow.attacker, blow.defender,
                 (int)status, error.message, (int)wanted, message);
    assert_null(damage);
}

/* The steps of an explanation; check_step finds one by its label. */
typedef struct explanation {
    wyrm_step steps[WYRM_STEPS_MAX];
    size_t count;
} explanation;

static inline explanation explain_strike(const fighters *them, strike blow)
{
    explanation told;
    wyrm_combatant attacker = fighter_of(them, blow.attacker);
    wyrm_combatant defender = fighter_of(them, blow.defender);
    const wyrm_matchup matchup = {.attacker = &attacker,
                                  .defender = &defender,
                                  .attack = blow.kind,
                                  .distance = blow.distance,
                                  .off_centre = blow.off_centre};
    told.count = wyrm_combat_explain(them->combat, &matchup, told.steps);
    assert_in_range(told.count, 0, WYRM_STEPS_MAX);
    for (size_t i = 0; i < told.count; i++) {
        assert_true(strlen(told.steps[i].label) + 1 < sizeof told.steps[i].label);
        assert_true(strlen(told.steps[i].formula) + 1 < sizeof told.steps[i].formula);
        assert_non_null(told.steps[i].unit);
    }
    return told;
}

static inline const wyrm_step *step_of(const explanation *told, const char *label)
{
    for (size_t i = 0; i < told->count; i++)
        if (strcmp(told->steps[i].label, label) == 0)
            return &told->steps[i];
    for (size_t i = 0; i < told->count; i++)
        print_error("  %s\n", told->steps[i].label);
    fail_msg("no step '%s'", label);
    return NULL;
}

static inline void check_step(const explanation *told, const char *label, double value,
                              const char *unit, const char *formula)
{
    const wyrm_step *step = step_of(told, label);
    assert_near(step->value, value, 1e-9);
    assert_string_equal(step->unit, unit);
    assert_string_equal(step->formula, formula);
}

#endif
