/* The terminal by ncurses: takes it over, draws the app on it, reads keys and the mouse, and gives
 * it back.
 *
 * The only file that knows ncurses, which allows one terminal a process at a time. Signals are
 * blocked except while the loop waits (ppoll), so that what they ask for is done between two
 * frames: they cannot cut a line of a game's file short, and ncurses is never interrupted. After a
 * crash a signal handler restores the terminal with the few functions that it may call. */
#define _GNU_SOURCE            1
#define _XOPEN_SOURCE_EXTENDED 1

#include "term/internal.h"
#include <curses.h>
#include <errno.h>
#include <langinfo.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <term.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>
#include "base/arena.h"

/* ---- The look of styles ----
 *
 * The background is always black, so that the contrast is known. On 256 colours those of the colour
 * cube are used, which themes of terminals do not change. Styles that must be told apart differ in
 * blue against yellow and in lightness, which the colour-blind see, never in red against green
 * alone. */

#define BOLD      TERM_LOOK_BOLD
#define REVERSE   TERM_LOOK_REVERSE
#define UNDERLINE TERM_LOOK_UNDERLINE
#define DIM       TERM_LOOK_DIM

static const struct {
    short of_256, of_16;
    unsigned coloured;   /* attributes with colours */
    unsigned colourless; /* attributes without colours */
} palette[TERM_STYLE_COUNT] = {
    /* clang-format off */
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
    [TERM_TERRAIN + WYRM_COLOUR_GREY]   = { 244, 8, 0, 0 },
    [TERM_TERRAIN + WYRM_COLOUR_WHITE]  = { 231, 15, 0, 0 },
    [TERM_TERRAIN + WYRM_COLOUR_RED]    = { 203, 9, 0, BOLD },
    [TERM_TERRAIN + WYRM_COLOUR_ORANGE] = { 208, 3, BOLD, BOLD },
    [TERM_TERRAIN + WYRM_COLOUR_YELLOW] = { 227, 11, 0, 0 },
    [TERM_TERRAIN + WYRM_COLOUR_GREEN]  = { 113, 2, 0, 0 },
    [TERM_TERRAIN + WYRM_COLOUR_BLUE]   = { 69, 12, 0, 0 },
    [TERM_TERRAIN + WYRM_COLOUR_PURPLE] = { 176, 13, 0, 0 },
    [TERM_TERRAIN + WYRM_COLOUR_BROWN]  = { 173, 3, 0, 0 },
    [TERM_GOOD]      = {  75, 14,   0,              0 },
    [TERM_WARN]      = { 220, 11,   BOLD,           BOLD },
    [TERM_BAD]       = { 209,  9,   BOLD,           BOLD | UNDERLINE },
    [TERM_BAR_FULL]  = {  75, 14,   0,              BOLD },
    [TERM_BAR_EMPTY] = { 243,  8,   0,              DIM },
    [TERM_PATH]      = { 220, 11,   0,              UNDERLINE },
    [TERM_AREA]      = {  75, 14,   REVERSE,        REVERSE },
    [TERM_HIT]       = { 209,  9,   REVERSE | BOLD, REVERSE | BOLD },
    [TERM_MONSTER_2] = { 230, 13,   BOLD,           BOLD },
    [TERM_MONSTER_3] = { 198,  5,   BOLD,           BOLD },
    [TERM_MONSTER_4] = { 218,  3,   BOLD,           BOLD },
    [TERM_MONSTER_5] = { 200,  9,   BOLD,           BOLD },
    [TERM_ITEM_2]    = {  48,  6,   0,              0 },
    [TERM_ITEM_3]    = { 100, 12,   0,              0 },
    [TERM_ITEM_4]    = { 78, 10,   0,              0 },
    [TERM_ITEM_5]    = {  66,  2,   0,              0 },
    /* clang-format on */
};

#define BLACK_OF_256 16
#define BRIGHT       8 /* added to the number of a dark colour it gives the bright one */
#define BRIGHT_BLACK 8
#define WHITE        7

