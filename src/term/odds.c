/* The odds of a fight, in words. */
#include "term/odds.h"

#include <math.h>
#include <stdio.h>
#include <time.h>

#include "term/figures.h"

#define SURELY 1e-9 /* chances this near to 0 or 1 are called never and always */
#define SLOW   0.02 /* seconds: where one fight takes so long to compute, the pack is not tried */

double term_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

term_style term_odds_style(double p_win)
{
    return p_win >= 0.9 ? TERM_GOOD : p_win >= 0.6 ? TERM_WARN : TERM_BAD;
}

/* ", losing 12 of 30 hp in 5 turns." of a fight that can be won and is begun with `hp`. */
static void say_price(const wyrm_duel *duel, int64_t hp, char *out, size_t size)
{
    double lost = (double)hp - duel->hp_left_mean_given_win;
    double turns = round(duel->turns_mean_given_win);
    char price[48];
    if (lost < 0.005)
        snprintf(price, sizeof price, "unhurt");
    else if (lost < 0.95)
        snprintf(price, sizeof price, "losing less than 1 of %lld hp", (long long)hp);
    else
        snprintf(price, sizeof price, "losing %.0f of %lld hp", lost, (long long)hp);
    snprintf(out, size, ", %s in %.0f turn%s.", price, turns, turns == 1.0 ? "" : "s");
}

static void say(const wyrm_duel *duel, int64_t hp, char *out, size_t size)
{
    char percent[24], price[96];
    if (duel->endless || duel->p_unfinished > 1.0 - SURELY) {
        snprintf(out, size, "Neither of you can ever win this fight.");
        return;
    }
    if (duel->p_win < SURELY) {
        snprintf(out, size, "You cannot win this fight.");
        return;
    }
    say_price(duel, hp, price, sizeof price);
    term_percent(duel->p_win, percent);
    if (duel->p_win > 1.0 - SURELY)
        snprintf(out, size, "You always win%s", price);
    else
        snprintf(out, size, "You win %s of such fights%s", percent, price);
}

/* The hit points with which the player fights after it has put on or drunk an item of the pack. */
static int64_t hp_after(const term_session *session, size_t item)
{
    wyrm_combatant player = session->game->player.combatant;
    wyrm_effect effect = wyrm_pack_effect(session->engine, session->game, item);
    if (effect.kind == WYRM_EFFECT_NONE)
        wyrm_player_with(session->engine, session->game, item, &player);
    else
        wyrm_effect_use(&effect, &player);
    return player.hp;
}

static void find_better(const term_session *session, const wyrm_game_monster *monster,
                        term_odds *out)
{
    char name[WYRM_NAME_TEXT_MAX], percent[24], price[96] = ".";
    if (wyrm_odds_with_pack(session->engine, session->game, monster, &out->better, NULL) != WYRM_OK)
        out->better.item = -1;
    if (out->better.item < 0)
        return;
    wyrm_item_text(session->engine, &session->game->pack[out->better.item], name);
    term_percent(out->better.duel.p_win, percent);
    if (out->better.duel.p_win >= SURELY)
        say_price(&out->better.duel, hp_after(session, (size_t)out->better.item), price,
                  sizeof price);
    snprintf(out->with, sizeof out->with, "With %s: %s%s", name, percent, price);
}

void term_odds_find(const term_session *session, const wyrm_game_monster *monster, bool with_pack,
                    term_odds *out)
{
    wyrm_error error;
    double began = term_seconds();
    *out = (term_odds){.better.item = -1};
    if (session->game->player.combatant.hp <= 0)
        return;
    if (wyrm_odds(session->engine, session->game, monster, &out->duel, &error) != WYRM_OK) {
        snprintf(out->words, sizeof out->words, "No odds: %s.", error.message);
        return;
    }
    out->known = true;
    say(&out->duel, session->game->player.combatant.hp, out->words, sizeof out->words);
    if (with_pack && out->duel.p_win < 1.0 - SURELY && term_seconds() - began < SLOW)
        find_better(session, monster, out);
}

