/* The rows of loot by bands of depths: what may stand in the section `loot`, and what items,
 * weapons and armors say besides. */
#include "loot/banded.h"

#define SPAWNING           "Catacombs of YARL, \"How Spawning Works\""
#define BANDED             "Catacombs of YARL, \"Band Multipliers\""
#define TAGS               "Catacombs of YARL, \"Loot Tags\""
#define PITY               "Catacombs of YARL, \"Pity System\""

#define CATEGORIES_OF_ITEM 16

static const wyrm_field name_element[] = {
    {.name = "category", .kind = WYRM_KIND_NAME, .summary = "the name of a category"},
    {.kind = WYRM_KIND_END},
};

/* ------------------------------------------------------------------ rows of items */

#define CATEGORIES_ROW                                                                             \
    {                                                                                              \
        .name = "categories", .kind = WYRM_KIND_LIST, .greatest = CATEGORIES_OF_ITEM,              \
        .fallback = "[]", .fields = name_element,                                                  \
        .summary = "what it is good for: categories that factors, pity and figures go by",         \
        .source = TAGS                                                                             \
    }

#define BANDS_ROW                                                                                  \
    {                                                                                              \
        .name = "bands", .kind = WYRM_KIND_RANGE, .least = 1, .greatest = WYRM_BANDS_MAX,          \
        .summary = "The first and the last band it is found in, by their numbers from 1; without " \
                   "it, all.",                                                                     \
        .source = TAGS                                                                             \
    }

static const wyrm_field item_rows[] = {CATEGORIES_ROW, BANDS_ROW, {.kind = WYRM_KIND_END}};

static const wyrm_field gear_rows[] = {
    {.name = "weight",
     .kind = WYRM_KIND_TABLE,
     .greatest = 1e6,
     .fallback = "0",
     .summary =
         "how likely it is found beside everything else: one number, which bands and factors "
         "change; 0: it does not lie about",
     .source = TAGS},
    CATEGORIES_ROW,
    BANDS_ROW,
    {.kind = WYRM_KIND_END},
};

const wyrm_extension wyrm_banded_extensions[] = {
    {.section = "items", .fields = item_rows},
    {.section = "weapons", .fields = gear_rows},
    {.section = "armors", .fields = gear_rows},
    {.section = NULL},
};

/* ------------------------------------------------------------------ rows of the model */

static const wyrm_field most_element[] = {
    {.name = "most",
     .kind = WYRM_KIND_TABLE,
     .greatest = WYRM_BANDED_ITEMS_MAX,
     .unit = "items",
     .summary = "the most items of a room, by depth, before density; every number from 0 to it is "
                "equally likely"},
    {.kind = WYRM_KIND_END},
};

static const wyrm_field factor_element[] = {
    {.name = "factor",
     .kind = WYRM_KIND_REAL,
     .greatest = 1000,
     .summary = "what is multiplied by this in the band"},
    {.kind = WYRM_KIND_END},
};

static const wyrm_field factors_element[] = {
    {.name = "factors",
     .kind = WYRM_KIND_MAP,
     .fields = factor_element,
     .summary = "what the weights of items of the category are multiplied by, by band"},
    {.kind = WYRM_KIND_END},
};

static const wyrm_field number_element[] = {
    {.name = "number",
     .kind = WYRM_KIND_RANGE,
     .greatest = WYRM_BANDED_ITEMS_MAX,
     .unit = "items",
     .summary = "a number of items, each in the range equally likely"},
    {.kind = WYRM_KIND_END},
};

static const wyrm_field extra_element[] = {
    {.name = "extra",
     .kind = WYRM_KIND_LIST,
     .greatest = WYRM_BANDED_EXTRA_MAX,
     .fields = number_element,
     .summary = "numbers of items that are added up: those of its chests, those beside them"},
    {.kind = WYRM_KIND_END},
};

static const wyrm_field threshold_element[] = {
    {.name = "threshold",
     .kind = WYRM_KIND_INTEGER,
     .greatest = 60000,
     .unit = "rooms",
     .summary = "rooms in a row without an item of the category; 0: pity never gives one there"},
    {.kind = WYRM_KIND_END},
};

