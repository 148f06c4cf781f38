/* The whole schema of a ruleset file, as one constant table made of the tables of all modules; the
 * sections that belong to none of them, `reference` and `left_out`, which are read here; and the
 * rows of `gate`, `targets` and `tune`, which are read only by the parts that judge a ruleset. */

#include <wyrm/trade.h>
#include <stdio.h>
#include <string.h>
#include "combat/internal.h"
#include "design/internal.h"
#include "dungeon/internal.h"
#include "growth/internal.h"
#include "loot/internal.h"

/* ---- The player that a depth is meant for: the section `reference` ----
 *
 * The difficulty of a depth depends on who comes there. A designer names the expected player and
 * gear. Without that it is a player whose level is the depth, with gear of that level if gear has
 * levels, as in RuggRogue; otherwise with the kit of a new game. */

/* clang-format off */
static const wyrm_field reference_fields[] = {
    {.name = "from_depth", .kind = WYRM_KIND_INTEGER, .required = true, .least = 1,
     .greatest = WYRM_DEPTH_MAX,
     .summary = "from this depth up to the next row's"},
    {.name = "combatant", .kind = WYRM_KIND_TEXT, .required = true,
     .summary = "with gear: 'player@3,weapon=shortsword'"},
    {.kind = WYRM_KIND_END},
};
/* clang-format on */

static const wyrm_field reference_element[2] = WYRM_ELEMENT(
    "row", RECORD, .fields = reference_fields, .summary = "the player of a range of depths");

static int32_t from_depth(const wyrm_value *row)
{
    return key_whole(row, "from_depth");
}

static void check_reference(rs_opening *o, const wyrm_design *design)
{
    const wyrm_value *rows = wyrm_ruleset_find(o->ruleset, "reference");
    for (size_t i = 0; i < wyrm_value_count(rows) && design->roster; i++) {
        const wyrm_value *row = wyrm_value_item(rows, i);
        const wyrm_value *value = wyrm_value_get(row, "combatant");
        const char *text = wyrm_value_text(value);
        rs_check_order(o, rows, i, "the reference is");
        wyrm_combatant player;
        wyrm_error error = {0};
        wyrm_status status = wyrm_roster_combatant(design->roster, text, &player, &error);
        if (status == WYRM_ERROR_MEMORY)
            base_fail(o->arena, status);
        if (status != WYRM_OK)
            rs_error(o, value, error.hint, "%s", error.message);
        else if (player.hp < 1)
            rs_error(o, value, NULL, "combatant '%.100s' has no hit points to fight with", text);
    }
}

const design_section design_reference = {check_reference};

static wyrm_status read_reference(const wyrm_roster *roster, const char *text, wyrm_reference *out,
                                  wyrm_error *error)
{
    snprintf(out->text, sizeof out->text, "%s", text);
    wyrm_status status = wyrm_roster_combatant(roster, text, &out->player, error);
    return status == WYRM_OK ? wyrm_roster_outfit(roster, text, &out->outfit, error) : status;
}

/* Whether a combatant's text is valid; fails only with WYRM_ERROR_MEMORY. */
static wyrm_status try_begun(const wyrm_design *design, const char *text, bool *makes_sense,
                             wyrm_error *error)
{
    wyrm_combatant player;
    const wyrm_status status = wyrm_roster_combatant(design->roster, text, &player, error);
    *makes_sense = status == WYRM_OK;
    return status == WYRM_ERROR_MEMORY ? status : WYRM_OK;
}

/* Writes the text of the player who begins a game, at the given level, with as much gear of
 * `game.kit` as can be worn together, in the kit's order. */
