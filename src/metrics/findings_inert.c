/* Findings about values that make no difference, found by trial: each number written in the file is
 * replaced in a copy of the ruleset, and everything it may affect is computed again.
 *
 * A number is dead if no other number in its place changes anything. It has no effect if the value
 * that applies without it (the schema's default, otherwise 0) gives the same, like a point of armor
 * that rounding removes; then the nearest number with an effect is searched. In a scale (rows of a
 * depth table, elements of a list, gear of one slot) a value is like the one below if that value
 * gives the same in its place. Values by band are compared with those of the next band. */
#include "combat/internal.h"
#include "metrics/internal.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PATH_MAX 96

/* Limit of the numbers computed in all trials, a second or two; values after that are not tried. */
#define WORK_MAX ((size_t)100000000)

/* Limit of trials for the nearest number that makes a difference. */
#define NEAREST_TRIALS 10

#define LEVELS         30 /* of players and trackers, if the ruleset has no depths */

static const judge_trying *const tryings[JUDGE_SIDES] = {
    [JUDGE_SIDE_FIGHTS] = &judge_trying_fights,
    [JUDGE_SIDE_MONSTERS] = &judge_trying_monsters,
    [JUDGE_SIDE_LOOT] = &judge_trying_loot,
};

static const char dead_kind[] = JUDGE_DEAD;
static const char no_effect_kind[] = "no-effect";
static const char alike_kind[] = "steps-alike";

/* What is tried in a section: all values, or for creatures and gear only certain keys, since the
 * other keys affect no outcome that is known exactly. */
typedef struct inert_section {
    const char *name;
    judge_side side;
    bool by_key;         /* `side` applies to `keys`; keys of the combat model belong to fights */
    bool entities;       /* the section is a map of records */
    const char *keys[4]; /* NULL-terminated */
} inert_section;

static const inert_section sections[] = {
    {"combat", JUDGE_SIDE_FIGHTS, false, false, {NULL}},
    {"growth", JUDGE_SIDE_FIGHTS, false, false, {NULL}},
    {"encounter", JUDGE_SIDE_MONSTERS, false, false, {NULL}},
    {"threat", JUDGE_SIDE_MONSTERS, false, false, {NULL}},
    {"room_roles", JUDGE_SIDE_MONSTERS, false, false, {NULL}},
    {"player", JUDGE_SIDE_FIGHTS, true, false, {NULL}},
    {"variants", JUDGE_SIDE_FIGHTS, true, true, {"hp_factor", NULL}},
    {"monsters", JUDGE_SIDE_MONSTERS, true, true, {"weight", "etp", "synergy", NULL}},
    {"loot", JUDGE_SIDE_LOOT, false, false, {NULL}},
    {"weapons", JUDGE_SIDE_LOOT, true, true, {"weight", "bands", NULL}},
    {"armors", JUDGE_SIDE_LOOT, true, true, {"weight", "bands", NULL}},
    {"items", JUDGE_SIDE_LOOT, true, true, {"weight", "bands", NULL}},
};

/* A finding to be reported. If all values of a record are dead, one for the record replaces
 * theirs. */
typedef struct inert_value {
    const char *kind;
    judge_side side;
    size_t values; /* number of dead values below it; 1 for a single value */
    char path[PATH_MAX];
    judge_text shown; /* the value as text */
    char others[80];  /* values tried in its place: "0, 1.5 or 300" */
    char more[80];    /* in a scale, the owner of that value: ", that of cap"; else the nearest
                         value with an effect */
} inert_value;

/* The walk over the values of a ruleset. */
typedef struct inert_walk {
    judge_work *work;
    judge_trial_design *varying;
    const inert_section *section;
    judge_side side;
    size_t count, room;
    inert_value *list;
    size_t numbers, dead; /* numbers tried, and how many of them are dead */
    size_t untried;       /* values not tried for lack of time */
    bool by_band;         /* compares bands instead of trying single values */
    bool of_moments;      /* see are_blows_of_moments() */
    wyrm_bands bands;
    char tried[48]; /* text of the value tried last */
} inert_walk;

/* A value being tried, or a row of a depth table. */
typedef struct tried_value {
    const wyrm_value *value, *previous; /* the same value in the list element before, or NULL */
    size_t row;
    double number;                       /* the present value */
    double neutral;                      /* what applies if the file says nothing; 0 for a row */
    double default_value;                /* of the schema, also for a table's only row */
    const wyrm_value *entity, *entities; /* its record, and the map of such records */
    const char *key, *path;
} tried_value;

