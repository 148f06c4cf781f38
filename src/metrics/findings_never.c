/* Findings about what never happens in play: entries of the ruleset that never occur, or hardly
 * ever; games without an end, games that begin with a lost fight, or in which floors do not matter;
 * and items that no bot can use.
 *
 * If difficulty is a table of depths, the exact distributions tell which monsters and items can
 * come (presence). Otherwise a survey of generated dungeons is used; what none of them has is
 * reported with the largest share that it may still be in. Several things with one cause are one
 * finding.
 *
 * A game that stalls or is cut off is missing from all means, so it must be reported. One of them
 * is played again to where it stands still, and its map is searched from there. If no way leads to
 * the stairs, or only past somebody who cannot be hurt, the rules are at fault; otherwise the bot
 * is, and its figures are to be taken with care. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <wyrm/outlook.h>
#include "combat/internal.h"
#include "game/internal.h"
#include "metrics/internal.h"
#include "script/script.h"
#include "sim/internal.h"

/* A kind is hardly ever seen if it is in less than this share of dungeons, with 95 % confidence. */
#define BARELY 0.1

/* Share of a monster's dungeons that have it only on the final map, above which it is reported. */
#define LAST_ONLY 0.5

/* Games and depths in which guaranteed gear is looked for. If it occurs in a tenth of the games at
 * other depths, a depth without any is no accident: 0.9^400 < 1e-18. */
#define GEAR_GAMES  400
#define GEAR_DEPTHS 24
#define GEAR_COMMON 0.1

/* ---- absent ---- */

/* Reasons why something never comes; cause_of() returns their index. */
static const char *const monster_causes[] = {
    "no room of a role that allows bosses like that is ever planned",
    "no weight at any depth, and no role of rooms that brings it",
    "a weight only below the last depth",
    "no room that has monsters where its weight is above 0",
    "no horde that comes brings it",
    "the script of encounter never brings it, nor does anybody else",
    "the rooms of a role that allows bosses like that are all below the last depth",
};
static const char *const item_causes[] = {
    "its bands lie behind the one of the last depth",
    "its weight is 0 at every depth, and nothing else gives it",
    "a weight only below the last depth",
    "a factor of 0, or no room with items, wherever it has a weight",
    "no weight of its category, or no items of a floor, wherever it has a weight",
    "the script of loot never gives it, nor does anything else",
};

/* Whether a script chooses what comes, so that weights and hordes have no effect. */
static bool has_script(const judge_work *work, const char *system)
{
    const wyrm_model *model = wyrm_ruleset_model(work->ruleset, system);
    return model != NULL && rs_find_row(model->parameters, "script") != NULL;
}

/* Whether a role for bosses of a kind names depths, if only such as the dungeon does not have. */
static bool has_deep_role(const judge_work *work, wyrm_monster_kind kind)
{
    const enc_role_plans *plans = enc_plans(work->encounter);
    for (int role = 0; plans != NULL && role < WYRM_ROOM_ROLE_COUNT; role++) {
        const wyrm_room_rule *rule = &plans->rules.rules[role];
        if ((rule->bosses ? kind == WYRM_MONSTER_BOSS
                          : rule->minibosses && kind == WYRM_MONSTER_MINIBOSS) &&
            wyrm_value_count(plans->plans[role].depths) > 0)
            return true;
    }
    return false;
}

/* Returns the index of the cause. Causes in the kind itself come before those in the places. */
static size_t cause_of(const judge_work *work, const wyrm_value *record, bool monster)
{
    const wyrm_value *weight = wyrm_value_get(record, "weight");
    const wyrm_value *range = wyrm_value_get(record, "bands");
    int32_t first = 1;
    wyrm_bands bands;
    while (first <= WYRM_DEPTH_MAX && !(wyrm_value_at_depth(weight, first) > 0))
        first++;
    if (has_script(work, monster ? "encounter" : "loot"))
        return 5;
    if (monster && wyrm_encounter_fills_floors(work->encounter))
        return 4;
    if (monster && wyrm_monster_kind_of(record) != WYRM_MONSTER_NORMAL)
        return has_deep_role(work, wyrm_monster_kind_of(record)) ? 6 : 0;
    const bool floors = !monster && wyrm_loot_fills_floors(work->loot);
    if (first > (floors ? wyrm_found_last_depth(work->loot) : work->last_depth))
        return first > WYRM_DEPTH_MAX ? 1 : 2;
    bool behind = !monster && range != NULL &&
                  wyrm_bands_read(work->ruleset, &bands, NULL) == WYRM_OK &&
                  wyrm_value_low(range) > (double)wyrm_bands_at(&bands, work->last_depth) + 1;
    return behind ? 0 : floors ? 4 : 3;
}

/* The absent things of one section of the ruleset, and the words for them. */
typedef struct absent_section {
    const char *name, *verb;
    const char *const *causes;
    size_t total, count; /* all things of the section, and the absent ones */
    judge_alike *list;
} absent_section;

