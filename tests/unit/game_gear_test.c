/* The pack and worn gear: slots, hands, limits, and items on the floor. */
#include "played.h"

static const char cell[] = "#####\n#.@.#\n#####";

/* The command is refused with the message, and nothing changes. */
static void refused_with(arena *a, wyrm_command_kind kind, size_t item, const char *sentence)
{
    uint64_t before = wyrm_game_checksum(a->game);
    assert_int_equal(arena_do(a, kind, (int32_t)item), WYRM_ERROR_ARGUMENT);
    assert_string_equal(a->error.message, sentence);
    assert_int_equal(a->event_count, 0);
    assert_true(wyrm_game_checksum(a->game) == before);
}

static void wear(arena *a, const char *item)
{
    assert_done(a, arena_do(a, WYRM_DO_WEAR, (int32_t)arena_give(a, item)));
}

/* The worn gear, "shield+dagger", in the order of the pack. */
static const char *worn(const arena *a)
{
    static char text[512];
    const wyrm_item_kind *kinds;
    wyrm_loot_kinds(wyrm_design_loot(a->design), &kinds);
    text[0] = '\0';
    for (size_t i = 0; i < a->game->pack_count; i++)
        if (a->game->pack[i].worn)
            snprintf(text + strlen(text), sizeof text - strlen(text), "%s%s",
                     text[0] == '\0' ? "" : "+", kinds[a->game->pack[i].item.kind].name);
    return text;
}

TEST(a_slot_holds_one_piece)
{
    OWNED_ARENA *a = arena_draw("yarl", cell, NULL);
    wear(a, "leather_armor");
    wear(a, "leather_helmet");
    wear(a, "leather_boots");
    assert_string_equal(worn(a), "leather_armor+leather_helmet+leather_boots");
    wear(a, "chain_mail");
    assert_string_equal(worn(a), "leather_helmet+leather_boots+chain_mail");
    assert_int_equal(times_heard(a, WYRM_EVENT_TAKEN_OFF), 1);
    assert_int_equal(a->events[0].kind, WYRM_EVENT_TAKEN_OFF);
    assert_int_equal(a->events[0].item.kind, item_named(a->design, "leather_armor"));
    assert_int_equal(a->events[1].kind, WYRM_EVENT_WORN);
    wyrm_combatant wanted =
        combatant_of(a->design, "player,armor=leather_helmet+leather_boots+chain_mail");
    assert_memory_equal(a->game->player.combatant.stats, wanted.stats, sizeof wanted.stats);
}

TEST(both_hands_let_go_of_weapon_and_shield)
{
    OWNED_ARENA *a = arena_draw("yarl", cell, NULL);
    wear(a, "dagger");
    wear(a, "shield");
    assert_string_equal(worn(a), "dagger+shield");
    wear(a, "longbow");
    assert_string_equal(worn(a), "longbow");
    assert_int_equal(times_heard(a, WYRM_EVENT_TAKEN_OFF), 2);
    assert_int_equal(times_heard(a, WYRM_EVENT_WORN), 1);
    wear(a, "shield_of_resistance");
    assert_string_equal(worn(a), "shield_of_resistance");
}

/* Changing gear takes one turn, whatever comes off for it. */
TEST(changing_takes_one_turn)
{
    OWNED_ARENA *a = arena_draw("yarl", cell, NULL);
    wear(a, "dagger");
    wear(a, "shield");
    uint32_t turn = a->game->turn;
    wear(a, "longbow");
    assert_int_equal(a->game->turn, turn + 1);
    assert_done(a, arena_do(a, WYRM_DO_TAKE_OFF, 2));
    assert_int_equal(a->game->turn, turn + 2);
    assert_string_equal(worn(a), "");
}

/* If armor gets its strength from its level, one piece of it and one weapon can be worn. */
TEST(armor_by_level_has_one_slot)
{
    OWNED_ARENA *a = arena_draw("ruggrogue", cell, NULL);
    wear(a, "jerkin@2");
    wear(a, "wooden_shield@3");
    assert_string_equal(worn(a), "wooden_shield");
    wear(a, "knife@1");
    wear(a, "beam_sword@9");
    assert_string_equal(worn(a), "wooden_shield+beam_sword");
}

TEST(what_cannot_be_worn_is_refused)
{
    OWNED_ARENA *a = arena_draw("yarl", cell, NULL);
    wear(a, "dagger");
    wear(a, "shield");
    size_t potion = arena_give(a, "healing_potion"), mail = arena_give(a, "chain_mail");
    refused_with(a, WYRM_DO_WEAR, potion, "You can neither wield nor wear the healing potion.");
    refused_with(a, WYRM_DO_WEAR, 0, "You already wield the dagger.");
    refused_with(a, WYRM_DO_WEAR, 1, "You already wear the shield.");
    refused_with(a, WYRM_DO_WEAR, 4, "You have no such item.");
    refused_with(a, WYRM_DO_TAKE_OFF, mail, "You do not wear the chain mail.");
    refused_with(a, WYRM_DO_TAKE_OFF, 99, "You have no such item.");
    refused_with(a, WYRM_DO_DROP, (size_t)-1, "You have no such item.");
}

