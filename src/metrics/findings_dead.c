/* Findings of what stands in the ruleset and never comes to be, or hardly ever.
 *
 * Where the difficulty is a table of depths, who and what can come is asked of the exact
 * distributions (presence); where it is not, a survey of generated dungeons tells, and what none of
 * them had is said with the share that it may still be in. Many things with one cause are one
 * finding. */
#include "metrics/internal.h"
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

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

/* Why something never comes: "it ...". */
static const char *const monster_causes[] = {
    "no room of a role that allows bosses like that is ever planned",
    "no weight at any depth, and no role of rooms that brings it",
    "a weight only below the last depth",
    "no room that has monsters where its weight is above 0",
    "no horde that comes brings it",
};
static const char *const item_causes[] = {
    "its bands lie behind the one of the last depth",
    "its weight is 0 at every depth, and nothing else gives it",
    "a weight only below the last depth",
    "a factor of 0, or no room with items, wherever it has a weight",
    "no weight of its category, or no items of a floor, wherever it has a weight",
};

/* Those of the kind itself are told before those of any place. */
static size_t cause_of(const judge_work *work, const wyrm_value *record, bool monster)
{
    const wyrm_value *weight = wyrm_value_get(record, "weight");
    const wyrm_value *range = wyrm_value_get(record, "bands");
    int32_t first = 1;
    wyrm_bands bands;
    while (first <= WYRM_DEPTH_MAX && !(wyrm_value_at_depth(weight, first) > 0))
        first++;
    if (monster && wyrm_encounter_fills_floors(work->encounter))
        return 4;
    if (monster && wyrm_monster_kind_of(record) != WYRM_MONSTER_NORMAL)
        return 0;
    const bool floors = !monster && wyrm_loot_fills_floors(work->loot);
    if (first > (floors ? wyrm_found_last_depth(work->loot) : work->last_depth))
        return first > WYRM_DEPTH_MAX ? 1 : 2;
    bool behind = !monster && range != NULL &&
                  wyrm_bands_read(work->ruleset, &bands, NULL) == WYRM_OK &&
                  wyrm_value_low(range) > (double)wyrm_bands_at(&bands, work->last_depth) + 1;
    return behind ? 0 : floors ? 4 : 3;
}

/* The absent things of one section, and how that is said. */
typedef struct absent_section {
    const char *name, *verb;
    const char *const *causes;
    size_t total, count; /* things, and those that are absent */
    judge_alike *list;
} absent_section;

/* The command that shows what comes of a section. */
static const char *shown_by(const char *section)
{
    return strncmp(section, "monsters", 8) == 0 ? "curve RULESET" : "loot RULESET";
}

static void add_absent(const judge_work *work, absent_section *section, const char *name,
                       const char *title, const wyrm_value *record)
{
    judge_alike *one = &section->list[section->count++];
    size_t cause = cause_of(work, record, section->causes == monster_causes);
    *one = (judge_alike){.kind = JUDGE_DEAD, .group = cause};
    snprintf(one->where, sizeof one->where, "%s.%s", section->name, name);
    snprintf(one->piece, sizeof one->piece, "%s", name);
    snprintf(one->message, sizeof one->message, "%s can never %s: %s", title, section->verb,
             section->causes[cause]);
    snprintf(one->command, sizeof one->command, "%s", shown_by(section->name));
}

static void tell_absent(judge_work *work, const judge_alike *first, size_t count, const char *names,
                        const void *context)
{
    const absent_section *section = context;
    judge_tell(work, JUDGE_DEAD, section->name, "%zu of %zu can never %s: %s (%s)", count,
               section->total, section->verb, section->causes[first->group], names);
    judge_command(work, "%s", first->command);
}

/* Whether the player has it from the start, and so need not find it. */
static bool is_in_kit(const judge_work *work, const char *name)
{
    const wyrm_play_rules rules = wyrm_play_rules_of(work->ruleset);
    size_t i = 0;
    while (i < rules.kit_count && strcmp(rules.kit[i], name) != 0)
        i++;
    return i < rules.kit_count;
}

