/* Parts: variants (variants.c) that are measured somewhere else.
 *
 * Whoever wants variants measured cuts what they lack into parts, each a few games of one of them
 * or what is exact of it, and hands them to a maker as bytes: once what all have in common, the
 * ruleset as it is, and for each part its changes. There, a worker opens that variant and measures
 * it as it would be here; what comes back are the numbers of its state and the rows of its runs, so
 * that all goes on as if it had been measured here. Why a variant is refused is told where it is
 * asked: such a part is not done, lacks still, and is measured here in the end.
 *
 * Both sides are one program on one kind of machine (cli/ranks.c), so numbers travel as they lie in
 * memory. What comes from there is still measured against what was asked: a part that is too long
 * or too short is not done. */
#include <math.h>
#include <string.h>
#include <wyrm/part.h>
#include "metrics/internal.h"

/* What of a variant is one part: what is exact, and the games from `first` to before `games`;
 * `had`: so many were played before all parts of it. Of variations that are changes alone. */
typedef struct piece {
    bool exact;
    uint64_t had, first, games;
} piece;

/* ---- the bytes of both sides ---- */

static const char common_mark[8] = "parts 1";

typedef struct common_head { /* behind it the ruleset */
    char mark[sizeof common_mark];
    uint64_t seed, dungeons;
} common_head;

typedef struct part_head { /* behind it path and text of each change, each with its NUL */
    uint64_t exact, first, games, changes;
} part_head;

#define PART_GAMES_MAX 1000000

enum { STATE = 6 + JUDGE_GROUPS }; /* numbers of a goal's state */

static size_t row_of(const judge_games *games)
{
    return 2 * games->goal_count;
}

static size_t numbers_of(const judge_variant *of, const piece *one)
{
    size_t count = 1 + one->exact * of->goals->count * STATE;
    for (size_t i = 0; i < of->series_count; i++)
        count += row_of(&of->series[i]) * (size_t)(one->games - one->first);
    return count;
}

/* ---- who asks ---- */

/* What there is to measure until each bot has played so many games; false: nothing. */
static bool lacks(const judge_variant *of, uint64_t games, piece *out)
{
    *out = (piece){.games = games, .first = games};
    for (size_t goal = 0; goal < of->goals->count; goal++)
        out->exact |= !judge_goal_is_played(of->goals, goal) && !of->states[goal].measured;
    for (size_t i = 0; i < of->series_count; i++)
        if (of->series[i].count < out->first)
            out->first = of->series[i].count;
    out->had = out->first;
    return judge_variant_refused(of) == NULL && (out->exact || out->first < games);
}

static wyrm_bytes common_bytes(base_arena *arena, const judge_goals *goals, uint64_t dungeons)
{
    common_head head = {.seed = goals->seed, .dungeons = dungeons};
    char *text;
    base_must(arena, wyrm_ruleset_dump(wyrm_design_ruleset(goals->design), &text, &arena->error));
    base_keep(arena, text, wyrm_free);
    unsigned char *bytes = base_take(arena, sizeof head + strlen(text), 1);
    memcpy(head.mark, common_mark, sizeof common_mark);
    memcpy(bytes, &head, sizeof head);
    memcpy(bytes + sizeof head, text, strlen(text));
    return (wyrm_bytes){bytes, sizeof head + strlen(text)};
}

static wyrm_bytes part_bytes(base_arena *arena, const judge_variant *of, const piece *one)
{
    const part_head head = {one->exact, one->first, one->games, of->how.count};
    const wyrm_change *changes = of->how.changes;
    size_t length = sizeof head;
    for (size_t i = 0; i < of->how.count; i++)
        length += strlen(changes[i].path) + strlen(changes[i].text) + 2;
    unsigned char *bytes = base_take(arena, length, 1), *at = bytes + sizeof head;
    memcpy(bytes, &head, sizeof head);
    for (size_t i = 0; i < 2 * of->how.count; i++) {
        const char *text = i % 2 == 0 ? changes[i / 2].path : changes[i / 2].text;
        memcpy(at, text, strlen(text) + 1);
        at += strlen(text) + 1;
    }
    return (wyrm_bytes){bytes, length};
}

/* Takes what came of a part, those of a variant in their order. What was not done there is lacking
 * still, and so is what follows it. The first number says whether it was done. Rows of games must
 * follow each other, so a gap sets all series back to where they were before any part, and the
 * variant lacks all of it. */