static void push_value(inert_walk *walk, const inert_value *value)
{
    walk->list =
        base_grow(walk->work->arena, walk->list, walk->count, &walk->room, sizeof *walk->list);
    walk->list[walk->count++] = *value;
}

/* ---- words ---- */

/* Values that gave the same, each listed once: different numbers may have the same text. */
#define OTHERS_LISTED 4
typedef struct other_list {
    size_t count;
    char texts[OTHERS_LISTED][48];
} other_list;

static void list_other(other_list *list, const char *text)
{
    for (size_t i = 0; i < list->count; i++)
        if (strcmp(list->texts[i], text) == 0)
            return;
    if (list->count < OTHERS_LISTED)
        snprintf(list->texts[list->count++], sizeof list->texts[0], "%s", text);
}

static judge_text show_amount(const wyrm_value *value)
{
    char *written = NULL;
    bool written_out = wyrm_value_flow(value, &written, NULL) == WYRM_OK;
    judge_text text = judge_say("%s", written_out ? written : "");
    wyrm_free(written);
    return text;
}

static judge_text show_value(const wyrm_value *value, size_t row)
{
    const wyrm_depth_row *rows = wyrm_value_rows(value);
    switch (wyrm_value_kind(value)) {
    case WYRM_KIND_BOOL:
        return judge_say("%s", wyrm_value_bool(value) ? "true" : "false");
    case WYRM_KIND_RANGE:
    case WYRM_KIND_INTERVAL:
        return judge_say("[%.6g, %.6g]", wyrm_value_low(value), wyrm_value_high(value));
    case WYRM_KIND_TABLE:
        return judge_say("[%.6g, %d]", rows[row].value, (int)rows[row].from_depth);
    case WYRM_KIND_CHOICE:
        return judge_say("%s", wyrm_value_text(value));
    case WYRM_KIND_AMOUNT:
        return show_amount(value);
    default:
        return judge_say("%.6g", wyrm_value_real(value));
    }
}

/* Describes what stays the same with another value. */
static judge_text say_scope(const inert_walk *walk, judge_side side)
{
    const judge_trial_design *varying = walk->varying;
    int last_depth = (int)walk->work->last_depth;
    if (side == JUDGE_SIDE_FIGHTS)
        return judge_say("hits, hit points and levels are the same, for players up to level %d "
                         "in any gear and monsters %s %d",
                         (int)varying->levels, last_depth > 0 ? "down to depth" : "up to level",
                         (int)varying->steps);
    if (last_depth == 0)
        return judge_say("the monsters of every level of the tracker are the same");
    return judge_say("the monsters, their threat and the items of every depth down to %d are "
                     "the same",
                     last_depth);
}

/* Returns the last key of a path with its dot, including indices in lists after it. */
static const char *last_key(const char *path)
{
    const char *key = strrchr(path, '.');
    while (key && strspn(key + 1, "0123456789") == strcspn(key + 1, ".") && key > path) {
        do
            key--;
        while (key > path && *key != '.');
    }
    return key;
}

/* Whether two findings have the same kind, section and key, like armor_class of two armors. */
static bool belong_together(const inert_value *one, const inert_value *other)
{
    size_t section = strcspn(one->path, ".");
    return one->values == 1 && other->values == 1 && one->kind == other->kind &&
           one->kind != dead_kind && strncmp(one->path, other->path, section + 1) == 0 &&
           strcmp(last_key(one->path), last_key(other->path)) == 0;
}

static void add_together(judge_work *work, const judge_alike *first, size_t count,
                         const char *pieces, const void *context)
{
    const inert_walk *walk = context;
    const inert_value *of = &walk->list[first->group];
    judge_add_finding(work, of->kind, judge_say("%.*s", (int)strcspn(of->path, "."), of->path).text,
                      "the %s of %zu of them %s (%s): %s", last_key(of->path) + 1, count,
                      of->kind == alike_kind ? "does what a lower one does" : "has no effect",
                      pieces, say_scope(walk, of->side).text);
}

