/* The title, the first thing that is seen, and the way from there into a game: continued, or new
 * with a ruleset and a seed. */
#include "term/internal.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/text.h"

/* ---- the high scores ---- */

static void show_scores(term_app *app)
{
    wyrm_error error;
    term_page *page =
        term_open_page(app, "scores", "High scores", "up, down: scroll   {cancel}: back");
    page->label_width = 5;
    term_scores *scores = base_zeroed(1, sizeof *scores);
    if (scores == NULL)
        return;
    if (term_scores_read(app->folders.state, scores, &error) != WYRM_OK) {
        char place[32] = "";
        if (error.line > 0)
            snprintf(place, sizeof place, "%d:%d:", error.line, error.column);
        term_page_add(page, TERM_WARN, "", "%s%s%s %.200s (the file is left as it is)", error.file,
                      error.file[0] != '\0' ? ":" : "", place, error.message);
        term_page_gap(page);
    }
    if (scores->count == 0)
        term_page_add(page, TERM_PLAIN, "", "Nobody has been here yet.");
    for (size_t i = 0; i < scores->count; i++) {
        const term_score *score = &scores->rows[i];
        char place[8];
        snprintf(place, sizeof place, "%3zu", i + 1);
        term_page_add(page, score->won ? TERM_GOOD : TERM_PLAIN, place,
                      "%s%.90s: %s %" PRId64 ", level %" PRId64 ", %" PRId64 " experience",
                      score->won ? "won " : "", score->title, term_depth_word(score->climbs),
                      score->depth, score->level, score->experience);
        term_page_add(page, TERM_DIM, "",
                      "%s%.120s, turn %" PRId64 ", %" PRId64 " killed; seed %" PRId64 "%s%s",
                      score->wins > 0 ? "plus; " : "", score->ending, score->turn, score->kills,
                      score->seed, score->day[0] != '\0' ? ", " : "", score->day);
    }
    wyrm_free(scores);
}

/* ---- beginning games ---- */

#define RULESETS_MAX 32
#define ABOUT_LINES  3

/* Shows errors as a text to read. */
static void show_errors(term_app *app, const char *title, const wyrm_errors *errors)
{
    term_page *page =
        term_open_page(app, "text", title, "up, down, PgUp, PgDn: scroll   {cancel}: back");
    for (size_t i = 0; i < wyrm_errors_kept(errors); i++) {
        char text[1024];
        wyrm_error_format(wyrm_errors_at(errors, i), text, sizeof text);
        for (char *line = text, *end; *line != '\0'; line = end) {
            end = line + strcspn(line, "\n");
            term_page_add(page, TERM_PLAIN, NULL, "%.*s", (int)(end - line), line);
            end += *end == '\n';
        }
    }
}

/* ---- entering ---- */

void term_enter_game(term_app *app, term_session *session)
{
    session->pending = false;
    term_app_set_session(app, session);
    if (session->trouble[0] != '\0' || session->notice[0] != '\0')
        term_notice(app, "%s", session->trouble[0] != '\0' ? session->trouble : session->notice);
    term_push(app, session->watching ? &term_watching : &term_dungeon);
}

/* The answer to whether a saved game may go. The new one is the app's already, so that it is freed
 * whatever happens. */
static void begin_anew(term_app *app, bool yes, void *context)
{
    term_session *session = context;
    wyrm_error error;
    if (yes && term_journal_create(&session->journal, session->replay, true, &error) == WYRM_OK) {
        term_enter_game(app, session);
        return;
    }
    if (yes)
        term_notice(app, "The saved game cannot be replaced: %s", error.message);
    term_app_set_session(app, NULL);
}

void term_enter_new_game(term_app *app, term_session *session)
{
    char question[400];
    if (!session->pending) {
        term_enter_game(app, session);
        return;
    }
    term_app_set_session(app, session);
    snprintf(question, sizeof question,
             "A game of %.80s with seed %" PRIu64 " is saved. Delete it and begin anew?",
             wyrm_ruleset_title(wyrm_design_ruleset(session->design)), term_now(session)->seed);
    term_ask(app, question, false, begin_anew, session);
}

