/* The numbers screen: shows the ruleset values behind what the player looks at and where they are
 * set, lets them be changed, and continues the game under the changed rules.
 *
 * The screen is a list of the keys of one part of the ruleset. Where the effect of a change can be
 * computed exactly it is shown at once: a copy of the present game is converted to the changed
 * rules, and the odds against the monsters in view are shown for both games; the remaining effects
 * come from comparing the two rulesets. The game itself changes nothing until it is played on,
 * which makes a new game of it.
 *
 * The changes belong to the session, so that this screen can be closed and opened again. Here they
 * are shown, entered (set) and undone (take_back), and three things are done with all of them:
 * showing their effects (show_effects), continuing from some turn under them (play_on), and writing
 * them as a ruleset (write_down). Whatever is refused is explained, and leaves everything as it
 * was. */
#include "term/internal.h"
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <wyrm/file.h>
#include <wyrm/outlook.h>
#include <wyrm/replay_pair.h>
#include "base/arena.h"
#include "ruleset/internal.h"

#define SUBJECTS_MAX 48
#define ROWS_MAX     600
#define VALUE_COLUMN 29
#define VALUE_WIDTH  22
#define FOOT_ROWS    8 /* rows below the list: description, origin, odds, keys */

/* One part of the ruleset, such as a monster, the player or a section. */
typedef struct subject {
    char title[64];
    char path[WYRM_CHANGE_PATH_MAX];
} subject;

/* One key of the shown part. */
typedef struct key_row {
    char path[WYRM_CHANGE_PATH_MAX];
    const wyrm_field *field;
    bool absent; /* an optional key that the record does not have */
} key_row;

typedef struct numbers_state {
    size_t subject_count, at; /* `at`: index of the subject shown */
    subject subjects[SUBJECTS_MAX];
    size_t count, chosen, top; /* rows; index of the chosen one; of the first one drawn */
    key_row *rows;             /* ROWS_MAX of them, owned */
    term_area list;
    wyrm_design *origin; /* the ruleset as opened from its source now, if it is still the same; or
                            NULL */
    wyrm_game *then;     /* scratch: the game under the changed rules */
    term_told odds[3];
    size_t odds_count;
} numbers_state;

/* ---- The parts of the ruleset ---- */

static void add_subject(numbers_state *on, const term_session *session, const char *title,
                        const char *path)
{
    if (wyrm_ruleset_find(wyrm_design_ruleset(term_begun_rules(session)), path) == NULL)
        return;
    for (size_t i = 0; i < on->subject_count; i++)
        if (strcmp(on->subjects[i].path, path) == 0)
            return;
    if (on->subject_count == SUBJECTS_MAX)
        return;
    subject *added = &on->subjects[on->subject_count++];
    base_utf8_copy(added->title, sizeof added->title, title);
    base_utf8_copy(added->path, sizeof added->path, path);
}

static void add_monster(numbers_state *on, const term_session *session, int32_t kind)
{
    const wyrm_monster *monster = wyrm_roster_monster(wyrm_design_roster(session->design), kind);
    char path[WYRM_CHANGE_PATH_MAX];
    if (monster == NULL)
        return;
    snprintf(path, sizeof path, "monsters.%s", monster->name);
    add_subject(on, session, monster->title, path);
}

static void add_item(numbers_state *on, const term_session *session, const wyrm_game_item *item)
{
    static const char *const sections[] = {"weapons", "armors", "items"};
    const wyrm_item_kind *kinds;
    const size_t count = wyrm_loot_kinds(wyrm_design_loot(session->design), &kinds);
    char path[WYRM_CHANGE_PATH_MAX];
    if (item->item.kind < 0 || (size_t)item->item.kind >= count)
        return;
    const wyrm_item_kind *kind = &kinds[item->item.kind];
    for (size_t i = 0; i < COUNT_OF(sections); i++) {
        snprintf(path, sizeof path, "%s.%s", sections[i], kind->name);
        add_subject(on, session, kind->title, path);
    }
}

/* Collects the subjects: first what is on the tile, then the monsters in view, the player and worn
 * gear, then all sections of the ruleset. */
