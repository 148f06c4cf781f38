/* The duel solver against two much simpler ones: the joint distribution of both fighters' hit
 * points, followed from blow to blow on a clock that ticks in twelfths of a turn; and first-step
 * equations solved backwards. They share nothing with the solver, which treats the two sides as
 * separate chains. */
#include "helpers.h"

#include <wyrm/duel.h>

#define HP_MOST    24
#define TURNS_MOST 20000
#define TICKS      12 /* of a turn: durations here are whole numbers of ticks */

/* The compared results, as exact sums over the joint distribution. */
typedef struct brute_duel {
    double p_win, p_lose;
    double turns_mean, turns_sd, turns_mean_given_win;
    double hp_left_mean, hp_left_sd, hp_left_mean_given_win;
    double hp_left[HP_MOST + 1];          /* at the end of a finished fight */
    double opponent_hp_left[HP_MOST + 1]; /* likewise */
    double turns[TURNS_MOST + 1];         /* of finished fights */
    int last_turn;
} brute_duel;

typedef double joint[HP_MOST + 1][HP_MOST + 1]; /* subject's hit points, opponent's */

static wyrm_pmf *random_damage(test_random *random)
{
    wyrm_weighted pairs[5];
    size_t count = 1 + (size_t)random_below(random, LENGTH_OF(pairs));
    for (size_t i = 0; i < count; i++)
        pairs[i] = (wyrm_weighted){random_below(random, 9), 0.05 + random_unit(random)};
    if (random_below(random, 2) == 0)
        pairs[0].value = 0; /* misses */
    if (count == 1 || random_below(random, 3) > 0)
        pairs[count - 1].value = random_between(random, 1, 12);
    return from_pairs(pairs, count);
}

static int max_int(int a, int b)
{
    return a > b ? a : b;
}

/* One attack on the opponent (`on_opponent`) or on the subject, in all states in which both live; a
 * fighter brought to 0 is in row or column 0. */
static void attack(joint state, const wyrm_pmf *damage, bool on_opponent)
{
    joint next = {{0}};
    for (int a = 0; a <= HP_MOST; a++)
        for (int b = 0; b <= HP_MOST; b++) {
            if (state[a][b] == 0)
                continue;
            if (a == 0 || b == 0) {
                next[a][b] += state[a][b];
                continue;
            }
            for (int hit = (int)wyrm_pmf_first(damage); hit <= wyrm_pmf_last(damage); hit++) {
                double p = state[a][b] * wyrm_pmf_at(damage, hit);
                if (on_opponent)
                    next[a][max_int(b - hit, 0)] += p;
                else
                    next[max_int(a - hit, 0)][b] += p;
            }
        }
    memcpy(state, next, sizeof next);
}

/* Hit points regained at the end of turn `turn`, from 1. */
static int given(double regeneration, int turn)
{
    return (int)(floor(turn * regeneration) - floor((turn - 1) * regeneration));
}

static void regenerate(joint state, int subject_gain, int subject_most, int opponent_gain,
                       int opponent_most)
{
    joint next = {{0}};
    for (int a = 1; a <= HP_MOST; a++)
        for (int b = 1; b <= HP_MOST; b++) {
            int more_a = a + subject_gain > subject_most ? subject_most : a + subject_gain;
            int more_b = b + opponent_gain > opponent_most ? opponent_most : b + opponent_gain;
            next[more_a][more_b] += state[a][b];
        }
    memcpy(state, next, sizeof next);
}

/* Moves decided states out of the joint distribution; returns what is still fighting. */
static double settle(joint state, brute_duel *duel, int turn)
{
    double fighting = 0;
    for (int a = 0; a <= HP_MOST; a++)
        for (int b = 0; b <= HP_MOST; b++) {
            if (a > 0 && b > 0) {
                fighting += state[a][b];
                continue;
            }
            if (b == 0) {
                duel->p_win += state[a][b];
                duel->turns_mean_given_win += turn * state[a][b];
            } else {
                duel->p_lose += state[a][b];
            }
            duel->hp_left[a] += state[a][b];
            duel->opponent_hp_left[b] += state[a][b];
            duel->turns[turn] += state[a][b];
            state[a][b] = 0;
        }
    return fighting;
}

