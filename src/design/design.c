/* A ruleset with all its models ready: where programs start.
 *
 * Each system is made from the ruleset and the systems below it, in the order of the layers, and
 * the design owns all of them. A system that cannot be made takes with it only those built on it,
 * so that one opening reports everything that is wrong with a file. Questions that need several
 * systems, one attack and a fight to the death, are answered here, too.
 *
 * A designer who has just written down six monsters wants to meet them, so a game can be made of a
 * ruleset that lacks a dungeon. What a game needs and the ruleset leaves open is filled in as
 * plainly as possible, as the text of a ruleset that extends it: a dungeon, its monsters by
 * strength and its items in their order. So nothing else knows about such plain games; recordings
 * hold the complete rules, and a designer who wants another dungeon writes one down. This is for
 * playing only: figures about a dungeon that nobody designed would say nothing about the
 * designer's, so the workbench still asks for what is missing. */
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include "base/text.h"
#include "combat/internal.h"
#include "design/internal.h"
#include "growth/internal.h"
#include "loot/internal.h"

/* ---- the shipped rulesets ---- */

const wyrm_shipped *wyrm_shipped_rulesets(size_t *count)
{
    *count = design_shipped_count;
    return design_shipped_table;
}

const wyrm_shipped *wyrm_shipped_find(const char *name)
{
    for (size_t i = 0; i < design_shipped_count; i++)
        if (strcmp(design_shipped_table[i].name, name) == 0)
            return &design_shipped_table[i];
    return NULL;
}

#define NAMES_MAX 64

/* Lists the names of the shipped rulesets, for a hint; returns how many. */
static size_t list_names(const char *names[NAMES_MAX])
{
    size_t count = 0;
    for (; count < design_shipped_count && count < NAMES_MAX; count++)
        names[count] = design_shipped_table[count].name;
    return count;
}

/* A ruleset may extend a shipped one by its name, wherever its own file lies. */
static bool find_shipped(const char *name, const char **text, size_t *length, void *context)
{
    (void)context;
    const wyrm_shipped *shipped = wyrm_shipped_find(name);
    const char *names[NAMES_MAX];
    *text = shipped != NULL ? shipped->text : wyrm_nearest(name, names, list_names(names));
    *length = shipped != NULL ? shipped->length : 0;
    return shipped != NULL;
}

/* ---- opening ---- */

/* Keeps the first failure; returns whether this step went well. */
static bool went_well(wyrm_status step, wyrm_status *first)
{
    if (*first == WYRM_OK)
        *first = step;
    return step == WYRM_OK;
}

typedef struct checking {
    const wyrm_design *design;
    rs_opening o;
} checking;

static void check_sections(base_arena *arena, void *context)
{
    static const design_section *const sections[] = {&design_reference, &design_arenas,
                                                     &design_game, &design_left_out};
    checking *job = context;
    job->o.arena = arena;
    loot_effects_check(&job->o, job->design->combat);
    for (size_t i = 0; i < COUNT_OF(sections); i++)
        sections[i]->check(&job->o, job->design);
    if (job->o.faulty)
        base_fail(arena, WYRM_ERROR_RULESET);
}

/* Makes every model that can be made, and checks all that can be checked. Takes ownership of the
 * ruleset, even on failure. Loot, trade and maps do not depend on combatants, so they are always
 * made; the others end with the first of their chain that fails. */