/* Returns the command that shows what a section yields. */
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
    snprintf(one->label, sizeof one->label, "%s.%s", section->name, name);
    snprintf(one->piece, sizeof one->piece, "%s", name);
    snprintf(one->message, sizeof one->message, "%s can never %s: %s", title, section->verb,
             section->causes[cause]);
    snprintf(one->command, sizeof one->command, "%s", shown_by(section->name));
}

static void add_absences(judge_work *work, const judge_alike *first, size_t count,
                         const char *names, const void *context)
{
    const absent_section *section = context;
    judge_add_finding(work, JUDGE_DEAD, section->name, "%zu of %zu can never %s: %s (%s)", count,
                      section->total, section->verb, section->causes[first->group], names);
    judge_command(work, "%s", first->command);
}

/* Reports categories that are drawn at depths where nothing in them has a weight. */
static void look_for_vain_draws(judge_work *work)
{
    const int32_t last = wyrm_found_last_depth(work->loot);
    for (size_t c = 0; c < wyrm_found_categories(work->loot); c++) {
        judge_numbers depths = {0};
        const char *name = wyrm_found_category(work->loot, c);
        for (int32_t depth = 1; depth <= last && depths.count < COUNT_OF(depths.list); depth++)
            if (wyrm_found_is_vain(work->loot, c, depth))
                depths.list[depths.count++] = depth;
        if (depths.count == 0)
            continue;
        judge_add_finding(
            work, JUDGE_DEAD, judge_say("loot.categories.%s", name).text,
            "nothing in it has a weight at %s, and it is drawn all the same: such a draw "
            "brings no item",
            judge_at("depth", &depths).text);
        judge_command(work, "loot RULESET --item %s", name);
    }
}

/* Returns the record of an item or category with this name; NULL if there is neither. */
static const wyrm_value *node_of(const judge_work *work, const char *name)
{
    for (size_t k = 0; k < work->kind_count; k++)
        if (strcmp(work->kinds[k].name, name) == 0)
            return work->kinds[k].record;
    return wyrm_value_get(wyrm_ruleset_find(work->ruleset, "loot.categories"), name);
}

/* Reports guaranteed items above the limit for them or for a category that contains them. */
static void look_for_too_many(judge_work *work)
{
    const wyrm_value *sure = wyrm_ruleset_find(work->ruleset, "loot.guaranteed");
    for (size_t i = 0; wyrm_loot_fills_floors(work->loot) && i < wyrm_value_count(sure); i++) {
        const wyrm_value *row = wyrm_value_item(sure, i);
        const char *of = key_text(row, "of"), *name = of[0] != '\0' ? of : wyrm_value_key(sure, i);
        const int32_t number = key_whole(row, "number");
        const wyrm_value *node = node_of(work, name);
        while (node != NULL &&
               (key_whole(node, "most") == 0 || key_whole(node, "most") >= number)) {
            const char *category = key_text(node, "category");
            name = category[0] != '\0' ? category : key_text(node, "in");
            node = node_of(work, name);
        }
        if (node != NULL)
            judge_add_finding(work, JUDGE_DEAD,
                              judge_say("loot.guaranteed.%s", wyrm_value_key(sure, i)).text,
                              "%d are certain, and a game has %d of %s at most", (int)number,
                              (int)key_whole(node, "most"), name);
    }
}

static void look_for_absent(judge_work *work)
{
    static const char *const item_sections[] = {"weapons", "armors", "items"};
    judge_alike *list = base_array(work->arena, judge_alike, work->monsters + work->kind_count);
    absent_section section = {"monsters", "appear", monster_causes, work->monsters, 0, list};
    for (size_t i = 0; work->presence.knows_monsters && i < work->monsters; i++) {
        const wyrm_monster *monster = wyrm_roster_monster(work->roster, (int32_t)i);
        if (!work->presence.monsters[i])
            add_absent(work, &section, monster->name, monster->title, monster->record);
    }
    judge_add_alike(work, list, section.count, JUDGE_PIECES_MAX, add_absences, &section);
    for (size_t s = 0; work->presence.knows_items && s < 3; s++) {
        section = (absent_section){item_sections[s], "be found", item_causes, 0, 0, list};
        for (size_t k = 0; k < work->kind_count; k++) {
            const wyrm_item_kind *kind = &work->kinds[k];
            if (strcmp(judge_section_of(kind->item_class), section.name) != 0)
                continue;
            section.total++;
            if (!work->presence.items[k] && !kind->switched_off)
                add_absent(work, &section, kind->name, kind->title, kind->record);
        }
        judge_add_alike(work, list, section.count, JUDGE_PIECES_MAX, add_absences, &section);
    }
    look_for_vain_draws(work);
    look_for_too_many(work);
}

/* ---- hardly ever seen ---- */

/* Reports a monster or item by the number of surveyed dungeons that have it. In none counts as dead
 * configuration only if exact tables have not decided that already (`known`). */
