/* The figures that two rulesets are compared by, of one of them.
 *
 * Whatever follows exactly from a ruleset, or from floors that it generates: the player and the
 * monsters by their levels, what gear adds, fights, what they cost at every depth, what rooms hold,
 * and what the targets measure. A ruleset may lack any of it: then there is no such figure. Only
 * what nobody can help, want of memory, ends the job.
 */
#include "metrics/comparing.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "metrics/internal.h"

/* Places that both rulesets are measured at. */
#define COMPARE_CURVE_LEVELS  30 /* of growth by curves, and of trackers */
#define COMPARE_CHOICE_LEVELS 10 /* of growth by choices */
#define COMPARE_DEPTHS_MAX    60
#define COMPARE_SEED          1 /* of floors that are generated, the same for both */

/* ---- adding ---- */

/* Whether there is such a figure. */
static bool is_had(compare_work *work, wyrm_status status)
{
    if (status == WYRM_ERROR_MEMORY || status == WYRM_ERROR_INTERNAL)
        base_fail(work->arena, status);
    return status == WYRM_OK;
}

/* Adds a figure of work->of at work->at. `unit` is static. */
static wyrm_compared *add(compare_work *work, const char *metric, const char *unit, double value)
{
    compare_list *list = &work->list;
    list->figures =
        base_grow(work->arena, list->figures, list->count, &list->room, sizeof *list->figures);
    wyrm_compared *figure = &list->figures[list->count++];
    *figure = (wyrm_compared){.group = work->group,
                              .unit = unit,
                              .axis = work->axis,
                              .at = work->at,
                              .in_a = true,
                              .a = value,
                              .b = NAN};
    snprintf(figure->of, sizeof figure->of, "%s", work->of);
    snprintf(figure->metric, sizeof figure->metric, "%s", metric);
    return figure;
}

/* Half the interval of an estimate, by its farther end; 0 where it is exact. */
static double margin_of(const wyrm_estimate *estimate)
{
    if (!estimate->sampled)
        return 0;
    return fmax(estimate->ci95.high - estimate->value, estimate->value - estimate->ci95.low);
}

static wyrm_compared *add_estimate(compare_work *work, const char *metric, const char *unit,
                                   const wyrm_estimate *estimate)
{
    wyrm_compared *figure = add(work, metric, unit, estimate->value);
    figure->margin_a = margin_of(estimate);
    return figure;
}

/* ---- the player, growth curves, monsters and gear ---- */

/* Whether growth has curves for the player and for monsters of any level. */
static bool has_curves(const wyrm_design *design)
{
    const wyrm_growth *growth = wyrm_design_growth(design);
    return wyrm_growth_curve(growth, WYRM_ROLE_PLAYER, "max_hp") >= 0 &&
           wyrm_growth_curve(growth, WYRM_ROLE_MONSTER, "max_hp") >= 0;
}

static void add_combatant(compare_work *work, const wyrm_combatant *combatant)
{
    const wyrm_stat *stats = wyrm_combat_stats(wyrm_design_combat(work->design));
    add(work, "max_hp", "hit points", (double)combatant->max_hp);
    add(work, "regeneration", "hit points a turn", combatant->regeneration);
    for (size_t s = 0; stats[s].name != NULL; s++)
        add(work, stats[s].name, stats[s].unit != NULL ? stats[s].unit : "", combatant->stats[s]);
}

static void gather_player(compare_work *work)
{
    const wyrm_growth *growth = wyrm_design_growth(work->design);
    int32_t levels = has_curves(work->design) ? COMPARE_CURVE_LEVELS : COMPARE_CHOICE_LEVELS;
    work->of = "player";
    work->axis = "level";
    for (work->at = 1; work->at <= levels; work->at++) {
        wyrm_combatant player;
        wyrm_roster_start(wyrm_design_roster(work->design), work->at, &player);
        wyrm_experience holder = wyrm_growth_at_level(growth, work->at);
        add_combatant(work, &player);
        add(work, "experience_step", "points", (double)holder.next);
    }
}

