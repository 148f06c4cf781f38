/* What things are worth: a stone that does nothing, a mail that decides everything and a reaper
 * that does so in the other direction are recognised, and every figure equals that of games played
 * one by one, with and without. */
#include "helpers.h"
#include "stride.h"

#include <wyrm.h>

RELEASED_BY(wyrm_worth, wyrm_worth_free)
#define OWNED_WORTH OWNED(wyrm_worth)

#define GAMES       (PLAYED_STRIDE > 1 ? 5 : 20)

static wyrm_design *planted(void)
{
    return tutorial_with("monsters:\n"
                         "  orc: {hp: 4d8, power: 6}\n"
                         "  troll: {weight: 0}\n"
                         "  reaper: {glyph: R, hp: 60, defense: 2, power: 30, experience: 0, "
                         "weight: [[25, 2]]}\n"
                         "items:\n"
                         "  stone: {glyph: '*', weight: 20}\n"
                         "armors:\n"
                         "  mail: {glyph: '[', defense: 50, weight: [[2, 3]]}\n"
                         "encounter: {last_depth: 5}\n"
                         "map: {width: 50, height: 30, tries: 12}\n"
                         "game: {asleep: 1/3}");
}

static wyrm_worth *weighed(const wyrm_design *design, const wyrm_worth_options *how)
{
    wyrm_worth *out = NULL;
    assert_ok(wyrm_worth_of(design, how, &out, &last_error), &last_error);
    return out;
}

static const wyrm_worth_thing *thing_of(const wyrm_worth *worth, const char *name, const char *how)
{
    for (size_t i = 0; i < worth->thing_count; i++)
        if (strcmp(worth->things[i].name, name) == 0 && strcmp(worth->things[i].how, how) == 0)
            return &worth->things[i];
    fail_msg("nothing is told of %s %s", name, how);
    return NULL;
}

/* ---- one more of a monster ---- */

static wyrm_game *floor_of(const wyrm_design *design, uint64_t run, int32_t depth, const char *word)
{
    const wyrm_game_options how = {
        .seed = 3, .run = run, .without = &word, .without_count = word != NULL};
    wyrm_engine *engine;
    wyrm_game *game = wyrm_game_new();
    assert_works(wyrm_engine_new(design, &engine, &last_error));
    assert_works(wyrm_game_start_at_depth(engine, &how, depth, 1, NULL, game, &last_error));
    wyrm_engine_free(engine);
    return game;
}

/* Everything on a floor without the word is there with it, unchanged; additions are counted by
 * kind. */
static void check_floor(const wyrm_design *design, uint64_t run, int32_t depth, const char *kind,
                        size_t *with, size_t *sleepers)
{
    char word[64];
    const wyrm_roster *roster = wyrm_design_roster(design);
    const int32_t wanted = wyrm_roster_find(roster, kind);
    snprintf(word, sizeof word, "+monsters.%s", kind);
    wyrm_game *plain = floor_of(design, run, depth, NULL);
    wyrm_game *more = floor_of(design, run, depth, word);
    const wyrm_game_view *a = wyrm_game_look(plain), *b = wyrm_game_look(more);
    const wyrm_game_monster *first = NULL;
    for (size_t i = 0; i < a->monster_count; i++) {
        const wyrm_game_monster *one = &a->monsters[i], *other = &b->monsters[i];
        assert_int_equal(one->id, other->id);
        assert_int_equal(one->spawn.monster, other->spawn.monster);
        assert_int_equal(one->body.combatant.max_hp, other->body.combatant.max_hp);
        assert_int_equal(one->body.turns[WYRM_ASLEEP], other->body.turns[WYRM_ASLEEP]);
        assert_memory_equal(&one->body.at, &other->body.at, sizeof one->body.at);
        if (first == NULL && one->spawn.monster == wanted)
            first = one;
    }
    assert_int_equal(a->item_count, b->item_count);
    for (size_t i = 0; i < a->item_count; i++)
        assert_memory_equal(&a->items[i].at, &b->items[i].at, sizeof a->items[i].at);
    assert_int_equal(a->difficulty.depth, b->difficulty.depth);
    assert_int_equal(b->monster_count, a->monster_count + (first != NULL));
    *with += first != NULL;
    if (first != NULL) {
        const wyrm_game_monster *added = &b->monsters[a->monster_count];
        assert_int_equal(added->spawn.monster, first->spawn.monster);
        assert_int_equal(added->spawn.level, first->spawn.level);
        assert_int_equal(added->spawn.experience, first->spawn.experience);
        assert_true(abs(added->body.at.x - first->body.at.x) <= 2);
        assert_true(abs(added->body.at.y - first->body.at.y) <= 2);
        for (size_t i = 0; i < a->monster_count; i++)
            assert_memory_not_equal(&added->body.at, &a->monsters[i].body.at,
                                    sizeof added->body.at);
        *sleepers += added->body.turns[WYRM_ASLEEP] > 0;
    }
    wyrm_game_free(plain);
    wyrm_game_free(more);
}

