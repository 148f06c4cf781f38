/* `wyrm check`, and verdicts in words.
 *
 * Targets that do not hold come first, worst first, with their evidence; those that hold have a
 * line each. The report uses the same functions for verdicts, so that the two agree.
 *
 * The text goes from the answer to what it rests on: how many targets hold, in one sentence; each
 * target that does not, first those that fail, then those only within their tolerance, then the
 * unclear ones; findings; how many games and fights were played; what the rules leave out; and
 * commands to go on with.
 *
 * All places of a target are adjacent in a judgement, so that an aim extends while the name stays
 * the same. */
#include "text/internal.h"
#include <ctype.h>
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* From bad to good: a target is as good as its worst place. */
static const wyrm_verdict severity[] = {WYRM_FAIL, WYRM_WARN, WYRM_UNCLEAR, WYRM_PASS};
#define SEVERITIES (COUNT_OF(severity))

text_tone text_verdict_tone(wyrm_verdict verdict)
{
    return verdict == WYRM_PASS   ? TEXT_TONE_GOOD
           : verdict == WYRM_FAIL ? TEXT_TONE_BAD
                                  : TEXT_TONE_DOUBT;
}

size_t text_severity_rank(wyrm_verdict verdict)
{
    size_t rank = 0;
    while (rank + 1 < SEVERITIES && severity[rank] != verdict)
        rank++;
    return rank;
}

/* How far a value is outside its range; inside, below 0: how far it is from the nearer end. Only
 * used to compare places of one target, which share a unit. */
static double excess(const wyrm_judged *judged)
{
    double over = judged->value - judged->range.high, under = judged->range.low - judged->value;
    return over > under ? over : under;
}

/* The place shown for a target is one with the worst verdict; of several the farthest out of range,
 * or if all hold the nearest to an end of it, and of equal ones the first. */
text_aim text_aim_at(const wyrm_judgement *judgement, size_t from)
{
    const wyrm_judged *first = &judgement->judged[from], *worst = first, *at = first;
    const wyrm_judged *end = judgement->judged + judgement->judged_count;
    size_t holding = 0;
    for (; at < end && strcmp(at->target, first->target) == 0; at++) {
        size_t rank = text_severity_rank(at->verdict);
        size_t worst_rank = text_severity_rank(worst->verdict);
        holding += at->verdict == WYRM_PASS;
        if (rank < worst_rank || (rank == worst_rank && excess(at) > excess(worst)))
            worst = at;
    }
    return (text_aim){first, (size_t)(at - first), holding, worst};
}

/* snprintf that cuts a text only between whole characters. */
static WYRM_PRINTF(3, 4) void put(char *text, size_t size, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    int wanted = vsnprintf(text, size, format, list);
    va_end(list);
    if (wanted >= 0 && (size_t)wanted >= size)
        text[base_utf8_cut(text, size, size - 1)] = '\0';
}

/* Counts targets and not places: a claim about ten depths would otherwise weigh as much as ten
 * claims. */
void text_verdicts_answer(const char *title, const wyrm_judgement *judgement, char *text,
                          size_t size)
{
    static const char *const words[][2] = {
        [WYRM_FAIL] = {"does not", "do not"},
        [WYRM_WARN] = {"only within its tolerance", "only within their tolerance"},
        [WYRM_UNCLEAR] = {"cannot be told", "cannot be told"},
    };
    size_t counts[WYRM_VERDICT_COUNT] = {0}, all = 0, used = 0;
    char parts[160] = ""; /* "; 9 do not, 2 only within their tolerance" */
    for (size_t i = 0; i < judgement->judged_count; all++) {
        text_aim target = text_aim_at(judgement, i);
        counts[target.worst->verdict]++;
        i += target.count;
    }
    for (size_t i = 0; severity[i] != WYRM_PASS; i++)
        if (counts[severity[i]] > 0)
            used += (size_t)snprintf(parts + used, sizeof parts - used, "%s%zu %s",
                                     used > 0 ? ", " : "; ", counts[severity[i]],
                                     words[severity[i]][counts[severity[i]] != 1]);
    if (all == 0)
        put(text, size, "%s states no targets.", title);
    else
        put(text, size, "%s: %zu of %zu targets hold%s.", title, counts[WYRM_PASS], all, parts);
}

