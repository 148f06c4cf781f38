/* Guessing what the columns of imported runs mean.
 *
 * The file is read to its end before any guess. That first reading counts for each column how many
 * of its values are numbers, flags or words, and how many different ones; no value is kept. Names
 * and counts together decide. A guess from the first hundred lines would have to be right, since a
 * value that does not fit its column's role makes its line unusable (external_import.c); this guess
 * has seen every value. Names are compared in the plain form of ext_plain_name.
 *
 * Roles are given in this order: what the user said (--map), then by names, the most telling name
 * first and only where the values fit the role, then by values alone. So a guess never takes a
 * column that has a role already, nor a role that is taken. */
#include <wyrm/external_import.h>
#include <ctype.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <xxhash.h>
#include "base/text.h"
#include "protocol/internal.h"
#include "sim/internal.h"

#define MOST    0.95 /* share of a column's values that must be of a kind */
#define SLOTS   2048 /* size of the hash table of words: a power of 2 above twice the most words */
#define FEW     20   /* with fewer values, a column may have a new word on every line */
#define PLAYERS "players"

/* ---- the first reading ---- */

/* Statistics of a column from the first reading. */
typedef struct import_seen {
    char name[WYRM_IMPORT_NAME_MAX + 1]; /* plain: only the last part of a path, "killedBy" as
                                            "killed_by" */
    uint64_t told, of[EXT_SORTS];        /* lines with a value; values by sort */
    uint64_t zero_one, whole;            /* counts among the numbers */
    uint64_t huge;                       /* numbers too large for a metric */
    uint64_t stages, from_0;             /* numbers that can be stages; zeros among them */
    double least, greatest;              /* range of the numbers that are not huge */
    double last;                         /* the number before */
    bool falls;                          /* some number is not above the one before it */
    uint64_t pairs;                      /* lists of two that can be k of n */
    size_t longest;                      /* length of the longest list */
    uint64_t too_long;                   /* words above WYRM_EXTERNAL_NAME_MAX bytes */
    size_t words;       /* different words; counting stops above WYRM_EXTERNAL_WORDS_MAX */
    uint64_t *slots;    /* hash table of their hashes; 0: free */
    const char **first; /* the first different words, which are the agents if this is their
                           column */
} seen;

/* Begins the statistics of columns that the last line has added. */
static void add_columns(wyrm_external_import *import, const ext_table *table)
{
    for (size_t at = import->account.column_count; at < table->count; at++) {
        const char *name = base_copy(import->arena, table->names[at]);
        import->columns[at] = (wyrm_import_column){.name = name, .metric = "", .why = ""};
        import->seen[at].last = -1.0;
        import->seen[at].least = INFINITY;
        import->seen[at].greatest = -INFINITY;
        ext_plain_name(name, import->seen[at].name, WYRM_IMPORT_NAME_MAX + 1);
    }
    import->account.column_count = table->count;
}

/* Counts different words by 64-bit hashes, of which no two will collide among so few; the last bit
 * is set, so that none is 0, which marks a free slot. */
static void note_word(wyrm_external_import *import, seen *of, const char *text)
{
    size_t length = strlen(text);
    uint64_t hash = XXH3_64bits(text, length) | 1;
    of->too_long += length > WYRM_EXTERNAL_NAME_MAX;
    if (of->words > WYRM_EXTERNAL_WORDS_MAX)
        return;
    if (of->slots == NULL) {
        of->slots = base_array(import->arena, uint64_t, SLOTS);
        of->first = base_array(import->arena, const char *, WYRM_EXTERNAL_AGENTS_MAX);
    }
    size_t at = (size_t)(hash >> 8) % SLOTS;
    while (of->slots[at] != 0 && of->slots[at] != hash)
        at = (at + 1) % SLOTS;
    if (of->slots[at] == hash)
        return;
    of->slots[at] = hash;
    if (of->words < WYRM_EXTERNAL_AGENTS_MAX && length <= WYRM_EXTERNAL_NAME_MAX) {
        const char *clean = ext_clean(import->arena, text, length, false);
        of->too_long += strlen(clean) > WYRM_EXTERNAL_NAME_MAX;
        of->first[of->words] = clean;
    }
    of->words++;
}

