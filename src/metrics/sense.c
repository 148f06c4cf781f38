/* Sensitivity: changes every key by a step and tests whether each goal changes by more than luck.
 *
 * A step (keys.c) is a variant (variants.c). Exact goals are measured once, many steps at a time on
 * several threads. Games are played in looks: first of all keys, then of the most promising quarter
 * with four times as many games, and so on. Which keys go on depends on what was seen, and such a
 * selection favors outliers: so intervals of games have a confidence that holds for all looks
 * together, and a p-value is multiplied by the number of looks.
 *
 * The order: steps, goals, the plain ruleset, exact goals of all steps, looks at games
 * (look_at_steps); which effects exist (find_sure) and how strong they are (weigh_steps); pairs of
 * the strongest keys, and all keys without an effect at once; then, for each floor, how far a key
 * would have to be turned. Everything is compared with the plain ruleset in pairs of games of equal
 * luck, so the plain ruleset always has at least as many games as any step. */
#include "metrics/internal.h"
#include "sim/internal.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    ROUNDS = 3,      /* looks at the games of a step */
    FOLD = 4,        /* each look has FOLD times the games, for a FOLDth of the keys */
    FEWEST = 40,     /* least number of games of a first look */
    MOST = 640,      /* its limit if no effort is asked for: no figure needs more */
    STRONGEST = 6,   /* keys that are changed in pairs */
    GROUPS_MAX = 4,  /* groups of keys that matter only together, for each direction */
    TRIALS = 40,     /* tests of many keys at once; about as many as bisection takes */
    PILOT = 100,     /* games that show how deep players get */
    FLOORS_MAX = 10, /* limit of the depths whose hazard is a goal, if no goals are asked for */
    TURNS_A_FLOOR = 5,
    PART_GAMES = 20,
    OTHERS = 30, /* the exact goals of a step, in games of equal duration (for progress) */
};

#define DUNGEONS    1000 /* dungeons per step, for goals sampled from dungeons */
#define FIGHT       0.1  /* duration of a set fight, as a share of a game */
#define BY          0.1  /* default step, as a share of the value */
#define EASIER      0.1  /* share of a floor's danger that a turn is to remove */
#define FAR         3.0  /* steps for which an effect is assumed to be linear */
#define KNOWN       0.2  /* half-width, as a share of the effect, that needs no more games */
#define INTERPLAY   0.25 /* least interaction reported, in parts of the stronger single effect */
#define SURE        0.05
#define OF_PAIRS    0.125 /* share of all games for pairs; below, for many keys at once */
#define OF_TOGETHER 0.125

/* A step being measured, or several steps changed at once. */
typedef struct sense_change {
    size_t count;
    const wyrm_change *changes;
    judge_variant *variant; /* NULL: not made yet */
    uint64_t games;         /* to be played, earlier ones included */
    wyrm_sense_step *shown; /* NULL for several steps at once */
} sense_change;

typedef struct sense_job {
    base_arena *arena;
    wyrm_sense_options how;
    wyrm_sense *out;
    const wyrm_ruleset *ruleset;
    const judge_goals *goals;
    bool *played; /* by goal: whether games measure it */
    bool any_played;
    size_t sampled; /* number of goals that are sampled */
    size_t step_count;
    sense_change *steps;  /* of all keys, in their order */
    wyrm_change *changes; /* by step */
    size_t *first;        /* by key: the index of its first step */
    sense_change plain;
    uint64_t effort;
    double series; /* series of games to play: 1 for each bot, FIGHT for each set fight */
    double turns;  /* mean turns of a game; 0: not known */
    size_t kept_count, kept_room;
    judge_variant **kept; /* all variants, freed at the end */
    double confidence;    /* confidence of intervals of games, corrected for the number of looks */
    int looks;
    double done, part, whole; /* progress in games: so far, in this part, in all */
} sense_job;

/* ---- steps ---- */

static void find_steps(sense_job *of)
{
    wyrm_sense *out = of->out;
    judge_sense_keys(of->arena, of->ruleset, &of->how, out);
    for (size_t k = 0; k < out->key_count; k++)
        of->step_count += out->keys[k].step_count;
    of->steps = base_array(of->arena, sense_change, of->step_count);
    of->first = base_array(of->arena, size_t, out->key_count);
    of->changes = base_array(of->arena, wyrm_change, of->step_count);
    size_t next = 0;
    for (size_t k = 0; k < out->key_count; k++) {
        of->first[k] = next;
        for (size_t s = 0; s < out->keys[k].step_count; s++, next++) {
            of->changes[next] = (wyrm_change){out->keys[k].path, out->keys[k].steps[s].text};
            of->steps[next] = (sense_change){
                .count = 1, .changes = &of->changes[next], .shown = &out->keys[k].steps[s]};
        }
    }
}

/* ---- goals ---- */

typedef struct depths_seen {
    double turns;
    uint64_t entered[WYRM_DESCENT_DEPTH_MAX + 1];
} depths_seen;

static wyrm_status see_depths(const wyrm_run *run, void *context, wyrm_error *error)
{
    depths_seen *seen = context;
    (void)error;
    for (uint32_t floor = 1; floor <= run->floor_count && floor <= WYRM_DESCENT_DEPTH_MAX; floor++)
        seen->entered[floor]++;
    seen->turns += run->turns;
    return WYRM_OK;
}

