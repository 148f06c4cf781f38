/* Whether a value changes any outcome: others are put in its place. */
#include "judge/inert.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Numbers that all trials together may come to, a second or two: the values behind that are not
 * tried. */
#define WORK_MAX ((size_t)100000000)

wyrm_status wyrm_judge_inert_push(judge_inert *walk, const judge_dead_value *dead)
{
    if (walk->count == walk->room) {
        size_t room = walk->room > 0 ? 2 * walk->room : 32;
        judge_dead_value *list = realloc(walk->dead, room * sizeof *list);
        if (list == NULL)
            return wyrm_fail(walk->error, WYRM_ERROR_MEMORY, "out of memory");
        walk->dead = list;
        walk->room = room;
    }
    walk->dead[walk->count++] = *dead;
    return WYRM_OK;
}

#define OTHERS_LISTED 4

/* "0, 1 or 3" */
static void list_others(char others[OTHERS_LISTED][48], size_t count, char *text, size_t size)
{
    size_t length = 0;
    text[0] = '\0';
    for (size_t i = 0; i < count && i < OTHERS_LISTED && length < size; i++) {
        const char *mark = i == 0 ? "" : i + 1 == count || i + 1 == OTHERS_LISTED ? " or " : ", ";
        int added = snprintf(text + length, size - length, "%s%s", mark, others[i]);
        length += added > 0 ? (size_t)added : 0;
    }
}

static void show_value(const wyrm_value *value, size_t row, char *text, size_t size)
{
    const wyrm_depth_row *rows = wyrm_value_rows(value);
    switch (wyrm_value_kind(value)) {
    case WYRM_KIND_BOOL:
        snprintf(text, size, "%s", wyrm_value_bool(value) ? "true" : "false");
        break;
    case WYRM_KIND_RANGE:
    case WYRM_KIND_INTERVAL:
        snprintf(text, size, "[%.6g, %.6g]", wyrm_value_low(value), wyrm_value_high(value));
        break;
    case WYRM_KIND_TABLE:
        snprintf(text, size, "[%.6g, %d]", rows[row].value, (int)rows[row].from_depth);
        break;
    case WYRM_KIND_CHOICE:
        snprintf(text, size, "%s", wyrm_value_text(value));
        break;
    default:
        snprintf(text, size, "%.6g", wyrm_value_real(value));
        break;
    }
}

/* Whether what stands at `count` is told already: others that differ may be written alike. */
static bool is_listed(char others[OTHERS_LISTED][48], size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(others[i], others[count]) == 0)
            return true;
    return false;
}

/* Tries the others first..end-1 of a value: dead where one or more made sense and none made a
 * difference. */
static wyrm_status try_others(judge_inert *walk, const wyrm_value *value, size_t first, size_t end,
                              bool *dead, char *tried, size_t size)
{
    judge_varying *varying = walk->varying;
    wyrm_status status = WYRM_OK;
    char others[OTHERS_LISTED][48], unlisted[48];
    size_t same = 0, listed = 0;
    bool other = false;
    for (size_t i = first; status == WYRM_OK && !other && i < end; i++) {
        char *text = listed < OTHERS_LISTED ? others[listed] : unlisted;
        judge_trial trial;
        if (!wyrm_vary_try(varying->variation, value, i, text, sizeof unlisted))
            continue;
        status =
            wyrm_judge_varying_compare(varying, walk->section->side, false, &trial, walk->error);
        wyrm_vary_restore(varying->variation);
        other = trial == JUDGE_TRIAL_OTHER;
        same += trial == JUDGE_TRIAL_SAME;
        listed += trial == JUDGE_TRIAL_SAME && listed < OTHERS_LISTED && !is_listed(others, listed);
    }
    *dead = status == WYRM_OK && same > 0 && !other;
    list_others(others, listed, tried, size);
    return status;
}

/* A value without members. Of a table every row is tried by itself, but for those that are too
 * deep, which another finding names. */
wyrm_status wyrm_judge_inert_try(judge_inert *walk, const wyrm_value *value, const char *path,
                                 size_t *tried, size_t *dead)
{
    const wyrm_depth_row *rows = wyrm_value_rows(value);
    size_t parts = rows != NULL ? wyrm_value_count(value) : 1;
    size_t others = wyrm_vary_count(value) / (parts > 0 ? parts : 1);
    wyrm_status status = WYRM_OK;
    for (size_t part = 0; status == WYRM_OK && others > 0 && part < parts; part++) {
        if (rows != NULL && rows[part].from_depth > walk->varying->last_depth)
            continue;
        if (walk->varying->work > WORK_MAX) {
            walk->untried++;
            ++*tried;
            continue;
        }
        judge_dead_value found = {.values = 1};
        bool is_dead = false;
        status = try_others(walk, value, part * others, (part + 1) * others, &is_dead, found.tried,
                            sizeof found.tried);
        ++*tried;
        if (status != WYRM_OK || !is_dead)
            continue;
        ++*dead;
        snprintf(found.path, sizeof found.path, "%s", path);
        show_value(value, part, found.shown, sizeof found.shown);
        status = wyrm_judge_inert_push(walk, &found);
    }
    return status;
}

/* ---- bands ---- */

bool wyrm_judge_inert_is_by_band(const judge_inert *walk, const wyrm_value *value)
{
    if (wyrm_value_kind(value) != WYRM_KIND_MAP || wyrm_value_count(value) < 2)
        return false;
    for (size_t i = 0; i < wyrm_value_count(value); i++)
        if (wyrm_bands_find(&walk->bands, wyrm_value_key(value, i)) < 0)
            return false;
    return true;
}

static wyrm_status makes_no_difference(judge_inert *walk, const wyrm_value *value,
                                       const wyrm_value *other, bool *same)
{
    judge_trial trial = JUDGE_TRIAL_NONE;
    wyrm_status status = WYRM_OK;
    if (wyrm_vary_by(walk->varying->variation, value, other))
        status = wyrm_judge_varying_compare(walk->varying, walk->section->side, true, &trial,
                                            walk->error);
    wyrm_vary_restore(walk->varying->variation);
    *same = status == WYRM_OK && trial == JUDGE_TRIAL_SAME;
    return status;
}

/* Two bands whose values differ: does either change anything in the other's place? */
wyrm_status wyrm_judge_inert_compare_bands(judge_inert *walk, const wyrm_value *map, size_t index,
                                           const char *path)
{
    const wyrm_value *one = wyrm_value_item(map, index);
    const wyrm_value *next = wyrm_value_item(map, index + 1);
    char first[32], second[32];
    bool forth = false, back = false;
    show_value(one, 0, first, sizeof first);
    show_value(next, 0, second, sizeof second);
    if (wyrm_vary_count(one) == 0 || strcmp(first, second) == 0)
        return WYRM_OK;
    wyrm_status status = makes_no_difference(walk, one, next, &forth);
    if (status == WYRM_OK && forth)
        status = makes_no_difference(walk, next, one, &back);
    if (status != WYRM_OK || !back)
        return status;
    const char *mode = walk->section->side == JUDGE_SIDE_LOOT ? walk->mode : "";
    return wyrm_judge_findings_add(
        walk->findings, walk->kind, path, walk->error,
        "the bands %s and %s differ on paper only: %s and %s come to the same "
        "at every depth of both%s%s",
        wyrm_value_key(map, index), wyrm_value_key(map, index + 1), first, second,
        mode[0] != '\0' ? ", in the mode " : "", mode);
}
