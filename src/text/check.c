/* `wyrm check`, and verdicts in words.
 *
 * What does not hold comes first, worst first, with its evidence; what holds has a line each. The
 * report says verdicts by the same functions, so that the two cannot disagree. `wyrm rules
 * validate` and the list of metrics are here, too.
 */
#include "text/internal.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"

const wyrm_verdict wyrm_severity[WYRM_SEVERITIES] = {WYRM_FAIL, WYRM_WARN, WYRM_UNCLEAR, WYRM_PASS};

wyrm_tone wyrm_verdict_tone(wyrm_verdict verdict)
{
    return verdict == WYRM_PASS   ? WYRM_TONE_GOOD
           : verdict == WYRM_FAIL ? WYRM_TONE_BAD
                                  : WYRM_TONE_DOUBT;
}

size_t wyrm_severity_rank(wyrm_verdict verdict)
{
    size_t rank = 0;
    while (rank + 1 < WYRM_SEVERITIES && wyrm_severity[rank] != verdict)
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
    size_t rank_a = wyrm_severity_rank(a->verdict), rank_b = wyrm_severity_rank(b->verdict);
    return rank_a != rank_b ? rank_a < rank_b : excess(a) > excess(b);
}

wyrm_aim wyrm_aim_at(const wyrm_judgement *judgement, size_t from)
{
    wyrm_aim found = {.judged = &judgement->judged[from], .worst = &judgement->judged[from]};
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

/* printf, cut after a whole character where it is too long. */
static WYRM_PRINTF(3, 4) void put(char *text, size_t size, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    int wanted = vsnprintf(text, size, format, list);
    va_end(list);
    if (wanted >= 0 && (size_t)wanted >= size)
        text[wyrm_utf8_cut(text, size, size - 1)] = '\0';
}

void wyrm_verdicts_answer(const wyrm_design *design, const wyrm_judgement *judgement, char *text,
                          size_t size)
{
    static const struct {
        wyrm_verdict verdict;
        const char *one, *many;
    } words[] = {
        {WYRM_FAIL, "does not", "do not"},
        {WYRM_WARN, "only within its tolerance", "only within their tolerance"},
        {WYRM_UNCLEAR, "cannot be told", "cannot be told"},
    };
    size_t counts[WYRM_VERDICT_COUNT] = {0}, all = 0, used = 0;
    const char *title = wyrm_ruleset_title(wyrm_design_ruleset(design));
    char parts[160] = ""; /* "; 9 do not, 2 only within their tolerance" */
    for (size_t i = 0; i < judgement->judged_count; all++) {
        wyrm_aim target = wyrm_aim_at(judgement, i);
        counts[target.worst->verdict]++;
        i += target.count;
    }
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        size_t count = counts[words[i].verdict];
        if (count > 0)
            used += (size_t)snprintf(parts + used, sizeof parts - used, "%s%zu %s",
                                     used > 0 ? ", " : "; ", count,
                                     count == 1 ? words[i].one : words[i].many);
    }
    if (all == 0)
        put(text, size, "%s states no targets.", title);
    else
        put(text, size, "%s: %zu of %zu targets hold%s.", title, counts[WYRM_PASS], all, parts);
}

void wyrm_judged_range(const wyrm_judged *judged, char *text, size_t size)
{
    bool share = strcmp(judged->unit, "share") == 0;
    double scale = share ? 100 : 1;
    const wyrm_interval range = {scale * judged->range.low, scale * judged->range.high};
    wyrm_figure words;
    snprintf(text, size, "%s%s", wyrm_figure_range(range, &words), share ? " %" : "");
}

void wyrm_judged_value(wyrm_style style, const wyrm_judged *judged, char *text, size_t size)
{
    const wyrm_estimate value = {judged->value, judged->sampled, judged->ci95};
    wyrm_figure figure;
    if (strcmp(judged->unit, "share") == 0) {
        snprintf(text, size, "%s",
                 judged->sampled ? wyrm_figure_estimated_share(style, &value, &figure)
                                 : wyrm_figure_chance(judged->value, &figure));
        return;
    }
    wyrm_figure_estimate(style, &value, &figure);
    int letters = (int)strlen(judged->unit);
    if (strcmp(figure.text, "1") == 0 && letters > 1 && judged->unit[letters - 1] == 's')
        letters--; /* "1 monster" */
    snprintf(text, size, "%s%s%.*s", figure.text, letters > 0 ? " " : "",
             letters < 40 ? letters : 40, judged->unit);
}

/* "room_hp_lost 13.39 % for depth 10, wanted at most 10 %"; a target without a claim has named its
 * metric already. */
