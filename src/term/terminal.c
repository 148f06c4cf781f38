/* The terminal, by ncurses. */
#define _XOPEN_SOURCE_EXTENDED 1

#include "base/arena.h"
#include "term/internal.h"

#include <curses.h>
#include <langinfo.h>
#include <locale.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <term.h>
#include <termios.h>
#include <unistd.h>

/* ---- palette ----
 *
 * How styles look.
 *
 * The background is always black, so that the contrast is known. With 256 colours those of the cube
 * are taken, which terminals do not let themes change. What is to be told apart differs in blue
 * against yellow and in lightness, which the colour-blind see, and never in red against green
 * alone. */

#define BOLD      TERM_LOOK_BOLD
#define REVERSE   TERM_LOOK_REVERSE
#define UNDERLINE TERM_LOOK_UNDERLINE
#define DIM       TERM_LOOK_DIM

typedef struct palette_row {
    short of_256, of_16;
    unsigned coloured;   /* attributes where there are colours */
    unsigned colourless; /* and where there are none */
} palette_row;

/* clang-format off */
static const palette_row palette_rows[TERM_STYLE_COUNT] = {
    /*                  256   16   attributes with and without colours */
    [TERM_PLAIN]     = { 252,  7,   0,              0 },
    [TERM_DIM]       = { 244,  8,   0,              DIM },
    [TERM_BOLD]      = { 231, 15,   BOLD,           BOLD },
    [TERM_TITLE]     = { 117, 14,   BOLD,           BOLD | UNDERLINE },
    [TERM_SELECTED]  = { 252,  7,   REVERSE,        REVERSE },
    [TERM_PLAYER]    = { 231, 15,   BOLD,           BOLD },
    [TERM_MONSTER]   = { 209,  9,   BOLD,           BOLD },
    [TERM_ASLEEP]    = { 137,  3,   0,              0 },
    [TERM_ITEM]      = {  75, 14,   0,              0 },
    [TERM_EXIT]      = { 220, 11,   BOLD,           BOLD },
    [TERM_WALL]      = { 250,  7,   0,              0 },
    [TERM_FLOOR]     = { 250,  7,   0,              0 },
    [TERM_GOOD]      = {  75, 14,   0,              0 },
    [TERM_WARN]      = { 220, 11,   BOLD,           BOLD },
    [TERM_BAD]       = { 209,  9,   BOLD,           BOLD | UNDERLINE },
    [TERM_BAR_FULL]  = {  75, 14,   0,              BOLD },
    [TERM_BAR_EMPTY] = { 243,  8,   0,              DIM },
    [TERM_PATH]      = { 220, 11,   0,              UNDERLINE },
    [TERM_AREA]      = {  75, 14,   REVERSE,        REVERSE },
    [TERM_HIT]       = { 209,  9,   REVERSE | BOLD, REVERSE | BOLD },
};
/* clang-format on */

#define BLACK_OF_256 16
#define BRIGHT       8 /* a bright colour is the number of its dark one and this */
#define BRIGHT_BLACK 8
#define WHITE        7

term_look term_palette_look(term_style style, int colours)
{
    const palette_row *row = &palette_rows[style < TERM_STYLE_COUNT ? style : TERM_PLAIN];
    if (colours >= 256)
        return (term_look){row->of_256, BLACK_OF_256, row->coloured};
    if (colours >= 16)
        return (term_look){row->of_16, 0, row->coloured};
    if (colours < 8)
        return (term_look){-1, -1, row->colourless};
    /* Of eight colours bold makes the bright ones, except for black, which stays black on many
     * terminals. */
    if (row->of_16 == BRIGHT_BLACK)
        return (term_look){WHITE, 0, row->coloured | DIM};
    if (row->of_16 >= BRIGHT)
        return (term_look){row->of_16 - BRIGHT, 0, row->coloured | BOLD};
    return (term_look){row->of_16, 0, row->coloured};
}

/* ---- what keys send, beyond what the description of a terminal says ---- */

/* Codes that we define in ncurses, which lie above its own: OWN_BASE, the number of the key,
 * modifiers. */
#define OWN_BASE    0x1000
#define OWN_SHIFT   0x1000 /* with Shift */
#define OWN_CONTROL 0x2000
#define OWN_CODES   0x1000 /* how many keys and characters there is room for */

/* A key as a code of our own: characters as they are, the others counted from TERM_KEY_BEFORE. */
static int own_code(term_key key)
{
    term_key plain = key & ~(term_key)(TERM_KEY_SHIFT | TERM_KEY_CONTROL);
    int code = OWN_BASE + (int)(plain > TERM_KEY_BEFORE ? plain - TERM_KEY_BEFORE + 0x100 : plain);
    return code + (key & TERM_KEY_SHIFT ? OWN_SHIFT : 0) +
           (key & TERM_KEY_CONTROL ? OWN_CONTROL : 0);
}

