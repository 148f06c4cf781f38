/* The parts that screens are made of: lists, pages, figures, odds in words; and recordings. */
#include <sched.h>
#include <unistd.h>

#include "stage.h"

#include <wyrm/file.h>

#include "term/internal.h"

#define ROWS 100

/* Every tenth row is a heading. */
static term_list *hundred(void)
{
    term_list *list = zeroed(1, sizeof *list);
    for (int i = 0; i < ROWS; i++)
        term_list_add(list, i % 10 == 0 ? TERM_LIST_HEADING : 0, "row %d", i);
    return list;
}

static term_list_answer press(term_list *list, const char *name)
{
    term_keys keys;
    term_keys_default(&keys);
    term_input input = term_keys_input(&keys, term_key_named(name));
    return term_list_take(list, &input);
}

static term_canvas *new_canvas(void)
{
    term_canvas *canvas = zeroed(1, sizeof *canvas);
    term_canvas_clear(canvas, 80, 24);
    return canvas;
}

TEST(lists_move_over_headings_and_pages)
{
    FREED term_list *list = hundred();
    FREED term_canvas *canvas = new_canvas();
    term_list_draw(list, (term_area){canvas, 0, 0, 40, 11});
    assert_int_equal(list->chosen, 1);
    for (int i = 0; i < 9; i++)
        assert_int_equal(press(list, "Down"), TERM_LIST_MOVED);
    assert_int_equal(list->chosen, 11);
    press(list, "Up");
    assert_int_equal(list->chosen, 9);
    press(list, "PgDn");
    assert_int_equal(list->chosen, 19);
    press(list, "End");
    assert_int_equal(list->chosen, ROWS - 1);
    press(list, "Down");
    assert_int_equal(list->chosen, ROWS - 1);
    press(list, "Home");
    assert_int_equal(list->chosen, 1);
    press(list, "Up");
    assert_int_equal(list->chosen, 1);
}

TEST(lists_keep_the_chosen_row_in_view)
{
    FREED term_list *list = hundred();
    FREED term_canvas *canvas = new_canvas();
    for (int i = 0; i < 120; i++) {
        term_list_draw(list, (term_area){canvas, 0, 2, 40, 3 + i % 9});
        assert_in_range(canvas->cursor_y, 2, 2 + 3 + i % 9 - 1);
        press(list, i % 7 == 0 ? "PgDn" : i % 5 == 0 ? "Up" : "Down");
    }
}

TEST(letters_choose_rows_and_skip_headings)
{
    FREED term_list *list = hundred();
    assert_int_equal(press(list, "a"), TERM_LIST_CHOSEN);
    assert_int_equal(list->chosen, 1);
    press(list, "j"); /* the tenth row: there are nine before the next heading */
    assert_int_equal(list->chosen, 11);
    press(list, "A");
    assert_int_equal(list->chosen, 29);
    assert_int_equal(press(list, "Enter"), TERM_LIST_CHOSEN);
    assert_int_equal(press(list, "Esc"), TERM_LIST_LEFT);
    assert_int_equal(press(list, "F5"), TERM_LIST_IGNORED);
}

TEST(the_mouse_chooses_and_scrolls)
{
    FREED term_list *list = hundred();
    FREED term_canvas *canvas = new_canvas();
    term_list_draw(list, (term_area){canvas, 5, 3, 40, 8});
    term_input click = {.mouse = true, .x = 10, .y = 7};
    assert_int_equal(term_list_take(list, &click), TERM_LIST_CHOSEN);
    assert_int_equal(list->chosen, 4);
    click.y = 3; /* a heading */
    assert_int_equal(term_list_take(list, &click), TERM_LIST_IGNORED);
    click.y = 12; /* below the list */
    assert_int_equal(term_list_take(list, &click), TERM_LIST_IGNORED);
    click.wheel = 1;
    assert_int_equal(term_list_take(list, &click), TERM_LIST_MOVED);
    assert_int_equal(list->chosen, 7);
    assert_int_equal(term_list_take(list, &(term_input){.mouse = true, .other_button = true}),
                     TERM_LIST_LEFT);
}

TEST(empty_lists_can_be_left)
{
    FREED term_list *list = zeroed(1, sizeof *list);
    FREED term_canvas *canvas = new_canvas();
    term_list_draw(list, term_all(canvas));
    assert_int_equal(term_list_take(list, &(term_input){.deed = TERM_GO_SOUTH}), TERM_LIST_IGNORED);
    assert_int_equal(term_list_take(list, &(term_input){.deed = TERM_CANCEL}), TERM_LIST_LEFT);
}

