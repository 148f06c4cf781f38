/* The gate for rulesets: sides of runs played by bots, their metrics and margins; which rules
 * differ between two sides, and what each of them does.
 *
 * gate_statistics.c does the comparison, for external games as well. This file holds what only
 * rulesets have: which facts of a run are stored, that margins are part of the rules, and that
 * equal rules with equal runs need no more runs.
 *
 * If a change of ten numbers fails the gate, there are ten suspects. Each is tried alone: the old
 * rules with this one new value make a ruleset, and playing it with the seeds of the old runs shows
 * its effect, as precisely as the gate would with as many runs. If there are too many suspects,
 * values that belong together are tried together: those of one monster, then those of a section.
 * Values that make no valid ruleset alone (a monster that a table names, keys of another model) are
 * tried together with all others of that kind. */
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
static wyrm_status reserve_run(wyrm_gate_side *side, wyrm_error *error)
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
    wyrm_status status = reserve_run(side, error);
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
    const char *margin; /* key under gate.margins */
    int value;          /* one of the constants above */
    int32_t depth;      /* depth to be survived; 0: none */
    wyrm_range range;
} metric_row;

/* Returns the value of a run; NAN if unknown. An incomplete run only tells that it is one, and
 * which depths it survived. */
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
    default: /* SURVIVED: died at this depth or before */
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

/* ---- Settings in the rulesets ---- */

static const wyrm_value *value_at(const wyrm_gate_side *side, const char *path)
{
    return side->design ? wyrm_ruleset_find(wyrm_design_ruleset(side->design), path) : NULL;
}

static double alarm_of(const wyrm_gate_side *side)
{
    double alarm = wyrm_value_real(value_at(side, "gate.alarm"));
    return alarm > 0.0 ? alarm : WYRM_GATE_ALARM;
}

static wyrm_gate_margin margin_of(const wyrm_gate_side *side, const metric_row *metric)
{
    char path[96];
    snprintf(path, sizeof path, "gate.margins.%s", metric->margin);
    const wyrm_value *value = value_at(side, path);
    return (wyrm_gate_margin){.size = wyrm_value_real(value),
                              .relative = wyrm_value_is_relative(value)};
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

/* Returns the smaller last depth of the two rulesets. */
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

/* The last depth or level of a metric that counts them; 0: without end, or not known. */
static int32_t last_of(const wyrm_design *design, const metric_row *metric)
{
    if (design == NULL)
        return 0;
    return metric->value == FINAL_DEPTH ? wyrm_design_last_depth(design)
                                        : wyrm_growth_last_level(wyrm_design_growth(design));
}

/* Whether runs by these rules can differ in it, or the rules are not known: levels where a player
 * grows, hunger where there is hunger. */
static bool is_in(const wyrm_design *design, const metric_row *metric)
{
    if (design == NULL)
        return true;
    if (metric->value == FINAL_LEVEL)
        return wyrm_growth_last_level(wyrm_design_growth(design)) > 1;
    return metric->value != STARVED ||
           wyrm_play_rules_of(wyrm_design_ruleset(design)).stage_count > 0;
}

/* Compares the sides of `count` bots, with the rules of the first ones. */
static void compare_all(const wyrm_gate_side *const *befores, const wyrm_gate_side *const *afters,
                        size_t count, const wyrm_looks *looks, wyrm_gate *out)
{
    gate_metric list[METRIC_COUNT];
    gate_view views[2 * WYRM_GATE_RUNGS_MAX];
    const wyrm_gate_side *before = befores[0], *after = afters[0];
    /* If the rules before cannot be read, the settings of those after are used. */
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
        if (metrics[i].depth < last &&
            (is_in(before->design, &metrics[i]) || is_in(after->design, &metrics[i])))
            list[terms.count++] = (gate_metric){
                .name = metrics[i].name,
                .unit = metrics[i].unit,
                .said = {margin_of(said, &metrics[i]), margin_of(after, &metrics[i])},
                .kind = metrics[i].range == WYRM_SHARE ? GATE_YES_NO : GATE_MEAN,
                .range = metrics[i].range,
                .counts_from_one =
                    metrics[i].value == FINAL_DEPTH || metrics[i].value == FINAL_LEVEL,
                .last = {last_of(before->design, &metrics[i]), last_of(after->design, &metrics[i])},
                .which = i};
    gate_compare(views, count, &terms, looks, out);
}

void wyrm_gate_compare(const wyrm_gate_side *before, const wyrm_gate_side *after,
                       const wyrm_looks *looks, wyrm_gate *out)
{
    compare_all(&before, &after, 1, looks, out);
}

/* ---- Runs until it is clear ---- */

static wyrm_status add_run(const wyrm_run *run, void *side, wyrm_error *error)
{
    return wyrm_gate_take(side, run, error);
}

/* Plays until the side has `runs` runs. */
static wyrm_status play_until(void *of, uint64_t runs, const wyrm_gate_options *options,
                              base_part *part, wyrm_error *error)
{
    wyrm_summary *summary = NULL;
    wyrm_gate_side *side = of;
    const wyrm_sim_options simulation = {.run = *side->play,
                                         .seed = side->facts.seed,
                                         .first = side->first + side->count,
                                         .runs = runs - side->count,
                                         .threads = options->threads,
                                         .take = add_run,
                                         .take_context = side,
                                         .progress = judge_report_runs,
                                         .progress_context = part,
                                         .maker = options->maker};
    wyrm_status status = wyrm_simulate(side->design, &simulation, &summary, error);
    wyrm_summary_free(summary);
    return status;
}

static gate_player player_of(wyrm_gate_side *side)
{
    return (gate_player){side, &side->count, side->play ? play_until : NULL};
}

wyrm_status wyrm_gate_play(wyrm_gate_side *side, uint64_t runs, const wyrm_gate_options *options,
                           wyrm_error *error)
{
    const gate_player player = player_of(side);
    return gate_play(&player, runs, options, error);
}

/* Whether the same program has played the same rules with the same luck to identical ends. */
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

/* Finds whether all rules that affect runs are the same in both rulesets, word for word and in the
 * same order (compare_plays); false where the rules of one cannot be read. */
static wyrm_status have_same_rules(const wyrm_gate_side *before, const wyrm_gate_side *after,
                                   bool *out, wyrm_error *error)
{
    *out = before->design && after->design && !before->outdated && !after->outdated;
    return *out ? compare_plays(wyrm_design_ruleset(before->design),
                                wyrm_design_ruleset(after->design), out, error)
                : WYRM_OK;
}

/* Sides being compared, bot by bot. */
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
        out[g].failed = false; /* also where there are too few runs to compare any metric */
        for (size_t i = 0; i < out[g].count; i++) {
            out[g].rows[i].answer = WYRM_GATE_EQUIVALENT;
            out[g].rows[i].clear = true;
            out[g].rows[i].ci95 = (wyrm_interval){0.0, 0.0};
        }
    }
    return WYRM_OK;
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
        players[2 * i] = player_of(before[i]);
        players[2 * i + 1] = player_of(after[i]);
        out[i] = (wyrm_gate){.failed = true};
    }
    wyrm_status status = have_same_rules(before[0], after[0], &now.same_rules, error);
    if (status == WYRM_OK)
        status = gate_hold(players, count, options, compare_look, &now, out, error);
    return status;
}

