/* The whole schema of a ruleset file, as one constant table out of the tables of all modules; and
 * the rows of `gate` and `targets`, which only those read who weigh a ruleset. */

#include <wyrm/trade.h>
#include "combat/internal.h"
#include "design/internal.h"
#include "dungeon/internal.h"
#include "growth/internal.h"
#include "loot/internal.h"

/* A margin: two simulations whose difference is surely within it are equivalent. */
#define MARGIN(key, most, text, of)                                                                \
    {                                                                                              \
        .name = key, .kind = WYRM_KIND_MARGIN, .least = 0.0, .greatest = most,                     \
        .default_value = text, .summary = of                                                       \
    }

static const wyrm_field margin_fields[] = {
    MARGIN("win_rate", 1, "0.02", "of the share of runs that are won"),
    MARGIN("survival", 1, "0.03", "of the share of runs that survive a depth"),
    MARGIN("final_depth", 1000, "3 %", "of the mean depth that runs end on"),
    MARGIN("final_level", 1000, "3 %", "of the mean level at the end"),
    MARGIN("turns_per_floor", 1e6, "3 %", "of the mean turns that a floor takes"),
    MARGIN("damage_per_floor", 1e6, "3 %", "of the mean hit points that a floor takes"),
    MARGIN("starved", 1, "0.02", "of the share of runs that starve"),
    MARGIN("unfinished", 1, "0.02", "of the share of runs that are cut off or stall"),
    {.kind = WYRM_KIND_END},
};

/* clang-format off */
static const wyrm_field gate_fields[] = {
    {.name = "alarm", .kind = WYRM_KIND_REAL, .least = 0.00001, .greatest = 0.5, .default_value = "0.01",
     .summary = "the chance that it fails although nothing has changed, over all metrics together"},
    {.name = "margins", .kind = WYRM_KIND_RECORD, .fields = margin_fields, .default_value = "{}",
     .summary = "differences up to these are nobody's business"},
    {.kind = WYRM_KIND_END},
};
/* clang-format on */

/* The rows of `targets`: what a designer wants, one named metric each.
 *
 * The wanted range stands under exactly one of `range`, `at_least` and `at_most`; the last two
 * leave the other end open. Which of the place keys (of, against, levels, ...) a target needs
 * depends on its metric and is checked where metrics are known. */

static const char *const strikers[] = {"subject", "opponent", NULL};
static const char *const attacks[] = {[WYRM_ATTACK_MELEE] = "melee",
                                      [WYRM_ATTACK_FIRED] = "fired",
                                      [WYRM_ATTACK_THROWN] = "thrown",
                                      NULL};

/* clang-format off */
static const wyrm_field target_fields[] = {
    {.name = "claim", .kind = WYRM_KIND_TEXT,
     .summary = "the target in words, as the verdict shows it"},
    {.name = "metric", .kind = WYRM_KIND_NAME, .required = true,
     .summary = "what is measured: a metric by name"},
    {.name = "of", .kind = WYRM_KIND_TEXT,
     .summary = "who is measured, attacks or fights: 'player@6,weapon=5'. {level} stands for each "
                "of `levels`: 'player@{level}', {depth} for each of `depths`. Of some metrics a "
                "role of growth, a monster, an item, a category of items, a status of rooms"},
    {.name = "against", .kind = WYRM_KIND_TEXT,
     .summary = "the combatant that it is measured against: 'monster@6', 'monster@{level}'"},
    {.name = "stat", .kind = WYRM_KIND_NAME,
     .summary = "which number of the combatant: max_hp or a stat of the combat model"},
    {.name = "first", .kind = WYRM_KIND_CHOICE, .choices = strikers,
     .summary = "who strikes first in a duel; the subject where it is not said"},
    {.name = "attack", .kind = WYRM_KIND_CHOICE, .choices = attacks,
     .summary = "how the attack is made, with what is held; hand to hand where it is not said"},
    {.name = "distance", .kind = WYRM_KIND_REAL, .greatest = 10000, .unit = "tiles",
     .summary = "how far apart the two are; 1, the next tile, where it is not said"},
    {.name = "levels", .kind = WYRM_KIND_RANGE, .least = -1000, .greatest = 10000,
     .summary = "measures at each of these levels: {level} in `of` and `against` stands for it"},
    {.name = "depths", .kind = WYRM_KIND_RANGE, .least = 1, .greatest = WYRM_DEPTH_MAX,
     .summary = "measures at each of these depths"},
    {.name = "bands", .kind = WYRM_KIND_RANGE, .least = 1, .greatest = WYRM_BANDS_MAX,
     .summary = "measures over all depths of each of these bands, by their numbers from 1"},
    {.name = "tracker", .kind = WYRM_KIND_INTERVAL, .least = 1, .greatest = 10000,
     .summary = "measures at these levels of the difficulty tracker: [5, 25] is 5, 6, ... 25, and "
                "4.1 has a tenth of the way to level 5 behind it"},
    {.name = "below", .kind = WYRM_KIND_RANGE, .least = 0, .greatest = 10000, .unit = "levels",
     .summary = "how far below the tracker a monster's level counts: [1, 3] is one to three below, "
                "[4, 10000] everything lower"},
    {.name = "within", .kind = WYRM_KIND_INTERVAL,
     .summary = "for metrics that are shares: the values that count, both ends included"},
    {.name = "rooms", .kind = WYRM_KIND_INTEGER, .least = 1, .greatest = WYRM_DROUGHT_MAX,
     .unit = "rooms", .summary = "for metrics that count rooms in a row: how many"},
    {.name = "mode", .kind = WYRM_KIND_NAME,
     .summary = "the mode of loot that it is measured in; without it, the one that is played"},
    {.name = "bot", .kind = WYRM_KIND_NAME,
     .summary = "for metrics of runs: who plays; the explorer where it is not said"},
    {.name = "arena", .kind = WYRM_KIND_NAME,
     .summary = "for metrics of set fights: which of `arenas`"},
    WYRM_WANTED_ROWS,
    {.kind = WYRM_KIND_END},
};
/* clang-format on */

