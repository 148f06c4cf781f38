/* The stats of creatures and items and the odds of fights as text, for the player's column, for
 * looking around and for the pack.
 *
 * Odds are for the present positions and the best opening (<wyrm/outlook.h>): exact where that is
 * possible, else from simulated fights, with their error shown.
 *
 * The texts are read at a glance, so they are short and must not claim too much: what may fail is
 * never "100 %", what may happen never "0 %", and a simulated chance shows no more digits than its
 * confidence interval allows. */
#include "combat/internal.h"
#include "term/internal.h"
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include "base/text.h"

/* ---- The stats of creatures ---- */

/* Pairs of stats that are shown as one: the name of the first ends in `low`, that of the second,
 * which follows it in the table, in `high`. */
static const struct {
    const char *low, *high, *between;
    bool none; /* 0 in the first means "none": 0d6 are no dice */
} pairs[] = {{"_min", "_max", "-", false}, {"_count", "_sides", "d", true}};

void term_stat_label(const char *name, char *out)
{
    size_t i = 0;
    for (; name[i] != '\0' && i < 39; i++)
        out[i] = name[i] == '_' ? ' ' : name[i];
    out[i] = '\0';
}

/* The bounds are where rounding would change the number of digits: 9.996 is shown as 10. */
void term_number(double value, char *out)
{
    const double size = fabs(value);
    const bool tiny = size >= 0.005 && size < 0.095; /* 0.012 must not become 0.01 */
    snprintf(out, 24, "%.*f", tiny ? 3 : size < 9.995 ? 2 : 1, value);
    size_t length = strlen(out);
    while (length > 1 && out[length - 1] == '0')
        out[--length] = '\0';
    if (out[length - 1] == '.')
        out[length - 1] = '\0';
    if (strcmp(out, "-0") == 0)
        strcpy(out, "0");
}

void term_percent(double share, char *out)
{
    if (share >= 1.0 - 1e-12)
        strcpy(out, "100 %");
    else if (share > 0.9995)
        strcpy(out, "over 99.9 %");
    else if (share > 0.0 && share < 0.0005)
        strcpy(out, "under 0.1 %");
    else if (share <= 0.0)
        strcpy(out, "0 %");
    else
        snprintf(out, 24, "%.1f %%", 100.0 * share);
}

/* Returns the pair that a stat begins, or -1. */
static int pair_of(const wyrm_stat *stat)
{
    for (size_t i = 0; i < COUNT_OF(pairs) && stat[1].name != NULL; i++) {
        size_t length = strlen(stat[0].name), next = strlen(stat[1].name);
        size_t low = strlen(pairs[i].low), high = strlen(pairs[i].high);
        if (length > low && strcmp(stat[0].name + length - low, pairs[i].low) == 0 && next > high &&
            strcmp(stat[1].name + next - high, pairs[i].high) == 0)
            return (int)i;
    }
    return -1;
}

/* Whether a stat is worth showing: the ruleset gives it to its player, growth can change it, or a
 * creature differs from the default. Being asleep is shown as a condition. */
static bool is_shown(const wyrm_design *design, const wyrm_stat *stat, double now, double then)
{
    const wyrm_growth *growth = wyrm_design_growth(design);
    const wyrm_value *player = wyrm_roster_player(wyrm_design_roster(design));
    const wyrm_choice *choices;
    size_t count = wyrm_growth_choices(growth, &choices);
    bool grows = wyrm_growth_curve(growth, WYRM_ROLE_PLAYER, stat->name) >= 0;
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < choices[i].count; k++)
            grows |= strcmp(choices[i].gains[k].quantity, stat->name) == 0;
    const wyrm_value *said = wyrm_value_get(player, stat->name);
    return stat->means != WYRM_STAT_ASLEEP &&
           (now != stat->default_value || then != stat->default_value || grows ||
            (said != NULL && !wyrm_value_is_default(said)));
}

/* Appends a number, with `between` before it, to both sides of a figure: the stat itself, or the
 * second of a pair. A range whose ends move in opposite directions is neither better nor worse. */
static void add_number(term_figure *figure, double now, double then, const char *between)
{
    size_t before = strlen(figure->now), behind = strlen(figure->then), room = sizeof figure->now;
    char numbers[2][24];
    term_number(now, numbers[0]);
    term_number(then, numbers[1]);
    snprintf(figure->now + before, room - before, "%s%s", between, numbers[0]);
    snprintf(figure->then + behind, room - behind, "%s%s", between, numbers[1]);
    if (strcmp(numbers[0], numbers[1]) == 0)
        return;
    term_style style = then > now ? TERM_GOOD : TERM_BAD;
    figure->style = figure->changed && figure->style != style ? TERM_WARN : style;
    figure->changed = true;
}

