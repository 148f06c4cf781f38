/* Changes: a ruleset with some of its keys said otherwise.
 *
 * A change is a path of keys and what is to stand there, as somebody would write it in a file.
 * There is one way to apply changes: as a file that extends the ruleset and says nothing but them.
 * So what is tried, what is recorded and what is written down in the end are the same text, read by
 * the same reader (wyrm_design_change in <wyrm/design.h>).
 */
#ifndef WYRM_CHANGE_H
#define WYRM_CHANGE_H

#include <wyrm/ruleset.h>

#ifdef __cplusplus
extern "C" {
#endif

#define WYRM_CHANGES_MAX     64
#define WYRM_CHANGE_PATH_MAX 256 /* bytes, the NUL included */
#define WYRM_CHANGE_TEXT_MAX 512

/* One change. A path is as in wyrm_ruleset_find: "monsters.orc.hp", "combat.spread.1". What stands
 * there must be there already; only the last key of it may be one that a record leaves out. `text`
 * is one value on one line: 12, 2d6+1, [3, 7]; ~ gives a key back to its default. */
typedef struct wyrm_change {
    const char *path;
    const char *text;
} wyrm_change;

/* The file that says the changes, in the order in which the ruleset has their sections: `name`,
 * `extends`, targets asked for where there are some, and the changed keys. Of a list all of it is
 * written, since lists are not merged. `name` NULL: name and title of the ruleset. The values
 * themselves are not looked at: reading the file does that.
 *
 * *out is owned by the caller (wyrm_free).
 * WYRM_ERROR_UNKNOWN   a path that leads nowhere (the hint names the nearest key); the last key is
 *                      not looked at where what holds it is there: reading the file does that
 * WYRM_ERROR_ARGUMENT  a path of another's inside, or the same twice
 * WYRM_ERROR_SYNTAX    a text that is not one value on one line
 * WYRM_ERROR_LIMIT     more changes, or longer ones, than the limits above
 * WYRM_ERROR_MEMORY    out of memory */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_changes_text(const wyrm_ruleset *ruleset,
                                                       const char *name, const char *extends,
                                                       const wyrm_change *changes, size_t count,
                                                       char **out, wyrm_error *error);

/* The text of a ruleset's file with the changes made in it: each value is replaced where it stands,
 * and every other byte, comments and layout among them, stays. What the file leaves to one that it
 * `extends`, or to the schema, is added: behind the last key of the section, or as a new one at the
 * end. An alias whose value, or a part of it, is changed is written out on its line. `text` is the
 * file that `ruleset` was read from; whether the outcome says what wyrm_design_change makes is for
 * wyrm_design_edit (<wyrm/design.h>) to see.
 *
 * Fails as wyrm_changes_text, and with
 * WYRM_ERROR_ARGUMENT  a change to `~`; a value that others repeat by an alias
 * WYRM_ERROR_SYNTAX    `text` is no YAML */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_changes_edit(const wyrm_ruleset *ruleset,
                                                       const char *file, const char *text,
                                                       size_t length, const wyrm_change *changes,
                                                       size_t count, char **out, wyrm_error *error);

#ifdef __cplusplus
}
#endif
#endif
