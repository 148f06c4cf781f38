/* What `wyrm solve`, `wyrm tune` and `wyrm worth` say of answers that are made up here: each
 * kind of answer, and of each list the first, the last and those between. */
#include "helpers.h"

#include <jansson.h>
#include <wyrm.h>

#include "text/internal.h"

/* The page with one blank between words, wherever its lines end. */
static const char *words_of(text_page *page)
{
    static char out[16000];
    size_t length = 0;
    for (const char *at = page_text(page); *at != '\0'; at++) {
        const bool blank = *at == ' ' || *at == '\n';
        if (blank && (length == 0 || out[length - 1] == ' '))
            continue;
        assert_true(length + 1 < sizeof out);
        out[length++] = blank ? ' ' : *at;
    }
    while (length > 0 && out[length - 1] == ' ')
        length--;
    out[length] = '\0';
    assert_int_equal(page_status(page, NULL), WYRM_OK);
    page_free(page);
    return out;
}

/* Orcs of 10 hit points. */
static wyrm_design *fighters(void)
{
    return design_from("name: own\nmodels: {combat: subtract}\n"
                       "player: {hp: 30, power: 3, defense: 0}\n"
                       "monsters: {orc: {hp: 10, power: 2, defense: 0}}\n");
}

/* ---- solve ---- */

static wyrm_solve_point exact(double at, double value, int side)
{
    return (wyrm_solve_point){.at = at, .value = value, .ci95 = {value, value}, .side = side};
}

static wyrm_solve_point drawn(double at, double value, double half, int side)
{
    return (wyrm_solve_point){.at = at,
                              .value = value,
                              .sampled = true,
                              .ci95 = {value - half, value + half},
                              .side = side};
}

/* A question about orcs; the rest is said by each test. */
static wyrm_solution about_orcs(double low, double high)
{
    return (wyrm_solution){.key = "orc.hp",
                           .asked = "?",
                           .metric = "win_chance",
                           .unit = "share",
                           .where = "player against orc",
                           .wanted = {low, high},
                           .is_share = true,
                           .range = {1, 100},
                           .step = 1,
                           .every = true,
                           .tried = 100};
}

static const char *solved(const wyrm_solution *of)
{
    text_page page = page_new((text_style){.width = 80});
    text_write_solution(&(text_solve_answer){NULL, of}, &page);
    return words_of(&page);
}

TEST(a_range_of_values_is_told_with_its_ends_and_its_neighbours)
{
    wyrm_solve_point points[] = {exact(18, 0.8, 1),  exact(19, 0.72, 1), exact(20, 0.69, 0),
                                 exact(25, 0.6, 0),  exact(30, 0.51, 0), exact(31, 0.48, -1),
                                 exact(40, 0.3, -1), exact(50, 0.2, -1)};
    wyrm_solve_answer answer = {.best = points[3],
                                .from = 20,
                                .to = 30,
                                .has_below = true,
                                .has_above = true,
                                .below = points[1],
                                .above = points[5]};
    wyrm_solution of = about_orcs(0.5, 0.7);
    of.has_now = true;
    of.now = points[6];
    of.answer_count = 1;
    of.answers = &answer;
    of.point_count = LENGTH_OF(points);
    of.points = points;
    assert_string_equal(
        solved(&of), "orc.hp 20 to 30 gives win_chance (player against orc) of 50 to 70 % (40 "
                     "stands there: 30 %). orc.hp win_chance 19 72 % 20 69 % gives it 25 60 % "
                     "gives it 30 51 % gives it 31 48 % 40 30 % stands there All values from 1 to "
                     "100 were tried.");
    /* of any number, whose neighbours are only as near as one likes */
    of.step = 0;
    of.every = false;
    of.tried = 9;
    of.refused = 2;
    snprintf(of.refusal, sizeof of.refusal, "too strong");
    of.now = exact(27.5, 0.55, 0); /* measured, and not among the points that are kept */
    assert_string_equal(
        solved(&of), "orc.hp 20 to 30 gives win_chance (player against orc) of 50 to 70 % (27.5 "
                     "stands there: 55 %). orc.hp win_chance 20 69 % gives it 25 60 % gives it "
                     "27.5 55 % stands there 30 51 % gives it 9 values from 1 to 100 were tried, "
                     "most of them near the answers and what stands there; --from and --to look "
                     "elsewhere, or closer. 2 of them the ruleset does not take: too strong.");
    /* all values there are */
    answer.first = answer.last = true;
    answer.has_below = answer.has_above = false;
    of.has_now = false;
    of.refused = 0;
    of.every = true;
    of.pattern = "2d{}+1";
    assert_string_equal(
        solved(&of), "orc.hp 2d20+1 to 2d30+1 (all of them) gives win_chance (player against orc) "
                     "of 50 to 70 %. orc.hp win_chance 2d20+1 69 % gives it 2d25+1 60 % gives it "
                     "2d30+1 51 % gives it All values from 2d1+1 to 2d100+1 were tried.");
}

TEST(where_no_value_gives_it_the_reach_is_told)
{
    wyrm_solution of = about_orcs(0.6, 0.6);
    of.least = exact(30, 0.7, 1);
    of.most = exact(1, 0.99, 1);
    of.range.high = 30;
    assert_string_equal(solved(&of),
                        "No value of orc.hp from 1 to 30 gives 60 %: win_chance (player against "
                        "orc) goes from 70 % (at 30) to 99 % (at 1). All values from 1 to 30 were "
                        "tried.");
    of.every = false;
    of.tried = 9;
    of.refused = 2;
    snprintf(of.refusal, sizeof of.refusal, "too strong");
    static const char wanted[] = "No value of orc.hp of the 7 tried from 1 to 30 gives 60 %: ";
    assert_memory_equal(solved(&of), wanted, sizeof wanted - 1);
    of.flat = true;
    of.most = of.least;
    of.where[0] = '\0';
    static const char flat[] = "orc.hp makes no difference: win_chance is 70 % at every value of "
                               "the 7 tried from 1 to 30, and 60 % is wanted. 9 values from 1 to "
                               "30 were tried, ";
    assert_memory_equal(solved(&of), flat, sizeof flat - 1);
}

TEST(what_is_jumped_over_has_a_nearest_value_or_a_place)
{
    wyrm_solve_point points[] = {exact(4, 0.64, 1), exact(5, 0.58, -1), exact(6, 0.5, -1)};
    wyrm_solve_answer answer = {.best = points[1],
                                .from = 5,
                                .to = 5,
                                .jumps = true,
                                .has_below = true,
                                .has_above = true,
                                .below = points[0],
                                .above = points[2]};
    wyrm_solution of = about_orcs(0.6, 0.6);
    of.has_now = true;
    of.now = (wyrm_solve_point){.at = 60, .value = NAN};
    of.answer_count = 1;
    of.answers = &answer;
    of.point_count = LENGTH_OF(points);
    of.points = points;
    assert_string_equal(
        solved(&of), "orc.hp 5 comes nearest to 60 %: win_chance (player against orc) is 58 % (60 "
                     "stands there: it cannot be measured). orc.hp win_chance 4 64 % 5 58 % "
                     "nearest 6 50 % All values from 1 to 100 were tried.");
    of.step = 0;
    of.has_now = false;
    assert_string_equal(
        solved(&of), "No value of orc.hp gives 60 %: win_chance (player against orc) jumps over it "
                     "near 5, where it is 58 %. orc.hp win_chance 4 64 % 5 58 % nearest 6 50 % All "
                     "values from 1 to 100 were tried.");
}

TEST(several_answers_are_listed_and_more_are_owned_up_to)
{
    wyrm_solve_point points[] = {exact(5, 0.6, 0), exact(9, 0.6, 0), exact(12, 0.6, 0),
                                 exact(20, 0.58, -1)};
    wyrm_solve_answer answers[] = {
        {.best = points[0], .from = 5, .to = 5},
        {.best = points[1], .from = 9, .to = 12},
        {.best = points[3], .from = 20, .to = 20, .jumps = true},
    };
    wyrm_solution of = about_orcs(0.6, 0.6);
    of.answer_count = LENGTH_OF(answers);
    of.answers = answers;
    of.point_count = LENGTH_OF(points);
    of.points = points;
    assert_string_equal(
        solved(&of),
        "More than one value of orc.hp gives win_chance (player against orc) of 60 %: 5, 9 to 12 "
        "and 20 (nearly). orc.hp win_chance 5 60 % gives it 9 60 % gives it 12 60 % gives it 20 58 "
        "% nearest All values from 1 to 100 were tried.");
    of.more = 1;
    assert_non_null(strstr(solved(&of), "5, 9 to 12 and 20 (nearly), and more. "));
    of.answer_count = 2;
    assert_non_null(strstr(solved(&of), ": 5 and 9 to 12, and more. "));
}

