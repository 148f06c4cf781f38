/* Screens opened from the dungeon: the choice on gaining a level, the choice of an attack, the
 * menu, the player's character, the end of the game; and the help, which every screen has.
 *
 * A choice is shown with its effects, computed by the growth that the game itself will apply: "hp
 * 100 to 120" says what the name of a choice only hints at. */
#include "term/internal.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- A new level: the choices, with their effects ---- */

#define CHOOSE_WIDTH 76

typedef struct level_state {
    const wyrm_growth *growth;
    term_list list;
} level_state;

/* Shows the effects of the selected choice beforehand, since a choice is final. */
static void draw(term_app *app, void *state, term_canvas *canvas)
{
    level_state *choosing = state;
    const term_session *session = app->session;
    const wyrm_game_view *game = term_now(session);
    const wyrm_combatant *now = &game->player->combatant;
    wyrm_combatant then = *now;
    term_change changes[TERM_OPPONENTS_MAX];
    wyrm_growth_choose(choosing->growth, choosing->list.chosen, &then);
    const wyrm_command choice = {.kind = WYRM_DO_CHOOSE,
                                 .argument = (int32_t)choosing->list.chosen};
    size_t count =
        term_odds_changes(session, &then, NULL, &choice, ' ', changes, TERM_OPPONENTS_MAX);
    int rows = (int)choosing->list.count, height = rows + 9 + 2 * (int)count;
    term_area area = term_frame(term_middle(canvas, CHOOSE_WIDTH, height), "A new level");
    term_hint_draw(app, term_foot(&area), "arrows: compare   letter or {confirm}: this one");
    term_say(&area, TERM_PLAIN, "You have reached level %d. What do you make of it?",
             game->experience.level);
    term_skip(&area, 1);
    term_area list = area;
    list.height = rows;
    term_list_draw(&choosing->list, list);
    term_skip(&area, rows + 1);
    term_changes_draw(&area, session->engine, now, &then);
    area.height--;
    for (size_t i = 0; i < count; i++)
        term_say(&area, changes[i].style, "%s", changes[i].words);
}

static void take(term_app *app, void *state, const term_input *input)
{
    level_state *choosing = state;
    term_list_answer answer = term_list_take(&choosing->list, input);
    if (answer == TERM_LIST_LEFT)
        term_notice(app, "A choice has to be made before the game goes on.");
    else if (answer == TERM_LIST_IGNORED)
        term_useless_key(app, input);
    if (answer != TERM_LIST_CHOSEN)
        return;
    term_pop(app);
    term_play_act(
        app, (wyrm_command){.kind = WYRM_DO_CHOOSE, .argument = (int32_t)choosing->list.chosen});
}

/* ---- The attacks: what each does to the nearest monster, what it costs, and the odds of a fight
 * with it ---- */

#define ATTACKS_WIDTH 76
#define ATTACK_WIDTH  (ATTACKS_WIDTH - 8) /* characters of a row, after its letter */

/* Appends what the attack costs the attacker, each with its chance: "; -2 breath, +1 turn in 50
 * %". */
static void add_costs(const term_session *session, const wyrm_matchup *matchup, char *out,
                      size_t size)
{
    wyrm_blow_effect effects[16];
    size_t count = wyrm_combat_effects(wyrm_design_combat(session->design), matchup, effects, 16);
    for (size_t i = 0, used = strlen(out); i < (count < 16 ? count : 16) && used < size; i++) {
        char name[40], amount[24], chance[24] = "";
        if (!effects[i].of_attacker || effects[i].mean == 0.0)
            continue;
        term_stat_label(effects[i].name, name);
        term_number(effects[i].mean, amount);
        if (effects[i].chance < 1.0 - 1e-9)
            snprintf(chance, sizeof chance,
                     effects[i].chance < 0.005    ? " in <1 %%"
                     : effects[i].chance >= 0.995 ? " in >99 %%"
                                                  : " in %.0f %%",
                     100.0 * effects[i].chance);
        used += (size_t)snprintf(out + used, size - used, "; %s%s %s%s",
                                 effects[i].mean > 0.0 ? "+" : "", amount, name, chance);
    }
}

