/* A game on a stage: the app without a terminal, driven by names of keys, its canvas read as
 * text. */
#ifndef WYRM_TESTS_STAGE_H
#define WYRM_TESTS_STAGE_H

#include <locale.h>
#include <math.h>

#include "helpers.h"
#include "game/internal.h"
#include "term/internal.h"

#define TICKS_MAX 2000 /* no autopilot and no recording in these tests takes longer */

typedef struct stage {
    term_app *app;
    term_session *session;
    term_keys keys;
    int width, height;
    term_canvas *canvas;
} stage;

static inline void stage_draw(stage *on, int width, int height)
{
    on->width = width;
    on->height = height;
    term_app_draw(on->app, on->canvas, width, height);
}

/* Lets the top screen do everything it does without input. */
static inline void stage_wait(stage *on)
{
    for (int i = 0; i < TICKS_MAX && term_app_ticks(on->app); i++)
        term_app_tick(on->app);
    stage_draw(on, on->width, on->height);
}

/* An app without a screen yet, on 80 x 24. */
static inline stage stage_new(const term_folders *folders, const term_screen_kind *title)
{
    stage on = {.width = 80, .height = 24};
    setlocale(LC_CTYPE, "C.UTF-8");
    term_keys_default(&on.keys);
    on.app = term_app_new(&on.keys, folders, title, title != NULL ? term_show_help : NULL);
    on.canvas = calloc(1, sizeof *on.canvas);
    assert_non_null(on.app);
    assert_non_null(on.canvas);
    on.app->look_seconds = INFINITY; /* the same result under load and sanitizers */
    return on;
}

/* A game that has just begun, in the dungeon. */
static inline stage stage_open(const char *ruleset, uint64_t seed)
{
    const term_folders folders = {.state = ""};
    term_new_game game = {.ruleset = ruleset, .seed = seed};
    stage on = stage_new(&folders, NULL);
    assert_ok(term_game_new(&folders, &game, &on.session, NULL), NULL);
    term_enter_game(on.app, on.session);
    stage_wait(&on);
    return on;
}

static inline void stage_close(stage *on)
{
    term_app_free(on->app);
    free(on->canvas);
}

#define OWNED_STAGE OWNED_VALUE(stage, stage_close)

static inline void stage_take(stage *on, const term_input *input)
{
    term_app_take(on->app, input);
    stage_wait(on);
}

/* Presses keys by their names, separated by blanks: "i Down Enter". */
static inline void stage_keys(stage *on, const char *names)
{
    char copy[256];
    snprintf(copy, sizeof copy, "%s", names);
    for (char *rest = copy, *name; (name = strtok_r(rest, " ", &rest)) != NULL;) {
        term_key key = term_key_named(name);
        assert_int_not_equal(key, TERM_KEY_NONE);
        term_input input = term_keys_input(&on->keys, key);
        stage_take(on, &input);
    }
}

static inline void stage_click(stage *on, int x, int y, bool other_button)
{
    stage_take(on, &(term_input){.mouse = true, .x = x, .y = y, .other_button = other_button});
}

static inline term_cell stage_cell(const stage *on, int x, int y)
{
    return on->canvas->cells[y * on->canvas->width + x];
}

/* A row as text, non-ASCII characters as '~'. The buffer is valid until the next call. */
static inline const char *stage_row(const stage *on, int y)
{
    static char row[TERM_WIDTH_MAX + 1];
    for (int x = 0; x < on->canvas->width; x++) {
        uint32_t character = stage_cell(on, x, y).character;
        row[x] = character == 0 ? ' ' : character < 128 ? (char)character : '~';
    }
    row[on->canvas->width] = '\0';
    return row;
}

/* The first position of a text; false if it is not shown. */
static inline bool stage_find(const stage *on, const char *text, int *x, int *y)
{
    *x = 0;
    for (*y = 0; *y < on->canvas->height; ++*y) {
        const char *row = stage_row(on, *y), *found = strstr(row, text);
        if (found == NULL)
            continue;
        *x = (int)(found - row);
        return true;
    }
    return false;
}

/* Whether a text is shown in this style. */
static inline bool is_shown_as(const stage *on, const char *text, term_style style)
{
    int x, y;
    return stage_find(on, text, &x, &y) && stage_cell(on, x, y).style == style;
}

static inline void stage_print(const stage *on)
{
    for (int y = 0; y < on->canvas->height; y++)
        print_error("%2d %s\n", y, stage_row(on, y));
}

static inline void shows_at(const stage *on, const char *text, bool wanted, const char *file,
                            int line)
{
    int x, y;
    if (stage_find(on, text, &x, &y) == wanted)
        return;
    print_error("the screen %s \"%s\":\n", wanted ? "does not show" : "shows", text);
    stage_print(on);
    _fail(file, line);
}

#define assert_shows(on, text) shows_at((on), (text), true, __FILE__, __LINE__)
#define assert_hides(on, text) shows_at((on), (text), false, __FILE__, __LINE__)

/* Asserts what the screen shows after some keys. */
#define assert_after(on, keys, text) shows_after((on), (keys), (text), __FILE__, __LINE__)
static inline void shows_after(stage *on, const char *keys, const char *text, const char *file,
                               int line)
{
    stage_keys(on, keys);
    shows_at(on, text, true, file, line);
}

/* The words of a column of the canvas from x on, in one line: for wrapped texts. */
static inline const char *stage_column(const stage *on, int left, int top, int bottom)
{
    static char text[8192];
    size_t length = 0;
    for (int y = top; y < bottom; y++)
        for (const char *at = stage_row(on, y) + left;; at++) {
            char next = *at == '\0' ? ' ' : *at;
            if (next != ' ' || (length > 0 && text[length - 1] != ' '))
                text[length++] = next;
            if (*at == '\0')
                break;
        }
    text[length] = '\0';
    return text;
}

/* Puts an item into the pack; returns its index. */
static inline size_t stage_give(stage *on, const char *name)
{
    int32_t kind = item_named(on->session->design, name);
    assert_true(kind >= 0);
    wyrm_game *game = on->session->game;
    game->pack[game->pack_count] = (wyrm_game_item){.item = {.kind = kind, .level = 0}, .uses = 1};
    return game->pack_count++;
}

/* Puts the player and some monsters into a closed room, the nearest `distance` tiles away. */
static inline void stage_stand_off(stage *on, size_t count, int distance)
{
    wyrm_arena arena = {.shape = WYRM_ARENA_OPEN, .distance = distance, .count = count};
    const wyrm_roster *roster = wyrm_design_roster(on->session->design);
    wyrm_roster_start(roster, 1, &arena.player);
    for (size_t i = 0; i < count; i++) {
        arena.monsters[i].monster = 0;
        wyrm_roster_spawn(roster, 0, 1, WYRM_VARIANT_NONE, &arena.monsters[i].combatant);
    }
    assert_works(
        wyrm_game_start_arena(on->session->engine, &arena, 1, 0, on->session->game, &last_error));
    wyrm_observe(on->session->engine, on->session->game, on->session->view);
    stage_draw(on, 80, 24);
}

#endif