/* ---- the choice of a ruleset; a seed and the game follow ---- */

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

/* The last row is a file of one's own. */
static void ruleset_row_of(const void *context, size_t index, term_list_row *out)
{
    const choice *state = context;
    if (index < state->count) {
        snprintf(out->text, sizeof out->text, "%-18s %s", state->rows[index].name,
                 state->rows[index].title);
        return;
    }
    snprintf(out->text, sizeof out->text, "A ruleset of your own: a file ...");
    out->letter = '/';
}

static void choice_draw(term_app *app, void *data, term_canvas *canvas)
{
    choice *state = data;
    term_list_source source = {state->count + 1, ruleset_row_of, state};
    int rows = (int)source.count;
    term_area area = term_frame(canvas, term_middle(canvas, 76, rows + ABOUT_LINES + 5),
                                "New game: which rules?");
    term_list_draw(&state->list, &source, canvas, (term_area){area.x, area.y, area.width, rows});
    term_wrapped(canvas, (term_area){area.x, area.y + rows + 1, area.width, ABOUT_LINES},
                 TERM_PLAIN,
                 state->list.chosen < state->count ? state->rows[state->list.chosen].about
                                                   : "`wyrm rules new NAME` begins a file of your "
                                                     "own, `wyrm check FILE` weighs it.");
    area.y += area.height - 1;
    area.height = 1;
    term_hint_draw(app, canvas, area,
                   "arrows or letters: choose   {confirm}: go on   {cancel}: back");
}

static void begin(term_app *app, const char *seed, void *context)
{
    const choice *state = context;
    term_new_game game = {.ruleset = state->chosen};
    term_session *session;
    wyrm_errors *errors;
    errno = 0;
    game.seed = strtoull(seed, NULL, 10);
    if (errno == ERANGE || game.seed > INT64_MAX) {
        term_notice(app, "A seed is a whole number of at most %" PRId64 ".", INT64_MAX);
        return;
    }
    if (wyrm_errors_new(&errors) != WYRM_OK)
        return;
    if (term_game_new(&app->folders, &game, &session, errors) == WYRM_OK) {
        term_pop(app); /* takes the choice away; its state lives until this input is done */
        term_enter_new_game(app, session);
    } else {
        show_errors(app, "This game cannot be begun", errors);
    }
    wyrm_errors_free(errors);
}

static void ask_seed(term_app *app, choice *state)
{
    snprintf(state->seed, sizeof state->seed, "%" PRIu64, term_random_seed());
    term_enter(app, "Seed",
               "The dungeon is made of this number: the same number, the same dungeon. Keep it, or "
               "type another.",
               state->seed, "0123456789", begin, state);
}

static void take_path(term_app *app, const char *path, void *context)
{
    choice *state = context;
    const char *home = getenv("HOME");
    wyrm_design *design;
    wyrm_errors *errors;
    if (strncmp(path, "~/", 2) == 0 && home != NULL)
        snprintf(state->chosen, sizeof state->chosen, "%s%s", home, path + 1);
    else
        wyrm_utf8_copy(state->chosen, sizeof state->chosen, path);
    if (wyrm_errors_new(&errors) != WYRM_OK)
        return;
    if (wyrm_design_open(state->chosen, &design, errors) == WYRM_OK) {
        wyrm_design_free(design);
        ask_seed(app, state);
    } else {
        show_errors(app, "This ruleset is not in order", errors);
    }
    wyrm_errors_free(errors);
}

static void choice_take(term_app *app, void *data, const term_input *input)
{
    choice *state = data;
    term_list_source source = {state->count + 1, ruleset_row_of, state};
    if (!term_list_choose(app, &state->list, &source, input))
        return;
    if (state->list.chosen == state->count) {
        term_enter(app, "A ruleset of your own",
                   "The path of its file. `wyrm rules new NAME` begins one.", state->chosen, NULL,
                   take_path, state);
    } else {
        wyrm_utf8_copy(state->chosen, sizeof state->chosen, state->rows[state->list.chosen].name);
        ask_seed(app, state);
    }
}

