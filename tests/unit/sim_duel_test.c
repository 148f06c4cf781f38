/* A duel in the simulator has the distribution of the exact solver: who wins, after how many turns,
 * with how many hit points left. */
#include "released.h"
#include "runs_by_hand.h"

#include <wyrm/arena.h>

#include "played.h"

enum { MOST = 1000 };

/* Counts of each ending over simulated fights. */
typedef struct tallies {
    uint64_t fights, wins;
    uint64_t turns[MOST], hp_left[MOST];
} tallies;

static void note(tallies *out, bool won, uint64_t turns, int64_t hp)
{
    assert_true(turns < MOST && hp >= 0 && hp < MOST && won == (hp > 0));
    out->fights++;
    out->wins += won;
    out->turns[turns]++;
    out->hp_left[hp]++;
}

static wyrm_status take(const wyrm_run *run, void *context, wyrm_error *error)
{
    (void)error;
    note(context, run->end == WYRM_RUN_WON, run->turns, run->floors[0].hp);
    return WYRM_OK;
}

static void play_fights(const wyrm_design *design, const wyrm_arena *fight, uint64_t seed,
                        uint64_t fights, tallies *out)
{
    OWNED_SUMMARY *summary;
    wyrm_sim_options options = {.run.arena = fight,
                                .seed = seed,
                                .runs = fights,
                                .threads = 2,
                                .take = take,
                                .take_context = out};
    assert_works(wyrm_bot_find("brawler", &options.run.bot, &last_error));
    assert_works(wyrm_simulate(design, &options, &summary, &last_error));
    assert_int_equal(summary->ends[WYRM_RUN_WON], out->wins);
}

static double misfit(const wyrm_pmf *pmf, const uint64_t *counts)
{
    static double wanted[MOST];
    for (int64_t i = 0; i < MOST; i++) {
        wanted[i] = wyrm_pmf_at(pmf, i);
        if (counts[i] > 0 && wanted[i] <= 0) {
            print_error("%lld came out, which cannot be\n", (long long)i);
            return 0;
        }
    }
    return chi_square_p(counts, wanted, MOST);
}

/* `unlikely`: the p-value below which a deviation is no coincidence, over all questions. */
static void check(const char *words, const tallies *counts, const wyrm_duel *duel,
                  const wyrm_duel_distributions *exact, double unlikely)
{
    wyrm_interval share = wyrm_share_interval(counts->wins, counts->fights, 1 - unlikely);
    double turns = misfit(exact->turns, counts->turns),
           hp = misfit(exact->hp_left, counts->hp_left);
    bool fits = share.low <= duel->p_win + 1e-9 && duel->p_win - 1e-9 <= share.high;
    if (fits && turns > unlikely && hp > unlikely)
        return;
    fail_msg("%s: won %llu of %llu where %g is exact; turns fit with p = %g, hit points with "
             "p = %g",
             words, (unsigned long long)counts->wins, (unsigned long long)counts->fights,
             duel->p_win, turns, hp);
}

static wyrm_arena fight_of(const wyrm_design *design, const char *words)
{
    wyrm_arena fight;
    assert_works(wyrm_arena_read(design, words, &fight, &last_error));
    fight.distance = 1;
    assert_int_equal(fight.count, 1);
    return fight;
}

/* Simulates fights and compares them with the solver. */
static void check_fight(const wyrm_design *design, const char *words, uint64_t seed,
                        uint64_t fights, double unlikely)
{
    static tallies counts;
    wyrm_arena fight = fight_of(design, words);
    wyrm_duel duel;
    OWNED_DUEL exact;
    assert_works(wyrm_design_duel(design, &fight.player, &fight.monsters[0].combatant,
                                  WYRM_SUBJECT_FIRST, &duel, &exact, &last_error));
    counts = (tallies){0};
    play_fights(design, &fight, seed, fights, &counts);
    check(words, &counts, &duel, &exact, unlikely);
}

/* Without regeneration and experience, which the solver does not know. */
static const char ruggrogue_at_rest[] =
    "game: {regeneration: 0}\ngrowth: {experience: {first: 1000000}}";
static const char yarl_at_rest[] = "game: {regeneration: 0}\ngrowth: {experience: {base: 1000000}}";

TEST(many_fights_end_as_they_should)
{
    static const struct {
        const char *ruleset, *changes, *words;
    } rows[] = {
        {"ruggrogue", ruggrogue_at_rest, "player@1,weapon=1,armor=1 vs monster@2"},
        {"ruggrogue", ruggrogue_at_rest, "player@6,weapon=5,armor=5 vs monster@8"},
        {"yarl", yarl_at_rest, "player@3,weapon=shortsword,hp=40 vs orc@4,elite"},
        {"yarl", yarl_at_rest, "player@5,weapon=longsword,armor=shield vs troll@5"},
    };
    for (size_t i = 0; i < LENGTH_OF(rows); i++) {
        OWNED_DESIGN *design = ruleset_with(rows[i].ruleset, rows[i].changes);
        check_fight(design, rows[i].words, 1, (uint64_t)played_times(40000), 1e-4);
    }
}

/* Every third attack or so does nothing, for lack of stamina. A player who walked away meanwhile,
 * with the other following, would win more. */
