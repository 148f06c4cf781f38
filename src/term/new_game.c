/* Beginning games. */
#include "term/new_game.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/text.h"
#include "base/utf8.h"
#include "term/app.h"
#include "term/ask.h"
#include "term/dungeon.h"
#include "term/entry.h"
#include "term/hints.h"
#include "term/list.h"
#include "term/reader.h"
#include "term/watching.h"

#define RULESETS_MAX 32
#define ABOUT_LINES  3

void term_show_errors(term_app *app, const char *title, const wyrm_errors *errors)
{
    wyrm_text text = {0};
    for (size_t i = 0; i < wyrm_errors_kept(errors); i++) {
        char one[1024];
        wyrm_error_format(wyrm_errors_at(errors, i), one, sizeof one);
        wyrm_text_append(&text, one);
    }
    char *all = wyrm_text_steal(&text);
    term_show_text(app, title, all != NULL && all[0] != '\0' ? all : "There is no memory left.");
    free(all);
}

/* ---------------------------------------------------------------- entering */

void term_enter_game(term_app *app, term_session *session)
{
    session->pending = false;
    term_app_set_session(app, session);
    if (session->trouble[0] != '\0')
        term_notice(app, "%s", session->trouble);
    else if (session->edited && !session->watching)
        term_notice(app, "The ruleset has changed since this game was begun.");
    term_push(app, session->watching ? &term_watching : &term_dungeon);
}

/* The answer to whether a saved game may go. The new one is the app's already, so that it is freed
 * whatever happens. */
static void begin_anew(term_app *app, bool yes, void *context)
{
    term_session *session = context;
    if (!yes) {
        term_app_set_session(app, NULL);
        return;
    }
    wyrm_error error;
    if (unlink(session->save_path) != 0 && errno != ENOENT) {
        wyrm_fail(&error, WYRM_ERROR_IO, "%s", strerror(errno));
        term_notice(app, "The saved game cannot be deleted: %s", error.message);
        term_app_set_session(app, NULL);
        return;
    }
    term_enter_game(app, session);
}

void term_enter_new_game(term_app *app, term_session *session)
{
    char question[400];
    if (session->save_path[0] == '\0' || access(session->save_path, F_OK) != 0) {
        term_enter_game(app, session);
        return;
    }
    session->pending = true;
    term_app_set_session(app, session);
    snprintf(question, sizeof question,
             "A game of %.80s with seed %" PRIu64 " is saved. Delete it and begin anew?",
             wyrm_ruleset_title(wyrm_design_ruleset(session->design)), session->game->seed);
    term_ask(app, question, false, begin_anew, session);
}

/* ---------------------------------------------------------------- the choice of a ruleset */

typedef struct ruleset_row {
    char name[64], title[96], about[400];
} ruleset_row;

typedef struct choice {
    term_list list;
    size_t count;
    ruleset_row rows[RULESETS_MAX];
    char chosen[TERM_ENTRY_MAX]; /* a name or a path */
    char seed[24];               /* the seed that is offered */
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
static void row_of(const void *context, size_t index, term_list_row *out)
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

static term_list_source source_of(const choice *state)
{
    return (term_list_source){state->count + 1, row_of, state};
}

static void draw(term_app *app, void *data, term_canvas *canvas)
{
    choice *state = data;
    term_list_source source = source_of(state);
    int rows = (int)source.count;
    char hint[TERM_HINT_MAX];
    term_area area = term_frame(canvas, term_middle(canvas, 76, rows + ABOUT_LINES + 5),
                                "New game: which rules?");
    term_list_draw(&state->list, &source, canvas, (term_area){area.x, area.y, area.width, rows});
    term_area about = {area.x, area.y + rows + 1, area.width, ABOUT_LINES};
    term_wrapped(canvas, about, TERM_PLAIN,
                 state->list.chosen < state->count ? state->rows[state->list.chosen].about
                                                   : "`wyrm rules new NAME` begins a file of your "
                                                     "own, `wyrm check FILE` weighs it.");
    term_text(
        canvas, area, area.x, area.y + area.height - 1, TERM_DIM,
        term_hint(app, "arrows or letters: choose   {confirm}: go on   {cancel}: back", hint));
}

static void begin(term_app *app, const char *seed, void *context)
{
    const choice *state = context;
    term_new_game game = {.ruleset = state->chosen, .seed = strtoull(seed, NULL, 10)};
    term_session *session;
    wyrm_errors *errors;
    if (wyrm_errors_new(&errors) != WYRM_OK)
        return;
    if (term_game_new(term_app_folders(app), &game, &session, errors) == WYRM_OK) {
        term_pop(app); /* takes the choice away; its state lives until this input is done */
        term_enter_new_game(app, session);
    } else {
        term_show_errors(app, "This game cannot be begun", errors);
    }
    wyrm_errors_free(errors);
}

static void check_seed(term_app *app, const char *seed, void *context)
{
    errno = 0;
    unsigned long long number = strtoull(seed, NULL, 10);
    if (errno == ERANGE || number > INT64_MAX)
        term_notice(app, "A seed is a whole number of at most %" PRId64 ".", INT64_MAX);
    else
        begin(app, seed, context);
}

static void ask_seed(term_app *app, choice *state)
{
    snprintf(state->seed, sizeof state->seed, "%" PRIu64, term_random_seed());
    term_enter(app, "Seed",
               "The dungeon is made of this number: the same number, the same dungeon. Keep it, or "
               "type another.",
               state->seed, "0123456789", check_seed, state);
}

static void take_path(term_app *app, const char *path, void *context)
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
        term_show_errors(app, "This ruleset is not in order", errors);
    }
    wyrm_errors_free(errors);
}

static void take(term_app *app, void *data, const term_input *input)
{
    choice *state = data;
    term_list_source source = source_of(state);
    term_list_answer answer = term_list_take(&state->list, &source, input);
    if (answer == TERM_LIST_LEFT) {
        term_pop(app);
    } else if (answer == TERM_LIST_CHOSEN && state->list.chosen == state->count) {
        term_enter(app, "A ruleset of your own",
                   "The path of its file. `wyrm rules new NAME` begins one.", state->chosen, NULL,
                   take_path, state);
    } else if (answer == TERM_LIST_CHOSEN) {
        wyrm_utf8_copy(state->chosen, sizeof state->chosen, state->rows[state->list.chosen].name);
        ask_seed(app, state);
    } else if (answer == TERM_LIST_IGNORED) {
        term_useless_key(app, input);
    }
}

static const term_screen_kind kind = {
    .name = "new game",
    .size = sizeof(choice),
    .draw = draw,
    .take = take,
};

void term_choose_ruleset(term_app *app)
{
    size_t count;
    const wyrm_shipped *shipped = wyrm_shipped_rulesets(&count);
    choice *state = term_push(app, &kind);
    if (state == NULL)
        return;
    state->count = count < RULESETS_MAX ? count : RULESETS_MAX;
    for (size_t i = 0; i < state->count; i++)
        describe(&shipped[i], &state->rows[i]);
}
