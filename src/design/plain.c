/* A game out of a ruleset that says less than one.
 *
 * Whoever has just written down six monsters wants to meet them. What a game needs and the ruleset
 * leaves open is said as plainly as can be, in the words of a ruleset: a text that extends it, with
 * a dungeon, its monsters by strength and its things by their order. So nothing below knows of
 * plain games; recordings hold the whole of one, as of any other; and who wants another dungeon
 * writes one down. It is for playing only: figures about a dungeon that nobody designed would say
 * nothing about the designer's, and so the workbench goes on asking for what is missing. */
#include "design/internal.h"
#include <float.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/text.h"
#include "combat/internal.h"

#define DEPTHS_MAX 10 /* of a plain dungeon */
#define DEPTHS_MET 3  /* that a monster is met on, from the first; the last ones stay */

/* What is being made. */
typedef struct plain {
    const wyrm_design *design;
    unsigned missing; /* systems */
    int32_t depths;
    bool heals; /* hit points come back by themselves */
    wyrm_text models, sections, words, text;
    wyrm_design *out;
    wyrm_errors *errors;
} plain;

typedef struct ranked {
    const char *name;
    const wyrm_value *record;
    double strength;
    size_t index; /* in the file, which decides between equals */
} ranked;

static int weaker_first(const void *one, const void *other)
{
    const ranked *a = one, *b = other;
    if (a->strength != b->strength)
        return a->strength < b->strength ? -1 : 1;
    return a->index < b->index ? -1 : 1;
}

/* Hit points that an attack costs, a turn. */
static double harm(base_arena *arena, const wyrm_design *design, const wyrm_combatant *attacker,
                   const wyrm_combatant *defender)
{
    const wyrm_ratio turns = wyrm_combat_duration(design->combat, attacker);
    wyrm_pmf *damage;
    const wyrm_matchup matchup = {.attacker = attacker, .defender = defender, .distance = 1};
    base_must(arena, wyrm_combat_hit_roughly(design->combat, &matchup, &damage, &arena->error));
    double mean = wyrm_pmf_mean(damage);
    wyrm_pmf_free(damage);
    return mean * (double)turns.denominator / (double)turns.numerator;
}

/* What a monster costs while it is being killed, hand to hand. */
static double strength_of(base_arena *arena, const wyrm_design *design,
                          const wyrm_combatant *player, size_t index)
{
    wyrm_combatant monster;
    wyrm_roster_spawn(design->roster, (int32_t)index, 1, WYRM_VARIANT_NONE, &monster);
    double given = harm(arena, design, &monster, player);
    double taken = harm(arena, design, player, &monster);
    return taken > 0 ? given * wyrm_combat_mean_hp(design->combat, &monster) / taken : DBL_MAX;
}

/* A model of a system that is missing, and a part of the sentence that tells of it all. */
static void say_model(plain *of, const char *system, const char *model)
{
    wyrm_text_appendf(&of->models, "%s%s: %s", of->models.length > 0 ? ", " : "", system, model);
}

static void say_word(plain *of, const char *word)
{
    wyrm_text_appendf(&of->words, "%s%s", of->words.length > 0 ? ", " : "", word);
}

/* The depth that number `at` of `count` comes in at. */
static int first_depth(const plain *of, size_t at, size_t count)
{
    return 1 + (int)(at * (size_t)of->depths / count);
}

