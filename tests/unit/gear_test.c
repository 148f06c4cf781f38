/* Gear and variants by name: their effect on a combatant, and the messages for wrong ones. */
#include "with_fighters.h"

static const char small[] = "growth: {scaling: [{from_depth: 3, hp: 1.08, damage: 1.5}]}\n"
                            "player: {hp: 54, accuracy: 3, defense: 1, damage: [1, 2]}\n"
                            "variants:\n"
                            "  elite: {hp_factor: 2, power: 2, defense: 1}\n"
                            "  frail: {hp_factor: 1/3, evasion: -1.5}\n"
                            "monsters:\n"
                            "  orc: {hp: 28, damage: [4, 6]}\n"
                            "  troll: {hp: 30, damage: [8, 12], defense: 2, regeneration: 0.5}\n"
                            "weapons:\n"
                            "  dagger: {damage: 1d4, to_hit: 1}\n"
                            "  shortsword: {damage: 1d6+1, to_hit: 1}\n"
                            "  greataxe: {damage: 1d12, to_hit: -1, two_handed: true}\n"
                            "armors:\n"
                            "  shield: {slot: off_hand, armor_class: 2}\n"
                            "  leather_helmet: {slot: head, armor_class: 1}\n"
                            "  leather_armor: {slot: chest, armor_class: 2}\n"
                            "  plate_mail: {slot: chest, armor_class: 6}\n"
                            "  charm: {armor_class: 2}\n"
                            "  amulet: {armor_class: 4}\n";

static int open_fighters(void **state)
{
    return fighters_share(fighters_of("accuracy", small), state);
}

static double stat_with(const fighters *them, const char *text, const char *stat)
{
    wyrm_combatant who = fighter_of(them, text);
    return stat_of(them, &who, stat);
}

TEST(a_weapon_is_wielded_by_name)
{
    const char *text = "player,weapon=shortsword";
    assert_same_bits(stat_with(*state, text, "dice_count"), 1);
    assert_same_bits(stat_with(*state, text, "dice_sides"), 6);
    assert_same_bits(stat_with(*state, text, "dice_plus"), 1);
    assert_same_bits(stat_with(*state, text, "accuracy"), 4);
    assert_same_bits(stat_with(*state, text, "damage_max"), 2);
    assert_same_bits(stat_with(*state, "orc,weapon=dagger", "dice_sides"), 4);
    assert_same_bits(stat_with(*state, "raw,weapon=dagger,accuracy=10", "accuracy"), 11);
}

TEST(pieces_of_armor_are_joined)
{
    assert_same_bits(stat_with(*state, "player,armor=leather_armor", "defense"), 2);
    assert_same_bits(stat_with(*state, "player,armor=leather_armor+leather_helmet", "defense"), 2);
    assert_same_bits(stat_with(*state, "player,armor=plate_mail+shield+leather_helmet", "defense"),
                     5);
    assert_same_bits(stat_with(*state, "player,armor=charm+amulet+plate_mail", "defense"), 7);
    assert_same_bits(stat_with(*state, "player,armor=shield,weapon=dagger,defense=0", "defense"),
                     1);
}

TEST(gear_that_cannot_be_worn_together_is_refused)
{
    fighter_fails(*state, "player,armor=leather_armor+plate_mail", WYRM_ERROR_ARGUMENT,
                  "'leather_armor' and 'plate_mail' cannot be worn together: both go into the slot "
                  "'chest'",
                  "");
    fighter_fails(*state, "player,armor=shield+shield", WYRM_ERROR_ARGUMENT,
                  "'shield' and 'shield' cannot be worn together: both go into the slot "
                  "'off_hand'",
                  "");
    fighter_fails(*state, "player,weapon=greataxe,armor=leather_helmet+shield", WYRM_ERROR_ARGUMENT,
                  "'greataxe' and 'shield' cannot be used together: the weapon needs both hands",
                  "");
    fighter_fails(*state, "player,armor=shield,weapon=greataxe", WYRM_ERROR_ARGUMENT,
                  "'shield' and 'greataxe' cannot be used together: the weapon needs both hands",
                  "");
    assert_same_bits(stat_with(*state, "player,weapon=greataxe,armor=plate_mail", "defense"), 4);
}

