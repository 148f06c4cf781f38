/* Growth by a table of levels.
 *
 * Many games define a level by a table: so much experience, so many hit points, these stats. The
 * experience is a list of totals, which goes on by a rule or has an end; the section `levels` has
 * what a level brings, in rows that give only what changes from that level on. So the player at a
 * level is its record, with all rows up to that level put on in order.
 *
 * If the combat is a script, its function `levels(level)` may be that table: it is called once for
 * each level, and its result is a row like those of a file. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "combat/internal.h"
#include "growth/internal.h"
#include "script/script.h"

/* ---- shared by the models of growth: rows, and the quantities that growth changes, by name
 * ---- */

const char *const growth_triggers[] = {"at", "above", NULL};

/* clang-format off */
const wyrm_field growth_monster_rows[] =
    WYRM_ELEMENT("experience", AMOUNT, .greatest = 1e9, .default_value = "0", .unit = "experience",
                 .summary = "what killing it gives, drawn for each",
                 .source = "roguelike tutorial, part 11");
/* clang-format on */

const char *wyrm_role_name(wyrm_role role)
{
    static const char *const names[WYRM_ROLE_COUNT] = {
        [WYRM_ROLE_PLAYER] = "player",
        [WYRM_ROLE_MONSTER] = "monster",
        [WYRM_ROLE_WEAPON] = "weapon",
        [WYRM_ROLE_ARMOR] = "armor",
    };
    return (unsigned)role < WYRM_ROLE_COUNT ? names[role] : "";
}

int growth_target(rs_opening *o, const wyrm_combat *combat, const wyrm_value *value,
                  const char *quantity, const char *of, bool experience, const char *hint)
{
    const char *known[WYRM_STATS_MAX + 2] = {"max_hp", "experience"};
    char nearest[WYRM_ERROR_HINT_MAX];
    size_t count = experience ? 2 : 1;
    const wyrm_stat *stats = wyrm_combat_stats(combat);
    int stat = wyrm_combat_stat(combat, quantity);
    if (stat >= 0 && stats[stat].kind != WYRM_STAT_NUMBER) {
        rs_error(o, value, NULL, "'%s' of %s is no number, and only numbers grow", quantity, of);
        return GROWTH_NONE;
    }
    if (stat >= 0 || strcmp(quantity, "max_hp") == 0)
        return stat >= 0 ? stat : GROWTH_MAX_HP;
    for (const wyrm_stat *row = stats; row->name; row++)
        if (row->kind == WYRM_STAT_NUMBER)
            known[count++] = row->name;
    rs_did_you_mean(quantity, known, count, nearest);
    if (wyrm_combat_name(combat)[0] == '\0') {
        rs_error(o, value, hint,
                 "'%s' of %s is a stat of no combat: 'models: {combat: ...}' is missing", quantity,
                 of);
        return GROWTH_NONE;
    }
    rs_error(o, value, hint ? hint : nearest,
             "unknown quantity '%s' of %s: neither max_hp%s nor a stat of the combat '%s'",
             quantity, of, experience ? " nor experience" : "", wyrm_combat_name(combat));
    return GROWTH_NONE;
}

/* ---- the rows of this model ---- */

#define EXPERIENCE_MAX 1000 /* totals that are listed */
#define PART_MAX       1000000
#define SAID_MAX       1000 /* levels that a script is asked for */

static const char *const tables[] = {"rows", "script", NULL};

/* clang-format off */
static const wyrm_field total_element[] =
    WYRM_ELEMENT("total", INTEGER, .greatest = 1e15, .unit = "experience",
                 .summary = "what is needed for the level in all");

static const wyrm_field then_rows[] = {
    {.name = "times", .kind = WYRM_KIND_RATIO, .least = 1, .greatest = 100, .parts = PART_MAX,
     .summary = "each further level costs so many times the one before, else 1; rounded down"},
    {.name = "add", .kind = WYRM_KIND_INTEGER, .greatest = 1e12, .unit = "experience",
     .summary = "and so much more, else 0"},
    {.kind = WYRM_KIND_END},
};

