/* Combat by rules of the user's own: a function in Lua.
 *
 * The ruleset declares what stats its fighters have, and `attack(attacker, defender, blow)` says
 * what a blow does with them: a number is the damage, a table has it as `damage` and what else it
 * does. The stats are rows of the schema like those of any other model, made from the section
 * `combat` before the rest of the file is read; the function is read as a distribution
 * (script/script.h), so that everything else in the library sees one more model. Conditions and
 * counters are stats, too, whole ones that fights change: so they can be given to anybody, seen by
 * the script and shown like all others.
 *
 * Working a blow out takes a thousand times as long as looking it up. What was worked out is kept
 * by the stats that the script looked at, since nothing else can have had a say: all goblins with
 * the same accuracy and damage are one attacker to it, whatever their names and hit points. As the
 * stats that are looked at are seldom all of them and seldom different from blow to blow, a few
 * such selections are known after the first blows, and a matchup is tried under each. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define XXH_INLINE_ALL
#include <xxhash.h>
#include "combat/internal.h"
#include "script/script.h"

#define WORDS_MAX    48
#define DURATION_MAX 1e6
#define TIMES_MOST   1000.0 /* longest time, in turns, and most attacks a turn; least: 1/1000 */

/* ---- stats that a ruleset declares ---- */

enum { KIND_NUMBER, KIND_WHOLE, KIND_FLAG, KIND_AMOUNT, KIND_WORD, KIND_SET };
static const char *const kinds[] = {"number", "whole", "flag", "amount", "word", "set", NULL};
static const char *const gears[] = {"adds", "sets", NULL};
static const char *const plus_roles[] = {"weapon", "armor", NULL};
static const wyrm_role plus_of[] = {WYRM_ROLE_WEAPON, WYRM_ROLE_ARMOR};
static const char *const meanings[] = {
    "asleep", "reach", "range", "attack_duration", "attacks_per_turn", "move_duration", NULL};
static const wyrm_stat_meaning meant[] = {WYRM_STAT_ASLEEP,  WYRM_STAT_REACH,
                                          WYRM_STAT_RANGE,   WYRM_STAT_DURATION,
                                          WYRM_STAT_ATTACKS, WYRM_STAT_MOVE_DURATION};

/* clang-format off */
static const wyrm_field word_element[] =
    WYRM_ELEMENT("word", NAME, .summary = "one of the words");

static const wyrm_field stat_rows[] = {
    WYRM_ROW("kind", CHOICE, .choices = kinds, .default_value = "number",
             .summary = "numbers, whole numbers, true or false, random amounts, one word of some, "
                        "any of some"),
    WYRM_ROW("default", TEXT, .hint = "the words of a set are written 'fire+ice'",
             .summary = "its value where none is said, else 0, false, the first word, no words"),
    WYRM_ROW("least", REAL, .least = -COMBAT_NUMBER_MAX, .greatest = COMBAT_NUMBER_MAX,
             .summary = "numbers are never below it"),
    WYRM_ROW("greatest", REAL, .least = -COMBAT_NUMBER_MAX, .greatest = COMBAT_NUMBER_MAX,
             .summary = "numbers are never above it"),
    WYRM_ROW("of", LIST, .fields = word_element, .greatest = WORDS_MAX, .least = 1,
             .summary = "the words of a word or set"),
    WYRM_ROW("unit", TEXT, .summary = "what it is counted in"),
    WYRM_ROW("about", TEXT, .summary = "what it means in the game"),
    WYRM_ROW("gear", CHOICE, .choices = gears, .default_value = "adds",
             .summary = "gear's value is added to the wearer's, or takes its place"),
    WYRM_ROW("plus_of", CHOICE, .choices = plus_roles,
             .summary = "gear whose plus is added to it: 'weapon=sword+3'"),
    WYRM_ROW("means", CHOICE, .choices = meanings,
             .summary = "what it means: 1 while asleep, how far it strikes or shoots, what an "
                        "attack takes, how many a turn has, what a step takes"),
    WYRM_ROW("chosen", BOOL, .summary = "the player chooses it in play"),
    {.kind = WYRM_KIND_END},
};
static const wyrm_field stat_element[] =
    WYRM_ELEMENT("stat", RECORD, .fields = stat_rows, .summary = "a stat that fighters have");

static const wyrm_field parameters[] = {
    WYRM_ROW("script", TEXT, .required = true, .lines = true, .greatest = SCRIPT_TEXT_MAX,
             .summary = "rules in Lua, or a file beside this one: attack(attacker, defender, blow)"),
    WYRM_ROW("stats", MAP, .fields = stat_element, .greatest = WYRM_STATS_MAX,
             .default_value = "{}",
             .summary = "stats of fighters, by names of your own: `hp`, `level`, `weapon`, "
                        "`armor` and the other keys of fighters and gear are refused"),
    WYRM_ROW("conditions", MAP, .fields = combat_condition_element, .greatest = FIGHT_SLOTS_MOST,
             .default_value = "{}", .summary = "conditions that a blow can bring"),
    WYRM_ROW("counters", MAP, .fields = combat_counter_element, .greatest = FIGHT_SLOTS_MOST,
             .default_value = "{}",
             .summary = "what blows use up and turns give back, as stamina"),
    WYRM_ROW("turn", REAL, .least = 1e-3, .greatest = COMBAT_NUMBER_MAX, .default_value = "1",
             .summary = "units of attack_duration, move_duration and the `duration` of blows in a "
                        "turn"),
    {.kind = WYRM_KIND_END},
};

static const wyrm_field creature_rows[] = {COMBAT_CREATURE_ROWS, {.kind = WYRM_KIND_END}};
static const wyrm_field weapon_rows[] = {COMBAT_HANDS_ROW, {.kind = WYRM_KIND_END}};
static const wyrm_field armor_rows[] = {COMBAT_SLOT_ROW, {.kind = WYRM_KIND_END}};
static const wyrm_field no_rows[] = {{.kind = WYRM_KIND_END}};
static const wyrm_extension extensions[] = {
    {"player", creature_rows}, {"levels", creature_rows}, {"monsters", creature_rows},
    {"variants", no_rows},     {"weapons", weapon_rows},  {"armors", armor_rows},
    {NULL, NULL},
};
/* clang-format on */

