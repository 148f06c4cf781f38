/* Furniture of maps, besides rooms and ways: kinds of terrain, vaults, lakes and doors. It is drawn
 * from a stream of its own, after rooms and ways, so that these do not depend on it. */
#include "dungeon/internal.h"
#include "loot/internal.h"
#include <wyrm/streams.h>
#include <string.h>

/* ---- kinds of terrain: the section `terrain`, and the byte of a map that each has ----
 *
 * The bits of a tile say what it means for sight and steps (wyrm_tile), so that code which looks at
 * many tiles need not look up its terrain. */

static const char *const colours[] = {
    [WYRM_COLOUR_GREY] = "grey",     [WYRM_COLOUR_WHITE] = "white",
    [WYRM_COLOUR_RED] = "red",       [WYRM_COLOUR_ORANGE] = "orange",
    [WYRM_COLOUR_YELLOW] = "yellow", [WYRM_COLOUR_GREEN] = "green",
    [WYRM_COLOUR_BLUE] = "blue",     [WYRM_COLOUR_PURPLE] = "purple",
    [WYRM_COLOUR_BROWN] = "brown",   NULL};

static const wyrm_field terrain_rows[] = {
    WYRM_ROW("title", TEXT, .summary = "as people read it, else made from its key"),
    WYRM_ROW("symbol", TEXT, .required = true,
             .summary = "its character on the map, printable ASCII",
             .hint = "in quotes where YAML has a use for it: \"~\", \"+\""),
    WYRM_ROW("colour", CHOICE, .choices = colours, .default_value = "grey",
             .summary = "its colour, where there are any"),
    WYRM_ROW("walk", BOOL, .default_value = "true", .summary = "one can stand on it"),
    WYRM_ROW("sight", BOOL, .default_value = "true",
             .summary = "one can see over it; from it one always can"),
    WYRM_ROW("monsters", BOOL, .default_value = "true",
             .summary = "monsters walk onto it, too; not onto doors, say, that they cannot open"),
    WYRM_ROW("cost", RATIO, .least = 0.1, .greatest = 100, .parts = 1000, .default_value = "1",
             .unit = "steps", .summary = "steps onto the floor that one onto it takes"),
    WYRM_ROW("damage", AMOUNT, .greatest = 1e6, .unit = "hit points",
             .summary = "taken from who stands there at the end of a turn; monsters, bots and the "
                        "autopilot go around it"),
    WYRM_ROW("becomes", NAME,
             .summary = "the terrain, or `floor`, that it is once walked onto; so doors open"),
    {.kind = WYRM_KIND_END},
};
const wyrm_field dungeon_terrain_element[] =
    WYRM_ELEMENT("terrain", RECORD, .fields = terrain_rows, .summary = "one kind of terrain");

static void read_symbol(rs_opening *o, const wyrm_value *record, wyrm_terrain *out)
{
    const wyrm_value *symbol = wyrm_value_get(record, "symbol");
    const char *text = wyrm_value_text(symbol);
    out->symbol = text[0];
    if (text[0] <= ' ' || text[0] > '~' || text[1] != '\0')
        rs_error(o, symbol, NULL, "a symbol is one printable ASCII character, not '%s'", text);
}

static uint8_t tile_of(const wyrm_terrain *terrain, size_t index)
{
    const unsigned tile = terrain->walk || terrain->sight ? WYRM_TILE_FLOOR : WYRM_TILE_WALL;
    const bool is_wall = tile == WYRM_TILE_WALL;
    const bool avoided = !is_wall && wyrm_terrain_is_avoided(terrain);
    return (uint8_t)(tile | ((unsigned)index + 1) << 2 |
                     (!is_wall && !terrain->sight ? WYRM_TILE_VEILED : 0) |
                     (avoided ? WYRM_TILE_AVOIDED : 0));
}

/* The index of the terrain that a value names; WYRM_TERRAIN_NONE, and an error, if there is
 * none. */
static int32_t find_terrain(rs_opening *o, const wyrm_value *name)
{
    const wyrm_value *list = wyrm_ruleset_find(o->ruleset, "terrain");
    const char *word = wyrm_value_text(name);
    for (size_t i = 0; i < wyrm_value_count(list); i++)
        if (strcmp(wyrm_value_key(list, i), word) == 0)
            return (int32_t)i;
    wyrm_error known = {0};
    wyrm_suggest(&known, word, rs_map_names(list), wyrm_value_count(list));
    rs_error(o, name, known.hint, "no terrain is called '%s'", word);
    return WYRM_TERRAIN_NONE;
}

