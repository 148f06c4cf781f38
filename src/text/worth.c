/* `wyrm worth`: what changes games and by how much, for each bot; and what a step of a stat or a
 * piece of gear is worth in hit points.
 *
 * Tables only have clear effects; everything else of a kind is one sentence with a bound, since a
 * row for each thing without an effect would bury the others. Items that a bot does not know how to
 * use are counted separately: that they do nothing is due to the bot. */
#include "text/internal.h"
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#define ROWS_SHOWN   12 /* rows of a kind, without --verbose */
#define NOTHING_MOST 24 /* names without effect, without --verbose */
#define NAMED_MOST   8
#define FIGURES      WYRM_WORTH_FIGURES
#define SHOWN_COUNT  3
static const int shown_figures[SHOWN_COUNT] = {0, 1, 3}; /* depth, wins, hit points; not level */

/* ---- Games ---- */

/* The largest absolute effect that the interval allows. */
static double bound_of(const wyrm_worth_change *change)
{
    return fmax(fabs(change->ci95.low), fabs(change->ci95.high));
}

static const char *bound_text(double bound, double most, text_figure *out)
{
    text_figure figure;
    if (bound < most)
        snprintf(out->text, sizeof out->text, "(< %.60s)", text_figure_bound(bound, &figure));
    else
        snprintf(out->text, sizeof out->text, "-");
    return out->text;
}

/* An effect: "+1.2 ± 0.3", of shares in points; "(< 0.3)" if it is not clear. */
static const char *change_text(text_style style, const wyrm_worth_change *change, bool share,
                               text_figure *out)
{
    const double times = share ? 100 : 1;
    text_figure figure;
    if (!change->clear)
        return bound_text(times * bound_of(change), share ? 100 : (double)INFINITY, out);
    const wyrm_interval ci95 = {times * change->ci95.low, times * change->ci95.high};
    snprintf(out->text, sizeof out->text, "%s%.60s", change->value > 0 ? "+" : "",
             text_figure_sampled(style, times * change->value, ci95, 0, &figure));
    return out->text;
}

/* Whether a thing has a clear effect on any figure in the table; levels are in JSON only. */
static bool is_clear_of(const wyrm_worth_thing *thing, size_t bot)
{
    bool clear = false;
    for (size_t i = 0; i < SHOWN_COUNT; i++)
        clear |= thing->changes[bot * FIGURES + (size_t)shown_figures[i]].clear;
    return clear;
}

/* Whether things[from..to-1] have the same thing changed in another way, without a clear effect
 * either: "without" and "one more" are then named once, by the name of the thing. */
static bool has_twin(const wyrm_worth *of, size_t index, size_t bot, size_t from, size_t to)
{
    const wyrm_worth_thing *thing = &of->things[index];
    for (size_t i = from; i < to; i++)
        if (i != index && of->things[i].kind == thing->kind &&
            strcmp(of->things[i].name, thing->name) == 0 && !is_clear_of(&of->things[i], bot))
            return true;
    return false;
}

static void say_games(const wyrm_worth *of, text_page *page)
{
    for (size_t bot = 0; bot < of->bot_count; bot++) {
        const wyrm_worth_goal *goals = &of->goals[bot * FIGURES];
        text_figure figure;
        base_buffer line = {0};
        base_buffer_appendf(&line, "%s %s ", bot == 0 ? "As it is, the" : "The", of->bots[bot]);
        if (wyrm_interval_is_known(goals[0].now.ci95))
            base_buffer_appendf(&line, "ends at depth %s and ",
                                text_figure_estimate(page->style, &goals[0].now, &figure));
        base_buffer_appendf(&line, "wins %s of its games",
                            text_figure_estimated_share(page->style, &goals[1].now, &figure));
        page_say_buffer(page, 0, &line, ".");
    }
}

/* Lists the things with a word; nothing if there are none. */
static void say_word(const wyrm_worth *of, wyrm_worth_word word, const char *begins,
                     text_page *page)
{
    base_buffer list = {0};
    size_t count = 0;
    for (size_t i = 0; i < of->thing_count; i++)
        if (of->things[i].word == word && count++ < NAMED_MOST)
            base_buffer_appendf(&list, "%s%s %s", count > 1 ? ", " : begins, of->things[i].name,
                                of->things[i].how);
    if (count > NAMED_MOST)
        base_buffer_appendf(&list, " and %zu more", count - NAMED_MOST);
    page_say_buffer(page, 0, &list, ".");
}

