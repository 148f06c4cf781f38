/* The state of a game: creation, copying, viewing, checksum, and the beginning of games.
 *
 * A state is large, mostly for content that is seldom there: copies and checksums touch only what
 * is used.
 *
 * A game begins on its first map or a deeper one, or is a set fight, which draws nothing before its
 * first blow except random hit points. A game that begins deeper has the player that the ruleset
 * expects at that depth, with level and gear, not a new one. What the player does without
 * (--without) is part of the game from its start, under every word that may name it. */
#include "base/arena.h"
#include "game/internal.h"
#include <stdio.h>
#include <string.h>
#include <wyrm/streams.h>
#define XXH_STATIC_LINKING_ONLY /* for a hash state on the stack */
#include <xxhash.h>

/* ---- Handles ---- */

wyrm_game *wyrm_game_new(void)
{
    wyrm_game *game = base_zeroed(1, sizeof *game);
    if (game)
        game->view = &game->shown;
    return game;
}

void wyrm_game_free(wyrm_game *game)
{
    wyrm_free(game);
}

static void copy_between(const wyrm_game *from, wyrm_game *to, size_t start, size_t end)
{
    memcpy((char *)to + start, (const char *)from + start, end - start);
}

/* Copies the members between the large arrays whole, and of each array only the used part. */
void wyrm_game_copy(const wyrm_game *from, wyrm_game *to)
{
    size_t tiles = (size_t)from->map.width * (size_t)from->map.height;
    copy_between(from, to, 0, offsetof(wyrm_game, pack));
    memcpy(to->pack, from->pack, from->pack_count * sizeof *from->pack);
    copy_between(from, to, offsetof(wyrm_game, barred), offsetof(wyrm_game, map.tiles));
    memcpy(to->map.tiles, from->map.tiles, tiles);
    memcpy(to->marks, from->marks, tiles);
    copy_between(from, to, offsetof(wyrm_game, room_kinds), offsetof(wyrm_game, monsters));
    memcpy(to->monsters, from->monsters, from->monster_count * sizeof *from->monsters);
    to->item_count = from->item_count;
    memcpy(to->items, from->items, from->item_count * sizeof *from->items);
    to->tally = from->tally;
}

wyrm_game *wyrm_game_carrying(const wyrm_game *game, const wyrm_game_item *item)
{
    wyrm_game *copy = game->pack_count < WYRM_PACK_MAX ? wyrm_game_new() : NULL;
    if (!copy)
        return NULL;
    wyrm_game_copy(game, copy);
    copy->pack[copy->pack_count++] = *item;
    return copy;
}

/* ---- The view ---- */

_Static_assert(offsetof(wyrm_game, experience) == offsetof(wyrm_game_view, experience) &&
                   offsetof(wyrm_game, killer) == offsetof(wyrm_game_view, killer),
               "a game begins as its view does");

const wyrm_game_view *wyrm_game_look(const wyrm_game *game)
{
    wyrm_game_view *view = game->view;
    memcpy(view, game, offsetof(wyrm_game_view, player)); /* both structs begin with the same
                                                             members */
    view->player = &game->player;
    view->bare = &game->bare;
    view->fullness = game->fullness;
    view->boost_count = game->boost_count;
    view->boosts = game->boosts;
    view->pack_count = game->pack_count;
    view->pack = game->pack;
    view->map = &game->map;
    view->monster_count = game->monster_count;
    view->monsters = game->monsters;
    view->item_count = game->item_count;
    view->items = game->items;
    view->tally = &game->tally;
    view->gold = game->gold;
    view->heap_count = game->heap_count;
    view->heaps = game->heaps;
    view->shops = game->shops;
    view->good_count = game->good_count;
    view->goods = game->goods;
    return game->view;
}

/* ---- The checksum ----
 *
 * XXH3 over everything that the future of the game depends on. Field by field in little endian, so
 * that it is the same on every machine whatever the layout of structs, and only the used part of
 * arrays. Left out are the tally and the names of combatants, on which nothing depends, and
 * map.tiles, which are the lowest bits of the marks. What the player has seen is included:
 * exploring depends on it. */

#define BUFFER_BYTES 4096

typedef struct digest {
    XXH3_state_t state;
    size_t used;
    uint8_t bytes[BUFFER_BYTES]; /* waiting to be hashed */
} digest;

static void digest_flush(digest *to)
{
    XXH3_64bits_update(&to->state, to->bytes, to->used);
    to->used = 0;
}

