/* Files are read whole, and written whole or not at all, even if the process is killed or the disk
 * is full. */
#include "played.h"

#include <wyrm/file.h>

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

enum { KILLS = 1000, PATH_ROOM = 512 };

static char folder[PATH_ROOM];

static const char *in_folder(const char *name)
{
    static char path[2 * PATH_ROOM];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

static int make_folder(void **state)
{
    const char *parent = getenv("TMPDIR");
    (void)state;
    snprintf(folder, sizeof folder, "%s/wyrm-file-test-XXXXXX", parent == NULL ? "/tmp" : parent);
    return mkdtemp(folder) == NULL;
}

/* The number of entries in the folder. */
static int entries(void)
{
    DIR *all = opendir(folder);
    int count = 0;
    assert_non_null(all);
    for (struct dirent *entry = readdir(all); entry != NULL; entry = readdir(all))
        count += strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0;
    closedir(all);
    return count;
}

static void empty_folder(void)
{
    DIR *all = opendir(folder);
    assert_non_null(all);
    for (struct dirent *entry = readdir(all); entry != NULL; entry = readdir(all)) {
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0)
            continue;
        if (unlink(in_folder(entry->d_name)) != 0)
            assert_int_equal(rmdir(in_folder(entry->d_name)), 0);
    }
    closedir(all);
}

static int remove_folder(void **state)
{
    (void)state;
    empty_folder();
    return rmdir(folder);
}

static void writes(const char *name, const char *text, bool replace)
{
    assert_works(wyrm_file_write(in_folder(name), text, strlen(text), replace, &last_error));
}

static void cannot_write(const char *name, bool replace, const char *message)
{
    wyrm_error error = {.message = ""};
    assert_int_equal(wyrm_file_write(in_folder(name), "new", 3, replace, &error), WYRM_ERROR_IO);
    assert_string_equal(error.message, message);
    assert_string_equal(error.file, in_folder(name));
}

static void holds(const char *name, const char *text)
{
    OWNED(char) * bytes;
    size_t length;
    assert_works(wyrm_file_read(in_folder(name), 1 << 20, &bytes, &length, &last_error));
    assert_int_equal(length, strlen(text));
    assert_memory_equal(bytes, text, length + 1);
}

static void cannot_read(const char *path, wyrm_status wanted, const char *message)
{
    char *bytes;
    size_t length;
    wyrm_error error = {.message = ""};
    assert_int_equal(wyrm_file_read(path, 10, &bytes, &length, &error), wanted);
    assert_string_equal(error.message, message);
    assert_string_equal(error.file, path);
    assert_null(bytes);
    assert_int_equal(length, 0);
    assert_int_equal(wyrm_file_read(path, 10, &bytes, &length, NULL), wanted);
}

/* Runs a check that changes the process in a child; its failure fails the test. */
static void in_child(void (*check)(void))
{
    fflush(NULL);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        check();
        fflush(NULL);
        _exit(0);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

/* An assertion in a child. */
#define CHILD_ASSERT(truth)                                                                        \
    do {                                                                                           \
        if (!(truth)) {                                                                            \
            fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #truth);                    \
            _exit(1);                                                                              \
        }                                                                                          \
    } while (0)

TEST(files_are_read_up_to_their_limit)
{
    writes("ten", "0123456789", false);
    writes("eleven", "0123456789a", false);
    writes("none", "", false);
    holds("ten", "0123456789");
    holds("none", "");
    char *bytes;
    size_t length;
    assert_ok(wyrm_file_read(in_folder("ten"), 10, &bytes, &length, NULL), NULL);
    assert_string_equal(bytes, "0123456789");
    free(bytes);
    cannot_read(in_folder("eleven"), WYRM_ERROR_LIMIT, "the file is larger than 10 bytes");
    empty_folder();
}

TEST(what_is_no_file_is_not_read)
{
    assert_int_equal(mkfifo(in_folder("pipe"), 0600), 0);
    cannot_read(in_folder("pipe"), WYRM_ERROR_IO, "it is no regular file");
    cannot_read(folder, WYRM_ERROR_IO, "it is a folder");
    cannot_read("/dev/null", WYRM_ERROR_IO, "it is no regular file");
    cannot_read(in_folder("missing"), WYRM_ERROR_IO, "no such file");
    empty_folder();
}

TEST(only_files_are_replaced_and_only_if_asked)
{
    writes("a", "old", false);
    cannot_write("a", false, "it exists already");
    holds("a", "old");
    writes("a", "new text", true);
    holds("a", "new text");
    writes("b", "made by replacing", true);
    holds("b", "made by replacing");
    assert_int_equal(entries(), 2);
    empty_folder();
}

TEST(folders_pipes_and_links_are_not_replaced)
{
    assert_int_equal(mkdir(in_folder("folder"), 0700), 0);
    assert_int_equal(mkfifo(in_folder("pipe"), 0600), 0);
    assert_int_equal(symlink("nowhere", in_folder("link")), 0);
    cannot_write("folder", true, "it exists and is no file");
    cannot_write("folder", false, "it exists already");
    cannot_write("pipe", true, "it exists and is no file");
    cannot_write("link", true, "it exists and is no file");
    cannot_write("link", false, "it exists already");
    cannot_write("none/file", true, "No such file or directory");
    assert_int_equal(entries(), 3);
    empty_folder();
}

/* Asking before long work gives the same answers and leaves nothing behind. */
TEST(whether_a_file_can_be_written_is_told_beforehand)
{
    static const struct {
        const char *name;
        bool replace;
        const char *why; /* NULL: it can be written */
    } rows[] = {{"new", true, NULL},
                {"new", false, NULL},
                {"old", true, NULL},
                {"old", false, "it exists already"},
                {"folder", true, "it exists and is no file"},
                {"none/file", true, "No such file or directory"}};
    assert_int_equal(mkdir(in_folder("folder"), 0700), 0);
    writes("old", "old", false);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        wyrm_error error = {0};
        const char *path = in_folder(rows[i].name);
        assert_int_equal(wyrm_file_can_write(path, rows[i].replace, &error),
                         rows[i].why ? WYRM_ERROR_IO : WYRM_OK);
        assert_string_equal(error.message, rows[i].why ? rows[i].why : "");
        assert_int_equal(entries(), 2);
    }
    holds("old", "old");
    empty_folder();
}

