/* Sensing: of thirty keys it finds the five that matter, in order of strength, and the two that
 * matter only together; what is played for that, and by whom. sense_fights_test.c holds intervals
 * against the true effects. */
#include "sensed.h"
#include "stride.h"

#include "base/text.h"

/* Half of the blows hit, for 100 + 50 + 20 - 10; two stats do nothing unless both are above 10. */
static const char planted_text[] = "name: own\n"
                                   "models: {combat: script, growth: points}\n"
                                   "arenas: {duel: {fight: player vs orc}}\n"
                                   "combat:\n"
                                   "  script: |\n"
                                   "    function attack(a, d)\n"
                                   "      if not chance(a.s1 / 100) then return 0 end\n"
                                   "      local more = 0\n"
                                   "      if a.s20 > 10 and a.s25 > 10 then more = 30 end\n"
                                   "      return a.s2 + a.s3 + a.s4 - a.s5 + more\n"
                                   "    end\n";

static wyrm_design *parsed(const char *text, size_t length)
{
    wyrm_design *design;
    OWNED_ERRORS *errors = fresh_errors();
    if (wyrm_design_parse("own.yaml", text, length, &design, errors) != WYRM_OK)
        fail_msg("%s", wyrm_errors_at(errors, 0)->message);
    return design;
}

static wyrm_design *open_planted(void)
{
    static const int values[] = {0, 50, 100, 50, 20, 10};
    base_buffer text = {0};
    base_buffer_append(&text, planted_text);
    base_buffer_append(&text, "  stats:\n");
    for (int i = 1; i <= 30; i++)
        base_buffer_appendf(&text, "    s%d: {default: 0}\n", i);
    base_buffer_append(&text, "player: {hp: 2000");
    for (int i = 30; i >= 1; i--)
        base_buffer_appendf(&text, ", s%d: %d", i, i <= 5 ? values[i] : 10);
    base_buffer_append(&text,
                       "}\nmonsters:\n  orc: {hp: 2000}\ntargets:\n"
                       "  hit: {metric: hit_mean, of: player, against: orc, range: [75, 85]}\n"
                       "  kill: {metric: average_hits_to_kill, of: player, against: orc, "
                       "at_least: 0}\n");
    assert_false(text.failed);
    wyrm_design *design = parsed(text.bytes, text.length);
    base_buffer_drop(&text);
    return design;
}

TEST(planted_effects_are_exact_and_in_their_order)
{
    static const struct {
        const char *path, *up, *down;
        double more, less; /* for a mean of half of 160, worked by hand */
    } wanted[] = {{"player.s1", "55", "45", 8, -8},
                  {"player.s2", "110", "90", 5, -5},
                  {"player.s3", "55", "45", 2.5, -2.5},
                  {"player.s4", "22", "18", 1, -1},
                  {"player.s5", "11", "9", -0.5, 0.5}};
    static const char *const keys[] = {"player.s*"};
    static const char *const metrics[] = {"hit_mean(player, orc)=75..85"};
    wyrm_design *design = open_planted();
    OWNED_SENSE *sense = sensed(
        design,
        &(wyrm_sense_options){
            .key_count = 1, .keys = keys, .metric_count = 1, .metrics = metrics, .threads = 2});
    assert_int_equal(sense->key_count, 30);
    assert_int_equal(sense->goal_count, 1);
    assert_near(sense->goals[0].value, 80, 1e-9);
    assert_int_equal(sense->found, LENGTH_OF(wanted));
    for (size_t k = 0; k < LENGTH_OF(wanted); k++) {
        const wyrm_sense_key *key = &sense->keys[k];
        assert_string_equal(key->path, wanted[k].path);
        assert_int_equal(key->step_count, 2);
        assert_string_equal(key->steps[0].text, wanted[k].up);
        assert_string_equal(key->steps[1].text, wanted[k].down);
        assert_near(key->steps[0].effects[0].value, wanted[k].more, 1e-9);
        assert_near(key->steps[1].effects[0].value, wanted[k].less, 1e-9);
        assert_false(key->steps[0].effects[0].sampled);
        assert_near(key->strength, fabs(wanted[k].more) / 10, 1e-9);
    }
    for (size_t k = sense->found; k < sense->key_count; k++) {
        assert_false(sense->keys[k].steps[0].effects[0].found);
        assert_near(sense->keys[k].steps[0].effects[0].value, 0, 0);
    }
    assert_int_equal(sense->together_count, 1);
    const wyrm_sense_group *pair = &sense->together[0];
    assert_int_equal(pair->count, 2);
    assert_string_equal(sense->keys[pair->keys[0]].path, "player.s20");
    assert_string_equal(sense->keys[pair->keys[1]].path, "player.s25");
    assert_near(pair->together.value, 15, 1e-9);
    assert_near(pair->beyond.value, 15, 1e-9);
    assert_false(sense->unexplained);
    wyrm_design_free(design);
}

