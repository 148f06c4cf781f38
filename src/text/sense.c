/* Which numbers of a ruleset matter: `wyrm sense` changes each key by a step, `wyrm sweep` measures
 * all variants of a few keys.
 *
 * Sense answers in the order in which somebody would ask: which key has the largest effect at all,
 * which keys have the largest effect on each target, which keys only matter together, which changes
 * would ease each dangerous depth, and last the keys without a detectable effect. "No effect found"
 * is not "no effect": a bound says how large one may still be.
 *
 * Sweep lists each variant in a row, with its figures and how much they differ from the base. Of
 * many variants only few statements hold, so each figure is told by its greatest and its least
 * value, and an extreme comes with all variants whose intervals overlap it. Figures that no variant
 * changes are named once and take no column, which leaves room for those that do change. */
#include <wyrm/change.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "text/internal.h"

enum {
    KEYS_SHOWN = 15,
    TARGETS_SHOWN = 12, /* targets listed with the keys that move them most */
    KEYS_A_GOAL = 3,
    PAIRS_SHOWN = 5,
    STILL_SHOWN = 40, /* keys without effect, listed by name */
    BOUNDS_SHOWN = 6,
};

typedef struct words {
    char text[200];
} words;

/* "run_hazard (depth 3)" */
static words goal_text(const wyrm_sense_goal *goal)
{
    words out;
    snprintf(out.text, sizeof out.text, goal->where[0] != '\0' ? "%.60s (%.100s)" : "%.60s",
             goal->target, goal->where);
    return out;
}

static words value_text(const wyrm_sense_goal *goal, const text_page *page)
{
    const wyrm_judged judged = {
        .value = goal->value, .sampled = goal->sampled, .ci95 = goal->ci95, .unit = goal->unit};
    words out;
    text_judged_value(page->style, &judged, out.text, sizeof out.text);
    return out;
}

/* A difference with its sign, of shares in percentage points: "+3.1 ± 0.4". An infinite difference
 * means that one of the two has a limit (of turns, say) and the other has not. */
static const char *more_text(text_style style, const wyrm_estimate *more, bool is_share,
                             text_figure *out)
{
    const double scale = is_share ? 100 : 1;
    const wyrm_estimate scaled = {
        scale * more->value, more->sampled, {scale * more->ci95.low, scale * more->ci95.high}};
    text_figure plain;
    if (isinf(more->value))
        return more->value > 0 ? "no limit" : "a limit";
    text_figure_estimate(style, &scaled, &plain);
    snprintf(out->text, sizeof out->text, "%s%.60s", more->value > 0 ? "+" : "", plain.text);
    return out->text;
}

/* "+3.1 ± 0.4 points", "-0.25" */
static words effect_text(const wyrm_sense_goal *goal, const wyrm_sense_effect *effect,
                         const text_page *page)
{
    const wyrm_estimate more = {effect->value, effect->sampled, effect->ci95};
    text_figure figure;
    words out;
    if (isnan(effect->value))
        snprintf(out.text, sizeof out.text, "cannot be measured");
    else
        snprintf(out.text, sizeof out.text, "%s%s",
                 more_text(page->style, &more, goal->is_share, &figure),
                 goal->is_share ? " points" : "");
    return out;
}

/* "3.1 ± 0.4 points more", "0.25 less" */
static words more_or_less(const wyrm_sense_goal *goal, const wyrm_sense_effect *effect,
                          const text_page *page)
{
    const bool less = effect->value < 0;
    const double scale = (less ? -1 : 1) * (goal->is_share ? 100.0 : 1.0);
    const wyrm_estimate size = {scale * effect->value,
                                effect->sampled,
                                {scale * (less ? effect->ci95.high : effect->ci95.low),
                                 scale * (less ? effect->ci95.low : effect->ci95.high)}};
    text_figure figure;
    words out;
    snprintf(out.text, sizeof out.text, "%.60s %s%s",
             text_figure_estimate(page->style, &size, &figure), goal->is_share ? "points " : "",
             less ? "less" : "more");
    return out;
}

/* ---- Sense: the strongest keys ---- */

/* Whether no ruleset comes of any step of a key: nothing is known of what it does. */
static bool is_stuck(const wyrm_sense_key *key)
{
    size_t refused = 0;
    for (size_t s = 0; s < key->step_count; s++)
        refused += key->steps[s].refused != NULL;
    return refused == key->step_count;
}

static size_t count_stuck(const wyrm_sense *of)
{
    size_t stuck = 0;
    for (size_t k = 0; k < of->key_count; k++)
        stuck += is_stuck(&of->keys[k]);
    return stuck;
}

static void say_headline(const wyrm_sense *of, text_page *page)
{
    const size_t stuck = count_stuck(of);
    if (of->found == 0 && stuck == of->key_count)
        page_say(page, "%s cannot be turned.", stuck == 1 ? of->keys[0].path : "These keys");
    else if (of->found == 0 && of->key_count == 1)
        page_say(page, "No effect was found of %s.", of->keys[0].path);
    else if (of->found == 0)
        page_say(page, "No effect was found of any of %zu keys.", of->key_count - stuck);
    if (of->found == 0)
        return;
    const wyrm_sense_key *key = &of->keys[0];
    const wyrm_sense_step *step = &key->steps[0];
    for (size_t s = 1; s < key->step_count; s++)
        if (key->steps[s].strength > step->strength)
            step = &key->steps[s];
    const wyrm_sense_goal *goal = &of->goals[step->most];
    const wyrm_sense_effect *effect = &step->effects[step->most];
    if (isinf(effect->value))
        page_say(page, "%s moves most: with %s in place of %s %s has %s.", key->path, step->text,
                 key->now, goal_text(goal).text, effect->value > 0 ? "no limit" : "a limit");
    else
        page_say(page, "%s moves most: %s in place of %s makes %s of %s %s.", key->path, step->text,
                 key->now, value_text(goal, page).text, goal_text(goal).text,
                 more_or_less(goal, effect, page).text);
    if (of->key_count == 1)
        page_say(page, "It is the one key that was turned.");
    else
        page_say(page, "%zu of %zu keys %s found to move something.", of->found, of->key_count,
                 of->found == 1 ? "was" : "were");
}

