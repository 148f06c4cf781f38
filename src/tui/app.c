/* The stack of screens. */
#include "tui/app.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "tui/session_files.h"

struct tui_screen {
    const tui_screen_kind *kind;
    void *state;
};

#define NOTICE_MAX 512

struct tui_app {
    tui_keys keys;
    tui_folders folders;
    tui_house house;
    unsigned games;
    tui_session *session;
    tui_screen stack[TUI_STACK_MAX];
    size_t count;
    tui_screen gone[TUI_STACK_MAX]; /* popped during a call of a screen, and freed after it */
    size_t gone_count;
    int busy;    /* how many calls of screens have not returned yet */
    bool idle;   /* the top screen had nothing to do when it was last asked */
    bool leaves; /* the game is being left: the session is freed after the call */
    bool small, quits, failed, redraw;
    bool fresh; /* the notice was set during the input that is being taken */
    char notice[NOTICE_MAX];
};

tui_app *tui_app_new(const tui_keys *keys, const tui_folders *folders, const tui_house *house)
{
    tui_app *app = calloc(1, sizeof *app);
    if (app == NULL)
        return NULL;
    app->keys = *keys;
    app->folders = *folders;
    app->house = *house;
    return app;
}

/* Frees the popped screens, unless a call of a screen has not returned yet. */
static void sweep(tui_app *app)
{
    if (app->busy > 0)
        return;
    while (app->gone_count > 0) {
        tui_screen screen = app->gone[--app->gone_count];
        if (screen.kind->leave != NULL)
            screen.kind->leave(app, screen.state);
        free(screen.state);
    }
    if (app->leaves)
        tui_app_set_session(app, NULL);
    app->leaves = false;
}

void tui_app_free(tui_app *app)
{
    if (app == NULL)
        return;
    while (app->count > 0)
        tui_pop(app);
    tui_session_free(app->session);
    free(app);
}

const tui_keys *tui_app_keys(const tui_app *app)
{
    return &app->keys;
}

const tui_folders *tui_app_folders(const tui_app *app)
{
    return &app->folders;
}

const char *tui_key_of(const tui_app *app, tui_deed deed)
{
    return deed > TUI_NOTHING && deed < TUI_DEED_COUNT ? app->keys.first[deed] : "";
}

tui_session *tui_app_session(tui_app *app)
{
    return app->session;
}

void tui_app_set_session(tui_app *app, tui_session *session)
{
    if (app->session != session)
        tui_session_free(app->session);
    app->session = session;
    app->leaves = false;
    app->games++;
}

unsigned tui_app_games(const tui_app *app)
{
    return app->games;
}

const tui_screen_kind *tui_app_top(const tui_app *app)
{
    return app->count > 0 ? app->stack[app->count - 1].kind : NULL;
}

void *tui_push(tui_app *app, const tui_screen_kind *kind)
{
    void *state = app->count < TUI_STACK_MAX ? calloc(1, kind->size > 0 ? kind->size : 1) : NULL;
    if (state == NULL) {
        app->failed = true;
        return NULL;
    }
    app->stack[app->count++] = (tui_screen){kind, state};
    app->idle = false;
    return state;
}

void tui_pop(tui_app *app)
{
    if (app->count == 0)
        return;
    /* does not happen: no call pops more screens than the stack holds */
    if (app->gone_count == TUI_STACK_MAX) {
        app->failed = true;
        return;
    }
    app->gone[app->gone_count++] = app->stack[--app->count];
    app->idle = false;
    sweep(app);
}

void tui_pop_to(tui_app *app, const tui_screen_kind *kind)
{
    while (app->count > 0 && app->stack[app->count - 1].kind != kind)
        tui_pop(app);
}

void tui_quit(tui_app *app)
{
    app->quits = true;
}

bool tui_app_ended(const tui_app *app, bool *failed)
{
    *failed = app->failed;
    return app->failed || app->quits || app->count == 0;
}

void tui_notice(tui_app *app, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    vsnprintf(app->notice, sizeof app->notice, format, list);
    va_end(list);
    app->fresh = true;
}

