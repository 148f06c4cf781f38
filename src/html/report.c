/* The report as a page of HTML, and for scripts.
 *
 * The answer comes first, then findings, then what differs where two sides are compared, then the
 * pictures by subject, then dead content and what was run. The JSON has the same verdicts and
 * pictures.
 */
#include "html/internal.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "metrics/findings.h"
#include "text/internal.h"

/* Dead content: what a ruleset describes and nobody ever meets, finds or uses. */

/* What is dead about it: key for scripts, what it is of, words. */
/* clang-format off */
#define WYRM_DEAD_ROWS(row)                                                                        \
    row(WYRM_DEAD_ABSENT, "monster_never_comes", "Monsters that no room can bring")                \
    row(WYRM_DEAD_UNMET, "monster_never_met", "Monsters that nobody met")                          \
    row(WYRM_DEAD_UNFINDABLE, "item_never_comes", "Items that no room can bring")                  \
    row(WYRM_DEAD_UNSEEN, "item_never_lay", "Items that lay on no map that was entered")           \
    row(WYRM_DEAD_UNTAKEN, "item_never_found", "Items that were never picked up")                  \
    row(WYRM_DEAD_UNUSED, "item_never_used", "Items that were found and never used")
/* clang-format on */

typedef enum wyrm_death {
#define WYRM_DEAD_ENUM(name, key, words) name,
    WYRM_DEAD_ROWS(WYRM_DEAD_ENUM)
#undef WYRM_DEAD_ENUM
        WYRM_DEAD_COUNT
} wyrm_death;

typedef struct wyrm_dead_thing {
    wyrm_death death;
    const char *name, *title; /* live as long as the ruleset */
} wyrm_dead_thing;

typedef struct wyrm_dead {
    uint64_t runs;          /* of all bots together */
    size_t monsters, items; /* of the ruleset */
    size_t count;
    wyrm_dead_thing *things; /* owned; by death, then in the order of the ruleset */
} wyrm_dead;

static const char *grouped(uint64_t number, char text[32]);

/* Dead content: by the exact tables of the ruleset, and by what all bots met and found. */

static const struct {
    const char *key, *words;
} rows[WYRM_DEAD_COUNT] = {
#define WYRM_DEAD_ROW(name, key, words) [name] = {key, words},
    WYRM_DEAD_ROWS(WYRM_DEAD_ROW)
#undef WYRM_DEAD_ROW
};

static const char *dead_key(wyrm_death death)
{
    return rows[death].key;
}

static const char *dead_words(wyrm_death death)
{
    return rows[death].words;
}

static size_t dead_count(const wyrm_dead *dead, wyrm_death death)
{
    size_t count = 0;
    for (size_t i = 0; i < dead->count; i++)
        count += dead->things[i].death == death;
    return count;
}

static void dead_release(wyrm_dead *dead)
{
    wyrm_free(dead->things);
    *dead = (wyrm_dead){0};
}

/* False where it is alive. */
static bool monster_death(const wyrm_dossier_side *side, const judge_presence *presence,
                          size_t index, wyrm_death *out)
{
    for (size_t i = 0; i < side->bot_count; i++)
        if (side->bots[i].summary->monsters[index].met > 0)
            return false;
    *out =
        presence->knows_monsters && !presence->monsters[index] ? WYRM_DEAD_ABSENT : WYRM_DEAD_UNMET;
    return true;
}

static bool item_death(const wyrm_dossier_side *side, const judge_presence *presence, size_t index,
                       wyrm_death *out)
{
    uint64_t lain = 0, found = 0, used = 0;
    for (size_t i = 0; i < side->bot_count; i++) {
        const wyrm_summary *summary = side->bots[i].summary;
        lain += summary->items[index].lain;
        found += summary->items[index].found;
        used += summary->items[index].used;
    }
    bool absent = presence->knows_items && !presence->items[index];
    *out = lain == 0    ? absent ? WYRM_DEAD_UNFINDABLE : WYRM_DEAD_UNSEEN
           : found == 0 ? WYRM_DEAD_UNTAKEN
                        : WYRM_DEAD_UNUSED;
    return used == 0;
}

static void add_all(const wyrm_dossier_side *side, const judge_presence *presence,
                    wyrm_death wanted, wyrm_dead *out)
{
    const wyrm_roster *roster = wyrm_design_roster(side->design);
    const wyrm_item_kind *kinds;
    wyrm_loot_kinds(wyrm_design_loot(side->design), &kinds);
    wyrm_death death;
    for (size_t i = 0; i < out->monsters; i++) {
        const wyrm_monster *monster = wyrm_roster_monster(roster, i);
        if (monster_death(side, presence, i, &death) && death == wanted)
            out->things[out->count++] = (wyrm_dead_thing){death, monster->name, monster->title};
    }
    for (size_t i = 0; i < out->items; i++)
        if (item_death(side, presence, i, &death) && death == wanted)
            out->things[out->count++] = (wyrm_dead_thing){death, kinds[i].name, kinds[i].title};
}

