/* Distributions of duels: they agree with the summary, and sampled fights agree with both. */
#include "helpers.h"

#include <wyrm/duel.h>
#include <wyrm/stats.h>

/* A fight with misses, gaps in the damage, and regeneration. */
typedef struct arena {
    wyrm_pmf *mine, *theirs;
    wyrm_fighter subject, opponent;
} arena;

static wyrm_pmf *pmf_of(const wyrm_weighted *pairs, size_t count)
{
    return from_pairs(pairs, count);
}

static arena arena_of(double regeneration)
{
    arena a;
    a.mine = pmf_of((const wyrm_weighted[]){{0, 10}, {2, 22}, {4, 45}, {6, 23}}, 4);
    a.theirs = pmf_of((const wyrm_weighted[]){{0, 20}, {1, 30}, {3, 30}, {9, 20}}, 4);
    a.subject =
        (wyrm_fighter){.damage = a.mine, .hp = 27, .max_hp = 30, .regeneration = regeneration};
    a.opponent = (wyrm_fighter){
        .damage = a.theirs, .hp = 25, .max_hp = 25, .regeneration = regeneration / 2};
    return a;
}

static void arena_free(arena *a)
{
    wyrm_pmf_free(a->mine);
    wyrm_pmf_free(a->theirs);
}

TEST(distributions_agree_with_the_summary)
{
    const double rates[] = {0, 0.4, 1.5};
    for (size_t r = 0; r < LENGTH_OF(rates); r++)
        for (int s = 0; s < 2; s++) {
            wyrm_striker striker = s == 0 ? WYRM_SUBJECT_FIRST : WYRM_OPPONENT_FIRST;
            arena a = arena_of(rates[r]);
            wyrm_duel duel, alone;
            wyrm_duel_distributions d;
            assert_works(
                wyrm_duel_distribute(&a.subject, &a.opponent, striker, &duel, &d, &last_error));
            assert_works(wyrm_duel_solve(&a.subject, &a.opponent, striker, &alone, &last_error));
            assert_near(duel.p_win, alone.p_win, 1e-15);
            assert_near(duel.turns_mean, alone.turns_mean, 1e-13);
            assert_near(duel.hp_left_sd, alone.hp_left_sd, 1e-11);

            double finished = duel.p_win + duel.p_lose;
            assert_near(wyrm_pmf_mean(d.turns), duel.turns_mean, 1e-11);
            assert_near(wyrm_pmf_sd(d.turns), duel.turns_sd, 1e-9);
            assert_near(wyrm_pmf_mean(d.turns_given_win), duel.turns_mean_given_win, 1e-11);
            assert_near(wyrm_pmf_mean(d.hp_left), duel.hp_left_mean, 1e-11);
            assert_near(wyrm_pmf_sd(d.hp_left), duel.hp_left_sd, 1e-9);
            assert_near(wyrm_pmf_mean(d.hp_left_given_win), duel.hp_left_mean_given_win, 1e-11);
            assert_near(wyrm_pmf_at(d.hp_left, 0), duel.p_lose / finished, 1e-13);
            assert_near(wyrm_pmf_at(d.opponent_hp_left, 0), duel.p_win / finished, 1e-13);
            assert_same_bits(wyrm_pmf_at(d.hp_left_given_win, 0), 0);
            for (int64_t hp = 1; hp <= 30; hp++)
                assert_near(wyrm_pmf_at(d.hp_left_given_win, hp) * duel.p_win / finished,
                            wyrm_pmf_at(d.hp_left, hp), 1e-13);
            assert_true(wyrm_pmf_last(d.hp_left) <= (rates[r] > 0 ? 30 : 27));
            assert_true(wyrm_pmf_last(d.opponent_hp_left) <= 25);
            assert_true(wyrm_pmf_first(d.turns) >= 3); /* nobody dies sooner */
            wyrm_duel_distributions_free(&d);
            wyrm_duel_distributions_free(&d); /* a second time does nothing */
            arena_free(&a);
        }
}