static void add_seldom(judge_work *work, bool known, uint64_t seen, const char *where,
                       const char *said, const char *remedy)
{
    uint64_t dungeons = judge_survey_of(work)->dungeons;
    wyrm_interval share = wyrm_share_interval(seen, dungeons, JUDGE_CONFIDENCE);
    const size_t before = work->finding_count;
    if (seen == 0 && !known)
        judge_add_finding(work, JUDGE_DEAD, where,
                          "%s: in none of %" PRIu64 " dungeons, so in fewer than %s of all", said,
                          dungeons, judge_percent(share.high).text);
    else if (seen > 0 && share.high < BARELY)
        judge_add_finding(work, "barely-seen", where,
                          "%s to %s of the dungeons have it (%" PRIu64 " of %" PRIu64
                          "): most players never meet it; %s would help",
                          judge_percent(share.low).text, judge_percent(share.high).text, seen,
                          dungeons, remedy);
    if (work->finding_count > before)
        judge_command(work, "%s", shown_by(where));
}

/* Returns, by roster index, whether a monster in the survey can call this one. */
static const bool *called_in_survey(judge_work *work)
{
    const judge_survey *survey = judge_survey_of(work);
    bool *seen = base_array(work->arena, bool, work->monsters);
    for (size_t i = 0; i < work->monsters; i++)
        seen[i] = survey->monster_dungeons[i] > 0;
    return judge_called(work->arena, work, seen);
}

/* Monsters that others call and items that are given or sold are left out: generated dungeons do
 * not have them yet. */
static void look_for_barely_seen(judge_work *work)
{
    const judge_survey *survey = judge_survey_of(work);
    const bool *called = called_in_survey(work);
    for (size_t i = 0; i < work->monsters; i++) {
        const wyrm_monster *monster = wyrm_roster_monster(work->roster, (int32_t)i);
        if (called[i])
            continue;
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
        if (work->presence.given[i])
            continue;
        add_seldom(work, work->presence.knows_items || kind->switched_off, survey->item_dungeons[i],
                   judge_say("%s.%s", section, kind->name).text,
                   judge_say("%.60s is never found", kind->title).text, "a higher weight");
    }
}

/* Monsters meant to wait at the end, bosses and those of a table of depths, are left out. */
static void look_for_last_map(judge_work *work)
{
    if (work->last_depth > 0)
        return;
    const judge_survey *survey = judge_survey_of(work);
    const bool *called = called_in_survey(work);
    for (size_t i = 0; i < work->monsters; i++) {
        uint64_t seen = survey->monster_dungeons[i], last = survey->monster_final[i];
        const wyrm_monster *monster = wyrm_roster_monster(work->roster, (int32_t)i);
        if (seen == 0 || called[i] || wyrm_monster_kind_of(monster->record) != WYRM_MONSTER_NORMAL)
            continue;
        wyrm_interval share = wyrm_share_interval(last, seen, JUDGE_CONFIDENCE);
        if (!(share.low > LAST_ONLY))
            continue;
        judge_add_finding(work, "last-map-only", judge_say("monsters.%s", monster->name).text,
                          "%s to %s of the dungeons that have %s have it on the final map only "
                          "(%" PRIu64 " of %" PRIu64 "); a lower level would bring it earlier",
                          judge_percent(share.low).text, judge_percent(share.high).text,
                          monster->title, last, seen);
        judge_command(work, "curve RULESET");
    }
}

/* ---- rows that never count ---- */

/* Whether a path belongs to something that never comes. It has its own finding. */
static bool is_absent(const judge_work *work, const char *path)
{
    static const char *const sections[] = {"monsters", "weapons", "armors", "items"};
    for (size_t i = 0; i < COUNT_OF(sections); i++) {
        const size_t length = strlen(sections[i]);
        if (strncmp(path, sections[i], length) != 0 || path[length] != '.')
            continue;
        const char *name = path + length + 1;
        return (i == 0 ? work->presence.knows_monsters : work->presence.knows_items) &&
               !judge_is_present(work, sections[i],
                                 judge_say("%.*s", (int)strcspn(name, "."), name).text);
    }
    return false;
}

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
    judge_add_finding(work, JUDGE_DEAD, path, "the row [%.10g, %d] %s", row->value,
                      (int)row->from_depth, why.text);
}

/* Checks the depth tables of all values, except defaults, which nobody can fix. The recursion is as
 * deep as rulesets nest, which the reader limits. One table is indexed by the number of monsters
 * and is skipped. */
