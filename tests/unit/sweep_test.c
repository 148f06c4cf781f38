/* Sweeps: which values are meant by what is typed, which of them is the base, and that every row is
 * its variant worked out by hand; files of rows; and what is refused. Hardly anything is played:
 * tests/cli/sweep_test.py compares rows with simulations. */
#include "small_dungeon.h"

#include <unistd.h>

#include <wyrm.h>

RELEASED_BY(wyrm_sweep, wyrm_sweep_free)
#define OWNED_SWEEP OWNED(wyrm_sweep)

/* Nobody misses: a hit is power less defense. */
static const char own_text[] = "name: own\n"
                               "models: {combat: subtract}\n"
                               "player: {hp: 10, power: 3, defense: 0}\n"
                               "monsters:\n"
                               "  orc: {hp: 10, power: 2, defense: 0}\n"
                               "  rat: {hp: 4, power: 1, defense: 0}\n";

static const char *const hits = "attacks_to_kill(player, orc)";

static wyrm_sweep *swept(const wyrm_design *design, const wyrm_sweep_options *how)
{
    wyrm_sweep *out = NULL;
    assert_works(wyrm_sweep_run(design, how, &out, &last_error));
    return out;
}

/* ---- what is typed ---- */

static void assert_values(const wyrm_design *design, const char *typed, const char *wanted,
                          bool numbers)
{
    char all[400] = "";
    const wyrm_sweep_options how = {
        .over_count = 1, .over = &typed, .metric_count = 1, .metrics = &hits};
    OWNED_SWEEP *sweep = swept(design, &how);
    const wyrm_sweep_key *key = &sweep->keys[0];
    for (size_t i = 0; i < key->count; i++) {
        strcat(strcat(all, i > 0 ? "|" : ""), key->values[i]);
        if (key->numbers != NULL)
            assert_near(key->numbers[i], strtod(key->values[i], NULL), 0);
    }
    if (strcmp(all, wanted) != 0 || (key->numbers != NULL) != numbers)
        fail_msg("%s: '%s' instead of '%s'", typed, all, wanted);
    assert_int_equal(sweep->count, key->count);
    assert_int_equal(sweep->done, key->count);
}

TEST(values_are_those_that_are_typed)
{
    static const struct {
        const char *typed, *values;
        bool numbers;
    } cases[] = {
        {"player.hp=1..3", "1|2|3", true},
        {"player.hp=3..3", "3", true},
        {"player.hp=5", "5", true},
        {"player.hp=10..12:2", "10|12", true},
        {"player.hp=10..13/2", "10|12", true},
        {"player.hp=1e1..12", "10|11|12", true},
        {"player.hp=1..3,7,9..10", "1|2|3|7|9|10", true},
        {"player.hp=1, 2 ,  3 ", "1|2|3", true},
        {"monsters.orc.hp= 4 .. 6,9", "4 .. 6|9", false}, /* no range has blanks */
        {"player.power=0..1/0.1", "0|0.1|0.2|0.3|0.4|0.5|0.6|0.7|0.8|0.9|1", true},
        {"player.power=1..2/0.75", "1|1.75", true},
        {"player.power=-0.3..0.3/0.1", "-0.3|-0.2|-0.1|0|0.1|0.2|0.3", true},
        {"player.power=-2..1", "-2|-1|0|1", true},
        {"monsters.orc.title='a, b',\"c, d\",e", "'a, b'|\"c, d\"|e", false},
        {"monsters.orc.title='it]', 'a\"', x", "'it]'|'a\"'|x", false},
        {"player.hp=[3, 7],2d6,10", "[3, 7]|2d6|10", false},
        {"player.hp={3: 1, 7: 2},10", "{3: 1, 7: 2}|10", false},
        {"monsters.orc.title=0x10,inf,nan,3", "0x10|inf|nan|3", false},
        {"monsters.orc.title=a..b,1..", "a..b|1..", false},
    };
    OWNED_DESIGN *design = design_from(own_text);
    for (size_t i = 0; i < LENGTH_OF(cases); i++)
        assert_values(design, cases[i].typed, cases[i].values, cases[i].numbers);
}

TEST(the_base_is_what_stands_there_or_the_nearest_to_it)
{
    static const struct {
        const char *over[2];
        size_t count, base;
        const char *now;
    } cases[] = {
        {{"player.hp=8,9,12"}, 1, 1, "10"},
        {{"player.hp=9,11"}, 1, 0, "10"}, /* as near */
        {{"player.hp=12,10,10"}, 1, 1, "10"},
        {{"player.hp=20,2d6,4d6"}, 1, 1, "10"}, /* 7 and 14 on average */
        {{"player.hp=300,[9, 12],9"}, 1, 1, "10"},
        {{"player.hp=many,30,20"}, 1, 2, "10"},
        {{"monsters.orc.title=a,b"}, 1, 0, ""},
        {{"player.hp=30,20", "monsters.orc.hp=1,2,3"}, 2, 5, "10"},
        {{"player.hp=9,12,20", "monsters.orc.hp=30,9,11,1"}, 2, 1, "10"},
    };
    OWNED_DESIGN *design = design_from(own_text);
    for (size_t i = 0; i < LENGTH_OF(cases); i++) {
        const wyrm_sweep_options how = {.over_count = cases[i].count,
                                        .over = cases[i].over,
                                        .metric_count = 1,
                                        .metrics = &hits};
        OWNED_SWEEP *sweep = swept(design, &how);
        if (sweep->base != cases[i].base)
            fail_msg("%s: base %zu", cases[i].over[0], sweep->base);
        size_t base = 0;
        for (size_t k = 0; k < sweep->key_count; k++) {
            assert_int_equal(wyrm_sweep_value(sweep, sweep->base, k), sweep->keys[k].base);
            base = base * sweep->keys[k].count + sweep->keys[k].base;
        }
        assert_int_equal(base, sweep->base);
        assert_string_equal(sweep->keys[0].now, cases[i].now);
    }
}

