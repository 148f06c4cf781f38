/* Trials of fights: does another value change a hit, hit points, or what levels cost?
 *
 * Every player of every level in every outfit fights every monster of every depth, which are too
 * many to list. So each combatant is made twice, by the ruleset and by its copy, as a pair; of a
 * pair only those stats count that its side of an attack reads, and pairs that are equal are one.
 * What gear does to a stat hangs on nothing but that stat, so that outfits grow piece by piece as
 * pairs: some hundreds of them stand for millions of outfits. Attacks are worked out only where a
 * pair takes part whose two differ, or where the rules of combat themselves are varied. */
#include "metrics/findings.h"

#include <math.h>
#include <string.h>

#define TOLERANCE  1e-12
#define PAIRS_MOST 8192
#define HIT_WORK   400      /* what an attack counts for in the work of trials */
#define WORK_MOST  20000000 /* of one trial: a quarter of a second */

/* A combatant by the ruleset and by its copy, as one side of an attack sees it. */
typedef struct hit_pair {
    wyrm_combatant plain, varied;
} hit_pair;

/* A set of pairs: none is there twice. */
typedef struct hit_pairs {
    size_t count, room, slot_count;
    hit_pair *list;
    uint32_t *slots; /* hashed; 0: free, else the index in the list, from 1 */
} hit_pairs;

typedef enum hit_who { PLAYERS, MONSTERS } hit_who;
enum { SIDES = 2 }; /* attackers, defenders */

/* What no trial has varied yet is made once. */
struct judge_hits {
    bool known[2];
    hit_pairs plain[2][SIDES];
};

typedef struct hit_trial {
    judge_varying *varying;
    const judge_world *plain;
    judge_world varied;
    size_t stat_count;
    size_t work_most;
    bool combat_varies; /* so that equal combatants may hit differently */
    bool differs, failed, too_many;
    const wyrm_value *gear; /* the map in which piece `piece` is varied; NULL: no gear is */
    size_t piece;
    bool alone;          /* only that piece is worn: most differences show there */
    wyrm_stat_side side; /* that pairs are made for */
    hit_pairs *out;
} hit_trial;

/* ---- sets of pairs ---- */

static void release(hit_pairs *pairs)
{
    wyrm_free(pairs->list);
    wyrm_free(pairs->slots);
    *pairs = (hit_pairs){0};
}

static bool is_same(const hit_trial *trial, const wyrm_combatant *a, const wyrm_combatant *b)
{
    return a->level == b->level &&
           memcmp(a->stats, b->stats, trial->stat_count * sizeof *a->stats) == 0;
}

static uint64_t hash_of(const hit_trial *trial, uint64_t hash, const wyrm_combatant *combatant)
{
    for (size_t i = 0; i < trial->stat_count; i++) {
        uint64_t word;
        memcpy(&word, &combatant->stats[i], sizeof word);
        hash = (hash ^ word ^ (hash >> 31)) * UINT64_C(0x9e3779b97f4a7c15);
    }
    return hash + (uint64_t)combatant->level;
}

/* The slot of a pair, or the free one where it would go. */
static uint32_t *slot_of(const hit_trial *trial, const hit_pairs *pairs, const hit_pair *pair)
{
    uint64_t hash = hash_of(trial, hash_of(trial, 1, &pair->plain), &pair->varied);
    size_t at = (size_t)((hash ^ (hash >> 32)) & (pairs->slot_count - 1));
    for (;; at = (at + 1) & (pairs->slot_count - 1)) {
        uint32_t found = pairs->slots[at];
        if (found == 0 || (is_same(trial, &pairs->list[found - 1].plain, &pair->plain) &&
                           is_same(trial, &pairs->list[found - 1].varied, &pair->varied)))
            return &pairs->slots[at];
    }
}

static bool grow(const hit_trial *trial, hit_pairs *pairs)
{
    size_t room = pairs->room > 0 ? 2 * pairs->room : 64;
    hit_pair *list = base_resize(pairs->list, room * sizeof *list);
    uint32_t *slots = base_zeroed(4 * room, sizeof *slots);
    if (list != NULL)
        pairs->list = list;
    if (list == NULL || slots == NULL) {
        wyrm_free(slots);
        return false;
    }
    wyrm_free(pairs->slots);
    pairs->slots = slots;
    pairs->slot_count = 4 * room;
    pairs->room = room;
    for (size_t i = 0; i < pairs->count; i++)
        *slot_of(trial, pairs, &pairs->list[i]) = (uint32_t)i + 1;
    return true;
}

