/* Runs as few bytes.
 *
 * A run is some hundred to some thousand whole numbers, most of them small or what could have been
 * expected: as many are killed as were met, what a floor cost is what its fights cost, a monster
 * takes as many hit points to kill as the last one of its kind, and what is worn is one of a few
 * things. So what is coded is the difference to what is expected, and that by an arithmetic coder
 * whose probabilities are learned on the way, column by column: a number is whether it is 0, its
 * sign, how many bits it has and its first two bits, each with a probability of its own, and the
 * rest of its bits as they are. Where one number tells the size of another (attacks and their
 * damage), the probabilities are those for that size. YARL's runs take a third of what the same
 * numbers take in bytes of seven bits.
 *
 * Who writes and who reads walk through the same function, `code_number`: the coder alone knows
 * which of the two it is. */
#include <string.h>
#include <wyrm/pack.h>

#include "sim/internal.h"

/* ---- One bit after the other ---- */

#define HALF     32768 /* of 65536 */
#define SURE     64    /* no probability is nearer to 0 or 1 */
#define SEEN_MAX 60

typedef struct chance {
    uint16_t of_one, seen;
} chance;

/* The bits so far are a number between low and high, of which the equal first bytes are known. */
typedef struct coder {
    bool reads;
    uint32_t low, high, value;
    unsigned char *bytes; /* that are written */
    size_t length, room;
    const unsigned char *at, *end; /* those that are read */
    unsigned beyond;               /* how many past the end */
    bool full;                     /* no memory */
} coder;

#define FLUSHED 4 /* bytes at the end: so many are read past it at most */

static void put_byte(coder *to, unsigned byte)
{
    if (to->length == to->room) {
        const size_t room = to->room > 0 ? 2 * to->room : 4096;
        unsigned char *bytes = base_resize(to->bytes, room);
        to->full = to->full || bytes == NULL;
        if (bytes == NULL)
            return;
        to->bytes = bytes;
        to->room = room;
    }
    to->bytes[to->length++] = (unsigned char)byte;
}

static uint32_t next_byte(coder *from)
{
    from->beyond += from->at == from->end;
    return from->at < from->end ? *from->at++ : 0;
}

static bool code_by(coder *code, uint32_t of_one, bool bit)
{
    const uint32_t middle =
        code->low + (uint32_t)(((uint64_t)(code->high - code->low) * of_one) >> 16);
    if (code->reads)
        bit = code->value <= middle;
    if (bit)
        code->high = middle;
    else
        code->low = middle + 1;
    for (; (code->low ^ code->high) >> 24 == 0; code->low <<= 8, code->high = code->high << 8 | 255)
        if (code->reads)
            code->value = code->value << 8 | next_byte(code);
        else
            put_byte(code, code->low >> 24);
    return bit;
}

/* Codes a bit and learns of it: the more was seen, the less. */
static bool code_bit(coder *code, chance *by, bool bit)
{
    bit = code_by(code, by->of_one, bit);
    const int32_t wanted = bit ? 65536 - SURE : SURE;
    const int32_t moved = (wanted - by->of_one) * 10 / (16 + 10 * by->seen);
    by->of_one = (uint16_t)(by->of_one + moved);
    by->seen = (uint16_t)(by->seen + (by->seen < SEEN_MAX));
    return bit;
}

/* ---- Numbers ---- */

#define BITS   64 /* at most, the one before the first counted */
#define SHORTS 16 /* numbers of fewer bits are common */
#define SIZES  8  /* of what a number is expected by */

typedef struct number_model {
    chance zero, sign, longer[BITS], first[SHORTS][3];
} number_model;