static wyrm_status make_design(wyrm_ruleset *ruleset, wyrm_design **out, wyrm_errors *errors)
{
    wyrm_status status = WYRM_OK;
    wyrm_design *d = base_zeroed(1, sizeof *d);
    if (d == NULL) {
        wyrm_ruleset_free(ruleset);
        return wyrm_errors_fail(errors, WYRM_ERROR_MEMORY, "out of memory");
    }
    d->ruleset = ruleset;
    if (went_well(wyrm_combat_new(ruleset, &d->combat, errors), &status) &&
        went_well(wyrm_growth_new(ruleset, d->combat, &d->growth, errors), &status) &&
        went_well(wyrm_roster_new(ruleset, d->combat, d->growth, &d->roster, errors), &status) &&
        went_well(wyrm_threat_new(ruleset, d->combat, d->roster, &d->threat, errors), &status))
        went_well(
            wyrm_encounter_new(ruleset, d->growth, d->roster, d->threat, &d->encounter, errors),
            &status);
    went_well(wyrm_loot_new(ruleset, &d->loot, errors), &status);
    went_well(wyrm_trade_new(ruleset, &d->trade, errors), &status);
    went_well(wyrm_drops_new(ruleset, &d->drops, errors), &status);
    went_well(wyrm_mapper_new(ruleset, &d->mapper, errors), &status);
    checking job = {d, {.ruleset = ruleset, .errors = errors}};
    wyrm_error error = {.code = WYRM_OK};
    const wyrm_status checked = base_do(check_sections, &job, &error);
    if (went_well(base_add_shortage(errors, checked, &error), &status) && status == WYRM_OK)
        *out = d;
    else
        wyrm_design_free(d);
    return status;
}

static wyrm_status parse(const char *file, const char *text, size_t length, const char *allowed,
                         wyrm_find_ruleset *find, void *context, wyrm_design **out,
                         wyrm_errors *errors)
{
    wyrm_ruleset *ruleset;
    *out = NULL;
    wyrm_status status = wyrm_ruleset_parse_allowing(wyrm_design_schema(), file, text, length,
                                                     allowed, find, context, &ruleset, errors);
    return status == WYRM_OK ? make_design(ruleset, out, errors) : status;
}

wyrm_status wyrm_design_parse(const char *file, const char *text, size_t length, wyrm_design **out,
                              wyrm_errors *errors)
{
    return wyrm_design_parse_allowing(file, text, length, NULL, out, errors);
}

wyrm_status wyrm_design_parse_allowing(const char *file, const char *text, size_t length,
                                       const char *allowed, wyrm_design **out, wyrm_errors *errors)
{
    return parse(file, text, length, allowed, find_shipped, NULL, out, errors);
}

wyrm_status wyrm_design_parse_alone(const char *file, const char *text, size_t length,
                                    wyrm_design **out, wyrm_errors *errors)
{
    return parse(file, text, length, NULL, wyrm_extends_nothing, NULL, out, errors);
}

static bool find_base(const char *name, const char **text, size_t *length, void *context)
{
    (void)name;
    *text = context;
    *length = strlen(context);
    return true;
}

/* The base stands in, as its canonical text, for any name that the text extends. */
wyrm_status wyrm_design_extend(const wyrm_design *base, const char *file, const char *text,
                               size_t length, wyrm_design **out, wyrm_errors *errors)
{
    char *dump;
    *out = NULL;
    if (wyrm_ruleset_dump(base->ruleset, &dump, NULL) != WYRM_OK)
        return wyrm_errors_fail(errors, WYRM_ERROR_MEMORY, "out of memory");
    wyrm_status status = parse(file, text, length, NULL, find_base, dump, out, errors);
    wyrm_free(dump);
    return status;
}

wyrm_status wyrm_design_change(const wyrm_design *base, const wyrm_change *changes, size_t count,
                               wyrm_design **out, wyrm_errors *errors)
{
    char *text;
    wyrm_error error;
    *out = NULL;
    wyrm_status status =
        wyrm_changes_text(base->ruleset, NULL, "base", changes, count, &text, &error);
    if (status != WYRM_OK) {
        wyrm_errors_add(errors, &error);
        return status;
    }
    status = wyrm_design_extend(base, "changes", text, strlen(text), out, errors);
    wyrm_free(text);
    return status;
}

/* An edited text is accepted only if reading it gives the same rules as the changes themselves:
 * YAML allows more layouts than a line editor can handle. */