TEST(one_more_of_a_monster_stands_beside_the_first_of_its_kind_and_moves_nobody)
{
    static const char *const kinds[] = {"orc", "reaper", "troll"};
    size_t with[LENGTH_OF(kinds)] = {0}, sleepers = 0;
    const int32_t deep = 4;
    const uint64_t runs = PLAYED_STRIDE > 1 ? 4 : 12;
    wyrm_design *design = planted();
    for (uint64_t run = 0; run < runs; run++)
        for (int32_t depth = 1; depth <= deep; depth++)
            for (size_t k = 0; k < LENGTH_OF(kinds); k++)
                check_floor(design, run, depth, kinds[k], &with[k], &sleepers);
    const size_t floors = (size_t)deep * runs;
    assert_true(with[0] > floors * 3 / 4 && with[1] > floors / 4 && with[1] < floors * 3 / 4 + 1);
    assert_int_equal(with[2], 0); /* a monster that does not come is not doubled */
    /* their sleep is drawn like that of all others */
    assert_true(sleepers > (with[0] + with[1]) / 6 && sleepers < (with[0] + with[1]) / 2);
    wyrm_design_free(design);
}

TEST(what_there_cannot_be_one_more_of_is_refused)
{
    static const char *const words[][2] = {{"+monsters.ork", "there is no monster 'ork'"},
                                           {"+orc", "one more there is of monsters only"},
                                           {"+rooms.treasure", "of monsters only"},
                                           {"+items.stone", "of monsters only"},
                                           {"+", "of monsters only"}};
    wyrm_design *design = planted();
    wyrm_engine *engine;
    wyrm_game *game = wyrm_game_new();
    assert_works(wyrm_engine_new(design, &engine, &last_error));
    for (size_t i = 0; i < LENGTH_OF(words); i++) {
        const wyrm_game_options how = {.seed = 1, .without = words[i], .without_count = 1};
        assert_int_equal(wyrm_game_start(engine, &how, NULL, game, &last_error),
                         WYRM_ERROR_UNKNOWN);
        if (strstr(last_error.message, words[i][1]) == NULL)
            fail_msg("%s: %s", words[i][0], last_error.message);
    }
    assert_string_equal(last_error.hint, "");
    wyrm_game_free(game);
    wyrm_engine_free(engine);
    wyrm_design_free(design);
}

/* ---- which things there are ---- */

static wyrm_worth *things_of(const wyrm_design *design, wyrm_worth_kind kind)
{
    static const char *const bots[] = {"diver"};
    return weighed(
        design, &(wyrm_worth_options){
                    .bots = bots, .bot_count = 1, .kinds = 1u << kind, .effort = {.exactly = 1}});
}

static bool is_there(const wyrm_worth *worth, const char *name)
{
    bool found = false;
    for (size_t i = 0; i < worth->thing_count; i++)
        found |= strcmp(worth->things[i].name, name) == 0;
    return found;
}

/* A rule that can be off is a switch that is on, a number or choice other than the default, a list
 * that is not empty, or an optional section, and nothing else. */
TEST(a_rule_is_what_can_be_off)
{
    NOT_TO_WATCH_THREADS();
    static const struct {
        const char *changes, *name;
        bool can_be_off;
    } cases[] = {
        {"game: {climbs: true}", "game.climbs", true},
        {"game: {climbs: false}", "game.climbs", false},
        {"game: {sight: 8}", "game.sight", false},
        {"game: {regeneration: 9}", "game.regeneration", true},
        {"game: {regeneration: 0}", "game.regeneration", false},
        {"game: {memory: 9}", "game.memory", true},
        {"game: {memory: 0}", "game.memory", false},
        {"game: {goal_at: boss}", "game.goal_at", true},
        {"game: {goal_at: floor}", "game.goal_at", false},
        {"game: {kit: [healing_potion]}", "game.kit", true},
        {"game: {kit: []}", "game.kit", false},
        {"game: {hunger: {most: 900, stages: [{name: Full, from: 0}]}}", "game.hunger", true},
        {"game: {pack: 20}", "game.hunger", false},
        {"growth: {heal_on_level_up: true}", "growth.heal_on_level_up", true},
        {"growth: {heal_on_level_up: false}", "growth.heal_on_level_up", false},
        {"growth: {new_floor_heal: 0}", "growth.new_floor_heal", false},
        {"growth: {new_floor_heal: 1/3}", "growth.new_floor_heal", true},
        {"combat: {least: 1}", "combat.least", true},
        {"combat: {least: 0}", "combat.least", false},
        {"loot: {equipment: true}", "loot.equipment", true},
        {"gold: {floors: [{heaps: 1, pieces: 5}]}", "gold", true},
        {"", "gold", false},
        {"gold: {floors: [{heaps: 1, pieces: 5}]}\nshops: {general: {chance: 1, stock: 1, "
         "offers: {healing_potion: {price: 3}}}}",
         "shops", true},
    };
    for (size_t i = 0; i < LENGTH_OF(cases); i++) {
        OWNED_DESIGN *design = ruleset_with("tutorial", cases[i].changes);
        OWNED_WORTH *worth = things_of(design, WYRM_WORTH_RULE);
        if (is_there(worth, cases[i].name) != cases[i].can_be_off)
            fail_msg("%s: %s can%s be off", cases[i].changes, cases[i].name,
                     cases[i].can_be_off ? "not" : "");
        assert_int_equal(worth->refused, 0);
    }
}