static int64_t code_number(coder *code, number_model *by, int64_t value)
{
    if (code_bit(code, &by->zero, value == 0))
        return 0;
    const bool minus = code_bit(code, &by->sign, value < 0);
    uint64_t rest = minus ? -(uint64_t)value : (uint64_t)value, made = 1;
    unsigned bits = 0; /* behind the highest one */
    while (bits + 1 < BITS && code_bit(code, &by->longer[bits], rest >> bits > 1))
        bits++;
    for (unsigned left = bits; left-- > 0;) {
        const bool bit = rest >> left & 1;
        made = made << 1 |
               (left + 2 >= bits && bits < SHORTS ? code_bit(code, &by->first[bits][made - 1], bit)
                                                  : code_by(code, HALF, bit));
    }
    return (int64_t)(minus ? -made : made);
}

/* ---- Records ---- */

#define COLUMNS_MAX 24  /* of a record */
#define MODELS_MAX  120 /* of all columns, those that have several sizes counted so often */
#define RATIOS_MAX  5   /* columns that are expected by what was so of the same monster or item */
#define LATELY      32  /* values that may come again */

/* What a column is expected to be. */
typedef enum expected_as {
    ZERO,
    BEFORE, /* as in the record before */
    ALIKE,  /* as `of`, another column of the record */
    RATIO,  /* so many for each of `of` as it was of late where the monster or item was the same */
    SIZE,   /* 0, and as far off as that */
    SUM,    /* as `of` of the fights on that floor come to */
    AGAIN   /* one of those that were lately, but none of the records before of the same depth */
} expected_as;

/* `size`: the column whose size tells how far it is off; of ratios it is what they come to. All
 * columns that are not listed are expected to be 0. */
typedef struct expectation {
    const char *column;
    expected_as as;
    const char *of, *size;
} expectation;

static const expectation of_floors[] = {
    {"depth", BEFORE, NULL, NULL},
    {"turns", BEFORE, NULL, NULL},
    {"damage_taken", SUM, "damage_taken", NULL},
    {"damage_dealt", SUM, "damage", NULL},
    {"level", BEFORE, NULL, NULL},
    {"hp", BEFORE, NULL, NULL},
    {"max_hp", BEFORE, NULL, NULL},
    {"gear_attack", AGAIN, NULL, NULL},
    {"gear_defense", AGAIN, NULL, NULL},
    {"consumables", BEFORE, NULL, NULL},
    {"rooms", BEFORE, NULL, NULL},
    {"monsters", SUM, "met", NULL},
    {"met", SUM, "met", NULL},
    {"kills", SUM, "kills", NULL},
    {"found", ALIKE, "items", NULL},
    {NULL, ZERO, NULL, NULL},
};
static const expectation of_fights[] = {
    {"depth", BEFORE, NULL, NULL},
    {"monster", AGAIN, NULL, NULL},
    {"met", SIZE, NULL, NULL},
    {"kills", ALIKE, "met", NULL},
    {"attacks", RATIO, "kills", NULL},
    {"damage", RATIO, "kills", NULL},
    {"attacks_taken", RATIO, "attacks", NULL},
    {"damage_taken", SIZE, "attacks_taken", NULL},
    {"attacks_to_kill", ALIKE, "attacks", NULL},
    {NULL, ZERO, NULL, NULL},
};
static const expectation of_items[] = {{"kind", BEFORE, NULL, NULL},
                                       {"found", ZERO, NULL, "lain"},
                                       {"used", ZERO, NULL, "found"},
                                       {"left", ALIKE, "found", NULL},
                                       {NULL, ZERO, NULL, NULL}};
static const expectation of_deaths[] = {{"max_hp", ALIKE, "hp", NULL},
                                        {"most", ALIKE, "foes", NULL},
                                        {"worst", ALIKE, "damage", NULL},
                                        {NULL, ZERO, NULL, NULL}};
static const expectation of_blows[] = {
    {"turn", BEFORE, NULL, NULL}, {"hp", BEFORE, NULL, NULL}, {NULL, ZERO, NULL, NULL}};