/* The table for a single target, which the headline has already named. */
static void print_table(const wyrm_sense *of, text_page *page)
{
    text_table table = text_table_of(page, "<key|>stands|>turned to|>effect");
    for (size_t k = 0; k < of->found && k < KEYS_SHOWN; k++) {
        const wyrm_sense_key *key = &of->keys[k];
        bool first = true;
        for (size_t s = 0; s < key->step_count; s++) {
            const wyrm_sense_step *step = &key->steps[s];
            if (step->most == WYRM_SENSE_NONE)
                continue;
            text_table_cell(&table, first ? key->path : "");
            text_table_cell(&table, first ? key->now : "");
            text_table_cell(&table, step->text);
            text_table_cell(&table, effect_text(of->goals, step->effects, page).text);
            first = false;
        }
    }
    text_table_end(&table, 2);
}

/* The list for several targets: each step with the target that it moves most. */
static void print_list(const wyrm_sense *of, text_page *page)
{
    for (size_t k = 0; k < of->found && k < KEYS_SHOWN; k++) {
        const wyrm_sense_key *key = &of->keys[k];
        page_point(page, 2, 4, "%s %s", key->path, key->now);
        for (size_t s = 0; s < key->step_count; s++) {
            const wyrm_sense_step *step = &key->steps[s];
            if (step->most == WYRM_SENSE_NONE)
                continue;
            const wyrm_sense_goal *goal = &of->goals[step->most];
            page_point(page, 4, 8, "to %s: %s on %s", step->text,
                       effect_text(goal, &step->effects[step->most], page).text,
                       goal_text(goal).text);
        }
    }
}

static void print_strongest(const wyrm_sense *of, text_page *page)
{
    if (of->found == 0)
        return;
    page_add(page, "\n");
    if (of->goal_count > 1)
        print_list(of, page);
    else
        print_table(of, page);
    if (of->found > KEYS_SHOWN)
        page_point(page, 2, 2, "and %zu more (--json has all)", of->found - KEYS_SHOWN);
}

/* ---- Sense: target by target ---- */

/* The step of a key with the largest effect on a target, relative to the target's width, and in
 * *goal the place of the target where it has it; NULL where none was found. All places of a target
 * are adjacent, from `first` on. */
static const wyrm_sense_step *step_for(const wyrm_sense *of, const wyrm_sense_key *key,
                                       size_t first, size_t *goal)
{
    const wyrm_sense_step *best = NULL;
    double most = 0;
    for (size_t s = 0; s < key->step_count; s++)
        for (size_t g = first; g < of->goal_count && key->steps[s].effects != NULL &&
                               strcmp(of->goals[g].target, of->goals[first].target) == 0;
             g++) {
            const wyrm_sense_effect *effect = &key->steps[s].effects[g];
            const double strength = fabs(effect->value) / of->goals[g].width;
            if (!effect->found || !(strength > most))
                continue;
            most = strength;
            best = &key->steps[s];
            *goal = g;
        }
    return best;
}

typedef struct mover {
    const wyrm_sense_key *key;
    const wyrm_sense_step *step;
    size_t goal;
    double strength;
} mover;

static void say_target(const wyrm_sense *of, size_t first, text_page *page)
{
    mover best[KEYS_A_GOAL] = {{NULL, NULL, 0, 0}};
    size_t all = 0, count = 0;
    for (size_t k = 0; k < of->found; k++) {
        mover one = {.key = &of->keys[k]};
        one.step = step_for(of, one.key, first, &one.goal);
        if (one.step == NULL)
            continue;
        one.strength = fabs(one.step->effects[one.goal].value) / of->goals[one.goal].width;
        all++;
        /* Insertion sort into the few strongest; a key that ranks behind all of them is dropped. */
        size_t at = count < KEYS_A_GOAL ? count++ : KEYS_A_GOAL;
        for (; at > 0 && one.strength > best[at - 1].strength; at--)
            if (at < KEYS_A_GOAL)
                best[at] = best[at - 1];
        if (at < KEYS_A_GOAL)
            best[at] = one;
    }
    if (count == 0)
        return;
    base_buffer line = {0};
    base_buffer_appendf(&line, "%s: ", of->goals[first].target);
    for (size_t i = 0; i < count; i++) {
        const wyrm_sense_goal *goal = &of->goals[best[i].goal];
        base_buffer_appendf(&line, "%s%s %s %s", i > 0 ? "; " : "", best[i].key->path,
                            best[i].step->text,
                            effect_text(goal, &best[i].step->effects[best[i].goal], page).text);
        if (goal->where[0] != '\0')
            base_buffer_appendf(&line, " (%s)", goal->where);
    }
    if (all > count)
        base_buffer_appendf(&line, "; and %zu more", all - count);
    page_point(page, 2, 4, "%s", page_keep(page, &line));
}

