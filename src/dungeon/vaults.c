/* Vaults: parts of maps, or whole floors, drawn by hand in the ruleset.
 *
 * A picture is a block of text, a character a tile; a legend says what the characters mean that are
 * none of the usual ones. What a floor gets is drawn vault by vault, and then each looks for the
 * place where it covers the fewest tiles that one can stand on, best none: corridors that it cuts
 * are dug anew around it (regions.c). What stands in a picture is put there when the floor is
 * populated, before what encounters and loot bring.
 *
 * A vault that comes once a game has its depth from a stream of the game's own, so that nothing has
 * to be remembered from floor to floor. */
#include "dungeon/internal.h"
#include <string.h>
#include <wyrm/streams.h>

#define VAULTS_MAX  256
#define THINGS_MAX  WYRM_VAULT_THINGS_MAX /* of a picture */
#define PICTURE_MAX 70000

static const wyrm_field sign_rows[] = {
    WYRM_ROW("sign", TEXT, .required = true, .summary = "the character of the picture",
             .hint = "in quotes where YAML has a use for it: \"~\""),
    WYRM_ROW("terrain", NAME,
             .summary = "what lies there: a terrain, `floor` or `wall`. Without it, the floor"),
    WYRM_ROW("monster", NAME, .summary = "who stands there"),
    WYRM_ROW("level", INTEGER, .least = 1, .greatest = 10000,
             .summary = "the monster's level; without it, the depth"),
    WYRM_ROW("item", NAME, .summary = "a weapon, piece of armor or item that lies there"),
    {.kind = WYRM_KIND_END},
};
static const wyrm_field sign_element[] =
    WYRM_ELEMENT("sign", RECORD, .fields = sign_rows, .summary = "what a character means");

static const wyrm_field vault_rows[] = {
    WYRM_ROW("map", TEXT, .required = true, .lines = true, .greatest = PICTURE_MAX,
             .summary = "the picture, `map: |` and a line a row: `#` wall, `.` floor, `>` the "
                        "way on, a blank what the map has there, of a whole floor wall; `@` of a "
                        "whole floor where the player starts; the rest as in the legend"),
    WYRM_ROW("legend", LIST, .fields = sign_element, .greatest = 90, .default_value = "[]",
             .summary = "What its other characters mean."),
    WYRM_ROW("depths", RANGE, .least = 1, .greatest = WYRM_DEPTH_MAX, .default_value = "[1, 10000]",
             .summary = "the floors that may have it"),
    WYRM_ROW("chance", TABLE, .greatest = 1, .default_value = "1",
             .summary = "the chance of one of those floors to have it, by depth"),
    WYRM_ROW("once", BOOL, .default_value = "false",
             .summary = "whether it comes exactly once a game: on one of its depths, each as "
                        "likely. Where two fall on one floor, and one is the whole floor, the "
                        "other does not come"),
    WYRM_ROW("floor", BOOL, .default_value = "false",
             .summary = "whether it is the whole floor; of several that are drawn, the first. It "
                        "gives way to what comes once"),
    WYRM_ROW("filled", BOOL, .default_value = "true",
             .summary = "of a whole floor: whether the monsters and items of its depth come, too"),
    {.kind = WYRM_KIND_END},
};
const wyrm_field wyrm_vault_element[] =
    WYRM_ELEMENT("vault", RECORD, .fields = vault_rows, .summary = "one picture");

/* What a character means. */
typedef struct sign {
    bool known, keeps, starts, exits; /* keeps: what the map has there */
    uint8_t tile;
    int32_t monster, level; /* -1: none; 0: that of the depth */
    const char *item;       /* NULL: none */
} sign;

typedef struct thing {
    int16_t x, y; /* in the picture */
    char sign;
} thing;

