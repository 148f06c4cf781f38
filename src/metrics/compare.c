/* Comparing two rulesets: the figures that follow from each, joined by name, and the values that
 * they say differently.
 *
 * A figure is whatever follows exactly from a ruleset, or from floors that it generates: the player
 * and the monsters by their levels, what gear adds, fights, what they cost at every depth, what
 * rooms hold, and what the targets measure. A ruleset may lack any of it: then there is no such
 * figure. Only what nobody can help, want of memory, ends the job.
 *
 * For the values both trees are walked together. Comparisons list them, and the gate looks in them
 * for what has changed its runs. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "metrics/internal.h"

/* Places that both rulesets are measured at. */
#define CURVE_LEVELS  30 /* of growth by curves, and of trackers */
#define CHOICE_LEVELS 10 /* of growth by choices */
#define DEPTHS_MAX    60
#define SEED          1 /* of what is generated, the same for both */

/* One ruleset while it is measured. */
typedef struct compare_work {
    judge_work *judge;
    wyrm_errors *errors; /* what is wrong with its targets */
    bool curves;         /* growth has some for the player and for monsters of any level */
    bool tracks;
    int32_t depths;
    compare_list *list;
    /* Where figures go that are added. */
    wyrm_compare_group group;
    const char *of, *axis;
    int32_t at;
} compare_work;

/* ---- adding ---- */

/* Adds a figure of work->of at work->at. `unit` is static. */
static wyrm_compared *add(compare_work *work, const char *metric, const char *unit, double value)
{
    compare_list *list = work->list;
    list->figures = base_grow(work->judge->arena, list->figures, list->count, &list->room,
                              sizeof *list->figures);
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
    return !estimate->sampled
               ? 0
               : fmax(estimate->ci95.high - estimate->value, estimate->value - estimate->ci95.low);
}

/* Nothing is none of what is not known, either. */
static double times(double a, double b)
{
    return a == 0 || b == 0 ? 0 : a * b;
}

static wyrm_compared *add_estimate(compare_work *work, const char *metric, const char *unit,
                                   const wyrm_estimate *estimate)
{
    wyrm_compared *figure = add(work, metric, unit, estimate->value);
    figure->margin_a = margin_of(estimate);
    return figure;
}

/* The stats of a combatant, less those of another (NULL: of none): of words, which have no
 * difference, those that are others. */
static void add_stats(compare_work *work, const wyrm_combatant *combatant,
                      const wyrm_combatant *less)
{
    const wyrm_combat *combat = work->judge->combat;
    const wyrm_stat *stats = wyrm_combat_stats(combat);
    for (int32_t s = 0; stats[s].name != NULL; s++) {
        const double none = less != NULL ? wyrm_combat_stat_number(combat, s, less->stats[s]) : 0.0;
        if (stats[s].kind == WYRM_STAT_AMOUNT &&
            wyrm_combat_amount(combat, combatant->stats[s]) == NULL && none == 0.0)
            continue; /* an amount that nobody names */
        const bool words = stats[s].kind == WYRM_STAT_WORD || stats[s].kind == WYRM_STAT_SET;
        if (words && less != NULL && combatant->stats[s] == less->stats[s])
            continue;
        add(work, stats[s].name, stats[s].unit != NULL ? stats[s].unit : "",
            wyrm_combat_stat_number(combat, s, combatant->stats[s]) - (words ? 0 : none));
    }
}

static void add_combatant(compare_work *work, const wyrm_combatant *combatant)
{
    if (!judge_had(work->judge,
                   wyrm_combat_check(work->judge->combat, combatant, work->judge->error)))
        return;
    add(work, "max_hp", "hit points", wyrm_combat_mean_hp(work->judge->combat, combatant));
    add(work, "regeneration", "hit points a turn", combatant->regeneration);
    add_stats(work, combatant, NULL);
}

/* ---- the player, growth curves, monsters and gear ---- */

/* How many levels of the player are looked at. */
static int32_t levels_of_player(const compare_work *work)
{
    const int32_t last = wyrm_growth_last_level(work->judge->growth);
    const int32_t levels = work->curves ? CURVE_LEVELS : CHOICE_LEVELS;
    return last < levels ? last : levels;
}

static void gather_player(compare_work *work)
{
    work->of = "player";
    work->axis = "level";
    for (work->at = 1; work->at <= levels_of_player(work); work->at++) {
        wyrm_combatant player;
        wyrm_roster_start(work->judge->roster, work->at, &player);
        add_combatant(work, &player);
        const uint64_t next = wyrm_growth_step(work->judge->growth, work->at);
        if (next < UINT64_MAX)
            add(work, "experience_step", "points", (double)next);
    }
}

static void gather_curves(compare_work *work)
{
    const wyrm_growth *growth = work->judge->growth;
    const wyrm_curve *curves;
    size_t count = wyrm_growth_curves(growth, &curves);
    work->axis = "level";
    for (size_t c = 0; c < count; c++) {
        work->of = wyrm_role_name(curves[c].role);
        /* The player has a group of its own. */
        for (work->at = 1; curves[c].role != WYRM_ROLE_PLAYER && work->at <= CURVE_LEVELS;
             work->at++)
            add(work, curves[c].quantity, "", wyrm_growth_at(growth, (int)c, work->at));
    }
}

