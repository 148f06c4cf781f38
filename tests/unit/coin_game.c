/* A game of the protocol in as few lines as it takes: a coin decides at each of six stages. Its
 * argument says how it misbehaves. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static uint64_t state;

static double coin(void)
{
    uint64_t word = (state += UINT64_C(0x9e3779b97f4a7c15));
    word = (word ^ (word >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    word = (word ^ (word >> 27)) * UINT64_C(0x94d049bb133111eb);
    return (double)((word ^ (word >> 31)) >> 11) * 0x1p-53;
}

static uint64_t number(const char *line, const char *key)
{
    const char *at = strstr(line, key);
    return at == NULL ? 0 : strtoull(at + strlen(key), NULL, 10);
}

int main(int argc, char **argv)
{
    const char *how = argc > 1 ? argv[1] : "";
    double survived = strcmp(how, "easier") == 0 ? 0.85 : 0.8;
    char line[4096];
    for (uint64_t played = 0; fgets(line, sizeof line, stdin) != NULL; fflush(stdout)) {
        uint64_t run = number(line, "\"run\": ");
        int stage = 1, gold = 0;
        if (strstr(line, "\"hello\"") != NULL) {
            printf(
                "{\"hello\": {\"name\": \"coin\", \"version\": \"1\", \"stages\": {\"name\": "
                "\"depth\", \"last\": 6}, \"seeded\": %s, \"parameters\": [{\"key\": \"orc.hp\", "
                "\"kind\": \"whole\", \"range\": [1, 99]}], \"metrics\": [{\"name\": \"gold\", "
                "\"kind\": \"amount\"}, {\"name\": \"turns\", \"kind\": \"by stage\"}]}}\n",
                strcmp(how, "unseeded") == 0 ? "false" : "true");
            continue;
        }
        state = number(line, "\"seed\": ") + (strcmp(how, "drifts") == 0 ? ++played % 5 : 0);
        if (strcmp(how, "crashes") == 0 && run % 10 == 3)
            abort();
        if (strcmp(how, "sleeps") == 0 && run >= 20)
            sleep(60);
        if (strcmp(how, "fails") == 0 && run % 10 == 3) {
            printf("{\"run\": %llu, \"failed\": \"no such level\"}\n", (unsigned long long)run);
            continue;
        }
        for (; stage < 6 && coin() < survived; stage++)
            gold += (int)(10 * coin());
        printf("{\"run\": %llu, \"result\": {\"outcome\": \"%s\", \"stage\": %d, \"metrics\": "
               "{\"gold\": %d, \"turns\": [%.3f, null]}}}\n",
               (unsigned long long)run, stage == 6 ? "won" : "lost", stage, gold, 20 * coin());
    }
    return 0;
}