static const wyrm_field parameter_rows[] = {
    {.name = "table", .kind = WYRM_KIND_CHOICE, .default_value = "rows", .choices = tables,
     .summary = "where levels stand: in `levels`, or combat's script: levels(level); it returns a "
                "table of stats, hp, regeneration, and experience, needed in all"},
    {.name = "last", .kind = WYRM_KIND_INTEGER, .default_value = "20", .least = 1,
     .greatest = SAID_MAX, .unit = "levels",
     .summary = "last level that the script is asked for"},
    {.name = "experience", .kind = WYRM_KIND_LIST, .least = 1, .greatest = EXPERIENCE_MAX,
     .default_value = "[0]", .fields = total_element,
     .summary = "experience needed in all for level 1, 2, 3...: [0, 300, 900, 2700]; else no level "
                "is gained"},
    {.name = "then", .kind = WYRM_KIND_RECORD, .fields = then_rows,
     .summary = "cost beyond those: {times: 2} doubles it, {add: 5} adds 5 each time; else there "
                "is no further level"},
    {.name = "trigger", .kind = WYRM_KIND_CHOICE, .default_value = "at", .choices = growth_triggers,
     .summary = "a level is gained at the experience needed, or above it"},
    {.name = "heal_on_level_up", .kind = WYRM_KIND_BOOL, .default_value = "false",
     .summary = "a level-up heals, else hit points grow as their maximum does"},
    {.kind = WYRM_KIND_END},
};

static const wyrm_field level_rows[] = {
    {.name = "level", .kind = WYRM_KIND_INTEGER, .required = true, .least = 1,
     .greatest = WYRM_LEVEL_MAX, .summary = "from this level on; rows ascend"},
    {.kind = WYRM_KIND_END},
};
/* clang-format on */

/* Keys that people look for here, and where they are. */
static const char *const elsewhere[][2] = {
    {"experience", "what levels cost stands in growth: {experience: [0, 300, 900]}"},
    {"exp", "what levels cost stands in growth: {experience: [0, 300, 900]}"},
    {"xp", "what levels cost stands in growth: {experience: [0, 300, 900]}"},
    {0}};

const wyrm_field growth_level_element[2] =
    WYRM_ELEMENT("level", RECORD, .fields = level_rows, .retired = elsewhere,
                 .summary = "what the player has from a level on: keys of `player`, those that are "
                            "another than below it");

static const wyrm_extension extensions[] = {{"monsters", growth_monster_rows}, {NULL, NULL}};

/* ---- levels by a script ----
 *
 * `levels(level)` returns a table with what the player has from that level on: stats by their
 * names, `hp`, `regeneration`, and `experience`, the total that is needed for it, as in a list of
 * totals. A level is certain: a function that draws is refused. It is called once for each level,
 * and the answers are kept. */

#define EXPERIENCE_GREATEST 1e15

/* A level as the script describes it. */
typedef struct said_level {
    uint64_t total;      /* experience needed in all; UINT64_MAX: not given */
    uint64_t said;       /* bit i: stat i is given */
    int64_t hp;          /* 0: not given */
    double regeneration; /* below 0: not given */
    double stats[WYRM_STATS_MAX];
} said_level;

typedef struct level_job {
    const wyrm_combat *combat;
    int32_t level;
    said_level *out;
    base_arena *arena;
} level_job;

static _Noreturn void refuse(const level_job *job, const char *what, const char *must)
{
    base_refuse(job->arena, WYRM_ERROR_RULESET, "levels(%d) returned %s: it must be %s",
                (int)job->level, what, must);
}

