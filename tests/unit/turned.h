/* Changes every byte of a file in turn, in three ways: flipping its lowest bit, its highest bit and
 * all bits. The reader must refuse the file, or return the same as before. */
#ifndef WYRM_TESTS_TURNED_H
#define WYRM_TESTS_TURNED_H

#include <stdbool.h>
#include <stddef.h>

#include "stride.h"

static const char turned_masks[] = {0x01, (char)0x80, (char)0xff};

typedef struct turned_count {
    size_t refused, sound;
} turned_count;

/* `read` tells whether bytes[length], with byte `at` changed, is refused; it fails the test if
 * wrong content is accepted. One change in `one_in` is tried (with WYRM_TEST_SHARE=1000, 7 becomes
 * 1), and fewer for bytes of 0, of which SQLite files are full. */
static inline turned_count turn_every_byte(char *bytes, size_t length, int one_in,
                                           bool (*read)(const char *bytes, size_t length, size_t at,
                                                        void *context),
                                           void *context)
{
    const size_t step = played_times(100) >= 1000 ? 1 : (size_t)(one_in * PLAYED_STRIDE);
    turned_count out = {0, 0};
    for (size_t n = 0; n < sizeof turned_masks * length; n++) {
        const size_t at = n / sizeof turned_masks;
        const char mask = turned_masks[n % sizeof turned_masks];
        if (n % (bytes[at] != 0 ? step : 100 * step) != 0)
            continue;
        bytes[at] ^= mask;
        const bool refused = read(bytes, length, at, context);
        bytes[at] ^= mask;
        out.refused += refused;
        out.sound += !refused;
    }
    print_message("%zu bytes: %zu refused, %zu sound\n", length, out.refused, out.sound);
    return out;
}

#endif