static bool begins_target(const wyrm_sense *of, size_t goal)
{
    return goal == 0 || strcmp(of->goals[goal].target, of->goals[goal - 1].target) != 0;
}

static void say_targets(const wyrm_sense *of, text_page *page)
{
    size_t targets = 0;
    for (size_t g = 0; g < of->goal_count; g++)
        targets += begins_target(of, g);
    if (targets < 2 || of->found == 0)
        return;
    page_add(page, "\n");
    page_title(page, "What moves each target most");
    targets = 0;
    for (size_t g = 0; g < of->goal_count; g++) {
        if (!begins_target(of, g))
            continue;
        if (++targets <= TARGETS_SHOWN)
            say_target(of, g, page);
    }
    if (targets > TARGETS_SHOWN)
        page_point(page, 2, 2, "and %zu more targets (--json has all)", targets - TARGETS_SHOWN);
}

/* ---- Sense: keys that matter together ---- */

static const char *name_group(const wyrm_sense *of, const wyrm_sense_group *group, text_page *page)
{
    base_buffer out = {0};
    for (size_t i = 0; i < group->count; i++) {
        const wyrm_sense_key *key = &of->keys[group->keys[i]];
        base_buffer_appendf(&out, "%s%s %s",
                            i == 0                  ? ""
                            : i + 1 == group->count ? " and "
                                                    : ", ",
                            key->path, key->steps[group->steps[i]].text);
    }
    return page_keep(page, &out);
}

/* `alone`: the members do nothing by themselves, so all of the effect is a joint one. */
static void say_group(const wyrm_sense *of, const wyrm_sense_group *group, bool alone,
                      text_page *page)
{
    const wyrm_sense_goal *goal = &of->goals[group->goal];
    const char *names = name_group(of, group, page);
    if (alone)
        page_point(page, 2, 4, "%s: %s on %s", names,
                   effect_text(goal, &group->together, page).text, goal_text(goal).text);
    else
        page_point(page, 2, 4, "%s: %s on %s, %s of it beyond what each does", names,
                   effect_text(goal, &group->together, page).text, goal_text(goal).text,
                   effect_text(goal, &group->beyond, page).text);
}

static void say_together(const wyrm_sense *of, text_page *page)
{
    if (of->pair_count > 0) {
        page_add(page, "\n");
        page_title(page, "Keys that change each other's effect");
        for (size_t i = 0; i < of->pair_count && i < PAIRS_SHOWN; i++)
            say_group(of, &of->pairs[i], false, page);
    }
    if (of->together_count > 0) {
        page_add(page, "\n");
        page_title(page, "Keys that matter together only");
        for (size_t i = 0; i < of->together_count; i++)
            say_group(of, &of->together[i], true, page);
    }
    if (of->unexplained) {
        page_add(page, "\n");
        page_say(page,
                 "All keys that do nothing by themselves do something at once, and no %d of "
                 "them explain it.",
                 WYRM_SENSE_TOGETHER);
    }
}

/* ---- Sense: changes that ease a depth ---- */

/* `to` is extrapolated along a straight line. The command that finds the exact value is printed
 * once a depth, for its first key, the one that moves the danger most. */
static void say_floors(const text_sense_answer *report, text_page *page)
{
    const wyrm_sense *of = report->sense;
    char number[3][40];
    for (size_t i = 0; i < of->turn_count; i++) {
        const wyrm_sense_turn *turn = &of->turns[i];
        const wyrm_sense_goal *goal = &of->goals[turn->goal];
        const wyrm_sense_key *key = &of->keys[turn->key];
        if (i == 0 || of->turns[i - 1].goal != turn->goal) {
            page_add(page, "\n");
            page_say(page, "To make depth %d a tenth easier (%s is %s), turn one of these:",
                     (int)goal->floor, goal->target, value_text(goal, page).text);
        }
        snprintf(number[0], sizeof number[0], "%.3g", turn->to);
        snprintf(number[1], sizeof number[1], "%.3g", turn->ci95.low);
        snprintf(number[2], sizeof number[2], "%.3g", turn->ci95.high);
        if (strcmp(number[1], number[2]) == 0)
            page_point(page, 2, 4, "%s %s to about %s", key->path, key->now, number[0]);
        else
            page_point(page, 2, 4, "%s %s to about %s (%s to %s)", key->path, key->now, number[0],
                       number[1], number[2]);
        if (i + 1 == of->turn_count || of->turns[i + 1].goal != turn->goal) {
            const wyrm_sense_turn *first = turn;
            while (first > of->turns && first[-1].goal == turn->goal)
                first--;
            page_point(page, 2, 4, "Exactly: wyrm solve %s %s '%s'", report->name,
                       of->keys[first->key].path, first->question);
        }
    }
}

/* ---- Sense: keys without an effect ---- */

/* The bound on undetected effects on a goal: the interval end farthest from 0, in either direction,
 * over all steps of all keys without a detected effect. */
static double bound_of(const wyrm_sense *of, size_t goal)
{
    double most = 0;
    for (size_t k = of->found; k < of->key_count; k++)
        for (size_t s = 0; s < of->keys[k].step_count; s++) {
            const wyrm_sense_effect *effects = of->keys[k].steps[s].effects;
            if (effects == NULL || isnan(effects[goal].value))
                continue;
            most = fmax(most, fmax(-effects[goal].ci95.low, effects[goal].ci95.high));
        }
    return most;
}