static const struct {
    const char *view;
    const expectation *rows;
} expected[] = {{"floors", of_floors},
                {"fights", of_fights},
                {"items", of_items},
                {"last_fights", of_deaths},
                {"last_blows", of_blows}};

/* Lists of sim_lists in the order in which they are coded: the fights before their floors. */
enum { FIGHTS = 2 };
static const size_t in_order[SIM_LISTS] = {0, FIGHTS, 1, 3, 4, 5};

/* The same with numbers of columns; -1: none. `model`: the first one of the column. */
typedef struct guess {
    expected_as as;
    int of, size;
    size_t model, ratio;
} guess;

/* Sums of which the later ones count more. */
typedef struct ratio {
    uint64_t of, per;
} ratio;

typedef struct pack_model {
    guess guesses[SIM_LISTS][COLUMNS_MAX];
    number_model more, seed, run, counts[SIM_LISTS], columns[MODELS_MAX];
    ratio ratios[RATIOS_MAX][WYRM_KINDS_MAX + 1];
    int64_t lately[SIM_LISTS][COLUMNS_MAX][LATELY];
} pack_model;

struct wyrm_pack {
    coder code;
    uint64_t seed, run; /* of the one before */
    bool any;
    wyrm_run *unpacked;
    pack_model model;
};

static int column_of(const sim_list *list, const char *name)
{
    for (int i = 0; name != NULL && list->columns[i].type != COLUMN_LAST; i++)
        if (strcmp(list->columns[i].name, name) == 0)
            return i;
    return -1;
}

static bool is_ratio(const guess *likeness)
{
    return likeness->as == RATIO || likeness->as == SIZE;
}

static void find_guesses(pack_model *model)
{
    size_t models = 0, ratios = 0;
    for (size_t i = 0; i < SIM_LISTS; i++) {
        const sim_list *list = &sim_lists[i];
        guess *guesses = model->guesses[i];
        for (size_t c = 0; c < COLUMNS_MAX; c++)
            guesses[c] = (guess){ZERO, -1, -1, 0, 0};
        for (size_t e = 0; e < sizeof expected / sizeof *expected; e++)
            for (const expectation *row = expected[e].rows;
                 strcmp(expected[e].view, list->view) == 0 && row->column != NULL; row++)
                guesses[column_of(list, row->column)] =
                    (guess){row->as, column_of(row->as == SUM ? &sim_lists[FIGHTS] : list, row->of),
                            column_of(list, row->size), 0, 0};
        for (size_t c = 0; list->columns[c].type != COLUMN_LAST; c++) {
            guesses[c].model = models;
            guesses[c].ratio = ratios;
            ratios += is_ratio(&guesses[c]);
            models += guesses[c].size >= 0 || is_ratio(&guesses[c]) ? SIZES
                      : guesses[c].as == AGAIN                      ? 2
                                                                    : 1;
        }
    }
}

static unsigned size_of(int64_t value)
{
    unsigned size = 0;
    while (size + 1 < SIZES && value >> size != 0)
        size++;
    return size;
}

static int64_t sum_of(const wyrm_run *run, int64_t depth, const sim_column *column)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < run->fight_count; i++)
        if (run->fights[i].depth == depth)
            sum += (uint64_t)sim_value(&run->fights[i], column);
    return (int64_t)sum;
}

/* The number that it is off what is likely; without a sign, so that it wraps, whatever a stranger's
 * bytes come to. */
static int64_t code_off(coder *code, number_model *by, int64_t likely, int64_t value)
{
    const uint64_t off = (uint64_t)value - (uint64_t)likely;
    return (int64_t)((uint64_t)likely + (uint64_t)code_number(code, by, (int64_t)off));
}

/* Which of the last values it is, from 1 on but for the first `not`; 0: none, then how far it is
 * off the last one. It is the last one then. */
