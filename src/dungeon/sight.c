/* Sight: fields of view, whether two tiles see each other, lines of fire, and the targets of
 * effects, all by one definition of sight.
 *
 * Sight is symmetric: no archer can shoot from where nobody can answer, and one field of view tells
 * who sees the player. A wall tile is the diamond between the middles of its sides, not a square,
 * so that a line that only brushes a corner is free. All arithmetic is in integers: two machines
 * never disagree about who was in sight, which would break recorded games. */
#include "dungeon/internal.h"
#include <stdlib.h>
#include <string.h>
#include <wyrm/effect_targets.h>

/* ---- Grids: maps as sight and paths read them ---- */

#define ROW_4(row, start) row((start)), row((start) + 1), row((start) + 2), row((start) + 3)
#define ROW_16(row, start)                                                                         \
    ROW_4(row, start), ROW_4(row, (start) + 4), ROW_4(row, (start) + 8), ROW_4(row, (start) + 12)
#define ROW_64(row, start)                                                                         \
    ROW_16(row, start), ROW_16(row, (start) + 16), ROW_16(row, (start) + 32),                      \
        ROW_16(row, (start) + 48)
#define ROW_256(row)  ROW_64(row, 0), ROW_64(row, 64), ROW_64(row, 128), ROW_64(row, 192)
#define IS_WALL(tile) (((tile)&WYRM_TILE_BITS) == WYRM_TILE_WALL)
#define IS_DARK(tile) (IS_WALL(tile) || ((tile)&WYRM_TILE_VEILED) != 0)
#define IS_SHUT(tile) (IS_WALL(tile) || ((tile)&WYRM_TILE_AVOIDED) != 0)

wyrm_grid wyrm_map_grid(const wyrm_map *map)
{
    static const bool dark[256] = {ROW_256(IS_DARK)};
    return (wyrm_grid){map->width, map->height, map->tiles, dark};
}

wyrm_grid wyrm_map_feet(const wyrm_map *map)
{
    static const bool shut[256] = {ROW_256(IS_SHUT)};
    return (wyrm_grid){map->width, map->height, map->tiles, shut};
}

bool wyrm_grid_holds(const wyrm_grid *grid, int x, int y)
{
    return x >= 0 && y >= 0 && x < grid->width && y < grid->height;
}

bool wyrm_grid_solid(const wyrm_grid *grid, int x, int y)
{
    return !wyrm_grid_holds(grid, x, y) ||
           grid->solid[grid->tiles[(size_t)y * (size_t)grid->width + (size_t)x]];
}

/* ---- Straight lines between two tiles: free sight, and the way of a shot ---- */

/* A line followed in steps along the longer of its two distances. After `step` of them it has gone
 * step x shorter / longer across, and
 *
 *     2 longer column + rest = 2 step shorter + longer,  0 <= rest < 2 longer
 *
 * so that `column` is the nearest tile; with rest 0 the line runs exactly between that and the one
 * before, and touches the diamonds of both. */
typedef struct trace {
    int x, y;
    int along_x, along_y;   /* one step along */
    int across_x, across_y; /* one column across */
    int longer, shorter;
    int step, column, rest;
} trace;

static int sign(int number)
{
    return (number > 0) - (number < 0);
}

static trace start(wyrm_position from, wyrm_position to)
{
    int x = to.x - from.x, y = to.y - from.y;
    trace line = {.x = from.x, .y = from.y};
    if (abs(x) >= abs(y)) {
        line.along_x = sign(x), line.across_y = sign(y);
        line.longer = abs(x), line.shorter = abs(y);
    } else {
        line.along_y = sign(y), line.across_x = sign(x);
        line.longer = abs(y), line.shorter = abs(x);
    }
    line.rest = line.longer;
    return line;
}

/* Goes to the next tile; false after the last. */
static bool advance(trace *line)
{
    if (line->step == line->longer)
        return false;
    line->step++;
    line->rest += 2 * line->shorter;
    if (line->rest >= 2 * line->longer) {
        line->rest -= 2 * line->longer;
        line->column++;
    }
    return true;
}

static wyrm_position tile_at(const trace *line, int column)
{
    return (wyrm_position){
        (int16_t)(line->x + line->step * line->along_x + column * line->across_x),
        (int16_t)(line->y + line->step * line->along_y + column * line->across_y)};
}

