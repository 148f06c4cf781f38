/* What things are worth: which changes to a ruleset to try, the games they are compared with, and
 * the exchange rates of single fights.
 *
 * Every thing is a variant (variants.c): games with the same number have the same luck in all
 * variants, so the unchanged games are played only once. A thing whose effect is not clear after a
 * look is played on, independently of all others (Bonferroni). A look spends only its share of the
 * error (wyrm/looks.h), so p is divided by that share before Holm's correction; whatever was clear
 * at its look stays clear after it.
 *
 * The order: who plays (find_bots), what is weighed (find_things, a function for each kind), what
 * is measured (ask: four figures for each bot), the games, thing by thing (play), then the
 * correction of all p-values (correct), and words and order (sum_up). The exchange rates at the end
 * need no games: they give the price of a step of a stat, or of a piece of gear, in hit points lost
 * per fight. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <wyrm/rooms.h>
#include <wyrm/sim.h>
#include <wyrm/worth.h>

#include "combat/internal.h"
#include "loot/internal.h"
#include "metrics/internal.h"

#define ALPHA       0.05
#define GAMES_FIRST 64 /* pilot games, which show how deep a bot gets and how long games are */
#define FLOORS_SEEN 10 /* generated dungeons that show which roles rooms have */
#define DEPTHS_SEEN 40

enum { DEPTH, WINS, LEVEL, HP, FIGURES = WYRM_WORTH_FIGURES };

static const char *const kind_words[][2] = {
#define KIND_WORDS(name, key, heading) [name] = {key, heading},
    WYRM_WORTH_KIND_ROWS(KIND_WORDS)
#undef KIND_WORDS
};

const char *wyrm_worth_kind_key(wyrm_worth_kind kind)
{
    return (unsigned)kind < WYRM_WORTH_KIND_COUNT ? kind_words[kind][0] : "";
}

const char *wyrm_worth_kind_heading(wyrm_worth_kind kind)
{
    return (unsigned)kind < WYRM_WORTH_KIND_COUNT ? kind_words[kind][1] : "";
}

const char *wyrm_worth_word_text(wyrm_worth_word word)
{
    static const char *const words[] = {"no effect found", "easier", "harder", "mixed", "decides"};
    return (unsigned)word < COUNT_OF(words) ? words[word] : "";
}

/* ---- things ---- */

/* A thing being weighed. */
typedef struct thing {
    wyrm_worth_thing shown;
    judge_variant_options variation;
    wyrm_change change;
    const char *word; /* for variation.without; NULL: `change` is used */
    int32_t item;     /* index of its kind of item; -1: none */
    bool refused;
    double share[WYRM_WORTH_BOTS_MAX]; /* by bot: error share of its last look */
    wyrm_worth_change *got;            /* by goal, with p uncorrected */
} thing;

typedef struct worth_job {
    base_arena *arena;
    const wyrm_design *design;
    wyrm_worth_options how;
    wyrm_worth *out;
    const wyrm_bot_kind *bots[WYRM_WORTH_BOTS_MAX];
    const judge_goals *goals;
    judge_variant *plain;
    wyrm_looks looks[WYRM_WORTH_BOTS_MAX];
    double turns[WYRM_WORTH_BOTS_MAX]; /* mean turns of a game */
    size_t count, room;
    thing *things;
    size_t playing;     /* the bot that plays */
    thing *played;      /* what it plays with; NULL: the unchanged game */
    uint64_t (*had)[2]; /* by kind, then bot: unchanged games that had it, used it */
    base_part part;     /* progress of the current part */
} worth_job;

static thing *add_thing(worth_job *of, wyrm_worth_kind kind, const char *how, const char *name)
{
    if (of->count == WYRM_WORTH_THINGS)
        base_refuse(of->arena, WYRM_ERROR_LIMIT, "there are more than %d things to weigh",
                    WYRM_WORTH_THINGS);
    of->things = base_grow(of->arena, of->things, of->count, &of->room, sizeof *of->things);
    thing *out = &of->things[of->count++];
    *out = (thing){.shown = {.kind = kind, .how = how, .name = name}, .item = -1};
    return out;
}

static void add_word(worth_job *of, wyrm_worth_kind kind, const char *how, const char *name,
                     const char *word)
{
    add_thing(of, kind, how, name)->word = word;
}

static void add_change(worth_job *of, wyrm_worth_kind kind, const char *how, const char *name,
                       wyrm_change change)
{
    add_thing(of, kind, how, name)->change = change;
}

/* Returns the starting kit with one more item, as a list for the key game.kit. */
static const char *kit_with(const worth_job *of, const char *name)
{
    const wyrm_play_rules rules = wyrm_play_rules_of(wyrm_design_ruleset(of->design));
    base_buffer list = {0};
    base_buffer_append(&list, "[");
    for (size_t i = 0; i < rules.kit_count; i++)
        base_buffer_appendf(&list, "%s, ", rules.kit[i]);
    base_buffer_appendf(&list, "%s]", name);
    return base_buffer_keep(&list, of->arena);
}

