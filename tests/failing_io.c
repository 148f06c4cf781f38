/* A disk that fails: loaded before the C library (LD_PRELOAD), it has the call number FAIL_AT of
 * those that change files fail, once or, with FAIL_ON, from then on, as SQLite tests itself. How
 * many calls there were is written to the file FAIL_COUNT at the end. Not thread-safe: who is
 * tested writes from one thread. */
#define _GNU_SOURCE
#undef _FILE_OFFSET_BITS /* which would make pwrite and pwrite64 one */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static long calls;
static int told;

static int fails(void)
{
    const char *at = getenv("FAIL_AT"), *on = getenv("FAIL_ON");
    const long number = at != NULL ? atol(at) : 0;
    calls++;
    return number > 0 && (calls == number || (on != NULL && calls > number));
}

static void *next(const char *name)
{
    return dlsym(RTLD_NEXT, name);
}

__attribute__((destructor)) static void tell(void)
{
    const char *path = getenv("FAIL_COUNT");
    FILE *file = path != NULL && !told ? fopen(path, "w") : NULL;
    told = 1;
    if (file != NULL) {
        fprintf(file, "%ld\n", calls);
        fclose(file);
    }
}

#define CALL(type, ...) (__extension__(type(*)(__VA_ARGS__)) next(__func__))
#define FAIL(number)                                                                               \
    do {                                                                                           \
        if (fails()) {                                                                             \
            errno = number;                                                                        \
            return -1;                                                                             \
        }                                                                                          \
    } while (0)

ssize_t write(int file, const void *bytes, size_t count)
{
    if (file > STDERR_FILENO)
        FAIL(ENOSPC);
    return CALL(ssize_t, int, const void *, size_t)(file, bytes, count);
}

ssize_t pwrite64(int file, const void *bytes, size_t count, off64_t at)
{
    FAIL(ENOSPC);
    return CALL(ssize_t, int, const void *, size_t, off64_t)(file, bytes, count, at);
}

ssize_t pwrite(int file, const void *bytes, size_t count, off_t at)
{
    FAIL(ENOSPC);
    return CALL(ssize_t, int, const void *, size_t, off_t)(file, bytes, count, at);
}

int fsync(int file)
{
    FAIL(EIO);
    return CALL(int, int)(file);
}

int fdatasync(int file)
{
    FAIL(EIO);
    return CALL(int, int)(file);
}

int rename(const char *from, const char *to)
{
    FAIL(EIO);
    return CALL(int, const char *, const char *)(from, to);
}

int link(const char *from, const char *to)
{
    FAIL(EIO);
    return CALL(int, const char *, const char *)(from, to);
}

int ftruncate64(int file, off64_t length)
{
    FAIL(EIO);
    return CALL(int, int, off64_t)(file, length);
}
