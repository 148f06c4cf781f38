/* Prints of stats: short enough that calls would cost more than they. */
#ifndef WYRM_SRC_GAME_SCATTER_H
#define WYRM_SRC_GAME_SCATTER_H

#include <stdint.h>
#include <string.h>

#define WYRM_SCATTER UINT64_C(0x9e3779b97f4a7c15) /* 2^64 / golden ratio, odd */

/* Turns every number into another one. */
static inline uint64_t wyrm_scatter(uint64_t print)
{
    print ^= print >> 32;
    print *= WYRM_SCATTER;
    return print ^ print >> 29;
}

/* Goes on with the bytes of some values: two lists that differ in one of them have different prints. */
static inline uint64_t wyrm_scatter_all(uint64_t print, const double *values, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        uint64_t bits;
        memcpy(&bits, &values[i], sizeof bits);
        print = wyrm_scatter(print ^ bits);
    }
    return print;
}

#endif
