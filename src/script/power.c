/* Powers, exponentials and logarithms that are rounded correctly: the double nearest to the true
 * value, so that a script gives the same bytes on every system. (The functions of the C library are
 * off by up to one in the last place, differently by version and processor.)
 *
 * Numbers have a fixed point: one word before it, `fraction` words behind. log x = e log 2 + 2
 * atanh((m - 1) / (m + 1)) for x = m 2^e with m within sqrt(1/2)..sqrt(2); exp t by taking out
 * whole multiples of log 2, halving the rest eight times, Taylor's series, and squaring as often;
 * x^y = exp(y log x).
 *
 * The error is bounded along the way, in units of the last place, generously. If the result is
 * farther than that from the middle between two doubles, the rounding is certain; two words of
 * fraction are nearly always enough (Ziv's strategy). If not, it is computed again with six, which
 * leave more than 200 bits behind those of a double: a result that is still that close to the
 * middle is the middle itself (as 134217729 ^ 2), and goes to the even one of the two. */
#include "script/internal.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#define WORDS    7 /* at most, the one before the point included */
#define HALVINGS 8

/* Steps charged for them. */
#define EXP_STEPS    200
#define LOG_TO_STEPS 2000

typedef __uint128_t wide;

/* words[fraction] is the whole part, words[0] the last place. */
typedef struct fixed {
    uint64_t words[WORDS + 1];
    int fraction;
    bool negative;
} fixed;

/* log 2, in six words behind the point. */
static const uint64_t log_of_2[] = {
    0x559552fb4afa1b10, 0xe7b876206debac98, 0x8a0d175b8baafa2b,
    0x40f343267298b62d, 0xc9e3b39803f2f6af, 0xb17217f7d1cf79ab,
};

static fixed zero(int fraction)
{
    return (fixed){.fraction = fraction};
}

static fixed constant_log_2(int fraction)
{
    fixed out = zero(fraction);
    memcpy(out.words, log_of_2 + 6 - fraction, (size_t)fraction * sizeof out.words[0]);
    return out;
}

static int compare(const fixed *a, const fixed *b)
{
    for (int i = a->fraction; i >= 0; i--)
        if (a->words[i] != b->words[i])
            return a->words[i] < b->words[i] ? -1 : 1;
    return 0;
}

static void add_fixed(fixed *a, const fixed *b)
{
    unsigned carry = 0;
    for (int i = 0; i <= a->fraction; i++) {
        wide sum = (wide)a->words[i] + b->words[i] + carry;
        a->words[i] = (uint64_t)sum;
        carry = (unsigned)(sum >> 64);
    }
}

/* Subtracts b from a, which is the larger. */
static void subtract(fixed *a, const fixed *b)
{
    unsigned borrow = 0;
    for (int i = 0; i <= a->fraction; i++) {
        wide difference = (wide)a->words[i] - b->words[i] - borrow;
        a->words[i] = (uint64_t)difference;
        borrow = (unsigned)(difference >> 64) & 1u;
    }
}

/* Multiplies; what is behind the last place is dropped. */
static fixed multiply(const fixed *a, const fixed *b)
{
    int n = a->fraction + 1;
    uint64_t product[2 * WORDS + 2] = {0};
    for (int i = 0; i < n; i++) {
        uint64_t carry = 0;
        for (int j = 0; j < n; j++) {
            wide part = (wide)a->words[i] * b->words[j] + product[i + j] + carry;
            product[i + j] = (uint64_t)part;
            carry = (uint64_t)(part >> 64);
        }
        product[i + n] = carry;
    }
    fixed out = zero(a->fraction);
    memcpy(out.words, product + a->fraction, (size_t)n * sizeof out.words[0]);
    return out;
}

static void multiply_small(fixed *a, uint64_t factor)
{
    uint64_t carry = 0;
    for (int i = 0; i <= a->fraction + 1; i++) {
        wide part = (wide)a->words[i] * factor + carry;
        a->words[i] = (uint64_t)part;
        carry = (uint64_t)(part >> 64);
    }
}

/* Divides by less than 2^32, in halves of words, which the processor divides fast. */
static void divide_small(fixed *a, uint64_t divisor)
{
    uint64_t rest = 0;
    for (int i = a->fraction; i >= 0; i--) {
        uint64_t high = rest << 32 | a->words[i] >> 32;
        uint64_t low = high % divisor << 32 | (a->words[i] & 0xFFFFFFFFu);
        a->words[i] = high / divisor << 32 | low / divisor;
        rest = low % divisor;
    }
}

/* Returns the number of the highest bit that is set, from 0; -1 for zero. */
static int top_bit(const fixed *a)
{
    for (int i = a->fraction + 1; i >= 0; i--)
        if (a->words[i] != 0)
            return 64 * i + 63 - __builtin_clzll(a->words[i]);
    return -1;
}

