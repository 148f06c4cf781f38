/* The text of a script: its tokens, and what Lua reads.
 *
 * Lua reads the same tokens, each on a line of its own. So the line that Lua names in an error is a
 * token: an error of a script has its column and a caret, at run time, too; and the line of a call
 * identifies it in the text, by which equal states are recognised (tree.c). Two things are written
 * differently. A long text, [[...]], becomes a quoted one, as it may contain lines. And a power: `a
 * ^ b` becomes `a ^true^ b`. The operator calls the pow of the C library, whose last bit differs
 * between versions and processors, and the operators of numbers cannot be replaced. But Lua asks an
 * operand that is no number for its operator: true ^ b, which comes first, as powers associate to
 * the right, takes b and gives a mark, and a ^ mark is a power rounded correctly (power.c,
 * library.c). Lua's precedence stays the same, whatever the operands are.
 *
 * The same pass notes to which names something is assigned, so that only those are watched, and
 * whether the result of a call is called at once. */
#include "script/internal.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/text.h"

#define NEAR    8   /* tokens around a line that are searched for a word */
#define DEEPEST 150 /* nested brackets; Lua itself allows 200 */

/* An open bracket. */
typedef struct bracket {
    bool call;     /* it has the arguments of a call */
    bool function; /* a function began in it */
    bool called;   /* the value before it has a call in it */
} bracket;

typedef struct lexer {
    base_arena *arena;
    sc_source *source;
    const char *at, *end, *line_start;
    const char *counted; /* up to here in this line, characters are in `column` */
    int line, column;
    size_t capacity;
    base_buffer lua;
    bracket open[DEEPEST + 1];
    size_t depth;
    bool value;  /* the token before ends a value: a bracket after it calls or indexes */
    bool called; /* and that value has a call in it */
} lexer;

/* Points an error to a character in a line of the text, with that line as its excerpt. */
static void locate_character(const sc_source *source, int line, const char *start, const char *at,
                             wyrm_error *error)
{
    const char *end = source->text + source->length, *stop = start;
    while (stop < end && *stop != '\n' && *stop != '\r')
        stop++;
    error->line = source->first_line + line - 1;
    error->column = source->indent + 1 + (int)base_utf8_count(start, (size_t)(at - start));
    error->length = 1;
    base_utf8_copy(error->file, sizeof error->file, source->file);
    char copied[WYRM_ERROR_EXCERPT_MAX];
    size_t room = base_utf8_cut(start, (size_t)(stop - start), sizeof copied - 1);
    memcpy(copied, start, room);
    copied[room] = '\0';
    char indented[2 * WYRM_ERROR_EXCERPT_MAX];
    snprintf(indented, sizeof indented, "%*s%s", source->indent, "", copied);
    base_utf8_copy(error->excerpt, sizeof error->excerpt, indented);
    if ((size_t)error->column > base_utf8_count(error->excerpt, strlen(error->excerpt)) + 1)
        error->excerpt[0] = '\0';
}

static _Noreturn void refuse(lexer *x, const char *at, const char *message)
{
    wyrm_fail(&x->arena->error, WYRM_ERROR_RULESET, "%s", message);
    locate_character(x->source, x->line, x->line_start, at, &x->arena->error);
    base_fail(x->arena, WYRM_ERROR_RULESET);
}

