/* Amounts: the text of a random whole number, and its distribution.
 *
 * A text is a sum of terms, each with a fast way to its distribution: dice (dice.c), a range,
 * weights, the powers of a coin's chance, and for `triangular` the area of u + v between two
 * multiples of 2/n, whose sides are whole numbers.
 *
 * An error points to its place in the text. The work for an amount is estimated before it is done.
 *
 * The grammar, with | for a choice and {} for what may be repeated (the header has examples):
 *   amount  {"("} sum ["x" factor] {")" ["x" factor]}, the first factor behind a single term only
 *   sum     ["-" | "+"] term {("-" | "+") term}
 *   term    number | [number] "d" number ways | ends | "{" value ":" weight {"," ...} "}"
 *           | "triangular" ends | "coins" chance
 *   ends    number ".." number | "[" number "," number "]"
 *   ways    {"explode" | "keep" ["lowest" | "highest"] number}, each once
 *   factor  (number "/" number | decimal) ["up" | "down"]
 * Plain numbers are added up at once, so a text of nothing else has one `plus` and no terms.
 * The text of an amount is written anew from its parts: typed with other blanks it is the same
 * amount. */
#include "base/amount.h"
#include <ctype.h>
#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/dice.h"
#include "base/pmf.h"
#include "base/text.h"

#define VALUE_MAX   INT64_C(1000000000)
#define FACTOR_MAX  INT64_C(1000000000)
#define DIGITS_MAX  (FACTOR_MAX * 100000000) /* digits of a decimal number, before it is reduced */
#define FACTORS_MAX 4
#define CUT         1e-12 /* probability cut off, of all explosions and coins together */
#define COIN_PARTS  1000  /* the chance of a coin is at most 1 - 1/1000 */

typedef enum form { DICE, RANGE, WEIGHTS, TRIANGULAR, COINS } form;

typedef struct term {
    form form;
    bool minus;
    dice_pool dice;
    int64_t least, most; /* values of a term, without explosions; 0 for coins */
    int64_t ups, throws; /* chance of a coin: ups / throws, in lowest terms */
    wyrm_weighted *pairs;
    size_t pair_count;
} term;

/* A factor of times / parts. `up` or `down` says how the result is rounded; else to the nearest,
 * halves up. */
typedef struct factor {
    int64_t times, parts;
    bool up, down;
} factor;

typedef struct reader {
    base_arena *arena;
    const char *text, *at;
    term *terms;
    size_t count, capacity;
    int64_t plus, dice;
    factor factors[FACTORS_MAX + 1]; /* applied to the whole sum, one after another */
    size_t factor_count;
    double *work; /* work left */
    double cut;
    wyrm_pmf *pmf;
    wyrm_alias *alias;
    base_buffer written;
} reader;

/* ---- errors ---- */

/* Ends the reading with an error about the text from `from` to where the reader is. */
static _Noreturn void refuse(reader *r, wyrm_status code, const char *from, const char *hint,
                             const char *format, ...) WYRM_PRINTF(5, 6);
static _Noreturn void refuse(reader *r, wyrm_status code, const char *from, const char *hint,
                             const char *format, ...)
{
    wyrm_error *error = &r->arena->error;
    va_list arguments;
    va_start(arguments, format);
    base_vfail(error, code, format, arguments);
    va_end(arguments);
    size_t length = base_utf8_count(from, (size_t)(r->at - from));
    error->column = (int)base_utf8_count(r->text, (size_t)(from - r->text)) + 1;
    error->length = length > 1 ? (int)length : 1;
    base_utf8_copy(error->hint, sizeof error->hint, hint);
    base_fail(r->arena, code);
}

static bool is_digit(char letter)
{
    return letter >= '0' && letter <= '9';
}

static bool is_letter(char letter)
{
    return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z');
}

/* Returns a hint for what other notations write. The first prefix that fits counts, so longer ones
 * come before shorter ones, and "" is last. */
