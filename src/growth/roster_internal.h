/* The roster, as the files of src/growth see it. */
#ifndef WYRM_GROWTH_ROSTER_INTERNAL_H
#define WYRM_GROWTH_ROSTER_INTERNAL_H

#include <wyrm/roster.h>

struct wyrm_roster {
    const wyrm_combat *combat;
    const wyrm_growth *growth;
    wyrm_monster *monsters;
    char *titles; /* those that are made from keys, one after the other */
    size_t count;
    bool has_levels; /* monsters stand for levels */
};

#endif
