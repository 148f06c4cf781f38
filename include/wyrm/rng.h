/* Random streams: Philox 4x64-10 (Random123), keyed by seed and run, one stream per purpose; or a
 * random source of the caller.
 *
 * A generator is a plain value: copy it to remember a position, store its fields to save it.
 * Streams with different (seed, run, stream, part) are independent, so a new draw for one purpose
 * changes no other. Every function draws a documented number of 64-bit words, the same on every
 * machine. Never draw twice in one expression: the order of evaluation differs between compilers.
 */
#ifndef WYRM_RNG_H
#define WYRM_RNG_H

#include <wyrm/error.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct wyrm_rng {
    uint64_t key[2];                 /* seed, run */
    uint64_t counter[4];             /* next block, 0, stream, part */
    uint64_t block[4];               /* the words of the current block */
    uint32_t used;                   /* words of the block already used, 0..4 */
    uint64_t (*draw)(void *context); /* the caller's source; NULL: Philox */
    void *context;
} wyrm_rng;

/* The start of a stream. `stream` names the purpose, `part` a section of it (a depth, a group). */
WYRM_API wyrm_rng wyrm_rng_start(uint64_t seed, uint64_t run, uint64_t stream, uint64_t part);

/* A generator that gets every word from draw(context), 64 random bits of the caller's source, in
 * the order in which they are needed. Copies of it draw from the same source. */
WYRM_API wyrm_rng wyrm_rng_of(uint64_t (*draw)(void *context), void *context);

/* 64 random bits: one word. */
WYRM_API uint64_t wyrm_rng_bits(wyrm_rng *rng);

/* Uniform in 0..count-1 without bias (Lemire's method): one word, rarely more. count 0 gives 0. */
WYRM_API uint64_t wyrm_rng_below(wyrm_rng *rng, uint64_t count);

/* Uniform in least..greatest, without bias, over the whole range of int64_t: one word, rarely more.
 * greatest < least gives least. */
WYRM_API int64_t wyrm_rng_between(wyrm_rng *rng, int64_t least, int64_t greatest);

/* True with probability numerator / denominator, exactly. A numerator of at least the denominator
 * gives true, a denominator of 0 gives false; one word is drawn in any case. */
WYRM_API bool wyrm_rng_chance(wyrm_rng *rng, uint64_t numerator, uint64_t denominator);

/* Uniform in [0, 1) in steps of 2^-53: one word. */
WYRM_API double wyrm_rng_real(wyrm_rng *rng);

/* floor(value), plus one with the probability of the fraction: one wyrm_rng_real, drawn also for
 * whole numbers. A value that is not finite, or outside +-2^53, is clamped to the nearest valid one
 * (NaN: 0). */
WYRM_API int64_t wyrm_rng_round(wyrm_rng *rng, double value);

/* Shuffles items[count], each `size` bytes; every order is equally likely (Fisher and Yates): count
 * - 1 words, rarely more. */
WYRM_API void wyrm_rng_shuffle(wyrm_rng *rng, void *items, size_t count, size_t size);

#ifdef __cplusplus
}
#endif
#endif
