/* `wyrm fixtures`: what a ruleset says, as cases for the tests of the game itself. Each case is a
 * question that a game can ask its own code a thousand times, with every possible answer and its
 * chance: an attack, a fight, the monster and the item of a room by depth, what levels cost. What
 * the models of a ruleset do not tell exactly is left out; its list is empty then. */
#include <inttypes.h>
#include <math.h>

#include "text/internal.h"

#define DEPTHS_MAX 100
#define LEVELS     20 /* of experience; of the tracker */
#define NEVER      1e-12

static void put_attack(base_json *json, const char *attacker, const char *defender, int32_t depth,
                       const wyrm_pmf *damage)
{
    base_putf(json, "{attacker:%s defender:%s depth:%d misses:%g mean:%g sd:%g", attacker, defender,
              depth, wyrm_pmf_at(damage, 0), wyrm_pmf_mean(damage), wyrm_pmf_sd(damage));
    wyrm_put_pmf(json, "damage", damage);
    base_put_end(json);
}

/* Both ways. */
static void put_attacks(base_json *json, const wyrm_design *design, const wyrm_matchup_pair *pair,
                        wyrm_page *page)
{
    wyrm_pmf *damage;
    for (int turn = 0; turn < 2; turn++) {
        bool player = turn == 0;
        if (!wyrm_page_needs(page,
                             wyrm_design_hit(design, player ? &pair->of_player : &pair->of_monster,
                                             player ? &pair->of_monster : &pair->of_player, &damage,
                                             &page->error)))
            return;
        put_attack(json, player ? pair->player : pair->monster,
                   player ? pair->monster : pair->player, pair->depth, damage);
        wyrm_pmf_free(damage);
    }
}

/* A fight that nobody can win is none to be tested. */
static void put_duel(base_json *json, const wyrm_design *design, const wyrm_matchup_pair *pair,
                     wyrm_page *page)
{
    wyrm_duel duel;
    wyrm_duel_distributions of;
    if (!wyrm_page_needs(page, wyrm_design_duel(design, &pair->of_player, &pair->of_monster,
                                                WYRM_SUBJECT_FIRST, &duel, &of, &page->error)))
        return;
    base_putf(json, "{attacker:%s defender:%s depth:%d won:%g lost:%g unfinished:%g", pair->player,
              pair->monster, pair->depth, duel.p_win, duel.p_lose, duel.p_unfinished);
    wyrm_put_mean_sd(json, "turns", duel.turns_mean, duel.turns_sd);
    wyrm_put_pmf(json, "turns_pmf", of.turns);
    wyrm_put_pmf(json, "hp_left", of.hp_left);
    base_put_end(json);
    wyrm_duel_distributions_free(&of);
}

static void put_pairs(base_json *json, const wyrm_design *design, wyrm_page *page)
{
    const unsigned fights = WYRM_SYSTEM_COMBAT | WYRM_SYSTEM_PLAYER;
    wyrm_matchup_pairs *pairs;
    if (wyrm_design_needs(design, fights, "", NULL) != WYRM_OK) {
        base_putf(json, "hits:[] duels:[]");
        return;
    }
    if (!wyrm_page_needs(page, wyrm_matchup_pairs_of(design, &pairs, &page->error)))
        return;
    base_put_list(json, "hits");
    for (size_t i = 0; i < pairs->count; i++)
        put_attacks(json, design, &pairs->list[i], page);
    base_putf(json, "] duels:[");
    for (size_t i = 0; i < pairs->count; i++)
        put_duel(json, design, &pairs->list[i], page);
    base_put_end(json);
    wyrm_matchup_pairs_free(pairs);
}

/* ---- by depth ---- */

/* Whether a model tells something: that it does not is no failure. */
static bool is_told(wyrm_page *page, wyrm_status status)
{
    if (status == WYRM_ERROR_ARGUMENT || status == WYRM_ERROR_RANGE)
        return false;
    return wyrm_page_needs(page, status);
}

static void put_spawns_of(base_json *json, const wyrm_design *design, int32_t depth,
                          wyrm_page *page)
{
    const wyrm_encounter *encounter = wyrm_design_encounter(design);
    wyrm_pmf *kinds, *number;
    if (!is_told(page, wyrm_encounter_monster_kinds(encounter, depth, &kinds, &page->error)))
        return;
    base_putf(json, "{depth:%d monsters:[", depth);
    for (size_t i = 0; i < wyrm_pmf_length(kinds); i++) {
        int32_t monster = (int32_t)wyrm_pmf_first(kinds) + (int32_t)i;
        double chance = wyrm_pmf_probabilities(kinds)[i];
        if (chance >= NEVER)
            base_putf(json, "[%s %g]",
                      wyrm_roster_monster(wyrm_design_roster(design), monster)->name, chance);
    }
    base_put_end(json);
    if (is_told(page, wyrm_encounter_room_monsters(encounter, depth, &number, &page->error))) {
        wyrm_put_pmf(json, "in_a_room", number);
        wyrm_pmf_free(number);
    }
    base_put_end(json);
    wyrm_pmf_free(kinds);
}

