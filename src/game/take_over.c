/* Continuing a game under changed rules.
 *
 * A creature is not made anew: it becomes what its kind is under the new rules, plus the difference
 * between it and its kind under the old ones. So a number that nobody changed changes nothing, and
 * a player who has drunk a potion or chosen strength keeps it. */
#include "game/internal.h"
#include <math.h>
#include <string.h>
#include <wyrm/streams.h>
#include <wyrm/take_over.h>

/* The old engine and the new one. */
typedef struct passage {
    const wyrm_engine *from, *into;
    const wyrm_stat *stats; /* the same in both */
    wyrm_error *error;
} passage;

/* ---- whether the rules fit ---- */

static bool same_model(const passage *way, const char *section)
{
    const wyrm_model *one = wyrm_ruleset_model(wyrm_design_ruleset(way->from->design), section);
    const wyrm_model *other = wyrm_ruleset_model(wyrm_design_ruleset(way->into->design), section);
    return one == NULL ? other == NULL : other != NULL && strcmp(one->name, other->name) == 0;
}

static bool same_stats(const passage *way)
{
    const wyrm_stat *one = wyrm_combat_stats(way->from->combat);
    const wyrm_stat *other = wyrm_combat_stats(way->into->combat);
    size_t i = 0;
    for (; one[i].name != NULL && other[i].name != NULL; i++)
        if (strcmp(one[i].name, other[i].name) != 0 || one[i].kind != other[i].kind)
            return false;
    return one[i].name == NULL && other[i].name == NULL &&
           way->from->slot_count == way->into->slot_count;
}

static bool same_monsters(const passage *way)
{
    const wyrm_roster *one = way->from->roster, *other = way->into->roster;
    if (wyrm_roster_count(one) != wyrm_roster_count(other) ||
        wyrm_roster_variants(one) != wyrm_roster_variants(other))
        return false;
    for (int32_t i = 0; (size_t)i < wyrm_roster_count(one); i++)
        if (strcmp(wyrm_roster_monster(one, i)->name, wyrm_roster_monster(other, i)->name) != 0)
            return false;
    for (int32_t i = 0; (size_t)i < wyrm_roster_variants(one); i++)
        if (strcmp(wyrm_roster_variant(one, i), wyrm_roster_variant(other, i)) != 0)
            return false;
    return true;
}

static bool same_items(const passage *way)
{
    if (way->from->kind_count != way->into->kind_count)
        return false;
    for (size_t i = 0; i < way->from->kind_count; i++)
        if (strcmp(way->from->kinds[i].name, way->into->kinds[i].name) != 0 ||
            way->from->kinds[i].item_class != way->into->kinds[i].item_class)
            return false;
    return true;
}

static bool same_terrain(const passage *way)
{
    const wyrm_value *one = wyrm_ruleset_find(wyrm_design_ruleset(way->from->design), "terrain");
    const wyrm_value *other = wyrm_ruleset_find(wyrm_design_ruleset(way->into->design), "terrain");
    if (wyrm_value_count(one) != wyrm_value_count(other))
        return false;
    for (size_t i = 0; i < wyrm_value_count(one); i++)
        if (strcmp(wyrm_value_key(one, i), wyrm_value_key(other, i)) != 0)
            return false;
    return true;
}

static bool same_choices(const passage *way)
{
    const wyrm_choice *one, *other;
    size_t count = wyrm_growth_choices(way->from->growth, &one);
    if (wyrm_growth_choices(way->into->growth, &other) != count)
        return false;
    for (size_t i = 0; i < count; i++)
        if (strcmp(one[i].name, other[i].name) != 0)
            return false;
    return true;
}