static void gather_monsters(compare_work *work)
{
    const judge_work *judge = work->judge;
    work->axis = "";
    work->at = 0;
    for (int32_t m = 0; (size_t)m < judge->monsters; m++) {
        const wyrm_monster *monster = wyrm_roster_monster(judge->roster, m);
        int32_t level = monster->level > 0 ? monster->level : 1;
        wyrm_combatant body;
        wyrm_roster_spawn(judge->roster, m, level, WYRM_VARIANT_NONE, &body);
        work->of = monster->name;
        add_combatant(work, &body);
        if (monster->level > 0)
            add(work, "level", "", monster->level);
        const wyrm_amount *reward = wyrm_roster_experience_roll(judge->roster, m);
        add(work, "experience", "points",
            reward ? wyrm_pmf_mean(wyrm_amount_pmf(reward))
                   : (double)wyrm_roster_experience(judge->roster, m, level));
        if (judge->threat != NULL) {
            add(work, "threat", "points", wyrm_threat_base(judge->threat, m));
            add(work, "threat_derived", "points", wyrm_threat_derived(judge->threat, m));
        }
    }
}

/* A piece by its name; where a weapon and an armor have the same name, as what it is put on. */
static const char *name_of_gear(compare_work *work, wyrm_role role, const char *name)
{
    const char *other = role == WYRM_ROLE_WEAPON ? "armors" : "weapons";
    char text[96];
    if (wyrm_value_get(wyrm_ruleset_find(work->judge->ruleset, other), name) == NULL)
        return name;
    snprintf(text, sizeof text, "%s=%.64s", wyrm_role_name(role), name);
    return base_copy(work->judge->arena, text);
}

/* What a piece adds to every stat of a player who wears nothing else. Where gear goes by level
 * those are curves. */
static void gather_gear(compare_work *work)
{
    static const struct {
        wyrm_role role;
        const char *section;
    } kinds[] = {{WYRM_ROLE_WEAPON, "weapons"}, {WYRM_ROLE_ARMOR, "armors"}};
    wyrm_combatant bare;
    wyrm_roster_start(work->judge->roster, 1, &bare);
    work->axis = "";
    work->at = 0;
    for (size_t k = 0; !work->curves && k < COUNT_OF(kinds); k++) {
        const wyrm_value *map = wyrm_ruleset_find(work->judge->ruleset, kinds[k].section);
        for (size_t i = 0; i < wyrm_value_count(map); i++) {
            wyrm_combatant worn = bare;
            const char *name = wyrm_value_key(map, i);
            work->of = name_of_gear(work, kinds[k].role, name);
            if (judge_had(work->judge, wyrm_roster_equip(work->judge->roster, kinds[k].role, name,
                                                         &worn, work->judge->error)))
                add_stats(work, &worn, &bare);
        }
    }
}

/* ---- fights, and what they cost at every depth or level ---- */

/* The mean damage of a hit; NAN where it cannot be had. */
static double mean_hit(compare_work *work, const wyrm_combatant *attacker,
                       const wyrm_combatant *defender)
{
    wyrm_pmf *damage;
    if (!judge_had(work->judge, wyrm_design_hit(work->judge->design, attacker, defender, &damage,
                                                work->judge->error)))
        return NAN;
    double mean = wyrm_pmf_mean(damage);
    wyrm_pmf_free(damage);
    return mean;
}

/* A figure of a duel: exact, or, where its fights were played, within so much to either side. */
static void add_of_fights(compare_work *work, const char *metric, const char *unit,
                          const wyrm_duel *duel, double value, double margin)
{
    wyrm_compared *figure = add(work, metric, unit, value);
    figure->margin_a = duel->fights > 0 && isfinite(margin) ? margin : 0;
}

static void add_fight(compare_work *work, const wyrm_combatant *player,
                      const wyrm_combatant *monster)
{
    wyrm_duel duel;
    judge_left left = {NAN, NAN};
    const wyrm_design *design = work->judge->design;
    wyrm_error *error = work->judge->error;
    if (!judge_had(work->judge, wyrm_design_duel(design, player, monster, WYRM_SUBJECT_FIRST, &duel,
                                                 NULL, error)) ||
        !judge_had(work->judge,
                   judge_hp_left(design, player, monster, WYRM_SUBJECT_FIRST, &duel, &left, error)))
        duel = (wyrm_duel){.p_win = NAN, .p_lose = NAN, .turns_mean = NAN, .hp_left_mean = NAN};
    const double finished = duel.fights * (1 - duel.p_unfinished);
    const double off = JUDGE_NORMAL_95 / sqrt(finished);
    const double turns = judge_is_cut_off(&duel) ? NAN : duel.turns_mean;
    add(work, "damage_dealt", "hit points", mean_hit(work, player, monster));
    add(work, "damage_taken", "hit points", mean_hit(work, monster, player));
    add_of_fights(work, "win_chance", "share", &duel, duel.p_win,
                  fmax(duel.p_win_high - duel.p_win, duel.p_win - duel.p_win_low));
    add_of_fights(work, "duel_turns", "turns", &duel, turns, off * duel.turns_sd);
    add_of_fights(work, "hp_left", "share", &duel, left.mean, off * left.sd);
}

/* The player that the place of a figure is meant for, and a monster of any level. */
static bool find_reference(compare_work *work, wyrm_reference *out)
{
    return judge_had(work->judge,
                     wyrm_design_reference(work->judge->design, work->at, out, work->judge->error));
}