/* Returns a number within limits, and refuses anything else. */
static double number_in(const level_job *job, const script_field *field, double least,
                        double greatest, bool whole)
{
    const double number = field->value.number;
    const bool is_number = field->value.kind == SCRIPT_NUMBER || field->value.kind == SCRIPT_FLAG;
    char what[128], must[96];
    if (is_number && number >= least && number <= greatest && (!whole || number == floor(number)))
        return number;
    if (is_number)
        snprintf(what, sizeof what, "%s = %.15g", field->name, number);
    else
        snprintf(what, sizeof what, "%s that is no number", field->name);
    snprintf(must, sizeof must, "a %snumber from %.15g to %.15g", whole ? "whole " : "", least,
             greatest);
    refuse(job, what, must);
}

/* Reads an amount, a word or a set from its text, as everywhere; an amount may be a number, too. */
static double worded(const level_job *job, int32_t index, const script_field *field)
{
    char text[64] = "";
    double value = 0.0;
    if (field->value.kind == SCRIPT_NUMBER)
        snprintf(text, sizeof text, "%.15g", field->value.number);
    else if (field->value.kind == SCRIPT_TEXT)
        snprintf(text, sizeof text, "%s", field->value.text);
    wyrm_error why;
    wyrm_status status = wyrm_combat_stat_read(job->combat, index, text, &value, &why);
    if (status != WYRM_OK && status != WYRM_ERROR_MEMORY) {
        wyrm_fail(&job->arena->error, WYRM_ERROR_RULESET, "levels(%d) returned %s = '%s': %.120s",
                  (int)job->level, field->name, text, why.message);
        snprintf(job->arena->error.hint, sizeof why.hint, "%s", why.hint);
        status = WYRM_ERROR_RULESET;
    }
    base_must(job->arena, status);
    return value;
}

static _Noreturn void refuse_name(const level_job *job, const char *name)
{
    static const char *const also[] = {"hp", "regeneration", "experience"};
    const wyrm_stat *stats = wyrm_combat_stats(job->combat);
    const char *names[WYRM_STATS_MAX + 3];
    size_t count = 0;
    for (; stats[count].name != NULL; count++)
        names[count] = stats[count].name;
    memcpy(names + count, also, sizeof also);
    wyrm_fail(&job->arena->error, WYRM_ERROR_RULESET,
              "levels(%d) returned '%.63s', which is no stat", (int)job->level, name);
    wyrm_suggest(&job->arena->error, name, names, count + 3);
    base_fail(job->arena, WYRM_ERROR_RULESET);
}

static void take_field(const level_job *job, const script_field *field)
{
    said_level *out = job->out;
    const int32_t index = wyrm_combat_stat(job->combat, field->name);
    if (strcmp(field->name, "hp") == 0)
        out->hp = (int64_t)number_in(job, field, 1.0, (double)WYRM_HP_MAX, true);
    else if (strcmp(field->name, "regeneration") == 0)
        out->regeneration = number_in(job, field, 0.0, (double)WYRM_HP_MAX, false);
    else if (strcmp(field->name, "experience") == 0)
        out->total = (uint64_t)number_in(job, field, 0.0, EXPERIENCE_GREATEST, true);
    else if (index < 0)
        refuse_name(job, field->name);
    else {
        const wyrm_stat *stat = &wyrm_combat_stats(job->combat)[index];
        out->stats[index] = stat->kind == WYRM_STAT_NUMBER
                                ? number_in(job, field, stat->least, stat->greatest, stat->whole)
                                : worded(job, index, field);
        out->said |= UINT64_C(1) << index;
    }
}

