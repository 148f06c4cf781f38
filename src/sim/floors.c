/* What comes to each floor: exact where the encounter can say it, else counted.
 *
 * Counting needs no maps: who comes does not hang on where there is room. So games are descended
 * floor by floor by the encounter alone, which is the generator that the game has, and each floor
 * is one observation for every figure of its depth. */
#include <wyrm/floors.h>
#include <wyrm/streams.h>
#include <math.h>
#include "sim/internal.h"

#define CONFIDENCE 0.95

static wyrm_estimate exactly(double value)
{
    return (wyrm_estimate){.value = value, .ci95 = {value, value}};
}

static wyrm_estimate sampled(const wyrm_moments *moments)
{
    return (wyrm_estimate){moments->mean, true, wyrm_mean_interval(moments, CONFIDENCE)};
}

/* ---- exact ---- */

static wyrm_floor_number number_of(const wyrm_arriving *of)
{
    return (wyrm_floor_number){exactly(of->mean), of->number, of->unit};
}

static wyrm_floor_count *counts_of(base_arena *arena, const wyrm_arrival *list, size_t count)
{
    wyrm_floor_count *out = base_array(arena, wyrm_floor_count, count);
    for (size_t i = 0; i < count; i++)
        out[i] = (wyrm_floor_count){list[i].name, exactly(list[i].mean), exactly(list[i].any)};
    return out;
}

static void tell(base_arena *arena, const wyrm_arrivals *of, wyrm_floor_figures *out)
{
    *out = (wyrm_floor_figures){.depth = out->depth,
                                .groups = number_of(&of->groups),
                                .monsters = number_of(&of->all),
                                .experience = number_of(&of->experience),
                                .threat = number_of(&of->threat),
                                .hordes = counts_of(arena, of->hordes, of->horde_count),
                                .kinds = counts_of(arena, of->monsters, of->monster_count),
                                .cut = of->cut};
}

/* ---- counted ---- */

enum { GROUPS, MONSTERS, EXPERIENCE, THREAT, NUMBERS };

/* What was counted at a depth: of each horde, then of each kind, how many, and whether any. */
typedef struct tally {
    wyrm_moments numbers[NUMBERS];
    wyrm_moments *means, *shares;
    uint32_t *here; /* on this floor */
} tally;

typedef struct counting {
    const wyrm_design *design;
    const wyrm_encounter *encounter;
    wyrm_floors *floors;
    size_t hordes, things;
    wyrm_floor_spawn spawns[WYRM_LEVEL_SPAWNS_MAX];
} counting;

static void count_floor(counting *of, tally *at, int32_t depth, size_t count)
{
    const wyrm_threat *threat = wyrm_design_threat(of->design);
    double numbers[NUMBERS] = {0};
    int32_t group = -1;
    for (size_t i = 0; i < of->things; i++)
        at->here[i] = 0;
    for (size_t i = 0; i < count; i++) {
        const wyrm_floor_spawn *spawn = &of->spawns[i];
        const bool leads = spawn->group != group;
        if (of->floors->per_room && spawn->guards)
            continue;
        group = spawn->group;
        if (spawn->horde >= 0)
            at->here[spawn->horde] += leads;
        at->here[of->hordes + (size_t)spawn->spawn.monster]++;
        numbers[GROUPS] += leads;
        numbers[MONSTERS]++;
        numbers[EXPERIENCE] += (double)spawn->spawn.experience;
        if (threat)
            numbers[THREAT] +=
                wyrm_threat_at(threat, (size_t)spawn->spawn.monster, depth, spawn->spawn.elite);
    }
    for (int n = 0; n < NUMBERS; n++) {
        at->numbers[n].range = n < EXPERIENCE ? WYRM_COUNT : WYRM_AMOUNT;
        wyrm_moments_add(&at->numbers[n], numbers[n]);
    }
    for (size_t i = 0; i < of->things; i++) {
        at->means[i].range = WYRM_COUNT;
        at->shares[i].range = WYRM_SHARE;
        wyrm_moments_add(&at->means[i], at->here[i]);
        wyrm_moments_add(&at->shares[i], at->here[i] > 0);
    }
}

static wyrm_floor_number number_counted(const wyrm_moments *of)
{
    return (wyrm_floor_number){.mean = sampled(of), .unit = 1};
}