static term_figure figure_of(const char *name, double now, double then)
{
    term_figure figure = {.style = TERM_PLAIN};
    term_stat_label(name, figure.label);
    add_number(&figure, now, then, "");
    return figure;
}

#define ROLL_MOST 12 /* characters; a longer amount is shown as its minimum and maximum */

/* Adds a stat that is a random amount such as dice, unless both are 0. It replaces a figure with
 * the same label, which is the pair of the range's ends. */
static void add_roll(const wyrm_combat *combat, int32_t stat, double now, double then,
                     term_figure *out, size_t *count)
{
    term_figure figure = {.style = TERM_PLAIN, .changed = now != then};
    char text[WYRM_AMOUNT_TEXT_MAX + 1];
    const double before = wyrm_combat_stat_number(combat, stat, now);
    const double after = wyrm_combat_stat_number(combat, stat, then), more = after - before;
    if ((wyrm_combat_amount(combat, now) == NULL && wyrm_combat_amount(combat, then) == NULL) ||
        (before == 0.0 && after == 0.0)) /* neither has any */
        return;
    term_stat_label(wyrm_combat_stats(combat)[stat].name, figure.label);
    for (int k = 0; k < 2; k++) {
        const wyrm_amount *amount = wyrm_combat_amount(combat, k == 0 ? now : then);
        wyrm_combat_stat_text(combat, stat, k == 0 ? now : then, text, sizeof text);
        base_range_words(text);
        const wyrm_pmf *pmf =
            amount != NULL && strlen(text) > ROLL_MOST ? wyrm_amount_pmf(amount) : NULL;
        if (pmf != NULL)
            snprintf(text, sizeof text, "%lld-%lld", (long long)wyrm_pmf_first(pmf),
                     (long long)wyrm_pmf_last(pmf));
        base_utf8_copy(k == 0 ? figure.now : figure.then, sizeof figure.now, text);
    }
    if (figure.changed)
        figure.style = more > 0 ? TERM_GOOD : more < 0 ? TERM_BAD : TERM_WARN;
    size_t at = 0;
    while (at < *count && strcmp(out[at].label, figure.label) != 0)
        at++;
    out[at] = figure;
    *count += at == *count;
}

/* A stat with a choice of words, such as the attack that the player has chosen. */
static term_figure word_of(const wyrm_stat *stat, double now, double then)
{
    term_figure figure = {.style = now != then ? TERM_WARN : TERM_PLAIN, .changed = now != then};
    term_stat_label(stat->name, figure.label);
    base_utf8_copy(figure.now, sizeof figure.now, stat->words[(size_t)now]);
    base_utf8_copy(figure.then, sizeof figure.then, stat->words[(size_t)then]);
    return figure;
}

size_t term_figures(const wyrm_engine *engine, const wyrm_combatant *now,
                    const wyrm_combatant *then, term_figure *out)
{
    const wyrm_design *design = wyrm_engine_design(engine);
    const wyrm_stat *stats = wyrm_combat_stats(wyrm_design_combat(design));
    size_t count = 0;
    if (then == NULL)
        then = now;
    if (now->max_hp != then->max_hp)
        out[count++] = figure_of("max_hp", (double)now->max_hp, (double)then->max_hp);
    if (now->regeneration != then->regeneration)
        out[count++] = figure_of("regeneration", now->regeneration, then->regeneration);
    for (size_t i = 0; stats[i].name != NULL && count < TERM_FIGURES_MAX; i++) {
        if (!combat_stat_counts(wyrm_design_combat(design), now, (int32_t)i) &&
            !combat_stat_counts(wyrm_design_combat(design), then, (int32_t)i))
            continue;
        if (stats[i].chosen &&
            strcmp(now->name, wyrm_roster_player_name(wyrm_design_roster(design))) == 0)
            out[count++] = word_of(&stats[i], now->stats[i], then->stats[i]);
        if (stats[i].kind == WYRM_STAT_AMOUNT)
            add_roll(wyrm_design_combat(design), (int32_t)i, now->stats[i], then->stats[i], out,
                     &count);
        if (stats[i].kind != WYRM_STAT_NUMBER || (stats[i].changes && !stats[i].counter))
            continue;
        int pair = pair_of(&stats[i]);
        bool shown = is_shown(design, &stats[i], now->stats[i], then->stats[i]);
        out[count] = figure_of(stats[i].name, now->stats[i], then->stats[i]);
        if (pair >= 0) {
            char *label = out[count].label;
            label[strlen(label) - strlen(pairs[pair].low)] = '\0';
            i++;
            shown |= is_shown(design, &stats[i], now->stats[i], then->stats[i]);
            add_number(&out[count], now->stats[i], then->stats[i], pairs[pair].between);
            if (pairs[pair].none && now->stats[i - 1] == 0.0)
                strcpy(out[count].now, "none");
            if (pairs[pair].none && then->stats[i - 1] == 0.0)
                strcpy(out[count].then, "none");
        }
        count += shown;
    }
    return count;
}