static void read_terrain(rs_opening *o, dungeon_furniture *out)
{
    const wyrm_value *list = wyrm_ruleset_find(o->ruleset, "terrain");
    out->terrain_count = wyrm_value_count(list);
    for (size_t i = 0; i < out->terrain_count; i++) {
        const wyrm_value *record = wyrm_value_item(list, i);
        const wyrm_value *becomes = wyrm_value_get(record, "becomes");
        const wyrm_amount *damage = wyrm_value_amount(wyrm_value_get(record, "damage"));
        wyrm_terrain *terrain = &out->terrain[i];
        *terrain = (wyrm_terrain){
            .name = wyrm_value_key(list, i),
            .title = rs_title_of(o->arena, record, wyrm_value_key(list, i)),
            .colour = (wyrm_colour)key_choice(record, "colour"),
            .walk = key_flag(record, "walk"),
            .sight = key_flag(record, "sight"),
            .monsters = key_flag(record, "monsters"),
            .cost = key_ratio(record, "cost"),
            .damage = damage != NULL && damage->most > 0 ? damage : NULL,
            .becomes = WYRM_BECOMES_SAME,
        };
        read_symbol(o, record, terrain);
        if (strcmp(terrain->name, "floor") == 0 || strcmp(terrain->name, "wall") == 0)
            rs_error(o, record, NULL, "'%s' is what every map has: no terrain is called so",
                     terrain->name);
        if (becomes != NULL && strcmp(wyrm_value_text(becomes), "floor") == 0)
            terrain->becomes = WYRM_BECOMES_FLOOR;
        else if (becomes != NULL)
            terrain->becomes = find_terrain(o, becomes);
        out->tiles[i] = tile_of(terrain, i);
    }
}

/* ---- vaults: parts of maps, or whole floors, drawn by hand in the ruleset ----
 *
 * A picture is a block of text, a character for each tile; a legend gives the meaning of characters
 * that are not among the usual ones. First it is drawn which vaults a floor gets; then each takes
 * the place where it covers the fewest walkable tiles, ideally none: corridors that it cuts are dug
 * anew around it (paths.c). Monsters and items of a picture are placed when the floor is populated,
 * before those of encounter and loot.
 *
 * The depth of a vault that comes once a game is drawn from a stream of the whole game, so that
 * nothing has to be remembered from floor to floor. */

#define VAULTS_MAX  256
#define THINGS_MAX  DUNGEON_VAULT_THINGS_MAX /* in one picture */
#define PICTURE_MAX 70000

static const wyrm_field sign_rows[] = {
    WYRM_ROW("sign", TEXT, .required = true, .summary = "the character",
             .hint = "in quotes where YAML has a use for it: \"~\""),
    WYRM_ROW("terrain", NAME, .summary = "a terrain, `floor` or `wall`, else floor"),
    WYRM_ROW("monster", NAME, .summary = "who stands there"),
    WYRM_ROW("level", INTEGER, .least = 1, .greatest = 10000,
             .summary = "the monster's level, else the depth"),
    WYRM_ROW("item", NAME, .summary = "the weapon, armor or item there"),
    {.kind = WYRM_KIND_END},
};
static const wyrm_field sign_element[] =
    WYRM_ELEMENT("sign", RECORD, .fields = sign_rows, .summary = "what a character means");

static const wyrm_field vault_rows[] = {
    WYRM_ROW("map", TEXT, .required = true, .lines = true, .greatest = PICTURE_MAX,
             .summary = "the picture, `map: |` and a line a row: `#` wall, `.` floor, `>` the way "
                        "on, others as in the legend; a blank is what the map has there, of a "
                        "whole floor wall, and `@` where the player starts on a whole floor"),
    WYRM_ROW("legend", LIST, .fields = sign_element, .greatest = 90, .default_value = "[]",
             .summary = "what its other characters mean"),
    WYRM_ROW("depths", RANGE, .least = 1, .greatest = WYRM_DEPTH_MAX, .default_value = "[1, 10000]",
             .summary = "the floors that may have it"),
    WYRM_ROW("chance", TABLE, .greatest = 1, .default_value = "1",
             .summary = "chance that such a floor has it, by depth"),
    WYRM_ROW("once", BOOL, .default_value = "false",
             .summary = "it comes exactly once a game; on one of its depths that the dungeon has, "
                        "each as likely; where two fall on one floor, and one is the whole floor, "
                        "the other does not come"),
    WYRM_ROW("floor", BOOL, .default_value = "false",
             .summary = "it is the whole floor; of several that are drawn, the first; it gives way "
                        "to what comes once"),
    WYRM_ROW("filled", BOOL, .default_value = "true",
             .summary = "of a whole floor: monsters and items of its depth come, too"),
    {.kind = WYRM_KIND_END},
};
const wyrm_field dungeon_vault_element[] =
    WYRM_ELEMENT("vault", RECORD, .fields = vault_rows, .summary = "one picture");

static const dungeon_vault_sign *sign_of(const dungeon_vault *vault, int x, int y)
{
    return &vault->signs[(unsigned char)vault->cells[y * vault->facts.width + x]];
}

