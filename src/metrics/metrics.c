/* The table of metrics, and what each reads of a target.
 *
 * Targets name combatants, stats, curves, monsters, items, bands and modes as people write them;
 * each row says which of the readers below it needs, and who measures it. What does not read is an
 * error at the key of the target, with the nearest name that would. Targets, check, compare, the
 * guide and the report all go by these rows. */
#include "metrics/internal.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define TEXT_MAX 512

/* ---- what is wrong with a target ---- */

static void tell(judge_reading *reading, const char *key, const char *hint, const char *format, ...)
    WYRM_PRINTF(4, 5);

static void tell(judge_reading *reading, const char *key, const char *hint, const char *format, ...)
{
    char message[WYRM_ERROR_MESSAGE_MAX];
    const wyrm_value *record = reading->target->record, *value = wyrm_value_get(record, key);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    (void)wyrm_value_fail(wyrm_design_ruleset(reading->design), value != NULL ? value : record,
                          reading->errors, hint != NULL && hint[0] != '\0' ? hint : NULL, "%s",
                          message);
    reading->wrong = true;
}

/* The index of a name in names[count]; where it is none of them, tells which it might have been. */
static int choose(judge_reading *reading, const char *key, const char *what, const char *name,
                  const char *const *names, size_t count)
{
    char hint[WYRM_ERROR_HINT_MAX] = "";
    size_t length = 0;
    for (size_t i = 0; i < count; i++)
        if (strcmp(names[i], name) == 0)
            return (int)i;
    const char *nearest = wyrm_nearest(name, names, count);
    if (nearest != NULL)
        snprintf(hint, sizeof hint, "did you mean '%s'?", nearest);
    for (size_t i = 0; nearest == NULL && i < count && length < sizeof hint; i++) {
        int added = snprintf(hint + length, sizeof hint - length, "%s%s", i == 0 ? "one of " : ", ",
                             names[i]);
        length += added > 0 ? (size_t)added : 0;
    }
    tell(reading, key, hint, "unknown %s '%.100s'", what, name);
    return -1;
}

/* ---- combatants, stats, curves ---- */

/* Replaces {level}, and at a depth {depth}; false where the text gets too long. */
static bool fill_in(const char *text, const judge_place *place, char out[TEXT_MAX])
{
    const struct {
        const char *hole;
        int32_t value;
    } holes[] = {{"{level}", place->level}, {"{depth}", place->depth}};
    size_t length = 0;
    while (*text != '\0') {
        char number[16] = {*text};
        size_t taken = 1;
        for (size_t i = 0; i < (place->depth > 0 ? 2 : 1); i++)
            if (strncmp(text, holes[i].hole, strlen(holes[i].hole)) == 0) {
                snprintf(number, sizeof number, "%d", (int)holes[i].value);
                taken = strlen(holes[i].hole);
            }
        size_t piece = strlen(number);
        if (length + piece >= TEXT_MAX)
            return false;
        memcpy(out + length, number, piece);
        length += piece;
        text += taken;
    }
    out[length] = '\0';
    return true;
}

static void read_combatant(judge_reading *reading, const char *key, const char *text, char *filled,
                           wyrm_combatant *out)
{
    wyrm_error error = {0};
    filled[0] = '\0';
    if (!fill_in(text, reading->place, filled)) {
        tell(reading, key, NULL, "a combatant of more than %d characters", TEXT_MAX - 1);
        return;
    }
    wyrm_status status =
        wyrm_roster_combatant(wyrm_design_roster(reading->design), filled, out, &error);
    if (status == WYRM_ERROR_MEMORY) {
        reading->arena->error = error;
        base_fail(reading->arena, status);
    }
    if (status != WYRM_OK)
        tell(reading, key, error.hint, "combatant '%.100s': %.140s", filled, error.message);
}

static void prepare_one(judge_reading *reading)
{
    char of[TEXT_MAX];
    read_combatant(reading, "of", reading->target->of, of, &reading->place->of);
    snprintf(reading->place->where, sizeof reading->place->where, "%s", of);
}