static wyrm_status check_rules(const passage *way)
{
    static const char *const sections[] = {"combat", "growth", "encounter", "loot", "map"};
    const char *other = NULL;
    for (size_t i = 0; i < COUNT_OF(sections) && other == NULL; i++)
        other = same_model(way, sections[i]) ? NULL : sections[i];
    if (other != NULL)
        return wyrm_fail(way->error, WYRM_ERROR_ARGUMENT,
                         "the game cannot be taken over: the rules have another model of '%s'",
                         other);
    other = !same_stats(way)      ? "stats"
            : !same_monsters(way) ? "monsters"
            : !same_items(way)    ? "items"
            : !same_terrain(way)  ? "terrain"
            : !same_choices(way)  ? "choices at a new level"
                                  : NULL;
    return other == NULL
               ? WYRM_OK
               : wyrm_fail(way->error, WYRM_ERROR_ARGUMENT,
                           "the game cannot be taken over: the rules have other %s", other);
}

/* ---- creatures ---- */

/* A stat under the new rules: unchanged from its kind's old value, it becomes the new one;
 * otherwise the difference between the kinds is added. */
static double convert_stat(const wyrm_stat *stat, double value, double was, double now)
{
    if (value == was)
        return now;
    if (was == now || stat->kind != WYRM_STAT_NUMBER)
        return value; /* only numbers can be added to */
    return combat_stat_in_range(stat, value + (now - was));
}

/* Registers an amount with the new combat model if only the old one knows it. */
static wyrm_status bring_amount(const passage *way, int32_t stat, double *value)
{
    const wyrm_amount *amount = wyrm_combat_amount(way->from->combat, *value);
    if (amount == NULL || wyrm_combat_amount(way->into->combat, *value) != NULL)
        return WYRM_OK;
    return wyrm_combat_stat_read(way->into->combat, stat, wyrm_amount_text(amount), value,
                                 way->error);
}

/* Maximum hit points under the new rules, given `most` under the old ones: the same difference from
 * its kind, or the same quantile if they are rolled. */
static int64_t carried_hp(const passage *way, int64_t most, const wyrm_combatant *was,
                          const wyrm_combatant *now)
{
    const wyrm_pmf *before = wyrm_combat_hp_roll(way->from->combat, was);
    const wyrm_pmf *after = wyrm_combat_hp_roll(way->into->combat, now);
    if (was->hp_amount == now->hp_amount && was->max_hp == now->max_hp)
        return most;
    if (before == NULL && after == NULL)
        return combat_whole_hp((double)(most + now->max_hp - was->max_hp));
    const double luck =
        before == NULL
            ? 0.5
            : 1.0 - (wyrm_pmf_tail(before, most) + wyrm_pmf_tail(before, most + 1)) / 2.0;
    return after == NULL ? now->max_hp : wyrm_pmf_quantile(after, luck);
}

/* Keeps the number of missing hit points. */
static void keep_wounds(wyrm_combatant *body, int64_t missing)
{
    if (body->hp > 0)
        body->hp = body->max_hp > missing ? body->max_hp - missing : 1;
}

/* Converts a creature; `was` and `now` are its kind under both rules. Values that fights change
 * stay. */
static wyrm_status convert_body(const passage *way, const wyrm_combatant *was,
                                const wyrm_combatant *now, wyrm_combatant *body)
{
    const int64_t missing = body->max_hp - body->hp;
    wyrm_status known = wyrm_combat_check(way->from->combat, was, way->error);
    if (known == WYRM_OK)
        known = wyrm_combat_check(way->into->combat, now, way->error);
    if (known != WYRM_OK)
        return known;
    for (int32_t i = 0; way->stats[i].name != NULL; i++) {
        double *value = &body->stats[i];
        if (way->stats[i].changes && !(*value == was->stats[i] && was->stats[i] != 0.0))
            continue;
        *value = convert_stat(&way->stats[i], *value, was->stats[i], now->stats[i]);
        const wyrm_status status =
            way->stats[i].kind == WYRM_STAT_AMOUNT ? bring_amount(way, i, value) : WYRM_OK;
        if (status != WYRM_OK)
            return status;
    }
    if (body->regeneration == was->regeneration)
        body->regeneration = now->regeneration;
    else
        body->regeneration = fmax(0.0, body->regeneration + now->regeneration - was->regeneration);
    if (body->attacks == was->attacks)
        body->attacks = now->attacks;
    body->max_hp = carried_hp(way, body->max_hp, was, now);
    base_utf8_copy(body->name, sizeof body->name, now->name);
    keep_wounds(body, missing);
    return WYRM_OK;
}

