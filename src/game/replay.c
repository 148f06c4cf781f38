/* Recordings: the beginning of a game, and a growing list of steps.
 *
 * The text is appended to by a program that may be killed at any moment, and read by one that
 * trusts nothing. The beginning of the game has a checksum of its own, since a game with another
 * seed or other rules would be another game and not a damaged one. Each line of a command is
 * checked by playing it, so a torn or altered line costs only what follows it. */
#include "game/internal.h"
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <xxhash.h>
#include <wyrm/replay.h>
#include "base/arena.h"

#define SUM_DIGITS 16
#define BRANCH     "designer "
#define LEAVING    '.' /* in place of a command's letter */

static const char digits[] = "0123456789abcdef";

struct wyrm_replay {
    base_arena *arena; /* owns all of it */
    wyrm_replay_facts facts;
    const char *rules; /* the ruleset, as dumped with defaults */
    size_t rules_length;
    bool was_left; /* whether it ends with the mark of a player who left */
    size_t head;   /* bytes read before the first command */
    size_t count, capacity;
    wyrm_replay_step *steps;
    size_t branch_count, branch_room;
    wyrm_replay_branch *branches;
};

/* The facts that begin a game, one a line, in this order; `without` and the rules follow. A fact
 * that is not a 64-bit number is a text. */
#define FACT(key, member)                                                                          \
    {                                                                                              \
        key, offsetof(wyrm_replay_facts, member), sizeof((wyrm_replay_facts *)0)->member           \
    }
/* clang-format off */
static const struct {
    const char *key;
    size_t offset, size;
} rows[] = {FACT("wyrm", version),     FACT("engine", engine), FACT("ruleset", ruleset),
            FACT("hash", hash),        FACT("source", source), FACT("player", player),
            FACT("seed", seed),        FACT("run", run)};
/* clang-format on */
#define IS_NUMBER(row) ((row).size == sizeof(uint64_t))

/* The arguments of commands: which numbers follow the letter, and the greatest one. */
typedef enum taken { NOTHING, DIRECTION, ITEM, ITEM_AND_TARGET, TARGET, CHOICE } taken;

static const struct {
    bool argument, target;
    int32_t greatest;
} takes[] = {
    [NOTHING] = {false, false, 0},
    [DIRECTION] = {true, false, WYRM_DIRECTION_COUNT - 1},
    [ITEM] = {true, false, WYRM_PACK_MAX - 1},
    [ITEM_AND_TARGET] = {true, true, WYRM_PACK_MAX - 1},
    [TARGET] = {false, true, 0},
    [CHOICE] = {true, false, 9999},
};

static const struct {
    char letter;
    taken takes;
} commands[] = {
#define COMMAND(name, letter, takes, summary) [name] = {letter, takes},
    WYRM_COMMAND_ROWS(COMMAND)
#undef COMMAND
};

/* ---- Making one ---- */

/* Copies a text for a header line; control characters, which could end the line, become '?'. False
 * if it was cut. */
static bool keep_text(char *out, size_t size, const char *text)
{
    base_utf8_copy(out, size, text);
    for (char *at = out; *at != '\0'; at++)
        if ((unsigned char)*at < ' ' || *at == 0x7f)
            *at = '?';
    return strlen(text) < size;
}

typedef struct beginning {
    const wyrm_ruleset *ruleset;
    const char *source, *player;
    const wyrm_game_options *options;
} beginning;

