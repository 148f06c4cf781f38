/* `wyrm compare`: which of two rulesets is harder, where their files differ, and which figures
 * differ because of that.
 *
 * The headline comes from runs that were played, if there are any. What single fights say is kept
 * apart from it, and so are differences that no single fight can show. */
#include "text/internal.h"
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* Limits without --all: rows of a group, and below, values of the files. */
#define ROWS_SHOWN   24
#define SERIES_SHOWN 5 /* stretches of one series of figures */
#define VALUES_SHOWN 30
#define BESIDE_SHOWN 6   /* keys listed that no single fight depends on */
#define VALUE_WIDTH  120 /* characters of a value */
#define HEADING_MAX  15  /* characters of a ruleset's name, cut at its beginning */

/* An estimate with the interval value ± margin; a margin of 0: an exact value. */
static wyrm_estimate give_or_take(double value, double margin)
{
    return (wyrm_estimate){
        .value = value, .sampled = margin > 0, .ci95 = {value - margin, value + margin}};
}

void text_compare_words(const text_compare_answer *report, text_style style, char *text,
                        size_t size)
{
    const wyrm_compared_cost *cost = &report->comparison->cost;
    text_figure a, b;
    wyrm_compare_verdict verdict = wyrm_compare_verdict_of(report->comparison);
    /* Not what a room takes in a row, wyrm_attrition: the costs of single fights, added up. */
    /* Who comes by a room's role alone is in none of the rooms that count. */
    const bool roles =
        wyrm_ruleset_find(wyrm_design_ruleset(report->a), "encounter.roles") != NULL ||
        wyrm_ruleset_find(wyrm_design_ruleset(report->b), "encounter.roles") != NULL;
    const char *whom = !cost->rooms ? "a fight takes"
                       : roles      ? "the monsters of a room without a role, each met with full "
                                      "hit points, together take"
                                    : "the monsters of a room, each met with full hit points, "
                                      "together take";
    const char *place = strcmp(cost->axis, "tracker") == 0 ? "tracker level" : cost->axis;
    const char *name_a = report->name_a, *name_b = report->name_b;
    const wyrm_estimate of_a = give_or_take(cost->a, cost->margin_a);
    const wyrm_estimate of_b = give_or_take(cost->b, cost->margin_b);
    text_figure_estimated_share(style, &of_a, &a);
    text_figure_estimated_share(style, &of_b, &b);
    if (verdict == WYRM_COMPARE_IDENTICAL)
        snprintf(text, size, "%s and %s say the same: nothing differs.", name_a, name_b);
    else if (verdict == WYRM_COMPARE_UNKNOWN)
        snprintf(text, size,
                 "which of %s and %s is harder cannot be told: there is no depth or level of which "
                 "both say who is met.",
                 name_a, name_b);
    else if (verdict == WYRM_COMPARE_EQUAL)
        snprintf(text, size,
                 "%s is as hard as %s: %s %s of the hit points of the player that a %s is meant "
                 "for (mean of %ss %d to %d).",
                 name_b, name_a, whom, b.text, place, place, (int)cost->first, (int)cost->last);
    else
        snprintf(text, size,
                 "%s is %s than %s: %s %s of the hit points of the player that a %s is meant for, "
                 "instead of %s (mean of %ss %d to %d).",
                 name_b, verdict == WYRM_COMPARE_HARDER ? "harder" : "easier", name_a, whom, b.text,
                 place, a.text, place, (int)cost->first, (int)cost->last);
}

/* ---- The answer by runs ---- */

void text_compare_headline(const wyrm_gate *gate, const char *name_a, const char *name_b, char *out,
                           size_t size)
{
    static const char *const words[][3] = {
        [WYRM_GATE_SAME_RULES] = {"", " plays by the same rules as ", ""},
        [WYRM_GATE_ALIKE] = {"", " is as hard as ", ""},
        [WYRM_GATE_HARDER] = {"", " is harder than ", ""},
        [WYRM_GATE_EASIER] = {"", " is easier than ", ""},
        [WYRM_GATE_MIXED] = {"", " is harder than ", " in one way, and easier in another"},
        [WYRM_GATE_NOT_KNOWN] = {"Whether ", " is as hard as ", " cannot be told yet"},
    };
    const char *const *around = words[wyrm_gate_headline_of(gate)];
    snprintf(out, size, "%s%s%s%s%s", around[0], name_b, around[1], name_a, around[2]);
}

/* "The explorer ends at depth 3.1 ± 0.3 instead of 4.2 ± 0.3 (-1.1 ± 0.2), and wins ...", without
 * units; "" where the gate has neither metric. */
