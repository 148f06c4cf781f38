/* Reads loot by bands of depths from a ruleset: bands, modes, densities, and what rooms of a role
 * have besides. */
#include "loot/banded.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void note(wyrm_status step, wyrm_status *status)
{
    if (*status == WYRM_OK)
        *status = step;
}

/* ------------------------------------------------------------------ how many items */

static wyrm_status read_modes(const wyrm_ruleset *ruleset, const wyrm_value *parameters,
                              wyrm_banded *state, wyrm_errors *errors)
{
    const wyrm_value *modes = wyrm_value_get(parameters, "modes");
    const wyrm_value *chosen = wyrm_value_get(parameters, "mode");
    size_t count = wyrm_value_count(modes);
    bool known = false;
    for (size_t i = 0; i < count; i++) {
        state->modes[i] = wyrm_value_key(modes, i);
        state->most[i] = wyrm_value_item(modes, i);
        if (strcmp(state->modes[i], wyrm_value_text(chosen)) != 0)
            continue;
        state->facts.mode = i;
        known = true;
    }
    state->facts.modes = state->modes;
    state->facts.mode_count = count;
    return known ? WYRM_OK
                 : wyrm_banded_fail_unknown(ruleset, chosen, errors, "mode of loot",
                                            wyrm_value_text(chosen), state->modes, count);
}

static wyrm_status read_density(const wyrm_ruleset *ruleset, const wyrm_value *parameters,
                                wyrm_banded *state, wyrm_errors *errors)
{
    const wyrm_value *density = wyrm_value_get(parameters, "density");
    for (size_t i = 0; i < state->bands.count; i++) {
        const wyrm_value *here = wyrm_value_get(density, state->bands.bands[i].name);
        state->by_band[i].density = here ? wyrm_value_real(here) : 1;
    }
    state->rounding =
        (wyrm_rounding)wyrm_value_choice(wyrm_value_get(parameters, "density_rounding"));
    return wyrm_banded_check_bands(ruleset, state, density, errors);
}

static wyrm_status read_extra_of(const wyrm_ruleset *ruleset, const wyrm_value *list,
                                 const char *key, wyrm_banded *state, wyrm_errors *errors)
{
    const char *names[WYRM_ROOM_ROLE_COUNT];
    for (int i = 0; i < WYRM_ROOM_ROLE_COUNT; i++)
        names[i] = wyrm_room_role_key((wyrm_room_role)i);
    wyrm_room_kind kind = {0};
    if (!wyrm_room_role_find(key, &kind.role))
        return wyrm_banded_fail_unknown(ruleset, list, errors, "role of rooms", key, names,
                                        WYRM_ROOM_ROLE_COUNT);
    if (wyrm_room_has_pity(&state->roles, &kind))
        return wyrm_value_fail(ruleset, list, errors, NULL,
                               "rooms of the role '%s' cannot have extra items: pity works in them",
                               key);
    wyrm_banded_extra *extra = &state->extra[kind.role];
    extra->count = wyrm_value_count(list);
    for (size_t i = 0; i < extra->count; i++) {
        extra->least[i] = (int32_t)wyrm_value_low(wyrm_value_item(list, i));
        extra->most[i] = (int32_t)wyrm_value_high(wyrm_value_item(list, i));
    }
    return WYRM_OK;
}

/* The most items of a room at a depth in a mode. */
static double most_at(const wyrm_banded *state, size_t mode, int32_t depth)
{
    return wyrm_value_at_depth(state->most[mode], depth) *
           state->by_band[wyrm_bands_at(&state->bands, depth)].density;
}

/* Tables change where they have a row, density where a band begins: the greatest most in a mode is
 * one of those. */
