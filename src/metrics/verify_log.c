/* Counting what a game did, for wyrm/verify.h: logs in CSV, and counts that programs add
 * themselves.
 *
 * The distribution of a matchup is computed from the rules when it first occurs; after that only
 * the number of times of each outcome is stored. So a log of a billion lines takes no more memory
 * than its matchups. A value outside the distribution is impossible by the rules, and is listed by
 * itself.
 *
 * Columns are found by their headings, which every game chooses differently: they are guessed, and
 * the guess is reported with the answer.
 *
 * The order: columns by their headings, then line by line into the taker of its kind, which counts
 * into the matchup. An invalid line is reported with its number and reading goes on, so that one
 * pass reports everything that is wrong. */
#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/csv.h"
#include "base/text.h"
#include "metrics/internal.h"

/* ---- matchups ---- */

static wyrm_status begin_kind(wyrm_verify *verify, wyrm_verify_kind kind, wyrm_error *error)
{
    if (verify->kind != WYRM_VERIFY_NOTHING && verify->kind != kind)
        return wyrm_fail(error, WYRM_ERROR_ARGUMENT, "something else is counted already");
    verify->kind = kind;
    return WYRM_OK;
}

/* Hashes the names, their NULs and the depth by FNV-1a. */
static size_t slot_of(const char *attacker, const char *defender, int32_t depth)
{
    const char *const texts[] = {attacker, defender};
    uint64_t hash = 0xcbf29ce484222325u ^ (uint64_t)(uint32_t)depth;
    for (size_t i = 0; i < COUNT_OF(texts); i++) {
        const char *at = texts[i];
        do
            hash = (hash ^ (unsigned char)*at) * 0x100000001b3u;
        while (*at++ != '\0');
    }
    return (size_t)(hash ^ hash >> 32) % VERIFY_SLOTS;
}

static bool is_of(const verify_matchup *matchup, const char *attacker, const char *defender,
                  int32_t depth)
{
    return matchup->depth == depth && strcmp(matchup->attacker, attacker) == 0 &&
           strcmp(matchup->defender, defender) == 0;
}

/* Returns the slot of a matchup, or a free one for it. Ends because there are more than twice as
 * many slots as matchups. */
static verify_matchup **find_slot(wyrm_verify *verify, const char *attacker, const char *defender,
                                  int32_t depth)
{
    size_t slot = slot_of(attacker, defender, depth);
    while (verify->slots[slot] != NULL && !is_of(verify->slots[slot], attacker, defender, depth))
        slot = (slot + 1) % VERIFY_SLOTS;
    return &verify->slots[slot];
}

/* Allocates the values first..first + length - 1 for each side. */
static void make_room(wyrm_verify *verify, verify_matchup *matchup, int64_t first, size_t length)
{
    verify->cells += matchup->sides * length;
    if (verify->cells > WYRM_VERIFY_CELLS_MAX)
        base_refuse(&verify->arena, WYRM_ERROR_LIMIT,
                    "the matchups have more than %zu different outcomes", WYRM_VERIFY_CELLS_MAX);
    matchup->first = first;
    matchup->length = length;
    for (size_t side = 0; side < matchup->sides; side++) {
        matchup->chances[side] = base_array(&verify->arena, double, length);
        matchup->times[side] = base_array(&verify->arena, uint64_t, length);
    }
}

/* Reads a combatant as a log names it: "Dust Bunny" is dust_bunny in the ruleset, and "player" the
 * player of the options. If both spellings fail, the error is that of the text as it stands. */
static void read_combatant(wyrm_verify *verify, const char *text, wyrm_combatant *out)
{
    const wyrm_roster *roster = wyrm_design_roster(verify->design);
    wyrm_error *error = &verify->arena.error, unused;
    char key[256];
    if (verify->options.player != NULL &&
        (strcmp(text, "player") == 0 || strcmp(text, wyrm_roster_player_name(roster)) == 0))
        text = verify->options.player;
    wyrm_status status = wyrm_roster_combatant(roster, text, out, error);
    if (status != WYRM_ERROR_UNKNOWN || strlen(text) >= sizeof key) {
        base_must(&verify->arena, status);
        return;
    }
    for (size_t i = 0; i <= strlen(text); i++)
        key[i] = text[i] == ' '                     ? '_'
                 : text[i] >= 'A' && text[i] <= 'Z' ? (char)(text[i] - 'A' + 'a')
                                                    : text[i];
    if (wyrm_roster_combatant(roster, key, out, &unused) != WYRM_OK)
        base_fail(&verify->arena, status);
}