static void add_items(worth_job *of)
{
    const wyrm_loot *loot = wyrm_design_loot(of->design);
    const wyrm_item_kind *kinds;
    const size_t count = loot != NULL ? wyrm_loot_kinds(loot, &kinds) : 0;
    for (size_t i = 0; i < count; i++) {
        const wyrm_effect effect = wyrm_item_effect(kinds[i].record);
        const char *name =
            base_say(of->arena, "%s.%s", judge_section_of(kinds[i].item_class), kinds[i].name);
        const size_t first = of->count;
        add_word(of, WYRM_WORTH_ITEM, "without", name, name);
        add_change(of, WYRM_WORTH_ITEM, "one more", name,
                   (wyrm_change){"game.kit", kit_with(of, kinds[i].name)});
        for (size_t t = first; t < of->count; t++) {
            of->things[t].item = (int32_t)i;
            for (size_t b = 0; b < of->out->bot_count; b++)
                if (effect.kind != WYRM_EFFECT_NONE && !wyrm_bot_uses(of->bots[b], &effect))
                    of->things[t].shown.unused |= 1u << b;
        }
    }
}

static void add_monsters(worth_job *of)
{
    const wyrm_roster *roster = wyrm_design_roster(of->design);
    for (int32_t i = 0; i < (int32_t)wyrm_roster_count(roster); i++) {
        const char *more =
            base_say(of->arena, "+monsters.%s", wyrm_roster_monster(roster, i)->name);
        add_word(of, WYRM_WORTH_MONSTER, "without", more + 1, more + 1);
        add_word(of, WYRM_WORTH_MONSTER, "one more", more + 1, more);
    }
}

/* Adds the roles of rooms that occur; none if all rooms have the same role. The roles are found on
 * floors that are generated but not played. */
static void add_rooms(worth_job *of)
{
    const wyrm_encounter *encounter = wyrm_design_encounter(of->design);
    const wyrm_floor_models models = {.mapper = wyrm_design_mapper(of->design),
                                      .encounter = encounter};
    wyrm_map *map = base_new(of->arena, wyrm_map);
    wyrm_population *population = base_new(of->arena, wyrm_population);
    bool seen[WYRM_ROOM_ROLE_COUNT] = {false};
    size_t roles = 0;
    for (uint64_t run = 0; run < FLOORS_SEEN; run++) {
        wyrm_difficulty difficulty = wyrm_encounter_start(encounter);
        for (int depth = 0; depth < DEPTHS_SEEN; depth++) {
            wyrm_floor_make(&models, of->how.seed, run, &difficulty, NULL, map, population);
            for (int32_t r = 0; r < map->room_count; r++)
                seen[population->kinds[r].role] = true;
            if (map->final)
                break;
            wyrm_encounter_descend(encounter, &difficulty);
        }
    }
    for (int i = 0; i < WYRM_ROOM_ROLE_COUNT; i++)
        roles += seen[i];
    for (int i = 0; i < WYRM_ROOM_ROLE_COUNT && roles > 1; i++)
        if (seen[i]) {
            const char *name =
                base_say(of->arena, "rooms.%s", wyrm_room_role_key((wyrm_room_role)i));
            add_word(of, WYRM_WORTH_ROOM, "without", name, name);
        }
}

/* Returns the value that turns a rule off; NULL if it is off already or cannot be. "~" resets a key
 * to its default, so a number can be off if its default is 0, and a list if its default is empty.
 * In the section `game` this includes choices and keys without a default, since everything there is
 * an addition to the bare game. Elsewhere a choice mostly selects a model, and a ruleset with
 * another model is another game, not this one without a rule. */
static const char *off_of(const wyrm_value *value, bool of_play)
{
    const wyrm_field *row = wyrm_value_field(value);
    const char *unsaid = row->default_value;
    const bool said = !wyrm_value_is_default(value) && !row->required;
    switch (wyrm_value_kind(value)) {
    case WYRM_KIND_BOOL:
        return wyrm_value_bool(value) ? "false" : NULL;
    case WYRM_KIND_INTEGER:
    case WYRM_KIND_REAL:
    case WYRM_KIND_RATIO:
        return said && fabs(wyrm_value_real(value)) > 0 &&
                       (unsaid != NULL ? strcmp(unsaid, "0") == 0 : of_play && row->least <= 0)
                   ? "~"
                   : NULL;
    case WYRM_KIND_CHOICE:
        return said && of_play &&
                       (unsaid != NULL ? strcmp(unsaid, wyrm_value_text(value)) != 0
                                       : wyrm_value_choice(value) != 0)
                   ? "~"
                   : NULL;
    case WYRM_KIND_RECORD:
        return said && unsaid == NULL ? "~" : NULL;
    case WYRM_KIND_LIST:
        return said && wyrm_value_count(value) > 0 && (unsaid == NULL || strcmp(unsaid, "[]") == 0)
                   ? "~"
                   : NULL;
    default:
        return NULL;
    }
}

