/* What was run, what makes it again, and runs to be watched. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "dossier/draw.h"
#include "dossier/page.h"
#include "html/html.h"
#include "html/page_html.h"
#include "report/sim_shared.h"

const char *wyrm_grouped(uint64_t number, char text[32])
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

void wyrm_bots_words(const wyrm_dossier_side *side, char *text, size_t size)
{
    const wyrm_dossier_bot *usual = wyrm_dossier_usual(side), *first = &side->bots[0];
    char names[200], number[32], others[32];
    bool alike = first->summary->runs == usual->summary->runs;
    names_words(side, alike ? NULL : usual, names, sizeof names);
    wyrm_grouped(usual->summary->runs, number);
    wyrm_grouped(first->summary->runs, others);
    if (alike)
        snprintf(text, size, "%s: %s runs%s", names, number, side->bot_count > 1 ? " each" : "");
    else
        snprintf(text, size, "%s: %s runs; %s: %s each", usual->name, number, names, others);
}

void wyrm_report_command(const wyrm_dossier *dossier, char *text, size_t size)
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
    wyrm_bots_words(side, text, sizeof text);
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

void wyrm_html_facts(const wyrm_dossier *dossier, wyrm_page *page)
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
             wyrm_grouped(side->descents->runs, numbers[0]), side->threat != NULL ? ", " : "",
             side->threat != NULL ? wyrm_grouped(side->threat->runs, numbers[1]) : "",
             side->threat != NULL ? " floors of every depth" : "",
             wyrm_grouped(side->loot->runs, numbers[2]));
    fact(page, "Sampled besides", text);
    fact_missing(dossier, page);
    snprintf(text, sizeof text, "wyrm %s", wyrm_version());
    fact(page, "Version", text);
    wyrm_report_command(dossier, text, sizeof text);
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

void wyrm_html_examples(const wyrm_dossier *dossier, wyrm_page *page)
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
