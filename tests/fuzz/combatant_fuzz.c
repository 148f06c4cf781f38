/* Fuzz target: any text as a combatant of the shipped RuggRogue design. What reads must be able to
 * attack and be attacked, and must come out of it with a proper distribution or a positioned
 * refusal.
 */
#include "fuzz.h"
#include <math.h>
#include <stdio.h>

#include <wyrm/design.h>

/* Opened once: the design is immutable, and opening it costs far more than one text. */
static const wyrm_design *design(void)
{
    static wyrm_design *opened = NULL;
    if (!opened)
        demand(wyrm_design_open("ruggrogue", &opened, NULL) == WYRM_OK, "ruggrogue does not open");
    return opened;
}

static void hit(const wyrm_combatant *attacker, const wyrm_combatant *defender)
{
    const wyrm_combat *combat = wyrm_design_combat(design());
    wyrm_matchup matchup = {.attacker = attacker, .defender = defender, .distance = 1.0};
    wyrm_step steps[WYRM_STEPS_MAX];
    wyrm_error error = {.code = WYRM_OK};
    wyrm_pmf *damage = NULL;

    wyrm_status status = wyrm_combat_hit(combat, &matchup, &damage, &error);
    if (status != WYRM_OK) {
        demand(damage == NULL, "a refused attack leaves a distribution");
        demand(error.message[0] != '\0', "a refused attack says nothing");
        return;
    }
    demand(wyrm_pmf_first(damage) >= 0, "damage below 0");
    demand(fabs(wyrm_pmf_tail(damage, 0) - 1.0) < 1e-12, "probabilities do not sum to 1");
    demand(isfinite(wyrm_pmf_mean(damage)), "the mean is not finite");
    demand(wyrm_combat_explain(combat, &matchup, steps) <= WYRM_STEPS_MAX, "too many steps");
    wyrm_pmf_free(damage);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const wyrm_roster *roster = wyrm_design_roster(design());
    wyrm_combatant read;
    wyrm_combatant plain;
    wyrm_error error = {.code = WYRM_OK};

    char *text = malloc(size + 1);
    demand(text != NULL, "out of memory");
    if (size > 0)
        memcpy(text, data, size);
    text[size] = '\0';

    demand(wyrm_roster_combatant(roster, "monster@6", &plain, NULL) == WYRM_OK,
           "monster@6 does not read");
    if (wyrm_roster_combatant(roster, text, &read, &error) == WYRM_OK) {
        demand(read.hp >= 0 && read.hp <= read.max_hp && read.max_hp <= WYRM_HP_MAX,
               "hit points outside their range");
        demand(read.regeneration >= 0.0, "regeneration outside its range");
        hit(&read, &plain);
        hit(&plain, &read);
        hit(&read, &read);
    } else {
        demand(error.message[0] != '\0', "a refused text says nothing");
    }
    free(text);
    return 0;
}
