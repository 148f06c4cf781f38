/* The caller's memory: every block of the library comes from it and goes back to it, also if it is
 * short or the limit of work is reached. */
#include "helpers.h"
#include "stride.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <wyrm.h>
#include <wyrm/found.h>
#include <wyrm/sim.h>
#include <wyrm/trade.h>

/* Each call is refused in turn; in slow builds one in eleven. */
enum { A_STEP = PLAYED_STRIDE > 1 ? 11 : 2, PARTS = PLAYED_STRIDE > 1 ? 40 : 100 };

/* malloc that counts, and fails from call number `refused` on; work is refused from report number
 * `enough` on. */
typedef struct counting {
    int64_t held, calls, refused, told, enough;
    uint64_t steps[WYRM_COST_COUNT];
} counting;

static void *allocate(size_t size, void *context)
{
    counting *heap = context;
    if (++heap->calls >= heap->refused)
        return NULL;
    heap->held++;
    return malloc(size);
}

static void *resize(void *block, size_t size, void *context)
{
    counting *heap = context;
    return ++heap->calls >= heap->refused ? NULL : realloc(block, size);
}

static void release(void *block, void *context)
{
    counting *heap = context;
    heap->held--;
    free(block);
}

static bool spend(wyrm_cost work, uint64_t steps, void *context)
{
    counting *heap = context;
    heap->steps[work] += steps;
    return ++heap->told < heap->enough;
}

/* A game's calls of the library that allocate: opening a ruleset, a fight, a floor, the ruleset as
 * text.
 */
static wyrm_status play(const char *name, wyrm_errors *errors)
{
    wyrm_design *design;
    wyrm_status status = wyrm_design_open(name, &design, errors);
    if (status != WYRM_OK)
        return status;
    wyrm_error error;
    wyrm_reference reference;
    wyrm_combatant monster;
    wyrm_duel duel;
    char *text = NULL;
    wyrm_roster_spawn(wyrm_design_roster(design), 0, 1, WYRM_VARIANT_NONE, &monster);
    status = wyrm_design_reference(design, 1, &reference, &error);
    if (status == WYRM_OK)
        status = wyrm_design_duel(design, &reference.player, &monster, WYRM_SUBJECT_FIRST, &duel,
                                  NULL, &error);
    if (status == WYRM_OK)
        status = wyrm_ruleset_dump(wyrm_design_ruleset(design), &text, &error);
    if (status != WYRM_OK)
        wyrm_errors_add(errors, &error);
    wyrm_free(text);
    wyrm_design_free(design);
    return status;
}

static wyrm_status play_with(counting *heap, const char *name, char *sentence, size_t size)
{
    const wyrm_memory memory = {allocate, resize, release, spend, heap, NULL};
    wyrm_errors *errors = fresh_errors();
    /* The list is older than the counted heap and outlives it. */
    wyrm_memory_set(&memory);
    wyrm_status status = play(name, errors);
    wyrm_memory_set(NULL);
    size_t kept = wyrm_errors_kept(errors);
    snprintf(sentence, size, "%s", kept > 0 ? wyrm_errors_at(errors, kept - 1)->message : "");
    wyrm_errors_free(errors);
    return status;
}

static const char *const names[] = {"ruggrogue", "yarl", "tutorial", "bob-and-trev"};

/* The number of calls if nothing is refused. */
static counting play_all(const char *name)
{
    char sentence[WYRM_ERROR_MESSAGE_MAX];
    counting all = {.refused = INT64_MAX, .enough = INT64_MAX};
    assert_int_equal(play_with(&all, name, sentence, sizeof sentence), WYRM_OK);
    return all;
}

/* What is refused depends on it, so it is the same on any machine. Where an answer takes another
 * way on purpose, the new numbers are those that are told. */
TEST(work_is_told_in_steps_of_its_kind)
{
    static const struct {
        const char *name;
        uint64_t fights, sums;
    } rows[] = {{"ruggrogue", 7179, 323},    {"yarl", 16329, 15319},    {"tutorial", 933, 118},
                {"brogue", 487, 21827},      {"shattered", 8733, 6197}, {"srd", 64948, 161116},
                {"bob-and-trev", 30681, 523}};
    for (size_t i = 0; i < LENGTH_OF(rows); i++) {
        const counting all = play_all(rows[i].name);
        assert_int_equal(all.steps[WYRM_COST_FIGHTS], rows[i].fights);
        assert_int_equal(all.steps[WYRM_COST_SUMS], rows[i].sums);
        assert_int_equal(all.steps[WYRM_COST_FLOORS] + all.steps[WYRM_COST_GAMES], 0);
    }
}