static const char *hint_for(const char *found)
{
    static const struct {
        const char *starts, *hint;
    } known[] = {
        {"!", "'2d6 explode' rolls the highest face again"},
        {"kl", "write '4d6 keep lowest 3'"},
        {"k", "write '4d6 keep 3'"},
        {"drop", "say how many to keep: '4d6 keep 3'"},
        {"adv", "write '2d20 keep 1'"},
        {"dis", "write '2d20 keep lowest 1'"},
        {"highest", "write '4d6 keep 3'"},
        {"lowest", "write '4d6 keep lowest 3'"},
        {"ex", "write '2d6 explode'"},
        {"tri", "write 'triangular 2..8'"},
        {"coin", "write 'coins 0.6' or 'coins 60%'"},
        {"x", "write '(1d8+2) x 3/2'"},
        {"*", "write '(1d8+2) x 3/2'"},
        {"/", "write '(1d8+2) x 1/2'"},
        {"..", "write '[3, 7]' or '3..7'"},
        {"to", "write '[3, 7]' or '3..7'"},
        {"\xe2\x80\x93", "write '[3, 7]' or '3..7'"}, /* an en dash */
        {".", "amounts are whole numbers"},
        {"%", "write 'd100'"},
        {"(", "brackets go around all of it: '(1d8+2) x 3/2'"},
        {"", "such as '2d6+1', '[3, 7]' or '{0: 1, 2: 3}'"},
    };
    size_t row = 0;
    while (strncmp(found, known[row].starts, strlen(known[row].starts)) != 0)
        row++;
    return known[row].hint;
}

/* Ends the reading, as the text does not go on as expected. */
static _Noreturn void refuse_here(reader *r, const char *expected)
{
    const char *from = r->at;
    while (is_letter(*r->at))
        r->at++;
    if (*from == '\0')
        refuse(r, WYRM_ERROR_SYNTAX, from, hint_for(""), "the amount ends where %s is missing",
               expected);
    if (r->at == from)
        (void)base_utf8_next(&r->at);
    if (*from <= ' ' || *from > '~')
        refuse(r, WYRM_ERROR_SYNTAX, from, hint_for(from), "expected %s", expected);
    int length = r->at - from < 20 ? (int)(r->at - from) : 20;
    const bool is_share = *from == '%' && from > r->text && isdigit((unsigned char)from[-1]);
    refuse(r, WYRM_ERROR_SYNTAX, from,
           is_share ? "amounts are whole numbers, and no shares" : hint_for(from),
           "expected %s, found '%.*s'", expected, length, from);
}

/* ---- reading ---- */

static void skip_blanks(reader *r)
{
    while (*r->at == ' ' || *r->at == '\t')
        r->at++;
}

/* Takes a mark or word if it comes next. */
static bool take_word(reader *r, const char *word)
{
    skip_blanks(r);
    size_t length = strlen(word);
    if (strncmp(r->at, word, length) != 0 || (is_letter(*word) && is_letter(r->at[length])))
        return false;
    r->at += length;
    return true;
}

static void must_take(reader *r, const char *mark, const char *expected)
{
    if (!take_word(r, mark))
        refuse_here(r, expected);
}

/* Takes a whole number. Beyond `most` it stops growing, however many digits follow; then it is
 * refused. */
static int64_t take_number(reader *r, int64_t most, const char *expected, const char *of)
{
    skip_blanks(r);
    const char *from = r->at;
    int64_t value = 0;
    if (!is_digit(*from))
        refuse_here(r, expected);
    for (; is_digit(*r->at); r->at++)
        value = value <= most ? 10 * value + (*r->at - '0') : value;
    if (*from == '0' && r->at > from + 1)
        refuse(r, WYRM_ERROR_SYNTAX, from, "write it without leading zeros",
               "a number starts with 0");
    if (value > most)
        refuse(r, WYRM_ERROR_RANGE, from, "", "more than %" PRId64 "%s", most, of);
    if (r->at[0] == '.' && r->at[1] != '.')
        refuse_here(r, "a whole number");
    return value;
}

static int64_t take_signed(reader *r)
{
    bool minus = take_word(r, "-");
    int64_t value = take_number(r, VALUE_MAX, "a whole number", "");
    return minus ? -value : value;
}

/* Reads "2..8" or "[2, 8]"; `least`: the lower end, if it has been read already. */
static void read_ends(reader *r, term *t, const int64_t *least)
{
    const char *from = r->at;
    bool brackets = !least && take_word(r, "[");
    t->least = least ? *least : take_signed(r);
    must_take(r, brackets ? "," : "..", brackets ? "','" : "'..'");
    t->most = take_signed(r);
    if (brackets)
        must_take(r, "]", "']'");
    if (t->most < t->least)
        refuse(r, WYRM_ERROR_SYNTAX, from, "the lower end comes first",
               "a range ends before it starts: %" PRId64 "..%" PRId64, t->least, t->most);
}

/* Takes a weight: digits without a sign, with a point or a power of ten. strtod gets them without
 * the point, so that the locale's does not matter. 32 digits are more than a double distinguishes,
 * and limit the copy. */
