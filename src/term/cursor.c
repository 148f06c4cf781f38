/* A cursor on the map. */
#include "term/cursor.h"

#include <stdlib.h>

#include "term/keys.h"

#define RUN_TILES 5

bool term_same_tile(wyrm_position one, wyrm_position other)
{
    return one.x == other.x && one.y == other.y;
}

int term_tiles_apart(wyrm_position one, wyrm_position other)
{
    int x = abs(one.x - other.x), y = abs(one.y - other.y);
    return x > y ? x : y;
}

void term_cursor_stop(term_cursor *cursor, wyrm_position at)
{
    for (size_t i = 0; i < cursor->stop_count; i++)
        if (term_same_tile(cursor->stops[i], at))
            return;
    if (cursor->stop_count < TERM_STOPS_MAX)
        cursor->stops[cursor->stop_count++] = at;
}

/* Moves the cursor to the next or previous stop; to the nearest where it is on none. */
static void go_to_stop(term_cursor *cursor, bool back)
{
    size_t count = cursor->stop_count, at = 0;
    if (count == 0)
        return;
    while (at < count && !term_same_tile(cursor->stops[at], cursor->at))
        at++;
    if (at == count)
        at = back ? count - 1 : 0;
    else
        at = (at + (back ? count - 1 : 1)) % count;
    cursor->at = cursor->stops[at];
}

static bool is_on(const wyrm_map *map, wyrm_position at)
{
    return at.x >= 0 && at.y >= 0 && at.x < map->width && at.y < map->height;
}

bool term_cursor_take(term_cursor *cursor, const wyrm_map *map, const term_input *input)
{
    wyrm_direction direction;
    bool runs;
    if (input->mouse)
        return input->wheel == 0 && !input->other_button &&
               term_map_tile(&cursor->view, map, input->x, input->y, &cursor->at);
    if (input->deed == TERM_NEXT || input->deed == TERM_PREVIOUS) {
        go_to_stop(cursor, input->deed == TERM_PREVIOUS);
        return true;
    }
    if (!term_deed_direction(input->deed, &direction, &runs))
        return false;
    for (int i = runs ? RUN_TILES : 1; i > 0; i--) {
        wyrm_position next = wyrm_neighbour(cursor->at, direction);
        if (is_on(map, next))
            cursor->at = next;
    }
    return true;
}
