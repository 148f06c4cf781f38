/* Judging external games: the targets in a file against what a game reports about its runs.
 *
 * A target is about one agent. Each agent with targets plays until its verdicts are clear
 * (verdicts.c), like the bots for rulesets. The kind of a metric, which the game declares, decides
 * how it is measured.
 *
 * Findings are reported only if the runs leave no doubt. An agent declared as more skilled is
 * compared with everyone below it, which makes many tests: Holm's correction counts them, and
 * p-values are divided by the error share of the look at which an agent stopped.
 *
 * The order: targets are read; players are listed (the default agent, those named by targets, those
 * named by the file, and if the file names none, all agents of a game that orders them by skill);
 * each plays; targets are judged; and finally findings are looked for, which need the runs of
 * all. */
#include "metrics/internal.h"
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "base/text.h"
#include "protocol/internal.h"

#define SKILL_ERROR 0.01 /* chance of a wrong finding about any pair of agents */
#define ENOUGH      50   /* complete runs needed to say that something never occurred */
#define UNFINISHED  0.05 /* share of runs without an end above which it is reported */

/* ---- targets ---- */

/* One target of the file. */
typedef struct target {
    judge_target shared; /* the part that targets of rulesets have, too */
    const char *agent;   /* "": the default agent */
    const char *word;
    int32_t first, last; /* stages; 0 for a metric without stages */
} target;

/* The runs of one agent, and the last look at them. */
typedef struct series {
    const char *agent;
    const wyrm_external_hello *hello;
    const wyrm_external_summary *summary; /* NULL: no runs yet */
    wyrm_looks looks;
    double accuracy; /* accuracy at which an unclear verdict may stop */
    wyrm_external_accumulator *sum;
    wyrm_external_summary *own; /* summary, if it was made here; else NULL */
} series;

typedef struct judging {
    judge_work *work; /* only its arena, effort and findings are used */
    wyrm_judgement *shown;
    const wyrm_external *game;
    const wyrm_ruleset *file;
    wyrm_errors *errors;
    size_t target_count;
    target *targets;
    size_t count, capacity;
    series *all;                                /* the default agent first */
    const wyrm_external_judge_options *options; /* if agents play; else NULL */
    const wyrm_external_seen *seen;             /* runs made before; NULL if agents play */
    size_t seen_count;
} judging;

static const char *text_of(const wyrm_value *record, const char *key)
{
    return wyrm_value_text(wyrm_value_get(record, key));
}

static void read_targets(judging *of)
{
    const wyrm_value *map = wyrm_ruleset_find(of->file, "targets");
    of->target_count = wyrm_value_count(map);
    of->targets = base_array(of->work->arena, target, of->target_count);
    for (size_t i = 0; i < of->target_count; i++) {
        const wyrm_value *record = wyrm_value_item(map, i);
        const wyrm_value *stages = wyrm_value_get(record, "stages");
        target *out = &of->targets[i];
        *out = (target){.shared = {.name = wyrm_value_key(map, i),
                                   .record = record,
                                   .claim = text_of(record, "claim"),
                                   .source = text_of(record, "source"),
                                   .note = text_of(record, "note")},
                        .agent = text_of(record, "agent"),
                        .word = text_of(record, "word"),
                        .first = (int32_t)wyrm_value_low(stages),
                        .last = (int32_t)wyrm_value_high(stages)};
        judge_read_wanted(record, &out->shared);
    }
}

static bool is_about(const judging *of, const target *wanted, const series *who)
{
    return wanted->agent[0] != '\0' ? strcmp(wanted->agent, who->agent) == 0 : who == of->all;
}

/* ---- metrics ---- */

static judge_measure of_word(const wyrm_external_word *words, size_t count, const char *word,
                             uint64_t all, double confidence)
{
    uint64_t part = 0;
    for (size_t i = 0; i < count; i++)
        part += strcmp(words[i].word, word) == 0 ? words[i].count : 0;
    return judge_share_of(part, all, confidence);
}

/* Measures a figure of the game. For yes-or-no shares the count is recovered by rounding, as only
 * the share is stored. Amounts have the interval of a mean, and shares k of n that of a ratio. */
