/* What a campaign brings: items and pity by band and by depth, sampled, and beside that what
 * follows from the rules.
 *
 * Campaigns run over all depths of a ruleset on the floors of the game (wyrm_floor_make); nobody
 * plays, and every room is opened. What lies there counts: an item that found no tile does not, nor
 * what a depth brings for certain. A room counts where pity works in it ("normal rooms"); those
 * that pity skips are told apart.
 *
 * Rooms of one campaign share its luck, so that every interval goes by campaigns
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
#define WYRM_LOOT_SURVEY_DEPTH_MAX 200 /* deeper depths are left out */

/* Maps whose rooms are counted for what follows from the rules: how many rooms a map has knows no
 * closed form, so it is counted on maps, always of the same seed, in a few groups. Everything else
 * is followed exactly, for each group. */
#define WYRM_LOOT_SURVEY_MAPS 40000

/* A figure: what was sampled, and what follows from the rules. */
typedef struct wyrm_loot_figure {
    bool has_value; /* there was something to measure; else the next two are 0 */
    double value;
    wyrm_interval ci95;
    bool has_exact;
    /* Exact where how many rooms a map has does not bear on it, else with the interval that comes
     * of the maps: most often a thousand times narrower than that of the campaigns. */
    wyrm_estimate exact;
} wyrm_loot_figure;

/* The best that is known: what follows from the rules, else what was sampled; NAN: neither. */
WYRM_API wyrm_estimate wyrm_loot_best(const wyrm_loot_figure *figure);

typedef struct wyrm_loot_pity_figures {
    const char *name;
    wyrm_loot_figure rate;    /* share of rooms where pity gave an item of the category */
    wyrm_loot_figure natural; /* share of rooms with one by chance */
    /* Share of rooms at whose end the last n rooms or more had none; [0] is 1. As in
     * wyrm_pity_category. */
    wyrm_loot_figure drought[WYRM_DROUGHT_MAX + 1];
    /* Not sampled: the chance that the band's n-th room brings its first; [0]: later or never. */
    wyrm_loot_figure first[WYRM_DROUGHT_MAX + 1];
} wyrm_loot_pity_figures;

typedef struct wyrm_loot_band_figures {
    const char *name;                /* "all" where the ruleset has no bands */
    int32_t first_depth, last_depth; /* that campaigns go to; last before first: none */
    uint64_t rooms;                  /* that were sampled */
    wyrm_loot_figure rooms_per_campaign;
    wyrm_loot_figure items_per_room; /* pity's included */
    wyrm_loot_figure given;          /* share of items that pity gave; no value without pity */
    wyrm_loot_figure skipped_rooms;  /* a campaign, that pity skips */
    wyrm_loot_figure items_per_skipped_room;
    wyrm_loot_figure *categories; /* of a room: items of each category, pity's included */
    wyrm_loot_pity_figures pity[WYRM_PITY_MAX];
} wyrm_loot_band_figures;

/* What chance alone brings to the rooms of a depth. */
typedef struct wyrm_loot_depth_figures {
    wyrm_loot_figure items_per_room;
    wyrm_loot_figure *categories;
} wyrm_loot_depth_figures;

typedef struct wyrm_loot_survey {
    uint64_t runs, floors, seed;
    const char *mode; /* "" where the loot has no modes */
    bool reset;
    bool has_exact; /* the rules tell more than the sample */
    size_t category_count;
    const char *const *categories;
    size_t pity_count; /* 0: no pity */
    size_t band_count;
    wyrm_loot_band_figures *bands;
    size_t depth_count;
    wyrm_loot_depth_figures *depths;    /* depth 1 first */
    wyrm_loot_figure *category_figures; /* backs those of the bands and depths */
} wyrm_loot_survey;

typedef struct wyrm_loot_survey_options {
    size_t size; /* of this struct, or 0: see wyrm/error.h */
    uint64_t seed;
    uint64_t runs; /* campaigns, at least 2; 0: WYRM_LOOT_SURVEY_RUNS */
    uint64_t maps; /* 0: WYRM_LOOT_SURVEY_MAPS */
    bool
        one_group; /* the maps are no groups: their figures are told without an interval, in a tenth
                       of the time */
    int32_t depth; /* campaigns end there; 0: at the last depth */
    const char *mode; /* NULL: the ruleset's own */
    bool reset;    /* counters of pity go back to 0 at every further depth, as some harnesses do */
    bool no_first; /* when a band's first items come is not asked: it is told of what was sampled */
    unsigned threads; /* 0: one. The result is the same bits for any number */
    /* As in wyrm_descent_options. */
    bool (*progress)(double done, void *context);
    void *context;
} wyrm_loot_survey_options;

/* Surveys the loot of a design, which must outlive the result. *out is owned by the caller
 * (wyrm_loot_survey_free). `options` NULL: all defaults, seed 1. What follows from the rules is
 * told where every item gets a tile (`placing: retry` in rooms with tiles enough), for an encounter
 * model whose depths are known beforehand, a loot model with exact functions, and no more than
 * wyrm_pity_chain can do; elsewhere has_exact is false and the rest stands.
 * WYRM_ERROR_RULESET   the ruleset lacks encounters, loot or maps
 * WYRM_ERROR_ARGUMENT  one run
 * WYRM_ERROR_UNKNOWN   no such mode
 * WYRM_ERROR_LIMIT     stopped by progress
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
