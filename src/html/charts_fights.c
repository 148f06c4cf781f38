/* Charts of single fights and hits, all exact: who wins, how long it takes, what a hit and what
 * armour do. The player of a level or depth fights what is met there: monsters of a level where
 * these have levels, else the monsters of the tables.
 *
 * Nothing here is played, so there are no intervals, and a step in a line comes from the rules: a
 * rounding, a level, a piece of gear. */
#include "html/internal.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const char *percent(html_chart *chart, double probability)
{
    return text_figure_percent(probability, base_new(chart->arena, text_figure));
}

/* Adds a command on two combatants. */
static void pair_command(html_chart *chart, size_t side, const char *verb, const char *one,
                         const char *other, const char *more)
{
    char words[2][400];
    if (text_shell_word(one, words[0], sizeof words[0]) &&
        text_shell_word(other, words[1], sizeof words[1]))
        html_side_command(chart, side, verb, " %s %s%s", words[0], words[1], more);
}

/* ---- Who wins, by levels ---- */

#define LEVELS      15 /* per side of a heat map of levels */
#define EVEN_LEVELS 30
#define MATRIX      " --matrix player monster --levels 1..%d%s"

/* The exact fight of a player, who strikes first; false if there is no such player, or the opponent
 * is not alive. */
static bool fight(const wyrm_design *design, const char *player, const wyrm_combatant *opponent,
                  wyrm_duel *out)
{
    wyrm_combatant subject;
    return opponent->hp > 0 && html_read_fighter(design, player, &subject) &&
           wyrm_design_duel(design, &subject, opponent, WYRM_SUBJECT_FIRST, out, NULL, NULL) ==
               WYRM_OK;
}

/* The same for a player and a monster of given levels, with or without gear of the player's
 * level. */
static bool fight_levels(const wyrm_design *design, int player, int monster, bool gear,
                         wyrm_duel *out)
{
    char text[64], other[32];
    wyrm_combatant opponent;
    snprintf(text, sizeof text, gear ? "player@%d,weapon=%d,armor=%d" : "player@%d", player, player,
             player);
    snprintf(other, sizeof other, "monster@%d", monster);
    return html_read_fighter(design, other, &opponent) && fight(design, text, &opponent, out);
}

/* The matrix of levels. The caption says how a player of level 5 does. */
static void fill_levels(html_chart *chart)
{
    const wyrm_design *design = chart->report->sides[chart->side].design;
    bool gear = chart->row->offset != 0;
    int beaten = 0;
    double even = NAN;
    wyrm_duel duel;
    if (!html_has_levels(design))
        return;
    html_series *series = html_add_series(chart, "the player wins");
    for (int player = 1; player <= LEVELS; player++)
        for (int monster = 1; monster <= LEVELS; monster++) {
            if (!fight_levels(design, player, monster, gear, &duel))
                continue;
            html_add_mark(series, monster, player)->value = duel.p_win;
            if (player == 5 && duel.p_win > 0.5)
                beaten = monster;
            if (player == 5 && monster == 5)
                even = duel.p_win;
        }
    html_caption(chart,
                 "Each square is one exact fight to the death, the player striking first. On the "
                 "diagonal both have the same level: at 5 the player %s wins %s. Monsters up to "
                 "level %d lose to it more often than not.",
                 gear ? "with gear of its level" : "without gear", percent(chart, even), beaten);
    html_side_command(chart, chart->side, "duel", MATRIX, LEVELS, gear ? "" : " --gear none");
}

