/* Random numbers of items and monsters: the draws of games have the distributions of the exact
 * readings. */
#include <wyrm/observe.h>
#include <wyrm/take_over.h>

#include "arena.h"

static const char changes[] =
    "items:\n"
    "  draught: {effect: {kind: heal, amount: 2d4+1, max_hp: '{2: 1, 7: 3}'}}\n"
    "  bomb: {effect: {kind: blast, damage: 2d4, radius: 3}}\n"
    "  dart: {effect: {kind: confuse, turns: 1d4+2}}\n"
    "  root: {effect: {kind: regenerate, amount: 1d3, turns: 1d2+4}}\n"
    "  book: {effect: {kind: teach, amount: '[3, 5]'}}\n"
    "  wand: {effect: {kind: lightning, damage: 1d1+1}, uses: 1d3+1}\n"
    "monsters:\n"
    "  orc: {experience: 2d6, hp: 20, defense: 0, power: 4, weight: 80}\n"
    "game: {kit: [wand]}\n";

static const char pit[] = "######\n#@.o,#\n#..q,#\n######";
enum { DRAWS = 3000 };

static arena *open_pit(void)
{
    arena *a = arena_draw_design(ruleset_with("tutorial", changes), pit, "o=orc q=orc");
    a->game->player.combatant.max_hp = a->game->bare.max_hp = 60;
    arena_monster(a, 'o')->body.turns[WYRM_HELD] = arena_monster(a, 'q')->body.turns[WYRM_HELD] =
        1000000;
    return a;
}

static void use(arena *a, wyrm_position at)
{
    a->game->pack[0].uses = 2;
    for (size_t i = 0; i < a->game->monster_count; i++)
        a->game->monsters[i].body.combatant.hp = 1000;
    assert_ok(arena_do_at(a, WYRM_DO_USE, 0, at), &a->error);
}

/* Uses an item many times: the amounts of its events have that distribution. */
static void assert_fits_amount(const char *item, bool unhurt, wyrm_event_kind kind,
                               const char *wanted)
{
    OWNED_ARENA *a = open_pit();
    wyrm_amount *amount = NULL;
    uint64_t counts[32] = {0};
    arena_give(a, item);
    assert_works(wyrm_amount_read(wanted, &amount, &last_error));
    const wyrm_position at = arena_monster(a, 'o')->body.at;
    for (int draw = 0; draw < DRAWS; draw++) {
        a->game->player.combatant.hp = unhurt ? 60 : 1;
        a->game->bare.max_hp = a->game->player.combatant.max_hp = 60;
        arena_monster(a, 'o')->body.turns[WYRM_CONFUSED] = 0;
        a->game->boost_count = 0;
        a->game->experience.exp = 0;
        use(a, at);
        counts[arena_heard(a, kind)->amount]++;
    }
    double chances[32] = {0};
    for (int value = 0; value < 32; value++)
        chances[value] = wyrm_pmf_at(wyrm_amount_pmf(amount), value);
    assert_fits(counts, chances, LENGTH_OF(counts));
    wyrm_amount_free(amount);
}

TEST(numbers_of_effects_are_drawn_as_they_stand)
{
    assert_fits_amount("draught", false, WYRM_EVENT_HEALED, "2d4+1");
    assert_fits_amount("draught", true, WYRM_EVENT_HEALED, "{2: 1, 7: 3}");
    assert_fits_amount("bomb", true, WYRM_EVENT_HURT, "2d4");
    assert_fits_amount("dart", true, WYRM_EVENT_CONDITION, "1d4+2");
    assert_fits_amount("root", true, WYRM_EVENT_BOOSTED, "1d2+4");
    assert_fits_amount("book", true, WYRM_EVENT_EXPERIENCE, "[3, 5]");
}

