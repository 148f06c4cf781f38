/* Changes: a ruleset with other values for some of its keys.
 *
 * A change is a path of keys and the new value, as one would write it in a file. There is one way
 * to apply changes: as a file that extends the ruleset and contains only them. What is tried, what
 * is recorded and what is finally written down are therefore the same text, read by the same reader
 * (wyrm_design_change in <wyrm/design.h>).
 */
#ifndef WYRM_CHANGE_H
#define WYRM_CHANGE_H

#include <wyrm/ruleset.h>

#ifdef __cplusplus
extern "C" {
#endif

#define WYRM_CHANGES_MAX     64
#define WYRM_CHANGE_PATH_MAX 256 /* bytes, with the NUL */
#define WYRM_CHANGE_TEXT_MAX 512

/* One change. The path is as in wyrm_ruleset_find: "monsters.orc.hp", "combat.spread.1". All of it
 * must exist, except that the last key may be one that a record leaves out. `text` is one value on
 * one line: 12, 2d6+1, [3, 7]; ~ resets a key to its default. */
typedef struct wyrm_change {
    const char *path;
    const char *text;
} wyrm_change;

/* Writes the file of the changes: `name`, `extends`, targets asked for if there are any, and the
 * changed keys, in the order in which the ruleset has their sections. Lists are written whole,
 * since lists are not merged. `name` NULL: name and title of the ruleset. The values are not
 * checked here but when the file is read. *out is owned by the caller (wyrm_free).
 * WYRM_ERROR_UNKNOWN   a path that does not exist (the hint names the nearest key); the last key is
 *                      not checked if its parent exists
 * WYRM_ERROR_ARGUMENT  one path inside another, or the same twice
 * WYRM_ERROR_SYNTAX    a text that is not one value on one line
 * WYRM_ERROR_LIMIT     more or longer changes than the limits above
 * WYRM_ERROR_MEMORY    out of memory */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_changes_text(const wyrm_ruleset *ruleset,
                                                       const char *name, const char *extends,
                                                       const wyrm_change *changes, size_t count,
                                                       char **out, wyrm_error *error);

/* Edits a ruleset's file: replaces each changed value in place and leaves every other byte,
 * including comments and layout. A key that the file leaves to an extended file or to the schema is
 * added after the last key of its section, or in a new section at the end. An alias whose value
 * changes, in whole or in part, is written out. `text` is the file that `ruleset` was read from;
 * wyrm_design_edit (<wyrm/design.h>) also checks that the result equals that of wyrm_design_change.
 * *out is owned by the caller (wyrm_free).
 *
 * Fails as wyrm_changes_text, and with
 * WYRM_ERROR_ARGUMENT  a change to `~`, or a value that is repeated by an alias
 * WYRM_ERROR_SYNTAX    `text` is no YAML */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_changes_edit(const wyrm_ruleset *ruleset,
                                                       const char *file, const char *text,
                                                       size_t length, const wyrm_change *changes,
                                                       size_t count, char **out, wyrm_error *error);

#ifdef __cplusplus
}
#endif
#endif