/* Draws figures in at most three columns if two of the widest fit side by side; else packs as many
 * as fit into each row. */
void term_figures_draw(term_area *area, const wyrm_engine *engine, const wyrm_combatant *who,
                       size_t most)
{
    term_figure figures[TERM_FIGURES_MAX];
    int lengths[TERM_FIGURES_MAX], width = 1; /* of the widest figure with a blank */
    size_t count = term_figures(engine, who, NULL, figures);
    count = count < most ? count : most;
    for (size_t i = 0; i < count; i++) {
        lengths[i] = (int)(strlen(figures[i].label) + strlen(figures[i].now)) + 1;
        width = lengths[i] >= width ? lengths[i] + 1 : width; /* with a blank behind it */
    }
    bool columns = 2 * width <= area->width + 1;
    if (columns)
        width = (area->width + 1) / (area->width / width > 3 ? 3 : (area->width + 1) / width);
    term_area row = count > 0 ? term_row(area) : *area;
    for (size_t i = 0, first = 0; i < count; i++) {
        if (i > first && lengths[i] > row.width) {
            if (area->height == 0)
                return;
            row = term_row(area);
            first = i;
        }
        term_area figure = row;
        term_write(&figure, TERM_PLAIN, "%s ", figures[i].label);
        term_write(&figure, TERM_BOLD, "%s", figures[i].now);
        row = columns ? term_behind(row, width) : term_behind(figure, 2);
    }
}

bool term_changes_draw(term_area *area, const wyrm_engine *engine, const wyrm_combatant *now,
                       const wyrm_combatant *then)
{
    term_figure figures[TERM_FIGURES_MAX];
    size_t count = term_figures(engine, now, then, figures);
    bool any = false;
    for (size_t i = 0; i < count && area->height > 0; i++) {
        if (!figures[i].changed)
            continue;
        any = true;
        term_area row = term_row(area);
        term_write(&row, TERM_PLAIN, "%s %s -> ", figures[i].label, figures[i].now);
        term_text(row, figures[i].style, "%s", figures[i].then);
    }
    return any;
}

double term_life(const wyrm_combatant *who)
{
    return who->max_hp > 0 ? (double)who->hp / (double)who->max_hp : 0.0;
}

/* ---- The odds of fights ---- */

#define SURELY 1e-9 /* chances this near to 0 or 1 count as never and always */

term_style term_odds_style(double p_win)
{
    return p_win >= 0.9 ? TERM_GOOD : p_win >= 0.6 ? TERM_WARN : TERM_BAD;
}

void term_chance(const wyrm_duel *duel, bool is_short, char *out)
{
    const double low = 100.0 * duel->p_win_low, high = 100.0 * duel->p_win_high;
    const double percent = 100.0 * duel->p_win, half = fmax(1.0, ceil((high - low) / 2.0));
    /* the interval of simulated fights would pass 0 or 100 */
    if (duel->fights > 0 && percent < 0.5)
        snprintf(out, 24, "%s%.0f %%", is_short ? "<" : "under ", ceil(high));
    else if (duel->fights > 0 && percent >= 99.5)
        snprintf(out, 24, "%s%.0f %%", is_short ? ">" : "over ", floor(low));
    else if (duel->fights > 0 && (percent < half || percent + half > 100.0))
        snprintf(out, 24, "%.0f-%.0f %%", floor(low), ceil(high));
    else if (duel->fights > 0)
        snprintf(out, 24, "%.0f ±%.0f %%", percent, half);
    else if (!is_short)
        term_percent(duel->p_win, out);
    else if (percent > 99.0 && percent < 100.0 - 1e-7)
        strcpy(out, ">99 %");
    else if (percent > 0.0 && percent < 1.0)
        strcpy(out, "<1 %");
    else
        snprintf(out, 24, "%.0f %%", percent);
}

/* ", losing 12 of 30 hp in 5 turns.": the mean cost of a won fight that begins with `hp`. */
static void say_price(const wyrm_duel *duel, double hp, char *out, size_t size)
{
    double lost = hp - duel->hp_left_mean_given_win;
    double turns = round(duel->turns_mean_given_win);
    char price[48];
    if (lost < 0.005)
        snprintf(price, sizeof price, "unhurt");
    else if (lost < 0.95)
        snprintf(price, sizeof price, "losing less than 1 of %.0f hp", hp);
    else
        snprintf(price, sizeof price, "losing %.0f of %.0f hp", lost, hp);
    snprintf(out, size, ", %s in %.0f turn%s.", price, turns, turns == 1.0 ? "" : "s");
}

