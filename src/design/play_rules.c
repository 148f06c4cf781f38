/* Sections that matter for playing only: `game`, the rules of play, and `arenas`, set fights with
 * their words and places.
 *
 * The rules of play are the few numbers that belong to no model. They are read from the ruleset
 * whenever somebody asks, into a plain struct. What the schema cannot check in either section,
 * because it involves two values, is checked when a design is opened.
 *
 * A fight is written COMBATANT vs COMBATANT [xN] [+ COMBATANT [xN]]... A combatant has no spaces,
 * so a fight is a list of words: who fights alone, `vs`, and the monsters with their numbers. A
 * misplaced word is answered with the form that was meant. */
#include <wyrm/sight.h>
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include "design/internal.h"
#include "loot/internal.h"

/* ---- the section `game` ---- */

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
     .unit = "fullness", .summary = "the least that counts as this stage"},
    {.name = "regenerates", .kind = WYRM_KIND_BOOL, .default_value = "true",
     .summary = "hit points are won back in it"},
    {.kind = WYRM_KIND_END},
};

static const wyrm_field stage_element[] =
    WYRM_ELEMENT("stage", RECORD, .fields = stage_fields, .summary = "one stage of hunger");

static const wyrm_field hunger_fields[] = {
    {.name = "most", .kind = WYRM_KIND_INTEGER, .required = true, .least = 1,
     .greatest = FULLNESS_MAX, .unit = "fullness",
     .summary = "the most; eating fills up to it"},
    {.name = "start", .kind = WYRM_KIND_INTEGER, .greatest = FULLNESS_MAX, .unit = "fullness",
     .summary = "at the start of a game, else `most`"},
    {.name = "starving", .kind = WYRM_KIND_INTEGER, .least = 1, .greatest = 1e6, .default_value = "400",
     .unit = "turns",
     .summary = "turns in which fullness 0 takes the maximum of hit points"},
    {.name = "stages", .kind = WYRM_KIND_LIST, .required = true, .least = 1,
     .greatest = WYRM_HUNGER_STAGES_MAX, .fields = stage_element,
     .summary = "what fullness means, the fullest first; the last from 0"},
    {.kind = WYRM_KIND_END},
};
/* clang-format on */

static const wyrm_field kit_element[] =
    WYRM_ELEMENT("item", NAME, .summary = "a weapon, piece of armor or item by name");

/* clang-format off */
const wyrm_field design_play_rules_rows[] = {
    {.name = "sight", .kind = WYRM_KIND_INTEGER, .least = 1, .greatest = WYRM_SIGHT_RADIUS_MAX,
     .default_value = "8", .unit = "tiles", .summary = "how far the player and monsters see"},
    {.name = "distances", .kind = WYRM_KIND_CHOICE, .choices = measures,
     .summary = "how far it is, for sight and effects: `disc`, x*x + y*y up to r*(r+1), "
                "`euclidean`, up to r*r, or `steps`, as many as it takes, else `disc`; within 3 "
                "are 37, 29 or 49 tiles"},
    {.name = "pack", .kind = WYRM_KIND_INTEGER, .least = 1, .greatest = WYRM_PACK_MAX,
     .default_value = "1000", .unit = "items", .summary = "how much can be carried, with worn gear"},
    {.name = "climbs", .kind = WYRM_KIND_BOOL, .default_value = "false",
     .summary = "the way on leads up; only words and glyphs depend on it"},
    {.name = "asleep", .kind = WYRM_KIND_RATIO, .greatest = 1, .default_value = "0",
     .summary = "chance that a monster is placed asleep"},
    {.name = "fair_start", .kind = WYRM_KIND_BOOL,
     .summary = "no one awake is in view when a game begins; who would be is put on the nearest "
                "tile out of view"},
    {.name = "memory", .kind = WYRM_KIND_INTEGER, .greatest = 1000,
     .unit = "turns",
     .summary = "how long monsters look around where they last saw the player, else 0; then they "
                "stand still"},
    {.name = "regeneration", .kind = WYRM_KIND_INTEGER, .greatest = 1e6, .default_value = "0",
     .unit = "turns", .summary = "turns in which the player wins back all hit points, 0: never"},
    {.name = "after_win", .kind = WYRM_KIND_CHOICE, .choices = after_wins, .default_value = "end",
     .summary = "after the victory: `end`, nothing, or `new_game_plus`, a harder dungeon; the "
                "player may go on into it with all that was won"},
    {.name = "new_game_plus_heal", .kind = WYRM_KIND_RATIO, .greatest = 1, .default_value = "0",
     .summary = "part of maximum hit points that going on heals; in whole thousandths"},
    {.name = "goal_at", .kind = WYRM_KIND_CHOICE, .choices = goal_places, .default_value = "floor",
     .summary = "where `map.goal` lies on the last map: `floor`, where stairs would be, or `boss`, "
                "where its last boss dies; if it has any"},
    {.name = "first", .kind = WYRM_KIND_CHOICE, .choices = firsts,
     .summary = "who acts first at the same moment, else the player; who comes to a floor still "
                "acts before those there"},
    {.name = "player", .kind = WYRM_KIND_TEXT,
     .summary = "who begins a game, without gear: `player,strength=12`, else the player at the "
                "first level"},
    {.name = "kit", .kind = WYRM_KIND_LIST, .greatest = WYRM_KIT_MAX, .fields = kit_element,
     .summary = "what the player starts with; gear is worn as far as it goes together, of level 1 "
                "where it has levels"},
    {.name = "hunger", .kind = WYRM_KIND_RECORD, .fields = hunger_fields,
     .summary = "how hungry the player gets, if at all; each turn takes 1 of the fullness, 1 more "
                "where hit points come back",
     .source = "RuggRogue, \"Hunger and Regeneration\""},
    {.kind = WYRM_KIND_END},
};
/* clang-format on */