static void read_hits(wyrm_verify *verify, verify_matchup *matchup)
{
    wyrm_combatant attacker, defender;
    wyrm_pmf *damage;
    read_combatant(verify, matchup->attacker, &attacker);
    read_combatant(verify, matchup->defender, &defender);
    base_must(&verify->arena,
              wyrm_design_hit(verify->design, &attacker, &defender, &damage, &verify->arena.error));
    matchup->sides = 1;
    base_keep(&verify->arena, damage, wyrm_pmf_free);
    make_room(verify, matchup, wyrm_pmf_first(damage), wyrm_pmf_length(damage));
    memcpy(matchup->chances[0], wyrm_pmf_probabilities(damage),
           matchup->length * sizeof *matchup->chances[0]);
}

/* Computes the chances of turns for fights that are won (side 0) and lost (side 1). A win in a turn
 * has the chance p_win times that of the turn given a win. A loss gets what remains of all fights
 * that end in that turn, which rounding may leave slightly below 0. */
static void read_fights(wyrm_verify *verify, verify_matchup *matchup)
{
    wyrm_combatant subject, opponent;
    wyrm_duel duel;
    wyrm_duel_distributions of;
    read_combatant(verify, matchup->attacker, &subject);
    read_combatant(verify, matchup->defender, &opponent);
    base_must(&verify->arena,
              wyrm_design_duel(verify->design, &subject, &opponent, WYRM_SUBJECT_FIRST, &duel, &of,
                               &verify->arena.error));
    wyrm_duel_distributions *kept = base_new(&verify->arena, wyrm_duel_distributions);
    *kept = of;
    base_keep(&verify->arena, kept, wyrm_duel_distributions_free);
    matchup->sides = 2;
    matchup->chance_of[VERIFY_WON] = duel.p_win;
    matchup->chance_of[VERIFY_LOST] = duel.p_lose;
    matchup->chance_of[VERIFY_NEITHER] = duel.p_unfinished;
    if (of.turns == NULL)
        return;
    make_room(verify, matchup, wyrm_pmf_first(of.turns), wyrm_pmf_length(of.turns));
    matchup->turns = base_array(&verify->arena, uint64_t, matchup->length);
    for (size_t i = 0; i < matchup->length; i++) {
        int64_t turn = matchup->first + (int64_t)i;
        double won = of.turns_given_win != NULL ? wyrm_pmf_at(of.turns_given_win, turn) : 0.0;
        double all = (duel.p_win + duel.p_lose) * wyrm_pmf_at(of.turns, turn);
        matchup->chances[0][i] = duel.p_win * won;
        matchup->chances[1][i] = fmax(0.0, all - duel.p_win * won);
    }
}

/* Allocates a matchup, and room for it in the list. `many`: the word for them in an error. */
static verify_matchup *new_matchup(wyrm_verify *verify, const char *many)
{
    base_arena *arena = &verify->arena;
    if (verify->count == WYRM_VERIFY_MATCHUPS_MAX)
        base_refuse(arena, WYRM_ERROR_LIMIT, "there are more than %d %s", WYRM_VERIFY_MATCHUPS_MAX,
                    many);
    verify->matchups =
        base_grow(arena, verify->matchups, verify->count, &verify->room, sizeof *verify->matchups);
    return base_new(arena, verify_matchup);
}

/* Adds a new matchup. It stays as unknown if its names are, so that they are reported once. */
static void begin_matchup(wyrm_verify *verify, verify_matchup **slot, const char *attacker,
                          const char *defender)
{
    verify_matchup *matchup = new_matchup(verify, "matchups");
    matchup->attacker = base_copy(&verify->arena, attacker);
    matchup->defender = base_copy(&verify->arena, defender);
    verify->matchups[verify->count++] = *slot = matchup;
    matchup->unknown = true;
    (verify->kind == WYRM_VERIFY_HITS ? read_hits : read_fights)(verify, matchup);
    matchup->unknown = false;
}

static verify_matchup *matchup_of(wyrm_verify *verify, const char *attacker, const char *defender)
{
    verify_matchup **slot = find_slot(verify, attacker, defender, 0);
    if (*slot == NULL)
        begin_matchup(verify, slot, attacker, defender);
    return *slot;
}

/* ---- counting ---- */

/* Counts an impossible value. Only the first few different values are listed, since a log made by
 * other rules has thousands. */