/* `last` begins as -1 (add_columns), so that a column may begin at 0 and still ascend. */
static void note_number(seen *of, double number)
{
    of->zero_one += import_is_whole(number, 0, 1);
    of->whole += floor(number) == number;
    of->stages += import_is_whole(number, 0, WYRM_EXTERNAL_STAGES_MAX);
    of->from_0 += number == 0;
    if (fabs(number) > WYRM_EXTERNAL_NUMBER_MAX)
        of->huge++;
    else {
        of->least = fmin(of->least, number);
        of->greatest = fmax(of->greatest, number);
    }
    of->falls = of->falls || number <= of->last;
    of->last = number;
}

static ext_sort note(wyrm_external_import *import, seen *of, const ext_cell *cell)
{
    ext_value value = ext_value_of(cell, import->table->comma);
    of->of[value.sort]++;
    of->told += value.sort != EXT_EMPTY;
    if (value.sort == EXT_NUMBER)
        note_number(of, value.number);
    if (value.sort == EXT_LIST) {
        of->longest = cell->count > of->longest ? cell->count : of->longest;
        of->pairs += cell->count == 2 && cell->list[0] >= 0 && cell->list[0] <= cell->list[1];
    }
    if (cell->text != NULL && value.sort != EXT_EMPTY)
        note_word(import, of, cell->text);
    return value.sort;
}

static const ext_table_limits limits = IMPORT_LIMITS;

/* Reads the file to its end. `comma`: whether decimals are behind commas, if that is known from a
 * reading before, or EXT_NO_COMMA; returns whether this reading has found it out too late. */
static bool read_through(wyrm_external_import *import, ext_comma comma)
{
    ext_table *table = ext_table_open(import->arena, import->path, &limits, NULL);
    bool points = false, commas = false;
    import->table = table;
    import->account.format = table->format;
    table->comma = comma != EXT_NO_COMMA ? comma : table->comma;
    while (ext_table_next(table)) {
        add_columns(import, table);
        if (++import->account.lines > WYRM_IMPORT_RUNS_MAX)
            base_refuse(import->arena, WYRM_ERROR_LIMIT, "%s: it has more than %" PRIu64 " lines",
                        import->path, WYRM_IMPORT_RUNS_MAX);
        for (size_t i = 0; table->wrong[0] == '\0' && i < table->count; i++) {
            const ext_sort sort = note(import, &import->seen[i], &table->cells[i]);
            const char *text =
                sort == EXT_NUMBER || sort == EXT_PERCENT ? table->cells[i].text : "";
            points = points || strchr(text, '.') != NULL;
            commas = commas || strchr(text, ',') != NULL;
        }
    }
    return table->comma == EXT_COMMA_MAY && points && commas;
}

/* A file whose decimals are behind commas is read again where that makes thousands of "1.000". */
static void look_through(wyrm_external_import *import)
{
    if (read_through(import, EXT_NO_COMMA)) {
        memset(import->seen, 0, import->account.column_count * sizeof *import->seen);
        import->account.lines = import->account.column_count = 0;
        (void)read_through(import, EXT_COMMA_IS);
    }
    if (import->account.lines == 0)
        base_refuse(import->arena, WYRM_ERROR_SYNTAX, "%s: there is nothing below its headings",
                    import->path);
}

/* ---- The kinds of columns ---- */

static const char *const role_words[] = {
#define ROLE_WORD(name, word) [name] = word,
    WYRM_IMPORT_ROLE_ROWS(ROLE_WORD)
#undef ROLE_WORD
};

const char *wyrm_import_role_word(wyrm_import_role role)
{
    return (size_t)role < WYRM_IMPORT_ROLE_COUNT ? role_words[role] : "";
}

static bool mostly(uint64_t count, const seen *of)
{
    return of->told > 0 && (double)count >= MOST * (double)of->told;
}

/* Whether the values of a column fit a role that its name suggests. */

static bool are_flags(const seen *of)
{
    return mostly(of->of[EXT_FLAG] + of->zero_one, of);
}

static bool are_words(const seen *of)
{
    return mostly(of->of[EXT_WORD] + of->of[EXT_FLAG] + of->of[EXT_PAIR], of) &&
           of->too_long == 0 && of->words <= WYRM_EXTERNAL_WORDS_MAX && !are_flags(of);
}

/* Also where all words happen to read as yes or no, as "y" does. */
static bool are_causes(const seen *of)
{
    return are_words(of) || mostly(of->of[EXT_FLAG], of);
}

