/* Judging: measures every target at every point, then looks for findings.
 *
 * All of it is one job, whose memory belongs to the answer. Each target is measured in an inner
 * job, so that one that fails does not stop the others and all errors are reported at once. */
#include "metrics/internal.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

const char *wyrm_verdict_name(wyrm_verdict verdict)
{
    static const char *const names[WYRM_VERDICT_COUNT] = {"PASS", "WARN", "FAIL", "UNCLEAR"};
    return (unsigned)verdict < WYRM_VERDICT_COUNT ? names[verdict] : "";
}

const char *wyrm_judge_stop_name(wyrm_judge_stop stop)
{
    static const char *const names[] = {"clear", "accuracy", "effort", "work"};
    return (unsigned)stop < COUNT_OF(names) ? names[stop] : "";
}

typedef struct judging {
    const wyrm_design *design;
    const wyrm_judge_options *options;
    wyrm_errors *errors;
    base_part part; /* progress of the current part */
} judging;

/* ---- progress ---- */

#define GAMES   20.0 /* work of a point that needs games, in units of other points */
#define FINDING 0.5  /* likewise the work of each kind of finding */

static double work_of(const judge_point *point)
{
    return point->target->bot[0] != '\0' || point->target->arena[0] != '\0' ? GAMES : 1;
}

/* Returns the work of one kind of finding. Games are played to see whether they end, unless targets
 * have had them played already. */
static double work_of_finding(const judge_work *work, int what)
{
    const judge_targets *targets = work->targets;
    bool play = what == FIND_STALLS && judge_has(work, WYRM_SYSTEMS_OF_A_GAME);
    for (size_t i = 0; i < targets->point_count; i++)
        play = play && (targets->points[i].target->arena[0] != '\0' ||
                        strcmp(targets->points[i].target->bot, JUDGE_USUAL_BOT) != 0);
    return play ? GAMES : FINDING;
}

static double all_work(const judge_work *work)
{
    double all = 0;
    for (size_t i = 0; i < work->targets->point_count; i++)
        all += work_of(&work->targets->points[i]);
    for (int what = 0; what < FIND_KINDS; what++)
        all += work_of_finding(work, what);
    return all;
}

/* Begins the next part of the progress, where the last one ended; false to stop. */
static bool begin_part(base_part *part, double much, double all)
{
    part->from += part->share;
    part->share = much / all;
    return base_report_part(0, part);
}

/* ---- attacks ---- */

/* Reports an error that has its own position, a line of a script, once; false if it has none. */
static bool report_placed(const judge_work *work, wyrm_errors *errors)
{
    const wyrm_error *error = work->error;
    const size_t count = wyrm_errors_kept(errors);
    size_t at = 0;
    if (error->line == 0)
        return false;
    while (at < count && (wyrm_errors_at(errors, at)->line != error->line ||
                          wyrm_errors_at(errors, at)->column != error->column ||
                          strcmp(wyrm_errors_at(errors, at)->file, error->file) != 0))
        at++;
    if (at == count)
        wyrm_errors_add(errors, error);
    return true;
}

/* Whether an attack causes an error in a script. Other errors of fights are reported by the targets
 * that ask for them. */
static bool breaks_script(judge_work *work, const wyrm_combatant *attacker,
                          const wyrm_combatant *defender, wyrm_errors *errors)
{
    wyrm_pmf *damage = NULL;
    *work->error = (wyrm_error){0};
    const wyrm_status status =
        wyrm_design_hit(work->design, attacker, defender, &damage, work->error);
    wyrm_pmf_free(damage);
    return !judge_had(work, status) && report_placed(work, errors);
}

/* Tries an attack with every word that the player may choose: nobody else asks for one that bots do
 * not like, and a duel of a bot that fails is just not its choice. Gear that says a word, other
 * than the player's own, leaves no choice. Returns whether a script failed. */
