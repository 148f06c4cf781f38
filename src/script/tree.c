/* The exact reading of a function: it is run for every outcome of every draw.
 *
 * Lua cannot go back to the middle of a function, so each run begins at its start: it repeats the
 * draws of the run before, with the same outcomes up to the last draw that has another one left. So
 * a tree is walked from left to right. Three things keep it small:
 *
 *   sums     of dice are one draw (library.c).
 *   helpers  A function of the script that another one calls is read by itself, in a tree of its
 *            own, the first time that it is called with these arguments; from then on the call is
 *            one draw from its results. That is right because nothing in a script changes during a
 *            call (box.c), so that a result depends on the arguments alone. The function is simply
 *            called if arguments or results cannot be compared (values.c), if it is already being
 *            read with the same ones (it calls itself), or if trees are nested too deep.
 *   states   In a tree that has grown, the state before a draw is compared with earlier ones: all
 *            running functions, the call that each is in, its variables and half-computed
 *            expressions. If it is known, so is everything that follows: the run ends there, and
 *            takes what followed the first time. So a sum of dice in a loop is a chain, no tree.
 *
 * Results are kept in a log: one entry for each run. When all outcomes of a draw are done, its
 * entries are multiplied by their chances, and those with equal results are merged: so the log
 * stays short, and the results of a draw are together at its end.
 *
 * Ways that are less likely than 1e-24 are cut, so that what may go on for ever ends; how much was
 * cut is reported. On the way that is a result like any other, number NOWHERE. But forty dice in a
 * loop have no likelier ways: if too many are cut, the tree is read again without cutting. */
#include "script/internal.h"
#include <string.h>
#include <xxhash.h>

#define DRAWS_MAX   10000 /* draws in one run */
#define NEST_MAX    40    /* nested trees */
#define CUT         1e-24
#define CUTS_MAX    1000       /* cut ways, after which a tree is read without cutting */
#define CUT_ALLOWED 1e-9       /* probability that may be cut off in the end */
#define CUT_SHARED  1e-18      /* most that a kept result may lack, times the chance of its use */
#define RUN_STEPS   30         /* charged for a run, beside its instructions */
#define DRAW_STEPS  5          /* and for a draw */
#define MUCH_WORK   1000000    /* steps after which memory is not kept for the next reading */
#define NOWHERE     UINT32_MAX /* result of a cut way, or one that cannot be compared */
#define NO_STATE    UINT32_MAX

/* States are compared once a tree has this many runs; and after so many tries only if one in 16 of
 * them has found a known state. */
#define STATES_FROM  32
#define STATES_TRIED 1024

/* ---- sets ---- */

/* A set of byte strings, numbered from 0 in the order in which they were added. */
typedef struct sc_set {
    sc_buffer bytes, items, slots;
    size_t count;
} sc_set;

typedef struct set_item {
    uint64_t hash;
    size_t at, length;
} set_item;

static set_item *item_of(const sc_set *set, uint32_t number)
{
    return (set_item *)(void *)set->items.bytes + number;
}

static uint32_t *slots_of(const sc_set *set)
{
    return (uint32_t *)(void *)set->slots.bytes;
}

/* Returns the slot of these bytes, or the free one where they belong. */
static uint32_t *find_slot(const sc_set *set, uint64_t hash, const unsigned char *bytes,
                           size_t length)
{
    size_t mask = set->slots.length / sizeof(uint32_t) - 1;
    for (size_t slot = (size_t)hash;; slot++) {
        uint32_t *at = slots_of(set) + (slot & mask);
        const set_item *item = *at != 0 ? item_of(set, *at - 1) : NULL;
        if (item == NULL || (item->hash == hash && item->length == length && bytes != NULL &&
                             memcmp(set->bytes.bytes + item->at, bytes, length) == 0))
            return at;
    }
}

/* Doubles the slots: a power of two, at most half of them taken. */
static void grow_slots(lua_State *L, sc_set *set)
{
    size_t size = set->slots.length == 0 ? 64 * sizeof(uint32_t) : 2 * set->slots.length;
    set->slots.length = 0;
    memset(sc_append(L, &set->slots, size), 0, size);
    for (uint32_t i = 0; i < set->count; i++)
        *find_slot(set, item_of(set, i)->hash, NULL, 0) = i + 1;
}

