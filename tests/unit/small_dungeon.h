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

static inline wyrm_judgement *judge_design(const wyrm_design *design)
{
    return judge_of_runs(design, 200);
}

static inline void assert_planted_faults_are_found(const plant *plants, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        wyrm_design *design = small_with(plants[i].changes);
        wyrm_judgement *judgement = judge_design(design);
        if (find_finding(judgement, plants[i].kind, plants[i].where, plants[i].text) == NULL) {
            print_findings(judgement);
            fail_msg("no %s '%s' found in\n%s", plants[i].kind, plants[i].text, plants[i].changes);
        }
        wyrm_judgement_free(judgement);
        wyrm_design_free(design);
    }
}

static inline void assert_not_found_unplanted(const plant *plants, size_t count)
{
    wyrm_design *design = small_with("");
    wyrm_judgement *judgement = judge_design(design);
    for (size_t i = 0; i < count; i++)
        if (find_finding(judgement, plants[i].kind, plants[i].where, plants[i].text) != NULL)
            fail_msg("the small dungeon has no %s '%s'", plants[i].kind, plants[i].text);
    wyrm_judgement_free(judgement);
    wyrm_design_free(design);
}

/* Changes that heal nothing and plant nothing: the finding must not be there. */
static inline void assert_not_found(const char *changes, const char *kind, const char *text)
{
    wyrm_design *design = small_with(changes);
    wyrm_judgement *judgement = judge_design(design);
    const wyrm_finding *finding = find_finding(judgement, kind, NULL, text);
    if (finding != NULL)
        fail_msg("%s at %s: %s\nin %s", kind, finding->where, finding->message, changes);
    wyrm_judgement_free(judgement);
    wyrm_design_free(design);
}

#endif