static void say_bounds(const wyrm_sense *of, text_page *page)
{
    base_buffer line = {0};
    size_t shown = 0;
    for (size_t g = 0; g < of->goal_count; g++) {
        text_figure figure;
        const wyrm_sense_goal *goal = &of->goals[g];
        const double most = bound_of(of, g);
        if (!goal->sampled || !isfinite(most) || (goal->is_share && !(most < 1)) ||
            shown++ >= BOUNDS_SHOWN)
            continue;
        text_figure_exact((goal->is_share ? 100 : 1) * most, &figure);
        base_buffer_appendf(&line, "%s%s%s on %s", shown > 1 ? ", " : "", figure.text,
                            goal->is_share ? " points" : "", goal_text(goal).text);
    }
    if (shown > 0)
        page_say(page, "Each of these steps does at most: %s%s.", page_keep(page, &line),
                 shown > BOUNDS_SHOWN ? ", ..." : "");
}

/* The first paths of a list, and how many more there are. */
static const char *list_of(const char *const *paths, size_t count, text_page *page)
{
    base_buffer list = {0};
    base_buffer_append(&list, page_list(page, paths, count < STILL_SHOWN ? count : STILL_SHOWN));
    if (count > STILL_SHOWN)
        base_buffer_appendf(&list, " and %zu more", count - STILL_SHOWN);
    return page_keep(page, &list);
}

/* The same of the keys without an effect: of those that were turned, or of those that are stuck. */
static const char *list_keys(const wyrm_sense *of, bool stuck, size_t count, text_page *page)
{
    const char *paths[STILL_SHOWN];
    for (size_t k = of->found, i = 0; k < of->key_count && i < STILL_SHOWN; k++)
        if (is_stuck(&of->keys[k]) == stuck)
            paths[i++] = of->keys[k].path;
    return list_of(paths, count, page);
}

static void say_still(const wyrm_sense *of, text_page *page)
{
    const size_t still = of->key_count - of->found - count_stuck(of);
    if (still == 0)
        return;
    page_add(page, "\n");
    page_say(page, "No effect found of %zu key%s: %s.", still, still == 1 ? "" : "s",
             list_keys(of, false, still, page));
    say_bounds(of, page);
}

/* Names the keys that could not be turned at all, and those that are not tried. */
static void say_left_out(const wyrm_sense *of, text_page *page)
{
    const size_t stuck = count_stuck(of);
    if (stuck > 0)
        page_say(page, "Left out, as no ruleset comes of turning %s: %s.",
                 stuck == 1 ? "it" : "them", list_keys(of, true, stuck, page));
    if (of->left_count > 0)
        page_say(page,
                 "Not turned, as texts, which may be words or dice: %s. wyrm solve --as '{}' "
                 "asks for a number in one.",
                 list_of(of->left, of->left_count, page));
}

/* Counts the steps whose value no ruleset accepts and shows one of them: they mostly fail for the
 * same reason. */
static void say_keys_refused(const wyrm_sense *of, text_page *page)
{
    const wyrm_sense_key *key = NULL;
    const wyrm_sense_step *first = NULL;
    size_t count = 0;
    for (size_t k = 0; k < of->key_count; k++)
        for (size_t s = 0; s < of->keys[k].step_count; s++) {
            if (of->keys[k].steps[s].refused == NULL || count++ > 0)
                continue;
            key = &of->keys[k];
            first = &key->steps[s];
        }
    if (count > 0)
        page_say(page, "%zu step%s no ruleset; with %s %s %s", count,
                 count == 1 ? " makes" : "s make", key->path, first->text, first->refused);
}

static void say_how_asked(const wyrm_sense *of, text_page *page)
{
    page_add(page, "\n");
    if (of->games > 0)
        page_say(page,
                 "%" PRIu64 " games, in every step on the same luck, most of them where more was "
                 "to be known; intervals of 95 %%. Four times as many (--effort) halve them.",
                 of->games);
    else
        page_say(page, "Each key was turned by %g %% and everything measured again.", 100 * of->by);
}

/* ---- Sense: JSON ---- */

static void put_effect(base_json *json, const char *key, const wyrm_sense_effect *effect)
{
    const wyrm_estimate value = {effect->value, effect->sampled, effect->ci95};
    base_put_object(json, key);
    base_putf(json, "value:%g", effect->value);
    text_put_ci95(json, "ci95", &value);
    base_putf(json, "found:%i", effect->found);
    base_put_end(json);
}

static void put_goals(base_json *json, const wyrm_sense *of)
{
    base_put_list(json, "goals");
    for (size_t g = 0; g < of->goal_count; g++) {
        const wyrm_sense_goal *goal = &of->goals[g];
        const wyrm_estimate value = {goal->value, goal->sampled, goal->ci95};
        base_putf(json, "{target:%s metric:%s unit:%s where:%s bot:%s value:%g width:%g",
                  goal->target, goal->metric, goal->unit, goal->where, goal->bot, goal->value,
                  goal->width);
        text_put_ci95(json, "ci95", &value);
        base_put_end(json);
    }
    base_put_end(json);
}