static void shift_left(fixed *a, int bits)
{
    int words = bits / 64, rest = bits % 64;
    for (int i = a->fraction + 1; i >= 0; i--) {
        uint64_t high = i >= words ? a->words[i - words] : 0;
        uint64_t low = i > words ? a->words[i - words - 1] : 0;
        a->words[i] = rest == 0 ? high : high << rest | low >> (64 - rest);
    }
}

static void shift_right(fixed *a, int bits)
{
    int words = bits / 64, rest = bits % 64, most = a->fraction + 1;
    for (int i = 0; i <= most; i++) {
        uint64_t low = i + words <= most ? a->words[i + words] : 0;
        uint64_t high = i + words < most ? a->words[i + words + 1] : 0;
        a->words[i] = rest == 0 ? low : low >> rest | high << (64 - rest);
    }
}

/* Returns numerator / denominator, both whole, the first the smaller; a word at a time. */
static fixed quotient(uint64_t numerator, uint64_t denominator, int fraction)
{
    fixed out = zero(fraction);
    uint64_t rest = numerator;
    for (int i = fraction - 1; i >= 0; i--) {
        wide part = (wide)rest << 64;
        out.words[i] = (uint64_t)(part / denominator);
        rest = (uint64_t)(part % denominator);
    }
    return out;
}

/* ---- rounding ---- */

/* Rounds `a` times 2^scale to the nearest double, *out. False: `a` is within 2^error_bits units of
 * its last place of the middle between two, and `last` is false; with `last` that goes to the even
 * one. */
static bool rounded(const fixed *a, int scale, int error_bits, bool last, double *out)
{
    int unit = scale - 64 * a->fraction; /* the last place stands for 2^unit */
    int top = top_bit(a), lowest = top + unit - 52;
    lowest = lowest < -1074 ? -1074 : lowest;
    int dropped = lowest - unit;
    fixed kept = *a, rest = *a, middle = zero(a->fraction);
    shift_right(&kept, dropped);
    fixed back = kept;
    shift_left(&back, dropped);
    middle.fraction = rest.fraction = a->fraction + 1; /* compare all words */
    back.fraction = rest.fraction;
    subtract(&rest, &back);
    middle.words[(dropped - 1) / 64] = (uint64_t)1 << (dropped - 1) % 64;
    int side = compare(&rest, &middle);
    fixed near = side < 0 ? middle : rest;
    subtract(&near, side < 0 ? &rest : &middle);
    near.fraction = a->fraction;
    bool close = top_bit(&near) < error_bits;
    if (close && !last)
        return false;
    uint64_t whole = kept.words[0];
    whole += close ? whole & 1u : side > 0;
    *out = ldexp((double)whole, lowest);
    *out = a->negative ? -*out : *out;
    return true;
}

/* ---- the two series ---- */

/* Returns log x for a finite x above 0, within 2^12 units of the last place. */
static fixed log_of(double x, int fraction)
{
    int exponent;
    double mantissa = frexp(x, &exponent); /* 0.5..1 */
    if (mantissa < 0.70710678118654752) {
        mantissa *= 2;
        exponent--;
    }
    const uint64_t one = (uint64_t)1 << 53;
    uint64_t m = (uint64_t)(mantissa * (double)one);
    bool below = m < one;
    fixed z = quotient(below ? one - m : m - one, m + one, fraction);
    fixed square = multiply(&z, &z), sum = zero(fraction);
    for (int i = 64 * fraction / 5 + 2; i >= 0; i--) { /* z^2 is below 2^-5 */
        fixed term = zero(fraction);
        term.words[fraction] = 1;
        divide_small(&term, 2 * (uint64_t)i + 1);
        sum = multiply(&sum, &square);
        add_fixed(&sum, &term);
    }
    sum = multiply(&sum, &z);
    shift_left(&sum, 1);
    fixed whole = constant_log_2(fraction);
    multiply_small(&whole, (uint64_t)abs(exponent));
    whole.negative = exponent < 0;
    sum.negative = below;
    if (whole.negative == sum.negative) {
        add_fixed(&whole, &sum);
        return whole;
    }
    bool larger = compare(&whole, &sum) >= 0;
    fixed out = larger ? whole : sum;
    subtract(&out, larger ? &sum : &whole);
    return out;
}

/* Returns exp of 0 <= rest < log 2. */
static fixed series_of(fixed rest)
{
    fixed sum = zero(rest.fraction);
    shift_right(&rest, HALVINGS);
    for (int i = 64 * rest.fraction / 10 + 2; i > 0; i--) { /* rest is below 2^-8 now */
        sum.words[rest.fraction] += 1;
        sum = multiply(&sum, &rest);
        divide_small(&sum, (uint64_t)i);
    }
    sum.words[rest.fraction] += 1;
    for (int i = 0; i < HALVINGS; i++)
        sum = multiply(&sum, &sum);
    return sum;
}

