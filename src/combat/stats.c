/* What the stats of a combatant can be: numbers, amounts, words and sets of words.
 *
 * A combatant is a plain value that is copied, compared and hashed by its bytes, so that a stat is
 * one double whatever it stands for. A number is itself, a word its index, a set its bits. An
 * amount is the number of its text: 52 bits of a hash, so that the same dice have the same number
 * in every process and in whatever order they were met; the combat keeps what each stands for.
 * Combatants can be written at any time and by any thread ("player,damage=2d6"), so that is the one
 * thing of a combat that grows behind its lock. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#define XXH_INLINE_ALL
#include <xxhash.h>
#include "combat/chain.h"
#include "combat/internal.h"

#define AMOUNTS_MAX 100000

const wyrm_stat *wyrm_combat_stats(const wyrm_combat *combat)
{
    return combat->model->stats_of ? combat->model->stats_of(combat->state) : combat->model->stats;
}

double combat_meaning(const wyrm_combat *combat, const double *stats, wyrm_stat_meaning meaning,
                      double missing)
{
    const wyrm_stat *all = wyrm_combat_stats(combat);
    for (int i = 0; all[i].name; i++)
        if (all[i].means == meaning)
            return stats[i];
    return missing;
}

int wyrm_combat_stat(const wyrm_combat *combat, const char *name)
{
    const wyrm_stat *stats = wyrm_combat_stats(combat);
    for (int i = 0; stats[i].name; i++)
        if (strcmp(stats[i].name, name) == 0)
            return i;
    return -1;
}

wyrm_combatant wyrm_combat_blank(const wyrm_combat *combat, const char *name)
{
    wyrm_combatant combatant = {.level = 0};
    snprintf(combatant.name, sizeof combatant.name, "%s", name);
    const wyrm_stat *stats = wyrm_combat_stats(combat);
    for (int i = 0; stats[i].name; i++)
        combatant.stats[i] = stats[i].default_value;
    if (combat->model->blank)
        combat->model->blank(combat->state, &combatant);
    return combatant;
}

/* ---- amounts ---- */

struct combat_amounts {
    pthread_mutex_t lock;
    size_t count, capacity; /* a power of two, above count */
    struct entry {
        double number; /* 0: free */
        wyrm_amount *amount;
    } * entries;
};

static void amounts_free(struct combat_amounts *amounts)
{
    for (size_t i = 0; i < amounts->capacity; i++)
        wyrm_amount_free(amounts->entries[i].amount);
    wyrm_free(amounts->entries);
    pthread_mutex_destroy(&amounts->lock);
    wyrm_free(amounts);
}

struct combat_amounts *combat_amounts_new(base_arena *arena)
{
    struct combat_amounts *amounts = base_zeroed(1, sizeof *amounts);
    if (amounts == NULL || pthread_mutex_init(&amounts->lock, NULL) != 0) {
        wyrm_free(amounts);
        base_fail(arena, WYRM_ERROR_MEMORY);
    }
    base_keep(arena, amounts, amounts_free);
    return amounts;
}

/* One more than the hash, so that it is never 0, which is no amount and a free place; 2^52 and all
 * below are whole in a double. */
static double number_of(const wyrm_amount *amount)
{
    const char *text = wyrm_amount_text(amount);
    return 1.0 + (double)(XXH3_64bits(text, strlen(text)) >> 12);
}

/* The entry of a number, or the free one where it belongs; NULL where there is no room at all. At
 * least half of the places are free, so that it ends. */
static struct entry *entry_of(const struct combat_amounts *amounts, double number)
{
    size_t at = (size_t)fmin(fmax(number, 0.0), 0x1p52) & (amounts->capacity - 1);
    if (amounts->capacity == 0)
        return NULL;
    while (amounts->entries[at].number != 0.0 && amounts->entries[at].number != number)
        at = (at + 1) & (amounts->capacity - 1);
    return &amounts->entries[at];
}

/* Entries move, amounts never do: whoever was handed one may keep it as long as the combat
 * lives. */