static size_t find_in_sight(const term_session *session, term_opponent *out)
{
    size_t count = 0;
    for (size_t i = 0; i < session->view->monster_count && count < TERM_OPPONENTS_MAX; i++) {
        const wyrm_seen_monster *seen = &session->view->monsters[i];
        const wyrm_game_monster *monster = &session->game->monsters[seen->index];
        char name[WYRM_NAME_TEXT_MAX];
        if (!seen->in_sight)
            continue;
        wyrm_monster_text(session->engine, monster, name);
        wyrm_name_the(name, out[count].name);
        out[count].in_sight = true;
        out[count++].monster = *monster;
    }
    return count;
}

/* Whether kind `a` of the roster comes before `b`: defeated more often, or as often and later in
 * it. */
static bool is_better_known(const uint32_t *killed, size_t a, size_t b)
{
    return killed[a] != killed[b] ? killed[a] > killed[b] : a > b;
}

static size_t find_defeated(const term_session *session, term_opponent *out)
{
    const wyrm_roster *roster = wyrm_design_roster(session->design);
    const uint32_t *killed = session->game->tally.killed;
    size_t kinds = wyrm_roster_count(roster), best[TERM_OPPONENTS_MAX], count = 0;
    for (size_t i = 0; i < kinds && i < WYRM_KINDS_MAX; i++) {
        if (killed[i] == 0)
            continue;
        size_t at = count < TERM_OPPONENTS_MAX ? count++ : TERM_OPPONENTS_MAX;
        for (; at > 0 && is_better_known(killed, i, best[at - 1]); at--)
            if (at < TERM_OPPONENTS_MAX)
                best[at] = best[at - 1];
        if (at < TERM_OPPONENTS_MAX)
            best[at] = i;
    }
    for (size_t i = 0; i < count; i++) {
        const wyrm_monster *monster = wyrm_roster_monster(roster, best[i]);
        int32_t level = monster->level > 0 ? monster->level : session->game->difficulty.depth;
        wyrm_name_another(monster->title, out[i].name);
        out[i].in_sight = false;
        out[i].monster = (wyrm_game_monster){0};
        wyrm_roster_spawn(roster, best[i], level, WYRM_VARIANT_NONE,
                          &out[i].monster.body.combatant);
    }
    return count;
}

size_t term_opponents(const term_session *session, term_opponent *out)
{
    size_t count = find_in_sight(session, out);
    return count > 0 ? count : find_defeated(session, out);
}

/* "17": the hit points that are left after a won fight; "none" where none can be won. */
static void say_left(const wyrm_duel *duel, char out[16])
{
    if (duel->p_win < SURELY)
        snprintf(out, 16, "none");
    else
        snprintf(out, 16, "%.0f", duel->hp_left_mean_given_win);
}

bool term_odds_change(const term_session *session, const term_opponent *opponent,
                      const wyrm_combatant *then, bool takes_turn, char gap,
                      char out[TERM_ODDS_CHANGE_MAX], term_style *style)
{
    const wyrm_combatant *now = &session->game->player.combatant;
    bool ready = !(takes_turn && opponent->in_sight);
    wyrm_duel before, after;
    char was[24], is[24], left[16], leaves[16];
    if (wyrm_odds_as(session->engine, now, true, &opponent->monster, &before, NULL) != WYRM_OK ||
        wyrm_odds_as(session->engine, then, ready, &opponent->monster, &after, NULL) != WYRM_OK)
        return false;
    term_percent(before.p_win, was);
    term_percent(after.p_win, is);
    say_left(&before, left);
    say_left(&after, leaves);
    snprintf(out, TERM_ODDS_CHANGE_MAX, "Against %s you win%c%s -> %s,%cwith %s -> %s hp left.",
             opponent->name, gap, was, is, gap, left, leaves);
    *style = term_odds_style(after.p_win);
    return true;
}
