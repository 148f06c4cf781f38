/* Difficulty by an invisible holder of experience that earns what the dungeon has put in the
 * player's way, killed or not (RuggRogue, "Difficulty Tracker" and "Monster Selection"). */
#include "base/arena.h"
#include "encounter/internal.h"

#include <math.h>

#define KNOWN_LEVELS 128

typedef struct tracker {
    const wyrm_growth *growth;
    const wyrm_roster *roster;
    int experience; /* the curve of what a killed monster gives */
    wyrm_ratio same, deeper;
    int32_t below_least, below_most;
    wyrm_room_count rooms;
    int32_t final_level;
    wyrm_spawn known[KNOWN_LEVELS]; /* monsters by level, for the levels that games see */
} tracker;

#define GUIDE "RuggRogue source code guide, "

static const wyrm_field level_rows[] = {
    {.name = "same",
     .kind = WYRM_KIND_RATIO,
     .greatest = 1,
     .fallback = "1/5",
     .summary = "the chance that a monster has the tracker's own level",
     .source = GUIDE "\"Monster Selection\""},
    {.name = "below",
     .kind = WYRM_KIND_RANGE,
     .greatest = WYRM_TRACKER_MAX,
     .fallback = "[1, 3]",
     .unit = "levels",
     .summary =
         "How far below the tracker it is otherwise, each distance equally likely; never below "
         "level 1.",
     .source = GUIDE "\"Monster Selection\""},
    {.name = "deeper",
     .kind = WYRM_KIND_RATIO,
     .greatest = 1,
     .fallback = "1/2",
     .summary =
         "The chance that a monster below the tracker is lower still: any level under that one, "
         "each equally likely.",
     .source = GUIDE "\"Monster Selection\""},
    {.kind = WYRM_KIND_END},
};

static const wyrm_field room_rows[] = {
    WYRM_ROOM_COUNT_ROWS("monsters", "", WYRM_ROOM_SPAWNS_MAX, "1/2", "[[1, 1], [2, 3], [3, 5]]",
                         "The most monsters of such a room, by depth; every number from one to it "
                         "is equally likely."),
    {.kind = WYRM_KIND_END},
};

static const wyrm_field tracker_rows[] = {
    {.name = "levels",
     .kind = WYRM_KIND_RECORD,
     .fallback = "{}",
     .fields = level_rows,
     .summary = "the level of a monster, given the tracker's as a whole number"},
    {.name = "rooms",
     .kind = WYRM_KIND_RECORD,
     .fallback = "{}",
     .fields = room_rows,
     .summary = "how many monsters a room has"},
    {.name = "final_level",
     .kind = WYRM_KIND_INTEGER,
     .least = 1,
     .greatest = WYRM_LEVEL_MAX,
     .fallback = "25",
     .unit = "levels",
     .summary = "the level of the tracker from which a map that is generated is the last one",
     .source = GUIDE "\"Picking the Final Dungeon Level\""},
    {.kind = WYRM_KIND_END},
};

static void read_levels(const wyrm_value *levels, tracker *state)
{
    const wyrm_value *below = wyrm_value_get(levels, "below");
    state->same = wyrm_value_ratio(wyrm_value_get(levels, "same"));
    state->deeper = wyrm_value_ratio(wyrm_value_get(levels, "deeper"));
    state->below_least = (int32_t)wyrm_value_low(below);
    state->below_most = (int32_t)wyrm_value_high(below);
}

/* What the model needs of other sections. */
static wyrm_status check_others(const wyrm_ruleset *ruleset, const wyrm_value *section,
                                const tracker *state, wyrm_errors *errors)
{
    wyrm_status status = WYRM_OK;
    if (state->experience < 0)
        status =
            wyrm_value_fail(ruleset, section, errors, "add growth.monster.experience",
                            "the tracker earns the experience of monsters, and the ruleset has "
                            "no curve for it");
    if (wyrm_roster_by_level(state->roster, 1) < 0)
        status = wyrm_value_fail(ruleset, section, errors, "give every monster a level",
                                 "the tracker picks monsters by level, and the ruleset has none "
                                 "with one");
    return status;
}

