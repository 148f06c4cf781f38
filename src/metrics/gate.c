/* The gate of rulesets: sides of runs that bots played, their metrics and margins.
 *
 * What the two sides come to is weighed by gate_statistics.c, which external games are weighed
 * by, too. Here stands what only rulesets have: what a run of the engine is worth remembering for,
 * that margins are the rules' own, and that equal rules which come to equal runs need no more of
 * them. */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "metrics/internal.h"

/* ---- Sides ---- */

void wyrm_gate_side_free(wyrm_gate_side *side)
{
    wyrm_design_free(side->owned);
    wyrm_free(side->runs);
    *side = (wyrm_gate_side){0};
}

/* Makes room for one more run. */
static wyrm_status grow(wyrm_gate_side *side, wyrm_error *error)
{
    if (side->count == WYRM_GATE_RUNS_MAX)
        return wyrm_fail(error, WYRM_ERROR_LIMIT, "more than %d runs are not compared",
                         WYRM_GATE_RUNS_MAX);
    if (side->count < side->room)
        return WYRM_OK;
    size_t room = side->room > 0 ? 2 * side->room : 1024;
    wyrm_gate_run *runs = base_resize(side->runs, room * sizeof *runs);
    if (!runs)
        return wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory");
    side->runs = runs;
    side->room = room;
    return WYRM_OK;
}

wyrm_status wyrm_gate_take(wyrm_gate_side *side, const wyrm_run *run, wyrm_error *error)
{
    wyrm_gate_run made = {.run = run->run,
                          .end = run->end,
                          .depth = run->depth,
                          .level = run->level,
                          .floors = (uint32_t)run->floor_count,
                          .turns = run->turns};
    if (run->floor_count == 0)
        return wyrm_fail(error, WYRM_ERROR_ARGUMENT, "a run without floors");
    if (side->count > 0 && side->runs[side->count - 1].run >= run->run)
        return wyrm_fail(error, WYRM_ERROR_ARGUMENT, "runs are not in the order of their numbers");
    for (size_t i = 0; i < run->floor_count; i++)
        made.damage += run->floors[i].damage_taken;
    wyrm_status status = grow(side, error);
    if (status == WYRM_OK)
        side->runs[side->count++] = made;
    return status;
}

wyrm_status wyrm_gate_same_kind(const wyrm_gate_side *before, const char *before_name,
                                const wyrm_gate_side *after, const char *after_name, bool mix,
                                wyrm_error *error)
{
    char limits[2][16];
    snprintf(limits[0], sizeof limits[0], "%lu", (unsigned long)before->facts.turn_limit);
    snprintf(limits[1], sizeof limits[1], "%lu", (unsigned long)after->facts.turn_limit);
    const char *const facts[][3] = {{"the bot", before->facts.bot, after->facts.bot},
                                    {"the turn limit", limits[0], limits[1]}};
    for (size_t i = 0; i < COUNT_OF(facts); i++)
        if (strcmp(facts[i][1], facts[i][2]) != 0)
            return wyrm_fail(error, WYRM_ERROR_ARGUMENT,
                             "these are not the same kind of runs: %s is '%.40s' of '%.60s' and "
                             "'%.40s' of '%.60s'",
                             facts[i][0], facts[i][1], before_name, facts[i][2], after_name);
    if (before->facts.engine != after->facts.engine && !mix)
        return wyrm_fail(error, WYRM_ERROR_ARGUMENT,
                         "'%.60s' was played by version %lu of the engine and '%.60s' by version "
                         "%lu: what differs may be the rules or the program; --mix compares them "
                         "all the same",
                         before_name, (unsigned long)before->facts.engine, after_name,
                         (unsigned long)after->facts.engine);
    return WYRM_OK;
}

/* ---- Metrics ---- */

enum { WON, FINAL_DEPTH, FINAL_LEVEL, TURNS, DAMAGE, STARVED, UNFINISHED, SURVIVED };

typedef struct metric_row {
    const char *name;
    const char *unit;
    const char *margin; /* its key under gate.margins */
    int value;          /* of these */
    int32_t depth;      /* that is survived; 0: of no depth */
    wyrm_range range;
} metric_row;