static void add_impossible(verify_matchup *matchup, int64_t value, int outcome, uint64_t times)
{
    size_t at = 0;
    if (times == 0)
        return;
    matchup->impossible_times += times;
    while (at < matchup->impossible_count &&
           (matchup->impossible[at].value != value || matchup->impossible[at].outcome != outcome))
        at++;
    if (at == WYRM_VERIFY_IMPOSSIBLE_MAX)
        return;
    matchup->impossible_count += at == matchup->impossible_count;
    wyrm_verify_outcome *kept = &matchup->impossible[at];
    *kept = (wyrm_verify_outcome){value, outcome, kept->times + times};
}

/* Whether a value of a side can occur. */
static bool has_chance(const verify_matchup *matchup, size_t side, int64_t value)
{
    return value >= matchup->first && value - matchup->first < (int64_t)matchup->length &&
           matchup->chances[side][value - matchup->first] >= VERIFY_NEVER;
}

static void count_damage(verify_matchup *matchup, int64_t damage, uint64_t times)
{
    matchup->count += times;
    if (has_chance(matchup, 0, damage))
        matchup->times[0][damage - matchup->first] += times;
    else
        add_impossible(matchup, damage, 0, times);
}

/* Counts fights. `turns` is -1 if not reported. The rules know the turns of all ended fights, or of
 * none. */
static void count_fight(verify_matchup *matchup, int outcome, int64_t turns, uint64_t times)
{
    int index = outcome > 0 ? VERIFY_WON : outcome < 0 ? VERIFY_LOST : VERIFY_NEITHER;
    bool never = matchup->chance_of[index] < VERIFY_NEVER;
    bool timed = turns >= 0 && index != VERIFY_NEITHER && matchup->length > 0;
    matchup->count += times;
    matchup->of[index] += times;
    if (never || (timed && !has_chance(matchup, (size_t)index, turns)))
        add_impossible(matchup, never ? -1 : turns, outcome, times);
    else if (timed)
        matchup->times[index][turns - matchup->first] += times;
}

/* Counts the turns of fights whose outcomes are counted separately. */
static void count_turns(verify_matchup *matchup, int64_t turns, uint64_t times)
{
    if (matchup->length == 0)
        return;
    if (has_chance(matchup, 0, turns) || has_chance(matchup, 1, turns))
        matchup->turns[turns - matchup->first] += times;
    else
        add_impossible(matchup, turns, WYRM_VERIFY_ENDED, times);
}

/* ---- counts from programs ---- */

typedef struct added_hits {
    wyrm_verify *verify;
    const char *attacker, *defender;
    uint64_t misses;
    const int64_t *values;
    const uint64_t *times;
    size_t count;
    int outcome;
    int64_t turns;
} added_hits;

static void add_hits(base_arena *arena, void *context)
{
    const added_hits *added = context;
    base_must(arena, begin_kind(added->verify, WYRM_VERIFY_HITS, &arena->error));
    for (size_t i = 0; i < added->count; i++)
        if (added->values[i] < 0)
            base_refuse(arena, WYRM_ERROR_ARGUMENT, "a damage is below 0: %" PRId64,
                        added->values[i]);
    verify_matchup *matchup = matchup_of(added->verify, added->attacker, added->defender);
    if (added->misses > 0)
        count_damage(matchup, 0, added->misses);
    for (size_t i = 0; i < added->count; i++)
        if (added->times[i] > 0)
            count_damage(matchup, added->values[i], added->times[i]);
}

static void add_fights(base_arena *arena, void *context)
{
    const added_hits *added = context;
    base_must(arena, begin_kind(added->verify, WYRM_VERIFY_FIGHTS, &arena->error));
    verify_matchup *matchup = matchup_of(added->verify, added->attacker, added->defender);
    if (added->outcome == WYRM_VERIFY_ENDED)
        count_turns(matchup, added->turns, added->times[0]);
    else
        count_fight(matchup, added->outcome, added->turns, added->times[0]);
}

static wyrm_status run_job(wyrm_verify *verify, void (*job)(base_arena *arena, void *context),
                           void *context, wyrm_error *error)
{
    verify->arena.error = (wyrm_error){0};
    return base_told(&verify->arena, base_run(&verify->arena, job, context), error);
}

wyrm_status wyrm_verify_add_hits(wyrm_verify *verify, const char *attacker, const char *defender,
                                 uint64_t misses, const int64_t *values, const uint64_t *times,
                                 size_t count, wyrm_error *error)
{
    added_hits added = {verify, attacker, defender, misses, values, times, count, 0, 0};
    return run_job(verify, add_hits, &added, error);
}

wyrm_status wyrm_verify_add_fights(wyrm_verify *verify, const char *attacker, const char *defender,
                                   int outcome, int64_t turns, uint64_t times, wyrm_error *error)
{
    added_hits added = {verify, attacker, defender, 0, NULL, &times, 1, outcome, turns};
    return run_job(verify, add_fights, &added, error);
}

