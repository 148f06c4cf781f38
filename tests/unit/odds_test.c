/* The exact odds of the fight that the player looks at. */
#include <wyrm/observe.h>

#include "arena.h"

static const char pit[] = "#####\n#@o,#\n#####";

static wyrm_duel odds_of(arena *a)
{
    wyrm_duel duel;
    assert_ok(wyrm_odds(a->engine, a->game, arena_monster(a, 'o'), &duel, &a->error), &a->error);
    return duel;
}

static wyrm_better_odds better_odds_of(arena *a)
{
    wyrm_better_odds better;
    assert_ok(wyrm_odds_with_pack(a->engine, a->game, arena_monster(a, 'o'), &better, &a->error),
              &a->error);
    return better;
}

static wyrm_duel duel_of(const arena *a, const char *player, const char *monster)
{
    wyrm_combatant subject = combatant_of(a->design, player);
    wyrm_combatant opponent = combatant_of(a->design, monster);
    wyrm_duel duel;
    assert_ok(
        wyrm_design_duel(a->design, &subject, &opponent, WYRM_SUBJECT_FIRST, &duel, NULL, NULL),
        NULL);
    return duel;
}

static void assert_same_duel(const wyrm_duel *got, const wyrm_duel *wanted)
{
    assert_same_bits(got->p_win, wanted->p_win);
    assert_same_bits(got->p_lose, wanted->p_lose);
    assert_same_bits(got->turns_mean, wanted->turns_mean);
    assert_same_bits(got->turns_sd, wanted->turns_sd);
    assert_same_bits(got->hp_left_mean, wanted->hp_left_mean);
    assert_same_bits(got->hp_left_mean_given_win, wanted->hp_left_mean_given_win);
    assert_string_equal(got->method, wanted->method);
}

TEST(odds_are_those_of_the_duel)
{
    OWNED_ARENA *a = arena_draw("ruggrogue", pit, "o=goblin@5,hp=11");
    a->game->player.combatant.hp = 17;
    arena_wear(a, arena_give(a, "club@4"));
    arena_wear(a, arena_give(a, "coat@2"));
    wyrm_duel got = odds_of(a);
    wyrm_duel wanted = duel_of(a, "player@1,hp=17,weapon=4,armor=2", "goblin@5,hp=11");
    assert_same_duel(&got, &wanted);
    assert_in_range((int64_t)(1000 * got.p_win), 1, 999);
}

/* A monster that became due while it had nothing to do acts when the turn is over, not at once; the
 * player, who has yet to act, a turn after that. */
TEST(who_was_idle_acts_when_the_turn_is_over)
{
    static const struct {
        wyrm_ratio mine, its;
        bool ready;
        wyrm_ratio mine_then, its_then;
    } rows[] = {{{1, 2}, {0, 1}, true, {1, 2}, {1, 1}}, {{1, 2}, {0, 0}, true, {1, 2}, {1, 1}},
                {{1, 2}, {1, 2}, true, {1, 2}, {1, 2}}, {{1, 2}, {3, 4}, true, {1, 2}, {3, 4}},
                {{0, 0}, {0, 0}, true, {0, 1}, {0, 1}}, {{1, 2}, {0, 1}, false, {3, 2}, {1, 1}}};
    OWNED_ARENA *a = arena_draw("ruggrogue", pit, "o=goblin@5");
    wyrm_game_monster *monster = arena_monster(a, 'o');
    for (size_t i = 0; i < LENGTH_OF(rows); i++) {
        a->game->player.due = rows[i].mine;
        monster->body.due = rows[i].its;
        const combat_clock clock = game_clock(a->engine, a->game, monster, rows[i].ready);
        const wyrm_ratio *then[] = {&rows[i].mine_then, &rows[i].its_then};
        for (size_t side = 0; side < 2; side++) {
            assert_int_equal(clock.due[side].numerator, then[side]->numerator);
            assert_int_equal(clock.due[side].denominator, then[side]->denominator);
        }
    }
}

/* Nobody waits for the odds of a game: a fight that takes long to follow exactly is sampled there,
 * and its interval has what the duel finds. */