static uint8_t read_tile(rs_opening *o, const dungeon_furniture *furniture, const wyrm_value *named)
{
    const char *word = wyrm_value_text(named);
    if (named == NULL || strcmp(word, "floor") == 0)
        return WYRM_TILE_FLOOR;
    if (strcmp(word, "wall") == 0)
        return WYRM_TILE_WALL;
    const int32_t kind = find_terrain(o, named);
    return kind >= 0 ? furniture->tiles[kind] : WYRM_TILE_FLOOR;
}

static void read_sign(rs_opening *o, const dungeon_furniture *furniture, const wyrm_value *record,
                      dungeon_vault_sign *signs)
{
    const wyrm_value *character = wyrm_value_get(record, "sign");
    const wyrm_value *who = wyrm_value_get(record, "monster");
    const wyrm_value *what = wyrm_value_get(record, "item");
    const wyrm_value *level = wyrm_value_get(record, "level");
    const wyrm_value *monsters = wyrm_ruleset_find(o->ruleset, "monsters");
    const char *text = wyrm_value_text(character);
    dungeon_vault_sign *out = &signs[(unsigned char)text[0]];
    if (text[0] <= ' ' || text[0] > '~' || text[1] != '\0') {
        rs_error(o, character, NULL, "a sign is one printable ASCII character, not '%s'", text);
        return;
    }
    if (out->known)
        rs_error(o, character, NULL,
                 strchr("#.>@", text[0]) ? "'%s' has its meaning: choose another character"
                                         : "'%s' stands in the legend twice",
                 text);
    *out = (dungeon_vault_sign){.known = true,
                                .tile = read_tile(o, furniture, wyrm_value_get(record, "terrain")),
                                .monster = -1,
                                .level = level != NULL ? (int32_t)wyrm_value_integer(level) : 0};
    if (who != NULL) {
        const size_t count = wyrm_value_count(monsters);
        for (size_t i = 0; i < count && out->monster < 0; i++)
            if (strcmp(wyrm_value_key(monsters, i), wyrm_value_text(who)) == 0)
                out->monster = (int32_t)i;
        if (out->monster < 0)
            rs_error_name(o, who, rs_map_names(monsters), count, wyrm_value_text(who),
                          "no monster is called '%s'", wyrm_value_text(who));
    }
    if (who == NULL && level != NULL)
        rs_error(o, level, NULL, "'level' is a monster's, and '%s' is none", text);
    if (what != NULL && loot_check_thing(o, what, wyrm_value_text(what), "item"))
        out->item = wyrm_value_text(what);
    if ((who != NULL || what != NULL) && (out->tile & WYRM_TILE_BITS) == WYRM_TILE_WALL)
        rs_error(o, record, NULL, "nothing stands in a wall");
}

static void read_signs(rs_opening *o, const dungeon_furniture *furniture, const wyrm_value *record,
                       dungeon_vault *vault)
{
    dungeon_vault_sign *signs = base_array(o->arena, dungeon_vault_sign, 256);
    const wyrm_value *legend = wyrm_value_get(record, "legend");
    signs['#'] = (dungeon_vault_sign){.known = true, .tile = WYRM_TILE_WALL, .monster = -1};
    signs['.'] = (dungeon_vault_sign){.known = true, .tile = WYRM_TILE_FLOOR, .monster = -1};
    signs['>'] =
        (dungeon_vault_sign){.known = true, .exits = true, .tile = WYRM_TILE_FLOOR, .monster = -1};
    signs['@'] =
        (dungeon_vault_sign){.known = true, .starts = true, .tile = WYRM_TILE_FLOOR, .monster = -1};
    signs[' '] = (dungeon_vault_sign){
        .known = true, .keeps = !vault->facts.floor, .tile = WYRM_TILE_WALL, .monster = -1};
    for (size_t i = 0; i < wyrm_value_count(legend); i++)
        read_sign(o, furniture, wyrm_value_item(legend, i), signs);
    vault->signs = signs;
}

/* Splits a picture into cells; false if that is impossible. In a picture with blanks, lines may
 * lack those at their end, which editors remove; otherwise all lines must have one length. */
static bool read_cells(rs_opening *o, const wyrm_value *picture, dungeon_vault *vault)
{
    const char *text = wyrm_value_text(picture);
    int32_t width = 0, height = 0;
    for (const char *line = text; *line != '\0'; height++) {
        const int32_t length = (int32_t)strcspn(line, "\n");
        width = length > width ? length : width;
        line += length + (line[length] == '\n');
    }
    if (width > WYRM_MAP_SIDE_MAX || height > WYRM_MAP_SIDE_MAX)
        rs_error(o, picture, NULL, "a picture of %d x %d is too large: at most %d x %d", (int)width,
                 (int)height, WYRM_MAP_SIDE_MAX, WYRM_MAP_SIDE_MAX);
    else if (width == 0)
        rs_error(o, picture, NULL, "the picture is empty");
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
            rs_error_in(o, picture, y, length, NULL, "this line has %d characters, the longest %d",
                        (int)length, (int)width);
            right = false;
        }
        line += length + (line[length] == '\n');
    }
    return right;
}