static wyrm_status name_begun(const wyrm_design *design, int level, char *out, size_t size,
                              wyrm_error *error)
{
    const wyrm_value *kit = wyrm_ruleset_find(design->ruleset, "game.kit");
    const wyrm_value *begins = wyrm_ruleset_find(design->ruleset, "game.player");
    const char *keys = begins != NULL ? strchr(wyrm_value_text(begins), ',') : NULL;
    char bare[256], armed[256] = "", worn[256] = "", text[800];
    wyrm_status status = WYRM_OK;
    bool fits;
    snprintf(bare, sizeof bare, "player@%d%.200s", level, keys != NULL ? keys : "");
    for (size_t i = 0; i < wyrm_value_count(kit) && status == WYRM_OK; i++) {
        const char *name = wyrm_value_text(wyrm_value_item(kit, i));
        char weapon[256], armor[256];
        snprintf(weapon, sizeof weapon, ",weapon=%s", name);
        snprintf(text, sizeof text, "%s%s%s", bare, weapon, worn);
        if (armed[0] == '\0') {
            status = try_begun(design, text, &fits, error);
            if (fits)
                memcpy(armed, weapon, sizeof armed);
        }
        snprintf(armor, sizeof armor, "%.180s%s%s", worn, worn[0] != '\0' ? "+" : ",armor=", name);
        snprintf(text, sizeof text, "%s%s%s", bare, armed, armor);
        if (status == WYRM_OK) {
            status = try_begun(design, text, &fits, error);
            if (fits)
                memcpy(worn, armor, sizeof worn);
        }
    }
    snprintf(out, size, "%s%s%s", bare, armed, worn);
    return status;
}

/* Uses the last row that begins at the depth or above; for depths before the first row, the
 * first. */
wyrm_status wyrm_design_reference(const wyrm_design *design, int32_t depth, wyrm_reference *out,
                                  wyrm_error *error)
{
    const wyrm_value *rows = wyrm_ruleset_find(design->ruleset, "reference");
    size_t at = 0;
    for (size_t i = 1; i < wyrm_value_count(rows); i++)
        at = from_depth(wyrm_value_item(rows, i)) <= depth ? i : at;
    const wyrm_value *row = wyrm_value_item(rows, at);
    if (row != NULL)
        return read_reference(design->roster, wyrm_value_text(wyrm_value_get(row, "combatant")),
                              out, error);
    char text[800];
    const int32_t last = wyrm_growth_last_level(design->growth);
    int level = depth < 1 ? 1 : depth < last ? depth : last;
    snprintf(text, sizeof text, "player@%d,weapon=%d,armor=%d", level, level, level);
    wyrm_status status = read_reference(design->roster, text, out, error);
    if (status == WYRM_OK || status == WYRM_ERROR_MEMORY)
        return status;
    status = name_begun(design, level, text, sizeof text, error);
    return status == WYRM_OK ? read_reference(design->roster, text, out, error) : status;
}

/* ---- What the ruleset leaves out of its game: the section `left_out`, and what duels leave out
 * ----
 *
 * An exact figure about rules that are not those of the real game misleads whoever does not know
 * it. So a ruleset names what it leaves out, and whom that concerns; and of what the ruleset does
 * say, a duel leaves out everything that needs more than two who strike each other. */

static const wyrm_field monster_name[] =
    WYRM_ELEMENT("monster", NAME, .summary = "a monster by name");
static const wyrm_field item_name[] =
    WYRM_ELEMENT("item", NAME, .summary = "a weapon, piece of armor or item by name");

/* clang-format off */
static const wyrm_field entry_rows[] = {
    WYRM_ROW("what", TEXT, .required = true, .summary = "in a few words"),
    WYRM_ROW("monsters", LIST, .fields = monster_name, .least = 1, .greatest = 1000,
             .summary = "those that it touches; without these and items it is the rules as a "
                        "whole, which `wyrm check` tells"),
    WYRM_ROW("items", LIST, .fields = item_name, .least = 1, .greatest = 1000,
             .summary = "weapons, armor and items that it touches"),
    {.kind = WYRM_KIND_END},
};
static const wyrm_field left_out_element[2] =
    WYRM_ELEMENT("entry", RECORD, .fields = entry_rows,
                 .summary = "something that the rules leave out");
/* clang-format on */

/* Refuses names that none of the given sections has. */
static void check_names(rs_opening *o, const wyrm_value *names, const char *const *maps,
                        size_t count, const char *kind)
{
    for (size_t i = 0; i < wyrm_value_count(names); i++) {
        const wyrm_value *value = wyrm_value_item(names, i);
        const char *name = wyrm_value_text(value);
        bool known = false;
        for (size_t m = 0; m < count; m++)
            known |= wyrm_value_get(wyrm_ruleset_find(o->ruleset, maps[m]), name) != NULL;
        const wyrm_value *first = wyrm_ruleset_find(o->ruleset, maps[0]);
        if (!known)
            rs_error_name(o, value, rs_map_names(first), wyrm_value_count(first), name,
                          "no %s '%s'", kind, name);
    }
}