static void judged_words(wyrm_style style, const wyrm_judged *judged, char *text, size_t size)
{
    bool named = judged->claim[0] == '\0';
    char value[128], range[80];
    wyrm_judged_value(style, judged, value, sizeof value);
    wyrm_judged_range(judged, range, sizeof range);
    put(text, size, "%s%s%s%s%s, wanted %s", named ? "" : judged->metric, named ? "" : " ", value,
        judged->where[0] != '\0' ? " for " : "", judged->where, range);
}

/* "± 9.8 points" of a share, "± 7 %" of a mean. */
static void accuracy_words(wyrm_style style, double accuracy, bool is_share, char *text,
                           size_t size)
{
    put(text, size, "%s %.2g %s", style.utf8 ? "±" : "+-", 100 * accuracy,
        is_share ? "points" : "%");
}

/* Of games and fights: how many were needed, "clear after 100 games", or why no more were made. ""
 * of others. */
static void judged_effort(wyrm_style style, const wyrm_judged *judged, char *text, size_t size)
{
    const char *what = judged->arena != NULL ? "fights" : "games";
    unsigned long long runs = (unsigned long long)judged->runs;
    char reached[32];
    accuracy_words(style, judged->accuracy, judged->is_share, reached, sizeof reached);
    if (judged->runs == 0)
        text[0] = '\0';
    else if (judged->stopped == WYRM_STOP_CLEAR)
        put(text, size, "clear after %llu %s", runs, what);
    else if (judged->stopped == WYRM_STOP_ACCURACY)
        put(text, size, "unclear after %llu %s: known to %s, and the limit is nearer", runs, what,
            reached);
    else
        put(text, size, "unclear after %llu %s: effort spent (--effort high plays more)", runs,
            what);
}

#define OTHERS_SHOWN 4

void wyrm_aim_others(const wyrm_aim *aim, char *text, size_t size)
{
    char list[800] = "", more[40] = "";
    int used = 0;
    size_t others = aim->count - aim->holding - (aim->worst->verdict != WYRM_PASS);
    const char *words = others == 1 ? "; nor does " : "; neither do ";
    size_t shown = 0;
    for (size_t i = 0; i < aim->count && shown < OTHERS_SHOWN; i++) {
        const wyrm_judged *judged = &aim->judged[i];
        if (judged == aim->worst || judged->verdict == WYRM_PASS)
            continue;
        used += snprintf(list + used, sizeof list - (size_t)used, "%s%s",
                         shown++ == 0 ? words : ", ", judged->where);
    }
    if (others > shown)
        snprintf(more, sizeof more, " and %zu more", others - shown);
    put(text, size, "%zu of %zu places hold%s%s", aim->holding, aim->count, list, more);
}

/* ---- The guide, and files that are read ---- */

void wyrm_report_metrics_guide(wyrm_page *page)
{
    wyrm_page_add(page,
                  "\n## Metrics\n\n"
                  "What a target can measure: the names that `metric` takes, with the keys of "
                  "the target that each uses (in brackets where they may be left out). A "
                  "sampled metric comes with an interval, the others are exact.\n\n"
                  "| metric | unit | keys | | meaning |\n|---|---|---|---|---|\n");
    const wyrm_metric *metric;
    for (size_t i = 0; (metric = wyrm_judge_metric(i)) != NULL; i++) {
        wyrm_page_addf(page, "| `%s` | %s | ", metric->name, metric->unit);
        for (const char *at = metric->needs; *at != '\0';) { /* "of against [levels]" */
            size_t length = strcspn(at, " ");
            bool optional = *at == '[';
            wyrm_page_addf(page, optional ? "[`%.*s`]" : "`%.*s`",
                           (int)(optional ? length - 2 : length), at + optional);
            at += length;
            wyrm_page_add(page, *at == ' ' ? " " : "");
            at += *at == ' ';
        }
        wyrm_page_addf(page, " | %s | ", metric->sampled ? "sampled" : "exact");
        for (const char *at = metric->summary; *at != '\0'; at++)
            wyrm_page_addf(page, *at == '|' ? "\\|" : "%c", *at);
        wyrm_page_add(page, " |\n");
    }
}

static const char *or_null(const char *text)
{
    return text[0] != '\0' ? text : NULL;
}

/* Lines and columns count from 1; null where no place is meant. `asked`: the file that was typed,
 * for errors that name none. */
