/* Values that reach a goal: `wyrm solve` for one key, `wyrm tune` for several at once.
 *
 * Solve prints the values of a key for which a metric has the wanted value, and their neighbours;
 * or how far the metric reaches, if no value does. An exact metric has the wanted value over a
 * range of the key, or at a single value, or jumps over it, and then the nearest value is named as
 * such. A sampled metric has a best value and a range that the samples do not rule out. The table
 * shows answers beside their neighbours, so that one sees how sensitive the metric is.
 *
 * Tune prints the smallest change after which all targets hold, as lines of the file, with every
 * target before and after; or which targets contradict each other. For each answer: its cost, how
 * far its knobs may move, which other targets it loses, and the lines that change; without an
 * answer the nearest candidate and the contradiction; then a table of targets, and how the search
 * went. Before and after are measured with a seed that the search has not used, so "before" may
 * differ from other commands by the luck of other games. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "ruleset/internal.h"
#include "text/internal.h"

typedef struct words {
    char text[160];
} words;

/* A value of the key as it stands in the file: 14, or 2d6+3. */
static words value_text(const wyrm_solution *of, double at)
{
    words out;
    const char *gap = of->pattern != NULL ? strstr(of->pattern, "{}") : NULL;
    snprintf(out.text, sizeof out.text, "%.*s%.12g%s", gap ? (int)(gap - of->pattern) : 0,
             gap ? of->pattern : "", at, gap ? gap + 2 : "");
    return out;
}

#define DECIMALS_MOST 12

/* The metric at a point. An exact one outside the wanted range that reads as an end of it, 90.001 %
 * as 90 %, has the digits that tell it from that end. */
static words metric_text(const wyrm_solution *of, const text_page *page,
                         const wyrm_solve_point *point)
{
    wyrm_judged judged = {
        .value = point->value, .sampled = point->sampled, .ci95 = point->ci95, .unit = of->unit};
    const double end = point->side > 0 ? of->wanted.high : of->wanted.low;
    const double times = strcmp(of->unit, "share") == 0 ? 100 : 1;
    words out, of_end;
    text_judged_value(page->style, &judged, out.text, sizeof out.text);
    judged.value = end;
    text_judged_value(page->style, &judged, of_end.text, sizeof of_end.text);
    if (point->sampled || point->side == 0 || !(of->wanted.low < of->wanted.high) ||
        strcmp(out.text, of_end.text) != 0)
        return out;
    char figure[64], other[64];
    int decimals = 0;
    do {
        decimals++;
        snprintf(figure, sizeof figure, "%.*f", decimals, times * point->value);
        snprintf(other, sizeof other, "%.*f", decimals, times * end);
    } while (decimals < DECIMALS_MOST && strcmp(figure, other) == 0);
    snprintf(out.text, sizeof out.text, "%s%s", figure, of_end.text + strcspn(of_end.text, " "));
    return out;
}

/* The wanted range without the word "exactly": nothing measured is exact to the last digit. */
static words wanted_text(const wyrm_solution *of)
{
    const wyrm_judged judged = {.range = of->wanted, .unit = of->unit};
    words out;
    text_judged_range(&judged, out.text, sizeof out.text);
    if (strncmp(out.text, "exactly ", 8) == 0)
        memmove(out.text, out.text + 8, strlen(out.text) - 7);
    return out;
}

/* The metric with its place: "win_chance (player@3 against orc)". */
static words name_of(const wyrm_solution *of)
{
    words out;
    snprintf(out.text, sizeof out.text, of->where[0] != '\0' ? "%s (%.100s)" : "%s", of->metric,
             of->where);
    return out;
}

/* ---- Solve: text ---- */

/* Says that no value of the key gives what is wanted. The least and the greatest value of the
 * metric show which way to look; values between the tried ones may still differ. */
