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

/* Verdicts in words. */

const wyrm_verdict wyrm_severity[WYRM_SEVERITIES] = {WYRM_FAIL, WYRM_WARN, WYRM_UNCLEAR, WYRM_PASS};

wyrm_tone wyrm_verdict_tone(wyrm_verdict verdict)
{
    static const wyrm_tone tones[WYRM_VERDICT_COUNT] = {
        [WYRM_PASS] = WYRM_TONE_GOOD,
        [WYRM_WARN] = WYRM_TONE_DOUBT,
        [WYRM_FAIL] = WYRM_TONE_BAD,
        [WYRM_UNCLEAR] = WYRM_TONE_DOUBT,
    };
    return tones[verdict];
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

static size_t count_targets(const wyrm_judgement *judgement, size_t counts[WYRM_VERDICT_COUNT])
{
    size_t all = 0;
    for (size_t i = 0; i < judgement->judged_count;) {
        wyrm_aim target = wyrm_aim_at(judgement, i);
        counts[target.worst->verdict]++;
        all++;
        i += target.count;
    }
    return all;
}

/* "; 9 do not, 2 only within their tolerance" */
static void parts_words(const size_t counts[WYRM_VERDICT_COUNT], char *parts, size_t size)
{
    static const struct {
        wyrm_verdict verdict;
        const char *one, *many;
    } words[] = {
        {WYRM_FAIL, "does not", "do not"},
        {WYRM_WARN, "only within its tolerance", "only within their tolerance"},
        {WYRM_UNCLEAR, "cannot be told", "cannot be told"},
    };
    const char *mark = "; ";
    parts[0] = '\0';
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        size_t count = counts[words[i].verdict];
        size_t used = strlen(parts);
        if (count == 0)
            continue;
        snprintf(parts + used, size - used, "%s%zu %s", mark, count,
                 count == 1 ? words[i].one : words[i].many);
        mark = ", ";
    }
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
    size_t counts[WYRM_VERDICT_COUNT] = {0};
    size_t all = count_targets(judgement, counts);
    const char *title = wyrm_ruleset_title(wyrm_design_ruleset(design));
    char parts[160];
    parts_words(counts, parts, sizeof parts);
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

void wyrm_accuracy_words(wyrm_style style, double accuracy, bool is_share, char *text, size_t size)
{
    put(text, size, "%s %.2g %s", style.utf8 ? "±" : "+-", 100 * accuracy,
        is_share ? "points" : "%");
}

void wyrm_judged_effort(wyrm_style style, const wyrm_judged *judged, char *text, size_t size)
{
    const char *what = judged->arena != NULL ? "fights" : "games";
    unsigned long long runs = (unsigned long long)judged->runs;
    char reached[32];
    wyrm_accuracy_words(style, judged->accuracy, judged->is_share, reached, sizeof reached);
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

/* The page of the guide that lists what a target can measure. */

/* `text` with every '|' escaped: it stands in a cell of a Markdown table. */
static void add_cell(wyrm_page *page, const char *text)
{
    for (const char *c = text; *c != '\0'; c++)
        wyrm_page_addf(page, *c == '|' ? "\\|" : "%c", *c);
}

/* "of against [levels]": each key as code. */
static void add_keys(wyrm_page *page, const char *needs)
{
    while (*needs != '\0') {
        size_t length = strcspn(needs, " ");
        bool optional = needs[0] == '[';
        wyrm_page_addf(page, optional ? "[`%.*s`]" : "`%.*s`",
                       (int)(optional ? length - 2 : length), optional ? needs + 1 : needs);
        needs += length;
        if (*needs == ' ') {
            wyrm_page_add(page, " ");
            needs++;
        }
    }
}

wyrm_status wyrm_report_metrics_guide(wyrm_page *page, wyrm_error *error)
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
        add_keys(page, metric->needs);
        wyrm_page_addf(page, " | %s | ", metric->sampled ? "sampled" : "exact");
        add_cell(page, metric->summary);
        wyrm_page_add(page, " |\n");
    }
    return wyrm_page_status(page, error);
}

/* The answers of `wyrm rules` about files, as JSON: which are in order, what is wrong, what is
 * new. */

/* Lines and columns count from 1; null where no place is meant. */
static json_t *place_json(int place)
{
    return place > 0 ? json_integer(place) : json_null();
}

