/* Findings of what stands in the ruleset and never comes to be, or hardly ever.
 *
 * Where the difficulty is a table of depths, who and what can come is asked of the exact
 * distributions (presence); where it is not, a survey of generated dungeons tells, and what none of
 * them had is said with the share that it may still be in. Many things with one cause are one
 * finding. */
#include "metrics/findings.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define LENGTH_OF(array) (sizeof(array) / sizeof(array)[0])

/* Up to so many of one cause are told one by one. */
#define FEW 3

/* A kind that is in fewer dungeons than this share, sure at 95 %, is hardly ever seen. */
#define BARELY 0.1

/* A monster that more than this share of the dungeons that have it show on the final map only. */
#define LAST_ONLY 0.5

/* Guaranteed gear is looked for in so many games at so many depths. A depth without any among
 * others where it comes in at least a tenth of the games is no accident: 0.9^400 < 1e-18. */
#define GEAR_GAMES  400
#define GEAR_DEPTHS 24
#define GEAR_COMMON 0.1

/* ---- absent ---- */

/* Why something never comes. */
typedef struct absent_cause {
    bool (*is)(const judge_presence *presence, const wyrm_value *record);
    const char *sentence; /* "it ..." */
} absent_cause;

static bool is_boss(const judge_presence *presence, const wyrm_value *record)
{
    (void)presence;
    return wyrm_monster_kind_of(record) != WYRM_MONSTER_NORMAL;
}

static bool has_weight(const wyrm_value *record, int32_t last_depth)
{
    const wyrm_value *weight = wyrm_value_get(record, "weight");
    for (int32_t depth = 1; depth <= last_depth; depth++)
        if (wyrm_value_at_depth(weight, depth) > 0)
            return true;
    return false;
}

static bool is_weightless(const judge_presence *presence, const wyrm_value *record)
{
    (void)presence;
    return !has_weight(record, WYRM_DEPTH_MAX);
}

static bool is_too_deep(const judge_presence *presence, const wyrm_value *record)
{
    return !has_weight(record, presence->last_depth);
}

/* Its bands lie behind the one of the last depth. */
static bool is_behind_the_end(const judge_presence *presence, const wyrm_value *record)
{
    const wyrm_value *range = wyrm_value_get(record, "bands");
    wyrm_bands bands;
    if (range == NULL ||
        wyrm_bands_read(wyrm_design_ruleset(presence->design), &bands, NULL) != WYRM_OK)
        return false;
    return wyrm_value_low(range) > (double)wyrm_bands_at(&bands, presence->last_depth) + 1;
}

static bool is_any(const judge_presence *presence, const wyrm_value *record)
{
    (void)presence, (void)record;
    return true;
}

static const absent_cause monster_causes[] = {
    {is_boss, "no room of a role that allows bosses like that is ever planned"},
    {is_weightless, "no weight at any depth, and no role of rooms that brings it"},
    {is_too_deep, "a weight only below the last depth"},
    {is_any, "no room that has monsters where its weight is above 0"},
};

static const absent_cause item_causes[LENGTH_OF(monster_causes)] = {
    {is_weightless, "its weight is 0 at every depth, and nothing else gives it"},
    {is_too_deep, "a weight only below the last depth"},
    {is_behind_the_end, "its bands lie behind the one of the last depth"},
    {is_any, "a factor of 0, or no room with items, wherever it has a weight"},
};

/* One of the things that a section has. */
typedef struct absent_thing {
    const char *name, *title;
    const wyrm_value *record;
    bool absent;
} absent_thing;

/* The things of one section, what can be the matter with them, and how that is said. */
typedef struct absent_section {
    const judge_presence *presence;
    const char *name, *verb;
    const absent_cause *causes;
    size_t count;
    absent_thing *things;
} absent_section;

static const absent_cause *cause_of(const absent_section *section, size_t index)
{
    const absent_cause *cause = section->causes;
    while (!cause->is(section->presence, section->things[index].record))
        cause++;
    return cause;
}

/* "orc_grunt, orc_scout, ..." up to the room there is: the absent ones that have the cause, which
 * are counted. */
static size_t list_names(const absent_section *section, const absent_cause *cause, char *text,
                         size_t size)
{
    size_t length = 0, count = 0;
    bool full = false;
    text[0] = '\0';
    for (size_t i = 0; i < section->count; i++) {
        if (!section->things[i].absent || cause_of(section, i) != cause)
            continue;
        const char *name = section->things[i].name, *mark = count++ > 0 ? ", " : "";
        if (full)
            continue;
        full = length + strlen(mark) + strlen(name) + sizeof ", ..." > size;
        length += (size_t)snprintf(text + length, size - length, "%s%s", mark, full ? "..." : name);
    }
    return count;
}

