/* Memory of a job: everything in it ends with it, and the first failure ends the job. */
#include <string.h>

#include "suite.h"

#include "base/arena.h"
#include "base/text.h"

typedef struct diary {
    char text[64];
    wyrm_status wanted; /* of the call that may fail */
} diary;

static void note_a(diary *kept)
{
    strcat(kept->text, "a");
}

static void note_b(diary *kept)
{
    strcat(kept->text, "b");
}

static void write_diary(base_arena *arena, void *context)
{
    diary *kept = context;
    base_keep(arena, kept, note_a);
    base_must(arena, kept->wanted);
    base_keep(arena, kept, note_b);
    strcat(kept->text, "!");
}

/* A ruleset's name has no maximum length: messages about one are never cut. */
TEST(what_is_said_is_whole_however_long)
{
    base_arena arena = {0};
    char name[1000];
    memset(name, 'n', sizeof name - 1);
    name[sizeof name - 1] = '\0';
    const char *text = base_say(&arena, "%s@%d", name, 7);
    assert_int_equal(strlen(text), sizeof name - 1 + strlen("@7"));
    assert_string_equal(text + sizeof name - 1, "@7");
    base_release(&arena);
}

TEST(a_job_that_goes_well_runs_to_its_end)
{
    base_arena arena = {0};
    diary kept = {.wanted = WYRM_OK};
    assert_int_equal(base_run(&arena, write_diary, &kept), WYRM_OK);
    assert_string_equal(kept.text, "!");
    base_release(&arena);
    assert_string_equal(kept.text, "!ba");
}

TEST(the_first_failure_ends_a_job_and_what_it_kept_is_released)
{
    base_arena arena = {0};
    diary kept = {.wanted = WYRM_ERROR_RANGE};
    assert_int_equal(base_run(&arena, write_diary, &kept), WYRM_ERROR_RANGE);
    assert_string_equal(kept.text, "");
    base_release(&arena);
    assert_string_equal(kept.text, "a");
}

static void ask_for_too_much(base_arena *arena, void *context)
{
    int *reached = context;
    *reached = 1;
    (void)base_take(arena, SIZE_MAX / 8, 16);
    *reached = 2;
}

TEST(out_of_memory_is_said_to_be_that)
{
    base_arena arena = {0};
    int reached = 0;
    assert_int_equal(base_run(&arena, ask_for_too_much, &reached), WYRM_ERROR_MEMORY);
    assert_int_equal(reached, 1);
    assert_string_equal(arena.error.message, "out of memory");
    /* Outside of a job the caller gets the failure. */
    assert_null(base_take(&arena, SIZE_MAX / 8, 16));
    base_release(&arena);
}

static void run_inside(base_arena *arena, void *context)
{
    diary *kept = context;
    assert_int_equal(base_run(arena, write_diary, kept), kept->wanted);
    strcat(kept->text, "?");
    base_must(arena, WYRM_ERROR_LIMIT);
}

TEST(a_job_in_a_job_fails_alone)
{
    base_arena arena = {0};
    diary kept = {.wanted = WYRM_ERROR_RANGE};
    assert_int_equal(base_run(&arena, run_inside, &kept), WYRM_ERROR_LIMIT);
    assert_string_equal(kept.text, "?");
    base_release(&arena);
}

TEST(what_is_taken_is_zero_apart_and_aligned)
{
    base_arena arena = {0};
    uint64_t *before = NULL;
    for (size_t size = 0; size < 40000; size += 997) {
        unsigned char *bytes = base_array(&arena, unsigned char, size);
        assert_int_equal((uintptr_t)bytes % _Alignof(max_align_t), 0);
        for (size_t i = 0; i < size; i++)
            assert_int_equal(bytes[i], 0);
        memset(bytes, 0xff, size);
        assert_true(before == NULL || *before == 7);
        before = base_new(&arena, uint64_t);
        *before = 7;
    }
    int *numbers = NULL;
    size_t capacity = 0;
    for (int i = 0; i < 1000; i++) {
        numbers = base_grow(&arena, numbers, (size_t)i, &capacity, sizeof *numbers);
        numbers[i] = i;
    }
    for (int i = 0; i < 1000; i++)
        assert_int_equal(numbers[i], i);
    base_release(&arena);
    assert_string_equal(base_text(&arena, "word", 3), "wor");
    base_release(&arena);
}

typedef struct story {
    char *text;
    diary *kept;
} story;

static void tell(base_arena *arena, void *result, void *context)
{
    story *made = result;
    made->kept = context;
    made->text = base_text(arena, "once", 4);
    write_diary(arena, context);
}

TEST(a_result_outlives_its_job_and_ends_with_all_that_it_is_made_of)
{
    story *made;
    diary kept = {.wanted = WYRM_OK};
    assert_int_equal(base_make(sizeof *made, tell, &kept, &made, NULL), WYRM_OK);
    assert_string_equal(made->text, "once");
    assert_string_equal(kept.text, "!");
    base_unmake(made);
    assert_string_equal(kept.text, "!ba");
    base_unmake(NULL);
}

TEST(a_job_that_fails_makes_nothing)
{
    story *made;
    diary kept = {.wanted = WYRM_ERROR_RANGE};
    assert_int_equal(base_make(sizeof *made, tell, &kept, &made, NULL), WYRM_ERROR_RANGE);
    assert_null(made);
    assert_string_equal(kept.text, "a");
}

static void keep_a_text(base_arena *arena, void *context)
{
    base_buffer *text = context;
    base_buffer_append(text, "written");
    assert_string_equal(base_buffer_keep(text, arena), "written");
    assert_null(text->bytes);
}

TEST(a_text_goes_with_the_arena_and_one_that_found_no_memory_fails_the_job)
{
    base_arena arena = {0};
    base_buffer whole = {0}, cut = {.failed = true};
    assert_int_equal(base_run(&arena, keep_a_text, &whole), WYRM_OK);
    base_release(&arena);
    assert_int_equal(base_run(&arena, keep_a_text, &cut), WYRM_ERROR_MEMORY);
    assert_string_equal(arena.error.message, "out of memory");
    base_release(&arena);
}