TEST(all_memory_comes_from_the_caller_and_goes_back_wherever_it_runs_out)
{
    char sentence[WYRM_ERROR_MESSAGE_MAX];
    for (size_t i = 0; i < LENGTH_OF(names); i++) {
        const counting all = play_all(names[i]);
        assert_true(all.calls > 10);
        assert_int_equal(all.held, 0);
        for (int64_t n = 1; n <= all.calls; n += A_STEP) {
            counting heap = {.refused = n, .enough = INT64_MAX};
            wyrm_status status = play_with(&heap, names[i], sentence, sizeof sentence);
            if (status != WYRM_ERROR_MEMORY || heap.held != 0 ||
                strcmp(sentence, "out of memory") != 0)
                fail_msg("%s, allocation %lld of %lld refused: status %d, '%s', %lld blocks held",
                         names[i], (long long)n, (long long)all.calls, (int)status, sentence,
                         (long long)heap.held);
        }
    }
}

/* Work is refused from one report on, and stays refused. */
TEST(work_that_is_refused_ends_in_a_sentence_wherever_that_is)
{
    char sentence[WYRM_ERROR_MESSAGE_MAX];
    for (size_t i = 0; i < LENGTH_OF(names); i++) {
        const counting all = play_all(names[i]);
        assert_true(all.told > 10);
        for (int64_t n = 1; n <= all.told; n += A_STEP) {
            counting heap = {.refused = INT64_MAX, .enough = n};
            wyrm_status status = play_with(&heap, names[i], sentence, sizeof sentence);
            if (status == WYRM_OK || heap.held != 0 || strstr(sentence, "work enough") == NULL)
                fail_msg("%s, work %lld of %lld refused: status %d, '%s', %lld blocks held",
                         names[i], (long long)n, (long long)all.told, (int)status, sentence,
                         (long long)heap.held);
        }
    }
}

/* ---- questions that open a ruleset many times ---- */

static const char small[] =
    "name: small\nmodels: {combat: subtract}\nplayer: {hp: 30, power: 5, defense: 1}\n"
    "monsters: {orc: {hp: 12, power: 4, defense: 0}}\n"
    "targets: {left: {metric: hp_left, of: player, against: orc, range: [0.7, 0.75]}}\n";
static const char small_rows[] = "/tmp/wyrm-memory-test.db";

static wyrm_status ask_solve(const wyrm_design *design, wyrm_error *error)
{
    wyrm_solution *out = NULL;
    const wyrm_solve_options how = {.has_from = true, .from = 1, .has_to = true, .to = 9};
    const wyrm_status status = wyrm_solve(design, "monsters.orc.power",
                                          "hp_left(player, orc)=0.8..0.9", &how, &out, error);
    wyrm_solution_free(out);
    return status;
}

static wyrm_status ask_sense(const wyrm_design *design, wyrm_error *error)
{
    wyrm_sense *out = NULL;
    const wyrm_status status = wyrm_sense_keys(design, NULL, &out, error);
    wyrm_sense_free(out);
    return status;
}

static wyrm_status ask_sweep(const wyrm_design *design, wyrm_error *error)
{
    static const char *const over[] = {"player.power=4..6", "monsters.orc.hp=10,12"};
    const wyrm_sweep_options how = {.over_count = 2, .over = over, .file = small_rows};
    wyrm_sweep *out = NULL;
    remove(small_rows);
    const wyrm_status status = wyrm_sweep_run(design, &how, &out, error);
    wyrm_sweep_free(out);
    remove(small_rows);
    return status;
}

static wyrm_status ask_tune(const wyrm_design *design, wyrm_error *error)
{
    static const char *const paths[] = {"monsters.orc.power"};
    const wyrm_tune_knob knob = {
        .name = "power", .path_count = 1, .paths = paths, .from = 1, .to = 9, .step = 1};
    const wyrm_tune_options how = {.knob_count = 1, .knobs = &knob};
    wyrm_tuning *out = NULL;
    wyrm_errors *errors;
    wyrm_status status = wyrm_errors_new(&errors);
    if (status == WYRM_OK) {
        status = wyrm_tune(design, &how, &out, errors);
        if (wyrm_errors_kept(errors) > 0)
            *error = *wyrm_errors_at(errors, 0);
    }
    wyrm_tuning_free(out);
    wyrm_errors_free(errors);
    return status;
}