void text_compare_runs_words(const wyrm_gate *gate, const char *bot, text_style style, char *out,
                             size_t size)
{
    static const char *const metrics[][2] = {{"final_depth", "ends at depth"},
                                             {"win_rate", "wins"}};
    size_t used = 0;
    out[0] = '\0';
    for (size_t i = 0; i < 2 && used < size; i++) {
        const wyrm_gate_row *row = wyrm_gate_row_of(gate, metrics[i][0]);
        text_figure before, after, difference;
        if (row == NULL)
            continue;
        used += (size_t)snprintf(out + used, size - used, "%s%s %s %s instead of %s (%s)",
                                 used > 0 ? "," : "The ", used > 0 ? " and" : bot, metrics[i][1],
                                 text_gate_value_text(style, row, true, &after),
                                 text_gate_value_text(style, row, false, &before),
                                 text_gate_difference_text(style, row, &difference));
    }
    if (used > 0 && used < size)
        snprintf(out + used, size - used, ".");
}

static bool has_runs(const text_compare_answer *report)
{
    return report->played != NULL && !report->comparison->identical;
}

/* Where rooms are as hard as before: the monsters whose fights differ all the same, such as a boss,
 * whom no such room has. */
static void print_fights_beside(const text_compare_answer *report, text_page *page)
{
    const wyrm_comparison *found = report->comparison;
    const wyrm_compared_cost *cost = &found->cost;
    const char *before = "";
    base_buffer names = {0};
    size_t count = 0;
    if (found->identical || !cost->rooms || cost->places == 0 || cost->harder > 0 ||
        cost->easier > 0)
        return;
    for (const wyrm_compared *one = found->figures; one < found->figures + found->count; one++) {
        if (one->group != WYRM_COMPARE_DUELS || one->same || !one->in_a || !one->in_b ||
            strcmp(one->of, before) == 0)
            continue;
        before = one->of;
        const char *whom = strstr(one->of, " against ");
        if (count++ < BESIDE_SHOWN)
            base_buffer_appendf(&names, "%s%s", names.length > 0 ? ", " : "Fights with ",
                                whom != NULL ? whom + strlen(" against ") : one->of);
    }
    if (count > BESIDE_SHOWN)
        base_buffer_appendf(&names, " and %zu more", count - BESIDE_SHOWN);
    page_say_buffer(page, 0, &names, " differ, which those rooms do not show: see below.");
}

/* Which ruleset is harder: first by runs, with how far they get and how many they are, then by
 * single fights. */
static void print_verdict(const text_compare_answer *report, text_page *page)
{
    const wyrm_compared_cost *cost = &report->comparison->cost;
    size_t size = 1024 + strlen(report->name_a) + strlen(report->name_b);
    char *text = page_array(page, char, size);
    if (text == NULL)
        return;
    if (has_runs(report)) {
        const wyrm_gate *gate = &report->played->gate;
        text_compare_headline(gate, report->name_a, report->name_b, text, size);
        page_say(page, "%s.", text);
        text_compare_runs_words(gate, report->played->bot, page->style, text, size);
        if (text[0] != '\0')
            page_wrap(page, 0, 0, text);
        page_say(page, "That rests on %" PRIu64 " run%s of each, seed %" PRIu64 "%s%s; %s.",
                 gate->runs, gate->runs == 1 ? "" : "s", report->played->seed,
                 gate->paired ? ", compared run by run" : "", gate->cut_short ? TEXT_CUT_SHORT : "",
                 gate->count > 0 ? "all metrics are below" : "no metric has figures on both sides");
    }
    text_compare_words(report, page->style, text, size);
    page_say(page, "%s%s", report->comparison->identical ? "" : "By single fights alone, ", text);
    if (cost->harder > 0 && cost->easier > 0)
        page_say(page, "It is harder at %zu of these %zu places, and easier at %zu.", cost->harder,
                 cost->places, cost->easier);
    print_fights_beside(report, page);
    if (!report->comparison->identical && cost->places > 0)
        text_say_abilities(report->b, report->name_b, NULL, page);
    const int32_t last = wyrm_encounter_last_depth(wyrm_design_encounter(report->b));
    if (!report->comparison->identical && (cost->rooms || cost->places == 0))
        text_say_vaults(report->b, cost->places > 0 ? cost->last : last, true, NULL, page);
}

/* ---- Differences of the files ---- */

/* The script can differ while no single fight does: in a comment, or in what only shots use. */
#define FIGHTS_SCRIPT "combat.script"

