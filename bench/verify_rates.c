/* Measures what `wyrm verify` promises: how often it fails rules that are those of the game, and
 * how often it finds a change of the rules in 15,000 attacks.
 *
 *   verify_rates LOGS SAME
 *
 * SAME logs are simulated of all matchups of a shipped ruleset together, with nothing changed; LOGS
 * of each matchup alone, with the chance to miss two points up and down, and with the mean damage
 * of a hit 5 % up and down; and LOGS of all together with the same changes. A mean is changed by
 * tilting the chances of the existing damages (e^(t x)), without any new value, since every other
 * way is easier to detect. Matchups whose log says that it is too small for the change are left
 * out. Exits with 1 if more than 1 % fail, or less than 95 % are found, by more than LOGS leave to
 * chance (a thousandth).
 */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <wyrm/streams.h>
#include <wyrm/verify.h>

#define ATTACKS    15000
#define MATCHUPS   512
#define LENGTH_MAX 4096

typedef enum change { SAME, MISS_UP, MISS_DOWN, MEAN_UP, MEAN_DOWN, CHANGES } change;
static const char *const change_names[] = {"same", "miss +2 points", "miss -2 points", "mean +5 %",
                                           "mean -5 %"};

typedef struct matchup {
    char attacker[256], defender[256];
    wyrm_pmf *damage;
    wyrm_alias *from[CHANGES]; /* NULL: no such change */
} matchup;

static matchup matchups[MATCHUPS];
static size_t matchup_count;
static uint64_t log_number;

static void must(wyrm_status status, const wyrm_error *error)
{
    if (status == WYRM_OK)
        return;
    fprintf(stderr, "verify_rates: %s\n", error->message);
    exit(2);
}

/* ---- changed distributions ---- */

/* The mean of a hit if every damage x has e^(t x) times its chance; fills the tilted chances. */
static double tilted(const wyrm_pmf *pmf, double t, wyrm_weighted *pairs)
{
    double sum = 0, mean = 0, hits = wyrm_pmf_tail(pmf, 1);
    for (size_t i = 0; i < wyrm_pmf_length(pmf); i++) {
        int64_t damage = wyrm_pmf_first(pmf) + (int64_t)i;
        double chance = wyrm_pmf_probabilities(pmf)[i];
        double weight =
            chance * (damage > 0 ? exp(t * (double)(damage - wyrm_pmf_last(pmf))) : 1.0);
        pairs[i] = (wyrm_weighted){damage, weight};
        sum += damage > 0 ? weight : 0;
        mean += weight * (double)damage;
    }
    for (size_t i = 0; i < wyrm_pmf_length(pmf); i++)
        if (pairs[i].value > 0)
            pairs[i].weight *= hits / sum;
    return mean / sum;
}

/* Tilts the chances to a mean times `factor`. False if that is impossible: the damage is constant,
 * or already the greatest. */
static bool change_mean(const wyrm_pmf *pmf, double factor, wyrm_weighted *pairs)
{
    double low = -50, high = 50, wanted = factor * tilted(pmf, 0, pairs);
    for (int i = 0; i < 200; i++) {
        double middle = 0.5 * (low + high);
        if (tilted(pmf, middle, pairs) < wanted)
            low = middle;
        else
            high = middle;
    }
    return fabs(tilted(pmf, low, pairs) / wanted - 1) < 1e-6;
}

static bool change_misses(const wyrm_pmf *pmf, double points, wyrm_weighted *pairs)
{
    double misses = wyrm_pmf_at(pmf, 0), hits = 1 - misses;
    if (!(misses > 0 && misses < 1) || misses + points < 0 || misses + points > 1)
        return false;
    for (size_t i = 0; i < wyrm_pmf_length(pmf); i++) {
        int64_t damage = wyrm_pmf_first(pmf) + (int64_t)i;
        double chance = wyrm_pmf_probabilities(pmf)[i];
        pairs[i] =
            (wyrm_weighted){damage, damage > 0 ? chance * (hits - points) / hits : chance + points};
    }
    return true;
}

static bool change_pmf(const wyrm_pmf *pmf, change what, wyrm_weighted *pairs)
{
    if (what == MISS_UP || what == MISS_DOWN)
        return change_misses(pmf, what == MISS_UP ? 0.02 : -0.02, pairs);
    if (what == SAME)
        tilted(pmf, 0, pairs);
    else if (wyrm_pmf_tail(pmf, 1) <= 0)
        return false;
    return what == SAME || change_mean(pmf, what == MEAN_UP ? 1.05 : 0.95, pairs);
}

