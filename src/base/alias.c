/* Walker's alias table, built by Vose's method in whole numbers: draws in constant time.
 *
 * M. D. Vose, "A linear algorithm for generating random numbers with a given distribution" (1991).
 * Probabilities are first rounded to multiples of 2^-63 with sum exactly 1; from there on
 * everything is exact.
 */
#include "base/memory.h"
#include "base/pmf_internal.h"

typedef __uint128_t wide;

/* The mass of a whole column: 1 in steps of 2^-63. A value of probability p has p * length of it.
 */
#define COLUMN ((uint64_t)1 << 63)

/* Column i gives the value first + i below its threshold, in steps of 2^-64, else first + other. */
typedef struct column {
    uint64_t threshold;
    uint32_t other;
} column;

struct wyrm_alias {
    int64_t first;
    uint64_t length;
    column columns[];
};

/* Values that work space on the stack is enough for. */
#define FEW 64

/* Work space: masses that are not yet placed, and the columns that have less (from the start of
 * `stack`) or at least (from its end) a column's mass. */
typedef struct builder {
    wide *masses;
    uint32_t *stack;
    size_t small;
    size_t large;
} builder;

static void push(builder *build, uint32_t index, size_t length)
{
    if (build->masses[index] < COLUMN)
        build->stack[build->small++] = index;
    else
        build->stack[length - 1 - build->large++] = index;
}

/* Rounds the probabilities down and gives what is missing, or too much, to the greatest. */
static void scale_masses(const wyrm_pmf *pmf, builder *build)
{
    size_t greatest = 0;
    double most = 0.0;
    uint64_t its_mass = 0;
    uint64_t total = 0;
    for (size_t i = 0; i < pmf->length; i++) {
        double probability = pmf->probabilities[i];
        uint64_t mass = (uint64_t)(probability * 0x1p63);
        total += mass;
        build->masses[i] = mass;
        if (probability > most) {
            most = probability;
            its_mass = mass;
            greatest = i;
        }
    }
    build->masses[greatest] = its_mass + (COLUMN - total);
    for (size_t i = 0; i < pmf->length; i++)
        build->masses[i] *= pmf->length;
}

static void fill_columns(builder *build, column *columns, size_t length)
{
    for (size_t i = 0; i < length; i++)
        push(build, (uint32_t)i, length);
    /* The masses left add up to a column each, exactly: where one has less, another has more. */
    while (build->small > 0) {
        uint32_t small = build->stack[--build->small];
        uint32_t large = build->stack[length - build->large--];
        columns[small] = (column){(uint64_t)build->masses[small] * 2, large};
        build->masses[large] -= COLUMN - (uint64_t)build->masses[small];
        push(build, large, length);
    }
    while (build->large > 0) {
        uint32_t whole = build->stack[length - build->large--];
        columns[whole] = (column){UINT64_MAX, whole};
    }
}

wyrm_status wyrm_alias_new(const wyrm_pmf *pmf, wyrm_alias **out, wyrm_error *error)
{
    size_t length = pmf->length;
    wyrm_alias *alias = base_allocate(sizeof *alias + length * sizeof alias->columns[0]);
    wide few_masses[FEW];
    uint32_t few_stack[FEW];
    bool few = length <= FEW;
    builder build = {
        .masses = few ? few_masses : base_allocate(length * sizeof *build.masses),
        .stack = few ? few_stack : base_allocate(length * sizeof *build.stack),
    };
    bool enough = alias && build.masses && build.stack;
    if (enough) {
        alias->first = pmf->first;
        alias->length = length;
        scale_masses(pmf, &build);
        fill_columns(&build, alias->columns, length);
    } else {
        wyrm_free(alias);
        alias = NULL;
    }
    if (!few) {
        wyrm_free(build.stack);
        wyrm_free(build.masses);
    }
    *out = alias;
    return enough ? WYRM_OK : wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory");
}

/* One word: its product with the length is the column (high word) and the place in it (low word).
 */
int64_t wyrm_alias_draw(const wyrm_alias *alias, wyrm_rng *rng)
{
    wide product = (wide)wyrm_rng_bits(rng) * alias->length;
    uint64_t index = (uint64_t)(product >> 64);
    const column *chosen = &alias->columns[index];
    return alias->first + (int64_t)((uint64_t)product < chosen->threshold ? index : chosen->other);
}

void wyrm_alias_free(wyrm_alias *alias)
{
    wyrm_free(alias);
}
