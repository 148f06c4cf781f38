/* The answer of `wyrm check` for people: what does not hold first, then the rest in a line each. */
#include "report/report.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "output/table.h"
#include "report/verdicts.h"

/* The answer in a sentence. */
static void print_answer(const wyrm_design *design, const wyrm_judgement *judgement,
                         wyrm_page *page)
{
    char text[1024];
    wyrm_verdicts_answer(design, judgement, text, sizeof text);
    wyrm_page_wrap(page, 0, 0, text);
}

static void print_headline(const wyrm_design *design, const wyrm_judgement *judgement,
                           wyrm_page *page)
{
    print_answer(design, judgement, page);
    if (judgement->finding_count > 0)
        wyrm_page_wrapf(page, 0, 0, "%zu %s that no target names.", judgement->finding_count,
                        judgement->finding_count == 1 ? "finding" : "findings");
}

#define INDENT 9 /* columns of the verdict */

static void print_label(wyrm_page *page, wyrm_verdict verdict)
{
    const char *name = wyrm_verdict_name(verdict);
    wyrm_page_toned(page, wyrm_verdict_tone(verdict), name);
    wyrm_page_spaces(page, INDENT - (int)strlen(name));
}

static void print_place(wyrm_page *page, const wyrm_judged *judged)
{
    char text[512];
    wyrm_judged_words(page->style, judged, text, sizeof text);
    wyrm_page_wrap(page, INDENT, INDENT + 2, text);
}

static void print_effort(wyrm_page *page, const wyrm_judged *judged)
{
    char text[160];
    wyrm_judged_effort(page->style, judged, text, sizeof text);
    if (text[0] == '\0')
        return;
    wyrm_page_spaces(page, INDENT);
    wyrm_page_wrap(page, INDENT, INDENT, text);
}

static void print_others(wyrm_page *page, const wyrm_aim *target)
{
    char text[1024];
    wyrm_aim_others(target, text, sizeof text);
    wyrm_page_spaces(page, INDENT);
    wyrm_page_wrap(page, INDENT, INDENT, text);
}

/* A target that does not simply hold: claim, evidence, source. */
static void print_target(wyrm_page *page, const wyrm_aim *target, bool verbose)
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
            print_effort(page, &target->judged[i]);
        }
    } else {
        wyrm_page_spaces(page, INDENT);
        print_place(page, worst);
        print_effort(page, worst);
        if (target->count > 1)
            print_others(page, target);
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
    for (size_t rank = 0; rank < WYRM_SEVERITIES; rank++) {
        if (wyrm_severity[rank] == WYRM_PASS && !verbose)
            continue;
        for (size_t i = 0; i < judgement->judged_count;) {
            wyrm_aim target = wyrm_aim_at(judgement, i);
            i += target.count;
            if (target.worst->verdict != wyrm_severity[rank])
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
        wyrm_aim target = wyrm_aim_at(judgement, i);
        i += target.count;
        if (target.worst->verdict != WYRM_PASS)
            continue;
        char text[128];
        wyrm_table_cell(&table, target.worst->target);
        wyrm_judged_value(page->style, target.worst, text, sizeof text);
        wyrm_table_cell(&table, text);
        wyrm_judged_range(target.worst, text, sizeof text);
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

/* What the sampled figures are taken over. */
typedef struct samples {
    uint64_t dungeons;
    uint64_t games[2], fights[2]; /* least and most; 0: none */
    size_t of_runs, unclear;      /* verdicts */
    double accuracy[2]; /* the worst that was reached: of means, of shares; below 0: none */
} samples;

static samples samples_of(const wyrm_judgement *judgement)
{
    samples all = {.dungeons = judgement->runs, .accuracy = {-1, -1}};
    for (size_t i = 0; i < judgement->judged_count; i++) {
        const wyrm_judged *judged = &judgement->judged[i];
        uint64_t *of = judged->arena != NULL ? all.fights : all.games;
        if (judged->runs == 0)
            continue;
        of[0] = of[0] == 0 || judged->runs < of[0] ? judged->runs : of[0];
        of[1] = judged->runs > of[1] ? judged->runs : of[1];
        all.of_runs++;
        all.unclear += judged->stopped != WYRM_STOP_CLEAR;
        all.accuracy[judged->is_share] = fmax(all.accuracy[judged->is_share], judged->accuracy);
    }
    return all;
}

/* "100 to 400 games of a bot"; false: none were made. */
static bool say_range(const uint64_t *range, const char *what, char *text, size_t size)
{
    if (range[0] == range[1])
        snprintf(text, size, "%llu %s", (unsigned long long)range[0], what);
    else
        snprintf(text, size, "%llu to %llu %s", (unsigned long long)range[0],
                 (unsigned long long)range[1], what);
    return range[1] > 0;
}

/* "generated dungeons, 400 games of a bot and 4000 set fights"; "" where nothing is sampled. */
static void say_samples(const samples *all, char *text, size_t size)
{
    char games[64], fights[64];
    const char *parts[3];
    size_t count = 0, length = 0;
    if (all->dungeons > 0) /* not all figures take as many of these */
        parts[count++] = "generated dungeons";
    if (say_range(all->games, "games of a bot", games, sizeof games))
        parts[count++] = games;
    if (say_range(all->fights, "set fights", fights, sizeof fights))
        parts[count++] = fights;
    text[0] = '\0';
    for (size_t i = 0; i < count && length < size; i++) {
        const char *before = i == 0 ? "" : i + 1 == count ? " and " : ", ";
        length += (size_t)snprintf(text + length, size - length, "%s%s", before, parts[i]);
    }
}

/* What ended the runs, and what was reached. */
static void print_efforts(const samples *all, const wyrm_judgement *judgement, wyrm_page *page)
{
    char wanted[2][32], reached[2][64] = {"", ""};
    if (all->of_runs == 0)
        return;
    for (int share = 0; share < 2; share++) {
        char worst[32];
        wyrm_accuracy_words(page->style, judgement->accuracy, share, wanted[share],
                            sizeof wanted[share]);
        wyrm_accuracy_words(page->style, all->accuracy[share], share, worst, sizeof worst);
        if (isfinite(all->accuracy[share]) && all->accuracy[share] >= 0)
            snprintf(reached[share], sizeof reached[share], ", %s to %s",
                     share ? "shares" : "means", worst);
    }
    if (judgement->accuracy > 0)
        wyrm_page_wrapf(page, 0, 0,
                        "Bots play until verdicts are clear, or games have told shares to %s and "
                        "means to %s, or the effort is spent: %zu of %zu are clear%s%s or better.",
                        wanted[1], wanted[0], all->of_runs - all->unclear, all->of_runs, reached[1],
                        reached[0]);
    else
        wyrm_page_wrapf(page, 0, 0, "Of the verdicts on runs %zu of %zu are clear%s%s or better.",
                        all->of_runs - all->unclear, all->of_runs, reached[1], reached[0]);
}

static void print_closing(const wyrm_judgement *judgement, const char *name, bool verbose,
                          wyrm_page *page)
{
    wyrm_page_add(page, "\n");
    char over[160];
    const samples all = samples_of(judgement);
    say_samples(&all, over, sizeof over);
    if (over[0] != '\0')
        wyrm_page_wrapf(page, 0, 0,
                        "Figures with %s are 95 %% intervals over %s (seed %llu); all others are "
                        "exact.",
                        page->style.utf8 ? "±" : "+-", over, (unsigned long long)judgement->seed);
    print_efforts(&all, judgement, page);
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