void text_judged_range(const wyrm_judged *judged, char *text, size_t size)
{
    bool share = strcmp(judged->unit, "share") == 0;
    const char *unit = share ? " %" : "";
    double scale = share ? 100 : 1, least = scale * judged->range.low;
    double most = scale * judged->range.high;
    text_figure low, high;
    text_figure_exact(least, &low);
    text_figure_exact(most, &high);
    if (isinf(least) && isinf(most))
        snprintf(text, size, "anything%s", unit);
    else if (isinf(least))
        snprintf(text, size, "at most %s%s", high.text, unit);
    else if (isinf(most))
        snprintf(text, size, "at least %s%s", low.text, unit);
    else if (least == most)
        snprintf(text, size, "exactly %s%s", low.text, unit);
    else
        snprintf(text, size, "%s to %s%s", low.text, high.text, unit);
}

void text_judged_value(text_style style, const wyrm_judged *judged, char *text, size_t size)
{
    const wyrm_estimate value = {judged->value, judged->sampled, judged->ci95};
    bool share = strcmp(judged->unit, "share") == 0;
    int letters = share ? 0 : (int)strlen(judged->unit);
    text_figure figure;
    if (share && !judged->sampled)
        text_figure_chance(judged->value, &figure);
    else
        (share ? text_figure_estimated_share : text_figure_estimate)(style, &value, &figure);
    if (strcmp(figure.text, "1") == 0 && letters > 1 && judged->unit[letters - 1] == 's')
        letters--; /* singular: "1 monster" */
    snprintf(text, size, "%s%s%.*s", figure.text, letters > 0 ? " " : "",
             letters < 40 ? letters : 40, judged->unit);
}

#define OTHERS_SHOWN 4

void text_aim_others(const text_aim *aim, char *text, size_t size)
{
    char list[800] = "", more[40] = "";
    int used = 0;
    size_t others = aim->count - aim->holding - (aim->worst->verdict != WYRM_PASS), shown = 0;
    bool all_unclear = aim->worst->verdict == WYRM_UNCLEAR;
    for (size_t i = 0; i < aim->count; i++)
        all_unclear &=
            aim->judged[i].verdict == WYRM_PASS || aim->judged[i].verdict == WYRM_UNCLEAR;
    for (size_t i = 0; i < aim->count && shown < OTHERS_SHOWN; i++) {
        const wyrm_judged *judged = &aim->judged[i];
        const char *before = shown > 0     ? ", "
                             : all_unclear ? (others == 1 ? "; nor is " : "; neither are ")
                             : others == 1 ? "; nor does "
                                           : "; neither do ";
        if (judged == aim->worst || judged->verdict == WYRM_PASS)
            continue;
        used += snprintf(list + used, sizeof list - (size_t)used, "%s%s%s", before, judged->where,
                         judged->verdict == WYRM_UNCLEAR && !all_unclear ? " (unclear)" : "");
        shown++;
    }
    if (others > shown)
        snprintf(more, sizeof more, " and %zu more", others - shown);
    put(text, size, "%zu of %zu places %s%s%s", aim->holding, aim->count,
        all_unclear         ? (aim->holding == 1 ? "is clear" : "are clear")
        : aim->holding == 1 ? "holds"
                            : "hold",
        list, more);
}

/* ---- JSON ---- */

/* The members of a judged place; those about games only for metrics of runs and set fights. */
void text_put_judged(base_json *json, const wyrm_judged *judged)
{
    const wyrm_estimate value = {judged->value, judged->sampled, judged->ci95};
    base_putf(json, "target:%s metric:%s where:%s value:%g", judged->target, judged->metric,
              judged->where, judged->value);
    text_put_ci95(json, "ci95", &value);
    base_putf(json, "range:[%g %g] verdict:%s unit:%s claim:%s source:%s note:%s",
              judged->range.low, judged->range.high, wyrm_verdict_name(judged->verdict),
              judged->unit, judged->claim, judged->source, judged->note);
    if (judged->why != NULL)
        base_put_text(json, "why", judged->why);
    if (judged->runs == 0)
        return;
    base_put_text(json, "bot", judged->bot);
    if (judged->arena != NULL)
        base_put_text(json, "arena", judged->arena);
    base_putf(json, "runs:%" PRIu64 " accuracy:%g stopped:%s", judged->runs, judged->accuracy,
              wyrm_judge_stop_name(judged->stopped));
}