TEST(gear_that_is_not_there_is_told)
{
    fighter_fails(*state, "player,weapon=shortsord", WYRM_ERROR_UNKNOWN, "no weapon 'shortsord'",
                  "did you mean 'shortsword'?");
    fighter_fails(*state, "player,weapon=5", WYRM_ERROR_UNKNOWN, "no weapon '5'",
                  "one of dagger, shortsword, greataxe");
    fighter_fails(*state, "player,weapon=dagger+shortsword", WYRM_ERROR_UNKNOWN,
                  "no weapon 'dagger+shortsword'", "did you mean 'dagger'?");
    fighter_fails(*state, "player,armor=leather_armor+sheild", WYRM_ERROR_UNKNOWN,
                  "no armor 'sheild'", "did you mean 'shield'?");
    fighter_fails(*state, "player,weapon=shield", WYRM_ERROR_UNKNOWN, "no weapon 'shield'",
                  "one of dagger, shortsword, greataxe");
    fighter_fails(*state, "player,weapon=", WYRM_ERROR_SYNTAX,
                  "'weapon' needs the name of a weapon", "");
    fighter_fails(*state, "player,weapon", WYRM_ERROR_SYNTAX, "'weapon' needs the name of a weapon",
                  "");
    static const char *const empty[] = {"player,armor=", "player,armor=shield+",
                                        "player,armor=+shield", "player,armor=shield++charm"};
    for (size_t i = 0; i < LENGTH_OF(empty); i++)
        fighter_fails(*state, empty[i], WYRM_ERROR_SYNTAX,
                      "'armor' needs the name of a piece of armor", "");
    fighter_fails(*state, "player,weapon=dagger,weapon=dagger", WYRM_ERROR_SYNTAX,
                  "'weapon' is given twice", "");
    char many[256] = "player,armor=charm";
    for (int i = 0; i < 16; i++)
        strcat(many, "+charm");
    fighter_fails(*state, many, WYRM_ERROR_ARGUMENT, "nobody wears more than 16 pieces of gear",
                  "");
}

TEST(without_gear_there_is_no_key_for_it)
{
    OWNED_FIGHTERS them =
        fighters_of("subtract", "player: {hp: 1}\nweapons: {sword: {power: 3}}\n");
    fighter_fails(&them, "player,armor=shield", WYRM_ERROR_UNKNOWN,
                  "unknown key 'armor' of combatant 'player'",
                  "one of power, defense, hp, max_hp, regeneration, regen, weapon");
    assert_same_bits(stat_with(&them, "player,weapon=sword", "power"), 3);
}

TEST(levels_of_gear_stay_where_there_are_curves)
{
    OWNED_DESIGN *design = ruggrogue();
    wyrm_combatant player;
    wyrm_error error;
    assert_int_equal(
        wyrm_roster_combatant(wyrm_design_roster(design), "player,weapon=knife", &player, &error),
        WYRM_ERROR_SYNTAX);
    assert_string_equal(error.message, "'weapon' must be a level here, such as 5, found 'knife'");
}

TEST(stats_of_gear_that_could_never_count_are_refused)
{
    OWNED_ERRORS *errors = fresh_errors();
    wyrm_design *design = NULL;
    static const char text[] = "name: v\nextends: ruggrogue\nweapons: {knife: {attack: 3}}\n";
    assert_int_equal(wyrm_design_parse("v.yaml", text, sizeof text - 1, &design, errors),
                     WYRM_ERROR_RULESET);
    assert_string_equal(wyrm_errors_at(errors, 0)->message,
                        "'attack' of weapon 'knife' counts for nothing: growth gives a weapon its "
                        "stats by level");
    assert_int_equal(wyrm_errors_at(errors, 0)->line, 3);
}

