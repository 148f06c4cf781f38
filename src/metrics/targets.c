/* Reading the targets of a ruleset and the points at which they are measured; and the list of all
 * metrics.
 *
 * Targets name combatants, stats, curves, monsters, items, bands and modes as people write them;
 * the row of a metric says which of these it reads. Every error in a target is reported with its
 * position and the nearest valid name: unreadable names, missing or unused keys, ranges that the
 * metric cannot reach, unused levels. All errors are reported, not only the first.
 *
 * Where a ruleset is varied (variants.c) its targets become goals, which do not change. */
#include "metrics/internal.h"
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* ---- the metrics ---- */

/* In the order of the guide. */
static const judge_metric *const metrics[] = {judge_metrics_of_fighters, judge_metrics_of_depths,
                                              judge_metrics_of_attrition, judge_metrics_of_runs};

static const judge_metric *metric_at(size_t index)
{
    for (size_t i = 0; i < COUNT_OF(metrics); i++)
        for (const judge_metric *row = metrics[i]; row->shown.name != NULL; row++)
            if (index-- == 0)
                return row;
    return NULL;
}

const wyrm_metric *wyrm_judge_metric(size_t index)
{
    const judge_metric *row = metric_at(index);
    return row != NULL ? &row->shown : NULL;
}

/* Finds a metric by name; NULL if there is none, with *nearest a similar name or NULL. */
static const judge_metric *find_metric(base_arena *arena, const char *name, const char **nearest)
{
    size_t count = 0, room = 0;
    const char **names = NULL;
    *nearest = NULL;
    for (const judge_metric *row; (row = metric_at(count)) != NULL; count++) {
        if (strcmp(row->shown.name, name) == 0)
            return row;
        names = base_grow(arena, names, count, &room, sizeof *names);
        names[count] = row->shown.name;
    }
    *nearest = wyrm_nearest(name, names, count);
    /* Runs and gates omit the prefix: "win_rate" means run_win_rate. */
    for (size_t i = 0; i < count; i++)
        if (strncmp(names[i], "run_", 4) == 0 && strcmp(names[i] + 4, name) == 0)
            *nearest = names[i];
    return NULL;
}

/* Returns the range of a metric's values, which mostly follows from its unit. */
static wyrm_interval metric_range(const judge_metric *metric)
{
    static const struct {
        const char *name;
        wyrm_interval range;
    } ranges[] = {
        {"hit_share", {0, INFINITY}}, /* relative to a stat, which damage may exceed */
        {"threat_rank_correlation", {-1, 1}},
        {"stat", {-INFINITY, INFINITY}},
        {"stat_ratio", {-INFINITY, INFINITY}},
        {"stat_difference", {-INFINITY, INFINITY}},
        {"curve", {-INFINITY, INFINITY}},
        {"level_factor", {-INFINITY, INFINITY}},
        {"monster_level_gap", {-INFINITY, INFINITY}},
    };
    for (size_t i = 0; i < COUNT_OF(ranges); i++)
        if (strcmp(ranges[i].name, metric->shown.name) == 0)
            return ranges[i].range;
    return (wyrm_interval){0, judge_is_share(metric) ? 1 : (double)INFINITY};
}

/* ---- reading ---- */

/* Reading one target, and one of its points. */
typedef struct judge_reading {
    judge_work *work;
    wyrm_errors *errors;
    bool wrong; /* an error was reported */
    const judge_target *target;
    judge_point *point;
} judge_reading;

/* ---- errors in a target ---- */

/* Reports an error at a key of the target, or at the target itself if that key is not given. */
static void report_key(judge_reading *reading, const char *key, const char *hint,
                       const char *format, ...) WYRM_PRINTF(4, 5);
static void report_key(judge_reading *reading, const char *key, const char *hint,
                       const char *format, ...)
{
    char message[WYRM_ERROR_MESSAGE_MAX];
    const wyrm_value *record = reading->target->record, *value = wyrm_value_get(record, key);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    (void)wyrm_value_fail(reading->work->ruleset, value != NULL ? value : record, reading->errors,
                          hint != NULL && hint[0] != '\0' ? hint : NULL, "%s", message);
    reading->wrong = true;
}

/* Returns the index of a name in names[count]; reports an error with suggestions and returns -1 if
 * it is not there. */