/* Of the first side; *out is to be released in every case. WYRM_ERROR_MEMORY: out of memory */
static wyrm_status dead_find(const wyrm_dossier *dossier, wyrm_dead *out, wyrm_error *error)
{
    const wyrm_dossier_side *side = &dossier->sides[0];
    const wyrm_item_kind *kinds;
    judge_presence presence;
    *out = (wyrm_dead){
        .monsters = wyrm_roster_count(wyrm_design_roster(side->design)),
        .items = wyrm_loot_kinds(wyrm_design_loot(side->design), &kinds),
    };
    for (size_t i = 0; i < side->bot_count; i++)
        out->runs += side->bots[i].summary->runs;
    out->things = base_zeroed(out->monsters + out->items + 1, sizeof *out->things);
    if (out->things == NULL)
        return wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory");
    wyrm_status status = wyrm_judge_presence_find(side->design, &presence, error);
    for (int death = 0; death < WYRM_DEAD_COUNT && status == WYRM_OK; death++)
        add_all(side, &presence, (wyrm_death)death, out);
    wyrm_judge_presence_release(&presence);
    return status;
}

/* The section of dead content. */

static void add_row(const wyrm_dead *dead, wyrm_death death, wyrm_page *page)
{
    size_t count = dead_count(dead, death);
    const char *comma = "";
    if (count == 0)
        return;
    wyrm_page_addf(page, "<dt>%s (%zu)</dt><dd>", dead_words(death), count);
    for (size_t i = 0; i < dead->count; i++) {
        if (dead->things[i].death != death)
            continue;
        wyrm_page_add(page, comma);
        wyrm_html_foreign(page, dead->things[i].title);
        comma = ", ";
    }
    wyrm_page_add(page, "</dd>\n");
}

static wyrm_status html_dead(const wyrm_dossier *dossier, wyrm_page *page, wyrm_error *error)
{
    wyrm_dead dead;
    char number[32];
    wyrm_status status = dead_find(dossier, &dead, error);
    if (status == WYRM_OK) {
        size_t monsters = dead_count(&dead, WYRM_DEAD_ABSENT) + dead_count(&dead, WYRM_DEAD_UNMET);
        wyrm_html_section_begin(page, "dead", "Dead content");
        wyrm_page_addf(page,
                       "<p>In %s runs of all bots together %zu of %zu monsters were never met, "
                       "and %zu of %zu kinds of items never used. What cannot come by the tables "
                       "of the ruleset is told apart from what only nobody got to.</p>\n",
                       grouped(dead.runs, number), monsters, dead.monsters, dead.count - monsters,
                       dead.items);
        if (dead.count > 0) {
            wyrm_page_add(page, "<dl class=\"facts\">\n");
            for (int death = 0; death < WYRM_DEAD_COUNT; death++)
                add_row(&dead, (wyrm_death)death, page);
            wyrm_page_add(page, "</dl>\n");
        }
        wyrm_html_section_end(page);
    }
    dead_release(&dead);
    return status;
}

/* The section on what two sides differ in. */

#define VALUES_SHOWN 60

static void add_words(wyrm_page *page, const char *style, const char *text)
{
    wyrm_page_addf(page, "<p%s>", style);
    wyrm_html_prose(page, text);
    wyrm_page_add(page, "</p>\n");
}

static void head_cell(wyrm_page *page, bool text, const char *word)
{
    wyrm_page_addf(page, "<th scope=\"col\"%s>", text ? " class=\"text\"" : "");
    wyrm_html_foreign(page, word);
    wyrm_page_add(page, "</th>");
}

/* What a file says: a table of depths may be long, and breaks. */
static void value_cell(wyrm_page *page, const char *text)
{
    wyrm_page_add(page, "<td class=\"value\">");
    wyrm_html_text(page, text);
    wyrm_page_add(page, "</td>");
}

static void cell(wyrm_page *page, const char *text)
{
    wyrm_page_add(page, "<td>");
    wyrm_html_text(page, text);
    wyrm_page_add(page, "</td>");
}