/* Where many have one cause they are told with the first of them. */
static void add_absent(const absent_section *section, const char *kind, judge_findings *findings)
{
    const absent_cause *told[LENGTH_OF(monster_causes)];
    size_t told_count = 0;
    for (size_t i = 0; i < section->count; i++) {
        const absent_thing *thing = &section->things[i];
        char names[200], where[96];
        if (!thing->absent)
            continue;
        const absent_cause *cause = cause_of(section, i);
        size_t count = list_names(section, cause, names, sizeof names);
        bool is_told = false;
        for (size_t k = 0; k < told_count; k++)
            is_told = is_told || told[k] == cause;
        snprintf(where, sizeof where, "%s.%s", section->name, thing->name);
        if (count <= FEW) {
            judge_add(findings, kind, where, "%s can never %s: %s", thing->title, section->verb,
                      cause->sentence);
        } else if (!is_told) {
            told[told_count++] = cause;
            judge_add(findings, kind, section->name, "%zu of %zu can never %s: %s (%s)", count,
                      section->count, section->verb, cause->sentence, names);
        }
    }
}

void wyrm_judge_look_absent(judge_work *work, const char *kind, judge_findings *findings)
{
    static const char *const item_sections[] = {"weapons", "armors", "items"};
    const wyrm_roster *roster = wyrm_design_roster(work->design);
    const wyrm_item_kind *kinds;
    size_t kind_count = wyrm_loot_kinds(wyrm_design_loot(work->design), &kinds);
    judge_presence presence = judge_find_presence(work->arena, work->design);
    size_t most = presence.monster_count + presence.item_count;
    absent_section section = {.presence = &presence,
                              .name = "monsters",
                              .verb = "appear",
                              .causes = monster_causes,
                              .things = base_array(work->arena, absent_thing, most)};
    for (size_t i = 0; i < presence.monster_count; i++) {
        const wyrm_monster *monster = wyrm_roster_monster(roster, i);
        section.things[section.count++] =
            (absent_thing){monster->name, monster->title, monster->record, !presence.monsters[i]};
    }
    if (presence.knows_monsters)
        add_absent(&section, kind, findings);
    section.verb = "be found";
    section.causes = item_causes;
    for (size_t s = 0; presence.knows_items && s < LENGTH_OF(item_sections); s++) {
        section.name = item_sections[s];
        section.count = 0;
        for (size_t k = 0; k < kind_count; k++)
            if (strcmp(wyrm_judge_section_of(kinds[k].item_class), section.name) == 0)
                section.things[section.count++] =
                    (absent_thing){kinds[k].name, kinds[k].title, kinds[k].record,
                                   !presence.items[k] && !kinds[k].switched_off};
        add_absent(&section, kind, findings);
    }
}

/* ---- hardly ever seen ---- */

/* A monster or item that was in `seen` of the dungeons of a survey. What is in none of them is dead
 * where the exact tables do not tell. */
static void add_seldom(const judge_survey *survey, bool known, uint64_t seen, const char *section,
                       const char *name, const char *said, const char *remedy,
                       judge_findings *findings)
{
    wyrm_interval share = wyrm_share_interval(seen, survey->dungeons, JUDGE_CONFIDENCE);
    char where[96];
    snprintf(where, sizeof where, "%s.%s", section, name);
    if (seen == 0 && !known)
        judge_add(findings, "dead-configuration", where,
                  "%s: in none of %" PRIu64 " dungeons, so in fewer than %s of all", said,
                  survey->dungeons, wyrm_judge_percent(share.high).text);
    else if (seen > 0 && share.high < BARELY)
        judge_add(findings, "barely-seen", where,
                  "%s to %s of the dungeons have it (%" PRIu64 " of %" PRIu64
                  "): most players never meet it; %s would help",
                  wyrm_judge_percent(share.low).text, wyrm_judge_percent(share.high).text, seen,
                  survey->dungeons, remedy);
}