static const char *const *words_of(base_arena *arena, const wyrm_value *list)
{
    const size_t count = wyrm_value_count(list);
    const char **words = base_array(arena, const char *, count + 1);
    for (size_t i = 0; i < count; i++)
        words[i] = wyrm_value_text(wyrm_value_item(list, i));
    return words;
}

static double limit_of(const wyrm_value *record, const char *key, double otherwise)
{
    const wyrm_value *value = wyrm_value_get(record, key);
    return value != NULL ? wyrm_value_real(value) : otherwise;
}

/* Returns the default of a stat that measures time: one turn, or one attack a turn; 0 for
 * others. */
static double usual_time(wyrm_stat_meaning means, double turn)
{
    return means == WYRM_STAT_ATTACKS                                        ? 1.0
           : means == WYRM_STAT_DURATION || means == WYRM_STAT_MOVE_DURATION ? turn
                                                                             : 0.0;
}

/* Builds the row of a declared stat, without its default. Stats that measure time are limited, so
 * that every action takes some time and ends. */
static wyrm_stat stat_of(base_arena *arena, const char *name, const wyrm_value *record, double turn)
{
    const size_t kind = key_choice(record, "kind");
    const wyrm_value *means = wyrm_value_get(record, "means");
    const wyrm_value *plus = wyrm_value_get(record, "plus_of");
    const char *unit = key_text(record, "unit");
    wyrm_stat stat = {.name = name,
                      .least = limit_of(record, "least", -COMBAT_NUMBER_MAX),
                      .greatest = limit_of(record, "greatest", COMBAT_NUMBER_MAX),
                      .unit = unit[0] != '\0' ? unit : NULL,
                      .summary = key_text(record, "about"),
                      .whole = kind == KIND_WHOLE,
                      .means = means != NULL ? meant[wyrm_value_choice(means)] : 0,
                      .plus_of = plus != NULL ? plus_of[wyrm_value_choice(plus)] : 0,
                      .replaced = key_choice(record, "gear") == 1,
                      .chosen = key_flag(record, "chosen")};
    const double time = usual_time(stat.means, turn);
    if (time > 0.0) {
        stat.least = fmax(stat.least, time / TIMES_MOST);
        stat.greatest = fmin(stat.greatest, time * TIMES_MOST);
    }
    if (kind == KIND_FLAG) {
        stat.least = 0.0;
        stat.greatest = 1.0;
        stat.whole = true;
    } else if (kind > KIND_FLAG) {
        stat.kind = kind == KIND_AMOUNT ? WYRM_STAT_AMOUNT
                    : kind == KIND_WORD ? WYRM_STAT_WORD
                                        : WYRM_STAT_SET;
        stat.least = 0.0;
        stat.greatest = 0x1p53;
        stat.whole = true;
        stat.words = kind == KIND_AMOUNT ? NULL : words_of(arena, wyrm_value_get(record, "of"));
    }
    return stat;
}

/* Builds the stat of a condition or counter. */
static wyrm_stat slot_stat(const char *name, const wyrm_value *record, bool counter)
{
    const double most = key_real(record, "most");
    return (wyrm_stat){.name = name,
                       .greatest = most > 0.0 ? most : 1.0,
                       .default_value = key_real(record, "start"),
                       .summary = key_text(record, "about"),
                       .whole = true,
                       .changes = true,
                       .counter = counter};
}

/* Builds the stats that the section declares: plain ones first, then conditions and counters. What
 * exceeds WYRM_STATS_MAX is left out, and reported by read_slots. The list is made twice from the
 * same section, when rows are declared and when the model is made: a stat has the same index in
 * both. */
static wyrm_stat *stats_in(base_arena *arena, const wyrm_value *section)
{
    static const char *const maps[] = {"stats", "conditions", "counters"};
    wyrm_stat *stats = base_array(arena, wyrm_stat, WYRM_STATS_MAX + 1);
    const double turn = limit_of(section, "turn", 1.0);
    size_t count = 0;
    for (size_t m = 0; m < COUNT_OF(maps); m++) {
        const wyrm_value *map = wyrm_value_get(section, maps[m]);
        for (size_t i = 0; i < wyrm_value_count(map) && count < WYRM_STATS_MAX; i++) {
            const char *name = wyrm_value_key(map, i);
            const wyrm_value *record = wyrm_value_item(map, i);
            stats[count++] =
                m == 0 ? stat_of(arena, name, record, turn) : slot_stat(name, record, m == 2);
        }
    }
    return stats;
}

/* ---- the rows that stats add to records ---- */

static bool is_flag(const wyrm_stat *stat)
{
    return stat->kind == WYRM_STAT_NUMBER && stat->whole && !stat->changes && stat->least == 0.0 &&
           stat->greatest == 1.0;
}

/* Builds the schema row of a stat. `added`: the row holds a number to add to the stat. That may be
 * any number, as only the sum is held to the limits. */
static wyrm_field row_of(base_arena *arena, const wyrm_stat *stat, bool added)
{
    static const wyrm_kind of[] = {[WYRM_STAT_NUMBER] = WYRM_KIND_REAL,
                                   [WYRM_STAT_AMOUNT] = WYRM_KIND_AMOUNT,
                                   [WYRM_STAT_WORD] = WYRM_KIND_CHOICE,
                                   [WYRM_STAT_SET] = WYRM_KIND_LIST};
    wyrm_field row = {.name = stat->name,
                      .kind = of[stat->kind],
                      .unit = stat->unit,
                      .summary = stat->summary,
                      .choices = stat->words};
    if (is_flag(stat))
        row.kind = WYRM_KIND_BOOL;
    else if (stat->kind == WYRM_STAT_NUMBER) {
        row.kind = stat->whole ? WYRM_KIND_INTEGER : WYRM_KIND_REAL;
        row.least = added ? -COMBAT_NUMBER_MAX : stat->least;
        row.greatest = added ? COMBAT_NUMBER_MAX : stat->greatest;
    } else if (stat->kind == WYRM_STAT_SET) {
        wyrm_field *element = base_array(arena, wyrm_field, 2);
        element[0] = (wyrm_field)WYRM_ROW("word", CHOICE, .choices = stat->words);
        row.fields = element;
        row.choices = NULL;
    }
    return row;
}