static double take_weight(reader *r)
{
    char plain[64];
    size_t used = 0;
    int power = 0;
    skip_blanks(r);
    const char *from = r->at;
    for (bool behind = false; is_digit(*r->at) || (*r->at == '.' && !behind); r->at++) {
        behind = behind || *r->at == '.';
        if (is_digit(*r->at) && used < 32) {
            plain[used++] = *r->at;
            power -= behind;
        }
    }
    if (used == 0)
        refuse_here(r, "a weight of at least 0");
    if (used == 32)
        refuse(r, WYRM_ERROR_SYNTAX, from, "", "a weight has too many digits");
    bool sign = *r->at == 'e' && (r->at[1] == '+' || r->at[1] == '-');
    if (*r->at == 'e' && is_digit(r->at[1 + sign])) {
        bool minus = r->at[1] == '-';
        r->at += 1 + sign;
        int ten = 0;
        for (; is_digit(*r->at); r->at++)
            ten = ten < 1000 ? 10 * ten + (*r->at - '0') : ten;
        power += minus ? -ten : ten;
    }
    snprintf(plain + used, sizeof plain - used, "e%d", power);
    double weight = strtod(plain, NULL);
    if (!isfinite(weight))
        refuse(r, WYRM_ERROR_RANGE, from, "", "a weight is not a finite number");
    return weight;
}

static int by_value(const void *a, const void *b)
{
    int64_t left = ((const wyrm_weighted *)a)->value, right = ((const wyrm_weighted *)b)->value;
    return (left > right) - (left < right);
}

/* Reads "{0: 1, 2: 3}" behind its brace: sorted by value, without values of weight 0. */
static void read_weights(reader *r, term *t, const char *from)
{
    size_t capacity = 0;
    do {
        wyrm_weighted pair = {.value = take_signed(r)};
        must_take(r, ":", "':' and a weight");
        pair.weight = take_weight(r);
        if (pair.weight == 0.0)
            continue;
        t->pairs = base_grow(r->arena, t->pairs, t->pair_count, &capacity, sizeof pair);
        t->pairs[t->pair_count++] = pair;
    } while (take_word(r, ","));
    must_take(r, "}", "',' or '}'");
    if (t->pair_count == 0)
        refuse(r, WYRM_ERROR_SYNTAX, from, "", "all weights are 0");
    qsort(t->pairs, t->pair_count, sizeof *t->pairs, by_value);
    for (size_t i = 1; i < t->pair_count; i++)
        if (t->pairs[i].value == t->pairs[i - 1].value)
            refuse(r, WYRM_ERROR_SYNTAX, from, "", "the value %" PRId64 " stands twice",
                   t->pairs[i].value);
    t->least = t->pairs[0].value;
    t->most = t->pairs[t->pair_count - 1].value;
}

/* Reads "keep 3", "keep lowest 3", "explode" behind dice, each at most once. */
static void read_ways(reader *r, term *t, const char *from)
{
    bool keeps = false;
    for (;;) {
        if (!t->dice.explodes && take_word(r, "explode")) {
            t->dice.explodes = true;
            if (t->dice.sides == 1)
                refuse(r, WYRM_ERROR_RANGE, from, "", "a die of one side would explode for ever");
        } else if (!keeps && take_word(r, "keep")) {
            t->dice.lowest = take_word(r, "lowest");
            if (!t->dice.lowest)
                (void)take_word(r, "highest");
            keeps = true;
            t->dice.keep = take_number(r, DICE_COUNT_MAX, "the number of dice to keep", " dice");
            if (t->dice.keep == 0 || t->dice.keep > t->dice.count)
                refuse(r, WYRM_ERROR_RANGE, from, "", "%" PRId64 " of %" PRId64 " dice are kept",
                       t->dice.keep, t->dice.count);
        } else {
            return;
        }
    }
}

/* Reads "d6" behind its d, and what follows; the number of dice, if any, has been read. */
static void read_dice(reader *r, term *t, const char *from)
{
    static const char at_least_one[] = "at least one die of at least one side";
    t->dice.sides = take_number(r, DICE_SIDES_MAX, "the number of sides", " sides");
    if (t->dice.count == 0 || t->dice.sides == 0)
        refuse(r, WYRM_ERROR_RANGE, from, at_least_one, "%" PRId64 "d%" PRId64 " is no die",
               t->dice.count, t->dice.sides);
    r->dice += t->dice.count;
    if (r->dice > DICE_COUNT_MAX)
        refuse(r, WYRM_ERROR_RANGE, from, "", "more than %d dice", DICE_COUNT_MAX);
    t->dice.keep = t->dice.count;
    read_ways(r, t, from);
    t->least = t->dice.keep;
    t->most = t->dice.keep * t->dice.sides;
}