/* Names the differing values that no figure of single fights depends on, so that only runs can show
 * what they do. */
static void print_beside(const text_compare_answer *report, text_page *page)
{
    const wyrm_comparison *found = report->comparison;
    const wyrm_design *const sides[] = {report->a, report->b};
    base_buffer names = {0};
    size_t count = 0;
    bool playable = true, script = false;
    for (int i = 0; i < 2; i++)
        playable = playable &&
                   wyrm_design_needs(sides[i], WYRM_SYSTEMS_OF_A_GAME, "a game", NULL) == WYRM_OK;
    for (size_t i = 0; i < found->value_count; i++)
        if (found->values[i].unseen && strcmp(found->values[i].path, FIGHTS_SCRIPT) == 0)
            script = true;
        else if (found->values[i].unseen && count++ < BESIDE_SHOWN)
            base_buffer_appendf(
                &names, "%s%s",
                names.length > 0 ? ", " : "No figure of single fights shows what else differs (",
                found->values[i].path);
    if (count > BESIDE_SHOWN)
        base_buffer_appendf(&names, " and %zu more", count - BESIDE_SHOWN);
    if (script)
        page_wrap(page, 0, 0, FIGHTS_SCRIPT " differs, and no figure of single fights does.");
    page_say_buffer(page, 0, &names,
                    playable ? "): without --exact runs are played, which may."
                             : "): runs might, and these rulesets lack something for them.");
}

/* Names the monsters and gear that only one ruleset has: no figure about them has a counterpart. */
static void print_only(const text_compare_answer *report, bool in_a, text_page *page)
{
    const wyrm_comparison *found = report->comparison;
    const wyrm_compared *end = found->figures + found->count;
    base_buffer names = {0};
    const char *before = "";
    for (const wyrm_compared *one = found->figures; one < end; one++) {
        bool named = one->group == WYRM_COMPARE_MONSTERS || one->group == WYRM_COMPARE_GEAR;
        const wyrm_compared *other = found->figures;
        if (!named || strcmp(one->of, before) == 0)
            continue;
        before = one->of;
        while (other < end && (other->group != one->group || strcmp(other->of, one->of) != 0 ||
                               !(in_a ? other->in_b : other->in_a)))
            other++;
        if (other < end)
            continue;
        if (names.length == 0)
            base_buffer_appendf(&names, "Only in %s: %s", in_a ? report->name_a : report->name_b,
                                one->of);
        else
            base_buffer_appendf(&names, ", %s", one->of);
    }
    page_say_buffer(page, 2, &names, ".");
}

/* One differing value; of a target that only one ruleset has, its claim. */
static void print_value(const text_compare_answer *report, const wyrm_compared_value *value,
                        bool is_rule, text_page *page)
{
    char words[TEXT_DIFFERENCE_WORDS];
    text_difference differs;
    bool in_a = value->new_text[0] == '\0', in_b = value->old_text[0] == '\0';
    if (is_rule || strchr(value->path + 8, '.') != NULL || (!in_a && !in_b)) {
        text_difference_of(value->old_text, value->new_text, VALUE_WIDTH, &differs);
        page_point(
            page, 2, 2, "%s",
            text_difference_words(value->path, &differs, page->style.utf8 ? "→" : "->", words));
        return;
    }
    const wyrm_ruleset *ruleset = wyrm_design_ruleset(in_a ? report->a : report->b);
    const wyrm_value *target = wyrm_ruleset_find(ruleset, value->path);
    const char *claim = wyrm_value_text(wyrm_value_get(target, "claim"));
    page_point(page, 2, 2, "%s, only in %s: %s", value->path,
               in_a ? report->name_a : report->name_b,
               claim[0] != '\0' ? claim : wyrm_value_text(wyrm_value_get(target, "metric")));
}

static void print_values(const text_compare_answer *report, text_page *page)
{
    const wyrm_comparison *found = report->comparison;
    size_t shown = 0, hidden = 0;
    for (size_t i = 0; i < found->value_count; i++) {
        /* Targets are wishes of the designer and no rules of the game: only --all lists them. */
        bool is_rule = strncmp(found->values[i].path, "targets.", 8) != 0;
        if (!report->all && (shown == VALUES_SHOWN || !is_rule)) {
            hidden++;
            continue;
        }
        if (shown++ == 0) {
            page_add(page, "\n");
            page_title(page, "what the files say");
        }
        print_value(report, &found->values[i], is_rule, page);
    }
    if (hidden > 0)
        page_addf(page, "%s  (%zu more, targets included: --all)\n", shown == 0 ? "\n" : "",
                  hidden);
}