/* RuggRogue's combat with creatures defined by their records. */
TEST(combat_by_ratio_has_gear_by_name_too)
{
    OWNED_FIGHTERS them = fighters_of("ratio", "player: {hp: 30, attack: 4.8}\n"
                                               "variants: {elite: {attack: 1.5}}\n"
                                               "monsters: {orc: {hp: 9, attack: 8, defense: 4}}\n"
                                               "weapons: {knife: {attack: 3.25}}\n");
    assert_same_bits(stat_with(&them, "player,weapon=knife", "attack"), 4.8 + 3.25);
    assert_same_bits(stat_with(&them, "orc,elite", "attack"), 9.5);
    assert_int_equal(fighter_of(&them, "orc").hp, 9);
    OWNED_DESIGN *design = ruggrogue_with("monsters: {orc: {attack: 99, hp: 7}}");
    wyrm_combatant orc = combatant_of(design, "orc@8");
    assert_same_bits(orc.stats[wyrm_combat_stat(wyrm_design_combat(design), "attack")], 99);
    assert_int_equal(orc.max_hp, 7);
    assert_int_equal(combatant_of(design, "monster@8").max_hp, 24);
}

TEST(gear_is_put_on_without_a_text)
{
    const fighters *them = *state;
    wyrm_combatant player = fighter_of(them, "player");
    wyrm_error error;
    assert_ok(wyrm_roster_equip(them->roster, WYRM_ROLE_ARMOR, "plate_mail", &player, &error),
              &error);
    assert_same_bits(stat_of(them, &player, "defense"), 4);
    assert_int_equal(wyrm_roster_equip(them->roster, WYRM_ROLE_ARMOR, "dagger", &player, &error),
                     WYRM_ERROR_UNKNOWN);
    assert_string_equal(error.message, "no armor 'dagger'");
    assert_int_equal(wyrm_roster_equip(them->roster, WYRM_ROLE_PLAYER, "dagger", &player, NULL),
                     WYRM_ERROR_UNKNOWN);
    wyrm_combat_equip(them->combat, WYRM_ROLE_WEAPON, NULL, &player);
    wyrm_combat_read(them->combat, NULL, &player);
    wyrm_combat_add(them->combat, NULL, &player);
    assert_same_bits(stat_of(them, &player, "defense"), 4);
}

/* In the model `subtract` the plus of a weapon adds to power and that of armor to defense. */
#define PLAIN                                                                                      \
    "player: {hp: 9, power: 1}\nweapons: {dagger: {power: 1}, dagger-2: {power: 5}}\n"             \
    "armors: {coat: {slot: chest, defense: 1}, cap: {slot: head}}\n"

TEST(gear_may_have_a_plus)
{
    static const struct {
        const char *text;
        double power, defense;
    } cases[] = {{"player,weapon=dagger+3", 5, 0},
                 {"player,weapon=dagger-1", 1, 0},
                 {"player,weapon=dagger-2", 6, 0},
                 {"player,weapon=dagger-2-1", 5, 0},
                 {"player,weapon=dagger-2+4", 10, 0},
                 {"player,weapon=dagger-9", 0, 0},
                 {"player,armor=coat+2", 1, 3},
                 {"player,armor=coat+2+cap", 1, 3},
                 {"player,armor=coat+cap+1", 1, 2},
                 {"player,armor=coat+2+cap-1", 1, 2},
                 {"player,armor=coat+2,weapon=dagger+0", 2, 3}};
    OWNED_FIGHTERS them = fighters_of("subtract", PLAIN);
    for (size_t i = 0; i < LENGTH_OF(cases); i++) {
        assert_same_bits(stat_with(&them, cases[i].text, "power"), cases[i].power);
        assert_same_bits(stat_with(&them, cases[i].text, "defense"), cases[i].defense);
    }
}

