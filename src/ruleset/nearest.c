/* "Did you mean": the distance of two words, and the nearest of many. */
#include <wyrm/ruleset.h>

#include <stdio.h>
#include <string.h>

/* Longer words are no typing errors of a key. */
#define LONGEST 64

static char lower(char letter)
{
    return letter >= 'A' && letter <= 'Z' ? (char)(letter - 'A' + 'a') : letter;
}

static size_t least_of(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* Letters to insert, delete, replace or swap with their neighbour (optimal string alignment, the
 * restricted form of Damerau and Levenshtein). Upper case counts as lower case. */
static size_t distance(const char *a, size_t a_length, const char *b, size_t b_length)
{
    size_t rows[3][LONGEST + 1];
    size_t *before = rows[0], *above = rows[1], *now = rows[2];
    for (size_t j = 0; j <= b_length; j++)
        above[j] = j;
    for (size_t i = 1; i <= a_length; i++) {
        now[0] = i;
        for (size_t j = 1; j <= b_length; j++) {
            size_t replaced = above[j - 1] + (lower(a[i - 1]) != lower(b[j - 1]));
            now[j] = least_of(replaced, 1 + least_of(above[j], now[j - 1]));
            if (i > 1 && j > 1 && lower(a[i - 1]) == lower(b[j - 2]) &&
                lower(a[i - 2]) == lower(b[j - 1]))
                now[j] = least_of(now[j], before[j - 2] + 1);
        }
        size_t *free_row = before;
        before = above;
        above = now;
        now = free_row;
    }
    return above[b_length];
}

/* The candidate that begins like the word, where only one does and a quarter of it is right. */
static const char *by_beginning(const char *word, size_t length, const char *const *candidates,
                                size_t count)
{
    const char *found = NULL;
    if (length < 3)
        return NULL;
    for (size_t i = 0; i < count; i++) {
        if (lower(candidates[i][0]) != lower(word[0]) || lower(candidates[i][0]) == '\0' ||
            lower(candidates[i][1]) != lower(word[1]))
            continue;
        if (found != NULL)
            return NULL;
        found = candidates[i];
    }
    size_t found_length = found == NULL ? 0 : strlen(found);
    if (found == NULL || found_length > LONGEST)
        return NULL;
    size_t longer = length > found_length ? length : found_length;
    return 4 * distance(word, length, found, found_length) <= 3 * longer ? found : NULL;
}

const char *wyrm_nearest(const char *word, const char *const *candidates, size_t count)
{
    size_t length = strlen(word);
    if (length == 0 || length > LONGEST)
        return NULL;
    const char *nearest = NULL;
    size_t least = length / 3 + 1;
    for (size_t i = 0; i < count; i++) {
        size_t candidate_length = strlen(candidates[i]);
        if (candidate_length > LONGEST || candidate_length > length + least ||
            length > candidate_length + least)
            continue;
        size_t wrong = distance(word, length, candidates[i], candidate_length);
        if (wrong < least) {
            least = wrong;
            nearest = candidates[i];
        }
    }
    return nearest != NULL ? nearest : by_beginning(word, length, candidates, count);
}

/* "one of a, b, c"; "" where that does not fit. */
static void list(const char *const *candidates, size_t count, char *out, size_t size)
{
    size_t length = 0;
    for (size_t i = 0; i < count; i++) {
        int added =
            snprintf(out + length, size - length, "%s%s", i == 0 ? "one of " : ", ", candidates[i]);
        if (added < 0 || (size_t)added >= size - length) {
            out[0] = '\0';
            return;
        }
        length += (size_t)added;
    }
}

void wyrm_suggest(wyrm_error *error, const char *word, const char *const *candidates, size_t count)
{
    if (!error)
        return;
    const char *nearest = wyrm_nearest(word, candidates, count);
    error->hint[0] = '\0';
    if (nearest)
        snprintf(error->hint, sizeof error->hint, "did you mean '%.100s'?", nearest);
    else
        list(candidates, count, error->hint, sizeof error->hint);
}
