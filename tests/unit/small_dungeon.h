/* The small dungeon of tests/golden/small_dungeon.yaml with some lines changed. */
#ifndef WYRM_TESTS_SMALL_DUNGEON_H
#define WYRM_TESTS_SMALL_DUNGEON_H

#include "helpers.h"

static inline void small_text(const char *changes, char *text, size_t size)
{
    int length = snprintf(
        text, size, "name: variant\nextends: " GOLDEN_DIR "/small_dungeon.yaml\n%s\n", changes);
    assert_true(length > 0 && (size_t)length < size);
}

static inline wyrm_design *small_with(const char *changes)
{
    char text[4096];
    small_text(changes, text, sizeof text);
    return design_from(text);
}

#endif
