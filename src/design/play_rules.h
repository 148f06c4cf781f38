/* The section `game`: its rows, and its check. What it means is in <wyrm/play_rules.h>. */
#ifndef WYRM_SRC_DESIGN_PLAY_RULES_H
#define WYRM_SRC_DESIGN_PLAY_RULES_H

#include <wyrm/loot.h>
#include <wyrm/play_rules.h>

extern const wyrm_field wyrm_play_rules_rows[];

/* The section as an initializer, for constant tables of sections. */
#define WYRM_GAME_SECTION                                                                          \
    {                                                                                              \
        .field = {                                                                                 \
            .name = "game",                                                                        \
            .kind = WYRM_KIND_RECORD,                                                              \
            .fallback = "{}",                                                                      \
            .fields = wyrm_play_rules_rows,                                                        \
            .summary = "the rules of play that no model has: what is seen, carried, eaten and won" \
        }                                                                                          \
    }

/* Checks that the stages of hunger descend to 0 under names of their own, and that none of them and
 * no start is above the most. WYRM_ERROR_RULESET with positions. */
wyrm_status wyrm_play_rules_check(const wyrm_ruleset *ruleset, wyrm_errors *errors);

/* Checks that everything in the kit is a kind of item. As above. */
wyrm_status wyrm_kit_check(const wyrm_ruleset *ruleset, const wyrm_loot *loot, wyrm_errors *errors);

#endif
