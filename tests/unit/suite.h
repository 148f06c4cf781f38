/* A program of tests: cmocka's headers, and a list of tests that fills itself. */
#ifndef WYRM_TESTS_SUITE_H
#define WYRM_TESTS_SUITE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

static struct CMUnitTest listed_tests[128];
static size_t listed_count;

static inline void list_test(struct CMUnitTest test)
{
    if (listed_count == sizeof listed_tests / sizeof *listed_tests)
        abort(); /* before any test runs: the list is too short */
    listed_tests[listed_count++] = test;
}

/* TEST(a_behaviour) { ... }; *state is what the setup made. Compiler constructors list the tests in
 * the order of the file. */
#define TEST_WITH(name, setup, teardown)                                                           \
    static void name(void **state);                                                                \
    static void __attribute__((constructor)) list_##name(void)                                     \
    {                                                                                              \
        list_test((struct CMUnitTest)cmocka_unit_test_setup_teardown(name, setup, teardown));      \
    }                                                                                              \
    static void name(__attribute__((unused)) void **state)
#define TEST(name) TEST_WITH(name, NULL, NULL)

/* OWNED(type) *it = ...; is released at the end of its block by the function that RELEASED_BY(type,
 * release) states once; OWNED_VALUE(type, release) is for values that are no pointers. */
#define RELEASED_BY(type, release)                                                                 \
    static inline void end_##type(type **it)                                                       \
    {                                                                                              \
        release(*it);                                                                              \
    }
#define OWNED(type)                __attribute__((cleanup(end_##type))) type
#define OWNED_VALUE(type, release) __attribute__((cleanup(release))) type

/* FREED type *it = ...; is plain memory, freed at the end of its block. */
static inline void free_at(void *it)
{
    free(*(void **)it);
}
#define FREED __attribute__((cleanup(free_at)))

/* Allocates memory, all 0; fails the test if there is none. */
static inline void *zeroed(size_t count, size_t size)
{
    void *fresh = calloc(count, size);
    assert_non_null(fresh);
    return fresh;
}

/* Called before the first test and after the last. */
static CMFixtureFunction before_all, after_all;

#define AROUND_ALL(setup, teardown)                                                                \
    static void __attribute__((constructor)) list_around_all(void)                                 \
    {                                                                                              \
        before_all = setup;                                                                        \
        after_all = teardown;                                                                      \
    }

static inline int run_suite(void)
{
    return _cmocka_run_group_tests("tests", listed_tests, listed_count, before_all, after_all);
}

/* A program that takes arguments defines OWN_MAIN before it includes this. */
#ifndef OWN_MAIN
int main(void)
{
    return run_suite();
}
#endif

#endif