/* Lists items without a clear effect that the bot mostly had but did not use. That is no evidence
 * against them: gear is left for something better, and other items remain because the bot dies
 * first. */
static void say_left(const wyrm_worth *of, size_t bot, text_page *page)
{
    base_buffer list = {0};
    size_t count = 0;
    for (size_t i = 0; i < of->thing_count; i++) {
        const wyrm_worth_thing *thing = &of->things[i];
        if (strncmp(thing->name, "items.", 6) != 0 || strcmp(thing->how, "one more") != 0 ||
            is_clear_of(thing, bot) || (thing->unused >> bot & 1) != 0 ||
            2 * thing->used[bot] >= thing->had[bot] || count++ >= NAMED_MOST)
            continue;
        base_buffer_appendf(&list, "%s%s (used in %" PRIu64 " of %" PRIu64 " games)",
                            count > 1 ? ", "
                                      : "What it mostly left unused though it had it, which says "
                                        "nothing for it: ",
                            thing->name, thing->used[bot], thing->had[bot]);
    }
    if (count > NAMED_MOST)
        base_buffer_appendf(&list, " and %zu more", count - NAMED_MOST);
    page_say_buffer(page, 0, &list, ".");
}

/* The things of a kind without a clear effect, for the sentence below its table. */
typedef struct unclear_things {
    size_t count, useless;      /* things; those that the bot cannot use, separately */
    double bounds[SHOWN_COUNT]; /* by figure: no effect is larger; INFINITY: not known */
    base_buffer names;
} unclear_things;

static void add_unclear(const text_worth_answer *report, size_t bot, size_t i, unclear_things *to)
{
    const wyrm_worth *of = report->worth;
    const wyrm_worth_thing *thing = &of->things[i];
    const wyrm_worth_change *changes = &thing->changes[bot * FIGURES];
    const bool told = has_twin(of, i, bot, 0, i);
    const bool both = has_twin(of, i, bot, i, of->thing_count);
    if ((thing->unused >> bot & 1) != 0)
        to->useless += !told;
    else if (!told && (to->count++ < NOTHING_MOST || report->verbose))
        base_buffer_appendf(&to->names, "%s%s%s%s",
                            to->count > 1 ? ", " : "No effect found of: ", thing->name,
                            both ? "" : " ", both ? "" : thing->how);
    for (size_t f = 0; f < SHOWN_COUNT; f++) {
        const wyrm_worth_change *change = &changes[shown_figures[f]];
        to->bounds[f] =
            fmax(to->bounds[f], isfinite(change->ci95.high) ? bound_of(change) : (double)INFINITY);
    }
}

static void say_unclear(const text_worth_answer *report, unclear_things *of, text_page *page)
{
    if (of->count > NOTHING_MOST && !report->verbose)
        base_buffer_appendf(&of->names, " and %zu more", of->count - NOTHING_MOST);
    if (of->useless > 0)
        base_buffer_appendf(&of->names, "%s%zu that it does not know how to use",
                            of->count > 0 ? ", and of " : "No effect found of ", of->useless);
    static const char *const units[SHOWN_COUNT] = {"depths", "points of wins", "of hit points"};
    size_t known = 0;
    for (size_t f = 0; f < SHOWN_COUNT && of->count + of->useless > 0; f++) {
        text_figure bound;
        if (isfinite(of->bounds[f]))
            base_buffer_appendf(&of->names, "%s%s %s%s",
                                known++ > 0 ? ", " : "; none is greater than ",
                                text_figure_bound((f > 0 ? 100 : 1) * of->bounds[f], &bound),
                                f == 2 && !isfinite(of->bounds[1]) ? "points " : "", units[f]);
    }
    if (of->count + of->useless > 0 && known == 0)
        base_buffer_append(&of->names, "; how great they may be, so few games cannot tell");
    page_say_buffer(page, 0, &of->names, ".");
}