/* Adds the `bytes` lowest bytes of a number. */
static inline void digest_number(digest *to, uint64_t value, size_t bytes)
{
    if (to->used + bytes > BUFFER_BYTES)
        digest_flush(to);
    for (size_t i = 0; i < bytes; i++)
        to->bytes[to->used++] = (uint8_t)(value >> 8 * i);
}

static inline void put_64(digest *to, uint64_t value)
{
    digest_number(to, value, 8);
}

static inline void put_32(digest *to, int64_t value)
{
    digest_number(to, (uint64_t)value, 4);
}

static inline void put_real(digest *to, double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    put_64(to, bits);
}

static inline void put_position(digest *to, wyrm_position at)
{
    put_32(to, (uint32_t)(uint16_t)at.x << 16 | (uint16_t)at.y);
}

/* Stats beyond these and other rare members are added only if they are set, so that recordings made
 * before they existed keep their checksums. */
#define USUAL_STATS 24

static void put_combatant(digest *to, const wyrm_combatant *combatant)
{
    put_32(to, combatant->level);
    put_64(to, (uint64_t)combatant->hp);
    put_64(to, (uint64_t)combatant->max_hp);
    put_real(to, combatant->regeneration);
    for (size_t i = 0; i < USUAL_STATS; i++)
        put_real(to, combatant->stats[i]);
    for (size_t i = USUAL_STATS; i < WYRM_STATS_MAX; i++)
        if (combatant->stats[i] != 0.0) {
            put_32(to, (int64_t)i);
            put_real(to, combatant->stats[i]);
        }
    if (combatant->attacks != 0)
        put_64(to, (uint64_t)combatant->attacks);
}

static void put_creature(digest *to, const wyrm_creature *creature)
{
    put_combatant(to, &creature->combatant);
    put_position(to, creature->at);
    for (size_t i = 0; i < WYRM_CONDITION_COUNT; i++)
        put_32(to, creature->turns[i]);
    put_32(to, creature->regenerated);
    put_32(to, creature->hurt);
    if (creature->blamed != 0) {
        put_32(to, creature->blamed);
        put_32(to, creature->blamed_kind);
    }
}

/* Adds when a creature acts next; nothing if that is the beginning of the turn, or if the game is
 * over. */
static void put_due(digest *to, const wyrm_game *game, const wyrm_creature *creature)
{
    const bool goes_on = game->phase == WYRM_PHASE_PLAYING || game->phase == WYRM_PHASE_CHOOSING;
    if (!goes_on || creature->due.numerator == 0)
        return;
    put_64(to, (uint64_t)creature->due.numerator);
    put_64(to, (uint64_t)creature->due.denominator);
}

static void put_items(digest *to, const wyrm_game_item *items, size_t count)
{
    put_64(to, count);
    for (size_t i = 0; i < count; i++) {
        const wyrm_game_item *item = &items[i];
        put_32(to, item->item.kind);
        put_32(to, item->item.level);
        put_32(to, item->item.bonus);
        put_32(to, item->item.room);
        put_32(to, item->item.pity);
        put_position(to, item->at);
        put_32(to, item->uses);
        put_32(to, item->seen | item->worn << 1 | item->left << 2);
    }
}

static void put_experience(digest *to, const wyrm_experience *experience)
{
    put_32(to, experience->level);
    put_64(to, experience->exp);
    put_64(to, experience->next);
    put_64(to, experience->base);
}

/* Adds used abilities and memory of a monster, only if there are any. */
static void put_abilities(digest *to, const wyrm_game_monster *monster)
{
    if (monster->flees || monster->bound)
        put_32(to, monster->flees | monster->bound << 1);
    if (monster->summoner != 0)
        put_32(to, monster->summoner);
    if (monster->lasts != 0)
        put_32(to, monster->lasts);
    if (monster->recalls != 0) {
        put_32(to, monster->recalls);
        put_position(to, monster->last);
    }
    for (int32_t i = 0; i < WYRM_SHOTS_MAX + WYRM_SUMMONS_MAX; i++)
        if (monster->done[i] != 0) {
            put_32(to, i);
            put_32(to, monster->waits[i]);
            put_32(to, monster->done[i]);
        }
}

