/* Coverage of intervals where games are played and dungeons generated: the printed intervals of
 * small simulations are compared with known values, row by row: depths that a handful of runs
 * reach, monsters that are rarely met, causes of death that are listed. For runs the true value is
 * that of a pool, from which small simulations are drawn and summed up as usual; for dungeons that
 * of very many.
 *
 * With the word `full` every shipped ruleset is drawn from 5,000 times, at 20 and at 1,000 runs,
 * for the table of docs/statistics.md: `meson test --benchmark sim_coverage --verbose`. */
#define OWN_MAIN
#include "played.h"

#include <wyrm/descent.h>
#include <wyrm/loot_survey.h>
#include <wyrm/sim.h>
#include <wyrm/threat_survey.h>

enum {
    FIGURES_MAX = 20000,
    KINDS_MAX = 64,
    SEED = 20,
    REPETITIONS = 150, /* 5,000 with the word `full` */
    POOL = 150,        /* runs; with `full` 400 */
    DUNGEONS = 2000,   /* for the true values; with `full` 100,000 */
};

static bool full;

/* One figure of a summary, as printed. */
typedef struct figure {
    double value;
    wyrm_interval ci95;
    bool printed;
} figure;

typedef struct figures {
    size_t count;
    figure list[FIGURES_MAX];
    unsigned char kinds[FIGURES_MAX];
    size_t kind_count;
    const char *names[KINDS_MAX];
} figures;

static void kind(figures *out, const char *name)
{
    assert_true(out->kind_count < KINDS_MAX);
    out->names[out->kind_count++] = name;
}

static void add(figures *out, double value, wyrm_interval ci95, bool is_there)
{
    assert_true(out->count < FIGURES_MAX);
    bool printed = is_there && !isnan(value) && wyrm_interval_is_known(ci95);
    out->kinds[out->count] = (unsigned char)(out->kind_count - 1);
    out->list[out->count++] = (figure){value, ci95, printed};
}

static void add_mean(figures *out, const wyrm_moments *moments)
{
    add(out, moments->mean, wyrm_mean_interval(moments, 0.95), moments->count > 0);
}

static void add_ratio(figures *out, const wyrm_ratio_estimate *clusters)
{
    add(out, wyrm_ratio_estimate_value(clusters), wyrm_ratio_interval(clusters, 0.95),
        clusters->x > 0);
}

static void add_quantiles(figures *out, const wyrm_histogram *counts)
{
    const double shares[] = {0.1, 0.25, 0.5, 0.75, 0.9};
    for (size_t i = 0; i < LENGTH_OF(shares); i++) {
        wyrm_interval ci95;
        double value = wyrm_histogram_quantile(counts, shares[i], &ci95);
        add(out, value, ci95, true);
    }
}

/* A column of figures by depth. */
#define BY_DEPTH(name, call)                                                                       \
    kind(out, name);                                                                               \
    for (size_t i = 0; i < depths; i++) {                                                          \
        static const wyrm_sim_depth nobody = {0};                                                  \
        const wyrm_sim_depth *depth = i < summary->depth_count ? &summary->depths[i] : &nobody;    \
        call;                                                                                      \
    }

#define BY_MONSTER(name, call)                                                                     \
    kind(out, name);                                                                               \
    for (size_t i = 0; i < summary->monster_count; i++) {                                          \
        const wyrm_sim_monster *monster = &summary->monsters[i];                                   \
        call;                                                                                      \
    }

/* Causes of death by depth, in a fixed order; causes that did not occur are not listed. */
static void add_deaths(figures *out, const wyrm_summary *summary, size_t depths)
{
    size_t causes = summary->monster_count + WYRM_RUN_END_COUNT, first = out->count;
    kind(out, "share of a killer, as listed");
    for (size_t i = 0; i < causes * depths; i++)
        add(out, 0, (wyrm_interval){0, 0}, false);
    for (size_t i = 0; i < summary->death_count; i++) {
        const wyrm_sim_death *death = &summary->deaths[i];
        size_t cause = death->killer >= 0 ? (size_t)death->killer
                                          : summary->monster_count + (size_t)death->end;
        out->list[first + cause * depths + (size_t)death->depth - 1] =
            (figure){(double)death->count / (double)summary->complete, death->ci95, true};
    }
}

