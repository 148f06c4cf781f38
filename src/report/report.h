/* What each command answers, as text for people and as JSON for scripts.
 *
 * Every function adds a whole answer to a page; `error` may be NULL. They fail with
 *   WYRM_ERROR_MEMORY  out of memory
 * and nothing else, unless said otherwise. Not public: the command line is the only user.
 */
#ifndef WYRM_SRC_REPORT_REPORT_H
#define WYRM_SRC_REPORT_REPORT_H

#include <wyrm/compare.h>
#include <wyrm/gate.h>
#include <wyrm/descent.h>
#include <wyrm/judge.h>
#include <wyrm/loot_advice.h>
#include <wyrm/survey.h>
#include <wyrm/sweep.h>
#include <wyrm/threat_floor.h>
#include <wyrm/truth.h>

#include "output/page.h"

/* ---------------------------------------------------------------- rules guide */
/* The metrics that targets can name, as a section of the guide in Markdown. */
WYRM_MUST_CHECK wyrm_status wyrm_report_metrics_guide(wyrm_page *page, wyrm_error *error);

/* The guide as one member of an answer: what stands on the page so far is taken and replaced. */
WYRM_MUST_CHECK wyrm_status wyrm_report_guide_json(wyrm_page *page, wyrm_error *error);

/* ---------------------------------------------------------------- rules new */
/* A file that was begun: its path, the name of its ruleset, what it extends as it was typed. */
WYRM_MUST_CHECK wyrm_status wyrm_report_begun_json(const char *path, const char *name,
                                                   const char *base, wyrm_page *page,
                                                   wyrm_error *error);

/* ---------------------------------------------------------------- rules validate */
/* What was found out about one file. */
typedef struct wyrm_validated {
    const char *file;            /* as it was typed */
    const wyrm_ruleset *ruleset; /* NULL: it is not in order */
    const wyrm_errors *errors;   /* may be NULL: the status is all that is known */
    wyrm_status status;
} wyrm_validated;

WYRM_MUST_CHECK wyrm_status wyrm_report_validated_json(const wyrm_validated *files, size_t count,
                                                       wyrm_page *page, wyrm_error *error);

/* ---------------------------------------------------------------- hit */
typedef struct wyrm_hit_report {
    const wyrm_design *design;
    const char *attacker_text, *defender_text; /* as they were typed */
    wyrm_combatant attacker, defender;
    wyrm_attack_kind attack;
    double distance, off_centre; /* tiles, as in wyrm/combat.h */
    bool explain;
} wyrm_hit_report;

/* The attack of a report; it points into the report. */
wyrm_matchup wyrm_hit_matchup(const wyrm_hit_report *hit);

/* Both can also fail as wyrm_combat_hit does. `sweep` NULL: no curve in the answer. */
WYRM_MUST_CHECK wyrm_status wyrm_report_hit(const wyrm_hit_report *hit, wyrm_page *page,
                                            wyrm_error *error);
WYRM_MUST_CHECK wyrm_status wyrm_report_hit_json(const wyrm_hit_report *hit,
                                                 const wyrm_sweep *sweep, wyrm_page *page,
                                                 wyrm_error *error);

/* ---------------------------------------------------------------- hit --curve */
WYRM_MUST_CHECK wyrm_status wyrm_report_hit_curve(const wyrm_hit_report *hit,
                                                  const wyrm_sweep *sweep, wyrm_page *page,
                                                  wyrm_error *error);

/* The same as a picture: the page is a whole SVG file. */
WYRM_MUST_CHECK wyrm_status wyrm_report_hit_svg(const wyrm_hit_report *hit, const wyrm_sweep *sweep,
                                                wyrm_page *page, wyrm_error *error);

/* ---------------------------------------------------------------- duel */
typedef struct wyrm_duel_report {
    const wyrm_design *design;
    const char *subject_text, *opponent_text;
    wyrm_combatant subject, opponent;
    wyrm_striker striker;
} wyrm_duel_report;

/* Both can also fail as wyrm_design_duel does. */
WYRM_MUST_CHECK wyrm_status wyrm_report_duel(const wyrm_duel_report *duel, wyrm_page *page,
                                             wyrm_error *error);