/* Plays a few games; returns the deepest depth that at least a fifth of them reach, and stores the
 * mean number of turns in of->turns. */
static int32_t try_games(sense_job *of, const wyrm_design *design, const char *bot)
{
    depths_seen *seen = base_new(of->arena, depths_seen);
    wyrm_summary *summary;
    wyrm_sim_options options = {.seed = of->how.seed,
                                .runs = PILOT,
                                .threads = of->how.threads,
                                .take = see_depths,
                                .take_context = seen,
                                .maker = of->how.maker};
    base_must(of->arena, wyrm_bot_find(bot, &options.run.bot, &of->arena->error));
    base_must(of->arena, wyrm_simulate(design, &options, &summary, &of->arena->error));
    wyrm_summary_free(summary);
    int32_t depth = 1;
    while (depth < FLOORS_MAX && 5 * seen->entered[depth + 1] >= PILOT)
        depth++;
    of->turns = seen->turns / PILOT;
    return depth;
}

/* Adds targets for whole games to a ruleset without any. */
static const wyrm_design *with_games(sense_job *of, const wyrm_design *design)
{
    const char *const added[] = {
        "run_final_depth", "run_win_rate",
        base_say(of->arena, "run_hazard(1..%d)", (int)try_games(of, design, JUDGE_USUAL_BOT))};
    return judge_ask(of->arena, design, added, COUNT_OF(added), JUDGE_ASK_OPEN | JUDGE_ASK_BESIDE);
}

/* Returns the depth if the goal measures a danger of a depth, else 0. Only for dangers does the
 * answer say which change would ease them. */
static int32_t floor_of(const judge_point *point)
{
    static const char *const dangers[] = {"run_hazard", "fight_death_chance", "room_death_chance",
                                          "room_hp_lost", "floor_death_chance"};
    const char *metric = point->target->metric->shown.name;
    return base_has_word(dangers, COUNT_OF(dangers), metric) ? point->depth : 0;
}

/* Whether the goal is the first of its series, a bot or a set fight. Goals of one series are
 * measured on the same games, which must be counted once. */
static bool begins_series(const sense_job *of, size_t goal)
{
    return of->played[goal] && judge_first_of_series(of->goals, goal, NULL) == goal;
}

/* Makes the goals: the metrics asked for, or else the targets. If none of these needs games, whole
 * games are added. */
static void find_goals(sense_job *of, const wyrm_design *design)
{
    wyrm_sense *out = of->out;
    if (of->how.metric_count > 0) {
        design =
            judge_ask(of->arena, design, of->how.metrics, of->how.metric_count, JUDGE_ASK_OPEN);
    } else {
        bool games = false;
        const judge_goals *own = judge_goals_of(of->arena, design, of->how.seed);
        for (size_t i = 0; i < own->count; i++)
            games = games || judge_goal_is_played(own, i);
        if (!games && wyrm_design_needs(design, WYRM_SYSTEMS_OF_A_GAME, "a game", NULL) == WYRM_OK)
            design = with_games(of, design);
    }
    of->goals = judge_goals_of(of->arena, design, of->how.seed);
    out->goal_count = of->goals->count;
    if (out->goal_count == 0)
        base_refuse(of->arena, WYRM_ERROR_ARGUMENT,
                    "there is nothing to be looked at: the ruleset has no targets and cannot be "
                    "played, and no metric was named");
    out->goals = base_array(of->arena, wyrm_sense_goal, out->goal_count);
    of->played = base_array(of->arena, bool, out->goal_count);
    for (size_t i = 0; i < out->goal_count; i++) {
        const judge_point *point = &of->goals->points[i];
        const judge_target *target = point->target;
        of->played[i] = judge_goal_is_played(of->goals, i);
        of->any_played = of->any_played || of->played[i];
        out->goals[i] = (wyrm_sense_goal){
            .target = base_copy(of->arena, target->name),
            .metric = target->metric->shown.name,
            .unit = target->metric->shown.unit,
            .where = base_copy(of->arena, point->label),
            .bot = of->played[i] ? base_copy(of->arena, judge_bot_of(target)) : NULL,
            .is_share = judge_is_share(target->metric),
            .floor = floor_of(point)};
        if (begins_series(of, i))
            of->series += target->arena[0] != '\0' ? FIGHT : 1;
    }
    for (size_t i = 0; i < out->goal_count && !(of->turns > 0); i++)
        if (of->played[i] && of->goals->points[i].target->arena[0] == '\0')
            try_games(of, design, out->goals[i].bot);
}

/* Returns the unit in which effects on a goal are weighed. Goals have different units, and
 * "stronger" must mean something across them, so effects count in widths of the wanted range. A
 * range with an open end has no width: 10 percentage points of a share, a tenth of the limit, or
 * else a tenth of the figure are used instead. */
static double width_of(const judge_target *target, const wyrm_sense_goal *goal)
{
    const wyrm_interval *range = &target->range;
    const double limit = isfinite(range->low) && isfinite(range->high) ? range->high
                         : isfinite(range->high)                       ? range->high
                                                                       : range->low;
    if (isfinite(range->high - range->low) && range->high > range->low)
        return range->high - range->low;
    if (goal->is_share)
        return 0.1;
    if (fabs(limit) > 0)
        return 0.1 * fabs(limit);
    return isfinite(goal->value) && fabs(goal->value) > 0 ? 0.1 * fabs(goal->value) : 1;
}

