/* The start of a game, from the command line or the title screen: continue a saved one, or choose a
 * ruleset and a seed for a new one.
 *
 * Besides the shipped rulesets any file can be chosen. If it has errors they are shown with their
 * places on a page to scroll through, because authors of rulesets start them from here. A new game
 * never replaces a saved one without asking. */
#include "term/internal.h"
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <wyrm/file.h>
#include "base/arena.h"

/* ---- The high scores ---- */

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
        char place[8], gained[64] = "";
        snprintf(place, sizeof place, "%3zu", i + 1);
        if (score->level > 0)
            snprintf(gained, sizeof gained, ", level %" PRId64 ", %" PRId64 " experience",
                     score->level, score->experience);
        term_page_add(page, score->won ? TERM_GOOD : TERM_PLAIN, place, "%s%.90s: %s %" PRId64 "%s",
                      score->won ? "won " : "", score->title, term_depth_word(score->climbs),
                      score->depth, gained);
        term_page_add(page, TERM_DIM, "",
                      "%s%.120s, turn %" PRId64 ", %" PRId64 " killed; seed %" PRId64 "%s%s",
                      score->wins > 0 ? "plus; " : "", score->ending, score->turn, score->kills,
                      score->seed, score->day[0] != '\0' ? ", " : "", score->day);
    }
    wyrm_free(scores);
}

/* ---- Entering and replacing games ---- */