static void start_replay(base_arena *arena, void *result, void *context)
{
    const beginning *of = context;
    const wyrm_game_options *options = of->options;
    wyrm_replay *replay = result;
    wyrm_replay_facts *facts = &replay->facts;
    char *rules;
    if (wyrm_ruleset_dump(of->ruleset, &rules, NULL) != WYRM_OK)
        base_refuse(arena, WYRM_ERROR_MEMORY, "out of memory");
    base_keep(arena, rules, wyrm_free);
    replay->arena = arena;
    replay->rules = rules;
    replay->rules_length = strlen(rules);
    bool fits = options->without_count <= WYRM_REPLAY_WITHOUTS_MAX;
    for (size_t i = 0; fits && i < options->without_count; i++)
        fits = keep_text(facts->without[i], sizeof facts->without[i], options->without[i]);
    facts->without_count = options->without_count;
    facts->engine = WYRM_ENGINE_VERSION;
    facts->seed = options->seed;
    facts->run = options->run;
    keep_text(facts->version, sizeof facts->version, wyrm_version());
    keep_text(facts->ruleset, sizeof facts->ruleset, wyrm_ruleset_name(of->ruleset));
    keep_text(facts->hash, sizeof facts->hash, wyrm_ruleset_hash(of->ruleset));
    keep_text(facts->player, sizeof facts->player, of->player);
    if (!fits)
        base_refuse(arena, WYRM_ERROR_LIMIT,
                    "a recording keeps at most %d words that the player leaves alone, of at most "
                    "%zu bytes",
                    WYRM_REPLAY_WITHOUTS_MAX, sizeof facts->without[0] - 1);
    if (!keep_text(facts->source, sizeof facts->source, of->source))
        base_refuse(arena, WYRM_ERROR_LIMIT,
                    "the whole path of this ruleset has %zu bytes; a saved game keeps at most %zu",
                    strlen(of->source), sizeof facts->source - 1);
    if (replay->rules_length > WYRM_RULESET_MAX_BYTES)
        base_refuse(arena, WYRM_ERROR_LIMIT,
                    "these rules have %zu bytes with every default written out; a saved game keeps "
                    "at most %zu",
                    replay->rules_length, WYRM_RULESET_MAX_BYTES);
}

wyrm_status wyrm_replay_new(const wyrm_design *design, const char *source, const char *player,
                            const wyrm_game_options *options, wyrm_replay **out, wyrm_error *error)
{
    beginning of = {wyrm_design_ruleset(design), source, player, options};
    return base_make(sizeof **out, start_replay, &of, out, error);
}

void wyrm_replay_free(wyrm_replay *replay)
{
    base_unmake(replay);
}

/* False if memory is out; while a recording is read, base_grow ends the job instead. */
static bool add_step(wyrm_replay *replay, const wyrm_replay_step *step)
{
    wyrm_replay_step *steps =
        base_grow(replay->arena, replay->steps, replay->count, &replay->capacity, sizeof *steps);
    if (!steps)
        return false;
    replay->steps = steps;
    steps[replay->count++] = *step;
    replay->was_left = false;
    return true;
}

wyrm_status wyrm_replay_add(wyrm_replay *replay, const wyrm_command *command, const wyrm_game *game,
                            wyrm_error *error)
{
    const wyrm_replay_step step = {*command, wyrm_game_checksum(game)};
    return add_step(replay, &step) ? WYRM_OK : wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory");
}

void wyrm_replay_cut(wyrm_replay *replay, size_t count)
{
    if (count < replay->count) {
        replay->count = count;
        replay->was_left = false;
    }
    while (replay->branch_count > 0 &&
           replay->branches[replay->branch_count - 1].at > replay->count)
        replay->branch_count--;
}

const wyrm_replay_facts *wyrm_replay_facts_of(const wyrm_replay *replay)
{
    return &replay->facts;
}

size_t wyrm_replay_count(const wyrm_replay *replay)
{
    return replay->count;
}

const wyrm_replay_step *wyrm_replay_at(const wyrm_replay *replay, size_t index)
{
    return index < replay->count ? &replay->steps[index] : NULL;
}

/* ---- Branches ---- */

size_t wyrm_replay_branches(const wyrm_replay *replay)
{
    return replay->branch_count;
}

const wyrm_replay_branch *wyrm_replay_branch_at(const wyrm_replay *replay, size_t index)
{
    return index < replay->branch_count ? &replay->branches[index] : NULL;
}