/* Two chances differ if they are further apart than both errors: for independent errors of like
 * size, their sum divided by the square root of 2. */
bool term_ways_differ(const wyrm_outlook *outlook)
{
    const wyrm_duel *one = &outlook->ways[0].duel;
    bool differ = false;
    for (size_t i = 1; i < outlook->count; i++) {
        const wyrm_duel *other = &outlook->ways[i].duel;
        const double apart = fabs(one->p_win - other->p_win);
        const double errors =
            (one->p_win_high - one->p_win_low + other->p_win_high - other->p_win_low) / 2.0;
        differ |= apart >= 0.0005 + errors / 1.4;
    }
    return differ;
}

const char *term_way_word(const wyrm_outlook *outlook, size_t way)
{
    const wyrm_approach approach = outlook->ways[way].approach;
    return approach == WYRM_WALK_UP && outlook->beside ? "strike" : wyrm_approach_word(approach);
}

/* An opening as the beginning of a sentence: "Wait 2 turns", "Walk up". */
static void say_way(const wyrm_outlook *outlook, size_t index, char *out, size_t size)
{
    static const char *const words[WYRM_APPROACH_COUNT] = {[WYRM_LET_COME] = "Wait",
                                                           [WYRM_WALK_UP] = "Walk up",
                                                           [WYRM_FROM_AFAR] = "From afar",
                                                           [WYRM_THROW_FIRST] = "Throw first",
                                                           [WYRM_FALL_BACK] =
                                                               "Fall back to the corridor"};
    const wyrm_prospect *way = &outlook->ways[index];
    if (way->approach == WYRM_LET_COME && way->waits > 0)
        snprintf(out, size, "Wait %d turn%s", way->waits, way->waits == 1 ? "" : "s");
    else
        snprintf(out, size, "%s",
                 way->approach == WYRM_WALK_UP && outlook->beside ? "Strike"
                                                                  : words[way->approach]);
}

/* Describes the best opening with its odds and cost, then the others if they are worse. */
static void say_ways(const wyrm_outlook *outlook, double hp, char *out, size_t size)
{
    const wyrm_duel *best = &outlook->ways[0].duel;
    char chance[24], price[96], way[48];
    const bool differ = term_ways_differ(outlook);
    snprintf(price, sizeof price, ".");
    if (best->p_win >= 0.005) /* the cost of a fight that is never won means nothing */
        say_price(best, hp, price, sizeof price);
    term_chance(best, false, chance);
    if (best->p_unfinished > 1.0 - SURELY) {
        snprintf(out, size, "Neither of you wins this fight.");
        return;
    }
    if (best->p_win < SURELY && best->fights == 0) {
        snprintf(out, size, "You cannot win this fight.");
        return;
    }
    const char *sure = best->p_win > 1.0 - SURELY && best->fights == 0 ? "always win" : NULL;
    say_way(outlook, 0, way, sizeof way);
    size_t used = 0;
    if (differ)
        used = (size_t)snprintf(out, size, "%s: ", way);
    if (sure != NULL)
        used += (size_t)snprintf(out + used, size - used, "%s %s%s", differ ? "you" : "You", sure,
                                 price);
    else
        used += (size_t)snprintf(out + used, size - used, "%s win %s of such fights%s",
                                 differ ? "you" : "You", chance, price);
    if (best->p_unfinished >= 0.005 && used < size)
        used += (size_t)snprintf(out + used, size - used, " %.0f %% of them nobody wins.",
                                 100.0 * best->p_unfinished);
    for (size_t i = 1; i < outlook->count && differ && used < size; i++) {
        say_way(outlook, i, way, sizeof way);
        term_chance(&outlook->ways[i].duel, false, chance);
        used += (size_t)snprintf(out + used, size - used, " %s: %s.", way, chance);
    }
}

/* Whether two chances read the same or are both practically certain: "100 %" and, from simulated
 * fights, "over 99 %" show no difference. */
static bool reads_alike(const wyrm_duel *one, const wyrm_duel *other)
{
    char words[2][24];
    if ((one->fights > 0 || other->fights > 0) && ((one->p_win >= 0.995 && other->p_win >= 0.995) ||
                                                   (one->p_win < 0.005 && other->p_win < 0.005)))
        return true;
    term_chance(one, false, words[0]);
    term_chance(other, false, words[1]);
    return strcmp(words[0], words[1]) == 0;
}