/* ---- reading the rules of play ---- */

/* The fullness at the start; the maximum if it is not given. */
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

/* ---- checking the rules of play ---- */

static void check_player(rs_opening *o, const wyrm_design *design)
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
        rs_error(o, value, error.hint, "%s", error.message);
    else if (!wyrm_roster_is_player(design->roster, text))
        rs_error(o, value, NULL, "'%.100s' is not the player", text);
    else if (outfit.gear_count > 0)
        rs_error(o, value, "what is worn from the start stands in game.kit",
                 "'%.100s' wears something", text);
}

/* Checks that the stages of hunger descend to 0 under different names, that no stage and no start
 * is above the maximum, and that everything in the kit is a kind of item. */
static void check_rules(rs_opening *o, const wyrm_design *design)
{
    const wyrm_value *hunger = wyrm_ruleset_find(o->ruleset, "game.hunger");
    const wyrm_value *stages = wyrm_value_get(hunger, "stages");
    const wyrm_value *kit = wyrm_ruleset_find(o->ruleset, "game.kit");
    const size_t count = wyrm_value_count(stages);
    const wyrm_value *first = wyrm_value_item(stages, 0);
    const wyrm_value *last = wyrm_value_item(stages, count - 1);
    const int most = key_whole(hunger, "most"), start = start_of(hunger);
    if (start > most)
        rs_error(o, wyrm_value_get(hunger, "start"), NULL,
                 "a game begins with a fullness of %d, and the most is %d", start, most);
    if (key_whole(first, "from") > most)
        rs_error(o, wyrm_value_get(first, "from"), NULL,
                 "nobody is ever '%.40s': it is from %d, and the most is %d",
                 key_text(first, "name"), (int)key_whole(first, "from"), most);
    for (size_t i = 0; i < count; i++) {
        const wyrm_value *stage = wyrm_value_item(stages, i);
        const wyrm_value *before = wyrm_value_item(stages, i - 1);
        const char *name = key_text(stage, "name");
        if (name[0] == '\0')
            rs_error(o, wyrm_value_get(stage, "name"), NULL, "a stage of hunger needs a name");
        for (size_t k = 0; k < i && name[0] != '\0'; k++)
            if (strcmp(key_text(wyrm_value_item(stages, k), "name"), name) == 0)
                rs_error(o, wyrm_value_get(stage, "name"), NULL,
                         "two stages of hunger are called '%.40s'", name);
        if (before && key_whole(stage, "from") >= key_whole(before, "from"))
            rs_error(o, wyrm_value_get(stage, "from"), NULL,
                     "stages of hunger stand from the fullest down, and '%.40s' is from %d, "
                     "after '%.40s' from %d",
                     name, (int)key_whole(stage, "from"), key_text(before, "name"),
                     (int)key_whole(before, "from"));
    }
    if (key_whole(last, "from") != 0)
        rs_error(o, wyrm_value_get(last, "from"), NULL,
                 "the last stage of hunger is from 0, and '%.40s' is from %d",
                 key_text(last, "name"), (int)key_whole(last, "from"));
    const wyrm_item_kind *kinds;
    const size_t known = design->loot ? wyrm_loot_kinds(design->loot, &kinds) : 0;
    const char **names = base_array(o->arena, const char *, known);
    check_player(o, design);
    for (size_t i = 0; i < known; i++)
        names[i] = kinds[i].name;
    for (size_t i = 0; i < wyrm_value_count(kit); i++) {
        const char *name = wyrm_value_text(wyrm_value_item(kit, i));
        if (!design->loot)
            loot_check_thing(o, wyrm_value_item(kit, i), name, "item, weapon or armor");
        else if (wyrm_loot_find(design->loot, name) < 0)
            rs_error_name(o, wyrm_value_item(kit, i), names, known, name,
                          "the kit has an item '%.60s' that the ruleset does not know", name);
    }
}