void tui_leave_game(tui_app *app)
{
    tui_session *session = app->session;
    wyrm_error error;
    if (session != NULL && !tui_session_save(session, &error)) {
        tui_notice(app, "The game cannot be saved: %s", error.message);
        return;
    }
    tui_pop_to(app, app->house.title);
    if (app->busy > 0)
        app->leaves = true; /* a screen may still look at the game until it is back from its call */
    else
        tui_app_set_session(app, NULL);
}

/* ---------------------------------------------------------------- drawing */

static void draw_small(tui_canvas *canvas)
{
    tui_area all = tui_canvas_all(canvas);
    char text[256];
    snprintf(text, sizeof text,
             "This terminal has %d columns and %d lines. Wyrmscale needs %d and %d: make it larger "
             "and it goes on. Ctrl-C saves and leaves.",
             canvas->width, canvas->height, TUI_WIDTH_LEAST, TUI_HEIGHT_LEAST);
    tui_wrapped(canvas, all, TUI_WARN, text);
    canvas->cursor_x = canvas->cursor_y = 0;
}

/* The notice lies over the last lines, as many as it needs. */
static void draw_notice(const tui_app *app, tui_canvas *canvas)
{
    tui_area all = tui_canvas_all(canvas);
    tui_area nowhere = {0, canvas->height, all.width, 0};
    int lines = tui_wrapped(canvas, nowhere, TUI_PLAIN, app->notice);
    tui_area area = {0, all.height - lines, all.width, lines};
    tui_fill(canvas, area, ' ', TUI_SELECTED);
    tui_wrapped(canvas, area, TUI_SELECTED, app->notice);
}

void tui_app_draw(tui_app *app, tui_canvas *canvas, int width, int height)
{
    tui_canvas_clear(canvas, width, height);
    app->small = width < TUI_WIDTH_LEAST || height < TUI_HEIGHT_LEAST;
    if (app->small) {
        draw_small(canvas);
        return;
    }
    size_t first = app->count;
    while (first > 0 && !app->stack[--first].kind->whole)
        continue;
    app->busy++;
    for (size_t i = first; i < app->count; i++)
        app->stack[i].kind->draw(app, app->stack[i].state, canvas);
    app->busy--;
    sweep(app);
    if (app->notice[0] != '\0')
        draw_notice(app, canvas);
}

/* ---------------------------------------------------------------- inputs */

/* Inputs that the app takes itself on every screen. Where text is typed these are only keys that
 * type no character. */
static bool take_everywhere(tui_app *app, const tui_screen *top, const tui_input *input)
{
    bool typing = top->kind->name == NULL;
    if (input->deed == TUI_REDRAW && !(typing && input->character != 0))
        app->redraw = true;
    else if (input->deed == TUI_HELP && !typing && app->house.help != NULL)
        app->house.help(app, top->kind->name);
    else
        return false;
    return true;
}

void tui_app_take(tui_app *app, const tui_input *input)
{
    if (app->small || app->count == 0)
        return;
    app->fresh = false;
    app->idle = false;
    tui_screen top = app->stack[app->count - 1];
    app->busy++;
    if (!take_everywhere(app, &top, input))
        top.kind->take(app, top.state, input);
    app->busy--;
    sweep(app);
    if (!app->fresh)
        app->notice[0] = '\0';
}

bool tui_app_ticks(const tui_app *app)
{
    const tui_screen_kind *top = tui_app_top(app);
    return !app->idle && !app->small && top != NULL && top->tick != NULL;
}

void tui_app_tick(tui_app *app)
{
    if (!tui_app_ticks(app))
        return;
    tui_screen top = app->stack[app->count - 1];
    app->idle = true; /* pushing and popping set it to false again */
    app->busy++;
    if (top.kind->tick(app, top.state))
        app->idle = false;
    app->busy--;
    sweep(app);
}

bool tui_app_wants_redraw(tui_app *app)
{
    bool wanted = app->redraw;
    app->redraw = false;
    return wanted;
}