/* Adds the map and everything on it. */
static void put_level(digest *to, const wyrm_game *game)
{
    const wyrm_map *map = &game->map;
    put_32(to, map->width);
    put_32(to, map->height);
    digest_flush(to);
    XXH3_64bits_update(&to->state, game->marks, (size_t)map->width * (size_t)map->height);
    if (map->shaped) /* marks do not hold the kind of terrain */
        XXH3_64bits_update(&to->state, map->tiles, (size_t)map->width * (size_t)map->height);
    put_32(to, map->room_count);
    for (int32_t i = 0; i < map->room_count; i++) {
        const wyrm_room *room = &map->rooms[i];
        const wyrm_room_kind *kind = &game->room_kinds[i];
        put_position(to, (wyrm_position){room->x, room->y});
        put_position(to, (wyrm_position){room->width, room->height});
        put_32(to, kind->role);
        put_32(to, kind->allow_spike | kind->etp_exempt << 1);
    }
    put_position(to, map->start);
    put_position(to, map->exit);
    put_32(to, map->final);
    put_32(to, map->placing);
    put_32(to, game->goal_placed);
    put_position(to, game->goal);
    put_32(to, game->next_id);
    put_64(to, game->monster_count);
    for (size_t i = 0; i < game->monster_count; i++) {
        put_due(to, game, &game->monsters[i].body);
        const wyrm_game_monster *monster = &game->monsters[i];
        put_creature(to, &monster->body);
        put_32(to, monster->spawn.monster);
        put_32(to, monster->spawn.level);
        put_64(to, monster->spawn.experience);
        put_32(to, monster->id);
        put_32(to, monster->spawn.elite | monster->met << 1);
        put_abilities(to, monster);
    }
    put_items(to, game->items, game->item_count);
}

/* Adds gold and shops, only in games that have them. */
static void put_trade(digest *to, const wyrm_game *game)
{
    if (game->gold != 0 || game->gold_lain != 0 || game->heap_count > 0) {
        put_64(to, (uint64_t)game->gold);
        put_64(to, (uint64_t)game->gold_lain);
        put_64(to, game->heap_count);
    }
    for (size_t i = 0; i < game->heap_count; i++) {
        put_position(to, game->heaps[i].at);
        put_32(to, game->heaps[i].pieces);
        put_32(to, game->heaps[i].seen);
    }
    if (game->shops != 0)
        put_32(to, game->shops);
    for (size_t i = 0; i < game->good_count; i++) {
        put_32(to, game->goods[i].shop);
        put_32(to, game->goods[i].price);
        put_items(to, &game->goods[i].item, 1);
    }
}

uint64_t wyrm_game_checksum(const wyrm_game *game)
{
    digest all, *to = &all;
    const wyrm_difficulty *difficulty = &game->difficulty;
    XXH3_INITSTATE(&all.state);
    XXH3_64bits_reset(&all.state);
    all.used = 0;
    put_64(to, game->seed);
    put_64(to, game->run);
    put_64(to, game->commands);
    put_32(to, game->turn);
    put_32(to, game->phase);
    put_32(to, game->cause);
    put_32(to, game->killer);
    put_32(to, game->arena);
    put_32(to, game->goal_taken);
    put_32(to, difficulty->depth);
    put_32(to, difficulty->wins);
    put_experience(to, &difficulty->tracker);
    put_64(to, difficulty->pending);
    put_32(to, difficulty->gear_base);
    for (int i = 0; i < WYRM_ONCE_MAX / 64; i++)
        if (difficulty->come[i] != 0) { /* only if set, as in games without such monsters */
            put_32(to, i);
            put_64(to, difficulty->come[i]);
        }
    for (size_t i = 0; i < WYRM_PITY_MAX; i++)
        put_32(to, game->loot.pity.rooms[i]);
    for (size_t i = 0; i < game->loot.used; i++)
        put_32(to, game->loot.counts[i]);
    put_experience(to, &game->experience);
    put_creature(to, &game->player);
    put_due(to, game, &game->player);
    put_combatant(to, &game->bare);
    put_32(to, game->fullness);
    put_32(to, game->starved);
    put_32(to, game->healing);
    put_32(to, game->choices);
    put_64(to, game->boost_count);
    for (size_t i = 0; i < game->boost_count; i++) {
        put_32(to, game->boosts[i].stat);
        put_real(to, game->boosts[i].amount);
        put_32(to, game->boosts[i].turns);
    }
    put_items(to, game->pack, game->pack_count);
    for (size_t i = 0; i < sizeof game->barred / sizeof *game->barred; i++)
        put_64(to, game->barred[i]);
    for (size_t i = 0; i < sizeof game->gone / sizeof *game->gone; i++)
        if (game->gone[i] != 0) {
            put_64(to, i);
            put_64(to, game->gone[i]);
        }
    for (size_t i = 0; i < sizeof game->more / sizeof *game->more; i++)
        if (game->more[i] != 0) {
            put_64(to, ~(uint64_t)i); /* distinct from the indices of `gone` */
            put_64(to, game->more[i]);
        }
    if (game->empty != 0)
        put_32(to, (int32_t)game->empty);
    put_level(to, game);
    put_trade(to, game);
    digest_flush(to);
    return XXH3_64bits_digest(&all.state);
}

