/* Reports on rules: whose runs they show, what of a ruleset is dead, what differs between two, and
 * which chart belongs to a metric. A few runs of a small dungeon; charts are drawn in chart_test.c,
 * and tests/cli/report_test.py reads pages. */
#include "small_dungeon.h"

#include <jansson.h>

#include "html/internal.h"

enum { RUNS = 6 };

static const html_options few = {.seed = 3, .runs = RUNS};

static html_report *reported(const html_side *sides, size_t count, const html_options *how)
{
    html_report *report = zeroed(1, sizeof *report);
    assert_works(html_report_make(report, sides, count, how, &last_error));
    return report;
}

static void end_report(html_report *report)
{
    html_report_free(&report->head);
    free(report);
}

/* The page, which the caller frees. */
static char *page_of(html_report *report, bool json)
{
    text_page page = page_new((text_style){.utf8 = true, .width = 80});
    assert_works((json ? html_report_json : html_report_html)(&report->head, &page, &last_error));
    char *text =
        memcpy(zeroed(1, strlen(page_text(&page)) + 1), page_text(&page), strlen(page_text(&page)));
    page_free(&page);
    return text;
}

static json_t *json_of(html_report *report)
{
    FREED char *text = page_of(report, true);
    json_t *out = json_loads(text, 0, NULL);
    assert_non_null(out);
    return out;
}

static const char *word_of(const json_t *object, const char *key)
{
    return json_string_value(json_object_get(object, key));
}

/* Whether something is listed as dead in this way. */
static bool is_dead(const json_t *root, const char *what, const char *name)
{
    const json_t *dead = json_object_get(root, "dead");
    for (size_t i = 0; i < json_array_size(dead); i++)
        if (strcmp(word_of(json_array_get(dead, i), "what"), what) == 0 &&
            strcmp(word_of(json_array_get(dead, i), "name"), name) == 0)
            return true;
    return false;
}

#define assert_contains(text, part)                                                                \
    do {                                                                                           \
        if (strstr((text), (part)) == NULL)                                                        \
            fail_msg("there is no '%s'", (part));                                                  \
    } while (0)

TEST(all_who_play_are_told_with_their_runs)
{
    static const char *const bots[] = {"diver", "brawler", "explorer", "tactician"};
    OWNED_DESIGN *design =
        small_with("monsters: {ghost: {title: Ghost, hp: 1, weight: 0}}\n"
                   "items: {dust: {title: Dust, categories: [junk], weight: 0}}");
    const html_side side = {.design = design, .name = "small.yaml"};
    html_report *report = reported(&side, 1, &few);
    json_t *root = json_of(report);
    const json_t *sides = json_object_get(root, "sides");
    assert_int_equal(json_array_size(sides), 1);
    const json_t *first = json_array_get(sides, 0), *played = json_object_get(first, "bots");
    assert_string_equal(word_of(first, "name"), "small.yaml");
    assert_string_equal(word_of(first, "ruleset"), "variant");
    assert_string_equal(word_of(first, "hash"), wyrm_ruleset_hash(wyrm_design_ruleset(design)));
    assert_int_equal(json_array_size(played), LENGTH_OF(bots));
    for (size_t i = 0; i < LENGTH_OF(bots); i++) {
        const json_t *bot = json_array_get(played, i);
        assert_string_equal(word_of(bot, "name"), bots[i]);
        assert_int_equal(json_integer_value(json_object_get(bot, "runs")), RUNS);
    }
    assert_int_equal(json_integer_value(json_object_get(root, "seed")), 3);
    assert_string_equal(word_of(root, "command"), "wyrm report small.yaml --runs 6 --seed 3");
    assert_null(json_object_get(root, "missing"));
    assert_true(is_dead(root, "monster_never_comes", "ghost"));
    assert_true(is_dead(root, "item_never_comes", "dust"));
    assert_false(is_dead(root, "monster_never_met", "ghost"));
    assert_false(is_dead(root, "monster_never_met", "rat"));
    assert_false(is_dead(root, "monster_never_comes", "rat"));
    assert_true(is_dead(root, "item_never_used", "rock") ||
                is_dead(root, "item_never_found", "rock"));
    FREED char *page = page_of(report, false);
    assert_contains(page, "diver, brawler, explorer and tactician: 6 runs each");
    assert_contains(page, "In 24 runs of all bots together 1 of 3 monsters were never met");
    assert_contains(page, "<dt>Monsters that no room can bring (1)</dt><dd><bdi>Ghost</bdi></dd>");
    assert_contains(page, "<dt>Items that no room can bring (1)</dt><dd><bdi>Dust</bdi></dd>");
    assert_contains(page, "<dt>Again</dt><dd><code>wyrm report small.yaml <span>--runs</span> 6 "
                          "<span>--seed</span> 3</code></dd>");
    assert_contains(page, "2,000 dungeons, 200 floors of every depth, 500 campaigns of loot");
    assert_contains(page, "<dt>Seed</dt><dd><bdi>3</bdi></dd>");
    assert_contains(page, "Runs of the explorer to watch");
    json_decref(root);
    end_report(report);
}

