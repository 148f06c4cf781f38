/* `wyrm compare`: which of two rulesets is harder, what their files say differently, what follows
 * from it.
 *
 * The headline is that of played runs; single fights alone are told apart from it, and so are the
 * differences that they do not see.
 */
#include "base/arena.h"
#include "text/internal.h"

#include <inttypes.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

/* The answer of `wyrm compare` for people: which is harder, what the files say differently, what
 * follows from it. */

/* Without --all: rows of one group, values of the files. */
#define ROWS_SHOWN   24
#define SERIES_SHOWN 5 /* places of one figure */
#define VALUES_SHOWN 30
#define VALUE_WIDTH  (WYRM_COMPARE_VALUE - 8) /* letters of a value */
#define HEADING_MAX  15                       /* of the end of a ruleset's name */

/* A value whose interval is so much to either side; 0: it is exact. */
static wyrm_estimate give_or_take(double value, double margin)
{
    return (wyrm_estimate){
        .value = value, .sampled = margin > 0, .ci95 = {value - margin, value + margin}};
}

void wyrm_compare_words(const wyrm_compare_report *report, wyrm_style style, char *text,
                        size_t size)
{
    const wyrm_compared_cost *cost = &report->comparison->cost;
    wyrm_figure a, b;
    wyrm_compare_verdict verdict = wyrm_compare_verdict_of(report->comparison);
    const char *whom = cost->rooms ? "the monsters of a room take" : "a fight takes";
    const char *place = strcmp(cost->axis, "tracker") == 0 ? "tracker level" : cost->axis;
    const wyrm_estimate of_a = give_or_take(cost->a, cost->margin_a);
    const wyrm_estimate of_b = give_or_take(cost->b, cost->margin_b);
    wyrm_figure_estimated_share(style, &of_a, &a);
    wyrm_figure_estimated_share(style, &of_b, &b);
    if (verdict == WYRM_COMPARE_IDENTICAL)
        snprintf(text, size, "%s and %s say the same: nothing differs.", report->name_a,
                 report->name_b);
    else if (verdict == WYRM_COMPARE_UNKNOWN)
        snprintf(text, size,
                 "Which of %s and %s is harder cannot be told: they have no depth or level in "
                 "common.",
                 report->name_a, report->name_b);
    else if (verdict == WYRM_COMPARE_EQUAL)
        snprintf(text, size,
                 "%s is as hard as %s: %s %s of the hit points of the player that a %s is meant "
                 "for (mean of %ss %d to %d).",
                 report->name_b, report->name_a, whom, b.text, place, place, (int)cost->first,
                 (int)cost->last);
    else
        snprintf(text, size,
                 "%s is %s than %s: %s %s of the hit points of the player that a %s is meant for, "
                 "instead of %s (mean of %ss %d to %d).",
                 report->name_b, verdict == WYRM_COMPARE_HARDER ? "harder" : "easier",
                 report->name_a, whom, b.text, place, a.text, place, (int)cost->first,
                 (int)cost->last);
}

/* ---- What runs say ---- */

void wyrm_compare_headline(const wyrm_gate *gate, const char *name_a, const char *name_b, char *out,
                           size_t size)
{
    static const char *const words[] = {
        [WYRM_GATE_SAME_RULES] = "%s plays by the same rules as %s",
        [WYRM_GATE_ALIKE] = "%s is as hard as %s",
        [WYRM_GATE_HARDER] = "%s is harder than %s",
        [WYRM_GATE_EASIER] = "%s is easier than %s",
        [WYRM_GATE_MIXED] = "%s is harder than %s in one way, and easier in another",
        [WYRM_GATE_NOT_KNOWN] = "Whether %s is as hard as %s cannot be told yet",
    };
    size_t used = 0;
    const char *format = words[wyrm_gate_headline_of(gate)];
    const char *names[] = {name_b, name_a};
    for (size_t next = 0; *format != '\0' && used + 1 < size;) {
        if (strncmp(format, "%s", 2) == 0) {
            int length = snprintf(out + used, size - used, "%s", names[next++]);
            used += length > 0 ? (size_t)length : 0;
            format += 2;
        } else {
            out[used++] = *format++;
        }
    }
    out[used < size ? used : size - 1] = '\0';
}

