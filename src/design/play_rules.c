/* The rules of play: the section `game`.
 *
 * The few numbers that no model has. They are read out of the ruleset whenever somebody asks: a
 * plain struct is all there is of them. What the schema cannot see, because it lies between two
 * values, is checked when a design is opened. */
#include "design/internal.h"
#include <math.h>
#include <string.h>
#include <strings.h>
#include <wyrm/sight.h>

#define FULLNESS_MAX 1e6

/* clang-format off */
static const char *const after_wins[] = {
    [WYRM_AFTER_WIN_END] = "end", [WYRM_AFTER_WIN_PLUS] = "new_game_plus", NULL};
static const char *const goal_places[] = {
    [WYRM_GOAL_FLOOR] = "floor", [WYRM_GOAL_BOSS] = "boss", NULL};

static const char *const firsts[] = {
    [WYRM_FIRST_PLAYER] = "player", [WYRM_FIRST_MONSTER] = "monster", NULL};

static const char *const measures[] = {[WYRM_MEASURE_DISC] = "disc",
                                       [WYRM_MEASURE_EUCLIDEAN] = "euclidean",
                                       [WYRM_MEASURE_STEPS] = "steps", NULL};

static const wyrm_field stage_fields[] = {
    {.name = "name", .kind = WYRM_KIND_TEXT, .required = true,
     .summary = "as people read it: `very hungry`"},
    {.name = "from", .kind = WYRM_KIND_INTEGER, .required = true, .greatest = FULLNESS_MAX,
     .unit = "fullness", .summary = "the least that still counts as this stage"},
    {.name = "regenerates", .kind = WYRM_KIND_BOOL, .default_value = "true",
     .summary = "whether hit points are won back in it"},
    {.kind = WYRM_KIND_END},
};

static const wyrm_field stage_element[] =
    WYRM_ELEMENT("stage", RECORD, .fields = stage_fields, .summary = "one stage of hunger");

static const wyrm_field hunger_fields[] = {
    {.name = "most", .kind = WYRM_KIND_INTEGER, .required = true, .least = 1,
     .greatest = FULLNESS_MAX, .unit = "fullness",
     .summary = "the greatest there is: eating fills up to it"},
    {.name = "start", .kind = WYRM_KIND_INTEGER, .greatest = FULLNESS_MAX, .unit = "fullness",
     .summary = "what a game begins with; without it, `most`"},
    {.name = "starving", .kind = WYRM_KIND_INTEGER, .least = 1, .greatest = 1e6, .default_value = "400",
     .unit = "turns",
     .summary = "at fullness 0, in how many turns as many hit points as the maximum are lost"},
    {.name = "stages", .kind = WYRM_KIND_LIST, .required = true, .least = 1,
     .greatest = WYRM_HUNGER_STAGES_MAX, .fields = stage_element,
     .summary = "what fullness means, from the fullest stage down; the last one is from 0"},
    {.kind = WYRM_KIND_END},
};
/* clang-format on */

static const wyrm_field kit_element[] =
    WYRM_ELEMENT("item", NAME, .summary = "a weapon, piece of armor or item by name");