static bool are_ends(const seen *of)
{
    return are_words(of) || are_flags(of);
}

static bool are_stages(const seen *of)
{
    return mostly(of->stages, of);
}

static bool are_few_words(const seen *of)
{
    return of->told > 0 && of->words <= WYRM_EXTERNAL_AGENTS_MAX && of->too_long == 0 &&
           of->of[EXT_LIST] + of->of[EXT_ODD] == 0;
}

/* Ascending whole numbers up to 2^53, below which a double holds every one. */
static bool ascend(const seen *of)
{
    return of->told > 0 && of->whole == of->told && !of->falls && of->least >= 0 &&
           of->last < 9007199254740992.0;
}

static bool are_any(const seen *of)
{
    return of->told > 0;
}

/* Outcome columns where yes means lost. */
static const char *const worse_names[] = {"died", "dead",   "is_dead", "player_died", "death",
                                          "lost", "defeat", "killed",  "defeated",    NULL};

/* Rows in the order in which roles are given: each name goes to the first column that has it and
 * whose values fit; the most telling names come first. */
#define NAMES_MAX 24
/* clang-format off */
static const struct {
    wyrm_import_role role;
    bool (*fits)(const seen *of);
    const char *names[NAMES_MAX];
} names_of[] = {
    {WYRM_IMPORT_OUTCOME, are_ends,
     {"outcome", "result", "run_result", "game_result", "ending", "end", "final_state", "status"}},
    {WYRM_IMPORT_OUTCOME, are_flags,
     {"won", "win", "is_win", "is_victory", "victory", "victorious", "success", "survived",
      "cleared", "completed", "escaped", "beat_game", "died", "dead", "is_dead", "player_died",
      "death", "lost", "defeat", "killed", "defeated"}},
    {WYRM_IMPORT_STAGE, are_stages,
     {"stage", "depth", "floor", "floors", "dlvl", "dungeon_level", "wave", "waves", "act",
      "chapter", "zone", "sector", "ring", "room", "rooms", "round", "rounds", "level"}},
    {WYRM_IMPORT_CAUSE, are_causes,
     {"cause", "killed_by", "killer", "cause_of_death", "death_cause", "died_to", "slain_by",
      "ended_by", "lost_to", "killer_name", "death_reason", "death", "end_reason", "reason"}},
    {WYRM_IMPORT_AGENT, are_few_words,
     {"agent", "bot", "policy", "ai", "strategy", "played_by", "player_type", "player_kind",
      "controller", "agent_name", "bot_name", "who"}},
    {WYRM_IMPORT_RUN, ascend,
     {"run", "run_id", "run_number", "game", "game_id", "episode", "match", "match_id", "session",
      "session_id", "id", "number", "index", "seq", "n"}},
    {WYRM_IMPORT_SEED, are_any, {"seed", "rng_seed", "random_seed", "world_seed", "map_seed"}},
};
/* clang-format on */

/* Names of columns whose values tell nothing about a run, though they are numbers or words. */
static bool names_junk(const char *name)
{
    static const char *const names[] = {"id",       "uuid",       "guid",     "date",  "timestamp",
                                        "datetime", "time_stamp", "created",  "ended", "started",
                                        "ts",       "hash",       "checksum", "ip",    "email",
                                        "run",      "index",      "seq",      NULL};
    static const char *const endings[] = {"_id", "_at", "_uuid", "_date", "_timestamp", "_hash"};
    size_t length = strlen(name);
    for (size_t i = 0; i < COUNT_OF(endings); i++) {
        size_t size = strlen(endings[i]);
        if (length > size && strcmp(name + length - size, endings[i]) == 0)
            return true;
    }
    return ext_is_one_of(name, names);
}

/* Reduces "max_floor_reached" to "floor"; only names of stages have such words around them. */
static void strip(char *name)
{
    static const char *const before[] = {"max_", "final_", "last_", "deepest_", "highest_", "end_"};
    static const char *const behind[] = {"_reached", "_number", "_no", "_num"};
    for (size_t i = 0; i < COUNT_OF(before); i++)
        if (strncmp(name, before[i], strlen(before[i])) == 0)
            memmove(name, name + strlen(before[i]), strlen(name) - strlen(before[i]) + 1);
    for (size_t i = 0; i < COUNT_OF(behind); i++) {
        size_t size = strlen(behind[i]), length = strlen(name);
        if (length > size && strcmp(name + length - size, behind[i]) == 0)
            name[length - size] = '\0';
    }
}