static int64_t code_again(coder *code, number_model *by, int64_t lately[LATELY], size_t not,
                          int64_t value)
{
    size_t at = not ;
    while (at < LATELY && lately[at] != value)
        at++;
    const int64_t told = code_number(code, by, at < LATELY ? (int64_t)(at - not ) + 1 : 0);
    if (told > 0 && told <= (int64_t)(LATELY - not )) {
        at = not +(size_t)told - 1;
        value = lately[at];
    } else {
        at = LATELY - 1;
        value = code_off(code, by + 1, lately[0], value);
    }
    memmove(lately + 1, lately, at * sizeof *lately);
    return lately[0] = value;
}

/* The record behind so many others of the same depth. False where what is read cannot be what the
 * columns hold. */
static bool code_record(wyrm_pack *pack, const wyrm_run *run, size_t which, void *record,
                        int64_t before[COLUMNS_MAX], size_t *alike)
{
    const sim_list *list = &sim_lists[which];
    pack_model *model = &pack->model;
    int64_t now[COLUMNS_MAX] = {0};
    for (size_t c = 0; list->columns[c].type != COLUMN_LAST; c++) {
        const guess *likeness = &model->guesses[which][c];
        const int64_t of = likeness->of >= 0 && likeness->as != SUM ? now[likeness->of] : 1;
        int64_t likely = likeness->as == BEFORE  ? before[c]
                         : likeness->as == ALIKE ? of
                         : likeness->as == SUM
                             ? sum_of(run, now[0], &sim_lists[FIGHTS].columns[likeness->of])
                             : 0;
        int64_t size = likeness->size >= 0 ? now[likeness->size] : 0;
        ratio *mean = NULL;
        if (is_ratio(likeness)) {
            const size_t kind = (size_t)(now[list->number] + 1);
            mean = &model->ratios[likeness->ratio][kind <= WYRM_KINDS_MAX ? kind : 0];
            size = mean->per > 0 ? (int64_t)(((uint64_t)of * mean->of + mean->per / 2) / mean->per)
                                 : 0;
            likely = likeness->as == RATIO ? size : 0;
        }
        number_model *by = &model->columns[likeness->model + size_of(size)];
        if (!pack->code.reads)
            now[c] = sim_value(record, &list->columns[c]);
        now[c] = likeness->as == AGAIN ? code_again(&pack->code, by, model->lately[which][c],
                                                    *alike < LATELY ? *alike : LATELY, now[c])
                                       : code_off(&pack->code, by, likely, now[c]);
        if (pack->code.reads && !sim_set_value(record, &list->columns[c], now[c]))
            return false;
        if (c == 0)
            *alike = now[0] == before[0] ? *alike + 1 : 0;
        if (mean != NULL) {
            mean->of = mean->of / 2 + 64 * (uint64_t)now[c];
            mean->per = mean->per / 2 + 64 * (uint64_t)of;
        }
    }
    memcpy(before, now, sizeof now);
    return true;
}

static bool code_run(wyrm_pack *pack, wyrm_run *run)
{
    pack_model *model = &pack->model;
    coder *code = &pack->code;
    pack->seed += (uint64_t)code_number(code, &model->seed, (int64_t)(run->seed - pack->seed));
    pack->run += (uint64_t)code_number(code, &model->run, (int64_t)(run->run - pack->run));
    if (code->reads) {
        run->seed = pack->seed;
        run->run = pack->run;
    }
    for (size_t n = 0; n < SIM_LISTS; n++) {
        const size_t i = in_order[n];
        const sim_list *list = &sim_lists[i];
        char *record = (char *)run + list->offset;
        size_t *count = (size_t *)(void *)((char *)run + list->count_offset);
        int64_t before[COLUMNS_MAX] = {0};
        uint64_t number = 1;
        size_t alike = 0;
        if (list->most > 0)
            number =
                (uint64_t)code_number(code, &model->counts[i], code->reads ? 0 : (int64_t)*count);
        if (list->most > 0 && number > list->most)
            return false;
        if (list->most > 0 && code->reads)
            *count = (size_t)number;
        for (uint64_t r = 0; r < number; r++, record += list->size)
            if (!code_record(pack, run, i, record, before, &alike) || code->beyond > FLUSHED)
                return false;
    }
    return true;
}

