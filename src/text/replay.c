/* `wyrm replay --check`: whether a recording is the same game with these rules and this program. */
#include "text/internal.h"
#include <inttypes.h>
#include <string.h>

void wyrm_report_replay(const wyrm_replay_report *report, wyrm_page *page)
{
    const wyrm_replay_facts *facts = report->facts;
    const wyrm_replay_verdict *verdict = report->verdict;
    const wyrm_ruleset *now = wyrm_design_ruleset(report->design);
    size_t count = wyrm_replay_count(report->replay), length = strlen(verdict->why);
    if (page->json) {
        base_json json = wyrm_answer_begin(page, "replay", now);
        base_putf(&json,
                  "seed:%" PRIu64 " run:%" PRIu64
                  " file:%s same:%i why:%s commands:%zu steps:%zu turn:%u cut_short:%i "
                  "recorded:{ruleset:%s hash:%s wyrm:%s player:%s}}",
                  facts->seed, facts->run, report->file, verdict->same, verdict->why, count,
                  verdict->steps, verdict->turn, report->cut, facts->ruleset, facts->hash,
                  facts->version, facts->player);
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
    page_say(page, "%s: %s, seed %" PRIu64 ", run %" PRIu64 ", played by %s.", report->file,
             facts->ruleset, facts->seed, facts->run,
             facts->player[0] != '\0' ? facts->player : "a person");
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
