/* The app: the stack of screens and the game that they share, and the building blocks of most
 * screens: lists to choose from, pages to read, questions and typed lines. Knows no terminal, so
 * that tests drive it as the terminal does: draw, take, tick.
 *
 * A list is filled by its owner, and provides letters, moving, scrolling and choosing. A page is
 * filled once, when it is opened.
 *
 * A screen may pop itself, or leave the game, while one of its functions runs. So popped screens
 * and the session are freed only when the outermost such call has returned. */
#include "term/internal.h"
#include <limits.h>
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

/* Frees popped screens and a session that was left, unless a function of a screen is running. */
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
    /* cannot happen: no call pops more screens than the stack holds */
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
    app->leaves = true; /* the running screen may still read the game */
    sweep(app);
}

bool term_app_ended(const term_app *app, bool *failed)
{
    *failed = app->failed;
    return app->failed || app->quits || app->count == 0;
}

/* ---- Notices and hints ---- */

void term_notice(term_app *app, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    vsnprintf(app->notice, sizeof app->notice, format, list);
    va_end(list);
    app->fresh = true;
}

/* The player's sign, as the ruleset in play has it. */
static const char *own_sign(const term_app *app, char name[TERM_KEY_NAME_MAX])
{
    const uint32_t sign = app->play.terrain.player;
    snprintf(name, TERM_KEY_NAME_MAX, "%c", sign > ' ' && sign < 127 ? (int)sign : '@');
    return name;
}

const char *term_hint(term_app *app, const char *text)
{
    size_t used = 0;
    while (*text != '\0' && used + 1 < sizeof app->hint) {
        const char *end = *text == '{' ? strchr(text, '}') : NULL;
        if (end == NULL) {
            app->hint[used++] = (char)(*text == TERM_BRACE ? '{' : *text);
            text++;
            continue;
        }
        char name[TERM_KEY_NAME_MAX];
        const char *key = "?";
        size_t length = (size_t)(end - ++text);
        if (strncmp(text, "you}", 4) == 0)
            key = own_sign(app, name);
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
    /* the notice covers as many of the last rows as it needs */
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
    /* a screen for typing text gets every key that types a character */
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
    app->idle = true; /* pushing or popping a screen resets it */
    app->busy++;
    if (top.kind->tick(app, top.state))
        app->idle = false;
    app->busy--;
    sweep(app);
}

/* ---- Lists ---- */

#define WHEEL_ROWS 3

term_list_row *term_list_add(term_list *list, uint32_t letter, const char *format, ...)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
    term_list_row *row = &list->rows[list->count < TERM_LIST_MAX ? list->count++ : list->count - 1];
    va_list arguments;
    *row = (term_list_row){.heading = letter == TERM_LIST_HEADING};
    va_start(arguments, format);
    vsnprintf(row->text, sizeof row->text, format, arguments);
    va_end(arguments);
    if (letter == 0 && list->lettered < sizeof letters - 1)
        row->letter = (uint32_t)letters[list->lettered++];
    else if (!row->heading && letter != TERM_LIST_NO_LETTER)
        row->letter = letter;
    return row;
}

/* Rows to scroll down for a key or the wheel, below 0 up; a page is `page` rows less one. 0: the
 * input does not scroll. */
static int steps_down(const term_input *input, int page)
{
    wyrm_direction direction;
    bool runs;
    page = page > 1 ? page - 1 : 1;
    const int steps[WYRM_DIRECTION_COUNT] = {[WYRM_NORTH] = -1,
                                             [WYRM_SOUTH] = 1,
                                             [WYRM_NORTH_EAST] = -page,
                                             [WYRM_SOUTH_EAST] = page,
                                             [WYRM_NORTH_WEST] = -INT_MAX,
                                             [WYRM_SOUTH_WEST] = INT_MAX};
    if (input->mouse)
        return input->wheel * WHEEL_ROWS;
    if (term_deed_direction(input->deed, &direction, &runs))
        return steps[direction];
    return input->deed == TERM_NEXT ? 1 : input->deed == TERM_PREVIOUS ? -1 : 0;
}