/* NAN where nobody knows: of runs that came to no end only how many they are, and whether they left
 * the depths behind them alive. */
static double value_of(const metric_row *metric, const wyrm_gate_run *run)
{
    bool complete = wyrm_run_is_complete(run->end);
    if (metric->value == UNFINISHED)
        return !complete;
    if (metric->value == SURVIVED && (run->end == WYRM_RUN_WON || run->depth > metric->depth))
        return 1.0;
    if (!complete)
        return NAN;
    switch (metric->value) {
    case WON:
        return run->end == WYRM_RUN_WON;
    case STARVED:
        return run->end == WYRM_RUN_STARVED;
    case FINAL_DEPTH:
        return run->depth;
    case FINAL_LEVEL:
        return run->level;
    case TURNS:
        return (double)run->turns / (double)run->floors;
    case DAMAGE:
        return (double)run->damage / (double)run->floors;
    default: /* not survived */
        return 0.0;
    }
}

/* clang-format off */
static const metric_row metrics[] = {
    {"win_rate", "share", "win_rate", WON, 0, WYRM_SHARE},
    {"final_depth", "depths", "final_depth", FINAL_DEPTH, 0, WYRM_ANY},
    {"final_level", "levels", "final_level", FINAL_LEVEL, 0, WYRM_ANY},
    {"turns_per_floor", "turns", "turns_per_floor", TURNS, 0, WYRM_AMOUNT},
    {"damage_per_floor", "hit points", "damage_per_floor", DAMAGE, 0, WYRM_AMOUNT},
    {"starved", "share", "starved", STARVED, 0, WYRM_SHARE},
    {"unfinished", "share", "unfinished", UNFINISHED, 0, WYRM_SHARE},
    {"survival@1", "share", "survival", SURVIVED, 1, WYRM_SHARE},
    {"survival@2", "share", "survival", SURVIVED, 2, WYRM_SHARE},
    {"survival@3", "share", "survival", SURVIVED, 3, WYRM_SHARE},
    {"survival@5", "share", "survival", SURVIVED, 5, WYRM_SHARE},
    {"survival@8", "share", "survival", SURVIVED, 8, WYRM_SHARE},
    {"survival@13", "share", "survival", SURVIVED, 13, WYRM_SHARE},
    {"survival@20", "share", "survival", SURVIVED, 20, WYRM_SHARE},
};
/* clang-format on */

#define METRIC_COUNT (COUNT_OF(metrics))
_Static_assert(WYRM_GATE_RUNGS_MAX *METRIC_COUNT <= WYRM_GATE_METRICS_MAX,
               "every metric of every bot has room");

/* ---- What the rulesets say ---- */

static const wyrm_value *said(const wyrm_gate_side *side, const char *path)
{
    return side->design ? wyrm_ruleset_find(wyrm_design_ruleset(side->design), path) : NULL;
}

static double alarm_of(const wyrm_gate_side *side)
{
    double alarm = wyrm_value_real(said(side, "gate.alarm"));
    return alarm > 0.0 ? alarm : WYRM_GATE_ALARM;
}

static wyrm_gate_margin margin_of(const wyrm_gate_side *side, const metric_row *metric)
{
    char path[96];
    snprintf(path, sizeof path, "gate.margins.%s", metric->margin);
    const wyrm_value *value = said(side, path);
    return (wyrm_gate_margin){wyrm_value_real(value), wyrm_value_is_relative(value)};
}

/* ---- Comparison ---- */

static double value_in(const void *of, const gate_metric *metric, size_t run, double *x)
{
    const wyrm_gate_side *side = of;
    (void)x;
    return value_of(&metrics[metric->which], &side->runs[run]);
}

static uint64_t number_of(const void *of, size_t run)
{
    const wyrm_gate_side *side = of;
    return side->runs[run].run;
}

