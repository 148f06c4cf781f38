/* What the files that draw pictures of a dossier share. */
#ifndef WYRM_REPORT_PICTURES_H
#define WYRM_REPORT_PICTURES_H

#include "report/dossier.h"

#define WYRM_RARE_RUNS 20 /* depths that fewer runs enter are noise */

/* Whether a bot is drawn: all of one side, only the usual one where two are compared. */
bool wyrm_draws_bot(const wyrm_dossier *dossier, const wyrm_dossier_side *side,
                    const wyrm_dossier_bot *bot);

/* Depths that enough runs enter, from the first on. */
size_t wyrm_depths_drawn(const wyrm_summary *summary);

/* The moments at an offset of a depth, over those depths. */
const wyrm_moments *wyrm_depth_moments(const wyrm_sim_depth *depth, size_t offset);
void wyrm_add_by_depth(wyrm_picture *picture, wyrm_series *series, const wyrm_summary *summary,
                       size_t offset);

/* A line a bot; the caption is left to the caller. NULL where there is no room. */
wyrm_picture *wyrm_draw_by_depth(wyrm_dossier *dossier, const char *id, const char *title,
                                 const char *y, const char *unit, size_t offset);

/* Whether enough dungeons reach depths[index] for its figures to be more than noise. */
bool wyrm_is_common(const wyrm_descents *descents, int32_t index);

/* The moments at an offset of such depths: figures of maps, whoever plays. */
void wyrm_add_depths(const wyrm_descents *descents, wyrm_picture *picture, wyrm_series *series,
                     size_t offset);
void wyrm_curve_command(const wyrm_dossier *dossier, wyrm_picture *picture);

/* The level of someone who has killed everything, depth by depth. */
void wyrm_add_levels_of_all(const wyrm_dossier_side *side, wyrm_picture *picture,
                            wyrm_series *series);

/* What prints the paired differences of two sides. */
void wyrm_compare_command(const wyrm_dossier *dossier, wyrm_picture *picture);

/* A fighter by its text; false where the ruleset has no such one, or nobody alive. */
bool wyrm_read_fighter(const wyrm_design *design, const char *text, wyrm_combatant *out);

/* The player of a level, with gear of that level or without, as a combatant is written. */
void wyrm_player_of_level(char *text, size_t size, int level, bool gear);

/* A fight to the death, the player striking first; false where there is none. */
bool wyrm_fight(const wyrm_design *design, const char *player, const char *monster, wyrm_duel *out);

/* Whether monsters have levels of their own. */
bool wyrm_has_levels(const wyrm_design *design);

/* A few typical pairs of a ruleset: the usual player and a usual monster, early, later, late. */
#define WYRM_MATCHES 3
typedef struct wyrm_match {
    char player[256], monster[96];
} wyrm_match;
size_t wyrm_typical_matches(const wyrm_design *design, wyrm_match matches[WYRM_MATCHES]);

#endif
