/* Makes a game in C or C++ speak Wyrmscale's protocol (docs/protocol.md). Copy this file beside the
 * game and include it first, in one of its files; it needs POSIX and no library.
 *
 *     static const char *play(const wyrm_request *request, FILE *result)
 *     {
 *         ...one whole game without a screen...
 *         wyrm_say(result, "'outcome': 'lost', 'stage': %d, 'metrics': {'gold': %d}", stage, gold);
 *         return NULL; // or what is wrong: the run counts as failed, and the next one is played
 *     }
 *     int main(void)
 *     {
 *         wyrm_game game = {WYRM_JSON("name": "delve"), {{"run", play}}};
 *         return wyrm_serve(&game);
 *     }
 *
 * Draw all random numbers from one generator that is seeded anew for every run: wyrm_dice is one.
 * What the game prints once wyrm_serve runs goes to its log; its standard input is empty. */
#ifndef WYRM_KIT_H
#define WYRM_KIT_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* for getline and open_memstream, even with -std=c11 */
#endif
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define WYRM_JSON(...) #__VA_ARGS__ /* turns JSON, as written, into a C string */

/* ---- Requests: one line of JSON, split in place ---- */

typedef struct wyrm_request {
    uint64_t seed, limit; /* limit: most turns, or 0 */
    const char *agent;    /* one of the hello's agents; "default" if it names none */
    size_t count;
    struct {
        const char *object, *key, *value;
    } members[1200];
} wyrm_request;

/* A member of the request: "", "attacker" for a top-level one, "set", "orc.hp" for a parameter.
 * Strings keep their JSON escapes, \" and \u00fc: they can be printed between quotes again. */
static inline const char *wyrm_get(const wyrm_request *request, const char *object, const char *key,
                                   const char *otherwise)
{
    for (size_t i = 0; i < request->count; i++)
        if (!strcmp(request->members[i].object, object) && !strcmp(request->members[i].key, key))
            return request->members[i].value;
    return otherwise;
}

static inline char *wyrm_read_string(char **at)
{
    char *start = *at;
    for (; **at && **at != '"'; ++*at)
        *at += **at == '\\' && (*at)[1];
    if (**at)
        *(*at)++ = 0;
    return start;
}

/* Reads a number or a word, moving it one byte to the left to make room for the final NUL. */
static inline char *wyrm_read_word(char **at)
{
    size_t length = strcspn(*at, ",:]} \t\r\n");
    memmove(*at - 1, *at, length);
    *at += length;
    (*at)[-1] = 0;
    return *at - length - 1;
}

static inline void wyrm_read(wyrm_request *request, const char *object, char **at)
{
    const char *key = "";
    while (*(*at += strspn(*at, " \t\r\n,:")) && **at != '}' && **at != ']') {
        char first = *(*at)++;
        if (first == '{' || first == '[') {
            wyrm_read(request, key, at);
            continue;
        }
        const char *value = first == '"' ? wyrm_read_string(at) : (--*at, wyrm_read_word(at));
        *at += strspn(*at, " \t\r\n");
        if (**at == ':') {
            key = value;
        } else if (request->count < sizeof request->members / sizeof *request->members) {
            request->members[request->count].object = object;
            request->members[request->count].key = key;
            request->members[request->count++].value = value;
        }
    }
    *at += **at != 0;
}

/* ---- Answers ---- */

/* Prints members of a result as JSON; write ' for the quotes in the format. */
static inline void wyrm_say(FILE *result, const char *format, ...)
{
    va_list values;
    char *quoted = strdup(format);
    for (char *at = quoted; (at = strchr(at, '\'')) != NULL;)
        *at = '"';
    va_start(values, format);
    vfprintf(result, quoted, values);
    va_end(values);
    free(quoted);
}

