/* Games begun: a new game, on its first map or a deeper one, and set fights, which draw nothing at
 * all before their first blow.
 *
 * A game that begins deeper is one of the player that the ruleset means for that depth, with its
 * level and gear, not of a new one. What the player leaves alone (--without) is part of the game
 * from its start, by every word that somebody may call it by. */
#include "game/internal.h"
#include <stdio.h>
#include <string.h>
#include <wyrm/streams.h>

/* ---- What the player leaves alone: kinds of items, by every word that means them ---- */

/* "sleep_scroll" is meant by "sleep_scroll" and by "sleep_scrolls". */
static bool means(const char *word, const char *name)
{
    size_t length = strlen(name);
    return strncmp(word, name, length) == 0 &&
           (word[length] == '\0' || (word[length] == 's' && word[length + 1] == '\0'));
}

/* "scroll" of "sleep_scroll"; the whole of a name of one word. */
static const char *last_word(const char *name)
{
    const char *mark = strrchr(name, '_');
    return mark ? mark + 1 : name;
}

static bool means_kind(const wyrm_engine *engine, const char *word, size_t index)
{
    const wyrm_item_kind *kind = &engine->kinds[index];
    const wyrm_loot_facts *facts = wyrm_loot_facts_of(engine->loot);
    for (size_t i = 0; i < facts->category_count && facts->kind_categories; i++)
        if (facts->kind_categories[index] >> i & 1 && means(word, facts->categories[i]))
            return true;
    return means(word, kind->name) || means(word, last_word(kind->name)) ||
           means(word, wyrm_item_class_name(kind->item_class));
}

/* One thing as the ruleset has it, "monsters.orc" or "+monsters.orc": marks it in the game. False:
 * the word is of another form, or there is no such thing. */
static bool mark_one(const wyrm_engine *engine, const char *word, wyrm_game *game)
{
    const bool more = word[0] == '+';
    static const char *const sections[] = {
        [WYRM_ITEM_WEAPON] = "weapons.", [WYRM_ITEM_ARMOR] = "armors."};
    wyrm_room_role role;
    for (size_t i = 0; i < engine->kind_count; i++) {
        const wyrm_item_class of = engine->kinds[i].item_class;
        const char *section =
            of == WYRM_ITEM_WEAPON || of == WYRM_ITEM_ARMOR ? sections[of] : "items.";
        const size_t length = strlen(section);
        if (strncmp(word, section, length) == 0 &&
            strcmp(word + length, engine->kinds[i].name) == 0) {
            game->barred[i / 64] |= UINT64_C(1) << (i % 64);
            return true;
        }
    }
    if (strncmp(word, "rooms.", 6) == 0 && wyrm_room_role_find(word + 6, &role)) {
        game->empty |= UINT32_C(1) << role;
        return true;
    }
    const int32_t monster = strncmp(word + more, "monsters.", 9) == 0
                                ? wyrm_roster_find(engine->roster, word + more + 9)
                                : -1;
    if (monster >= 0)
        (more ? game->more : game->gone)[monster / 64] |= UINT64_C(1) << (monster % 64);
    return monster >= 0;
}

/* Likewise, where there is none. */
static wyrm_status fail_for_one(const wyrm_engine *engine, const char *word, wyrm_error *error)
{
    const char *words[WYRM_KINDS_MAX];
    const bool room = strncmp(word, "rooms.", 6) == 0;
    const char *name = strchr(word, '.');
    size_t count = 0;
    if (word[0] == '+' && strncmp(word, "+monsters.", 10) != 0)
        return wyrm_fail(error, WYRM_ERROR_UNKNOWN,
                         "one more there is of monsters only, as in '+monsters.orc', not '%.60s'",
                         word);
    name++;
    for (int i = 0; i < WYRM_ROOM_ROLE_COUNT && room; i++)
        words[count++] = wyrm_room_role_key((wyrm_room_role)i);
    for (int32_t i = 0; i < (int32_t)wyrm_roster_count(engine->roster) && !room; i++)
        words[count++] = wyrm_roster_monster(engine->roster, i)->name;
    const char *nearest = wyrm_nearest(name, words, count);
    wyrm_fail(error, WYRM_ERROR_UNKNOWN, "there is no %s '%.60s'", room ? "role" : "monster", name);
    if (error && nearest)
        snprintf(error->hint, sizeof error->hint, "did you mean '%s%s.%s'?",
                 word[0] == '+' ? "+" : "", room ? "rooms" : "monsters", nearest);
    return WYRM_ERROR_UNKNOWN;
}

