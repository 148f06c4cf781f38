/* What a game starts with besides its kit, and permanent gains: strength and enchantment, and
 * healing by a share of the maximum. */
#include "bots.h"

/* The player of a game fights as the combatant of this text. */
static void assert_fights_as(const arena *a, const char *text)
{
    const wyrm_combatant wanted = combatant_of(a->design, text);
    const wyrm_combatant *player = &a->game->player.combatant;
    assert_memory_equal(player->stats, wanted.stats, sizeof wanted.stats);
    assert_int_equal(player->max_hp, wanted.max_hp);
    assert_true(player->regeneration == wanted.regeneration);
}

static wyrm_status use(arena *a, const char *item)
{
    return arena_do(a, WYRM_DO_USE, (int32_t)arena_give(a, item));
}

TEST(a_game_begins_with_its_own_player)
{
    OWNED_ARENA *a = play("brogue", NULL, 1);
    assert_fights_as(a, "player,strength=12,weapon=dagger,armor=leather_armor");
    assert_int_equal(a->game->fullness, 2150);
    assert_done(a, use(a, "potion_of_strength"));
    assert_done(a, use(a, "potion_of_strength"));
    assert_fights_as(a, "player,strength=14,weapon=dagger,armor=leather_armor");
}

/* A weapon and an armor of one name are both in the kit, and worn. */
TEST(a_name_of_the_kit_means_the_weapon_and_the_armor)
{
    OWNED_ARENA *a = play("shattered", NULL, 1);
    assert_fights_as(a, "hero@1,regeneration=0.1,weapon=tier1,armor=tier1");
    assert_int_equal(a->game->pack_count, 3);
}

TEST(who_begins_at_a_level_has_its_experience)
{
    OWNED_ARENA *a = play("shattered", "game: {player: \"hero@4\"}\n", 1);
    assert_int_equal(a->game->experience.level, 4);
    assert_fights_as(a, "hero@4,weapon=tier1,armor=tier1");
}

/* The worn piece with the lowest plus, armor before a weapon: worked out by hand. */
TEST(enchantment_is_for_what_has_least)
{
    OWNED_ARENA *a = play("brogue", NULL, 1);
    static const char *const after[] = {
        "player,strength=12,weapon=dagger,armor=leather_armor+1",
        "player,strength=12,weapon=dagger+1,armor=leather_armor+1",
        "player,strength=12,weapon=dagger+1,armor=leather_armor+2",
        "player,strength=12,weapon=dagger+2,armor=leather_armor+2",
    };
    for (size_t i = 0; i < LENGTH_OF(after); i++) {
        assert_done(a, use(a, "scroll_of_enchanting"));
        const wyrm_event *event = arena_heard(a, WYRM_EVENT_ENCHANTED);
        assert_int_equal(event->amount, 1);
        assert_int_equal(event->item.bonus, i / 2 + 1);
        assert_fights_as(a, after[i]);
    }
}

static const char scrolls[] = "items:\n"
                              "  whetstone: {effect: {kind: enchant, gear: weapon, amount: 3}}\n"
                              "  oil: {effect: {kind: enchant, gear: armor, amount: 1d4}}\n"
                              "  flood: {effect: {kind: enchant, amount: 999999}}\n";

TEST(enchantment_may_be_for_one_kind_of_gear)
{
    OWNED_ARENA *a = play("brogue", scrolls, 1);
    assert_done(a, use(a, "whetstone"));
    assert_fights_as(a, "player,strength=12,weapon=dagger+3,armor=leather_armor");
    assert_done(a, use(a, "oil"));
    const int64_t more = arena_heard(a, WYRM_EVENT_ENCHANTED)->amount;
    assert_in_range(more, 1, 4);
    assert_int_equal(a->game->pack[1].item.bonus, more);
    assert_done(a, use(a, "whetstone"));
    assert_int_equal(a->game->pack[0].item.bonus, 6);
    assert_int_equal(a->game->pack[1].item.bonus, more);
}

/* Nothing is used up if no worn gear can gain by it. */
TEST(enchantment_ends_at_the_greatest_plus)
{
    OWNED_ARENA *a = play("brogue", scrolls, 1);
    assert_done(a, use(a, "flood"));
    assert_int_equal(arena_heard(a, WYRM_EVENT_ENCHANTED)->amount, WYRM_PLUS_MAX);
    assert_done(a, use(a, "flood"));
    const int32_t third = (int32_t)arena_give(a, "flood");
    assert_refused(a, WYRM_DO_USE, third);
    a->game->pack[0].worn = a->game->pack[1].worn = false;
    arena_dress(a);
    assert_refused(a, WYRM_DO_USE, (int32_t)arena_give(a, "whetstone"));
    char why[WYRM_WHY_MAX];
    assert_false(wyrm_can_use(a->engine, a->game, (size_t)third, why));
    assert_string_equal(why, "You wear nothing that could be enchanted.");
}