/* Adds the last `length` of set->bytes as a string, or removes them if the set has it. Returns its
 * number. */
static uint32_t set_add(lua_State *L, sc_set *set, size_t length, bool *added)
{
    if (2 * (set->count + 1) * sizeof(uint32_t) > set->slots.length)
        grow_slots(L, set);
    size_t at = set->bytes.length - length;
    const unsigned char *bytes = set->bytes.bytes + at;
    uint64_t hash = XXH3_64bits(bytes, length);
    uint32_t *slot = find_slot(set, hash, bytes, length);
    *added = *slot == 0;
    if (!*added) {
        set->bytes.length = at;
        return *slot - 1;
    }
    *(set_item *)sc_append(L, &set->items, sizeof(set_item)) = (set_item){hash, at, length};
    *slot = (uint32_t)++set->count;
    return *slot - 1;
}

static const unsigned char *set_at(const sc_set *set, uint32_t number, size_t *length)
{
    const set_item *item = item_of(set, number);
    *length = item->length;
    return set->bytes.bytes + item->at;
}

/* Clears only the slots in use: a set that was large once may hold few strings later, many times
 * over. */
static void set_clear(sc_set *set)
{
    size_t slots = set->slots.length / sizeof(uint32_t);
    if (set->count * 4 > slots)
        memset(set->slots.bytes, 0, set->slots.length);
    else
        for (uint32_t i = (uint32_t)set->count; i-- > 0;)
            *find_slot(set, item_of(set, i)->hash, set->bytes.bytes + item_of(set, i)->at,
                       item_of(set, i)->length) = 0;
    set->bytes.length = set->items.length = set->count = 0;
}

static void set_drop(sc_set *set)
{
    sc_drop(&set->bytes);
    sc_drop(&set->items);
    sc_drop(&set->slots);
    set->count = 0;
}

/* ---- trees ---- */

/* A result by its number, and its chance. */
typedef struct entry {
    uint32_t result;
    double chance;
} entry;

/* A draw on the way, and the outcome that is followed. */
typedef struct node {
    sc_draw draw;
    size_t at;
    double reach;      /* chance to get here */
    size_t mark, from; /* length of the log at the start of this draw, and of this outcome */
    uint32_t state;
} node;

/* The results that follow from a state: some of tree->entries. */
typedef struct known {
    size_t at, count; /* count 0: nothing is known */
    double cut;
} known;

/* A result that is one number or flag, by its bits. */
typedef struct recent {
    int tag;
    uint64_t bits;
    uint32_t result;
} recent;

#define RECENT 64

typedef struct tree {
    sc_set results;
    sc_buffer log;    /* array of entry */
    sc_buffer places; /* place in the log by result, for gather */
    sc_set states;
    sc_buffer knowns;     /* array of known, by state */
    sc_buffer entries;    /* array of entry: those of all knowns */
    sc_buffer way;        /* array of node */
    size_t length, depth; /* draws on the way; how many of them this run has made */
    struct recent recent[RECENT];
    size_t runs, tried, found; /* runs; states looked up; states found */
    double reach;              /* chance to reach this tree */
    double cut_at;             /* ways less likely than this are not followed */
    size_t cuts;
    int frames;    /* on the stack below its function */
    size_t blamed; /* the draw that reports that the tree is too large; DRAWS_MAX: none */
} tree;

/* The results of a call of a helper. */
typedef struct answer {
    enum { UNREAD, READING, READ, PLAIN } stage; /* PLAIN: it is simply called */
    size_t count;
    double *chances; /* chance of each result; what was cut off comes last, if `cut` is above 0 */
    /* where each begins in reading->values, and where the last ends; NO_PLACE behind what was cut
     * off */
    size_t *values;
    double cut;
} answer;

struct sc_reading {
    tree trees[NEST_MAX];
    size_t depth;      /* trees in use */
    sc_set calls;      /* calls of helpers, each with its arguments */
    sc_buffer answers; /* array of answer, by call */
    sc_buffer values;
    base_arena arena;
};

sc_reading *sc_reading_new(void)
{
    return base_zeroed(1, sizeof(sc_reading));
}

