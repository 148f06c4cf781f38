/* A designer's list of changes to a ruleset, which is valid at any time.
 *
 * Each attempt builds the whole design again from the list, so that every rule of the reader
 * applies. If that fails the list is restored, and the reader's error is returned. */
#include "term/internal.h"
#include <stdio.h>
#include <string.h>
#include "base/arena.h"
#include "ruleset/internal.h"

void term_said(const wyrm_design *design, const char *path, char out[WYRM_CHANGE_TEXT_MAX])
{
    char *text = NULL;
    const wyrm_value *value = wyrm_ruleset_find(wyrm_design_ruleset(design), path);
    const bool said = rs_value_said(value, &text, NULL) == WYRM_OK;
    base_utf8_copy(out, WYRM_CHANGE_TEXT_MAX, said ? text : "");
    wyrm_free(text);
}

static void keep_change(term_changes *changes, size_t index, const char *path, const char *text)
{
    base_utf8_copy(changes->paths[index], WYRM_CHANGE_PATH_MAX, path);
    base_utf8_copy(changes->texts[index], WYRM_CHANGE_TEXT_MAX, text);
    changes->rows[index] = (wyrm_change){changes->paths[index], changes->texts[index]};
}

static void drop(term_changes *changes, size_t index)
{
    changes->count--;
    for (size_t i = index; i < changes->count; i++)
        keep_change(changes, i, changes->paths[i + 1], changes->texts[i + 1]);
}

/* Builds the design and engine from the list; on failure those before are kept. */
static wyrm_status make(term_changes *changes, wyrm_error *error)
{
    wyrm_design *design = NULL;
    wyrm_engine *engine = NULL;
    wyrm_errors *errors;
    if (wyrm_errors_new(&errors) != WYRM_OK)
        return wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory");
    wyrm_status status = changes->count == 0 ? WYRM_OK
                                             : wyrm_design_change(changes->begun, changes->rows,
                                                                  changes->count, &design, errors);
    if (status != WYRM_OK && wyrm_errors_kept(errors) > 0)
        *error = *wyrm_errors_at(errors, 0);
    else if (status != WYRM_OK)
        wyrm_fail(error, status, "%s", wyrm_status_text(status));
    wyrm_errors_free(errors);
    if (status == WYRM_OK && design != NULL)
        status = wyrm_engine_new(design, &engine, error);
    if (status != WYRM_OK) {
        wyrm_design_free(design);
        return status;
    }
    wyrm_engine_free(changes->engine);
    wyrm_design_free(changes->design);
    changes->engine = engine;
    changes->design = design;
    return WYRM_OK;
}

term_changes *term_changes_new(const wyrm_design *begun, const wyrm_change *rows, size_t count)
{
    wyrm_error error;
    term_changes *changes = base_zeroed(1, sizeof *changes);
    if (changes == NULL)
        return NULL;
    changes->begun = begun;
    for (size_t i = 0; i < count && i < WYRM_CHANGES_MAX; i++)
        keep_change(changes, changes->count++, rows[i].path, rows[i].text);
    if (make(changes, &error) == WYRM_OK)
        return changes;
    term_changes_free(changes);
    return NULL;
}

void term_changes_free(term_changes *changes)
{
    if (changes == NULL)
        return;
    wyrm_engine_free(changes->engine);
    wyrm_design_free(changes->design);
    wyrm_free(changes);
}

size_t term_changes_find(const term_changes *changes, const char *path)
{
    size_t at = 0;
    while (at < changes->count && strcmp(changes->paths[at], path) != 0)
        at++;
    return at;
}

wyrm_status term_changes_set(term_changes *changes, const char *path, const char *text,
                             wyrm_error *error)
{
    char before[WYRM_CHANGE_TEXT_MAX] = "", now[WYRM_CHANGE_TEXT_MAX], own[WYRM_CHANGE_TEXT_MAX];
    const size_t at = term_changes_find(changes, path);
    const bool fresh = at == changes->count;
    if (fresh && at == WYRM_CHANGES_MAX)
        return wyrm_fail(error, WYRM_ERROR_LIMIT, "%d keys are changed; take one back first",
                         WYRM_CHANGES_MAX);
    if (strlen(path) >= WYRM_CHANGE_PATH_MAX || strlen(text) >= WYRM_CHANGE_TEXT_MAX)
        return wyrm_fail(error, WYRM_ERROR_LIMIT, "that is too long");
    if (!fresh)
        snprintf(before, sizeof before, "%s", changes->texts[at]);
    keep_change(changes, at, path, text);
    changes->count += fresh;
    wyrm_status status = make(changes, error);
    if (status == WYRM_OK) {
        term_said(changes->begun, path, own);
        term_said(changes->design, path, now);
        return strcmp(own, now) == 0 ? term_changes_undo(changes, at, error) : WYRM_OK;
    }
    if (fresh)
        drop(changes, at);
    else
        keep_change(changes, at, path, before);
    return status;
}

wyrm_status term_changes_undo(term_changes *changes, size_t index, wyrm_error *error)
{
    char path[WYRM_CHANGE_PATH_MAX], text[WYRM_CHANGE_TEXT_MAX];
    snprintf(path, sizeof path, "%s", changes->paths[index]);
    snprintf(text, sizeof text, "%s", changes->texts[index]);
    drop(changes, index);
    wyrm_status status = make(changes, error);
    if (status != WYRM_OK)
        keep_change(changes, changes->count++, path, text);
    return status;
}