TEST(odds_of_long_fights_are_sampled)
{
    wyrm_design *design =
        design_from("name: own\nextends: tutorial\ntargets: ~\nmodels: {combat: script}\n"
                    "combat:\n"
                    "  stats: {power: {default: 5}, defense: {default: 0}}\n"
                    "  conditions: {dazed: {helpless: true}}\n"
                    "  counters: {rage: {most: 20}, wait: {most: 4, each_turn: -1}}\n"
                    "  script: |\n"
                    "    function attack(a, d)\n"
                    "      if a.wait == 0 then return {damage = 0, effects = {dazed = 2}, own = "
                    "{wait = 4}} end\n"
                    "      return {damage = dice(2, 6) + a.rage // 10, own = {rage = 1}}\n"
                    "    end\n");
    OWNED_ARENA *a = arena_draw_design(design, pit, "o=orc");
    wyrm_combatant *orc = &arena_monster(a, 'o')->body.combatant;
    a->game->player.combatant.hp = a->game->player.combatant.max_hp = 60;
    orc->hp = orc->max_hp = 110;
    const wyrm_duel got = odds_of(a), wanted = duel_of(a, "player,hp=60", "orc,hp=110");
    assert_string_equal(wanted.method, "exact (joint states)");
    assert_int_equal(got.fights, 1000);
    assert_true(got.p_win_low <= wanted.p_win && wanted.p_win <= got.p_win_high);
    assert_in_range((int64_t)(1000 * wanted.p_win), 50, 950);
}

TEST(gear_by_name_counts_as_in_the_duel)
{
    OWNED_ARENA *a = arena_draw("bob-and-trev", pit, "o=intern");
    arena_wear(a, arena_give(a, "keyboard"));
    arena_wear(a, arena_give(a, "clipboard"));
    wyrm_duel got = odds_of(a);
    wyrm_duel wanted = duel_of(a, "player,weapon=keyboard,armor=clipboard", "intern");
    assert_same_duel(&got, &wanted);
}

TEST(distance_and_reach_do_not_matter)
{
    OWNED_ARENA *a = arena_draw("bob-and-trev", pit, "o=janitor");
    wyrm_duel near = odds_of(a);
    wyrm_game_monster *janitor = arena_monster(a, 'o');
    wyrm_duel far;
    janitor->body.at = arena_find(a, ',');
    assert_ok(wyrm_odds(a->engine, a->game, janitor, &far, NULL), NULL);
    assert_same_duel(&far, &near);
}

TEST(own_regeneration_counts)
{
    OWNED_ARENA *a = arena_draw("ruggrogue", pit, "o=goblin@5");
    double before = odds_of(a).p_win;
    a->game->bare.regeneration = 2;
    arena_dress(a);
    wyrm_duel got = odds_of(a);
    wyrm_duel wanted = duel_of(a, "player@1,regen=2", "goblin@5");
    assert_same_duel(&got, &wanted);
    assert_true(got.p_win > before);
}

TEST(the_dead_have_no_odds)
{
    OWNED_ARENA *a = arena_draw("ruggrogue", pit, "o=goblin@5,asleep");
    wyrm_duel duel;
    arena_monster(a, 'o')->body.combatant.hp = 0;
    assert_int_equal(wyrm_odds(a->engine, a->game, arena_monster(a, 'o'), &duel, &a->error),
                     WYRM_ERROR_ARGUMENT);
}

enum { BRUTE_HP = 64, BRUTE_TURNS = 3000 };

typedef struct brute {
    double at[BRUTE_HP][BRUTE_HP]; /* [player][monster]: probability of still fighting */
    double won, lost, turns, turns_squared, turns_won, left, left_squared;
} brute;

/* The player strikes the monster in all states; deaths in turn `turn` are counted. */
static void brute_player_strikes(brute *of, const wyrm_pmf *damage, int turn)
{
    for (int player = 1; player < BRUTE_HP; player++) {
        double next[BRUTE_HP] = {0};
        for (int monster = 1; monster < BRUTE_HP; monster++)
            for (int64_t d = wyrm_pmf_first(damage); d <= wyrm_pmf_last(damage); d++) {
                double p = of->at[player][monster] * wyrm_pmf_at(damage, d);
                if (d < monster) {
                    next[monster - d] += p;
                    continue;
                }
                of->won += p;
                of->turns += p * turn;
                of->turns_squared += p * turn * turn;
                of->turns_won += p * turn;
                of->left += p * player;
                of->left_squared += p * player * player;
            }
        memcpy(of->at[player], next, sizeof next);
    }
}

static void brute_monster_strikes(brute *of, const wyrm_pmf *damage, int turn)
{
    for (int monster = 1; monster < BRUTE_HP; monster++) {
        double next[BRUTE_HP] = {0};
        for (int player = 1; player < BRUTE_HP; player++)
            for (int64_t d = wyrm_pmf_first(damage); d <= wyrm_pmf_last(damage); d++) {
                double p = of->at[player][monster] * wyrm_pmf_at(damage, d);
                if (d < player) {
                    next[player - d] += p;
                    continue;
                }
                of->lost += p;
                of->turns += p * turn;
                of->turns_squared += p * turn * turn;
            }
        for (int player = 1; player < BRUTE_HP; player++)
            of->at[player][monster] = next[player];
    }
}