TEST(pages_scroll_and_say_that_there_is_more)
{
    OWNED_STAGE on = stage_open("ruggrogue", 1);
    term_page *page = term_open_page(on.app, "text", "Title", "{cancel}: back");
    page->to_end = true;
    for (int i = 0; i < 40; i++)
        term_page_add(page, TERM_PLAIN, "label", "line %d", i);
    stage_draw(&on, 80, 24);
    assert_shows(&on, "line 39");
    assert_shows(&on, "^ more");
    assert_hides(&on, "v more");
    assert_after(&on, "Home", "line 0");
    assert_shows(&on, "v more");
    stage_keys(&on, "Down");
    assert_hides(&on, "line 0");
    assert_shows(&on, "Title");
    assert_shows(&on, "Esc: back");
    stage_keys(&on, "Esc");
    assert_ptr_equal(term_app_top(on.app), &term_dungeon);
}

TEST(numbers_are_as_short_as_they_can_be)
{
    static const struct {
        double value;
        const char *text;
    } rows[] = {{0, "0"},      {4.8, "4.8"},     {4.800000190734863, "4.8"},
                {8, "8"},      {12.34, "12.3"},  {0.35, "0.35"},
                {-0.001, "0"}, {100, "100"},     {9.999, "10"},
                {-3, "-3"},    {0.012, "0.012"}, {0.05, "0.05"}};
    for (size_t i = 0; i < LENGTH_OF(rows); i++) {
        char text[24];
        term_number(rows[i].value, text);
        assert_string_equal(text, rows[i].text);
    }
}

TEST(chances_are_never_rounded_to_certainty)
{
    static const struct {
        double share;
        const char *text;
    } rows[] = {{0, "0 %"},       {1e-6, "under 0.1 %"},   {0.001, "0.1 %"}, {0.8236, "82.4 %"},
                {0.99, "99.0 %"}, {0.9999, "over 99.9 %"}, {1, "100 %"}};
    for (size_t i = 0; i < LENGTH_OF(rows); i++) {
        char text[24];
        term_percent(rows[i].share, text);
        assert_string_equal(text, rows[i].text);
    }
}

/* Sampled fights leave some doubt, even if all of them went one way. */
TEST(set_fights_promise_nothing)
{
    static const struct {
        double p_win, low, high;
        const char *words, *shorter;
    } rows[] = {
        {1, 0.976, 1, "over 97 %", ">97 %"},      {0.9967, 0.982, 0.9999, "over 98 %", ">98 %"},
        {0.82, 0.78, 0.86, "82 ±4 %", "82 ±4 %"}, {0.97, 0.92, 0.992, "92-100 %", "92-100 %"},
        {0.03, 0.008, 0.08, "0-8 %", "0-8 %"},    {0.002, 0.0001, 0.018, "under 2 %", "<2 %"},
        {0, 0, 0.031, "under 4 %", "<4 %"}};
    for (size_t i = 0; i < LENGTH_OF(rows); i++) {
        const wyrm_duel duel = {.fights = 100,
                                .p_win = rows[i].p_win,
                                .p_win_low = rows[i].low,
                                .p_win_high = rows[i].high};
        char text[24];
        term_chance(&duel, false, text);
        assert_string_equal(text, rows[i].words);
        term_chance(&duel, true, text);
        assert_string_equal(text, rows[i].shorter);
    }
}

/* The hit point bar of an unhurt monster gives its room to a long name. */
TEST(names_in_view_are_whole)
{
    OWNED_STAGE on = stage_open("srd", 1);
    const wyrm_roster *roster = wyrm_design_roster(on.session->design);
    int32_t beetle = 0;
    while (strcmp(wyrm_roster_monster(roster, (size_t)beetle)->title, "Giant fire beetle") != 0)
        beetle++;
    stage_stand_off(&on, 1, 4);
    wyrm_game_monster *monster = &on.session->game->monsters[0];
    wyrm_roster_spawn(roster, (size_t)beetle, 1, WYRM_VARIANT_NONE, &monster->body.combatant);
    monster->spawn.monster = beetle;
    term_play_look(on.app);
    stage_draw(&on, 80, 24);
    assert_shows(&on, "g Giant fire beetle ");
    monster->body.combatant.hp = 1;
    stage_draw(&on, 80, 24);
    assert_shows(&on, "#... ");
}

/* A slumber lasts until something ends it: no number of turns is shown. */
TEST(slumber_has_no_end_that_is_told)
{
    OWNED_STAGE on = stage_open("ruggrogue", 1);
    stage_stand_off(&on, 1, 4);
    on.session->game->monsters[0].body.turns[WYRM_ASLEEP] = GAME_SLUMBER;
    stage_keys(&on, "x");
    assert_shows(&on, "~ asleep  ");
    assert_shows(&on, "a Blob, asleep.");
    on.session->game->monsters[0].body.turns[WYRM_ASLEEP] = 12;
    assert_after(&on, "Esc x", "~ asleep 12");
}