/* Whether a text fits and has no control characters; a word (a path) has no spaces, either. */
static bool is_kept(const char *text, size_t size, bool is_word)
{
    for (const char *at = text; *at != '\0'; at++)
        if ((unsigned char)*at < ' ' || *at == 0x7f || (is_word && *at == ' '))
            return false;
    return text[0] != '\0' && strlen(text) < size;
}

/* The terminating NULs are hashed, so that 'ab', 'c' differs from 'a', 'bc'. */
uint64_t game_branch_checksum(const wyrm_change *changes, size_t count, const wyrm_game *game)
{
    uint64_t sum = wyrm_game_checksum(game);
    for (size_t i = 0; i < count; i++) {
        sum = XXH3_64bits_withSeed(changes[i].path, strlen(changes[i].path) + 1, sum);
        sum = XXH3_64bits_withSeed(changes[i].text, strlen(changes[i].text) + 1, sum);
    }
    return sum;
}

/* NULL if memory is out; while a recording is read, base_grow ends the job instead. */
static wyrm_replay_branch *add_branch(wyrm_replay *replay, size_t count, uint64_t checksum,
                                      wyrm_change **changes)
{
    *changes = base_array(replay->arena, wyrm_change, count);
    wyrm_replay_branch *branches = base_grow(replay->arena, replay->branches, replay->branch_count,
                                             &replay->branch_room, sizeof *branches);
    if (*changes == NULL || branches == NULL)
        return NULL;
    replay->branches = branches;
    replay->was_left = false;
    branches[replay->branch_count] = (wyrm_replay_branch){
        .at = replay->count, .count = count, .changes = *changes, .checksum = checksum};
    return &branches[replay->branch_count++];
}

wyrm_status wyrm_replay_add_branch(wyrm_replay *replay, const wyrm_change *changes, size_t count,
                                   const wyrm_game *game, wyrm_error *error)
{
    wyrm_change *kept;
    bool fits = count <= WYRM_CHANGES_MAX && replay->branch_count < WYRM_REPLAY_BRANCHES_MAX;
    for (size_t i = 0; fits && i < count; i++)
        fits = is_kept(changes[i].path, WYRM_CHANGE_PATH_MAX, true) &&
               is_kept(changes[i].text, WYRM_CHANGE_TEXT_MAX, false);
    if (!fits)
        return wyrm_fail(error, WYRM_ERROR_LIMIT, "a recording does not keep so much that changes");
    if (add_branch(replay, count, game_branch_checksum(changes, count, game), &kept) == NULL)
        return wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory");
    for (size_t i = 0; i < count; i++) {
        kept[i].path = base_text(replay->arena, changes[i].path, strlen(changes[i].path));
        kept[i].text = base_text(replay->arena, changes[i].text, strlen(changes[i].text));
        if (kept[i].path == NULL || kept[i].text == NULL) {
            replay->branch_count--;
            return wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory");
        }
    }
    return WYRM_OK;
}

/* ---- Writing ---- */

static void write_branch(base_buffer *out, const wyrm_replay_branch *branch)
{
    base_buffer_appendf(out, BRANCH "%zu %016" PRIx64 "\n", branch->count, branch->checksum);
    for (size_t i = 0; i < branch->count; i++)
        base_buffer_appendf(out, "  %s %s\n", branch->changes[i].path, branch->changes[i].text);
}

/* Writes a space and a number, which is at least 0. */
static char *put_number(char *at, int32_t number)
{
    char reversed[12];
    int count = 0;
    for (*at++ = ' '; number > 9; number /= 10)
        reversed[count++] = (char)('0' + number % 10);
    *at++ = (char)('0' + number);
    while (count > 0)
        *at++ = reversed[--count];
    return at;
}

/* Writes a space, a checksum, and the end of the line. */
static char *put_sum(char *at, uint64_t sum)
{
    *at++ = ' ';
    for (int i = SUM_DIGITS; i-- > 0;)
        *at++ = digits[sum >> 4 * i & 0xF];
    *at++ = '\n';
    return at;
}

