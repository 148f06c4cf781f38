/* Floors a second on one core, monsters and items without maps, for every shipped ruleset and for
 * functions in Lua. A script is compared with the same text in plain Lua, without the sandbox,
 * limits and checks against the ruleset: a ratio below 1 is the price of the sandbox. A ruleset is
 * compared with the same floors from a ruleset that is opened anew for each, as a tool without a
 * library would have to do. */
#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <wyrm/design.h>
#include <wyrm/streams.h>

#define FLOOR                                                                                      \
    "function floor(depth, state)\n"                                                               \
    "  local out = {rat = between(0, 3), state = {quiet = 0}}\n"                                   \
    "  if chance(0.3) then out.pack = {wolf = roll('1d3+1')}\n"                                    \
    "  else out.state.quiet = min(state.quiet + 1, 5) end\n"                                       \
    "  if chance(min(depth, 10) / 20) then out.ogre = 1 end\n"                                     \
    "  return out\n"                                                                               \
    "end\n"
#define ITEMS                                                                                      \
    "function items(depth, state)\n"                                                               \
    "  local out = {potion = between(0, 2), state = {dry = 0}}\n"                                  \
    "  if out.potion == 0 then out.state.dry = min(state.dry + 1, 5) end\n"                        \
    "  if state.dry >= 2 then out.potion = out.potion + 1 end\n"                                   \
    "  return out\n"                                                                               \
    "end\n"

enum { FLOORS = 200000, LAST = 10 };

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* Opens a ruleset with its script indented. */
static wyrm_design *open_with(const char *head, const char *script)
{
    char text[4000];
    wyrm_design *design = NULL;
    size_t used = (size_t)snprintf(text, sizeof text, "%s  script: |\n", head);
    for (const char *line = script; *line != '\0'; line = strchr(line, '\n') + 1)
        used += (size_t)snprintf(text + used, sizeof text - used, "    %.*s\n",
                                 (int)(strchr(line, '\n') - line), line);
    if (wyrm_design_parse_alone("bench.yaml", text, used, &design, NULL) != WYRM_OK) {
        fprintf(stderr, "the ruleset does not read\n");
        exit(1);
    }
    return design;
}

/* ---- ours ---- */

static double draw_floors(double *things)
{
    static wyrm_floor_spawn spawns[WYRM_LEVEL_SPAWNS_MAX];
    wyrm_design *design =
        open_with("name: bench\n"
                  "models: {combat: subtract, growth: points, encounter: script}\n"
                  "player: {hp: 100, power: 4}\n"
                  "monsters:\n"
                  "  rat: {hp: 5, power: 2, experience: 3}\n"
                  "  wolf: {hp: 5, power: 2, experience: 3}\n"
                  "  ogre: {hp: 5, power: 2, experience: 3}\n"
                  "encounter:\n"
                  "  last_depth: 10\n"
                  "  state: {quiet: {most: 5}}\n",
                  FLOOR);
    const wyrm_encounter *encounter = wyrm_design_encounter(design);
    wyrm_difficulty difficulty = wyrm_encounter_start(encounter);
    const double begun = now();
    *things = 0;
    for (uint64_t run = 0; run < FLOORS; run++) {
        difficulty.depth = 1 + (int32_t)(run % LAST);
        wyrm_rng rng = wyrm_rng_start(1, run, WYRM_STREAM_MONSTERS, (uint64_t)difficulty.depth);
        *things += (double)wyrm_encounter_floor(encounter, &difficulty, 9, &rng, spawns);
    }
    const double took = now() - begun;
    wyrm_design_free(design);
    return FLOORS / took;
}