static wyrm_status take_numbers(judge_variant *of, const piece *one, const double *numbers,
                                size_t count, wyrm_error *error)
{
    bool done = count == numbers_of(of, one) && numbers[0] > 0;
    for (size_t i = 0; i < of->series_count; i++)
        done = done && of->series[i].count == one->first;
    for (size_t i = 0; i < of->series_count && !done; i++)
        of->series[i].count = one->had;
    if (!done)
        return WYRM_OK;
    numbers++;
    for (size_t goal = 0; goal < of->goals->count && one->exact; goal++, numbers += STATE)
        if (!judge_goal_is_played(of->goals, goal)) {
            judge_goal_state *state = &of->states[goal];
            state->measured = true;
            state->figure = (judge_figure){.value = numbers[0],
                                           .sampled = numbers[1] > 0,
                                           .ci95 = {numbers[2], numbers[3]},
                                           .p = numbers[4]};
            state->dungeons = (uint64_t)fmax(0, fmin(numbers[5], 1e15));
            memcpy(state->groups, numbers + 6, sizeof state->groups);
        }
    for (size_t i = 0; i < of->series_count; i++) {
        judge_games *games = &of->series[i];
        const size_t fresh = row_of(games) * (size_t)(one->games - one->first);
        if (!judge_games_make_room(games, one->games))
            return wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory");
        if (fresh > 0)
            memcpy(games->told + one->first * row_of(games), numbers, fresh * sizeof *numbers);
        numbers += fresh;
        games->count = one->games;
    }
    return WYRM_OK;
}

typedef struct parted {
    base_arena *arena;
    const judge_elsewhere *how;
    size_t count, room, next;
    wyrm_bytes *bytes;
    piece *parts;
    judge_variant **variants;
} parted;

static wyrm_status take_part(const double *numbers, size_t count, void *context, wyrm_error *error)
{
    parted *to = context;
    const size_t at = to->next++;
    if (at >= to->count)
        return wyrm_fail(error, WYRM_ERROR_ARGUMENT, "the maker does more parts than it was to do");
    const wyrm_status status =
        take_numbers(to->variants[at], &to->parts[at], numbers, count, error);
    if (status != WYRM_OK ||
        to->how->progress((double)to->next / (double)to->count, to->how->context))
        return status;
    return wyrm_fail(error, WYRM_ERROR_LIMIT, "stopped before all runs were done");
}

/* Three arrays of one size: each is grown out of the same room, which only the last one notes. */
static void add_part(parted *to, judge_variant *variant, const piece *one)
{
    base_arena *arena = to->arena;
    size_t room = to->room;
    to->parts = base_grow(arena, to->parts, to->count, &room, sizeof *to->parts);
    room = to->room;
    to->variants = base_grow(arena, to->variants, to->count, &room, sizeof *to->variants);
    to->bytes = base_grow(arena, to->bytes, to->count, &to->room, sizeof *to->bytes);
    to->parts[to->count] = *one;
    to->variants[to->count] = variant;
    to->bytes[to->count++] = part_bytes(arena, variant, one);
}

void judge_measure_elsewhere(base_arena *arena, const judge_elsewhere *how, judge_wanted *wanted,
                             size_t count)
{
    parted to = {.arena = arena, .how = how};
    piece all;
    for (size_t i = 0; i < count; i++) {
        if (!lacks(wanted[i].variant, wanted[i].games, &all))
            continue;
        for (piece one = all; one.exact || one.first < all.games;
             one.exact = false, one.first = one.games) {
            one.games = one.first + how->part_games;
            one.games = one.games < all.games ? one.games : all.games;
            add_part(&to, wanted[i].variant, &one);
        }
    }
    const wyrm_parts_wanted parts = {common_bytes(arena, how->goals, how->dungeons), to.count,
                                     to.bytes};
    if (to.count > 0)
        base_must(arena,
                  how->maker->measure(&parts, take_part, &to, how->maker->context, &arena->error));
    for (size_t i = 0; i < count; i++)
        wanted[i].lacks = lacks(wanted[i].variant, wanted[i].games, &all);
}

/* ---- who does it ---- */

struct wyrm_part_worker {
    wyrm_design *design;
    const judge_goals *goals;
    uint64_t dungeons;
    double *numbers; /* of the part before */
};

static void give_numbers(const judge_variant *of, const piece *one, double *numbers)
{
    *numbers++ = 1;
    for (size_t goal = 0; goal < of->goals->count && one->exact; goal++, numbers += STATE) {
        const judge_goal_state *state = &of->states[goal];
        const judge_figure *figure = &state->figure;
        const double some[] = {figure->value,     figure->sampled, figure->ci95.low,
                               figure->ci95.high, figure->p,       (double)state->dungeons};
        memcpy(numbers, some, sizeof some);
        memcpy(numbers + COUNT_OF(some), state->groups, sizeof state->groups);
    }
    for (size_t i = 0; i < of->series_count; i++) {
        const judge_games *games = &of->series[i];
        const size_t fresh = row_of(games) * (size_t)(one->games - one->first);
        if (fresh > 0)
            memcpy(numbers, games->told + one->first * row_of(games), fresh * sizeof *numbers);
        numbers += fresh;
    }
}

