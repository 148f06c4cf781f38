/* The small dungeon of tests/golden/small_dungeon.yaml with some lines changed, and a judging of
 * it. */
#ifndef WYRM_TESTS_SMALL_DUNGEON_H
#define WYRM_TESTS_SMALL_DUNGEON_H

#include "planted.h"

static inline void small_text(const char *changes, char *text, size_t size)
{
    int length = snprintf(
        text, size, "name: variant\nextends: " GOLDEN_DIR "/small_dungeon.yaml\n%s\n", changes);
    assert_true(length > 0 && (size_t)length < size);
}

static inline wyrm_design *small_with(const char *changes)
{
    char text[4096];
    small_text(changes, text, sizeof text);
    return design_from(text);
}

static const planting small_planting = {"the small dungeon", small_with, 200};

static inline wyrm_judgement *judge_design(const wyrm_design *design)
{
    return judge_of_runs(design, small_planting.runs);
}

/* Changes that heal nothing and plant nothing: the finding must not be there. */
static inline void assert_not_found(const char *changes, const char *kind, const char *text)
{
    OWNED_DESIGN *design = small_with(changes);
    wyrm_judgement *judgement = judge_design(design);
    const wyrm_finding *finding = find_finding(judgement, kind, NULL, text);
    if (finding != NULL)
        fail_msg("%s at %s: %s\nin %s", kind, finding->where, finding->message, changes);
    wyrm_judgement_free(judgement);
}

#endif