static void find_subjects(numbers_state *on, const term_session *session, const wyrm_position *tile)
{
    const wyrm_game_view *game = term_now(session);
    const wyrm_observation *view = session->view;
    if (tile != NULL) {
        const wyrm_game_monster *monster = wyrm_seen_on(session->game, view, tile->x, tile->y);
        const wyrm_game_item *item = wyrm_known_item(session->game, tile->x, tile->y);
        if (monster != NULL)
            add_monster(on, session, monster->spawn.monster);
        else if (game_same_tile(*tile, game->player->at))
            add_subject(on, session, "you", "player");
        if (item != NULL)
            add_item(on, session, item);
        const wyrm_terrain *ground =
            wyrm_known_terrain(session->engine, session->game, tile->x, tile->y);
        char path[WYRM_CHANGE_PATH_MAX];
        if (ground != NULL) {
            snprintf(path, sizeof path, "terrain.%.200s", ground->name);
            add_subject(on, session, ground->title, path);
        }
        if (on->subject_count == 0)
            add_subject(on, session, "the dungeon", "map");
    }
    for (size_t i = 0; i < view->monster_count; i++)
        add_monster(on, session, term_seen(session, i)->spawn.monster);
    add_subject(on, session, "you", "player");
    for (size_t i = 0; i < game->pack_count; i++)
        if (game->pack[i].worn)
            add_item(on, session, &game->pack[i]);
    const wyrm_value *root = wyrm_ruleset_root(wyrm_design_ruleset(term_begun_rules(session)));
    for (size_t i = 0; wyrm_value_item(root, i) != NULL; i++) {
        const char *key = wyrm_value_key(root, i);
        if (wyrm_value_item(wyrm_value_item(root, i), 0) != NULL && strcmp(key, "models") != 0 &&
            rs_find_row(rs_common_rows, key) == NULL)
            add_subject(on, session, key, key);
    }
}

/* ---- The keys of one part ---- */

/* Whether a value is one row: a plain value, or a list of plain values, which fits on a line. A
 * list of records has one row for each key. */
static bool is_leaf(const wyrm_value *value)
{
    const wyrm_kind kind = wyrm_value_kind(value);
    const wyrm_value *first = wyrm_value_item(value, 0);
    return first == NULL || (kind == WYRM_KIND_LIST && wyrm_value_item(first, 0) == NULL);
}

static void add_row(numbers_state *on, const char *path, const wyrm_field *field, bool absent)
{
    if (on->count == ROWS_MAX)
        return;
    key_row *row = &on->rows[on->count++];
    *row = (key_row){.field = field, .absent = absent};
    base_utf8_copy(row->path, sizeof row->path, path);
}

static void add_rows(numbers_state *on, const wyrm_value *value, const char *path)
{
    char member[WYRM_CHANGE_PATH_MAX + 80];
    if (is_leaf(value)) {
        add_row(on, path, wyrm_value_field(value), false);
        return;
    }
    const bool list = wyrm_value_kind(value) == WYRM_KIND_LIST;
    for (size_t i = 0; wyrm_value_item(value, i) != NULL; i++) {
        if (list)
            snprintf(member, sizeof member, "%s.%zu", path, i + 1);
        else
            snprintf(member, sizeof member, "%s.%.70s", path, wyrm_value_key(value, i));
        if (strlen(member) < WYRM_CHANGE_PATH_MAX)
            add_rows(on, wyrm_value_item(value, i), member);
    }
}

/* Adds the optional keys that the record does not have. */
static void add_absent(numbers_state *on, const wyrm_value *value, const char *path)
{
    const wyrm_field *field = wyrm_value_field(value);
    char member[WYRM_CHANGE_PATH_MAX + 80];
    if (wyrm_value_kind(value) != WYRM_KIND_RECORD || field->fields == NULL)
        return;
    for (const wyrm_field *row = field->fields; row->kind != WYRM_KIND_END; row++) {
        snprintf(member, sizeof member, "%s.%.70s", path, row->name);
        if (row->kind < WYRM_KIND_RECORD && wyrm_value_get(value, row->name) == NULL &&
            strlen(member) < WYRM_CHANGE_PATH_MAX)
            add_row(on, member, row, true);
    }
}

static void show_subject(numbers_state *on, const term_session *session)
{
    on->count = 0;
    if (on->subject_count == 0)
        return;
    const char *path = on->subjects[on->at].path;
    const wyrm_value *value =
        wyrm_ruleset_find(wyrm_design_ruleset(term_begun_rules(session)), path);
    add_rows(on, value, path);
    add_absent(on, value, path);
    if (on->chosen >= on->count)
        on->chosen = on->count > 0 ? on->count - 1 : 0;
}

/* ---- Odds against the monsters in view, before and after the changes ---- */

/* "82.4 % (walk up)": the chance to win with the best opening. */
static void say_odds(const wyrm_outlook *outlook, char out[64])
{
    const wyrm_duel *duel = &outlook->ways[0].duel;
    char chance[24];
    if (duel->fights == 0)
        term_percent(duel->p_win, chance);
    else
        snprintf(chance, sizeof chance, "%.0f-%.0f %%", floor(100.0 * duel->p_win_low),
                 ceil(100.0 * duel->p_win_high));
    snprintf(out, 64, "%s (%s)", chance, term_way_word(outlook, 0));
}