/* Of the ruleset that has fewer. */
static int32_t last_depth(const wyrm_design *before, const wyrm_design *after)
{
    const wyrm_design *const designs[] = {before, after};
    int32_t last = INT32_MAX;
    for (size_t i = 0; i < 2; i++) {
        int32_t own = designs[i] ? wyrm_encounter_last_depth(wyrm_design_encounter(designs[i])) : 0;
        last = own > 0 && own < last ? own : last;
    }
    return last;
}

/* The sides of `count` bots, which play by the rules of the first ones. */
static void compare_all(const wyrm_gate_side *const *befores, const wyrm_gate_side *const *afters,
                        size_t count, const wyrm_looks *looks, wyrm_gate *out)
{
    gate_metric list[METRIC_COUNT];
    gate_view views[2 * WYRM_GATE_RUNGS_MAX];
    const wyrm_gate_side *before = befores[0], *after = afters[0];
    /* What rules that cannot be read have said is taken to be what those after say. */
    const wyrm_gate_side *said = before->design ? before : after;
    gate_terms terms = {.may_pair = before->facts.seed == after->facts.seed,
                        .alarms = {alarm_of(said), alarm_of(after)},
                        .metrics = list};
    for (size_t i = 0; i < count; i++) {
        views[2 * i] = (gate_view){befores[i], befores[i]->count, number_of, value_in};
        views[2 * i + 1] = (gate_view){afters[i], afters[i]->count, number_of, value_in};
    }
    int32_t last = last_depth(before->design, after->design);
    for (size_t i = 0; i < METRIC_COUNT; i++)
        if (metrics[i].depth < last)
            list[terms.count++] =
                (gate_metric){.name = metrics[i].name,
                              .unit = metrics[i].unit,
                              .said = {margin_of(said, &metrics[i]), margin_of(after, &metrics[i])},
                              .kind = metrics[i].range == WYRM_SHARE ? GATE_YES_NO : GATE_MEAN,
                              .range = metrics[i].range,
                              .which = i};
    gate_compare(views, count, &terms, looks, out);
}

void wyrm_gate_compare(const wyrm_gate_side *before, const wyrm_gate_side *after,
                       const wyrm_looks *looks, wyrm_gate *out)
{
    compare_all(&before, &after, 1, looks, out);
}

/* ---- As many runs as it takes ---- */

typedef struct playing {
    wyrm_gate_side *side;
    const gate_effort *effort;
} playing;

static wyrm_status take(const wyrm_run *run, void *context, wyrm_error *error)
{
    return wyrm_gate_take(((const playing *)context)->side, run, error);
}

static bool show(double done, const wyrm_accumulator *so_far, void *context)
{
    const gate_effort *effort = ((const playing *)context)->effort;
    (void)so_far;
    return !effort->progress || effort->progress(done, effort->context);
}

/* Makes runs until there are so many. */
static wyrm_status play_until(void *of, uint64_t runs, const gate_effort *effort, wyrm_error *error)
{
    wyrm_summary *summary = NULL;
    wyrm_gate_side *side = of;
    playing now = {side, effort};
    const wyrm_sim_options simulation = {.run = *side->play,
                                         .seed = side->facts.seed,
                                         .first = side->first + side->count,
                                         .runs = runs - side->count,
                                         .threads = effort->threads,
                                         .take = take,
                                         .take_context = &now,
                                         .progress = show,
                                         .progress_context = &now,
                                         .maker = effort->maker};
    wyrm_status status = wyrm_simulate(side->design, &simulation, &summary, error);
    wyrm_summary_free(summary);
    return status;
}

wyrm_status wyrm_gate_play(wyrm_gate_side *side, uint64_t runs, const wyrm_gate_options *options,
                           wyrm_error *error)
{
    const gate_effort effort = {options->threads, options->progress, options->progress_context,
                                options->maker};
    if (!side->play || side->count >= runs)
        return WYRM_OK;
    return play_until(side, runs, &effort, error);
}