/* ---- Items and monsters that the player does without (options.without) ---- */

/* Whether a word means a name: "sleep_scroll" or its plural "sleep_scrolls". */
static bool means_name(const char *word, const char *name)
{
    size_t length = strlen(name);
    return strncmp(word, name, length) == 0 &&
           (word[length] == '\0' || (word[length] == 's' && word[length + 1] == '\0'));
}

/* The last part of a name, "scroll" of "sleep_scroll"; all of a name without parts. */
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
        if (facts->kind_categories[index] >> i & 1 && means_name(word, facts->categories[i]))
            return true;
    return means_name(word, kind->name) || means_name(word, last_word(kind->name)) ||
           means_name(word, wyrm_item_class_name(kind->item_class));
}

/* Marks one thing of the ruleset, "monsters.orc" or "+monsters.orc", in the game. False if the word
 * has another form, or there is no such thing. */
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

/* The error for a word of that form that names nothing. */
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

/* The error for a word that names no item. The hint is the monster of that name, the nearest word,
 * or else one item and as many words for groups of items as fit. */
static wyrm_status fail_for(const wyrm_engine *engine, const char *word, wyrm_error *error)
{
    const char *words[2 * WYRM_KINDS_MAX + WYRM_ITEM_CLASS_COUNT + WYRM_LOOT_CATEGORIES_MAX];
    const wyrm_loot_facts *facts = wyrm_loot_facts_of(engine->loot);
    size_t count = 0; /* number of words, group names first; some may match no kind */
    for (int i = 0; i < WYRM_ITEM_CLASS_COUNT; i++)
        words[count++] = wyrm_item_class_name((wyrm_item_class)i);
    for (size_t i = 0; i < facts->category_count; i++)
        words[count++] = facts->categories[i];
    for (size_t i = 0; i < engine->kind_count; i++) {
        words[count++] = engine->kinds[i].name;
        words[count++] = last_word(engine->kinds[i].name);
    }
    wyrm_fail(error, WYRM_ERROR_UNKNOWN, "no item is called '%.60s'", word);
    const char *dot = strchr(word, '.'), *name = dot ? dot + 1 : word;
    const bool monster = wyrm_roster_find(engine->roster, name) >= 0;
    const char *nearest = monster ? name : error ? wyrm_nearest(word, words, count) : NULL;
    if (error && nearest)
        snprintf(error->hint, sizeof error->hint, "did you mean '%s%.60s'?",
                 monster ? "monsters." : "", nearest);
    if (!error || nearest || engine->kind_count == 0)
        return WYRM_ERROR_UNKNOWN;
    char *hint = error->hint;
    const size_t most = sizeof error->hint;
    size_t length = (size_t)snprintf(hint, most, "such as %.63s", engine->kinds[0].name);
    for (size_t i = 0; i < count; i++) {
        size_t kinds = 0, before = 0;
        for (size_t k = 0; k < engine->kind_count; k++)
            kinds += means_kind(engine, words[i], k);
        while (strcmp(words[before], words[i]) != 0)
            before++;
        if (kinds < 2 || before < i || length + strlen(words[i]) + 3 >= most)
            continue;
        length += (size_t)snprintf(hint + length, most - length, ", %s", words[i]);
    }
    return WYRM_ERROR_UNKNOWN;
}

/* ---- A new game ---- */

/* Zeroes the bytes of a game from one member up to another, which is kept. */
static void clear_between(wyrm_game *game, size_t from, size_t to)
{
    memset((char *)game + from, 0, to - from);
}

/* A game without a map, with a player of level 1 and nobody else. Leaves the large arrays alone. */
static void clear_game(const wyrm_engine *engine, uint64_t seed, uint64_t run, wyrm_game *game)
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

