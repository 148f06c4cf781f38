/* Lists to choose from, pages to read, questions and lines to type: what most screens are made of.
 *
 * A list asks its owner for rows as it draws them, so that it never holds anything that is out of
 * date; it gives letters, moves, scrolls and chooses. A page is filled once, when it is opened.
 */
#include "term/internal.h"

#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "base/text.h"

/* ---- Lists ---- */

#define WHEEL_ROWS 3

static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

void term_list_say(term_list_row *row, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    vsnprintf(row->text, sizeof row->text, format, list);
    va_end(list);
}

/* A row, with its letter: its own, or the next of the alphabet, of which *before are taken (NULL:
 * none is asked for). A letter of 0: none. */
static term_list_row row_of(const term_list *list, size_t index, size_t *before)
{
    term_list_row row = {.style = TERM_PLAIN};
    list->row(list->context, index, &row);
    if (before != NULL && !row.heading && row.letter == 0) {
        size_t next = (*before)++;
        row.letter = next < sizeof letters - 1 ? (uint32_t)letters[next] : 0;
    }
    return row;
}

/* How many rows down a key or the wheel scrolls, below 0 up; a page is one row less than `page`. 0:
 * the input does not scroll. */
static int steps_down(const term_input *input, int page)
{
    static const struct {
        term_deed deed;
        int steps, pages;
    } rows[] = {
        {TERM_GO_NORTH, -1, 0},
        {TERM_RUN_NORTH, -1, 0},
        {TERM_GO_SOUTH, 1, 0},
        {TERM_RUN_SOUTH, 1, 0},
        {TERM_GO_NORTH_EAST, 0, -1},
        {TERM_RUN_NORTH_EAST, 0, -1},
        {TERM_GO_SOUTH_EAST, 0, 1},
        {TERM_RUN_SOUTH_EAST, 0, 1},
        {TERM_GO_NORTH_WEST, -INT_MAX, 0},
        {TERM_RUN_NORTH_WEST, -INT_MAX, 0},
        {TERM_GO_SOUTH_WEST, INT_MAX, 0},
        {TERM_RUN_SOUTH_WEST, INT_MAX, 0},
        {TERM_NEXT, 1, 0},
        {TERM_PREVIOUS, -1, 0},
    };
    if (input->mouse)
        return input->wheel * WHEEL_ROWS;
    for (size_t i = 0; i < TERM_COUNT(rows); i++)
        if (rows[i].deed == input->deed)
            return rows[i].steps + rows[i].pages * (page > 1 ? page - 1 : 1);
    return 0;
}

/* `from` moved by some steps, in [0, last]. */
static size_t stepped(size_t from, size_t last, int steps)
{
    if (steps < 0)
        return from > (size_t)-steps ? from - (size_t)-steps : 0;
    return from < last && last - from > (size_t)steps ? from + (size_t)steps : last;
}

/* Chooses the nearest row that can be chosen from `from` on, first in the direction of `step`. */
static void choose_nearest(term_list *list, size_t from, int step)
{
    list->chosen = 0;
    for (int turned = 0; turned < 2; turned++, step = -step)
        for (size_t i = from; i < list->count; i += (size_t)step)
            if (!row_of(list, i, NULL).heading) {
                list->chosen = i;
                return;
            }
}

void term_list_settle(term_list *list)
{
    if (list->chosen >= list->count)
        list->chosen = list->count > 0 ? list->count - 1 : 0;
    choose_nearest(list, list->chosen, 1);
}

/* Keeps the chosen row, and the heading right above it, in what is shown. */
static void scroll(term_list *list)
{
    size_t height = list->area.height > 0 ? (size_t)list->area.height : 1;
    size_t first = list->chosen;
    if (first > 0 && row_of(list, first - 1, NULL).heading)
        first--;
    if (list->chosen >= list->top + height)
        list->top = list->chosen - height + 1;
    if (first < list->top)
        list->top = height > 1 ? first : list->chosen;
    if (list->count <= height)
        list->top = 0;
    else if (list->top > list->count - height)
        list->top = list->count - height;
}

