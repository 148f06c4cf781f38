/* Loot by bands of depths: rooms are drawn here, in the order of the document (Catacombs of YARL,
 * "How Spawning Works"). */
#include "base/arena.h"
#include "loot/internal.h"

#include <string.h>

static const wyrm_banded_band *band_at(const wyrm_banded *state, int32_t depth)
{
    return &state->by_band[wyrm_bands_at(&state->bands, depth)];
}

/* Steps 1 and 2: the most items of a room, by mode and depth, thinned by the density of its band. A
 * depth below 1 counts as 1, as for bands. */
static double most_items(const wyrm_banded *state, const wyrm_loot_context *context)
{
    bool named = context->mode > 0 && (size_t)context->mode <= state->facts.mode_count;
    size_t mode = named ? (size_t)context->mode - 1 : state->facts.mode;
    int32_t depth = context->depth > 1 ? context->depth : 1;
    return wyrm_value_at_depth(state->most[mode], depth) * band_at(state, depth)->density;
}

static const wyrm_banded_extra *extra_of(const wyrm_banded *state, const wyrm_loot_context *context)
{
    static const wyrm_banded_extra none = {0};
    bool has_role = (unsigned)context->kind.role < WYRM_ROOM_ROLE_COUNT;
    return has_role ? &state->extra[context->kind.role] : &none;
}

/* Step 5: the number of items, then each by weight; the weights of steps 3 and 4 are those of the
 * band. The number is drawn also where there is nothing to be found. */
static size_t room(const void *model, const wyrm_loot_context *context, int32_t room, wyrm_rng *rng,
                   wyrm_item *items)
{
    const wyrm_banded *state = model;
    const wyrm_banded_extra *extra = extra_of(state, context);
    const wyrm_alias *draw = band_at(state, context->depth)->draw;
    int32_t count = wyrm_item_number_draw(most_items(state, context), state->rounding, rng);
    for (size_t i = 0; i < extra->count; i++)
        count += (int32_t)wyrm_rng_between(rng, extra->least[i], extra->most[i]);
    if (!draw)
        return 0;
    for (int32_t i = 0; i < count; i++)
        items[i] = (wyrm_item){.kind = (int32_t)wyrm_alias_draw(draw, rng), .room = room};
    return (size_t)count;
}

/* Replaces *sum by the sum of it and another number. */
static wyrm_status add_extra(int32_t least, int32_t most, wyrm_pmf **sum, wyrm_error *error)
{
    wyrm_pmf *more = NULL, *both = NULL;
    wyrm_status status = wyrm_pmf_uniform(least, most, &more, error);
    if (status == WYRM_OK)
        status = wyrm_pmf_add(*sum, more, &both, error);
    wyrm_pmf_free(more);
    if (status == WYRM_OK) {
        wyrm_pmf_free(*sum);
        *sum = both;
    }
    return status;
}

static wyrm_status number(const void *model, const wyrm_loot_context *context, int32_t room,
                          wyrm_pmf **out, wyrm_error *error)
{
    const wyrm_banded *state = model;
    const wyrm_banded_extra *extra = extra_of(state, context);
    wyrm_pmf *sum = NULL;
    (void)room;
    *out = NULL;
    if (!band_at(state, context->depth)->found)
        return wyrm_pmf_point(0, out, error);
    wyrm_status status = wyrm_item_number(most_items(state, context), state->rounding, &sum, error);
    for (size_t i = 0; i < extra->count && status == WYRM_OK; i++)
        status = add_extra(extra->least[i], extra->most[i], &sum, error);
    if (status != WYRM_OK) {
        wyrm_pmf_free(sum);
        return status;
    }
    *out = sum;
    return WYRM_OK;
}

static void read_shares(const wyrm_pmf *kinds, size_t count, double *shares)
{
    for (size_t i = 0; i < count; i++)
        shares[i] = kinds ? wyrm_pmf_at(kinds, (int64_t)i) : 0;
}

static void shares(const void *model, const wyrm_loot_context *context, double *out)
{
    const wyrm_banded *state = model;
    read_shares(band_at(state, context->depth)->found, state->kinds.count, out);
}

/* Step 6: what pity asks of the model. */
static bool has_pity(const void *model, const wyrm_loot_context *context)
{
    const wyrm_banded *state = model;
    return wyrm_room_has_pity(&state->roles, &context->kind);
}

static unsigned can_give(const void *model, const wyrm_loot_context *context, size_t *band)
{
    const wyrm_banded *state = model;
    *band = wyrm_bands_at(&state->bands, context->depth);
    return state->by_band[*band].can_give;
}

static int32_t pity_kind(const void *model, const wyrm_loot_context *context, size_t category,
                         wyrm_rng *rng)
{
    const wyrm_banded *state = model;
    return (int32_t)wyrm_alias_draw(band_at(state, context->depth)->give[category], rng);
}

static void pity_shares(const void *model, const wyrm_loot_context *context, size_t category,
                        double *out)
{
    const wyrm_banded *state = model;
    read_shares(band_at(state, context->depth)->given[category], state->kinds.count, out);
}

static size_t kinds(const void *model, const wyrm_item_kind **out)
{
    const wyrm_banded *state = model;
    *out = state->kinds.rows;
    return state->kinds.count;
}

static const wyrm_loot_facts *facts(const void *model)
{
    return &((const wyrm_banded *)model)->facts;
}

static void release(void *model)
{
    wyrm_banded_release(model);
    wyrm_free(model);
}

static wyrm_status make(const wyrm_ruleset *ruleset, const wyrm_value *parameters, void **out,
                        wyrm_errors *errors)
{
    *out = NULL;
    wyrm_banded *state = base_zeroed(1, sizeof *state);
    if (!state)
        return WYRM_ERROR_MEMORY;
    wyrm_status status = wyrm_banded_read(ruleset, parameters, state, errors);
    if (status != WYRM_OK) {
        release(state);
        return status;
    }
    *out = state;
    return WYRM_OK;
}

const wyrm_loot_model wyrm_loot_banded = {
    .model = {.name = "banded",
              .summary = "items by weight in every room, thinned and shifted by bands of depths, "
                         "with pity after bad luck",
              .parameters = wyrm_banded_rows,
              .extensions = wyrm_banded_extensions},
    .make = make,
    .release = release,
    .kinds = kinds,
    .room = room,
    .facts = facts,
    .number = number,
    .shares = shares,
    .has_pity = has_pity,
    .pity_kind = pity_kind,
    .pity_shares = pity_shares,
    .can_give = can_give,
};
