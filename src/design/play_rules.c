/* The rules of play: the section `game`.
 *
 * The few numbers that no model has. They are read out of the ruleset whenever somebody asks: a
 * plain struct is all there is of them. What the schema cannot see, because it lies between two
 * values, is checked when a design is opened.
 * 
 */
#include "base/arena.h"
#include "design/internal.h"

#include <math.h>
#include <string.h>

#include <wyrm/sight.h>

#include "ruleset/internal.h"

#define FULLNESS_MAX 1e6

/* clang-format off */
static const char *const after_wins[] = {
    [WYRM_AFTER_WIN_END] = "end", [WYRM_AFTER_WIN_PLUS] = "new_game_plus", NULL};
static const char *const goal_places[] = {
    [WYRM_GOAL_FLOOR] = "floor", [WYRM_GOAL_BOSS] = "boss", NULL};

static const wyrm_field stage_fields[] = {
    {.name = "name", .kind = WYRM_KIND_TEXT, .required = true,
     .summary = "as people read it: `very hungry`"},
    {.name = "from", .kind = WYRM_KIND_INTEGER, .required = true, .greatest = FULLNESS_MAX,
     .unit = "fullness", .summary = "the least that still counts as this stage"},
    {.name = "regenerates", .kind = WYRM_KIND_BOOL, .fallback = "true",
     .summary = "whether hit points are won back in it"},
    {.kind = WYRM_KIND_END},
};

static const wyrm_field stage_element[] = {
    {.name = "stage", .kind = WYRM_KIND_RECORD, .fields = stage_fields,
     .summary = "one stage of hunger"},
    {.kind = WYRM_KIND_END},
};

static const wyrm_field hunger_fields[] = {
    {.name = "most", .kind = WYRM_KIND_INTEGER, .required = true, .least = 1,
     .greatest = FULLNESS_MAX, .unit = "fullness",
     .summary = "the greatest there is: eating fills up to it"},
    {.name = "start", .kind = WYRM_KIND_INTEGER, .greatest = FULLNESS_MAX, .unit = "fullness",
     .summary = "what a game begins with; without it, `most`"},
    {.name = "starving", .kind = WYRM_KIND_INTEGER, .least = 1, .greatest = 1e6, .fallback = "400",
     .unit = "turns",
     .summary = "at fullness 0, in how many turns as many hit points as the maximum are lost"},
    {.name = "stages", .kind = WYRM_KIND_LIST, .required = true, .least = 1,
     .greatest = WYRM_HUNGER_STAGES_MAX, .fields = stage_element,
     .summary = "what fullness means, from the fullest stage down; the last one is from 0"},
    {.kind = WYRM_KIND_END},
};
/* clang-format on */

static const wyrm_field kit_element[] = {
    {.name = "item", .kind = WYRM_KIND_NAME, .summary = "a weapon, piece of armor or item by name"},
    {.kind = WYRM_KIND_END},
};