static void drop_rooms(sc_reading *r)
{
    for (size_t i = 0; i < NEST_MAX; i++) {
        tree *t = &r->trees[i];
        set_drop(&t->results);
        set_drop(&t->states);
        sc_buffer *const buffers[] = {&t->log, &t->places, &t->knowns, &t->entries, &t->way};
        for (size_t k = 0; k < COUNT_OF(buffers); k++)
            sc_drop(buffers[k]);
    }
    set_drop(&r->calls);
    sc_drop(&r->answers);
    sc_drop(&r->values);
    base_release(&r->arena);
}

void sc_reading_free(sc_reading *r)
{
    drop_rooms(r);
    wyrm_free(r);
}

/* Starts a reading. Memory is kept from the last one, unless that was large. */
void sc_reading_begin(script *self)
{
    sc_reading *r = self->reading;
    if (self->work > MUCH_WORK)
        drop_rooms(r);
    base_release(&r->arena);
    set_clear(&r->calls);
    r->answers.length = r->values.length = 0;
    r->depth = 0;
    self->work = self->run_start = self->given = 0;
    self->amounts_left = SC_AMOUNTS_COST;
    self->reading_mark++;
    memset(self->looked, 0, sizeof self->looked);
    memset(self->powers, 0, sizeof self->powers);
}

/* ---- the log ---- */

static entry *log_of(const tree *t)
{
    return (entry *)(void *)t->log.bytes;
}

static size_t log_count(const tree *t)
{
    return t->log.length / sizeof(entry);
}

static void log_add(lua_State *L, sc_buffer *log, uint32_t result, double chance)
{
    *(entry *)sc_append(L, log, sizeof(entry)) = (entry){result, chance};
}

/* Multiplies the entries from `from` on by a chance. */
static void scale(lua_State *L, tree *t, size_t from, double chance)
{
    sc_charge(L, (log_count(t) - from) / 8);
    entry *log = log_of(t);
    for (size_t i = from; i < log_count(t); i++)
        log[i].chance *= chance;
}

/* Merges the entries from `mark` on that have equal results, each where the first of them was. */
static void gather(lua_State *L, tree *t, size_t mark)
{
    size_t count = log_count(t), kept = mark, room = (t->results.count + 1) * sizeof(uint32_t);
    if (count - mark < 2)
        return;
    sc_charge(L, (count - mark) / 2);
    if (t->places.length < room) {
        const size_t more = room - t->places.length;
        memset(sc_append(L, &t->places, more), 0, more);
    }
    entry *log = log_of(t);
    uint32_t *places = (uint32_t *)(void *)t->places.bytes;
    for (size_t i = mark; i < count; i++) {
        uint32_t *place = &places[log[i].result == NOWHERE ? 0 : log[i].result + 1];
        if (*place != 0) {
            log[mark + *place - 1].chance += log[i].chance;
            continue;
        }
        log[kept] = log[i];
        *place = (uint32_t)(++kept - mark);
    }
    for (size_t i = mark; i < kept; i++)
        places[log[i].result == NOWHERE ? 0 : log[i].result + 1] = 0;
    t->log.length = kept * sizeof(entry);
}

/* ---- draws ---- */

static size_t next_outcome(const sc_draw *draw, size_t index)
{
    while (index < draw->count && !(sc_chance(draw, index) > 0))
        index++;
    return index;
}

/* Ends the run early; its results are in the log. */
static _Noreturn void abandon(lua_State *L)
{
    sc_of(L)->abandoned = true;
    sc_raise_again(L);
}

/* Fails because of a draw with too many outcomes. */
static _Noreturn void blame(lua_State *L, const char *name, const sc_draw *draw)
{
    char label[SC_LABEL_MAX];
    sc_label(L, name, label);
    sc_raise(L, WYRM_ERROR_LIMIT, "what a function of its own comes to is worked out once",
             "there are too many outcomes to follow: '%s' alone has %zu", label, draw->count);
}

/* ---- states ---- */

static void put_number(lua_State *L, sc_buffer *to, uint64_t number)
{
    memcpy(sc_append(L, to, sizeof number), &number, sizeof number);
}

/* Appends the variables of a running function, its half-computed expressions and its unnamed
 * arguments. False: one of them cannot be written. */
