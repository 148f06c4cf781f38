/* Exact duels beside a naive solver (every hit point times every damage, turn by turn, in a plain
 * double loop) and beside simulated fights of the same accuracy. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <wyrm/design.h>
#include <wyrm/streams.h>

#include "combat/fight.h"
#include "combat/internal.h"

#define HP_MOST 512

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static void stop_unless(bool fine, const char *what)
{
    if (fine)
        return;
    fprintf(stderr, "duel_bench: %s\n", what);
    exit(1);
}

static void report(const char *name, double value, const char *unit, double ratio)
{
    printf("%-34s %12.4g %-3s %10.1f x\n", name, value, unit, ratio);
}

/* ---------------------------------------------------------------- a matchup */

typedef struct matchup {
    wyrm_combatant sides[2];
    wyrm_pmf *damage[2]; /* damage of each side's attack on the other */
    wyrm_fighter fighters[2];
} matchup;

static void hit(const wyrm_combat *combat, matchup *m)
{
    for (int s = 0; s < 2; s++) {
        wyrm_matchup attack = {
            .attacker = &m->sides[s], .defender = &m->sides[!s], .distance = 1.0};
        stop_unless(wyrm_combat_hit(combat, &attack, &m->damage[s], NULL) == WYRM_OK, "no hit");
        m->fighters[s] = (wyrm_fighter){
            .damage = m->damage[s], .hp = m->sides[s].hp, .max_hp = m->sides[s].max_hp};
    }
}

static matchup make_matchup(const wyrm_design *design, const char *one, const char *other)
{
    matchup m;
    const wyrm_roster *roster = wyrm_design_roster(design);
    stop_unless(wyrm_roster_combatant(roster, one, &m.sides[0], NULL) == WYRM_OK, one);
    stop_unless(wyrm_roster_combatant(roster, other, &m.sides[1], NULL) == WYRM_OK, other);
    hit(wyrm_design_combat(design), &m);
    return m;
}

static void free_matchup(matchup *m)
{
    wyrm_pmf_free(m->damage[0]);
    wyrm_pmf_free(m->damage[1]);
}

static double solve(const matchup *m)
{
    wyrm_duel duel;
    stop_unless(wyrm_duel_solve(&m->fighters[0], &m->fighters[1], WYRM_SUBJECT_FIRST, &duel,
                                NULL) == WYRM_OK,
                "no duel");
    return duel.p_win;
}

/* ---------------------------------------------------------------- the naive solver */

/* Applies one blow to the distribution at[1..hp]; returns the chance that it kills. */
static double strike_naively(double *at, int64_t hp, const wyrm_pmf *damage)
{
    double next[HP_MOST + 1] = {0.0};
    double killed = 0.0;
    for (int64_t h = 1; h <= hp; h++)
        for (int64_t d = wyrm_pmf_first(damage); d <= wyrm_pmf_last(damage); d++) {
            if (d >= h)
                killed += at[h] * wyrm_pmf_at(damage, d);
            else
                next[h - d] += at[h] * wyrm_pmf_at(damage, d);
        }
    for (int64_t h = 1; h <= hp; h++)
        at[h] = next[h];
    return killed;
}

static double sum_naively(const double *at, int64_t hp)
{
    double sum = 0.0;
    for (int64_t h = 1; h <= hp; h++)
        sum += at[h];
    return sum;
}

static double solve_naively(const matchup *m)
{
    const wyrm_fighter *one = &m->fighters[0], *other = &m->fighters[1];
    double at[2][HP_MOST + 1] = {{0.0}};
    double win = 0.0, mine = 1.0, theirs = 1.0;
    at[0][one->hp] = at[1][other->hp] = 1.0;
    while (mine * theirs > 1e-16) {
        win += strike_naively(at[1], other->hp, one->damage) * mine;
        theirs = sum_naively(at[1], other->hp);
        strike_naively(at[0], one->hp, other->damage);
        mine = sum_naively(at[0], one->hp);
    }
    return win;
}

/* ---------------------------------------------------------------- simulated fights */

static bool fight(const wyrm_alias *const *damage, int64_t mine, int64_t theirs, wyrm_rng *rng)
{
    for (;;) {
        theirs -= wyrm_alias_draw(damage[0], rng);
        if (theirs <= 0)
            return true;
        mine -= wyrm_alias_draw(damage[1], rng);
        if (mine <= 0)
            return false;
    }
}

