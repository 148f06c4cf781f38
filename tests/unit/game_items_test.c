/* Items of RuggRogue in play: their effects, targets and ranges, and the pack ("Items", "Field of
 * View"). */
#include "played.h"

/* A magic missile does 8 damage, whatever the armor and level. */
TEST(a_missile_takes_8)
{
    OWNED_ARENA *a = open_room();
    size_t blob = arena_place(a, "blob@1,hp=30", from_player(a, 4, 0));
    size_t helper = arena_place(a, "big_helper@30", from_player(a, 0, 5));
    int64_t before = a->game->monsters[helper].body.combatant.hp;
    for (int i = 0; i < 2; i++)
        arena_give(a, "magic_missile_scroll");
    assert_done(a, arena_do_at(a, WYRM_DO_USE, 1, from_player(a, 4, 0)));
    assert_int_equal(a->game->monsters[blob].body.combatant.hp, 22);
    assert_int_equal(arena_heard(a, WYRM_EVENT_HURT)->amount, 8);
    assert_int_equal(arena_heard(a, WYRM_EVENT_HURT)->whom, a->game->monsters[blob].id);
    assert_int_equal(a->game->pack_count, 1);
    assert_done(a, arena_do_at(a, WYRM_DO_USE, 0, a->game->monsters[helper].body.at));
    assert_int_equal(a->game->monsters[helper].body.combatant.hp, before - 8);
    assert_int_equal(a->game->pack_count, 0);
    assert_int_equal(a->game->tally.damage_dealt, 16);
    assert_int_equal(a->game->tally.items_used, 2);
}

/* Range 6 is a disc: x^2 + y^2 <= 42. It cannot be aimed beyond it, behind a wall or at oneself;
 * then nothing is used up. */
TEST(a_missile_reaches_6_tiles)
{
    OWNED_ARENA *a = open_room();
    arena_give(a, "magic_missile_scroll");
    assert_refused_at(a, WYRM_DO_USE, 0, from_player(a, 7, 0));
    assert_refused_at(a, WYRM_DO_USE, 0, from_player(a, 5, 5));
    assert_refused_at(a, WYRM_DO_USE, 0, from_player(a, -6, 3));
    assert_refused_at(a, WYRM_DO_USE, 0, from_player(a, 0, 0));
    assert_refused_at(a, WYRM_DO_USE, 0, ((wyrm_position){-1, 0}));
    assert_refused_at(a, WYRM_DO_USE, 0, ((wyrm_position){INT16_MAX, INT16_MIN}));
    for (int turn = 0; turn < 3; turn++) {
        const int across[] = {6, -6, 4}, down[] = {0, 2, 5};
        arena_give(a, "magic_missile_scroll");
        arena_place(a, "blob@1,hp=30,asleep", from_player(a, across[turn], down[turn]));
        assert_done(a, arena_do_at(a, WYRM_DO_USE, 0, from_player(a, across[turn], down[turn])));
        assert_int_equal(times_heard(a, WYRM_EVENT_HURT), 1);
    }
    arena_set_tile(a, from_player(a, 0, -1), WYRM_TILE_WALL);
    assert_refused_at(a, WYRM_DO_USE, 0, from_player(a, 0, -1));
    assert_refused_at(a, WYRM_DO_USE, 0, from_player(a, 0, -3));
}

/* A fireball does 20 damage to all on 37 tiles in the open. */
TEST(a_fireball_hits_37_tiles)
{
    OWNED_ARENA *a = open_room();
    a->game->player.at = from_player(a, -6, 0);
    arena_look(a);
    wyrm_position aim = from_player(a, 6, 0);
    for (int y = -5; y <= 5; y++)
        for (int x = -4; x <= 4; x++)
            arena_place(a, "orc@9,hp=50,asleep", beside(aim, x, y));
    arena_give(a, "fireball_scroll");
    assert_done(a, arena_do_at(a, WYRM_DO_USE, 0, aim));
    assert_int_equal(times_heard(a, WYRM_EVENT_HURT), 37);
    int hurt = 0;
    for (size_t i = 0; i < a->game->monster_count; i++) {
        const wyrm_creature *body = &a->game->monsters[i].body;
        int across = body->at.x - aim.x, down = body->at.y - aim.y;
        bool inside = across * across + down * down <= 12;
        assert_int_equal(body->combatant.hp, inside ? 30 : 50);
        hurt += inside;
    }
    assert_int_equal(hurt, 37);
    assert_int_equal(a->game->pack_count, 0);
}