/* Fights once, blow by blow. */
static bool fight(const arena *a, const wyrm_alias *mine, const wyrm_alias *theirs, bool first,
                  wyrm_rng *rng, int64_t *turns, int64_t *hp_left)
{
    int64_t hp = a->subject.hp, foe = a->opponent.hp;
    for (*turns = 1;; ++*turns) {
        for (int blow = 0; blow < 2; blow++) {
            bool own = first == (blow == 0);
            if (own)
                foe -= wyrm_alias_draw(mine, rng);
            else
                hp -= wyrm_alias_draw(theirs, rng);
            if (foe <= 0 || hp <= 0) {
                *hp_left = hp > 0 ? hp : 0;
                return foe <= 0;
            }
        }
        double n = (double)*turns;
        hp += (int64_t)(floor(n * a->subject.regeneration) -
                        floor((n - 1) * a->subject.regeneration));
        foe += (int64_t)(floor(n * a->opponent.regeneration) -
                         floor((n - 1) * a->opponent.regeneration));
        hp = hp < a->subject.max_hp ? hp : a->subject.max_hp;
        foe = foe < a->opponent.max_hp ? foe : a->opponent.max_hp;
    }
}

TEST(fights_that_are_fought_end_as_they_should)
{
    enum { FIGHTS = 40000 };
    for (int which = 0; which < 4; which++) {
        bool first = which % 2 == 0;
        arena a = arena_of(which / 2 * 0.75);
        wyrm_duel duel;
        OWNED_DUEL d;
        assert_ok(wyrm_duel_distribute(&a.subject, &a.opponent,
                                       first ? WYRM_SUBJECT_FIRST : WYRM_OPPONENT_FIRST, &duel, &d,
                                       NULL),
                  NULL);
        wyrm_alias *mine = NULL, *theirs = NULL;
        assert_ok(wyrm_alias_new(a.mine, &mine, NULL), NULL);
        assert_ok(wyrm_alias_new(a.theirs, &theirs, NULL), NULL);
        wyrm_rng rng = wyrm_rng_start(51, (uint64_t)which, 0, 0);
        uint64_t wins = 0, hp_counts[31] = {0};
        wyrm_moments turns = {0};
        for (int i = 0; i < FIGHTS; i++) {
            int64_t length, hp_left;
            wins += fight(&a, mine, theirs, first, &rng, &length, &hp_left);
            wyrm_moments_add(&turns, (double)length);
            hp_counts[hp_left]++;
        }
        wyrm_interval share = wyrm_share_interval(wins, FIGHTS, 0.999);
        wyrm_interval length = wyrm_mean_interval(&turns, 0.999);
        assert_true(share.low <= duel.p_win && duel.p_win <= share.high);
        assert_true(length.low <= duel.turns_mean && duel.turns_mean <= length.high);
        double wanted[31];
        for (int64_t hp = 0; hp <= 30; hp++)
            wanted[hp] = wyrm_pmf_at(d.hp_left, hp);
        assert_fits(hp_counts, wanted, LENGTH_OF(hp_counts));
        wyrm_alias_free(mine);
        wyrm_alias_free(theirs);
        arena_free(&a);
    }
}

TEST(a_win_that_cannot_be_has_no_distribution)
{
    OWNED_PMF *nothing = NULL, *one = NULL;
    assert_ok(wyrm_pmf_point(0, &nothing, NULL), NULL);
    assert_ok(wyrm_pmf_point(1, &one, NULL), NULL);
    const wyrm_fighter harmless = {.damage = nothing, .hp = 5, .max_hp = 5};
    const wyrm_fighter foe = {.damage = one, .hp = 9, .max_hp = 9};
    wyrm_duel duel;
    OWNED_DUEL d;
    assert_ok(wyrm_duel_distribute(&harmless, &foe, WYRM_SUBJECT_FIRST, &duel, &d, NULL), NULL);
    assert_near(duel.p_lose, 1, 1e-15);
    assert_null(d.turns_given_win);
    assert_null(d.hp_left_given_win);
    assert_int_equal(wyrm_pmf_first(d.turns), 5);
    assert_int_equal(wyrm_pmf_last(d.turns), 5);
    assert_int_equal(wyrm_pmf_last(d.hp_left), 0);
    assert_int_equal(wyrm_pmf_first(d.opponent_hp_left), 9);
}