/* What samples allow is said, with ends that may go on; who plays, and how often. */
TEST(what_samples_allow_is_said)
{
    wyrm_solve_point points[] = {drawn(10, 0.75, 0.02, 1), drawn(20, 0.65, 0.1, 0),
                                 drawn(25, 0.6, 0.1, 0), drawn(30, 0.55, 0.1, 0),
                                 drawn(40, 0.4, 0.02, -1)};
    wyrm_solve_answer answer = {.best = points[2],
                                .from = 20,
                                .to = 30,
                                .has_below = true,
                                .has_above = true,
                                .below = points[0],
                                .above = points[4]};
    wyrm_solution of = about_orcs(0.6, 0.6);
    of.sampled = true;
    of.games = 1600;
    of.bot = "explorer";
    of.step = 0;
    of.every = false;
    of.tried = 5;
    of.answer_count = 1;
    of.answers = &answer;
    of.point_count = LENGTH_OF(points);
    of.points = points;
    static const char begins[] = "orc.hp 25 gives win_chance (player against orc) of 60 % +- 10. "
                                 "The samples allow 20 to 30 for 60 %. orc.hp win_chance 20 65 % "
                                 "+- 10 may give it 25 60 % +- 10 gives it 30 55 % +- 10 may give "
                                 "it 5 values from 1 to 100 were tried, ";
    const char *said = solved(&of);
    assert_memory_equal(said, begins, sizeof begins - 1);
    assert_non_null(strstr(said, "closer. Each on the same random numbers; near an answer 1600 "
                                 "games (--effort)."));
    answer.first = true;
    assert_non_null(strstr(solved(&of), "The samples allow (and less than) 20 to 30 for 60 %."));
    of.ends[0] = true; /* there is nothing less */
    assert_non_null(strstr(solved(&of), "The samples allow 20 to 30 for 60 %."));
    of.ends[0] = answer.first = false;
    answer.last = true;
    assert_non_null(strstr(solved(&of), "The samples allow 20 to 30 (and more) for 60 %."));
    of.ends[1] = true;
    assert_non_null(strstr(solved(&of), "The samples allow 20 to 30 for 60 %."));
    of.ends[1] = false;
    answer.from = answer.to = 25;
    assert_non_null(strstr(solved(&of), "The samples allow 25 (and more) for 60 %."));
    answer.last = false;
    assert_non_null(strstr(solved(&of), "The samples allow 25 alone for 60 %."));
    answer.from = 21; /* which was not measured with all of them */
    answer.to = 30;
    said = solved(&of);
    assert_non_null(strstr(said, "The samples allow 21 to 30 for 60 %."));
    assert_memory_equal(said, "orc.hp 25 gives ", 16);
    answer.from = answer.to = 25;
    of.bot = NULL;
    assert_non_null(strstr(solved(&of), "near an answer 1600 samples (--effort)."));
    of.games = 1;
    assert_non_null(strstr(solved(&of), "Each on the same random numbers; near an answer 1 "));
    of.games = 0;
    assert_null(strstr(solved(&of), "random numbers"));
    of.games = 1600;
    /* what is certain is a range, and no end is that is not known */
    of.wanted = (wyrm_interval){0.3, 0.8};
    answer.from = 21;
    answer.to = 30;
    said = solved(&of);
    assert_memory_equal(said, "orc.hp 25 to 30 gives ", 22);
    assert_non_null(strstr(said, "The samples allow 21 to 30 for 30 to 80 %."));
    answer.from = 20;
    answer.to = 31;
    said = solved(&of);
    assert_memory_equal(said, "orc.hp 20 to 30 gives ", 22);
    assert_non_null(strstr(said, "The samples allow 20 to 31 for 30 to 80 %."));
    answer.to = 30;
    said = solved(&of);
    assert_null(strstr(said, "The samples allow"));
    assert_non_null(strstr(said, "orc.hp 20 to 30 gives"));
    /* what is exact at all its answers rests on no samples */
    for (size_t i = 0; i < LENGTH_OF(points); i++)
        points[i].sampled = false;
    answer.best.sampled = answer.below.sampled = answer.above.sampled = false;
    assert_null(strstr(solved(&of), "random numbers"));
    answer.above.sampled = true;
    assert_non_null(strstr(solved(&of), "random numbers"));
    answer.above.sampled = false;
    answer.below.sampled = true;
    assert_non_null(strstr(solved(&of), "random numbers"));
    answer.below.sampled = false;
    of.has_now = of.now.sampled = true;
    of.now.at = 200;
    assert_non_null(strstr(solved(&of), "random numbers"));
}

TEST(where_it_was_stopped_there_are_the_values_so_far)
{
    wyrm_solve_point points[] = {exact(5, 0.7, 1), exact(9, 0.5, -1)};
    wyrm_solution of = about_orcs(0.6, 0.6);
    of.stopped = true;
    of.tried = 3;
    of.refused = 1;
    snprintf(of.refusal, sizeof of.refusal, "too strong");
    of.point_count = 2;
    of.points = points;
    assert_string_equal(
        solved(&of), "Stopped before it was known which values of orc.hp give win_chance (player "
                     "against orc) of 60 %. Tried until then: 3. orc.hp win_chance 5 70 % 9 50 % 1 "
                     "of them the ruleset does not take: too strong. Less to try: --from, --to and "
                     "--step, or a lower --effort.");
}

/* Digits are as many as tell a value beside the range from its end, and no more. */
TEST(a_value_beside_the_range_does_not_read_as_its_end)
{
    wyrm_solve_point points[] = {exact(4, 0.7000004, 1), exact(5, 0.7, 0), exact(6, 0.49999, -1)};
    wyrm_solve_answer answer = {.best = points[1],
                                .from = 5,
                                .to = 5,
                                .has_below = true,
                                .has_above = true,
                                .below = points[0],
                                .above = points[2]};
    wyrm_solution of = about_orcs(0.5, 0.7);
    of.answer_count = 1;
    of.answers = &answer;
    of.point_count = LENGTH_OF(points);
    of.points = points;
    assert_non_null(strstr(solved(&of), "win_chance 4 70.00004 % 5 70 % gives it 6 49.999 % All"));
    of.unit = "turns";
    of.wanted = (wyrm_interval){1, 2};
    points[0] = answer.below = exact(4, 2.00001, 1);
    points[1] = answer.best = exact(5, 2, 0);
    points[2] = answer.above = exact(6, 0.99999, -1);
    assert_non_null(strstr(solved(&of), "4 2.00001 turns 5 2 turns gives it 6 0.99999 turn"));
}

/* ---- tune ---- */

static wyrm_judged verdict_of(const char *target, const char *where, double value,
                              wyrm_verdict verdict)
{
    wyrm_judged out = {.target = target,
                       .metric = "hp_left",
                       .unit = "share",
                       .value = value,
                       .range = {0.45, 0.55},
                       .verdict = verdict,
                       .is_share = true};
    snprintf(out.where, sizeof out.where, "%s", where);
    return out;
}

static const char *tuned(const wyrm_tuning *tuning, const char *file, const char *text,
                         const char *edited, bool applied)
{
    OWNED_DESIGN *design = fighters();
    text_page page = page_new((text_style){.width = 80});
    text_write_tuning(&(text_tune_answer){.design = design,
                                          .tuning = tuning,
                                          .file = file,
                                          .text = text,
                                          .edited = {edited},
                                          .applied = applied},
                      &page);
    return words_of(&page);
}

static const char *const orc_path[] = {"monsters.orc.hp"}, *const own_path[] = {"player.hp"};
static const wyrm_tuned_knob two_knobs[] = {
    {.name = "orc", .path_count = 1, .paths = orc_path, .now = 10},
    {.name = "own", .path_count = 1, .paths = own_path, .now = 30}};
static const double tens[] = {10, 30}, more_of_both[] = {13, 31}, lows[] = {12, 30};
static const double highs[] = {14, 31};
static const wyrm_change two_changes[] = {{"monsters.orc.hp", "13"}, {"player.hp", "31"}};

TEST(an_answer_has_its_cost_its_room_its_losses_and_its_lines)
{
    const wyrm_judged before[] = {verdict_of("left", "player against orc", 0.3, WYRM_FAIL),
                                  verdict_of("kept", "", 0.5, WYRM_PASS),
                                  verdict_of("moved", "", 0.46, WYRM_PASS)};
    const wyrm_judged after[] = {verdict_of("left", "player against orc", 0.5, WYRM_PASS),
                                 verdict_of("kept", "", 0.5, WYRM_PASS),
                                 verdict_of("moved", "", 0.54, WYRM_PASS)};
    static const char *const lost[] = {"quick", "slow"};
    wyrm_tuning of = {.knob_count = 2,
                      .goal_count = 3,
                      .knobs = two_knobs,
                      .now = {.values = tens, .judged = before},
                      .answer_count = 1,
                      .tried = 7,
                      .all_measured = true};
    of.answers[0] = (wyrm_tuned){.values = more_of_both,
                                 .low = lows,
                                 .high = highs,
                                 .cost = 0.325,
                                 .change_count = 2,
                                 .changes = two_changes,
                                 .judged = after,
                                 .holds = true,
                                 .lost_count = 1,
                                 .lost = lost};
    assert_string_equal(
        tuned(&of, "own.yaml", "a: 1\nhp: 10\nb: 2\n", "a: 1\nhp: 13\nb: 2\n", false),
        "All that is wanted holds with monsters.orc.hp 13 (now 10) and player.hp 31 (now 30) (cost "
        "0.325). It all holds, too, each moved by itself, with monsters.orc.hp 12 to 14; player.hp "
        "30 to 31; what is farther from now costs more. That costs 1 target of the ruleset that "
        "held and holds no more: quick. line 2: -hp: 10 +hp: 13 target where wanted before after "
        "left player against orc 45 to 55 % 30 % FAIL 50 % moved 45 to 55 % 46 % 54 % 7 candidates "
        "were measured: all that could cost less. --apply writes the first into own.yaml.");
    /* one knob, one change, several losses, and a second answer */
    of.answers[0].low = (const double[]){12, 31};
    of.answers[0].lost_count = 2;
    of.answers[0].change_count = 1;
    of.all_measured = false;
    of.answers[1] = of.answers[0];
    of.answers[1].cost = 2;
    of.answers[1].changes = two_changes + 1;
    of.answers[1].lost_count = 0;
    of.answers[1].low = of.answers[1].high = more_of_both;
    of.answer_count = 2;
    assert_string_equal(
        tuned(&of, "own.yaml", NULL, NULL, true),
        "All that is wanted holds with monsters.orc.hp 13 (now 10) (cost 0.325). It all holds, "
        "too, "
        "with monsters.orc.hp 12 to 14; what is farther from now costs more. That costs 2 targets "
        "of the ruleset that held and hold no more: quick, slow. Or with player.hp 31 (now 30) "
        "(cost 2). target where wanted before after second left player against orc 45 to 55 % 30 % "
        "FAIL 50 % 50 % moved 45 to 55 % 46 % 54 % 54 % 7 candidates were measured; an answer that "
        "costs less may exist. The first is written to own.yaml.");
    of.stopped = true;
    of.answer_count = 1;
    static const char ends[] = "Stopped after 7 candidates: there may be less of a change.";
    assert_non_null(strstr(tuned(&of, NULL, NULL, NULL, false), ends));
    of.stopped = false;
    of.games = 400;
    of.verdict_seed = 99;
    wyrm_judged sampled[3];
    memcpy(sampled, before, sizeof sampled);
    sampled[2].sampled = true;
    sampled[2].ci95 = (wyrm_interval){0.4, 0.52};
    of.now.judged = sampled;
    assert_non_null(strstr(tuned(&of, NULL, NULL, NULL, false),
                           "7 candidates were measured, games of them on common seeds; an answer "
                           "that costs less may exist. Before and after are of seed 99, which the "
                           "search has not seen."));
}