static void add_thing(rs_opening *o, const wyrm_value *picture, dungeon_vault *vault, int x, int y)
{
    if (vault->thing_count == THINGS_MAX) {
        rs_error_in(o, picture, y, x, NULL, "more than %d monsters and items in a picture",
                    THINGS_MAX);
        return;
    }
    vault->things[vault->thing_count++] =
        (dungeon_vault_spot){(int16_t)x, (int16_t)y, vault->cells[y * vault->facts.width + x]};
}

/* Checks every character and finds start, exit, monsters and items; false if there is an error. */
static bool read_picture(rs_opening *o, const wyrm_value *picture, dungeon_vault *vault)
{
    int starts = 0, exits = 0;
    bool right = true;
    vault->things = base_array(o->arena, dungeon_vault_spot, THINGS_MAX);
    for (int y = 0; y < vault->facts.height; y++)
        for (int x = 0; x < vault->facts.width; x++) {
            const dungeon_vault_sign *is = sign_of(vault, x, y);
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
                rs_error_in(o, picture, y, x,
                            is->known ? NULL : "add {sign: ..., terrain: ...} to its legend", wrong,
                            shown);
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
        rs_error(o, picture, NULL, "a whole floor needs '%c', %s", starts == 0 ? '@' : '>',
                 starts == 0 ? "where the player starts" : "the way on");
        right = false;
    }
    return right;
}

/* Writes the tiles of a picture into a map. */
static void stamp(const dungeon_vault *vault, int left, int top, wyrm_map *map)
{
    for (int y = 0; y < vault->facts.height; y++)
        for (int x = 0; x < vault->facts.width; x++) {
            const dungeon_vault_sign *is = sign_of(vault, x, y);
            if (!is->keeps)
                map->tiles[(top + y) * map->width + left + x] = is->tile;
        }
}

/* Checks that a way leads into the picture and from there to its exit; in a whole floor from the
 * start. The map checked is all floor around the picture: on any real map ways can enter where the
 * edge, or a blank that keeps the map, is walkable. */
static void check_ways(rs_opening *o, const wyrm_value *picture, const dungeon_vault *vault)
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
        if (!(is_edge || sign_of(vault, x, y)->keeps) || !dungeon_tile_is_ground(map->tiles[i]))
            continue;
        enters = true;
        if (vault->has_exit && !leads_on) {
            dungeon_map_flood(map, (wyrm_position){(int16_t)x, (int16_t)y}, reached);
            leads_on = reached[exit];
        }
    }
    if (vault->facts.floor) {
        dungeon_map_flood(map, vault->start, reached);
        leads_on = reached[exit];
    }
    if (!enters)
        rs_error(o, picture, "let its edge have floor or a door", "no way leads into the picture");
    else if (vault->has_exit && !leads_on)
        rs_error_in(o, picture, vault->exit.y, vault->exit.x, "ways do not lead over what hurts",
                    vault->facts.floor ? "no way leads from '@' to '>'"
                                       : "no way leads into the picture and to '>'");
}

/* A picture must leave room for ways around it, and for the player's start. */
static void check_size(rs_opening *o, const wyrm_value *picture, const dungeon_vault *vault,
                       int32_t width, int32_t height)
{
    if (!vault->facts.floor &&
        (vault->facts.width > (width - 4) / 2 || vault->facts.height > height - 4) &&
        (vault->facts.height > (height - 4) / 2 || vault->facts.width > width - 4))
        rs_error(o, picture,
                 "a whole floor is said by floor: true; a larger one by width and height of map",
                 "a picture of %d x %d is too large for a map of %d x %d", vault->facts.width,
                 vault->facts.height, (int)width, (int)height);
}

/* Refuses keys that would be read over beside the others. */
static void check_keys(rs_opening *o, const wyrm_value *record, const dungeon_vault *vault)
{
    if (vault->facts.once && !rs_value_says_default(vault->chance))
        rs_error(o, vault->chance, NULL, "what comes once comes for certain, and has no chance");
    if (!vault->filled && !vault->facts.floor)
        rs_error(o, wyrm_value_get(record, "filled"), NULL,
                 "'filled' is for a vault that is a whole floor (floor: true)");
}

/* What comes once falls on a floor that the dungeon has, so that it does come. */
static void keep_within_dungeon(rs_opening *o, dungeon_vault *vault)
{
    const int32_t end = key_whole(wyrm_ruleset_find(o->ruleset, "encounter"), "last_depth");
    if (vault->facts.once && end >= vault->first && end < vault->last)
        vault->last = end;
}