/* What the files say; targets are what is wanted, and no rule. */
static void add_values(const wyrm_dossier *dossier, wyrm_page *page)
{
    const wyrm_comparison *found = dossier->difference.exact;
    size_t shown = 0, hidden = 0;
    for (size_t i = 0; i < found->value_count; i++) {
        const wyrm_compared_value *value = &found->values[i];
        char text[WYRM_COMPARE_VALUE];
        if (strncmp(value->path, "targets.", 8) == 0 || shown == VALUES_SHOWN) {
            hidden++;
            continue;
        }
        if (shown++ == 0) {
            wyrm_html_table_begin(page, "what the files say differently");
            wyrm_page_add(page, "<table>\n<caption>What the files say differently</caption>\n"
                                "<thead>\n<tr>");
            head_cell(page, true, "value");
            head_cell(page, false, dossier->sides[1].name);
            head_cell(page, false, dossier->sides[0].name);
            wyrm_page_add(page, "</tr>\n</thead>\n<tbody>\n");
        }
        wyrm_page_add(page, "<tr><th scope=\"row\" class=\"text\"><code>");
        wyrm_html_path(page, value->path);
        wyrm_page_add(page, "</code></th>");
        wyrm_compare_cut(value->old_text, text);
        value_cell(page, text);
        wyrm_compare_cut(value->new_text, text);
        value_cell(page, text);
        wyrm_page_add(page, "</tr>\n");
    }
    if (shown > 0) {
        wyrm_page_add(page, "</tbody>\n</table>\n");
        wyrm_html_table_end(page);
    }
    if (hidden > 0)
        wyrm_page_addf(page, "<p class=\"quiet\">%zu more, targets included.</p>\n", hidden);
}

static void add_rows(const wyrm_dossier *dossier, wyrm_page *page)
{
    const wyrm_gate *gate = &dossier->difference.runs;
    wyrm_html_table_begin(page, "differences of the runs");
    wyrm_page_addf(page, "<table>\n<caption>%s of the runs</caption>\n<thead>\n<tr>",
                   gate->paired ? "Paired differences" : "Differences");
    head_cell(page, true, "metric");
    head_cell(page, false, dossier->sides[1].name);
    head_cell(page, false, dossier->sides[0].name);
    head_cell(page, false, "difference");
    head_cell(page, false, "p (Holm)");
    head_cell(page, false, "answer");
    wyrm_page_add(page, "</tr>\n</thead>\n<tbody>\n");
    for (size_t i = 0; i < gate->count; i++) {
        const wyrm_gate_row *row = &gate->rows[i];
        wyrm_figure figure;
        char p[24];
        wyrm_page_add(page, "<tr><th scope=\"row\" class=\"text\">");
        wyrm_html_text(page, row->metric);
        wyrm_page_add(page, "</th>");
        cell(page, wyrm_gate_value_text(page->style, row, false, &figure));
        cell(page, wyrm_gate_value_text(page->style, row, true, &figure));
        cell(page, wyrm_gate_difference_text(page->style, row, &figure));
        snprintf(p, sizeof p, row->p < 0.0001 ? "<0.0001" : "%.2g", row->p);
        cell(page, p);
        cell(page, wyrm_gate_answer_word(row->answer));
        wyrm_page_add(page, "</tr>\n");
    }
    wyrm_page_add(page, "</tbody>\n</table>\n");
    wyrm_html_table_end(page);
}

static void html_difference(const wyrm_dossier *dossier, wyrm_page *page)
{
    const wyrm_dossier_side *now = &dossier->sides[0], *other = &dossier->sides[1];
    const wyrm_gate *gate = &dossier->difference.runs;
    const wyrm_dossier_bot *bot = wyrm_dossier_usual(now), *old = wyrm_dossier_usual(other);
    const wyrm_compare_report exact = {.a = other->design,
                                       .b = now->design,
                                       .name_a = other->name,
                                       .name_b = now->name,
                                       .comparison = dossier->difference.exact};
    char text[4096];
    wyrm_html_section_begin(page, "changes", "What has changed");
    wyrm_compare_words(&exact, page->style,
                       text + snprintf(text, sizeof text, "By single fights alone, "),
                       sizeof text / 2);
    add_words(page, "", text);
    add_values(dossier, page);
    wyrm_gate_words(gate, text, sizeof text);
    add_words(page, "", text);
    add_rows(dossier, page);
    snprintf(text, sizeof text,
             "%llu runs of the %s against %llu, %s. Differences are of %.200s less %.200s. Where "
             "nothing has changed, such a table shows a change %.3g %% of the time at most.",
             (unsigned long long)bot->summary->runs, bot->name,
             (unsigned long long)old->summary->runs,
             gate->paired ? "paired run by run: both had the same luck" : "as independent samples",
             now->name, other->name, 100.0 * gate->alarm);
    add_words(page, " class=\"quiet\"", text);
    const wyrm_picture *picture = wyrm_dossier_find(dossier, "difference");
    if (picture != NULL && picture->command_count > 0) {
        wyrm_page_add(page, "<p class=\"how\"><span>These numbers:</span> ");
        wyrm_html_command(page, picture->commands[0]);
        wyrm_page_add(page, "</p>\n");
    }
    wyrm_html_section_end(page);
}

/* What was run, what makes it again, and runs to be watched. */