wyrm_status wyrm_gate_hold(wyrm_gate_side *before, wyrm_gate_side *after,
                           const wyrm_gate_options *options, wyrm_gate *out, wyrm_error *error)
{
    return wyrm_gate_hold_ladder(&before, &after, 1, options, out, error);
}

/* ---- Differing values, in groups ---- */

#define FEWEST_RUNS 100 /* least number of runs for a trial */

/* The question: which values make two sides differ as the gate found? */
typedef struct suspects {
    const wyrm_gate_side *before, *after;
    const wyrm_gate *gate;
    const wyrm_gate_options *options;
    bool attempt;
    wyrm_gate_causes *causes;
} suspects;

#define GROUPS_MAX (WYRM_GATE_CAUSES_MAX - 2) /* less two: values tried together, the program */

/* Lists the values that differ and affect runs, with the line of each in the new rules. */
static void find_values(base_arena *arena, const suspects *all)
{
    const wyrm_ruleset *before = wyrm_design_ruleset(all->before->design);
    const wyrm_ruleset *after = wyrm_design_ruleset(all->after->design);
    wyrm_compared_value *found;
    wyrm_gate_causes *out = all->causes;
    size_t count = compare_values(arena, before, after, &found);
    out->values = base_array(arena, wyrm_gate_value, count);
    for (size_t i = 0; i < count; i++) {
        const wyrm_value *value = wyrm_ruleset_find(after, found[i].path);
        wyrm_errors *errors;
        out->remarks = out->remarks || found[i].remark;
        if (!compare_is_played(found[i].path) || found[i].remark)
            continue;
        wyrm_gate_value *made = &out->values[out->value_count++];
        *made = (wyrm_gate_value){
            .path = found[i].path, .before = found[i].old_text, .after = found[i].new_text};
        if (!value || wyrm_value_is_default(value) || wyrm_errors_new(&errors) != WYRM_OK)
            continue;
        (void)wyrm_value_fail(after, value, errors, NULL, "here");
        if (wyrm_errors_kept(errors) > 0) {
            const wyrm_error *at = wyrm_errors_at(errors, 0);
            snprintf(made->file, sizeof made->file, "%s", at->file);
            const char *text = wyrm_value_text(value); /* below its key, or a whole file */
            made->many_lines = strchr(text, '\n') != NULL;
            made->line =
                at->line + (made->many_lines && value->position.source->text != text ? 1 : 0);
        }
        wyrm_errors_free(errors);
    }
}