term_look term_palette_look(term_style style, int colours)
{
    int of_16 = palette[style].of_16;
    unsigned coloured = palette[style].coloured;
    if (colours >= 256)
        return (term_look){palette[style].of_256, BLACK_OF_256, coloured};
    if (colours >= 16)
        return (term_look){of_16, 0, coloured};
    if (colours < 8)
        return (term_look){-1, -1, palette[style].colourless};
    /* With eight colours bold makes the bright ones; but bold black stays black on many terminals,
     * so bright black becomes dim white. */
    if (of_16 == BRIGHT_BLACK)
        return (term_look){WHITE, 0, coloured | DIM};
    if (of_16 >= BRIGHT)
        return (term_look){of_16 - BRIGHT, 0, coloured | BOLD};
    return (term_look){of_16, 0, coloured};
}

/* ---- Keys: the sequences that terminals send, beyond their terminfo description ---- */

/* Our key codes in ncurses, above its own: OWN_BASE + modifiers * OWN_CODES + key, where a key is
 * its character, or OWN_NAMED + its number counted from TERM_KEY_BEFORE. */
#define OWN_BASE  0x1000
#define OWN_CODES 0x1000 /* room for keys and characters */
#define OWN_NAMED 0x100  /* first key that is no character */
#define SHIFT     1
#define CONTROL   2

/* Codes for the beginning of a mouse report. */
#define MOUSE_OF_BYTES   0x800 /* button, column and row follow as a byte each */
#define MOUSE_OF_NUMBERS 0x801 /* or numbers follow, as "0;12;7M" */

/* A terminfo capability that is a string; NULL: the terminal lacks it. */
static const char *sequence_of(const char *name)
{
    const char *sequence = tigetstr(name);
    return sequence != (const char *)-1 ? sequence : NULL;
}

static bool reports_mouse(void)
{
    return sequence_of("kmous") != NULL;
}

static void define(const char *sequence, term_key key, int modifiers)
{
    term_key code = key > TERM_KEY_BEFORE ? key - TERM_KEY_BEFORE + OWN_NAMED : key;
    define_key(sequence, OWN_BASE + modifiers * OWN_CODES + (int)code);
}

/* Registers sequences with ncurses that terminals send although their description may lack them:
 * the numeric keypad in application mode (VT100 and its kin), and keys with Shift and Ctrl in the
 * forms of xterm and rxvt. */
static void define_keys(void)
{
    static const char keypad[] = "pqrstuvwxyjklmnoX", typed[] = "0123456789*+,-./=";
    enum { ARROW = 1, LETTER, NUMBER }; /* ARROW keys also have the forms of LETTER */
    static const struct {
        int kind, code;
        term_key key;
    } keys[] = {
        {ARROW, 'A', TERM_KEY_UP},   {ARROW, 'B', TERM_KEY_DOWN},   {ARROW, 'C', TERM_KEY_RIGHT},
        {ARROW, 'D', TERM_KEY_LEFT}, {LETTER, 'H', TERM_KEY_HOME},  {LETTER, 'F', TERM_KEY_END},
        {NUMBER, 1, TERM_KEY_HOME},  {NUMBER, 2, TERM_KEY_INSERT},  {NUMBER, 3, TERM_KEY_DELETE},
        {NUMBER, 4, TERM_KEY_END},   {NUMBER, 5, TERM_KEY_PAGE_UP}, {NUMBER, 6, TERM_KEY_PAGE_DOWN},
        {NUMBER, 7, TERM_KEY_HOME},  {NUMBER, 8, TERM_KEY_END}};
    static const struct {
        int kind;
        const char *before, *after; /* around the code */
        int modifiers;
    } forms[] = {{LETTER, "[", "", 0},    {LETTER, "O", "", 0},    {LETTER, "[1;2", "", 1},
                 {LETTER, "[1;3", "", 0}, {LETTER, "[1;4", "", 1}, {LETTER, "[1;5", "", 2},
                 {LETTER, "[1;6", "", 3}, {LETTER, "[1;7", "", 2}, {LETTER, "[1;8", "", 3},
                 {NUMBER, "[", "~", 0},   {NUMBER, "[", ";2~", 1}, {NUMBER, "[", ";5~", 2},
                 {NUMBER, "[", "$", 1},   {NUMBER, "[", "^", 2},   {ARROW, "[", "", 1},
                 {ARROW, "O", "", 2}};
    char sequence[16];
    for (size_t i = 0; i < sizeof keypad - 1; i++) {
        snprintf(sequence, sizeof sequence, "\033O%c", keypad[i]);
        define(sequence, (term_key)(unsigned char)typed[i], 0);
    }
    for (size_t i = 0; i < COUNT_OF(keys); i++)
        for (size_t k = 0; k < COUNT_OF(forms); k++) {
            if (forms[k].kind != keys[i].kind &&
                !(forms[k].kind == LETTER && keys[i].kind == ARROW))
                continue;
            int code = forms[k].kind == ARROW ? keys[i].code | 0x20 : keys[i].code; /* lower case */
            snprintf(sequence, sizeof sequence,
                     keys[i].kind == NUMBER ? "\033%s%d%s" : "\033%s%c%s", forms[k].before, code,
                     forms[k].after);
            define(sequence, keys[i].key, forms[k].modifiers);
        }
    if (reports_mouse()) {
        define_key("\033[M", MOUSE_OF_BYTES);
        define_key("\033[<", MOUSE_OF_NUMBERS);
    }
    define("\033OM", TERM_KEY_ENTER, 0);
    define("\033[E", '5', 0);
    define("\033OE", '5', 0);
    define("\033[Z", TERM_KEY_BACK_TAB, 0);
}