static void prepare_pair(judge_reading *reading)
{
    char of[TEXT_MAX], against[TEXT_MAX];
    judge_place *place = reading->place;
    read_combatant(reading, "of", reading->target->of, of, &place->of);
    read_combatant(reading, "against", reading->target->against, against, &place->against);
    snprintf(place->where, sizeof place->where, "%s against %s", of, against);
}

/* The stats that come after those of the combat model, in the order of stat_value. */
static const char *const body_stats[] = {"hp", "max_hp", "regeneration"};

enum { BODY_STATS = sizeof body_stats / sizeof body_stats[0] };

static void read_stat(judge_reading *reading)
{
    const wyrm_stat *stats = wyrm_combat_stats(wyrm_design_combat(reading->design));
    const char *names[WYRM_STATS_MAX + BODY_STATS];
    size_t count = 0;
    if (reading->wrong)
        return;
    while (stats[count].name != NULL) {
        names[count] = stats[count].name;
        count++;
    }
    for (size_t i = 0; i < BODY_STATS; i++)
        names[count + i] = body_stats[i];
    int stat = choose(reading, "stat", "stat", reading->target->stat, names, count + BODY_STATS);
    reading->place->stat = stat < (int)count ? stat : stat - (int)count + WYRM_STATS_MAX;
}

static void prepare_one_stat(judge_reading *reading)
{
    prepare_one(reading);
    read_stat(reading);
}

static void prepare_pair_stat(judge_reading *reading)
{
    prepare_pair(reading);
    read_stat(reading);
}

static void prepare_curve(judge_reading *reading)
{
    const judge_target *target = reading->target;
    judge_place *place = reading->place;
    const char *roles[WYRM_ROLE_COUNT], *names[64];
    for (int role = 0; role < WYRM_ROLE_COUNT; role++)
        roles[role] = wyrm_role_name((wyrm_role)role);
    int role = choose(reading, "of", "role", target->of, roles, WYRM_ROLE_COUNT);
    if (reading->wrong)
        return;
    snprintf(place->where, sizeof place->where, "%s@%d", target->of, (int)place->level);
    const wyrm_growth *growth = wyrm_design_growth(reading->design);
    place->curve = wyrm_growth_curve(growth, (wyrm_role)role, target->stat);
    if (place->curve >= 0)
        return;
    const wyrm_curve *curves;
    size_t count = wyrm_growth_curves(growth, &curves), named = 0;
    for (size_t i = 0; i < count && named < 64; i++)
        if ((int)curves[i].role == role)
            names[named++] = curves[i].quantity;
    char what[64];
    snprintf(what, sizeof what, "growth curve of %s", roles[role]);
    (void)choose(reading, "stat", what, target->stat, names, named);
}

static void prepare_factor(judge_reading *reading)
{
    if (isnan(wyrm_growth_factor(wyrm_design_growth(reading->design), reading->place->level)))
        tell(reading, "metric", NULL, "the growth of this ruleset has no level factor");
}

static void prepare_step(judge_reading *reading)
{
    if (reading->place->level < 1)
        tell(reading, "levels", NULL, "experience begins at level 1, not at level %d",
             (int)reading->place->level);
}

static void prepare_growth(judge_reading *reading)
{
    if (reading->place->level < 2)
        tell(reading, "levels", NULL, "there is no level before level 1 to compare with");
}

static void prepare_kills(judge_reading *reading)
{
    prepare_step(reading);
    reading->place->curve =
        wyrm_growth_curve(wyrm_design_growth(reading->design), WYRM_ROLE_MONSTER, "experience");
    if (!reading->wrong && reading->place->curve < 0)
        tell(reading, "metric", NULL, "the monsters of this ruleset have no experience by level");
}

/* ---- difficulty ---- */

static void prepare_tracker(judge_reading *reading)
{
    if (!wyrm_encounter_tracks(wyrm_design_encounter(reading->design)))
        tell(reading, "metric", NULL, "this ruleset has no difficulty tracker");
}

