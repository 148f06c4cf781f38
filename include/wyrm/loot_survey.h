/* Surveys of loot: the items and pity of a campaign by band and by depth, sampled, and beside that
 * the exact figures that follow from the rules.
 *
 * A campaign covers all depths of a ruleset on the floors of the game (wyrm_floor_make), with no
 * player and every room opened. Items that were placed count; one that found no tile does not, nor
 * do the guaranteed items of a depth. The rooms that count are those to which pity applies ("normal
 * rooms"); rooms that pity skips are reported separately.
 *
 * Rooms of one campaign share its luck, so every interval treats campaigns as clusters
 * (wyrm_ratio_estimate).
 */
#ifndef WYRM_LOOT_SURVEY_H
#define WYRM_LOOT_SURVEY_H

#include <wyrm/design.h>
#include <wyrm/stats.h>

#ifdef __cplusplus
extern "C" {
#endif

#define WYRM_LOOT_SURVEY_RUNS      3000
#define WYRM_LOOT_SURVEY_DEPTH_MAX 200 /* greater depths are left out */

/* Maps generated to count rooms for the exact figures: the number of rooms of a map has no closed
 * form, so it is counted on maps, always with the same seed, in a few groups. Everything else is
 * exact for each group. */
#define WYRM_LOOT_SURVEY_MAPS 40000

/* A figure, sampled and from the rules. */
typedef struct wyrm_loot_figure {
    bool has_value; /* there was something to sample; else the next two are 0 */
    double value;
    wyrm_interval ci95;
    bool has_exact;
    /* Exact if the number of rooms has no influence, else with an interval from the maps, usually a
     * thousand times narrower than that of the campaigns. */
    wyrm_estimate exact;
} wyrm_loot_figure;

/* The best value known: from the rules, else sampled; NAN if there is neither. */
WYRM_API wyrm_estimate wyrm_loot_best(const wyrm_loot_figure *figure);

typedef struct wyrm_loot_pity_figures {
    const char *name;
    wyrm_loot_figure rate;    /* share of rooms in which pity gave an item of the category */
    wyrm_loot_figure natural; /* share of rooms with such an item by chance */
    /* Share of rooms after which the last n rooms or more had none; [0] is 1. As in
     * wyrm_pity_category. */
    wyrm_loot_figure drought[WYRM_DROUGHT_MAX + 1];
    /* Not sampled: probability that the n-th room of the band brings its first; [0]: later or
     * never. */
    wyrm_loot_figure first[WYRM_DROUGHT_MAX + 1];
} wyrm_loot_pity_figures;

typedef struct wyrm_loot_band_figures {
    const char *name;                /* "all" if the ruleset has no bands */
    int32_t first_depth, last_depth; /* as far as campaigns go; last before first: none */
    uint64_t rooms;                  /* number of rooms sampled */
    wyrm_loot_figure rooms_per_campaign;
    wyrm_loot_figure items_per_room; /* with pity's */
    wyrm_loot_figure given;          /* share of items that pity gave; no value without pity */
    wyrm_loot_figure *categories;    /* items of each category per room, with pity's */
    wyrm_loot_pity_figures pity[WYRM_PITY_MAX];
} wyrm_loot_band_figures;

/* Items found by chance alone in the rooms of a depth. */
typedef struct wyrm_loot_depth_figures {
    wyrm_loot_figure items_per_room;
    wyrm_loot_figure *categories;
} wyrm_loot_depth_figures;

typedef struct wyrm_loot_survey {
    uint64_t runs, floors, seed;
    const char *mode; /* "" if the loot has no modes */
    bool reset;
    bool has_exact; /* some figures have exact values */
    size_t category_count;
    const char *const *categories;
    size_t pity_count; /* 0: no pity */
    size_t band_count;
    wyrm_loot_band_figures *bands;
    size_t depth_count;
    wyrm_loot_depth_figures *depths;    /* depth 1 first */
    wyrm_loot_figure *category_figures; /* storage of the category figures of bands and depths */
} wyrm_loot_survey;

typedef struct wyrm_loot_survey_options {
    size_t size; /* of this struct, or 0: see wyrm/error.h */
    uint64_t seed;
    uint64_t runs; /* campaigns, at least 2; 0: WYRM_LOOT_SURVEY_RUNS */
    uint64_t maps; /* 0: WYRM_LOOT_SURVEY_MAPS */
    /* Treat all maps as one group: their figures have no interval, in a tenth of the time. */
    bool one_group;
    int32_t depth;    /* last depth of a campaign; 0: the last of the ruleset */
    const char *mode; /* NULL: the ruleset's own */
    bool reset;       /* reset the pity counters at every new depth, as some harnesses do */
    bool no_first;    /* do not compute wyrm_loot_pity_figures.first exactly */
    unsigned threads; /* 0: one. The number does not change the result */
    /* As in wyrm_descent_options. */
    bool (*progress)(double done, void *context);
    void *context;
} wyrm_loot_survey_options;

/* Surveys the loot of a design, which must outlive the result. *out is owned by the caller
 * (wyrm_loot_survey_free). `options` NULL: all defaults, seed 1. There are exact figures if every
 * item gets a tile (`placing: retry` in rooms with enough tiles), the encounter model knows its
 * depths in advance, the loot model has exact functions, and wyrm_pity_chain can do the work;
 * otherwise has_exact is false and the sampled figures remain.
 * WYRM_ERROR_RULESET   the ruleset lacks encounters, loot or maps
 * WYRM_ERROR_ARGUMENT  options->runs is 1
 * WYRM_ERROR_UNKNOWN   no such mode
 * WYRM_ERROR_LIMIT     `progress` stopped it
 * WYRM_ERROR_MEMORY    out of memory */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_loot_survey_run(const wyrm_design *design,
                                                          const wyrm_loot_survey_options *options,
                                                          wyrm_loot_survey **out,
                                                          wyrm_error *error);
WYRM_API void wyrm_loot_survey_free(wyrm_loot_survey *survey); /* NULL is allowed */

#ifdef __cplusplus
}
#endif
#endif