/* Fights of a player and a monster of the same level. */
static void fill_even(html_chart *chart)
{
    bool chance = chart->row->offset == offsetof(wyrm_duel, p_win);
    double ends[2] = {NAN, NAN}; /* of the first line with marks */
    if (!html_has_levels(chart->report->sides[0].design))
        return;
    for (size_t s = 0; s < chart->report->head.side_count; s++)
        for (int gear = 1; gear >= 0; gear--) {
            html_series *series =
                html_side_series(chart, s, gear ? "in gear of that level" : "without gear");
            for (int level = 1; level <= EVEN_LEVELS; level++) {
                wyrm_duel duel;
                if (!fight_levels(chart->report->sides[s].design, level, level, gear, &duel))
                    continue;
                double value = chance ? duel.p_win : duel.turns_mean;
                if (isfinite(value))
                    html_add_mark(series, level, value);
            }
            if (s == 0 && isnan(ends[0]) && series->count > 0) {
                ends[0] = series->marks[0].y;
                ends[1] = series->marks[series->count - 1].y;
            }
            html_side_command(chart, s, "duel", MATRIX, EVEN_LEVELS, gear ? "" : " --gear none");
        }
    text_figure one, other;
    if (chance)
        html_caption(chart,
                     "Exact. The player wins %s at level 1 and %s at level %d: where the line is "
                     "flat, both sides grow alike.",
                     percent(chart, ends[0]), percent(chart, ends[1]), EVEN_LEVELS);
    else
        html_caption(chart,
                     "Exact: %s turns at level 1 and %s at level %d, misses included. A line that "
                     "rises is combat that gets tedious.",
                     text_figure_exact(ends[0], &one), text_figure_exact(ends[1], &other),
                     EVEN_LEVELS);
}

/* ---- Who wins, by depths ---- */

#define ROWS      25   /* of a heat map of monsters by depth */
#define FAR_APART 30.0 /* ratio beyond which the lower line would look like 0 */

/* The player that a depth is meant for, in the notation of combatants; false if there is none. */
static bool player_of(const wyrm_design *design, int32_t depth, bool gear, char text[256])
{
    wyrm_reference reference;
    if (wyrm_design_reference(design, depth, &reference, NULL) != WYRM_OK)
        return false;
    memcpy(text, reference.text, 256);
    if (!gear)
        text[strcspn(text, ",")] = '\0';
    return true;
}

/* Monsters by depth. The caption and the command are about the hardest fight. */
static void fill_monsters(html_chart *chart)
{
    const wyrm_design *design = chart->report->sides[chart->side].design;
    const wyrm_roster *roster = wyrm_design_roster(design);
    int32_t last = wyrm_encounter_last_depth(wyrm_design_encounter(design)), depth = 0;
    bool gear = chart->row->offset != 0, worn = gear;
    size_t all = 0, hardest = 0;
    double least = 2.0;
    char text[256];
    last = last < WYRM_ATTRITION_MAX ? last : WYRM_ATTRITION_MAX;
    int32_t step = last > ROWS ? (last + ROWS - 1) / ROWS : 1;
    for (int32_t d = 1; d <= last && !worn; d += step)
        worn = player_of(design, d, true, text) && strchr(text, ',') != NULL;
    if (html_has_levels(design) || last <= 0 || !worn)
        return;
    html_kinds of =
        html_new_kinds(chart->arena, (size_t)((last + step - 1) / step), wyrm_roster_count(roster));
    of.step = (size_t)step;
    for (size_t k = 0; k < of.kinds; k++) {
        of.titles[k] = wyrm_roster_monster(roster, k)->title;
        for (size_t row = 0; row < of.rows; row++) {
            int32_t at = 1 + (int32_t)row * step;
            double wins = NAN; /* no such fight, or the monster does not come there */
            wyrm_combatant opponent;
            wyrm_duel duel;
            if (wyrm_encounter_comes(wyrm_design_encounter(design), at, (int32_t)k)) {
                wyrm_roster_spawn(roster, k, at, WYRM_VARIANT_NONE, &opponent);
                if (player_of(design, at, gear, text) && fight(design, text, &opponent, &duel))
                    wins = duel.p_win;
            }
            of.cells[row * of.kinds + k].value = wins;
            of.weights[k] = fmax(of.weights[k], 1.0 + (1.0 - wins)); /* 0: it comes nowhere */
            if (wins < least) {
                least = wins;
                hardest = k;
                depth = at;
            }
        }
        all += of.weights[k] > 0.0;
    }
    html_add_heatmap(chart, "the player wins", &of);
    if (depth == 0)
        return;
    const wyrm_monster *monster = wyrm_roster_monster(roster, hardest);
    const char *words = "It wins them all.", *share = percent(chart, least);
    if (strcmp(share, "100 %") != 0)
        words = base_say(chart->arena, "Hardest: %.60s at depth %d, beaten %s of the time.",
                         monster->title, (int)depth, share);
    html_caption(chart,
                 "Exact fights to the death, one against one, of the player that a depth is meant "
                 "for%s, with who comes to its floors%s. %s",
                 gear ? "" : ", without gear",
                 all > HTML_COLUMNS_MAX ? ", the hardest of them" : "", words);
    if (player_of(design, depth, gear, text))
        pair_command(chart, chart->side, "duel", text,
                     base_say(chart->arena, "%.100s@%d", monster->name, (int)depth), "");
    chart->printed = "The hardest of these fights";
}