static int choose_name(judge_reading *reading, const char *key, const char *what, const char *name,
                       const char *const *names, size_t count)
{
    const size_t at = base_find_word(names, count, name);
    wyrm_error known = {0};
    if (at < count)
        return (int)at;
    wyrm_suggest(&known, name, names, count);
    report_key(reading, key, known.hint, "unknown %s '%.100s'", what, name);
    return -1;
}

/* ---- combatants, stats, curves ---- */

#define TEXT_MAX 512

/* Reads a combatant, with {level} and at a depth {depth} replaced; `filled` receives that text. */
static void read_combatant(judge_reading *reading, const char *key, const char *text, char *filled,
                           wyrm_combatant *out)
{
    const judge_point *point = reading->point;
    wyrm_error error = {0};
    size_t length = 0;
    while (*text != '\0' && length < TEXT_MAX) {
        bool level = strncmp(text, "{level}", 7) == 0;
        bool depth = point->depth > 0 && strncmp(text, "{depth}", 7) == 0;
        if (level || depth)
            length += (size_t)snprintf(filled + length, TEXT_MAX - length, "%d",
                                       (int)(level ? point->level : point->depth));
        else
            filled[length++] = *text;
        text += level || depth ? 7 : 1;
    }
    if (length >= TEXT_MAX) {
        filled[0] = '\0';
        report_key(reading, key, NULL, "a combatant of more than %d characters", TEXT_MAX - 1);
        return;
    }
    filled[length] = '\0';
    wyrm_status status = wyrm_roster_combatant(reading->work->roster, filled, out, &error);
    if (status == WYRM_ERROR_MEMORY) {
        reading->work->arena->error = error;
        base_fail(reading->work->arena, status);
    }
    if (status != WYRM_OK)
        report_key(reading, key, error.hint, "%s", error.message);
}

static void read_one(judge_reading *reading)
{
    char of[TEXT_MAX];
    read_combatant(reading, "of", reading->target->of, of, &reading->point->of);
    snprintf(reading->point->label, sizeof reading->point->label, "%s", of);
}

static void read_pair(judge_reading *reading)
{
    char of[TEXT_MAX], against[TEXT_MAX];
    judge_point *point = reading->point;
    read_combatant(reading, "of", reading->target->of, of, &point->of);
    read_combatant(reading, "against", reading->target->against, against, &point->against);
    snprintf(point->label, sizeof point->label, "%s against %s", of, against);
}

/* Finds the stat; those of the body follow those of the combat model, as stat_value() expects. */
static void read_stat(judge_reading *reading)
{
    static const char *const body[] = {"hp", "max_hp", "regeneration"};
    const wyrm_stat *stats = wyrm_combat_stats(reading->work->combat);
    const char *names[WYRM_STATS_MAX + 3];
    int count = 0;
    for (; stats[count].name != NULL; count++)
        names[count] = stats[count].name;
    memcpy(&names[count], body, sizeof body);
    int stat =
        choose_name(reading, "stat", "stat", reading->target->stat, names, (size_t)count + 3);
    reading->point->stat = stat < count ? stat : stat - count + WYRM_STATS_MAX;
}

static void read_curve(judge_reading *reading)
{
    const judge_target *target = reading->target;
    const wyrm_growth *growth = reading->work->growth;
    judge_point *point = reading->point;
    const char *roles[WYRM_ROLE_COUNT], *names[WYRM_STATS_MAX + 2]; /* and max_hp, experience */
    for (int role = 0; role < WYRM_ROLE_COUNT; role++)
        roles[role] = wyrm_role_name((wyrm_role)role);
    int role = choose_name(reading, "of", "role", target->of, roles, WYRM_ROLE_COUNT);
    if (reading->wrong)
        return;
    snprintf(point->label, sizeof point->label, "%s@%d", target->of, (int)point->level);
    point->curve = wyrm_growth_curve(growth, (wyrm_role)role, target->stat);
    if (point->curve >= 0)
        return;
    const wyrm_curve *curves;
    size_t count = wyrm_growth_curves(growth, &curves), named = 0;
    for (size_t i = 0; i < count; i++)
        if ((int)curves[i].role == role)
            names[named++] = curves[i].quantity;
    char what[64];
    snprintf(what, sizeof what, "growth curve of %s", roles[role]);
    (void)choose_name(reading, "stat", what, target->stat, names, named);
}

static void read_step(judge_reading *reading)
{
    if (reading->point->level < 1)
        report_key(reading, "levels", NULL, "experience begins at level 1, not at level %d",
                   (int)reading->point->level);
}