static bool put_variables(lua_State *L, sc_buffer *to, lua_Debug *frame, sc_written *before)
{
    bool fine = true;
    for (int step = 1; step >= -1; step -= 2)
        for (int n = step; fine && lua_getlocal(L, frame, n) != NULL; n += step) {
            fine = sc_put(L, to, lua_gettop(L), SC_COMPARE, before);
            lua_pop(L, 1);
        }
    return fine;
}

/* Appends a running function and where it is in its text. False: it may hold something that cannot
 * be seen. Of functions in C, only the one that draws (the innermost) and sc_help hold nothing. */
static bool put_frame(lua_State *L, sc_buffer *to, lua_Debug *frame, bool innermost,
                      sc_written *before)
{
    lua_getinfo(L, "lf", frame);
    const void *function = lua_topointer(L, -1);
    bool seen = lua_iscfunction(L, -1) ? innermost || lua_tocfunction(L, -1) == sc_help
                                       : sc_helper_at(sc_of(L), function) != NULL;
    lua_pop(L, 1);
    put_number(L, to, (uintptr_t)function);
    put_number(L, to, (uint64_t)frame->currentline);
    return seen && put_variables(L, to, frame, before);
}

/* Appends the state of all functions that run in a tree. */
static bool put_state(lua_State *L, const tree *t, sc_buffer *to)
{
    lua_Debug frame;
    sc_written before;
    before.count = 0;
    int count = sc_frames(L) - t->frames;
    sc_charge(L, 4 * (size_t)count);
    for (int level = 0; level < count; level++)
        if (lua_getstack(L, level, &frame) != 1 || !put_frame(L, to, &frame, level == 0, &before))
            return false;
    return true;
}

static known *known_of(const tree *t, uint32_t state)
{
    return (known *)(void *)t->knowns.bytes + state;
}

/* Looks up what follows from this state. True: it is known, and in the log now. */
static bool follows(lua_State *L, tree *t, node *here)
{
    bool added;
    size_t before = t->states.bytes.length;
    t->tried++;
    if (!put_state(L, t, &t->states.bytes)) {
        t->states.bytes.length = before;
        return false;
    }
    here->state = set_add(L, &t->states, t->states.bytes.length - before, &added);
    if (added)
        *(known *)sc_append(L, &t->knowns, sizeof(known)) = (known){0};
    known of = *known_of(t, here->state);
    sc_charge(L, of.count / 2);
    if (of.count > 0 && here->reach * of.cut > CUT_SHARED)
        t->cuts++;
    if (of.count == 0 || here->reach * of.cut > CUT_SHARED)
        return false;
    for (size_t i = of.at; i < of.at + of.count; i++) {
        entry one = ((entry *)(void *)t->entries.bytes)[i];
        log_add(L, &t->log, one.result, one.chance);
    }
    t->found++;
    return true;
}

/* Keeps what follows from a state, once all outcomes of its draw are done: the log from its mark
 * on. */
static void learn(lua_State *L, tree *t, const node *done)
{
    known of = {t->entries.length / sizeof(entry), log_count(t) - done->mark, 0};
    for (size_t i = done->mark; i < done->mark + of.count; i++) {
        entry one = log_of(t)[i];
        of.cut += one.result == NOWHERE ? one.chance : 0;
        log_add(L, &t->entries, one.result, one.chance);
    }
    *known_of(t, done->state) = of;
}

static bool compares_states(const script *self, const tree *t)
{
    return t->runs > STATES_FROM && !self->naive && !self->source.chained &&
           (t->tried < STATES_TRIED || t->found * 16 > t->tried);
}

/* ---- the tree ---- */

static node *way_of(const tree *t)
{
    return (node *)(void *)t->way.bytes;
}

static tree *current(const script *self)
{
    return &self->reading->trees[self->reading->depth - 1];
}

/* Returns the chance to reach the end of the way. */
static double reach_of(const tree *t)
{
    const node *last = t->length > 0 ? &way_of(t)[t->length - 1] : NULL;
    return last != NULL ? last->reach * sc_chance(&last->draw, last->at) : t->reach;
}

