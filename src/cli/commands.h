/* The commands of `wyrm`, one file each, and what their functions share. */
#ifndef WYRM_SRC_CLI_COMMANDS_H
#define WYRM_SRC_CLI_COMMANDS_H

#include <wyrm/design.h>

#include "cli/options.h"
#include "cli/say.h"

extern const cli_command cli_check, cli_compare, cli_curve, cli_duel, cli_etp, cli_hit, cli_loot,
    cli_play, cli_replay, cli_report, cli_results, cli_rules, cli_sim;
extern const cli_command cli_rules_list, cli_rules_show, cli_rules_validate, cli_rules_schema,
    cli_rules_guide, cli_rules_new;

/* `wyrm duel --matrix`, from its own file. */
int cli_duel_matrix(const cli_command *command, const cli_options *options);

/* `wyrm compare` of what bots play, from its own file: whether the options ask for that, or an
 * operand is a file of results; and the command. */
bool cli_gate_is_asked(const cli_options *options);
int cli_gate(const cli_command *command, const cli_options *options);

/* Both rulesets of `wyrm compare` played on the same seeds until it is clear which is harder, or
 * the effort is spent. CLI_DONE, or how the program ends, having said why. */
struct wyrm_compare_played;
int cli_play_both(const cli_command *command, const cli_options *options,
                  struct wyrm_compare_played *out);

/* The text of `--help`, owned by the caller. */
wyrm_page cli_help(const cli_command *command, wyrm_style style);

/* Opens the ruleset that was typed. CLI_DONE, or how the program ends, having said why; *out is
 * owned by the caller (wyrm_design_free). */
int cli_open(const cli_command *command, const char *name, wyrm_design **out);

/* Reads a combatant that was typed; the same. */
int cli_combatant(const cli_command *command, const wyrm_design *design, const char *text,
                  wyrm_combatant *out);

/* Ends a command: prints the page where `status` is WYRM_OK (ending with `result`), else tells the
 * error. `typed`: the error is about what was typed. Frees the page and the design. */
int cli_finish(const cli_command *command, wyrm_status status, const wyrm_error *error, bool typed,
               wyrm_page *page, wyrm_design *design, int result);

/* Ctrl-C and SIGTERM end the program with 130 or 143: at once, or where a command shows progress as
 * soon as that is asked for, so that it can keep and say what it has. */
void cli_signals_catch(void);
int cli_signal(void); /* the one that has come, or 0 */

/* wyrm_file_write; a signal waits until it is done, so that no draft is left. */
WYRM_MUST_CHECK wyrm_status cli_write(const char *path, const void *bytes, size_t length,
                                      bool replace, wyrm_error *error);

/* A bar on stderr, where that is a terminal and the wait is longer than a second. Showing it
 * returns false where the work is to end: a signal has come. */
typedef struct cli_progress {
    double started; /* seconds of the monotonic clock */
    int shown;      /* percent on the screen; -1: nothing yet */
    bool terminal;
} cli_progress;

cli_progress cli_progress_start(void);
bool cli_progress_show(double done, void *progress);

/* The same with the estimate so far behind the bar; and whether there is a bar to be drawn now, so
 * that an estimate is worth its while. */
bool cli_progress_tell(double done, const char *words, cli_progress *progress);
bool cli_progress_is_due(double done, const cli_progress *progress);
void cli_progress_end(cli_progress *progress);

#endif
