/* The blows of an attack: `attacks: [{bite: 2d6}, {claw: 1d8, times: 2}]`.
 *
 * A blow is its attacker with some stats replaced for as long as it lasts; what stands under its
 * name is its damage. So a model knows one blow only, and everything that holds for a stat holds
 * for one of a blow. The blows of an attack come one after another with nothing in between, so that
 * what they do together is the sum of independent draws, but where one looks at what those before
 * it have changed (blows.c).
 *
 * Blows are listed by records of the ruleset alone: all lists are found when the ruleset is opened,
 * and a combatant has the number of its own. */
#include <string.h>
#include "combat/internal.h"

#define DAMAGE_STAT "damage" /* that the name of a blow sets */

/* One blow, and the stats that it replaces. */
typedef struct blow {
    const char *name;
    int32_t times;
    wyrm_blow_use only;
    size_t count, first; /* of its values; which of those of all lists is its first */
    int32_t *stats;
    double *values;
} blow;

struct combat_attack_list {
    const wyrm_value *value; /* the list of the ruleset */
    size_t count;
    blow *blows;
};

/* The values of all lists, once more for each time that they were scaled. */
struct combat_scaled_blows {
    size_t count, times; /* of the values of all lists */
    double *values;
};

const wyrm_field combat_blow_damage =
    WYRM_ROW("blow", AMOUNT, .summary = "its damage, under the name of the blow");

const char *const combat_blow_uses[] = {"melee", "range", NULL};

/* ---- reading ---- */

static void read_blow(wyrm_opening *o, const wyrm_combat *combat, const wyrm_value *record,
                      blow *out)
{
    const wyrm_stat *stats = wyrm_combat_stats(combat);
    const size_t count = wyrm_value_count(record);
    wyrm_combatant set = wyrm_combat_blank(combat, "");
    const wyrm_value *only = wyrm_value_get(record, "only");
    out->times = key_whole(record, "times");
    out->first = combat->scaled->count;
    out->only = only != NULL ? WYRM_BLOW_MELEE + wyrm_value_choice(only) : WYRM_BLOW_ANY;
    out->name = "";
    out->stats = base_array(o->arena, int32_t, count + 1);
    out->values = base_array(o->arena, double, count + 1);
    combat_take_stats(combat, record, COMBAT_SAYS, &set);
    wyrm_combat_fit(combat, &set);
    for (size_t i = 0; i < count; i++) {
        const char *key = wyrm_value_key(record, i);
        const int32_t stat = wyrm_combat_stat(combat, key);
        if (stat >= 0) {
            out->stats[out->count] = stat;
            out->values[out->count++] = set.stats[stat];
        } else if (strcmp(key, "times") != 0 && strcmp(key, "only") != 0) {
            const int32_t damage = wyrm_combat_stat(combat, DAMAGE_STAT);
            const wyrm_amount *amount = wyrm_value_amount(wyrm_value_item(record, i));
            if (out->name[0] != '\0')
                wyrm_fault(o, wyrm_value_item(record, i), NULL,
                           "a blow has one name: '%s' and '%s' are two", out->name, key);
            out->name = key;
            if (damage < 0 || stats[damage].kind != WYRM_STAT_AMOUNT) {
                wyrm_fault(o, wyrm_value_item(record, i),
                           combat->model->stats_of != NULL ? "'stats: {" DAMAGE_STAT
                                                             ": {kind: amount}}' declares it"
                                                           : NULL,
                           "a blow sets the stat '" DAMAGE_STAT "', which is no amount here");
                continue;
            }
            out->stats[out->count] = damage;
            base_must(o->arena,
                      wyrm_combat_stat_read(combat, damage, wyrm_amount_text(amount),
                                            &out->values[out->count++], &o->arena->error));
        }
    }
    combat->scaled->count += out->count;
    if (out->name[0] == '\0')
        wyrm_fault(o, record, NULL, "a blow needs a name with its damage, such as 'bite: 2d6'");
}

static void read_list(wyrm_opening *o, wyrm_combat *combat, const wyrm_value *record)
{
    const wyrm_value *list = wyrm_value_get(record, "attacks");
    if (wyrm_value_kind(list) != WYRM_KIND_LIST || wyrm_value_count(list) == 0)
        return;
    combat->lists = base_grow(o->arena, combat->lists, combat->list_count, &combat->list_room,
                              sizeof *combat->lists);
    struct combat_attack_list *out = &combat->lists[combat->list_count++];
    *out = (struct combat_attack_list){.value = list, .count = wyrm_value_count(list)};
    out->blows = base_array(o->arena, blow, out->count);
    for (size_t i = 0; i < out->count; i++)
        read_blow(o, combat, wyrm_value_item(list, i), &out->blows[i]);
}

static void drop_scaled(struct combat_scaled_blows *scaled)
{
    wyrm_free(scaled->values);
}