static term_key key_of_own(int code)
{
    int modifiers = (code - OWN_BASE) / OWN_CODES, plain = (code - OWN_BASE) % OWN_CODES;
    term_key key = plain < 0x100 ? (term_key)plain : (term_key)(plain - 0x100) + TERM_KEY_BEFORE;
    return key | (modifiers & 1 ? (term_key)TERM_KEY_SHIFT : 0) |
           (modifiers & 2 ? (term_key)TERM_KEY_CONTROL : 0);
}

static void define(const char *sequence, term_key key)
{
    define_key(sequence, own_code(key));
}

/* The keypad of numbers, in the mode where its keys are told from the others (VT100 and its
 * kin). */
static void define_keypad(void)
{
    static const char letters[] = "pqrstuvwxyjklmnoX";
    static const char typed[] = "0123456789*+,-./=";
    for (size_t i = 0; i < sizeof letters - 1; i++) {
        char sequence[] = {'\033', 'O', letters[i], '\0'};
        define(sequence, (term_key)(unsigned char)typed[i]);
    }
    define("\033OM", TERM_KEY_ENTER);
}

/* Keys that end in a letter, with the cursor mode on and off: CSI letter, SS3 letter, CSI 1;m
 * letter; and lower case after CSI for Shift, after SS3 for Ctrl (rxvt). */
static void define_letters(void)
{
    static const struct {
        char letter;
        term_key key;
    } rows[] = {{'A', TERM_KEY_UP},
                {'B', TERM_KEY_DOWN},
                {'C', TERM_KEY_RIGHT},
                {'D', TERM_KEY_LEFT},
                {'H', TERM_KEY_HOME},
                {'F', TERM_KEY_END},
                {'E', '5'}};
    char sequence[16];
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        for (int form = 0; form < 2; form++) {
            snprintf(sequence, sizeof sequence, "\033%c%c", form == 0 ? '[' : 'O', rows[i].letter);
            define(sequence, rows[i].key);
        }
        if (rows[i].key < TERM_KEY_BEFORE)
            continue;
        for (int modifier = 2; modifier <= 8; modifier++) {
            term_key key = rows[i].key | ((modifier - 1) & 1 ? (term_key)TERM_KEY_SHIFT : 0) |
                           ((modifier - 1) & 4 ? (term_key)TERM_KEY_CONTROL : 0);
            snprintf(sequence, sizeof sequence, "\033[1;%d%c", modifier, rows[i].letter);
            define(sequence, key);
        }
        if (i >= 4)
            continue;
        snprintf(sequence, sizeof sequence, "\033[%c", rows[i].letter | 0x20);
        define(sequence, rows[i].key | (term_key)TERM_KEY_SHIFT);
        snprintf(sequence, sizeof sequence, "\033O%c", rows[i].letter | 0x20);
        define(sequence, rows[i].key | (term_key)TERM_KEY_CONTROL);
    }
}

/* Keys that end in a tilde: CSI n ~, CSI n;m ~; '$' for Shift and '^' for Ctrl (rxvt). */
static void define_numbers(void)
{
    static const struct {
        int number;
        term_key key;
    } rows[] = {{1, TERM_KEY_HOME}, {2, TERM_KEY_INSERT},  {3, TERM_KEY_DELETE},
                {4, TERM_KEY_END},  {5, TERM_KEY_PAGE_UP}, {6, TERM_KEY_PAGE_DOWN},
                {7, TERM_KEY_HOME}, {8, TERM_KEY_END}};
    char sequence[16];
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        snprintf(sequence, sizeof sequence, "\033[%d~", rows[i].number);
        define(sequence, rows[i].key);
        snprintf(sequence, sizeof sequence, "\033[%d;2~", rows[i].number);
        define(sequence, rows[i].key | (term_key)TERM_KEY_SHIFT);
        snprintf(sequence, sizeof sequence, "\033[%d;5~", rows[i].number);
        define(sequence, rows[i].key | (term_key)TERM_KEY_CONTROL);
        snprintf(sequence, sizeof sequence, "\033[%d$", rows[i].number);
        define(sequence, rows[i].key | (term_key)TERM_KEY_SHIFT);
        snprintf(sequence, sizeof sequence, "\033[%d^", rows[i].number);
        define(sequence, rows[i].key | (term_key)TERM_KEY_CONTROL);
    }
}

/* Tells ncurses of the sequences that terminals send although their description may not say so: the
 * keypad of numbers, keys with Shift and Ctrl, both ways of the arrows. */