static bool try_choices(judge_work *work, const wyrm_combatant *bare, const wyrm_combatant *player,
                        const wyrm_combatant *monster, wyrm_errors *errors)
{
    const wyrm_stat *stats = wyrm_combat_stats(wyrm_design_combat(work->design));
    bool broken = false;
    for (size_t s = 0; stats[s].name != NULL; s++) {
        wyrm_combatant choosing = *player;
        if (!stats[s].chosen || player->stats[s] != bare->stats[s])
            continue;
        for (size_t w = 0; stats[s].words[w] != NULL && !broken; w++) {
            choosing.stats[s] = (double)w;
            snprintf(choosing.name, sizeof choosing.name, "player,%.24s=%.24s", stats[s].name,
                     stats[s].words[w]);
            broken |= breaks_script(work, &choosing, monster, errors);
        }
    }
    return broken;
}

/* Tries one attack of every monster and of the player, unarmed and with each weapon. Not all pairs,
 * which would be too many. Returns whether a script failed. */
static bool try_attacks(judge_work *work, wyrm_errors *errors)
{
    const wyrm_value *weapons = wyrm_ruleset_find(work->ruleset, "weapons");
    wyrm_combatant player, armed, monster, first;
    bool broken = false;
    if (!judge_has(work, WYRM_SYSTEM_COMBAT | WYRM_SYSTEM_PLAYER | WYRM_SYSTEM_MONSTERS) ||
        !judge_had(work, wyrm_roster_combatant(work->roster, "player", &player, NULL)))
        return false;
    wyrm_roster_spawn(work->roster, 0, 1, WYRM_VARIANT_NONE, &first);
    for (size_t i = 0; i < work->monsters; i++) {
        wyrm_roster_spawn(work->roster, (int32_t)i, 1, WYRM_VARIANT_NONE, &monster);
        broken |= breaks_script(work, &monster, &player, errors);
        broken |= breaks_script(work, &player, &monster, errors);
    }
    broken = broken || try_choices(work, &player, &player, &first, errors);
    for (size_t i = 0; i < wyrm_value_count(weapons); i++) {
        const judge_text with = judge_say("player,weapon=%s", wyrm_value_key(weapons, i));
        if (!judge_had(work, wyrm_roster_combatant(work->roster, with.text, &armed, NULL)))
            continue;
        broken |= breaks_script(work, &armed, &first, errors);
        broken = broken || try_choices(work, &player, &armed, &first, errors);
    }
    *work->error = (wyrm_error){0};
    return broken;
}

/* ---- targets ---- */

static const char nothing[] = "there is nothing there that it could be measured on";

wyrm_judged judge_at_point(const judge_point *point, const judge_measure *measure)
{
    const judge_target *target = point->target;
    const wyrm_metric *metric = &target->metric->shown;
    wyrm_judged out = {.target = target->name,
                       .claim = target->claim,
                       .metric = metric->name,
                       .unit = metric->unit,
                       .value = measure->value,
                       .why = !isnan(measure->value) ? NULL
                              : measure->why != NULL ? measure->why
                                                     : nothing,
                       .sampled = measure->sampled,
                       .of_fights = measure->of_fights,
                       .ci95 = measure->ci95,
                       .range = target->range,
                       .verdict = measure->verdict,
                       .source = target->source,
                       .note = target->note,
                       .bot = measure->bot,
                       .arena = target->arena[0] != '\0' ? target->arena : NULL,
                       .runs = measure->runs,
                       .accuracy = measure->accuracy,
                       .stopped = measure->stopped,
                       .is_share = judge_is_share(target->metric)};
    memcpy(out.where, point->label, sizeof out.where);
    return out;
}

/* Whether a metric is about fighters and fights only, not floors or games. */
static bool is_of_fighters(const judge_metric *metric)
{
    for (const judge_metric *at = judge_metrics_of_fighters; at->measure != NULL; at++)
        if (at == metric)
            return true;
    return false;
}