static void say_none(const wyrm_solution *of, text_page *page)
{
    const words least = metric_text(of, page, &of->least), most = metric_text(of, page, &of->most);
    const words at_least = value_text(of, of->least.at), at_most = value_text(of, of->most.at);
    const words from = value_text(of, of->range.low), to = value_text(of, of->range.high);
    char tried[64] = "";
    if (!of->every)
        snprintf(tried, sizeof tried, " of the %zu tried", of->tried - of->refused);
    if (of->flat)
        page_say(page,
                 "%s makes no difference: %s is %s at every value%s from %s to %s, and %s is "
                 "wanted.",
                 of->key, name_of(of).text, least.text, tried, from.text, to.text,
                 wanted_text(of).text);
    else
        page_say(page,
                 "No value of %s%s from %s to %s gives %s: %s goes from %s (at %s) to %s (at %s).",
                 of->key, tried, from.text, to.text, wanted_text(of).text, name_of(of).text,
                 least.text, at_least.text, most.text, at_most.text);
}

/* Whether a value is certain to give what is wanted: its whole interval lies in the wanted
 * range. */
static bool is_sure(const wyrm_solution *of, double at)
{
    const wyrm_solve_point *point = of->points, *end = of->points + of->point_count;
    while (point < end && point->at < at)
        point++;
    if (point == end || point->at > at)
        return false;
    return point->sampled ? point->ci95.low >= of->wanted.low && point->ci95.high <= of->wanted.high
                          : point->side == 0;
}

/* Finds the values around the best of an answer that certainly give what is wanted, not only values
 * that the samples allow; false if there are not several. */
static bool sure_range(const wyrm_solution *of, const wyrm_solve_answer *answer, double *from,
                       double *to)
{
    const wyrm_solve_point *points = of->points;
    size_t low = 0;
    *from = answer->from;
    *to = answer->to;
    if (!of->sampled)
        return *from < *to;
    while (low < of->point_count && points[low].at < answer->best.at)
        low++;
    if (!is_sure(of, answer->best.at))
        return false;
    size_t high = low;
    while (low > 0 && points[low - 1].at >= *from && is_sure(of, points[low - 1].at))
        low--;
    while (high + 1 < of->point_count && points[high + 1].at <= *to &&
           is_sure(of, points[high + 1].at))
        high++;
    *from = points[low].at;
    *to = points[high].at;
    return low < high;
}

/* The values of an answer, to follow the name of the key: "14", "4 to 9". */
static words answer_text(const wyrm_solution *of, const wyrm_solve_answer *answer)
{
    double least, most;
    const bool several = sure_range(of, answer, &least, &most);
    const words from = value_text(of, least), to = value_text(of, most);
    words out = value_text(of, answer->best.at);
    if (several)
        snprintf(out.text, sizeof out.text, "%.60s to %.60s%s", from.text, to.text,
                 answer->first && answer->last ? " (all of them)" : "");
    return out;
}

/* Whether an answer, or a value beside it, was sampled: where a fight can be followed near the
 * answers, only far ones may be. */
static bool is_sampled(const wyrm_solve_answer *answer)
{
    return answer->best.sampled || (answer->has_below && answer->below.sampled) ||
           (answer->has_above && answer->above.sampled);
}

/* The range that samples allow for a sampled metric. If it reaches an end of what was tried, it may
 * extend beyond. */
static void say_allowed(const wyrm_solution *of, const wyrm_solve_answer *answer, text_page *page)
{
    double least, most;
    if (!of->sampled || answer->jumps || !is_sampled(answer) ||
        (sure_range(of, answer, &least, &most) && !(least > answer->from) && !(most < answer->to)))
        return;
    const words from = value_text(of, answer->from), to = value_text(of, answer->to);
    const bool one = strcmp(from.text, to.text) == 0;
    if (one && !answer->first && !answer->last)
        page_say(page, "The samples allow %s alone for %s.", from.text, wanted_text(of).text);
    else
        page_say(page, "The samples allow %s%s%s%s%s for %s.",
                 answer->first && !of->ends[0] ? "(and less than) " : "", from.text,
                 one ? "" : " to ", one ? "" : to.text,
                 answer->last && !of->ends[1] ? " (and more)" : "", wanted_text(of).text);
}

/* A sentence about the only answer. Where the metric jumps over what is wanted, a key in steps has
 * a nearest value, and any other a place of the jump. */
