/* What fills a floor by a function of the user's own, in Lua: `floor` says who comes, `items` what
 * lies there.
 *
 * Both are handed a depth and the numbers that the ruleset declares as `state`, and return a table:
 * how many of each thing, and the numbers that are other from then on. Here such a call is made,
 * for one way through it or for all of them, and what it came to is held to what the ruleset has.
 *
 * What a call returns can be wrong in one outcome in a million. A floor has nowhere to say so: what
 * went wrong is kept, and whoever has made floors asks for it. */
#include "encounter/internal.h"
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include "combat/internal.h"

#define STATE_MOST  65535 /* of one number */
#define TRIED_GAMES 8     /* that are descended when the ruleset is opened */

static const wyrm_field state_rows[] = {
    WYRM_ROW("start", INTEGER, .greatest = STATE_MOST, .default_value = "0",
             .summary = "what it is before the first floor"),
    WYRM_ROW("most", INTEGER, .least = 1, .greatest = STATE_MOST, .default_value = "100",
             .summary = "the greatest that it can be; the least is 0"),
    WYRM_ROW("about", TEXT, .summary = "what it means in the game"),
    {.kind = WYRM_KIND_END},
};
const wyrm_field scripted_state_element[2] =
    WYRM_ELEMENT("number", RECORD, .fields = state_rows,
                 .summary = "a whole number that goes on from floor to floor");

struct scripted_failure {
    pthread_mutex_t lock;
    wyrm_error error; /* code WYRM_OK: none */
    int32_t depth;
};

/* ---- what a call comes to ---- */

/* A call, while its outcomes are taken. */
typedef struct calling {
    base_arena *arena;
    const scripted *of;
    int32_t depth;
    const carried *before;
} calling;

static _Noreturn void refuse(const calling *c, const char *what, const char *must)
{
    wyrm_error *error = &c->arena->error;
    wyrm_fail(error, WYRM_ERROR_RULESET, "%s(%d) returned %s: it must be %s", c->of->function,
              (int)c->depth, what, must);
    script_place(c->of->script, c->of->function, error);
    base_fail(c->arena, WYRM_ERROR_RULESET);
}

static _Noreturn void refuse_name(const calling *c, const char *name, const char *is,
                                  const char *const *names, size_t count)
{
    wyrm_error *error = &c->arena->error;
    wyrm_fail(error, WYRM_ERROR_RULESET, "%s(%d) returned '%.63s', which is no %s", c->of->function,
              (int)c->depth, name, is);
    wyrm_suggest(error, name, names, count);
    script_place(c->of->script, c->of->function, error);
    base_fail(c->arena, WYRM_ERROR_RULESET);
}

static int32_t number_in(const calling *c, const script_field *field, int32_t most)
{
    const double number = field->value.number;
    const bool is_number = field->value.kind == SCRIPT_NUMBER || field->value.kind == SCRIPT_FLAG;
    char what[128], must[64];
    if (is_number && number >= 0 && number <= most && number == floor(number))
        return (int32_t)number;
    if (is_number)
        snprintf(what, sizeof what, "%.63s = %.15g", field->name, number);
    else
        snprintf(what, sizeof what, "%.63s that is no number", field->name);
    snprintf(must, sizeof must, "a whole number from 0 to %d", (int)most);
    refuse(c, what, must);
}

static size_t find_name(const char *name, const char *const *names, size_t count)
{
    size_t at = 0;
    while (at < count && strcmp(names[at], name) != 0)
        at++;
    return at;
}

static void take_state(const calling *c, const script_field *field, carried *after)
{
    const scripted *of = c->of;
    const char *name = field->name + strlen("state.");
    const size_t key = find_name(name, of->keys, of->key_count);
    if (key == of->key_count)
        refuse_name(c, name, "number of its state", of->keys, of->key_count);
    after->values[key] = (uint16_t)number_in(c, field, of->mosts[key]);
}