/* Rolls the player's hit points if they are random, by the constant luck of the game: see
 * wyrm_growth_hp. */
static void roll_player(const wyrm_engine *engine, wyrm_game *game)
{
    wyrm_combatant *bare = &game->bare;
    const wyrm_pmf *roll = wyrm_combat_hp_roll(engine->combat, bare);
    if (roll != NULL)
        bare->hp = bare->max_hp = wyrm_pmf_quantile(roll, game_player_luck(game));
    bare->hp_amount = 0;
}

void game_player_begin(const wyrm_engine *engine, wyrm_game *game)
{
    game->player.combatant = game->bare;
    memcpy(game->brought, &game->bare.stats[engine->first_slot],
           engine->slot_count * sizeof(double));
}

/* Begins a game without a map: bare player, outfit of the rules, and the bits for `without`. */
static wyrm_status begin_game(const wyrm_engine *engine, const wyrm_game_options *options,
                              wyrm_game *game, wyrm_error *error)
{
    wyrm_status status = wyrm_design_needs(engine->design, WYRM_SYSTEMS_OF_A_GAME, "a game", error);
    if (status != WYRM_OK)
        return status;
    clear_game(engine, options->seed, options->run, game);
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
    status = wyrm_combat_check(engine->combat, &game->bare, error);
    if (status != WYRM_OK)
        return status;
    roll_player(engine, game);
    game_player_begin(engine, game);
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

/* Puts an item of the kit into the pack, and puts it on if it does not clash with what is worn. */
static void put_kind(const wyrm_engine *engine, wyrm_game *game, int32_t kind, bool wears,
                     wyrm_rng *uses)
{
    const bool is_gear = game_is_gear(engine, kind);
    bool worn = wears && is_gear;
    wyrm_game_item item = game_item_new(
        engine, (wyrm_item){.kind = kind, .level = is_gear ? 1 : 0, .room = -1}, uses);
    for (size_t k = 0; k < game->pack_count; k++)
        worn =
            worn && !(game->pack[k].worn && game_gear_clash(engine, game->pack[k].item.kind, kind));
    item.worn = worn;
    game_pack_put(game, item);
}

/* Puts the kit of the rules into the pack, without barred kinds. A name that a weapon and an armor
 * share means both. */
static void put_kit(const wyrm_engine *engine, wyrm_game *game, bool wears)
{
    const wyrm_play_rules *rules = &engine->rules;
    wyrm_rng uses = wyrm_rng_start(game->seed, game->run, WYRM_STREAM_USES, 0);
    for (size_t i = 0; i < rules->kit_count; i++)
        for (int32_t kind = 0; kind < (int32_t)engine->kind_count; kind++)
            if (strcmp(engine->kinds[kind].name, rules->kit[i]) == 0 &&
                !game_is_barred(game, kind) && !game_pack_is_full(engine, game))
                put_kind(engine, game, kind, wears, &uses);
    game_player_dress(engine, game);
}

/* Enters the first floor, with a player already dressed. */
static wyrm_status enter_first(wyrm_engine *engine, const wyrm_listener *listener, wyrm_game *game,
                               wyrm_error *error)
{
    game_turn turn;
    wyrm_status status = wyrm_combat_check(engine->combat, &game->player.combatant, error);
    if (status != WYRM_OK)
        return status;
    game_turn_begin(&turn, engine, game, listener, error);
    game_level_enter(&turn);
    game_level_look(&turn);
    return turn.status;
}

wyrm_status wyrm_game_start(wyrm_engine *engine, const wyrm_game_options *options,
                            const wyrm_listener *listener, wyrm_game *game, wyrm_error *error)
{
    wyrm_status status = begin_game(engine, options, game, error);
    if (status != WYRM_OK)
        return status;
    put_kit(engine, game, true);
    return enter_first(engine, listener, game, error);
}

/* ---- A new game on a deeper map, with the player expected there ---- */

#define MAPS_MAX 1000 /* a dungeon with more maps counts as endless */

/* Gives the player level, body and worn gear of the reference, and the kit of a new game
 * besides. */
static void equip_player(const wyrm_engine *engine, const wyrm_outfit *outfit, int32_t lives,
                         wyrm_game *game)
{
    game->bare = outfit->bare;
    roll_player(engine, game);
    game->experience =
        wyrm_growth_at_level(engine->growth, game->bare.level > 1 ? game->bare.level : 1);
    int64_t hp = game->bare.max_hp * lives;
    game->bare.max_hp = hp < WYRM_HP_MAX ? hp : WYRM_HP_MAX;
    for (size_t i = 0; i < outfit->gear_count && !game_pack_is_full(engine, game); i++) {
        const wyrm_gear *gear = &outfit->gear[i];
        const bool is_weapon = gear->role == WYRM_ROLE_WEAPON;
        int32_t kind = 0; /* the first of its class if the gear has no name */
        while (
            kind < (int32_t)engine->kind_count &&
            (engine->kinds[kind].item_class != (is_weapon ? WYRM_ITEM_WEAPON : WYRM_ITEM_ARMOR) ||
             (gear->name && strcmp(engine->kinds[kind].name, gear->name) != 0)))
            kind++;
        if (kind == (int32_t)engine->kind_count || game_is_barred(game, kind))
            continue;
        const wyrm_item item = {
            .kind = kind, .level = gear->name ? 1 : gear->level, .bonus = gear->plus, .room = -1};
        game_pack_put(game, (wyrm_game_item){.item = item, .uses = 1, .worn = true});
    }
    put_kit(engine, game, false);
    game->player.combatant.hp = game->player.combatant.max_hp;
}

wyrm_status wyrm_game_start_at_depth(wyrm_engine *engine, const wyrm_game_options *options,
                                     int32_t depth, int32_t lives, const wyrm_listener *listener,
                                     wyrm_game *game, wyrm_error *error)
{
    game_turn turn;
    wyrm_reference reference;
    wyrm_difficulty *difficulty = &game->difficulty;
    if (depth < 1 || lives < 1)
        return wyrm_fail(error, WYRM_ERROR_ARGUMENT, "a game begins on a depth of at least 1");
    wyrm_status status = begin_game(engine, options, game, error);
    if (status != WYRM_OK)
        return status;
    /* The maps of earlier depths are made as for a player who walks through without touching
     * anything. */
    while (difficulty->depth < depth && !wyrm_encounter_is_final(engine->encounter, difficulty)) {
        if (difficulty->depth >= MAPS_MAX)
            return wyrm_fail(error, WYRM_ERROR_ARGUMENT, "this dungeon has no last floor");
        game_turn_begin(&turn, engine, game, NULL, error);
        game_level_enter(&turn);
        if (turn.status != WYRM_OK)
            return turn.status;
        wyrm_encounter_descend(engine->encounter, difficulty);
    }
    status = wyrm_design_reference(engine->design, difficulty->depth, &reference, error);
    if (status != WYRM_OK)
        return status;
    equip_player(engine, &reference.outfit, lives, game);
    return enter_first(engine, listener, game, error);
}

/* ---- Set fights ----
 *
 * In a room the player stands at the western wall, in a corridor at the western end, in the open in
 * the middle. The first monster stands the wanted number of tiles to the east; the others stand
 * north and south of it and behind, so that none is nearer. */

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
    wyrm_status status = wyrm_combat_check(engine->combat, &arena->player, error);
    for (size_t i = 0; i < arena->count && status == WYRM_OK; i++)
        status = wyrm_combat_check(engine->combat, &arena->monsters[i].combatant, error);
    if (status != WYRM_OK)
        return status;
    const wyrm_arena_floor place = wyrm_arena_floor_of(arena->shape);
    const int32_t distance = wyrm_arena_distance(arena);
    clear_game(engine, seed, run, game);
    game->arena = true;
    game->experience = wyrm_growth_at_level(engine->growth, arena->player.level);
    wyrm_rng bodies = wyrm_rng_start(seed, run, WYRM_STREAM_BODIES, 0);
    game->bare = arena->player;
    game_body_roll(engine, &bodies, &game->bare);
    game_player_begin(engine, game);
    wyrm_map *map = &game->map; /* one fully known room with walls around */
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
    game_map_is_made(game);
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
        game_body_roll(engine, &bodies, &monster->body.combatant);
        monster->body.turns[WYRM_ASLEEP] = from->asleep ? GAME_DOZE : 0;
        if (engine->rules.first == WYRM_FIRST_MONSTER)
            monster->body.due = GAME_WHOLE_TURN;
        game->marks[at.y * game->map.width + at.x] |= WYRM_MARK_MONSTER;
    }
    return WYRM_OK;
}