/* A handler prints members of a result; it returns NULL, or what is wrong. Besides "run" there are
 *     "draw"    ->  "misses": 210, "damage": {"5": 400, "6": 390}
 *     "fight"   ->  "won": 880, "lost": 120, "turns": {"3": 600, "4": 400}
 *     "replay"  ->  "frames": ["@..o", "...@"] */
typedef struct wyrm_game {
    const char *hello; /* members of the hello, with "can" but without "wyrm" */
    struct {
        const char *name;
        const char *(*act)(const wyrm_request *request, FILE *result);
    } can[4];
} wyrm_game;

static inline void wyrm_answer(const wyrm_game *game, const wyrm_request *request, FILE *answers)
{
    const char *what = wyrm_get(request, "", "do", ""), *wrong = "the game cannot do that";
    const char *number = strcmp(what, "replay") ? what : "run";
    char *result = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&result, &length);
    for (int i = 0; i < 4 && game->can[i].name; i++)
        if (!strcmp(game->can[i].name, what))
            wrong = game->can[i].act(request, out);
    fclose(out);
    fprintf(answers, "{\"%s\": %s, ", number, wyrm_get(request, "", number, "0"));
    if (!wrong)
        fprintf(answers, "\"%s\": {%s}}\n", strcmp(what, "replay") ? "result" : what, result);
    for (fputs(wrong ? "\"failed\": \"" : "", answers); wrong && *wrong; wrong++)
        fprintf(answers, strchr("\"\\", *wrong) || !(*wrong & 0xE0) ? "\\u%04x" : "%c", *wrong);
    fputs(wrong ? "\"}\n" : "", answers);
    free(result);
}

/* Answers requests until the input ends. Returns the exit status of main. */
static inline int wyrm_serve(const wyrm_game *game)
{
    FILE *requests = fdopen(dup(0), "r"), *answers = fdopen(dup(1), "w");
    static wyrm_request request;
    char *line = NULL;
    size_t room = 0;
    if (!requests || !answers || !freopen("/dev/null", "r", stdin) || dup2(2, 1) < 0)
        return 1;
    fflush(stdout); /* text printed earlier goes to the log, too */
    setvbuf(stdout, NULL, _IOLBF, BUFSIZ);
    while (getline(&line, &room, requests) > 0) {
        char *at = line + strspn(line, " \t") + 1;
        request.count = 0;
        if (at[-1] == '{')
            wyrm_read(&request, "", &at);
        request.seed = strtoull(wyrm_get(&request, "", "seed", "0"), NULL, 10);
        request.limit = strtoull(wyrm_get(&request, "", "limit", "0"), NULL, 10);
        request.agent = wyrm_get(&request, "", "agent", "default");
        if (strcmp(wyrm_get(&request, "", "do", ""), "hello"))
            wyrm_answer(game, &request, answers);
        else
            fprintf(answers, "{\"hello\": {\"wyrm\": 1, %s}}\n", game->hello);
        fflush(answers);
    }
    return 0;
}

/* ---- Random numbers from a seed: the same in every language that has a kit ---- */

typedef struct wyrm_dice {
    uint32_t state, key;
} wyrm_dice;

static inline uint32_t wyrm_mix(uint32_t x) /* every input bit changes half of the output bits */
{
    x = (x ^ x >> 16) * 0x7FEB352DU;
    x = (x ^ x >> 15) * 0x846CA68BU;
    return x ^ x >> 16;
}

static inline wyrm_dice wyrm_dice_of(uint64_t seed)
{
    uint32_t low = (uint32_t)seed, high = (uint32_t)(seed >> 32);
    wyrm_dice dice = {wyrm_mix(low ^ wyrm_mix(high + 1)),
                      wyrm_mix(high ^ wyrm_mix(low + 0x9E3779B9U))};
    return dice;
}

static inline int wyrm_roll(wyrm_dice *dice, int sides) /* 1 to `sides` */
{
    dice->state += 0x9E3779B9U;
    return 1 + (int)(wyrm_mix(wyrm_mix(dice->state) ^ dice->key) % (uint32_t)sides);
}

#endif