/* The outlook of a fight with one monster alone. */
static wyrm_status look_out(wyrm_engine *engine, const wyrm_game *game,
                            const wyrm_game_monster *monster, wyrm_outlook *out, wyrm_error *error)
{
    const wyrm_outlook_options options = {.alone = monster};
    return wyrm_outlook_find(engine, game, &options, out, error);
}

/* Computes the chance to win against the nearest monsters in sight, one of each kind, under the
 * present rules and under the changed ones, both from the present positions so that only the rules
 * differ. If the game cannot be converted to the changed rules (they may lack a monster in view),
 * or a fight cannot be computed, the reason is shown in place of odds. */
static void find_odds(numbers_state *on, const term_session *session)
{
    const wyrm_observation *view = session->view;
    term_changes *changes = session->changes;
    wyrm_engine *engine = changes->engine != NULL         ? changes->engine
                          : session->begun_engine != NULL ? session->begun_engine
                                                          : session->engine;
    wyrm_error error;
    on->odds_count = 0;
    wyrm_game_copy(session->game, on->then);
    if (wyrm_game_take_over(session->engine, engine, on->then, &error) != WYRM_OK) {
        on->odds[0].style = TERM_WARN;
        snprintf(on->odds[on->odds_count++].words, sizeof on->odds[0].words, "No odds: %.140s.",
                 error.message);
        return;
    }
    for (size_t i = 0; i < view->monster_count && on->odds_count < COUNT_OF(on->odds); i++) {
        const int32_t index = view->monsters[i].index;
        const wyrm_game_monster *now = &term_now(session)->monsters[index];
        const wyrm_game_monster *then = &wyrm_game_look(on->then)->monsters[index];
        char name[WYRM_NAME_TEXT_MAX], named[WYRM_NAMED_TEXT_MAX], before[64], after[64];
        wyrm_outlook outlooks[2];
        bool told = !view->monsters[i].in_sight;
        for (size_t k = 0; k < i && !told; k++)
            told = term_seen(session, k)->spawn.monster == now->spawn.monster;
        if (told)
            continue;
        wyrm_monster_text(session->engine, now, name);
        wyrm_name_the(name, named);
        if (look_out(session->engine, session->game, now, &outlooks[0], &error) != WYRM_OK ||
            look_out(engine, on->then, then, &outlooks[1], &error) != WYRM_OK) {
            on->odds[on->odds_count].style = TERM_WARN;
            snprintf(on->odds[on->odds_count++].words, sizeof on->odds[0].words,
                     "No odds against %s: %.140s.", named, error.message);
            continue;
        }
        if (outlooks[0].count == 0 || outlooks[1].count == 0)
            continue;
        say_odds(&outlooks[0], before);
        say_odds(&outlooks[1], after);
        on->odds[on->odds_count].style = term_odds_style(outlooks[1].ways[0].duel.p_win);
        if (strcmp(before, after) == 0)
            snprintf(on->odds[on->odds_count++].words, sizeof on->odds[0].words,
                     "Against %s you win %s%s.", named, before,
                     changes->count > 0 ? ", as before" : "");
        else
            snprintf(on->odds[on->odds_count++].words, sizeof on->odds[0].words,
                     "Against %s you win %s -> %s.", named, before, after);
    }
}

/* ---- Drawing ---- */

/* The path of a row relative to its subject. */
static const char *short_path(const numbers_state *on, const key_row *row)
{
    const size_t length = strlen(on->subjects[on->at].path);
    return row->path[length] == '.' ? row->path + length + 1 : row->path;
}

static void draw_row(const numbers_state *on, const term_session *session, size_t index,
                     term_area area)
{
    const key_row *row = &on->rows[index];
    char was[WYRM_CHANGE_TEXT_MAX], now[WYRM_CHANGE_TEXT_MAX], text[2 * WYRM_CHANGE_TEXT_MAX + 8];
    const bool changed = term_changes_find(session->changes, row->path) < session->changes->count;
    const term_style style = index == on->chosen ? TERM_SELECTED
                             : changed           ? TERM_WARN
                             : row->absent       ? TERM_DIM
                                                 : TERM_PLAIN;
    term_said(term_begun_rules(session), row->path, was);
    term_said(term_changed_rules(session), row->path, now);
    if (changed)
        snprintf(text, sizeof text, "%s -> %s", was[0] != '\0' ? was : "none",
                 now[0] != '\0' ? now : "none");
    else
        snprintf(text, sizeof text, "%s", was[0] != '\0' ? was : "-");
    if (index == on->chosen)
        term_fill(area, ' ', style);
    term_area key = area, value = term_behind(area, VALUE_COLUMN);
    key.width = VALUE_COLUMN - 1;
    const char *name = short_path(on, row);
    const size_t fits = VALUE_COLUMN - 4, length = strlen(name);
    term_text(key, style, "%c %s%s", changed ? '*' : ' ', length > fits ? ".." : "",
              length > fits ? name + length - fits + 2 : name);
    const char *unit = row->field->unit;
    if (strlen(text) > VALUE_WIDTH) /* the lines below show the unit, too */
        unit = NULL;
    const int room = unit != NULL ? VALUE_WIDTH : value.width;
    term_area cell = value;
    cell.width = room < value.width ? room : value.width;
    term_text(cell, style, "%s", text);
    if (unit != NULL && value.width > room + 1)
        term_text(term_behind(value, room + 1), index == on->chosen ? style : TERM_DIM, "%s", unit);
}