static void term_define_keys(void)
{
    define_keypad();
    define_letters();
    define_numbers();
    define("\033[Z", TERM_KEY_BACK_TAB);
}

/* The key of a code of ncurses, or of term_define_keys; TERM_KEY_NONE where it means nothing
 * here. */
static term_key term_key_of_curses(int code)
{
    static const struct {
        int code;
        term_key key;
    } rows[] = {
        {KEY_UP, TERM_KEY_UP},
        {KEY_DOWN, TERM_KEY_DOWN},
        {KEY_LEFT, TERM_KEY_LEFT},
        {KEY_RIGHT, TERM_KEY_RIGHT},
        {KEY_HOME, TERM_KEY_HOME},
        {KEY_A1, TERM_KEY_HOME},
        {KEY_END, TERM_KEY_END},
        {KEY_LL, TERM_KEY_END},
        {KEY_C1, TERM_KEY_END},
        {KEY_PPAGE, TERM_KEY_PAGE_UP},
        {KEY_A3, TERM_KEY_PAGE_UP},
        {KEY_NPAGE, TERM_KEY_PAGE_DOWN},
        {KEY_C3, TERM_KEY_PAGE_DOWN},
        {KEY_B2, '5'},
        {KEY_IC, TERM_KEY_INSERT},
        {KEY_DC, TERM_KEY_DELETE},
        {KEY_BACKSPACE, TERM_KEY_BACKSPACE},
        {KEY_ENTER, TERM_KEY_ENTER},
        {KEY_BTAB, TERM_KEY_BACK_TAB},
        {KEY_SR, TERM_KEY_UP | TERM_KEY_SHIFT},
        {KEY_SF, TERM_KEY_DOWN | TERM_KEY_SHIFT},
        {KEY_SLEFT, TERM_KEY_LEFT | TERM_KEY_SHIFT},
        {KEY_SRIGHT, TERM_KEY_RIGHT | TERM_KEY_SHIFT},
        {KEY_SHOME, TERM_KEY_HOME | TERM_KEY_SHIFT},
        {KEY_SEND, TERM_KEY_END | TERM_KEY_SHIFT},
        {KEY_SPREVIOUS, TERM_KEY_PAGE_UP | TERM_KEY_SHIFT},
        {KEY_SNEXT, TERM_KEY_PAGE_DOWN | TERM_KEY_SHIFT},
    };
    if (code >= OWN_BASE)
        return key_of_own(code);
    if (code > KEY_F0 && code <= KEY_F(12))
        return (term_key)TERM_KEY_F1 + (term_key)(code - KEY_F(1));
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        if (rows[i].code == code)
            return rows[i].key;
    return TERM_KEY_NONE;
}

/* The key of a character that was typed. */
static term_key term_key_of_character(uint32_t character)
{
    if (character == '\n')
        return TERM_KEY_ENTER;
    if (character == 0x7f || character == '\b')
        return TERM_KEY_BACKSPACE;
    return character < TERM_KEY_BEFORE ? character : TERM_KEY_NONE;
}

/* ---- rescue ----
 *
 * Giving the terminal back when the program crashes: only what a signal handler may do. */

static const int crashes[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};

#define CRASHES   (sizeof crashes / sizeof crashes[0])
#define WORDS_MAX 256

/* A handler is told nothing: what it needs lies here. */
static struct {
    struct termios modes;
    bool has_modes;
    bool taken[CRASHES];
    char words[WORDS_MAX]; /* the sequence that leads back */
    size_t length;
} rescue_before;

static void restore(int number)
{
    if (rescue_before.length > 0 &&
        write(STDOUT_FILENO, rescue_before.words, rescue_before.length) < 0)
        rescue_before.length = 0;
    if (rescue_before.has_modes)
        tcsetattr(STDIN_FILENO, TCSANOW, &rescue_before.modes);
    raise(number); /* SA_RESETHAND has removed the handler: this ends the program */
}

/* Notes how the terminal is now, rescue_before it is taken over, and what leads back to that; from
 * here on a crash restores it. Signals that somebody else already handles (a sanitizer) are left to
 * them. */
static void term_rescue_prepare(void)
{
    rescue_before.length = 0;
    rescue_before.has_modes = tcgetattr(STDIN_FILENO, &rescue_before.modes) == 0;
    for (size_t i = 0; i < CRASHES; i++) {
        struct sigaction ours = {.sa_handler = restore}, theirs;
        ours.sa_flags = (int)(SA_RESETHAND | SA_NODEFER);
        sigemptyset(&ours.sa_mask);
        rescue_before.taken[i] =
            sigaction(crashes[i], NULL, &theirs) == 0 && theirs.sa_handler == SIG_DFL;
        if (rescue_before.taken[i])
            sigaction(crashes[i], &ours, NULL);
    }
}