static void read_kills(judge_reading *reading)
{
    reading->point->curve =
        wyrm_growth_curve(reading->work->growth, WYRM_ROLE_MONSTER, "experience");
    if (reading->point->curve < 0)
        report_key(reading, "metric", NULL,
                   "the monsters of this ruleset have no experience by level");
}

/* ---- names ---- */

/* Appends to the label of a point. */
static void append_label(judge_point *point, const char *format, ...) WYRM_PRINTF(2, 3);
static void append_label(judge_point *point, const char *format, ...)
{
    size_t length = strlen(point->label);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(point->label + length, sizeof point->label - length, format, arguments);
    va_end(arguments);
}

/* Reads the target's own player, if it replaces the player of the depth. */
static void read_player(judge_reading *reading)
{
    if (reading->target->of[0] == '\0')
        return;
    read_one(reading);
    append_label(reading->point, " at depth %d", (int)reading->point->depth);
}

/* ---- loot ---- */

static void read_band(judge_reading *reading)
{
    judge_point *point = reading->point;
    wyrm_bands bands;
    wyrm_status status = wyrm_bands_read(reading->work->ruleset, &bands, reading->errors);
    if (status == WYRM_ERROR_MEMORY)
        base_refuse(reading->work->arena, status, "out of memory");
    if (status != WYRM_OK)
        reading->wrong = true;
    else if ((size_t)point->band > bands.count)
        report_key(reading, "bands", NULL, "band %d is named, and the ruleset has %zu",
                   (int)point->band, bands.count);
    else
        snprintf(point->label, sizeof point->label, "band %s", bands.bands[point->band - 1].name);
}

static void read_loot(judge_reading *reading)
{
    const wyrm_loot *loot = reading->work->loot;
    const wyrm_loot_facts *facts = wyrm_loot_facts_of(loot);
    const char *mode = reading->target->mode;
    if (reading->point->band == 0 && reading->point->depth == 0) {
        report_key(reading, "metric", NULL,
                   "either 'bands' or 'depths' must say where it is measured");
        return;
    }
    if (reading->point->band != 0)
        read_band(reading);
    if (mode[0] != '\0' && wyrm_loot_mode(loot, mode, &reading->point->mode, NULL) != WYRM_OK)
        (void)choose_name(reading, "mode", "mode of loot", mode, facts->modes, facts->mode_count);
}

/* Returns the names of everything that shops may offer, each once. */
static const char *const *offers_of(const judge_work *work, size_t *count)
{
    const wyrm_value *shops = wyrm_ruleset_find(work->ruleset, "shops");
    size_t most = 0;
    for (size_t s = 0; s < wyrm_value_count(shops); s++)
        most += wyrm_value_count(wyrm_value_get(wyrm_value_item(shops, s), "offers"));
    const char **names = base_array(work->arena, const char *, most);
    *count = 0;
    for (size_t s = 0; s < wyrm_value_count(shops); s++) {
        const wyrm_value *offers = wyrm_value_get(wyrm_value_item(shops, s), "offers");
        for (size_t i = 0; i < wyrm_value_count(offers); i++) {
            size_t at = 0;
            while (at < *count && strcmp(names[at], wyrm_value_key(offers, i)) != 0)
                at++;
            if (at == *count)
                names[(*count)++] = wyrm_value_key(offers, i);
        }
    }
    return names;
}

/* Finds what `of` names, by what the metric reads, and mostly makes it part of the label: "troll at
 * depth 3", "healing in band B2". */
