/* Numbers of creatures and items and the odds of fights, in words: what the column of the player,
 * looking around and the pack show.
 *
 * Odds are exact (the duel of the library), for the two as they stand there; a fight that is too
 * much for that is played many times over, and what that leaves open is shown. */
#include "term/internal.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- stats of creatures as lines to show ---- */

/* Pairs of stats that are shown as one figure: the key of the first ends in `low`, that of the
 * second, which follows it, in `high`. */
static const struct {
    const char *low, *high, *between;
    bool none; /* 0 of the first means none of both: 0d6 are no dice */
} pairs[] = {{"_min", "_max", "-", false}, {"_count", "_sides", "d", true}};

void term_stat_label(const char *name, char *out)
{
    size_t i = 0;
    for (; name[i] != '\0' && i < 39; i++)
        out[i] = name[i] == '_' ? ' ' : name[i];
    out[i] = '\0';
}

void term_number(double value, char *out)
{
    snprintf(out, 24, "%.*f", fabs(value) < 9.995 ? 2 : 1, value);
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

/* The pair that a stat begins, or -1. */
static int pair_of(const wyrm_stat *stat)
{
    for (size_t i = 0; i < TERM_COUNT(pairs) && stat[1].name != NULL; i++) {
        size_t length = strlen(stat[0].name), next = strlen(stat[1].name);
        size_t low = strlen(pairs[i].low), high = strlen(pairs[i].high);
        if (length > low && strcmp(stat[0].name + length - low, pairs[i].low) == 0 && next > high &&
            strcmp(stat[1].name + next - high, pairs[i].high) == 0)
            return (int)i;
    }
    return -1;
}

/* Whether a stat is worth a line of its own: the ruleset gives it to its player, its growth knows
 * it, or somebody has another than the usual. Being asleep is a condition. */
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
    return stat->means != WYRM_STAT_ASLEEP && (now != stat->fallback || then != stat->fallback ||
                                               grows || wyrm_value_get(player, stat->name) != NULL);
}

/* Adds a number to a figure: the first of it, or that of the second stat of a pair. */
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

/* Adds a stat that is an amount, where anybody has one; in the place of the ends of a range that go
 * by the same name, which it stands for. */