struct wyrm_vault {
    wyrm_vault_facts facts;
    const wyrm_value *chance;
    int32_t first, last;
    bool filled;
    const char *cells; /* width x height; a short line ends in blanks */
    const sign *signs; /* by character */
    size_t thing_count;
    thing *things;
    wyrm_position start, exit; /* in the picture, where there are */
    bool has_exit;
};

/* ---- reading ---- */

static const sign *sign_of(const wyrm_vault *vault, int x, int y)
{
    return &vault->signs[(unsigned char)vault->cells[y * vault->facts.width + x]];
}

/* Whether a record of weapons, armors or items has the name. */
static bool is_item(const wyrm_ruleset *ruleset, const char *name)
{
    static const char *const maps[] = {"weapons", "armors", "items"};
    for (int i = 0; i < 3; i++)
        if (wyrm_value_get(wyrm_ruleset_find(ruleset, maps[i]), name) != NULL)
            return true;
    return false;
}

static uint8_t read_tile(wyrm_opening *o, const wyrm_furniture *furniture, const wyrm_value *named)
{
    const char *word = wyrm_value_text(named);
    if (named == NULL || strcmp(word, "floor") == 0)
        return WYRM_TILE_FLOOR;
    if (strcmp(word, "wall") == 0)
        return WYRM_TILE_WALL;
    const int32_t kind = wyrm_terrain_find(o, named);
    return kind >= 0 ? furniture->tiles[kind] : WYRM_TILE_FLOOR;
}

static void read_sign(wyrm_opening *o, const wyrm_furniture *furniture, const wyrm_value *record,
                      sign *signs)
{
    const wyrm_value *character = wyrm_value_get(record, "sign");
    const wyrm_value *who = wyrm_value_get(record, "monster");
    const wyrm_value *what = wyrm_value_get(record, "item");
    const wyrm_value *level = wyrm_value_get(record, "level");
    const wyrm_value *monsters = wyrm_ruleset_find(o->ruleset, "monsters");
    const char *text = wyrm_value_text(character);
    sign *out = &signs[(unsigned char)text[0]];
    if (text[0] <= ' ' || text[0] > '~' || text[1] != '\0') {
        wyrm_fault(o, character, NULL, "a sign is one printable ASCII character, not '%s'", text);
        return;
    }
    if (out->known)
        wyrm_fault(o, character, NULL,
                   strchr("#.>@", text[0]) ? "'%s' has its meaning: choose another character"
                                           : "'%s' stands in the legend twice",
                   text);
    *out = (sign){.known = true,
                  .tile = read_tile(o, furniture, wyrm_value_get(record, "terrain")),
                  .monster = -1,
                  .level = level != NULL ? (int32_t)wyrm_value_integer(level) : 0};
    if (who != NULL) {
        const size_t count = wyrm_value_count(monsters);
        for (size_t i = 0; i < count && out->monster < 0; i++)
            if (strcmp(wyrm_value_key(monsters, i), wyrm_value_text(who)) == 0)
                out->monster = (int32_t)i;
        if (out->monster < 0)
            wyrm_fault_name(o, who, wyrm_map_names(monsters), count, wyrm_value_text(who),
                            "no monster is called '%s'", wyrm_value_text(who));
    }
    if (what != NULL && !is_item(o->ruleset, wyrm_value_text(what)))
        wyrm_fault(o, what, NULL, "no item is called '%s'", wyrm_value_text(what));
    else if (what != NULL)
        out->item = wyrm_value_text(what);
    if ((who != NULL || what != NULL) && (out->tile & WYRM_TILE_BITS) == WYRM_TILE_WALL)
        wyrm_fault(o, record, NULL, "nothing stands in a wall");
}

