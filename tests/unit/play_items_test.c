/* Items on the screens of a game in progress: the pack, picking, aiming. */
#include "stage.h"
#include "term/internal.h"

#ifndef GOLDEN_DIR /* where only the text is checked */
#define GOLDEN_DIR ""
#endif

#define SEED 1

TEST(pack_has_gear_on_top_and_like_items_together)
{
    int x, y, worn, carried;
    OWNED_STAGE on = stage_open("ruggrogue", SEED);
    stage_give(&on, "health_potion");
    size_t knife = stage_give(&on, "knife");
    stage_give(&on, "health_potion");
    on.session->game->pack[knife].worn = true;
    on.session->game->pack[knife].item.level = 2;
    stage_keys(&on, "i");
    assert_true(stage_find(&on, "Wielded and worn", &x, &worn));
    assert_true(stage_find(&on, "a) ) +2 Knife", &x, &y));
    assert_int_equal(y, worn + 1);
    assert_true(stage_find(&on, "Carried", &x, &carried));
    assert_true(stage_find(&on, "Health potion x2", &x, &y));
    assert_int_equal(y, carried + 1);
}

TEST(gear_is_compared_before_it_is_worn)
{
    OWNED_STAGE on = stage_open("ruggrogue", SEED);
    on.session->game->pack[stage_give(&on, "knife")].item.level = 1;
    assert_after(&on, "e", "attack 4.8 -> 8");
    stage_keys(&on, "a");
    assert_true(on.session->game->pack[0].worn);
    assert_shows(&on, "attack 8");
    assert_after(&on, "r", "attack 8 -> 4.8");
    stage_keys(&on, "Enter");
    assert_false(on.session->game->pack[0].worn);
}

TEST(gear_is_measured_by_those_in_view_or_defeated)
{
    OWNED_STAGE on = stage_open("ruggrogue", SEED);
    on.session->game->pack[stage_give(&on, "knife")].item.level = 1;
    stage_keys(&on, "e");
    assert_hides(&on, "Against");
    stage_keys(&on, "Esc");
    on.session->game->tally.killed[0] = 1;
    on.session->game->tally.killed[2] = 5;
    assert_after(&on, "e", "Against another Crab you win");
    stage_keys(&on, "Esc");
    stage_stand_off(&on, 1, 2);
    on.session->game->pack[stage_give(&on, "knife")].item.level = 1;
    assert_after(&on, "e", "Against the Blob you win");
}

/* Gear is compared by fights against the defeated monsters that are hardest now, the hardest
 * first. */
TEST(gear_is_measured_by_the_hardest_that_were_defeated)
{
    static const struct {
        const char *kind, *words;
        double least, most; /* chance to win */
    } rows[] = {
        {"orc_chieftain", "Against another Orc chieftain nothing changes: you win 0.2 %.", 0, 0.01},
        {"orc", "Against another Orc nothing changes: you win 74.5 %.", 0.7, 0.8},
        {"necromancer", "Against another Necromancer nothing changes: you win 97.7 %.", 0.97, 0.98},
        {"orc_scout", NULL, 0.99, 1},
        {"bone_thrall", NULL, 0.999, 1}};
    OWNED_STAGE on = stage_open("yarl", SEED);
    wyrm_game *game = on.session->game;
    const wyrm_roster *roster = wyrm_design_roster(on.session->design);
    const wyrm_command wear = {.kind = WYRM_DO_WEAR,
                               .argument = (int32_t)stage_give(&on, "shortsword")};
    term_change changes[3];
    game->player.combatant.hp = 24;
    const wyrm_combatant then = game->player.combatant;
    for (size_t i = 0; i < LENGTH_OF(rows); i++) {
        wyrm_game_monster one = {.spawn.monster = wyrm_roster_find(roster, rows[i].kind)};
        wyrm_duel duel;
        wyrm_roster_spawn(roster, one.spawn.monster, 1, WYRM_VARIANT_NONE, &one.body.combatant);
        assert_works(wyrm_odds_as(on.session->engine, game, &then, true, &one, &duel, &last_error));
        assert_true(duel.p_win >= rows[i].least && duel.p_win <= rows[i].most);
        game->tally.killed[one.spawn.monster] = 1;
    }
    assert_int_equal(
        term_odds_changes(on.session, &then, NULL, &wear, ' ', changes, LENGTH_OF(changes)), 3);
    for (size_t i = 0; i < LENGTH_OF(changes); i++)
        assert_string_equal(changes[i].words, rows[i].words);
}

