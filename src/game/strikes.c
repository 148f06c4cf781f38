/* Attacks met so far: a hash table of alias tables, by the bytes of all that a distribution
 * depends on.
 *
 * A fight is the same few attacks again and again, while making the distribution of one takes
 * thousands of times as long as a draw. */
#include "game/strikes.h"

#include <stdlib.h>
#include <string.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

enum {
    CAPACITY = 4096, /* a power of two */
    COUNT_MAX = CAPACITY * 3 / 4,
    KEY_MAX = 2 * WYRM_STATS_MAX + 3
};

/* What one attack depends on: stats of the attacker, stats of the defender, how, how far away,
 * how far from the centre. */
typedef struct strike_key {
    size_t count; /* of parts */
    double parts[KEY_MAX];
} strike_key;

/* Free where `alias` is NULL. */
typedef struct wyrm_strike_entry {
    uint64_t hash;
    wyrm_alias *alias;
    wyrm_blow blow;
    double *parts; /* of its key; all keys of a table are of one size */
} wyrm_strike_entry;

static size_t count_stats(const wyrm_combat *combat)
{
    size_t count = 0;
    for (const wyrm_stat *stat = wyrm_combat_stats(combat); stat->name; stat++)
        count++;
    return count;
}

static void make_key(const wyrm_matchup *matchup, size_t stats, strike_key *key)
{
    double *rest = key->parts + 2 * stats;
    for (size_t i = 0; i < stats; i++) {
        key->parts[i] = matchup->attacker->stats[i];
        key->parts[stats + i] = matchup->defender->stats[i];
    }
    rest[0] = matchup->attack;
    rest[1] = matchup->distance;
    rest[2] = matchup->off_centre;
    key->count = 2 * stats + 3;
}

static void forget_all(wyrm_strikes *strikes)
{
    for (size_t i = 0; i < strikes->capacity; i++) {
        wyrm_alias_free(strikes->entries[i].alias);
        free(strikes->entries[i].parts);
        strikes->entries[i] = (wyrm_strike_entry){0};
    }
    strikes->count = 0;
}

void wyrm_strikes_free(wyrm_strikes *strikes)
{
    forget_all(strikes);
    free(strikes->entries);
    *strikes = (wyrm_strikes){0};
}

/* Of the same bytes. */
static bool is_same(const double *one, const double *other, size_t count)
{
    uint64_t differ = 0;
    for (size_t i = 0; i < count; i++) {
        uint64_t a, b;
        memcpy(&a, &one[i], sizeof a);
        memcpy(&b, &other[i], sizeof b);
        differ |= a ^ b;
    }
    return differ == 0;
}

/* The entry of a key, or the free one where it belongs. */
static wyrm_strike_entry *find(const wyrm_strikes *strikes, const strike_key *key, uint64_t hash)
{
    size_t place = (size_t)hash & (CAPACITY - 1);
    for (;; place = (place + 1) & (CAPACITY - 1)) {
        wyrm_strike_entry *entry = &strikes->entries[place];
        if (!entry->alias || (entry->hash == hash && is_same(entry->parts, key->parts, key->count)))
            return entry;
    }
}

static wyrm_status make_room(wyrm_strikes *strikes, const wyrm_combat *combat, wyrm_error *error)
{
    if (strikes->entries)
        return WYRM_OK;
    strikes->entries = calloc(CAPACITY, sizeof *strikes->entries);
    if (!strikes->entries)
        return wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory for attacks");
    strikes->capacity = CAPACITY;
    strikes->stats = count_stats(combat);
    return WYRM_OK;
}

static wyrm_blow blow_of(const wyrm_pmf *damage)
{
    return (wyrm_blow){wyrm_pmf_mean(damage), wyrm_pmf_variance(damage), wyrm_pmf_last(damage),
                       true};
}

/* Makes the distribution of an attack and keeps it. */
static wyrm_status learn(wyrm_strikes *strikes, const wyrm_combat *combat,
                         const wyrm_matchup *matchup, const strike_key *key, uint64_t hash,
                         wyrm_strike_entry **out, wyrm_error *error)
{
    wyrm_pmf *pmf;
    wyrm_strike_entry made = {.hash = hash};
    wyrm_status status = wyrm_combat_hit(combat, matchup, &pmf, error);
    if (status != WYRM_OK)
        return status;
    made.blow = blow_of(pmf);
    status = wyrm_alias_new(pmf, &made.alias, error);
    wyrm_pmf_free(pmf);
    if (status != WYRM_OK)
        return status;
    made.parts = malloc(key->count * sizeof *made.parts);
    if (!made.parts) {
        wyrm_alias_free(made.alias);
        return wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory for attacks");
    }
    memcpy(made.parts, key->parts, key->count * sizeof *made.parts);
    if (strikes->count >= COUNT_MAX)
        forget_all(strikes);
    strikes->count++;
    *out = find(strikes, key, hash);
    **out = made;
    return WYRM_OK;
}

/* The entry of an attack, made where it is not known yet. */
static wyrm_status meet(wyrm_strikes *strikes, const wyrm_combat *combat,
                        const wyrm_matchup *matchup, wyrm_strike_entry **out, wyrm_error *error)
{
    strike_key key;
    wyrm_status status = make_room(strikes, combat, error);
    if (status != WYRM_OK)
        return status;
    make_key(matchup, strikes->stats, &key);
    uint64_t hash = XXH3_64bits(key.parts, key.count * sizeof *key.parts);
    *out = find(strikes, &key, hash);
    return (*out)->alias ? WYRM_OK : learn(strikes, combat, matchup, &key, hash, out, error);
}

wyrm_status wyrm_strikes_draw(wyrm_strikes *strikes, const wyrm_combat *combat,
                              const wyrm_matchup *matchup, wyrm_rng *rng, int64_t *damage,
                              wyrm_error *error)
{
    wyrm_strike_entry *entry;
    wyrm_status status = meet(strikes, combat, matchup, &entry, error);
    if (status == WYRM_OK)
        *damage = wyrm_alias_draw(entry->alias, rng);
    return status;
}

static wyrm_matchup beside(const wyrm_combatant *attacker, const wyrm_combatant *defender)
{
    return (wyrm_matchup){
        .attacker = attacker, .defender = defender, .attack = WYRM_ATTACK_MELEE, .distance = 1.0};
}

wyrm_blow wyrm_blow_between(const wyrm_combat *combat, const wyrm_combatant *attacker,
                            const wyrm_combatant *defender)
{
    wyrm_pmf *damage = NULL;
    const wyrm_matchup matchup = beside(attacker, defender);
    if (wyrm_combat_hit(combat, &matchup, &damage, NULL) != WYRM_OK)
        return (wyrm_blow){0};
    const wyrm_blow blow = blow_of(damage);
    wyrm_pmf_free(damage);
    return blow;
}

wyrm_blow wyrm_strikes_blow(wyrm_strikes *strikes, const wyrm_combat *combat,
                            const wyrm_combatant *attacker, const wyrm_combatant *defender)
{
    wyrm_strike_entry *entry;
    const wyrm_matchup matchup = beside(attacker, defender);
    if (meet(strikes, combat, &matchup, &entry, NULL) != WYRM_OK)
        return (wyrm_blow){0};
    return entry->blow;
}