/* "ends at depth 3.1 ± 0.3 instead of 4.2 ± 0.3 (-1.1 ± 0.2)": a metric without its unit; "" where
 * there is none. */
static void metric_words(const wyrm_gate_row *row, wyrm_style style, const char *verb,
                         char out[160])
{
    wyrm_figure before, after, difference;
    out[0] = '\0';
    if (row != NULL)
        snprintf(out, 160, "%s %s instead of %s (%s)", verb,
                 wyrm_gate_value_text(style, row, true, &after),
                 wyrm_gate_value_text(style, row, false, &before),
                 wyrm_gate_difference_text(style, row, &difference));
}

void wyrm_compare_runs_words(const wyrm_gate *gate, const char *bot, wyrm_style style, char *out,
                             size_t size)
{
    char depths[160], won[160];
    metric_words(wyrm_gate_row_of(gate, "final_depth"), style, "ends at depth", depths);
    metric_words(wyrm_gate_row_of(gate, "win_rate"), style, "wins", won);
    bool both = depths[0] != '\0' && won[0] != '\0', any = depths[0] != '\0' || won[0] != '\0';
    out[0] = '\0';
    if (any)
        snprintf(out, size, "The %s %s%s%s.", bot, depths, both ? ", and " : "", won);
}

/* How far runs get, how many are won, and what that rests on. */
static void print_runs(const wyrm_compare_report *report, wyrm_page *page)
{
    const wyrm_gate *gate = &report->played->gate;
    char text[512];
    wyrm_compare_runs_words(gate, report->played->bot, page->style, text, sizeof text);
    if (text[0] != '\0')
        wyrm_page_wrap(page, 0, 0, text);
    wyrm_page_wrapf(page, 0, 0,
                    "That rests on %llu runs of each, seed %llu%s; all metrics are below.",
                    (unsigned long long)gate->runs, (unsigned long long)report->played->seed,
                    gate->paired ? ", compared run by run" : "");
}

static bool has_runs(const wyrm_compare_report *report)
{
    return report->played != NULL && !report->comparison->identical;
}

/* ---- What single fights say ---- */

/* Whether single fights, as they are weighed here, see a value: else it may matter all the same. */
static bool is_seen_in_fights(const char *path)
{
    static const char *const sections[] = {"monsters.", "player.", "weapons.",   "armors.",
                                           "combat.",   "growth.", "reference.", "targets.",
                                           "arenas.",   "gate.",   "models."};
    for (size_t i = 0; i < sizeof sections / sizeof *sections; i++)
        if (strncmp(path, sections[i], strlen(sections[i])) == 0)
            return true;
    return strchr(path, '.') == NULL; /* name, title and the like */
}

#define BESIDE_SHOWN 6

/* What else the files say differently, that only runs can weigh. */
static void print_beside(const wyrm_compare_report *report, wyrm_page *page)
{
    const wyrm_comparison *found = report->comparison;
    wyrm_text names = {0};
    size_t count = 0;
    for (size_t i = 0; i < found->value_count; i++)
        if (!is_seen_in_fights(found->values[i].path) && count++ < BESIDE_SHOWN)
            wyrm_text_appendf(&names, "%s%s", names.length > 0 ? ", " : "", found->values[i].path);
    if (count > BESIDE_SHOWN)
        wyrm_text_appendf(&names, " and %zu more", count - BESIDE_SHOWN);
    if (names.failed)
        wyrm_page_fail(page);
    else if (names.bytes != NULL)
        wyrm_page_wrapf(page, 0, 0,
                        "Single fights do not see what else differs (%s): without --exact runs "
                        "are played that do.",
                        names.bytes);
    wyrm_text_drop(&names);
}