/* A monster alone is never harder than with the others. */
TEST(alone_is_no_less_sure_than_all)
{
    OWNED_STAGE on = stage_open("brogue", 1);
    stage_stand_off(&on, 2, 3);
    on.session->game->player.combatant.hp = on.session->game->player.combatant.max_hp = 500;
    term_play_look(on.app);
    const term_play *play = &on.app->play;
    assert_true(play->ahead.ways[0].duel.p_win == 1.0);
    for (size_t i = 0; i < 2; i++)
        assert_true(play->alone[i].p_win_low >= play->ahead.ways[0].duel.p_win_low);
}

TEST(hints_name_the_keys_that_are_bound)
{
    OWNED_STAGE on = stage_open("ruggrogue", 1);
    assert_string_equal(term_hint(on.app, "{next}: on, {cancel}: off"), "Tab: on, Esc: off");
    assert_string_equal(term_hint(on.app, "{no such deed} {"), "? {");
}

TEST(stats_that_belong_together_are_one_figure)
{
    OWNED_STAGE on = stage_open("yarl", 1);
    term_figure figures[TERM_FIGURES_MAX];
    const wyrm_combatant *player = &on.session->game->player.combatant;
    size_t count = term_figures(on.session->engine, player, NULL, figures);
    bool found = false;
    for (size_t i = 0; i < count; i++)
        found |= strcmp(figures[i].label, "damage") == 0 && strcmp(figures[i].now, "1-2") == 0;
    assert_true(found);
}

/* Beside the present value the changed one is shown: better, worse, or both in one row; the other
 * way round the same, reversed. 0 dice are none. */
TEST(figures_are_compared_one_by_one)
{
    static const struct {
        const char *label, *now, *then;
        term_style style, back;
    } wanted[] = {{"max hp", "40", "45", TERM_GOOD, TERM_BAD},
                  {"regeneration", "0.5", "0.25", TERM_BAD, TERM_GOOD},
                  {"accuracy", "3", "4", TERM_GOOD, TERM_BAD},
                  {"evasion", "2", "1", TERM_BAD, TERM_GOOD},
                  {"damage", "3-6", "4-5", TERM_WARN, TERM_WARN},
                  {"dice", "none", "2d6", TERM_GOOD, TERM_BAD}};
    OWNED_STAGE on = stage_open("yarl", 1);
    const wyrm_combat *combat = wyrm_design_combat(on.session->design);
    wyrm_combatant now = on.session->game->player.combatant, then;
    term_figure figures[TERM_FIGURES_MAX];
    const char *const stats[] = {"accuracy",   "evasion",    "damage_min",
                                 "damage_max", "dice_count", "dice_sides"};
    const double before[] = {3, 2, 3, 6, 0, 1}, after[] = {4, 1, 4, 5, 2, 6};
    now.max_hp = 40;
    now.regeneration = 0.5;
    then = now;
    then.max_hp = 45;
    then.regeneration = 0.25;
    for (size_t i = 0; i < LENGTH_OF(stats); i++) {
        now.stats[wyrm_combat_stat(combat, stats[i])] = before[i];
        then.stats[wyrm_combat_stat(combat, stats[i])] = after[i];
    }
    for (int back = 0; back < 2; back++) {
        const size_t count =
            term_figures(on.session->engine, back ? &then : &now, back ? &now : &then, figures);
        size_t changed = 0;
        for (size_t i = 0; i < count; i++)
            if (figures[i].changed) {
                assert_true(changed < LENGTH_OF(wanted));
                assert_string_equal(figures[i].label, wanted[changed].label);
                assert_string_equal(back ? figures[i].then : figures[i].now, wanted[changed].now);
                assert_string_equal(back ? figures[i].now : figures[i].then, wanted[changed].then);
                assert_int_equal(figures[i].style,
                                 back ? wanted[changed].back : wanted[changed].style);
                changed++;
            } else
                assert_true(figures[i].style == TERM_PLAIN &&
                            strcmp(figures[i].now, figures[i].then) == 0);
        assert_int_equal(changed, LENGTH_OF(wanted));
        assert_true(count > changed);
    }
}

/* A long amount is shown by its least and greatest value: there is no room for "[15, 16]+[0,
 * 1]+...". */
TEST(long_amounts_are_told_by_their_ends)
{
    OWNED_STAGE on = stage_open("brogue", 1);
    const wyrm_roster *roster = wyrm_design_roster(on.session->design);
    term_figure figures[TERM_FIGURES_MAX];
    wyrm_combatant who;
    const int32_t kind = wyrm_roster_find(roster, "revenant");
    wyrm_roster_spawn(roster, (size_t)kind, 1, WYRM_VARIANT_NONE, &who);
    size_t i = 0, count = term_figures(on.session->engine, &who, NULL, figures);
    while (i < count && strcmp(figures[i].label, "damage") != 0)
        i++;
    assert_true(i < count);
    assert_string_equal(figures[i].now, "15-20");
}