static void add_rules(worth_job *of)
{
    static const char *const sections[] = {"game", "growth", "encounter", "loot", "map", "combat"};
    static const char *const whole[] = {"gold", "shops", "drops", "vaults"};
    const wyrm_ruleset *ruleset = wyrm_design_ruleset(of->design);
    for (size_t s = 0; s < COUNT_OF(sections); s++) {
        const wyrm_value *section = wyrm_ruleset_find(ruleset, sections[s]);
        for (size_t i = 0; i < wyrm_value_count(section); i++) {
            const char *off = off_of(wyrm_value_item(section, i), s == 0);
            const char *path =
                base_say(of->arena, "%s.%s", sections[s], wyrm_value_key(section, i));
            if (off != NULL)
                add_change(of, WYRM_WORTH_RULE, "off", path, (wyrm_change){path, off});
        }
    }
    for (size_t i = 0; i < COUNT_OF(whole); i++)
        if (wyrm_value_count(wyrm_ruleset_find(ruleset, whole[i])) > 0)
            add_change(of, WYRM_WORTH_RULE, "off", whole[i], (wyrm_change){whole[i], "~"});
}

/* Adds the choices at level-ups. Without one, the policy keeps its other entries; a ruleset without
 * a policy takes all in turn. */
static void add_choices(worth_job *of)
{
    const wyrm_choice *choices;
    const size_t count = wyrm_growth_choices(wyrm_design_growth(of->design), &choices);
    const wyrm_value *policy = wyrm_ruleset_find(wyrm_design_ruleset(of->design), "growth.policy");
    const size_t turns = wyrm_value_count(policy);
    for (size_t i = 0; i < count && count > 1; i++) {
        const char *name = base_say(of->arena, "growth.choices.%s", choices[i].name);
        base_buffer list = {0};
        size_t left = 0;
        for (size_t pass = 0; pass < 2 && left == 0; pass++) /* then all others, if none is left */
            for (size_t k = 0; k < (turns > 0 && pass == 0 ? turns : count); k++) {
                const char *taken = turns > 0 && pass == 0
                                        ? wyrm_value_text(wyrm_value_item(policy, k))
                                        : choices[k].name;
                if (strcmp(taken, choices[i].name) != 0)
                    base_buffer_appendf(&list, "%s%s", left++ > 0 ? ", " : "[", taken);
            }
        base_buffer_append(&list, "]");
        add_change(of, WYRM_WORTH_CHOICE, "without", name,
                   (wyrm_change){"growth.policy", base_buffer_keep(&list, of->arena)});
        add_change(of, WYRM_WORTH_CHOICE, "always", name,
                   (wyrm_change){"growth.policy", base_say(of->arena, "[%s]", choices[i].name)});
    }
}

/* Counts the games in which an item was had, and used. Items left at the end count as had: those of
 * the starting kit were never found. */
static void count_items(const wyrm_run *run, void *context)
{
    worth_job *of = context;
    const size_t bot = of->playing;
    for (size_t i = 0; i < run->item_count; i++) {
        const wyrm_run_item *item = &run->items[i];
        const bool used = item->used > 0, had = used || item->found > 0 || item->left > 0;
        if (of->played == NULL) {
            uint64_t *all = of->had[(size_t)item->kind * WYRM_WORTH_BOTS_MAX + bot];
            all[0] += had;
            all[1] += used;
        } else if (of->played->item == item->kind) {
            of->played->shown.had[bot] += had;
            of->played->shown.used[bot] += used;
        }
    }
}

static void find_things(worth_job *of)
{
    static void (*const finders[])(worth_job *) = {[WYRM_WORTH_ITEM] = add_items,
                                                   [WYRM_WORTH_MONSTER] = add_monsters,
                                                   [WYRM_WORTH_ROOM] = add_rooms,
                                                   [WYRM_WORTH_RULE] = add_rules,
                                                   [WYRM_WORTH_CHOICE] = add_choices};
    for (int kind = 0; kind < WYRM_WORTH_KIND_COUNT; kind++)
        if (of->how.kinds == 0 || (of->how.kinds >> kind & 1) != 0)
            finders[kind](of);
    for (size_t i = 0; i < of->count; i++) { /* only now, as the array no longer moves */
        thing *one = &of->things[i];
        one->variation = one->word != NULL
                             ? (judge_variant_options){.without_count = 1, .without = &one->word}
                             : (judge_variant_options){.count = 1, .changes = &one->change};
        one->variation.hear = count_items;
        one->variation.context = of;
    }
}

/* ---- goals ---- */

static void find_bots(worth_job *of)
{
    size_t count;
    const wyrm_bot_kind *ladder = wyrm_bot_kinds(&count);
    const char *usual[] = {"brawler", ladder[count - 1].name};
    const char *const *names = of->how.bot_count > 0 ? of->how.bots : usual;
    of->out->bot_count = of->how.bot_count > 0 ? of->how.bot_count : COUNT_OF(usual);
    if (of->out->bot_count > WYRM_WORTH_BOTS_MAX)
        base_refuse(of->arena, WYRM_ERROR_ARGUMENT, "at most %d bots play", WYRM_WORTH_BOTS_MAX);
    for (size_t i = 0; i < of->out->bot_count; i++) {
        base_must(of->arena, wyrm_bot_find(names[i], &of->bots[i], &of->arena->error));
        of->out->bots[i] = of->bots[i]->name;
        for (size_t k = 0; k < i; k++)
            if (of->bots[k] == of->bots[i])
                base_refuse(of->arena, WYRM_ERROR_ARGUMENT, "'%s' plays already", names[i]);
    }
}