static void say_answer(const wyrm_solution *of, const wyrm_solve_answer *answer, text_page *page)
{
    double least, most;
    const words best = metric_text(of, page, &answer->best);
    const words now = metric_text(of, page, &of->now), stands = value_text(of, of->now.at);
    words instead = {""};
    if (of->has_now)
        snprintf(instead.text, sizeof instead.text, " (%.50s stands there: %.70s)", stands.text,
                 isnan(of->now.value) ? "it cannot be measured" : now.text);
    if (answer->jumps && !(of->step > 0))
        page_say(page, "No value of %s gives %s: %s jumps over it near %s, where it is %s%s.",
                 of->key, wanted_text(of).text, name_of(of).text, answer_text(of, answer).text,
                 best.text, instead.text);
    else if (answer->jumps)
        page_say(page, "%s %s comes nearest to %s: %s is %s%s.", of->key,
                 answer_text(of, answer).text, wanted_text(of).text, name_of(of).text, best.text,
                 instead.text);
    else if (sure_range(of, answer, &least, &most))
        page_say(page, "%s %s gives %s of %s%s.", of->key, answer_text(of, answer).text,
                 name_of(of).text, wanted_text(of).text, instead.text);
    else
        page_say(page, "%s %s gives %s of %s%s.", of->key, answer_text(of, answer).text,
                 name_of(of).text, best.text, instead.text);
    say_allowed(of, answer, page);
}

static void say_several(const wyrm_solution *of, text_page *page)
{
    base_buffer list = {0};
    for (size_t i = 0; i < of->answer_count; i++)
        base_buffer_appendf(&list, "%s%s%s",
                            i == 0                      ? ""
                            : i + 1 == of->answer_count ? " and "
                                                        : ", ",
                            answer_text(of, &of->answers[i]).text,
                            of->answers[i].jumps ? " (nearly)" : "");
    page_say(page, "More than one value of %s gives %s of %s: %s%s.", of->key, name_of(of).text,
             wanted_text(of).text, page_keep(page, &list), of->more > 0 ? ", and more" : "");
    for (size_t i = 0; i < of->answer_count; i++)
        say_allowed(of, &of->answers[i], page);
}

/* Adds a row. Rows ascend, so a value up to *last is in the table already. */
static void add_row(const wyrm_solution *of, text_table *table, const wyrm_solve_point *point,
                    double *last, const char *what)
{
    if (point->at <= *last)
        return;
    *last = point->at;
    text_table_cell(table, value_text(of, point->at).text);
    text_table_cell(table, metric_text(of, table->page, point).text);
    text_table_cell(table, what);
}

static void add_now(const wyrm_solution *of, text_table *table, double *last, double before)
{
    if (of->has_now && of->now.at < before && of->now.at > *last && !isnan(of->now.value))
        add_row(of, table, &of->now, last, "stands there");
}

static bool is_at(double at, bool there, double of)
{
    return there && !(at < of) && !(at > of);
}

/* Whether a figure is what is wanted; of a wanted number none is to the last digit. */
static bool is_given(const wyrm_solution *of, const wyrm_solve_point *point)
{
    return !(of->wanted.low < of->wanted.high) ||
           (point->value >= of->wanted.low && point->value <= of->wanted.high);
}

/* What the row of a tried value says; NULL: it gets no row. Both ends of an answer have one, and so
 * have their neighbours if the key goes in steps or the metric jumps. */
static const char *said_of(const wyrm_solution *of, double at)
{
    const char *said = is_at(at, of->has_now, of->now.at) ? "stands there" : NULL;
    for (size_t i = 0; i < of->answer_count; i++) {
        const wyrm_solve_answer *answer = &of->answers[i];
        const bool beside = of->step > 0 || answer->jumps;
        const bool end = is_at(at, true, answer->from) || is_at(at, true, answer->to);
        if (answer->jumps && (end || is_at(at, true, answer->best.at)))
            return "nearest";
        if (is_at(at, true, answer->best.at))
            return is_given(of, &answer->best) ? "gives it" : "may give it";
        if (end)
            return is_sure(of, at) ? "gives it" : "may give it";
        if (said == NULL && beside &&
            (is_at(at, answer->has_below, answer->below.at) ||
             is_at(at, answer->has_above, answer->above.at)))
            said = "";
    }
    return said;
}