/* Adds a draw to a way that is new from here on. */
static node *add_node(lua_State *L, tree *t, const sc_draw *draw)
{
    if (t->length == DRAWS_MAX)
        sc_raise(L, WYRM_ERROR_LIMIT, NULL, "more than %d draws in one run", DRAWS_MAX);
    t->way.length = t->length * sizeof(node);
    node *here = sc_append(L, &t->way, sizeof *here);
    *here = (node){.draw = *draw,
                   .reach = reach_of(t),
                   .mark = log_count(t),
                   .from = log_count(t),
                   .state = NO_STATE};
    return here;
}

/* Makes a new draw, and returns its first outcome, unless its way is cut or its state is known. */
static size_t branch(lua_State *L, tree *t, const sc_draw *draw)
{
    node *here = add_node(L, t, draw);
    here->at = next_outcome(draw, 0);
    bool certain = next_outcome(draw, here->at + 1) == draw->count;
    if (!certain && here->reach < t->cut_at) {
        t->cuts++;
        log_add(L, &t->log, NOWHERE, 1);
        abandon(L);
    }
    if (!certain && compares_states(sc_of(L), t) && follows(L, t, here))
        abandon(L);
    t->depth = ++t->length;
    return here->at;
}

static size_t choose(lua_State *L, const sc_draw *draw)
{
    tree *t = current(sc_of(L));
    sc_charge(L, DRAW_STEPS);
    if (t->depth == t->length)
        return branch(L, t, draw);
    if (t->depth == t->blamed)
        blame(L, draw->name, draw);
    return way_of(t)[t->depth++].at;
}

/* Returns the draw of the way that this run is at; NULL: it is past them, or must make this one in
 * full, to report it. */
static node *repeated(script *self)
{
    tree *t = current(self);
    if (t->depth == t->length || t->depth == t->blamed)
        return NULL;
    self->work += DRAW_STEPS;
    return &way_of(t)[t->depth];
}

static bool again(lua_State *L)
{
    script *self = sc_of(L);
    const node *here = repeated(self);
    if (here == NULL || here->draw.kind > SC_FLAG)
        return false;
    current(self)->depth++;
    if (here->draw.kind == SC_FLAG)
        lua_pushboolean(L, here->at == 0);
    else
        lua_pushinteger(L, here->draw.first + (lua_Integer)here->at);
    return true;
}

const sc_drawing sc_exact_drawing = {again, choose};

/* Moves on to the next way; false: that was the last. */
static bool advance(lua_State *L, tree *t)
{
    while (t->length > 0) {
        node *here = &way_of(t)[t->length - 1];
        double chance = sc_chance(&here->draw, here->at);
        if (chance < 1)
            scale(L, t, here->from, chance);
        here->from = log_count(t);
        here->at = next_outcome(&here->draw, here->at + 1);
        if (here->at < here->draw.count)
            return true;
        gather(L, t, here->mark);
        if (here->state != NO_STATE)
            learn(L, t, here);
        t->length--;
    }
    return false;
}

/* Begins a tree that is reached with a chance of `reach`. */
static void begin_tree(tree *t, double reach, double cut_at)
{
    t->reach = reach;
    t->cut_at = cut_at;
    set_clear(&t->results);
    set_clear(&t->states);
    t->log.length = t->knowns.length = t->entries.length = 0;
    t->length = t->runs = t->tried = t->found = t->cuts = 0;
    t->blamed = DRAWS_MAX;
    memset(t->recent, 0, sizeof t->recent);
}

static tree *open_tree(sc_reading *r, double reach)
{
    tree *t = &r->trees[r->depth++];
    begin_tree(t, reach, CUT);
    return t;
}

/* If a tree is too large, marks the widest draw of the next way: making it will fail. */
static void look_for_limits(lua_State *L, tree *t)
{
    if (sc_of(L)->work < sc_of(L)->work_most && t->results.count <= SCRIPT_OUTCOMES_MAX)
        return;
    size_t widest = 0;
    for (size_t i = 1; i < t->length; i++)
        if (way_of(t)[i].draw.count > way_of(t)[widest].draw.count)
            widest = i;
    if (t->length == 0)
        sc_raise(L, WYRM_ERROR_LIMIT, NULL, "there are too many outcomes to follow");
    t->blamed = widest;
}