/* Builds a table of the rows of all stats, followed by `more` (may be NULL). */
static wyrm_field *rows_of(base_arena *arena, const wyrm_stat *stats, combat_stat_use way,
                           const wyrm_field *more)
{
    size_t count = 0;
    while (stats[count].name != NULL)
        count++;
    wyrm_field *rows = base_array(arena, wyrm_field, count + 1 + rs_count_rows(more));
    for (size_t i = 0; i < count; i++)
        rows[i] = row_of(arena, &stats[i],
                         way == COMBAT_ADDS || (way == COMBAT_WEARS && !stats[i].replaced));
    for (size_t i = 0; i < rs_count_rows(more); i++)
        rows[count + i] = more[i];
    return rows;
}

static wyrm_field attacks_row(base_arena *arena, const wyrm_stat *stats)
{
    static const wyrm_field more[] = {COMBAT_TIMES_ROW, COMBAT_ONLY_ROW, {.kind = WYRM_KIND_END}};
    wyrm_field *blow = base_array(arena, wyrm_field, 2);
    blow[0] = (wyrm_field)COMBAT_BLOW_ROW(rows_of(arena, stats, COMBAT_SAYS, more));
    return (wyrm_field)COMBAT_ATTACKS_ROW(blow);
}

/* Returns the rows that the declared stats add to creatures, variants, weapons and armors. */
static const wyrm_extension *declare(base_arena *arena, const wyrm_value *section)
{
    const wyrm_stat *stats = stats_in(arena, section);
    const wyrm_field attacks[] = {attacks_row(arena, stats), {.kind = WYRM_KIND_END}};
    const wyrm_field *creature = rows_of(arena, stats, COMBAT_SAYS, attacks);
    const wyrm_field *variant = rows_of(arena, stats, COMBAT_ADDS, NULL);
    const wyrm_field *weapon = rows_of(arena, stats, COMBAT_WEARS, attacks);
    const wyrm_field *armor = rows_of(arena, stats, COMBAT_WEARS, NULL);
    const wyrm_extension all[] = {
        {"player", creature}, {"levels", creature}, {"monsters", creature}, {"variants", variant},
        {"weapons", weapon},  {"armors", armor},    {NULL, NULL},
    };
    wyrm_extension *out = base_array(arena, wyrm_extension, COUNT_OF(all));
    memcpy(out, all, sizeof all);
    return out;
}

/* ---- the model ---- */

enum { LEVEL, HP, MAX_HP, BODY_KEYS }; /* keys of a fighter, behind its stats */
enum { NAME, NUMBER, OF_KIND, DISTANCE, FIRED, THROWN, BLOW_KEYS }; /* keys of a blow */
enum { ATTACKER, DEFENDER, BLOW, THINGS };                          /* arguments of attack() */

#define FIGHTER_KEYS_MAX (WYRM_STATS_MAX + BODY_KEYS)
#define KEYS_MAX         (2 * FIGHTER_KEYS_MAX + BLOW_KEYS)
#define SELECTIONS_MAX   16
#define KEPT_MAX         65536             /* blows */
#define KEPT_OUTCOMES    ((size_t)1 << 20) /* in all kept blows: about 100 MB */

/* The keys that a script read of attacker, defender and blow, one bit each. */
typedef struct selection {
    uint64_t looked[THINGS];
} selection;

/* A blow whose outcomes are known. */
typedef struct kept_blow {
    uint64_t hash;         /* 0: free */
    size_t selection;      /* index in rules.selections */
    double *key;           /* the values that the script read */
    combat_outcomes *came; /* owned: one block */
} kept_blow;

typedef struct rules {
    const wyrm_stat *stats;
    size_t count;       /* number of stats */
    const char **words; /* words of all stats, ended by NULL */
    size_t word_count;
    double turn;
    script *script;
    const char *fighter_keys[FIGHTER_KEYS_MAX];
    fight_slot slots[FIGHT_SLOTS_MOST]; /* the last `slot_count` of the stats */
    bool is_condition[FIGHT_SLOTS_MOST];
    size_t slot_count;
    pthread_mutex_t lock; /* guards all that follows */
    selection selections[SELECTIONS_MAX];
    size_t selection_count;
    kept_blow *kept; /* KEPT_MAX x 2 places, open addressing */
    size_t kept_count, kept_outcomes;
} rules;

static const char *const blow_keys[BLOW_KEYS] = {"name",     "number", "of_kind",
                                                 "distance", "fired",  "thrown"};

/* One blow between two fighters as a row of doubles: attacker, defender, blow, key by key. */
typedef struct situation {
    double key[KEYS_MAX];
    const char *name; /* name of the blow; key[] holds its hash */
} situation;

/* Empties the cache when it is full. Nothing finer is needed: a ruleset with a few kinds of
 * fighters hardly ever fills it. */
static void forget(rules *r)
{
    for (size_t i = 0; r->kept != NULL && i < 2 * KEPT_MAX; i++) {
        wyrm_free(r->kept[i].came);
        wyrm_free(r->kept[i].key);
        r->kept[i] = (kept_blow){0};
    }
    r->kept_count = r->kept_outcomes = 0;
    r->selection_count = 0;
}