TEST(lines_that_differ_are_shown_each_where_it_is)
{
    static const struct {
        const char *before, *after, *said;
    } rows[] = {
        {"a\nb\nc\n", "x\nb\nc\n", "line 1: -a +x"},
        {"a\nb\nc\n", "a\nb\nx\n", "line 3: -c +x"},
        {"a\nb\nc\n", "a\nb\n", "line 3: -c"},
        {"a\nb\n", "a\nb\nc\n", "line 3: +c"},
        {"a\nb\nc\nd\n", "a\nd\n", "line 2: -b -c"},
        {"a\nd\n", "a\nb\nc\nd\n", "line 2: +b +c"},
        {"a\nb\nc\nd\ne\n", "a\nx\nc\ny\ne\n", "line 2: -b +x line 4: -d +y"},
        {"a\r\nb\r\n", "a\r\nx\r\n", "line 2: -b +x"},
        {"a\nb", "a\nc", "line 2: -b +c"},
    };
    const wyrm_judged before[] = {verdict_of("left", "", 0.3, WYRM_FAIL)};
    const wyrm_judged after[] = {verdict_of("left", "", 0.5, WYRM_PASS)};
    wyrm_tuning of = {.knob_count = 1,
                      .goal_count = 1,
                      .knobs = two_knobs,
                      .now = {.values = tens, .judged = before},
                      .answer_count = 1};
    of.answers[0] = (wyrm_tuned){.values = more_of_both,
                                 .low = more_of_both,
                                 .high = more_of_both,
                                 .change_count = 1,
                                 .changes = two_changes,
                                 .judged = after,
                                 .holds = true};
    for (size_t i = 0; i < LENGTH_OF(rows); i++) {
        char wanted[200];
        snprintf(wanted, sizeof wanted,
                 "All that is wanted holds with monsters.orc.hp 13 (now 10) (cost 0). %s target "
                 "where wanted before after left 45 to 55 %% 30 %% FAIL 50 %%",
                 rows[i].said);
        assert_string_equal(tuned(&of, NULL, rows[i].before, rows[i].after, false), wanted);
    }
}

TEST(what_contradicts_itself_is_told_with_what_would_do)
{
    const wyrm_judged before[] = {
        verdict_of("a", "here", 0.3, WYRM_FAIL), verdict_of("a", "there", 0.2, WYRM_FAIL),
        verdict_of("b", "", 0.7, WYRM_FAIL), verdict_of("c", "", 0.9, WYRM_FAIL)};
    const wyrm_judged near[] = {
        verdict_of("a", "here", 0.5, WYRM_PASS), verdict_of("a", "there", 0.4, WYRM_FAIL),
        verdict_of("b", "", 0.6, WYRM_WARN), verdict_of("c", "", 0.9, WYRM_FAIL)};
    const wyrm_judged alone[] = {
        verdict_of("a", "here", 0.5, WYRM_PASS), verdict_of("a", "there", 0.5, WYRM_PASS),
        verdict_of("b", "", 0.65, WYRM_FAIL), verdict_of("c", "", 0.9, WYRM_FAIL)};
    wyrm_tune_conflict conflict[] = {
        {.target = "a", .without = {.judged = near}},
        {.target = "b", .without = {.judged = alone, .change_count = 2, .changes = two_changes}}};
    wyrm_tuning of = {.knob_count = 2,
                      .goal_count = 4,
                      .knobs = two_knobs,
                      .now = {.values = tens, .judged = before},
                      .nearest = {.judged = near, .change_count = 1, .changes = two_changes},
                      .conflict_count = 2,
                      .conflict = conflict,
                      .tried = 12,
                      .all_measured = true};
    static const char table[] =
        " target where wanted before after a here 45 to 55 % 30 % FAIL 50 % a there 45 to 55 % 20 "
        "% FAIL 40 % FAIL b 45 to 55 % 70 % FAIL 60 % WARN c 45 to 55 % 90 % FAIL 90 % FAIL 12 "
        "candidates were measured, which is all there are.";
    char wanted[1000];
    snprintf(wanted, sizeof wanted, "%s%s",
             "With no values of these numbers does all hold; nearest is monsters.orc.hp 13 (now "
             "10). No candidate met these together: a, b. without a there: with nothing changed it "
             "is 40 %, 45 to 55 % is wanted, and the others hold. without b : with monsters.orc.hp "
             "13 (now 10) and player.hp 31 (now 30) it is 65 %, 45 to 55 % is wanted, and the "
             "others hold.",
             table);
    assert_string_equal(tuned(&of, "own.yaml", NULL, NULL, false), wanted);
    of.conflict_count = 1;
    of.all_measured = false;
    const char *said = tuned(&of, NULL, NULL, NULL, false);
    static const char begins[] =
        "Nothing was found with which all holds; nearest is monsters.orc.hp 13 (now 10). No "
        "candidate met a, not even with all others left aside. nearest is a there: with nothing "
        "changed it is 40 %, 45 to 55 % is wanted. What changes there does nothing for c, which is "
        "not met either. target ";
    assert_memory_equal(said, begins, sizeof begins - 1);
    /* what is only not certain needs games */
    const wyrm_judged unclear[] = {
        verdict_of("a", "here", 0.5, WYRM_PASS), verdict_of("a", "there", 0.44, WYRM_UNCLEAR),
        verdict_of("b", "", 0.5, WYRM_PASS), verdict_of("c", "", 0.5, WYRM_PASS),
        verdict_of("no goal", "", 0, WYRM_FAIL)};
    of.nearest.judged = unclear;
    assert_non_null(strstr(tuned(&of, NULL, NULL, NULL, false),
                           "Nothing is missed there for certain: more games (--effort) may tell. "
                           "target where wanted before after a here 45 to 55 % 30 % FAIL 50 % a "
                           "there 45 to 55 % 20 % FAIL 44 % UNCLEAR "));
}

TEST(where_all_holds_nothing_needs_to_change)
{
    const wyrm_judged now[] = {verdict_of("a", "here", 0.5, WYRM_PASS)};
    wyrm_tuning of = {.knob_count = 2,
                      .goal_count = 1,
                      .knobs = two_knobs,
                      .now = {.values = tens, .judged = now, .holds = true}};
    static const char wanted[] = "Nothing needs to change: what is wanted holds already.";
    assert_memory_equal(tuned(&of, NULL, NULL, NULL, false), wanted, sizeof wanted - 1);
}

/* ---- worth ---- */

static const char *weighed(const text_worth_answer *of)
{
    text_page page = page_new((text_style){.width = 80});
    text_write_worth(of, &page);
    return words_of(&page);
}

/* A change of depth, wins and hit points with half of their intervals, clear where the half is less
 * than the change. */
static void set_changes(wyrm_worth_change out[WYRM_WORTH_FIGURES], double depth, double wins,
                        double hp)
{
    const double values[] = {depth, wins, 0, hp}, halves[] = {0.5, 0.05, 0.5, 0.05};
    for (size_t i = 0; i < WYRM_WORTH_FIGURES; i++)
        out[i] = (wyrm_worth_change){values[i],
                                     {values[i] - halves[i], values[i] + halves[i]},
                                     1,
                                     fabs(values[i]) > halves[i]};
}

static void set_goals(wyrm_worth_goal goals[WYRM_WORTH_FIGURES], const char *bot)
{
    for (size_t i = 0; i < WYRM_WORTH_FIGURES; i++)
        goals[i] = (wyrm_worth_goal){.metric = "m", .unit = "", .bot = bot, .is_share = i % 2 == 1};
    goals[0].now = (wyrm_estimate){4, true, {3.8, 4.2}};
    goals[1].now = (wyrm_estimate){0.25, true, {0.2, 0.3}};
    goals[3].depth = 7;
}

