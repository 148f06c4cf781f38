/* Replacing values of a ruleset, to see what depends on them.
 *
 * Whether a number matters is found by changing it and comparing. That needs a ruleset whose tree
 * may be written to: a copy, read back from the dump, with every default written out. One value at
 * a time is replaced, in place, so that pointers to values of the copy stay valid. */
#include "ruleset/internal.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

struct rs_variation {
    wyrm_ruleset ruleset;
    diagnostics found;   /* faults of the dump: none, or there is no copy */
    wyrm_value *changed; /* NULL: none */
    wyrm_value was;      /* copy of *changed, to restore */
    base_arena *arena;
    wyrm_amount *amount;  /* the replacing amount; valid until the next replacement */
    wyrm_depth_row *rows; /* the replacing table, with `room` rows */
    size_t room;
};

/* Parses the dump, in which all files are merged and the models known: only the check is left. */
static void read_back(base_arena *arena, void *context)
{
    rs_variation *made = context;
    wyrm_ruleset *copy = &made->ruleset; /* it has the values of the original so far */
    char *text;
    base_must(arena, wyrm_ruleset_dump(copy, &text, &arena->error));
    base_keep(arena, text, wyrm_free);
    const rs_file *source = rs_source(&made->found, "copy", text, strlen(text), 0);
    const raw_node *tree = raw_read(source, arena, &made->found);
    copy->root = (wyrm_value){.count = 0};
    rs_check(copy->schema, copy->models, &made->found, tree, &copy->root);
}

static void copy_ruleset(base_arena *arena, void *result, void *context)
{
    rs_variation *made = result;
    const wyrm_ruleset *from = *(const wyrm_ruleset **)context;
    made->arena = made->found.arena = arena;
    made->ruleset = *from;
    made->ruleset.models = base_array(arena, const wyrm_model *, from->schema->count);
    memcpy(made->ruleset.models, from->models, from->schema->count * sizeof *from->models);
    wyrm_status status = rs_run(&made->found, read_back, made, NULL);
    if (status != WYRM_OK)
        base_refuse(arena, status, "%s",
                    status == WYRM_ERROR_MEMORY ? "out of memory" : "the ruleset cannot be copied");
}

wyrm_status rs_vary_new(const wyrm_ruleset *ruleset, rs_variation **out, wyrm_error *error)
{
    return base_make(sizeof **out, copy_ruleset, &ruleset, out, error);
}

void rs_vary_free(rs_variation *variation)
{
    wyrm_amount_free(variation != NULL ? variation->amount : NULL);
    base_unmake(variation);
}

const wyrm_ruleset *rs_vary_ruleset(const rs_variation *variation)
{
    return &variation->ruleset;
}

/* ---- other values ---- */

/* for numbers, for ends of a range, for dice */
enum { TRIALS = 4, END_TRIALS = 6, DICE_TRIALS = 3 };

#define FAR         100  /* factor of the farthest number that is tried */
#define RATIO_PARTS 1000 /* denominator of ratios that are tried */

static amount_way way_of(const wyrm_value *value)
{
    return rs_amount_way(value->field, value->as.amount);
}

size_t rs_vary_count(const wyrm_value *value)
{
    static const size_t trials[] = {
        [WYRM_KIND_BOOL] = 1,           [WYRM_KIND_INTEGER] = TRIALS,
        [WYRM_KIND_REAL] = TRIALS,      [WYRM_KIND_RATIO] = TRIALS,
        [WYRM_KIND_RANGE] = END_TRIALS, [WYRM_KIND_INTERVAL] = END_TRIALS,
        [WYRM_KIND_TABLE] = TRIALS,     [WYRM_KIND_MAP] = 0,
    };
    static const size_t of_amounts[] = {[AMOUNT_AS_NUMBER] = TRIALS,
                                        [AMOUNT_AS_RANGE] = END_TRIALS,
                                        [AMOUNT_AS_TEXT] = DICE_TRIALS};
    wyrm_kind kind = wyrm_value_kind(value);
    size_t others = trials[kind];
    if (kind == WYRM_KIND_AMOUNT)
        return of_amounts[way_of(value)];
    while (kind == WYRM_KIND_CHOICE && value->field->choices[others + 1] != NULL)
        others++;
    return kind == WYRM_KIND_TABLE ? others * value->count : others;
}