static const term_screen_kind choice_kind = {
    .name = "new game", .size = sizeof(choice), .draw = choice_draw, .take = choice_take};

static void choose_ruleset(term_app *app)
{
    size_t count;
    const wyrm_shipped *shipped = wyrm_shipped_rulesets(&count);
    choice *state = term_push(app, &choice_kind);
    state->count = count < RULESETS_MAX ? count : RULESETS_MAX;
    for (size_t i = 0; i < state->count; i++) {
        ruleset_row *row = &state->rows[i];
        wyrm_design *design;
        wyrm_utf8_copy(row->name, sizeof row->name, shipped[i].name);
        if (wyrm_design_open(shipped[i].name, &design, NULL) != WYRM_OK)
            continue;
        const wyrm_ruleset *ruleset = wyrm_design_ruleset(design);
        wyrm_utf8_copy(row->title, sizeof row->title, wyrm_ruleset_title(ruleset));
        wyrm_utf8_copy(row->about, sizeof row->about, wyrm_ruleset_description(ruleset));
        wyrm_design_free(design);
    }
}

/* ---- the title ---- */

#define SHOWN_MAX 26 /* that get a letter, A to Z */

/* The player on one side of the scale, the wyrm on the other. */
static const char *const logo[] = {
    "      .-------------.-------------.",
    "     / \\            |            / \\",
    "    / @ \\           |           / D \\",
    "    ~~~~~           |           ~~~~~",
    "                  __|__",
    "      W  Y  R  M  S  C  A  L  E",
};
#define LOGO_LINES (int)(sizeof logo / sizeof logo[0])
#define LOGO_WIDTH 44

typedef struct title_state {
    term_list list;
    bool looked;
    unsigned games; /* what app->games was when the saved games were looked for */
    term_saved *saved;
    size_t saved_count, shown;
    /* How many saved games stand above the other rows, so that these are visible without scrolling.
     * The rest stands below. */
    size_t lead;
} title_state;

static void do_help(term_app *app)
{
    term_show_help(app, "title");
}

static const struct {
    const char *text;
    char letter;
    void (*act)(term_app *app);
} title_rows[] = {
    {"New game", 'n', choose_ruleset},
    {"High scores", 's', show_scores},
    {"Help", 'h', do_help},
    {"Quit", 'q', term_quit},
};

#define ROWS (sizeof title_rows / sizeof title_rows[0])

/* "3 hours ago" */
static void say_when(time_t then, char *out, size_t size)
{
    static const struct {
        long long seconds;
        const char *unit;
    } units[] = {{86400, "day"}, {3600, "hour"}, {60, "minute"}};
    long long passed = (long long)(time(NULL) - then);
    snprintf(out, size, "just now");
    for (size_t i = sizeof units / sizeof units[0]; i-- > 0;) {
        long long number = passed / units[i].seconds;
        if (number >= 1)
            snprintf(out, size, "%lld %s%s ago", number, units[i].unit, number == 1 ? "" : "s");
    }
}

/* The saved game of a row; `shown` for rows that are no saved game. */
static size_t saved_at(const title_state *title, size_t index)
{
    if (index < title->lead)
        return index;
    return index < title->lead + ROWS ? title->shown : index - ROWS;
}

static void title_row_of(const void *context, size_t index, term_list_row *out)
{
    const title_state *title = context;
    size_t row = saved_at(title, index);
    if (row == title->shown) {
        out->letter = (uint32_t)(unsigned char)title_rows[index - title->lead].letter;
        snprintf(out->text, sizeof out->text, "%s", title_rows[index - title->lead].text);
        return;
    }
    const term_saved *saved = &title->saved[row];
    char when[40];
    out->letter = 'A' + (uint32_t)row;
    if (!saved->known) {
        out->style = TERM_WARN;
        snprintf(out->text, sizeof out->text, "%.60s cannot be continued: why?",
                 strrchr(saved->path, '/') + 1);
        return;
    }
    say_when(saved->changed, when, sizeof when);
    snprintf(out->text, sizeof out->text,
             "Continue %.24s: %s %d, level %d, turn %u; seed %" PRIu64 ", %s", saved->facts.ruleset,
             term_depth_word(saved->climbs), saved->depth, saved->level, saved->turn,
             saved->facts.seed, when);
}