/* ---- Figures ---- */

/* Figures of one series, adjacent and with equal values: they share a row. */
typedef struct stretch {
    const wyrm_compared *first, *last;
} stretch;

static bool is_alike(double x, double y)
{
    return (isnan(x) && isnan(y)) || x == y;
}

static bool is_same_series(const wyrm_compared *one, const wyrm_compared *other)
{
    return one->group == other->group && strcmp(one->of, other->of) == 0 &&
           strcmp(one->metric, other->metric) == 0;
}

static bool continues(const wyrm_compared *before, const wyrm_compared *next)
{
    return before->axis == next->axis && next->axis[0] != '\0' && next->at == before->at + 1 &&
           before->in_a == next->in_a && before->in_b == next->in_b &&
           is_alike(before->a, next->a) && is_alike(before->b, next->b);
}

static bool is_share(const wyrm_compared *figure)
{
    return strcmp(figure->unit, "share") == 0;
}

/* The largest difference, relative to the greater value (of shares, to 1), that reads as no
 * difference once the figures are rounded. */
#define NEXT_TO_NOTHING 1e-6

static bool differs_in_words(const wyrm_compared *figure)
{
    const double a = fabs(figure->a), b = fabs(figure->b), least = is_share(figure) ? 1 : 0;
    return figure->in_a && figure->in_b && !figure->same &&
           !(fabs(figure->a - figure->b) < NEXT_TO_NOTHING * fmax(least, fmax(a, b)));
}

/* The words for a figure that stands for a word or a set of words in the table of `combat`; NULL
 * where it is a number. */
static const char *words_of(const wyrm_combat *combat, const wyrm_compared *figure, double value,
                            char *out, size_t size)
{
    const bool fighter = figure->group == WYRM_COMPARE_PLAYER ||
                         figure->group == WYRM_COMPARE_MONSTERS ||
                         figure->group == WYRM_COMPARE_GEAR;
    const int32_t index = fighter ? wyrm_combat_stat(combat, figure->metric) : -1;
    if (index < 0)
        return NULL;
    const wyrm_stat_kind kind = wyrm_combat_stats(combat)[index].kind;
    return kind == WYRM_STAT_WORD || kind == WYRM_STAT_SET
               ? wyrm_combat_stat_text(combat, index, value, out, size)
               : NULL;
}

/* The difference of both values, with an interval if one of them has one; "~0" if they differ by
 * less than people can read. */
static void difference_cell(text_table *table, const wyrm_compared *figure)
{
    text_figure text;
    bool share = is_share(figure);
    double difference = figure->b - figure->a;
    double margin = hypot(figure->margin_a, figure->margin_b), scale = share ? 100 : 1;
    const wyrm_interval ci95 = {scale * (difference - margin), scale * (difference + margin)};
    const char *sign = difference > 0 ? "+" : "";
    if (figure->same)
        text_table_cell(table, "same");
    else if (!figure->in_a || !figure->in_b || !isfinite(difference))
        text_table_cell(table, "");
    else if (margin > 0)
        text_table_cellf(
            table, share ? "%s%s points" : "%s%s", sign,
            text_figure_sampled(table->page->style, scale * difference, ci95, 0, &text));
    else if (!differs_in_words(figure))
        text_table_cell(table, share ? "~0 points" : "~0");
    else if (share && fabs(difference) < 0.0005)
        text_table_cellf(table, "%+.1g points", 100 * difference);
    else if (share)
        text_table_cellf(table, "%+.1f points", 100 * difference);
    else
        text_table_cellf(table, "%s%s", sign, text_figure_exact(difference, &text));
}

/* Adds the row of a stretch, below a row with the name of its subject where that changes. */
static void add_row(const text_compare_answer *report, text_table *table, const stretch *row,
                    const char *before)
{
    static const char prefix[] = "player against ";
    const wyrm_compared *figure = row->first;
    if (strcmp(before, figure->of) != 0) {
        bool fight = strncmp(figure->of, prefix, sizeof prefix - 1) == 0;
        text_table_cell(table, figure->of + (fight ? sizeof prefix - 1 : 0));
        for (int column = 1; column < 5; column++)
            text_table_cell(table, "");
    }
    text_table_cellf(table, "  %s", figure->metric);
    if (figure->axis[0] == '\0')
        text_table_cell(table, figure->where);
    else
        text_table_cellf(table, row->last > row->first ? "%s %d-%d" : "%s %d", figure->axis,
                         (int)figure->at, (int)row->last->at);
    bool worded = false;
    for (int side = 0; side < 2; side++) {
        const wyrm_combat *combat = wyrm_design_combat(side == 0 ? report->a : report->b);
        const double value = side == 0 ? figure->a : figure->b;
        const double margin = side == 0 ? figure->margin_a : figure->margin_b;
        char words[40];
        const char *said = words_of(combat, figure, value, words, sizeof words);
        const bool there = side == 0 ? figure->in_a : figure->in_b;
        worded = worded || (there && said != NULL);
        if (!there || said != NULL)
            text_table_cell(table, there ? said : "");
        else
            text_cell_estimate(table, give_or_take(value, margin), is_share(figure));
    }
    if (worded)
        text_table_cell(table, figure->same ? "same" : "");
    else
        difference_cell(table, figure);
}