/* Moves an index by some steps, clamped to [0, last]. */
static size_t stepped(size_t from, size_t last, int steps)
{
    long long to = (long long)from + steps;
    return to < 0 ? 0 : to < (long long)last ? (size_t)to : last;
}

/* Chooses the selectable row nearest to `from`, searching first in the direction of `step` (1 or
 * -1), then in the other. */
static void choose_nearest(term_list *list, size_t from, int step)
{
    list->chosen = 0;
    from = from < list->count ? from : list->count - 1;
    for (int turned = 0; turned < 2; turned++, step = -step)
        for (size_t i = from; i < list->count; i += (size_t)step)
            if (!list->rows[i].heading) {
                list->chosen = i;
                return;
            }
}

/* The row shown in a line of the area; list->count or more if there is none. The rows that never
 * scroll follow directly on the scrolling ones. */
static size_t row_of_line(const term_list *list, size_t line)
{
    const size_t scrolling = list->count - list->last, height = (size_t)list->area.height;
    const size_t lines = height - list->last < scrolling ? height - list->last : scrolling;
    return line < lines ? list->top + line : scrolling + line - lines;
}

void term_list_draw(term_list *list, term_area area)
{
    term_canvas *canvas = area.canvas;
    list->area = area;
    if (list->count == 0 || area.height <= 0)
        return;
    choose_nearest(list, list->chosen, 1);
    /* keep the chosen row, and a heading right above it, visible */
    const size_t height = (size_t)area.height - list->last, count = list->count - list->last;
    size_t first = list->chosen;
    if (first > 0 && list->rows[first - 1].heading)
        first--;
    if (list->chosen < count && list->chosen >= list->top + height)
        list->top = list->chosen - height + 1;
    if (first < list->top)
        list->top = height > 1 ? first : list->chosen;
    if (list->top + height > count)
        list->top = count > height ? count - height : 0;
    for (size_t at = 0; at < (size_t)list->area.height; at++) {
        const size_t i = row_of_line(list, at);
        if (i >= list->count)
            break;
        const term_list_row *row = &list->rows[i];
        bool chosen = i == list->chosen && !row->heading;
        term_area line = term_row(&area);
        if (chosen) {
            term_fill(line, ' ', TERM_SELECTED);
            canvas->cursor_x = line.x;
            canvas->cursor_y = line.y;
        }
        line = term_behind(line, row->heading ? 0 : 1);
        if (row->letter != 0)
            term_text(line, chosen ? TERM_SELECTED : TERM_DIM, "%c) ", (int)row->letter);
        line = term_behind(line, row->heading ? 0 : 3);
        if (row->glyph.character != 0) {
            term_put(canvas, line.x, line.y, row->glyph.character,
                     chosen ? TERM_SELECTED : row->glyph.style);
            line = term_behind(line, 2);
        }
        term_style style = row->heading ? TERM_TITLE : row->style;
        term_text(line, chosen ? TERM_SELECTED : style, "%s", row->text);
    }
    /* marks at the right where there are more rows above or below */
    int x = list->area.x + list->area.width - 1;
    if (list->top > 0)
        term_put(canvas, x, list->area.y, '^', TERM_BOLD);
    if (count > list->top + height)
        term_put(canvas, x, list->area.y + (int)height - 1, 'v', TERM_BOLD);
}

/* Chooses the first row with a letter or a deed; false where there is none. */
static bool find_row(term_list *list, uint32_t letter, term_deed deed)
{
    for (size_t i = 0; i < list->count; i++)
        if ((letter != 0 && list->rows[i].letter == letter) ||
            (deed != TERM_NOTHING && list->rows[i].deed == deed)) {
            list->chosen = i;
            return true;
        }
    return false;
}