static void tell_counted(base_arena *arena, const counting *of, const tally *at,
                         wyrm_floor_figures *out)
{
    const wyrm_roster *roster = wyrm_design_roster(of->design);
    const char *const *hordes = wyrm_encounter_hordes_of(of->encounter).names;
    wyrm_floor_count *counts = base_array(arena, wyrm_floor_count, of->things);
    for (size_t i = 0; i < of->things; i++) {
        const bool horde = i < of->hordes;
        counts[i].name =
            horde ? hordes[i] : wyrm_roster_monster(roster, (int32_t)(i - of->hordes))->name;
        counts[i].mean = sampled(&at->means[i]);
        counts[i].any = sampled(&at->shares[i]);
        if (!horde && !wyrm_encounter_comes(of->encounter, out->depth, (int32_t)(i - of->hordes)))
            counts[i].mean = counts[i].any = exactly(0);
    }
    *out = (wyrm_floor_figures){.depth = out->depth,
                                .groups = number_counted(&at->numbers[GROUPS]),
                                .monsters = number_counted(&at->numbers[MONSTERS]),
                                .experience = number_counted(&at->numbers[EXPERIENCE]),
                                .threat = number_counted(&at->numbers[THREAT]),
                                .hordes = counts,
                                .kinds = counts + of->hordes};
    if (!wyrm_design_threat(of->design))
        out->threat.mean = exactly(NAN);
}

/* All games, all floors; `known` are those whose figures are exact. A room counts as one that is
 * not the first, where groups come to rooms. */
static void count_all(base_arena *arena, counting *of, const bool *known)
{
    wyrm_floors *floors = of->floors;
    tally *tallies = base_array(arena, tally, (size_t)floors->count);
    wyrm_room_draw draw = {.first = true};
    wyrm_encounter_room_draw(of->encounter, 1, &draw);
    of->hordes = floors->horde_count;
    of->things = of->hordes + floors->kind_count;
    for (int32_t i = 0; i < floors->count; i++) {
        tallies[i].means = base_array(arena, wyrm_moments, of->things);
        tallies[i].shares = base_array(arena, wyrm_moments, of->things);
        tallies[i].here = base_array(arena, uint32_t, of->things);
    }
    for (uint64_t run = 0; run < floors->runs; run++) {
        wyrm_difficulty difficulty = wyrm_encounter_start(of->encounter);
        for (int32_t i = 0; i < floors->count; i++) {
            wyrm_rng rng =
                wyrm_rng_start(floors->seed, run, WYRM_STREAM_MONSTERS, (uint64_t)difficulty.depth);
            const size_t count =
                wyrm_encounter_floor(of->encounter, &difficulty,
                                     floors->per_room && !draw.first ? 2 : 1, &rng, of->spawns);
            if (!known[i])
                count_floor(of, &tallies[i], difficulty.depth, count);
            wyrm_encounter_descend(of->encounter, &difficulty);
        }
    }
    base_must(arena, wyrm_encounter_trouble(of->encounter, &arena->error));
    for (int32_t i = 0; i < floors->count; i++)
        if (!known[i])
            tell_counted(arena, of, &tallies[i], &floors->depths[i]);
}

/* ---- both ---- */

typedef struct floors_job {
    const wyrm_design *design;
    uint64_t seed, runs;
} floors_job;

static void make_floors(base_arena *arena, void *result, void *context)
{
    const floors_job *job = context;
    wyrm_floors *floors = result;
    base_must(arena, wyrm_design_needs(job->design, WYRM_SYSTEM_ENCOUNTER, "what comes to floors",
                                       &arena->error));
    const wyrm_encounter *encounter = wyrm_design_encounter(job->design);
    const int32_t last = wyrm_encounter_last_depth(encounter);
    const wyrm_horde_facts hordes = wyrm_encounter_hordes_of(encounter);
    *floors = (wyrm_floors){.per_room = hordes.per_room,
                            .horde_count = hordes.count,
                            .runs = job->runs > 0 ? job->runs : WYRM_FLOORS_RUNS,
                            .seed = job->seed,
                            .kind_count = wyrm_roster_count(wyrm_design_roster(job->design)),
                            .count = last < WYRM_FLOORS_DEPTH_MAX ? last : WYRM_FLOORS_DEPTH_MAX};
    floors->depths = base_array(arena, wyrm_floor_figures, (size_t)floors->count);
    bool *known = base_array(arena, bool, (size_t)floors->count);
    for (int32_t i = 0; i < floors->count; i++) {
        wyrm_arrivals *arrivals;
        floors->depths[i].depth = i + 1;
        const wyrm_status status =
            wyrm_encounter_arrivals(encounter, i + 1, &arrivals, &arena->error);
        known[i] = status == WYRM_OK;
        if (status != WYRM_ERROR_RANGE && status != WYRM_ERROR_LIMIT)
            base_must(arena, status);
        floors->sampled |= !known[i];
        if (!known[i])
            continue;
        base_keep(arena, arrivals, wyrm_arrivals_free);
        tell(arena, arrivals, &floors->depths[i]);
    }
    if (!floors->sampled)
        return;
    counting *of = base_new(arena, counting);
    of->design = job->design;
    of->encounter = encounter;
    of->floors = floors;
    count_all(arena, of, known);
}

wyrm_status wyrm_floors_find(const wyrm_design *design, uint64_t seed, uint64_t runs,
                             wyrm_floors **out, wyrm_error *error)
{
    floors_job job = {design, seed, runs};
    return base_make(sizeof **out, make_floors, &job, out, error);
}

void wyrm_floors_free(wyrm_floors *floors)
{
    base_unmake(floors);
}
