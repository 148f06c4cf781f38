/* What a value says on two sides, as far as people need it to see what is another.
 *
 * Most values are short and stand there whole. Of a long one what both sides begin with is left
 * out, as the part that differs may be behind it. A text of many lines, such as a script, is told
 * by the first line that differs and by how many others do: lines are matched as a longest common
 * subsequence, so that one which was put in does not change all behind it. */
#include "text/internal.h"
#include <stdio.h>
#include <string.h>

#define WIDTH_MAX (TEXT_DIFFERENCE_VALUE - 8) /* letters of a value */
#define LINES_MAX 4000                        /* of a text that are matched */
#define STEPS_MAX 4e6                         /* of matching them */
#define AHEAD     24                          /* letters before the first that differs */
#define BREAK     "\\n"                       /* in a quoted text */

/* A part of a quoted text. */
typedef struct line {
    const char *at;
    size_t length;
} line;

static bool is_same(line a, line b)
{
    return a.length == b.length && memcmp(a.at, b.at, a.length) == 0;
}

/* The length of one letter of a quoted text: "\n" and "\"" are two characters. */
static size_t letter(const char *at)
{
    return at[0] == '\\' && at[1] != '\0' ? 2 : 1;
}

/* The lines of a text in quotes, at most LINES_MAX of them; an empty one at its end is none. */
static size_t lines_of(const char *text, line lines[LINES_MAX])
{
    const char *begin = text + 1, *end = text + strlen(text) - 1;
    size_t count = 0;
    for (const char *at = begin; at <= end && count < LINES_MAX;) {
        bool breaks = at < end && strncmp(at, BREAK, strlen(BREAK)) == 0;
        if (at == end ? at > begin : breaks)
            lines[count++] = (line){begin, (size_t)(at - begin)};
        at += at == end ? 1 : letter(at);
        begin = breaks ? at : begin;
    }
    return count;
}

/* How long the longest list of lines is that both have in this order. `heads[j]` is that of all of
 * `a`, of `b` from its line j on; `tails[i]` that of `a` from its line i on, of all of `b`. */
static size_t match(const line *a, size_t a_count, const line *b, size_t b_count, size_t *heads,
                    size_t *tails)
{
    memset(heads, 0, (b_count + 1) * sizeof *heads);
    tails[a_count] = 0;
    for (size_t i = a_count; i-- > 0;) {
        size_t below = 0; /* heads[j + 1] of the line behind this one */
        for (size_t j = b_count; j-- > 0;) {
            const size_t here = heads[j], right = heads[j + 1];
            heads[j] = is_same(a[i], b[j]) ? below + 1 : here > right ? here : right;
            below = here;
        }
        tails[i] = heads[0];
    }
    return heads[0];
}

/* Whether the lines of `b` before one that is `first` were put in: nothing is lost without them. */
static bool is_put_in(line first, const line *b, size_t b_count, const size_t *without)
{
    bool is = false;
    for (size_t j = 1; j < b_count && !is; j++)
        is = is_same(first, b[j]) && without[j] == without[0];
    return is;
}

/* Writes a part of a quoted text; of a long one the part from `from` on, where that is not within
 * what is shown of its beginning. */
static void cut(line text, size_t from, size_t width, bool quoted, char out[TEXT_DIFFERENCE_VALUE])
{
    base_buffer plain = {0};
    size_t begin = 0;
    if (text.length > width && from > width - AHEAD && from <= text.length) {
        begin = from - AHEAD;
        while (begin < from && text.at[begin - 1] != ' ')
            begin++;
        while (begin < text.length && ((unsigned char)text.at[begin] & 0xc0) == 0x80)
            begin++;
    }
    for (size_t i = begin; i < text.length; i++) {
        const bool marked = quoted && text.at[i] == '\\' && i + 1 < text.length &&
                            strchr("\"\\", text.at[i + 1]) != NULL;
        base_buffer_append_char(&plain, text.at[marked ? ++i : i]);
    }
    const char *words = plain.bytes != NULL ? plain.bytes : "";
    const size_t end = base_utf8_cut(words, strlen(words), width);
    snprintf(out, TEXT_DIFFERENCE_VALUE, "%s%.*s%s", begin > 0 ? "... " : "", (int)end, words,
             words[end] != '\0' ? " ..." : "");
    base_buffer_drop(&plain);
}