/* Reports the findings; many that belong together become one: "cap 3 as 2, coat 5 as 4, ..." */
static void add_findings(inert_walk *walk)
{
    judge_alike *list = base_array(walk->work->arena, judge_alike, walk->count);
    for (size_t i = 0; i < walk->count; i++) {
        const inert_value *value = &walk->list[i];
        const char *shown = value->shown.text, *scope, *name = strchr(value->path, '.');
        const judge_text same = say_scope(walk, value->side);
        judge_alike *one = &list[i];
        *one = (judge_alike){.kind = value->kind};
        while (one->group < i && !belong_together(&walk->list[one->group], value))
            one->group++;
        scope = same.text;
        name = name != NULL ? name + 1 : "";
        snprintf(one->label, sizeof one->label, "%s", value->path);
        snprintf(one->piece, sizeof one->piece, "%.*s %s as %s", (int)strcspn(name, "."), name,
                 shown, value->others);
        if (value->values > 1)
            snprintf(one->message, sizeof one->message,
                     "none of its %zu values changes anything: with others %s", value->values,
                     scope);
        else if (value->kind == alike_kind)
            snprintf(one->message, sizeof one->message, "%s does what %s does%s: %s", shown,
                     value->others, value->more, scope);
        else if (value->more[0] != '\0')
            snprintf(one->message, sizeof one->message,
                     "%s has no effect: with %s in its place %s; %s would have one", shown,
                     value->others, scope, value->more);
        else
            snprintf(one->message, sizeof one->message,
                     "%s changes nothing: with %s in its place %s", shown, value->others, scope);
    }
    judge_add_alike(walk->work, list, walk->count, 120, add_together, walk);
}

/* ---- one value ---- */

/* Compares the outcomes with the value that is in the copy now, then restores it. */
static judge_trial try_now(inert_walk *walk, bool played)
{
    judge_trial trial = tryings[walk->side]->hold(walk->varying, walk->side, played);
    rs_vary_restore(walk->varying->variation);
    return trial;
}

/* Tries another number in place of the value. */
static judge_trial try_number(inert_walk *walk, const tried_value *place, double number)
{
    return rs_vary_number(walk->varying->variation, place->value, place->row, number, walk->tried,
                          sizeof walk->tried)
               ? try_now(walk, false)
               : TRIAL_NONE;
}

/* Finds the number nearest to the value that makes a difference, by bisection between it and `far`:
 * exactly for whole numbers close by, otherwise within 1 %. */
static void find_nearest(inert_walk *walk, const tried_value *place, double far, char *text,
                         size_t size)
{
    double near = place->number;
    bool whole = near == floor(near) && far == floor(far);
    for (int i = 0; i < NEAREST_TRIALS; i++) {
        double middle = whole ? trunc((near + far) / 2) : (near + far) / 2;
        if (whole ? middle == near || middle == far : fabs(far - near) < 0.01 * fabs(far))
            break;
        if (try_number(walk, place, middle) == TRIAL_OTHER)
            far = middle;
        else
            near = middle;
    }
    snprintf(text, size, whole ? "%.10g" : "%.3g", far);
}

/* Finds the next lower value in the same scale, and describes whose it is. */
static bool find_below(const inert_walk *walk, const tried_value *place, double *out, char *whose,
                       size_t size)
{
    const wyrm_depth_row *rows = wyrm_value_rows(place->value);
    const char *section = walk->section->name;
    if (rows != NULL && place->row > 0) {
        const wyrm_depth_row *before = &rows[place->row - 1];
        *out = before->value;
        snprintf(whose, size, ", the value from depth %d on", (int)before->from_depth);
    }
    if (rows != NULL)
        return place->row > 0;
    if (place->previous != NULL && rs_vary_takes_number(place->previous)) {
        *out = wyrm_value_real(place->previous);
        snprintf(whose, size, ", the value before it in the list");
        return true;
    }
    /* Attacks are tried at a few distances only, which cannot distinguish similar reaches. */
    const char *unit = wyrm_value_field(place->value)->unit;
    if ((unit != NULL && (strcmp(unit, "tiles") == 0 || strcmp(unit, "metres") == 0)) ||
        (strcmp(section, "weapons") != 0 && strcmp(section, "armors") != 0) ||
        place->entity == NULL || walk->side != JUDGE_SIDE_FIGHTS)
        return false;
    const char *slot = wyrm_value_text(wyrm_value_get(place->entity, "slot"));
    double best = -INFINITY;
    for (size_t i = 0; i < wyrm_value_count(place->entities); i++) {
        const wyrm_value *other = wyrm_value_item(place->entities, i);
        const wyrm_value *value = wyrm_value_get(other, place->key);
        double number = wyrm_value_real(value);
        if (value == NULL || !(number < place->number && number > best) ||
            strcmp(slot, wyrm_value_text(wyrm_value_get(other, "slot"))) != 0)
            continue;
        best = number;
        snprintf(whose, size, ", that of %.60s", wyrm_value_key(place->entities, i));
    }
    *out = best;
    return isfinite(best);
}