/* The level of a monster by that of the tracker, where there is one. */
static void put_levels_of(base_json *json, const wyrm_design *design, int32_t tracker,
                          wyrm_page *page)
{
    wyrm_pmf *levels;
    if (!is_told(page, wyrm_encounter_monster_levels(wyrm_design_encounter(design), tracker,
                                                     &levels, &page->error)))
        return;
    base_putf(json, "{tracker:%d", tracker);
    wyrm_put_pmf(json, "levels", levels);
    base_put_end(json);
    wyrm_pmf_free(levels);
}

/* What chance brings to a room that is not the first. */
static void put_loot_of(base_json *json, const wyrm_design *design, int32_t depth, double *shares,
                        wyrm_page *page)
{
    const wyrm_loot *loot = wyrm_design_loot(design);
    const wyrm_loot_context context = {.depth = depth, .level = depth, .rooms = 2};
    const wyrm_item_kind *kinds;
    size_t count = wyrm_loot_kinds(loot, &kinds);
    wyrm_pmf *number;
    if (!is_told(page, wyrm_loot_shares(loot, &context, shares, &page->error)))
        return;
    base_putf(json, "{depth:%d items:[", depth);
    for (size_t i = 0; i < count; i++)
        if (shares[i] >= NEVER)
            base_putf(json, "[%s %g]", kinds[i].name, shares[i]);
    base_put_end(json);
    if (is_told(page, wyrm_loot_number(loot, &context, 1, &number, &page->error))) {
        wyrm_put_pmf(json, "in_a_room", number);
        wyrm_pmf_free(number);
    }
    base_put_end(json);
}

static void put_depths(base_json *json, const wyrm_design *design, wyrm_page *page)
{
    int32_t last = wyrm_encounter_last_depth(wyrm_design_encounter(design));
    const wyrm_item_kind *kinds;
    double *shares = page_array(page, double, wyrm_loot_kinds(wyrm_design_loot(design), &kinds));
    if (shares == NULL)
        return;
    last = last == 0 ? LEVELS : last < DEPTHS_MAX ? last : DEPTHS_MAX;
    base_put_list(json, "spawns");
    for (int32_t depth = 1; depth <= last; depth++) {
        put_spawns_of(json, design, depth, page);
        put_levels_of(json, design, depth, page);
    }
    base_putf(json, "] loot:[");
    for (int32_t depth = 1; depth <= last; depth++)
        put_loot_of(json, design, depth, shares, page);
    base_put_end(json);
}

/* ---- experience ---- */

/* What a level costs, and what killing a monster gives where it is first met. */
static void put_experience(base_json *json, const wyrm_design *design, wyrm_page *page)
{
    const wyrm_roster *roster = wyrm_design_roster(design);
    const wyrm_growth *growth = wyrm_design_growth(design);
    wyrm_matchup_pairs *pairs;
    if (!wyrm_page_needs(page, wyrm_matchup_pairs_of(design, &pairs, &page->error)))
        return;
    base_putf(json, "experience:{levels:[");
    for (int32_t level = 1; level <= LEVELS && level <= wyrm_growth_last_level(growth); level++) {
        wyrm_experience at = wyrm_growth_at_level(growth, level);
        base_putf(json, "{level:%d", level);
        base_put_count(json, "next", at.next);
        base_put_count(json, "total", at.base);
        base_put_end(json);
    }
    base_putf(json, "] monsters:[");
    for (size_t i = 0; i < pairs->count; i++) {
        const wyrm_matchup_pair *pair = &pairs->list[i];
        base_putf(json, "{monster:%s", pair->monster);
        const wyrm_amount *random = wyrm_roster_experience_roll(roster, (int32_t)i);
        if (random)
            base_put_text(json, "experience", wyrm_amount_text(random));
        else
            base_put_count(json, "experience",
                           wyrm_roster_experience(roster, (int32_t)i, pair->of_monster.level));
        base_put_end(json);
    }
    base_putf(json, "]}");
    wyrm_matchup_pairs_free(pairs);
}

void wyrm_report_fixtures(const wyrm_design *design, wyrm_page *page)
{
    base_json json = wyrm_answer_begin(page, "fixtures", wyrm_design_ruleset(design));
    put_pairs(&json, design, page);
    put_depths(&json, design, page);
    put_experience(&json, design, page);
    base_put_end(&json);
}
