/* Duels of any schedule: golden fights of three games whose attacks are computed here from their
 * rules, fights worked by hand, sampled fights, and the limits. Small fights against brute force
 * are in duel_brute_test.c. */
#include "helpers.h"

#include <wyrm/stats.h>

#include "combat/internal.h"

#define DAMAGE_MOST 200

/* ---- attacks of three games ---- */

typedef double damages[DAMAGE_MOST]; /* probability of each damage */

static wyrm_pmf *attack(double hit, const damages of)
{
    wyrm_weighted pairs[DAMAGE_MOST] = {{0, 0}};
    for (int i = 0; i < DAMAGE_MOST; i++)
        pairs[i] = (wyrm_weighted){i, hit * of[i]};
    pairs[0].weight += 1 - hit;
    return from_pairs(pairs, LENGTH_OF(pairs));
}

/* Adds one more die with faces least..most. */
static void add_die(damages of, int least, int most)
{
    damages sum = {0};
    for (int i = 0; i < DAMAGE_MOST; i++)
        for (int face = least; of[i] > 0 && face <= most; face++)
            sum[i + face] += of[i] / (most - least + 1);
    memcpy(of, sum, sizeof sum);
}

static double brogue_hit(double accuracy, int64_t defense)
{
    double chance = floor(accuracy * pow(0.877347265, floor(4.0 * (double)defense / 10) / 4));
    return fmin(fmax(chance, 0), 100) / 100;
}

static wyrm_pmf *brogue_monster(const csv *golden, size_t row)
{
    int least = (int)csv_integer(golden, row, "dmg_lo"), clump;
    int over = (int)csv_integer(golden, row, "dmg_hi") - least;
    clump = (int)csv_integer(golden, row, "dmg_clump");
    damages of = {0};
    of[least] = 1;
    for (int i = 0; i < clump; i++)
        add_die(of, 0, over / clump + (i < over % clump));
    return attack(brogue_hit(csv_number(golden, row, "monster_accuracy"),
                             csv_integer(golden, row, "armor_value10")),
                  of);
}

static wyrm_pmf *brogue_player(const csv *golden, size_t row)
{
    double better = pow(1.065, csv_number(golden, row, "enchant"));
    damages of = {[0] = 1};
    add_die(of, (int)fmax(1, floor(csv_number(golden, row, "weapon_lo") * better)),
            (int)fmax(1, floor(csv_number(golden, row, "weapon_hi") * better)));
    return attack(brogue_hit(floor(100 * better), csv_integer(golden, row, "monster_defense")), of);
}

static double subject_wins(const wyrm_fighter *subject, const wyrm_fighter *opponent)
{
    wyrm_duel duel;
    assert_works(wyrm_duel_solve(subject, opponent, WYRM_SUBJECT_FIRST, &duel, &last_error));
    assert_string_equal(duel.method, "exact");
    return duel.p_win;
}

static wyrm_fighter fighter(const wyrm_pmf *damage, int64_t hp)
{
    return (wyrm_fighter){.damage = damage, .hp = hp, .max_hp = hp};
}

static void check_brogue(const csv *golden)
{
    for (size_t row = 0; row < golden->rows; row++) {
        OWNED_PMF *mine = brogue_player(golden, row), *theirs = brogue_monster(golden, row);
        wyrm_fighter player = fighter(mine, csv_integer(golden, row, "player_hp"));
        wyrm_fighter monster = fighter(theirs, csv_integer(golden, row, "monster_hp"));
        monster.duration = (wyrm_ratio){csv_integer(golden, row, "attack_duration"), 100};
        if (golden->rows > 8) /* in the longer table some weapons take other than a turn */
            player.duration = (wyrm_ratio){csv_integer(golden, row, "player_duration"), 100};
        assert_near(subject_wins(&player, &monster), csv_number(golden, row, "p_win"), 1e-9);
    }
}

/* The probability that (u + v) / 2 is at most x. */
static double triangle_below(double x)
{
    return x <= 0.5 ? 2 * x * x : 1 - 2 * (1 - x) * (1 - x);
}

static void triangular(damages of, int least, int most)
{
    int n = most - least + 1;
    memset(of, 0, sizeof(damages));
    for (int i = 0; i < n; i++)
        of[least + i] = triangle_below((i + 1.0) / n) - triangle_below((double)i / n);
}