/* Tries numbers farther from the default, then all alternatives that rs_vary knows, until one makes
 * a difference; its text is then in walk->tried. Returns the last trial. */
static judge_trial try_others(inert_walk *walk, const tried_value *place, size_t end,
                              other_list *same)
{
    static const double farther[] = {0, 2, 10, 100};
    size_t tries = same->count > 0 ? 3 : 0;
    judge_trial last = TRIAL_NONE;
    for (size_t i = 1; i <= tries; i++) {
        last =
            try_number(walk, place,
                       place->default_value + farther[i] * (place->number - place->default_value));
        if (last == TRIAL_OTHER || last == TRIAL_TOO_LONG)
            return last;
    }
    for (size_t i = 0; i < end; i++) {
        if (!rs_vary_try(walk->varying->variation, place->value, place->row * end + i, walk->tried,
                         sizeof walk->tried))
            continue;
        last = try_now(walk, false);
        if (last == TRIAL_OTHER || last == TRIAL_TOO_LONG)
            break;
        if (last == TRIAL_SAME)
            list_other(same, walk->tried);
    }
    return last;
}

/* Tries a number, or a row of a table, with `others` alternatives. Returns whether it is dead. */
static bool try_value(inert_walk *walk, const tried_value *place, size_t others)
{
    const wyrm_value *value = place->value;
    inert_value found = {.side = walk->side, .values = 1, .shown = show_value(value, place->row)};
    judge_trial neutral = TRIAL_NONE, other = TRIAL_OTHER, below = TRIAL_NONE;
    other_list same = {0};
    double number;
    snprintf(found.path, sizeof found.path, "%s", place->path);
    if (rs_vary_takes_number(value))
        neutral = try_number(walk, place, place->neutral);
    if (neutral == TRIAL_SAME)
        list_other(&same, walk->tried);
    /* A number that the ruleset cannot do without, such as the only weight, is not dead. */
    bool needed =
        rs_vary_takes_number(value) && neutral == TRIAL_NONE && place->number != place->neutral;
    if (neutral != TRIAL_OTHER && !needed) {
        other = try_others(walk, place, others, &same);
    } else if (find_below(walk, place, &number, found.more, sizeof found.more)) {
        below = try_number(walk, place, number);
        snprintf(found.others, sizeof found.others, "%s", walk->tried);
    }
    if (neutral == TRIAL_TOO_LONG || other == TRIAL_TOO_LONG || below == TRIAL_TOO_LONG) {
        walk->untried++;
    } else if (other != TRIAL_OTHER && same.count > 0) {
        size_t length = 0;
        found.kind = dead_kind;
        for (size_t i = 0; i < same.count && length < sizeof found.others; i++) /* "0, 1 or 3" */
            length += (size_t)snprintf(found.others + length, sizeof found.others - length, "%s%s",
                                       i == 0                ? ""
                                       : i + 1 == same.count ? " or "
                                                             : ", ",
                                       same.texts[i]);
    } else if (neutral == TRIAL_SAME) {
        found.kind = no_effect_kind;
        snprintf(found.others, sizeof found.others, "%s", same.texts[0]);
        snprintf(found.more, sizeof found.more, "%s", walk->tried);
        double tried;
        if (wyrm_value_low(value) == wyrm_value_high(value) &&
            base_number_read(walk->tried, strlen(walk->tried), &tried))
            find_nearest(walk, place, tried, found.more, sizeof found.more);
    } else if (below == TRIAL_SAME) {
        found.kind = alike_kind;
    }
    if (found.kind != NULL)
        push_value(walk, &found);
    return found.kind == dead_kind;
}

/* Tries a value without members. Rows of a table are tried one by one, except those below the last
 * depth, which have a finding of their own. */