static bool takes_d(reader *r)
{
    skip_blanks(r);
    bool die = (*r->at == 'd' || *r->at == 'D') && !is_letter(r->at[1]);
    r->at += die;
    return die;
}

/* Adds a term; a range of one value is added as a number. */
static void add_term(reader *r, const term *t)
{
    if (t->form == RANGE && t->least == t->most) {
        r->plus += t->minus ? -t->least : t->least;
        return;
    }
    r->terms = base_grow(r->arena, r->terms, r->count, &r->capacity, sizeof *t);
    r->terms[r->count++] = *t;
}

/* Reads a term that starts with a number: a number, dice, or a range. At the start of a text a sign
 * belongs to the number. */
static void read_numbered(reader *r, term *t, const char *from, bool first)
{
    int64_t number = take_number(r, VALUE_MAX, "a number, dice, a range or weights", "");
    if (first && from == r->text && *r->at == 'x' && is_digit(r->at[1])) {
        char hint[WYRM_ERROR_HINT_MAX];
        size_t digits = 1;
        while (digits < 9 && is_digit(r->at[1 + digits]))
            digits++;
        snprintf(hint, sizeof hint,
                 "dice are written '%" PRId64 "d%.*s', a product '%" PRId64 " x %.*s'", number,
                 (int)digits, r->at + 1, number, (int)digits, r->at + 1);
        refuse(r, WYRM_ERROR_SYNTAX, r->at, hint, "expected dice, found 'x'");
    }
    if (takes_d(r)) {
        t->dice.count = number;
        if (number > DICE_COUNT_MAX)
            refuse(r, WYRM_ERROR_RANGE, from, "", "more than %d dice", DICE_COUNT_MAX);
        read_dice(r, t, from);
        add_term(r, t);
        return;
    }
    skip_blanks(r);
    int64_t signed_number = t->minus ? -number : number;
    if (strncmp(r->at, "..", 2) != 0) {
        r->plus += signed_number;
        return;
    }
    *t = (term){.form = RANGE, .minus = t->minus && !first};
    read_ends(r, t, first ? &signed_number : &number);
    add_term(r, t);
}

/* Takes "3/2", "1.5" or, if `percent`, "150%" as a fraction in lowest terms. */
static void take_parts(reader *r, const char *expected, bool percent, int64_t *times,
                       int64_t *parts)
{
    skip_blanks(r);
    const char *from = r->at;
    *times = 0;
    *parts = 1;
    if (!is_digit(*from))
        refuse_here(r, expected);
    for (bool behind = false; is_digit(*r->at) || (*r->at == '.' && !behind); r->at++) {
        if (*r->at == '.') {
            behind = true;
        } else if (*times < DIGITS_MAX && *parts < DIGITS_MAX) {
            *times = 10 * *times + (*r->at - '0');
            *parts *= behind ? 10 : 1;
        }
    }
    if (*parts == 1 && take_word(r, "/"))
        *parts = take_number(r, FACTOR_MAX, expected, "");
    else if (percent && *parts <= DIGITS_MAX / 100 && take_word(r, "%"))
        *parts *= 100;
    const int64_t common = common_divisor(*times, *parts);
    const int64_t divisor = common > 0 ? common : 1; /* "0/0", which is refused below */
    *times /= divisor;
    *parts /= divisor;
    if (*parts == 0 || *times > FACTOR_MAX || *parts > FACTOR_MAX)
        refuse(r, WYRM_ERROR_RANGE, from, "", "%s has up to %" PRId64 " parts", expected,
               FACTOR_MAX);
}

/* Reads "0.6", "60%" or "3/5" behind the word `coins`. A coin that never comes up is the number
 * 0. */
static void read_coins(reader *r, term *t)
{
    static const char hint[] = "a chance from 0 to 0.999, such as 0.6 or 60%";
    skip_blanks(r);
    const char *from = r->at;
    if (!is_digit(*from))
        refuse(r, WYRM_ERROR_SYNTAX, from, hint, "expected the chance of a coin");
    take_parts(r, "the chance of a coin", true, &t->ups, &t->throws);
    if (COIN_PARTS * t->ups > (COIN_PARTS - 1) * t->throws)
        refuse(r, WYRM_ERROR_RANGE, from, hint, "a coin of a chance above 0.999 comes up too long");
    t->form = t->ups == 0 ? RANGE : COINS;
}