TEST(what_is_clear_has_a_row_and_the_rest_a_sentence)
{
    wyrm_worth_goal goals[2 * WYRM_WORTH_FIGURES];
    wyrm_worth_change clear[2 * WYRM_WORTH_FIGURES], unclear[2 * WYRM_WORTH_FIGURES];
    set_goals(goals, "brawler");
    set_goals(goals + WYRM_WORTH_FIGURES, "tactician");
    goals[WYRM_WORTH_FIGURES].now.value = 9;
    goals[WYRM_WORTH_FIGURES].now.ci95 = (wyrm_interval){8, 10};
    set_changes(clear, -1.5, 0.02, 0.2);
    set_changes(clear + WYRM_WORTH_FIGURES, 0.1, 0, 0);
    set_changes(unclear, 0.25, 0.01, -0.02);
    set_changes(unclear + WYRM_WORTH_FIGURES, 0.1, 0, 0.01);
    wyrm_worth_thing things[] = {
        {.kind = WYRM_WORTH_ITEM,
         .how = "without",
         .name = "items.mail",
         .word = WYRM_WORTH_DECIDES,
         .changes = clear},
        {.kind = WYRM_WORTH_ITEM,
         .how = "one more",
         .name = "items.mail",
         .word = WYRM_WORTH_NOTHING,
         .had = {10, 10},
         .used = {4, 5},
         .changes = unclear},
        {.kind = WYRM_WORTH_ITEM, .how = "without", .name = "items.stone", .changes = unclear},
        {.kind = WYRM_WORTH_ITEM,
         .how = "one more",
         .name = "items.stone",
         .had = {6, 6},
         .used = {6, 6},
         .changes = unclear},
        {.kind = WYRM_WORTH_ITEM,
         .how = "one more",
         .name = "items.wand",
         .unused = 2,
         .had = {6, 6},
         .changes = unclear},
        {.kind = WYRM_WORTH_RULE, .how = "off", .name = "game.asleep", .changes = unclear},
    };
    wyrm_worth of = {.bot_count = 2,
                     .goal_count = 2 * WYRM_WORTH_FIGURES,
                     .bots = {"brawler", "tactician"},
                     .goals = goals,
                     .games = {400, 30},
                     .thing_count = LENGTH_OF(things),
                     .things = things};
    assert_string_equal(
        weighed(&(text_worth_answer){.worth = &of}),
        "As it is, the brawler ends at depth 4.0 +- 0.2 and wins 25 % +- 5 of its games. The "
        "tactician ends at depth 9.0 +- 1.0 and wins 25 % +- 5 of its games. What decides games: "
        "items.mail without. What it changes for the brawler wins hp after 7 items depth "
        "points points items.mail without -1.5 +- 0.5 (< 7) +20 +- 5 No effect found of: "
        "items.mail one "
        "more, items.stone, items.wand one more; none is greater than 0.75 depths, 6 points of "
        "wins, 7 of hit points. What it mostly left unused though it had it, which says nothing "
        "for it: items.mail (used in 4 of 10 games), items.wand (used in 0 of 6 games). No effect "
        "found of: game.asleep off; none is greater than 0.75 depths, 6 points of wins, 7 of hit "
        "points. What it changes for the tactician No effect found of: items.mail, items.stone, "
        "and of 1 that it does not know how to use; none is greater than 0.6 depths, 5 points of "
        "wins, 6 of hit points. No effect found of: game.asleep off; none is greater than 0.6 "
        "depths, 5 points of wins, 6 of hit points. The same games with and without, in pairs of "
        "the same luck, of each thing at most 400 by the brawler, 30 by the tactician (--effort). "
        "In brackets: no effect found, at most that; p below 0.05 by Holm's correction for all "
        "that was looked at.");
    of.refused = 1;
    snprintf(of.refusal, sizeof of.refusal, "why not");
    things[5].kind = WYRM_WORTH_ROOM;
    const char *said = weighed(&(text_worth_answer){.worth = &of});
    assert_non_null(strstr(said, "Without a role its rooms hold neither monsters nor items. 1 "
                                 "change is left out, as no ruleset comes of it: why not."));
    of.refused = 2;
    assert_non_null(strstr(weighed(&(text_worth_answer){.worth = &of}),
                           "2 changes are left out, as no ruleset comes of them: why not."));
}

/* Twelve rows of a kind, twenty-four names, eight that decide and eight that are left: what is more
 * is counted, or shown where all is asked for. */
TEST(what_is_too_much_for_a_page_is_counted)
{
    wyrm_worth_goal goals[WYRM_WORTH_FIGURES];
    wyrm_worth_change clear[WYRM_WORTH_FIGURES], unclear[WYRM_WORTH_FIGURES];
    wyrm_worth_thing things[40];
    char names[40][24];
    set_goals(goals, "brawler");
    set_changes(clear, -1.5, 0.2, 0.2);
    set_changes(unclear, 0, 0, 0);
    for (size_t more = 0; more < 2; more++) {
        const size_t rows = 12 + more, count = rows + 24 + more;
        for (size_t i = 0; i < count; i++) {
            snprintf(names[i], sizeof names[i], "items.n%zu", i + 1);
            things[i] =
                (wyrm_worth_thing){.kind = WYRM_WORTH_ITEM,
                                   .how = i < rows ? "without" : "one more",
                                   .name = names[i],
                                   .word = i < 8 + more ? WYRM_WORTH_DECIDES : WYRM_WORTH_NOTHING,
                                   .had = {i >= rows && i < rows + 8 + more ? 5 : 0},
                                   .changes = i < rows ? clear : unclear};
        }
        const wyrm_worth of = {.bot_count = 1,
                               .goal_count = WYRM_WORTH_FIGURES,
                               .bots = {"brawler"},
                               .goals = goals,
                               .games = {400},
                               .thing_count = count,
                               .things = things};
        const char *said = weighed(&(text_worth_answer){.worth = &of});
        assert_int_equal(strstr(said, "items.n8 without and 1 more.") != NULL, more);
        assert_int_equal(strstr(said, "items.n8 without. ") != NULL, !more);
        assert_int_equal(strstr(said, "(1 more: --verbose)") != NULL, more);
        assert_int_equal(strstr(said, "one more and 1 more; none is") != NULL, more);
        assert_int_equal(strstr(said, "items.n36 one more; none is") != NULL, !more);
        assert_int_equal(strstr(said, "(used in 0 of 5 games) and 1 more.") != NULL, more);
        said = weighed(&(text_worth_answer){.worth = &of, .verbose = true});
        assert_null(strstr(said, "--verbose"));
        assert_non_null(strstr(said, more ? "items.n13 without" : "items.n12 without"));
        assert_non_null(
            strstr(said, more ? "items.n38 one more; none is" : "items.n36 one more; none is"));
    }
}

TEST(exchange_rates_are_in_hit_points)
{
    static const int32_t depths[] = {1, 4, 9};
    static const char *const players[] = {"player@1", "player@4", "player@9"};
    static const wyrm_worth_saving costs[] = {{0.25, 0}, {0.5, 0}, {0.4, 0.1}};
    static const wyrm_worth_saving hp[] = {{0.01, 0}, {0.02, 0}, {0, 0}};
    static const wyrm_worth_saving sword[] = {{0.05, 0}, {0.06, 0}, {0.1, 0}};
    static const wyrm_worth_saving axe[] = {{0.04, 0}, {0.08, 0}, {NAN, 0}};
    static const wyrm_worth_saving mail[] = {{0.02, 0}, {0.04, 0}, {0.04, 0.01}};
    static const wyrm_worth_step steps[] = {
        {"max_hp +1", hp}, {"weapons.sword", sword}, {"weapons.axe", axe}, {"armors.mail", mail}};
    wyrm_worth_rates rates = {.depth_count = 3,
                              .depths = depths,
                              .players = players,
                              .costs = costs,
                              .step_count = 4,
                              .steps = steps};
    assert_string_equal(
        weighed(&(text_worth_answer){.rates = &rates}),
        "What it is worth in hit points, in single fights At depth 4 weapons.axe is worth 2 "
        "armors.mail. depth 1 4 9 a fight takes, % of hp 25 50 40 +- 10 max_hp +1 saves, points 1 "
        "2 "
        "0 weapons.sword 5 3 - weapons.axe 4 4 - armors.mail 2 2 - Steps of max_hp +1 that save as "
        "much as the step does; below 0 it costs. Gear is worn in the place of what it clashes "
        "with.");
    static const char of_levels[] = "At level 4 weapons.axe is worth 2 armors.mail. level 1 4 9 ";
    assert_non_null(
        strstr(weighed(&(text_worth_answer){.rates = &rates, .of_levels = true}), of_levels));
    static const char none[] = "No exchange rates: in no fight of the player that a depth is meant "
                               "for a hit point more makes a difference.";
    rates.steps = steps + 1;
    rates.step_count = 3;
    assert_string_equal(weighed(&(text_worth_answer){.rates = &rates}), none);
    rates.step_count = 0;
    assert_string_equal(weighed(&(text_worth_answer){.rates = &rates}), none);
}

/* ---- sense ---- */

enum { GOALS = 7, SENSED = 20 };

typedef struct sensing {
    wyrm_sense of;
    wyrm_sense_goal goals[GOALS];
    wyrm_sense_key keys[SENSED];
    wyrm_sense_step steps[SENSED][2];
    wyrm_sense_effect effects[SENSED][2][GOALS];
    char names[SENSED][16];
} sensing;

/* Goals `t`, twice, and `u`, as often as is asked for; the first `found` of `count` keys move the
 * first by 1 less each, upwards and downwards, and the others nothing. */
static void begin_sense(sensing *to, size_t goals, size_t found, size_t count)
{
    static const char *const targets[] = {"t", "t", "u"}, *const wheres[] = {"here", "there", ""};
    memset(to, 0, sizeof *to);
    for (size_t g = 0; g < GOALS; g++)
        to->goals[g] = (wyrm_sense_goal){.target = targets[g < 2 ? g : 2],
                                         .metric = "hit_mean",
                                         .unit = "hit points",
                                         .where = wheres[g < 2 ? g : 2],
                                         .value = 80,
                                         .width = 10};
    for (size_t k = 0; k < count; k++) {
        const double most = k < found ? (double)(found - k) : 0;
        snprintf(to->names[k], sizeof to->names[k], "k%zu", k + 1);
        to->keys[k] = (wyrm_sense_key){.path = to->names[k],
                                       .now = "5",
                                       .step_count = 2,
                                       .steps = to->steps[k],
                                       .strength = most / 10};
        for (size_t s = 0; s < 2; s++) {
            to->steps[k][s] = (wyrm_sense_step){.text = s == 0 ? "6" : "4",
                                                .effects = to->effects[k][s],
                                                .strength = most / 10,
                                                .most = k < found ? 0 : WYRM_SENSE_NONE};
            to->effects[k][s][0] =
                (wyrm_sense_effect){.value = s == 0 ? most : -most, .found = k < found};
        }
    }
    to->of = (wyrm_sense){.by = 0.1,
                          .goal_count = goals,
                          .key_count = count,
                          .goals = to->goals,
                          .keys = to->keys,
                          .found = found};
}

static const char *told_of(const sensing *to)
{
    text_page page = page_new((text_style){.width = 80});
    text_write_sense(&(text_sense_answer){.sense = &to->of, .name = "own.yaml", .again = ""},
                     &page);
    return words_of(&page);
}

