/* Verdicts in words. */
#include "report/verdicts.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "output/figures.h"

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

void wyrm_judged_words(wyrm_style style, const wyrm_judged *judged, char *text, size_t size)
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