static void prepare_choice(judge_reading *reading)
{
    wyrm_level_choice choices[WYRM_LEVEL_CHOICES_MAX];
    const char *names[WYRM_LEVEL_CHOICES_MAX];
    prepare_tracker(reading);
    if (reading->wrong)
        return;
    size_t count = wyrm_encounter_choices(wyrm_design_encounter(reading->design),
                                          reading->place->tracker, choices);
    for (size_t i = 0; i < count; i++)
        names[i] = choices[i].name;
    (void)choose(reading, "of", "way to choose a level", reading->target->of, names, count);
}

static void prepare_tables(judge_reading *reading)
{
    if (wyrm_encounter_last_depth(wyrm_design_encounter(reading->design)) <= 0)
        tell(reading, "metric", NULL, "the difficulty of this ruleset is no table of depths");
}

/* What `of` names, and the place with it: "troll at depth 3", "healing in band B2". */
static void read_named(judge_reading *reading, const char *what, const char *const *names,
                       size_t count)
{
    judge_place *place = reading->place;
    char where[sizeof place->where];
    memcpy(where, place->where, sizeof where);
    place->index = choose(reading, "of", what, reading->target->of, names, count);
    snprintf(place->where, sizeof place->where, "%.60s %s %.60s", reading->target->of,
             place->band > 0 ? "in" : "at", where);
}

static const char **monster_names(judge_reading *reading, size_t *count)
{
    const wyrm_roster *roster = wyrm_design_roster(reading->design);
    *count = wyrm_roster_count(roster);
    const char **names = base_array(reading->arena, const char *, *count);
    for (size_t i = 0; i < *count; i++)
        names[i] = wyrm_roster_monster(roster, i)->name;
    return names;
}

static void prepare_monster(judge_reading *reading)
{
    size_t count;
    prepare_tables(reading);
    if (reading->wrong)
        return;
    const char **names = monster_names(reading, &count);
    read_named(reading, "monster", names, count);
}

static void prepare_item(judge_reading *reading)
{
    const wyrm_item_kind *kinds;
    size_t count = wyrm_loot_kinds(wyrm_design_loot(reading->design), &kinds);
    const char **names = base_array(reading->arena, const char *, count);
    for (size_t i = 0; i < count; i++)
        names[i] = kinds[i].name;
    read_named(reading, "item", names, count);
}

static void prepare_threat(judge_reading *reading)
{
    prepare_tables(reading);
    if (!reading->wrong && wyrm_design_threat(reading->design) == NULL)
        tell(reading, "metric", "add a section `threat`",
             "the monsters of this ruleset have no threat");
}

static void prepare_status(judge_reading *reading)
{
    const char *names[WYRM_THREAT_STATUS_COUNT];
    prepare_threat(reading);
    for (int i = 0; i < WYRM_THREAT_STATUS_COUNT; i++)
        names[i] = wyrm_threat_status_key((wyrm_threat_status)i);
    if (!reading->wrong)
        read_named(reading, "status of rooms", names, WYRM_THREAT_STATUS_COUNT);
}

/* A player of the target's own among the monsters of a depth. */
static void prepare_attrition(judge_reading *reading)
{
    judge_place *place = reading->place;
    prepare_tables(reading);
    if (reading->wrong || reading->target->of[0] == '\0')
        return;
    prepare_one(reading);
    size_t length = strlen(place->where);
    snprintf(place->where + length, sizeof place->where - length, " at depth %d",
             (int)place->depth);
}

/* ---- loot ---- */

static void read_band(judge_reading *reading)
{
    judge_place *place = reading->place;
    wyrm_bands bands;
    wyrm_status status =
        wyrm_bands_read(wyrm_design_ruleset(reading->design), &bands, reading->errors);
    if (status == WYRM_ERROR_MEMORY)
        base_fail(reading->arena, wyrm_fail(&reading->arena->error, status, "out of memory"));
    if (status != WYRM_OK)
        reading->wrong = true;
    else if ((size_t)place->band > bands.count)
        tell(reading, "bands", NULL, "band %d is named, and the ruleset has %zu", (int)place->band,
             bands.count);
    else
        snprintf(place->where, sizeof place->where, "band %s", bands.bands[place->band - 1].name);
}