static void read_of(judge_reading *reading)
{
    const judge_work *work = reading->work;
    const wyrm_loot_facts *facts = wyrm_loot_facts_of(work->loot);
    const char *of = reading->target->of, *what = "monster";
    judge_point *point = reading->point;
    unsigned reads = reading->target->metric->reads;
    wyrm_level_choice choices[WYRM_LEVEL_CHOICES_MAX];
    const char *small[WYRM_LEVEL_CHOICES_MAX + WYRM_THREAT_STATUS_COUNT];
    const char **made = base_array(work->arena, const char *, work->monsters + work->kind_count);
    const char *const *names = made;
    size_t count = work->monsters;
    for (size_t i = 0; i < work->monsters; i++)
        made[i] = wyrm_roster_monster(work->roster, (int32_t)i)->name;
    if (reads & READ_FOUND) {
        const size_t categories = wyrm_found_categories(work->loot);
        what = "item or category";
        names = made = base_array(work->arena, const char *, work->kind_count + categories);
        for (count = 0; count < work->kind_count; count++)
            made[count] = work->kinds[count].name;
        for (size_t i = 0; i < categories; i++)
            made[count++] = wyrm_found_category(work->loot, i);
    } else if (reads & READ_OFFER) {
        what = "thing that a shop has";
        names = offers_of(work, &count);
    } else if (reads & READ_ITEM) {
        what = "item";
        count = work->kind_count;
        for (size_t i = 0; i < count; i++)
            made[i] = work->kinds[i].name;
    } else if (reads & READ_CHOICE) {
        what = "way to choose a level";
        names = small;
        count = wyrm_encounter_choices(work->encounter, point->tracker, choices);
        for (size_t i = 0; i < count; i++)
            small[i] = choices[i].name;
    } else if (reads & READ_STATUS) {
        what = "status of rooms";
        names = small;
        count = WYRM_THREAT_STATUS_COUNT;
        for (size_t i = 0; i < count; i++)
            small[i] = wyrm_threat_status_key((wyrm_threat_status)i);
    } else if (reads & (READ_CATEGORY | READ_PITY)) {
        bool pity = reads & READ_PITY;
        what = pity ? "category of pity" : "category of items";
        names = pity ? facts->pity->names : facts->categories;
        count = pity ? facts->pity->count : facts->category_count;
    }
    const judge_text where = judge_say("%s", point->label);
    char base[WYRM_FOUND_NAME];
    if (reads & READ_FOUND)
        wyrm_found_asked(of, base);
    point->index = choose_name(reading, "of", what, reads & READ_FOUND ? base : of, names, count);
    if (!(reads & (READ_CHOICE | READ_KILLER)))
        snprintf(point->label, sizeof point->label, "%.60s %s %.60s", of,
                 point->band > 0 ? "in" : "at", where.text);
}

/* ---- runs ---- */

/* Checks the bot and makes it part of the label: "explorer, depth 3", "brawler in two_orcs"; then
 * checks the set fight. */
static void read_bot(judge_reading *reading)
{
    judge_point *point = reading->point;
    const char *bot = judge_bot_of(reading->target), *arena = reading->target->arena;
    const judge_text where = judge_say("%s", point->label);
    const char *names[100];
    size_t count;
    const wyrm_bot_kind *kinds = wyrm_bot_kinds(&count);
    if (arena[0] != '\0')
        snprintf(point->label, sizeof point->label, "%.60s in %.60s", bot, arena);
    else
        snprintf(point->label, sizeof point->label, "%.60s%s%.60s", bot,
                 where.text[0] != '\0' ? ", " : "", where.text);
    for (size_t i = 0; i < count && i < 32; i++)
        names[i] = kinds[i].name;
    (void)choose_name(reading, "bot", "bot", bot, names, count < 32 ? count : 32);
    if (reading->wrong || !(reading->target->metric->reads & READ_ARENA))
        return;
    count = wyrm_arena_count(reading->work->design);
    count = count < COUNT_OF(names) ? count : COUNT_OF(names);
    for (size_t i = 0; i < count; i++)
        names[i] = wyrm_arena_name(reading->work->design, i);
    (void)choose_name(reading, "arena", "arena", arena, names, count);
}

/* ---- what a metric reads ---- */

/* Returns the systems that a ruleset needs for a metric. Rooms need maps for their size; set fights
 * need none, as they have a place of their own. */
static unsigned systems_of(const judge_metric *metric)
{
    static const struct {
        unsigned reads, systems;
    } rows[] = {
        {READ_ONE | READ_PAIR | READ_STAT, WYRM_SYSTEM_COMBAT},
        {READ_CURVE | READ_FACTOR | READ_STEP | READ_GROWTH | READ_KILLS, WYRM_SYSTEM_GROWTH},
        {READ_TRACKER | READ_CHOICE | READ_HORDES, WYRM_SYSTEM_ENCOUNTER},
        {READ_TABLES | READ_THREAT, WYRM_SYSTEM_ENCOUNTER | WYRM_SYSTEM_MAP},
        {READ_PLAYER, WYRM_SYSTEM_COMBAT},
        {READ_ITEM | READ_GEAR | READ_FOUND, WYRM_SYSTEM_LOOT},
        {READ_FLOORS | READ_LOOT, WYRM_SYSTEMS_OF_A_FLOOR},
    };
    unsigned out = !(metric->reads & READ_BOT)  ? 0
                   : metric->reads & READ_ARENA ? WYRM_SYSTEM_COMBAT
                                                : WYRM_SYSTEMS_OF_A_GAME;
    for (size_t i = 0; i < COUNT_OF(rows); i++)
        out |= metric->reads & rows[i].reads ? rows[i].systems : 0;
    return out;
}