TEST(the_only_one_who_plays_is_the_usual_one)
{
    OWNED_DESIGN *design = small_with("");
    const html_side side = {.design = design, .name = "it is.yaml"};
    html_options how = few;
    assert_works(wyrm_bot_find("diver", &how.run.bot, &last_error));
    html_report *report = reported(&side, 1, &how);
    assert_int_equal(report->sides[0].bot_count, 1);
    assert_string_equal(html_usual_bot(&report->sides[0])->name, "diver");
    assert_int_equal(report->sides[0].bots[0].summary->runs, RUNS);
    assert_int_equal(report->sides[0].bots[0].end_count, RUNS);
    assert_int_equal(report->sides[0].first, 0);
    assert_int_equal(report->sides[0].last, RUNS - 1);
    FREED char *page = page_of(report, false);
    assert_contains(page, "diver: 6 runs");
    assert_contains(
        page,
        "wyrm report &#39;it is.yaml&#39; <span>--runs</span> 6 <span>--seed</span> 3</code>");
    assert_null(strstr(page, "6 runs each"));
    end_report(report);
}

/* A ruleset of fights alone: nobody plays, and what is missing is said. */
TEST(what_a_ruleset_has_not_is_not_shown)
{
    OWNED_DESIGN *design = design_from("name: own\nmodels: {combat: subtract}\n"
                                       "player: {hp: 30, power: 3, defense: 0}\n"
                                       "monsters: {orc: {hp: 10, power: 2, defense: 0}}\n");
    const html_side side = {.design = design, .name = "own.yaml"};
    html_report *report = reported(&side, 1, &few);
    json_t *root = json_of(report);
    const json_t *missing = json_object_get(root, "missing");
    assert_int_equal(
        json_array_size(json_object_get(json_array_get(json_object_get(root, "sides"), 0), "bots")),
        0);
    assert_true(json_array_size(missing) > 0);
    FREED char *page = page_of(report, false);
    assert_contains(page, "No bot played");
    assert_null(strstr(page, "id=\"dead\""));
    assert_null(strstr(page, "<dt>No picture of</dt>"));
    assert_contains(page, "<dt>Not there</dt>");
    assert_string_equal(report->missing, "");
    json_decref(root);
    end_report(report);
}

typedef struct share_told {
    double last;
    size_t count;
} share_told;

static bool note_share(double done, void *context)
{
    share_told *to = context;
    assert_true(done >= to->last && done <= 1);
    to->last = done;
    to->count++;
    return true;
}

typedef struct purse {
    uint64_t asked[2], done, most;
    size_t count;
} purse;