/* ---- rows ---- */

/* The player needs hp / power blows, rounded up, and the orc ten halves; each is as much more than
 * with 3 against 10 as the difference says. */
TEST(rows_are_their_variants)
{
    static const char *const over[] = {"player.power=2..4", "monsters.orc.hp=9,10,12,-3"};
    static const char *const metrics[] = {"attacks_to_kill(player, orc)", "hit_miss(orc, player)",
                                          "attacks_to_kill(orc, player)=5"};
    OWNED_DESIGN *design = design_from(own_text);
    OWNED_SWEEP *sweep = swept(design, &(wyrm_sweep_options){.over_count = 2,
                                                             .over = over,
                                                             .metric_count = 3,
                                                             .metrics = metrics,
                                                             .seed = 9,
                                                             .threads = 2});
    assert_int_equal(sweep->seed, 9);
    assert_int_equal(sweep->games, 0);
    assert_int_equal(sweep->count, 12);
    assert_int_equal(sweep->done, 12);
    assert_int_equal(sweep->found, 0);
    assert_int_equal(sweep->base, 5);
    assert_false(sweep->targets || sweep->stopped);
    assert_string_equal(sweep->keys[1].key, "monsters.orc.hp");
    assert_int_equal(sweep->keys[1].base, 1);
    assert_int_equal(sweep->goal_count, 3);
    static const char *const wheres[] = {"player against orc", "orc against player",
                                         "orc against player"};
    static const char *const units[] = {"attacks", "share", "attacks"};
    for (size_t g = 0; g < 3; g++) {
        const wyrm_sweep_goal *goal = &sweep->goals[g];
        assert_memory_equal(goal->metric, metrics[g], strlen(goal->metric));
        assert_string_equal(goal->where, wheres[g]);
        assert_string_equal(goal->unit, units[g]);
        assert_int_equal(goal->is_share, g == 1);
        assert_int_equal(goal->flat, g > 0);
        assert_null(goal->target);
        assert_null(goal->bot);
    }
    for (size_t row = 0; row < sweep->count; row++) {
        static const double hps[] = {9, 10, 12};
        const size_t p = wyrm_sweep_value(sweep, row, 0), h = wyrm_sweep_value(sweep, row, 1);
        const wyrm_sweep_row *got = &sweep->rows[row];
        assert_int_equal(row, 4 * p + h);
        assert_true(got->done);
        if (h == 3) {
            assert_non_null(strstr(got->refused, "found -3"));
            assert_null(got->figures);
            continue;
        }
        assert_null(got->refused);
        const double blows = ceil(hps[h] / (double)(p + 2)), wanted[] = {blows, 0, 5};
        for (size_t g = 0; g < 3; g++) {
            const wyrm_sweep_figure *figure = &got->figures[g];
            assert_near(figure->value.value, wanted[g], 1e-12);
            assert_false(figure->value.sampled || figure->more.sampled);
            assert_same_bits(figure->value.ci95.low, figure->value.value);
            assert_same_bits(figure->value.ci95.high, figure->value.value);
            assert_int_equal(figure->games, 0);
            assert_null(figure->why);
            if (row == sweep->base)
                assert_true(isnan(figure->more.value));
            else
                assert_near(figure->more.value, g == 0 ? blows - 4 : 0, 1e-12);
        }
    }
}

/* A blow of 0 never kills; a share of nothing has none. */
TEST(what_cannot_be_measured_in_a_row_says_why)
{
    static const char *const over[] = {"player.power=0,3,5"};
    OWNED_DESIGN *design = design_from(own_text);
    OWNED_SWEEP *sweep = swept(
        design,
        &(wyrm_sweep_options){.over_count = 1, .over = over, .metric_count = 1, .metrics = &hits});
    assert_true(isinf(sweep->rows[0].figures[0].value.value));
    assert_true(isinf(sweep->rows[0].figures[0].more.value));
    assert_near(sweep->rows[2].figures[0].more.value, -2, 1e-12);
    assert_false(sweep->goals[0].flat);
    OWNED_DESIGN *small = small_with(
        "monsters: {rat: {weight: [[3, 2]]}, ogre: {weight: [[1, 3]]}}"); /* none comes to 1 */
    static const char *const weights[] = {"monsters.rat.hp=9,10"};
    static const char *const alone[] = {"attacks_to_kill_monster(1)", "room_monsters(2)"};
    OWNED_SWEEP *empty =
        swept(small, &(wyrm_sweep_options){
                         .over_count = 1, .over = weights, .metric_count = 2, .metrics = alone});
    for (size_t row = 0; row < 2; row++) {
        assert_true(isnan(empty->rows[row].figures[0].value.value));
        assert_string_equal(empty->rows[row].figures[0].why, "nobody comes there");
        assert_null(empty->rows[row].figures[1].why);
    }
    assert_true(empty->goals[0].flat && empty->goals[1].flat);
}