static bool is_single(wyrm_import_role role)
{
    return role >= WYRM_IMPORT_RUN && role <= WYRM_IMPORT_CAUSE && role != WYRM_IMPORT_SEED;
}

/* Both roles for stages share one place. */
static size_t *place_of(wyrm_external_import *import, wyrm_import_role role)
{
    return &import->role[role == WYRM_IMPORT_STAGE_FROM_0 ? WYRM_IMPORT_STAGE : role];
}

static void give_role(wyrm_external_import *import, size_t at, wyrm_import_role role,
                      const char *why)
{
    import->columns[at].role = role;
    import->columns[at].why = why;
    if (is_single(role))
        *place_of(import, role) = at;
}

/* Gives the role of a row of names_of. Several columns may be seeds: a game may write several, and
 * none of them means anything here. */
static void find_named(wyrm_external_import *import, size_t row)
{
    wyrm_import_role role = names_of[row].role;
    if (is_single(role) && *place_of(import, role) != IMPORT_NOWHERE)
        return;
    for (size_t n = 0; n < NAMES_MAX && names_of[row].names[n] != NULL; n++)
        for (size_t i = 0; i < import->account.column_count; i++) {
            char name[WYRM_IMPORT_NAME_MAX + 1];
            const seen *of = &import->seen[i];
            snprintf(name, sizeof name, "%s", of->name);
            if (role == WYRM_IMPORT_STAGE)
                strip(name);
            if (import->columns[i].why[0] != '\0' || strcmp(name, names_of[row].names[n]) != 0 ||
                !names_of[row].fits(of))
                continue;
            if (role == WYRM_IMPORT_STAGE && of->from_0 > 0)
                give_role(import, i, WYRM_IMPORT_STAGE_FROM_0, "its name; it counts from 0");
            else
                give_role(import, i, role,
                          role == WYRM_IMPORT_SEED ? "its name; seeds of others mean nothing"
                                                   : "its name");
            if (role != WYRM_IMPORT_SEED)
                return;
        }
}

/* A column without a role becomes a metric of the kind its values suggest, if any. Each test sees
 * what earlier ones have left: a share is a number, too, and so are 0 and 1, so the narrower kind
 * comes first, and words last, since everything can be a word. */
static void find_metric(wyrm_external_import *import, size_t at)
{
    const seen *of = &import->seen[at];
    uint64_t numbers = of->of[EXT_NUMBER] - of->huge,
             words = of->of[EXT_WORD] + of->of[EXT_FLAG] + of->of[EXT_NUMBER];
    wyrm_import_role role = WYRM_IMPORT_NONE;
    const char *why;
    if (of->told == 0)
        why = "empty on every line";
    else if (names_junk(of->name))
        why = of->whole == of->told && of->falls ? "its name; it does not ascend" : "its name";
    else if (of->of[EXT_LIST] > 0 && of->of[EXT_LIST] == of->pairs && mostly(of->pairs, of))
        role = WYRM_IMPORT_SHARE, why = "lists of two, k of n";
    else if (mostly(of->of[EXT_LIST], of) && of->longest <= WYRM_EXTERNAL_STAGES_MAX)
        role = WYRM_IMPORT_BY_STAGE, why = "lists of numbers";
    else if (are_flags(of))
        role = WYRM_IMPORT_SHARE, why = of->of[EXT_FLAG] > 0 ? "yes or no" : "only 0 and 1";
    else if (mostly(of->of[EXT_PERCENT], of))
        role = WYRM_IMPORT_SHARE, why = "percentages";
    else if (mostly(of->of[EXT_PAIR], of))
        role = WYRM_IMPORT_SHARE, why = "k/n";
    else if (of->huge > 0 && mostly(of->of[EXT_NUMBER], of) && !mostly(numbers, of))
        why = "numbers above 1e100";
    else if (mostly(numbers, of) && of->least < 0)
        role = WYRM_IMPORT_NUMBER, why = "numbers, some below 0";
    else if (mostly(numbers, of) && of->greatest <= 1)
        role = WYRM_IMPORT_SHARE, why = "numbers from 0 to 1";
    else if (mostly(numbers, of))
        role = WYRM_IMPORT_AMOUNT, why = "numbers from 0";
    else if (!mostly(words, of))
        why = "values of several kinds";
    else if (of->too_long > 0)
        why = "texts that are too long for words";
    else if (of->words > WYRM_EXTERNAL_WORDS_MAX)
        why = "more than 1000 different words";
    else if (of->told >= FEW && 2 * of->words > of->told)
        why = "a word of its own on most lines";
    else
        role = WYRM_IMPORT_CATEGORY, why = "words";
    give_role(import, at, role, why);
}