void wyrm_judge_look_barely_seen(judge_work *work, const char *kind, judge_findings *findings)
{
    const wyrm_roster *roster = wyrm_design_roster(work->design);
    const wyrm_item_kind *kinds;
    size_t count = wyrm_loot_kinds(wyrm_design_loot(work->design), &kinds);
    judge_presence presence = judge_find_presence(work->arena, work->design);
    const judge_survey *survey = judge_survey_of(work);
    char said[160];
    (void)kind;
    for (size_t i = 0; i < survey->monster_count; i++) {
        const wyrm_monster *monster = wyrm_roster_monster(roster, i);
        int length = snprintf(said, sizeof said, "%.60s never appears", monster->title);
        if (monster->level > survey->highest_level)
            snprintf(said + length, sizeof said - (size_t)length,
                     ", as it begins at level %d and no monster is above level %d",
                     (int)monster->level, (int)survey->highest_level);
        add_seldom(survey, presence.knows_monsters, survey->monster_dungeons[i], "monsters",
                   monster->name, said, monster->level > 0 ? "a lower level" : "a higher weight",
                   findings);
    }
    for (size_t i = 0; i < count; i++) {
        snprintf(said, sizeof said, "%.60s is never found", kinds[i].title);
        add_seldom(survey, presence.knows_items || kinds[i].switched_off, survey->item_dungeons[i],
                   wyrm_judge_section_of(kinds[i].item_class), kinds[i].name, said,
                   "a higher weight", findings);
    }
}

/* One that waits at the end on purpose is no finding: a boss, or what a table of depths says. */
void wyrm_judge_look_last_map(judge_work *work, const char *kind, judge_findings *findings)
{
    const wyrm_roster *roster = wyrm_design_roster(work->design);
    if (wyrm_encounter_last_depth(wyrm_design_encounter(work->design)) > 0)
        return;
    const judge_survey *survey = judge_survey_of(work);
    for (size_t i = 0; i < survey->monster_count; i++) {
        uint64_t seen = survey->monster_dungeons[i], last = survey->monster_final[i];
        const wyrm_monster *monster = wyrm_roster_monster(roster, i);
        if (seen == 0 || wyrm_monster_kind_of(monster->record) != WYRM_MONSTER_NORMAL)
            continue;
        wyrm_interval share = wyrm_share_interval(last, seen, JUDGE_CONFIDENCE);
        char where[96];
        if (share.low <= LAST_ONLY)
            continue;
        snprintf(where, sizeof where, "monsters.%s", monster->name);
        judge_add(findings, kind, where,
                  "%s to %s of the dungeons that have %s have it on the final map only (%" PRIu64
                  " of %" PRIu64 "); a lower level would bring it earlier",
                  wyrm_judge_percent(share.low).text, wyrm_judge_percent(share.high).text,
                  monster->title, last, seen);
    }
}

/* ---- rows that never count ---- */

/* A walk over all values of a ruleset, for its depth tables. */
typedef struct table_walk {
    const char *kind;
    judge_findings *findings;
    uint64_t dungeons; /* that were sampled; 0: the depth is known */
    int32_t deepest;   /* that any dungeon comes; 0: they have no end */
} table_walk;

static void look_at_row(const table_walk *walk, const wyrm_depth_row *row, bool first,
                        const char *path)
{
    char why[100];
    if (walk->deepest > 0 && row->from_depth > walk->deepest && walk->dungeons == 0)
        snprintf(why, sizeof why, "never counts: the last depth is %d", (int)walk->deepest);
    else if (walk->deepest > 0 && row->from_depth > walk->deepest)
        snprintf(why, sizeof why, "never counts: none of %" PRIu64 " dungeons went below depth %d",
                 walk->dungeons, (int)walk->deepest);
    else if (!first && row->value == row[-1].value)
        snprintf(why, sizeof why, "changes nothing: the value is the same from depth %d",
                 (int)row[-1].from_depth);
    else
        return;
    judge_add(walk->findings, walk->kind, path, "the row [%.10g, %d] %s", row->value,
              (int)row->from_depth, why);
}

/* As deep as rulesets nest: the reader has limited it. */
static void look_at_value(const table_walk *walk, const wyrm_value *value, const char *path)
{
    wyrm_kind kind = wyrm_value_kind(value);
    bool members = kind == WYRM_KIND_RECORD || kind == WYRM_KIND_MAP || kind == WYRM_KIND_LIST;
    for (size_t i = 0; kind == WYRM_KIND_TABLE && i < wyrm_value_count(value); i++)
        look_at_row(walk, &wyrm_value_rows(value)[i], i == 0, path);
    for (size_t i = 0; members && i < wyrm_value_count(value); i++) {
        char inner[96];
        if (kind == WYRM_KIND_LIST)
            snprintf(inner, sizeof inner, "%s[%zu]", path, i);
        else
            snprintf(inner, sizeof inner, "%s%s%s", path, path[0] != '\0' ? "." : "",
                     wyrm_value_key(value, i));
        look_at_value(walk, wyrm_value_item(value, i), inner);
    }
}