wyrm_status wyrm_design_edit(const wyrm_design *base, const char *file, const char *text,
                             size_t length, const wyrm_change *changes, size_t count, char **out,
                             wyrm_errors *errors)
{
    wyrm_design *changed = NULL, *edited = NULL;
    wyrm_error error;
    *out = NULL;
    wyrm_status status = wyrm_design_change(base, changes, count, &changed, errors);
    if (status == WYRM_OK) {
        status = wyrm_changes_edit(base->ruleset, file, text, length, changes, count, out, &error);
        if (status != WYRM_OK)
            wyrm_errors_add(errors, &error);
    }
    if (status == WYRM_OK)
        status = wyrm_design_parse(file, *out, strlen(*out), &edited, errors);
    if (status == WYRM_OK &&
        strcmp(wyrm_ruleset_hash(changed->ruleset), wyrm_ruleset_hash(edited->ruleset)) != 0)
        status = wyrm_errors_fail(errors, WYRM_ERROR_ARGUMENT,
                                  "%.200s is laid out so that the changes cannot be made in its "
                                  "text",
                                  file);
    wyrm_design_free(changed);
    wyrm_design_free(edited);
    if (status != WYRM_OK) {
        wyrm_free(*out);
        *out = NULL;
    }
    return status;
}

static bool exists(const char *path)
{
    struct stat found;
    return stat(path, &found) == 0;
}

/* Reports a name that is neither a shipped ruleset nor a file, with a hint: a file of that name
 * with .yaml, the nearest shipped one, or the shipped one itself if the name only adds an ending.
 * WYRM_OK: the file is to be read. */
static wyrm_status check_name(const char *name, wyrm_errors *errors)
{
    wyrm_error error;
    char other[WYRM_ERROR_FILE_MAX] = "";
    const char *ending = strrchr(name, '.'), *names[NAMES_MAX];
    const size_t length = strcspn(name, ".");
    const bool yaml = ending && (strcmp(ending, ".yaml") == 0 || strcmp(ending, ".yml") == 0);
    if (exists(name))
        return WYRM_OK;
    if (!strchr(name, '/') && !yaml) {
        wyrm_fail(&error, WYRM_ERROR_UNKNOWN, "no ruleset is called '%s', and no file either",
                  name);
        if ((size_t)snprintf(other, sizeof other, "%s.yaml", name) < sizeof other && exists(other))
            snprintf(error.hint, sizeof error.hint, "did you mean '%.200s'?", other);
        else
            wyrm_suggest(&error, name, names, list_names(names));
        wyrm_errors_add(errors, &error);
        return WYRM_ERROR_UNKNOWN;
    }
    if (length < sizeof other && strcmp(name + length, ".yaml") == 0)
        memcpy(other, name, length);
    if (!wyrm_shipped_find(other))
        return WYRM_OK;
    wyrm_fail(&error, WYRM_ERROR_IO, "cannot be read: no such file");
    snprintf(error.file, sizeof error.file, "%s", name);
    snprintf(error.hint, sizeof error.hint, "did you mean '%.64s'?", other);
    wyrm_errors_add(errors, &error);
    return WYRM_ERROR_IO;
}

wyrm_status wyrm_design_open(const char *name_or_path, wyrm_design **out, wyrm_errors *errors)
{
    return wyrm_design_open_allowing(name_or_path, NULL, out, errors);
}

wyrm_status wyrm_design_open_allowing(const char *name_or_path, const char *allowed,
                                      wyrm_design **out, wyrm_errors *errors)
{
    const wyrm_shipped *shipped = wyrm_shipped_find(name_or_path);
    wyrm_ruleset *ruleset;
    *out = NULL;
    if (shipped)
        return wyrm_design_parse(shipped->name, shipped->text, shipped->length, out, errors);
    wyrm_status status = check_name(name_or_path, errors);
    if (status == WYRM_OK)
        status = wyrm_ruleset_read(wyrm_design_schema(), name_or_path, allowed, find_shipped, NULL,
                                   &ruleset, errors);
    return status == WYRM_OK ? make_design(ruleset, out, errors) : status;
}

/* In reverse order of making, since each refers to earlier ones. */
void wyrm_design_free(wyrm_design *design)
{
    if (design == NULL)
        return;
    wyrm_mapper_free(design->mapper);
    wyrm_trade_free(design->trade);
    wyrm_drops_free(design->drops);
    wyrm_loot_free(design->loot);
    wyrm_encounter_free(design->encounter);
    wyrm_threat_free(design->threat);
    wyrm_roster_free(design->roster);
    wyrm_growth_free(design->growth);
    wyrm_combat_free(design->combat);
    wyrm_ruleset_free(design->ruleset);
    wyrm_free(design->plain);
    wyrm_free(design);
}

/* ---- the parts ---- */

