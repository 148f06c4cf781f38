/* The members of plain structs in a save, by rows. */
#include "game/internal.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include <wyrm/game_text.h>

/* ---- Values of JSON that jansson does not have ---- */

json_t *wyrm_json_count(uint64_t count)
{
    char digits[24];
    if (count <= INT64_MAX)
        return json_integer((json_int_t)count);
    snprintf(digits, sizeof digits, "%" PRIu64, count);
    return json_string(digits);
}

json_t *wyrm_json_text(const char *text)
{
    json_t *value = json_string(text);
    if (value)
        return value;
    wyrm_text plain = {0};
    for (const char *at = text; *at != '\0'; at++)
        wyrm_text_append_char(&plain, (unsigned char)*at < 0x80 ? *at : '?');
    value = plain.failed ? NULL : json_stringn(plain.bytes, plain.length);
    wyrm_text_drop(&plain);
    return value;
}

static int add_bytes(const char *bytes, size_t length, void *text)
{
    wyrm_text *to = text;
    wyrm_text_append_bytes(to, bytes, length);
    return to->failed ? -1 : 0;
}

void wyrm_json_append(wyrm_text *text, const json_t *value)
{
    if (json_dump_callback(value, add_bytes, text, JSON_COMPACT | JSON_REAL_PRECISION(17)) != 0)
        text->failed = true;
}

/* ---- Rows ---- */

#define UNBOUND     1.8446744073709552e19
#define TURNS_MAX   2147483647.0
#define NUMBERS_MAX 4294967295.0

#define ROW(type, member, key, kind, least, greatest)                                              \
    {                                                                                              \
        key, offsetof(type, member), WYRM_SAVE_##kind, least, greatest                             \
    }
#define END                                                                                        \
    {                                                                                              \
        NULL, 0, WYRM_SAVE_BOOL, 0, 0                                                              \
    }

/* clang-format off */
const wyrm_save_row wyrm_save_game_rows[] = {
    ROW(wyrm_game, seed, "seed", U64, 0, UNBOUND),
    ROW(wyrm_game, run, "run", U64, 0, UNBOUND),
    ROW(wyrm_game, commands, "commands", U64, 0, UNBOUND),
    ROW(wyrm_game, turn, "turn", U32, 1, NUMBERS_MAX),
    ROW(wyrm_game, fullness, "fullness", S32, 0, TURNS_MAX),
    ROW(wyrm_game, starved, "starved", S32, 0, TURNS_MAX),
    ROW(wyrm_game, healing, "healing", S32, 0, TURNS_MAX),
    ROW(wyrm_game, choices, "choices", S32, 0, WYRM_LEVEL_MAX),
    ROW(wyrm_game, goal_placed, "goal_placed", BOOL, 0, 1),
    ROW(wyrm_game, goal_taken, "goal_taken", BOOL, 0, 1),
    ROW(wyrm_game, next_id, "next_id", U32, 1, NUMBERS_MAX),
    END,
};

const wyrm_save_row wyrm_save_difficulty_rows[] = {
    ROW(wyrm_difficulty, depth, "depth", S32, 1, WYRM_DEPTH_MAX),
    ROW(wyrm_difficulty, wins, "wins", S32, 0, WYRM_DEPTH_MAX),
    ROW(wyrm_difficulty, pending, "pending", U64, 0, UNBOUND),
    ROW(wyrm_difficulty, gear_base, "gear_base", S32, -TURNS_MAX, TURNS_MAX),
    END,
};

const wyrm_save_row wyrm_save_experience_rows[] = {
    ROW(wyrm_experience, level, "level", S32, WYRM_LEVEL_MIN, WYRM_LEVEL_MAX),
    ROW(wyrm_experience, exp, "exp", U64, 0, UNBOUND),
    ROW(wyrm_experience, next, "next", U64, 0, UNBOUND),
    ROW(wyrm_experience, base, "base", U64, 0, UNBOUND),
    END,
};

const wyrm_save_row wyrm_save_combatant_rows[] = {
    ROW(wyrm_combatant, level, "level", S32, WYRM_LEVEL_MIN, WYRM_LEVEL_MAX),
    ROW(wyrm_combatant, hp, "hp", S64, 0, WYRM_HP_MAX),
    ROW(wyrm_combatant, max_hp, "max_hp", S64, 0, WYRM_HP_MAX),
    ROW(wyrm_combatant, regeneration, "regeneration", REAL, 0, WYRM_HP_MAX),
    END,
};

const wyrm_save_row wyrm_save_creature_rows[] = {
    ROW(wyrm_creature, combatant.hp, "hp", S64, 0, WYRM_HP_MAX),
    ROW(wyrm_creature, regenerated, "regenerated", S32, 0, TURNS_MAX),
    ROW(wyrm_creature, hurt, "hurt", BOOL, 0, 1),
    END,
};

