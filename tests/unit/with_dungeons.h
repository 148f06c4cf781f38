/* For tests of dungeons by depth tables: the rulesets that have them with a few lines changed, and
 * rulesets that are wrong. */
#ifndef WYRM_TESTS_WITH_DUNGEONS_H
#define WYRM_TESTS_WITH_DUNGEONS_H

#include "helpers.h"

/* The changes are refused: one error says `message`, at a line and column of theirs (from 1), with
 * this hint ("" for any). */
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

/* Where a game stands at a depth of a dungeon by tables. */
static inline wyrm_difficulty difficulty_at(const wyrm_design *design, int32_t depth)
{
    wyrm_difficulty difficulty = wyrm_encounter_start(wyrm_design_encounter(design));
    difficulty.depth = depth;
    return difficulty;
}

#endif
