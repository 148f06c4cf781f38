/* The base of all models of combat: the stats of a combatant, and what the models share.
 *
 * Stats are numbers, amounts, words and sets of words; conditions and counters are whole numbers
 * that attacks and turns change.
 *
 * A combatant is a plain value that is copied, compared and hashed by its bytes, so every stat is
 * one double, whatever it stands for. A number is itself, a word its index, a set its bits. An
 * amount is the number of its text: 52 bits of a hash, so that the same dice have the same number
 * in every process and in whatever order they were met; the combat keeps the amount of each number.
 * Combatants can be written at any time and by any thread ("player,damage=2d6"), so this table is
 * the one part of a combat that grows, behind a lock. */
#include <math.h>
#include <stdarg.h>
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

/* Returns the number of an amount: one more than its hash, so that it is never 0 (no amount, a
 * free entry) or below 0 (an amount that could not be made). Numbers up to 2^52 are whole in a
 * double. */
static double number_of(const char *text)
{
    return 1.0 + (double)(XXH3_64bits(text, strlen(text)) >> 12);
}

/* Returns the entry of a number, or the free one where it belongs; NULL if the table is empty. At
 * most half of the entries are used, so that the search ends. */
static combat_amount_entry *entry_of(const struct combat_amounts *amounts, double number)
{
    size_t at = (size_t)fmin(fmax(number, 0.0), 0x1p52) & (amounts->capacity - 1);
    if (amounts->capacity == 0)
        return NULL;
    while (amounts->entries[at].number != 0.0 && amounts->entries[at].number != number)
        at = (at + 1) & (amounts->capacity - 1);
    return &amounts->entries[at];
}

/* Enlarges the table if it is half full. Entries move, amounts never do: a caller may keep an
 * amount as long as the combat lives. */
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

/* Adds an amount to the table, which owns it from then on. One whose number is known is freed. */
static wyrm_status keep_amount(struct combat_amounts *amounts, wyrm_amount *amount, double *number,
                               wyrm_error *error)
{
    wyrm_status status = WYRM_OK;
    *number = number_of(wyrm_amount_text(amount));
    pthread_mutex_lock(&amounts->lock);
    combat_amount_entry *entry = entry_of(amounts, *number);
    const bool known = entry != NULL && entry->number != 0.0;
    if (!known && amounts->count == AMOUNTS_MAX)
        status = wyrm_fail(error, WYRM_ERROR_LIMIT, "there are more than %d different amounts",
                           AMOUNTS_MAX);
    else if (!known && !make_room(amounts))
        status = wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory");
    if (status == WYRM_OK && !known) {
        *entry_of(amounts, *number) = (combat_amount_entry){*number, amount};
        amounts->count++;
    }
    pthread_mutex_unlock(&amounts->lock);
    if (status != WYRM_OK || known)
        wyrm_amount_free(amount);
    return status;
}

/* Fighters are made again and again from the same amounts, so a known text is not read again. */
wyrm_status combat_amount_read(const wyrm_combat *combat, const char *text, double *number,
                               wyrm_error *error)
{
    wyrm_amount *amount;
    *number = number_of(text);
    if (wyrm_combat_amount(combat, *number) != NULL)
        return WYRM_OK;
    wyrm_status status = wyrm_amount_read(text, &amount, error);
    return status == WYRM_OK ? keep_amount(combat->amounts, amount, number, error) : status;
}

double combat_amount_of(const wyrm_combat *combat, const char *text)
{
    double number;
    const wyrm_status status = combat_amount_read(combat, text, &number, NULL);
    return status == WYRM_OK ? number : -(double)status;
}