/* Returns the number of a run's result, the values from `first` on. NOWHERE: it cannot be
 * compared. */
static uint32_t number_of_result(lua_State *L, tree *t, int first, sc_purpose purpose)
{
    bool added;
    sc_written written;
    written.count = 0;
    size_t before = t->results.bytes.length;
    if (purpose == SC_RESULT && lua_gettop(L) > first)
        sc_raise(L, WYRM_ERROR_RULESET, NULL,
                 "a function returns one value, or a table of several");
    if (purpose == SC_RESULT)
        lua_settop(L, first); /* no value is nil */
    for (int i = first; i <= lua_gettop(L); i++)
        if (!sc_put(L, &t->results.bytes, i, purpose, &written))
            return NOWHERE;
    return set_add(L, &t->results, t->results.bytes.length - before, &added);
}

/* The same with a cache for a single number or flag, whose bytes need not be written then. */
static uint32_t result_of(lua_State *L, tree *t, int first, sc_purpose purpose)
{
    recent now = {.tag = lua_gettop(L) == first ? lua_type(L, first) : LUA_TNONE};
    lua_Number real = now.tag == LUA_TNUMBER ? lua_tonumber(L, first) : 0;
    if (now.tag == LUA_TBOOLEAN)
        now.bits = (uint64_t)lua_toboolean(L, first);
    else if (now.tag == LUA_TNUMBER && lua_isinteger(L, first))
        now.bits = (uint64_t)lua_tointeger(L, first);
    else if (now.tag == LUA_TNUMBER) {
        memcpy(&now.bits, &real, sizeof now.bits);
        now.tag = -LUA_TNUMBER;
    } else
        return number_of_result(L, t, first, purpose);
    recent *kept = &t->recent[(now.bits ^ now.bits >> 32 ^ now.bits >> 58) % RECENT];
    if (kept->tag != now.tag || kept->bits != now.bits) {
        now.result = number_of_result(L, t, first, purpose);
        if (now.result == NOWHERE)
            return NOWHERE;
        *kept = now;
    }
    return kept->result;
}

/* A tree that is growing, as run_ways gets it from Lua. */
typedef struct growth {
    tree *tree;
    sc_purpose purpose;
    int arguments;
    bool going, compared;
} growth;

static void begin_run(lua_State *L, tree *t)
{
    script *self = sc_of(L);
    t->depth = 0;
    t->runs++;
    self->work += RUN_STEPS;
    self->run_start = self->work;
    look_for_limits(L, t);
    sc_collect(self);
}

/* Runs the function at 2, with its arguments behind it, until all ways are done or one is
 * abandoned, which ends this call as well. */
static int run_ways(lua_State *L)
{
    int function = 2;
    growth *g = lua_touserdata(L, 1);
    int top = lua_gettop(L);
    tree *t = g->tree;
    t->frames = sc_frames(L);
    luaL_checkstack(L, g->arguments + 16, NULL);
    while (g->going) {
        begin_run(L, t);
        for (int i = 0; i <= g->arguments; i++)
            lua_pushvalue(L, function + i);
        lua_call(L, g->arguments, LUA_MULTRET);
        sc_demand_unchanged(L);
        uint32_t result = result_of(L, t, top + 1, g->purpose);
        g->compared = result != NOWHERE;
        if (!g->compared)
            return 0;
        log_add(L, &t->log, result, 1);
        lua_settop(L, top);
        g->going = advance(L, t);
    }
    return 0;
}

/* Moves on after an abandoned way; or begins the tree again without cutting, if too many were
 * cut. */
static bool go_on(lua_State *L, tree *t)
{
    if (t->cuts <= CUTS_MAX || t->cut_at == 0)
        return advance(L, t);
    begin_tree(t, 1, 0);
    return true;
}

/* Runs a function, which is at `function` with its arguments behind it, for every way. False: its
 * results cannot be compared. */