static void read_matchup(const wyrm_design *design, const char *attacker, const char *defender,
                         const wyrm_combatant *one, const wyrm_combatant *other)
{
    static wyrm_weighted pairs[LENGTH_MAX];
    matchup *to = &matchups[matchup_count];
    wyrm_error error;
    wyrm_pmf *pmf;
    if (matchup_count == MATCHUPS)
        return;
    snprintf(to->attacker, sizeof to->attacker, "%s", attacker);
    snprintf(to->defender, sizeof to->defender, "%s", defender);
    must(wyrm_design_hit(design, one, other, &to->damage, &error), &error);
    if (wyrm_pmf_length(to->damage) > LENGTH_MAX) {
        wyrm_pmf_free(to->damage);
        return;
    }
    for (change what = SAME; what < CHANGES; what++) {
        to->from[what] = NULL;
        if (!change_pmf(to->damage, what, pairs))
            continue;
        must(wyrm_pmf_from_pairs(pairs, wyrm_pmf_length(to->damage), &pmf, &error), &error);
        must(wyrm_alias_new(pmf, &to->from[what], &error), &error);
        wyrm_pmf_free(pmf);
    }
    matchup_count++;
}

static void read_matchups(const wyrm_design *design)
{
    wyrm_matchup_pairs *pairs;
    wyrm_error error;
    must(wyrm_matchup_pairs_of(design, &pairs, &error), &error);
    for (size_t i = 0; i < pairs->count; i++) {
        const wyrm_matchup_pair *pair = &pairs->list[i];
        read_matchup(design, pair->player, pair->monster, &pair->of_player, &pair->of_monster);
        read_matchup(design, pair->monster, pair->player, &pair->of_monster, &pair->of_player);
    }
    wyrm_matchup_pairs_free(pairs);
}

static void free_matchups(void)
{
    for (; matchup_count > 0; matchup_count--) {
        matchup *last = &matchups[matchup_count - 1];
        wyrm_pmf_free(last->damage);
        for (change what = SAME; what < CHANGES; what++)
            wyrm_alias_free(last->from[what]);
    }
}

/* ---- logs ---- */

static void draw_hits(wyrm_verify *verify, const matchup *of, change what, uint64_t attacks,
                      wyrm_rng *rng)
{
    static uint64_t times[LENGTH_MAX];
    static int64_t values[LENGTH_MAX];
    wyrm_error error;
    size_t length = wyrm_pmf_length(of->damage);
    memset(times, 0, sizeof times);
    for (size_t i = 0; i < length; i++)
        values[i] = wyrm_pmf_first(of->damage) + (int64_t)i;
    for (uint64_t i = 0; i < attacks; i++)
        times[wyrm_alias_draw(of->from[what], rng) - values[0]]++;
    must(wyrm_verify_add_hits(verify, of->attacker, of->defender, 0, values, times, length, &error),
         &error);
}

/* Simulates and judges a log of those of some matchups that can have the change (at least one). */
static wyrm_verified *judge_log(const wyrm_design *design, size_t first, size_t count, change what)
{
    size_t changed = 0;
    wyrm_verify *verify;
    wyrm_verified *found;
    wyrm_error error;
    const wyrm_verify_options options = {.seed = ++log_number};
    wyrm_rng rng = wyrm_rng_start(log_number, 0, WYRM_STREAM_COMBAT, 0);
    must(wyrm_verify_new(design, &options, &verify, &error), &error);
    for (size_t i = 0; i < count; i++)
        changed += matchups[first + i].from[what] != NULL;
    for (size_t i = 0; i < count; i++)
        if (matchups[first + i].from[what] != NULL)
            draw_hits(verify, &matchups[first + i], what, ATTACKS / changed, &rng);
    must(wyrm_verify_judge(verify, &found, &error), &error);
    wyrm_verify_free(verify);
    return found;
}

static bool fails(const wyrm_design *design, size_t first, size_t count, change what)
{
    wyrm_verified *found = judge_log(design, first, count, what);
    bool off = found->verdict == WYRM_FAIL;
    wyrm_verified_free(found);
    return off;
}

/* Whether a log without a change claims that it would have shown the change; rare hits, or damage
 * that varies much, need more attacks. */