static wyrm_status ask_judge(const wyrm_design *design, wyrm_error *error)
{
    wyrm_judgement *out = NULL;
    wyrm_errors *errors;
    wyrm_status status = wyrm_errors_new(&errors);
    if (status == WYRM_OK) {
        status = wyrm_judge(design, NULL, &out, errors);
        if (wyrm_errors_kept(errors) > 0)
            *error = *wyrm_errors_at(errors, 0);
    }
    wyrm_judgement_free(out);
    wyrm_errors_free(errors);
    return status;
}

static wyrm_status ask_compare(const wyrm_design *design, wyrm_error *error)
{
    const wyrm_change change = {"monsters.orc.hp", "15"};
    wyrm_design *other = NULL;
    wyrm_comparison *out = NULL;
    wyrm_errors *errors;
    wyrm_status status = wyrm_errors_new(&errors);
    if (status == WYRM_OK)
        status = wyrm_design_change(design, &change, 1, &other, errors);
    if (status == WYRM_OK)
        status = wyrm_compare(design, other, NULL, &out, error);
    wyrm_comparison_free(out);
    wyrm_design_free(other);
    wyrm_errors_free(errors);
    return status;
}

typedef wyrm_status question(const wyrm_design *design, wyrm_error *error);

static wyrm_status answer_with(counting *heap, const char *text, question *ask, wyrm_error *error)
{
    const wyrm_memory memory = {allocate, resize, release, spend, heap, NULL};
    wyrm_errors *errors = fresh_errors();
    wyrm_design *design = NULL;
    wyrm_memory_set(&memory);
    wyrm_status status = wyrm_design_parse(text_path(), text, strlen(text), &design, errors);
    if (status == WYRM_OK && ask != NULL)
        status = ask(design, error);
    wyrm_design_free(design);
    wyrm_memory_set(NULL);
    if (wyrm_errors_kept(errors) > 0)
        *error = *wyrm_errors_at(errors, 0);
    wyrm_errors_free(errors);
    return status;
}

/* Refuses every allocation at the beginning, and some of the thousands that follow. The last one
 * may succeed anyway if only a cache needed it. */
static void refuse_in_turn(const char *text, question *const *questions, size_t count)
{
    wyrm_error error = {.message = ""};
    counting opened = {.refused = INT64_MAX, .enough = INT64_MAX};
    assert_ok(answer_with(&opened, text, NULL, &error), &error);
    for (size_t i = 0; i < count; i++) {
        counting all = {.refused = INT64_MAX, .enough = INT64_MAX};
        /* a list of errors may have no memory for one */
        const bool lists =
            questions[i] == ask_tune || questions[i] == ask_judge || questions[i] == ask_compare;
        assert_ok(answer_with(&all, text, questions[i], &error), &error);
        assert_int_equal(all.held, 0);
        assert_true(all.calls > opened.calls + 10);
        for (int64_t n = opened.calls + 1; n <= all.calls;
             n += A_STEP + (n - opened.calls) / PARTS) {
            counting heap = {.refused = n, .enough = INT64_MAX};
            error = (wyrm_error){.message = ""};
            const wyrm_status status = answer_with(&heap, text, questions[i], &error);
            const bool is_told = lists || strcmp(error.message, "out of memory") == 0;
            if (((status != WYRM_ERROR_MEMORY || !is_told) && n < all.calls) || heap.held != 0)
                fail_msg("question %zu, allocation %lld of %lld refused: status %d, '%s', %lld "
                         "blocks held",
                         i, (long long)n, (long long)all.calls, (int)status, error.message,
                         (long long)heap.held);
        }
    }
}

TEST(answers_without_memory_end_in_a_sentence)
{
    static question *const questions[] = {ask_solve, ask_sense, ask_sweep,
                                          ask_tune,  ask_judge, ask_compare};
    refuse_in_turn(small, questions, LENGTH_OF(questions));
}

/* ---- floors: a large chain, of which little is kept ---- */

static const char floors[] =
    "name: floors\nmodels: {loot: floors}\n"
    "loot: {number: [{items: '[1, 2]'}]}\n"
    "items: {bread: {weight: 2, most: 3}, stone: {weight: 1}}\n"
    "gold: {floors: [{heaps: 2, least: 1, most: 6}]}\n"
    "shops: {stall: {stock: 2, offers: {bread: {price: 3}, stone: {price: 1d6}}}}\n";

enum { FLOORS = 3, GAMES = 20 };

static wyrm_status ask_found(const wyrm_design *design, wyrm_error *error)
{
    wyrm_found *out = NULL;
    const wyrm_status status =
        wyrm_found_new(wyrm_design_loot(design), "bread", FLOORS, &out, error);
    wyrm_found_free(out);
    return status;
}