static void answer_attack(term_app *app, const term_menu *menu, bool chosen)
{
    const int what = menu->list.rows[menu->list.chosen].what;
    term_pop(app);
    if (chosen)
        term_play_act(app, (wyrm_command){.kind = WYRM_DO_ATTACK, .argument = what});
}

/* How much of a text fits into a row: all, or up to the end of a clause or a word. */
static size_t row_length(const char *text)
{
    size_t word = 0, part = 0;
    if (strlen(text) <= ATTACK_WIDTH)
        return strlen(text);
    for (size_t i = 1; i <= ATTACK_WIDTH; i++) {
        if (text[i] == ' ')
            word = i;
        if (text[i] == ' ' && text[i - 1] == ';')
            part = i;
    }
    return part > 0 ? part : word > 0 ? word : ATTACK_WIDTH;
}

/* Writes a text into the last row of a list, and the rest into further rows without a letter. */
static void add_wrapped(term_list *list, const char *text)
{
    size_t length = row_length(text);
    term_list_row *row = &list->rows[list->count - 1];
    snprintf(row->text, sizeof row->text, "%.*s", (int)length, text);
    while (*(text += length) != '\0') {
        text += *text == ' ';
        length = row_length(text);
        term_list_add(list, TERM_LIST_HEADING, "   %.*s", (int)length, text);
    }
}

/* Adds to the row of an attack its effect on a monster from the present positions, fired if the
 * monster is out of reach, and the odds of a fight hand to hand. `as` is the player using this
 * attack. */
static void add_attack(const term_session *session, const wyrm_combatant *as,
                       const wyrm_game_monster *monster, term_list *list)
{
    const wyrm_engine *engine = session->engine;
    const wyrm_combatant met = game_as_met(engine, &monster->body), *other = &met;
    const int32_t tiles = game_tiles_apart(term_now(session)->player->at, monster->body.at);
    const bool shoots =
        game_stat_of(engine, as, WYRM_STAT_RANGE, 0.0) > 0.0 && tiles > game_reach_of(engine, as);
    const wyrm_matchup matchup = {.attacker = as,
                                  .defender = other,
                                  .attack = shoots ? WYRM_ATTACK_FIRED : WYRM_ATTACK_MELEE,
                                  .distance = shoots ? tiles : 1.0};
    char does[WYRM_MESSAGE_TEXT_MAX] = "", wins[24], text[sizeof does + 160];
    wyrm_duel duel;
    term_attack_text(session, as, other, matchup.attack, matchup.distance, 0.0, does, sizeof does);
    add_costs(session, &matchup, does, sizeof does);
    snprintf(text, sizeof text, "%s: %s", list->rows[list->count - 1].text, does);
    add_wrapped(list, text);
    if (wyrm_odds_as(engine, session->game, as, true, monster, &duel, NULL) != WYRM_OK)
        return;
    term_chance(&duel, false, wins);
    term_list_add(list, TERM_LIST_HEADING, "  you win %s%s", wins, shoots ? " hand to hand" : "");
}

bool term_open_attacks(term_app *app)
{
    const term_session *session = app->session;
    const wyrm_combatant *now = &term_now(session)->player->combatant;
    const wyrm_observation *view = session->view;
    wyrm_attack_choice all[TERM_LIST_MAX];
    const size_t count = wyrm_attack_choices(session->engine, session->game, all, TERM_LIST_MAX);
    const wyrm_game_monster *monster = NULL;
    if (count == 0)
        return false;
    term_menu *menu = term_open_list(app, "attacks", ATTACKS_WIDTH, answer_attack);
    snprintf(menu->title, sizeof menu->title, "Attacks");
    for (size_t i = 0; i < view->monster_count && monster == NULL; i++)
        if (view->monsters[i].in_sight)
            monster = term_seen(session, i);
    if (monster != NULL) {
        char name[WYRM_NAME_TEXT_MAX], named[WYRM_NAMED_TEXT_MAX];
        wyrm_monster_text(session->engine, monster, name);
        wyrm_name_the(name, named);
        snprintf(menu->text, sizeof menu->text,
                 "Against %s, where each attack is used for the whole fight:", named);
    }
    for (size_t i = 0; i < count && menu->list.count + 4 <= TERM_LIST_MAX; i++) {
        wyrm_combatant as = *now;
        char name[40];
        as.stats[all[i].stat] = all[i].word;
        term_stat_label(all[i].name, name);
        term_list_row *row =
            term_list_add(&menu->list, 0, "%s%s", name, all[i].now ? " (now)" : "");
        row->what = (int)i;
        if (all[i].now)
            menu->list.chosen = menu->list.count - 1;
        if (monster != NULL)
            add_attack(session, &as, monster, &menu->list);
    }
    return true;
}