const design_section design_game = {check_rules};

/* ---- set fights in words ---- */

#define FIGHT_MAX 1000 /* bytes */
#define DISTANCE  3    /* tiles, if not given: as the row below */
#define FORM      "a fight is written 'player@3 vs orc x4 + troll'"

typedef struct reading {
    base_arena *arena;
    const wyrm_roster *roster;
    const char *rest;         /* after the word */
    char word[FIGHT_MAX + 1]; /* the current word; "" at the end */
    wyrm_arena *out;
    wyrm_party *party; /* instead of `out`, for a text about monsters alone */
    const char *hint;  /* for the next error, unless it has a hint of its own */
} reading;

static void next_word(reading *words)
{
    const char *begin = words->rest + strspn(words->rest, " ");
    size_t length = strcspn(begin, " ");
    memcpy(words->word, begin, length);
    words->word[length] = '\0';
    words->rest = begin + length;
}

static bool is_word(const reading *words, const char *word)
{
    return strcmp(words->word, word) == 0;
}

/* Whether the word is a number of monsters, "x4"; "x-1" is one, too, to be refused as such. */
static bool is_number(const reading *words)
{
    const char *word = words->word;
    return word[0] == 'x' && (isdigit((unsigned char)word[1]) || word[1] == '-');
}

/* Refuses a word that stands in place of the end, 'vs' or '+'. */
static _Noreturn void refuse_word(reading *words, bool near)
{
    if (is_word(words, "vs"))
        base_refuse(words->arena, WYRM_ERROR_SYNTAX, "a fight has two sides, and one 'vs'");
    if (near && (is_number(words) || is_word(words, "+")))
        base_refuse(words->arena, WYRM_ERROR_SYNTAX, "one fights alone before the 'vs'");
    words->hint = near ? FORM : "how many and who else is written 'orc x4 + troll'";
    base_refuse(words->arena, WYRM_ERROR_SYNTAX, "'%.100s' means nothing in a fight", words->word);
}

/* Takes the word as a combatant with hit points. */
static void take_fighter(reading *words, wyrm_combatant *out)
{
    base_arena *arena = words->arena;
    const bool counts = isdigit((unsigned char)words->word[0]);
    words->hint = FORM;
    if (is_word(words, "") || is_word(words, "vs") || is_word(words, "+"))
        base_refuse(arena, WYRM_ERROR_SYNTAX, "nobody is named %s",
                    is_word(words, "") ? "at the end" : "before a 'vs' or '+'");
    wyrm_status status = wyrm_roster_combatant(words->roster, words->word, out, &arena->error);
    words->hint = status != WYRM_ERROR_UNKNOWN ? ""
                  : counts                     ? "how many is written behind the name, 'orc x4'"
                                               : "'wyrm rules show' names all there are";
    base_must(arena, status);
    words->hint = "say how many: 'raw,hp=30'";
    if (out->hp < 1)
        base_refuse(arena, WYRM_ERROR_RANGE, "'%.100s' has no hit points to fight with",
                    words->word);
    words->hint = "";
    next_word(words);
}

/* Whether `text`, a value behind its '=', is one of two words. */
static bool is_either(const char *text, size_t length, const char *one, const char *other)
{
    return (length == strlen(one) && memcmp(text, one, length) == 0) ||
           (length == strlen(other) && memcmp(text, other, length) == 0);
}