static wyrm_status ask_found_in_games(const wyrm_design *design, wyrm_error *error)
{
    wyrm_found *out = NULL;
    const wyrm_status status =
        wyrm_found_draw(wyrm_design_loot(design), "bread", FLOORS, 1, GAMES, &out, error);
    wyrm_found_free(out);
    return status;
}

static wyrm_status ask_found_survey(const wyrm_design *design, wyrm_error *error)
{
    wyrm_found_survey *out = NULL;
    const wyrm_status status = wyrm_found_survey_new(wyrm_design_loot(design), FLOORS, &out, error);
    wyrm_found_survey_free(out);
    return status;
}

static wyrm_status ask_gold(const wyrm_design *design, wyrm_error *error)
{
    wyrm_gold *out = NULL;
    const wyrm_status status = wyrm_gold_new(wyrm_design_trade(design), FLOORS, &out, error);
    wyrm_gold_free(out);
    return status;
}

static wyrm_status ask_gold_of_games(const wyrm_design *design, wyrm_error *error)
{
    wyrm_gold *out = NULL;
    const wyrm_status status =
        wyrm_gold_sample(wyrm_design_trade(design), FLOORS, 1, GAMES, &out, error);
    wyrm_gold_free(out);
    return status;
}

static wyrm_status ask_shop(const wyrm_design *design, wyrm_error *error)
{
    wyrm_shop_figures *out = NULL;
    const wyrm_status status =
        wyrm_shop_figures_new(wyrm_design_trade(design), 0, FLOORS, &out, error);
    wyrm_shop_figures_free(out);
    return status;
}

TEST(what_is_followed_goes_back_where_there_is_no_memory_for_what_is_kept)
{
    static question *const questions[] = {ask_found, ask_found_in_games, ask_found_survey,
                                          ask_gold,  ask_gold_of_games,  ask_shop};
    refuse_in_turn(floors, questions, LENGTH_OF(questions));
}

/* ---- encounters: floors before are kept, each worked out by itself ---- */

static const char hordes[] =
    "name: hordes\nmodels: {combat: subtract, growth: points, encounter: hordes}\n"
    "monsters: {rat: {hp: 1, experience: 1}, wolf: {hp: 2, experience: '{1: 1, 4: 1}'}}\n"
    "encounter:\n"
    "  last_depth: 2\n"
    "  depths: [{from_depth: 1, groups: '[1, 3]'}]\n"
    "  hordes: {rat: {leader: rat}, wolf: {leader: wolf, members: {rat: 1d2}, once: true}}\n";

static const char scripted[] =
    "name: scripted\nmodels: {combat: subtract, growth: points, encounter: script}\n"
    "monsters: {rat: {hp: 1, experience: 1}, wolf: {hp: 2, experience: '{1: 1, 40: 1, 900: 1}'}}\n"
    "encounter:\n"
    "  last_depth: 2\n"
    "  script: |\n"
    "    function floor(depth)\n"
    "        return {rat = dice(1, 4), pack = {wolf = between(1, 2)}}\n"
    "    end\n";

static wyrm_status ask_arrivals(const wyrm_design *design, wyrm_error *error)
{
    wyrm_arrivals *out = NULL;
    const wyrm_status status =
        wyrm_encounter_arrivals(wyrm_design_encounter(design), 2, &out, error);
    wyrm_arrivals_free(out);
    return status;
}

TEST(a_floor_that_is_worked_out_goes_back_where_there_is_no_memory_for_what_it_has_found)
{
    static question *const questions[] = {ask_arrivals};
    refuse_in_turn(hordes, questions, LENGTH_OF(questions));
    refuse_in_turn(scripted, questions, LENGTH_OF(questions));
}

/* ---- what answers cost ---- */

/* Both sides poison and stun each other, which takes pairs of states; the ogre's hit points are
 * rolled, and a script says what a blow does. */
static const char afflicted[] =
    "name: afflicted\n"
    "models: {combat: script}\n"
    "combat:\n"
    "  stats: {damage: {kind: amount, default: 1d4}, venom: {default: 1}}\n"
    "  conditions:\n"
    "    poisoned: {damage: 1, stacking: adds, times_value: true}\n"
    "    stunned: {most: 3, helpless: true, shaken_off: 1/3}\n"
    "  script: |\n"
    "    function attack(a, d)\n"
    "      if chance(0.25) then return 0 end\n"
    "      return {damage = roll(a.damage), effects = {poisoned = a.venom, stunned = 1}}\n"
    "    end\n"
    "player: {hp: 12}\n"
    "monsters: {rat: {hp: 7, venom: 0}, ogre: {hp: 2d4, damage: 1d6}}\n";