static void measure_plain(sense_job *of)
{
    for (size_t i = 0; i < of->out->goal_count; i++) {
        const judge_figure figure = judge_variant_figure(of->plain.variant, i);
        wyrm_sense_goal *goal = &of->out->goals[i];
        goal->value = figure.value;
        goal->sampled = figure.sampled;
        goal->ci95 = figure.ci95;
        goal->width = width_of(of->goals->points[i].target, goal);
        of->sampled += figure.sampled;
    }
}

/* ---- measuring ---- */

static void release_kept(sense_job *of)
{
    for (size_t i = 0; i < of->kept_count; i++)
        judge_variant_free(of->kept[i]);
    of->kept_count = 0;
}

typedef struct measured {
    judge_variant *variant;
    bool fresh; /* opened for this result; nobody else frees it yet */
    wyrm_status status;
    wyrm_error error; /* set unless status is WYRM_OK */
} measured;

typedef struct batch {
    sense_job *of;
    sense_change **list;
} batch;

static void measure_share(const sim_share *share)
{
    const batch *from = share->context;
    const sense_change *one = from->list[share->first];
    measured *out = share->result;
    const judge_variant_options how = {.count = one->count, .changes = one->changes};
    const judge_spending spending = {.games = one->games, .dungeons = DUNGEONS, .threads = 1};
    *out = (measured){.variant = one->variant};
    out->fresh = out->variant == NULL;
    if (out->fresh)
        out->status = judge_variant_open(from->of->goals, &how, &out->variant, &out->error);
    if (out->status == WYRM_OK)
        out->status = judge_variant_measure(out->variant, NULL, &spending, &out->error);
    if (out->variant != NULL)
        judge_variant_rest(out->variant); /* hundreds of designs take a lot of memory */
}

static void release_measured(void *result)
{
    measured *one = result;
    if (one->fresh)
        judge_variant_free(one->variant);
    *one = (measured){0};
}

static void keep_variant(sense_job *of, judge_variant *variant)
{
    of->kept = base_grow(of->arena, of->kept, of->kept_count, &of->kept_room, sizeof *of->kept);
    of->kept[of->kept_count++] = variant;
}

static void merge_share(const sim_share *share)
{
    batch *from = share->context;
    measured *made = share->result;
    sense_change *one = from->list[share->first];
    if (one->variant == NULL)
        keep_variant(from->of, one->variant = made->variant);
    made->fresh = false; /* `kept` owns it now: release_measured must not free it again */
    if (made->status != WYRM_OK)
        from->of->arena->error = made->error;
    base_must(from->of->arena, made->status);
}

static bool show_progress(double done, void *context)
{
    sense_job *of = context;
    return of->how.progress == NULL ||
           of->how.progress(fmin((of->done + done * of->part) / of->whole, 0.999), of->how.context);
}

/* Returns how many games make a part of work take longer than building its ruleset. */
static uint64_t games_of_part(const sense_job *of)
{
    return (uint64_t)(PART_GAMES / fmin(1, fmax(FIGHT, of->series)));
}

/* Lets the maker measure elsewhere. Stores the steps that still lack something in `left` and
 * returns their number: the caller measures those here, and so gets their errors. */
static size_t measure_elsewhere(sense_job *of, sense_change **list, size_t count,
                                sense_change **left)
{
    judge_wanted *wanted = base_array(of->arena, judge_wanted, count);
    size_t left_count = 0;
    for (size_t i = 0; i < count; i++) {
        const judge_variant_options how = {
            .count = list[i]->count, .changes = list[i]->changes, .rests = true};
        if (list[i]->variant == NULL) {
            base_must(of->arena,
                      judge_variant_open(of->goals, &how, &list[i]->variant, &of->arena->error));
            keep_variant(of, list[i]->variant);
        }
        wanted[i] = (judge_wanted){.variant = list[i]->variant, .games = list[i]->games};
    }
    const judge_elsewhere how = {.goals = of->goals,
                                 .dungeons = DUNGEONS,
                                 .part_games = games_of_part(of),
                                 .maker = of->how.maker,
                                 .progress = show_progress,
                                 .context = of};
    judge_measure_elsewhere(of->arena, &how, wanted, count);
    for (size_t i = 0; i < count; i++)
        if (wanted[i].lacks)
            left[left_count++] = list[i];
    return left_count;
}

/* Measures all these steps in parallel, each up to its number of games. */
static void measure_all(sense_job *of, sense_change **list, size_t count)
{
    batch from = {of, list};
    of->part = 0;
    for (size_t i = 0; i < count; i++) {
        const judge_variant *variant = list[i]->variant;
        of->part +=
            variant == NULL ? OTHERS + (double)list[i]->games : 0.75 * (double)list[i]->games;
    }
    if (of->how.maker != NULL && of->how.maker->measure != NULL) {
        from.list = base_array(of->arena, sense_change *, count);
        count = measure_elsewhere(of, list, count, from.list);
    }
    const sim_work work = {.count = count,
                           .share = 1,
                           .result_size = sizeof(measured),
                           .release_result = release_measured,
                           .run = measure_share,
                           .merge = merge_share,
                           .context = &from,
                           .progress = show_progress,
                           .progress_context = of};
    if (count > 0)
        sim_work_run(of->arena, &work, of->how.threads);
    of->done += of->part;
}