/* "2,000" */
static const char *grouped(uint64_t number, char text[32])
{
    char digits[24];
    int length = snprintf(digits, sizeof digits, "%" PRIu64, number), used = 0;
    for (int i = 0; i < length; i++) {
        text[used++] = digits[i];
        if (i + 1 < length && (length - i - 1) % 3 == 0)
            text[used++] = ',';
    }
    text[used] = '\0';
    return text;
}

/* Names, in the order of the ladder: "diver, brawler and tactician". `but`: who is left out; NULL:
 * nobody. */
static void names_words(const wyrm_dossier_side *side, const wyrm_dossier_bot *but, char *text,
                        size_t size)
{
    size_t left = side->bot_count - (but != NULL);
    int used = 0;
    text[0] = '\0';
    for (size_t i = 0; i < side->bot_count; i++) {
        if (&side->bots[i] == but)
            continue;
        left--;
        used += snprintf(text + used, size - (size_t)used, "%s%s%s",
                         used > 0 && left == 0 ? " and " : "", side->bots[i].name,
                         left > 1 ? ", " : "");
    }
}

/* "explorer: 400 runs; diver and brawler: 100 each" */
static void bots_words(const wyrm_dossier_side *side, char *text, size_t size)
{
    const wyrm_dossier_bot *usual = wyrm_dossier_usual(side), *first = &side->bots[0];
    char names[200], number[32], others[32];
    bool alike = first->summary->runs == usual->summary->runs;
    names_words(side, alike ? NULL : usual, names, sizeof names);
    grouped(usual->summary->runs, number);
    grouped(first->summary->runs, others);
    if (alike)
        snprintf(text, size, "%s: %s runs%s", names, number, side->bot_count > 1 ? " each" : "");
    else
        snprintf(text, size, "%s: %s runs; %s: %s each", usual->name, number, names, others);
}

/* What makes the report again; "" where it would not fit. */
static void report_command(const wyrm_dossier *dossier, char *text, size_t size)
{
    const wyrm_dossier_side *now = &dossier->sides[0], *other = &dossier->sides[1];
    const char *one = now->source.results != NULL ? now->file : now->shell;
    const char *two = dossier->side_count < 2         ? ""
                      : other->source.results != NULL ? other->file
                                                      : other->shell;
    char runs[40] = ""; /* the defaults are not the same for all bots */
    if (dossier->options.runs > 0)
        snprintf(runs, sizeof runs, " --runs %" PRIu64, dossier->options.runs);
    int used = snprintf(text, size, "wyrm report %s", one);
    if (now->source.results == NULL && (two[0] == '\0' || other->source.results == NULL))
        used += snprintf(text + used, size - (size_t)used, "%s --seed %" PRIu64, runs,
                         dossier->options.seed);
    if (dossier->side_count > 1)
        used += snprintf(text + used, size - (size_t)used, " --compare %s", two);
    if (one[0] == '\0' || (dossier->side_count > 1 && two[0] == '\0') || (size_t)used >= size)
        text[0] = '\0';
}

static void fact(wyrm_page *page, const char *what, const char *text)
{
    wyrm_page_addf(page, "<dt>%s</dt><dd>", what);
    wyrm_html_foreign(page, text);
    wyrm_page_add(page, "</dd>\n");
}

static void fact_side(const wyrm_dossier_side *side, bool second, wyrm_page *page)
{
    const wyrm_ruleset *ruleset = wyrm_design_ruleset(side->design);
    char text[1024];
    snprintf(text, sizeof text, "%.300s (%.60s, hash %s)", wyrm_ruleset_title(ruleset),
             wyrm_ruleset_name(ruleset), wyrm_ruleset_hash(ruleset));
    fact(page, second ? "Compared with" : "Ruleset", text);
    if (side->source.results != NULL) {
        const wyrm_results_facts *facts = wyrm_results_facts_of(side->source.results);
        snprintf(text, sizeof text, "%.300s, of %.300s (hash %s) by version %s", side->name,
                 facts->source, facts->hash, facts->version);
        fact(page, "Runs from", text);
    }
    bots_words(side, text, sizeof text);
    fact(page, "Bots", text);
}

/* What a report has no picture of where a ruleset has nothing of the kind. */
static const struct {
    const char *pictures[2]; /* any of them is enough */
    const char *words;
} missing[] = {
    {{"budgets", "truth"},
     "threat against its budgets and against the fight: there are no budgets of threat"},
    {{"pity", NULL}, "pity and droughts: nothing makes up for bad luck"},
    {{"loot", "loot-depth"}, "what a room holds: items are not drawn room by room out of tables"},
    {{"ends", NULL}, "where the dungeon ends: always at the same depth"},
    {{"monsters", "monster-levels"}, "who lives where: monsters come by no table of depths"},
    {{"difficulty", NULL}, "how hard a depth is: there is neither a tracker nor a table"},
    {{"duels", NULL}, "who wins: no monster comes by level or depth"},
    {{"gear-attack", NULL}, "what gear does: nothing to wear or to wield lies about"},
    {{"experience", NULL}, "experience: killing brings none"},
    {{"items", NULL}, "items found and used: none lies about"},
    {{"armour", NULL}, "what armour is worth: no number of a defender lowers a hit"},
};

