/* `wyrm solve`: which values of a key give what is wanted, what those next to them give, or how far
 * the metric reaches where none does.
 *
 * An exact metric is met by a range of values, or exactly at one, or it jumps over what is wanted,
 * and then the nearest is named as such. A sampled one has a best value and a range that the
 * samples do not rule out. Every answer stands in a table with its neighbours, so that one sees how
 * much hangs on it. */
#include "text/internal.h"
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

typedef struct words {
    char text[160];
} words;

/* What stands at the key: 14, or 2d6+3. */
static words value_text(const wyrm_solution *of, double at)
{
    words out;
    const char *gap = of->pattern != NULL ? strstr(of->pattern, "{}") : NULL;
    snprintf(out.text, sizeof out.text, "%.*s%.12g%s", gap ? (int)(gap - of->pattern) : 0,
             gap ? of->pattern : "", at, gap ? gap + 2 : "");
    return out;
}

static words metric_text(const wyrm_solution *of, const wyrm_page *page,
                         const wyrm_solve_point *point)
{
    const wyrm_judged judged = {
        .value = point->value, .sampled = point->sampled, .ci95 = point->ci95, .unit = of->unit};
    words out;
    wyrm_judged_value(page->style, &judged, out.text, sizeof out.text);
    return out;
}

/* "gives 60 %" and not "gives exactly 60 %": nothing that was measured is exact to the last
 * digit. */
static words wanted_text(const wyrm_solution *of)
{
    const wyrm_judged judged = {.range = of->wanted, .unit = of->unit};
    words out;
    wyrm_judged_range(&judged, out.text, sizeof out.text);
    if (strncmp(out.text, "exactly ", 8) == 0)
        memmove(out.text, out.text + 8, strlen(out.text) - 7);
    return out;
}

/* "win_chance (player@3 against orc)" */
static words name_of(const wyrm_solution *of)
{
    words out;
    snprintf(out.text, sizeof out.text, of->where[0] != '\0' ? "%s (%.100s)" : "%s", of->metric,
             of->where);
    return out;
}

/* ---- in words ---- */

/* Either the key makes no difference, or the metric never comes to what is wanted: where it is
 * least and where it is greatest says which way to look. */
static void say_none(const wyrm_solution *of, wyrm_page *page)
{
    const words least = metric_text(of, page, &of->least), most = metric_text(of, page, &of->most);
    const words at_least = value_text(of, of->least.at), at_most = value_text(of, of->most.at);
    const words from = value_text(of, of->range.low), to = value_text(of, of->range.high);
    if (of->flat)
        page_say(page, "%s makes no difference: %s is %s from %s to %s, and %s is wanted.", of->key,
                 name_of(of).text, least.text, from.text, to.text, wanted_text(of).text);
    else
        page_say(page,
                 "No value of %s from %s to %s gives %s: %s goes from %s (at %s) to %s (at %s).",
                 of->key, from.text, to.text, wanted_text(of).text, name_of(of).text, least.text,
                 at_least.text, most.text, at_most.text);
}

/* What an answer is, behind the name of the key: "= 14", "from 4 to 9". */
static words answer_text(const wyrm_solution *of, const wyrm_solve_answer *answer)
{
    const bool several = answer->from < answer->to && !of->sampled;
    const words from = value_text(of, answer->from), to = value_text(of, answer->to);
    words out = value_text(of, answer->best.at);
    if (several)
        snprintf(out.text, sizeof out.text, "%.60s to %.60s%s", from.text, to.text,
                 answer->first && answer->last ? " (all of them)" : "");
    return out;
}

/* Where that reaches an end of what was tried, it may go on beyond. */
static void say_allowed(const wyrm_solution *of, const wyrm_solve_answer *answer, wyrm_page *page)
{
    page_say(page, "The samples allow %s%s to %s%s for %s.",
             answer->first ? "(and less than) " : "", value_text(of, answer->from).text,
             value_text(of, answer->to).text, answer->last ? " (and more)" : "",
             wanted_text(of).text);
}

/* A key in steps can only come near, one without may jump: between two of its values there is
 * none. */
static void say_answer(const wyrm_solution *of, const wyrm_solve_answer *answer, wyrm_page *page)
{
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
    else if (answer->from < answer->to && !of->sampled)
        page_say(page, "%s %s gives %s of %s%s.", of->key, answer_text(of, answer).text,
                 name_of(of).text, wanted_text(of).text, instead.text);
    else
        page_say(page, "%s %s gives %s of %s%s.", of->key, answer_text(of, answer).text,
                 name_of(of).text, best.text, instead.text);
    if (of->sampled)
        say_allowed(of, answer, page);
}

