/* The matchups of a ruleset that are worth a test: every monster where it is first met, and the
 * player that it meets there. */
#include <stdio.h>
#include <string.h>

#include "metrics/internal.h"

/* The first depth that a monster comes to: its level where monsters have levels, the last depth
 * where chance never brings it. */
static int32_t first_depth(const wyrm_design *design, int32_t monster)
{
    const wyrm_encounter *encounter = wyrm_design_encounter(design);
    int32_t last = wyrm_encounter_last_depth(encounter);
    int32_t level = wyrm_roster_monster(wyrm_design_roster(design), monster)->level;
    if (last == 0)
        return level > 0 ? level : 1;
    for (int32_t depth = 1; depth <= last; depth++)
        if (wyrm_encounter_comes(encounter, depth, monster))
            return depth;
    return last;
}

static bool is_same(const wyrm_combatant *one, const wyrm_combatant *other)
{
    return one->max_hp == other->max_hp && !(one->hp_amount < other->hp_amount) &&
           !(one->hp_amount > other->hp_amount) &&
           memcmp(one->stats, other->stats, sizeof one->stats) == 0;
}

/* "orc", or where depths change it "orc@5". */
static void read_pair(base_arena *arena, const wyrm_design *design, int32_t monster,
                      wyrm_matchup_pair *out)
{
    const wyrm_roster *roster = wyrm_design_roster(design);
    const char *name = wyrm_roster_monster(roster, monster)->name;
    wyrm_combatant plain;
    wyrm_reference reference;
    out->depth = first_depth(design, monster);
    base_must(arena, wyrm_design_reference(design, out->depth, &reference, &arena->error));
    base_must(arena, wyrm_roster_combatant(roster, name, &plain, &arena->error));
    snprintf(out->player, sizeof out->player, "%s", reference.text);
    snprintf(out->monster, sizeof out->monster, "%s", name);
    out->of_player = reference.player;
    wyrm_roster_spawn(roster, monster, out->depth, WYRM_VARIANT_NONE, &out->of_monster);
    if (!is_same(&plain, &out->of_monster))
        snprintf(out->monster, sizeof out->monster, "%.70s@%d", name, out->depth);
}

static void make_pairs(base_arena *arena, void *result, void *context)
{
    wyrm_matchup_pairs *out = result;
    const wyrm_design *design = *(const wyrm_design **)context;
    const wyrm_roster *roster = wyrm_design_roster(design);
    size_t count = wyrm_roster_has_player(roster) ? wyrm_roster_count(roster) : 0;
    wyrm_matchup_pair *pairs = base_array(arena, wyrm_matchup_pair, count);
    for (size_t i = 0; i < count; i++)
        read_pair(arena, design, (int32_t)i, &pairs[i]);
    *out = (wyrm_matchup_pairs){count, pairs};
}

wyrm_status wyrm_matchup_pairs_of(const wyrm_design *design, wyrm_matchup_pairs **out,
                                  wyrm_error *error)
{
    return base_make(sizeof **out, make_pairs, &design, out, error);
}

void wyrm_matchup_pairs_free(wyrm_matchup_pairs *pairs)
{
    base_unmake(pairs);
}
