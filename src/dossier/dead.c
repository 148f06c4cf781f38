/* Dead content: by the exact tables of the ruleset, and by what all bots met and found. */
#include "dossier/dead.h"

#include <stdlib.h>

#include "judge/findings.h"

static const struct {
    const char *key, *words;
} rows[WYRM_DEAD_COUNT] = {
#define WYRM_DEAD_ROW(name, key, words) [name] = {key, words},
    WYRM_DEAD_ROWS(WYRM_DEAD_ROW)
#undef WYRM_DEAD_ROW
};

const char *wyrm_dead_key(wyrm_death death)
{
    return rows[death].key;
}

const char *wyrm_dead_words(wyrm_death death)
{
    return rows[death].words;
}

size_t wyrm_dead_count(const wyrm_dead *dead, wyrm_death death)
{
    size_t count = 0;
    for (size_t i = 0; i < dead->count; i++)
        count += dead->things[i].death == death;
    return count;
}

void wyrm_dead_release(wyrm_dead *dead)
{
    free(dead->things);
    *dead = (wyrm_dead){0};
}

/* False where it is alive. */
static bool monster_death(const wyrm_dossier_side *side, const judge_presence *presence,
                          size_t index, wyrm_death *out)
{
    for (size_t i = 0; i < side->bot_count; i++)
        if (side->bots[i].summary->monsters[index].met > 0)
            return false;
    *out =
        presence->knows_monsters && !presence->monsters[index] ? WYRM_DEAD_ABSENT : WYRM_DEAD_UNMET;
    return true;
}

static bool item_death(const wyrm_dossier_side *side, const judge_presence *presence, size_t index,
                       wyrm_death *out)
{
    uint64_t lain = 0, found = 0, used = 0;
    for (size_t i = 0; i < side->bot_count; i++) {
        const wyrm_summary *summary = side->bots[i].summary;
        lain += summary->items[index].lain;
        found += summary->items[index].found;
        used += summary->items[index].used;
    }
    bool absent = presence->knows_items && !presence->items[index];
    *out = lain == 0    ? absent ? WYRM_DEAD_UNFINDABLE : WYRM_DEAD_UNSEEN
           : found == 0 ? WYRM_DEAD_UNTAKEN
                        : WYRM_DEAD_UNUSED;
    return used == 0;
}

static void add_all(const wyrm_dossier_side *side, const judge_presence *presence,
                    wyrm_death wanted, wyrm_dead *out)
{
    const wyrm_roster *roster = wyrm_design_roster(side->design);
    const wyrm_item_kind *kinds;
    wyrm_loot_kinds(wyrm_design_loot(side->design), &kinds);
    wyrm_death death;
    for (size_t i = 0; i < out->monsters; i++) {
        const wyrm_monster *monster = wyrm_roster_monster(roster, i);
        if (monster_death(side, presence, i, &death) && death == wanted)
            out->things[out->count++] = (wyrm_dead_thing){death, monster->name, monster->title};
    }
    for (size_t i = 0; i < out->items; i++)
        if (item_death(side, presence, i, &death) && death == wanted)
            out->things[out->count++] = (wyrm_dead_thing){death, kinds[i].name, kinds[i].title};
}

wyrm_status wyrm_dead_find(const wyrm_dossier *dossier, wyrm_dead *out, wyrm_error *error)
{
    const wyrm_dossier_side *side = &dossier->sides[0];
    const wyrm_item_kind *kinds;
    judge_presence presence;
    *out = (wyrm_dead){
        .monsters = wyrm_roster_count(wyrm_design_roster(side->design)),
        .items = wyrm_loot_kinds(wyrm_design_loot(side->design), &kinds),
    };
    for (size_t i = 0; i < side->bot_count; i++)
        out->runs += side->bots[i].summary->runs;
    out->things = calloc(out->monsters + out->items + 1, sizeof *out->things);
    if (out->things == NULL)
        return wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory");
    wyrm_status status = wyrm_judge_presence_find(side->design, &presence, error);
    for (int death = 0; death < WYRM_DEAD_COUNT && status == WYRM_OK; death++)
        add_all(side, &presence, (wyrm_death)death, out);
    wyrm_judge_presence_release(&presence);
    return status;
}