/* A row on them: an empty picture would not say why it is. */
static void fact_missing(const wyrm_dossier *dossier, wyrm_page *page)
{
    char text[1200];
    int used = 0;
    for (size_t i = 0; i < sizeof missing / sizeof *missing; i++) {
        const char *const *ids = missing[i].pictures;
        if (wyrm_dossier_find(dossier, ids[0]) != NULL ||
            (ids[1] != NULL && wyrm_dossier_find(dossier, ids[1]) != NULL))
            continue;
        used += snprintf(text + used, sizeof text - (size_t)used, "%s%s", used > 0 ? "; " : "",
                         missing[i].words);
    }
    if (used > 0)
        fact(page, "No picture of", text);
}

static void html_facts(const wyrm_dossier *dossier, wyrm_page *page)
{
    const wyrm_dossier_side *side = &dossier->sides[0];
    char text[WYRM_PICTURE_TEXT * 2], numbers[3][32];
    wyrm_html_section_begin(page, "made", "What was run");
    wyrm_page_add(page, "<dl class=\"facts\">\n");
    for (size_t s = 0; s < dossier->side_count; s++)
        fact_side(&dossier->sides[s], s > 0, page);
    snprintf(text, sizeof text, "%" PRIu64, dossier->options.seed);
    fact(page, "Seed", text);
    snprintf(text, sizeof text, "%s dungeons%s%s%s, %s campaigns of loot",
             grouped(side->descents->runs, numbers[0]), side->threat != NULL ? ", " : "",
             side->threat != NULL ? grouped(side->threat->runs, numbers[1]) : "",
             side->threat != NULL ? " floors of every depth" : "",
             grouped(side->loot->runs, numbers[2]));
    fact(page, "Sampled besides", text);
    fact_missing(dossier, page);
    snprintf(text, sizeof text, "wyrm %s", wyrm_version());
    fact(page, "Version", text);
    report_command(dossier, text, sizeof text);
    if (text[0] != '\0') {
        wyrm_page_add(page, "<dt>Again</dt><dd>");
        wyrm_html_command(page, text);
        wyrm_page_add(page, "</dd>\n");
    }
    wyrm_page_add(
        page, "</dl>\n<p class=\"quiet\">Figures with an interval are sampled, at 95 % "
              "confidence; those without are exact. The same ruleset, seed and version give the "
              "same bytes.</p>\n");
    wyrm_html_section_end(page);
}

/* ---------------------------------------------------------------- runs to be watched */

/* How it ended: "won", "killed by Orc at depth 3". */
static void end_words(const wyrm_dossier *dossier, const wyrm_dossier_bot *bot, uint64_t run,
                      char *text, size_t size)
{
    const wyrm_dossier_end *end = NULL;
    for (size_t i = 0; i < bot->end_count; i++)
        if (bot->ends[i].run == run)
            end = &bot->ends[i];
    text[0] = '\0';
    if (end == NULL)
        return;
    const wyrm_sim_death death = {.end = end->end, .killer = end->killer};
    if (end->end == WYRM_RUN_KILLED)
        snprintf(text, size, "killed by %.80s at depth %d",
                 wyrm_sim_killer(dossier->sides[0].design, &death), (int)end->depth);
    else
        snprintf(text, size, "%s at depth %d", wyrm_run_end_word(end->end), (int)end->depth);
}

static void html_examples(const wyrm_dossier *dossier, wyrm_page *page)
{
    const wyrm_dossier_bot *bot = wyrm_dossier_usual(&dossier->sides[0]);
    char command[WYRM_PICTURE_TEXT], end[160];
    if (bot->summary->example_count == 0)
        return;
    wyrm_dossier_watch_command(dossier, 0, 0, command, sizeof command);
    if (command[0] == '\0')
        return;
    wyrm_page_add(page, "<h3 class=\"after\">Runs to watch</h3>\n");
    wyrm_html_table_begin(page, "runs to watch");
    wyrm_page_addf(page,
                   "<table>\n<caption>Runs of the %s to watch</caption>\n<thead>\n<tr>"
                   "<th scope=\"col\">run</th><th scope=\"col\" class=\"text\">how it "
                   "ended</th><th scope=\"col\" class=\"text\">to watch it</th></tr>\n</thead>\n"
                   "<tbody>\n",
                   bot->name);
    for (size_t i = 0; i < bot->summary->example_count; i++) {
        const wyrm_sim_example *example = &bot->summary->examples[i];
        wyrm_dossier_watch_command(dossier, 0, example->run, command, sizeof command);
        end_words(dossier, bot, example->run, end, sizeof end);
        bool share = strchr(example->what, '%') != NULL; /* "90 %": of the runs are no better */
        wyrm_page_addf(page, "<tr><th scope=\"row\">%s%s</th><td class=\"text\">",
                       share ? "better than " : "", example->what);
        wyrm_html_foreign(page, end);
        wyrm_page_add(page, "</td><td class=\"text\">");
        wyrm_html_command(page, command);
        wyrm_page_add(page, "</td></tr>\n");
    }
    wyrm_page_add(page, "</tbody>\n</table>\n");
    wyrm_html_table_end(page);
}