/* By hand rather than by printf, which would take most of the time: a game has thousands of
 * lines. */
size_t wyrm_replay_line(const wyrm_replay_step *step, char out[WYRM_REPLAY_LINE_MAX])
{
    char *at = out;
    const wyrm_command *command = &step->command;
    taken kind = commands[command->kind].takes;
    *at++ = commands[command->kind].letter;
    if (takes[kind].argument)
        at = put_number(at, command->argument);
    if (takes[kind].target) {
        at = put_number(at, command->target.x);
        at = put_number(at, command->target.y);
    }
    return (size_t)(put_sum(at, step->checksum) - out);
}

/* The checksum after the mark of leaving: that of the last command, or 0, so that no altered line
 * passes for it. */
static uint64_t last_sum(const wyrm_replay *replay)
{
    return replay->count > 0 ? replay->steps[replay->count - 1].checksum : 0;
}

size_t wyrm_replay_leaving_line(const wyrm_replay *replay, char out[WYRM_REPLAY_LINE_MAX])
{
    char *at = out;
    *at++ = LEAVING;
    return (size_t)(put_sum(at, last_sum(replay)) - out);
}

bool wyrm_replay_was_left(const wyrm_replay *replay)
{
    return replay->was_left;
}

wyrm_status wyrm_replay_text(const wyrm_replay *replay, char **out, size_t *length,
                             wyrm_error *error)
{
    base_buffer text = {0};
    const wyrm_replay_facts *facts = &replay->facts;
    base_buffer_appendf(&text, WYRM_REPLAY_HEAD "%d\n",
                        replay->branch_count > 0 ? WYRM_REPLAY_DESIGNED : WYRM_REPLAY_VERSION);
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        const void *from = (const char *)facts + rows[i].offset;
        if (IS_NUMBER(rows[i]))
            base_buffer_appendf(&text, "%s %" PRIu64 "\n", rows[i].key, *(const uint64_t *)from);
        else
            base_buffer_appendf(&text, "%s %s\n", rows[i].key, (const char *)from);
    }
    for (size_t i = 0; i < facts->without_count; i++)
        base_buffer_appendf(&text, "without %s\n", facts->without[i]);
    base_buffer_appendf(&text, "rules %zu\n", replay->rules_length);
    base_buffer_append_bytes(&text, replay->rules, replay->rules_length);
    if (!text.failed)
        base_buffer_appendf(&text, "begun %016" PRIx64 "\n", XXH3_64bits(text.bytes, text.length));
    for (size_t i = 0, branch = 0; i <= replay->count; i++) {
        char line[WYRM_REPLAY_LINE_MAX];
        while (branch < replay->branch_count && replay->branches[branch].at == i)
            write_branch(&text, &replay->branches[branch++]);
        if (i == replay->count)
            break;
        base_buffer_append_bytes(&text, line, wyrm_replay_line(&replay->steps[i], line));
    }
    *length = text.length;
    return base_buffer_give(&text, out, error);
}

/* ---- Reading ---- */

/* A text being read: `at` moves along the line from `line` to `line_end`; `next` is the line after
 * it. Any error ends the job. */
typedef struct reader {
    const char *text, *end, *line, *line_end, *at, *next;
    int number; /* line number, from 1 */
    base_arena *arena;
    size_t kept;      /* bytes up to the last complete step */
    bool is_designed; /* the format allows branches */
    bool is_here;     /* the error is at the current position */
} reader;

/* Goes to the next complete line; false at the end of the text. A last line without its line break
 * was being written when the program ended, and is ignored. */
static bool next_line(reader *in)
{
    const char *found =
        in->next < in->end ? memchr(in->next, '\n', (size_t)(in->end - in->next)) : NULL;
    if (!found)
        return false;
    in->line = in->at = in->next;
    in->line_end = found;
    in->next = found + 1;
    in->number++;
    return true;
}

