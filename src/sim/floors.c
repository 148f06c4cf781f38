/* Floors without a player: dungeons as the game makes them, the monsters that come to each floor,
 * and how rooms are filled.
 *
 * In a descent every map is made, populated and left as in the game, one after the other, down to
 * the final one. The runs are cut into shares that any thread can do; a share has the same sums as
 * the whole, so merging them in order completes the work.
 *
 * The monsters of each floor are exact where the encounter model can enumerate them, else counted.
 * Counting needs no maps: which monsters come does not depend on where there is room. So the
 * encounter model alone descends floor by floor, with the game's own generator, and each floor is
 * one observation for every figure of its depth.
 *
 * In a room of known size one monster after the other, then one item after the other, looks for a
 * tile. With `placing: once` each tries one tile and is dropped if that is taken; otherwise each
 * finds one until the room is full. So the number of taken tiles is a Markov chain, which is
 * followed here. Room sizes have no closed form; rooms.c samples them. */
#include <wyrm/descent.h>
#include <wyrm/floors.h>
#include <wyrm/streams.h>
#include <math.h>
#include <string.h>
#include "encounter/internal.h"
#include "sim/internal.h"

/* ---- a floor ---- */

/* Counts a floor as work; sim_floors_must_be_made reports if it was too much. */
static void spend_floor(const wyrm_map *map)
{
    (void)base_may_spend(WYRM_COST_FLOORS, (uint64_t)map->width * (uint64_t)map->height);
}

void sim_floors_must_be_made(base_arena *arena, const wyrm_design *design)
{
    const wyrm_floor_models models = {.encounter = wyrm_design_encounter(design),
                                      .loot = wyrm_design_loot(design)};
    base_must(arena, wyrm_floor_trouble(&models, &arena->error));
    base_spend(arena, WYRM_COST_FLOORS, 0);
}

/* ---- games, floor after floor ---- */

#define RUNS_PER_SHARE 250

/* The sums of a share, or of everything; depths from sums.depth_count on are not initialised. */
typedef struct descent_sums {
    wyrm_descents sums;
    wyrm_depth_figures depths[WYRM_DESCENT_DEPTH_MAX];
} descent_sums;

typedef struct descent_job {
    const wyrm_design *design;
    wyrm_descent_options options;
    descent_sums *total;
} descent_job;

/* The figures of a depth; initialises those down to it. */
static wyrm_depth_figures *figures_at(descent_sums *into, int32_t depth)
{
    while (into->sums.depth_count < depth) {
        wyrm_depth_figures *fresh = &into->depths[into->sums.depth_count++];
        *fresh = (wyrm_depth_figures){.depth = into->sums.depth_count,
                                      .monsters.range = WYRM_COUNT,
                                      .items.range = WYRM_COUNT,
                                      .experience.range = WYRM_AMOUNT};
    }
    return &into->depths[depth - 1];
}

static void run_share(const sim_share *share)
{
    const descent_job *job = share->context;
    const wyrm_encounter *encounter = wyrm_design_encounter(job->design);
    const wyrm_floor_models models = {.mapper = wyrm_design_mapper(job->design),
                                      .encounter = encounter,
                                      .loot = wyrm_design_loot(job->design)};
    descent_sums *into = memset(share->result, 0, sizeof *into);
    sim_made_floor *floor = share->scratch;
    const wyrm_population *population = &floor->population;
    for (uint64_t run = share->first; run < share->first + share->count; run++) {
        wyrm_difficulty difficulty = wyrm_encounter_start(encounter);
        floor->loot = (wyrm_loot_state){0};
        int32_t depth = 1;
        for (; depth <= WYRM_DESCENT_DEPTH_MAX; depth++) {
            wyrm_floor_make(&models, job->options.seed, run, &difficulty, &floor->loot, &floor->map,
                            &floor->population);
            spend_floor(&floor->map);
            wyrm_depth_figures *figures = figures_at(into, depth);
            double monsters = (double)population->monster_count, levels = 0;
            for (size_t i = 0; i < population->monster_count; i++)
                levels += population->monsters[i].spawn.level;
            wyrm_moments_add(&figures->rooms, floor->map.room_count);
            wyrm_moments_add(&figures->monsters, monsters);
            wyrm_moments_add(&figures->items, (double)population->item_count);
            wyrm_moments_add(&figures->experience, (double)population->experience);
            wyrm_moments_add(&figures->tracker, wyrm_encounter_level(encounter, &difficulty));
            wyrm_ratio_estimate_add(&figures->monster_level, levels, monsters);
            if (floor->map.final)
                break;
            wyrm_encounter_descend(encounter, &difficulty);
        }
        if (depth > WYRM_DESCENT_DEPTH_MAX) {
            into->sums.cut_off++;
            continue;
        }
        wyrm_moments_add(&into->sums.final_depth, depth);
        into->sums.final_counts[depth]++;
    }
}