static void gather_curves(compare_work *work)
{
    const wyrm_growth *growth = wyrm_design_growth(work->design);
    const wyrm_curve *curves;
    size_t count = wyrm_growth_curves(growth, &curves);
    work->axis = "level";
    for (size_t c = 0; c < count; c++) {
        if (curves[c].role == WYRM_ROLE_PLAYER)
            continue; /* the player has a group of its own */
        work->of = wyrm_role_name(curves[c].role);
        for (work->at = 1; work->at <= COMPARE_CURVE_LEVELS; work->at++)
            add(work, curves[c].quantity, "", wyrm_growth_at(growth, (int)c, work->at));
    }
}

static void gather_monsters(compare_work *work)
{
    const wyrm_roster *roster = wyrm_design_roster(work->design);
    const wyrm_threat *threat = wyrm_design_threat(work->design);
    work->axis = "";
    work->at = 0;
    for (size_t m = 0; m < wyrm_roster_count(roster); m++) {
        const wyrm_monster *monster = wyrm_roster_monster(roster, m);
        int32_t level = monster->level > 0 ? monster->level : 1;
        wyrm_combatant body;
        wyrm_roster_spawn(roster, m, level, WYRM_VARIANT_NONE, &body);
        work->of = monster->name;
        add_combatant(work, &body);
        if (monster->level > 0)
            add(work, "level", "", monster->level);
        add(work, "experience", "points", (double)wyrm_roster_experience(roster, m, level));
        if (threat != NULL) {
            add(work, "threat", "points", wyrm_threat_base(threat, m));
            add(work, "threat_derived", "points", wyrm_threat_derived(threat, m));
        }
    }
}

/* What a piece adds to every stat of a player who wears nothing else. */
static void add_gear(compare_work *work, wyrm_role role, const wyrm_combatant *bare)
{
    const wyrm_stat *stats = wyrm_combat_stats(wyrm_design_combat(work->design));
    wyrm_combatant worn = *bare;
    if (!is_had(work, wyrm_roster_equip(wyrm_design_roster(work->design), role, work->of, &worn,
                                        &work->arena->error)))
        return;
    for (size_t s = 0; stats[s].name != NULL; s++)
        add(work, stats[s].name, stats[s].unit != NULL ? stats[s].unit : "",
            worn.stats[s] - bare->stats[s]);
}

static void gather_gear(compare_work *work)
{
    static const struct {
        wyrm_role role;
        const char *section;
    } kinds[] = {{WYRM_ROLE_WEAPON, "weapons"}, {WYRM_ROLE_ARMOR, "armors"}};
    if (has_curves(work->design))
        return; /* gear goes by level: those are curves */
    wyrm_combatant bare;
    wyrm_roster_start(wyrm_design_roster(work->design), 1, &bare);
    work->axis = "";
    work->at = 0;
    for (size_t k = 0; k < sizeof kinds / sizeof kinds[0]; k++) {
        const wyrm_value *map =
            wyrm_ruleset_find(wyrm_design_ruleset(work->design), kinds[k].section);
        for (size_t i = 0; i < wyrm_value_count(map); i++) {
            work->of = wyrm_value_key(map, i);
            add_gear(work, kinds[k].role, &bare);
        }
    }
}

/* ---- fights, and what they cost at every depth or level ---- */

/* The mean damage of a hit; NAN where it cannot be had. */
static double mean_hit(compare_work *work, const wyrm_combatant *attacker,
                       const wyrm_combatant *defender)
{
    wyrm_pmf *damage;
    if (!is_had(work,
                wyrm_design_hit(work->design, attacker, defender, &damage, &work->arena->error)))
        return NAN;
    double mean = wyrm_pmf_mean(damage);
    wyrm_pmf_free(damage);
    return mean;
}

static void add_fight(compare_work *work, const wyrm_combatant *player,
                      const wyrm_combatant *monster)
{
    wyrm_duel duel;
    if (!is_had(work, wyrm_design_duel(work->design, player, monster, WYRM_SUBJECT_FIRST, &duel,
                                       NULL, &work->arena->error)))
        duel = (wyrm_duel){.p_win = NAN, .p_lose = NAN, .turns_mean = NAN, .hp_left_mean = NAN};
    add(work, "damage_dealt", "hit points", mean_hit(work, player, monster));
    add(work, "damage_taken", "hit points", mean_hit(work, monster, player));
    add(work, "win_chance", "share", duel.p_win);
    add(work, "duel_turns", "turns", duel.turns_mean);
    add(work, "hp_left", "share", duel.hp_left_mean / (double)player->hp);
}

