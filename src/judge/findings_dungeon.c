/* Findings in whole dungeons: what hardly anybody sees, and dungeons without an end. */
#include "judge/findings.h"
#include "judge/presence.h"

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

static wyrm_status add_barely(const char *section, const char *name, const char *title,
                              uint64_t seen, uint64_t dungeons, const char *kind,
                              judge_findings *findings, wyrm_error *error)
{
    wyrm_interval share = wyrm_wilson(seen, dungeons, 0.95);
    if (seen == 0 || share.high >= BARELY)
        return WYRM_OK;
    char where[96];
    snprintf(where, sizeof where, "%s.%s", section, name);
    return wyrm_judge_findings_add(findings, kind, where, error,
                                   "%s is in %.1f to %.1f %% of the dungeons (%" PRIu64
                                   " of %" PRIu64 "): most players never meet it",
                                   title, 100 * share.low, 100 * share.high, seen, dungeons);
}

wyrm_status wyrm_judge_look_barely_seen(judge_work *judging, const char *kind,
                                        judge_findings *findings, wyrm_error *error)
{
    const judge_survey *survey;
    wyrm_status status = wyrm_judging_survey(judging, &survey, error);
    const wyrm_roster *roster = wyrm_design_roster(judging->design);
    for (size_t i = 0; status == WYRM_OK && i < survey->monster_count; i++) {
        const wyrm_monster *monster = wyrm_roster_monster(roster, i);
        status = add_barely("monsters", monster->name, monster->title, survey->monster_dungeons[i],
                            survey->dungeons, kind, findings, error);
    }
    const wyrm_item_kind *kinds;
    size_t count = wyrm_loot_kinds(wyrm_design_loot(judging->design), &kinds);
    for (size_t i = 0; status == WYRM_OK && i < count && i < survey->item_count; i++)
        status =
            add_barely(wyrm_judge_item_section(kinds[i].item_class), kinds[i].name, kinds[i].title,
                       survey->item_dungeons[i], survey->dungeons, kind, findings, error);
    return status;
}

/* One that waits at the end on purpose. */
static bool is_boss(const wyrm_monster *monster)
{
    return wyrm_monster_kind_of(monster->record) != WYRM_MONSTER_NORMAL;
}

wyrm_status wyrm_judge_look_last_map(judge_work *judging, const char *kind,
                                     judge_findings *findings, wyrm_error *error)
{
    const judge_survey *survey;
    wyrm_status status = wyrm_judging_survey(judging, &survey, error);
    const wyrm_roster *roster = wyrm_design_roster(judging->design);
    for (size_t i = 0; status == WYRM_OK && i < survey->monster_count; i++) {
        uint64_t seen = survey->monster_dungeons[i], last = survey->monster_final[i];
        if (seen == 0 || wyrm_wilson(last, seen, 0.95).low <= LAST_ONLY)
            continue;
        const wyrm_monster *monster = wyrm_roster_monster(roster, i);
        char where[96];
        if (is_boss(monster))
            continue;
        snprintf(where, sizeof where, "monsters.%s", monster->name);
        status = wyrm_judge_findings_add(
            findings, kind, where, error,
            "%s is in %" PRIu64 " of %" PRIu64 " dungeons, and in %" PRIu64
            " of those (%.0f %%) on the final map only",
            monster->title, seen, survey->dungeons, last, 100 * (double)last / (double)seen);
    }
    return status;
}

wyrm_status wyrm_judge_look_no_final_map(judge_work *judging, const char *kind,
                                         judge_findings *findings, wyrm_error *error)
{
    const wyrm_descents *descents;
    if (wyrm_encounter_last_depth(wyrm_design_encounter(judging->design)) > 0)
        return WYRM_OK;
    wyrm_status status = wyrm_judging_descents(judging, &descents, error);
    if (status != WYRM_OK || descents->cut_off == 0)
        return status;
    return wyrm_judge_findings_add(
        findings, kind, "encounter", error,
        "%" PRIu64 " of %" PRIu64 " dungeons (%.1f %%) have no final map by "
        "depth %d",
        descents->cut_off, descents->runs, 100 * (double)descents->cut_off / (double)descents->runs,
        WYRM_DESCENT_DEPTH_MAX);
}

/* Games of the sample that are sure to find gear of a class, by depth. */
typedef struct gear_count {
    uint64_t games[WYRM_ITEM_CLASS_COUNT][GEAR_DEPTHS + 1];
} gear_count;

static void count_gear(const judge_work *judging, gear_count *out)
{
    const wyrm_loot *loot = wyrm_design_loot(judging->design);
    const wyrm_item_kind *kinds;
    size_t kind_count = wyrm_loot_kinds(loot, &kinds);
    wyrm_item items[WYRM_ROOM_ITEMS_MAX];
    *out = (gear_count){0};
    for (uint64_t game = 0; game < GEAR_GAMES; game++)
        for (int32_t depth = 1; depth <= GEAR_DEPTHS; depth++) {
            wyrm_loot_context context = {
                .seed = judging->seed, .run = game, .depth = depth, .level = depth, .rooms = 2};
            wyrm_rng rng = wyrm_rng_start(judging->seed, game, 0, (uint64_t)depth);
            bool found[WYRM_ITEM_CLASS_COUNT] = {false};
            size_t count = wyrm_loot_guaranteed(loot, &context, &rng, items);
            for (size_t i = 0; i < count; i++)
                if (items[i].kind >= 0 && (size_t)items[i].kind < kind_count)
                    found[kinds[items[i].kind].item_class] = true;
            for (int item_class = 0; item_class < WYRM_ITEM_CLASS_COUNT; item_class++)
                out->games[item_class][depth] += found[item_class];
        }
}

/* The depths that never have any; 0 of them where gear of the class is not common elsewhere. */
static size_t find_gaps(const uint64_t *games, int32_t *gaps, double *elsewhere)
{
    uint64_t total = 0;
    size_t count = 0;
    for (int32_t depth = 1; depth <= GEAR_DEPTHS; depth++) {
        total += games[depth];
        if (games[depth] == 0)
            gaps[count++] = depth;
    }
    if (count == GEAR_DEPTHS)
        return 0;
    *elsewhere = (double)total / (double)(GEAR_GAMES * (GEAR_DEPTHS - count));
    return *elsewhere < GEAR_COMMON ? 0 : count;
}

wyrm_status wyrm_judge_look_gear_gaps(judge_work *judging, const char *kind,
                                      judge_findings *findings, wyrm_error *error)
{
    static const wyrm_item_class classes[] = {WYRM_ITEM_WEAPON, WYRM_ITEM_ARMOR};
    gear_count counts;
    count_gear(judging, &counts);
    wyrm_status status = WYRM_OK;
    for (int i = 0; status == WYRM_OK && i < 2; i++) {
        int32_t gaps[GEAR_DEPTHS];
        double elsewhere;
        size_t count = find_gaps(counts.games[classes[i]], gaps, &elsewhere);
        if (count == 0)
            continue;
        char depths[100];
        wyrm_judge_list_numbers(gaps, count, depths, sizeof depths);
        status = wyrm_judge_findings_add(
            findings, kind, "loot", error,
            "no guaranteed %s ever lies at depth %s (none in %d games; at "
            "the other depths down to %d in %.0f %% of them)",
            wyrm_item_class_name(classes[i]), depths, GEAR_GAMES, GEAR_DEPTHS, 100 * elsewhere);
    }
    return status;
}
