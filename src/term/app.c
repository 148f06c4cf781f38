/* The stack of screens. */
#include "base/arena.h"
#include "term/internal.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* ---- sentences about keys ---- */

/* The first key of a deed by its name, which is `length` bytes long; "no key" where none is
 * bound. */
static const char *key_of(const term_app *app, const char *name, size_t length)
{
    for (int deed = TERM_NOTHING + 1; deed < TERM_DEED_COUNT; deed++) {
        const char *called = term_deed_name((term_deed)deed);
        if (strlen(called) != length || strncmp(called, name, length) != 0)
            continue;
        const char *key = term_key_of(app, (term_deed)deed);
        return key[0] != '\0' ? key : "no key";
    }
    return "?";
}

const char *term_hint(const term_app *app, const char *text, char out[TERM_HINT_MAX])
{
    size_t used = 0;
    while (*text != '\0' && used + 1 < TERM_HINT_MAX) {
        const char *end = *text == '{' ? strchr(text, '}') : NULL;
        if (end == NULL) {
            out[used++] = *text++;
            continue;
        }
        const char *key = key_of(app, text + 1, (size_t)(end - text - 1));
        while (*key != '\0' && used + 1 < TERM_HINT_MAX)
            out[used++] = *key++;
        text = end + 1;
    }
    out[used] = '\0';
    return out;
}

void term_hint_draw(const term_app *app, term_canvas *canvas, term_area area, const char *text)
{
    char hint[TERM_HINT_MAX];
    term_text(canvas, area, area.x, area.y, TERM_DIM, term_hint(app, text, hint));
}

void term_useless_key(term_app *app, const term_input *input)
{
    char hint[TERM_HINT_MAX];
    if (input->character > ' ')
        term_notice(app, "%s", term_hint(app, "That key does nothing here. {help}: help", hint));
}

term_app *term_app_new(const term_keys *keys, const term_folders *folders, const term_house *house)
{
    term_app *app = base_zeroed(1, sizeof *app);
    if (app == NULL)
        return NULL;
    app->keys = *keys;
    app->folders = *folders;
    app->house = *house;
    return app;
}

/* Frees the popped screens, unless a call of a screen has not returned yet. */
static void sweep(term_app *app)
{
    if (app->busy > 0)
        return;
    while (app->gone_count > 0) {
        term_screen screen = app->gone[--app->gone_count];
        if (screen.kind->leave != NULL)
            screen.kind->leave(app, screen.state);
        wyrm_free(screen.state);
    }
    if (app->leaves)
        term_app_set_session(app, NULL);
    app->leaves = false;
}

void term_app_free(term_app *app)
{
    if (app == NULL)
        return;
    while (app->count > 0)
        term_pop(app);
    term_session_free(app->session);
    wyrm_free(app);
}

const char *term_key_of(const term_app *app, term_deed deed)
{
    return deed > TERM_NOTHING && deed < TERM_DEED_COUNT ? app->keys.first[deed] : "";
}

void term_app_set_session(term_app *app, term_session *session)
{
    if (app->session != session)
        term_session_free(app->session);
    app->session = session;
    app->leaves = false;
    app->games++;
}

const term_screen_kind *term_app_top(const term_app *app)
{
    return app->count > 0 ? app->stack[app->count - 1].kind : NULL;
}

void *term_push(term_app *app, const term_screen_kind *kind)
{
    void *state =
        app->count < TERM_STACK_MAX ? base_zeroed(1, kind->size > 0 ? kind->size : 1) : NULL;
    if (state == NULL) {
        app->failed = true;
        return memset(app->spare, 0, sizeof app->spare);
    }
    app->stack[app->count++] = (term_screen){kind, kind->name, state};
    app->idle = false;
    return state;
}

void term_pop(term_app *app)
{
    if (app->count == 0)
        return;
    /* does not happen: no call pops more screens than the stack holds */
    if (app->gone_count == TERM_STACK_MAX) {
        app->failed = true;
        return;
    }
    app->gone[app->gone_count++] = app->stack[--app->count];
    app->idle = false;
    sweep(app);
}