/* Converts the player. Its kind is the player of the game's level under each of the rules; if
 * levels bring choices, of level 1, so that earlier choices are kept. */
static wyrm_status bring_player(const passage *way, wyrm_game *game)
{
    const wyrm_engine *const engines[] = {way->from, way->into};
    const wyrm_choice *choices;
    const bool chosen = wyrm_growth_choices(way->from->growth, &choices) > 0;
    wyrm_combatant *player = &game->player.combatant, bodies[2];
    const int64_t missing = player->max_hp - player->hp;
    const double luck = game_player_luck(game);
    for (int i = 0; i < 2; i++) {
        const int32_t level = chosen ? 1 : game->bare.level;
        wyrm_roster_start(engines[i]->roster, level, &bodies[i]);
        bodies[i].max_hp += wyrm_growth_hp(engines[i]->growth, level, luck) -
                            wyrm_growth_hp(engines[i]->growth, level, 1.0);
    }
    wyrm_status status = convert_body(way, &bodies[0], &bodies[1], &game->bare);
    if (status != WYRM_OK)
        return status;
    game_player_dress(way->into, game);
    base_utf8_copy(player->name, sizeof player->name, game->bare.name);
    keep_wounds(player, missing);
    return wyrm_combat_check(way->into->combat, player, way->error);
}

static wyrm_status bring_monster(const passage *way, wyrm_game_monster *monster)
{
    const wyrm_spawn *spawn = &monster->spawn;
    const int32_t kind = spawn->monster;
    const uint64_t gave = wyrm_roster_experience(way->from->roster, kind, spawn->level);
    wyrm_combatant was, now;
    wyrm_roster_spawn(way->from->roster, kind, spawn->level,
                      wyrm_encounter_variant(way->from->encounter, spawn), &was);
    wyrm_roster_spawn(way->into->roster, kind, spawn->level,
                      wyrm_encounter_variant(way->into->encounter, spawn), &now);
    if (spawn->experience == gave)
        monster->spawn.experience = wyrm_roster_experience(way->into->roster, kind, spawn->level);
    return convert_body(way, &was, &now, &monster->body.combatant);
}

/* ---- counters ---- */

static void bring_level(const wyrm_growth *growth, wyrm_experience *experience)
{
    if (experience->next > 0)
        experience->next = wyrm_growth_at_level(growth, experience->level).next;
}

static void bring_counts(const passage *way, wyrm_game *game)
{
    const wyrm_play_rules *was = &way->from->rules, *now = &way->into->rules;
    bring_level(way->into->growth, &game->experience);
    if (wyrm_encounter_tracks(way->into->encounter))
        bring_level(way->into->growth, &game->difficulty.tracker);
    if (now->stage_count == 0)
        game->fullness = 0;
    else if (was->stage_count == 0)
        game->fullness = now->fullness;
    else if (game->fullness > now->fullness_most)
        game->fullness = now->fullness_most;
    if (was->regeneration != now->regeneration) /* fractions of a hit point change their unit */
        game->healing = 0;
    if (was->starving != now->starving)
        game->starved = 0;
}

wyrm_status wyrm_game_take_over(const wyrm_engine *from, const wyrm_engine *into, wyrm_game *game,
                                wyrm_error *error)
{
    const passage way = {
        .from = from, .into = into, .stats = wyrm_combat_stats(into->combat), .error = error};
    wyrm_status status = check_rules(&way);
    if (status != WYRM_OK)
        return status;
    wyrm_game *before = wyrm_game_new();
    if (before == NULL)
        return wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory");
    wyrm_game_copy(game, before);
    status = bring_player(&way, game);
    for (size_t i = 0; status == WYRM_OK && i < game->monster_count; i++)
        status = bring_monster(&way, &game->monsters[i]);
    if (status == WYRM_OK)
        bring_counts(&way, game);
    else
        wyrm_game_copy(before, game);
    wyrm_game_free(before);
    return status;
}