const wyrm_ruleset *wyrm_design_ruleset(const wyrm_design *design)
{
    return design->ruleset;
}

const wyrm_combat *wyrm_design_combat(const wyrm_design *design)
{
    return design->combat;
}

const wyrm_growth *wyrm_design_growth(const wyrm_design *design)
{
    return design->growth;
}

const wyrm_roster *wyrm_design_roster(const wyrm_design *design)
{
    return design->roster;
}

const wyrm_threat *wyrm_design_threat(const wyrm_design *design)
{
    return design->threat;
}

const wyrm_encounter *wyrm_design_encounter(const wyrm_design *design)
{
    return design->encounter;
}

int32_t wyrm_design_last_depth(const wyrm_design *design)
{
    const bool goes_on = wyrm_play_rules_of(design->ruleset).after_win == WYRM_AFTER_WIN_PLUS;
    return goes_on ? 0 : wyrm_encounter_last_depth(design->encounter);
}

const wyrm_trade *wyrm_design_trade(const wyrm_design *design)
{
    return design->trade;
}

const wyrm_drops *wyrm_design_drops(const wyrm_design *design)
{
    return design->drops;
}

const wyrm_loot *wyrm_design_loot(const wyrm_design *design)
{
    return design->loot;
}

const wyrm_mapper *wyrm_design_mapper(const wyrm_design *design)
{
    return design->mapper;
}

/* ---- The table of systems ---- */

/* Systems in words, and where they are named: under `models`, or as a section. */
static const struct {
    unsigned system;
    const char *key, *knows;
    bool is_section;
} systems[] = {
    {WYRM_SYSTEM_COMBAT, "combat", "what one attack does", false},
    {WYRM_SYSTEM_GROWTH, "growth", "what a level is worth", false},
    {WYRM_SYSTEM_ENCOUNTER, "encounter", "who is met", false},
    {WYRM_SYSTEM_LOOT, "loot", "what lies there", false},
    {WYRM_SYSTEM_MAP, "map", "how maps are made", false},
    {WYRM_SYSTEM_THREAT, "threat", "how much of a threat a monster is", true},
    {WYRM_SYSTEM_PLAYER, "player", "who plays", true},
    {WYRM_SYSTEM_MONSTERS, "monsters", "which monsters there are", true},
};
enum { SYSTEMS = COUNT_OF(systems) };

const char *wyrm_system_name(unsigned system)
{
    for (size_t i = 0; i < SYSTEMS; i++)
        if (systems[i].system == system)
            return systems[i].key;
    return NULL;
}

unsigned wyrm_design_systems(const wyrm_design *design)
{
    unsigned there = 0;
    if (wyrm_combat_name(design->combat)[0] != '\0')
        there |= WYRM_SYSTEM_COMBAT;
    there |= wyrm_growth_last_level(design->growth) > 1 ? WYRM_SYSTEM_GROWTH : 0;
    there |= design->encounter != NULL ? WYRM_SYSTEM_ENCOUNTER : 0;
    there |= design->loot != NULL ? WYRM_SYSTEM_LOOT : 0;
    there |= design->mapper != NULL ? WYRM_SYSTEM_MAP : 0;
    there |= design->threat != NULL ? WYRM_SYSTEM_THREAT : 0;
    there |= wyrm_roster_has_player(design->roster) ? WYRM_SYSTEM_PLAYER : 0;
    return there | (wyrm_roster_count(design->roster) > 0 ? WYRM_SYSTEM_MONSTERS : 0);
}

/* The separator after item `at` of `count`: "a", "a and b", "a, b and c". */
static const char *between(size_t at, size_t count)
{
    return at + 1 == count ? "" : at + 2 == count ? " and " : ", ";
}