static double greatest_most(const wyrm_banded *state, size_t mode)
{
    const wyrm_depth_row *rows = wyrm_value_rows(state->most[mode]);
    size_t count = rows ? wyrm_value_count(state->most[mode]) : 0;
    double greatest = most_at(state, mode, 1);
    for (size_t i = 0; i < count; i++)
        greatest = fmax(greatest, most_at(state, mode, rows[i].from_depth));
    for (size_t i = 0; i < state->bands.count; i++)
        greatest = fmax(greatest, most_at(state, mode, state->bands.bands[i].first_depth));
    return greatest;
}

static wyrm_status check_most(const wyrm_ruleset *ruleset, const wyrm_banded *state,
                              wyrm_errors *errors)
{
    double extra = 0;
    wyrm_status status = WYRM_OK;
    for (size_t role = 0; role < WYRM_ROOM_ROLE_COUNT; role++) {
        double sum = 0;
        for (size_t i = 0; i < state->extra[role].count; i++)
            sum += state->extra[role].most[i];
        extra = fmax(extra, sum);
    }
    for (size_t mode = 0; mode < state->facts.mode_count; mode++) {
        double most = ceil(greatest_most(state, mode)) + extra;
        if (most > WYRM_BANDED_ITEMS_MAX)
            status = wyrm_value_fail(ruleset, state->most[mode], errors, NULL,
                                     "a room could have %g items in the mode '%s', with density "
                                     "and extra ones: at most %d have a place",
                                     most, state->modes[mode], WYRM_BANDED_ITEMS_MAX);
    }
    return status;
}

static wyrm_status read_numbers(const wyrm_ruleset *ruleset, const wyrm_value *parameters,
                                wyrm_banded *state, wyrm_errors *errors)
{
    const wyrm_value *extra = wyrm_value_get(parameters, "extra");
    wyrm_status status = read_modes(ruleset, parameters, state, errors);
    note(read_density(ruleset, parameters, state, errors), &status);
    for (size_t i = 0; i < wyrm_value_count(extra); i++)
        note(read_extra_of(ruleset, wyrm_value_item(extra, i), wyrm_value_key(extra, i), state,
                           errors),
             &status);
    note(check_most(ruleset, state, errors), &status);
    return status;
}

/* ------------------------------------------------------------------ all of it */

wyrm_status wyrm_banded_read(const wyrm_ruleset *ruleset, const wyrm_value *parameters,
                             wyrm_banded *state, wyrm_errors *errors)
{
    wyrm_status kinds = wyrm_kinds_read(ruleset, &state->kinds, errors);
    wyrm_status status = wyrm_bands_read(ruleset, &state->bands, errors);
    if (kinds == WYRM_ERROR_MEMORY || status != WYRM_OK)
        return kinds == WYRM_ERROR_MEMORY ? kinds : status;
    if (state->bands.count == 0)
        return wyrm_value_fail(ruleset, parameters, errors, "add a section `bands`",
                               "loot goes by bands of depths, and the ruleset has none");
    status = kinds;
    state->roles = wyrm_room_rules_read(ruleset);
    note(read_numbers(ruleset, parameters, state, errors), &status);
    wyrm_status categories = wyrm_banded_read_categories(ruleset, parameters, state, errors);
    note(categories, &status);
    if (categories != WYRM_OK)
        return status;
    note(wyrm_banded_read_pity(ruleset, wyrm_value_get(parameters, "pity"), state, errors),
         &status);
    note(wyrm_banded_read_weights(ruleset, parameters, state, errors), &status);
    return status;
}

void wyrm_banded_release(wyrm_banded *state)
{
    for (size_t band = 0; band < WYRM_BANDS_MAX; band++) {
        wyrm_banded_band *here = &state->by_band[band];
        wyrm_pmf_free(here->found);
        wyrm_alias_free(here->draw);
        for (size_t i = 0; i < WYRM_PITY_MAX; i++) {
            wyrm_pmf_free(here->given[i]);
            wyrm_alias_free(here->give[i]);
        }
    }
    wyrm_kinds_release(&state->kinds);
    free(state->kind_categories);
}