static uint64_t afford(uint64_t done, uint64_t wanted, void *context)
{
    purse *of = context;
    of->asked[of->count++ % 2] = wanted;
    of->done = done;
    return of->most;
}

/* Four bots play four runs each to see how much work they are; then everybody plays the same
 * part of what can be afforded, the targets one part as a side. */
TEST(runs_are_as_many_as_can_be_afforded)
{
    OWNED_DESIGN *design = small_with("");
    const html_side side = {.design = design, .name = "small.yaml"};
    purse of = {.most = 43};
    share_told told = {0, 0};
    const html_options how = {.seed = 3,
                              .affords = afford,
                              .affords_context = &of,
                              .progress = note_share,
                              .context = &told};
    html_report *report = reported(&side, 1, &how);
    assert_int_equal(of.count, 2);
    assert_int_equal(of.asked[0], 400 + 3 * 100 + 1600);
    assert_int_equal(of.asked[1], of.asked[0]);
    assert_int_equal(of.done, 4 * 4);
    assert_true(report->cut_short);
    assert_int_equal(report->options.runs, 43 / 8);
    for (size_t i = 0; i < 4; i++)
        assert_int_equal(report->sides[0].bots[i].summary->runs, 5);
    FREED char *page = page_of(report, false);
    assert_contains(page, "tactician: 5 runs each" TEXT_CUT_SHORT);
    assert_true(told.count > 4 && told.last > 0.9);
    end_report(report);
    of = (purse){.most = 7}; /* at least one */
    told = (share_told){0, 0};
    report = reported(&side, 1, &how);
    assert_int_equal(report->options.runs, 1);
    end_report(report);
}

/* Two sides of one ruleset, of which one has a kind more and stronger rats: what the files say
 * differently is told, old first; series of the same name look alike, and a new one like none of
 * the others. */
TEST(two_sides_are_compared)
{
    OWNED_DESIGN *now = small_with("monsters: {rat: {hp: 12}, bat: {hp: 3, defense: 0, power: 1, "
                                   "etp: 2, weight: 9}}");
    OWNED_DESIGN *other = small_with("");
    const html_side sides[] = {{.design = now, .name = "now.yaml"},
                               {.design = other, .name = "old.yaml"}};
    html_report *report = reported(sides, 2, &few);
    json_t *root = json_of(report);
    assert_string_equal(word_of(root, "command"),
                        "wyrm report now.yaml --runs 6 --seed 3 --compare old.yaml");
    const json_t *told = json_object_get(root, "sides");
    assert_int_equal(json_array_size(told), 2);
    assert_string_equal(word_of(json_array_get(told, 1), "name"), "old.yaml");
    FREED char *page = page_of(report, false);
    assert_contains(page, "<th scope=\"col\"><bdi>old.yaml</bdi></th>"
                          "<th scope=\"col\"><bdi>now.yaml</bdi></th>");
    assert_contains(page, "<td class=\"value\">10</td><td class=\"value\">12</td>");
    assert_contains(page, "now.yaml against old.yaml");
    assert_contains(page, "runs of the explorer against 6, paired run by run");
    assert_contains(page, "<dt>Compared with</dt>");
    size_t pairs = 0;
    for (size_t c = 0; c + 1 < report->head.chart_count; c++) {
        const html_chart *one = &report->head.charts[c], *two = &report->head.charts[c + 1];
        if (one->row != two->row || one->kind != HTML_STACKED || two->kind != HTML_STACKED)
            continue;
        pairs++;
        assert_near(one->y.greatest, two->y.greatest, 0);
        size_t fresh = one->series_count;
        for (size_t s = 0; s < two->series_count; s++) {
            size_t like = 0;
            for (size_t k = 0; k < one->series_count; k++)
                if (strcmp(one->series[k].name, two->series[s].name) == 0)
                    like = 1 + k;
            assert_int_equal(two->series[s].alike, like > 0 ? like : 1 + fresh++);
        }
        assert_string_equal(one->id, one->row->id);
        assert_non_null(strstr(two->id, "-other"));
        assert_non_null(strstr(one->title, "now.yaml: "));
        assert_non_null(strstr(two->title, "old.yaml: "));
    }
    assert_true(pairs > 0);
    json_decref(root);
    end_report(report);
}

