/* Floors that a Lua function of the user fills: `floor` says who comes, `items` what lies there.
 * First how such a function is called, then encounters by `floor`; loot by `items` is in
 * loot/script.c. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "combat/internal.h"
#include "encounter/internal.h"
#include "growth/internal.h"

/* ---- a function that fills floors ----
 *
 * It gets a depth and the numbers that the ruleset declares as `state`, and returns a table: how
 * many of each thing, and the numbers that change from then on. Here it is called, for one way
 * through it or for all of them, and the result is checked against the ruleset.
 *
 * A result can be wrong in one outcome in a million. A floor has no way to report that: the failure
 * is kept, and whoever has made floors asks for it. */

#define STATE_MOST  65535 /* limit of one number */
#define TRIED_GAMES 8     /* played when the ruleset is opened */

static const wyrm_field state_rows[] = {
    WYRM_ROW("start", INTEGER, .greatest = STATE_MOST, .default_value = "0",
             .summary = "what it is before the first floor"),
    WYRM_ROW("most", INTEGER, .least = 1, .greatest = STATE_MOST, .default_value = "100",
             .summary = "its greatest; the least is 0"),
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

/* ---- the result of a call ---- */

/* A call whose outcome is being converted. */
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
    script_locate(c->of->script, c->of->function, error);
    base_fail(c->arena, WYRM_ERROR_RULESET);
}