TEST(any_bytes_are_kept)
{
    char bytes[256], *read;
    size_t length;
    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = (char)i;
    assert_ok(wyrm_file_write(in_folder("bytes"), bytes, sizeof bytes, false, NULL), NULL);
    assert_ok(wyrm_file_read(in_folder("bytes"), sizeof bytes, &read, &length, NULL), NULL);
    assert_int_equal(length, sizeof bytes);
    assert_memory_equal(read, bytes, sizeof bytes);
    free(read);
    empty_folder();
}

/* A killed process's temporary file blocks nobody, not even one with the same number. */
/* Files that must stay: one being written, and those that are no temporary files. */
TEST(leftovers_of_who_was_killed_go_with_the_next_write)
{
    static const char *const others[] = {".wyrm-notes.tmp", ".wyrm-1-2.tmp.old", "wyrm-1-2.tmp"};
    int held = -1;
    char name[64];
    for (int i = 0; i < 40; i++) {
        snprintf(name, sizeof name, ".wyrm-%ld-%d.tmp", (long)getpid() + i % 2, i);
        int file = open(in_folder(name), O_CREAT | O_WRONLY, 0600);
        assert_true(file >= 0);
        if (i == 7)
            assert_int_equal(flock(held = file, LOCK_EX), 0);
        else
            close(file);
    }
    for (size_t i = 0; i < LENGTH_OF(others); i++)
        writes(others[i], "not a draft", false);
    snprintf(name, sizeof name, ".wyrm-%d-0.tmp", 99);
    assert_int_equal(symlink("/etc/passwd", in_folder(name)), 0);
    writes("a", "through", false);
    writes("a", "again", true);
    holds("a", "again");
    assert_int_equal(entries(), 1 + 1 + LENGTH_OF(others) + 1); /* the locked one, and the link */
    close(held);
    wyrm_file_clear(folder);
    assert_int_equal(entries(), 1 + LENGTH_OF(others) + 1);
    wyrm_file_clear(in_folder("nowhere"));
    empty_folder();
}

static void write_with_little_room(void)
{
    static char large[100000];
    struct rlimit limit = {20000, 20000};
    wyrm_error error;
    signal(SIGXFSZ, SIG_IGN);
    CHILD_ASSERT(setrlimit(RLIMIT_FSIZE, &limit) == 0);
    memset(large, 'x', sizeof large);
    CHILD_ASSERT(wyrm_file_write(in_folder("a"), large, sizeof large, true, &error) ==
                 WYRM_ERROR_IO);
    CHILD_ASSERT(strcmp(error.message, "File too large") == 0);
}

TEST(a_full_disk_leaves_the_old_file)
{
    writes("a", "old", false);
    in_child(write_with_little_room);
    holds("a", "old");
    assert_int_equal(entries(), 1);
    empty_folder();
}

static void write_without_permission(void)
{
    wyrm_error error;
    char *bytes;
    size_t length;
    if (geteuid() == 0)
        CHILD_ASSERT(setuid(65534) == 0);
    CHILD_ASSERT(wyrm_file_write(in_folder("a"), "new", 3, true, &error) == WYRM_ERROR_IO);
    CHILD_ASSERT(strcmp(error.message, "Permission denied") == 0);
    CHILD_ASSERT(wyrm_file_read(in_folder("a"), 10, &bytes, &length, &error) == WYRM_ERROR_IO);
    CHILD_ASSERT(strcmp(error.message, "Permission denied") == 0);
}

TEST(without_permission_nothing_changes)
{
    writes("a", "old", false);
    assert_int_equal(chmod(in_folder("a"), 0), 0);
    assert_int_equal(chmod(folder, 0555), 0);
    in_child(write_without_permission);
    assert_int_equal(chmod(folder, 0700), 0);
    assert_int_equal(chmod(in_folder("a"), 0600), 0);
    holds("a", "old");
    assert_int_equal(entries(), 1);
    empty_folder();
}

