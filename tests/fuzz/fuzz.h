/* What fuzz targets have in common. */
#ifndef WYRM_TESTS_FUZZ_FUZZ_H
#define WYRM_TESTS_FUZZ_FUZZ_H

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <wyrm/external.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Ends the program with what does not hold. */
void demand(bool holds, const char *what);

/* No more than so many bytes, and nothing that steers a terminal. */
void demand_tame(const char *text, size_t most);

/* An error that says something and, as it is printed, steers no terminal. */
void demand_sentence(const wyrm_error *error);

/* A list of errors, and its end: as above, all that it has kept. */
wyrm_errors *fuzz_errors(void);
void demand_sentences(wyrm_errors *errors);

/* A hello that is written and read to the same, and whose texts are tame. */
void demand_hello(const wyrm_external_hello *hello);

/* A run that the protocol allows. */
void demand_run(const wyrm_external_hello *hello, const wyrm_external_run *run);

/* Tries a text as a baseline, and once more with the checksum that is its own. */
void fuzz_baseline(const uint8_t *data, size_t size, void (*try)(const char *text, size_t length));

/* The name of a file with those bytes: of this process, in memory where that can be, until the next
 * one. */
const char *fuzz_file(const uint8_t *data, size_t size);

/* The name of another one beside it, that is not there. */
const char *fuzz_results(void);

#endif
