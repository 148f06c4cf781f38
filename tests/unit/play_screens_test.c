/* The screens of a game in progress, drawn on canvases and driven by keys. */
#include <unistd.h>

#include "stage.h"

#include <wyrm/paths.h>

#include "term/internal.h"

#define SEED 1

static const int sizes[][2] = {{80, 24}, {200, 60}, {100, 30}, {81, 25}};

static void key_count(const stage *on, uint64_t *commands)
{
    *commands = on->session->game->commands;
}

TEST(dungeon_puts_the_player_under_the_cursor)
{
    OWNED_STAGE on = stage_open("ruggrogue", SEED);
    for (size_t i = 0; i < LENGTH_OF(sizes); i++) {
        stage_draw(&on, sizes[i][0], sizes[i][1]);
        term_cell cell = stage_cell(&on, on.canvas->cursor_x, on.canvas->cursor_y);
        assert_int_equal(cell.character, '@');
        assert_int_equal(cell.style, TERM_PLAYER);
    }
}

/* What a level costs must be exceeded there: 21 points gain the level that costs 20. */
TEST(sidebar_tells_the_point_more_of_a_level_above_its_cost)
{
    OWNED_STAGE on = stage_open(GOLDEN_DIR "/above.yaml", SEED);
    stage_draw(&on, 80, 24);
    assert_shows(&on, "XP 0, next in 21");
    on.session->game->experience.exp = 20;
    stage_draw(&on, 80, 24);
    assert_shows(&on, "XP 20, next in 1");
}

TEST(sidebar_tells_level_life_hunger_depth_and_turn)
{
    static const char *const texts[] = {"Level 1", "depth 1",    "XP 0, next in 50", "HP 30/30",
                                        "hungry",  "attack 4.8", "defense 2.4",      "turn 1"};
    OWNED_STAGE on = stage_open("ruggrogue", SEED);
    on.session->game->fullness = 500;
    for (size_t i = 0; i < LENGTH_OF(sizes); i++) {
        stage_draw(&on, sizes[i][0], sizes[i][1]);
        term_layout layout = on.app->play.layout;
        for (size_t k = 0; k < LENGTH_OF(texts); k++) {
            int x, y;
            assert_shows(&on, texts[k]);
            stage_find(&on, texts[k], &x, &y);
            assert_true(x >= layout.side.x);
        }
    }
}

/* A stage with rules of its own. */
static stage open_rules(const char *rules)
{
    char path[] = "/tmp/wyrm-rules-XXXXXX";
    const int file = mkstemp(path);
    assert_true(file >= 0);
    assert_true(write(file, rules, strlen(rules)) == (ssize_t)strlen(rules));
    close(file);
    const stage on = stage_open(path, SEED);
    unlink(path);
    return on;
}

/* The cost of an attack is shown after its effect, each change of the attacker separately. */
TEST(attacks_are_listed_with_what_they_cost)
{
    OWNED_STAGE on = open_rules(
        "name: rules\nmodels: {combat: script}\ncombat:\n  stats:\n"
        "    style: {kind: word, of: [jab, smash, kick, rush], chosen: true}\n"
        "  counters: {breath: {start: 3, most: 3}, rage: {start: 0, most: 9}}\n"
        "  conditions: {dazed: {most: 5}}\n"
        "  script: |\n    function attack(attacker, defender)\n"
        "      if attacker.style == 'jab' then return 1 end\n"
        "      if attacker.style == 'kick' then return {damage = 2, own = {breath = -1}} end\n"
        "      local more = chance(0.25) and 2 or 0\n"
        "      if attacker.style == 'rush' then\n"
        "        return {damage = 1, own = {breath = chance(0.004) and -1 or 0,\n"
        "                                   rage = chance(0.996) and 1 or 0}}\n"
        "      end\n"
        "      return {damage = 3, own = {breath = -2, rage = more}, effects = {dazed = 1}}\n"
        "    end\n"
        "player: {hp: 30}\nmonsters: {rat: {hp: 9}}\n");
    stage_stand_off(&on, 1, 1);
    stage_keys(&on, "A");
    stage_draw(&on, 100, 30);
    assert_shows(&on, "a) jab (now): 100 % to hit, 1 hp; 9 to kill ");
    assert_shows(&on, "c) kick: 100 % to hit, 2 hp; 5 to kill; -1 breath ");
    assert_shows(&on, "b) smash: 100 % to hit, 3 hp; 3 to kill by blows alone; -2 breath; ");
    assert_shows(&on, "    +2 rage in 25 % ");
    assert_shows(&on, "-1 breath in <1 %");
    assert_shows(&on, "+1 rage in >99 %");
}

/* Shown in the column and on the character page: gold, temporary and permanent conditions, and
 * boosts that end; permanent boosts are part of the figures. */