static bool is_next_begun; /* another process goes on between two steps of ours */

/* Stands in for the C library's, in the library, too. */
int flock(int file, int how)
{
    char old[2 * PATH_ROOM];
    if (is_next_begun) {
        is_next_begun = false;
        snprintf(old, sizeof old, "%s", in_folder(".wyrm-1-0.tmp"));
        CHILD_ASSERT(rename(old, in_folder("finished")) == 0);
        CHILD_ASSERT(close(open(old, O_WRONLY | O_CREAT | O_EXCL, 0600)) == 0);
    }
    return (int)syscall(SYS_flock, file, how);
}

/* A draft is found, gets its name before it can be locked, and its writer begins the next. */
TEST(a_draft_by_the_name_of_one_that_is_finished_stays)
{
    writes(".wyrm-1-0.tmp", "first", false);
    is_next_begun = true;
    wyrm_file_clear(folder);
    assert_false(is_next_begun);
    assert_int_equal(entries(), 2);
    holds("finished", "first");
    wyrm_file_clear(folder); /* now nobody is at work */
    assert_int_equal(entries(), 1);
    empty_folder();
}

enum { WRITERS = 4, ROUNDS = 50 };

static void write_own_text(int writer)
{
    char text[5000];
    memset(text, 'a' + writer, sizeof text);
    for (int i = 0; i < ROUNDS; i++)
        CHILD_ASSERT(wyrm_file_write(in_folder("shared"), text, sizeof text, true, NULL) ==
                     WYRM_OK);
}

TEST(writers_do_not_mix)
{
    pid_t writers[WRITERS];
    fflush(NULL);
    for (int i = 0; i < WRITERS; i++) {
        writers[i] = fork();
        assert_true(writers[i] >= 0);
        if (writers[i] == 0) {
            write_own_text(i);
            _exit(0);
        }
    }
    for (int i = 0; i < WRITERS; i++) {
        int status;
        assert_int_equal(waitpid(writers[i], &status, 0), writers[i]);
        assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    }
    char *text;
    size_t length;
    assert_ok(wyrm_file_read(in_folder("shared"), 10000, &text, &length, NULL), NULL);
    assert_int_equal(length, 5000);
    for (size_t i = 1; i < length; i++)
        assert_int_equal(text[i], text[0]);
    free(text);
    assert_int_equal(entries(), 1);
    empty_folder();
}

/* Two versions of a file, each one byte repeated. */
enum { VERSION_LENGTH = 60000 };
static char versions[2][VERSION_LENGTH];

/* Writes the two in turn, `first` first, until it is killed; reports that it has begun. */
static void write_for_ever(int first, int begun)
{
    if (write(begun, "", 1) != 1)
        _exit(1);
    for (int i = first;; i ^= 1)
        if (wyrm_file_write(in_folder("game"), versions[i], VERSION_LENGTH, true, NULL) != WYRM_OK)
            _exit(1);
}

static void kill_while_writing(int first, int microseconds)
{
    int status, ends[2];
    char begun;
    assert_int_equal(pipe(ends), 0);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0)
        write_for_ever(first, ends[1]);
    assert_int_equal(read(ends[0], &begun, 1), 1);
    usleep((useconds_t)microseconds);
    assert_int_equal(kill(child, SIGKILL), 0);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
    close(ends[0]);
    close(ends[1]);
}

TEST(killed_while_writing_the_old_or_the_new_file_is_there)
{
    const uint64_t seed = 1234;
    test_random random = {seed};
    int seen[2] = {0, 0}, left_behind = 0, times = played_times(KILLS);
    for (int i = 0; i < 2; i++)
        memset(versions[i], 'a' + i, VERSION_LENGTH);
    assert_ok(wyrm_file_write(in_folder("game"), versions[0], VERSION_LENGTH, false, NULL), NULL);
    for (int i = 0; i < times; i++) {
        OWNED(char) * text;
        size_t length;
        kill_while_writing((int)random_below(&random, 2), (int)random_below(&random, 3000));
        assert_ok(wyrm_file_read(in_folder("game"), VERSION_LENGTH, &text, &length, NULL), NULL);
        assert_holds(text[0] == 'a' || text[0] == 'b', seed);
        assert_holds(
            (length == 1 && i == 0) ||
                (length == VERSION_LENGTH && memcmp(text, versions[text[0] - 'a'], length) == 0),
            seed);
        seen[text[0] - 'a']++;
        left_behind += entries() > 1;
        assert_holds(entries() <= 2, seed);
    }
    print_message("%d kills: %d old, %d new, %d left a draft\n", times, seen[0], seen[1],
                  left_behind);
    assert_true(seen[0] > 0 && seen[1] > 0);
    assert_true(left_behind > 0); /* or no process was killed in the middle of a write */
    writes("game", "the last one", true);
    assert_int_equal(entries(), 1);
    empty_folder();
}

AROUND_ALL(make_folder, remove_folder)
