/* The time of the first distribution of an attack whose rule is a script: eight games in
 * tests/script, each at the slowest of the cases in tests/golden/foreign/attacks. It is compared
 * with following every path on its own, without helpers and without merging equal states. Then the
 * time with cached blows: a blow, a duel, and a duel with poison, beside the first of each. */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <wyrm/design.h>

#include "combat/internal.h"
#include "script/internal.h"

#define VALUES 16

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static void stop_unless(bool fine, const char *what)
{
    if (fine)
        return;
    fprintf(stderr, "script_bench: %s\n", what);
    exit(1);
}

/* ---------------------------------------------------------------- a case */

typedef struct values {
    const char *keys[VALUES];
    script_value values[VALUES];
    wyrm_amount *amounts[VALUES];
    char sets[VALUES][100];
    size_t count;
} values;

static void add_value(values *to, const char *key, json_t *from, const char *kind)
{
    size_t at = to->count++;
    script_value *value = &to->values[at];
    to->keys[at] = key;
    if (json_is_number(from)) {
        *value = (script_value){.kind = SCRIPT_NUMBER, .number = json_number_value(from)};
    } else if (json_is_boolean(from)) {
        *value = (script_value){.kind = SCRIPT_FLAG, .number = json_is_true(from)};
    } else if (json_is_array(from)) {
        for (size_t i = 0; i < json_array_size(from); i++) {
            strcat(to->sets[at], " ");
            strcat(to->sets[at], json_string_value(json_array_get(from, i)));
        }
        *value =
            (script_value){.kind = SCRIPT_SET, .text = to->sets[at] + (to->sets[at][0] == ' ')};
    } else if (strncmp(kind, "amount", 6) == 0) {
        wyrm_amount **amount = &to->amounts[at];
        stop_unless(wyrm_amount_read(json_string_value(from), amount, NULL) == WYRM_OK,
                    "no amount");
        *value = (script_value){.kind = SCRIPT_AMOUNT, .amount = *amount};
    } else {
        *value = (script_value){.kind = SCRIPT_TEXT, .text = json_string_value(from)};
    }
}

static void read_case(json_t *golden, size_t number, values all[3], script_thing things[3])
{
    static const char *const names[] = {"attacker", "defender", "blow"};
    json_t *one = json_array_get(json_object_get(golden, "cases"), number), *value;
    const char *key;
    memset(all, 0, 3 * sizeof *all);
    for (int i = 0; i < 3; i++) {
        json_t *kinds = json_object_get(json_object_get(golden, "stats"), names[i]);
        json_object_foreach(json_object_get(one, names[i]), key, value)
            add_value(&all[i], key, value, json_string_value(json_object_get(kinds, key)));
        things[i] = (script_thing){all[i].keys, all[i].values, all[i].count};
    }
}

/* ---------------------------------------------------------------- a reading */

static script *read_script(const char *game)
{
    char path[500], text[SCRIPT_TEXT_MAX];
    script *read = NULL;
    snprintf(path, sizeof path, SCRIPT_DIR "/%s.lua", game);
    FILE *file = fopen(path, "rb");
    stop_unless(file != NULL, path);
    size_t length = fread(text, 1, sizeof text, file);
    fclose(file);
    stop_unless(script_new(path, 1, 0, text, length, &read, NULL) == WYRM_OK, path);
    return read;
}

/* Milliseconds of one reading; below 0: it is too much to follow. */
static double ask(script *rules, const script_thing things[3], bool naive)
{
    base_arena arena = {0};
    script_outcomes out;
    rules->naive = naive;
    double start = now();
    wyrm_status status = script_exact(rules, "attack", things, 3, &arena, &out, NULL);
    double took = 1e3 * (now() - start);
    base_release(&arena);
    return status == WYRM_OK ? took : -1;
}

static void weigh(const char *game, double most)
{
    char path[500];
    snprintf(path, sizeof path, GOLDEN_DIR "/foreign/attacks/%s.json", game);
    json_t *golden = json_load_file(path, 0, NULL);
    double first = 0, naive = 0;
    for (size_t i = 0; i < json_array_size(json_object_get(golden, "cases")); i++) {
        static values all[3];
        script_thing things[3];
        read_case(golden, i, all, things);
        script *rules = read_script(game);
        double took = ask(rules, things, false);
        if (took > first) {
            first = took;
            naive = ask(rules, things, true);
        }
        script_free(rules);
        for (int k = 0; k < 3 * VALUES; k++)
            wyrm_amount_free(all[k / VALUES].amounts[k % VALUES]);
    }
    printf("%-12s %8.3f ms of %2.0f  ", game, first, most);
    if (naive < 0)
        printf("   naive: too much\n");
    else
        printf("%10.1f x\n", naive / first);
    json_decref(golden);
}