/* Returns a variant with several steps at once, to be compared with the single ones. */
static sense_change *more_at_once(sense_job *of, const sense_change *const *list, size_t count,
                                  uint64_t games)
{
    sense_change *out = base_new(of->arena, sense_change);
    wyrm_change *changes = base_array(of->arena, wyrm_change, count);
    for (size_t i = 0; i < count; i++)
        changes[i] = list[i]->changes[0];
    *out = (sense_change){.count = count, .changes = changes, .games = games};
    return out;
}

/* ---- effects ---- */

/* Returns the effect of a variant on a goal; an exact change within rounding error is 0. */
static judge_figure change_of(const sense_job *of, const judge_variant *variant, size_t goal)
{
    judge_figure out = judge_variant_change(of->plain.variant, variant, goal, of->confidence);
    if (!out.sampled && isfinite(out.value) &&
        fabs(out.value) <= 1e-9 * fabs(of->out->goals[goal].value)) {
        out.value = 0;
        out.ci95 = (wyrm_interval){0, 0};
        out.p = 1;
    }
    return out;
}

static double strength_of(const sense_job *of, double effect, size_t goal)
{
    return isnan(effect) ? 0 : fmin(fabs(effect) / of->out->goals[goal].width, 1e9);
}

static bool is_refused(const sense_change *step)
{
    return judge_variant_refused(step->variant) != NULL;
}

/* Returns the largest effect of a step on goals of games, as strength, that is not yet known well.
 * A narrow interval gains nothing from more games, however strong the effect. */
static double promise_of(const sense_job *of, const sense_change *step)
{
    double best = 0;
    for (size_t g = 0; g < of->out->goal_count && !is_refused(step); g++) {
        if (!of->played[g])
            continue;
        const judge_figure change = change_of(of, step->variant, g);
        const double half = (change.ci95.high - change.ci95.low) / 2;
        if (isfinite(half) && half > KNOWN * fabs(change.value))
            best = fmax(best, strength_of(of, change.value, g));
    }
    return best;
}

typedef struct ranked {
    double value;
    size_t index;
} ranked;

static int greatest_first(const void *a, const void *b)
{
    const ranked *one = a, *other = b;
    if (one->value < other->value || one->value > other->value)
        return one->value < other->value ? 1 : -1;
    return (one->index > other->index) - (one->index < other->index);
}

/* The next look: all steps of the most promising keys. */
static void look_again(sense_job *of, uint64_t games, size_t keys)
{
    wyrm_sense *out = of->out;
    ranked *order = base_array(of->arena, ranked, out->key_count);
    sense_change **list = base_array(of->arena, sense_change *, of->step_count + 1);
    size_t count = 0;
    for (size_t k = 0; k < out->key_count; k++) {
        order[k].index = k;
        for (size_t s = 0; s < out->keys[k].step_count; s++)
            order[k].value = fmax(order[k].value, promise_of(of, &of->steps[of->first[k] + s]));
    }
    qsort(order, out->key_count, sizeof *order, greatest_first);
    of->plain.games = games;
    list[count++] = &of->plain;
    for (size_t i = 0; i < keys && i < out->key_count && order[i].value > 0; i++)
        for (size_t s = 0; s < out->keys[order[i].index].step_count; s++) {
            sense_change *step = &of->steps[of->first[order[i].index] + s];
            if (is_refused(step))
                continue;
            step->games = games;
            list[count++] = step;
        }
    measure_all(of, list, count);
}

/* Returns the games that all steps share; by default WYRM_SENSE_GAMES, or fewer if games are so
 * long that these would exceed WYRM_SENSE_TURNS. */
static uint64_t games_of(const sense_job *of)
{
    const uint64_t usual = WYRM_SENSE_GAMES;
    const double turns = of->turns > 0 ? WYRM_SENSE_TURNS / of->turns : (double)usual;
    return wyrm_looks_begin(&of->how.effort, (uint64_t)fmax(1, fmin(turns, (double)usual))).most;
}

/* Some keys take only whole numbers although their schema row does not say so: if a step was
 * refused for its fraction, a whole one, of 1 at least, is measured instead. */
static void turn_by_whole(sense_job *of)
{
    sense_change **list = base_array(of->arena, sense_change *, of->step_count);
    size_t count = 0;
    for (size_t i = 0; i < of->step_count; i++) {
        wyrm_sense_step *step = of->steps[i].shown;
        double now = 0;
        char text[40];
        judge_number_of(wyrm_ruleset_find(of->ruleset, of->changes[i].path), &now);
        if (!is_refused(&of->steps[i]) || judge_is_whole(step->change) || !judge_is_whole(now))
            continue;
        step->change = step->direction * fmax(1, round(fabs(step->change)));
        snprintf(text, sizeof text, "%.0f", now + step->change);
        of->changes[i].text = step->text = base_copy(of->arena, text);
        of->steps[i].variant = NULL; /* the refused variant stays in `kept` */
        list[count++] = &of->steps[i];
    }
    measure_all(of, list, count);
}

