/* The screens of the game do not change unintentionally.
 *
 * Rulesets are played with random keys and clicks, including every screen that they
 * open. tests/golden/screens has a line for every few inputs: a digest of all cells, their styles
 * and the cursor. Other tests check what is right; this one detects changes. After an intended
 * change, `make answers` writes the digests anew. */
#define OWN_MAIN
#include "stage.h"

#include <wyrm/rng.h>

/* Those that are shipped, and some with what these lack: shops, guns, very many things. */
static const char *const played[][2] = {
    {"ruggrogue", "ruggrogue"},
    {"yarl", "yarl"},
    {"tutorial", "tutorial"},
    {"tutorial-before", "tutorial-before"},
    {"bob-and-trev", "bob-and-trev"},
    {"shattered", "shattered"},
    {"shop", GOLDEN_DIR "/answers/shop.yaml"},
    {"gunner", GOLDEN_DIR "/answers/gunner.yaml"},
    {"large", GOLDEN_DIR "/answers/large.yaml"},
};

#define INPUTS  1600
#define A_LINE  50
#define DIGESTS (INPUTS / A_LINE)

/* Rows that tell in which file something stands are left out: folders differ. */
static void mix_screen(uint64_t *digest, const stage *on)
{
    for (int y = 0; y < on->height; y++) {
        const bool names_file = strstr(stage_row(on, y), ".yaml") != NULL;
        for (int x = 0; x < on->width && !names_file; x++) {
            mix_digest(digest, stage_cell(on, x, y).character);
            mix_digest(digest, stage_cell(on, x, y).style);
        }
    }
    mix_digest(digest, (uint64_t)on->canvas->cursor_x);
    mix_digest(digest, (uint64_t)on->canvas->cursor_y);
}

/* Mostly inputs that lead somewhere; else any command, what menus ask for, or a click. */
static void any_input(stage *on, wyrm_rng *rng)
{
    static const char *const often[] = {"o",   "o",     "o", "g",     ">",
                                        "Tab", "Space", "f", "Enter", "Esc"};
    static const char *const menus[] = {"a",  "b",     "c",   "d",    "Down",
                                        "Up", "Enter", "Esc", "PgDn", "n"};
    uint64_t choice = wyrm_rng_below(rng, 20), which = wyrm_rng_below(rng, 10);
    if (choice < 10) {
        stage_keys(on, often[which]);
    } else if (choice < 14) {
        stage_keys(on, menus[which]);
    } else if (choice < 19) {
        uint64_t deed = 1 + wyrm_rng_below(rng, TERM_DEED_COUNT - 1);
        term_input input = {.deed = deed == TERM_SAVE ? TERM_NOTHING : (term_deed)deed};
        stage_take(on, &input);
    } else {
        int x = (int)wyrm_rng_below(rng, (uint64_t)on->width);
        int y = (int)wyrm_rng_below(rng, (uint64_t)on->height);
        stage_click(on, x, y, which == 0);
    }
}

/* A game that has ended, or was left, is followed by the next. */
static void play(const char *ruleset, uint64_t out[DIGESTS])
{
    static const int sizes[][2] = {{80, 24}, {80, 24}, {100, 30}, {132, 50}};
    wyrm_rng rng = wyrm_rng_start(5, 0, 0, 0);
    uint64_t seed = 1;
    stage on = stage_open(ruleset, seed);
    for (size_t i = 0; i < INPUTS; i++) {
        bool failed;
        if (i % A_LINE == 0)
            out[i / A_LINE] = DIGEST_OF_NOTHING;
        any_input(&on, &rng);
        if (term_app_ended(on.app, &failed)) {
            stage_close(&on);
            on = stage_open(ruleset, ++seed);
        }
        const int *size = sizes[i / 5 % LENGTH_OF(sizes)];
        stage_draw(&on, size[0], size[1]);
        mix_screen(&out[i / A_LINE], &on);
    }
    stage_close(&on);
}

TEST(screens_show_what_they_showed)
{
    FILE *file = fopen(GOLDEN_DIR "/screens", "r");
    assert_non_null(file);
    for (size_t r = 0; r < LENGTH_OF(played); r++) {
        uint64_t found[DIGESTS];
        play(played[r][1], found);
        for (size_t i = 0; i < DIGESTS; i++) {
            char name[32];
            size_t first;
            unsigned long long digest;
            assert_int_equal(fscanf(file, "%31s %zu %llx", name, &first, &digest), 3);
            if (strcmp(name, played[r][0]) != 0 || first != i * A_LINE || digest != found[i])
                fail_msg("%s: other screens from input %zu on", played[r][0], i * A_LINE);
        }
    }
    fclose(file);
}

int main(int argc, char **argv)
{
    if (argc == 1)
        return run_suite();
    FILE *file = fopen(argv[1], "w");
    for (size_t r = 0; file != NULL && r < LENGTH_OF(played); r++) {
        uint64_t found[DIGESTS];
        play(played[r][1], found);
        for (size_t i = 0; i < DIGESTS; i++)
            fprintf(file, "%s %zu %016llx\n", played[r][0], i * A_LINE,
                    (unsigned long long)found[i]);
    }
    return file == NULL || fclose(file) != 0;
}