/* A report for scripts: the same verdicts and pictures as the page has. */

static json_t *bot_json(wyrm_answer *json, const wyrm_dossier_bot *bot)
{
    const wyrm_summary *summary = bot->summary;
    json_t *object = json_object();
    wyrm_answer_set(json, object, "name", wyrm_answer_text(bot->name));
    wyrm_answer_set(json, object, "runs", wyrm_answer_count(summary->runs));
    wyrm_answer_set(json, object, "complete_runs", wyrm_answer_count(summary->complete));
    wyrm_answer_set(json, object, "win_rate", wyrm_answer_real(summary->win_rate));
    wyrm_answer_set(json, object, "win_rate_ci95", wyrm_answer_interval(summary->win_rate_ci95));
    wyrm_answer_set(json, object, "final_depth", wyrm_answer_moments(json, &summary->final_depth));
    return object;
}

static json_t *side_json(wyrm_answer *json, const wyrm_dossier_side *side)
{
    const wyrm_ruleset *ruleset = wyrm_design_ruleset(side->design);
    json_t *object = json_object(), *bots = json_array();
    wyrm_answer_set(json, object, "name", wyrm_answer_text(side->name));
    wyrm_answer_set(json, object, "ruleset", wyrm_answer_text(wyrm_ruleset_name(ruleset)));
    wyrm_answer_set(json, object, "hash", wyrm_answer_text(wyrm_ruleset_hash(ruleset)));
    for (size_t i = 0; i < side->bot_count; i++)
        wyrm_answer_append(json, bots, bot_json(json, &side->bots[i]));
    wyrm_answer_set(json, object, "bots", bots);
    return object;
}

/* The verdicts as `wyrm check --json` has them, each with the picture that shows it. */
static json_t *verdicts_json(wyrm_answer *json, const wyrm_dossier *dossier)
{
    const wyrm_judgement *judgement = dossier->sides[0].judgement;
    json_t *list = wyrm_verdicts_json(json, judgement);
    for (size_t i = 0; i < judgement->judged_count; i++) {
        const wyrm_picture *picture = wyrm_picture_of_metric(dossier, judgement->judged[i].metric);
        wyrm_answer_set(json, json_array_get(list, i), "picture",
                        picture != NULL ? wyrm_answer_text(picture->id) : json_null());
    }
    return list;
}

static json_t *findings_json(wyrm_answer *json, const wyrm_dossier *dossier)
{
    const wyrm_judgement *judgement = dossier->sides[0].judgement;
    json_t *list = wyrm_findings_json(json, judgement);
    for (size_t i = 0; i < judgement->finding_count; i++) {
        const wyrm_picture *picture = wyrm_picture_of_finding(dossier, &judgement->findings[i]);
        wyrm_answer_set(json, json_array_get(list, i), "picture",
                        picture != NULL ? wyrm_answer_text(picture->id) : json_null());
    }
    return list;
}

static json_t *differences_json(wyrm_answer *json, const wyrm_gate *gate)
{
    json_t *list = json_array();
    for (size_t i = 0; i < gate->count; i++)
        wyrm_answer_append(json, list, wyrm_gate_row_json(json, &gate->rows[i]));
    return list;
}

static wyrm_status add_dead(wyrm_answer *json, const wyrm_dossier *dossier, wyrm_error *error)
{
    wyrm_dead dead;
    wyrm_status status = dead_find(dossier, &dead, error);
    json_t *list = json_array();
    for (size_t i = 0; i < dead.count && status == WYRM_OK; i++) {
        json_t *object = json_object();
        wyrm_answer_set(json, object, "what", wyrm_answer_text(dead_key(dead.things[i].death)));
        wyrm_answer_set(json, object, "name", wyrm_answer_text(dead.things[i].name));
        wyrm_answer_set(json, object, "title", wyrm_answer_text(dead.things[i].title));
        wyrm_answer_append(json, list, object);
    }
    wyrm_answer_set(json, NULL, "dead", list);
    dead_release(&dead);
    return status;
}