void term_open_choose(term_app *app)
{
    static const term_screen_kind kind = {
        .name = "choose", .size = sizeof(level_state), .over = true, .draw = draw, .take = take};
    level_state *choosing = term_push(app, &kind);
    const wyrm_choice *choices;
    choosing->growth = wyrm_design_growth(app->session->design);
    size_t count = wyrm_growth_choices(choosing->growth, &choices);
    for (size_t i = 0; i < count; i++) { /* "hp: +20 max hp" */
        char name[40], amount[24];
        term_stat_label(choices[i].name, name);
        term_list_row *row = term_list_add(&choosing->list, 0, "%s", name);
        for (size_t k = 0; k < choices[i].count; k++) {
            const wyrm_gain *gain = &choices[i].gains[k];
            size_t length = strlen(row->text);
            term_stat_label(gain->quantity, name);
            term_number(gain->amount, amount);
            snprintf(row->text + length, sizeof row->text - length, "%s %s%s %s",
                     k == 0 ? ":" : ",", gain->amount < 0 ? "" : "+", amount, name);
        }
    }
}

/* ---- The menu ---- */

#define KEY_COLUMN 30

static void do_help(term_app *app)
{
    term_show_help(app, term_app_top(app)->name);
}

/* Deletes the saved game and leaves it, unless the answer is no. */
static void forget(term_app *app, bool yes)
{
    if (!yes)
        return;
    term_session_forget(app->session);
    term_leave_game(app);
}

static void do_abandon(term_app *app)
{
    term_ask(app, "Abandon this game? It is deleted, and cannot be continued.", false, forget);
}

static const struct {
    const char *text, *unsaved; /* its text in a game that is not saved; NULL: `text` */
    term_deed deed;             /* the key that does the same in the dungeon */
    void (*act)(term_app *app); /* called after the menu is popped */
} rows[] = {
    {"Go on", NULL, TERM_NOTHING, NULL},
    {"Earlier messages", NULL, TERM_LOG, term_open_log},
    {"Who you are", NULL, TERM_SHEET, term_open_sheet}, /* its key is its letter, too */
    {"The whole map", NULL, TERM_MAP, term_open_overview},
    {"Help", NULL, TERM_HELP, do_help},
    {"Save and leave", "Leave (this game is not saved)", TERM_SAVE, term_leave_game},
    {"Abandon this game", NULL, TERM_NOTHING, do_abandon},
};

/* Pops the menu first, so that what is opened from it returns to the dungeon when closed. */
static void act(term_app *app, const term_menu *menu, bool chosen)
{
    term_go_home(app);
    if (chosen && rows[menu->list.chosen].act != NULL)
        rows[menu->list.chosen].act(app);
}

void term_open_menu(term_app *app)
{
    term_menu *menu = term_open_list(app, "dungeon", 46, act);
    bool saved = app->session->journal.open;
    snprintf(menu->title, sizeof menu->title, "Menu");
    /* the last row deletes the saved file, which an unsaved game does not have */
    for (size_t i = 0; i < COUNT_OF(rows) - !saved; i++) {
        char name[TERM_KEY_NAME_MAX];
        const char *key = term_first_key(&app->keys, rows[i].deed, name);
        term_list_row *row =
            term_list_add(&menu->list, 0, key[0] != '\0' ? "%-*s key %s" : "%-*s", KEY_COLUMN,
                          !saved && rows[i].unsaved != NULL ? rows[i].unsaved : rows[i].text, key);
        row->deed = rows[i].deed;
    }
}

/* ---- Who you are, and how it ended ---- */

typedef unsigned long long count_t; /* matches "%llu" */