static judge_measure of_figure(const wyrm_external_figure *figure, double confidence)
{
    double yes = figure->estimate.value * (double)figure->count;
    judge_measure out = {.value = figure->estimate.value, .sampled = true};
    if (figure->yes_or_no)
        return judge_share_of((uint64_t)llround(yes), figure->count, confidence);
    if (figure->ratio.count == 0)
        return judge_mean_of(&figure->values, confidence);
    out.ci95 = wyrm_ratio_interval(&figure->ratio, confidence);
    return out;
}

static judge_measure of_stage(const wyrm_external_figure *figure, int32_t stage, double confidence)
{
    static const wyrm_moments none = {0};
    bool told = stage >= 1 && (size_t)stage <= figure->stage_count;
    return judge_mean_of(told ? &figure->stages[stage - 1] : &none, confidence);
}

/* Finds the words that a summary has for a metric; returns their number. */
static size_t words_of(const wyrm_external_summary *summary, const ext_metric *what,
                       const wyrm_external_word **words)
{
    const wyrm_external_figure *figure =
        what->usual == EXT_OWN ? &summary->figures[what->index] : NULL;
    bool cause = what->usual == EXT_CAUSE;
    *words = figure ? figure->words : cause ? summary->causes : summary->outcomes;
    return figure ? figure->word_count : cause ? summary->cause_count : summary->outcome_count;
}

/* Measures a metric in a summary, at a stage or for a word. */
static judge_measure look_at(const wyrm_external_summary *summary, const ext_metric *what,
                             int32_t stage, const char *word, double confidence)
{
    judge_measure out = {.sampled = true};
    const wyrm_external_figure *figure =
        what->usual == EXT_OWN ? &summary->figures[what->index] : NULL;
    switch (what->usual) {
    case EXT_WIN_RATE:
        return judge_share_of(summary->ends[WYRM_EXTERNAL_WON], summary->complete, confidence);
    case EXT_UNFINISHED:
        return judge_share_of(summary->unfinished, summary->complete + summary->unfinished,
                              confidence);
    case EXT_FAILED:
        return judge_share_of(summary->failed, summary->runs, confidence);
    case EXT_SURVIVAL:
        out.ci95 = wyrm_external_survival(summary, (size_t)stage, confidence, &out.value);
        return out;
    case EXT_FINAL_STAGE:
        return judge_mean_of(&summary->final_stage, confidence);
    case EXT_CAUSE:
        return of_word(summary->causes, summary->cause_count, word, summary->complete, confidence);
    case EXT_OUTCOME:
        return of_word(summary->outcomes, summary->outcome_count, word, summary->complete,
                       confidence);
    default:
        break;
    }
    if (what->kind == WYRM_EXTERNAL_CATEGORY)
        return of_word(figure->words, figure->word_count, word, figure->count, confidence);
    if (what->kind == WYRM_EXTERNAL_BY_STAGE)
        return of_stage(figure, stage, confidence);
    return of_figure(figure, confidence);
}

/* Measures with two intervals: one for display, with the usual confidence, and one that is wider
 * for looking several times, on which the verdict is based. */
static judge_measure measure_metric(const series *who, const ext_metric *what, int32_t stage,
                                    const char *word)
{
    const wyrm_looks *looks = &who->looks;
    double decided = fmax(wyrm_looks_confidence(looks, WYRM_JUDGE_ERROR), looks->confidence);
    judge_measure out = look_at(who->summary, what, stage, word, looks->confidence);
    out.decided = look_at(who->summary, what, stage, word, decided).ci95;
    out.runs = who->summary->runs;
    out.bot = who->agent;
    return out;
}

/* ---- verdicts ---- */

static const char *unit_of(base_arena *arena, const wyrm_external_hello *hello,
                           const ext_metric *what)
{
    if (ext_is_share(what))
        return "share";
    if (what->usual == EXT_FINAL_STAGE)
        return judge_stages(arena, hello);
    return strcmp(hello->metrics[what->index].unit, "share") == 0
               ? ""
               : hello->metrics[what->index].unit;
}

