/* Judging what a game did, for wyrm/verify.h: five tests for each matchup, one correction for all.
 *
 * No single test is good at everything. A miss chance that is off by two points is lost among
 * thirty values of damage, and a correct mean does not show a die that never rolls a six. So each
 * kind of deviation has the test with the most power against it, and a test of the whole
 * distribution covers the rest. The tests of a matchup share its error rate by fixed weights,
 * chosen for what people ask most: with these, a share of one half in a single matchup that is off
 * by two points is found in 97 of 100 logs of 15,000 attacks.
 *
 * A deviation common to many matchups may be invisible in each of them and visible in their sum, so
 * all together are tested once more, with the score test that has the most power against one common
 * change.
 *
 * Floors have no distribution that could be computed: the content of a floor depends on its map,
 * and its difficulty on the floors before. So floors are generated, about ten for each one
 * observed. These are a sample, too: shares are compared by Fisher's exact test, and in the other
 * tests the deviate is shrunk by the error of the generated floors. */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include <wyrm/streams.h>

#include "metrics/internal.h"

static const double weights[WYRM_VERIFY_ASPECT_COUNT] = {
    [WYRM_VERIFY_OF_SHARE] = 0.35,   [WYRM_VERIFY_OF_MEAN] = 0.3,   [WYRM_VERIFY_OF_SPREAD] = 0.1,
    [WYRM_VERIFY_OF_EXTREMES] = 0.1, [WYRM_VERIFY_OF_WHOLE] = 0.15,
};

const char *wyrm_verify_aspect_word(wyrm_verify_kind kind, wyrm_verify_aspect aspect)
{
    static const char *const words[] = {
#define ASPECT_WORD(name, word) [name] = word,
        WYRM_VERIFY_ASPECT_ROWS(ASPECT_WORD)
#undef ASPECT_WORD
    };
    static const char *const shares[] = {[WYRM_VERIFY_NOTHING] = "share",
                                         [WYRM_VERIFY_HITS] = "misses",
                                         [WYRM_VERIFY_FIGHTS] = "won",
                                         [WYRM_VERIFY_FLOORS] = "none"};
    if ((size_t)aspect >= WYRM_VERIFY_ASPECT_COUNT)
        return "";
    return aspect == WYRM_VERIFY_OF_SHARE ? shares[kind] : words[aspect];
}

/* ---- one matchup ---- */

/* What the tests of a matchup compare. */
typedef struct question {
    double chance; /* expected share */
    uint64_t shared, count;
    wyrm_sample amounts; /* amounts.from NULL: there are none */
    size_t cells;
    double *chances;
    uint64_t *times;
    wyrm_verify_outcome *outcomes; /* what each cell stands for */
    /* For floors: the same numbers for generated floors, and how often each number from 0 was
     * observed. `amounts` counts numbers that were never generated with the nearest that was. */
    uint64_t made, made_shared;
    const uint64_t *numbers;
    size_t number_count;
} question;

typedef struct judging {
    base_arena *arena;
    const wyrm_verify *verify;
    wyrm_verified *out;
    wyrm_verify_row *rows;
    question *questions;
    double total; /* sum of the weights of all tests */
    double alarm;
} judging;

/* Adds a cell. `outcome` and `value` are those of wyrm_verify_outcome. */
static void add_cell(question *of, double chance, uint64_t times, int32_t outcome, int64_t value)
{
    of->outcomes[of->cells] = (wyrm_verify_outcome){value, outcome, times};
    of->chances[of->cells] = chance < VERIFY_NEVER ? 0.0 : chance;
    of->times[of->cells++] = times;
}

static void make_cells(judging *all, question *of, size_t room)
{
    of->chances = base_array(all->arena, double, room);
    of->times = base_array(all->arena, uint64_t, room);
    of->outcomes = base_array(all->arena, wyrm_verify_outcome, room);
}

/* Makes a sample from values with weights; none if all weights are 0. */
static void make_amounts(judging *all, question *of, const wyrm_weighted *pairs,
                         const uint64_t *times, size_t count)
{
    base_arena *arena = all->arena;
    double weight = 0.0;
    wyrm_pmf *pmf;
    for (size_t i = 0; i < count; i++)
        weight += pairs[i].weight;
    if (!(weight > 0.0))
        return;
    base_must(arena, wyrm_pmf_from_pairs(pairs, count, &pmf, &arena->error));
    base_keep(arena, pmf, wyrm_pmf_free);
    uint64_t *kept = base_array(arena, uint64_t, wyrm_pmf_length(pmf));
    of->amounts = (wyrm_sample){pmf, kept, 0};
    for (size_t i = 0; i < count; i++)
        if (pairs[i].weight > 0.0) {
            kept[pairs[i].value - wyrm_pmf_first(pmf)] += times[i];
            of->amounts.count += times[i];
        }
}

/* The share is that of attacks without damage: the rules do not distinguish a hit that does none
 * from a miss. */