/* Writes where the value is set in the chain of files that extend each other: "tutorial:31". */
static void say_origin(const numbers_state *on, const term_session *session, const key_row *row,
                       char *out, size_t size)
{
    const wyrm_design *from = on->origin != NULL ? on->origin : term_begun_rules(session);
    const wyrm_value *value = wyrm_ruleset_find(wyrm_design_ruleset(from), row->path);
    int line;
    const char *file = wyrm_value_place(value, &line);
    const bool recorded = on->origin == NULL && session->replay != NULL;
    const wyrm_ruleset *played = wyrm_design_ruleset(term_begun_rules(session));
    if (value == NULL && wyrm_ruleset_find(played, row->path) != NULL)
        snprintf(out, size, "plain: the ruleset leaves it open");
    else if (value == NULL)
        snprintf(out, size, "said nowhere: as good as not there");
    else if (file[0] != '\0')
        snprintf(out, size, "%s:%d%s", file, line,
                 recorded && rs_value_says_default(value) ? ", or the default" : "");
    else
        snprintf(out, size, "the default of the schema");
}

static void draw_foot(const numbers_state *on, const term_session *session, term_area area)
{
    char origin[TERM_PATH_MAX + 40];
    term_area line = term_row(&area);
    term_fill(line, 0x2500, TERM_DIM);
    if (on->count > 0) {
        const key_row *row = &on->rows[on->chosen];
        say_origin(on, session, row, origin, sizeof origin);
        term_area summary = area;
        summary.height = 2;
        term_wrapped(summary, TERM_PLAIN, row->field->summary != NULL ? row->field->summary : "");
        term_skip(&area, 2);
        /* if a path is too long its end tells most */
        const size_t room = (size_t)(area.width - 5), used = strlen(row->path) + strlen(origin);
        const size_t cut = used > room ? used - room : 0;
        const char *end = origin + (cut < strlen(origin) ? cut : 0);
        /* do not cut a UTF-8 character in half */
        while ((*end & 0xc0) == 0x80)
            end++;
        term_text(term_row(&area), TERM_DIM, "%s   %s%s", row->path, cut > 0 ? ".." : "", end);
    } else {
        term_skip(&area, 3);
    }
    for (size_t i = 0; i < on->odds_count; i++)
        term_text(term_row(&area), on->odds[i].style, "%s", on->odds[i].words);
    if (on->odds_count == 0)
        term_text(term_row(&area), TERM_DIM, "Nobody is in view to have odds against.");
}

static void draw(term_app *app, void *state, term_canvas *canvas)
{
    numbers_state *on = state;
    const term_session *session = app->session;
    term_area all = term_all(canvas), area = {canvas, 1, 0, all.width - 2, all.height};
    const size_t changed = session->changes->count;
    char right[80];
    term_clear(all);
    term_area head = term_row(&area);
    if (on->subject_count > 0)
        term_text(head, TERM_TITLE, "The numbers behind %s", on->subjects[on->at].title);
    snprintf(right, sizeof right, "%s%zu changed",
             term_is_designed(session) ? "a designer's game, " : "", changed);
    term_right(head, changed > 0 ? TERM_WARN : TERM_DIM, right);
    term_area keys = term_foot(&area);
    term_hint_draw(app, keys,
                   "{confirm}: change  {remove}: undo  {next}: next  {messages}: effects  "
                   "{apply}: play on  {save}: write  {cancel}: back");
    term_area foot = area;
    foot.y += area.height - FOOT_ROWS;
    foot.height = FOOT_ROWS;
    area.height -= FOOT_ROWS;
    draw_foot(on, session, foot);
    on->list = area;
    const size_t room = area.height > 0 ? (size_t)area.height : 1;
    if (on->chosen < on->top)
        on->top = on->chosen;
    if (on->chosen >= on->top + room)
        on->top = on->chosen - room + 1;
    for (size_t i = on->top; i < on->count && area.height > 0; i++) {
        term_area row = term_row(&area);
        if (i == on->chosen) {
            canvas->cursor_x = row.x;
            canvas->cursor_y = row.y;
        }
        draw_row(on, session, i, row);
    }
    if (on->count == 0)
        term_text(area, TERM_DIM, "The ruleset says nothing about it.");
    if (on->top > 0)
        term_text(term_behind(foot, foot.width - 15), TERM_BOLD, " ^ more ");
    if (on->top + room < on->count)
        term_text(term_behind(foot, foot.width - 8), TERM_BOLD, " v more ");
}