static void put_keys(base_json *json, const wyrm_sense *of)
{
    base_put_list(json, "keys");
    for (size_t k = 0; k < of->key_count; k++) {
        const wyrm_sense_key *key = &of->keys[k];
        base_putf(json, "{key:%s now:%s strength:%g steps:[", key->path, key->now, key->strength);
        for (size_t s = 0; s < key->step_count; s++) {
            const wyrm_sense_step *step = &key->steps[s];
            base_putf(json, "{direction:%d to:%s games:%" PRIu64 " refused:%s", step->direction,
                      step->text, step->games, step->refused);
            base_put_list(json, "effects");
            for (size_t g = 0; g < of->goal_count && step->effects != NULL; g++)
                put_effect(json, NULL, &step->effects[g]);
            base_put_end(json);
            base_put_end(json);
        }
        base_putf(json, "]}");
    }
    base_put_end(json);
}

static void put_groups(base_json *json, const char *name, const wyrm_sense *of,
                       const wyrm_sense_group *groups, size_t count)
{
    base_put_list(json, name);
    for (size_t i = 0; i < count; i++) {
        base_putf(json, "{goal:%" PRIu64 " turned:[", (uint64_t)groups[i].goal);
        for (size_t m = 0; m < groups[i].count; m++) {
            const wyrm_sense_key *key = &of->keys[groups[i].keys[m]];
            base_putf(json, "{key:%s to:%s}", key->path, key->steps[groups[i].steps[m]].text);
        }
        base_putf(json, "]");
        put_effect(json, "together", &groups[i].together);
        put_effect(json, "beyond", &groups[i].beyond);
        base_put_end(json);
    }
    base_put_end(json);
}

static void write_sense(const text_sense_answer *report, text_page *page)
{
    const wyrm_sense *of = report->sense;
    base_json json = text_answer_begin(page, "sense", wyrm_design_ruleset(report->design));
    base_putf(&json, "seed:%" PRIu64 " by:%g games:%" PRIu64 " found:%" PRIu64 " unexplained:%i",
              of->seed, of->by, of->games, (uint64_t)of->found, of->unexplained);
    put_goals(&json, of);
    put_keys(&json, of);
    put_groups(&json, "pairs", of, of->pairs, of->pair_count);
    put_groups(&json, "together", of, of->together, of->together_count);
    base_put_list(&json, "left_out");
    for (size_t i = 0; i < of->left_count; i++)
        base_putf(&json, "%s", of->left[i]);
    base_put_end(&json);
    base_put_list(&json, "floors");
    for (size_t i = 0; i < of->turn_count; i++) {
        const wyrm_sense_turn *turn = &of->turns[i];
        base_putf(&json, "{depth:%d goal:%" PRIu64 " key:%s to:%g question:%s",
                  (int)of->goals[turn->goal].floor, (uint64_t)turn->goal, of->keys[turn->key].path,
                  turn->to, turn->question);
        text_put_interval(&json, "ci95", turn->ci95);
        base_put_end(&json);
    }
    base_put_end(&json);
    base_put_end(&json);
}

void text_write_sense(const text_sense_answer *report, text_page *page)
{
    const wyrm_sense *of = report->sense;
    if (page->json) {
        write_sense(report, page);
        return;
    }
    say_headline(of, page);
    print_strongest(of, page);
    say_targets(of, page);
    say_together(of, page);
    say_floors(report, page);
    say_still(of, page);
    say_left_out(of, page);
    say_keys_refused(of, page);
    say_how_asked(of, page);
}

/* ---- Sweep: text ---- */

enum {
    GOALS_SAID = 12, /* figures whose extremes are told in a sentence */
    FLAT_SAID = 5,
    KEYS_SAID = 200, /* bytes of a list of values before its middle is cut */
    GOALS_SHOWN = TEXT_TABLE_COLUMNS - 1,
};

/* The values of a variant's keys: "20 explorer". */
static void name_variant(const wyrm_sweep *of, size_t row, char *out, size_t size)
{
    size_t length = 0;
    out[0] = '\0';
    for (size_t k = 0; k < of->key_count && length < size; k++)
        length += (size_t)snprintf(out + length, size - length, "%s%.80s", k > 0 ? " " : "",
                                   of->keys[k].values[wyrm_sweep_value(of, row, k)]);
}

/* The names of the keys: "monsters.orc.hp, bot". */
static void name_keys(const wyrm_sweep *of, char *out, size_t size)
{
    size_t length = 0;
    out[0] = '\0';
    for (size_t k = 0; k < of->key_count && length < size; k++)
        length += (size_t)snprintf(out + length, size - length, "%s%.80s", k > 0 ? ", " : "",
                                   of->keys[k].key);
}

static const char *name_of(const wyrm_sweep_goal *goal)
{
    return goal->target != NULL ? goal->target : goal->metric;
}

void text_swept_goal(const wyrm_sweep_goal *goal, char out[200])
{
    snprintf(out, 200, goal->where[0] != '\0' ? "%.60s (%.100s)" : "%.60s", name_of(goal),
             goal->where);
}

/* Goals that some variant changes; where none changes, all, as an empty table would say less. */
size_t text_swept_shown(const wyrm_sweep *of, size_t *goals, size_t most)
{
    size_t count = 0, flat = 0;
    for (size_t g = 0; g < of->goal_count; g++)
        flat += of->goals[g].flat;
    for (size_t g = 0; g < of->goal_count && count < most; g++)
        if (!of->goals[g].flat || flat == of->goal_count)
            goals[count++] = g;
    return count;
}