static const char pitied[] = "name: pitied\nextends: small_dungeon.yaml\nmap: {placing: retry}\n";

static wyrm_status ask_duels(const wyrm_design *design, wyrm_error *error)
{
    wyrm_combatant fighters[3];
    wyrm_status status =
        wyrm_roster_combatant(wyrm_design_roster(design), "player", &fighters[0], error);
    wyrm_duel duel;
    for (size_t i = 0; i < 2; i++)
        wyrm_roster_spawn(wyrm_design_roster(design), i, 1, WYRM_VARIANT_NONE, &fighters[i + 1]);
    for (size_t i = 1; i <= 2 && status == WYRM_OK; i++)
        status = wyrm_design_duel(design, &fighters[0], &fighters[i], WYRM_SUBJECT_FIRST, &duel,
                                  NULL, error);
    return status;
}

static wyrm_status ask_loot(const wyrm_design *design, wyrm_error *error)
{
    const wyrm_loot_survey_options how = {.seed = 1, .runs = 2, .maps = 4};
    wyrm_loot_survey *out = NULL;
    const wyrm_status status = wyrm_loot_survey_run(design, &how, &out, error);
    wyrm_loot_survey_free(out);
    return status;
}

/* As above: the new numbers are those that are told. */
TEST(every_answer_tells_its_work)
{
    static const struct {
        const char *text;
        question *ask;
        uint64_t fights, sums, floors;
    } rows[] = {{small, ask_solve, 4788, 176, 0},
                {small, ask_sense, 10753, 376, 0},
                {small, ask_sweep, 2739, 104, 0},
                {small, ask_tune, 5298, 168, 0},
                {small, ask_judge, 521, 72, 0},
                {small, ask_compare, 1054, 48, 0},
                {afflicted, ask_duels, 218340, 542, 0},
                {floors, ask_found, 0, 273, 1000},
                {floors, ask_found_survey, 0, 201, 360},
                {floors, ask_gold, 0, 409, 0},
                {floors, ask_found_in_games, 0, 273, 0},
                {floors, ask_gold_of_games, 0, 437, 0},
                {floors, ask_shop, 0, 449, 0},
                {hordes, ask_arrivals, 0, 284, 673},
                {scripted, ask_arrivals, 0, 22596, 16192800},
                {pitied, ask_loot, 0, 1484, 16616}};
    size_t others = 0;
    for (size_t i = 0; i < LENGTH_OF(rows); i++) {
        wyrm_error error = {.message = ""};
        counting all = {.refused = INT64_MAX, .enough = INT64_MAX};
        assert_ok(answer_with(&all, rows[i].text, rows[i].ask, &error), &error);
        const uint64_t *steps = all.steps;
        if (steps[WYRM_COST_FIGHTS] == rows[i].fights && steps[WYRM_COST_SUMS] == rows[i].sums &&
            steps[WYRM_COST_FLOORS] == rows[i].floors)
            continue;
        print_error("row %zu: %llu, %llu, %llu\n", i, (unsigned long long)steps[WYRM_COST_FIGHTS],
                    (unsigned long long)steps[WYRM_COST_SUMS],
                    (unsigned long long)steps[WYRM_COST_FLOORS]);
        others++;
    }
    assert_int_equal(others, 0);
}

/* An answer that runs out of work says so, unless it can do without. */
TEST(answers_without_work_enough_say_so)
{
    static question *const questions[] = {ask_solve, ask_sense, ask_sweep};
    wyrm_error error = {.message = ""};
    counting opened = {.refused = INT64_MAX, .enough = INT64_MAX};
    assert_ok(answer_with(&opened, small, NULL, &error), &error);
    for (size_t i = 0; i < LENGTH_OF(questions); i++) {
        counting all = {.refused = INT64_MAX, .enough = INT64_MAX};
        assert_ok(answer_with(&all, small, questions[i], &error), &error);
        assert_true(all.told > opened.told);
        for (int64_t n = opened.told + 1; n <= all.told; n += 1 + (n - opened.told) / 20) {
            counting heap = {.refused = INT64_MAX, .enough = n};
            error = (wyrm_error){.message = ""};
            const wyrm_status status = answer_with(&heap, small, questions[i], &error);
            if (heap.held != 0 ||
                (status != WYRM_OK && strstr(error.message, "there was work enough") == NULL))
                fail_msg("question %zu, work number %lld of %lld refused: status %d, '%s'", i,
                         (long long)n, (long long)all.told, (int)status, error.message);
        }
    }
}