/* A sword with the dice of the fist changes nothing that some hundred sampled fights could show. */
TEST(what_mock_fights_leave_open_is_no_change)
{
    OWNED_STAGE on = stage_open("srd", 1);
    const wyrm_roster *roster = wyrm_design_roster(on.session->design);
    wyrm_game_monster *monster = &on.session->game->monsters[0];
    stage_stand_off(&on, 1, 7);
    wyrm_roster_spawn(roster, (size_t)wyrm_roster_find(roster, "bugbear"), 1, WYRM_VARIANT_NONE,
                      &monster->body.combatant);
    monster->body.turns[WYRM_ASLEEP] = GAME_SLUMBER; /* such fights are sampled */
    on.session->game->bare.max_hp = on.session->game->player.combatant.max_hp = 100;
    on.session->game->player.combatant.hp = 100;
    const wyrm_command wield = {.kind = WYRM_DO_WEAR,
                                .argument = (int32_t)stage_give(&on, "longsword")};
    wyrm_combatant then = on.session->game->player.combatant;
    term_change change;
    assert_int_equal(term_odds_changes(on.session, &then, NULL, &wield, ' ', &change, 1), 1);
    assert_true(change.played);
    assert_non_null(strstr(change.words, "nothing changes: you win"));
    /* the error of the hit points left is that of a sample in which the worst fight took all */
    const wyrm_outlook_options alone = {.alone = monster};
    wyrm_outlook outlook;
    assert_works(
        wyrm_outlook_find(on.session->engine, on.session->game, &alone, &outlook, &last_error));
    const wyrm_duel *duel = &outlook.ways[0].duel;
    const double lost = 100.0 - duel->hp_left_mean;
    assert_true(duel->fights > 0 && duel->hp_left_sd > lost / 4.0 && duel->hp_left_sd < 4.0 * lost);
}

/* A fight that is not won need not be lost: a goblin that regenerates about as fast as it is
 * hurt. */
TEST(fights_that_nobody_wins_are_told)
{
    OWNED_STAGE on = stage_open("srd", 1);
    on.session->engine->rules.regeneration = 0; /* with it fights are played, not solved */
    const wyrm_roster *roster = wyrm_design_roster(on.session->design);
    wyrm_game_monster *monster = &on.session->game->monsters[0];
    term_odds odds;
    stage_stand_off(&on, 1, 1);
    wyrm_roster_spawn(roster, (size_t)wyrm_roster_find(roster, "goblin"), 1, WYRM_VARIANT_NONE,
                      &monster->body.combatant);
    monster->body.combatant.attacks = 0; /* it does no damage */
    monster->body.combatant.hp = monster->body.combatant.max_hp = 45;
    monster->body.combatant.regeneration = 7;
    on.session->game->bare.max_hp = on.session->game->player.combatant.max_hp = 30000;
    on.session->game->player.combatant.hp = 30000;
    term_odds_find(on.session, monster, true, &odds);
    assert_non_null(strstr(odds.words, " of them nobody wins."));
    monster->body.combatant.regeneration = 0;
    term_odds_find(on.session, monster, true, &odds);
    assert_null(strstr(odds.words, "nobody"));
}

/* SRD rules under which no attack can be worked out. */
TEST(the_numbers_tell_why_there_are_no_odds)
{
    char path[] = "/tmp/wyrm-endless-XXXXXX";
    const int file = mkstemp(path);
    assert_true(file >= 0);
    FILE *out = fdopen(file, "w");
    fputs("name: endless\nextends: srd\ncombat: {script: \"function attack() return 1/0 end\"}\n",
          out);
    fclose(out);
    OWNED_STAGE on = stage_open(path, 1);
    unlink(path);
    stage_stand_off(&on, 1, 2);
    term_open_numbers(on.app);
    stage_draw(&on, 100, 40);
    assert_hides(&on, "Nobody is in view");
    assert_true(is_shown_as(&on, "No odds against ", TERM_WARN));
    assert_shows(&on, "a result is infinite");
}