static text_table begin_table(wyrm_worth_kind kind, const wyrm_worth_goal *goals, text_page *page)
{
    char heading[48];
    text_table table = text_table_of(page, "");
    text_table_column(&table, TEXT_LEFT, wyrm_worth_kind_heading(kind));
    text_table_columns(&table, "<|>depth|>wins\npoints");
    snprintf(heading, sizeof heading, "hp after %d\npoints", (int)goals[FIGURES - 1].depth);
    text_table_column(&table, TEXT_RIGHT, heading);
    return table;
}

/* Things of one kind: a table of those with a clear effect, and a sentence on the others. */
static void print_kind(const text_worth_answer *report, size_t bot, wyrm_worth_kind kind,
                       text_page *page)
{
    const wyrm_worth *of = report->worth;
    const wyrm_worth_goal *goals = &of->goals[bot * FIGURES];
    unclear_things unclear = {.count = 0};
    size_t shown = 0, more = 0;
    text_table table = begin_table(kind, goals, page);
    for (size_t i = 0; i < of->thing_count; i++) {
        const wyrm_worth_thing *thing = &of->things[i];
        const wyrm_worth_change *changes = &thing->changes[bot * FIGURES];
        if (thing->kind != kind)
            continue;
        if (!is_clear_of(thing, bot)) {
            add_unclear(report, bot, i, &unclear);
            continue;
        }
        if (shown >= ROWS_SHOWN && !report->verbose) {
            more++;
            continue;
        }
        shown++;
        text_table_cell(&table, thing->name);
        text_table_cell(&table, thing->how);
        for (size_t f = 0; f < SHOWN_COUNT; f++) {
            text_figure figure;
            const int which = shown_figures[f];
            text_table_cell(
                &table, change_text(page->style, &changes[which], goals[which].is_share, &figure));
        }
    }
    text_table_below(&table, 0);
    page_add(page, shown == 0 && unclear.count + unclear.useless > 0 ? "\n" : "");
    if (more > 0)
        page_say(page, "(%zu more: --verbose)", more);
    say_unclear(report, &unclear, page);
    if (kind == WYRM_WORTH_ITEM)
        say_left(of, bot, page);
}

static void print_games(const text_worth_answer *report, text_page *page)
{
    const wyrm_worth *of = report->worth;
    say_games(of, page);
    say_word(of, WYRM_WORTH_DECIDES, "What decides games: ", page);
    for (size_t bot = 0; bot < of->bot_count; bot++) {
        char title[80];
        snprintf(title, sizeof title, "What it changes for the %.40s", of->bots[bot]);
        page_add(page, "\n");
        page_title(page, title);
        for (int kind = 0; kind < WYRM_WORTH_KIND_COUNT; kind++)
            print_kind(report, bot, (wyrm_worth_kind)kind, page);
    }
    page_add(page, "\n");
    base_buffer games = {0};
    for (size_t bot = 0; bot < of->bot_count; bot++)
        base_buffer_appendf(&games, "%s%" PRIu64 " by the %s",
                            bot > 0 ? ", "
                                    : "The same games with and without, in pairs of the same luck, "
                                      "of each thing at most ",
                            of->games[bot], of->bots[bot]);
    page_say_buffer(
        page, 0, &games,
        " (--effort). In brackets: no effect found, at most that; p below 0.05 by Holm's "
        "correction for all that was looked at.");
    for (size_t i = 0; i < of->thing_count; i++)
        if (of->things[i].kind == WYRM_WORTH_ROOM) {
            page_say(page, "Without a role its rooms hold neither monsters nor items.");
            break;
        }
    if (of->refused > 0)
        page_say(page, "%zu %s left out, as no ruleset comes of %s: %s.", of->refused,
                 of->refused > 1 ? "changes are" : "change is", of->refused > 1 ? "them" : "it",
                 of->refusal);
}

/* ---- Exchange rates ---- */

/* How many steps of hit points a step is worth; NAN: unknown. The margin is that of a quotient with
 * both values at their worst, the divisor as small as it may be. */
