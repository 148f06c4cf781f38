/* Rulesets that read, with numbers that nobody would write. */
#include "models.h"
#include <ctype.h>
#include <malloc.h>
#include <stdio.h>

#include "fuzz.h"
#include <wyrm/memory.h>

#define BYTES_MAX ((size_t)256 << 20)
#define STEPS_MAX ((uint64_t)3000000)
#define SPOTS_MAX 8192

/* As tests/golden/small_dungeon.yaml, on maps that are made in no time. */
static const char small[] =
    "name: small-dungeon\n"
    "models: {combat: subtract, growth: points, encounter: tables, loot: banded, map: tunnels}\n"
    "bands: {near: [1, 2], far: [3, 4]}\n"
    "growth: {experience: {base: 10, per_level: 5}, choices: {hp: {max_hp: 10}}, policy: [hp]}\n"
    "encounter: {last_depth: 4, rooms: {most: 2}}\n"
    "threat:\n"
    "  room_budget: {near: [0, 20], far: [5, 40]}\n"
    "  band_factor: {near: 1, far: 2}\n"
    "loot:\n"
    "  modes: {normal: 2, rich: 6}\n"
    "  density: {near: 0.5, far: 1}\n"
    "  factors: {healing: {near: 0.5, far: 1}}\n"
    "  pity:\n"
    "    thresholds: {healing: {near: 3, far: 2}}\n"
    "map: {width: 24, height: 16, tries: 2, room_side: [3, 4]}\n"
    "player: {hp: 12, defense: 0, power: 5}\n"
    "reference:\n"
    "  - {from_depth: 1, combatant: player@1}\n"
    "  - {from_depth: 3, combatant: player@2}\n"
    "monsters:\n"
    "  rat: {hp: 10, defense: 0, power: 2, etp: 4, weight: 3}\n"
    "  ogre: {hp: 10, defense: 0, power: 6, etp: 15, weight: [[1, 1], [3, 3]]}\n"
    "items:\n"
    "  potion: {categories: [healing], weight: 1}\n"
    "  rock: {categories: [junk], weight: 3}\n";

static const char *const bases[] = {"", "tutorial", "ruggrogue", "bob-and-trev", "brogue", "yarl"};
#define BASES (sizeof bases / sizeof *bases)

static const char *const values[] = {
    "0",
    "1",
    "2",
    "3",
    "7",
    "63",
    "64",
    "199",
    "200",
    "1000",
    "60000",
    "1000000",
    "1/3",
    "0.000001",
    "0.5",
    "100000",
    "-1",
    "-7",
    "2000000",
    "1000000000",
    "1e300",
    "9007199254740992",
    "[1, 1000000]",
    "5d10000",
    "\"{1: 1, 1000000: 1}\"",
    "\"{0: 1, 9: 1}\"",
    "~",
    "true",
    "[[1, 1], [9, 3]]",
    "[0, 0]",
    "12",
    "40",
};
#define VALUES (sizeof values / sizeof *values)

/* Threads of the library are not started here. */
static size_t bytes;
static uint64_t steps;

static void *counted(void *block)
{
    bytes += block ? malloc_usable_size(block) : 0;
    return block;
}

static void *allocate(size_t size, void *context)
{
    (void)context;
    return bytes + size > BYTES_MAX ? NULL : counted(malloc(size));
}

static void *resize(void *block, size_t size, void *context)
{
    (void)context;
    if (bytes + size > BYTES_MAX)
        return NULL;
    bytes -= malloc_usable_size(block);
    void *moved = realloc(block, size);
    return counted(moved ? moved : block) && moved ? moved : NULL;
}

static void release(void *block, void *context)
{
    (void)context;
    bytes -= malloc_usable_size(block);
    free(block);
}

static bool spend(wyrm_cost work, uint64_t more, void *context)
{
    (void)work;
    (void)context;
    steps += more;
    return steps <= STEPS_MAX;
}

/* Where the numbers of a text stand: behind a blank or a bracket, up to what is no part of them. */
static size_t find_spots(const char *text, size_t spots[SPOTS_MAX])
{
    size_t found = 0;
    for (const char *at = text + 1; *at != '\0' && found < SPOTS_MAX; at++)
        if (isdigit((unsigned char)*at) && strchr(" [", at[-1]) != NULL)
            spots[found++] = (size_t)(at - text);
    return found;
}

wyrm_design *fuzz_design(const uint8_t *data, size_t size, size_t count, const wyrm_design **base)
{
    static bool limited = false;
    static wyrm_design *shipped[BASES];
    static char *texts[BASES];
    static size_t spots[BASES][SPOTS_MAX], counts[BASES];
    wyrm_design *made = NULL;
    const size_t which = size > 0 ? data[0] % (count < BASES ? count : BASES) : 0;
    if (!limited)
        wyrm_memory_set(&(wyrm_memory){allocate, resize, release, spend, NULL, NULL});
    limited = true;
    steps = 0;
    if (shipped[which] == NULL) {
        wyrm_status status =
            which > 0 ? wyrm_design_open(bases[which], &shipped[which], NULL)
                      : wyrm_design_parse("small", small, strlen(small), &shipped[0], NULL);
        demand(status == WYRM_OK && wyrm_ruleset_dump(wyrm_design_ruleset(shipped[which]),
                                                      &texts[which], NULL) == WYRM_OK,
               "a shipped ruleset does not open");
        counts[which] = find_spots(texts[which], spots[which]);
    }
    const char *text = texts[which];
    char *changed = malloc(2 * strlen(text) + 64 * size + 1), *to = changed;
    demand(changed != NULL, "out of memory");
    size_t from = 0;
    /* Changes in the order of their places, so that each number is changed once. */
    for (size_t i = 1; i + 4 <= size && i < 64; i += 4) {
        const size_t spot = spots[which][((size_t)data[i] << 8 | data[i + 1]) % counts[which]];
        if (spot < from)
            continue;
        memcpy(to, text + from, spot - from);
        to += spot - from;
        to += sprintf(to, "%s", values[data[i + 2] % VALUES]);
        from = spot + strspn(text + spot, "0123456789./d+-e");
    }
    strcpy(to, text + from);
    wyrm_errors *errors = fuzz_errors();
    wyrm_status status = wyrm_design_parse("input.yaml", changed, strlen(changed), &made, errors);
    demand((status == WYRM_OK) == (made != NULL), "status and design disagree");
    demand_sentences(errors);
    free(changed);
    if (base)
        *base = shipped[which];
    return made;
}

bool fuzz_worked(wyrm_status status, wyrm_error *error)
{
    if (status != WYRM_OK)
        demand_sentence(error);
    return status == WYRM_OK;
}
