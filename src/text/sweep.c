/* `wyrm sweep`: where each figure is greatest and least, a row a variant, and what each has more
 * than the base.
 *
 * Of many variants few sentences can be said that hold: where a figure is greatest, where
 * least, and which others cannot be told from that. So extremes come with all that overlap
 * them. Figures that no variant changes are named once and take no column, which leaves room
 * for those that do. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <wyrm/change.h>
#include "text/internal.h"

enum {
    GOALS_SAID = 12, /* figures with a sentence of their own */
    FLAT_SAID = 5,
    KEYS_SAID = 200, /* letters of all values of a key */
    GOALS_SHOWN = WYRM_TABLE_COLUMNS - 1,
};

/* The values of a variant: "20 explorer". */
static void name_variant(const wyrm_sweep *of, size_t row, char *out, size_t size)
{
    size_t length = 0;
    out[0] = '\0';
    for (size_t k = 0; k < of->key_count && length < size; k++)
        length += (size_t)snprintf(out + length, size - length, "%s%.80s", k > 0 ? " " : "",
                                   of->keys[k].values[wyrm_sweep_value(of, row, k)]);
}

/* What they are of: "monsters.orc.hp, bot". */
static void name_keys(const wyrm_sweep *of, char *out, size_t size)
{
    size_t length = 0;
    out[0] = '\0';
    for (size_t k = 0; k < of->key_count && length < size; k++)
        length += (size_t)snprintf(out + length, size - length, "%s%.80s", k > 0 ? ", " : "",
                                   of->keys[k].key);
}

static const char *name_of(const wyrm_sweep_goal *goal)
{
    return goal->target != NULL ? goal->target : goal->metric;
}

void text_swept_goal(const wyrm_sweep_goal *goal, char out[200])
{
    snprintf(out, 200, goal->where[0] != '\0' ? "%.60s (%.100s)" : "%.60s", name_of(goal),
             goal->where);
}

/* Those that some variant changes; where none does, all, as an empty table would say less. */
size_t text_swept_shown(const wyrm_sweep *of, size_t *goals, size_t most)
{
    size_t count = 0, flat = 0;
    for (size_t g = 0; g < of->goal_count; g++)
        flat += of->goals[g].flat;
    for (size_t g = 0; g < of->goal_count && count < most; g++)
        if (!of->goals[g].flat || flat == of->goal_count)
            goals[count++] = g;
    return count;
}

/* What is not shown. */
static void say_flat(const wyrm_sweep *of, size_t shown, wyrm_page *page)
{
    size_t flat = 0, said = 0;
    wyrm_text line = {0};
    for (size_t g = 0; g < of->goal_count; g++)
        flat += of->goals[g].flat;
    if (flat > 0 && flat < of->goal_count) {
        wyrm_text_appendf(&line, "The same with all of them: ");
        for (size_t g = 0; g < of->goal_count && said < FLAT_SAID; g++) {
            char text[200];
            text_swept_goal(&of->goals[g], text);
            if (of->goals[g].flat)
                wyrm_text_appendf(&line, "%s%s", said++ > 0 ? ", " : "", text);
        }
        if (flat > said)
            wyrm_text_appendf(&line, " and %zu more", flat - said);
        page_tell(page, 2, &line, ".");
    }
    flat = flat == of->goal_count ? 0 : flat;
    if (of->goal_count - flat > shown)
        page_say(page, "And %zu more figures (--json has all).", of->goal_count - flat - shown);
}

static void say_keys(const wyrm_sweep *of, wyrm_page *page)
{
    wyrm_text line = {0};
    wyrm_text_appendf(&line, "%zu variants: ", of->count);
    for (size_t k = 0; k < of->key_count; k++) {
        const wyrm_sweep_key *key = &of->keys[k];
        const size_t before = line.length;
        wyrm_text_appendf(&line, "%s%s ", k > 0 ? "; " : "", key->key);
        for (size_t i = 0; i < key->count; i++) {
            /* A long list is cut in its middle: where it ends is worth more than what lies
             * between. */
            if (i > 0 && i + 1 < key->count && line.length - before > KEYS_SAID)
                i = key->count - 1, wyrm_text_append(&line, ", ...");
            wyrm_text_appendf(&line, "%s%s", i > 0 ? ", " : "", key->values[i]);
        }
        if (key->now != NULL && strcmp(key->now, key->values[key->base]) != 0)
            wyrm_text_appendf(&line, " (%.80s stands there)", key->now);
    }
    page_tell(page, 2, &line, ".");
    if (of->done < of->count)
        page_say(page, "%zu of them are told: %s.", of->done,
                 of->stopped ? "the others were not made any more" : "the others are not here");
}

