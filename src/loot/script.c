/* Loot by the user's own rules: a function in Lua that says what lies on a floor.
 *
 * `items(depth, state)` returns how many of each item: `{potion = 2}`. Like `floor`, which says who
 * comes (encounter/script.c), it gets what the ruleset declares as `state`, and nothing else is
 * passed from floor to floor. So what a game finds is a chain over that state: all outcomes of a
 * floor in every state that is reached, and with each, for one kind of item at a time, how many
 * have come so far. */
#include <string.h>
#include "loot/internal.h"

#define STATES_MAX 4096              /* states before a floor */
#define WAYS_MAX   ((size_t)1 << 20) /* outcomes of all floors in all states */

static const wyrm_field rows[] = {
    WYRM_ROW("script", TEXT, .required = true, .lines = true, .greatest = SCRIPT_TEXT_MAX,
             .summary = "rules in Lua, or a file beside this one: items(depth, state); it returns "
                        "what lies there"),
    WYRM_ROW("state", MAP, .fields = scripted_state_element, .greatest = SCRIPTED_KEYS,
             .default_value = "{}",
             .summary = "what the function is told of floors before, and can change"),
    WYRM_ROW("last_depth", INTEGER, .least = 1, .greatest = WYRM_FOUND_DEPTH_MAX,
             .summary = "last depth of figures, else that of encounters, or 20"),
    {.kind = WYRM_KIND_END},
};

typedef struct rules {
    scripted items;
    int32_t last_depth; /* last depth of figures */
} rules;

/* ---- drawn ---- */

/* A game keeps differences from the start values, so that all 0 is how it begins. loot->counts is
 * what saves and recordings keep of loot, whatever the model. */
static size_t draw_floor(const void *context, const wyrm_loot_context *where, wyrm_loot_state *loot,
                         wyrm_rng *rng, wyrm_item *items)
{
    const rules *r = context;
    const scripted *of = &r->items;
    carried before = {{0}};
    scripted_floor came;
    size_t count = 0;
    for (size_t i = 0; i < of->key_count; i++)
        before.values[i] = (uint16_t)(of->starts[i] + loot->counts[i]);
    if (!scripted_draw(of, where->depth > 1 ? where->depth : 1, &before, rng, &came))
        return 0;
    for (size_t i = 0; i < came.count; i++)
        for (int32_t n = 0; n < came.list[i].number; n++) {
            items[count] = (wyrm_item){.kind = came.list[i].thing};
            if (where->rooms > 0)
                items[count].room = (int32_t)wyrm_rng_below(rng, (uint64_t)where->rooms);
            count++;
        }
    for (size_t i = 0; i < of->key_count; i++)
        loot->counts[i] = (uint16_t)(came.after.values[i] - of->starts[i]);
    return count;
}

static wyrm_status script_error(const void *context, wyrm_error *error)
{
    return scripted_trouble(&((const rules *)context)->items, error);
}

/* ---- exact ---- */

/* An outcome of a floor: from which state to which, and what lies there. */
typedef struct way {
    uint32_t from, to;
    double chance;       /* given its state */
    size_t first, count; /* its items, in the chain's pool */
} way;

typedef struct floor_ways {
    size_t states; /* before it */
    size_t count;
    way *list;
} floor_ways;

typedef struct chain {
    base_arena *arena;
    const rules *r;
    int32_t depths;
    floor_ways *floors;
    scripted_some *pool;
    size_t pooled, pool_room, ways;
    size_t states; /* after the last floor */
    double cut;
} chain;

static void add_way(chain *c, floor_ways *floor, size_t *room, way one, const scripted_floor *came)
{
    one.first = c->pooled;
    one.count = came->count;
    for (size_t i = 0; i < came->count; i++) {
        c->pool = base_grow(c->arena, c->pool, c->pooled, &c->pool_room, sizeof *c->pool);
        c->pool[c->pooled++] = came->list[i];
    }
    floor->list = base_grow(c->arena, floor->list, floor->count, room, sizeof *floor->list);
    floor->list[floor->count++] = one;
    if (++c->ways > WAYS_MAX)
        base_refuse(c->arena, WYRM_ERROR_LIMIT,
                    "floors come in too many ways to follow them all: games have to be drawn");
}

/* Follows, depth by depth, every state that a game may be in before a floor, every outcome of
 * the floor in it, and the states after it. The ways are kept, since each kind goes through them
 * again. */