/* "100 %" and, for sampled fights, "over 99 %" are not changed by healing; the hit points left
 * are. */
TEST(what_only_heals_changes_no_odds_that_are_sure)
{
    OWNED_STAGE on = stage_open("tutorial", SEED);
    stage_stand_off(&on, 1, 3);
    stage_give(&on, "healing_potion");
    on.session->game->player.combatant.hp = 60;
    assert_after(&on, "a", "you win");
    assert_shows(&on, " either way,");
    assert_shows(&on, " hp left.");
}

/* The list of actions with an item is at the left and hides nothing of its description. */
TEST(what_can_be_done_stands_beside_what_an_item_is)
{
    int x, y;
    OWNED_STAGE on = stage_open("ruggrogue", SEED);
    stage_stand_off(&on, 1, 2);
    on.session->game->pack[stage_give(&on, "knife")].item.level = 1;
    stage_keys(&on, "i");
    assert_shows(&on, " hp left.");
    assert_after(&on, "a", "e) wield ");
    assert_true(stage_find(&on, "Against the Blob you win", &x, &y));
    assert_true(x >= 40);
    assert_shows(&on, " hp left.");
}

/* Odds that are as good as certain do not change either: exactly 99.9999 %, and winning all sampled
 * fights. */
TEST(what_only_heals_changes_no_odds_that_are_as_good_as_sure)
{
    OWNED_STAGE on = stage_open("yarl", SEED);
    stage_stand_off(&on, 1, 3);
    stage_give(&on, "healing_potion");
    wyrm_game *game = on.session->game;
    wyrm_duel now;
    game->player.combatant.hp = 10;
    game->monsters[0].body.combatant.hp = 8;
    do {
        game->player.combatant.hp++;
        assert_works(wyrm_odds(on.session->engine, game, &game->monsters[0], &now, &last_error));
    } while (now.p_win < 0.9996);
    assert_true(now.fights == 0 && now.p_win > 0.9995 && now.p_win < 1.0);
    assert_after(&on, "a", "you win");
    assert_shows(&on, " either way,");
}

TEST(a_throw_is_told_by_what_it_does)
{
    OWNED_STAGE on = stage_open("brogue", SEED);
    wyrm_game *game = on.session->game;
    char attack[96], *at = attack;
    stage_stand_off(&on, 1, 5);
    game->pack[stage_give(&on, "dagger")].worn = true;
    game_player_dress(on.session->engine, game);
    term_attack_text(on.session, &game->player.combatant, &game->monsters[0].body.combatant,
                     WYRM_ATTACK_THROWN, 5, 0, attack, sizeof attack);
    *strchr(at, ',') = '\0';
    assert_after(&on, "t", "Thrown at the Rat");
    assert_shows(&on, attack);
    assert_shows(&on, "leaves your hand");
    assert_hides(&on, "Taken off");
    game->pack[0].worn = false;
    assert_after(&on, "Esc t", "Thrown at the Rat");
    assert_hides(&on, "leaves your hand");
}

/* The effect of the throw is shown, not that of wielding the item. */
TEST(who_would_be_hit_is_told_what_a_throw_does)
{
    OWNED_STAGE on = stage_open("bob-and-trev", SEED);
    stage_stand_off(&on, 1, 4);
    stage_give(&on, "toner_bomb");
    assert_after(&on, "t a", "Dust bunny, 9 of 9 hp");
    assert_shows(&on, "100 % to hit, 24.5 hp, at");
    assert_shows(&on, "most 31; 1 to kill");
}

TEST(actions_of_an_item_are_those_that_make_sense)
{
    OWNED_STAGE on = stage_open("ruggrogue", SEED);
    stage_give(&on, "knife");
    assert_after(&on, "i a", "e) wield ");
    assert_shows(&on, "d) drop");
    assert_hides(&on, "use it");
    stage_keys(&on, "d");
    assert_int_equal(on.session->game->pack_count, 0);
    assert_ptr_equal(term_app_top(on.app), &term_dungeon);
}

