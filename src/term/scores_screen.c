/* The high scores. */
#include "term/scores_screen.h"

#include <inttypes.h>
#include <stdio.h>

#include "term/app.h"
#include "term/page.h"
#include "term/scores.h"
#include "term/sidebar.h"

typedef struct scores_state {
    bool read;
    term_scores scores;
    char trouble[512]; /* why the file cannot be read; "" */
    term_page page;
} scores_state;

/* The lines of a page: what is wrong with the file, the heading, two lines a game. */
static size_t before_rows(const scores_state *state)
{
    return state->trouble[0] != '\0' ? 2 : 0;
}

static void line_of(const void *context, size_t index, term_page_line *out)
{
    const scores_state *state = context;
    size_t first = before_rows(state);
    if (index < first) {
        out->style = TERM_WARN;
        snprintf(out->text, sizeof out->text, "%.239s", index == 0 ? state->trouble : "");
        return;
    }
    index -= first;
    if (state->scores.count == 0) {
        snprintf(out->text, sizeof out->text, "Nobody has been here yet.");
        return;
    }
    const term_score *score = &state->scores.rows[index / 2];
    if (index % 2 == 0) {
        out->style = score->won ? TERM_GOOD : TERM_PLAIN;
        snprintf(out->label, sizeof out->label, "%3zu", index / 2 + 1);
        snprintf(out->text, sizeof out->text, "%s%.90s: %s %d, level %d, %" PRIu64 " experience",
                 score->won ? "won " : "", score->title, term_depth_word(score->climbs),
                 score->depth, score->level, score->experience);
        return;
    }
    out->style = TERM_DIM;
    snprintf(out->text, sizeof out->text, "%s%.120s, turn %u, %u killed; seed %" PRIu64 "%s%s",
             score->wins > 0 ? "plus; " : "", score->ending, score->turn, score->kills, score->seed,
             score->day[0] != '\0' ? ", " : "", score->day);
}

static void read_scores(term_app *app, scores_state *state)
{
    wyrm_error error;
    state->read = true;
    if (term_scores_read(term_app_folders(app)->state, &state->scores, &error) == WYRM_OK)
        return;
    snprintf(state->trouble, sizeof state->trouble, "%s%s%s (the file is left as it is)",
             error.file, error.file[0] != '\0' ? ": " : "", error.message);
    if (error.line > 0)
        snprintf(state->trouble, sizeof state->trouble, "%s:%d:%d: %s (the file is left as it is)",
                 error.file, error.line, error.column, error.message);
}

static void draw(term_app *app, void *data, term_canvas *canvas)
{
    scores_state *state = data;
    if (!state->read)
        read_scores(app, state);
    size_t rows = state->scores.count > 0 ? 2 * state->scores.count : 1;
    term_page_source source = {before_rows(state) + rows, 5, line_of, state};
    term_page_draw(&state->page, &source, canvas, "High scores", "up, down: scroll   Esc: back");
}

static void take(term_app *app, void *data, const term_input *input)
{
    if (!term_page_take(&((scores_state *)data)->page, input))
        term_pop(app);
}

static const term_screen_kind kind = {
    .name = "scores",
    .size = sizeof(scores_state),
    .whole = true,
    .draw = draw,
    .take = take,
};

void term_show_scores(term_app *app)
{
    term_push(app, &kind);
}