/* Returns exp t for |t| < 1024, as 1..2 times 2^*scale; within 2^16 units of the last place beside
 * the error of t. */
static fixed exp_of(const fixed *t, int *scale)
{
    fixed log_2 = constant_log_2(t->fraction), rest = *t, whole = log_2;
    double about = (double)t->words[t->fraction] + 0x1p-64 * (double)t->words[t->fraction - 1];
    int times = (int)(about / 0.69314718055994531);
    times -= times > 0; /* never too many, whatever the rounding */
    multiply_small(&whole, (uint64_t)times);
    subtract(&rest, &whole);
    for (; compare(&rest, &log_2) >= 0; times++)
        subtract(&rest, &log_2);
    *scale = t->negative ? -times : times;
    if (t->negative && top_bit(&rest) >= 0) { /* exp -rest = exp(log 2 - rest) / 2 */
        fixed other = log_2;
        subtract(&other, &rest);
        rest = other;
        *scale -= 1;
    }
    return series_of(rest);
}

/* ---- the functions ---- */

static const int precisions[] = {2, 6}; /* words behind the point, tried in turn */

/* Returns m of |x| = m 2^*exponent, a whole number of 53 bits (fewer for the least doubles). */
static uint64_t whole_of(double x, int *exponent)
{
    double mantissa = frexp(fabs(x), exponent);
    *exponent -= 53;
    return (uint64_t)ldexp(mantissa, 53);
}

static void shift(fixed *a, int bits)
{
    if (bits >= 0)
        shift_left(a, bits);
    else
        shift_right(a, -bits);
}

/* Rounds exp t to a double; t is off by up to 2^error_bits units. Below half the least double it is
 * 0. */
static bool exp_rounded(const fixed *t, int error_bits, bool last, double *out)
{
    int scale, bits = error_bits + 2 > 17 ? error_bits + 2 : 17;
    fixed value = exp_of(t, &scale);
    *out = 0;
    return scale < -1080 || rounded(&value, scale, bits, last, out);
}

static double exp_nearest(double x)
{
    int exponent;
    double out = 0;
    if (isnan(x) || fabs(x) >= 1024)
        return isnan(x) ? NAN : x > 0 ? INFINITY : 0;
    uint64_t mantissa = whole_of(x, &exponent);
    for (int i = 0; i < 2; i++) {
        fixed t = zero(precisions[i]);
        t.words[0] = mantissa;
        shift(&t, 64 * t.fraction + exponent);
        t.negative = x < 0;
        if (exp_rounded(&t, 0, i == 1, &out))
            break;
    }
    return out;
}

static double log_nearest(double x)
{
    double out = 0;
    if (isnan(x) || x < 0)
        return NAN;
    if (x == 0 || isinf(x) || x == 1)
        return x == 1 ? 0 : x == 0 ? -INFINITY : INFINITY;
    for (int i = 0; i < 2; i++) {
        fixed value = log_of(x, precisions[i]);
        if (rounded(&value, 0, 13, i == 1, &out))
            break;
    }
    return out;
}

/* Returns a / b, bit by bit; the result must be below 2^64. */
static fixed divide(fixed a, const fixed *b)
{
    fixed out = zero(a.fraction), rest = zero(a.fraction);
    for (int i = 64 * (a.fraction + 1) - 1; i >= -64 * a.fraction; i--) {
        bool bit = i >= 0 && (a.words[i / 64] >> i % 64 & 1u) != 0;
        shift_left(&rest, 1);
        shift_left(&out, 1);
        rest.words[0] |= bit;
        if (rest.words[a.fraction + 1] != 0 || compare(&rest, b) >= 0) {
            subtract(&rest, b);
            rest.words[a.fraction + 1] = 0;
            out.words[0] |= 1u;
        }
    }
    return out;
}

static double log_to(double x, double base)
{
    double above = log_nearest(x), below = log_nearest(base), out = 0;
    if (!isfinite(above) || !isfinite(below) || above == 0 || below == 0)
        return above / below;
    fixed a = log_of(x, precisions[1]), b = log_of(base, precisions[1]), value;
    value = divide(a, &b);
    value.negative = a.negative != b.negative;
    rounded(&value, 0, 140, true, &out); /* b is above 2^-54, and the quotient below 2^64 */
    return out;
}

/* Computes x^y for a finite x above 0, not 1, and a finite y, not 0. False: more words are
 * needed. */