/* clang-format off */
const wyrm_field wyrm_play_rules_rows[] = {
    {.name = "sight", .kind = WYRM_KIND_INTEGER, .least = 1, .greatest = WYRM_SIGHT_RADIUS_MAX,
     .default_value = "8", .unit = "tiles", .summary = "how far the player and monsters see"},
    {.name = "distances", .kind = WYRM_KIND_CHOICE, .choices = measures,
     .summary = "how far it is, for sight and effects: `disc`, x*x + y*y up to r*(r+1), 37 tiles "
                "within 3; `euclidean`, up to r*r, 29 tiles within 3; `steps`, as many as it "
                "takes, 49 tiles within 3. Without it, `disc`"},
    {.name = "pack", .kind = WYRM_KIND_INTEGER, .least = 1, .greatest = WYRM_PACK_MAX,
     .default_value = "1000", .unit = "items", .summary = "how much can be carried, worn gear included"},
    {.name = "climbs", .kind = WYRM_KIND_BOOL, .default_value = "false",
     .summary = "The way to the next depth leads up. Only words and glyphs depend on it."},
    {.name = "asleep", .kind = WYRM_KIND_RATIO, .greatest = 1, .default_value = "0",
     .summary = "the chance that a monster is asleep when it is placed"},
    {.name = "fair_start", .kind = WYRM_KIND_BOOL,
     .summary = "Nobody who is awake is in view when a game begins: who would be is put on the "
                "nearest tile out of view."},
    {.name = "memory", .kind = WYRM_KIND_INTEGER, .greatest = 1000,
     .unit = "turns",
     .summary = "for how long monsters that have lost sight of the player look around where they "
                "saw it last; 0, or without it: they stand still"},
    {.name = "regeneration", .kind = WYRM_KIND_INTEGER, .greatest = 1e6, .default_value = "0",
     .unit = "turns", .summary = "in how many turns the player wins back all hit points; 0: never"},
    {.name = "after_win", .kind = WYRM_KIND_CHOICE, .choices = after_wins, .default_value = "end",
     .summary = "After the victory: `end`, nothing; `new_game_plus`, the player may go on into a "
                "harder dungeon, with all that was won."},
    {.name = "new_game_plus_heal", .kind = WYRM_KIND_RATIO, .greatest = 1, .default_value = "0",
     .summary = "the part of the maximum of hit points that going on heals, in whole thousandths"},
    {.name = "goal_at", .kind = WYRM_KIND_CHOICE, .choices = goal_places, .default_value = "floor",
     .summary = "Where `map.goal` lies on the last map: `floor`, where the stairs would be; "
                "`boss`, where its last boss dies, if it has any."},
    {.name = "first", .kind = WYRM_KIND_CHOICE, .choices = firsts,
     .summary = "who acts first where the player and a monster act at the same moment: `player`, "
                "or `monster`; who comes to a floor still acts before those there. Without it, "
                "the player"},
    {.name = "player", .kind = WYRM_KIND_TEXT,
     .summary = "who begins a game, without gear: `player,strength=12`. Without it, the player "
                "as he is, at the first level"},
    {.name = "kit", .kind = WYRM_KIND_LIST, .greatest = WYRM_KIT_MAX, .fields = kit_element,
     .summary = "what the player has from the start: gear is worn as far as it goes together, of "
                "level 1 where gear has levels"},
    {.name = "hunger", .kind = WYRM_KIND_RECORD, .fields = hunger_fields,
     .summary = "How hungry the player gets: each turn takes 1 of the fullness, 1 more where hit "
                "points come back. Without it, nobody is hungry.",
     .source = "RuggRogue, \"Hunger and Regeneration\""},
    {.kind = WYRM_KIND_END},
};
/* clang-format on */

/* ---- reading ---- */

/* The fullness at the start: the most where it is not said. */
static int32_t start_of(const wyrm_value *hunger)
{
    return key_whole(hunger, wyrm_value_get(hunger, "start") ? "start" : "most");
}

wyrm_play_rules wyrm_play_rules_of(const wyrm_ruleset *ruleset)
{
    const wyrm_value *game = wyrm_ruleset_find(ruleset, "game");
    const wyrm_value *hunger = wyrm_value_get(game, "hunger"), *kit = wyrm_value_get(game, "kit");
    const wyrm_value *stages = wyrm_value_get(hunger, "stages");
    double restart = key_real(game, "new_game_plus_heal");
    wyrm_play_rules rules = {
        .sight = key_whole(game, "sight"),
        .measure = (wyrm_measure)key_choice(game, "distances"),
        .pack = key_whole(game, "pack"),
        .climbs = key_flag(game, "climbs"),
        .asleep = key_real(game, "asleep"),
        .fair_start = key_flag(game, "fair_start"),
        .memory = key_whole(game, "memory"),
        .regeneration = key_whole(game, "regeneration"),
        .restart = (int32_t)lround(1000 * restart),
        .after_win = (wyrm_after_win)key_choice(game, "after_win"),
        .goal = (wyrm_goal_place)key_choice(game, "goal_at"),
        .first = (wyrm_first)key_choice(game, "first"),
        .player = wyrm_value_get(game, "player") ? key_text(game, "player") : "",
        .kit_count = wyrm_value_count(kit),
        .fullness_most = key_whole(hunger, "most"),
        .fullness = start_of(hunger),
        .starving = key_whole(hunger, "starving"),
        .stage_count = wyrm_value_count(stages),
    };
    for (size_t i = 0; i < rules.kit_count; i++)
        rules.kit[i] = wyrm_value_text(wyrm_value_item(kit, i));
    for (size_t i = 0; i < rules.stage_count; i++) {
        const wyrm_value *stage = wyrm_value_item(stages, i);
        rules.stages[i] = (wyrm_hunger_stage){
            .name = key_text(stage, "name"),
            .from = key_whole(stage, "from"),
            .regenerates = key_flag(stage, "regenerates"),
            .normal = strcasecmp(key_text(stage, "name"), "normal") == 0,
        };
    }
    return rules;
}