static wyrm_judged answer_target(judging *of, const series *who, const target *wanted,
                                 const ext_metric *what, int32_t stage)
{
    judge_measure made = measure_metric(who, what, stage, wanted->word);
    wyrm_judged out = {.target = wanted->shared.name,
                       .claim = wanted->shared.claim,
                       .metric = text_of(wanted->shared.record, "metric"),
                       .unit = unit_of(of->work->arena, who->hello, what),
                       .value = made.value,
                       .sampled = true,
                       .ci95 = made.ci95,
                       .range = wanted->shared.range,
                       .verdict = judge_verdict(&made, &wanted->shared),
                       .source = wanted->shared.source,
                       .note = wanted->shared.note,
                       .bot = who->agent,
                       .runs = made.runs,
                       .accuracy = wyrm_accuracy(made.value, made.ci95, ext_is_share(what)),
                       .is_share = ext_is_share(what)};
    out.stopped = judge_stop(out.verdict, out.accuracy, who->accuracy);
    size_t length = (size_t)snprintf(out.where, sizeof out.where, "%s", who->agent);
    if (stage > 0)
        snprintf(out.where + length, sizeof out.where - length, ", %s %d",
                 wyrm_external_stage_word(who->hello), (int)stage);
    else if (what->kind == WYRM_EXTERNAL_CATEGORY)
        snprintf(out.where + length, sizeof out.where - length, ", %s", wanted->word);
    return out;
}

/* Finds out what the targets on an agent need after its runs so far. Before the first look only
 * whether there are targets is known. Metrics without stages have the single stage 0. */
static judge_need need_of(judging *of, const series *who)
{
    judge_need out = {.clear = true};
    ext_metric what;
    for (size_t i = 0; i < of->target_count; i++) {
        const target *wanted = &of->targets[i];
        if (!is_about(of, wanted, who) ||
            !ext_find_metric(who->hello, text_of(wanted->shared.record, "metric"), &what))
            continue;
        out.any = true;
        for (int32_t stage = wanted->first; who->summary && stage <= wanted->last; stage++) {
            judge_measure made = measure_metric(who, &what, stage, wanted->word);
            double accuracy = wyrm_accuracy(made.value, made.ci95, ext_is_share(&what));
            judge_need_verdict(
                &out, judge_stop(judge_verdict(&made, &wanted->shared), accuracy, who->accuracy));
        }
    }
    return out;
}

/* Returns the runs that a target is about; NULL if there are none. */
static const series *find_series(const judging *of, const target *wanted)
{
    for (size_t i = 0; i < of->count; i++)
        if (is_about(of, wanted, &of->all[i]))
            return &of->all[i];
    return NULL;
}

static void judge_target_of(judging *of, const target *wanted, const series *who, size_t *capacity)
{
    ext_metric what;
    wyrm_judgement *shown = of->shown;
    if (!ext_find_metric(who->hello, text_of(wanted->shared.record, "metric"), &what))
        return;
    for (int32_t stage = wanted->first; stage <= wanted->last; stage++) {
        shown->judged = base_grow(of->work->arena, shown->judged, shown->judged_count, capacity,
                                  sizeof *shown->judged);
        wyrm_judged *judged = &shown->judged[shown->judged_count++];
        *judged = answer_target(of, who, wanted, &what, stage);
        shown->summary[judged->verdict]++;
    }
}

static void judge_targets_of(judging *of)
{
    size_t capacity = 0;
    for (size_t i = 0; i < of->target_count; i++) {
        const target *wanted = &of->targets[i];
        const series *who = find_series(of, wanted);
        if (who)
            judge_target_of(of, wanted, who, &capacity);
        else
            judge_add_finding(of->work, "no-runs", wanted->shared.name,
                              "there are no runs of '%s': target '%s' is not judged", wanted->agent,
                              wanted->shared.name);
    }
}

/* ---- playing ---- */

/* The agent that is playing. */
typedef struct playing {
    judging *of;
    series *who;
} playing;

static wyrm_status add_run(const wyrm_external_run *run, void *context, wyrm_error *error)
{
    const playing *now = context;
    return wyrm_external_accumulator_add(now->who->sum, run, error);
}