term_list_answer term_list_take(term_list *list, const term_input *input)
{
    bool click = input->mouse && input->wheel == 0;
    int steps = steps_down(input, list->area.height);
    if (input->deed == TERM_CANCEL || (click && input->other_button))
        return find_row(list, input->character, TERM_NOTHING) ? TERM_LIST_CHOSEN : TERM_LIST_LEFT;
    if (list->count == 0)
        return TERM_LIST_IGNORED;
    choose_nearest(list, list->chosen, 1);
    if (click) {
        if (!term_is_in(&list->area, input->x, input->y))
            return TERM_LIST_IGNORED;
        const size_t index = row_of_line(list, (size_t)(input->y - list->area.y));
        if (index >= list->count || list->rows[index].heading)
            return TERM_LIST_IGNORED;
        list->chosen = index;
        return TERM_LIST_CHOSEN;
    }
    if (find_row(list, input->character, TERM_NOTHING))
        return TERM_LIST_CHOSEN;
    if (steps != 0) {
        choose_nearest(list, stepped(list->chosen, list->count - 1, steps), steps < 0 ? -1 : 1);
        return TERM_LIST_MOVED;
    }
    if (input->deed == TERM_CONFIRM && !list->rows[list->chosen].heading)
        return TERM_LIST_CHOSEN;
    return find_row(list, 0, input->deed) ? TERM_LIST_CHOSEN : TERM_LIST_IGNORED;
}

bool term_list_choose(term_app *app, term_list *list, const term_input *input)
{
    term_list_answer answer = term_list_take(list, input);
    if (answer == TERM_LIST_LEFT)
        term_pop(app);
    else if (answer == TERM_LIST_IGNORED)
        term_useless_key(app, input);
    return answer == TERM_LIST_CHOSEN;
}

/* ---- Lists in a frame (menus), and questions ---- */

static void menu_draw(term_app *app, void *state, term_canvas *canvas)
{
    (void)app;
    term_menu *menu = state;
    int rows = term_rows(menu->text, menu->width - 4), gap = rows > 0;
    int height = rows + gap + (int)menu->list.count + 2;
    term_area frame = term_middle(canvas, menu->width, height);
    if (menu->low) {
        frame.x = 2;
        frame.y = canvas->height - frame.height - 2;
    }
    term_area inside = term_frame(frame, menu->title);
    term_say(&inside, TERM_PLAIN, "%s", menu->text);
    term_skip(&inside, gap);
    term_list_draw(&menu->list, inside);
}

static void menu_take(term_app *app, void *state, const term_input *input)
{
    term_menu *menu = state;
    term_list_answer answer = term_list_take(&menu->list, input);
    if (answer == TERM_LIST_IGNORED)
        term_useless_key(app, input);
    else if (answer != TERM_LIST_MOVED)
        menu->answer(app, menu, answer == TERM_LIST_CHOSEN);
}

term_menu *term_open_list(term_app *app, const char *name, int width,
                          void (*answer)(term_app *app, const term_menu *menu, bool chosen))
{
    static const term_screen_kind kind = {
        .size = sizeof(term_menu), .over = true, .draw = menu_draw, .take = menu_take};
    term_menu *menu = term_push(app, &kind);
    app->stack[app->count - 1].name = name;
    menu->width = width;
    menu->answer = answer;
    return menu;
}

static void answer_question(term_app *app, const term_menu *menu, bool chosen)
{
    term_pop(app);
    menu->reply(app, chosen && menu->list.rows[menu->list.chosen].letter == 'y');
}

void term_ask(term_app *app, const char *question, bool yes_first,
              void (*answer)(term_app *app, bool yes))
{
    term_menu *menu = term_open_list(app, "question", 60, answer_question);
    menu->reply = answer;
    snprintf(menu->text, sizeof menu->text, "%s", question);
    if (yes_first)
        term_list_add(&menu->list, 'y', "Yes");
    term_list_add(&menu->list, 'n', "No");
    if (!yes_first)
        term_list_add(&menu->list, 'y', "Yes");
}

/* ---- Typing a line ---- */

#define ENTRY_WIDTH 76
#define KEY_EMPTIES ('U' & 0x1f) /* Ctrl-U, as in shells */