static bool find_monster(compare_work *work, int32_t level, wyrm_combatant *out)
{
    judge_text text = judge_say("monster@%d", (int)level);
    return judge_had(work->judge, wyrm_roster_combatant(work->judge->roster, text.text, out,
                                                        work->judge->error));
}

/* Equals of every level, with gear of that level; else every monster against players of some. */
static void gather_duels(compare_work *work)
{
    const wyrm_roster *roster = work->judge->roster;
    wyrm_combatant player, monster;
    wyrm_reference reference;
    work->axis = "level";
    work->of = "player against a monster of its level";
    for (work->at = 1; work->curves && work->at <= CURVE_LEVELS; work->at++)
        if (find_reference(work, &reference) && find_monster(work, work->at, &monster))
            add_fight(work, &reference.player, &monster);
    for (int32_t m = 0; !work->curves && (size_t)m < work->judge->monsters; m++) {
        const wyrm_monster *row = wyrm_roster_monster(roster, m);
        char of[96];
        snprintf(of, sizeof of, "player against %s", row->name);
        work->of = of;
        wyrm_roster_spawn(roster, m, row->level > 0 ? row->level : 1, WYRM_VARIANT_NONE, &monster);
        for (work->at = 1; work->at <= levels_of_player(work); work->at++) {
            wyrm_roster_start(roster, work->at, &player);
            add_fight(work, &player, &monster);
        }
    }
}

/* What a fight with the reference player of work->at costs; false where there is none. */
static bool cost_of(compare_work *work, const wyrm_combatant *monster, wyrm_fight_price *out)
{
    wyrm_reference reference;
    return find_reference(work, &reference) &&
           judge_had(work->judge, wyrm_fight_cost(work->judge->design, &reference.player, monster,
                                                  out, work->judge->error));
}

/* One depth: what a fight costs there, the mean over who comes, and what a room does. Where nobody
 * comes a room costs nothing; but nothing is known of a depth whose monsters all stand in vaults,
 * nor where a fight cannot be had. */
static void add_cost(compare_work *work)
{
    const judge_work *judge = work->judge;
    const wyrm_rooms rooms = {.design = judge->design, .depth = work->at, .seed = SEED};
    wyrm_estimate *shares = base_array(work->judge->arena, wyrm_estimate, judge->monsters);
    wyrm_estimate monsters, fight = {.value = 0}, room;
    double margin = 0;
    wyrm_fight_price cost;
    if (!judge_had(work->judge, wyrm_rooms_monsters(&rooms, NULL, &monsters, work->judge->error)))
        return;
    const wyrm_mapper *mapper = wyrm_design_mapper(judge->design);
    if (!(monsters.value > 0) && wyrm_mapper_vault_means(mapper, work->at, -1, NULL).monsters > 0)
        return;
    bool had = judge_had(work->judge, wyrm_rooms_kinds(&rooms, shares, work->judge->error));
    for (int32_t m = 0; had && (size_t)m < judge->monsters; m++) {
        wyrm_combatant monster;
        if (!(shares[m].value > 0))
            continue;
        wyrm_roster_spawn(judge->roster, m, work->at, WYRM_VARIANT_NONE, &monster);
        had = cost_of(work, &monster, &cost);
        if (!had)
            break;
        fight.value += shares[m].value * cost.lost.value;
        margin += times(margin_of(&shares[m]), cost.lost.value) +
                  times(shares[m].value, margin_of(&cost.lost));
    }
    fight.sampled = margin > 0;
    fight.ci95 = (wyrm_interval){fight.value - margin, fight.value + margin};
    double value = monsters.value * fight.value;
    margin = times(monsters.value, margin_of(&fight)) + times(fight.value, margin_of(&monsters));
    room = (wyrm_estimate){.value = value,
                           .sampled = monsters.sampled || fight.sampled,
                           .ci95 = {value - margin, value + margin}};
    add_estimate(work, "fight_cost", "share", &fight);
    add_estimate(work, "room_cost", "share", &room);
}

/* The levels of monsters at a level of the tracker, until the job ends; NULL: not to be had. */
static const wyrm_pmf *levels_of(compare_work *work)
{
    wyrm_pmf *levels;
    if (!judge_had(work->judge, wyrm_encounter_monster_levels(work->judge->encounter, work->at,
                                                              &levels, work->judge->error)))
        return NULL;
    base_keep(work->judge->arena, levels, wyrm_pmf_free);
    return levels;
}

static void add_tracker_cost(compare_work *work)
{
    const wyrm_pmf *levels = levels_of(work);
    wyrm_estimate sum = {.value = 0};
    wyrm_fight_price cost;
    double margin = 0;
    bool had = levels != NULL;
    for (size_t i = 0; had && i < wyrm_pmf_length(levels); i++) {
        double share = wyrm_pmf_probabilities(levels)[i];
        wyrm_combatant monster;
        if (!(share > 0))
            continue;
        if (!find_monster(work, (int32_t)(wyrm_pmf_first(levels) + (int64_t)i), &monster))
            monster = (wyrm_combatant){.hp = 0}; /* no fight */
        had = cost_of(work, &monster, &cost);
        if (!had)
            break;
        sum.value += share * cost.lost.value;
        margin += share * margin_of(&cost.lost);
    }
    sum.sampled = margin > 0;
    sum.ci95 = (wyrm_interval){sum.value - margin, sum.value + margin};
    if (had)
        add_estimate(work, "fight_cost", "share", &sum);
}

