/* The answer of `wyrm check` for people: what does not hold first, then the rest in a line each. */
#include "report/report.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "report/figures.h"
#include "report/table.h"

/* The judged places of one target: judged[from..from+count-1]. */
typedef struct aim {
    const wyrm_judged *judged;
    size_t count;
    size_t holding;           /* places that pass */
    const wyrm_judged *worst; /* the place that is farthest off */
} aim;

/* From bad to good: a target is as good as its worst place. */
static const wyrm_verdict severity[] = {WYRM_FAIL, WYRM_WARN, WYRM_UNCLEAR, WYRM_PASS};
#define SEVERITY_COUNT (sizeof severity / sizeof severity[0])

static const wyrm_tone tones[WYRM_VERDICT_COUNT] = {
    [WYRM_PASS] = WYRM_TONE_GOOD,
    [WYRM_WARN] = WYRM_TONE_DOUBT,
    [WYRM_FAIL] = WYRM_TONE_BAD,
    [WYRM_UNCLEAR] = WYRM_TONE_DOUBT,
};

static size_t rank_of(wyrm_verdict verdict)
{
    size_t rank = 0;
    while (rank + 1 < SEVERITY_COUNT && severity[rank] != verdict)
        rank++;
    return rank;
}

/* How far a value lies outside its range; 0 inside. */
static double excess(const wyrm_judged *judged)
{
    double over = judged->value - judged->range.high;
    double under = judged->range.low - judged->value;
    double most = over > under ? over : under;
    return most > 0 ? most : 0;
}

static bool is_worse(const wyrm_judged *a, const wyrm_judged *b)
{
    size_t rank_a = rank_of(a->verdict), rank_b = rank_of(b->verdict);
    return rank_a != rank_b ? rank_a < rank_b : excess(a) > excess(b);
}

/* The target that begins at judged[from]. */
static aim target_at(const wyrm_judgement *judgement, size_t from)
{
    aim found = {.judged = &judgement->judged[from], .worst = &judgement->judged[from]};
    for (size_t i = from; i < judgement->judged_count; i++) {
        const wyrm_judged *judged = &judgement->judged[i];
        if (strcmp(judged->target, found.judged->target) != 0)
            break;
        found.count++;
        found.holding += judged->verdict == WYRM_PASS;
        if (is_worse(judged, found.worst))
            found.worst = judged;
    }
    return found;
}

static size_t count_targets(const wyrm_judgement *judgement, size_t counts[WYRM_VERDICT_COUNT])
{
    size_t all = 0;
    for (size_t i = 0; i < judgement->judged_count;) {
        aim target = target_at(judgement, i);
        counts[target.worst->verdict]++;
        all++;
        i += target.count;
    }
    return all;
}

/* The answer in a sentence. */
static void print_answer(const wyrm_design *design, const wyrm_judgement *judgement,
                         wyrm_page *page)
{
    size_t counts[WYRM_VERDICT_COUNT] = {0};
    size_t all = count_targets(judgement, counts);
    const char *title = wyrm_ruleset_title(wyrm_design_ruleset(design));
    char parts[160] = "";
    const char *mark = "; ";
    const struct {
        wyrm_verdict verdict;
        const char *one, *many;
    } words[] = {
        {WYRM_FAIL, "does not", "do not"},
        {WYRM_WARN, "only within its tolerance", "only within their tolerance"},
        {WYRM_UNCLEAR, "cannot be told", "cannot be told"},
    };
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        size_t count = counts[words[i].verdict];
        size_t used = strlen(parts);
        if (count == 0)
            continue;
        snprintf(parts + used, sizeof parts - used, "%s%zu %s", mark, count,
                 count == 1 ? words[i].one : words[i].many);
        mark = ", ";
    }
    if (all == 0)
        wyrm_page_wrapf(page, 0, 0, "%s states no targets.", title);
    else
        wyrm_page_wrapf(page, 0, 0, "%s: %zu of %zu targets hold%s.", title, counts[WYRM_PASS], all,
                        parts);
}

static void print_headline(const wyrm_design *design, const wyrm_judgement *judgement,
                           wyrm_page *page)
{
    print_answer(design, judgement, page);
    if (judgement->finding_count > 0)
        wyrm_page_wrapf(page, 0, 0, "%zu %s that no target names.", judgement->finding_count,
                        judgement->finding_count == 1 ? "finding" : "findings");
}

/* Shares are told in percent: the unit of the metric, and what its numbers are multiplied by. */
static const char *unit_of(const wyrm_judged *judged, double *scale)
{
    bool share = strcmp(judged->unit, "share") == 0;
    *scale = share ? 100 : 1;
    return share ? "%" : judged->unit;
}