/* Reports progress as if all agents played equally long. */
static bool show_progress(double done, void *context)
{
    const playing *now = context;
    const wyrm_external_judge_options *options = now->of->options;
    const wyrm_looks *looks = &now->who->looks;
    double before = now->who->summary ? (double)now->who->summary->runs : 0.0;
    double share = (before + done * ((double)looks->runs - before)) / (double)looks->most;
    double index = (double)(now->who - now->of->all);
    return !options->progress ||
           options->progress((index + share) / (double)now->of->count, options->progress_context);
}

/* Plays from where the last look ended, so that each run number is played once; the accumulator
 * collects them all. */
static void play_look(void *context)
{
    const playing *now = context;
    series *who = now->who;
    base_arena *arena = now->of->work->arena;
    const wyrm_external_judge_options *options = now->of->options;
    uint64_t made = who->summary ? who->summary->runs : 0;
    wyrm_external_play_options how = {.ask = options->ask,
                                      .first = made,
                                      .runs = who->looks.runs - made,
                                      .threads = options->threads,
                                      .take = add_run,
                                      .take_context = context,
                                      .progress = show_progress,
                                      .progress_context = context};
    how.ask.agent = who->agent;
    base_must(arena, wyrm_external_play(now->of->game, &how, &arena->error));
    wyrm_external_summary_free(who->own);
    who->summary = who->own = NULL;
    base_must(arena, wyrm_external_accumulator_sum(who->sum, &who->own, &arena->error));
    who->summary = who->own;
}

static judge_need look_need(void *context)
{
    const playing *now = context;
    return need_of(now->of, now->who);
}

static void release_series(series *who)
{
    wyrm_external_summary_free(who->own);
    wyrm_external_accumulator_free(who->sum);
}

static void play_agent(judging *of, series *who)
{
    base_arena *arena = of->work->arena;
    playing now = {of, who};
    base_keep(arena, who, release_series);
    base_must(arena, wyrm_external_accumulator_new(who->hello, of->options->ask.seed, &who->sum,
                                                   &arena->error));
    who->looks = judge_looks_of(&of->options->effort, WYRM_JUDGE_GAMES, need_of(of, who).any);
    judge_play_until_clear(&who->looks, &(judge_series){&now, play_look, look_need, NULL});
}

/* Adds an agent unless it is listed. */
static void add_agent(judging *of, const char *agent, const wyrm_external_hello *hello)
{
    for (size_t i = 0; i < of->count; i++)
        if (strcmp(of->all[i].agent, agent) == 0)
            return;
    of->all = base_grow(of->work->arena, of->all, of->count, &of->capacity, sizeof *of->all);
    of->all[of->count++] = (series){.agent = agent,
                                    .hello = hello,
                                    .accuracy = judge_accuracy_wanted(&of->work->effort, false)};
}

static _Noreturn void refuse_agent(base_arena *arena, const wyrm_external_hello *hello,
                                   const char *agent)
{
    wyrm_fail(&arena->error, WYRM_ERROR_UNKNOWN, "%s has no agent '%.60s'", hello->name, agent);
    wyrm_suggest(&arena->error, agent, hello->agents, hello->agent_count);
    base_fail(arena, WYRM_ERROR_UNKNOWN);
}

/* Lists all players before anyone plays, since the array moves as it grows and players are referred
 * to by address. */
static void list_players(judging *of)
{
    const wyrm_external_hello *hello = wyrm_external_hello_of(of->game);
    const char *agent, *usual = hello ? wyrm_external_agent(of->game, &of->options->ask) : NULL;
    if (!hello)
        base_refuse(of->work->arena, WYRM_ERROR_ARGUMENT, "the game was not met");
    if (!usual)
        refuse_agent(of->work->arena, hello, of->options->ask.agent);
    add_agent(of, usual, hello);
    for (size_t i = 0; i < of->target_count; i++)
        if (of->targets[i].agent[0] != '\0')
            add_agent(of, of->targets[i].agent, hello);
    for (size_t i = 0; (agent = wyrm_external_player(of->game, i)) != NULL; i++)
        add_agent(of, agent, hello);
}

/* ---- existing runs ---- */