WYRM_MUST_CHECK wyrm_status wyrm_report_duel_json(const wyrm_duel_report *duel, wyrm_page *page,
                                                  wyrm_error *error);

/* ---------------------------------------------------------------- duel --matrix */
/* duels[r * levels + c]: the row role at level first + r against the column role at first + c. */
typedef struct wyrm_matrix_report {
    const wyrm_design *design;
    const char *row_role, *column_role;
    const char *gear;       /* as for --gear: "equal", "7"; "named" where the combatants say it */
    const char *gear_words; /* "weapon and armor of the player's own level" */
    wyrm_striker striker;
    int32_t first;
    size_t levels;
    const wyrm_duel *duels;
} wyrm_matrix_report;

WYRM_MUST_CHECK wyrm_status wyrm_report_matrix(const wyrm_matrix_report *matrix, wyrm_page *page,
                                               wyrm_error *error);
WYRM_MUST_CHECK wyrm_status wyrm_report_matrix_json(const wyrm_matrix_report *matrix,
                                                    wyrm_page *page, wyrm_error *error);

/* ---------------------------------------------------------------- curve */

/* A mean of moments at an offset: exact only where nothing that is drawn can change it, the
 * tracker's level on the first map. */
wyrm_estimate wyrm_curve_estimate(const wyrm_depth_figures *depth, size_t offset);

WYRM_MUST_CHECK wyrm_status wyrm_report_curve(const wyrm_design *design,
                                              const wyrm_descents *descents, uint64_t seed,
                                              wyrm_page *page, wyrm_error *error);
WYRM_MUST_CHECK wyrm_status wyrm_report_curve_json(const wyrm_design *design,
                                                   const wyrm_descents *descents, uint64_t seed,
                                                   wyrm_page *page, wyrm_error *error);

/* curve --tracker: the level of one monster. */
WYRM_MUST_CHECK wyrm_status wyrm_report_tracker(const wyrm_design *design, double tracker,
                                                const wyrm_pmf *levels, wyrm_page *page,
                                                wyrm_error *error);
WYRM_MUST_CHECK wyrm_status wyrm_report_tracker_json(const wyrm_design *design, double tracker,
                                                     const wyrm_pmf *levels, wyrm_page *page,
                                                     wyrm_error *error);

/* ---------------------------------------------------------------- check */
/* `verbose`: every place of every target. `name` is what was typed, for the line on seeing more. */
WYRM_MUST_CHECK wyrm_status wyrm_report_check(const wyrm_design *design,
                                              const wyrm_judgement *judgement, const char *name,
                                              bool verbose, wyrm_page *page, wyrm_error *error);
WYRM_MUST_CHECK wyrm_status wyrm_report_check_json(const wyrm_design *design,
                                                   const wyrm_judgement *judgement, wyrm_page *page,
                                                   wyrm_error *error);

/* ---------------------------------------------------------------- compare */
/* What a bot made of both, on the same seeds. */
typedef struct wyrm_compare_played {
    wyrm_gate gate;
    char bot[32];
    uint64_t seed;
} wyrm_compare_played;

typedef struct wyrm_compare_report {
    const wyrm_design *a, *b;
    const char *name_a, *name_b; /* of the columns; never the same where the rulesets differ */
    const wyrm_comparison *comparison;
    const wyrm_compare_played *played; /* NULL: only single fights were looked at */
    bool all;                          /* also what is the same, and all of what is much */
} wyrm_compare_report;

WYRM_MUST_CHECK wyrm_status wyrm_report_compare(const wyrm_compare_report *report, wyrm_page *page,
                                                wyrm_error *error);
WYRM_MUST_CHECK wyrm_status wyrm_report_compare_json(const wyrm_compare_report *report,
                                                     wyrm_page *page, wyrm_error *error);

/* "mine is harder than ruggrogue", by the runs of a gate, and how far these get on either side. */
void wyrm_compare_headline(const wyrm_gate *gate, const char *name_a, const char *name_b, char *out,
                           size_t size);
void wyrm_compare_runs_words(const wyrm_gate *gate, const char *bot, wyrm_style style, char *out,
                             size_t size);