/* Attacks are tried first: errors in a script show only when it runs, and there may be no target
 * about fights. A target that fails at one point is not measured at the others, which would fail
 * alike. */
static void judge_all_targets(judge_work *work, base_part *part, bool only_fighters,
                              wyrm_judgement *shown, wyrm_errors *errors)
{
    const judge_targets *targets = work->targets;
    const wyrm_error *error = work->error;
    const judge_target *broken = NULL;
    const double all = all_work(work);
    wyrm_status worst = try_attacks(work, errors) ? WYRM_ERROR_RULESET : WYRM_OK;
    shown->judged = base_array(work->arena, wyrm_judged, targets->point_count);
    for (size_t i = 0; i < targets->point_count; i++) {
        const judge_point *point = &targets->points[i];
        const judge_target *target = point->target;
        judge_measure measure;
        if (!begin_part(part, work_of(point), all))
            base_refuse(work->arena, WYRM_ERROR_LIMIT, "stopped");
        if (target == broken || (only_fighters && !is_of_fighters(target->metric)))
            continue;
        wyrm_status status = judge_try_point(work, point, &measure);
        /* memory or a stop is not the target's fault */
        if (status == WYRM_ERROR_MEMORY || status == WYRM_ERROR_LIMIT ||
            status == WYRM_ERROR_INTERNAL)
            base_fail(work->arena, status);
        if (status == WYRM_OK) {
            wyrm_judged *judged = &shown->judged[shown->judged_count++];
            *judged = judge_at_point(point, &measure);
            if (measure.verdict != WYRM_PASS)
                judged->question = judge_question(work->arena, point, point->target->range);
            shown->summary[judged->verdict]++;
            continue;
        }
        broken = target;
        worst = WYRM_ERROR_RULESET;
        if (report_placed(work, errors))
            continue;
        (void)wyrm_value_fail(work->ruleset, target->record, errors,
                              error->hint[0] != '\0' ? error->hint : NULL,
                              "target '%s' cannot be measured%s%s: %s", target->name,
                              point->label[0] != '\0' ? " at " : "", point->label, error->message);
    }
    work->arena->error = (wyrm_error){0}; /* already reported */
    base_must(work->arena, worst);
}

/* ---- all of it ---- */

/* Systems needed for the monsters of a room, and for fights of a depth's player against them. */
#define SYSTEMS_OF_A_ROOM (WYRM_SYSTEM_ENCOUNTER | WYRM_SYSTEM_MAP)
#define SYSTEMS_OF_FIGHTS (SYSTEMS_OF_A_ROOM | WYRM_SYSTEM_COMBAT | WYRM_SYSTEM_PLAYER)

/* Systems that a ruleset needs for each kind of finding. */
static const unsigned looked_into[FIND_KINDS] = {
    [FIND_DEEP_ROWS] = WYRM_SYSTEMS_OF_A_FLOOR,
    [FIND_GEAR_GAPS] = WYRM_SYSTEM_LOOT,
    [FIND_BUDGETS] = SYSTEMS_OF_A_ROOM,
    [FIND_UNHURT] = SYSTEMS_OF_FIGHTS,
    [FIND_MISFITS] = SYSTEMS_OF_FIGHTS,
    [FIND_PITY] = WYRM_SYSTEMS_OF_A_FLOOR,
    [FIND_BARELY_SEEN] = SYSTEMS_OF_A_ROOM,
    [FIND_LAST_MAP] = SYSTEMS_OF_A_ROOM,
    [FIND_NO_FINAL_MAP] = WYRM_SYSTEMS_OF_A_FLOOR,
    [FIND_FIGHTS] = SYSTEMS_OF_FIGHTS,
    [FIND_ROUNDED_STEPS] = SYSTEMS_OF_A_ROOM,
    [FIND_UNPLAYED] = WYRM_SYSTEM_LOOT,
    [FIND_STALLS] = WYRM_SYSTEMS_OF_A_GAME,
    [FIND_STARTS] = WYRM_SYSTEMS_OF_A_GAME,
    [FIND_EASY_FLOORS] = WYRM_SYSTEMS_OF_A_GAME,
};