/* Checks that a target fits the metrics of the runs it is about. */
static wyrm_status hold_target(const judging *of, const target *wanted, const series *who)
{
    const char *name = text_of(wanted->shared.record, "metric");
    ext_metric what;
    bool found = ext_find_metric(who->hello, name, &what);
    if (!found)
        return wyrm_value_fail(of->file, wyrm_value_get(wanted->shared.record, "metric"),
                               of->errors, NULL, "these runs have no metric '%s'", name);
    if (what.stages != (wanted->first > 0))
        return wyrm_value_fail(of->file, wanted->shared.record, of->errors, NULL, "metric '%s' %s",
                               name, what.stages ? "needs 'stages'" : "does not use 'stages'");
    if ((what.kind == WYRM_EXTERNAL_CATEGORY) != (wanted->word[0] != '\0'))
        return wyrm_value_fail(
            of->file, wanted->shared.record, of->errors, NULL, "metric '%s' %s", name,
            what.kind == WYRM_EXTERNAL_CATEGORY ? "needs 'word'" : "does not use 'word'");
    return WYRM_OK;
}

/* Takes existing runs as a single look, which spends the whole error rate. */
static void list_seen(judging *of)
{
    wyrm_status status = WYRM_OK;
    if (of->seen_count == 0)
        base_refuse(of->work->arena, WYRM_ERROR_ARGUMENT, "there are no runs to be judged");
    for (size_t i = 0; i < of->seen_count; i++) {
        const wyrm_external_seen *seen = &of->seen[i];
        size_t before = of->count;
        add_agent(of, seen->facts->agent, seen->facts->hello);
        if (of->count == before)
            continue;
        series *who = &of->all[before];
        uint64_t runs = seen->summary->runs > 0 ? seen->summary->runs : 1;
        who->summary = seen->summary;
        who->looks = wyrm_looks_begin(&(wyrm_effort){.exactly = runs}, 1);
        (void)wyrm_looks_next(&who->looks);
    }
    for (size_t i = 0; i < of->target_count; i++) {
        const series *who = find_series(of, &of->targets[i]);
        if (who && hold_target(of, &of->targets[i], who) != WYRM_OK)
            status = WYRM_ERROR_RULESET;
    }
    base_must(of->work->arena, status);
}

/* ---- findings ---- */

static void find_failed(judging *of, const series *who)
{
    const wyrm_external_summary *sum = who->summary;
    if (sum->failed == 0)
        return;
    const wyrm_external_failed *first = &sum->failures[0];
    judge_add_finding(
        of->work, "failed-runs", who->agent,
        "%llu of %llu runs of '%s' failed and are part of no figure; the first is run %llu "
        "(seed %llu): %s%s%.200s",
        (unsigned long long)sum->failed, (unsigned long long)sum->runs, who->agent,
        (unsigned long long)first->run, (unsigned long long)first->seed,
        wyrm_external_failure_text(first->failure), first->why[0] != '\0' ? ": " : "", first->why);
}

/* Reports unfinished runs if even the lower end of their share's interval exceeds the limit. */
static void find_unfinished(judging *of, const series *who)
{
    const wyrm_external_summary *sum = who->summary;
    uint64_t all = sum->complete + sum->unfinished;
    wyrm_interval share = wyrm_share_interval(sum->unfinished, all, JUDGE_CONFIDENCE);
    if (share.low <= UNFINISHED)
        return;
    judge_add_finding(
        of->work, "unfinished-runs", who->agent,
        "%s of the runs of '%s' met their limit (of all such runs at least %s do): what would "
        "have become of them is part of no figure, so that long runs are missing there",
        judge_percent((double)sum->unfinished / (double)all).text, who->agent,
        judge_percent(share.low).text);
}

static uint64_t complete_runs(const judging *of)
{
    uint64_t runs = 0;
    for (size_t i = 0; i < of->count; i++)
        runs += of->all[i].summary->complete;
    return runs;
}