/* Returns the deepest depth that half of a bot's games survive, at least 1, and stores the mean
 * number of turns. Hit points are compared there: deeper, too few games are left for a mean, and
 * before, little has happened. */
static int32_t half_way(worth_job *of, size_t bot)
{
    const wyrm_sim_options options = {.run.bot = of->bots[bot],
                                      .seed = of->how.seed,
                                      .runs = GAMES_FIRST,
                                      .threads = of->how.threads,
                                      .maker = of->how.maker};
    wyrm_summary *summary;
    int32_t out = 1;
    base_must(of->arena, wyrm_simulate(of->design, &options, &summary, &of->arena->error));
    for (size_t i = 0; i < summary->depth_count; i++)
        if (summary->depths[i].survival >= 0.5)
            out = summary->depths[i].depth;
    of->turns[bot] = summary->turns.count > 0 ? fmax(1, summary->turns.mean) : WYRM_RUN_TURNS;
    wyrm_summary_free(summary);
    return out;
}

/* Makes the goals: four figures for each bot, of which the hit points at its half-way depth. */
static void make_goals(worth_job *of)
{
    static const char *const metrics[FIGURES] = {[DEPTH] = "run_final_depth",
                                                 [WINS] = "run_win_rate",
                                                 [LEVEL] = "run_final_level",
                                                 [HP] = "run_hp_left"};
    const char *questions[WYRM_WORTH_BOTS_MAX * FIGURES];
    wyrm_worth *out = of->out;
    out->goal_count = out->bot_count * FIGURES;
    out->goals = base_array(of->arena, wyrm_worth_goal, out->goal_count);
    for (size_t i = 0; i < out->goal_count; i++) {
        const size_t bot = i / FIGURES;
        char depth[24] = "";
        out->goals[i].bot = out->bots[bot];
        if (i % FIGURES == HP) {
            out->goals[i].depth = half_way(of, bot);
            snprintf(depth, sizeof depth, "%d, ", (int)out->goals[i].depth);
        }
        questions[i] =
            base_say(of->arena, "%s(%sbot=%s)", metrics[i % FIGURES], depth, out->bots[bot]);
    }
    of->goals = judge_goals_of(
        of->arena, judge_ask(of->arena, of->design, questions, out->goal_count, JUDGE_ASK_OPEN),
        of->how.seed);
    for (size_t i = 0; i < out->goal_count; i++) {
        const judge_metric *metric = of->goals->points[i].target->metric;
        out->goals[i].metric = metric->shown.name;
        out->goals[i].unit = metric->shown.unit;
        out->goals[i].is_share = judge_is_share(metric);
    }
}

/* ---- games ---- */

/* Plays the games of one bot. Only this bot's goals are measured, so no other bot plays. */
static void measure_thing(base_arena *arena, worth_job *of, judge_variant *variant, thing *one,
                          size_t bot, uint64_t games)
{
    bool which[WYRM_WORTH_BOTS_MAX * FIGURES] = {false};
    for (size_t g = 0; g < FIGURES; g++)
        which[bot * FIGURES + g] = true;
    const judge_spending spending = {.games = games,
                                     .threads = of->how.threads,
                                     .progress = base_report_part,
                                     .context = &of->part,
                                     .maker = of->how.maker};
    of->playing = bot;
    of->played = one;
    base_must(arena, judge_variant_measure(variant, which, &spending, &arena->error));
    of->part.from += of->part.share;
}

/* Corrects the p of all figures of all things together. */
static void correct_p(worth_job *of)
{
    const size_t goals = of->out->goal_count, all = of->count * goals;
    judge_test *tests = base_array(of->arena, judge_test, all);
    for (size_t t = 0; t < of->count; t++) {
        wyrm_worth_change *shown = (wyrm_worth_change *)(uintptr_t)of->things[t].shown.changes;
        for (size_t g = 0; g < goals; g++) {
            shown[g] = of->things[t].got[g];
            tests[t * goals + g] =
                (judge_test){&shown[g], shown[g].p / of->things[t].share[g / FIGURES], 1.0, 0};
        }
    }
    judge_correct(tests, all);
    for (size_t i = 0; i < all; i++) {
        wyrm_worth_change *change = tests[i].of;
        change->p = tests[i].p;
        change->clear = change->p < ALPHA;
    }
}

/* Compares a variant with the unchanged games. The 95 % intervals are widened by the ratio of the
 * quantiles at this look: which look is the last depends on the figures themselves, and whoever
 * stops at a good one is a little too sure of it. */
static void compare_thing(const worth_job *of, thing *one, const judge_variant *variant, size_t bot,
                          const wyrm_looks *looks)
{
    const double wider = wyrm_t_quantile(0.5 + looks->confidence / 2, 1e6) /
                         wyrm_t_quantile(0.5 + JUDGE_CONFIDENCE / 2, 1e6);
    for (size_t g = bot * FIGURES; g < (bot + 1) * FIGURES; g++) {
        const judge_figure change = judge_variant_change(of->plain, variant, g, JUDGE_CONFIDENCE);
        one->got[g] =
            (wyrm_worth_change){change.value,
                                {change.value - wider * (change.value - change.ci95.low),
                                 change.value + wider * (change.ci95.high - change.value)},
                                change.p,
                                false};
    }
    one->share[bot] = looks->share;
    one->shown.games[bot] = looks->runs;
}