static void examine_all(inert_walk *walk, tried_value place)
{
    const wyrm_depth_row *rows = wyrm_value_rows(place.value);
    const char *default_value = wyrm_value_field(place.value)->default_value;
    size_t parts = rows != NULL ? wyrm_value_count(place.value) : 1;
    size_t others = rs_vary_count(place.value) / (parts > 0 ? parts : 1);
    int32_t last_depth = walk->work->last_depth;
    wyrm_ratio ratio;
    if (parts <= 1 && default_value != NULL && rs_scan_ratio(default_value, &ratio) == NULL)
        place.default_value = (double)ratio.numerator / (double)ratio.denominator;
    place.neutral = rows != NULL ? 0 : place.default_value;
    for (size_t part = 0; others > 0 && part < parts; part++) {
        if (rows != NULL && last_depth > 0 && rows[part].from_depth > last_depth)
            continue;
        place.row = part;
        place.number = rows != NULL ? rows[part].value : wyrm_value_real(place.value);
        walk->numbers++;
        if (walk->varying->spent <= WORK_MAX)
            walk->dead += try_value(walk, &place, others);
        else
            walk->untried++;
    }
}

/* ---- bands ---- */

static bool is_by_band(const inert_walk *walk, const wyrm_value *value)
{
    bool all = wyrm_value_kind(value) == WYRM_KIND_MAP && wyrm_value_count(value) >= 2;
    for (size_t i = 0; all && i < wyrm_value_count(value); i++)
        all = wyrm_bands_find(&walk->bands, wyrm_value_key(value, i)) >= 0;
    return all;
}

/* Reports two bands with different values that may be exchanged without changing anything. */
static void compare_bands(inert_walk *walk, const wyrm_value *map, size_t index, const char *path)
{
    const wyrm_loot_facts *facts = wyrm_loot_facts_of(walk->work->loot);
    const wyrm_value *sides[] = {wyrm_value_item(map, index), wyrm_value_item(map, index + 1)};
    const judge_text first = show_value(sides[0], 0), second = show_value(sides[1], 0);
    const char *mode =
        walk->side == JUDGE_SIDE_LOOT && facts->mode_count > 0 ? facts->modes[facts->mode] : "";
    bool alike = rs_vary_count(sides[0]) > 0 && strcmp(first.text, second.text) != 0;
    for (int i = 0; alike && i < 2; i++)
        alike = rs_vary_by(walk->varying->variation, sides[i], sides[1 - i]) &&
                try_now(walk, true) == TRIAL_SAME;
    if (alike) {
        judge_add_finding(
            walk->work, "bands-alike", path,
            "the bands %s and %s differ on paper only: %s and %s come to the same at every "
            "depth of both%s%s",
            wyrm_value_key(map, index), wyrm_value_key(map, index + 1), first.text, second.text,
            mode[0] != '\0' ? ", in the mode " : "", mode);
        judge_command(walk->work,
                      walk->side == JUDGE_SIDE_LOOT ? "loot RULESET --bands" : "curve RULESET");
    }
}

/* ---- the walk ---- */

static const wyrm_value *like_of(const wyrm_value *members, const wyrm_value *in, size_t index)
{
    return wyrm_value_kind(in) == WYRM_KIND_LIST
               ? wyrm_value_item(members, index)
               : wyrm_value_get(members, wyrm_value_key(in, index));
}

/* Whether the combat model itself calls this key idle, which is another finding. */
static bool is_idle(const inert_walk *walk, const char *path)
{
    char why[320];
    const char *key = wyrm_combat_idle(walk->work->combat, why, sizeof why);
    return key != NULL && strncmp(path, "combat.", 7) == 0 && strcmp(path + 7, key) == 0;
}

/* Whether a value is a map of declarations for a model, such as the stats of a script. Their values
 * stand with creatures and gear, and are tried there. */
static bool is_declared(const inert_walk *walk, const wyrm_value *value)
{
    const wyrm_model *model = wyrm_ruleset_model(walk->work->ruleset, walk->section->name);
    return model != NULL && (model->declare != NULL || model->own_names) &&
           wyrm_value_kind(value) == WYRM_KIND_MAP;
}

/* Whether the blows of a script may change during a fight, or by the player's choice. Then a trial,
 * which has a single state, cannot show the effect of a stat. */