static void ask_hits(judging *all, const verify_matchup *matchup, question *of)
{
    wyrm_weighted *pairs = base_array(all->arena, wyrm_weighted, matchup->length);
    make_cells(all, of, matchup->length);
    for (size_t i = 0; i < matchup->length; i++) {
        int64_t damage = matchup->first + (int64_t)i;
        double chance = matchup->chances[0][i] < VERIFY_NEVER ? 0.0 : matchup->chances[0][i];
        add_cell(of, chance, matchup->times[0][i], 0, damage);
        pairs[i] = (wyrm_weighted){damage, damage > 0 ? chance : 0.0};
        of->count += matchup->times[0][i];
        of->shared += damage == 0 ? matchup->times[0][i] : 0;
        of->chance += damage == 0 ? chance : 0.0;
    }
    make_amounts(all, of, pairs, matchup->times[0], matchup->length);
}

/* Prepares the tests of fights. If turns are not reported, only the outcomes are tested. */
static void ask_fights(judging *all, const verify_matchup *matchup, question *of)
{
    size_t length = matchup->length;
    uint64_t told = 0;
    bool apart = false; /* turns are reported separately from the winner */
    wyrm_weighted *pairs = base_array(all->arena, wyrm_weighted, length);
    uint64_t *times = base_array(all->arena, uint64_t, length);
    make_cells(all, of, 2 * length + VERIFY_OUTCOMES);
    of->chance = matchup->chance_of[VERIFY_WON];
    of->shared = matchup->of[VERIFY_WON];
    of->count = matchup->count;
    for (size_t i = 0; i < length; i++) {
        pairs[i].value = matchup->first + (int64_t)i;
        for (size_t side = 0; side < 2; side++) {
            double chance = matchup->chances[side][i];
            pairs[i].weight += chance < VERIFY_NEVER ? 0.0 : chance;
            times[i] += matchup->times[side][i];
            told += matchup->times[side][i];
        }
        times[i] += matchup->turns[i];
        apart = apart || matchup->turns[i] > 0;
    }
    make_amounts(all, of, pairs, times, length);
    if (apart) {
        double ended = matchup->chance_of[VERIFY_WON] + matchup->chance_of[VERIFY_LOST];
        for (size_t i = 0; i < length; i++)
            add_cell(of, pairs[i].weight / ended, times[i], WYRM_VERIFY_ENDED, pairs[i].value);
        return;
    }
    bool all_told = told == of->count - matchup->of[VERIFY_NEITHER];
    for (size_t i = 0; i < length && told > 0 && all_told; i++)
        for (size_t side = 0; side < 2; side++)
            add_cell(of, matchup->chances[side][i], matchup->times[side][i], side == 0 ? 1 : -1,
                     pairs[i].value);
    if (of->cells == 0) {
        add_cell(of, matchup->chance_of[VERIFY_WON], matchup->of[VERIFY_WON], 1, -1);
        add_cell(of, matchup->chance_of[VERIFY_LOST], matchup->of[VERIFY_LOST], -1, -1);
    }
    add_cell(of, matchup->chance_of[VERIFY_NEITHER], matchup->of[VERIFY_NEITHER], 0, -1);
}

/* ---- generated floors ---- */

#define MADE_FOR_EACH 10
#define MADE_LEAST    2000
#define MADE_MOST     50000
#define MADE_TELLING  400 /* with fewer floors off the most common number only shares are tested */

/* How often each number of each thing occurred at its depth in generated floors. */
typedef struct made_floors {
    uint64_t floors;
    uint64_t **times; /* by matchup, then number */
} made_floors;

static bool is_of_loot(const verify_thing *thing)
{
    return thing->kind == VERIFY_ITEM || thing->kind == VERIFY_ITEMS;
}

static int64_t number_of(const verify_thing *thing, const wyrm_population *on_it)
{
    int64_t count = 0;
    bool items = is_of_loot(thing);
    size_t all = items ? on_it->item_count : on_it->monster_count;
    if (thing->kind == VERIFY_MONSTERS || thing->kind == VERIFY_ITEMS)
        count = (int64_t)all;
    else
        for (size_t i = 0; i < all; i++)
            count += thing->index ==
                     (items ? on_it->items[i].item.kind : on_it->monsters[i].spawn.monster);
    return count < VERIFY_NUMBER_MAX ? count : VERIFY_NUMBER_MAX;
}

static void count_floor(const wyrm_verify *verify, const wyrm_population *on_it, int32_t depth,
                        made_floors *made)
{
    for (size_t i = 0; i < verify->count; i++)
        if (verify->matchups[i]->depth == depth)
            made->times[i][number_of(&verify->things[verify->matchups[i]->thing], on_it)]++;
}

static void report_progress(const judging *all, uint64_t done, uint64_t of)
{
    const wyrm_verify_options *to = &all->verify->options;
    if (to->progress != NULL && !to->progress((double)done / (double)of, to->context))
        base_refuse(all->arena, WYRM_ERROR_LIMIT, "stopped before all was held against the rules");
}

/* Generates whole dungeons from the first floor on, since a floor may depend on those before.
 * Without counted items loot is left out, which a ruleset may lack; monsters do not depend on
 * it. */
