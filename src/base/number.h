/* Numbers as text that reads back to the same number, whatever the locale. */
#ifndef WYRM_SRC_BASE_NUMBER_H
#define WYRM_SRC_BASE_NUMBER_H

#include <stddef.h>

/* Room for any number of this header, with its NUL. */
#define WYRM_NUMBER_MAX 32

/* The fewest significant digits that read back, as a double or as a float, to the same bits: "0.1",
 * "-0", "25", "1e+300", "inf", "-inf", "nan". Whole numbers below 1e15 are written out in full.
 * Returns the length without the NUL. */
size_t wyrm_number_double(double value, char text[WYRM_NUMBER_MAX]);
size_t wyrm_number_float(float value, char text[WYRM_NUMBER_MAX]);

#endif
