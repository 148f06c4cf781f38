/* Fuzz target: any text as the baseline of a ruleset, and once more with the checksum that is its
 * own, so that this keeps nothing from what reads the rest. What reads is written to a text that
 * reads to the same. */
#include "fuzz.h"
#include <wyrm/gate.h>

static char *try_text(const char *text, size_t length)
{
    wyrm_error error = {.code = WYRM_OK};
    wyrm_gate_side side;
    char *written = NULL;
    if (wyrm_gate_baseline_read("input", text, length, &side, &error) != WYRM_OK) {
        demand_sentence(&error);
        return NULL;
    }
    demand_tame(side.facts.bot, sizeof side.facts.bot);
    for (size_t i = 1; i < side.count; i++)
        demand(side.runs[i].run > side.runs[i - 1].run, "runs do not ascend");
    if (wyrm_gate_baseline_text(&side, &written, &error) != WYRM_OK) {
        demand(side.design == NULL, "it cannot be written");
        demand_sentence(&error);
    }
    wyrm_gate_side_free(&side);
    return written;
}

static void try_twice(const char *text, size_t length)
{
    char *first = try_text(text, length), *second = NULL;
    if (first != NULL) {
        second = try_text(first, strlen(first));
        demand(second != NULL && strcmp(first, second) == 0, "it reads as something else");
    }
    wyrm_free(first);
    wyrm_free(second);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_baseline(data, size, try_twice);
    return 0;
}