/* The key of a code of ncurses (not 0) or of ours; TERM_KEY_NONE for unknown codes. */
static term_key key_of_curses(int code)
{
    static const struct {
        term_key key;
        int codes[3], shifted; /* 0: none */
    } rows[] = {{TERM_KEY_UP, {KEY_UP}, KEY_SR},
                {TERM_KEY_DOWN, {KEY_DOWN}, KEY_SF},
                {TERM_KEY_LEFT, {KEY_LEFT}, KEY_SLEFT},
                {TERM_KEY_RIGHT, {KEY_RIGHT}, KEY_SRIGHT},
                {TERM_KEY_HOME, {KEY_HOME, KEY_A1}, KEY_SHOME},
                {TERM_KEY_END, {KEY_END, KEY_LL, KEY_C1}, KEY_SEND},
                {TERM_KEY_PAGE_UP, {KEY_PPAGE, KEY_A3}, KEY_SPREVIOUS},
                {TERM_KEY_PAGE_DOWN, {KEY_NPAGE, KEY_C3}, KEY_SNEXT},
                {'5', {KEY_B2}, 0},
                {TERM_KEY_INSERT, {KEY_IC}, 0},
                {TERM_KEY_DELETE, {KEY_DC}, 0},
                {TERM_KEY_BACKSPACE, {KEY_BACKSPACE}, 0},
                {TERM_KEY_ENTER, {KEY_ENTER}, 0},
                {TERM_KEY_BACK_TAB, {KEY_BTAB}, 0}};
    if (code >= OWN_BASE) {
        int modifiers = (code - OWN_BASE) / OWN_CODES;
        term_key key = (term_key)(code - OWN_BASE) % OWN_CODES;
        key = key < OWN_NAMED ? key : key - OWN_NAMED + TERM_KEY_BEFORE;
        return key | (modifiers & SHIFT ? (term_key)TERM_KEY_SHIFT : 0) |
               (modifiers & CONTROL ? (term_key)TERM_KEY_CONTROL : 0);
    }
    if (code > KEY_F0 && code <= KEY_F(12))
        return (term_key)TERM_KEY_F1 + (term_key)(code - KEY_F(1));
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        const int *codes = rows[i].codes;
        if (code == codes[0] || code == codes[1] || code == codes[2])
            return rows[i].key;
        if (code == rows[i].shifted)
            return rows[i].key | TERM_KEY_SHIFT;
    }
    return TERM_KEY_NONE;
}

/* ---- Signals: a handler only notes them; after a crash it restores the terminal ---- */

static const struct {
    int number;
    enum { ENDS, RESIZES, STOPS, GOES_ON, CRASHES, BREAKS } asks;
} asks[] = {{SIGHUP, ENDS},      {SIGTERM, ENDS},   {SIGINT, ENDS},     {SIGQUIT, ENDS},
            {SIGWINCH, RESIZES}, {SIGTSTP, STOPS},  {SIGCONT, GOES_ON}, {SIGSEGV, CRASHES},
            {SIGBUS, CRASHES},   {SIGFPE, CRASHES}, {SIGILL, CRASHES},  {SIGABRT, CRASHES},
            {SIGPIPE, BREAKS}};