static bool grow(lua_State *L, tree *t, int function, int arguments, sc_purpose purpose)
{
    script *self = sc_of(L);
    growth g = {t, purpose, arguments, true, true};
    luaL_checkstack(L, arguments + 16, NULL);
    lua_pushcfunction(L, sc_handle);
    int handler = lua_gettop(L);
    while (g.going && g.compared) {
        lua_pushcfunction(L, run_ways);
        lua_pushlightuserdata(L, &g);
        for (int i = 0; i <= arguments; i++)
            lua_pushvalue(L, function + i);
        if (!sc_call(L, arguments + 2, handler)) {
            if (!self->abandoned)
                sc_raise_again(L);
            self->abandoned = false;
            g.going = go_on(L, t);
        }
    }
    if (g.compared)
        gather(L, t, 0);
    return g.compared;
}

/* ---- helpers ---- */

static answer *answer_of(const sc_reading *r, uint32_t call)
{
    return (answer *)(void *)r->answers.bytes + call;
}

/* Returns the number of a call, or NOWHERE if its arguments cannot be compared: a table that is not
 * sealed could be changed by the function. */
static uint32_t number_of_call(lua_State *L, sc_reading *r, int arguments)
{
    bool added;
    sc_written written;
    written.count = 0;
    size_t before = r->calls.bytes.length;
    put_number(L, &r->calls.bytes, (uintptr_t)lua_topointer(L, lua_upvalueindex(1)));
    for (int i = 1; i <= arguments; i++) {
        bool open = lua_istable(L, i) && luaL_getmetafield(L, i, "__index") == LUA_TNIL;
        if (open || !sc_put(L, &r->calls.bytes, i, SC_COMPARE, &written)) {
            r->calls.bytes.length = before;
            return NOWHERE;
        }
        lua_settop(L, arguments);
    }
    uint32_t call = set_add(L, &r->calls, r->calls.bytes.length - before, &added);
    if (added)
        *(answer *)sc_append(L, &r->answers, sizeof(answer)) = (answer){.stage = UNREAD};
    return call;
}

static void *take(lua_State *L, sc_reading *r, size_t count, size_t size)
{
    void *taken = base_take(&r->arena, count, size);
    if (taken == NULL)
        sc_raise(L, WYRM_ERROR_MEMORY, NULL, "out of memory");
    return taken;
}

#define NO_PLACE SIZE_MAX /* for what was cut off */

/* Copies the results of a tree; what was cut off comes last. A helper may be read again while ways
 * that have drawn from its answer are followed, and they go on using it: an answer stays in memory
 * until the reading ends. */
static void keep_answer(lua_State *L, sc_reading *r, const tree *t, answer *of)
{
    size_t count = log_count(t), at = 0, length;
    of->chances = take(L, r, count, sizeof *of->chances);
    of->values = take(L, r, count + 1, sizeof *of->values);
    for (size_t i = 0; i < count; i++) {
        entry one = log_of(t)[i];
        if (one.result == NOWHERE) {
            of->cut = one.chance;
            of->chances[count - 1] = one.chance;
            continue;
        }
        const unsigned char *bytes = set_at(&t->results, one.result, &length);
        of->chances[at] = one.chance;
        of->values[at++] = r->values.length;
        memcpy(sc_append(L, &r->values, length), bytes, length);
    }
    of->values[at] = r->values.length;
    if (at < count)
        of->values[count] = NO_PLACE;
    of->count = count;
    of->stage = READ;
}

/* Reads a helper in a tree of its own; the work does not count for the run that has called it. */
static void read_helper(lua_State *L, sc_reading *r, uint32_t call, int arguments, double reach)
{
    script *self = sc_of(L);
    uint64_t work = self->work, before = self->run_start;
    answer_of(r, call)->stage = READING;
    tree *t = open_tree(r, reach);
    lua_pushvalue(L, lua_upvalueindex(1));
    lua_insert(L, 1);
    answer of = {.stage = PLAIN};
    if (grow(L, t, 1, arguments, SC_KEEP))
        keep_answer(L, r, t, &of);
    *answer_of(r, call) = of;
    r->depth--;
    lua_settop(L, arguments + 1);
    lua_remove(L, 1);
    self->run_start = before + (self->work - work);
}

static int just_call(lua_State *L, int arguments)
{
    lua_pushvalue(L, lua_upvalueindex(1));
    lua_insert(L, 1);
    lua_call(L, arguments, LUA_MULTRET);
    return lua_gettop(L);
}