/* Fails with the reason why hit points (`stat` NULL) or a stat have no amount. */
static wyrm_status say_trouble(const wyrm_combatant *who, const wyrm_stat *stat, double value,
                               wyrm_error *error)
{
    const bool is_status = value <= -1.0 && value >= -(double)WYRM_ERROR_INTERNAL;
    const wyrm_status status = is_status ? (wyrm_status)-value : WYRM_ERROR_RANGE;
    if (status == WYRM_ERROR_MEMORY)
        return wyrm_fail(error, status, "out of memory");
    return wyrm_fail(
        error, status, "the %s%.60s%s of '%s' %s", stat != NULL ? "dice of '" : "hit points",
        stat != NULL ? stat->name : "", stat != NULL ? "'" : "", who->name,
        status == WYRM_ERROR_LIMIT      ? "take more work than may be done"
        : status == WYRM_ERROR_SYNTAX   ? "are multiplied, so that nothing more can be added"
        : status == WYRM_ERROR_ARGUMENT ? "may fall below 1, where 1 is left: no roll says so"
                                        : "are more than can be worked out");
}

wyrm_status wyrm_combat_check(const wyrm_combat *combat, const wyrm_combatant *combatant,
                              wyrm_error *error)
{
    const wyrm_stat *stats = wyrm_combat_stats(combat);
    if (combatant->hp_amount < 0)
        return say_trouble(combatant, NULL, combatant->hp_amount, error);
    for (int i = 0; stats[i].name; i++)
        if (stats[i].kind == WYRM_STAT_AMOUNT && combatant->stats[i] < 0)
            return say_trouble(combatant, &stats[i], combatant->stats[i], error);
    return WYRM_OK;
}

const wyrm_amount *wyrm_combat_amount(const wyrm_combat *combat, double value)
{
    struct combat_amounts *amounts = combat->amounts;
    pthread_mutex_lock(&amounts->lock);
    const combat_amount_entry *entry = entry_of(amounts, value);
    const wyrm_amount *found = entry != NULL && entry->number == value ? entry->amount : NULL;
    pthread_mutex_unlock(&amounts->lock);
    return found;
}

wyrm_status combat_know_amounts(const wyrm_combat *combat, const wyrm_combat *of)
{
    struct combat_amounts *amounts = of->amounts;
    wyrm_status status = WYRM_OK;
    pthread_mutex_lock(&amounts->lock);
    for (size_t i = 0; i < amounts->capacity && status == WYRM_OK; i++) {
        double number = amounts->entries[i].number;
        if (number != 0.0 && wyrm_combat_amount(combat, number) == NULL)
            status = combat_amount_read(combat, wyrm_amount_text(amounts->entries[i].amount),
                                        &number, NULL);
    }
    pthread_mutex_unlock(&amounts->lock);
    return status;
}

/* Returns the number of a sum: the two texts joined by a plus, read as an amount. A text that
 * begins with a minus brings its own sign. What is multiplied as a whole has no such sum, but with
 * 0. */
double combat_amounts_added(const wyrm_combat *combat, double one, double other)
{
    const wyrm_amount *a = wyrm_combat_amount(combat, one), *b = wyrm_combat_amount(combat, other);
    char text[2 * WYRM_AMOUNT_TEXT_MAX + 2];
    if (one < 0 || other < 0)
        return one < 0 ? one : other;
    if (a == NULL || b == NULL || strcmp(wyrm_amount_text(a), "0") == 0)
        return a != NULL && b == NULL ? one : other;
    const char *more = wyrm_amount_text(b);
    if (strcmp(more, "0") == 0)
        return one;
    snprintf(text, sizeof text, "%s%s%s", wyrm_amount_text(a), more[0] == '-' ? "" : "+", more);
    return combat_amount_of(combat, text);
}

double combat_amount_scaled(const wyrm_combat *combat, double value, wyrm_ratio factor, bool up)
{
    const wyrm_amount *amount = wyrm_combat_amount(combat, value);
    char text[WYRM_AMOUNT_TEXT_MAX + 64];
    if (amount == NULL || factor.numerator == factor.denominator)
        return value;
    snprintf(text, sizeof text, "(%s) x %lld/%lld%s", wyrm_amount_text(amount),
             (long long)factor.numerator, (long long)factor.denominator, up ? " up" : "");
    return combat_amount_of(combat, text);
}

/* ---- hit points ---- */

/* Scales hit points, rounding up and never to 0: the living stay alive. */
static int64_t scale_hp(int64_t hp, wyrm_ratio factor)
{
    int64_t scaled = (hp * factor.numerator + factor.denominator - 1) / factor.denominator;
    if (scaled < 1)
        return hp < 1 ? hp : 1;
    return scaled > WYRM_HP_MAX ? WYRM_HP_MAX : scaled;
}