static void read_signs(wyrm_opening *o, const wyrm_furniture *furniture, const wyrm_value *record,
                       wyrm_vault *vault)
{
    sign *signs = base_array(o->arena, sign, 256);
    const wyrm_value *legend = wyrm_value_get(record, "legend");
    signs['#'] = (sign){.known = true, .tile = WYRM_TILE_WALL, .monster = -1};
    signs['.'] = (sign){.known = true, .tile = WYRM_TILE_FLOOR, .monster = -1};
    signs['>'] = (sign){.known = true, .exits = true, .tile = WYRM_TILE_FLOOR, .monster = -1};
    signs['@'] = (sign){.known = true, .starts = true, .tile = WYRM_TILE_FLOOR, .monster = -1};
    signs[' '] =
        (sign){.known = true, .keeps = !vault->facts.floor, .tile = WYRM_TILE_WALL, .monster = -1};
    for (size_t i = 0; i < wyrm_value_count(legend); i++)
        read_sign(o, furniture, wyrm_value_item(legend, i), signs);
    vault->signs = signs;
}

/* The lines of a picture as cells; false where they are none that can be read. Where there are
 * blanks they may be missing at the end of a line, as editors take them away; else all lines are of
 * one length. */
static bool read_cells(wyrm_opening *o, const wyrm_value *picture, wyrm_vault *vault)
{
    const char *text = wyrm_value_text(picture);
    int32_t width = 0, height = 0;
    for (const char *line = text; *line != '\0'; height++) {
        const int32_t length = (int32_t)strcspn(line, "\n");
        width = length > width ? length : width;
        line += length + (line[length] == '\n');
    }
    if (width > WYRM_MAP_SIDE_MAX || height > WYRM_MAP_SIDE_MAX)
        wyrm_fault(o, picture, NULL, "a picture of %d x %d is too large: at most %d x %d",
                   (int)width, (int)height, WYRM_MAP_SIDE_MAX, WYRM_MAP_SIDE_MAX);
    else if (width == 0)
        wyrm_fault(o, picture, NULL, "the picture is empty");
    if (width > WYRM_MAP_SIDE_MAX || height > WYRM_MAP_SIDE_MAX || width == 0)
        return false;
    char *cells = base_array(o->arena, char, (size_t)(width * height));
    memset(cells, ' ', (size_t)(width * height));
    vault->cells = cells;
    vault->facts.width = width;
    vault->facts.height = height;
    bool right = true;
    int32_t y = 0;
    for (const char *line = text; *line != '\0'; y++) {
        const int32_t length = (int32_t)strcspn(line, "\n");
        memcpy(cells + y * width, line, (size_t)length);
        if (length < width && strchr(text, ' ') == NULL) {
            wyrm_fault_in(o, picture, y, length, NULL,
                          "this line has %d characters, the longest %d", (int)length, (int)width);
            right = false;
        }
        line += length + (line[length] == '\n');
    }
    return right;
}

static void add_thing(wyrm_opening *o, const wyrm_value *picture, wyrm_vault *vault, int x, int y)
{
    if (vault->thing_count == THINGS_MAX) {
        wyrm_fault_in(o, picture, y, x, NULL, "more than %d monsters and items in a picture",
                      THINGS_MAX);
        return;
    }
    vault->things[vault->thing_count++] =
        (thing){(int16_t)x, (int16_t)y, vault->cells[y * vault->facts.width + x]};
}