/* A target: on lines of its own, as its place may be too long for a table. */
static void print_target(const wyrm_compared *figure, text_page *page)
{
    double scale = is_share(figure) ? 100 : 1;
    text_figure a, b;
    page_point(page, 2, 2, "%s%s%s: %s %s %s%s%s", figure->of,
               figure->where[0] != '\0' ? " for " : "", figure->where,
               figure->in_a ? text_figure_exact(scale * figure->a, &a) : "nothing",
               page->style.utf8 ? "→" : "->",
               figure->in_b ? text_figure_exact(scale * figure->b, &b) : "nothing",
               scale > 1 || figure->unit[0] != '\0' ? " " : "", scale > 1 ? "%" : figure->unit);
}

/* Collects the stretches of the series that begins at `from`, without figures that are not shown;
 * *next: where the next series begins. */
static size_t find_stretches(const text_compare_answer *report, size_t from, stretch *out,
                             size_t *next)
{
    const wyrm_comparison *found = report->comparison;
    const wyrm_compared *first = &found->figures[from], *at = first;
    size_t count = 0;
    for (; at < found->figures + found->count && is_same_series(first, at); at++)
        if (!report->all && !differs_in_words(at))
            continue;
        else if (count > 0 && out[count - 1].last + 1 == at && continues(at - 1, at))
            out[count - 1].last = at;
        else
            out[count++] = (stretch){at, at};
    *next = (size_t)(at - found->figures);
    return count;
}

/* The table of one group. Without --all a series shows at most SERIES_SHOWN stretches, evenly
 * spread from the first to the last. */
static void print_group(const text_compare_answer *report, wyrm_compare_group group,
                        stretch *stretches, text_page *page)
{
    const wyrm_comparison *found = report->comparison;
    const char *const names[] = {report->name_a, report->name_b}, *before = "";
    size_t rows = 0, hidden = 0;
    text_table table = text_table_of(page, "<|<");
    for (int side = 0; side < 2; side++) {
        size_t length = strlen(names[side]), cut = length - (HEADING_MAX - 2);
        char heading[HEADING_MAX + 1];
        snprintf(heading, sizeof heading, length > HEADING_MAX ? "..%s" : "%s",
                 names[side] + (length > HEADING_MAX ? cut : 0));
        text_table_column(&table, TEXT_RIGHT, heading);
    }
    text_table_column(&table, TEXT_RIGHT, "difference");
    for (size_t from = 0, next; from < found->count; from = next) {
        size_t count = find_stretches(report, from, stretches, &next), told = 0;
        size_t shown = report->all || count < SERIES_SHOWN ? count : SERIES_SHOWN;
        if (found->figures[from].group != group)
            continue;
        if (!report->all && rows + shown > ROWS_SHOWN)
            shown = 0;
        hidden += count - shown;
        for (size_t i = 0; i < count && told < shown; i++) {
            if (i != (shown > 1 ? told * (count - 1) / (shown - 1) : 0))
                continue;
            if (rows++ == 0) {
                page_add(page, "\n");
                page_title(page, wyrm_compare_group_heading(group));
            }
            if (group == WYRM_COMPARE_TARGETS)
                print_target(stretches[i].first, page);
            else
                add_row(report, &table, &stretches[i], before);
            before = stretches[i].first->of;
            told++;
        }
    }
    if (group == WYRM_COMPARE_TARGETS || rows == 0)
        table.columns = 0; /* no rows: print no table */
    text_table_end(&table, 2);
    if (hidden > 0)
        page_addf(page, "  (%zu more: --all)\n", hidden);
}