/* Limits rolled hit points to 1 and WYRM_HP_MAX: a roll that is never within becomes that number,
 * which the combatant has already; one that may be beyond or not has no amount. */
static void bound_hp(const wyrm_combat *combat, wyrm_combatant *combatant)
{
    const wyrm_amount *amount = wyrm_combat_amount(combat, combatant->hp_amount);
    if (amount != NULL && amount->most > WYRM_HP_MAX)
        combatant->hp_amount = amount->least < WYRM_HP_MAX ? -(double)WYRM_ERROR_RANGE : 0.0;
    else if (amount != NULL && amount->least < 1)
        combatant->hp_amount = amount->most > 1 ? -(double)WYRM_ERROR_ARGUMENT : 0.0;
}

void combat_scale_hp(const wyrm_combat *combat, wyrm_ratio factor, wyrm_combatant *combatant)
{
    combatant->max_hp = scale_hp(combatant->max_hp, factor);
    combatant->hp = scale_hp(combatant->hp, factor);
    combatant->hp_amount = combat_amount_scaled(combat, combatant->hp_amount, factor, true);
    bound_hp(combat, combatant);
}

void combat_raise_hp(const wyrm_combat *combat, int64_t more, wyrm_combatant *combatant)
{
    const wyrm_amount *amount = wyrm_combat_amount(combat, combatant->hp_amount);
    char text[WYRM_AMOUNT_TEXT_MAX + 32];
    combatant->max_hp = combat_whole_hp((double)(combatant->max_hp + more));
    if (amount == NULL || more == 0)
        return;
    snprintf(text, sizeof text, "%s%+lld", wyrm_amount_text(amount), (long long)more);
    combatant->hp_amount = combat_amount_of(combat, text);
    bound_hp(combat, combatant);
}

/* Only unhurt combatants have rolled hit points: those of one that was hurt are known. */
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

/* Applies attacks to the whole distribution of hit points: the probability that dies of attack n is
 * the chance that n attacks are needed. */
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

/* ---- attacks to kill who wins hit points back ---- */

/* Blows that are worked out, in products for all rolls of the hit points together, and turns at
 * most. Behind these death is taken to be as likely in each turn as over the last of them, if it
 * was as likely over those before. */
#define REGAIN_WORK  2e9
#define REGAIN_TURNS 100000
#define REGAIN_OVER  1e-13 /* what is still alive counts as nothing */
#define REGAIN_EVEN  1e-3  /* how far the two chances may differ */

/* The sum of the chances that the fighter lives after so many attacks. `gains`: it wins back no
 * less than it loses on average, so that only luck kills it. */
static double sum_alive(hp_chain *chain, double most_work, bool gains)
{
    double sum = 0, work = 0, alive[3] = {1, 1, 1}; /* at the last three marks */
    double turns[3] = {0, 0, 0};
    for (uint32_t turn = 1; chain->alive > REGAIN_OVER && turn <= REGAIN_TURNS && work < most_work;
         turn++) {
        sum += chain->alive;
        work += (double)chain_work(chain);
        (void)chain_strike(chain);
        chain_regenerate(chain, turn);
        if (turn < 2 * turns[2] + 2)
            continue;
        memmove(alive, alive + 1, 2 * sizeof *alive);
        memmove(turns, turns + 1, 2 * sizeof *turns);
        alive[2] = chain->alive;
        turns[2] = turn;
    }
    if (!(chain->alive > REGAIN_OVER))
        return sum;
    const double before = log(alive[0] / alive[1]) / fmax(1, turns[1] - turns[0]);
    const double last = log(alive[1] / alive[2]) / fmax(1, turns[2] - turns[1]);
    if (last > REGAIN_OVER && fabs(last - before) <= REGAIN_EVEN * last)
        return sum + chain->alive / last;
    return gains && !(last > REGAIN_OVER) ? (double)INFINITY : (double)NAN;
}

