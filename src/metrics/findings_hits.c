/* Trials of fights: does another value change a hit, hit points, or what levels cost?
 *
 * Every player of every level in every outfit fights every monster of every depth, which are too
 * many to list. So each combatant is made twice, by the ruleset and by its copy, as a pair; of a
 * pair only those stats count that its side of an attack reads, and pairs that are equal are one.
 * What gear does to a stat hangs on nothing but that stat, so that outfits grow piece by piece as
 * pairs: some hundreds of them stand for millions of outfits. Attacks are worked out only where a
 * pair takes part whose two differ, or where the rules of combat themselves are varied. */
#include "metrics/internal.h"
#include <math.h>
#include <string.h>

#define TOLERANCE  1e-12
#define PAIRS_MOST 8192
#define SLOTS      (2 * PAIRS_MOST)
#define HIT_WORK   400      /* what an attack counts for in the work of trials */
#define WORK_MOST  20000000 /* of one trial: a quarter of a second */

/* A combatant by the ruleset and by its copy, as one side of an attack sees it. */
typedef struct hit_pair {
    wyrm_combatant plain, varied;
} hit_pair;

/* A set of pairs: none is there twice. */
typedef struct hit_pairs {
    base_arena *arena;
    size_t count, room;
    hit_pair *list;
    uint16_t *slots; /* hashed; 0: free, else the index in the list, from 1 */
} hit_pairs;

enum { PLAYERS, MONSTERS, GROUPS };
enum { ATTACKERS, DEFENDERS, SIDES };

/* What no trial has varied yet is made once. */
struct judge_hits {
    hit_pairs plain[GROUPS][SIDES];
};

/* Who and what another value in a section may change. Where the rules of combat are varied equal
 * combatants may hit differently. */
typedef struct hit_section {
    const char *name;
    bool varies[GROUPS], levels, combat;
} hit_section;

static const hit_section sections[] = {
    {"combat", {true, true}, false, true},     {"growth", {true, true}, true, false},
    {"player", {true, false}, false, false},   {"weapons", {true, false}, false, false},
    {"armors", {true, false}, false, false},   {"variants", {false, true}, false, false},
    {"monsters", {false, true}, false, false}, {NULL, {true, true}, true, false}};

typedef struct hit_trial {
    judge_varying *varying;
    const judge_work *plain;
    const hit_section *section; /* that is varied */
    judge_work varied;          /* with the fighters of the copy */
    const hit_pairs *sets[GROUPS];
    size_t stat_count, most;
    bool differs, too_many;
    const wyrm_value *gear; /* the map in which piece `piece` is varied; NULL: no gear is */
    size_t piece;
    /* The pairs that are made: for whom, and by which models beside the plain ones. */
    wyrm_stat_side side;
    hit_pairs *out;
    const judge_work *with;
} hit_trial;

/* ---- sets of pairs ---- */

static bool is_same(const hit_trial *trial, const wyrm_combatant *a, const wyrm_combatant *b)
{
    return a->level == b->level && a->attacks == b->attacks &&
           memcmp(a->stats, b->stats, trial->stat_count * sizeof *a->stats) == 0;
}

static uint64_t hash_of(const hit_trial *trial, uint64_t hash, const wyrm_combatant *combatant)
{
    for (size_t i = 0; i < trial->stat_count; i++) {
        uint64_t word;
        memcpy(&word, &combatant->stats[i], sizeof word);
        hash = (hash ^ word ^ (hash >> 31)) * UINT64_C(0x9e3779b97f4a7c15);
    }
    return hash + (uint64_t)combatant->level + (uint64_t)combatant->attacks * 31;
}

static bool is_as_quick(const hit_trial *trial, const hit_pair *pair)
{
    const wyrm_ratio one = wyrm_combat_duration(trial->plain->combat, &pair->plain);
    const wyrm_ratio other = wyrm_combat_duration(trial->with->combat, &pair->varied);
    return one.numerator == other.numerator && one.denominator == other.denominator;
}

