/* Kinds of terrain: the section `terrain`, read into a list, and the byte of a map that each has.
 *
 * A tile says itself what it means for eyes and feet (wyrm_tile), so that those who look at many of
 * them never ask here. */
#include "dungeon/internal.h"
#include <string.h>

static const char *const colours[] = {
    [WYRM_COLOUR_GREY] = "grey",     [WYRM_COLOUR_WHITE] = "white",
    [WYRM_COLOUR_RED] = "red",       [WYRM_COLOUR_ORANGE] = "orange",
    [WYRM_COLOUR_YELLOW] = "yellow", [WYRM_COLOUR_GREEN] = "green",
    [WYRM_COLOUR_BLUE] = "blue",     [WYRM_COLOUR_PURPLE] = "purple",
    [WYRM_COLOUR_BROWN] = "brown",   NULL};

static const wyrm_field terrain_rows[] = {
    WYRM_ROW("title", TEXT, .summary = "as people read it; without it, made from its key"),
    WYRM_ROW("symbol", TEXT, .required = true,
             .summary = "how it is drawn: one printable ASCII character",
             .hint = "in quotes where YAML has a use for it: \"~\", \"+\""),
    WYRM_ROW("colour", CHOICE, .choices = colours, .default_value = "grey",
             .summary = "how it is coloured where there are colours"),
    WYRM_ROW("walk", BOOL, .default_value = "true", .summary = "whether one can stand on it"),
    WYRM_ROW("sight", BOOL, .default_value = "true",
             .summary = "whether one can see over it; from it one always can"),
    WYRM_ROW("monsters", BOOL, .default_value = "true",
             .summary = "whether monsters walk onto it, too: false, say, of doors that they cannot "
                        "open"),
    WYRM_ROW("cost", RATIO, .least = 0.1, .greatest = 100, .parts = 1000, .default_value = "1",
             .unit = "steps", .summary = "what a step onto it takes, in steps onto the floor"),
    WYRM_ROW("damage", AMOUNT, .greatest = 1e6, .unit = "hit points",
             .summary = "what it takes from who stands there at the end of a turn. Monsters, bots "
                        "and the autopilot go around it"),
    WYRM_ROW("becomes", NAME,
             .summary = "what it is once somebody has walked onto it: another terrain, or `floor`. "
                        "So a closed door opens"),
    {.kind = WYRM_KIND_END},
};
const wyrm_field wyrm_terrain_element[] =
    WYRM_ELEMENT("terrain", RECORD, .fields = terrain_rows, .summary = "one kind of terrain");

static void read_symbol(wyrm_opening *o, const wyrm_value *record, wyrm_terrain *out)
{
    const wyrm_value *symbol = wyrm_value_get(record, "symbol");
    const char *text = wyrm_value_text(symbol);
    out->symbol = text[0];
    if (text[0] <= ' ' || text[0] > '~' || text[1] != '\0')
        wyrm_fault(o, symbol, NULL, "a symbol is one printable ASCII character, not '%s'", text);
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

void wyrm_terrain_read(wyrm_opening *o, wyrm_furniture *out)
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
            .title = wyrm_title_of(o->arena, record, wyrm_value_key(list, i)),
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
            wyrm_fault(o, record, NULL, "'%s' is what every map has: no terrain is called so",
                       terrain->name);
        if (becomes != NULL && strcmp(wyrm_value_text(becomes), "floor") == 0)
            terrain->becomes = WYRM_BECOMES_FLOOR;
        else if (becomes != NULL)
            terrain->becomes = wyrm_terrain_find(o, becomes);
        out->tiles[i] = tile_of(terrain, i);
    }
}

int32_t wyrm_terrain_find(wyrm_opening *o, const wyrm_value *name)
{
    const wyrm_value *list = wyrm_ruleset_find(o->ruleset, "terrain");
    const char *word = wyrm_value_text(name);
    for (size_t i = 0; i < wyrm_value_count(list); i++)
        if (strcmp(wyrm_value_key(list, i), word) == 0)
            return (int32_t)i;
    wyrm_fault_name(o, name, list != NULL ? wyrm_map_names(list) : NULL, wyrm_value_count(list),
                    word, "no terrain is called '%s'", word);
    return WYRM_TERRAIN_NONE;
}
