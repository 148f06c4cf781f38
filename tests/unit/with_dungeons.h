/* For tests of dungeons by depth tables: such rulesets with a few lines changed, and wrong ones. */
#ifndef WYRM_TESTS_WITH_DUNGEONS_H
#define WYRM_TESTS_WITH_DUNGEONS_H

#include "helpers.h"

/* Asserts that the changes are refused with this message at their line and column (from 1) and this
 * hint ("" for any). */
static inline void assert_refused(const char *name, const char *changes, const char *message,
                                  int line, int column, const char *hint)
{
    assert_refused_at(variant_of(name, changes), message, *hint ? hint : NULL, line + 2, column);
}

static inline size_t monster_of(const wyrm_design *design, const char *name)
{
    int32_t monster = monster_named(design, name);
    if (monster < 0)
        fail_msg("no monster '%s'", name);
    return (size_t)monster;
}

/* The difficulty at a depth of a dungeon by tables. */
static inline wyrm_difficulty difficulty_at(const wyrm_design *design, int32_t depth)
{
    wyrm_difficulty difficulty = wyrm_encounter_start(wyrm_design_encounter(design));
    difficulty.depth = depth;
    return difficulty;
}

#endif