/* The command that readies an item for a fight: use, wear or take off. */
static wyrm_command readying(const term_session *session, size_t item)
{
    const bool worn = term_now(session)->pack[item].worn;
    wyrm_effect effect = wyrm_pack_effect(session->engine, session->game, item);
    return (wyrm_command){.kind = effect.kind != WYRM_EFFECT_NONE ? WYRM_DO_USE
                                  : worn                          ? WYRM_DO_TAKE_OFF
                                                                  : WYRM_DO_WEAR,
                          .argument = (int32_t)item,
                          .target = term_now(session)->player->at};
}

/* Finds the item of the pack that helps most, chosen by the odds of a fight hand to hand. It is
 * recommended only if it also improves the odds from the present positions, where readying it costs
 * a turn. */
static void find_better(const term_session *session, const wyrm_game_monster *monster,
                        term_odds *out)
{
    const double hp = (double)term_now(session)->player->combatant.hp;
    char name[WYRM_NAME_TEXT_MAX], percent[24], price[96] = ".";
    wyrm_better_odds better;
    wyrm_outlook with;
    if (wyrm_odds_with_pack(session->engine, session->game, monster, &better, NULL) != WYRM_OK ||
        better.item < 0)
        return;
    const wyrm_command first = readying(session, (size_t)better.item);
    const wyrm_outlook_options options = {.alone = monster, .before = &first};
    if (wyrm_outlook_find(session->engine, session->game, &options, &with, NULL) != WYRM_OK ||
        with.count == 0)
        return;
    const wyrm_duel *then = &with.ways[0].duel;
    if (then->p_win < out->duel.p_win ||
        (reads_alike(then, &out->duel) && !(then->hp_left_mean > out->duel.hp_left_mean + 0.5)))
        return;
    out->better = (wyrm_better_odds){.item = better.item, .duel = *then};
    wyrm_item_text(session->engine, &term_now(session)->pack[better.item], name);
    term_chance(then, false, percent);
    if (then->p_win >= SURELY && first.kind != WYRM_DO_USE)
        say_price(then, hp, price, sizeof price);
    const char *deed = first.kind == WYRM_DO_USE        ? "use"
                       : first.kind == WYRM_DO_TAKE_OFF ? "take off"
                       : term_item_class(session, (size_t)better.item) == WYRM_ITEM_WEAPON
                           ? "wield"
                           : "put on";
    snprintf(out->with, sizeof out->with, "First %s %s: %s%s", deed, name, percent, price);
}

void term_odds_find(const term_session *session, const wyrm_game_monster *monster, bool in_words,
                    term_odds *out)
{
    const double hp = (double)term_now(session)->player->combatant.hp;
    const wyrm_outlook_options options = {.alone = monster, .fights = in_words ? 0 : 100};
    wyrm_error error;
    *out = (term_odds){.better.item = -1};
    if (hp <= 0.0)
        return;
    if (wyrm_outlook_find(session->engine, session->game, &options, &out->outlook, &error) !=
        WYRM_OK) {
        snprintf(out->words, sizeof out->words, "No odds: %s.", error.message);
        return;
    }
    out->known = out->outlook.count > 0;
    out->duel = out->outlook.ways[0].duel;
    if (!in_words || !out->known)
        return;
    say_ways(&out->outlook, hp, out->words, sizeof out->words);
    if (out->duel.p_win < 1.0 - SURELY)
        find_better(session, monster, out);
}

/* ---- One attack ---- */

/* "4.2"; "5" for a whole number; no decimals from 100 on. */
static void say_mean(double mean, char out[24])
{
    snprintf(out, 24, "%.*f", fabs(mean - round(mean)) < SURELY || mean >= 99.95 ? 0 : 1, mean);
}

/* Whether blows do more to the defender than damage: poison, say, kills too. */
static bool harms_besides(const wyrm_combat *combat, const wyrm_matchup *matchup)
{
    wyrm_blow_effect effects[16];
    const size_t count = wyrm_combat_effects(combat, matchup, effects, 16);
    bool harms = false;
    for (size_t i = 0; i < (count < 16 ? count : 16); i++)
        harms = harms || !effects[i].of_attacker;
    return harms;
}