typedef struct entry_state {
    char title[80], explanation[400], text[TERM_ENTRY_MAX];
    const char *allowed;
    bool touched; /* the text was edited; until then the first character typed replaces it */
    bool (*answer)(term_app *app, const char *text, void *context);
    void *context;
} entry_state;

static void entry_draw(term_app *app, void *state, term_canvas *canvas)
{
    (void)app;
    entry_state *entry = state;
    int rows = term_rows(entry->explanation, ENTRY_WIDTH - 4);
    term_area inside = term_frame(term_middle(canvas, ENTRY_WIDTH, rows + 6), entry->title);
    term_say(&inside, TERM_PLAIN, "%s", entry->explanation);
    term_skip(&inside, 1);
    term_area line = term_row(&inside);
    /* show the end of a long line */
    const char *shown = entry->text;
    while ((int)base_utf8_count(shown, strlen(shown)) >= line.width)
        term_next_character(&shown);
    term_fill(line, ' ', TERM_SELECTED);
    term_write(&line, TERM_SELECTED, "%s", shown);
    term_skip(&inside, 1);
    term_text(inside, TERM_DIM, "Enter: go on   Ctrl-U: empty the line   Esc: back");
    canvas->cursor_x = line.x;
    canvas->cursor_y = line.y;
}

static const term_screen_kind entry_kind;

static void entry_take(term_app *app, void *state, const term_input *input)
{
    entry_state *entry = state;
    uint32_t character = input->character;
    size_t length = strlen(entry->text);
    /* Backspace and Enter work whatever they are bound to; keys that type a character always do
     * that. */
    bool enters = input->deed == TERM_CONFIRM || input->key == TERM_KEY_ENTER;
    if (input->key == TERM_KEY_BACKSPACE) {
        entry->text[length > 0 ? base_utf8_cut(entry->text, length, length - 1) : 0] = '\0';
        entry->touched = true;
    } else if (character != 0 && entry->allowed != NULL &&
               (character > 0x7e || strchr(entry->allowed, (int)character) == NULL)) {
        term_notice(app, "Only these belong here: %s", entry->allowed);
    } else if (character != 0) {
        char bytes[TERM_CHARACTER_MAX];
        if (!entry->touched)
            entry->text[0] = '\0';
        entry->touched = true;
        term_write_character(character, bytes);
        if (strlen(entry->text) + strlen(bytes) < sizeof entry->text)
            strcat(entry->text, bytes);
    } else if (input->key == KEY_EMPTIES) {
        entry->text[0] = '\0';
    } else if (enters && length > 0) {
        term_pop(app); /* its state lives until this input is handled */
        if (!entry->answer(app, entry->text, entry->context)) {
            entry_state *again = term_push(app, &entry_kind);
            *again = *entry;
            again->touched = true;
        }
    } else if (enters) {
        term_notice(app, "Type something first; Esc goes back.");
    } else if (term_closes(input) || input->key == TERM_KEY_ESCAPE) {
        term_pop(app);
    }
}

static const term_screen_kind entry_kind = {
    .size = sizeof(entry_state), .over = true, .draw = entry_draw, .take = entry_take};

void term_enter(term_app *app, const char *title, const char *explanation, const char *text,
                const char *allowed, bool (*answer)(term_app *app, const char *text, void *context),
                void *context)
{
    entry_state *entry = term_push(app, &entry_kind);
    base_utf8_copy(entry->title, sizeof entry->title, title);
    base_utf8_copy(entry->explanation, sizeof entry->explanation, explanation);
    base_utf8_copy(entry->text, sizeof entry->text, text);
    entry->allowed = allowed;
    entry->answer = answer;
    entry->context = context;
}

/* ---- Pages to read ---- */

void term_page_add(term_page *page, term_style style, const char *label, const char *format, ...)
{
    if (page->count == page->capacity) {
        size_t capacity = page->capacity > 0 ? 2 * page->capacity : 32;
        term_page_line *lines = base_resize(page->lines, capacity * sizeof *lines);
        if (lines == NULL) /* the rest of the page is missing */
            return;
        page->lines = lines;
        page->capacity = capacity;
    }
    term_page_line *line = &page->lines[page->count++];
    va_list list;
    *line = (term_page_line){.style = style, .wide = label == NULL};
    base_utf8_copy(line->label, sizeof line->label, label != NULL ? label : "");
    va_start(list, format);
    vsnprintf(line->text, sizeof line->text, format, list);
    va_end(list);
}

