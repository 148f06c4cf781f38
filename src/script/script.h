/* Rules written by the user: Lua in a box, read as distributions.
 *
 * A script draws with roll, dice, chance, between and pick, and nothing else in it is random. The
 * exact reading runs a function of it for every outcome of every draw; tree.c says what keeps that
 * small. A script cannot get out of its box: no input or output, no clock, no loading, no byte
 * code; memory, instructions, draws, outcomes and nesting are limited. Nothing in a script may
 * change between two calls: whatever a function leaves behind in globals, in locals of the file or
 * in tables is found and refused, since a result must depend on the arguments alone.
 *
 * One script may be used by several threads: they wait for each other. */
#ifndef WYRM_SRC_SCRIPT_SCRIPT_H
#define WYRM_SRC_SCRIPT_SCRIPT_H

#include <wyrm/amount.h>
#include "base/arena.h"
#include "ruleset/internal.h"

#define SCRIPT_TEXT_MAX     65536  /* bytes of a script */
#define SCRIPT_KEYS_MAX     64     /* keys of a thing; fields of a result */
#define SCRIPT_THINGS_MAX   4      /* arguments of a call */
#define SCRIPT_NAME_MAX     63     /* bytes of a name, and of a text in a result */
#define SCRIPT_OUTCOMES_MAX 100000 /* outcomes of a call, equal ones merged */

typedef struct script script;

typedef enum script_kind {
    SCRIPT_NOTHING, /* nil */
    SCRIPT_NUMBER,
    SCRIPT_FLAG, /* true or false; `number` is 1 or 0 */
    SCRIPT_TEXT,
    /* only as an argument: it has the fields least, most, mean and plus, and roll draws from it */
    SCRIPT_AMOUNT,
    /* only as an argument: set[name] is true for names in it; `text` has them, separated by
     * blanks */
    SCRIPT_SET
} script_kind;

typedef struct script_value {
    script_kind kind;
    double number;
    const char *text;
    const wyrm_amount *amount;
    const char *const *words; /* names that may be asked for in a set, ended by NULL; NULL: any */
} script_value;

/* An argument of a call: a read-only table of values by name, such as the attacker. A key that it
 * does not have is an error with "did you mean", not nil. Without keys it is values[0] itself, such
 * as a level. */
typedef struct script_thing {
    const char *const *keys; /* `count` of them, at most SCRIPT_KEYS_MAX; NULL: a plain value */
    const script_value *values;
    size_t count;
} script_thing;

/* A field of a result. A single value is one field without a name; a table gives its fields in the
 * order of their names, those of nested tables with dots ("effects.poisoned"). */
typedef struct script_field {
    const char *name; /* "" for a single value */
    script_value value;
} script_field;

typedef struct script_outcome {
    double chance; /* above 0; the sum of all is 1 - cut within 1e-12 */
    size_t count;
    const script_field *fields;
} script_outcome;

typedef struct script_outcomes {
    size_t count;
    const script_outcome *list; /* the order depends only on script and call */
    double cut;                 /* probability that was not followed */
    /* Which keys of which argument were read: the result depends on no others. Bit k of looked[t]
     * is key k of argument t. */
    uint64_t looked[SCRIPT_THINGS_MAX];
} script_outcomes;

/* A draw on the way to an outcome, or the last value of a local variable of the function. */
typedef struct script_step {
    const char *label; /* "chance(0.85)", "local bonus" */
    int line;
    script_value value; /* a number, flag or text; SCRIPT_NOTHING for anything else */
    double chance;      /* chance of this value of a draw; 0 for a local variable */
} script_step;

/* Reads a script and runs it once, which defines its functions. `file` names it in messages; its
 * first line is line `first_line` of that file, and its columns are `indent` to the right (a block
 * of text in a ruleset). On success *out is owned by the caller (script_free).
 * WYRM_ERROR_RULESET  everything wrong with the script, with its place
 * WYRM_ERROR_MEMORY   out of memory */
wyrm_status script_new(const char *file, int first_line, int indent, const char *text,
                       size_t length, script **out, wyrm_errors *errors);
void script_free(script *script); /* NULL is allowed */

/* Opens the script that a value of a ruleset holds, or names a file of, kept in the arena of `o`.
 * It must have `function`; `form` shows that function in the message. Faults are reported to `o`;
 * NULL: the script cannot be read. */
script *script_open(rs_opening *o, const wyrm_value *value, const char *function, const char *form);

/* Whether the script has a global function of this name. */
bool script_has(const script *script, const char *function);

/* Whether the script may read a key of this name, or return one: the name is in its text, or could
 * be put together from others. Names that are handed in as texts are not considered. */
WYRM_API bool sc_script_may_name(const script *script, const char *name)
    BASE_SHARED(sc_script_may_name);

/* Whether the script may read this key of something: as `it.key`, `it["key"]` or by an index that
 * is worked out. A variable of that name does not count. */
WYRM_API bool sc_script_may_read(const script *script, const char *key)
    BASE_SHARED(sc_script_may_read);

/* Points an error about the result of `function` to where that begins. */
void script_locate(const script *script, const char *function, wyrm_error *error);

/* Computes the distribution of the result of a function, in `arena`.
 * WYRM_ERROR_RULESET  an error of the script, with its place (file, line, column where known, the
 *                     line itself) and the function
 * WYRM_ERROR_LIMIT    too many outcomes, draws, instructions, too much memory: where, and which
 *                     draw has how many outcomes
 * WYRM_ERROR_MEMORY   out of memory */
wyrm_status script_exact(script *script, const char *function, const script_thing *things,
                         size_t count, base_arena *arena, script_outcomes *out, wyrm_error *error);

/* Follows one way through a function: with `rng` as drawn, with NULL the most likely value of each
 * draw. Fills in at most `most` steps. Fails as script_exact. */
wyrm_status script_explain(script *script, const char *function, const script_thing *things,
                           size_t count, wyrm_rng *rng, base_arena *arena, script_step *steps,
                           size_t most, size_t *made, script_outcome *out, wyrm_error *error);

#endif