static wyrm_estimate attacks_at(const wyrm_attrition_depth *at, bool on_player)
{
    return on_player ? at->attacks_on_player : at->attacks_on_monster;
}

/* "a monster stands 2.1 attacks at depth 1 and 8.3 at depth 9": at the first and the last depth of
 * which it is known; "" if it is of none. */
static const char *say_stands(html_chart *chart, const wyrm_attrition *of, bool on_player)
{
    const wyrm_attrition_depth *first = NULL, *last = NULL;
    for (size_t i = 0; i < of->count; i++) {
        if (isnan(attacks_at(&of->list[i], on_player).value))
            continue;
        first = first == NULL ? &of->list[i] : first;
        last = &of->list[i];
    }
    if (first == NULL)
        return "";
    const char *words = base_say(
        chart->arena, "%s stands %s attacks at depth %d", on_player ? "the player" : "a monster",
        html_estimate(chart, attacks_at(first, on_player)), (int)first->depth);
    if (last == first)
        return words;
    return base_say(chart->arena, "%s and %s at depth %d", words,
                    html_estimate(chart, attacks_at(last, on_player)), (int)last->depth);
}

/* Attacks until death. The axis is logarithmic where the numbers differ too much for a linear
 * one. */
static void fill_attacks(html_chart *chart)
{
    const html_report *report = chart->report;
    const wyrm_attrition *of = &report->sides[0].attrition;
    double least = INFINITY, most = 0.0;
    const char *why = NULL;
    if (html_has_levels(report->sides[0].design) || of->count == 0)
        return;
    const char *monster = say_stands(chart, of, false), *player = say_stands(chart, of, true);
    const bool both = monster[0] != '\0' && player[0] != '\0';
    if (monster[0] == '\0' && player[0] == '\0')
        return;
    for (size_t i = 0; i < 2 * of->count; i++) {
        const wyrm_attrition_depth *at = &of->list[i / 2];
        double value = attacks_at(at, i % 2 == 1).value;
        least = value < least ? value : least;
        most = isfinite(value) && value > most ? value : most;
        why = why == NULL ? at->attacks_why : why;
    }
    chart->y.logarithmic = least > 0.0 && most > FAR_APART * least;
    chart->y.least = chart->y.logarithmic ? (double)NAN : 0.0;
    for (size_t s = 0; s < report->head.side_count; s++)
        html_add_lines(chart, s);
    html_caption(
        chart, "%s, between the player that a depth is meant for and its monsters: %s%s%s.%s%s%s%s",
        of->list[0].attacks_on_monster.sampled ? "For who comes in generated rooms" : "Exact",
        monster, both ? ", " : "", player,
        both ? " Where the lines meet, both take as many attacks to die: between fighters "
               "that are equally fast a coin toss."
             : "",
        why != NULL ? " Where a line is missing: " : "", why != NULL ? why : "",
        why != NULL ? "." : "");
}

/* ---- Three typical pairs of a ruleset: the player and a usual monster, early, later and late
 * ---- */

#define PAIRS 3
typedef struct pairing {
    char player[256], monster[96];
} pairing;

