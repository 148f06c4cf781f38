/* The share of a long test to run: all of it, or in slow builds a sample. */
#ifndef WYRM_TESTS_STRIDE_H
#define WYRM_TESTS_STRIDE_H

#include <stdbool.h>
#include <stdlib.h>

/* Instrumented builds are some ten times slower: they take a sample. */
#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define PLAYED_STRIDE 10
#endif
#if __has_feature(thread_sanitizer)
#define WATCHES_THREADS 1
#endif
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define PLAYED_STRIDE 10
#endif
#ifndef PLAYED_STRIDE
#define PLAYED_STRIDE 1
#endif
#ifndef WATCHES_THREADS
#define WATCHES_THREADS 0
#endif

/* Leaves a test out under ThreadSanitizer: its threads do there what those of others do, sooner. */
#define NOT_TO_WATCH_THREADS()                                                                     \
    do {                                                                                           \
        if (WATCHES_THREADS)                                                                       \
            skip();                                                                                \
    } while (0)

/* The number of repetitions for a test that takes `whole`; the environment variable
 * WYRM_TEST_SHARE, in percent, asks for more (100: the default) or fewer. */
static inline int played_times(int whole)
{
    const char *share = getenv("WYRM_TEST_SHARE");
    double percent = share == NULL ? 100 : strtod(share, NULL);
    int times = (int)(whole / PLAYED_STRIDE * percent / 100);
    return times < 1 ? 1 : times;
}

/* Whether the long suite asks, which leaves out nothing. */
static inline bool is_long_suite(void)
{
    return PLAYED_STRIDE == 1 && played_times(100) >= 1000;
}

#endif