/* Counts the work of games, up to a limit. */
typedef struct played {
    uint64_t steps, most;
    int begun, ended;
} played;

static bool play_steps(wyrm_cost work, uint64_t steps, void *context)
{
    played *games = context;
    games->steps += work == WYRM_COST_GAMES ? steps : 0;
    return games->steps <= games->most;
}

static void play_run(bool begins, void *context)
{
    played *games = context;
    assert_int_equal(games->begun - games->ended, begins ? 0 : 1);
    games->begun += begins;
    games->ended += !begins;
}

/* With one thread, in the order of the runs: the same work is reported again. */
TEST(games_that_are_played_are_work)
{
    const wyrm_sim_options options = {.seed = 1, .runs = 3};
    played all = {.most = UINT64_MAX};
    for (int time = 0; time < 2; time++) {
        played some = {.most = time == 0 ? UINT64_MAX : all.steps / 2};
        wyrm_design *design;
        wyrm_summary *summary;
        wyrm_error error = {.code = WYRM_OK};
        wyrm_memory_set(&(wyrm_memory){.spend = play_steps, .context = &some, .play = play_run});
        assert_int_equal(wyrm_design_open("tutorial", &design, NULL), WYRM_OK);
        const wyrm_status status = wyrm_simulate(design, &options, &summary, &error);
        assert_int_equal(status, time == 0 ? WYRM_OK : WYRM_ERROR_LIMIT);
        if (time == 0) /* a thousand for each command */
            assert_true((double)some.steps > 1000 * 3 * summary->turns.mean);
        else
            assert_string_equal(error.message, "there was work enough: games played");
        assert_int_equal(some.ended, some.begun);
        assert_true(time == 0 ? some.begun == 3 : some.begun > 0);
        all.steps = some.steps;
        wyrm_summary_free(summary);
        wyrm_design_free(design);
        wyrm_memory_set(NULL);
    }
}

static bool spend_on_scripts(wyrm_cost work, uint64_t steps, void *context)
{
    played *all = context;
    if (work == WYRM_COST_SCRIPTS)
        all->steps += steps;
    return all->steps <= all->most;
}

/* A loop of 100,000 is that many instructions, and each counts as 10. */
TEST(what_scripts_do_is_work)
{
    static const char rules[] = "name: slow\n"
                                "models: {combat: script}\n"
                                "combat:\n"
                                "  script: |\n"
                                "    function attack()\n"
                                "      for i = 1, 100000 do end\n"
                                "      return 1\n"
                                "    end\n"
                                "player: {hp: 5}\n"
                                "monsters: {orc: {hp: 5}}\n";
    OWNED_DESIGN *design = design_from(rules);
    const wyrm_combatant player = combatant_of(design, "player"), orc = combatant_of(design, "orc");
    const wyrm_matchup blow = {
        .attacker = &player, .defender = &orc, .attack = WYRM_ATTACK_MELEE, .distance = 1};
    for (int enough = 0; enough < 2; enough++) {
        played some = {.most = enough ? 1100000 : 500000};
        wyrm_pmf *damage = NULL;
        wyrm_error error = {.code = WYRM_OK};
        wyrm_memory_set(&(wyrm_memory){.spend = spend_on_scripts, .context = &some});
        const wyrm_status status =
            wyrm_combat_hit(wyrm_design_combat(design), &blow, &damage, &error);
        wyrm_pmf_free(damage);
        wyrm_memory_set(NULL);
        assert_int_equal(status, enough ? WYRM_OK : WYRM_ERROR_LIMIT);
        assert_int_equal(some.steps, enough ? 1000000 : 510000);
        if (!enough) {
            assert_string_equal(error.message,
                                "there was work enough: scripts in function 'attack'");
            assert_int_equal(error.line, 6);
        }
    }
    for (int work = 0; work < WYRM_COST_COUNT; work++)
        assert_true(strlen(wyrm_cost_text((wyrm_cost)work)) > 0);
    assert_string_equal(wyrm_cost_keys(WYRM_COST_SCRIPTS),
                        "draws, loops, and what they look at in fights: hp, counters");
}

/* ---- one allocation that fails, and none after it ----
 *
 * A failure for only a moment never leaves a different answer behind: it is the same, or none. */

