/* Several bots at once: what `wyrm sim` makes of each, side by side, and by `wyrm compare` whom a
 * change helps: the weak, the strong, both or neither. */
#include "text/internal.h"
#include <inttypes.h>
#include <stdio.h>

/* ---- Whom a change helps ---- */

/* What it does to a half, in front of its name; NULL: that cannot be told. */
static const char *const does[] = {
    [WYRM_GATE_SAME_RULES] = "makes no difference to",
    [WYRM_GATE_ALIKE] = "makes no difference to",
    [WYRM_GATE_HARDER] = "is harder for",
    [WYRM_GATE_EASIER] = "helps",
    [WYRM_GATE_MIXED] = "helps some and is harder for others of",
    [WYRM_GATE_NOT_KNOWN] = NULL,
};

static void say_whom(const wyrm_ladder_report *report, wyrm_page *page)
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

/* "diver and brawler", the bots of a half. */
static void name_half(const wyrm_ladder_report *report, bool weak, wyrm_text *out)
{
    size_t all = 0, told = 0;
    for (size_t i = 0; i < report->count; i++)
        all += report->helped.is_weak[i] == weak;
    for (size_t i = 0; i < report->count; i++)
        if (report->helped.is_weak[i] == weak) {
            told++;
            wyrm_text_appendf(out, "%s%s",
                              told == 1     ? ""
                              : told == all ? " and "
                                            : ", ",
                              report->bots[i]);
        }
}

static void print_ladder(const wyrm_ladder_report *report, wyrm_page *page)
{
    static const char *const metrics[] = {"final_depth", "win_rate"};
    static const char *const words[] = {
        [WYRM_GATE_SAME_RULES] = "same rules", [WYRM_GATE_ALIKE] = "as hard",
        [WYRM_GATE_HARDER] = "harder",         [WYRM_GATE_EASIER] = "easier",
        [WYRM_GATE_MIXED] = "mixed",           [WYRM_GATE_NOT_KNOWN] = "cannot tell",
    };
    const wyrm_gate *first = &report->gates[0];
    wyrm_text names = {0};
    say_whom(report, page);
    wyrm_table table =
        wyrm_table_of(page, "<bot|<|>ends at\ndepth|>instead\nof|>difference|>wins|>instead\nof "
                            "wins|>difference\nof wins");
    for (size_t i = 0; i < report->count; i++) {
        const wyrm_gate *gate = &report->gates[i];
        wyrm_table_cell(&table, report->bots[i]);
        wyrm_table_cell(&table, words[wyrm_gate_headline_of(gate)]);
        for (size_t m = 0; m < 2; m++) {
            const wyrm_gate_row *row = wyrm_gate_row_of(gate, metrics[m]);
            wyrm_figure figure;
            wyrm_table_cell(&table,
                            row ? wyrm_gate_value_text(page->style, row, true, &figure) : "");
            wyrm_table_cell(&table,
                            row ? wyrm_gate_value_text(page->style, row, false, &figure) : "");
            wyrm_table_cell(&table,
                            row ? wyrm_gate_difference_text(page->style, row, &figure) : "");
        }
    }
    wyrm_table_below(&table, 0);
    for (size_t i = 0; i < report->count && report->every; i++) {
        wyrm_table rows = wyrm_gate_table(&report->gates[i], page);
        wyrm_page_addf(page, "\n%s\n", report->bots[i]);
        wyrm_table_end(&rows, 0);
    }
    wyrm_page_add(page, "\n");
    wyrm_text_appendf(&names, "Weak, by how far they get in %s: ", report->name_a);
    name_half(report, true, &names);
    wyrm_text_append(&names, ". Strong: ");
    name_half(report, false, &names);
    page_tell(page, 0, &names, ".");
    page_say(page,
             "%" PRIu64 " runs of each bot and ruleset, seed %" PRIu64
             "%s%s. Over all bots and metrics together unchanged rules are taken for changed in no "
             "more than %.6g %% of comparisons.%s",
             first->runs, report->seed, first->paired ? ", compared run by run" : "",
             report->clear ? "" : "; more of them (--effort) might tell more", 100 * first->alarm,
             report->every ? "" : " Every metric: --sim; for scripts: --json");
}

static void put_ladder_side(base_json *json, const char *key, const char *name,
                            const wyrm_results_facts *facts)
{
    base_putf(json, "%s:{name:%s ruleset:%s hash:%s}", key, name, facts->ruleset, facts->hash);
}

static void write_ladder(const wyrm_ladder_report *report, wyrm_page *page)
{
    const wyrm_gate *first = &report->gates[0];
    base_json json = wyrm_answer_begin(page, "ladder", NULL);
    put_ladder_side(&json, "before", report->name_a, report->before);
    put_ladder_side(&json, "after", report->name_b, report->after);
    base_putf(&json,
              "seed:%" PRIu64 " runs:%" PRIu64 " most_runs:%" PRIu64
              " clear:%i paired:%i alarm:%g weak:%s strong:%s bots:[",
              report->seed, first->runs, first->most, report->clear, first->paired, first->alarm,
              wyrm_gate_headline_name(report->helped.weak),
              wyrm_gate_headline_name(report->helped.strong));
    for (size_t i = 0; i < report->count; i++) {
        const wyrm_gate *gate = &report->gates[i];
        base_putf(&json, "{bot:%s weak:%i verdict:%s failed:%i metrics:[", report->bots[i],
                  report->helped.is_weak[i], wyrm_gate_headline_name(wyrm_gate_headline_of(gate)),
                  gate->failed);
        for (size_t k = 0; k < gate->count; k++)
            wyrm_put_gate_row(&json, &gate->rows[k]);
        base_putf(&json, "]}");
    }
    base_putf(&json, "]}");
}

void wyrm_report_ladder(const wyrm_ladder_report *report, wyrm_page *page)
{
    (page->json ? write_ladder : print_ladder)(report, page);
}