static const wyrm_field thresholds_element[] = {
    {.name = "thresholds",
     .kind = WYRM_KIND_MAP,
     .fields = threshold_element,
     .summary = "the threshold of a category, by band"},
    {.kind = WYRM_KIND_END},
};

static const char *const triggers[] = {"at", "above", NULL};
static const char *const choices[] = {"weight", "uniform", NULL};

static const wyrm_field pity_rows[] = {
    {.name = "active",
     .kind = WYRM_KIND_BOOL,
     .fallback = "true",
     .summary = "whether there is pity at all"},
    {.name = "thresholds",
     .kind = WYRM_KIND_MAP,
     .greatest = WYRM_PITY_MAX,
     .fallback = "{}",
     .fields = thresholds_element,
     .summary = "After how many rooms pity gives an item, by category and band; the categories are "
                "tried in this order, and a room gets at most one.",
     .source = PITY},
    {.name = "order",
     .kind = WYRM_KIND_LIST,
     .greatest = WYRM_PITY_MAX,
     .fallback = "[]",
     .fields = name_element,
     .summary = "the order of the categories where it is not that of the thresholds; those that it "
                "leaves out have no pity",
     .source = PITY},
    {.name = "trigger",
     .kind = WYRM_KIND_CHOICE,
     .choices = triggers,
     .fallback = "at",
     .summary =
         "`at`: the room whose number is the threshold gets the item; `above`: the one after "
         "it",
     .source = PITY},
    {.name = "choice",
     .kind = WYRM_KIND_CHOICE,
     .choices = choices,
     .fallback = "weight",
     .summary = "how the item is drawn among those of the category that the band has: by `weight`, "
                "or each as likely as the other (`uniform`)",
     .source = PITY},
    {.kind = WYRM_KIND_END},
};

const wyrm_field wyrm_banded_rows[] = {
    {.name = "categories",
     .kind = WYRM_KIND_LIST,
     .greatest = WYRM_LOOT_CATEGORIES_MAX,
     .fallback = "[]",
     .fields = name_element,
     .summary =
         "The categories of items, in the order of reports; others are then mistakes. Without "
         "a list, those that items name.",
     .source = TAGS},
    {.name = "modes",
     .kind = WYRM_KIND_MAP,
     .least = 1,
     .greatest = WYRM_LOOT_MODES_MAX,
     .fallback = "{normal: [[1, 1], [2, 4]], testing: [[10, 1], [15, 4], [20, 6]]}",
     .fields = most_element,
     .summary = "how many items rooms have at most, in each mode of play",
     .source = SPAWNING},
    {.name = "mode",
     .kind = WYRM_KIND_NAME,
     .fallback = "normal",
     .summary = "the mode that is played"},
    {.name = "density",
     .kind = WYRM_KIND_MAP,
     .fallback = "{}",
     .fields = factor_element,
     .summary = "what the most items of a room are multiplied by, by band; 1 in a band without a "
                "row",
     .source = BANDED},
    {.name = "density_rounding",
     .kind = WYRM_KIND_CHOICE,
     .choices = wyrm_rounding_keys,
     .fallback = "random",
     .summary = "A most that is then not whole is rounded at `random`, up with the chance of its "
                "fraction; or its fraction is cut off (`truncate`), and it is at least 1.",
     .source = BANDED},
    {.name = "factors",
     .kind = WYRM_KIND_MAP,
     .fallback = "{}",
     .fields = factors_element,
     .summary = "What the weights of items are multiplied by, by category and band: 1 in a band "
                "without a row; an item of several categories gets the factors of all.",
     .source = BANDED},
    {.name = "extra",
     .kind = WYRM_KIND_MAP,
     .fallback = "{}",
     .fields = extra_element,
     .summary =
         "Items that rooms of a role have besides, drawn like the others; only for roles that "
         "pity skips."},
    {.name = "pity",
     .kind = WYRM_KIND_RECORD,
     .fields = pity_rows,
     .summary = "what is given after rooms without an item of a category; which rooms it skips is "
                "said by `room_roles`",
     .source = PITY},
    {.kind = WYRM_KIND_END},
};
