/* What keys send, beyond what the description of a terminal says. */
#include "tui/terminal_keys.h"

#include <stdio.h>

#include <curses.h>

/* Codes that we define in ncurses, which lie above its own: OWN_BASE, the number of the key,
 * modifiers. */
#define OWN_BASE    0x1000
#define OWN_SHIFT   0x1000 /* with Shift */
#define OWN_CONTROL 0x2000
#define OWN_CODES   0x1000 /* how many keys and characters there is room for */

/* A key as a code of our own: characters as they are, the others counted from TUI_KEY_BEFORE. */
static int own_code(tui_key key)
{
    tui_key plain = key & ~(tui_key)(TUI_KEY_SHIFT | TUI_KEY_CONTROL);
    int code = OWN_BASE + (int)(plain > TUI_KEY_BEFORE ? plain - TUI_KEY_BEFORE + 0x100 : plain);
    return code + (key & TUI_KEY_SHIFT ? OWN_SHIFT : 0) + (key & TUI_KEY_CONTROL ? OWN_CONTROL : 0);
}

static tui_key key_of_own(int code)
{
    int modifiers = (code - OWN_BASE) / OWN_CODES, plain = (code - OWN_BASE) % OWN_CODES;
    tui_key key = plain < 0x100 ? (tui_key)plain : (tui_key)(plain - 0x100) + TUI_KEY_BEFORE;
    return key | (modifiers & 1 ? (tui_key)TUI_KEY_SHIFT : 0) |
           (modifiers & 2 ? (tui_key)TUI_KEY_CONTROL : 0);
}

static void define(const char *sequence, tui_key key)
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
        define(sequence, (tui_key)(unsigned char)typed[i]);
    }
    define("\033OM", TUI_KEY_ENTER);
}

/* Keys that end in a letter, with the cursor mode on and off: CSI letter, SS3 letter, CSI 1;m
 * letter; and lower case after CSI for Shift, after SS3 for Ctrl (rxvt). */
static void define_letters(void)
{
    static const struct {
        char letter;
        tui_key key;
    } rows[] = {{'A', TUI_KEY_UP},   {'B', TUI_KEY_DOWN}, {'C', TUI_KEY_RIGHT},
                {'D', TUI_KEY_LEFT}, {'H', TUI_KEY_HOME}, {'F', TUI_KEY_END},
                {'E', '5'}};
    char sequence[16];
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        for (int form = 0; form < 2; form++) {
            snprintf(sequence, sizeof sequence, "\033%c%c", form == 0 ? '[' : 'O', rows[i].letter);
            define(sequence, rows[i].key);
        }
        if (rows[i].key < TUI_KEY_BEFORE)
            continue;
        for (int modifier = 2; modifier <= 8; modifier++) {
            tui_key key = rows[i].key | ((modifier - 1) & 1 ? (tui_key)TUI_KEY_SHIFT : 0) |
                          ((modifier - 1) & 4 ? (tui_key)TUI_KEY_CONTROL : 0);
            snprintf(sequence, sizeof sequence, "\033[1;%d%c", modifier, rows[i].letter);
            define(sequence, key);
        }
        if (i >= 4)
            continue;
        snprintf(sequence, sizeof sequence, "\033[%c", rows[i].letter | 0x20);
        define(sequence, rows[i].key | (tui_key)TUI_KEY_SHIFT);
        snprintf(sequence, sizeof sequence, "\033O%c", rows[i].letter | 0x20);
        define(sequence, rows[i].key | (tui_key)TUI_KEY_CONTROL);
    }
}