/* One blast on two orcs and the player: sums of two independent draws, not twice one. */
TEST(each_who_is_hit_has_a_draw_of_its_own)
{
    OWNED_ARENA *a = open_pit();
    uint64_t counts[17] = {0};
    arena_give(a, "bomb");
    for (int draw = 0; draw < DRAWS; draw++) {
        a->game->player.combatant.hp = 60;
        use(a, arena_monster(a, 'o')->body.at);
        counts[2000 - a->game->monsters[0].body.combatant.hp -
               a->game->monsters[1].body.combatant.hp]++;
    }
    wyrm_amount *both = NULL;
    double chances[17];
    assert_works(wyrm_amount_read("4d4", &both, &last_error));
    for (int sum = 0; sum < 17; sum++)
        chances[sum] = wyrm_pmf_at(wyrm_amount_pmf(both), sum);
    assert_fits(counts, chances, LENGTH_OF(counts));
    wyrm_amount_free(both);
}

TEST(what_raises_the_maximum_is_told_and_numbers_stand_as_they_are_rolled)
{
    OWNED_ARENA *a = open_pit();
    char text[WYRM_MESSAGE_TEXT_MAX];
    arena_give(a, "draught");
    wyrm_item_describe(a->engine, &a->game->pack[0], text);
    assert_string_equal(text,
                        "heals 2d4+1 hit points; at full hit points adds {2: 1, 7: 3} to their "
                        "maximum");
    a->game->player.combatant.hp = 60;
    use(a, arena_monster(a, 'o')->body.at);
    const wyrm_event *healed = arena_heard(a, WYRM_EVENT_HEALED);
    assert_int_equal(healed->before, 60);
    assert_true(wyrm_event_text(a->engine, a->game, healed, text));
    assert_non_null(strstr(text, "You feel healthier"));
    a->game->player.combatant.hp = a->game->player.combatant.max_hp - 2;
    assert_ok(arena_do(a, WYRM_DO_USE, 0), &a->error);
    healed = arena_heard(a, WYRM_EVENT_HEALED); /* to the maximum, but no further */
    assert_int_equal(healed->amount, 2);
    assert_true(wyrm_event_text(a->engine, a->game, healed, text));
    assert_string_equal(text, "You feel better: 2 hit points.");
}

/* ---- exact ---- */

/* The chance to win with 3 + 1d4 + 1d4 - 2 hit points, at most the maximum, added up by hand. */
TEST(odds_are_over_all_that_may_be_healed)
{
    OWNED_ARENA *a = open_pit();
    arena_give(a, "draught");
    wyrm_game_monster *orc = arena_monster(a, 'o');
    wyrm_combatant *player = &a->game->player.combatant;
    player->hp = 3;
    a->game->bare.max_hp = player->max_hp = 10;
    orc->body.combatant.hp = 8;
    wyrm_better_odds better;
    assert_ok(wyrm_odds_with_pack(a->engine, a->game, orc, &better, &a->error), &a->error);
    double p_win = 0, left = 0, turns = 0, turns_squared = 0, finished = 0;
    for (int one = 1; one <= 4; one++)
        for (int other = 1; other <= 4; other++) {
            wyrm_combatant healed = *player;
            wyrm_duel duel;
            healed.hp = 4 + one + other < 10 ? 4 + one + other : 10;
            assert_ok(wyrm_odds_as(a->engine, a->game, &healed, false, orc, &duel, NULL), NULL);
            p_win += duel.p_win / 16;
            left += duel.p_win > 0 ? duel.p_win * duel.hp_left_mean_given_win / 16 : 0;
            turns += duel.turns_mean / 16;
            turns_squared +=
                (duel.turns_sd * duel.turns_sd + duel.turns_mean * duel.turns_mean) / 16;
            finished += (duel.p_win + duel.p_lose) / 16;
        }
    assert_int_equal(better.item, 0);
    assert_near(better.duel.p_win, p_win, 1e-14);
    assert_near(better.duel.p_win_low, p_win, 1e-14);
    assert_near(better.duel.p_lose, 1 - p_win, 1e-14);
    assert_near(better.duel.hp_left_mean_given_win, left / p_win, 1e-12);
    assert_near(finished, 1, 1e-12);
    assert_near(better.duel.turns_mean, turns, 1e-12);
    assert_near(better.duel.turns_sd, sqrt(turns_squared - turns * turns), 1e-9);
    assert_string_equal(better.duel.method, "exact");
}