static void say_monsters(base_arena *arena, plain *of)
{
    const size_t count = wyrm_roster_count(of->design->roster);
    ranked *list = base_array(arena, ranked, count);
    wyrm_reference reference;
    base_must(arena, wyrm_design_reference(of->design, 1, &reference, &arena->error));
    arena->error = (wyrm_error){0}; /* of a player with gear of level 1, where none has levels */
    for (size_t i = 0; i < count; i++) {
        const wyrm_monster *monster = wyrm_roster_monster(of->design->roster, (int32_t)i);
        list[i] = (ranked){monster->name, monster->record,
                           strength_of(arena, of->design, &reference.player, i), i};
    }
    qsort(list, count, sizeof *list, weaker_first);
    wyrm_text_appendf(&of->sections,
                      "encounter: {last_depth: %d, rooms: {first: false, most: 2}}\nmonsters:\n",
                      (int)of->depths);
    for (size_t i = 0; i < count; i++) {
        const int from = first_depth(of, i, count);
        wyrm_text_appendf(&of->sections, "  %s: {weight: [[1, %d]", list[i].name, from);
        if (from + DEPTHS_MET <= of->depths)
            wyrm_text_appendf(&of->sections, ", [0, %d]", from + DEPTHS_MET);
        wyrm_text_append(&of->sections, "]");
        if (wyrm_value_get(list[i].record, "glyph") == NULL)
            wyrm_text_appendf(&of->sections, ", glyph: %c", list[i].name[0]);
        wyrm_text_append(&of->sections, "}\n");
    }
    char word[64];
    snprintf(word, sizeof word, "%d depths, the weakest monsters first", (int)of->depths);
    say_model(of, "encounter", "tables");
    say_word(of, word);
}

/* Weapons and armors stand weakest first; items are for all depths. */
static size_t say_things(plain *of, const char *section)
{
    const wyrm_value *map = wyrm_ruleset_find(of->design->ruleset, section);
    const bool by_depth = strcmp(section, "items") != 0;
    const size_t count = wyrm_value_count(map);
    if (count > 0)
        wyrm_text_appendf(&of->sections, "%s:\n", section);
    for (size_t i = 0; i < count; i++)
        wyrm_text_appendf(&of->sections, "  %s: {weight: [[1, %d]]}\n", wyrm_value_key(map, i),
                          by_depth ? first_depth(of, i, count) : 1);
    return count;
}

/* Where no items lie about nothing heals: then time does. */
static void say_loot(plain *of)
{
    static const char nothing[] = "loot: {rooms: {chance: 0}, rations: 0, "
                                  "starting: {weapon: 0, armor: 0}, periodic: {group: 0}}\n";
    wyrm_combatant player;
    const size_t gear = say_things(of, "weapons") + say_things(of, "armors");
    const size_t items = say_things(of, "items");
    say_model(of, "loot", gear + items > 0 ? "tables" : "scatter");
    if (gear + items == 0)
        wyrm_text_append(&of->sections, nothing);
    say_word(of, items > 0  ? "items and gear lie about"
                 : gear > 0 ? "gear lies about"
                            : "no items");
    wyrm_roster_start(of->design->roster, 1, &player);
    if (items > 0 || player.regeneration > 0 ||
        wyrm_play_rules_of(of->design->ruleset).regeneration > 0)
        return;
    of->heals = true;
    say_word(of, "hit points come back in 100 turns");
}

static bool is_said(const wyrm_value *section, const char *key)
{
    const wyrm_value *value = wyrm_value_get(section, key);
    return value != NULL && !wyrm_value_is_default(value);
}

/* What the file says of its game holds; else nobody waits at the start, and who has seen the player
 * looks for it. */
static void say_game(plain *of)
{
    const wyrm_value *game = wyrm_ruleset_find(of->design->ruleset, "game");
    const bool meets = of->missing & WYRM_SYSTEM_ENCOUNTER;
    wyrm_text_append(&of->sections, "game: {");
    if (of->heals)
        wyrm_text_append(&of->sections, "regeneration: 100, ");
    if (meets && !is_said(game, "fair_start"))
        wyrm_text_append(&of->sections, "fair_start: true, ");
    if (meets && !is_said(game, "memory"))
        wyrm_text_append(&of->sections, "memory: 20, ");
    wyrm_text_append(&of->sections, "}\n");
}