/* It hurts its reader within the radius, and may be aimed at one's own feet; a reader who dies of
 * it is its own killer. */
TEST(a_fireball_burns_its_reader)
{
    OWNED_ARENA *a = open_room();
    for (int i = 0; i < 3; i++)
        arena_give(a, "fireball_scroll");
    a->game->player.combatant.hp = 30;
    assert_done(a, arena_do_at(a, WYRM_DO_USE, 0, from_player(a, 4, 0)));
    assert_int_equal(hp_of(a), 30);
    assert_done(a, arena_do_at(a, WYRM_DO_USE, 0, from_player(a, 3, 0)));
    assert_int_equal(hp_of(a), 10);
    assert_int_equal(a->game->tally.damage_taken, 20);
    assert_ok(arena_do_at(a, WYRM_DO_USE, 0, from_player(a, 0, 0)), &a->error);
    assert_int_equal(hp_of(a), 0);
    assert_int_equal(a->game->phase, WYRM_PHASE_DEAD);
    assert_int_equal(a->game->cause, WYRM_CAUSE_ITSELF);
    assert_int_equal(a->game->killer, -1);
}

TEST(walls_shield_from_a_fireball)
{
    OWNED_ARENA *a = arena_draw("ruggrogue",
                                "##########\n"
                                "#@...,.#o#\n"
                                "#......#.#\n"
                                "####.#####\n"
                                "#...o....#\n"
                                "##########",
                                "o=orc@8,hp=60,asleep");
    arena_know_all(a);
    arena_give(a, "fireball_scroll");
    assert_done(a, arena_do_at(a, WYRM_DO_USE, 0, arena_find(a, ',')));
    assert_int_equal(a->game->monsters[0].body.combatant.hp, 60);
    assert_int_equal(a->game->monsters[1].body.combatant.hp, 40);
}

/* The reader of the scroll gets the experience of everybody it kills. */
TEST(scrolls_earn_the_experience)
{
    OWNED_ARENA *a = open_room();
    for (int i = 0; i < 3; i++)
        arena_place(a, "blob@1", from_player(a, 5, i - 1)); /* 14 hit points, 10 experience */
    arena_give(a, "fireball_scroll");
    assert_done(a, arena_do_at(a, WYRM_DO_USE, 0, from_player(a, 5, 0)));
    assert_int_equal(times_heard(a, WYRM_EVENT_DIED), 3);
    assert_int_equal(arena_heard(a, WYRM_EVENT_DIED)->who, 0);
    assert_int_equal(a->game->experience.exp, 30);
    assert_int_equal(a->game->tally.kills, 3);
    assert_int_equal(a->game->tally.killed[monster_named(a->design, "blob")], 3);
    assert_int_equal(a->game->monster_count, 0);
}

TEST(a_potion_heals_20)
{
    OWNED_ARENA *a = open_room();
    for (int i = 0; i < 4; i++)
        arena_give(a, "health_potion");
    a->game->fullness = 200; /* too hungry to regenerate */
    a->game->player.combatant.hp = 3;
    assert_done(a, arena_do(a, WYRM_DO_USE, 0));
    assert_int_equal(hp_of(a), 23);
    assert_int_equal(arena_heard(a, WYRM_EVENT_HEALED)->amount, 20);
    assert_done(a, arena_do(a, WYRM_DO_USE, 0));
    assert_int_equal(hp_of(a), 30); /* up to the maximum, which stays */
    assert_int_equal(a->game->player.combatant.max_hp, 30);
    assert_int_equal(arena_heard(a, WYRM_EVENT_HEALED)->amount, 7);
    /* At full hit points it raises both by 2. */
    assert_done(a, arena_do(a, WYRM_DO_USE, 0));
    assert_int_equal(hp_of(a), 32);
    assert_int_equal(a->game->player.combatant.max_hp, 32);
    a->game->player.combatant.hp = 31;
    assert_done(a, arena_do(a, WYRM_DO_USE, 0));
    assert_int_equal(hp_of(a), 32);
    assert_int_equal(a->game->player.combatant.max_hp, 32);
    assert_int_equal(a->game->tally.healed, 20 + 7 + 2 + 1);
}