/* Looks for saved games, where that was before a game came or went; the cursor is on the first. */
static void look(term_app *app, title_state *title)
{
    wyrm_error error;
    if (title->looked && title->games == app->games)
        return;
    wyrm_free(title->saved);
    if (term_games_find(&app->folders, &title->saved, &title->saved_count, &error) != WYRM_OK)
        term_notice(app, "Saved games cannot be found: %s", error.message);
    title->looked = true;
    title->games = app->games;
    title->shown = title->saved_count < SHOWN_MAX ? title->saved_count : SHOWN_MAX;
    for (size_t i = 0; i < title->shown; i++)
        term_saved_look(&title->saved[i]);
    title->list = (term_list){0};
}

static void title_draw(term_app *app, void *state, term_canvas *canvas)
{
    title_state *title = state;
    look(app, title);
    term_area all = term_canvas_all(canvas);
    int x = (canvas->width - LOGO_WIDTH) / 2, y = canvas->height / 12 + 1;
    for (int i = 0; i < LOGO_LINES; i++)
        term_text(canvas, all, x, y + i, TERM_TITLE, logo[i]);
    y += LOGO_LINES;
    term_text(canvas, all, x - 2, y + 1, TERM_DIM, "weighs a dungeon before anyone dies in it");
    term_list_source source = {title->shown + ROWS, title_row_of, title};
    int room = canvas->height - y - 6, rows = (int)source.count;
    title->lead = rows <= room ? title->shown : (size_t)room - ROWS - 1;
    term_area list = {canvas->width > 84 ? (canvas->width - 78) / 2 : 3, y + 3, 74,
                      rows < room ? rows : room};
    term_list_draw(&title->list, &source, canvas, list);
    term_textf(canvas, all, canvas->width - 10, canvas->height - 1, TERM_DIM, "%8s",
               wyrm_version());
    if (title->saved_count > title->shown)
        term_textf(canvas, all, list.x, list.y + list.height, TERM_DIM,
                   "and %zu more saved games: wyrm play RULESET --seed N",
                   title->saved_count - title->shown);
    term_hint_draw(app, canvas, (term_area){list.x, canvas->height - 1, canvas->width - list.x, 1},
                   "arrows or letters: choose   {confirm}: go   {help}: help");
}

/* A save that cannot be loaded stays where it is, and its message is shown. */
static void go_on(term_app *app, const term_saved *saved)
{
    term_session *session;
    wyrm_errors *errors;
    if (wyrm_errors_new(&errors) != WYRM_OK)
        return;
    if (term_game_continue(&app->folders, saved->path, &session, errors) == WYRM_OK)
        term_enter_game(app, session);
    else
        show_errors(app, "This game cannot be continued (its file is left as it is)", errors);
    wyrm_errors_free(errors);
}

static void title_take(term_app *app, void *state, const term_input *input)
{
    title_state *title = state;
    term_list_source source = {title->shown + ROWS, title_row_of, title};
    term_list_answer answer = term_list_take(&title->list, &source, input);
    size_t saved = saved_at(title, title->list.chosen);
    if (answer == TERM_LIST_CHOSEN && saved < title->shown)
        go_on(app, &title->saved[saved]);
    else if (answer == TERM_LIST_CHOSEN)
        title_rows[title->list.chosen - title->lead].act(app);
    else if (answer == TERM_LIST_LEFT) /* Escape goes to the row that leaves, and Enter confirms */
        title->list.chosen = title->lead + ROWS - 1;
    else if (answer == TERM_LIST_IGNORED)
        term_useless_key(app, input);
}

static void leave(term_app *app, void *state)
{
    (void)app;
    wyrm_free(((title_state *)state)->saved);
}

const term_screen_kind term_title = {
    .name = "title",
    .size = sizeof(title_state),
    .whole = true,
    .draw = title_draw,
    .take = title_take,
    .leave = leave,
};