static void print_table(const wyrm_solution *of, text_page *page)
{
    text_table table = text_table_of(page, "");
    double last = -(double)INFINITY;
    text_table_column(&table, TEXT_RIGHT, of->key);
    text_table_column(&table, TEXT_RIGHT, of->metric);
    text_table_column(&table, TEXT_LEFT, "");
    for (size_t i = 0; i < of->point_count; i++) {
        const char *said = said_of(of, of->points[i].at);
        if (said == NULL)
            continue;
        add_now(of, &table, &last, of->points[i].at);
        add_row(of, &table, &of->points[i], &last, said);
    }
    add_now(of, &table, &last, (double)INFINITY);
    page_add(page, "\n");
    text_table_end(&table, 3);
}

/* What is known where the search was stopped: no answer, and not that there is none. */
static void print_stopped(const wyrm_solution *of, text_page *page)
{
    text_table table = text_table_of(page, "");
    page_say(page,
             "Stopped before it was known which values of %s give %s of %s. Tried until then: %zu.",
             of->key, name_of(of).text, wanted_text(of).text, of->tried);
    text_table_column(&table, TEXT_RIGHT, of->key);
    text_table_column(&table, TEXT_RIGHT, of->metric);
    for (size_t i = 0; i < of->point_count; i++) {
        text_table_cell(&table, value_text(of, of->points[i].at).text);
        text_table_cell(&table, metric_text(of, page, &of->points[i]).text);
    }
    page_add(page, "\n");
    text_table_end(&table, 3);
    if (of->refused > 0)
        page_say(page, "%zu of them the ruleset does not take: %s.", of->refused, of->refusal);
    page_add(page, "\n");
    page_say(page, "Less to try: --from, --to and --step, or a lower --effort.");
}

/* Whether any answer rests on samples; of a metric without answers, and of games, all does. */
static bool shows_samples(const wyrm_solution *of)
{
    bool sampled = of->answer_count == 0 || of->bot != NULL || (of->has_now && of->now.sampled);
    for (size_t i = 0; i < of->answer_count; i++)
        sampled = sampled || is_sampled(&of->answers[i]);
    return sampled;
}

static void say_looked(const wyrm_solution *of, text_page *page)
{
    const words from = value_text(of, of->range.low), to = value_text(of, of->range.high);
    page_add(page, "\n");
    if (of->every)
        page_say(page, "All values from %s to %s were tried.", from.text, to.text);
    else
        page_say(
            page,
            "%zu values from %s to %s were tried, most of them near the answers and what stands "
            "there; --from and --to look elsewhere, or closer.",
            of->tried, from.text, to.text);
    if (of->refused > 0)
        page_say(page, "%zu of them the ruleset does not take: %s.", of->refused, of->refusal);
    if (of->games > 0 && shows_samples(of))
        page_say(page, "Each on the same random numbers; near an answer %llu %s (--effort).",
                 (unsigned long long)of->games, of->bot != NULL ? "games" : "samples");
}

/* ---- Solve: JSON ---- */

static void put_point(base_json *json, const char *key, const wyrm_solve_point *point, bool there)
{
    const wyrm_estimate value = {point->value, point->sampled, point->ci95};
    if (!there || isnan(point->value)) {
        base_put_null(json, key);
        return;
    }
    base_put_object(json, key);
    base_putf(json, "at:%g value:%g", point->at, point->value);
    text_put_ci95(json, "ci95", &value);
    base_put_end(json);
}

static void write_solution(const text_solve_answer *report, text_page *page)
{
    const wyrm_solution *of = report->solution;
    base_json json = text_answer_begin(page, "solve", wyrm_design_ruleset(report->design));
    base_putf(&json,
              "seed:%" PRIu64 " key:%s pattern:%s asked:%s metric:%s unit:%s where:%s bot:%s",
              of->seed, of->key, of->pattern, of->asked, of->metric, of->unit, of->where, of->bot);
    text_put_interval(&json, "wanted", of->wanted);
    text_put_interval(&json, "range", of->range);
    base_putf(&json,
              "step:%g every:%i games:%" PRIu64 " tried:%" PRIu64 " refused:%" PRIu64 " flat:%i",
              of->step, of->every, of->games, (uint64_t)of->tried, (uint64_t)of->refused, of->flat);
    put_point(&json, "now", &of->now, of->has_now);
    put_point(&json, "least", &of->least, true);
    put_point(&json, "most", &of->most, true);
    if (of->stopped)
        base_put_bool(&json, "stopped", true);
    base_put_list(&json, "answers");
    for (size_t i = 0; i < of->answer_count; i++) {
        const wyrm_solve_answer *answer = &of->answers[i];
        base_putf(&json, "{from:%g to:%g jumps:%i", answer->from, answer->to, answer->jumps);
        put_point(&json, "best", &answer->best, true);
        put_point(&json, "below", &answer->below, answer->has_below);
        put_point(&json, "above", &answer->above, answer->has_above);
        base_put_end(&json);
    }
    base_put_end(&json);
    base_put_list(&json, "points");
    for (size_t i = 0; i < of->point_count; i++)
        put_point(&json, NULL, &of->points[i], true);
    base_put_end(&json);
    base_put_end(&json);
}