void term_attack_text(const term_session *session, const wyrm_combatant *attacker,
                      const wyrm_combatant *defender, wyrm_attack_kind kind, double distance,
                      double off_centre, char *out, size_t size)
{
    const wyrm_combat *combat = wyrm_design_combat(session->design);
    const wyrm_matchup matchup = {.attacker = attacker,
                                  .defender = defender,
                                  .attack = kind,
                                  .distance = distance,
                                  .off_centre = off_centre};
    wyrm_pmf *damage = NULL, *blows = NULL;
    *out = '\0';
    if (wyrm_combat_hit(combat, &matchup, &damage, NULL) != WYRM_OK)
        return;
    char chance[24], mean[24], most[40] = "", kills[24];
    const double hits = wyrm_pmf_tail(damage, 1);
    const char *alone = harms_besides(combat, &matchup) ? " by blows alone" : "";
    snprintf(chance, sizeof chance,
             hits < 1.0 && hits > 0.99 ? ">99 %%"
             : hits < 0.01             ? "<1 %%"
                                       : "%.0f %%",
             100.0 * hits);
    const double average = hits > 0.0 ? wyrm_pmf_mean(damage) / hits : 0.0;
    const double last = (double)wyrm_pmf_last(damage);
    say_mean(average, mean);
    if (average < last - SURELY) /* else every hit does the same damage */
        snprintf(most, sizeof most, ", at most %.0f", last);
    if (!(hits > 0.0)) {
        snprintf(out, size, "no harm%s", alone);
    } else if (wyrm_hits_to_kill(damage, defender->hp, &blows, NULL) != WYRM_OK) {
        snprintf(out, size, "%s to hit, %s hp%s", chance, mean, most);
    } else {
        say_mean(wyrm_pmf_mean(blows), kills);
        snprintf(out, size, "%s to hit, %s hp%s; %s to kill%s", chance, mean, most, kills, alone);
    }
    wyrm_pmf_free(blows);
    wyrm_pmf_free(damage);
}

/* A monster to show odds against. */
typedef struct opponent {
    char name[WYRM_NAMED_TEXT_MAX]; /* "the Orc" */
    wyrm_game_monster monster;
} opponent;

/* Kinds of defeated monsters to consider; the hardest of them are shown, as sure victories tell
 * nothing. */
#define DEFEATED_MAX 16

/* Finds the hardest kinds of monsters defeated so far, scaled to the present depth. Begins with the
 * last kinds of the ruleset, which are usually the hardest. */
static size_t find_defeated(const term_session *session, opponent *out, size_t most)
{
    const wyrm_game_view *game = term_now(session);
    const wyrm_roster *roster = wyrm_design_roster(session->design);
    const size_t kinds = wyrm_roster_count(roster);
    double wins[TERM_OPPONENTS_MAX];
    size_t count = 0, tried = 0;
    for (size_t i = kinds < WYRM_KINDS_MAX ? kinds : WYRM_KINDS_MAX; i-- > 0;) {
        if (game->tally->killed[i] == 0 || ++tried > DEFEATED_MAX)
            continue;
        const wyrm_monster *kind = wyrm_roster_monster(roster, i);
        const int32_t level = kind->level > 0 ? kind->level : game->difficulty.depth;
        opponent one = {.name = ""};
        wyrm_duel duel;
        wyrm_name_another(kind->title, one.name);
        wyrm_roster_spawn(roster, i, level, WYRM_VARIANT_NONE, &one.monster.body.combatant);
        if (wyrm_odds_as(session->engine, session->game, &game->player->combatant, true,
                         &one.monster, &duel, NULL) != WYRM_OK)
            continue;
        size_t at = count < most ? count++ : most;
        for (; at > 0 && duel.p_win < wins[at - 1]; at--)
            if (at < most) {
                out[at] = out[at - 1];
                wins[at] = wins[at - 1];
            }
        if (at < most) {
            out[at] = one;
            wins[at] = duel.p_win;
        }
    }
    return count;
}

/* The odds of the best opening from the present positions; false where there are none. */
static bool best_from_here(const term_session *session, const wyrm_game *game,
                           const wyrm_game_monster *monster, const wyrm_command *before,
                           wyrm_duel *out)
{
    const wyrm_outlook_options options = {.alone = monster, .before = before};
    wyrm_outlook outlook;
    bool known = wyrm_outlook_find(session->engine, game, &options, &outlook, NULL) == WYRM_OK &&
                 outlook.count > 0;
    if (known)
        *out = outlook.ways[0].duel;
    return known;
}

/* Computes the odds before and after a change, from the present positions. If the player has
 * choices of growth pending, "before" is the game without them, and "after" the one with the first
 * only: what the others will be nobody knows. */
static bool compare_here(const term_session *session, const wyrm_game_monster *monster,
                         const wyrm_command *before, wyrm_duel *duels)
{
    if (session->game->phase != WYRM_PHASE_CHOOSING)
        return best_from_here(session, session->game, monster, NULL, &duels[0]) &&
               best_from_here(session, session->game, monster, before, &duels[1]);
    wyrm_game *game = wyrm_game_new();
    bool known = game != NULL;
    if (known) {
        wyrm_game_copy(session->game, game);
        game->choices = 1;
        known = best_from_here(session, game, monster, before, &duels[1]);
        game->phase = WYRM_PHASE_PLAYING;
        game->choices = 0;
        known = known && best_from_here(session, game, monster, NULL, &duels[0]);
    }
    wyrm_game_free(game);
    return known;
}