static void print_verdict(const wyrm_compare_report *report, wyrm_page *page)
{
    const wyrm_compared_cost *cost = &report->comparison->cost;
    size_t size = 1024 + strlen(report->name_a) + strlen(report->name_b);
    char *text = base_allocate(size);
    if (text == NULL) {
        wyrm_page_fail(page);
        return;
    }
    if (has_runs(report)) {
        wyrm_compare_headline(&report->played->gate, report->name_a, report->name_b, text, size);
        wyrm_page_wrapf(page, 0, 0, "%s.", text);
        print_runs(report, page);
    }
    wyrm_compare_words(report, page->style, text, size);
    if (report->comparison->identical)
        wyrm_page_wrap(page, 0, 0, text);
    else
        wyrm_page_wrapf(page, 0, 0, "By single fights alone, %s", text);
    wyrm_free(text);
    if (cost->harder > 0 && cost->easier > 0)
        wyrm_page_wrapf(page, 0, 0, "It is harder at %zu of these %zu places, and easier at %zu.",
                        cost->harder, cost->places, cost->easier);
}

static void print_counts(const wyrm_compare_report *report, wyrm_page *page)
{
    const wyrm_comparison *found = report->comparison;
    char only[256] = "";
    int used = 0;
    if (found->only_a > 0)
        used =
            snprintf(only, sizeof only, ", %zu are only in %.64s", found->only_a, report->name_a);
    if (found->only_b > 0)
        snprintf(only + used, sizeof only - (size_t)used, ", %zu are only in %.64s", found->only_b,
                 report->name_b);
    wyrm_page_wrapf(page, 0, 0, "Of %zu figures %zu are the same, %zu differ%s.", found->count,
                    found->same, found->differing, only);
}

void wyrm_compare_cut(const char *text, char out[WYRM_COMPARE_VALUE])
{
    size_t length = strlen(text);
    if (length > VALUE_WIDTH) {
        length = VALUE_WIDTH;
        while (length > 0 && ((unsigned char)text[length] & 0xc0) == 0x80)
            length--;
        snprintf(out, WYRM_COMPARE_VALUE, "%.*s ...", (int)length, text);
    } else {
        snprintf(out, WYRM_COMPARE_VALUE, "%s", text[0] != '\0' ? text : "nothing");
    }
}

/* What the designer wants is no rule of the game: it is listed with --all only. */
static bool is_rule(const wyrm_compared_value *value)
{
    return strncmp(value->path, "targets.", 8) != 0;
}

/* A target that only one of them has, by its claim. False for what is none such. */
static bool print_only_target(const wyrm_compare_report *report, const wyrm_compared_value *value,
                              wyrm_page *page)
{
    bool in_a = value->new_text[0] == '\0';
    if (is_rule(value) || strchr(value->path + 8, '.') != NULL ||
        (!in_a && value->old_text[0] != '\0'))
        return false;
    const wyrm_value *target =
        wyrm_ruleset_find(wyrm_design_ruleset(in_a ? report->a : report->b), value->path);
    const char *claim = wyrm_value_text(wyrm_value_get(target, "claim"));
    if (claim[0] == '\0')
        claim = wyrm_value_text(wyrm_value_get(target, "metric"));
    wyrm_page_add(page, "  ");
    wyrm_page_wrapf(page, 2, 4, "%s, only in %s: %s", value->path,
                    in_a ? report->name_a : report->name_b, claim);
    return true;
}

static void print_values(const wyrm_compare_report *report, wyrm_page *page)
{
    const wyrm_comparison *found = report->comparison;
    size_t shown = 0, hidden = 0;
    for (size_t i = 0; i < found->value_count; i++) {
        char old_text[WYRM_COMPARE_VALUE], new_text[WYRM_COMPARE_VALUE];
        if (!report->all && (shown == VALUES_SHOWN || !is_rule(&found->values[i]))) {
            hidden++;
            continue;
        }
        if (shown++ == 0) {
            wyrm_page_add(page, "\n");
            wyrm_page_toned(page, WYRM_TONE_STRONG, "what the files say");
            wyrm_page_add(page, "\n");
        }
        if (print_only_target(report, &found->values[i], page))
            continue;
        wyrm_compare_cut(found->values[i].old_text, old_text);
        wyrm_compare_cut(found->values[i].new_text, new_text);
        wyrm_page_add(page, "  ");
        wyrm_page_wrapf(page, 2, 4, "%s: %s %s %s", found->values[i].path, old_text,
                        page->style.utf8 ? "→" : "->", new_text);
    }
    if (hidden > 0)
        wyrm_page_addf(page, "%s  (%zu more, targets included: --all)\n", shown == 0 ? "\n" : "",
                       hidden);
}