/* Rooms of a role are things if the ruleset has several roles, down to the last floor. */
TEST(rooms_are_things_by_the_roles_that_they_have)
{
    OWNED_DESIGN *plain = open_shipped("tutorial"), *roles = open_shipped("yarl");
    OWNED_WORTH *none = things_of(plain, WYRM_WORTH_ROOM);
    OWNED_WORTH *some = things_of(roles, WYRM_WORTH_ROOM);
    assert_int_equal(none->thing_count, 0);
    assert_true(is_there(some, "rooms.normal"));
    assert_true(is_there(some, "rooms.treasure"));
    assert_true(is_there(some, "rooms.end_boss"));
    /* on one of the first floors in five, of ten dungeons */
    OWNED_DESIGN *rare =
        ruleset_with("yarl", "encounter: {last_depth: 2, roles: {treasure: {chance: 0.2}}}");
    OWNED_WORTH *seldom = things_of(rare, WYRM_WORTH_ROOM);
    assert_true(is_there(seldom, "rooms.treasure"));
}

/* ---- figures ---- */

/* Sums over the complete runs of a bot. */
typedef struct told {
    size_t count, passed[16], had, used; /* games with one item */
    double depth, won, level, hp[16];
} told;

/* `after`: figures at the end of floor `depth`, over the runs that left it alive or won. */
static told played(const wyrm_design *design, const char *bot, const char *word, const char *item,
                   uint64_t seed, uint64_t games)
{
    const int32_t kind = item != NULL ? wyrm_loot_find(wyrm_design_loot(design), item) : -1;
    wyrm_run_options how = {.without = &word, .without_count = word != NULL};
    told out = {0};
    wyrm_runner *runner;
    wyrm_run *run = zeroed(1, sizeof *run);
    assert_works(wyrm_bot_find(bot, &how.bot, &last_error));
    assert_works(wyrm_runner_new(design, &how, &runner, &last_error));
    for (uint64_t i = 0; i < games; i++) {
        assert_works(wyrm_runner_make(runner, seed, i, run, &last_error));
        assert_true(wyrm_run_is_complete(run->end)); /* else there would be fewer pairs */
        out.count++;
        out.depth += run->depth;
        out.level += run->level;
        out.won += run->end == WYRM_RUN_WON;
        for (size_t k = 0; k < run->item_count; k++) {
            const wyrm_run_item *one = &run->items[k];
            out.had += one->kind == kind && one->found + one->used + one->left > 0;
            out.used += one->kind == kind && one->used > 0;
        }
        for (size_t d = 0; d < run->floor_count && d < LENGTH_OF(out.hp); d++)
            if (d + 1 < run->floor_count || run->end == WYRM_RUN_WON) {
                out.passed[d]++;
                out.hp[d] += (double)run->floors[d].hp / run->floors[d].max_hp;
            }
    }
    wyrm_runner_free(runner);
    free(run);
    return out;
}

static wyrm_design *changed(const wyrm_design *design, const char *path, const char *text)
{
    OWNED_ERRORS *errors = fresh_errors();
    const wyrm_change change = {path, text};
    wyrm_design *out;
    assert_told(wyrm_design_change(design, &change, 1, &out, errors), errors);
    return out;
}

/* The deepest floor that half of the first games leave alive. */
static int32_t half_way(const wyrm_design *design, const char *bot, uint64_t seed)
{
    const told first = played(design, bot, NULL, NULL, seed, 64);
    int32_t out = 1;
    for (size_t d = 0; d < LENGTH_OF(first.passed); d++)
        if (2 * first.passed[d] >= first.count)
            out = (int32_t)d + 1;
    return out;
}

static void check_thing(const wyrm_worth *worth, const wyrm_design *design, size_t bot,
                        const wyrm_worth_thing *thing, const wyrm_design *with, const char *word)
{
    const char *item = thing->kind == WYRM_WORTH_ITEM ? strchr(thing->name, '.') + 1 : NULL;
    const told before = played(design, worth->bots[bot], NULL, item, worth->seed, GAMES);
    const told after = played(with, worth->bots[bot], word, item, worth->seed, GAMES);
    const told *counted = strcmp(thing->how, "without") == 0 ? &before : &after;
    assert_int_equal(thing->had[bot], counted->had);
    assert_int_equal(thing->used[bot], counted->used);
    const wyrm_worth_change *changes = &thing->changes[bot * WYRM_WORTH_FIGURES];
    const wyrm_worth_goal *goals = &worth->goals[bot * WYRM_WORTH_FIGURES];
    const size_t at = (size_t)goals[3].depth - 1;
    assert_int_equal(thing->games[bot], GAMES);
    assert_near(goals[0].now.value, before.depth / GAMES, 1e-9);
    assert_near(goals[1].now.value, before.won / GAMES, 1e-9);
    assert_near(changes[0].value, (after.depth - before.depth) / GAMES, 1e-9);
    assert_near(changes[1].value, (after.won - before.won) / GAMES, 1e-9);
    assert_near(changes[2].value, (after.level - before.level) / GAMES, 1e-9);
    assert_int_equal(goals[3].depth, half_way(design, worth->bots[bot], worth->seed));
    assert_near(goals[3].now.value, before.hp[at] / (double)before.passed[at], 1e-9);
    if (after.passed[at] > 0)
        assert_near(changes[3].value,
                    after.hp[at] / (double)after.passed[at] -
                        before.hp[at] / (double)before.passed[at],
                    1e-9);
    for (size_t f = 0; f < WYRM_WORTH_FIGURES; f++)
        if (!isnan(changes[f].value)) {
            assert_true(changes[f].ci95.low <= changes[f].value);
            assert_true(changes[f].value <= changes[f].ci95.high);
            assert_true(changes[f].clear == (changes[f].p < 0.05));
        }
}