/* ---- the options ---- */

/* Splits "a=b,c=d" into pairs, one for each call; false at the end. */
static bool next_pair(base_arena *arena, const char *option, const char **rest, char **left,
                      char **right)
{
    const char *at = *rest;
    if (at == NULL || *at == '\0')
        return false;
    size_t length = strcspn(at, ","), equals = strcspn(at, "=");
    if (equals == 0 || equals + 1 >= length)
        base_refuse(arena, WYRM_ERROR_ARGUMENT, "--%s takes NAME=WORD,..., found '%s'", option, at);
    *left = base_text(arena, at, equals);
    *right = base_text(arena, at + equals + 1, length - equals - 1);
    *rest = at + length + (at[length] == ',');
    return true;
}

/* Ends the job with the nearest of the candidates as a hint. */
static _Noreturn void unknown(base_arena *arena, const char *what, const char *word,
                              const char *const *candidates, size_t count)
{
    wyrm_fail(&arena->error, WYRM_ERROR_UNKNOWN, "there is no %s '%s'", what, word);
    wyrm_suggest(&arena->error, word, candidates, count);
    base_fail(arena, WYRM_ERROR_UNKNOWN);
}

/* Finds a column by its exact name, else by its plain form. */
static size_t find_column(wyrm_external_import *import, const char *name)
{
    size_t count = import->account.column_count;
    char wanted[WYRM_IMPORT_NAME_MAX + 1];
    ext_plain_name(name, wanted, WYRM_IMPORT_NAME_MAX + 1);
    for (size_t i = 0; i < count; i++)
        if (strcmp(import->columns[i].name, name) == 0)
            return i;
    for (size_t i = 0; i < count; i++)
        if (strcmp(import->seen[i].name, wanted) == 0)
            return i;
    const char **names = base_array(import->arena, const char *, count);
    for (size_t i = 0; i < count; i++)
        names[i] = import->columns[i].name;
    unknown(import->arena, "column", name, names, count);
}

static wyrm_import_role find_role(wyrm_external_import *import, const char *word)
{
    for (size_t i = 0; i < WYRM_IMPORT_ROLE_COUNT; i++)
        if (strcmp(role_words[i], word) == 0 ||
            (i == WYRM_IMPORT_BY_STAGE && strcmp(word, "by_stage") == 0))
            return (wyrm_import_role)i;
    unknown(import->arena, "role", word, role_words, WYRM_IMPORT_ROLE_COUNT);
}

/* Ends the job if a column's values cannot have the role that --map gives it. A few values that do
 * not fit make their lines unusable later, but too many different words would fail in the end. */
static void must_fit(wyrm_external_import *import, size_t at, wyrm_import_role role)
{
    const seen *of = &import->seen[at];
    const char *name = import->columns[at].name;
    bool words =
        role == WYRM_IMPORT_OUTCOME || role == WYRM_IMPORT_CAUSE || role == WYRM_IMPORT_CATEGORY;
    if (words && of->words > WYRM_EXTERNAL_WORDS_MAX)
        base_refuse(import->arena, WYRM_ERROR_LIMIT,
                    "'%s' has more than %d different words, too many for %s", name,
                    WYRM_EXTERNAL_WORDS_MAX, role_words[role]);
    if (role == WYRM_IMPORT_AGENT && !are_few_words(of))
        base_refuse(import->arena, WYRM_ERROR_LIMIT,
                    "'%s' is no agent: it is to have 1 to %d different words, and it has %s%zu",
                    name, WYRM_EXTERNAL_AGENTS_MAX,
                    of->words > WYRM_EXTERNAL_WORDS_MAX ? "at least " : "", of->words);
    if (role == WYRM_IMPORT_RUN && !ascend(of))
        base_refuse(import->arena, WYRM_ERROR_ARGUMENT,
                    "'%s' cannot number the runs: it is to have whole numbers that ascend line "
                    "by line",
                    name);
}