static bool is_solid(const wyrm_grid *grid, const trace *line, int column)
{
    wyrm_position tile = tile_at(line, column);
    return wyrm_grid_solid(grid, tile.x, tile.y);
}

/* What blocks the line between its two ends. */
typedef struct obstacles {
    bool inside;       /* the line runs through a diamond: it is blocked */
    bool near_touched; /* it touches a diamond on the side of smaller columns */
    bool far_touched;  /* the same on the other side */
} obstacles;

static obstacles find_obstacles(const wyrm_grid *grid, trace line)
{
    obstacles found = {false, false, false};
    while (!found.inside && advance(&line) && line.step < line.longer) {
        bool solid = is_solid(grid, &line, line.column);
        if (line.rest != 0) {
            found.inside = solid;
        } else {
            found.far_touched |= solid;
            found.near_touched |= is_solid(grid, &line, line.column - 1);
        }
    }
    return found;
}

bool wyrm_sight_between(const wyrm_grid *grid, wyrm_position from, wyrm_position to, int radius)
{
    if (!wyrm_grid_holds(grid, from.x, from.y) || !wyrm_grid_holds(grid, to.x, to.y) ||
        !wyrm_sight_reaches(to.x - from.x, to.y - from.y, radius))
        return false;
    obstacles found = find_obstacles(grid, start(from, to));
    return !found.inside && !(found.near_touched && found.far_touched);
}

size_t wyrm_line(const wyrm_grid *grid, wyrm_position from, wyrm_position to, wyrm_position *tiles,
                 size_t capacity)
{
    trace line = start(from, to);
    /* A line may pass between two tiles on either side; this choice is the same seen from both
     * ends, where near and far are exchanged. */
    int near = from.y != to.y ? from.y < to.y : from.x < to.x;
    const obstacles found = grid ? find_obstacles(grid, line) : (obstacles){.inside = true};
    if (!found.inside && found.near_touched != found.far_touched)
        near = found.far_touched;
    for (size_t i = 0; i < capacity && advance(&line); i++)
        tiles[i] = tile_at(&line, line.rest == 0 ? line.column - near : line.column);
    return (size_t)line.longer;
}

/* ---- Fields of view ----
 *
 * Field of view by symmetric shadow casting: four quadrants of two octants, row by row outwards,
 * with the free stretches between the shadows as ranges of slopes. No recursion, no division, no
 * floats: a row of tiles is the bits of a word.
 *
 * In a quadrant a tile has a depth, its distance along the axis, and a column, across it. A line
 * from the viewer crosses the row of depth d at d x slope. Since no slope is steeper than the
 * diagonal, it passes through the diamond of a tile exactly where it crosses the middle line of the
 * tile, from half a column left of its centre to half a column right. */

/* One side of a range, followed from row to row. It goes through a corner of a diamond at slope
 * rise / (2 run), and in the row of depth d
 *
 *     2 run column + rest = d rise + run,  0 <= rest < 2 run
 *
 * so that `column` is the first tile with any part right of the edge. The right side of a range is
 * kept mirrored, as a left side. */
typedef struct edge {
    int32_t column, rest;
    int32_t rise, run;
} edge;

/* Between two ranges lies the shadow of at least one whole tile, at least one column wide in every
 * row behind it, so that there are at most as many ranges as columns, plus one. */
#define RANGES_MAX (WYRM_SIGHT_SIDE_MAX + 1)

/* A range and the row up to which it has been followed. */
typedef struct branch {
    edge left, right;
    int depth;
} branch;

/* The diagonal, at depth 0. */
static const edge diagonal = {.column = 0, .rest = 1, .rise = -2, .run = 1};

/* The edge through the left corner of a tile. */
static edge left_of(int column, int depth)
{
    return (edge){column, 0, 2 * column - 1, depth};
}

/* Moves an edge to the next row, by one column at most. */
static edge next_row(edge side)
{
    int32_t rest = side.rest + side.rise, over = (rest >= 2 * side.run) - (rest < 0);
    side.rest = rest - over * 2 * side.run;
    side.column += over;
    return side;
}

/* The solid tiles around the viewer as bits: bit k of rows[i] is the tile in column k and row i of
 * the square of the radius, and bit i of columns[k] is the same tile. */
