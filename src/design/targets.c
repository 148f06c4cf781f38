/* The rows of `targets`: what a designer wants, one named metric each.
 *
 * The wanted range stands under exactly one of `range`, `at_least` and `at_most`; the last two
 * leave the other end open. Which of the place keys (of, against, levels, ...) a target needs
 * depends on its metric and is checked where metrics are known.
 */
#include "design/targets.h"

#include <wyrm/encounter.h>
#include <wyrm/pity.h>

static const char *const strikers[] = {"subject", "opponent", NULL};
static const char *const attacks[] = {[WYRM_ATTACK_MELEE] = "melee",
                                      [WYRM_ATTACK_FIRED] = "fired",
                                      [WYRM_ATTACK_THROWN] = "thrown",
                                      NULL};

static const wyrm_field target_fields[] = {
    {.name = "claim",
     .kind = WYRM_KIND_TEXT,
     .summary = "the target in words, as the verdict shows it"},
    {.name = "metric",
     .kind = WYRM_KIND_NAME,
     .required = true,
     .summary = "what is measured: a metric by name"},
    {.name = "of",
     .kind = WYRM_KIND_TEXT,
     .summary =
         "the combatant that is measured, who attacks or who fights: 'player@6,weapon=5'. "
         "{level} in it stands for each of `levels` in turn: 'player@{level}', {depth} for each "
         "of `depths`. Some metrics measure something else by name: a role of growth, a "
         "monster, an item, a category of items, a status of rooms"},
    {.name = "against",
     .kind = WYRM_KIND_TEXT,
     .summary = "the combatant that it is measured against: 'monster@6', 'monster@{level}'"},
    {.name = "stat",
     .kind = WYRM_KIND_NAME,
     .summary = "which number of the combatant: max_hp or a stat of the combat model"},
    {.name = "first",
     .kind = WYRM_KIND_CHOICE,
     .choices = strikers,
     .summary = "who strikes first in a duel; the subject where it is not said"},
    {.name = "attack",
     .kind = WYRM_KIND_CHOICE,
     .choices = attacks,
     .summary = "how the attack is made, with what is held; hand to hand where it is not said"},
    {.name = "distance",
     .kind = WYRM_KIND_REAL,
     .greatest = 10000,
     .unit = "tiles",
     .summary = "how far apart the two are; 1, the next tile, where it is not said. An attack that "
                "does not reach does no damage"},
    {.name = "levels",
     .kind = WYRM_KIND_RANGE,
     .least = -1000,
     .greatest = 10000,
     .summary = "measures at each of these levels: {level} in `of` and `against` stands for it"},
    {.name = "depths",
     .kind = WYRM_KIND_RANGE,
     .least = 1,
     .greatest = WYRM_DEPTH_MAX,
     .summary = "measures at each of these depths"},
    {.name = "bands",
     .kind = WYRM_KIND_RANGE,
     .least = 1,
     .greatest = WYRM_BANDS_MAX,
     .summary = "measures over all depths of each of these bands, by their numbers from 1"},
    {.name = "tracker",
     .kind = WYRM_KIND_INTERVAL,
     .least = 1,
     .greatest = 10000,
     .summary = "measures at these levels of the difficulty tracker: [5, 25] is 5, 6, ... 25, "
                "and 4.1 has a tenth of the way to level 5 behind it"},
    {.name = "below",
     .kind = WYRM_KIND_RANGE,
     .least = 0,
     .greatest = 10000,
     .unit = "levels",
     .summary = "how far below the tracker a monster's level counts: [1, 3] is one to three below, "
                "[4, 10000] everything lower"},
    {.name = "within",
     .kind = WYRM_KIND_INTERVAL,
     .summary = "for metrics that are shares: the values that count, both ends included"},
    {.name = "rooms",
     .kind = WYRM_KIND_INTEGER,
     .least = 1,
     .greatest = WYRM_DROUGHT_MAX,
     .unit = "rooms",
     .summary = "for metrics that count rooms in a row: how many"},
    {.name = "mode",
     .kind = WYRM_KIND_NAME,
     .summary = "the mode of loot that it is measured in; without it, the one that is played"},
    {.name = "bot",
     .kind = WYRM_KIND_NAME,
     .summary = "for metrics of runs: who plays; the explorer where it is not said"},
    {.name = "arena",
     .kind = WYRM_KIND_NAME,
     .summary = "for metrics of set fights: which of `arenas`"},
    {.name = "range",
     .kind = WYRM_KIND_INTERVAL,
     .summary = "where the metric should be, both ends included; one number means exactly it"},
    {.name = "at_least",
     .kind = WYRM_KIND_REAL,
     .summary = "instead of `range`: the metric should be no lower"},
    {.name = "at_most",
     .kind = WYRM_KIND_REAL,
     .summary = "instead of `range`: the metric should be no higher"},
    {.name = "tolerated",
     .kind = WYRM_KIND_INTERVAL,
     .summary = "a wider range that is a warning and no failure. With `at_least` or `at_most` one "
                "number: the limit on that side"},
    {.name = "source", .kind = WYRM_KIND_TEXT, .summary = "where the claim stands"},
    {.name = "note",
     .kind = WYRM_KIND_TEXT,
     .summary = "what a reader of the verdict should know besides"},
    {.kind = WYRM_KIND_END},
};

static const char *const retired[][2] = {{"fidelity", "leave it out: runs are always played"}, {0}};

const wyrm_field wyrm_target_element[2] = {
    {.name = "target",
     .kind = WYRM_KIND_RECORD,
     .fields = target_fields,
     .retired = retired,
     .summary = "one target: a metric, where it is measured, and the range it should be in"},
    {.kind = WYRM_KIND_END},
};