/* Seconds a fight, measured on a sample; *share is set to the share of fights won. */
static double simulate(const matchup *m, int fights, double *share)
{
    wyrm_alias *damage[2];
    for (int s = 0; s < 2; s++)
        stop_unless(wyrm_alias_new(m->damage[s], &damage[s], NULL) == WYRM_OK, "no alias table");
    const wyrm_alias *const both[2] = {damage[0], damage[1]};
    wyrm_rng rng = wyrm_rng_start(1, 0, WYRM_STREAM_COMBAT, 0);
    int won = 0;
    double begun = now();
    for (int i = 0; i < fights; i++)
        won += fight(both, m->fighters[0].hp, m->fighters[1].hp, &rng);
    double seconds = (now() - begun) / fights;
    wyrm_alias_free(damage[0]);
    wyrm_alias_free(damage[1]);
    *share = (double)won / fights;
    return seconds;
}

/* ---------------------------------------------------------------- what is measured */

/* Seconds a call, the best of five series. */
static double time_duel(const matchup *m, double (*solver)(const matchup *), int times)
{
    double best = INFINITY;
    for (int series = 0; series < 5; series++) {
        double begun = now();
        double sum = 0.0;
        for (int i = 0; i < times; i++)
            sum += solver(m);
        stop_unless(sum > 0.0, "a duel that nobody wins");
        best = fmin(best, (now() - begun) / times);
    }
    return best;
}

static bool bench_one(const wyrm_design *design)
{
    matchup m = make_matchup(design, "player@10,weapon=10,armor=10", "monster@10");
    stop_unless(fabs(solve(&m) - solve_naively(&m)) < 1e-12, "the naive solver disagrees");
    double naive = time_duel(&m, solve_naively, 2000);
    double exact = time_duel(&m, solve, 20000);
    report("duel level 10, naive", 1e6 * naive, "us", 1.0);
    report("duel level 10, exact", 1e6 * exact, "us", naive / exact);
    free_matchup(&m);
    return exact <= 5e-6;
}

/* The same fighters, with attacks of the player that take 5/4 turns. */
static bool bench_schedule(const wyrm_design *design)
{
    matchup m = make_matchup(design, "player@10,weapon=10,armor=10", "monster@10");
    double plain = time_duel(&m, solve, 20000);
    m.fighters[0].duration = (wyrm_ratio){5, 4};
    double durations = time_duel(&m, solve, 20000);
    report("duel level 10, 5/4 turns", 1e6 * durations, "us", plain / durations);
    free_matchup(&m);
    return durations <= 5e-6;
}

/* ---------------------------------------------------------------- shipped rulesets */

/* Seconds of a duel of two combatants, asked for as commands do. `cold`: the attacks are cached but
 * the duel is not; else both are. */
static double time_pair(const wyrm_design *design, const wyrm_combatant *one,
                        const wyrm_combatant *other, bool cold, char method[64])
{
    /* A clock that has already run, because such duels are not cached. */
    const combat_clock clock = {.regenerated = {cold, 0}};
    double best = INFINITY;
    wyrm_duel duel = {.method = ""};
    for (int series = 0; series < 10; series++) {
        const double begun = now();
        for (int i = 0; i < 20; i++)
            if (combat_duel(wyrm_design_combat(design), one, other, WYRM_SUBJECT_FIRST, &clock,
                            &duel, NULL, NULL) != WYRM_OK)
                duel.method = "";
        if (series > 0)
            best = fmin(best, (now() - begun) / 20);
    }
    snprintf(method, 64, "%s", duel.method);
    return best;
}

static int by_time(const void *a, const void *b)
{
    const double one = *(const double *)a, other = *(const double *)b;
    return (one > other) - (one < other);
}

/* One fighter of each ruleset against all its creatures, where no condition ties the two sides
 * together. Ratios are relative to 5 us, which is promised for a cached question. The slowest duels
 * last for hundreds of turns, or have hundreds of hit points: fighter@11 against the kraken with
 * its 472 takes 1.4 million products, which cost 20 us on a core that makes 16 of them a cycle. */