TEST(the_strongest_keys_are_told_first)
{
    FREED sensing *to = zeroed(1, sizeof *to);
    begin_sense(to, 1, 2, 4);
    assert_string_equal(
        told_of(to),
        "k1 moves most: 6 in place of 5 makes 80 hit points of t (here) 2 more. 2 of 4 "
        "keys were found to move something. key stands turned to effect k1 5 6 +2 4 "
        "-2 k2 5 6 +1 4 -1 No effect found of 2 keys: k3, k4. Each key was turned by "
        "10 % and everything measured again.");
    /* the second step may be the stronger, and the only one; shares have points */
    to->steps[0][1].strength = 0.3;
    to->effects[0][1][0].value = -0.3;
    to->steps[0][0].most = WYRM_SENSE_NONE;
    to->goals[0].is_share = true;
    to->goals[0].unit = "share";
    to->goals[0].value = 0.8;
    to->of.found = to->of.key_count = 1;
    assert_string_equal(
        told_of(to), "k1 moves most: 4 in place of 5 makes 80 % of t (here) 30 points less. It is "
                     "the one key that was turned. key stands turned to effect k1 5 4 -30 points "
                     "Each key was turned by 10 % and everything measured again.");
    to->of.key_count = 3;
    assert_non_null(strstr(told_of(to), "1 of 3 keys was found to move something. "));
    to->effects[0][1][0].value = INFINITY;
    assert_non_null(
        strstr(told_of(to), "k1 moves most: with 4 in place of 5 t (here) has no limit. "));
    to->effects[0][1][0].value = -INFINITY;
    assert_non_null(
        strstr(told_of(to), "k1 moves most: with 4 in place of 5 t (here) has a limit. "));
}

TEST(of_several_targets_each_has_the_keys_that_move_it)
{
    FREED sensing *to = zeroed(1, sizeof *to);
    begin_sense(to, 3, 5, 5);
    /* the second moves the other place of the first target more, and the last alone the other */
    to->effects[1][1][1] = (wyrm_sense_effect){.value = -9, .found = true};
    to->steps[1][1].most = 1;
    to->steps[1][1].strength = 0.9;
    to->effects[4][0][2] = (wyrm_sense_effect){.value = 0.5, .found = true};
    assert_string_equal(
        told_of(to),
        "k1 moves most: 6 in place of 5 makes 80 hit points of t (here) 5 more. 5 of 5 keys were "
        "found to move something. k1 5 to 6: +5 on t (here) to 4: -5 on t (here) k2 5 to 6: +4 on "
        "t (here) to 4: -9 on t (there) k3 5 to 6: +3 on t (here) to 4: -3 on t (here) k4 5 to 6: "
        "+2 on t (here) to 4: -2 on t (here) k5 5 to 6: +1 on t (here) to 4: -1 on t (here) What "
        "moves each target most t: k2 4 -9 (there); k1 6 +5 (here); k3 6 +3 (here); and 2 more u: "
        "k5 6 +0.5 Each key was turned by 10 % and everything measured again.");
    begin_sense(to, 2, 16, 16); /* of one target at two places nothing more is told */
    const char *said = told_of(to);
    assert_null(strstr(said, "What moves each target most"));
    assert_non_null(strstr(said, "k15 5 to 6: +2 on t (here) to 4: -2 on t (here) and 1 more "
                                 "(--json has all)"));
    begin_sense(to, 2, 15, 15);
    assert_null(strstr(told_of(to), "--json"));
}

TEST(keys_that_do_nothing_alone_and_those_that_cannot_be_turned_are_named)
{
    static const char *const left[] = {"one.default", "other.default"};
    FREED sensing *to = zeroed(1, sizeof *to);
    begin_sense(to, 1, 0, 3);
    assert_string_equal(told_of(to), "No effect was found of any of 3 keys. No effect found of 3 "
                                     "keys: k1, k2, k3. Each key was turned by 10 % and everything "
                                     "measured again.");
    to->of.key_count = 1;
    static const char alone[] = "No effect was found of k1. No effect found of 1 key: k1. ";
    assert_memory_equal(told_of(to), alone, sizeof alone - 1);
    to->of.key_count = 3;
    to->of.left_count = 2;
    to->of.left = (const char **)(uintptr_t)left;
    for (size_t s = 0; s < 2; s++) {
        to->steps[1][s].refused = "it is too good";
        to->steps[1][s].effects = NULL;
    }
    to->steps[2][1].refused = "it is too bad";
    to->steps[2][1].effects = NULL;
    assert_string_equal(
        told_of(to),
        "No effect was found of any of 2 keys. No effect found of 2 keys: k1, k3. Left out, as no "
        "ruleset comes of turning it: k2. Not turned, as texts, which may be words or dice: "
        "one.default, other.default. wyrm solve --as '{}' asks for a number in one. 3 steps make "
        "no "
        "ruleset; with k2 6 it is too good Each key was turned by 10 % and everything measured "
        "again.");
    to->of.left_count = 0;
    to->of.key_count = 2;
    to->of.keys = to->keys + 1;
    to->steps[2][0].refused = "neither";
    to->steps[2][0].effects = NULL;
    static const char stuck[] = "These keys cannot be turned. Left out, as no ruleset comes of "
                                "turning them: k2, k3. 4 steps make no ruleset; with k2 6 ";
    assert_memory_equal(told_of(to), stuck, sizeof stuck - 1);
    to->of.key_count = 1;
    static const char one[] =
        "k2 cannot be turned. Left out, as no ruleset comes of turning it: k2. "
        "2 steps make no ruleset; with k2 6 ";
    assert_memory_equal(told_of(to), one, sizeof one - 1);
}

TEST(what_samples_bound_and_what_goes_together_is_told)
{
    FREED sensing *to = zeroed(1, sizeof *to);
    begin_sense(to, 3, 1, 3);
    to->of.games = 1234;
    for (size_t g = 0; g < GOALS; g++) {
        to->goals[g].sampled = g < 2;
        to->goals[g].ci95 = (wyrm_interval){79, 81};
        for (size_t k = 1; k < 3; k++)
            for (size_t s = 0; s < 2; s++)
                to->effects[k][s][g].ci95 = (wyrm_interval){-(double)(k + s), 0.5};
    }
    to->goals[1].is_share = true;
    to->effects[2][1][1].ci95 = (wyrm_interval){-0.02, 0.03};
    to->effects[2][0][1].ci95 = to->effects[1][0][1].ci95 = to->effects[1][1][1].ci95 =
        (wyrm_interval){-0.01, 0.01};
    to->of.pair_count = 1;
    to->of.pairs = &(wyrm_sense_group){.count = 2,
                                       .keys = {0, 1},
                                       .steps = {0, 1},
                                       .together = {.value = 24},
                                       .beyond = {.value = 8}};
    to->of.together_count = 1;
    to->of.together = &(wyrm_sense_group){
        .count = 3, .keys = {0, 1, 2}, .steps = {1, 0, 1}, .goal = 2, .together = {.value = -4}};
    to->of.unexplained = true;
    const char *said = told_of(to);
    assert_non_null(strstr(
        said,
        "Keys that change each other's effect k1 6 and k2 4: +24 on t (here), +8 of it beyond "
        "what each does Keys that matter together only k1 4, k2 6 and k3 4: -4 on u All keys "
        "that do nothing by themselves do something at once, and no 4 of them explain it. No "
        "effect found of 2 keys: k2, k3. Each of these steps does at most: 3 on t (here), 3 "
        "points on t (there). 1234 games, in every step on the same luck, most of them where "
        "more was to be known; intervals of 95 %. Four times as many (--effort) halve them."));
}

TEST(what_samples_bound_is_told_of_six_targets)
{
    FREED sensing *to = zeroed(1, sizeof *to);
    for (size_t goals = GOALS - 1; goals <= GOALS; goals++) {
        begin_sense(to, goals, 1, 2);
        for (size_t g = 0; g < goals; g++) {
            to->goals[g].sampled = true;
            to->goals[g].ci95 = (wyrm_interval){79, 81};
            for (size_t s = 0; s < 2; s++)
                to->effects[1][s][g].ci95 = (wyrm_interval){-3, 0.5};
        }
        const char *said = told_of(to);
        assert_non_null(strstr(said, "at most: 3 on t (here), 3 on t (there), 3 on u, 3 on u, "
                                     "3 on u, 3 on u"));
        assert_int_equal(strstr(said, "3 on u, ...") != NULL, goals == GOALS);
    }
}

TEST(how_to_ease_a_depth_is_told_depth_by_depth)
{
    FREED sensing *to = zeroed(1, sizeof *to);
    begin_sense(to, 2, 2, 2);
    for (size_t g = 0; g < 2; g++) {
        to->goals[g].target = "run_hazard";
        to->goals[g].is_share = true;
        to->goals[g].unit = "share";
        to->goals[g].value = 0.25;
        to->goals[g].floor = 3 + (int32_t)g;
    }
    to->of.turn_count = 3;
    wyrm_sense_turn turns[] = {
        {.goal = 0, .key = 0, .to = 6.5, .ci95 = {6.1, 7.2}, .question = "q1"},
        {.goal = 0, .key = 1, .to = 4, .ci95 = {4, 4}, .question = "q2"},
        {.goal = 1, .key = 1, .to = 3.25, .ci95 = {3.25, 3.25}, .question = "q3"}};
    to->of.turns = turns;
    assert_non_null(
        strstr(told_of(to),
               "To make depth 3 a tenth easier (run_hazard is 25 %), turn one of these: k1 5 to "
               "about 6.5 (6.1 to 7.2) k2 5 to about 4 Exactly: wyrm solve own.yaml k1 'q1' To "
               "make depth 4 a tenth easier (run_hazard is 25 %), turn one of these: k2 5 to about "
               "3.25 Exactly: wyrm solve own.yaml k2 'q3' Each key was turned"));
}