static void add_roll(const wyrm_combat *combat, int32_t stat, double now, double then,
                     term_figure *out, size_t *count)
{
    term_figure figure = {.style = TERM_PLAIN, .changed = now != then};
    char text[WYRM_AMOUNT_TEXT_MAX + 1];
    double more =
        wyrm_combat_stat_number(combat, stat, then) - wyrm_combat_stat_number(combat, stat, now);
    if (wyrm_combat_amount(combat, now) == NULL && wyrm_combat_amount(combat, then) == NULL)
        return;
    term_stat_label(wyrm_combat_stats(combat)[stat].name, figure.label);
    wyrm_combat_stat_text(combat, stat, now, text, sizeof text);
    wyrm_utf8_copy(figure.now, sizeof figure.now, text);
    wyrm_combat_stat_text(combat, stat, then, text, sizeof text);
    wyrm_utf8_copy(figure.then, sizeof figure.then, text);
    if (figure.changed)
        figure.style = more > 0 ? TERM_GOOD : more < 0 ? TERM_BAD : TERM_WARN;
    size_t at = 0;
    while (at < *count && strcmp(out[at].label, figure.label) != 0)
        at++;
    out[at] = figure;
    *count += at == *count;
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

void term_figures_draw(term_area *area, const wyrm_engine *engine, const wyrm_combatant *who,
                       size_t most)
{
    term_figure figures[TERM_FIGURES_MAX];
    int lengths[TERM_FIGURES_MAX], width = 1; /* of a column that holds each of the figures */
    size_t count = term_figures(engine, who, NULL, figures);
    count = count < most ? count : most;
    for (size_t i = 0; i < count; i++) {
        lengths[i] = (int)(strlen(figures[i].label) + strlen(figures[i].now)) + 1;
        width = lengths[i] >= width ? lengths[i] + 1 : width; /* a blank behind */
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

int term_changes_draw(term_area *area, const wyrm_engine *engine, const wyrm_combatant *now,
                      const wyrm_combatant *then)
{
    term_figure figures[TERM_FIGURES_MAX];
    size_t count = term_figures(engine, now, then, figures);
    int rows = 0;
    for (size_t i = 0; i < count && area->height > 0; i++) {
        if (!figures[i].changed)
            continue;
        term_area row = term_row(area);
        term_write(&row, TERM_PLAIN, "%s %s -> ", figures[i].label, figures[i].now);
        term_text(row, figures[i].style, "%s", figures[i].then);
        rows++;
    }
    return rows;
}

double term_life(const wyrm_combatant *who)
{
    return who->max_hp > 0 ? (double)who->hp / (double)who->max_hp : 0.0;
}

/* ---- The odds of fights ---- */

#define SURELY 1e-9 /* chances this near to 0 or 1 are called never and always */
#define SLOW   0.02 /* seconds: where one fight takes so long to compute, the pack is not tried */

term_style term_odds_style(double p_win)
{
    return p_win >= 0.9 ? TERM_GOOD : p_win >= 0.6 ? TERM_WARN : TERM_BAD;
}

/* "82.4 %", or what set fights leave open: "80-85 % (played)". `out` has room for 24. */
static void say_chance(const wyrm_duel *duel, char *out)
{
    if (duel->fights == 0)
        term_percent(duel->p_win, out);
    else
        snprintf(out, 24, "%.0f-%.0f %% (played)", floor(100.0 * duel->p_win_low),
                 ceil(100.0 * duel->p_win_high));
}

/* ", losing 12 of 30 hp in 5 turns." of a fight that can be won and is begun with `hp`. */
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

/* What the odds leave out, where there is some: of who can do more than fight hand to hand, of
 * sleepers, and of what lasts some turns. */
static void say_besides(const term_session *session, const wyrm_game_monster *monster, char *out,
                        size_t size)
{
    static const wyrm_condition left_out[] = {WYRM_HASTED, WYRM_CONFUSED, WYRM_SLOWED, WYRM_AFRAID};
    const wyrm_creature *both[] = {term_now(session)->player, &monster->body};
    const wyrm_roster *roster = wyrm_design_roster(wyrm_engine_design(session->engine));
    const wyrm_monster *kind = wyrm_roster_monster(roster, monster->spawn.monster);
    size_t used = strlen(out);
    bool told = false;
    if (kind != NULL && kind->abilities != NULL)
        used += (size_t)snprintf(out + used, size - used, " Hand to hand, that is.");
    if (monster->body.turns[WYRM_ASLEEP] > 0)
        used += (size_t)snprintf(out + used, size - used, " Your first attack wakes it.");
    for (size_t i = 0; i < sizeof left_out / sizeof *left_out; i++)
        for (int k = 0; k < 2; k++) {
            if (both[k]->turns[left_out[i]] <= 0 || used >= size)
                continue;
            used += (size_t)snprintf(out + used, size - used, "%s that %s %s",
                                     told ? "," : " Not counted:", k == 0 ? "you are" : "it is",
                                     wyrm_condition_word(left_out[i]));
            told = true;
        }
    if (told && used < size)
        snprintf(out + used, size - used, ".");
}

void term_odds_find(const term_session *session, const wyrm_game_monster *monster, bool with_pack,
                    term_odds *out)
{
    const wyrm_game_view *game = term_now(session);
    wyrm_combatant player = game->player->combatant;
    const wyrm_duel *duel = &out->duel;
    char name[WYRM_NAME_TEXT_MAX], percent[24], price[96];
    wyrm_error error;
    double began = term_seconds();
    *out = (term_odds){.better.item = -1};
    if (player.hp <= 0)
        return;
    if (wyrm_odds(session->engine, session->game, monster, &out->duel, &error) != WYRM_OK) {
        snprintf(out->words, sizeof out->words, "No odds: %s.", error.message);
        return;
    }
    out->known = true;
    say_price(duel, (double)player.hp, price, sizeof price);
    say_chance(duel, percent);
    if (duel->endless || duel->p_unfinished > 1.0 - SURELY)
        snprintf(out->words, sizeof out->words, "Neither of you can ever win this fight.");
    else if (duel->p_win < SURELY && duel->fights == 0)
        snprintf(out->words, sizeof out->words, "You cannot win this fight.");
    else if (duel->p_win > 1.0 - SURELY && duel->fights == 0)
        snprintf(out->words, sizeof out->words, "You always win%s", price);
    else
        snprintf(out->words, sizeof out->words, "You win %s of such fights%s", percent, price);
    say_besides(session, monster, out->words, sizeof out->words);
    if (!with_pack || duel->p_win >= 1.0 - SURELY || term_seconds() - began >= SLOW)
        return;
    /* What of the pack would help most, with the hit points that the fight is then begun with. */
    if (wyrm_odds_with_pack(session->engine, session->game, monster, &out->better, NULL) != WYRM_OK)
        out->better.item = -1;
    if (out->better.item < 0)
        return;
    size_t item = (size_t)out->better.item;
    wyrm_effect effect = wyrm_pack_effect(session->engine, session->game, item);
    wyrm_pmf *changes = NULL;
    double won = 0.0; /* hit points, on average */
    if (effect.kind == WYRM_EFFECT_NONE)
        wyrm_player_with(session->engine, session->game, item, &player);
    else if (wyrm_effect_changes(&effect, &player, &changes, NULL) == WYRM_OK)
        won = wyrm_pmf_mean(changes);
    wyrm_pmf_free(changes);
    wyrm_item_text(session->engine, &game->pack[item], name);
    say_chance(&out->better.duel, percent);
    snprintf(price, sizeof price, ".");
    if (out->better.duel.p_win >= SURELY)
        say_price(&out->better.duel, (double)player.hp + won, price, sizeof price);
    snprintf(out->with, sizeof out->with, "With %s: %s%s", name, percent, price);
}

/* A monster for which odds are shown. */
typedef struct opponent {
    char name[WYRM_NAMED_TEXT_MAX]; /* "the Orc" */
    wyrm_game_monster monster;
} opponent;

/* Those defeated most often, of the same number the last of the roster. */
static size_t find_defeated(const term_session *session, opponent *out, size_t most)
{
    const wyrm_roster *roster = wyrm_design_roster(session->design);
    const uint32_t *killed = term_now(session)->tally->killed;
    size_t kinds = wyrm_roster_count(roster), best[TERM_OPPONENTS_MAX], count = 0;
    for (size_t i = 0; i < kinds && i < WYRM_KINDS_MAX; i++) {
        if (killed[i] == 0)
            continue;
        size_t at = count < most ? count++ : most;
        for (; at > 0 && killed[i] >= killed[best[at - 1]]; at--)
            if (at < most)
                best[at] = best[at - 1];
        if (at < most)
            best[at] = i;
    }
    for (size_t i = 0; i < count; i++) {
        const wyrm_monster *monster = wyrm_roster_monster(roster, best[i]);
        int32_t level = monster->level > 0 ? monster->level : term_now(session)->difficulty.depth;
        wyrm_name_another(monster->title, out[i].name);
        out[i].monster = (wyrm_game_monster){0};
        wyrm_roster_spawn(roster, best[i], level, WYRM_VARIANT_NONE,
                          &out[i].monster.body.combatant);
    }
    return count;
}

size_t term_odds_changes(const term_session *session, const wyrm_combatant *then,
                         const wyrm_effect *heals, bool takes_turn, char gap, term_change *out,
                         size_t most)
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
        char wins[2][24], left[2][16];
        const bool ready = !(takes_turn && in_sight);
        out[i] = (term_change){.in_sight = in_sight};
        if (wyrm_odds_as(session->engine, session->game, now, true, monster, &duels[0], NULL) !=
                WYRM_OK ||
            (heals ? wyrm_odds_after(session->engine, session->game, then, heals, ready, monster,
                                     &duels[1], NULL)
                   : wyrm_odds_as(session->engine, session->game, then, ready, monster, &duels[1],
                                  NULL)) != WYRM_OK)
            continue;
        for (int k = 0; k < 2; k++) {
            say_chance(&duels[k], wins[k]);
            snprintf(left[k], sizeof left[k], duels[k].p_win < SURELY ? "none" : "%.0f",
                     duels[k].hp_left_mean_given_win);
        }
        snprintf(out[i].words, sizeof out[i].words,
                 "Against %s you win%c%s -> %s,%cwith %s -> %s hp left.", opponents[i].name, gap,
                 wins[0], wins[1], gap, left[0], left[1]);
        out[i].style = term_odds_style(duels[1].p_win);
        out[i].played = duels[0].fights > 0 || duels[1].fights > 0;
    }
    return count;
}

/* ---- What an item is and does ---- */

wyrm_item_class term_item_class(const term_session *session, size_t item)
{
    const wyrm_item_kind *kinds;
    size_t count = wyrm_loot_kinds(wyrm_design_loot(session->design), &kinds);
    int32_t kind = term_now(session)->pack[item].item.kind;
    return kind >= 0 && (size_t)kind < count ? kinds[kind].item_class : WYRM_ITEM_CLASS_COUNT;
}

/* What the player would win or lose by it against the nearest opponent. */
static void draw_odds(const term_session *session, const wyrm_combatant *then,
                      const wyrm_effect *heals, term_area *area)
{
    term_change change;
    if (term_odds_changes(session, then, heals, true, '\n', &change, 1) == 0 ||
        change.words[0] == '\0')
        return;
    term_skip(area, 1);
    term_say(area, change.style, "%s", change.words);
    term_say(area, TERM_DIM,
             change.in_sight ? TERM_ODDS_ASSUME(change.played)
             : change.played ? "Odds of set fights: alone, hand to hand, you are ready and strike "
                               "first."
                             : "Exact odds: alone, hand to hand, you are ready and strike first.");
}

void term_item_panel_draw(const term_session *session, size_t item, term_area area)
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
    term_say(&area, TERM_DIM, "%s",
             class == WYRM_ITEM_CLASS_COUNT ? "item" : wyrm_item_class_name(class));
    term_skip(&area, 1);
    wyrm_item_describe(session->engine, what, text);
    term_say(&area, TERM_PLAIN, "%s", text);
    if (!wyrm_can_use(session->engine, session->game, item, text)) {
        term_skip(&area, 1);
        term_say(&area, TERM_WARN, "%s", text);
    } else if (effect.kind == WYRM_EFFECT_HEAL) {
        draw_odds(session, &then, &effect, &area);
    }
    if (class == WYRM_ITEM_WEAPON || class == WYRM_ITEM_ARMOR) {
        const char *done = class == WYRM_ITEM_WEAPON ? "Wielded" : "Put on";
        wyrm_player_with(session->engine, session->game, item, &then);
        term_skip(&area, 1);
        term_say(&area, TERM_TITLE, "%s", what->worn ? "Taken off" : done);
        if (term_changes_draw(&area, session->engine, now, &then) == 0)
            term_say(&area, TERM_DIM, "nothing changes");
        draw_odds(session, &then, NULL, &area);
    }
    if (range > 0) {
        term_skip(&area, 1);
        term_say(&area, TERM_PLAIN, "Can be thrown up to %d tiles.", range);
    }
}