wyrm_status wyrm_design_needs(const wyrm_design *design, unsigned asked, const char *what,
                              wyrm_error *error)
{
    unsigned missing = asked & ~wyrm_design_systems(design);
    char models[128] = "", knows[224] = "", sections[96] = "";
    if (missing & WYRM_SYSTEM_COMBAT) /* without combat there is nothing to say about a player */
        missing &= ~(unsigned)WYRM_SYSTEM_PLAYER;
    size_t count = 0, sectioned = 0, length = 0, named = 0, used = 0;
    for (size_t i = 0; i < SYSTEMS; i++) {
        count += (missing & systems[i].system) != 0;
        sectioned += (missing & systems[i].system) != 0 && systems[i].is_section;
    }
    if (count == 0)
        return WYRM_OK;
    for (size_t i = 0, at = 0, section = 0; i < SYSTEMS; i++) {
        if (!(missing & systems[i].system))
            continue;
        length += (size_t)snprintf(knows + length, sizeof knows - length, "%s%s", systems[i].knows,
                                   between(at++, count));
        if (systems[i].is_section)
            used += (size_t)snprintf(sections + used, sizeof sections - used, "'%s: {...}'%s",
                                     systems[i].key, between(section++, sectioned));
        else
            named += (size_t)snprintf(models + named, sizeof models - named, "%s%s: ...",
                                      named > 0 ? ", " : "", systems[i].key);
    }
    const bool both = named > 0 && used > 0;
    wyrm_fail(error, WYRM_ERROR_RULESET, "%.60s needs to know %s: %s%s%s%s%s %s missing", what,
              knows, named > 0 ? "'models: {" : "", models, named > 0 ? "}'" : "",
              both ? " and " : "", sections, both || sectioned > 1 ? "are" : "is");
    if (error != NULL)
        rs_point_at(design->ruleset, wyrm_ruleset_find(design->ruleset, "models"), error);
    return WYRM_ERROR_RULESET;
}

/* ---- fights ---- */

wyrm_status wyrm_design_hit(const wyrm_design *design, const wyrm_combatant *attacker,
                            const wyrm_combatant *defender, wyrm_pmf **damage, wyrm_error *error)
{
    const wyrm_matchup matchup = {
        .attacker = attacker, .defender = defender, .attack = WYRM_ATTACK_MELEE, .distance = 1};
    return wyrm_combat_hit(design->combat, &matchup, damage, error);
}

/* The habits of the monster with that name; names that every ruleset has ("player") come second. */
static combat_habits habits_of(const wyrm_design *design, const wyrm_combatant *of)
{
    const wyrm_monster *monster =
        wyrm_roster_monster(design->roster, wyrm_roster_find(design->roster, of->name));
    return growth_abilities_apart(monster != NULL ? monster->abilities : NULL);
}

wyrm_status wyrm_design_duel_from(const wyrm_design *design, const wyrm_combatant *subject,
                                  const wyrm_combatant *opponent, wyrm_striker striker,
                                  int32_t distance, wyrm_duel *out,
                                  wyrm_duel_distributions *distributions, wyrm_error *error)
{
    const wyrm_combatant *const sides[2] = {subject, opponent};
    for (int i = 0; i < 2; i++)
        if (sides[i]->hp <= 0)
            return wyrm_fail(error, WYRM_ERROR_ARGUMENT, "'%s' has no hit points to fight with",
                             sides[i]->name);
    if (distance < 1 || distance > WYRM_DUEL_DISTANCE_MAX)
        return wyrm_fail(error, WYRM_ERROR_RANGE, "a duel begins 1 to %d tiles apart, found %d",
                         WYRM_DUEL_DISTANCE_MAX, (int)distance);
    combat_clock clock = {.distance = distance};
    /* Ranged habits matter only if the duel begins at a distance. */
    for (int i = 0; i < 2 && distance > 1; i++)
        clock.habits[i] = habits_of(design, sides[i]);
    return combat_duel(design->combat, subject, opponent, striker, &clock, out, distributions,
                       error);
}

wyrm_status wyrm_design_duel(const wyrm_design *design, const wyrm_combatant *subject,
                             const wyrm_combatant *opponent, wyrm_striker striker, wyrm_duel *out,
                             wyrm_duel_distributions *distributions, wyrm_error *error)
{
    return wyrm_design_duel_from(design, subject, opponent, striker, 1, out, distributions, error);
}

/* ---- a game made of a ruleset that lacks one ---- */

#define DEPTHS_MAX 10 /* depths, at most, of a plain dungeon */
#define DEPTHS_MET 3  /* depths on which a monster is met; the last ones stay to the end */