/* ---- sweep ---- */

/* Rows of two keys with two values each; the last row is no ruleset, and the first is the base. */
typedef struct sweeping {
    wyrm_sweep of;
    wyrm_sweep_key keys[2];
    wyrm_sweep_goal goals[8];
    wyrm_sweep_row rows[4];
    wyrm_sweep_figure figures[4][8];
} sweeping;

static void begin_sweep(sweeping *to, size_t goals)
{
    static const char *const hps[] = {"10", "20"}, *const bots[] = {"idle", "diver"};
    static const double values[] = {0.25, 0.5, 0.75};
    memset(to, 0, sizeof *to);
    to->keys[0] = (wyrm_sweep_key){.key = "orc.hp", .now = "12", .count = 2, .values = hps};
    to->keys[1] = (wyrm_sweep_key){.key = "bot", .count = 2, .values = bots};
    for (size_t g = 0; g < goals; g++)
        to->goals[g] = (wyrm_sweep_goal){.metric = g == 0 ? "run_win_rate" : "run_turns",
                                         .unit = g == 0 ? "share" : "turns",
                                         .where = "",
                                         .is_share = g == 0};
    for (size_t row = 0; row < 4; row++) {
        to->rows[row] = (wyrm_sweep_row){.done = true, .figures = to->figures[row]};
        for (size_t g = 0; g < goals && row < 3; g++) {
            const double value = g == 0 ? values[row] : 10 * (double)(3 - row);
            to->figures[row][g] = (wyrm_sweep_figure){
                .value = {.value = value, .ci95 = {value, value}},
                .more = {.value = row == 0 ? (double)NAN : value - (g == 0 ? values[0] : 30.0)}};
        }
    }
    to->rows[3].figures = NULL;
    to->rows[3].refused = "it is too good";
    to->of = (wyrm_sweep){.key_count = 2,
                          .goal_count = goals,
                          .keys = to->keys,
                          .goals = to->goals,
                          .count = 4,
                          .done = 4,
                          .rows = to->rows};
}

static const char *told_of_rows(const sweeping *to)
{
    text_page page = page_new((text_style){.width = 100});
    text_write_sweep(&(text_sweep_answer){.sweep = &to->of, .again = ""}, &page);
    return words_of(&page);
}

TEST(variants_are_told_by_their_extremes_and_row_by_row)
{
    FREED sweeping *to = zeroed(1, sizeof *to);
    begin_sweep(to, 2);
    assert_string_equal(
        told_of_rows(to),
        "4 variants: orc.hp 10, 20 (12 stands there); bot idle, diver. run_win_rate is greatest "
        "with 20 idle: 75.0 %; least with 10 idle: 25.0 %. run_turns is greatest with 10 idle: 30; "
        "least with 20 idle: 10. orc.hp, bot run_win_rate run_turns 10 idle 25.0 % 30 10 diver "
        "50.0 "
        "% 20 20 idle 75.0 % 10 20 diver - - More than with 10 idle: run_win_rate orc.hp, bot "
        "points run_turns 10 diver +25 -10 20 idle +50 -20 20 diver - - 1 variant makes no "
        "ruleset; "
        "with 20 diver it is too good All of it is exact: nobody has played.");
    /* two are refused, and the first of them is told */
    to->rows[1].figures = NULL;
    to->rows[1].refused = "it is too bad";
    assert_non_null(strstr(told_of_rows(to), "2 variants make no ruleset; with 10 diver it is too "
                                             "bad All of it"));
    begin_sweep(to, 2);
    to->of.done = 2;
    to->rows[2].done = to->rows[3].done = false;
    to->rows[2].figures = NULL;
    to->rows[3].refused = NULL;
    const char *said = told_of_rows(to);
    assert_non_null(strstr(said, "2 of them are told: the others are not here."));
    assert_null(strstr(said, "no ruleset"));
    assert_null(strstr(said, "20 idle"));
    to->of.stopped = true;
    assert_non_null(
        strstr(told_of_rows(to), "2 of them are told: the others were not made any more."));
    to->of.done = 1; /* the base alone: nothing is more than it */
    to->rows[1].done = false;
    to->rows[1].figures = NULL;
    said = told_of_rows(to);
    assert_null(strstr(said, "More than with"));
    assert_null(strstr(said, "greatest"));
}

/* What goes on on another line is indented. */
TEST(lines_of_a_sweep_are_indented_where_they_go_on)
{
    static const char *const goes_on[] = {"4 variants: orc.hp 10, 20\n  (12 stands there);",
                                          ": 75.0 %;\n  least with 10 idle: 25.0 %.\n"};
    FREED sweeping *to = zeroed(1, sizeof *to);
    begin_sweep(to, 2);
    for (int width = 28; width <= 48; width += 20) {
        text_page page = page_new((text_style){.width = width});
        text_write_sweep(&(text_sweep_answer){.sweep = &to->of, .again = ""}, &page);
        assert_non_null(strstr(page_text(&page), goes_on[width / 40]));
        page_free(&page);
    }
}

TEST(verdicts_and_samples_stand_beside_their_figures)
{
    FREED sweeping *to = zeroed(1, sizeof *to);
    begin_sweep(to, 1);
    to->of.targets = true;
    to->goals[0].target = "wins";
    to->goals[0].where = "depth 2";
    to->figures[0][0].verdict = WYRM_FAIL;
    to->figures[1][0].verdict = WYRM_UNCLEAR;
    to->figures[1][0].value.sampled = to->figures[1][0].more.sampled = true;
    to->figures[1][0].value.ci95 = (wyrm_interval){0.4, 0.6};
    to->figures[1][0].more.ci95 = (wyrm_interval){0.15, 0.35};
    const char *said = told_of_rows(to);
    assert_non_null(strstr(said, "wins orc.hp, bot depth 2 10 idle 25.0 % FAIL 10 diver 50 % +- 10 "
                                 "UNCLEAR 20 idle 75.0 % 20 diver - More"));
    assert_non_null(
        strstr(said, "wins orc.hp, bot depth 2, points 10 diver +25 +- 10 20 idle +50 20 diver -"));
    assert_non_null(
        strstr(said, "Samples are of the same luck in all variants; intervals of 95 %."));
    to->of.games = 15;
    assert_non_null(strstr(
        told_of_rows(to), "15 games of each variant, on the same luck in all of them; intervals of "
                          "95 %, of which one in twenty misses what it is about."));
    /* a place that is too long for a heading stands above the rows, if it is that of all */
    to->goals[0].where = "player@3,weapon=shortsword,armor=leather";
    assert_non_null(strstr(told_of_rows(to), "All figures are of player@3,weapon=shortsword,"
                                             "armor=leather. orc.hp, bot wins 10 idle"));
}

TEST(what_nothing_changes_is_named_once)
{
    FREED sweeping *to = zeroed(1, sizeof *to);
    begin_sweep(to, 8);
    for (size_t g = 1; g < 8; g++)
        to->goals[g].flat = true;
    const char *said = told_of_rows(to);
    assert_non_null(strstr(said, "The same with all of them: run_turns, run_turns, run_turns, "
                                 "run_turns, run_turns and 2 more."));
    assert_non_null(strstr(said, "orc.hp, bot run_win_rate 10 idle 25.0 %"));
    to->goals[6].flat = to->goals[7].flat = false;
    assert_non_null(strstr(told_of_rows(to), "The same with all of them: run_turns, run_turns, "
                                             "run_turns, run_turns, run_turns. "));
    for (size_t g = 0; g < 8; g++)
        to->goals[g].flat = true;
    said = told_of_rows(to); /* all are shown where none is changed, and nothing is more */
    assert_null(strstr(said, "The same with all"));
    assert_null(strstr(said, "More than with"));
    assert_non_null(strstr(said, "10 idle 25.0 % 30 30 30"));
}

TEST(a_spreadsheet_has_six_columns_a_figure)
{
    FREED sweeping *to = zeroed(1, sizeof *to);
    begin_sweep(to, 1);
    to->goals[0].where = "depth 2";
    to->figures[1][0].value.sampled = to->figures[1][0].more.sampled = true;
    to->figures[1][0].value.ci95 = (wyrm_interval){0.4, 0.6};
    to->figures[1][0].more.ci95 = (wyrm_interval){0.15, 0.35};
    to->rows[2].done = false;
    to->of.done = 3;
    text_page page = page_new((text_style){.width = 100});
    text_write_sweep_csv(&(text_sweep_answer){.sweep = &to->of, .again = ""}, &page);
    assert_string_equal(page_text(&page),
                        "orc.hp,bot,run_win_rate (depth 2),run_win_rate (depth 2) low,run_win_rate "
                        "(depth 2) high,run_win_rate (depth 2) more,run_win_rate (depth 2) more "
                        "low,run_win_rate (depth 2) more high\n"
                        "10,idle,0.25,,,,,\n"
                        "10,diver,0.5,0.4,0.6,0.25,0.15,0.35\n"
                        "20,diver,,,,,,\n");
    page_free(&page);
}

/* ---- JSON ---- */

/* Compares a page with what is wanted, in which ' stands for "; what every answer begins with is
 * left out. */
static void assert_json(text_page *page, const char *command, const char *wanted)
{
    char text[4000], schema[40];
    assert_int_equal(page_status(page, NULL), WYRM_OK);
    json_t *got = json_loads(page_text(page), JSON_DECODE_INT_AS_REAL, NULL);
    assert_non_null(got);
    snprintf(schema, sizeof schema, "wyrm/%s/1", command);
    assert_string_equal(json_string_value(json_object_get(got, "schema")), schema);
    assert_string_equal(json_string_value(json_object_get(got, "wyrm")), wyrm_version());
    assert_string_equal(json_string_value(json_object_get(json_object_get(got, "ruleset"), "name")),
                        "own");
    json_object_del(got, "schema");
    json_object_del(got, "wyrm");
    json_object_del(got, "ruleset");
    assert_true(strlen(wanted) < sizeof text);
    strcpy(text, wanted);
    for (char *at = text; (at = strchr(at, '\'')) != NULL;)
        *at = '"';
    json_error_t error;
    json_t *known = json_loads(text, JSON_DECODE_INT_AS_REAL, &error);
    if (known == NULL)
        fail_msg("%s at %d", error.text, error.position);
    if (!json_equal(got, known)) {
        json_dumpf(got, stderr, JSON_COMPACT | JSON_SORT_KEYS);
        fputs("\n", stderr);
        json_dumpf(known, stderr, JSON_COMPACT | JSON_SORT_KEYS);
        fail();
    }
    json_decref(got);
    json_decref(known);
    page_free(page);
}