typedef struct playing {
    worth_job *of;
    thing *one;
    double from, until; /* of the whole progress */
} playing;

/* Plays one bot with one thing until the effect on its depth is clear or the looks end. */
static void play_bot(base_arena *arena, const playing *to, judge_variant *variant, size_t bot,
                     double until)
{
    worth_job *of = to->of;
    thing *one = to->one;
    const double all = (double)(of->count * of->out->goal_count);
    wyrm_looks looks = of->looks[bot];
    bool clear = false;
    while (!clear && wyrm_looks_next(&looks)) {
        const bool behind = judge_variant_games(of->plain, bot * FIGURES) < looks.runs;
        /* Unchanged games are needed in the same number, since they are compared in pairs; later
         * things use them again. */
        of->part.share = (until - of->part.from) * (double)(looks.runs - one->shown.games[bot]) /
                         (double)(looks.most - one->shown.games[bot]) / (behind ? 2 : 1);
        if (behind)
            measure_thing(arena, of, of->plain, NULL, bot, looks.runs);
        measure_thing(arena, of, variant, one, bot, looks.runs);
        if (judge_variant_refused(variant) != NULL)
            return;
        compare_thing(of, one, variant, bot, &looks);
        clear = one->got[bot * FIGURES + DEPTH].p / one->share[bot] * all < ALPHA;
    }
    of->part.from = until;
}

/* Plays all bots with one thing. The variant is freed at the end of the job. */
static void play_one(base_arena *arena, void *context)
{
    const playing *to = context;
    worth_job *of = to->of;
    judge_variant *variant;
    double all = 0, done = 0;
    base_must(arena, judge_variant_open(of->goals, &to->one->variation, &variant, &arena->error));
    base_keep(arena, variant, judge_variant_free);
    for (size_t bot = 0; bot < of->out->bot_count; bot++)
        all += (double)of->looks[bot].most * of->turns[bot];
    for (size_t bot = 0; bot < of->out->bot_count && judge_variant_refused(variant) == NULL;
         bot++) {
        done += (double)of->looks[bot].most * of->turns[bot];
        play_bot(arena, to, variant, bot, to->from + (to->until - to->from) * done / all);
    }
    of->part.from = to->until;
    if (judge_variant_refused(variant) == NULL)
        return;
    to->one->refused = true;
    if (of->out->refused++ == 0)
        snprintf(of->out->refusal, sizeof of->out->refusal, "%.80s %.20s: %.200s",
                 to->one->shown.name, to->one->shown.how, judge_variant_refused(variant));
}

static void play_games(worth_job *of)
{
    const judge_variant_options as_it_is = {.hear = count_items, .context = of};
    const wyrm_loot *loot = wyrm_design_loot(of->design);
    const wyrm_item_kind *kinds;
    const size_t kind_count = loot != NULL ? wyrm_loot_kinds(loot, &kinds) : 0;
    size_t kept = 0;
    of->had = base_take(of->arena, kind_count * WYRM_WORTH_BOTS_MAX, sizeof *of->had);
    for (size_t bot = 0; bot < of->out->bot_count; bot++) {
        /* Time is proportional to turns, so long games are fewer. The looks will multiply this
         * number by the effort's factor; a factor below 1 is divided out of the least number, which
         * so remains the least. */
        const double room = WYRM_WORTH_TURNS / (of->turns[bot] * (double)(of->count + 1));
        const double factor = of->how.effort.factor > 0 ? of->how.effort.factor : 1;
        const double usual =
            fmax(WYRM_WORTH_LEAST / fmin(1, factor), fmin(WYRM_WORTH_GAMES, floor(room)));
        of->looks[bot] = wyrm_looks_begin(&of->how.effort, (uint64_t)usual);
        of->out->games[bot] = of->looks[bot].most;
    }
    base_must(of->arena, judge_variant_open(of->goals, &as_it_is, &of->plain, &of->arena->error));
    base_keep(of->arena, of->plain, judge_variant_free);
    for (size_t i = 0; i < of->count; i++) {
        thing *one = &of->things[i];
        const playing to = {of, one, (double)i / (double)of->count,
                            (double)(i + 1) / (double)of->count};
        one->got = base_array(of->arena, wyrm_worth_change, of->out->goal_count);
        one->shown.changes = base_array(of->arena, wyrm_worth_change, of->out->goal_count);
        base_must(of->arena, base_do(play_one, (void *)(uintptr_t)&to, &of->arena->error));
    }
    for (size_t i = 0; i < of->count; i++) {
        thing *one = &of->things[i];
        for (size_t bot = 0; bot < of->out->bot_count && one->item >= 0 && one->word != NULL;
             bot++) {
            const uint64_t *all = of->had[(size_t)one->item * WYRM_WORTH_BOTS_MAX + bot];
            one->shown.had[bot] = all[0];
            one->shown.used[bot] = all[1];
        }
        if (!one->refused)
            of->things[kept++] = *one;
    }
    of->count = kept;
    correct_p(of);
}

/* ---- results ---- */