static void put_error(base_json *json, const char *asked, const wyrm_error *error)
{
    base_put_object(json, NULL);
    base_put_text(json, "file", error->file[0] != '\0' ? error->file : asked);
    base_put_count(json, "line", error->line > 0 ? (uint64_t)error->line : UINT64_MAX);
    base_put_count(json, "column", error->column > 0 ? (uint64_t)error->column : UINT64_MAX);
    base_put_text(json, "message", error->message);
    base_put_text(json, "hint", or_null(error->hint));
    base_put_text(json, "severity", "error");
    base_put_end(json);
}

void wyrm_report_validated(const wyrm_validated *files, size_t count, wyrm_page *page)
{
    base_json json = wyrm_answer_begin(page, "rules-validate", NULL);
    base_put_list(&json, "files");
    for (size_t i = 0; i < count; i++) {
        const wyrm_validated *of = &files[i];
        size_t kept = wyrm_errors_kept(of->errors), found = wyrm_errors_count(of->errors);
        bool silent = kept == 0 && of->status != WYRM_OK; /* the status is all that is known */
        base_put_object(&json, NULL);
        base_put_text(&json, "file", of->file);
        base_put_bool(&json, "ok", of->ruleset != NULL);
        base_put_text(&json, "name", of->ruleset ? wyrm_ruleset_name(of->ruleset) : NULL);
        base_put_text(&json, "hash", of->ruleset ? wyrm_ruleset_hash(of->ruleset) : NULL);
        base_put_count(&json, "error_count", found > kept + silent ? found : kept + silent);
        base_put_list(&json, "errors");
        for (size_t e = 0; e < kept; e++)
            put_error(&json, of->file, wyrm_errors_at(of->errors, e));
        if (silent) {
            wyrm_error error = {0};
            snprintf(error.message, sizeof error.message, "%s", wyrm_status_text(of->status));
            put_error(&json, of->file, &error);
        }
        base_put_end(&json);
        base_put_end(&json);
    }
    base_put_end(&json);
    base_put_end(&json);
}

/* ---- The answer for scripts ---- */

/* Who played, and how often: only of metrics of runs and set fights. */
void wyrm_put_judged(base_json *json, const wyrm_judged *judged)
{
    const wyrm_estimate value = {judged->value, judged->sampled, judged->ci95};
    base_put_text(json, "target", judged->target);
    base_put_text(json, "metric", judged->metric);
    base_put_text(json, "where", judged->where);
    base_put_real(json, "value", judged->value);
    wyrm_put_ci95(json, "ci95", &value);
    wyrm_put_interval(json, "range", judged->range);
    base_put_text(json, "verdict", wyrm_verdict_name(judged->verdict));
    base_put_text(json, "unit", judged->unit);
    base_put_text(json, "claim", judged->claim);
    base_put_text(json, "source", judged->source);
    base_put_text(json, "note", judged->note);
    if (judged->runs == 0)
        return;
    base_put_text(json, "bot", judged->bot);
    if (judged->arena != NULL)
        base_put_text(json, "arena", judged->arena);
    base_put_count(json, "runs", judged->runs);
    base_put_real(json, "accuracy", judged->accuracy);
    base_put_text(json, "stopped", wyrm_judge_stop_name(judged->stopped));
}

void wyrm_put_finding(base_json *json, const wyrm_finding *finding)
{
    base_put_text(json, "kind", finding->kind);
    base_put_text(json, "where", finding->where);
    base_put_text(json, "message", finding->message);
}

static void write_check(const wyrm_design *design, const wyrm_judgement *judgement, wyrm_page *page)
{
    static const struct {
        const char *key;
        wyrm_verdict verdict;
    } counts[] = {
        {"pass", WYRM_PASS}, {"warn", WYRM_WARN}, {"fail", WYRM_FAIL}, {"unclear", WYRM_UNCLEAR}};
    base_json json = wyrm_answer_begin(page, "check", wyrm_design_ruleset(design));
    base_put_count(&json, "seed", judgement->seed);
    base_put_count(&json, "runs", judgement->runs);
    base_put_real(&json, "accuracy", judgement->accuracy > 0 ? judgement->accuracy : (double)NAN);
    base_put_object(&json, "summary");
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
        base_put_count(&json, counts[i].key, judgement->summary[counts[i].verdict]);
    base_put_end(&json);
    base_put_list(&json, "verdicts");
    for (size_t i = 0; i < judgement->judged_count; i++) {
        base_put_object(&json, NULL);
        wyrm_put_judged(&json, &judgement->judged[i]);
        base_put_end(&json);
    }
    base_put_end(&json);
    base_put_list(&json, "findings");
    for (size_t i = 0; i < judgement->finding_count; i++) {
        base_put_object(&json, NULL);
        wyrm_put_finding(&json, &judgement->findings[i]);
        base_put_end(&json);
    }
    base_put_end(&json);
    base_put_end(&json);
}

