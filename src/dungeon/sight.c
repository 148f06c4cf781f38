/* Field of view by symmetric shadow casting: four quadrants of two octants, row by row outwards,
 * with the free stretches between the shadows as ranges of slopes. No recursion, no division, no
 * floats.
 *
 * In a quadrant a tile has a depth, its distance along the axis, and a column, across it. A line
 * from the viewer crosses the row of depth d at d x slope. Since no slope is steeper than the
 * diagonal, it passes through the diamond of a tile exactly where it crosses the middle line of the
 * tile, from half a column left of its centre to half a column right.
 */
#include <wyrm/sight.h>

#include <string.h>

/* One side of a range, followed from row to row. It goes through a corner of a diamond at slope
 * rise / (2 run), and in the row of depth d
 *
 *     2 run column + rest = d rise + run,  0 <= rest < 2 run
 *
 * so that `column` is the first tile of which any part lies right of it. The right side of a range
 * is kept in the mirror, where it is a left side. */
typedef struct edge {
    int32_t column, rest;
    int32_t rise, run;
} edge;

typedef struct range {
    edge left, right;
} range;

/* Between two ranges lies the shadow of at least one whole tile, at least one column wide in every
 * row behind it, so that a row never has more ranges than columns and one. */
#define RANGES_MAX (WYRM_SIGHT_SIDE_MAX + 1)

typedef struct ranges {
    int count;
    range at[RANGES_MAX];
} ranges;

/* The diagonal, at depth 0. */
static const edge diagonal = {.column = 0, .rest = 1, .rise = -2, .run = 1};

/* The left corner of the tile of a column. */
static edge left_of(int column, int depth)
{
    return (edge){column, 0, 2 * column - 1, depth};
}

/* To the next row: by one column at most. */
static edge advance(edge side)
{
    int32_t rest = side.rest + side.rise;
    int32_t over = (rest >= 2 * side.run) - (rest < 0);
    side.rest = rest - over * 2 * side.run;
    side.column += over;
    return side;
}

/* Whether the first column is cut so that its centre lies left of the side. */
static bool cuts_centre(const edge *side)
{
    return side->rest > side->run;
}

/* What a quadrant looks at. Tile pointers go by `outward` from row to row and by `across` from
 * column to column. */
typedef struct quadrant {
    const uint8_t *origin;
    const bool *solid;
    ptrdiff_t outward, across;
    int depth;                     /* of the last row */
    int least_column, most_column; /* of the grid */
} quadrant;

/* Bit k: whether the tile k steps from the first is solid. */
static uint64_t solid_bits(const quadrant *view, int depth, int first, int count)
{
    const uint8_t *tile = view->origin + depth * view->outward + first * view->across;
    uint64_t bits = 0;
    for (int i = 0; i < count; i++, tile += view->across)
        bits |= (uint64_t)view->solid[*tile] << i;
    return bits;
}

/* Adds what the floor of a range leaves free for the next row. Bit 0 of `floor` is column
 * `first`. */
static void add_ranges(const range *seen, uint64_t floor, int first, int last, int depth,
                       ranges *next)
{
    while (floor != 0) {
        int skipped = __builtin_ctzll(floor);
        int left = first + skipped;
        int right = left + __builtin_ctzll(~(floor >> skipped)) - 1;
        range *added = &next->at[next->count++];
        added->left = left == first ? seen->left : left_of(left, depth);
        added->right = right == last ? seen->right : left_of(-right, depth);
        if (right == last)
            return;
        floor &= UINT64_MAX << (right - first + 1);
    }
}

/* One row of a range: the bits of what is seen of it, bit 0 for column -radius. */
static uint64_t scan(const quadrant *view, const range *seen, int depth, int width, int radius,
                     ranges *next)
{
    int first = seen->left.column, last = -seen->right.column;
    int least = view->least_column > -width ? view->least_column : -width;
    int most = view->most_column < width ? view->most_column : width;
    bool cut_left = cuts_centre(&seen->left), cut_right = cuts_centre(&seen->right);
    if (first < least) {
        first = least;
        cut_left = false;
    }
    if (last > most) {
        last = most;
        cut_right = false;
    }
    if (first > last)
        return 0;
    int count = last - first + 1;
    uint64_t solid = solid_bits(view, depth, first, count);
    uint64_t all = UINT64_MAX >> (64 - count);
    add_ranges(seen, all & ~solid, first, last, depth, next);
    uint64_t unseen = (uint64_t)cut_left | (uint64_t)cut_right << (count - 1);
    return (all & ~(unseen & ~solid)) << (first + radius);
}

/* Half the width of the disc in each row, the middle column not counted. */
static void measure_disc(int radius, int *widths)
{
    int limit = radius * (radius + 1), width = radius;
    for (int depth = 0; depth <= radius; depth++) {
        while (depth * depth + width * width > limit)
            width--;
        widths[depth] = width;
    }
}

