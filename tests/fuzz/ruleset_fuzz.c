/* Fuzz target: any bytes as a ruleset file. What reads must dump to a file that reads to the same
 * ruleset; what does not must say where and why, in the order of lines.
 */
#include "fuzz.h"
#include <stdio.h>

#include <wyrm/design.h>

static char *dump_of(const wyrm_ruleset *ruleset)
{
    char *dump = NULL;
    demand(wyrm_ruleset_dump(ruleset, &dump, NULL) == WYRM_OK, "a ruleset cannot be dumped");
    return dump;
}

/* A dump is written out with every default, so it may be larger than a file may be. */
static void read_back(const wyrm_ruleset *ruleset)
{
    wyrm_ruleset *again = NULL;
    char *dump = dump_of(ruleset);
    wyrm_status status = wyrm_ruleset_parse(wyrm_design_schema(), "dump", dump, strlen(dump), NULL,
                                            NULL, &again, NULL);
    if (status == WYRM_OK) {
        char *second = dump_of(again);
        demand(strcmp(wyrm_ruleset_hash(again), wyrm_ruleset_hash(ruleset)) == 0,
               "the dump reads to another hash");
        demand(strcmp(second, dump) == 0, "the dump of the dump is another");
        wyrm_free(second);
    } else {
        demand(status == WYRM_ERROR_LIMIT, "the dump does not read");
    }
    wyrm_ruleset_free(again);
    wyrm_free(dump);
}

/* Every ability of every monster has its sentence. */
static void tell_abilities(const wyrm_design *design)
{
    const wyrm_roster *roster = wyrm_design_roster(design);
    char text[WYRM_ABILITY_TEXT_MAX];
    for (size_t m = 0; m < wyrm_roster_count(roster); m++) {
        const wyrm_monster *monster = wyrm_roster_monster(roster, m);
        size_t told = 0;
        while (wyrm_ability_text(roster, (int32_t)m, told, text)) {
            demand(strlen(text) > strlen(monster->name) + 1, "an ability says nothing");
            demand_tame(text, sizeof text - 1);
            told++;
        }
        demand((told > 0) == (monster->abilities != NULL), "an ability is not told");
    }
}

static void look_at(const wyrm_errors *errors, wyrm_status status)
{
    demand(wyrm_errors_count(errors) > 0, "refused without an error");
    demand(status != WYRM_ERROR_INTERNAL, "the schema contradicts itself");
    bool placed = false;
    for (size_t i = 0; i < wyrm_errors_kept(errors); i++) {
        const wyrm_error *error = wyrm_errors_at(errors, i);
        char text[2048];
        demand(error->message[0] != '\0', "an error says nothing");
        demand(wyrm_error_format(error, text, sizeof text) < sizeof text, "an error is too long");
        placed = placed || (error->line > 0 && error->column > 0 && error->length > 0);
    }
    demand(placed || status == WYRM_ERROR_LIMIT, "no error has a place");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    wyrm_errors *errors = NULL;
    wyrm_design *design = NULL;
    demand(wyrm_errors_new(&errors) == WYRM_OK, "out of memory");
    wyrm_status status = wyrm_design_parse("input.yaml", (const char *)data, size, &design, errors);
    demand((status == WYRM_OK) == (design != NULL), "status and design disagree");
    if (status == WYRM_OK) {
        read_back(wyrm_design_ruleset(design));
        tell_abilities(design);
    } else
        look_at(errors, status);
    wyrm_design_free(design);
    wyrm_errors_free(errors);
    return 0;
}