/* No item goes by a word. The hint names the nearest; else an item, then as many words for groups
 * of items as there is room for. */
static wyrm_status fail_for(const wyrm_engine *engine, const char *word, wyrm_error *error)
{
    const char *words[2 * WYRM_KINDS_MAX + WYRM_ITEM_CLASS_COUNT + WYRM_LOOT_CATEGORIES_MAX];
    const wyrm_loot_facts *facts = wyrm_loot_facts_of(engine->loot);
    size_t count = 0; /* of words, those of groups first; words that no kind has are among them */
    for (int i = 0; i < WYRM_ITEM_CLASS_COUNT; i++)
        words[count++] = wyrm_item_class_name((wyrm_item_class)i);
    for (size_t i = 0; i < facts->category_count; i++)
        words[count++] = facts->categories[i];
    for (size_t i = 0; i < engine->kind_count; i++) {
        words[count++] = engine->kinds[i].name;
        words[count++] = last_word(engine->kinds[i].name);
    }
    wyrm_fail(error, WYRM_ERROR_UNKNOWN, "no item is called '%.60s'", word);
    const char *nearest = error ? wyrm_nearest(word, words, count) : NULL;
    if (nearest)
        snprintf(error->hint, sizeof error->hint, "did you mean '%s'?", nearest);
    if (!error || nearest || engine->kind_count == 0)
        return WYRM_ERROR_UNKNOWN;
    wyrm_phrase hint = wyrm_phrase_in(error->hint, sizeof error->hint);
    wyrm_phrase_add(&hint, "such as ");
    wyrm_phrase_add(&hint, engine->kinds[0].name);
    for (size_t i = 0; i < count; i++) {
        size_t kinds = 0, before = 0;
        for (size_t k = 0; k < engine->kind_count; k++)
            kinds += means_kind(engine, words[i], k);
        while (strcmp(words[before], words[i]) != 0)
            before++;
        if (kinds < 2 || before < i || hint.length + strlen(words[i]) + 3 >= hint.size)
            continue;
        wyrm_phrase_add(&hint, ", ");
        wyrm_phrase_add(&hint, words[i]);
    }
    return WYRM_ERROR_UNKNOWN;
}

/* ---- A new game ---- */

/* Sets the bytes of a game to 0, from one member up to another, which stays. */
static void clear_between(wyrm_game *game, size_t from, size_t to)
{
    memset((char *)game + from, 0, to - from);
}

/* A game of a player of level 1, without a map and with nobody in it. The large arrays are not
 * touched. */
static void clear(const wyrm_engine *engine, uint64_t seed, uint64_t run, wyrm_game *game)
{
    clear_between(game, 0, offsetof(wyrm_game, pack));
    clear_between(game, offsetof(wyrm_game, barred), offsetof(wyrm_game, map));
    clear_between(game, offsetof(wyrm_game, goal_placed), offsetof(wyrm_game, monsters));
    game->item_count = 0;
    game->tally = (wyrm_tally){0};
    game->seed = seed;
    game->run = run;
    game->turn = 1;
    game->killer = -1;
    game->next_id = 1;
    game->difficulty = wyrm_encounter_start(engine->encounter);
    game->gold = wyrm_trade_purse(wyrm_design_trade(engine->design));
    game->fullness = engine->rules.stage_count > 0 ? engine->rules.fullness : 0;
}

/* Rolls hit points that are not known yet. A game keeps its luck: see wyrm_growth_hp. */
static void roll_player(const wyrm_engine *engine, wyrm_game *game)
{
    wyrm_combatant *bare = &game->bare;
    const wyrm_pmf *roll = wyrm_combat_hp_roll(engine->combat, bare);
    if (roll != NULL)
        bare->hp = bare->max_hp = wyrm_pmf_quantile(roll, wyrm_player_luck(game));
    bare->hp_amount = 0;
}