typedef struct window {
    uint64_t rows[WYRM_SIGHT_SIDE_MAX], columns[WYRM_SIGHT_SIDE_MAX];
} window;

/* A quadrant of the window: lines[outward * depth] is its row at that depth, where the bit for
 * column 0 is at position radius. */
typedef struct quadrant {
    const uint64_t *lines;
    int outward, radius;
    int depth;                     /* depth of the last row */
    int least_column, most_column; /* range of columns inside the grid */
} quadrant;

static int lesser(int a, int b)
{
    return a < b ? a : b;
}

static int greater(int a, int b)
{
    return a > b ? a : b;
}

/* Fills seen[depth] for every row up to the last with a visible tile, and returns that row's depth.
 * A range is followed outwards as far as it goes; if a row splits it, the other parts wait. */
static int cast(const quadrant *view, const int *widths, uint64_t *seen)
{
    branch waiting[RANGES_MAX];
    int count = 0, deepest = 0;
    waiting[count++] = (branch){diagonal, diagonal, 0};
    memset(seen, 0, (size_t)(view->depth + 1) * sizeof *seen);
    while (count > 0) {
        branch at = waiting[--count];
        uint64_t floor = 1;
        while (floor != 0 && at.depth < view->depth) {
            const int depth = ++at.depth;
            at.left = next_row(at.left);
            at.right = next_row(at.right);
            const int left = at.left.column, right = -at.right.column;
            const int first = greater(left, greater(view->least_column, -widths[depth]));
            const int last = lesser(right, lesser(view->most_column, widths[depth]));
            if (first > last)
                break;
            const int shift = first + view->radius;
            const uint64_t all = UINT64_MAX >> (63 - (last - first));
            /* Whether the outer columns are cut so far that their centres are not visible. */
            const uint64_t cut_left = first == left && at.left.rest > at.left.run;
            const uint64_t cut_right = last == right && at.right.rest > at.right.run;
            floor = all & ~(view->lines[view->outward * depth] >> shift);
            seen[depth] |= (all & ~((cut_left | cut_right << (last - first)) & floor)) << shift;
            deepest = greater(deepest, depth);
            if (floor == all)
                continue;
            /* Every stretch of floor becomes a range; the last one is followed at once. */
            const branch whole = at;
            for (uint64_t rest = floor; rest != 0;) {
                const int begin = __builtin_ctzll(rest);
                const int end = begin + __builtin_ctzll(~(rest >> begin));
                rest &= ~(UINT64_MAX >> (64 - end));
                at.left = begin == 0 ? whole.left : left_of(first + begin, depth);
                at.right = end > last - first ? whole.right : left_of(-(first + end - 1), depth);
                if (rest != 0)
                    waiting[count++] = at;
            }
        }
    }
    return deepest;
}

/* North and south: rows of the quadrant are rows of the field of view. */
static void look_along(const quadrant *view, const int *widths, wyrm_sight *sight)
{
    uint64_t seen[WYRM_SIGHT_RADIUS_MAX + 1];
    int last = cast(view, widths, seen);
    for (int depth = 1; depth <= last; depth++)
        sight->rows[sight->radius + view->outward * depth] |= seen[depth];
}

/* West and east: rows of the quadrant are columns of the field of view. */
static void look_aside(const quadrant *view, const int *widths, wyrm_sight *sight)
{
    uint64_t seen[WYRM_SIGHT_RADIUS_MAX + 1];
    int last = cast(view, widths, seen);
    for (int depth = 1; depth <= last; depth++) {
        uint64_t bit = UINT64_C(1) << (sight->radius + view->outward * depth);
        for (uint64_t line = seen[depth]; line != 0; line &= line - 1)
            sight->rows[__builtin_ctzll(line)] |= bit;
    }
}