/* Finds the pair of an index; false if there is none. */
static bool find_pair(base_arena *arena, const wyrm_design *design, int index, pairing *out)
{
    static const int levels[PAIRS] = {1, 5, 10};
    const wyrm_roster *roster = wyrm_design_roster(design);
    int32_t last = wyrm_encounter_last_depth(wyrm_design_encounter(design));
    size_t count = wyrm_roster_count(roster), level = (size_t)levels[index], most = 0;
    wyrm_combatant player;
    if (html_has_levels(design)) {
        snprintf(out->player, sizeof out->player, "player@%zu,weapon=%zu,armor=%zu", level, level,
                 level);
        if (!html_read_fighter(design, out->player, &player))
            out->player[strcspn(out->player, ",")] = '\0';
        snprintf(out->monster, sizeof out->monster, "monster@%zu", level);
        return true;
    }
    if (last <= 0) { /* no levels, no tables: first, middle and last monster */
        if ((size_t)index >= count)
            return false;
        snprintf(out->player, sizeof out->player, "player");
        snprintf(out->monster, sizeof out->monster, "%.90s",
                 wyrm_roster_monster(roster, (size_t)index * (count - 1) / (PAIRS - 1))->name);
        return true;
    }
    /* The most frequent monster of a depth, against the player that the depth is meant for. */
    int32_t depth = 1 + index * (last - 1) / (PAIRS - 1);
    const wyrm_rooms rooms = {.design = design, .depth = depth, .seed = 1};
    wyrm_estimate *shares = base_array(arena, wyrm_estimate, count + 1);
    if (wyrm_rooms_kinds(&rooms, shares, NULL) != WYRM_OK)
        return false;
    for (size_t i = 0; i < count; i++)
        most = shares[i].value > shares[most].value ? i : most;
    if (!(shares[most].value > 0.0))
        return false;
    snprintf(out->monster, sizeof out->monster, "%.80s@%d", wyrm_roster_monster(roster, most)->name,
             (int)depth);
    return player_of(design, depth, true, out->player);
}

static size_t find_pairs(base_arena *arena, const wyrm_design *design, pairing pairs[PAIRS])
{
    size_t count = 0;
    for (int i = 0; i < PAIRS; i++) {
        pairing *pair = &pairs[count];
        wyrm_combatant fighter;
        bool found = find_pair(arena, design, i, pair);
        for (size_t k = 0; k < count && found; k++)
            found = strcmp(pairs[k].player, pair->player) != 0 ||
                    strcmp(pairs[k].monster, pair->monster) != 0;
        count += found && html_read_fighter(design, pair->player, &fighter) &&
                 html_read_fighter(design, pair->monster, &fighter);
    }
    return count;
}

/* ---- What one hit and armour do ---- */

#define DAMAGES_MAX 400 /* values drawn of one distribution */

/* The damage of one hit, for each pair. The caption gives the mean of the first, and its chance to
 * do nothing. */
static void fill_hit(html_chart *chart)
{
    pairing pairs[PAIRS];
    size_t count = find_pairs(chart->arena, chart->report->sides[0].design, pairs);
    double mean = NAN, none = NAN;
    for (size_t k = 0; k < chart->report->head.side_count * count; k++) {
        const wyrm_design *design = chart->report->sides[k / count].design;
        const pairing *pair = &pairs[k % count];
        const char *player = pair->player;
        wyrm_combatant attacker, defender;
        wyrm_pmf *damage = NULL;
        if (!html_read_fighter(design, player, &attacker) ||
            !html_read_fighter(design, pair->monster, &defender) ||
            wyrm_design_hit(design, &attacker, &defender, &damage, NULL) != WYRM_OK)
            continue;
        base_keep(chart->arena, damage, wyrm_pmf_free);
        const char *name =
            base_say(chart->arena, "%.*s%s on %.38s", (int)strcspn(player, ","), player,
                     strchr(player, ',') != NULL ? " in gear" : "", pair->monster);
        html_series *series = html_side_series(chart, k / count, name);
        for (int64_t value = wyrm_pmf_first(damage);
             value <= wyrm_pmf_last(damage) && series->count < DAMAGES_MAX; value++)
            if (wyrm_pmf_at(damage, value) > 0.0)
                html_add_mark(series, (double)value, wyrm_pmf_at(damage, value));
        mean = isnan(mean) ? wyrm_pmf_mean(damage) : mean;
        none = isnan(none) ? wyrm_pmf_at(damage, 0) : none;
        pair_command(chart, k / count, "hit", player, pair->monster, "");
    }
    if (count > 0)
        html_caption(chart,
                     "Exact. %.120s hits %.60s for %.2f hit points on average, and %s of its "
                     "attacks do nothing. The wider a hill, the more a fight hangs on luck.",
                     pairs[0].player, pairs[0].monster, mean, percent(chart, none));
}