static const text_row finding_rows[] = {
    {"kind", NULL, TEXT_NAME, offsetof(wyrm_finding, kind)},
    {"where", NULL, TEXT_WORDS, offsetof(wyrm_finding, where)},
    {"message", NULL, TEXT_WORDS, offsetof(wyrm_finding, message)},
    {0},
};

void text_put_finding(base_json *json, const wyrm_finding *finding)
{
    text_put(json, finding_rows, finding);
}

void text_put_missing(base_json *json, const wyrm_judgement *judgement)
{
    const unsigned missing = WYRM_SYSTEMS_OF_A_GAME & ~judgement->systems;
    if (judgement->missing[0] == '\0')
        return;
    base_put_list(json, "missing");
    for (unsigned system = 1; system <= missing; system <<= 1)
        if (missing & system)
            base_put_text(json, NULL, wyrm_system_name(system));
    base_put_end(json);
}

static void write_check(const text_check_answer *report, text_page *page)
{
    const wyrm_judgement *judgement = report->judgement;
    base_json json = text_answer_begin(page, "check", report->ruleset);
    if (report->game != NULL)
        text_put_game(&json, report->game);
    base_putf(&json,
              "seed:%" PRIu64 " runs:%" PRIu64
              " accuracy:%g summary:{pass:%zu warn:%zu fail:%zu unclear:%zu} verdicts:[",
              judgement->seed, judgement->runs,
              judgement->accuracy > 0 ? judgement->accuracy : (double)NAN,
              judgement->summary[WYRM_PASS], judgement->summary[WYRM_WARN],
              judgement->summary[WYRM_FAIL], judgement->summary[WYRM_UNCLEAR]);
    for (size_t i = 0; i < judgement->judged_count; i++) {
        base_put_object(&json, NULL);
        text_put_judged(&json, &judgement->judged[i]);
        base_put_end(&json);
    }
    base_put_end(&json);
    text_put_list(&json, "findings", finding_rows, judgement->findings, judgement->finding_count,
                  sizeof *judgement->findings);
    if (judgement->unlooked != NULL)
        base_putf(&json, "not_looked_for:[%s]", judgement->unlooked);
    text_put_missing(&json, judgement);
    if (report->design != NULL)
        text_put_left_out(&json, report->design);
    base_put_end(&json);
}

/* ---- Text ---- */

#define INDENT 9 /* columns that the verdict takes */

/* Why a verdict on games or fights is not clear though no more could help, or as far as they went;
 * NULL: more of them would tell. */
static const char *untold(const wyrm_judged *judged)
{
    if (isnan(judged->value))
        return "none of them tells it";
    if (judged->sampled && !wyrm_interval_is_known(judged->ci95))
        return "too few tell it, or all the same, which does not say how far others may be";
    if (judged->range.low >= judged->range.high)
        return "a sampled figure is never sure to be just one number; a range has room for that";
    return NULL;
}

/* One place of a target: "room_hp_lost 13.39 % for depth 10, wanted at most 10 %", without the
 * metric if the target has no claim and was named by it; and for games and fights, how many were
 * played and why no more. */
static void print_point(text_page *page, const text_check_answer *report, const wyrm_judged *judged)
{
    const char *more = report->hard ? "--effort N" : "--effort high";
    const char *why = untold(judged);
    bool named = judged->claim[0] == '\0';
    const bool one = judged->runs == 1;
    const char *what = judged->arena != NULL ? one ? "fight" : "fights" : one ? "game" : "games";
    char text[512], value[128], range[80];
    text_judged_value(page->style, judged, value, sizeof value);
    text_judged_range(judged, range, sizeof range);
    put(text, sizeof text, "%s%s%s%s%s, wanted %s", named ? "" : judged->metric, named ? "" : " ",
        value, judged->where[0] != '\0' ? " for " : "", judged->where, range);
    page_wrap(page, INDENT, INDENT + 2, text);
    if (judged->why != NULL)
        page_point(page, INDENT, 0, "why: %s", judged->why);
    if (judged->runs == 0)
        return;
    if (judged->stopped == WYRM_STOP_CLEAR)
        page_point(page, INDENT, 0, "clear after %" PRIu64 " %s", judged->runs, what);
    else if (report->seen)
        page_point(page, INDENT, 0, "unclear after %" PRIu64 " %s: %s", judged->runs, what,
                   why != NULL ? why : "more of them would tell");
    else if (judged->stopped == WYRM_STOP_ACCURACY)
        page_point(page, INDENT, 0,
                   "unclear after %" PRIu64 " %s: known as closely as is asked for, and the limit "
                   "is nearer (%s asks for more)",
                   judged->runs, what, more);
    else if (judged->stopped == WYRM_STOP_WORK)
        page_point(page, INDENT, 0, "unclear after %" PRIu64 " %s: more are too much work",
                   judged->runs, what);
    else if (why != NULL && judged->range.low >= judged->range.high)
        page_point(page, INDENT, 0, "unclear after %" PRIu64 " %s: %s", judged->runs, what, why);
    else
        page_point(page, INDENT, 0, "unclear after %" PRIu64 " %s: %s (%s plays more)",
                   judged->runs, what, why != NULL ? why : "effort spent", more);
}