void wyrm_player_begin(const wyrm_engine *engine, wyrm_game *game)
{
    game->player.combatant = game->bare;
    memcpy(game->brought, &game->bare.stats[engine->first_slot],
           engine->slot_count * sizeof(double));
}

/* The bits of every kind of item that is left alone are set. */
static wyrm_status begin(const wyrm_engine *engine, const wyrm_game_options *options,
                         wyrm_game *game, wyrm_error *error)
{
    wyrm_status status = wyrm_design_needs(engine->design, WYRM_SYSTEMS_OF_A_GAME, "a game", error);
    if (status != WYRM_OK)
        return status;
    clear(engine, options->seed, options->run, game);
    game->experience = wyrm_growth_start(engine->growth);
    wyrm_roster_start(engine->roster, 1, &game->bare);
    if (engine->rules.player[0] != '\0') {
        wyrm_outfit outfit;
        status = wyrm_roster_outfit(engine->roster, engine->rules.player, &outfit, error);
        if (status != WYRM_OK)
            return status;
        game->bare = outfit.bare;
        if (game->bare.level > 1)
            game->experience = wyrm_growth_at_level(engine->growth, game->bare.level);
    }
    roll_player(engine, game);
    wyrm_player_begin(engine, game);
    for (size_t w = 0; w < options->without_count; w++) {
        const char *word = options->without[w];
        bool found = mark_one(engine, word, game);
        if (!found && (word[0] == '+' || strncmp(word, "monsters.", 9) == 0 ||
                       strncmp(word, "rooms.", 6) == 0))
            return fail_for_one(engine, word, error);
        for (size_t i = 0; i < engine->kind_count && strchr(word, '.') == NULL; i++)
            if (means_kind(engine, word, i)) {
                game->barred[i / 64] |= UINT64_C(1) << (i % 64);
                found = true;
            }
        if (!found)
            return fail_for(engine, word, error);
    }
    return WYRM_OK;
}

/* Puts a kind of the kit into the pack, and on where it goes together with what is worn. */
static void put_kind(const wyrm_engine *engine, wyrm_game *game, int32_t kind, bool wears,
                     wyrm_rng *uses)
{
    const bool is_gear = wyrm_is_gear(engine, kind);
    bool worn = wears && is_gear;
    wyrm_game_item item = wyrm_item_new(
        engine, (wyrm_item){.kind = kind, .level = is_gear ? 1 : 0, .room = -1}, uses);
    for (size_t k = 0; k < game->pack_count; k++)
        worn =
            worn && !(game->pack[k].worn && wyrm_gear_clash(engine, game->pack[k].item.kind, kind));
    item.worn = worn;
    wyrm_pack_put(game, item);
}

/* The kit of the rules; barred kinds are left out. A weapon and armor of one name are both
 * meant. */
static void put_kit(const wyrm_engine *engine, wyrm_game *game, bool wears)
{
    const wyrm_play_rules *rules = &engine->rules;
    wyrm_rng uses = wyrm_rng_start(game->seed, game->run, WYRM_STREAM_USES, 0);
    for (size_t i = 0; i < rules->kit_count; i++)
        for (int32_t kind = 0; kind < (int32_t)engine->kind_count; kind++)
            if (strcmp(engine->kinds[kind].name, rules->kit[i]) == 0 &&
                !wyrm_is_barred(game, kind) && !wyrm_pack_is_full(engine, game))
                put_kind(engine, game, kind, wears, &uses);
    wyrm_player_dress(engine, game);
}

wyrm_status wyrm_game_start(wyrm_engine *engine, const wyrm_game_options *options,
                            const wyrm_listener *listener, wyrm_game *game, wyrm_error *error)
{
    wyrm_turn turn;
    wyrm_status status = begin(engine, options, game, error);
    if (status != WYRM_OK)
        return status;
    put_kit(engine, game, true);
    wyrm_turn_begin(&turn, engine, game, listener, error);
    wyrm_level_enter(&turn);
    wyrm_level_look(&turn);
    return turn.status;
}