static void ask_level(base_arena *arena, void *context)
{
    level_job *job = context;
    const combat_model *model = job->combat->model;
    const script_value level = {.kind = SCRIPT_NUMBER, .number = job->level};
    const script_thing thing = {NULL, &level, 1};
    script_outcomes came;
    job->arena = arena;
    *job->out = (said_level){.total = UINT64_MAX, .regeneration = -1.0};
    if (model->script_of == NULL)
        base_refuse(arena, WYRM_ERROR_RULESET, "the combat '%s' has no script that says levels",
                    model->model.name);
    script *from = model->script_of(job->combat->state);
    if (!script_has(from, "levels"))
        base_refuse(arena, WYRM_ERROR_RULESET, "the script has no function 'levels(level)'");
    base_must(arena, script_exact(from, "levels", &thing, 1, arena, &came, &arena->error));
    if (came.count != 1 || came.cut > 0.0)
        base_refuse(arena, WYRM_ERROR_RULESET,
                    "levels(%d) came to %zu different things: what a level is must be certain",
                    (int)job->level, came.count);
    const script_outcome *row = &came.list[0];
    if (row->count == 1 && row->fields[0].name[0] == '\0')
        refuse(job, "no table", "one, such as {hp = 20 + 5 * level}");
    for (size_t i = 0; i < row->count; i++)
        take_field(job, &row->fields[i]);
}

/* Calls `levels(level)`. WYRM_ERROR_RULESET if there is no script, no such function, or if its
 * result is wrong (the message says how); else the failures of script_exact. */
static wyrm_status said_of(const wyrm_combat *combat, int32_t level, said_level *out,
                           wyrm_error *error)
{
    level_job job = {.combat = combat, .level = level, .out = out};
    return base_do(ask_level, &job, error);
}

/* Puts a level on a combatant; what it does not give stays. */
static void put_said(const wyrm_combat *combat, const said_level *from, wyrm_combatant *combatant)
{
    const wyrm_stat *stats = wyrm_combat_stats(combat);
    for (size_t i = 0; stats[i].name != NULL; i++)
        if ((from->said >> i & 1) != 0)
            combatant->stats[i] = from->stats[i];
    if (from->hp > 0) {
        combatant->hp = combatant->max_hp = from->hp;
        combatant->hp_amount = 0.0;
    }
    if (from->regeneration >= 0.0)
        combatant->regeneration = from->regeneration;
}

/* ---- the model ---- */

typedef struct levels {
    const wyrm_value *rows;   /* rows of the section `levels`; NULL: none */
    const wyrm_value *player; /* the record; NULL: none */
    size_t listed;            /* levels whose total is given */
    const wyrm_value *totals;
    bool goes_on;
    /* cost of a further level, from that of the one before */
    uint64_t numerator, denominator, more;
    const said_level *said; /* by the script, from level 1 on; NULL: it is not asked */
    int32_t said_count;
} levels;

static int32_t level_of(const wyrm_value *row)
{
    return key_whole(row, "level");
}

static bool says_experience(const levels *model)
{
    return model->said != NULL && model->said[0].total != UINT64_MAX;
}

static uint64_t total_at(const levels *model, size_t index)
{
    if (says_experience(model))
        return model->said[index].total;
    return (uint64_t)wyrm_value_integer(wyrm_value_item(model->totals, index));
}

/* Returns the cost of a level: as listed, else step x numerator / denominator + more, rounded down;
 * UINT64_MAX if there is no further level, or the number does not fit. */
static uint64_t next_step(const void *state, int32_t level, uint64_t step)
{
    const levels *model = state;
    if (level >= 1 && (size_t)level < model->listed)
        return total_at(model, (size_t)level) - total_at(model, (size_t)level - 1);
    if (!model->goes_on || step > UINT64_MAX / 2 / PART_MAX)
        return UINT64_MAX;
    return step / model->denominator * model->numerator +
           step % model->denominator * model->numerator / model->denominator + model->more;
}

/* ---- what a level brings ---- */