wyrm_status wyrm_report_whole_json(const wyrm_dossier *dossier, wyrm_page *page, wyrm_error *error)
{
    const wyrm_dossier_side *side = &dossier->sides[0];
    wyrm_answer json = wyrm_answer_new("report", wyrm_design_ruleset(side->design));
    json_t *sides = json_array(), *pictures = json_array();
    char command[WYRM_PICTURE_TEXT * 2];
    report_command(dossier, command, sizeof command);
    wyrm_answer_set(&json, NULL, "seed", wyrm_answer_count(dossier->options.seed));
    wyrm_answer_set(&json, NULL, "command", wyrm_answer_text(command));
    for (size_t s = 0; s < dossier->side_count; s++)
        wyrm_answer_append(&json, sides, side_json(&json, &dossier->sides[s]));
    wyrm_answer_set(&json, NULL, "sides", sides);
    wyrm_answer_set(&json, NULL, "verdicts", verdicts_json(&json, dossier));
    wyrm_answer_set(&json, NULL, "findings", findings_json(&json, dossier));
    if (dossier->side_count > 1) {
        wyrm_answer_set(&json, NULL, "paired", json_boolean(dossier->difference.runs.paired));
        wyrm_answer_set(&json, NULL, "differences",
                        differences_json(&json, &dossier->difference.runs));
    }
    for (size_t i = 0; i < dossier->picture_count; i++)
        wyrm_answer_append(&json, pictures, wyrm_picture_json(&json, &dossier->pictures[i]));
    wyrm_answer_set(&json, NULL, "pictures", pictures);
    wyrm_status status = add_dead(&json, dossier, error);
    if (status == WYRM_OK)
        status = wyrm_answer_finish(&json, page, error);
    wyrm_answer_free(&json);
    return status;
}

#define LINKS_MAX 16

static bool has_pictures(const wyrm_dossier *dossier, const wyrm_report_section *section)
{
    for (size_t i = 0; i < dossier->picture_count; i++)
        if (wyrm_is_in_section(&dossier->pictures[i], section))
            return true;
    return false;
}

static size_t find_links(const wyrm_dossier *dossier, wyrm_html_link *links)
{
    size_t count = 0;
    links[count++] = (wyrm_html_link){"answer", "The answer"};
    if (dossier->sides[0].judgement->finding_count > 0)
        links[count++] = (wyrm_html_link){"findings", "Findings"};
    if (dossier->side_count > 1)
        links[count++] = (wyrm_html_link){"changes", "What has changed"};
    for (const wyrm_report_section *section = wyrm_report_sections; section->id; section++)
        if (has_pictures(dossier, section))
            links[count++] = (wyrm_html_link){section->id, section->heading};
    links[count++] = (wyrm_html_link){"dead", "Dead content"};
    links[count++] = (wyrm_html_link){"made", "What was run"};
    return count;
}

static void begin(const wyrm_dossier *dossier, wyrm_page *page)
{
    wyrm_html_link links[LINKS_MAX];
    const wyrm_ruleset *ruleset = wyrm_design_ruleset(dossier->sides[0].design);
    char title[512];
    snprintf(title, sizeof title, "%.200s", wyrm_ruleset_title(ruleset));
    if (dossier->side_count > 1)
        snprintf(title, sizeof title, "%.200s against %.200s", dossier->sides[0].name,
                 dossier->sides[1].name);
    const wyrm_html_head head = {.title = title,
                                 .description = wyrm_ruleset_description(ruleset),
                                 .link_count = find_links(dossier, links),
                                 .links = links};
    wyrm_html_page_begin(page, &head);
}

static void paragraph(wyrm_page *page, const char *style, const char *text)
{
    wyrm_page_addf(page, "<p%s>", style);
    wyrm_html_prose(page, text);
    wyrm_page_add(page, "</p>\n");
}

/* A sentence that begins with a title of a direction of its own: the numbers behind it keep
 * theirs. */
static void titled_paragraph(wyrm_page *page, const char *style, const char *title,
                             const char *text)
{
    size_t length = strlen(title);
    bool begins = strncmp(text, title, length) == 0;
    wyrm_page_addf(page, "<p%s>", style);
    if (begins)
        wyrm_html_foreign(page, title);
    wyrm_html_text(page, begins ? text + length : text);
    wyrm_page_add(page, "</p>\n");
}

/* " What kills most often: Orc, 76 % ± 4 of runs." */
static void death_words(const wyrm_dossier_side *side, const wyrm_summary *summary, char *text,
                        size_t size)
{
    const wyrm_greatest worst = wyrm_sim_worst_killer(side->design, summary, WYRM_CAPTIONS);
    text[0] = '\0';
    if (worst.count > 0)
        snprintf(text, size, " What kills most often: %s%s %s of runs.", worst.where,
                 worst.count > 1 ? ":" : ",", worst.value);
}