static made_floors make_floors(judging *all)
{
    const wyrm_verify *verify = all->verify;
    bool items = false;
    for (size_t i = 0; i < verify->count; i++)
        items = items || is_of_loot(&verify->things[verify->matchups[i]->thing]);
    const unsigned needed = WYRM_SYSTEMS_OF_A_FLOOR & ~(items ? 0u : (unsigned)WYRM_SYSTEM_LOOT);
    const wyrm_floor_models models = {.mapper = wyrm_design_mapper(verify->design),
                                      .encounter = wyrm_design_encounter(verify->design),
                                      .loot = items ? wyrm_design_loot(verify->design) : NULL};
    made_floors made = {.times = base_array(all->arena, uint64_t *, verify->count)};
    base_must(all->arena, wyrm_design_needs(verify->design, needed,
                                            items ? "what lies on a floor" : "who is on a floor",
                                            &all->arena->error));
    wyrm_map *map = base_new(all->arena, wyrm_map);
    wyrm_population *on_it = base_new(all->arena, wyrm_population);
    int32_t last = 0;
    for (size_t i = 0; i < verify->count; i++) {
        uint64_t wanted = MADE_FOR_EACH * verify->matchups[i]->count;
        made.times[i] = base_array(all->arena, uint64_t, VERIFY_NUMBER_MAX + 1);
        made.floors = wanted > made.floors ? wanted : made.floors;
        last = verify->matchups[i]->depth > last ? verify->matchups[i]->depth : last;
    }
    made.floors = made.floors < MADE_LEAST ? MADE_LEAST : made.floors;
    made.floors = made.floors > MADE_MOST ? MADE_MOST : made.floors;
    for (uint64_t run = 0; run < made.floors; run++) {
        wyrm_difficulty difficulty = wyrm_encounter_start(models.encounter);
        wyrm_loot_state loot = {0};
        report_progress(all, run, made.floors);
        for (int32_t depth = 1; depth <= last; depth++) {
            wyrm_floor_make(&models, verify->options.seed, run, &difficulty, &loot, map, on_it);
            count_floor(verify, on_it, depth, &made);
            if (map->final)
                break;
            wyrm_encounter_descend(models.encounter, &difficulty);
        }
    }
    base_must(all->arena, wyrm_floor_trouble(&models, &all->arena->error));
    return made;
}

/* Prepares the tests of floors. Numbers that no generated floor had count as the nearest that one
 * had: they are not treated as impossible. */
static void ask_floors(judging *all, const verify_matchup *matchup, const uint64_t *made_times,
                       question *of)
{
    uint64_t common = 0;
    size_t room = VERIFY_NUMBER_MAX + 1;
    for (size_t i = 0; i < room; i++) {
        of->made += made_times[i];
        common = made_times[i] > common ? made_times[i] : common;
    }
    if (of->made == 0)
        base_refuse(all->arena, WYRM_ERROR_RANGE,
                    "the log has a floor of depth %d, which none of %" PRIu64
                    " dungeons of the rules has",
                    (int)matchup->depth, all->out->made);
    of->made_shared = made_times[0];
    of->count = matchup->count;
    of->shared = matchup->times[0][0];
    of->numbers = matchup->times[0];
    of->number_count = room;
    of->chance = of->made > 0 ? (double)made_times[0] / (double)of->made : 1.0;
    if (of->made - common < MADE_TELLING)
        return;
    wyrm_weighted *pairs = base_array(all->arena, wyrm_weighted, room);
    uint64_t *times = base_array(all->arena, uint64_t, room);
    size_t last = 0, to = 0;
    for (size_t i = 0; i < room; i++)
        last = made_times[i] > 0 ? i : last;
    while (made_times[to] == 0)
        to++;
    for (size_t i = 0; i < room; i++) {
        to = i <= last && made_times[i] > 0 ? i : to;
        pairs[i] = (wyrm_weighted){(int64_t)i, (double)made_times[i]};
        times[to] += matchup->times[0][i];
    }
    make_amounts(all, of, pairs, times, room);
    make_cells(all, of, room);
    for (size_t i = 0; i < room; i++)
        add_cell(of, pairs[i].weight / (double)of->made, times[i], 0, pairs[i].value);
}

/* ---- tests ---- */

static const wyrm_verify_look no_look = {.expected = (double)NAN,
                                         .expected_ci95 = {(double)NAN, (double)NAN},
                                         .seen = {.value = (double)NAN},
                                         .p = (double)NAN,
                                         .corrected = (double)NAN,
                                         .method = "",
                                         .noticed_down = (double)NAN,
                                         .noticed_up = (double)NAN};

static void record_test(wyrm_verify_look *look, wyrm_goodness found)
{
    look->tested = !isnan(found.p);
    look->p = found.p;
    look->method = found.method;
}

/* Fisher's exact test: given how many floors of both kinds have none, the number among the observed
 * ones is hypergeometric. Two-sided p: twice the smaller tail. Each probability follows from its
 * neighbor's, so they are computed relative to that of the observed number; a tail has at most as
 * many terms as there are floors. */