static void gather_cost(compare_work *work)
{
    int32_t last = work->tracks ? CURVE_LEVELS : work->depths;
    work->of = "reference player";
    work->axis = work->tracks ? "tracker" : "depth";
    for (work->at = 1; work->at <= last; work->at++)
        (work->tracks ? add_tracker_cost : add_cost)(work);
}

/* ---- what depths bring, and the loot of their rooms ---- */

/* By depth what a room holds, and the share of every monster that comes; else the level of a
 * monster by the level of the tracker. */
static void gather_depths(compare_work *work)
{
    judge_work *judge = work->judge;
    wyrm_estimate *shares = base_array(judge->arena, wyrm_estimate, judge->monsters), mean;
    work->axis = work->tracks ? "tracker" : "depth";
    work->of = "monster";
    for (work->at = 1; work->tracks && work->at <= CURVE_LEVELS; work->at++) {
        const wyrm_pmf *levels = levels_of(work);
        if (levels != NULL)
            add(work, "monster_level", "", wyrm_pmf_mean(levels));
    }
    for (work->at = 1; !work->tracks && work->at <= work->depths; work->at++) {
        const wyrm_rooms rooms = {.design = judge->design, .depth = work->at, .seed = SEED};
        bool any = false;
        if (wyrm_encounter_fills_floors(judge->encounter) &&
            work->at <= judge_hordes(judge)->count) {
            const wyrm_floor_figures *come = &judge_hordes(judge)->depths[work->at - 1];
            work->of = "floor";
            add_estimate(work, "groups_per_floor", "groups", &come->groups.mean);
            add_estimate(work, "monsters_per_floor", "monsters", &come->monsters.mean);
            add_estimate(work, "experience_per_floor", "points", &come->experience.mean);
        }
        work->of = "room";
        if (judge_had(work->judge, wyrm_rooms_monsters(&rooms, NULL, &mean, judge->error)))
            add_estimate(work, "monsters_per_room", "monsters", &mean);
        if (judge->threat != NULL &&
            judge_had(work->judge, wyrm_rooms_threat(&rooms, NULL, &mean, judge->error)))
            add_estimate(work, "threat_per_room", "points", &mean);
        bool had = judge_had(work->judge, wyrm_rooms_kinds(&rooms, shares, judge->error));
        for (size_t m = 0; had && m < judge->monsters; m++)
            any = any || shares[m].value > 0;
        for (int32_t m = 0; any && (size_t)m < judge->monsters; m++) {
            work->of = wyrm_roster_monster(judge->roster, m)->name;
            add_estimate(work, "share", "share", &shares[m]);
        }
    }
}

static const char *name_of_kind(compare_work *work, const wyrm_item_kind *kind)
{
    const bool worn = kind->item_class == WYRM_ITEM_ARMOR;
    if (!worn && kind->item_class != WYRM_ITEM_WEAPON)
        return kind->name;
    return name_of_gear(work, worn ? WYRM_ROLE_ARMOR : WYRM_ROLE_WEAPON, kind->name);
}

/* The chance of every kind of item, and what a room brings of every category. */
static void gather_loot(compare_work *work)
{
    judge_work *judge = work->judge;
    double *shares = base_array(work->judge->arena, double, judge->kind_count);
    const wyrm_loot_survey *survey = work->depths > 0 ? judge_loot(judge, 0) : NULL;
    work->axis = "depth";
    for (work->at = 1; work->at <= work->depths; work->at++) {
        const wyrm_loot_depth_figures *depth = &survey->depths[work->at - 1];
        wyrm_loot_context context = {.depth = work->at, .level = work->at, .rooms = 2};
        wyrm_estimate best = wyrm_loot_best(&depth->items_per_room);
        if (!judge_had(work->judge,
                       wyrm_loot_shares(judge->loot, &context, shares, work->judge->error)))
            continue; /* the model does not tell */
        work->of = "room";
        add_estimate(work, "items_per_room", "items", &best);
        for (size_t i = 0; i < judge->kind_count; i++) {
            work->of = name_of_kind(work, &judge->kinds[i]);
            add(work, "share", "share", shares[i]);
        }
        for (size_t i = 0; i < survey->category_count; i++) {
            work->of = survey->categories[i];
            best = wyrm_loot_best(&depth->categories[i]);
            add_estimate(work, "per_room", "items", &best);
        }
    }
}

/* ---- what lies on whole floors, and shops ---- */

/* How many of every kind there are on the floors down to a depth: exactly, or in games that are
 * drawn where that is too much to follow. */
static void add_found(compare_work *work)
{
    const judge_work *judge = work->judge;
    const int32_t last = wyrm_found_last_depth(judge->loot);
    wyrm_found_survey *survey;
    if (last == 0)
        return;
    wyrm_status status = wyrm_found_survey_new(judge->loot, last, &survey, judge->error);
    if (status == WYRM_ERROR_LIMIT)
        status = wyrm_found_survey_draw(judge->loot, last, SEED, 0, &survey, judge->error);
    if (!judge_had(work->judge, status))
        return;
    base_keep(judge->arena, survey, wyrm_found_survey_free);
    for (size_t k = 0; k < survey->kinds; k++) {
        wyrm_estimate found = {.value = 0};
        work->of = name_of_kind(work, &judge->kinds[k]);
        for (work->at = 1; work->at <= last && work->at <= DEPTHS_MAX; work->at++) {
            const size_t place = (size_t)(work->at - 1) * survey->kinds + k;
            if (survey->games > 0)
                found = wyrm_seen_mean(survey->by_depth[place], survey->games);
            else
                found.value += survey->means[place];
            add_estimate(work, "found_items", "items", &found);
        }
    }
}

