/* Faults planted in a design, its judging, and what of them is found. */
#ifndef WYRM_TESTS_PLANTED_H
#define WYRM_TESTS_PLANTED_H

#include "helpers.h"
#include "released.h"

/* The lines that plant a fault, the finding that tells of it, and others that come near without
 * being one: there no finding of the kind is at that place. */
typedef struct plant {
    const char *changes;
    const char *kind, *where, *text;
    const char *near; /* NULL: none */
} plant;

static inline wyrm_judgement *judge_of_runs(const wyrm_design *design, uint64_t runs)
{
    const wyrm_judge_options options = {.seed = 1, .effort = {.exactly = runs}};
    return judge_with(design, &options);
}

/* The finding of a kind at a place (NULL: anywhere) whose message has `text` in it. */
static inline const wyrm_finding *find_finding(const wyrm_judgement *judgement, const char *kind,
                                               const char *where, const char *text)
{
    for (size_t i = 0; i < judgement->finding_count; i++) {
        const wyrm_finding *finding = &judgement->findings[i];
        if (strcmp(finding->kind, kind) == 0 &&
            (where == NULL || strcmp(finding->where, where) == 0) &&
            strstr(finding->message, text) != NULL)
            return finding;
    }
    return NULL;
}

static inline void print_findings(const wyrm_judgement *judgement)
{
    for (size_t i = 0; i < judgement->finding_count; i++)
        print_error("%s | %s | %s\n", judgement->findings[i].kind, judgement->findings[i].where,
                    judgement->findings[i].message);
}

/* What faults are planted in: a design that some lines change, judged by so many runs. */
typedef struct planting {
    const char *who;
    wyrm_design *(*with)(const char *changes);
    uint64_t runs;
} planting;

static inline void assert_planted_faults_are_found(const planting *in, const plant *plants,
                                                   size_t count)
{
    for (size_t i = 0; i < count; i++) {
        wyrm_design *design = in->with(plants[i].changes);
        wyrm_judgement *judgement = judge_of_runs(design, in->runs);
        if (find_finding(judgement, plants[i].kind, plants[i].where, plants[i].text) == NULL) {
            print_findings(judgement);
            fail_msg("no %s '%s' found in\n%s", plants[i].kind, plants[i].text, plants[i].changes);
        }
        wyrm_judgement_free(judgement);
        wyrm_design_free(design);
        if (plants[i].near == NULL)
            continue;
        design = in->with(plants[i].near);
        judgement = judge_of_runs(design, in->runs);
        if (find_finding(judgement, plants[i].kind, plants[i].where, "") != NULL) {
            print_findings(judgement);
            fail_msg("%s found in\n%s", plants[i].kind, plants[i].near);
        }
        wyrm_judgement_free(judgement);
        wyrm_design_free(design);
    }
}

static inline void assert_not_found_unplanted(const planting *in, const plant *plants, size_t count)
{
    OWNED_DESIGN *design = in->with("");
    wyrm_judgement *judgement = judge_of_runs(design, in->runs);
    for (size_t i = 0; i < count; i++)
        if (find_finding(judgement, plants[i].kind, plants[i].where, plants[i].text) != NULL)
            fail_msg("%s has no %s '%s'", in->who, plants[i].kind, plants[i].text);
    wyrm_judgement_free(judgement);
}

#endif
