/* Weighs one fight: the chance of the first combatant to win when it strikes first.
 *
 *   cc weigh.c $(pkg-config --cflags --libs wyrm) -o weigh
 *   ./weigh ruggrogue player@6,weapon=6,armor=6 monster@6
 */
#include <stdio.h>
#include <wyrm/design.h>

int main(int argc, char **argv)
{
    const char *ruleset = argc > 1 ? argv[1] : "ruggrogue";
    const char *names[2] = {argc > 2 ? argv[2] : "player@6,weapon=6,armor=6",
                            argc > 3 ? argv[3] : "monster@6"};
    wyrm_combatant fighters[2];
    wyrm_design *design = NULL;
    wyrm_error error = {.code = WYRM_OK};
    wyrm_duel duel;

    wyrm_status status = wyrm_design_open(ruleset, &design, NULL);
    if (status != WYRM_OK) {
        fprintf(stderr, "%s: %s\n", ruleset, wyrm_status_text(status));
        return 1;
    }
    for (int i = 0; i < 2 && status == WYRM_OK; i++)
        status = wyrm_roster_combatant(wyrm_design_roster(design), names[i], &fighters[i], &error);
    if (status == WYRM_OK)
        status = wyrm_design_duel(design, &fighters[0], &fighters[1], WYRM_SUBJECT_FIRST, &duel,
                                  NULL, &error);
    if (status == WYRM_OK)
        printf("%s beats %s in %.2f %% of fights, in %.1f turns on average\n", names[0], names[1],
               100 * duel.p_win, duel.turns_mean);
    else
        fprintf(stderr, "%s%s%s\n", error.message, error.hint[0] ? "; " : "", error.hint);
    wyrm_design_free(design);
    return status == WYRM_OK ? 0 : 1;
}