static wyrm_goodness compare_shares(const question *of)
{
    const double seen = (double)of->shared, having = seen + (double)of->made_shared;
    const double count = (double)of->count, rest = (double)of->made - having;
    double low = 1.0, high = 1.0, chance = 1.0;
    for (double k = seen; k > 0.0 && rest + k > 0.0; k--)
        low += chance *= k * (rest + k) / ((having - k + 1.0) * (count - k + 1.0));
    chance = 1.0;
    for (double k = seen; k < having && k < count; k++)
        high += chance *= (having - k) * (count - k) / ((k + 1.0) * (rest + k + 1.0));
    return (wyrm_goodness){fmin(1.0, 2.0 * fmin(low, high) / (low + high - 1.0)), "exact"};
}

static void look_at_share(const question *of, wyrm_verify_look *look)
{
    bool varies = of->chance > 0.0 && of->chance < 1.0;
    look->expected = of->chance;
    look->expected_ci95 = of->made > 0
                              ? wyrm_share_interval(of->made_shared, of->made, JUDGE_CONFIDENCE)
                              : (wyrm_interval){of->chance, of->chance};
    if (of->count > 0) {
        look->seen = (wyrm_estimate){(double)of->shared / (double)of->count, true,
                                     wyrm_share_interval(of->shared, of->count, JUDGE_CONFIDENCE)};
    }
    if (of->count > 0 && of->made > 0)
        record_test(look, compare_shares(of));
    else if (varies)
        record_test(look, wyrm_goodness_share(of->shared, of->count, of->chance));
}

/* Computes the moments of all observed values from how often each occurred. */
static wyrm_moments moments_seen(const question *of)
{
    const wyrm_sample *sample = &of->amounts;
    const bool numbers = of->numbers != NULL;
    const uint64_t *times = numbers ? of->numbers : sample->times;
    const size_t count = numbers ? of->number_count : wyrm_pmf_length(sample->from);
    wyrm_moments all = {.range = WYRM_AMOUNT};
    for (size_t i = 0; i < count; i++) {
        double value = (double)((numbers ? 0 : wyrm_pmf_first(sample->from)) + (int64_t)i);
        const wyrm_moments same = {
            .range = WYRM_AMOUNT, .count = times[i], .mean = value, .min = value, .max = value};
        if (times[i] > 0)
            wyrm_moments_merge(&all, &same);
    }
    return all;
}

/* Returns the interval of a standard deviation: the logarithm of a variance has the variance
 * (kurtosis - 1) / n. Uses the larger kurtosis of sample and rules; unknown below 100 values. */
static wyrm_interval spread_interval(const wyrm_sample *sample, double kurtosis, double deviation)
{
    double count = (double)sample->count, of_rules = 0.0;
    double mean = wyrm_pmf_mean(sample->from), variance = wyrm_pmf_variance(sample->from);
    for (size_t i = 0; i < wyrm_pmf_length(sample->from); i++) {
        double off = (double)(wyrm_pmf_first(sample->from) + (int64_t)i) - mean;
        of_rules += wyrm_pmf_probabilities(sample->from)[i] * pow(off, 4.0);
    }
    of_rules /= variance * variance;
    double half = 1.96 * sqrt((fmax(kurtosis, of_rules) - 1.0) / count + 2.0 / (count * count));
    if (!(sample->count >= 100) || !isfinite(half))
        return (wyrm_interval){-INFINITY, INFINITY};
    return (wyrm_interval){deviation * exp(-0.5 * half), deviation * exp(0.5 * half)};
}

/* Tests mean, spread and extremes of the amounts. */
static void look_at_amounts(judging *all, const question *of, size_t index, wyrm_verify_row *row)
{
    wyrm_rng rng = wyrm_rng_start(all->verify->options.seed, index, WYRM_STREAM_TESTS, 1);
    const wyrm_sample *sample = &of->amounts;
    wyrm_verify_look *looks = row->looks;
    wyrm_goodness found;
    wyrm_error *error = &all->arena->error;
    if (sample->from == NULL)
        return;
    const double mean = wyrm_pmf_mean(sample->from), sd = wyrm_pmf_sd(sample->from);
    const double half = of->made > 0 ? JUDGE_NORMAL_95 * sd / sqrt((double)of->made) : 0.0;
    looks[WYRM_VERIFY_OF_MEAN].expected = mean;
    looks[WYRM_VERIFY_OF_MEAN].expected_ci95 = (wyrm_interval){mean - half, mean + half};
    looks[WYRM_VERIFY_OF_SPREAD].expected = sd;
    if (sample->count == 0)
        return;
    const wyrm_moments seen = moments_seen(of);
    const wyrm_sample_moments moments = wyrm_sample_moments_of(sample);
    const double deviation = of->numbers != NULL ? wyrm_moments_sd(&seen) : sqrt(moments.variance);
    looks[WYRM_VERIFY_OF_MEAN].seen =
        (wyrm_estimate){seen.mean, true, wyrm_mean_interval(&seen, JUDGE_CONFIDENCE)};
    looks[WYRM_VERIFY_OF_SPREAD].seen =
        (wyrm_estimate){deviation, true, spread_interval(sample, moments.kurtosis, deviation)};
    row->expected = wyrm_goodness_expected_extremes(sample->from, sample->count, JUDGE_CONFIDENCE);
    row->least = (int64_t)seen.min;
    row->greatest = (int64_t)seen.max;
    base_must(all->arena, wyrm_goodness_mean(sample, &rng, &found, error));
    record_test(&looks[WYRM_VERIFY_OF_MEAN], found);
    base_must(all->arena, wyrm_goodness_spread(sample, &rng, &found, error));
    record_test(&looks[WYRM_VERIFY_OF_SPREAD], found);
    record_test(&looks[WYRM_VERIFY_OF_EXTREMES], wyrm_goodness_extremes(sample));
}