/* clang-format off */
const wyrm_field wyrm_play_rules_rows[] = {
    {.name = "sight", .kind = WYRM_KIND_INTEGER, .least = 1, .greatest = WYRM_SIGHT_RADIUS_MAX,
     .fallback = "8", .unit = "tiles", .summary = "how far the player and monsters see"},
    {.name = "pack", .kind = WYRM_KIND_INTEGER, .least = 1, .greatest = WYRM_PACK_MAX,
     .fallback = "1000", .unit = "items", .summary = "how much can be carried, worn gear included"},
    {.name = "climbs", .kind = WYRM_KIND_BOOL, .fallback = "false",
     .summary = "The way to the next depth leads up. Only words and glyphs depend on it."},
    {.name = "asleep", .kind = WYRM_KIND_RATIO, .greatest = 1, .fallback = "0",
     .summary = "the chance that a monster is asleep when it is placed"},
    {.name = "regeneration", .kind = WYRM_KIND_INTEGER, .greatest = 1e6, .fallback = "0",
     .unit = "turns", .summary = "in how many turns the player wins back all hit points; 0: never"},
    {.name = "after_win", .kind = WYRM_KIND_CHOICE, .choices = after_wins, .fallback = "end",
     .summary = "What comes after the victory: `end`, nothing; `new_game_plus`, the player may go "
                "on into a harder dungeon, with everything won so far."},
    {.name = "new_game_plus_heal", .kind = WYRM_KIND_RATIO, .greatest = 1, .fallback = "0",
     .summary = "the part of the maximum of hit points that going on heals, in whole thousandths"},
    {.name = "goal_at", .kind = WYRM_KIND_CHOICE, .choices = goal_places, .fallback = "floor",
     .summary = "Where `map.goal` lies on the last map: `floor`, where the stairs would be; "
                "`boss`, where the last of its bosses dies, or on the floor where it has none."},
    {.name = "kit", .kind = WYRM_KIND_LIST, .greatest = WYRM_KIT_MAX, .fields = kit_element,
     .summary = "what the player has from the start: gear is worn as far as it goes together, and "
                "is of level 1 where gear has levels"},
    {.name = "hunger", .kind = WYRM_KIND_RECORD, .fields = hunger_fields,
     .summary = "How hungry the player gets: each turn takes 1 of the fullness, and 1 more where "
                "hit points are won back. Without it, nobody is ever hungry.",
     .source = "RuggRogue, \"Hunger and Regeneration\""},
    {.kind = WYRM_KIND_END},
};
/* clang-format on */

/* ---- reading ---- */

static int32_t whole_of(const wyrm_value *record, const char *key)
{
    return (int32_t)wyrm_value_integer(wyrm_value_get(record, key));
}

/* The fullness at the start: the most where it is not said. */
static int32_t start_of(const wyrm_value *hunger)
{
    return whole_of(hunger, wyrm_value_get(hunger, "start") ? "start" : "most");
}

static const char *name_of(const wyrm_value *stage)
{
    return wyrm_value_text(wyrm_value_get(stage, "name"));
}