static text_page json_page(void)
{
    text_page page = page_new((text_style){.width = 80});
    page.json = true;
    return page;
}

TEST(solutions_are_told_to_scripts)
{
    OWNED_DESIGN *design = fighters();
    wyrm_solve_point points[] = {exact(19, 0.75, 1), exact(20, 0.5, 0), drawn(30, 0.25, 0.125, 0)};
    wyrm_solve_answer answers[] = {
        {.best = points[1], .from = 20, .to = 25, .has_below = true, .below = points[0]},
        {.best = points[2],
         .from = 30,
         .to = 30,
         .jumps = true,
         .has_above = true,
         .above = points[2]}};
    wyrm_solution of = about_orcs(0.5, INFINITY);
    of.seed = 7;
    of.games = 1600;
    of.bot = "diver";
    of.refused = 2;
    of.now = points[0];
    of.least = points[2];
    of.most = points[0];
    of.answer_count = 2;
    of.answers = answers;
    of.point_count = 3;
    of.points = points;
    text_page page = json_page();
    text_write_solution(&(text_solve_answer){design, &of}, &page);
#define POINT_19 "{'at': 19, 'value': 0.75, 'ci95': null}"
#define POINT_20 "{'at': 20, 'value': 0.5, 'ci95': null}"
#define POINT_30 "{'at': 30, 'value': 0.25, 'ci95': [0.125, 0.375]}"
#define ASKED                                                                                      \
    "{'seed': 7, 'key': 'orc.hp', 'asked': '?', 'metric': 'win_chance', 'unit': 'share', "         \
    "'where': 'player against orc', 'bot': 'diver', 'wanted': [0.5, null], 'range': [1, 100], "    \
    "'step': 1, 'every': true, 'games': 1600, 'tried': 100, 'refused': 2, 'flat': false, "         \
    "'least': " POINT_30 ", 'most': " POINT_19
    assert_json(&page, "solve",
                ASKED ", 'pattern': null, 'now': null, 'answers': ["
                      "{'from': 20, 'to': 25, 'jumps': false, 'best': " POINT_20
                      ", 'below': " POINT_19 ", 'above': null}, "
                      "{'from': 30, 'to': 30, 'jumps': true, 'best': " POINT_30
                      ", 'below': null, 'above': " POINT_30 "}], "
                      "'points': [" POINT_19 ", " POINT_20 ", " POINT_30 "]}");
    of.stopped = of.has_now = true;
    of.pattern = "{}d6";
    of.answer_count = 0;
    of.point_count = 1;
    page = json_page();
    text_write_solution(&(text_solve_answer){design, &of}, &page);
    assert_json(&page, "solve",
                ASKED ", 'pattern': '{}d6', 'now': " POINT_19
                      ", 'stopped': true, 'answers': [], 'points': [" POINT_19 "]}");
}

TEST(tunings_are_told_to_scripts)
{
    OWNED_DESIGN *design = fighters();
    const wyrm_judged before[] = {verdict_of("left", "here", 0.25, WYRM_FAIL),
                                  verdict_of("kept", "", 0.5, WYRM_PASS)};
    wyrm_judged after[] = {verdict_of("left", "here", 0.5, WYRM_PASS),
                           verdict_of("kept", "", 0.5, WYRM_PASS)};
    after[1].sampled = true;
    after[1].ci95 = (wyrm_interval){0.25, 0.75};
    static const char *const lost[] = {"quick", "slow"};
    static const double none[] = {10, 30};
    wyrm_tuned done = {.values = more_of_both,
                       .low = lows,
                       .high = highs,
                       .cost = 0.5,
                       .change_count = 2,
                       .changes = two_changes,
                       .judged = after,
                       .holds = true,
                       .lost_count = 2,
                       .lost = lost};
    wyrm_tuned_knob knobs[] = {two_knobs[0], two_knobs[1]};
    knobs[0].from = 5;
    knobs[0].to = 20;
    knobs[0].step = 1;
    knobs[0].cost = 2;
    wyrm_tuning of = {.knob_count = 2,
                      .goal_count = 2,
                      .knobs = knobs,
                      .now = {.values = tens, .low = none, .high = none, .judged = before},
                      .answer_count = 1,
                      .tried = 7,
                      .seed = 3,
                      .verdict_seed = 4,
                      .games = 20,
                      .all_measured = true};
    of.answers[0] = done;
#define KNOBS                                                                                      \
    "'knobs': [{'name': 'orc', 'keys': ['monsters.orc.hp'], 'now': 10, 'from': 5, 'to': 20, "      \
    "'step': 1, 'cost': 2}, {'name': 'own', 'keys': ['player.hp'], 'now': 30, 'from': 0, 'to': "   \
    "0, 'step': 0, 'cost': 0}], 'wanted': [{'target': 'left', 'where': 'here', 'metric': "         \
    "'hp_left', 'unit': 'share', 'range': [0.45, 0.55]}, {'target': 'kept', 'where': '', "         \
    "'metric': 'hp_left', 'unit': 'share', 'range': [0.45, 0.55]}], "                              \
    "'now': {'cost': 0, 'holds': false, 'changes': [], 'knobs': [{'name': 'orc', 'value': 10, "    \
    "'region': [10, 10]}, {'name': 'own', 'value': 30, 'region': [30, 30]}], 'targets': "          \
    "[{'target': 'left', 'where': 'here', 'value': 0.25, 'ci95': null, 'verdict': 'FAIL'}, "       \
    "{'target': 'kept', 'where': '', 'value': 0.5, 'ci95': null, 'verdict': 'PASS'}], 'lost': "    \
    "[], 'text': null}"
#define DONE                                                                                       \
    "{'cost': 0.5, 'holds': true, 'changes': [{'path': 'monsters.orc.hp', 'now': '10', 'to': "     \
    "'13'}, {'path': 'player.hp', 'now': '30', 'to': '31'}], 'knobs': [{'name': 'orc', 'value': "  \
    "13, 'region': [12, 14]}, {'name': 'own', 'value': 31, 'region': [30, 31]}], 'targets': "      \
    "[{'target': 'left', 'where': 'here', 'value': 0.5, 'ci95': null, 'verdict': 'PASS'}, "        \
    "{'target': 'kept', 'where': '', 'value': 0.5, 'ci95': [0.25, 0.75], 'verdict': 'PASS'}], "    \
    "'lost': ['quick', 'slow'], 'text': "
    text_page page = json_page();
    text_tune_answer answer = {
        .design = design, .tuning = &of, .edited = {"hp: 13\n"}, .applied = true};
    text_write_tuning(&answer, &page);
    assert_json(&page, "tune",
                "{'seed': 3, 'verdict_seed': 4, 'games': 20, 'tried': 7, 'all_measured': true, "
                "'stopped': false, 'applied': true, " KNOBS ", 'answers': [" DONE
                "'hp: 13\\n'}], 'nearest': null, 'conflict': []}");
    const wyrm_tune_conflict conflict[] = {{.target = "left", .without = done},
                                           {.target = "kept", .without = done}};
    of.answer_count = 0;
    of.nearest = done;
    of.conflict_count = 2;
    of.conflict = conflict;
    of.stopped = true;
    answer.applied = false;
    page = json_page();
    text_write_tuning(&answer, &page);
    assert_json(&page, "tune",
                "{'seed': 3, 'verdict_seed': 4, 'games': 20, 'tried': 7, 'all_measured': true, "
                "'stopped': true, 'applied': false, " KNOBS ", 'answers': [], 'nearest': " DONE
                "null}, 'conflict': [{'target': 'left', 'without': " DONE
                "null}}, {'target': 'kept', 'without': " DONE "null}}]}");
}