void text_write_solution(const text_solve_answer *report, text_page *page)
{
    const wyrm_solution *of = report->solution;
    if (page->json) {
        write_solution(report, page);
        return;
    }
    if (of->stopped) {
        print_stopped(of, page);
        return;
    }
    if (of->answer_count == 0)
        say_none(of, page);
    else if (of->answer_count == 1)
        say_answer(of, &of->answers[0], page);
    else
        say_several(of, page);
    if (of->answer_count > 0)
        print_table(of, page);
    say_looked(of, page);
}

/* ---- Tune: text ---- */

static void print_line(text_page *page, char sign, const char *line)
{
    size_t length = strcspn(line, "\n");
    char text[400];
    while (length > 0 && line[length - 1] == '\r')
        length--;
    snprintf(text, sizeof text, "%c%.*s", sign, (int)(length < 390 ? length : 390), line);
    page_spaces(page, 3);
    page_toned(page,
               sign == '-'   ? TEXT_TONE_BAD
               : sign == '+' ? TEXT_TONE_GOOD
                             : TEXT_TONE_DIM,
               text);
    page_add(page, "\n");
}

/* Prints the lines in which two texts differ, each part with its line number in the first. */
static void print_difference(text_page *page, const char *a, const char *b)
{
    for (text_hunk hunk = {.a = a, .b = b, .line = 1}; text_next_hunk(&hunk);) {
        char head[60];
        snprintf(head, sizeof head, "line %zu:", hunk.line);
        page_spaces(page, 3);
        page_toned(page, TEXT_TONE_DIM, head);
        page_add(page, "\n");
        a = hunk.a;
        b = hunk.b;
        for (size_t i = 0; i < hunk.out; i++, a = text_line_after(a))
            print_line(page, '-', a);
        for (size_t i = 0; i < hunk.in; i++, b = text_line_after(b))
            print_line(page, '+', b);
    }
}

static words said(const text_tune_answer *of, const char *path)
{
    char *text = NULL;
    words out = {""};
    const wyrm_ruleset *ruleset = wyrm_design_ruleset(of->design);
    if (rs_value_said(wyrm_ruleset_find(ruleset, path), &text, NULL) == WYRM_OK)
        base_utf8_copy(out.text, sizeof out.text, text);
    wyrm_free(text);
    return out;
}

/* The changes of a candidate: "monsters.orc.hp 13 (now 10) and player.hp 31 (now 30)". */
static const char *changes_text(const text_tune_answer *of, const wyrm_tuned *to, text_page *page)
{
    base_buffer out = {0};
    if (to->change_count == 0)
        return "nothing changed";
    for (size_t i = 0; i < to->change_count; i++)
        base_buffer_appendf(&out, "%s%s %s (now %s)",
                            i == 0                     ? ""
                            : i + 1 < to->change_count ? ", "
                                                       : " and ",
                            to->changes[i].path, to->changes[i].text,
                            said(of, to->changes[i].path).text);
    return page_keep(page, &out);
}

static words value_of(const text_page *page, const wyrm_judged *judged)
{
    words out = {"-"};
    if (!isnan(judged->value))
        text_judged_value(page->style, judged, out.text, sizeof out.text);
    return out;
}

static words wanted_of(const wyrm_judged *judged)
{
    words out;
    text_judged_range(judged, out.text, sizeof out.text);
    return out;
}

static void say_with(const text_tune_answer *of, const wyrm_tuned *to, text_page *page,
                     const char *before, const char *after)
{
    page_say(page, "%s%s%s", before, changes_text(of, to, page), after);
}