/* Counts the cells that can occur. With two, the test of the whole would repeat the share's. */
static size_t cells_with_a_chance(const question *of)
{
    size_t count = 0;
    for (size_t i = 0; i < of->cells; i++)
        count += of->chances[i] > 0.0;
    return count;
}

/* Names the number of a floor cell that deviates most. A cell also counts the neighbouring numbers
 * that no generated floor had (see ask_floors); if the log has one of those more often than the
 * cell's own number is off, that number is named, with an expected share of 0. */
static void name_number(const question *of, double total, wyrm_verify_row *row)
{
    const size_t own = (size_t)row->farthest.value;
    double most = fabs((double)of->numbers[own] - total * row->farthest_expected);
    size_t named = own, from = own, past = own + 1;
    while (from > 0 && !(of->chances[from - 1] > 0.0))
        from--;
    from = from > 0 ? own : 0; /* below it count those of the cell before */
    while (past < of->cells && !(of->chances[past] > 0.0))
        past++;
    for (size_t i = from; i < past; i++)
        if (i != own && (double)of->numbers[i] > most) {
            most = (double)of->numbers[i];
            named = i;
        }
    row->farthest.value = (int64_t)named;
    row->farthest.times = of->numbers[named];
    row->farthest_expected = of->chances[named];
    row->farthest_seen = (double)of->numbers[named] / total;
}

/* Finds the cell whose count deviates by the most standard deviations. */
static void find_farthest(const question *of, wyrm_verify_row *row)
{
    double total = 0.0, most = -1.0;
    for (size_t i = 0; i < of->cells; i++)
        total += (double)of->times[i];
    for (size_t i = 0; i < of->cells && total > 0.0; i++) {
        double chance = of->chances[i], expected = total * chance;
        double off = fabs((double)of->times[i] - expected) / sqrt(expected * (1.0 - chance));
        if (!(chance > 0.0) || !(off > most))
            continue;
        most = off;
        row->farthest = of->outcomes[i];
        row->farthest_expected = chance;
        row->farthest_seen = (double)of->times[i] / total;
    }
    if (of->numbers != NULL && most >= 0.0)
        name_number(of, total, row);
}

static void look_at_whole(judging *all, const question *of, size_t index, wyrm_verify_look *look)
{
    wyrm_goodness found;
    wyrm_rng rng = wyrm_rng_start(all->verify->options.seed, index, WYRM_STREAM_TESTS, 0);
    if (cells_with_a_chance(of) < 3)
        return;
    base_must(all->arena, wyrm_goodness_cells(of->chances, of->times, of->cells, &rng, &found,
                                              &all->arena->error));
    record_test(look, found);
}

static double normal_quantile(double p)
{
    return wyrm_t_quantile(p, INFINITY);
}

/* Shrinks the deviate behind p by the error of the generated floors, which are a sample, too. */
static void shrink_deviate(const question *of, wyrm_verify_look *look)
{
    if (!look->tested || of->made == 0 || !(look->p > 0.0))
        return;
    double z = normal_quantile(1.0 - 0.5 * fmax(look->p, 1e-15));
    look->p = 2.0 * wyrm_normal_cdf(-z / sqrt(1.0 + (double)of->count / (double)of->made));
}

static void look_at(judging *all, size_t index)
{
    const question *of = &all->questions[index];
    wyrm_verify_row *row = &all->rows[index];
    for (size_t i = 0; i < WYRM_VERIFY_ASPECT_COUNT; i++)
        row->looks[i] = no_look;
    row->shared = of->shared;
    row->amounts = of->amounts.count;
    look_at_share(of, &row->looks[WYRM_VERIFY_OF_SHARE]);
    look_at_amounts(all, of, index, row);
    row->farthest_expected = row->farthest_seen = NAN;
    look_at_whole(all, of, index, &row->looks[WYRM_VERIFY_OF_WHOLE]);
    if (row->looks[WYRM_VERIFY_OF_WHOLE].tested)
        find_farthest(of, row);
    for (size_t i = 0; i < WYRM_VERIFY_ASPECT_COUNT; i++)
        if (i != WYRM_VERIFY_OF_SHARE)
            shrink_deviate(of, &row->looks[i]);
}