/* ---- creation and release ---- */

/* Whether the text has the form "ROLE=HEADING,...". */
static bool are_columns(const char *columns)
{
    for (const char *at = columns; at != NULL && *at != '\0'; at += strcspn(at, ",")) {
        at += *at == ',';
        size_t word = strcspn(at, "=,");
        if (word == 0 || at[word] != '=' || strcspn(at + word + 1, ",") == 0)
            return false;
    }
    return true;
}

static void make_verify(base_arena *arena, void *context)
{
    wyrm_verify *verify = context;
    const wyrm_verify_options *options = &verify->options;
    wyrm_combatant player;
    if (!(options->alarm >= 0.0 && options->alarm <= 0.5))
        base_refuse(arena, WYRM_ERROR_ARGUMENT, "the alarm is a share from 0 to 0.5");
    if (!are_columns(options->columns))
        base_refuse(arena, WYRM_ERROR_ARGUMENT,
                    "columns are told as ROLE=HEADING,ROLE=HEADING, found '%s'", options->columns);
    if (options->player != NULL)
        base_must(arena, wyrm_roster_combatant(wyrm_design_roster(verify->design), options->player,
                                               &player, &arena->error));
    verify->options.player = base_copy(arena, options->player);
    verify->options.columns = base_copy(arena, options->columns);
}

wyrm_status wyrm_verify_new(const wyrm_design *design, const wyrm_verify_options *options,
                            wyrm_verify **out, wyrm_error *error)
{
    wyrm_verify *verify = *out = base_zeroed(1, sizeof **out);
    if (verify == NULL)
        return wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory");
    verify->design = design;
    verify->options = options != NULL ? *options : (wyrm_verify_options){.seed = 1};
    wyrm_status status = run_job(verify, make_verify, verify, error);
    if (status != WYRM_OK) {
        wyrm_verify_free(verify);
        *out = NULL;
    }
    return status;
}

void wyrm_verify_free(wyrm_verify *verify)
{
    if (verify == NULL)
        return;
    base_release(&verify->arena);
    wyrm_free(verify);
}

/* ---- columns ---- */

typedef enum role { ATTACKER, DEFENDER, DAMAGE, HIT, MISS, OUTCOME, TURNS, DEPTH, ROLES } role;

#define NAMES_MAX 10
static const struct {
    const char *word;
    const char *names[NAMES_MAX]; /* the most reliable first */
} role_names[ROLES] = {
    [ATTACKER] = {"attacker", {"attacker", "source", "striker", "subject", "actor", "by", "from"}},
    [DEFENDER] = {"defender", {"defender", "target", "victim", "opponent", "whom", "to"}},
    [DAMAGE] = {"damage", {"damage", "dmg", "dealt", "damage_dealt", "hp_lost", "amount"}},
    [HIT] = {"hit", {"hit", "is_hit", "landed"}},
    [MISS] = {"miss", {"miss", "missed", "is_miss"}},
    [OUTCOME] = {"outcome", {"outcome", "result", "winner", "won", "win"}},
    [TURNS] = {"turns", {"turns", "rounds", "turn_count", "length", "duration"}},
    [DEPTH] = {"depth", {"depth", "floor", "level", "stage", "dlvl"}},
};

#define NO_COLUMN SIZE_MAX

/* A log being read. */
typedef struct reading {
    wyrm_verify *verify;
    const char *path;
    wyrm_errors *errors;
    base_csv *csv;
    size_t column[ROLES];
    size_t headings;
    size_t thing_of[WYRM_VERIFY_COLUMNS_MAX]; /* by column: index of the thing counted there */
    wyrm_status worst;
} reading;

/* Writes "Damage Dealt" as "damage_dealt". */
static void normalize(const char *text, char *out, size_t size)
{
    size_t length = 0;
    for (; *text != '\0' && length + 1 < size; text++) {
        char letter = *text;
        if (letter >= 'A' && letter <= 'Z')
            letter = (char)(letter - 'A' + 'a');
        out[length++] = letter == ' ' || letter == '-' ? '_' : letter;
    }
    out[length] = '\0';
}

static bool is_named(const char *heading, const char *name)
{
    char one[128], other[128];
    normalize(heading, one, sizeof one);
    normalize(name, other, sizeof other);
    return strcmp(one, other) == 0;
}

/* Finds the heading that the options give for a role, as in "attacker=src,damage=dmg"; returns its
 * length, 0 if there is none. */