static bool is_greater(const wyrm_worth_change *change, double least)
{
    return change->clear && (change->ci95.low >= least || change->ci95.high <= -least);
}

/* Chooses the word for a thing. For each bot, the first clear figure of depth, wins and hit points
 * says whether it makes the game easier or harder. The level has no vote, as gaining more levels
 * may be either: if nothing else is clear, or bots disagree, the word is "mixed". A thing decides
 * if even the near end of an interval is at least half of the present depth, or a quarter of all
 * games. */
static void judge_thing(const worth_job *of, wyrm_worth_thing *one)
{
    bool easier = false, harder = false, any = false, decides = false;
    for (size_t bot = 0; bot < of->out->bot_count; bot++) {
        static const int order[] = {DEPTH, WINS, HP};
        const wyrm_worth_change *by = &one->changes[bot * FIGURES];
        const double depth = of->out->goals[bot * FIGURES + DEPTH].now.value;
        double weight = 0;
        bool told = false;
        for (size_t i = 0; i < FIGURES; i++)
            any |= by[i].clear;
        for (size_t i = 0; i < COUNT_OF(order) && !told; i++) {
            told = by[order[i]].clear;
            easier |= told && by[order[i]].value > 0;
            harder |= told && by[order[i]].value < 0;
        }
        decides |= is_greater(&by[DEPTH], depth / 2) || is_greater(&by[WINS], 0.25);
        weight += by[DEPTH].clear ? fabs(by[DEPTH].value) / depth : 0;
        weight += by[WINS].clear ? fabs(by[WINS].value) : 0;
        one->weight = fmax(one->weight, weight);
    }
    one->word = !any               ? WYRM_WORTH_NOTHING
                : easier == harder ? WYRM_WORTH_MIXED
                : decides          ? WYRM_WORTH_DECIDES
                : easier           ? WYRM_WORTH_EASIER
                                   : WYRM_WORTH_HARDER;
}

/* Orders by kind; within a kind, clear effects first, then by weight. */
static bool goes_before(const wyrm_worth_thing *one, const wyrm_worth_thing *other)
{
    const bool clear = one->word != WYRM_WORTH_NOTHING, clears = other->word != WYRM_WORTH_NOTHING;
    if (one->kind != other->kind)
        return one->kind < other->kind;
    return clear != clears ? clear : one->weight > other->weight;
}

static void sum_up(worth_job *of)
{
    wyrm_worth *out = of->out;
    for (size_t i = 0; i < out->goal_count; i++) {
        const judge_figure now = judge_variant_figure(of->plain, i);
        out->goals[i].now = (wyrm_estimate){now.value, now.sampled, now.ci95};
    }
    out->thing_count = of->count;
    out->things = base_array(of->arena, wyrm_worth_thing, of->count);
    for (size_t i = 0; i < of->count; i++) {
        wyrm_worth_thing one = of->things[i].shown;
        size_t at = i;
        judge_thing(of, &one);
        for (; at > 0 && goes_before(&one, &out->things[at - 1]); at--)
            out->things[at] = out->things[at - 1];
        out->things[at] = one;
    }
}

typedef struct worth_call {
    const wyrm_design *design;
    const wyrm_worth_options *options;
} worth_call;

static void weigh_all(base_arena *arena, void *result, void *context)
{
    const worth_call *call = context;
    worth_job of = {.arena = arena, .design = call->design, .how = {.seed = 1}, .out = result};
    if (call->options != NULL)
        of.how = *call->options;
    of.part = (base_part){.progress = of.how.progress, .context = of.how.context};
    base_must(arena, wyrm_design_needs(call->design, WYRM_SYSTEMS_OF_A_GAME,
                                       "what things are worth", &arena->error));
    of.out->seed = of.how.seed;
    find_bots(&of);
    find_things(&of);
    make_goals(&of);
    play_games(&of);
    sum_up(&of);
}

wyrm_status wyrm_worth_of(const wyrm_design *design, const wyrm_worth_options *options,
                          wyrm_worth **out, wyrm_error *error)
{
    worth_call call = {.design = design, .options = options};
    return base_make(sizeof **out, weigh_all, &call, out, error);
}

void wyrm_worth_free(wyrm_worth *worth)
{
    base_unmake(worth);
}

/* ---- exchange rates ---- */

#define RATE_DEPTHS  6 /* depths at which rates are given */
#define STEPS_MAX    2000
#define LEVELS_RATED 30 /* levels, if difficulty is a tracker */

/* A depth, or a level of the tracker. */
typedef struct rate_depth {
    int32_t depth;
    wyrm_reference reference;
    judge_foes foes;                 /* none: it is not known what comes there */
    bool known;                      /* the prices can be had */
    wyrm_fight_price *prices, *less; /* of the reference player, and of who is compared with it */
} rate_depth;

typedef struct rating {
    base_arena *arena;
    judge_work *work;
    wyrm_worth_rates *out;
    rate_depth *by_depth;
    wyrm_worth_step *steps;
    base_part part; /* progress: each place and step is one part */
} rating;

/* Advances the progress to the next place or step. */
static void begin_rating(rating *of)
{
    of->part.from += of->part.share;
    if (!base_report_part(0, &of->part))
        base_refuse(of->arena, WYRM_ERROR_LIMIT, "stopped before all fights were done");
}