/* ---- A new game on a deeper map, with the player that the map is meant for ---- */

#define MAPS_MAX 1000 /* a dungeon with more of them has no last one */

/* Level and body of the reference, its gear worn, and the kit of a new game beside it. */
static void equip(const wyrm_engine *engine, const wyrm_outfit *outfit, int32_t lives,
                  wyrm_game *game)
{
    game->bare = outfit->bare;
    roll_player(engine, game);
    game->experience =
        wyrm_growth_at_level(engine->growth, game->bare.level > 1 ? game->bare.level : 1);
    int64_t hp = game->bare.max_hp * lives;
    game->bare.max_hp = hp < WYRM_HP_MAX ? hp : WYRM_HP_MAX;
    for (size_t i = 0; i < outfit->gear_count && !wyrm_pack_is_full(engine, game); i++) {
        const wyrm_gear *gear = &outfit->gear[i];
        const bool is_weapon = gear->role == WYRM_ROLE_WEAPON;
        int32_t kind = 0; /* the first of its class where it has no name */
        while (
            kind < (int32_t)engine->kind_count &&
            (engine->kinds[kind].item_class != (is_weapon ? WYRM_ITEM_WEAPON : WYRM_ITEM_ARMOR) ||
             (gear->name && strcmp(engine->kinds[kind].name, gear->name) != 0)))
            kind++;
        if (kind == (int32_t)engine->kind_count || wyrm_is_barred(game, kind))
            continue;
        const wyrm_item item = {
            .kind = kind, .level = gear->name ? 1 : gear->level, .bonus = gear->plus, .room = -1};
        wyrm_pack_put(game, (wyrm_game_item){.item = item, .uses = 1, .worn = true});
    }
    put_kit(engine, game, false);
    game->player.combatant.hp = game->player.combatant.max_hp;
}

wyrm_status wyrm_game_start_at_depth(wyrm_engine *engine, const wyrm_game_options *options,
                                     int32_t depth, int32_t lives, const wyrm_listener *listener,
                                     wyrm_game *game, wyrm_error *error)
{
    wyrm_turn turn;
    wyrm_reference reference;
    wyrm_difficulty *difficulty = &game->difficulty;
    if (depth < 1 || lives < 1)
        return wyrm_fail(error, WYRM_ERROR_ARGUMENT, "a game begins on a depth of at least 1");
    wyrm_status status = begin(engine, options, game, error);
    if (status != WYRM_OK)
        return status;
    /* The maps above are made as if somebody had gone through them and left all as it was. */
    while (difficulty->depth < depth && !wyrm_encounter_is_final(engine->encounter, difficulty)) {
        if (difficulty->depth >= MAPS_MAX)
            return wyrm_fail(error, WYRM_ERROR_ARGUMENT, "this dungeon has no last floor");
        wyrm_turn_begin(&turn, engine, game, NULL, error);
        wyrm_level_enter(&turn);
        wyrm_encounter_descend(engine->encounter, difficulty);
    }
    status = wyrm_design_reference(engine->design, difficulty->depth, &reference, error);
    if (status != WYRM_OK)
        return status;
    equip(engine, &reference.outfit, lives, game);
    wyrm_turn_begin(&turn, engine, game, listener, error);
    wyrm_level_enter(&turn);
    wyrm_level_look(&turn);
    return turn.status;
}

/* ---- Set fights ----
 *
 * The player of a room stands at its western wall, that of a corridor at its western end and that
 * of the open in the middle. The first monster is as many tiles east as is wanted, the others
 * stand north and south of it and behind, so that none is nearer. */