/* For a tile the screen lists the item there and the terrain, in that order, before all else. */
TEST(the_numbers_of_a_tile_are_of_what_lies_there_and_of_the_ground)
{
    OWNED_STAGE on = stage_open("shattered", 1);
    wyrm_game *game = on.session->game;
    const wyrm_position at = game->player.at;
    wyrm_position tile = {0, 0};
    for (int y = 1; y < game->map.height && tile.x == 0; y++)
        for (int x = 1; x < game->map.width && tile.x == 0; x++)
            if (game_terrain_at(on.session->engine, game, (wyrm_position){(int16_t)x, (int16_t)y}))
                tile = (wyrm_position){(int16_t)x, (int16_t)y};
    assert_true(tile.x > 0 && !game_same_tile(tile, at));
    const wyrm_terrain *ground = game_terrain_at(on.session->engine, game, tile);
    char title[80];
    snprintf(title, sizeof title, "The numbers behind %s ", ground->title);
    game->marks[tile.y * game->map.width + tile.x] |= WYRM_MARK_KNOWN | WYRM_MARK_SEEN;
    game->items[0] = (wyrm_game_item){
        .item.kind = item_named(on.session->design, "ration"), .uses = 1, .at = tile, .seen = true};
    game->item_count = 1;
    term_open_numbers_at(on.app, tile);
    stage_draw(&on, 80, 24);
    assert_shows(&on, "The numbers behind Food ration");
    assert_after(&on, "Tab", title);
    stage_keys(&on, "Esc");
    term_open_numbers_at(on.app, at);
    stage_draw(&on, 80, 24);
    assert_shows(&on, "The numbers behind you");
}

TEST(the_mouse_chooses_numbers_and_changes_them)
{
    OWNED_STAGE on = stage_open("tutorial", 1);
    stage_keys(&on, "D");
    const int x = on.canvas->cursor_x, y = on.canvas->cursor_y;
    stage_take(&on, &(term_input){.mouse = true, .x = x, .y = y, .wheel = 1});
    assert_int_equal(on.canvas->cursor_y, y + 1);
    stage_take(&on, &(term_input){.mouse = true, .x = x, .y = y, .wheel = -1});
    stage_take(&on, &(term_input){.mouse = true, .x = x, .y = y, .wheel = -1});
    assert_int_equal(on.canvas->cursor_y, y);
    for (int i = 0; i < 200; i++)
        stage_take(&on, &(term_input){.mouse = true, .x = x, .y = y, .wheel = 1});
    const int last = on.canvas->cursor_y;
    char row[TERM_WIDTH_MAX + 1];
    snprintf(row, sizeof row, "%s", stage_row(&on, last));
    assert_after(&on, "End", row); /* the mouse wheel scrolls as far */
    assert_int_equal(on.canvas->cursor_y, last);
    stage_take(&on, &(term_input){.mouse = true, .x = x, .y = y, .wheel = -1});
    assert_int_equal(on.canvas->cursor_y, last - 1);
    stage_keys(&on, "Home");
    stage_click(&on, x, y + 2, false);
    assert_int_equal(on.canvas->cursor_y, y + 2);
    assert_hides(&on, "Ctrl-U: empty the line");
    stage_click(&on, x, y + 2, false);
    assert_shows(&on, "Ctrl-U: empty the line");
}

/* A game without a file has no past to go back to, and unchanged rules are not written. */
TEST(the_numbers_say_what_cannot_be_done)
{
    OWNED_STAGE on = stage_open("tutorial", 1);
    on.app->enter = term_enter_game;
    assert_after(&on, "D S", "Nothing is changed yet.");
    stage_keys(&on, "Esc");
    wyrm_replay *kept = on.session->replay;
    on.session->replay = NULL;
    assert_after(&on, "D a", "A practice game keeps no record: it cannot be gone back in.");
    on.session->replay = kept;
    assert_after(&on, "a", "How many turns back?");
    assert_after(&on, "Ctrl-U Enter", "Type something first; Esc goes back.");
}

/* Sampled fights show a range instead of a chance. */
TEST(the_numbers_tell_what_set_fights_leave_open)
{
    OWNED_STAGE on = stage_open("srd", 1);
    const wyrm_roster *roster = wyrm_design_roster(on.session->design);
    wyrm_game_monster *monster = &on.session->game->monsters[0];
    stage_stand_off(&on, 1, 7);
    wyrm_roster_spawn(roster, wyrm_roster_find(roster, "bugbear"), 1, WYRM_VARIANT_NONE,
                      &monster->body.combatant);
    monster->spawn.monster = wyrm_roster_find(roster, "bugbear");
    monster->body.turns[WYRM_ASLEEP] = GAME_SLUMBER; /* such fights are sampled */
    on.session->game->bare.max_hp = on.session->game->player.combatant.max_hp = 20;
    on.session->game->player.combatant.hp = 20;
    const wyrm_outlook_options alone = {.alone = monster};
    wyrm_outlook outlook;
    char words[80];
    assert_works(
        wyrm_outlook_find(on.session->engine, on.session->game, &alone, &outlook, &last_error));
    const wyrm_duel *duel = &outlook.ways[0].duel;
    assert_true(duel->fights > 0 && duel->p_win_low > 0.01 && duel->p_win_high < 0.99);
    snprintf(words, sizeof words, "Against the Bugbear you win %.0f-%.0f %% (%s).",
             floor(100.0 * duel->p_win_low), ceil(100.0 * duel->p_win_high),
             term_way_word(&outlook, 0));
    assert_after(&on, "D", words);
}