static void next_fact(reader *in)
{
    if (!next_line(in))
        base_refuse(in->arena, WYRM_ERROR_SYNTAX,
                    "the recording is cut short before its first command");
}

/* Ends the job unless is_right; `what` is the error at the current position. */
static void must(reader *in, bool is_right, const char *what)
{
    if (is_right)
        return;
    in->is_here = true;
    base_refuse(in->arena, WYRM_ERROR_SYNTAX, "%s", what);
}

/* Reads a number of digits alone, at most `greatest`. */
static bool read_number(reader *in, uint64_t greatest, uint64_t *out)
{
    const char *at = in->at;
    uint64_t number = 0;
    for (; at < in->line_end && *at >= '0' && *at <= '9'; at++) {
        uint64_t digit = (uint64_t)(*at - '0');
        if (digit > greatest || number > (greatest - digit) / 10)
            return false;
        number = number * 10 + digit;
    }
    if (at == in->at)
        return false;
    in->at = at;
    *out = number;
    return true;
}

/* Reads a given word and moves behind it. */
static bool read_word(reader *in, const char *word)
{
    size_t length = strlen(word);
    if ((size_t)(in->line_end - in->at) < length || memcmp(in->at, word, length) != 0)
        return false;
    in->at += length;
    return true;
}

/* Reads 16 hexadecimal digits, which must end the line. */
static bool read_sum(reader *in, uint64_t *out)
{
    if (in->line_end - in->at != SUM_DIGITS)
        return false;
    *out = 0;
    for (const char *at = in->at; at < in->line_end; at++) {
        const char *digit = memchr(digits, *at, sizeof digits - 1);
        if (!digit)
            return false;
        *out = *out << 4 | (uint64_t)(digit - digits);
    }
    return true;
}

/* Reads the rest of the line. */
static bool read_text(reader *in, char *out, size_t size)
{
    const char *begin = in->at;
    for (; in->at < in->line_end; in->at++)
        if ((unsigned char)*in->at < ' ' || *in->at == 0x7f || in->at - begin + 1 >= (long)size)
            return false;
    memcpy(out, begin, (size_t)(in->at - begin));
    out[in->at - begin] = '\0';
    return true;
}

/* Reads the first line. Another format is reported by its number, whatever follows. */
static void read_version(reader *in)
{
    const size_t length = (size_t)(in->end - in->text), magic = strlen(WYRM_REPLAY_HEAD);
    uint64_t version;
    if (memcmp(in->text, "wyrm-save ", length < 10 ? length : 10) == 0 && length >= 10)
        base_refuse(in->arena, WYRM_ERROR_LIMIT,
                    "this is a saved game of format 1, as older versions of wyrm wrote them: "
                    "finish it with the one that saved it, or begin it anew");
    if (memcmp(in->text, WYRM_REPLAY_HEAD, length < magic ? length : magic) != 0)
        base_refuse(in->arena, WYRM_ERROR_SYNTAX, "this is no recording of wyrm");
    next_fact(in);
    in->at += magic;
    must(in, read_number(in, 999999, &version) && in->at == in->line_end && version != 0,
         "here should be the version of the format");
    if (version < WYRM_REPLAY_VERSION)
        base_refuse(in->arena, WYRM_ERROR_LIMIT,
                    "recorded in format %d, which does not hold the rules, and this version of "
                    "wyrm reads format %d: play it with the one that recorded it",
                    (int)version, WYRM_REPLAY_VERSION);
    if (version > WYRM_REPLAY_DESIGNED)
        base_refuse(in->arena, WYRM_ERROR_LIMIT,
                    "recorded by a newer version of wyrm: format %d, and this one reads up to %d",
                    (int)version, WYRM_REPLAY_DESIGNED);
    in->is_designed = version == WYRM_REPLAY_DESIGNED;
}