/* What each character is; false where one is none. */
static bool read_picture(wyrm_opening *o, const wyrm_value *picture, wyrm_vault *vault)
{
    int starts = 0, exits = 0;
    bool right = true;
    vault->things = base_array(o->arena, thing, THINGS_MAX);
    for (int y = 0; y < vault->facts.height; y++)
        for (int x = 0; x < vault->facts.width; x++) {
            const sign *is = sign_of(vault, x, y);
            const char character = vault->cells[y * vault->facts.width + x];
            const char *wrong = NULL;
            if (!is->known)
                wrong = "'%c' does not stand in the legend";
            else if (is->starts && !vault->facts.floor)
                wrong = "'%c' is for a vault that is a whole floor (floor: true)";
            else if ((is->starts && starts++ > 0) || (is->exits && exits++ > 0))
                wrong = "there is a second '%c'";
            if (wrong != NULL) {
                const char shown = character > ' ' && character <= '~' ? character : '?';
                wyrm_fault_in(o, picture, y, x,
                              is->known ? NULL : "add {sign: ..., terrain: ...} to its legend",
                              wrong, shown);
                right = false;
                continue;
            }
            if (is->starts)
                vault->start = (wyrm_position){(int16_t)x, (int16_t)y};
            if (is->exits)
                vault->exit = (wyrm_position){(int16_t)x, (int16_t)y};
            if (is->monster >= 0 || is->item != NULL)
                add_thing(o, picture, vault, x, y);
        }
    vault->has_exit = exits > 0;
    if (right && vault->facts.floor && (starts == 0 || exits == 0)) {
        wyrm_fault(o, picture, NULL, "a whole floor needs '%c', %s", starts == 0 ? '@' : '>',
                   starts == 0 ? "where the player starts" : "the way on");
        right = false;
    }
    return right;
}

/* Draws it on a map of its own size, to be walked on. */
static void stamp(const wyrm_vault *vault, int left, int top, wyrm_map *map)
{
    for (int y = 0; y < vault->facts.height; y++)
        for (int x = 0; x < vault->facts.width; x++) {
            const sign *is = sign_of(vault, x, y);
            if (!is->keeps)
                map->tiles[(top + y) * map->width + left + x] = is->tile;
        }
}

/* Ways lead in, and from there to the way on; of a floor from where the player starts. What is
 * checked is a map of nothing but floor around the picture: whatever real map it comes to, its ways
 * begin where the edge, or a blank that keeps the map, can be walked on. */
static void check_ways(wyrm_opening *o, const wyrm_value *picture, const wyrm_vault *vault)
{
    const int32_t width = vault->facts.width, height = vault->facts.height;
    wyrm_map *map = base_new(o->arena, wyrm_map);
    uint8_t *reached = base_array(o->arena, uint8_t, (size_t)(width * height));
    bool enters = vault->facts.floor, leads_on = false;
    map->width = width;
    map->height = height;
    memset(map->tiles, WYRM_TILE_FLOOR, (size_t)(width * height));
    stamp(vault, 0, 0, map);
    const int32_t exit = vault->exit.y * width + vault->exit.x;
    for (int32_t i = 0; i < width * height && !vault->facts.floor; i++) {
        const int x = i % width, y = i / width;
        const bool is_edge = x == 0 || y == 0 || x == width - 1 || y == height - 1;
        if (!(is_edge || sign_of(vault, x, y)->keeps) || !wyrm_tile_is_ground(map->tiles[i]))
            continue;
        enters = true;
        if (vault->has_exit && !leads_on) {
            wyrm_map_flood(map, (wyrm_position){(int16_t)x, (int16_t)y}, NULL, reached);
            leads_on = reached[exit];
        }
    }
    if (vault->facts.floor) {
        wyrm_map_flood(map, vault->start, NULL, reached);
        leads_on = reached[exit];
    }
    if (!enters)
        wyrm_fault(o, picture, "let its edge have floor or a door",
                   "no way leads into the picture");
    else if (vault->has_exit && !leads_on)
        wyrm_fault_in(o, picture, vault->exit.y, vault->exit.x, "ways do not lead over what hurts",
                      vault->facts.floor ? "no way leads from '@' to '>'"
                                         : "no way leads into the picture and to '>'");
}

/* It has to leave room for the ways around it, and for where the player starts. */
static void check_size(wyrm_opening *o, const wyrm_value *picture, const wyrm_vault *vault,
                       int32_t width, int32_t height)
{
    if (!vault->facts.floor &&
        (vault->facts.width > (width - 4) / 2 || vault->facts.height > height - 4) &&
        (vault->facts.height > (height - 4) / 2 || vault->facts.width > width - 4))
        wyrm_fault(o, picture,
                   "a whole floor is said by floor: true; a larger one by width and height of map",
                   "a picture of %d x %d is too large for a map of %d x %d", vault->facts.width,
                   vault->facts.height, (int)width, (int)height);
}