static void follow_floors(chain *c)
{
    const scripted *of = &c->r->items;
    loot_states now = {.width = SCRIPTED_KEYS, .most = STATES_MAX}, next = now;
    c->floors = base_array(c->arena, floor_ways, (size_t)c->depths);
    const size_t begun = loot_states_find(c->arena, &now, of->start.values);
    now.mass[begun] = 1;
    for (int32_t depth = 1; depth <= c->depths; depth++) {
        floor_ways *floor = &c->floors[depth - 1];
        scripted_readings readings = {0};
        size_t room = 0;
        floor->states = now.count;
        loot_states_clear(&next);
        for (size_t s = 0; s < now.count; s++) {
            carried before;
            memcpy(before.values, now.counts + s * SCRIPTED_KEYS, sizeof before.values);
            const script_outcomes *came = scripted_exact(c->arena, of, &readings, depth, &before);
            c->cut += came->cut * now.mass[s];
            for (size_t i = 0; i < came->count; i++) {
                scripted_floor one;
                scripted_take(c->arena, of, depth, &before, &came->list[i], &one);
                const size_t to = loot_states_find(c->arena, &next, one.after.values);
                next.mass[to] += now.mass[s] * came->list[i].chance;
                add_way(
                    c, floor, &room,
                    (way){.from = (uint32_t)s, .to = (uint32_t)to, .chance = came->list[i].chance},
                    &one);
            }
        }
        c->states = next.count;
        loot_states_swap(&now, &next);
    }
}

static size_t number_of(const chain *c, const way *w, size_t kind)
{
    for (size_t i = w->first; i < w->first + w->count; i++)
        if ((size_t)c->pool[i].thing == kind)
            return (size_t)c->pool[i].number;
    return 0;
}

/* Computes how many of a kind have come: by_depth[d * stride] is for the floors down to d + 1, kept
 * by `keeper`; `means` (may be NULL) is for each floor alone. */
static void count_kind(chain *c, base_arena *keeper, size_t kind, wyrm_pmf **by_depth,
                       size_t stride, double *means)
{
    size_t most = 0;
    double steps = 0;
    double *now = base_array(c->arena, double, c->floors[0].states);
    now[0] = 1; /* the start, with none found */
    for (int32_t d = 0; d < c->depths; d++) {
        const floor_ways *floor = &c->floors[d];
        const size_t after = d + 1 < c->depths ? floor[1].states : c->states;
        size_t largest = 0, width = most + 1;
        for (size_t i = 0; i < floor->count; i++) {
            const size_t n = number_of(c, &floor->list[i], kind);
            largest = n > largest ? n : largest;
        }
        const size_t wider = width + largest;
        double *next = base_array(c->arena, double, after *wider);
        steps += (double)floor->count * (double)width;
        if (steps > WYRM_FOUND_STEPS_MAX)
            base_refuse(c->arena, WYRM_ERROR_LIMIT, "there are more than %d steps to follow",
                        WYRM_FOUND_STEPS_MAX);
        for (size_t i = 0; i < floor->count; i++) {
            const way *w = &floor->list[i];
            const size_t n = number_of(c, w, kind);
            double mass = 0;
            for (size_t have = 0; have < width; have++) {
                const double chance = now[w->from * width + have] * w->chance;
                next[w->to * wider + have + n] += chance;
                mass += chance;
            }
            if (means)
                means[(size_t)d * stride] += mass * (double)n;
        }
        most += largest;
        now = next;
        double *chances = base_array(c->arena, double, wider);
        for (size_t have = 0; have < wider; have++)
            for (size_t s = 0; s < after; s++)
                chances[have] += now[s * wider + have];
        by_depth[(size_t)d * stride] = base_pmf_of_chances(keeper, chances, wider);
    }
}

/* Computes how many floors in a row have had none of a kind, and the most so far: both stay NULL if
 * that is more than is followed. */
