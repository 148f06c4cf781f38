/* Random streams over Random123's Philox 4x64-10: key {seed, run}, counter {block, 0, stream,
 * part}.
 *
 * Philox turns a counter into a block of four words, so that any place of any stream can be had
 * without what comes before it. How a word becomes a number below another, or a real one, is
 * decided here for good: every recorded game depends on it. A source of the caller's own is asked
 * where a new block would be made, one word at a time, so that it costs the streams nothing. */
#include <wyrm/rng.h>
#include <math.h>
#ifndef __x86_64__
#define R123_USE_GNU_UINT128 1 /* where Random123 has no instruction for it: the same words */
#endif
#include <Random123/philox.h>

enum { WORDS_PER_BLOCK = 4 };

typedef __uint128_t wide;

wyrm_rng wyrm_rng_start(uint64_t seed, uint64_t run, uint64_t stream, uint64_t part)
{
    return (wyrm_rng){
        .key = {seed, run},
        .counter = {0, 0, stream, part},
        .used = WORDS_PER_BLOCK,
    };
}

wyrm_rng wyrm_rng_of(uint64_t (*draw)(void *context), void *context)
{
    return (wyrm_rng){.used = WORDS_PER_BLOCK, .draw = draw, .context = context};
}

/* Copied word by word: as a whole, the counter would be read wider than it was just written, which
 * stalls the processor. */
static inline void next_block(wyrm_rng *rng)
{
    if (rng->draw != NULL) {
        rng->block[WORDS_PER_BLOCK - 1] = rng->draw(rng->context);
        rng->used = WORDS_PER_BLOCK - 1;
        return;
    }
    philox4x64_key_t key = {{rng->key[0], rng->key[1]}};
    philox4x64_ctr_t counter = {
        {rng->counter[0], rng->counter[1], rng->counter[2], rng->counter[3]}};
    philox4x64_ctr_t block = philox4x64(counter, key);
    for (size_t i = 0; i < WORDS_PER_BLOCK; i++)
        rng->block[i] = block.v[i];
    rng->counter[0]++;
    rng->used = 0;
}

/* All draws end here and in `below`: inline, so that they cost no calls within this file. */
static inline uint64_t bits(wyrm_rng *rng)
{
    if (rng->used >= WORDS_PER_BLOCK)
        next_block(rng);
    return rng->block[rng->used++];
}

uint64_t wyrm_rng_bits(wyrm_rng *rng)
{
    return bits(rng);
}

/* D. Lemire, "Fast random integer generation in an interval" (2019): the high word of the product
 * is the result; the few low words that would favour some results are drawn again. */
static inline uint64_t below(wyrm_rng *rng, uint64_t count)
{
    wide product = (wide)bits(rng) * count;
    if ((uint64_t)product < count) {
        uint64_t unfair = -count % count;
        while ((uint64_t)product < unfair)
            product = (wide)bits(rng) * count;
    }
    return (uint64_t)(product >> 64);
}

uint64_t wyrm_rng_below(wyrm_rng *rng, uint64_t count)
{
    return below(rng, count);
}

int64_t wyrm_rng_between(wyrm_rng *rng, int64_t least, int64_t greatest)
{
    uint64_t span = greatest > least ? (uint64_t)greatest - (uint64_t)least : 0;
    uint64_t offset = span == UINT64_MAX ? bits(rng) : below(rng, span + 1);
    return (int64_t)((uint64_t)least + offset);
}

bool wyrm_rng_chance(wyrm_rng *rng, uint64_t numerator, uint64_t denominator)
{
    uint64_t drawn = below(rng, denominator);
    return denominator != 0 && drawn < numerator;
}

double wyrm_rng_real(wyrm_rng *rng)
{
    return (double)(bits(rng) >> 11) * 0x1p-53;
}

int64_t wyrm_rng_round(wyrm_rng *rng, double value)
{
    double drawn = wyrm_rng_real(rng);
    if (isnan(value))
        return 0;
    value = fmin(fmax(value, -0x1p53), 0x1p53);
    double whole = floor(value);
    return (int64_t)whole + (drawn < value - whole);
}

void wyrm_rng_shuffle(wyrm_rng *rng, void *items, size_t count, size_t size)
{
    for (size_t left = count; left > 1; left--) {
        unsigned char *one = (unsigned char *)items + (size_t)below(rng, left) * size;
        unsigned char *last = (unsigned char *)items + (left - 1) * size;
        for (size_t i = 0; i < size; i++) {
            unsigned char byte = one[i];
            one[i] = last[i];
            last[i] = byte;
        }
    }
}
