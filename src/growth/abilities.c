/* What monsters do besides striking who is beside them.
 *
 * Five keys of a monster's record say it. They name blows and monsters, which is checked here, so
 * that a game finds indexes. A duel is one against one, hand to hand, and what it leaves out of a
 * monster is told from the same structs, so that no ability can be forgotten there. */
#include "growth/internal.h"
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define TURNS_MAX 10000
#define RANGE_MAX 100

#define OCCASION_ROWS                                                                              \
    WYRM_ROW("chance", RATIO, .greatest = 1.0,                                                     \
             .summary =                                                                            \
                 "that it does so in a turn in which it could; without one it always does"),       \
        WYRM_ROW("cooldown", INTEGER, .least = 1, .greatest = TURNS_MAX, .unit = "turns",          \
                 .summary = "from one time to the next"),                                          \
        WYRM_ROW("times", INTEGER, .least = 1, .greatest = TURNS_MAX,                              \
                 .summary = "how often one of its kind can, at most")
#define EXPERIENCE_ROW(who)                                                                        \
    WYRM_ROW("experience", BOOL,                                                                   \
             .summary =                                                                            \
                 "whether " who " gives experience as others of its kind; without it, none")

/* clang-format off */
static const wyrm_field shot_rows[] = {
    WYRM_ROW("range", INTEGER, .required = true, .least = 1, .greatest = RANGE_MAX, .unit = "tiles",
             .summary = "how far"),
    WYRM_ROW("blow", NAME, .summary = "the blow of `attacks` that it shoots with; without one all "
                                      "that are not `only: melee`"),
    WYRM_ROW("near", BOOL, .summary = "also at who is within reach of its blows; without it, those "
                                      "are struck"),
    OCCASION_ROWS,
    {.kind = WYRM_KIND_END},
};
const wyrm_field growth_shots_element[] =
    WYRM_ELEMENT("shot", RECORD, .fields = shot_rows, .summary = "a way to shoot");

static const wyrm_field chance_element[] =
    WYRM_ELEMENT("chance", RATIO, .greatest = 1.0, .summary = "the chance then");
static const wyrm_field number_element[] =
    WYRM_ELEMENT("monster", AMOUNT, .greatest = 1000, .summary = "how many of that name");
static const wyrm_field summons_rows[] = {
    WYRM_ROW("what", MAP, .required = true, .fields = number_element, .least = 1,
             .greatest = WYRM_SUMMONED_KINDS_MAX,
             .summary = "who comes, by name, and how many of each: beside it, as far as there is "
                        "room"),
    OCCASION_ROWS,
    WYRM_ROW("chances", LIST, .fields = chance_element, .least = 1, .greatest = WYRM_CHANCES_MAX,
             .summary = "instead of one chance: by how many of those that it has called are there, "
                        "none first; the last for more"),
    WYRM_ROW("lasts", INTEGER, .least = 1, .greatest = TURNS_MAX, .unit = "turns",
             .summary = "after which they vanish; without it they stay"),
    WYRM_ROW("bound", BOOL, .summary = "whether they vanish when who summoned them dies"),
    EXPERIENCE_ROW("who was summoned"),
    {.kind = WYRM_KIND_END},
};
const wyrm_field growth_summons_element[] =
    WYRM_ELEMENT("summons", RECORD, .fields = summons_rows, .summary = "a way to summon");

const wyrm_field growth_flees_rows[] = {
    WYRM_ROW("at", RATIO, .required = true, .greatest = 1.0, .parts = GROWTH_PART_MAX,
             .summary = "it flees with at most this part of its hit points"),
    WYRM_ROW("until", RATIO, .greatest = 1.0, .parts = GROWTH_PART_MAX,
             .summary = "and comes back with more than this part; without one it does not"),
    {.kind = WYRM_KIND_END},
};

const wyrm_field growth_splits_rows[] = {
    WYRM_ROW("parts", INTEGER, .required = true, .least = 2, .greatest = 10,
             .summary = "how many it becomes, itself included, as far as there is room: the hit "
                        "points that are left are divided among them, rounded up"),
    WYRM_ROW("shared", BOOL, .default_value = "false",
             .summary = "they are divided without rounding up: it keeps what does not divide, and "
                        "there are no more parts than hit points"),
    WYRM_ROW("into", NAME, .summary = "the monster that the parts are; without one as itself"),
    EXPERIENCE_ROW("a part that splits off"),
    {.kind = WYRM_KIND_END},
};
/* clang-format on */

/* ---- reading ---- */

static wyrm_occasion occasion_of(const wyrm_value *record)
{
    const wyrm_value *chance = wyrm_value_get(record, "chance");
    return (wyrm_occasion){.chance = chance != NULL ? wyrm_value_real(chance) : 1.0,
                           .cooldown = key_whole(record, "cooldown"),
                           .times = key_whole(record, "times")};
}