static void read_vault(rs_opening *o, const dungeon_furniture *furniture, const char *name,
                       const wyrm_value *record, dungeon_vault *vault)
{
    const wyrm_value *picture = wyrm_value_get(record, "map");
    const wyrm_value *depths = wyrm_value_get(record, "depths");
    *vault = (dungeon_vault){.facts = {.name = name,
                                       .floor = key_flag(record, "floor"),
                                       .once = key_flag(record, "once")},
                             .chance = wyrm_value_get(record, "chance"),
                             .first = (int32_t)wyrm_value_low(depths),
                             .last = (int32_t)wyrm_value_high(depths),
                             .filled = key_flag(record, "filled")};
    check_keys(o, record, vault);
    keep_within_dungeon(o, vault);
    read_signs(o, furniture, record, vault);
    if (!read_cells(o, picture, vault) || !read_picture(o, picture, vault))
        return;
    check_size(o, picture, vault, furniture->width, furniture->height);
    check_ways(o, picture, vault);
}

static void read_vaults(rs_opening *o, dungeon_furniture *furniture)
{
    const wyrm_value *list = wyrm_ruleset_find(o->ruleset, "vaults");
    furniture->vault_count = wyrm_value_count(list);
    furniture->vaults = base_array(o->arena, dungeon_vault, furniture->vault_count);
    for (size_t i = 0; i < furniture->vault_count; i++)
        read_vault(o, furniture, wyrm_value_key(list, i), wyrm_value_item(list, i),
                   &furniture->vaults[i]);
}

/* ---- the vaults of a floor ---- */

/* Whether a floor has a vault. For one that comes once, every floor draws its depth from the same
 * stream, and only one of them finds it equal to its own. */
static bool comes(const dungeon_vault *vault, size_t index, const wyrm_map_place *place,
                  wyrm_rng *rng)
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

#define TRIES 64 /* random places for a vault */

/* The walkable tiles that a vault would cover there; INT32_MAX if it must not stand there. A vault
 * with an exit may cover the old exit, but never the start. A tile stays free between two vaults,
 * for ways around them. */
static int32_t cost_at(const dungeon_vault *vault, int left, int top, const wyrm_map *map)
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

/* Places a vault. Random places are tried, so that vaults do not gather in a corner; if none will
 * do, all places in order, so that a vault gets a place if there is one. Two tiles at the edge stay
 * free for ways around it. */
static void place_vault(const dungeon_vault *vault, int32_t index, wyrm_rng *rng, wyrm_map *map)
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

static void make_floor(const dungeon_vault *vault, int32_t index, wyrm_map *map)
{
    map->width = vault->facts.width;
    map->height = vault->facts.height;
    stamp(vault, 0, 0, map);
    map->start = vault->start;
    map->exit = vault->exit;
    map->vaults[0] = (wyrm_placed_vault){index, {0, 0, 0, 0}};
    map->vault_count = 1;
    dungeon_map_regions(map, 1);
}

/* The vault that is the whole floor, among those that come; -1: none. A random one gives way to any
 * vault that comes once, since that has no other floor to be on. */
static int32_t whole_floor(const dungeon_furniture *furniture, const bool *came)
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

/* Draws and places the vaults of a floor; returns whether one is the whole floor. All are drawn
 * before any is placed, so that the choice does not depend on the map. */
static bool put_vaults(const dungeon_furniture *furniture, const wyrm_map_place *place,
                       wyrm_rng *rng, wyrm_map *map)
{
    bool came[VAULTS_MAX] = {false};
    map->vault_count = 0;
    for (size_t i = 0; i < furniture->vault_count; i++)
        came[i] = comes(&furniture->vaults[i], i, place, rng);
    const int32_t whole = whole_floor(furniture, came);
    if (whole >= 0) {
        make_floor(&furniture->vaults[whole], whole, map);
    } else {
        for (int once = 1; once >= 0; once--) /* vaults that come once choose first */
            for (size_t i = 0; i < furniture->vault_count; i++) {
                const dungeon_vault *vault = &furniture->vaults[i];
                if (came[i] && !vault->facts.floor && vault->facts.once == (once == 1))
                    place_vault(vault, (int32_t)i, rng, map);
            }
    }
    if (map->vault_count > 0) {
        if (whole < 0)
            dungeon_map_join(map);
        map->tiles[map->exit.y * map->width + map->exit.x] =
            map->final ? WYRM_TILE_GOAL : WYRM_TILE_STAIRS;
    }
    return whole >= 0;
}

/* ---- facts about vaults ---- */

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
    const dungeon_vault *vault = &mapper->furniture.vaults[index];
    if (depth < vault->first || depth > vault->last)
        return 0;
    return vault->facts.once ? 1.0 / (1.0 + vault->last - vault->first)
                             : wyrm_value_at_depth(vault->chance, depth);
}