/* Set by the handler: indexes as in `asks`. */
static volatile sig_atomic_t arrived[COUNT_OF(asks)];

/* What the crash handler needs, prepared beforehand. */
static struct {
    struct termios modes;
    bool has_modes;
    char words[256]; /* sequences that restore the terminal */
    size_t length;
} rescue;

/* The former signal handlers and mask, to be restored. */
typedef struct signals {
    struct sigaction actions[COUNT_OF(asks)];
    sigset_t mask;
} signals;

static void restore(int number)
{
    if (rescue.length > 0 && write(STDOUT_FILENO, rescue.words, rescue.length) < 0)
        rescue.length = 0;
    if (rescue.has_modes)
        tcsetattr(STDIN_FILENO, TCSANOW, &rescue.modes);
    raise(number); /* SA_RESETHAND has removed the handler: this ends the program */
}

/* Mouse reports on and off: presses (1000), as numbers rather than bytes where supported (1006). */
static const char mouse_on[] = "\033[?1000h\033[?1006h", mouse_off[] = "\033[?1006l\033[?1000l";

/* Collects the sequences that end full-screen mode and mouse reports from the terminfo description
 * that ncurses has read; to be called after newterm. */
static void describe_rescue(void)
{
    static const char *const names[] = {"sgr0", "rmkx", "cnorm", "rmcup", "kmous"};
    for (size_t i = 0; i < COUNT_OF(names); i++) {
        const char *sequence = sequence_of(names[i]);
        if (sequence == NULL || strchr(sequence, '$') != NULL)
            continue;
        if (strcmp(names[i], "kmous") == 0)
            sequence = mouse_off;
        size_t length = strlen(sequence);
        if (rescue.length + length >= sizeof rescue.words)
            continue;
        memcpy(rescue.words + rescue.length, sequence, length);
        rescue.length += length;
    }
}

static void note(int number)
{
    for (size_t i = 0; i < COUNT_OF(asks); i++)
        if (asks[i].number == number)
            arrived[i] = 1;
}

/* Saves the terminal modes and installs the handlers. Crash signals that somebody else handles
 * already (a sanitizer) are left alone. SIGPIPE is ignored: a write to a lost terminal fails with
 * an error instead. */
static void take_signals(signals *before)
{
    sigset_t mask;
    rescue.length = 0;
    rescue.has_modes = tcgetattr(STDIN_FILENO, &rescue.modes) == 0;
    sigemptyset(&mask);
    for (size_t i = 0; i < COUNT_OF(asks); i++)
        if (asks[i].asks < CRASHES)
            sigaddset(&mask, asks[i].number);
    sigprocmask(SIG_BLOCK, &mask, &before->mask);
    for (size_t i = 0; i < COUNT_OF(asks); i++) {
        struct sigaction action = {.sa_handler = note};
        arrived[i] = 0;
        sigemptyset(&action.sa_mask);
        if (asks[i].asks == CRASHES) {
            action.sa_handler = restore;
            action.sa_flags = (int)(SA_RESETHAND | SA_NODEFER);
        } else if (asks[i].asks == BREAKS) {
            action.sa_handler = SIG_IGN;
        }
        sigaction(asks[i].number, NULL, &before->actions[i]);
        if (asks[i].asks != CRASHES || before->actions[i].sa_handler == SIG_DFL)
            sigaction(asks[i].number, &action, NULL);
    }
}

/* Signals still pending, such as the second SIGHUP of a closed terminal, are delivered to our
 * handlers first, which has no effect. */
static void give_back_signals(const signals *before)
{
    sigprocmask(SIG_SETMASK, &before->mask, NULL);
    for (size_t i = 0; i < COUNT_OF(asks); i++)
        sigaction(asks[i].number, &before->actions[i], NULL);
}

/* ---- Opening and closing ---- */

#define ESCAPE_MS   25         /* wait for the rest of an escape sequence */
#define REPORT_REST 0.5        /* seconds to wait for the rest of a mouse report */
#define FRAME       (1 / 30.0) /* seconds between frames of the autopilot and recordings */
#define INPUTS      (1 / 30.0) /* seconds of handling keys before the screen is drawn again */
#define EMPTY_READS 8          /* reads without input in a row that mean a lost terminal */
#define DAY         86400.0