/* One weapon and one armor; gear in the way comes off. Attack 3.2 f(L), defense 1.6 f(L). */
TEST(gear_adds_what_its_level_says)
{
    OWNED_ARENA *a = open_room();
    size_t knife = arena_give(a, "knife@1"), saber = arena_give(a, "saber@4");
    size_t coat = arena_give(a, "coat@2"), jerkin = arena_give(a, "jerkin@7");
    assert_done(a, arena_do(a, WYRM_DO_WEAR, (int32_t)knife));
    assert_done(a, arena_do(a, WYRM_DO_WEAR, (int32_t)coat));
    wyrm_combatant wanted = combatant_of(a->design, "player@1,weapon=1,armor=2");
    assert_memory_equal(a->game->player.combatant.stats, wanted.stats, sizeof wanted.stats);
    assert_near(stat_of(a, &wanted, "attack"), 4.8 + 3.2, 1e-6);
    assert_near(stat_of(a, &wanted, "defense"), 2.4 + 1.6 * 1.1, 1e-6);
    assert_done(a, arena_do(a, WYRM_DO_WEAR, (int32_t)saber));
    assert_int_equal(arena_heard(a, WYRM_EVENT_TAKEN_OFF)->item.level, 1);
    assert_int_equal(arena_heard(a, WYRM_EVENT_WORN)->item.level, 4);
    assert_done(a, arena_do(a, WYRM_DO_WEAR, (int32_t)jerkin));
    assert_false(a->game->pack[knife].worn || a->game->pack[coat].worn);
    assert_true(a->game->pack[saber].worn && a->game->pack[jerkin].worn);
    wanted = combatant_of(a->design, "player@1,weapon=4,armor=7");
    assert_memory_equal(a->game->player.combatant.stats, wanted.stats, sizeof wanted.stats);
    assert_done(a, arena_do(a, WYRM_DO_TAKE_OFF, (int32_t)saber));
    wanted = combatant_of(a->design, "player@1,armor=7");
    assert_memory_equal(a->game->player.combatant.stats, wanted.stats, sizeof wanted.stats);
}

/* Dropping worn gear takes it off first. */
TEST(worn_gear_can_be_dropped)
{
    OWNED_ARENA *a = open_room();
    wyrm_combatant bare = a->game->player.combatant;
    size_t club = arena_give(a, "club@3");
    arena_wear(a, club);
    assert_true(stat_of(a, &a->game->player.combatant, "attack") > stat_of(a, &bare, "attack"));
    assert_done(a, arena_do(a, WYRM_DO_DROP, (int32_t)club));
    assert_memory_equal(a->game->player.combatant.stats, bare.stats, sizeof bare.stats);
    assert_int_equal(a->game->pack_count, 0);
    assert_int_equal(a->game->item_count, 1);
    assert_false(a->game->items[0].worn);
    assert_true(on_tile(a->game->items[0].at, a->game->player.at));
    assert_int_equal(a->game->items[0].item.level, 3);
}