static wyrm_pmf *blow(const arena *a, const wyrm_combatant *attacker,
                      const wyrm_combatant *defender)
{
    wyrm_pmf *damage;
    const wyrm_matchup matchup = {.attacker = attacker, .defender = defender, .distance = 1};
    assert_ok(wyrm_combat_hit(wyrm_design_combat(a->design), &matchup, &damage, NULL), NULL);
    return damage;
}

/* Compared with all possible courses of the fight, followed turn by turn. */
TEST(a_sleeper_is_woken_by_the_first_blow)
{
    OWNED_ARENA *a = arena_draw("ruggrogue", pit, "o=goblin@3,hp=15,asleep");
    static brute of;
    memset(&of, 0, sizeof of);
    const wyrm_combatant *player = &a->game->player.combatant;
    const wyrm_combatant *goblin = &arena_monster(a, 'o')->body.combatant;
    wyrm_combatant asleep = combatant_of(a->design, "goblin@3,hp=15,asleep");
    OWNED_PMF *first = blow(a, player, &asleep), *given = blow(a, player, goblin),
              *taken = blow(a, goblin, player);
    of.at[player->hp][goblin->hp] = 1;
    for (int turn = 1; turn <= BRUTE_TURNS; turn++) {
        brute_player_strikes(&of, turn == 1 ? first : given, turn);
        brute_monster_strikes(&of, taken, turn);
    }
    wyrm_duel got = odds_of(a);
    assert_near(got.p_win, of.won, 1e-12);
    assert_near(got.p_lose, of.lost, 1e-12);
    assert_near(got.turns_mean, of.turns, 1e-9);
    assert_near(got.turns_sd, sqrt(of.turns_squared - of.turns * of.turns), 1e-6);
    assert_near(got.turns_mean_given_win, of.turns_won / of.won, 1e-9);
    assert_near(got.hp_left_mean, of.left, 1e-9);
    assert_near(got.hp_left_sd, sqrt(of.left_squared - of.left * of.left), 1e-6);
    assert_near(got.hp_left_mean_given_win, of.left / of.won, 1e-9);
    assert_near(got.p_win_low, of.won, 1e-12);
    assert_near(got.p_win_high, of.won, 1e-12);
    assert_true(got.p_win > duel_of(a, "player@1", "goblin@3,hp=15").p_win);
}

/* Both blows of the first attack hit a sleeper, and no later ones; they count like others, and the
 * fourth blow of the player is the first to do 5 more. Each turn the orc kills with a chance of a
 * half. */
TEST(a_sleeper_is_woken_by_the_first_attack_of_several_blows)
{
    static const char rules[] =
        "name: own\n"
        "models: {combat: script}\n"
        "combat:\n"
        "  counters: {notches: {start: 0, most: 9}}\n"
        "  stats: {asleep: {kind: flag, means: asleep}, damage: {kind: amount}, hits: {default: "
        "1}}\n"
        "  script: |\n"
        "    function attack(a, d)\n"
        "      if not chance(a.hits) then return 0 end\n"
        "      local damage = (d.asleep and 3 or 1) + (a.notches >= 3 and 5 or 0)\n"
        "      return {damage = damage, own = {notches = 1}}\n"
        "    end\n"
        "player: {hp: 1, attacks: [{stab: 1, times: 2}]}\n"
        "monsters: {orc: {hp: 1, hits: 0.5}}\n";
    static const struct {
        const char *orc;
        double wins, turns; /* turns of the won fights */
    } rows[] = {
        {"o=orc,hp=6,asleep", 1, 1},     {"o=orc,hp=7,asleep", 0.5, 2},
        {"o=orc,hp=13,asleep", 0.5, 2}, /* 3 + 3, then 1 + 6 */
        {"o=orc,hp=14,asleep", 0.25, 3}, {"o=orc,hp=9", 0.5, 2},
        {"o=orc,hp=10", 0.25, 3}, /* 1 + 1, then 1 + 6 */
    };
    for (size_t i = 0; i < LENGTH_OF(rows); i++) {
        OWNED_ARENA *a = arena_draw_design(design_from(rules), pit, rows[i].orc);
        const wyrm_duel got = odds_of(a);
        assert_near(got.p_win, rows[i].wins, 1e-12);
        assert_near(got.p_lose, 1 - rows[i].wins, 1e-12);
        assert_near(got.turns_mean_given_win, rows[i].turns, 1e-12);
        if (i > 0)
            continue;
        assert_works(arena_move(a, WYRM_EAST)); /* in the game, too */
        assert_int_equal(a->game->monster_count, 0);
    }
}

/* If no attack misses a sleeper less than others, it only matters who begins. */
TEST(sleep_does_not_matter_where_the_combat_does_not_know_it)
{
    OWNED_ARENA *a = arena_draw("tutorial", pit, "o=orc,asleep");
    wyrm_duel got = odds_of(a), wanted = duel_of(a, "player", "orc");
    assert_same_duel(&got, &wanted);
}