/* Reports metrics of the first agent's hello that no run of any agent has a value for. */
static void find_untold(judging *of)
{
    const wyrm_external_hello *hello = of->all[0].hello;
    uint64_t runs = complete_runs(of);
    for (size_t i = 0; i < hello->metric_count && runs >= ENOUGH; i++) {
        uint64_t told = 0;
        ext_metric what;
        for (size_t k = 0; k < of->count; k++)
            if (ext_find_metric(of->all[k].hello, hello->metrics[i].name, &what) &&
                what.usual == EXT_OWN)
                told += of->all[k].summary->figures[what.index].count;
        if (told == 0)
            judge_add_finding(of->work, "never-told",
                              judge_say("metrics.%s", hello->metrics[i].name).text,
                              "the game declares '%s', and none of %llu complete runs has told it",
                              hello->metrics[i].name, (unsigned long long)runs);
    }
}

/* Reports runs that ended with an outcome other than "won" and "lost", such as `win`. */
static void add_unwon(const judging *of, const target *wanted, const wyrm_external_summary *sum)
{
    for (size_t i = 0; i < sum->outcome_count; i++)
        if (strcmp(sum->outcomes[i].word, wyrm_external_end_word(WYRM_EXTERNAL_LOST)) != 0) {
            judge_add_finding(
                of->work, "never-told", judge_say("targets.%s", wanted->shared.name).text,
                "no run was 'won', and %llu of %llu were '%s': only 'won' counts as a win",
                (unsigned long long)sum->outcomes[i].count, (unsigned long long)sum->complete,
                sum->outcomes[i].word);
            return;
        }
}

/* Reports a word only if it resembles one that occurred: a dragon that never kills may be just what
 * the target wants. */
static void add_misspelt(const judging *of, const target *wanted, const ext_metric *what,
                         const wyrm_external_summary *sum)
{
    const wyrm_external_word *words;
    size_t count = words_of(sum, what, &words);
    const char **names = base_array(of->work->arena, const char *, count);
    for (size_t i = 0; i < count; i++)
        names[i] = words[i].word;
    const char *near = wyrm_nearest(wanted->word, names, count);
    if (near != NULL)
        judge_add_finding(of->work, "never-told", judge_say("targets.%s", wanted->shared.name).text,
                          "no run has told the word '%s' (did you mean '%s'?)", wanted->word, near);
}

/* Finds the words of targets that no run has. */
static void find_untold_words(judging *of)
{
    for (size_t i = 0; i < of->target_count; i++) {
        const target *wanted = &of->targets[i];
        const series *who = find_series(of, wanted);
        const char *name = text_of(wanted->shared.record, "metric");
        ext_metric what;
        if (!who || !ext_find_metric(who->hello, name, &what) || who->summary->complete < ENOUGH ||
            !(what.kind == WYRM_EXTERNAL_CATEGORY || what.usual == EXT_WIN_RATE) ||
            look_at(who->summary, &what, 0, wanted->word, JUDGE_CONFIDENCE).value > 0)
            continue;
        if (what.kind != WYRM_EXTERNAL_CATEGORY)
            add_unwon(of, wanted, who->summary);
        else
            add_misspelt(of, wanted, &what, who->summary);
    }
}

static void find_unreached(judging *of)
{
    const wyrm_external_hello *hello = of->all[0].hello;
    uint64_t runs = 0; /* complete ones that tell their stage */
    size_t deepest = 0;
    for (size_t i = 0; i < of->count; i++) {
        const wyrm_external_summary *sum = of->all[i].summary;
        deepest = sum->stage_count > deepest ? sum->stage_count : deepest;
        runs += sum->final_stage.count;
    }
    if (runs < ENOUGH || deepest == 0 || hello->last_stage <= (int32_t)deepest)
        return;
    int32_t next = (int32_t)deepest + 1;
    judge_add_finding(
        of->work, "never-reached",
        judge_say("%s %d", wyrm_external_stage_word(hello), (int)next).text,
        "nobody has reached %s %d of %d in %llu runs, whoever played; at most %s of such "
        "runs do",
        wyrm_external_stage_word(hello), (int)next, (int)hello->last_stage,
        (unsigned long long)runs,
        judge_percent(wyrm_share_interval(0, runs, JUDGE_CONFIDENCE).high).text);
}