/* The pack is unlimited; the newest item is last. */
TEST(the_pack_takes_all_newest_last)
{
    OWNED_ARENA *a = open_room();
    for (int i = 0; i < 200; i++)
        arena_lay(a, i % 2 == 0 ? "ration" : "health_potion", a->game->player.at);
    for (int i = 0; i < 200; i++) {
        int32_t top = a->game->items[a->game->item_count - 1].item.kind;
        assert_ok(arena_do(a, WYRM_DO_PICK_UP, 0), &a->error);
        assert_int_equal(a->game->pack[a->game->pack_count - 1].item.kind, top);
    }
    assert_sound(a);
    assert_int_equal(a->game->pack_count, 200);
    assert_int_equal(a->game->item_count, 0);
    assert_int_equal(a->game->tally.items_found, 200);
    assert_refused(a, WYRM_DO_PICK_UP, 0);
}

/* Excluded kinds are not picked up, not used, and still lie on the floor. */
TEST(what_is_left_alone_stays_where_it_is)
{
    OWNED_ARENA *a = play("ruggrogue", NULL, 4);
    const char *const without[] = {"scrolls", "weapon", "health_potion"};
    const wyrm_game_options options = {.seed = 4, .without = without, .without_count = 3};
    size_t items = a->game->item_count;
    assert_ok(wyrm_game_start(a->engine, &options, NULL, a->game, &a->error), &a->error);
    assert_sound(a);
    assert_int_equal(a->game->item_count, items);
    const char *barred[] = {"sleep_scroll", "fireball_scroll", "club@1", "health_potion"};
    const char *open[] = {"ration", "jerkin@1"};
    for (size_t i = 0; i < LENGTH_OF(barred); i++) {
        arena_lay(a, barred[i], a->game->player.at);
        assert_refused(a, WYRM_DO_PICK_UP, 0);
        a->game->item_count--;
        size_t item = arena_give(a, barred[i]);
        assert_refused_at(a, WYRM_DO_USE, item, a->game->player.at);
        assert_refused(a, WYRM_DO_WEAR, item);
        a->game->pack_count--;
    }
    for (size_t i = 0; i < LENGTH_OF(open); i++) {
        arena_lay(a, open[i], a->game->player.at);
        assert_done(a, arena_do(a, WYRM_DO_PICK_UP, 0));
    }
    const char *const wrong[] = {"scrols"};
    const wyrm_game_options misspelt = {.seed = 4, .without = wrong, .without_count = 1};
    assert_int_equal(wyrm_game_start(a->engine, &misspelt, NULL, a->game, &a->error),
                     WYRM_ERROR_UNKNOWN);
    assert_non_null(strstr(a->error.hint, "scroll"));
    /* Without a similar word the hint names some valid ones. */
    const char *const far[] = {"qqq"};
    const wyrm_game_options unknown = {.seed = 4, .without = far, .without_count = 1};
    assert_int_equal(wyrm_game_start(a->engine, &unknown, NULL, a->game, &a->error),
                     WYRM_ERROR_UNKNOWN);
    assert_string_equal(a->error.hint, "such as ration, consumable, weapon, armor, scroll, shield");
}

/* Of as many kinds as a game may have each is left alone by its own name, and no other with it. */
TEST(of_many_kinds_only_the_named_one_is_left_alone)
{
    enum { KINDS = 200 };
    static char changes[8000];
    size_t used = (size_t)sprintf(changes, "items:\n");
    for (int i = 0; i < KINDS; i++)
        used += (size_t)sprintf(changes + used, "  k%03d: {weight: 1}\n", i);
    OWNED_ARENA *a = play("tutorial", changes, 1);
    const wyrm_item_kind *kinds;
    const size_t count = wyrm_loot_kinds(wyrm_design_loot(a->design), &kinds);
    assert_true(count >= KINDS);
    for (size_t i = 0; i < 2 * count; i++) {
        const wyrm_item_kind *kind = &kinds[i / 2];
        const bool gear =
            kind->item_class == WYRM_ITEM_WEAPON || kind->item_class == WYRM_ITEM_ARMOR;
        char path[80];
        snprintf(path, sizeof path, "items.%s", kind->name);
        const char *const words[] = {i % 2 && !gear ? path : kind->name};
        const wyrm_game_options options = {.seed = 1, .without = words, .without_count = 1};
        assert_ok(wyrm_game_start(a->engine, &options, NULL, a->game, &a->error), &a->error);
        for (size_t k = 0; k < count; k++)
            if (game_is_barred(a->game, (int32_t)k) != (k == i / 2))
                fail_msg("without %s %s is %s", words[0], kinds[k].name,
                         k == i / 2 ? "not left alone" : "left alone");
    }
}