/* ---- Changing ---- */

/* The state of this screen, which is on top again when a typed line is handled. */
static numbers_state *on_top(term_app *app)
{
    return app->stack[app->count - 1].state;
}

static void show_error(term_app *app, const wyrm_error *error)
{
    char sentence[WYRM_ERROR_MESSAGE_MAX];
    base_utf8_copy(sentence, sizeof sentence, error->message);
    game_words_capital(sentence);
    term_notice(app, "%s%s%s%s. Nothing is changed.", sentence, error->hint[0] != '\0' ? " (" : "",
                error->hint, error->hint[0] != '\0' ? ")" : "");
}

static bool set(term_app *app, const char *text, void *context)
{
    numbers_state *on = on_top(app);
    wyrm_error error = {.message = ""};
    (void)context;
    const bool taken =
        term_changes_set(app->session->changes, on->rows[on->chosen].path, text, &error) == WYRM_OK;
    if (!taken)
        show_error(app, &error);
    find_odds(on, app->session);
    return taken;
}

static void change(term_app *app, numbers_state *on)
{
    char text[WYRM_CHANGE_TEXT_MAX], explanation[512];
    const key_row *row = &on->rows[on->chosen];
    term_said(term_changed_rules(app->session), row->path, text);
    snprintf(explanation, sizeof explanation,
             "%.300s%s%s%s As in a ruleset: 12, 2d6+1, [3, 7]; ~ "
             "for the default.",
             row->field->summary != NULL ? row->field->summary : "",
             row->field->unit != NULL ? " (" : "", row->field->unit != NULL ? row->field->unit : "",
             row->field->unit != NULL ? ")." : ".");
    term_enter(app, row->path, explanation, text, NULL, set, NULL);
}

static void show_effects(term_app *app, const numbers_state *on)
{
    if (app->session->changes->count == 0)
        term_notice(app, "Nothing is changed yet.");
    else
        term_open_effects(app, on->odds, on->odds_count);
}

static void take_back(term_app *app, numbers_state *on)
{
    wyrm_error error = {.message = ""};
    term_changes *changes = app->session->changes;
    const size_t index =
        on->count > 0 ? term_changes_find(changes, on->rows[on->chosen].path) : changes->count;
    if (index == changes->count)
        term_notice(app, "%s",
                    term_hint(app, "This key is not changed. {messages} lists those "
                                   "that are."));
    else if (term_changes_undo(changes, index, &error) != WYRM_OK)
        show_error(app, &error);
    find_odds(on, app->session);
}

/* ---- Playing on ---- */

/* Searches for the last command that ends at or before a turn. */
typedef struct going_back {
    uint32_t turn;
    size_t steps;
} going_back;

static bool look_for(const wyrm_pair_step *step, void *context)
{
    going_back *to = context;
    if (step->sides[0].turn <= to->turn)
        to->steps = step->command;
    return step->sides[0].turn <= to->turn && step->sides[0].goes_on;
}

/* Finds the step to go back to. The player counts turns, a recording counts commands, and a command
 * may take any number of turns: so the recording is replayed to find the last one early enough. */
static wyrm_status find_steps(const term_session *session, uint32_t turns, size_t *steps,
                              wyrm_error *error)
{
    wyrm_engine *engine = session->begun_engine != NULL ? session->begun_engine : session->engine;
    wyrm_engine *const both[2] = {engine, engine};
    const uint32_t now = term_now(session)->turn;
    going_back to = {.turn = now > turns ? now - turns : 1};
    wyrm_pair *found = base_zeroed(1, sizeof *found);
    *steps = (size_t)term_now(session)->commands;
    if (turns == 0)
        return wyrm_free(found), WYRM_OK;
    wyrm_status status = found == NULL
                             ? wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory")
                             : wyrm_replay_pair(session->replay, both, look_for, &to, found, error);
    wyrm_free(found);
    if (to.steps < *steps)
        *steps = to.steps;
    return status;
}