static void count_droughts(chain *c, base_arena *keeper, size_t kind, wyrm_found *out)
{
    wyrm_pmf **drought = base_array(keeper, wyrm_pmf *, (size_t)c->depths);
    wyrm_pmf **longest = base_array(keeper, wyrm_pmf *, (size_t)c->depths);
    double *now = base_array(c->arena, double, c->floors[0].states), steps = 0;
    now[0] = 1; /* by state, drought and longest drought; at the start there is none */
    for (size_t d = 0; d < (size_t)c->depths; d++) {
        const floor_ways *floor = &c->floors[d];
        const size_t after = d + 1 < (size_t)c->depths ? floor[1].states : c->states;
        const size_t side = d + 1, wider = d + 2;
        steps += (double)floor->count * (double)(side * side);
        if (after * wider * wider > LOOT_DROUGHT_STATES_MAX || steps > LOOT_DROUGHT_STEPS_MAX)
            return;
        double *next = base_array(c->arena, double, after *wider *wider);
        double *dry_for = base_array(c->arena, double, wider);
        double *longest_for = base_array(c->arena, double, wider);
        for (size_t i = 0; i < floor->count; i++) {
            const way *w = &floor->list[i];
            const bool came = number_of(c, w, kind) > 0;
            for (size_t dry = 0; dry < side; dry++)
                for (size_t most = dry; most < side; most++) {
                    const double chance = now[(w->from * side + dry) * side + most] * w->chance;
                    const size_t then = came ? 0 : dry + 1, worst = then > most ? then : most;
                    next[(w->to * wider + then) * wider + worst] += chance;
                    dry_for[then] += chance;
                    longest_for[worst] += chance;
                }
        }
        drought[d] = base_pmf_of_chances(keeper, dry_for, wider);
        longest[d] = base_pmf_of_chances(keeper, longest_for, wider);
        now = next;
    }
    out->drought = drought;
    out->longest = longest;
}

typedef struct finding {
    base_arena *keeper;
    const rules *r;
    size_t kind;
    wyrm_found *found; /* the result: one of these two */
    wyrm_found_survey *survey;
} finding;

static void find_items(base_arena *arena, void *context)
{
    const finding *f = context;
    chain c = {.arena = arena,
               .r = f->r,
               .depths = f->found ? f->found->last_depth : f->survey->last_depth};
    follow_floors(&c);
    if (f->found) {
        count_kind(&c, f->keeper, f->kind, f->found->by_depth, 1, NULL);
        count_droughts(&c, f->keeper, f->kind, f->found);
        f->found->cut = c.cut;
        return;
    }
    const size_t kinds = f->survey->kinds;
    wyrm_pmf **all = base_array(arena, wyrm_pmf *, kinds * (size_t)c.depths);
    for (size_t k = 0; k < kinds; k++)
        count_kind(&c, f->keeper, k, all + k, kinds, f->survey->means + k);
    for (size_t i = 0; i < kinds * (size_t)c.depths; i++)
        f->survey->by_depth[i] = all[i];
    f->survey->cut = c.cut;
}

static void find_one(base_arena *keeper, const void *state, size_t kind, wyrm_found *out)
{
    finding f = {keeper, state, kind, out, NULL};
    base_must(keeper, base_apart(keeper, find_items, &f));
}

static void find_all(base_arena *keeper, const void *state, wyrm_found_survey *out)
{
    finding f = {keeper, state, 0, NULL, out};
    base_must(keeper, base_apart(keeper, find_items, &f));
}

static int32_t last_depth(const void *state)
{
    return ((const rules *)state)->last_depth;
}

static const loot_finding findings = {last_depth, find_one, find_all};

/* ---- reading ---- */

static void make(rs_opening *o, loot_made *out)
{
    rules *r = out->state = base_new(o->arena, rules);
    const char **names = base_array(o->arena, const char *, out->kinds.count);
    for (size_t i = 0; i < out->kinds.count; i++)
        names[i] = out->kinds.rows[i].name;
    r->last_depth = loot_last_depth(o->ruleset);
    r->items = (scripted){.function = "items",
                          .thing = "item",
                          .form = "one, such as {potion = 2}; {} where nothing lies",
                          .most = WYRM_ROOM_ITEMS_MAX,
                          .count = out->kinds.count,
                          .names = names};
    scripted_read(o, NULL, "items(depth, state)", r->last_depth, &r->items);
    out->facts.counts = r->items.key_count;
}

const loot_model loot_script_model = {
    .model = {.name = "script",
              .summary = "your own rules, in Lua: what lies on each floor",
              .parameters = rows,
              .own_names = true},
    .make = make,
    .floor = draw_floor,
    .trouble = script_error,
    .finding = &findings,
};