static bool power(double x, double y, int fraction, double *out)
{
    int exponent;
    uint64_t mantissa = whole_of(y, &exponent);
    fixed t = log_of(x, fraction);
    t.negative = t.negative != (y < 0);
    multiply_small(&t, mantissa);
    if (top_bit(&t) + exponent >= 64 * fraction + 10) {
        *out = t.negative ? 0 : INFINITY;
        return true;
    }
    shift(&t, exponent);
    int bits = 13 + (exponent > -53 ? exponent + 53 : 0);
    return exp_rounded(&t, bits, fraction == precisions[1], out);
}

/* Handles infinities, zeros and NaN as the standard says (IEEE 754, 9.2.1); false: none is
 * there. */
static bool power_of_special(double x, double y, double *out)
{
    double size = fabs(x);
    bool odd = fabs(fmod(y, 2)) == 1;
    bool grows = (size > 1) == (y > 0);
    if (y == 0 || x == 1)
        *out = 1;
    else if (isnan(x) || isnan(y) || (x < 0 && isfinite(x) && isfinite(y) && floor(y) != y))
        *out = NAN;
    else if (isinf(y))
        *out = size == 1 ? 1 : grows ? INFINITY : 0;
    else if (x == 0 || isinf(x))
        *out = copysign(grows ? INFINITY : 0, odd ? x : 1);
    else if (size == 1)
        *out = odd ? x : 1;
    else
        return false;
    return true;
}

static double pow_nearest(double x, double y)
{
    double out = 0;
    if (power_of_special(x, y, &out))
        return out;
    for (int i = 0; i < 2; i++)
        if (power(fabs(x), y, precisions[i], &out))
            break;
    return x < 0 && fabs(fmod(y, 2)) == 1 ? -out : out;
}

/* ---- in Lua ---- */

static int math_exp(lua_State *L)
{
    sc_charge(L, EXP_STEPS);
    lua_pushnumber(L, exp_nearest(luaL_checknumber(L, 1)));
    return 1;
}

static int math_log(lua_State *L)
{
    lua_Number x = luaL_checknumber(L, 1);
    sc_charge(L, lua_isnoneornil(L, 2) ? EXP_STEPS : LOG_TO_STEPS);
    lua_pushnumber(L, lua_isnoneornil(L, 2) ? log_nearest(x) : log_to(x, luaL_checknumber(L, 2)));
    return 1;
}

/* Returns a power, cached if it was computed lately: an exact reading asks for the same ones again
 * and again. */
static double power_of(lua_State *L, double base, double exponent)
{
    script *self = sc_of(L);
    const double asked[2] = {base, exponent};
    struct sc_power *kept = &self->powers[XXH3_64bits(asked, sizeof asked) % SC_POWERS];
    if (memcmp(&kept->base, &base, sizeof base) != 0 ||
        memcmp(&kept->exponent, &exponent, sizeof exponent) != 0 || !kept->known) {
        sc_charge(L, 2 * EXP_STEPS);
        *kept = (struct sc_power){base, exponent, pow_nearest(base, exponent), true};
    }
    return kept->result;
}

static int refuse_operand(lua_State *L, int index)
{
    if (sc_amount_at(L, index) != NULL)
        return luaL_error(L, SC_NOT_ROLLED);
    return luaL_error(L, "attempt to perform arithmetic on a %s value", luaL_typename(L, index));
}

static double operand(lua_State *L, int index)
{
    int is_number;
    double number = lua_tonumberx(L, index, &is_number);
    if (!is_number)
        refuse_operand(L, index);
    return number;
}

/* The operator in `true ^ b`, which the text has as `a ^ b` (source.c): keeps b, and gives the
 * mark. If a is a flag itself, `a ^ mark` comes here, too, and is refused. */
static int take_exponent(lua_State *L)
{
    lua_rawgeti(L, LUA_REGISTRYINDEX, SC_MARK);
    if (!lua_isboolean(L, 1) || lua_rawequal(L, 2, -1))
        return refuse_operand(L, lua_isboolean(L, 1) ? 1 : 2);
    sc_of(L)->exponent = operand(L, 2);
    return 1;
}

/* The operator in a ^ mark. */
static int take_base(lua_State *L)
{
    lua_pushnumber(L, power_of(L, operand(L, 1), sc_of(L)->exponent));
    return 1;
}

static int math_pow(lua_State *L)
{
    lua_pushnumber(L, power_of(L, luaL_checknumber(L, 1), luaL_checknumber(L, 2)));
    return 1;
}

const luaL_Reg sc_powers[] = {
    {"exp", math_exp}, {"log", math_log}, {"pow", math_pow}, {NULL, NULL}};

const luaL_Reg sc_power_operators[] = {
    {"of flags", take_exponent}, {"of the mark", take_base}, {NULL, NULL}};