static wyrm_interval scaled(wyrm_interval interval, double scale)
{
    return (wyrm_interval){scale * interval.low, scale * interval.high};
}

/* "20 to 40 %" */
static void wanted(const wyrm_judged *judged, char *out, size_t size)
{
    double scale;
    wyrm_figure range;
    const char *unit = unit_of(judged, &scale);
    bool percent = unit != judged->unit;
    snprintf(out, size, "%s%s", wyrm_figure_range(scaled(judged->range, scale), &range),
             percent ? " %" : "");
}

/* "7.14 ± 0.02 hits" */
static void measured(const wyrm_page *page, const wyrm_judged *judged, char *out, size_t size)
{
    double scale;
    const char *unit = unit_of(judged, &scale);
    wyrm_figure figure;
    const char *value = judged->sampled ? wyrm_figure_sampled(page->style, scale * judged->value,
                                                              scaled(judged->ci95, scale), &figure)
                                        : wyrm_figure_exact(scale * judged->value, &figure);
    /* "30.6 % ± 0.9" */
    int head = unit != judged->unit ? (int)strcspn(value, " ") : (int)strlen(value);
    int letters = (int)strlen(unit);
    if (strcmp(value, "1") == 0 && letters > 1 && unit[letters - 1] == 's')
        letters--; /* "1 monster" */
    snprintf(out, size, "%.*s%s%.*s%s", head, value, letters > 0 ? " " : "",
             letters < 40 ? letters : 40, unit, value + head);
}

#define INDENT 9 /* columns of the verdict */

static void print_label(wyrm_page *page, wyrm_verdict verdict)
{
    const char *name = wyrm_verdict_name(verdict);
    wyrm_page_toned(page, tones[verdict], name);
    wyrm_page_spaces(page, INDENT - (int)strlen(name));
}

/* "room_hp_lost 13.39 % for depth 10, wanted at most 10 %"; a target without a claim has named its
 * metric already. */
static void print_place(wyrm_page *page, const wyrm_judged *judged)
{
    bool named = judged->claim[0] == '\0';
    char value[128], range[80];
    measured(page, judged, value, sizeof value);
    wanted(judged, range, sizeof range);
    wyrm_page_wrapf(page, INDENT, INDENT + 2, "%s%s%s%s%s, wanted %s", named ? "" : judged->metric,
                    named ? "" : " ", value, judged->where[0] != '\0' ? " for " : "", judged->where,
                    range);
}

#define OTHERS_SHOWN 4

/* How many places hold, and the first of those that do not, the worst aside. */
static void print_others(wyrm_page *page, const aim *target)
{
    char text[1024];
    int used =
        snprintf(text, sizeof text, "%zu of %zu places hold", target->holding, target->count);
    size_t others = target->count - target->holding - (target->worst->verdict != WYRM_PASS);
    const char *words = others == 1 ? "; nor does " : "; neither do ";
    size_t shown = 0;
    for (size_t i = 0; i < target->count && shown < OTHERS_SHOWN; i++) {
        const wyrm_judged *judged = &target->judged[i];
        if (judged == target->worst || judged->verdict == WYRM_PASS)
            continue;
        used += snprintf(text + used, sizeof text - (size_t)used, "%s%s",
                         shown++ == 0 ? words : ", ", judged->where);
    }
    if (others > shown)
        snprintf(text + used, sizeof text - (size_t)used, " and %zu more", others - shown);
    wyrm_page_spaces(page, INDENT);
    wyrm_page_wrap(page, INDENT, INDENT, text);
}

/* A target that does not simply hold: claim, evidence, source. */
static void print_target(wyrm_page *page, const aim *target, bool verbose)
{
    const wyrm_judged *worst = target->worst;
    print_label(page, worst->verdict);
    wyrm_page_toned(page, WYRM_TONE_STRONG, worst->target);
    if (worst->claim[0] != '\0') {
        wyrm_page_add(page, ": ");
        wyrm_page_wrap(page, INDENT + wyrm_display_width(worst->target) + 2, INDENT, worst->claim);
    } else {
        wyrm_page_addf(page, ": %s\n", worst->metric);
    }
    if (verbose) {
        for (size_t i = 0; i < target->count; i++) {
            wyrm_page_spaces(page, 2);
            wyrm_page_addf(page, "%-*s", INDENT - 2,
                           target->count > 1 ? wyrm_verdict_name(target->judged[i].verdict) : "");
            print_place(page, &target->judged[i]);
        }
    } else {
        wyrm_page_spaces(page, INDENT);
        print_place(page, worst);
        if (target->count > 1) {
            print_others(page, target);
        }
    }
    if (worst->note[0] != '\0') {
        wyrm_page_spaces(page, INDENT);
        wyrm_page_wrapf(page, INDENT, INDENT, "note: %s", worst->note);
    }
    if (worst->source[0] != '\0') {
        wyrm_page_spaces(page, INDENT);
        wyrm_page_wrapf(page, INDENT, INDENT, "source: %s", worst->source);
    }
}