static bool can_be_called(const char *name)
{
    size_t length = strlen(name);
    for (size_t i = 0; i < length; i++)
        if ((unsigned char)name[i] >= 0x80 ||
            (!isalnum((unsigned char)name[i]) && strchr("_-.", name[i]) == NULL))
            return false;
    return length <= WYRM_EXTERNAL_NAME_MAX && isalpha((unsigned char)name[0]);
}

static void read_map(wyrm_external_import *import)
{
    base_arena *arena = import->arena;
    const char *rest = import->map;
    char *name, *word;
    while (next_pair(arena, "map", &rest, &name, &word)) {
        size_t at = find_column(import, name);
        char *called = strchr(word, ':');
        if (called != NULL)
            *called++ = '\0';
        wyrm_import_role role = find_role(import, word);
        if (is_single(role) && *place_of(import, role) != IMPORT_NOWHERE)
            base_refuse(arena, WYRM_ERROR_ARGUMENT, "--map names two columns as %s: '%s' and '%s'",
                        role_words[role], import->columns[*place_of(import, role)].name, name);
        if (import->columns[at].said)
            base_refuse(arena, WYRM_ERROR_ARGUMENT, "--map names '%s' twice", name);
        must_fit(import, at, role);
        if (called != NULL && (role < WYRM_IMPORT_SHARE || !can_be_called(called)))
            base_refuse(arena, WYRM_ERROR_ARGUMENT,
                        "--map calls '%s' '%s': metrics have names of letters, digits, '_', '-' "
                        "and '.', and no other role has one",
                        name, called);
        import->columns[at].said = true;
        import->columns[at].metric = called != NULL ? called : "";
        give_role(import, at, role, "said");
    }
}

static void read_outcomes(wyrm_external_import *import)
{
    static const char *const ends[] = {"won", "lost", "unfinished", "failed"};
    static const wyrm_external_end end_of[] = {WYRM_EXTERNAL_WON, WYRM_EXTERNAL_LOST,
                                               WYRM_EXTERNAL_UNFINISHED, WYRM_EXTERNAL_FAILED};
    base_arena *arena = import->arena;
    const char *rest = import->outcomes;
    size_t room = 0;
    char *word, *end;
    while (next_pair(arena, "outcomes", &rest, &word, &end)) {
        size_t at = 0;
        while (at < COUNT_OF(ends) && strcmp(ends[at], end) != 0)
            at++;
        if (at == COUNT_OF(ends))
            unknown(arena, "end", end, ends, COUNT_OF(ends));
        import->said =
            base_grow(arena, import->said, import->said_count, &room, sizeof *import->said);
        import->said[import->said_count++] = (wyrm_import_word){word, end_of[at], true, 0};
    }
    for (size_t i = 0; i < import->said_count; i++)
        if (strcmp(import->said[i].word, "else") == 0)
            import->otherwise = &import->said[i];
}

/* ---- metrics and agents ---- */

/* Makes a metric's name of a column's name: other letters become '_'. Without `whole` only the part
 * after the last dot, which is what people call it. */
static const char *name_metric(wyrm_external_import *import, size_t at, bool whole)
{
    const char *name = import->columns[at].name, *dot = strrchr(name, '.');
    char made[WYRM_EXTERNAL_NAME_MAX + 1];
    size_t length = 0;
    name = !whole && dot != NULL && dot[1] != '\0' ? dot + 1 : name;
    if (!isalpha((unsigned char)name[0]))
        made[length++] = 'm';
    for (; *name != '\0' && length < sizeof made - 5; name++)
        made[length++] = (isalnum((unsigned char)*name) && (unsigned char)*name < 0x80) ||
                                 strchr("_-.", *name) != NULL
                             ? *name
                             : '_';
    return base_text(import->arena, made, length);
}

static bool is_taken(const wyrm_external_import *import, size_t count, const char *name)
{
    for (size_t i = 0; i < ext_metric_count; i++)
        if (strcmp(ext_metrics[i].name, name) == 0)
            return true;
    for (size_t i = 0; i < count; i++)
        if (strcmp(import->hello.metrics[i].name, name) == 0)
            return true;
    return false;
}

/* A metric's name that is not taken: the last part of the column's name, else its whole path, else
 * the path with a number. */