/* Whether it stands in a picture that some floor may have. */
static bool is_in_vault(const judge_work *work, const char *key, const char *name)
{
    const wyrm_value *vaults = wyrm_ruleset_find(work->ruleset, "vaults");
    for (size_t i = 0; i < wyrm_value_count(vaults); i++) {
        const wyrm_value *vault = wyrm_value_item(vaults, i);
        const wyrm_value *legend = wyrm_value_get(vault, "legend");
        if (wyrm_value_low(wyrm_value_get(vault, "depths")) > work->last_depth)
            continue;
        for (size_t k = 0; k < wyrm_value_count(legend); k++)
            if (strcmp(key_text(wyrm_value_item(legend, k), key), name) == 0)
                return true;
    }
    return false;
}

static void look_for_absent(judge_work *work)
{
    static const char *const item_sections[] = {"weapons", "armors", "items"};
    judge_alike *list = base_array(work->arena, judge_alike, work->monsters + work->kind_count);
    absent_section section = {"monsters", "appear", monster_causes, work->monsters, 0, list};
    for (size_t i = 0; work->presence.knows_monsters && i < work->monsters; i++) {
        const wyrm_monster *monster = wyrm_roster_monster(work->roster, (int32_t)i);
        if (!work->presence.monsters[i] && !is_in_vault(work, "monster", monster->name))
            add_absent(work, &section, monster->name, monster->title, monster->record);
    }
    judge_tell_alike(work, list, section.count, JUDGE_PIECES_MAX, tell_absent, &section);
    for (size_t s = 0; work->presence.knows_items && s < 3; s++) {
        section = (absent_section){item_sections[s], "be found", item_causes, 0, 0, list};
        for (size_t k = 0; k < work->kind_count; k++) {
            const wyrm_item_kind *kind = &work->kinds[k];
            if (strcmp(judge_section_of(kind->item_class), section.name) != 0)
                continue;
            section.total++;
            if (!work->presence.items[k] && !kind->switched_off && !is_in_kit(work, kind->name) &&
                !is_in_vault(work, "item", kind->name))
                add_absent(work, &section, kind->name, kind->title, kind->record);
        }
        judge_tell_alike(work, list, section.count, JUDGE_PIECES_MAX, tell_absent, &section);
    }
}

/* ---- hardly ever seen ---- */

/* A monster or item that was in `seen` of the dungeons of a survey. What is in none of them is dead
 * where the exact tables do not tell. */
static void add_seldom(judge_work *work, bool known, uint64_t seen, const char *where,
                       const char *said, const char *remedy)
{
    uint64_t dungeons = judge_survey_of(work)->dungeons;
    wyrm_interval share = wyrm_share_interval(seen, dungeons, JUDGE_CONFIDENCE);
    const size_t before = work->finding_count;
    if (seen == 0 && !known)
        judge_tell(work, JUDGE_DEAD, where,
                   "%s: in none of %" PRIu64 " dungeons, so in fewer than %s of all", said,
                   dungeons, judge_percent(share.high).text);
    else if (seen > 0 && share.high < BARELY)
        judge_tell(work, "barely-seen", where,
                   "%s to %s of the dungeons have it (%" PRIu64 " of %" PRIu64
                   "): most players never meet it; %s would help",
                   judge_percent(share.low).text, judge_percent(share.high).text, seen, dungeons,
                   remedy);
    if (work->finding_count > before)
        judge_command(work, "%s", shown_by(where));
}

static void look_for_barely_seen(judge_work *work)
{
    const judge_survey *survey = judge_survey_of(work);
    for (size_t i = 0; i < work->monsters; i++) {
        const wyrm_monster *monster = wyrm_roster_monster(work->roster, (int32_t)i);
        judge_text said = judge_say("%.60s never appears", monster->title);
        if (monster->level > survey->highest_level)
            said = judge_say("%.60s never appears, as it begins at level %d and no monster is "
                             "above level %d",
                             monster->title, (int)monster->level, (int)survey->highest_level);
        add_seldom(work, work->presence.knows_monsters, survey->monster_dungeons[i],
                   judge_say("monsters.%s", monster->name).text, said.text,
                   monster->level > 0 ? "a lower level" : "a higher weight");
    }
    for (size_t i = 0; i < work->kind_count; i++) {
        const wyrm_item_kind *kind = &work->kinds[i];
        const char *section = judge_section_of(kind->item_class);
        add_seldom(work, work->presence.knows_items || kind->switched_off, survey->item_dungeons[i],
                   judge_say("%s.%s", section, kind->name).text,
                   judge_say("%.60s is never found", kind->title).text, "a higher weight");
    }
}