/* Checks that the metric can be measured in this ruleset and at this point. */
static void check_sense(judge_reading *reading)
{
    const judge_metric *metric = reading->target->metric;
    wyrm_error missing;
    char what[64];
    snprintf(what, sizeof what, "'%.50s'", metric->shown.name);
    if (wyrm_design_needs(reading->work->design, systems_of(metric), what, &missing) != WYRM_OK) {
        report_key(reading, "metric", NULL, "%s", missing.message);
        return;
    }
    const judge_work *work = reading->work;
    int32_t level = reading->point->level;
    bool tables = wyrm_encounter_last_depth(work->encounter) > 0;
    const struct {
        unsigned reads;
        bool sense;
        const char *key, *hint, *otherwise;
    } rows[] = {
        {READ_FACTOR, !isnan(wyrm_growth_factor(work->growth, level)), "metric", NULL,
         "the growth of this ruleset has no level factor"},
        {READ_GROWTH, level >= 2, "levels", NULL,
         "there is no level before level 1 to compare with"},
        {READ_STEP | READ_GROWTH, level <= wyrm_growth_last_level(work->growth), "levels", NULL,
         "growth ends before that level"},
        {READ_TRACKER, wyrm_encounter_tracks(work->encounter), "metric", NULL,
         "this ruleset has no difficulty tracker"},
        {READ_TABLES | READ_THREAT, tables, "metric", NULL,
         "the difficulty of this ruleset is no table of depths"},
        {READ_HORDES, wyrm_encounter_fills_floors(work->encounter), "metric", NULL,
         "monsters come to the rooms of this ruleset one by one, not in groups to floors"},
        {READ_THREAT, work->threat != NULL, "metric", "add a section `threat`",
         "the monsters of this ruleset have no threat"},
        {READ_RULES, wyrm_loot_facts_of(work->loot)->pity != NULL, "metric", NULL,
         "the loot of this ruleset has no pity"},
        {READ_FOUND, wyrm_loot_fills_floors(work->loot), "metric", NULL,
         "the loot of this ruleset does not fill whole floors"},
        {READ_GOLD, wyrm_trade_has_gold(wyrm_design_trade(work->design)), "metric",
         "add a section `gold`", "this ruleset has no gold"},
        {READ_OFFER, wyrm_trade_shops(wyrm_design_trade(work->design)) > 0, "metric",
         "add a section `shops`", "this ruleset has no shops"},
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++)
        if (!reading->wrong && (reading->target->metric->reads & rows[i].reads) && !rows[i].sense)
            report_key(reading, rows[i].key, rows[i].hint, "%s", rows[i].otherwise);
}

static const struct {
    unsigned reads;
    void (*read)(judge_reading *reading);
} readers[] = {
    {~0u, check_sense},
    {READ_ONE, read_one},
    {READ_PAIR, read_pair},
    {READ_STAT, read_stat},
    {READ_CURVE, read_curve},
    {READ_STEP, read_step},
    {READ_KILLS, read_kills},
    {READ_PLAYER, read_player},
    {READ_LOOT, read_loot},
    {READ_BOT, read_bot},
    {READ_CHOICE | READ_MONSTER | READ_ITEM | READ_STATUS | READ_CATEGORY | READ_PITY |
         READ_KILLER | READ_FOUND | READ_OFFER,
     read_of},
};

/* Reads a point. Its label consists of what is read, then the mode of loot and the attack if the
 * target names them: "player against janitor, fired over 8 tiles". */
static void read_point(judge_reading *reading)
{
    const judge_target *target = reading->target;
    const wyrm_value *attack = wyrm_value_get(target->record, "attack");
    for (size_t i = 0; i < COUNT_OF(readers); i++)
        if (!reading->wrong && (target->metric->reads & readers[i].reads))
            readers[i].read(reading);
    if (target->mode[0] != '\0')
        append_label(reading->point, ", mode %.40s", target->mode);
    if (attack != NULL || wyrm_value_get(target->record, "distance") != NULL)
        append_label(reading->point, ", %s%sover %.10g %s", wyrm_value_text(attack),
                     attack != NULL ? " " : "", target->distance,
                     target->distance == 1 ? "tile" : "tiles");
}