/* Returns the length of the first `parts` parts of a path; 0: all of it. */
static size_t prefix(const char *path, size_t parts)
{
    size_t length = strcspn(path, ".");
    while (parts == 0 ? path[length] != '\0' : --parts > 0 && path[length] != '\0')
        length += 1 + strcspn(path + length + 1, ".");
    return length;
}

/* Whether two paths share their first parts. */
static bool is_alike(const char *a, const char *b, size_t parts)
{
    size_t length = prefix(a, parts);
    return length == prefix(b, parts) && strncmp(a, b, length) == 0;
}

/* Groups values with the same first parts of the path into causes; in the order of the schema such
 * values are adjacent. While there are too many causes, the section with the most is grouped more
 * coarsely: first by two parts of the path, then by one. Whatever still does not fit becomes part
 * of the last cause. */
static void group_all(base_arena *arena, wyrm_gate_causes *out)
{
    size_t *parts = base_array(arena, size_t, out->value_count);
    const wyrm_gate_value *values = out->values;
    for (;;) {
        size_t wanted = 0, best = 0, most = 1;
        out->count = 0;
        for (size_t i = 0, first = 0, room = 0; i < out->value_count; i++) {
            bool other_section = i == 0 || !is_alike(values[i - 1].path, values[i].path, 1);
            bool other = other_section || !is_alike(values[i - 1].path, values[i].path, parts[i]);
            first = other_section ? i : first;
            room = (other_section ? 0 : room) + other;
            wanted += other;
            if (parts[i] != 1 && room > most) {
                best = first;
                most = room;
            }
            if (other && out->count < GROUPS_MAX)
                out->causes[out->count++] = (wyrm_gate_cause){.first = i};
            wyrm_gate_cause *cause = &out->causes[out->count - 1];
            if (other)
                snprintf(cause->what, sizeof cause->what, "%.*s",
                         (int)prefix(values[i].path, parts[i]), values[i].path);
            out->values[i].cause = out->count - 1;
            cause->values++;
        }
        if (wanted <= GROUPS_MAX || most == 1) {
            if (wanted > GROUPS_MAX)
                snprintf(out->causes[GROUPS_MAX - 1].what, sizeof out->causes->what,
                         "all others together");
            break;
        }
        size_t to = parts[best] == 0 ? 2 : 1;
        for (size_t i = best; i < out->value_count; i++)
            if (is_alike(values[best].path, values[i].path, 1))
                parts[i] = to;
    }
    for (size_t i = 0; i < out->count; i++)
        if (out->causes[i].values == 1)
            snprintf(out->causes[i].what, sizeof out->causes->what, "%s",
                     values[out->causes[i].first].path);
}

/* Returns the old rules with the new values of a cause; NULL if that is no valid ruleset. */
static wyrm_design *mix_design(base_arena *arena, const suspects *all, size_t cause)
{
    const wyrm_gate_causes *causes = all->causes;
    compare_choice *choices = base_array(arena, compare_choice, causes->value_count);
    for (size_t i = 0; i < causes->value_count; i++)
        choices[i] = (compare_choice){causes->values[i].path, causes->values[i].cause == cause};
    return compare_mix(arena, all->before->design, all->after->design, choices,
                       causes->value_count);
}

/* ---- Trying ---- */

/* Chooses the metrics with the most significant changes, in units of their intervals; the final
 * depth comes first if it has changed. */
static void choose_rows(const wyrm_gate *gate, wyrm_gate_causes *out)
{
    double sureness[WYRM_GATE_METRICS_MAX];
    for (size_t i = 0; i < gate->count; i++) {
        const wyrm_gate_row *row = &gate->rows[i];
        double half = (row->ci95.high - row->ci95.low) / 2.0;
        sureness[i] = !wyrm_gate_row_has_changed(row)           ? 0.0
                      : strcmp(row->metric, "final_depth") == 0 ? 1e101
                      : half > 0.0                              ? fabs(row->difference) / half
                                                                : 1e100;
    }
    while (gate->count > 0 && out->row_count < WYRM_GATE_EFFECTS_MAX) {
        size_t best = 0;
        for (size_t i = 1; i < gate->count; i++)
            best = sureness[i] > sureness[best] ? i : best;
        if (sureness[best] == 0.0)
            break;
        sureness[best] = 0.0;
        out->rows[out->row_count++] = best;
    }
}

