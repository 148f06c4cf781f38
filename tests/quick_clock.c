/* A clock on which LOOK seconds (or 1) pass whenever somebody looks: loaded before the C library
 * (LD_PRELOAD), so that what is shown after a while is shown at once, and the same on any
 * machine. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>

static atomic_long looks;

int clock_gettime(clockid_t clock, struct timespec *out)
{
    if (clock != CLOCK_MONOTONIC)
        return (__extension__(int (*)(clockid_t, struct timespec *))
                    dlsym(RTLD_NEXT, __func__))(clock, out);
    const char *seconds = getenv("LOOK");
    const long each = seconds != NULL ? atol(seconds) : 1;
    *out = (struct timespec){.tv_sec = 1000 + each * atomic_fetch_add(&looks, 1)};
    return 0;
}