TEST(gold_conditions_and_boosts_stand_beside_the_map)
{
    OWNED_STAGE on = open_rules(
        "name: rich\nextends: brogue\ngold: {purse: 37, floors: [{heaps: 0, pieces: 1}]}\n"
        "combat: {conditions: {weakened: {most: 5}, dazed: {most: 9}}}\n");
    wyrm_game *game = on.session->game;
    const wyrm_combat *combat = wyrm_design_combat(on.session->design);
    assert_shows(&on, "gold 37");
    assert_hides(&on, "hungry");
    game->fullness = 0;
    game->player.turns[WYRM_HASTED] = 4;
    game->player.turns[WYRM_SLOWED] = 1;
    game->player.combatant.stats[wyrm_combat_stat(combat, "dazed")] = 3;
    game->boosts[0] = (wyrm_boost){-1, 0.5, 1};
    game->boosts[1] = (wyrm_boost){wyrm_combat_stat(combat, "accuracy"), 9, -1};
    game->boosts[2] = (wyrm_boost){wyrm_combat_stat(combat, "accuracy"), -20, 12};
    game->boost_count = 3;
    stage_draw(&on, 100, 40);
    assert_true(is_shown_as(&on, "starving", TERM_BAD));
    assert_true(is_shown_as(&on, "hasted 4", TERM_GOOD));
    assert_true(is_shown_as(&on, "slowed 1", TERM_WARN));
    assert_true(is_shown_as(&on, "dazed 3", TERM_WARN));
    assert_hides(&on, "weakened");
    assert_true(is_shown_as(&on, "+0.5 hp a turn, 1 turn ", TERM_GOOD));
    assert_true(is_shown_as(&on, "-20 accuracy, 12 turns", TERM_GOOD));
    assert_hides(&on, "+9 accuracy");
    game->difficulty.wins = 2;
    stage_keys(&on, "c");
    stage_draw(&on, 100, 60);
    const char *page = stage_column(&on, 0, 0, 60);
    assert_non_null(strstr(page, " gold 37 conditions "));
    assert_non_null(strstr(page, "hasted 4 more turns "));
    assert_non_null(strstr(page, "slowed 1 more turns "));
    assert_non_null(strstr(page, "dazed 3 boosts +0.5 hp a turn, 1 turn -20 accuracy, 12 turns "));
    assert_non_null(strstr(page, " games won before 2 "));
}

/* Monsters and items without a row of their own are counted in the last row. */
TEST(what_does_not_fit_beside_the_map_is_counted)
{
    OWNED_STAGE on = stage_open("ruggrogue", SEED);
    stage_stand_off(&on, 14, 3);
    for (int i = 0; i < 5; i++)
        on.session->game->pack[stage_give(&on, "knife")].worn = true;
    term_play_look(on.app);
    static const int wanted[][4] = {{80, 24, 2, 6}, {80, 60, 5, 14}};
    for (size_t i = 0; i < LENGTH_OF(wanted); i++) {
        int knives = 0, blobs = 0, x, y;
        stage_draw(&on, wanted[i][0], wanted[i][1]);
        for (y = 0; y < on.canvas->height; y++) {
            knives += strstr(stage_row(&on, y), ") Knife") != NULL;
            blobs += strstr(stage_row(&on, y), "b Blob ") != NULL;
        }
        assert_int_equal(knives, wanted[i][2]);
        assert_int_equal(blobs, wanted[i][3]);
        assert_int_equal(stage_find(&on, "and 3 more", &x, &y), i == 0);
        assert_int_equal(stage_find(&on, "and 8 more", &x, &y), i == 0);
    }
}

/* A reason why the game cannot be saved is shown once, after the next command. */
TEST(trouble_is_told_once)
{
    OWNED_STAGE on = stage_open("ruggrogue", SEED);
    snprintf(on.session->trouble, sizeof on.session->trouble, "This game cannot be saved: why");
    assert_after(&on, ".", "This game cannot be saved: why");
    stage_keys(&on, ".");
    assert_hides(&on, "This game cannot be saved: why");
    on.session->trouble[0] = '\0';
    stage_keys(&on, ".");
    snprintf(on.session->trouble, sizeof on.session->trouble, "This game cannot be saved: again");
    assert_after(&on, ".", "This game cannot be saved: again");
}