/* A chance and a sum multiply. With a step of a tenth 55 % of 170 is 93.5, 0.5 beyond 80 + 8 + 5,
 * which is too little to report; with a step of all of it 100 % of 260 is 260, 50 beyond. */
TEST(keys_that_change_each_other_are_told)
{
    static const char *const keys[] = {"player.s1", "player.s2"};
    static const char *const metrics[] = {"hit_mean(player, orc)"};
    wyrm_design *design = open_planted();
    wyrm_sense_options how = {.key_count = 2, .keys = keys, .metric_count = 1, .metrics = metrics};
    OWNED_SENSE *small = sensed(design, &how);
    how.by = 1;
    OWNED_SENSE *large = sensed(design, &how);
    assert_int_equal(small->pair_count, 0);
    assert_int_equal(large->pair_count, 1);
    assert_near(large->pairs[0].together.value, 180, 1e-9);
    assert_near(large->pairs[0].beyond.value, 50, 1e-9);
    wyrm_design_free(design);
}

/* ---- random effects ---- */

static bool hear_share(double done, void *context)
{
    double *last = context;
    assert_true(done >= *last && done <= 1);
    *last = done;
    return true;
}

/* Two stats that matter only together, so that only sampled fights show it: with both a blow has 95
 * instead of 80, and 2000 hit points are gone after about 16 % fewer turns. */
TEST(what_matters_together_only_is_found_by_fights)
{
    NOT_TO_WATCH_THREADS();
    static const char *const keys[] = {"player.s2*"};
    static const char *const metrics[] = {"arena_turns(duel, bot=brawler)"};
    wyrm_design *design = open_planted();
    double told = 0;
    OWNED_SENSE *sense = sensed(design, &(wyrm_sense_options){.key_count = 1,
                                                              .keys = keys,
                                                              .metric_count = 1,
                                                              .metrics = metrics,
                                                              .seed = 3,
                                                              .progress = hear_share,
                                                              .context = &told});
    assert_true(told > 0);
    const double turns = sense->goals[0].value;
    assert_int_equal(sense->found, 1);
    assert_string_equal(sense->keys[0].path, "player.s2");
    assert_int_equal(sense->together_count, 1);
    const wyrm_sense_group *pair = &sense->together[0];
    assert_int_equal(pair->count, 2);
    assert_string_equal(sense->keys[pair->keys[0]].path, "player.s20");
    assert_string_equal(sense->keys[pair->keys[1]].path, "player.s25");
    assert_true(pair->beyond.sampled);
    assert_true(pair->beyond.ci95.low <= turns * (80.0 / 95 - 1) + 0.5 &&
                pair->beyond.ci95.high >= turns * (80.0 / 95 - 1) - 0.5);
    wyrm_design_free(design);
}

RELEASED_BY(wyrm_sweep, wyrm_sweep_free)

/* Of rows that are played, or worked out, the ruleset's own among them or not: none is counted
 * twice. */
TEST(progress_of_a_sweep_goes_up_to_its_end)
{
    static const char *const values[] = {"monsters.orc.hp=18..21", "monsters.orc.hp=30..33"};
    static const char *const metrics[] = {"run_win_rate", "hp_left(player, orc)"};
    OWNED_DESIGN *design = open_shipped("tutorial");
    for (int i = 0; i < 8; i++) {
        double told = 0;
        OWNED(wyrm_sweep) *sweep = NULL;
        const wyrm_sweep_options how = {.over_count = 1,
                                        .over = &values[i & 1],
                                        .metric_count = 1,
                                        .metrics = &metrics[i >> 1 & 1],
                                        .bot = i >> 1 & 1 ? NULL : "diver",
                                        .games = 40,
                                        .threads = i >> 2 & 1 ? 2 : 1,
                                        .progress = hear_share,
                                        .context = &told};
        assert_works(wyrm_sweep_run(design, &how, &sweep, &last_error));
        assert_int_equal(sweep->done, 4);
        if (told < 0.95)
            fail_msg("%s of %s: %g", how.metrics[0], how.over[0], told);
    }
}

