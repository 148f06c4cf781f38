/* The terminal, by ncurses. */
#define _XOPEN_SOURCE_EXTENDED 1
#include "term/terminal.h"

#include <langinfo.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <curses.h>
#include <term.h>

#include "term/palette.h"
#include "term/rescue.h"
#include "term/terminal_keys.h"

#define ESCAPE_MS 25 /* how long the rest of an escape sequence may take */

struct term_terminal {
    SCREEN *screen;
    bool ascii;
    int colours;
    bool stale; /* `shown` is not what the terminal shows: write everything */
    term_canvas shown;
};

/* ---------------------------------------------------------------- opening */

static wyrm_status fail_with_hint(wyrm_error *error, wyrm_status code, const char *hint,
                                  const char *format, const char *what)
{
    wyrm_fail(error, code, format, what);
    if (error != NULL)
        strncat(error->hint, hint, sizeof error->hint - 1);
    return code;
}

/* Whether there is a terminal, and one that can be drawn on. */
static wyrm_status look_at_terminal(wyrm_error *error)
{
    static const char *const hint = "set TERM to what your terminal is, such as xterm-256color";
    const char *name = getenv("TERM");
    if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO))
        return fail_with_hint(
            error, WYRM_ERROR_IO, "start it in a terminal window, without | < or >",
            "standard %s is no terminal", isatty(STDOUT_FILENO) ? "input" : "output");
    if (name == NULL || name[0] == '\0')
        return fail_with_hint(error, WYRM_ERROR_UNKNOWN, hint, "TERM is not set%s", "");
    int found;
    if (setupterm(name, STDOUT_FILENO, &found) != OK)
        return fail_with_hint(error, WYRM_ERROR_UNKNOWN, hint,
                              found < 0
                                  ? "there is no description of the terminal '%s': no terminfo "
                                    "is installed"
                                  : "the terminal '%s' is not known here",
                              name);
    const char *moves = tigetstr("cup");
    bool can_move = moves != NULL && moves != (const char *)-1;
    del_curterm(cur_term);
    if (!can_move)
        return fail_with_hint(error, WYRM_ERROR_UNKNOWN, hint,
                              "the terminal '%s' cannot place the cursor", name);
    return WYRM_OK;
}

/* How many colours are to be used. */
static int colours_of(const term_terminal_options *options)
{
    const char *no_color = getenv("NO_COLOR");
    if (options->no_color || (no_color != NULL && no_color[0] != '\0') || !has_colors() ||
        start_color() != OK || COLOR_PAIRS <= TERM_STYLE_COUNT)
        return 0;
    return COLORS;
}

/* A pair of colours a style, in the order of styles, from 1. */
static void set_colours(const term_terminal *terminal)
{
    for (int style = 0; style < TERM_STYLE_COUNT; style++) {
        term_look look = term_palette_look((term_style)style, terminal->colours);
        if (look.foreground >= 0)
            init_pair((short)(style + 1), (short)look.foreground, (short)look.background);
    }
}

static void look_of(const term_terminal *terminal, term_style style, attr_t *attributes,
                    short *pair)
{
    static const struct {
        unsigned bit;
        attr_t attribute;
    } rows[] = {{TERM_LOOK_BOLD, A_BOLD},
                {TERM_LOOK_REVERSE, A_REVERSE},
                {TERM_LOOK_UNDERLINE, A_UNDERLINE},
                {TERM_LOOK_DIM, A_DIM}};
    term_look look = term_palette_look(style, terminal->colours);
    *attributes = A_NORMAL;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        if (look.attributes & rows[i].bit)
            *attributes |= rows[i].attribute;
    *pair = (short)(look.foreground >= 0 ? style + 1 : 0);
}

static void set_modes(term_terminal *terminal)
{
    cbreak();
    noecho();
    nonl();
    intrflush(stdscr, FALSE);
    keypad(stdscr, TRUE);
    nodelay(stdscr, TRUE);
    set_escdelay(ESCAPE_MS);
    term_define_keys();
    mousemask(BUTTON1_PRESSED | BUTTON2_PRESSED | BUTTON3_PRESSED | BUTTON4_PRESSED |
                  BUTTON5_PRESSED,
              NULL);
    mouseinterval(0);
    set_colours(terminal);
    cchar_t blank;
    attr_t attributes;
    short pair;
    look_of(terminal, TERM_PLAIN, &attributes, &pair);
    setcchar(&blank, L" ", attributes, pair, NULL);
    bkgrnd(&blank);
}

wyrm_status term_terminal_open(const term_terminal_options *options, term_terminal **out,
                               wyrm_error *error)
{
    *out = NULL;
    wyrm_status status = look_at_terminal(error);
    if (status != WYRM_OK)
        return status;
    term_terminal *terminal = calloc(1, sizeof *terminal);
    if (terminal == NULL)
        return wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory");
    term_rescue_prepare();
    terminal->screen = newterm(NULL, stdout, stdin);
    if (terminal->screen == NULL) {
        term_rescue_end();
        free(terminal);
        return wyrm_fail(error, WYRM_ERROR_MEMORY, "the terminal cannot be set up");
    }
    set_term(terminal->screen);
    term_rescue_describe();
    terminal->ascii = options->ascii || strcmp(nl_langinfo(CODESET), "UTF-8") != 0;
    terminal->colours = colours_of(options);
    terminal->stale = true;
    set_modes(terminal);
    term_terminal_resize(terminal);
    *out = terminal;
    return WYRM_OK;
}