static void check_left_out(rs_opening *o, const wyrm_design *design)
{
    static const char *const monsters[] = {"monsters"};
    static const char *const items[] = {"items", "weapons", "armors"};
    const wyrm_value *list = wyrm_ruleset_find(o->ruleset, "left_out");
    (void)design;
    for (size_t i = 0; i < wyrm_value_count(list); i++) {
        const wyrm_value *entry = wyrm_value_item(list, i);
        check_names(o, wyrm_value_get(entry, "monsters"), monsters, 1, "monster");
        check_names(o, wyrm_value_get(entry, "items"), items, 3, "item");
    }
}

const design_section design_left_out = {check_left_out};

static bool names(const wyrm_value *list, const char *name)
{
    bool found = false;
    for (size_t i = 0; i < wyrm_value_count(list); i++)
        found |= strcmp(wyrm_value_text(wyrm_value_item(list, i)), name) == 0;
    return found;
}

/* The index of the monster that a combatant's text names; -1 if it is no monster of the ruleset. */
static int32_t monster_of(const wyrm_design *design, const char *text, const wyrm_outfit *outfit)
{
    char name[sizeof outfit->bare.name];
    snprintf(name, sizeof name, "%.*s", (int)strcspn(text, "@,"), text);
    const int32_t found = wyrm_roster_find(design->roster, name);
    return found < 0 && strcmp(name, "monster") == 0
               ? wyrm_roster_by_level(design->roster, outfit->bare.level)
               : found;
}

/* The name among a combatant and its gear that an entry concerns; NULL: none. */
static const char *touched(const wyrm_value *entry, const char *monster, const wyrm_outfit *outfit)
{
    const wyrm_value *items = wyrm_value_get(entry, "items");
    if (monster != NULL && names(wyrm_value_get(entry, "monsters"), monster))
        return monster;
    for (size_t i = 0; i < outfit->gear_count; i++)
        if (outfit->gear[i].name != NULL && names(items, outfit->gear[i].name))
            return outfit->gear[i].name;
    return NULL;
}

bool wyrm_design_leaves_out(const wyrm_design *design, const char *combatant, bool fight,
                            size_t index, char out[WYRM_LEFT_OUT_TEXT_MAX])
{
    const wyrm_value *list = wyrm_ruleset_find(design->ruleset, "left_out");
    wyrm_outfit outfit;
    size_t at = 0;
    if (wyrm_roster_outfit(design->roster, combatant, &outfit, NULL) != WYRM_OK)
        return false;
    const int32_t monster = monster_of(design, combatant, &outfit);
    const wyrm_monster *kind = wyrm_roster_monster(design->roster, monster);
    while (fight && wyrm_ability_text(design->roster, monster, at, out))
        if (at++ == index)
            return true;
    for (size_t i = 0; i < wyrm_value_count(list); i++) {
        const wyrm_value *entry = wyrm_value_item(list, i);
        const char *who = touched(entry, kind != NULL ? kind->name : NULL, &outfit);
        if (who == NULL || at++ != index)
            continue;
        snprintf(out, WYRM_LEFT_OUT_TEXT_MAX, "%s: %s", who, key_text(entry, "what"));
        return true;
    }
    return false;
}

static size_t add_names(char *out, size_t used, const wyrm_value *list, const char *before)
{
    for (size_t i = 0; i < wyrm_value_count(list) && used < WYRM_LEFT_OUT_TEXT_MAX; i++)
        used += (size_t)snprintf(out + used, WYRM_LEFT_OUT_TEXT_MAX - used, "%s%s",
                                 i > 0 ? ", " : before, wyrm_value_text(wyrm_value_item(list, i)));
    return used;
}