wyrm_play_rules wyrm_play_rules_of(const wyrm_ruleset *ruleset)
{
    const wyrm_value *game = wyrm_ruleset_find(ruleset, "game");
    const wyrm_value *hunger = wyrm_value_get(game, "hunger"), *kit = wyrm_value_get(game, "kit");
    const wyrm_value *stages = wyrm_value_get(hunger, "stages");
    double restart = wyrm_value_real(wyrm_value_get(game, "new_game_plus_heal"));
    wyrm_play_rules rules = {
        .sight = whole_of(game, "sight"),
        .pack = whole_of(game, "pack"),
        .climbs = wyrm_value_bool(wyrm_value_get(game, "climbs")),
        .asleep = wyrm_value_real(wyrm_value_get(game, "asleep")),
        .regeneration = whole_of(game, "regeneration"),
        .restart = (int32_t)lround(1000 * restart),
        .after_win = (wyrm_after_win)wyrm_value_choice(wyrm_value_get(game, "after_win")),
        .goal = (wyrm_goal_place)wyrm_value_choice(wyrm_value_get(game, "goal_at")),
        .kit_count = wyrm_value_count(kit),
        .fullness_most = whole_of(hunger, "most"),
        .fullness = start_of(hunger),
        .starving = whole_of(hunger, "starving"),
        .stage_count = wyrm_value_count(stages),
    };
    for (size_t i = 0; i < rules.kit_count; i++)
        rules.kit[i] = wyrm_value_text(wyrm_value_item(kit, i));
    for (size_t i = 0; i < rules.stage_count; i++) {
        const wyrm_value *stage = wyrm_value_item(stages, i);
        rules.stages[i] = (wyrm_hunger_stage){
            .name = name_of(stage),
            .from = whole_of(stage, "from"),
            .regenerates = wyrm_value_bool(wyrm_value_get(stage, "regenerates")),
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

/* A stage beside those before it. */
static wyrm_status check_stage(const wyrm_ruleset *ruleset, const wyrm_value *stages, size_t index,
                               wyrm_errors *errors)
{
    const wyrm_value *stage = wyrm_value_item(stages, index);
    const wyrm_value *before = wyrm_value_item(stages, index - 1);
    const char *name = name_of(stage);
    wyrm_status status = WYRM_OK;
    if (name[0] == '\0')
        status = wyrm_value_fail(ruleset, wyrm_value_get(stage, "name"), errors, NULL,
                                 "a stage of hunger needs a name");
    for (size_t i = 0; i < index && name[0] != '\0'; i++)
        if (strcmp(name_of(wyrm_value_item(stages, i)), name) == 0)
            status = wyrm_value_fail(ruleset, wyrm_value_get(stage, "name"), errors, NULL,
                                     "two stages of hunger are called '%.40s'", name);
    if (before != NULL && whole_of(stage, "from") >= whole_of(before, "from"))
        status = wyrm_value_fail(ruleset, wyrm_value_get(stage, "from"), errors, NULL,
                                 "stages of hunger stand from the fullest down, and '%.40s' is "
                                 "from %d, after '%.40s' from %d",
                                 name, (int)whole_of(stage, "from"), name_of(before),
                                 (int)whole_of(before, "from"));
    return status;
}

wyrm_status wyrm_play_rules_check(const wyrm_ruleset *ruleset, wyrm_errors *errors)
{
    const wyrm_value *hunger = wyrm_ruleset_find(ruleset, "game.hunger");
    const wyrm_value *stages = wyrm_value_get(hunger, "stages");
    size_t count = wyrm_value_count(stages);
    const wyrm_value *first = wyrm_value_item(stages, 0);
    const wyrm_value *last = wyrm_value_item(stages, count - 1);
    wyrm_status status = WYRM_OK;
    int most = whole_of(hunger, "most"), start = start_of(hunger);
    if (start > most)
        status =
            wyrm_value_fail(ruleset, wyrm_value_get(hunger, "start"), errors, NULL,
                            "a game begins with a fullness of %d, and the most is %d", start, most);
    if (whole_of(first, "from") > most)
        status = wyrm_value_fail(ruleset, wyrm_value_get(first, "from"), errors, NULL,
                                 "nobody is ever '%.40s': it is from %d, and the most is %d",
                                 name_of(first), (int)whole_of(first, "from"), most);
    for (size_t i = 0; i < count; i++)
        if (check_stage(ruleset, stages, i, errors) != WYRM_OK)
            status = WYRM_ERROR_RULESET;
    if (whole_of(last, "from") != 0)
        status = wyrm_value_fail(ruleset, wyrm_value_get(last, "from"), errors, NULL,
                                 "the last stage of hunger is from 0, and '%.40s' is from %d",
                                 name_of(last), (int)whole_of(last, "from"));
    return status;
}

wyrm_status wyrm_kit_check(const wyrm_ruleset *ruleset, const wyrm_loot *loot, wyrm_errors *errors)
{
    const wyrm_value *kit = wyrm_ruleset_find(ruleset, "game.kit");
    const wyrm_item_kind *kinds;
    size_t count = wyrm_loot_kinds(loot, &kinds);
    const char **names = base_zeroed(count, sizeof *names);
    if (names == NULL)
        return wyrm_errors_fail(errors, WYRM_ERROR_MEMORY, "out of memory");
    for (size_t i = 0; i < count; i++)
        names[i] = kinds[i].name;
    wyrm_status status = WYRM_OK;
    for (size_t i = 0; i < wyrm_value_count(kit); i++) {
        const wyrm_value *item = wyrm_value_item(kit, i);
        char hint[WYRM_ERROR_HINT_MAX];
        if (wyrm_loot_find(loot, wyrm_value_text(item)) >= 0)
            continue;
        bool near = wyrm_did_you_mean(wyrm_value_text(item), names, count, hint);
        status = wyrm_value_fail(ruleset, item, errors, near ? hint : NULL,
                                 "the kit has an item '%.60s' that the ruleset does not know",
                                 wyrm_value_text(item));
    }
    wyrm_free(names);
    return status;
}
