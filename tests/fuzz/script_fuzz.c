/* Fuzz target: any text as a script, and programs grown from the bytes, which are sure to run. What
 * can be read must come to chances that sum to 1, to the same twice, and to what it comes to when
 * every way is followed by itself: helpers and equal states only save time.
 */
#include "fuzz.h"
#include <math.h>
#include <stdio.h>

#include "script/internal.h"

#define WORK 40000 /* of a reading, so that many can be made */
#define ROOM 6000  /* of a program that is grown */

/* ---- programs, grown from bytes ---- */

typedef struct growing {
    const uint8_t *at, *end;
    char text[ROOM + 100];
    size_t used, depth;
} growing;

static unsigned pick_of(growing *g, unsigned count)
{
    return g->at < g->end ? *g->at++ % count : 0;
}

static void put(growing *g, const char *text)
{
    size_t length = strlen(text);
    if (g->used + length < ROOM) {
        memcpy(g->text + g->used, text, length);
        g->used += length;
    }
}

static void put_one(growing *g, const char *const *words, unsigned count)
{
    put(g, words[pick_of(g, count)]);
}
#define PUT_ONE(g, ...)                                                                            \
    put_one(g, (const char *const[]){__VA_ARGS__},                                                 \
            sizeof((const char *const[]){__VA_ARGS__}) / sizeof(char *))

static void put_value(growing *g);

static void put_pair(growing *g, const char *before, const char *between, const char *after)
{
    put(g, before);
    put_value(g);
    put(g, between);
    put_value(g);
    put(g, after);
}

static void put_value(growing *g)
{
    if (g->depth > 3 || g->at == g->end) {
        PUT_ONE(g, "a", "b", "c", "1", "2", "0", "t.x", "attacker.power", "defender.armor");
        return;
    }
    g->depth++;
    switch (pick_of(g, 16)) {
    case 0:
        PUT_ONE(g, "dice(1, 4)", "dice(2, 3)", "roll('1d3')", "roll(attacker.damage)",
                "between(0, 2)", "roll('1d2', a, 1)", "pick{a, 2, 3}", "pick({1, 2}, {1, 3})");
        break;
    case 1:
        put_pair(g, "(chance(1/3) and ", " or ", ")");
        break;
    case 2:
        put_pair(g, "h1(", ", ", ")");
        break;
    case 3:
        put_pair(g, "H.h2(", ", ", ")");
        break;
    case 4:
        put_pair(g, "h3({x = ", "}, ", ").x");
        break;
    case 5:
        put_pair(g, "(", " + ", ")");
        break;
    case 6:
        put_pair(g, "(", " - ", ")");
        break;
    case 7:
        put_pair(g, "(", " * ", ") % 7");
        break;
    case 8:
        put_pair(g, "max(", ", ", ")");
        break;
    case 9:
        put_pair(g, "(", " > ", " and a or b)");
        break;
    case 10:
        put_pair(g, "(function(x) a = x return ", " + ", " end)(c)");
        break;
    case 11:
        put_pair(g, "math.floor(", " ^ (", " % 3))");
        break;
    default:
        PUT_ONE(g, "a", "b", "c", "1", "3", "t.x", "attacker.power", "defender.armor");
    }
    g->depth--;
}

static void put_block(growing *g);

static void put_set(growing *g, const char *to)
{
    put(g, to);
    put_value(g);
    put(g, " ");
}

static void put_statement(growing *g)
{
    g->depth++;
    switch (g->depth > 4 ? pick_of(g, 5) : pick_of(g, 11)) {
    case 0:
        PUT_ONE(g, "a", "b", "c", "t.x", "t.y");
        put_set(g, " = ");
        break;
    case 1:
        put_set(g, "local a = ");
        break;
    case 2:
        put(g, "if ");
        PUT_ONE(g, "chance(1/2)", "a > b", "a == c", "t.x == 1");
        put(g, " then return ");
        put_value(g);
        put(g, " end ");
        break;
    case 3:
        put_set(g, "local t = {x = ");
        put(g, "} ");
        break;
    case 4:
        PUT_ONE(g, "a = h1(a, b) ", "t = h3(t, a) ", "H.h2(a, b) ", "table.insert(t, a) ");
        break;
    case 5:
        put(g, "for i = 1, ");
        PUT_ONE(g, "2", "3", "5", "9", "b % 4");
        put_block(g);
        break;
    case 6:
        put(g, "while ");
        PUT_ONE(g, "chance(1/4)", "a < 3 and chance(1/2)", "b > 5");
        put_block(g);
        break;
    case 7:
        put(g, "repeat local d = dice(1, 3) a = a + d until d < 3 ");
        break;
    case 8:
        put(g, "local function l(x) b = b + x return ");
        put_value(g);
        put(g, " end c = l(a) ");
        break;
    default:
        put(g, "if ");
        put_value(g);
        put(g, " > 1 then ");
        put_statement(g);
        put(g, "else ");
        put_statement(g);
        put(g, "end ");
    }
    g->depth--;
}

static void put_block(growing *g)
{
    put(g, " do ");
    put_statement(g);
    put_statement(g);
    put(g, "end ");
}

static void put_function(growing *g, const char *head, const char *result)
{
    put(g, head);
    put(g, " a, b = a or 1, b or 2 local c, t = 3, {x = 1} ");
    for (unsigned left = 1 + pick_of(g, 3); left > 0; left--)
        put_statement(g);
    put(g, "do return ");
    put(g, result);
    put_value(g);
    put(g, result[0] == '{' ? "} end end\n" : " end end\n");
}