TEST(targets_of_the_ruleset_have_verdicts)
{
    char text[1000];
    static const char *const over[] = {"player.power=2..5"};
    snprintf(text, sizeof text, "%s%s", own_text,
             "targets:\n"
             "  quick: {metric: attacks_to_kill, of: player, against: orc, at_most: 3, "
             "tolerated: 4}\n"
             "  slow: {metric: attacks_to_kill, of: orc, against: player, range: 5}\n");
    OWNED_DESIGN *design = design_from(text);
    for (int asked = 0; asked < 2; asked++) { /* what cannot be played has its targets measured */
        OWNED_SWEEP *sweep = swept(
            design, &(wyrm_sweep_options){.over_count = 1, .over = over, .targets = asked == 1});
        static const wyrm_verdict wanted[] = {WYRM_FAIL, WYRM_WARN, WYRM_PASS, WYRM_PASS};
        assert_true(sweep->targets);
        assert_int_equal(sweep->goal_count, 2);
        assert_string_equal(sweep->goals[0].target, "quick");
        assert_string_equal(sweep->goals[1].target, "slow");
        for (size_t row = 0; row < 4; row++) {
            assert_int_equal(sweep->rows[row].figures[0].verdict, wanted[row]);
            assert_int_equal(sweep->rows[row].figures[1].verdict, WYRM_PASS);
        }
    }
}

/* ---- who plays ---- */

TEST(who_plays_is_told_once_or_row_by_row)
{
    static const struct {
        const char *over[2], *metrics[3];
        size_t over_count, metric_count;
        const char *bot, *bots[3], *wheres[3];
    } cases[] = {
        {{"monsters.orc.hp=19"},
         {"run_survival(1)", "run_win_rate", "win_chance(player, orc)"},
         1,
         3,
         "diver",
         {"diver", "diver", NULL},
         {"depth 1", "", "player against orc"}},
        {{"monsters.orc.hp=19"},
         {"run_survival(1, bot=diver)", "run_turns(bot=idle)"},
         1,
         2,
         NULL,
         {"diver", "idle"},
         {"depth 1", ""}},
        {{"monsters.orc.hp=19", "bot=idle,diver"},
         {"run_survival(1)", "run_survival(2)"},
         2,
         2,
         NULL,
         {NULL, NULL},
         {"depth 1", "depth 2"}},
    };
    OWNED_DESIGN *design = open_shipped("tutorial");
    for (size_t i = 0; i < LENGTH_OF(cases); i++) {
        OWNED_SWEEP *sweep =
            swept(design, &(wyrm_sweep_options){.over_count = cases[i].over_count,
                                                .over = cases[i].over,
                                                .metric_count = cases[i].metric_count,
                                                .metrics = cases[i].metrics,
                                                .bot = cases[i].bot,
                                                .games = 3});
        assert_int_equal(sweep->games, 3);
        for (size_t g = 0; g < sweep->goal_count; g++) {
            const wyrm_sweep_goal *goal = &sweep->goals[g];
            if (cases[i].bots[g] == NULL)
                assert_null(goal->bot);
            else
                assert_string_equal(goal->bot, cases[i].bots[g]);
            assert_string_equal(goal->where, cases[i].wheres[g]);
            const bool played = strncmp(goal->metric, "run_", 4) == 0;
            for (size_t row = 0; row < sweep->count; row++) {
                assert_int_equal(sweep->rows[row].figures[g].games, played ? 3 : 0);
                assert_int_equal(sweep->rows[row].figures[g].value.sampled, played);
            }
        }
    }
    /* without a word of it: the explorer, and four figures of its games */
    static const char *const usual[] = {"run_win_rate", "run_final_depth", "run_final_level",
                                        "run_turns"};
    static const char *const over[] = {"monsters.orc.power=90,91", "bot=idle,explorer"};
    OWNED_SWEEP *sweep =
        swept(design, &(wyrm_sweep_options){.over_count = 2, .over = over, .games = 2});
    assert_int_equal(sweep->goal_count, LENGTH_OF(usual));
    for (size_t g = 0; g < LENGTH_OF(usual); g++)
        assert_string_equal(sweep->goals[g].metric, usual[g]);
    assert_int_equal(sweep->base, 1);
    assert_null(sweep->keys[1].now);
    /* nobody lives through a blow of 90, and those of 91 are the same */
    for (size_t row = 0; row < 4; row++)
        assert_near(sweep->rows[row].figures[0].value.value, 0, 0);
    assert_near(sweep->rows[3].figures[1].more.value, 0, 0);
}