TEST(what_cannot_be_picked_is_told)
{
    OWNED_STAGE on = stage_open("ruggrogue", SEED);
    static const char *const rows[][2] = {
        {"i", "You carry nothing."},       {"a", "You have nothing to drink"},
        {"e", "You have no gear"},         {"r", "You wear nothing."},
        {"d", "You have nothing to drop"}, {"t", "You have nothing to throw."},
        {"f", "You have nothing in hand"}};
    for (size_t i = 0; i < LENGTH_OF(rows); i++) {
        stage_keys(&on, rows[i][0]);
        assert_shows(&on, rows[i][1]);
        assert_ptr_equal(term_app_top(on.app), &term_dungeon);
    }
}

static size_t cells_of(const stage *on, term_style style)
{
    size_t count = 0;
    for (int i = 0; i < on->canvas->width * on->canvas->height; i++)
        count += on->canvas->cells[i].style == style;
    return count;
}

TEST(aiming_starts_on_the_nearest_and_shows_area_and_victims)
{
    OWNED_STAGE on = stage_open("ruggrogue", SEED);
    stage_stand_off(&on, 1, 5);
    stage_give(&on, "fireball_scroll");
    stage_keys(&on, "a a");
    const wyrm_game *game = on.session->game;
    int x = on.canvas->cursor_x, y = on.canvas->cursor_y;
    assert_int_equal(stage_cell(&on, x, y).character, 'b');
    assert_int_equal(stage_cell(&on, x, y).style, TERM_HIT);
    assert_int_equal(cells_of(&on, TERM_AREA), 36); /* radius 3 in the open, one of the tiles has a
                                                       creature that is hit */
    assert_int_equal(cells_of(&on, TERM_HIT), 1);
    assert_int_equal(cells_of(&on, TERM_PATH),
                     1); /* four tiles between, three of them in the area */
    assert_int_equal(game->pack_count, 1);
    stage_keys(&on, "Esc");
    assert_int_equal(game->pack_count, 1);
    stage_keys(&on, "a a Enter");
    assert_int_equal(game->pack_count, 0);
}

TEST(aiming_at_oneself_asks_first)
{
    OWNED_STAGE on = stage_open("ruggrogue", SEED);
    stage_stand_off(&on, 1, 2);
    stage_give(&on, "fireball_scroll");
    assert_after(&on, "a a", "you, too!");
    assert_after(&on, "Enter", "This would hit you, too.");
    stage_keys(&on, "Esc");
    assert_int_equal(on.session->game->pack_count, 1);
    stage_keys(&on, "Enter y");
    assert_int_equal(on.session->game->pack_count, 0);
    assert_int_equal(on.session->game->player.combatant.hp, 10);
}

/* Aiming starts at a monster out of range rather than at the player, who alone would be hit. */
TEST(aiming_starts_on_who_is_out_of_reach_where_nobody_else_is)
{
    OWNED_STAGE on = stage_open("ruggrogue", SEED);
    stage_stand_off(&on, 1, 7);
    stage_give(&on, "fireball_scroll");
    stage_keys(&on, "a a");
    assert_int_equal(stage_cell(&on, on.canvas->cursor_x, on.canvas->cursor_y).character, 'b');
    assert_shows(&on, "That is out of range.");
    assert_after(&on, "Tab", "There is no other target in sight.");
    assert_after(&on, "z", "That key does nothing here.");
    stage_keys(&on, "Enter");
    assert_int_equal(on.session->game->pack_count, 1);
}

/* Carried gear that goes with everything worn is offered, until it is worn. */
TEST(gear_that_nothing_is_worn_for_is_offered)
{
    OWNED_STAGE on = stage_open("ruggrogue", SEED);
    on.session->game->pack[stage_give(&on, "knife")].item.level = 1;
    on.session->game->pack[stage_give(&on, "knife")].item.level = 2;
    assert_after(&on, ".", " e: wield +2 Knife ");
    stage_keys(&on, "e Enter");
    assert_hides(&on, "wield +");
    on.session->game->pack[stage_give(&on, "coat")].item.level = 1;
    assert_after(&on, ".", " e: put on +1 Coat ");
    stage_keys(&on, "e Enter");
    assert_hides(&on, "e: wield +");
    on.session->game->pack[stage_give(&on, "club")].item.level = 3;
    assert_after(&on, ".", " e: wield +3 Club "); /* plainly better than the knife */
}