/* Figures first..last-1 of one series that say the same at neighbouring places. */
typedef struct stretch {
    const wyrm_compared *first, *last;
} stretch;

static bool is_alike(double x, double y)
{
    return (isnan(x) && isnan(y)) || x == y;
}

static bool continues(const wyrm_compared *before, const wyrm_compared *next)
{
    return before->group == next->group && strcmp(before->of, next->of) == 0 &&
           strcmp(before->metric, next->metric) == 0 && before->axis == next->axis &&
           next->axis[0] != '\0' && next->at == before->at + 1 && before->in_a == next->in_a &&
           before->in_b == next->in_b && is_alike(before->a, next->a) &&
           is_alike(before->b, next->b);
}

static bool is_shown(const wyrm_compare_report *report, const wyrm_compared *figure)
{
    return report->all || (figure->in_a && figure->in_b && !figure->same);
}

/* The stretch that begins at figure `from`, which is shown. */
static stretch stretch_at(const wyrm_compare_report *report, size_t from)
{
    const wyrm_comparison *found = report->comparison;
    stretch made = {&found->figures[from], &found->figures[from]};
    while (made.last + 1 < found->figures + found->count && is_shown(report, made.last + 1) &&
           continues(made.last, made.last + 1))
        made.last++;
    return made;
}

static void place_of(const stretch *row, char out[192])
{
    const wyrm_compared *first = row->first;
    if (first->axis[0] == '\0')
        snprintf(out, 192, "%s", first->where);
    else if (row->last > row->first)
        snprintf(out, 192, "%s %d-%d", first->axis, (int)first->at, (int)row->last->at);
    else
        snprintf(out, 192, "%s %d", first->axis, (int)first->at);
}

static bool is_share(const wyrm_compared *figure)
{
    return strcmp(figure->unit, "share") == 0;
}

static void value_cell(wyrm_table *table, const wyrm_compared *figure, bool there, double value,
                       double margin)
{
    if (there)
        wyrm_cell_estimate(table, give_or_take(value, margin), is_share(figure));
    else
        wyrm_table_cell(table, "");
}

static void difference_cell(wyrm_table *table, const wyrm_compared *figure)
{
    wyrm_figure text;
    bool share = is_share(figure);
    double difference = figure->b - figure->a;
    double margin = hypot(figure->margin_a, figure->margin_b), scale = share ? 100 : 1;
    const wyrm_interval ci95 = {scale * (difference - margin), scale * (difference + margin)};
    const char *sign = difference > 0 ? "+" : "";
    if (figure->same)
        wyrm_table_cell(table, "same");
    else if (!figure->in_a || !figure->in_b || !isfinite(difference))
        wyrm_table_cell(table, "");
    else if (margin > 0)
        wyrm_table_cellf(table, share ? "%s%s points" : "%s%s", sign,
                         wyrm_figure_sampled(table->page->style, scale * difference, ci95, &text));
    else if (share && fabs(difference) < 0.0005)
        wyrm_table_cell(table, "~0 points");
    else if (share)
        wyrm_table_cellf(table, "%+.1f points", 100 * difference);
    else
        wyrm_table_cellf(table, "%s%s", sign, wyrm_figure_exact(difference, &text));
}

/* A row of the stretch below one with the name of whose it is, where that is another than before.
 */
static void add_row(wyrm_table *table, const stretch *row, const char *before)
{
    static const char prefix[] = "player against ";
    const wyrm_compared *figure = row->first;
    char place[192];
    if (strcmp(before, figure->of) != 0) {
        bool fight = strncmp(figure->of, prefix, sizeof prefix - 1) == 0;
        wyrm_table_cell(table, figure->of + (fight ? sizeof prefix - 1 : 0));
        for (int column = 1; column < 5; column++)
            wyrm_table_cell(table, "");
    }
    place_of(row, place);
    wyrm_table_cellf(table, "  %s", figure->metric);
    wyrm_table_cell(table, place);
    value_cell(table, figure, figure->in_a, figure->a, figure->margin_a);
    value_cell(table, figure, figure->in_b, figure->b, figure->margin_b);
    difference_cell(table, figure);
}