/* Armor without a slot goes with any other, up to 16 pieces. */
TEST(sixteen_pieces_are_enough)
{
    OWNED_ARENA *a = arena_draw_with("yarl", "armors: {bead: {armor_class: 1}}", cell, NULL);
    for (int i = 0; i < WYRM_WORN_MAX; i++)
        wear(a, "bead");
    refused_with(a, WYRM_DO_WEAR, arena_give(a, "bead"), "You cannot wear any more.");
    assert_true(stat_of(a, &a->game->player.combatant, "defense") == 1); /* 1/2 each is 0 each */
    a->game->pack_count--;
    assert_done(a, arena_do(a, WYRM_DO_TAKE_OFF, 5));
    wear(a, "shield");
    wear(a, "shield_of_resistance"); /* replaces the shield */
}

TEST(the_newest_is_picked_up_first)
{
    OWNED_ARENA *a = arena_draw("yarl", cell, NULL);
    wyrm_position here = a->game->player.at;
    const char *items[] = {"club", "mace", "spear"};
    arena_lay(a, "sword", beside(here, 1, 0));
    for (size_t i = 0; i < LENGTH_OF(items); i++)
        arena_lay(a, items[i], here);
    for (size_t i = LENGTH_OF(items); i-- > 0;) {
        assert_done(a, arena_do(a, WYRM_DO_PICK_UP, 0));
        size_t last = a->game->pack_count - 1;
        assert_int_equal(a->game->pack[last].item.kind, item_named(a->design, items[i]));
    }
    refused_with(a, WYRM_DO_PICK_UP, 0, "There is nothing here to pick up.");
    assert_int_equal(a->game->item_count, 1);
}

/* A dropped item that is picked up again is not counted as found, nor as given by pity. */
TEST(nothing_is_found_twice)
{
    OWNED_ARENA *a = arena_draw("yarl", cell, NULL);
    arena_lay(a, "healing_potion", a->game->player.at);
    a->game->items[0].item.pity = 1;
    assert_done(a, arena_do(a, WYRM_DO_PICK_UP, 0));
    assert_true(arena_heard(a, WYRM_EVENT_PICKED_UP)->by_pity);
    assert_done(a, arena_do(a, WYRM_DO_DROP, 0));
    assert_true(a->game->items[0].seen);
    assert_done(a, arena_do(a, WYRM_DO_PICK_UP, 0));
    assert_false(arena_heard(a, WYRM_EVENT_PICKED_UP)->by_pity);
    assert_int_equal(a->game->tally.items_found, 1);
}

/* Dropped and thrown items keep level, bonus and uses. */
TEST(things_keep_what_is_in_them)
{
    OWNED_ARENA *a = arena_draw("yarl", cell, NULL);
    arena_lay(a, "wand_of_slow", a->game->player.at);
    a->game->items[0].uses = 3;
    assert_done(a, arena_do(a, WYRM_DO_PICK_UP, 0));
    assert_int_equal(a->game->pack[0].uses, 3);
    assert_done(a, arena_do(a, WYRM_DO_DROP, 0));
    assert_int_equal(a->game->items[0].uses, 3);
    assert_true(on_tile(a->game->items[0].at, a->game->player.at));
}

TEST(a_full_pack_takes_no_more)
{
    OWNED_ARENA *a = arena_draw_with("yarl", "game: {pack: 3}", cell, NULL);
    for (int i = 0; i < 4; i++)
        arena_lay(a, "club", a->game->player.at);
    for (int i = 0; i < 3; i++)
        assert_done(a, arena_do(a, WYRM_DO_PICK_UP, 0));
    refused_with(a, WYRM_DO_PICK_UP, 0, "Your pack is full.");
    assert_done(a, arena_do(a, WYRM_DO_WEAR, 0)); /* worn gear still belongs to the pack */
    refused_with(a, WYRM_DO_PICK_UP, 0, "Your pack is full.");
    assert_done(a, arena_do(a, WYRM_DO_DROP, 1));
    assert_done(a, arena_do(a, WYRM_DO_PICK_UP, 0));
}

TEST(a_full_floor_takes_no_more)
{
    OWNED_ARENA *a = arena_draw("yarl", cell, NULL);
    while (a->game->item_count < LENGTH_OF(a->game->items))
        arena_lay(a, "club", beside(a->game->player.at, 1, 0));
    wear(a, "club");
    refused_with(a, WYRM_DO_DROP, 0, "There is no room for it on this floor.");
    assert_true(a->game->pack[0].worn);
}