static void read_vault(wyrm_opening *o, const wyrm_furniture *furniture, const char *name,
                       const wyrm_value *record, wyrm_vault *vault)
{
    const wyrm_value *picture = wyrm_value_get(record, "map");
    const wyrm_value *depths = wyrm_value_get(record, "depths");
    *vault = (wyrm_vault){.facts = {.name = name,
                                    .floor = key_flag(record, "floor"),
                                    .once = key_flag(record, "once")},
                          .chance = wyrm_value_get(record, "chance"),
                          .first = (int32_t)wyrm_value_low(depths),
                          .last = (int32_t)wyrm_value_high(depths),
                          .filled = key_flag(record, "filled")};
    read_signs(o, furniture, record, vault);
    if (!read_cells(o, picture, vault) || !read_picture(o, picture, vault))
        return;
    check_size(o, picture, vault, furniture->width, furniture->height);
    check_ways(o, picture, vault);
}

void wyrm_vaults_read(wyrm_opening *o, wyrm_furniture *furniture)
{
    const wyrm_value *list = wyrm_ruleset_find(o->ruleset, "vaults");
    furniture->vault_count = wyrm_value_count(list);
    furniture->vaults = base_array(o->arena, wyrm_vault, furniture->vault_count);
    for (size_t i = 0; i < furniture->vault_count; i++)
        read_vault(o, furniture, wyrm_value_key(list, i), wyrm_value_item(list, i),
                   &furniture->vaults[i]);
}

/* ---- which a floor has ---- */

/* Every floor asks the same stream for the one depth of a vault that comes once, and only that
 * floor finds that it is meant. */
static bool comes(const wyrm_vault *vault, size_t index, const wyrm_map_place *place, wyrm_rng *rng)
{
    if (place->depth < vault->first || place->depth > vault->last)
        return false;
    if (vault->facts.once) {
        wyrm_rng game = wyrm_rng_start(place->seed, place->run, WYRM_STREAM_VAULTS, index);
        return wyrm_rng_between(&game, vault->first, vault->last) == place->depth;
    }
    return wyrm_rng_real(rng) < wyrm_value_at_depth(vault->chance, place->depth);
}

/* ---- placing ---- */

#define TRIES 64

/* How many tiles that one can stand on a vault would cover; INT32_MAX where it must not stand. A
 * vault with a way on of its own may cover the old one, never the start. Two vaults leave a tile
 * between them, for the ways around. */
static int32_t cost_at(const wyrm_vault *vault, int left, int top, const wyrm_map *map)
{
    const int right = left + vault->facts.width, bottom = top + vault->facts.height;
    const wyrm_position keep[] = {map->start, map->exit};
    int32_t cost = 0;
    for (int i = 0; i < (vault->has_exit ? 1 : 2); i++)
        if (keep[i].x >= left && keep[i].x < right && keep[i].y >= top && keep[i].y < bottom)
            return INT32_MAX;
    for (int32_t i = 0; i < map->vault_count; i++) {
        const wyrm_room *other = &map->vaults[i].at;
        if (left <= other->x + other->width && right >= other->x &&
            top <= other->y + other->height && bottom >= other->y)
            return INT32_MAX;
    }
    for (int y = top; y < bottom; y++)
        for (int x = left; x < right; x++)
            cost += (map->tiles[y * map->width + x] & WYRM_TILE_BITS) != WYRM_TILE_WALL;
    return cost;
}

/* Places are tried at random, so that vaults do not gather in a corner; where none of them will do,
 * all are looked at from the first, so that one that has a place gets it. Two tiles at the edge are
 * kept for the ways around it. */
