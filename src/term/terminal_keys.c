/* What keys send, beyond what the description of a terminal says. */
#include "term/terminal_keys.h"

#include <stdio.h>

#include <curses.h>

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

void term_define_keys(void)
{
    define_keypad();
    define_letters();
    define_numbers();
    define("\033[Z", TERM_KEY_BACK_TAB);
}

term_key term_key_of_curses(int code)
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

term_key term_key_of_character(uint32_t character)
{
    if (character == '\n')
        return TERM_KEY_ENTER;
    if (character == 0x7f || character == '\b')
        return TERM_KEY_BACKSPACE;
    return character < TERM_KEY_BEFORE ? character : TERM_KEY_NONE;
}
