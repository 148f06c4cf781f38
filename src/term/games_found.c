/* Games that are saved. */
#include "term/games_found.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include <wyrm/file.h>

#include "term/games.h"

static const char ending[] = ".save";

static bool is_save(const char *name)
{
    size_t length = strlen(name);
    return name[0] != '.' && length > strlen(ending) &&
           strcmp(name + length - strlen(ending), ending) == 0;
}

static void look_at(term_saved *saved)
{
    char *text;
    size_t length;
    struct stat found;
    saved->changed = stat(saved->path, &found) == 0 ? found.st_mtime : 0;
    saved->error.code = WYRM_OK;
    if (wyrm_file_read(saved->path, WYRM_SAVE_MAX_BYTES, &text, &length, &saved->error) != WYRM_OK)
        return;
    if (wyrm_save_facts_of(saved->path, text, length, &saved->facts, &saved->error) == WYRM_OK)
        saved->error.code = WYRM_OK;
    free(text);
}

/* Whether the ruleset of a save leads up. */
static bool find_climbs(const char *source)
{
    wyrm_design *design;
    if (wyrm_design_open(source, &design, NULL) != WYRM_OK)
        return false;
    bool climbs = wyrm_play_rules_of(wyrm_design_ruleset(design)).climbs;
    wyrm_design_free(design);
    return climbs;
}

/* Each ruleset is asked once. */
static void learn_climbs(term_saved *saved, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        size_t same = 0;
        if (saved[i].error.code != WYRM_OK)
            continue;
        while (same < i && (saved[same].error.code != WYRM_OK ||
                            strcmp(saved[same].facts.source, saved[i].facts.source) != 0))
            same++;
        saved[i].climbs = same < i ? saved[same].climbs : find_climbs(saved[i].facts.source);
    }
}

/* The last one played first; of a moment by name. */
static int order(const void *one, const void *other)
{
    const term_saved *a = one, *b = other;
    if (a->changed != b->changed)
        return a->changed < b->changed ? 1 : -1;
    return strcmp(a->path, b->path);
}

wyrm_status term_games_find(const term_folders *folders, term_saved **out, size_t *count,
                            wyrm_error *error)
{
    char folder[TERM_PATH_MAX];
    *count = 0;
    *out = NULL;
    wyrm_status status = term_path_join(folder, folders->state, "games", error);
    DIR *listing = status == WYRM_OK ? opendir(folder) : NULL;
    if (listing == NULL)
        return status;
    size_t room = 0;
    for (const struct dirent *entry = readdir(listing);
         entry != NULL && *count < TERM_SAVED_MAX && status == WYRM_OK; entry = readdir(listing)) {
        if (!is_save(entry->d_name))
            continue;
        if (*count == room) {
            room = room > 0 ? 2 * room : 8;
            term_saved *more = realloc(*out, room * sizeof *more);
            if (more == NULL) {
                status = wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory");
                break;
            }
            *out = more;
        }
        term_saved *saved = &(*out)[*count];
        if (term_path_join(saved->path, folder, entry->d_name, error) != WYRM_OK)
            continue;
        look_at(saved);
        ++*count;
    }
    closedir(listing);
    if (status != WYRM_OK) {
        free(*out);
        *out = NULL;
        *count = 0;
    } else if (*count > 0) {
        qsort(*out, *count, sizeof **out, order);
        learn_climbs(*out, *count);
    }
    return status;
}