static void place_vault(const wyrm_vault *vault, int32_t index, wyrm_rng *rng, wyrm_map *map)
{
    const int right = map->width - vault->facts.width - 2;
    const int bottom = map->height - vault->facts.height - 2;
    int32_t least = INT32_MAX;
    int left = 0, top = 0;
    if (map->vault_count == WYRM_MAP_VAULTS_MAX)
        return;
    for (int i = 0; i < TRIES && least > 0; i++) {
        const int x = (int)wyrm_rng_between(rng, 2, right);
        const int y = (int)wyrm_rng_between(rng, 2, bottom);
        const int32_t cost = cost_at(vault, x, y, map);
        if (cost < least)
            least = cost, left = x, top = y;
    }
    for (int y = 2; y <= bottom && least == INT32_MAX; y++)
        for (int x = 2; x <= right && least == INT32_MAX; x++) {
            least = cost_at(vault, x, y, map);
            left = x, top = y;
        }
    if (least == INT32_MAX)
        return;
    stamp(vault, left, top, map);
    map->vaults[map->vault_count++] = (wyrm_placed_vault){
        index,
        {(int16_t)left, (int16_t)top, (int16_t)vault->facts.width, (int16_t)vault->facts.height}};
    if (vault->has_exit) {
        map->tiles[map->exit.y * map->width + map->exit.x] = WYRM_TILE_FLOOR;
        map->exit =
            (wyrm_position){(int16_t)(left + vault->exit.x), (int16_t)(top + vault->exit.y)};
    }
}

static void make_floor(const wyrm_vault *vault, int32_t index, wyrm_map *map)
{
    map->width = vault->facts.width;
    map->height = vault->facts.height;
    stamp(vault, 0, 0, map);
    map->start = vault->start;
    map->exit = vault->exit;
    map->vaults[0] = (wyrm_placed_vault){index, {0, 0, 0, 0}};
    map->vault_count = 1;
    wyrm_map_regions(map, 1);
}

/* The whole floor, of the vaults that come; -1: none. One by chance gives way to whatever comes
 * once, as that has no other floor to be on. */
static int32_t whole_floor(const wyrm_furniture *furniture, const bool *came)
{
    int32_t whole = -1;
    bool gives_way = false;
    for (size_t i = furniture->vault_count; i-- > 0;) {
        const wyrm_vault_facts *facts = &furniture->vaults[i].facts;
        gives_way |= came[i] && facts->once;
        if (came[i] && facts->once && facts->floor)
            whole = (int32_t)i;
    }
    for (size_t i = 0; i < furniture->vault_count && whole < 0 && !gives_way; i++)
        if (came[i] && furniture->vaults[i].facts.floor)
            whole = (int32_t)i;
    return whole;
}

/* All are drawn before any is placed, so that which ones come does not hang on the map. */
bool wyrm_vaults_put(const wyrm_furniture *furniture, const wyrm_map_place *place, wyrm_rng *rng,
                     wyrm_map *map)
{
    bool came[VAULTS_MAX] = {false};
    map->vault_count = 0;
    for (size_t i = 0; i < furniture->vault_count; i++)
        came[i] = comes(&furniture->vaults[i], i, place, rng);
    const int32_t whole = whole_floor(furniture, came);
    if (whole >= 0) {
        make_floor(&furniture->vaults[whole], whole, map);
    } else {
        for (int once = 1; once >= 0; once--) /* what comes once has the first choice */
            for (size_t i = 0; i < furniture->vault_count; i++) {
                const wyrm_vault *vault = &furniture->vaults[i];
                if (came[i] && !vault->facts.floor && vault->facts.once == (once == 1))
                    place_vault(vault, (int32_t)i, rng, map);
            }
    }
    if (map->vault_count > 0) {
        if (whole < 0)
            wyrm_map_join(map);
        map->tiles[map->exit.y * map->width + map->exit.x] =
            map->final ? WYRM_TILE_GOAL : WYRM_TILE_STAIRS;
    }
    return whole >= 0;
}

/* ---- what stands in them ---- */