static wyrm_pmf *shattered(double accuracy, double evasion, const int damage[2], const int armor[2])
{
    damages blow, stops, left = {0};
    triangular(blow, damage[0], damage[1]);
    triangular(stops, armor[0], armor[1]);
    for (int i = 0; i <= damage[1]; i++)
        for (int j = 0; j <= armor[1]; j++)
            left[i > j ? i - j : 0] += blow[i] * stops[j];
    return attack(accuracy >= evasion ? 1 - evasion / (2 * accuracy) : accuracy / (2 * evasion),
                  left);
}

static void check_shattered(const csv *golden)
{
    for (size_t row = 0; row < golden->rows; row++) {
#define CELL(name) ((int)csv_integer(golden, row, name))
        int level = CELL("hero_level"), tier = CELL("weapon_tier"), more = CELL("weapon_level");
        int worn = CELL("armor_level");
        OWNED_PMF *mine = shattered(9 + level, CELL("evasion"),
                                    (int[]){tier + more, 5 * (tier + 1) + more * (tier + 1)},
                                    (int[]){0, CELL("armor_max")});
        OWNED_PMF *theirs =
            shattered(CELL("accuracy"), 4 + level, (int[]){CELL("dmg_lo"), CELL("dmg_hi")},
                      (int[]){worn, CELL("armor_tier") * (2 + worn)});
        wyrm_fighter hero = fighter(mine, 20 + 5 * (level - 1)), mob = fighter(theirs, CELL("hp"));
        mob.duration = (wyrm_ratio){1, CELL("attacks")};
        assert_near(subject_wins(&hero, &mob), csv_number(golden, row, "p_win"), 1e-9);
#undef CELL
    }
}

/* A d20 and `bonus` against armor class; 20 always hits with double dice, 1 never does. */
static wyrm_pmf *srd_blow(int bonus, const char *dice, int64_t armor_class)
{
    int count, sides, plus = 0, faces = 0;
    assert_true(sscanf(dice, "%dd%d+%d", &count, &sides, &plus) >= 2);
    damages plain = {[0] = 1}, critical;
    for (int i = 0; i < count; i++)
        add_die(plain, 1, sides);
    memcpy(critical, plain, sizeof plain);
    for (int i = 0; i < count; i++)
        add_die(critical, 1, sides);
    for (int face = 2; face <= 19; face++)
        faces += face + bonus >= armor_class;
    damages of = {0};
    for (int i = 0; i + plus < DAMAGE_MOST; i++)
        of[i + plus] = (faces * plain[i] + critical[i]) / (faces + 1);
    return attack((faces + 1) / 20.0, of);
}

static wyrm_pmf *always(int64_t value)
{
    wyrm_pmf *pmf = NULL;
    assert_works(wyrm_pmf_point(value, &pmf, &last_error));
    return pmf;
}

/* The damage with one more blow; frees both arguments. */
static wyrm_pmf *with_blow(wyrm_pmf *damage, wyrm_pmf *blow)
{
    wyrm_pmf *sum;
    assert_works(wyrm_pmf_add(damage, blow, &sum, &last_error));
    wyrm_pmf_free(damage);
    wyrm_pmf_free(blow);
    return sum;
}

/* The damage of an attack "+5 1d8+4; +5 2d6+4", all its blows together. */
static wyrm_pmf *srd_attack(const char *text, int64_t armor_class)
{
    wyrm_pmf *damage = always(0);
    for (const char *at = text; at; at = strstr(at, "; "), at = at ? at + 2 : NULL) {
        int bonus;
        char dice[32];
        assert_int_equal(sscanf(at, "+%d %31[^;]", &bonus, dice), 2);
        damage = with_blow(damage, srd_blow(bonus, dice, armor_class));
    }
    return damage;
}

static void check_srd(const csv *golden)
{
    for (size_t row = 0; row < golden->rows; row++) {
        wyrm_pmf *mine = always(0);
        for (int64_t i = csv_integer(golden, row, "fighter_attacks"); i > 0; i--)
            mine = with_blow(mine, srd_blow((int)csv_integer(golden, row, "fighter_bonus"),
                                            csv_text(golden, row, "fighter_dice"),
                                            csv_integer(golden, row, "monster_ac")));
        wyrm_pmf *theirs = srd_attack(csv_text(golden, row, "monster_attacks"),
                                      csv_integer(golden, row, "fighter_ac"));
        const wyrm_fighter hero = fighter(mine, csv_integer(golden, row, "fighter_hp"));
        const wyrm_fighter monster = fighter(theirs, csv_integer(golden, row, "monster_hp"));
        assert_near(subject_wins(&hero, &monster), csv_number(golden, row, "p_win"), 1e-9);
        wyrm_pmf_free(mine);
        wyrm_pmf_free(theirs);
    }
}

