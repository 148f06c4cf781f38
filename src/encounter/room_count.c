/* How many monsters or items a room gets (RuggRogue, "Map Population"). */
#include "encounter/internal.h"

#include <math.h>

static wyrm_status check_whole(const wyrm_ruleset *ruleset, const wyrm_value *table,
                               wyrm_errors *errors)
{
    const wyrm_depth_row *rows = wyrm_value_rows(table);
    size_t count = rows ? wyrm_value_count(table) : 0;
    for (size_t i = 0; i < count; i++)
        if (rows[i].value != floor(rows[i].value))
            return wyrm_value_fail(ruleset, table, errors, NULL,
                                   "a room cannot hold %g of something: whole numbers are needed",
                                   rows[i].value);
    return WYRM_OK;
}

wyrm_status wyrm_room_count_read(const wyrm_ruleset *ruleset, const wyrm_value *record,
                                 int32_t limit, wyrm_room_count *out, wyrm_errors *errors)
{
    *out = (wyrm_room_count){
        .first = wyrm_value_bool(wyrm_value_get(record, "first")),
        .chance = wyrm_value_ratio(wyrm_value_get(record, "chance")),
        .most = wyrm_value_get(record, "most"),
        .most_per_win = (int32_t)wyrm_value_integer(wyrm_value_get(record, "most_per_win")),
        .limit = limit,
    };
    return check_whole(ruleset, out->most, errors);
}

int32_t wyrm_room_count_most(const wyrm_room_count *rule, int32_t depth, int32_t wins)
{
    double most = wyrm_value_at_depth(rule->most, depth);
    most += (double)wins * (double)rule->most_per_win;
    if (!(most > 0))
        return 0;
    return most < rule->limit ? (int32_t)most : rule->limit;
}

int32_t wyrm_room_count_draw(const wyrm_room_count *rule, int32_t depth, int32_t wins, int32_t room,
                             wyrm_rng *rng)
{
    if (room == 0 && !rule->first)
        return 0;
    if (!wyrm_rng_chance(rng, (uint64_t)rule->chance.numerator, (uint64_t)rule->chance.denominator))
        return 0;
    int32_t most = wyrm_room_count_most(rule, depth, wins);
    return most > 0 ? (int32_t)wyrm_rng_between(rng, 1, most) : 0;
}