/* What the side does not read is no part of the pair. */
static void add(hit_trial *trial, hit_pair pair)
{
    const wyrm_stat *stats = wyrm_combat_stats(trial->plain->combat);
    hit_pairs *out = trial->out;
    for (size_t i = 0; i < trial->stat_count; i++)
        if (stats[i].side != WYRM_STAT_BOTH && stats[i].side != trial->side)
            pair.plain.stats[i] = pair.varied.stats[i] = stats[i].fallback;
    if (out->count == out->room && !trial->failed)
        trial->failed = !grow(trial, out);
    if (trial->failed || trial->too_many)
        return;
    uint32_t *slot = slot_of(trial, out, &pair);
    trial->too_many = *slot == 0 && out->count == PAIRS_MOST;
    if (*slot != 0 || trial->too_many)
        return;
    out->list[out->count] = pair;
    *slot = (uint32_t)++out->count;
}

static void note_body(hit_trial *trial, const hit_pair *pair)
{
    const wyrm_combatant *a = &pair->plain, *b = &pair->varied;
    trial->differs = trial->differs || a->hp != b->hp || a->max_hp != b->max_hp ||
                     a->regeneration != b->regeneration;
}

/* ---- who fights ---- */

/* By level, and after each choice at a level-up. */
static void add_bare_players(hit_trial *trial)
{
    const wyrm_choice *choices;
    size_t count = wyrm_growth_choices(trial->plain->growth, &choices);
    hit_pair pair;
    for (int32_t level = 1; level <= trial->varying->levels; level++) {
        wyrm_roster_start(trial->plain->roster, level, &pair.plain);
        wyrm_roster_start(trial->varied.roster, level, &pair.varied);
        note_body(trial, &pair);
        add(trial, pair);
    }
    for (size_t i = 0; i < count; i++) {
        wyrm_roster_start(trial->plain->roster, 1, &pair.plain);
        wyrm_roster_start(trial->varied.roster, 1, &pair.varied);
        wyrm_growth_choose(trial->plain->growth, i, &pair.plain);
        wyrm_growth_choose(trial->varied.growth, i, &pair.varied);
        note_body(trial, &pair);
        add(trial, pair);
    }
}

static bool has_curves(const hit_trial *trial, wyrm_role role)
{
    const wyrm_curve *curves;
    size_t count = wyrm_growth_curves(trial->plain->growth, &curves);
    for (size_t i = 0; i < count; i++)
        if (curves[i].role == role)
            return true;
    return false;
}

static const char *slot_name(const wyrm_value *gear, size_t index)
{
    return wyrm_value_text(wyrm_value_get(wyrm_value_item(gear, index), "slot"));
}

/* Whether only one of two pieces of gear is worn. */
static bool share_place(wyrm_role role, const wyrm_value *gear, size_t one, size_t other)
{
    const char *slot = slot_name(gear, one);
    return one == other || role == WYRM_ROLE_WEAPON ||
           (slot[0] != '\0' && strcmp(slot, slot_name(gear, other)) == 0);
}

/* Whether a piece tells anything: where one is varied, nothing else is worn in its place, and
 * nothing else at all while that one is looked at alone. */
static bool is_tried(const hit_trial *trial, wyrm_role role, const wyrm_value *gear, size_t piece)
{
    bool here = gear == trial->gear;
    if (trial->gear == NULL || (here && piece == trial->piece))
        return true;
    return !trial->alone && !(here && share_place(role, gear, piece, trial->piece));
}

/* Puts on what is worn in the place of the piece `first`; the pairs so far stay as well. */
static void put_on(hit_trial *trial, wyrm_role role, const wyrm_value *gear,
                   const wyrm_value *varied, size_t first)
{
    size_t before = trial->out->count;
    for (size_t piece = first; piece < wyrm_value_count(gear); piece++) {
        if (!share_place(role, gear, first, piece) || !is_tried(trial, role, gear, piece))
            continue;
        for (size_t i = 0; i < before; i++) {
            hit_pair pair = trial->out->list[i];
            wyrm_combat_equip(trial->plain->combat, role, wyrm_value_item(gear, piece),
                              &pair.plain);
            wyrm_combat_equip(trial->varied.combat, role, wyrm_value_item(varied, piece),
                              &pair.varied);
            add(trial, pair);
        }
    }
}