TEST(a_metric_is_shown_by_its_chart)
{
    static const char *const rows[][2] = {{"run_hazard", "hazard"},
                                          {"run_deaths_by", "hazard"},
                                          {"run_starved", "hazard"},
                                          {"run_final_level", "level"},
                                          {"run_level", "level"},
                                          {"run_win_rate", "survival"},
                                          {"run_turns", "survival"},
                                          {"pity_rate", "pity"},
                                          {"pity_share", "pity"},
                                          {"natural_rate", "pity"},
                                          {"drought_chance", "drought"},
                                          {"first_item_chance", "drought"},
                                          {"monster_share", "monsters"},
                                          {"room_threat_share", "budgets"},
                                          {"room_status_share", "budgets"},
                                          {"threat_rank_correlation", "truth"},
                                          {"floor_threat", "floors"},
                                          {"floor_budget_share", "floors"},
                                          {"items_per_room", "loot"},
                                          {"category_per_room", "loot"},
                                          {"item_share", "loot"}, /* there is no other here */
                                          {"hp_left", "duels"},
                                          {"arena_turns", "duels"},
                                          {"duel_turns", "blows"},
                                          {"attacks_to_kill_player", "blows"},
                                          {"rooms_at_depth", "filling"},
                                          {"room_monsters_share", "filling"},
                                          {"kills_to_level", "level-cost"},
                                          {"room_hp_lost", "difficulty"},
                                          {"hit_mean", "hit"},
                                          {"run", NULL},
                                          {"growth", NULL},
                                          {"a_room_threat", NULL},
                                          {"monster_shares", NULL},
                                          {"", NULL}};
    OWNED_DESIGN *design = small_with("player: {hp: 40}");
    const html_side side = {.design = design, .name = "small.yaml"};
    html_options how = few;
    how.runs = 40; /* a depth that few enter is not shown */
    html_report *report = reported(&side, 1, &how);
    for (size_t i = 0; i < LENGTH_OF(rows); i++) {
        const html_chart *chart = report->head.of_metric(&report->head, rows[i][0]);
        if (chart == NULL ? rows[i][1] != NULL
                          : rows[i][1] == NULL || strcmp(chart->id, rows[i][1]) != 0)
            fail_msg("%s: %s", rows[i][0], chart == NULL ? "no chart" : chart->id);
    }
    static const char *const findings[][3] = {{"threat-misfit", "x", "truth"},
                                              {"pity-idle", "x", "pity"},
                                              {"other", "pity.thresholds", "pity"},
                                              {"bands-alike", "x", "budgets"},
                                              {"other", "monsters.rat", "monsters"},
                                              {"other", "loot.factors", "loot"},
                                              {"other", "growth.experience", "level-cost"},
                                              {"other", "combat.least", "hit"},
                                              {"other", "targets.items_of_b1", "loot"},
                                              {"other", "encounter.rooms", "difficulty"},
                                              {"other", "player.hp", NULL}};
    for (size_t i = 0; i < LENGTH_OF(findings); i++) {
        wyrm_finding finding = {.kind = findings[i][0]};
        snprintf(finding.where, sizeof finding.where, "%s", findings[i][1]);
        const html_chart *chart = report->head.of_finding(&report->head, &finding);
        if (chart == NULL ? findings[i][2] != NULL
                          : findings[i][2] == NULL || strcmp(chart->id, findings[i][2]) != 0)
            fail_msg("%s at %s: %s", findings[i][0], findings[i][1],
                     chart == NULL ? "no chart" : chart->id);
    }
    end_report(report);
}