static void read_summary(const wyrm_summary *summary, size_t depths, figures *out)
{
    out->count = out->kind_count = 0;
    kind(out, "win rate");
    add(out, summary->win_rate, summary->win_rate_ci95, true);
    kind(out, "final depth");
    add_mean(out, &summary->final_depth);
    kind(out, "final level");
    add_mean(out, &summary->final_level);
    kind(out, "turns of a run");
    add_mean(out, &summary->turns);
    kind(out, "hit points left, won");
    add_mean(out, &summary->hp_left);
    kind(out, "quantile of depths");
    add_quantiles(out, summary->final_depths);
    kind(out, "quantile of turns");
    add_quantiles(out, summary->all_turns);
    BY_DEPTH("survival", add(out, depth->survival, depth->survival_ci95, depth->entered > 0))
    BY_DEPTH("hazard", add(out, depth->hazard, depth->hazard_ci95, depth->entered > 0))
    BY_DEPTH("turns of a depth", add_mean(out, &depth->turns))
    BY_DEPTH("damage of a depth", add_mean(out, &depth->damage_taken))
    BY_DEPTH("level", add_mean(out, &depth->level))
    BY_DEPTH("hit points left", add_mean(out, &depth->hp_share))
    BY_DEPTH("attack of gear", add_mean(out, &depth->gear_attack))
    BY_DEPTH("defense of gear", add_mean(out, &depth->gear_defense))
    BY_DEPTH("consumables", add_mean(out, &depth->consumables))
    BY_DEPTH("monsters met", add_ratio(out, &depth->met))
    BY_DEPTH("monsters killed", add_ratio(out, &depth->killed))
    BY_DEPTH("items found", add_ratio(out, &depth->found))
    BY_DEPTH("items of pity", {
        for (size_t p = 0; p < WYRM_PITY_MAX; p++)
            add_ratio(out, &depth->pity[p]);
    })
    BY_MONSTER("attacks to kill it", add_ratio(out, &monster->attacks_to_kill))
    BY_MONSTER("attacks taken", add_ratio(out, &monster->attacks_taken))
    BY_MONSTER("damage taken", add_ratio(out, &monster->damage_taken))
    BY_MONSTER("kills who meets it", add_ratio(out, &monster->fatal))
    BY_MONSTER("damage of an attack", add_ratio(out, &monster->damage_per_attack))
    BY_MONSTER("its damage an attack", add_ratio(out, &monster->damage_per_taken))
    BY_MONSTER("its attacks to kill", add_ratio(out, &monster->attacks_to_die))
    add_deaths(out, summary, depths);
}

static void read_descents(const wyrm_descents *descents, size_t depths, figures *out)
{
    static const wyrm_depth_figures nothing = {0};
    static const struct {
        const char *name;
        size_t offset;
    } columns[] = {
        {"rooms", offsetof(wyrm_depth_figures, rooms)},
        {"monsters", offsetof(wyrm_depth_figures, monsters)},
        {"items", offsetof(wyrm_depth_figures, items)},
        {"experience", offsetof(wyrm_depth_figures, experience)},
        {"tracker", offsetof(wyrm_depth_figures, tracker)},
    };
    out->count = out->kind_count = 0;
    for (size_t c = 0; c <= LENGTH_OF(columns); c++) {
        kind(out, c < LENGTH_OF(columns) ? columns[c].name : "monster level");
        for (size_t i = 0; i < depths; i++) {
            const wyrm_depth_figures *at =
                i < (size_t)descents->depth_count ? &descents->depths[i] : &nothing;
            if (c < LENGTH_OF(columns))
                add_mean(out, (const wyrm_moments *)(const void *)((const char *)at +
                                                                   columns[c].offset));
            else
                add_ratio(out, &at->monster_level);
        }
    }
    kind(out, "final depth of a dungeon");
    add_mean(out, &descents->final_depth);
}

static void add_loot(figures *out, const wyrm_loot_figure *of)
{
    add(out, of->value, of->ci95, of->has_value);
}

static void read_loot(const wyrm_loot_survey *survey, figures *out)
{
    out->count = out->kind_count = 0;
    kind(out, "items a room");
    for (size_t b = 0; b < survey->band_count; b++)
        add_loot(out, &survey->bands[b].items_per_room);
    kind(out, "items of a category");
    for (size_t b = 0; b < survey->band_count; b++)
        for (size_t c = 0; c < survey->category_count; c++)
            add_loot(out, &survey->bands[b].categories[c]);
    kind(out, "rate of pity");
    for (size_t b = 0; b < survey->band_count; b++)
        for (size_t p = 0; p < survey->pity_count; p++)
            add_loot(out, &survey->bands[b].pity[p].rate);
    kind(out, "droughts");
    for (size_t b = 0; b < survey->band_count; b++)
        for (size_t p = 0; p < survey->pity_count; p++)
            add_loot(out, &survey->bands[b].pity[p].drought[3]);
}