/* A plain game being made. */
typedef struct plain {
    const wyrm_design *design;
    unsigned missing; /* WYRM_SYSTEM_ bits */
    int32_t depths;
    bool heals; /* hit points regenerate by themselves */
    base_buffer models, sections, words, text;
    wyrm_design *out;
    wyrm_errors *errors;
} plain;

typedef struct ranked {
    const char *name;
    const wyrm_value *record;
    double strength;
    size_t index; /* in the file; decides between equals */
} ranked;

static int weaker_first(const void *one, const void *other)
{
    const ranked *a = one, *b = other;
    if (a->strength != b->strength)
        return a->strength < b->strength ? -1 : 1;
    return a->index < b->index ? -1 : 1;
}

/* Mean hit points that an attacker takes per turn. */
static double harm(base_arena *arena, const wyrm_design *design, const wyrm_combatant *attacker,
                   const wyrm_combatant *defender)
{
    const wyrm_ratio turns = wyrm_combat_duration(design->combat, attacker);
    wyrm_pmf *damage;
    const wyrm_matchup matchup = {.attacker = attacker, .defender = defender, .distance = 1};
    base_must(arena, combat_hit_roughly(design->combat, &matchup, &damage, &arena->error));
    double mean = wyrm_pmf_mean(damage);
    wyrm_pmf_free(damage);
    return mean * (double)turns.denominator / (double)turns.numerator;
}

/* Hit points that a monster takes in melee while it is being killed, on average. */
static double strength_of(base_arena *arena, const wyrm_design *design,
                          const wyrm_combatant *player, size_t index)
{
    wyrm_combatant monster;
    wyrm_roster_spawn(design->roster, (int32_t)index, 1, WYRM_VARIANT_NONE, &monster);
    double given = harm(arena, design, &monster, player);
    double taken = harm(arena, design, player, &monster);
    return taken > 0 ? given * wyrm_combat_mean_hp(design->combat, &monster) / taken : DBL_MAX;
}

/* Names a model for a missing system; and adds a part of the sentence that says what was filled
 * in. */
static void say_model(plain *of, const char *system, const char *model)
{
    base_buffer_appendf(&of->models, "%s%s: %s", of->models.length > 0 ? ", " : "", system, model);
}

static void say_word(plain *of, const char *word)
{
    base_buffer_appendf(&of->words, "%s%s", of->words.length > 0 ? ", " : "", word);
}

/* The depth at which item `at` of `count` first appears. */
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
    arena->error = (wyrm_error){0}; /* gear levels in the reference are no error here */
    for (size_t i = 0; i < count; i++) {
        const wyrm_monster *monster = wyrm_roster_monster(of->design->roster, (int32_t)i);
        list[i] = (ranked){monster->name, monster->record,
                           strength_of(arena, of->design, &reference.player, i), i};
    }
    qsort(list, count, sizeof *list, weaker_first);
    base_buffer_appendf(&of->sections,
                        "encounter: {last_depth: %d, rooms: {first: false, most: 2}}\nmonsters:\n",
                        (int)of->depths);
    for (size_t i = 0; i < count; i++) {
        const int from = first_depth(of, i, count);
        base_buffer_appendf(&of->sections, "  %s: {weight: [[1, %d]", list[i].name, from);
        if (from + DEPTHS_MET <= of->depths)
            base_buffer_appendf(&of->sections, ", [0, %d]", from + DEPTHS_MET);
        base_buffer_append(&of->sections, "]");
        if (wyrm_value_get(list[i].record, "glyph") == NULL)
            base_buffer_appendf(&of->sections, ", glyph: %c", list[i].name[0]);
        base_buffer_append(&of->sections, "}\n");
    }
    char word[64];
    snprintf(word, sizeof word, "%d depths, the weakest monsters first", (int)of->depths);
    say_model(of, "encounter", "tables");
    say_word(of, word);
}

/* Whether items have weights of their own that tables can draw by: whole ones, and not only 0. */
static bool have_weights(const wyrm_value *items)
{
    bool said = false, whole = true, any = false;
    for (size_t i = 0; i < wyrm_value_count(items); i++) {
        const wyrm_value *weight = wyrm_value_get(wyrm_value_item(items, i), "weight");
        const wyrm_depth_row *rows = wyrm_value_rows(weight);
        said |= !wyrm_value_is_default(weight);
        for (size_t r = 0; rows != NULL && r < wyrm_value_count(weight); r++) {
            whole &= rows[r].value == floor(rows[r].value);
            any |= rows[r].value > 0;
        }
    }
    return said && whole && any;
}