/* ---- the keys of a target ---- */

/* Keys whose use depends on the metric. */
static const char *const place_keys[] = {
    "of",    "against", "stat",  "first", "levels", "depths",   "bands", "tracker",
    "below", "within",  "rooms", "mode",  "attack", "distance", "bot",   "arena"};

enum { PLACE_KEYS = COUNT_OF(place_keys) };

typedef enum use { UNUSED, OPTIONAL, REQUIRED } use;

/* Looks for a key in the list of the metric: "of against [first] [levels]". */
static use use_of(const judge_metric *metric, const char *key)
{
    size_t length = strlen(key);
    for (const char *word = metric->shown.needs; *word != '\0';) {
        size_t word_length = strcspn(word, " ");
        bool optional = word[0] == '[';
        if (word_length == length + (optional ? 2 : 0) &&
            strncmp(word + (optional ? 1 : 0), key, length) == 0)
            return optional ? OPTIONAL : REQUIRED;
        word += word_length;
        word += strspn(word, " ");
    }
    return UNUSED;
}

static const wyrm_value *given(const judge_reading *reading, const char *key)
{
    return wyrm_value_get(reading->target->record, key);
}

/* Reports keys that are missing or unused. For combatants, {level} and `levels` need each other. */
static void check_keys(judge_reading *reading)
{
    const judge_target *target = reading->target;
    const judge_metric *metric = target->metric;
    char needs[WYRM_ERROR_HINT_MAX] = "it uses none"; /* "it uses of, against, first (optional)" */
    size_t length = 0;
    bool spread = false;
    for (int i = 0; i < PLACE_KEYS && length < sizeof needs; i++) {
        use how = use_of(metric, place_keys[i]);
        if (how != UNUSED)
            length += (size_t)snprintf(needs + length, sizeof needs - length, "%s%s%s",
                                       length > 0 ? ", " : "it uses ", place_keys[i],
                                       how == OPTIONAL ? " (optional)" : "");
    }
    for (int i = 0; i < PLACE_KEYS; i++) {
        const char *key = place_keys[i];
        use how = use_of(metric, key);
        if (how == REQUIRED && given(reading, key) == NULL)
            report_key(reading, key, needs, "metric '%s' of target '%s' needs '%s'",
                       metric->shown.name, target->name, key);
        else if (how == UNUSED && given(reading, key) != NULL)
            report_key(reading, key, needs, "metric '%s' does not use '%s'", metric->shown.name,
                       key);
    }
    for (int i = 0; i < 2 && use_of(metric, "levels") == OPTIONAL && !reading->wrong; i++) {
        if (strstr(wyrm_value_text(given(reading, place_keys[i])), "{level}") == NULL)
            continue;
        spread = true;
        if (given(reading, "levels") == NULL)
            report_key(reading, place_keys[i], NULL,
                       "{level} in '%s' stands for nothing without 'levels'", place_keys[i]);
    }
    if (use_of(metric, "levels") == OPTIONAL && !reading->wrong && !spread &&
        given(reading, "levels") != NULL)
        report_key(reading, "levels", "write {level} where it belongs: player@{level}",
                   "'levels' is given, but nothing of target '%s' has {level} in it", target->name);
}

static wyrm_interval interval_of(const wyrm_value *value)
{
    return (wyrm_interval){wyrm_value_low(value), wyrm_value_high(value)};
}

static void read_range(judge_reading *reading, judge_target *target)
{
    const wyrm_value *range = given(reading, "range"), *least = given(reading, "at_least");
    const wyrm_value *most = given(reading, "at_most"), *tolerated = given(reading, "tolerated");
    int count = (range != NULL) + (least != NULL) + (most != NULL);
    if (count == 0)
        report_key(reading, "", NULL, "target '%s' needs one of 'range', 'at_least' and 'at_most'",
                   target->name);
    if (count > 1)
        report_key(reading, most != NULL ? "at_most" : "at_least",
                   "[least, greatest] under 'range' has both ends",
                   "target '%s' has more than one of 'range', 'at_least' and 'at_most'",
                   target->name);
    if (count != 1)
        return;
    judge_read_wanted(target->record, target);
    wyrm_interval wide = interval_of(tolerated);
    if (tolerated != NULL && ((!isinf(target->range.low) && wide.low > target->range.low) ||
                              (!isinf(target->range.high) && wide.high < target->range.high)))
        report_key(reading, "tolerated", NULL,
                   "what target '%s' tolerates does not contain what it wants", target->name);
}