/* The player's poison does most of the harm; the rat's bites are all that it has. */
TEST(blows_to_kill_are_not_all_where_poison_kills_too)
{
    OWNED_STAGE on =
        open_rules("name: rules\nmodels: {combat: script}\ncombat:\n  stats:\n"
                   "    venom: {default: 0}\n    power: {default: 1}\n"
                   "  conditions: {poisoned: {most: 20, stacking: adds, damage: 1}}\n"
                   "  script: |\n    function attack(attacker, defender)\n"
                   "      return {damage = attacker.power, effects = {poisoned = attacker.venom}}\n"
                   "    end\n"
                   "player: {hp: 30, venom: 5}\nmonsters: {rat: {hp: 28}, leech: {hp: 3, power: 0, "
                   "venom: 2}}\n");
    const wyrm_combatant *player = &on.session->game->player.combatant;
    const wyrm_combatant *rat = &on.session->game->monsters[0].body.combatant;
    char text[96];
    stage_stand_off(&on, 1, 1);
    stage_keys(&on, "x");
    assert_shows(&on, "kill by blows alone");
    term_attack_text(on.session, player, rat, WYRM_ATTACK_MELEE, 1, 0, text, sizeof text);
    assert_string_equal(text, "100 % to hit, 1 hp; 28 to kill by blows alone");
    term_attack_text(on.session, rat, player, WYRM_ATTACK_MELEE, 1, 0, text, sizeof text);
    assert_string_equal(text, "100 % to hit, 1 hp; 30 to kill");
    wyrm_combatant leech;
    assert_works(wyrm_roster_combatant(wyrm_design_roster(on.session->design), "leech", &leech,
                                       &last_error));
    term_attack_text(on.session, &leech, player, WYRM_ATTACK_MELEE, 1, 0, text, sizeof text);
    assert_string_equal(text, "no harm by blows alone");
}

/* Whatever the case of the word in the ruleset, it is shown in the middle of a sentence. */
TEST(hunger_is_told_in_small_letters)
{
    OWNED_STAGE on = open_rules("name: eaters\nextends: ruggrogue\n"
                                "game: {hunger: {stages: [{name: Full, from: 901}, {name: Hungry, "
                                "from: 101}, {name: Starved, from: 0}]}}\n");
    on.session->game->fullness = 901;
    assert_after(&on, ".", "You are hungry.");
    assert_shows(&on, "Hungry ");
    on.session->game->fullness = 101;
    assert_after(&on, ".", "You are starved.");
}

TEST(tower_counts_floors)
{
    OWNED_STAGE on = stage_open("bob-and-trev", SEED);
    assert_shows(&on, "floor 1");
}

TEST(window_keeps_the_player_away_from_its_edges)
{
    wyrm_map map = {.width = 120, .height = 80};
    term_map_view view = {.x = 0};
    term_area area = {.width = 50, .height = 20};
    for (int x = 0; x < 120; x++) {
        wyrm_position focus = {(int16_t)x, 40};
        term_map_follow(&view, area, &map, focus, TERM_MARGIN_MOST);
        int ahead = view.x + area.width - 1 - x, behind = x - view.x;
        assert_true(ahead >= 9 || view.x + area.width == map.width);
        assert_true(behind >= 9 || view.x == 0);
    }
}

/* Wherever the window is, as long as two tiles beyond the player fit. */
TEST(window_shows_who_is_in_view)
{
    wyrm_map map = {.width = 120, .height = 80};
    const term_area area = {.width = 51, .height = 19};
    const wyrm_position focus = {60, 40};
    for (int from = 10; from <= 46; from += 4)
        for (int x = 0; x < 120; x++) {
            const wyrm_position other = {(int16_t)x, (int16_t)(x * 2 / 3)};
            term_map_view view = {.x = 60 - from, .y = 40 - from / 3, .area = area};
            int column, row;
            term_map_show(&view, &map, focus, other);
            assert_in_range(focus.x - view.x, 2, area.width - 3);
            assert_in_range(focus.y - view.y, 2, area.height - 3);
            const bool near = abs(x - 60) <= 48 && abs(other.y - 40) <= 16;
            assert_int_equal(term_map_cell(&view, other, &column, &row), near);
        }
    OWNED_STAGE on = stage_open("ruggrogue", SEED);
    wyrm_game *game = on.session->game;
    int x, y, low;
    stage_find(&on, "@", &x, &y);
    low = 18 - y; /* rows to the lower edge */
    stage_stand_off(&on, 1, 4);
    game->monsters[0].body.at = (wyrm_position){game->player.at.x, game->player.at.y};
    for (int i = 0; i <= low; i++)
        game->monsters[0].body.at.y++;
    on.session->view->monsters[0].in_sight = true;
    stage_draw(&on, 80, 24);
    assert_true(term_map_cell(&on.app->play.view, game->monsters[0].body.at, &x, &y));
}

/* Looking around scrolls the map no more than necessary. */
TEST(looking_leaves_the_map_where_it_is)
{
    OWNED_STAGE on = stage_open("ruggrogue", SEED);
    term_map_view *view = &on.app->play.view;
    const wyrm_map *map = wyrm_game_look(on.session->game)->map;
    const wyrm_position far = {(int16_t)(view->x + 3), (int16_t)(view->y + 3)};
    term_map_view before = *view, after = *view;
    term_map_follow(&after, view->area, map, far, TERM_MARGIN_LEAST);
    assert_memory_equal(&before.x, &after.x, 2 * sizeof(int));
}

TEST(a_small_map_stands_in_the_middle)
{
    wyrm_map map = {.width = 40, .height = 10};
    term_map_view view = {.x = 0};
    term_map_follow(&view, (term_area){.width = 60, .height = 20}, &map, (wyrm_position){5, 5},
                    TERM_MARGIN_MOST);
    assert_int_equal(view.x, -10);
    assert_int_equal(view.y, -5);
}

