/* Included before every file in the build in which tests/mutants.py counts lines, so that lines are
 * also counted in a process that ends by _exit() or execs another program. It includes no header,
 * since a file first defines what it needs of them. */
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
