/* Hit points under blows, computed in blocks of neighbours, against one value at a time: the bits
 * are the same, with wide vector registers and with narrow ones, of which a processor has one
 * kind. */
#include "helpers.h"

#include "combat/chain.h"

enum { TOP = 200, LONGEST = 60, BLOWS = 40, CASES = 60 };

/* Damage up to this many hit points, with gaps; now and then almost only a few values. */
static wyrm_pmf *random_damage(test_random *random)
{
    wyrm_weighted pairs[LONGEST];
    size_t count = 0;
    const int64_t most = random_between(random, 1, LONGEST), gaps = random_between(random, 1, 6);
    for (int64_t value = random_between(random, 0, most); value <= most && count < LONGEST;
         value += random_between(random, 1, gaps))
        pairs[count++] = (wyrm_weighted){
            value, random_below(random, 4) == 0 ? 1e-18 : 0.05 + random_unit(random)};
    return from_pairs(pairs, count);
}

/* The chance that a blow kills: four sums side by side from the least hit points on, with the
 * remainder, if not four, in the first. */
static double dead_of(const hp_chain *chain, const wyrm_pmf *damage)
{
    double dead[4] = {0.0};
    int64_t last = wyrm_pmf_last(damage) < TOP ? wyrm_pmf_last(damage) : TOP;
    last = chain->greatest < last ? chain->greatest : last;
    const int64_t fours = (last - chain->least + 1) / 4 * 4;
    for (int64_t i = 0; i <= last - chain->least; i++) {
        const double tail = chain->suffers->tail[chain->least + i];
        assert_near(tail, wyrm_pmf_tail(damage, chain->least + i), 1e-15);
        dead[i < fours ? i % 4 : 0] += chain->at[chain->least + i] * tail;
    }
    return chain->least > chain->greatest ? 0.0 : (dead[0] + dead[1]) + (dead[2] + dead[3]);
}

/* Applies one blow to at[1..top], damage by damage in order. */
static void strike_plainly(double at[TOP + 1], const wyrm_pmf *damage)
{
    int last = TOP;
    for (int hp = 1; hp <= TOP; hp++) {
        double now = 0.0;
        for (int64_t by = wyrm_pmf_first(damage); by <= wyrm_pmf_last(damage) && hp + by <= TOP;
             by++)
            now += at[hp + by] * wyrm_pmf_at(damage, by);
        at[hp] = now; /* no other value comes from it any more */
    }
    while (last >= 1 && at[last] < CHAIN_LEAST)
        at[last--] = 0.0;
    for (int hp = 1; hp <= TOP && at[hp] < CHAIN_LEAST; hp++)
        at[hp] = 0.0;
}

static void holds(const hp_chain *chain, const double at[TOP + 1])
{
    double alive = 0.0;
    for (int hp = 1; hp <= TOP; hp++) {
        assert_same_bits(chain->at[hp], at[hp]);
        assert_true(at[hp] <= 0.0 || (chain->least <= hp && hp <= chain->greatest));
        alive += at[hp];
    }
    assert_near(chain->alive, alive, 1e-13 * alive + TOP * CHAIN_LEAST);
}

TEST(blocks_have_the_bits_of_one_number_after_another)
{
    test_random random = {7};
    for (int i = 0; i < CASES; i++) {
        double at[TOP + 1] = {0.0}, numbers[2][2 * LONGEST + 3], room[2][TOP + 2 * LONGEST + 40];
        int32_t blows[2][LONGEST + 1];
        OWNED_PMF *damage = random_damage(&random);
        const int64_t least = random_between(&random, 1, TOP), most = random_between(&random, 0, 9);
        const chain_odds odds[] = {chain_odds_of(damage, TOP, numbers[0], blows[0]),
                                   chain_odds_of(damage, TOP, numbers[1], blows[1])};
        hp_chain usual, other;
        assert_true(chain_doubles(TOP, odds[0].longest) <= LENGTH_OF(room[0]));
        chain_start(&usual, &odds[0], TOP, 0.0, 0, room[0]);
        chain_start(&other, &odds[1], TOP, 0.0, 0, room[1]);
        for (int64_t hp = least; hp <= TOP && hp <= least + most; hp++) {
            at[hp] = random_unit(&random) + 0.01;
            chain_put(&usual, hp, at[hp]);
            chain_put(&other, hp, at[hp]);
        }
        for (int blow = 0; blow < BLOWS; blow++) {
            holds(&usual, at);
            holds(&other, at);
            const double dead = dead_of(&usual, damage);
            strike_plainly(at, damage);
            assert_same_bits(chain_strike(&usual), dead);
            assert_same_bits(chain_strike_by(&other, false), dead);
        }
    }
}