/* Eight and seven fights worked out by two others, and 250 of tests/oracles/duels.py. */
TEST(duels_of_three_games_are_golden)
{
    const struct {
        const char *name;
        void (*check)(const csv *golden);
        size_t rows;
    } tables[] = {{"brogue_duels", check_brogue, 8},
                  {"brogue_duels_more", check_brogue, 250},
                  {"shattered_duels", check_shattered, 7},
                  {"shattered_duels_more", check_shattered, 250},
                  {"srd_duels", check_srd, 7}};
    for (size_t i = 0; i < LENGTH_OF(tables); i++) {
        char path[256];
        snprintf(path, sizeof path, GOLDEN_DIR "/foreign/%s.csv", tables[i].name);
        OWNED_CSV golden = csv_open(path);
        assert_int_equal(golden.rows, tables[i].rows);
        tables[i].check(&golden);
    }
}

/* ---- fights worked by hand ---- */

static wyrm_pmf *sometimes(double chance, int64_t damage)
{
    return from_pairs((const wyrm_weighted[]){{0, 1 - chance}, {damage, chance}}, 2);
}

static wyrm_duel solved(wyrm_fighter subject, wyrm_fighter opponent, wyrm_striker striker)
{
    wyrm_duel duel;
    bool beats;
    assert_works(wyrm_duel_solve(&subject, &opponent, striker, &duel, &last_error));
    assert_near(duel.p_win + duel.p_lose + duel.p_unfinished, 1, 1e-12);
    for (int i = 0; i < 2; i++) {
        double odds = fmax(0, duel.p_win + (i == 0 ? 0.001 : -0.001));
        assert_works(combat_duel_beats(&subject, &opponent, striker, odds, &beats, &last_error));
        assert_int_equal(beats, i == 1);
    }
    return duel;
}

TEST(attacks_begin_when_those_before_are_over)
{
    OWNED_PMF *one = always(1);
    wyrm_fighter quick = fighter(one, 9), slow = fighter(one, 4);
    quick.duration = (wyrm_ratio){1, 3};
    slow.duration = (wyrm_ratio){5, 2};
    /* The fourth blow of the quick one comes at time 1, in the second turn; by then the other has
     * struck once, at time 0. */
    wyrm_duel duel = solved(quick, slow, WYRM_SUBJECT_FIRST);
    assert_near(duel.p_win, 1, 1e-15);
    assert_near(duel.turns_mean, 2, 1e-14);
    assert_near(duel.hp_left_mean, 8, 1e-13);
    /* Both strike at time 5, for the sixteenth and for the third time: the striker is first.
     */
    quick.hp = 3;
    slow.hp = slow.max_hp = 16;
    assert_near(solved(quick, slow, WYRM_SUBJECT_FIRST).p_win, 1, 1e-15);
    assert_near(solved(quick, slow, WYRM_OPPONENT_FIRST).p_lose, 1, 1e-15);
    assert_near(solved(quick, slow, WYRM_OPPONENT_FIRST).turns_mean, 6, 1e-14);
}

/* A fighter in mid-attack strikes when that is over; regeneration keeps its fraction. */
TEST(fights_go_on_from_where_the_clock_stands)
{
    OWNED_PMF *one = always(1), *none = always(0);
    wyrm_fighter late = fighter(one, 2), other = fighter(one, 3);
    late.begins = (wyrm_ratio){3, 2};
    other.begins = (wyrm_ratio){1, 2};
    assert_near(solved(late, other, WYRM_SUBJECT_FIRST).p_lose, 1, 1e-15);
    other.begins = (wyrm_ratio){9, 4};
    assert_near(solved(late, other, WYRM_SUBJECT_FIRST).p_lose, 1, 1e-15);
    other.begins = (wyrm_ratio){5, 2}; /* both would kill at 7/2 */
    assert_near(solved(late, other, WYRM_OPPONENT_FIRST).p_lose, 1, 1e-15);
    assert_near(solved(late, other, WYRM_SUBJECT_FIRST).turns_mean, 4, 1e-15);
    assert_near(solved(late, other, WYRM_SUBJECT_FIRST).hp_left_mean, 1, 1e-15);
    /* Half a point a turn comes at the end of every other turn: the next one, or the one after. */
    wyrm_fighter striker = fighter(one, 1), troll = fighter(none, 2);
    troll.max_hp = 3;
    troll.regeneration = 0.5;
    assert_near(solved(striker, troll, WYRM_SUBJECT_FIRST).turns_mean, 2, 1e-15);
    troll.regenerated = 1;
    assert_near(solved(striker, troll, WYRM_SUBJECT_FIRST).turns_mean, 3, 1e-15);
}