static json_t *text_or_null(const char *text)
{
    return text[0] != '\0' ? wyrm_answer_text(text) : json_null();
}

/* `asked`: the file that was typed, for errors that name none. */
static json_t *error_json(wyrm_answer *json, const char *asked, const wyrm_error *error)
{
    json_t *object = json_object();
    wyrm_answer_set(json, object, "file",
                    wyrm_answer_text(error->file[0] != '\0' ? error->file : asked));
    wyrm_answer_set(json, object, "line", place_json(error->line));
    wyrm_answer_set(json, object, "column", place_json(error->column));
    wyrm_answer_set(json, object, "message", wyrm_answer_text(error->message));
    wyrm_answer_set(json, object, "hint", text_or_null(error->hint));
    wyrm_answer_set(json, object, "severity", wyrm_answer_text("error"));
    return object;
}

static json_t *errors_json(wyrm_answer *json, const wyrm_validated *of)
{
    json_t *list = json_array();
    size_t kept = wyrm_errors_kept(of->errors);
    for (size_t i = 0; i < kept; i++)
        wyrm_answer_append(json, list, error_json(json, of->file, wyrm_errors_at(of->errors, i)));
    if (kept == 0 && of->status != WYRM_OK) {
        wyrm_error error = {0};
        wyrm_fail(&error, of->status, "%s", wyrm_status_text(of->status));
        wyrm_answer_append(json, list, error_json(json, of->file, &error));
    }
    return list;
}

static json_t *file_json(wyrm_answer *json, const wyrm_validated *of)
{
    const wyrm_ruleset *ruleset = of->ruleset;
    json_t *object = json_object();
    wyrm_answer_set(json, object, "file", wyrm_answer_text(of->file));
    wyrm_answer_set(json, object, "ok", json_boolean(ruleset != NULL));
    wyrm_answer_set(json, object, "name",
                    ruleset != NULL ? wyrm_answer_text(wyrm_ruleset_name(ruleset)) : json_null());
    wyrm_answer_set(json, object, "hash",
                    ruleset != NULL ? wyrm_answer_text(wyrm_ruleset_hash(ruleset)) : json_null());
    json_t *errors = errors_json(json, of);
    size_t listed = json_array_size(errors), found = wyrm_errors_count(of->errors);
    wyrm_answer_set(json, object, "error_count",
                    wyrm_answer_count(found > listed ? found : listed));
    wyrm_answer_set(json, object, "errors", errors);
    return object;
}

wyrm_status wyrm_report_validated_json(const wyrm_validated *files, size_t count, wyrm_page *page,
                                       wyrm_error *error)
{
    wyrm_answer json = wyrm_answer_new("rules-validate", NULL);
    json_t *list = json_array();
    for (size_t i = 0; i < count; i++)
        wyrm_answer_append(&json, list, file_json(&json, &files[i]));
    wyrm_answer_set(&json, NULL, "files", list);
    wyrm_status status = wyrm_answer_finish(&json, page, error);
    wyrm_answer_free(&json);
    return status;
}

wyrm_status wyrm_report_begun_json(const char *path, const char *name, const char *base,
                                   wyrm_page *page, wyrm_error *error)
{
    wyrm_answer json = wyrm_answer_new("rules-new", NULL);
    wyrm_answer_set(&json, NULL, "file", wyrm_answer_text(path));
    wyrm_answer_set(&json, NULL, "name", wyrm_answer_text(name));
    wyrm_answer_set(&json, NULL, "extends", wyrm_answer_text(base));
    wyrm_status status = wyrm_answer_finish(&json, page, error);
    wyrm_answer_free(&json);
    return status;
}

wyrm_status wyrm_report_guide_json(wyrm_page *page, wyrm_error *error)
{
    wyrm_status status = wyrm_page_status(page, error);
    if (status != WYRM_OK)
        return status;
    wyrm_answer json = wyrm_answer_new("rules-guide", NULL);
    wyrm_answer_set(&json, NULL, "guide", wyrm_answer_text(wyrm_page_text(page)));
    wyrm_page whole = wyrm_page_new(page->style);
    status = wyrm_answer_finish(&json, &whole, error);
    wyrm_answer_free(&json);
    wyrm_page_free(page);
    *page = whole;
    return status;
}

/* The answer of `wyrm check` for scripts. */