static void read_threat(const wyrm_threat_survey *survey, figures *out)
{
    out->count = out->kind_count = 0;
    kind(out, "threat of a room");
    for (int32_t d = 0; d < survey->depth_count; d++)
        add_ratio(out, &survey->depths[d].all.mean);
    kind(out, "rooms over their budget");
    for (int32_t d = 0; d < survey->depth_count; d++)
        add_ratio(out, &survey->depths[d].all.statuses[WYRM_THREAT_OVER]);
    kind(out, "threat of a floor");
    for (int32_t d = 0; d < survey->depth_count; d++)
        add_mean(out, &survey->depths[d].floor);
}

/* A source of samples. `make` makes the sample of a number with `size` runs (0: the true
 * values). */
typedef struct source source;
struct source {
    wyrm_design *design;
    void (*make)(source *from, size_t size, uint64_t number, figures *out);
    wyrm_run *runs; /* the pool */
    size_t count, depths;
};

static wyrm_status keep(const wyrm_run *run, void *context, wyrm_error *error)
{
    source *into = context;
    (void)error;
    into->runs[into->count++] = *run;
    return WYRM_OK;
}

static void play_pool(source *into, size_t runs)
{
    wyrm_sim_options options = {
        .seed = SEED, .runs = runs, .threads = 2, .take = keep, .take_context = into};
    wyrm_summary *summary;
    into->runs = calloc(runs, sizeof *into->runs);
    assert_non_null(into->runs);
    assert_works(wyrm_simulate(into->design, &options, &summary, &last_error));
    into->depths = summary->depth_count;
    wyrm_summary_free(summary);
}

/* Draws `size` runs from the pool with replacement; the true values are those of all of them. */
static void make_summary(source *from, size_t size, uint64_t number, figures *out)
{
    test_random random = {number * 1000003 + size};
    wyrm_accumulator *summing;
    wyrm_summary *summary;
    assert_works(wyrm_accumulator_new(from->design, SEED, &summing, &last_error));
    for (size_t i = 0; i < (size > 0 ? size : from->count); i++) {
        size_t index = size > 0 ? (size_t)random_below(&random, (int64_t)from->count) : i;
        from->runs[index].run = i;
        assert_works(wyrm_accumulator_add(summing, &from->runs[index], &last_error));
    }
    assert_works(wyrm_accumulator_sum(summing, &summary, &last_error));
    read_summary(summary, from->depths, out);
    wyrm_summary_free(summary);
    wyrm_accumulator_free(summing);
}

/* Samples have seeds of their own, the true values have another. */
static uint64_t seed_of(size_t size, uint64_t number)
{
    return size > 0 ? 1000000 * size + number : SEED;
}

static size_t runs_of(size_t size)
{
    return size > 0 ? size : full ? 50 * (size_t)DUNGEONS : DUNGEONS;
}

static void make_descents(source *from, size_t size, uint64_t number, figures *out)
{
    wyrm_descent_options options = {.seed = seed_of(size, number), .runs = runs_of(size)};
    wyrm_descents *descents;
    assert_works(wyrm_descend(from->design, &options, &descents, &last_error));
    if (size == 0)
        from->depths = (size_t)descents->depth_count;
    read_descents(descents, from->depths, out);
    wyrm_descents_free(descents);
}

static void make_loot(source *from, size_t size, uint64_t number, figures *out)
{
    wyrm_loot_survey_options options = {.seed = seed_of(size, number), .runs = runs_of(size)};
    wyrm_loot_survey *survey;
    assert_works(wyrm_loot_survey_run(from->design, &options, &survey, &last_error));
    read_loot(survey, out);
    wyrm_loot_survey_free(survey);
}

static void make_threat(source *from, size_t size, uint64_t number, figures *out)
{
    wyrm_threat_survey_options options = {.seed = seed_of(size, number),
                                          .runs = runs_of(size),
                                          .violations = 1,
                                          .first_depth = 9,
                                          .last_depth = 11};
    wyrm_threat_survey *survey;
    assert_works(wyrm_threat_survey_run(from->design, &options, &survey, &last_error));
    read_threat(survey, out);
    wyrm_threat_survey_free(survey);
}

typedef struct tally {
    int printed, held;
} tally;

/* The deviation from the nominal share that chance alone exceeds in one row of some hundred
 * thousand: there are thousands of rows. */
static double slack(double share, int made)
{
    return 4.3 * sqrt(share * (1 - share) / made);
}