static void add_gold(compare_work *work, const wyrm_trade *trade)
{
    const judge_work *judge = work->judge;
    const int32_t last = wyrm_trade_last_depth(trade);
    wyrm_gold *gold;
    if (!wyrm_trade_has_gold(trade))
        return;
    wyrm_status status = wyrm_gold_new(trade, last, &gold, judge->error);
    if (status == WYRM_ERROR_LIMIT)
        status = wyrm_gold_sample(trade, last, SEED, 0, &gold, judge->error);
    if (!judge_had(work->judge, status))
        return;
    base_keep(judge->arena, gold, wyrm_gold_free);
    work->of = "gold";
    for (work->at = 1; work->at <= last && work->at <= DEPTHS_MAX; work->at++) {
        wyrm_estimate found = wyrm_seen_mean(gold->by_depth[work->at - 1], gold->games);
        const double unit = (double)gold->unit;
        found.value *= unit;
        found.ci95 = (wyrm_interval){found.ci95.low * unit, found.ci95.high * unit};
        add_estimate(work, "found_gold", "pieces", &found);
    }
}

/* Of each offer the chance that the shop is there and has it, its price, and whether the gold found
 * by then pays for it. */
static void add_shop(compare_work *work, const wyrm_trade *trade, size_t which)
{
    wyrm_shop_figures *shop;
    if (!judge_had(work->judge, wyrm_shop_figures_new(trade, which, wyrm_trade_last_depth(trade),
                                                      &shop, work->judge->error)))
        return;
    base_keep(work->judge->arena, shop, wyrm_shop_figures_free);
    for (int32_t d = 0; d < shop->depth_count && shop->depths[d].depth <= DEPTHS_MAX; d++)
        for (size_t i = 0; i < shop->offer_count; i++) {
            const wyrm_offer *offer = &shop->depths[d].offers[i];
            char of[96];
            snprintf(of, sizeof of, "%.47s of %.44s", offer->name, shop->name);
            work->of = of;
            work->at = shop->depths[d].depth;
            add(work, "shop_has", "share", shop->depths[d].chance * offer->any);
            add(work, "price", "pieces", offer->price);
            if (!isnan(offer->paid))
                add(work, "shop_paid", "share", offer->paid);
        }
}

static void gather_floors(compare_work *work)
{
    const wyrm_trade *trade = wyrm_design_trade(work->judge->design);
    work->axis = "depth";
    if (work->judge->loot != NULL)
        add_found(work);
    if (trade != NULL)
        add_gold(work, trade);
    for (size_t i = 0; trade != NULL && i < wyrm_trade_shops(trade); i++)
        add_shop(work, trade, i);
}

/* ---- what the targets measure, as far as it is exact ---- */

static void gather_targets(compare_work *work)
{
    judge_work *judge = work->judge;
    judge_read_targets(judge, work->errors);
    work->axis = "";
    work->at = 0;
    for (size_t i = 0; i < judge->targets->place_count; i++) {
        const judge_point *place = &judge->targets->places[i];
        const wyrm_metric *metric = &place->target->metric->shown;
        judge_measure measure;
        if (metric->sampled || !judge_had(work->judge, judge_try_place(judge, place, &measure)))
            continue;
        const wyrm_estimate estimate = {measure.value, measure.sampled, measure.ci95};
        work->of = place->target->name;
        wyrm_compared *figure = add_estimate(work, metric->name, metric->unit, &estimate);
        memcpy(figure->where, place->where, sizeof place->where);
        figure->verdict_a = measure.verdict;
    }
}

/* A group of figures as a part of the work: several things that are drawn for it begin anew. */
typedef struct group_part {
    base_part part;
    double done; /* of the group, as far as was told */
} group_part;

static bool tell_group(double done, void *context)
{
    group_part *of = context;
    of->done = fmax(of->done, done);
    return base_tell_part(of->done, &of->part);
}