/* A target that does not hold: claim, evidence, source. */
static void print_target(text_page *page, const text_check_answer *report, const text_aim *target)
{
    const bool verbose = report->verbose;
    const wyrm_judged *worst = target->worst;
    const char *name = wyrm_verdict_name(worst->verdict);
    char others[1024];
    page_add(page, "\n");
    page_toned(page, text_verdict_tone(worst->verdict), name);
    page_spaces(page, INDENT - (int)strlen(name));
    page_toned(page, TEXT_TONE_STRONG, worst->target);
    page_add(page, ": ");
    if (worst->claim[0] != '\0')
        page_wrap(page, INDENT + text_display_width(worst->target) + 2, INDENT, worst->claim);
    else
        page_addf(page, "%s\n", worst->metric);
    for (size_t i = 0; i < target->count && verbose; i++) {
        page_addf(page, " %-*s", INDENT - 1,
                  target->count > 1 ? wyrm_verdict_name(target->judged[i].verdict) : "");
        print_point(page, report, &target->judged[i]);
    }
    if (!verbose) {
        page_spaces(page, INDENT);
        print_point(page, report, worst);
    }
    if (!verbose && target->count > 1) {
        text_aim_others(target, others, sizeof others);
        page_point(page, INDENT, 0, "%s", others);
    }
    if (worst->note[0] != '\0')
        page_point(page, INDENT, 0, "note: %s", worst->note);
    if (worst->source[0] != '\0')
        page_point(page, INDENT, 0, "source: %s", worst->source);
}

/* The targets that hold, a row each, with the value of their worst place. A further column would
 * not fit into 80 columns beside the longest names. */
static void print_passing(const wyrm_judgement *judgement, text_page *page)
{
    text_table table = text_table_of(page, "<PASS|<measured|<wanted");
    for (size_t i = 0; i < judgement->judged_count;) {
        text_aim target = text_aim_at(judgement, i);
        char text[128];
        i += target.count;
        if (target.worst->verdict != WYRM_PASS)
            continue;
        text_table_cell(&table, target.worst->target);
        text_judged_value(page->style, target.worst, text, sizeof text);
        text_table_cell(&table, text);
        text_judged_range(target.worst, text, sizeof text);
        text_table_cell(&table, text);
    }
    text_table_below(&table, 0);
}

/* How many games and fights were played, and how accurate their figures are. */
typedef struct efforts {
    uint64_t least[2], most[2]; /* games of bots, set fights; 0: none */
    size_t verdicts, clear;
    double accuracy[2]; /* worst of means and of shares; negative: none */
} efforts;

/* An accuracy: "± 9.8 points" for a share, "± 7 %" for a mean. */
static const char *accuracy_words(text_style style, double accuracy, bool is_share,
                                  text_figure *out)
{
    const double number = 100 * accuracy;
    snprintf(out->text, sizeof out->text, number < 99.5 ? "%s %.2g %s" : "%s %.0f %s",
             style.utf8 ? "±" : "+-", number, is_share ? "points" : "%");
    return out->text;
}

/* The accuracy asked for is one number with two meanings, 0.02 being two points of a share or 2 %
 * of a mean. So both are printed, and what was reached for each kind if there was one. */