/* One that waits at the end on purpose is no finding: a boss, or what a table of depths says. */
static void look_for_last_map(judge_work *work)
{
    if (work->last_depth > 0)
        return;
    const judge_survey *survey = judge_survey_of(work);
    for (size_t i = 0; i < work->monsters; i++) {
        uint64_t seen = survey->monster_dungeons[i], last = survey->monster_final[i];
        const wyrm_monster *monster = wyrm_roster_monster(work->roster, (int32_t)i);
        if (seen == 0 || wyrm_monster_kind_of(monster->record) != WYRM_MONSTER_NORMAL)
            continue;
        wyrm_interval share = wyrm_share_interval(last, seen, JUDGE_CONFIDENCE);
        if (!(share.low > LAST_ONLY))
            continue;
        judge_tell(work, "last-map-only", judge_say("monsters.%s", monster->name).text,
                   "%s to %s of the dungeons that have %s have it on the final map only "
                   "(%" PRIu64 " of %" PRIu64 "); a lower level would bring it earlier",
                   judge_percent(share.low).text, judge_percent(share.high).text, monster->title,
                   last, seen);
        judge_command(work, "curve RULESET");
    }
}

/* ---- rows that never count ---- */

static void look_at_row(judge_work *work, const wyrm_depth_row *row, bool first, const char *path)
{
    int32_t deepest = wyrm_encounter_last_depth(work->encounter);
    judge_text why;
    if (deepest > 0 && row->from_depth > deepest) {
        why = judge_say("never counts: the last depth is %d", (int)deepest);
    } else if (deepest == 0 && judge_descents(work)->cut_off == 0 &&
               row->from_depth > judge_descents(work)->depth_count) {
        const wyrm_descents *descents = judge_descents(work);
        why = judge_say("never counts: none of %" PRIu64 " dungeons went below depth %d",
                        descents->runs, (int)descents->depth_count);
    } else if (!first && row->value == row[-1].value) {
        why = judge_say("changes nothing: the value is the same from depth %d",
                        (int)row[-1].from_depth);
    } else {
        return;
    }
    judge_tell(work, JUDGE_DEAD, path, "the row [%.10g, %d] %s", row->value, (int)row->from_depth,
               why.text);
}

/* A walk over all values of a ruleset, for its depth tables; what the schema gives by itself is
 * nobody's to mend. It goes as deep as rulesets nest: the reader has limited it. One table goes by
 * the number of monsters instead. */
static void look_at_value(judge_work *work, const wyrm_value *value, const char *path)
{
    wyrm_kind kind = wyrm_value_kind(value);
    bool members = kind == WYRM_KIND_RECORD || kind == WYRM_KIND_MAP || kind == WYRM_KIND_LIST;
    bool depths = kind == WYRM_KIND_TABLE && !wyrm_value_says_default(value) &&
                  strcmp(path, "encounter.budget.multiplier") != 0;
    for (size_t i = 0; depths && i < wyrm_value_count(value); i++)
        look_at_row(work, &wyrm_value_rows(value)[i], i == 0, path);
    for (size_t i = 0; members && i < wyrm_value_count(value); i++) {
        char inner[96];
        if (kind == WYRM_KIND_LIST)
            snprintf(inner, sizeof inner, "%s.%zu", path, i + 1);
        else
            snprintf(inner, sizeof inner, "%s%s%s", path, path[0] != '\0' ? "." : "",
                     wyrm_value_key(value, i));
        look_at_value(work, wyrm_value_item(value, i), inner);
    }
}

static void look_for_deep_rows(judge_work *work)
{
    if (work->last_depth == 0)
        (void)judge_descents(work);
    look_at_value(work, wyrm_ruleset_root(work->ruleset), "");
}

