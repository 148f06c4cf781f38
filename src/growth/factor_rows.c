/* The rows of growth by a level factor. */
#include "growth/factor_rows.h"

#include "base/precision.h"

#define CHAPTER                       "RuggRogue source code guide, \"Experience and Difficulty\""

#define ROUNDING_NAME(name, function) name,
static const char *const roundings[] = {WYRM_ROUNDING_ROWS(ROUNDING_NAME) NULL};
static const char *const triggers[] = {"at", "above", NULL};

static const wyrm_field line_fields[] = {
    {.name = "first",
     .kind = WYRM_KIND_REAL,
     .least = -1e6,
     .greatest = 1e6,
     .fallback = "1",
     .summary = "the factor at level 1",
     .source = CHAPTER},
    {.name = "step",
     .kind = WYRM_KIND_REAL,
     .least = -1e6,
     .greatest = 1e6,
     .fallback = "0.1",
     .summary = "what each level above 1 adds to the factor, and each level below it takes away",
     .source = CHAPTER},
    {.name = "least",
     .kind = WYRM_KIND_REAL,
     .greatest = 1e6,
     .fallback = "0.1",
     .summary = "the factor is never below this",
     .source = CHAPTER},
    {.kind = WYRM_KIND_END},
};

static const wyrm_field curve_fields[] = {
    {.name = "base",
     .kind = WYRM_KIND_REAL,
     .required = true,
     .greatest = 1e6,
     .summary = "the quantity at a level factor of 1"},
    {.name = "round",
     .kind = WYRM_KIND_CHOICE,
     .fallback = "none",
     .choices = roundings,
     .summary = "how base x factor becomes a whole number; nearest takes halves up, none leaves it "
                "as it is"},
    {.kind = WYRM_KIND_END},
};

static const wyrm_field curve_element[] = {
    {.name = "quantity",
     .kind = WYRM_KIND_RECORD,
     .fields = curve_fields,
     .summary = "max_hp, experience or a stat of the combat model"},
    {.kind = WYRM_KIND_END},
};

static const wyrm_field experience_fields[] = {
    {.name = "first",
     .kind = WYRM_KIND_INTEGER,
     .least = 1.0,
     .greatest = 1e15,
     .fallback = "50",
     .unit = "experience",
     .summary = "needed to get from level 1 to level 2",
     .source = CHAPTER},
    {.name = "increase",
     .kind = WYRM_KIND_RATIO,
     .least = 1.0,
     .greatest = 100.0,
     .fallback = "11/10",
     .summary = "each level costs so many times the one before, in whole numbers, rounded down",
     .source = CHAPTER},
    {.name = "trigger",
     .kind = WYRM_KIND_CHOICE,
     .fallback = "at",
     .choices = triggers,
     .summary = "whether a level is gained when the experience reaches what is needed, or when it "
                "exceeds it",
     .source = CHAPTER},
    {.kind = WYRM_KIND_END},
};

const wyrm_field wyrm_factor_parameters[] = {
    {.name = "precision",
     .kind = WYRM_KIND_CHOICE,
     .fallback = "single",
     .choices = wyrm_precisions,
     .summary = "the floating point that the game computes in: 32 or 64 bits. The noise of 32 bits "
                "shows where a quantity is rounded up",
     .source = CHAPTER},
    {.name = "factor",
     .kind = WYRM_KIND_RECORD,
     .fallback = "{}",
     .fields = line_fields,
     .summary = "the level factor: max(least, first + (level - 1) x step)",
     .source = CHAPTER},
    {.name = "player",
     .kind = WYRM_KIND_MAP,
     .fallback = "{max_hp: {base: 30, round: nearest}, attack: {base: 4.8}, defense: {base: 2.4}}",
     .fields = curve_element,
     .summary = "what the player has at a level: base x factor for each quantity",
     .source = CHAPTER},
    {.name = "monster",
     .kind = WYRM_KIND_MAP,
     .fallback = "{max_hp: {base: 14, round: nearest}, attack: {base: 8}, defense: {base: 4}, "
                 "experience: {base: 10, round: up}}",
     .fields = curve_element,
     .summary = "what a monster has at a level, and the experience that killing it gives",
     .source = CHAPTER},
    {.name = "weapon",
     .kind = WYRM_KIND_MAP,
     .fallback = "{attack: {base: 3.2}}",
     .fields = curve_element,
     .summary =
         "what wearing a weapon of a level adds; where nothing is said, what of it the combat "
         "model has",
     .source = CHAPTER},
    {.name = "armor",
     .kind = WYRM_KIND_MAP,
     .fallback = "{defense: {base: 1.6}}",
     .fields = curve_element,
     .summary = "what wearing armor of a level adds",
     .source = CHAPTER},
    {.name = "experience",
     .kind = WYRM_KIND_RECORD,
     .fallback = "{}",
     .fields = experience_fields,
     .summary = "what levels cost",
     .source = CHAPTER},
    {.kind = WYRM_KIND_END},
};