/* How far each knob may move with all that is wanted holding, though not at the same cost. That
 * holds for one knob at a time: all of them at their ends together need not do. */
static void say_region(const text_tune_answer *of, const wyrm_tuned *to, text_page *page)
{
    const wyrm_tuning *tuning = of->tuning;
    base_buffer out = {0};
    size_t count = 0;
    for (size_t i = 0; i < tuning->knob_count; i++)
        if (to->low[i] < to->high[i])
            base_buffer_appendf(&out, "%s%s %.12g to %.12g", count++ > 0 ? "; " : "",
                                tuning->knobs[i].paths[0], to->low[i], to->high[i]);
    if (count > 0)
        page_say(page, "It all holds, too,%s with %s; what is farther from now costs more.",
                 count > 1 ? " each moved by itself," : "", page_keep(page, &out));
}

/* Names the targets that an answer loses: a search asked for some targets only, and others may have
 * paid for that. */
static void say_lost(const wyrm_tuned *to, text_page *page)
{
    if (to->lost_count > 0)
        page_say(page, "That costs %zu target%s of the ruleset that %s: %s.", to->lost_count,
                 to->lost_count == 1 ? "" : "s",
                 to->lost_count == 1 ? "held and holds no more" : "held and hold no more",
                 page_list(page, to->lost, to->lost_count));
}

/* Targets before and after. Those that hold and have not moved are left out: a ruleset may have a
 * hundred. */
static void print_targets(const wyrm_tuning *of, const wyrm_tuned *const *columns, size_t count,
                          text_page *page)
{
    text_table table = text_table_of(page, "<target|<where|>wanted|>before");
    const char *const heads[] = {"after", "second", "third", "fourth"};
    for (size_t a = 0; a < count; a++)
        text_table_column(&table, TEXT_RIGHT, heads[a < 4 ? a : 3]);
    for (size_t i = 0; i < of->goal_count; i++) {
        const wyrm_judged *now = &of->now.judged[i];
        bool moved = now->verdict != WYRM_PASS;
        for (size_t a = 0; a < count; a++)
            moved = moved || columns[a]->judged[i].verdict != WYRM_PASS ||
                    columns[a]->judged[i].value < now->value ||
                    columns[a]->judged[i].value > now->value;
        if (!moved)
            continue;
        text_table_cell(&table, now->target);
        text_table_cell(&table, now->where);
        text_table_cell(&table, wanted_of(now).text);
        for (size_t a = 0; a <= count; a++) {
            const wyrm_judged *at = a == 0 ? now : &columns[a - 1]->judged[i];
            text_table_cellf(&table, "%s%s%s", value_of(page, at).text,
                             at->verdict == WYRM_PASS ? "" : " ",
                             at->verdict == WYRM_PASS ? "" : wyrm_verdict_name(at->verdict));
        }
    }
    page_add(page, "\n");
    text_table_end(&table, 3);
}

/* Names further targets that fail, and that the nearest candidate leaves unchanged: its changes
 * have no effect on them. */
static void say_unmoved(const wyrm_tuning *tuning, text_page *page)
{
    base_buffer names = {0};
    size_t count = 0;
    for (size_t i = 0; i < tuning->goal_count; i++) {
        const wyrm_judged *now = &tuning->now.judged[i], *then = &tuning->nearest.judged[i];
        const bool same = now->value <= then->value && now->value >= then->value;
        if (now->verdict == WYRM_FAIL && then->verdict == WYRM_FAIL && same &&
            strcmp(now->target, tuning->conflict[0].target) != 0 &&
            (i == 0 || strcmp(now->target, now[-1].target) != 0))
            base_buffer_appendf(&names, "%s%s", count++ > 0 ? ", " : "", now->target);
    }
    const char *list = page_keep(page, &names);
    if (count > 0)
        page_say(page, "What changes there does nothing for %s, which %s not met either.", list,
                 count == 1 ? "is" : "are");
}

/* Which targets contradict each other, as far as the search can tell: not having found an answer
 * does not prove that there is none. */