static void look_around(const window *tiles, int32_t width, int32_t height, wyrm_position from,
                        wyrm_measure measure, int radius, wyrm_sight *out)
{
    out->from = from;
    out->radius = radius;
    memset(out->rows, 0, (size_t)(2 * radius + 1) * sizeof *out->rows);
    out->rows[radius] = UINT64_C(1) << radius;
    int widths[WYRM_SIGHT_RADIUS_MAX + 1]; /* half width of each row within reach, without its
                                              middle */
    for (int depth = 0, half = radius; depth <= radius; depth++) {
        while (!wyrm_measure_reaches(measure, half, depth, radius))
            half--;
        widths[depth] = half;
    }
    int left = lesser(radius, from.x), right = lesser(radius, width - 1 - from.x);
    int up = lesser(radius, from.y), down = lesser(radius, height - 1 - from.y);
    quadrant view = {tiles->rows + radius, -1, radius, up, -left, right};
    look_along(&view, widths, out);
    view.outward = 1, view.depth = down;
    look_along(&view, widths, out);
    view = (quadrant){tiles->columns + radius, -1, radius, left, -up, down};
    look_aside(&view, widths, out);
    view.outward = 1, view.depth = right;
    look_aside(&view, widths, out);
}

void wyrm_sight_from(const wyrm_grid *grid, wyrm_position from, int radius, wyrm_sight *out)
{
    wyrm_sight_by(grid, from, WYRM_MEASURE_DISC, radius, out);
}

void wyrm_sight_by(const wyrm_grid *grid, wyrm_position from, wyrm_measure measure, int radius,
                   wyrm_sight *out)
{
    radius = greater(0, lesser(radius, WYRM_SIGHT_RADIUS_MAX));
    if (!wyrm_grid_holds(grid, from.x, from.y)) {
        *out = (wyrm_sight){.from = from, .radius = radius};
        return;
    }
    window tiles;
    memset(tiles.rows, 0, (size_t)(2 * radius + 1) * sizeof *tiles.rows);
    memset(tiles.columns, 0, (size_t)(2 * radius + 1) * sizeof *tiles.columns);
    const int left = from.x - radius, top = from.y - radius;
    const int right = lesser(from.x + radius, grid->width - 1);
    const int bottom = lesser(from.y + radius, grid->height - 1);
    for (int y = greater(top, 0); y <= bottom; y++) {
        const uint8_t *row = grid->tiles + (ptrdiff_t)y * grid->width;
        for (int x = greater(left, 0); x <= right; x++) {
            const uint64_t solid = grid->solid[row[x]];
            tiles.rows[y - top] |= solid << (x - left);
            tiles.columns[x - left] |= solid << (y - top);
        }
    }
    look_around(&tiles, grid->width, grid->height, from, measure, radius, out);
}

/* -- a map prepared for sight -- */

/* Transposes 64 x 64 bits: swaps bit k of line i with bit i of line k, in squares of half the size
 * each time. */
static void transpose(uint64_t *lines)
{
    uint64_t mask = UINT64_MAX >> 32;
    for (int half = 32; half > 0; half /= 2, mask ^= mask << half)
        for (int i = 0; i < 64; i = ((i | half) + 1) & ~half) {
            const uint64_t moved = (lines[i] >> half ^ lines[i | half]) & mask;
            lines[i] ^= moved << half;
            lines[i | half] ^= moved;
        }
}

void dungeon_sight_map_make(const wyrm_grid *grid, dungeon_sight_map *out)
{
    out->width = grid->width;
    out->height = grid->height;
    for (int top = 0; top < grid->height; top += 64)
        for (int left = 0; left < grid->width; left += 64) {
            uint64_t lines[64] = {0};
            const int rows = lesser(64, grid->height - top);
            const int columns = lesser(64, grid->width - left);
            for (int i = 0; i < rows; i++) {
                const uint8_t *row = grid->tiles + (ptrdiff_t)(top + i) * grid->width + left;
                for (int k = 0; k < columns; k++)
                    lines[i] |= (uint64_t)grid->solid[row[k]] << k;
                out->rows[top + i][1 + left / 64] = lines[i];
            }
            transpose(lines);
            for (int k = 0; k < columns; k++)
                out->columns[left + k][1 + top / 64] = lines[k];
        }
}

/* Reads 64 bits of a line, from that of a tile on; `tile` may be as low as -64. */
static uint64_t bits_from(const uint64_t *line, int tile)
{
    const unsigned at = (unsigned)(tile + 64);
    const uint64_t *word = line + at / 64;
    return word[0] >> at % 64 | word[1] << 1 << (63 - at % 64);
}