static void count_things(const dungeon_vault *vault, double chance, int32_t monster,
                         const char *item, wyrm_vault_means *out)
{
    for (size_t k = 0; k < vault->thing_count; k++) {
        const dungeon_vault_sign *is = &vault->signs[(unsigned char)vault->things[k].sign];
        if (is->monster >= 0 && (monster < 0 || is->monster == monster))
            out->monsters += chance;
        if (is->item != NULL && (item == NULL || strcmp(is->item, item) == 0))
            out->items += chance;
    }
}

/* Follows whole_floor: the first whole floor that comes once, else all others that come once; if
 * there are none, the first whole floor that was drawn; other pictures only without a whole
 * floor. */
wyrm_vault_means wyrm_mapper_vault_means(const wyrm_mapper *mapper, int32_t depth, int32_t monster,
                                         const char *item)
{
    enum { FLOOR_ONCE, ONCE, FLOOR, OTHER, TURNS };
    const size_t count = wyrm_mapper_vaults(mapper);
    wyrm_vault_means out = {0};
    double none[TURNS] = {1, 1, 1, 1}; /* probability that none of that turn's vaults has come so
                                          far */
    for (int turn = 0; turn < TURNS; turn++)
        for (size_t i = 0; i < count; i++) {
            const dungeon_vault *vault = &mapper->furniture.vaults[i];
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

/* ---- the rows of doors and lakes ---- */

const wyrm_field dungeon_door_rows[] = {
    WYRM_ROW("terrain", NAME, .required = true, .summary = "terrain of a closed door"),
    WYRM_ROW("chance", RATIO, .greatest = 1, .default_value = "1",
             .summary = "chance that a place where one fits has one"),
    {.kind = WYRM_KIND_END},
};

static const wyrm_field lake_rows[] = {
    WYRM_ROW("terrain", NAME, .required = true, .summary = "what it is full of"),
    WYRM_ROW("around", NAME, .summary = "terrain around it, such as shallow water"),
    WYRM_ROW("depths", RANGE, .least = 1, .greatest = WYRM_DEPTH_MAX, .default_value = "[1, 10000]",
             .summary = "the floors that may have it"),
    WYRM_ROW("number", AMOUNT, .greatest = 100, .default_value = "1", .unit = "lakes",
             .summary = "how many a floor has"),
    WYRM_ROW("tiles", AMOUNT, .least = 1, .greatest = 5000, .default_value = "[20, 80]",
             .unit = "tiles", .summary = "size of one"),
    {.kind = WYRM_KIND_END},
};
const wyrm_field dungeon_lake_element[] =
    WYRM_ELEMENT("lake", RECORD, .fields = lake_rows, .summary = "one kind of lake");

struct dungeon_lake {
    uint8_t tile, around; /* around 0: the floor around the lake stays */
    int32_t first, last;
    const wyrm_amount *number, *tiles;
};

static void read_lakes(rs_opening *o, dungeon_furniture *furniture)
{
    const wyrm_value *list = wyrm_value_get(o->section, "lakes");
    furniture->lake_count = wyrm_value_count(list);
    furniture->lakes = base_array(o->arena, dungeon_lake, furniture->lake_count);
    for (size_t i = 0; i < furniture->lake_count; i++) {
        const wyrm_value *record = wyrm_value_item(list, i);
        const wyrm_value *around = wyrm_value_get(record, "around");
        const wyrm_value *depths = wyrm_value_get(record, "depths");
        const int32_t kind = find_terrain(o, wyrm_value_get(record, "terrain"));
        const int32_t rim = around != NULL ? find_terrain(o, around) : WYRM_TERRAIN_NONE;
        furniture->lakes[i] =
            (dungeon_lake){.tile = kind >= 0 ? furniture->tiles[kind] : WYRM_TILE_FLOOR,
                           .around = rim >= 0 ? furniture->tiles[rim] : 0,
                           .first = (int32_t)wyrm_value_low(depths),
                           .last = (int32_t)wyrm_value_high(depths),
                           .number = wyrm_value_amount(wyrm_value_get(record, "number")),
                           .tiles = wyrm_value_amount(wyrm_value_get(record, "tiles"))};
        if (rim >= 0 && !dungeon_tile_is_ground(furniture->tiles[rim]))
            rs_error(o, around, NULL, "what lies around a lake must be safe to walk on");
    }
}

/* ---- doors ---- */

static bool is_floor(const wyrm_map *map, int x, int y)
{
    return x >= 0 && y >= 0 && x < map->width && y < map->height &&
           map->tiles[y * map->width + x] == WYRM_TILE_FLOOR;
}

/* Puts a door where a way one tile wide leads out of a room: floor, with walls on both sides. */
static void put_door(const dungeon_furniture *furniture, int x, int y, bool upright, wyrm_rng *rng,
                     wyrm_map *map)
{
    const int across = upright ? 1 : 0, down = upright ? 0 : 1;
    if (!is_floor(map, x, y) || !is_floor(map, x - down, y - across) ||
        !is_floor(map, x + down, y + across) ||
        wyrm_map_tile(map, x - across, y - down) != WYRM_TILE_WALL ||
        wyrm_map_tile(map, x + across, y + down) != WYRM_TILE_WALL)
        return;
    if (wyrm_rng_chance(rng, (uint64_t)furniture->door_chance.numerator,
                        (uint64_t)furniture->door_chance.denominator))
        map->tiles[y * map->width + x] = furniture->tiles[furniture->door];
}

/* After all else, since a lake or vault may have closed the way or opened the wall. */
static void put_doors(const dungeon_furniture *furniture, wyrm_rng *rng, wyrm_map *map)
{
    for (int32_t i = 0; i < map->room_count; i++) {
        const wyrm_room *room = &map->rooms[i];
        for (int x = room->x; x < room->x + room->width; x++) {
            put_door(furniture, x, room->y - 1, true, rng, map);
            put_door(furniture, x, room->y + room->height, true, rng, map);
        }
        for (int y = room->y; y < room->y + room->height; y++) {
            put_door(furniture, room->x - 1, y, false, rng, map);
            put_door(furniture, room->x + room->width, y, false, rng, map);
        }
    }
}

/* ---- lakes ---- */

#define LAKE_TRIES 10 /* places tried; a lake without a place is left out, never made smaller */

static const int8_t across[8] = {0, 1, 0, -1, 1, 1, -1, -1}, down[8] = {-1, 0, 1, 0, -1, 1, 1, -1};

/* Whether a tile may be flooded: inside the map, bare, not in a vault, not the start or exit. */
static bool can_be_wet(const wyrm_map *map, int x, int y)
{
    return x > 0 && y > 0 && x < map->width - 1 && y < map->height - 1 &&
           !(x == map->start.x && y == map->start.y) && !(x == map->exit.x && y == map->exit.y) &&
           (map->tiles[y * map->width + x] & WYRM_TILE_TERRAIN) == 0 &&
           !dungeon_map_in_vault(map, x, y);
}

/* Grows a lake from a tile, by one random tile of its shore at a time. Returns its size; its tiles
 * are in wet[] and set in taken[], which must be clear. */
static size_t grow(const wyrm_map *map, wyrm_position from, size_t most, wyrm_rng *rng,
                   uint16_t *wet, uint8_t *taken)
{
    uint16_t shore[TILES_MAX];
    size_t count = 0, waiting = 0;
    if (!can_be_wet(map, from.x, from.y))
        return 0;
    shore[waiting++] = (uint16_t)(from.y * map->width + from.x);
    taken[shore[0]] = 1;
    while (waiting > 0 && count < most) {
        const size_t drawn = (size_t)wyrm_rng_below(rng, waiting);
        const int32_t at = shore[drawn], x = at % map->width, y = at / map->width;
        shore[drawn] = shore[--waiting];
        wet[count++] = (uint16_t)at;
        for (int i = 0; i < 4; i++) {
            const int32_t to = at + down[i] * map->width + across[i];
            if (!can_be_wet(map, x + across[i], y + down[i]) || taken[to])
                continue;
            taken[to] = 1;
            shore[waiting++] = (uint16_t)to;
        }
    }
    for (size_t i = 0; i < waiting; i++)
        taken[shore[i]] = 0;
    return count;
}

/* Whether all tiles reachable before, `before`, still are. A way that led through the lake enters
 * and leaves it by its banks, so it is enough that the banks are connected; mostly they are along
 * the lake, so that banks are followed first. */
static bool cuts_nothing_off(const wyrm_map *map, const uint8_t *before, const uint16_t *wet,
                             size_t count, const uint8_t *taken)
{
    enum { UNSEEN, BANK, SEEN };
    uint8_t seen[TILES_MAX];
    uint16_t waiting[TILES_MAX]; /* a queue; from the end a stack of banks */
    size_t banks = 0, head = 0, tail = 0, top = TILES_MAX;
    int32_t first = -1;
    memset(seen, UNSEEN, (size_t)(map->width * map->height));
    for (size_t i = 0; i < count; i++)
        for (int k = 0; k < 8; k++) { /* no lake touches the edge of the map */
            const int32_t at = wet[i] + down[k] * map->width + across[k];
            if (!before[at] || taken[at] || seen[at] == BANK)
                continue;
            seen[at] = BANK;
            first = at;
            banks++;
        }
    if (banks == 0)
        return true;
    seen[first] = SEEN;
    waiting[--top] = (uint16_t)first;
    for (banks--; banks > 0 && (top < TILES_MAX || head < tail);) {
        const int32_t at = top < TILES_MAX ? waiting[top++] : waiting[head++];
        const int32_t x = at % map->width, y = at / map->width;
        for (int k = 0; k < 8; k++) {
            const int32_t to = at + down[k] * map->width + across[k];
            if (x + across[k] < 0 || x + across[k] >= map->width || y + down[k] < 0 ||
                y + down[k] >= map->height || !before[to] || taken[to] || seen[to] == SEEN)
                continue;
            if (seen[to] == BANK) {
                waiting[--top] = (uint16_t)to;
                banks--;
            } else {
                waiting[tail++] = (uint16_t)to;
            }
            seen[to] = SEEN;
        }
    }
    return banks == 0;
}

/* A lake that one walks on leads from what it touches to what it touches. */
static void wade(const wyrm_map *map, const uint16_t *wet, size_t count, uint8_t *reached)
{
    for (size_t i = 0; i < count; i++)
        for (int k = 0; k < 8; k++)
            if (reached[wet[i] + down[k] * map->width + across[k]]) {
                dungeon_map_spread(map, wet[i], reached);
                return;
            }
}

/* Places one lake. `before` has the reachable tiles, and is updated. */
static void put_lake(const dungeon_lake *lake, wyrm_rng *rng, wyrm_map *map, uint8_t *before)
{
    uint16_t wet[TILES_MAX];
    uint8_t taken[TILES_MAX];
    const bool is_ground = dungeon_tile_is_ground(lake->tile);
    const size_t most = (size_t)amount_draw(lake->tiles, rng);
    size_t count = 0;
    for (int i = 0; i < LAKE_TRIES; i++) {
        const int x = (int)wyrm_rng_between(rng, 1, map->width - 2);
        const int y = (int)wyrm_rng_between(rng, 1, map->height - 2);
        memset(taken, 0, (size_t)(map->width * map->height));
        count = grow(map, (wyrm_position){(int16_t)x, (int16_t)y}, most, rng, wet, taken);
        if (count == most && (is_ground || cuts_nothing_off(map, before, wet, count, taken)))
            break;
        count = 0;
    }
    for (size_t i = 0; i < count; i++) {
        map->tiles[wet[i]] = lake->tile;
        before[wet[i]] = 0;
    }
    for (size_t i = 0; i < count && lake->around != 0; i++)
        for (int k = 0; k < 8; k++) {
            const int32_t to = wet[i] + down[k] * map->width + across[k];
            if (map->tiles[to] == WYRM_TILE_FLOOR &&
                can_be_wet(map, to % map->width, to / map->width))
                map->tiles[to] = lake->around;
        }
    if (is_ground)
        wade(map, wet, count, before);
}

static void put_lakes(const dungeon_furniture *furniture, int32_t depth, wyrm_rng *rng,
                      wyrm_map *map)
{
    uint8_t before[TILES_MAX];
    bool anew = false;
    if (furniture->lake_count > 0)
        dungeon_map_flood(map, map->start, before);
    for (size_t i = 0; i < furniture->lake_count; i++) {
        const dungeon_lake *lake = &furniture->lakes[i];
        anew |= dungeon_tile_is_ground(lake->tile);
        if (depth < lake->first || depth > lake->last)
            continue;
        for (int64_t n = amount_draw(lake->number, rng); n > 0; n--)
            put_lake(lake, rng, map, before);
    }
    if (anew) /* former rock may now be walkable ground, and cut off */
        dungeon_map_join(map);
}

/* ---- all furniture ---- */

void dungeon_furniture_read(rs_opening *o, dungeon_furniture *furniture)
{
    const wyrm_value *doors = wyrm_value_get(o->section, "doors");
    read_terrain(o, furniture);
    furniture->door = WYRM_TERRAIN_NONE;
    if (doors != NULL) {
        furniture->door = find_terrain(o, wyrm_value_get(doors, "terrain"));
        furniture->door_chance = key_ratio(doors, "chance");
    }
    read_lakes(o, furniture);
    read_vaults(o, furniture);
    furniture->shapes = furniture->lake_count > 0 || furniture->vault_count > 0;
    furniture->any = doors != NULL || furniture->shapes;
}

void wyrm_mapper_furnish(const wyrm_mapper *mapper, const wyrm_map_place *place, wyrm_map *map)
{
    const dungeon_furniture *furniture = &mapper->furniture;
    if (!furniture->any)
        return;
    wyrm_rng rng = place->own != NULL ? *place->own
                                      : wyrm_rng_start(place->seed, place->run, WYRM_STREAM_FURNISH,
                                                       (uint64_t)place->depth);
    map->shaped = true;
    if (put_vaults(furniture, place, &rng, map))
        return;
    put_lakes(furniture, place->depth, &rng, map);
    if (furniture->door != WYRM_TERRAIN_NONE)
        put_doors(furniture, &rng, map);
}