static void say_conflict(const text_tune_answer *of, text_page *page)
{
    const wyrm_tuning *tuning = of->tuning;
    base_buffer names = {0};
    if (tuning->conflict_count == 0)
        return;
    for (size_t i = 0; i < tuning->conflict_count; i++)
        base_buffer_appendf(&names, "%s%s", i > 0 ? ", " : "", tuning->conflict[i].target);
    const char *list = page_keep(page, &names);
    if (tuning->conflict_count == 1)
        page_say(page, "No candidate met %s, not even with all others left aside.",
                 tuning->conflict[0].target);
    else
        page_say(page, "No candidate met these together: %s.", list);
    for (size_t i = 0; i < tuning->conflict_count; i++) {
        const wyrm_tune_conflict *one = &tuning->conflict[i];
        /* The first place where the target fails, else its first place. */
        const wyrm_judged *worst = NULL;
        for (size_t k = 0; k < tuning->goal_count; k++) {
            const wyrm_judged *at = &one->without.judged[k];
            if (strcmp(at->target, one->target) == 0 &&
                (worst == NULL || (worst->verdict == WYRM_PASS && at->verdict != WYRM_PASS)))
                worst = at;
        }
        if (worst != NULL)
            page_point(page, 3, 5, "%s%s %s: with %s it is %s, %s is wanted%s.",
                       tuning->conflict_count == 1 ? "nearest is " : "without ", one->target,
                       worst->where, changes_text(of, &one->without, page),
                       value_of(page, worst).text, wanted_of(worst).text,
                       tuning->conflict_count == 1 ? "" : ", and the others hold");
    }
    if (tuning->conflict_count == 1)
        say_unmoved(tuning, page);
}

/* Whether all that the nearest point lacks is certainty: then more games are needed, not other
 * numbers. */
static bool is_unclear(const wyrm_tuned *nearest, size_t goal_count)
{
    for (size_t i = 0; i < goal_count; i++)
        if (nearest->judged[i].verdict != WYRM_PASS && nearest->judged[i].verdict != WYRM_UNCLEAR)
            return false;
    return true;
}

static void say_search(const wyrm_tuning *of, text_page *page)
{
    bool sampled = false;
    for (size_t i = 0; i < of->goal_count; i++)
        sampled = sampled || of->now.judged[i].sampled;
    page_add(page, "\n");
    if (of->stopped)
        page_say(page, "Stopped after %zu candidates: there may be less of a change.", of->tried);
    else if (of->tried > 0)
        page_say(page, "%zu candidates were measured%s%s.", of->tried,
                 of->games > 0                              ? ", games of them on common seeds"
                 : of->all_measured && of->answer_count > 0 ? ": all that could cost less"
                 : of->all_measured                         ? ", which is all there are"
                                                            : "",
                 of->answer_count > 0 && !of->all_measured ? "; an answer that costs less may exist"
                                                           : "");
    if (sampled)
        page_say(page, "Before and after are of seed %" PRIu64 ", which the search has not seen.",
                 of->verdict_seed);
}

/* ---- Tune: JSON ---- */

static void put_tuned(base_json *json, const text_tune_answer *of, const char *key,
                      const wyrm_tuned *to, const char *text)
{
    const wyrm_tuning *tuning = of->tuning;
    base_put_object(json, key);
    base_putf(json, "cost:%g holds:%i", to->cost, to->holds);
    base_put_list(json, "changes");
    for (size_t i = 0; i < to->change_count; i++)
        base_putf(json, "{path:%s now:%s to:%s}", to->changes[i].path,
                  said(of, to->changes[i].path).text, to->changes[i].text);
    base_put_end(json);
    base_put_list(json, "knobs");
    for (size_t i = 0; i < tuning->knob_count; i++)
        base_putf(json, "{name:%s value:%g region:[%g %g]}", tuning->knobs[i].name, to->values[i],
                  to->low[i], to->high[i]);
    base_put_end(json);
    base_put_list(json, "targets");
    for (size_t i = 0; i < tuning->goal_count; i++) {
        const wyrm_judged *at = &to->judged[i];
        const wyrm_estimate value = {at->value, at->sampled, at->ci95};
        base_putf(json, "{target:%s where:%s value:%g", at->target, at->where, at->value);
        text_put_ci95(json, "ci95", &value);
        base_putf(json, "verdict:%s}", wyrm_verdict_name(at->verdict));
    }
    base_put_end(json);
    base_put_texts(json, "lost", to->lost, to->lost_count);
    base_put_text(json, "text", text);
    base_put_end(json);
}