static bool bench_shipped(void)
{
    static const char *const all[][2] = {{"ruggrogue", "player@10,weapon=10,armor=10"},
                                         {"tutorial", "player"},
                                         {"tutorial-before", "player"},
                                         {"yarl", "player"},
                                         {"bob-and-trev", "player"},
                                         {"brogue", "player"},
                                         {"shattered", "hero@10"},
                                         {"srd", "fighter@5,armor=chain_mail+shield"},
                                         {"srd", "fighter@11,armor=plate+shield"}};
    double most = 0.0;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        static double cold[1000];
        size_t count = 0;
        double warm = 0.0, slowest = 0.0;
        char name[160], method[64], worst[64] = "";
        wyrm_design *design;
        wyrm_combatant one, other;
        stop_unless(wyrm_design_open(all[i][0], &design, NULL) == WYRM_OK, all[i][0]);
        const wyrm_roster *roster = wyrm_design_roster(design);
        stop_unless(wyrm_roster_combatant(roster, all[i][1], &one, NULL) == WYRM_OK, all[i][1]);
        for (size_t k = 0; k < wyrm_roster_count(roster) && count < 1000; k++) {
            const char *whom = wyrm_roster_monster(roster, (int32_t)k)->name;
            if (wyrm_roster_combatant(roster, whom, &other, NULL) != WYRM_OK)
                continue;
            const double took = time_pair(design, &one, &other, true, method);
            if (strcmp(method, "exact") != 0)
                continue;
            warm = fmax(warm, time_pair(design, &one, &other, false, method));
            if (took > slowest)
                snprintf(worst, sizeof worst, "%s", whom);
            slowest = fmax(slowest, took);
            cold[count++] = took;
        }
        stop_unless(count > 0, "nobody to fight");
        qsort(cold, count, sizeof *cold, by_time);
        printf("%s, %s against %zu creatures\n", all[i][0], all[i][1], count);
        report("  median, cold", 1e6 * cold[count / 2], "us", 5e-6 / cold[count / 2]);
        snprintf(name, sizeof name, "  slowest, cold: %s", worst);
        report(name, 1e6 * slowest, "us", 5e-6 / slowest);
        report("  slowest, asked before", 1e6 * warm, "us", 5e-6 / warm);
        most = fmax(most, warm);
        wyrm_design_free(design);
    }
    return most <= 5e-6;
}

/* ---------------------------------------------------------------- conditions */

/* Blows of 1 to 12 that hit three times in four; half of the opponent's hits give its victim the
 * condition in slot 0. */
static void blow(__attribute__((unused)) void *context, int side,
                 __attribute__((unused)) size_t number,
                 __attribute__((unused)) const fight_state *own,
                 __attribute__((unused)) const fight_state *other, base_arena *arena,
                 fight_outcomes *out)
{
    static const fight_change gives = {.verb = FIGHT_GIVE, .value = 3};
    fight_outcome *list = base_array(arena, fight_outcome, 25);
    list[0] = (fight_outcome){.chance = 0.25};
    for (size_t i = 1; i < 25; i++)
        list[i] = (fight_outcome){.chance = 0.75 / 24,
                                  .damage = (int64_t)(i + 1) / 2,
                                  .changes = &gives,
                                  .change_count = side == 1 && i % 2 == 0};
    *out = (fight_outcomes){list, 25, 0, 0};
}

/* Times a fight with 50 hit points a side and one condition on one side. */
static double time_fight(const char *name, const fight_slot *condition)
{
    const fight_model model = {
        .sides = {{.hp = 50, .max_hp = 50, .blows = 1, .slots = condition, .slot_count = 1},
                  {.hp = 50, .max_hp = 50, .blows = 1}},
        .blow = blow};
    double best = INFINITY, played = INFINITY;
    wyrm_duel duel, sets;
    for (int i = 0; i < 20; i++) {
        double begun = now();
        stop_unless(fight_solve(&model, WYRM_SUBJECT_FIRST, 0.0, &duel, NULL, NULL) == WYRM_OK,
                    "no fight");
        best = fmin(best, now() - begun);
    }
    double begun = now();
    stop_unless(fight_play(&model, WYRM_SUBJECT_FIRST, 1, &sets, NULL, NULL) == WYRM_OK, "no sets");
    played = now() - begun;
    stop_unless(fabs(sets.p_win - duel.p_win) < 0.02, "set fights disagree");
    printf("%s: p_win %.4f, %s\n", name, duel.p_win, duel.method);
    report("20,000 set fights", 1e3 * played, "ms", 1.0);
    report(name, 1e3 * best, "ms", played / best);
    return best;
}