/* Reports an end of a range that the metric cannot reach, mostly a percentage for a share. */
static void check_range(judge_reading *reading)
{
    static const char *const keys[] = {"range", "at_least", "at_most", "tolerated"};
    const judge_metric *metric = reading->target->metric;
    wyrm_interval can = reading->target->limits;
    for (size_t i = 0; i < COUNT_OF(keys) && !reading->wrong; i++) {
        const wyrm_value *value = given(reading, keys[i]);
        wyrm_interval ends = interval_of(value);
        char hint[80] = "", limits[64];
        if (value == NULL)
            continue;
        if (wyrm_value_kind(value) != WYRM_KIND_INTERVAL)
            ends.low = ends.high = wyrm_value_real(value);
        double out = ends.high > can.high ? ends.high : ends.low;
        if (out >= can.low && out <= can.high)
            continue;
        if (can.low == 0 && can.high == 1 && out > 2 && out <= 100)
            snprintf(hint, sizeof hint, "did you mean %.6g? %.6g %% is %.6g", out / 100, out,
                     out / 100);
        if (isinf(can.high))
            snprintf(limits, sizeof limits, "never below %.6g", can.low);
        else
            snprintf(limits, sizeof limits, "always from %.6g to %.6g", can.low, can.high);
        report_key(reading, keys[i], hint, "target '%s' has an end of %.6g, and %s is %s",
                   reading->target->name, out, metric->shown.name, limits);
    }
}

static const char *text_of(const wyrm_value *record, const char *key)
{
    return wyrm_value_text(wyrm_value_get(record, key));
}

/* Reads and checks the keys of a target, so that all errors in them are reported at once. */
static void read_target(judge_reading *reading, const char *name, const wyrm_value *record,
                        judge_target *out)
{
    const wyrm_value *distance = wyrm_value_get(record, "distance");
    const char *metric = text_of(record, "metric"), *nearest;
    *out = (judge_target){
        .name = name,
        .record = record,
        .metric = find_metric(reading->work->arena, metric, &nearest),
        .claim = text_of(record, "claim"),
        .source = text_of(record, "source"),
        .note = text_of(record, "note"),
        .of = text_of(record, "of"),
        .against = text_of(record, "against"),
        .stat = text_of(record, "stat"),
        .mode = text_of(record, "mode"),
        .bot = text_of(record, "bot"),
        .arena = text_of(record, "arena"),
        .rooms = (int32_t)wyrm_value_integer(wyrm_value_get(record, "rooms")),
        .below = interval_of(wyrm_value_get(record, "below")),
        .within = interval_of(wyrm_value_get(record, "within")),
        .first = strcmp(text_of(record, "first"), "opponent") == 0 ? WYRM_OPPONENT_FIRST
                                                                   : WYRM_SUBJECT_FIRST,
        .attack = (wyrm_attack_kind)wyrm_value_choice(wyrm_value_get(record, "attack")),
        .distance = distance == NULL ? 1 : wyrm_value_real(distance)};
    reading->target = out;
    if (out->metric == NULL) {
        char hint[WYRM_ERROR_HINT_MAX] = "the guide of the ruleset file lists them";
        if (nearest != NULL)
            snprintf(hint, sizeof hint, "did you mean '%s'?", nearest);
        report_key(reading, "metric", hint, "unknown metric '%s'", metric);
        return;
    }
    out->limits = metric_range(out->metric);
    check_keys(reading);
    bool wrong = reading->wrong;
    reading->wrong = false;
    read_range(reading, out);
    check_range(reading);
    reading->wrong = reading->wrong || wrong;
}

/* Limits of the points of one target, and of all targets of a ruleset together. */
#define PLACES_MAX       1000
#define POINTS_TOTAL_MAX 20000

/* Adds the points of a target: one for each of its levels, depths, bands or trackers. Stops at the
 * first point with an error, as the others would have the same one. */