/* Gear by curves is of the player's level. */
static void put_on_curves(hit_trial *trial, wyrm_role role)
{
    for (size_t i = 0, before = trial->out->count; i < before; i++) {
        hit_pair pair = trial->out->list[i];
        wyrm_growth_equip(trial->plain->growth, role, pair.plain.level, &pair.plain);
        wyrm_growth_equip(trial->varied.growth, role, pair.varied.level, &pair.varied);
        add(trial, pair);
    }
}

/* Nobody looks at what clashes: an outfit too many can only show a difference. */
static void add_players(hit_trial *trial)
{
    static const struct {
        wyrm_role role;
        const char *section;
    } gear[] = {{WYRM_ROLE_WEAPON, "weapons"}, {WYRM_ROLE_ARMOR, "armors"}};
    add_bare_players(trial);
    for (int g = 0; g < 2; g++) {
        const wyrm_value *map = wyrm_ruleset_find(trial->plain->ruleset, gear[g].section);
        const wyrm_value *varied = wyrm_ruleset_find(trial->varied.ruleset, gear[g].section);
        if (has_curves(trial, gear[g].role)) {
            put_on_curves(trial, gear[g].role);
            continue;
        }
        for (size_t i = 0; i < wyrm_value_count(map); i++) {
            size_t first = 0;
            while (!share_place(gear[g].role, map, first, i))
                first++;
            if (first == i)
                put_on(trial, gear[g].role, map, varied, i);
        }
    }
}

/* The monster of that name, or all that come (""), on every depth and in every variant. */
static void add_monsters(hit_trial *trial, const char *only)
{
    const wyrm_roster *roster = trial->plain->roster;
    for (size_t m = 0; m < wyrm_roster_count(roster); m++)
        for (int variant = WYRM_VARIANT_NONE;
             (only[0] == '\0' ? trial->varying->comes[m]
                              : strcmp(wyrm_roster_monster(roster, m)->name, only) == 0) &&
             variant < (int)wyrm_roster_variants(roster);
             variant++)
            for (int32_t step = 1; step <= trial->varying->steps; step++) {
                hit_pair pair;
                wyrm_roster_spawn(roster, m, step, variant, &pair.plain);
                wyrm_roster_spawn(trial->varied.roster, m, step, variant, &pair.varied);
                note_body(trial, &pair);
                pair.plain.level = pair.varied.level = 0;
                add(trial, pair);
            }
}

/* ---- attacks ---- */

static bool is_same_pmf(const wyrm_pmf *a, const wyrm_pmf *b)
{
    if (wyrm_pmf_first(a) != wyrm_pmf_first(b) || wyrm_pmf_length(a) != wyrm_pmf_length(b))
        return false;
    for (size_t i = 0; i < wyrm_pmf_length(a); i++)
        if (fabs(wyrm_pmf_probabilities(a)[i] - wyrm_pmf_probabilities(b)[i]) > TOLERANCE)
            return false;
    return true;
}

/* Blows from the next tile and over one, shots and throws: what a model does not know is no
 * difference. */
static bool hit_the_same(hit_trial *trial, const hit_pair *attacker, const hit_pair *defender)
{
    static const struct {
        wyrm_attack_kind kind;
        double distance, off_centre;
    } attacks[] = {{WYRM_ATTACK_MELEE, 1, 0},  {WYRM_ATTACK_MELEE, 2, 0},
                   {WYRM_ATTACK_FIRED, 2, 0},  {WYRM_ATTACK_FIRED, 8, 0},
                   {WYRM_ATTACK_THROWN, 2, 0}, {WYRM_ATTACK_THROWN, 8, 0},
                   {WYRM_ATTACK_FIRED, 8, 1},  {WYRM_ATTACK_THROWN, 8, 1}};
    bool same = true;
    for (size_t i = 0; same && i < sizeof attacks / sizeof attacks[0]; i++) {
        wyrm_matchup plain = {.attacker = &attacker->plain,
                              .defender = &defender->plain,
                              .attack = attacks[i].kind,
                              .distance = attacks[i].distance,
                              .off_centre = attacks[i].off_centre};
        wyrm_matchup varied = plain;
        varied.attacker = &attacker->varied;
        varied.defender = &defender->varied;
        wyrm_pmf *one, *other;
        wyrm_status a = wyrm_combat_hit(trial->plain->combat, &plain, &one, NULL);
        wyrm_status b = wyrm_combat_hit(trial->varied.combat, &varied, &other, NULL);
        same = a == b && (a != WYRM_OK || is_same_pmf(one, other));
        wyrm_pmf_free(a == WYRM_OK ? one : NULL);
        wyrm_pmf_free(b == WYRM_OK ? other : NULL);
    }
    trial->varying->work += HIT_WORK;
    return same;
}