static size_t common(line a, line b)
{
    size_t same = 0;
    while (same < a.length && same < b.length && a.at[same] == b.at[same])
        same++;
    return same;
}

static line without_margin(line of)
{
    while (of.length > 0 && of.at[0] == ' ')
        of = (line){of.at + 1, of.length - 1};
    return of;
}

/* Both sides of one line, or of a value that is one; NULL: there is none. */
static void put_sides(const line *a, const line *b, size_t width, bool quoted, text_difference *out)
{
    const line sides[2] = {a != NULL ? without_margin(*a) : (line){"nothing", 7},
                           b != NULL ? without_margin(*b) : (line){"nothing", 7}};
    const size_t same = a != NULL && b != NULL ? common(sides[0], sides[1]) : 0;
    cut(sides[0], same, width, quoted && a != NULL, out->before);
    cut(sides[1], same, width, quoted && b != NULL, out->after);
}

/* The room for matching, in one piece. */
typedef struct workings {
    line a[LINES_MAX], b[LINES_MAX];
    size_t heads[LINES_MAX + 1], tails[LINES_MAX + 1];
} workings;

static void match_lines(const char *before, const char *after, size_t width, workings *w,
                        text_difference *out)
{
    size_t a_count = lines_of(before, w->a), b_count = lines_of(after, w->b), same = 0;
    while (same < a_count && same < b_count && is_same(w->a[same], w->b[same]))
        same++;
    while (a_count > same && b_count > same && is_same(w->a[a_count - 1], w->b[b_count - 1])) {
        a_count--;
        b_count--;
    }
    const line *a = w->a + same, *b = w->b + same;
    a_count -= same;
    b_count -= same;
    if (a_count + b_count == 0) { /* behind all that is matched */
        put_sides(&(line){before, strlen(before)}, &(line){after, strlen(after)}, width, false,
                  out);
        return;
    }
    bool put_in = a_count == 0, left_out = b_count == 0;
    size_t kept = 0;
    if (!put_in && !left_out && (double)a_count * (double)b_count <= STEPS_MAX) {
        kept = match(a, a_count, b, b_count, w->heads, w->tails);
        put_in = is_put_in(a[0], b, b_count, w->heads);
        left_out = !put_in && is_put_in(b[0], a, a_count, w->tails);
    }
    const size_t most = (a_count > b_count ? a_count : b_count) - kept;
    put_sides(put_in ? NULL : a, left_out ? NULL : b, width, true, out);
    out->line = (int)same + 1;
    snprintf(out->where, sizeof out->where, ", line %d", out->line);
    if (most > 1)
        snprintf(out->further, sizeof out->further, " (and %zu more line%s)", most - 1,
                 most == 2 ? "" : "s");
}

static bool has_lines(const char *text)
{
    const size_t length = strlen(text);
    bool has = false;
    for (const char *at = text; *at != '\0' && !has; at += letter(at))
        has = strncmp(at, BREAK, strlen(BREAK)) == 0;
    return has && length > 2 && text[0] == '"' && text[length - 1] == '"';
}

void text_difference_of(const char *before, const char *after, size_t width, text_difference *out)
{
    const line a = {before, strlen(before)}, b = {after, strlen(after)};
    const bool lines = a.length > 1 && b.length > 1 && before[0] == '"' && after[0] == '"' &&
                       (has_lines(before) || has_lines(after));
    *out = (text_difference){.line = 0};
    width = width < WIDTH_MAX ? width : WIDTH_MAX;
    workings *w = lines ? base_allocate(sizeof *w) : NULL;
    if (w != NULL)
        match_lines(before, after, width, w, out);
    else
        put_sides(a.length > 0 ? &a : NULL, b.length > 0 ? &b : NULL, width, false, out);
    wyrm_free(w);
}

const char *text_difference_words(const char *path, const text_difference *of, const char *arrow,
                                  char out[TEXT_DIFFERENCE_WORDS])
{
    snprintf(out, TEXT_DIFFERENCE_WORDS, "%.250s%s: %s %s %s%s", path, of->where, of->before, arrow,
             of->after, of->further);
    return out;
}