/* Removes the words about sleep from a combatant's text ("orc,asleep"): in a set fight sleep is a
 * condition of the game under every combat model, not a permanent stat. */
static bool take_sleep(reading *words)
{
    static const char word[] = ",asleep";
    bool asleep = false;
    for (char *at = strstr(words->word, word); at != NULL; at = strstr(at, word)) {
        char *value = at + strlen(word), *end = value + strcspn(value, ",");
        const size_t length = (size_t)(end - value);
        bool yes = length == 0 || is_either(value, length, "=1", "=true");
        bool no = is_either(value, length, "=0", "=false");
        if (*value != '=' && end != value) { /* another word with this beginning */
            at = value;
            continue;
        }
        if (!yes && !no)
            base_refuse(words->arena, WYRM_ERROR_RANGE, "'asleep' must be 0 or 1, found '%.*s'",
                        (int)(end - value) - 1, value + 1);
        asleep = yes;
        memmove(at, end, strlen(end) + 1);
    }
    return asleep;
}

bool wyrm_arena_is_words(const char *text)
{
    return strpbrk(text, " \t\r\n@,") != NULL;
}

static void begin_words(reading *words, base_arena *arena)
{
    words->arena = arena;
    if (strlen(words->rest) > FIGHT_MAX)
        base_refuse(arena, WYRM_ERROR_LIMIT, "a fight in words has at most %d bytes", FIGHT_MAX);
    for (const char *at = words->rest; *at != '\0'; at++)
        if (iscntrl((unsigned char)*at))
            base_refuse(arena, WYRM_ERROR_SYNTAX,
                        "a fight in words is one line, without tabs or other control characters");
    next_word(words);
}

/* Takes COMBATANT [xN]; `who` gets the word for the combatant. */
static wyrm_arena_monster take_monsters(reading *words, char who[FIGHT_MAX + 1], size_t room,
                                        long *number)
{
    wyrm_arena_monster monster = {.monster = -1};
    char name[FIGHT_MAX + 1];
    memcpy(who, words->word, sizeof words->word);
    monster.asleep = take_sleep(words);
    take_fighter(words, &monster.combatant);
    snprintf(name, sizeof name, "%.*s", (int)strcspn(who, "@,"), who);
    monster.monster = wyrm_roster_find(words->roster, name);
    if (monster.monster < 0 && strcmp(name, "monster") == 0)
        monster.monster = wyrm_roster_by_level(words->roster, monster.combatant.level);
    /* "xN", or 1 without it. */
    *number = 1;
    if (is_number(words)) {
        char *end;
        *number = strtol(words->word + 1, &end, 10); /* LONG_MAX or LONG_MIN if out of range */
        if (*end != '\0')
            refuse_word(words, false);
        if (*number < 1)
            base_refuse(words->arena, WYRM_ERROR_LIMIT,
                        "'%.100s %.20s': there must be at least one", who, words->word);
        next_word(words);
    }
    if (*number > (long)room)
        base_refuse(words->arena, WYRM_ERROR_LIMIT, "an arena holds at most %d monsters",
                    WYRM_ARENA_MONSTERS_MAX);
    return monster;
}

/* Reads COMBATANT vs COMBATANT [xN] [+ COMBATANT [xN]]... */
static void read_words(base_arena *arena, void *context)
{
    reading *words = context;
    wyrm_arena *out = words->out;
    const char *text = words->rest;
    begin_words(words, arena);
    bool asleep = take_sleep(words);
    words->hint = "sleepers stand behind the 'vs': 'player vs orc,asleep'";
    if (asleep)
        base_refuse(arena, WYRM_ERROR_SYNTAX, "who fights alone cannot be asleep");
    take_fighter(words, &out->player);
    words->hint = is_word(words, "") ? FORM : "";
    if (is_word(words, ""))
        base_refuse(arena, WYRM_ERROR_SYNTAX, "'%.100s' fights nobody", text);
    if (!is_word(words, "vs"))
        refuse_word(words, true);
    do {
        char who[FIGHT_MAX + 1];
        long number;
        next_word(words);
        const wyrm_arena_monster monster =
            take_monsters(words, who, WYRM_ARENA_MONSTERS_MAX - out->count, &number);
        for (; number > 0; number--)
            out->monsters[out->count++] = monster;
    } while (is_word(words, "+"));
    if (!is_word(words, ""))
        refuse_word(words, false);
}

