/* The app: the stack of screens with the game that they share. Knows no terminal, so that tests
 * drive it as the terminal does: draw, take, tick.
 *
 * A screen may pop itself, and its game may be left, while it draws or takes an input: what is gone
 * is freed only when the outermost call of a screen is back. */
#include "term/internal.h"
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include "base/arena.h"

term_app *term_app_new(const term_keys *keys, const term_folders *folders,
                       const term_screen_kind *title, void (*help)(term_app *app, const char *name))
{
    term_app *app = base_zeroed(1, sizeof *app);
    if (app == NULL)
        return NULL;
    app->keys = *keys;
    app->folders = *folders;
    app->title = title;
    app->help = help;
    app->look_seconds = 0.3;
    return app;
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

void term_app_set_session(term_app *app, term_session *session)
{
    if (app->session != session)
        term_session_free(app->session);
    app->session = session;
    app->leaves = false;
    app->games++;
}

/* ---- The stack ---- */

/* Frees what has been popped and left, unless a call of a screen has not returned yet. */
static void sweep(term_app *app)
{
    if (app->busy > 0)
        return;
    while (app->gone_count > 0) {
        term_screen screen = app->gone[--app->gone_count];
        if (screen.kind->leave != NULL)
            screen.kind->leave(screen.state);
        wyrm_free(screen.state);
    }
    if (app->leaves)
        term_app_set_session(app, NULL);
}

const term_screen_kind *term_app_top(const term_app *app)
{
    return app->count > 0 ? app->stack[app->count - 1].kind : NULL;
}

void *term_push(term_app *app, const term_screen_kind *kind)
{
    void *state = app->count < TERM_STACK_MAX ? base_zeroed(1, kind->size + 1) : NULL;
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

void term_go_home(term_app *app)
{
    while (app->count > 0 && !term_app_top(app)->home)
        term_pop(app);
}

void term_leave_game(term_app *app)
{
    wyrm_error error;
    if (app->session != NULL && !term_session_save(app->session, &error)) {
        term_notice(app, "The game cannot be saved: %s", error.message);
        return;
    }
    while (app->count > 0 && term_app_top(app) != app->title)
        term_pop(app);
    app->leaves = true; /* a screen may still look at the game until it is back from its call */
    sweep(app);
}

bool term_app_ended(const term_app *app, bool *failed)
{
    *failed = app->failed;
    return app->failed || app->quits || app->count == 0;
}

/* ---- Sentences ---- */

void term_notice(term_app *app, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    vsnprintf(app->notice, sizeof app->notice, format, list);
    va_end(list);
    app->fresh = true;
}

const char *term_hint(term_app *app, const char *text)
{
    size_t used = 0;
    while (*text != '\0' && used + 1 < sizeof app->hint) {
        const char *end = *text == '{' ? strchr(text, '}') : NULL;
        if (end == NULL) {
            app->hint[used++] = *text++;
            continue;
        }
        char name[TERM_KEY_NAME_MAX];
        const char *key = "?";
        size_t length = (size_t)(end - ++text);
        for (int deed = TERM_NOTHING + 1; deed < TERM_DEED_COUNT; deed++)
            if (strlen(term_deeds[deed].name) == length &&
                strncmp(term_deeds[deed].name, text, length) == 0)
                key = *term_first_key(&app->keys, (term_deed)deed, name) != '\0' ? name : "no key";
        while (*key != '\0' && used + 1 < sizeof app->hint)
            app->hint[used++] = *key++;
        text = end + 1;
    }
    app->hint[used] = '\0';
    return app->hint;
}

void term_hint_draw(term_app *app, term_area area, const char *text)
{
    term_text(area, TERM_DIM, "%s", term_hint(app, text));
}

void term_useless_key(term_app *app, const term_input *input)
{
    if (input->character > ' ')
        term_notice(app, "%s",
                    term_hint(app, "That key does nothing here. {help}: help, {cancel}: back"));
}

/* ---- Drawing, taking, ticking ---- */

void term_app_draw(term_app *app, term_canvas *canvas, int width, int height)
{
    term_canvas_clear(canvas, width, height);
    term_area all = term_all(canvas);
    app->small = width < TERM_WIDTH_LEAST || height < TERM_HEIGHT_LEAST;
    if (app->small) {
        term_say(&all, TERM_WARN,
                 "This terminal has %d columns and %d lines. Wyrmscale needs %d and %d: make it "
                 "larger and it goes on. Ctrl-C saves and leaves.",
                 canvas->width, canvas->height, TERM_WIDTH_LEAST, TERM_HEIGHT_LEAST);
        canvas->cursor_x = canvas->cursor_y = 0;
        return;
    }
    size_t first = app->count;
    while (first > 0 && app->stack[--first].kind->over)
        continue;
    app->busy++;
    for (size_t i = first; i < app->count; i++)
        app->stack[i].kind->draw(app, app->stack[i].state, canvas);
    app->busy--;
    sweep(app);
    if (app->notice[0] == '\0')
        return;
    /* The notice lies over the last rows, as many as it needs. */
    term_skip(&all, all.height - term_rows(app->notice, all.width));
    term_fill(all, ' ', TERM_SELECTED);
    term_wrapped(all, TERM_SELECTED, app->notice);
}

void term_app_take(term_app *app, const term_input *input)
{
    if (app->small || app->count == 0)
        return;
    app->fresh = false;
    app->idle = false;
    term_screen top = app->stack[app->count - 1];
    /* where text is typed the app takes only keys that type no character */
    bool typing = top.name == NULL;
    app->busy++;
    if (input->deed == TERM_REDRAW && !(typing && input->character != 0))
        app->redraw = true;
    else if (input->deed == TERM_HELP && !typing && app->help != NULL)
        app->help(app, top.name);
    else
        top.kind->take(app, top.state, input);
    app->busy--;
    sweep(app);
    if (!app->fresh)
        app->notice[0] = '\0';
}

bool term_app_ticks(const term_app *app)
{
    return !app->idle && !app->small && app->count > 0 && term_app_top(app)->tick != NULL;
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
