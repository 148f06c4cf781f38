/* Difficulty by an invisible tracker, which earns the experience of what the dungeon has put in the
 * player's way, killed or not (RuggRogue, "Difficulty Tracker" and "Monster Selection").
 *
 * The level of a monster is one rule: games draw it, its distribution is the rule read exactly, and
 * so are the shares of the ways in which it is chosen. */
#include "encounter/internal.h"

#define KNOWN_LEVELS 128
#define GUIDE        "RuggRogue source code guide, "

typedef struct tracker {
    const wyrm_growth *growth;
    const wyrm_roster *roster;
    int experience; /* curve of the experience for killing a monster */
    wyrm_ratio same, deeper;
    const wyrm_amount *below;
    enc_room_count rooms;
    int32_t final_level;
    wyrm_spawn known[KNOWN_LEVELS]; /* monsters by level, for the levels that games see */
} tracker;

static const wyrm_field level_rows[] = {
    WYRM_ROW("same", RATIO, .greatest = 1, .default_value = "1/5",
             .summary = "chance of the tracker's own level",
             .source = GUIDE "\"Monster Selection\""),
    WYRM_ROW("below", AMOUNT, .ranged = true, .greatest = WYRM_TRACKER_MAX,
             .default_value = "[1, 3]", .unit = "levels",
             .summary = "how far below the tracker it is otherwise; never below level 1",
             .source = GUIDE "\"Monster Selection\""),
    WYRM_ROW("deeper", RATIO, .greatest = 1, .default_value = "1/2",
             .summary = "chance that a monster below the tracker is lower still; any level under "
                        "that one is equally likely",
             .source = GUIDE "\"Monster Selection\""),
    {.kind = WYRM_KIND_END},
};

static const wyrm_field room_rows[] = {
    ENC_ROOM_COUNT_ROWS("monsters", WYRM_ROOM_SPAWNS_MAX, "1/2", "[[1, 1], [2, 3], [3, 5]]",
                        "the most of such a room, by depth; each number from 1 is as likely"),
    {.kind = WYRM_KIND_END},
};

static const wyrm_field tracker_rows[] = {
    WYRM_ROW("levels", RECORD, .default_value = "{}", .fields = level_rows,
             .summary = "a monster's level, given the tracker's; as a whole number"),
    WYRM_ROW("rooms", RECORD, .default_value = "{}", .fields = room_rows,
             .summary = "how many monsters a room has"),
    WYRM_ROW("final_level", INTEGER, .least = 1, .greatest = WYRM_LEVEL_MAX, .default_value = "25",
             .unit = "levels",
             .summary =
                 "level of the tracker from which a generated map is the last; it is read before "
                 "the floor above is paid for: below the floor that reaches it comes one more",
             .source = GUIDE "\"Picking the Final Dungeon Level\""),
    {.kind = WYRM_KIND_END},
};

static wyrm_spawn make_spawn(const tracker *state, int32_t level)
{
    double worth = wyrm_growth_at(state->growth, state->experience, level);
    return (wyrm_spawn){.monster = wyrm_roster_by_level(state->roster, level),
                        .level = level,
                        .experience = worth > 0 ? (uint64_t)fmin(worth, 0x1p53) : 0};
}

static void *make(rs_opening *o, const enc_sources *from, enc_facts *facts)
{
    tracker *state = base_new(o->arena, tracker);
    const wyrm_value *levels = wyrm_value_get(o->section, "levels");
    facts->tracks = true;
    *state = (tracker){
        .growth = from->growth,
        .roster = from->roster,
        .experience = wyrm_growth_curve(from->growth, WYRM_ROLE_MONSTER, "experience"),
        .final_level = key_whole(o->section, "final_level"),
        .same = key_ratio(levels, "same"),
        .deeper = key_ratio(levels, "deeper"),
        .below = wyrm_value_amount(wyrm_value_get(levels, "below")),
        .rooms = enc_room_count_read(o, "monsters", WYRM_ROOM_SPAWNS_MAX),
    };
    if (state->experience < 0)
        rs_error(o, o->section, "add growth.monster.experience",
                 "the tracker earns the experience of monsters, and the ruleset has no curve for "
                 "it");
    if (wyrm_roster_by_level(state->roster, 1) < 0)
        rs_error(o, o->section, "give every monster a level",
                 "the tracker picks monsters by level, and the ruleset has none with one");
    for (int32_t level = 0; level < KNOWN_LEVELS; level++)
        state->known[level] = make_spawn(state, level);
    return state;
}