static void print_troubles(const wyrm_judgement *judgement, wyrm_page *page, bool verbose)
{
    for (size_t rank = 0; rank < SEVERITY_COUNT; rank++) {
        if (severity[rank] == WYRM_PASS && !verbose)
            continue;
        for (size_t i = 0; i < judgement->judged_count;) {
            aim target = target_at(judgement, i);
            i += target.count;
            if (target.worst->verdict != severity[rank])
                continue;
            wyrm_page_add(page, "\n");
            print_target(page, &target, verbose);
        }
    }
}

/* The targets that hold, a line each. */
static void print_passing(const wyrm_judgement *judgement, wyrm_page *page)
{
    wyrm_table table = wyrm_table_new();
    wyrm_table_column(&table, WYRM_LEFT, "PASS");
    wyrm_table_column(&table, WYRM_LEFT, "measured");
    wyrm_table_column(&table, WYRM_LEFT, "wanted");
    wyrm_table_column(&table, WYRM_RIGHT, "places");
    size_t rows = 0;
    for (size_t i = 0; i < judgement->judged_count;) {
        aim target = target_at(judgement, i);
        i += target.count;
        if (target.worst->verdict != WYRM_PASS)
            continue;
        char text[128];
        wyrm_table_cell(&table, target.worst->target);
        measured(page, target.worst, text, sizeof text);
        wyrm_table_cell(&table, text);
        wanted(target.worst, text, sizeof text);
        wyrm_table_cell(&table, text);
        snprintf(text, sizeof text, "%zu", target.count);
        wyrm_table_cell(&table, text);
        rows++;
    }
    if (rows > 0) {
        wyrm_page_add(page, "\n");
        wyrm_table_print(&table, page, 0);
    }
    wyrm_table_free(&table);
}

static void print_findings(const wyrm_judgement *judgement, wyrm_page *page)
{
    for (size_t i = 0; i < judgement->finding_count; i++) {
        const wyrm_finding *finding = &judgement->findings[i];
        wyrm_page_add(page, "\n");
        wyrm_page_toned(page, WYRM_TONE_DOUBT, "FINDING");
        wyrm_page_spaces(page, INDENT - 7);
        wyrm_page_toned(page, WYRM_TONE_STRONG, finding->kind);
        if (finding->where[0] != '\0')
            wyrm_page_addf(page, " at %s", finding->where);
        wyrm_page_add(page, "\n");
        wyrm_page_spaces(page, INDENT);
        wyrm_page_wrap(page, INDENT, INDENT, finding->message);
    }
}

static void print_closing(const wyrm_judgement *judgement, const char *name, bool verbose,
                          wyrm_page *page)
{
    wyrm_page_add(page, "\n");
    if (judgement->runs > 0)
        wyrm_page_wrapf(page, 0, 0,
                        "Figures with %s are 95 %% intervals over %llu sampled dungeons "
                        "(seed %llu); all others are exact.",
                        page->style.utf8 ? "±" : "+-", (unsigned long long)judgement->runs,
                        (unsigned long long)judgement->seed);
    if (!verbose)
        wyrm_page_wrapf(page, 0, 0, "Every place with its source: wyrm check %s --verbose", name);
    wyrm_page_wrapf(page, 0, 0, "For scripts: wyrm check %s --json", name);
}

/* Of a small terminal: what a longer page says first has left it at the end, and is said again. */
#define SCREEN_LINES 24

static size_t count_lines(const wyrm_page *page)
{
    size_t lines = 0;
    for (const char *next = wyrm_page_text(page); (next = strchr(next, '\n')) != NULL; next++)
        lines++;
    return lines;
}

wyrm_status wyrm_report_check(const wyrm_design *design, const wyrm_judgement *judgement,
                              const char *name, bool verbose, wyrm_page *page, wyrm_error *error)
{
    print_headline(design, judgement, page);
    print_troubles(judgement, page, verbose);
    if (!verbose)
        print_passing(judgement, page);
    print_findings(judgement, page);
    print_closing(judgement, name, verbose, page);
    if (count_lines(page) > SCREEN_LINES)
        print_answer(design, judgement, page);
    return wyrm_page_status(page, error);
}