static void drop_rules(rules *r)
{
    forget(r);
    wyrm_free(r->kept);
    pthread_mutex_destroy(&r->lock);
}

static void fill_fighter(const rules *r, const wyrm_combatant *of, double *key)
{
    memcpy(key, of->stats, r->count * sizeof *key);
    key[r->count + LEVEL] = of->level;
    key[r->count + HP] = (double)of->hp;
    key[r->count + MAX_HP] = (double)of->max_hp;
}

static void fill(const combat_attack *of, situation *out)
{
    const rules *r = of->state;
    const wyrm_matchup *matchup = of->matchup;
    double *blow = out->key + 2 * (r->count + BODY_KEYS);
    memset(out->key, 0, sizeof out->key);
    fill_fighter(r, &of->blow->attacker, out->key);
    fill_fighter(r, matchup->defender, out->key + r->count + BODY_KEYS);
    out->name = of->blow->name;
    /* A double holds 52 bits of a hash as they are, so that a name is a key like any number. */
    const uint64_t name = XXH3_64bits(out->name, strlen(out->name));
    blow[NAME] = (double)(name >> 12);
    blow[NUMBER] = of->blow->number;
    blow[OF_KIND] = of->blow->of_kind;
    blow[DISTANCE] = matchup->distance;
    blow[FIRED] = matchup->attack == WYRM_ATTACK_FIRED;
    blow[THROWN] = matchup->attack == WYRM_ATTACK_THROWN;
}

/* Copies the keys that a selection covers into part[]; returns their hash, never 0. */
static uint64_t select_from(const rules *r, const selection *of, const situation *all,
                            double part[KEYS_MAX], size_t *count)
{
    const double *from = all->key;
    *count = 0;
    for (size_t t = 0; t < THINGS; t++) {
        const size_t keys = t == BLOW ? BLOW_KEYS : r->count + BODY_KEYS;
        for (size_t k = 0; k < keys; k++)
            if (of->looked[t] >> k & 1)
                part[(*count)++] = from[k];
        from += keys;
    }
    const uint64_t hash = XXH3_64bits_withSeed(part, *count * sizeof *part, (uint64_t)*count);
    return hash == 0 ? 1 : hash;
}

/* Finds the entry of a key, or the free one where it belongs. At most half of the table is in use,
 * so that the search ends. */
static kept_blow *find_blow(const rules *r, size_t number, uint64_t hash, const double *key,
                            size_t count)
{
    size_t at = (size_t)hash & (2 * KEPT_MAX - 1);
    for (;; at = (at + 1) & (2 * KEPT_MAX - 1)) {
        kept_blow *one = &r->kept[at];
        if (one->hash == 0 || (one->hash == hash && one->selection == number &&
                               memcmp(one->key, key, count * sizeof *key) == 0))
            return one;
    }
}

/* Returns the kept blow that equals this one in all that its script read; NULL: none. */
static const kept_blow *look_up(const rules *r, const situation *all)
{
    double key[KEYS_MAX];
    size_t count;
    for (size_t i = 0; r->kept != NULL && i < r->selection_count; i++) {
        const uint64_t hash = select_from(r, &r->selections[i], all, key, &count);
        const kept_blow *one = find_blow(r, i, hash, key, count);
        if (one->hash != 0)
            return one;
    }
    return NULL;
}

/* Returns the index of a selection, adding it if it is new. A script that branches on what it reads
 * has several. One that fills the table reads something else every time, and searching all
 * selections would cost more than it saves: then the cache is emptied. */
static size_t selection_number(rules *r, const selection *of)
{
    size_t i = 0;
    while (i < r->selection_count && memcmp(&r->selections[i], of, sizeof *of) != 0)
        i++;
    if (i == SELECTIONS_MAX) {
        forget(r);
        i = 0;
    }
    r->selections[i] = *of;
    r->selection_count = i < r->selection_count ? r->selection_count : i + 1;
    return i;
}

/* Keeps a copy of the outcomes; out of memory, nothing is kept. */
static void keep_outcomes(rules *r, const selection *of, const situation *all,
                          const combat_outcomes *came)
{
    double key[KEYS_MAX];
    size_t count;
    if (r->kept == NULL)
        r->kept = base_zeroed((size_t)2 * KEPT_MAX, sizeof *r->kept);
    if (r->kept == NULL)
        return;
    if (r->kept_count == KEPT_MAX || r->kept_outcomes > KEPT_OUTCOMES)
        forget(r);
    const size_t number = selection_number(r, of);
    const uint64_t hash = select_from(r, of, all, key, &count);
    kept_blow *place = find_blow(r, number, hash, key, count);
    kept_blow made = {.hash = hash, .selection = number};
    if (place->hash != 0)
        return; /* another thread was here */
    made.key = base_allocate((count + 1) * sizeof *key);
    made.came = combat_copy(came);
    if (made.key == NULL || made.came == NULL) {
        wyrm_free(made.key);
        wyrm_free(made.came);
        return;
    }
    memcpy(made.key, key, count * sizeof *key);
    *place = made;
    r->kept_count++;
    r->kept_outcomes += came->of.count;
}

/* ---- one blow ---- */

/* Converts the keys of a fighter into values for the script. Words and sets are handed over as
 * text. */
