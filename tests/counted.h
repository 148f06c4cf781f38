/* Put before every file of the build in which tests/mutants.py counts lines: what ends by _exit()
 * or becomes another program has its lines counted, too. Nothing is included, as a file says first
 * what it wants of the headers. */
#ifndef WYRM_TESTS_COUNTED_H
#define WYRM_TESTS_COUNTED_H

void __gcov_dump(void);
void _Exit(int status) __attribute__((noreturn));
int execvpe(const char *file, char *const arguments[], char *const environment[]);

__attribute__((noreturn)) static inline void counted_exit(int status)
{
    __gcov_dump();
    _Exit(status);
}

static inline int counted_execvpe(const char *file, char *const arguments[],
                                  char *const environment[])
{
    __gcov_dump();
    return execvpe(file, arguments, environment);
}

#define _exit   counted_exit
#define execvpe counted_execvpe

#endif