/* ---- all matchups together ---- */

/* A sum of weighted scores, and what it implies for a change common to all matchups. */
typedef struct scores {
    wyrm_sum_part *parts;
    size_t count;
    double sum;        /* observed */
    double gap, slope; /* observed minus expected, and how much a change of 1 moves it */
    double variance;
} scores;

/* Adds the weighted draws of a matchup; a change of 1 moves the mean of a draw by `moved`. */
static void add_score(judging *all, scores *to, wyrm_sum_part part, double sum, double weight,
                      double moved)
{
    double *values = base_array(all->arena, double, part.count), mean = 0.0, variance = 0.0;
    double draws = (double)part.draws;
    for (size_t i = 0; i < part.count; i++)
        mean += part.chances[i] * part.values[i];
    for (size_t i = 0; i < part.count; i++) {
        values[i] = weight * part.values[i];
        variance += part.chances[i] * (part.values[i] - mean) * (part.values[i] - mean);
    }
    part.values = values;
    to->parts[to->count++] = part;
    to->sum += weight * sum;
    to->gap += weight * (sum - draws * mean);
    to->slope += weight * draws * moved;
    to->variance += weight * weight * draws * variance;
}

/* Lower limit of a share's variance, so that an almost certain one does not outweigh all others. */
#define VARIANCE_LEAST 0.01

static void add_share(judging *all, const question *of, scores *to)
{
    static const double values[] = {0.0, 1.0};
    if (!(of->chance > 0.0 && of->chance < 1.0) || of->count == 0)
        return;
    double *chances = base_array(all->arena, double, 2);
    chances[0] = 1.0 - of->chance;
    chances[1] = of->chance;
    add_score(all, to, (wyrm_sum_part){of->count, 2, values, chances}, (double)of->shared,
              1.0 / fmax(chances[0] * chances[1], VARIANCE_LEAST), 1.0);
}

static void add_mean(judging *all, const question *of, scores *to)
{
    const wyrm_sample *sample = &of->amounts;
    double variance = sample->from != NULL ? wyrm_pmf_variance(sample->from) : 0.0;
    if (sample->count == 0 || !(variance > 0.0))
        return;
    size_t length = wyrm_pmf_length(sample->from), count = 0;
    double *values = base_array(all->arena, double, length), sum = 0.0;
    double *chances = base_array(all->arena, double, length);
    for (size_t i = 0; i < length; i++) {
        double value = (double)(wyrm_pmf_first(sample->from) + (int64_t)i);
        double chance = wyrm_pmf_probabilities(sample->from)[i];
        sum += (double)sample->times[i] * value;
        if (chance > 0.0) {
            values[count] = value;
            chances[count++] = chance;
        }
    }
    double mean = wyrm_pmf_mean(sample->from);
    add_score(all, to, (wyrm_sum_part){sample->count, count, values, chances}, sum,
              mean / fmax(variance, 1e-4 * mean * mean), mean);
}

static void look_at_scores(judging *all, const scores *of, wyrm_verify_look *look)
{
    wyrm_goodness found;
    wyrm_rng rng = wyrm_rng_start(all->verify->options.seed, 0, WYRM_STREAM_TESTS, 2);
    *look = no_look;
    look->expected = 0.0;
    if (of->count == 0)
        return;
    double change = of->gap / of->slope, error = sqrt(of->variance) / of->slope;
    look->seen = (wyrm_estimate){change, true, {change - 1.96 * error, change + 1.96 * error}};
    base_must(all->arena, wyrm_goodness_sum(of->parts, of->count, 0.0, of->sum, &rng, &found,
                                            &all->arena->error));
    record_test(look, found);
}

static void look_together(judging *all)
{
    wyrm_verify_together *to = &all->out->together;
    size_t count = all->verify->count;
    scores share = {.parts = base_array(all->arena, wyrm_sum_part, count)};
    scores mean = {.parts = base_array(all->arena, wyrm_sum_part, count)};
    to->there = count > 1 && all->verify->kind != WYRM_VERIFY_FLOORS;
    to->share = to->mean = no_look;
    if (!to->there)
        return;
    for (size_t i = 0; i < count; i++) {
        to->count += all->rows[i].count;
        add_share(all, &all->questions[i], &share);
        add_mean(all, &all->questions[i], &mean);
    }
    look_at_scores(all, &share, &to->share);
    look_at_scores(all, &mean, &to->mean);
}

/* ---- one correction for all ---- */

/* Safety factor for p, since saddlepoint and chi-square approximations are off in the tails. */
#define RESERVE 1.2

/* Lists the tests that were made, with weights proportional to `parts` that sum to `of`. */
static size_t add_looks(judge_test *list, wyrm_verify_look *const *looks, const double *parts,
                        size_t count, double of)
{
    size_t added = 0;
    double sum = 0.0;
    for (size_t i = 0; i < count; i++)
        sum += looks[i]->tested ? parts[i] : 0.0;
    for (size_t i = 0; i < count; i++)
        if (looks[i]->tested)
            list[added++] = (judge_test){looks[i], RESERVE * looks[i]->p, of * parts[i] / sum, 0};
    return added;
}