static void read_term(reader *r, bool minus, bool first)
{
    term t = {.form = DICE, .minus = minus, .dice.count = 1};
    skip_blanks(r);
    const char *from = r->at;
    if (*from == '[') {
        t.form = RANGE;
        read_ends(r, &t, NULL);
    } else if (take_word(r, "{")) {
        t.form = WEIGHTS;
        read_weights(r, &t, from);
    } else if (take_word(r, "triangular")) {
        t.form = TRIANGULAR;
        skip_blanks(r);
        read_ends(r, &t, NULL);
    } else if (take_word(r, "coins")) {
        read_coins(r, &t);
    } else if (takes_d(r)) {
        read_dice(r, &t, from);
    } else {
        read_numbered(r, &t, from, first);
        return;
    }
    add_term(r, &t);
}

/* Reads a sum to its end; returns the number of its parts. */
static size_t read_sum(reader *r, bool brackets)
{
    bool minus = take_word(r, "-");
    size_t parts = 1;
    if (!minus)
        (void)take_word(r, "+");
    for (;; parts++) {
        read_term(r, minus, parts == 1);
        skip_blanks(r);
        if (*r->at == (brackets ? ')' : '\0') || (parts == 1 && *r->at == 'x'))
            return parts;
        minus = take_word(r, "-");
        if (!minus)
            must_take(r, "+", "'+' or '-'");
    }
}

/* Reads a factor, with "up" or "down" behind it. */
static factor read_factor(reader *r)
{
    factor by;
    take_parts(r, "a number to multiply by", false, &by.times, &by.parts);
    by.up = take_word(r, "up");
    by.down = !by.up && take_word(r, "down");
    return by;
}

/* Reads a whole amount: a sum, or a product of one part or of a sum in brackets, which may be
 * multiplied in brackets again. */
static void read_whole(reader *r)
{
    const char *from = r->at;
    size_t brackets = 0;
    while (take_word(r, "("))
        brackets++;
    if (brackets > FACTORS_MAX)
        refuse(r, WYRM_ERROR_LIMIT, from, "", "more than %d brackets", FACTORS_MAX);
    size_t parts = read_sum(r, brackets > 0);
    if (parts == 1 && take_word(r, "x"))
        r->factors[r->factor_count++] = read_factor(r);
    for (; brackets > 0; brackets--) {
        must_take(r, ")", "')'");
        if (take_word(r, "x"))
            r->factors[r->factor_count++] = read_factor(r);
    }
    skip_blanks(r);
    if (*r->at != '\0')
        refuse_here(r, "nothing more");
}

/* ---- distributions ---- */

/* Returns the share of CUT that each endless term may lose; not used if there is none. */
static double cut_of_each(const reader *r)
{
    double endless = 0.0;
    for (size_t i = 0; i < r->count; i++)
        endless += r->terms[i].form == COINS || r->terms[i].dice.explodes;
    return CUT / endless;
}

static wyrm_pmf *roll_pmf(reader *r, const term *t)
{
    double cut;
    wyrm_pmf *made = dice_pmf(r->arena, &t->dice, cut_of_each(r), r->work, &cut);
    r->cut += cut;
    return made;
}

static wyrm_pmf *range_pmf(reader *r, const term *t)
{
    wyrm_pmf *made;
    dice_spend(r->arena, r->work, (double)(t->most - t->least + 1));
    return base_keep_pmf(r->arena, wyrm_pmf_uniform(t->least, t->most, &made, &r->arena->error),
                         &made);
}

static wyrm_pmf *weights_pmf(reader *r, const term *t)
{
    dice_spend(r->arena, r->work, (double)(t->most - t->least + 1));
    return base_pmf_of(r->arena, t->pairs, t->pair_count);
}

/* A value is least + k where 2 k <= n (u + v) < 2 k + 2, of n values: an area of (4 k + 2) / n^2 up
 * to the middle, the same from the end, and (2 n - 1) / n^2 in the middle if n is odd. */
static wyrm_pmf *triangular_pmf(reader *r, const term *t)
{
    size_t n = (size_t)(t->most - t->least + 1);
    dice_spend(r->arena, r->work, (double)n);
    if (n > WYRM_PMF_MAX_LENGTH)
        refuse(r, WYRM_ERROR_RANGE, r->text, "", "a range of more than %zu values",
               WYRM_PMF_MAX_LENGTH);
    wyrm_weighted *pairs = base_array(r->arena, wyrm_weighted, n);
    for (size_t k = 0; k < n; k++) {
        size_t from_end = n - 1 - k, nearer = k < from_end ? k : from_end;
        double area = k == from_end ? 2.0 * (double)n - 1.0 : 4.0 * (double)nearer + 2.0;
        pairs[k] = (wyrm_weighted){t->least + (int64_t)k, area};
    }
    return base_pmf_of(r->arena, pairs, n);
}

/* Makes the distribution of how many times in a row a coin comes up, each time with the same
 * chance. */