static void put_on(const wyrm_growth *growth, int32_t from, int32_t to, wyrm_combatant *combatant)
{
    const levels *model = growth->state;
    for (size_t i = 0; i < wyrm_value_count(model->rows); i++) {
        const wyrm_value *row = wyrm_value_item(model->rows, i);
        if (level_of(row) > from && level_of(row) <= to)
            wyrm_combat_read(growth->combat, row, combatant);
    }
    for (int32_t level = from > 0 ? from + 1 : 1; level <= to && level <= model->said_count;
         level++)
        put_said(growth->combat, &model->said[level - 1], combatant);
}

/* Returns the hit points of a level; of rolled ones the quantile `luck`. */
static int64_t hp_at(const wyrm_growth *growth, int32_t level, double luck)
{
    wyrm_combatant player = wyrm_combat_blank(growth->combat, "");
    wyrm_combat_read(growth->combat, ((const levels *)growth->state)->player, &player);
    put_on(growth, 0, level, &player);
    const wyrm_pmf *roll = wyrm_combat_hp_roll(growth->combat, &player);
    return roll != NULL ? wyrm_pmf_quantile(roll, luck) : player.max_hp;
}

static void level_up(const wyrm_growth *growth, int32_t to, wyrm_combatant *combatant)
{
    const int32_t from = combatant->level;
    const int64_t more = hp_at(growth, to, 1.0) - hp_at(growth, from, 1.0);
    const int64_t hp = combatant->hp, max_hp = combat_whole_hp((double)(combatant->max_hp + more));
    const bool rolled = combatant->hp_amount > 0.0; /* and not drawn yet */
    put_on(growth, from, to, combatant);
    combatant->max_hp = max_hp;
    combatant->hp_amount = rolled ? combatant->hp_amount : 0.0;
    combatant->hp = growth->heals || hp + more > max_hp ? max_hp : hp + more < 1 ? 1 : hp + more;
    combatant->level = to;
}

/* ---- reading ---- */

/* Asks the script for each level. An error is reported with its place in the script, and ends the
 * asking. */
static void ask_script(rs_opening *o, const wyrm_combat *combat, levels *model)
{
    const wyrm_value *table = wyrm_value_get(o->section, "table");
    const int32_t last = key_whole(o->section, "last");
    said_level *said = base_array(o->arena, said_level, (size_t)last);
    for (int32_t level = 1; level <= last && !o->faulty; level++) {
        wyrm_error error = {0};
        wyrm_status status = said_of(combat, level, &said[level - 1], &error);
        if (rs_call_succeeded(o, table, status, &error) &&
            (said[level - 1].total == UINT64_MAX) != (said[0].total == UINT64_MAX))
            rs_error(o, table, NULL,
                     "levels(%d) says %s experience and levels(1) does%s: all levels have it, or "
                     "none",
                     (int)level, said[0].total == UINT64_MAX ? "the" : "no",
                     said[0].total == UINT64_MAX ? " not" : "");
    }
    model->said = said;
    model->said_count = last;
}

/* Reports what is given twice, or counts for nothing. */
static void check_once(rs_opening *o, const levels *model)
{
    const wyrm_value *experience = wyrm_value_get(o->section, "experience");
    const wyrm_value *then = wyrm_value_get(o->section, "then");
    const wyrm_value *last = wyrm_value_get(o->section, "last");
    if (model->said == NULL && !rs_value_says_default(last))
        rs_error(o, last, "'table: script' asks it",
                 "'last' counts for nothing: no script is asked for levels");
    if (model->said != NULL && wyrm_value_count(model->rows) > 0)
        rs_error(o, model->rows, "'table: rows' reads them",
                 "'levels' counts for nothing: the script says what a level is");
    if (says_experience(model) && (then != NULL || !rs_value_says_default(experience)))
        rs_error(o, then != NULL ? then : experience, NULL,
                 "the experience is said twice: here, and by the script");
}

/* Returns where a wrong total is reported. */
static const wyrm_value *total_value(const rs_opening *o, const levels *model, size_t index)
{
    return says_experience(model) ? wyrm_value_get(o->section, "table")
                                  : wyrm_value_item(model->totals, index);
}