static void merge_share(const sim_share *share)
{
    const descent_sums *from = share->result;
    descent_sums *into = ((descent_job *)share->context)->total;
    for (int32_t i = 0; i < from->sums.depth_count; i++) {
        wyrm_depth_figures *figures = figures_at(into, i + 1);
        wyrm_moments_merge(&figures->rooms, &from->depths[i].rooms);
        wyrm_moments_merge(&figures->monsters, &from->depths[i].monsters);
        wyrm_moments_merge(&figures->items, &from->depths[i].items);
        wyrm_moments_merge(&figures->experience, &from->depths[i].experience);
        wyrm_moments_merge(&figures->tracker, &from->depths[i].tracker);
        wyrm_ratio_estimate_merge(&figures->monster_level, &from->depths[i].monster_level);
    }
    into->sums.cut_off += from->sums.cut_off;
    wyrm_moments_merge(&into->sums.final_depth, &from->sums.final_depth);
    for (int32_t depth = 0; depth <= WYRM_DESCENT_DEPTH_MAX; depth++)
        into->sums.final_counts[depth] += from->sums.final_counts[depth];
}

static void make_descents(base_arena *arena, void *result, void *context)
{
    descent_job *job = context;
    base_must(arena,
              wyrm_design_needs(job->design, WYRM_SYSTEMS_OF_A_FLOOR, "a dungeon", &arena->error));
    job->total = result;
    job->total->sums.runs = job->options.runs ? job->options.runs : WYRM_DESCENT_RUNS;
    job->total->sums.depths = job->total->depths;
    sim_bound(wyrm_encounter_last_depth(wyrm_design_encounter(job->design)),
              &job->total->sums.final_depth);
    sim_work work = {.share = RUNS_PER_SHARE, .context = job};
    work.count = job->total->sums.runs;
    work.result_size = sizeof(descent_sums);
    work.scratch_size = sizeof(sim_made_floor);
    work.run = run_share;
    work.merge = merge_share;
    work.progress = job->options.progress;
    work.progress_context = job->options.context;
    sim_work_run(arena, &work, job->options.threads);
    sim_floors_must_be_made(arena, job->design);
}

wyrm_status wyrm_descend(const wyrm_design *design, const wyrm_descent_options *options,
                         wyrm_descents **out, wyrm_error *error)
{
    descent_job job = {.design = design,
                       .options = options ? *options : (wyrm_descent_options){.seed = 1}};
    return base_make(sizeof(descent_sums), make_descents, &job, out, error);
}

void wyrm_descents_free(wyrm_descents *descents)
{
    base_unmake(descents);
}

/* ---- rooms of a size ---- */