static wyrm_pmf *coins_pmf(reader *r, const term *t)
{
    const double up = (double)t->ups / (double)t->throws,
                 down = (double)(t->throws - t->ups) / (double)t->throws, most = cut_of_each(r);
    wyrm_weighted *pairs = NULL;
    size_t count = 0, capacity = 0;
    double left = 1.0;
    for (; left >= most; left *= up) {
        dice_spend(r->arena, r->work, 8.0);
        pairs = base_grow(r->arena, pairs, count, &capacity, sizeof *pairs);
        pairs[count] = (wyrm_weighted){(int64_t)count, left * down};
        count++;
    }
    r->cut += left;
    return base_pmf_of(r->arena, pairs, count);
}

static int64_t negated(int64_t value, void *context)
{
    (void)context;
    return -value;
}

static wyrm_pmf *term_pmf(reader *r, const term *t)
{
    static wyrm_pmf *(*const makers[])(reader * r, const term *t) = {
        [DICE] = roll_pmf,       [RANGE] = range_pmf,
        [WEIGHTS] = weights_pmf, [TRIANGULAR] = triangular_pmf,
        [COINS] = coins_pmf,
    };
    wyrm_pmf *made = makers[t->form](r, t), *mirrored;
    if (!t->minus)
        return made;
    return base_keep_pmf(r->arena, wyrm_pmf_map(made, negated, NULL, &mirrored, &r->arena->error),
                         &mirrored);
}

/* Applies a factor. Twice VALUE_MAX times FACTOR_MAX is below 2^63. Division in C goes towards 0;
 * below 0 one less rounds down. */
static int64_t multiplied(int64_t value, void *context)
{
    const factor *by = context;
    int64_t doubled = 2 * value * by->times, parts = 2 * by->parts;
    doubled += by->up ? parts - 1 : by->down ? 0 : by->parts;
    return doubled / parts - (doubled % parts < 0);
}

static bool is_near(int64_t value)
{
    return value >= -VALUE_MAX && value <= VALUE_MAX;
}

/* Checks that all values and the plain numbers together are near enough to 0, before anything is
 * computed. Explosions and coins have no greatest value: CUT bounds them. */
static void check_values(reader *r)
{
    int64_t plus = r->plus, least = plus, most = plus;
    for (size_t i = 0; i < r->count; i++) {
        const term *t = &r->terms[i];
        least += t->minus ? -t->most : t->least;
        most += t->minus ? -t->least : t->most;
    }
    for (size_t i = 0; i < r->factor_count && is_near(least) && is_near(most) && is_near(plus);
         i++) {
        least = multiplied(least, &r->factors[i]);
        most = multiplied(most, &r->factors[i]);
        plus = multiplied(plus, &r->factors[i]);
    }
    if (!is_near(least) || !is_near(most) || !is_near(plus))
        refuse(r, WYRM_ERROR_RANGE, r->text, "", "a value beyond +-%" PRId64, VALUE_MAX);
    if (most - least >= (int64_t)WYRM_PMF_MAX_LENGTH)
        refuse(r, WYRM_ERROR_RANGE, r->text, "", "%" PRId64 " values, more than %zu",
               most - least + 1, WYRM_PMF_MAX_LENGTH);
}

/* ---- writing ---- */

static void write_dice(base_buffer *out, const term *t)
{
    base_buffer_appendf(out, "%dd%d", (int)t->dice.count, (int)t->dice.sides);
    base_buffer_append(out, t->dice.explodes ? " explode" : "");
    if (t->dice.keep != t->dice.count)
        base_buffer_appendf(out, " keep %s%d", t->dice.lowest ? "lowest " : "", (int)t->dice.keep);
}

static void write_weights(base_buffer *out, const term *t)
{
    for (size_t i = 0; i < t->pair_count; i++) {
        base_buffer_appendf(out, "%s%" PRId64 ": ", i == 0 ? "{" : ", ", t->pairs[i].value);
        base_buffer_append_double(out, t->pairs[i].weight);
    }
    base_buffer_append_char(out, '}');
}

/* Writes the chance as a decimal number if it is one. */
static void write_coins(base_buffer *out, const term *t)
{
    char digits[16];
    int64_t of = FACTOR_MAX;
    if (of % t->throws != 0) {
        base_buffer_appendf(out, "coins %d/%d", (int)t->ups, (int)t->throws);
        return;
    }
    size_t length = (size_t)snprintf(digits, sizeof digits, "%09d", (int)(of / t->throws * t->ups));
    while (digits[length - 1] == '0')
        length--;
    digits[length] = '\0';
    base_buffer_appendf(out, "coins 0.%s", digits);
}