double combat_attacks_on_regenerating(base_arena *arena, const wyrm_combat *combat,
                                      const wyrm_pmf *damage, const wyrm_combatant *target)
{
    const wyrm_pmf *roll = wyrm_combat_hp_roll(combat, target);
    const int64_t least = roll ? wyrm_pmf_first(roll) : target->hp,
                  most = roll ? wyrm_pmf_last(roll) : target->hp;
    const chain_needs needs = chain_needs_of(damage, most);
    double *doubles = base_array(arena, double, needs.doubles + chain_doubles(most, needs.longest));
    const chain_odds odds =
        chain_odds_of(damage, most, doubles, base_array(arena, int32_t, needs.blows));
    double sum = 0;
    for (int64_t hp = least; hp <= most; hp++) {
        const double chance = roll ? wyrm_pmf_at(roll, hp) : 1;
        hp_chain chain;
        if (!(chance > 0))
            continue;
        chain_start(&chain, &odds, hp, target->regeneration, 0, doubles + needs.doubles);
        chain_put(&chain, hp, 1);
        sum += chance * sum_alive(&chain, REGAIN_WORK / (double)(most - least + 1),
                                  target->regeneration >= wyrm_pmf_mean(damage));
    }
    return sum;
}

/* ---- a stat as it is written ---- */

/* Reads the words of a set, "fire+ice", as bits. */
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

/* ---- conditions and counters: whole stats that attacks and turns change ----
 *
 * Their rules and functions are those of fight.h: the slots of a fighter in a game are the last of
 * its stats. Hit points are left to the game, which has its own ways of telling who was hurt and
 * who gets the credit. */

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
             .summary = "given again, it is the longer of the two, their sum, the new or the old "
                        "one"),
    WYRM_ROW("each_turn", INTEGER, .least = -FIGHT_SLOT_MOST, .greatest = FIGHT_SLOT_MOST,
             .default_value = "-1", .summary = "added after each of its owner's turns, to 0, too"),
    WYRM_ROW("shaken_off", RATIO, .greatest = 1, .default_value = "0",
             .summary = "chance that it ends after each of its owner's turns"),
    WYRM_ROW("damage", AMOUNT, .least = -COMBAT_NUMBER_MAX, .greatest = COMBAT_NUMBER_MAX,
             .unit = "hit points",
             .summary = "lost after each of its owner's turns, below 0 won"),
    WYRM_ROW("times_value", BOOL, .default_value = "false",
             .summary = "that is lost as many times as it has points"),
    WYRM_ROW("helpless", BOOL, .default_value = "false",
             .summary = "its owner does not attack"),
    WYRM_ROW("ends_when_hurt", BOOL, .default_value = "false",
             .summary = "it ends when its owner loses hit points"),
    WYRM_ROW("slows", RATIO, .least = 0.001, .greatest = FIGHT_SPEED_MOST, .default_value = "1",
             .summary = "its owner's attacks, and steps, take so many times as long; also the "
                        "attack that brings it"),
    {.kind = WYRM_KIND_END},
};
const wyrm_field combat_condition_element[] =
    WYRM_ELEMENT("condition", RECORD, .fields = condition_rows,
                 .summary = "a condition that a fighter can be in");

static const wyrm_field counter_rows[] = {
    ABOUT_ROW,
    MOST_ROW,
    WYRM_ROW("start", INTEGER, .greatest = FIGHT_SLOT_MOST, .default_value = "0",
             .summary = "what fighters start with, unless they say"),
    WYRM_ROW("each_turn", INTEGER, .least = -FIGHT_SLOT_MOST, .greatest = FIGHT_SLOT_MOST,
             .default_value = "0", .summary = "added after each of its owner's turns"),
    {.kind = WYRM_KIND_END},
};
const wyrm_field combat_counter_element[] =
    WYRM_ELEMENT("counter", RECORD, .fields = counter_rows,
                 .summary = "a number that a fighter has and attacks can change");
/* clang-format on */

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

#define TURNS_MOST 1e9 /* an attack that takes that long is not slowed further */