/* Names the goals that no variant changes, and counts those that did not fit. */
static void say_flat(const wyrm_sweep *of, size_t shown, text_page *page)
{
    size_t flat = 0, said = 0;
    base_buffer line = {0};
    for (size_t g = 0; g < of->goal_count; g++)
        flat += of->goals[g].flat;
    if (flat > 0 && flat < of->goal_count) {
        base_buffer_appendf(&line, "The same with all of them: ");
        for (size_t g = 0; g < of->goal_count && said < FLAT_SAID; g++) {
            char text[200];
            text_swept_goal(&of->goals[g], text);
            if (of->goals[g].flat)
                base_buffer_appendf(&line, "%s%s", said++ > 0 ? ", " : "", text);
        }
        if (flat > said)
            base_buffer_appendf(&line, " and %zu more", flat - said);
        page_say_buffer(page, 2, &line, ".");
    }
    flat = flat == of->goal_count ? 0 : flat;
    if (of->goal_count - flat > shown)
        page_say(page, "And %zu more figures (--json has all).", of->goal_count - flat - shown);
}

static void say_keys(const wyrm_sweep *of, text_page *page)
{
    base_buffer line = {0};
    base_buffer_appendf(&line, "%zu variants: ", of->count);
    for (size_t k = 0; k < of->key_count; k++) {
        const wyrm_sweep_key *key = &of->keys[k];
        const size_t before = line.length;
        base_buffer_appendf(&line, "%s%s ", k > 0 ? "; " : "", key->key);
        for (size_t i = 0; i < key->count; i++) {
            /* A long list is cut in its middle: its last value is worth more than the ones
             * between. */
            if (i > 0 && i + 1 < key->count && line.length - before > KEYS_SAID)
                i = key->count - 1, base_buffer_append(&line, ", ...");
            base_buffer_appendf(&line, "%s%s", i > 0 ? ", " : "", key->values[i]);
        }
        if (key->now != NULL && strcmp(key->now, key->values[key->base]) != 0)
            base_buffer_appendf(&line, " (%.80s stands there)", key->now);
    }
    page_say_buffer(page, 2, &line, ".");
    if (of->done < of->count)
        page_say(page, "%zu of them are told: %s.", of->done,
                 of->stopped ? "the others were not made any more" : "the others are not here");
}

/* With a `sign` of -1 values and intervals are negated. */
static wyrm_estimate signed_estimate(wyrm_estimate of, double sign)
{
    const wyrm_interval turned = {-of.ci95.high, -of.ci95.low};
    return (wyrm_estimate){sign * of.value, of.sampled, sign > 0 ? of.ci95 : turned};
}

/* The figures of all variants, and their differences to the base, where they are known. */
typedef struct swept_figures {
    const char *const *names;
    wyrm_estimate *values, *more;
} swept_figures;

/* The variants where a goal is greatest or, with a `sign` of -1, least: then the greatest of the
 * negated is sought, and `value` is of these. Variants share their luck, so that differences may
 * tell apart what intervals of their own do not. */
static text_greatest extreme_of(const wyrm_sweep *of, size_t goal, const swept_figures *to,
                                double sign, const text_page *page)
{
    for (size_t row = 0; row < of->count; row++) {
        const wyrm_sweep_figure *list = of->rows[row].figures;
        to->values[row] = to->more[row] = (wyrm_estimate){.value = (double)NAN};
        if (list == NULL)
            continue;
        to->values[row] = signed_estimate(list[goal].value, sign);
        to->more[row] =
            row == of->base ? (wyrm_estimate){0} : signed_estimate(list[goal].more, sign);
    }
    return text_find_greatest(page->style, &(text_ranking){.count = of->count,
                                                           .figures = to->values,
                                                           .more = to->more,
                                                           .names = to->names,
                                                           .shares = of->goals[goal].is_share,
                                                           .zeros = sign < 0});
}

static const char *figure_text(const wyrm_sweep *of, size_t row, size_t goal, const text_page *page,
                               text_figure *out)
{
    const wyrm_estimate *value = &of->rows[row].figures[goal].value;
    return of->goals[goal].is_share ? text_figure_estimated_share(page->style, value, out)
                                    : text_figure_estimate(page->style, value, out);
}

/* The figures of those that are alike at one end: "4.2 ± 0.1", or the first and the last of them,
 * "3.9 ± 0.2 to 4.2 ± 0.1". */
static void add_figures(const wyrm_sweep *of, size_t from, size_t to, size_t goal,
                        const text_page *page, base_buffer *out)
{
    text_figure one, other;
    figure_text(of, from, goal, page, &one);
    figure_text(of, to, goal, page, &other);
    const bool same = strcmp(one.text, other.text) == 0;
    base_buffer_appendf(out, "%s%s%s", one.text, same ? "" : " to ", same ? "" : other.text);
}

typedef struct printing {
    const wyrm_sweep *of;
    text_page *page;
} printing;

/* Says for each goal where it is greatest and least; skipped where fewer than two variants have a
 * figure to compare. */
