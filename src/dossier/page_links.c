/* Which picture shows what: of a metric, of a finding; and which section a picture stands in. */
#include <string.h>

#include "dossier/page.h"

/* One row a metric, or all that begin with a word (ending in '*'); the first of the pictures that
 * the dossier has. */
typedef struct shown_by {
    const char *what;
    const char *pictures[3];
} shown_by;

static const shown_by metrics[] = {
    {"stat*", {"growth"}},
    {"curve", {"growth"}},
    {"level_factor", {"growth"}},
    {"experience_step", {"level-cost"}},
    {"experience_growth", {"level-cost"}},
    {"experience_to_level", {"level-cost"}},
    {"experience_at_depth", {"experience"}},
    {"kills_to_level", {"level-cost"}},
    {"hit_*", {"hit", "armour"}},
    {"average_hits_to_kill", {"blows", "hit"}},
    {"attacks_to_kill*", {"blows", "hit"}},
    {"hits_to_kill_monster", {"blows", "hit"}},
    {"win_chance", {"even", "duels"}},
    {"duel_turns", {"blows", "duels"}},
    {"hp_left", {"duels"}},
    {"monster_level_*", {"monster-levels", "difficulty"}},
    {"monsters_seen", {"difficulty"}},
    {"tracker_at_depth", {"difficulty"}},
    {"final_depth_*", {"ends", "filling"}},
    {"gear_*", {"gear-attack"}},
    {"rooms_at_depth", {"filling"}},
    {"monsters_at_depth", {"filling"}},
    {"items_at_depth", {"filling"}},
    {"room_monsters*", {"filling"}},
    {"monster_share", {"monsters"}},
    {"item_share", {"loot-depth", "loot"}},
    {"room_threat*", {"budgets"}},
    {"room_status_share", {"budgets"}},
    {"threat_rank_correlation", {"truth"}},
    {"floor_threat", {"floors"}},
    {"floor_budget_share", {"floors"}},
    {"fight_death_chance", {"duels", "difficulty"}},
    {"room_death_chance", {"difficulty"}},
    {"room_hp_lost", {"difficulty"}},
    {"floor_death_chance", {"difficulty"}},
    {"run_hazard", {"hazard"}},
    {"run_deaths_by", {"hazard"}},
    {"run_starved", {"hazard"}},
    {"run_*level", {"level"}},
    {"run_*", {"survival"}},
    {"arena_*", {"duels"}},
    {"items_per_room", {"loot", "loot-depth"}},
    {"category_per_room", {"loot", "loot-depth"}},
    {"pity_*", {"pity"}},
    {"natural_rate", {"pity"}},
    {"drought_chance", {"drought"}},
    {"first_item_chance", {"drought"}},
};

/* By kind, or by the beginning of where it is. */
static const shown_by findings[] = {
    {"threat-misfit", {"truth"}},
    {"unhurt-player", {"difficulty", "duels"}},
    {"pity*", {"pity"}},
    {"bands-alike", {"budgets"}},
    {"monsters*", {"monsters", "duels"}},
    {"loot*", {"loot", "loot-depth"}},
    {"threat*", {"budgets"}},
    {"growth.experience", {"level-cost"}},
    {"growth*", {"growth"}},
    {"combat*", {"hit"}},
    {"room_roles*", {"budgets"}},
    {"targets.items*", {"loot"}},
    {"encounter*", {"difficulty"}},
};

/* Whether a word is what a pattern means: '*' is any letters. */
static bool matches(const char *pattern, const char *word)
{
    const char *star = strchr(pattern, '*');
    if (star == NULL)
        return strcmp(pattern, word) == 0;
    size_t head = (size_t)(star - pattern), tail = strlen(star + 1), length = strlen(word);
    return length >= head + tail && strncmp(pattern, word, head) == 0 &&
           strcmp(word + length - tail, star + 1) == 0;
}

static const wyrm_picture *look_up(const wyrm_dossier *dossier, const shown_by *rows, size_t count,
                                   const char *word)
{
    for (size_t i = 0; i < count; i++) {
        if (!matches(rows[i].what, word))
            continue;
        for (size_t p = 0; p < 3 && rows[i].pictures[p] != NULL; p++) {
            const wyrm_picture *picture = wyrm_dossier_find(dossier, rows[i].pictures[p]);
            if (picture != NULL)
                return picture;
        }
    }
    return NULL;
}

const wyrm_picture *wyrm_picture_of_metric(const wyrm_dossier *dossier, const char *metric)
{
    return look_up(dossier, metrics, sizeof metrics / sizeof *metrics, metric);
}

const wyrm_picture *wyrm_picture_of_finding(const wyrm_dossier *dossier,
                                            const wyrm_finding *finding)
{
    size_t count = sizeof findings / sizeof *findings;
    const wyrm_picture *picture = look_up(dossier, findings, count, finding->kind);
    return picture != NULL ? picture : look_up(dossier, findings, count, finding->where);
}

const wyrm_report_section wyrm_report_sections[] = {
    {"runs", "Whole runs",
     " survival difference hazard damage level gear-attack gear-defense items "},
    {"dungeon", "The dungeon",
     " difficulty monster-levels filling monsters ends experience level-cost growth "},
    {"threat", "Threat", " budgets floors truth "},
    {"fights", "Single fights", " duels duels-bare even blows hit armour "},
    {"loot-and-pity", "Loot", " loot loot-depth pity drought "},
    {NULL, NULL, NULL},
};

bool wyrm_is_in_section(const wyrm_picture *picture, const wyrm_report_section *section)
{
    static const char other[] = "-other"; /* the same of the second side */
    char word[sizeof picture->id + 2];
    size_t length = strlen(picture->id), tail = sizeof other - 1;
    if (length > tail && strcmp(picture->id + length - tail, other) == 0)
        length -= tail;
    word[0] = ' ';
    memcpy(word + 1, picture->id, length);
    word[length + 1] = ' ';
    word[length + 2] = '\0';
    return strstr(section->pictures, word) != NULL;
}