/* The name of a ruleset as the heading of a column. */
static void add_name(wyrm_table *table, const char *name)
{
    char heading[HEADING_MAX + 1];
    size_t length = strlen(name);
    if (length > HEADING_MAX)
        snprintf(heading, sizeof heading, "..%s", name + length - (HEADING_MAX - 2));
    else
        snprintf(heading, sizeof heading, "%s", name);
    wyrm_table_column(table, WYRM_RIGHT, heading);
}

/* A target with a long place: on lines of its own, as a table would not fit. */
static void add_target(const stretch *row, wyrm_page *page)
{
    const wyrm_compared *figure = row->first;
    double scale = is_share(figure) ? 100 : 1;
    wyrm_figure a, b;
    wyrm_page_add(page, "  ");
    wyrm_page_wrapf(
        page, 2, 4, "%s%s%s: %s %s %s%s%s", figure->of, figure->where[0] != '\0' ? " for " : "",
        figure->where, figure->in_a ? wyrm_figure_exact(scale * figure->a, &a) : "nothing",
        page->style.utf8 ? "→" : "->",
        figure->in_b ? wyrm_figure_exact(scale * figure->b, &b) : "nothing",
        scale > 1 || figure->unit[0] != '\0' ? " " : "", scale > 1 ? "%" : figure->unit);
}

/* The first figure of a group at or behind `from` that is shown; count where there is none. */
static size_t next_shown(const wyrm_compare_report *report, wyrm_compare_group group, size_t from)
{
    const wyrm_comparison *found = report->comparison;
    while (from < found->count &&
           (found->figures[from].group != group || !is_shown(report, &found->figures[from])))
        from++;
    return from;
}

/* The stretches of the series that begins at `from`; *end is where the next one begins. */
static size_t count_stretches(const wyrm_compare_report *report, size_t from, size_t *end)
{
    const wyrm_comparison *found = report->comparison;
    const wyrm_compared *first = &found->figures[from];
    size_t count = 0;
    while (from < found->count && found->figures[from].group == first->group &&
           strcmp(found->figures[from].of, first->of) == 0 &&
           strcmp(found->figures[from].metric, first->metric) == 0) {
        count++;
        stretch row = stretch_at(report, from);
        from = next_shown(report, first->group, (size_t)(row.last - found->figures) + 1);
    }
    *end = from;
    return count;
}

/* A group while it is printed. */
typedef struct group_print {
    const wyrm_compare_report *report;
    wyrm_page *page;
    wyrm_table table;
    const char *before;
    size_t rows, hidden;
} group_print;

static void print_stretch(group_print *print, const stretch *row)
{
    if (row->first->group == WYRM_COMPARE_TARGETS)
        add_target(row, print->page);
    else
        add_row(&print->table, row, print->before);
    print->before = row->first->of;
    print->rows++;
}

/* Of a long series SERIES_SHOWN stretches, evenly spread, the first and the last among them. */
static size_t print_series(group_print *print, size_t from)
{
    const wyrm_comparison *found = print->report->comparison;
    size_t end, count = count_stretches(print->report, from, &end);
    bool all = print->report->all;
    size_t shown = all || count < SERIES_SHOWN ? count : SERIES_SHOWN;
    if (!all && print->rows + shown > ROWS_SHOWN) {
        print->hidden += count;
        return end;
    }
    for (size_t i = 0, next = 0; i < count; i++) {
        stretch row = stretch_at(print->report, from);
        if (i == (shown > 1 ? next * (count - 1) / (shown - 1) : 0)) {
            print_stretch(print, &row);
            next++;
        } else {
            print->hidden++;
        }
        from = next_shown(print->report, row.first->group, (size_t)(row.last - found->figures) + 1);
    }
    return end;
}