TEST(monsters_in_view_are_listed_with_the_chance_to_win)
{
    OWNED_STAGE on = stage_open("ruggrogue", SEED);
    wyrm_duel duel;
    char chance[16];
    stage_stand_off(&on, 2, 4);
    stage_keys(&on, ".");
    const wyrm_game *game = on.session->game;
    assert_works(wyrm_odds(on.session->engine, game, &game->monsters[0], &duel, &last_error));
    snprintf(chance, sizeof chance, "%.0f %%", 100.0 * duel.p_win);
    assert_shows(&on, "In view      alone, you win");
    assert_shows(&on, "b Blob         hp");
    assert_shows(&on, chance);
}

/* Of a crowd the nearest six are reckoned with; the others have their rows without a chance. */
TEST(of_a_crowd_the_nearest_have_a_chance_each)
{
    for (size_t count = 1; count <= 9; count++) {
        OWNED_STAGE on = stage_open("ruggrogue", SEED);
        size_t rows = 0, told = 0;
        stage_stand_off(&on, count, 6);
        stage_draw(&on, 100, 40);
        stage_keys(&on, ".");
        for (int y = 0; y < 40; y++) {
            const char *row = strstr(stage_row(&on, y), "b Blob");
            rows += row != NULL;
            told += row != NULL && strchr(row, '%') != NULL;
            assert_true(row == NULL || strchr(row, '-') == NULL); /* nobody wins less than never */
        }
        assert_int_equal(rows, count);
        assert_int_equal(told, count < 6 ? count : 6);
    }
}

/* Below the chances against each monster alone are the odds against all awake ones from the present
 * position, for each way to begin. */
TEST(monsters_in_view_are_reckoned_together)
{
    OWNED_STAGE on = stage_open("ruggrogue", SEED);
    const wyrm_outlook_options all = {.size = sizeof all};
    wyrm_outlook outlook;
    char row[80], chance[24];
    stage_stand_off(&on, 2, 4);
    stage_keys(&on, ".");
    wyrm_game *game = on.session->game;
    game->player.combatant.hp = 90;
    game->player.combatant.max_hp = 90;
    stage_keys(&on, ".");
    assert_works(wyrm_outlook_find(on.session->engine, game, &all, &outlook, &last_error));
    assert_in_range((int64_t)(100 * outlook.ways[0].duel.p_win), 1, 98);
    term_chance(&outlook.ways[0].duel, true, chance);
    *strchr(chance, ' ') = '\0';
    snprintf(row, sizeof row, "%s %s ", wyrm_approach_word(outlook.ways[0].approach), chance);
    assert_shows(&on, "both at once, from here");
    assert_shows(&on, row);
    assert_shows(&on, "walk up ");
    game->monsters[1].body.turns[WYRM_ASLEEP] = 100;
    assert_after(&on, ".", "alone, you win");
    assert_hides(&on, "at once");
}

/* A hungry player is offered its food; otherwise neither food nor fullness is shown. */
TEST(food_is_offered_to_who_is_hungry)
{
    OWNED_STAGE on = stage_open("shattered", SEED);
    stage_keys(&on, ".");
    assert_hides(&on, "a: eat");
    assert_hides(&on, "not hungry");
    on.session->game->fullness = 100;
    assert_after(&on, ".", "a: eat Food ration");
    assert_shows(&on, "hungry ");
    stage_keys(&on, "a");
    assert_shows(&on, "feeds for 300 turns");
    on.session->game->pack_count = 0;
    stage_keys(&on, "Esc .");
    assert_hides(&on, "a: eat");
}

/* On a floor without stairs down, their key leads to the victory item and takes it. */
TEST(the_key_of_the_stairs_leads_to_the_goal_at_the_end)
{
    const term_folders folders = {.state = ""};
    const term_new_game last = {.ruleset = "tutorial", .seed = SEED, .practice = true};
    OWNED_STAGE on = stage_new(&folders, NULL);
    assert_ok(term_game_new(&folders, &last, &on.session, NULL), NULL);
    term_enter_game(on.app, on.session);
    wyrm_game *game = on.session->game;
    game->monster_count = 0;
    assert_after(&on, ".", "depth 10");
    assert_after(&on, ">", "You have not seen the Amulet yet.");
    game->goal = (wyrm_position){(int16_t)(game->player.at.x - 1), game->player.at.y};
    assert_after(&on, "h", "Here: Amulet.");
    assert_after(&on, ">", "You take the Amulet: you have won!");
}

/* If a monster forbids the autopilot, asking again shows what to do instead. */
TEST(the_autopilot_among_foes_tells_what_can_be_done)
{
    OWNED_STAGE on = stage_open("ruggrogue", SEED);
    stage_stand_off(&on, 1, 4);
    assert_after(&on, "o", "The Blob is in view. x: look at it, i: get ready, or walk away.");
}

