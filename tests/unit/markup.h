/* Whether a text is well-formed XML, as far as the pages of this project use it. */
#ifndef WYRM_TESTS_MARKUP_H
#define WYRM_TESTS_MARKUP_H

#include "helpers.h"

#define MARKUP_DEPTH 64

/* Fails with the text around the place where it is not. */
static inline void malformed(const char *at, const char *why)
{
    fail_msg("%s: %.60s", why, at);
}

/* &amp; and the like: the end of it. */
static inline const char *past_entity(const char *at)
{
    static const char *const known[] = {"&amp;", "&lt;", "&gt;", "&quot;", "&#39;"};
    for (size_t i = 0; i < LENGTH_OF(known); i++)
        if (strncmp(at, known[i], strlen(known[i])) == 0)
            return at + strlen(known[i]);
    malformed(at, "an entity that XML does not know");
    return at;
}

static inline bool is_name(char letter)
{
    return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') ||
           (letter >= '0' && letter <= '9') || letter == '-' || letter == ':';
}

/* NAME="value"... up to the end of the tag; *closed where it ends itself. */
static inline const char *past_attributes(const char *at, bool *closed)
{
    for (;;) {
        *closed = *at == '/';
        if (*closed)
            at++;
        if (*at == '>')
            return at + 1;
        if (*at != ' ' || *closed)
            malformed(at, "neither an attribute nor the end of the tag");
        at++;
        const char *name = at;
        while (is_name(*at))
            at++;
        if (at == name || at[0] != '=' || at[1] != '"')
            malformed(at, "an attribute without a quoted value");
        for (at += 2; *at != '"';) {
            if (*at == '\0' || *at == '<')
                malformed(at, "a value that does not end");
            at = *at == '&' ? past_entity(at) : at + 1;
        }
        at++;
    }
}

static inline void assert_well_formed(const char *text)
{
    char open[MARKUP_DEPTH][24];
    size_t depth = 0;
    for (const char *at = text; *at != '\0';) {
        assert_false((unsigned char)*at < 0x20 && *at != '\n' && *at != '\t');
        if (*at == '&') {
            at = past_entity(at);
        } else if (*at == '>') {
            malformed(at, "a bare >");
        } else if (*at != '<') {
            at++;
        } else {
            bool ends = at[1] == '/', closed = false;
            const char *name = at + 1 + ends;
            size_t length = 0;
            while (is_name(name[length]))
                length++;
            assert_in_range(length, 1, sizeof open[0] - 1);
            if (ends) {
                if (depth == 0 || strlen(open[depth - 1]) != length ||
                    strncmp(open[depth - 1], name, length) != 0 || name[length] != '>')
                    malformed(at, "an end of what was not begun");
                depth--;
                at = name + length + 1;
                continue;
            }
            at = past_attributes(name + length, &closed);
            if (!closed) {
                assert_true(depth < MARKUP_DEPTH);
                memcpy(open[depth], name, length);
                open[depth++][length] = '\0';
            }
        }
    }
    if (depth > 0)
        fail_msg("<%s> has no end", open[depth - 1]);
}

static inline size_t count_of(const char *text, const char *what)
{
    size_t count = 0;
    for (const char *at = text; (at = strstr(at, what)) != NULL; at += strlen(what))
        count++;
    return count;
}

#define assert_contains(text, what)                                                                \
    do {                                                                                           \
        if (strstr((text), (what)) == NULL)                                                        \
            fail_msg("'%s' is missing", (what));                                                   \
    } while (0)

#endif