void term_pop_to(term_app *app, const term_screen_kind *kind)
{
    while (app->count > 0 && app->stack[app->count - 1].kind != kind)
        term_pop(app);
}

void term_quit(term_app *app)
{
    app->quits = true;
}

bool term_app_ended(const term_app *app, bool *failed)
{
    *failed = app->failed;
    return app->failed || app->quits || app->count == 0;
}

void term_notice(term_app *app, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    vsnprintf(app->notice, sizeof app->notice, format, list);
    va_end(list);
    app->fresh = true;
}

void term_leave_game(term_app *app)
{
    term_session *session = app->session;
    wyrm_error error;
    if (session != NULL && !term_session_save(session, &error)) {
        term_notice(app, "The game cannot be saved: %s", error.message);
        return;
    }
    term_pop_to(app, app->house.title);
    if (app->busy > 0)
        app->leaves = true; /* a screen may still look at the game until it is back from its call */
    else
        term_app_set_session(app, NULL);
}

/* ---------------------------------------------------------------- drawing */

static void draw_small(term_canvas *canvas)
{
    term_area all = term_canvas_all(canvas);
    char text[256];
    snprintf(text, sizeof text,
             "This terminal has %d columns and %d lines. Wyrmscale needs %d and %d: make it larger "
             "and it goes on. Ctrl-C saves and leaves.",
             canvas->width, canvas->height, TERM_WIDTH_LEAST, TERM_HEIGHT_LEAST);
    term_wrapped(canvas, all, TERM_WARN, text);
    canvas->cursor_x = canvas->cursor_y = 0;
}

/* The notice lies over the last lines, as many as it needs. */
static void draw_notice(const term_app *app, term_canvas *canvas)
{
    term_area all = term_canvas_all(canvas);
    term_area nowhere = {0, canvas->height, all.width, 0};
    int lines = term_wrapped(canvas, nowhere, TERM_PLAIN, app->notice);
    term_area area = {0, all.height - lines, all.width, lines};
    term_fill(canvas, area, ' ', TERM_SELECTED);
    term_wrapped(canvas, area, TERM_SELECTED, app->notice);
}

void term_app_draw(term_app *app, term_canvas *canvas, int width, int height)
{
    term_canvas_clear(canvas, width, height);
    app->small = width < TERM_WIDTH_LEAST || height < TERM_HEIGHT_LEAST;
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
static bool take_everywhere(term_app *app, const term_screen *top, const term_input *input)
{
    bool typing = top->name == NULL;
    if (input->deed == TERM_REDRAW && !(typing && input->character != 0))
        app->redraw = true;
    else if (input->deed == TERM_HELP && !typing && app->house.help != NULL)
        app->house.help(app, top->name);
    else
        return false;
    return true;
}

void term_app_take(term_app *app, const term_input *input)
{
    if (app->small || app->count == 0)
        return;
    app->fresh = false;
    app->idle = false;
    term_screen top = app->stack[app->count - 1];
    app->busy++;
    if (!take_everywhere(app, &top, input))
        top.kind->take(app, top.state, input);
    app->busy--;
    sweep(app);
    if (!app->fresh)
        app->notice[0] = '\0';
}

bool term_app_ticks(const term_app *app)
{
    const term_screen_kind *top = term_app_top(app);
    return !app->idle && !app->small && top != NULL && top->tick != NULL;
}

void term_app_tick(term_app *app)
{
    if (!term_app_ticks(app))
        return;
    term_screen top = app->stack[app->count - 1];
    app->idle = true; /* pushing and popping set it to false again */
    app->busy++;
    if (top.kind->tick(app, top.state))
        app->idle = false;
    app->busy--;
    sweep(app);
}

bool term_app_wants_redraw(term_app *app)
{
    bool wanted = app->redraw;
    app->redraw = false;
    return wanted;
}