static bool are_blows_of_moments(const judge_work *work)
{
    const wyrm_model *model = wyrm_ruleset_model(work->ruleset, "combat");
    wyrm_combatant player, monster;
    bool of_moments = false;
    if (model == NULL || model->declare == NULL)
        return false;
    wyrm_roster_start(work->roster, 1, &player);
    for (const wyrm_stat *stat = wyrm_combat_stats(work->combat); stat->name && !of_moments; stat++)
        of_moments = stat->chosen;
    for (size_t m = 0; m < work->monsters && !of_moments; m++) {
        wyrm_roster_spawn(work->roster, (int32_t)m, 1, WYRM_VARIANT_NONE, &monster);
        of_moments = !combat_is_plain(work->combat, &player, &monster) ||
                     !combat_is_plain(work->combat, &monster, &player);
    }
    return of_moments;
}

/* Whether a path leads to an effect of growth on a stat. */
static bool is_stat_of_growth(const inert_walk *walk, const char *path)
{
    bool found = false;
    if (strcmp(walk->section->name, "growth") != 0)
        return false;
    for (const char *key = path; !found && *key != '\0';) {
        char name[PATH_MAX];
        const size_t length = strcspn(key, ".");
        snprintf(name, sizeof name, "%.*s", (int)length, key);
        found = wyrm_combat_stat(walk->work->combat, name) >= 0;
        key += length + (key[length] == '.');
    }
    return found;
}

/* Walks a value and its members. `original` is the value in the file, place->value its copy. Values
 * equal to the schema's default are skipped, whether written or not: nobody decided on them. */
static void walk_value(inert_walk *walk, const wyrm_value *original, const tried_value *place)
{
    const wyrm_value *value = place->value;
    wyrm_kind kind = wyrm_value_kind(value);
    bool list = kind == WYRM_KIND_LIST;
    if (original == NULL || rs_value_says_default(original) || is_declared(walk, value) ||
        is_idle(walk, place->path) || (walk->of_moments && is_stat_of_growth(walk, place->path)))
        return;
    if (kind != WYRM_KIND_RECORD && kind != WYRM_KIND_MAP && !list) {
        if (!walk->by_band)
            examine_all(walk, *place);
        return;
    }
    size_t before = walk->count, numbers = walk->numbers, dead = walk->dead;
    bool by_band = walk->by_band && is_by_band(walk, value);
    for (size_t i = 0; i < wyrm_value_count(value); i++) {
        char path[PATH_MAX];
        tried_value inner = {.value = wyrm_value_item(value, i), .key = "", .path = path};
        inner.previous = !list   ? like_of(place->previous, value, i)
                         : i > 0 ? wyrm_value_item(value, i - 1)
                                 : NULL;
        if (list)
            snprintf(path, sizeof path, "%s.%zu", place->path, i + 1);
        else
            snprintf(path, sizeof path, "%s.%s", place->path, wyrm_value_key(value, i));
        if (by_band && i + 1 < wyrm_value_count(value))
            compare_bands(walk, value, i, place->path);
        walk_value(walk, like_of(original, value, i), &inner);
    }
    inert_value whole = {.kind = dead_kind, .side = walk->side, .values = walk->dead - dead};
    if (whole.values < 2 || whole.values < walk->numbers - numbers)
        return;
    walk->count = before; /* all values are dead: reported as one */
    snprintf(whole.path, sizeof whole.path, "%s", place->path);
    push_value(walk, &whole);
}

/* Returns the side that a key of a creature or of gear affects; JUDGE_SIDES: none. Keys that the
 * combat model reads affect fights, except flags that are no stats (two-handed, for example). */
static judge_side side_of(const inert_walk *walk, const char *key, const wyrm_value *value)
{
    const wyrm_model *combat = wyrm_ruleset_model(walk->work->ruleset, "combat");
    const wyrm_extension *extension = combat != NULL ? combat->extensions : NULL;
    for (size_t i = 0; walk->section->keys[i] != NULL; i++)
        if (strcmp(walk->section->keys[i], key) == 0)
            return walk->section->side;
    if (wyrm_value_kind(value) == WYRM_KIND_BOOL && wyrm_combat_stat(walk->work->combat, key) < 0)
        return JUDGE_SIDES;
    for (; extension != NULL && extension->section != NULL; extension++)
        for (const wyrm_field *field = extension->fields; field->kind != WYRM_KIND_END; field++)
            if (strcmp(extension->section, walk->section->name) == 0 &&
                strcmp(field->name, key) == 0)
                return JUDGE_SIDE_FIGHTS;
    return JUDGE_SIDES;
}