/* What the side does not read is no part of the pair. */
static void add(hit_trial *trial, hit_pair pair)
{
    const wyrm_stat *stats = wyrm_combat_stats(trial->plain->combat);
    hit_pairs *out = trial->out;
    trial->differs = trial->differs || !is_as_quick(trial, &pair);
    for (size_t i = 0; i < trial->stat_count; i++)
        if (stats[i].side != WYRM_STAT_BOTH && stats[i].side != trial->side)
            pair.plain.stats[i] = pair.varied.stats[i] = stats[i].default_value;
    uint64_t hash = hash_of(trial, hash_of(trial, 1, &pair.plain), &pair.varied);
    size_t at = (size_t)(hash ^ (hash >> 32)) % SLOTS;
    for (; out->slots[at] != 0; at = (at + 1) % SLOTS) {
        const hit_pair *there = &out->list[out->slots[at] - 1];
        if (is_same(trial, &there->plain, &pair.plain) &&
            is_same(trial, &there->varied, &pair.varied))
            return;
    }
    trial->too_many = trial->too_many || out->count == PAIRS_MOST;
    if (trial->too_many)
        return;
    out->list = base_grow(out->arena, out->list, out->count, &out->room, sizeof *out->list);
    out->list[out->count] = pair;
    out->slots[at] = (uint16_t)++out->count;
}

/* A pair as it is made: its body is compared at once, as no attack is about it. */
static void add_body(hit_trial *trial, const hit_pair *pair)
{
    const wyrm_combatant *a = &pair->plain, *b = &pair->varied;
    trial->differs = trial->differs || a->hp != b->hp || a->max_hp != b->max_hp ||
                     a->hp_amount != b->hp_amount || a->regeneration != b->regeneration;
    add(trial, *pair);
}

/* ---- who fights ---- */

/* Whether only one of two pieces of gear is worn. */
static bool share_place(wyrm_role role, const wyrm_value *gear, size_t one, size_t other)
{
    return one == other || role == WYRM_ROLE_WEAPON ||
           wyrm_roster_clash(wyrm_value_item(gear, one), wyrm_value_item(gear, other));
}

/* Puts on what is worn in the place of the piece `first`; the pairs so far stay as well. Where one
 * piece is varied nothing else is worn in its place: it would tell nothing. */
static void put_on(hit_trial *trial, wyrm_role role, const wyrm_value *gear,
                   const wyrm_value *varied, size_t first)
{
    size_t before = trial->out->count;
    for (size_t piece = first; piece < wyrm_value_count(gear); piece++) {
        bool here = gear == trial->gear, is_it = here && piece == trial->piece;
        if (!share_place(role, gear, first, piece) ||
            (here && !is_it && share_place(role, gear, piece, trial->piece)))
            continue;
        for (size_t i = 0; i < before; i++) {
            hit_pair pair = trial->out->list[i];
            wyrm_combat_equip(trial->plain->combat, role, wyrm_value_item(gear, piece),
                              &pair.plain);
            wyrm_combat_equip(trial->with->combat, role, wyrm_value_item(varied, piece),
                              &pair.varied);
            wyrm_combat_fit(trial->plain->combat, &pair.plain);
            wyrm_combat_fit(trial->with->combat, &pair.varied);
            add(trial, pair);
        }
    }
}

/* Bare ones by level, and after each choice at a level-up; then in gear by curves, of the player's
 * level, or piece by piece. Nobody looks at what clashes: an outfit too many can only show a
 * difference. */