static void say_extremes(base_arena *arena, void *context)
{
    const printing *to = context;
    const wyrm_sweep *of = to->of;
    const char **names = base_array(arena, const char *, of->count);
    const swept_figures figures = {names, base_array(arena, wyrm_estimate, of->count),
                                   base_array(arena, wyrm_estimate, of->count)};
    char text[200];
    for (size_t row = 0; row < of->count; row++) {
        name_variant(of, row, text, sizeof text);
        names[row] = base_copy(arena, text);
    }
    size_t shown[GOALS_SAID];
    const size_t count = text_swept_shown(of, shown, GOALS_SAID);
    for (size_t i = 0; i < count; i++) {
        const size_t g = shown[i];
        const text_greatest most = extreme_of(of, g, &figures, 1, to->page);
        size_t known = 0;
        for (size_t row = 0; row < of->count; row++)
            known += !isnan(figures.values[row].value);
        if (most.count == 0 || known < 2)
            continue;
        const text_greatest least = extreme_of(of, g, &figures, -1, to->page);
        base_buffer line = {0};
        text_swept_goal(&of->goals[g], text);
        base_buffer_appendf(&line, "%s is ", text);
        if (most.count >= known) {
            add_figures(of, most.last, most.first, g, to->page, &line);
            base_buffer_append(&line, " with all of them, alike");
        } else {
            base_buffer_appendf(&line, "greatest with %s: ", most.where);
            add_figures(of, most.last, most.first, g, to->page, &line);
            base_buffer_appendf(&line, "; least with %s: ", least.where);
            add_figures(of, least.first, least.last, g, to->page, &line);
        }
        page_say_buffer(to->page, 2, &line, ".");
    }
    say_flat(of, count, to->page);
}

#define PLACE_LONG 32 /* columns; a longer place in a heading would make the table too wide */

/* The place that all shown goals share, where it is too long for headings; else "". */
static const char *shared_place(const wyrm_sweep *of, const size_t *shown, size_t goals)
{
    const char *place = goals > 0 ? of->goals[shown[0]].where : "";
    bool shared = text_display_width(place) > PLACE_LONG;
    for (size_t i = 1; i < goals; i++)
        shared = shared && strcmp(of->goals[shown[i]].where, place) == 0;
    return shared ? place : "";
}

/* One row per variant: its figures, with the verdict where it is not PASS, or with `more` their
 * differences from the base, whose own row is left out. */
static void print_rows(const wyrm_sweep *of, bool more, text_page *page)
{
    size_t shown[GOALS_SHOWN];
    const size_t goals = text_swept_shown(of, shown, GOALS_SHOWN);
    text_table table = text_table_of(page, "");
    char text[300];
    name_keys(of, text, sizeof text);
    char headings[TEXT_TABLE_COLUMNS][200];
    const char *shared = shared_place(of, shown, goals);
    if (shared[0] != '\0' && !more)
        page_say(page, "All figures are of %s.", shared);
    text_table_column(&table, TEXT_LEFT, text);
    for (size_t i = 0; i < goals; i++) {
        const wyrm_sweep_goal *goal = &of->goals[shown[i]];
        const char *place = shared[0] != '\0' ? "" : goal->where;
        snprintf(headings[i], sizeof headings[i], "%.60s%s%.60s%s", name_of(goal),
                 place[0] != '\0' || (more && goal->is_share) ? "\n" : "", place,
                 more && goal->is_share ? place[0] != '\0' ? ", points" : "points" : "");
        text_table_column(&table, TEXT_RIGHT, headings[i]);
    }
    for (size_t row = 0; row < of->count; row++) {
        const wyrm_sweep_figure *figures = of->rows[row].figures;
        if (!of->rows[row].done || (more && row == of->base))
            continue;
        name_variant(of, row, text, sizeof text);
        text_table_cell(&table, text);
        for (size_t i = 0; i < goals; i++) {
            const size_t g = shown[i];
            text_figure figure;
            if (figures == NULL)
                text_table_cell(&table, "-");
            else if (more)
                text_table_cell(&table, more_text(page->style, &figures[g].more,
                                                  of->goals[g].is_share, &figure));
            else
                text_table_cellf(
                    &table, "%s%s%s", figure_text(of, row, g, page, &figure),
                    figures[g].verdict != WYRM_PASS ? " " : "",
                    figures[g].verdict != WYRM_PASS ? wyrm_verdict_name(figures[g].verdict) : "");
        }
    }
    text_table_end(&table, 2);
}

/* Counts the variants that no ruleset accepts and shows the first of them. */
static void say_variants_refused(const wyrm_sweep *of, text_page *page)
{
    size_t count = 0, first = 0;
    char text[200];
    for (size_t row = of->count; row-- > 0;)
        if (of->rows[row].refused != NULL) {
            count++;
            first = row;
        }
    if (count == 0)
        return;
    name_variant(of, first, text, sizeof text);
    page_say(page, "%zu variant%s no ruleset; with %s %s", count, count == 1 ? " makes" : "s make",
             text, of->rows[first].refused);
}

static void say_how_swept(const wyrm_sweep *of, text_page *page)
{
    bool sampled = false;
    for (size_t row = 0; row < of->count; row++)
        for (size_t g = 0; g < of->goal_count && of->rows[row].figures != NULL; g++)
            sampled = sampled || of->rows[row].figures[g].value.sampled;
    page_add(page, "\n");
    if (!sampled)
        page_say(page, "All of it is exact: nobody has played.");
    else if (of->games > 0)
        page_say(page,
                 "%" PRIu64
                 " game%s of each variant, on the same luck in all of them; intervals of "
                 "95 %%, of which one in twenty misses what it is about.",
                 of->games, of->games == 1 ? "" : "s");
    else
        page_say(page, "Samples are of the same luck in all variants; intervals of 95 %%.");
}

/* ---- Sweep: JSON ---- */