/* Returns zero, half, twice as much, or far away. Whole numbers stay whole, as counts must be. */
static double other_number(double number, size_t index)
{
    bool whole = number == floor(number);
    double away = number < 0 ? -1 : 1;
    const double others[TRIALS] = {0, whole ? floor(number / 2) : number / 2, 2 * number + away,
                                   FAR * (number + away)};
    return others[index];
}

static double within_limits(const wyrm_field *field, double number)
{
    bool limits = field->least != 0 || field->greatest != 0;
    return limits ? fmin(fmax(number, field->least), field->greatest) : number;
}

/* The functions below set a value, write it to text[size], and return whether it differs. */

static bool set_amount(rs_variation *variation, wyrm_value *value, const char *other, char *text,
                       size_t size)
{
    const wyrm_field *field = value->field;
    wyrm_amount *made = NULL;
    bool within = wyrm_amount_read(other, &made, NULL) == WYRM_OK &&
                  within_limits(field, (double)made->least) == (double)made->least &&
                  within_limits(field, (double)made->most) == (double)made->most;
    if (!within || strcmp(made->text, value->as.amount->text) == 0) {
        wyrm_amount_free(made);
        return false;
    }
    value->as.amount = variation->amount = made;
    snprintf(text, size, "%s", made->text);
    return true;
}

/* Sets an amount to a whole number. */
static bool set_whole(rs_variation *variation, wyrm_value *value, double number, char *text,
                      size_t size)
{
    char whole[BASE_NUMBER_MAX];
    double other = floor(within_limits(value->field, number));
    snprintf(whole, sizeof whole, "%.0f", fabs(other) < 1e12 ? other : 0);
    return fabs(other) < 1e12 && set_amount(variation, value, whole, text, size);
}

/* Tries zero; twice the dice plus one, or any other amount plus one; an amount far away. */
static bool vary_amount(rs_variation *variation, wyrm_value *value, size_t index, char *text,
                        size_t size)
{
    const wyrm_amount *was = value->as.amount;
    const double most = (double)was->most, far = within_limits(value->field, FAR * (most + 1));
    char other[WYRM_AMOUNT_TEXT_MAX + BASE_NUMBER_MAX];
    if (index == 2)
        snprintf(other, sizeof other, "%s%+.0f", was->text, far - most);
    else if (was->form == AMOUNT_DICE)
        snprintf(other, sizeof other, "%dd%d%+d", (int)(2 * was->count), (int)was->sides,
                 (int)was->plus + 1);
    else
        snprintf(other, sizeof other, "%s+1", was->text);
    return set_amount(variation, value, index == 0 ? "0" : other, text, size);
}

static bool set_number(rs_variation *variation, wyrm_value *value, size_t row, double number,
                       char *text, size_t size)
{
    wyrm_kind kind = value->field->kind;
    bool table = kind == WYRM_KIND_TABLE;
    double parts = kind == WYRM_KIND_RATIO ? RATIO_PARTS : 1;
    double before = table ? value->as.rows[row].value : wyrm_value_real(value);
    double other = within_limits(value->field, number);
    if (other != before && !table && kind != WYRM_KIND_REAL)
        other = fabs(other) > 1e12 ? before : floor(other * parts) / parts;
    if (other == before)
        return false;
    snprintf(text, size, "%.6g", other);
    if (kind == WYRM_KIND_REAL) {
        value->as.real = other;
    } else if (kind == WYRM_KIND_RATIO) {
        char ratio[BASE_NUMBER_MAX]; /* in lowest terms, as if read from a file */
        snprintf(ratio, sizeof ratio, "%lld/%d", (long long)round(other * parts), RATIO_PARTS);
        (void)rs_scan_ratio(ratio, &value->as.ratio);
    } else if (!table) {
        value->as.integer = (int64_t)other;
    } else {
        if (value->count > variation->room) {
            variation->rows = base_array(variation->arena, wyrm_depth_row, value->count);
            variation->room = variation->rows == NULL ? 0 : value->count;
        }
        if (variation->rows == NULL)
            return false;
        memcpy(variation->rows, value->as.rows, value->count * sizeof *variation->rows);
        variation->rows[row].value = other;
        value->as.rows = variation->rows;
    }
    return true;
}