/* Merges the last series into an earlier one of the same side if their lines are the same. */
static void share_line(html_chart *chart)
{
    size_t last = chart->series_count - 1;
    const html_series *added = &chart->series[last];
    for (size_t s = 0; s < last; s++) {
        html_series *series = &chart->series[s];
        size_t i = 0;
        while (i < series->count && i < added->count && series->marks[i].x == added->marks[i].x &&
               series->marks[i].y == added->marks[i].y)
            i++;
        if (i < series->count || i < added->count || series->dashed != added->dashed)
            continue;
        const char *name = strstr(added->name, ": "); /* behind the side's name */
        base_utf8_copy(
            series->name, sizeof series->name,
            base_say(chart->arena, "%s, %s", series->name, name != NULL ? name + 2 : added->name));
        chart->series_count--;
        return;
    }
}

/* Adds the mean damage that a monster's hit does to the player, as the player's armour goes from 0
 * to `most`. */
static void add_armour(html_chart *chart, size_t side, const pairing *pair, double most)
{
    const wyrm_design *design = chart->report->sides[side].design;
    const char *stat = base_say(chart->arena, "defender.%s", chart->x.label);
    wyrm_combatant monster, player;
    wyrm_hit_curve *curve = base_new(chart->arena, wyrm_hit_curve);
    const wyrm_hit_curve_range range = {.first = 0.0, .last = most};
    const wyrm_matchup matchup = {
        .attacker = &monster, .defender = &player, .attack = WYRM_ATTACK_MELEE, .distance = 1.0};
    if (!html_read_fighter(design, pair->monster, &monster) ||
        !html_read_fighter(design, pair->player, &player) ||
        wyrm_hit_curve_solve(design, &matchup, stat, &range, curve, NULL) != WYRM_OK)
        return;
    base_keep(chart->arena, curve, wyrm_hit_curve_free);
    html_series *series = html_side_series(chart, side, pair->monster);
    for (size_t k = 0; k < curve->count; k++)
        html_add_mark(series, curve->points[k].at, curve->points[k].mean);
    share_line(chart);
    pair_command(chart, side, "hit", pair->monster, pair->player,
                 base_say(chart->arena, " --curve %s=0..%.0f", stat, most));
}

/* The stat that most kinds of armour have a number of; -1: there is none. */
static int stat_of_armours(const wyrm_design *design)
{
    const wyrm_stat *stats = wyrm_combat_stats(wyrm_design_combat(design));
    const wyrm_value *armors = wyrm_ruleset_find(wyrm_design_ruleset(design), "armors");
    int found = -1;
    size_t most = 0;
    for (int s = 0; stats[s].name != NULL; s++) {
        size_t count = 0;
        for (size_t i = 0; i < wyrm_value_count(armors); i++)
            count += wyrm_value_get(wyrm_value_item(armors, i), stats[s].name) != NULL;
        if (stats[s].kind == WYRM_STAT_NUMBER && !stats[s].changes && count > most) {
            most = count;
            found = s;
        }
    }
    return found;
}

/* The stat on the x axis is the one that armour adds to, by the names that models give it; else the
 * stat that the plus of an armour adds to, or that most kinds of armour name. It goes to twice what
 * any of the players has. */