static _Noreturn void refuse_name(const calling *c, const char *name, const char *is,
                                  const char *const *names, size_t count)
{
    wyrm_error *error = &c->arena->error;
    wyrm_fail(error, WYRM_ERROR_RULESET, "%s(%d) returned '%.63s', which is no %s", c->of->function,
              (int)c->depth, name, is);
    wyrm_suggest(error, name, names, count);
    script_locate(c->of->script, c->of->function, error);
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

/* Takes a field: "rat", or "pack.rat" for a monster in a group. */
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

/* Fields are in the order of their names, so those of a group are adjacent. */
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

/* The arguments of a call. */
typedef struct handed {
    script_value depth, values[SCRIPTED_KEYS];
    script_thing things[2];
    size_t count;
} handed;

static void make_arguments(const scripted *of, int32_t depth, const carried *before, handed *out)
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

static void draw_floor(base_arena *arena, void *context)
{
    const drawing *d = context;
    handed given;
    script_outcome outcome;
    size_t made;
    make_arguments(d->of, d->depth, d->before, &given);
    base_must(arena, script_explain(d->of->script, d->of->function, given.things, given.count,
                                    d->rng, arena, NULL, 0, &made, &outcome, &arena->error));
    scripted_take(arena, d->of, d->depth, d->before, &outcome, d->out);
}

/* Keeps the failure of the least depth, and of those the first by its words, so that it does not
 * depend on which thread was first. */
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
    const bool made = base_do(draw_floor, &d, &error) == WYRM_OK;
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

/* Whether a reading holds in a state: the two agree in all that it read. */
static bool holds_reading(const scripted *of, const scripted_reading *reading, const carried *state)
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
        if (holds_reading(of, &readings->list[i], state))
            return &readings->list[i].came;
    readings->list = base_grow(arena, readings->list, readings->count, &readings->capacity,
                               sizeof *readings->list);
    scripted_reading *made = &readings->list[readings->count++];
    handed given;
    make_arguments(of, depth, state, &given);
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

static void read_script(rs_opening *o, const wyrm_combat *combat, const char *form, scripted *of)
{
    const wyrm_value *own = wyrm_value_get(o->section, "script");
    if (own) {
        of->script = script_open(o, own, of->function, form);
        return;
    }
    of->script =
        combat && combat->model->script_of ? combat->model->script_of(combat->state) : NULL;
    if (!of->script)
        rs_error(o, o->section, "add script: |, or the name of a file",
                 "a script says it, and there is none");
    else if (!script_has(of->script, of->function))
        rs_error(o, o->section, NULL, "the script of the combat has no function '%s'", form);
}

static void read_numbers(rs_opening *o, scripted *of)
{
    const wyrm_value *map = wyrm_value_get(o->section, "state");
    for (size_t i = 0; i < wyrm_value_count(map); i++) {
        const wyrm_value *record = wyrm_value_item(map, i);
        of->keys[of->key_count] = wyrm_value_key(map, i);
        of->starts[of->key_count] = key_whole(record, "start");
        of->mosts[of->key_count] = key_whole(record, "most");
        of->start.values[of->key_count] = (uint16_t)of->starts[of->key_count];
        if (of->starts[of->key_count] > of->mosts[of->key_count])
            rs_error(o, wyrm_value_get(record, "start"), NULL, "it starts above its most");
        of->key_count++;
    }
}

/* Plays some games, floor by floor: most mistakes of a script show at once, and are then reported
 * where the ruleset is read. */
static void try_games(rs_opening *o, const scripted *of, int32_t last_depth)
{
    for (uint64_t game = 0; game < TRIED_GAMES; game++) {
        carried state = of->start;
        for (int32_t depth = 1; depth <= last_depth && !o->faulty; depth++) {
            wyrm_rng rng = wyrm_rng_start(0, game, 0, (uint64_t)depth);
            scripted_floor came;
            wyrm_error error = {0};
            drawing d = {of, depth, &state, &rng, &came};
            if (rs_call_succeeded(o, o->section, base_do(draw_floor, &d, &error), &error))
                state = came.after;
        }
    }
}

void scripted_read(rs_opening *o, const wyrm_combat *combat, const char *form, int32_t last_depth,
                   scripted *of)
{
    of->failure = base_new(o->arena, scripted_failure);
    pthread_mutex_init(&of->failure->lock, NULL);
    base_keep(o->arena, of->failure, drop_failure);
    read_numbers(o, of);
    read_script(o, combat, form, of);
    if (!o->faulty)
        try_games(o, of, last_depth);
}

/* ---- encounters by such a function ----
 *
 * `floor(depth, state)` draws, and returns a table: how many of each monster, `{rat = 3}`, and
 * groups that stand together, `{pack = {wolf = 4}}`. What it has to know of earlier floors is
 * declared in the ruleset as `state` and comes back in the table of that name, so a floor depends
 * on nothing but its depth and these numbers: between two calls nothing stays in a script.
 *
 * The script is read in two ways. A floor of a game is one way through it, drawn from the stream of
 * the floor. Figures are sums over all its outcomes, floor after floor, as a chain over the
 * declared state: the chances of the states before a floor, times the outcomes in each of them,
 * give the floor and the chances of the states after it. If a floor has more outcomes than a script
 * may have, or the state more values than are followed, it is not known exactly, and floors are
 * drawn. */

#define STATES_MAX 4096              /* states before a floor that are followed */
#define WAYS_MAX   ((size_t)1 << 20) /* outcomes of a floor in all its states */

_Static_assert(SCRIPTED_KEYS * 16 <= WYRM_ONCE_MAX, "what is carried fits the bits of a game");

static const wyrm_field script_rows[] = {
    WYRM_ROW("script", TEXT, .lines = true, .greatest = SCRIPT_TEXT_MAX,
             .summary = "rules in Lua, or a file beside this one: floor(depth, state); it returns "
                        "who comes; else they are in combat's script"),
    WYRM_ROW("last_depth", INTEGER, .required = true, .least = 1, .greatest = WYRM_DEPTH_MAX,
             .summary = "the depth of the last floor"),
    WYRM_ROW("first", BOOL, .default_value = "false",
             .summary = "monsters may be in the room where the player starts"),
    WYRM_ROW("state", MAP, .fields = scripted_state_element, .greatest = SCRIPTED_KEYS,
             .default_value = "{}",
             .summary = "what the function is told of floors before, and can change"),
    {.kind = WYRM_KIND_END},
};

/* ---- the state ---- */

/* The exact figures of a floor. */
typedef struct known_floor {
    double total; /* probability that was followed */
    double groups, all, experience, threat;
    double *means, *any;                                         /* by monster */
    wyrm_pmf **numbers;                                          /* by monster */
    wyrm_pmf *group_pmf, *all_pmf, *experience_pmf, *threat_pmf; /* NULL: too many values */
    int64_t experience_unit, threat_unit;
    size_t state_count; /* after the floor */
    carried *states;
    double *chances;
} known_floor;

/* Floors that were worked out, kept as long as the encounter. */
typedef struct learned {
    pthread_mutex_t lock;
    int32_t depths;
    known_floor **floors; /* by depth - 1; NULL: not asked for yet, or not known */
    wyrm_error *failures; /* by depth - 1; code WYRM_OK: it has not failed */
} learned;

typedef struct rules {
    const wyrm_roster *roster;
    const wyrm_threat *threat; /* NULL: the ruleset has none */
    int32_t last_depth;
    bool first;
    scripted floor;
    size_t monsters;
    uint64_t *experience; /* by monster */
    int64_t unit;         /* all experience that monsters give is a multiple of it */
    learned *learned;
} rules;

/* A game keeps differences from the start values, so that all 0 is how it begins. */
static carried unpack_state(const scripted *of, const wyrm_difficulty *difficulty)
{
    carried out = {{0}};
    for (size_t i = 0; i < of->key_count; i++) {
        const uint64_t bits = difficulty->come[i / 4] >> (i % 4 * 16) & 0xffff;
        out.values[i] = (uint16_t)(bits + (uint64_t)of->starts[i]);
    }
    return out;
}

static void pack_state(const scripted *of, const carried *from, wyrm_difficulty *difficulty)
{
    for (size_t i = 0; i < of->key_count; i++) {
        const uint64_t bits = (uint16_t)(from->values[i] - of->starts[i]);
        uint64_t *word = &difficulty->come[i / 4];
        *word = (*word & ~(UINT64_C(0xffff) << (i % 4 * 16))) | bits << (i % 4 * 16);
    }
}

/* ---- drawn ---- */

static wyrm_status trouble(const void *context, wyrm_error *error)
{
    return scripted_trouble(&((const rules *)context)->floor, error);
}

/* Draws a floor, and then a room for each group; a monster in no group is one by itself. The first
 * room stays empty unless it is the only one, or `first` allows it. */
static size_t fill_floor(const void *context, wyrm_difficulty *difficulty, int32_t rooms,
                         wyrm_rng *rng, wyrm_floor_spawn *spawns)
{
    const rules *s = context;
    const carried before = unpack_state(&s->floor, difficulty);
    scripted_floor come;
    size_t count = 0;
    const int32_t first = s->first || rooms == 1 ? 0 : 1;
    int32_t group = -1, named = -1, room = 0;
    if (!scripted_draw(&s->floor, difficulty->depth, &before, rng, &come))
        return 0;
    for (size_t i = 0; i < come.count; i++) {
        const scripted_some *of = &come.list[i];
        for (int32_t n = 0; n < of->number; n++) {
            if (of->group < 0 || of->group != named) {
                room = first + (int32_t)wyrm_rng_below(rng, (uint64_t)(rooms - first));
                group++;
            }
            named = of->group;
            spawns[count++] = (wyrm_floor_spawn){.spawn = {.monster = of->thing,
                                                           .level = difficulty->depth,
                                                           .experience = s->experience[of->thing]},
                                                 .room = room,
                                                 .group = group,
                                                 .horde = -1};
        }
    }
    pack_state(&s->floor, &come.after, difficulty);
    return count;
}

/* ---- exact ---- */

/* Values with their chances, in the order in which they are found. */
typedef struct pairs {
    wyrm_weighted *list;
    size_t count, capacity;
} pairs;

static void add_value(base_arena *arena, pairs *to, int64_t value, double chance)
{
    to->list = base_grow(arena, to->list, to->count, &to->capacity, sizeof *to->list);
    to->list[to->count++] = (wyrm_weighted){value, chance};
}

/* A state after a floor; `order` is that in which it was found. */
typedef struct leaving {
    carried state;
    double chance;
    size_t order;
} leaving;

static int by_state(const void *a, const void *b)
{
    const leaving *one = a, *other = b;
    const int order = memcmp(&one->state, &other->state, sizeof one->state);
    return order != 0 ? order : (one->order > other->order) - (one->order < other->order);
}

/* A floor that is being followed. */
typedef struct walk {
    base_arena *arena; /* for scratch */
    const rules *s;
    int32_t depth;
    known_floor *out;
    double *by_monster; /* numbers in the present outcome */
    pairs *numbers, groups, all, experience, threat;
    bool many; /* too many sums of experience to keep them apart */
    leaving *left;
    size_t left_count, left_capacity, ways;
    scripted_readings readings;
} walk;

/* The experience of an outcome; in a job of its own, as there may be too many sums. */
typedef struct giving {
    walk *w;
    const scripted_floor *come;
    double chance;
} giving;

static void add_rewards(base_arena *arena, void *context)
{
    static const double certain = 1;
    const giving *of = context;
    walk *w = of->w;
    encounter_rewards sum = {0, 1, &certain};
    for (size_t i = 0; i < of->come->count; i++)
        encounter_reward_add(arena, w->s->roster, of->come->list[i].thing, of->come->list[i].number,
                             w->s->unit, &sum);
    if (w->experience.count + sum.count > WAYS_MAX)
        base_refuse(arena, WYRM_ERROR_RANGE, "too many sums of experience");
    for (size_t v = 0; v < sum.count; v++)
        if (sum.chances[v] > 0)
            add_value(w->arena, &w->experience, (sum.least + (int64_t)v) * w->s->unit,
                      of->chance * sum.chances[v]);
}

/* Adds the experience of an outcome, with its chances. */
static void give_experience(walk *w, const scripted_floor *come, double chance)
{
    giving of = {w, come, chance};
    const wyrm_status status = w->many ? WYRM_OK : base_apart(w->arena, add_rewards, &of);
    w->many = w->many || status == WYRM_ERROR_RANGE;
    if (status != WYRM_ERROR_RANGE)
        base_must(w->arena, status);
}

static void add_outcome(walk *w, const scripted_floor *come, double chance)
{
    const rules *s = w->s;
    int64_t groups = 0, all = 0, threat = 0;
    double experience = 0;
    int32_t named = -1;
    for (size_t i = 0; i < come->count; i++) {
        const scripted_some *of = &come->list[i];
        groups += of->group < 0 ? of->number : of->group != named;
        named = of->group;
        all += of->number;
        experience += of->number * encounter_reward_mean(s->roster, of->thing);
        if (s->threat)
            threat += of->number * enc_threat_grains(s->threat, (size_t)of->thing, w->depth, false);
        w->by_monster[of->thing] += of->number;
    }
    for (size_t i = 0; i < come->count; i++) {
        const int32_t monster = come->list[i].thing;
        const double number = w->by_monster[monster];
        w->by_monster[monster] = 0;
        if (!(number > 0))
            continue; /* counted with another group */
        w->out->means[monster] += chance * number;
        w->out->any[monster] += chance;
        add_value(w->arena, &w->numbers[monster], (int64_t)number, chance);
    }
    w->out->total += chance;
    w->out->groups += chance * (double)groups;
    w->out->all += chance * (double)all;
    w->out->experience += chance * experience;
    w->out->threat += chance * (double)threat;
    add_value(w->arena, &w->groups, groups, chance);
    add_value(w->arena, &w->all, all, chance);
    give_experience(w, come, chance);
    add_value(w->arena, &w->threat, threat, chance);
    w->left = base_grow(w->arena, w->left, w->left_count, &w->left_capacity, sizeof *w->left);
    w->left[w->left_count] = (leaving){come->after, chance, w->left_count};
    w->left_count++;
}

static void read_state(walk *w, const carried *state, double chance)
{
    const scripted *of = &w->s->floor;
    const script_outcomes *came = scripted_exact(w->arena, of, &w->readings, w->depth, state);
    scripted_floor come;
    w->ways += came->count;
    if (w->ways > WAYS_MAX)
        base_refuse(w->arena, WYRM_ERROR_LIMIT,
                    "the floors of depth %d come in too many ways to follow them all",
                    (int)w->depth);
    for (size_t i = 0; i < came->count; i++) {
        scripted_take(w->arena, of, w->depth, state, &came->list[i], &come);
        add_outcome(w, &come, chance * came->list[i].chance);
    }
}

/* Makes a distribution, in steps of the largest unit that all values are multiples of; NULL if it
 * has too many values. */
static wyrm_pmf *pmf_of(walk *w, base_arena *keeper, pairs *of, int64_t *unit)
{
    int64_t largest = 0;
    wyrm_pmf *made = NULL;
    for (size_t i = 0; i < of->count && unit; i++)
        largest = common_divisor(largest, of->list[i].value);
    if (unit) {
        *unit = largest > 0 ? largest : 1;
        for (size_t i = 0; i < of->count; i++)
            of->list[i].value /= *unit;
    }
    const wyrm_status status = wyrm_pmf_from_pairs(of->list, of->count, &made, &w->arena->error);
    if (status == WYRM_ERROR_MEMORY)
        base_fail(w->arena, status);
    if (status == WYRM_OK)
        base_keep(keeper, made, wyrm_pmf_free);
    return status == WYRM_OK ? made : NULL;
}

/* Keeps the states after the floor; equal ones are merged. */
static void keep_states(walk *w, base_arena *keeper)
{
    known_floor *out = w->out;
    qsort(w->left, w->left_count, sizeof *w->left, by_state);
    for (size_t i = 0; i < w->left_count; i++)
        out->state_count += i == 0 || memcmp(&w->left[i].state, &w->left[i - 1].state,
                                             sizeof w->left[i].state) != 0;
    out->states = base_array(keeper, carried, out->state_count);
    out->chances = base_array(keeper, double, out->state_count);
    size_t at = 0;
    for (size_t i = 0; i < w->left_count; i++) {
        if (i > 0 && memcmp(&w->left[i].state, &w->left[i - 1].state, sizeof w->left[i].state) != 0)
            at++;
        out->states[at] = w->left[i].state;
        out->chances[at] += w->left[i].chance;
    }
}

typedef struct floor_asked {
    const rules *s;
    int32_t depth;
    base_arena *keeper; /* arena of the result */
    known_floor *out;
} floor_asked;

static void read_floor(base_arena *arena, void *context)
{
    const floor_asked *of = context;
    const rules *s = of->s;
    known_floor *out = of->out;
    walk w = {.arena = arena, .s = s, .depth = of->depth, .out = out};
    const known_floor *before = of->depth > 1 ? s->learned->floors[of->depth - 2] : NULL;
    w.by_monster = base_array(arena, double, s->monsters);
    w.numbers = base_array(arena, pairs, s->monsters);
    out->means = base_array(of->keeper, double, s->monsters);
    out->any = base_array(of->keeper, double, s->monsters);
    out->numbers = base_array(of->keeper, wyrm_pmf *, s->monsters);
    if (before && s->floor.key_count > 0) {
        if (before->state_count > STATES_MAX)
            base_refuse(arena, WYRM_ERROR_LIMIT,
                        "%zu states come to depth %d: at most %d are followed", before->state_count,
                        (int)of->depth, STATES_MAX);
        for (size_t i = 0; i < before->state_count; i++)
            read_state(&w, &before->states[i], before->chances[i]);
    } else {
        read_state(&w, &s->floor.start, 1);
    }
    for (size_t m = 0; m < s->monsters; m++) {
        /* The rest are floors without this monster. */
        add_value(arena, &w.numbers[m], 0, fmax(0, out->total - out->any[m]));
        out->numbers[m] = pmf_of(&w, of->keeper, &w.numbers[m], NULL);
    }
    out->group_pmf = pmf_of(&w, of->keeper, &w.groups, NULL);
    out->all_pmf = pmf_of(&w, of->keeper, &w.all, NULL);
    if (!w.many)
        out->experience_pmf = pmf_of(&w, of->keeper, &w.experience, &out->experience_unit);
    out->threat_pmf = pmf_of(&w, of->keeper, &w.threat, &out->threat_unit);
    keep_states(&w, of->keeper);
}

static void make_floor(base_arena *keeper, void *result, void *context)
{
    floor_asked *of = context;
    of->keeper = keeper;
    of->out = result;
    base_must(keeper, base_apart(keeper, read_floor, of));
}

/* Returns the floor of a depth, worked out once, after those above it if a state is carried. NULL:
 * *error says why it is not known. */
static const known_floor *find_floor(const rules *s, int32_t depth, wyrm_error *error)
{
    learned *in = s->learned;
    const int32_t at = depth < 1 ? 1 : depth > s->last_depth ? s->last_depth : depth;
    const known_floor *found = NULL;
    pthread_mutex_lock(&in->lock);
    for (int32_t d = s->floor.key_count > 0 ? 1 : at; d <= at; d++) {
        wyrm_error *failure = &in->failures[d - 1];
        floor_asked of = {.s = s, .depth = d};
        wyrm_status status = failure->code;
        if (!in->floors[d - 1] && status == WYRM_OK)
            status = base_make(sizeof(known_floor), make_floor, &of, &in->floors[d - 1], failure);
        found = in->floors[d - 1];
        if (found)
            continue;
        *error = *failure;
        if (status == WYRM_ERROR_MEMORY)
            *failure = (wyrm_error){.code = WYRM_OK}; /* it may be there the next time */
        break;
    }
    pthread_mutex_unlock(&in->lock);
    return found;
}

static const known_floor *must_find(base_arena *arena, const rules *s, int32_t depth)
{
    const known_floor *found = find_floor(s, depth, &arena->error);
    if (!found)
        base_fail(arena, arena->error.code);
    return found;
}

static void arrivals(base_arena *arena, const void *context, int32_t depth, wyrm_arrivals *out)
{
    const rules *s = context;
    const known_floor *floor = must_find(arena, context, depth);
    wyrm_arrival *monsters = base_array(arena, wyrm_arrival, s->monsters);
    for (size_t m = 0; m < s->monsters; m++)
        monsters[m] = (wyrm_arrival){wyrm_roster_monster(s->roster, (int32_t)m)->name,
                                     floor->means[m], floor->any[m], floor->numbers[m]};
    *out = (wyrm_arrivals){
        .monster_count = s->monsters,
        .monsters = monsters,
        .groups = {floor->groups, 1, floor->group_pmf},
        .all = {floor->all, 1, floor->all_pmf},
        .experience = {floor->experience, (double)floor->experience_unit, floor->experience_pmf},
        .threat = {NAN, 1, NULL},
        .cut = fmax(0, 1 - floor->total) > 1e-12 ? 1 - floor->total : 0,
    };
    if (s->threat)
        out->threat =
            (wyrm_arriving){floor->threat / ENC_THREAT_GRAIN,
                            (double)floor->threat_unit / ENC_THREAT_GRAIN, floor->threat_pmf};
}

static void expected(base_arena *arena, const void *context, int32_t depth, double *hordes,
                     double *monsters)
{
    const known_floor *floor = must_find(arena, context, depth);
    (void)hordes; /* there are none */
    memcpy(monsters, floor->means, ((const rules *)context)->monsters * sizeof *monsters);
}

static void compute_exact(base_arena *arena, void *context)
{
    encounter_question *to = context;
    const rules *s = to->state;
    wyrm_error error = {0};
    if (to->what == ENC_ASKED_THREAT && !s->threat)
        base_refuse(arena, WYRM_ERROR_ARGUMENT, "the ruleset has no threat");
    if (to->what == ENC_ASKED_MONSTERS || to->what == ENC_ASKED_THREAT)
        base_refuse(arena, WYRM_ERROR_RANGE,
                    "the script fills floors: what a room holds is told by the maps");
    const known_floor *floor = find_floor(s, to->depth, &error);
    if (!floor) {
        arena->error = error;
        arena->error.code = error.code == WYRM_ERROR_LIMIT ? WYRM_ERROR_RANGE : error.code;
        base_fail(arena, arena->error.code);
    }
    if (!(floor->all > 0))
        base_refuse(arena, WYRM_ERROR_ARGUMENT, "nobody comes to depth %d", (int)to->depth);
    wyrm_weighted *kinds = base_array(arena, wyrm_weighted, s->monsters);
    for (size_t m = 0; m < s->monsters; m++)
        kinds[m] = (wyrm_weighted){(int64_t)m, floor->means[m]};
    base_must(arena, wyrm_pmf_from_pairs(kinds, s->monsters, &to->answer, &arena->error));
}

/* If a floor is not known exactly, anybody may come. */
static bool comes(const void *context, int32_t depth, int32_t monster)
{
    wyrm_error error = {0};
    const known_floor *floor = find_floor(context, depth, &error);
    return !floor || floor->means[monster] > 0;
}

static wyrm_room_draw room_draw(const void *context, int32_t depth)
{
    (void)depth;
    return (wyrm_room_draw){.first = ((const rules *)context)->first};
}

/* ---- reading ---- */

static void drop_learned(learned *of)
{
    for (int32_t d = 0; d < of->depths; d++)
        base_unmake(of->floors[d]);
    pthread_mutex_destroy(&of->lock);
}

static void *make(rs_opening *o, const enc_sources *from, enc_facts *facts)
{
    rules *s = base_new(o->arena, rules);
    s->roster = from->roster;
    s->threat = from->threat;
    s->first = key_flag(o->section, "first");
    s->monsters = wyrm_roster_count(from->roster);
    s->experience = base_array(o->arena, uint64_t, s->monsters);
    for (size_t i = 0; i < s->monsters; i++) {
        s->experience[i] = wyrm_roster_experience(s->roster, (int32_t)i, 1);
        s->unit = encounter_reward_unit(s->roster, (int32_t)i, s->unit);
    }
    s->unit = s->unit > 0 ? s->unit : 1;
    s->last_depth = key_whole(o->section, "last_depth");
    s->learned = base_new(o->arena, learned);
    s->learned->depths = s->last_depth;
    s->learned->floors = base_array(o->arena, known_floor *, (size_t)s->last_depth);
    s->learned->failures = base_array(o->arena, wyrm_error, (size_t)s->last_depth);
    pthread_mutex_init(&s->learned->lock, NULL);
    base_keep(o->arena, s->learned, drop_learned);
    const char **names = base_array(o->arena, const char *, s->monsters);
    for (size_t i = 0; i < s->monsters; i++)
        names[i] = wyrm_roster_monster(s->roster, (int32_t)i)->name;
    s->floor = (scripted){.function = "floor",
                          .thing = "monster",
                          .form = "one, such as {rat = 3}; {} where nobody comes",
                          .most = WYRM_LEVEL_SPAWNS_MAX,
                          .groups = true,
                          .count = s->monsters,
                          .names = names};
    scripted_read(o, s->roster->combat, "floor(depth, state)", s->last_depth, &s->floor);
    facts->last_depth = s->last_depth;
    facts->remembers = s->floor.key_count > 0;
    return s;
}

const enc_model enc_script_model = {
    .model = {.name = "script",
              .summary = "your own rules, in Lua: who comes to each floor",
              .parameters = script_rows,
              .extensions = enc_came_extensions,
              .own_names = true},
    .make = make,
    .floor = fill_floor,
    .trouble = trouble,
    .room_draw = room_draw,
    .comes = comes,
    .exact = compute_exact,
    .arrivals = arrivals,
    .expected = expected,
};