static void say_several(const wyrm_solution *of, wyrm_page *page)
{
    wyrm_text list = {0};
    for (size_t i = 0; i < of->answer_count; i++)
        wyrm_text_appendf(&list, "%s%s%s",
                          i == 0                      ? ""
                          : i + 1 == of->answer_count ? " and "
                                                      : ", ",
                          answer_text(of, &of->answers[i]).text,
                          of->answers[i].jumps ? " (nearly)" : "");
    page_say(page, "More than one value of %s gives %s of %s: %s%s.", of->key, name_of(of).text,
             wanted_text(of).text, page_keep(page, &list), of->more > 0 ? ", and more" : "");
    for (size_t i = 0; of->sampled && i < of->answer_count; i++)
        say_allowed(of, &of->answers[i], page);
}

/* A row of the table, unless it is there. Rows ascend: what is at or below the last one is in the
 * table already. */
static void add_row(const wyrm_solution *of, wyrm_table *table, const wyrm_solve_point *point,
                    double *last, const char *what)
{
    if (point->at <= *last)
        return;
    *last = point->at;
    wyrm_table_cell(table, value_text(of, point->at).text);
    wyrm_table_cell(table, metric_text(of, table->page, point).text);
    wyrm_table_cell(table, what);
}

static void add_now(const wyrm_solution *of, wyrm_table *table, double *last, double before)
{
    if (of->has_now && of->now.at < before && of->now.at > *last && !isnan(of->now.value))
        add_row(of, table, &of->now, last, "stands there");
}

static void print_table(const wyrm_solution *of, wyrm_page *page)
{
    wyrm_table table = wyrm_table_of(page, "");
    double last = -(double)INFINITY;
    wyrm_table_column(&table, WYRM_RIGHT, of->key);
    wyrm_table_column(&table, WYRM_RIGHT, of->metric);
    wyrm_table_column(&table, WYRM_LEFT, "");
    for (size_t i = 0; i < of->answer_count; i++) {
        const wyrm_solve_answer *answer = &of->answers[i];
        const bool beside = of->step > 0 || answer->jumps;
        if (beside && answer->has_below) {
            add_now(of, &table, &last, answer->below.at);
            add_row(of, &table, &answer->below, &last,
                    of->has_now && !(answer->below.at < of->now.at || answer->below.at > of->now.at)
                        ? "stands there"
                        : "");
        }
        add_now(of, &table, &last, answer->best.at);
        add_row(of, &table, &answer->best, &last, answer->jumps ? "nearest" : "gives it");
        if (beside && answer->has_above) {
            add_now(of, &table, &last, answer->above.at);
            add_row(of, &table, &answer->above, &last,
                    of->has_now && !(answer->above.at < of->now.at || answer->above.at > of->now.at)
                        ? "stands there"
                        : "");
        }
    }
    add_now(of, &table, &last, (double)INFINITY);
    wyrm_page_add(page, "\n");
    wyrm_table_end(&table, 3);
}

static void say_looked(const wyrm_solution *of, wyrm_page *page)
{
    const words from = value_text(of, of->range.low), to = value_text(of, of->range.high);
    wyrm_page_add(page, "\n");
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
    if (of->games > 0)
        page_say(page, "Each on the same random numbers; near an answer %llu %s (--effort).",
                 (unsigned long long)of->games, of->bot != NULL ? "games" : "samples");
}

/* ---- for scripts ---- */

static void put_point(base_json *json, const char *key, const wyrm_solve_point *point, bool there)
{
    const wyrm_estimate value = {point->value, point->sampled, point->ci95};
    if (!there || isnan(point->value)) {
        base_put_null(json, key);
        return;
    }
    base_put_object(json, key);
    base_putf(json, "at:%g value:%g", point->at, point->value);
    wyrm_put_ci95(json, "ci95", &value);
    base_put_end(json);
}

static void write_solution(const wyrm_solve_report *report, wyrm_page *page)
{
    const wyrm_solution *of = report->solution;
    base_json json = wyrm_answer_begin(page, "solve", wyrm_design_ruleset(report->design));
    base_putf(&json,
              "seed:%" PRIu64 " key:%s pattern:%s asked:%s metric:%s unit:%s where:%s bot:%s",
              of->seed, of->key, of->pattern, of->asked, of->metric, of->unit, of->where, of->bot);
    wyrm_put_interval(&json, "wanted", of->wanted);
    wyrm_put_interval(&json, "range", of->range);
    base_putf(&json,
              "step:%g every:%i games:%" PRIu64 " tried:%" PRIu64 " refused:%" PRIu64 " flat:%i",
              of->step, of->every, of->games, (uint64_t)of->tried, (uint64_t)of->refused, of->flat);
    put_point(&json, "now", &of->now, of->has_now);
    put_point(&json, "least", &of->least, true);
    put_point(&json, "most", &of->most, true);
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

void wyrm_report_solution(const wyrm_solve_report *report, wyrm_page *page)
{
    const wyrm_solution *of = report->solution;
    if (page->json) {
        write_solution(report, page);
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