/* A mouse report that is being read. */
typedef struct report {
    int form;     /* MOUSE_OF_BYTES or MOUSE_OF_NUMBERS; 0: none */
    double since; /* in term_seconds */
    int count, numbers[3];
} report;

typedef struct terminal {
    term_app *app;
    SCREEN *screen;
    bool ascii;
    int colours;
    bool stale; /* the terminal may differ from `shown`: write everything */
    term_canvas shown, canvas;
    signals before;
    attr_t attributes[TERM_STYLE_COUNT];
    double next_frame; /* in term_seconds */
    bool ticking;
    int empty_reads;
    report mouse;
    mbstate_t letter; /* an incomplete multibyte character */
} terminal;

/* Checks that there is a terminal that can be drawn on; the hint of an error says what to do about
 * it. */
static wyrm_status look_at_terminal(wyrm_error *error)
{
    const char *name = getenv("TERM");
    const char *hint = "set TERM to what your terminal is, such as xterm-256color";
    int found;
    if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO)) {
        hint = "start it in a terminal window, without | < or >";
        wyrm_fail(error, WYRM_ERROR_IO, "standard %s is no terminal",
                  isatty(STDOUT_FILENO) ? "input" : "output");
    } else if (name == NULL || name[0] == '\0') {
        wyrm_fail(error, WYRM_ERROR_UNKNOWN, "TERM is not set");
    } else if (setupterm(name, STDOUT_FILENO, &found) != OK) {
        wyrm_fail(error, WYRM_ERROR_UNKNOWN,
                  found < 0
                      ? "there is no description of the terminal '%s': no terminfo is installed"
                      : "the terminal '%s' is not known here",
                  name);
    } else {
        const char *moves = tigetstr("cup");
        del_curterm(cur_term);
        if (moves != NULL && moves != (const char *)-1)
            return WYRM_OK;
        wyrm_fail(error, WYRM_ERROR_UNKNOWN, "the terminal '%s' cannot place the cursor", name);
    }
    snprintf(error->hint, sizeof error->hint, "%s", hint);
    return error->code;
}

/* The colour pair of a style in ncurses: its number + 1; 0 without colours. */
static short pair_of(const terminal *to, term_style style)
{
    return (short)(to->colours >= 8 ? style + 1 : 0);
}

/* Turns off flow control, so that Ctrl-S is a key: it would stop the output, and the program with
 * it, which could not even be ended. */
static void keep_flowing(void)
{
    struct termios modes;
    if (tcgetattr(STDIN_FILENO, &modes) != 0)
        return;
    modes.c_iflag &= (tcflag_t)~IXON;
    tcsetattr(STDIN_FILENO, TCSADRAIN, &modes);
    def_prog_mode();
}

static void use_mouse(bool on)
{
    if (reports_mouse())
        putp(on ? mouse_on : mouse_off);
    fflush(stdout);
}

static void resize(terminal *to)
{
    struct winsize size;
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 && size.ws_row > 0)
        resizeterm(size.ws_row, size.ws_col);
    to->stale = true;
}