bool wyrm_design_left_out(const wyrm_design *design, size_t index, char out[WYRM_LEFT_OUT_TEXT_MAX])
{
    const wyrm_value *list = wyrm_ruleset_find(design->ruleset, "left_out");
    const wyrm_value *entry = wyrm_value_item(list, index);
    const wyrm_value *monsters = wyrm_value_get(entry, "monsters");
    size_t used = 0;
    if (entry == NULL)
        return false;
    used = (size_t)snprintf(out, WYRM_LEFT_OUT_TEXT_MAX, "%s", key_text(entry, "what"));
    const size_t bare = used;
    used = used < WYRM_LEFT_OUT_TEXT_MAX ? add_names(out, used, monsters, " (") : used;
    used = used < WYRM_LEFT_OUT_TEXT_MAX
               ? add_names(out, used, wyrm_value_get(entry, "items"), used > bare ? ", " : " (")
               : used;
    if (used > bare && used < WYRM_LEFT_OUT_TEXT_MAX)
        snprintf(out + used, WYRM_LEFT_OUT_TEXT_MAX - used, ")");
    return true;
}

/* ---- The rows of `gate` ---- */

/* A margin: two simulations are equivalent if their difference is surely within it. */
#define MARGIN(key, most, text, of)                                                                \
    {                                                                                              \
        .name = key, .kind = WYRM_KIND_MARGIN, .least = 0.0, .greatest = most,                     \
        .default_value = text, .summary = of                                                       \
    }

static const wyrm_field margin_fields[] = {
    MARGIN("win_rate", 1, "0.02", "of the share of runs won"),
    MARGIN("survival", 1, "0.03", "of the share of runs that survive a depth"),
    MARGIN("final_depth", 1000, "3 %", "of the mean depth that runs end on"),
    MARGIN("final_level", 1000, "3 %", "of the mean level at the end"),
    MARGIN("turns_per_floor", 1e6, "3 %", "of the turns a floor of a run, their mean over runs"),
    MARGIN("damage_per_floor", 1e6, "3 %",
           "of the hit points that a floor takes a run, their mean over runs"),
    MARGIN("starved", 1, "0.02", "of the share of runs that starve"),
    MARGIN("unfinished", 1, "0.02", "of the share of runs cut off or stalled"),
    {.kind = WYRM_KIND_END},
};

/* clang-format off */
static const wyrm_field gate_fields[] = {
    {.name = "alarm", .kind = WYRM_KIND_REAL, .least = 0.00001, .greatest = 0.5, .default_value = "0.01",
     .summary = "chance that it fails though nothing changed; over all metrics"},
    {.name = "margins", .kind = WYRM_KIND_RECORD, .fields = margin_fields, .default_value = "{}",
     .summary = "differences up to these pass"},
    {.kind = WYRM_KIND_END},
};
/* clang-format on */

/* ---- The rows of `targets`: what a designer wants, one named metric each ----
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
     .summary = "in words, as the verdict shows it"},
    {.name = "metric", .kind = WYRM_KIND_NAME, .required = true,
     .summary = "what is measured, by name"},
    {.name = "of", .kind = WYRM_KIND_TEXT,
     .summary = "who is measured, attacks or fights: 'player@6,weapon=5', with {level} for each of "
                "`levels`, {depth} of `depths`; of some metrics a growth role, a monster, an item, "
                "a category of items, a status of rooms"},
    {.name = "against", .kind = WYRM_KIND_TEXT,
     .summary = "against whom: 'monster@6', 'monster@{level}'"},
    {.name = "stat", .kind = WYRM_KIND_NAME,
     .summary = "which number: max_hp or a stat of the combat model"},
    {.name = "first", .kind = WYRM_KIND_CHOICE, .choices = strikers,
     .summary = "who strikes first in a duel, else the subject"},
    {.name = "attack", .kind = WYRM_KIND_CHOICE, .choices = attacks,
     .summary = "how the attack is made, with what is held, else hand to hand"},
    {.name = "distance", .kind = WYRM_KIND_REAL, .greatest = 10000, .unit = "tiles",
     .summary = "how far apart the two are, else 1, side by side"},
    {.name = "levels", .kind = WYRM_KIND_RANGE, .least = -1000, .greatest = 10000,
     .summary = "measures at each level: {level} in `of` and `against`"},
    {.name = "depths", .kind = WYRM_KIND_RANGE, .least = 1, .greatest = WYRM_DEPTH_MAX,
     .summary = "measures at each depth"},
    {.name = "bands", .kind = WYRM_KIND_RANGE, .least = 1, .greatest = WYRM_BANDS_MAX,
     .summary = "measures over the depths of each band, by number from 1"},
    {.name = "tracker", .kind = WYRM_KIND_INTERVAL, .least = 1, .greatest = 10000,
     .summary = "measures at levels of the tracker: [5, 25]; which is 5, 6, ... 25, and 4.1 is a "
                "tenth of the way to 5"},
    {.name = "below", .kind = WYRM_KIND_RANGE, .least = 0, .greatest = 10000, .unit = "levels",
     .summary = "how far below the tracker monsters count: [1, 3], or [4, 10000] for all lower"},
    {.name = "within", .kind = WYRM_KIND_INTERVAL,
     .summary = "the values that count, of metrics that are shares; both ends included"},
    {.name = "rooms", .kind = WYRM_KIND_INTEGER, .least = 1, .greatest = WYRM_DROUGHT_MAX,
     .unit = "rooms", .summary = "of rooms in a row: how many"},
    {.name = "mode", .kind = WYRM_KIND_NAME,
     .summary = "mode of loot, else the one played"},
    {.name = "bot", .kind = WYRM_KIND_NAME,
     .summary = "of runs: who plays, else the explorer"},
    {.name = "arena", .kind = WYRM_KIND_NAME,
     .summary = "of set fights: which of `arenas`"},
    RS_WANTED_ROWS,
    {.kind = WYRM_KIND_END},
};
/* clang-format on */