static void walk_record(inert_walk *walk, const wyrm_value *original, const wyrm_value *record,
                        const wyrm_value *entities, const char *path)
{
    for (size_t k = 0; k < wyrm_value_count(record); k++) {
        const char *key = wyrm_value_key(record, k);
        char inner[PATH_MAX];
        tried_value place = {.value = wyrm_value_item(record, k),
                             .entity = record,
                             .entities = entities,
                             .key = key,
                             .path = inner};
        snprintf(inner, sizeof inner, "%s.%s", path, key);
        walk->side = side_of(walk, key, place.value);
        if (walk->side < JUDGE_SIDES && walk->varying->has_side[walk->side])
            walk_value(walk, wyrm_value_get(original, key), &place);
    }
}

static void walk_section(inert_walk *walk)
{
    /* With a tracker only its levels have outcomes. */
    const char *section = walk->section->name;
    const char *name = walk->work->last_depth == 0 && strcmp(section, "encounter") == 0
                           ? "encounter.levels"
                           : section;
    const wyrm_value *original = wyrm_ruleset_find(walk->work->ruleset, name);
    const wyrm_value *value = wyrm_ruleset_find(walk->varying->copy.ruleset, name);
    tried_value place = {.value = value, .key = "", .path = name};
    walk->side = walk->section->side;
    walk->varying->section = section;
    walk->varying->entity = "";
    if (original == NULL || (walk->section->by_key && walk->by_band))
        return;
    if (!walk->section->by_key) {
        if (walk->varying->has_side[walk->side])
            walk_value(walk, original, &place);
    } else if (!walk->section->entities) {
        walk_record(walk, original, value, NULL, name);
    }
    /* Monsters and items that never come have a finding of their own; their values get none. */
    for (size_t i = 0; walk->section->entities && i < wyrm_value_count(value); i++) {
        const char *entity = wyrm_value_key(value, i);
        walk->varying->entity = entity;
        if (strcmp(section, "variants") == 0 || judge_is_present(walk->work, section, entity))
            walk_record(walk, wyrm_value_get(original, entity), wyrm_value_item(value, i), value,
                        judge_say("%s.%s", section, entity).text);
    }
}

/* Makes the varying copy and the outcomes without changes. If depths are no table, monsters go up
 * to the same level as players. */
static judge_trial_design *make_variant(judge_work *work)
{
    base_arena *arena = work->arena;
    judge_trial_design *out = base_new(arena, judge_trial_design);
    const int32_t last = wyrm_growth_last_level(work->growth);
    *out = (judge_trial_design){.work = work, .copy = *work};
    out->levels = work->last_depth > 0 ? 1 : last < LEVELS ? last : LEVELS;
    for (int32_t depth = 1; depth <= work->last_depth; depth++) {
        wyrm_reference reference;
        if (judge_had(work, wyrm_design_reference(work->design, depth, &reference, NULL)) &&
            reference.player.level > out->levels)
            out->levels = reference.player.level;
    }
    out->steps = work->last_depth > 0 ? work->last_depth : LEVELS;
    wyrm_status status = rs_vary_new(work->ruleset, &out->variation, &arena->error);
    if (status != WYRM_OK && status != WYRM_ERROR_MEMORY)
        base_refuse(arena, status, "the ruleset cannot be copied");
    base_must(arena, status);
    base_keep(arena, out->variation, rs_vary_free);
    out->copy.ruleset = rs_vary_ruleset(out->variation);
    for (int side = 0; side < JUDGE_SIDES; side++)
        out->has_side[side] = tryings[side]->begin(out);
    return out;
}

/* Walks the copy twice: value by value, then band by band. */
static void look_for_inert(judge_work *work)
{
    inert_walk walk = {
        .work = work, .varying = make_variant(work), .of_moments = are_blows_of_moments(work)};
    wyrm_status status = wyrm_bands_read(work->ruleset, &walk.bands, NULL);
    if (status != WYRM_OK)
        base_refuse(work->arena, status, "%s", wyrm_status_text(status));
    for (int pass = 0; pass < 2; pass++) {
        walk.by_band = pass == 1;
        for (size_t i = 0; i < COUNT_OF(sections); i++) {
            walk.section = &sections[i];
            walk_section(&walk);
        }
        if (pass == 0)
            add_findings(&walk);
    }
    if (walk.untried > 0)
        judge_add_finding(
            work, "not-tried", "",
            "the ruleset is so large that %zu of its values were not tried for whether they "
            "make a difference",
            walk.untried);
}

const judge_finders judge_finders_inert = {
    [FIND_INERT] = look_for_inert,
};