/* Reads COMBATANT [xN] [[+] COMBATANT [xN]]... */
static void read_party(base_arena *arena, void *context)
{
    reading *words = context;
    wyrm_party *out = words->party;
    begin_words(words, arena);
    do {
        char who[FIGHT_MAX + 1];
        long number;
        wyrm_party_member *member = &out->members[out->count];
        if (out->count > 0 && is_word(words, "+"))
            next_word(words);
        words->hint = "a group of monsters is written 'orc x4 + troll'";
        if (is_word(words, "vs"))
            base_refuse(arena, WYRM_ERROR_SYNTAX, "these are monsters alone: nobody fights them");
        const wyrm_arena_monster monster =
            take_monsters(words, who, WYRM_ARENA_MONSTERS_MAX - out->all, &number);
        words->hint = "it is what set fights know";
        if (monster.asleep)
            base_refuse(arena, WYRM_ERROR_SYNTAX, "'%.100s': sleep changes no monster's worth",
                        who);
        snprintf(member->text, sizeof member->text, "%s", who);
        member->monster = monster.monster;
        member->combatant = monster.combatant;
        member->number = (int32_t)number;
        out->all += (size_t)number;
        out->count++;
    } while (!is_word(words, ""));
}

static wyrm_status hinted(const reading *words, wyrm_status status, wyrm_error *error)
{
    if (status != WYRM_OK && error && error->hint[0] == '\0')
        snprintf(error->hint, sizeof error->hint, "%s", words->hint);
    return status;
}

wyrm_status wyrm_party_read(const wyrm_design *design, const char *text, wyrm_party *out,
                            wyrm_error *error)
{
    reading words = {.roster = design->roster, .rest = text, .party = out, .hint = ""};
    *out = (wyrm_party){.count = 0};
    return hinted(&words, base_do(read_party, &words, error), error);
}

static wyrm_status read_fight(const wyrm_roster *roster, const char *text, wyrm_arena *out,
                              wyrm_error *error)
{
    reading words = {.roster = roster, .rest = text, .out = out, .hint = ""};
    *out = (wyrm_arena){.shape = WYRM_ARENA_ROOM, .distance = DISTANCE};
    return hinted(&words, base_do(read_words, &words, error), error);
}

wyrm_status wyrm_arena_read(const wyrm_design *design, const char *text, wyrm_arena *out,
                            wyrm_error *error)
{
    return read_fight(design->roster, text, out, error);
}

/* ---- the places of set fights ---- */

static const char *const shapes[] = {[WYRM_ARENA_ROOM] = "room",
                                     [WYRM_ARENA_CORRIDOR] = "corridor",
                                     [WYRM_ARENA_OPEN] = "open",
                                     NULL};

/* clang-format off */
static const wyrm_field arena_fields[] = {
    {.name = "fight", .kind = WYRM_KIND_TEXT, .required = true,
     .summary = "who fights whom: 'player@3,weapon=shortsword vs orc x4 + troll'"},
    {.name = "shape", .kind = WYRM_KIND_CHOICE, .choices = shapes, .default_value = "room",
     .summary = "a room of 9 x 9 tiles, a corridor of 24 x 1, or the open, 40 x 40"},
    {.name = "distance", .kind = WYRM_KIND_INTEGER, .least = 1, .greatest = 30,
     .default_value = "3", .unit = "tiles",
     .summary = "how far the nearest monster stands at first; where there is room: 8 in a room, 23 "
                "in a corridor, 19 in the open, less in ranks"},
    {.name = "asleep", .kind = WYRM_KIND_BOOL, .default_value = "false",
     .summary = "all monsters are asleep at first; 'orc,asleep' in the fight is one"},
    {.kind = WYRM_KIND_END},
};

/* clang-format on */

const wyrm_field design_arena_element[2] =
    WYRM_ELEMENT("arena", RECORD, .fields = arena_fields, .summary = "a set fight on a small map");

const char *wyrm_arena_shape_name(wyrm_arena_shape shape)
{
    return shapes[shape];
}

bool wyrm_arena_shape_find(const char *name, wyrm_arena_shape *out)
{
    for (size_t i = 0; shapes[i] != NULL; i++)
        if (strcmp(shapes[i], name) == 0) {
            *out = (wyrm_arena_shape)i;
            return true;
        }
    return false;
}