/* The monster of a name that stands somewhere in a record; -1, and a fault, where there is none. */
static int32_t monster_of(wyrm_opening *o, const wyrm_roster *roster, const wyrm_value *at,
                          const char *name)
{
    const wyrm_value *monsters = wyrm_ruleset_find(o->ruleset, "monsters");
    for (size_t i = 0; i < roster->count; i++)
        if (strcmp(roster->monsters[i].name, name) == 0)
            return (int32_t)i;
    wyrm_fault_name(o, at, wyrm_map_names(monsters), roster->count, name, "no monster '%s'", name);
    return -1;
}

/* Whether `attacks` of a record has a blow of that name. */
static bool has_blow(const wyrm_value *record, const char *name)
{
    const wyrm_value *attacks = wyrm_value_get(record, "attacks");
    bool has = false;
    for (size_t i = 0; i < wyrm_value_count(attacks); i++)
        has |= wyrm_value_get(wyrm_value_item(attacks, i), name) != NULL;
    return has;
}

static void read_shots(wyrm_opening *o, const wyrm_value *record, wyrm_abilities *out)
{
    const wyrm_value *list = wyrm_value_get(record, "shoots");
    out->shot_count = wyrm_value_count(list);
    for (size_t i = 0; i < out->shot_count; i++) {
        const wyrm_value *one = wyrm_value_item(list, i), *blow = wyrm_value_get(one, "blow");
        out->shots[i] = (wyrm_shot){.when = occasion_of(one),
                                    .blow = blow != NULL ? wyrm_value_text(blow) : NULL,
                                    .range = key_whole(one, "range"),
                                    .near = key_flag(one, "near")};
        if (blow != NULL && !has_blow(record, wyrm_value_text(blow)))
            wyrm_fault(o, blow, "'attacks: [{spit: 1d6, only: range}]' would have one",
                       "no blow '%s' is among its attacks", wyrm_value_text(blow));
    }
}

static void read_summons(wyrm_opening *o, const wyrm_roster *roster, const wyrm_value *record,
                         wyrm_abilities *out)
{
    const wyrm_value *list = wyrm_value_get(record, "summons");
    out->summons_count = wyrm_value_count(list);
    for (size_t i = 0; i < out->summons_count; i++) {
        const wyrm_value *one = wyrm_value_item(list, i), *what = wyrm_value_get(one, "what");
        wyrm_summons *way = &out->summons[i];
        *way = (wyrm_summons){.when = occasion_of(one),
                              .count = wyrm_value_count(what),
                              .lasts = key_whole(one, "lasts"),
                              .bound = key_flag(one, "bound"),
                              .experience = key_flag(one, "experience")};
        const wyrm_value *chances = wyrm_value_get(one, "chances");
        way->chance_count = wyrm_value_count(chances);
        for (size_t k = 0; k < way->chance_count; k++)
            way->chances[k] = wyrm_value_real(wyrm_value_item(chances, k));
        if (way->chance_count > 0)
            way->when.chance = way->chances[0];
        if (chances != NULL && wyrm_value_get(one, "chance") != NULL)
            wyrm_fault(o, chances, NULL, "'chance' says it already");
        for (size_t k = 0; k < way->count; k++) {
            const wyrm_value *number = wyrm_value_item(what, k);
            way->what[k].monster = monster_of(o, roster, number, wyrm_value_key(what, k));
            way->what[k].number = wyrm_value_amount(number);
        }
    }
}

/* Ratios are held against each other crosswise, exactly: GROWTH_PART_MAX keeps the products
 * small. */
static void read_flight(wyrm_opening *o, const wyrm_value *record, wyrm_abilities *out)
{
    const wyrm_value *flees = wyrm_value_get(record, "flees");
    const wyrm_value *until = wyrm_value_get(flees, "until");
    out->flees = flees != NULL;
    out->returns = until != NULL;
    out->flees_at = key_ratio(flees, "at");
    out->flees_until = wyrm_value_ratio(until);
    if (until == NULL)
        return;
    if (out->flees_until.numerator * out->flees_at.denominator <
        out->flees_at.numerator * out->flees_until.denominator)
        wyrm_fault(o, until, NULL, "it would come back with fewer hit points than it flees with");
}

static void read_split(wyrm_opening *o, const wyrm_roster *roster, const wyrm_value *record,
                       wyrm_abilities *out)
{
    const wyrm_value *splits = wyrm_value_get(record, "splits");
    const wyrm_value *into = wyrm_value_get(splits, "into");
    out->parts = key_whole(splits, "parts");
    out->parts_share = key_flag(splits, "shared");
    out->parts_experience = key_flag(splits, "experience");
    out->into = into != NULL ? monster_of(o, roster, into, wyrm_value_text(into)) : -1;
}

/* NULL for most monsters, so that a game asks one pointer whether there is anything to be done. */
const wyrm_abilities *growth_abilities(wyrm_opening *o, const wyrm_roster *roster,
                                       const wyrm_value *record)
{
    wyrm_abilities *out = base_new(o->arena, wyrm_abilities);
    read_shots(o, record, out);
    read_summons(o, roster, record, out);
    read_flight(o, record, out);
    read_split(o, roster, record, out);
    out->keeps_distance = key_whole(record, "keeps_distance");
    const bool any = out->shot_count > 0 || out->summons_count > 0 || out->flees ||
                     out->keeps_distance > 0 || out->parts > 0;
    return any ? out : NULL;
}

