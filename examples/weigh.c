/* Weighs one fight: prints the first combatant's chance to win when it strikes first.
 *
 *   cc weigh.c $(pkg-config --cflags --libs wyrm) -o weigh
 *   ./weigh ruggrogue player@6,weapon=6,armor=6 monster@6
 */
#include <stdio.h>
#include <wyrm/design.h>

static void complain(const wyrm_error *error)
{
    char text[2048];
    wyrm_error_format(error, text, sizeof text);
    fputs(text, stderr);
}

/* Opens a ruleset, or prints everything that is wrong with it. */
static wyrm_status open_design(const char *ruleset, wyrm_design **out)
{
    wyrm_errors *errors;
    wyrm_status status = wyrm_errors_new(&errors);
    if (status == WYRM_OK)
        status = wyrm_design_open(ruleset, out, errors);
    for (size_t i = 0; i < wyrm_errors_kept(errors); i++)
        complain(wyrm_errors_at(errors, i));
    wyrm_errors_free(errors);
    return status;
}

static wyrm_status weigh(const wyrm_design *design, const char *const names[2], wyrm_error *error)
{
    wyrm_combatant fighters[2];
    wyrm_duel duel;
    wyrm_status status = WYRM_OK;
    for (int i = 0; i < 2 && status == WYRM_OK; i++)
        status = wyrm_roster_combatant(wyrm_design_roster(design), names[i], &fighters[i], error);
    if (status == WYRM_OK)
        status = wyrm_design_duel(design, &fighters[0], &fighters[1], WYRM_SUBJECT_FIRST, &duel,
                                  NULL, error);
    if (status == WYRM_OK)
        printf("%s beats %s in %.2f %% of fights, in %.1f turns on average\n", names[0], names[1],
               100 * duel.p_win, duel.turns_mean);
    return status;
}

int main(int argc, char **argv)
{
    const char *const names[2] = {argc > 2 ? argv[2] : "player@6,weapon=6,armor=6",
                                  argc > 3 ? argv[3] : "monster@6"};
    wyrm_design *design = NULL;
    if (open_design(argc > 1 ? argv[1] : "ruggrogue", &design) != WYRM_OK)
        return 1;
    wyrm_error error = {.code = WYRM_OK};
    wyrm_status status = weigh(design, names, &error);
    if (status != WYRM_OK)
        complain(&error);
    wyrm_design_free(design);
    return status == WYRM_OK ? 0 : 1;
}