wyrm_arena_floor wyrm_arena_floor_of(wyrm_arena_shape shape)
{
    static const wyrm_arena_floor of[] = {
        [WYRM_ARENA_ROOM] = {9, 9, 0, 4, 9},
        [WYRM_ARENA_CORRIDOR] = {24, 1, 0, 0, 1},
        [WYRM_ARENA_OPEN] = {40, 40, 20, 20, 9},
    };
    return of[shape];
}

/* Ranks of monsters stand behind each other up to the eastern wall, so more ranks leave less
 * distance. */
int32_t wyrm_arena_distance(const wyrm_arena *arena)
{
    const wyrm_arena_floor floor = wyrm_arena_floor_of(arena->shape);
    int32_t ranks = ((int32_t)arena->count + floor.abreast - 1) / floor.abreast;
    int32_t most = floor.width - floor.x - ranks;
    return most < 1 ? 0 : arena->distance < most ? arena->distance : most;
}

/* ---- the section `arenas` ---- */

static wyrm_status read_record(const wyrm_roster *roster, const wyrm_value *record, wyrm_arena *out,
                               wyrm_error *error)
{
    wyrm_status status = read_fight(roster, key_text(record, "fight"), out, error);
    if (status != WYRM_OK)
        return status;
    out->shape = (wyrm_arena_shape)key_choice(record, "shape");
    out->distance = key_whole(record, "distance");
    for (size_t i = 0; i < out->count; i++)
        out->monsters[i].asleep |= key_flag(record, "asleep");
    if (wyrm_arena_distance(out) == 0)
        return wyrm_fail(error, WYRM_ERROR_LIMIT, "there is no room for %zu monsters in a %s",
                         out->count, wyrm_arena_shape_name(out->shape));
    return WYRM_OK;
}

static void check_arenas(rs_opening *o, const wyrm_design *design)
{
    const wyrm_value *arenas = wyrm_ruleset_find(o->ruleset, "arenas");
    for (size_t i = 0; i < wyrm_value_count(arenas) && design->roster; i++) {
        const wyrm_value *record = wyrm_value_item(arenas, i);
        wyrm_arena arena;
        wyrm_error error = {0};
        wyrm_status status = read_record(design->roster, record, &arena, &error);
        if (status == WYRM_ERROR_MEMORY)
            base_fail(o->arena, status);
        if (status != WYRM_OK)
            rs_error(o, wyrm_value_get(record, "fight"), error.hint, "%s", error.message);
    }
}

const design_section design_arenas = {check_arenas};

static const wyrm_value *arenas_of(const wyrm_design *design)
{
    return wyrm_ruleset_find(design->ruleset, "arenas");
}

size_t wyrm_arena_count(const wyrm_design *design)
{
    return wyrm_value_count(arenas_of(design));
}

const char *wyrm_arena_name(const wyrm_design *design, size_t index)
{
    return index < wyrm_arena_count(design) ? wyrm_value_key(arenas_of(design), index) : NULL;
}

const char *wyrm_arena_words(const wyrm_design *design, size_t index)
{
    return key_text(wyrm_value_item(arenas_of(design), index), "fight");
}

wyrm_status wyrm_arena_find(const wyrm_design *design, const char *name, wyrm_arena *out,
                            wyrm_error *error)
{
    const wyrm_value *arenas = arenas_of(design), *found = wyrm_value_get(arenas, name);
    if (found != NULL)
        return read_record(design->roster, found, out, error);
    wyrm_status status =
        wyrm_fail(error, WYRM_ERROR_UNKNOWN, "the ruleset has no arena '%.100s'", name);
    const char *names[DESIGN_ARENAS_MAX], *hint = "it names none; in words: 'player vs orc x4'";
    char all[100] = "";
    const size_t count = wyrm_value_count(arenas);
    for (size_t i = 0, length = 0; i < count; i++) {
        names[i] = wyrm_value_key(arenas, i);
        if (length < sizeof all)
            length += (size_t)snprintf(all + length, sizeof all - length, "%s%s", i > 0 ? ", " : "",
                                       names[i]);
    }
    const char *nearest = wyrm_nearest(name, names, count);
    if (nearest || count > 0)
        hint = nearest ? "did you mean '%.100s'?" : "it has %s";
    if (error)
        snprintf(error->hint, sizeof error->hint, hint, nearest ? nearest : all);
    return status;
}