/* Gives weights to the records of a section. Weapons and armors stand weakest first; items are for
 * all depths, if they do not say themselves. Returns how many there are. */
static size_t say_things(plain *of, const char *section)
{
    const wyrm_value *map = wyrm_ruleset_find(of->design->ruleset, section);
    const bool by_depth = strcmp(section, "items") != 0;
    const size_t count = wyrm_value_count(map);
    if (!by_depth && have_weights(map))
        return count;
    if (count > 0)
        base_buffer_appendf(&of->sections, "%s:\n", section);
    for (size_t i = 0; i < count; i++)
        base_buffer_appendf(&of->sections, "  %s: {weight: [[1, %d]]}\n", wyrm_value_key(map, i),
                            by_depth ? first_depth(of, i, count) : 1);
    return count;
}

/* If no items lie about, nothing heals: then time does. */
static void say_loot(plain *of)
{
    static const char nothing[] = "loot: {rooms: {chance: 0}, rations: 0, "
                                  "starting: {weapon: 0, armor: 0}, periodic: {group: 0}}\n";
    wyrm_combatant player;
    const size_t gear = say_things(of, "weapons") + say_things(of, "armors");
    const size_t items = say_things(of, "items");
    say_model(of, "loot", gear + items > 0 ? "tables" : "scatter");
    if (gear + items == 0)
        base_buffer_append(&of->sections, nothing);
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

/* Adds rules of play that the file leaves open: nobody awake in view at the start, and monsters
 * that look for a player they have seen. */
static void say_game(plain *of)
{
    const wyrm_value *game = wyrm_ruleset_find(of->design->ruleset, "game");
    const bool meets = of->missing & WYRM_SYSTEM_ENCOUNTER;
    base_buffer_append(&of->sections, "game: {");
    if (of->heals)
        base_buffer_append(&of->sections, "regeneration: 100, ");
    if (meets && !is_said(game, "fair_start"))
        base_buffer_append(&of->sections, "fair_start: true, ");
    if (meets && !is_said(game, "memory"))
        base_buffer_append(&of->sections, "memory: 20, ");
    base_buffer_append(&of->sections, "}\n");
}

/* Writes the text that extends the ruleset, and opens it. */
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
        base_buffer_append(&of->sections, "map: {width: 60, height: 30, tries: 10}\n");
        say_word(of, "floors of a few rooms");
    }
    if (of->missing & WYRM_SYSTEM_LOOT)
        say_loot(of);
    say_game(of);
    char *title;
    base_must(arena, wyrm_value_flow(wyrm_ruleset_find(ruleset, "title"), &title, &arena->error));
    base_keep(arena, title, wyrm_free);
    const bool wants = wyrm_value_count(wyrm_ruleset_find(ruleset, "targets")) > 0;
    base_buffer_appendf(&of->text, "name: '%s'\n%s%s\nextends: said\n%smodels: {%s}\n%s",
                        wyrm_ruleset_name(ruleset), title[0] != '\0' ? "title: " : "", title,
                        wants ? "inherit: [targets]\n" : "", of->models.bytes, of->sections.bytes);
    if (of->models.failed || of->sections.failed || of->words.failed || of->text.failed)
        base_refuse(arena, WYRM_ERROR_MEMORY, "out of memory");
    base_must(arena, wyrm_design_extend(of->design, "plain", of->text.bytes, of->text.length,
                                        &of->out, of->errors));
}

/* First reports what is missing and cannot be filled in: combat, a player, and monsters if there is
 * no encounter. */
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
        status = base_buffer_give(&of.words, &of.out->plain, &error);
    if (status != WYRM_OK && error.code != WYRM_OK)
        wyrm_errors_add(errors, &error);
    base_buffer_drop(&of.models);
    base_buffer_drop(&of.sections);
    base_buffer_drop(&of.words);
    base_buffer_drop(&of.text);
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