/* Starts the new game completely before anything of the present one is freed. */
static bool play_on(term_app *app, const char *text, void *context)
{
    const term_session *from = app->session;
    const term_changes *changes = from->changes;
    const bool changed = changes->count > 0; /* read here: entering the new game frees both */
    term_session *session = NULL;
    wyrm_errors *errors;
    wyrm_error error = {.message = ""};
    size_t steps;
    (void)context;
    if (wyrm_errors_new(&errors) != WYRM_OK) {
        term_notice(app, "out of memory");
        return false;
    }
    /* a number too large for the type means all turns */
    const unsigned long turns = strtoul(text, NULL, 10);
    wyrm_status status =
        find_steps(from, turns < UINT32_MAX ? (uint32_t)turns : UINT32_MAX, &steps, &error);
    if (status == WYRM_OK)
        status = term_game_branch(&app->folders, from, steps, changes->rows, changes->count,
                                  &session, errors);
    if (status != WYRM_OK) {
        term_notice(app, "%s.",
                    wyrm_errors_kept(errors) > 0 ? wyrm_errors_at(errors, 0)->message
                    : error.message[0] != '\0'   ? error.message
                                                 : wyrm_status_text(status));
        wyrm_errors_free(errors);
        return false;
    }
    wyrm_errors_free(errors);
    /* the new game contains all of a designer's game continued at its end */
    if (term_is_designed(from) && steps == wyrm_replay_count(from->replay) && !from->watching)
        term_session_forget(app->session);
    term_go_home(app);
    term_pop(app); /* the dungeon of the previous game, or the watched recording */
    app->enter(app, session);
    term_notice(app,
                "A designer's game from turn %" PRIu32 " on: what was before is as it was played, "
                "and %s. It makes no score; the game before it stays as it is.",
                term_now(session)->turn,
                changed ? "the changed rules hold from here on, for who is here, too"
                        : "the rules are the same");
    return true;
}

static void ask_turns(term_app *app)
{
    const term_session *session = app->session;
    if (app->enter == NULL)
        return;
    if (session->replay == NULL) {
        term_notice(app, "A practice game keeps no record: it cannot be gone back in.");
        return;
    }
    if (strcmp(wyrm_ruleset_hash(wyrm_design_ruleset(term_begun_rules(session))),
               wyrm_replay_facts_of(session->replay)->hash) != 0) {
        term_notice(app, "This recording is watched under other rules than its own.");
        return;
    }
    term_enter(app, "How many turns back?",
               "0 goes on from here, 5 from five turns ago. The past stays as it was played; from "
               "there on the changed rules hold, for who is there, too. That is a designer's game: "
               "it has a file of its own and makes no score.",
               term_is_won_or_lost(session) ? "10" : "0", "0123456789", play_on, NULL);
}

/* ---- Writing the changes to a file ---- */

/* Takes the name of the ruleset from its file: the part before the first dot; false if it is not a
 * valid name. Such a name can be used in `extends`, and on a command line without quotes. */
static bool name_of_file(const char *path, char name[64])
{
    const char *slash = strrchr(path, '/'), *base = slash != NULL ? slash + 1 : path;
    const size_t length = strcspn(base, ".");
    snprintf(name, 64, "%.*s", (int)(length < 63 ? length : 63), base);
    const bool letter = (name[0] >= 'a' && name[0] <= 'z') || (name[0] >= 'A' && name[0] <= 'Z');
    return letter && strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                  "_-") == length;
}

/* Writes how a file at `path` refers to the ruleset in play: the name of a shipped one, else its
 * path relative to the folder of the new file; false where it is not below that folder, since an
 * absolute path is valid on this machine only. */
static bool extends_from(const char *source, const char *path, char out[TERM_PATH_MAX])
{
    char folder[TERM_PATH_MAX], *real;
    if (wyrm_shipped_find(source) != NULL) {
        snprintf(out, TERM_PATH_MAX, "%s", source);
        return true;
    }
    const char *slash = strrchr(path, '/');
    snprintf(folder, sizeof folder, "%.*s", slash != NULL ? (int)(slash - path) + 1 : 1,
             slash != NULL ? path : ".");
    real = realpath(folder, NULL);
    const size_t length = real != NULL ? strlen(real) : 0;
    const bool below = length > 0 && strncmp(source, real, length) == 0 && source[length] == '/';
    if (below)
        snprintf(out, TERM_PATH_MAX, "./%s", source + length + 1);
    free(real);
    return below;
}

static const char *source_of(const term_session *session)
{
    return session->replay != NULL ? wyrm_replay_facts_of(session->replay)->source
                                   : wyrm_ruleset_name(wyrm_design_ruleset(session->design));
}

/* Whether a ruleset, with plain defaults for what a game needs and it does not define, is the one
 * in play. Their hashes are compared, which depend on the values, not on how a file writes them. */