static void read_facts(reader *in, wyrm_replay_facts *facts)
{
    char what[80];
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        void *to = (char *)facts + rows[i].offset;
        next_fact(in);
        snprintf(what, sizeof what, "here should be '%s' and what it was", rows[i].key);
        must(in, read_word(in, rows[i].key) && read_word(in, " "), what);
        must(in,
             IS_NUMBER(rows[i]) ? read_number(in, UINT64_MAX, to) && in->at == in->line_end
                                : read_text(in, to, rows[i].size),
             what);
    }
    for (next_fact(in); read_word(in, "without "); next_fact(in)) {
        must(in, facts->without_count < WYRM_REPLAY_WITHOUTS_MAX, "too much is left alone");
        must(in, read_text(in, facts->without[facts->without_count++], sizeof facts->without[0]),
             "this word is too long, or none");
    }
}

/* Reads the rules, and the checksum of everything up to there. Stands in the line with their
 * length. */
static void read_rules(reader *in, wyrm_replay *replay)
{
    uint64_t length = 0, sum = 0;
    must(in,
         read_word(in, "rules ") && read_number(in, WYRM_RULESET_MAX_BYTES, &length) &&
             in->at == in->line_end,
         "here should be 'rules' and their length");
    const char *rules = in->next, *end = rules;
    if ((uint64_t)(in->end - rules) >= length)
        end += length;
    for (const char *at = rules; at < end; at++)
        in->number += *at == '\n';
    in->next = (uint64_t)(end - rules) == length ? end : in->end;
    next_fact(in);
    must(in, read_word(in, "begun ") && read_sum(in, &sum),
         "here should be 'begun' and 16 digits of a checksum");
    if (XXH3_64bits(in->text, (size_t)(end - in->text)) != sum)
        base_refuse(in->arena, WYRM_ERROR_SYNTAX,
                    "what began this game was altered: its checksum does not fit");
    replay->rules = base_text(in->arena, rules, length);
    replay->rules_length = length;
}

/* Reads the line of a command. */
static void read_step(reader *in, wyrm_replay_step *step)
{
    size_t kind = 0;
    uint64_t number = 0, x = 0, y = 0;
    while (kind < WYRM_COMMAND_COUNT &&
           (in->at == in->line_end || *in->at != commands[kind].letter))
        kind++;
    must(in, kind < WYRM_COMMAND_COUNT, "this is no command");
    in->at++;
    const taken what = commands[kind].takes;
    must(in,
         !takes[what].argument ||
             (read_word(in, " ") && read_number(in, (uint64_t)takes[what].greatest, &number)),
         "the number of this command is missing or too great");
    must(in,
         !takes[what].target || (read_word(in, " ") && read_number(in, WYRM_MAP_SIDE_MAX - 1, &x) &&
                                 read_word(in, " ") && read_number(in, WYRM_MAP_SIDE_MAX - 1, &y)),
         "the tile of this command is missing or lies outside");
    *step = (wyrm_replay_step){.command = {.kind = (wyrm_command_kind)kind,
                                           .argument = (int32_t)number,
                                           .target = {(int16_t)x, (int16_t)y}}};
    must(in, read_word(in, " ") && read_sum(in, &step->checksum),
         "here should be 16 digits of a checksum and the end of the line");
}

/* Reads a path and its new value, copied; stands at the beginning of the line. */
static void read_change(reader *in, wyrm_change *out)
{
    char text[WYRM_CHANGE_PATH_MAX + WYRM_CHANGE_TEXT_MAX];
    const bool fits = read_word(in, "  ") && read_text(in, text, sizeof text);
    char *blank = fits ? strchr(text, ' ') : NULL;
    if (blank != NULL)
        *blank = '\0';
    must(in,
         blank != NULL && is_kept(text, WYRM_CHANGE_PATH_MAX, true) &&
             is_kept(blank + 1, WYRM_CHANGE_TEXT_MAX, false),
         "here should be a key of the rules and what it is changed to");
    out->path = base_text(in->arena, text, strlen(text));
    out->text = base_text(in->arena, blank + 1, strlen(blank + 1));
}

