/* Meeting a game: it is started once to say who it is, and its file is held against that.
 *
 * Only then is it known which agents, parameters and metrics there are, and so whether the file
 * asks for any that there are not. */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include "protocol/internal.h"

/* ---- held against the hello ---- */

/* A file beside the hello of its game. */
typedef struct holding {
    const wyrm_external *game;
    wyrm_errors *errors;
    wyrm_status status;
    const char *names[WYRM_EXTERNAL_PARAMETERS_MAX]; /* that a word might have meant */
    size_t name_count;
} holding;

/* Tells a mistake; `word`, where it is not NULL, may have meant one of the names. */
static void tell(holding *hold, const wyrm_value *value, const char *word, const char *format, ...)
    WYRM_PRINTF(4, 5);
static void tell(holding *hold, const wyrm_value *value, const char *word, const char *format, ...)
{
    char message[WYRM_ERROR_MESSAGE_MAX];
    wyrm_error suggested = {0};
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    if (word != NULL)
        wyrm_suggest(&suggested, word, hold->names, hold->name_count);
    hold->status =
        wyrm_value_fail(hold->game->file, value, hold->errors,
                        suggested.hint[0] != '\0' ? suggested.hint : NULL, "%s", message);
}

static void hold_agent(holding *hold, const wyrm_value *value)
{
    const wyrm_external_hello *hello = hold->game->hello;
    const char *name = wyrm_value_text(value);
    for (size_t i = 0; i < hello->agent_count; i++)
        if (strcmp(hello->agents[i], name) == 0)
            return;
    memcpy(hold->names, hello->agents, hello->agent_count * sizeof *hold->names);
    hold->name_count = hello->agent_count;
    tell(hold, value, name, "%s has no agent '%.60s'", hello->name, name);
}

static void hold_settings(holding *hold, base_arena *arena)
{
    const wyrm_external_hello *hello = hold->game->hello;
    const wyrm_value *set = wyrm_ruleset_find(hold->game->file, "engine.set");
    for (size_t i = 0; i < wyrm_value_count(set); i++) {
        const wyrm_value *value = wyrm_value_item(set, i);
        const char *key = wyrm_value_key(set, i);
        const wyrm_external_parameter *parameter = NULL;
        for (size_t k = 0; k < hello->parameter_count; k++) {
            hold->names[k] = hello->parameters[k].key;
            parameter = strcmp(hold->names[k], key) == 0 ? &hello->parameters[k] : parameter;
        }
        hold->name_count = hello->parameter_count;
        wyrm_error error;
        if (parameter == NULL)
            tell(hold, value, key, "%s has no parameter '%s'", hello->name, key);
        else if (ext_setting(arena, parameter, wyrm_value_text(value), &error) == NULL)
            tell(hold, value, NULL, "%s", error.message);
    }
}

/* A metric by name, of the game or one that all have; false, and told, where there is none. */
static bool find_metric(holding *hold, const wyrm_value *value, const char *name, ext_metric *out)
{
    const wyrm_external_hello *hello = hold->game->hello;
    hold->name_count = 0;
    for (size_t i = 0; i < ext_metric_count + hello->metric_count; i++) {
        if (i < ext_metric_count)
            *out = ext_metrics[i];
        else
            *out = (ext_metric){hello->metrics[i - ext_metric_count].name,
                                hello->metrics[i - ext_metric_count].kind, false};
        out->stages = out->stages || out->kind == WYRM_EXTERNAL_BY_STAGE;
        hold->names[hold->name_count++] = out->name;
        if (strcmp(out->name, name) == 0)
            return true;
    }
    tell(hold, value, name, "%s has no metric '%s'", hello->name, name);
    return false;
}

/* Both ends of what a target wants or tolerates, where the metric can be; mostly a percentage in
 * the place of a share. */
static void hold_range(holding *hold, const wyrm_value *target, const char *name,
                       const ext_metric *metric)
{
    static const char *const keys[] = {"range", "at_least", "at_most", "tolerated"};
    bool share = metric->kind == WYRM_EXTERNAL_SHARE || metric->kind == WYRM_EXTERNAL_CATEGORY;
    double least = metric->kind == WYRM_EXTERNAL_NUMBER || metric->kind == WYRM_EXTERNAL_BY_STAGE
                       ? -(double)INFINITY
                       : 0;
    for (size_t i = 0; i < COUNT_OF(keys); i++) {
        const wyrm_value *value = wyrm_value_get(target, keys[i]);
        bool both = wyrm_value_kind(value) == WYRM_KIND_INTERVAL;
        double low = both ? wyrm_value_low(value) : wyrm_value_real(value);
        double high = both ? wyrm_value_high(value) : low;
        double end = share && high > 1 ? high : low;
        if (value == NULL || (end >= least && !(share && end > 1)))
            continue;
        tell(hold, value, NULL, "target '%s' has an end of %.6g, and %s is %s", name, end,
             metric->name, share ? "a share, from 0 to 1" : "never below 0");
    }
}

/* What a target tolerates holds what it wants. */
static void hold_tolerated(holding *hold, const wyrm_value *target, const char *name)
{
    const wyrm_value *range = wyrm_value_get(target, "range"), *wide;
    const wyrm_value *least = wyrm_value_get(target, "at_least");
    wide = wyrm_value_get(target, "tolerated");
    double low = range != NULL ? wyrm_value_low(range) : wyrm_value_real(least);
    double high =
        range != NULL ? wyrm_value_high(range) : wyrm_value_real(wyrm_value_get(target, "at_most"));
    bool above = (range != NULL || least != NULL) && wyrm_value_low(wide) > low;
    bool below = (range != NULL || least == NULL) && wyrm_value_high(wide) < high;
    if (wide != NULL && (above || below))
        tell(hold, wide, NULL, "what target '%s' tolerates does not contain what it wants", name);
}