/* Where a goal is greatest, or with -1 least. The least is the greatest of all with the other sign,
 * intervals turned round. */
static wyrm_greatest extreme_of(const wyrm_sweep *of, size_t goal, const char *const *names,
                                wyrm_estimate *figures, double sign, const wyrm_page *page)
{
    for (size_t row = 0; row < of->count; row++) {
        const wyrm_sweep_figure *list = of->rows[row].figures;
        figures[row] = (wyrm_estimate){.value = (double)NAN};
        if (list == NULL)
            continue;
        const wyrm_estimate *from = &list[goal].value;
        const wyrm_interval turned = {-from->ci95.high, -from->ci95.low};
        figures[row] =
            (wyrm_estimate){sign * from->value, from->sampled, sign > 0 ? from->ci95 : turned};
    }
    return wyrm_find_greatest(page->style, &(wyrm_ranking){.count = of->count,
                                                           .figures = figures,
                                                           .names = names,
                                                           .shares = of->goals[goal].is_share,
                                                           .zeros = sign < 0});
}

static const char *figure_text(const wyrm_sweep *of, size_t row, size_t goal, const wyrm_page *page,
                               wyrm_figure *out)
{
    const wyrm_estimate *value = &of->rows[row].figures[goal].value;
    return of->goals[goal].is_share ? wyrm_figure_estimated_share(page->style, value, out)
                                    : wyrm_figure_estimate(page->style, value, out);
}

typedef struct printing {
    const wyrm_sweep *of;
    wyrm_page *page;
} printing;

/* Of a single known variant there is nothing to be compared. */
static void say_extremes(base_arena *arena, void *context)
{
    const printing *to = context;
    const wyrm_sweep *of = to->of;
    wyrm_estimate *figures = base_array(arena, wyrm_estimate, of->count);
    const char **names = base_array(arena, const char *, of->count);
    char text[200];
    wyrm_figure figure;
    for (size_t row = 0; row < of->count; row++) {
        name_variant(of, row, text, sizeof text);
        names[row] = base_copy(arena, text);
    }
    size_t shown[GOALS_SAID];
    const size_t count = text_swept_shown(of, shown, GOALS_SAID);
    for (size_t i = 0; i < count; i++) {
        const size_t g = shown[i];
        const wyrm_greatest most = extreme_of(of, g, names, figures, 1, to->page);
        size_t known = 0;
        for (size_t row = 0; row < of->count; row++)
            known += !isnan(figures[row].value);
        if (most.count == 0 || known < 2)
            continue;
        const wyrm_greatest least = extreme_of(of, g, names, figures, -1, to->page);
        wyrm_text line = {0};
        text_swept_goal(&of->goals[g], text);
        wyrm_text_appendf(&line, "%s is ", text);
        if (most.count >= known)
            wyrm_text_appendf(&line, "%s with all of them, alike", most.value);
        else
            wyrm_text_appendf(&line, "greatest with %s: %s; least with %s: %s", most.where,
                              most.value, least.where,
                              figure_text(of, least.first, g, to->page, &figure));
        page_tell(to->page, 2, &line, ".");
    }
    say_flat(of, count, to->page);
}

/* The rows with their figures, or with what they have more than the base. The base has nothing more
 * than itself; a verdict stands beside what does not pass. */