static size_t asked_for(const char *columns, const char *word, const char **heading)
{
    size_t length = strlen(word);
    for (const char *at = columns; at != NULL && *at != '\0'; at += strcspn(at, ",")) {
        at += *at == ',';
        if (strncmp(at, word, length) == 0 && at[length] == '=') {
            *heading = at + length + 1;
            return strcspn(*heading, ",");
        }
    }
    return 0;
}

static size_t find_heading(const reading *of, const char *name, size_t length)
{
    for (size_t i = 0; i < of->csv->count; i++)
        if (strlen(of->csv->fields[i]) == length && strncmp(of->csv->fields[i], name, length) == 0)
            return i;
    return NO_COLUMN;
}

static _Noreturn void refuse_columns(reading *of, const char *format, const char *word)
{
    base_buffer all = {0};
    for (size_t i = 0; i < of->csv->count; i++)
        base_buffer_appendf(&all, "%s'%s'", i > 0 ? ", " : "", of->csv->fields[i]);
    wyrm_error *error = &of->verify->arena.error;
    wyrm_fail(error, WYRM_ERROR_SYNTAX, format, word);
    snprintf(error->hint, sizeof error->hint, "its columns are %.*s",
             (int)base_utf8_cut(all.bytes, all.length, 90), all.bytes != NULL ? all.bytes : "");
    base_buffer_drop(&all);
    base_utf8_copy(error->file, sizeof error->file, of->path);
    error->line = (int)of->csv->line;
    base_fail(&of->verify->arena, WYRM_ERROR_SYNTAX);
}

static void note_column(reading *of, const char *word, size_t column)
{
    wyrm_verify *verify = of->verify;
    const char *heading = of->csv->fields[column];
    if (verify->column_count == WYRM_VERIFY_COLUMNS_MAX)
        return;
    verify->columns[verify->column_count++] =
        (wyrm_verify_column){word, base_copy(&verify->arena, heading)};
}

/* Returns the column of a role: the one in the options, or else the most reliable name. */
static size_t find_role(reading *of, role which)
{
    const char *heading;
    size_t length = asked_for(of->verify->options.columns, role_names[which].word, &heading);
    if (length > 0) {
        size_t found = find_heading(of, heading, length);
        if (found == NO_COLUMN)
            refuse_columns(of, "no column has the name that is said to be '%s'",
                           role_names[which].word);
        return found;
    }
    for (size_t n = 0; n < NAMES_MAX && role_names[which].names[n] != NULL; n++)
        for (size_t i = 0; i < of->csv->count; i++)
            if (is_named(of->csv->fields[i], role_names[which].names[n]))
                return i;
    return NO_COLUMN;
}

/* Finds the monster or kind of item named by a heading, by key or title. */
static bool find_thing(const wyrm_design *design, const char *heading, verify_thing *out)
{
    const wyrm_roster *roster = wyrm_design_roster(design);
    const wyrm_item_kind *kinds;
    size_t kind_count = wyrm_loot_kinds(wyrm_design_loot(design), &kinds);
    for (int32_t i = 0; i < (int32_t)wyrm_roster_count(roster); i++) {
        const wyrm_monster *monster = wyrm_roster_monster(roster, i);
        *out = (verify_thing){VERIFY_MONSTER, i, monster->name};
        if (is_named(heading, monster->name) || is_named(heading, monster->title))
            return true;
    }
    for (size_t i = 0; i < kind_count; i++) {
        *out = (verify_thing){VERIFY_ITEM, (int32_t)i, kinds[i].name};
        if (is_named(heading, kinds[i].name) || is_named(heading, kinds[i].title))
            return true;
    }
    bool items = is_named(heading, "items");
    *out = (verify_thing){items ? VERIFY_ITEMS : VERIFY_MONSTERS, -1, items ? "items" : "monsters"};
    return items || is_named(heading, "monsters");
}

static void find_things(reading *of)
{
    wyrm_verify *verify = of->verify;
    for (size_t i = 0; i < of->csv->count; i++) {
        verify_thing thing;
        of->thing_of[i] = NO_COLUMN;
        if (i == of->column[DEPTH])
            continue;
        if (!find_thing(verify->design, of->csv->fields[i], &thing)) {
            note_column(of, "", i);
            continue;
        }
        size_t at = 0;
        while (at < verify->thing_count && strcmp(verify->things[at].name, thing.name) != 0)
            at++;
        if (at == verify->thing_count) {
            verify->things = base_grow(&verify->arena, verify->things, verify->thing_count,
                                       &verify->thing_room, sizeof *verify->things);
            verify->things[verify->thing_count++] = thing;
        }
        for (size_t k = 0; k < i; k++)
            if (of->thing_of[k] == at)
                base_refuse(&verify->arena, WYRM_ERROR_SYNTAX,
                            "%s: two columns are '%s': '%.40s' and '%.40s'", of->path, thing.name,
                            of->csv->fields[k], of->csv->fields[i]);
        of->thing_of[i] = at;
        note_column(of, thing.name, i);
    }
    if (verify->thing_count == 0)
        refuse_columns(of, "no column is named like a monster or kind of item%s", "");
}

