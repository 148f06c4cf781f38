/* For tests of dungeons by depth tables: the rulesets that have them with a few lines changed, and
 * rulesets that are wrong. */
#ifndef WYRM_TESTS_WITH_DUNGEONS_H
#define WYRM_TESTS_WITH_DUNGEONS_H

#include "helpers.h"

/* A ruleset of the folder rulesets, with `changes` as YAML over it. The caller frees the design. */
static inline wyrm_design *ruleset_with(const char *name, const char *changes)
{
    char text[8192];
    int length = snprintf(text, sizeof text,
                          "name: variant\nextends: " RULESET_DIR "/%s.yaml\n%s\n", name, changes);
    assert_true(length > 0 && (size_t)length < sizeof text);
    return design_from(text);
}

static inline wyrm_design *yarl_with(const char *changes)
{
    return ruleset_with("yarl", changes);
}

static inline wyrm_design *tutorial_with(const char *changes)
{
    return ruleset_with("tutorial", changes);
}

/* That the same is refused: one error says `message`, at a line and column of the changes (from 1),
 * with a hint that holds `hint` ("" for any). */
static inline void assert_refused(const char *name, const char *changes, const char *message,
                                  int line, int column, const char *hint)
{
    char text[8192];
    wyrm_errors *errors = NULL;
    wyrm_design *design = NULL;
    bool found = false;
    int length = snprintf(text, sizeof text,
                          "name: variant\nextends: " RULESET_DIR "/%s.yaml\n%s\n", name, changes);
    assert_true(length > 0 && (size_t)length < sizeof text);
    assert_ok(wyrm_errors_new(&errors), NULL);
    wyrm_status status = wyrm_design_parse("variant.yaml", text, (size_t)length, &design, errors);
    for (size_t i = 0; i < wyrm_errors_kept(errors); i++) {
        const wyrm_error *error = wyrm_errors_at(errors, i);
        found = found || (strcmp(error->message, message) == 0 && error->line == line + 2 &&
                          error->column == column && strstr(error->hint, hint) != NULL);
    }
    if (!found) {
        print_error("wanted at %d:%d: %s (%s)\n", line + 2, column, message, hint);
        print_errors(errors);
    }
    assert_true(found);
    assert_int_equal(status, WYRM_ERROR_RULESET);
    assert_null(design);
    wyrm_errors_free(errors);
}

static inline size_t monster_of(const wyrm_design *design, const char *name)
{
    const wyrm_roster *roster = wyrm_design_roster(design);
    for (size_t i = 0; i < wyrm_roster_count(roster); i++)
        if (strcmp(wyrm_roster_monster(roster, i)->name, name) == 0)
            return i;
    fail_msg("no monster '%s'", name);
    return 0;
}

/* Where a game stands at a depth of a dungeon by tables. */
static inline wyrm_difficulty difficulty_at(const wyrm_design *design, int32_t depth)
{
    wyrm_difficulty difficulty = wyrm_encounter_start(wyrm_design_encounter(design));
    difficulty.depth = depth;
    return difficulty;
}

#endif