/* ---- files ---- */

static char folder[] = "/tmp/wyrm-sweep-XXXXXX";

static int make_folder(void **state)
{
    (void)state;
    strcpy(folder + sizeof folder - 7, "XXXXXX");
    return mkdtemp(folder) == NULL;
}

static const char *path_of(const char *name)
{
    static char paths[4][64];
    static int next;
    char *path = paths[next++ % 4];
    snprintf(path, sizeof paths[0], "%s/%s", folder, name);
    return path;
}

static int remove_folder(void **state)
{
    static const char *const names[] = {"0.db", "1.db", "2.db", "all.db"};
    (void)state;
    for (size_t i = 0; i < LENGTH_OF(names); i++)
        unlink(path_of(names[i]));
    return rmdir(folder);
}

static void assert_same_rows(const wyrm_sweep *got, const wyrm_sweep *wanted)
{
    assert_int_equal(got->count, wanted->count);
    for (size_t row = 0; row < got->count; row++) {
        const wyrm_sweep_row *a = &got->rows[row], *b = &wanted->rows[row];
        assert_true(a->done && b->done);
        assert_int_equal(a->refused != NULL, b->refused != NULL);
        if (b->refused != NULL)
            assert_string_equal(a->refused, b->refused);
        for (size_t g = 0; g < got->goal_count && b->figures != NULL; g++) {
            const wyrm_sweep_figure *one = &a->figures[g], *other = &b->figures[g];
            assert_int_equal(isnan(one->value.value), isnan(other->value.value));
            assert_int_equal(isnan(one->more.value), isnan(other->more.value));
            if (!isnan(other->value.value))
                assert_same_bits(one->value.value, other->value.value);
            if (!isnan(other->more.value))
                assert_same_bits(one->more.value, other->more.value);
            assert_int_equal(one->more.sampled, other->more.sampled);
            assert_int_equal(one->value.sampled, other->value.sampled);
            if (other->value.sampled) {
                assert_same_bits(one->value.ci95.low, other->value.ci95.low);
                assert_same_bits(one->value.ci95.high, other->value.ci95.high);
            }
            assert_int_equal(one->games, other->games);
            assert_int_equal(one->verdict, other->verdict);
            assert_int_equal(one->why != NULL, other->why != NULL);
        }
    }
}

/* Rows of 0 to 6 that are counted, refused, without limit, and sampled: each part has its own, all
 * parts together have all, and what a file has is not measured again. */
TEST_WITH(parts_are_the_whole_and_files_are_gone_on_with, make_folder, remove_folder)
{
    static const char *const over[] = {"monsters.rat.power=0..4,-1,2"};
    static const char *const metrics[] = {"attacks_to_kill(rat, player)", "rooms_at_depth(1)",
                                          "attacks_to_kill_monster(9)"};
    OWNED_DESIGN *design = small_with("");
    wyrm_sweep_options how = {.over_count = 1,
                              .over = over,
                              .metric_count = 3,
                              .metrics = metrics,
                              .games = 30,
                              .source = "here\nthere"};
    OWNED_SWEEP *whole = swept(design, &how);
    assert_int_equal(whole->count, 7);
    assert_int_equal(whole->base, 2);
    assert_int_equal(whole->games, 0);
    assert_true(isinf(whole->rows[0].figures[0].value.value));
    assert_true(whole->rows[1].figures[1].value.sampled);
    static const char *const names[] = {"0.db", "1.db", "2.db"};
    const char *paths[3];
    for (size_t i = 0; i < 3; i++) {
        how.part = i;
        how.parts = 3;
        how.file = paths[i] = path_of(names[i]);
        OWNED_SWEEP *part = swept(design, &how);
        for (size_t row = 0; row < 7; row++)
            assert_int_equal(part->rows[row].done, 7 * i / 3 <= row && row < 7 * (i + 1) / 3);
        assert_int_equal(part->done, 7 * (i + 1) / 3 - 7 * i / 3);
        assert_int_equal(part->found, 0);
        OWNED_SWEEP *again = swept(design, &how);
        assert_int_equal(again->found, part->done);
        assert_int_equal(again->done, part->done);
    }
    how.part = how.parts = 0;
    how.file = path_of("all.db");
    const char *const some[] = {paths[2], paths[0], paths[2]};
    how.from = some;
    how.from_count = 3;
    OWNED_SWEEP *all = swept(design, &how); /* the middle part is measured */
    assert_int_equal(all->found, 7 - 2);
    assert_same_rows(all, whole);
    const char *const made = path_of("all.db");
    how.file = NULL;
    how.from = &made;
    how.from_count = 1;
    OWNED_SWEEP *read = swept(design, &how);
    assert_int_equal(read->found, 7);
    assert_same_rows(read, whole);
}