static bool make_room(struct combat_amounts *amounts)
{
    struct combat_amounts wider = {.capacity = amounts->capacity == 0 ? 64 : 2 * amounts->capacity};
    if (2 * (amounts->count + 1) <= amounts->capacity)
        return true;
    wider.entries = base_zeroed(wider.capacity, sizeof *wider.entries);
    for (size_t i = 0; wider.entries != NULL && i < amounts->capacity; i++)
        if (amounts->entries[i].number != 0.0)
            *entry_of(&wider, amounts->entries[i].number) = amounts->entries[i];
    if (wider.entries == NULL)
        return false;
    wyrm_free(amounts->entries);
    amounts->entries = wider.entries;
    amounts->capacity = wider.capacity;
    return true;
}

/* Takes the amount over. One that is known already goes: the first one stays. */
static wyrm_status keep(struct combat_amounts *amounts, wyrm_amount *amount, double *number,
                        wyrm_error *error)
{
    wyrm_status status = WYRM_OK;
    *number = number_of(amount);
    pthread_mutex_lock(&amounts->lock);
    struct entry *entry = entry_of(amounts, *number);
    const bool known = entry != NULL && entry->number != 0.0;
    if (!known && amounts->count == AMOUNTS_MAX)
        status = wyrm_fail(error, WYRM_ERROR_LIMIT, "there are more than %d different amounts",
                           AMOUNTS_MAX);
    else if (!known && !make_room(amounts))
        status = wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory");
    if (status == WYRM_OK && !known) {
        *entry_of(amounts, *number) = (struct entry){*number, amount};
        amounts->count++;
    }
    pthread_mutex_unlock(&amounts->lock);
    if (status != WYRM_OK || known)
        wyrm_amount_free(amount);
    return status;
}

wyrm_status combat_amount_read(const wyrm_combat *combat, const char *text, double *number,
                               wyrm_error *error)
{
    wyrm_amount *amount;
    wyrm_status status = wyrm_amount_read(text, &amount, error);
    return status == WYRM_OK ? keep(combat->amounts, amount, number, error) : status;
}

const wyrm_amount *wyrm_combat_amount(const wyrm_combat *combat, double value)
{
    struct combat_amounts *amounts = combat->amounts;
    pthread_mutex_lock(&amounts->lock);
    const struct entry *entry = entry_of(amounts, value);
    const wyrm_amount *found = entry != NULL && entry->number == value ? entry->amount : NULL;
    pthread_mutex_unlock(&amounts->lock);
    return found;
}

/* The sum of two amounts: what stands in both, one after the other. The text of the sum is one more
 * amount; an amount that begins with a minus brings its own sign. */
double combat_amounts_added(const wyrm_combat *combat, double one, double other)
{
    const wyrm_amount *a = wyrm_combat_amount(combat, one), *b = wyrm_combat_amount(combat, other);
    char text[2 * WYRM_AMOUNT_TEXT_MAX + 2];
    double sum = one;
    if (a == NULL || b == NULL || strcmp(wyrm_amount_text(a), "0") == 0)
        return a != NULL && b == NULL ? one : other;
    const char *more = wyrm_amount_text(b);
    snprintf(text, sizeof text, "%s%s%s", wyrm_amount_text(a), more[0] == '-' ? "" : "+", more);
    if (combat_amount_read(combat, text, &sum, NULL) != WYRM_OK)
        return one;
    return sum;
}

double combat_amount_scaled(const wyrm_combat *combat, double value, wyrm_ratio factor, bool up)
{
    const wyrm_amount *amount = wyrm_combat_amount(combat, value);
    char text[WYRM_AMOUNT_TEXT_MAX + 64];
    if (amount == NULL || factor.numerator == factor.denominator)
        return value;
    snprintf(text, sizeof text, "(%s) x %lld/%lld%s", wyrm_amount_text(amount),
             (long long)factor.numerator, (long long)factor.denominator, up ? " up" : "");
    return combat_amount_read(combat, text, &value, NULL) == WYRM_OK ? value : 0.0;
}

/* ---- hit points ---- */