static wyrm_estimate rate_of(const wyrm_worth_saving *step, const wyrm_worth_saving *unit)
{
    wyrm_estimate out = {.value = (double)NAN};
    if (isnan(step->saved) || !(unit->saved > unit->margin) || !(unit->saved > 1e-9))
        return out;
    out.value = step->saved / unit->saved;
    out.sampled = step->margin > 0 || unit->margin > 0;
    const double margin =
        (step->margin + fabs(out.value) * unit->margin) / (unit->saved - unit->margin);
    out.ci95 = (wyrm_interval){out.value - margin, out.value + margin};
    return out;
}

static void put_saving(text_table *table, const wyrm_worth_saving *saving)
{
    text_figure figure;
    const wyrm_estimate value = {
        100 * saving->saved,
        saving->margin > 0,
        {100 * (saving->saved - saving->margin), 100 * (saving->saved + saving->margin)}};
    text_table_cell(table, text_figure_estimate(table->page->style, &value, &figure));
}

/* The best step of a section at a depth; NULL: none saves anything. */
static const wyrm_worth_step *best_of(const wyrm_worth_rates *of, const char *section, size_t depth)
{
    const wyrm_worth_step *best = NULL;
    for (size_t i = 0; i < of->step_count; i++) {
        const wyrm_worth_saving *saving = &of->steps[i].savings[depth];
        if (strncmp(of->steps[i].name, section, strlen(section)) == 0 &&
            saving->saved > fmax(saving->margin, 1e-9) &&
            (best == NULL || saving->saved > best->savings[depth].saved))
            best = &of->steps[i];
    }
    return best;
}

/* Compares the best weapon and the best armor: "At depth 4 weapons.sword is worth 1.6
 * armors.shield." */
static void say_gear(const wyrm_worth_rates *of, const char *axis, text_page *page)
{
    for (size_t d = 0; d < of->depth_count; d++) {
        /* Searches from the middle of the dungeon on: its first and its last fights are not
         * typical. */
        const size_t depth = (d + of->depth_count / 2) % of->depth_count;
        const wyrm_worth_step *weapon = best_of(of, "weapons.", depth);
        const wyrm_worth_step *armor = best_of(of, "armors.", depth);
        text_figure figure;
        if (weapon == NULL || armor == NULL)
            continue;
        const wyrm_estimate rate = rate_of(&weapon->savings[depth], &armor->savings[depth]);
        page_say(page, "At %s %d %s is worth %s %s.", axis, (int)of->depths[depth], weapon->name,
                 text_figure_estimate(page->style, &rate, &figure), armor->name);
        return;
    }
}

/* The table of exchange rates in steps of hit points; there is none if a hit point more makes no
 * difference. */
static void print_rates(const text_worth_answer *report, text_page *page)
{
    const wyrm_worth_rates *of = report->rates;
    const wyrm_worth_step *unit = of->step_count > 0 ? &of->steps[0] : NULL;
    const char *axis = report->of_levels ? "level" : "depth";
    if (unit == NULL || strcmp(unit->name, "max_hp +1") != 0) {
        page_say(page, "No exchange rates: in no fight of the player that a depth is meant for a "
                       "hit point more makes a difference.");
        return;
    }
    page_title(page, "What it is worth in hit points, in single fights");
    say_gear(of, axis, page);
    page_add(page, "\n");
    text_table table = text_table_of(page, "");
    text_table_column(&table, TEXT_LEFT, axis);
    for (size_t d = 0; d < of->depth_count; d++) {
        char number[16];
        snprintf(number, sizeof number, "%d", (int)of->depths[d]);
        text_table_column(&table, TEXT_RIGHT, number);
    }
    text_table_cell(&table, "a fight takes, % of hp");
    for (size_t d = 0; d < of->depth_count; d++)
        put_saving(&table, &of->costs[d]);
    text_table_cell(&table, "max_hp +1 saves, points");
    for (size_t d = 0; d < of->depth_count; d++)
        put_saving(&table, &unit->savings[d]);
    for (size_t i = 1; i < of->step_count; i++) {
        text_table_cell(&table, of->steps[i].name);
        for (size_t d = 0; d < of->depth_count; d++) {
            text_figure figure;
            const wyrm_estimate rate = rate_of(&of->steps[i].savings[d], &unit->savings[d]);
            text_table_cell(&table, text_figure_estimate(page->style, &rate, &figure));
        }
    }
    text_table_end(&table, 0);
    page_say(page, "Steps of max_hp +1 that save as much as the step does; below 0 it costs. Gear "
                   "is worn in the place of what it clashes with.");
}