/* Adds level, experience, hit points, stats with and without gear. */
static void add_player(term_page *page, const term_session *session)
{
    const wyrm_game_view *game = term_now(session);
    const wyrm_combatant *player = &game->player->combatant;
    const wyrm_experience *experience = &game->experience;
    term_figure figures[TERM_FIGURES_MAX], all[TERM_FIGURES_MAX];
    term_style style = TERM_PLAIN;
    char text[80];
    if (term_level(session) > 0)
        term_page_add(page, TERM_BOLD, "level", "%d", experience->level);
    if (experience->next < UINT64_MAX)
        term_page_add(page, TERM_PLAIN, "experience", "%llu, %llu of %llu to the next level",
                      (count_t)(experience->base + experience->exp), (count_t)experience->exp,
                      (count_t)experience->next);
    term_page_add(page, TERM_PLAIN, "hit points", "%lld of %lld", (long long)player->hp,
                  (long long)player->max_hp);
    size_t count = term_figures(session->engine, game->bare, player, figures);
    size_t shown = term_figures(session->engine, player, NULL, all);
    for (size_t i = 0; i < shown; i++) {
        const char *bare = NULL;
        for (size_t k = 0; k < count; k++)
            if (figures[k].changed && strcmp(figures[k].label, all[i].label) == 0)
                bare = figures[k].now;
        if (bare != NULL)
            term_page_add(page, TERM_PLAIN, all[i].label, "%s (%s without gear and boosts)",
                          all[i].now, bare);
        else
            term_page_add(page, TERM_PLAIN, all[i].label, "%s", all[i].now);
    }
    const char *hunger = term_hunger_text(session, &style);
    if (hunger != NULL)
        term_page_add(page, style, "hunger", "%s, fullness %d of %d", hunger, game->fullness,
                      wyrm_engine_rules(session->engine)->fullness_most);
    if (wyrm_trade_has_gold(wyrm_design_trade(session->design)))
        term_page_add(page, TERM_PLAIN, "gold", "%lld", (long long)game->gold);
    size_t lasting = 0; /* number of conditions counted in turns, which come first */
    for (int i = 0; i < WYRM_CONDITION_COUNT; i++)
        lasting += game->player->turns[i] > 0;
    for (size_t i = 0; term_condition_text(session->engine, game->player, i, false, text, &style);
         i++)
        term_page_add(page, style, i == 0 ? "conditions" : "", "%s%s", text,
                      i < lasting ? " more turns" : "");
    for (size_t i = 0; term_boost_text(session, i, text); i++)
        term_page_add(page, TERM_GOOD, i == 0 ? "boosts" : "", "%s", text);
    size_t worn = 0;
    for (size_t i = 0; i < game->pack_count; i++) {
        char name[WYRM_NAME_TEXT_MAX];
        if (!game->pack[i].worn)
            continue;
        wyrm_item_text(session->engine, &game->pack[i], name);
        term_page_add(page, TERM_ITEM, worn++ == 0 ? "gear" : "", "%s", name);
    }
    if (worn == 0)
        term_page_add(page, TERM_DIM, "gear", "none");
    if (game->pack_count > worn)
        term_page_add(page, TERM_PLAIN, "carried besides", "%zu item%s", game->pack_count - worn,
                      game->pack_count - worn == 1 ? "" : "s");
}

static void add_journey(term_page *page, const term_session *session)
{
    const wyrm_game_view *game = term_now(session);
    char depth[32];
    term_depth_text(session, depth);
    term_page_add(page, TERM_PLAIN, "place", "%s of %s", depth,
                  wyrm_ruleset_title(wyrm_design_ruleset(session->design)));
    if (game->difficulty.wins > 0)
        term_page_add(page, TERM_PLAIN, "games won before", "%d", game->difficulty.wins);
    term_page_add(page, TERM_PLAIN, "turn", "%u", game->turn);
    term_page_add(page, TERM_DIM, "seed", "%llu%s", (count_t)game->seed,
                  session->practice           ? " (practice: not saved, no score)"
                  : term_is_designed(session) ? " (a designer's game: no score)"
                                              : "");
}

/* The name of a kind and how many of it; a name that is longer than labels are is not cut, as two
 * kinds could read alike. */
static void add_defeated(term_page *page, const char *title, unsigned count)
{
    if (base_utf8_count(title, strlen(title)) < (size_t)page->label_width)
        term_page_add(page, TERM_PLAIN, title, "%u", count);
    else
        term_page_add(page, TERM_PLAIN, NULL, "%s: %u", title, count);
}