/* An excluded item is skipped: the item below it can be taken. */
TEST(what_is_sworn_off_is_left_alone)
{
    OWNED_ARENA *a = arena_draw("yarl", cell, NULL);
    int32_t club = item_named(a->design, "club");
    arena_lay(a, "mace", a->game->player.at);
    arena_lay(a, "club", a->game->player.at);
    arena_lay(a, "club", a->game->player.at);
    a->game->barred[club / 64] |= UINT64_C(1) << club % 64;
    assert_done(a, arena_do(a, WYRM_DO_PICK_UP, 0));
    assert_int_equal(a->game->pack[0].item.kind, item_named(a->design, "mace"));
    refused_with(a, WYRM_DO_PICK_UP, 0, "You have sworn off the club.");
    size_t given = arena_give(a, "club");
    refused_with(a, WYRM_DO_WEAR, given, "You have sworn off the club.");
    refused_with(a, WYRM_DO_USE, given, "You have sworn off the club.");
    refused_with(a, WYRM_DO_THROW, given, "You have sworn off the club.");
    assert_done(a, arena_do(a, WYRM_DO_DROP, (int32_t)given)); /* it can still be dropped */
}

/* The victory item is taken before items on top of it. */
TEST(the_victory_item_is_taken_first)
{
    OWNED_ARENA *a = arena_draw("ruggrogue", "####\n#@*#\n####", NULL);
    arena_lay(a, "ration", arena_find(a, '*'));
    refused_with(a, WYRM_DO_PICK_UP, 0, "There is nothing here to pick up.");
    assert_done(a, arena_move(a, WYRM_EAST));
    assert_done(a, arena_do(a, WYRM_DO_PICK_UP, 0));
    assert_int_equal(a->game->phase, WYRM_PHASE_WON);
    assert_int_equal(times_heard(a, WYRM_EVENT_WON), 1);
    assert_true(a->game->goal_taken);
    assert_false(a->game->goal_placed);
    assert_int_equal(a->game->pack_count, 0);
}

/* Gear with counters and conditions gives them whenever it is put on, and takes as much away when
 * it comes off; what was used up stays used up. */
TEST(gear_brings_counters_whenever_it_is_worn)
{
    static const char rules[] =
        "models: {combat: script}\n"
        "combat:\n"
        "  stats: {power: {}, defense: {}}\n"
        "  counters: {ward: {most: 9, start: 2}}\n"
        "  script: 'function attack(a, d) return a.power end'\n"
        "weapons: {sickle: {power: 1, ward: -1}}\n"
        "armors: {coat: {ward: 4, slot: body}, robe: {ward: 6, slot: body}}";
    OWNED_ARENA *a = arena_draw_with(GOLDEN_DIR "/small_dungeon.yaml", rules, cell, NULL);
    const int ward = wyrm_combat_stat(wyrm_design_combat(a->design), "ward");
    double *now = &a->game->player.combatant.stats[ward];
    assert_near(*now, 2, 0);
    assert_done(a, arena_wait(a));
    wear(a, "coat");
    assert_near(*now, 6, 0);
    wear(a, "sickle");
    assert_near(*now, 5, 0);
    *now = 3;
    wyrm_combatant then;
    size_t robe = arena_give(a, "robe");
    wyrm_player_with(a->engine, a->game, robe, &then);
    assert_near(then.stats[ward], 5, 0);
    assert_near(*now, 3, 0);
    assert_done(a, arena_do(a, WYRM_DO_WEAR, (int32_t)robe));
    assert_near(*now, 5, 0);
    assert_done(a, arena_do(a, WYRM_DO_TAKE_OFF, (int32_t)robe));
    assert_near(*now, 0, 0);
}

/* A rod sets the word that is chosen already: no other can be chosen while it is held. */
TEST(gear_that_says_how_one_strikes_leaves_no_choice)
{
    static const char rules[] =
        "models: {combat: script}\n"
        "combat:\n"
        "  stats: {power: {}, defense: {}, spell: {kind: word, of: [sword, fire, sleep],"
        " chosen: true}}\n"
        "  script: 'function attack(a, d) return a.power end'\n"
        "weapons: {rod: {spell: sword}, wand: {spell: fire}}\n";
    OWNED_ARENA *a = arena_draw_with(GOLDEN_DIR "/small_dungeon.yaml", rules, cell, NULL);
    const int spell = wyrm_combat_stat(wyrm_design_combat(a->design), "spell");
    const double *now = &a->game->player.combatant.stats[spell];
    assert_done(a, arena_do(a, WYRM_DO_ATTACK, 2));
    assert_near(*now, 2, 0);
    const wyrm_event *event = arena_heard(a, WYRM_EVENT_ATTACK_CHOSEN);
    assert_true(event != NULL && event->stat == spell && event->amount == 2);
    refused_with(a, WYRM_DO_ATTACK, 3, "There is no such attack.");
    assert_done(a, arena_do(a, WYRM_DO_ATTACK, 0));
    wear(a, "rod");
    refused_with(a, WYRM_DO_ATTACK, 1, "What you wear or wield decides that.");
    assert_near(*now, 0, 0);
    assert_near(a->game->bare.stats[spell], 0, 0);
    wear(a, "wand");
    assert_near(*now, 1, 0);
    refused_with(a, WYRM_DO_ATTACK, 0, "There is no such attack.");
}
