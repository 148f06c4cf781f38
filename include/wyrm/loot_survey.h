/* What a campaign brings: items and pity by band, sampled, with the exact values beside them.
 *
 * Campaigns run over all depths of a ruleset with the rooms that its maps have and the roles that
 * its encounters give them; nobody plays, every room is opened, and every item finds its place. A
 * room counts where pity works in it ("normal rooms"); those that pity skips are told apart.
 *
 * Rooms of one campaign share its luck, so that every interval goes by campaigns (wyrm_clusters).
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

/* Maps whose rooms are counted for the exact values: the rooms of a map have no closed form, so
 * that their distribution is sampled, once, from always the same seed. What follows from it is
 * exact for just that distribution, whose mean has a standard error of
 * wyrm_loot_survey.rooms_error. Roles are put on it exactly. Rates of pity depend so little on the
 * number of rooms that this moves YARL's by less than 1e-5, and by less than 1e-4 where counters
 * are reset. */
#define WYRM_LOOT_SURVEY_MAPS 100000

/* A figure: what was sampled, and what it should have been. */
typedef struct wyrm_loot_figure {
    bool has_value;      /* there was something to measure; else the next three are 0 */
    double value, error; /* and its standard error */
    wyrm_interval ci95;
    bool has_exact;
    double exact; /* 0 where it has none */
} wyrm_loot_figure;

typedef struct wyrm_loot_pity_figures {
    const char *name;
    wyrm_loot_figure rate;    /* share of rooms where pity gave an item of the category */
    wyrm_loot_figure natural; /* share of rooms with one by chance */
    /* Share of rooms at whose end the last n rooms or more had none; [0] is 1. As in
     * wyrm_pity_category. */
    wyrm_loot_figure drought[WYRM_DROUGHT_MAX + 1];
    /* Exact only: the chance that the band's n-th room brings its first one; [0]: later or never.
     * All 0 where there are no exact values. */
    double first[WYRM_DROUGHT_MAX + 1];
} wyrm_loot_pity_figures;

typedef struct wyrm_loot_band_figures {
    const char *name;                    /* "all" where the ruleset has no bands */
    int32_t first_depth, last_depth;     /* that campaigns go to; last before first: none */
    uint64_t rooms;                      /* that were sampled */
    wyrm_loot_figure rooms_per_campaign; /* exact only if all those maps have as many */
    /* Rooms of a campaign behind the exact values, an estimate from sampled maps (see
     * WYRM_LOOT_SURVEY_MAPS); 0 where there are no exact values. */
    double mean_rooms;
    wyrm_loot_figure items_per_room; /* pity's included */
    wyrm_loot_figure given;          /* share of items that pity gave; no value without pity */
    wyrm_loot_figure skipped_rooms;  /* a campaign, that pity skips */
    wyrm_loot_figure items_per_skipped_room;
    wyrm_loot_figure *categories; /* of a room: items of each category, pity's included */
    wyrm_loot_pity_figures pity[WYRM_PITY_MAX];
} wyrm_loot_band_figures;

typedef struct wyrm_loot_survey {
    uint64_t runs, floors, seed;
    const char *mode; /* "" where the loot has no modes */
    bool reset;
    bool has_exact;
    double rooms, rooms_error; /* of a map, behind the exact values */
    size_t category_count;
    const char *const *categories;
    size_t pity_count; /* 0: no pity */
    size_t band_count;
    wyrm_loot_band_figures *bands;
} wyrm_loot_survey;

typedef struct wyrm_loot_survey_options {
    uint64_t seed;
    uint64_t runs;    /* campaigns, at least 2; 0: WYRM_LOOT_SURVEY_RUNS */
    uint64_t maps;    /* behind the exact values; 0: WYRM_LOOT_SURVEY_MAPS */
    const char *mode; /* NULL: the ruleset's own */
    bool reset; /* counters of pity go back to 0 at every further depth, as some harnesses do */
    unsigned threads; /* 0: one. The result is the same bits for any number */
    /* As in wyrm_descent_options. */
    bool (*progress)(double done, void *context);
    void *context;
} wyrm_loot_survey_options;

/* Surveys the loot of a design, which must outlive the result. *out is owned by the caller
 * (wyrm_loot_survey_free). `options` NULL: all defaults, seed 1. Exact values need an encounter
 * model whose depths are known beforehand, a loot model with exact functions, and no more than
 * wyrm_pity_chain can do; without them has_exact is false and the rest stands.
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