static void add_players(hit_trial *trial)
{
    static const struct {
        wyrm_role role;
        const char *section;
    } gear[] = {{WYRM_ROLE_WEAPON, "weapons"}, {WYRM_ROLE_ARMOR, "armors"}};
    const judge_work *plain = trial->plain;
    const wyrm_choice *choices;
    const wyrm_curve *curves;
    size_t choice_count = wyrm_growth_choices(plain->growth, &choices);
    size_t curve_count = wyrm_growth_curves(plain->growth, &curves);
    hit_pair pair;
    for (int32_t level = 1; level <= trial->varying->levels; level++) {
        wyrm_roster_start(plain->roster, level, &pair.plain);
        wyrm_roster_start(trial->with->roster, level, &pair.varied);
        add_body(trial, &pair);
    }
    for (size_t i = 0; i < choice_count; i++) {
        wyrm_roster_start(plain->roster, 1, &pair.plain);
        wyrm_roster_start(trial->with->roster, 1, &pair.varied);
        wyrm_growth_choose(plain->growth, i, &pair.plain);
        wyrm_growth_choose(trial->with->growth, i, &pair.varied);
        add_body(trial, &pair);
    }
    for (int g = 0; g < 2; g++) {
        const wyrm_value *map = wyrm_ruleset_find(plain->ruleset, gear[g].section);
        const wyrm_value *varied = wyrm_ruleset_find(trial->with->ruleset, gear[g].section);
        bool by_curve = false;
        for (size_t i = 0; i < curve_count; i++)
            by_curve = by_curve || curves[i].role == gear[g].role;
        for (size_t i = 0, before = trial->out->count; by_curve && i < before; i++) {
            pair = trial->out->list[i];
            wyrm_growth_equip(plain->growth, gear[g].role, pair.plain.level, &pair.plain);
            wyrm_growth_equip(trial->with->growth, gear[g].role, pair.varied.level, &pair.varied);
            add(trial, pair);
        }
        for (size_t i = 0; !by_curve && i < wyrm_value_count(map); i++) {
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
    int variants = (int)wyrm_roster_variants(roster);
    for (int32_t m = 0; (size_t)m < trial->plain->monsters; m++) {
        if (only[0] == '\0' ? !trial->plain->presence.monsters[m]
                            : strcmp(wyrm_roster_monster(roster, m)->name, only) != 0)
            continue;
        for (int variant = WYRM_VARIANT_NONE; variant < variants; variant++)
            for (int32_t step = 1; step <= trial->varying->steps; step++) {
                hit_pair pair;
                wyrm_roster_spawn(roster, m, step, variant, &pair.plain);
                wyrm_roster_spawn(trial->with->roster, m, step, variant, &pair.varied);
                pair.plain.level = pair.varied.level = 0;
                add_body(trial, &pair);
            }
    }
}

/* The sets of who fights: by the plain ruleset alone where nothing about them varies. */
static void make(hit_trial *trial, base_arena *arena, int who, hit_pairs made[SIDES])
{
    judge_varying *varying = trial->varying;
    bool varies = trial->section->varies[who];
    trial->with = varies ? &trial->varied : trial->plain;
    trial->sets[who] = made;
    for (int side = 0; side < SIDES; side++) {
        trial->side = side == ATTACKERS ? WYRM_STAT_ATTACKER : WYRM_STAT_DEFENDER;
        trial->out = &made[side];
        *trial->out = (hit_pairs){.arena = arena, .slots = base_array(arena, uint16_t, SLOTS)};
        if (who == PLAYERS)
            add_players(trial);
        else
            add_monsters(
                trial, varies && strcmp(varying->section, "monsters") == 0 ? varying->entity : "");
        varying->spent += trial->out->count;
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
    for (size_t i = 0; same && i < COUNT_OF(attacks); i++) {
        wyrm_matchup plain = {.attacker = &attacker->plain,
                              .defender = &defender->plain,
                              .attack = attacks[i].kind,
                              .distance = attacks[i].distance,
                              .off_centre = attacks[i].off_centre};
        wyrm_matchup varied = plain;
        varied.attacker = &attacker->varied;
        varied.defender = &defender->varied;
        wyrm_pmf *one = NULL, *other = NULL;
        wyrm_status a = wyrm_combat_hit(trial->plain->combat, &plain, &one, NULL);
        wyrm_status b = wyrm_combat_hit(trial->varied.combat, &varied, &other, NULL);
        /* What is too much to be worked out may be anything. */
        same = a == b && a != WYRM_ERROR_LIMIT && (a != WYRM_OK || is_same_pmf(one, other));
        wyrm_pmf_free(a == WYRM_OK ? one : NULL);
        wyrm_pmf_free(b == WYRM_OK ? other : NULL);
    }
    trial->varying->spent += HIT_WORK;
    return same;
}

/* Whether the two of a pair may attack differently: blows are listed elsewhere, and those of the
 * same place in the list need not be the same. */
static bool may_differ(const hit_trial *trial, const hit_pair *pair)
{
    return trial->section->combat || pair->plain.attacks != 0 ||
           !is_same(trial, &pair->plain, &pair->varied);
}

/* Every attack of one set on the other that may differ. */
static void compare(hit_trial *trial, const hit_pairs *from, const hit_pairs *to)
{
    for (size_t i = 0; i < from->count; i++) {
        const hit_pair *attacker = &from->list[i];
        bool moved = may_differ(trial, attacker);
        for (size_t k = 0; k < to->count; k++) {
            const hit_pair *defender = &to->list[k];
            if (trial->differs || trial->varying->spent > trial->most)
                return;
            if (moved || !is_same(trial, &defender->plain, &defender->varied))
                trial->differs = !hit_the_same(trial, attacker, defender);
        }
    }
}

/* What levels cost and give, and what monsters are worth. */
static bool levels_are_same(const hit_trial *trial)
{
    const judge_work *const sides[] = {trial->plain, &trial->varied};
    bool same = true;
    for (int32_t level = 1; same && level <= trial->varying->levels; level++) {
        uint64_t seen[2][4];
        for (int i = 0; i < 2; i++) {
            const wyrm_growth *growth = sides[i]->growth;
            wyrm_experience holder = wyrm_growth_at_level(growth, level);
            wyrm_combatant player;
            seen[i][0] = holder.next;
            wyrm_growth_award(growth, &holder, holder.next - holder.exp);
            seen[i][1] = (uint64_t)holder.level;
            wyrm_roster_start(sides[i]->roster, level, &player);
            player.hp = 1;
            wyrm_growth_new_floor(growth, &player);
            seen[i][2] = (uint64_t)player.hp;
            player.hp = 1;
            wyrm_growth_level_up(growth, WYRM_ROLE_PLAYER, level + 1, &player);
            seen[i][3] = (uint64_t)player.hp;
        }
        same = memcmp(seen[0], seen[1], sizeof seen[0]) == 0;
    }
    for (int32_t m = 0; same && (size_t)m < trial->plain->monsters; m++)
        for (int32_t step = 1; same && step <= trial->varying->steps; step++)
            same = wyrm_roster_experience(sides[0]->roster, m, step) ==
                   wyrm_roster_experience(sides[1]->roster, m, step);
    for (int32_t m = 0; same && (size_t)m < trial->plain->monsters; m++) {
        const wyrm_amount *one = wyrm_roster_experience_roll(sides[0]->roster, m);
        const wyrm_amount *other = wyrm_roster_experience_roll(sides[1]->roster, m);
        same = one && other ? strcmp(wyrm_amount_text(one), wyrm_amount_text(other)) == 0
                            : one == other;
    }
    return same;
}

/* ---- a trial ---- */

/* Makes the combat, growth and roster of copy->ruleset, which end with the arena; anything but
 * WYRM_OK where the ruleset makes none. */
static wyrm_status make_fighters(base_arena *arena, judge_work *copy)
{
    wyrm_combat *combat = NULL;
    wyrm_growth *growth = NULL;
    wyrm_roster *roster = NULL;
    wyrm_status status = wyrm_combat_new(copy->ruleset, &combat, NULL);
    base_keep(arena, combat, wyrm_combat_free);
    if (status == WYRM_OK)
        status = wyrm_growth_new(copy->ruleset, combat, &growth, NULL);
    base_keep(arena, growth, wyrm_growth_free);
    if (status == WYRM_OK)
        status = wyrm_roster_new(copy->ruleset, combat, growth, &roster, NULL);
    base_keep(arena, roster, wyrm_roster_free);
    copy->combat = combat;
    copy->growth = growth;
    copy->roster = roster;
    return status;
}

/* Of gear one piece is varied. */
static void try_fights(base_arena *arena, void *context)
{
    hit_trial *trial = context;
    const char *section = trial->varying->section;
    const wyrm_value *map = wyrm_ruleset_find(trial->plain->ruleset, section);
    trial->varied = trial->varying->copy;
    base_must(arena, make_fighters(arena, &trial->varied));
    if (strcmp(section, "weapons") == 0 || strcmp(section, "armors") == 0) {
        trial->gear = map;
        while (strcmp(wyrm_value_key(map, trial->piece), trial->varying->entity) != 0)
            trial->piece++;
    }
    for (int who = 0; who < GROUPS; who++)
        if (trial->section->varies[who])
            make(trial, arena, who, base_array(arena, hit_pairs, SIDES));
    const hit_pairs *players = trial->sets[PLAYERS], *monsters = trial->sets[MONSTERS];
    if (!trial->differs && trial->section->levels)
        trial->differs = !levels_are_same(trial);
    if (!trial->too_many) {
        compare(trial, &players[ATTACKERS], &monsters[DEFENDERS]);
        compare(trial, &monsters[ATTACKERS], &players[DEFENDERS]);
    }
}

/* Of any ruleset in which a player fights monsters. All sides have the fighters of the copy, for
 * what does not change them. */
static bool begin_fights(judge_varying *varying)
{
    base_arena *arena = varying->work->arena;
    if (!judge_has(varying->work, WYRM_SYSTEM_COMBAT | WYRM_SYSTEM_PLAYER | WYRM_SYSTEM_MONSTERS))
        return false;
    wyrm_status status = make_fighters(arena, &varying->copy);
    if (status != WYRM_OK)
        base_refuse(arena, status, "%s", wyrm_status_text(status));
    return true;
}

static judge_trial hold_fights(judge_varying *varying, judge_side side, bool played)
{
    (void)side;
    (void)played;
    base_arena *arena = varying->work->arena;
    hit_trial trial = {.varying = varying,
                       .plain = varying->work,
                       .section = sections,
                       .most = varying->spent + WORK_MOST};
    if (varying->hits == NULL)
        varying->hits = base_new(arena, struct judge_hits);
    while (trial.section->name != NULL && strcmp(trial.section->name, varying->section) != 0)
        trial.section++;
    while (wyrm_combat_stats(trial.plain->combat)[trial.stat_count].name != NULL)
        trial.stat_count++;
    /* Those that outlive the trial are made before it. */
    for (int who = 0; who < GROUPS; who++) {
        trial.sets[who] = varying->hits->plain[who];
        if (!trial.section->varies[who] && varying->hits->plain[who]->slots == NULL)
            make(&trial, arena, who, varying->hits->plain[who]);
    }
    wyrm_status status = base_do(try_fights, &trial, NULL);
    if (status == WYRM_ERROR_MEMORY)
        base_refuse(arena, WYRM_ERROR_MEMORY, "out of memory");
    return status != WYRM_OK                               ? TRIAL_NONE
           : trial.differs                                 ? TRIAL_OTHER
           : trial.too_many || varying->spent > trial.most ? TRIAL_TOO_LONG
                                                           : TRIAL_SAME;
}

const judge_trying judge_trying_fights = {begin_fights, hold_fights};