TEST(more_is_asked_for_only_when_new_messages_do_not_fit)
{
    OWNED_STAGE on = stage_open("ruggrogue", SEED);
    for (int i = 0; i < 5; i++) {
        char text[80];
        snprintf(text, sizeof text, "A message that takes the better part of a line: number %d.",
                 i);
        wyrm_log_add(on.session->log, 2, text);
    }
    stage_draw(&on, 80, 24);
    assert_shows(&on, "-- more --");
    stage_draw(&on, 80, 60);
    assert_hides(&on, "-- more --");
    stage_draw(&on, 80, 24);
    uint64_t before, after;
    key_count(&on, &before);
    stage_keys(&on, ".");
    key_count(&on, &after);
    assert_int_equal(before, after); /* the key turned the page */
    assert_hides(&on, "-- more --");
    stage_keys(&on, ".");
    key_count(&on, &after);
    assert_int_equal(before + 1, after);
}

TEST(repeated_messages_are_counted_and_new_ones_bold)
{
    int x, y;
    OWNED_STAGE on = stage_open("ruggrogue", SEED);
    stage_keys(&on, "m Esc .");
    for (int i = 0; i < 3; i++)
        wyrm_log_add(on.session->log, 9, "You miss the Orc.");
    stage_draw(&on, 80, 24);
    assert_shows(&on, "You miss the Orc. (x3)");
    stage_find(&on, "You miss", &x, &y);
    assert_int_equal(stage_cell(&on, x, y).style, TERM_BOLD);
    stage_keys(&on, ".");
    stage_find(&on, "You miss", &x, &y);
    assert_int_equal(stage_cell(&on, x, y).style, TERM_DIM);
}

TEST(looking_at_a_monster_tells_the_exact_odds)
{
    OWNED_STAGE on = stage_open("ruggrogue", SEED);
    on.session->engine->rules.regeneration = 0; /* with it fights are played, not solved */
    wyrm_duel duel;
    char words[160];
    stage_stand_off(&on, 1, 3);
    stage_keys(&on, "x");
    const wyrm_game *game = on.session->game;
    assert_works(wyrm_odds(on.session->engine, game, &game->monsters[0], &duel, &last_error));
    snprintf(words, sizeof words,
             "You win %.1f %% of such fights, losing %.0f of %lld hp in %.0f turns.",
             100.0 * duel.p_win, 30.0 - duel.hp_left_mean_given_win, 30LL,
             2.0 + duel.turns_mean_given_win); /* it takes two turns to arrive */
    term_layout layout = on.app->play.layout;
    const char *column = stage_column(&on, layout.side.x, 0, layout.side.height);
    if (strstr(column, words) == NULL) {
        print_error("wanted: %s\ngot: %s\n", words, column);
        fail();
    }
    assert_shows(&on, "You see a Blob. 3 tiles away.");
}

TEST(looking_tells_what_would_help)
{
    OWNED_STAGE on = stage_open("ruggrogue", SEED);
    stage_stand_off(&on, 1, 3);
    size_t knife = stage_give(&on, "knife");
    on.session->game->pack[knife].item.level = 5;
    stage_keys(&on, "x");
    term_layout layout = on.app->play.layout;
    assert_non_null(
        strstr(stage_column(&on, layout.side.x, 0, layout.side.height), "First wield +5 Knife: "));
}

/* The same knife against the same monster: looking at the monster and comparing the knife show the
 * same figure, with one sentence about its assumptions. */
TEST(comparing_gear_tells_the_odds_that_looking_tells)
{
    OWNED_STAGE on = stage_open("ruggrogue", SEED);
    on.session->engine->rules.regeneration = 0; /* with it fights are played, not solved */
    stage_stand_off(&on, 1, 3);
    size_t knife = stage_give(&on, "knife");
    on.session->game->pack[knife].item.level = 5;
    for (int asleep = 0; asleep <= 1; asleep++) {
        const wyrm_game *game = on.session->game;
        const wyrm_command wear = {.kind = WYRM_DO_WEAR, .argument = (int32_t)knife};
        const wyrm_outlook_options options = {.alone = &game->monsters[0], .before = &wear};
        wyrm_outlook outlook;
        char looks[96], compares[80], chance[24];
        on.session->game->monsters[0].body.turns[WYRM_ASLEEP] = asleep * 16;
        assert_works(wyrm_outlook_find(on.session->engine, game, &options, &outlook, &last_error));
        const wyrm_duel *best = &outlook.ways[0].duel;
        const double left = best->hp_left_mean_given_win;
        term_chance(best, false, chance);
        assert_int_equal(best->fights > 0, asleep);
        if (asleep) /* the sign between the values is not ASCII */
            *strchr(chance, ' ') = '\0';
        snprintf(looks, sizeof looks, "First wield +5 Knife: %s%s", chance,
                 asleep ? " " : ", losing ");
        snprintf(compares, sizeof compares, "-> %s", chance);
        stage_keys(&on, "x");
        term_layout layout = on.app->play.layout;
        const char *column = stage_column(&on, layout.side.x, 0, layout.side.height);
        assert_non_null(strstr(column, looks));
        assert_shows(&on, "from here, against it");
        stage_keys(&on, "Esc i");
        column = stage_column(&on, 40, 0, 22);
        assert_non_null(strstr(column, compares));
        snprintf(compares, sizeof compares, "-> %.0f hp left.", left);
        assert_non_null(strstr(column, compares));
        assert_shows(&on, asleep ? "Odds of mock fights from here" : "Exact odds from here");
        stage_keys(&on, "Esc");
    }
}