/* Returns the only word that all agents' runs have; NULL if there are several, or few have any. */
static const char *only_word(const judging *of, const char *name, uint64_t *runs)
{
    const char *only = NULL;
    ext_metric what;
    *runs = 0;
    for (size_t i = 0; i < of->count; i++) {
        const wyrm_external_summary *sum = of->all[i].summary;
        if (!ext_find_metric(of->all[i].hello, name, &what) || what.kind != WYRM_EXTERNAL_CATEGORY)
            continue;
        size_t count =
            what.usual == EXT_OWN ? sum->figures[what.index].word_count : sum->cause_count;
        const wyrm_external_word *words =
            what.usual == EXT_OWN ? sum->figures[what.index].words : sum->causes;
        if (count > 1 || (count == 1 && only && strcmp(only, words[0].word) != 0))
            return NULL;
        only = count == 1 ? words[0].word : only;
        *runs += count == 1 ? words[0].count : 0;
    }
    return *runs >= ENOUGH ? only : NULL;
}

static void find_only_words(judging *of)
{
    const wyrm_external_hello *hello = of->all[0].hello;
    uint64_t runs;
    const char *cause = only_word(of, "cause", &runs);
    if (cause)
        judge_add_finding(of->work, "only-word", "cause",
                          "'%s' is the only cause that was ever told, of %llu runs", cause,
                          (unsigned long long)runs);
    for (size_t i = 0; i < hello->metric_count; i++) {
        const char *name = hello->metrics[i].name;
        bool category = hello->metrics[i].kind == WYRM_EXTERNAL_CATEGORY;
        const char *word = category ? only_word(of, name, &runs) : NULL;
        if (word)
            judge_add_finding(of->work, "only-word", judge_say("metrics.%s", name).text,
                              "'%s' was '%s' in all of %llu runs that told it", name, word,
                              (unsigned long long)runs);
    }
}

/* ---- skill ---- */

/* A pair of agents, the second of which is declared more skilled. */
typedef struct rivals {
    const series *less, *more;
    bool stages; /* compared by final stage instead of win rate */
    double p;    /* chance that the more skilled one looks so much worse by luck */
} rivals;

/* Returns the one-sided p of `more` being worse than `less`: the level at which the interval of the
 * difference reaches 0, found by bisection on its logarithm. Values are limited to 1e-12 from below
 * (which is conservative) and 0.5 from above. */
static double chance_below(const series *less, const series *more, const ext_metric *what)
{
    double low = log(1e-12), high = log(0.5);
    for (int i = 0; i < 40; i++) {
        double middle = 0.5 * (low + high), confidence = 1.0 - 2.0 * exp(middle);
        judge_measure one = look_at(less->summary, what, 0, "", confidence);
        judge_measure other = look_at(more->summary, what, 0, "", confidence);
        wyrm_interval apart =
            wyrm_difference_interval(other.value, other.ci95, one.value, one.ci95);
        if (apart.high < 0)
            high = middle;
        else
            low = middle;
    }
    return exp(high);
}

/* Compares a pair by both measures. p is doubled for the two, and divided by the error shares of
 * the looks at which both agents stopped. */
static rivals hold_pair(const series *less, const series *more)
{
    static const ext_metric win_rate = {.usual = EXT_WIN_RATE};
    static const ext_metric final_stage = {.usual = EXT_FINAL_STAGE};
    rivals out = {.less = less, .more = more, .p = chance_below(less, more, &win_rate)};
    double p = chance_below(less, more, &final_stage);
    /* more wins may come with earlier ends: that is not less skill */
    if (more->summary->win_rate > less->summary->win_rate)
        p = 1.0;
    out.stages = p < out.p;
    out.p = 2.0 * fmin(p, out.p) / (less->looks.share * more->looks.share);
    return out;
}

/* Returns the runs of an agent; NULL if none is complete. */
static const series *of_agent(const judging *of, const char *agent)
{
    for (size_t i = 0; i < of->count; i++)
        if (strcmp(of->all[i].agent, agent) == 0 && of->all[i].summary->complete > 0)
            return &of->all[i];
    return NULL;
}

