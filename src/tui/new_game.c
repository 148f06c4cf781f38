/* Beginning games. */
#include "tui/new_game.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/text.h"
#include "base/utf8.h"
#include "tui/app.h"
#include "tui/ask.h"
#include "tui/dungeon.h"
#include "tui/entry.h"
#include "tui/hints.h"
#include "tui/list.h"
#include "tui/reader.h"
#include "tui/watching.h"

#define RULESETS_MAX 32
#define ABOUT_LINES  3

void tui_show_errors(tui_app *app, const char *title, const wyrm_errors *errors)
{
    wyrm_text text = {0};
    for (size_t i = 0; i < wyrm_errors_kept(errors); i++) {
        char one[1024];
        wyrm_error_format(wyrm_errors_at(errors, i), one, sizeof one);
        wyrm_text_append(&text, one);
    }
    char *all = wyrm_text_steal(&text);
    tui_show_text(app, title, all != NULL && all[0] != '\0' ? all : "There is no memory left.");
    free(all);
}

/* ---------------------------------------------------------------- entering */

void tui_enter_game(tui_app *app, tui_session *session)
{
    session->pending = false;
    tui_app_set_session(app, session);
    if (session->trouble[0] != '\0')
        tui_notice(app, "%s", session->trouble);
    else if (session->edited && !session->watching)
        tui_notice(app, "The ruleset has changed since this game was begun.");
    tui_push(app, session->watching ? &tui_watching : &tui_dungeon);
}

/* The answer to whether a saved game may go. The new one is the app's already, so that it is freed
 * whatever happens. */
static void begin_anew(tui_app *app, bool yes, void *context)
{
    tui_session *session = context;
    if (!yes) {
        tui_app_set_session(app, NULL);
        return;
    }
    wyrm_error error;
    if (unlink(session->save_path) != 0 && errno != ENOENT) {
        wyrm_fail(&error, WYRM_ERROR_IO, "%s", strerror(errno));
        tui_notice(app, "The saved game cannot be deleted: %s", error.message);
        tui_app_set_session(app, NULL);
        return;
    }
    tui_enter_game(app, session);
}

void tui_enter_new_game(tui_app *app, tui_session *session)
{
    char question[400];
    if (session->save_path[0] == '\0' || access(session->save_path, F_OK) != 0) {
        tui_enter_game(app, session);
        return;
    }
    session->pending = true;
    tui_app_set_session(app, session);
    snprintf(question, sizeof question,
             "A game of %.80s with seed %" PRIu64 " is saved. Delete it and begin anew?",
             wyrm_ruleset_title(wyrm_design_ruleset(session->design)), session->game->seed);
    tui_ask(app, question, false, begin_anew, session);
}

/* ---------------------------------------------------------------- the choice of a ruleset */

typedef struct ruleset_row {
    char name[64], title[96], about[400];
} ruleset_row;

typedef struct choice {
    tui_list list;
    size_t count;
    ruleset_row rows[RULESETS_MAX];
    char chosen[TUI_ENTRY_MAX]; /* a name or a path */
    char seed[24];              /* the seed that is offered */
} choice;

/* What a ruleset says of itself. */
static void describe(const wyrm_shipped *shipped, ruleset_row *out)
{
    wyrm_design *design;
    wyrm_utf8_copy(out->name, sizeof out->name, shipped->name);
    wyrm_utf8_copy(out->title, sizeof out->title, shipped->name);
    if (wyrm_design_open(shipped->name, &design, NULL) != WYRM_OK)
        return;
    const wyrm_ruleset *ruleset = wyrm_design_ruleset(design);
    wyrm_utf8_copy(out->title, sizeof out->title, wyrm_ruleset_title(ruleset));
    wyrm_utf8_copy(out->about, sizeof out->about, wyrm_ruleset_description(ruleset));
    wyrm_design_free(design);
}

/* The last row is a file of one's own. */
static void row_of(const void *context, size_t index, tui_list_row *out)
{
    const choice *state = context;
    if (index == state->count) {
        snprintf(out->text, sizeof out->text, "A ruleset of your own: a file ...");
        out->letter = '/';
        return;
    }
    snprintf(out->text, sizeof out->text, "%-18s %s", state->rows[index].name,
             state->rows[index].title);
}

static tui_list_source source_of(const choice *state)
{
    return (tui_list_source){state->count + 1, row_of, state};
}