static const char *const retired[][2] = {{"fidelity", "leave it out: runs are always played"}, {0}};

/* clang-format off */
static const wyrm_field target_element[] =
    WYRM_ELEMENT("target", RECORD, .fields = target_fields, .retired = retired,
                 .summary = "one target: a metric, where it is measured, and the range it should "
                            "be in");
/* clang-format on */

/* clang-format off */
/* The rows of `tune`: keys that may move (wyrm/tune.h reads them). */
static const wyrm_field path_element[] =
    WYRM_ELEMENT("path", TEXT, .summary = "of a key");
static const wyrm_field knob_fields[] = {
    WYRM_ROW("keys", LIST, .required = true, .least = 1, .greatest = 32, .fields = path_element,
     .summary = "paths such as monsters.orc.hp; further ones keep their proportion to the first"),
    WYRM_ROW("from", REAL, .summary = "how low the first may go; without it, half of what it is"),
    WYRM_ROW("to", REAL, .summary = "how high; without it, twice what it is"),
    WYRM_ROW("step", REAL, .summary = "from what it is; without it, 1, or about a hundredth of "
                                      "the range"),
    WYRM_ROW("cost", REAL, .greatest = 1000000, .summary = "of doubling it; without it, 1"),
    WYRM_ROW("as", TEXT, .summary = "where in an amount the number stands: '2d6+{}'"),
    {.kind = WYRM_KIND_END},
};
static const wyrm_field knob_element[] =
    WYRM_ELEMENT("knob", RECORD, .fields = knob_fields, .summary = "tied keys");