/* ---- The answer for people ---- */

#define INDENT 9 /* columns of the verdict */

/* One place of a target, and how many games it took. */
static void print_place(wyrm_page *page, const wyrm_judged *judged)
{
    char text[512];
    judged_words(page->style, judged, text, sizeof text);
    wyrm_page_wrap(page, INDENT, INDENT + 2, text);
    judged_effort(page->style, judged, text, sizeof text);
    if (text[0] == '\0')
        return;
    wyrm_page_spaces(page, INDENT);
    wyrm_page_wrap(page, INDENT, INDENT, text);
}

/* A line of its own, behind what it is: "note: ..." */
static void print_remark(wyrm_page *page, const char *what, const char *text)
{
    if (text[0] == '\0')
        return;
    wyrm_page_spaces(page, INDENT);
    wyrm_page_wrapf(page, INDENT, INDENT, "%s%s", what, text);
}

/* A target that does not simply hold: claim, evidence, source. */
static void print_target(wyrm_page *page, const wyrm_aim *target, bool verbose)
{
    const wyrm_judged *worst = target->worst;
    const char *name = wyrm_verdict_name(worst->verdict);
    wyrm_page_toned(page, wyrm_verdict_tone(worst->verdict), name);
    wyrm_page_spaces(page, INDENT - (int)strlen(name));
    wyrm_page_toned(page, WYRM_TONE_STRONG, worst->target);
    if (worst->claim[0] != '\0') {
        wyrm_page_add(page, ": ");
        wyrm_page_wrap(page, INDENT + wyrm_display_width(worst->target) + 2, INDENT, worst->claim);
    } else {
        wyrm_page_addf(page, ": %s\n", worst->metric);
    }
    for (size_t i = 0; i < target->count && verbose; i++) {
        wyrm_page_spaces(page, 2);
        wyrm_page_addf(page, "%-*s", INDENT - 2,
                       target->count > 1 ? wyrm_verdict_name(target->judged[i].verdict) : "");
        print_place(page, &target->judged[i]);
    }
    if (!verbose) {
        wyrm_page_spaces(page, INDENT);
        print_place(page, worst);
    }
    if (!verbose && target->count > 1) {
        char others[1024];
        wyrm_aim_others(target, others, sizeof others);
        print_remark(page, "", others);
    }
    print_remark(page, "note: ", worst->note);
    print_remark(page, "source: ", worst->source);
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
    wyrm_table table = wyrm_table_of(page, "<PASS|<measured|<wanted|>places");
    for (size_t i = 0; i < judgement->judged_count;) {
        wyrm_aim target = wyrm_aim_at(judgement, i);
        char text[128];
        i += target.count;
        if (target.worst->verdict != WYRM_PASS)
            continue;
        if (table.count == table.columns)
            wyrm_page_add(page, "\n");
        wyrm_table_cell(&table, target.worst->target);
        wyrm_judged_value(page->style, target.worst, text, sizeof text);
        wyrm_table_cell(&table, text);
        wyrm_judged_range(target.worst, text, sizeof text);
        wyrm_table_cell(&table, text);
        wyrm_table_cellf(&table, "%zu", target.count);
    }
    if (table.count == table.columns)
        table.columns = 0; /* nothing to be printed */
    wyrm_table_end(&table, 0);
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
        print_remark(page, "", finding->message);
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
        accuracy_words(page->style, judgement->accuracy, share, wanted[share],
                       sizeof wanted[share]);
        accuracy_words(page->style, all->accuracy[share], share, worst, sizeof worst);
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

void wyrm_report_check(const wyrm_design *design, const wyrm_judgement *judgement, const char *name,
                       bool verbose, wyrm_page *page)
{
    char answer[1024];
    size_t lines = 0;
    if (page->json) {
        write_check(design, judgement, page);
        return;
    }
    wyrm_verdicts_answer(design, judgement, answer, sizeof answer);
    wyrm_page_wrap(page, 0, 0, answer);
    if (judgement->finding_count > 0)
        wyrm_page_wrapf(page, 0, 0, "%zu %s that no target names.", judgement->finding_count,
                        judgement->finding_count == 1 ? "finding" : "findings");
    print_troubles(judgement, page, verbose);
    if (!verbose)
        print_passing(judgement, page);
    print_findings(judgement, page);
    print_closing(judgement, name, verbose, page);
    for (const char *next = wyrm_page_text(page); (next = strchr(next, '\n')) != NULL; next++)
        lines++;
    if (lines > SCREEN_LINES)
        wyrm_page_wrap(page, 0, 0, answer);
}