static void make_worker(base_arena *arena, void *result, void *context)
{
    const wyrm_bytes *common = context;
    wyrm_part_worker *out = result;
    common_head head = {.seed = 0};
    if (common->length >= sizeof head)
        memcpy(&head, common->at, sizeof head);
    if (memcmp(head.mark, common_mark, sizeof common_mark) != 0)
        base_refuse(arena, WYRM_ERROR_SYNTAX, "this is not what is common to parts");
    const wyrm_status status =
        wyrm_design_parse_alone("ruleset of parts", (const char *)common->at + sizeof head,
                                common->length - sizeof head, &out->design, NULL);
    if (status != WYRM_OK)
        base_refuse(arena, status, "the ruleset of parts cannot be read");
    base_keep(arena, out->design, wyrm_design_free);
    out->goals = judge_goals_of(arena, out->design, head.seed);
    out->dungeons = head.dungeons;
}

wyrm_status wyrm_part_worker_new(wyrm_bytes common, wyrm_part_worker **out, wyrm_error *error)
{
    return base_make(sizeof **out, make_worker, &common, out, error);
}

void wyrm_part_worker_free(wyrm_part_worker *worker)
{
    if (worker != NULL)
        wyrm_free(worker->numbers);
    base_unmake(worker);
}

typedef struct doing {
    wyrm_part_worker *by;
    wyrm_bytes bytes;
    size_t count; /* of numbers */
} doing;

/* The texts stay where they are, in the bytes of the part, each up to its NUL. */
static const wyrm_change *read_changes(base_arena *arena, wyrm_bytes left, size_t count)
{
    wyrm_change *changes = base_array(arena, wyrm_change, count);
    for (size_t i = 0; i < 2 * count; i++) {
        const char *text = (const char *)left.at;
        const char *end = left.length > 0 ? memchr(text, '\0', left.length) : NULL;
        if (end == NULL)
            base_refuse(arena, WYRM_ERROR_SYNTAX, "a broken part");
        *(i % 2 == 0 ? &changes[i / 2].path : &changes[i / 2].text) = text;
        left.length -= (size_t)(end + 1 - text);
        left.at += end + 1 - text;
    }
    return changes;
}

/* Bytes that were broken on the way could ask for anything: numbers are held to limits before they
 * are used. */
static void do_part(base_arena *arena, void *context)
{
    doing *of = context;
    wyrm_part_worker *by = of->by;
    const judge_goals *goals = by->goals;
    wyrm_bytes left = of->bytes;
    part_head head = {.first = 1};
    judge_variant *variant;
    if (left.length >= sizeof head)
        memcpy(&head, left.at, sizeof head);
    if (head.first > head.games || head.games > PART_GAMES_MAX || head.changes > left.length)
        base_refuse(arena, WYRM_ERROR_SYNTAX, "a broken part");
    left.at += sizeof head;
    left.length -= sizeof head;
    const piece one = {head.exact != 0, head.first, head.first, head.games};
    const judge_variation how = {.count = head.changes,
                                 .changes = read_changes(arena, left, head.changes)};
    bool *played = base_array(arena, bool, goals->count);
    for (size_t i = 0; i < goals->count; i++)
        played[i] = judge_goal_is_played(goals, i);
    base_must(arena, judge_variant_open(goals, &how, &variant, &arena->error));
    base_keep(arena, variant, judge_variant_free);
    for (size_t i = 0; i < variant->series_count; i++)
        variant->series[i].count = one.first;
    /* Games before the first count as played: their rows stay empty, and nobody here reads them. */
    const judge_spending spending = {.games = one.games, .dungeons = by->dungeons, .threads = 1};
    base_must(arena,
              judge_variant_measure(variant, one.exact ? NULL : played, &spending, &arena->error));
    of->count = judge_variant_refused(variant) == NULL ? numbers_of(variant, &one) : 1;
    wyrm_free(by->numbers);
    by->numbers = base_zeroed(of->count, sizeof *by->numbers);
    if (by->numbers == NULL)
        base_refuse(arena, WYRM_ERROR_MEMORY, "out of memory");
    if (judge_variant_refused(variant) == NULL)
        give_numbers(variant, &one, by->numbers);
}

wyrm_status wyrm_part_do(wyrm_part_worker *worker, wyrm_bytes part, const double **numbers,
                         size_t *count, wyrm_error *error)
{
    doing of = {worker, part, 0};
    const wyrm_status status = base_do(do_part, &of, error);
    *numbers = worker->numbers;
    *count = of.count;
    return status;
}