/* Returns the kind of the log. Damage means one attack per line, whatever else there is. */
static wyrm_verify_kind kind_of(const reading *of)
{
    if (of->column[DAMAGE] != NO_COLUMN)
        return WYRM_VERIFY_HITS;
    if (of->column[OUTCOME] != NO_COLUMN || of->column[TURNS] != NO_COLUMN)
        return WYRM_VERIFY_FIGHTS;
    return of->column[DEPTH] != NO_COLUMN ? WYRM_VERIFY_FLOORS : WYRM_VERIFY_NOTHING;
}

/* Roles that each kind uses; the first three of attacks and fights are required. */
static const role roles_of[][5] = {
    [WYRM_VERIFY_HITS] = {ATTACKER, DEFENDER, DAMAGE, HIT, MISS},
    [WYRM_VERIFY_FIGHTS] = {ATTACKER, DEFENDER, OUTCOME, TURNS, ROLES},
    [WYRM_VERIFY_FLOORS] = {DEPTH, ROLES, ROLES, ROLES, ROLES},
};

/* Refuses words of the option that are no roles. */
static void check_asked(reading *of)
{
    const char *words[ROLES];
    for (role i = 0; i < ROLES; i++)
        words[i] = role_names[i].word;
    for (const char *at = of->verify->options.columns; at != NULL && *at != '\0';) {
        const char *word =
            base_text(&of->verify->arena, at, strcspn(at, "=,")); /* what is before the '=' */
        if (!base_has_word(words, ROLES, word))
            refuse_columns(of, "there is no role '%.40s'", word);
        at += strcspn(at, ",");
        at += *at == ',';
    }
}

/* Reads the headings: finds the columns and the kind of the log, and reports what was found. */
static void read_headings(reading *of)
{
    if (!base_csv_next(&of->verify->arena, of->csv))
        base_refuse(&of->verify->arena, WYRM_ERROR_SYNTAX, "%s: it is empty", of->path);
    if (of->csv->wrong != NULL)
        base_refuse(&of->verify->arena, WYRM_ERROR_SYNTAX, "%s: the line of headings: %s", of->path,
                    of->csv->wrong);
    check_asked(of);
    for (role i = 0; i < ROLES; i++)
        of->column[i] = find_role(of, i);
    wyrm_verify_kind kind = kind_of(of);
    if (kind == WYRM_VERIFY_NOTHING)
        refuse_columns(of, "no column is named like a damage, an outcome or a depth%s", "");
    base_must(&of->verify->arena, begin_kind(of->verify, kind, &of->verify->arena.error));
    of->verify->column_count = 0;
    for (size_t i = 0; i < COUNT_OF(roles_of[kind]); i++) {
        role which = roles_of[kind][i];
        if (which != ROLES && of->column[which] != NO_COLUMN)
            note_column(of, role_names[which].word, of->column[which]);
        else if (i < 3 && which != ROLES)
            refuse_columns(of, "no column is named like '%s'", role_names[which].word);
    }
    of->headings = of->csv->count;
    if (kind == WYRM_VERIFY_FLOORS)
        find_things(of);
}

/* ---- lines ---- */

static void report_line(reading *of, const wyrm_error *error)
{
    wyrm_error told = *error;
    base_utf8_copy(told.file, sizeof told.file, of->path);
    told.line = of->csv->line < INT_MAX ? (int)of->csv->line : INT_MAX;
    wyrm_errors_add(of->errors, &told);
    if (of->worst == WYRM_OK || of->worst == WYRM_ERROR_UNKNOWN)
        of->worst = told.code;
}

static WYRM_PRINTF(2, 3) void complain(reading *of, const char *format, ...)
{
    wyrm_error error = {0};
    va_list list;
    va_start(list, format);
    base_vfail(&error, WYRM_ERROR_SYNTAX, format, list);
    va_end(list);
    report_line(of, &error);
}

static const char *field_of(const reading *of, role which)
{
    size_t column = of->column[which];
    return column == NO_COLUMN ? "" : of->csv->fields[column];
}

