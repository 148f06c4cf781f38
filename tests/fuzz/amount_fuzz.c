/* Fuzz target: any text as an amount. What reads has a proper distribution, and its own text reads
 * to the same; what does not says why, and where in the text. */
#include "fuzz.h"
#include <math.h>

#include <wyrm/amount.h>

static void same_again(const wyrm_amount *amount)
{
    wyrm_amount *again;
    const char *text = wyrm_amount_text(amount);
    demand(wyrm_amount_read(text, &again, NULL) == WYRM_OK, "what was written does not read");
    demand(strcmp(wyrm_amount_text(again), text) == 0, "a text changes as it is read again");
    const wyrm_pmf *pmf = wyrm_amount_pmf(amount), *other = wyrm_amount_pmf(again);
    demand(wyrm_pmf_first(pmf) == wyrm_pmf_first(other) &&
               wyrm_pmf_last(pmf) == wyrm_pmf_last(other) &&
               fabs(wyrm_pmf_mean(pmf) - wyrm_pmf_mean(other)) < 1e-3,
           "the text of an amount is another one");
    wyrm_amount_free(again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    wyrm_amount *amount;
    wyrm_error error = {.code = WYRM_OK};
    char *text = malloc(size + 1);
    demand(text != NULL, "out of memory");
    if (size > 0)
        memcpy(text, data, size);
    text[size] = '\0';
    if (wyrm_amount_read(text, &amount, &error) == WYRM_OK) {
        const wyrm_pmf *pmf = wyrm_amount_pmf(amount);
        double total =
            wyrm_pmf_tail(pmf, wyrm_pmf_first(pmf) + 1) + wyrm_pmf_at(pmf, wyrm_pmf_first(pmf));
        demand(fabs(total - 1) < 1e-12, "probabilities do not sum to 1");
        demand(wyrm_pmf_first(pmf) >= -1000000000 && wyrm_pmf_last(pmf) <= 1100000000,
               "a value beyond the limits");
        demand(wyrm_amount_cut(amount) >= 0 && wyrm_amount_cut(amount) < 1e-12, "too much is cut");
        demand_tame(wyrm_amount_text(amount), WYRM_AMOUNT_TEXT_MAX);
        same_again(amount);
    } else {
        demand(amount == NULL, "a refused text leaves an amount");
        demand_sentence(&error);
        demand(error.column >= 1 && (size_t)error.column <= strlen(text) + 1, "a place elsewhere");
    }
    wyrm_amount_free(amount);
    free(text);
    return 0;
}