static bool is_promised(const wyrm_design *design, size_t i, change what)
{
    wyrm_verified *found = judge_log(design, i, 1, SAME);
    const wyrm_verify_look *share = &found->rows[0].looks[WYRM_VERIFY_OF_SHARE];
    const wyrm_verify_look *mean = &found->rows[0].looks[WYRM_VERIFY_OF_MEAN];
    const double least[CHANGES] = {[MISS_UP] = share->noticed_up / 0.02,
                                   [MISS_DOWN] = share->noticed_down / 0.02,
                                   [MEAN_UP] = mean->noticed_up / (0.05 * mean->expected),
                                   [MEAN_DOWN] = mean->noticed_down / (0.05 * mean->expected)};
    bool promised = !(least[what] > 1);
    wyrm_verified_free(found);
    return promised;
}

static uint64_t count_failing(const wyrm_design *design, size_t first, size_t count, change what,
                              uint64_t logs)
{
    uint64_t failing = 0;
    for (uint64_t i = 0; i < logs; i++)
        failing += fails(design, first, count, what);
    return failing;
}

/* Whether k of n is significantly below, or above, a share. */
static bool surely_fewer(uint64_t k, uint64_t n, double share)
{
    return wyrm_goodness_share(k, n, share).p < 0.002 && (double)k < share * (double)n;
}

static bool surely_more(uint64_t k, uint64_t n, double share)
{
    return wyrm_goodness_share(k, n, share).p < 0.002 && (double)k > share * (double)n;
}

/* ---- a ruleset ---- */

static bool report_same(const wyrm_design *design, uint64_t logs)
{
    uint64_t together = count_failing(design, 0, matchup_count, SAME, logs), alone = 0;
    for (uint64_t i = 0; i < logs; i++)
        alone += fails(design, (size_t)(i % matchup_count), 1, SAME);
    printf("  nothing changed: %" PRIu64 " and %" PRIu64 " of %" PRIu64
           " logs fail (all matchups, one)\n",
           together, alone, logs);
    return !surely_more(together, logs, 0.01) && !surely_more(alone, logs, 0.01);
}

static bool has_change(change what)
{
    for (size_t i = 0; i < matchup_count; i++)
        if (matchups[i].from[what] != NULL)
            return true;
    return false;
}

static bool report_change(const wyrm_design *design, change what, uint64_t logs)
{
    uint64_t least = logs, sum = 0, changed = 0;
    size_t worst = 0;
    bool good = true;
    if (!has_change(what)) {
        printf("  %-16s no matchup can have that\n", change_names[what]);
        return true;
    }
    for (size_t i = 0; i < matchup_count; i++) {
        if (matchups[i].from[what] == NULL || !is_promised(design, i, what))
            continue;
        uint64_t found = count_failing(design, i, 1, what, logs);
        good = good && !surely_fewer(found, logs, 0.95);
        worst = found < least ? i : worst;
        least = found < least ? found : least;
        sum += found;
        changed++;
    }
    uint64_t together = count_failing(design, 0, matchup_count, what, logs);
    printf("  %-16s %5.1f %% found, in %" PRIu64 " of %zu matchups; least %5.1f %%%s%s%s%s; "
           "all together %5.1f %%\n",
           change_names[what], 100.0 * (double)sum / (double)(changed * logs), changed,
           matchup_count, 100.0 * (double)least / (double)logs, least < logs ? " (" : "",
           least < logs ? matchups[worst].attacker : "", least < logs ? " -> " : "",
           least < logs ? matchups[worst].defender : "", 100.0 * (double)together / (double)logs);
    return good && !surely_fewer(together, logs, 0.95);
}

int main(int argc, char **argv)
{
    uint64_t logs = argc > 1 ? strtoull(argv[1], NULL, 10) : 200;
    uint64_t same = argc > 2 ? strtoull(argv[2], NULL, 10) : 1000;
    size_t count;
    bool good = true;
    const wyrm_shipped *shipped = wyrm_shipped_rulesets(&count);
    for (size_t i = 0; i < count; i++) {
        wyrm_design *design;
        if (wyrm_design_open(shipped[i].name, &design, NULL) != WYRM_OK)
            return 2;
        read_matchups(design);
        printf("%s\n", shipped[i].name);
        good = report_same(design, same) && good;
        for (change what = MISS_UP; what < CHANGES && logs > 0; what++)
            good = report_change(design, what, logs) && good;
        free_matchups();
        wyrm_design_free(design);
    }
    return good ? 0 : 1;
}