/* The band or depth, and the mode. */
static void read_loot(judge_reading *reading)
{
    const wyrm_loot *loot = wyrm_design_loot(reading->design);
    const wyrm_loot_facts *facts = wyrm_loot_facts_of(loot);
    const char *mode = reading->target->mode;
    if (reading->wrong)
        return;
    if (reading->place->band == 0 && reading->place->depth == 0) {
        tell(reading, "metric", NULL, "either 'bands' or 'depths' must say where it is measured");
        return;
    }
    if (reading->place->band != 0)
        read_band(reading);
    if (mode[0] != '\0' && wyrm_loot_mode(loot, mode, &reading->place->mode, NULL) != WYRM_OK)
        (void)choose(reading, "mode", "mode of loot", mode, facts->modes, facts->mode_count);
}

/* Tells the mode after the rest of the place, where one is named. */
static void name_mode(judge_reading *reading)
{
    judge_place *place = reading->place;
    size_t length = strlen(place->where);
    if (reading->target->mode[0] != '\0')
        snprintf(place->where + length, sizeof place->where - length, ", mode %.40s",
                 reading->target->mode);
}

static void prepare_loot(judge_reading *reading)
{
    read_loot(reading);
    name_mode(reading);
}

static void prepare_category(judge_reading *reading)
{
    const wyrm_loot_facts *facts = wyrm_loot_facts_of(wyrm_design_loot(reading->design));
    read_loot(reading);
    if (!reading->wrong)
        read_named(reading, "category of items", facts->categories, facts->category_count);
    name_mode(reading);
}

static void prepare_pity(judge_reading *reading)
{
    if (wyrm_loot_facts_of(wyrm_design_loot(reading->design))->pity == NULL)
        tell(reading, "metric", NULL, "the loot of this ruleset has no pity");
    prepare_loot(reading);
}

static void prepare_pity_of(judge_reading *reading)
{
    const wyrm_pity_rules *rules = wyrm_loot_facts_of(wyrm_design_loot(reading->design))->pity;
    if (rules == NULL)
        tell(reading, "metric", NULL, "the loot of this ruleset has no pity");
    read_loot(reading);
    if (!reading->wrong)
        read_named(reading, "category of pity", rules->names, rules->count);
    name_mode(reading);
}

/* ---- runs ---- */

/* And the place with it: "explorer, depth 3", "brawler in two_orcs". */
static void prepare_bot(judge_reading *reading)
{
    judge_place *place = reading->place;
    const char *bot = judge_bot_of(reading->target), *arena = reading->target->arena;
    const char *names[32];
    char where[sizeof place->where];
    size_t count;
    const wyrm_bot_kind *kinds = wyrm_bot_kinds(&count);
    memcpy(where, place->where, sizeof where);
    if (arena[0] != '\0')
        snprintf(place->where, sizeof place->where, "%.60s in %.60s", bot, arena);
    else
        snprintf(place->where, sizeof place->where, "%.60s%s%.60s", bot,
                 where[0] != '\0' ? ", " : "", where);
    for (size_t i = 0; i < count && i < 32; i++)
        names[i] = kinds[i].name;
    (void)choose(reading, "bot", "bot", bot, names, count < 32 ? count : 32);
}

static void prepare_killer(judge_reading *reading)
{
    size_t count;
    prepare_bot(reading);
    const char **names = monster_names(reading, &count);
    if (!reading->wrong)
        reading->place->index = choose(reading, "of", "monster", reading->target->of, names, count);
}

static void prepare_arena(judge_reading *reading)
{
    const char *names[100];
    size_t count = wyrm_arena_count(reading->design);
    prepare_bot(reading);
    for (size_t i = 0; i < count && i < 100; i++)
        names[i] = wyrm_arena_name(reading->design, i);
    if (!reading->wrong)
        (void)choose(reading, "arena", "arena", reading->target->arena, names,
                     count < 100 ? count : 100);
}

/* ---- the table ---- */