/* Turns sums of probabilities into means over finished fights. */
static void finish(brute_duel *duel)
{
    double finished = duel->p_win + duel->p_lose, squares = 0, hp_squares = 0;
    for (int turn = 1; turn <= duel->last_turn; turn++) {
        duel->turns[turn] /= finished;
        duel->turns_mean += turn * duel->turns[turn];
    }
    for (int turn = 1; turn <= duel->last_turn; turn++)
        squares += (turn - duel->turns_mean) * (turn - duel->turns_mean) * duel->turns[turn];
    duel->turns_sd = sqrt(squares);
    double winning = duel->p_win > 0 ? duel->p_win : 1;
    duel->turns_mean_given_win /= winning;
    for (int hp = 0; hp <= HP_MOST; hp++) {
        duel->hp_left_mean_given_win += hp * duel->hp_left[hp] / winning;
        duel->hp_left[hp] /= finished;
        duel->opponent_hp_left[hp] /= finished;
        duel->hp_left_mean += hp * duel->hp_left[hp];
    }
    for (int hp = 0; hp <= HP_MOST; hp++)
        hp_squares += (hp - duel->hp_left_mean) * (hp - duel->hp_left_mean) * duel->hp_left[hp];
    duel->hp_left_sd = sqrt(hp_squares);
}

static int ticks_of(const wyrm_fighter *fighter)
{
    const wyrm_ratio of = fighter->duration;
    return of.denominator == 0 ? TICKS : (int)(of.numerator * TICKS / of.denominator);
}

/* One fight with these hit points and maxima. False if it does not end within TURNS_MOST turns. */
static bool brute_fight(const wyrm_fighter *subject, const wyrm_fighter *opponent, bool first,
                        double chance, const int64_t hp[2], const int64_t most[2], brute_duel *duel)
{
    joint state = {{0}};
    state[hp[0]][hp[1]] = chance;
    const wyrm_fighter *one = first ? subject : opponent, *other = first ? opponent : subject;
    for (int tick = 0; tick < TURNS_MOST * TICKS; tick++) {
        int turn = tick / TICKS;
        if (tick % TICKS == 0 && turn > 0)
            regenerate(state, given(subject->regeneration, turn), (int)most[0],
                       given(opponent->regeneration, turn), (int)most[1]);
        bool now = tick % ticks_of(one) == 0, then = tick % ticks_of(other) == 0;
        if (now)
            attack(state, one->damage, first);
        if (then)
            attack(state, other->damage, !first);
        duel->last_turn = max_int(duel->last_turn, turn + 1);
        if ((now || then) && settle(state, duel, turn + 1) < 1e-16)
            return true;
    }
    return false;
}

/* The mixture of the fights over all rolls. */
static bool brute_solve(const wyrm_fighter *subject, const wyrm_fighter *opponent,
                        wyrm_striker striker, brute_duel *duel)
{
    const wyrm_pmf *a = subject->hp_roll, *b = opponent->hp_roll;
    memset(duel, 0, sizeof *duel);
    for (int64_t i = a ? 1 : subject->hp; i <= (a ? HP_MOST : subject->hp); i++)
        for (int64_t j = b ? 1 : opponent->hp; j <= (b ? HP_MOST : opponent->hp); j++) {
            double chance = (a ? wyrm_pmf_at(a, i) : 1) * (b ? wyrm_pmf_at(b, j) : 1);
            if (chance > 0 &&
                !brute_fight(subject, opponent, striker == WYRM_SUBJECT_FIRST, chance,
                             (int64_t[]){i, j},
                             (int64_t[]){a ? i : subject->max_hp, b ? j : opponent->max_hp}, duel))
                return false;
        }
    finish(duel);
    return true;
}

static void check_pmf(const wyrm_pmf *pmf, const double *wanted, int last, uint64_t seed)
{
    assert_non_null(pmf);
    assert_holds(wyrm_pmf_first(pmf) >= 0, seed);
    for (int value = 0; value <= last; value++)
        assert_near_seeded(wyrm_pmf_at(pmf, value), wanted[value], 1e-12, seed);
}