/* Rounded up, and never to nothing: who lives before lives after. */
static int64_t scale_hp(int64_t hp, wyrm_ratio factor)
{
    int64_t scaled = (hp * factor.numerator + factor.denominator - 1) / factor.denominator;
    if (scaled < 1)
        return hp < 1 ? hp : 1;
    return scaled > WYRM_HP_MAX ? WYRM_HP_MAX : scaled;
}

void combat_scale_hp(const wyrm_combat *combat, wyrm_ratio factor, wyrm_combatant *combatant)
{
    combatant->max_hp = scale_hp(combatant->max_hp, factor);
    combatant->hp = scale_hp(combatant->hp, factor);
    combatant->hp_amount = combat_amount_scaled(combat, combatant->hp_amount, factor, true);
}

void combat_raise_hp(const wyrm_combat *combat, int64_t more, wyrm_combatant *combatant)
{
    const wyrm_amount *amount = wyrm_combat_amount(combat, combatant->hp_amount);
    char text[WYRM_AMOUNT_TEXT_MAX + 32];
    combatant->max_hp = wyrm_whole_hp((double)(combatant->max_hp + more));
    if (amount == NULL || more == 0)
        return;
    snprintf(text, sizeof text, "%s%+lld", wyrm_amount_text(amount), (long long)more);
    if (combat_amount_read(combat, text, &combatant->hp_amount, NULL) != WYRM_OK)
        combatant->hp_amount = 0.0;
}

/* Who has been hurt has hit points that are known: only unhurt ones are rolled. */
const wyrm_pmf *wyrm_combat_hp_roll(const wyrm_combat *combat, const wyrm_combatant *combatant)
{
    const wyrm_amount *amount = combatant->hp_amount > 0.0 && combatant->hp == combatant->max_hp
                                    ? wyrm_combat_amount(combat, combatant->hp_amount)
                                    : NULL;
    return amount != NULL && amount->least >= 1 && amount->most <= WYRM_HP_MAX ? amount->pmf : NULL;
}

double wyrm_combat_mean_hp(const wyrm_combat *combat, const wyrm_combatant *combatant)
{
    const wyrm_pmf *roll = wyrm_combat_hp_roll(combat, combatant);
    return roll != NULL ? wyrm_pmf_mean(roll) : (double)combatant->hp;
}

/* ---- how many attacks kill: a chain until next to nothing of it is alive ---- */

#define HITS_LEFT 1e-15 /* probability that may be left alive */
#define HITS_MOST ((size_t)100000)
#define HITS_WORK ((uint64_t)1000000000) /* multiplications */

typedef struct killing {
    const wyrm_pmf *damage;
    const wyrm_pmf *hp;
    wyrm_pmf **out;
} killing;

static void count_hits(base_arena *arena, void *context)
{
    const killing *of = context;
    const int64_t most = wyrm_pmf_last(of->hp);
    const chain_needs needs = chain_needs_of(of->damage, most);
    const chain_odds odds =
        chain_odds_of(of->damage, most, base_array(arena, double, needs.doubles),
                      base_array(arena, int32_t, needs.blows));
    wyrm_weighted *hits = NULL;
    size_t room = 0, count = 0;
    uint64_t work = 0;
    hp_chain chain;
    chain_start(&chain, &odds, most, 0.0, 0,
                base_array(arena, double, chain_doubles(most, odds.longest)));
    for (int64_t hp = wyrm_pmf_first(of->hp); hp <= most; hp++)
        if (wyrm_pmf_at(of->hp, hp) > 0.0)
            chain_put(&chain, hp, wyrm_pmf_at(of->hp, hp));
    while (chain.alive > HITS_LEFT) {
        work += chain_work(&chain);
        if (count >= HITS_MOST || work > HITS_WORK)
            base_refuse(arena, WYRM_ERROR_RANGE,
                        "it takes more attacks to kill than can be counted (%zu were, and %.3g of "
                        "the chance is left)",
                        count, chain.alive);
        hits = base_grow(arena, hits, count, &room, sizeof *hits);
        double dead = chain_strike(&chain);
        hits[count] = (wyrm_weighted){.value = (int64_t)count + 1, .weight = dead};
        count++;
    }
    base_spend(arena, WYRM_COST_FIGHTS, work + (uint64_t)most);
    base_must(arena, wyrm_pmf_from_pairs(hits, count, of->out, &arena->error));
}

