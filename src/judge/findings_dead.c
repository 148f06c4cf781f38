/* Findings of dead configuration: what stands in the ruleset and never comes to be. */
#include "judge/findings.h"
#include "judge/presence.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* The greatest share of dungeons that still may have what none of `dungeons` had, in per cent: 95 %
 * sure. */
static double at_most_percent(uint64_t dungeons)
{
    return 100 * wyrm_wilson(0, dungeons, 0.95).high;
}

static wyrm_status unseen_monsters(judge_work *judging, const judge_survey *survey,
                                   const char *kind, judge_findings *findings, wyrm_error *error)
{
    const wyrm_roster *roster = wyrm_design_roster(judging->design);
    wyrm_status status = WYRM_OK;
    for (size_t i = 0; status == WYRM_OK && i < survey->monster_count; i++) {
        if (survey->monster_dungeons[i] > 0)
            continue;
        const wyrm_monster *monster = wyrm_roster_monster(roster, i);
        char where[96], why[96] = "";
        snprintf(where, sizeof where, "monsters.%s", monster->name);
        if (monster->level > survey->highest_level)
            snprintf(why, sizeof why, "; it begins at level %d, and none was above level %d",
                     (int)monster->level, (int)survey->highest_level);
        status = wyrm_judge_findings_add(findings, kind, where, error,
                                         "%s never appears: not in one of %" PRIu64
                                         " dungeons, so in fewer than %.1f %% of all%s",
                                         monster->title, survey->dungeons,
                                         at_most_percent(survey->dungeons), why);
    }
    return status;
}

static wyrm_status unseen_items(judge_work *judging, const judge_survey *survey, const char *kind,
                                judge_findings *findings, wyrm_error *error)
{
    const wyrm_item_kind *kinds;
    size_t count = wyrm_loot_kinds(wyrm_design_loot(judging->design), &kinds);
    wyrm_status status = WYRM_OK;
    for (size_t i = 0; status == WYRM_OK && i < count && i < survey->item_count; i++) {
        if (survey->item_dungeons[i] > 0)
            continue;
        char where[96];
        snprintf(where, sizeof where, "%s.%s", wyrm_judge_item_section(kinds[i].item_class),
                 kinds[i].name);
        status = wyrm_judge_findings_add(findings, kind, where, error,
                                         "%s is never found: not in one of %" PRIu64
                                         " dungeons, so in fewer than %.1f %% of all",
                                         kinds[i].title, survey->dungeons,
                                         at_most_percent(survey->dungeons));
    }
    return status;
}

/* What can be told exactly is told by wyrm_judge_look_absent. */
wyrm_status wyrm_judge_look_unseen(judge_work *judging, const char *kind, judge_findings *findings,
                                   wyrm_error *error)
{
    const judge_survey *survey;
    judge_presence presence;
    wyrm_status status = wyrm_judge_presence_find(judging->design, &presence, error);
    bool monsters = !presence.knows_monsters, items = !presence.knows_items;
    wyrm_judge_presence_release(&presence);
    if (status == WYRM_OK && (monsters || items))
        status = wyrm_judging_survey(judging, &survey, error);
    if (status == WYRM_OK && monsters)
        status = unseen_monsters(judging, survey, kind, findings, error);
    if (status == WYRM_OK && items)
        status = unseen_items(judging, survey, kind, findings, error);
    return status;
}

/* A walk over all values of a ruleset, for its depth tables. */
typedef struct table_walk {
    const char *kind;
    judge_findings *findings;
    wyrm_error *error;
    uint64_t dungeons; /* that were sampled; 0: the depth is known */
    int32_t deepest;   /* that any dungeon comes; 0: they have no end */
} table_walk;

static wyrm_status add_deep_row(const table_walk *walk, const wyrm_depth_row *row, const char *path)
{
    if (walk->dungeons == 0)
        return wyrm_judge_findings_add(walk->findings, walk->kind, path, walk->error,
                                       "the row [%.10g, %d] never counts: the last depth is %d",
                                       row->value, (int)row->from_depth, (int)walk->deepest);
    return wyrm_judge_findings_add(
        walk->findings, walk->kind, path, walk->error,
        "the row [%.10g, %d] never counts: none of %" PRIu64 " dungeons went below depth %d",
        row->value, (int)row->from_depth, walk->dungeons, (int)walk->deepest);
}

static wyrm_status look_at_table(const table_walk *walk, const wyrm_value *table, const char *path)
{
    const wyrm_depth_row *rows = wyrm_value_rows(table);
    wyrm_status status = WYRM_OK;
    for (size_t i = 0; status == WYRM_OK && rows != NULL && i < wyrm_value_count(table); i++) {
        if (walk->deepest > 0 && rows[i].from_depth > walk->deepest)
            status = add_deep_row(walk, &rows[i], path);
        else if (i > 0 && rows[i].value == rows[i - 1].value)
            status = wyrm_judge_findings_add(
                walk->findings, walk->kind, path, walk->error,
                "the row [%.10g, %d] changes nothing: the value is the same from depth %d",
                rows[i].value, (int)rows[i].from_depth, (int)rows[i - 1].from_depth);
    }
    return status;
}

/* As deep as rulesets nest: the reader has limited it. */
static wyrm_status look_at_value(const table_walk *walk, const wyrm_value *value, const char *path)
{
    wyrm_kind kind = wyrm_value_kind(value);
    if (kind == WYRM_KIND_TABLE)
        return look_at_table(walk, value, path);
    if (kind != WYRM_KIND_RECORD && kind != WYRM_KIND_MAP && kind != WYRM_KIND_LIST)
        return WYRM_OK;
    wyrm_status status = WYRM_OK;
    for (size_t i = 0; status == WYRM_OK && i < wyrm_value_count(value); i++) {
        char inner[96];
        if (kind == WYRM_KIND_LIST)
            snprintf(inner, sizeof inner, "%s[%zu]", path, i);
        else
            snprintf(inner, sizeof inner, "%s%s%s", path, path[0] != '\0' ? "." : "",
                     wyrm_value_key(value, i));
        status = look_at_value(walk, wyrm_value_item(value, i), inner);
    }
    return status;
}

wyrm_status wyrm_judge_look_deep_rows(judge_work *judging, const char *kind,
                                      judge_findings *findings, wyrm_error *error)
{
    table_walk walk = {.kind = kind,
                       .findings = findings,
                       .error = error,
                       .deepest =
                           wyrm_encounter_last_depth(wyrm_design_encounter(judging->design))};
    if (walk.deepest == 0) {
        const wyrm_descents *descents;
        wyrm_status status = wyrm_judging_descents(judging, &descents, error);
        if (status != WYRM_OK)
            return status;
        walk.dungeons = descents->runs;
        walk.deepest = descents->cut_off > 0 ? 0 : descents->depth_count;
    }
    const wyrm_ruleset *ruleset = wyrm_design_ruleset(judging->design);
    return look_at_value(&walk, wyrm_ruleset_root(ruleset), "");
}

wyrm_status wyrm_judge_look_idle_combat(judge_work *judging, const char *kind,
                                        judge_findings *findings, wyrm_error *error)
{
    char path[64], why[320];
    const char *key = wyrm_combat_idle(wyrm_design_combat(judging->design), why, sizeof why);
    if (key == NULL)
        return WYRM_OK;
    snprintf(path, sizeof path, "combat.%s", key);
    return wyrm_judge_findings_add(findings, kind, path, error, "%s", why);
}