/* Goals of one bot in one place are measured on the same games, which are counted and paid for
 * once; a set fight costs a tenth of a game. A quarter of all games is for pairs and crowds; the
 * rest is shared by the ruleset as it is and two steps of two keys. */
TEST(goals_share_the_games_of_their_bot_and_fight)
{
    NOT_TO_WATCH_THREADS();
    static const char *const keys[] = {"player.hp", "player.power"};
    static const struct {
        const char *metrics[3];
        size_t count, players; /* who play apart from each other */
        double series;         /* what all of them cost, in games */
    } rows[] = {{{"arena_win_rate(two, bot=brawler)"}, 1, 1, 0.1},
                {{"arena_win_rate(two, bot=brawler)", "arena_turns(two, bot=brawler)",
                  "arena_hp_left(two, bot=brawler)"},
                 3,
                 1,
                 0.1},
                {{"arena_win_rate(two, bot=brawler)", "arena_win_rate(two, bot=diver)"}, 2, 2, 0.2},
                {{"arena_win_rate(two, bot=brawler)", "arena_win_rate(one, bot=brawler)",
                  "arena_turns(two, bot=brawler)"},
                 3,
                 2,
                 0.2},
                {{"arena_win_rate(two, bot=brawler)", "run_survival(1, bot=brawler)",
                  "run_win_rate(bot=brawler)"},
                 3,
                 2,
                 1.1}};
    static const char text[] = "name: own\nextends: yarl\narenas:\n"
                               "  two: {fight: \"player@3 vs orc\"}\n"
                               "  one: {fight: \"player@2 vs orc\"}\n";
    OWNED_DESIGN *design = parsed(text, sizeof text - 1);
    for (size_t i = 0; i < LENGTH_OF(rows); i++) {
        wyrm_sense_options how = {.key_count = LENGTH_OF(keys),
                                  .keys = keys,
                                  .metric_count = rows[i].count,
                                  .metrics = rows[i].metrics,
                                  .seed = 2,
                                  .threads = 2};
        how.effort.exactly = 600;
        OWNED_SENSE *sense = sensed(design, &how);
        const uint64_t each = (uint64_t)(600 / rows[i].series * 0.75 / 5);
        /* the rest is for pairs and for many keys at once */
        const uint64_t least = 5 * each * rows[i].players;
        assert_true(sense->games >= least && sense->games <= least + least / 2);
    }
}

/* ---- floors ---- */

/* The number that a key is now, which may be written as a fraction. */
static double number_now(const wyrm_sense_key *key)
{
    const char *over = strchr(key->now, '/');
    return strtod(key->now, NULL) / (over != NULL ? strtod(over + 1, NULL) : 1);
}

/* What would make a floor a tenth easier, out of the steps: in proportion to the best step that
 * helps, and at least by 1 where a key takes whole numbers; the five strongest keys of each floor,
 * without those that would have to go farther than three steps or than they can. */