static void print_group(const wyrm_compare_report *report, wyrm_compare_group group,
                        wyrm_page *page)
{
    size_t from = next_shown(report, group, 0);
    if (from == report->comparison->count)
        return;
    group_print print = {
        .report = report, .page = page, .table = wyrm_table_of(page, "<|<"), .before = ""};
    add_name(&print.table, report->name_a);
    add_name(&print.table, report->name_b);
    wyrm_table_column(&print.table, WYRM_RIGHT, "difference");
    wyrm_page_add(page, "\n");
    wyrm_page_title(page, wyrm_compare_group_heading(group));
    while (from < report->comparison->count)
        from = print_series(&print, from);
    if (group == WYRM_COMPARE_TARGETS)
        print.table.columns = 0;
    wyrm_table_end(&print.table, 2);
    if (print.hidden > 0)
        wyrm_page_addf(page, "  (%zu more: --all)\n", print.hidden);
}

/* Whether one of them has nothing at all of this name in a group. */
static bool is_only(const wyrm_comparison *found, const wyrm_compared *one, bool in_a)
{
    for (size_t i = 0; i < found->count; i++) {
        const wyrm_compared *figure = &found->figures[i];
        if (figure->group == one->group && strcmp(figure->of, one->of) == 0 &&
            (in_a ? figure->in_b : figure->in_a))
            return false;
    }
    return true;
}

/* Names that only one of them has, of monsters and of gear. */
static void print_only(const wyrm_compare_report *report, bool in_a, wyrm_page *page)
{
    const wyrm_comparison *found = report->comparison;
    wyrm_text names = {0};
    const char *before = "";
    for (size_t i = 0; i < found->count; i++) {
        const wyrm_compared *figure = &found->figures[i];
        bool named = figure->group == WYRM_COMPARE_MONSTERS || figure->group == WYRM_COMPARE_GEAR;
        if (!named || strcmp(figure->of, before) == 0)
            continue;
        before = figure->of;
        if (is_only(found, figure, in_a))
            wyrm_text_appendf(&names, "%s%s", names.length > 0 ? ", " : "", figure->of);
    }
    if (names.failed)
        wyrm_page_fail(page);
    else if (names.bytes != NULL)
        wyrm_page_wrapf(page, 0, 2, "Only in %s: %s.", in_a ? report->name_a : report->name_b,
                        names.bytes);
    wyrm_text_drop(&names);
}

/* The answer once more, as the first lines have left the screen by now, and how to see more. */
static void print_closing(const wyrm_compare_report *report, wyrm_page *page)
{
    static const char *const words[] = {[WYRM_COMPARE_HARDER] = "harder than",
                                        [WYRM_COMPARE_EASIER] = "easier than",
                                        [WYRM_COMPARE_EQUAL] = "as hard as"};
    wyrm_compare_verdict verdict = wyrm_compare_verdict_of(report->comparison);
    char text[512];
    if (verdict == WYRM_COMPARE_IDENTICAL)
        return;
    wyrm_page_addf(page, "\n%s\n",
                   report->all ? "For scripts: --json"
                               : "Every figure: --all; for scripts: --json");
    if (has_runs(report)) {
        wyrm_compare_headline(&report->played->gate, report->name_a, report->name_b, text,
                              sizeof text);
        wyrm_page_wrapf(page, 0, 0, "%s.", text);
    } else if (verdict == WYRM_COMPARE_UNKNOWN)
        wyrm_page_wrapf(page, 0, 0, "Which of %s and %s is harder cannot be told.", report->name_a,
                        report->name_b);
    else
        wyrm_page_wrapf(page, 0, 0, "By single fights alone, %s is %s %s.", report->name_b,
                        words[verdict], report->name_a);
}

static const char *const verdict_names[] = {
    [WYRM_COMPARE_IDENTICAL] = "identical", [WYRM_COMPARE_EQUAL] = "equal",
    [WYRM_COMPARE_HARDER] = "harder",       [WYRM_COMPARE_EASIER] = "easier",
    [WYRM_COMPARE_UNKNOWN] = "unknown",
};

static const char *const headline_names[] = {
    [WYRM_GATE_SAME_RULES] = "same_rules", [WYRM_GATE_ALIKE] = "equal",
    [WYRM_GATE_HARDER] = "harder",         [WYRM_GATE_EASIER] = "easier",
    [WYRM_GATE_MIXED] = "mixed",           [WYRM_GATE_NOT_KNOWN] = "unknown",
};