/* As nothing was coded yet: every chance an even one. */
static void begin(wyrm_pack *pack, bool reads)
{
    const chance even = {HALF, 0};
    chance *all = (chance *)(void *)&pack->model.more;
    const size_t count =
        (offsetof(pack_model, ratios) - offsetof(pack_model, more)) / sizeof(chance);
    for (size_t i = 0; i < count; i++)
        all[i] = even;
    memset(pack->model.ratios, 0, sizeof pack->model.ratios);
    memset(pack->model.lately, 0, sizeof pack->model.lately);
    pack->code.reads = reads;
    pack->code.low = 0;
    pack->code.high = UINT32_MAX;
    pack->code.length = 0;
    pack->seed = pack->run = 0;
    pack->any = false;
}

/* ---- Packs ---- */

wyrm_status wyrm_pack_new(wyrm_pack **out, wyrm_error *error)
{
    *out = base_zeroed(1, sizeof **out);
    if (*out == NULL)
        return wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory");
    find_guesses(&(*out)->model);
    begin(*out, false);
    return WYRM_OK;
}

void wyrm_pack_free(wyrm_pack *pack)
{
    if (pack == NULL)
        return;
    wyrm_free(pack->code.bytes);
    wyrm_free(pack->unpacked);
    wyrm_free(pack);
}

wyrm_status wyrm_pack_add(wyrm_pack *pack, const wyrm_run *run, wyrm_error *error)
{
    if (!pack->any)
        begin(pack, false);
    pack->any = true;
    code_number(&pack->code, &pack->model.more, 1);
    /* Who writes changes nothing of it. */
    code_run(pack, (wyrm_run *)(uintptr_t)run);
    return pack->code.full ? wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory") : WYRM_OK;
}

wyrm_status wyrm_pack_bytes(wyrm_pack *pack, const unsigned char **bytes, size_t *length,
                            wyrm_error *error)
{
    coder *code = &pack->code;
    if (!pack->any)
        begin(pack, false);
    code_number(code, &pack->model.more, 0);
    for (int i = 0; i < FLUSHED; i++)
        put_byte(code, code->low >> (24 - 8 * i) & 255);
    pack->any = false;
    *bytes = code->bytes;
    *length = code->length;
    return code->full ? wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory") : WYRM_OK;
}

wyrm_status wyrm_pack_each(const unsigned char *bytes, size_t length,
                           wyrm_status (*take)(const wyrm_run *run, void *context,
                                               wyrm_error *error),
                           void *context, wyrm_error *error)
{
    wyrm_pack *pack;
    wyrm_status status = wyrm_pack_new(&pack, error);
    if (status != WYRM_OK)
        return status;
    coder *code = &pack->code;
    pack->unpacked = base_zeroed(1, sizeof *pack->unpacked);
    if (pack->unpacked == NULL)
        status = wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory");
    begin(pack, true);
    code->at = bytes;
    code->end = bytes + length;
    for (int i = 0; i < 4; i++)
        code->value = code->value << 8 | next_byte(code);
    while (status == WYRM_OK && code_number(code, &pack->model.more, 0) == 1) {
        if (!code_run(pack, pack->unpacked) || !sim_run_is_sound(pack->unpacked))
            status = wyrm_fail(error, WYRM_ERROR_SYNTAX, "a broken pack of runs");
        else
            status = take(pack->unpacked, context, error);
    }
    if (status == WYRM_OK && (code->at != code->end || code->beyond > 0))
        status = wyrm_fail(error, WYRM_ERROR_SYNTAX, "a broken pack of runs");
    wyrm_pack_free(pack);
    return status;
}