/* A file is gone on with by the sweep that made it, and by no other. */
TEST_WITH(files_of_another_sweep_are_refused, make_folder, remove_folder)
{
    static const char *const over[] = {"player.power=2..4"}, *const others[] = {"player.power=2,3"};
    static const char *const metrics[] = {"attacks_to_kill(player, orc)", "hit_sd(player, orc)"};
    OWNED_DESIGN *design = design_from(own_text);
    const wyrm_sweep_options made = {.over_count = 1,
                                     .over = over,
                                     .metric_count = 1,
                                     .metrics = metrics,
                                     .seed = 4,
                                     .games = 50,
                                     .file = path_of("0.db")};
    wyrm_sweep_options cases[5];
    static const char *const why[] = {
        "of another seed: '4', not '5'", "of another number of games: '50', not '51'",
        "of another --over: 'player.power=2..4', not 'player.power=2,3'",
        "of another --metric: 'attacks_to_kill(player, orc)', not 'attacks_to_kill(player, orc) --",
        "of another bot: '', not 'diver'"};
    wyrm_sweep_free(swept(design, &made));
    for (size_t i = 0; i < LENGTH_OF(cases); i++)
        cases[i] = made;
    cases[0].seed = 5;
    cases[1].games = 51;
    cases[2].over = others;
    cases[3].metric_count = 2;
    cases[4].bot = "diver";
    for (size_t i = 0; i < LENGTH_OF(cases); i++) {
        wyrm_sweep *out = NULL;
        assert_int_equal(wyrm_sweep_run(design, &cases[i], &out, &last_error), WYRM_ERROR_ARGUMENT);
        assert_null(out);
        if (strstr(last_error.message, why[i]) == NULL)
            fail_msg("%s: %s", why[i], last_error.message);
    }
    /* nor are its rows taken, and they cannot be mixed with others */
    for (size_t i = 0; i < LENGTH_OF(cases); i++) {
        const char *const file = made.file;
        wyrm_sweep *out = NULL;
        cases[i].file = NULL;
        cases[i].from = &file;
        cases[i].from_count = 1;
        assert_int_equal(wyrm_sweep_run(design, &cases[i], &out, &last_error), WYRM_ERROR_ARGUMENT);
        assert_non_null(strstr(last_error.message, why[i]));
        assert_null(strstr(last_error.message, "--mix"));
    }
    OWNED_SWEEP *again = swept(design, &made);
    assert_int_equal(again->found, 3);
}

/* ---- limits and errors ---- */

static void assert_refuses(const wyrm_design *design, const wyrm_sweep_options *how,
                           wyrm_status status, const char *message)
{
    wyrm_sweep *out = NULL;
    last_error = (wyrm_error){.message = ""};
    const wyrm_status got = wyrm_sweep_run(design, how, &out, &last_error);
    if (strstr(last_error.message, message) == NULL || got != status)
        fail_msg("%s: status %d, %s (%s)", message, (int)got, last_error.message, last_error.hint);
    assert_null(out);
}

TEST(what_is_typed_wrong_is_told)
{
    static const struct {
        const char *over, *message;
    } cases[] = {
        {"player.hp", "'player.hp' is no KEY=VALUES: monsters.orc.hp=10..30"},
        {"=3", "'=3' is no KEY=VALUES"},
        {"player.hp=", "'player.hp=' lacks a value"},
        {"player.hp= ", "'player.hp= ' lacks a value"},
        {"player.hp=1,,2", "lacks a value"},
        {"player.hp=,1", "lacks a value"},
        {"player.hp=1,", "lacks a value"},
        {"player.hp=1, ,2", "lacks a value"},
        {"player.hp=1,2,  ", "lacks a value"},
        {"player.hp=5..2", "a range goes upwards, found '5..2'"},
        {"player.hp=1..2/0", "'1..2/0': behind the / stands a step above 0"},
        {"player.hp=1..2/-1", "a step above 0"},
        {"player.hp=1..2/", "a step above 0"},
        {"player.hp=1..2/x", "a step above 0"},
        {"player.hp=0.5..2", "'0.5..2' needs a step: 0.5..2/0.1"},
        {"player.hp=1..2.5", "needs a step"},
        {"player.hp=1..10001", "'player.hp=1..10001' has more than 10000 values"},
        {"targets=1", "targets are what is wanted, and no number of the game"},
        {"targets.one.range=1", "targets are what is wanted"},
        {"player.hp=\xff", "is no UTF-8"},
        {"player.hp=1\n2", "expected one value"},
        {"player.hp=none,-3", "no variant makes a ruleset: "},
        {"player.hp=-3,none",
         "no variant makes a ruleset: 'hp' must be from 1 to 1000000, found -3"},
    };
    OWNED_DESIGN *design = design_from(own_text);
    for (size_t i = 0; i < LENGTH_OF(cases); i++)
        assert_refuses(
            design,
            &(wyrm_sweep_options){
                .over_count = 1, .over = &cases[i].over, .metric_count = 1, .metrics = &hits},
            strstr(cases[i].message, "10000 values") != NULL ? WYRM_ERROR_LIMIT
                                                             : WYRM_ERROR_ARGUMENT,
            cases[i].message);
    static const char *const unknown[][2] = {{"monsters.ork.hp=1..3", "did you mean 'orc'?"},
                                             {"bot=divr", "did you mean 'diver'?"},
                                             {"bot=diver,divr", "did you mean 'diver'?"}};
    for (size_t i = 0; i < LENGTH_OF(unknown); i++) {
        assert_refuses(
            design,
            &(wyrm_sweep_options){
                .over_count = 1, .over = unknown[i], .metric_count = 1, .metrics = &hits},
            WYRM_ERROR_UNKNOWN, "");
        assert_string_equal(last_error.hint, unknown[i][1]);
    }
}