static void hand_fighter(const combat_attack *of, const double *key, script_value *out)
{
    const rules *r = of->state;
    for (size_t i = 0; i < r->count; i++) {
        const wyrm_stat *stat = &r->stats[i];
        script_value *value = &out[i];
        *value = (script_value){.kind = SCRIPT_NUMBER, .number = key[i]};
        if (stat->kind == WYRM_STAT_AMOUNT) {
            value->amount = wyrm_combat_amount(of->combat, key[i]);
            value->kind = value->amount != NULL ? SCRIPT_AMOUNT : SCRIPT_NUMBER;
        } else if (stat->kind == WYRM_STAT_WORD) {
            value->kind = SCRIPT_TEXT;
            value->text = stat->words[(size_t)key[i]];
        } else if (stat->kind == WYRM_STAT_SET) {
            char *text = base_array(of->arena, char, 64 * WORDS_MAX);
            wyrm_combat_stat_text(of->combat, (int32_t)i, key[i], text, 64 * WORDS_MAX);
            for (char *at = text; *at != '\0'; at++)
                *at = *at == '+' ? ' ' : *at;
            value->kind = SCRIPT_SET;
            value->text = key[i] != 0.0 ? text : "";
            value->words = r->words;
        } else if (is_flag(stat)) {
            value->kind = SCRIPT_FLAG;
        }
    }
    for (size_t i = r->count; i < r->count + BODY_KEYS; i++)
        out[i] = (script_value){.kind = SCRIPT_NUMBER, .number = key[i]};
}

static void hand_blow(const situation *all, const double *key, script_value *out)
{
    for (size_t i = 0; i < BLOW_KEYS; i++)
        out[i] = (script_value){.kind = i >= FIRED ? SCRIPT_FLAG : SCRIPT_NUMBER, .number = key[i]};
    out[NAME] = (script_value){.kind = SCRIPT_TEXT, .text = all->name};
}

typedef struct handed {
    script_value values[THINGS][FIGHTER_KEYS_MAX];
    script_thing things[THINGS];
} handed;

static handed *hand_over(const combat_attack *of, const situation *all)
{
    const rules *r = of->state;
    const size_t keys = r->count + BODY_KEYS;
    handed *out = base_new(of->arena, handed);
    hand_fighter(of, all->key, out->values[ATTACKER]);
    hand_fighter(of, all->key + keys, out->values[DEFENDER]);
    hand_blow(all, all->key + 2 * keys, out->values[BLOW]);
    for (size_t t = 0; t < THINGS; t++)
        out->things[t] = (script_thing){t == BLOW ? blow_keys : r->fighter_keys, out->values[t],
                                        t == BLOW ? BLOW_KEYS : keys};
    return out;
}

/* ---- outcomes ---- */

/* Ends the job with an error about a returned value, at the function that returned it. `word` (may
 * be NULL) gets a suggestion from words[count]. */
static _Noreturn void refuse(const combat_attack *of, const char *what, const char *word,
                             const char *const *words, size_t count)
{
    wyrm_error *error = &of->arena->error;
    wyrm_fail(error, WYRM_ERROR_RULESET, "attack of '%s' on '%s' returned %s",
              of->matchup->attacker->name, of->matchup->defender->name, what);
    if (word != NULL)
        wyrm_suggest(error, word, words, count);
    script_locate(((const rules *)of->state)->script, "attack", error);
    base_fail(of->arena, WYRM_ERROR_RULESET);
}

/* Refuses the value of a field: `must` says what it must be. */
static _Noreturn void refuse_value(const combat_attack *of, const script_field *field,
                                   const char *must)
{
    static const char *const nothing[] = {"false", "true"};
    const script_value *value = &field->value;
    char what[400], said[128] = "nothing";
    if (value->kind == SCRIPT_NUMBER)
        snprintf(said, sizeof said, "%.15g", value->number);
    else if (value->kind == SCRIPT_FLAG)
        snprintf(said, sizeof said, "%s", nothing[value->number != 0.0]);
    else if (value->kind == SCRIPT_TEXT)
        snprintf(said, sizeof said, "the text '%.*s'", (int)strcspn(value->text, "\n"),
                 value->text);
    if (field->name[0] == '\0')
        snprintf(what, sizeof what, "%s: damage must be %s", said, must);
    else
        snprintf(what, sizeof what, "%s as '%s': it must be %s", said, field->name, must);
    refuse(of, what, NULL, NULL, 0);
}

static double number_in(const combat_attack *of, const script_field *field, double least,
                        double most)
{
    char must[96];
    const double number = field->value.number;
    if (field->value.kind == SCRIPT_NUMBER && number >= least && number <= most)
        return number;
    snprintf(must, sizeof must, "a number from %.15g to %.15g", least, most);
    refuse_value(of, field, must);
}

static int64_t whole_in(const combat_attack *of, const script_field *field, double least,
                        double most)
{
    const double number = number_in(of, field, least, most);
    if (number != floor(number))
        refuse_value(of, field, "a whole number");
    return (int64_t)number;
}

/* Returns the change that a field of `effects` (on the defender) or `own` (on the attacker) makes.
 * At least 0 gives a condition that value; other values are added to a counter or condition. */
static fight_change change_of(const combat_attack *of, const script_field *field, bool own)
{
    const rules *r = of->state;
    const char *names[FIGHT_SLOTS_MOST], *name = strchr(field->name, '.') + 1;
    char what[200];
    size_t slot = 0;
    for (; slot < r->slot_count; slot++)
        names[slot] = r->stats[r->count - r->slot_count + slot].name;
    for (slot = 0; slot < r->slot_count && strcmp(names[slot], name) != 0; slot++)
        continue;
    if (slot == r->slot_count) {
        snprintf(what, sizeof what, "'%.100s', which is no condition and no counter%s", field->name,
                 strcmp(name, "hp") != 0 ? ""
                 : own ? ": hit points that the attacker wins are 'heal', beside 'own'"
                       : ": hit points that are lost are 'damage', beside 'effects'");
        refuse(of, what, name, names, r->slot_count);
    }
    const int32_t value = (int32_t)whole_in(of, field, -FIGHT_SLOT_MOST, FIGHT_SLOT_MOST);
    return (fight_change){.of_attacker = own,
                          .slot = (uint8_t)slot,
                          .verb = r->is_condition[slot] && value >= 0 ? FIGHT_GIVE : FIGHT_ADD,
                          .value = value};
}