/* Takes over the terminal of standard input and output. On failure nothing was written to it. */
static wyrm_status open_terminal(terminal *to, const term_terminal_options *options,
                                 wyrm_error *error)
{
    static const struct {
        unsigned bit;
        attr_t attribute;
    } bits[] = {{BOLD, A_BOLD}, {REVERSE, A_REVERSE}, {UNDERLINE, A_UNDERLINE}, {DIM, A_DIM}};
    const char *no_color = getenv("NO_COLOR");
    wyrm_status status = look_at_terminal(error);
    if (status != WYRM_OK)
        return status;
    take_signals(&to->before);
    to->screen = newterm(NULL, stdout, stdin);
    if (to->screen == NULL) {
        give_back_signals(&to->before);
        return wyrm_fail(error, WYRM_ERROR_MEMORY, "the terminal cannot be set up");
    }
    set_term(to->screen);
    describe_rescue();
    to->ascii = options->ascii || strcmp(nl_langinfo(CODESET), "UTF-8") != 0;
    bool colours = !options->no_color && (no_color == NULL || no_color[0] == '\0') &&
                   has_colors() && start_color() == OK && COLOR_PAIRS > TERM_STYLE_COUNT;
    to->colours = colours ? COLORS : 0;
    cbreak();
    noecho();
    nonl();
    intrflush(stdscr, FALSE);
    keep_flowing();
    keypad(stdscr, TRUE);
    nodelay(stdscr, TRUE);
    set_escdelay(ESCAPE_MS);
    define_keys();
    use_mouse(true);
    for (int style = 0; style < TERM_STYLE_COUNT; style++) {
        term_look look = term_palette_look((term_style)style, to->colours);
        for (size_t i = 0; i < COUNT_OF(bits); i++)
            if (look.attributes & bits[i].bit)
                to->attributes[style] |= bits[i].attribute;
        if (pair_of(to, (term_style)style) > 0)
            init_pair((short)(style + 1), (short)look.foreground, (short)look.background);
    }
    cchar_t blank;
    setcchar(&blank, L" ", to->attributes[TERM_PLAIN], pair_of(to, TERM_PLAIN), NULL);
    bkgrnd(&blank);
    resize(to);
    return WYRM_OK;
}

/* ---- Showing ---- */

/* Draws the app and writes the cells that have changed. On an ASCII terminal other characters are
 * replaced by similar ones. */
static void show(terminal *to)
{
    static const wchar_t from[] =
        L"\u2500\u2502\u250c\u2510\u2514\u2518\u251c\u2524\u252c\u2534\u253c\u2550\u2588\u2591"
        L"\u2592\u2593\u00b7\u2022\u2013\u2014\u2212\u00d7\u2018\u2019\u201c\u201d\u2190\u2191"
        L"\u2192\u2193\u00a0\u00b1";
    static const char plain[] = "-|+++++++++=#.:%.*---x''\"\"<^>v ~";
    term_canvas *canvas = &to->canvas, *shown = &to->shown;
    to->stale |= to->app->redraw;
    to->app->redraw = false;
    term_app_draw(to->app, canvas, COLS, LINES);
    bool all = to->stale || shown->width != canvas->width || shown->height != canvas->height;
    size_t width = (size_t)canvas->width, count = width * (size_t)canvas->height;
    if (all) {
        erase();
        clearok(curscr, TRUE);
    }
    for (size_t i = 0; i < count; i++) {
        term_cell now = canvas->cells[i], before = shown->cells[i];
        if (!all && now.character == before.character && now.style == before.style)
            continue;
        wchar_t character = now.character != 0 ? (wchar_t)now.character : L' ';
        const wchar_t *known = wcschr(from, character);
        if (to->ascii && character >= 0x7f)
            character = known != NULL ? (wchar_t)plain[known - from] : L'?';
        wchar_t text[2] = {character, 0};
        cchar_t cell;
        if (setcchar(&cell, text, to->attributes[now.style], pair_of(to, now.style), NULL) == OK)
            mvadd_wch((int)(i / width), (int)(i % width), &cell);
    }
    /* a cursor that should be hidden but cannot be waits in a corner */
    bool nowhere = canvas->cursor_x < 0 || canvas->cursor_y < 0;
    curs_set(nowhere ? 0 : 1);
    move(nowhere ? canvas->height - 1 : canvas->cursor_y,
         nowhere ? canvas->width - 1 : canvas->cursor_x);
    refresh();
    shown->width = canvas->width;
    shown->height = canvas->height;
    memcpy(shown->cells, canvas->cells, count * sizeof canvas->cells[0]);
    to->stale = false;
}

/* ---- Reading ----
 *
 * Input is read byte by byte without waiting, and mouse reports and multibyte characters are
 * assembled here: ncurses would wait for the rest of a truncated report, and for another event
 * after one that we ignore, such as the release of a button. */

/* Converts a complete report to an input: a press of a button or a turn of the wheel. False for
 * anything else, such as a release. */
static bool convert_mouse(const report *mouse, bool pressed, term_input *out)
{
    enum { BUTTON = 3, MOTION = 32, WHEEL = 64, OTHERS = 128 };
    int code = mouse->numbers[0], button = code & BUTTON;
    bool wheel = (code & WHEEL) != 0;
    *out = (term_input){.mouse = true, .x = mouse->numbers[1] - 1, .y = mouse->numbers[2] - 1};
    if (!pressed || code & (MOTION | OTHERS) || button > (wheel ? 1 : 2) || out->x < 0 ||
        out->y < 0)
        return false;
    out->wheel = !wheel ? 0 : button == 0 ? -1 : 1;
    out->other_button = !wheel && button > 0;
    return true;
}