void compare_gather(base_arena *arena, const wyrm_design *design, int first, int end,
                    const base_part *whole, compare_list *list, wyrm_errors *errors)
{
    const unsigned fights = WYRM_SYSTEM_COMBAT | WYRM_SYSTEM_PLAYER;
    const unsigned rooms = wyrm_encounter_tracks(wyrm_design_encounter(design))
                               ? WYRM_SYSTEM_ENCOUNTER
                               : WYRM_SYSTEM_ENCOUNTER | WYRM_SYSTEM_MAP;
    /* In the order of the groups; where the ruleset lacks what one is about it has no figures. */
    const struct {
        void (*gather)(compare_work *work);
        unsigned needs;
    } groups[WYRM_COMPARE_GROUP_COUNT] = {{gather_cost, fights | rooms},
                                          {gather_player, WYRM_SYSTEM_PLAYER},
                                          {gather_curves, 0},
                                          {gather_monsters, 0},
                                          {gather_gear, fights},
                                          {gather_duels, fights},
                                          {gather_depths, rooms},
                                          {gather_loot, WYRM_SYSTEMS_OF_A_FLOOR},
                                          {gather_floors, 0},
                                          {gather_targets, 0}};
    judge_work *judge = judge_begin(arena, design, SEED);
    compare_work work = {.judge = judge,
                         .errors = errors,
                         .curves =
                             wyrm_growth_curve(judge->growth, WYRM_ROLE_PLAYER, "max_hp") >= 0 &&
                             wyrm_growth_curve(judge->growth, WYRM_ROLE_MONSTER, "max_hp") >= 0,
                         .tracks = wyrm_encounter_tracks(judge->encounter),
                         .depths = judge->last_depth < DEPTHS_MAX ? judge->last_depth : DEPTHS_MAX,
                         .list = list};
    group_part part = {.part = *whole};
    part.part.share = whole->share / (end - first);
    judge->progress = tell_group;
    judge->context = &part;
    for (int g = first; g < end; g++) {
        work.group = (wyrm_compare_group)g;
        part.part.from = whole->from + (g - first) * part.part.share;
        part.done = 0;
        if (!tell_group(0, &part))
            base_refuse(arena, WYRM_ERROR_LIMIT, "stopped before everything was compared");
        if (judge_has(judge, groups[g].needs))
            groups[g].gather(&work);
    }
}

/* ---- two lists become one, joined by name ---- */

/* Two figures that differ by less of the greater are the same; chances by less of 1, since they are
 * sums whose rounding, and what is left undecided, is relative to 1. */
#define EQUAL   1e-12
#define NOTABLE 0.01 /* of the smaller: costs that differ by more are harder or easier */
#define NOTHING 1e-9 /* a cost below this is none */

static const char *const group_texts[][2] = {
#define GROUP_TEXTS(name, key, heading) [name] = {key, heading},
    WYRM_COMPARE_GROUP_ROWS(GROUP_TEXTS)
#undef GROUP_TEXTS
};

const char *wyrm_compare_group_key(wyrm_compare_group group)
{
    return (size_t)group < WYRM_COMPARE_GROUP_COUNT ? group_texts[group][0] : "";
}

const char *wyrm_compare_group_heading(wyrm_compare_group group)
{
    return (size_t)group < WYRM_COMPARE_GROUP_COUNT ? group_texts[group][1] : "";
}

/* By group, whose it is, and metric. */
static int by_series(const wyrm_compared *a, const wyrm_compared *b)
{
    int order = (a->group > b->group) - (a->group < b->group);
    if (order == 0)
        order = strcmp(a->of, b->of);
    return order != 0 ? order : strcmp(a->metric, b->metric);
}

int compare_by_name(const void *a, const void *b)
{
    const wyrm_compared *one = *(const wyrm_compared *const *)a;
    const wyrm_compared *other = *(const wyrm_compared *const *)b;
    int order = by_series(one, other);
    if (order == 0)
        order = strcmp(one->axis, other->axis);
    if (order == 0)
        order = strcmp(one->where, other->where);
    return order != 0 ? order : (one->at > other->at) - (one->at < other->at);
}

bool compare_is_equal(const wyrm_compared *figure)
{
    double a = figure->a, b = figure->b;
    if (isnan(a) || isnan(b))
        return isnan(a) && isnan(b);
    if (isinf(a) || isinf(b))
        return isinf(a) && isinf(b) && signbit(a) == signbit(b);
    const double least = strcmp(figure->unit, "share") == 0 ? 1 : 0;
    return fabs(a - b) <=
           EQUAL * fmax(least, fmax(fabs(a), fabs(b))) + hypot(figure->margin_a, figure->margin_b);
}

/* The figures of A with those of B beside them; those of B alone at the end. in_b of B's own list
 * marks the ones that have been found. */
static void join(base_arena *arena, const compare_list *a, compare_list *b, wyrm_comparison *out)
{
    wyrm_compared **order = base_array(arena, wyrm_compared *, b->count);
    for (size_t i = 0; i < b->count; i++)
        order[i] = &b->figures[i];
    qsort(order, b->count, sizeof *order, compare_by_name);
    out->figures = base_array(arena, wyrm_compared, a->count + b->count);
    for (size_t i = 0; i < a->count; i++) {
        wyrm_compared *figure = &out->figures[out->count++];
        *figure = a->figures[i];
        const wyrm_compared *key = figure;
        wyrm_compared **found = bsearch(&key, order, b->count, sizeof *order, compare_by_name);
        out->only_a += found == NULL;
        if (found == NULL)
            continue;
        (*found)->in_b = true;
        figure->in_b = true;
        figure->b = (*found)->a;
        figure->margin_b = (*found)->margin_a;
        figure->verdict_b = (*found)->verdict_a;
        figure->same = compare_is_equal(figure);
        out->same += figure->same;
        out->differing += !figure->same;
    }
    for (size_t i = 0; i < b->count; i++) {
        if (b->figures[i].in_b)
            continue;
        wyrm_compared *figure = &out->figures[out->count++];
        *figure = b->figures[i];
        figure->in_a = false;
        figure->in_b = true;
        figure->b = figure->a;
        figure->margin_b = figure->margin_a;
        figure->verdict_b = figure->verdict_a;
        figure->a = NAN;
        figure->margin_a = 0;
        out->only_b++;
    }
}

