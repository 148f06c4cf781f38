/* Three games of other designers, as shipped rulesets: their fights against independent results
 * (tests/golden/foreign, tests/oracles/duels.py), each asked for as a user types it. The names of
 * weapons, armor, levels and creatures replace the figures of a row, so that a wrong one shows. */
#include "helpers.h"

static void check_row(const wyrm_design *design, const csv *golden, size_t row, const char *subject,
                      const char *opponent)
{
    const wyrm_combatant one = combatant_of(design, subject),
                         other = combatant_of(design, opponent);
    const double wanted = csv_number(golden, row, "p_win");
    wyrm_duel duel;
    assert_works(
        wyrm_design_duel(design, &one, &other, WYRM_SUBJECT_FIRST, &duel, NULL, &last_error));
    assert_string_equal(duel.method, "exact");
    if (!(fabs(duel.p_win - wanted) <= 1e-9))
        fail_msg("%s against %s: %.12f, wanted %.12f", subject, opponent, duel.p_win, wanted);
}

static double stat(const wyrm_design *design, const char *of, const char *name)
{
    const wyrm_combatant one = combatant_of(design, of);
    return one.stats[wyrm_combat_stat(wyrm_design_combat(design), name)];
}

static const char *cell(const csv *golden, size_t row, const char *column)
{
    static char text[64];
    size_t at = 0;
    for (const char *from = csv_text(golden, row, column); *from != '\0' && *from != ','; from++)
        text[at++] = *from == '-' ? '_' : *from;
    text[at] = '\0';
    return text;
}

/* ---- Brogue ---- */

/* Whether the shipped weapon is the one of the row: there a rapier does other damage, and a heavy
 * weapon takes no longer when it hits. */
static bool is_shipped(const char *weapon)
{
    return strcmp(weapon, "rapier") != 0 && strcmp(weapon, "mace") != 0 &&
           strcmp(weapon, "war_hammer") != 0;
}

/* Net of strength: +3 with two points to spare is 3.5, an unenchanted one that needs one point more
 * than there is -2.5. */
static void brogue_weapon(const wyrm_design *design, const csv *golden, size_t row, char text[96])
{
    const double enchant = csv_number(golden, row, "enchant"), plus = fmax(0.0, floor(enchant));
    const double rest = enchant - plus, spare = rest < 0.0 ? rest / 2.5 : 4.0 * rest;
    const char *weapon = cell(golden, row, "weapon");
    char armed[64], more[32] = "", strong[32] = "";
    snprintf(armed, sizeof armed, "player,weapon=%s", weapon);
    const double asked = stat(design, armed, "weapon_strength");
    assert_true(asked > 9.0 && spare == floor(spare));
    if (plus > 0.0)
        snprintf(more, sizeof more, "+%.0f", plus);
    if (spare != 0.0)
        snprintf(strong, sizeof strong, ",strength=%.0f", asked + spare);
    snprintf(text, 96, "weapon=%s%s%s", weapon, more, strong);
}

static void check_brogue(const wyrm_design *design, const csv *golden, bool durations)
{
    for (size_t row = 0; row < golden->rows; row++) {
        const double duration = durations ? csv_number(golden, row, "player_duration") : 100.0;
        char weapon[96], player[256], monster[96];
        if (is_shipped(csv_text(golden, row, "weapon")))
            brogue_weapon(design, golden, row, weapon);
        else
            snprintf(weapon, sizeof weapon, "damage=%lld..%lld,enchant=%g,attack_duration=%g",
                     (long long)csv_integer(golden, row, "weapon_lo"),
                     (long long)csv_integer(golden, row, "weapon_hi"),
                     csv_number(golden, row, "enchant"), duration);
        snprintf(player, sizeof player, "player,hp=%lld,defense=%lld,regeneration=0,%s",
                 (long long)csv_integer(golden, row, "player_hp"),
                 (long long)csv_integer(golden, row, "armor_value10"), weapon);
        snprintf(monster, sizeof monster, "%s,regeneration=0", cell(golden, row, "monster"));
        check_row(design, golden, row, player, monster);
    }
}

TEST(fights_of_brogue_are_golden)
{
    OWNED_DESIGN *design = open_shipped("brogue");
    OWNED_CSV few = csv_open(GOLDEN_DIR "/foreign/brogue_duels.csv");
    OWNED_CSV many = csv_open(GOLDEN_DIR "/foreign/brogue_duels_more.csv");
    check_brogue(design, &few, false);
    check_brogue(design, &many, true);
    assert_int_equal(few.rows + many.rows, 258);
}

/* ---- Shattered ---- */

static const char *piece(char text[32], const char *tier, int64_t number, int64_t level)
{
    char more[16] = "";
    if (level > 0)
        snprintf(more, sizeof more, "+%lld", (long long)level);
    snprintf(text, 32, "%s%lld%s", tier, (long long)number, more);
    return text;
}