/* Measures the exact goals of all steps, then takes the looks at games. */
static void look_at_steps(sense_job *of)
{
    wyrm_sense *out = of->out;
    const bool asked =
        of->how.effort.exactly > 0 || of->how.effort.most > 0 || of->how.effort.factor > 0;
    sense_change **list = base_array(of->arena, sense_change *, of->step_count + 1);
    size_t count = 1, keys = out->key_count;
    of->effort = of->any_played ? games_of(of) : 0;
    of->looks = out->key_count > FOLD && of->any_played ? ROUNDS : 1;
    /* Each look spends an equal part of the error (Bonferroni), so that all hold together. */
    of->confidence = 1 - (1 - JUDGE_CONFIDENCE) / of->looks;
    of->whole = (double)of->effort + 1.3 * OTHERS * (double)of->step_count;
    list[0] = &of->plain;
    measure_all(of, list, 1);
    if (judge_variant_refused(of->plain.variant) != NULL)
        base_refuse(of->arena, WYRM_ERROR_ARGUMENT, "%s", judge_variant_refused(of->plain.variant));
    for (size_t i = 0; i < of->step_count; i++)
        list[i] = &of->steps[i];
    measure_all(of, list, of->step_count);
    turn_by_whole(of);
    /* a later look costs as much as the first, less the quarter of its games already played */
    list[0] = &of->plain;
    for (size_t i = 0; i < of->step_count; i++)
        if (!is_refused(&of->steps[i]))
            list[count++] = &of->steps[i];
    of->effort = (uint64_t)((double)of->effort / fmax(FIGHT, of->series));
    const double main = (double)of->effort * (1 - OF_PAIRS - OF_TOGETHER);
    const double each = main / ((double)count * (1 + 0.75 * (of->looks - 1)));
    uint64_t games = of->any_played ? (uint64_t)fmax(FEWEST, each) : 0;
    if (!asked && games > MOST)
        games = MOST;
    for (size_t i = 0; i < count; i++)
        list[i]->games = games;
    if (of->any_played)
        measure_all(of, list, count);
    measure_plain(of);
    for (int look = 1; look < of->looks; look++) {
        games *= FOLD;
        keys = (keys + FOLD - 1) / FOLD;
        look_again(of, games, keys);
    }
}

/* least strength of an exact effect that counts as found */
#define ROUNDING 1e-9

/* Marks the effects that are found. Sampled ones are tested together. */
static void find_sure(sense_job *of)
{
    wyrm_sense *out = of->out;
    const size_t all = of->step_count * out->goal_count;
    judge_test *tests = base_array(of->arena, judge_test, all);
    size_t count = 0;
    for (size_t i = 0; i < of->step_count; i++) {
        wyrm_sense_step *step = of->steps[i].shown;
        if (is_refused(&of->steps[i])) {
            step->refused = base_copy(of->arena, judge_variant_refused(of->steps[i].variant));
            continue;
        }
        step->effects = base_array(of->arena, wyrm_sense_effect, out->goal_count);
        for (size_t g = 0; g < out->goal_count; g++) {
            const judge_figure change = change_of(of, of->steps[i].variant, g);
            step->effects[g] = (wyrm_sense_effect){
                .value = change.value, .sampled = change.sampled, .ci95 = change.ci95};
            if (of->played[g])
                step->games = judge_variant_games(of->steps[i].variant, g);
            if (change.sampled && !isnan(change.value))
                tests[count++] = (judge_test){
                    &step->effects[g], fmin(1, change.p * (of->played[g] ? of->looks : 1)), 1.0, 0};
            else
                step->effects[g].found = strength_of(of, change.value, g) > ROUNDING;
        }
    }
    judge_correct(tests, count);
    for (size_t i = 0; i < count; i++)
        ((wyrm_sense_effect *)tests[i].of)->found = tests[i].p < SURE;
}

/* Computes the strength of steps and keys from found effects only, since the largest of many noisy
 * values is large by chance. */
static void weigh_steps(sense_job *of)
{
    wyrm_sense *out = of->out;
    for (size_t k = 0; k < out->key_count; k++) {
        wyrm_sense_key *key = &out->keys[k];
        for (size_t s = 0; s < key->step_count; s++) {
            wyrm_sense_step *step = &key->steps[s];
            for (size_t g = 0; g < out->goal_count && step->effects != NULL; g++) {
                const double strength = strength_of(of, step->effects[g].value, g);
                if (!step->effects[g].found || strength <= step->strength)
                    continue;
                step->strength = strength;
                step->most = g;
            }
            key->strength = fmax(key->strength, step->strength);
        }
        out->found += key->strength > 0;
    }
}

/* Sorts the keys, the strongest first. */
static void sort_keys(sense_job *of)
{
    wyrm_sense *out = of->out;
    ranked *order = base_array(of->arena, ranked, out->key_count);
    wyrm_sense_key *sorted = base_array(of->arena, wyrm_sense_key, out->key_count);
    size_t *first = base_array(of->arena, size_t, out->key_count);
    for (size_t k = 0; k < out->key_count; k++)
        order[k] = (ranked){out->keys[k].strength, k};
    qsort(order, out->key_count, sizeof *order, greatest_first);
    for (size_t k = 0; k < out->key_count; k++) {
        sorted[k] = out->keys[order[k].index];
        first[k] = of->first[order[k].index];
    }
    out->keys = sorted;
    of->first = first;
}