/* Plays a mixture and compares it with the same runs of the old rules. */
static void try_design(base_arena *arena, const suspects *all, const wyrm_design *design,
                       base_part *now, wyrm_gate_cause *cause)
{
    const wyrm_gate_causes *causes = all->causes;
    wyrm_gate *compared = base_new(arena, wyrm_gate);
    wyrm_gate_side old = *all->before;
    wyrm_gate_side alone = {
        .facts = old.facts, .design = design, .play = all->after->play, .first = old.runs[0].run};
    const wyrm_gate_options options = {.effort = {.exactly = causes->runs},
                                       .threads = all->options->threads,
                                       .progress = base_report_part,
                                       .progress_context = now,
                                       .maker = all->options->maker};
    old.play = NULL;
    wyrm_status status = wyrm_gate_hold(&old, &alone, &options, compared, &arena->error);
    wyrm_gate_side_free(&alone);
    base_must(arena, status);
    for (size_t i = 0; i < causes->row_count; i++) {
        const wyrm_gate_row *row =
            wyrm_gate_row_of(compared, all->gate->rows[causes->rows[i]].metric);
        if (row != NULL)
            cause->effects[i] = (wyrm_gate_effect){row->difference, row->ci95};
    }
    cause->tried = true;
    now->from += now->share;
}

/* Tries each cause (for the program: the unchanged old rules). Causes that make no valid ruleset
 * alone are tried together as one more cause. */
static void try_all(base_arena *arena, const suspects *all)
{
    wyrm_design *designs[WYRM_GATE_CAUSES_MAX] = {0};
    wyrm_gate_causes *causes = all->causes;
    size_t together = causes->count, lone = 0;
    for (size_t i = 0; i < together; i++) {
        designs[i] = mix_design(arena, all, i);
        lone += designs[i] == NULL;
    }
    if (lone >= 2 && lone < together) {
        causes->causes[together] = (wyrm_gate_cause){.what = "these together", .together = true};
        for (size_t i = 0; i < causes->value_count; i++)
            if (designs[causes->values[i].cause] == NULL) {
                causes->values[i].cause = together;
                causes->causes[together].values++;
            }
        designs[together] = mix_design(arena, all, together);
        causes->count += designs[together] != NULL;
    }
    size_t trials = causes->count - lone;
    if (trials == 0)
        return;
    /* Four times the runs that separated the two sides are enough to separate the parts. */
    double runs = fmin((double)all->gate->most / (double)trials, 4.0 * (double)all->gate->runs);
    base_part now = {all->options->progress, all->options->progress_context, 0.0,
                     1.0 / (double)trials};
    causes->runs = (uint64_t)fmin(fmax(runs, FEWEST_RUNS), (double)all->before->count);
    choose_rows(all->gate, causes);
    for (size_t i = 0; i < causes->count; i++)
        if (designs[i] != NULL)
            try_design(arena, all, designs[i], &now, &causes->causes[i]);
}

static void find_causes(base_arena *arena, void *result, void *context)
{
    suspects *all = context;
    const wyrm_gate_side *before = all->before, *after = all->after;
    const wyrm_results_facts *old = &before->facts, *new = &after->facts;
    wyrm_gate_causes *out = all->causes = result;
    out->known = before->design && after->design && !before->outdated && !after->outdated;
    if (!out->known)
        return;
    find_values(arena, all);
    out->order = out->value_count == 0 && !out->remarks && !all->gate->same_rules;
    group_all(arena, out);
    if (old->engine != new->engine)
        snprintf(out->causes[out->count++].what, sizeof out->causes->what,
                 "no rule: version %lu -> %lu of the engine", (unsigned long)old->engine,
                 (unsigned long)new->engine);
    if (all->attempt && out->count > 1 && after->play && before->count > 0 &&
        strcmp(old->without, new->without) == 0)
        try_all(arena, all);
}

wyrm_status wyrm_gate_find_causes(const wyrm_gate_side *before, const wyrm_gate_side *after,
                                  const wyrm_gate *gate, bool attempt,
                                  const wyrm_gate_options *options, wyrm_gate_causes **out,
                                  wyrm_error *error)
{
    suspects all = {before, after, gate, options, attempt, NULL};
    return base_make(sizeof(wyrm_gate_causes), find_causes, &all, out, error);
}

void wyrm_gate_causes_free(wyrm_gate_causes *causes)
{
    base_unmake(causes);
}