static void check_duel(const wyrm_fighter *subject, const wyrm_fighter *opponent,
                       wyrm_striker striker, const brute_duel *wanted, uint64_t seed)
{
    wyrm_duel duel;
    OWNED_DUEL distributions;
    assert_works(
        wyrm_duel_distribute(subject, opponent, striker, &duel, &distributions, &last_error));
    double turns = 1e-11 * wanted->turns_mean;
    assert_near_seeded(duel.p_win, wanted->p_win, 1e-12, seed);
    assert_near_seeded(duel.p_lose, wanted->p_lose, 1e-12, seed);
    assert_near_seeded(duel.turns_mean, wanted->turns_mean, turns, seed);
    assert_near_seeded(duel.turns_sd, wanted->turns_sd, 1e-9 * (1 + wanted->turns_sd), seed);
    assert_near_seeded(duel.hp_left_mean, wanted->hp_left_mean, 1e-10, seed);
    assert_near_seeded(duel.hp_left_sd, wanted->hp_left_sd, 1e-7, seed);
    if (wanted->p_win > 1e-9) {
        assert_near_seeded(duel.turns_mean_given_win, wanted->turns_mean_given_win,
                           turns / wanted->p_win, seed);
        assert_near_seeded(duel.hp_left_mean_given_win, wanted->hp_left_mean_given_win,
                           1e-10 / wanted->p_win, seed);
    } else if (wanted->p_win == 0) {
        assert_holds(isnan(duel.turns_mean_given_win) && isnan(duel.hp_left_mean_given_win), seed);
        assert_null(distributions.turns_given_win);
        assert_null(distributions.hp_left_given_win);
    }
    check_pmf(distributions.turns, wanted->turns, wanted->last_turn, seed);
    check_pmf(distributions.hp_left, wanted->hp_left, HP_MOST, seed);
    check_pmf(distributions.opponent_hp_left, wanted->opponent_hp_left, HP_MOST, seed);
}

/* A random fighter and the pmfs it borrows. */
typedef struct owned_fighter {
    wyrm_fighter is;
    wyrm_pmf *damage, *roll;
} owned_fighter;

static void make_fighter(test_random *random, bool regeneration, owned_fighter *of)
{
    const double rates[] = {0, 0.1, 0.25, 1.0 / 3, 0.5, 0.9, 1, 1.5};
    *of = (owned_fighter){.damage = random_damage(random)};
    int64_t most = random_between(random, 1, HP_MOST);
    double rate = rates[random_below(random, LENGTH_OF(rates))];
    of->is = (wyrm_fighter){.damage = of->damage,
                            .hp = random_between(random, 1, most),
                            .max_hp = most,
                            .regeneration = regeneration ? rate : 0};
}

/* Another duration and rolled hit points, each for half of the fighters. */
static void make_unusual(test_random *random, owned_fighter *of)
{
    const wyrm_ratio durations[] = {{1, 2}, {2, 1}, {2, 3}, {3, 4}, {4, 3}, {5, 2}, {1, 3}, {6, 4}};
    if (random_below(random, 2) == 0)
        of->is.duration = durations[random_below(random, LENGTH_OF(durations))];
    if (random_below(random, 2) == 0) {
        wyrm_weighted pairs[3];
        for (size_t i = 0; i < LENGTH_OF(pairs); i++)
            pairs[i] =
                (wyrm_weighted){random_between(random, 1, of->is.max_hp), random_unit(random)};
        of->roll = from_pairs(pairs, LENGTH_OF(pairs));
        of->is.hp_roll = of->roll;
        of->is.hp = 0;
    }
}

static void free_fighter(owned_fighter *of)
{
    wyrm_pmf_free(of->damage);
    wyrm_pmf_free(of->roll);
}

/* Compares random fighters; `regeneration`: with regeneration. */
static void random_duels(uint64_t seeds, bool regeneration, bool unusual)
{
    static brute_duel wanted;
    int solved = 0, tried = 0;
    for (uint64_t seed = 1; seed <= seeds; seed++) {
        test_random random = {seed};
        owned_fighter fighters[2];
        for (int i = 0; i < 2; i++) {
            make_fighter(&random, regeneration, &fighters[i]);
            if (unusual)
                make_unusual(&random, &fighters[i]);
        }
        for (int s = 0; s < 2; s++) {
            wyrm_striker striker = s == 0 ? WYRM_SUBJECT_FIRST : WYRM_OPPONENT_FIRST;
            tried++;
            if (!brute_solve(&fighters[0].is, &fighters[1].is, striker, &wanted))
                continue;
            solved++;
            check_duel(&fighters[0].is, &fighters[1].is, striker, &wanted, seed);
        }
        free_fighter(&fighters[0]);
        free_fighter(&fighters[1]);
    }
    assert_true(solved * 10 > tried * 7); /* most of the fights end */
}

TEST(duels_are_those_of_the_joint_distribution)
{
    random_duels(250, false, false);
}