/* ---- telling ---- */

/* A sentence that is being written. */
typedef struct told {
    char *out;
    size_t used;
} told;

static void WYRM_PRINTF(2, 3) add(told *to, const char *format, ...)
{
    const size_t room = WYRM_ABILITY_TEXT_MAX - to->used;
    va_list arguments;
    va_start(arguments, format);
    const int length = vsnprintf(to->out + to->used, room, format, arguments);
    va_end(arguments);
    to->used += length < 0 ? 0 : (size_t)length < room ? (size_t)length : room - 1;
}

static void add_when(told *to, const wyrm_occasion *when)
{
    if (when->chance < 1.0)
        add(to, ", in %.3g %% of the turns in which it could", 100.0 * when->chance);
    if (when->cooldown > 0)
        add(to, ", every %d turns at most", (int)when->cooldown);
    if (when->times > 0)
        add(to, ", %d %s at most", (int)when->times, when->times == 1 ? "time" : "times");
}

static void add_shot(told *to, const wyrm_shot *shot)
{
    add(to, "shoots");
    if (shot->blow != NULL)
        add(to, " (%s)", shot->blow);
    add(to, " from up to %d %s away", (int)shot->range, shot->range == 1 ? "tile" : "tiles");
    add_when(to, &shot->when);
}

static void add_summons(told *to, const wyrm_roster *roster, const wyrm_summons *way)
{
    add(to, "summons ");
    for (size_t i = 0; i < way->count; i++)
        add(to, "%s%s %s", i > 0 ? ", " : "", wyrm_amount_text(way->what[i].number),
            roster->monsters[way->what[i].monster].name);
    add_when(to, &way->when);
    if (way->chance_count > 1)
        add(to, ", less often where some are there");
    if (way->lasts > 0)
        add(to, ", who vanish after %d turns", (int)way->lasts);
}

static void add_flight(told *to, const wyrm_abilities *can)
{
    add(to, "flees with at most %.3g %% of its hit points",
        100.0 * (double)can->flees_at.numerator / (double)can->flees_at.denominator);
    if (can->returns)
        add(to, ", until it has more than %.3g %%",
            100.0 * (double)can->flees_until.numerator / (double)can->flees_until.denominator);
}

static void add_split(told *to, const wyrm_roster *roster, const wyrm_abilities *can)
{
    add(to, "splits into %d", (int)can->parts);
    if (can->into >= 0)
        add(to, " %s", roster->monsters[can->into].name);
    add(to, " when it is hurt%s", can->parts_share ? ", which share its hit points" : "");
}

/* The ability of an index, in this order. Each that is there takes a number, so that the indexes of
 * a monster have no gaps. */
static bool add_ability(told *to, const wyrm_roster *roster, const wyrm_abilities *can,
                        size_t index)
{
    if (index < can->shot_count) {
        add_shot(to, &can->shots[index]);
        return true;
    }
    index -= can->shot_count;
    if (index < can->summons_count) {
        add_summons(to, roster, &can->summons[index]);
        return true;
    }
    index -= can->summons_count;
    if (can->keeps_distance > 0 && index-- == 0) {
        add(to, "keeps a distance of %d tiles", (int)can->keeps_distance);
        return true;
    }
    if (can->flees && index-- == 0) {
        add_flight(to, can);
        return true;
    }
    if (can->parts > 0 && index == 0) {
        add_split(to, roster, can);
        return true;
    }
    return false;
}

bool wyrm_ability_text(const wyrm_roster *roster, int32_t monster, size_t index,
                       char out[WYRM_ABILITY_TEXT_MAX])
{
    told to = {.out = out};
    out[0] = '\0';
    if (monster < 0 || (size_t)monster >= roster->count ||
        roster->monsters[monster].abilities == NULL)
        return false;
    add(&to, "%s ", roster->monsters[monster].name);
    return add_ability(&to, roster, roster->monsters[monster].abilities, index);
}

/* What a duel that begins apart knows of them; the others need more than two fighters, or room to
 * flee. */
combat_habits wyrm_abilities_apart(const wyrm_abilities *abilities)
{
    combat_habits out = {.shot_count = 0};
    if (abilities == NULL)
        return out;
    out.keeps_distance = abilities->keeps_distance;
    for (; out.shot_count < abilities->shot_count; out.shot_count++) {
        const wyrm_shot *shot = &abilities->shots[out.shot_count];
        out.shots[out.shot_count] = (combat_shot){.chance = shot->when.chance,
                                                  .cooldown = shot->when.cooldown,
                                                  .times = shot->when.times,
                                                  .blow = shot->blow,
                                                  .range = shot->range,
                                                  .near = shot->near};
    }
    return out;
}