/* A weapon's 1 replaces the 5, and a variant's 2 is added. */
TEST(a_variant_adds_to_a_stat_that_gear_sets)
{
    static const char orcs[] = "player: {hp: 9}\nmonsters: {orc: {hp: 9, to_hit: 5}}\n"
                               "variants: {elite: {to_hit: 2}, old: {to_hit: -4}}\n"
                               "weapons: {club: {to_hit: 1, damage: 1}}\n";
    static const struct {
        const char *model, *combat;
    } cases[] = {{"d20", "combat: {weapon_to_hit: replaces}\n"},
                 {"script", "combat:\n  stats:\n    to_hit: {kind: whole, gear: sets}\n"
                            "    damage: {kind: amount, default: 0}\n"
                            "  script: function attack(a, d) return a.to_hit end\n"}};
    for (size_t i = 0; i < LENGTH_OF(cases); i++) {
        char text[512];
        snprintf(text, sizeof text, "%s%s", cases[i].combat, orcs);
        OWNED_FIGHTERS them = fighters_of(cases[i].model, text);
        assert_same_bits(stat_with(&them, "orc", "to_hit"), 5);
        assert_same_bits(stat_with(&them, "orc,elite", "to_hit"), 7);
        assert_same_bits(stat_with(&them, "orc,old", "to_hit"), 1);
        assert_same_bits(stat_with(&them, "orc,weapon=club", "to_hit"), 1);
    }
}

/* A script can ask a set for words of any stat, and damage has a type that is a word. */
TEST(scripts_know_the_words_of_all_stats)
{
    OWNED_FIGHTERS them = fighters_of(
        "script", "combat:\n  stats:\n    style: {kind: word, of: [plain, fire, asks, burns]}\n"
                  "    resists: {kind: set, of: [cold, acid]}\n"
                  "  script: |\n    function attack(a, d)\n"
                  "      if a.style == 'asks' then return d.resists.frie and 1 or 2 end\n"
                  "      if a.style == 'burns' then return {damage = 1, type = 'cald'} end\n"
                  "      if d.resists.acid or d.resists.fire then return 3 end\n"
                  "      return {damage = 4, type = 'fire'}\n    end\n"
                  "player: {hp: 9}\nmonsters:\n  orc: {hp: 9}\n  asker: {hp: 9, style: asks}\n"
                  "  burner: {hp: 9, style: burns}\n  slime: {hp: 9, resists: [acid]}\n");
    assert_near(blow_mean(&them, "player", "orc"), 4, 0);
    assert_near(blow_mean(&them, "player", "slime"), 3, 0);
    strike_fails(&them, (strike){"asker", "orc", WYRM_ATTACK_MELEE, 1, 0}, WYRM_ERROR_RULESET,
                 "'frie' is no word that a stat has in function 'attack'");
    strike_fails(&them, (strike){"burner", "orc", WYRM_ATTACK_MELEE, 1, 0}, WYRM_ERROR_RULESET,
                 "attack of 'burner' on 'orc' returned the type 'cald', which is no word that a "
                 "stat has");
}

/* 0 + 2 - 2 is 0 in any order: the limit of 0 applies to the sum, not to each piece. */
TEST(the_order_of_gear_changes_nothing)
{
    OWNED_FIGHTERS them = fighters_of("subtract", "player: {hp: 9, power: 1, defense: 0}\n"
                                                  "weapons: {club: {power: 1}, wand: {power: -3}}\n"
                                                  "armors: {shield: {slot: hand, defense: 2}, "
                                                  "cursed: {slot: head, defense: -2}}\n");
    assert_same_bits(stat_with(&them, "player,armor=shield+cursed", "defense"), 0);
    assert_same_bits(stat_with(&them, "player,armor=cursed+shield", "defense"), 0);
    assert_same_bits(stat_with(&them, "player,armor=cursed+shield+1", "defense"), 1);
    assert_same_bits(stat_with(&them, "player,armor=cursed-9+shield", "defense"), 0);
    assert_same_bits(stat_with(&them, "player,weapon=wand+4", "power"), 2);
    wyrm_outfit outfit;
    assert_works(
        wyrm_roster_outfit(them.roster, "player,armor=cursed+shield", &outfit, &last_error));
    for (size_t i = 0; i < outfit.gear_count; i++)
        assert_works(wyrm_roster_wear(them.roster, &outfit.gear[i], &outfit.bare, &last_error));
    wyrm_combat_fit(them.combat, &outfit.bare);
    assert_same_bits(stat_of(&them, &outfit.bare, "defense"), 0);
}