static const char *free_name(wyrm_external_import *import, size_t count, size_t at)
{
    const char *name = name_metric(import, at, false);
    if (!is_taken(import, count, name))
        return name;
    const char *whole = name_metric(import, at, true);
    size_t room = strlen(whole) + 5; /* "_128" */
    char *made = base_array(import->arena, char, room);
    snprintf(made, room, "%s", whole);
    for (int i = 2; is_taken(import, count, made); i++)
        snprintf(made, room, "%s_%d", whole, i);
    return made;
}

/* Lists the metrics in the order of the columns. A metric that the user named must have room; a
 * guessed one is left out if there are too many. */
static void list_metrics(wyrm_external_import *import)
{
    static const wyrm_external_kind kinds[] = {WYRM_EXTERNAL_SHARE, WYRM_EXTERNAL_AMOUNT,
                                               WYRM_EXTERNAL_NUMBER, WYRM_EXTERNAL_CATEGORY,
                                               WYRM_EXTERNAL_BY_STAGE};
    wyrm_external_metric *metrics =
        base_array(import->arena, wyrm_external_metric, WYRM_EXTERNAL_METRICS_MAX);
    size_t count = 0;
    import->metrics = base_array(import->arena, size_t, WYRM_EXTERNAL_METRICS_MAX);
    import->hello.metrics = metrics;
    for (size_t i = 0; i < import->account.column_count; i++) {
        wyrm_import_column *column = &import->columns[i];
        if (column->role < WYRM_IMPORT_SHARE)
            continue;
        if (count == WYRM_EXTERNAL_METRICS_MAX && column->said)
            base_refuse(import->arena, WYRM_ERROR_LIMIT,
                        "there are more than %d metrics: "
                        "--map COLUMN=none leaves some out",
                        WYRM_EXTERNAL_METRICS_MAX);
        if (count == WYRM_EXTERNAL_METRICS_MAX) {
            give_role(import, i, WYRM_IMPORT_NONE, "there are 128 metrics without it");
            continue;
        }
        if (column->metric[0] == '\0')
            column->metric = free_name(import, count, i);
        else if (is_taken(import, count, column->metric))
            base_refuse(import->arena, WYRM_ERROR_ARGUMENT,
                        "--map calls '%s' '%s', and there is a metric of that name already",
                        column->name, column->metric);
        import->metrics[count] = i;
        metrics[count++] =
            (wyrm_external_metric){column->metric, kinds[column->role - WYRM_IMPORT_SHARE], "", ""};
        import->hello.metric_count = count;
    }
}

/* Removes duplicates: different words may become equal when cleaned. Returns how many are left. */
static size_t drop_twins(const char **words, size_t count)
{
    size_t kept = 0;
    for (size_t i = 0; i < count; i++) {
        size_t at = 0;
        while (at < kept && strcmp(words[at], words[i]) != 0)
            at++;
        words[at] = words[i];
        kept += at == kept;
    }
    return kept;
}

/* Sets the agents and the name of stages. */
static void describe(wyrm_external_import *import)
{
    base_arena *arena = import->arena;
    size_t who = import->role[WYRM_IMPORT_AGENT], stage = import->role[WYRM_IMPORT_STAGE];
    wyrm_external_hello *hello = &import->hello;
    const char *one = import->agent != NULL ? import->agent : PLAYERS;
    size_t count = who != IMPORT_NOWHERE ? import->seen[who].words : 1;
    const char **agents =
        who != IMPORT_NOWHERE ? import->seen[who].first : base_array(arena, const char *, 1);
    if (who == IMPORT_NOWHERE)
        agents[0] = ext_clean(arena, one, strlen(one), false);
    count = drop_twins(agents, count);
    hello->agents = agents;
    hello->agent_count = count;
    import->agents = agents;
    import->account.agent_count = count;
    for (size_t i = 0; import->agent != NULL && i < count; i++)
        if (strcmp(agents[i], import->agent) == 0) {
            import->agents = &agents[i];
            import->account.agent_count = 1;
        }
    if (import->agent != NULL && strcmp(import->agents[0], import->agent) != 0)
        unknown(arena, "agent", import->agent, agents, count);
    import->next = base_array(arena, uint64_t, import->account.agent_count);
    hello->stage = "";
    if (stage != IMPORT_NOWHERE) {
        char *name = base_copy(arena, import->seen[stage].name);
        strip(name);
        name[base_utf8_cut(name, strlen(name), WYRM_EXTERNAL_NAME_MAX)] = '\0';
        hello->stage = name[0] != '\0' ? name : "stage";
    }
}