TEST(healing_may_be_a_part_of_the_maximum)
{
    const wyrm_effect potion = {.kind = WYRM_EFFECT_HEAL, .amount = 14, .percent = 80};
    const struct {
        int64_t hp, max_hp, after;
    } rows[] = {{1, 140, 127}, {10, 33, 33}, {1, 99, 94}, {1, 20, 20}, {0, 20, 0}, {20, 20, 20}};
    for (size_t i = 0; i < LENGTH_OF(rows); i++) {
        wyrm_combatant one = {.hp = rows[i].hp, .max_hp = rows[i].max_hp};
        assert_int_equal(wyrm_effect_use(&potion, &one), rows[i].after - rows[i].hp);
        assert_int_equal(one.hp, rows[i].after);
    }
    assert_int_equal(wyrm_effect_heals(&potion, 140), 126);
    const wyrm_effect part = {.kind = WYRM_EFFECT_HEAL, .percent = 20};
    wyrm_combatant hurt = {.hp = 3, .max_hp = 34};
    assert_int_equal(wyrm_effect_use(&part, &hurt), 6);
    hurt = (wyrm_combatant){.hp = 3, .max_hp = 4};
    assert_int_equal(wyrm_effect_use(&part, &hurt), 0);
    OWNED_DESIGN *design = ruleset_with("shattered", "");
    const wyrm_item_kind *kinds;
    wyrm_loot_kinds(wyrm_design_loot(design), &kinds);
    const wyrm_effect said =
        wyrm_item_effect(kinds[item_named(design, "potion_of_healing")].record);
    assert_int_equal(said.amount, 14);
    assert_int_equal(said.percent, 80);
}

/* A meal is not eaten until all of it counts, or the player is close to starving. */
TEST(bots_eat_when_nothing_is_lost_of_it)
{
    static const char *const bots[] = {"explorer", "tactician"};
    const struct {
        int32_t most, fullness;
        bool eats;
    } rows[] = {
        {2150, 1074, false}, {2150, 351, false}, {2150, 350, true},   {1800, 91, false},
        {1800, 89, true},    {9000, 4400, true}, {9000, 4600, false},
    };
    for (size_t i = 0; i < LENGTH_OF(rows); i++) {
        char changes[160];
        snprintf(changes, sizeof changes, "game: {hunger: {most: %d, start: %d}}\n",
                 (int)rows[i].most, (int)rows[i].most);
        OWNED_ARENA *a = arena_draw_with("brogue", changes, "#####\n#@..#\n#####", NULL);
        const size_t ration = arena_give(a, "ration");
        a->game->fullness = rows[i].fullness;
        for (size_t b = 0; b < LENGTH_OF(bots); b++) {
            const wyrm_command command = bot_says(a, bots[b]);
            assert_int_equal(command.kind == WYRM_DO_USE && (size_t)command.argument == ration,
                             rows[i].eats);
        }
    }
}

/* A player that will soon starve and has no food leaves items behind: the exit is east, a scroll
 * west. */
TEST(who_starves_soon_goes_on)
{
    OWNED_ARENA *a =
        arena_draw("brogue", "#########\n#..s@..>#\n#########", "s=scroll_of_enchanting");
    a->game->fullness = 500;
    assert_int_equal(bot_says(a, "explorer").argument, WYRM_WEST);
    a->game->fullness = 300;
    assert_int_equal(bot_says(a, "explorer").argument, WYRM_EAST);
    arena_give(a, "mango");
    assert_int_equal(bot_says(a, "explorer").kind, WYRM_DO_USE);
}

TEST(what_cannot_begin_or_be_enchanted_is_told)
{
    static const char *const wrong[][3] = {
        {"brogue", "game: {player: \"player,luck=3\"}\n", "luck"},
        {"brogue", "game: {player: rat}\n", "'rat' is not the player"},
        {"brogue", "game: {player: \"player,weapon=dagger\"}\n",
         "'player,weapon=dagger' wears something"},
        {"yarl", "items: {oil: {effect: {kind: enchant, amount: 1}}}\n",
         "no stat of the combat 'accuracy' counts the plus of such gear"},
        {"brogue", "items: {oil: {effect: {kind: enchant}}}\n",
         "the effect 'enchant' needs 'amount'"},
        {"brogue", "items: {oil: {effect: {kind: heal, amount: 3, gear: worn}}}\n",
         "the effect 'heal' has no 'gear'"},
        {"brogue", "items: {oil: {effect: {kind: feed, amount: 3, percent: 50}}}\n",
         "the effect 'feed' has no 'percent'"},
    };
    for (size_t i = 0; i < LENGTH_OF(wrong); i++) {
        OWNED_ERRORS *errors = fresh_errors();
        wyrm_design *design = NULL;
        char text[256];
        const int length =
            snprintf(text, sizeof text, "name: bad\nextends: %s\n%s", wrong[i][0], wrong[i][1]);
        assert_int_equal(wyrm_design_parse("bad.yaml", text, (size_t)length, &design, errors),
                         WYRM_ERROR_RULESET);
        assert_int_equal(wyrm_errors_count(errors), 1);
        const char *message = wyrm_errors_at(errors, 0)->message;
        if (strstr(message, wrong[i][2]) == NULL)
            fail_msg("'%s' does not say '%s'", message, wrong[i][2]);
    }
}