wyrm_status wyrm_hits_to_kill_roll(const wyrm_pmf *damage, const wyrm_pmf *hp, wyrm_pmf **out,
                                   wyrm_error *error)
{
    *out = NULL;
    if (!damage || wyrm_pmf_first(damage) < 0)
        return wyrm_fail(error, WYRM_ERROR_ARGUMENT, "damage must not be negative");
    if (wyrm_pmf_first(hp) < 1)
        return wyrm_fail(error, WYRM_ERROR_ARGUMENT, "hit points must be at least 1, found %lld",
                         (long long)wyrm_pmf_first(hp));
    if (wyrm_pmf_last(hp) > WYRM_DUEL_HP_MAX)
        return wyrm_fail(error, WYRM_ERROR_RANGE, "hit points must be at most %lld, found %lld",
                         (long long)WYRM_DUEL_HP_MAX, (long long)wyrm_pmf_last(hp));
    if (wyrm_pmf_last(damage) == 0)
        return wyrm_fail(error, WYRM_ERROR_ARGUMENT, "no damage is ever done: nothing dies of it");
    killing of = {damage, hp, out};
    return base_do(count_hits, &of, error);
}

wyrm_status wyrm_hits_to_kill(const wyrm_pmf *damage, int64_t hp, wyrm_pmf **out, wyrm_error *error)
{
    wyrm_pmf *certain;
    *out = NULL;
    wyrm_status status = wyrm_pmf_point(hp, &certain, error);
    if (status == WYRM_OK)
        status = wyrm_hits_to_kill_roll(damage, certain, out, error);
    wyrm_pmf_free(certain);
    return status;
}

wyrm_status wyrm_combat_hits_to_kill(const wyrm_combat *combat, const wyrm_pmf *damage,
                                     const wyrm_combatant *target, wyrm_pmf **out,
                                     wyrm_error *error)
{
    const wyrm_pmf *roll = wyrm_combat_hp_roll(combat, target);
    return roll != NULL ? wyrm_hits_to_kill_roll(damage, roll, out, error)
                        : wyrm_hits_to_kill(damage, target->hp, out, error);
}

/* ---- a stat as it is written ---- */

/* The words of a set that `text` names, as bits. */
static wyrm_status read_set(const wyrm_stat *stat, const char *text, double *value,
                            wyrm_error *error)
{
    uint64_t bits = 0;
    for (const char *at = text; *at != '\0' && strcmp(text, "none") != 0; at += *at == '+') {
        const size_t length = strcspn(at, "+");
        char word[64];
        size_t index = 0;
        snprintf(word, sizeof word, "%.*s", (int)(length < 63 ? length : 63), at);
        while (stat->words[index] != NULL && strcmp(stat->words[index], word) != 0)
            index++;
        if (stat->words[index] == NULL) {
            wyrm_fail(error, WYRM_ERROR_SYNTAX, "'%s' is no word of '%s'", word, stat->name);
            wyrm_suggest(error, word, stat->words, index);
            return WYRM_ERROR_SYNTAX;
        }
        bits |= (uint64_t)1 << index;
        at += length;
    }
    *value = (double)bits;
    return WYRM_OK;
}

static wyrm_status read_word(const wyrm_stat *stat, const char *text, double *value,
                             wyrm_error *error)
{
    size_t index = 0;
    while (stat->words[index] != NULL && strcmp(stat->words[index], text) != 0)
        index++;
    *value = (double)index;
    if (stat->words[index] != NULL)
        return WYRM_OK;
    wyrm_fail(error, WYRM_ERROR_SYNTAX, "'%.63s' is no word of '%s'", text, stat->name);
    wyrm_suggest(error, text, stat->words, index);
    return WYRM_ERROR_SYNTAX;
}