const wyrm_save_row wyrm_save_monster_rows[] = {
    ROW(wyrm_game_monster, spawn.level, "level", S32, -TURNS_MAX, TURNS_MAX),
    ROW(wyrm_game_monster, spawn.experience, "experience", U64, 0, UNBOUND),
    ROW(wyrm_game_monster, spawn.elite, "elite", BOOL, 0, 1),
    ROW(wyrm_game_monster, id, "id", U32, 1, NUMBERS_MAX),
    ROW(wyrm_game_monster, met, "met", BOOL, 0, 1),
    END,
};

const wyrm_save_row wyrm_save_item_rows[] = {
    ROW(wyrm_game_item, item.level, "level", S32, -TURNS_MAX, TURNS_MAX),
    ROW(wyrm_game_item, item.bonus, "bonus", S32, -TURNS_MAX, TURNS_MAX),
    ROW(wyrm_game_item, item.room, "room", S32, -1, WYRM_MAP_ROOMS_MAX - 1),
    ROW(wyrm_game_item, uses, "uses", S32, 1, TURNS_MAX),
    ROW(wyrm_game_item, seen, "seen", BOOL, 0, 1),
    ROW(wyrm_game_item, left, "left", BOOL, 0, 1),
    ROW(wyrm_game_item, worn, "worn", BOOL, 0, 1),
    END,
};

const wyrm_save_row wyrm_save_boost_rows[] = {
    ROW(wyrm_boost, amount, "amount", REAL, -UNBOUND, UNBOUND),
    ROW(wyrm_boost, turns, "turns", S32, -1, WYRM_LASTS),
    END,
};

const wyrm_save_row wyrm_save_tally_rows[] = {
    ROW(wyrm_tally, damage_dealt, "damage_dealt", U64, 0, UNBOUND),
    ROW(wyrm_tally, damage_taken, "damage_taken", U64, 0, UNBOUND),
    ROW(wyrm_tally, healed, "healed", U64, 0, UNBOUND),
    ROW(wyrm_tally, kills, "kills", U32, 0, NUMBERS_MAX),
    ROW(wyrm_tally, steps, "steps", U32, 0, NUMBERS_MAX),
    ROW(wyrm_tally, attacks, "attacks", U32, 0, NUMBERS_MAX),
    ROW(wyrm_tally, shots, "shots", U32, 0, NUMBERS_MAX),
    ROW(wyrm_tally, items_found, "items_found", U32, 0, NUMBERS_MAX),
    ROW(wyrm_tally, items_used, "items_used", U32, 0, NUMBERS_MAX),
    ROW(wyrm_tally, choices, "choices", U32, 0, NUMBERS_MAX),
    END,
};

const wyrm_save_row wyrm_save_log_rows[] = {
    ROW(wyrm_log_line, turn, "turn", U32, 0, NUMBERS_MAX),
    ROW(wyrm_log_line, times, "times", U32, 1, NUMBERS_MAX),
    END,
};
/* clang-format on */

const char *wyrm_save_phase(wyrm_game_phase phase)
{
    static const char *const names[] = {
        [WYRM_PHASE_PLAYING] = "playing",
        [WYRM_PHASE_CHOOSING] = "choosing",
        [WYRM_PHASE_WON] = "won",
    };
    return (size_t)phase < sizeof names / sizeof *names ? names[phase] : NULL;
}

const char *wyrm_save_placing(wyrm_placing placing)
{
    static const char *const names[] = {
        [WYRM_PLACING_RETRY] = "retry",
        [WYRM_PLACING_ONCE] = "once",
    };
    return (size_t)placing < sizeof names / sizeof *names ? names[placing] : NULL;
}

/* A row of four tiles (wall, floor, stairs, goal) for each state of WYRM_MARK_KNOWN and
 * WYRM_MARK_SEEN: neither, known, seen, both. The last row is the map as it is drawn. */
static const char tiles[] = " ,;:"
                            "%-(!"
                            "wfsg"
                            "#.>*";

char wyrm_save_tile(uint8_t mark)
{
    return tiles[(mark & WYRM_MARK_TILE) + (mark & WYRM_MARK_KNOWN ? 4 : 0) +
                 (mark & WYRM_MARK_SEEN ? 8 : 0)];
}

bool wyrm_save_mark(char tile, uint8_t *mark)
{
    const char *found = tile == '\0' ? NULL : strchr(tiles, tile);
    size_t index = found ? (size_t)(found - tiles) : 0;
    *mark = (uint8_t)((index & 3) | (index & 4 ? WYRM_MARK_KNOWN : 0) |
                      (index & 8 ? WYRM_MARK_SEEN : 0));
    return found != NULL;
}
