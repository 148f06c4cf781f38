/* Random keys, clicks and sizes, by the thousand: no screen breaks, hangs or leaves the canvas. */
#include "sound.h"
#include "stage.h"

#define INPUTS_A_GAME 600
#define GAMES         6 /* of every ruleset */

static uint64_t next(uint64_t *state)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return *state >> 33;
}

/* Mostly keys that mean something in the dungeon, then all that there are, then the mouse. */
static term_input draw_input(const stage *on, uint64_t *state)
{
    static const char often[] = "hjklyubnHJKLYUBNo_g,>aqewrdftxvpmci@?\r\x1b\t.s12369";
    uint64_t kind = next(state) % 20;
    if (kind < 14)
        return term_keys_input(&on->keys, (term_key)often[next(state) % (sizeof often - 1)]);
    if (kind < 17)
        return term_keys_input(&on->keys, TERM_KEY_UP + (term_key)(next(state) % 12));
    if (kind < 18)
        return term_keys_input(&on->keys, 1 + (term_key)(next(state) % 126));
    term_input input = {.mouse = true, .other_button = next(state) % 4 == 0};
    input.wheel = (int)(next(state) % 3) - 1;
    input.x = (int)(next(state) % (uint64_t)on->width);
    input.y = (int)(next(state) % (uint64_t)on->height);
    return input;
}

static void check(const stage *on, uint64_t seed)
{
    assert_holds(on->canvas->width == on->width && on->canvas->height == on->height, seed);
    assert_holds(on->canvas->cursor_x < on->width && on->canvas->cursor_y < on->height, seed);
    for (int i = 0; i < on->width * on->height; i++)
        assert_holds(on->canvas->cells[i].style < TERM_STYLE_COUNT, seed);
    assert_sound_game(on->session->engine, on->session->game);
}

static void play_at_random(const char *ruleset, uint64_t seed)
{
    OWNED_STAGE on = stage_open(ruleset, seed);
    uint64_t state = seed;
    bool failed = false;
    for (int i = 0; i < INPUTS_A_GAME; i++) {
        term_input input = draw_input(&on, &state);
        if (input.deed == TERM_SAVE)
            continue;
        term_app_take(on.app, &input);
        if (term_app_ended(on.app, &failed))
            break; /* left by the menu, or dead */
        if (next(&state) % 50 == 0) {
            on.width = TERM_WIDTH_LEAST + (int)(next(&state) % 150);
            on.height = TERM_HEIGHT_LEAST + (int)(next(&state) % 50);
        }
        for (int k = 0; k < 20 && term_app_ticks(on.app); k++)
            term_app_tick(on.app);
        stage_draw(&on, on.width, on.height);
        check(&on, seed);
    }
    assert_holds(!failed, seed);
}

TEST(random_keys_do_no_harm)
{
    size_t count;
    const wyrm_shipped *shipped = wyrm_shipped_rulesets(&count);
    for (size_t i = 0; i < count; i++)
        for (uint64_t seed = 1; seed <= GAMES; seed++)
            play_at_random(shipped[i].name, seed);
}