void term_page_heading(term_page *page, const char *text)
{
    if (page->count > 0)
        term_page_gap(page);
    term_page_add(page, TERM_TITLE, NULL, "%s", text);
}

/* Draws a line, possibly clipped at the bottom; what extends above the page is overdrawn by the
 * title later. Returns its number of rows, at least 1. */
static int draw_line(const term_page *page, const term_page_line *line, term_area area)
{
    term_area label = area;
    label.width = page->label_width - 1;
    if (!line->wide) {
        term_text(label, TERM_DIM, "%s", line->label);
        area = term_behind(area, page->label_width);
    }
    int rows = term_wrapped(area, line->style, line->text);
    return rows > 0 ? rows : 1;
}

static void page_draw(term_app *app, void *state, term_canvas *canvas)
{
    term_page *page = state;
    term_area all = term_all(canvas), head = term_at(canvas, 2, 0);
    term_area foot = term_at(canvas, 2, all.height - 1);
    term_area area = {canvas, 2, 2, all.width - 4, all.height - 3};
    page->height = area.height;
    page->rows = 0;
    for (size_t i = 0; i < page->count; i++)
        page->rows += (size_t)draw_line(page, &page->lines[i], (term_area){.width = area.width});
    size_t room = (size_t)area.height, last = page->rows > room ? page->rows - room : 0;
    if (page->to_end || page->top > last)
        page->top = last;
    term_clear(all);
    int y = area.y - (int)page->top, bottom = area.y + area.height;
    for (size_t i = 0; i < page->count && y < bottom; i++)
        y += draw_line(page, &page->lines[i],
                       (term_area){canvas, area.x, y, area.width, bottom - y});
    term_clear((term_area){canvas, 0, 0, all.width, 2}); /* overdraw what was above the page */
    term_text(head, TERM_TITLE, "%s", page->title);
    term_hint_draw(app, foot, page->keys);
    if (page->top > 0)
        term_text(term_at(canvas, all.width - 8, 0), TERM_BOLD, "^ more");
    if (page->top < last)
        term_text(term_at(canvas, all.width - 8, foot.y), TERM_BOLD, "v more");
    canvas->cursor_x = 2;
    canvas->cursor_y = 0;
}

static void page_take(term_app *app, void *state, const term_input *input)
{
    term_page *page = state;
    term_input scrolls = *input;
    if (input->deed == TERM_WAIT) /* Space turns the page, as in pagers */
        scrolls.deed = TERM_GO_SOUTH_EAST;
    int steps = steps_down(&scrolls, page->height);
    size_t room = page->height > 0 ? (size_t)page->height : 0;
    if (steps != 0) {
        page->top = stepped(page->top, page->rows > room ? page->rows - room : 0, steps);
        page->to_end = false;
    } else if (term_closes(input) || input->deed == TERM_CONFIRM ||
               (page->again != TERM_NOTHING && input->deed == page->again)) {
        if (page->close != NULL)
            page->close(app);
        else
            term_pop(app);
    }
}

static void page_leave(void *state)
{
    wyrm_free(((term_page *)state)->lines);
}

const term_screen_kind term_page_kind = {
    .size = sizeof(term_page), .draw = page_draw, .take = page_take, .leave = page_leave};

term_page *term_open_page(term_app *app, const char *name, const char *title, const char *keys)
{
    term_page *page = term_push(app, &term_page_kind);
    app->stack[app->count - 1].name = name;
    term_page_begin(page, title, keys);
    return page;
}

void term_page_begin(term_page *page, const char *title, const char *keys)
{
    page->title = title;
    page->keys = keys != NULL ? keys : "up, down, PgUp, PgDn: scroll   {cancel}: back";
    page->label_width = 22;
}