TEST(duels_with_regeneration_are_those_of_the_joint_distribution)
{
    random_duels(150, true, false);
}

TEST(duels_of_any_schedule_are_those_of_the_joint_distribution)
{
    random_duels(250, false, true);
    random_duels(150, true, true);
}

/* Chance to win and expected turns with the subject to strike and these hit points, given all
 * states with fewer: the state returns to itself only if both do no damage. */
static void first_step_duel(const wyrm_pmf *mine, const wyrm_pmf *theirs, int64_t hp,
                            int64_t opponent_hp, double *p_win, double *turns)
{
    static double win[HP_MOST + 1][HP_MOST + 1], length[HP_MOST + 1][HP_MOST + 1];
    double stay = wyrm_pmf_at(mine, 0) * wyrm_pmf_at(theirs, 0);
    for (int64_t a = 1; a <= hp; a++)
        for (int64_t b = 1; b <= opponent_hp; b++) {
            double won = wyrm_pmf_tail(mine, b), more = 1;
            for (int64_t i = 0; i < b; i++)
                for (int64_t j = 0; j < a; j++) {
                    double p = wyrm_pmf_at(mine, i) * wyrm_pmf_at(theirs, j);
                    if (p == 0 || (i == 0 && j == 0))
                        continue;
                    won += p * win[a - j][b - i];
                    more += p * length[a - j][b - i];
                }
            win[a][b] = won / (1 - stay);
            length[a][b] = more / (1 - stay);
        }
    *p_win = win[hp][opponent_hp];
    *turns = length[hp][opponent_hp];
}

TEST(duels_solve_their_first_step_equations)
{
    for (uint64_t seed = 1; seed <= 300; seed++) {
        test_random random = {seed * 31};
        OWNED_PMF *mine = random_damage(&random), *theirs = random_damage(&random);
        int64_t hp = random_between(&random, 1, HP_MOST);
        int64_t opponent_hp = random_between(&random, 1, HP_MOST);
        double stay = wyrm_pmf_at(mine, 0) * wyrm_pmf_at(theirs, 0);
        if (stay < 0.95) {
            double p_win, turns;
            first_step_duel(mine, theirs, hp, opponent_hp, &p_win, &turns);
            const wyrm_fighter subject = {.damage = mine, .hp = hp, .max_hp = hp};
            const wyrm_fighter opponent = {
                .damage = theirs, .hp = opponent_hp, .max_hp = opponent_hp};
            wyrm_duel duel;
            assert_works(
                wyrm_duel_solve(&subject, &opponent, WYRM_SUBJECT_FIRST, &duel, &last_error));
            assert_near_seeded(duel.p_win, p_win, 1e-12, seed);
            assert_near_seeded(duel.turns_mean, turns, 1e-11 * turns, seed);
        }
    }
}

TEST(hits_to_kill_are_counted_by_brute_force)
{
    for (uint64_t seed = 1; seed <= 200; seed++) {
        test_random random = {seed * 17};
        wyrm_pmf *damage = random_damage(&random), *hits = NULL;
        if (wyrm_pmf_last(damage) == 0) {
            wyrm_pmf_free(damage);
            continue;
        }
        int64_t hp = random_between(&random, 1, HP_MOST);
        assert_works(wyrm_hits_to_kill(damage, hp, &hits, &last_error));
        double left[HP_MOST + 1] = {0}, alive = 1, total = 0;
        left[hp] = 1;
        for (int n = 1; n <= wyrm_pmf_last(hits); n++) {
            double next[HP_MOST + 1] = {0}, killed = 0;
            for (int64_t h = 1; h <= hp; h++)
                for (int64_t hit = wyrm_pmf_first(damage); hit <= wyrm_pmf_last(damage); hit++)
                    if (hit >= h)
                        killed += left[h] * wyrm_pmf_at(damage, hit);
                    else
                        next[h - hit] += left[h] * wyrm_pmf_at(damage, hit);
            memcpy(left, next, sizeof left);
            assert_near_seeded(wyrm_pmf_at(hits, n), killed, 1e-13, seed);
            alive -= killed;
            total += killed;
        }
        assert_near_seeded(total, 1, 1e-13, seed);
        assert_holds(alive < 1e-13, seed);
        assert_holds(wyrm_pmf_first(hits) >= 1, seed);
        wyrm_pmf_free(hits);
        wyrm_pmf_free(damage);
    }
}
