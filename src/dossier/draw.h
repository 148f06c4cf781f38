/* What the files that draw the pictures of a dossier (draw_*.c) share, and the pictures. */
#ifndef WYRM_SRC_DOSSIER_DRAW_H
#define WYRM_SRC_DOSSIER_DRAW_H

#include "dossier/dossier.h"
#include "output/figures.h"

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

/* A mean of an estimate as a mark, with its interval unless it is exact; none where it is not
 * known. */
void wyrm_mark_estimate(wyrm_picture *picture, wyrm_series *series, double x,
                        const wyrm_estimate *estimate);

/* The depth where figures[count] of the depths drawn are the greatest, and what they are there. */
wyrm_greatest wyrm_greatest_depth(const wyrm_estimate *figures, const int32_t *depths, size_t count,
                                  bool shares);

/* How captions print figures. */
#define WYRM_CAPTIONS ((wyrm_style){.utf8 = true})

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
typedef struct wyrm_pairing {
    char player[256], monster[96];
} wyrm_pairing;
size_t wyrm_typical_matches(const wyrm_design *design, wyrm_pairing matches[WYRM_MATCHES]);

/* The next picture of the page; NULL where there is no room for more. */
wyrm_picture *wyrm_dossier_picture(wyrm_dossier *dossier, wyrm_picture_kind kind, const char *id,
                                   const char *title);

/* A series of a side: named after what it shows, and after the side where there are two; that of
 * the second side is dashed. */
wyrm_series *wyrm_dossier_series(const wyrm_dossier *dossier, wyrm_picture *picture, size_t side,
                                 const char *name);

/* "ID" or, of the second side, "ID-other"; the same for a title. */
void wyrm_dossier_id(char *id, size_t size, const char *name, size_t side);

/* The command that prints the numbers of a side: wyrm VERB RULESET and the rest; none where it
 * would not fit. */
void wyrm_dossier_command(wyrm_picture *picture, const wyrm_dossier_side *side, const char *verb,
                          const char *format, ...) WYRM_PRINTF(4, 5);

/* The same for figures of runs of a bot: `wyrm sim` or `wyrm results`. */
void wyrm_dossier_runs_command(const wyrm_dossier *dossier, wyrm_picture *picture, size_t side,
                               const wyrm_dossier_bot *bot);

/* The command that shows a run of a side's watched bot, into text[size]; "" where there is none. */
void wyrm_dossier_watch_command(const wyrm_dossier *dossier, size_t side, uint64_t run, char *text,
                                size_t size);

/* ... in the order of the page. */
void wyrm_draw_runs(wyrm_dossier *dossier);        /* draw_runs.c */
void wyrm_draw_hazard(wyrm_dossier *dossier);      /* draw_hazard.c: between the others of runs */
void wyrm_draw_carried(wyrm_dossier *dossier);     /* draw_carried.c */
void wyrm_draw_difficulty(wyrm_dossier *dossier);  /* draw_difficulty.c */
void wyrm_draw_dungeon(wyrm_dossier *dossier);     /* draw_dungeon.c */
void wyrm_draw_experience(wyrm_dossier *dossier);  /* draw_experience.c */
void wyrm_draw_inhabitants(wyrm_dossier *dossier); /* draw_dungeon.c */
void wyrm_draw_threat(wyrm_dossier *dossier);      /* draw_threat.c */
void wyrm_draw_fights(wyrm_dossier *dossier);      /* draw_fights.c */
void wyrm_draw_even(wyrm_dossier *dossier);        /* draw_even.c */
void wyrm_draw_hits(wyrm_dossier *dossier);        /* draw_hits.c */
/* draw_loot.c; fails as the exact functions of loot do. */
WYRM_MUST_CHECK wyrm_status wyrm_draw_loot(wyrm_dossier *dossier, wyrm_error *error);

#endif