TEST(a_turn_ends_before_what_begins_the_next)
{
    OWNED_PMF *five = always(5), *three = always(3);
    wyrm_fighter healer = fighter(three, 10), foe = fighter(five, 1000);
    healer.regeneration = 2;
    foe.duration = (wyrm_ratio){2, 1};
    /* Hit at times 0, 2, 4, 6: 5, 9 - 5, 8 - 5, 7 - 5, 6 - 5, 5 - 5 at time 10. */
    wyrm_duel duel = solved(foe, healer, WYRM_SUBJECT_FIRST);
    assert_near(duel.turns_mean, 11, 1e-13);
    assert_near(duel.hp_left_mean, 1000 - 10 * 3, 1e-10);
    foe.duration = (wyrm_ratio){3, 1}; /* 5 + 6 is the maximum again, and so on for ever */
    foe.damage = five;
    healer.damage = NULL;
    OWNED_PMF *nothing = always(0);
    healer.damage = nothing;
    assert_true(solved(foe, healer, WYRM_SUBJECT_FIRST).endless);
    healer.regeneration = 1.7; /* 3 x 1.7 is 5.1 */
    assert_true(solved(foe, healer, WYRM_SUBJECT_FIRST).endless);
    healer.regeneration = 1.6;
    assert_near(solved(foe, healer, WYRM_SUBJECT_FIRST).p_win, 1, 1e-12);
    foe.duration = (wyrm_ratio){2, 3}; /* up to two attacks in a turn */
    healer.regeneration = 10;
    assert_near(solved(foe, healer, WYRM_SUBJECT_FIRST).p_win, 1, 1e-12);
    healer.hp = healer.max_hp = 11;
    assert_true(solved(foe, healer, WYRM_SUBJECT_FIRST).endless);
    healer.hp_roll = five; /* five could have been rolled */
    assert_near(solved(foe, healer, WYRM_SUBJECT_FIRST).p_win, 1, 1e-12);
}

/* This also holds for fights solved without counting turns: hits are rare. */
TEST(rolled_hit_points_are_the_mixture_of_their_fights)
{
    const int64_t rolls[] = {3, 11, 18};
    for (int which = 0; which < 4; which++) {
        double rare = which % 2 == 0 ? 0.4 : 1e-4;
        OWNED_PMF *mine = sometimes(rare, 5), *theirs = sometimes(rare, 4);
        OWNED_PMF *roll =
            from_pairs((const wyrm_weighted[]){{3, 0.5}, {11, 0.2}, {18, 0.3}}, LENGTH_OF(rolls));
        wyrm_fighter subject = fighter(mine, 14), opponent = fighter(theirs, 18);
        opponent.regeneration = which < 2 ? 0 : rare / 2;
        double p_win = 0, turns = 0, left = 0;
        for (size_t i = 0; i < LENGTH_OF(rolls); i++) {
            wyrm_fighter foe = fighter(theirs, rolls[i]);
            foe.regeneration = opponent.regeneration;
            wyrm_duel duel = solved(subject, foe, WYRM_SUBJECT_FIRST);
            double chance = wyrm_pmf_at(roll, rolls[i]) * (duel.p_win + duel.p_lose);
            p_win += wyrm_pmf_at(roll, rolls[i]) * duel.p_win;
            turns += chance * duel.turns_mean;
            left += chance * duel.hp_left_mean;
        }
        opponent.hp_roll = roll;
        wyrm_duel duel = solved(subject, opponent, WYRM_SUBJECT_FIRST);
        double finished = duel.p_win + duel.p_lose;
        assert_near(duel.p_win, p_win, 1e-12);
        assert_near(duel.turns_mean * finished / turns, 1, 1e-11);
        assert_near(duel.hp_left_mean * finished, left, 1e-10);
        assert_string_equal(duel.method, which < 3 ? "exact" : "exact to the turn limit");
    }
}