/* The answer in a sentence: which is harder. */
void wyrm_compare_words(const wyrm_compare_report *report, wyrm_style style, char *text,
                        size_t size);

/* A value of a file, cut where it is long; "nothing" for none. */
#define WYRM_COMPARE_VALUE 128
void wyrm_compare_cut(const char *text, char out[WYRM_COMPARE_VALUE]);

/* ---------------------------------------------------------------- etp */
typedef struct wyrm_etp_report {
    const wyrm_design *design;
    const char *name; /* what was typed, for the lines on seeing more */
    const wyrm_threat_survey *survey;
    const wyrm_truth *truth;
    bool verbose;
} wyrm_etp_report;

WYRM_MUST_CHECK wyrm_status wyrm_report_etp(const wyrm_etp_report *report, wyrm_page *page,
                                            wyrm_error *error);
WYRM_MUST_CHECK wyrm_status wyrm_report_etp_json(const wyrm_etp_report *report, wyrm_page *page,
                                                 wyrm_error *error);

/* etp --rooms: one floor. */
typedef struct wyrm_etp_rooms_report {
    const wyrm_design *design;
    const wyrm_threat_floor *floor;
} wyrm_etp_rooms_report;

WYRM_MUST_CHECK wyrm_status wyrm_report_etp_rooms(const wyrm_etp_rooms_report *report,
                                                  wyrm_page *page, wyrm_error *error);
WYRM_MUST_CHECK wyrm_status wyrm_report_etp_rooms_json(const wyrm_etp_rooms_report *report,
                                                       wyrm_page *page, wyrm_error *error);

/* ---------------------------------------------------------------- loot */
typedef struct wyrm_loot_report {
    const wyrm_design *design;
    const char *name; /* what was typed, for the lines on seeing more */
    const wyrm_loot_survey *survey;
    const wyrm_loot_advices *advices;
    const char *category, *band; /* only this one; NULL: all */
    bool by_band, why;
} wyrm_loot_report;

WYRM_MUST_CHECK wyrm_status wyrm_report_loot(const wyrm_loot_report *report, wyrm_page *page,
                                             wyrm_error *error);
WYRM_MUST_CHECK wyrm_status wyrm_report_loot_json(const wyrm_loot_report *report, wyrm_page *page,
                                                  wyrm_error *error);

/* ---------------------------------------------------------------- rules */
/* The shipped rulesets; fails also where one does not read. */
WYRM_MUST_CHECK wyrm_status wyrm_report_rulesets(wyrm_page *page, wyrm_error *error);
WYRM_MUST_CHECK wyrm_status wyrm_report_rulesets_json(wyrm_page *page, wyrm_error *error);

/* The whole tree; the text is the canonical dump. */
WYRM_MUST_CHECK wyrm_status wyrm_report_tree(const wyrm_design *design, wyrm_page *page,
                                             wyrm_error *error);
WYRM_MUST_CHECK wyrm_status wyrm_report_tree_json(const wyrm_design *design, wyrm_page *page,
                                                  wyrm_error *error);

/* What every level of first..last is worth. */
/* How many times what it is at level 1 a quantity of a creature without gear is; `role` is "player"
 * or "monster", `stat` one of the combat model or -1 for hit points. False where there is no such
 * creature, or nothing to be a multiple of. */
bool wyrm_level_worth(const wyrm_design *design, const char *role, int stat, int32_t level,
                      double *out);

WYRM_MUST_CHECK wyrm_status wyrm_report_levels(const wyrm_design *design, int32_t first,
                                               int32_t last, wyrm_page *page, wyrm_error *error);
WYRM_MUST_CHECK wyrm_status wyrm_report_levels_json(const wyrm_design *design, int32_t first,
                                                    int32_t last, wyrm_page *page,
                                                    wyrm_error *error);

/* The text of a new ruleset `name` that extends `base` (as written after `extends:`), with comments
 * that teach. `file` is where it will stand, for the commands in the comments. */
WYRM_MUST_CHECK wyrm_status wyrm_report_starter(const wyrm_design *parent, const char *base,
                                                const char *name, const char *file, wyrm_page *page,
                                                wyrm_error *error);

#endif