TEST(turns_are_what_the_steps_say)
{
    NOT_TO_WATCH_THREADS();
    static const char *const keys[] = {"player", "monsters.orc*", "monsters.troll", "growth"};
    static const char *const metrics[] = {"fight_death_chance(1..12)", "room_hp_lost(2)",
                                          "win_chance(player, orc)"};
    OWNED_DESIGN *design = ruleset_with("yarl", NULL);
    size_t all = 0, up = 0, far = 0;
    for (int i = 1; i <= 2; i++) {
        const wyrm_sense_options how = {.key_count = LENGTH_OF(keys),
                                        .keys = keys,
                                        .metric_count = LENGTH_OF(metrics),
                                        .metrics = metrics,
                                        .by = 0.2 * i * i};
        OWNED_SENSE *sense = sensed(design, &how);
        size_t next = 0;
        for (size_t g = 0; g < sense->goal_count; g++) {
            const double danger = sense->goals[g].value;
            assert_int_equal(sense->goals[g].floor, g < 12 ? g + 1 : g == 12 ? 2 : 0);
            double last = INFINITY;
            size_t told = 0;
            for (; next < sense->turn_count && sense->turns[next].goal == g; next++, told++) {
                const wyrm_sense_turn *turn = &sense->turns[next];
                const wyrm_sense_key *key = &sense->keys[turn->key];
                const wyrm_sense_step *step = &key->steps[turn->step];
                const double effect = step->effects[g].value, part = -0.1 * danger / effect;
                const double now = number_now(key);
                double change = step->change * part;
                for (size_t s = 0; s < key->step_count; s++)
                    assert_true(key->steps[s].effects == NULL ||
                                key->steps[s].effects[g].value >= effect);
                assert_true(effect < 0 && part <= 3);
                const wyrm_interval *ends = &step->effects[g].ci95;
                const double one = now - 0.1 * step->change * danger / ends->low;
                const double other = now - 0.1 * step->change * danger / ends->high;
                assert_near(turn->ci95.low, fmin(one, other), 1e-9);
                assert_near(turn->ci95.high, fmax(one, other), 1e-9);
                if (key->whole)
                    change = (change < 0 ? -1 : 1) * fmax(1, round(fabs(change)));
                assert_near(turn->to, now + change, 1e-9);
                assert_true(-effect <= last);
                last = -effect;
                up += change > 0;
            }
            assert_true(told <= 5 && (told == 0 || sense->goals[g].floor > 0));
            /* nobody stronger was left out but for being at its end or too far off */
            for (size_t k = 0; k < sense->found && sense->goals[g].floor > 0 && danger > 0; k++)
                for (size_t s = 0; s < sense->keys[k].step_count; s++) {
                    const wyrm_sense_step *step = &sense->keys[k].steps[s];
                    bool has = false;
                    for (size_t n = next - told; n < next; n++)
                        has = has || sense->turns[n].key == k;
                    if (has || step->effects == NULL || !(fabs(step->change) > 0) ||
                        !step->effects[g].found || !(step->effects[g].value < 0))
                        continue;
                    const bool is_far = 0.1 * danger > -3 * step->effects[g].value;
                    far += is_far;
                    if (!is_far && told < 5 && !(number_now(&sense->keys[k]) < 2))
                        fail_msg("%s is not told for goal %zu", sense->keys[k].path, g);
                }
            all += told;
        }
        assert_int_equal(next, sense->turn_count);
    }
    print_message("%zu turns, %zu of them up, %zu too far\n", all, up, far);
    assert_true(all > 20 && up > 0 && up < all && far > 0);
}

/* ---- keys and steps ---- */

TEST(steps_fit_their_kind)
{
    static const struct {
        const char *path, *now, *up, *down; /* down NULL: there is none */
    } wanted[] = {{"growth.new_floor_heal", "1/2", "0.55", "0.45"},
                  {"growth.choices.power.power", "1", "2", "0"}, /* recognised as a whole number */
                  {"encounter.rooms.most", "[[2, 1], [3, 4], [5, 6]]", "[[3, 1], [4, 4], [6, 6]]",
                   "[[1, 1], [2, 4], [4, 6]]"},
                  {"map.room_side", "[6, 10]", "[7, 11]", "[5, 9]"},
                  {"monsters.orc.hp", "20", "22", "18"},
                  {"monsters.orc.defense", "0", "1", NULL},
                  {"monsters.orc.weight", "80", "88", "72"},
                  {"growth.heal_on_level_up", "false", "true", NULL},
                  {"items.confusion_scroll.effect.kind", "confuse", "heal", "feed"}};
    static const char *const metrics[] = {"win_chance(player, orc)"};
    const char *keys[LENGTH_OF(wanted)];
    for (size_t i = 0; i < LENGTH_OF(wanted); i++)
        keys[i] = wanted[i].path;
    wyrm_design *design = parsed("name: own\nextends: tutorial\n", 28);
    OWNED_SENSE *sense = sensed(design, &(wyrm_sense_options){.key_count = LENGTH_OF(wanted),
                                                              .keys = keys,
                                                              .metric_count = 1,
                                                              .metrics = metrics});
    for (size_t i = 0; i < LENGTH_OF(wanted); i++) {
        const wyrm_sense_key *key = key_of(sense, wanted[i].path);
        assert_string_equal(key->now, wanted[i].now);
        assert_string_equal(key->steps[0].text, wanted[i].up);
        assert_int_equal(key->step_count > 1, wanted[i].down != NULL);
        if (wanted[i].down != NULL)
            assert_string_equal(key->steps[1].text, wanted[i].down);
    }
    wyrm_design_free(design);
}