static void put_row(base_json *json, const wyrm_sweep *of, size_t index)
{
    const wyrm_sweep_row *row = &of->rows[index];
    base_putf(json, "{variant:%" PRIu64 " values:[", (uint64_t)index);
    for (size_t k = 0; k < of->key_count; k++)
        base_put_text(json, NULL, of->keys[k].values[wyrm_sweep_value(of, index, k)]);
    base_putf(json, "] refused:%s figures:[", row->refused);
    for (size_t g = 0; g < of->goal_count && row->figures != NULL; g++) {
        const wyrm_sweep_figure *figure = &row->figures[g];
        base_putf(json, "{value:%g", figure->value.value);
        text_put_ci95(json, "ci95", &figure->value);
        base_putf(json, "more:%g", figure->more.value);
        text_put_ci95(json, "more_ci95", &figure->more);
        base_putf(json, "games:%" PRIu64 " why:%s", figure->games, figure->why);
        base_put_text(json, "verdict", of->targets ? wyrm_verdict_name(figure->verdict) : NULL);
        base_put_end(json);
    }
    base_putf(json, "]}");
}

static void write_sweep(const text_sweep_answer *report, text_page *page)
{
    const wyrm_sweep *of = report->sweep;
    base_json json = text_answer_begin(page, "sweep", wyrm_design_ruleset(report->design));
    base_putf(&json,
              "seed:%" PRIu64 " games:%" PRIu64 " variants:%" PRIu64 " base:%" PRIu64 " over:[",
              of->seed, of->games, (uint64_t)of->count, (uint64_t)of->base);
    for (size_t k = 0; k < of->key_count; k++) {
        const wyrm_sweep_key *key = &of->keys[k];
        base_putf(&json, "{key:%s now:%s", key->key, key->now);
        base_put_texts(&json, "values", key->values, key->count);
        base_put_end(&json);
    }
    base_putf(&json, "] goals:[");
    for (size_t g = 0; g < of->goal_count; g++) {
        const wyrm_sweep_goal *goal = &of->goals[g];
        base_putf(&json, "{target:%s metric:%s unit:%s where:%s bot:%s}", goal->target,
                  goal->metric, goal->unit, goal->where, goal->bot);
    }
    base_putf(&json, "] rows:[");
    for (size_t row = 0; row < of->count; row++)
        if (of->rows[row].done)
            put_row(&json, of, row);
    base_putf(&json, "]");
    base_put_end(&json);
}

void text_write_sweep(const text_sweep_answer *report, text_page *page)
{
    const wyrm_sweep *of = report->sweep;
    printing to = {of, page};
    char text[200];
    if (page->json) {
        write_sweep(report, page);
        return;
    }
    say_keys(of, page);
    page_needs(page, base_do(say_extremes, &to, &page->error));
    page_add(page, "\n");
    print_rows(of, false, page);
    size_t first;
    if (text_swept_shown(of, &first, 1) > 0 && !of->goals[first].flat &&
        of->done > of->rows[of->base].done) {
        name_variant(of, of->base, text, sizeof text);
        page_add(page, "\n");
        page_say(page, "More than with %s:", text);
        print_rows(of, true, page);
    }
    say_variants_refused(of, page);
    say_how_swept(of, page);
}

/* ---- Sweep: CSV ---- */

static void add_field(text_page *page, const char *text)
{
    base_buffer field = {0};
    text_add_csv_field(&field, text);
    page_add(page, page_keep(page, &field));
}

/* Adds value, low and high; all empty where the value is unknown, the interval empty where it is
 * exact. */
static void add_numbers(text_page *page, const wyrm_estimate *of)
{
    if (isnan(of->value))
        page_add(page, ",,,");
    else if (!of->sampled)
        page_addf(page, ",%.9g,,", of->value);
    else
        page_addf(page, ",%.9g,%.9g,%.9g", of->value, of->ci95.low, of->ci95.high);
}

/* Six columns per goal: the figure and its difference from the base, each with its interval. */
void text_write_sweep_csv(const text_sweep_answer *report, text_page *page)
{
    static const char *const of_goal[] = {"", " low", " high", " more", " more low", " more high"};
    static const wyrm_estimate unknown = {.value = (double)NAN};
    const wyrm_sweep *of = report->sweep;
    char goal[200], heading[220];
    for (size_t k = 0; k < of->key_count; k++) {
        page_add(page, k > 0 ? "," : "");
        add_field(page, of->keys[k].key);
    }
    for (size_t i = 0; i < 6 * of->goal_count; i++) {
        text_swept_goal(&of->goals[i / 6], goal);
        snprintf(heading, sizeof heading, "%s%s", goal, of_goal[i % 6]);
        page_add(page, ",");
        add_field(page, heading);
    }
    page_add(page, "\n");
    for (size_t row = 0; row < of->count; row++) {
        const wyrm_sweep_figure *figures = of->rows[row].figures;
        for (size_t k = 0; k < of->key_count && of->rows[row].done; k++) {
            page_add(page, k > 0 ? "," : "");
            add_field(page, of->keys[k].values[wyrm_sweep_value(of, row, k)]);
        }
        for (size_t g = 0; g < of->goal_count && of->rows[row].done; g++) {
            add_numbers(page, figures != NULL ? &figures[g].value : &unknown);
            add_numbers(page, figures != NULL ? &figures[g].more : &unknown);
        }
        page_add(page, of->rows[row].done ? "\n" : "");
    }
}