/* "Against the Orc you win 62.0 % -> 93.1 %, with 9 -> 17 hp left." A difference too small to be
 * read or to be certain is left out. */
static void say_change(const char *name, const wyrm_duel *duels, char gap, char *out, size_t size)
{
    char wins[2][24], left[2][16];
    for (int k = 0; k < 2; k++) {
        term_chance(&duels[k], false, wins[k]);
        snprintf(left[k], sizeof left[k], duels[k].p_win < SURELY ? "none" : "%.0f",
                 duels[k].hp_left_mean_given_win);
    }
    const bool same_wins = reads_alike(&duels[0], &duels[1]);
    double error = 0.0; /* squared standard error of the difference in hp left */
    for (int k = 0; k < 2; k++)
        error +=
            duels[k].fights > 0 ? duels[k].hp_left_sd * duels[k].hp_left_sd / duels[k].fights : 0.0;
    /* a difference below two standard errors is not shown */
    const bool same_left =
        strcmp(left[0], left[1]) == 0 ||
        fabs(duels[1].hp_left_mean_given_win - duels[0].hp_left_mean_given_win) < 2.0 * sqrt(error);
    const double spread = duels[0].p_win_high - duels[0].p_win_low;
    const char *both = wins[duels[1].p_win_high - duels[1].p_win_low > spread]; /* the vaguer */
    if (same_wins && same_left)
        snprintf(out, size, "Against %s nothing changes:%cyou win %s.", name, gap, both);
    else if (same_wins)
        snprintf(out, size, "Against %s you win%c%s either way,%cwith %s -> %s hp left.", name, gap,
                 both, gap, left[0], left[1]);
    else if (same_left)
        snprintf(out, size, "Against %s you win%c%s -> %s,%cwith %s hp left.", name, gap, wins[0],
                 wins[1], gap, left[0]);
    else
        snprintf(out, size, "Against %s you win%c%s -> %s,%cwith %s -> %s hp left.", name, gap,
                 wins[0], wins[1], gap, left[0], left[1]);
}

size_t term_odds_changes(const term_session *session, const wyrm_combatant *then,
                         const wyrm_effect *heals, const wyrm_command *before, char gap,
                         term_change *out, size_t most)
{
    const wyrm_combatant *now = &term_now(session)->player->combatant;
    const wyrm_observation *view = session->view;
    opponent opponents[TERM_OPPONENTS_MAX];
    size_t count = 0;
    for (size_t i = 0; i < view->monster_count && count < most; i++) {
        char name[WYRM_NAME_TEXT_MAX];
        if (!view->monsters[i].in_sight)
            continue;
        opponents[count].monster = *term_seen(session, i);
        wyrm_monster_text(session->engine, &opponents[count].monster, name);
        wyrm_name_the(name, opponents[count++].name);
    }
    bool in_sight = count > 0;
    if (!in_sight)
        count = find_defeated(session, opponents, most);
    for (size_t i = 0; i < count; i++) {
        const wyrm_game_monster *monster = &opponents[i].monster;
        wyrm_duel duels[2];
        out[i] = (term_change){.in_sight = in_sight};
        if (in_sight ? !compare_here(session, monster, before, duels)
                     : wyrm_odds_as(session->engine, session->game, now, true, monster, &duels[0],
                                    NULL) != WYRM_OK ||
                           (heals ? wyrm_odds_after(session->engine, session->game, then, heals,
                                                    true, monster, &duels[1], NULL)
                                  : wyrm_odds_as(session->engine, session->game, then, true,
                                                 monster, &duels[1], NULL)) != WYRM_OK)
            continue;
        say_change(opponents[i].name, duels, gap, out[i].words, sizeof out[i].words);
        out[i].style =
            reads_alike(&duels[0], &duels[1]) ? TERM_PLAIN : term_odds_style(duels[1].p_win);
        out[i].played = duels[0].fights > 0 || duels[1].fights > 0;
    }
    return count;
}

/* ---- The panel of an item ---- */

wyrm_item_class term_item_class(const term_session *session, size_t item)
{
    const wyrm_item_kind *kinds;
    size_t count = wyrm_loot_kinds(wyrm_design_loot(session->design), &kinds);
    int32_t kind = term_now(session)->pack[item].item.kind;
    return kind >= 0 && (size_t)kind < count ? kinds[kind].item_class : WYRM_ITEM_CLASS_COUNT;
}

