/* Fuzz target: any bytes as a log of what a game did, held against a ruleset. What does not read
 * says why, line by line; what reads is judged. */
#include "fuzz.h"
#include <wyrm/verify.h>

#include "metrics/internal.h"

/* Made once: opening a design costs far more than one file. */
static const wyrm_design *design(void)
{
    static wyrm_design *made = NULL;
    if (made == NULL)
        demand(wyrm_design_open("tutorial", &made, NULL) == WYRM_OK, "the tutorial does not open");
    return made;
}

static void try_row(const wyrm_verify_row *row)
{
    demand_tame(row->attacker, WYRM_VERIFY_LINE_MAX);
    demand_tame(row->defender, WYRM_VERIFY_LINE_MAX);
    demand(row->shared <= row->count && row->amounts <= row->count, "more than there are");
    for (size_t i = 0; i < WYRM_VERIFY_ASPECT_COUNT; i++)
        demand(!row->looks[i].tested || (row->looks[i].p >= 0 && row->looks[i].p <= 1 &&
                                         row->looks[i].corrected >= row->looks[i].p),
               "a chance is none");
    demand(row->impossible_times == 0 || row->verdict == WYRM_FAIL, "what cannot be has passed");
}

static void judge(const wyrm_verify *verify)
{
    wyrm_verified *found;
    wyrm_error error;
    wyrm_status status = wyrm_verify_judge(verify, &found, &error);
    demand((status == WYRM_OK) == (found != NULL), "status and answer disagree");
    if (status != WYRM_OK)
        demand_sentence(&error);
    for (size_t i = 0; status == WYRM_OK && i < found->row_count; i++)
        try_row(&found->rows[i]);
    wyrm_verified_free(found);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    wyrm_verify *verify;
    wyrm_errors *errors = fuzz_errors();
    demand(wyrm_verify_new(design(), NULL, &verify, NULL) == WYRM_OK, "nothing can be begun");
    wyrm_status status = wyrm_verify_read(verify, fuzz_file(data, size), errors);
    demand((status == WYRM_OK) == (wyrm_errors_count(errors) == 0), "a refusal without a reason");
    demand_sentences(errors);
    /* Floors would have to be made by the thousand. */
    if (status == WYRM_OK && verify->kind != WYRM_VERIFY_FLOORS)
        judge(verify);
    wyrm_verify_free(verify);
    return 0;
}
