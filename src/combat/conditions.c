/* Conditions and counters of those who are in a game: whole stats that attacks and turns change.
 *
 * fight.h says what becomes of them, and its functions are what happens here, too: a fighter of a
 * game is one whose slots are the last of its stats. Hit points are left to the game, which has its
 * own ways of telling who was hurt and who gets the credit. */
#include "combat/internal.h"

#define TURNS_MOST 1e9 /* that an attack can take; more is as much */

/* ---- as a ruleset declares them ---- */

/* clang-format off */
static const char *const stackings[] = {"longest", "adds", "replaces", "keeps", NULL};

#define ABOUT_ROW WYRM_ROW("about", TEXT, .summary = "what it means in the game")
#define MOST_ROW                                                                                   \
    WYRM_ROW("most", INTEGER, .least = 1, .greatest = FIGHT_SLOT_MOST, .default_value = "100",          \
             .summary = "it is never above it")

static const wyrm_field condition_rows[] = {
    ABOUT_ROW,
    MOST_ROW,
    WYRM_ROW("stacking", CHOICE, .choices = stackings, .default_value = "longest",
             .summary = "what it becomes when one who has it is given it: the longer of the two, "
                        "their sum, the new one, the old one"),
    WYRM_ROW("each_turn", INTEGER, .least = -FIGHT_SLOT_MOST, .greatest = FIGHT_SLOT_MOST,
             .default_value = "-1", .summary = "added to it at the end of each of its owner's turns, "
                                               "to 0, too"),
    WYRM_ROW("shaken_off", RATIO, .greatest = 1, .default_value = "0",
             .summary = "chance, at the end of each of its owner's turns, that it ends"),
    WYRM_ROW("damage", AMOUNT, .least = -COMBAT_NUMBER_MAX, .greatest = COMBAT_NUMBER_MAX,
             .unit = "hit points",
             .summary = "lost at the end of each of its owner's turns while it lasts; below 0: won"),
    WYRM_ROW("times_value", BOOL, .default_value = "false",
             .summary = "that is lost as many times as it has points"),
    WYRM_ROW("helpless", BOOL, .default_value = "false",
             .summary = "its owner does not attack while it lasts"),
    WYRM_ROW("ends_when_hurt", BOOL, .default_value = "false",
             .summary = "it ends when its owner loses hit points"),
    WYRM_ROW("slows", RATIO, .least = 0.001, .greatest = FIGHT_SPEED_MOST, .default_value = "1",
             .summary = "its owner's attacks take so many times as long while it lasts"),
    {.kind = WYRM_KIND_END},
};
const wyrm_field combat_condition_element[] =
    WYRM_ELEMENT("condition", RECORD, .fields = condition_rows,
                 .summary = "a condition that a fighter can be in");

static const wyrm_field counter_rows[] = {
    ABOUT_ROW,
    MOST_ROW,
    WYRM_ROW("start", INTEGER, .greatest = FIGHT_SLOT_MOST, .default_value = "0",
             .summary = "what fighters have at first, where nothing says otherwise"),
    WYRM_ROW("each_turn", INTEGER, .least = -FIGHT_SLOT_MOST, .greatest = FIGHT_SLOT_MOST,
             .default_value = "0", .summary = "added to it at the end of each of its owner's turns"),
    {.kind = WYRM_KIND_END},
};
const wyrm_field combat_counter_element[] =
    WYRM_ELEMENT("counter", RECORD, .fields = counter_rows,
                 .summary = "a number that a fighter has and attacks can change");
/* clang-format on */

/* ---- in a game ---- */

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