static void read_experience(rs_opening *o, levels *model)
{
    const wyrm_value *then = wyrm_value_get(o->section, "then");
    const wyrm_value *times = wyrm_value_get(then, "times"), *add = wyrm_value_get(then, "add");
    model->totals = wyrm_value_get(o->section, "experience");
    model->listed =
        says_experience(model) ? (size_t)model->said_count : wyrm_value_count(model->totals);
    model->goes_on = then != NULL;
    model->numerator = times != NULL ? (uint64_t)wyrm_value_ratio(times).numerator : 1;
    model->denominator = times != NULL ? (uint64_t)wyrm_value_ratio(times).denominator : 1;
    model->more = (uint64_t)wyrm_value_integer(add);
    if (total_at(model, 0) != 0)
        rs_error(o, total_value(o, model, 0), NULL,
                 "level 1 is where everybody begins: the experience for it is 0");
    for (size_t i = 1; i < model->listed; i++)
        if (total_at(model, i) <= total_at(model, i - 1))
            rs_error(o, total_value(o, model, i), NULL,
                     "experience is out of order: %llu for level %zu after %llu for level %zu",
                     (unsigned long long)total_at(model, i), i + 1,
                     (unsigned long long)total_at(model, i - 1), i);
    if (then != NULL && times == NULL && add == NULL)
        rs_error(o, then, "{times: 2} or {add: 100}", "'then' says nothing of further levels");
    else if (then != NULL && model->listed < 2 && model->more == 0)
        rs_error(o, then, "list the experience for level 2, too: [0, 100]",
                 "further levels cost nothing: there is none before them to cost more than");
}

/* Checks the rows; returns the last level. */
static int32_t read_rows(rs_opening *o, const levels *model)
{
    int32_t last = model->said_count > 1 ? model->said_count : 1;
    for (size_t i = 0; i < wyrm_value_count(model->rows); i++) {
        const wyrm_value *row = wyrm_value_item(model->rows, i);
        const wyrm_value *level = wyrm_value_get(row, "level");
        const wyrm_value *before = i > 0 ? wyrm_value_item(model->rows, i - 1) : NULL;
        if (before != NULL && level_of(row) <= level_of(before))
            rs_error(o, level, NULL, "levels are out of order: level %d after level %d",
                     (int)level_of(row), (int)level_of(before));
        if (!model->goes_on && model->listed > 1 && level_of(row) > (int32_t)model->listed)
            rs_error(o, level, "'then' says what further levels cost",
                     "level %d is never reached: there is experience for %zu levels",
                     (int)level_of(row), model->listed);
        last = level_of(row) > last ? level_of(row) : last;
    }
    return last;
}

static void make(rs_opening *o, wyrm_growth *growth)
{
    levels *model = base_new(o->arena, levels);
    model->rows = wyrm_ruleset_find(o->ruleset, "levels");
    model->player = wyrm_ruleset_find(o->ruleset, "player");
    if (key_choice(o->section, "table") == 1)
        ask_script(o, growth->combat, model);
    if (o->faulty)
        return;
    check_once(o, model);
    read_experience(o, model);
    const int32_t last = read_rows(o, model);
    growth->state = model;
    growth->has_levels = wyrm_value_count(model->rows) > 0 || model->said != NULL;
    growth->above = key_choice(o->section, "trigger") == 1;
    growth->heals = key_flag(o->section, "heal_on_level_up");
    growth->last_level = model->goes_on ? 0 : model->listed > 1 ? (int32_t)model->listed : last;
    growth->first_step = next_step(model, 1, 0);
}

const growth_model growth_levels_model = {
    .model = {.name = "levels",
              .summary = "a table of what levels need and what the player then has",
              .parameters = parameter_rows,
              .extensions = extensions},
    .make = make,
    .next_step = next_step,
    .put_on = put_on,
    .level_up = level_up,
    .hp = hp_at,
};
