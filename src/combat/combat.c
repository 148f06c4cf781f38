/* The combat of a ruleset: the chosen model, and how records make combatants: their stats, gear,
 * blows and durations. A model is one file and one line in the table below; attack.c works attacks
 * out through it. */
#include "combat/internal.h"
#include <math.h>
#include <string.h>

/* The table of combat models: a new one is a file, a line in internal.h and a line here. */

/* clang-format off */
const wyrm_model *const combat_model_table[] = {
    &combat_ratio_model.model, &combat_accuracy_model.model, &combat_subtract_model.model,
    &combat_momentum_model.model, &combat_d20_model.model, &combat_script_model.model, NULL,
};
/* clang-format on */

/* The model of a ruleset that names none: nobody has stats, or can attack. */

static void *make_none(rs_opening *o)
{
    (void)o;
    return NULL;
}

static wyrm_pmf *hit_none(combat_attack *of)
{
    base_refuse(of->arena, WYRM_ERROR_ARGUMENT,
                "nobody can attack: 'models: {combat: ...}' is missing");
}

static const wyrm_stat no_stats[] = {{.name = NULL}};
static const combat_model none = {
    .model = {.name = ""}, .stats = no_stats, .make = make_none, .hit = hit_none};

/* ---- stats in records ---- */

static double bits_of(const wyrm_value *list)
{
    uint64_t bits = 0;
    for (size_t i = 0; i < wyrm_value_count(list); i++)
        bits |= (uint64_t)1 << wyrm_value_choice(wyrm_value_item(list, i));
    return (double)bits;
}

/* Returns the value of a stat for what a record has under its name. */
static double value_of(const wyrm_combat *combat, const wyrm_stat *stat, const wyrm_value *value)
{
    if (stat->kind == WYRM_STAT_WORD)
        return (double)wyrm_value_choice(value);
    if (stat->kind == WYRM_STAT_SET)
        return bits_of(value);
    if (stat->kind == WYRM_STAT_AMOUNT)
        return combat_amount_of(combat, wyrm_amount_text(wyrm_value_amount(value)));
    return wyrm_value_kind(value) == WYRM_KIND_BOOL ? wyrm_value_bool(value)
                                                    : wyrm_value_real(value);
}

/* Applies the stats of a record (NULL: none) to a combatant. They may leave their ranges
 * (wyrm_combat_fit). Added numbers are summed, sets joined; but a word replaces the old one, and so
 * does gear with a stat that it replaces. */
static void take_stats(const wyrm_combat *combat, const wyrm_value *record, combat_stat_use way,
                       wyrm_combatant *combatant)
{
    const wyrm_stat *stats = wyrm_combat_stats(combat);
    for (int i = 0; stats[i].name; i++) {
        const wyrm_value *value = wyrm_value_get(record, stats[i].name);
        double *stat = &combatant->stats[i];
        if (value != NULL) {
            const double own = value_of(combat, &stats[i], value);
            if (way == COMBAT_SAYS || stats[i].kind == WYRM_STAT_WORD ||
                (way == COMBAT_WEARS && stats[i].replaced))
                *stat = own;
            else if (stats[i].kind == WYRM_STAT_AMOUNT)
                *stat = combat_amounts_added(combat, *stat, own);
            else if (stats[i].kind == WYRM_STAT_SET)
                *stat = (double)((uint64_t)*stat | (uint64_t)own);
            else
                *stat += own;
        }
    }
}

void wyrm_combat_fit(const wyrm_combat *combat, wyrm_combatant *combatant)
{
    const wyrm_stat *stats = wyrm_combat_stats(combat);
    for (int i = 0; stats[i].name; i++)
        if (stats[i].kind == WYRM_STAT_NUMBER)
            combatant->stats[i] = combat_stat_in_range(&stats[i], combatant->stats[i]);
}