/* ---------------------------------------------------------------- blows that are kept */

static const char rules_text[] =
    "name: kept\nmodels: {combat: script}\ncombat:\n  script: |\n"
    "    local function hits(a, d)\n"
    "        local quarters = math.floor(4 * d.defense / 10) / 4\n"
    "        return chance(clamp(math.floor(a.accuracy * 0.877347265 ^ quarters), 0, 100) / 100)\n"
    "    end\n"
    "    function attack(a, d)\n"
    "        if not hits(a, d) then return 0 end\n"
    "        if not a.fangs then return roll(a.damage) end\n"
    "        return {damage = roll(a.damage), effects = {poison = 2}}\n"
    "    end\n"
    "  stats: {accuracy: {}, defense: {}, damage: {kind: amount}, fangs: {kind: flag}}\n"
    "  conditions: {poison: {damage: 1, stacking: adds}}\n"
    "player: {hp: 40, accuracy: 100, defense: 30, damage: '[3, 11]'}\n"
    "monsters:\n"
    "  ogre: {hp: 55, accuracy: 125, defense: 60, damage: '[9, 13]'}\n"
    "  viper: {hp: 18, accuracy: 90, defense: 20, damage: '[1, 3]', fangs: true}\n";

typedef struct meeting {
    wyrm_design *design;
    wyrm_combatant player, monster;
} meeting;

static void meet(meeting *m, const char *monster)
{
    stop_unless(wyrm_design_parse_alone("kept.yaml", rules_text, sizeof rules_text - 1, &m->design,
                                        NULL) == WYRM_OK,
                "no rules");
    const wyrm_roster *roster = wyrm_design_roster(m->design);
    stop_unless(wyrm_roster_combatant(roster, "player", &m->player, NULL) == WYRM_OK, "no player");
    stop_unless(wyrm_roster_combatant(roster, monster, &m->monster, NULL) == WYRM_OK, monster);
}

static void strike(const meeting *m)
{
    wyrm_matchup matchup = {.attacker = &m->player, .defender = &m->monster, .distance = 1.0};
    wyrm_pmf *damage;
    stop_unless(wyrm_combat_hit(wyrm_design_combat(m->design), &matchup, &damage, NULL) == WYRM_OK,
                "no hit");
    wyrm_pmf_free(damage);
}

/* Solves a duel with a clock that has already run, because such duels are not cached themselves. */
static void duel(const meeting *m)
{
    const combat_clock clock = {.regenerated = {1, 0}};
    wyrm_duel out;
    stop_unless(combat_duel(wyrm_design_combat(m->design), &m->player, &m->monster,
                            WYRM_SUBJECT_FIRST, &clock, &out, NULL, NULL) == WYRM_OK,
                "no duel");
}

/* Times the first call on new rules, and each of many that follow. */
static double weigh_kept(const char *name, const char *monster, void (*what)(const meeting *m),
                         int times)
{
    double first = 1e9, kept = 1e9;
    for (int series = 0; series < 5; series++) {
        meeting m;
        meet(&m, monster);
        double begun = now();
        what(&m);
        const double one = now() - begun;
        begun = now();
        for (int i = 0; i < times; i++)
            what(&m);
        const double each = (now() - begun) / times;
        first = one < first ? one : first;
        kept = each < kept ? each : kept;
        wyrm_design_free(m.design);
    }
    printf("%-24s %10.2f us, the first %8.1f us %8.1f x\n", name, 1e6 * kept, 1e6 * first,
           first / kept);
    return kept;
}

int main(void)
{
    static const struct {
        const char *game;
        double most;
    } rows[] = {{"brogue", 5},  {"shattered", 5}, {"srd", 5},    {"rogue", 5},
                {"nethack", 5}, {"angband", 5},   {"crawl", 25}, {"qud", 5}};
    printf("first distribution of an attack, the slowest case; naive / this\n");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        weigh(rows[i].game, rows[i].most);
    printf("blows that are kept; the first / each of the next\n");
    weigh_kept("a blow", "ogre", strike, 20000);
    const bool fast = weigh_kept("a duel", "ogre", duel, 5000) <= 5e-6;
    weigh_kept("a duel with poison", "viper", duel, 20);
    printf("a duel of blows that are kept in at most 5 us: %s\n", fast ? "kept" : "MISSED");
    return 0;
}