static void put_runs(base_json *json, const wyrm_compare_played *played)
{
    base_putf(json, "runs:{bot:%s seed:%" PRIu64 " runs:%" PRIu64 " paired:%i metrics:[",
              played->bot, played->seed, played->gate.runs, played->gate.paired);
    for (size_t i = 0; i < played->gate.count; i++)
        wyrm_put_gate_row(json, &played->gate.rows[i]);
    base_putf(json, "]}");
}

static void put_cost(base_json *json, const wyrm_compared_cost *cost)
{
    base_putf(
        json,
        "cost:{of:%s axis:%s range:[%d %d] a:%g b:%g margin:%g places:%zu harder:%zu easier:%zu}",
        cost->rooms ? "room" : "fight", cost->axis, cost->first, cost->last, cost->a, cost->b,
        cost->margin, cost->places, cost->harder, cost->easier);
}

static void put_values(base_json *json, const char *key, const wyrm_comparison *found)
{
    base_put_list(json, key);
    for (size_t i = 0; i < found->value_count; i++) {
        const wyrm_compared_value *value = &found->values[i];
        base_putf(json, "{path:%s a:%s b:%s}", value->path,
                  value->old_text[0] != '\0' ? value->old_text : NULL,
                  value->new_text[0] != '\0' ? value->new_text : NULL);
    }
    base_put_end(json);
}

static void put_figure(base_json *json, const wyrm_compared *figure)
{
    base_putf(json, "{group:%s of:%s metric:%s unit:%s", wyrm_compare_group_key(figure->group),
              figure->of, figure->metric, figure->unit);
    if (figure->axis[0] != '\0')
        base_put_whole(json, figure->axis, figure->at);
    if (figure->where[0] != '\0')
        base_put_text(json, "where", figure->where);
    base_putf(json, "a:%g b:%g margin_a:%g margin_b:%g difference:%g in:%s}",
              figure->in_a ? figure->a : (double)NAN, figure->in_b ? figure->b : (double)NAN,
              figure->margin_a, figure->margin_b, figure->b - figure->a,
              !figure->in_b   ? "a"
              : !figure->in_a ? "b"
                              : "both");
}

static void write_compare(const wyrm_compare_report *report, wyrm_page *page)
{
    const wyrm_comparison *found = report->comparison;
    const char *by_fights = verdict_names[wyrm_compare_verdict_of(found)];
    bool runs = has_runs(report);
    base_json json = wyrm_answer_begin(page, "compare", NULL);
    text_put_ruleset(&json, "a", wyrm_design_ruleset(report->a));
    text_put_ruleset(&json, "b", wyrm_design_ruleset(report->b));
    base_putf(&json, "verdict:%s rests_on:%s",
              runs ? headline_names[wyrm_gate_headline_of(&report->played->gate)] : by_fights,
              runs ? "runs" : "fights");
    if (runs)
        put_runs(&json, report->played);
    else
        base_put_null(&json, "runs");
    base_put_text(&json, "fights", by_fights);
    if (found->cost.places > 0)
        put_cost(&json, &found->cost);
    else
        base_put_null(&json, "cost");
    base_putf(&json, "counts:{same:%zu differing:%zu only_a:%zu only_b:%zu}", found->same,
              found->differing, found->only_a, found->only_b);
    put_values(&json, "values", found);
    base_put_list(&json, "figures");
    for (size_t i = 0; i < found->count; i++)
        if (report->all || !found->figures[i].same)
            put_figure(&json, &found->figures[i]);
    base_putf(&json, "]}");
}

void wyrm_report_compare(const wyrm_compare_report *report, wyrm_page *page)
{
    if (page->json) {
        write_compare(report, page);
        return;
    }
    print_verdict(report, page);
    if (report->played == NULL)
        print_beside(report, page);
    print_counts(report, page);
    print_only(report, true, page);
    print_only(report, false, page);
    print_values(report, page);
    if (has_runs(report))
        wyrm_gate_print_rows(&report->played->gate, page);
    for (int g = 0; g < WYRM_COMPARE_GROUP_COUNT; g++)
        print_group(report, (wyrm_compare_group)g, page);
    print_closing(report, page);
}