/* How the usual bot fares, in a few sentences. */
static void add_runs_words(const wyrm_dossier *dossier, wyrm_page *page)
{
    const wyrm_dossier_side *side = &dossier->sides[0];
    const wyrm_dossier_bot *bot = wyrm_dossier_usual(side);
    const wyrm_summary *summary = bot->summary;
    wyrm_figure wins, depth;
    char text[1024], death[320], number[32], left[160] = "";
    uint64_t unfinished = summary->runs - summary->complete;
    if (summary->complete == 0) {
        snprintf(text, sizeof text,
                 "None of %s runs of the %s came to an end: they stalled or were cut off.",
                 grouped(summary->runs, number), bot->name);
        paragraph(page, "", text);
        return;
    }
    if (unfinished > 0)
        snprintf(
            left, sizeof left,
            " %s more came to no end (they stalled or were cut off) and are part of no figure.",
            grouped(unfinished, number));
    death_words(side, summary, death, sizeof death);
    snprintf(text, sizeof text, "The %s wins %s of %s runs; they end at depth %s on average.%s%s",
             bot->name,
             wyrm_figure_share(WYRM_CAPTIONS, summary->win_rate, summary->win_rate_ci95, &wins),
             grouped(summary->complete, number),
             wyrm_figure_mean(WYRM_CAPTIONS, &summary->final_depth, &depth), left, death);
    paragraph(page, "", text);
}

static void add_made_words(const wyrm_dossier *dossier, wyrm_page *page)
{
    const wyrm_ruleset *ruleset = wyrm_design_ruleset(dossier->sides[0].design);
    char bots[400], text[1024];
    bots_words(&dossier->sides[0], bots, sizeof bots);
    snprintf(text, sizeof text, "Ruleset %.64s, hash %s; seed %llu; wyrm %s. %s.",
             wyrm_ruleset_name(ruleset), wyrm_ruleset_hash(ruleset),
             (unsigned long long)dossier->options.seed, wyrm_version(), bots);
    paragraph(page, " class=\"quiet\"", text);
}

static void add_answer(const wyrm_dossier *dossier, const wyrm_aims *aims, wyrm_page *page)
{
    const wyrm_dossier_side *now = &dossier->sides[0], *other = &dossier->sides[1];
    char text[2048];
    wyrm_html_section_begin(page, "answer", "The answer");
    if (dossier->side_count > 1) {
        char runs[512], lead[512];
        const wyrm_gate *gate = &dossier->difference.runs;
        wyrm_compare_headline(gate, other->name, now->name, lead, sizeof lead);
        wyrm_compare_runs_words(gate, wyrm_dossier_usual(now)->name, WYRM_CAPTIONS, runs,
                                sizeof runs);
        snprintf(text, sizeof text, "%s. %s", lead, runs);
        paragraph(page, " class=\"lead\"", text);
    }
    wyrm_verdicts_answer(now->design, now->judgement, text, sizeof text);
    titled_paragraph(page, dossier->side_count > 1 ? "" : " class=\"lead\"",
                     wyrm_ruleset_title(wyrm_design_ruleset(now->design)), text);
    wyrm_html_scores(dossier, aims, page);
    add_runs_words(dossier, page);
    add_made_words(dossier, page);
    wyrm_html_verdicts(dossier, aims, page);
    wyrm_html_section_end(page);
}

static void add_section(const wyrm_dossier *dossier, const wyrm_report_section *section,
                        wyrm_page *page)
{
    if (!has_pictures(dossier, section))
        return;
    wyrm_html_section_begin(page, section->id, section->heading);
    wyrm_html_figures_begin(page);
    for (size_t i = 0; i < dossier->picture_count; i++)
        if (wyrm_is_in_section(&dossier->pictures[i], section))
            wyrm_picture_html(&dossier->pictures[i], page);
    wyrm_html_figures_end(page);
    if (section == wyrm_report_sections)
        html_examples(dossier, page);
    wyrm_html_section_end(page);
}

wyrm_status wyrm_report_html(const wyrm_dossier *dossier, wyrm_page *page, wyrm_error *error)
{
    char footer[96];
    wyrm_aims aims;
    wyrm_status status = wyrm_aims_find(dossier->sides[0].judgement, &aims, error);
    if (status != WYRM_OK)
        return status;
    page->style = (wyrm_style){.utf8 = true, .width = 100};
    begin(dossier, page);
    add_answer(dossier, &aims, page);
    wyrm_aims_release(&aims);
    if (dossier->sides[0].judgement->finding_count > 0)
        wyrm_html_findings(dossier, page);
    if (dossier->side_count > 1)
        html_difference(dossier, page);
    for (const wyrm_report_section *section = wyrm_report_sections; section->id; section++)
        add_section(dossier, section, page);
    status = html_dead(dossier, page, error);
    html_facts(dossier, page);
    snprintf(footer, sizeof footer, "Made by wyrm report, version %s.", wyrm_version());
    wyrm_html_page_end(page, footer);
    return status == WYRM_OK ? wyrm_page_status(page, error) : status;
}
