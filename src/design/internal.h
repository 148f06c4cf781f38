#ifndef WYRM_SRC_DESIGN_INTERNAL_H
#define WYRM_SRC_DESIGN_INTERNAL_H

#include <wyrm/arena.h>
#include <wyrm/play_rules.h>

#include "ruleset/internal.h"

struct wyrm_design {
    wyrm_ruleset *ruleset;
    wyrm_combat *combat;
    wyrm_growth *growth;
    wyrm_roster *roster;
    wyrm_threat *threat; /* NULL where the ruleset has none */
    wyrm_encounter *encounter;
    wyrm_loot *loot;
    wyrm_trade *trade;
    wyrm_drops *drops;
    wyrm_mapper *mapper;
    char *plain; /* wyrm_design_plain; NULL: nothing */
};

/* Rows of the sections `arenas` (an element) and `game`. */
#define DESIGN_ARENAS_MAX 100
extern const wyrm_field design_arena_element[2];
extern const wyrm_field design_play_rules_rows[];

/* Checks of a section that the schema cannot express; part of a job. The design's roster and loot
 * may be NULL if they could not be made. */
typedef struct design_section {
    void (*check)(rs_opening *o, const wyrm_design *design);
} design_section;

extern const design_section design_reference; /* schema.c */
extern const design_section design_arenas;    /* play_rules.c */
extern const design_section design_game;      /* play_rules.c */
extern const design_section design_left_out;  /* schema.c */

/* The shipped rulesets sorted by name; the build generates the table from rulesets/. */
extern const wyrm_shipped design_shipped_table[];
extern const size_t design_shipped_count;

#endif