/* The keys that say of what: each is needed by some metrics and of no use to the others. */
static void hold_key(holding *hold, const wyrm_value *target, const char *name, const char *key,
                     const ext_metric *metric, bool needed)
{
    const wyrm_value *value = wyrm_value_get(target, key);
    if (needed && value == NULL)
        tell(hold, target, NULL, "target '%s' needs '%s': %s is one number %s", name, key,
             metric->name, key[0] == 's' ? "a stage" : "a word");
    if (!needed && value != NULL)
        tell(hold, value, NULL, "metric '%s' does not use '%s'", metric->name, key);
}

static void hold_target(holding *hold, const wyrm_value *target, const char *name)
{
    const wyrm_value *metric_name = wyrm_value_get(target, "metric");
    const wyrm_value *agent = wyrm_value_get(target, "agent");
    const wyrm_value *stages = wyrm_value_get(target, "stages");
    int32_t last = hold->game->hello->last_stage;
    ext_metric metric;
    if (agent != NULL)
        hold_agent(hold, agent);
    if (!find_metric(hold, metric_name, wyrm_value_text(metric_name), &metric))
        return;
    hold_key(hold, target, name, "stages", &metric, metric.stages);
    hold_key(hold, target, name, "word", &metric, metric.kind == WYRM_EXTERNAL_CATEGORY);
    if (stages != NULL && metric.stages && last > 0 && wyrm_value_high(stages) > last)
        tell(hold, stages, NULL, "target '%s' asks for stage %.0f, and the last one of %s is %d",
             name, wyrm_value_high(stages), hold->game->hello->name, (int)last);
    hold_range(hold, target, name, &metric);
    hold_tolerated(hold, target, name);
}

static void hold_margins(holding *hold)
{
    const wyrm_value *margins = wyrm_ruleset_find(hold->game->file, "gate.margins");
    for (size_t i = 0; i < wyrm_value_count(margins); i++) {
        const wyrm_value *value = wyrm_value_item(margins, i);
        ext_metric metric;
        if (!find_metric(hold, value, wyrm_value_key(margins, i), &metric))
            continue;
        bool share = metric.kind == WYRM_EXTERNAL_SHARE || metric.kind == WYRM_EXTERNAL_CATEGORY;
        if (share && wyrm_value_real(value) > 1)
            tell(hold, value, NULL, "the margin of '%s' must be at most 1: it is a share",
                 metric.name);
    }
}

static void hold_all(base_arena *arena, void *context)
{
    holding *hold = context;
    const wyrm_ruleset *file = hold->game->file;
    const wyrm_value *agents = wyrm_ruleset_find(file, "engine.agents");
    const wyrm_value *targets = wyrm_ruleset_find(file, "targets");
    for (size_t i = 0; i < wyrm_value_count(agents); i++)
        hold_agent(hold, wyrm_value_item(agents, i));
    hold_settings(hold, arena);
    for (size_t i = 0; i < wyrm_value_count(targets); i++)
        hold_target(hold, wyrm_value_item(targets, i), wyrm_value_key(targets, i));
    hold_margins(hold);
}

/* Holds the file against the hello of its game; WYRM_ERROR_RULESET where it asks for what that does
 * not have. */
static wyrm_status hold_game(const wyrm_external *game, wyrm_errors *errors)
{
    holding hold = {.game = game, .errors = errors};
    wyrm_status status = base_do(hold_all, &hold, NULL);
    return status != WYRM_OK ? wyrm_errors_fail(errors, status, "out of memory") : hold.status;
}

/* ---- meeting a game ---- */

/* A meeting: the game that is met, and the session with it. */
typedef struct meeting {
    wyrm_external *game;
    wyrm_external_session *session;
} meeting;

static void greet(base_arena *arena, void *context)
{
    meeting *met = context;
    wyrm_external_session *s = met->session;
    wyrm_external_hello *hello = base_new(arena, wyrm_external_hello);
    ext_stopping never = {NULL, NULL};
    const char *line = NULL;
    ext_wrong wrong;
    ext_session_make(arena, s);
    bool started = ext_start(arena, s, &never, hello, &line, &wrong);
    ext_end(s, false);
    if (!started) {
        const char *last = ext_last_words(arena, ext_log_of(arena, s), 160);
        base_refuse(arena, WYRM_ERROR_IO, "%s%s", wrong.why, last);
    }
    met->game->hello = hello;
    met->game->hello_line = line;
}

wyrm_status wyrm_external_meet(wyrm_external *game, wyrm_errors *errors)
{
    meeting met = {game, ext_session_new(game)};
    wyrm_status status = WYRM_ERROR_MEMORY;
    game->hello = NULL;
    if (met.session != NULL)
        status = base_run(&game->arena, greet, &met);
    wyrm_external_session_free(met.session);
    if (status != WYRM_OK)
        return wyrm_errors_fail(errors, status, "%s",
                                met.session != NULL ? game->arena.error.message : "out of memory");
    status = hold_game(game, errors);
    if (status != WYRM_OK)
        game->hello = NULL;
    return status;
}