/* Words, weights and order follow from the clear changes as the header says. */
static void assert_words_follow(const wyrm_worth *worth)
{
    for (size_t i = 0; i < worth->thing_count; i++) {
        const wyrm_worth_thing *thing = &worth->things[i];
        bool up = false, down = false, decides = false, any = false;
        double weight = 0;
        for (size_t bot = 0; bot < worth->bot_count; bot++) {
            const wyrm_worth_change *of = &thing->changes[bot * WYRM_WORTH_FIGURES];
            const double depth = worth->goals[bot * WYRM_WORTH_FIGURES].now.value;
            const wyrm_worth_change *first = of[0].clear ? &of[0] : of[1].clear ? &of[1] : &of[3];
            up |= first->clear && first->value > 0;
            down |= first->clear && first->value < 0;
            decides |=
                of[0].clear && fmin(fabs(of[0].ci95.low), fabs(of[0].ci95.high)) >= depth / 2;
            decides |= of[1].clear && fmin(fabs(of[1].ci95.low), fabs(of[1].ci95.high)) >= 0.25;
            weight = fmax(weight, (of[0].clear ? fabs(of[0].value) / depth : 0) +
                                      (of[1].clear ? fabs(of[1].value) : 0));
            for (size_t g = 0; g < WYRM_WORTH_FIGURES; g++) {
                any |= of[g].clear;
                assert_true(of[g].clear == (of[g].p < 0.05));
            }
        }
        assert_near(thing->weight, weight, 1e-12);
        assert_int_equal(thing->word, !any         ? WYRM_WORTH_NOTHING
                                      : up == down ? WYRM_WORTH_MIXED
                                      : decides    ? WYRM_WORTH_DECIDES
                                      : up         ? WYRM_WORTH_EASIER
                                                   : WYRM_WORTH_HARDER);
        const wyrm_worth_thing *before = &worth->things[i > 0 ? i - 1 : 0];
        const bool clear = thing->word != WYRM_WORTH_NOTHING;
        assert_true(before->kind <= thing->kind);
        if (before->kind == thing->kind && clear)
            assert_true(before->word != WYRM_WORTH_NOTHING && before->weight >= thing->weight);
    }
}

TEST(figures_are_those_of_games_with_and_without)
{
    NOT_TO_WATCH_THREADS();
    static const struct {
        const char *name, *how, *word, *path, *text;
    } wanted[] = {
        {"items.stone", "without", "items.stone", NULL, NULL},
        {"armors.mail", "without", "armors.mail", NULL, NULL},
        {"items.healing_potion", "without", "items.healing_potion", NULL, NULL},
        {"items.healing_potion", "one more", NULL, "game.kit", "[healing_potion]"},
        {"armors.mail", "one more", NULL, "game.kit", "[mail]"},
        {"monsters.reaper", "without", "monsters.reaper", NULL, NULL},
        {"monsters.orc", "one more", "+monsters.orc", NULL, NULL},
        {"game.asleep", "off", NULL, "game.asleep", "~"},
        {"growth.choices.power", "without", NULL, "growth.policy", "[hp, defense]"},
        {"growth.choices.power", "always", NULL, "growth.policy", "[power]"},
    };
    static const char *const bots[] = {"brawler", "diver"};
    wyrm_design *design = planted();
    OWNED_WORTH *worth = weighed(design, &(wyrm_worth_options){.bots = bots,
                                                               .bot_count = LENGTH_OF(bots),
                                                               .seed = 5,
                                                               .effort = {.exactly = GAMES}});
    assert_int_equal(worth->goal_count, LENGTH_OF(bots) * WYRM_WORTH_FIGURES);
    assert_words_follow(worth);
    for (size_t i = 0; i < LENGTH_OF(wanted); i++) {
        const wyrm_worth_thing *thing = thing_of(worth, wanted[i].name, wanted[i].how);
        wyrm_design *with =
            wanted[i].path != NULL ? changed(design, wanted[i].path, wanted[i].text) : NULL;
        for (size_t bot = 0; bot < LENGTH_OF(bots); bot++)
            check_thing(worth, design, bot, thing, with != NULL ? with : design, wanted[i].word);
        wyrm_design_free(with);
    }
    wyrm_design_free(design);
}