static void print_rows(const wyrm_sweep *of, bool more, wyrm_page *page)
{
    size_t shown[GOALS_SHOWN];
    const size_t goals = text_swept_shown(of, shown, GOALS_SHOWN);
    wyrm_table table = wyrm_table_of(page, "");
    char text[300];
    name_keys(of, text, sizeof text);
    char headings[WYRM_TABLE_COLUMNS][200];
    wyrm_table_column(&table, WYRM_LEFT, text);
    for (size_t i = 0; i < goals; i++) {
        const wyrm_sweep_goal *goal = &of->goals[shown[i]];
        snprintf(headings[i], sizeof headings[i], "%.60s%s%.60s%s", name_of(goal),
                 goal->where[0] != '\0' || (more && goal->is_share) ? "\n" : "", goal->where,
                 more && goal->is_share ? goal->where[0] != '\0' ? ", points" : "points" : "");
        wyrm_table_column(&table, WYRM_RIGHT, headings[i]);
    }
    for (size_t row = 0; row < of->count; row++) {
        const wyrm_sweep_figure *figures = of->rows[row].figures;
        if (!of->rows[row].done || (more && row == of->base))
            continue;
        name_variant(of, row, text, sizeof text);
        wyrm_table_cell(&table, text);
        for (size_t i = 0; i < goals; i++) {
            const size_t g = shown[i];
            wyrm_figure figure;
            if (figures == NULL)
                wyrm_table_cell(&table, "-");
            else if (more)
                wyrm_table_cell(&table, wyrm_figure_more(page->style, &figures[g].more,
                                                         of->goals[g].is_share, &figure));
            else
                wyrm_table_cellf(
                    &table, "%s%s%s", figure_text(of, row, g, page, &figure),
                    figures[g].verdict != WYRM_PASS ? " " : "",
                    figures[g].verdict != WYRM_PASS ? wyrm_verdict_name(figures[g].verdict) : "");
        }
    }
    wyrm_table_end(&table, 2);
}

/* From the last to the first, which is the one that is shown. */
static void say_refused(const wyrm_sweep *of, wyrm_page *page)
{
    size_t count = 0, first = 0;
    char text[200];
    for (size_t row = of->count; row-- > 0;)
        if (of->rows[row].refused != NULL) {
            count++;
            first = row;
        }
    if (count == 0)
        return;
    name_variant(of, first, text, sizeof text);
    page_say(page, "%zu variant%s no ruleset; with %s %s", count, count == 1 ? " makes" : "s make",
             text, of->rows[first].refused);
}

static void say_how(const wyrm_sweep *of, wyrm_page *page)
{
    bool sampled = false;
    for (size_t row = 0; row < of->count; row++)
        for (size_t g = 0; g < of->goal_count && of->rows[row].figures != NULL; g++)
            sampled = sampled || of->rows[row].figures[g].value.sampled;
    wyrm_page_add(page, "\n");
    if (!sampled)
        page_say(page, "All of it is exact: nobody has played.");
    else if (of->games > 0)
        page_say(page,
                 "%" PRIu64 " games of each variant, on the same luck in all of them; intervals of "
                 "95 %%, of which one in twenty misses what it is about.",
                 of->games);
    else
        page_say(page, "Samples are of the same luck in all variants; intervals of 95 %%.");
}

/* ---- for scripts ---- */

static void put_row(base_json *json, const wyrm_sweep *of, size_t index)
{
    const wyrm_sweep_row *row = &of->rows[index];
    base_putf(json, "{variant:%" PRIu64 " values:[", (uint64_t)index);
    for (size_t k = 0; k < of->key_count; k++)
        base_put_text(json, NULL, of->keys[k].values[wyrm_sweep_value(of, index, k)]);
    base_putf(json, "] refused:%s figures:[", row->refused);
    for (size_t g = 0; g < of->goal_count && row->figures != NULL; g++) {
        const wyrm_sweep_figure *figure = &row->figures[g];
        base_putf(json, "{value:%g", figure->value.value);
        wyrm_put_ci95(json, "ci95", &figure->value);
        base_putf(json, "more:%g", figure->more.value);
        wyrm_put_ci95(json, "more_ci95", &figure->more);
        base_putf(json, "games:%" PRIu64 " why:%s", figure->games, figure->why);
        base_put_text(json, "verdict", of->targets ? wyrm_verdict_name(figure->verdict) : NULL);
        base_put_end(json);
    }
    base_putf(json, "]}");
}