/* Pushes one of the results of a call. */
static int push_answer(lua_State *L, const sc_reading *r, const size_t *places, size_t index)
{
    if (places[index + 1] == NO_PLACE) {
        log_add(L, &current(sc_of(L))->log, NOWHERE, 1);
        abandon(L);
    }
    return sc_push(L, r->values.bytes + places[index], places[index + 1] - places[index]);
}

/* Whether a call has to be read: for the first time, or again, since too much was cut off when it
 * was less likely. */
static bool is_to_read(const answer *of, double reach)
{
    return of->stage == UNREAD || (of->stage == READ && reach * of->cut > CUT_SHARED);
}

/* Calls a helper for the first time on this way. */
static int help_anew(lua_State *L, sc_reading *r, int arguments)
{
    tree *t = &r->trees[r->depth - 1];
    static const sc_draw plain = {.kind = SC_PLAIN, .count = 1};
    double reach = t->cut_at > 0 ? reach_of(t) : 1;
    luaL_checkstack(L, arguments + 16, NULL);
    sc_demand_unchanged(L);
    uint32_t call = number_of_call(L, r, arguments);
    if (call != NOWHERE && r->depth < NEST_MAX && is_to_read(answer_of(r, call), reach))
        read_helper(L, r, call, arguments, reach);
    const answer *of = call != NOWHERE ? answer_of(r, call) : NULL;
    if (of == NULL || of->stage != READ) {
        (void)branch(L, t, &plain);
        return just_call(L, arguments);
    }
    const sc_draw draw = {
        .kind = SC_CALL, .places = of->values, .count = of->count, .chances = of->chances};
    return push_answer(L, r, draw.places, branch(L, t, &draw));
}

static _Noreturn void blame_call(lua_State *L, const sc_draw *draw)
{
    char name[SCRIPT_NAME_MAX + 1];
    script *self = sc_of(L);
    const sc_helper *helper = sc_helper_at(self, lua_topointer(L, lua_upvalueindex(1)));
    sc_source_function(&self->source, helper != NULL ? helper->line : 0, name);
    blame(L, name, draw);
}

int sc_help(lua_State *L)
{
    script *self = sc_of(L);
    sc_reading *r = self->reading;
    int arguments = lua_gettop(L);
    if (self->drawing != &sc_exact_drawing || self->naive)
        return just_call(L, arguments);
    tree *t = current(self);
    self->work += DRAW_STEPS;
    if (t->depth == t->length)
        return help_anew(L, r, arguments);
    if (t->depth == t->blamed)
        blame_call(L, &way_of(t)[t->depth].draw);
    const node *here = &way_of(t)[t->depth++];
    if (here->draw.kind == SC_PLAIN)
        return just_call(L, arguments);
    return push_answer(L, r, here->draw.places, here->at);
}

/* ---- the whole reading ---- */

void sc_exact_read(lua_State *L, int arguments)
{
    sc_reading *r = sc_of(L)->reading;
    tree *t = open_tree(r, 1);
    (void)grow(L, t, lua_gettop(L) - arguments, arguments, SC_RESULT);
    for (size_t i = 0; i < log_count(t); i++)
        if (log_of(t)[i].result == NOWHERE && log_of(t)[i].chance > CUT_ALLOWED)
            sc_raise(L, WYRM_ERROR_LIMIT, "what may go on for long is better a function of its own",
                     "ways that are too unlikely to follow come to %.2g together",
                     log_of(t)[i].chance);
}

bool sc_exact_copy(const script *self, base_arena *arena, script_outcomes *out)
{
    const tree *t = &self->reading->trees[0];
    size_t length;
    script_outcome *list = base_array(arena, script_outcome, log_count(t));
    *out = (script_outcomes){.list = list};
    for (size_t i = 0; list != NULL && i < log_count(t); i++) {
        entry one = log_of(t)[i];
        if (one.result == NOWHERE) {
            out->cut = one.chance;
            continue;
        }
        script_outcome *outcome = &list[out->count++];
        outcome->chance = one.chance;
        if (!sc_read_result(arena, set_at(&t->results, one.result, &length), outcome))
            return false;
    }
    memcpy(out->looked, self->looked, sizeof out->looked);
    return list != NULL;
}
