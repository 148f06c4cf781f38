/* What the commands share: opening rulesets, reading combatants, ending. */
#include "cli/commands.h"

#include <stdio.h>

int cli_open(const cli_command *command, const char *name, wyrm_design **out)
{
    *out = NULL;
    wyrm_errors *errors;
    wyrm_status status = wyrm_errors_new(&errors);
    if (status == WYRM_OK)
        status = wyrm_design_open(name, out, errors);
    int result = status == WYRM_OK ? CLI_DONE : cli_errors(command, name, errors, status);
    wyrm_errors_free(errors);
    return result;
}

int cli_combatant(const cli_command *command, const wyrm_design *design, const char *text,
                  wyrm_combatant *out)
{
    wyrm_error error;
    wyrm_status status = wyrm_roster_combatant(wyrm_design_roster(design), text, out, &error);
    if (status == WYRM_ERROR_UNKNOWN && error.hint[0] == '\0')
        snprintf(error.hint, sizeof error.hint, "'wyrm rules show' names all there are");
    return status == WYRM_OK ? CLI_DONE : cli_error(command, &error, true);
}

int cli_finish(const cli_command *command, wyrm_status status, const wyrm_error *error, bool typed,
               wyrm_page *page, wyrm_design *design, int result)
{
    if (status == WYRM_OK)
        result = cli_print(command, page, result);
    else
        result = cli_error(command, error, typed);
    wyrm_page_free(page);
    wyrm_design_free(design);
    return result;
}