/* Takes the sequences that end full-screen mode from the terminal description that ncurses has
 * read; called once there is one. */
static void term_rescue_describe(void)
{
    static const char *const names[] = {"sgr0", "rmkx", "cnorm", "rmcup"};
    static const char mouse[] = "\033[?1000l\033[?1006l";
    const char *reports = tigetstr("kmous");
    rescue_before.length = 0;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        const char *sequence = tigetstr(names[i]);
        if (sequence == NULL || sequence == (const char *)-1 || strchr(sequence, '$') != NULL ||
            rescue_before.length + strlen(sequence) + sizeof mouse >= WORDS_MAX)
            continue;
        memcpy(rescue_before.words + rescue_before.length, sequence, strlen(sequence));
        rescue_before.length += strlen(sequence);
    }
    if (reports == NULL || reports == (const char *)-1)
        return;
    memcpy(rescue_before.words + rescue_before.length, mouse, sizeof mouse - 1);
    rescue_before.length += sizeof mouse - 1;
}

/* Leaves crashes to the system again. */
static void term_rescue_end(void)
{
    for (size_t i = 0; i < CRASHES; i++)
        if (rescue_before.taken[i])
            signal(crashes[i], SIG_DFL);
    memset(&rescue_before, 0, sizeof rescue_before);
}

/* ---- signals ---- */

static const struct {
    int number;
    term_signal deed;
} signals_rows[] = {
    {SIGHUP, TERM_SIGNAL_ENDS},     {SIGTERM, TERM_SIGNAL_ENDS},     {SIGINT, TERM_SIGNAL_ENDS},
    {SIGQUIT, TERM_SIGNAL_ENDS},    {SIGWINCH, TERM_SIGNAL_RESIZES}, {SIGTSTP, TERM_SIGNAL_STOPS},
    {SIGCONT, TERM_SIGNAL_GOES_ON},
};

#define ROWS (sizeof signals_rows / sizeof signals_rows[0])
_Static_assert(ROWS < TERM_SIGNALS_MAX, "and SIGPIPE behind them");

/* A handler can tell nothing but by such a variable. */
static volatile sig_atomic_t arrived[ROWS];

static void note(int number)
{
    for (size_t i = 0; i < ROWS; i++)
        if (signals_rows[i].number == number)
            arrived[i] = 1;
}

void term_signals_take(term_signals *before)
{
    sigset_t mask;
    struct sigaction action = {.sa_handler = note};
    sigemptyset(&mask);
    sigemptyset(&action.sa_mask);
    for (size_t i = 0; i < ROWS; i++) {
        arrived[i] = 0;
        sigaddset(&mask, signals_rows[i].number);
    }
    sigprocmask(SIG_BLOCK, &mask, &before->mask);
    for (size_t i = 0; i < ROWS; i++)
        sigaction(signals_rows[i].number, &action, &before->actions[i]);
    action.sa_handler = SIG_IGN; /* writing to a terminal that is gone is noticed by its error */
    sigaction(SIGPIPE, &action, &before->actions[ROWS]);
}

void term_signals_give_back(const term_signals *before)
{
    /* What is still waiting, such as the second SIGHUP of a closed terminal, comes to nothing. */
    sigprocmask(SIG_SETMASK, &before->mask, NULL);
    for (size_t i = 0; i < ROWS; i++)
        sigaction(signals_rows[i].number, &before->actions[i], NULL);
    sigaction(SIGPIPE, &before->actions[ROWS], NULL);
}

term_signal term_signals_next(int *number)
{
    for (size_t i = 0; i < ROWS; i++) {
        if (!arrived[i])
            continue;
        arrived[i] = 0;
        *number = signals_rows[i].number;
        return signals_rows[i].deed;
    }
    return TERM_SIGNAL_NONE;
}

void term_signals_stop(void)
{
    struct sigaction action = {.sa_handler = SIG_DFL}, ours;
    sigset_t mask, before;
    sigemptyset(&action.sa_mask);
    sigaction(SIGTSTP, &action, &ours);
    sigemptyset(&mask);
    sigaddset(&mask, SIGTSTP);
    raise(SIGTSTP);
    sigprocmask(SIG_UNBLOCK, &mask, &before); /* the program stops here until it is continued */
    sigprocmask(SIG_SETMASK, &before, NULL);
    sigaction(SIGTSTP, &ours, NULL);
}

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
    term_terminal *terminal = base_zeroed(1, sizeof *terminal);
    if (terminal == NULL)
        return wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory");
    term_rescue_prepare();
    terminal->screen = newterm(NULL, stdout, stdin);
    if (terminal->screen == NULL) {
        term_rescue_end();
        wyrm_free(terminal);
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
    wyrm_free(terminal);
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