/* An outfit keeps each plus: put on piece by piece it gives the combatant of the text. */
TEST(an_outfit_keeps_the_plus)
{
    static const char text[] = "player,weapon=dagger+3,armor=coat+2+cap-1";
    OWNED_FIGHTERS them = fighters_of("subtract", PLAIN);
    wyrm_outfit outfit;
    wyrm_error error;
    assert_ok(wyrm_roster_outfit(them.roster, text, &outfit, &error), &error);
    assert_int_equal(outfit.gear_count, 3);
    assert_int_equal(outfit.gear[0].plus, 3);
    assert_int_equal(outfit.gear[1].plus, 2);
    assert_int_equal(outfit.gear[2].plus, -1);
    wyrm_combatant worn = outfit.bare, named = fighter_of(&them, text);
    for (size_t i = 0; i < outfit.gear_count; i++)
        assert_ok(wyrm_roster_wear(them.roster, &outfit.gear[i], &worn, &error), &error);
    assert_memory_equal(worn.stats, named.stats, sizeof worn.stats);
}

TEST(a_plus_that_makes_no_sense_is_told)
{
    OWNED_FIGHTERS them = fighters_of("subtract", PLAIN);
    fighter_fails(&them, "player,weapon=dagger+1.5", WYRM_ERROR_RANGE,
                  "the plus of 'dagger' must be a whole number from -1000000 to 1000000, found "
                  "1.5",
                  "");
    fighter_fails(&them, "player,weapon=dagger+1000001", WYRM_ERROR_RANGE,
                  "the plus of 'dagger' must be a whole number from -1000000 to 1000000, found "
                  "1000001",
                  "");
    fighter_fails(&them, "player,armor=coat+1+2", WYRM_ERROR_SYNTAX, "'coat' is given a plus twice",
                  "");
    fighter_fails(&them, "player,armor=coat-1+2", WYRM_ERROR_SYNTAX, "'coat' is given a plus twice",
                  "");
    fighter_fails(&them, "player,weapon=dagger+1+2", WYRM_ERROR_SYNTAX,
                  "'dagger' is given a plus twice", "");
    fighter_fails(&them, "player,weapon=daggr+1", WYRM_ERROR_UNKNOWN, "no weapon 'daggr'",
                  "did you mean 'dagger'?");
    fighter_fails(*state, "player,weapon=dagger+1", WYRM_ERROR_ARGUMENT,
                  "'dagger' can have no plus: no stat of the combat 'accuracy' takes that of a "
                  "weapon",
                  "");
    fighter_fails(*state, "player,armor=shield-1", WYRM_ERROR_ARGUMENT,
                  "'shield' can have no plus: no stat of the combat 'accuracy' takes that of armor",
                  "");
}

