/* Fuzz target: fights of rulesets with numbers that nobody would write. Chances are chances. */
#include <math.h>

#include "fuzz.h"
#include "models.h"
#include <wyrm/compare.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    wyrm_error error = {.code = WYRM_OK};
    const wyrm_design *base;
    wyrm_design *design = fuzz_design(data, size, 6, &base);
    if (!design)
        return 0;
    const wyrm_roster *roster = wyrm_design_roster(design);
    for (size_t m = 0; m < wyrm_roster_count(roster); m++) {
        static const char *const levels[] = {"player@1", "player@3", "player@20"};
        const size_t level = (m + (size > 3 ? data[3] : 0)) % 3;
        wyrm_combatant player, monster;
        wyrm_fight_price price;
        if (!fuzz_worked(wyrm_roster_combatant(roster, levels[level], &player, &error), &error) ||
            !fuzz_worked(wyrm_roster_combatant(roster, wyrm_roster_monster(roster, m)->name,
                                               &monster, &error),
                         &error) ||
            !fuzz_worked(wyrm_fight_cost(design, &player, &monster, &price, &error), &error))
            continue;
        demand(isnan(price.death.value) ||
                   (price.death.value >= -1e-9 && price.death.value <= 1 + 1e-9),
               "a chance beyond 0 and 1");
        demand(isnan(price.lost.value) ||
                   (price.lost.value >= -1e-9 && price.lost.value <= 1 + 1e-9),
               "more than all hit points are lost");
    }
    wyrm_design_free(design);
    return 0;
}