/* Types a text key by key, in pieces no longer than the screen takes at once. */
static void type(stage *on, const char *text)
{
    for (; *text != '\0'; text++) {
        const char key[] = {*text, '\0'};
        stage_keys(on, key);
    }
}

/* A new file cannot extend a ruleset in another folder, so it contains the whole ruleset. */
TEST(changes_are_written_as_a_whole_ruleset_where_the_other_lies_elsewhere)
{
    char here[] = "/tmp/wyrm-here-XXXXXX", there[] = "/tmp/wyrm-there-XXXXXX", own[64], mine[64];
    assert_true(mkdtemp(here) != NULL && mkdtemp(there) != NULL);
    snprintf(own, sizeof own, "%s/own.yaml", here);
    FILE *out = fopen(own, "w");
    fputs("name: own\nextends: tutorial\nplayer: {hp: 77}\n", out);
    fclose(out);
    OWNED_STAGE on = stage_open(own, 1);
    wyrm_error error;
    stage_keys(&on, "D");
    assert_ok(term_changes_set(on.session->changes, "monsters.orc.power", "9", &error), &error);
    for (int elsewhere = 0; elsewhere < 2; elsewhere++) {
        snprintf(mine, sizeof mine, "%s/mine.yaml", elsewhere ? there : here);
        stage_keys(&on, "S Ctrl-U");
        type(&on, mine);
        stage_keys(&on, "Enter");
        assert_shows(&on, elsewhere ? "It is the whole ruleset" : "It extends the ruleset in play");
        stage_keys(&on, "Esc");
        char *text;
        size_t length;
        assert_ok(wyrm_file_read(mine, 1 << 20, &text, &length, &error), &error);
        assert_int_equal(strncmp(text, "name: mine\n", 11), 0);
        assert_int_equal(strstr(text, "\nextends:") == NULL, elsewhere);
        wyrm_free(text);
        OWNED_DESIGN *design;
        OWNED_ERRORS *errors = fresh_errors();
        assert_told(wyrm_design_open(mine, &design, errors), errors);
        char said[WYRM_CHANGE_TEXT_MAX];
        term_said(design, "monsters.orc.power", said);
        assert_string_equal(said, "9");
        term_said(design, "player.hp", said);
        assert_string_equal(said, "77");
        unlink(mine);
    }
    unlink(own);
    rmdir(here);
    rmdir(there);
}

/* The text field stays open, or the next keys would be commands. */
TEST(a_refused_value_can_be_typed_again)
{
    OWNED_STAGE on = stage_open("tutorial", 1);
    term_open_numbers(on.app);
    assert_after(&on, "Enter m a n y Enter", "Nothing is changed.");
    assert_after(&on, "a", "manya");
    assert_shows(&on, "Ctrl-U: empty the line");
    stage_keys(&on, "Esc");
    assert_hides(&on, "Ctrl-U: empty the line");
}

/* Another process computes it; once it is done, the screen is idle. */
TEST(what_changes_do_comes_and_then_all_is_quiet)
{
    OWNED_STAGE on = stage_open("tutorial", 1);
    term_open_numbers(on.app);
    assert_works(term_changes_set(on.session->changes, "monsters.orc.hp", "60", &last_error));
    term_open_effects(on.app, NULL, 0);
    stage_draw(&on, 100, 200);
    assert_shows(&on, "monsters.orc.hp: 20 -> 60");
    assert_true(is_shown_as(&on, "Nobody is in view.", TERM_DIM));
    assert_true(is_shown_as(&on, "The targets and all else are being worked out", TERM_DIM));
    for (int x, y; stage_find(&on, "being worked out", &x, &y); stage_draw(&on, 100, 200)) {
        assert_true(term_app_ticks(on.app));
        term_app_tick(on.app);
        sched_yield();
    }
    assert_false(term_app_ticks(on.app));
    assert_true(is_shown_as(&on, "Targets", TERM_TITLE));
    assert_hides(&on, "could not be worked out");
    stage_keys(&on, "Down");
    assert_false(term_app_ticks(on.app));
}

TEST(hopeless_and_certain_fights_are_called_so)
{
    OWNED_STAGE on = stage_open("ruggrogue", 1);
    on.session->engine->rules.regeneration = 0; /* with it fights are played, not solved */
    term_odds odds;
    stage_stand_off(&on, 1, 2);
    wyrm_game *game = on.session->game;
    game->monsters[0].body.combatant.stats[0] = 1e5;
    game->monsters[0].body.combatant.stats[1] = 1e5;
    term_odds_find(on.session, &game->monsters[0], true, &odds);
    assert_true(odds.known);
    assert_string_equal(odds.words, "You cannot win this fight.");
    game->monsters[0].body.combatant.hp = 1;
    game->monsters[0].body.combatant.stats[0] = 0;
    game->monsters[0].body.combatant.stats[1] = 0;
    term_odds_find(on.session, &game->monsters[0], true, &odds);
    assert_non_null(strstr(odds.words, "You always win, unhurt in 2 turns."));
}