static void print_compare(const text_compare_answer *report, text_page *page)
{
    static const char *const words[] = {[WYRM_COMPARE_HARDER] = "harder than",
                                        [WYRM_COMPARE_EASIER] = "easier than",
                                        [WYRM_COMPARE_EQUAL] = "as hard as"};
    const wyrm_comparison *found = report->comparison;
    wyrm_compare_verdict verdict = wyrm_compare_verdict_of(found);
    char text[512], only[256] = "", little[64] = "";
    size_t slight = 0;
    int used = 0;
    print_verdict(report, page);
    if (report->played == NULL)
        print_beside(report, page);
    if (found->only_a > 0)
        used = snprintf(only, sizeof only, ", %zu %s only in %.64s", found->only_a,
                        found->only_a == 1 ? "is" : "are", report->name_a);
    if (found->only_b > 0)
        snprintf(only + used, sizeof only - (size_t)used, ", %zu %s only in %.64s", found->only_b,
                 found->only_b == 1 ? "is" : "are", report->name_b);
    for (size_t i = 0; i < found->count; i++)
        slight += found->figures[i].in_a && found->figures[i].in_b && !found->figures[i].same &&
                  !differs_in_words(&found->figures[i]);
    if (slight > 0)
        snprintf(little, sizeof little, ", %zu of them by less than a millionth (--all)", slight);
    page_say(page, "Of %zu figures %zu %s the same, %zu differ%s%s.", found->count, found->same,
             found->same == 1 ? "is" : "are", found->differing, little, only);
    print_only(report, true, page);
    print_only(report, false, page);
    print_values(report, page);
    if (has_runs(report)) {
        text_table rows = text_gate_table(&report->played->gate, page);
        text_table_below(&rows, 0);
    }
    stretch *stretches = page_array(page, stretch, found->count);
    for (int g = 0; stretches && g < WYRM_COMPARE_GROUP_COUNT; g++)
        print_group(report, (wyrm_compare_group)g, stretches, page);
    if (verdict == WYRM_COMPARE_IDENTICAL)
        return;
    /* The answer again, as its first lines have left the screen by now. */
    page_addf(page, "\n%s\n",
              report->all ? "For scripts: --json" : "Every figure: --all; for scripts: --json");
    if (has_runs(report)) {
        text_compare_headline(&report->played->gate, report->name_a, report->name_b, text,
                              sizeof text);
        page_say(page, "%s.", text);
    } else if (verdict == WYRM_COMPARE_UNKNOWN) {
        page_say(page, "Which of %s and %s is harder cannot be told.", report->name_a,
                 report->name_b);
    } else {
        page_say(page, "By single fights alone, %s is %s %s.", report->name_b, words[verdict],
                 report->name_a);
    }
}

/* ---- JSON ---- */

static const char *const verdict_names[] = {
    [WYRM_COMPARE_IDENTICAL] = "identical", [WYRM_COMPARE_EQUAL] = "equal",
    [WYRM_COMPARE_HARDER] = "harder",       [WYRM_COMPARE_EASIER] = "easier",
    [WYRM_COMPARE_UNKNOWN] = "unknown",
};

static const char *headline_name(wyrm_gate_headline headline)
{
    static const char *const names[] = {
        [WYRM_GATE_SAME_RULES] = "same_rules", [WYRM_GATE_ALIKE] = "equal",
        [WYRM_GATE_HARDER] = "harder",         [WYRM_GATE_EASIER] = "easier",
        [WYRM_GATE_MIXED] = "mixed",           [WYRM_GATE_NOT_KNOWN] = "unknown",
    };
    return names[headline];
}