static void add_rivals(judging *of, const rivals *pair)
{
    const wyrm_external_summary *less = pair->less->summary, *more = pair->more->summary;
    if (pair->stages)
        judge_add_finding(
            of->work, "less-skilled", pair->more->agent,
            "'%s' is said to be more skilled than '%s' and does not get as far: %s %.3g on "
            "average against %.3g",
            pair->more->agent, pair->less->agent, wyrm_external_stage_word(pair->more->hello),
            more->final_stage.mean, less->final_stage.mean);
    else
        judge_add_finding(of->work, "less-skilled", pair->more->agent,
                          "'%s' is said to be more skilled than '%s' and wins less: %s of its runs "
                          "against %s",
                          pair->more->agent, pair->less->agent, judge_percent(more->win_rate).text,
                          judge_percent(less->win_rate).text);
}

/* Holds every agent to those that are said to be less skilled. */
static void find_skill(judging *of)
{
    const wyrm_external_hello *hello = of->all[0].hello;
    size_t agents = hello->by_skill ? hello->agent_count : 0, count = 0;
    rivals *pairs = base_array(of->work->arena, rivals, agents * agents / 2 + 1);
    judge_test *tests = base_array(of->work->arena, judge_test, agents * agents / 2 + 1);
    for (const series *more = of->all; more < of->all + of->count; more++) {
        const size_t skill = base_find_word(hello->agents, agents, more->agent);
        for (size_t i = 0; i < skill && skill < agents && more->summary->complete > 0; i++) {
            const series *less = of_agent(of, hello->agents[i]);
            if (!less)
                continue;
            pairs[count] = hold_pair(less, more);
            tests[count] = (judge_test){&pairs[count], pairs[count].p, 1.0, 0};
            count++;
        }
    }
    judge_correct(tests, count);
    for (size_t i = 0; i < count && tests[i].p < SKILL_ERROR; i++)
        add_rivals(of, tests[i].of);
}

/* ---- all of it ---- */

static void judge_all(base_arena *arena, void *result, void *context)
{
    judging *of = context;
    wyrm_judgement *shown = of->shown = result;
    judge_work *work = of->work = base_new(arena, judge_work);
    work->arena = arena;
    work->error = &arena->error;
    work->effort = of->options ? of->options->effort : (wyrm_effort){.exactly = 1};
    of->file = wyrm_external_file(of->game);
    read_targets(of);
    if (of->options)
        list_players(of);
    else
        list_seen(of);
    for (size_t i = 0; of->options && i < of->count; i++)
        play_agent(of, &of->all[i]);
    judge_targets_of(of);
    for (size_t i = 0; i < of->count; i++) {
        find_failed(of, &of->all[i]);
        find_unfinished(of, &of->all[i]);
    }
    find_untold(of);
    find_untold_words(of);
    find_unreached(of);
    find_only_words(of);
    find_skill(of);
    shown->findings = work->findings;
    shown->finding_count = work->finding_count;
    shown->seed = of->options ? of->options->ask.seed : of->seen[0].facts->seed;
    shown->accuracy = judge_accuracy_wanted(&work->effort, false);
}

static wyrm_status judge_job(judging *of, wyrm_judgement **out, wyrm_errors *errors)
{
    wyrm_error error = {0};
    wyrm_status status = base_make(sizeof(wyrm_judgement), judge_all, of, out, &error);
    if (status != WYRM_OK && error.message[0] != '\0')
        wyrm_errors_add(errors, &error);
    return status;
}

wyrm_status wyrm_external_judge(const wyrm_external *game,
                                const wyrm_external_judge_options *options, wyrm_judgement **out,
                                wyrm_errors *errors)
{
    static const wyrm_external_judge_options usual = {.ask.seed = 1};
    judging of = {.game = game, .options = options ? options : &usual, .errors = errors};
    return judge_job(&of, out, errors);
}

wyrm_status wyrm_external_judge_seen(const wyrm_external *game, const wyrm_external_seen *seen,
                                     size_t count, wyrm_judgement **out, wyrm_errors *errors)
{
    judging of = {.game = game, .seen = seen, .seen_count = count, .errors = errors};
    return judge_job(&of, out, errors);
}