size_t wyrm_hunger_stage_at(const wyrm_play_rules *rules, int32_t fullness)
{
    size_t at = 0;
    while (at + 1 < rules->stage_count && fullness < rules->stages[at].from)
        at++;
    return at;
}

/* ---- checking ---- */

static void check_player(wyrm_opening *o, const wyrm_design *design)
{
    const wyrm_value *value = wyrm_ruleset_find(o->ruleset, "game.player");
    const char *text = wyrm_value_text(value);
    wyrm_outfit outfit;
    wyrm_error error = {0};
    if (value == NULL || design->roster == NULL)
        return;
    wyrm_status status = wyrm_roster_outfit(design->roster, text, &outfit, &error);
    if (status == WYRM_ERROR_MEMORY)
        base_fail(o->arena, status);
    if (status != WYRM_OK)
        wyrm_fault(o, value, error.hint, "%s", error.message);
    else if (!wyrm_roster_is_player(design->roster, text))
        wyrm_fault(o, value, NULL, "'%.100s' is not the player", text);
    else if (outfit.gear_count > 0)
        wyrm_fault(o, value, "what is worn from the start stands in game.kit",
                   "'%.100s' wears something", text);
}

/* The stages of hunger descend to 0 under names of their own, and none of them and no start is
 * above the most; everything in the kit is a kind of item. */
static void check(wyrm_opening *o, const wyrm_design *design)
{
    const wyrm_value *hunger = wyrm_ruleset_find(o->ruleset, "game.hunger");
    const wyrm_value *stages = wyrm_value_get(hunger, "stages");
    const wyrm_value *kit = wyrm_ruleset_find(o->ruleset, "game.kit");
    const size_t count = wyrm_value_count(stages);
    const wyrm_value *first = wyrm_value_item(stages, 0);
    const wyrm_value *last = wyrm_value_item(stages, count - 1);
    const int most = key_whole(hunger, "most"), start = start_of(hunger);
    if (start > most)
        wyrm_fault(o, wyrm_value_get(hunger, "start"), NULL,
                   "a game begins with a fullness of %d, and the most is %d", start, most);
    if (key_whole(first, "from") > most)
        wyrm_fault(o, wyrm_value_get(first, "from"), NULL,
                   "nobody is ever '%.40s': it is from %d, and the most is %d",
                   key_text(first, "name"), (int)key_whole(first, "from"), most);
    for (size_t i = 0; i < count; i++) {
        const wyrm_value *stage = wyrm_value_item(stages, i);
        const wyrm_value *before = wyrm_value_item(stages, i - 1);
        const char *name = key_text(stage, "name");
        if (name[0] == '\0')
            wyrm_fault(o, wyrm_value_get(stage, "name"), NULL, "a stage of hunger needs a name");
        for (size_t k = 0; k < i && name[0] != '\0'; k++)
            if (strcmp(key_text(wyrm_value_item(stages, k), "name"), name) == 0)
                wyrm_fault(o, wyrm_value_get(stage, "name"), NULL,
                           "two stages of hunger are called '%.40s'", name);
        if (before && key_whole(stage, "from") >= key_whole(before, "from"))
            wyrm_fault(o, wyrm_value_get(stage, "from"), NULL,
                       "stages of hunger stand from the fullest down, and '%.40s' is from %d, "
                       "after '%.40s' from %d",
                       name, (int)key_whole(stage, "from"), key_text(before, "name"),
                       (int)key_whole(before, "from"));
    }
    if (key_whole(last, "from") != 0)
        wyrm_fault(o, wyrm_value_get(last, "from"), NULL,
                   "the last stage of hunger is from 0, and '%.40s' is from %d",
                   key_text(last, "name"), (int)key_whole(last, "from"));
    const wyrm_item_kind *kinds;
    const size_t known = design->loot ? wyrm_loot_kinds(design->loot, &kinds) : 0;
    const char **names = base_array(o->arena, const char *, known);
    check_player(o, design);
    for (size_t i = 0; i < known; i++)
        names[i] = kinds[i].name;
    for (size_t i = 0; i < wyrm_value_count(kit) && design->loot; i++) {
        const char *name = wyrm_value_text(wyrm_value_item(kit, i));
        if (wyrm_loot_find(design->loot, name) < 0)
            wyrm_fault_name(o, wyrm_value_item(kit, i), names, known, name,
                            "the kit has an item '%.60s' that the ruleset does not know", name);
    }
}

const design_section design_game = {check};