/* A value that nobody wrote down is nobody's to mend. */
static void look_for_idle_combat(judge_work *work)
{
    char why[320];
    const char *key = wyrm_combat_idle(work->combat, why, sizeof why);
    const wyrm_value *combat = wyrm_ruleset_find(work->ruleset, "combat");
    if (key != NULL && !wyrm_value_is_default(wyrm_value_get(combat, key)))
        judge_tell(work, JUDGE_DEAD, judge_say("combat.%s", key).text, "%s", why);
}

/* ---- whole dungeons ---- */

static void look_for_no_final_map(judge_work *work)
{
    const wyrm_descents *descents = work->last_depth > 0 ? NULL : judge_descents(work);
    if (descents == NULL || descents->cut_off == 0)
        return;
    wyrm_interval share = wyrm_share_interval(descents->cut_off, descents->runs, JUDGE_CONFIDENCE);
    judge_tell(work, "endless-dungeon", "encounter",
               "%s to %s of the dungeons (%" PRIu64 " of %" PRIu64
               ") have no final map by depth %d: what is met has too little experience to get "
               "there",
               judge_percent(share.low).text, judge_percent(share.high).text, descents->cut_off,
               descents->runs, WYRM_DESCENT_DEPTH_MAX);
    judge_command(work, "curve RULESET");
}

/* Depths that never have any guaranteed gear of a class, where it is common elsewhere. */
static void look_for_gear_gaps(judge_work *work)
{
    static const wyrm_item_class classes[] = {WYRM_ITEM_WEAPON, WYRM_ITEM_ARMOR};
    uint64_t games[WYRM_ITEM_CLASS_COUNT][GEAR_DEPTHS + 1] = {0}; /* that have some, by depth */
    wyrm_item items[WYRM_ROOM_ITEMS_MAX];
    for (uint64_t game = 0; game < GEAR_GAMES; game++)
        for (int32_t depth = 1; depth <= GEAR_DEPTHS; depth++) {
            wyrm_loot_context context = {
                .seed = work->seed, .run = game, .depth = depth, .level = depth, .rooms = 2};
            wyrm_rng rng = wyrm_rng_start(work->seed, game, 0, (uint64_t)depth);
            bool found[WYRM_ITEM_CLASS_COUNT] = {false};
            size_t count = wyrm_loot_guaranteed(work->loot, &context, &rng, items);
            for (size_t i = 0; i < count; i++)
                if (items[i].kind >= 0 && (size_t)items[i].kind < work->kind_count)
                    found[work->kinds[items[i].kind].item_class] = true;
            for (int item_class = 0; item_class < WYRM_ITEM_CLASS_COUNT; item_class++)
                games[item_class][depth] += found[item_class];
        }
    for (int i = 0; i < 2; i++) {
        judge_numbers gaps = {0};
        uint64_t total = 0;
        for (int32_t depth = 1; depth <= GEAR_DEPTHS; depth++) {
            total += games[classes[i]][depth];
            if (games[classes[i]][depth] == 0)
                gaps.list[gaps.count++] = depth;
        }
        if (gaps.count == 0 || gaps.count == GEAR_DEPTHS)
            continue;
        double elsewhere = (double)total / (double)(GEAR_GAMES * (GEAR_DEPTHS - gaps.count));
        if (elsewhere < GEAR_COMMON)
            continue;
        judge_tell(work, JUDGE_DEAD, "loot.periodic",
                   "no guaranteed %s ever lies at depth %s (none in %d games; at the other "
                   "depths down to %d in about %s of them)",
                   wyrm_item_class_name(classes[i]), judge_list(&gaps, 100).text, GEAR_GAMES,
                   GEAR_DEPTHS, judge_percent(elsewhere).text);
        judge_command(work, "loot RULESET");
    }
}

const judge_looks judge_looks_dead = {
    [LOOK_ABSENT] = look_for_absent,
    [LOOK_DEEP_ROWS] = look_for_deep_rows,
    [LOOK_GEAR_GAPS] = look_for_gear_gaps,
    [LOOK_IDLE_COMBAT] = look_for_idle_combat,
    [LOOK_BARELY_SEEN] = look_for_barely_seen,
    [LOOK_LAST_MAP] = look_for_last_map,
    [LOOK_NO_FINAL_MAP] = look_for_no_final_map,
};