/* Adds what the player has done, and the monsters defeated. */
static void add_deeds(term_page *page, const term_session *session)
{
    const wyrm_tally *tally = term_now(session)->tally;
    term_page_add(page, TERM_PLAIN, "foes defeated", "%u", tally->kills);
    term_page_add(page, TERM_PLAIN, "damage", "%llu dealt, %llu taken, %llu healed",
                  (count_t)tally->damage_dealt, (count_t)tally->damage_taken,
                  (count_t)tally->healed);
    term_page_add(page, TERM_PLAIN, "items", "%u found, %u used", tally->items_found,
                  tally->items_used);
    term_page_add(page, TERM_PLAIN, "attacks", "%u", tally->attacks);
    if (tally->shots > 0)
        term_page_add(page, TERM_PLAIN, "shots and throws", "%u", tally->shots);
    term_page_add(page, TERM_PLAIN, "steps", "%u", tally->steps);
    term_page_heading(page, "Defeated");
    const wyrm_roster *roster = wyrm_design_roster(session->design);
    const uint32_t *killed = tally->killed;
    size_t count = wyrm_roster_count(roster), first = page->count;
    size_t kinds = count < WYRM_KINDS_MAX ? count : WYRM_KINDS_MAX;
    /* kinds of monsters by decreasing number of kills; ties in the order of the roster */
    for (uint32_t before = UINT32_MAX, most = 1; most > 0; before = most) {
        most = 0;
        for (size_t i = 0; i < kinds; i++)
            most = killed[i] < before && killed[i] > most ? killed[i] : most;
        for (size_t i = 0; i < kinds && most > 0; i++)
            if (killed[i] == most)
                add_defeated(page, wyrm_roster_monster(roster, i)->title, most);
    }
    if (page->count == first)
        term_page_add(page, TERM_DIM, "", "nobody yet");
}

/* ---- Who you are: the character, and what has been done so far ---- */

void term_open_sheet(term_app *app)
{
    term_page *page = term_open_page(app, "sheet", "Who you are", NULL);
    page->again = TERM_SHEET;
    add_player(page, app->session);
    term_page_heading(page, "So far");
    add_journey(page, app->session);
    add_deeds(page, app->session);
}

/* ---- The last page of a game that is won or lost ---- */

static bool goes_on(const term_session *session)
{
    return term_now(session)->phase == WYRM_PHASE_WON && !session->watching &&
           wyrm_engine_rules(session->engine)->after_win == WYRM_AFTER_WIN_PLUS;
}

static void continue_won(term_app *app, bool yes)
{
    if (!yes) {
        term_leave_game(app);
        return;
    }
    term_go_home(app);
    term_play_act(app, (wyrm_command){.kind = WYRM_DO_GO_ON});
}

static void close_ending(term_app *app)
{
    if (app->session->watching)
        term_pop(app);
    else if (goes_on(app->session))
        term_ask(app,
                 "Begin a new game plus? You keep what you are and have; the dungeon is new, "
                 "and holds more.",
                 true, continue_won);
    else
        term_leave_game(app);
}

/* Adds the rank among the scores of the same ruleset, if the game has a score. */
static void add_rank(term_page *page, const term_session *session)
{
    term_scores *scores = malloc(sizeof *scores);
    const bool counts = session->state[0] != '\0' && !session->watching && !session->practice &&
                        !term_is_designed(session);
    size_t place = 1, count = 0;
    term_score own;
    if (scores != NULL && counts && term_scores_read(session->state, scores, NULL) == WYRM_OK) {
        term_score_of(session, &own);
        for (size_t i = 0; i < scores->count; i++) {
            if (strcmp(scores->rows[i].ruleset, own.ruleset) != 0)
                continue;
            place += term_score_beats(&scores->rows[i], &own);
            count++;
        }
        if (count >= place)
            term_page_add(page, TERM_PLAIN, "high scores", "place %zu of %zu", place, count);
    }
    free(scores);
}