TEST(the_change_of_hit_points_is_a_distribution)
{
    OWNED_ARENA *a = open_pit();
    arena_give(a, "draught");
    arena_give(a, "bomb");
    const wyrm_effect heals = wyrm_pack_effect(a->engine, a->game, 0);
    const wyrm_effect hurts = wyrm_pack_effect(a->engine, a->game, 1);
    wyrm_combatant one = {.hp = 5, .max_hp = 10};
    OWNED_PMF *healed = NULL, *raised = NULL, *hurt = NULL, *dead = NULL;
    assert_int_equal(heals.amount, 6); /* the mean */
    assert_int_equal(heals.max_hp, 6); /* 5.75 */
    assert_works(wyrm_effect_changes(&heals, &one, &healed, &last_error));
    assert_near(wyrm_pmf_at(healed, 3), 1.0 / 16, 1e-15);
    assert_near(wyrm_pmf_at(healed, 5), 13.0 / 16, 1e-15); /* no further than the maximum */
    assert_works(wyrm_effect_changes(&hurts, &one, &hurt, &last_error));
    assert_near(wyrm_pmf_at(hurt, -4), 3.0 / 16, 1e-15);
    assert_near(wyrm_pmf_at(hurt, -5), 10.0 / 16, 1e-15); /* dead */
    one.hp = 10;
    assert_works(wyrm_effect_changes(&heals, &one, &raised, &last_error));
    assert_near(wyrm_pmf_at(raised, 7), 0.75, 1e-15);
    one.hp = 0;
    assert_works(wyrm_effect_changes(&heals, &one, &dead, &last_error));
    assert_near(wyrm_pmf_at(dead, 0), 1, 0);
}

/* ---- items and monsters on floors ---- */

TEST(an_item_has_as_many_uses_as_are_drawn_for_it)
{
    OWNED_DESIGN *design = ruleset_with("tutorial", changes);
    wyrm_engine *engine;
    wyrm_game *game = wyrm_game_new();
    assert_non_null(game);
    assert_works(wyrm_engine_new(design, &engine, &last_error));
    uint64_t uses[5] = {0}, gains[13] = {0};
    const int32_t orc = (int32_t)monster_named(design, "orc");
    for (uint64_t seed = 1; seed <= 900; seed++) {
        wyrm_game_options options = {.seed = seed};
        assert_works(wyrm_game_start(engine, &options, NULL, game, &last_error));
        const wyrm_game_view *view = wyrm_game_look(game);
        uses[view->pack[0].uses]++;
        for (size_t i = 0; i < view->monster_count; i++)
            if (view->monsters[i].spawn.monster == orc)
                gains[view->monsters[i].spawn.experience]++;
    }
    wyrm_game_free(game);
    wyrm_engine_free(engine);
    assert_fits(uses, ((double[]){0, 0, 1.0 / 3, 1.0 / 3, 1.0 / 3}), 5);
    double chances[13] = {0};
    for (int one = 1; one <= 6; one++)
        for (int other = 1; other <= 6; other++)
            chances[one + other] += 1.0 / 36;
    assert_fits(gains, chances, LENGTH_OF(gains));
    assert_int_equal(wyrm_roster_experience(wyrm_design_roster(design), orc, 1), 7);
    assert_string_equal(
        wyrm_amount_text(wyrm_roster_experience_roll(wyrm_design_roster(design), orc)), "2d6");
}