/* Reads a branch after its first word; false if the text ends within it. */
static bool read_branch(reader *in, wyrm_replay *replay)
{
    uint64_t count = 0, checksum = 0;
    wyrm_change *changes;
    must(in, in->is_designed, "a game of this format is no designer's");
    must(in, replay->branch_count < WYRM_REPLAY_BRANCHES_MAX, "there are too many of these");
    must(in,
         read_number(in, WYRM_CHANGES_MAX, &count) && read_word(in, " ") && read_sum(in, &checksum),
         "here should be a number of changes and 16 digits of a checksum");
    add_branch(replay, (size_t)count, checksum, &changes);
    for (size_t i = 0; i < count; i++) {
        if (!next_line(in)) {
            replay->branch_count--;
            return false;
        }
        read_change(in, &changes[i]);
    }
    return true;
}

/* Reads the mark of leaving; false if the line is a command. */
static bool read_leaving(reader *in, uint64_t last)
{
    const char mark[] = {LEAVING, ' ', '\0'};
    uint64_t sum = 0;
    if (!read_word(in, mark))
        return false;
    must(in, read_sum(in, &sum) && sum == last,
         "here should be the 16 digits of the checksum before, and the end of the line");
    return true;
}

static void read_all(base_arena *arena, void *result, void *context)
{
    wyrm_replay *replay = result;
    const wyrm_replay_facts *facts = &replay->facts;
    reader *in = context;
    in->arena = replay->arena = arena;
    if ((size_t)(in->end - in->text) > WYRM_REPLAY_MAX_BYTES)
        base_refuse(arena, WYRM_ERROR_LIMIT, "the file is larger than %zu bytes",
                    WYRM_REPLAY_MAX_BYTES);
    read_version(in);
    read_facts(in, &replay->facts);
    read_rules(in, replay);
    /* Checked last: a damaged file should be reported as damaged, whoever wrote it. */
    if (facts->engine != WYRM_ENGINE_VERSION)
        base_refuse(arena, WYRM_ERROR_LIMIT,
                    "played with version %" PRIu64 " of the engine (wyrm %s), and this is version "
                    "%d (wyrm %s): the same commands would give another game",
                    facts->engine, facts->version, WYRM_ENGINE_VERSION, wyrm_version());
    replay->head = (size_t)(in->next - in->text);
    for (wyrm_replay_step step;;) {
        in->kept = (size_t)(in->next - in->text);
        if (!next_line(in))
            return;
        replay->was_left = read_leaving(in, last_sum(replay));
        if (replay->was_left)
            continue;
        if (read_word(in, BRANCH)) {
            if (!read_branch(in, replay))
                return;
            continue;
        }
        read_step(in, &step);
        add_step(replay, &step);
    }
}

wyrm_status wyrm_replay_read(const char *file, const char *text, size_t length, wyrm_replay **out,
                             size_t *kept, wyrm_error *error)
{
    reader in = {.text = text, .next = text, .end = text + length};
    wyrm_status status = base_make(sizeof **out, read_all, &in, out, error);
    if (kept)
        *kept = in.kept;
    if (error && status != WYRM_OK && status != WYRM_ERROR_MEMORY)
        base_utf8_copy(error->file, sizeof error->file, file);
    if (!error || !in.is_here)
        return status;
    error->line = in.number; /* shows the line, which may hold any bytes, as printable characters */
    error->column = (int)(in.at - in.line) + 1;
    error->length = 1;
    const size_t all = (size_t)(in.line_end - in.line), most = sizeof error->excerpt - 1;
    for (size_t i = 0; i < all && i < most; i++)
        error->excerpt[i] = in.line[i] >= ' ' && in.line[i] <= '~' ? in.line[i] : '?';
    error->excerpt[all < most ? all : most] = '\0';
    return status;
}

/* ---- Playing ---- */

wyrm_status wyrm_replay_open(const wyrm_replay *replay, wyrm_design **out, wyrm_errors *errors)
{
    return wyrm_design_parse_alone("rules of the recording", replay->rules, replay->rules_length,
                                   out, errors);
}