static const char rolled[] =
    "name: rolled\n"
    "models: {combat: accuracy, growth: points, encounter: tables, loot: banded, map: tunnels}\n"
    "bands: {A: [1, 4]}\n"
    "combat: {accuracy: 2, evasion: 1}\n"
    "growth:\n"
    "  experience: {base: 60, per_level: 40}\n"
    "  choices: {tough: {max_hp: 8}, strong: {power: 1}}\n"
    "  policy: [tough, strong]\n"
    "  scaling: [{from_depth: 1}, {from_depth: 3, hp: 3/2, damage: 4/3}]\n"
    "encounter: {last_depth: 4, rooms: {most: [[4, 1]]},\n"
    "            roles: {treasure: {chance: 0.5, least_rooms: 2, monsters: [1, 2]}}}\n"
    "loot: {categories: [gear], modes: {plain: [[1, 1]]}, mode: plain, density: {A: 0.8}}\n"
    "map: {goal: Crown, width: 40, height: 25, tries: 12, room_side: [4, 6]}\n"
    "game: {kit: [club]}\n"
    "player: {hp: 4d8+10, damage: 1d3}\n"
    "monsters:\n"
    "  imp: {hp: 2d4, damage: 1d4, experience: 10, weight: 3}\n"
    "  wolf: {hp: 2d6+3, damage: 1d6, experience: 20, weight: 2}\n"
    "variants: {elite: {hp_factor: 3/2, accuracy: 1}}\n"
    "weapons: {club: {damage: 1d4, weight: 1, categories: [gear], bands: 1}}\n"
    "armors: {hide: {slot: chest, reduction: 1d2, weight: 1, categories: [gear], bands: 1}}\n";

static bool is_refused(counting *heap)
{
    return ++heap->calls == heap->refused;
}

static void *allocate_but_one(size_t size, void *context)
{
    return is_refused(context) ? NULL : malloc(size);
}

static void *resize_but_one(void *block, size_t size, void *context)
{
    return is_refused(context) ? NULL : realloc(block, size);
}

static void release_any(void *block, void *context)
{
    (void)context;
    free(block);
}

/* The numbers of a combatant that matter, added up. */
static double sum_of(const wyrm_design *design, const wyrm_combatant *who)
{
    double sum = wyrm_combat_mean_hp(wyrm_design_combat(design), who) + 1e-15 * who->hp_amount;
    for (int i = 0; i < WYRM_STATS_MAX; i++)
        sum += (i + 1) * (who->stats[i] > 1e6 ? 1e-15 * who->stats[i] : who->stats[i]);
    return sum;
}

static wyrm_status ask_combatant(const wyrm_design *design, double *answer, wyrm_error *error)
{
    wyrm_combatant who = {.level = 0};
    wyrm_status status =
        wyrm_roster_combatant(wyrm_design_roster(design), "wolf@3,elite,armor=hide", &who, error);
    *answer = status == WYRM_OK ? sum_of(design, &who) : 0;
    return status;
}

static wyrm_status ask_spawn(const wyrm_design *design, double *answer, wyrm_error *error)
{
    wyrm_combatant who;
    wyrm_roster_spawn(wyrm_design_roster(design), 1, 3, 0, &who);
    *answer = sum_of(design, &who);
    return wyrm_combat_check(wyrm_design_combat(design), &who, error);
}

static wyrm_status ask_reference(const wyrm_design *design, double *answer, wyrm_error *error)
{
    wyrm_reference reference = {.outfit = {.gear_count = 0}};
    wyrm_status status = wyrm_design_reference(design, 2, &reference, error);
    *answer = status == WYRM_OK ? sum_of(design, &reference.player) : 0;
    return status;
}

static wyrm_status ask_pairs(const wyrm_design *design, double *answer, wyrm_error *error)
{
    wyrm_matchup_pairs *pairs = NULL;
    wyrm_status status = wyrm_matchup_pairs_of(design, &pairs, error);
    *answer = status == WYRM_OK ? (double)pairs->count : 0;
    for (size_t i = 0; status == WYRM_OK && i < pairs->count; i++)
        *answer +=
            sum_of(design, &pairs->list[i].of_monster) + sum_of(design, &pairs->list[i].of_player);
    wyrm_matchup_pairs_free(pairs);
    return status;
}

/* Games that start on the first floor, and on the third. */
static wyrm_status ask_game(const wyrm_design *design, int32_t depth, double *answer,
                            wyrm_error *error)
{
    wyrm_engine *engine = NULL;
    wyrm_game *game = wyrm_game_new();
    const wyrm_game_options options = {.seed = 7};
    wyrm_status status = game == NULL ? WYRM_ERROR_MEMORY : wyrm_engine_new(design, &engine, error);
    if (status == WYRM_OK)
        status = depth == 1
                     ? wyrm_game_start(engine, &options, NULL, game, error)
                     : wyrm_game_start_at_depth(engine, &options, depth, 1, NULL, game, error);
    *answer = status == WYRM_OK ? (double)(wyrm_game_checksum(game) >> 12) : 0;
    wyrm_engine_free(engine);
    wyrm_game_free(game);
    return status;
}