/* Equals of every level, with gear of that level. */
static void fight_levels(compare_work *work)
{
    const wyrm_roster *roster = wyrm_design_roster(work->design);
    work->of = "player against a monster of its level";
    for (work->at = 1; work->at <= COMPARE_CURVE_LEVELS; work->at++) {
        char text[32];
        wyrm_reference reference;
        wyrm_combatant monster;
        snprintf(text, sizeof text, "monster@%d", (int)work->at);
        if (is_had(work, wyrm_design_reference(work->design, work->at, &reference,
                                               &work->arena->error)) &&
            is_had(work, wyrm_roster_combatant(roster, text, &monster, &work->arena->error)))
            add_fight(work, &reference.player, &monster);
    }
}

static void gather_duels(compare_work *work)
{
    const wyrm_roster *roster = wyrm_design_roster(work->design);
    bool levels = has_curves(work->design);
    work->axis = "level";
    if (levels)
        fight_levels(work);
    for (size_t m = 0; !levels && m < wyrm_roster_count(roster); m++) {
        char of[96];
        wyrm_combatant player, monster;
        const wyrm_monster *row = wyrm_roster_monster(roster, m);
        snprintf(of, sizeof of, "player against %s", row->name);
        work->of = of;
        wyrm_roster_spawn(roster, m, row->level > 0 ? row->level : 1, WYRM_VARIANT_NONE, &monster);
        for (work->at = 1; work->at <= COMPARE_CHOICE_LEVELS; work->at++) {
            wyrm_roster_start(roster, work->at, &player);
            add_fight(work, &player, &monster);
        }
    }
}

/* What a fight with the reference player of work->at costs; false where there is none. */
static bool cost_of(compare_work *work, const wyrm_combatant *monster, double *out)
{
    wyrm_reference reference;
    return is_had(work,
                  wyrm_design_reference(work->design, work->at, &reference, &work->arena->error)) &&
           is_had(work, wyrm_fight_cost(work->design, &reference.player, monster, out, NULL,
                                        &work->arena->error));
}

/* What a fight costs at a depth: the mean over who comes. */
static wyrm_estimate mean_cost(compare_work *work, const wyrm_rooms *rooms)
{
    const wyrm_roster *roster = wyrm_design_roster(work->design);
    size_t kinds = wyrm_roster_count(roster);
    wyrm_estimate *shares = base_array(work->arena, wyrm_estimate, kinds), mean = {.value = 0};
    double margin = 0, cost;
    bool had = is_had(work, wyrm_rooms_kinds(rooms, shares, &work->arena->error));
    for (size_t k = 0; had && k < kinds; k++) {
        wyrm_combatant monster;
        if (!(shares[k].value > 0))
            continue;
        wyrm_roster_spawn(roster, k, work->at, WYRM_VARIANT_NONE, &monster);
        had = cost_of(work, &monster, &cost);
        mean.value += had ? shares[k].value * cost : 0;
        margin += had ? margin_of(&shares[k]) * cost : 0;
    }
    mean.sampled = margin > 0;
    mean.ci95 = (wyrm_interval){mean.value - margin, mean.value + margin};
    return mean;
}

/* One depth: what a fight costs there, and what a room does. Where nobody comes a room costs
 * nothing; nor where a fight cannot be had. */
static void add_cost(compare_work *work)
{
    const wyrm_rooms rooms = {.design = work->design, .depth = work->at, .seed = COMPARE_SEED};
    wyrm_estimate monsters;
    if (!is_had(work, wyrm_rooms_monsters(&rooms, NULL, &monsters, &work->arena->error)))
        return;
    wyrm_estimate fight = mean_cost(work, &rooms);
    double value = monsters.value * fight.value;
    double margin = monsters.value * margin_of(&fight) + fight.value * margin_of(&monsters);
    const wyrm_estimate room = {.value = value,
                                .sampled = monsters.sampled || fight.sampled,
                                .ci95 = {value - margin, value + margin}};
    add_estimate(work, "fight_cost", "share", &fight);
    add_estimate(work, "room_cost", "share", &room);
}