sim_filling sim_filling_read(base_arena *arena, const wyrm_design *design, int32_t depth)
{
    base_must(arena, wyrm_design_needs(design, WYRM_SYSTEM_ENCOUNTER | WYRM_SYSTEM_MAP, "a room",
                                       &arena->error));
    const wyrm_encounter *encounter = wyrm_design_encounter(design);
    const enc_role_plans *plans = enc_plans(encounter);
    wyrm_room_draw draw = {.first = true};
    sim_filling out = {.map = wyrm_mapper_bounds(wyrm_design_mapper(design))};
    wyrm_pmf *monsters;
    wyrm_status status = wyrm_encounter_room_monsters(encounter, depth, &monsters, &arena->error);
    if (status != WYRM_ERROR_RANGE) { /* else threats differ too finely */
        base_must(arena, status);
        base_keep(arena, monsters, wyrm_pmf_free);
    }
    wyrm_encounter_room_draw(encounter, depth, &draw);
    out.monsters = monsters;
    out.first = draw.first;
    int64_t most = monsters ? wyrm_pmf_last(monsters) * out.map.rooms : 0;
    for (int role = 0; plans && role < WYRM_ROOM_ROLE_COUNT; role++)
        if (plans->plans[role].planned) {
            most += plans->plans[role].monsters->most;
            out.roles = true;
        }
    out.known = monsters && most <= WYRM_LEVEL_SPAWNS_MAX && !out.map.shaped;
    out.floors = wyrm_encounter_fills_floors(encounter);
    if (out.floors) /* a monster that finds its room full goes to the next */
        out.known = out.known && wyrm_pmf_last(monsters) < out.map.tiles;
    return out;
}

void sim_filling_monsters(const sim_filling *filling, int32_t tiles, bool player, double *chances)
{
    double taken[1 + WYRM_LEVEL_SPAWNS_MAX + 2] = {0}; /* one room may hold all monsters of a
                                                          floor */
    int64_t first = player ? 1 : 0;
    taken[first] = 1;
    for (int64_t drawn = 0; drawn <= wyrm_pmf_last(filling->monsters); drawn++) {
        double share = wyrm_pmf_at(filling->monsters, drawn);
        for (int64_t placed = 0; placed <= drawn; placed++)
            chances[placed] += share * taken[first + placed];
        sim_filling_look(sim_filling_tries_once(filling), tiles, taken, first + drawn);
    }
}

#define CONFIDENCE 0.95

static wyrm_estimate exactly(double value)
{
    return (wyrm_estimate){.value = value, .ci95 = {value, value}};
}

static wyrm_estimate sampled(const wyrm_moments *moments)
{
    return (wyrm_estimate){moments->mean, true, wyrm_mean_interval(moments, CONFIDENCE)};
}

/* ---- the monsters of each floor: exact ---- */

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

static void write_figures(base_arena *arena, const wyrm_arrivals *of, wyrm_floor_figures *out)
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

/* ---- the monsters of each floor: counted ---- */

enum { GROUPS, MONSTERS, EXPERIENCE, THREAT, NUMBERS };

/* Counts of a depth. The two arrays begin with the hordes, then have the kinds of monsters: the
 * number on a floor, and whether there was any. */
typedef struct tally {
    wyrm_moments numbers[NUMBERS];
    wyrm_moments *means, *shares;
    uint32_t *here; /* counts on the current floor */
} tally;

/* Work space of the counting; `things` is the number of hordes and kinds. */
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

static void write_counted(base_arena *arena, const counting *of, const tally *at,
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

/* Plays all floors of all runs; floors with known[] are exact already and only passed. With groups
 * per room, a depth is represented by one room that is not its first, if the first stays empty. */
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
            write_counted(arena, of, &tallies[i], &floors->depths[i]);
}

/* ---- the monsters of each floor: exact or counted ---- */

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
    wyrm_arrivals *arrivals;
    if (!wyrm_encounter_fills_floors(encounter)) /* fails with the reason, also if there is no last
                                                    depth */
        base_must(arena, wyrm_encounter_arrivals(encounter, 1, &arrivals, &arena->error));
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
        write_figures(arena, arrivals, &floors->depths[i]);
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