TEST(clashes_are_by_slot_and_hands)
{
    const fighters *them = *state;
    const wyrm_value *armors = wyrm_ruleset_find(them->ruleset, "armors");
    const wyrm_value *axe = wyrm_ruleset_find(them->ruleset, "weapons.greataxe");
    const wyrm_value *dagger = wyrm_ruleset_find(them->ruleset, "weapons.dagger");
    const wyrm_value *shield = wyrm_value_get(armors, "shield");
    const wyrm_value *charm = wyrm_value_get(armors, "charm");
    const wyrm_value *amulet = wyrm_value_get(armors, "amulet");
    assert_true(wyrm_roster_clash(axe, shield));
    assert_true(wyrm_roster_clash(shield, axe));
    assert_false(wyrm_roster_clash(dagger, shield));
    assert_true(wyrm_roster_clash(shield, shield));
    assert_false(wyrm_roster_clash(charm, amulet));
    assert_false(wyrm_roster_clash(charm, axe));
    assert_false(wyrm_roster_clash(NULL, shield));
}

TEST(a_variant_is_a_key_of_a_monster)
{
    const fighters *them = *state;
    wyrm_combatant orc = fighter_of(them, "orc,elite");
    assert_int_equal(orc.hp, 56);
    assert_int_equal(orc.max_hp, 56);
    assert_same_bits(stat_of(them, &orc, "power"), 2);
    assert_same_bits(stat_of(them, &orc, "defense"), 1);
    assert_string_equal(orc.name, "orc");
    assert_int_equal(fighter_of(them, "orc,elite=1").hp, 56);
    assert_int_equal(fighter_of(them, "orc,elite=0").hp, 28);
    orc = fighter_of(them, "orc,frail");
    assert_int_equal(orc.hp, 10); /* 9.33 rounded up */
    assert_same_bits(stat_of(them, &orc, "evasion"), -0.5);
    /* After the depth: 28 x 1.08 is 31, doubled 62. 6 x 1.5 is 9; the power is the variant's. */
    orc = fighter_of(them, "orc@3,elite");
    assert_int_equal(orc.hp, 62);
    assert_same_bits(stat_of(them, &orc, "damage_max"), 9);
    assert_same_bits(stat_of(them, &orc, "power"), 2);
    wyrm_combatant spawned;
    wyrm_roster_spawn(them->roster, 0, 3, wyrm_roster_find_variant(them->roster, "elite"),
                      &spawned);
    assert_int_equal(spawned.hp, 62);
    assert_memory_equal(spawned.stats, orc.stats, sizeof orc.stats);
    assert_same_bits(stat_with(them, "troll,elite,power=9", "power"), 9); /* keys come last */
    assert_same_bits(fighter_of(them, "troll,elite").regeneration, 0.5);
}

TEST(variants_are_listed)
{
    const fighters *them = *state;
    assert_int_equal(wyrm_roster_variants(them->roster), 2);
    assert_string_equal(wyrm_roster_variant(them->roster, 1), "frail");
    assert_null(wyrm_roster_variant(them->roster, 2));
    assert_int_equal(wyrm_roster_find_variant(them->roster, "elite"), 0);
    assert_int_equal(wyrm_roster_find_variant(them->roster, "none"), WYRM_VARIANT_NONE);
    OWNED_DESIGN *design = ruggrogue();
    assert_int_equal(wyrm_roster_variants(wyrm_design_roster(design)), 0);
}

TEST(wrong_variants_are_told)
{
    fighter_fails(*state, "orc,elit", WYRM_ERROR_UNKNOWN, "unknown key 'elit' of combatant 'orc'",
                  "did you mean 'elite'?");
    fighter_fails(*state, "player,elite", WYRM_ERROR_SYNTAX,
                  "'player' is no monster and cannot be 'elite'", "");
    fighter_fails(*state, "raw,elite", WYRM_ERROR_SYNTAX,
                  "'raw' is no monster and cannot be 'elite'", "");
    fighter_fails(*state, "orc,elite,frail", WYRM_ERROR_SYNTAX,
                  "'orc' cannot be both 'elite' and 'frail'", "");
    fighter_fails(*state, "orc,elite,elite", WYRM_ERROR_SYNTAX, "'elite' is given twice", "");
    fighter_fails(*state, "orc,elite=", WYRM_ERROR_SYNTAX, "'elite' needs a value, such as elite=1",
                  "");
    fighter_fails(*state, "orc,elite=2", WYRM_ERROR_RANGE, "'elite' must be from 0 to 1, found 2",
                  "");
    fighters_fail("subtract", "player: {hp: 1}\nvariants: {power: {power: 2}}\n",
                  "small.yaml:4:12: error: a variant cannot be called 'power': that is a key of "
                  "combatants");
    fighters_fail("subtract", "player: {hp: 1}\nvariants: {hp: {}}\n",
                  "small.yaml:4:12: error: a variant cannot be called 'hp': that is a key of "
                  "combatants");
    fighters_fail("subtract", "player: {hp: 1}\nvariants: {big: {hp_factor: 1.0000000001}}\n",
                  "small.yaml:4:29: error: both parts of the ratio 'hp_factor' must be at most "
                  "1000000000");
}