static bool plays_as(const wyrm_design *said, const wyrm_design *played)
{
    wyrm_design *game;
    if (wyrm_design_as_game(said, &game, NULL) != WYRM_OK)
        return false;
    const wyrm_ruleset *rules = wyrm_design_ruleset(game != NULL ? game : said);
    const bool same =
        strcmp(wyrm_ruleset_hash(rules), wyrm_ruleset_hash(wyrm_design_ruleset(played))) == 0;
    wyrm_design_free(game);
    return same;
}

/* Opens the ruleset from its source again, if its rules are still the same, so that places are
 * those in its files even for a continued game; else NULL. */
static wyrm_design *open_origin(const term_session *session)
{
    wyrm_design *design = NULL;
    if (wyrm_design_open(source_of(session), &design, NULL) != WYRM_OK)
        return NULL;
    if (plays_as(design, term_begun_rules(session)))
        return design;
    wyrm_design_free(design);
    return NULL;
}

/* Whether a text defines the changed ruleset. It may also be one that extends an unchanged source
 * without a dungeon: the game adds plain defaults around such a ruleset when it is played. */
static bool says_the_same(const term_session *session, const char *path, const char *text)
{
    wyrm_design *design, *origin = NULL;
    if (wyrm_design_parse(path, text, strlen(text), &design, NULL) != WYRM_OK)
        return false;
    bool same = plays_as(design, term_changed_rules(session));
    if (!same && wyrm_design_needs(design, WYRM_SYSTEMS_OF_A_GAME, "a game", NULL) != WYRM_OK) {
        origin = open_origin(session);
        same = origin != NULL;
    }
    wyrm_design_free(origin);
    wyrm_design_free(design);
    return same;
}

/* Composes the file: one that extends the source if that gives the same ruleset, else all of it
 * (*whole). The text is parsed again to be sure: a source that was edited meanwhile, or that means
 * something else from the folder of the new file, would make another game than the one on the
 * screen. */
static wyrm_status text_of_file(const term_session *session, const char *path, char **out,
                                bool *whole, wyrm_error *error)
{
    const term_changes *changes = session->changes;
    const wyrm_ruleset *begun = wyrm_design_ruleset(term_begun_rules(session));
    char name[64], extends[TERM_PATH_MAX];
    wyrm_status status;
    name_of_file(path, name);
    *whole = false;
    if (extends_from(source_of(session), path, extends)) {
        status = wyrm_changes_text(begun, name, extends, changes->rows, changes->count, out, error);
        if (status != WYRM_OK || says_the_same(session, path, *out))
            return status;
        wyrm_free(*out);
    }
    char *dump;
    *whole = true;
    status = wyrm_ruleset_dump(wyrm_design_ruleset(term_changed_rules(session)), &dump, error);
    if (status != WYRM_OK)
        return status;
    base_buffer text = {0};
    base_buffer_appendf(&text, "name: %s\n%s", name, dump + strcspn(dump, "\n") + 1);
    wyrm_free(dump);
    return base_buffer_give(&text, out, error);
}

static bool write_down(term_app *app, const char *path, void *context)
{
    const term_session *session = app->session;
    char name[64], *text;
    bool whole;
    wyrm_error error = {.message = ""};
    (void)context;
    const char *ending = strrchr(path, '.');
    if (ending == NULL || strcmp(ending, ".yaml") != 0 || !name_of_file(path, name)) {
        term_notice(app, "A ruleset is a file such as mine.yaml: letters, digits, _ and -, a "
                         "letter first.");
        return false;
    }
    wyrm_status status = text_of_file(session, path, &text, &whole, &error);
    if (status == WYRM_OK) {
        status = wyrm_file_write(path, text, strlen(text), false, &error);
        wyrm_free(text);
    }
    if (status != WYRM_OK) {
        term_notice(app, "Not written: %s.", error.message);
        return false;
    }
    term_page *page = term_open_page(app, "numbers", "Written", NULL);
    term_page_add(page, TERM_GOOD, NULL, "%s", path);
    term_page_add(page, TERM_PLAIN, NULL, "%s",
                  whole
                      ? "It is the whole ruleset: what it was opened from is not there any more, "
                        "says something else now, leaves open what was changed, or lies outside of "
                        "this folder."
                      : "It extends the ruleset in play and says only what was changed.");
    term_page_heading(page, "What to try next");
    term_page_add(page, TERM_BOLD, NULL, "wyrm check %s", path);
    term_page_add(page, TERM_BOLD, NULL, "wyrm compare %s %s", source_of(session), path);
    term_page_add(page, TERM_BOLD, NULL, "wyrm play %s", path);
    return true;
}