/* "rat", or "pack.rat" of a group. */
static void take_thing(const calling *c, const script_field *field, scripted_floor *out,
                       int32_t *all)
{
    const scripted *of = c->of;
    const char *dot = of->groups ? strchr(field->name, '.') : NULL;
    const char *name = dot ? dot + 1 : field->name;
    const size_t thing = find_name(name, of->names, of->count);
    char what[64], must[64];
    if (thing == of->count && of->groups && strchr(name, '.'))
        refuse(c, "a group in a group", "monsters, and groups of monsters");
    if (thing == of->count)
        refuse_name(c, name, of->thing, of->names, of->count);
    const int32_t number = number_in(c, field, of->most);
    *all += number;
    if (*all > of->most) {
        snprintf(what, sizeof what, "more than %d %ss", (int)of->most, of->thing);
        snprintf(must, sizeof must, "at most %d", (int)of->most);
        refuse(c, what, must);
    }
    if (number > 0)
        out->list[out->count++] = (scripted_some){(int32_t)thing, number, dot ? out->groups : -1};
}

/* Fields come in the order of their names, so those of a group stand together. */
void scripted_take(base_arena *arena, const scripted *of, int32_t depth, const carried *before,
                   const script_outcome *outcome, scripted_floor *out)
{
    const calling c = {arena, of, depth, before};
    int32_t all = 0;
    const char *group = "";
    out->count = 0;
    out->groups = 0;
    out->after = *before;
    if (outcome->count == 1 && outcome->fields[0].name[0] == '\0')
        refuse(&c, "no table", of->form);
    for (size_t i = 0; i < outcome->count; i++) {
        const script_field *field = &outcome->fields[i];
        const size_t length = strcspn(field->name, ".");
        if (strncmp(field->name, "state.", strlen("state.")) == 0) {
            take_state(&c, field, &out->after);
            continue;
        }
        const bool grouped = field->name[length] == '.';
        if (!grouped || strncmp(group, field->name, length + 1) != 0)
            out->groups += group[0] != '\0';
        group = grouped ? field->name : "";
        take_thing(&c, field, out, &all);
    }
}

/* ---- calls ---- */

/* What the function is handed. */
typedef struct handed {
    script_value depth, values[SCRIPTED_KEYS];
    script_thing things[2];
    size_t count;
} handed;

static void hand(const scripted *of, int32_t depth, const carried *before, handed *out)
{
    out->depth = (script_value){.kind = SCRIPT_NUMBER, .number = depth};
    for (size_t i = 0; i < of->key_count; i++)
        out->values[i] = (script_value){.kind = SCRIPT_NUMBER, .number = before->values[i]};
    out->things[0] = (script_thing){NULL, &out->depth, 1};
    out->things[1] = (script_thing){of->keys, out->values, of->key_count};
    out->count = of->key_count > 0 ? 2 : 1;
}

typedef struct drawing {
    const scripted *of;
    int32_t depth;
    const carried *before;
    wyrm_rng *rng;
    scripted_floor *out;
} drawing;

static void draw(base_arena *arena, void *context)
{
    const drawing *d = context;
    handed given;
    script_outcome outcome;
    size_t made;
    hand(d->of, d->depth, d->before, &given);
    base_must(arena, script_explain(d->of->script, d->of->function, given.things, given.count,
                                    d->rng, arena, NULL, 0, &made, &outcome, &arena->error));
    scripted_take(arena, d->of, d->depth, d->before, &outcome, d->out);
}

/* Of several failures the one of the least depth, and of those the first by its words: so that it
 * does not hang on which thread was first. */
static void note_failure(scripted_failure *to, int32_t depth, const wyrm_error *error)
{
    pthread_mutex_lock(&to->lock);
    const int order = to->error.code == WYRM_OK ? -1
                      : depth < to->depth       ? -1
                      : depth > to->depth       ? 1
                                                : strcmp(error->message, to->error.message);
    if (order < 0) {
        to->error = *error;
        to->depth = depth;
    }
    pthread_mutex_unlock(&to->lock);
}

bool scripted_draw(const scripted *of, int32_t depth, const carried *before, wyrm_rng *rng,
                   scripted_floor *out)
{
    wyrm_error error = {0};
    drawing d = {of, depth, before, rng, out};
    const bool made = base_do(draw, &d, &error) == WYRM_OK;
    if (!made)
        note_failure(of->failure, depth, &error);
    return made;
}