static void write_sweep(const wyrm_sweep_report *report, wyrm_page *page)
{
    const wyrm_sweep *of = report->sweep;
    base_json json = wyrm_answer_begin(page, "sweep", wyrm_design_ruleset(report->design));
    base_putf(&json,
              "seed:%" PRIu64 " games:%" PRIu64 " variants:%" PRIu64 " base:%" PRIu64 " over:[",
              of->seed, of->games, (uint64_t)of->count, (uint64_t)of->base);
    for (size_t k = 0; k < of->key_count; k++) {
        const wyrm_sweep_key *key = &of->keys[k];
        base_putf(&json, "{key:%s now:%s values:[", key->key, key->now);
        for (size_t i = 0; i < key->count; i++)
            base_put_text(&json, NULL, key->values[i]);
        base_putf(&json, "]}");
    }
    base_putf(&json, "] goals:[");
    for (size_t g = 0; g < of->goal_count; g++) {
        const wyrm_sweep_goal *goal = &of->goals[g];
        base_putf(&json, "{target:%s metric:%s unit:%s where:%s bot:%s}", goal->target,
                  goal->metric, goal->unit, goal->where, goal->bot);
    }
    base_putf(&json, "] rows:[");
    for (size_t row = 0; row < of->count; row++)
        if (of->rows[row].done)
            put_row(&json, of, row);
    base_putf(&json, "]");
    base_put_end(&json);
}

void wyrm_report_sweep(const wyrm_sweep_report *report, wyrm_page *page)
{
    const wyrm_sweep *of = report->sweep;
    printing to = {of, page};
    char text[200];
    if (page->json) {
        write_sweep(report, page);
        return;
    }
    say_keys(of, page);
    wyrm_page_needs(page, base_do(say_extremes, &to, &page->error));
    wyrm_page_add(page, "\n");
    print_rows(of, false, page);
    size_t first;
    if (text_swept_shown(of, &first, 1) > 0 && !of->goals[first].flat &&
        of->done > of->rows[of->base].done) {
        name_variant(of, of->base, text, sizeof text);
        wyrm_page_add(page, "\n");
        page_say(page, "More than with %s:", text);
        print_rows(of, true, page);
    }
    say_refused(of, page);
    say_how(of, page);
}

/* ---- for spreadsheets ---- */

/* Quotes as in RFC 4180: around what has a comma or a quote, and quotes inside doubled. */
static void add_field(wyrm_page *page, const char *text)
{
    char quoted[2 * WYRM_CHANGE_TEXT_MAX + 3], *at = quoted;
    if (strpbrk(text, ",\"") == NULL) {
        wyrm_page_add(page, text);
        return;
    }
    *at++ = '"';
    for (; *text != '\0' && at < quoted + sizeof quoted - 4; *at++ = *text++)
        if (*text == '"')
            *at++ = '"';
    memcpy(at, "\"", 2);
    wyrm_page_add(page, quoted);
}

/* Three fields; empty is what is not known, and the interval of what is exact. */
static void add_numbers(wyrm_page *page, const wyrm_estimate *of)
{
    if (isnan(of->value))
        wyrm_page_add(page, ",,,");
    else if (!of->sampled)
        wyrm_page_addf(page, ",%.9g,,", of->value);
    else
        wyrm_page_addf(page, ",%.9g,%.9g,%.9g", of->value, of->ci95.low, of->ci95.high);
}

/* Six columns a goal: the figure and what it is more than that of the base, each with its
 * interval. */
void wyrm_report_sweep_csv(const wyrm_sweep_report *report, wyrm_page *page)
{
    static const char *const of_goal[] = {"", " low", " high", " more", " more low", " more high"};
    static const wyrm_estimate unknown = {.value = (double)NAN};
    const wyrm_sweep *of = report->sweep;
    char goal[200], heading[220];
    for (size_t k = 0; k < of->key_count; k++) {
        wyrm_page_add(page, k > 0 ? "," : "");
        add_field(page, of->keys[k].key);
    }
    for (size_t i = 0; i < 6 * of->goal_count; i++) {
        text_swept_goal(&of->goals[i / 6], goal);
        snprintf(heading, sizeof heading, "%s%s", goal, of_goal[i % 6]);
        wyrm_page_add(page, ",");
        add_field(page, heading);
    }
    wyrm_page_add(page, "\n");
    for (size_t row = 0; row < of->count; row++) {
        const wyrm_sweep_figure *figures = of->rows[row].figures;
        for (size_t k = 0; k < of->key_count && of->rows[row].done; k++) {
            wyrm_page_add(page, k > 0 ? "," : "");
            add_field(page, of->keys[k].values[wyrm_sweep_value(of, row, k)]);
        }
        for (size_t g = 0; g < of->goal_count && of->rows[row].done; g++) {
            add_numbers(page, figures != NULL ? &figures[g].value : &unknown);
            add_numbers(page, figures != NULL ? &figures[g].more : &unknown);
        }
        wyrm_page_add(page, of->rows[row].done ? "\n" : "");
    }
}