TEST(what_makes_no_sense_is_told)
{
    static const struct {
        const char *key, *metric;
        double by;
        wyrm_status status;
        const char *message;
    } cases[] = {
        {"monsters.ork", "win_chance(player, orc)", 0, WYRM_ERROR_UNKNOWN,
         "no key is called 'monsters.ork' (did you mean 'orc'?)"},
        {"monsters.*.hpp", "win_chance(player, orc)", 0, WYRM_ERROR_UNKNOWN,
         "no key is called 'monsters.*.hpp' (one of orc, troll)"},
        {"map.widht", "win_chance(player, orc)", 0, WYRM_ERROR_UNKNOWN,
         "no key is called 'map.widht' (did you mean 'width'?)"},
        {"name", "win_chance(player, orc)", 0, WYRM_ERROR_ARGUMENT,
         "nothing in 'name' is a number, switch or choice of the game ()"},
        {"", "win_chance(player, orc)", 0, WYRM_ERROR_UNKNOWN,
         "no key is called '' (one of name, extends, models, bands, combat, growth, encounter, "
         "loot, map, game, "
         "player, monsters, weapons, armors, items, ...)"},
        {"monsters.orc", "win_chans(player, orc)", 0, WYRM_ERROR_UNKNOWN,
         "unknown metric 'win_chans' (did you mean 'win_chance'?)"},
        {"monsters.orc", "win_chance(player", 0, WYRM_ERROR_ARGUMENT,
         "'win_chance(player' lacks a ')' ()"},
        {"monsters.orc", "win_chance(player, orc)", -1, WYRM_ERROR_ARGUMENT,
         "a step is more than nothing, and at most 100 % ()"},
        {"monsters.orc", "win_chance(player, orc)", 2, WYRM_ERROR_ARGUMENT,
         "a step is more than nothing, and at most 100 % ()"},
    };
    wyrm_design *design = parsed("name: own\nextends: tutorial\n", 28);
    for (size_t i = 0; i < LENGTH_OF(cases); i++) {
        wyrm_sense *out = NULL;
        wyrm_error error = {.message = ""};
        const wyrm_status status =
            wyrm_sense_keys(design,
                            &(wyrm_sense_options){.key_count = 1,
                                                  .keys = &cases[i].key,
                                                  .metric_count = 1,
                                                  .metrics = &cases[i].metric,
                                                  .by = cases[i].by},
                            &out, &error);
        char said[2 * WYRM_ERROR_MESSAGE_MAX];
        snprintf(said, sizeof said, "%s (%s)", error.message, error.hint);
        assert_string_equal(said, cases[i].message);
        assert_int_equal(status, cases[i].status);
        assert_null(out);
    }
    wyrm_design_free(design);
}

TEST(a_target_that_is_wrong_is_told_where_it_stands)
{
    static const char text[] = "name: own\nextends: tutorial\ntargets:\n"
                               "  a: {metric: hp_left, of: player, against: orc, at_least: 0}\n"
                               "  b: {metric: hp_left, of: player, against: ork, at_least: 0}\n";
    static const char *const key = "monsters.orc.hp";
    wyrm_design *design = parsed(text, sizeof text - 1);
    wyrm_sense *out = NULL;
    wyrm_error error = {.message = ""};
    assert_int_equal(
        wyrm_sense_keys(design, &(wyrm_sense_options){.key_count = 1, .keys = &key}, &out, &error),
        WYRM_ERROR_RULESET);
    assert_null(out);
    assert_string_equal(error.message, "no combatant 'ork'");
    assert_string_equal(error.hint, "did you mean 'orc'?");
    assert_int_equal(error.line, 5);
    assert_int_equal(error.column, 45);
    wyrm_design_free(design);
}