static void print_efforts(const efforts *all, double accuracy, const char *players, text_page *page)
{
    text_figure wanted[2], worst;
    char reached[2][80] = {"", ""};
    for (int share = 0; share < 2; share++) {
        accuracy_words(page->style, accuracy, share, &wanted[share]);
        if (isfinite(all->accuracy[share]) && all->accuracy[share] >= 0)
            snprintf(reached[share], sizeof reached[share], ", %s to %s",
                     share ? "shares" : "means",
                     accuracy_words(page->style, all->accuracy[share], share, &worst));
    }
    const char *better = reached[0][0] != '\0' || reached[1][0] != '\0' ? " or better" : "";
    if (accuracy > 0)
        page_say(page,
                 "%s play until verdicts are clear, or games have told shares to %s and means to "
                 "%s, or the effort is spent: %zu of %zu are clear%s%s%s.",
                 players, wanted[1].text, wanted[0].text, all->clear, all->verdicts, reached[1],
                 reached[0], better);
    else
        page_say(page, "Of the verdicts on runs %zu of %zu are clear%s%s%s.", all->clear,
                 all->verdicts, reached[1], reached[0], better);
}

/* What sampled figures are based on: "generated dungeons, 400 games of a bot and 100 to 4000 set
 * fights". As each verdict stops when it is clear, there is no single number of games but a range.
 * A target without runs is exact, or based on generated dungeons. */
static void print_samples(const text_check_answer *report, text_page *page)
{
    const wyrm_judgement *judgement = report->judgement;
    const bool rules = report->game == NULL;
    const char *const whats[] = {rules ? "games of a bot" : "games of an agent", "set fights"};
    const char *const one[] = {rules ? "game of a bot" : "game of an agent", "set fight"};
    efforts all = {.accuracy = {-1, -1}};
    char parts[4][80], over[320] = "";
    size_t count = 0, length = 0;
    bool duels = false;
    for (size_t i = 0; i < judgement->judged_count; i++) {
        const wyrm_judged *judged = &judgement->judged[i];
        bool fight = judged->arena != NULL;
        duels = duels || judged->of_fights;
        if (judged->runs == 0)
            continue;
        if (all.least[fight] == 0 || judged->runs < all.least[fight])
            all.least[fight] = judged->runs;
        all.most[fight] = judged->runs > all.most[fight] ? judged->runs : all.most[fight];
        all.verdicts++;
        all.clear += judged->stopped == WYRM_STOP_CLEAR;
        if (!isnan(judged->value))
            all.accuracy[judged->is_share] = fmax(all.accuracy[judged->is_share], judged->accuracy);
    }
    if (judgement->runs > 0) /* without a number: not all figures take as many */
        snprintf(parts[count++], sizeof *parts, "generated dungeons");
    for (int fight = 0; fight < 2; fight++)
        if (all.least[fight] < all.most[fight])
            snprintf(parts[count++], sizeof *parts, "%" PRIu64 " to %" PRIu64 " %s",
                     all.least[fight], all.most[fight], whats[fight]);
        else if (all.most[fight] > 0)
            snprintf(parts[count++], sizeof *parts, "%" PRIu64 " %s", all.most[fight],
                     all.most[fight] == 1 ? one[fight] : whats[fight]);
    if (duels)
        snprintf(parts[count++], sizeof *parts, "the fights of duels too much to follow");
    for (size_t i = 0; i < count; i++)
        length += (size_t)snprintf(over + length, sizeof over - length, "%s%s",
                                   i == 0           ? ""
                                   : i + 1 == count ? " and "
                                                    : ", ",
                                   parts[i]);
    if (count > 0)
        page_say(page, "Figures with %s are 95 %% intervals over %s (seed %" PRIu64 ")%s.",
                 page->style.utf8 ? "±" : "+-", over, judgement->seed,
                 rules ? "; all others are exact" : "");
    if (all.verdicts > 0)
        print_efforts(&all, judgement->accuracy, rules ? "Bots" : "Agents", page);
}

/* What is not known, as the games that tell it are more work than one command may do, and what
 * helps. A finding that was not looked for must not read as one that is not there. */
static void print_refused(const text_check_answer *report, text_page *page)
{
    const wyrm_judgement *judgement = report->judgement;
    size_t refused = 0;
    for (size_t i = 0; i < judgement->judged_count; i++)
        refused += judgement->judged[i].stopped == WYRM_STOP_WORK;
    if (judgement->unlooked != NULL)
        page_say(page,
                 "Not looked for: games without an end (the finding %s). The games that would show "
                 "them are more work than one command may do.",
                 judgement->unlooked);
    if (refused > 0)
        page_say(page,
                 "More games for %zu of the unclear verdicts would be more work than one command "
                 "may do.",
                 refused);
    if (refused > 0 || judgement->unlooked != NULL)
        page_say(page,
                 "wyrm check %s --runs N plays just N games; a higher "
                 "WYRM_LIMIT allows more work.",
                 report->name);
}