wyrm_status scripted_trouble(const scripted *of, wyrm_error *error)
{
    pthread_mutex_lock(&of->failure->lock);
    const wyrm_status status = of->failure->error.code;
    if (status != WYRM_OK && error)
        *error = of->failure->error;
    pthread_mutex_unlock(&of->failure->lock);
    return status;
}

/* A reading holds in all states that are like its own in what was looked at. */
static bool holds(const scripted *of, const scripted_reading *reading, const carried *state)
{
    for (size_t i = 0; i < of->key_count; i++)
        if ((reading->came.looked[1] >> i & 1) != 0 && reading->in.values[i] != state->values[i])
            return false;
    return true;
}

const script_outcomes *scripted_exact(base_arena *arena, const scripted *of,
                                      scripted_readings *readings, int32_t depth,
                                      const carried *state)
{
    for (size_t i = 0; i < readings->count; i++)
        if (holds(of, &readings->list[i], state))
            return &readings->list[i].came;
    readings->list = base_grow(arena, readings->list, readings->count, &readings->capacity,
                               sizeof *readings->list);
    scripted_reading *made = &readings->list[readings->count++];
    handed given;
    hand(of, depth, state, &given);
    made->in = *state;
    base_must(arena, script_exact(of->script, of->function, given.things, given.count, arena,
                                  &made->came, &arena->error));
    return &made->came;
}

/* ---- reading ---- */

static void drop_failure(scripted_failure *failure)
{
    pthread_mutex_destroy(&failure->lock);
}

static void read_script(wyrm_opening *o, const wyrm_combat *combat, const char *form, scripted *of)
{
    const wyrm_value *own = wyrm_value_get(o->section, "script");
    if (own) {
        of->script = script_open(o, own, of->function, form);
        return;
    }
    of->script =
        combat && combat->model->script_of ? combat->model->script_of(combat->state) : NULL;
    if (!of->script)
        wyrm_fault(o, o->section, "add script: |, or the name of a file",
                   "a script says it, and there is none");
    else if (!script_has(of->script, of->function))
        wyrm_fault(o, o->section, NULL, "the script of the combat has no function '%s'", form);
}

static void read_state(wyrm_opening *o, scripted *of)
{
    const wyrm_value *map = wyrm_value_get(o->section, "state");
    for (size_t i = 0; i < wyrm_value_count(map); i++) {
        const wyrm_value *record = wyrm_value_item(map, i);
        of->keys[of->key_count] = wyrm_value_key(map, i);
        of->starts[of->key_count] = key_whole(record, "start");
        of->mosts[of->key_count] = key_whole(record, "most");
        of->start.values[of->key_count] = (uint16_t)of->starts[of->key_count];
        if (of->starts[of->key_count] > of->mosts[of->key_count])
            wyrm_fault(o, wyrm_value_get(record, "start"), NULL, "it starts above its most");
        of->key_count++;
    }
}

/* Some games, floor by floor: what is wrong with a script is most often wrong at once, and is then
 * told where the ruleset is read. */
static void try_games(wyrm_opening *o, const scripted *of, int32_t last_depth)
{
    for (uint64_t game = 0; game < TRIED_GAMES; game++) {
        carried state = of->start;
        for (int32_t depth = 1; depth <= last_depth && !o->faulty; depth++) {
            wyrm_rng rng = wyrm_rng_start(0, game, 0, (uint64_t)depth);
            scripted_floor came;
            wyrm_error error = {0};
            drawing d = {of, depth, &state, &rng, &came};
            if (wyrm_fault_told(o, o->section, base_do(draw, &d, &error), &error))
                state = came.after;
        }
    }
}

void scripted_read(wyrm_opening *o, const wyrm_combat *combat, const char *form, int32_t last_depth,
                   scripted *of)
{
    of->failure = base_new(o->arena, scripted_failure);
    pthread_mutex_init(&of->failure->lock, NULL);
    base_keep(o->arena, of->failure, drop_failure);
    read_state(o, of);
    read_script(o, combat, form, of);
    if (!o->faulty)
        try_games(o, of, last_depth);
}