static void write_compare(const text_compare_answer *report, text_page *page)
{
    const wyrm_comparison *found = report->comparison;
    const wyrm_compared_cost *cost = &found->cost;
    const text_compare_played *played = has_runs(report) ? report->played : NULL;
    const wyrm_ruleset *a = wyrm_design_ruleset(report->a), *b = wyrm_design_ruleset(report->b);
    const char *by_fights = verdict_names[wyrm_compare_verdict_of(found)];
    base_json json = text_answer_begin(page, "compare", NULL);
    base_putf(&json, "a:{name:%s hash:%s} b:{name:%s hash:%s}", wyrm_ruleset_name(a),
              wyrm_ruleset_hash(a), wyrm_ruleset_name(b), wyrm_ruleset_hash(b));
    if (played) {
        base_putf(&json,
                  "verdict:%s rests_on:%s runs:{bot:%s seed:%" PRIu64 " runs:%" PRIu64
                  " paired:%i metrics:[",
                  headline_name(wyrm_gate_headline_of(&played->gate)), "runs", played->bot,
                  played->seed, played->gate.runs, played->gate.paired);
        for (size_t i = 0; i < played->gate.count; i++)
            text_put_gate_row(&json, &played->gate.rows[i]);
        base_putf(&json, "]} fights:%s", by_fights);
    } else {
        base_putf(&json, "verdict:%s rests_on:%s", by_fights, "fights");
        base_put_null(&json, "runs");
        base_put_text(&json, "fights", by_fights);
    }
    if (cost->places > 0)
        base_putf(&json,
                  "cost:{of:%s axis:%s range:[%d %d] a:%g b:%g margin:%g places:%zu harder:%zu "
                  "easier:%zu}",
                  cost->rooms ? "room" : "fight", cost->axis, cost->first, cost->last, cost->a,
                  cost->b, cost->margin, cost->places, cost->harder, cost->easier);
    else
        base_put_null(&json, "cost");
    base_putf(&json, "counts:{same:%zu differing:%zu only_a:%zu only_b:%zu} values:[", found->same,
              found->differing, found->only_a, found->only_b);
    for (size_t i = 0; i < found->value_count; i++) {
        const wyrm_compared_value *value = &found->values[i];
        base_putf(&json, "{path:%s", value->path);
        base_put_text(&json, "a", value->old_text[0] != '\0' ? value->old_text : NULL);
        base_put_text(&json, "b", value->new_text[0] != '\0' ? value->new_text : NULL);
        base_putf(&json, "}");
    }
    base_putf(&json, "] figures:[");
    for (size_t i = 0; i < found->count; i++) {
        const wyrm_compared *figure = &found->figures[i];
        if (!report->all && figure->same)
            continue;
        base_putf(&json, "{group:%s of:%s metric:%s unit:%s", wyrm_compare_group_key(figure->group),
                  figure->of, figure->metric, figure->unit);
        if (figure->axis[0] != '\0')
            base_put_whole(&json, figure->axis, figure->at);
        if (figure->where[0] != '\0')
            base_put_text(&json, "where", figure->where);
        base_putf(&json, "a:%g b:%g margin_a:%g margin_b:%g difference:%g in:%s}",
                  figure->in_a ? figure->a : (double)NAN, figure->in_b ? figure->b : (double)NAN,
                  figure->margin_a, figure->margin_b, figure->b - figure->a,
                  !figure->in_b   ? "a"
                  : !figure->in_a ? "b"
                                  : "both");
    }
    base_putf(&json, "]}");
}

void text_write_compare(const text_compare_answer *report, text_page *page)
{
    (page->json ? write_compare : print_compare)(report, page);
}

/* ---- Several bots: whom a change helps, the weak, the strong, both or neither ---- */

/* What a change does to a half of the bots, before the half's name; NULL: not known. */
static const char *const does[] = {
    [WYRM_GATE_SAME_RULES] = "makes no difference to",
    [WYRM_GATE_ALIKE] = "makes no difference to",
    [WYRM_GATE_HARDER] = "is harder for",
    [WYRM_GATE_EASIER] = "helps",
    [WYRM_GATE_MIXED] = "helps some and is harder for others of",
    [WYRM_GATE_NOT_KNOWN] = NULL,
};

static void say_whom(const text_ladder_answer *report, text_page *page)
{
    const wyrm_gate_helped *helped = &report->helped;
    const char *name = report->name_b, *weak = does[helped->weak], *strong = does[helped->strong];
    if (helped->weak == WYRM_GATE_SAME_RULES && helped->strong == helped->weak)
        page_say(page, "%s plays by the same rules as %s.", name, report->name_a);
    else if (weak == NULL && strong == NULL)
        page_say(page, "Whether %s helps the weak or the strong cannot be told yet.", name);
    else if (weak == NULL || strong == NULL)
        page_say(page, "%s %s the %s; what it does to the %s cannot be told yet.", name,
                 weak != NULL ? weak : strong, weak != NULL ? "weak" : "strong",
                 weak != NULL ? "strong" : "weak");
    else if (helped->weak == WYRM_GATE_ALIKE && helped->strong == WYRM_GATE_ALIKE)
        page_say(page, "%s helps neither the weak nor the strong: it is as hard as %s for both.",
                 name, report->name_a);
    else if (helped->weak == helped->strong)
        page_say(page, "%s %s both the weak and the strong.", name, weak);
    else
        page_say(page, "%s %s the weak and %s the strong.", name, weak, strong);
}

/* Lists the bots of a half: "diver and brawler". */
static void name_half(const text_ladder_answer *report, bool weak, base_buffer *out)
{
    size_t all = 0, told = 0;
    for (size_t i = 0; i < report->count; i++)
        all += report->helped.is_weak[i] == weak;
    for (size_t i = 0; i < report->count; i++)
        if (report->helped.is_weak[i] == weak) {
            told++;
            base_buffer_appendf(out, "%s%s",
                                told == 1     ? ""
                                : told == all ? " and "
                                              : ", ",
                                report->bots[i]);
        }
}

