/* Bots on random rulesets: their games end, unless the rules shut them in, and they use the items
 * that they are said to use, and no others. With `full` on over 300 rulesets, a few minutes. */
#define OWN_MAIN
#include "arena.h"
#include "helpers.h"
#include "released.h"
#include "stride.h"

#include <wyrm/sim.h>

#include <string.h>

#include "metrics/internal.h"
#include "sim/internal.h"

/* Random rulesets: any combat model, monsters from harmless to unbeatable, impenetrable armor,
 * reach and regeneration, narrow and wide maps, items of every effect or none. One draw in an
 * expression, since compilers differ in their order. */

typedef struct ruleset_text {
    test_random random;
    size_t length;
    char text[16384];
} ruleset_text;

static void add_text(ruleset_text *out, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
static void add_text(ruleset_text *out, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    out->length += (size_t)vsnprintf(out->text + out->length, sizeof out->text - out->length,
                                     format, arguments);
    va_end(arguments);
    assert_true(out->length < sizeof out->text);
}

static int64_t any(ruleset_text *out, int64_t least, int64_t greatest)
{
    return random_between(&out->random, least, greatest);
}

static bool one_in(ruleset_text *out, int64_t count)
{
    return random_below(&out->random, count) == 0;
}

/* From least to greatest, each order of magnitude equally likely. */
static int64_t any_size(ruleset_text *out, double least, double greatest)
{
    return (int64_t)floor(least * pow(greatest / least, random_unit(&out->random)) + 0.5);
}

typedef enum random_combat { BY_RATIO, BY_ACCURACY, BY_SUBTRACTION, BY_MOMENTUM } random_combat;

/* The stats of a creature; one in eight can hardly be hurt, and one in eight hardly hurts. */
static void add_stats(ruleset_text *out, random_combat combat, bool player)
{
    int64_t strong = one_in(out, 8) ? 0 : any_size(out, 1, player ? 20 : 12);
    int64_t tough = one_in(out, 8) ? 1000 : any_size(out, 0.5, 8);
    int64_t reach = one_in(out, 3) ? any(out, 2, 8) : 1;
    add_text(out, "hp: %lld", (long long)any_size(out, player ? 10 : 1, 300));
    if (one_in(out, player ? 10 : 4))
        add_text(out, ", regeneration: %.1f", 0.1 * (double)any(out, 1, 40));
    if (combat == BY_RATIO)
        add_text(out, ", attack: %lld, defense: %lld", (long long)(2 * strong), (long long)tough);
    else if (combat == BY_ACCURACY)
        add_text(out, ", damage: [%lld, %lld], defense: %lld, reach: %lld", (long long)(strong / 2),
                 (long long)strong, (long long)(tough / 2), (long long)reach);
    else if (combat == BY_SUBTRACTION)
        add_text(out, ", power: %lld, defense: %lld", (long long)strong, (long long)tough / 2);
    else {
        int64_t bludgeon = any(out, 1, 3);
        add_text(
            out,
            ", strength: %lld, dexterity: %lld, armour_class: %lld, bludgeon: %lld, reach: %lld",
            (long long)(2 * strong), (long long)any(out, 5, 15), (long long)(tough / 3),
            (long long)bludgeon, (long long)reach);
    }
}

static void add_monsters(ruleset_text *out, random_combat combat, int64_t last_depth)
{
    int64_t count = any(out, 1, 5);
    add_text(out, "monsters:\n");
    for (int64_t i = 0; i < count; i++) {
        add_text(out, "  m%lld: {", (long long)i);
        add_stats(out, combat, false);
        int64_t from = i == 0 ? 1 : any(out, 1, last_depth), weight = any(out, 1, 50);
        add_text(out, ", experience: %lld, weight: [[%lld, %lld]]}\n", (long long)any(out, 0, 100),
                 (long long)weight, (long long)from);
    }
    add_text(out, "  end: {kind: boss, ");
    add_stats(out, combat, false);
    add_text(out, "}\n");
}

static void add_gear(ruleset_text *out, random_combat combat)
{
    static const char *const damage[] = {"attack", "damage", "power", "mass"};
    static const char *const shelter[] = {"defense", "armor_class", "defense", "armour_class"};
    add_text(out, "weapons:\n");
    for (int64_t i = any(out, 0, 2); i >= 0; i--) {
        int64_t weight = any(out, 1, 20);
        add_text(out, "  w%lld: {%s: %lld, weight: %lld", (long long)i, damage[combat],
                 (long long)any_size(out, 1, 10), (long long)weight);
        if ((combat == BY_ACCURACY || combat == BY_MOMENTUM) && one_in(out, 3))
            add_text(out, ", reach: %lld", (long long)any(out, 2, 9));
        if (combat == BY_MOMENTUM && one_in(out, 4))
            add_text(out, ", range: %lld, ammo_mass: 0.1", (long long)any(out, 3, 30));
        if (combat == BY_MOMENTUM && one_in(out, 4))
            add_text(out, ", blast: %lld", (long long)any(out, 1, 3));
        add_text(out, "}\n");
    }
    add_text(out, "armors:\n");
    for (int64_t i = any(out, 0, 2); i >= 0; i--) {
        int64_t weight = any(out, 1, 20), shelters = any_size(out, 1, 20);
        add_text(out, "  a%lld: {slot: s%lld, %s: %lld, weight: %lld}\n", (long long)i,
                 (long long)any(out, 0, 1), shelter[combat], (long long)shelters,
                 (long long)weight);
    }
}

static void add_items(ruleset_text *out, random_combat combat)
{
    static const char *const stats[] = {"attack", "power", "power", "strength"};
    static const char *const kinds[] = {"heal",    "feed",  "lightning",  "bolt",      "blast",
                                        "confuse", "sleep", "hold",       "slow",      "frighten",
                                        "banish",  "map",   "teleport",   "sense",     "hide",
                                        "haste",   "teach", "regenerate", "strengthen"};
    enum {
        HEAL,
        FEED,
        LIGHTNING,
        BOLT,
        BLAST,
        CONFUSE,
        SLEEP,
        FRIGHTEN = 9,
        MAP = 11,
        TELEPORT,
        SENSE,
        HASTE = 15,
        TEACH,
        REGENERATE
    };
    if (one_in(out, 5))
        return;
    add_text(out, "items:\n");
    for (int64_t i = any(out, 0, 5); i >= 0; i--) {
        int64_t kind = any(out, 0, (int64_t)LENGTH_OF(kinds) - 1);
        add_text(out, "  i%lld: {weight: %lld, effect: {kind: %s", (long long)i,
                 (long long)any(out, 1, 40), kinds[kind]);
        if (kind <= FEED || kind >= TEACH)
            add_text(out, ", amount: %lld", (long long)any_size(out, 1, 60));
        if (kind >= LIGHTNING && kind <= BLAST)
            add_text(out, ", damage: %lld", (long long)any_size(out, 1, 60));
        if ((kind >= CONFUSE && kind <= FRIGHTEN) || (kind >= SENSE && kind <= HASTE))
            add_text(out, ", turns: %lld", (long long)any(out, 3, 30));
        if ((kind >= SLEEP && kind <= FRIGHTEN) || kind == BLAST)
            add_text(out, ", radius: %lld", (long long)any(out, 0, 3));
        if (kind > REGENERATE)
            add_text(out, ", stat: %s", stats[combat]);
        add_text(out, "}}\n");
    }
}

static void add_map(ruleset_text *out, bool tunnels)
{
    int64_t side = any(out, 4, 7);
    int64_t tries = any(out, 3, 40), height = any(out, 20, 50);
    add_text(out, "map: {width: %lld, height: %lld, tries: %lld, goal: prize, ",
             (long long)any(out, 20, 80), (long long)height, (long long)tries);
    if (tunnels)
        add_text(out, "room_side: [%lld, %lld]}\n", (long long)side,
                 (long long)(side + any(out, 0, 5)));
    else {
        int64_t extra = any(out, 0, 3), high = any(out, 3, 8);
        add_text(out, "room_width: [%lld, %lld], room_height: [3, %lld], extra_corridors: %lld}\n",
                 (long long)side - 2, (long long)(side + any(out, 0, 6)), (long long)high,
                 (long long)extra);
    }
}

/* One ruleset in four has nothing that restores hit points. */
static void add_rules(ruleset_text *out)
{
    const char *goal_at = one_in(out, 3) ? "boss" : "floor";
    double asleep = one_in(out, 2) ? 0.0 : random_unit(&out->random);
    int64_t pack = any_size(out, 2, 40);
    add_text(out, "game: {sight: %lld, pack: %lld, asleep: %.2f, goal_at: %s",
             (long long)any(out, 3, 12), (long long)pack, asleep, goal_at);
    if (!one_in(out, 3))
        add_text(out, ", regeneration: %lld", (long long)any_size(out, 10, 5000));
    if (one_in(out, 4))
        add_text(
            out,
            ", hunger: {most: %lld, stages: [{name: fed, from: 200}, {name: starving, from: 0, "
            "regenerates: false}]}",
            (long long)any_size(out, 400, 3000));
    add_text(out, "}\n");
}

/* Writes the ruleset of a seed as text to *out, which is large. */
static void write_random_ruleset(uint64_t seed, ruleset_text *out)
{
    static const char *const models[] = {"ratio", "accuracy", "subtract", "momentum"};
    out->random.state = seed;
    out->length = 0;
    random_combat combat = (random_combat)any(out, 0, 3);
    bool tunnels = one_in(out, 2), choices = one_in(out, 2);
    int64_t last = any(out, 1, 5);
    add_text(out,
             "name: random\nmodels: {combat: %s, growth: points, encounter: tables, loot: tables, "
             "map: %s}\n",
             models[combat], tunnels ? "tunnels" : "rooms");
    int64_t per_level = any(out, 0, 200);
    add_text(out, "growth: {experience: {base: %lld, per_level: %lld}",
             (long long)any(out, 20, 200), (long long)per_level);
    if (choices)
        add_text(out, ", choices: {hp: {max_hp: %lld}}", (long long)any(out, 1, 30));
    int64_t most = any_size(out, 1, 8);
    add_text(out, "}\nencounter: {last_depth: %lld, rooms: {first: %s, most: %lld}",
             (long long)last, one_in(out, 2) ? "true" : "false", (long long)most);
    if (one_in(out, 2))
        add_text(out, ", roles: {end_boss: {depths: [%lld]}}", (long long)last);
    add_text(out, "}\nloot: {equipment: true, rooms: {most: %lld}}\n", (long long)any(out, 0, 4));
    add_map(out, tunnels);
    add_rules(out);
    add_text(out, "player: {");
    add_stats(out, combat, true);
    add_text(out, "}\n");
    add_monsters(out, combat, last);
    add_gear(out, combat);
    add_items(out, combat);
}

/* The ruleset of a seed; the caller frees it (wyrm_design_free). */
static wyrm_design *random_ruleset(uint64_t seed)
{
    ruleset_text *out = malloc(sizeof *out);
    wyrm_design *design = NULL;
    wyrm_errors *errors = fresh_errors();
    assert_non_null(out);
    write_random_ruleset(seed, out);
    if (wyrm_design_parse("random.yaml", out->text, out->length, &design, errors) != WYRM_OK) {
        print_errors(errors);
        fail_msg("seed %llu is no ruleset:\n%s", (unsigned long long)seed, out->text);
    }
    wyrm_errors_free(errors);
    free(out);
    return design;
}

/* ---- the tests ---- */

#define FULL_RULESETS 300
#define FULL_RUNS     10 /* for each bot on each ruleset */

static int rulesets = 20, runs = 2;

/* Bots that wait for their end, or act at random, may stall and are left out. */
static const char *const bots[] = {"diver", "brawler", "explorer", "tactician"};
enum { BOTS = sizeof bots / sizeof *bots };

typedef struct tally {
    size_t runs, lost, shut_in;
    bool used[WYRM_EFFECT_KIND_COUNT][2]; /* [1]: temporary effects */
} tally;

typedef struct listening {
    const wyrm_bot_kind *bot;
    const wyrm_design *design;
    uint64_t ruleset; /* its seed */
    tally *to;
} listening;

/* Whether the player is shut in for good, so that no bot could go on. */
static bool is_shut_in(const listening *state, const wyrm_run *run)
{
    const wyrm_run_options options = {.bot = state->bot};
    wyrm_runner *runner;
    wyrm_run *again = malloc(sizeof *again);
    base_arena memory = {0};
    assert_non_null(again);
    assert_int_equal(wyrm_runner_new(state->design, &options, &runner, NULL), WYRM_OK);
    assert_int_equal(wyrm_runner_make(runner, run->seed, run->run, again, NULL), WYRM_OK);
    assert_int_equal(again->end, run->end);
    judge_blame fault = judge_find_blame(&memory, runner);
    base_release(&memory);
    wyrm_runner_free(runner);
    free(again);
    return fault != JUDGE_BLAME_BOT;
}

static wyrm_status take(const wyrm_run *run, void *context, wyrm_error *error)
{
    const listening *state = context;
    const wyrm_item_kind *kinds;
    wyrm_loot_kinds(wyrm_design_loot(state->design), &kinds);
    (void)error;
    state->to->runs++;
    bool lost = !wyrm_run_is_complete(run->end), shut_in = lost && is_shut_in(state, run);
    state->to->shut_in += shut_in;
    if (lost && !shut_in) {
        print_error("ruleset %llu, %s, run %llu: %s at depth %d\n",
                    (unsigned long long)state->ruleset, state->bot->name,
                    (unsigned long long)run->run, wyrm_run_end_word(run->end), (int)run->depth);
        state->to->lost++;
    }
    for (size_t i = 0; i < run->item_count; i++) {
        const wyrm_effect effect = wyrm_item_effect(kinds[run->items[i].kind].record);
        if (run->items[i].used == 0 || effect.kind == WYRM_EFFECT_NONE)
            continue;
        state->to->used[effect.kind][effect.turns > 0] = true;
        if (!wyrm_bot_uses(state->bot, &effect))
            fail_msg("ruleset %llu: %s uses '%s', which it is not said to know",
                     (unsigned long long)state->ruleset, state->bot->name,
                     wyrm_effect_name(effect.kind));
    }
    return WYRM_OK;
}

static void play(uint64_t seed, const char *name, tally *to)
{
    OWNED_DESIGN *design = random_ruleset(seed);
    listening state = {.design = design, .ruleset = seed, .to = to};
    wyrm_sim_options options = {
        .seed = 1, .runs = (uint64_t)runs, .take = take, .take_context = &state};
    OWNED_SUMMARY *summary;
    assert_int_equal(wyrm_bot_find(name, &state.bot, NULL), WYRM_OK);
    options.run.bot = state.bot;
    assert_int_equal(wyrm_simulate(design, &options, &summary, NULL), WYRM_OK);
}

/* A bot uses what it is said to use, if there are enough games to see it. */
static void check_uses(const char *name, const tally *of)
{
    const wyrm_bot_kind *bot;
    assert_int_equal(wyrm_bot_find(name, &bot, NULL), WYRM_OK);
    for (int kind = WYRM_EFFECT_NONE + 1; kind < WYRM_EFFECT_KIND_COUNT; kind++) {
        const wyrm_effect effect = {.kind = (wyrm_effect_kind)kind};
        if (wyrm_bot_uses(bot, &effect) && !of->used[kind][0] && !of->used[kind][1])
            fail_msg("%s never uses '%s'", name, wyrm_effect_name(effect.kind));
    }
}

/* Less than one game in a thousand has no end. */
TEST(hardly_a_game_comes_to_no_end)
{
    for (int b = 0; b < BOTS; b++) {
        tally found = {0};
        for (int seed = 1; seed <= rulesets; seed++)
            play((uint64_t)seed, bots[b], &found);
        if (rulesets == FULL_RULESETS)
            print_message("%s: %zu of %zu games come to no end, %zu more are shut in\n", bots[b],
                          found.lost, found.runs, found.shut_in);
        assert_true(1000 * found.lost < found.runs);
        assert_true(10 * found.shut_in < found.runs);
        if (rulesets == FULL_RULESETS)
            check_uses(bots[b], &found);
    }
}

/* Finds the fault in a drawn game. */
static judge_blame fault_of(const char *drawing, const char *legend)
{
    arena *drawn = arena_draw("tutorial", drawing, legend);
    wyrm_run *run = malloc(sizeof *run);
    wyrm_runner *runner;
    base_arena memory = {0};
    const wyrm_run_options options = {.turn_limit = 1};
    assert_non_null(run);
    assert_works(wyrm_runner_new(drawn->design, &options, &runner, &last_error));
    assert_works(wyrm_runner_make(runner, 1, 1, run, &last_error));
    *(wyrm_game *)(uintptr_t)sim_runner_game(runner) = *drawn->game; /* a game is a plain value */
    judge_blame fault = judge_find_blame(&memory, runner);
    base_release(&memory);
    wyrm_runner_free(runner);
    free(run);
    arena_free(drawn);
    return fault;
}

/* The player strikes for 4. */
TEST(who_is_at_fault_follows_from_who_stands_in_the_way)
{
    static const struct {
        const char *drawing, *orc;
        judge_blame fault;
    } games[] = {
        {"#####\n#@.>#\n#####", NULL, JUDGE_BLAME_BOT},
        {"#####\n#@#>#\n#####", NULL, JUDGE_BLAME_MAP},
        {"#####\n#@o>#\n#####", "o=orc", JUDGE_BLAME_BOT},
        {"#####\n#@o>#\n#####", "o=orc,defense=9", JUDGE_BLAME_MONSTERS},
        {"#######\n#@..o>#\n#######", "o=orc", JUDGE_BLAME_BOT},
        {"######\n#@#o>#\n######", "o=orc", JUDGE_BLAME_MAP},
        {"#####\n#@o>#\n#####", "o=orc,regeneration=4,hp=9", JUDGE_BLAME_MONSTERS},
        {"#####\n#@o>#\n#####", "o=orc,regeneration=5,hp=5", JUDGE_BLAME_MONSTERS},
        {"#####\n#@o>#\n#####", "o=orc,regeneration=5,hp=4", JUDGE_BLAME_BOT},
    };
    for (size_t i = 0; i < LENGTH_OF(games); i++)
        if (fault_of(games[i].drawing, games[i].orc) != games[i].fault)
            fail_msg("game %zu", i);
}

/* Ruleset 15: monsters that can neither be hurt nor hurt, in corridors one tile wide. */
TEST(a_finding_tells_who_is_at_fault_and_what_nobody_uses)
{
    OWNED_DESIGN *design = random_ruleset(15);
    wyrm_judge_options options = {.seed = 1};
    OWNED_JUDGEMENT *judgement;
    size_t shut_in = 0, unused = 0;
    assert_int_equal(wyrm_judge(design, &options, &judgement, NULL), WYRM_OK);
    for (size_t i = 0; i < judgement->finding_count; i++) {
        const wyrm_finding *finding = &judgement->findings[i];
        shut_in += strcmp(finding->kind, "no-end") == 0 &&
                   strstr(finding->message, "so the rules are at fault") != NULL;
        if (strcmp(finding->kind, "unused-by-bots") == 0) {
            assert_string_equal(finding->where, "items.i1"); /* it is for sensing */
            unused++;
        }
    }
    assert_int_equal(shut_in, 1);
    assert_int_equal(unused, 1);
}

int main(int argc, char **argv)
{
    rulesets = played_times(rulesets);
    if (argc > 1 && strcmp(argv[1], "full") == 0) {
        rulesets = FULL_RULESETS;
        runs = FULL_RUNS;
    }
    return run_suite();
}
