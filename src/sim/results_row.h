/* A run as it stands in a file of results: a text, and the views that take it apart. */
#ifndef WYRM_SRC_SIM_RESULTS_ROW_H
#define WYRM_SRC_SIM_RESULTS_ROW_H

#include <wyrm/run.h>

#define RESULTS_ROW_MAX ((size_t)1 << 19) /* more than the longest takes */
#define RESULTS_SQL_MAX 2048
#define RESULTS_VIEWS   4

/* Writes the text of a run, without a NUL, to out[RESULTS_ROW_MAX]; returns its end. */
char *wyrm_results_put_run(const wyrm_run *run, char *out);

/* Fills all of *run but its seed and number from a text. False where that is none of a run: what does
 * not fit its field, is out of order or too long. */
bool wyrm_results_take_run(const char *text, wyrm_run *run);

/* The statement that makes a view of the runs, floors, fights or items of all texts. */
void wyrm_results_view(size_t index, char sql[RESULTS_SQL_MAX]);

#endif