/* Heavier armor is not plainly better: it turns away more and needs more strength. */
TEST(gear_that_may_be_worse_is_not_offered)
{
    OWNED_STAGE on = stage_open("brogue", SEED);
    stage_give(&on, "splint_mail");
    stage_keys(&on, ".");
    assert_hides(&on, "e: ");
    on.session->game->pack[stage_give(&on, "leather_armor")].item.bonus = 2;
    assert_after(&on, ".", "e: put on +2 Leather armor");
}

/* The tile this many steps east of the player. */
static wyrm_position beside(const stage *on, int steps)
{
    const wyrm_position at = on->session->game->player.at;
    return (wyrm_position){(int16_t)(at.x + steps), at.y};
}

TEST(looking_tells_gold_and_what_one_came_for)
{
    OWNED_STAGE on = stage_open("shattered", SEED);
    wyrm_game *game = on.session->game;
    stage_stand_off(&on, 1, 3);
    game->heaps[0] = (wyrm_heap){.at = beside(&on, 1), .pieces = 1, .seen = true};
    game->heaps[1] = (wyrm_heap){.at = beside(&on, 2), .pieces = 12, .seen = true};
    game->heap_count = 2;
    on.session->view->goal = beside(&on, 4);
    on.session->view->goal_known = true;
    term_open_look(on.app, beside(&on, 1), false);
    stage_draw(&on, 80, 24);
    assert_shows(&on, "You see 1 piece of gold. 1 tile away.");
    assert_after(&on, "Right", "You see 12 pieces of gold. 2 tiles away.");
    assert_after(&on, "Right", "You see a Rat. 3 tiles away.");
    assert_after(&on, "Right",
                 "You see the Amulet of Yendor: that is what you came for. 4 tiles away.");
    /* Tab then goes to it after the monster, which comes first */
    stage_keys(&on, "Esc x");
    assert_shows(&on, "You see a Rat. 3 tiles away.");
    assert_after(&on, "Tab", "that is what you came for. 4 tiles away.");
    assert_after(&on, "Tab", "You see a Rat. 3 tiles away.");
}

/* Among items of the same kind and level the one with more uses comes first. */
TEST(like_items_stand_by_how_often_they_can_be_used)
{
    OWNED_STAGE on = stage_open("yarl", SEED);
    wyrm_game *game = on.session->game;
    game->pack[stage_give(&on, "wand_of_fireball")].uses = 2;
    game->pack[stage_give(&on, "wand_of_fireball")].uses = 5;
    game->pack[stage_give(&on, "wand_of_fireball")].uses = 3;
    stage_keys(&on, "i");
    assert_shows(&on, "c) / Wand of fireball (5 left)");
    assert_shows(&on, "d) / Wand of fireball (3 left)");
    assert_shows(&on, "e) / Wand of fireball (2 left)");
}

/* A weapon with ammunition needs a target in sight, and the effect on it is shown. */
TEST(firing_needs_somebody_in_sight)
{
    OWNED_STAGE on = stage_open("bob-and-trev", SEED);
    wyrm_game *game = on.session->game;
    stage_stand_off(&on, 1, 6);
    game->pack[stage_give(&on, "floppy_drive")].worn = true;
    game_player_dress(on.session->engine, game);
    assert_after(&on, "f", "From afar");
    stage_keys(&on, "Esc");
    game->monster_count = 0;
    wyrm_observe(on.session->engine, game, on.session->view);
    assert_after(&on, "f", "You see nobody to strike.");
}

/* A gun whose shots do not burst hits the one that is aimed at. */
TEST(a_plain_shot_hits_one)
{
    OWNED_STAGE on = stage_open(GOLDEN_DIR "/answers/gunner.yaml", SEED);
    wyrm_game *game = on.session->game;
    stage_stand_off(&on, 2, 5);
    game->pack[stage_give(&on, "pistol")].worn = true;
    game_player_dress(on.session->engine, game);
    assert_after(&on, "f", "From afar");
    assert_int_equal(cells_of(&on, TERM_AREA), 0);
    assert_int_equal(cells_of(&on, TERM_HIT), 1);
    assert_int_equal(cells_of(&on, TERM_PATH), 4);
}