static void add_tracker_cost(compare_work *work)
{
    wyrm_pmf *levels;
    double sum = 0, cost;
    bool had = is_had(work, wyrm_encounter_monster_levels(wyrm_design_encounter(work->design),
                                                          work->at, &levels, &work->arena->error));
    if (had)
        base_keep(work->arena, levels, wyrm_pmf_free);
    for (size_t i = 0; had && i < wyrm_pmf_length(levels); i++) {
        char text[32];
        wyrm_combatant monster;
        if (!(wyrm_pmf_probabilities(levels)[i] > 0))
            continue;
        snprintf(text, sizeof text, "monster@%lld",
                 (long long)wyrm_pmf_first(levels) + (long long)i);
        if (wyrm_roster_combatant(wyrm_design_roster(work->design), text, &monster, NULL) !=
            WYRM_OK)
            monster = (wyrm_combatant){.hp = 0}; /* no fight */
        if (cost_of(work, &monster, &cost))
            sum += wyrm_pmf_probabilities(levels)[i] * cost;
        else
            had = false;
    }
    if (had)
        add(work, "fight_cost", "share", sum);
}

static int32_t depths_of(const compare_work *work)
{
    int32_t last = wyrm_encounter_last_depth(wyrm_design_encounter(work->design));
    return last < COMPARE_DEPTHS_MAX ? last : COMPARE_DEPTHS_MAX;
}

static void gather_cost(compare_work *work)
{
    bool tracks = wyrm_encounter_tracks(wyrm_design_encounter(work->design));
    int32_t last = tracks ? COMPARE_CURVE_LEVELS : depths_of(work);
    work->of = "reference player";
    work->axis = tracks ? "tracker" : "depth";
    for (work->at = 1; work->at <= last; work->at++)
        (tracks ? add_tracker_cost : add_cost)(work);
}

/* ---- what depths bring, and the loot of their rooms ---- */

/* The share of every monster that comes at this depth. */
static void add_kinds(compare_work *work, const wyrm_rooms *rooms)
{
    const wyrm_roster *roster = wyrm_design_roster(work->design);
    size_t kinds = wyrm_roster_count(roster);
    wyrm_estimate *shares = base_array(work->arena, wyrm_estimate, kinds);
    bool any = false, had = is_had(work, wyrm_rooms_kinds(rooms, shares, &work->arena->error));
    for (size_t m = 0; had && m < kinds; m++)
        any = any || shares[m].value > 0;
    for (size_t m = 0; any && m < kinds; m++) {
        work->of = wyrm_roster_monster(roster, m)->name;
        add_estimate(work, "share", "share", &shares[m]);
    }
}

static void add_depth(compare_work *work)
{
    const wyrm_rooms rooms = {.design = work->design, .depth = work->at, .seed = COMPARE_SEED};
    wyrm_estimate mean;
    work->of = "room";
    if (is_had(work, wyrm_rooms_monsters(&rooms, NULL, &mean, &work->arena->error)))
        add_estimate(work, "monsters_per_room", "monsters", &mean);
    if (wyrm_design_threat(work->design) != NULL &&
        is_had(work, wyrm_rooms_threat(&rooms, NULL, &mean, &work->arena->error)))
        add_estimate(work, "threat_per_room", "points", &mean);
    add_kinds(work, &rooms);
}

/* The level of a monster by the level of the tracker. */
static void gather_tracker(compare_work *work)
{
    work->of = "monster";
    work->axis = "tracker";
    for (work->at = 1; work->at <= COMPARE_CURVE_LEVELS; work->at++) {
        wyrm_pmf *levels;
        if (!is_had(work, wyrm_encounter_monster_levels(wyrm_design_encounter(work->design),
                                                        work->at, &levels, &work->arena->error)))
            continue;
        double mean = wyrm_pmf_mean(levels);
        wyrm_pmf_free(levels);
        add(work, "monster_level", "", mean);
    }
}