/* Gear on the floor is compared as if it were carried. */
TEST(looking_at_gear_tells_what_it_would_change)
{
    OWNED_STAGE on = stage_open("ruggrogue", SEED);
    stage_stand_off(&on, 1, 5);
    wyrm_game *game = on.session->game;
    size_t knife = stage_give(&on, "knife");
    game->pack[knife].item.level = 5;
    game->items[0] = game->pack[knife];
    game->items[0].at = (wyrm_position){(int16_t)(game->player.at.x - 1), game->player.at.y};
    game->items[0].seen = true;
    game->item_count = 1;
    game->pack_count = 0;
    assert_after(&on, "x Tab", "You see a +5 Knife");
    assert_shows(&on, "attack 4.8 -> ");
    assert_shows(&on, "Against the Blob you win");
    assert_int_equal(game->pack_count, 0);
}

TEST(looking_recalls_what_is_out_of_sight)
{
    OWNED_STAGE on = stage_open("ruggrogue", SEED);
    wyrm_game *game = on.session->game;
    game->marks[0] |= WYRM_MARK_KNOWN;
    stage_keys(&on, "x L L L H H H H H H H H H H H H H H H H K K K K K K K K K K K K K K K K");
    assert_shows(&on, "You recall a wall.");
    assert_after(&on, "l", "You have not seen that place.");
}

TEST(a_new_level_asks_what_it_brings)
{
    OWNED_STAGE on = stage_open("tutorial", SEED);
    wyrm_game *game = on.session->game;
    game->phase = WYRM_PHASE_CHOOSING;
    game->choices = 1;
    game->experience.level = 2;
    assert_after(&on, ".", "You have reached level 2");
    assert_shows(&on, "hp: +20 max hp");
    assert_after(&on, "Esc", "A choice has to be made");
    assert_after(&on, "Down", "power 4 -> 5");
    stage_keys(&on, "Enter");
    assert_int_equal(game->phase, WYRM_PHASE_PLAYING);
    assert_shows(&on, "power 5");
}

/* What the other levels bring is not chosen yet. */
TEST(odds_of_a_choice_are_those_of_one_level)
{
    OWNED_STAGE on = stage_open("tutorial", SEED);
    wyrm_game *game = on.session->game;
    const wyrm_command first = {.kind = WYRM_DO_CHOOSE};
    term_change changes[2];
    stage_stand_off(&on, 1, 1);
    game->monsters[0].body.combatant.hp = 60; /* 15 hits; four times 20 hit points would do */
    game->player.combatant.hp = 5;
    game->phase = WYRM_PHASE_CHOOSING;
    for (int i = 0; i < 2; i++) {
        game->choices = i == 0 ? 1 : 4;
        assert_int_equal(term_odds_changes(on.session, &game->player.combatant, NULL, &first, ' ',
                                           &changes[i], 1),
                         1);
        assert_int_equal(game->choices, i == 0 ? 1 : 4);
    }
    if (strstr(changes[0].words, "-> ") != NULL)
        fail_msg("%s", changes[0].words);
    assert_string_equal(changes[0].words, changes[1].words);
}

TEST(a_brace_in_a_name_is_no_key)
{
    OWNED_STAGE on = stage_open("tutorial", SEED);
    char text[] = "\1you} {you}";
    assert_string_equal(term_hint(on.app, text), "{you} @");
}

TEST(the_last_page_tells_how_it_ended)
{
    OWNED_STAGE on = stage_open("ruggrogue", SEED);
    wyrm_game *game = on.session->game;
    game->phase = WYRM_PHASE_DEAD;
    game->cause = WYRM_CAUSE_MONSTER;
    game->killer = 7;
    game->player.combatant.hp = 0;
    game->tally.kills = game->tally.killed[0] = 3;
    strcpy(on.session->dump_path, "/somewhere/dump.txt");
    assert_after(&on, "j", "You are dead: press Enter");
    assert_after(&on, "Enter", "cause of death");
    assert_shows(&on, "Orc");
    assert_shows(&on, "foes defeated         3");
    assert_after(&on, "End", "/somewhere/dump.txt");
}