/* Reads a whole number of at least 0, such as "12" or "12.0". */
static bool read_count(const char *text, int64_t *out)
{
    size_t digits = strspn(text, "0123456789");
    const char *rest = text + digits;
    if (*rest == '.')
        rest += 1 + strspn(rest + 1, "0");
    /* up to fifteen digits are exact in a double */
    if (digits == 0 || digits > 15 || *rest != '\0')
        return false;
    *out = strtoll(text, NULL, 10);
    return true;
}

static bool is_word(const char *text, const char *const *words)
{
    for (; *words != NULL; words++)
        if (is_named(text, *words))
            return true;
    return false;
}

/* Words in a column for hits. In a column for misses yes and no have the opposite meaning, but
 * "hit" and "miss" their own. */
static const char *const yes_words[] = {"yes", "true", "1", "y", "t", NULL};
static const char *const no_words[] = {"no", "false", "0", "n", "f", "", NULL};
static const char *const hit_words[] = {"hit", "crit", NULL};
static const char *const miss_words[] = {"miss", NULL};

/* Returns 1 for a miss, 0 for a hit, -1 if the cell is neither. */
static int say_of(const reading *of, role which)
{
    const char *text = field_of(of, which);
    const bool is_yes = is_word(text, yes_words), is_no = is_word(text, no_words);
    if (is_word(text, miss_words) || (which == MISS ? is_yes : is_no))
        return 1;
    return is_word(text, hit_words) || is_yes || is_no ? 0 : -1;
}

/* Returns 1 for a miss, 0 for a hit, -1 after reporting that the line says neither. */
static int read_miss(reading *of)
{
    static const role columns[] = {MISS, HIT};
    int missed = 0;
    for (size_t i = 0; i < 2; i++)
        if (of->column[columns[i]] != NO_COLUMN) {
            const int said = say_of(of, columns[i]);
            if (said == 1)
                return 1;
            missed = said < 0 ? said : missed;
        }
    if (missed < 0)
        complain(of, "whether it hit is yes or no, found '%.40s'",
                 field_of(of, of->column[HIT] != NO_COLUMN ? HIT : MISS));
    return missed;
}

/* Returns the matchup of a line. Unknown combatants are reported at their first line; the matchup
 * stays marked as unknown, and its other lines are skipped. */
static verify_matchup *find_matchup(reading *of)
{
    const char *attacker = field_of(of, ATTACKER), *defender = field_of(of, DEFENDER);
    verify_matchup *known = *find_slot(of->verify, attacker, defender, 0);
    return known != NULL ? known : matchup_of(of->verify, attacker, defender);
}

static void take_hit(reading *of)
{
    static const char *const missed[] = {"", "miss", "missed", "-", NULL};
    const char *text = field_of(of, DAMAGE);
    int64_t damage = 0;
    int miss = read_miss(of);
    if (miss == 0 && !is_word(text, missed) && !read_count(text, &damage)) {
        complain(of, "damage is a whole number of at least 0, empty or 'miss', found '%.40s'",
                 text);
        return;
    }
    verify_matchup *matchup = miss >= 0 ? find_matchup(of) : NULL;
    if (matchup != NULL && !matchup->unknown)
        count_damage(matchup, damage, 1);
}

/* Returns 1 for a win, -1 for a loss, 0 for neither, INT_MIN for anything else. */
static int read_outcome(const reading *of)
{
    static const char *const won[] = {"won",  "win", "attacker", "1",
                                      "true", "yes", "victory",  NULL};
    static const char *const lost[] = {"lost",  "loss", "lose", "defender", "0",
                                       "false", "no",   "-1",   "defeat",   NULL};
    static const char *const neither[] = {"neither", "draw", "unfinished", "none", "", NULL};
    const char *text = field_of(of, OUTCOME);
    bool attacker = strcmp(text, field_of(of, ATTACKER)) == 0;
    bool defender = strcmp(text, field_of(of, DEFENDER)) == 0;
    if (attacker != defender)
        return attacker ? 1 : -1;
    return is_word(text, won) ? 1 : is_word(text, lost) ? -1 : is_word(text, neither) ? 0 : INT_MIN;
}

static void take_fight(reading *of)
{
    const char *text = field_of(of, TURNS);
    int outcome = read_outcome(of);
    int64_t turns = -1;
    if (outcome == INT_MIN) {
        complain(of,
                 "an outcome is won, lost, neither or the name of one of the two, found '%.40s'",
                 field_of(of, OUTCOME));
        return;
    }
    if (text[0] != '\0' && !read_count(text, &turns)) {
        complain(of, "turns are a whole number, found '%.40s'", text);
        return;
    }
    verify_matchup *matchup = find_matchup(of);
    if (!matchup->unknown)
        count_fight(matchup, outcome, turns, 1);
}