void combat_read_attacks(wyrm_opening *o, wyrm_combat *combat)
{
    static const char *const sections[] = {"player", "levels", "monsters", "weapons"};
    combat->scaled = base_new(o->arena, struct combat_scaled_blows);
    base_keep(o->arena, combat->scaled, drop_scaled);
    for (size_t i = 0; i < sizeof sections / sizeof *sections; i++) {
        const wyrm_value *section = wyrm_ruleset_find(o->ruleset, sections[i]);
        if (wyrm_value_kind(section) == WYRM_KIND_RECORD)
            read_list(o, combat, section);
        else
            for (size_t k = 0; k < wyrm_value_count(section); k++)
                read_list(o, combat, wyrm_value_item(section, k));
    }
}

int64_t combat_attacks_of(const wyrm_combat *combat, const wyrm_value *record)
{
    const wyrm_value *list = wyrm_value_get(record, "attacks");
    for (size_t i = 0; list != NULL && i < combat->list_count; i++)
        if (combat->lists[i].value == list)
            return (int64_t)i + 1;
    return 0;
}

int64_t combat_scale_blows(base_arena *arena, const wyrm_combat *combat, combat_scaling *scale,
                           const void *context)
{
    struct combat_scaled_blows *scaled = combat->scaled;
    double *values = base_allocate((scaled->times + 1) * scaled->count * sizeof *values + 1);
    if (values == NULL)
        base_fail(arena, WYRM_ERROR_MEMORY);
    if (scaled->times > 0)
        memcpy(values, scaled->values, scaled->times * scaled->count * sizeof *values);
    wyrm_free(scaled->values);
    scaled->values = values;
    values += scaled->times++ * scaled->count;
    for (size_t i = 0; i < combat->list_count; i++)
        for (const blow *one = combat->lists[i].blows, *end = one + combat->lists[i].count;
             one < end; one++)
            for (size_t k = 0; k < one->count; k++)
                values[one->first + k] = scale(combat, one->stats[k], one->values[k], context);
    return (int64_t)(scaled->times * combat->list_count);
}

/* ---- asking ---- */

/* Numbers go through all lists, and then through those of each scaling. */
static const struct combat_attack_list *list_of(const wyrm_combat *combat,
                                                const wyrm_combatant *combatant)
{
    const uint64_t number = (uint64_t)combatant->attacks - 1, count = combat->list_count;
    const bool any = combatant->attacks > 0 && count > 0 && number / count <= combat->scaled->times;
    return any ? &combat->lists[number % count] : NULL;
}

/* The values of one of its blows. */
static const double *values_of(const wyrm_combat *combat, const wyrm_combatant *combatant,
                               const blow *one)
{
    const struct combat_scaled_blows *scaled = combat->scaled;
    const size_t times = (size_t)(combatant->attacks - 1) / combat->list_count;
    return times == 0 ? one->values : scaled->values + (times - 1) * scaled->count + one->first;
}

size_t wyrm_combat_blows(const wyrm_combat *combat, const wyrm_combatant *combatant,
                         wyrm_blow_kind *blows, size_t most)
{
    const struct combat_attack_list *list = list_of(combat, combatant);
    if (list == NULL && most > 0)
        blows[0] = (wyrm_blow_kind){"", 1, WYRM_BLOW_ANY};
    for (size_t i = 0; list != NULL && i < list->count && i < most; i++)
        blows[i] = (wyrm_blow_kind){list->blows[i].name, list->blows[i].times, list->blows[i].only};
    return list == NULL ? 1 : list->count;
}

bool combat_blow(const wyrm_combat *combat, const wyrm_combatant *attacker, int32_t number,
                 combat_blow_of *out)
{
    const struct combat_attack_list *list = list_of(combat, attacker);
    *out = (combat_blow_of){.attacker = *attacker, .name = "", .number = number};
    if (list == NULL)
        return number == 1;
    for (size_t i = 0; i < list->count; i++) {
        const blow *one = &list->blows[i];
        number -= one->times;
        if (number > 0)
            continue;
        out->name = one->name;
        out->only = one->only;
        out->of_kind = number + one->times;
        const double *values = values_of(combat, attacker, one);
        for (size_t k = 0; k < one->count; k++)
            out->attacker.stats[one->stats[k]] = values[k];
        return true;
    }
    return false;
}

double combat_reach_of(const wyrm_combat *combat, const wyrm_combatant *combatant)
{
    return combat_meaning(combat, combatant->stats, WYRM_STAT_REACH, 1.0);
}

double wyrm_combat_reach(const wyrm_combat *combat, const wyrm_combatant *combatant)
{
    combat_blow_of next;
    double farthest = -1.0;
    for (int32_t number = 1; combat_blow(combat, combatant, number, &next); number++)
        if (combat_comes(next.only, WYRM_ATTACK_MELEE))
            farthest = fmax(farthest, combat_reach_of(combat, &next.attacker));
    return farthest < 0.0 ? combat_reach_of(combat, combatant) : farthest;
}