static void write_term(base_buffer *out, const term *t)
{
    if (t->form == DICE)
        write_dice(out, t);
    else if (t->form == COINS)
        write_coins(out, t);
    else if (t->form == WEIGHTS)
        write_weights(out, t);
    else
        base_buffer_appendf(out, t->form == RANGE ? "[%d, %d]" : "triangular %d..%d", (int)t->least,
                            (int)t->most);
}

static bool has_words(const term *t)
{
    return t->form == TRIANGULAR || t->form == COINS ||
           (t->form == DICE && (t->dice.explodes || t->dice.keep != t->dice.count));
}

/* Writes a plus or minus between two parts, with blanks if a part has words. */
static void write_sign(base_buffer *out, bool minus, bool words)
{
    base_buffer_appendf(out, words ? " %c " : "%c", minus ? '-' : '+');
}

/* Writes the terms in order and then the number, which goes first if that saves a sign: 5-1d4. */
static void write_sum(reader *r)
{
    base_buffer *out = &r->written;
    bool words = false, number_first = r->count == 0 || (r->terms[0].minus && r->plus > 0);
    for (size_t i = 0; i < r->count; i++)
        words = words || has_words(&r->terms[i]);
    if (number_first)
        base_buffer_appendf(out, "%d", (int)r->plus);
    for (size_t i = 0; i < r->count; i++) {
        if (i > 0 || number_first)
            write_sign(out, r->terms[i].minus, words);
        else
            base_buffer_append(out, r->terms[i].minus ? "-" : "");
        write_term(out, &r->terms[i]);
    }
    if (number_first || r->plus == 0)
        return;
    write_sign(out, r->plus < 0, words);
    base_buffer_appendf(out, "%d", abs((int)r->plus));
}

static void write_whole(reader *r)
{
    base_buffer *out = &r->written;
    base_buffer_append_repeat(out, '(', r->factor_count);
    write_sum(r);
    for (size_t i = 0; i < r->factor_count; i++) {
        const factor *by = &r->factors[i];
        base_buffer_appendf(out, ") x %d", (int)by->times);
        if (by->parts != 1)
            base_buffer_appendf(out, "/%d", (int)by->parts);
        base_buffer_append(out, by->up ? " up" : by->down ? " down" : "");
    }
}

/* ---- the whole amount ---- */

/* Returns the simplest notation that describes the amount. */
static amount_form form_of(const reader *r)
{
    const term *t = r->terms;
    if (r->count == 0)
        return AMOUNT_NUMBER;
    if (r->factor_count > 0 || r->count > 1 || t->minus || has_words(t))
        return AMOUNT_OTHER;
    return t->form == DICE                    ? AMOUNT_DICE
           : t->form == RANGE && r->plus == 0 ? AMOUNT_RANGE
                                              : AMOUNT_OTHER;
}

/* Makes a table to draw from; a number or range needs none. */
static void make_alias(reader *r)
{
    amount_form written = form_of(r);
    if (written == AMOUNT_NUMBER || written == AMOUNT_RANGE)
        return;
    dice_spend(r->arena, r->work, 8.0 * (double)r->pmf->length);
    base_must(r->arena, wyrm_alias_new(r->pmf, &r->alias, &r->arena->error));
}

static void multiply(reader *r, factor *by)
{
    wyrm_pmf *made;
    r->plus = multiplied(r->plus, by);
    dice_spend(r->arena, r->work, 2.0 * (double)r->pmf->length);
    base_must(r->arena, wyrm_pmf_map(r->pmf, multiplied, by, &made, &r->arena->error));
    wyrm_pmf_free(r->pmf);
    r->pmf = made;
}

static void read_amount(base_arena *arena, void *context)
{
    reader *r = context;
    r->arena = arena;
    r->at = r->text;
    if (strlen(r->text) > WYRM_AMOUNT_TEXT_MAX)
        refuse(r, WYRM_ERROR_LIMIT, r->text, "", "an amount of more than %d bytes",
               WYRM_AMOUNT_TEXT_MAX);
    read_whole(r);
    check_values(r);
    for (size_t i = 0; r->count == 0 && i < r->factor_count; i++)
        r->plus = multiplied(r->plus, &r->factors[i]);
    r->factor_count = r->count == 0 ? 0 : r->factor_count; /* a multiplied number is a number */
    wyrm_pmf *sum = NULL;
    for (size_t i = 0; i < r->count; i++) {
        wyrm_pmf *next = term_pmf(r, &r->terms[i]);
        sum = i == 0 ? next : dice_add(arena, sum, next, r->work);
    }
    if (sum == NULL)
        base_keep_pmf(arena, wyrm_pmf_point(0, &sum, &arena->error), &sum);
    write_whole(r);
    if (r->written.length > WYRM_AMOUNT_TEXT_MAX)
        refuse(r, WYRM_ERROR_LIMIT, r->text, "", "an amount of more than %d bytes, written out",
               WYRM_AMOUNT_TEXT_MAX);
    base_must(arena, wyrm_pmf_copy(sum, &r->pmf, &arena->error));
    r->pmf->first += r->plus;
    for (size_t i = 0; i < r->factor_count; i++)
        multiply(r, &r->factors[i]);
    make_alias(r);
    if (r->written.failed)
        base_refuse(arena, WYRM_ERROR_MEMORY, "out of memory");
}