/* A figure while the answer is put in order. */
typedef struct compare_rank {
    const wyrm_compared *figure;
    size_t series; /* where the first figure of the same name stands, places aside */
    size_t index;
} compare_rank;

static int by_number(size_t a, size_t b)
{
    return (a > b) - (a < b);
}

/* By name, as long as no series is known. */
static int by_rank(const void *a, const void *b)
{
    const compare_rank *one = a, *other = b;
    int order = by_number(one->figure->group, other->figure->group);
    if (order == 0)
        order = by_number(one->series, other->series);
    if (order == 0)
        order = by_series(one->figure, other->figure);
    return order != 0 ? order : by_number(one->index, other->index);
}

/* Puts groups in order, in them series as they first come, in those places. */
static void order_figures(base_arena *arena, wyrm_comparison *out)
{
    compare_rank *ranks = base_array(arena, compare_rank, out->count);
    wyrm_compared *ordered = base_array(arena, wyrm_compared, out->count);
    for (size_t i = 0; i < out->count; i++)
        ranks[i] = (compare_rank){.figure = &out->figures[i], .index = i};
    qsort(ranks, out->count, sizeof *ranks, by_rank);
    for (size_t i = 0; i < out->count; i++) {
        bool same = i > 0 && by_series(ranks[i - 1].figure, ranks[i].figure) == 0;
        ranks[i].series = same ? ranks[i - 1].series : ranks[i].index;
    }
    qsort(ranks, out->count, sizeof *ranks, by_rank);
    for (size_t i = 0; i < out->count; i++)
        ordered[i] = *ranks[i].figure;
    out->figures = ordered;
}

/* Sums up the costs of the places that both have: of rooms where there are any, else of fights. */
static void sum_up(wyrm_comparison *out)
{
    wyrm_compared_cost *cost = &out->cost;
    cost->axis = "";
    for (size_t i = 0; i < out->count; i++)
        cost->rooms = cost->rooms || strcmp(out->figures[i].metric, "room_cost") == 0;
    for (size_t i = 0; i < out->count; i++) {
        const wyrm_compared *figure = &out->figures[i];
        if (figure->group != WYRM_COMPARE_DIFFICULTY || !figure->in_a || !figure->in_b ||
            strcmp(figure->metric, cost->rooms ? "room_cost" : "fight_cost") != 0 ||
            !isfinite(figure->a) || !isfinite(figure->b))
            continue;
        cost->axis = figure->axis;
        cost->first = cost->places == 0 ? figure->at : cost->first;
        cost->last = figure->at;
        cost->places++;
        cost->a += figure->a;
        cost->b += figure->b;
        double margin = hypot(figure->margin_a, figure->margin_b);
        double least = fmax(NOTABLE * fmin(figure->a, figure->b), margin) + NOTHING;
        cost->harder += figure->b - figure->a > least;
        cost->easier += figure->a - figure->b > least;
        cost->margin_a = hypot(cost->margin_a, figure->margin_a);
        cost->margin_b = hypot(cost->margin_b, figure->margin_b);
        cost->margin = hypot(cost->margin, margin);
    }
    double *const means[] = {&cost->a, &cost->b, &cost->margin_a, &cost->margin_b, &cost->margin};
    for (size_t i = 0; cost->places > 0 && i < COUNT_OF(means); i++)
        *means[i] /= (double)cost->places;
}

wyrm_compare_verdict wyrm_compare_verdict_of(const wyrm_comparison *comparison)
{
    const wyrm_compared_cost *cost = &comparison->cost;
    if (comparison->identical)
        return WYRM_COMPARE_IDENTICAL;
    if (cost->places == 0)
        return WYRM_COMPARE_UNKNOWN;
    double least = fmax(NOTABLE * fmin(cost->a, cost->b), cost->margin) + NOTHING;
    if (cost->b - cost->a > least)
        return WYRM_COMPARE_HARDER;
    return cost->a - cost->b > least ? WYRM_COMPARE_EASIER : WYRM_COMPARE_EQUAL;
}

/* ---- values that are said differently ---- */

/* Name, title, description and source are not rules. */
static bool is_rule(const char *path)
{
    static const char *const words[] = {"name", "title", "description", "source", "extends"};
    for (size_t i = 0; i < COUNT_OF(words); i++)
        if (strcmp(path, words[i]) == 0)
            return false;
    return true;
}

/* Sections that say what is wanted, looked at or called, not what happens in a run. */
bool compare_is_played(const char *path)
{
    static const char *const others[] = {"gate", "targets", "arenas", "reference", "tune"};
    char section[64];
    size_t length = strcspn(path, ".");
    snprintf(section, sizeof section, "%.*s", length < sizeof section ? (int)length : 0, path);
    for (size_t i = 0; i < COUNT_OF(others); i++)
        if (strcmp(section, others[i]) == 0)
            return false;
    return is_rule(section);
}

static bool goes_deeper(const wyrm_value *a, const wyrm_value *b)
{
    wyrm_kind kind = a != NULL ? wyrm_value_kind(a) : WYRM_KIND_END;
    return a != NULL && b != NULL && kind == wyrm_value_kind(b) &&
           (kind == WYRM_KIND_RECORD || kind == WYRM_KIND_MAP || kind == WYRM_KIND_LIST);
}