/* ---- the blows of an attack ----
 *
 * `attacks: [{bite: 2d6}, {claw: 1d8, times: 2}]`. A blow is its attacker with some stats replaced
 * for as long as it lasts; the value under its name is its damage. So a model knows only single
 * blows, and everything that holds for a stat holds for one of a blow. The blows of an attack come
 * one after another with nothing in between, so together they do the sum of independent draws,
 * unless one reads what those before it have changed (attack.c).
 *
 * Only records of the ruleset list blows: all lists are found when the ruleset is opened, and a
 * combatant holds the number of its own. */

#define DAMAGE_STAT "damage" /* set by the name of a blow */

/* One blow, and the stats that it replaces. */
typedef struct blow {
    const char *name;
    int32_t times;
    wyrm_blow_use only;
    size_t count, first; /* number of its values, and index of the first among those of all lists */
    int32_t *stats;
    double *values;
} blow;

struct combat_attack_list {
    const wyrm_value *value; /* the list of the ruleset */
    size_t count;
    blow *blows;
};

/* The values of all lists, once more for each scaling. */
struct combat_scaled_blows {
    size_t count, times; /* values in all lists; scalings */
    double *values;
};

/* Reads a blow: the stats that it replaces, and under any other key its name with its damage. */
static void read_blow(rs_opening *o, const wyrm_combat *combat, const wyrm_value *record, blow *out)
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
    take_stats(combat, record, COMBAT_SAYS, &set);
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
                rs_error(o, wyrm_value_item(record, i), NULL,
                         "a blow has one name: '%s' and '%s' are two", out->name, key);
            out->name = key;
            if (damage < 0 || stats[damage].kind != WYRM_STAT_AMOUNT) {
                rs_error(o, wyrm_value_item(record, i),
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
        rs_error(o, record, NULL, "a blow needs a name with its damage, such as 'bite: 2d6'");
}

static void read_list(rs_opening *o, wyrm_combat *combat, const wyrm_value *record)
{
    const wyrm_value *list = wyrm_value_get(record, "attacks");
    if (wyrm_value_kind(list) != WYRM_KIND_LIST)
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

/* Reads all lists of blows in a ruleset; the stats must be known. */
static void read_attacks(rs_opening *o, wyrm_combat *combat)
{
    static const char *const sections[] = {"player", "levels", "monsters", "weapons"};
    combat->scaled = base_new(o->arena, struct combat_scaled_blows);
    base_keep(o->arena, combat->scaled, drop_scaled);
    for (size_t i = 0; i < COUNT_OF(sections); i++) {
        const wyrm_value *section = wyrm_ruleset_find(o->ruleset, sections[i]);
        if (wyrm_value_kind(section) == WYRM_KIND_RECORD)
            read_list(o, combat, section);
        else
            for (size_t k = 0; k < wyrm_value_count(section); k++)
                read_list(o, combat, wyrm_value_item(section, k));
    }
}

/* Returns the number of a record's list, for wyrm_combatant.attacks; 0: it has none. */
static int64_t attacks_of(const wyrm_combat *combat, const wyrm_value *record)
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

/* Numbers go through all lists as they are, and then through those of each scaling. */
static const struct combat_attack_list *list_of(const wyrm_combat *combat,
                                                const wyrm_combatant *combatant)
{
    const uint64_t number = (uint64_t)combatant->attacks - 1, count = combat->list_count;
    const bool any = combatant->attacks > 0 && count > 0 && number / count <= combat->scaled->times;
    return any ? &combat->lists[number % count] : NULL;
}

/* Returns the values of a blow, as the combatant's number scales them. */
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

bool combat_blow_at(const wyrm_combat *combat, const wyrm_combatant *attacker, int32_t number,
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

bool combat_blow_says(const wyrm_combat *combat, const wyrm_combatant *combatant, size_t kind,
                      int32_t stat)
{
    const struct combat_attack_list *list = list_of(combat, combatant);
    bool says = false;
    for (size_t k = 0; list != NULL && k < list->blows[kind].count; k++)
        says |= list->blows[kind].stats[k] == stat;
    return says;
}

bool combat_stat_counts(const wyrm_combat *combat, const wyrm_combatant *combatant, int32_t stat)
{
    const struct combat_attack_list *list = list_of(combat, combatant);
    const wyrm_stat *stats = wyrm_combat_stats(combat), *of = &stats[stat];
    int32_t whole = stat;
    for (int32_t s = 0; of->written != NULL && stats[s].name != NULL; s++)
        if (stats[s].written != NULL && strcmp(stats[s].written, of->written) == 0 &&
            stats[s].part == WYRM_PART_WHOLE)
            whole = s;
    bool replaced =
        list != NULL && combat->model->script_of == NULL && stats[whole].kind == WYRM_STAT_AMOUNT;
    for (size_t i = 0; replaced && i < list->count; i++)
        replaced = combat_blow_says(combat, combatant, i, whole);
    return !replaced;
}

double combat_reach_of(const wyrm_combat *combat, const wyrm_combatant *combatant)
{
    return combat_meaning(combat, combatant->stats, WYRM_STAT_REACH, 1.0);
}

double combat_reach(const wyrm_combat *combat, const wyrm_combatant *combatant)
{
    combat_blow_of next;
    double farthest = -1.0;
    for (int32_t number = 1; combat_blow_at(combat, combatant, number, &next); number++)
        if (combat_comes(next.only, WYRM_ATTACK_MELEE))
            farthest = fmax(farthest, combat_reach_of(combat, &next.attacker));
    return farthest < 0.0 ? combat_reach_of(combat, combatant) : farthest;
}

/* ---- opening ---- */

static void amounts_free(struct combat_amounts *amounts)
{
    for (size_t i = 0; i < amounts->capacity; i++)
        wyrm_amount_free(amounts->entries[i].amount);
    wyrm_free(amounts->entries);
    pthread_mutex_destroy(&amounts->lock);
    wyrm_free(amounts);
}

static struct combat_amounts *amounts_new(base_arena *arena)
{
    struct combat_amounts *amounts = base_zeroed(1, sizeof *amounts);
    if (amounts == NULL || pthread_mutex_init(&amounts->lock, NULL) != 0) {
        wyrm_free(amounts);
        base_fail(arena, WYRM_ERROR_MEMORY);
    }
    base_keep(arena, amounts, amounts_free);
    return amounts;
}

static void drop_known(struct combat_known *known)
{
    for (size_t i = 0; known->places != NULL && i < COMBAT_KNOWN_MOST; i++)
        combat_forget(&known->places[i]);
    wyrm_free(known->places);
    wyrm_free(known->duels);
    pthread_mutex_destroy(&known->lock);
}

static void make(rs_opening *o, void *system)
{
    const combat_model *model = o->model != NULL ? o->model : &none;
    wyrm_combat *combat = system;
    *combat = (wyrm_combat){.model = model, .section = o->section};
    combat->amounts = amounts_new(o->arena);
    combat->known = base_new(o->arena, struct combat_known);
    pthread_mutex_init(&combat->known->lock, NULL);
    base_keep(o->arena, combat->known, drop_known);
    o->from = combat;
    combat->state = model->make(o);
    if (!o->faulty)
        read_attacks(o, combat);
}

wyrm_status wyrm_combat_new(const wyrm_ruleset *ruleset, wyrm_combat **out, wyrm_errors *errors)
{
    const bool named = wyrm_ruleset_model(ruleset, "combat") != NULL;
    return rs_open(ruleset, named ? "combat" : NULL, sizeof **out, make, NULL, out, errors);
}

void wyrm_combat_free(wyrm_combat *combat)
{
    base_unmake(combat);
}

const char *wyrm_combat_name(const wyrm_combat *combat)
{
    return combat->model->model.name;
}

const char *wyrm_combat_idle(const wyrm_combat *combat, char *why, size_t size)
{
    return combat->model->idle != NULL ? combat->model->idle(combat->section, why, size) : NULL;
}

/* ---- records put onto a combatant ---- */

static void read_hp(const wyrm_combat *combat, const wyrm_amount *hp, wyrm_combatant *combatant)
{
    combatant->hp = combatant->max_hp = combat_whole_hp((double)hp->most);
    combatant->hp_amount = hp->form != AMOUNT_NUMBER ? combat_amount_of(combat, hp->text) : 0.0;
}

void wyrm_combat_read(const wyrm_combat *combat, const wyrm_value *record,
                      wyrm_combatant *combatant)
{
    if (!record)
        return;
    if (wyrm_value_get(record, "hp"))
        read_hp(combat, wyrm_value_amount(wyrm_value_get(record, "hp")), combatant);
    if (wyrm_value_get(record, "regeneration"))
        combatant->regeneration = key_real(record, "regeneration");
    if (wyrm_value_get(record, "attacks"))
        combatant->attacks = attacks_of(combat, record);
    if (combat->model->read)
        combat->model->read(combat->state, record, combatant);
    take_stats(combat, combat->model->read ? NULL : record, COMBAT_SAYS, combatant);
    wyrm_combat_fit(combat, combatant);
}

void wyrm_combat_equip(const wyrm_combat *combat, wyrm_role gear, const wyrm_value *record,
                       wyrm_combatant *combatant)
{
    if (!record)
        return;
    if (wyrm_value_get(record, "attacks"))
        combatant->attacks = attacks_of(combat, record);
    if (combat->model->equip)
        combat->model->equip(combat->state, gear, record, combatant);
    take_stats(combat, combat->model->equip ? NULL : record, COMBAT_WEARS, combatant);
}

int32_t wyrm_combat_plus_stat(const wyrm_combat *combat, wyrm_role gear)
{
    const wyrm_stat *stats = wyrm_combat_stats(combat);
    for (int32_t i = 0; stats[i].name; i++)
        if (stats[i].plus_of == gear && gear != WYRM_ROLE_PLAYER)
            return i;
    return -1;
}

void wyrm_combat_plus(const wyrm_combat *combat, wyrm_role gear, int32_t plus,
                      wyrm_combatant *combatant)
{
    const int32_t stat = wyrm_combat_plus_stat(combat, gear);
    if (stat >= 0)
        combatant->stats[stat] += plus;
}

void wyrm_combat_add(const wyrm_combat *combat, const wyrm_value *record, wyrm_combatant *combatant)
{
    take_stats(combat, record, COMBAT_ADDS, combatant);
    wyrm_combat_fit(combat, combatant);
}

/* ---- time ---- */

/* Returns the duration by the first stat above 0 that means one, or a number of times a turn; else
 * a turn. */
static wyrm_ratio duration_of(const wyrm_combat *combat, const wyrm_combatant *combatant,
                              wyrm_stat_meaning duration, wyrm_stat_meaning rate)
{
    const wyrm_stat *stats = wyrm_combat_stats(combat);
    const double turn = combat->model->turn ? combat->model->turn(combat->state) : 1.0;
    for (int i = 0; stats[i].name; i++) {
        const double value = combatant->stats[i];
        const bool is_rate = stats[i].means == rate && rate != WYRM_STAT_OF_COMBAT;
        if ((is_rate || stats[i].means == duration) && value > 0.0)
            return combat_ratio_of(is_rate ? 1.0 / value : value / turn);
    }
    return (wyrm_ratio){1, 1};
}

wyrm_ratio wyrm_combat_duration(const wyrm_combat *combat, const wyrm_combatant *combatant)
{
    return duration_of(combat, combatant, WYRM_STAT_DURATION, WYRM_STAT_ATTACKS);
}

wyrm_ratio wyrm_combat_move_duration(const wyrm_combat *combat, const wyrm_combatant *combatant)
{
    return duration_of(combat, combatant, WYRM_STAT_MOVE_DURATION, WYRM_STAT_OF_COMBAT);
}
