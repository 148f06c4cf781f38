/* Judges a ruleset by its own targets, for a build server: exits with 1 if one of them fails.
 *
 *   cc judge.c $(pkg-config --cflags --libs wyrm-bench) -o judge
 *   ./judge mine.yaml
 */
#include <stdio.h>
#include <wyrm.h>

static void complain(const wyrm_errors *errors)
{
    char text[2048];
    for (size_t i = 0; i < wyrm_errors_kept(errors); i++) {
        wyrm_error_format(wyrm_errors_at(errors, i), text, sizeof text);
        fputs(text, stderr);
    }
}

static void tell(const wyrm_judgement *judgement)
{
    for (size_t i = 0; i < judgement->judged_count; i++) {
        const wyrm_judged *one = &judgement->judged[i];
        if (one->verdict == WYRM_FAIL)
            printf("%s: %s is %g %s, wanted %g to %g\n", one->target, one->where, one->value,
                   one->unit, one->range.low, one->range.high);
    }
    printf("%zu hold, %zu fail, %zu cannot be told\n", judgement->summary[WYRM_PASS],
           judgement->summary[WYRM_FAIL], judgement->summary[WYRM_UNCLEAR]);
}

int main(int argc, char **argv)
{
    wyrm_errors *errors;
    wyrm_design *design = NULL;
    wyrm_judgement *judgement = NULL;
    size_t failing = 1;
    if (wyrm_errors_new(&errors) != WYRM_OK)
        return 1;
    const wyrm_judge_options options = {.size = sizeof options, .seed = 1, .threads = 2};
    if (wyrm_design_open(argc > 1 ? argv[1] : "tutorial", &design, errors) == WYRM_OK &&
        wyrm_judge(design, &options, &judgement, errors) == WYRM_OK) {
        tell(judgement);
        failing = judgement->summary[WYRM_FAIL];
    }
    complain(errors);
    wyrm_judgement_free(judgement);
    wyrm_design_free(design);
    wyrm_errors_free(errors);
    return failing == 0 ? 0 : 1;
}