TEST(rare_blows_are_solved_but_of_other_durations)
{
    OWNED_PMF *some = sometimes(1e-4, 5);
    wyrm_fighter slow = fighter(some, 8);
    assert_string_equal(solved(slow, fighter(some, 9), WYRM_SUBJECT_FIRST).method, "exact");
    slow.duration = (wyrm_ratio){3, 1};
    const wyrm_duel duel = solved(slow, fighter(some, 9), WYRM_SUBJECT_FIRST);
    assert_string_equal(duel.method, "exact to the turn limit");
    assert_true(duel.p_unfinished > 0);
}

/* ---- sampled fights ---- */

/* One draw from a table of outcomes, by a linear search. */
static int64_t drawn(const wyrm_pmf *pmf, test_random *random)
{
    double u = random_unit(random);
    int64_t value = wyrm_pmf_first(pmf);
    while (value < wyrm_pmf_last(pmf) && (u -= wyrm_pmf_at(pmf, value)) >= 0)
        value++;
    return value;
}

/* Fights once, with the next attack of each side in twelfths of a turn. Returns whether side 0
 * wins. */
static bool fought(const wyrm_fighter sides[2], int striker, test_random *random, int64_t *turns)
{
    int64_t hp[2], most[2], next[2] = {0}, turn = 1;
    for (int s = 0; s < 2; s++) {
        hp[s] = sides[s].hp_roll ? drawn(sides[s].hp_roll, random) : sides[s].hp;
        most[s] = sides[s].hp_roll ? hp[s] : sides[s].max_hp;
    }
    for (;;) {
        int s = next[striker] <= next[!striker] ? striker : !striker;
        for (; turn <= next[s] / 12; turn++)
            for (int k = 0; k < 2; k++) {
                double n = (double)turn, rate = sides[k].regeneration;
                hp[k] += (int64_t)(floor(n * rate) - floor((n - 1) * rate));
                hp[k] = hp[k] < most[k] ? hp[k] : most[k];
            }
        *turns = turn;
        if ((hp[!s] -= drawn(sides[s].damage, random)) <= 0)
            return s == 0;
        next[s] += 12 * sides[s].duration.numerator / sides[s].duration.denominator;
    }
}

TEST(larger_fights_that_are_fought_end_as_they_should)
{
    enum { FIGHTS = 40000 };
    OWNED_PMF *claw = NULL, *roll = NULL, *axe = NULL, *strong = NULL;
    assert_works(wyrm_pmf_uniform(-10, 16, &claw, &last_error));
    assert_works(wyrm_pmf_clamp(claw, 0, 16, &strong, &last_error));
    assert_works(wyrm_pmf_uniform(60, 140, &roll, &last_error));
    assert_works(wyrm_pmf_uniform(4, 30, &axe, &last_error));
    for (int which = 0; which < 4; which++) {
        const wyrm_fighter sides[2] = {{.damage = axe,
                                        .duration = {7, 4},
                                        .hp = 90,
                                        .max_hp = 95,
                                        .regeneration = which < 2 ? 0 : 0.4},
                                       {.damage = strong,
                                        .duration = {5, 6},
                                        .hp_roll = roll,
                                        .max_hp = 140,
                                        .regeneration = which < 2 ? 0 : 1.25}};
        int striker = which % 2;
        wyrm_duel duel = solved(sides[0], sides[1], (wyrm_striker)striker);
        test_random random = {(uint64_t)which + 1};
        uint64_t wins = 0;
        wyrm_moments length = {0};
        for (int i = 0; i < FIGHTS; i++) {
            int64_t turns;
            wins += fought(sides, striker, &random, &turns);
            wyrm_moments_add(&length, (double)turns);
        }
        wyrm_interval share = wyrm_share_interval(wins, FIGHTS, 0.999);
        wyrm_interval turns = wyrm_mean_interval(&length, 0.999);
        assert_true(share.low <= duel.p_win && duel.p_win <= share.high);
        assert_true(turns.low <= duel.turns_mean && duel.turns_mean <= turns.high);
        assert_true(share.low > 0.01 && share.high < 0.99);
    }
}

/* ---- limits ---- */