/* A game has a dozen levels: without the first option of the policy, the others are taken. */
TEST(without_a_choice_the_others_are_taken_in_turn)
{
    static const char *const bots[] = {"brawler"};
    static const char *const wanted[][2] = {{"growth.choices.hp", "[power, defense]"},
                                            {"growth.choices.power", "[hp, defense]"},
                                            {"growth.choices.defense", "[hp, power]"}};
    OWNED_DESIGN *design =
        tutorial_with("growth: {experience: {base: 0, per_level: 10}}\n"
                      "encounter: {last_depth: 4}\nmap: {width: 50, height: 30, tries: 12}");
    const wyrm_worth_options how = {.bots = bots,
                                    .bot_count = 1,
                                    .seed = 5,
                                    .kinds = 1u << WYRM_WORTH_CHOICE,
                                    .effort = {.exactly = GAMES}};
    OWNED_WORTH *worth = weighed(design, &how);
    for (size_t i = 0; i < LENGTH_OF(wanted); i++) {
        OWNED_DESIGN *with = changed(design, "growth.policy", wanted[i][1]);
        check_thing(worth, design, 0, thing_of(worth, wanted[i][0], "without"), with, NULL);
    }
}

/* Hit points are those of the first floor if most games end on it. */
TEST(who_mostly_dies_at_once_is_looked_at_on_the_first_floor)
{
    static const char *const bots[] = {"brawler"};
    OWNED_DESIGN *design = ruleset_with("tutorial", "monsters: {orc: {power: 90}}");
    const wyrm_worth_options how = {
        .bots = bots, .bot_count = 1, .kinds = 1u << WYRM_WORTH_ROOM, .effort = {.exactly = 1}};
    OWNED_WORTH *worth = weighed(design, &how);
    assert_true(played(design, bots[0], NULL, NULL, 1, 64).passed[0] < 32);
    assert_int_equal(worth->goals[3].depth, 1);
}

TEST(what_decides_games_and_what_does_nothing_are_told)
{
    static const struct {
        const char *name, *how;
        wyrm_worth_word word;
    } wanted[] = {{"items.stone", "without", WYRM_WORTH_NOTHING},
                  {"items.stone", "one more", WYRM_WORTH_NOTHING},
                  {"armors.mail", "one more", WYRM_WORTH_DECIDES},
                  {"monsters.reaper", "without", WYRM_WORTH_DECIDES},
                  {"monsters.orc", "one more", WYRM_WORTH_HARDER},
                  {"monsters.troll", "without", WYRM_WORTH_NOTHING},
                  {"monsters.troll", "one more", WYRM_WORTH_NOTHING}};
    static const char *const bots[] = {"brawler"};
    if (PLAYED_STRIDE > 1) /* too few games show nothing */
        skip();
    wyrm_design *design = planted();
    const wyrm_worth_options how = {.bots = bots,
                                    .bot_count = 1,
                                    .seed = 1,
                                    .kinds = 1u << WYRM_WORTH_ITEM | 1u << WYRM_WORTH_MONSTER,
                                    .effort = {.exactly = 120}};
    OWNED_WORTH *worth = weighed(design, &how);
    assert_words_follow(worth);
    for (size_t i = 0; i < LENGTH_OF(wanted); i++) {
        const wyrm_worth_thing *thing = thing_of(worth, wanted[i].name, wanted[i].how);
        if (thing->word != wanted[i].word)
            fail_msg("%s %s: %s, not %s", thing->name, thing->how,
                     wyrm_worth_word_text(thing->word), wyrm_worth_word_text(wanted[i].word));
    }
    wyrm_design_free(design);
}

TEST(the_same_at_any_number_of_threads)
{
    static const char *const bots[] = {"brawler"};
    wyrm_design *design = planted();
    wyrm_worth_options how = {
        .bots = bots, .bot_count = 1, .seed = 2, .effort = {.most = PLAYED_STRIDE > 1 ? 4 : 40}};
    OWNED_WORTH *one = weighed(design, &how);
    how.threads = 3;
    OWNED_WORTH *other = weighed(design, &how);
    assert_int_equal(one->thing_count, other->thing_count);
    assert_true(one->thing_count > 10);
    for (size_t i = 0; i < one->thing_count; i++) {
        const wyrm_worth_thing *a = &one->things[i], *b = &other->things[i];
        assert_string_equal(a->name, b->name);
        assert_string_equal(a->how, b->how);
        assert_int_equal(a->games[0], b->games[0]);
        assert_int_equal(a->word, b->word);
        for (size_t g = 0; g < one->goal_count; g++) {
            assert_memory_equal(&a->changes[g].value, &b->changes[g].value, sizeof(double));
            assert_memory_equal(&a->changes[g].ci95, &b->changes[g].ci95, sizeof a->changes->ci95);
            assert_memory_equal(&a->changes[g].p, &b->changes[g].p, sizeof(double));
        }
    }
    wyrm_design_free(design);
}

/* ---- errors ---- */