/* Without an outcome there is nothing to be said of runs: this is the one thing that must be
 * known. */
static void decide(wyrm_external_import *import)
{
    size_t count = import->account.column_count;
    for (size_t i = 0; i < WYRM_IMPORT_ROLE_COUNT; i++)
        import->role[i] = IMPORT_NOWHERE;
    read_map(import);
    read_outcomes(import);
    for (size_t i = 0; i < COUNT_OF(names_of); i++)
        find_named(import, i);
    for (size_t i = 0; i < count; i++) {
        import->columns[i].told = import->seen[i].told;
        if (import->columns[i].why[0] == '\0')
            find_metric(import, i);
    }
    size_t outcome = import->role[WYRM_IMPORT_OUTCOME];
    if (outcome == IMPORT_NOWHERE && import->otherwise == NULL)
        base_refuse(import->arena, WYRM_ERROR_SYNTAX,
                    "%s: no column tells how a run ended: --map COLUMN=outcome says which, or "
                    "--outcomes else=lost how all of them did",
                    import->path);
    import->is_worse =
        outcome != IMPORT_NOWHERE && ext_is_one_of(import->seen[outcome].name, worse_names);
    list_metrics(import);
    describe(import);
}

/* ---- opening ---- */

/* "playtests" of "logs/playtests.csv". */
static void name_game(wyrm_external_import *import, const char *game)
{
    const char *slash = strrchr(import->path, '/');
    const char *file = slash != NULL ? slash + 1 : import->path, *dot = strrchr(file, '.');
    size_t length = dot != NULL && dot != file ? (size_t)(dot - file) : strlen(file);
    char *name = game != NULL ? ext_clean(import->arena, game, strlen(game), false)
                              : ext_clean(import->arena, file, length, false);
    name[base_utf8_cut(name, strlen(name), WYRM_EXTERNAL_NAME_MAX)] = '\0';
    import->hello.name = name;
    import->hello.version = "";
}

typedef struct opening {
    const char *path;
    const wyrm_external_import_options *how;
} opening;

static void open_import(base_arena *arena, void *result, void *context)
{
    const opening *of = context;
    wyrm_external_import *import = result;
    wyrm_external_import_account *account = &import->account;
    *import = (wyrm_external_import){.arena = arena,
                                     .path = base_copy(arena, of->path),
                                     .map = base_copy(arena, of->how->map),
                                     .outcomes = base_copy(arena, of->how->outcomes),
                                     .agent = base_copy(arena, of->how->agent),
                                     .bad = of->how->bad > 0 ? of->how->bad : WYRM_IMPORT_BAD};
    import->columns = base_array(arena, wyrm_import_column, WYRM_IMPORT_COLUMNS_MAX);
    import->seen = base_array(arena, seen, WYRM_IMPORT_COLUMNS_MAX);
    import->words = base_array(arena, wyrm_import_word, WYRM_EXTERNAL_WORDS_MAX);
    name_game(import, of->how->game);
    look_through(import);
    decide(import);
    account->columns = import->columns;
    account->words = import->words;
    account->hello = &import->hello;
    account->agents = import->agents;
}

wyrm_status wyrm_external_import_open(const char *path, const wyrm_external_import_options *options,
                                      wyrm_external_import **out, wyrm_error *error)
{
    static const wyrm_external_import_options usual = {.bad = 0};
    opening of = {path, options != NULL ? options : &usual};
    return base_make(sizeof **out, open_import, &of, out, error);
}

void wyrm_external_import_free(wyrm_external_import *import)
{
    base_unmake(import);
}

const wyrm_external_import_account *
wyrm_external_import_account_of(const wyrm_external_import *import)
{
    return &import->account;
}

void wyrm_external_import_facts(const wyrm_external_import *import, size_t agent,
                                wyrm_external_facts *out)
{
    *out = (wyrm_external_facts){.seed = 1, .imported = true, .hello = &import->hello};
    snprintf(out->game, sizeof out->game, "%s", import->hello.name);
    snprintf(out->agent, sizeof out->agent, "%s", import->agents[agent]);
}