static wyrm_difficulty start(const void *context)
{
    const tracker *state = context;
    return (wyrm_difficulty){.depth = 1, .tracker = wyrm_growth_start(state->growth)};
}

static bool is_final(const void *context, const wyrm_difficulty *difficulty)
{
    const tracker *state = context;
    return difficulty->tracker.level >= state->final_level;
}

static void leave(const void *context, wyrm_difficulty *difficulty)
{
    const tracker *state = context;
    wyrm_growth_award(state->growth, &difficulty->tracker, difficulty->pending);
}

/* Turns the levels of the tracker into gear. What the last map left pending is forgotten with the
 * old tracker (RuggRogue, "New Game Plus"). */
static void win(const void *context, wyrm_difficulty *difficulty)
{
    const tracker *state = context;
    int64_t base = (int64_t)difficulty->gear_base + difficulty->tracker.level - 1;
    difficulty->gear_base = (int32_t)(base < WYRM_LEVEL_MAX ? base : WYRM_LEVEL_MAX);
    difficulty->tracker = wyrm_growth_start(state->growth);
}

/* ---- the level of a monster ---- */

enum { SAME, BELOW, DEEPER, CHOICES };

/* The draw of one monster, at a level of the tracker. */
typedef struct selection {
    const tracker *state;
    double level;
    bool way; /* the way in which it is chosen is asked for, not its level */
} selection;

/* A monster that is held at level 1 counts by its result: at tracker level 1 all are SAME. */
static int64_t select_level(rule_draws *r, const void *context)
{
    const selection *of = context;
    const tracker *state = of->state;
    int64_t top = rule_round(r, "tracker", of->level);
    if (rule_chance(r, "same", (uint64_t)state->same.numerator, (uint64_t)state->same.denominator))
        return of->way ? SAME : top;
    int64_t level = top - rule_roll(r, "below", state->below);
    if (level < 1)
        level = 1;
    if (level == 1 || !rule_chance(r, "deeper", (uint64_t)state->deeper.numerator,
                                   (uint64_t)state->deeper.denominator))
        return !of->way ? level : level == top ? SAME : BELOW;
    return of->way ? DEEPER : rule_result(r, 1, level - 1);
}

static size_t room(const void *context, const wyrm_difficulty *difficulty,
                   const wyrm_room_context *room, wyrm_rng *rng, wyrm_spawn *spawns)
{
    const tracker *state = context;
    const selection of = {.state = state, .level = wyrm_experience_level(&difficulty->tracker)};
    int32_t count =
        enc_room_count_draw(&state->rooms, difficulty->depth, difficulty->wins, room->index, rng);
    for (int32_t i = 0; i < count; i++) {
        int32_t level = (int32_t)rule_draw(select_level, &of, rng);
        spawns[i] = level < KNOWN_LEVELS ? state->known[level] : make_spawn(state, level);
    }
    return (size_t)count;
}

static wyrm_status levels(const void *state, double level, wyrm_pmf **out, wyrm_error *error)
{
    const selection of = {.state = state, .level = level};
    return rule_exact("the level of a monster", select_level, &of, out, NULL, error);
}

static size_t choices(const void *state, double level, wyrm_level_choice *out)
{
    static const char *const names[CHOICES] = {"same", "below", "deeper"};
    const selection of = {.state = state, .level = level, .way = true};
    wyrm_pmf *ways;
    if (rule_exact("the level of a monster", select_level, &of, &ways, NULL, NULL) != WYRM_OK)
        return 0;
    for (size_t i = 0; i < CHOICES; i++)
        out[i] = (wyrm_level_choice){.name = names[i], .share = wyrm_pmf_at(ways, (int64_t)i)};
    wyrm_pmf_free(ways);
    return CHOICES;
}

const enc_model enc_tracker_model = {
    .model = {.name = "tracker",
              .summary = "an invisible tracker earns the experience of monsters placed",
              .parameters = tracker_rows},
    .make = make,
    .start = start,
    .is_final = is_final,
    .leave = leave,
    .win = win,
    .room = room,
    .levels = levels,
    .choices = choices,
};
