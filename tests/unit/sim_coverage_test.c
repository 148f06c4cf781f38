/* Intervals keep their word where games are played: of a pool of runs the truth is known, and small
 * simulations drawn from it are summed up as any other. What is printed of them is held to be so, row by
 * row: depths that a handful reach, monsters that are seldom met, causes of death that are listed.
 *
 * With the word `full` every shipped ruleset is drawn from 5,000 times at 20 and at 1,000 runs, for the
 * table of docs/statistics.md: `meson test --benchmark sim_coverage --verbose`. */
#include "played.h"
#include "runs_by_hand.h"

enum { FIGURES_MAX = 20000, KINDS_MAX = 64, SEED = 20 };

/* One figure of a summary as it is printed. */
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

/* ------------------------------------------------------------------ what is printed */

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

static void add_ratio(figures *out, const wyrm_clusters *clusters)
{
    add(out, wyrm_clusters_ratio(clusters), wyrm_ratio_interval(clusters, 0.95), clusters->x > 0);
}

static void add_quantiles(figures *out, const wyrm_counts *counts)
{
    const double shares[] = {0.1, 0.25, 0.5, 0.75, 0.9};
    for (size_t i = 0; i < LENGTH_OF(shares); i++) {
        wyrm_interval ci95;
        double value = wyrm_counts_quantile(counts, shares[i], &ci95);
        add(out, value, ci95, true);
    }
}

/* A column of all depths of the pool. */
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

/* Causes of death at depths, in a fixed order; those that did not occur are not listed. */
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

static void read_figures(const wyrm_summary *summary, size_t depths, figures *out)
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

/* ------------------------------------------------------------------ the pool */

typedef struct pool {
    wyrm_run *runs;
    size_t count, room;
} pool;

static wyrm_status keep(const wyrm_run *run, void *context, wyrm_error *error)
{
    pool *into = context;
    (void)error;
    into->runs[into->count++] = *run;
    return WYRM_OK;
}

static pool play_pool(const wyrm_design *design, const char *bot, uint64_t runs)
{
    pool made = {.runs = calloc(runs, sizeof *made.runs), .room = runs};
    wyrm_sim_options options = {
        .seed = SEED, .runs = runs, .threads = 2, .take = keep, .take_context = &made};
    wyrm_summary *summary;
    wyrm_error error = {0};
    assert_non_null(made.runs);
    assert_ok(wyrm_bot_find(bot, &options.run.bot, &error), &error);
    assert_ok(wyrm_simulate(design, &options, &summary, &error), &error);
    wyrm_summary_free(summary);
    return made;
}

/* `count` runs of the pool, each drawn anew (random NULL: all of them once). */
static wyrm_summary *sum_up(const wyrm_design *design, pool *from, size_t count,
                            test_random *random)
{
    wyrm_summing *summing;
    wyrm_summary *summary;
    wyrm_error error = {0};
    assert_ok(wyrm_summing_new(design, SEED, &summing, &error), &error);
    for (size_t i = 0; i < count; i++) {
        wyrm_run *run =
            &from->runs[random ? (size_t)random_below(random, (int64_t)from->count) : i];
        run->run = i;
        assert_ok(wyrm_summing_add(summing, run, &error), &error);
    }
    assert_ok(wyrm_summing_up(summing, &summary, &error), &error);
    wyrm_summing_free(summing);
    return summary;
}

/* ------------------------------------------------------------------ the table */

typedef struct tally {
    int printed, held;
} tally;

static double slack(double share, int made)
{
    return 3.1 * sqrt(share * (1 - share) / made);
}

/* One line a kind: how many of all its intervals held the truth, of the row that did worst, and how
 * many rows are significantly below 93 %, or above 97 %. */
static size_t print_kind(const figures *truth, const tally *tallies, size_t which, int repetitions)
{
    int printed = 0, held = 0, rows = 0, below = 0, above = 0;
    double worst = 1;
    size_t worst_row = 0, first = 0;
    while (first < truth->count && truth->kinds[first] != which)
        first++;
    for (size_t i = first; i < truth->count && truth->kinds[i] == which; i++) {
        const tally *row = &tallies[i];
        printed += row->printed;
        held += row->held;
        if (row->printed < repetitions / 50 || row->printed < 30)
            continue;
        double share = (double)row->held / row->printed;
        rows++;
        below += share < 0.93 - slack(0.93, row->printed);
        above += share > 0.97 + slack(0.97, row->printed);
        if (share < worst) {
            worst = share;
            worst_row = i;
        }
    }
    if (rows > 0)
        print_message("%-28s %5.1f %% of %8d, %3d rows, worst %5.1f %% (row %zu, of %d, truth "
                      "%.4g), %d below, %d above%s\n",
                      truth->names[which], 100.0 * held / printed, printed, rows, 100 * worst,
                      worst_row - first, tallies[worst_row].printed, truth->list[worst_row].value,
                      below, above, below > 0 ? "  <--" : "");
    return (size_t)below;
}

static size_t check(const wyrm_design *design, pool *from, size_t runs, int repetitions)
{
    static figures truth, seen;
    static tally tallies[FIGURES_MAX];
    test_random random = {SEED + runs};
    memset(tallies, 0, sizeof tallies);
    wyrm_summary *all = sum_up(design, from, from->count, NULL);
    size_t depths = all->depth_count, wrong = 0;
    read_figures(all, depths, &truth);
    wyrm_summary_free(all);
    for (int r = 0; r < repetitions; r++) {
        wyrm_summary *summary = sum_up(design, from, runs, &random);
        read_figures(summary, depths, &seen);
        wyrm_summary_free(summary);
        assert_int_equal(seen.count, truth.count);
        for (size_t i = 0; i < seen.count; i++) {
            const figure *shown = &seen.list[i];
            double value = truth.list[i].value, slip = 1e-9 * fabs(value) + 1e-12;
            if (!shown->printed)
                continue;
            assert_true(shown->ci95.low <= shown->value + slip &&
                        shown->value - slip <= shown->ci95.high);
            assert_true(shown->ci95.low < shown->ci95.high || truth.kinds[i] == 5 ||
                        truth.kinds[i] == 6);
            tallies[i].printed++;
            tallies[i].held += shown->ci95.low <= value + slip && value - slip <= shown->ci95.high;
        }
    }
    for (size_t k = 0; k < truth.kind_count; k++)
        wrong += print_kind(&truth, tallies, k, repetitions);
    return wrong;
}

int main(int argc, char **argv)
{
    const char *rulesets[] = {"ruggrogue", "tutorial", "bob-and-trev", "yarl"};
    for (int i = 0; i < 4; i++) {
        if (argc > 1 && strcmp(argv[1], rulesets[i]) != 0)
            continue;
        wyrm_design *design = design_with(rulesets[i], NULL);
        pool from = play_pool(design, "explorer", argc > 2 ? strtoul(argv[2], 0, 10) : 200);
        size_t sizes[] = {20, 100, 1000};
        for (int s = 0; s < 3; s++) {
            if (argc > 4 && strtoul(argv[4], 0, 10) != sizes[s])
                continue;
            print_message("%s, %zu runs\n", rulesets[i], sizes[s]);
            check(design, &from, sizes[s], argc > 3 ? atoi(argv[3]) : 300);
        }
    }
    return 0;
}