/* Finds the reference player of a place, the monsters with their shares, and what they cost it. */
static void find_foes(const rating *of, rate_depth *at_depth)
{
    const judge_work *work = of->work;
    const int32_t depth = at_depth->depth;
    wyrm_reference *reference = &at_depth->reference;
    if (!judge_had(work, wyrm_design_reference(work->design, depth, reference, NULL)) ||
        !judge_had(work, judge_foes_at(work, depth, work->seed, NULL, &at_depth->foes)))
        return;
    at_depth->prices = base_array(of->arena, wyrm_fight_price, at_depth->foes.count);
    at_depth->less = base_array(of->arena, wyrm_fight_price, at_depth->foes.count);
    at_depth->known =
        judge_had(work, judge_prices(work, &at_depth->foes, &reference->player, at_depth->prices));
}

/* Returns what a fight costs the reference player of a place, less what it costs those with other
 * prices (NULL: nothing). */
static wyrm_worth_saving saving_of(const rate_depth *at_depth, const wyrm_fight_price *less)
{
    if (!at_depth->known)
        return (wyrm_worth_saving){.saved = (double)NAN};
    const wyrm_estimate cost = judge_mean_price(&at_depth->foes, at_depth->prices, less, true);
    return (wyrm_worth_saving){cost.value, (cost.ci95.high - cost.ci95.low) / 2};
}

/* Applies a step to the player of a place; false if it is impossible or changes nothing. */
typedef bool rate_maker(const rating *of, const rate_depth *at_depth, int which,
                        wyrm_combatant *out);

static void add_step(rating *of, const char *name, rate_maker *make, int which)
{
    wyrm_worth_rates *out = of->out;
    wyrm_worth_saving *savings = base_array(of->arena, wyrm_worth_saving, out->depth_count);
    bool any = false;
    begin_rating(of);
    for (size_t i = 0; i < out->depth_count; i++) {
        const rate_depth *at_depth = &of->by_depth[i];
        wyrm_combatant player = at_depth->reference.player;
        savings[i].saved = (double)NAN;
        if (make(of, at_depth, which, &player) &&
            judge_had(of->work, judge_prices(of->work, &at_depth->foes, &player, at_depth->less)))
            savings[i] = saving_of(at_depth, at_depth->less);
        any |= fabs(savings[i].saved) > savings[i].margin + 1e-12;
    }
    /* A step without any effect beyond sampling noise would be a row of zeros. */
    if (any && out->step_count < STEPS_MAX)
        of->steps[out->step_count++] = (wyrm_worth_step){name, savings};
}

static bool more_hp(const rating *of, const rate_depth *at_depth, int which, wyrm_combatant *out)
{
    const bool rolled = out->hp_amount > 0;
    (void)at_depth, (void)which;
    if (out->max_hp >= WYRM_HP_MAX)
        return false;
    combat_raise_hp(of->work->combat, 1, out);
    out->hp = out->max_hp;
    return !rolled || out->hp_amount > 0;
}

/* Whether a stat is a quantity: no yes-or-no, and not the one for sleep. */
static bool is_more(const wyrm_stat *stat)
{
    return stat->kind == WYRM_STAT_NUMBER && !stat->changes && stat->means != WYRM_STAT_ASLEEP &&
           !(stat->whole && stat->greatest - stat->least <= 1);
}

static double step_of(const wyrm_stat *stat)
{
    return stat->whole || stat->greatest - stat->least > 1 ? 1 : 0.01;
}

static bool more_of_stat(const rating *of, const rate_depth *at_depth, int which,
                         wyrm_combatant *out)
{
    const wyrm_stat *stat = &wyrm_combat_stats(of->work->combat)[which];
    (void)at_depth;
    out->stats[which] += step_of(stat);
    return out->stats[which] <= stat->greatest;
}

/* Replaces the gear that clashes with a piece by that piece, which takes over its plus; false if it
 * is worn already. */
static bool with_gear(const rating *of, const rate_depth *at_depth, int which, wyrm_combatant *out)
{
    const judge_work *work = of->work;
    const wyrm_outfit *outfit = &at_depth->reference.outfit;
    const wyrm_item_kind *kind = &work->kinds[which];
    const bool weapon = kind->item_class == WYRM_ITEM_WEAPON;
    const wyrm_role role = weapon ? WYRM_ROLE_WEAPON : WYRM_ROLE_ARMOR;
    wyrm_gear piece = {.role = role, .name = kind->name};
    *out = outfit->bare;
    for (size_t i = 0; i < outfit->gear_count; i++) {
        const wyrm_gear *gear = &outfit->gear[i];
        const bool same = gear->role == role;
        if (gear->name == NULL) { /* gear by level is no particular kind */
            if (same)
                return false;
        } else {
            const char *section = gear->role == WYRM_ROLE_WEAPON ? "weapons" : "armors";
            const wyrm_value *record =
                wyrm_value_get(wyrm_ruleset_find(work->ruleset, section), gear->name);
            if (same && strcmp(gear->name, kind->name) == 0)
                return false;
            if ((same && weapon) || wyrm_roster_clash(record, kind->record)) {
                piece.plus = same ? gear->plus : piece.plus;
                continue;
            }
        }
        if (!judge_had(work, wyrm_roster_wear(work->roster, gear, out, NULL)))
            return false;
    }
    const bool is_worn = judge_had(work, wyrm_roster_wear(work->roster, &piece, out, NULL));
    wyrm_combat_fit(work->combat, out);
    return is_worn;
}