/* ---- several keys together ---- */

/* Finds the goal on which several steps at once differ most from the sum of their single effects;
 * false if they differ on none. `trials`: the number of such tests, by which p is multiplied. If
 * effects were additive, both - plain would equal the sum of (single - plain), so the contrast is
 * both - the sum of single + (count - 1) * plain, game by game. */
static bool find_beyond(sense_job *of, const sense_change *both, const sense_change *const *single,
                        size_t count, double trials, wyrm_sense_group *out)
{
    const judge_variant **list = base_array(of->arena, const judge_variant *, count + 2);
    double *weights = base_array(of->arena, double, count + 2), best = 0;
    bool any = false;
    list[0] = both->variant;
    weights[0] = 1;
    list[1] = of->plain.variant;
    weights[1] = (double)count - 1;
    for (size_t i = 0; i < count; i++) {
        list[i + 2] = single[i]->variant;
        weights[i + 2] = -1;
    }
    for (size_t g = 0; g < of->out->goal_count; g++) {
        judge_figure beyond;
        base_must(of->arena, judge_variant_contrast(list, weights, count + 2, g, JUDGE_CONFIDENCE,
                                                    &beyond, &of->arena->error));
        const double strength = strength_of(of, beyond.value, g);
        const bool found = beyond.sampled ? beyond.p * trials * fmax(1, (double)of->sampled) < SURE
                                          : strength > ROUNDING;
        if (!found || isnan(beyond.value) || strength <= best)
            continue;
        const judge_figure change = change_of(of, both->variant, g);
        best = strength;
        any = true;
        out->goal = g;
        out->together = (wyrm_sense_effect){change.value, change.sampled, change.ci95, true};
        out->beyond = (wyrm_sense_effect){beyond.value, beyond.sampled, beyond.ci95, true};
    }
    return any;
}

static wyrm_sense_group *add_group(sense_job *of, wyrm_sense_group **list, size_t *count,
                                   size_t most)
{
    if (*list == NULL)
        *list = base_array(of->arena, wyrm_sense_group, most);
    return &(*list)[(*count)++];
}

/* Returns the strongest step of a key. */
static size_t strongest_step(const wyrm_sense_key *key)
{
    size_t best = 0;
    for (size_t s = 1; s < key->step_count; s++)
        if (key->steps[s].strength > key->steps[best].strength)
            best = s;
    return best;
}

typedef struct paired {
    size_t keys[2], steps[2];
    const sense_change *single[2];
    sense_change *both;
} paired;

/* Measures pairs of the strongest keys at their strongest steps, and keeps those whose joint effect
 * differs from the sum of the single ones by a notable share. */
static void look_at_pairs(sense_job *of)
{
    wyrm_sense *out = of->out;
    enum { PAIRS = STRONGEST * (STRONGEST - 1) / 2 };
    paired pairs[PAIRS];
    sense_change *list[PAIRS], *alone[STRONGEST + 1];
    size_t count = 0;
    const size_t keys = out->found < STRONGEST ? out->found : STRONGEST;
    const size_t all = keys * (keys - 1) / 2; /* of none, too */
    uint64_t games = 0;
    if (all == 0)
        return;
    if (of->any_played)
        games = (uint64_t)fmax(FEWEST, (double)of->effort * OF_PAIRS / (double)(all + keys));
    if (games > of->plain.games)
        games = of->plain.games;
    for (size_t k = 0; k < keys; k++) {
        alone[k] = &of->steps[of->first[k] + strongest_step(&out->keys[k])];
        alone[k]->games = games > alone[k]->games ? games : alone[k]->games;
    }
    measure_all(of, alone, keys);
    for (size_t a = 0; a < keys; a++)
        for (size_t b = a + 1; b < keys; b++) {
            paired *pair = &pairs[count];
            *pair = (paired){{a, b},
                             {strongest_step(&out->keys[a]), strongest_step(&out->keys[b])},
                             {alone[a], alone[b]},
                             NULL};
            pair->both = more_at_once(of, pair->single, 2, games);
            list[count++] = pair->both;
        }
    measure_all(of, list, count);
    ranked order[PAIRS];
    wyrm_sense_group *found = base_array(of->arena, wyrm_sense_group, count);
    for (size_t i = 0; i < count; i++) {
        const paired *pair = &pairs[i];
        found[i] = (wyrm_sense_group){.count = 2,
                                      .keys = {pair->keys[0], pair->keys[1]},
                                      .steps = {pair->steps[0], pair->steps[1]}};
        order[i] = (ranked){0, i};
        if (is_refused(pair->both) ||
            !find_beyond(of, pair->both, pair->single, 2, (double)count, &found[i]))
            continue;
        double single = 0;
        for (size_t k = 0; k < 2; k++)
            single =
                fmax(single, fabs(change_of(of, pair->single[k]->variant, found[i].goal).value));
        if (fabs(found[i].beyond.value) >= INTERPLAY * single)
            order[i].value = strength_of(of, found[i].beyond.value, found[i].goal);
    }
    qsort(order, count, sizeof *order, greatest_first);
    for (size_t i = 0; i < count && order[i].value > 0; i++)
        *add_group(of, &out->pairs, &out->pair_count, count) = found[order[i].index];
}