/* Returns the matchup of a thing at a depth, creating it if necessary. */
static verify_matchup *thing_at(wyrm_verify *verify, size_t thing, int32_t depth)
{
    verify_matchup **slot = find_slot(verify, verify->things[thing].name, "", depth);
    if (*slot != NULL)
        return *slot;
    verify_matchup *matchup = new_matchup(verify, "pairs of a depth and a column");
    *matchup = (verify_matchup){.attacker = verify->things[thing].name,
                                .defender = "",
                                .depth = depth,
                                .thing = thing,
                                .sides = 1};
    make_room(verify, matchup, 0, VERIFY_NUMBER_MAX + 1);
    verify->matchups[verify->count++] = *slot = matchup;
    return matchup;
}

/* Checks all numbers of a line before counting any, so that an invalid line counts for nothing. */
static void take_floor(reading *of)
{
    int64_t depth, number = 0;
    if (!read_count(field_of(of, DEPTH), &depth) || depth < 1 || depth > WYRM_DEPTH_MAX) {
        complain(of, "a depth is a whole number from 1 to %d, found '%.40s'", WYRM_DEPTH_MAX,
                 field_of(of, DEPTH));
        return;
    }
    for (size_t i = 0; i < of->headings; i++) {
        const char *text = of->csv->fields[i];
        if (of->thing_of[i] != NO_COLUMN &&
            (!read_count(text, &number) || number > VERIFY_NUMBER_MAX)) {
            complain(of, "%s is a whole number up to %d, found '%.40s'",
                     of->verify->things[of->thing_of[i]].name, VERIFY_NUMBER_MAX, text);
            return;
        }
    }
    for (size_t i = 0; i < of->headings; i++) {
        if (of->thing_of[i] == NO_COLUMN)
            continue;
        verify_matchup *matchup = thing_at(of->verify, of->thing_of[i], (int32_t)depth);
        (void)read_count(of->csv->fields[i], &number);
        matchup->count++;
        matchup->times[0][number]++;
    }
}

static void take_line(base_arena *arena, void *context)
{
    static void (*const takers[])(reading * of) = {[WYRM_VERIFY_HITS] = take_hit,
                                                   [WYRM_VERIFY_FIGHTS] = take_fight,
                                                   [WYRM_VERIFY_FLOORS] = take_floor};
    reading *of = context;
    (void)arena;
    takers[of->verify->kind](of);
}

/* Whether a failure concerns only its line, so that reading goes on. */
static bool is_of_line(wyrm_status status)
{
    return status == WYRM_ERROR_UNKNOWN || status == WYRM_ERROR_SYNTAX ||
           status == WYRM_ERROR_RANGE || status == WYRM_ERROR_ARGUMENT;
}

static void read_line(reading *of)
{
    base_arena *arena = &of->verify->arena;
    if (of->csv->line > WYRM_VERIFY_LINES_MAX)
        base_refuse(arena, WYRM_ERROR_LIMIT, "it has more than %" PRIu64 " lines",
                    WYRM_VERIFY_LINES_MAX);
    if (of->csv->wrong != NULL) {
        complain(of, "%s", of->csv->wrong);
        return;
    }
    if (of->csv->count != of->headings) {
        complain(of, "it has %zu fields, and the line of headings %zu", of->csv->count,
                 of->headings);
        return;
    }
    arena->error = (wyrm_error){0};
    wyrm_status status = base_run(arena, take_line, of);
    if (status != WYRM_OK && !is_of_line(status))
        base_fail(arena, status);
    if (status != WYRM_OK)
        report_line(of, &arena->error);
}

static void read_log(base_arena *arena, void *context)
{
    reading *of = context;
    of->csv = base_csv_open(arena, of->path, WYRM_VERIFY_LINE_MAX, WYRM_VERIFY_COLUMNS_MAX);
    read_headings(of);
    while (wyrm_errors_count(of->errors) < WYRM_ERRORS_MAX && base_csv_next(arena, of->csv))
        read_line(of);
    if (of->worst != WYRM_OK)
        base_fail(arena, of->worst);
}

wyrm_status wyrm_verify_read(wyrm_verify *verify, const char *path, wyrm_errors *errors)
{
    reading of = {.verify = verify, .path = path, .errors = errors};
    wyrm_status status = run_job(verify, read_log, &of, NULL);
    if (status != WYRM_OK && of.worst == WYRM_OK)
        wyrm_errors_add(errors, &verify->arena.error);
    return status;
}