/* Refuses a field of unknown name, or a plain value where a table belongs. */
static _Noreturn void refuse_name(const combat_attack *of, const script_field *field)
{
    static const char *const known[] = {"damage", "heal", "duration", "type", "effects", "own"};
    char what[200];
    if (base_has_word(known + 4, COUNT_OF(known) - 4, field->name))
        refuse_value(of, field, "a table of conditions and counters");
    snprintf(what, sizeof what, "'%.100s', which means nothing", field->name);
    refuse(of, what, field->name, known, COUNT_OF(known));
}

/* Refuses a type of damage that is no word of any stat: nobody could resist it. */
static void check_type(const combat_attack *of, const script_field *field)
{
    const rules *r = of->state;
    char what[200];
    if (field->value.kind != SCRIPT_TEXT)
        refuse_value(of, field, "a word, such as 'fire'");
    if (base_has_word(r->words, r->word_count, field->value.text))
        return;
    snprintf(what, sizeof what, "the type '%.63s', which is no word that a stat has",
             field->value.text);
    refuse(of, what, field->value.text, r->words, r->word_count);
}

static bool begins(const char *text, const char *with)
{
    return strncmp(text, with, strlen(with)) == 0;
}

/* Builds one outcome from the fields that the script returned. Fields of nested tables are flat:
 * "effects.burning". Damage below 0 means that none was returned. */
static fight_outcome outcome_of(const combat_attack *of, const script_outcome *from)
{
    const rules *r = of->state;
    fight_change *changes = base_array(of->arena, fight_change, from->count + 1);
    fight_outcome out = {.chance = from->chance, .damage = -1, .changes = changes};
    for (size_t i = 0; i < from->count; i++) {
        const script_field *field = &from->fields[i];
        const bool own = begins(field->name, "own.");
        if (field->name[0] == '\0' || strcmp(field->name, "damage") == 0)
            out.damage = whole_in(of, field, 0.0, COMBAT_NUMBER_MAX);
        else if (strcmp(field->name, "heal") == 0)
            out.heal = whole_in(of, field, -COMBAT_NUMBER_MAX, COMBAT_NUMBER_MAX);
        else if (strcmp(field->name, "duration") == 0)
            out.extra =
                combat_ratio_of(number_in(of, field, -DURATION_MAX, DURATION_MAX) / r->turn);
        else if (own || begins(field->name, "effects.")) {
            const fight_change change = change_of(of, field, own);
            if (change.value != 0) /* else it changes nothing */
                changes[out.change_count++] = change;
        } else if (strcmp(field->name, "type") == 0)
            check_type(of, field);
        else
            refuse_name(of, field);
    }
    if (out.damage < 0)
        refuse(of, "no damage: it is a whole number, or a table with it as 'damage'", NULL, NULL,
               0);
    return out;
}

/* Returns which conditions, counters and hit points of one fighter the script read. Fights need to
 * know no more (fight.h): other stats do not change during a fight. */
static uint32_t looked_at(const rules *r, uint64_t looked)
{
    const size_t first = r->count - r->slot_count;
    uint32_t out = (uint32_t)(looked >> first) & ((UINT32_C(1) << r->slot_count) - 1);
    out |= looked >> (r->count + HP) & 1 ? FIGHT_LOOKED_HP : 0;
    out |= looked >> (r->count + MAX_HP) & 1 ? FIGHT_LOOKED_MAX : 0;
    return out;
}

static combat_outcomes *all_of(const combat_attack *of, const script_outcomes *from)
{
    const rules *r = of->state;
    fight_outcome *list = base_array(of->arena, fight_outcome, from->count);
    combat_outcomes *out = base_new(of->arena, combat_outcomes);
    for (size_t i = 0; i < from->count; i++)
        list[i] = outcome_of(of, &from->list[i]);
    out->of = (fight_outcomes){list, from->count, looked_at(r, from->looked[ATTACKER]),
                               looked_at(r, from->looked[DEFENDER])};
    out->cut = from->cut;
    return out;
}

/* Adds a step to the explanation: a draw with its chance, or the last value of a local variable. A
 * text has no value and is quoted in the words. */
static void add_step(combat_attack *of, const script_step *step)
{
    const script_value *value = &step->value;
    const bool number = value->kind == SCRIPT_NUMBER || value->kind == SCRIPT_FLAG;
    char words[80] = "";
    if (value->kind == SCRIPT_TEXT)
        snprintf(words, sizeof words, "'%.60s'", value->text);
    if (step->chance > 0.0)
        combat_step(of, step->label, number ? value->number : NAN, "",
                    "line %d, a chance of %.4g %%%s%s", step->line, 100.0 * step->chance,
                    words[0] != '\0' ? ": " : "", words);
    else
        combat_step(of, step->label, number ? value->number : NAN, "", "%s", words);
}

static void explain(combat_attack *of, const handed *things)
{
    const rules *r = of->state;
    script_step steps[WYRM_STEPS_MAX];
    script_outcome outcome;
    size_t made = 0;
    base_must(of->arena,
              script_explain(r->script, "attack", things->things, THINGS, NULL, of->arena, steps,
                             WYRM_STEPS_MAX, &made, &outcome, &of->arena->error));
    for (size_t i = 0; i < made; i++)
        add_step(of, &steps[i]);
}

/* Returns the outcomes of a blow, from the cache or from the script. The lock is not held while the
 * script runs. Two threads may work the same blow out, and the second finds it kept: that costs
 * less than all threads waiting for one script. Explaining runs the script once more, and no answer
 * depends on that. */
static const combat_outcomes *outcomes(combat_attack *of)
{
    rules *r = (rules *)(uintptr_t)of->state;
    situation all;
    combat_outcomes *out = NULL;
    fill(of, &all);
    if (of->steps != NULL)
        explain(of, hand_over(of, &all));
    pthread_mutex_lock(&r->lock);
    const kept_blow *known = look_up(r, &all);
    out = known != NULL ? combat_copy(known->came) : NULL;
    pthread_mutex_unlock(&r->lock);
    if (known != NULL && out == NULL)
        base_fail(of->arena, WYRM_ERROR_MEMORY);
    if (out != NULL) {
        base_keep(of->arena, out, wyrm_free);
        return out;
    }
    script_outcomes made;
    base_must(of->arena, script_exact(r->script, "attack", hand_over(of, &all)->things, THINGS,
                                      of->arena, &made, &of->arena->error));
    out = all_of(of, &made);
    selection looked;
    memcpy(looked.looked, made.looked, sizeof looked.looked);
    pthread_mutex_lock(&r->lock);
    keep_outcomes(r, &looked, &all, out);
    pthread_mutex_unlock(&r->lock);
    return out;
}