/* Shows the errors as a page. */
static void show_errors(term_app *app, const char *title, const wyrm_errors *errors)
{
    term_page *page = term_open_page(app, "text", title, NULL);
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

/* Handles the answer to replacing a saved game. The new game is owned by the app already, so that
 * it is freed in every case. */
static void begin_anew(term_app *app, bool yes)
{
    term_session *session = app->session;
    wyrm_error error;
    if (yes && term_session_create(session, true, &error) == WYRM_OK) {
        session->pending = false;
        term_enter_game(app, session);
        return;
    }
    if (yes)
        term_notice(app, "The saved game cannot be replaced: %s", error.message);
    term_app_set_session(app, NULL);
}

void term_enter_game(term_app *app, term_session *session)
{
    char question[400];
    term_app_set_session(app, session);
    if (session->pending) {
        snprintf(question, sizeof question,
                 "A game of %.80s with seed %" PRIu64 " is saved. Delete it and begin anew?",
                 wyrm_ruleset_title(wyrm_design_ruleset(session->design)), term_now(session)->seed);
        term_ask(app, question, false, begin_anew);
        return;
    }
    if (session->trouble[0] != '\0' || session->notice[0] != '\0')
        term_notice(app, "%s", session->trouble[0] != '\0' ? session->trouble : session->notice);
    if (session->replay != NULL)
        base_utf8_copy(app->source, sizeof app->source,
                       wyrm_replay_facts_of(session->replay)->source);
    term_play_begin(app);
    if (session->watching)
        term_open_watching(app);
    else
        term_push(app, &term_dungeon);
}

/* ---- New game: the choice of a ruleset, then of a seed ---- */

#define RULESETS_MAX 32
#define ABOUT_LINES  3

typedef struct choice {
    term_list list; /* the shipped rulesets that can be played, and a last row for a file */
    const char *names[RULESETS_MAX];
    char abouts[RULESETS_MAX + 1][400];
    char chosen[TERM_ENTRY_MAX]; /* a shipped name or a path */
} choice;

static void rules_draw(term_app *app, void *data, term_canvas *canvas)
{
    choice *state = data;
    int rows = (int)state->list.count;
    term_area area =
        term_frame(term_middle(canvas, 76, rows + ABOUT_LINES + 5), "New game: which rules?");
    term_area foot = term_foot(&area), list = area;
    list.height = rows;
    term_list_draw(&state->list, list);
    term_skip(&area, rows + 1);
    area.height = ABOUT_LINES;
    term_wrapped(area, TERM_PLAIN, state->abouts[state->list.chosen]);
    term_hint_draw(app, foot, "arrows or letters: choose   {confirm}: go on   {cancel}: back");
}

static bool begin(term_app *app, const char *seed, void *context)
{
    const choice *state = context;
    term_new_game game = {.ruleset = state->chosen};
    term_session *session;
    wyrm_errors *errors;
    errno = 0;
    game.seed = strtoull(seed, NULL, 10);
    if (errno == ERANGE || game.seed > INT64_MAX) {
        term_notice(app, "A seed is a whole number of at most %" PRId64 ".", INT64_MAX);
        return false;
    }
    if (wyrm_errors_new(&errors) != WYRM_OK)
        return true;
    if (term_game_new(&app->folders, &game, &session, errors) == WYRM_OK) {
        term_pop(app); /* pops the choice, whose state lives until this input is handled */
        term_enter_game(app, session);
    } else {
        show_errors(app, "This game cannot be begun", errors);
    }
    wyrm_errors_free(errors);
    return true;
}

static void ask_seed(term_app *app, choice *state)
{
    char seed[24];
    snprintf(seed, sizeof seed, "%" PRIu64, term_random_seed());
    term_enter(app, "Seed",
               "The dungeon is made of this number: the same number, the same dungeon. Keep it, or "
               "type another.",
               seed, "0123456789", begin, state);
}

static bool take_path(term_app *app, const char *path, void *context)
{
    choice *state = context;
    const char *home = getenv("HOME");
    wyrm_design *design;
    wyrm_errors *errors;
    if (strncmp(path, "~/", 2) == 0 && home != NULL)
        snprintf(state->chosen, sizeof state->chosen, "%s%s", home, path + 1);
    else
        base_utf8_copy(state->chosen, sizeof state->chosen, path);
    if (wyrm_errors_new(&errors) != WYRM_OK)
        return true;
    if (wyrm_design_open_game(state->chosen, NULL, &design, errors) == WYRM_OK) {
        wyrm_design_free(design);
        ask_seed(app, state);
    } else {
        show_errors(app, "This ruleset is not in order", errors);
    }
    wyrm_errors_free(errors);
    return true;
}

static void rules_take(term_app *app, void *data, const term_input *input)
{
    choice *state = data;
    if (!term_list_choose(app, &state->list, input))
        return;
    if (state->list.chosen + 1 == state->list.count) {
        term_enter(app, "A ruleset of your own",
                   "The path of its file. `wyrm rules new NAME` begins one.", state->chosen, NULL,
                   take_path, state);
    } else {
        snprintf(state->chosen, sizeof state->chosen, "%s", state->names[state->list.chosen]);
        ask_seed(app, state);
    }
}

static void choose_ruleset(term_app *app)
{
    static const term_screen_kind kind = {.name = "new game",
                                          .size = sizeof(choice),
                                          .over = true,
                                          .draw = rules_draw,
                                          .take = rules_take};
    size_t count, shown = 0;
    const wyrm_shipped *shipped = wyrm_shipped_rulesets(&count);
    choice *state = term_push(app, &kind);
    for (size_t i = 0; i < count && shown < RULESETS_MAX; i++) {
        wyrm_design *design = NULL;
        if (wyrm_design_open(shipped[i].name, &design, NULL) != WYRM_OK)
            continue;
        if (wyrm_design_needs(design, WYRM_SYSTEMS_OF_A_GAME, "a game", NULL) == WYRM_OK) {
            const wyrm_ruleset *ruleset = wyrm_design_ruleset(design);
            base_utf8_copy(state->abouts[shown], sizeof state->abouts[shown],
                           wyrm_ruleset_description(ruleset));
            term_list_add(&state->list, 0, "%-18s %.95s", shipped[i].name,
                          wyrm_ruleset_title(ruleset));
            state->names[shown++] = shipped[i].name;
        }
        wyrm_design_free(design);
    }
    snprintf(state->abouts[shown], sizeof state->abouts[shown],
             "`wyrm rules new NAME` begins a file of your own, `wyrm check FILE` weighs it.");
    term_list_add(&state->list, '/', "A ruleset of your own: a file ...");
    /* preselect the ruleset of the last game, which is likely wanted again */
    for (size_t i = 0; i < shown; i++)
        if (strcmp(state->names[i], app->source) == 0)
            state->list.chosen = i;
    if (app->source[0] == '/') {
        base_utf8_copy(state->chosen, sizeof state->chosen, app->source);
        state->list.chosen = shown;
    }
}

/* ---- The title ---- */

#define SHOWN_MAX  26 /* saved games with a letter, A to Z */
#define LOGO_WIDTH 44
#define ROW_MARGIN 4 /* columns before the text of a row */

/* A pair of scales: the player on one side, the wyrm on the other. */
static const char *const logo[] = {
    "      .-------------.-------------.",
    "     / \\            |            / \\",
    "    / @ \\           |           / D \\",
    "    ~~~~~           |           ~~~~~",
    "                  __|__",
    "      W  Y  R  M  S  C  A  L  E",
};

typedef struct title_state {
    term_list list;
    bool looked;
    unsigned games; /* app->games at the time when the saved games were listed */
    term_saved *saved;
    size_t saved_count, shown;
    int width; /* of the list, in cells */
} title_state;

static void do_help(term_app *app)
{
    term_show_help(app, "title");
}

static void do_quit(term_app *app)
{
    app->quits = true;
}

static const struct {
    const char *text;
    char letter;
    void (*act)(term_app *app);
} title_rows[] = {
    {"New game", 'n', choose_ruleset},
    {"High scores", 's', show_scores},
    {"Help", 'h', do_help},
    {"Quit", 'q', do_quit},
};

#define ROWS COUNT_OF(title_rows)

static void add_saved(title_state *title, size_t index)
{
    static const struct {
        long long seconds;
        const char *unit;
    } units[] = {{60, "minute"}, {3600, "hour"}, {86400, "day"}};
    const term_saved *saved = &title->saved[index];
    term_list *list = &title->list;
    uint32_t letter = 'A' + (uint32_t)index;
    if (!saved->known) {
        term_list_add(list, letter, "%.60s cannot be continued: why?",
                      strrchr(saved->path, '/') + 1)
            ->style = TERM_WARN;
        return;
    }
    long long passed = (long long)(time(NULL) - saved->changed);
    char when[40] = "just now"; /* or "3 hours ago" */
    for (size_t i = 0; i < COUNT_OF(units); i++) {
        long long number = passed / units[i].seconds;
        if (number >= 1)
            snprintf(when, sizeof when, "%lld %s%s ago", number, units[i].unit,
                     number == 1 ? "" : "s");
    }
    char level[24] = "";
    if (saved->level > 0)
        snprintf(level, sizeof level, ", level %d", saved->level);
    /* the time is always shown: if the row is too long, first the seed is left out, then
     * "Continue" */
    char seed[40], text[160];
    snprintf(seed, sizeof seed, "; seed %" PRIu64, saved->facts.seed);
    for (int shorter = 0; shorter < 3; shorter++) {
        const int length =
            snprintf(text, sizeof text, "%s%.24s%s: %s %d%s, turn %u%s, %s",
                     shorter < 2 ? "Continue " : "", saved->facts.ruleset,
                     saved->designed ? " (designer)" : "", term_depth_word(saved->climbs),
                     saved->depth, level, saved->turn, shorter < 1 ? seed : "", when);
        if (length <= title->width - ROW_MARGIN)
            break;
    }
    term_list_add(list, letter, "%s", text);
}

/* Fills the list with saved games (`what` is their index), which scroll, and the fixed rows of the
 * title (`what` below 0). */
static void fill(title_state *title)
{
    title->list.count = 0;
    title->list.last = ROWS;
    for (size_t i = 0; i < title->shown; i++) {
        add_saved(title, i);
        title->list.rows[title->list.count - 1].what = (int)i;
    }
    for (size_t row = 0; row < ROWS; row++)
        term_list_add(&title->list, (uint32_t)title_rows[row].letter, "%s", title_rows[row].text)
            ->what = -1 - (int)row;
}

static void title_draw(term_app *app, void *state, term_canvas *canvas)
{
    title_state *title = state;
    wyrm_error error;
    /* list the saved games again if a game has begun or ended since */
    if (!title->looked || title->games != app->games) {
        wyrm_free(title->saved);
        if (term_games_find(&app->folders, SHOWN_MAX, &title->saved, &title->saved_count, &error) !=
            WYRM_OK)
            term_notice(app, "Saved games cannot be found: %s", error.message);
        title->looked = true;
        title->games = app->games;
        title->shown = title->saved_count < SHOWN_MAX ? title->saved_count : SHOWN_MAX;
        title->list.chosen = title->list.top = 0; /* the first row */
    }
    int x = (canvas->width - LOGO_WIDTH) / 2, y = canvas->height / 12 + 1;
    int left = canvas->width > 84 ? (canvas->width - 78) / 2 : 3, last = canvas->height - 1;
    for (size_t i = 0; i < COUNT_OF(logo); i++)
        term_text(term_at(canvas, x, y++), TERM_TITLE, "%s", logo[i]);
    term_text(term_at(canvas, x - 2, y + 1), TERM_DIM, "weighs a dungeon before anyone dies in it");
    int room = canvas->height - y - 6, rows = (int)(title->shown + ROWS);
    title->width = canvas->width - left - 1 < 100 ? canvas->width - left - 1 : 100;
    fill(title);
    term_area list = {canvas, left, y + 3, title->width, rows < room ? rows : room};
    term_list_draw(&title->list, list);
    term_text(term_at(canvas, canvas->width - 10, last), TERM_DIM, "%8s", wyrm_version());
    if (title->saved_count > title->shown)
        term_text(term_at(canvas, left, list.y + list.height), TERM_DIM,
                  "and %zu more saved games: wyrm play RULESET --seed N",
                  title->saved_count - title->shown);
    term_hint_draw(app, term_at(canvas, left, last),
                   "arrows or letters: choose   {confirm}: go   {help}: help");
}

static void title_take(term_app *app, void *state, const term_input *input)
{
    title_state *title = state;
    term_session *session;
    wyrm_errors *errors;
    if (title->list.count == 0) /* a key typed before the first drawing */
        fill(title);
    term_list_answer answer = term_list_take(&title->list, input);
    int what = title->list.rows[title->list.chosen].what;
    if (answer == TERM_LIST_CHOSEN && what < 0) {
        title_rows[-1 - what].act(app);
    } else if (answer == TERM_LIST_CHOSEN && wyrm_errors_new(&errors) == WYRM_OK) {
        /* a save that cannot be loaded is kept, and its errors are shown */
        if (term_game_continue(&app->folders, title->saved[what].path, &session, errors) == WYRM_OK)
            term_enter_game(app, session);
        else
            show_errors(app, "This game cannot be continued (its file is left as it is)", errors);
        wyrm_errors_free(errors);
    } else if (answer == TERM_LIST_LEFT) {
        /* Esc selects "Quit", which Enter then confirms */
        title->list.chosen = title->list.count - 1;
    } else if (answer == TERM_LIST_IGNORED) {
        term_useless_key(app, input);
    }
}

static void leave(void *state)
{
    wyrm_free(((title_state *)state)->saved);
}

const term_screen_kind term_title = {.name = "title",
                                     .size = sizeof(title_state),
                                     .draw = title_draw,
                                     .take = title_take,
                                     .leave = leave};

/* ---- Started from the command line: the player's settings, and the game to play ---- */

#define KEYS_MAX_BYTES ((size_t)1 << 16)

static term_end end_of(wyrm_status status)
{
    return status == WYRM_ERROR_MEMORY || status == WYRM_ERROR_INTERNAL ? TERM_END_INTERNAL
                                                                        : TERM_END_BAD_DATA;
}

/* Finds the folders and the key bindings: the defaults, with the file of keys at
 * path[TERM_PATH_MAX], if it exists. */
static wyrm_status find_settings(term_folders *folders, term_keys *keys, char *path,
                                 wyrm_errors *errors)
{
    char *text;
    size_t length;
    wyrm_error error;
    term_keys_default(keys);
    wyrm_status status = term_folders_find(folders, &error);
    if (status == WYRM_OK)
        status = term_path_join(path, folders->config, "keys", &error);
    if (status == WYRM_OK && access(path, F_OK) != 0)
        return WYRM_OK;
    if (status == WYRM_OK)
        status = wyrm_file_read(path, KEYS_MAX_BYTES, &text, &length, &error);
    if (status != WYRM_OK) {
        wyrm_errors_add(errors, &error);
        return status;
    }
    status = term_keys_read(keys, path, text, length, errors);
    wyrm_free(text);
    return status;
}

term_end term_program_keys(char **out, char *path, wyrm_errors *errors)
{
    term_folders folders;
    term_keys keys;
    *out = NULL;
    wyrm_status status = find_settings(&folders, &keys, path, errors);
    if (status != WYRM_OK)
        return end_of(status);
    *out = term_keys_template(&keys);
    return *out != NULL ? TERM_END_LEFT
                        : end_of(wyrm_errors_fail(errors, WYRM_ERROR_MEMORY, "out of memory"));
}

/* Finds the saved game of a ruleset that was played last, or the one with the given seed; false
 * where there is none. Games are matched by the name or path they were opened with, so the file
 * need not exist any more. */
static bool find_saved(const term_folders *folders, const term_play_options *options,
                       char path[TERM_PATH_MAX])
{
    term_saved *saved = NULL;
    size_t count = 0;
    wyrm_error error;
    bool found = false;
    char *source = term_source(options->game.ruleset);
    if (source != NULL && term_games_find(folders, 0, &saved, &count, &error) != WYRM_OK)
        count = 0;
    for (size_t i = 0; i < count && !found; i++) {
        found = saved[i].known && !saved[i].designed &&
                strcmp(saved[i].facts.source, source) == 0 &&
                (!options->seeded || saved[i].facts.seed == options->game.seed);
        if (found)
            memcpy(path, saved[i].path, TERM_PATH_MAX);
    }
    free(source);
    wyrm_free(saved);
    return found;
}

term_end term_program_run(const term_play_options *options, term_outcome *outcome,
                          wyrm_errors *errors)
{
    term_folders folders;
    term_keys keys;
    char path[TERM_PATH_MAX];
    term_session *session = NULL;
    term_new_game game = options->game;
    if (!options->seeded)
        game.seed = term_random_seed();
    bool watches = options->replay != NULL, saved = false;
    *outcome = (term_outcome){0};
    wyrm_status status = find_settings(&folders, &keys, path, errors);
    if (status != WYRM_OK) {
        wyrm_replay_free(options->replay);
        return end_of(status);
    }
    if (!watches && options->game.ruleset != NULL && !options->anew && !options->game.practice)
        saved = find_saved(&folders, options, path);
    if (watches)
        status = term_game_watch(options->replay, options->game.ruleset, options->game.allowed,
                                 options->speed, &session, errors);
    else if (saved)
        status = term_game_continue(&folders, path, &session, errors);
    else if (options->game.ruleset != NULL)
        status = term_game_new(&folders, &game, &session, errors);
    if (status != WYRM_OK)
        return end_of(status);
    if (session != NULL)
        session->last = options->last;
    term_app *app = term_app_new(&keys, &folders, watches ? NULL : &term_title, term_show_help);
    if (app != NULL)
        app->enter = term_enter_game;
    if (app == NULL) {
        term_session_free(session);
        return end_of(wyrm_errors_fail(errors, WYRM_ERROR_MEMORY, "out of memory"));
    }
    if (!watches)
        term_push(app, &term_title);
    if (session != NULL)
        term_enter_game(app, session);
    if (saved && options->game.without_count > 0)
        term_notice(app, "The saved game goes on as it was begun: --without is for a new one, "
                         "which --new begins.");
    return term_terminal_run(app, &options->terminal, outcome, errors);
}