wyrm_status wyrm_game_start_arena(wyrm_engine *engine, const wyrm_arena *arena, uint64_t seed,
                                  uint64_t run, wyrm_game *game, wyrm_error *error)
{
    if ((unsigned)arena->shape > WYRM_ARENA_OPEN)
        return wyrm_fail(error, WYRM_ERROR_ARGUMENT, "a set fight needs a place of a known shape");
    if (arena->count < 1 || arena->count > WYRM_ARENA_MONSTERS_MAX)
        return wyrm_fail(error, WYRM_ERROR_ARGUMENT, "a set fight needs 1 to %d monsters, not %zu",
                         WYRM_ARENA_MONSTERS_MAX, arena->count);
    if (arena->distance < 1)
        return wyrm_fail(error, WYRM_ERROR_ARGUMENT,
                         "a set fight begins at a distance of at least 1, not %d",
                         (int)arena->distance);
    if (arena->player.hp < 1)
        return wyrm_fail(error, WYRM_ERROR_ARGUMENT, "the player of a set fight has no hit points");
    for (size_t i = 0; i < arena->count; i++)
        if (arena->monsters[i].combatant.hp < 1)
            return wyrm_fail(error, WYRM_ERROR_ARGUMENT, "'%s' has no hit points",
                             arena->monsters[i].combatant.name);
    if (wyrm_arena_distance(arena) == 0)
        return wyrm_fail(error, WYRM_ERROR_ARGUMENT, "there is no room for %zu monsters",
                         arena->count);
    const wyrm_arena_floor place = wyrm_arena_floor_of(arena->shape);
    const int32_t distance = wyrm_arena_distance(arena);
    clear(engine, seed, run, game);
    game->arena = true;
    game->experience = wyrm_growth_at_level(engine->growth, arena->player.level);
    wyrm_rng bodies = wyrm_rng_start(seed, run, WYRM_STREAM_BODIES, 0);
    game->bare = arena->player;
    wyrm_body_roll(engine, &bodies, &game->bare);
    wyrm_player_begin(engine, game);
    wyrm_map *map = &game->map; /* one room, all of it known, with walls around */
    map->width = place.width + 2;
    map->height = place.height + 2;
    map->room_count = 1;
    map->rooms[0] = (wyrm_room){1, 1, (int16_t)place.width, (int16_t)place.height};
    game->room_kinds[0] = (wyrm_room_kind){.role = WYRM_ROOM_NORMAL};
    map->start = map->exit = (wyrm_position){(int16_t)(place.x + 1), (int16_t)(place.y + 1)};
    map->final = map->shaped = false;
    map->placing = WYRM_PLACING_RETRY;
    memset(map->tiles, WYRM_TILE_WALL, (size_t)(map->width * map->height));
    for (int32_t y = 1; y <= place.height; y++)
        memset(&map->tiles[y * map->width + 1], WYRM_TILE_FLOOR, (size_t)place.width);
    for (int32_t i = 0; i < map->width * map->height; i++)
        game->marks[i] = (uint8_t)(map->tiles[i] | WYRM_MARK_KNOWN | WYRM_MARK_SEEN);
    wyrm_map_is_made(game);
    game->player.at = map->start;
    game->monster_count = arena->count;
    for (int32_t i = 0; i < (int32_t)arena->count; i++) {
        const wyrm_arena_monster *from = &arena->monsters[i];
        wyrm_game_monster *monster = &game->monsters[i];
        wyrm_position at = game->map.start;
        at.x = (int16_t)(at.x + distance + i / place.abreast);
        const int32_t rank = i % place.abreast; /* 0, -1, 1, -2, 2, ... from the middle */
        at.y = (int16_t)(at.y + (rank % 2 == 1 ? -(rank + 1) / 2 : rank / 2));
        *monster = (wyrm_game_monster){
            .body = {.combatant = from->combatant, .at = at},
            .spawn = {.monster = from->monster,
                      .level = from->combatant.level,
                      .experience = from->experience},
            .id = game->next_id++,
            .met = true,
        };
        wyrm_body_roll(engine, &bodies, &monster->body.combatant);
        monster->body.turns[WYRM_ASLEEP] = from->asleep ? WYRM_DOZE : 0;
        if (engine->rules.first == WYRM_FIRST_MONSTER)
            monster->body.due = WYRM_WHOLE_TURN;
        game->marks[at.y * game->map.width + at.x] |= WYRM_MARK_MONSTER;
    }
    return WYRM_OK;
}