static uint64_t worth(const tracker *state, int32_t level)
{
    double experience = wyrm_growth_at(state->growth, state->experience, level);
    if (!(experience > 0))
        return 0;
    return experience < 9007199254740992.0 ? (uint64_t)experience : UINT64_C(1) << 53;
}

static wyrm_spawn make_spawn(const tracker *state, int32_t level)
{
    return (wyrm_spawn){.monster = wyrm_roster_by_level(state->roster, level),
                        .level = level,
                        .experience = worth(state, level)};
}

static wyrm_status make(const wyrm_ruleset *ruleset, const wyrm_value *parameters,
                        const wyrm_growth *growth, const wyrm_roster *roster,
                        const wyrm_threat *threat, void **out, wyrm_errors *errors)
{
    tracker *state = base_zeroed(1, sizeof *state);
    *out = NULL;
    if (!state)
        return WYRM_ERROR_MEMORY;
    (void)threat; /* monsters here are but looks of their level */
    state->growth = growth;
    state->roster = roster;
    state->experience = wyrm_growth_curve(growth, WYRM_ROLE_MONSTER, "experience");
    state->final_level = (int32_t)wyrm_value_integer(wyrm_value_get(parameters, "final_level"));
    read_levels(wyrm_value_get(parameters, "levels"), state);
    wyrm_status counts = wyrm_room_count_read(ruleset, wyrm_value_get(parameters, "rooms"),
                                              WYRM_ROOM_SPAWNS_MAX, &state->rooms, errors);
    wyrm_status others = check_others(ruleset, parameters, state, errors);
    if (counts != WYRM_OK || others != WYRM_OK) {
        wyrm_free(state);
        return counts != WYRM_OK ? counts : others;
    }
    for (int32_t level = 0; level < KNOWN_LEVELS; level++)
        state->known[level] = make_spawn(state, level);
    *out = state;
    return WYRM_OK;
}

static wyrm_difficulty start(const void *context)
{
    const tracker *state = context;
    return (wyrm_difficulty){.depth = 1, .tracker = wyrm_growth_start(state->growth)};
}

static bool is_final(const void *context, const wyrm_difficulty *difficulty)
{
    const tracker *state = context;
    return difficulty->tracker.level >= state->final_level;
}

static void leave(const void *context, wyrm_difficulty *difficulty)
{
    const tracker *state = context;
    wyrm_growth_award(state->growth, &difficulty->tracker, difficulty->pending);
}

/* What the last map left pending is forgotten with the old tracker (RuggRogue, "New Game Plus"). */
static void win(const void *context, wyrm_difficulty *difficulty)
{
    const tracker *state = context;
    int64_t base = (int64_t)difficulty->gear_base + difficulty->tracker.level - 1;
    difficulty->gear_base = (int32_t)(base < WYRM_LEVEL_MAX ? base : WYRM_LEVEL_MAX);
    difficulty->tracker = wyrm_growth_start(state->growth);
    difficulty->pending = 0;
    if (difficulty->wins < INT32_MAX)
        difficulty->wins++;
}

static int64_t at_least_one(int64_t level)
{
    return level > 1 ? level : 1;
}

/* The level of one monster for the whole tracker level `top`; add_levels is the same rule in
 * probabilities. */
static int32_t draw_level(const tracker *state, int64_t top, wyrm_rng *rng)
{
    if (wyrm_rng_chance(rng, (uint64_t)state->same.numerator, (uint64_t)state->same.denominator))
        return (int32_t)top;
    int64_t below = wyrm_rng_between(rng, state->below_least, state->below_most);
    int64_t level = at_least_one(top - below);
    if (level > 1 && wyrm_rng_chance(rng, (uint64_t)state->deeper.numerator,
                                     (uint64_t)state->deeper.denominator))
        level = wyrm_rng_between(rng, 1, level - 1);
    return (int32_t)level;
}