TEST(fights_of_shattered_are_golden)
{
    static const char *const tables[] = {"shattered_duels", "shattered_duels_more"};
    OWNED_DESIGN *design = open_shipped("shattered");
    for (size_t i = 0; i < LENGTH_OF(tables); i++) {
        char path[256], hero[128], weapon[32], armor[32];
        snprintf(path, sizeof path, GOLDEN_DIR "/foreign/%s.csv", tables[i]);
        OWNED_CSV golden = csv_open(path);
        assert_int_equal(golden.rows, i == 0 ? 7 : 250);
        for (size_t row = 0; row < golden.rows; row++) {
            snprintf(hero, sizeof hero, "hero@%lld,weapon=%s,armor=%s",
                     (long long)csv_integer(&golden, row, "hero_level"),
                     piece(weapon, "tier", csv_integer(&golden, row, "weapon_tier"),
                           csv_integer(&golden, row, "weapon_level")),
                     piece(armor, "tier", csv_integer(&golden, row, "armor_tier"),
                           csv_integer(&golden, row, "armor_level")));
            check_row(design, &golden, row, hero, cell(&golden, row, "mob"));
        }
    }
}

/* ---- the SRD ---- */

TEST(fights_of_the_srd_are_golden)
{
    static const char *const tables[] = {"srd_duels", "srd_duels_more"};
    OWNED_DESIGN *design = open_shipped("srd");
    for (size_t i = 0; i < LENGTH_OF(tables); i++) {
        char path[256], text[64];
        snprintf(path, sizeof path, GOLDEN_DIR "/foreign/%s.csv", tables[i]);
        OWNED_CSV golden = csv_open(path);
        assert_int_equal(golden.rows, i == 0 ? 7 : 250);
        for (size_t row = 0; row < golden.rows; row++) {
            snprintf(text, sizeof text, "fighter@%lld,armor=%s+shield",
                     (long long)csv_integer(&golden, row, "fighter_level"),
                     csv_integer(&golden, row, "fighter_ac") == 20 ? "plate" : "chain_mail");
            check_row(design, &golden, row, text, cell(&golden, row, "monster"));
        }
    }
}

/* Each piece of armor has a value, whatever else is worn. */
TEST(armor_of_the_srd_protects)
{
    static const char *const dressed[] = {
        "fighter", "fighter,armor=shield", "fighter,armor=chain_mail",
        "fighter,armor=chain_mail+shield", "fighter,armor=plate+shield"};
    OWNED_DESIGN *design = open_shipped("srd");
    double before = 0.0;
    for (size_t i = 0; i < LENGTH_OF(dressed); i++) {
        const wyrm_combatant one = combatant_of(design, dressed[i]),
                             other = combatant_of(design, "goblin");
        wyrm_duel duel;
        assert_works(
            wyrm_design_duel(design, &one, &other, WYRM_SUBJECT_FIRST, &duel, NULL, &last_error));
        assert_true(duel.p_win > before + 0.005);
        before = duel.p_win;
    }
}

/* ---- the cache ---- */

static double chance(const wyrm_design *design, const wyrm_combatant *one,
                     const wyrm_combatant *other, wyrm_striker striker)
{
    wyrm_duel duel;
    assert_works(wyrm_design_duel(design, one, other, striker, &duel, NULL, &last_error));
    return duel.p_win;
}

/* Attacks and duels are cached by everything they can depend on: a difference in a stat, a level,
 * hit points or blows is a different entry. */
TEST(a_duel_comes_to_the_same_whatever_was_asked_before)
{
    static const char *const edits[] = {"",
                                        ",armor_class=17",
                                        ",asleep=1",
                                        ",challenge=6",
                                        ",immunities=slashing",
                                        ",regeneration=3"};
    OWNED_DESIGN *design = open_shipped("srd");
    for (int level = 1; level <= 11; level += 10)
        for (int asked = 0; asked < 5; asked++)
            for (size_t i = 0; i <= LENGTH_OF(edits); i++) {
                OWNED_DESIGN *fresh = open_shipped("srd");
                char who[64], whom[64];
                snprintf(who, sizeof who, "fighter@%d", level);
                snprintf(whom, sizeof whom, "troll%s", edits[i % LENGTH_OF(edits)]);
                const wyrm_striker first = asked == 3 ? WYRM_OPPONENT_FIRST : WYRM_SUBJECT_FIRST;
                const wyrm_combatant one = combatant_of(design, who);
                wyrm_combatant other = combatant_of(design, whom);
                if (i == LENGTH_OF(edits))
                    other.attacks = 0;
                other.hp -= asked < 2 ? asked : 2;
                other.max_hp -= asked == 4 ? 1 : 0;
                assert_true(chance(design, &one, &other, first) ==
                            chance(fresh, &one, &other, first));
            }
}