/* Handles a byte of a report; *is_input where it completes an input. False: the byte does not
 * belong to a report, which is dropped. */
static bool take_report(report *mouse, int byte, bool *is_input, term_input *out)
{
    enum { LEAST = 32, MOST = 9999 };
    int *number = &mouse->numbers[mouse->count];
    bool bytes = mouse->form == MOUSE_OF_BYTES, ends = bytes ? mouse->count == 2 : false;
    if (bytes && byte >= LEAST && byte <= UINT8_MAX) {
        *number = byte - LEAST;
        mouse->count++;
    } else if (!bytes && byte >= '0' && byte <= '9') {
        *number = *number < MOST / 10 ? 10 * *number + byte - '0' : MOST;
    } else if (!bytes && byte == ';' && mouse->count < 2) {
        mouse->count++;
    } else if (!bytes && (byte == 'M' || byte == 'm') && mouse->count == 2) {
        ends = true;
    } else {
        mouse->form = 0;
        return false;
    }
    if (!ends)
        return true;
    mouse->form = 0;
    *is_input = convert_mouse(mouse, byte != 'm' || bytes, out);
    return true;
}

/* Adds a byte to the current character; returns the character that it completes, or 0. Of malformed
 * UTF-8 only the offending byte is lost. */
static term_key take_letter(mbstate_t *letter, int byte)
{
    char one = (char)byte;
    wchar_t character = 0;
    bool begun = mbsinit(letter) == 0;
    size_t taken = mbrtowc(&character, &one, 1, letter);
    if (taken == (size_t)-1) {
        memset(letter, 0, sizeof *letter);
        if (begun)
            taken = mbrtowc(&character, &one, 1, letter);
        if (taken == (size_t)-1)
            memset(letter, 0, sizeof *letter);
    }
    return taken == 1 || taken == 0 ? (term_key)character : 0;
}

/* Reads the next waiting input; false if there is none. */
static bool read_input(terminal *to, term_input *out)
{
    if (to->mouse.form != 0 && term_seconds() > to->mouse.since + REPORT_REST)
        to->mouse.form = 0;
    for (int code = getch(); code != ERR; code = getch()) {
        term_key key = TERM_KEY_NONE;
        bool is_input = false;
        to->empty_reads = 0;
        if (to->mouse.form != 0 && take_report(&to->mouse, code, &is_input, out)) {
            if (is_input)
                return true;
            continue;
        }
        if (code == MOUSE_OF_BYTES || code == MOUSE_OF_NUMBERS) {
            to->mouse = (report){.form = code, .since = term_seconds()};
            continue;
        }
        if (code > UINT8_MAX) {
            key = key_of_curses(code);
        } else {
            term_key character = take_letter(&to->letter, code);
            if (character == '\n')
                key = TERM_KEY_ENTER;
            else if (character == 0x7f || character == '\b')
                key = TERM_KEY_BACKSPACE;
            else if (character < TERM_KEY_BEFORE)
                key = character;
        }
        *out = term_keys_input(&to->app->keys, key);
        if (key != TERM_KEY_NONE)
            return true;
    }
    return false;
}

/* ---- The loop: sleeps until a key, a signal or the next frame ---- */

/* Handles the signals that have arrived; true if one of them (*number) ends the program. */
static bool do_signals(terminal *to, int *number)
{
    for (size_t i = 0; i < COUNT_OF(asks); i++) {
        if (!arrived[i])
            continue;
        arrived[i] = 0;
        *number = asks[i].number;
        if (asks[i].asks == ENDS)
            return true;
        if (asks[i].asks == STOPS) {
            /* Stop as SIGTSTP does by default, until SIGCONT. The system ignores the stop where no
             * shell could continue us. */
            struct sigaction action = {.sa_handler = SIG_DFL}, ours;
            sigset_t mask, before;
            use_mouse(false);
            endwin();
            sigemptyset(&action.sa_mask);
            sigaction(SIGTSTP, &action, &ours);
            sigemptyset(&mask);
            sigaddset(&mask, SIGTSTP);
            raise(SIGTSTP);
            sigprocmask(SIG_UNBLOCK, &mask, &before); /* it stops here */
            sigprocmask(SIG_SETMASK, &before, NULL);
            sigaction(SIGTSTP, &ours, NULL);
        }
        if (asks[i].asks != RESIZES) {
            reset_prog_mode();
            use_mouse(true);
        }
        resize(to);
    }
    return false;
}