static void fill_armour(html_chart *chart)
{
    static const char *const names[] = {"defense", "armour_class", "evasion"};
    const wyrm_design *design = chart->report->sides[0].design;
    const wyrm_combat *combat = wyrm_design_combat(design);
    const char *halved = "";
    pairing pairs[PAIRS];
    int stat = -1;
    double most = 10.0;
    for (size_t i = 0; i < COUNT_OF(names) && stat < 0; i++)
        stat = wyrm_combat_stat(combat, names[i]);
    if (stat < 0)
        stat = wyrm_combat_plus_stat(combat, WYRM_ROLE_ARMOR);
    if (stat < 0)
        stat = stat_of_armours(design);
    if (stat >= 0)
        chart->x.label = wyrm_combat_stats(combat)[stat].name;
    size_t count = stat >= 0 ? find_pairs(chart->arena, design, pairs) : 0;
    if (count == 0)
        return;
    for (size_t i = 0; i < count; i++) {
        wyrm_combatant player;
        if (html_read_fighter(design, pairs[i].player, &player))
            most = fmax(most, player.stats[stat]);
    }
    for (size_t k = 0; k < chart->report->head.side_count * count; k++)
        add_armour(chart, k / count, &pairs[k % count], ceil(2.0 * most));
    const html_series *first = &chart->series[0];
    size_t half = 0;
    while (half < first->count && first->marks[half].y > first->marks[0].y / 2.0)
        half++;
    if (half < first->count && first->marks[half].x > 0.0)
        halved = base_say(chart->arena, " A hit of %.60s is halved at %g.", pairs[0].monster,
                          first->marks[half].x);
    html_caption(chart,
                 "Exact, misses included: hits of each monster on the player of its depth or "
                 "level, as that player's %s grows.%s Where a line is flat, more of it is wasted.",
                 chart->x.label, halved);
}

#define DUELS_FLAGS (HTML_EACH_SIDE | HTML_SHARES)

/* clang-format off */
/* In heat maps of duels, `offset` says whether the player has gear. */
const html_chart_row html_fights_rows[] = {
    {"duels", "Who wins, in gear of its level?", HTML_HEATMAP, DUELS_FLAGS,
     {"level of the monster", "", "level of the player", ""}, fill_levels, .offset = 1},
    {"duels-bare", "Who wins without any gear?", HTML_HEATMAP, DUELS_FLAGS,
     {"level of the monster", "", "level of the player", ""}, fill_levels, .offset = 0},
    {"duels", "Does the player of a depth beat its monsters?", HTML_HEATMAP, DUELS_FLAGS,
     {"monster", "", "depth", ""}, fill_monsters, .offset = 1},
    {"duels-bare", "Does the player of a depth beat its monsters without gear?", HTML_HEATMAP,
     DUELS_FLAGS, {"monster", "", "depth", ""}, fill_monsters, .offset = 0},
    {"even", "Does an even fight stay even as levels rise?", HTML_LINES,
     HTML_WHOLE_X | HTML_FROM_ZERO | HTML_TO_ONE,
     {"level of both", "", "chance that the player wins", "share"}, fill_even,
     .offset = offsetof(wyrm_duel, p_win)},
    {"blows", "How long does an even fight take?", HTML_LINES, HTML_WHOLE_X | HTML_FROM_ZERO,
     {"level of both", "", "length of a fight", "turns"}, fill_even,
     .offset = offsetof(wyrm_duel, turns_mean)},
    {"blows", "How many attacks does it take to kill?", HTML_LINES, HTML_WHOLE_X,
     {"depth", "", "attacks until death, misses included", ""}, fill_attacks,
     .command = html_curve_command, .lines = {
        {"to kill a monster", HTML_OF_ATTRITION,
         offsetof(wyrm_attrition_depth, attacks_on_monster)},
        {"to kill the player", HTML_OF_ATTRITION,
         offsetof(wyrm_attrition_depth, attacks_on_player)}},
     .needs = WYRM_SYSTEMS_OF_A_FLOOR},
    {"hit", "What does one hit do?", HTML_COLUMNS, HTML_WHOLE_X | HTML_FROM_ZERO,
     {"damage", "hit points", "probability", "share"}, .fill = fill_hit},
    {"armour", "What is armour worth?", HTML_LINES, HTML_FROM_ZERO,
     {"", "", "mean damage of a hit", "hit points"}, .fill = fill_armour},
    {.id = NULL},
};
/* clang-format on */