TEST(who_is_out_of_breath_fights_on)
{
    OWNED_DESIGN *design = design_from(
        "name: tiring\nmodels: {combat: script}\n"
        "combat:\n"
        "  stats: {damage: {kind: amount, default: 1d4}, cost: {kind: whole}}\n"
        "  counters: {stamina: {start: 10, most: 10, each_turn: 2}}\n"
        "  script: |\n"
        "    function attack(attacker, defender)\n"
        "      if attacker.stamina < attacker.cost then return 0 end\n"
        "      local damage = chance(0.7) and roll(attacker.damage) or 0\n"
        "      return {damage = damage, own = {stamina = -attacker.cost}}\n"
        "    end\n"
        "player: {hp: 40, damage: 1d8, cost: 3}\n"
        "monsters:\n  knight: {hp: 25, damage: 1d8}\n  ogre: {hp: 30, damage: 3d4, cost: 5}\n");
    check_fight(design, "player vs knight", 1, (uint64_t)played_times(20000), 1e-4);
    check_fight(design, "player vs ogre", 2, (uint64_t)played_times(20000), 1e-4);
}

/* What each side did and lost, by blows, by poison (3 a turn) and by its own blows. */
TEST(all_that_is_lost_is_in_the_record)
{
    static const struct {
        const char *words;
        uint32_t dealt, taken, healed;
        int64_t hp;
    } rows[] = {
        {"player,harm=1,venom=5 vs foe,hp=9", 9, 0, 0, 20}, /* 1 and 3, 1 and 3, 1 */
        {"player,harm=3,recoil=2 vs foe,hp=9", 9, 6, 0, 14},
        {"player,harm=3,recoil=-2,hp=9 vs foe,hp=9,harm=1", 9, 2, 6, 13},
        {"player,harm=3 vs foe,hp=9,recoil=1", 7, 0, 0, 20}, /* 3, 3 and the rest, 1 */
        {"player,harm=3 vs foe,hp=9,venom=5", 9, 6, 0, 14},
    };
    OWNED_DESIGN *design = design_from(
        "name: losses\nmodels: {combat: script}\n"
        "combat:\n"
        "  stats: {harm: {}, recoil: {}, venom: {}}\n"
        "  conditions: {poisoned: {most: 9, damage: 3}}\n"
        "  script: |\n"
        "    function attack(a, d)\n"
        "      return {damage = a.harm, heal = -a.recoil, effects = {poisoned = a.venom}}\n"
        "    end\n"
        "player: {hp: 20}\n"
        "monsters:\n  foe: {hp: 9}\n");
    for (size_t i = 0; i < LENGTH_OF(rows); i++) {
        const wyrm_arena fight = fight_of(design, rows[i].words);
        wyrm_run_options options = {.arena = &fight};
        static wyrm_run run;
        wyrm_runner *runner;
        assert_works(wyrm_bot_find("brawler", &options.bot, &last_error));
        assert_works(wyrm_runner_new(design, &options, &runner, &last_error));
        assert_works(wyrm_runner_make(runner, 1, 1, &run, &last_error));
        wyrm_runner_free(runner);
        const wyrm_run_floor *floor = &run.floors[0];
        assert_holds(run.end == WYRM_RUN_WON && run.turns == 3, i + 1);
        assert_holds(floor->damage_dealt == rows[i].dealt, i + 1);
        assert_holds(floor->damage_taken == rows[i].taken, i + 1);
        assert_holds(floor->healed == rows[i].healed, i + 1);
        assert_holds(floor->hp == rows[i].hp, i + 1);
    }
}

static const char *one_of(test_random *random, const char *const *words, size_t count)
{
    return words[random_below(random, (int64_t)count)];
}

static void name_levels(test_random *random, char *out, size_t size)
{
    int level = (int)random_between(random, 1, 12);
    int other = level + (int)random_between(random, -2, 3),
        worn = (int)random_between(random, 1, 9);
    snprintf(out, size, "player@%d,weapon=%d,armor=%d vs monster@%d", level, level,
             worn < level ? worn : level, other > 1 ? other : 1);
}

static void name_kinds(test_random *random, char *out, size_t size)
{
    static const char *const weapons[] = {"dagger", "club", "shortsword", "mace", "longsword"};
    static const char *const armors[] = {"leather_armor", "shield", "leather_helmet"};
    static const char *const monsters[] = {"orc", "troll", "slime", "zombie", "skeleton"};
    int level = (int)random_between(random, 1, 8), deep = (int)random_between(random, 1, 10);
    const char *weapon = one_of(random, weapons, LENGTH_OF(weapons));
    const char *armor = one_of(random, armors, LENGTH_OF(armors));
    const char *monster = one_of(random, monsters, LENGTH_OF(monsters));
    int hp = (int)random_between(random, 10, 54);
    snprintf(out, size, "player@%d,weapon=%s,armor=%s,hp=%d vs %s@%d", level, weapon, armor, hp,
             monster, deep);
}

static void check_random(const char *ruleset, const char *changes,
                         void (*name)(test_random *random, char *out, size_t size))
{
    OWNED_DESIGN *design = ruleset_with(ruleset, changes);
    for (uint64_t seed = 1; seed <= (uint64_t)played_times(60); seed++) {
        test_random random = {seed};
        char words[128];
        name(&random, words, sizeof words);
        check_fight(design, words, seed, 3000, 1e-5);
    }
}

TEST(random_matchups_of_ruggrogue_are_exact)
{
    check_random("ruggrogue", ruggrogue_at_rest, name_levels);
}

TEST(random_matchups_of_yarl_are_exact)
{
    check_random("yarl", yarl_at_rest, name_kinds);
}