wyrm_status wyrm_replay_begin(const wyrm_replay *replay, wyrm_engine *engine,
                              const wyrm_listener *listener, wyrm_game *game, wyrm_error *error)
{
    const char *without[WYRM_REPLAY_WITHOUTS_MAX];
    for (size_t i = 0; i < replay->facts.without_count; i++)
        without[i] = replay->facts.without[i];
    const wyrm_game_options options = {.seed = replay->facts.seed,
                                       .run = replay->facts.run,
                                       .without = without,
                                       .without_count = replay->facts.without_count};
    return wyrm_game_start(engine, &options, listener, game, error);
}

/* ---- Repairing ---- */

/* A game played by the lines of a text, as far as they are valid. */
typedef struct repair {
    char *text;
    size_t length, at, next; /* offset of the current line; of the next one, once this one fits */
    wyrm_engine *engine;
    wyrm_game *game, *after; /* the states before and after the line */
    uint64_t last;           /* checksum of the last command; 0: none yet */
    reader in;
    wyrm_replay_step step;
    bool leaves;
} repair;

static void read_one(base_arena *arena, void *context)
{
    repair *of = context;
    reader *in = &of->in;
    *in = (reader){.text = of->text, .next = of->text + of->at, .end = of->text + of->length};
    in->arena = arena;
    must(in, next_line(in), "here the text ends");
    of->leaves = read_leaving(in, of->last);
    if (!of->leaves)
        read_step(in, &of->step);
    of->next = (size_t)(in->next - in->text);
}

/* Whether the current line is valid and playing it gives its checksum. */
static bool fits_line(repair *of)
{
    if (base_do(read_one, of, NULL) != WYRM_OK)
        return false;
    wyrm_game_copy(of->game, of->after);
    return of->leaves ||
           (wyrm_game_act(of->engine, of->after, &of->step.command, NULL, NULL) == WYRM_OK &&
            wyrm_game_checksum(of->after) == of->step.checksum);
}

/* Tries every other value for every byte of the line, one of which may be a line break. A 64-bit
 * checksum does not fit by chance: a change that fits restores what stood there. */
static bool repair_line(repair *of)
{
    char values[WYRM_COMMAND_COUNT + sizeof digits + 3], *end = values;
    for (size_t i = 0; i < WYRM_COMMAND_COUNT; i++)
        *end++ = commands[i].letter;
    for (const char *digit = digits; *digit != '\0'; digit++)
        *end++ = *digit;
    *end++ = LEAVING;
    *end++ = ' ';
    *end++ = '\n';
    for (size_t i = of->at; i < of->length && i < of->at + WYRM_REPLAY_LINE_MAX; i++) {
        const char was = of->text[i];
        for (const char *value = values; value < end; value++) {
            of->text[i] = *value;
            if (*value != was && fits_line(of))
                return true;
        }
        of->text[i] = was;
    }
    return false;
}

/* Plays each line; only for one that does not fit tries changes of single bytes. */
wyrm_status wyrm_replay_mend(const wyrm_replay *replay, char *text, size_t length,
                             wyrm_engine *engine, wyrm_game *game, size_t *count, wyrm_error *error)
{
    repair of = {.text = text,
                 .length = length,
                 .at = replay->head,
                 .engine = engine,
                 .game = game,
                 .after = wyrm_game_new()};
    *count = 0;
    wyrm_status status = of.after ? wyrm_replay_begin(replay, engine, NULL, game, error)
                                  : wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory");
    while (status == WYRM_OK && of.at < length) {
        if (!fits_line(&of)) {
            if (*count == WYRM_REPLAY_MENDS_MAX || !repair_line(&of))
                break;
            ++*count;
        }
        wyrm_game_copy(of.after, game);
        of.last = of.leaves ? of.last : of.step.checksum;
        of.at = of.next;
    }
    wyrm_game_free(of.after);
    return status;
}