static wyrm_status ask_first(const wyrm_design *design, double *answer, wyrm_error *error)
{
    return ask_game(design, 1, answer, error);
}

static wyrm_status ask_deeper(const wyrm_design *design, double *answer, wyrm_error *error)
{
    return ask_game(design, 3, answer, error);
}

static wyrm_status ask_comparison(const wyrm_design *design, double *answer, wyrm_error *error)
{
    wyrm_comparison *found = NULL;
    wyrm_status status = wyrm_compare(design, design, NULL, &found, error);
    *answer = 0;
    for (size_t i = 0; status == WYRM_OK && i < found->count; i++)
        *answer += isnan(found->figures[i].a) ? 1 : found->figures[i].a;
    wyrm_comparison_free(found);
    return status;
}

/* Whole games, by a bot that calculates its fights. */
static wyrm_status ask_runs(const wyrm_design *design, double *answer, wyrm_error *error)
{
    wyrm_summary *summary = NULL;
    wyrm_sim_options options = {.seed = 3, .runs = 2, .threads = 1};
    *answer = 0;
    wyrm_status status = wyrm_bot_find("tactician", &options.run.bot, error);
    if (status == WYRM_OK)
        status = wyrm_simulate(design, &options, &summary, error);
    for (size_t i = 0; status == WYRM_OK && i < summary->monster_count; i++)
        *answer += summary->monsters[i].damage_taken.y + 3.0 * (double)summary->monsters[i].kills;
    wyrm_summary_free(summary);
    return status;
}

static wyrm_status ask_rates(const wyrm_design *design, double *answer, wyrm_error *error)
{
    wyrm_worth_rates *rates = NULL;
    wyrm_status status = wyrm_worth_rates_of(design, NULL, &rates, error);
    *answer = status == WYRM_OK ? (double)(rates->step_count + rates->depth_count) : 0;
    for (size_t i = 0; status == WYRM_OK && i < rates->depth_count; i++)
        *answer += isnan(rates->costs[i].saved) ? 100 : rates->costs[i].saved;
    wyrm_worth_rates_free(rates);
    return status;
}

TEST(an_answer_whose_memory_is_out_for_a_moment_is_the_same_or_none)
{
    static const struct {
        const char *name;
        wyrm_status (*ask)(const wyrm_design *design, double *answer, wyrm_error *error);
        int64_t most; /* allocations to refuse, each in turn */
    } all[] = {
        {"combatant", ask_combatant, INT64_MAX},
        {"spawn", ask_spawn, INT64_MAX},
        {"reference", ask_reference, INT64_MAX},
        {"pairs", ask_pairs, INT64_MAX},
        {"game", ask_first, INT64_MAX},
        {"deeper", ask_deeper, INT64_MAX},
        {"comparison", ask_comparison, 300},
        {"runs", ask_runs, 300},
        {"rates", ask_rates, 150},
    };
    for (size_t i = 0; i < LENGTH_OF(all); i++) {
        double right = 0, answer;
        counting heap = {.refused = INT64_MAX};
        const wyrm_memory memory = {
            allocate_but_one, resize_but_one, release_any, NULL, &heap, NULL};
        int64_t refused = 0;
        const int64_t step = PLAYED_STRIDE > 1 ? 3 : 1;
        for (int64_t n = 0; n <= all[i].most; n += n > 0 ? step : 1) { /* 0: none is refused */
            OWNED_DESIGN *design = design_from(rolled);
            wyrm_error error = {.code = WYRM_OK};
            heap = (counting){.refused = n};
            wyrm_memory_set(&memory);
            const wyrm_status status = all[i].ask(design, &answer, &error);
            wyrm_memory_set(NULL);
            if (n == 0)
                right = answer;
            if (n > 0 && heap.calls < n)
                break;
            refused += status == WYRM_ERROR_MEMORY;
            if (status == WYRM_OK ? answer != right : n == 0 || status != WYRM_ERROR_MEMORY)
                fail_msg("%s, allocation %lld refused: status %d, %.17g, not %.17g", all[i].name,
                         (long long)n, (int)status, answer, right);
        }
        assert_true(refused > 0);
    }
}