TEST(a_sweep_has_limits_and_is_as_large_as_they_allow)
{
    static const char *const keys[] = {
        "player.hp=1",       "player.power=1",       "player.defense=0",
        "monsters.orc.hp=1", "monsters.orc.power=1", "monsters.orc.defense=0",
        "monsters.rat.hp=1", "monsters.rat.power=1", "monsters.rat.defense=0"};
    static const char *const twice[] = {"player.hp=1", "monsters.orc.hp=3", "player.hp=2"};
    static const char *const bots[] = {"bot=diver"};
    static const char *const square[] = {"player.hp=1..100", "monsters.orc.hp=1..100"};
    static const char *const large[] = {"player.hp=1..100", "monsters.orc.hp=1..101"};
    static const char *const nine[] = {"player.hp=1..9"};
    const char *many[21];
    for (size_t i = 0; i < LENGTH_OF(many); i++)
        many[i] = "hit_mean(player, orc)";
    OWNED_DESIGN *design = design_from(own_text);
    wyrm_sweep_options how = {.metric_count = 1, .metrics = &hits};
    assert_refuses(design, &how, WYRM_ERROR_ARGUMENT, "one to 8 keys can be swept at once");
    how.over = keys;
    how.over_count = 9;
    assert_refuses(design, &how, WYRM_ERROR_ARGUMENT, "one to 8 keys can be swept at once");
    how.over_count = 8;
    OWNED_SWEEP *eight = swept(design, &how);
    assert_int_equal(eight->count, 1);
    assert_near(eight->rows[0].figures[0].value.value, 1, 1e-12);
    how.over = twice;
    how.over_count = 3;
    assert_refuses(design, &how, WYRM_ERROR_ARGUMENT, "'player.hp' is swept twice");
    how.over = bots;
    how.over_count = 1;
    how.bot = "diver";
    assert_refuses(design, &how, WYRM_ERROR_ARGUMENT, "who plays is said twice");
    how.over = nine;
    how.bot = "divr";
    assert_refuses(design, &how, WYRM_ERROR_UNKNOWN, "there is no bot 'divr'");
    how.bot = NULL;
    how.games = WYRM_SWEEP_GAMES_MAX + 1;
    assert_refuses(design, &how, WYRM_ERROR_LIMIT, "a variant has at most 1000000 games");
    how.games = WYRM_SWEEP_GAMES_MAX; /* nobody plays them */
    wyrm_sweep_free(swept(design, &how));
    how.parts = 10;
    assert_refuses(design, &how, WYRM_ERROR_ARGUMENT, "9 variants do not make 10 shards");
    how.parts = how.part = 9;
    assert_refuses(design, &how, WYRM_ERROR_ARGUMENT, "9 variants do not make 9 shards");
    how.part = 8;
    OWNED_SWEEP *last = swept(design, &how);
    assert_int_equal(last->done, 1);
    assert_true(last->rows[8].done && !last->rows[0].done);
    how.metric_count = 0;
    assert_refuses(design, &how, WYRM_ERROR_ARGUMENT,
                   "there is nothing to be looked at: the ruleset has no targets, and no metric "
                   "was named");
    /* one row of ten thousand */
    how = (wyrm_sweep_options){
        .over_count = 2, .over = large, .metric_count = 20, .metrics = many, .parts = 10000};
    assert_refuses(design, &how, WYRM_ERROR_LIMIT, "that is more than 10000 variants");
    how.over = square;
    how.part = 7;
    OWNED_SWEEP *one = swept(design, &how);
    assert_int_equal(one->count, 10000);
    assert_int_equal(one->done, 1);
    assert_true(one->rows[7].done);
    how.metric_count = 21;
    assert_refuses(design, &how, WYRM_ERROR_LIMIT,
                   "10000 variants with 21 figures each are more than 200000 figures");
}

typedef struct ending {
    int left;
    double last;
} ending;

static bool end_soon(double done, void *context)
{
    ending *to = context;
    assert_true(done >= to->last && done < 1);
    to->last = done;
    return --to->left > 0;
}