static void gather_depths(compare_work *work)
{
    bool tracks = wyrm_encounter_tracks(wyrm_design_encounter(work->design));
    work->axis = "depth";
    if (tracks)
        gather_tracker(work);
    for (work->at = 1; !tracks && work->at <= depths_of(work); work->at++)
        add_depth(work);
}

/* The chance of every kind of item, and what a room brings of every category. */
static void add_loot(compare_work *work, const wyrm_loot_survey *survey, double *shares)
{
    const wyrm_loot *loot = wyrm_design_loot(work->design);
    const wyrm_loot_depth_figures *depth = &survey->depths[work->at - 1];
    wyrm_loot_context context = {.depth = work->at, .level = work->at, .rooms = 2};
    const wyrm_item_kind *kinds;
    size_t count = wyrm_loot_kinds(loot, &kinds);
    wyrm_estimate best = wyrm_loot_best(&depth->items_per_room);
    if (!is_had(work, wyrm_loot_shares(loot, &context, shares, &work->arena->error)))
        return; /* the model does not tell */
    work->of = "room";
    add_estimate(work, "items_per_room", "items", &best);
    for (size_t i = 0; i < count; i++) {
        work->of = kinds[i].name;
        add(work, "share", "share", shares[i]);
    }
    for (size_t i = 0; i < survey->category_count; i++) {
        work->of = survey->categories[i];
        best = wyrm_loot_best(&depth->categories[i]);
        add_estimate(work, "per_room", "items", &best);
    }
}

static void gather_loot(compare_work *work)
{
    const wyrm_item_kind *kinds;
    size_t count = wyrm_loot_kinds(wyrm_design_loot(work->design), &kinds);
    judge_work *judging = judge_begin(work->arena, work->design, COMPARE_SEED);
    int32_t last = depths_of(work);
    if (last == 0)
        return;
    double *shares = base_array(work->arena, double, count);
    const wyrm_loot_survey *survey = judge_loot(judging, 0);
    work->axis = "depth";
    for (work->at = 1; work->at <= last; work->at++)
        add_loot(work, survey, shares);
}

/* ---- what the targets measure, as far as it is exact ---- */

static void gather_targets(compare_work *work)
{
    judge_work *judging = judge_begin(work->arena, work->design, 1);
    judge_read_targets(judging, work->errors);
    const judge_targets *targets = judging->targets;
    work->axis = "";
    work->at = 0;
    for (size_t i = 0; i < targets->place_count; i++) {
        const judge_place *place = &targets->places[i];
        const judge_target *target = place->target;
        const wyrm_metric *metric = &target->metric->shown;
        judge_measure measure;
        if (metric->sampled || !is_had(work, judge_try_place(judging, place, &measure)))
            continue;
        const wyrm_estimate estimate = {measure.value, measure.sampled, measure.ci95};
        work->of = target->name;
        memcpy(add_estimate(work, metric->name, metric->unit, &estimate)->where, place->where,
               sizeof place->where);
    }
}

/* ---- all of them ---- */

void wyrm_compare_gather(compare_work *work)
{
    static void (*const gatherers[])(compare_work * work) = {
        [WYRM_COMPARE_DIFFICULTY] = gather_cost, [WYRM_COMPARE_PLAYER] = gather_player,
        [WYRM_COMPARE_CURVES] = gather_curves,   [WYRM_COMPARE_MONSTERS] = gather_monsters,
        [WYRM_COMPARE_GEAR] = gather_gear,       [WYRM_COMPARE_DUELS] = gather_duels,
        [WYRM_COMPARE_DEPTHS] = gather_depths,   [WYRM_COMPARE_LOOT] = gather_loot,
        [WYRM_COMPARE_TARGETS] = gather_targets,
    };
    for (int g = 0; g < WYRM_COMPARE_GROUP_COUNT; g++) {
        work->group = (wyrm_compare_group)g;
        gatherers[g](work);
    }
}