/* A preparation costs a turn: the same fight, begun by the other side, and ending one turn
 * later. */
static void assert_prepared(const wyrm_duel *got, const wyrm_duel *wanted)
{
    assert_near(got->p_win, wanted->p_win, 1e-12);
    assert_near(got->hp_left_mean, wanted->hp_left_mean, 1e-9);
    assert_near(got->turns_mean_given_win, wanted->turns_mean_given_win + 1, 1e-9);
}

TEST(the_best_of_the_pack_is_found)
{
    OWNED_ARENA *a = arena_draw("ruggrogue", pit, "o=goblin@5");
    arena_give(a, "club@2");
    size_t best = arena_give(a, "saber@9");
    arena_give(a, "knife@4");
    arena_give(a, "coat@1");
    arena_give(a, "magic_missile_scroll");
    wyrm_better_odds better = better_odds_of(a);
    assert_int_equal(better.item, best);
    /* the turn it costs belongs to the monster */
    wyrm_combatant armed = combatant_of(a->design, "player@1,weapon=9");
    wyrm_duel wanted;
    assert_ok(wyrm_design_duel(a->design, &armed, &arena_monster(a, 'o')->body.combatant,
                               WYRM_OPPONENT_FIRST, &wanted, NULL, NULL),
              NULL);
    assert_prepared(&better.duel, &wanted);
}

TEST(the_wounded_are_told_to_drink)
{
    OWNED_ARENA *a = arena_draw("ruggrogue", pit, "o=goblin@2");
    a->game->player.combatant.hp = 5;
    arena_give(a, "club@2");
    size_t potion = arena_give(a, "health_potion");
    wyrm_better_odds better = better_odds_of(a);
    wyrm_combatant healed = combatant_of(a->design, "player@1,hp=25");
    wyrm_duel wanted;
    assert_int_equal(better.item, potion);
    assert_ok(wyrm_design_duel(a->design, &healed, &arena_monster(a, 'o')->body.combatant,
                               WYRM_OPPONENT_FIRST, &wanted, NULL, NULL),
              NULL);
    assert_prepared(&better.duel, &wanted);
}

TEST(a_pack_that_does_not_help_changes_nothing)
{
    OWNED_ARENA *a = arena_draw("ruggrogue", pit, "o=goblin@1");
    size_t worn = arena_give(a, "saber@9");
    arena_wear(a, worn);
    arena_give(a, "club@1");
    arena_give(a, "ration");
    wyrm_better_odds better = better_odds_of(a);
    wyrm_duel plain = odds_of(a);
    assert_int_equal(better.item, -1);
    assert_same_duel(&better.duel, &plain);
}

TEST(what_is_left_alone_does_not_help)
{
    OWNED_ARENA *a = arena_draw("ruggrogue", pit, "o=goblin@5");
    arena_give(a, "saber@9");
    int32_t kind = item_named(a->design, "saber");
    a->game->barred[kind / 64] |= UINT64_C(1) << (kind % 64);
    assert_int_equal(better_odds_of(a).item, -1);
}

/* No item tried by hand is better than the one found, and of equal ones the first is returned. */
TEST(nothing_in_the_pack_is_better_than_what_is_found)
{
    for (uint64_t seed = 1; seed <= 60; seed++) {
        test_random random = {seed};
        OWNED_ARENA *a = arena_draw("yarl", pit, "o=orc");
        const wyrm_item_kind *kinds;
        size_t count = wyrm_loot_kinds(wyrm_design_loot(a->design), &kinds);
        for (int i = 0; i < 20; i++)
            arena_give(a, kinds[random_below(&random, (int64_t)count)].name);
        a->game->player.combatant.hp = random_between(&random, 1, a->game->player.combatant.max_hp);
        wyrm_better_odds better = better_odds_of(a);
        for (size_t i = 0; i < a->game->pack_count; i++) {
            wyrm_combatant player = a->game->player.combatant;
            wyrm_effect effect = wyrm_pack_effect(a->engine, a->game, i);
            wyrm_duel duel;
            if (effect.kind == WYRM_EFFECT_HEAL)
                wyrm_effect_use(&effect, &player);
            else if (kinds[a->game->pack[i].item.kind].item_class == WYRM_ITEM_CONSUMABLE)
                continue;
            else
                wyrm_player_with(a->engine, a->game, i, &player);
            assert_ok(wyrm_design_duel(a->design, &player, &arena_monster(a, 'o')->body.combatant,
                                       WYRM_OPPONENT_FIRST, &duel, NULL, NULL),
                      NULL);
            assert_holds(duel.p_win <= better.duel.p_win + 1e-9, seed);
            if ((int32_t)i < better.item)
                assert_holds(duel.p_win < better.duel.p_win ||
                                 duel.hp_left_mean < better.duel.hp_left_mean,
                             seed);
        }
    }
}