/* The distribution of the row at every level, plus what was gained otherwise: 1d4+5, 3d4+5, 20. */
TEST(levels_bring_the_hit_points_that_they_say)
{
    OWNED_DESIGN *design = ruleset_with(
        "tutorial",
        "models: {growth: levels}\n"
        "growth: {experience: [0, 10, 20]}\n"
        "player: {hp: 1d4+5}\n"
        "levels: [{level: 2, hp: 3d4+5}, {level: 3, hp: 20}]\n"
        "items: {book: {effect: {kind: teach, amount: 10}}, oil: {effect: {kind: strengthen, "
        "stat: max_hp, amount: 7}}}\n"
        "game: {kit: [book, book, oil]}\n");
    wyrm_engine *engine;
    wyrm_game *game = wyrm_game_new();
    assert_non_null(game);
    assert_works(wyrm_engine_new(design, &engine, &last_error));
    uint64_t first[5] = {0}, second[13] = {0};
    for (uint64_t seed = 1; seed <= 3000; seed++) {
        const wyrm_game_view *view;
        wyrm_game_options options = {.seed = seed};
        assert_works(wyrm_game_start(engine, &options, NULL, game, &last_error));
        view = wyrm_game_look(game);
        first[view->player->combatant.max_hp - 5]++;
        for (int32_t item = 2; item > 0; item--) /* the oil, and a book */
            assert_works(wyrm_game_act(engine, game,
                                       &(wyrm_command){.kind = WYRM_DO_USE, .argument = item}, NULL,
                                       &last_error));
        view = wyrm_game_look(game);
        second[view->player->combatant.max_hp - 12]++;
        assert_works(
            wyrm_game_act(engine, game, &(wyrm_command){.kind = WYRM_DO_USE}, NULL, &last_error));
        assert_int_equal(wyrm_game_look(game)->player->combatant.max_hp, 27);
    }
    assert_fits(first, ((double[]){0, 0.25, 0.25, 0.25, 0.25}), 5);
    double chances[13] = {0};
    for (int sum = 0; sum < 64; sum++)
        chances[3 + sum % 4 + sum / 4 % 4 + sum / 16] += 1.0 / 64;
    assert_fits(second, chances, LENGTH_OF(second));
    wyrm_game_free(game);
    wyrm_engine_free(engine);
}

/* Hit points when the rules change in the middle of a game: who was rolled keeps its luck, who was
 * not has the middle of what may be rolled (19 and 20 of 2d10+9), and who is not rolled any more
 * has what all have. Wounds stay. */
TEST(hit_points_are_taken_over_into_other_rules_with_their_luck)
{
    static const struct {
        const char *before, *after;
        int64_t most, wanted;
    } rows[] = {{"20", "2d10+9", 20, 20}, {"2d10+9", "30", 12, 30}, {"20", "25", 20, 25},
                {"20", "25", 23, 28},     {"1d10", "1d100", 5, 45}, {"2d10+9", "2d10+9", 12, 12}};
    for (size_t i = 0; i < LENGTH_OF(rows); i++) {
        char text[64];
        snprintf(text, sizeof text, "monsters: {orc: {hp: %s}}\n", rows[i].before);
        OWNED_ARENA *a =
            arena_draw_design(ruleset_with("tutorial", text), "####\n#@o#\n####", NULL);
        snprintf(text, sizeof text, "monsters: {orc: {hp: %s}}\n", rows[i].after);
        OWNED_DESIGN *design = ruleset_with("tutorial", text);
        wyrm_engine *into = NULL;
        wyrm_combatant *orc = &arena_monster(a, 'o')->body.combatant;
        orc->max_hp = rows[i].most;
        orc->hp = orc->max_hp - 3;
        assert_ok(wyrm_engine_new(design, &into, &a->error), &a->error);
        assert_ok(wyrm_game_take_over(a->engine, into, a->game, &a->error), &a->error);
        assert_int_equal(orc->max_hp, rows[i].wanted);
        assert_int_equal(orc->hp, rows[i].wanted - 3);
        wyrm_engine_free(into);
    }
}