/* ---- reading the section ---- */

/* Names that records and combatants use already. */
static const char *const taken[] = {
    "hp",    "max_hp", "regeneration", "regen",          "level", "weapon",
    "armor", "depth",  "times",        "attacks",        "name",  "title",
    "glyph", "slot",   "two_handed",   "experience",     "only",  "shoots",
    "flees", "splits", "summons",      "keeps_distance",
};

static void check_name(rs_opening *o, const char *name, const wyrm_value *record)
{
    if (base_has_word(taken, COUNT_OF(taken), name))
        rs_error(o, record, base_say(o->arena, "another name will do, as 'own_%s'", name),
                 "'%s' is a word of this format that all fighters or their gear have", name);
}

/* Reports a word that is listed twice, and 'none' in a set, which means the empty set. */
static void check_words(rs_opening *o, const wyrm_stat *stat, const wyrm_value *list)
{
    for (size_t i = 0; i < wyrm_value_count(list); i++) {
        if (stat->kind == WYRM_STAT_SET && strcmp(stat->words[i], "none") == 0)
            rs_error(o, wyrm_value_item(list, i), NULL, "'none' is what a set without words is");
        for (size_t k = 0; k < i; k++)
            if (strcmp(stat->words[i], stat->words[k]) == 0)
                rs_error(o, wyrm_value_item(list, i), NULL, "'%s' stands there twice",
                         stat->words[i]);
    }
}

/* Reports keys that make sense only for numbers; a flag may have a meaning, but no limits. */
static void check_keys(rs_opening *o, const wyrm_value *record, size_t kind)
{
    static const char *const keys[] = {"least", "greatest", "plus_of", "means"};
    const size_t barred = kind > KIND_FLAG ? 4 : kind == KIND_FLAG ? 2 : 0;
    for (size_t i = 0; i < barred; i++)
        if (wyrm_value_get(record, keys[i]) != NULL)
            rs_error(o, wyrm_value_get(record, keys[i]), NULL, "'%s' is for numbers, not for %ss",
                     keys[i], kinds[kind]);
}

/* Reports contradictions in the declaration of a stat. */
static void check_stat(rs_opening *o, const wyrm_stat *stat, const wyrm_value *record)
{
    const size_t kind = key_choice(record, "kind");
    const bool worded = kind == KIND_WORD || kind == KIND_SET;
    check_name(o, stat->name, record);
    if (worded != (wyrm_value_get(record, "of") != NULL))
        rs_error(o, record, NULL,
                 worded ? "a %s needs its words: 'of: [slashing, fire]'"
                        : "a %s has no words: 'of' is for words and sets",
                 kinds[kind]);
    if (worded)
        check_words(o, stat, wyrm_value_get(record, "of"));
    check_keys(o, record, kind);
    if (kind == KIND_FLAG && usual_time(stat->means, 1.0) > 0.0)
        rs_error(o, wyrm_value_get(record, "means"), NULL, "a flag is no length of time");
    if (stat->chosen && kind != KIND_WORD)
        rs_error(o, wyrm_value_get(record, "chosen"), NULL,
                 "what the player chooses is a word, not a %s", kinds[kind]);
    if (stat->least > stat->greatest)
        rs_error(o, wyrm_value_get(record, "least"), NULL,
                 "the least value of '%s' is above its greatest", stat->name);
}

/* Reads `default` of a stat, in the way of its kind. */
static void read_default(rs_opening *o, const wyrm_combat *combat, int32_t index, wyrm_stat *stat,
                         const wyrm_value *record)
{
    const double turn = key_real(o->section, "turn");
    const wyrm_value *value = wyrm_value_get(record, "default");
    const char *text = wyrm_value_text(value);
    wyrm_error error = {0};
    if (stat->kind == WYRM_STAT_NUMBER)
        stat->default_value = combat_stat_in_range(stat, usual_time(stat->means, turn));
    if (value == NULL && stat->kind == WYRM_STAT_AMOUNT)
        base_must(o->arena, wyrm_combat_stat_read(combat, index, "0", &stat->default_value,
                                                  &o->arena->error));
    if (value == NULL)
        return;
    if (is_flag(stat)) {
        const bool on = strcmp(text, "true") == 0;
        if (!on && strcmp(text, "false") != 0)
            rs_error(o, value, NULL, "the default of '%s' must be true or false, found '%.60s'",
                     stat->name, text);
        stat->default_value = on;
        return;
    }
    wyrm_status status = wyrm_combat_stat_read(combat, index, text, &stat->default_value, &error);
    if (status == WYRM_ERROR_MEMORY)
        base_fail(o->arena, status);
    if (status != WYRM_OK)
        rs_error(o, value, error.hint, "%s", error.message);
    else if (stat->kind == WYRM_STAT_NUMBER &&
             (stat->default_value < stat->least || stat->default_value > stat->greatest))
        rs_error(o, value, NULL, "the default of '%s' is outside its range, %.6g to %.6g",
                 stat->name, stat->least, stat->greatest);
    else if (stat->whole && stat->default_value != floor(stat->default_value))
        rs_error(o, value, NULL, "the default of '%s' is no whole number", stat->name);
}

/* Reads the conditions or the counters of the section into slots; stats_in has made a stat of
 * each. */