TEST(worth_is_told_to_scripts)
{
    OWNED_DESIGN *design = fighters();
    wyrm_worth_goal goals[2];
    memset(goals, 0, sizeof goals);
    goals[0] = (wyrm_worth_goal){
        .metric = "run_final_depth", .unit = "depths", .bot = "brawler", .now = {4, true, {3, 5}}};
    goals[1] = (wyrm_worth_goal){.metric = "run_hp_left",
                                 .unit = "share",
                                 .bot = "diver",
                                 .depth = 7,
                                 .now = {0.5, false, {0, 0}}};
    const wyrm_worth_change changes[] = {{-1.5, {-2, -1}, 0.25, true}, {NAN, {0, 1}, 1, false}};
    wyrm_worth_thing things[] = {{.kind = WYRM_WORTH_ITEM,
                                  .how = "one more",
                                  .name = "items.stone",
                                  .unused = 2,
                                  .games = {30, 31},
                                  .had = {5, 6},
                                  .used = {3, 4},
                                  .word = WYRM_WORTH_HARDER,
                                  .weight = 0.375,
                                  .changes = changes},
                                 {.kind = WYRM_WORTH_RULE,
                                  .how = "off",
                                  .name = "game.climbs",
                                  .games = {8, 9},
                                  .changes = changes}};
    wyrm_worth of = {.seed = 3,
                     .games = {400, 40},
                     .bot_count = 2,
                     .goal_count = 2,
                     .bots = {"brawler", "diver"},
                     .goals = goals,
                     .thing_count = 2,
                     .things = things,
                     .refused = 1,
                     .refusal = "why"};
    static const int32_t depths[] = {1, 9};
    static const char *const players[] = {"player@1", "player@9"};
    static const wyrm_worth_saving costs[] = {{0.25, 0}, {0.5, 0.125}}, hp[] = {{0.5, 0}, {NAN, 0}};
    static const wyrm_worth_step steps[] = {{"max_hp +1", hp}, {"power +1", costs}};
    const wyrm_worth_rates rates = {.depth_count = 2,
                                    .depths = depths,
                                    .players = players,
                                    .costs = costs,
                                    .step_count = 2,
                                    .steps = steps};
#define CHANGES                                                                                    \
    "'changes': [{'value': -1.5, 'ci95': [-2, -1], 'p': 0.25, 'clear': true}, "                    \
    "{'value': null, 'ci95': [0, 1], 'p': 1, 'clear': false}]"
#define GAMES_OF                                                                                   \
    "'seed': 3, 'games': [400, 40], 'refused': 1, 'refusal': 'why', 'bots': ['brawler', "          \
    "'diver'], 'figures': [{'metric': 'run_final_depth', 'unit': 'depths', 'bot': 'brawler', "     \
    "'depth': null, 'value': 4, 'ci95': [3, 5]}, {'metric': 'run_hp_left', 'unit': 'share', "      \
    "'bot': 'diver', 'depth': 7, 'value': 0.5, 'ci95': null}], 'things': [{'kind': 'item', "       \
    "'name': 'items.stone', 'how': 'one more', 'games': [30, 31], 'had': [5, 6], 'used': [3, "     \
    "4], 'word': 'harder', 'weight': 0.375, 'unused': ['diver'], " CHANGES "}, {'kind': 'rule', "  \
    "'name': 'game.climbs', 'how': 'off', 'games': [8, 9], 'word': 'no effect found', "            \
    "'weight': 0, 'unused': [], " CHANGES "}]"
#define COSTS "[{'saved': 0.25, 'margin': 0}, {'saved': 0.5, 'margin': 0.125}]"
#define RATES_OF                                                                                   \
    "'rates': {'depths': [{'depth': 1, 'player': 'player@1'}, {'depth': 9, 'player': "             \
    "'player@9'}], 'costs': " COSTS ", 'steps': [{'name': 'max_hp +1', 'savings': [{'saved': "     \
    "0.5, 'margin': 0}, {'saved': null, 'margin': 0}]}, {'name': 'power +1', 'savings': " COSTS    \
    "}]}"
    text_page page = json_page();
    text_write_worth(&(text_worth_answer){.design = design, .worth = &of, .rates = &rates}, &page);
    assert_json(&page, "worth", "{" GAMES_OF ", " RATES_OF "}");
    page = json_page();
    text_write_worth(&(text_worth_answer){.design = design, .worth = &of}, &page);
    assert_json(&page, "worth", "{" GAMES_OF "}");
    page = json_page();
    text_write_worth(&(text_worth_answer){.design = design, .rates = &rates}, &page);
    assert_json(&page, "worth", "{" RATES_OF "}");
}

TEST(sensing_is_told_to_scripts)
{
    static const char *const left[] = {"one.default", "other.default"};
    OWNED_DESIGN *design = fighters();
    FREED sensing *to = zeroed(1, sizeof *to);
    begin_sense(to, 2, 1, 2);
    to->of.seed = 3;
    to->of.games = 40;
    to->of.by = 0.25;
    to->of.left_count = 2;
    to->of.left = (const char **)(uintptr_t)left;
    to->goals[1].bot = "diver";
    to->goals[1].sampled = true;
    to->goals[1].ci95 = (wyrm_interval){79, 81};
    to->goals[1].floor = 4;
    for (size_t k = 0; k < 2; k++) {
        to->keys[k].strength = 0.5 - 0.5 * (double)k;
        to->steps[k][0].direction = 1;
        to->steps[k][1].direction = -1;
        to->steps[k][0].games = 40;
    }
    to->steps[1][1].refused = "it is too good";
    to->steps[1][1].effects = NULL;
    to->effects[0][0][1] = (wyrm_sense_effect){0.5, true, {0.25, 0.75}, false};
    to->of.pair_count = 1;
    to->of.pairs = &(wyrm_sense_group){.count = 2,
                                       .keys = {0, 1},
                                       .steps = {0, 1},
                                       .goal = 1,
                                       .together = {.value = 24, .found = true},
                                       .beyond = {.value = 8}};
    to->of.together_count = 1;
    to->of.together = &(wyrm_sense_group){.count = 2, .keys = {1, 0}, .steps = {0, 0}};
    to->of.turn_count = 1;
    wyrm_sense_turn turn = {.goal = 1, .key = 0, .to = 6.5, .ci95 = {6, 7}, .question = "q"};
    to->of.turns = &turn;
#define NOTHING "{'value': 0, 'ci95': null, 'found': false}"
    text_page page = json_page();
    text_write_sense(
        &(text_sense_answer){.design = design, .sense = &to->of, .name = "", .again = ""}, &page);
    assert_json(
        &page, "sense",
        "{'seed': 3, 'by': 0.25, 'games': 40, 'found': 1, 'unexplained': false, 'goals': "
        "[{'target': 't', 'metric': 'hit_mean', 'unit': 'hit points', 'where': 'here', 'bot': "
        "null, 'value': 80, 'width': 10, 'ci95': null}, {'target': 't', 'metric': 'hit_mean', "
        "'unit': 'hit points', 'where': 'there', 'bot': 'diver', 'value': 80, 'width': 10, 'ci95': "
        "[79, 81]}], 'keys': [{'key': 'k1', 'now': '5', 'strength': 0.5, 'steps': [{'direction': "
        "1, 'to': '6', 'games': 40, 'refused': null, 'effects': [{'value': 1, 'ci95': null, "
        "'found': true}, {'value': 0.5, 'ci95': [0.25, 0.75], 'found': false}]}, {'direction': -1, "
        "'to': '4', 'games': 0, 'refused': null, 'effects': [{'value': -1, 'ci95': null, 'found': "
        "true}, " NOTHING "]}]}, {'key': 'k2', 'now': '5', 'strength': 0, 'steps': [{'direction': "
        "1, 'to': '6', 'games': 40, 'refused': null, 'effects': [" NOTHING ", " NOTHING
        "]}, {'direction': -1, 'to': '4', 'games': 0, 'refused': 'it is too good', 'effects': "
        "[]}]}], 'pairs': [{'goal': 1, 'turned': [{'key': 'k1', 'to': '6'}, {'key': 'k2', 'to': "
        "'4'}], 'together': {'value': 24, 'ci95': null, 'found': true}, 'beyond': {'value': 8, "
        "'ci95': null, 'found': false}}], 'together': [{'goal': 0, 'turned': [{'key': 'k2', 'to': "
        "'6'}, {'key': 'k1', 'to': '6'}], 'together': " NOTHING ", 'beyond': " NOTHING
        "}], 'left_out': ['one.default', 'other.default'], 'floors': [{'depth': 4, 'goal': 1, "
        "'key': 'k1', 'to': 6.5, 'question': 'q', 'ci95': [6, 7]}]}");
}

TEST(sweeps_are_told_to_scripts)
{
    OWNED_DESIGN *design = fighters();
    FREED sweeping *to = zeroed(1, sizeof *to);
    begin_sweep(to, 2);
    to->of.seed = 3;
    to->of.games = 15;
    to->of.base = 1;
    to->of.done = 3;
    to->rows[0].done = false;
    to->goals[1].target = "quick";
    to->goals[1].bot = "diver";
    to->figures[2][1].value.sampled = to->figures[2][1].more.sampled = true;
    to->figures[2][1].value.ci95 = (wyrm_interval){9, 11};
    to->figures[2][1].more.ci95 = (wyrm_interval){-21, -19};
    to->figures[2][1].games = 15;
    to->figures[2][0].why = "why not";
    to->figures[2][0].verdict = WYRM_WARN;
#define SWEPT(wins, turns)                                                                         \
    "{'seed': 3, 'games': 15, 'variants': 4, 'base': 1, 'over': [{'key': 'orc.hp', 'now': '12', "  \
    "'values': ['10', '20']}, {'key': 'bot', 'now': null, 'values': ['idle', 'diver']}], "         \
    "'goals': [{'target': null, 'metric': 'run_win_rate', 'unit': 'share', 'where': '', 'bot': "   \
    "null}, {'target': 'quick', 'metric': 'run_turns', 'unit': 'turns', 'where': '', 'bot': "      \
    "'diver'}], 'rows': [{'variant': 1, 'values': ['10', 'diver'], 'refused': null, 'figures': "   \
    "[{'value': 0.5, 'ci95': null, 'more': 0.25, 'more_ci95': null, 'games': 0, 'why': null, "     \
    "'verdict': " turns "}, {'value': 20, 'ci95': null, 'more': -10, 'more_ci95': null, "          \
    "'games': 0, 'why': null, 'verdict': " turns "}]}, {'variant': 2, 'values': ['20', 'idle'], "  \
    "'refused': null, 'figures': [{'value': 0.75, 'ci95': null, 'more': 0.5, 'more_ci95': null, "  \
    "'games': 0, 'why': 'why not', 'verdict': " wins "}, {'value': 10, 'ci95': [9, 11], 'more': "  \
    "-20, 'more_ci95': [-21, -19], 'games': 15, 'why': null, 'verdict': " turns                    \
    "}]}, {'variant': 3, 'values': ['20', 'diver'], 'refused': 'it is too good', 'figures': []}]}"
    text_page page = json_page();
    text_write_sweep(&(text_sweep_answer){.design = design, .sweep = &to->of, .again = ""}, &page);
    assert_json(&page, "sweep", SWEPT("null", "null"));
    to->of.targets = true;
    page = json_page();
    text_write_sweep(&(text_sweep_answer){.design = design, .sweep = &to->of, .again = ""}, &page);
    assert_json(&page, "sweep", SWEPT("'WARN'", "'PASS'"));
}