/* Every attack of one set on the other that may differ. */
static void compare(hit_trial *trial, const hit_pairs *from, const hit_pairs *to)
{
    for (size_t i = 0; i < from->count; i++) {
        bool moved =
            trial->combat_varies || !is_same(trial, &from->list[i].plain, &from->list[i].varied);
        for (size_t k = 0; k < to->count; k++) {
            if (trial->differs || trial->varying->work > trial->work_most)
                return;
            if (moved || !is_same(trial, &to->list[k].plain, &to->list[k].varied))
                trial->differs = !hit_the_same(trial, &from->list[i], &to->list[k]);
        }
    }
}

/* What levels cost and give, and what monsters are worth. */
static bool levels_are_same(const hit_trial *trial)
{
    const judge_world *a = trial->plain, *b = &trial->varied;
    bool same = true;
    for (int32_t level = 1; same && level <= trial->varying->levels; level++) {
        wyrm_experience x = wyrm_growth_at_level(a->growth, level);
        wyrm_experience y = wyrm_growth_at_level(b->growth, level);
        wyrm_combatant one, other;
        same = x.next == y.next;
        wyrm_growth_award(a->growth, &x, x.next - x.exp);
        wyrm_growth_award(b->growth, &y, y.next - y.exp);
        wyrm_roster_start(a->roster, level, &one);
        wyrm_roster_start(b->roster, level, &other);
        one.hp = other.hp = 1;
        wyrm_growth_new_floor(a->growth, &one);
        wyrm_growth_new_floor(b->growth, &other);
        same = same && x.level == y.level && one.hp == other.hp;
        one.hp = other.hp = 1;
        wyrm_growth_level_up(a->growth, WYRM_ROLE_PLAYER, level + 1, &one);
        wyrm_growth_level_up(b->growth, WYRM_ROLE_PLAYER, level + 1, &other);
        same = same && one.hp == other.hp;
    }
    for (size_t m = 0; same && m < wyrm_roster_count(a->roster); m++)
        for (int32_t step = 1; same && step <= trial->varying->steps; step++)
            same = wyrm_roster_experience(a->roster, m, step) ==
                   wyrm_roster_experience(b->roster, m, step);
    return same;
}

/* ---- a trial ---- */

/* The sets of who fights: by the plain ruleset alone where nothing about them varies. */
static const hit_pairs *make(hit_trial *trial, hit_who who, bool varies, hit_pairs *made)
{
    struct judge_hits *hits = trial->varying->hits;
    judge_world world = trial->varied;
    if (!varies && hits->known[who])
        return hits->plain[who];
    const wyrm_value *gear = trial->gear;
    if (!varies) {
        trial->varied = *trial->plain;
        trial->gear = NULL;
    }
    for (int side = 0; side < SIDES; side++) {
        trial->side = side == 0 ? WYRM_STAT_ATTACKER : WYRM_STAT_DEFENDER;
        trial->out = varies ? &made[side] : &hits->plain[who][side];
        if (who == PLAYERS)
            add_players(trial);
        else
            add_monsters(trial, varies && strcmp(trial->varying->section, "monsters") == 0
                                    ? trial->varying->entity
                                    : "");
        trial->varying->work += trial->out->count;
    }
    hits->known[who] = hits->known[who] || !varies;
    trial->varied = world;
    trial->gear = gear;
    return varies ? made : hits->plain[who];
}

