/* A folder of its own for each test that writes the player's files. */
#ifndef WYRM_TESTS_STATE_FOLDER_H
#define WYRM_TESTS_STATE_FOLDER_H

#include "helpers.h"

#include <glob.h>
#include <unistd.h>

#include "term/internal.h"

static term_folders folders;

static inline int make_folder(void **state)
{
    (void)state;
    /* In a memory file system if there is one: otherwise each step waits for the disk. */
    strcpy(folders.state,
           access("/dev/shm", W_OK) == 0 ? "/dev/shm/wyrm-state-XXXXXX" : "/tmp/wyrm-state-XXXXXX");
    strcpy(folders.config, "/nowhere");
    return mkdtemp(folders.state) == NULL;
}

static inline int remove_folder(void **state)
{
    (void)state;
    char command[TERM_PATH_MAX + 16];
    snprintf(command, sizeof command, "rm -rf '%s'", folders.state);
    return system(command);
}

static inline const char *in_state(const char *name)
{
    static char path[TERM_PATH_MAX + 64];
    snprintf(path, sizeof path, "%s/%s", folders.state, name);
    return path;
}

static inline bool exists(const char *name)
{
    return access(in_state(name), F_OK) == 0;
}

/* The number of files in the state folder that match a pattern. */
static inline size_t count_files(const char *pattern)
{
    glob_t found;
    size_t count = glob(in_state(pattern), 0, NULL, &found) == 0 ? found.gl_pathc : 0;
    globfree(&found);
    return count;
}

static inline void write_text(const char *name, const char *text)
{
    FILE *file = fopen(in_state(name), "w");
    assert_non_null(file);
    fputs(text, file);
    assert_int_equal(fclose(file), 0);
}

/* A test with a folder of its own. */
#define TEST_IN_FOLDER(name) TEST_WITH(name, make_folder, remove_folder)

RELEASED_BY(term_session, term_session_free)
#define OWNED_SESSION OWNED(term_session)

/* A new session, and one continued from the state folder. The caller frees them
 * (term_session_free). */
static inline term_session *begin_session(const char *ruleset, uint64_t seed)
{
    term_session *session;
    OWNED_ERRORS *errors = fresh_errors();
    term_new_game game = {.ruleset = ruleset, .seed = seed};
    assert_told(term_game_new(&folders, &game, &session, errors), errors);
    return session;
}

static inline term_session *continue_session(const char *name)
{
    term_session *session;
    OWNED_ERRORS *errors = fresh_errors();
    assert_told(term_game_continue(&folders, in_state(name), &session, errors), errors);
    return session;
}

#endif
