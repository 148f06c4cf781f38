/* Fuzz target: any text as the baseline of an external game, and once more with the checksum that
 * is its own, so that this keeps nothing from what reads the rest. What reads holds nothing that a
 * game may not say, and is written to a text that reads to the same. */
#include "fuzz.h"
#include <math.h>
#include <wyrm/external_gate.h>

#include "metrics/internal.h"

static wyrm_external_side *read_side(const char *text, size_t length)
{
    wyrm_error error = {.code = WYRM_OK};
    wyrm_external_side *side;
    wyrm_status status = wyrm_external_baseline_read("input", text, length, &side, &error);
    demand((status == WYRM_OK) == (side != NULL), "status and side disagree");
    demand(side == NULL || wyrm_external_baseline_is(text, length), "it is none, and reads");
    if (side == NULL)
        demand_sentence(&error);
    return side;
}

static void try_text(const char *text, size_t length)
{
    wyrm_external_side *side = read_side(text, length), *again;
    char *first = NULL, *second = NULL;
    if (side == NULL)
        return;
    const wyrm_external_facts *facts = wyrm_external_side_facts(side);
    demand_tame(facts->game, WYRM_EXTERNAL_NAME_MAX);
    demand_tame(facts->agent, WYRM_EXTERNAL_NAME_MAX);
    demand_hello(facts->hello);
    for (size_t i = 0; i < side->count; i++)
        for (size_t k = 0; k < side->row_width; k++)
            demand(!(fabs(side->rows[i * side->row_width + k]) > 1e100), "a number is too large");
    demand(wyrm_external_baseline_text(side, &first, NULL) == WYRM_OK, "it cannot be written");
    again = read_side(first, strlen(first));
    demand(again != NULL && wyrm_external_baseline_text(again, &second, NULL) == WYRM_OK &&
               strcmp(first, second) == 0,
           "what was written reads as something else");
    wyrm_external_side_free(side);
    wyrm_external_side_free(again);
    wyrm_free(first);
    wyrm_free(second);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_baseline(data, size, try_text);
    return 0;
}