bool compare_next(const char *path, const wyrm_value *a, const wyrm_value *b, size_t *next,
                  compare_member *out)
{
    size_t count = wyrm_value_count(a), all = count + wyrm_value_count(b);
    bool list = wyrm_value_kind(a) == WYRM_KIND_LIST;
    while (*next < all) {
        bool old = *next < count;
        size_t at = old ? *next : *next - count;
        const wyrm_value *from = old ? a : b, *to = old ? b : a;
        const char *key = wyrm_value_key(from, at), *dot = path[0] != '\0' ? "." : "";
        const wyrm_value *item = wyrm_value_item(from, at);
        const wyrm_value *partner = list ? wyrm_value_item(to, at) : wyrm_value_get(to, key);
        ++*next;
        if (!old && partner != NULL)
            continue;
        out->key = key;
        out->a = old ? item : NULL;
        out->b = old ? partner : item;
        out->deeper = goes_deeper(out->a, out->b);
        if (key[0] != '\0')
            snprintf(out->path, sizeof out->path, "%s%s%s", path, dot, key);
        else
            snprintf(out->path, sizeof out->path, "%s%s%zu", path, dot, at + 1);
        return true;
    }
    return false;
}

typedef struct walk {
    base_arena *arena;
    wyrm_compared_value *values;
    size_t count, room;
} walk;

/* Leaves that differ become values. */
static void walk_both(walk *walking, const char *path, const wyrm_value *a, const wyrm_value *b)
{
    const wyrm_value *const sides[] = {a, b};
    char *texts[2]; /* in flow style, in the arena */
    if (!is_rule(path))
        return;
    if (goes_deeper(a, b)) {
        compare_member member;
        for (size_t i = 0; compare_next(path, a, b, &i, &member);)
            walk_both(walking, member.path, member.a, member.b);
        return;
    }
    for (int i = 0; i < 2; i++) {
        base_must(walking->arena, wyrm_value_flow(sides[i], &texts[i], &walking->arena->error));
        base_keep(walking->arena, texts[i], wyrm_free);
    }
    if (strcmp(texts[0], texts[1]) == 0)
        return;
    walking->values = base_grow(walking->arena, walking->values, walking->count, &walking->room,
                                sizeof *walking->values);
    walking->values[walking->count++] =
        (wyrm_compared_value){base_copy(walking->arena, path), texts[0], texts[1], false};
}

size_t compare_values(base_arena *arena, const wyrm_ruleset *a, const wyrm_ruleset *b,
                      wyrm_compared_value **out)
{
    walk walking = {.arena = arena};
    walk_both(&walking, "", wyrm_ruleset_root(a), wyrm_ruleset_root(b));
    *out = walking.values;
    return walking.count;
}

/* ---- all of it ---- */

/* Two designs being compared. */
typedef struct comparing {
    const wyrm_design *a, *b;
    const wyrm_compare_options *options;
    wyrm_errors *errors;
} comparing;

/* One of them, whose figures alone are kept. */
typedef struct compare_side {
    base_arena *keeper;
    const wyrm_design *design;
    base_part part; /* of the work */
    wyrm_errors *errors;
    compare_list list;
} compare_side;

static void gather_side(base_arena *scratch, void *context)
{
    compare_side *side = context;
    compare_list found = {0};
    compare_gather(scratch, side->design, 0, WYRM_COMPARE_GROUP_COUNT, &side->part, &found,
                   side->errors);
    side->list.figures = base_array(side->keeper, wyrm_compared, found.count);
    side->list.count = found.count;
    for (size_t i = 0; i < found.count; i++)
        side->list.figures[i] = found.figures[i];
}

static void compare(base_arena *arena, void *result, void *context)
{
    wyrm_comparison *out = result;
    const comparing *of = context;
    const wyrm_ruleset *a = wyrm_design_ruleset(of->a), *b = wyrm_design_ruleset(of->b);
    compare_side sides[] = {{.design = of->a}, {.design = of->b}};
    for (int i = 0; i < 2; i++) {
        sides[i].keeper = arena;
        sides[i].errors = of->errors;
        sides[i].part = (base_part){.from = i / 2.0, .share = 0.5};
        if (of->options != NULL) {
            sides[i].part.progress = of->options->progress;
            sides[i].part.context = of->options->context;
        }
        base_must(arena, base_apart(arena, gather_side, &sides[i]));
    }
    join(arena, &sides[0].list, &sides[1].list, out);
    order_figures(arena, out);
    out->value_count = compare_values(arena, a, b, &out->values);
    out->identical = strcmp(wyrm_ruleset_hash(a), wyrm_ruleset_hash(b)) == 0;
    sum_up(out);
}

wyrm_status wyrm_compare(const wyrm_design *a, const wyrm_design *b,
                         const wyrm_compare_options *options, wyrm_comparison **out,
                         wyrm_error *error)
{
    comparing of = {.a = a, .b = b, .options = options};
    *out = NULL;
    if (wyrm_errors_new(&of.errors) != WYRM_OK)
        return wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory");
    wyrm_status status = base_make(sizeof(wyrm_comparison), compare, &of, out, error);
    if (status != WYRM_OK && error != NULL && wyrm_errors_kept(of.errors) > 0)
        *error = *wyrm_errors_at(of.errors, 0);
    wyrm_errors_free(of.errors);
    return status;
}

void wyrm_comparison_free(wyrm_comparison *comparison)
{
    base_unmake(comparison);
}