/* Draws how readying the item changes the odds against the nearest opponent. */
static void draw_odds(const term_session *session, size_t item, const wyrm_combatant *then,
                      const wyrm_effect *heals, term_area *area)
{
    const wyrm_command before = readying(session, item);
    term_change change;
    if (term_odds_changes(session, then, heals, &before, '\n', &change, 1) == 0 ||
        change.words[0] == '\0')
        return;
    term_skip(area, 1);
    term_say(area, change.style, "%s", change.words);
    if (change.in_sight)
        term_say(area, TERM_DIM, "%s", TERM_ODDS_ASSUME(change.played));
    else
        term_say(area, TERM_DIM, "%s: alone, hand to hand, you are ready and strike first%s.",
                 change.played ? "Odds of mock fights" : "Exact odds",
                 wyrm_engine_rules(session->engine)->regeneration > 0
                     ? ", without what heals with the turns"
                     : "");
}

/* Draws what throwing the item does to the nearest monster in sight. */
static void draw_throw(const term_session *session, size_t item, const wyrm_combatant *armed,
                       term_area *area)
{
    const wyrm_observation *view = session->view;
    const wyrm_position at = term_now(session)->player->at;
    const int32_t range = wyrm_throw_range(session->engine, session->game, item);
    char name[WYRM_NAME_TEXT_MAX], named[WYRM_NAMED_TEXT_MAX];
    size_t i = 0;
    while (i < view->monster_count && !view->monsters[i].in_sight)
        i++;
    const wyrm_game_monster *monster = i < view->monster_count ? term_seen(session, i) : NULL;
    const int32_t apart = monster != NULL ? game_tiles_apart(at, monster->body.at) : 0;
    if (monster != NULL && apart <= range) {
        wyrm_monster_text(session->engine, monster, name);
        wyrm_name_the(name, named);
        term_skip(area, 1);
        term_say(area, TERM_TITLE, "Thrown at %s", named);
        const wyrm_combatant met = game_as_met(session->engine, &monster->body);
        term_attack_text(session, armed, &met, WYRM_ATTACK_THROWN, apart, 0.0, name, sizeof name);
        term_say(area, TERM_PLAIN, "%s", name);
    }
    term_skip(area, 1);
    term_say(area, TERM_PLAIN, "Can be thrown up to %d tiles%s.", (int)range,
             term_now(session)->pack[item].worn ? ", and leaves your hand" : "");
}

void term_item_panel_draw(const term_session *session, size_t item, bool throws, term_area area)
{
    const wyrm_game_view *game = term_now(session);
    const wyrm_game_item *what = &game->pack[item];
    const wyrm_combatant *now = &game->player->combatant;
    wyrm_combatant then = *now;
    wyrm_item_class class = term_item_class(session, item);
    wyrm_effect effect = wyrm_pack_effect(session->engine, session->game, item);
    int32_t range = wyrm_throw_range(session->engine, session->game, item);
    char text[WYRM_MESSAGE_TEXT_MAX + 1];
    wyrm_item_text(session->engine, what, text);
    term_say(&area, TERM_TITLE, "%s", text);
    const char *sort = class == WYRM_ITEM_CLASS_COUNT ? "item" : wyrm_item_class_name(class);
    if (strcasecmp(text, sort) != 0)
        term_say(&area, TERM_DIM, "%s", sort);
    term_skip(&area, 1);
    wyrm_item_describe(session->engine, what, text);
    term_say(&area, TERM_PLAIN, "%s", text);
    if (!wyrm_can_use(session->engine, session->game, item, text)) {
        term_skip(&area, 1);
        term_say(&area, TERM_WARN, "%s", text);
    } else if (effect.kind == WYRM_EFFECT_HEAL) {
        draw_odds(session, item, &then, &effect, &area);
    }
    if (throws) {
        if (!what->worn) /* a thrown weapon hits as if it were wielded */
            wyrm_player_with(session->engine, session->game, item, &then);
        draw_throw(session, item, &then, &area);
        return;
    }
    if (class == WYRM_ITEM_WEAPON || class == WYRM_ITEM_ARMOR) {
        const char *done = class == WYRM_ITEM_WEAPON ? "Wielded" : "Put on";
        wyrm_player_with(session->engine, session->game, item, &then);
        term_skip(&area, 1);
        term_say(&area, TERM_TITLE, "%s", what->worn ? "Taken off" : done);
        if (!term_changes_draw(&area, session->engine, now, &then))
            term_say(&area, TERM_DIM, "nothing changes");
        draw_odds(session, item, &then, NULL, &area);
    }
    if (range > 0) {
        term_skip(&area, 1);
        term_say(&area, TERM_PLAIN, "Can be thrown up to %d tiles.", range);
    }
}