static void look_at_value(judge_work *work, const wyrm_value *value, const char *path)
{
    wyrm_kind kind = wyrm_value_kind(value);
    bool members = kind == WYRM_KIND_RECORD || kind == WYRM_KIND_MAP || kind == WYRM_KIND_LIST;
    bool depths = kind == WYRM_KIND_TABLE && !rs_value_says_default(value) &&
                  strcmp(path, "encounter.budget.multiplier") != 0 && !is_absent(work, path);
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

/* Counts how often a value in the file is this text; with `keys`, also keys with this name. */
static size_t times_said(const wyrm_value *value, const char *name, bool keys)
{
    const wyrm_kind kind = wyrm_value_kind(value);
    size_t times = (kind == WYRM_KIND_TEXT || kind == WYRM_KIND_NAME || kind == WYRM_KIND_CHOICE) &&
                   strcmp(wyrm_value_text(value), name) == 0;
    for (size_t i = 0; wyrm_value_item(value, i) != NULL; i++) {
        const wyrm_value *item = wyrm_value_item(value, i);
        times +=
            keys && strcmp(wyrm_value_key(value, i), name) == 0 && !wyrm_value_is_default(item);
        times += times_said(item, name, keys);
    }
    return times;
}

/* Returns why a condition that the script does not name has no effect; NULL if it may have one. */
static const char *why_idle(const judge_work *work, const char *name, const wyrm_value *record)
{
    static const char *const does[] = {"damage", "helpless", "slows"};
    bool any = false;
    if (key_whole(record, "each_turn") <= 0 &&
        times_said(wyrm_ruleset_root(work->ruleset), name, true) == 1) /* only its declaration */
        return "nothing gives it: the script does not name it, and nobody begins with it";
    for (size_t i = 0; i < COUNT_OF(does); i++) {
        const wyrm_value *value = wyrm_value_get(record, does[i]);
        any = any || (value != NULL && !rs_value_says_default(value));
    }
    return any ? NULL : "it does nothing by itself, and the script never looks at it";
}

/* Whether a stat has an effect without the script: by its `means`, by its name if threat is
 * derived, or because the file names it, for example in an item or target. */
static bool counts_elsewhere(const judge_work *work, const char *name, const wyrm_value *record)
{
    static const char *const derived[] = {"damage", "damage_min", "damage_max", "power"};
    return (work->threat != NULL && base_has_word(derived, COUNT_OF(derived), name)) ||
           wyrm_value_get(record, "means") != NULL ||
           times_said(wyrm_ruleset_root(work->ruleset), name, false) > 0;
}

/* Reports stats, conditions and counters that are declared for the script but that it never reads,
 * in any fight. */
static void look_for_unread(judge_work *work)
{
    static const char *const maps[] = {"stats", "conditions", "counters"};
    const script *rules = work->combat->model->script_of != NULL
                              ? work->combat->model->script_of(work->combat->state)
                              : NULL;
    for (size_t m = 0; rules != NULL && m < COUNT_OF(maps); m++) {
        const wyrm_value *map = wyrm_value_get(work->combat->section, maps[m]);
        for (size_t i = 0; i < wyrm_value_count(map); i++) {
            const char *name = wyrm_value_key(map, i);
            const wyrm_value *record = wyrm_value_item(map, i);
            const char *why = m == 1 ? why_idle(work, name, record)
                                     : "the script never looks at it: it changes no fight";
            if (why != NULL && !sc_script_may_name(rules, name) &&
                !counts_elsewhere(work, name, record))
                judge_add_finding(work, JUDGE_DEAD, judge_say("combat.%s.%s", maps[m], name).text,
                                  "%s", why);
        }
    }
}

/* The first enchantment of gear in a value, by its path; counts all of them. */
static void find_bonus(const wyrm_value *value, const char *path, judge_text *first, size_t *count)
{
    const char *key = strrchr(path, '.');
    if (wyrm_value_kind(value) == WYRM_KIND_AMOUNT && key != NULL && strcmp(key, ".bonus") == 0 &&
        !rs_value_says_default(value) && (*count)++ == 0)
        *first = judge_say("%s", path);
    for (size_t i = 0; wyrm_value_item(value, i) != NULL; i++) {
        const wyrm_value *item = wyrm_value_item(value, i);
        const bool list = wyrm_value_kind(value) == WYRM_KIND_LIST;
        const judge_text inner = list ? judge_say("%s.%zu", path, i + 1)
                                      : judge_say("%s.%s", path, wyrm_value_key(value, i));
        find_bonus(item, inner.text, first, count);
    }
}

/* Reports enchantment where the combat knows none: gear is found as +2 and is as it was. */
static void look_for_vain_plus(judge_work *work)
{
    static const struct {
        const char *section;
        bool weapons, armor;
    } places[] = {{"loot.categories", true, true},
                  {"weapons", true, false},
                  {"armors", false, true},
                  {"shops", true, true},
                  {"drops", true, true}};
    const bool sharp = wyrm_combat_plus_stat(work->combat, WYRM_ROLE_WEAPON) >= 0;
    const bool hard = wyrm_combat_plus_stat(work->combat, WYRM_ROLE_ARMOR) >= 0;
    judge_text first;
    size_t count = 0;
    if (!judge_has(work, WYRM_SYSTEM_COMBAT))
        return;
    for (size_t i = 0; i < COUNT_OF(places); i++)
        if (!(places[i].weapons && sharp) && !(places[i].armor && hard))
            find_bonus(wyrm_ruleset_find(work->ruleset, places[i].section), places[i].section,
                       &first, &count);
    if (count > 0)
        judge_add_finding(
            work, JUDGE_DEAD, first.text,
            "gear that is enchanted here%s is as it was: no stat of the combat '%s' takes "
            "the plus of %s",
            count > 1 ? judge_say(" and at %zu more place%s", count - 1, count > 2 ? "s" : "").text
                      : "",
            wyrm_combat_name(work->combat),
            sharp  ? "armor"
            : hard ? "a weapon"
                   : "weapons or armor");
}

/* Reports an idle value of combat, unless it is a default, which nobody can fix. */
static void look_for_idle_combat(judge_work *work)
{
    char why[320];
    const char *key = wyrm_combat_idle(work->combat, why, sizeof why);
    const wyrm_value *combat = wyrm_ruleset_find(work->ruleset, "combat");
    if (key != NULL && !wyrm_value_is_default(wyrm_value_get(combat, key)))
        judge_add_finding(work, JUDGE_DEAD, judge_say("combat.%s", key).text, "%s", why);
    look_for_unread(work);
    look_for_vain_plus(work);
}

/* ---- whole dungeons ---- */

static void look_for_no_final_map(judge_work *work)
{
    const wyrm_descents *descents = work->last_depth > 0 ? NULL : judge_descents(work);
    if (descents == NULL || descents->cut_off == 0)
        return;
    wyrm_interval share = wyrm_share_interval(descents->cut_off, descents->runs, JUDGE_CONFIDENCE);
    judge_add_finding(
        work, "endless-dungeon", "encounter",
        "%s to %s of the dungeons (%" PRIu64 " of %" PRIu64
        ") have no final map by depth %d: what is met has too little experience to get "
        "there",
        judge_percent(share.low).text, judge_percent(share.high).text, descents->cut_off,
        descents->runs, WYRM_DESCENT_DEPTH_MAX);
    judge_command(work, "curve RULESET");
}

/* Reports depths that never have guaranteed gear of a class that is common at other depths. */
static void look_for_gear_gaps(judge_work *work)
{
    static const wyrm_item_class classes[] = {WYRM_ITEM_WEAPON, WYRM_ITEM_ARMOR};
    const int32_t deepest =
        work->last_depth > 0 && work->last_depth < GEAR_DEPTHS ? work->last_depth : GEAR_DEPTHS;
    uint64_t games[WYRM_ITEM_CLASS_COUNT][GEAR_DEPTHS + 1] = {0}; /* games with some, by class,
                                                                     depth */
    wyrm_item items[WYRM_ROOM_ITEMS_MAX];
    for (uint64_t game = 0; game < GEAR_GAMES; game++)
        for (int32_t depth = 1; depth <= deepest; depth++) {
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
        for (int32_t depth = 1; depth <= deepest; depth++) {
            total += games[classes[i]][depth];
            if (games[classes[i]][depth] == 0)
                gaps.list[gaps.count++] = depth;
        }
        if (gaps.count == 0 || gaps.count == (size_t)deepest)
            continue;
        double elsewhere = (double)total / (double)(GEAR_GAMES * ((size_t)deepest - gaps.count));
        if (elsewhere < GEAR_COMMON)
            continue;
        judge_add_finding(work, JUDGE_DEAD, "loot.periodic",
                          "no guaranteed %s ever lies at depth %s (none in %d games; at the other "
                          "depths down to %d in about %s of them)",
                          wyrm_item_class_name(classes[i]), judge_list(&gaps, 100).text, GEAR_GAMES,
                          (int)deepest, judge_percent(elsewhere).text);
        judge_command(work, "loot RULESET");
    }
}

/* ---- games without an end, and items that nobody uses ---- */

static void search(base_arena *arena, const wyrm_game *game, wyrm_grid grid, wyrm_distances *out)
{
    static const wyrm_step_costs costs = {1, 1};
    base_must(arena, wyrm_distances_find(&grid, &game->player.at, 1, costs, WYRM_UNREACHED, out,
                                         &arena->error));
}

/* Whether the search reached a tile, or one within the radius. */
static bool is_reached(const wyrm_distances *distances, wyrm_position at, int radius)
{
    for (int y = at.y - radius; y <= at.y + radius; y++)
        for (int x = at.x - radius; x <= at.x + radius; x++)
            if (wyrm_distances_at(distances, x, y) != WYRM_UNREACHED)
                return true;
    return false;
}

/* Mean damage of an attack below which games are too short to kill anyone. */
#define NOTHING 1e-4

/* Whether the player's attacks can bring it down in the end; true if that cannot be computed. */
static bool can_fall(const wyrm_runner *runner, const wyrm_combatant *other)
{
    const wyrm_matchup matchup = {
        .attacker = &sim_runner_game(runner)->player.combatant, .defender = other, .distance = 1};
    wyrm_pmf *damage = NULL;
    bool falls =
        wyrm_combat_hit(sim_runner_engine(runner)->combat, &matchup, &damage, NULL) != WYRM_OK ||
        (wyrm_pmf_mean(damage) >= NOTHING &&
         (wyrm_pmf_mean(damage) > other->regeneration || wyrm_pmf_last(damage) >= other->hp));
    wyrm_pmf_free(damage);
    return falls;
}

/* Whether the monster is a boss that guards the goal as long as it lives. */
static bool holds_goal(const wyrm_runner *runner, const wyrm_game_monster *monster)
{
    const wyrm_game *game = sim_runner_game(runner);
    const wyrm_engine *engine = sim_runner_engine(runner);
    return game->map.final && engine->rules.goal == WYRM_GOAL_BOSS && !game->goal_placed &&
           game_is_boss(engine, monster);
}

judge_blame judge_find_blame(base_arena *arena, const wyrm_runner *runner)
{
    const wyrm_game *game = sim_runner_game(runner);
    wyrm_distances *distances = base_new(arena, wyrm_distances);
    wyrm_position to = game->goal_placed ? game->goal : game->map.exit;
    bool is_held = false, can_go_on = false;
    search(arena, game, game_step_grid(game), distances);
    for (size_t i = 0; i < game->monster_count; i++) {
        const wyrm_game_monster *monster = &game->monsters[i];
        is_held |= holds_goal(runner, monster);
        can_go_on |= is_reached(distances, monster->body.at, 1) &&
                     can_fall(runner, &monster->body.combatant);
    }
    can_go_on |= !is_held && is_reached(distances, to, 0);
    search(arena, game, wyrm_map_feet(&game->map), distances);
    bool has_way = !is_held && is_reached(distances, to, 0);
    for (size_t i = 0; i < game->monster_count; i++)
        has_way |= holds_goal(runner, &game->monsters[i]) &&
                   is_reached(distances, game->monsters[i].body.at, 0);
    return can_go_on ? JUDGE_BLAME_BOT : has_way ? JUDGE_BLAME_MONSTERS : JUDGE_BLAME_MAP;
}

/* Describes the nearest monster in sight: "before orc, 3 tiles away, with a reach of 4". */
static judge_text name_nearest(base_arena *arena, const wyrm_runner *runner)
{
    const wyrm_game *game = sim_runner_game(runner);
    const wyrm_engine *engine = sim_runner_engine(runner);
    wyrm_observation *seen = base_new(arena, wyrm_observation);
    wyrm_observe(engine, game, seen);
    for (size_t i = 0; i < seen->monster_count; i++) {
        const wyrm_game_monster *monster = &game->monsters[seen->monsters[i].index];
        int apart = (int)seen->monsters[i].distance, who = monster->spawn.monster;
        if (!seen->monsters[i].in_sight)
            continue;
        int reach = (int)game_reach_of(engine, &monster->body.combatant);
        return judge_say("before %.50s, %d %s away%s",
                         who >= 0 ? wyrm_roster_monster(engine->roster, who)->title : "somebody",
                         apart, apart == 1 ? "tile" : "tiles",
                         reach > 1 ? judge_say(", with a reach of %d", reach).text : "");
    }
    return judge_say("with nobody in sight");
}

/* Plays the first game without an end again, and reports where and why it stopped. */
static void look_at_lost(judge_work *work, const judge_simulation *made)
{
    static const char *const faults[] = {
        [JUDGE_BLAME_BOT] = "it could go on, so the bot is at fault, not the rules",
        [JUDGE_BLAME_MAP] = "no way leads on, so the rules are at fault",
        [JUDGE_BLAME_MONSTERS] =
            "all ways are blocked by monsters that it cannot bring down, so the rules are at fault",
    };
    base_arena *arena = work->arena;
    wyrm_run *run = base_new(arena, wyrm_run);
    wyrm_run_options options = {0};
    wyrm_runner *runner;
    base_must(arena, wyrm_bot_find(made->bot, &options.bot, &arena->error));
    base_must(arena, wyrm_runner_new(work->design, &options, &runner, &arena->error));
    base_keep(arena, runner, wyrm_runner_free);
    const wyrm_status status =
        wyrm_runner_make(runner, work->seed, made->lost_run, run, &arena->error);
    if (status != WYRM_ERROR_LIMIT) /* the work allowed is done: its number must do */
        base_must(arena, status);
    const wyrm_summary *summary = made->summary;
    uint64_t lost = summary->runs - summary->complete;
    unsigned long long first = made->lost_run;
    wyrm_interval share =
        wyrm_listed_share_interval(lost, summary->runs, 1, made->looks.confidence);
    const judge_text where = judge_say("games of %s", made->bot);
    const judge_text many = judge_say("%s to %s of them come to no end (%llu of %llu)",
                                      judge_percent(share.low).text, judge_percent(share.high).text,
                                      (unsigned long long)lost, (unsigned long long)summary->runs);
    if (status != WYRM_OK)
        judge_add_finding(work, "no-end", where.text, "%s. Run %llu is one", many.text, first);
    else
        judge_add_finding(work, "no-end", where.text,
                          "%s. Run %llu %s at depth %d in turn %u, %s; %s", many.text, first,
                          run->end == WYRM_RUN_STALLED ? "stalls" : "is cut off", (int)run->depth,
                          (unsigned)sim_runner_game(runner)->turn, name_nearest(arena, runner).text,
                          faults[judge_find_blame(arena, runner)]);
    judge_command(work, "play RULESET --watch-bot %s --seed %llu --run %llu", made->bot,
                  (unsigned long long)work->seed, first);
}

/* Reports games without an end, of the default bot and of those that targets are about. */
static void look_for_stalls(judge_work *work)
{
    wyrm_engine *engine;
    wyrm_status status = wyrm_engine_new(work->design, &engine, work->error);
    if (status == WYRM_ERROR_RULESET || status == WYRM_ERROR_LIMIT) /* it cannot be played */
        return;
    base_must(work->arena, status);
    wyrm_engine_free(engine);
    (void)judge_simulate(work, JUDGE_USUAL_BOT, "");
    for (size_t i = 0; i < work->simulation_count; i++) {
        const judge_simulation *made = &work->simulations[i];
        if (made->arena[0] == '\0' && made->summary == NULL)
            work->unlooked = "no-end";
        else if (made->arena[0] == '\0' && made->summary->complete < made->summary->runs)
            look_at_lost(work, made);
    }
}

/* Reports items that no bot uses. The bot that acts at random does not count. */
static void look_for_unplayed(judge_work *work)
{
    size_t count;
    const wyrm_bot_kind *bots = wyrm_bot_kinds(&count);
    for (size_t i = 0; i < work->kind_count; i++) {
        const wyrm_item_kind *kind = &work->kinds[i];
        const wyrm_effect effect = wyrm_item_effect(kind->record);
        bool used =
            effect.kind == WYRM_EFFECT_NONE || game_kind_is_gear(kind) || !work->presence.items[i];
        for (size_t b = 0; !used && b < count; b++)
            used = strcmp(bots[b].name, "random") != 0 && wyrm_bot_uses(&bots[b], &effect);
        if (!used)
            judge_add_finding(
                work, "unused-by-bots", judge_say("items.%s", kind->name).text,
                "no bot knows how to use it (effect %s%s): in all figures of runs %.60s is "
                "as good as not there, whatever it is worth to a player",
                wyrm_effect_name(effect.kind), effect.turns > 0 ? " for a while" : "", kind->title);
    }
}

/* ---- how games begin, and floors on which nothing happens ---- */

/* Opens an engine and a game, which the arena owns; false if the ruleset cannot be played. */
static bool open_games(judge_work *work, wyrm_engine **engine, wyrm_game **game)
{
    if (work->engine == NULL) {
        wyrm_status status = wyrm_engine_new(work->design, &work->engine, work->error);
        if (status == WYRM_ERROR_RULESET || status == WYRM_ERROR_LIMIT)
            return false;
        base_must(work->arena, status);
        base_keep(work->arena, work->engine, wyrm_engine_free);
    }
    *engine = work->engine;
    *game = wyrm_game_new();
    base_keep(work->arena, *game, wyrm_game_free);
    return *game != NULL;
}

enum {
    STARTS = 200,       /* limit of games whose first turn is examined */
    STARTS_FIGHTS = 100 /* fights simulated for each way to begin */
};
#define SELDOM    0.01 /* share of games in which bad luck is no fault of the rules */
#define FAIR_ODDS 0.9  /* least win chance of a fair first fight, with the best way to begin */

/* Reports games that begin with an awake monster in view that wins too often, however they
 * begin. */
static void look_for_starts(judge_work *work)
{
    const wyrm_outlook_options best = {.fights = STARTS_FIGHTS};
    wyrm_engine *engine;
    wyrm_game *game;
    const uint64_t starts = judge_runs(work) < STARTS ? judge_runs(work) : STARTS;
    uint64_t unfair = 0, worst = 0;
    double least = 1.0;
    size_t foes = 0;
    if (!open_games(work, &engine, &game) || engine->rules.fair_start)
        return;
    for (uint64_t run = 0; run < starts; run++) {
        const wyrm_game_options options = {.seed = work->seed, .run = run};
        wyrm_outlook outlook;
        base_must(work->arena, wyrm_game_start(engine, &options, NULL, game, work->error));
        base_must(work->arena, wyrm_outlook_find(engine, game, &best, &outlook, work->error));
        const wyrm_duel *duel = &outlook.ways[0].duel;
        if (outlook.count == 0 || duel->p_win_high >= FAIR_ODDS)
            continue;
        unfair++;
        if (duel->p_win >= least)
            continue;
        least = duel->p_win;
        worst = run;
        foes = outlook.foes;
    }
    const wyrm_interval share = wyrm_listed_share_interval(unfair, starts, 1, 0.95);
    if (share.low < SELDOM)
        return;
    judge_add_finding(
        work, "unfair-start", "game",
        "%s to %s of games begin with somebody awake in view against whom even the best way to "
        "begin wins less than %s of fights (%llu of %llu games tried). The hardest is run %llu of "
        "seed %llu: %zu in view, and %s of fights won. `game: {fair_start: true}` puts them out of "
        "view",
        judge_percent(share.low).text, judge_percent(share.high).text,
        judge_percent(FAIR_ODDS).text, (unsigned long long)unfair, (unsigned long long)starts,
        (unsigned long long)worst, (unsigned long long)work->seed, foes, judge_percent(least).text);
}

enum {
    EASY_GAMES = 24, /* games played, and how many must have completed a floor */
    EASY_GAMES_LEAST = 20,
    EASY_COMMANDS = 60000, /* limit of commands in all games together */
    EASY_DEPTHS = 100
};
#define EASY_HP 0.9

/* Limit of the product of both sides' hit points: bots take too long over more. */
#define EASY_LONG 1e6

/* Whether a fight between the player and some monster exceeds that limit. */
static bool fights_are_long(const judge_work *work)
{
    wyrm_combatant player, rival;
    double most = 0.0;
    wyrm_roster_start(work->roster, 1, &player);
    for (size_t i = 0; i < wyrm_roster_count(work->roster); i++) {
        wyrm_roster_spawn(work->roster, (int32_t)i, 1, WYRM_VARIANT_NONE, &rival);
        most = fmax(most, (double)rival.max_hp);
    }
    return (double)player.max_hp * most > EASY_LONG;
}

/* Whether some floor can still turn out to be easy after so many games. */
static bool may_be_easy(const int *seen, const int *hurt, int games)
{
    for (int32_t depth = 1; depth <= EASY_DEPTHS; depth++)
        if (hurt[depth] == 0 && games - seen[depth] <= EASY_GAMES - EASY_GAMES_LEAST)
            return true;
    return false;
}

/* Reports floors on which a careful player is never in danger, so that nothing there matters. */
static void look_for_easy_floors(judge_work *work)
{
    const wyrm_bot_kind *kind;
    wyrm_engine *engine;
    wyrm_game *game;
    wyrm_bot *bot;
    int seen[EASY_DEPTHS + 1] = {0}, hurt[EASY_DEPTHS + 1] = {0};
    if (judge_runs(work) < EASY_GAMES_LEAST)
        return;
    if (fights_are_long(work)) {
        judge_add_finding(
            work, "easy-floor", "game",
            "not looked for: the hit points of the player and of a monster multiply to more "
            "than %.0f, and such fights take too long to play",
            EASY_LONG);
        return;
    }
    if (!open_games(work, &engine, &game))
        return;
    base_must(work->arena, wyrm_bot_find("tactician", &kind, work->error));
    base_must(work->arena, wyrm_bot_new(kind, engine, &bot, work->error));
    base_keep(work->arena, bot, wyrm_bot_free);
    for (int run = 0; run < EASY_GAMES && may_be_easy(seen, hurt, run); run++) {
        const wyrm_game_options options = {.seed = work->seed, .run = (uint64_t)run};
        bool was_hurt[EASY_DEPTHS + 1] = {false};
        int32_t deepest = 0;
        wyrm_command command;
        base_must(work->arena, wyrm_game_start(engine, &options, NULL, game, work->error));
        wyrm_bot_begin(bot);
        for (int i = 0; i < EASY_COMMANDS / EASY_GAMES && wyrm_bot_next(bot, game, &command); i++) {
            base_must(work->arena, wyrm_bot_trouble(bot, work->error));
            const wyrm_status status = wyrm_game_act(engine, game, &command, NULL, work->error);
            const int32_t depth = game->difficulty.depth;
            const wyrm_combatant *player = &game->player.combatant;
            if (status != WYRM_ERROR_ARGUMENT)
                base_must(work->arena, status);
            if (depth > EASY_DEPTHS || game->difficulty.wins > 0)
                break;
            deepest = depth;
            was_hurt[depth] |= (double)player->hp < EASY_HP * (double)player->max_hp;
        }
        /* the floor where the game stopped was seen only in part; who died there was hurt */
        for (int32_t depth = 1; depth <= deepest; depth++) {
            seen[depth] += depth < deepest;
            hurt[depth] += was_hurt[depth];
        }
    }
    for (int32_t depth = 1, last; depth <= EASY_DEPTHS; depth = last + 1) {
        last = depth;
        if (seen[depth] < EASY_GAMES_LEAST || hurt[depth] > 0)
            continue;
        while (last < EASY_DEPTHS && seen[last + 1] >= EASY_GAMES_LEAST && hurt[last + 1] == 0)
            last++;
        judge_add_finding(
            work, "easy-floor",
            (depth == last ? judge_say("depth %d", (int)depth)
                           : judge_say("depths %d-%d", (int)depth, (int)last))
                .text,
            "a careful player (the tactician) never falls below %s of its hit points there, "
            "in none of %d games: what is there does not matter",
            judge_percent(EASY_HP).text, seen[last]);
        judge_command(work, "curve RULESET");
    }
}

const judge_finders judge_finders_never = {
    [FIND_ABSENT] = look_for_absent,
    [FIND_DEEP_ROWS] = look_for_deep_rows,
    [FIND_GEAR_GAPS] = look_for_gear_gaps,
    [FIND_IDLE_COMBAT] = look_for_idle_combat,
    [FIND_BARELY_SEEN] = look_for_barely_seen,
    [FIND_LAST_MAP] = look_for_last_map,
    [FIND_NO_FINAL_MAP] = look_for_no_final_map,
    [FIND_UNPLAYED] = look_for_unplayed,
    [FIND_STALLS] = look_for_stalls,
    [FIND_STARTS] = look_for_starts,
    [FIND_EASY_FLOORS] = look_for_easy_floors,
};