TEST(depth_is_another_word_for_the_level_of_a_monster)
{
    assert_int_equal(fighter_of(*state, "orc,depth=3").hp, 31);
    assert_int_equal(fighter_of(*state, "orc,elite,depth=3").hp, 62);
    fighter_fails(*state, "orc,depth", WYRM_ERROR_SYNTAX, "'depth' needs a value, such as depth=8",
                  "");
    fighter_fails(*state, "orc@3,depth=4", WYRM_ERROR_SYNTAX,
                  "'orc' is given a depth twice: by '@' and by 'depth'", "");
    fighter_fails(*state, "player,depth=3", WYRM_ERROR_UNKNOWN,
                  "unknown key 'depth' of combatant 'player'",
                  "one of accuracy, evasion, power, defense, armor_class, damage_min, damage_max, "
                  "dice_count, dice_sides, dice_plus, reach, ...");
    fighter_fails(*state, "orc,depth=2.5", WYRM_ERROR_SYNTAX,
                  "'depth' must be a whole number, found '2.5'", "");
    fighter_fails(*state, "orc,depth=100001", WYRM_ERROR_RANGE,
                  "'depth' must be from -1000 to 100000, found 100001", "");
    OWNED_DESIGN *design = ruggrogue();
    wyrm_combatant orc;
    assert_int_equal(wyrm_roster_combatant(wyrm_design_roster(design), "orc,depth=3", &orc, NULL),
                     WYRM_ERROR_UNKNOWN);
}

/* Rolls of 900 to 5,400, times 500: some are below the limit of hit points, others above. */
TEST(a_roll_that_is_cut_for_some_of_its_values_is_no_roll)
{
    OWNED_DESIGN *design =
        design_from("name: big\n"
                    "models: {combat: subtract}\n"
                    "player: {hp: 1}\n"
                    "monsters: {ogre: {hp: 90d6}}\n"
                    "variants: {big: {hp_factor: 1000}, giant: {hp_factor: 5}}\n");
    const wyrm_roster *roster = wyrm_design_roster(design);
    const wyrm_combat *combat = wyrm_design_combat(design);
    wyrm_combatant ogre = combatant_of(design, "ogre,giant");
    wyrm_error error;
    assert_near(wyrm_combat_mean_hp(combat, &ogre), 5 * 90 * 3.5, 1e-6);
    wyrm_roster_spawn(roster, 0, 1, 0, &ogre); /* 540,000 at the most */
    assert_ok(wyrm_combat_check(combat, &ogre, &error), &error);
    OWNED_DESIGN *bigger = design_from("name: big\n"
                                       "models: {combat: subtract}\n"
                                       "player: {hp: 1}\n"
                                       "monsters: {ogre: {hp: 900d6}}\n"
                                       "variants: {big: {hp_factor: 500}}\n");
    static const char said[] = "the hit points of 'ogre' are more than can be worked out";
    assert_int_equal(wyrm_roster_combatant(wyrm_design_roster(bigger), "ogre,big", &ogre, &error),
                     WYRM_ERROR_RANGE);
    assert_string_equal(error.message, said);
    const wyrm_combatant player = combatant_of(bigger, "player");
    wyrm_duel duel;
    wyrm_roster_spawn(wyrm_design_roster(bigger), 0, 1, 0, &ogre);
    error.message[0] = '\0';
    assert_int_equal(
        wyrm_design_duel(bigger, &player, &ogre, WYRM_SUBJECT_FIRST, &duel, NULL, &error),
        WYRM_ERROR_RANGE);
    assert_string_equal(error.message, said);
    /* Invalid amounts made up by a caller are refused, too. */
    static const double odd[] = {-0.5, -1e300, -(double)INFINITY, -1000.0};
    for (size_t i = 0; i < LENGTH_OF(odd); i++) {
        ogre.hp_amount = odd[i];
        assert_int_equal(wyrm_combat_check(wyrm_design_combat(bigger), &ogre, &error),
                         WYRM_ERROR_RANGE);
    }
}