wyrm_status wyrm_combat_stat_read(const wyrm_combat *combat, int32_t index, const char *text,
                                  double *value, wyrm_error *error)
{
    const wyrm_stat *stat = &wyrm_combat_stats(combat)[index];
    wyrm_value number;
    if (stat->kind == WYRM_STAT_AMOUNT) {
        wyrm_status status = base_amount_typed(text, error);
        return status == WYRM_OK ? combat_amount_read(combat, text, value, error) : status;
    }
    if (stat->kind == WYRM_STAT_SET)
        return read_set(stat, text, value, error);
    if (stat->kind == WYRM_STAT_WORD)
        return read_word(stat, text, value, error);
    const char *wrong = rs_kinds[WYRM_KIND_REAL].scan(text, &number);
    if (wrong != NULL)
        return wyrm_fail(error, WYRM_ERROR_SYNTAX, "'%s' must be a number, found '%.63s'",
                         stat->name, text);
    *value = number.as.real;
    return WYRM_OK;
}

const char *wyrm_combat_stat_text(const wyrm_combat *combat, int32_t index, double value,
                                  char *text, size_t size)
{
    const wyrm_stat *stat = &wyrm_combat_stats(combat)[index];
    const wyrm_amount *amount =
        stat->kind == WYRM_STAT_AMOUNT ? wyrm_combat_amount(combat, value) : NULL;
    size_t used = 0;
    text[0] = '\0';
    if (stat->kind == WYRM_STAT_NUMBER)
        snprintf(text, size, "%.15g", value);
    else if (stat->kind == WYRM_STAT_AMOUNT)
        snprintf(text, size, "%s", amount != NULL ? wyrm_amount_text(amount) : "0");
    for (size_t i = 0; stat->words != NULL && stat->words[i] != NULL && used < size; i++)
        if (stat->kind == WYRM_STAT_WORD ? (double)i == value : ((uint64_t)value >> i & 1) != 0)
            used += (size_t)snprintf(text + used, size - used, "%s%s", used > 0 ? "+" : "",
                                     stat->words[i]);
    if (stat->kind == WYRM_STAT_SET && used == 0)
        snprintf(text, size, "none");
    return text;
}

double wyrm_combat_stat_number(const wyrm_combat *combat, int32_t index, double value)
{
    if (wyrm_combat_stats(combat)[index].kind != WYRM_STAT_AMOUNT)
        return value;
    const wyrm_amount *amount = wyrm_combat_amount(combat, value);
    return amount != NULL ? wyrm_pmf_mean(wyrm_amount_pmf(amount)) : 0.0;
}

/* ---- a stat as a record has it ---- */

static double bits_of(const wyrm_value *list)
{
    uint64_t bits = 0;
    for (size_t i = 0; i < wyrm_value_count(list); i++)
        bits |= (uint64_t)1 << wyrm_value_choice(wyrm_value_item(list, i));
    return (double)bits;
}

/* What stands under a stat's name: a number for any that is none of the other kinds. */
static double value_of(const wyrm_combat *combat, const wyrm_stat *stat, const wyrm_value *value)
{
    double number = 0.0;
    if (stat->kind == WYRM_STAT_WORD)
        return (double)wyrm_value_choice(value);
    if (stat->kind == WYRM_STAT_SET)
        return bits_of(value);
    if (stat->kind == WYRM_STAT_AMOUNT)
        return combat_amount_read(combat, wyrm_amount_text(wyrm_value_amount(value)), &number,
                                  NULL) == WYRM_OK
                   ? number
                   : 0.0;
    return wyrm_value_kind(value) == WYRM_KIND_BOOL ? wyrm_value_bool(value)
                                                    : wyrm_value_real(value);
}

/* What is added is summed, sets joined; but a word takes the place of the one that is there, and so
 * does what gear says of a stat that gear sets. */
void combat_take_stats(const wyrm_combat *combat, const wyrm_value *record, combat_taking way,
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
            combatant->stats[i] = wyrm_stat_in_range(&stats[i], combatant->stats[i]);
}