static void draw(tui_app *app, void *data, tui_canvas *canvas)
{
    choice *state = data;
    tui_list_source source = source_of(state);
    int rows = (int)source.count;
    char hint[TUI_HINT_MAX];
    tui_area area =
        tui_frame(canvas, tui_middle(canvas, 76, rows + ABOUT_LINES + 5), "New game: which rules?");
    tui_list_draw(&state->list, &source, canvas, (tui_area){area.x, area.y, area.width, rows});
    tui_area about = {area.x, area.y + rows + 1, area.width, ABOUT_LINES};
    tui_wrapped(canvas, about, TUI_PLAIN,
                state->list.chosen < state->count ? state->rows[state->list.chosen].about
                                                  : "`wyrm rules new NAME` begins a file of your "
                                                    "own, `wyrm check FILE` weighs it.");
    tui_text(canvas, area, area.x, area.y + area.height - 1, TUI_DIM,
             tui_hint(app, "arrows or letters: choose   {confirm}: go on   {cancel}: back", hint));
}

static void begin(tui_app *app, const char *seed, void *context)
{
    const choice *state = context;
    tui_new_game game = {.ruleset = state->chosen, .seed = strtoull(seed, NULL, 10)};
    tui_session *session;
    wyrm_errors *errors;
    if (wyrm_errors_new(&errors) != WYRM_OK)
        return;
    if (tui_game_new(tui_app_folders(app), &game, &session, errors) == WYRM_OK) {
        tui_pop(app); /* takes the choice away; its state lives until this input is done */
        tui_enter_new_game(app, session);
    } else {
        tui_show_errors(app, "This game cannot be begun", errors);
    }
    wyrm_errors_free(errors);
}

static void check_seed(tui_app *app, const char *seed, void *context)
{
    errno = 0;
    unsigned long long number = strtoull(seed, NULL, 10);
    if (errno == ERANGE || number > INT64_MAX)
        tui_notice(app, "A seed is a whole number of at most %" PRId64 ".", INT64_MAX);
    else
        begin(app, seed, context);
}

static void ask_seed(tui_app *app, choice *state)
{
    snprintf(state->seed, sizeof state->seed, "%" PRIu64, tui_random_seed());
    tui_enter(app, "Seed",
              "The dungeon is made of this number: the same number, the same dungeon. Keep it, or "
              "type another.",
              state->seed, "0123456789", check_seed, state);
}

static void take_path(tui_app *app, const char *path, void *context)
{
    choice *state = context;
    const char *home = getenv("HOME");
    if (strncmp(path, "~/", 2) == 0 && home != NULL)
        snprintf(state->chosen, sizeof state->chosen, "%s%s", home, path + 1);
    else
        wyrm_utf8_copy(state->chosen, sizeof state->chosen, path);
    wyrm_design *design;
    wyrm_errors *errors;
    if (wyrm_errors_new(&errors) != WYRM_OK)
        return;
    if (wyrm_design_open(state->chosen, &design, errors) == WYRM_OK) {
        wyrm_design_free(design);
        ask_seed(app, state);
    } else {
        tui_show_errors(app, "This ruleset is not in order", errors);
    }
    wyrm_errors_free(errors);
}

static void take(tui_app *app, void *data, const tui_input *input)
{
    choice *state = data;
    tui_list_source source = source_of(state);
    tui_list_answer answer = tui_list_take(&state->list, &source, input);
    if (answer == TUI_LIST_LEFT) {
        tui_pop(app);
    } else if (answer == TUI_LIST_CHOSEN && state->list.chosen == state->count) {
        tui_enter(app, "A ruleset of your own",
                  "The path of its file. `wyrm rules new NAME` begins one.", state->chosen, NULL,
                  take_path, state);
    } else if (answer == TUI_LIST_CHOSEN) {
        wyrm_utf8_copy(state->chosen, sizeof state->chosen, state->rows[state->list.chosen].name);
        ask_seed(app, state);
    } else if (answer == TUI_LIST_IGNORED) {
        tui_useless_key(app, input);
    }
}

static const tui_screen_kind kind = {
    .name = "new game",
    .size = sizeof(choice),
    .draw = draw,
    .take = take,
};

void tui_choose_ruleset(tui_app *app)
{
    size_t count;
    const wyrm_shipped *shipped = wyrm_shipped_rulesets(&count);
    choice *state = tui_push(app, &kind);
    if (state == NULL)
        return;
    state->count = count < RULESETS_MAX ? count : RULESETS_MAX;
    for (size_t i = 0; i < state->count; i++)
        describe(&shipped[i], &state->rows[i]);
}