/* ---- characters ---- */

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_hex(char c)
{
    return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

static char peek(const lexer *x, size_t ahead)
{
    return (size_t)(x->end - x->at) > ahead ? x->at[ahead] : '\0';
}

static void next_line(lexer *x)
{
    x->at += x->at[0] == '\r' && peek(x, 1) == '\n' ? 2 : 1;
    x->line++;
    x->line_start = x->counted = x->at;
    x->column = 0;
}

/* Returns the column of the next character; counted bit by bit, as a line may hold a whole
 * script. */
static int column_now(lexer *x)
{
    x->column += (int)base_utf8_count(x->counted, (size_t)(x->at - x->counted));
    x->counted = x->at;
    return x->column + 1;
}

/* ---- long brackets: [[...]], [==[...]==], in texts and comments ---- */

/* Returns the number of signs in a long bracket that opens here; -1: none does. */
static int long_level(const lexer *x)
{
    size_t level = 0;
    while (peek(x, 1 + level) == '=')
        level++;
    return peek(x, 0) == '[' && peek(x, 1 + level) == '[' ? (int)level : -1;
}

static bool closes(const lexer *x, int level)
{
    for (int i = 0; i < level; i++)
        if (peek(x, 1 + (size_t)i) != '=')
            return false;
    return peek(x, 0) == ']' && peek(x, 1 + (size_t)level) == ']';
}

/* Moves behind the closing bracket; `quoted` (may be NULL) gets the text between, escaped for
 * quotes. The first line break does not count, as in Lua. */
static void skip_long(lexer *x, int level, base_buffer *quoted)
{
    const char *start = x->at;
    lexer before = *x;
    x->at += 2 + level;
    for (bool first = true; !closes(x, level); first = false) {
        if (x->at == x->end)
            refuse(&before, start, "this long bracket is never closed");
        bool line = *x->at == '\n' || *x->at == '\r';
        if (quoted && !(line && first))
            base_buffer_appendf(quoted, line || !is_letter(*x->at) ? "\\%03d" : "%c",
                                line ? '\n' : (unsigned char)*x->at);
        if (line)
            next_line(x);
        else
            x->at++;
    }
    x->at += 2 + level;
}

static void skip_comment(lexer *x)
{
    x->at += 2;
    int level = long_level(x);
    if (level >= 0) {
        skip_long(x, level, NULL);
        return;
    }
    while (x->at < x->end && *x->at != '\n' && *x->at != '\r')
        x->at++;
}

/* ---- tokens: each reader moves behind its token and writes it for Lua ---- */

static void copy_characters(lexer *x, size_t count)
{
    base_buffer_append_bytes(&x->lua, x->at, count);
    x->at += count;
}

/* Skips blanks and lines after \z, which Lua skips, too. */
static void skip_blanks(lexer *x)
{
    x->at += 2;
    while (x->at < x->end && strchr(" \t\v\f\r\n", *x->at))
        if (*x->at == '\n' || *x->at == '\r')
            next_line(x);
        else
            x->at++;
}

/* Whether an escape is a NUL, which would end a text early for the next reader in C. */
static bool is_nul(const lexer *x)
{
    if (peek(x, 1) == 'x')
        return peek(x, 2) == '0' && peek(x, 3) == '0';
    bool braced = peek(x, 1) == 'u' && peek(x, 2) == '{';
    size_t from = braced ? 3 : 1, zeros = 0;
    while (peek(x, from + zeros) == '0' && (braced || zeros < 3))
        zeros++;
    if (braced)
        return zeros > 0 && peek(x, from + zeros) == '}';
    return zeros > 0 && (zeros == 3 || !is_digit(peek(x, from + zeros)));
}

static void read_escape(lexer *x, const char *start)
{
    if (is_nul(x))
        refuse(x, x->at, "a text in a script has no character 0");
    if (peek(x, 1) == 'z') {
        skip_blanks(x);
    } else if (peek(x, 1) == '\n' || peek(x, 1) == '\r') {
        base_buffer_append(&x->lua, "\\n");
        x->at++;
        next_line(x);
    } else if (x->end - x->at < 2) {
        refuse(x, start, "this text is never closed");
    } else {
        copy_characters(x, 2);
    }
}

static void read_quoted(lexer *x)
{
    const char *start = x->at;
    char quote = *start;
    lexer before = *x;
    copy_characters(x, 1);
    while (peek(x, 0) != quote) {
        if (x->at == x->end || *x->at == '\n' || *x->at == '\r')
            refuse(&before, start, "this text is never closed");
        if (*x->at == '\\')
            read_escape(x, start);
        else
            copy_characters(x, 1);
    }
    copy_characters(x, 1);
}

static void read_long(lexer *x, int level)
{
    base_buffer_append_char(&x->lua, '"');
    skip_long(x, level, &x->lua);
    base_buffer_append_char(&x->lua, '"');
}

/* Copies all that Lua would take for one number; Lua decides whether it is one. */
static void read_number(lexer *x)
{
    bool hex = *x->at == '0' && (peek(x, 1) == 'x' || peek(x, 1) == 'X');
    copy_characters(x, hex ? 2 : 1);
    for (;;) {
        char c = peek(x, 0), sign = peek(x, 1);
        if (c != '\0' && strchr(hex ? "pP" : "eE", c))
            copy_characters(x, sign == '+' || sign == '-' ? 2 : 1);
        else if (is_hex(c) || c == '.')
            copy_characters(x, 1);
        else
            break;
    }
    if (is_letter(peek(x, 0)))
        copy_characters(x, 1);
}

static size_t operator_length(const lexer *x)
{
    static const char *const longer[] = {
        "...", "..", "==", "~=", "<=", ">=", "//", "::", "<<", ">>"};
    for (size_t i = 0; i < COUNT_OF(longer); i++) {
        size_t length = strlen(longer[i]);
        if ((size_t)(x->end - x->at) >= length && memcmp(x->at, longer[i], length) == 0)
            return length;
    }
    return 1;
}

static void read_operator(lexer *x)
{
    if (!strchr("+-*/%^#&~|<>=(){}[];:,.", *x->at))
        refuse(x, x->at, "this character means nothing in a script");
    if (*x->at == '^') {
        base_buffer_append(&x->lua, "^true^");
        x->at++;
    } else {
        copy_characters(x, operator_length(x));
    }
}

static void read_name(lexer *x)
{
    size_t length = 1;
    while (is_letter(peek(x, length)) || is_digit(peek(x, length)))
        length++;
    if (length == 4 && memcmp(x->at, "_ENV", 4) == 0)
        refuse(x, x->at, "a script has no _ENV");
    copy_characters(x, length);
}

/* ---- the tokens around one ---- */

static bool is(const sc_source *source, const sc_token *token, const char *word)
{
    return token->length == strlen(word) &&
           memcmp(source->text + token->at, word, token->length) == 0;
}

/* Whether a token is a keyword after which no value has ended. */
static bool is_keyword(const sc_source *source, const sc_token *token)
{
    static const char *const words[] = {"and",      "break",  "do",     "else", "elseif", "for",
                                        "function", "goto",   "if",     "in",   "local",  "not",
                                        "or",       "repeat", "return", "then", "until",  "while"};
    for (size_t i = 0; i < COUNT_OF(words); i++)
        if (is(source, token, words[i]))
            return true;
    return false;
}

static const sc_token *before(const sc_source *source, const sc_token *token)
{
    return token > source->tokens ? token - 1 : NULL;
}

/* Marks a name as assigned to: before '=', in a list before one, or as the name of a function.
 * Marks more than what is really assigned to, never less. In brackets a comma separates arguments
 * or fields. */
static void note_assigned(lexer *x, const sc_token *token)
{
    sc_source *source = x->source;
    sc_token *name = source->count > 1 ? &source->tokens[source->count - 2] : NULL;
    if (name == NULL || !is_letter(source->text[name->at]) || is_keyword(source, name))
        return;
    const sc_token *first = before(source, name);
    bool local = first && is(source, first, "local");
    bool list = first && is(source, first, ",");
    bool inside = x->depth > 0 && !x->open[x->depth].function;
    if (is(source, token, "="))
        name->assigned = !local || list;
    else if (is(source, token, ","))
        name->assigned = !inside;
    else if (first && is(source, first, "function"))
        name->assigned = first == source->tokens || !is(source, first - 1, "local");
}

static void open_bracket(lexer *x, const char *at)
{
    if (x->depth == DEEPEST)
        refuse(x, at, "more than 150 brackets in brackets");
    x->depth++;
    x->open[x->depth] = (bracket){.call = x->value && *at != '[', .called = x->called};
    x->source->chained |= x->open[x->depth].call && x->called;
    x->value = x->called = false;
}

static void close_bracket(lexer *x)
{
    bracket closed = x->open[x->depth];
    x->depth -= x->depth > 0;
    x->value = true;
    x->called = closed.call || closed.called;
}

/* Follows brackets, and which values have calls in them. */
static void follow_token(lexer *x, const sc_token *token)
{
    const char *at = x->source->text + token->at;
    bool quoted = *at == '"' || *at == '\'' || (*at == '[' && token->length > 1);
    if (is(x->source, token, "function"))
        x->open[x->depth].function = true;
    if (quoted && x->value) { /* f "text" */
        x->source->chained |= x->called;
        x->called = true;
    } else if (strchr("([{", *at) && !quoted) {
        open_bracket(x, at);
    } else if (strchr(")]}", *at)) {
        close_bracket(x);
    } else {
        bool joins = (*at == '.' || *at == ':') && token->length == 1;
        const sc_token *last = before(x->source, token);
        bool joined = last && (is(x->source, last, ".") || is(x->source, last, ":"));
        x->called = x->called && (joins || joined);
        x->value = is_letter(*at) ? !is_keyword(x->source, token)
                                  : quoted || is_digit(*at) || is(x->source, token, "...");
        x->value |= joins;
    }
}

static void read_token(lexer *x)
{
    sc_source *source = x->source;
    source->tokens =
        base_grow(x->arena, source->tokens, source->count, &x->capacity, sizeof *source->tokens);
    sc_token *token = &source->tokens[source->count++];
    *token = (sc_token){
        .at = (uint32_t)(x->at - source->text), .line = x->line, .column = column_now(x)};
    int level = long_level(x);
    if (is_letter(*x->at))
        read_name(x);
    else if (is_digit(*x->at) || (*x->at == '.' && is_digit(peek(x, 1))))
        read_number(x);
    else if (*x->at == '"' || *x->at == '\'')
        read_quoted(x);
    else if (level >= 0)
        read_long(x, level);
    else
        read_operator(x);
    token->length = (uint32_t)(x->at - source->text) - token->at;
    base_buffer_append_char(&x->lua, '\n');
    note_assigned(x, token);
    follow_token(x, token);
}

static void refuse_nul(const lexer *x)
{
    lexer to = *x;
    const char *nul = memchr(x->at, '\0', (size_t)(x->end - x->at));
    while (nul != NULL && to.at < nul)
        if (*to.at == '\n' || *to.at == '\r')
            next_line(&to);
        else
            to.at++;
    if (nul != NULL)
        refuse(&to, nul, "a script has no character 0");
}

static void drop_text(void *text)
{
    base_buffer_drop(text);
}

void sc_source_read(base_arena *arena, sc_source *source)
{
    lexer *x = base_new(arena, lexer);
    *x = (lexer){.arena = arena,
                 .source = source,
                 .at = source->text,
                 .end = source->text + source->length,
                 .line_start = source->text,
                 .counted = source->text,
                 .line = 1};
    base_keep(arena, (void *)&x->lua, drop_text);
    refuse_nul(x);
    while (x->at < x->end)
        if (*x->at == '\n' || *x->at == '\r')
            next_line(x);
        else if (strchr(" \t\v\f", *x->at) && *x->at != '\0')
            x->at++;
        else if (*x->at == '-' && peek(x, 1) == '-')
            skip_comment(x);
        else
            read_token(x);
    if (x->lua.failed)
        base_refuse(arena, WYRM_ERROR_MEMORY, "out of memory");
    source->lua = x->lua.bytes;
    source->lua_length = x->lua.length;
}

/* ---- places ---- */

/* Whether a token is a word: as it is, in quotes, or, for "math.sin", its last part. */
static bool names(const sc_source *source, const sc_token *token, const char *word)
{
    const char *dot = strrchr(word, '.'), *at = source->text + token->at;
    size_t length = strlen(word);
    bool quoted = token->length == length + 2 && memcmp(at + 1, word, length) == 0;
    return is(source, token, word) || quoted || (dot != NULL && is(source, token, dot + 1));
}

/* Returns the line nearest to one of what Lua reads whose token is a word, or that line itself. */
static int line_near(const sc_source *source, int lua_line, const char *word)
{
    for (int away = 0; word != NULL && away <= NEAR && word[0] != '\0'; away++)
        for (int sign = -1; sign <= 1; sign += 2) {
            int line = lua_line + sign * (sign < 0 ? away : away - 1);
            if (line > 0 && (size_t)line <= source->count &&
                names(source, &source->tokens[line - 1], word))
                return line;
        }
    return lua_line;
}

void sc_source_locate(const sc_source *source, int lua_line, const char *word, wyrm_error *error)
{
    lua_line = line_near(source, lua_line, word);
    size_t index = lua_line > 0 ? (size_t)lua_line - 1 : 0;
    bool past = index >= source->count; /* the end of the text: behind the last token */
    if (source->count == 0)
        return;
    const sc_token *token = &source->tokens[past ? source->count - 1 : index];
    const char *at = source->text + token->at, *start = at;
    while (start > source->text && start[-1] != '\n' && start[-1] != '\r')
        start--;
    locate_character(source, token->line, start, at, error);
    error->length = (int)base_utf8_count(at, token->length);
}

int sc_source_assigned(const sc_source *source, const char *name, int from, int to)
{
    for (int line = from; line <= to && (size_t)line <= source->count; line++)
        if (source->tokens[line - 1].assigned && is(source, &source->tokens[line - 1], name))
            return line;
    return 0;
}

/* Joins tokens to a name, as long as they go on like one. */
static void put_name(const sc_source *source, size_t from, size_t until,
                     char name[SCRIPT_NAME_MAX + 1])
{
    size_t used = 0;
    for (size_t i = from; i < until && i < source->count; i++) {
        const sc_token *token = &source->tokens[i];
        const char *at = source->text + token->at;
        if (!is_letter(*at) && *at != '.' && *at != ':')
            break;
        size_t room = SCRIPT_NAME_MAX - used;
        size_t length = token->length < room ? token->length : room;
        memcpy(name + used, at, length);
        used += length;
    }
    name[used] = '\0';
}

/* Finds NAME in NAME = function, or A.NAME: the name that ends before token `at`. */
static void name_before(const sc_source *source, size_t at, char name[SCRIPT_NAME_MAX + 1])
{
    size_t start = at;
    for (size_t i = at; i > 0; i -= 2) {
        const sc_token *word = &source->tokens[i - 1];
        if (!is_letter(source->text[word->at]) || is_keyword(source, word))
            break;
        start = i - 1;
        if (i < 2 || !is(source, word - 1, "."))
            break;
    }
    put_name(source, start, at, name);
}

/* Lua says that a function begins at its first word, or, if it is local or has no name, at the
 * bracket behind. */
void sc_source_function(const sc_source *source, int lua_line, char name[SCRIPT_NAME_MAX + 1])
{
    name[0] = '\0';
    size_t at = (size_t)lua_line - 1;
    if (lua_line <= 0 || at >= source->count)
        return;
    while (at > 0 && !is(source, &source->tokens[at], "function"))
        at--;
    put_name(source, at + 1, source->count, name);
    if (name[0] == '\0' && at > 1 && is(source, &source->tokens[at - 1], "="))
        name_before(source, at - 1, name);
}

/* Translates "'then' expected (to close 'if' at line 3) near 'x'": lines of what Lua reads become
 * lines of the file, and the token is shown as in the text. */
static void translate(const sc_source *source, const char *said, const sc_token *near,
                      wyrm_error *error)
{
    char message[WYRM_ERROR_MESSAGE_MAX] = "";
    size_t used = 0;
    const char *stop = strstr(said, " near ");
    size_t length = stop ? (size_t)(stop - said) : strlen(said);
    for (size_t i = 0; i < length && used < sizeof message - 24;) {
        if (strncmp(said + i, "line ", 5) == 0 && is_digit(said[i + 5])) {
            char *end;
            size_t line = (size_t)strtoul(said + i + 5, &end, 10);
            wyrm_error there = {.line = source->first_line};
            sc_source_locate(source, (int)line, NULL, &there);
            used += (size_t)snprintf(message + used, sizeof message - used, "line %d", there.line);
            i = (size_t)(end - said);
        } else {
            message[used++] = said[i++];
        }
    }
    size_t shown = near ? base_utf8_cut(source->text + near->at, near->length, 40) : 0;
    if (near)
        wyrm_fail(error, WYRM_ERROR_RULESET, "%.*s near '%.*s'", (int)used, message, (int)shown,
                  source->text + near->at);
    else
        wyrm_fail(error, WYRM_ERROR_RULESET, "%.*s%s", (int)used, message,
                  stop ? " at the end of the script" : "");
}

void sc_source_syntax(const sc_source *source, const char *said, wyrm_error *error)
{
    const char *colon = strchr(said, ':');
    int line = colon ? atoi(colon + 1) : 1;
    const char *text = colon ? strchr(colon + 1, ':') : NULL;
    const char *near = strstr(said, " near ");
    const sc_token *token =
        near && line > 0 && (size_t)line <= source->count ? &source->tokens[line - 1] : NULL;
    translate(source, text ? text + 2 : said, token, error);
    sc_source_locate(source, line, NULL, error);
}