/* Rows of all tables, and rows that are significantly below 93 %. A handful in thousands is allowed
 * for what no interval can know: the rare disaster that no run has met. */
static size_t all_rows, wrong_rows;

/* Prints one line a kind: how many of its intervals contained the true value, and the worst row. */
static void print_kind(const figures *truth, const tally *tallies, size_t which, int repetitions)
{
    size_t rows = 0, below = 0;
    int printed = 0, held = 0;
    double worst = 1, at = 0;
    for (size_t i = 0; i < truth->count; i++) {
        const tally *row = &tallies[i];
        if (truth->kinds[i] != which || row->printed < repetitions / 50 || row->printed < 30)
            continue; /* printed too rarely to be judged */
        double share = (double)row->held / row->printed;
        printed += row->printed;
        held += row->held;
        rows++;
        below += share < 0.93 - slack(0.93, row->printed);
        if (share < worst) {
            worst = share;
            at = truth->list[i].value;
        }
    }
    if (rows > 0)
        print_message("  %-30s %5.1f %% of %3zu rows, the worst %5.1f %% (of %.4g)%s\n",
                      truth->names[which], 100.0 * held / printed, rows, 100 * worst, at,
                      below > 0 ? "  <--" : "");
    all_rows += rows;
    wrong_rows += below;
}

static void check(source *from, const char *name, size_t size, int repetitions)
{
    static figures truth, seen;
    static tally tallies[FIGURES_MAX];
    memset(tallies, 0, sizeof tallies);
    from->make(from, 0, 0, &truth);
    for (int r = 0; r < repetitions; r++) {
        from->make(from, size, (uint64_t)r, &seen);
        assert_int_equal(seen.count, truth.count);
        for (size_t i = 0; i < seen.count; i++) {
            const figure *shown = &seen.list[i];
            double value = truth.list[i].value, slip = 1e-9 * fabs(value) + 1e-12;
            if (!shown->printed)
                continue;
            assert_true(shown->ci95.low <= shown->value + slip &&
                        shown->value - slip <= shown->ci95.high);
            tallies[i].printed++;
            tallies[i].held += shown->ci95.low <= value + slip && value - slip <= shown->ci95.high;
        }
    }
    print_message("%s, %zu of them, %d times:\n", name, size, repetitions);
    for (size_t k = 0; k < truth.kind_count; k++)
        print_kind(&truth, tallies, k, repetitions);
}

/* Fewer repetitions in instrumented builds. */
static int times(int whole)
{
    return full ? whole * 5000 / REPETITIONS : played_times(whole);
}

TEST(intervals_of_played_runs_cover)
{
    const char *rulesets[] = {"ruggrogue", "tutorial", "bob-and-trev", "yarl"};
    for (size_t i = 0; i < (full ? LENGTH_OF(rulesets) : 1); i++) {
        source from = {.design = ruleset_with(rulesets[i], NULL), .make = make_summary};
        play_pool(&from, full ? 400 : (size_t)played_times(POOL));
        check(&from, rulesets[i], 20, times(REPETITIONS));
        check(&from, rulesets[i], 1000, times(REPETITIONS) / (full ? 1 : 5));
        free(from.runs);
        wyrm_design_free(from.design);
    }
    print_message("%zu of %zu rows significantly below 93 %%\n", wrong_rows, all_rows);
    assert_true(wrong_rows * 400 <= all_rows);
}

TEST(intervals_of_dungeons_cover)
{
    static const struct {
        const char *name, *ruleset;
        void (*make)(source *from, size_t size, uint64_t number, figures *out);
        int share; /* of the repetitions */
    } rows[] = {
        {"dungeons of ruggrogue", "ruggrogue", make_descents, 1},
        {"campaigns of yarl", "yarl", make_loot, 4},
        {"floors of yarl", "yarl", make_threat, 2},
    };
    for (size_t i = 0; i < LENGTH_OF(rows); i++) {
        source from = {.design = ruleset_with(rows[i].ruleset, NULL), .make = rows[i].make};
        check(&from, rows[i].name, 20, times(REPETITIONS) / (full ? 1 : rows[i].share));
        if (full)
            check(&from, rows[i].name, 1000, times(REPETITIONS) / 10);
        wyrm_design_free(from.design);
    }
    print_message("%zu of %zu rows significantly below 93 %%\n", wrong_rows, all_rows);
    assert_true(wrong_rows * 400 <= all_rows);
}

int main(int argc, char **argv)
{
    full = argc > 1 && strcmp(argv[1], "full") == 0;
    return run_suite();
}