TEST(who_stops_it_has_the_rows_that_are_done)
{
    static const char *const over[] = {"monsters.orc.hp=18..21"};
    static const char *const metrics[] = {"run_turns(bot=idle)"};
    OWNED_DESIGN *design = open_shipped("tutorial");
    ending to = {.left = 20};
    OWNED_SWEEP *sweep = swept(design, &(wyrm_sweep_options){.over_count = 1,
                                                             .over = over,
                                                             .metric_count = 1,
                                                             .metrics = metrics,
                                                             .games = 8,
                                                             .progress = end_soon,
                                                             .context = &to});
    assert_int_equal(to.left, 0); /* it is not asked again */
    assert_true(sweep->stopped && sweep->done > 0 && sweep->done < 4);
    size_t done = 0;
    for (size_t row = 0; row < 4; row++) {
        done += sweep->rows[row].done;
        assert_int_equal(sweep->rows[row].figures != NULL, sweep->rows[row].done);
    }
    assert_int_equal(done, sweep->done);
    assert_true(sweep->rows[sweep->base].done);
}

/* ---- metrics ---- */

typedef struct known {
    const char *target, *where;
    double value, off;
} known;

/* Measures targets as rows of one variant, and compares them and their places with what is
 * known. */
static void assert_known(const char *base, const char *over, const known *rows, size_t count)
{
    static char text[16384];
    int length = snprintf(text, sizeof text, "name: known\nextends: %s\ntargets:\n", base);
    for (size_t i = 0; i < count; i++)
        length += snprintf(text + length, sizeof text - (size_t)length,
                           "  t%zu: {metric: %s, at_least: 0}\n", i, rows[i].target);
    assert_true((size_t)length < sizeof text);
    OWNED_DESIGN *design = design_from(text);
    OWNED_SWEEP *sweep =
        swept(design, &(wyrm_sweep_options){.over_count = 1, .over = &over, .targets = true});
    assert_int_equal(sweep->goal_count, count);
    for (size_t i = 0; i < count; i++) {
        const wyrm_sweep_figure *got = &sweep->rows[0].figures[i];
        if (!(got->value.value == rows[i].value ||
              fabs(got->value.value - rows[i].value) <= rows[i].off))
            fail_msg("%s: %.17g instead of %.17g", rows[i].target, got->value.value, rows[i].value);
        assert_string_equal(sweep->goals[i].where, rows[i].where);
        assert_false(got->value.sampled);
        assert_int_equal(got->verdict, WYRM_PASS);
    }
}

/* Depth 1 of the small dungeon: rats with 3/4 (threat 4, cost 2 of 12 hit points), ogres with 1/4
 * (15, cost 6), none to two of them to a room. Depth 3: half and half, twice the threat, and a
 * player of 22 hit points. Items: none or one in `near`, none to two in `far`; a potion weighs 1/2
 * against 3, then 1 against 3. */
TEST(metrics_of_the_small_dungeon_are_those_by_hand)
{
    static const known rows[] = {
        {"monster_share, of: ogre, depths: 1", "ogre at depth 1", 0.25, 1e-15},
        {"monster_share, of: ogre, depths: 3", "ogre at depth 3", 0.5, 1e-15},
        {"item_share, of: potion, depths: 1", "potion at depth 1", 1.0 / 7, 1e-15},
        {"item_share, of: potion, depths: 3", "potion at depth 3", 0.25, 1e-15},
        {"room_monsters, depths: 1", "depth 1", 1, 1e-15},
        {"room_monsters_share, depths: 1, within: 2", "depth 1", 1.0 / 3, 1e-15},
        {"room_monsters_share, depths: 4, within: [0, 1]", "depth 4", 2.0 / 3, 1e-15},
        {"room_threat, depths: 1", "depth 1", 6.75, 1e-12},
        {"room_threat, depths: 3", "depth 3", 19, 1e-12},
        {"room_threat_share, depths: 1, within: [15, 19]", "depth 1", 1.0 / 12 + 1.0 / 8, 1e-12},
        {"room_status_share, of: EMPTY, depths: 1", "EMPTY at depth 1", 1.0 / 3, 1e-12},
        {"room_status_share, of: OVER, depths: 1", "OVER at depth 1", 1.0 / 48, 1e-12},
        {"room_status_share, of: OK, depths: 1", "OK at depth 1", 2.0 / 3 - 1.0 / 48, 1e-12},
        {"room_status_share, of: UNDER, depths: 1", "UNDER at depth 1", 0, 0},
        {"room_status_share, of: OVER, depths: 3", "OVER at depth 3", 1.0 / 12, 1e-12},
        {"attacks_to_kill_monster, depths: 1", "depth 1", 2, 1e-12},
        {"hits_to_kill_monster, depths: 1", "depth 1", 2, 1e-12},
        {"fight_death_chance, depths: 1", "depth 1", 0, 0},
        {"fight_death_chance, depths: 1, of: 'player,hp=6,max_hp=6'",
         "player,hp=6,max_hp=6 at depth 1", 0.25, 1e-12},
        {"fight_death_chance, depths: 1, first: opponent", "depth 1", 0.25, 1e-12},
        {"room_death_chance, depths: 1", "depth 1", 1.0 / 48, 1e-12},
        {"room_death_chance, depths: 3", "depth 3", 0, 0},
        {"room_death_chance, depths: 3, of: player@1", "player@1 at depth 3", 1.0 / 12, 1e-12},
        {"room_death_chance, depths: 3, of: 'player@{depth}'", "player@3 at depth 3", 0, 0},
        {"room_hp_lost, depths: 1", "depth 1", 0.25, 1e-12},
        {"items_per_room, depths: 1", "depth 1", 0.5, 1e-12},
        {"items_per_room, depths: 1, mode: rich", "depth 1, mode rich", 1.5, 1e-12},
        {"category_per_room, of: healing, depths: 1", "healing at depth 1", 0.5 / 7, 1e-12},
        {"category_per_room, of: junk, depths: 3", "junk at depth 3", 0.75, 1e-12},
    };
    assert_known(GOLDEN_DIR "/small_dungeon.yaml", "monsters.ogre.hp=10", rows, LENGTH_OF(rows));
}

