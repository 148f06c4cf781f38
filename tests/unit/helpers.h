/* What the unit tests share: assertions on real numbers that print what they got, a source of
 * random cases that is not the library's own, golden tables, and rulesets from a few lines of
 * text. */
#ifndef WYRM_TESTS_HELPERS_H
#define WYRM_TESTS_HELPERS_H

#include <locale.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <gsl/gsl_cdf.h>

#include <wyrm/design.h>

#include "suite.h"

#define LENGTH_OF(array) (sizeof(array) / sizeof((array)[0]))

/* `seed` reproduces the case; 0 if nothing is random. */
static inline void near_at(double got, double wanted, double tolerance, uint64_t seed,
                           const char *what, const char *file, int line)
{
    if (fabs(got - wanted) <= tolerance)
        return;
    if (seed != 0)
        print_error("seed %llu: ", (unsigned long long)seed);
    print_error("%s: got %.17g, wanted %.17g within %g (off by %g)\n", what, got, wanted, tolerance,
                got - wanted);
    _fail(file, line);
}

#define assert_near(got, wanted, tolerance)                                                        \
    near_at((got), (wanted), (tolerance), 0, #got, __FILE__, __LINE__)
#define assert_near_seeded(got, wanted, tolerance, seed)                                           \
    near_at((got), (wanted), (tolerance), (seed), #got, __FILE__, __LINE__)

/* Compares bits, so that -0 is not 0 and nothing is rounded away. */
static inline void same_bits_at(double got, double wanted, const char *what, const char *file,
                                int line)
{
    if (memcmp(&got, &wanted, sizeof got) == 0)
        return;
    print_error("%s: got %.17g (%a), wanted exactly %.17g (%a)\n", what, got, got, wanted, wanted);
    _fail(file, line);
}

#define assert_same_bits(got, wanted) same_bits_at((got), (wanted), #got, __FILE__, __LINE__)

/* Asserts a property of every random case; prints the seed if it fails. */
static inline void holds_at(bool truth, uint64_t seed, const char *what, const char *file, int line)
{
    if (truth)
        return;
    print_error("seed %llu: not so: %s\n", (unsigned long long)seed, what);
    _fail(file, line);
}

#define assert_holds(truth, seed) holds_at((truth), (seed), #truth, __FILE__, __LINE__)

static inline void ok_at(wyrm_status status, const wyrm_error *error, const char *what,
                         const char *file, int line)
{
    if (status == WYRM_OK)
        return;
    print_error("%s: status %d (%s): %s\n", what, (int)status, wyrm_status_text(status),
                error == NULL ? "" : error->message);
    _fail(file, line);
}

/* For calls whose error is only read if they fail. */
static wyrm_error last_error __attribute__((unused));

/* Asserts that the call succeeds; `error` is the wyrm_error that it fills, or NULL. */
#define assert_ok(call, error) ok_at((call), (error), #call, __FILE__, __LINE__)

RELEASED_BY(wyrm_ruleset, wyrm_ruleset_free)
RELEASED_BY(wyrm_errors, wyrm_errors_free)
#define OWNED_RULESET OWNED(wyrm_ruleset)
#define OWNED_ERRORS  OWNED(wyrm_errors)

/* Prints every error of a call that should have had none. */
static inline void print_errors(const wyrm_errors *errors)
{
    char text[1024];
    for (size_t i = 0; i < wyrm_errors_kept(errors); i++) {
        wyrm_error_format(wyrm_errors_at(errors, i), text, sizeof text);
        print_error("%s", text);
    }
}

static inline wyrm_errors *fresh_errors(void)
{
    wyrm_errors *errors = NULL;
    assert_ok(wyrm_errors_new(&errors), NULL);
    return errors;
}

static inline void told_at(wyrm_status status, const wyrm_errors *errors, const char *what,
                           const char *file, int line)
{
    print_errors(errors);
    ok_at(status, NULL, what, file, line);
}

/* Asserts that the call succeeds; if not, prints `errors`, which it fills. */
#define assert_told(call, errors) told_at((call), (errors), #call, __FILE__, __LINE__)

/* The same for a call that fills last_error. */
#define assert_works(call) ok_at((call), &last_error, #call, __FILE__, __LINE__)

/* SplitMix64: small, known, and not the generator under test. */
typedef struct test_random {
    uint64_t state;
} test_random;

static inline uint64_t random_word(test_random *random)
{
    uint64_t word = (random->state += UINT64_C(0x9e3779b97f4a7c15));
    word = (word ^ (word >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    word = (word ^ (word >> 27)) * UINT64_C(0x94d049bb133111eb);
    return word ^ (word >> 31);
}

/* Uniform in 0..count-1; the bias does not matter for the small counts of tests. */
static inline int64_t random_below(test_random *random, int64_t count)
{
    return (int64_t)(random_word(random) % (uint64_t)count);
}

static inline int64_t random_between(test_random *random, int64_t least, int64_t greatest)
{
    return least + random_below(random, greatest - least + 1);
}

/* Uniform in [0, 1). */
static inline double random_unit(test_random *random)
{
    return (double)(random_word(random) >> 11) * 0x1p-53;
}

/* The p-value of the counts for these probabilities (Pearson's test). Cells that expect fewer than
 * 5 are joined with the next. With fixed seeds such a test always passes or always fails.
 */
static inline double chi_square_p(const uint64_t *counts, const double *probabilities, size_t cells)
{
    double total = 0;
    for (size_t i = 0; i < cells; i++)
        total += (double)counts[i];
    double sum = 0, wanted = 0, got = 0, last_wanted = 0, last_got = 0;
    int joined = 0;
    for (size_t i = 0; i < cells; i++) {
        wanted += probabilities[i] * total;
        got += (double)counts[i];
        if (wanted < 5)
            continue;
        sum += (got - wanted) * (got - wanted) / wanted;
        last_wanted = wanted;
        last_got = got;
        wanted = got = 0;
        joined++;
    }
    if (joined > 0 && (wanted > 0 || got > 0)) { /* the rest goes into the last cell */
        sum -= (last_got - last_wanted) * (last_got - last_wanted) / last_wanted;
        last_wanted += wanted;
        last_got += got;
        sum += (last_got - last_wanted) * (last_got - last_wanted) / last_wanted;
    }
    if (joined < 2)
        return got > 0 && wanted == 0 ? 0 : 1;
    return gsl_cdf_chisq_Q(sum, joined - 1);
}

/* Pearson's statistic for expected counts of at least 5, as standard deviations from its mean: a
 * correct sampler is below 5 for all but one seed in a thousand or so. */
static inline double chi_square_excess(const double *seen, const double *expected, size_t count)
{
    double statistic = 0, freedom = -1;
    for (size_t i = 0; i < count; i++) {
        if (expected[i] < 5)
            continue;
        statistic += (seen[i] - expected[i]) * (seen[i] - expected[i]) / expected[i];
        freedom += 1;
    }
    return freedom > 0 ? (statistic - freedom) / __builtin_sqrt(2 * freedom) : 0;
}

static inline void fits_at(double p, const char *what, const char *file, int line)
{
    if (p > 1e-4)
        return;
    print_error("%s does not fit its distribution: p = %g\n", what, p);
    _fail(file, line);
}

#define assert_fits(counts, probabilities, cells)                                                  \
    fits_at(chi_square_p((counts), (probabilities), (cells)), #counts, __FILE__, __LINE__)

/* Orders numbers for qsort. */
static inline int by_size(const void *a, const void *b)
{
    const double one = *(const double *)a, other = *(const double *)b;
    return (one > other) - (one < other);
}

/* Reads a whole file, ended by a NUL. The caller frees it. */
static inline char *read_file(const char *path)
{
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        fail_msg("cannot open %s", path);
    size_t length = 0, room = 1 << 16;
    char *text = zeroed(1, room);
    for (;;) {
        length += fread(text + length, 1, room - length - 1, file);
        if (length < room - 1)
            break;
        room *= 2;
        text = realloc(text, room);
        assert_non_null(text);
    }
    fclose(file);
    text[length] = '\0';
    return text;
}

/* A table of golden data: lines that begin with '#' name its source, the next line the columns. No
 * cell is quoted. */
typedef struct csv {
    char *text; /* split into cells */
    char **cells;
    size_t columns, rows; /* rows without the headings, which are the first cells */
} csv;

static inline csv csv_open(const char *path)
{
    csv table = {.text = read_file(path)};
    size_t count = 1;
    for (const char *c = table.text; *c != '\0'; c++)
        count += *c == ',' || *c == '\n';
    table.cells = calloc(count, sizeof *table.cells);
    assert_non_null(table.cells);
    size_t used = 0;
    for (char *line = table.text; *line != '\0';) {
        char *end = line + strcspn(line, "\n");
        char *next = *end == '\0' ? end : end + 1;
        *end = '\0';
        if (*line != '#' && *line != '\0') {
            size_t before = used;
            for (char *cell = line;; cell++) {
                table.cells[used++] = cell;
                cell += strcspn(cell, ",");
                if (*cell == '\0')
                    break;
                *cell = '\0';
            }
            if (table.columns == 0)
                table.columns = used;
            if (used - before != table.columns)
                fail_msg("%s: a row of %zu cells under %zu names", path, used - before,
                         table.columns);
        }
        line = next;
    }
    assert_true(table.columns > 0);
    table.rows = used / table.columns - 1;
    assert_true(table.rows > 0);
    return table;
}

static inline void csv_close(csv *table)
{
    free(table->cells);
    free(table->text);
}

#define OWNED_CSV OWNED_VALUE(csv, csv_close)

static inline const char *csv_text(const csv *table, size_t row, const char *column)
{
    for (size_t i = 0; i < table->columns; i++)
        if (strcmp(table->cells[i], column) == 0)
            return table->cells[(row + 1) * table->columns + i];
    fail_msg("golden table without a column '%s'", column);
    return "";
}

static inline double csv_number(const csv *table, size_t row, const char *column)
{
    const char *text = csv_text(table, row, column);
    char *end;
    double number = strtod(text, &end);
    if (end == text || *end != '\0')
        fail_msg("golden row %zu, column '%s': '%s' is no number", row, column, text);
    return number;
}

static inline int64_t csv_integer(const csv *table, size_t row, const char *column)
{
    const char *text = csv_text(table, row, column);
    char *end;
    long long number = strtoll(text, &end, 10);
    if (end == text || *end != '\0')
        fail_msg("golden row %zu, column '%s': '%s' is no whole number", row, column, text);
    return number;
}

/* The float whose bits are written as 8 hexadecimal digits, as a double. */
static inline double csv_float_bits(const csv *table, size_t row, const char *column)
{
    uint32_t bits = (uint32_t)strtoul(csv_text(table, row, column), NULL, 16);
    float number;
    memcpy(&number, &bits, sizeof number);
    return (double)number;
}

RELEASED_BY(char, wyrm_free)
RELEASED_BY(wyrm_design, wyrm_design_free)
RELEASED_BY(wyrm_pmf, wyrm_pmf_free)
#define OWNED_DESIGN OWNED(wyrm_design)
#define OWNED_PMF    OWNED(wyrm_pmf)
#define OWNED_DUEL   OWNED_VALUE(wyrm_duel_distributions, wyrm_duel_distributions_free)

static inline wyrm_pmf *from_pairs(const wyrm_weighted *pairs, size_t count)
{
    wyrm_pmf *pmf = NULL;
    assert_works(wyrm_pmf_from_pairs(pairs, count, &pmf, &last_error));
    return pmf;
}

/* The file name for rulesets read from text: beside the files that they may extend. */
static inline const char *text_path(void)
{
    return GOLDEN_DIR "/test.yaml";
}

/* A design from text; the test fails if it is invalid. The caller frees it. */
static inline wyrm_design *design_from(const char *text)
{
    OWNED_ERRORS *errors = fresh_errors();
    wyrm_design *design = NULL;
    assert_told(wyrm_design_parse(text_path(), text, strlen(text), &design, errors), errors);
    return design;
}

/* The shipped rulesets, by the names of rulesets and files. */
static const char *const shipped_names[]
    __attribute__((unused)) = {"ruggrogue", "yarl", "tutorial", "tutorial-before", "bob-and-trev"};
enum { SHIPPED_COUNT = LENGTH_OF(shipped_names) };

static inline wyrm_design *open_shipped(const char *name)
{
    OWNED_ERRORS *errors = fresh_errors();
    wyrm_design *design = NULL;
    assert_told(wyrm_design_open(name, &design, errors), errors);
    return design;
}

/* The text of a ruleset, by its name or path, with some sections changed: "combat: {miss: 0}",
 * which start at line 3; NULL: unchanged. In static storage until the next call. */
static inline const char *variant_of(const char *name, const char *changes)
{
    static char text[8192];
    int length = snprintf(text, sizeof text, "name: variant\nextends: %s\n%s\n", name,
                          changes == NULL ? "" : changes);
    assert_true(length > 0 && (size_t)length < sizeof text);
    return text;
}

static inline wyrm_design *ruleset_with(const char *name, const char *changes)
{
    return design_from(variant_of(name, changes));
}

static inline wyrm_design *ruggrogue_with(const char *changes)
{
    return ruleset_with("ruggrogue", changes);
}

static inline wyrm_design *ruggrogue(void)
{
    return ruggrogue_with("");
}

/* For tests whose *state is RuggRogue, or Yarl, as shipped. */
static inline int open_ruggrogue(void **state)
{
    *state = ruggrogue();
    return 0;
}

static inline int open_yarl(void **state)
{
    *state = ruleset_with("yarl", "");
    return 0;
}

static inline int close_design(void **state)
{
    wyrm_design_free(*state);
    return 0;
}

static inline wyrm_design *yarl_with(const char *changes)
{
    return ruleset_with("yarl", changes);
}

static inline wyrm_design *tutorial_with(const char *changes)
{
    return ruleset_with("tutorial", changes);
}

/* Asserts that the text is refused with an error of this message and hint (NULL: any), at this line
 * and column (0: any). */
static inline void assert_refused_at(const char *text, const char *message, const char *hint,
                                     int line, int column)
{
    OWNED_ERRORS *errors = fresh_errors();
    wyrm_design *design = NULL;
    bool found = false;
    wyrm_status status = wyrm_design_parse(text_path(), text, strlen(text), &design, errors);
    for (size_t i = 0; i < wyrm_errors_kept(errors); i++) {
        const wyrm_error *error = wyrm_errors_at(errors, i);
        found = found || (strcmp(error->message, message) == 0 &&
                          (hint == NULL || strcmp(error->hint, hint) == 0) && error->line > 0 &&
                          error->column > 0 && (line == 0 || error->line == line) &&
                          (column == 0 || error->column == column));
    }
    if (!found) {
        print_error("wanted at %d:%d: %s (%s)\n", line, column, message, hint ? hint : "any hint");
        print_errors(errors);
    }
    assert_true(found);
    assert_int_equal(status, WYRM_ERROR_RULESET);
    assert_null(design);
}

/* The index of an item by its key, or of the monster at the beginning of a text such as
 * "orc@3,elite"; -1 if there is none. */
static inline int32_t item_named(const wyrm_design *design, const char *name)
{
    const wyrm_item_kind *kinds;
    size_t count = wyrm_loot_kinds(wyrm_design_loot(design), &kinds);
    for (size_t i = 0; i < count; i++)
        if (strcmp(kinds[i].name, name) == 0)
            return (int32_t)i;
    return -1;
}

static inline int32_t monster_named(const wyrm_design *design, const char *text)
{
    const wyrm_roster *roster = wyrm_design_roster(design);
    size_t length = strcspn(text, "@,");
    for (size_t i = 0; i < wyrm_roster_count(roster); i++) {
        const char *name = wyrm_roster_monster(roster, i)->name;
        if (strlen(name) == length && strncmp(name, text, length) == 0)
            return (int32_t)i;
    }
    return -1;
}

/* RuggRogue with wrong changes: asserts that one of the errors has this message. */
static inline void assert_ruggrogue_fails(const char *changes, const char *message)
{
    assert_refused_at(variant_of("ruggrogue", changes), message, NULL, 0, 0);
}

/* A combatant of the design by its text; the test fails if there is none. */
/* Sets a locale whose numbers have a comma, as a program may that links the library; false if the
 * machine has none. The caller sets "C" again. */
static inline bool set_comma_locale(void)
{
    static const char *const names[] = {"de_DE.UTF-8", "de_DE.utf8", "fr_FR.UTF-8"};
    for (size_t i = 0; i < LENGTH_OF(names); i++)
        if (setlocale(LC_ALL, names[i]) != NULL)
            return true;
    return false;
}

static inline wyrm_combatant combatant_of(const wyrm_design *design, const char *text)
{
    wyrm_combatant combatant;
    wyrm_error error;
    assert_ok(wyrm_roster_combatant(wyrm_design_roster(design), text, &combatant, &error), &error);
    return combatant;
}

/* A digest of numbers in order (Fowler, Noll and Vo, 1a). */
#define DIGEST_OF_NOTHING UINT64_C(0xcbf29ce484222325)
static inline void mix_digest(uint64_t *digest, uint64_t value)
{
    for (int i = 0; i < 8; i++) {
        *digest ^= value >> 8 * i & 255;
        *digest *= UINT64_C(0x100000001b3);
    }
}

/* A random ruleset, written key by key. */
typedef struct made_up {
    char text[8192];
    size_t used;
} made_up;

__attribute__((format(printf, 2, 3))) static inline void say(made_up *out, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(out->text + out->used, sizeof out->text - out->used, format, arguments);
    va_end(arguments);
    assert_true(length >= 0 && out->used + (size_t)length < sizeof out->text);
    out->used += (size_t)length;
}

#endif