/* Looks for all findings, in the order of the answer, whichever file finds them. */
static void look_for_findings(judge_work *work, base_part *part)
{
    static const judge_finders *const files[] = {&judge_finders_never, &judge_finders_inert,
                                                 &judge_finders_fights, &judge_finders_limits};
    const double all = all_work(work);
    for (int what = 0; what < FIND_KINDS; what++) {
        if (!begin_part(part, work_of_finding(work, what), all))
            base_refuse(work->arena, WYRM_ERROR_LIMIT, "stopped");
        for (size_t i = 0; i < COUNT_OF(files) && judge_has(work, looked_into[what]); i++)
            if ((*files[i])[what] != NULL)
                (*files[i])[what](work);
    }
}

static void judge_all(base_arena *arena, void *result, void *context)
{
    judging *of = context;
    wyrm_judgement *shown = result;
    judge_work *work = judge_begin(arena, of->design, 1);
    if (of->options != NULL) {
        work->seed = of->options->seed;
        work->effort = of->options->effort;
        work->maps = of->options->maps;
        work->threads = of->options->threads;
        work->maker = of->options->maker;
        work->progress = of->options->progress != NULL ? base_report_part : NULL;
        work->context = &of->part;
        of->part.progress = of->options->progress;
        of->part.context = of->options->context;
    }
    judge_read_targets(work, of->errors);
    judge_all_targets(work, &of->part, false, shown, of->errors);
    judge_find_presence(work);
    look_for_findings(work, &of->part);
    shown->findings = work->findings;
    shown->finding_count = work->finding_count;
    shown->unlooked = work->unlooked;
    wyrm_error missing = {.message = ""};
    if (wyrm_design_needs(work->design, WYRM_SYSTEMS_OF_A_GAME, "what was not looked at",
                          &missing) != WYRM_OK)
        memcpy(shown->missing, missing.message, sizeof shown->missing);
    shown->systems = wyrm_design_systems(work->design);
    shown->seed = work->seed;
    shown->accuracy = judge_accuracy_wanted(&work->effort, false);
    /* Number of samples behind figures without bots: dungeons, or else the floors of a depth. */
    for (size_t i = 0; i < shown->judged_count; i++)
        if (shown->judged[i].sampled && shown->judged[i].runs == 0 && !shown->judged[i].of_fights)
            shown->runs = judge_floors(work);
    if (work->descents != NULL)
        shown->runs = work->descents->runs;
}

wyrm_status wyrm_judge(const wyrm_design *design, const wyrm_judge_options *options,
                       wyrm_judgement **out, wyrm_errors *errors)
{
    judging of = {.design = design, .options = options, .errors = errors};
    wyrm_error error = {0};
    wyrm_status status = base_make(sizeof(wyrm_judgement), judge_all, &of, out, &error);
    if (status != WYRM_OK && error.message[0] != '\0')
        wyrm_errors_add(errors, &error);
    return status;
}

static void validate(base_arena *arena, void *context)
{
    judging *of = context;
    wyrm_judgement shown = {0};
    judge_work *work = judge_begin(arena, of->design, 1);
    judge_read_targets(work, of->errors);
    judge_all_targets(work, &of->part, true, &shown, of->errors);
}

wyrm_status wyrm_judge_validate(const wyrm_design *design, wyrm_errors *errors)
{
    judging of = {.design = design, .errors = errors};
    wyrm_error error = {0};
    const wyrm_status status = base_do(validate, &of, &error);
    if (status != WYRM_OK && error.message[0] != '\0')
        wyrm_errors_add(errors, &error);
    return status;
}

void wyrm_judgement_free(wyrm_judgement *judgement)
{
    base_unmake(judgement);
}