/* Fills lines[depth] for every row that is not all dark; returns the depth of the last of them. */
static int cast(const quadrant *view, const int *widths, int radius, uint64_t *lines)
{
    ranges pool[2];
    ranges *now = &pool[0], *next = &pool[1];
    now->at[0] = (range){diagonal, diagonal};
    now->count = 1;
    int depth = 1;
    for (; depth <= view->depth && now->count > 0; depth++) {
        uint64_t line = 0;
        next->count = 0;
        for (int i = 0; i < now->count; i++) {
            range seen = {advance(now->at[i].left), advance(now->at[i].right)};
            line |= scan(view, &seen, depth, widths[depth], radius, next);
        }
        lines[depth] = line;
        ranges *swap = now;
        now = next;
        next = swap;
    }
    return depth - 1;
}

static int least(int a, int b)
{
    return a < b ? a : b;
}

/* North and south: the rows of a quadrant are those of the field of view. */
static void look_along(const quadrant *view, const int *widths, int step, wyrm_sight *sight)
{
    uint64_t lines[WYRM_SIGHT_RADIUS_MAX + 1];
    int last = cast(view, widths, sight->radius, lines);
    for (int depth = 1; depth <= last; depth++)
        sight->rows[sight->radius + step * depth] |= lines[depth];
}

/* West and east: they are its columns. */
static void look_aside(const quadrant *view, const int *widths, int step, wyrm_sight *sight)
{
    uint64_t lines[WYRM_SIGHT_RADIUS_MAX + 1];
    int last = cast(view, widths, sight->radius, lines);
    for (int depth = 1; depth <= last; depth++) {
        uint64_t bit = UINT64_C(1) << (sight->radius + step * depth);
        for (uint64_t line = lines[depth]; line != 0; line &= line - 1)
            sight->rows[__builtin_ctzll(line)] |= bit;
    }
}

void wyrm_sight_from(const wyrm_grid *grid, wyrm_position from, int radius, wyrm_sight *out)
{
    radius = radius < 0 ? 0 : least(radius, WYRM_SIGHT_RADIUS_MAX);
    out->from = from;
    out->radius = radius;
    memset(out->rows, 0, (size_t)(2 * radius + 1) * sizeof *out->rows);
    if (!wyrm_grid_holds(grid, from.x, from.y))
        return;
    out->rows[radius] = UINT64_C(1) << radius;
    int widths[WYRM_SIGHT_RADIUS_MAX + 1];
    measure_disc(radius, widths);
    int left = least(radius, from.x), right = least(radius, grid->width - 1 - from.x);
    int up = least(radius, from.y), down = least(radius, grid->height - 1 - from.y);
    ptrdiff_t width = grid->width;
    quadrant view = {.origin = grid->tiles + from.y * width + from.x,
                     .solid = grid->solid,
                     .across = 1,
                     .least_column = -left,
                     .most_column = right};
    view.outward = -width, view.depth = up;
    look_along(&view, widths, -1, out);
    view.outward = width, view.depth = down;
    look_along(&view, widths, 1, out);
    view.across = width, view.least_column = -up, view.most_column = down;
    view.outward = -1, view.depth = left;
    look_aside(&view, widths, -1, out);
    view.outward = 1, view.depth = right;
    look_aside(&view, widths, 1, out);
}

bool wyrm_sight_reaches(int x, int y, int radius)
{
    int64_t across = x, down = y, reach = radius;
    return radius < 0 || across * across + down * down <= reach * (reach + 1);
}

bool wyrm_sight_has(const wyrm_sight *sight, int x, int y)
{
    int64_t column = (int64_t)x - sight->from.x + sight->radius;
    int64_t row = (int64_t)y - sight->from.y + sight->radius;
    if (column < 0 || row < 0 || column > 2 * sight->radius || row > 2 * sight->radius)
        return false;
    return sight->rows[row] >> column & 1;
}

int wyrm_sight_count(const wyrm_sight *sight)
{
    int count = 0;
    for (int i = 0; i <= 2 * sight->radius; i++)
        count += __builtin_popcountll(sight->rows[i]);
    return count;
}

bool wyrm_sight_mark(const wyrm_sight *sight, uint8_t mark, int32_t width, uint8_t *bytes)
{
    uint8_t all = mark;
    for (int i = 0; i <= 2 * sight->radius; i++) {
        ptrdiff_t y = sight->from.y - sight->radius + i;
        for (uint64_t line = sight->rows[i]; line != 0; line &= line - 1) {
            ptrdiff_t x = sight->from.x - sight->radius + __builtin_ctzll(line);
            all &= bytes[y * width + x];
            bytes[y * width + x] |= mark;
        }
    }
    return all != mark;
}