/* 1d8 x 1/2 and 1d4 together are no amount: that is told, and 0 is added all the same. */
TEST(what_is_multiplied_has_no_sum_but_with_nothing)
{
    OWNED_DESIGN *design = design_from("name: halves\nmodels: {combat: accuracy}\n"
                                       "player: {hp: 9, reduction: 1d8 x 1/2}\n"
                                       "armors: {mail: {reduction: 1d4}, rag: {reduction: 0}}\n");
    wyrm_error error;
    wyrm_combatant who;
    const wyrm_roster *roster = wyrm_design_roster(design);
    assert_int_equal(wyrm_roster_combatant(roster, "player,armor=mail", &who, &error),
                     WYRM_ERROR_SYNTAX);
    assert_string_equal(error.message, "the dice of 'reduction' of 'player' are multiplied, so "
                                       "that nothing more can be added");
    assert_int_equal(wyrm_roster_combatant(roster, "player,armor=rag", &who, &error), WYRM_OK);
    const wyrm_combat *combat = wyrm_design_combat(design);
    const double reduction = who.stats[wyrm_combat_stat(combat, "reduction")];
    assert_string_equal(wyrm_amount_text(wyrm_combat_amount(combat, reduction)), "(1d8) x 1/2");
}

/* 1d6+2 less 4 is 1 or more: not the 4 that are its most, as was said, but no roll either. */
TEST(a_roll_that_falls_below_1_for_some_of_its_values_is_no_roll)
{
    OWNED_DESIGN *design =
        design_from("name: frail\nmodels: {combat: subtract, growth: points}\nplayer: {hp: 1d6+2}\n"
                    "growth: {choices: {frail: {max_hp: -4}}, policy: [frail]}\n");
    wyrm_error error;
    wyrm_combatant who;
    const wyrm_roster *roster = wyrm_design_roster(design);
    assert_int_equal(wyrm_roster_combatant(roster, "player@2", &who, &error), WYRM_ERROR_ARGUMENT);
    assert_string_equal(error.message, "the hit points of 'player' may fall below 1, where 1 is "
                                       "left: no roll says so");
    OWNED_DESIGN *faint =
        design_from("name: faint\nmodels: {combat: subtract, growth: points}\nplayer: {hp: 1d6+2}\n"
                    "growth: {choices: {faint: {max_hp: -7}}, policy: [faint]}\n");
    assert_int_equal(wyrm_roster_combatant(wyrm_design_roster(faint), "player@2", &who, &error),
                     WYRM_OK);
    assert_int_equal(who.max_hp, 1);
    assert_null(wyrm_combat_hp_roll(wyrm_design_combat(faint), &who));
}

TEST(records_set_regeneration)
{
    assert_same_bits(fighter_of(*state, "troll").regeneration, 0.5);
    assert_same_bits(fighter_of(*state, "troll,regen=2").regeneration, 2);
    assert_same_bits(fighter_of(*state, "orc").regeneration, 0);
}

AROUND_ALL(open_fighters, fighters_end)