static size_t room(const void *context, const wyrm_difficulty *difficulty,
                   const wyrm_room_context *room, wyrm_rng *rng, wyrm_spawn *spawns)
{
    const tracker *state = context;
    int32_t count =
        wyrm_room_count_draw(&state->rooms, difficulty->depth, difficulty->wins, room->index, rng);
    for (int32_t i = 0; i < count; i++) {
        int64_t top = wyrm_rng_round(rng, wyrm_experience_level(&difficulty->tracker));
        int32_t level = draw_level(state, top, rng);
        spawns[i] = level < KNOWN_LEVELS ? state->known[level] : make_spawn(state, level);
    }
    return (size_t)count;
}

static double share(wyrm_ratio ratio)
{
    return (double)ratio.numerator / (double)ratio.denominator;
}

/* Adds to pairs[level - 1].weight the probabilities of levels 1..top, times `weight`. One walk from
 * the top down: `spread` is what every level below the one at hand gets from monsters that were put
 * deeper. */
static void add_levels(const tracker *state, int32_t top, double weight, wyrm_weighted *pairs)
{
    double same = share(state->same);
    double deeper = share(state->deeper);
    double each = (1 - same) / (state->below_most - state->below_least + 1);
    double spread = 0;
    for (int32_t level = top; level >= 1; level--) {
        int32_t below = top - level;
        double here = 0;
        if (below >= state->below_least && below <= state->below_most)
            here = each;
        if (level == 1 && below < state->below_most) {
            int32_t from = below > state->below_least ? below : state->below_least;
            here = each * (state->below_most - from + 1);
        }
        double kept = level > 1 ? here * (1 - deeper) : here;
        pairs[level - 1].weight += weight * (kept + spread + (level == top ? same : 0));
        if (level > 1)
            spread += here * deeper / (level - 1);
    }
}

static wyrm_status levels(const void *context, double level, wyrm_pmf **out, wyrm_error *error)
{
    const tracker *state = context;
    double whole = floor(level);
    double fraction = level - whole;
    int32_t top = (int32_t)whole;
    int32_t greatest = top + (fraction > 0);
    wyrm_weighted *pairs = base_zeroed((size_t)greatest, sizeof *pairs);
    if (!pairs)
        return wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory");
    for (int32_t i = 0; i < greatest; i++)
        pairs[i].value = i + 1;
    add_levels(state, top, 1 - fraction, pairs);
    if (fraction > 0)
        add_levels(state, greatest, fraction, pairs);
    wyrm_status status = wyrm_pmf_from_pairs(pairs, (size_t)greatest, out, error);
    wyrm_free(pairs);
    return status;
}

enum { SAME, BELOW, DEEPER, CHOICES };

/* A monster that cannot be lower than level 1 counts as what it comes out as: at tracker level 1
 * all are the same. */
static void add_choices(const tracker *state, int32_t top, double weight,
                        wyrm_level_choice *choices)
{
    double same = share(state->same);
    double deeper = share(state->deeper);
    double each = (1 - same) / (state->below_most - state->below_least + 1);
    choices[SAME].share += weight * same;
    for (int32_t below = state->below_least; below <= state->below_most; below++) {
        int64_t level = at_least_one((int64_t)top - below);
        double lowered = level > 1 ? each * deeper : 0;
        choices[DEEPER].share += weight * lowered;
        choices[level == top ? SAME : BELOW].share += weight * (each - lowered);
    }
}

static size_t choices(const void *context, double level, wyrm_level_choice *out)
{
    double whole = floor(level);
    double fraction = level - whole;
    out[SAME] = (wyrm_level_choice){.name = "same"};
    out[BELOW] = (wyrm_level_choice){.name = "below"};
    out[DEEPER] = (wyrm_level_choice){.name = "deeper"};
    add_choices(context, (int32_t)whole, 1 - fraction, out);
    if (fraction > 0)
        add_choices(context, (int32_t)whole + 1, fraction, out);
    return CHOICES;
}

const wyrm_encounter_model wyrm_encounter_tracker = {
    .model = {.name = "tracker",
              .summary = "an invisible tracker earns the experience of every monster placed",
              .parameters = tracker_rows},
    .make = make,
    .release = wyrm_free,
    .start = start,
    .is_final = is_final,
    .leave = leave,
    .win = win,
    .room = room,
    .levels = levels,
    .tracks = true,
    .choices = choices,
};
