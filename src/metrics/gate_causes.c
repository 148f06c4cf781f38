/* Which rules differ between two sides, and what each of them does.
 *
 * A change of ten numbers that fails the gate is ten suspects. Each is tried alone: the old rules
 * with that one value of the new ones are a ruleset of their own, and playing it on the seeds of
 * the old runs tells what it does, as precisely as the gate itself does for so many runs. Where
 * there are more suspects than can be tried, those that belong together are tried together: the
 * values of one monster, then of a section. A value that makes no ruleset without others (a monster
 * that a table names, the keys of another model) is tried with all others of that kind. */

#include <math.h>
#include <stdio.h>
#include <string.h>
#include "metrics/internal.h"

#define FEWEST_RUNS 100 /* that anything is tried with */

/* What is asked: which values make two sides differ as the gate says. */
typedef struct suspects {
    const wyrm_gate_side *before, *after;
    const wyrm_gate *gate;
    const wyrm_gate_options *options;
    bool attempt;
    wyrm_gate_causes *causes;
} suspects;

/* ---- Values that differ, in groups ---- */

#define GROUPS_MAX (WYRM_GATE_CAUSES_MAX - 2) /* beside what is tried together, and the program */

/* The values that differ and have a part in runs, on both sides, with the line where each stands in
 * the new rules. */
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
        if (!compare_is_played(found[i].path))
            continue;
        wyrm_gate_value *made = &out->values[out->value_count++];
        *made = (wyrm_gate_value){found[i].path, found[i].old_text, found[i].new_text, "", 0, 0};
        if (!value || wyrm_value_is_default(value) || wyrm_errors_new(&errors) != WYRM_OK)
            continue;
        (void)wyrm_value_fail(after, value, errors, NULL, "here");
        if (wyrm_errors_kept(errors) > 0) {
            const wyrm_error *at = wyrm_errors_at(errors, 0);
            snprintf(made->file, sizeof made->file, "%s", at->file);
            made->line = at->line;
        }
        wyrm_errors_free(errors);
    }
}

/* The length of the first parts of a path; 0 parts are all of it. */
static size_t prefix(const char *path, size_t parts)
{
    size_t length = strcspn(path, ".");
    while (parts == 0 ? path[length] != '\0' : --parts > 0 && path[length] != '\0')
        length += 1 + strcspn(path + length + 1, ".");
    return length;
}

/* Whether two paths have their first parts in common. */
static bool is_alike(const char *a, const char *b, size_t parts)
{
    size_t length = prefix(a, parts);
    return length == prefix(b, parts) && strncmp(a, b, length) == 0;
}

/* Puts values with the same first parts into one cause, in the order of the schema: what belongs
 * together follows each other. While there are more causes than can be tried, what belongs together
 * in the section that takes most room is joined: to what has two parts of the path in common, then
 * to one. Those that there is no room for even then are the last cause. */
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

/* ---- The old rules with some of the new values ---- */

typedef struct mixing {
    const wyrm_gate_causes *causes;
    size_t cause; /* whose values are the new ones */
    size_t met;   /* values so far: they are met in the order that they were found in */
    wyrm_text text;
    bool failed;
} mixing;

/* All members of the old value, and those that only the new one has. */
static void mix_members(mixing *mix, const char *path, const wyrm_value *old, const wyrm_value *new)
{
    bool list = wyrm_value_kind(old) == WYRM_KIND_LIST, first = true;
    compare_member member;
    wyrm_text_append_char(&mix->text, list ? '[' : '{');
    for (size_t i = 0; compare_next(path, old, new, &i, &member);) {
        const wyrm_gate_value *next = &mix->causes->values[mix->met];
        const wyrm_value *chosen = member.a;
        char *flow = NULL;
        if (!member.deeper && mix->met < mix->causes->value_count &&
            strcmp(next->path, member.path) == 0) {
            mix->met++;
            chosen = next->cause == mix->cause ? member.b : member.a;
        }
        if (!chosen || strcmp(member.path, "extends") == 0)
            continue;
        wyrm_text_append(&mix->text, first ? "" : ",\n");
        first = false;
        if (member.key[0] != '\0')
            wyrm_text_appendf(&mix->text, "%s: ", member.key);
        if (member.deeper) {
            mix_members(mix, member.path, member.a, member.b);
            continue;
        }
        mix->failed = mix->failed || wyrm_value_flow(chosen, &flow, NULL) != WYRM_OK;
        wyrm_text_append(&mix->text, flow ? flow : "");
        wyrm_free(flow);
    }
    wyrm_text_append_char(&mix->text, list ? ']' : '}');
}

/* NULL where the mixture is no ruleset. */
static wyrm_design *mix_design(base_arena *arena, const suspects *all, size_t cause)
{
    mixing mix = {.causes = all->causes, .cause = cause};
    wyrm_design *made = NULL;
    mix_members(&mix, "", wyrm_ruleset_root(wyrm_design_ruleset(all->before->design)),
                wyrm_ruleset_root(wyrm_design_ruleset(all->after->design)));
    wyrm_text_append_char(&mix.text, '\n');
    size_t length = mix.text.length;
    char *text = wyrm_text_steal(&mix.text);
    if (text == NULL || mix.failed ||
        wyrm_design_parse("mixture", text, length, &made, NULL) == WYRM_ERROR_MEMORY) {
        wyrm_free(text);
        base_fail(arena, wyrm_fail(&arena->error, WYRM_ERROR_MEMORY, "out of memory"));
    }
    wyrm_free(text);
    if (made != NULL)
        base_keep(arena, made, wyrm_design_free);
    return made;
}

/* ---- Trying ---- */

/* The metrics that moved most surely, in units of their intervals; the depth before all. */
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

/* What the metrics come to with a mixture, beside the same runs of the old rules. */
static void try_design(base_arena *arena, const suspects *all, const wyrm_design *design,
                       gate_part *now, wyrm_gate_cause *cause)
{
    const wyrm_gate_causes *causes = all->causes;
    wyrm_gate *compared = base_new(arena, wyrm_gate);
    wyrm_gate_side old = *all->before;
    wyrm_gate_side alone = {
        .facts = old.facts, .design = design, .play = all->after->play, .first = old.runs[0].run};
    const wyrm_gate_options options = {.effort = {.exactly = causes->runs},
                                       .threads = all->options->threads,
                                       .progress = gate_tell,
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
    now->before += now->all;
}

/* Tries the mixture of every cause (of the program: the old rules as they are); what is none alone
 * goes into one more cause together. */
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
    /* Four times as many runs as told the whole apart tell its parts apart. */
    double runs = fmin((double)all->gate->most / (double)trials, 4.0 * (double)all->gate->runs);
    gate_part now = {.options = all->options, .all = 1.0 / (double)trials};
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
    out->order = out->value_count == 0 && !all->gate->same_rules;
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