static void add_points(judge_reading *reading, judge_targets *targets)
{
    static const struct {
        const char *name, *word;
    } axes[] = {
        {"levels", "level"}, {"depths", "depth"}, {"bands", "band"}, {"tracker", "tracker"}};
    const judge_target *target = reading->target;
    const wyrm_value *axis = NULL;
    const char *name = "", *word = "";
    for (size_t i = 0; i < COUNT_OF(axes); i++) {
        const wyrm_value *value = given(reading, axes[i].name);
        if (value != NULL && axis != NULL) {
            report_key(reading, axes[i].name, NULL,
                       "target '%s' is measured by '%s' or by '%s', not by both", target->name,
                       name, axes[i].name);
            return;
        }
        if (value == NULL)
            continue;
        axis = value;
        name = axes[i].name;
        word = axes[i].word;
    }
    double low = wyrm_value_low(axis);
    double count = axis != NULL ? floor(wyrm_value_high(axis) - low) + 1 : 1;
    if (count > PLACES_MAX)
        report_key(reading, name, NULL,
                   "'%s' of target '%s' spreads over %.0f places, more than %d", name, target->name,
                   count, PLACES_MAX);
    else if (axis != NULL && (double)targets->point_count + count > POINTS_TOTAL_MAX)
        report_key(reading, name, NULL, "the targets spread over more than %d places together",
                   POINTS_TOTAL_MAX);
    for (double i = 0; !reading->wrong && i < count; i++) {
        double at = low + i;
        targets->points = base_grow(reading->work->arena, targets->points, targets->point_count,
                                    &targets->point_room, sizeof *targets->points);
        judge_point *point = &targets->points[targets->point_count++];
        *point = (judge_point){.target = target,
                               .stat = -1,
                               .curve = -1,
                               .index = -1,
                               .level = name[0] == 'l' ? (int32_t)at : 0,
                               .depth = name[0] == 'd' ? (int32_t)at : 0,
                               .band = name[0] == 'b' ? (int32_t)at : 0,
                               .tracker = name[0] == 't' ? at : 0};
        if (axis != NULL)
            snprintf(point->label, sizeof point->label, "%s %.10g", word, at);
        reading->point = point;
        read_point(reading);
    }
}

void judge_read_targets(judge_work *work, wyrm_errors *errors)
{
    const wyrm_value *map = wyrm_ruleset_find(work->ruleset, "targets");
    judge_targets *out = base_new(work->arena, judge_targets);
    judge_reading reading = {.work = work, .errors = errors};
    bool wrong = false;
    out->targets = base_array(work->arena, judge_target, wyrm_value_count(map));
    for (size_t i = 0; i < wyrm_value_count(map); i++) {
        reading.wrong = false;
        read_target(&reading, wyrm_value_key(map, i), wyrm_value_item(map, i),
                    &out->targets[out->target_count++]);
        if (!reading.wrong)
            add_points(&reading, out);
        wrong = wrong || reading.wrong;
    }
    work->targets = out;
    if (wrong)
        base_fail(work->arena, WYRM_ERROR_RULESET);
}

/* ---- goals: targets of a ruleset that is varied ---- */

typedef struct reading_goals {
    const wyrm_design *design;
    uint64_t seed;
    wyrm_errors *errors;
    const judge_targets *targets;
} reading_goals;

static void read_goals(base_arena *arena, void *context)
{
    reading_goals *of = context;
    judge_work *work = judge_begin(arena, of->design, of->seed);
    judge_read_targets(work, of->errors);
    of->targets = work->targets;
}

const judge_goals *judge_goals_of(base_arena *arena, const wyrm_design *design, uint64_t seed)
{
    judge_goals *goals = base_new(arena, judge_goals);
    reading_goals how = {.design = design, .seed = seed};
    base_must(arena, wyrm_errors_new(&how.errors));
    base_keep(arena, how.errors, wyrm_errors_free);
    const wyrm_status status = base_run(arena, read_goals, &how);
    if (status != WYRM_OK && wyrm_errors_kept(how.errors) > 0)
        arena->error = *wyrm_errors_at(how.errors, 0);
    base_must(arena, status);
    *goals = (judge_goals){design, how.targets->point_count, how.targets->points, seed};
    return goals;
}

bool judge_goal_is_played(const judge_goals *goals, size_t goal)
{
    return (goals->points[goal].target->metric->reads & READ_BOT) != 0;
}

/* A change may add or remove points, so a point is found by its names. Mostly it has the same
 * index, so the search starts there. */
const judge_point *judge_point_like(const judge_targets *all, const judge_point *goal, size_t index)
{
    for (size_t i = 0; i < all->point_count; i++) {
        const judge_point *point = &all->points[(index + i) % all->point_count];
        if (strcmp(point->target->name, goal->target->name) == 0 &&
            strcmp(point->label, goal->label) == 0)
            return point;
    }
    return NULL;
}