static double draw_items(double *things)
{
    static wyrm_item items[WYRM_ROOM_ITEMS_MAX];
    wyrm_design *design = open_with("name: bench\n"
                                    "models: {loot: script}\n"
                                    "items: {potion: {}}\n"
                                    "loot:\n"
                                    "  last_depth: 10\n"
                                    "  state: {dry: {most: 5}}\n",
                                    ITEMS);
    wyrm_loot_state state = {.used = 0};
    const double begun = now();
    *things = 0;
    for (uint64_t run = 0; run < FLOORS; run++) {
        const wyrm_loot_context context = {.depth = 1 + (int32_t)(run % LAST), .rooms = 9};
        wyrm_rng rng = wyrm_rng_start(1, run, WYRM_STREAM_LOOT, (uint64_t)context.depth);
        *things += (double)wyrm_loot_floor(wyrm_design_loot(design), &context, &state, &rng, items);
    }
    const double took = now() - begun;
    wyrm_design_free(design);
    return FLOORS / took;
}

/* ---- Lua alone ---- */

static wyrm_rng *rng_of(lua_State *L)
{
    return *(wyrm_rng **)lua_getextraspace(L);
}

static int between(lua_State *L)
{
    lua_pushinteger(L,
                    wyrm_rng_between(rng_of(L), luaL_checkinteger(L, 1), luaL_checkinteger(L, 2)));
    return 1;
}

static int chance(lua_State *L)
{
    lua_pushboolean(L, wyrm_rng_real(rng_of(L)) < luaL_checknumber(L, 1));
    return 1;
}

/* The only amount that the scripts draw: 1d3+1. */
static int roll(lua_State *L)
{
    lua_pushinteger(L, 1 + wyrm_rng_between(rng_of(L), 1, 3));
    return 1;
}

static double number_of(lua_State *L, const char *name)
{
    lua_getfield(L, -1, name);
    const double number = lua_tonumber(L, -1);
    lua_pop(L, 1);
    return number;
}

static double draw_plainly(const char *text, const char *function, const char *key, double *things)
{
    lua_State *L = luaL_newstate();
    luaL_openlibs(L);
    lua_register(L, "between", between);
    lua_register(L, "chance", chance);
    lua_register(L, "roll", roll);
    if (luaL_dostring(L, "min = math.min") || luaL_dostring(L, text))
        exit(1);
    double carried = 0;
    const double begun = now();
    *things = 0;
    for (uint64_t run = 0; run < FLOORS; run++) {
        const int32_t depth = 1 + (int32_t)(run % LAST);
        wyrm_rng rng = wyrm_rng_start(1, run, WYRM_STREAM_MONSTERS, (uint64_t)depth);
        *(wyrm_rng **)lua_getextraspace(L) = &rng;
        lua_getglobal(L, function);
        lua_pushinteger(L, depth);
        lua_createtable(L, 0, 1);
        lua_pushinteger(L, (lua_Integer)carried);
        lua_setfield(L, -2, key);
        lua_call(L, 2, 1);
        *things += number_of(L, "rat") + number_of(L, "ogre") + number_of(L, "potion");
        if (lua_getfield(L, -1, "pack") == LUA_TTABLE)
            *things += number_of(L, "wolf");
        lua_getfield(L, -2, "state");
        carried = number_of(L, key);
        lua_settop(L, 0);
    }
    const double took = now() - begun;
    lua_close(L);
    return FLOORS / took;
}

/* ---- shipped rulesets ---- */

enum { ROOMS = 9 };

/* Makes one floor of a game that has just begun. */
static size_t one_floor(const wyrm_design *design, int32_t depth, uint64_t run, size_t *monsters)
{
    static wyrm_floor_spawn floor[WYRM_LEVEL_SPAWNS_MAX];
    static wyrm_spawn room[WYRM_LEVEL_SPAWNS_MAX];
    const wyrm_encounter *encounter = wyrm_design_encounter(design);
    wyrm_difficulty difficulty = wyrm_encounter_start(encounter);
    wyrm_rng rng = wyrm_rng_start(1, run, WYRM_STREAM_MONSTERS, (uint64_t)depth);
    difficulty.depth = depth;
    if (wyrm_encounter_fills_floors(encounter))
        *monsters += wyrm_encounter_floor(encounter, &difficulty, ROOMS, &rng, floor);
    for (int32_t r = 0; !wyrm_encounter_fills_floors(encounter) && r < ROOMS; r++) {
        const wyrm_room_context context = {.index = r, .count = ROOMS};
        *monsters += wyrm_encounter_room(encounter, &difficulty, &context, &rng, room);
    }
    return *monsters;
}