/* The text that extends the ruleset, and what comes of it. */
static void fill_in(base_arena *arena, void *context)
{
    plain *of = context;
    const wyrm_ruleset *ruleset = of->design->ruleset;
    const int32_t said = key_whole(wyrm_ruleset_find(ruleset, "encounter"), "last_depth");
    const size_t monsters = wyrm_roster_count(of->design->roster);
    of->depths = said > 0 ? said : monsters < DEPTHS_MAX ? (int32_t)monsters : DEPTHS_MAX;
    if ((of->missing & (WYRM_SYSTEM_ENCOUNTER | WYRM_SYSTEM_LOOT)) &&
        wyrm_combat_stat(of->design->combat, "weight") >= 0)
        base_refuse(arena, WYRM_ERROR_RULESET,
                    "how often a monster comes stands under 'weight' in a dungeon, and here that "
                    "is a stat: another name for it will do");
    if (of->missing & WYRM_SYSTEM_ENCOUNTER)
        say_monsters(arena, of);
    if (of->missing & WYRM_SYSTEM_MAP) {
        say_model(of, "map", "tunnels");
        wyrm_text_append(&of->sections, "map: {width: 60, height: 30, tries: 10}\n");
        say_word(of, "floors of a few rooms");
    }
    if (of->missing & WYRM_SYSTEM_LOOT)
        say_loot(of);
    say_game(of);
    char *title;
    base_must(arena, wyrm_value_flow(wyrm_ruleset_find(ruleset, "title"), &title, &arena->error));
    base_keep(arena, title, wyrm_free);
    const bool wants = wyrm_value_count(wyrm_ruleset_find(ruleset, "targets")) > 0;
    wyrm_text_appendf(&of->text, "name: %s\n%s%s\nextends: said\n%smodels: {%s}\n%s",
                      wyrm_ruleset_name(ruleset), title[0] != '\0' ? "title: " : "", title,
                      wants ? "inherit: [targets]\n" : "", of->models.bytes, of->sections.bytes);
    if (of->models.failed || of->sections.failed || of->words.failed || of->text.failed)
        base_refuse(arena, WYRM_ERROR_MEMORY, "out of memory");
    base_must(arena, wyrm_design_extend(of->design, "plain", of->text.bytes, of->text.length,
                                        &of->out, of->errors));
}

/* What is missing and cannot be thought of is told first: a fight, somebody who plays, and, where
 * no dungeon is said, somebody to meet. */
static wyrm_status make_plain(const wyrm_design *design, wyrm_design **out, wyrm_errors *errors)
{
    wyrm_error error = {.code = WYRM_OK};
    plain of = {.design = design,
                .missing = WYRM_SYSTEMS_OF_A_GAME & ~wyrm_design_systems(design),
                .errors = errors};
    unsigned must = WYRM_SYSTEM_COMBAT | WYRM_SYSTEM_PLAYER;
    must |= of.missing & WYRM_SYSTEM_ENCOUNTER ? WYRM_SYSTEM_MONSTERS : 0;
    wyrm_status status = wyrm_design_needs(design, must, "a game", &error);
    if (status == WYRM_OK)
        status = base_do(fill_in, &of, &error);
    if (status == WYRM_OK)
        status = wyrm_text_give(&of.words, &of.out->plain, &error);
    if (status != WYRM_OK && error.code != WYRM_OK)
        wyrm_errors_add(errors, &error);
    wyrm_text_drop(&of.models);
    wyrm_text_drop(&of.sections);
    wyrm_text_drop(&of.words);
    wyrm_text_drop(&of.text);
    if (status == WYRM_OK)
        *out = of.out;
    else
        wyrm_design_free(of.out);
    return status;
}

wyrm_status wyrm_design_as_game(const wyrm_design *design, wyrm_design **out, wyrm_errors *errors)
{
    *out = NULL;
    if (wyrm_design_needs(design, WYRM_SYSTEMS_OF_A_GAME, "a game", NULL) == WYRM_OK)
        return WYRM_OK;
    return make_plain(design, out, errors);
}

wyrm_status wyrm_design_open_game(const char *name_or_path, const char *allowed, wyrm_design **out,
                                  wyrm_errors *errors)
{
    wyrm_design *said, *game;
    *out = NULL;
    wyrm_status status = wyrm_design_open_allowing(name_or_path, allowed, &said, errors);
    if (status == WYRM_OK)
        status = wyrm_design_as_game(said, &game, errors);
    if (status == WYRM_OK)
        *out = game != NULL ? game : said;
    if (*out != said)
        wyrm_design_free(said);
    return status;
}

const char *wyrm_design_plain(const wyrm_design *design)
{
    return design->plain != NULL ? design->plain : "";
}