/* ---- JSON ---- */

static void put_games(base_json *json, const char *key, const uint64_t *games, size_t bot_count)
{
    base_put_list(json, key);
    for (size_t i = 0; i < bot_count; i++)
        base_put_count(json, NULL, games[i]);
    base_put_end(json);
}

static void write_games(const wyrm_worth *of, base_json *json)
{
    base_putf(json, "seed:%" PRIu64, of->seed);
    put_games(json, "games", of->games, of->bot_count);
    base_putf(json, "refused:%zu refusal:%s", of->refused, of->refusal);
    base_put_texts(json, "bots", of->bots, of->bot_count);
    base_put_list(json, "figures");
    for (size_t i = 0; i < of->goal_count; i++) {
        const wyrm_worth_goal *goal = &of->goals[i];
        base_putf(json, "{metric:%s unit:%s bot:%s depth:%g value:%g", goal->metric, goal->unit,
                  goal->bot, goal->depth > 0 ? (double)goal->depth : (double)NAN, goal->now.value);
        text_put_ci95(json, "ci95", &goal->now);
        base_put_end(json);
    }
    base_put_end(json);
    base_put_list(json, "things");
    for (size_t i = 0; i < of->thing_count; i++) {
        const wyrm_worth_thing *thing = &of->things[i];
        base_putf(json, "{kind:%s name:%s how:%s", wyrm_worth_kind_key(thing->kind), thing->name,
                  thing->how);
        put_games(json, "games", thing->games, of->bot_count);
        if (thing->kind == WYRM_WORTH_ITEM) {
            put_games(json, "had", thing->had, of->bot_count);
            put_games(json, "used", thing->used, of->bot_count);
        }
        base_putf(json, "word:%s weight:%g unused:[", wyrm_worth_word_text(thing->word),
                  thing->weight);
        for (size_t bot = 0; bot < of->bot_count; bot++)
            if ((thing->unused >> bot & 1) != 0)
                base_put_text(json, NULL, of->bots[bot]);
        base_put_end(json);
        base_put_list(json, "changes");
        for (size_t g = 0; g < of->goal_count; g++) {
            const wyrm_worth_change *change = &thing->changes[g];
            const wyrm_estimate value = {change->value, true, change->ci95};
            base_putf(json, "{value:%g", change->value);
            text_put_ci95(json, "ci95", &value);
            base_putf(json, "p:%g clear:%i}", change->p, change->clear);
        }
        base_put_end(json);
        base_put_end(json);
    }
    base_put_end(json);
}

static void put_savings(base_json *json, const char *key, const wyrm_worth_saving *savings,
                        size_t count)
{
    base_put_list(json, key);
    for (size_t i = 0; i < count; i++)
        base_putf(json, "{saved:%g margin:%g}", savings[i].saved, savings[i].margin);
    base_put_end(json);
}

static void write_rates(const wyrm_worth_rates *of, base_json *json)
{
    base_put_object(json, "rates");
    base_put_list(json, "depths");
    for (size_t i = 0; i < of->depth_count; i++)
        base_putf(json, "{depth:%d player:%s}", (int)of->depths[i], of->players[i]);
    base_put_end(json);
    put_savings(json, "costs", of->costs, of->depth_count);
    base_put_list(json, "steps");
    for (size_t i = 0; i < of->step_count; i++) {
        base_putf(json, "{name:%s", of->steps[i].name);
        put_savings(json, "savings", of->steps[i].savings, of->depth_count);
        base_put_end(json);
    }
    base_put_end(json);
    base_put_end(json);
}

void text_write_worth(const text_worth_answer *report, text_page *page)
{
    if (page->json) {
        base_json json = text_answer_begin(page, "worth", wyrm_design_ruleset(report->design));
        if (report->worth != NULL)
            write_games(report->worth, &json);
        if (report->rates != NULL)
            write_rates(report->rates, &json);
        base_put_end(&json);
        return;
    }
    if (report->worth != NULL)
        print_games(report, page);
    if (report->worth != NULL && report->rates != NULL)
        page_add(page, "\n");
    if (report->rates != NULL)
        print_rates(report, page);
}