void wyrm_judge_look_deep_rows(judge_work *work, const char *kind, judge_findings *findings)
{
    table_walk walk = {kind, findings, 0,
                       wyrm_encounter_last_depth(wyrm_design_encounter(work->design))};
    if (walk.deepest == 0) {
        const wyrm_descents *descents = judge_descents(work);
        walk.dungeons = descents->runs;
        walk.deepest = descents->cut_off > 0 ? 0 : descents->depth_count;
    }
    look_at_value(&walk, wyrm_ruleset_root(wyrm_design_ruleset(work->design)), "");
}

void wyrm_judge_look_idle_combat(judge_work *work, const char *kind, judge_findings *findings)
{
    char path[64], why[320];
    const char *key = wyrm_combat_idle(wyrm_design_combat(work->design), why, sizeof why);
    if (key == NULL)
        return;
    snprintf(path, sizeof path, "combat.%s", key);
    judge_add(findings, kind, path, "%s", why);
}

/* ---- whole dungeons ---- */

void wyrm_judge_look_no_final_map(judge_work *work, const char *kind, judge_findings *findings)
{
    if (wyrm_encounter_last_depth(wyrm_design_encounter(work->design)) > 0)
        return;
    const wyrm_descents *descents = judge_descents(work);
    wyrm_interval share = wyrm_share_interval(descents->cut_off, descents->runs, JUDGE_CONFIDENCE);
    if (descents->cut_off > 0)
        judge_add(findings, kind, "encounter",
                  "%s to %s of the dungeons (%" PRIu64 " of %" PRIu64
                  ") have no final map by depth %d: what is met has too little experience to get "
                  "there",
                  wyrm_judge_percent(share.low).text, wyrm_judge_percent(share.high).text,
                  descents->cut_off, descents->runs, WYRM_DESCENT_DEPTH_MAX);
}

/* Games of the sample that are sure to find gear of a class, by depth. */
typedef struct gear_count {
    uint64_t games[WYRM_ITEM_CLASS_COUNT][GEAR_DEPTHS + 1];
} gear_count;

static void count_gear(const judge_work *work, gear_count *out)
{
    const wyrm_loot *loot = wyrm_design_loot(work->design);
    const wyrm_item_kind *kinds;
    size_t kind_count = wyrm_loot_kinds(loot, &kinds);
    wyrm_item items[WYRM_ROOM_ITEMS_MAX];
    *out = (gear_count){0};
    for (uint64_t game = 0; game < GEAR_GAMES; game++)
        for (int32_t depth = 1; depth <= GEAR_DEPTHS; depth++) {
            wyrm_loot_context context = {
                .seed = work->seed, .run = game, .depth = depth, .level = depth, .rooms = 2};
            wyrm_rng rng = wyrm_rng_start(work->seed, game, 0, (uint64_t)depth);
            bool found[WYRM_ITEM_CLASS_COUNT] = {false};
            size_t count = wyrm_loot_guaranteed(loot, &context, &rng, items);
            for (size_t i = 0; i < count; i++)
                if (items[i].kind >= 0 && (size_t)items[i].kind < kind_count)
                    found[kinds[items[i].kind].item_class] = true;
            for (int item_class = 0; item_class < WYRM_ITEM_CLASS_COUNT; item_class++)
                out->games[item_class][depth] += found[item_class];
        }
}

/* Depths that never have any, where gear of the class is common elsewhere. */
void wyrm_judge_look_gear_gaps(judge_work *work, const char *kind, judge_findings *findings)
{
    static const wyrm_item_class classes[] = {WYRM_ITEM_WEAPON, WYRM_ITEM_ARMOR};
    gear_count counts;
    count_gear(work, &counts);
    for (int i = 0; i < 2; i++) {
        const uint64_t *games = counts.games[classes[i]];
        int32_t gaps[GEAR_DEPTHS];
        uint64_t total = 0;
        size_t count = 0;
        char depths[100];
        for (int32_t depth = 1; depth <= GEAR_DEPTHS; depth++) {
            total += games[depth];
            if (games[depth] == 0)
                gaps[count++] = depth;
        }
        if (count == 0 || count == GEAR_DEPTHS)
            continue;
        double elsewhere = (double)total / (double)(GEAR_GAMES * (GEAR_DEPTHS - count));
        if (elsewhere < GEAR_COMMON)
            continue;
        wyrm_judge_list_numbers(gaps, count, depths, sizeof depths);
        judge_add(findings, kind, "loot.periodic",
                  "no guaranteed %s ever lies at depth %s (none in %d games; at the other depths "
                  "down to %d in about %s of them)",
                  wyrm_item_class_name(classes[i]), depths, GEAR_GAMES, GEAR_DEPTHS,
                  wyrm_judge_percent(elsewhere).text);
    }
}