static void read_slots(rs_opening *o, rules *r, const char *key, bool conditions)
{
    const wyrm_value *map = wyrm_value_get(o->section, key);
    for (size_t i = 0; i < wyrm_value_count(map); i++) {
        const wyrm_value *record = wyrm_value_item(map, i);
        const wyrm_amount *damage = wyrm_value_amount(wyrm_value_get(record, "damage"));
        if (r->slot_count == FIGHT_SLOTS_MOST || r->count == WYRM_STATS_MAX) {
            rs_error(o, record, NULL,
                     "there is room for %d conditions and counters, and for %d stats with them",
                     FIGHT_SLOTS_MOST, WYRM_STATS_MAX);
            return;
        }
        check_name(o, wyrm_value_key(map, i), record);
        r->is_condition[r->slot_count] = conditions;
        r->slots[r->slot_count++] =
            (fight_slot){.most = key_whole(record, "most"),
                         .stacking = (fight_stacking)key_choice(record, "stacking"),
                         .each_turn = key_whole(record, "each_turn"),
                         .shaken_off = key_real(record, "shaken_off"),
                         .damage = damage != NULL ? wyrm_amount_pmf(damage) : NULL,
                         .times_value = key_flag(record, "times_value"),
                         .helpless = key_flag(record, "helpless"),
                         .ends_when_hurt = key_flag(record, "ends_when_hurt"),
                         .slows = conditions ? key_ratio(record, "slows") : (wyrm_ratio){0, 0}};
        r->fighter_keys[r->count] = r->stats[r->count].name;
        r->count++;
        if (key_whole(record, "start") > key_whole(record, "most"))
            rs_error(o, wyrm_value_get(record, "start"), NULL, "it starts above its most");
    }
}

/* Lists the words of all stats: those that a set may be asked for, and the types of damage. */
static void list_words(base_arena *arena, rules *r)
{
    r->words = base_array(arena, const char *, r->count *WORDS_MAX + 1);
    for (size_t i = 0; i < r->count; i++)
        for (const char *const *word = r->stats[i].words; word != NULL && *word != NULL; word++)
            r->words[r->word_count++] = *word;
}

/* Reports names of `map` that one of the `others` declares as well: they would share one key. */
static void check_unique(rs_opening *o, const wyrm_value *map, const char *const *others)
{
    for (size_t i = 0; others[i] != NULL; i++)
        for (size_t k = 0; k < wyrm_value_count(map); k++)
            if (wyrm_value_get(wyrm_value_get(o->section, others[i]), wyrm_value_key(map, k)) !=
                NULL)
                rs_error(o, wyrm_value_item(map, k), NULL,
                         "'%s' is declared twice: stats, conditions and counters have names of "
                         "their own",
                         wyrm_value_key(map, k));
}

/* Whether two meanings are one quantity: attack duration and attacks per turn are. */
static bool mean_the_same(wyrm_stat_meaning one, wyrm_stat_meaning other)
{
    return one == other || (one == WYRM_STAT_DURATION && other == WYRM_STAT_ATTACKS) ||
           (one == WYRM_STAT_ATTACKS && other == WYRM_STAT_DURATION);
}

static void *make(rs_opening *o)
{
    rules *r = base_new(o->arena, rules);
    const wyrm_value *map = wyrm_value_get(o->section, "stats");
    wyrm_stat *stats = stats_in(o->arena, o->section);
    r->stats = stats;
    r->turn = key_real(o->section, "turn");
    pthread_mutex_init(&r->lock, NULL);
    base_keep(o->arena, r, drop_rules);
    /* Not the real combat, which is being made, but enough of it to read stats. */
    const wyrm_combat combat = {.model = &combat_script_model,
                                .state = r,
                                .amounts = ((const wyrm_combat *)o->from)->amounts};
    for (; r->count < wyrm_value_count(map); r->count++) {
        const wyrm_value *record = wyrm_value_item(map, r->count);
        r->fighter_keys[r->count] = stats[r->count].name;
        const bool faulty_before = o->faulty; /* so that each stat is checked */
        o->faulty = false;
        check_stat(o, &stats[r->count], record);
        for (size_t i = 0; i < r->count && stats[r->count].means != 0; i++)
            if (mean_the_same(stats[i].means, stats[r->count].means))
                rs_error(o, wyrm_value_get(record, "means"), NULL,
                         "that is what '%s' means already", stats[i].name);
        if (!o->faulty)
            read_default(o, &combat, (int32_t)r->count, &stats[r->count], record);
        o->faulty |= faulty_before;
    }
    list_words(o->arena, r);
    read_slots(o, r, "conditions", true);
    read_slots(o, r, "counters", false);
    check_unique(o, wyrm_value_get(o->section, "conditions"), (const char *const[]){"stats", NULL});
    check_unique(o, wyrm_value_get(o->section, "counters"),
                 (const char *const[]){"stats", "conditions", NULL});
    r->fighter_keys[r->count + LEVEL] = "level";
    r->fighter_keys[r->count + HP] = "hp";
    r->fighter_keys[r->count + MAX_HP] = "max_hp";
    r->script = script_open(o, wyrm_value_get(o->section, "script"), "attack",
                            "attack(attacker, defender, blow)");
    return r;
}

static const wyrm_stat *stats_of(const void *state)
{
    return ((const rules *)state)->stats;
}

static const fight_slot *slots_of(const void *state, size_t *count, size_t *first)
{
    const rules *r = state;
    *count = r->slot_count;
    *first = r->count - r->slot_count;
    return r->slots;
}

static double turn(const void *state)
{
    return ((const rules *)state)->turn;
}

static script *script_of(const void *state)
{
    return ((const rules *)state)->script;
}

const combat_model combat_script_model = {
    .model = {.name = "script",
              .summary = "your own rules, in Lua, over stats that you declare",
              .parameters = parameters,
              .extensions = extensions,
              .declare = declare},
    .stats_of = stats_of,
    .make = make,
    .outcomes = outcomes,
    .slots_of = slots_of,
    .turn = turn,
    .script_of = script_of,
};