static const char *const retired[][2] = {{"fidelity", "leave it out: runs are always played"},
                                         {"min", "did you mean 'at_least'?"},
                                         {"max", "did you mean 'at_most'?"},
                                         {"attacker", "did you mean 'of', who is measured?"},
                                         {"defender", "did you mean 'against'?"},
                                         {"value", "a wanted value is a 'range': [4, 4]"},
                                         {0}};

/* Keys of the player that people look for, and where they are. */
static const char *const worn[][2] = {
    {"weapon", "what the player has from the start stands in game: {kit: [...]}"},
    {"armor", "what the player has from the start stands in game: {kit: [...]}"},
    {"gold", "what the player begins with stands in gold: {purse: 20}"},
    {0}};

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
     .summary = "paths such as monsters.orc.hp; others keep their proportion to the first"),
    WYRM_ROW("from", REAL, .summary = "how low the first may go, else half of what it is"),
    WYRM_ROW("to", REAL, .summary = "how high, else twice"),
    WYRM_ROW("step", REAL, .summary = "from what it is, else 1, or about a hundredth of the range"),
    WYRM_ROW("cost", REAL, .greatest = 1000000, .summary = "of doubling it, else 1"),
    WYRM_ROW("as", TEXT, .summary = "where in an amount the number stands: '2d6+{}'"),
    {.kind = WYRM_KIND_END},
};
static const wyrm_field knob_element[] =
    WYRM_ELEMENT("knob", RECORD, .fields = knob_fields, .summary = "tied keys");

/* ---- The sections of a file ---- */