/* Makes the amount, which takes over the reader's distribution and table; NULL: out of memory. */
static wyrm_amount *make_amount(const reader *r)
{
    wyrm_amount *made = base_allocate(sizeof *made + r->written.length + 1);
    if (made == NULL)
        return NULL;
    *made = (wyrm_amount){.form = form_of(r),
                          .least = wyrm_pmf_first(r->pmf),
                          .most = wyrm_pmf_last(r->pmf),
                          .count = r->count == 1 ? r->terms[0].dice.count : 0,
                          .sides = r->count == 1 ? r->terms[0].dice.sides : 0,
                          .plus = r->plus,
                          .cut = r->cut,
                          .pmf = r->pmf,
                          .alias = r->alias};
    memcpy(made->text, r->written.bytes, r->written.length + 1);
    return made;
}

wyrm_status base_amount_read_within(const char *text, double *work, wyrm_amount **out,
                                    wyrm_error *error)
{
    reader r = {.text = text, .work = work};
    base_arena arena = {0};
    wyrm_status status = base_run(&arena, read_amount, &r);
    if (status != WYRM_OK && arena.error.column == 0) { /* the amount as a whole costs too much */
        arena.error.column = 1;
        arena.error.length = (int)base_utf8_count(text, strlen(text));
        if (status == WYRM_ERROR_LIMIT)
            base_utf8_copy(arena.error.hint, sizeof arena.error.hint, "fewer dice, or fewer sides");
    }
    status = base_told(&arena, status, error);
    *out = status == WYRM_OK ? make_amount(&r) : NULL;
    if (*out == NULL) {
        wyrm_alias_free(r.alias);
        wyrm_pmf_free(r.pmf);
    }
    base_buffer_drop(&r.written);
    base_release(&arena);
    return status != WYRM_OK || *out ? status
                                     : wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory");
}

/* Reads digits and the blanks behind them; -1 if there are none. */
static int64_t digits(const char **at)
{
    int64_t value = is_digit(**at) ? 0 : -1;
    for (; is_digit(**at) && value <= VALUE_MAX; ++*at)
        value = 10 * value + (**at - '0');
    *at += strspn(*at, " \t");
    return value;
}

wyrm_status base_amount_typed(const char *text, wyrm_error *error)
{
    const char *at = text + strspn(text, " \t");
    const int64_t least = digits(&at);
    if (least < 0 || *at != '-')
        return WYRM_OK;
    at += 1 + strspn(at + 1, " \t");
    const int64_t most = digits(&at);
    if (*at != '\0' || least >= most || most > VALUE_MAX)
        return WYRM_OK;
    wyrm_fail(error, WYRM_ERROR_SYNTAX, "%" PRId64 "-%" PRId64 " is a difference, %" PRId64, least,
              most, least - most);
    if (error != NULL) {
        snprintf(error->hint, sizeof error->hint, "write %" PRId64 "..%" PRId64 " for a range",
                 least, most);
        error->column = 1;
        error->length = (int)strlen(text);
    }
    return WYRM_ERROR_SYNTAX;
}

wyrm_status wyrm_amount_read(const char *text, wyrm_amount **out, wyrm_error *error)
{
    double work = AMOUNT_WORK_MAX;
    return base_amount_read_within(text, &work, out, error);
}

void wyrm_amount_free(wyrm_amount *amount)
{
    if (amount == NULL)
        return;
    wyrm_alias_free(amount->alias);
    wyrm_pmf_free(amount->pmf);
    wyrm_free(amount);
}

const wyrm_pmf *wyrm_amount_pmf(const wyrm_amount *amount)
{
    return amount->pmf;
}

int64_t wyrm_amount_plus(const wyrm_amount *amount)
{
    return amount->plus;
}

double wyrm_amount_cut(const wyrm_amount *amount)
{
    return amount->cut;
}

const char *wyrm_amount_text(const wyrm_amount *amount)
{
    return amount->text;
}