static bool bench_conditions(void)
{
    wyrm_pmf *damage = NULL;
    stop_unless(wyrm_pmf_uniform(1, 3, &damage, NULL) == WYRM_OK, "no damage");
    const fight_slot poison = {.most = 20, .each_turn = -1, .damage = damage};
    const fight_slot stun = {.most = 3, .each_turn = -1, .helpless = true};
    double slowest = time_fight("poison on one side", &poison);
    slowest = fmax(slowest, time_fight("stun on one side", &stun));
    wyrm_pmf_free(damage);
    return slowest <= 20e-3;
}

/* Times 30 x 30 levels with equal gear, from combatants to results: hits and duels. */
static double time_matrix(const wyrm_design *design, double (*solver)(const matchup *))
{
    wyrm_combatant players[30], monsters[30];
    for (int i = 0; i < 30; i++) {
        char text[64];
        snprintf(text, sizeof text, "player@%d,weapon=%d,armor=%d", i + 1, i + 1, i + 1);
        stop_unless(wyrm_roster_combatant(wyrm_design_roster(design), text, &players[i], NULL) ==
                        WYRM_OK,
                    text);
        snprintf(text, sizeof text, "monster@%d", i + 1);
        stop_unless(wyrm_roster_combatant(wyrm_design_roster(design), text, &monsters[i], NULL) ==
                        WYRM_OK,
                    text);
    }
    double begun = now();
    for (int i = 0; i < 900; i++) {
        matchup m = {.sides = {players[i / 30], monsters[i % 30]}};
        hit(wyrm_design_combat(design), &m);
        solver(&m);
        free_matchup(&m);
    }
    return now() - begun;
}

static bool bench_matrix(const wyrm_design *design)
{
    double naive = INFINITY, exact = INFINITY;
    for (int i = 0; i < 3; i++) {
        naive = fmin(naive, time_matrix(design, solve_naively));
        exact = fmin(exact, time_matrix(design, solve));
    }
    report("matrix 30 x 30, naive", 1e3 * naive, "ms", 1.0);
    report("matrix 30 x 30, exact", 1e3 * exact, "ms", naive / exact);
    return exact <= 20e-3;
}

/* Compares one exact duel with the number of fights whose 95 % interval is p +- 0.001, at a
 * balanced matchup. */
static bool bench_simulation(const wyrm_design *design)
{
    matchup m = make_matchup(design, "player@10,armor=10", "monster@10");
    double share;
    double each = simulate(&m, 200000, &share);
    double p = solve(&m);
    double fights = 1.959963984540054 * 1.959963984540054 * p * (1.0 - p) / (0.001 * 0.001);
    double exact = time_duel(&m, solve, 20000);
    stop_unless(fabs(share - p) < 0.006, "the simulation disagrees");
    printf("balanced matchup: p_win %.4f, simulated %.4f; %.0f fights for +-0.1 %%\n", p, share,
           fights);
    report("simulated fights, +-0.1 %", 1e6 * each * fights, "us", 1.0);
    report("the same matchup, exact", 1e6 * exact, "us", each * fights / exact);
    free_matchup(&m);
    return each * fights >= 1000.0 * exact;
}

int main(void)
{
    wyrm_design *design;
    if (wyrm_design_open("ruggrogue", &design, NULL) != WYRM_OK)
        return 1;
    bool one = bench_one(design);
    one = bench_schedule(design) && one;
    const bool ships = bench_shipped();
    bool conditions = bench_conditions();
    bool matrix = bench_matrix(design);
    bool simulation = bench_simulation(design);
    printf("one duel in at most 5 us: %s\n", one ? "kept" : "MISSED");
    printf("shipped duels asked before in at most 5 us: %s\n", ships ? "kept" : "MISSED");
    printf("poison and stun, 50 hit points each, in at most 20 ms: %s\n",
           conditions ? "kept" : "MISSED");
    printf("30 x 30 in at most 20 ms: %s\n", matrix ? "kept" : "MISSED");
    printf("at least 1,000 times faster than simulation: %s\n", simulation ? "kept" : "MISSED");
    wyrm_design_free(design);
    return one && ships && conditions && matrix && simulation ? 0 : 1;
}