bool wyrm_mapper_fills(const wyrm_mapper *mapper, const wyrm_map *map)
{
    if (map->vault_count == 0)
        return true;
    const wyrm_vault *first = &mapper->furniture.vaults[map->vaults[0].vault];
    return !first->facts.floor || first->filled;
}

size_t wyrm_vault_things(const wyrm_furniture *furniture, const wyrm_map *map,
                         wyrm_vault_thing *out, size_t most)
{
    size_t count = 0;
    for (int32_t i = 0; i < map->vault_count; i++) {
        const wyrm_placed_vault *placed = &map->vaults[i];
        const wyrm_vault *vault = &furniture->vaults[placed->vault];
        for (size_t k = 0; k < vault->thing_count && count < most; k++) {
            const thing *of = &vault->things[k];
            const sign *is = &vault->signs[(unsigned char)of->sign];
            out[count++] = (wyrm_vault_thing){
                .at = {(int16_t)(placed->at.x + of->x), (int16_t)(placed->at.y + of->y)},
                .monster = is->monster,
                .level = is->level,
                .item = is->item};
        }
    }
    return count;
}

/* ---- asked ---- */

size_t wyrm_mapper_vaults(const wyrm_mapper *mapper)
{
    return mapper != NULL ? mapper->furniture.vault_count : 0;
}

wyrm_vault_facts wyrm_mapper_vault(const wyrm_mapper *mapper, size_t index)
{
    return mapper->furniture.vaults[index].facts;
}

double wyrm_mapper_vault_chance(const wyrm_mapper *mapper, size_t index, int32_t depth)
{
    const wyrm_vault *vault = &mapper->furniture.vaults[index];
    if (depth < vault->first || depth > vault->last)
        return 0;
    return vault->facts.once ? 1.0 / (1.0 + vault->last - vault->first)
                             : wyrm_value_at_depth(vault->chance, depth);
}

static void count_things(const wyrm_vault *vault, double chance, int32_t monster, const char *item,
                         wyrm_vault_means *out)
{
    for (size_t k = 0; k < vault->thing_count; k++) {
        const sign *is = &vault->signs[(unsigned char)vault->things[k].sign];
        if (is->monster >= 0 && (monster < 0 || is->monster == monster))
            out->monsters += chance;
        if (is->item != NULL && (item == NULL || strcmp(is->item, item) == 0))
            out->items += chance;
    }
}

/* As whole_floor chooses: the first of the whole floors that come once, else whatever else comes
 * once; where nothing does, the first of the whole floors that are drawn; and pictures where there
 * is no whole floor. */
wyrm_vault_means wyrm_mapper_vault_means(const wyrm_mapper *mapper, int32_t depth, int32_t monster,
                                         const char *item)
{
    enum { FLOOR_ONCE, ONCE, FLOOR, OTHER, TURNS };
    const size_t count = wyrm_mapper_vaults(mapper);
    wyrm_vault_means out = {0};
    double none[TURNS] = {1, 1, 1, 1}; /* that none of them came */
    for (int turn = 0; turn < TURNS; turn++)
        for (size_t i = 0; i < count; i++) {
            const wyrm_vault *vault = &mapper->furniture.vaults[i];
            const bool once = vault->facts.once;
            if (turn != (vault->facts.floor ? (once ? FLOOR_ONCE : FLOOR) : once ? ONCE : OTHER))
                continue;
            const double chance = wyrm_mapper_vault_chance(mapper, i, depth);
            double may = none[FLOOR_ONCE];
            if (turn == FLOOR)
                may *= none[ONCE] * none[FLOOR];
            else if (turn == OTHER)
                may *= 1 - none[ONCE] * (1 - none[FLOOR]);
            count_things(vault, may * chance, monster, item, &out);
            out.alone += vault->facts.floor && !vault->filled ? may * chance : 0;
            none[turn] *= 1 - chance;
        }
    return out;
}