/* Who played, and how often: only of metrics of runs and set fights. */
static void set_runs(wyrm_answer *json, json_t *object, const wyrm_judged *judged)
{
    if (judged->runs == 0)
        return;
    wyrm_answer_set(json, object, "bot", wyrm_answer_text(judged->bot));
    if (judged->arena != NULL)
        wyrm_answer_set(json, object, "arena", wyrm_answer_text(judged->arena));
    wyrm_answer_set(json, object, "runs", wyrm_answer_count(judged->runs));
    wyrm_answer_set(json, object, "accuracy", wyrm_answer_real(judged->accuracy));
    wyrm_answer_set(json, object, "stopped",
                    wyrm_answer_text(wyrm_judge_stop_name(judged->stopped)));
}

json_t *wyrm_verdicts_json(wyrm_answer *json, const wyrm_judgement *judgement)
{
    json_t *list = json_array();
    for (size_t i = 0; i < judgement->judged_count; i++) {
        const wyrm_judged *judged = &judgement->judged[i];
        json_t *object = json_object();
        wyrm_answer_set(json, object, "target", wyrm_answer_text(judged->target));
        wyrm_answer_set(json, object, "metric", wyrm_answer_text(judged->metric));
        wyrm_answer_set(json, object, "where", wyrm_answer_text(judged->where));
        wyrm_answer_set(json, object, "value", wyrm_answer_real(judged->value));
        wyrm_answer_set(json, object, "ci95",
                        judged->sampled ? wyrm_answer_interval(judged->ci95) : json_null());
        wyrm_answer_set(json, object, "range", wyrm_answer_interval(judged->range));
        wyrm_answer_set(json, object, "verdict",
                        wyrm_answer_text(wyrm_verdict_name(judged->verdict)));
        wyrm_answer_set(json, object, "unit", wyrm_answer_text(judged->unit));
        wyrm_answer_set(json, object, "claim", wyrm_answer_text(judged->claim));
        wyrm_answer_set(json, object, "source", wyrm_answer_text(judged->source));
        wyrm_answer_set(json, object, "note", wyrm_answer_text(judged->note));
        set_runs(json, object, judged);
        wyrm_answer_append(json, list, object);
    }
    return list;
}

json_t *wyrm_findings_json(wyrm_answer *json, const wyrm_judgement *judgement)
{
    json_t *list = json_array();
    for (size_t i = 0; i < judgement->finding_count; i++) {
        const wyrm_finding *finding = &judgement->findings[i];
        json_t *object = json_object();
        wyrm_answer_set(json, object, "kind", wyrm_answer_text(finding->kind));
        wyrm_answer_set(json, object, "where", wyrm_answer_text(finding->where));
        wyrm_answer_set(json, object, "message", wyrm_answer_text(finding->message));
        wyrm_answer_append(json, list, object);
    }
    return list;
}

wyrm_status wyrm_report_check_json(const wyrm_design *design, const wyrm_judgement *judgement,
                                   wyrm_page *page, wyrm_error *error)
{
    wyrm_answer json = wyrm_answer_new("check", wyrm_design_ruleset(design));
    json_t *summary = json_object();
    wyrm_answer_set(&json, summary, "pass", wyrm_answer_count(judgement->summary[WYRM_PASS]));
    wyrm_answer_set(&json, summary, "warn", wyrm_answer_count(judgement->summary[WYRM_WARN]));
    wyrm_answer_set(&json, summary, "fail", wyrm_answer_count(judgement->summary[WYRM_FAIL]));
    wyrm_answer_set(&json, summary, "unclear", wyrm_answer_count(judgement->summary[WYRM_UNCLEAR]));
    wyrm_answer_set(&json, NULL, "seed", wyrm_answer_count(judgement->seed));
    wyrm_answer_set(&json, NULL, "runs", wyrm_answer_count(judgement->runs));
    wyrm_answer_set(&json, NULL, "accuracy",
                    judgement->accuracy > 0 ? wyrm_answer_real(judgement->accuracy) : json_null());
    wyrm_answer_set(&json, NULL, "summary", summary);
    wyrm_answer_set(&json, NULL, "verdicts", wyrm_verdicts_json(&json, judgement));
    wyrm_answer_set(&json, NULL, "findings", wyrm_findings_json(&json, judgement));
    wyrm_status status = wyrm_answer_finish(&json, page, error);
    wyrm_answer_free(&json);
    return status;
}

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
    judged_words(page->style, judged, text, sizeof text);
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
