/* The set fights of a design: by their words and by name. */
#include <wyrm/arena.h>

#include "design/arenas.h"

#include <stdio.h>

wyrm_status wyrm_arena_read(const wyrm_design *design, const char *text, wyrm_arena *out,
                            wyrm_error *error)
{
    return wyrm_arena_fight(wyrm_design_roster(design), text, out, error);
}

static const wyrm_value *arenas_of(const wyrm_design *design)
{
    return wyrm_ruleset_find(wyrm_design_ruleset(design), "arenas");
}

size_t wyrm_arena_count(const wyrm_design *design)
{
    return wyrm_value_count(arenas_of(design));
}

const char *wyrm_arena_name(const wyrm_design *design, size_t index)
{
    return index < wyrm_arena_count(design) ? wyrm_value_key(arenas_of(design), index) : NULL;
}

const char *wyrm_arena_words(const wyrm_design *design, size_t index)
{
    return wyrm_value_text(wyrm_value_get(wyrm_value_item(arenas_of(design), index), "fight"));
}

static wyrm_status fail_unknown(const wyrm_value *arenas, const char *name, wyrm_error *error)
{
    const char *names[100];
    size_t count = 0;
    while (count < wyrm_value_count(arenas) && count < 100) {
        names[count] = wyrm_value_key(arenas, count);
        count++;
    }
    const char *nearest = wyrm_nearest(name, names, count);
    wyrm_fail(error, WYRM_ERROR_UNKNOWN, "the ruleset has no arena '%.100s'", name);
    if (error != NULL && nearest != NULL)
        snprintf(error->hint, sizeof error->hint, "did you mean '%.100s'?", nearest);
    return WYRM_ERROR_UNKNOWN;
}

wyrm_status wyrm_arena_find(const wyrm_design *design, const char *name, wyrm_arena *out,
                            wyrm_error *error)
{
    const wyrm_value *arenas = arenas_of(design), *found = wyrm_value_get(arenas, name);
    if (found == NULL)
        return fail_unknown(arenas, name, error);
    wyrm_status status =
        wyrm_arena_read(design, wyrm_value_text(wyrm_value_get(found, "fight")), out, error);
    if (status != WYRM_OK)
        return status;
    out->shape = (wyrm_arena_shape)wyrm_value_choice(wyrm_value_get(found, "shape"));
    out->distance = (int32_t)wyrm_value_integer(wyrm_value_get(found, "distance"));
    for (size_t i = 0; i < out->count; i++)
        out->monsters[i].asleep = wyrm_value_bool(wyrm_value_get(found, "asleep"));
    return WYRM_OK;
}