/* Keys that end in a tilde: CSI n ~, CSI n;m ~; '$' for Shift and '^' for Ctrl (rxvt). */
static void define_numbers(void)
{
    static const struct {
        int number;
        tui_key key;
    } rows[] = {{1, TUI_KEY_HOME}, {2, TUI_KEY_INSERT},  {3, TUI_KEY_DELETE},
                {4, TUI_KEY_END},  {5, TUI_KEY_PAGE_UP}, {6, TUI_KEY_PAGE_DOWN},
                {7, TUI_KEY_HOME}, {8, TUI_KEY_END}};
    char sequence[16];
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        snprintf(sequence, sizeof sequence, "\033[%d~", rows[i].number);
        define(sequence, rows[i].key);
        snprintf(sequence, sizeof sequence, "\033[%d;2~", rows[i].number);
        define(sequence, rows[i].key | (tui_key)TUI_KEY_SHIFT);
        snprintf(sequence, sizeof sequence, "\033[%d;5~", rows[i].number);
        define(sequence, rows[i].key | (tui_key)TUI_KEY_CONTROL);
        snprintf(sequence, sizeof sequence, "\033[%d$", rows[i].number);
        define(sequence, rows[i].key | (tui_key)TUI_KEY_SHIFT);
        snprintf(sequence, sizeof sequence, "\033[%d^", rows[i].number);
        define(sequence, rows[i].key | (tui_key)TUI_KEY_CONTROL);
    }
}

void tui_define_keys(void)
{
    define_keypad();
    define_letters();
    define_numbers();
    define("\033[Z", TUI_KEY_BACK_TAB);
}

tui_key tui_key_of_curses(int code)
{
    static const struct {
        int code;
        tui_key key;
    } rows[] = {
        {KEY_UP, TUI_KEY_UP},
        {KEY_DOWN, TUI_KEY_DOWN},
        {KEY_LEFT, TUI_KEY_LEFT},
        {KEY_RIGHT, TUI_KEY_RIGHT},
        {KEY_HOME, TUI_KEY_HOME},
        {KEY_A1, TUI_KEY_HOME},
        {KEY_END, TUI_KEY_END},
        {KEY_LL, TUI_KEY_END},
        {KEY_C1, TUI_KEY_END},
        {KEY_PPAGE, TUI_KEY_PAGE_UP},
        {KEY_A3, TUI_KEY_PAGE_UP},
        {KEY_NPAGE, TUI_KEY_PAGE_DOWN},
        {KEY_C3, TUI_KEY_PAGE_DOWN},
        {KEY_B2, '5'},
        {KEY_IC, TUI_KEY_INSERT},
        {KEY_DC, TUI_KEY_DELETE},
        {KEY_BACKSPACE, TUI_KEY_BACKSPACE},
        {KEY_ENTER, TUI_KEY_ENTER},
        {KEY_BTAB, TUI_KEY_BACK_TAB},
        {KEY_SR, TUI_KEY_UP | TUI_KEY_SHIFT},
        {KEY_SF, TUI_KEY_DOWN | TUI_KEY_SHIFT},
        {KEY_SLEFT, TUI_KEY_LEFT | TUI_KEY_SHIFT},
        {KEY_SRIGHT, TUI_KEY_RIGHT | TUI_KEY_SHIFT},
        {KEY_SHOME, TUI_KEY_HOME | TUI_KEY_SHIFT},
        {KEY_SEND, TUI_KEY_END | TUI_KEY_SHIFT},
        {KEY_SPREVIOUS, TUI_KEY_PAGE_UP | TUI_KEY_SHIFT},
        {KEY_SNEXT, TUI_KEY_PAGE_DOWN | TUI_KEY_SHIFT},
    };
    if (code >= OWN_BASE)
        return key_of_own(code);
    if (code > KEY_F0 && code <= KEY_F(12))
        return (tui_key)TUI_KEY_F1 + (tui_key)(code - KEY_F(1));
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        if (rows[i].code == code)
            return rows[i].key;
    return TUI_KEY_NONE;
}

tui_key tui_key_of_character(uint32_t character)
{
    if (character == '\n')
        return TUI_KEY_ENTER;
    if (character == 0x7f || character == '\b')
        return TUI_KEY_BACKSPACE;
    return character < TUI_KEY_BEFORE ? character : TUI_KEY_NONE;
}