TEST(every_screen_lives_through_a_resize)
{
    static const char *const screens[] = {"",  "i",     "i a", "a", "e",   "d",   "x", "_",
                                          "m", "m Tab", "p",   "c", "Esc", "a a", "t"};
    OWNED_STAGE on = stage_open("ruggrogue", SEED);
    stage_give(&on, "fireball_scroll");
    stage_give(&on, "knife");
    for (size_t i = 0; i < LENGTH_OF(screens); i++) {
        stage_keys(&on, screens[i]);
        for (size_t k = 0; k < LENGTH_OF(sizes); k++) {
            stage_draw(&on, sizes[k][0], sizes[k][1]);
            assert_in_range(on.canvas->cursor_x, 0, sizes[k][0] - 1);
            assert_in_range(on.canvas->cursor_y, 0, sizes[k][1] - 1);
        }
        stage_draw(&on, 79, 23);
        assert_shows(&on, "79 columns");
        stage_draw(&on, 80, 24);
        while (term_app_top(on.app) != &term_dungeon)
            stage_keys(&on, "Esc");
    }
}

TEST(any_key_stops_an_autopilot)
{
    OWNED_STAGE on = stage_open("ruggrogue", SEED);
    term_input explore = term_keys_input(&on.keys, 'o'), other = term_keys_input(&on.keys, 'j');
    term_app_take(on.app, &explore);
    term_app_tick(on.app);
    assert_true(term_app_ticks(on.app));
    uint64_t commands = on.session->game->commands;
    term_app_take(on.app, &other);
    stage_wait(&on);
    assert_int_equal(on.session->game->commands, commands);
}

TEST(the_key_that_began_the_autopilot_does_not_stop_it)
{
    OWNED_STAGE on = stage_open("ruggrogue", SEED);
    term_input explore = term_keys_input(&on.keys, 'o');
    term_app_take(on.app, &explore);
    term_app_tick(on.app);
    term_app_take(on.app, &explore);
    assert_true(term_app_ticks(on.app));
}

/* An item that was seen on a tile and is then picked up is announced once, as new. */
TEST(what_is_picked_up_is_told_once)
{
    OWNED_STAGE on = stage_open("ruggrogue", SEED);
    wyrm_game *game = on.session->game;
    int x, y;
    stage_stand_off(&on, 1, 9);
    game->monsters[0].body.turns[WYRM_ASLEEP] = 100;
    for (int i = 1; i <= 2; i++) {
        game->items[game->item_count] = (wyrm_game_item){.item = {.kind = 0}, .seen = true};
        game->items[game->item_count++].at =
            (wyrm_position){(int16_t)(game->player.at.x + 1), game->player.at.y};
    }
    assert_after(&on, "l", "You see here: ");
    assert_shows(&on, "You see here: Ration x2.");
    assert_after(&on, "g", "You pick up ");
    assert_shows(&on, "You see here: "); /* the other item still lies there */
    stage_keys(&on, "g h");
    game->items[game->item_count] = (wyrm_game_item){.item = {.kind = 0}, .seen = true};
    game->items[game->item_count++].at =
        (wyrm_position){(int16_t)(game->player.at.x + 1), game->player.at.y};
    on.session->log->count = 0;
    assert_after(&on, "l", "You see here: ");
    assert_after(&on, "g", "You pick up ");
    assert_hides(&on, "You see here: ");
    stage_find(&on, "You pick up", &x, &y);
    assert_int_equal(stage_cell(&on, x, y).style, TERM_BOLD);
}

/* In brogue monsters act at the end of a command, in the turn in which the next one begins. */
TEST(what_a_command_leads_to_shares_a_line)
{
    OWNED_STAGE on = stage_open("brogue", SEED);
    int x, y, rows = 0;
    stage_stand_off(&on, 1, 1);
    on.session->game->monsters[0].body.combatant.hp = 1000;
    on.session->game->player.combatant.hp = 1000;
    for (int i = 0; i < 3; i++)
        stage_keys(&on, "l");
    for (y = on.app->play.layout.messages.y; y < 24; y++) {
        const char *row = stage_row(&on, y), *you = strstr(row, "You hit"),
                   *it = strstr(row, "The Rat");
        rows += you == row && it != NULL;
        assert_true(it == NULL || it > row);
    }
    assert_in_range(rows, 2, 3);
    assert_true(stage_find(&on, "The Rat", &x, &y));
}

/* With only one awake monster in view there are not two figures for the same fight, and ways to
 * begin that do not differ are shown as one. */
TEST(one_fight_has_one_chance)
{
    OWNED_STAGE on = stage_open("srd", SEED);
    char chance[24];
    for (int distance = 1; distance < 6; distance++) {
        stage_stand_off(&on, 1, distance);
        term_play_look(on.app);
        const term_play *play = &on.app->play;
        assert_true(play->ahead.count > 0);
        assert_true(play->alone[0].p_win == play->ahead.ways[0].duel.p_win);
        stage_draw(&on, 80, 24);
        term_chance(&play->ahead.ways[0].duel, true, chance);
        if (!term_ways_differ(&play->ahead))
            assert_hides(&on, "walk up");
    }
}

