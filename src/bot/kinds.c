/* The ladder of bots. */
#include "bot/kinds.h"

#include <stdio.h>
#include <string.h>

static const wyrm_bot_kind kinds[] = {
    {"idle", "waits for its end"},
    {"random", "does anything that makes sense to somebody, at random"},
    {"diver", "looks for the stairs and takes them, and fights who stands in the way"},
    {"brawler",
     "attacks whoever it sees until it finds the stairs, and drinks when it is nearly dead"},
    {"explorer", "clears floors, wears what is better, drinks when low, rests, and burns groups"},
    {"tactician", "reckons each fight, and has the right place and means for it or leaves"},
};
#define COUNT (sizeof kinds / sizeof *kinds)

static wyrm_urge *const *const urges[COUNT] = {
    wyrm_idle_urges,    wyrm_random_urges,   wyrm_diver_urges,
    wyrm_brawler_urges, wyrm_explorer_urges, wyrm_tactician_urges,
};

const wyrm_bot_kind *wyrm_bot_kinds(size_t *count)
{
    if (count)
        *count = COUNT;
    return kinds;
}

wyrm_urge *const *wyrm_urges_of(const wyrm_bot_kind *kind)
{
    for (size_t i = 0; i < COUNT; i++)
        if (&kinds[i] == kind)
            return urges[i];
    return NULL;
}

wyrm_status wyrm_bot_find(const char *name, const wyrm_bot_kind **out, wyrm_error *error)
{
    const char *names[COUNT];
    *out = NULL;
    for (size_t i = 0; i < COUNT; i++) {
        names[i] = kinds[i].name;
        if (strcmp(name, kinds[i].name) == 0) {
            *out = &kinds[i];
            return WYRM_OK;
        }
    }
    const char *nearest = wyrm_nearest(name, names, COUNT);
    wyrm_fail(error, WYRM_ERROR_UNKNOWN, "there is no bot '%.100s'", name);
    if (error && nearest)
        snprintf(error->hint, sizeof error->hint, "did you mean '%.100s'?", nearest);
    return WYRM_ERROR_UNKNOWN;
}