/* Moves one end outwards, or both to the same number; then the upper end far out. */
static bool set_ends(rs_variation *variation, wyrm_value *value, size_t index, char *text,
                     size_t size)
{
    double low = wyrm_value_low(value), high = wyrm_value_high(value), wider = fmax(1, high - low);
    const double others[END_TRIALS][2] = {
        {low, high + wider}, {low - wider, high},      {high, high},
        {low, low},          {low, high + 10 * wider}, {low, high + FAR * wider}};
    double least = within_limits(value->field, others[index][0]),
           most = within_limits(value->field, others[index][1]);
    char range[2 * BASE_NUMBER_MAX];
    snprintf(range, sizeof range, "[%.0f, %.0f]", least, most);
    if (value->field->kind == WYRM_KIND_AMOUNT)
        return (least != low || most != high) && set_amount(variation, value, range, text, size);
    value->as.ends.low = least;
    value->as.ends.high = most;
    snprintf(text, size, "[%.6g, %.6g]", least, most);
    return least != low || most != high;
}

/* ---- one value at a time ---- */

/* Returns the same value without const, found again in the copy's own tree. */
static wyrm_value *writable(wyrm_value *under, const wyrm_value *wanted)
{
    if (under == wanted)
        return under;
    for (size_t i = 0; wyrm_value_item(under, i) != NULL; i++) {
        wyrm_value *found = writable(&under->as.members.items[i], wanted);
        if (found != NULL)
            return found;
    }
    return NULL;
}

static wyrm_value *begin_change(rs_variation *variation, const wyrm_value *value)
{
    rs_vary_restore(variation);
    wyrm_amount_free(variation->amount);
    variation->amount = NULL;
    wyrm_value *found = writable(&variation->ruleset.root, value);
    variation->changed = found;
    if (found != NULL)
        variation->was = *found;
    return found;
}

bool rs_vary_try(rs_variation *variation, const wyrm_value *value, size_t index, char *text,
                 size_t size)
{
    wyrm_value *own = begin_change(variation, value);
    wyrm_kind kind = wyrm_value_kind(own);
    if (index >= rs_vary_count(own))
        return false;
    if (kind == WYRM_KIND_BOOL) {
        own->as.boolean = !own->as.boolean;
        snprintf(text, size, "%s", own->as.boolean ? "true" : "false");
        return true;
    }
    if (kind == WYRM_KIND_CHOICE) {
        own->as.word.choice = index < own->as.word.choice ? index : index + 1;
        own->as.word.text = own->field->choices[own->as.word.choice];
        snprintf(text, size, "%s", own->as.word.text);
        return true;
    }
    if (kind == WYRM_KIND_AMOUNT && way_of(own) == AMOUNT_AS_TEXT)
        return vary_amount(variation, own, index, text, size);
    if (kind == WYRM_KIND_AMOUNT && way_of(own) == AMOUNT_AS_NUMBER)
        return set_whole(variation, own, other_number(wyrm_value_real(own), index), text, size);
    if (kind == WYRM_KIND_RANGE || kind == WYRM_KIND_INTERVAL || kind == WYRM_KIND_AMOUNT)
        return set_ends(variation, own, index, text, size);
    size_t row = index / TRIALS;
    double number = kind == WYRM_KIND_TABLE ? own->as.rows[row].value : wyrm_value_real(own);
    return set_number(variation, own, row, other_number(number, index % TRIALS), text, size);
}

bool rs_vary_takes_number(const wyrm_value *value)
{
    wyrm_kind kind = wyrm_value_kind(value);
    return kind == WYRM_KIND_INTEGER || kind == WYRM_KIND_REAL || kind == WYRM_KIND_RATIO ||
           kind == WYRM_KIND_TABLE ||
           (kind == WYRM_KIND_AMOUNT && way_of(value) != AMOUNT_AS_RANGE);
}

bool rs_vary_number(rs_variation *variation, const wyrm_value *value, size_t row, double number,
                    char *text, size_t size)
{
    wyrm_value *own = begin_change(variation, value);
    wyrm_kind kind = wyrm_value_kind(own);
    if (!rs_vary_takes_number(own))
        return false;
    if (kind == WYRM_KIND_AMOUNT)
        return set_whole(variation, own, number, text, size);
    return set_number(variation, own, row, number, text, size);
}

bool rs_vary_by(rs_variation *variation, const wyrm_value *value, const wyrm_value *other)
{
    wyrm_value *own =
        wyrm_value_kind(value) == wyrm_value_kind(other) ? begin_change(variation, value) : NULL;
    if (own == NULL)
        return false;
    own->as = other->as;
    own->count = other->count;
    return true;
}

void rs_vary_restore(rs_variation *variation)
{
    if (variation->changed != NULL)
        *variation->changed = variation->was;
    variation->changed = NULL;
}