static bool stops(double done, void *context)
{
    (void)context;
    return done < 0.1;
}

static bool note_done(double done, void *context)
{
    double *seen = context; /* the last value, and their number */
    assert_true(done >= seen[0] && done < 1.0);
    seen[0] = done;
    seen[1]++;
    return done < seen[2];
}

TEST(exchange_rates_tell_how_far_they_are_and_can_be_stopped)
{
    OWNED_DESIGN *design = ruleset_with("tutorial", "");
    double seen[] = {0.0, 0.0, 2.0};
    const wyrm_worth_options how = {.seed = 1, .progress = note_done, .context = seen};
    wyrm_worth_rates *rates;
    assert_ok(wyrm_worth_rates_of(design, &how, &rates, NULL), NULL);
    wyrm_worth_rates_free(rates);
    assert_true(seen[0] > 0.9 && seen[1] > 8.0);
    seen[0] = 0.0;
    seen[2] = 0.5;
    assert_int_equal(wyrm_worth_rates_of(design, &how, &rates, NULL), WYRM_ERROR_LIMIT);
    assert_null(rates);
}

TEST(what_cannot_be_weighed_says_why)
{
    static const char *const nobody[] = {"brawlr"}, *const twice[] = {"idle", "diver", "idle"};
    static const char *const many[WYRM_WORTH_BOTS_MAX + 1] = {"idle"};
    const struct {
        wyrm_worth_options how;
        wyrm_status status;
        const char *why;
    } cases[] = {
        {{.bots = nobody, .bot_count = 1}, WYRM_ERROR_UNKNOWN, "there is no bot 'brawlr'"},
        {{.bots = twice, .bot_count = 3}, WYRM_ERROR_ARGUMENT, "'idle' plays already"},
        {{.bots = many, .bot_count = LENGTH_OF(many)}, WYRM_ERROR_ARGUMENT, "at most 8 bots play"},
        {{.bots = twice, .bot_count = 1, .effort = {.exactly = 10}, .progress = stops},
         WYRM_ERROR_LIMIT,
         ""},
    };
    wyrm_design *design = planted();
    wyrm_worth *out;
    for (size_t i = 0; i < LENGTH_OF(cases); i++) {
        assert_int_equal(wyrm_worth_of(design, &cases[i].how, &out, &last_error), cases[i].status);
        if (strstr(last_error.message, cases[i].why) == NULL)
            fail_msg("%s: %s", cases[i].why, last_error.message);
        assert_null(out);
    }
    wyrm_design_free(design);
    design = design_from("name: fight\nmodels: {combat: subtract}\nplayer: {hp: 10}\n"
                         "monsters: {orc: {hp: 3}}\n");
    assert_int_equal(wyrm_worth_of(design, NULL, &out, &last_error), WYRM_ERROR_RULESET);
    assert_non_null(strstr(last_error.message, "what things are worth"));
    wyrm_design_free(design);
}

TEST(kinds_and_words_have_their_texts)
{
    static const char *const kinds[][2] = {{"item", "items"},
                                           {"monster", "monsters"},
                                           {"room", "rooms of a role"},
                                           {"rule", "rules"},
                                           {"choice", "choices at a level-up"}};
    static const char *const words[] = {"no effect found", "easier", "harder", "mixed", "decides"};
    assert_int_equal(LENGTH_OF(kinds), WYRM_WORTH_KIND_COUNT);
    for (size_t i = 0; i < LENGTH_OF(kinds); i++) {
        assert_string_equal(wyrm_worth_kind_key((wyrm_worth_kind)i), kinds[i][0]);
        assert_string_equal(wyrm_worth_kind_heading((wyrm_worth_kind)i), kinds[i][1]);
    }
    for (size_t i = 0; i < LENGTH_OF(words); i++)
        assert_string_equal(wyrm_worth_word_text((wyrm_worth_word)i), words[i]);
    assert_string_equal(wyrm_worth_kind_key(WYRM_WORTH_KIND_COUNT), "");
    assert_string_equal(wyrm_worth_kind_heading(WYRM_WORTH_KIND_COUNT), "");
    assert_string_equal(wyrm_worth_word_text((wyrm_worth_word)LENGTH_OF(words)), "");
}

/* On the only floor of a dungeon a room is of treasure with a half: that is seen in ten dungeons,
 * whichever they are, though not in the first of all of them. */
TEST(rooms_are_looked_for_in_several_dungeons)
{
    static const char *const bots[] = {"idle"};
    OWNED_DESIGN *design =
        ruleset_with("yarl", "encounter: {last_depth: 1, roles: {treasure: {chance: 0.5}}}\n"
                             "monsters: {orc: {power: 900}}");
    for (uint64_t seed = 1; seed <= 6; seed++) {
        const wyrm_worth_options how = {.bots = bots,
                                        .bot_count = 1,
                                        .kinds = 1u << WYRM_WORTH_ROOM,
                                        .seed = seed,
                                        .effort = {.exactly = 1}};
        OWNED_WORTH *worth = weighed(design, &how);
        assert_true(is_there(worth, "rooms.treasure"));
        assert_int_equal(worth->seed, seed);
    }
}

