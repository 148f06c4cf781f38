/* Rules written by the user: Lua in a box, read as distributions.
 *
 * A script draws with roll, dice, chance, between and pick, and nothing else in it is random. The
 * exact reading runs a function of it for every outcome of every draw; what keeps that small is
 * said in tree.c. A script has no way out of its box: no input or output, no clock, nothing
 * loaded, no byte code; memory, instructions, draws, outcomes and nesting are limited. Between two
 * calls nothing may have changed in it: what a function leaves behind in globals, in locals of the
 * file or in tables is found and refused, since what a call gives must depend on what it is given.
 *
 * One script may be asked by several threads: they wait for each other. */
#ifndef WYRM_SRC_SCRIPT_SCRIPT_H
#define WYRM_SRC_SCRIPT_SCRIPT_H

#include <wyrm/amount.h>
#include "base/arena.h"
#include "ruleset/internal.h"

#define SCRIPT_TEXT_MAX     65536  /* bytes of a script */
#define SCRIPT_KEYS_MAX     64     /* of a thing; of the fields of a result */
#define SCRIPT_THINGS_MAX   4      /* of a call */
#define SCRIPT_NAME_MAX     63     /* bytes of a name, and of a text that comes back */
#define SCRIPT_OUTCOMES_MAX 100000 /* that a call can come to, equal ones merged */

typedef struct script script;

typedef enum script_kind {
    SCRIPT_NOTHING, /* nil */
    SCRIPT_NUMBER,
    SCRIPT_FLAG, /* true or false; `number` is 1 or 0 */
    SCRIPT_TEXT,
    SCRIPT_AMOUNT, /* only into a script: there it has the fields least, most, mean and plus, and is
                      drawn with roll */
    SCRIPT_SET     /* only into a script: names that are in it, set[name] is true; `text` has them
                      with one blank between each */
} script_kind;

typedef struct script_value {
    script_kind kind;
    double number;
    const char *text;
    const wyrm_amount *amount;
    const char *const *words; /* of a set: what may be asked for, up to NULL; NULL: anything */
} script_value;

/* What a call hands to the function: a table of values by name that can only be read, as the
 * attacker. A key that it does not have is an error with "did you mean", not nil. Or, without keys,
 * values[0] itself, as a level. */
typedef struct script_thing {
    const char *const *keys; /* `count` of them, at most SCRIPT_KEYS_MAX; NULL: a plain value */
    const script_value *values;
    size_t count;
} script_thing;

/* What a call came to: a single value without a name, or the fields of a table in the order of
 * their names, those of tables in it with dots ("effects.poisoned"). */
typedef struct script_field {
    const char *name; /* "" of a single value */
    script_value value;
} script_field;

typedef struct script_outcome {
    double chance; /* above 0; the sum of all is 1 - cut within 1e-12 */
    size_t count;
    const script_field *fields;
} script_outcome;

typedef struct script_outcomes {
    size_t count;
    const script_outcome
        *list;  /* in an order that depends on nothing but the script and the call */
    double cut; /* probability that was not followed */
    /* Which keys of which thing were looked at: the result depends on nothing else that was handed
     * in. Bit k of looked[t] is key k of thing t. */
    uint64_t looked[SCRIPT_THINGS_MAX];
} script_outcomes;

/* A draw on the way to an outcome, or the value of a local of the function where it ends. */
typedef struct script_step {
    const char *label; /* "chance(0.85)", "local bonus" */
    int line;
    script_value value; /* a number, a flag or a text; SCRIPT_NOTHING of any other */
    double chance;      /* of a draw, that it came to this value; 0 of a local */
} script_step;

/* Reads a script and runs it once, so that its functions are there. `file` names it in messages;
 * its first line is line `first_line` of that file, and its columns are `indent` to the right (a
 * block of text in a ruleset). Everything wrong is a WYRM_ERROR_RULESET with its place. On success
 * *out is owned by the caller (script_free). */
wyrm_status script_new(const char *file, int first_line, int indent, const char *text,
                       size_t length, script **out, wyrm_errors *errors);
void script_free(script *script); /* NULL is allowed */

/* The script that a value of a ruleset is, or names, kept in the arena of what is opened; it must
 * have a function, which `form` shows. Everything wrong is a fault there; NULL: it does not read.
 */
script *script_open(rs_opening *o, const wyrm_value *value, const char *function, const char *form);

/* Whether the script has such a function. */
bool script_has(const script *script, const char *function);

/* Whether the script may ask for a key of this name, or return one: it stands there, or may be put
 * together out of others. One that is handed in as a text is not looked for. */
WYRM_API bool sc_script_may_name(const script *script, const char *name)
    BASE_SHARED(sc_script_may_name);

/* Puts the place where such a function begins into an error about what it came to. */
void script_place(const script *script, const char *function, wyrm_error *error);

/* The distribution of what a function comes to, in `arena`.
 * WYRM_ERROR_RULESET  an error of the script, with its place (file, line, column where known, the
 *                     line itself) and the function
 * WYRM_ERROR_LIMIT    too many outcomes, draws, instructions, too much memory: where, and which
 *                     draw has how many outcomes
 * WYRM_ERROR_MEMORY   out of memory */
wyrm_status script_exact(script *script, const char *function, const script_thing *things,
                         size_t count, base_arena *arena, script_outcomes *out, wyrm_error *error);

/* One way through a function: the most likely of each draw's values where `rng` is NULL. Fills at
 * most `most` steps. Fails as script_exact. */
wyrm_status script_explain(script *script, const char *function, const script_thing *things,
                           size_t count, wyrm_rng *rng, base_arena *arena, script_step *steps,
                           size_t most, size_t *made, script_outcome *out, wyrm_error *error);

#endif