/* Makes the first gear of a role in the outfit better by one level or plus. */
static bool better_gear(const rating *of, const rate_depth *at_depth, int which,
                        wyrm_combatant *out)
{
    const wyrm_outfit *outfit = &at_depth->reference.outfit;
    bool any = false;
    *out = outfit->bare;
    for (size_t i = 0; i < outfit->gear_count; i++) {
        wyrm_gear gear = outfit->gear[i];
        if ((int)gear.role == which && !any) {
            *(gear.name != NULL ? &gear.plus : &gear.level) += 1;
            any = true;
        }
        if (!judge_had(of->work, wyrm_roster_wear(of->work->roster, &gear, out, NULL)))
            return false;
    }
    wyrm_combat_fit(of->work->combat, out);
    return any;
}

/* Finds the places: depths spread evenly over the dungeon; if one has no monsters, the next. */
static void find_depths(rating *of)
{
    wyrm_worth_rates *out = of->out;
    const int32_t last = of->work->last_depth > 0 ? of->work->last_depth : LEVELS_RATED;
    int32_t *depths = base_array(of->arena, int32_t, RATE_DEPTHS);
    const char **players = base_array(of->arena, const char *, RATE_DEPTHS);
    wyrm_worth_saving *costs = base_array(of->arena, wyrm_worth_saving, RATE_DEPTHS);
    of->by_depth = base_array(of->arena, rate_depth, RATE_DEPTHS);
    for (int32_t i = 0, next = 1; i < RATE_DEPTHS && next <= last; i++) {
        rate_depth *at_depth = &of->by_depth[out->depth_count];
        const int32_t depth = 1 + i * (last - 1) / (RATE_DEPTHS - 1);
        next = depth > next ? depth : next;
        begin_rating(of);
        for (; at_depth->foes.count == 0 && next <= last; next++) {
            *at_depth = (rate_depth){.depth = next};
            find_foes(of, at_depth);
        }
        if (at_depth->foes.count == 0)
            break;
        depths[out->depth_count] = at_depth->depth;
        players[out->depth_count] = base_copy(of->arena, at_depth->reference.text);
        costs[out->depth_count++] = saving_of(at_depth, NULL);
    }
    out->depths = depths;
    out->players = players;
    out->costs = costs;
}

static void rate_things(base_arena *arena, void *result, void *context)
{
    const worth_call *call = context;
    const wyrm_worth_options how =
        call->options != NULL ? *call->options : (wyrm_worth_options){.seed = 1};
    rating of = {.arena = arena,
                 .work = judge_begin(arena, call->design, how.seed),
                 .out = result,
                 .steps = base_array(arena, wyrm_worth_step, STEPS_MAX),
                 .part = {.progress = how.progress, .context = how.context}};
    const wyrm_stat *stats = wyrm_combat_stats(of.work->combat);
    size_t count = RATE_DEPTHS + 3; /* places, and the steps of max_hp, weapon and armor */
    base_must(arena, wyrm_design_needs(call->design,
                                       WYRM_SYSTEM_COMBAT | WYRM_SYSTEM_PLAYER |
                                           WYRM_SYSTEM_MONSTERS | WYRM_SYSTEM_ENCOUNTER,
                                       "an exchange rate", &arena->error));
    of.out->steps = of.steps;
    for (int i = 0; stats[i].name != NULL; i++)
        count += is_more(&stats[i]);
    for (size_t i = 0; i < of.work->kind_count; i++)
        count += loot_class_is_gear(of.work->kinds[i].item_class);
    of.part.from = -1.0 / (double)count; /* begin_rating() adds a share first */
    of.part.share = 1.0 / (double)count;
    find_depths(&of);
    add_step(&of, "max_hp +1", more_hp, 0);
    for (int i = 0; stats[i].name != NULL; i++)
        if (is_more(&stats[i]))
            add_step(&of, base_say(arena, "%s +%g", stats[i].name, step_of(&stats[i])),
                     more_of_stat, i);
    add_step(&of, "weapon +1", better_gear, WYRM_ROLE_WEAPON);
    add_step(&of, "armor +1", better_gear, WYRM_ROLE_ARMOR);
    for (size_t i = 0; i < of.work->kind_count; i++) {
        const wyrm_item_kind *kind = &of.work->kinds[i];
        if (loot_class_is_gear(kind->item_class))
            add_step(&of, base_say(arena, "%s.%s", judge_section_of(kind->item_class), kind->name),
                     with_gear, (int)i);
    }
}

wyrm_status wyrm_worth_rates_of(const wyrm_design *design, const wyrm_worth_options *options,
                                wyrm_worth_rates **out, wyrm_error *error)
{
    worth_call call = {.design = design, .options = options};
    return base_make(sizeof **out, rate_things, &call, out, error);
}

void wyrm_worth_rates_free(wyrm_worth_rates *rates)
{
    base_unmake(rates);
}