static const wyrm_section sections[] = {
    {.field = WYRM_ROW("bands", MAP, .greatest = WYRM_BANDS_MAX, .default_value = "{}",
     .fields = wyrm_band_element, .source = "Catacombs of YARL, \"Room Budgets\"",
     .summary = "Ranges of depths that share budgets, multipliers and thresholds, ascending, "
                "without gaps; depths outside count as the nearest.")},
    {.field = WYRM_ROW("combat", RECORD, .default_value = "{}", .summary = "what one attack does"),
     .models = wyrm_combat_model_table, .optional = true},
    {.field = WYRM_ROW("growth", RECORD, .default_value = "{}", .fields = wyrm_growth_shared_rows,
     .summary = "what a level is worth, and what it costs"), .models = wyrm_growth_model_table,
     .default_model = "none"},
    {.field = WYRM_ROW("encounter", RECORD, .default_value = "{}",
     .summary = "how hard the dungeon is at a depth, and which monsters it brings"),
     .models = wyrm_encounter_model_table, .optional = true},
    {.field = WYRM_ROW("loot", RECORD, .default_value = "{}",
     .summary = "which items lie on a depth"), .models = wyrm_loot_model_table, .optional = true},
    {.field = WYRM_ROW("map", RECORD, .default_value = "{}", .fields = wyrm_map_shared_rows,
     .summary = "how maps are made"), .models = wyrm_map_model_table, .optional = true},
    {.field = WYRM_ROW("terrain", MAP, .fields = wyrm_terrain_element,
     .greatest = WYRM_TERRAIN_MAX,
     .summary = "what tiles are besides walls and floor, by name: doors, water, lava")},
    {.field = WYRM_ROW("vaults", MAP, .fields = wyrm_vault_element, .greatest = 256,
     .summary = "parts of maps, or whole floors, drawn by hand, by name: the boss room")},
    {.field = WYRM_ROW("game", RECORD, .default_value = "{}", .fields = wyrm_play_rules_rows,
     .summary = "the rules of play that no model has: what is seen, carried, eaten and won")},
    {.field = WYRM_ROW("threat", RECORD, .fields = wyrm_threat_rows,
     .source = "Catacombs of YARL, \"Effective Threat Points\"",
     .summary = "effective threat points of monsters, and how many of them a room should hold")},
    {.field = WYRM_ROW("room_roles", RECORD, .fields = wyrm_room_role_rows,
     .source = "Catacombs of YARL, \"Room Metadata & Roles\"",
     .summary = "what the roles of rooms mean, where it is not what they mean unsaid")},
    {.field = WYRM_ROW("player", RECORD, .fields = wyrm_player_rows,
     .summary = "the player's character")},
    {.field = WYRM_ROW("levels", LIST, .greatest = 1000, .fields = wyrm_level_element,
     .summary = "what the player has at a level, where growth goes by levels: rows of keys of "
                "`player`, from a level on until the next row says another"), .like = "player"},
    {.field = WYRM_ROW("monsters", MAP, .fields = wyrm_monster_element,
     .summary = "the monsters by name")},
    {.field = WYRM_ROW("variants", MAP, .fields = wyrm_variant_element,
     .summary = "variants of monsters by name, such as elites: written as a key of a monster, "
                "orc,elite")},
    {.field = WYRM_ROW("weapons", MAP, .fields = wyrm_weapon_element,
     .summary = "the weapons by name, weakest first")},
    {.field = WYRM_ROW("armors", MAP, .fields = wyrm_armor_element,
     .summary = "the armors by name, weakest first")},
    {.field = WYRM_ROW("items", MAP, .default_value = "{}", .fields = wyrm_item_element,
     .summary = "what lies about besides weapons and armor, by name")},
    {.field = WYRM_ROW("gold", RECORD, .fields = wyrm_gold_rows,
     .summary = "the gold that lies on floors, heap by heap")},
    {.field = WYRM_ROW("shops", MAP, .greatest = WYRM_SHOPS_MAX, .fields = wyrm_shop_element,
     .summary = "shops by name")},
    {.field = {.name = "reference", .kind = WYRM_KIND_LIST, .greatest = 1000,
               .fields = wyrm_reference_element,
               .summary = "the player that a depth is meant for, by depth: who fights its monsters "
                          "where threat is tested and rulesets are compared. Without it, one whose "
                          "level is the depth, with gear of that level, else of game.kit"}},
    {.field = WYRM_ROW("left_out", LIST, .greatest = 200, .fields = wyrm_left_out_element,
     .summary = "what of the game the rules here leave out: answers that it touches say so")},
    {.field = {.name = "arenas", .kind = WYRM_KIND_MAP, .greatest = WYRM_ARENAS_MAX,
               .default_value = "{}", .fields = wyrm_arena_element,
               .summary = "set fights by name, for targets and for `wyrm sim --arena`"}},
    {.field = {.name = "gate", .kind = WYRM_KIND_RECORD, .default_value = "{}", .fields = gate_fields,
               .summary = "what `wyrm compare --gate` holds a changed ruleset to"}},
    {.field = {.name = "targets", .kind = WYRM_KIND_MAP, .default_value = "{}",
               .fields = target_element,
               .summary = "what the designer wants, as metrics and the ranges they should be in"}},
    {.field = WYRM_ROW("tune", MAP, .greatest = 32, .fields = knob_element,
     .summary = "what may move so that the targets hold, for `wyrm tune`: knobs by name")},
};
/* clang-format on */

static const wyrm_schema schema = {
    .sections = sections,
    .count = sizeof sections / sizeof *sections,
};

const wyrm_schema *wyrm_design_schema(void)
{
    return &schema;
}