static void grow_program(growing *g)
{
    put(g, "local attacker, defender = {power = 2, damage = '1d2'}, {armor = 1}\nlocal H = {}\n"
           "local h1, h3\n");
    put_function(g, "function H.h2(a, b)", "");
    put_function(g, "function h3(a, b) a = a.x", "{x = ");
    put_function(g, "function h1(a, b)", "");
    put_function(g,
                 "function attack(attacker, defender) local a, b = attacker.power, defender.armor",
                 pick_of(g, 2) ? "" : "{damage = ");
    g->text[g->used] = '\0';
}

/* ---- readings ---- */

static const char *const attacker_keys[] = {"power", "damage", "kind", "quick", "tags"};
static const char *const defender_keys[] = {"armor", "hp"};

/* Asks for the attack; what it comes to is in `arena`. */
static wyrm_status ask(script *rules, bool naive, base_arena *arena, script_outcomes *out)
{
    static wyrm_amount *dice = NULL;
    if (dice == NULL)
        demand(wyrm_amount_read("1d2+1", &dice, NULL) == WYRM_OK, "1d2+1 does not read");
    const script_value of_attacker[] = {{.kind = SCRIPT_NUMBER, .number = 2},
                                        {.kind = SCRIPT_AMOUNT, .amount = dice},
                                        {.kind = SCRIPT_TEXT, .text = "fire"},
                                        {.kind = SCRIPT_FLAG, .number = 1},
                                        {.kind = SCRIPT_SET, .text = "undead large"}};
    const script_value of_defender[] = {{.kind = SCRIPT_NUMBER, .number = 1},
                                        {.kind = SCRIPT_NUMBER, .number = 7.5}};
    const script_thing things[] = {{attacker_keys, of_attacker, 5},
                                   {defender_keys, of_defender, 2}};
    wyrm_error error = {.code = WYRM_OK};
    rules->naive = naive;
    wyrm_status status = script_exact(rules, "attack", things, 2, arena, out, &error);
    if (status != WYRM_OK)
        demand_sentence(&error);
    if (status == WYRM_OK && !naive) {
        script_step steps[20];
        script_outcome one;
        wyrm_rng rng = wyrm_rng_start(1, 2, 3, 4);
        size_t made;
        if (script_explain(rules, "attack", things, 2, &rng, arena, steps, 20, &made, &one, NULL) ==
            0)
            demand(made <= 20 && one.chance >= 0 && one.chance <= 1, "a way is not told");
    }
    return status;
}

static bool same_value(const script_value *a, const script_value *b)
{
    return a->kind == b->kind &&
           (a->kind == SCRIPT_TEXT ? strcmp(a->text, b->text) == 0 : a->number == b->number);
}

static bool same_fields(const script_outcome *a, const script_outcome *b)
{
    if (a->count != b->count)
        return false;
    for (size_t i = 0; i < a->count; i++)
        if (strcmp(a->fields[i].name, b->fields[i].name) != 0 ||
            !same_value(&a->fields[i].value, &b->fields[i].value))
            return false;
    return true;
}

static void demand_outcomes(const script_outcomes *out)
{
    double sum = out->cut;
    for (size_t i = 0; i < out->count; i++) {
        sum += out->list[i].chance;
        demand(out->list[i].chance >= 0 && out->list[i].count <= SCRIPT_KEYS_MAX, "an outcome");
        for (size_t k = 0; k < out->list[i].count; k++) {
            const script_field *field = &out->list[i].fields[k];
            demand_tame(field->name, SCRIPT_NAME_MAX);
            if (field->value.kind == SCRIPT_TEXT)
                demand_tame(field->value.text, SCRIPT_NAME_MAX);
            else
                demand(isfinite(field->value.number), "a result is not finite");
        }
    }
    demand(fabs(sum - 1) < 1e-9 && out->cut <= 1e-9, "chances do not sum to 1");
}

/* Where one has an outcome, the other has it as often; both sum to 1. */
static void demand_alike(const script_outcomes *a, const script_outcomes *b)
{
    for (size_t i = 0; i < a->count && a->count < 500; i++) {
        double other = 0;
        for (size_t k = 0; k < b->count; k++)
            other += same_fields(&a->list[i], &b->list[k]) ? b->list[k].chance : 0;
        demand(fabs(other - a->list[i].chance) < 1e-9, "two readings differ");
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static growing g;
    script *rules;
    wyrm_errors *errors = fuzz_errors();
    const char *text = (const char *)data;
    if (size > 0 && data[0] == 1) {
        g = (growing){.at = data + 1, .end = data + size};
        grow_program(&g);
        text = g.text;
        size = g.used;
    }
    wyrm_status status = script_new("rules.lua", 3, 2, text, size, &rules, errors);
    demand((rules != NULL) == (status == WYRM_OK), "a refused script is there");
    demand((wyrm_errors_count(errors) > 0) == (status != WYRM_OK), "a refused script says nothing");
    demand_sentences(errors);
    if (rules == NULL)
        return 0;
    base_arena arena = {0};
    script_outcomes once, again, plain;
    rules->work_most = WORK;
    if (ask(rules, false, &arena, &once) == WYRM_OK) {
        demand_outcomes(&once);
        demand(ask(rules, false, &arena, &again) == WYRM_OK, "a reading succeeds once only");
        demand(once.count == again.count && once.looked[0] == again.looked[0], "twice differs");
        for (size_t i = 0; i < once.count; i++)
            demand(same_fields(&once.list[i], &again.list[i]) &&
                       once.list[i].chance == again.list[i].chance,
                   "the same differs");
        if (ask(rules, true, &arena, &plain) == WYRM_OK) {
            demand_outcomes(&plain);
            demand_alike(&once, &plain);
            demand(once.looked[0] == plain.looked[0], "other keys are looked at");
        }
    }
    script_free(rules);
    base_release(&arena);
    return 0;
}