/* Steps without an effect of their own, in one direction. */
typedef struct crowd {
    size_t count;
    const sense_change **steps;
    size_t *keys, *of_key;
    uint64_t games;
} crowd;

/* Whether the first `count` steps of the crowd, together with those at the indices `with`, do
 * something at once. */
static bool do_something(sense_job *of, const crowd *all, size_t count, const size_t *with,
                         size_t with_count, wyrm_sense_group *out)
{
    const sense_change **list = base_array(of->arena, const sense_change *, count + with_count);
    for (size_t i = 0; i < count; i++)
        list[i] = all->steps[i];
    for (size_t i = 0; i < with_count; i++)
        list[count + i] = all->steps[with[i]];
    sense_change *at_once = more_at_once(of, list, count + with_count, all->games);
    measure_all(of, &at_once, 1);
    return !is_refused(at_once) && find_beyond(of, at_once, list, count + with_count, TRIALS, out);
}

/* Returns how many of the first steps are needed to do something with those found so far, by
 * bisection. It assumes that more steps do no less. Where two steps cancel, it returns one of
 * several bounds, and find_group() notices that its group does nothing. */
static size_t fewest_steps(sense_job *of, const crowd *all, size_t most, const size_t *with,
                           size_t count)
{
    wyrm_sense_group ignored;
    size_t low = 0, high = most; /* `low` steps do nothing, `high` do something */
    while (high - low > 1) {
        const size_t middle = low + (high - low) / 2;
        if (do_something(of, all, middle, with, count, &ignored))
            high = middle;
        else
            low = middle;
    }
    return high;
}

/* Finds a group of steps that does something: the last step of the shortest effective prefix, then
 * the last of the shortest prefix that is effective together with that one, and so on. A group of c
 * members costs about c times the logarithm of the number of steps, instead of all pairs and
 * triples. */
static bool find_group(sense_job *of, const crowd *all, wyrm_sense_group *out, size_t *members)
{
    size_t most = all->count, count = 0;
    while (count < WYRM_SENSE_TOGETHER) {
        most = fewest_steps(of, all, most, members, count);
        members[count++] = --most;
        if (count >= 2 && do_something(of, all, 0, members, count, out)) {
            out->count = count;
            for (size_t i = 0; i < count; i++) {
                out->keys[i] = all->keys[members[count - 1 - i]];
                out->steps[i] = all->of_key[members[count - 1 - i]];
            }
            return true;
        }
        if (most == 0)
            return false;
    }
    return false;
}

static void look_together(sense_job *of, int direction)
{
    wyrm_sense *out = of->out;
    size_t members[WYRM_SENSE_TOGETHER];
    crowd all = {.steps = base_array(of->arena, const sense_change *, out->key_count),
                 .keys = base_array(of->arena, size_t, out->key_count),
                 .of_key = base_array(of->arena, size_t, out->key_count)};
    for (size_t k = out->found; k < out->key_count; k++)
        for (size_t s = 0; s < out->keys[k].step_count; s++) {
            const sense_change *step = &of->steps[of->first[k] + s];
            if (out->keys[k].steps[s].direction != direction || is_refused(step))
                continue;
            all.steps[all.count] = step;
            all.keys[all.count] = k;
            all.of_key[all.count++] = s;
        }
    if (of->any_played)
        all.games = (uint64_t)fmax(FEWEST, (double)of->effort * OF_TOGETHER / (2 * TRIALS));
    for (size_t i = 0; i < all.count; i++) /* no more games than any of the steps has */
        if (all.games > all.steps[i]->games)
            all.games = all.steps[i]->games;
    for (int round = 0; round < GROUPS_MAX && all.count >= 2; round++) {
        wyrm_sense_group found = {0}, one = {0};
        if (!do_something(of, &all, all.count, NULL, 0, &found))
            return;
        if (!find_group(of, &all, &one, members)) {
            out->unexplained = true;
            return;
        }
        *add_group(of, &out->together, &out->together_count, 2 * GROUPS_MAX) = one;
        /* The group leaves the crowd so that the next round finds another one. */
        for (size_t i = 0; i < one.count; i++) { /* highest index first */
            const size_t at = members[i], behind = all.count - at - 1;
            memmove(&all.steps[at], &all.steps[at + 1], behind * sizeof *all.steps);
            memmove(&all.keys[at], &all.keys[at + 1], behind * sizeof *all.keys);
            memmove(&all.of_key[at], &all.of_key[at + 1], behind * sizeof *all.of_key);
            all.count--;
        }
    }
}

/* ---- floors ---- */

/* Returns the part of a step at which EASIER of the danger is gone; negative if the step has the
 * opposite effect, NAN if it has none. */
static double part_for(double danger, double effect)
{
    return effect < 0 || effect > 0 ? -EASIER * danger / effect : (double)NAN;
}

/* Finds the value of a key at which EASIER of a danger is gone, on the line through its best step.
 * False if that is more than FAR steps away, outside the limits of the key, or if the interval of
 * the effect includes 0. */