/* By the chapter's numbers; those of hits at attack 8 against defense 4: 4 with 1/2, 6 with 1/4, 2
 * with 1/4, each with 9/10. At tracker level 5 a fifth is 5; the rest is 2, 3 or 4, half of it
 * anything lower. */
TEST(metrics_of_ruggrogue_are_those_of_its_chapter)
{
    static const known rows[] = {
        {"stat, of: player@6, stat: max_hp", "player@6", 45, 0},
        {"stat, of: 'player@6,hp=20', stat: hp", "player@6,hp=20", 20, 0},
        {"stat, of: player@6, stat: regeneration", "player@6", 0, 0},
        {"stat, of: 'player@6,weapon=6', stat: attack", "player@6,weapon=6", 12, 1e-6},
        {"stat_ratio, of: 'player@6,weapon=6,armor=6', against: monster@6, stat: attack",
         "player@6,weapon=6,armor=6 against monster@6", 1, 1e-6},
        {"stat_ratio, of: 'raw,attack=1', against: 'raw,attack=0', stat: attack",
         "raw,attack=1 against raw,attack=0", INFINITY, 0},
        {"stat_difference, of: player@6, against: monster@6, stat: max_hp",
         "player@6 against monster@6", 24, 0},
        {"curve, of: monster, stat: experience, levels: 14", "monster@14", 24, 0},
        {"level_factor, levels: 6", "level 6", 1.5, 1e-6},
        {"experience_step, levels: 3", "level 3", 60, 0},
        {"experience_growth, levels: 3", "level 3", 60.0 / 55, 1e-12},
        {"experience_to_level, levels: 3", "level 3", 105, 0},
        {"kills_to_level, levels: 1", "level 1", 5, 0},
        {"hit_mean, of: 'raw,attack=8', against: 'raw,defense=4'",
         "raw,attack=8 against raw,defense=4", 3.6, 1e-6},
        {"hit_sd, of: 'raw,attack=8', against: 'raw,defense=4'",
         "raw,attack=8 against raw,defense=4", 1.8, 1e-6},
        {"hit_miss, of: 'raw,attack=8', against: 'raw,defense=4'",
         "raw,attack=8 against raw,defense=4", 0.1, 1e-6},
        {"hit_share, of: 'raw,attack=8', against: 'raw,defense=4,asleep=1', stat: attack",
         "raw,attack=8 against raw,defense=4,asleep=1", 0.5, 1e-6},
        {"average_hits_to_kill, of: 'raw,attack=0', against: player@1",
         "raw,attack=0 against player@1", INFINITY, 0},
        {"attacks_to_kill, of: 'raw,attack=100', against: 'raw,defense=0,hp=1'",
         "raw,attack=100 against raw,defense=0,hp=1", 10.0 / 9, 1e-6},
        {"win_chance, of: 'player@1,weapon=1,armor=1', against: monster@1",
         "player@1,weapon=1,armor=1 against monster@1", 0.997205811209, 1e-9},
        {"hp_left, of: 'player@1,weapon=1,armor=1', against: monster@1",
         "player@1,weapon=1,armor=1 against monster@1", 18.357909850 / 30, 1e-8},
        {"duel_turns, of: 'player@1,weapon=1,armor=1', against: monster@1",
         "player@1,weapon=1,armor=1 against monster@1", 4.231770503, 1e-6},
        {"monster_level_share, tracker: 5, below: 0", "tracker 5", 0.2, 1e-6},
        {"monster_level_share, tracker: 5, below: [1, 3]", "tracker 5",
         0.4 + 0.4 / 3 * (2.0 / 3 + 1.0 / 2), 1e-6},
        {"monster_level_within, tracker: 4.1, within: 5", "tracker 4.1", 0.02, 1e-6},
        {"monster_level_share, tracker: 4.1, below: 0", "tracker 4.1", 0.2, 1e-6},
        {"monster_level_choice, tracker: 5, of: deeper", "tracker 5", 0.4, 1e-6},
        {"monster_level_choice, tracker: 1, of: same", "tracker 1", 1, 1e-6},
        {"monster_level_mean, tracker: 2", "tracker 2", 1.2, 1e-6},
        {"monster_level_gap, tracker: 2", "tracker 2", 0.8, 1e-6},
        {"monsters_seen, tracker: 5", "tracker 5", 0.2, 1e-6},
    };
    assert_known("ruggrogue", "game.sight=8", rows, LENGTH_OF(rows));
}
