/* How many monsters or items a room gets: none, or one to the most that its depth allows.
 *
 * Reads a record with the keys first (BOOL), chance (RATIO), most (TABLE) and most_per_win
 * (INTEGER); encounters and loot have such records with defaults of their own.
 */
#ifndef WYRM_SRC_ENCOUNTER_ROOM_COUNT_H
#define WYRM_SRC_ENCOUNTER_ROOM_COUNT_H

#include <wyrm/rng.h>
#include <wyrm/ruleset.h>

/* The rows of such a record, without their end: `things` is "monsters" or "items", `may` what
 * "whether they may be" in a first room goes on with, `limit` the most of any room; the two
 * defaults are those of chance and most, the sentence that of most. */
#define WYRM_ROOM_COUNT_ROWS(things, may, limit, usual_chance, usual_most, sentence)               \
    {.name = "first",                                                                              \
     .kind = WYRM_KIND_BOOL,                                                                       \
     .fallback = "false",                                                                          \
     .summary = "whether " things " may be " may "in the room where the player starts",            \
     .source = WYRM_ROOM_COUNT_SOURCE "\"Map Population\""},                                       \
        {.name = "chance",                                                                         \
         .kind = WYRM_KIND_RATIO,                                                                  \
         .greatest = 1,                                                                            \
         .fallback = usual_chance,                                                                 \
         .summary = "the chance that a room has " things,                                          \
         .source = WYRM_ROOM_COUNT_SOURCE "\"Map Population\""},                                   \
        {.name = "most",                                                                           \
         .kind = WYRM_KIND_TABLE,                                                                  \
         .greatest = limit,                                                                        \
         .fallback = usual_most,                                                                   \
         .unit = things,                                                                           \
         .summary = sentence,                                                                      \
         .source = WYRM_ROOM_COUNT_SOURCE "\"Map Population\""},                                   \
    {                                                                                              \
        .name = "most_per_win", .kind = WYRM_KIND_INTEGER, .greatest = limit, .fallback = "1",     \
        .unit = things, .summary = "by how much every game won before raises it",                  \
        .source = WYRM_ROOM_COUNT_SOURCE "\"New Game Plus\""                                       \
    }
#define WYRM_ROOM_COUNT_SOURCE "RuggRogue source code guide, "

typedef struct wyrm_room_count {
    bool first;             /* the room with index 0 gets some too */
    wyrm_ratio chance;      /* of getting any */
    const wyrm_value *most; /* by depth; borrowed from the ruleset */
    int32_t most_per_win;   /* more for every game won before */
    int32_t limit;          /* never more than this */
} wyrm_room_count;

/* Reads the record. A `most` that is not whole adds a positioned error: WYRM_ERROR_RULESET. */
wyrm_status wyrm_room_count_read(const wyrm_ruleset *ruleset, const wyrm_value *record,
                                 int32_t limit, wyrm_room_count *out, wyrm_errors *errors);

/* The most at a depth, 0..limit. */
int32_t wyrm_room_count_most(const wyrm_room_count *rule, int32_t depth, int32_t wins);

/* How many the room with this index gets, 0..limit. Draws nothing for a first room that is left
 * empty, else one word, and another where the room gets any. */
int32_t wyrm_room_count_draw(const wyrm_room_count *rule, int32_t depth, int32_t wins, int32_t room,
                             wyrm_rng *rng);

#endif