/* Waits for input, a signal, the next frame, or the time to sync the game's file. False if the
 * terminal is gone. */
static bool wait(terminal *to, bool *readable)
{
    struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};
    term_session *session = to->app->session;
    double due = session != NULL ? term_session_due(session) : -1.0, now = term_seconds();
    double left = due >= 0.0 ? due - now : DAY;
    bool ticks = term_app_ticks(to->app);
    if (ticks && !to->ticking)
        to->next_frame = now; /* so the autopilot takes its first step at once */
    to->ticking = ticks;
    if (ticks && to->next_frame - now < left)
        left = to->next_frame - now;
    left = left > 0.0 ? left : 0.0;
    struct timespec most = {.tv_sec = (time_t)left, .tv_nsec = (long)(1e9 * fmod(left, 1.0))};
    int found = ppoll(&input, 1, &most, &to->before.mask);
    *readable = found > 0 && (input.revents & POLLIN);
    if (found < 0)
        return errno == EINTR;
    if (due >= 0.0 && term_seconds() >= due)
        term_session_keep(session, true);
    return *readable || !(input.revents & (POLLHUP | POLLERR | POLLNVAL));
}

static term_end run_loop(terminal *to, int *number)
{
    bool failed, readable;
    while (!term_app_ended(to->app, &failed)) {
        show(to);
        bool there = wait(to, &readable);
        if (do_signals(to, number))
            return TERM_END_SIGNAL;
        double until = term_seconds() + INPUTS;
        term_input input;
        if (readable)
            to->empty_reads++;
        while (readable && term_seconds() <= until && !term_app_ended(to->app, &failed) &&
               read_input(to, &input))
            term_app_take(to->app, &input);
        /* readable without anything to read: the terminal is gone, too */
        if (!there || to->empty_reads == EMPTY_READS) {
            *number = SIGHUP;
            return TERM_END_SIGNAL;
        }
        if (to->ticking && term_seconds() >= to->next_frame) {
            to->next_frame = term_seconds() + FRAME;
            term_app_tick(to->app);
        }
    }
    return failed ? TERM_END_INTERNAL : TERM_END_LEFT;
}

term_end term_terminal_run(term_app *app, const term_terminal_options *options,
                           term_outcome *outcome, wyrm_errors *errors)
{
    wyrm_error error;
    terminal *to = base_zeroed(1, sizeof *to);
    wyrm_status status = to != NULL ? open_terminal(to, options, &error)
                                    : wyrm_fail(&error, WYRM_ERROR_MEMORY, "out of memory");
    if (status != WYRM_OK) {
        wyrm_errors_add(errors, &error);
        wyrm_free(to);
        term_app_free(app);
        return status == WYRM_ERROR_MEMORY ? TERM_END_INTERNAL : TERM_END_NO_TERMINAL;
    }
    to->app = app;
    term_end end = run_loop(to, &outcome->signal);
    /* save the game, whatever ended the loop */
    term_session *session = app->session;
    if (session != NULL && !term_session_save(session, &error))
        snprintf(outcome->words, sizeof outcome->words, "the game could not be saved: %s%s%s",
                 error.file, error.file[0] != '\0' ? ": " : "", error.message);
    else if (session != NULL && end != TERM_END_LEFT && session->journal.open && !session->pending)
        snprintf(outcome->words, sizeof outcome->words,
                 "the game is saved; `wyrm play` continues it");
    use_mouse(false);
    if (!isendwin())
        endwin();
    delscreen(to->screen);
    term_app_free(app);
    give_back_signals(&to->before);
    wyrm_free(to);
    if (end == TERM_END_INTERNAL)
        wyrm_errors_fail(errors, WYRM_ERROR_MEMORY, "out of memory");
    return end;
}