#define LEFT_OUT_SHOWN 6 /* without --verbose */

/* What verdicts cannot take into account. */
static void print_left_out(const wyrm_design *design, const char *name, bool all, text_page *page)
{
    char text[WYRM_LEFT_OUT_TEXT_MAX];
    size_t count = 0;
    text_say_abilities(design, name, NULL, page);
    while (wyrm_design_left_out(design, count, text))
        count++;
    if (count > LEFT_OUT_SHOWN && !all)
        page_say(page, "The rules leave out %zu things of their game, which --verbose lists.",
                 count);
    for (size_t i = 0; (all || count <= LEFT_OUT_SHOWN) && wyrm_design_left_out(design, i, text);
         i++) {
        if (i == 0)
            page_add(page, "The rules leave out:\n");
        page_point(page, 3, 2, "%s", text);
    }
}

/* Lines of a small terminal: the first lines of a longer answer have scrolled away at its end, so
 * the verdict is repeated. */
#define SCREEN_LINES 24

void text_write_check(const text_check_answer *report, text_page *page)
{
    const wyrm_judgement *judgement = report->judgement;
    const bool verbose = report->verbose;
    char answer[1024];
    size_t lines = 0;
    const wyrm_judged *asked = NULL; /* first failing target with a question for `wyrm solve` */
    if (page->json) {
        write_check(report, page);
        return;
    }
    text_verdicts_answer(report->title, judgement, answer, sizeof answer);
    page_wrap(page, 0, 0, answer);
    if (judgement->finding_count > 0)
        page_say(page, "%zu %s that no target names.", judgement->finding_count,
                 judgement->finding_count == 1 ? "finding" : "findings");
    for (size_t rank = 0; rank < SEVERITIES && (verbose || severity[rank] != WYRM_PASS); rank++)
        for (size_t i = 0; i < judgement->judged_count;) {
            text_aim target = text_aim_at(judgement, i);
            i += target.count;
            if (target.worst->verdict == severity[rank])
                print_target(page, report, &target);
            if (target.worst->verdict == WYRM_FAIL && asked == NULL &&
                target.worst->question != NULL)
                asked = target.worst;
        }
    if (!verbose)
        print_passing(judgement, page);
    for (size_t i = 0; i < judgement->finding_count; i++) {
        const wyrm_finding *finding = &judgement->findings[i];
        page_add(page, "\n");
        page_toned(page, TEXT_TONE_DOUBT, "FINDING");
        page_spaces(page, INDENT - 7);
        page_toned(page, TEXT_TONE_STRONG, finding->kind);
        page_addf(page, "%s%s\n", finding->where[0] != '\0' ? " at " : "", finding->where);
        if (finding->message[0] != '\0')
            page_point(page, INDENT, 0, "%s", finding->message);
        const char *of = finding->command != NULL ? strstr(finding->command, "RULESET") : NULL;
        if (of != NULL)
            page_point(page, INDENT, 3, "%s: wyrm %.*s%s%s",
                       strncmp(finding->command, "solve", 5) == 0 ? "ask" : "see",
                       (int)(of - finding->command), finding->command, report->name,
                       of + strlen("RULESET"));
    }
    page_add(page, "\n");
    if (judgement->missing[0] != '\0')
        page_say(page, "%c%s.", toupper((unsigned char)judgement->missing[0]),
                 judgement->missing + 1);
    print_refused(report, page);
    print_samples(report, page);
    if (report->design != NULL)
        print_left_out(report->design, report->name, verbose, page);
    if (asked != NULL)
        page_say(page, "Which number would mend %s: wyrm solve %s KEY '%s'", asked->target,
                 report->name, asked->question);
    if (!verbose)
        page_say(page, "Every place with its source: %s --verbose", report->again);
    page_say(page, "For scripts: %s --json", report->again);
    for (const char *next = page_text(page); (next = strchr(next, '\n')) != NULL; next++)
        lines++;
    if (lines > SCREEN_LINES)
        page_wrap(page, 0, 0, answer);
}