static void write_tuning(const text_tune_answer *of, text_page *page)
{
    const wyrm_tuning *tuning = of->tuning;
    base_json json = text_answer_begin(page, "tune", wyrm_design_ruleset(of->design));
    base_putf(&json, "seed:%" PRIu64 " verdict_seed:%" PRIu64 " games:%" PRIu64 " tried:%" PRIu64,
              tuning->seed, tuning->verdict_seed, tuning->games, (uint64_t)tuning->tried);
    base_putf(&json, "all_measured:%i stopped:%i applied:%i", tuning->all_measured, tuning->stopped,
              of->applied);
    base_put_list(&json, "knobs");
    for (size_t i = 0; i < tuning->knob_count; i++) {
        const wyrm_tuned_knob *knob = &tuning->knobs[i];
        base_putf(&json, "{name:%s", knob->name);
        base_put_texts(&json, "keys", knob->paths, knob->path_count);
        base_putf(&json, "now:%g from:%g to:%g step:%g cost:%g}", knob->now, knob->from, knob->to,
                  knob->step, knob->cost);
    }
    base_put_end(&json);
    base_put_list(&json, "wanted");
    for (size_t i = 0; i < tuning->goal_count; i++) {
        const wyrm_judged *at = &tuning->now.judged[i];
        base_putf(&json, "{target:%s where:%s metric:%s unit:%s", at->target, at->where, at->metric,
                  at->unit);
        text_put_interval(&json, "range", at->range);
        base_putf(&json, "}");
    }
    base_put_end(&json);
    put_tuned(&json, of, "now", &tuning->now, NULL);
    base_put_list(&json, "answers");
    for (size_t i = 0; i < tuning->answer_count; i++)
        put_tuned(&json, of, NULL, &tuning->answers[i], of->edited[i]);
    base_put_end(&json);
    if (tuning->answer_count > 0)
        base_put_null(&json, "nearest");
    else
        put_tuned(&json, of, "nearest", &tuning->nearest, NULL);
    base_put_list(&json, "conflict");
    for (size_t i = 0; i < tuning->conflict_count; i++) {
        base_putf(&json, "{target:%s", tuning->conflict[i].target);
        put_tuned(&json, of, "without", &tuning->conflict[i].without, NULL);
        base_put_end(&json);
    }
    base_put_end(&json);
    base_put_end(&json);
}

void text_write_tuning(const text_tune_answer *of, text_page *page)
{
    const wyrm_tuning *tuning = of->tuning;
    const wyrm_tuned *columns[WYRM_TUNE_ANSWERS_MAX] = {&tuning->nearest};
    if (page->json) {
        write_tuning(of, page);
        return;
    }
    if (tuning->now.holds) {
        page_say(page, "Nothing needs to change: what is wanted holds already.");
        print_targets(tuning, NULL, 0, page);
        return;
    }
    for (size_t i = 0; i < tuning->answer_count; i++) {
        const wyrm_tuned *answer = columns[i] = &tuning->answers[i];
        char end[80];
        text_figure cost;
        snprintf(end, sizeof end, " (cost %s).", text_figure_exact(answer->cost, &cost));
        say_with(of, answer, page, i == 0 ? "All that is wanted holds with " : "Or with ", end);
        say_region(of, answer, page);
        say_lost(answer, page);
        if (of->text != NULL && of->edited[i] != NULL)
            print_difference(page, of->text, of->edited[i]);
    }
    if (tuning->answer_count == 0) {
        say_with(of, &tuning->nearest, page,
                 tuning->all_measured ? "With no values of these numbers does all hold; nearest is "
                                      : "Nothing was found with which all holds; nearest is ",
                 ".");
        if (is_unclear(&tuning->nearest, tuning->goal_count))
            page_say(page, "Nothing is missed there for certain: more games (--effort) may tell.");
        else
            say_conflict(of, page);
    }
    print_targets(tuning, columns, tuning->answer_count > 0 ? tuning->answer_count : 1, page);
    say_search(tuning, page);
    if (of->applied)
        page_say(page, "The first is written to %s.", of->file);
    else if (tuning->answer_count > 0 && of->file != NULL)
        page_say(page, "--apply writes the first into %s.", of->file);
}