/* A step towards a monster at an even distance gives it the first blow; a turn of waiting takes
 * it. */
TEST(ways_to_begin_are_told_where_they_differ)
{
    OWNED_STAGE on = stage_open("ruggrogue", 1);
    on.session->engine->rules.regeneration = 0; /* with it fights are played, not solved */
    term_odds odds;
    wyrm_duel first, second;
    char words[3][80];
    for (int distance = 1; distance <= 5; distance++) {
        stage_stand_off(&on, 1, distance);
        const wyrm_game *game = on.session->game;
        term_odds_find(on.session, &game->monsters[0], true, &odds);
        assert_works(wyrm_odds(on.session->engine, game, &game->monsters[0], &first, &last_error));
        assert_works(wyrm_odds_as(on.session->engine, game, &game->player.combatant, false,
                                  &game->monsters[0], &second, &last_error));
        snprintf(words[0], sizeof words[0], "ou win %.1f %% of such", 100.0 * first.p_win);
        snprintf(words[1], sizeof words[1], "Wait %d turn%s: you win", distance - 1,
                 distance == 2 ? "" : "s");
        snprintf(words[2], sizeof words[2], "Walk up: %.1f %%.", 100.0 * second.p_win);
        const bool even = distance % 2 == 0;
        assert_non_null(strstr(odds.words, words[0]));
        assert_int_equal(strstr(odds.words, words[1]) != NULL, even);
        assert_int_equal(strstr(odds.words, words[2]) != NULL, even);
    }
}

TEST(one_attack_is_told_by_chance_damage_and_blows)
{
    OWNED_STAGE on = stage_open("tutorial", 1);
    char text[96];
    const wyrm_combatant *player = &on.session->game->player.combatant;
    wyrm_combatant orc = on.session->game->monsters[0].body.combatant;
    orc = *player;
    orc.hp = 9;
    orc.stats[wyrm_combat_stat(wyrm_design_combat(on.session->design), "defense")] = 2;
    orc.stats[wyrm_combat_stat(wyrm_design_combat(on.session->design), "power")] = 0;
    term_attack_text(on.session, player, &orc, WYRM_ATTACK_MELEE, 1, 0, text, sizeof text);
    const double power =
        player->stats[wyrm_combat_stat(wyrm_design_combat(on.session->design), "power")];
    char wanted[96];
    /* nothing in it is random, so there is neither a range nor a fraction */
    snprintf(wanted, sizeof wanted, "100 %% to hit, %.0f hp; %.0f to kill", power - 2,
             ceil(9 / (power - 2)));
    assert_string_equal(text, wanted);
    term_attack_text(on.session, &orc, player, WYRM_ATTACK_MELEE, 1, 0, text, sizeof text);
    assert_string_equal(text, "no harm");
}

/* A map too large for the screen is reduced without losing connections: all floor is still
 * connected, and monsters and items are on it. */
TEST(a_map_that_is_made_smaller_can_be_read)
{
    OWNED_STAGE on = stage_open("ruggrogue", 3);
    wyrm_game *game = on.session->game;
    static bool seen[TERM_HEIGHT_MAX][TERM_WIDTH_MAX];
    static int queue[TERM_HEIGHT_MAX * TERM_WIDTH_MAX][2];
    size_t floors = 0, reached = 1, count = 1;
    for (int i = 0; i < game->map.width * game->map.height; i++)
        game->marks[i] |= WYRM_MARK_KNOWN | WYRM_MARK_SEEN;
    assert_true(game->map.height > 24);
    stage_keys(&on, ". m");
    assert_shows(&on, "Not to scale");
    assert_shows(&on, ">");
    const term_canvas *canvas = on.canvas;
    assert_int_equal(stage_cell(&on, canvas->cursor_x, canvas->cursor_y).character, '@');
    memset(seen, 0, sizeof seen);
    queue[0][0] = canvas->cursor_x;
    queue[0][1] = canvas->cursor_y;
    seen[queue[0][1]][queue[0][0]] = true;
    for (int y = 1; y < canvas->height - 1; y++)
        for (int x = 0; x < canvas->width; x++)
            floors +=
                stage_cell(&on, x, y).character != 0 && stage_cell(&on, x, y).character != '#';
    for (size_t i = 0; i < count; i++)
        for (int d = 0; d < 9; d++) {
            const int x = queue[i][0] + d % 3 - 1, y = queue[i][1] + d / 3 - 1;
            if (x < 0 || y < 1 || x >= canvas->width || y >= canvas->height - 1 || seen[y][x] ||
                stage_cell(&on, x, y).character == 0 || stage_cell(&on, x, y).character == '#')
                continue;
            seen[y][x] = true;
            queue[count][0] = x;
            queue[count++][1] = y;
            reached++;
        }
    assert_int_equal(reached, floors);
    assert_true(floors > 100);
}