/* Whoever says nothing has the brawler and the last of the ladder play. With no thing to weigh
 * it is only said how many games there would be: as many as the effort says, at most those that
 * take the turns that there are, and at least thirty. */
TEST(games_are_as_many_as_the_effort_and_their_length_allow)
{
    static const char *const bots[] = {"idle"};
    static const struct {
        wyrm_effort effort;
        uint64_t games;
    } rows[] = {{{.factor = 0}, WYRM_WORTH_GAMES},
                {{.factor = 0.25}, WYRM_WORTH_GAMES / 4},
                {{.factor = 4}, 4 * WYRM_WORTH_GAMES},
                {{.factor = 0.001}, WYRM_WORTH_LEAST},
                {{.most = 70}, 70},
                {{.exactly = 17}, 17}};
    OWNED_DESIGN *design = ruleset_with("tutorial", "monsters: {orc: {power: 900}}");
    for (size_t i = 0; i < LENGTH_OF(rows); i++) {
        OWNED_WORTH *worth = weighed(design, &(wyrm_worth_options){.bots = bots,
                                                                   .bot_count = 1,
                                                                   .kinds = 1u << WYRM_WORTH_ROOM,
                                                                   .effort = rows[i].effort});
        assert_int_equal(worth->thing_count, 0);
        assert_int_equal(worth->bot_count, 1);
        assert_int_equal(worth->games[0], rows[i].games);
    }
    static const char *const metrics[][2] = {{"run_final_depth", "depths"},
                                             {"run_win_rate", "share"},
                                             {"run_final_level", "levels"},
                                             {"run_hp_left", "share"}};
    OWNED_WORTH *usual =
        weighed(design, &(wyrm_worth_options){.kinds = 1u << WYRM_WORTH_ROOM, .seed = 1});
    size_t count;
    const wyrm_bot_kind *ladder = wyrm_bot_kinds(&count);
    assert_int_equal(usual->bot_count, 2);
    assert_string_equal(usual->bots[0], "brawler");
    assert_string_equal(usual->bots[1], ladder[count - 1].name);
    assert_int_equal(usual->goal_count, 8);
    for (size_t g = 0; g < 8; g++) {
        assert_string_equal(usual->goals[g].metric, metrics[g % 4][0]);
        assert_string_equal(usual->goals[g].unit, metrics[g % 4][1]);
        assert_int_equal(usual->goals[g].is_share, g % 2);
        assert_string_equal(usual->goals[g].bot, usual->bots[g / 4]);
        assert_int_equal(usual->goals[g].depth > 0, g % 4 == 3);
    }
}

/* What is added to the starting kit is added to what is in it; a bot that knows of nothing uses
 * none; and what a pack has no room for is refused, and told. */
TEST(one_more_of_an_item_comes_to_the_kit_that_there_is)
{
    static const char *const bots[] = {"brawler", "diver"};
    OWNED_DESIGN *design =
        tutorial_with("items: {stone: {glyph: '*', weight: 20}}\n"
                      "encounter: {last_depth: 2}\nmap: {width: 50, height: 30, tries: 12}\n"
                      "game: {kit: [healing_potion, stone]}");
    wyrm_worth_options how = {.bots = bots,
                              .bot_count = LENGTH_OF(bots),
                              .seed = 5,
                              .kinds = 1u << WYRM_WORTH_ITEM,
                              .effort = {.exactly = GAMES}};
    OWNED_WORTH *worth = weighed(design, &how);
    OWNED_DESIGN *with = changed(design, "game.kit", "[healing_potion, stone, healing_potion]");
    const wyrm_worth_thing *potion = thing_of(worth, "items.healing_potion", "one more");
    const wyrm_worth_thing *stone = thing_of(worth, "items.stone", "without");
    for (size_t bot = 0; bot < LENGTH_OF(bots); bot++) {
        check_thing(worth, design, bot, potion, with, NULL);
        check_thing(worth, design, bot, stone, design, "items.stone");
        assert_int_equal(potion->had[bot], GAMES);
        assert_int_equal(stone->had[bot], GAMES); /* it was in the kit, and is left */
        assert_int_equal(stone->used[bot], 0);
    }
    assert_int_equal(potion->unused, 2u); /* the diver, the second */
    assert_int_equal(stone->unused, 0);   /* there is nothing to know */
    assert_int_equal(worth->refused, 0);
    assert_string_equal(worth->refusal, "");
}

/* ---- exchange rates ---- */

RELEASED_BY(wyrm_worth_rates, wyrm_worth_rates_free)

/* A blow of 3, or of what is said, against rats of 9 hit points, and from depth 3 on as many ogres
 * of 8; they strike back for 4 and for 6 of 20. */
