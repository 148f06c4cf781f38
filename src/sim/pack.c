/* Runs as few bytes.
 *
 * A run is some hundred to some thousand whole numbers, most of them small or what could have been
 * expected: as many are killed as were met, a floor begins with the hit points of the one before.
 * So what is coded is the difference to what is expected, and that by an arithmetic coder whose
 * probabilities are learned on the way, column by column: a number is whether it is 0, its sign,
 * how many bits it has and its first two bits, each with a probability of its own, and the rest of
 * its bits as they are. Where one number tells the size of another (attacks and their damage), the
 * probabilities are those for that size. YARL's runs take less than half of what the same numbers
 * take in bytes of seven bits.
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

#define BITS  64 /* at most, the one before the first counted */
#define SIZES 5  /* of what a number is expected by */

typedef struct number_model {
    chance zero, sign, longer[BITS], first[BITS][3];
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
        made = made << 1 | (left + 2 >= bits ? code_bit(code, &by->first[bits][made - 1], bit)
                                             : code_by(code, HALF, bit));
    }
    return (int64_t)(minus ? -made : made);
}

/* ---- Records ---- */

#define COLUMNS_MAX 24 /* of a record */
#define MODELS_MAX  96 /* of all columns, those that have several sizes counted so often */

/* What a column is expected to be: what it was in the record before, or what another column of the
 * record is; and the column whose size tells what it will be. All others are what they are. */
typedef struct expectation {
    const char *column;
    bool as_before;
    const char *as, *by;
} expectation;

static const expectation of_floors[] = {
    {"depth", true, NULL, NULL},        {"turns", true, NULL, NULL},
    {"level", true, NULL, NULL},        {"hp", true, NULL, NULL},
    {"max_hp", true, NULL, NULL},       {"gear_attack", true, NULL, NULL},
    {"gear_defense", true, NULL, NULL}, {"consumables", true, NULL, NULL},
    {"rooms", true, NULL, NULL},        {"met", false, "monsters", NULL},
    {"kills", false, "met", NULL},      {"found", false, "items", NULL},
    {NULL, false, NULL, NULL},
};
static const expectation of_fights[] = {
    {"depth", true, NULL, NULL},
    {"kills", false, "met", NULL},
    {"attacks", false, NULL, "kills"},
    {"damage", false, NULL, "attacks"},
    {"attacks_taken", false, NULL, "attacks"},
    {"damage_taken", false, NULL, "attacks_taken"},
    {"attacks_to_kill", false, "attacks", NULL},
    {NULL, false, NULL, NULL},
};
static const expectation of_items[] = {
    {"kind", true, NULL, NULL}, {"left", false, "found", NULL}, {NULL, false, NULL, NULL}};
static const expectation of_deaths[] = {{"max_hp", false, "hp", NULL},
                                        {"most", false, "foes", NULL},
                                        {"worst", false, "damage", NULL},
                                        {NULL, false, NULL, NULL}};
static const expectation of_blows[] = {
    {"turn", true, NULL, NULL}, {"hp", true, NULL, NULL}, {NULL, false, NULL, NULL}};

static const struct {
    const char *view;
    const expectation *rows;
} expected[] = {{"floors", of_floors},
                {"fights", of_fights},
                {"items", of_items},
                {"last_fights", of_deaths},
                {"last_blows", of_blows}};

/* The same with numbers of columns; -1: none. `model`: the first one of the column. */
typedef struct guess {
    bool as_before;
    int as, by;
    size_t model;
} guess;

typedef struct pack_model {
    guess guesses[SIM_LISTS][COLUMNS_MAX];
    number_model more, seed, run, counts[SIM_LISTS], columns[MODELS_MAX];
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

static void find_guesses(pack_model *model)
{
    size_t models = 0;
    for (size_t i = 0; i < SIM_LISTS; i++) {
        const sim_list *list = &sim_lists[i];
        guess *guesses = model->guesses[i];
        for (size_t c = 0; c < COLUMNS_MAX; c++)
            guesses[c] = (guess){false, -1, -1, 0};
        for (size_t e = 0; e < sizeof expected / sizeof *expected; e++)
            for (const expectation *row = expected[e].rows;
                 strcmp(expected[e].view, list->view) == 0 && row->column != NULL; row++)
                guesses[column_of(list, row->column)] =
                    (guess){row->as_before, column_of(list, row->as), column_of(list, row->by), 0};
        for (size_t c = 0; list->columns[c].type != COLUMN_LAST; c++) {
            guesses[c].model = models;
            models += guesses[c].by >= 0 ? SIZES : 1;
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

/* False where what is read cannot be what the columns hold. */
static bool code_record(wyrm_pack *pack, size_t which, void *record, int64_t before[COLUMNS_MAX])
{
    const sim_column *columns = sim_lists[which].columns;
    int64_t now[COLUMNS_MAX] = {0};
    for (size_t c = 0; columns[c].type != COLUMN_LAST; c++) {
        const guess *likeness = &pack->model.guesses[which][c];
        const int64_t likely = likeness->as_before ? before[c]
                               : likeness->as >= 0 ? now[likeness->as]
                                                   : 0;
        const unsigned size = likeness->by >= 0 ? size_of(now[likeness->by]) : 0;
        number_model *by = &pack->model.columns[likeness->model + size];
        if (!pack->code.reads)
            now[c] = sim_value(record, &columns[c]);
        /* In numbers without a sign, which wrap, whatever a stranger's bytes come to. */
        const uint64_t off = (uint64_t)now[c] - (uint64_t)likely;
        now[c] = (int64_t)((uint64_t)likely + (uint64_t)code_number(&pack->code, by, (int64_t)off));
        if (pack->code.reads && !sim_set_value(record, &columns[c], now[c]))
            return false;
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
    for (size_t i = 0; i < SIM_LISTS; i++) {
        const sim_list *list = &sim_lists[i];
        char *record = (char *)run + list->offset;
        size_t *count = (size_t *)(void *)((char *)run + list->count_offset);
        int64_t before[COLUMNS_MAX] = {0};
        uint64_t number = 1;
        if (list->most > 0)
            number =
                (uint64_t)code_number(code, &model->counts[i], code->reads ? 0 : (int64_t)*count);
        if (list->most > 0 && number > list->most)
            return false;
        if (list->most > 0 && code->reads)
            *count = (size_t)number;
        for (uint64_t r = 0; r < number; r++, record += list->size)
            if (!code_record(pack, i, record, before) || code->beyond > FLUSHED)
                return false;
    }
    return true;
}

/* As nothing was coded yet: every chance an even one. */
static void begin(wyrm_pack *pack, bool reads)
{
    const chance even = {HALF, 0};
    chance *all = (chance *)(void *)&pack->model.more;
    const size_t count = (sizeof pack->model - offsetof(pack_model, more)) / sizeof(chance);
    for (size_t i = 0; i < count; i++)
        all[i] = even;
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