static const wyrm_section sections[] = {
    {.field = WYRM_ROW("bands", MAP, .greatest = WYRM_BANDS_MAX, .default_value = "{}",
     .fields = enc_band_element, .source = "Catacombs of YARL, \"Room Budgets\"",
     .summary = "ranges of depths with their own budgets, factors and thresholds; ascending, "
                "without gaps; depths outside count as the nearest")},
    {.field = WYRM_ROW("combat", RECORD, .default_value = "{}", .summary = "what one attack does"),
     .models = combat_model_table, .optional = true},
    {.field = WYRM_ROW("growth", RECORD, .default_value = "{}", .fields = growth_shared_rows,
     .summary = "what a level is worth, and what it costs"), .models = growth_model_table,
     .default_model = "none"},
    {.field = WYRM_ROW("encounter", RECORD, .default_value = "{}",
     .summary = "how hard a depth is, and which monsters come"),
     .models = enc_model_table, .optional = true},
    {.field = WYRM_ROW("loot", RECORD, .default_value = "{}",
     .summary = "which items lie on a depth"), .models = loot_model_table, .optional = true},
    {.field = WYRM_ROW("map", RECORD, .default_value = "{}", .fields = dungeon_map_shared_rows,
     .summary = "how maps are made"), .models = dungeon_map_model_table, .optional = true},
    {.field = WYRM_ROW("terrain", MAP, .fields = dungeon_terrain_element,
     .greatest = WYRM_TERRAIN_MAX,
     .summary = "tiles besides walls and floor, by name: doors, water, lava")},
    {.field = WYRM_ROW("vaults", MAP, .fields = dungeon_vault_element, .greatest = 256,
     .summary = "hand-drawn parts of maps or whole floors, by name")},
    {.field = WYRM_ROW("game", RECORD, .default_value = "{}", .fields = design_play_rules_rows,
     .summary = "rules of play that no model has")},
    {.field = WYRM_ROW("threat", RECORD, .fields = enc_threat_rows,
     .source = "Catacombs of YARL, \"Effective Threat Points\"",
     .summary = "threat of monsters, and how much a room should hold")},
    {.field = WYRM_ROW("room_roles", RECORD, .fields = enc_room_role_rows,
     .source = "Catacombs of YARL, \"Room Metadata & Roles\"",
     .summary = "what the roles of rooms mean, where not as each says")},
    {.field = WYRM_ROW("player", RECORD, .fields = growth_player_rows, .retired = worn,
     .summary = "the player's character")},
    {.field = WYRM_ROW("levels", LIST, .greatest = 1000, .fields = growth_level_element,
     .summary = "the player by level, where growth goes by levels: keys of `player`; each holds "
                "until a row says another"), .like = "player"},
    {.field = WYRM_ROW("monsters", MAP, .fields = growth_monster_element,
     .summary = "the monsters by name")},
    {.field = WYRM_ROW("variants", MAP, .fields = growth_variant_element,
     .summary = "variants of monsters by name, such as elites: orc,elite")},
    {.field = WYRM_ROW("weapons", MAP, .fields = growth_weapon_element,
     .summary = "the weapons by name, weakest first")},
    {.field = WYRM_ROW("armors", MAP, .fields = growth_armor_element,
     .summary = "the armors by name, weakest first")},
    {.field = WYRM_ROW("items", MAP, .default_value = "{}", .fields = loot_item_element,
     .summary = "what else lies about, by name")},
    {.field = WYRM_ROW("gold", RECORD, .fields = loot_gold_rows,
     .summary = "gold on floors, heap by heap")},
    {.field = WYRM_ROW("shops", MAP, .greatest = WYRM_SHOPS_MAX, .fields = loot_shop_element,
     .summary = "shops by name")},
    {.field = WYRM_ROW("drops", MAP, .greatest = 1000, .fields = loot_drops_element,
     .summary = "what monsters leave where they die, by monster; those that were summoned leave "
                "nothing")},
    {.field = {.name = "reference", .kind = WYRM_KIND_LIST, .greatest = 1000,
               .fields = reference_element,
               .summary = "the player that depths are meant for, else one of the depth's level "
                          "with gear of that level or of game.kit; who fights its monsters where "
                          "threat is tested and rulesets are compared"}},
    {.field = WYRM_ROW("left_out", LIST, .greatest = 200, .fields = left_out_element,
     .summary = "what these rules leave out of the game; answers that it touches say so")},
    {.field = {.name = "arenas", .kind = WYRM_KIND_MAP, .greatest = DESIGN_ARENAS_MAX,
               .default_value = "{}", .fields = design_arena_element,
               .summary = "set fights by name, for targets and `wyrm sim --arena`"}},
    {.field = {.name = "gate", .kind = WYRM_KIND_RECORD, .default_value = "{}", .fields = gate_fields,
               .summary = "what `wyrm compare --gate` holds a changed ruleset to"}},
    {.field = {.name = "targets", .kind = WYRM_KIND_MAP, .default_value = "{}",
               .fields = target_element,
               .summary = "what the designer wants of metrics"}},
    {.field = WYRM_ROW("tune", MAP, .greatest = 32, .fields = knob_element,
     .summary = "what may move so that targets hold, for `wyrm tune`; knobs by name")},
};
/* clang-format on */

static const wyrm_schema schema = {
    .sections = sections,
    .count = COUNT_OF(sections),
};

const wyrm_schema *wyrm_design_schema(void)
{
    return &schema;
}