void term_terminal_close(term_terminal *terminal)
{
    if (terminal == NULL)
        return;
    mousemask(0, NULL);
    if (!isendwin())
        endwin();
    delscreen(terminal->screen);
    term_rescue_end();
    free(terminal);
}

/* ---------------------------------------------------------------- size */

void term_terminal_size(const term_terminal *terminal, int *width, int *height)
{
    (void)terminal;
    *width = COLS;
    *height = LINES;
}

void term_terminal_resize(term_terminal *terminal)
{
    struct winsize size;
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 && size.ws_row > 0)
        resizeterm(size.ws_row, size.ws_col);
    terminal->stale = true;
}

void term_terminal_redraw(term_terminal *terminal)
{
    terminal->stale = true;
}

void term_terminal_suspend(term_terminal *terminal)
{
    (void)terminal;
    endwin();
}

void term_terminal_resume(term_terminal *terminal)
{
    reset_prog_mode();
    term_terminal_resize(terminal);
}

/* ---------------------------------------------------------------- showing */

/* What is drawn instead of a character where there is only ASCII. */
static uint32_t plain_character(uint32_t character)
{
    static const struct {
        uint32_t from;
        char to;
    } rows[] = {
        {0x2500, '-'}, {0x2502, '|'}, {0x250c, '+'}, {0x2510, '+'}, {0x2514, '+'},  {0x2518, '+'},
        {0x251c, '+'}, {0x2524, '+'}, {0x252c, '+'}, {0x2534, '+'}, {0x253c, '+'},  {0x2550, '='},
        {0x2588, '#'}, {0x2591, '.'}, {0x2592, ':'}, {0x2593, '%'}, {0x00b7, '.'},  {0x2022, '*'},
        {0x2013, '-'}, {0x2014, '-'}, {0x2212, '-'}, {0x00d7, 'x'}, {0x2018, '\''}, {0x2019, '\''},
        {0x201c, '"'}, {0x201d, '"'}, {0x2190, '<'}, {0x2191, '^'}, {0x2192, '>'},  {0x2193, 'v'},
        {0x00a0, ' '}, {0x00b1, '~'},
    };
    if (character < 0x7f)
        return character;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        if (rows[i].from == character)
            return (uint32_t)rows[i].to;
    return '?';
}

static void show_cell(const term_terminal *terminal, int x, int y, const term_cell *cell)
{
    uint32_t character = cell->character != 0 ? cell->character : ' ';
    wchar_t text[2] = {(wchar_t)(terminal->ascii ? plain_character(character) : character), 0};
    attr_t attributes;
    short pair;
    cchar_t shown;
    look_of(terminal, (term_style)cell->style, &attributes, &pair);
    if (setcchar(&shown, text, attributes, pair, NULL) == OK)
        mvadd_wch(y, x, &shown);
}

static bool same_cell(const term_cell *one, const term_cell *other)
{
    return one->character == other->character && one->style == other->style;
}

/* Puts the real cursor where the canvas has it, or hides it; where it cannot be hidden it waits in
 * a corner. */
static void show_cursor(const term_canvas *canvas)
{
    bool nowhere = canvas->cursor_x < 0 || canvas->cursor_y < 0;
    curs_set(nowhere ? 0 : 1);
    if (nowhere)
        move(canvas->height - 1, canvas->width - 1);
    else
        move(canvas->cursor_y, canvas->cursor_x);
}

void term_terminal_show(term_terminal *terminal, const term_canvas *canvas)
{
    term_canvas *shown = &terminal->shown;
    bool all = terminal->stale || shown->width != canvas->width || shown->height != canvas->height;
    size_t count = (size_t)canvas->width * (size_t)canvas->height;
    if (all) {
        erase();
        clearok(curscr, TRUE);
    }
    for (size_t i = 0; i < count; i++)
        if (all || !same_cell(&canvas->cells[i], &shown->cells[i]))
            show_cell(terminal, (int)(i % (size_t)canvas->width), (int)(i / (size_t)canvas->width),
                      &canvas->cells[i]);
    show_cursor(canvas);
    refresh();
    shown->width = canvas->width;
    shown->height = canvas->height;
    memcpy(shown->cells, canvas->cells, count * sizeof canvas->cells[0]);
    terminal->stale = false;
}

/* ---------------------------------------------------------------- reading */

/* What the mouse has done; false where that means nothing. */
static bool read_mouse(term_input *out)
{
    MEVENT event;
    if (getmouse(&event) != OK)
        return false;
    *out = (term_input){.mouse = true, .x = event.x, .y = event.y};
    if (event.bstate & BUTTON4_PRESSED)
        out->wheel = -1;
    else if (event.bstate & BUTTON5_PRESSED)
        out->wheel = 1;
    else if (event.bstate & (BUTTON2_PRESSED | BUTTON3_PRESSED))
        out->other_button = true;
    else if (!(event.bstate & BUTTON1_PRESSED))
        return false;
    return true;
}

bool term_terminal_read(term_terminal *terminal, const term_keys *keys, term_input *out)
{
    (void)terminal;
    for (;;) {
        wint_t code;
        int kind = get_wch(&code);
        if (kind == ERR)
            return false;
        if (kind == KEY_CODE_YES && code == KEY_MOUSE) {
            if (read_mouse(out))
                return true;
            continue;
        }
        term_key key = kind == KEY_CODE_YES ? term_key_of_curses((int)code)
                                            : term_key_of_character((uint32_t)code);
        if (key == TERM_KEY_NONE)
            continue;
        *out = term_keys_input(keys, key);
        return true;
    }
}
