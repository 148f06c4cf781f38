/* The ladder of bots. */
#include "bot/kinds.h"

#include "bot/heal.h"

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

/* ---- What they know how to use ---- */

#define BIT(kind) WYRM_BOT_KIND(WYRM_EFFECT_##kind)
#define HEALS     (BIT(HEAL) | BIT(FEED))
#define HURTS     (BIT(LIGHTNING) | BIT(BOLT) | BIT(BLAST))
#define PROFITS   (BIT(TEACH) | BIT(MAP))
#define DISABLES  (BIT(CONFUSE) | BIT(SLEEP) | BIT(HOLD) | BIT(SLOW) | BIT(FRIGHTEN) | BIT(BANISH))
#define SAVES     (BIT(HASTE) | BIT(TELEPORT) | BIT(HIDE))
#define FOR_GOOD  (BIT(STRENGTHEN) | BIT(REGENERATE))
#define ANYTHING  UINT32_MAX

/* Bits by kind of effect: of those that last for ever, and of those that last for some turns. A test
 * has them play with every kind of item. */
static const struct {
    uint32_t for_good, for_turns;
} uses[COUNT] = {
    {0, 0}, /* idle */
    {ANYTHING, ANYTHING},
    {0, 0}, /* diver */
    {HEALS, HEALS},
    {HEALS | HURTS | PROFITS | FOR_GOOD, HEALS | HURTS | PROFITS},
    {HEALS | HURTS | PROFITS | DISABLES | SAVES | FOR_GOOD,
     HEALS | HURTS | PROFITS | DISABLES | SAVES | BIT(STRENGTHEN)},
};

bool wyrm_bot_uses(const wyrm_bot_kind *kind, const wyrm_effect *effect)
{
    uint32_t known = effect->turns > 0 ? uses[kind - kinds].for_turns : uses[kind - kinds].for_good;
    return effect->kind != WYRM_EFFECT_NONE && (known & WYRM_BOT_KIND(effect->kind)) != 0;
}

/* ---- The table ---- */

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
