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

/* The names of all arenas as people list them, cut where the text is full. */
static void list_names(const wyrm_value *arenas, char *text, size_t size)
{
    size_t length = 0;
    text[0] = '\0';
    for (size_t i = 0; i < wyrm_value_count(arenas) && length < size; i++) {
        int more = snprintf(text + length, size - length, "%s%s", i > 0 ? ", " : "",
                            wyrm_value_key(arenas, i));
        length += more > 0 ? (size_t)more : 0;
    }
}

static wyrm_status fail_unknown(const wyrm_value *arenas, const char *name, wyrm_error *error)
{
    const char *names[100];
    char all[100];
    size_t count = 0;
    while (count < wyrm_value_count(arenas) && count < 100) {
        names[count] = wyrm_value_key(arenas, count);
        count++;
    }
    const char *nearest = wyrm_nearest(name, names, count);
    wyrm_fail(error, WYRM_ERROR_UNKNOWN, "the ruleset has no arena '%.100s'", name);
    list_names(arenas, all, sizeof all);
    if (error == NULL)
        return WYRM_ERROR_UNKNOWN;
    if (nearest != NULL)
        snprintf(error->hint, sizeof error->hint, "did you mean '%.100s'?", nearest);
    else if (count > 0)
        snprintf(error->hint, sizeof error->hint, "it has %s", all);
    else
        snprintf(error->hint, sizeof error->hint, "it names none; in words: 'player vs orc x4'");
    return WYRM_ERROR_UNKNOWN;
}

wyrm_status wyrm_arena_find(const wyrm_design *design, const char *name, wyrm_arena *out,
                            wyrm_error *error)
{
    const wyrm_value *arenas = arenas_of(design), *found = wyrm_value_get(arenas, name);
    if (found == NULL)
        return fail_unknown(arenas, name, error);
    return wyrm_arena_record(wyrm_design_roster(design), found, out, error);
}
