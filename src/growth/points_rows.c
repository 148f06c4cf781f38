/* The rows of growth by choices: its parameters, and what it adds to monsters. */
#include "growth/points_rows.h"
#include "growth/scaling.h"

#define AMOUNT_MAX 1e6

#define TUTORIAL   "roguelike tutorial, part 11"

static const char *const triggers[] = {"at", "above", NULL};

static const wyrm_field experience_rows[] = {
    {.name = "base",
     .kind = WYRM_KIND_INTEGER,
     .greatest = 1e12,
     .fallback = "200",
     .unit = "experience",
     .summary = "what every level costs",
     .source = TUTORIAL},
    {.name = "per_level",
     .kind = WYRM_KIND_INTEGER,
     .greatest = 1e12,
     .fallback = "150",
     .unit = "experience",
     .summary = "what it costs more for each level one has: the next after level L costs base + "
                "per_level x L",
     .source = TUTORIAL},
    {.name = "trigger",
     .kind = WYRM_KIND_CHOICE,
     .fallback = "at",
     .choices = triggers,
     .summary = "whether a level is gained when the experience reaches what is needed, or when it "
                "exceeds it"},
    {.kind = WYRM_KIND_END},
};
static const wyrm_field gain_element[] = {
    {.name = "quantity",
     .kind = WYRM_KIND_REAL,
     .least = -AMOUNT_MAX,
     .greatest = AMOUNT_MAX,
     .summary = "what is added to max_hp or to a stat of the combat model"},
    {.kind = WYRM_KIND_END},
};
static const wyrm_field choice_element[] = {
    {.name = "choice",
     .kind = WYRM_KIND_MAP,
     .least = 1.0,
     .greatest = WYRM_GAINS_MAX,
     .fields = gain_element,
     .summary = "what it adds"},
    {.kind = WYRM_KIND_END},
};
static const wyrm_field policy_element[] = {
    {.name = "choice", .kind = WYRM_KIND_NAME, .summary = "one of `choices`"},
    {.kind = WYRM_KIND_END},
};

const wyrm_field wyrm_points_parameters[] = {
    {.name = "experience",
     .kind = WYRM_KIND_RECORD,
     .fallback = "{}",
     .fields = experience_rows,
     .summary = "what levels cost",
     .source = TUTORIAL},
    {.name = "choices",
     .kind = WYRM_KIND_MAP,
     .greatest = WYRM_POINTS_CHOICES_MAX,
     .fallback = "{}",
     .fields = choice_element,
     .summary = "what the player may choose from at a level-up",
     .source = TUTORIAL},
    {.name = "policy",
     .kind = WYRM_KIND_LIST,
     .greatest = WYRM_POINTS_POLICY_MAX,
     .fallback = "[]",
     .fields = policy_element,
     .summary =
         "the choices taken in turn where nobody chooses, from level 2 on; without one all of "
         "them in turn"},
    {.name = "heal_on_level_up",
     .kind = WYRM_KIND_BOOL,
     .fallback = "false",
     .summary = "whether a level-up heals; else hit points grow by what their maximum grows"},
    {.name = "scaling",
     .kind = WYRM_KIND_LIST,
     .greatest = WYRM_SCALE_ROWS_MAX,
     .fallback = "[]",
     .fields = wyrm_scale_element,
     .summary = "what monsters are multiplied by on the depths from one on, ascending; unscaled "
                "before the first",
     .source = "Catacombs of YARL, its depth scaling"},
    {.kind = WYRM_KIND_END},
};

static const wyrm_field monster_rows[] = {
    {.name = "experience",
     .kind = WYRM_KIND_INTEGER,
     .greatest = 1e15,
     .fallback = "0",
     .unit = "experience",
     .summary = "what killing it gives",
     .source = TUTORIAL},
    {.kind = WYRM_KIND_END},
};
const wyrm_extension wyrm_points_extensions[] = {{"monsters", monster_rows}, {NULL, NULL}};