static size_t one_loot(const wyrm_design *design, int32_t depth, uint64_t run, size_t *count)
{
    static wyrm_item items[WYRM_ROOM_ITEMS_MAX + 1];
    const wyrm_loot *loot = wyrm_design_loot(design);
    const wyrm_loot_context context = {.run = run, .depth = depth, .level = depth, .rooms = ROOMS};
    wyrm_rng rng = wyrm_rng_start(1, run, WYRM_STREAM_LOOT, (uint64_t)depth);
    wyrm_loot_state state = {.used = 0};
    *count += wyrm_loot_floor(loot, &context, &state, &rng, items);
    for (int32_t r = 0; !wyrm_loot_fills_floors(loot) && r < ROOMS; r++)
        *count += wyrm_loot_room(loot, &context, r, &rng, items);
    return *count;
}

typedef size_t filler(const wyrm_design *design, int32_t depth, uint64_t run, size_t *count);

static double rate(const wyrm_design *design, filler *fill, double *each)
{
    size_t count = 0;
    const double begun = now();
    for (uint64_t run = 0; run < FLOORS; run++)
        fill(design, 1 + (int32_t)(run % LAST), run, &count);
    *each = (double)count / FLOORS;
    return FLOORS / (now() - begun);
}

/* Floors a second of a ruleset that is opened anew for each floor. */
static double rate_naively(const char *name, filler *fill)
{
    enum { TIMES = 20 };
    size_t count = 0;
    const double begun = now();
    for (uint64_t run = 0; run < TIMES; run++) {
        wyrm_design *design;
        if (wyrm_design_open(name, &design, NULL) != WYRM_OK)
            exit(1);
        fill(design, 1 + (int32_t)(run % LAST), run, &count);
        wyrm_design_free(design);
    }
    return TIMES / (now() - begun);
}

static bool tell_shipped(const wyrm_shipped *shipped)
{
    wyrm_design *design;
    double monsters, items;
    if (wyrm_design_open(shipped->name, &design, NULL) != WYRM_OK)
        exit(1);
    const double who = rate(design, one_floor, &monsters), what = rate(design, one_loot, &items);
    printf("%-16s  monsters %9.0f a second, %7.0f x (%.2f each)   items %9.0f, %7.0f x (%.2f)\n",
           shipped->name, who, who / rate_naively(shipped->name, one_floor), monsters, what,
           what / rate_naively(shipped->name, one_loot), items);
    wyrm_design_free(design);
    return who >= 100000 && what >= 200000;
}

int main(void)
{
    double things[4];
    size_t count;
    const wyrm_shipped *shipped = wyrm_shipped_rulesets(&count);
    bool kept = true;
    for (size_t i = 0; i < count; i++)
        kept &= tell_shipped(&shipped[i]);
    const double floors = draw_floors(&things[0]), items = draw_items(&things[1]);
    const double plain_floors = draw_plainly(FLOOR, "floor", "quiet", &things[2]);
    const double plain_items = draw_plainly(ITEMS, "items", "dry", &things[3]);
    printf("%-16s  monsters %9.0f a second, %7.2f x (%.2f each, %.2f)\n", "script", floors,
           floors / plain_floors, things[0] / FLOORS, things[2] / FLOORS);
    printf("%-16s  items    %9.0f a second, %7.2f x (%.2f each, %.2f)\n", "script", items,
           items / plain_items, things[1] / FLOORS, things[3] / FLOORS);
    kept &= floors >= 100000 && items >= 200000;
    printf("at least 100,000 floors of monsters and 200,000 of items a second: %s\n",
           kept ? "kept" : "MISSED");
    return kept ? 0 : 1;
}