static void fight(hit_trial *trial)
{
    static const struct {
        const char *section;
        bool players, monsters, levels;
    } varies[] = {{"combat", true, true, false},    {"growth", true, true, true},
                  {"player", true, false, false},   {"weapons", true, false, false},
                  {"armors", true, false, false},   {"variants", false, true, false},
                  {"monsters", false, true, false}, {NULL, true, true, true}};
    hit_pairs made[2][SIDES] = {0};
    size_t i = 0;
    while (varies[i].section != NULL && strcmp(varies[i].section, trial->varying->section) != 0)
        i++;
    trial->combat_varies = i == 0;
    const hit_pairs *players = make(trial, PLAYERS, varies[i].players, made[PLAYERS]);
    const hit_pairs *monsters = make(trial, MONSTERS, varies[i].monsters, made[MONSTERS]);
    if (!trial->differs && varies[i].levels)
        trial->differs = !levels_are_same(trial);
    if (!trial->failed && !trial->too_many) {
        compare(trial, &players[0], &monsters[1]);
        compare(trial, &monsters[0], &players[1]);
    }
    for (int who = 0; who < 2; who++)
        for (int side = 0; side < SIDES; side++)
            release(&made[who][side]);
}

/* Gear first alone, then in every outfit. */
static void fight_twice(hit_trial *trial)
{
    const wyrm_value *map = wyrm_ruleset_find(trial->plain->ruleset, trial->varying->section);
    bool gear = strcmp(trial->varying->section, "weapons") == 0 ||
                strcmp(trial->varying->section, "armors") == 0;
    if (gear) {
        trial->gear = map;
        trial->alone = true;
        while (strcmp(wyrm_value_key(map, trial->piece), trial->varying->entity) != 0)
            trial->piece++;
        fight(trial);
    }
    trial->alone = false;
    if (!trial->differs && !trial->failed)
        fight(trial);
}

wyrm_status wyrm_judge_models(base_arena *arena, const wyrm_ruleset *ruleset, wyrm_combat **combat,
                              wyrm_growth **growth, wyrm_roster **roster)
{
    wyrm_status status = wyrm_combat_new(ruleset, combat, NULL);
    if (status != WYRM_OK)
        return status;
    base_keep(arena, *combat, wyrm_combat_free);
    status = wyrm_growth_new(ruleset, *combat, growth, NULL);
    if (status != WYRM_OK)
        return status;
    base_keep(arena, *growth, wyrm_growth_free);
    status = wyrm_roster_new(ruleset, *combat, *growth, roster, NULL);
    if (status == WYRM_OK)
        base_keep(arena, *roster, wyrm_roster_free);
    return status;
}

static void try_fights(base_arena *arena, void *context)
{
    hit_trial *trial = context;
    wyrm_combat *combat;
    wyrm_growth *growth;
    wyrm_roster *roster;
    base_must(arena, wyrm_judge_models(arena, trial->varied.ruleset, &combat, &growth, &roster));
    trial->varied.combat = combat;
    trial->varied.growth = growth;
    trial->varied.roster = roster;
    fight_twice(trial);
}

judge_trial wyrm_judge_hits_compare(judge_varying *varying)
{
    base_arena arena = {0};
    hit_trial trial = {.varying = varying,
                       .plain = &varying->plain,
                       .varied = {.ruleset = wyrm_vary_ruleset(varying->variation)},
                       .work_most = varying->work + WORK_MOST};
    if (varying->hits == NULL)
        varying->hits = base_new(varying->arena, struct judge_hits);
    while (wyrm_combat_stats(trial.plain->combat)[trial.stat_count].name != NULL)
        trial.stat_count++;
    wyrm_status status = base_run(&arena, try_fights, &trial);
    base_release(&arena);
    if (status == WYRM_ERROR_MEMORY || trial.failed)
        base_refuse(varying->arena, WYRM_ERROR_MEMORY, "out of memory");
    bool cut = trial.too_many || varying->work > trial.work_most;
    return status != WYRM_OK ? JUDGE_TRIAL_NONE
           : trial.differs   ? JUDGE_TRIAL_OTHER
           : cut             ? JUDGE_TRIAL_TOO_LONG
                             : JUDGE_TRIAL_SAME;
}

void wyrm_judge_hits_release(judge_varying *varying)
{
    for (int who = 0; varying->hits != NULL && who < 2; who++)
        for (int side = 0; side < SIDES; side++)
            release(&varying->hits->plain[who][side]);
    varying->hits = NULL;
}
