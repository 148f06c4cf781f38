/* Looks: when runs are looked at, and how much of an error rate each look may spend. */
#include <wyrm/looks.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Fewer runs than these are not looked at: what can be said of them would hardly be clear. */
#define FEWEST 100
/* An interval of 96 % covers 93 to 99 % after looks that stop as soon as it is clear that a
 * figure is above or below a limit, or surely within a margin of it, whatever limit, margin and
 * figure are (tests/unit/looks_test.c); one of 95 % less than 93 % at worst. */
#define CONFIDENCE 0.96

double wyrm_accuracy(double value, wyrm_interval interval, bool is_share)
{
    double half = (interval.high - interval.low) / 2.0;
    return is_share || half == 0.0 ? half : half / fabs(value);
}

bool wyrm_effort_find(const char *text, wyrm_effort *out)
{
    static const struct {
        const char *word;
        double factor;
    } words[] = {{"low", 0.25}, {"normal", 1.0}, {"high", 4.0}};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcmp(text, words[i].word) == 0) {
            *out = (wyrm_effort){.factor = words[i].factor};
            return true;
        }
    if (text[0] < '1' || text[0] > '9' || strspn(text, "0123456789") != strlen(text) ||
        strlen(text) > 18)
        return false;
    *out = (wyrm_effort){.most = strtoull(text, NULL, 10)};
    return true;
}

wyrm_looks wyrm_looks_begin(const wyrm_effort *effort, uint64_t usual)
{
    double factor = effort->factor > 0.0 ? effort->factor : 1.0;
    uint64_t scaled = (uint64_t)fmax(1.0, (double)usual * factor);
    wyrm_looks looks = {.most = effort->exactly > 0 ? effort->exactly
                                : effort->most > 0  ? effort->most
                                                    : scaled};
    looks.fixed = effort->exactly > 0 || looks.most <= 2 * (FEWEST - 1);
    looks.confidence = looks.fixed ? 0.95 : CONFIDENCE;
    return looks;
}

/* The looks halve the effort backwards, so that the last one has exactly the most runs. */
static uint64_t runs_after(const wyrm_looks *looks)
{
    uint64_t next = looks->most, half = next;
    while (!looks->fixed && (half = next / 2 + next % 2) > looks->runs && half >= FEWEST)
        next = half;
    return next;
}

bool wyrm_looks_next(wyrm_looks *looks)
{
    if (looks->runs >= looks->most)
        return false;
    uint64_t next = runs_after(looks);
    double before = (double)looks->runs / (double)looks->most;
    double now = (double)next / (double)looks->most;
    looks->runs = next;
    looks->share = now * now - before * before;
    return true;
}

bool wyrm_looks_is_last(const wyrm_looks *looks)
{
    return looks->runs >= looks->most;
}

double wyrm_looks_confidence(const wyrm_looks *looks, double error)
{
    return 1.0 - error * looks->share;
}
