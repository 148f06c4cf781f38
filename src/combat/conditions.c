/* Conditions and counters of those who are in a game: whole stats that attacks and turns change.
 *
 * fight.h says what becomes of them, and its functions are what happens here, too: a fighter of a
 * game is one whose slots are the last of its stats. Hit points are left to the game, which has its
 * own ways of telling who was hurt and who gets the credit. */
#include "combat/internal.h"

#define TURNS_MOST 1e9 /* that an attack can take; more is as much */

const fight_slot *combat_slots(const wyrm_combat *combat, size_t *count, size_t *first)
{
    *count = *first = 0;
    return combat->model->slots_of ? combat->model->slots_of(combat->state, count, first) : NULL;
}

bool combat_is_helpless(const wyrm_combat *combat, const wyrm_combatant *combatant)
{
    size_t count, first;
    const fight_slot *slots = combat_slots(combat, &count, &first);
    for (size_t i = 0; i < count; i++)
        if (slots[i].helpless && combatant->stats[first + i] > 0.0)
            return true;
    return false;
}

void combat_change(const wyrm_combat *combat, const fight_outcome *outcome,
                   wyrm_combatant *attacker, wyrm_combatant *defender)
{
    size_t count, first;
    const fight_slot *slots = combat_slots(combat, &count, &first);
    for (size_t i = 0; i < outcome->change_count; i++) {
        const fight_change *change = &outcome->changes[i];
        wyrm_combatant *whose = change->of_attacker ? attacker : defender;
        if (whose == NULL)
            continue;
        double *value = &whose->stats[first + change->slot];
        *value = (double)fight_changed(&slots[change->slot], (int64_t)*value, change);
    }
}

void combat_count(const wyrm_combat *combat, wyrm_combatant *combatant, wyrm_rng *rng)
{
    size_t count, first;
    const fight_slot *slots = combat_slots(combat, &count, &first);
    for (size_t i = 0; i < count; i++) {
        double *value = &combatant->stats[first + i];
        const bool off =
            *value > 0.0 && slots[i].shaken_off > 0.0 && wyrm_rng_real(rng) < slots[i].shaken_off;
        *value = off ? 0.0 : (double)fight_counted(&slots[i], (int64_t)*value);
    }
}

/* In lowest terms after each factor, so that nothing overflows. */
wyrm_ratio wyrm_combat_slowed(const wyrm_combat *combat, const wyrm_combatant *combatant,
                              wyrm_ratio takes)
{
    size_t count, first;
    const fight_slot *slots = combat_slots(combat, &count, &first);
    for (size_t i = 0; i < count; i++) {
        const wyrm_ratio by = slots[i].slows;
        if (!(combatant->stats[first + i] > 0.0) || by.numerator == by.denominator ||
            (double)takes.numerator >= TURNS_MOST * (double)takes.denominator)
            continue;
        const int64_t one = common_divisor(takes.numerator, by.denominator);
        const int64_t other = common_divisor(by.numerator, takes.denominator);
        takes.numerator = takes.numerator / one * (by.numerator / other);
        takes.denominator = takes.denominator / other * (by.denominator / one);
    }
    return takes;
}

/* A copy of what a blow came to as one block; NULL where memory is out. */
combat_outcomes *combat_copy(const combat_outcomes *came)
{
    size_t changes = 0;
    for (size_t i = 0; i < came->of.count; i++)
        changes += came->of.list[i].change_count;
    combat_outcomes *out = base_allocate(sizeof *out + came->of.count * sizeof *came->of.list +
                                         changes * sizeof *came->of.list->changes);
    if (out == NULL)
        return NULL;
    *out = *came;
    fight_outcome *list = (fight_outcome *)(out + 1);
    fight_change *change = (fight_change *)(list + came->of.count);
    out->of.list = list;
    for (size_t i = 0; i < came->of.count; i++) {
        list[i] = came->of.list[i];
        for (size_t k = 0; k < list[i].change_count; k++)
            change[k] = list[i].changes[k];
        list[i].changes = change;
        change += list[i].change_count;
    }
    return out;
}