/* The blow is named only for a monster that has several. */
TEST(a_blow_is_named_where_there_are_several)
{
    for (int bear = 0; bear < 2; bear++) {
        OWNED_STAGE on = stage_open("srd", SEED);
        const wyrm_roster *roster = wyrm_design_roster(on.session->design);
        const int32_t kind = wyrm_roster_find(roster, bear ? "brown_bear" : "bugbear");
        wyrm_game *game = on.session->game;
        stage_stand_off(&on, 1, 1);
        wyrm_game_monster *monster = &game->monsters[0];
        wyrm_roster_spawn(roster, (size_t)kind, 1, WYRM_VARIANT_NONE, &monster->body.combatant);
        monster->spawn.monster = kind;
        monster->body.combatant.hp = game->player.combatant.hp = 1000;
        stage_keys(&on, "l l");
        assert_shows(&on, bear ? "(pierce)" : " you");
        assert_hides(&on, bear ? "(strike)" : "(");
    }
}

/* Keys listed in the menu work there as they do without it. */
TEST(the_menu_takes_the_keys_that_it_names)
{
    static const char *const rows[][2] = {
        {"c", "Who you are"}, {"p", "Messages, by turn"}, {"m", "The map of depth"}, {"?", "Help"}};
    OWNED_STAGE on = stage_open("ruggrogue", SEED);
    for (size_t i = 0; i < LENGTH_OF(rows); i++) {
        assert_after(&on, "Esc", "a) Go on");
        assert_after(&on, rows[i][0], rows[i][1]);
        assert_hides(&on, "a) Go on");
        stage_keys(&on, "Esc");
    }
}

/* If not all keys of the ruleset fit, the last line says so. */
TEST(the_numbers_say_that_there_is_more)
{
    OWNED_STAGE on = stage_open("ruggrogue", 1);
    stage_keys(&on, "D");
    int x, y;
    while (!stage_find(&on, "The numbers behind game", &x, &y))
        stage_keys(&on, "Tab");
    assert_shows(&on, "v more");
    assert_hides(&on, "^ more");
    assert_after(&on, "End", "^ more");
    assert_hides(&on, "v more");
    while (!stage_find(&on, "The numbers behind you", &x, &y))
        stage_keys(&on, "Tab");
    assert_hides(&on, "more");
}

TEST(a_click_travels)
{
    OWNED_STAGE on = stage_open("ruggrogue", SEED);
    wyrm_position from = on.session->game->player.at;
    stage_click(&on, on.canvas->cursor_x + 2, on.canvas->cursor_y + 3, false);
    assert_int_equal(on.session->game->player.at.x, from.x + 2);
    assert_int_equal(on.session->game->player.at.y, from.y + 3);
}

/* A click on an adjacent monster strikes it; on one farther away, or with the other button, it
 * looks. Beside the map are the character and the messages. */
TEST(a_click_strikes_looks_or_opens)
{
    OWNED_STAGE on = stage_open("ruggrogue", SEED);
    wyrm_game *game = on.session->game;
    stage_stand_off(&on, 1, 3);
    const int x = on.canvas->cursor_x, y = on.canvas->cursor_y;
    stage_click(&on, x + 3, y, false);
    assert_shows(&on, "You see a Blob. 3 tiles away.");
    stage_keys(&on, "Esc");
    stage_click(&on, x + 1, y, true);
    assert_shows(&on, "You see the floor. 1 tile away.");
    stage_keys(&on, "Esc");
    stage_stand_off(&on, 1, 1);
    const uint64_t commands = game->commands;
    stage_click(&on, x + 1, y, false);
    assert_int_equal(game->commands, commands + 1);
    assert_int_equal(game->tally.attacks, 1);
    stage_click(&on, on.app->play.layout.side.x, 1, false);
    assert_shows(&on, "Who you are");
    stage_keys(&on, "Esc");
    stage_click(&on, 2, on.app->play.layout.messages.y + 1, false);
    assert_shows(&on, "Messages, by turn");
    stage_keys(&on, "Esc");
    stage_take(&on, &(term_input){.mouse = true, .x = x + 1, .y = y, .wheel = 1});
    assert_int_equal(game->commands, commands + 1);
}

/* On the player itself a click works like Enter: it takes the item there. */
TEST(a_click_on_oneself_does_what_can_be_done_there)
{
    OWNED_STAGE on = stage_open("ruggrogue", SEED);
    wyrm_game *game = on.session->game;
    const size_t carried = game->pack_count;
    assert_true(game->item_count > 0);
    game->items[0].at = game->player.at;
    game->items[0].seen = true;
    stage_click(&on, on.canvas->cursor_x, on.canvas->cursor_y, true);
    assert_int_equal(game->pack_count, carried);
    stage_keys(&on, "Esc");
    stage_click(&on, on.canvas->cursor_x, on.canvas->cursor_y, false);
    assert_int_equal(game->pack_count, carried + 1);
}