/* Keys in brackets are optional. */
/* clang-format off */
static const judge_metric metrics[] = {
    {{"stat", "", "of stat [levels]",
      "a stat of a combatant, gear included", false},
     prepare_one_stat, judge_measure_stat, JUDGE_STAT},
    {{"stat_ratio", "", "of against stat [levels]",
      "a stat of one combatant divided by the same stat of another", false},
     prepare_pair_stat, judge_measure_stat, JUDGE_STAT_RATIO},
    {{"stat_difference", "", "of against stat [levels]",
      "a stat of one combatant less the same stat of another", false},
     prepare_pair_stat, judge_measure_stat, JUDGE_STAT_DIFFERENCE},
    {{"curve", "", "of stat levels",
      "a growth curve at a level: `of` is player, monster, weapon or armor, `stat` the "
      "quantity", false},
     prepare_curve, judge_measure_growth, JUDGE_CURVE},
    {{"level_factor", "", "levels",
      "the factor that growth curves are multiples of", false},
     prepare_factor, judge_measure_growth, JUDGE_LEVEL_FACTOR},
    {{"experience_step", "points", "levels",
      "experience from a level to the next", false},
     prepare_step, judge_measure_growth, JUDGE_EXPERIENCE_STEP},
    {{"experience_growth", "", "levels",
      "experience from a level to the next, divided by that of the level before", false},
     prepare_growth, judge_measure_growth, JUDGE_EXPERIENCE_GROWTH},
    {{"experience_to_level", "points", "levels",
      "all the experience that it takes to reach a level", false},
     prepare_step, judge_measure_growth, JUDGE_EXPERIENCE_TO_LEVEL},
    {{"kills_to_level", "kills", "levels",
      "monsters of the own level to kill from a level to the next", false},
     prepare_kills, judge_measure_growth, JUDGE_KILLS_TO_LEVEL},
    {{"hit_mean", "hit points", "of against [attack] [distance] [levels]",
      "mean damage of one attack, misses included", false},
     prepare_pair, judge_measure_hit, JUDGE_HIT_MEAN},
    {{"hit_sd", "hit points", "of against [attack] [distance] [levels]",
      "standard deviation of the damage of one attack", false},
     prepare_pair, judge_measure_hit, JUDGE_HIT_SD},
    {{"hit_miss", "share", "of against [attack] [distance] [levels]",
      "chance that an attack does no damage", false},
     prepare_pair, judge_measure_hit, JUDGE_HIT_MISS},
    {{"hit_share", "share", "of against stat [attack] [distance] [levels]",
      "mean damage of one attack, as a share of a stat of the attacker", false},
     prepare_pair_stat, judge_measure_hit, JUDGE_HIT_SHARE},
    {{"average_hits_to_kill", "hits", "of against [attack] [distance] [levels]",
      "hit points of `against` divided by the mean damage of `of`", false},
     prepare_pair, judge_measure_hit, JUDGE_AVERAGE_HITS},
    {{"attacks_to_kill", "attacks", "of against [attack] [distance] [levels]",
      "expected number of attacks until `against` is dead, with misses, spread and "
      "overkill", false},
     prepare_pair, judge_measure_hit, JUDGE_ATTACKS_TO_KILL},
    {{"win_chance", "share", "of against [first] [levels]",
      "chance that `of` wins a fight to the death", false},
     prepare_pair, judge_measure_duel, JUDGE_WIN_CHANCE},
    {{"duel_turns", "turns", "of against [first] [levels]",
      "mean length of a fight to the death", false},
     prepare_pair, judge_measure_duel, JUDGE_DUEL_TURNS},
    {{"hp_left", "share", "of against [first] [levels]",
      "mean share of its hit points that `of` has left after a fight, 0 where it lost", false},
     prepare_pair, judge_measure_duel, JUDGE_HP_LEFT},
    {{"monster_level_share", "share", "tracker below",
      "share of monsters whose level is the tracker's less `below`", false},
     prepare_tracker, judge_measure_levels, JUDGE_LEVEL_BELOW},
    {{"monster_level_within", "share", "tracker within",
      "share of monsters whose level is `within`", false},
     prepare_tracker, judge_measure_levels, JUDGE_LEVEL_WITHIN},
    {{"monster_level_choice", "share", "tracker of",
      "share of monsters whose level is chosen in the way `of`: a chosen level may be one "
      "that another way gives too", false},
     prepare_choice, judge_measure_levels, JUDGE_LEVEL_CHOICE},
    {{"monster_level_mean", "levels", "tracker",
      "mean level of a monster", false},
     prepare_tracker, judge_measure_levels, JUDGE_LEVEL_MEAN},
    {{"monster_level_gap", "levels", "tracker",
      "the tracker's level less the mean level of a monster", false},
     prepare_tracker, judge_measure_levels, JUDGE_LEVEL_GAP},
    {{"monsters_seen", "share", "tracker",
      "share of the ruleset's monsters that can appear by the time the tracker has a "
      "level", false},
     prepare_tracker, judge_measure_levels, JUDGE_MONSTERS_SEEN},
    {{"final_depth_mean", "depths", "",
      "mean depth of the final map", true},
     NULL, judge_measure_final_depth, JUDGE_MEAN},
    {{"final_depth_share", "share", "within",
      "share of dungeons whose final depth is `within`", true},
     NULL, judge_measure_final_depth, JUDGE_SHARE},
    {{"gear_bonus_share", "share", "within",
      "share of the gear found in rooms whose bonus is `within`", true},
     NULL, judge_measure_gear, JUDGE_GEAR_BONUS},
    {{"gear_level_share", "share", "tracker within",
      "share of the gear found in rooms whose level without its bonus is `within`", true},
     prepare_tracker, judge_measure_gear, JUDGE_GEAR_LEVEL},
    {{"rooms_at_depth", "rooms", "depths",
      "mean rooms of a map", true},
     NULL, judge_measure_depth, JUDGE_ROOMS},
    {{"monsters_at_depth", "monsters", "depths",
      "mean monsters of a map", true},
     NULL, judge_measure_depth, JUDGE_MONSTERS},
    {{"items_at_depth", "items", "depths",
      "mean items of a map, of any kind", true},
     NULL, judge_measure_depth, JUDGE_ITEMS},
    {{"experience_at_depth", "points", "depths",
      "mean experience that the monsters of a map carry", true},
     NULL, judge_measure_depth, JUDGE_EXPERIENCE},
    {{"tracker_at_depth", "levels", "depths",
      "mean level of the tracker", true},
     prepare_tracker, judge_measure_depth, JUDGE_TRACKER},
    {{"monster_level_at_depth", "levels", "depths",
      "mean level of a monster", true},
     NULL, judge_measure_depth, JUDGE_MONSTER_LEVEL},
    {{"monster_share", "share", "of depths",
      "share of the monsters of normal rooms that are `of`", false},
     prepare_monster, judge_measure_room, JUDGE_MONSTER_SHARE},
    {{"item_share", "share", "of depths",
      "chance that one item found by chance at a depth is `of`", false},
     prepare_item, judge_measure_item, 0},
    {{"room_monsters", "monsters", "depths",
      "mean monsters of a normal room", false},
     prepare_tables, judge_measure_room, JUDGE_ROOM_MONSTERS},
    {{"room_monsters_share", "share", "depths within",
      "share of normal rooms whose number of monsters is `within`", false},
     prepare_tables, judge_measure_room, JUDGE_ROOM_MONSTERS_SHARE},
    {{"room_threat", "points", "depths",
      "mean threat of a normal room", false},
     prepare_threat, judge_measure_room, JUDGE_ROOM_THREAT},
    {{"room_threat_share", "share", "depths within",
      "share of normal rooms whose threat is `within`", false},
     prepare_threat, judge_measure_room, JUDGE_ROOM_THREAT_SHARE},
    {{"room_status_share", "share", "of depths",
      "share of normal rooms whose status by the budget of threat is `of`: OVER, UNDER, "
      "OK, EMPTY", false},
     prepare_status, judge_measure_room, JUDGE_ROOM_STATUS},
    {{"threat_rank_correlation", "", "[depths]",
      "rank correlation (Spearman) of the threat of the monsters of a depth with the "
      "share of hit points that they take from its player; without `depths`, over all of "
      "them", false},
     prepare_threat, judge_measure_threat_rank, 0},
    {{"floor_threat", "points", "depths",
      "mean threat of all rooms of a floor that are neither a boss's nor exempt", true},
     prepare_threat, judge_measure_floor_threat, JUDGE_MEAN},
    {{"floor_budget_share", "share", "depths",
      "share of floors whose threat is within their budget", true},
     prepare_threat, judge_measure_floor_threat, JUDGE_SHARE},
    {{"attacks_to_kill_monster", "attacks", "depths [of]",
      "expected attacks of the player of a depth, or of `of` in its place, until a "
      "monster of it is dead, misses included", false},
     prepare_attrition, judge_measure_attrition, JUDGE_ATTACKS_ON_MONSTER},
    {{"hits_to_kill_monster", "hits", "depths [of]",
      "the same, only those attacks counted that do damage", false},
     prepare_attrition, judge_measure_attrition, JUDGE_HITS_ON_MONSTER},
    {{"attacks_to_kill_player", "attacks", "depths [of]",
      "expected attacks until the player of a depth is dead, misses included, each attack "
      "that of one of its monsters", false},
     prepare_attrition, judge_measure_attrition, JUDGE_ATTACKS_ON_PLAYER},
    {{"fight_death_chance", "share", "depths [of] [first]",
      "chance that the player of a depth dies in a fight with one monster of it", false},
     prepare_attrition, judge_measure_attrition, JUDGE_FIGHT_DEATH},
    {{"room_death_chance", "share", "depths [of] [first]",
      "chance that the player of a depth dies in a normal room, entered with full hit "
      "points, its monsters fought one after another; rooms without any count as survived", false},
     prepare_attrition, judge_measure_attrition, JUDGE_ROOM_DEATH},
    {{"room_hp_lost", "share", "depths [of] [first]",
      "mean share of the hit points that such a room takes, all of them where it kills, "
      "none where it is empty", false},
     prepare_attrition, judge_measure_attrition, JUDGE_ROOM_LOST},
    {{"floor_death_chance", "share", "depths [of] [first]",
      "chance that the player of a depth dies in one of its rooms, all of them normal and "
      "entered with full hit points", true},
     prepare_attrition, judge_measure_attrition, JUDGE_FLOOR_DEATH},
    {{"run_win_rate", "share", "[bot]",
      "share of whole games that a bot wins", true},
     prepare_bot, judge_measure_runs, JUDGE_RUN_WON},
    {{"run_final_depth", "depths", "[bot]",
      "mean depth that a bot's games end on", true},
     prepare_bot, judge_measure_runs, JUDGE_RUN_FINAL_DEPTH},
    {{"run_final_level", "levels", "[bot]",
      "mean level of a bot at the end of its games", true},
     prepare_bot, judge_measure_runs, JUDGE_RUN_FINAL_LEVEL},
    {{"run_turns", "turns", "[bot]",
      "mean turns of a bot's games", true},
     prepare_bot, judge_measure_runs, JUDGE_RUN_TURNS},
    {{"run_survival", "share", "depths [bot]",
      "share of a bot's games that leave a depth alive", true},
     prepare_bot, judge_measure_runs, JUDGE_RUN_SURVIVAL},
    {{"run_hazard", "share", "depths [bot]",
      "chance that a bot that enters a depth dies on it", true},
     prepare_bot, judge_measure_runs, JUDGE_RUN_HAZARD},
    {{"run_level", "levels", "depths [bot]",
      "mean level of a bot that leaves a depth alive", true},
     prepare_bot, judge_measure_runs, JUDGE_RUN_LEVEL},
    {{"run_deaths_by", "share", "of [bot]",
      "share of a bot's deaths that a monster `of` is the cause of", true},
     prepare_killer, judge_measure_runs, JUDGE_RUN_DEATHS_BY},
    {{"run_starved", "share", "[bot]",
      "share of a bot's games that end by hunger", true},
     prepare_bot, judge_measure_runs, JUDGE_RUN_STARVED},
    {{"arena_win_rate", "share", "arena [bot]",
      "share of a set fight that the player wins, played on its map", true},
     prepare_arena, judge_measure_runs, JUDGE_RUN_WON},
    {{"arena_turns", "turns", "arena [bot]",
      "mean turns of a set fight", true},
     prepare_arena, judge_measure_runs, JUDGE_RUN_TURNS},
    {{"arena_hp_left", "share", "arena [bot]",
      "mean share of its hit points that the player has left after a set fight that it "
      "wins", true},
     prepare_arena, judge_measure_runs, JUDGE_RUN_HP_LEFT},
    {{"items_per_room", "items", "[bands] [depths] [mode]",
      "mean items of a normal room: over a band those of whole campaigns, with what pity "
      "gives, at a depth those found by chance", false},
     prepare_loot, judge_measure_loot, JUDGE_ROOM_ITEMS},
    {{"category_per_room", "items", "of [bands] [depths] [mode]",
      "the same, only items of the category `of`", false},
     prepare_category, judge_measure_loot, JUDGE_ROOM_CATEGORY},
    {{"pity_rate", "share", "of bands [mode]",
      "share of rooms in which pity gives an item of the category `of`", false},
     prepare_pity_of, judge_measure_loot, JUDGE_PITY_RATE},
    {{"natural_rate", "share", "of bands [mode]",
      "share of rooms that bring an item of the category `of` by chance", false},
     prepare_pity_of, judge_measure_loot, JUDGE_NATURAL_RATE},
    {{"pity_share", "share", "bands [mode]",
      "share of all items of rooms that pity gave", false},
     prepare_pity, judge_measure_loot, JUDGE_PITY_SHARE},
    {{"drought_chance", "share", "of bands rooms [mode]",
      "share of rooms at whose end the last so many `rooms` or more had no item of the "
      "category `of`", false},
     prepare_pity_of, judge_measure_loot, JUDGE_DROUGHT},
    {{"first_item_chance", "share", "of bands rooms [mode]",
      "chance that one of the first so many `rooms` of a band brings an item of the "
      "category `of`, pity's included", false},
     prepare_pity_of, judge_measure_loot, JUDGE_FIRST_ITEM},
};
/* clang-format on */