void term_list_draw(term_list *list, term_area area)
{
    term_canvas *canvas = area.canvas;
    list->area = area;
    if (list->count == 0 || area.height <= 0)
        return;
    term_list_settle(list);
    scroll(list);
    size_t before = 0;
    for (size_t i = 0; i < list->count && i < list->top + (size_t)list->area.height; i++) {
        term_list_row row = row_of(list, i, &before);
        bool chosen = i == list->chosen && !row.heading;
        if (i < list->top)
            continue;
        term_area line = term_row(&area);
        if (chosen) {
            term_fill(line, ' ', TERM_SELECTED);
            canvas->cursor_x = line.x;
            canvas->cursor_y = line.y;
        }
        line = term_behind(line, row.heading ? 0 : 1);
        if (row.letter != 0)
            term_text(line, chosen ? TERM_SELECTED : TERM_DIM, "%c) ", (int)row.letter);
        line = term_behind(line, row.heading ? 0 : 3);
        if (row.glyph.character != 0) {
            term_put(canvas, line.x, line.y, row.glyph.character,
                     chosen ? TERM_SELECTED : row.glyph.style);
            line = term_behind(line, 2);
        }
        term_style style = row.heading ? TERM_TITLE : row.style;
        term_text(line, chosen ? TERM_SELECTED : style, "%s", row.text);
    }
    /* A mark at the right where there is more above or below. */
    int x = list->area.x + list->area.width - 1;
    if (list->top > 0)
        term_put(canvas, x, list->area.y, '^', TERM_BOLD);
    if (list->count > list->top + (size_t)list->area.height)
        term_put(canvas, x, list->area.y + list->area.height - 1, 'v', TERM_BOLD);
}