static bool find_turn(sense_job *of, size_t goal, size_t k, wyrm_sense_turn *out)
{
    const wyrm_sense_key *key = &of->out->keys[k];
    const double danger = of->out->goals[goal].value;
    const wyrm_value *value = wyrm_ruleset_find(of->ruleset, key->path);
    const wyrm_field *field = wyrm_value_field(value);
    size_t best = SIZE_MAX;
    for (size_t s = 0; s < key->step_count; s++) {
        const wyrm_sense_step *step = &key->steps[s];
        if (!(fabs(step->change) > 0) || step->effects == NULL || !step->effects[goal].found ||
            !(step->effects[goal].value < 0))
            continue; /* the opposite of a harmful step need not help */
        if (best == SIZE_MAX || step->effects[goal].value < key->steps[best].effects[goal].value)
            best = s;
    }
    if (best == SIZE_MAX)
        return false;
    const wyrm_sense_effect *effect = &key->steps[best].effects[goal];
    const double change = key->steps[best].change;
    double now = 0;
    judge_number_of(value, &now);
    const double part = part_for(danger, effect->value);
    const double ends[] = {now + change * part_for(danger, effect->ci95.low),
                           now + change * part_for(danger, effect->ci95.high)};
    const bool limits =
        field->least < 0 || field->least > 0 || field->greatest < 0 || field->greatest > 0;
    *out = (wyrm_sense_turn){.goal = goal, .key = k, .step = best, .to = now + change * part};
    out->ci95 = (wyrm_interval){fmin(ends[0], ends[1]), fmax(ends[0], ends[1])};
    if (key->whole) /* a change of at least 1 */
        out->to = now + (change < 0 ? -1 : 1) * fmax(1, round(fabs(change * part)));
    if (!(fabs(part) <= FAR) || effect->ci95.low * effect->ci95.high < 0 ||
        (limits && (out->to < field->least || out->to > field->greatest)))
        return false;
    const double wanted = judge_in_digits((1 - EASIER) * danger, 3);
    out->question =
        judge_question(of->arena, &of->goals->points[goal], (wyrm_interval){wanted, wanted});
    return true;
}

static void find_turns(sense_job *of)
{
    wyrm_sense *out = of->out;
    ranked *order = base_array(of->arena, ranked, out->found);
    wyrm_sense_turn *found = base_array(of->arena, wyrm_sense_turn, out->found);
    out->turns = base_array(of->arena, wyrm_sense_turn, TURNS_A_FLOOR * out->goal_count);
    for (size_t g = 0; g < out->goal_count; g++) {
        size_t count = 0;
        if (out->goals[g].floor == 0 || !(out->goals[g].value > 0))
            continue;
        for (size_t k = 0; k < out->found; k++)
            if (find_turn(of, g, k, &found[count])) {
                const wyrm_sense_step *step = &out->keys[k].steps[found[count].step];
                order[count].value = fabs(step->effects[g].value);
                order[count].index = count;
                count++;
            }
        qsort(order, count, sizeof *order, greatest_first);
        for (size_t i = 0; i < count && i < TURNS_A_FLOOR; i++)
            out->turns[out->turn_count++] = found[order[i].index];
    }
}

/* ---- all of it ---- */

/* Counts all games that were played, once for each series: goals of one bot share its games. */
static void count_games(sense_job *of)
{
    for (size_t i = 0; i < of->kept_count; i++)
        for (size_t g = 0; g < of->out->goal_count; g++)
            of->out->games += begins_series(of, g) ? judge_variant_games(of->kept[i], g) : 0;
}

typedef struct sense_call {
    const wyrm_design *design;
    const wyrm_sense_options *options;
} sense_call;

static void run_sense(base_arena *arena, void *result, void *context)
{
    const sense_call *call = context;
    sense_job *of = base_new(arena, sense_job);
    *of = (sense_job){.arena = arena,
                      .out = result,
                      .how = {.seed = 1},
                      .ruleset = wyrm_design_ruleset(call->design)};
    if (call->options != NULL)
        of->how = *call->options;
    if (!(of->how.by > 0))
        of->how.by = of->how.by < 0 ? of->how.by : BY;
    if (!(of->how.by > 0 && of->how.by <= 1))
        base_refuse(arena, WYRM_ERROR_ARGUMENT, "a step is more than nothing, and at most 100 %%");
    base_keep(arena, of, release_kept);
    of->out->by = of->how.by;
    of->out->seed = of->how.seed;
    find_steps(of);
    find_goals(of, call->design);
    look_at_steps(of);
    find_sure(of);
    weigh_steps(of);
    sort_keys(of);
    look_at_pairs(of);
    for (int direction = 1; direction >= -1; direction -= 2)
        look_together(of, direction);
    find_turns(of);
    count_games(of);
    release_kept(of);
}

wyrm_status wyrm_sense_keys(const wyrm_design *design, const wyrm_sense_options *options,
                            wyrm_sense **out, wyrm_error *error)
{
    sense_call call = {design, options};
    return base_make(sizeof **out, run_sense, &call, out, error);
}

void wyrm_sense_free(wyrm_sense *sense)
{
    base_unmake(sense);
}