enum { METRIC_COUNT = sizeof metrics / sizeof metrics[0] };

const wyrm_metric *wyrm_judge_metric(size_t index)
{
    return index < METRIC_COUNT ? &metrics[index].shown : NULL;
}

const judge_metric *judge_metric_find(const char *name, const char **nearest)
{
    const char *names[METRIC_COUNT];
    for (size_t i = 0; i < METRIC_COUNT; i++) {
        names[i] = metrics[i].shown.name;
        if (strcmp(names[i], name) == 0)
            return &metrics[i];
    }
    *nearest = wyrm_nearest(name, names, METRIC_COUNT);
    return NULL;
}

/* Metrics whose range their unit does not tell. */
static const struct {
    const char *name;
    wyrm_interval range;
} ranges[] = {
    {"hit_share", {0, INFINITY}}, /* of a stat, which damage may exceed */
    {"threat_rank_correlation", {-1, 1}},
    {"stat", {-INFINITY, INFINITY}},
    {"stat_ratio", {-INFINITY, INFINITY}},
    {"stat_difference", {-INFINITY, INFINITY}},
    {"curve", {-INFINITY, INFINITY}},
    {"level_factor", {-INFINITY, INFINITY}},
    {"monster_level_gap", {-INFINITY, INFINITY}},
};

wyrm_interval judge_metric_range(const judge_metric *metric)
{
    for (size_t i = 0; i < sizeof ranges / sizeof ranges[0]; i++)
        if (strcmp(ranges[i].name, metric->shown.name) == 0)
            return ranges[i].range;
    return (wyrm_interval){0, judge_is_share(metric) ? 1 : (double)INFINITY};
}

judge_use judge_metric_use(const judge_metric *metric, const char *key)
{
    size_t length = strlen(key);
    for (const char *word = metric->shown.needs; *word != '\0';) {
        size_t word_length = strcspn(word, " ");
        bool optional = word[0] == '[';
        if (optional && word_length == length + 2 && strncmp(word + 1, key, length) == 0)
            return JUDGE_OPTIONAL;
        if (!optional && word_length == length && strncmp(word, key, length) == 0)
            return JUDGE_REQUIRED;
        word += word_length;
        word += strspn(word, " ");
    }
    return JUDGE_UNUSED;
}