void dungeon_sight_in(const dungeon_sight_map *map, wyrm_position from, wyrm_measure measure,
                      int radius, wyrm_sight *out)
{
    window tiles;
    radius = greater(0, lesser(radius, WYRM_SIGHT_RADIUS_MAX));
    for (int i = greater(0, radius - from.y), y = from.y - radius + i;
         i <= 2 * radius && y < map->height; i++, y++)
        tiles.rows[i] = bits_from(map->rows[y], from.x - radius);
    for (int k = greater(0, radius - from.x), x = from.x - radius + k;
         k <= 2 * radius && x < map->width; k++, x++)
        tiles.columns[k] = bits_from(map->columns[x], from.y - radius);
    look_around(&tiles, map->width, map->height, from, measure, radius, out);
}

/* -- queries -- */

bool wyrm_sight_reaches(int x, int y, int radius)
{
    return wyrm_measure_reaches(WYRM_MEASURE_DISC, x, y, radius);
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

bool wyrm_sight_mark(const wyrm_sight *sight, const wyrm_sight *before, uint8_t mark, int32_t width,
                     uint8_t *bytes)
{
    const wyrm_sight *old = before ? before : sight;
    const int down = sight->from.y - sight->radius - old->from.y + old->radius;
    const int shift = old->from.x - old->radius - sight->from.x + sight->radius;
    uint8_t all = mark;
    for (int i = 0; i <= 2 * sight->radius; i++) {
        uint64_t line = sight->rows[i];
        const int other = i + down; /* the same row of the earlier field of view, whose tiles are
                                       skipped */
        if (before && other >= 0 && other <= 2 * before->radius && abs(shift) <= 63)
            line &= ~(shift >= 0 ? before->rows[other] << shift : before->rows[other] >> -shift);
        if (line == 0)
            continue;
        const ptrdiff_t y = sight->from.y - sight->radius + i;
        uint8_t *row = bytes + y * width + sight->from.x - sight->radius;
        while (line != 0) {
            const int begin = __builtin_ctzll(line);
            const int end = begin + __builtin_ctzll(~(line >> begin));
            for (int k = begin; k < end; k++) {
                all &= row[k];
                row[k] |= mark;
            }
            line &= ~(UINT64_MAX >> (64 - end));
        }
    }
    return all != mark;
}

/* ---- Targets of effects ---- */

_Static_assert(WYRM_EFFECT_REACH_MAX == WYRM_SIGHT_RADIUS_MAX, "every radius can be seen");

size_t wyrm_effect_targets(const wyrm_effect *effect, const wyrm_grid *grid, wyrm_position user,
                           wyrm_position target, const wyrm_position *creatures, size_t count,
                           size_t *hit)
{
    const wyrm_effect_aim aim = wyrm_effect_aims(effect->kind);
    wyrm_sight area;
    size_t found = 0;
    int64_t least = INT64_MAX; /* squared distance of the closest so far */
    const wyrm_measure measure = effect->measure;
    if ((aim == WYRM_AIM_TILE || aim == WYRM_AIM_AREA) &&
        ((aim == WYRM_AIM_TILE && user.x == target.x && user.y == target.y) ||
         wyrm_grid_solid(grid, target.x, target.y) ||
         !wyrm_measure_reaches(measure, target.x - user.x, target.y - user.y, effect->range) ||
         !wyrm_sight_between(grid, user, target, -1)))
        return WYRM_EFFECT_NO_AIM;
    if (aim == WYRM_AIM_AREA)
        wyrm_sight_by(grid, target, measure, effect->radius, &area);
    for (size_t i = 0; i < count; i++) {
        const wyrm_position at = creatures[i];
        const int64_t x = (int64_t)at.x - user.x, y = (int64_t)at.y - user.y, far = x * x + y * y;
        bool is_hit = false;
        switch (aim) {
        case WYRM_AIM_USER:
            is_hit = far == 0;
            break;
        case WYRM_AIM_CLOSEST:
            is_hit = far != 0 && far < least &&
                     wyrm_measure_reaches(measure, (int)x, (int)y, effect->range) &&
                     wyrm_sight_between(grid, user, at, -1);
            least = is_hit ? far : least;
            found = is_hit ? 0 : found;
            break;
        case WYRM_AIM_TILE:
            is_hit = found == 0 && at.x == target.x && at.y == target.y;
            break;
        case WYRM_AIM_AREA:
            is_hit = wyrm_sight_has(&area, at.x, at.y);
            break;
        }
        if (is_hit)
            hit[found++] = i;
    }
    return found;
}