/* The last page, modelled on RuggRogue's "New Game Plus" page, with the path of the dump. */
void term_open_ending(term_app *app)
{
    const term_session *session = app->session;
    bool won = term_now(session)->phase == WYRM_PHASE_WON;
    char cause[WYRM_MESSAGE_TEXT_MAX];
    term_page *page = term_open_page(
        app, "ending", won ? "You have won" : "You are dead",
        goes_on(session) ? "up, down: scroll   {confirm}: go on, or rest on your laurels"
                         : "up, down: scroll   {confirm}: leave");
    page->close = close_ending;
    wyrm_ending_text(session->engine, session->game, cause);
    term_page_add(page, won ? TERM_GOOD : TERM_BAD, won ? "the end" : "cause of death", "%s",
                  cause);
    term_page_gap(page);
    add_journey(page, session);
    add_rank(page, session);
    if (session->dump_path[0] != '\0') {
        term_page_add(page, TERM_PLAIN, "this page", "%s",
                      session->replay != NULL ? "is kept, with the recording beside it, in"
                                              : "is kept in");
        term_page_add(page, TERM_PLAIN, NULL, "%s", session->dump_path);
    }
    if (session->trouble[0] != '\0')
        term_page_add(page, TERM_WARN, NULL, "%s", session->trouble);
    term_page_gap(page);
    add_player(page, session);
    term_page_gap(page);
    add_deeds(page, session);
}

/* ---- Help: about the screen it was opened from, then the keys and files ---- */

/* The texts about each kind of screen. Names of deeds are in braces, as in hints; line breaks
 * separate paragraphs, each shorter than the text of a term_page_line. */
static const struct {
    const char *name, *title, *text;
} pages[] = {
    {"title", "The title",
     "Continue a saved game, or begin a new one: every game has a file of its own, which every "
     "step reaches at once, so that you can leave at any moment.\n"
     "A new game asks for a ruleset and a seed: the same two make the same dungeon.\n"
     "The arrows choose, Enter goes; or type the letter of a line."},
    {"new game", "New game",
     "A ruleset holds all numbers of a game. Some come with the program; one of your own is a file "
     "(`wyrm rules new NAME` begins one, `wyrm check` weighs it)."},
    {"dungeon", "In the dungeon",
     "You are {you}. Walk into a monster to strike it. Letters are monsters; those asleep look "
     "dimmer. "
     "What you remember but do not see is dim. Find the way on (> or <), and at its end what you "
     "came for.\n"
     "Time passes only when you act. Looking, menus and stairs take no turn.\n"
     "{explore} explores by itself, {stairs} walks to the stairs and takes them, {rest} rests, "
     "{look} looks; all keys are below: PgDn.\n"
     "Look at a monster before you fight: you are told how likely you win, and what it costs you, "
     "from where you stand: a turn of waiting can give you the first blow, a corridor one foe at a "
     "time.\n"
     "Any other key stops what goes on by itself: exploring, running, resting. The mouse works, "
     "too: a "
     "click walks there or looks, the other button looks."},
    {"items", "What you carry",
     "Choose an item by its letter, or by the arrows and Enter. Beside gear stands what would "
     "change if you wore it."},
    {"target", "Choosing a target",
     "The arrows move the target, Tab goes to the next monster, Enter does it, Esc does not. "
     "Marked are the path, the area, and who would be hit: you, too, where you stand in it."},
    {"look", "Looking around",
     "The arrows move, Tab goes to the next monster. Of a monster you are told your chance to win, "
     "the hit points that it would cost you and the turns, by the best way to begin; what of your "
     "pack would help most; and what one attack of yours and one of its own does. Travelling walks "
     "to the tile you choose."},
    {"numbers", "The numbers behind it",
     "The keys of the ruleset behind what you looked at, their values, and the file and line that "
     "say them. {next} leads on: to who is in view, to you, to what you wear, to the sections.\n"
     "{confirm} changes one, typed as in a ruleset: 12, 2d6+1, [3, 7]; ~ is the default. It is "
     "read as a ruleset is, and what is wrong with it is told; nothing is changed then. {remove} "
     "takes it back. Below stand the odds before and after; {messages} shows all that follows "
     "exactly.\n"
     "{apply} plays on with it from any turn before. The past stays as it was played: from there "
     "on the changed rules hold, for who is there, too, wounds and choices included. It is a "
     "designer's game from then on, in a file of its own, without a score; the game that you "
     "played stays as it is.\n"
     "{save} writes a ruleset that extends this one and says only what was changed."},
    {"map", "The whole map", "What you know of this floor. The arrows move; Esc goes back."},
    {"messages", "Earlier messages", "The last messages, the newest at the end."},
    {"sheet", "Who you are", "Your numbers, with and without gear."},
    {"choose", "A new level", "Choose what you gain. The game waits until you do."},
    {"ending", "The end",
     "How it went. The same page is written to a file, with the recording of the game beside it: "
     "`wyrm replay FILE` plays it again."},
    {"watching", "A recording",
     "Space stops and goes on, Enter plays one command, + and - change the speed. The arrows go a "
     "command on or back, PgDn and PgUp 50 of them, End and Home to the end and the beginning, "
     "{stairs} to the next floor.\n"
     "As in a game {look} looks around, {inventory} shows the pack, {sheet} who it is, {map} the "
     "map, "
     "{messages} earlier messages and {numbers} the numbers. Resting passes faster than the rest. "
     "{cancel} leaves."},
    {"scores", "High scores",
     "Games that came to their end: those that were won first, then the deepest, then those with "
     "the most experience, then the fastest."},
    {"question", "A question", "y or n, or the arrows and Enter. Esc means no."},
    {"text", "Reading", "The arrows, PgUp and PgDn scroll. Esc goes back."},
};