static size_t gather_looks(judging *all, judge_test *list)
{
    static const double halves[] = {0.5, 0.5};
    wyrm_verify_together *together = &all->out->together;
    wyrm_verify_look *const both[] = {&together->share, &together->mean};
    size_t count = 0;
    for (size_t row = 0; row < all->verify->count; row++) {
        wyrm_verify_look *looks[WYRM_VERIFY_ASPECT_COUNT];
        for (size_t i = 0; i < WYRM_VERIFY_ASPECT_COUNT; i++)
            looks[i] = &all->rows[row].looks[i];
        count += add_looks(list + count, looks, weights, WYRM_VERIFY_ASPECT_COUNT, 1.0);
    }
    return count + add_looks(list + count, both, halves, 2, (double)all->verify->count);
}

static void correct_p(judging *all)
{
    size_t room = all->verify->count * WYRM_VERIFY_ASPECT_COUNT + 2;
    judge_test *list = base_array(all->arena, judge_test, room);
    size_t count = gather_looks(all, list);
    all->total = judge_correct(list, count);
    for (size_t i = 0; i < count; i++) {
        wyrm_verify_look *look = list[i].of;
        look->corrected = list[i].p;
        look->off = look->corrected <= all->alarm;
    }
}

/* ---- detectable changes ---- */

/* Returns the level of a test at the first step of the correction, as if nothing else were off. */
static double level_of(const judging *all, double weight)
{
    return all->alarm / RESERVE * weight / fmax(all->total, weight);
}

static double weight_in(const wyrm_verify_row *row, wyrm_verify_aspect aspect)
{
    double sum = 0.0;
    for (size_t i = 0; i < WYRM_VERIFY_ASPECT_COUNT; i++)
        sum += row->looks[i].tested || i == aspect ? weights[i] : 0.0;
    return weights[aspect] / sum;
}

static double reach(double level)
{
    return normal_quantile(1.0 - 0.5 * level) + normal_quantile(WYRM_VERIFY_POWER);
}

static void notice_share(const judging *all, const question *of, wyrm_verify_row *row)
{
    wyrm_verify_look *look = &row->looks[WYRM_VERIFY_OF_SHARE];
    double worth = of->made > 0 ? 1.0 / (1.0 + (double)of->count / (double)of->made) : 1.0;
    wyrm_interval told = wyrm_goodness_share_reach(
        of->chance, (uint64_t)(worth * (double)of->count),
        level_of(all, weight_in(row, WYRM_VERIFY_OF_SHARE)), WYRM_VERIFY_POWER);
    look->noticed_down = of->chance - told.low;
    look->noticed_up = told.high - of->chance;
}

/* Computes the change of the mean that would be noticed; 0 if all amounts are equal. */
static void notice_mean(const judging *all, const question *of, wyrm_verify_row *row)
{
    wyrm_verify_look *look = &row->looks[WYRM_VERIFY_OF_MEAN];
    const wyrm_sample *sample = &of->amounts;
    if (sample->from == NULL || sample->count == 0)
        return;
    double worth = of->made > 0 ? 1.0 + (double)of->count / (double)of->made : 1.0;
    double error = wyrm_pmf_sd(sample->from) * sqrt(worth / (double)sample->count);
    look->noticed_up = look->noticed_down =
        error * reach(level_of(all, weight_in(row, WYRM_VERIFY_OF_MEAN)));
}

static void notice_together(const judging *all, wyrm_verify_look *look)
{
    if (!look->tested)
        return;
    double error = (look->seen.ci95.high - look->seen.ci95.low) / (2.0 * 1.96);
    bool both = all->out->together.share.tested && all->out->together.mean.tested;
    double weight = (both ? 0.5 : 1.0) * (double)all->verify->count;
    look->noticed_up = look->noticed_down = error * reach(level_of(all, weight));
}

/* ---- verdicts ---- */

/* Whether changes of `most` would be noticed in both directions. A direction without room for such
 * a change does not count. */
static bool notices(const wyrm_verify_look *look, double most, double room_down, double room_up)
{
    bool down = look->noticed_down <= most || room_down < most;
    bool up = look->noticed_up <= most || room_up < most;
    return down && up;
}

static bool row_notices(wyrm_verify_kind kind, const wyrm_verify_row *row)
{
    const wyrm_verify_look *share = &row->looks[WYRM_VERIFY_OF_SHARE],
                           *mean = &row->looks[WYRM_VERIFY_OF_MEAN];
    /* Turns may be computable but not reported. */
    bool has_mean = mean->expected > 0.0 && (kind != WYRM_VERIFY_FIGHTS || row->amounts > 0);
    double of_mean = WYRM_VERIFY_MEAN * mean->expected;
    if (kind == WYRM_VERIFY_FLOORS && of_mean < WYRM_VERIFY_NUMBER)
        of_mean = WYRM_VERIFY_NUMBER; /* for rare things the share decides */
    return notices(share, WYRM_VERIFY_SHARE, share->expected, 1.0 - share->expected) &&
           (!has_mean || mean->noticed_up <= of_mean);
}