/* Whether the same program has played the same rules with the same luck to the same ends. */
static bool are_twins(const wyrm_gate_side *before, const wyrm_gate_side *after,
                      const wyrm_gate *gate)
{
    bool alike = gate->same_rules && gate->paired && before->facts.engine == after->facts.engine &&
                 strcmp(before->facts.without, after->facts.without) == 0;
    for (size_t i = 0; alike && i < gate->runs; i++) {
        const wyrm_gate_run *a = &before->runs[i], *b = &after->runs[i];
        alike = a->run == b->run && a->end == b->end && a->depth == b->depth &&
                a->level == b->level && a->floors == b->floors && a->turns == b->turns &&
                a->damage == b->damage;
    }
    return alike;
}

wyrm_status wyrm_gate_same_rules(const wyrm_gate_side *before, const wyrm_gate_side *after,
                                 bool *out, wyrm_error *error)
{
    compare_member member;
    wyrm_status status = WYRM_OK;
    *out = before->design && after->design && !before->outdated && !after->outdated;
    const wyrm_value *a = *out ? wyrm_ruleset_root(wyrm_design_ruleset(before->design)) : NULL;
    const wyrm_value *b = *out ? wyrm_ruleset_root(wyrm_design_ruleset(after->design)) : NULL;
    for (size_t i = 0; *out && compare_next("", a, b, &i, &member);) {
        char *one = NULL, *other = NULL;
        if (!compare_is_played(member.path))
            continue;
        status = wyrm_value_flow(member.a, &one, error);
        if (status == WYRM_OK)
            status = wyrm_value_flow(member.b, &other, error);
        *out = status == WYRM_OK && strcmp(one, other) == 0;
        wyrm_free(one);
        wyrm_free(other);
    }
    return status;
}

/* The sides of rulesets that are held against each other, bot by bot. */
typedef struct holding {
    const wyrm_gate_side *const *before, *const *after;
    size_t count;
    bool same_rules;
} holding;

static wyrm_status compare_look(void *context, const wyrm_looks *looks, wyrm_gate *out,
                                wyrm_error *error)
{
    const holding *now = context;
    (void)error;
    compare_all(now->before, now->after, now->count, looks, out);
    for (size_t g = 0; g < now->count; g++) {
        out[g].same_rules = now->same_rules;
        if (!are_twins(now->before[g], now->after[g], &out[g]))
            continue;
        out[g].clear = true;
        for (size_t i = 0; i < out[g].count; i++) {
            out[g].rows[i].answer = WYRM_GATE_EQUIVALENT;
            out[g].rows[i].clear = true;
            out[g].rows[i].ci95 = (wyrm_interval){0.0, 0.0};
        }
    }
    return WYRM_OK;
}

static size_t count_of(const void *of)
{
    return ((const wyrm_gate_side *)of)->count;
}

wyrm_status wyrm_gate_hold_ladder(wyrm_gate_side *const *before, wyrm_gate_side *const *after,
                                  size_t count, const wyrm_gate_options *options, wyrm_gate *out,
                                  wyrm_error *error)
{
    gate_player players[2 * WYRM_GATE_RUNGS_MAX];
    holding now = {(const wyrm_gate_side *const *)before, (const wyrm_gate_side *const *)after,
                   count, false};
    if (count == 0 || count > WYRM_GATE_RUNGS_MAX)
        return wyrm_fail(error, WYRM_ERROR_ARGUMENT, "a ladder has 1 to %d bots",
                         WYRM_GATE_RUNGS_MAX);
    for (size_t i = 0; i < count; i++) {
        players[2 * i] = (gate_player){before[i], count_of, before[i]->play ? play_until : NULL};
        players[2 * i + 1] = (gate_player){after[i], count_of, after[i]->play ? play_until : NULL};
        out[i] = (wyrm_gate){.failed = true};
    }
    wyrm_status status = wyrm_gate_same_rules(before[0], after[0], &now.same_rules, error);
    if (status == WYRM_OK)
        status = gate_hold(players, count, options, compare_look, &now, out, error);
    return status;
}

wyrm_status wyrm_gate_hold(wyrm_gate_side *before, wyrm_gate_side *after,
                           const wyrm_gate_options *options, wyrm_gate *out, wyrm_error *error)
{
    return wyrm_gate_hold_ladder(&before, &after, 1, options, out, error);
}
