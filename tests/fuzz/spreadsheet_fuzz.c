/* Fuzz target: any bytes as a spreadsheet of each section. What comes of it reads as a ruleset,
 * with all rows that it says it has kept, and tells what it has left out in sentences. */
#include "fuzz.h"
#include <stdio.h>
#include <wyrm/spreadsheet.h>

static void try_sheet(const wyrm_spreadsheet *sheet)
{
    wyrm_design *design;
    size_t left_out = 0;
    demand(wyrm_design_parse_alone("imported.yaml", sheet->yaml, strlen(sheet->yaml), &design,
                                   NULL) == WYRM_OK,
           "what is written does not read");
    const wyrm_ruleset *ruleset = wyrm_design_ruleset(design);
    demand(wyrm_value_count(wyrm_ruleset_find(ruleset, sheet->into)) == sheet->kept,
           "rows are lost");
    for (size_t i = 0; i < sheet->fault_count; i++) {
        char comment[1100];
        demand_tame(sheet->faults[i].words, 1000);
        snprintf(comment, sizeof comment, "  # %s\n", sheet->faults[i].words);
        demand(strstr(sheet->yaml, comment) != NULL, "what is left out is no comment");
        left_out += sheet->faults[i].column == 0;
    }
    demand(sheet->kept + left_out == sheet->rows, "a row is dropped in silence");
    wyrm_design_free(design);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *file = fuzz_file(data, size);
    for (size_t i = 0; wyrm_spreadsheet_sections[i] != NULL; i++) {
        const wyrm_spreadsheet_options options = {.into = wyrm_spreadsheet_sections[i]};
        wyrm_spreadsheet *sheet;
        wyrm_errors *errors = fuzz_errors();
        if (wyrm_spreadsheet_read(file, &options, &sheet, errors) == WYRM_OK)
            try_sheet(sheet);
        else
            demand(wyrm_errors_count(errors) > 0, "it fails in silence");
        demand_sentences(errors);
        wyrm_spreadsheet_free(sheet);
    }
    return 0;
}
