/* `wyrm replay --check`: whether a recording is the same game with these rules and this program. */
#include "text/internal.h"

#include <inttypes.h>
#include <string.h>

static void add_notes(const wyrm_replay_report *report, wyrm_page *page)
{
    const wyrm_replay_facts *facts = report->facts;
    const wyrm_ruleset *now = wyrm_design_ruleset(report->design);
    if (strcmp(wyrm_ruleset_hash(now), facts->hash) != 0)
        wyrm_page_wrapf(
            page, 0, 6, "note: it was recorded with other rules: %s %s then, %s %s now.",
            facts->ruleset, facts->hash, wyrm_ruleset_name(now), wyrm_ruleset_hash(now));
    if (strcmp(facts->version, wyrm_version()) != 0)
        wyrm_page_wrapf(page, 0, 6, "note: it was recorded by version %s; this is %s.",
                        facts->version, wyrm_version());
    if (report->cut)
        wyrm_page_wrap(page, 0, 6, "note: its last line is cut short and was left out.");
}

static void write_replay(const wyrm_replay_report *report, wyrm_page *page)
{
    const wyrm_replay_facts *facts = report->facts;
    const wyrm_replay_verdict *verdict = report->verdict;
    base_json json = wyrm_answer_begin(page, "replay", wyrm_design_ruleset(report->design));
    base_put_count(&json, "seed", facts->seed);
    base_put_count(&json, "run", facts->run);
    base_put_text(&json, "file", report->file);
    base_put_bool(&json, "same", verdict->same);
    base_put_text(&json, "why", verdict->why);
    base_put_count(&json, "commands", wyrm_replay_count(report->replay));
    base_put_count(&json, "steps", verdict->steps);
    base_put_count(&json, "turn", verdict->turn);
    base_put_bool(&json, "cut_short", report->cut);
    base_put_object(&json, "recorded");
    base_put_text(&json, "ruleset", facts->ruleset);
    base_put_text(&json, "hash", facts->hash);
    base_put_text(&json, "wyrm", facts->version);
    base_put_text(&json, "player", facts->player);
    base_put_end(&json);
    base_put_end(&json);
}

void wyrm_report_replay(const wyrm_replay_report *report, wyrm_page *page)
{
    const wyrm_replay_facts *facts = report->facts;
    const wyrm_replay_verdict *verdict = report->verdict;
    size_t count = wyrm_replay_count(report->replay), length = strlen(verdict->why);
    if (page->json) {
        write_replay(report, page);
        return;
    }
    wyrm_page_toned(page, verdict->same ? WYRM_TONE_GOOD : WYRM_TONE_BAD,
                    verdict->same ? "The same game" : "Another game");
    if (verdict->same)
        wyrm_page_addf(page, ": %zu command%s, up to turn %" PRIu32 ".\n", count,
                       count == 1 ? "" : "s", verdict->turn);
    else /* what the player would have been told is a sentence already */
        wyrm_page_wrapf(page, (int)strlen("Another game"), 0, ": %s%s", verdict->why,
                        length > 0 && strchr(".!?", verdict->why[length - 1]) ? "" : ".");
    wyrm_page_wrapf(page, 0, 0, "%s: %s, seed %" PRIu64 ", run %" PRIu64 ", played by %s.",
                    report->file, facts->ruleset, facts->seed, facts->run,
                    facts->player[0] != '\0' ? facts->player : "a person");
    add_notes(report, page);
}
