/* Floors of hordes a second on one core, drawn and placed on a map, beside a version that looks up
 * every frequency in the ruleset again at each draw; and the time of the exact reading of a
 * floor. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include <wyrm/design.h>
#include <wyrm/dungeon.h>
#include <wyrm/streams.h>

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* Draws one floor the naive way; returns the number of monsters. */
static int naive_floor(const wyrm_ruleset *ruleset, int32_t depth, wyrm_rng *rng)
{
    const wyrm_value *hordes = wyrm_ruleset_find(ruleset, "encounter.hordes");
    int groups = 6, count = 0;
    while (wyrm_rng_chance(rng, 3, 5))
        groups++;
    for (; groups > 0; groups--) {
        const int32_t most = depth / 2 < 5 ? depth / 2 : 5;
        const int32_t at =
            depth +
            (most > 0 && wyrm_rng_chance(rng, 1, 10) ? (int32_t)wyrm_rng_between(rng, 1, most) : 0);
        double weights[100], sum = 0;
        size_t chosen = 0;
        for (size_t i = 0; i < wyrm_value_count(hordes) && i < 100; i++) {
            const wyrm_value *horde = wyrm_value_item(hordes, i);
            const wyrm_value *depths = wyrm_value_get(horde, "depths");
            const int32_t here = at < 26 ? at : 26;
            const bool comes = here >= wyrm_value_low(depths) && here <= wyrm_value_high(depths);
            weights[i] = comes ? wyrm_value_at_depth(wyrm_value_get(horde, "frequency"), here) : 0;
            sum += weights[i];
        }
        double drawn = wyrm_rng_real(rng) * sum;
        while (drawn >= weights[chosen])
            drawn -= weights[chosen++];
        const wyrm_value *members = wyrm_value_get(wyrm_value_item(hordes, chosen), "members");
        count++;
        for (size_t m = 0; m < wyrm_value_count(members); m++)
            count += (int)wyrm_pmf_draw(
                wyrm_amount_pmf(wyrm_value_amount(wyrm_value_item(members, m))), rng);
    }
    return count;
}

int main(void)
{
    enum { FLOORS = 200000, PLACED = 50000, NAIVE = 20000, LAST = 26 };
    static wyrm_floor_spawn spawns[WYRM_LEVEL_SPAWNS_MAX];
    static wyrm_map map;
    static wyrm_population population;
    wyrm_design *design;
    if (wyrm_design_open("brogue", &design, NULL) != WYRM_OK)
        return 1;
    const wyrm_encounter *encounter = wyrm_design_encounter(design);
    double monsters = 0, begun = now();
    for (uint64_t run = 0; run < FLOORS; run++) {
        wyrm_difficulty difficulty = wyrm_encounter_start(encounter);
        difficulty.depth = 1 + (int32_t)(run % LAST);
        wyrm_rng rng = wyrm_rng_start(1, run, WYRM_STREAM_MONSTERS, (uint64_t)difficulty.depth);
        monsters += (double)wyrm_encounter_floor(encounter, &difficulty, 9, &rng, spawns);
    }
    const double drawn = FLOORS / (now() - begun);
    map = (wyrm_map){.width = 80, .height = 30, .room_count = 9};
    for (int r = 0; r < 9; r++)
        map.rooms[r] = (wyrm_room){(int16_t)(1 + r % 3 * 20), (int16_t)(1 + r / 3 * 9), 8, 6};
    begun = now();
    for (uint64_t run = 0; run < PLACED; run++) {
        wyrm_difficulty difficulty = wyrm_encounter_start(encounter);
        difficulty.depth = 1 + (int32_t)(run % LAST);
        wyrm_populate(&(wyrm_floor_models){.encounter = encounter}, &difficulty, &map, 1, run, NULL,
                      &population);
    }
    const double placed = PLACED / (now() - begun);
    double plain = 0;
    begun = now();
    for (uint64_t run = 0; run < NAIVE; run++) {
        wyrm_rng rng = wyrm_rng_start(2, run, WYRM_STREAM_MONSTERS, 1);
        plain += naive_floor(wyrm_design_ruleset(design), 1 + (int32_t)(run % LAST), &rng);
    }
    const double naive = NAIVE / (now() - begun);
    begun = now();
    for (int32_t depth = 1; depth <= LAST; depth++) {
        wyrm_arrivals *arrivals;
        if (wyrm_encounter_arrivals(encounter, depth, &arrivals, NULL) != WYRM_OK)
            return 1;
        wyrm_arrivals_free(arrivals);
    }
    const double exact = (now() - begun) / LAST;
    printf("floors drawn          %9.0f a second, %.1f times the plain way (%.2f monsters each, "
           "%.2f the plain way)\n",
           drawn, drawn / naive, monsters / FLOORS, plain / NAIVE);
    printf("drawn and placed      %9.0f a second\n", placed);
    printf("one floor, exactly    %9.2f ms\n", 1e3 * exact);
    wyrm_design_free(design);
    if (drawn < 100000) {
        printf("hordes: fewer than 100,000 floors a second\n");
        return 1;
    }
    return 0;
}
