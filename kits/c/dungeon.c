/* A small dungeon with five depths and a monster on each, as an example of an external game. Build
 * it with `cc -o dungeon dungeon.c`; wyrm runs it as `./dungeon`. */
#include "wyrm_kit.h"

/* clang-format off */
static const char HELLO[] = WYRM_JSON(
    "name": "dungeon", "version": "1.0",
    "agents": ["reckless", "careful"], "by_skill": true,
    "stages": {"name": "depth", "last": 5},
    "metrics": [
        {"name": "gold", "kind": "amount", "unit": "gold"},
        {"name": "hit", "kind": "share", "about": "attacks of the hero that hit"},
        {"name": "weapon", "kind": "category"},
        {"name": "turns", "kind": "by stage", "unit": "turns"}],
    "parameters": [
        {"key": "orc.hp", "kind": "whole", "range": [1, 99], "default": 12, "unit": "hit points"},
        {"key": "boss", "kind": "text", "default": "wyrm",
         "about": "what the monster of the last depth is called"}],
    "can": ["draw", "replay"]);
/* clang-format on */

enum { HERO, RAT, ORC, WYRM };
static const struct fighter {
    const char *name;
    int hp, sides; /* hit points; sides of its damage die */
} fighters[] = {{"hero", 20, 8}, {"rat", 6, 4}, {"orc", 12, 7}, {"wyrm", 16, 9}};
static const int depths[] = {RAT, RAT, ORC, ORC, WYRM};

static int strike(wyrm_dice *dice, int sides)
{
    return wyrm_roll(dice, 100) <= 70 ? wyrm_roll(dice, sides) : 0;
}

typedef struct story {
    const char *outcome, *cause;
    int sides, hp, potions, gold, blows, hits, depth, total, turns[5];
} story;

/* Plays one fight. Returns the outcome of the game if the fight ends it, else NULL. */
static const char *meet(story *s, const struct fighter *monster, const wyrm_request *request,
                        wyrm_dice *dice, FILE *frames)
{
    int drinks_below = strcmp(request->agent, "careful") == 0 ? 13 : 5, foe = monster->hp;
    if (monster == &fighters[ORC])
        foe = atoi(wyrm_get(request, "set", "orc.hp", "12"));
    while (foe > 0) {
        if (request->limit > 0 && (uint64_t)s->total >= request->limit)
            return "unfinished";
        s->turns[s->depth - 1]++;
        if (s->hp < drinks_below && s->potions > 0) {
            s->hp += 12, s->potions--;
        } else {
            int damage = strike(dice, s->sides);
            foe -= damage, s->blows++, s->hits += damage > 0;
        }
        if (foe > 0)
            s->hp -= strike(dice, monster->sides);
        if (frames)
            wyrm_say(frames, "%s'depth %d: you %d, %s %d'", s->total ? ", " : "", s->depth, s->hp,
                     monster->name, foe);
        s->total++;
        if (s->hp <= 0)
            return "lost";
    }
    s->gold += wyrm_roll(dice, 10);
    return s->depth < 5 ? NULL : "won";
}

static story tell(const wyrm_request *request, FILE *frames)
{
    printf("the hero enters, seed %llu\n", (unsigned long long)request->seed); /* goes to the log */
    wyrm_dice dice = wyrm_dice_of(request->seed);
    story s = {.hp = fighters[HERO].hp, .potions = 2};
    s.sides = wyrm_roll(&dice, 100) <= 30 ? 10 : 8;
    while (!s.outcome) {
        const struct fighter *monster = &fighters[depths[s.depth++]];
        s.outcome = meet(&s, monster, request, &dice, frames);
        s.cause =
            monster == &fighters[WYRM] ? wyrm_get(request, "set", "boss", "wyrm") : monster->name;
    }
    return s;
}

static const char *play(const wyrm_request *request, FILE *result)
{
    if (strcmp(request->agent, "reckless") && strcmp(request->agent, "careful"))
        return "there is no such agent";
    story s = tell(request, NULL);
    char turns[100] = "";
    for (int depth = 0; depth < s.depth; depth++)
        sprintf(turns + strlen(turns), depth ? ", %d" : "%d", s.turns[depth]);
    if (!strcmp(s.outcome, "lost"))
        wyrm_say(result, "'cause': '%s', ", s.cause);
    wyrm_say(result, "'outcome': '%s', 'stage': %d, 'metrics': {", s.outcome, s.depth);
    wyrm_say(result, "'gold': %d, 'hit': [%d, %d], ", s.gold, s.hits, s.blows);
    wyrm_say(result, "'weapon': '%s', 'turns': [%s]}", s.sides == 10 ? "sword" : "knife", turns);
    return NULL;
}

static const char *draw(const wyrm_request *request, FILE *result)
{
    wyrm_dice dice = wyrm_dice_of(request->seed);
    unsigned long count = strtoul(wyrm_get(request, "", "count", "0"), NULL, 10), times[11] = {0};
    int attacker = 0;
    while (attacker < 4 && strcmp(fighters[attacker].name, wyrm_get(request, "", "attacker", "")))
        attacker++;
    if (attacker == 4)
        return "there is no such attacker";
    while (count-- > 0)
        times[strike(&dice, fighters[attacker].sides)]++;
    wyrm_say(result, "'misses': %lu, 'damage': {", times[0]);
    for (int damage = 1, told = 0; damage <= 10; damage++)
        if (times[damage] > 0)
            wyrm_say(result, "%s'%d': %lu", told++ ? ", " : "", damage, times[damage]);
    wyrm_say(result, "}");
    return NULL;
}

static const char *replay(const wyrm_request *request, FILE *result)
{
    wyrm_say(result, "'frames': [");
    tell(request, result);
    wyrm_say(result, "]");
    return NULL;
}

int main(void)
{
    static const wyrm_game game = {HELLO, {{"run", play}, {"draw", draw}, {"replay", replay}}};
    return wyrm_serve(&game);
}