term_list_answer term_list_take(term_list *list, const term_input *input)
{
    size_t before = 0;
    if (input->mouse && input->other_button && input->wheel == 0)
        return TERM_LIST_LEFT;
    if (list->count > 0) {
        term_list_settle(list);
        if (input->mouse && input->wheel == 0) {
            size_t index = list->top + (size_t)(input->y - list->area.y);
            if (!term_is_in(&list->area, input->x, input->y) || index >= list->count ||
                row_of(list, index, NULL).heading)
                return TERM_LIST_IGNORED;
            list->chosen = index;
            return TERM_LIST_CHOSEN;
        }
        for (size_t i = 0; i < list->count && input->character != 0; i++)
            if (row_of(list, i, &before).letter == input->character) {
                list->chosen = i;
                return TERM_LIST_CHOSEN;
            }
        int steps = steps_down(input, list->area.height);
        if (steps != 0) {
            choose_nearest(list, stepped(list->chosen, list->count - 1, steps), steps < 0 ? -1 : 1);
            return TERM_LIST_MOVED;
        }
        if (input->deed == TERM_CONFIRM && !row_of(list, list->chosen, NULL).heading)
            return TERM_LIST_CHOSEN;
    }
    return term_closes(input) ? TERM_LIST_LEFT : TERM_LIST_IGNORED;
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

/* ---- A question with Yes and No ---- */

#define QUESTION_MAX   512
#define QUESTION_WIDTH 60

typedef struct asking {
    char question[QUESTION_MAX];
    bool yes_first;
    term_list list;
    void (*answer)(term_app *app, bool yes, void *context);
    void *context;
} asking;

static void answer_of(const void *context, size_t index, term_list_row *out)
{
    bool yes = (index == 0) == ((const asking *)context)->yes_first;
    term_list_say(out, "%s", yes ? "Yes" : "No");
    out->letter = yes ? 'y' : 'n';
}

static void ask_draw(term_app *app, void *state, term_canvas *canvas)
{
    (void)app;
    asking *ask = state;
    int rows = term_rows(ask->question, QUESTION_WIDTH - 4);
    term_area inside = term_frame(term_middle(canvas, QUESTION_WIDTH, rows + 5), "");
    term_say(&inside, TERM_PLAIN, "%s", ask->question);
    term_skip(&inside, 1);
    term_list_draw(&ask->list, inside);
}

static void ask_take(term_app *app, void *state, const term_input *input)
{
    asking *ask = state;
    term_list_answer taken = term_list_take(&ask->list, input);
    if (taken == TERM_LIST_CHOSEN || taken == TERM_LIST_LEFT) {
        bool yes = taken == TERM_LIST_CHOSEN && (ask->list.chosen == 0) == ask->yes_first;
        term_pop(app);
        ask->answer(app, yes, ask->context);
    } else if (taken == TERM_LIST_IGNORED) {
        term_useless_key(app, input);
    }
}

void term_ask(term_app *app, const char *question, bool yes_first,
              void (*answer)(term_app *app, bool yes, void *context), void *context)
{
    static const term_screen_kind kind = {
        .name = "question", .size = sizeof(asking), .draw = ask_draw, .take = ask_take};
    asking *ask = term_push(app, &kind);
    snprintf(ask->question, sizeof ask->question, "%s", question);
    ask->yes_first = yes_first;
    ask->list = (term_list){.count = 2, .row = answer_of, .context = ask};
    ask->answer = answer;
    ask->context = context;
}

/* ---- A line that is typed ---- */

#define ENTRY_WIDTH 76
#define KEY_EMPTIES ('U' & 0x1f) /* Ctrl-U, as in shells */

typedef struct entry_state {
    char title[80], explanation[400], text[TERM_ENTRY_MAX];
    const char *allowed;
    bool touched; /* the text has been edited; before that, the first character typed replaces it */
    void (*answer)(term_app *app, const char *text, void *context);
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
    /* The end of a long line is what is seen. */
    const char *shown = entry->text;
    while ((int)wyrm_utf8_count(shown, strlen(shown)) >= line.width)
        term_next_character(&shown);
    term_fill(line, ' ', TERM_SELECTED);
    term_write(&line, TERM_SELECTED, "%s", shown);
    term_skip(&inside, 1);
    term_text(inside, TERM_DIM, "Enter: go on   Ctrl-U: empty the line   Esc: back");
    canvas->cursor_x = line.x;
    canvas->cursor_y = line.y;
}

/* Whether an input means a deed, by the key that is bound to it or by the usual one. Keys that type
 * a character never get here. */
static bool is(const term_input *input, term_deed deed, term_key key)
{
    return input->deed == deed || input->key == key;
}

static void entry_take(term_app *app, void *state, const term_input *input)
{
    entry_state *entry = state;
    uint32_t character = input->character;
    size_t length = strlen(entry->text);
    if (input->backspace) {
        entry->text[length > 0 ? wyrm_utf8_cut(entry->text, length, length - 1) : 0] = '\0';
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
    } else if (is(input, TERM_CONFIRM, TERM_KEY_ENTER) && length > 0) {
        term_pop(app); /* its state lives until this input is done */
        entry->answer(app, entry->text, entry->context);
    } else if (is(input, TERM_CONFIRM, TERM_KEY_ENTER)) {
        term_notice(app, "Type something first; Esc goes back.");
    } else if (is(input, TERM_CANCEL, TERM_KEY_ESCAPE) || input->other_button) {
        term_pop(app);
    }
}

void term_enter(term_app *app, const char *title, const char *explanation, const char *text,
                const char *allowed, void (*answer)(term_app *app, const char *text, void *context),
                void *context)
{
    static const term_screen_kind kind = {
        .size = sizeof(entry_state), .draw = entry_draw, .take = entry_take};
    entry_state *entry = term_push(app, &kind);
    wyrm_utf8_copy(entry->title, sizeof entry->title, title);
    wyrm_utf8_copy(entry->explanation, sizeof entry->explanation, explanation);
    wyrm_utf8_copy(entry->text, sizeof entry->text, text);
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
        if (lines == NULL) /* the page is shown as far as it got */
            return;
        page->lines = lines;
        page->capacity = capacity;
    }
    term_page_line *line = &page->lines[page->count++];
    va_list list;
    *line = (term_page_line){.style = style, .wide = label == NULL};
    wyrm_utf8_copy(line->label, sizeof line->label, label != NULL ? label : "");
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

/* Draws a line; what stands above or below the page is covered later. Returns the rows that it
 * takes; an empty one takes one, too. */
static int draw_line(const term_page *page, const term_page_line *line, term_area area)
{
    term_area label = area;
    label.width = page->label_width - 1;
    if (!line->wide) {
        if (area.canvas != NULL)
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
    term_clear((term_area){canvas, 0, 0, all.width, 2}); /* over what was drawn above the page */
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
    if (input->deed == TERM_WAIT) /* Space turns pages, as elsewhere */
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

term_page *term_open_page(term_app *app, const char *name, const char *title, const char *keys)
{
    static const term_screen_kind kind = {.name = "text",
                                          .size = sizeof(term_page),
                                          .whole = true,
                                          .draw = page_draw,
                                          .take = page_take,
                                          .leave = page_leave};
    term_page *page = term_push(app, &kind);
    if (!app->failed)
        app->stack[app->count - 1].name = name;
    page->title = title;
    page->keys = keys != NULL ? keys : "up, down, PgUp, PgDn: scroll   {cancel}: back";
    page->label_width = 22;
    return page;
}