static void ask_path(term_app *app)
{
    const term_session *session = app->session;
    const char *source = source_of(session), *slash = strrchr(source, '/');
    char path[TERM_ENTRY_MAX];
    if (session->changes->count == 0) {
        term_notice(app, "Nothing is changed yet.");
        return;
    }
    snprintf(path, sizeof path, "%.*s%.60s-mine.yaml",
             slash != NULL ? (int)(slash - source) + 1 : 0, source,
             wyrm_ruleset_name(wyrm_design_ruleset(term_begun_rules(session))));
    term_enter(app, "Write the changes as a ruleset",
               "A new file, which extends the ruleset in play: in its folder, or above.", path,
               NULL, write_down, NULL);
}

/* ---- Keys ---- */

static void go_to(numbers_state *on, const term_session *session, bool back)
{
    const size_t count = on->subject_count;
    if (count == 0)
        return;
    on->at = (on->at + (back ? count - 1 : 1)) % count;
    on->chosen = on->top = 0;
    show_subject(on, session);
}

/* A click chooses a row; a click on the chosen row changes its value. The wheel scrolls. */
static void take_mouse(term_app *app, numbers_state *on, const term_input *input)
{
    if (input->wheel != 0) {
        if (input->wheel > 0 ? on->chosen + 1 < on->count : on->chosen > 0)
            on->chosen += input->wheel > 0 ? 1 : (size_t)-1;
        return;
    }
    if (!term_is_in(&on->list, input->x, input->y))
        return;
    const size_t row = on->top + (size_t)(input->y - on->list.y);
    if (row < on->count && row == on->chosen)
        change(app, on);
    else if (row < on->count)
        on->chosen = row;
}

static void take(term_app *app, void *state, const term_input *input)
{
    numbers_state *on = state;
    wyrm_direction direction;
    bool runs;
    if (term_closes(input) || input->deed == TERM_NUMBERS) {
        term_pop(app);
    } else if (input->mouse) {
        take_mouse(app, on, input);
    } else if (term_deed_direction(input->deed, &direction, &runs)) {
        static const int steps[WYRM_DIRECTION_COUNT] = {[WYRM_NORTH] = -1,
                                                        [WYRM_SOUTH] = 1,
                                                        [WYRM_NORTH_EAST] = -10,
                                                        [WYRM_SOUTH_EAST] = 10,
                                                        [WYRM_NORTH_WEST] = -ROWS_MAX,
                                                        [WYRM_SOUTH_WEST] = ROWS_MAX};
        const long to = (long)on->chosen + steps[direction];
        const long last = on->count > 0 ? (long)on->count - 1 : 0;
        on->chosen = (size_t)(to < 0 ? 0 : to > last ? last : to);
        if (direction == WYRM_EAST || direction == WYRM_WEST)
            go_to(on, app->session, direction == WYRM_WEST);
    } else if (input->deed == TERM_NEXT || input->deed == TERM_PREVIOUS) {
        go_to(on, app->session, input->deed == TERM_PREVIOUS);
    } else if (input->deed == TERM_CONFIRM && on->count > 0) {
        change(app, on);
    } else if (input->deed == TERM_REMOVE) {
        take_back(app, on);
    } else if (input->deed == TERM_LOG) {
        show_effects(app, on);
    } else if (input->deed == TERM_APPLY) {
        ask_turns(app);
    } else if (input->deed == TERM_SAVE) {
        ask_path(app);
    } else {
        term_useless_key(app, input);
    }
}

static void leave(void *state)
{
    numbers_state *on = state;
    wyrm_design_free(on->origin);
    wyrm_game_free(on->then);
    wyrm_free(on->rows);
}

static void open(term_app *app, const wyrm_position *tile)
{
    static const term_screen_kind kind = {.name = "numbers",
                                          .size = sizeof(numbers_state),
                                          .draw = draw,
                                          .take = take,
                                          .leave = leave};
    term_session *session = app->session;
    if (session->changes == NULL) {
        const size_t branches = session->replay != NULL ? session->branched : 0;
        const wyrm_replay_branch *last =
            branches > 0 ? wyrm_replay_branch_at(session->replay, branches - 1) : NULL;
        session->changes =
            term_changes_new(term_begun_rules(session), last != NULL ? last->changes : NULL,
                             last != NULL ? last->count : 0);
    }
    key_row *rows = base_zeroed(ROWS_MAX, sizeof *rows);
    wyrm_game *then = wyrm_game_new();
    if (session->changes == NULL || rows == NULL || then == NULL) {
        wyrm_free(rows);
        wyrm_game_free(then);
        term_notice(app, "There is no memory for it.");
        return;
    }
    numbers_state *on = term_push(app, &kind);
    on->rows = rows;
    on->then = then;
    on->origin = open_origin(session);
    find_subjects(on, session, tile);
    show_subject(on, session);
    find_odds(on, session);
}

void term_open_numbers(term_app *app)
{
    open(app, NULL);
}

void term_open_numbers_at(term_app *app, wyrm_position tile)
{
    open(app, &tile);
}