/* An item keeps its letter, whatever leaves the pack before it; equal items share one, and an item
 * picked up again gets its old one. */
TEST(letters_of_items_are_stable)
{
    OWNED_STAGE on = stage_open("ruggrogue", SEED);
    static const char *const names[] = {"knife", "health_potion", "coat", "health_potion"};
    static const char letters[] = "abcb";
    wyrm_game *game = on.session->game;
    game->pack_count = game->monster_count = game->item_count = 0;
    for (size_t i = 0; i < LENGTH_OF(names); i++) { /* picked up one by one */
        game->items[0] = game->pack[stage_give(&on, names[i])];
        game->items[0].at = game->player.at;
        game->items[0].seen = true;
        game->item_count = 1;
        game->pack_count--;
        stage_keys(&on, "g");
        assert_int_equal(game->pack_count, i + 1);
        assert_int_equal(game->pack[i].letter, letters[i]);
    }
    assert_after(&on, "i", "c) [ Coat");
    stage_keys(&on, "Esc d a"); /* the knife */
    assert_int_equal(game->pack_count, 3);
    stage_keys(&on, "i");
    assert_shows(&on, "b) ");
    assert_shows(&on, "c) [ Coat");
    assert_hides(&on, "a) ");
    stage_keys(&on, "Esc g");
    assert_int_equal(game->pack[3].letter, 'a');
}

TEST(aim_follows_the_mouse_and_tab)
{
    OWNED_STAGE on = stage_open("ruggrogue", SEED);
    stage_stand_off(&on, 3, 3);
    stage_give(&on, "magic_missile_scroll");
    stage_keys(&on, "a a");
    int x = on.canvas->cursor_x, y = on.canvas->cursor_y;
    stage_keys(&on, "Tab");
    assert_false(on.canvas->cursor_x == x && on.canvas->cursor_y == y);
    assert_int_equal(cells_of(&on, TERM_HIT), 1);
    stage_keys(&on, "Tab Tab");
    assert_true(on.canvas->cursor_x == x && on.canvas->cursor_y == y);
    stage_click(&on, x, y + 7, false);
    assert_shows(&on, "out of range");
    stage_click(&on, x, y, true);
    assert_ptr_equal(term_app_top(on.app), &term_dungeon);
    assert_int_equal(on.session->game->pack_count, 1);
}

/* On the stairs Enter opens the shop: items are bought and sold by their letters, and Esc or > goes
 * on. */
TEST(shops_are_lists_to_buy_and_sell_from)
{
    OWNED_STAGE on = stage_open(GOLDEN_DIR "/games/bazaar.yaml", SEED);
    wyrm_game *game = on.session->game;
    assert_shows(&on, "gold 50");
    game->monster_count = 0;
    const size_t packed = game->pack_count;
    const wyrm_position exit = game->map.exit;
    for (int32_t i = 0; i < game->map.width * game->map.height; i++)
        game->marks[i] = (uint8_t)(game->map.tiles[i] | WYRM_MARK_KNOWN | WYRM_MARK_SEEN);
    game->player.at = exit;
    stage_keys(&on, ".");
    assert_after(&on, "Enter", "general has");
    assert_shows(&on, "a) ! Health potion for 30");
    assert_shows(&on, "You have 50 gold");
    assert_after(&on, "b", "You have 5 gold");
    assert_shows(&on, "Sleep scroll for 22");
    game->gold = 28;
    assert_after(&on, "b", "You have 50 gold");
    assert_after(&on, "a", "You have 20 gold");
    assert_int_equal(game->pack_count, packed + 1);
    assert_shows(&on, "Health potion for 15");
    assert_after(&on, "a", "You have 35 gold");
    assert_int_equal(game->pack_count, packed);
    assert_after(&on, "Esc", "gold 35");
    assert_int_equal(game->difficulty.depth, 1);
    stage_keys(&on, "Enter >");
    assert_int_equal(game->difficulty.depth, 2);
    assert_int_equal(game->gold, 35);
}