static void judge_row(const judging *all, const question *of, wyrm_verify_row *row)
{
    bool off = row->impossible_times > 0;
    notice_share(all, of, row);
    notice_mean(all, of, row);
    for (size_t i = 0; i < WYRM_VERIFY_ASPECT_COUNT; i++)
        off = off || row->looks[i].off;
    row->verdict = off ? WYRM_FAIL : row_notices(all->verify->kind, row) ? WYRM_PASS : WYRM_UNCLEAR;
}

/* Whether each matchup or count is clear. That all of them together are is not enough: it says
 * nothing of a change in one of them. */
static bool is_clear(const judging *all)
{
    bool each = true;
    for (size_t i = 0; i < all->verify->count; i++)
        each = each && all->rows[i].verdict != WYRM_UNCLEAR;
    return each;
}

static void give_verdicts(judging *all)
{
    wyrm_verified *out = all->out;
    bool off = out->together.share.off || out->together.mean.off;
    for (size_t i = 0; i < all->verify->count; i++) {
        judge_row(all, &all->questions[i], &all->rows[i]);
        /* Each line about floors counts all things, so only the first is summed. */
        out->count += all->verify->matchups[i]->thing == 0 ? all->rows[i].count : 0;
        out->off_count += all->rows[i].verdict == WYRM_FAIL;
    }
    notice_together(all, &out->together.share);
    notice_together(all, &out->together.mean);
    off = off || out->off_count > 0;
    out->verdict = off ? WYRM_FAIL : is_clear(all) ? WYRM_PASS : WYRM_UNCLEAR;
}

/* ---- entry point ---- */

static void begin_row(judging *all, const verify_matchup *matchup, wyrm_verify_row *row)
{
    row->attacker = base_copy(all->arena, matchup->attacker);
    row->defender = base_copy(all->arena, matchup->defender);
    row->depth = matchup->depth;
    row->count = matchup->count;
    row->impossible_count = matchup->impossible_count;
    row->impossible_times = matchup->impossible_times;
    memcpy(row->impossible, matchup->impossible, sizeof row->impossible);
}

static void ask(judging *all)
{
    const wyrm_verify *verify = all->verify;
    made_floors made = {0};
    if (verify->kind == WYRM_VERIFY_FLOORS)
        made = make_floors(all);
    all->out->made = made.floors;
    for (size_t i = 0; i < verify->count; i++) {
        begin_row(all, verify->matchups[i], &all->rows[i]);
        if (verify->kind != WYRM_VERIFY_FLOORS)
            report_progress(all, i, verify->count);
        if (verify->kind == WYRM_VERIFY_HITS)
            ask_hits(all, verify->matchups[i], &all->questions[i]);
        else if (verify->kind == WYRM_VERIFY_FIGHTS)
            ask_fights(all, verify->matchups[i], &all->questions[i]);
        else
            ask_floors(all, verify->matchups[i], made.times[i], &all->questions[i]);
    }
}

typedef struct judge_job {
    const wyrm_verify *verify;
} judge_job;

static void judge_log(base_arena *arena, void *result, void *context)
{
    wyrm_verified *out = result;
    const judge_job *job = context;
    const wyrm_verify *verify = job->verify;
    double alarm = verify->options.alarm > 0.0 ? verify->options.alarm : WYRM_VERIFY_ALARM;
    if (verify->count == 0)
        base_refuse(arena, WYRM_ERROR_ARGUMENT, "nothing is counted yet");
    *out = (wyrm_verified){.kind = verify->kind, .alarm = alarm, .row_count = verify->count};
    judging all = {.arena = arena,
                   .verify = verify,
                   .out = out,
                   .rows = base_array(arena, wyrm_verify_row, verify->count),
                   .questions = base_array(arena, question, verify->count),
                   .alarm = alarm};
    out->rows = all.rows;
    wyrm_verify_column *columns = base_array(arena, wyrm_verify_column, verify->column_count);
    for (size_t i = 0; i < verify->column_count; i++)
        columns[i] = (wyrm_verify_column){base_copy(all.arena, verify->columns[i].role),
                                          base_copy(all.arena, verify->columns[i].heading)};
    out->columns = columns;
    out->column_count = verify->column_count;
    ask(&all);
    for (size_t i = 0; i < verify->count; i++)
        look_at(&all, i);
    look_together(&all);
    correct_p(&all);
    give_verdicts(&all);
}

wyrm_status wyrm_verify_judge(const wyrm_verify *verify, wyrm_verified **out, wyrm_error *error)
{
    judge_job job = {verify};
    return base_make(sizeof **out, judge_log, &job, out, error);
}

void wyrm_verified_free(wyrm_verified *verified)
{
    base_unmake(verified);
}