static bool is_word_of(const char *word, const char *name)
{
    const char *last = strrchr(name, '_');
    return strcmp(word, name) == 0 || (last != NULL && strcmp(word, last + 1) == 0);
}

/* A category means all kinds that the file gives it and no other, by one word or its plural. */
TEST(a_category_is_left_alone_as_a_whole)
{
    OWNED_ARENA *a = play("yarl", NULL, 1);
    const wyrm_loot_facts *facts = wyrm_loot_facts_of(wyrm_design_loot(a->design));
    const wyrm_item_kind *kinds;
    const size_t count = wyrm_loot_kinds(wyrm_design_loot(a->design), &kinds);
    size_t barred = 0;
    assert_true(facts->category_count > 3);
    for (size_t c = 0; c < 2 * facts->category_count; c++) {
        const char *category = facts->categories[c / 2];
        char many[80];
        snprintf(many, sizeof many, "%ss", category);
        const char *const words[] = {c % 2 ? many : category};
        const wyrm_game_options options = {.seed = 1, .without = words, .without_count = 1};
        assert_ok(wyrm_game_start(a->engine, &options, NULL, a->game, &a->error), &a->error);
        for (size_t k = 0; k < count; k++) {
            const wyrm_value *said = wyrm_value_get(kinds[k].record, "categories");
            bool wanted = is_word_of(category, kinds[k].name) ||
                          strcmp(category, wyrm_item_class_name(kinds[k].item_class)) == 0;
            for (size_t i = 0; i < wyrm_value_count(said); i++)
                wanted |= strcmp(wyrm_value_text(wyrm_value_item(said, i)), category) == 0;
            if (game_is_barred(a->game, (int32_t)k) != wanted)
                fail_msg("without %s %s is %s", words[0], kinds[k].name,
                         wanted ? "not left alone" : "left alone");
            barred += wanted;
        }
    }
    assert_true(barred > count);
}

/* One +1 weapon and one +1 armor in the first room of depth 1, and a ration on every level. */
TEST(a_game_begins_with_gear_at_its_feet)
{
    OWNED_ARENA *a = play("ruggrogue", NULL, 1);
    const wyrm_item_kind *kinds;
    wyrm_loot_kinds(wyrm_design_loot(a->design), &kinds);
    for (uint64_t run = 0; run < 100; run++) {
        play_again(a, 1, run);
        int found[WYRM_ITEM_CLASS_COUNT] = {0}, rations = 0;
        for (size_t i = 0; i < a->game->item_count; i++) {
            const wyrm_game_item *item = &a->game->items[i];
            rations += kinds[item->item.kind].item_class == WYRM_ITEM_RATION;
            if (item->item.room != 0)
                continue;
            found[kinds[item->item.kind].item_class]++;
            if (kinds[item->item.kind].item_class >= WYRM_ITEM_WEAPON)
                assert_holds(item->item.level == 1 && item->item.bonus == 0, run);
        }
        /* Periodic gear may lie there, too. */
        assert_holds(found[WYRM_ITEM_WEAPON] >= 1 && found[WYRM_ITEM_WEAPON] <= 2, run);
        assert_holds(found[WYRM_ITEM_ARMOR] >= 1 && found[WYRM_ITEM_ARMOR] <= 2, run);
        assert_holds(rations == 1, run);
        assert_done(a, leave_level(a));
        rations = 0;
        for (size_t i = 0; i < a->game->item_count; i++)
            rations += kinds[a->game->items[i].item.kind].item_class == WYRM_ITEM_RATION;
        assert_holds(rations == 1, run);
    }
}