TEST(schedules_without_sense_are_refused)
{
    OWNED_PMF *one = always(1), *negative = always(-1), *zero = always(0), *many = always(11);
#define SOUND .damage = one, .hp = 10, .max_hp = 10
    const struct {
        wyrm_fighter fighter;
        wyrm_status status;
    } cases[] = {
        {{.hp = 10, .max_hp = 10}, WYRM_ERROR_ARGUMENT},
        {{.damage = negative, .hp = 10, .max_hp = 10}, WYRM_ERROR_ARGUMENT},
        {{SOUND, .begins = {1, 1000}}, WYRM_OK},
        {{SOUND, .begins = {-1, 2}}, WYRM_ERROR_ARGUMENT},
        {{SOUND, .begins = {1, 0}}, WYRM_ERROR_ARGUMENT},
        {{SOUND, .begins = {WYRM_DUEL_TURN_LIMIT, 1}}, WYRM_ERROR_ARGUMENT},
        {{SOUND, .begins = {WYRM_DUEL_TURN_LIMIT - 1, 1}}, WYRM_OK},
        {{SOUND, .duration = {0, 1}}, WYRM_ERROR_ARGUMENT},
        {{SOUND, .duration = {1, 0}}, WYRM_ERROR_ARGUMENT},
        {{SOUND, .duration = {-1, 2}}, WYRM_ERROR_ARGUMENT},
        {{SOUND, .duration = {1, -2}}, WYRM_ERROR_ARGUMENT},
        {{SOUND, .duration = {INT64_MIN, INT64_MIN}}, WYRM_ERROR_ARGUMENT},
        {{SOUND, .duration = {1, WYRM_DUEL_RATIO_MAX}}, WYRM_OK},
        {{SOUND, .duration = {WYRM_DUEL_RATIO_MAX, WYRM_DUEL_RATIO_MAX - 1}}, WYRM_OK},
        {{SOUND, .duration = {2 * WYRM_DUEL_RATIO_MAX, 2}}, WYRM_OK},
        {{SOUND, .duration = {1, WYRM_DUEL_RATIO_MAX + 1}}, WYRM_ERROR_RANGE},
        {{SOUND, .duration = {WYRM_DUEL_RATIO_MAX + 1, 1}}, WYRM_ERROR_RANGE},
        {{SOUND, .hp_roll = zero}, WYRM_ERROR_ARGUMENT},
        {{SOUND, .hp_roll = many}, WYRM_ERROR_ARGUMENT},
    };
    wyrm_fighter sound = fighter(one, 10);
    sound.duration = (wyrm_ratio){999983, 999979}; /* so that times have a large denominator */
    for (size_t i = 0; i < LENGTH_OF(cases); i++)
        for (int place = 0; place < 2; place++) {
            const wyrm_fighter *subject = place == 0 ? &cases[i].fighter : &sound;
            const wyrm_fighter *opponent = place == 0 ? &sound : &cases[i].fighter;
            wyrm_duel duel;
            wyrm_error error = {0};
            assert_int_equal(wyrm_duel_solve(subject, opponent, WYRM_SUBJECT_FIRST, &duel, &error),
                             cases[i].status);
            if (cases[i].status != WYRM_OK)
                assert_non_null(strstr(error.message, place == 0 ? "subject" : "opponent"));
        }
    wyrm_fighter late = fighter(one, 10);
    wyrm_duel duel;
    late.begins = (wyrm_ratio){1, 1000039};
    assert_int_equal(wyrm_duel_solve(&late, &sound, WYRM_SUBJECT_FIRST, &duel, NULL),
                     WYRM_ERROR_RANGE);
    late.begins.denominator = 1000000;
    assert_int_equal(wyrm_duel_solve(&late, &sound, WYRM_SUBJECT_FIRST, &duel, NULL), WYRM_OK);
}

TEST(rolls_that_cannot_be_held_are_refused)
{
    OWNED_PMF *roll = NULL, *one = always(1);
    assert_works(wyrm_pmf_uniform(1, 20000, &roll, &last_error));
    wyrm_fighter sound = fighter(one, WYRM_DUEL_HP_MAX);
    wyrm_fighter rolled = {.damage = one, .max_hp = 20000, .hp_roll = roll, .regeneration = 0.5};
    wyrm_duel duel;
    assert_int_equal(wyrm_duel_solve(&rolled, &sound, WYRM_SUBJECT_FIRST, &duel, NULL),
                     WYRM_ERROR_RANGE);
    rolled.regeneration = 0;
    sound.hp = 100;
    assert_works(wyrm_duel_solve(&rolled, &sound, WYRM_SUBJECT_FIRST, &duel, &last_error));
    assert_near(duel.p_win, 19901.0 / 20000, 1e-12); /* 100 blows are needed */
}