static void print_ladder(const text_ladder_answer *report, text_page *page)
{
    static const char *const metrics[] = {"final_depth", "win_rate"};
    static const char *const words[] = {
        [WYRM_GATE_SAME_RULES] = "same rules", [WYRM_GATE_ALIKE] = "as hard",
        [WYRM_GATE_HARDER] = "harder",         [WYRM_GATE_EASIER] = "easier",
        [WYRM_GATE_MIXED] = "mixed",           [WYRM_GATE_NOT_KNOWN] = "cannot tell",
    };
    const wyrm_gate *first = &report->gates[0];
    base_buffer names = {0};
    say_whom(report, page);
    text_table table =
        text_table_of(page, "<bot|<|>ends at\ndepth|>instead\nof|>difference|>wins|>instead\nof "
                            "wins|>difference\nof wins");
    for (size_t i = 0; i < report->count; i++) {
        const wyrm_gate *gate = &report->gates[i];
        text_table_cell(&table, report->bots[i]);
        text_table_cell(&table, words[wyrm_gate_headline_of(gate)]);
        for (size_t m = 0; m < 2; m++) {
            const wyrm_gate_row *row = wyrm_gate_row_of(gate, metrics[m]);
            text_figure figure;
            text_table_cell(&table,
                            row ? text_gate_value_text(page->style, row, true, &figure) : "");
            text_table_cell(&table,
                            row ? text_gate_value_text(page->style, row, false, &figure) : "");
            text_table_cell(&table,
                            row ? text_gate_difference_text(page->style, row, &figure) : "");
        }
    }
    text_table_below(&table, 0);
    for (size_t i = 0; i < report->count && report->every; i++) {
        text_table rows = text_gate_table(&report->gates[i], page);
        page_addf(page, "\n%s\n", report->bots[i]);
        text_table_end(&rows, 0);
    }
    page_add(page, "\n");
    base_buffer_appendf(&names, "Weak, by how far they get in %s: ", report->name_a);
    name_half(report, true, &names);
    base_buffer_append(&names, ". Strong: ");
    name_half(report, false, &names);
    page_say_buffer(page, 0, &names, ".");
    page_say(page,
             "%" PRIu64 " run%s of each bot and ruleset, seed %" PRIu64
             "%s%s. Over all bots and metrics together unchanged rules are taken for changed in no "
             "more than %.6g %% of comparisons.%s",
             first->runs, first->runs == 1 ? "" : "s", report->seed,
             first->paired ? ", compared run by run" : "",
             report->clear      ? ""
             : first->cut_short ? TEXT_CUT_SHORT
                                : "; more of them (--effort) might tell more",
             100 * first->alarm, report->every ? "" : " Every metric: --sim; for scripts: --json");
}

static void put_ladder_side(base_json *json, const char *key, const char *name,
                            const wyrm_results_facts *facts)
{
    base_putf(json, "%s:{name:%s ruleset:%s hash:%s}", key, name, facts->ruleset, facts->hash);
}

static void write_ladder(const text_ladder_answer *report, text_page *page)
{
    const wyrm_gate *first = &report->gates[0];
    base_json json = text_answer_begin(page, "ladder", NULL);
    put_ladder_side(&json, "before", report->name_a, report->before);
    put_ladder_side(&json, "after", report->name_b, report->after);
    base_putf(&json,
              "seed:%" PRIu64 " runs:%" PRIu64 " most_runs:%" PRIu64
              " clear:%i paired:%i alarm:%g weak:%s strong:%s bots:[",
              report->seed, first->runs, first->most, report->clear, first->paired, first->alarm,
              headline_name(report->helped.weak), headline_name(report->helped.strong));
    for (size_t i = 0; i < report->count; i++) {
        const wyrm_gate *gate = &report->gates[i];
        base_putf(&json, "{bot:%s weak:%i verdict:%s failed:%i metrics:[", report->bots[i],
                  report->helped.is_weak[i], headline_name(wyrm_gate_headline_of(gate)),
                  gate->failed);
        for (size_t k = 0; k < gate->count; k++)
            text_put_gate_row(&json, &gate->rows[k]);
        base_putf(&json, "]}");
    }
    base_putf(&json, "]}");
}

void text_write_ladder(const text_ladder_answer *report, text_page *page)
{
    (page->json ? write_ladder : print_ladder)(report, page);
}