/* Divides by common factors before each product: lowest terms, and nothing overflows. */
wyrm_ratio combat_slowed(const wyrm_combat *combat, const wyrm_combatant *combatant,
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

/* Makes one block, so that a cache can free it at once. */
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

/* ---- shared by models: rows of blows, refused attacks, sums of damage, steps of an explanation
 * ---- */

const wyrm_field combat_blow_damage =
    WYRM_ROW("blow", AMOUNT, .summary = "its damage, under the name of the blow");

const char *const combat_blow_uses[] = {"melee", "range", NULL};

void combat_must_centre(const combat_attack *of, bool explodes)
{
    if (!explodes && of->matchup->off_centre != 0.0)
        base_refuse(of->arena, WYRM_ERROR_ARGUMENT,
                    "nothing explodes in this attack of '%s': it cannot be %.6g tiles off the "
                    "centre",
                    of->matchup->attacker->name, of->matchup->off_centre);
}

void combat_must_reach(const combat_attack *of, double reach)
{
    const wyrm_matchup *matchup = of->matchup;
    if (matchup->distance > reach)
        base_refuse(of->arena, WYRM_ERROR_ARGUMENT,
                    "'%s' cannot strike '%s' at %.6g tiles: its reach is %.6g %s",
                    matchup->attacker->name, matchup->defender->name, matchup->distance, reach,
                    reach == 1.0 ? "tile" : "tiles");
}

#define RATIO_MOST 1000000 /* limit of either number */
#define RATIO_NEAR 1e-9    /* relative error */

/* The convergents of a continued fraction: none as near has smaller numbers. */
wyrm_ratio combat_ratio_of(double value)
{
    int64_t above[2] = {0, 1}, below[2] = {1, 0}; /* the previous convergent, and this one */
    double rest = fabs(value);
    for (;;) {
        const double whole = floor(rest);
        const double more = whole * (double)above[1] + (double)above[0];
        const double under = whole * (double)below[1] + (double)below[0];
        if (more > RATIO_MOST || under > RATIO_MOST)
            break;
        above[0] = above[1];
        below[0] = below[1];
        above[1] = (int64_t)more;
        below[1] = (int64_t)under;
        if (fabs(more / under - fabs(value)) <= RATIO_NEAR * fabs(value) || rest == whole)
            break;
        rest = 1.0 / (rest - whole);
    }
    if (below[1] == 0)
        return (wyrm_ratio){value < 0.0 ? -RATIO_MOST : RATIO_MOST, 1};
    return (wyrm_ratio){value < 0.0 ? -above[1] : above[1], below[1]};
}

void combat_step(combat_attack *of, const char *label, double value, const char *unit,
                 const char *format, ...)
{
    if (of->steps == NULL || of->count >= WYRM_STEPS_MAX)
        return;
    wyrm_step *step = &of->steps[of->count++];
    va_list arguments;
    va_start(arguments, format);
    snprintf(step->label, sizeof step->label, "%s", label);
    vsnprintf(step->formula, sizeof step->formula, format, arguments);
    step->value = value;
    step->unit = unit;
    va_end(arguments);
}

void combat_given(combat_attack *of, const char *label, double value, const char *unit)
{
    combat_step(of, label, value, unit, "%s", "");
}

void combat_keep(const combat_attack *of, wyrm_status made, wyrm_pmf *const *pmf)
{
    base_must(of->arena, made);
    base_keep(of->arena, *pmf, wyrm_pmf_free);
}

/* Products that the sums of one attack may take: about a second. Values are kept in memory, which
 * counts as work, too. */
#define WORK_MAX 1e9
#define KEPT     100.0 /* products charged for a value */

wyrm_pmf *combat_add(combat_attack *of, const wyrm_pmf *one, const wyrm_pmf *other)
{
    wyrm_pmf *out;
    const double a = (double)wyrm_pmf_length(one), b = (double)wyrm_pmf_length(other);
    of->work += a * b + KEPT * (a + b);
    if (of->work > WORK_MAX)
        base_refuse(of->arena, WYRM_ERROR_LIMIT,
                    "the damage of '%s' has too many values for its sums to be worked out",
                    of->matchup->attacker->name);
    combat_keep(of, wyrm_pmf_add(one, other, &out, &of->arena->error), &out);
    return out;
}
