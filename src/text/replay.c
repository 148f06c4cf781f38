/* `wyrm replay --check`. */
#include "text/internal.h"

#include <inttypes.h>
#include <string.h>

static bool same_ruleset(const wyrm_replay_report *report)
{
    return strcmp(wyrm_ruleset_hash(wyrm_design_ruleset(report->design)), report->facts->hash) == 0;
}

/* What the player would have been told is a sentence already. */
static bool ends_a_sentence(const char *text)
{
    size_t length = strlen(text);
    return length > 0 && strchr(".!?", text[length - 1]) != NULL;
}

static void add_notes(const wyrm_replay_report *report, wyrm_page *page)
{
    const wyrm_replay_facts *facts = report->facts;
    if (!same_ruleset(report))
        wyrm_page_wrapf(
            page, 0, 6, "note: it was recorded with other rules: %s %s then, %s %s now.",
            facts->ruleset, facts->hash, wyrm_ruleset_name(wyrm_design_ruleset(report->design)),
            wyrm_ruleset_hash(wyrm_design_ruleset(report->design)));
    if (strcmp(facts->version, wyrm_version()) != 0)
        wyrm_page_wrapf(page, 0, 6, "note: it was recorded by version %s; this is %s.",
                        facts->version, wyrm_version());
    if (report->cut)
        wyrm_page_wrap(page, 0, 6, "note: its last line is cut short and was left out.");
}

wyrm_status wyrm_report_replay(const wyrm_replay_report *report, wyrm_page *page, wyrm_error *error)
{
    const wyrm_replay_facts *facts = report->facts;
    const wyrm_replay_verdict *verdict = report->verdict;
    size_t count = wyrm_replay_count(report->replay);
    if (verdict->same)
        wyrm_page_toned(page, WYRM_TONE_GOOD, "The same game");
    else
        wyrm_page_toned(page, WYRM_TONE_BAD, "Another game");
    if (verdict->same)
        wyrm_page_addf(page, ": %zu command%s, up to turn %" PRIu32 ".\n", count,
                       count == 1 ? "" : "s", verdict->turn);
    else
        wyrm_page_wrapf(page, (int)strlen("Another game"), 0, ": %s%s", verdict->why,
                        ends_a_sentence(verdict->why) ? "" : ".");
    wyrm_page_wrapf(page, 0, 0, "%s: %s, seed %" PRIu64 ", run %" PRIu64 ", played by %s.",
                    report->file, facts->ruleset, facts->seed, facts->run,
                    facts->player[0] != '\0' ? facts->player : "a person");
    add_notes(report, page);
    return wyrm_page_status(page, error);
}

wyrm_status wyrm_report_replay_json(const wyrm_replay_report *report, wyrm_page *page,
                                    wyrm_error *error)
{
    const wyrm_replay_facts *facts = report->facts;
    const wyrm_replay_verdict *verdict = report->verdict;
    wyrm_answer json = wyrm_answer_new("replay", wyrm_design_ruleset(report->design));
    json_t *recorded = json_object();
    wyrm_answer_set(&json, NULL, "seed", wyrm_answer_count(facts->seed));
    wyrm_answer_set(&json, NULL, "run", wyrm_answer_count(facts->run));
    wyrm_answer_set(&json, NULL, "file", wyrm_answer_text(report->file));
    wyrm_answer_set(&json, NULL, "same", json_boolean(verdict->same));
    wyrm_answer_set(&json, NULL, "why", wyrm_answer_text(verdict->why));
    wyrm_answer_set(&json, NULL, "commands", wyrm_answer_count(wyrm_replay_count(report->replay)));
    wyrm_answer_set(&json, NULL, "steps", wyrm_answer_count(verdict->steps));
    wyrm_answer_set(&json, NULL, "turn", wyrm_answer_count(verdict->turn));
    wyrm_answer_set(&json, NULL, "cut_short", json_boolean(report->cut));
    wyrm_answer_set(&json, recorded, "ruleset", wyrm_answer_text(facts->ruleset));
    wyrm_answer_set(&json, recorded, "hash", wyrm_answer_text(facts->hash));
    wyrm_answer_set(&json, recorded, "wyrm", wyrm_answer_text(facts->version));
    wyrm_answer_set(&json, recorded, "player", wyrm_answer_text(facts->player));
    wyrm_answer_set(&json, NULL, "recorded", recorded);
    wyrm_status status = wyrm_answer_finish(&json, page, error);
    wyrm_answer_free(&json);
    return status;
}