/* Explains the characters of terrain, if the ruleset has its own. */
static void show_terrain(const term_app *app, term_page *page)
{
    size_t count;
    const wyrm_terrain *kinds =
        wyrm_mapper_terrain(wyrm_design_mapper(app->session->design), &count);
    if (count > 0)
        term_page_heading(page, "The ground");
    for (size_t i = 0; i < count; i++) {
        const char symbol[] = {kinds[i].symbol, '\0'};
        char text[WYRM_MESSAGE_TEXT_MAX];
        wyrm_terrain_text(&kinds[i], text);
        term_page_add(page, TERM_PLAIN, symbol, "%s", text);
    }
}

/* Whether the player can choose among attacks; true without a game, as some rulesets have them. */
static bool chooses(const term_app *app)
{
    return app->session == NULL ||
           wyrm_attack_choices(app->session->engine, app->session->game, NULL, 0) > 0;
}

/* Lists the keys: those of walking and running last, as they are many and easily guessed. */
static void show_keys(const term_app *app, term_page *page)
{
    for (int going = 0; going < 2; going++) {
        term_page_heading(page, going ? "Keys of going and running" : "Keys");
        for (int deed = TERM_NOTHING + 1; deed < TERM_DEED_COUNT; deed++) {
            wyrm_direction direction;
            bool runs;
            char names[TERM_KEY_NAMES_MAX];
            if (deed == TERM_ATTACK && !chooses(app))
                continue;
            term_key_names(&app->keys, (term_deed)deed, names);
            if (term_deed_direction((term_deed)deed, &direction, &runs) == going)
                term_page_add(page, TERM_PLAIN, names, "%s", term_deeds[deed].help);
        }
    }
}

void term_show_help(term_app *app, const char *name)
{
    const char *state = app->folders.state, *text = "";
    term_page *page = term_open_page(app, NULL, "Help", NULL);
    for (size_t i = 0; i < COUNT_OF(pages); i++)
        if (strcmp(pages[i].name, name) == 0) {
            term_page_heading(page, pages[i].title);
            text = pages[i].text;
        }
    for (const char *end; *text != '\0'; text = end) {
        char part[TERM_HINT_MAX];
        end = text + strcspn(text, "\n");
        snprintf(part, sizeof part, "%.*s", (int)(end - text), text);
        term_page_add(page, TERM_PLAIN, NULL, "%s", term_hint(app, part));
        end += *end == '\n';
        if (*end != '\0')
            term_page_gap(page);
    }
    if (strcmp(name, "dungeon") == 0)
        show_terrain(app, page);
    if (strcmp(name, "watching") != 0) /* its text names its own keys */
        show_keys(app, page);
    term_page_heading(page, "Files");
    term_page_add(page, TERM_PLAIN, "saved games", "%.200s/games", state);
    term_page_add(page, TERM_PLAIN, "last pages", "%.190s/dumps, with recordings", state);
    term_page_add(page, TERM_PLAIN, "high scores", "%.200s/scores.json", state);
    term_page_add(page, TERM_PLAIN, "keys", "%.180s/keys (wyrm play --keys writes one to change)",
                  app->folders.config);
}