static wyrm_worth_rates *rated(int last_depth, const char *player, const char *rats)
{
    char text[1200];
    wyrm_worth_rates *out = NULL;
    snprintf(text, sizeof text,
             "name: rates\nmodels: {combat: subtract, encounter: tables, map: tunnels}\n"
             "encounter: {last_depth: %d}\nplayer: {defense: 0, %s}\nmonsters:\n"
             "  rat: {hp: 9, power: 4, defense: 0, weight: %s}\n"
             "  ogre: {hp: 8, power: 6, defense: 0, weight: [[2, 3]]}\n"
             "reference: [{from_depth: 1, combatant: player}]\n",
             last_depth, player, rats);
    OWNED_DESIGN *design = design_from(text);
    assert_works(wyrm_worth_rates_of(design, NULL, &out, &last_error));
    return out;
}

static const wyrm_worth_step *step_named(const wyrm_worth_rates *rates, const char *name)
{
    for (size_t i = 0; i < rates->step_count; i++)
        if (strcmp(rates->steps[i].name, name) == 0)
            return &rates->steps[i];
    return NULL;
}

TEST(rates_are_at_six_depths_or_fewer_that_have_somebody)
{
    static const struct {
        int last;
        const char *rats;
        size_t count;
        int32_t depths[6];
    } rows[] = {
        {1, "2", 1, {1}},
        {3, "2", 3, {1, 2, 3}},
        {6, "2", 6, {1, 2, 3, 4, 5, 6}},
        {11, "2", 6, {1, 3, 5, 7, 9, 11}},
        {40, "2", 6, {1, 8, 16, 24, 32, 40}},
        {5, "[[2, 3]]", 3, {3, 4, 5}}, /* nobody before */
        {11, "[[2, 3]]", 6, {3, 4, 5, 7, 9, 11}},
    };
    for (size_t i = 0; i < LENGTH_OF(rows); i++) {
        OWNED(wyrm_worth_rates) *rates = rated(rows[i].last, "hp: 20, power: 3", rows[i].rats);
        assert_int_equal(rates->depth_count, rows[i].count);
        for (size_t d = 0; d < rows[i].count; d++) {
            assert_int_equal(rates->depths[d], rows[i].depths[d]);
            assert_string_equal(rates->players[d], "player");
        }
    }
}

/* Three blows for either: a rat strikes twice, for 8 of 20, and an ogre for 12. */
TEST(a_step_saves_what_the_fights_say)
{
    static const double hp[] = {0.4 - 8.0 / 21, 0.5 - 10.0 / 21}, defense[] = {0.1, 0.1};
    static const double power[] = {0, 0.15}; /* an ogre needs two blows, and strikes once */
    OWNED(wyrm_worth_rates) *rates = rated(3, "hp: 20, power: 3", "2");
    assert_int_equal(rates->step_count, 3);
    assert_string_equal(rates->steps[0].name, "max_hp +1");
    for (size_t d = 0; d < 3; d++) {
        const size_t deep = d == 2;
        assert_near(rates->costs[d].saved, deep ? 0.5 : 0.4, 1e-12);
        assert_near(rates->costs[d].margin, 0, 0);
        assert_near(rates->steps[0].savings[d].saved, hp[deep], 1e-12);
        assert_near(step_named(rates, "defense +1")->savings[d].saved, defense[deep], 1e-12);
        assert_near(step_named(rates, "power +1")->savings[d].saved, power[deep], 1e-12);
    }
    /* what changes nothing anywhere is no step, and nobody has more than all hit points */
    OWNED(wyrm_worth_rates) *first = rated(2, "hp: 20, power: 3", "2");
    assert_null(step_named(first, "power +1"));
    OWNED(wyrm_worth_rates) *most = rated(3, "hp: 1000000, power: 3", "2");
    assert_null(step_named(most, "max_hp +1"));
    assert_non_null(step_named(most, "defense +1"));
}

/* Gear that is worn is no step, and its better kind is; what is put on takes its place. */
TEST(gear_is_worth_what_it_saves_in_the_place_of_another)
{
    static const char rules[] =
        "name: gear\nmodels: {combat: subtract, encounter: tables, map: tunnels, loot: tables}\n"
        "encounter: {last_depth: 2}\nplayer: {hp: 20, power: 1, defense: 0}\n"
        "monsters: {rat: {hp: 9, power: 4, defense: 0, weight: 2}}\n"
        "weapons: {club: {power: 2, weight: 1}, sword: {power: 4, weight: 1}}\n"
        "armors: {mail: {defense: 1, weight: 1}, shield: {defense: 2, slot: off_hand, weight: 1}}\n"
        "reference: [{from_depth: 1, combatant: 'player,weapon=club,armor=mail'}]\n";
    OWNED_DESIGN *design = design_from(rules);
    OWNED(wyrm_worth_rates) *rates = NULL;
    assert_works(wyrm_worth_rates_of(design, NULL, &rates, &last_error));
    /* a blow of 3 needs three, and is struck at twice for 3 */
    assert_near(rates->costs[0].saved, 6.0 / 20, 1e-12);
    assert_null(step_named(rates, "weapons.club"));
    assert_null(step_named(rates, "armors.mail"));
    assert_near(step_named(rates, "weapons.sword")->savings[0].saved, 3.0 / 20, 1e-12);
    assert_near(step_named(rates, "armors.shield")->savings[0].saved, 4.0 / 20, 1e-12);
}
