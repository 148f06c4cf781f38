/* What a script says of a level.
 *
 * `levels(level)` returns a table with what the player has from that level on: stats by their
 * names, `hp`, `regeneration`, and `experience`, the total that is needed for it, as a list of
 * totals would say it. A level is certain: a function that draws is refused. Growth asks once for
 * each level and keeps the answers (growth/levels.c). */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "combat/internal.h"
#include "script/script.h"

#define EXPERIENCE_GREATEST 1e15

typedef struct level_job {
    const wyrm_combat *combat;
    int32_t level;
    combat_level *out;
    base_arena *arena;
} level_job;

static _Noreturn void refuse(const level_job *job, const char *what, const char *must)
{
    base_refuse(job->arena, WYRM_ERROR_RULESET, "levels(%d) returned %s: it must be %s",
                (int)job->level, what, must);
}

/* A number within limits. */
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

/* Amounts, words and sets are texts, as everywhere; an amount may be a number, too. */
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

static void take(const level_job *job, const script_field *field)
{
    combat_level *out = job->out;
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

static void ask(base_arena *arena, void *context)
{
    level_job *job = context;
    const wyrm_combat_model *model = job->combat->model;
    const script_value level = {.kind = SCRIPT_NUMBER, .number = job->level};
    const script_thing thing = {NULL, &level, 1};
    script_outcomes came;
    job->arena = arena;
    *job->out = (combat_level){.total = UINT64_MAX, .regeneration = -1.0};
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
        take(job, &row->fields[i]);
}

wyrm_status combat_level_of(const wyrm_combat *combat, int32_t level, combat_level *out,
                            wyrm_error *error)
{
    level_job job = {.combat = combat, .level = level, .out = out};
    return base_do(ask, &job, error);
}

void combat_take_level(const wyrm_combat *combat, const combat_level *from,
                       wyrm_combatant *combatant)
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