/* In a ruleset without levels no level is shown. Experience in all is what the levels so far took,
 * and what has come since. */
TEST(a_game_without_levels_tells_none)
{
    OWNED_STAGE on = stage_open("ruggrogue", 1);
    assert_shows(&on, "Level 1             depth 1");
    assert_int_equal(term_level(on.session), 1);
    on.session->game->experience.base = 50;
    on.session->game->experience.exp = 20;
    assert_after(&on, "c", "70, 20 of 50 to the next level");
    stage_keys(&on, "Esc");
    on.session->game->experience.next = UINT64_MAX;
    assert_after(&on, ".", "Depth 1");
    assert_hides(&on, "Level");
    assert_int_equal(term_level(on.session), 0);
    stage_keys(&on, "c");
    assert_hides(&on, "level   ");
}

/* A value that cannot be read changes nothing. */
TEST(a_change_that_cannot_be_read_is_none)
{
    OWNED_STAGE on = stage_open("ruggrogue", 1);
    on.session->engine->rules.regeneration = 0; /* with it fights are played, not solved */
    wyrm_combatant now = on.session->game->player.combatant;
    const wyrm_command wait = {.kind = WYRM_DO_WAIT};
    term_change change;
    stage_stand_off(&on, 1, 2);
    on.session->game->monsters[0].body.combatant.hp = 1;
    assert_int_equal(term_odds_changes(on.session, &now, NULL, &wait, ' ', &change, 1), 1);
    assert_null(strstr(change.words, "% ->"));
    assert_non_null(strstr(change.words, "nothing changes: you win over 99.9 %."));
}

/* Records a few turns of waiting and plays them on a second stage. */
static stage watch_waiting(size_t turns)
{
    stage on = stage_open("ruggrogue", 1);
    for (size_t i = 0; i < turns; i++)
        stage_keys(&on, ".");
    assert_int_equal(wyrm_replay_count(on.session->replay), turns);
    term_pop(on.app);
    on.session->watching = true;
    on.session->speed = 10;
    assert_works(term_session_rewind(on.session, &last_error));
    term_enter_game(on.app, on.session);
    stage_draw(&on, 80, 24);
    return on;
}

TEST(recordings_play_by_themselves_to_their_end)
{
    OWNED_STAGE on = watch_waiting(30);
    assert_shows(&on, "command 0 of 30, 10 a second, quicker while it rests");
    stage_wait(&on);
    assert_shows(&on, "command 30 of 30, 10 a second, the end");
    assert_shows(&on, "turn 31");
}

/* Three frames are a tenth of a second: one command at 10 a second, or ten turns of waiting. */
TEST(resting_with_nobody_about_passes_ten_times_as_fast)
{
    OWNED_STAGE on = watch_waiting(30);
    assert_int_equal(on.session->view->in_sight, 0);
    for (int frame = 0; frame < 3; frame++)
        term_app_tick(on.app);
    assert_in_range(on.session->game->commands, 9, 10);
}

TEST(recordings_without_another_floor_go_to_their_end)
{
    OWNED_STAGE on = watch_waiting(30);
    assert_after(&on, ">", "command 30 of 30, 10 a second, the end");
}

TEST(recordings_go_back_and_forth)
{
    OWNED_STAGE on = watch_waiting(120);
    assert_after(&on, "End", "command 120 of 120");
    uint64_t checksum = wyrm_game_checksum(on.session->game);
    assert_after(&on, "Left Left", "command 118 of 120, 10 a second, paused");
    assert_after(&on, "PgUp", "command 68 of 120");
    assert_after(&on, "Home Right", "command 1 of 120");
    assert_after(&on, "+", "20 a second");
    for (int i = 0; i < 40; i++)
        stage_keys(&on, "+");
    assert_shows(&on, "It goes no faster.");
    assert_shows(&on, ", 1000 a second");
    for (int i = 0; i < 40; i++)
        stage_keys(&on, "-");
    assert_shows(&on, "It goes no slower.");
    assert_shows(&on, ", 1 a second");
    stage_keys(&on, "PgDn PgDn PgDn");
    assert_true(wyrm_game_checksum(on.session->game) == checksum);
}

TEST(recordings_can_be_looked_at_but_not_played)
{
    OWNED_STAGE on = watch_waiting(5);
    assert_after(&on, "End c", "Who you are");
    assert_after(&on, "Esc x Right Enter", "This is a recording");
    assert_int_equal(on.session->game->commands, 5);
}

TEST(another_game_than_was_recorded_is_told)
{
    OWNED_STAGE on = watch_waiting(5);
    stage_keys(&on, "Home");
    on.session->game->player.combatant.hp--;
    assert_after(&on, "Right", "another game than the one that was recorded");
}
