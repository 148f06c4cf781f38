/* The page of all exact consequences of a designer's changes.
 *
 * Comparing two rulesets takes from a tenth of a second to a minute and cannot be interrupted. So a
 * child process compares them and sends the lines of the page through a pipe: meanwhile the game is
 * drawn as usual, and leaving the page kills the child. */
#include "term/internal.h"
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <wyrm/compare.h>
#include "base/arena.h"

/* ---- The lines of the comparison ---- */

#define FIGURES_MAX 120 /* listed at most */

static void say_figure(const wyrm_compared *figure, char *out, size_t size)
{
    char before[24] = "none", after[24] = "none";
    const bool share = strcmp(figure->unit, "share") == 0;
    void (*const say)(double, char *) = share ? term_percent : term_number;
    if (figure->in_a && !isnan(figure->a))
        say(figure->a, before);
    if (figure->in_b && !isnan(figure->b))
        say(figure->b, after);
    const char *unit = share ? "" : figure->unit;
    snprintf(out, size, "%s -> %s%s%s", before, after, unit[0] != '\0' ? " " : "", unit);
}

static void add_figures(term_page *page, const wyrm_comparison *found)
{
    size_t listed = 0;
    int group = -1;
    for (size_t i = 0; i < found->count && listed < FIGURES_MAX; i++) {
        const wyrm_compared *figure = &found->figures[i];
        char label[200], text[160];
        if (figure->same || figure->group == WYRM_COMPARE_TARGETS)
            continue;
        if ((int)figure->group != group) {
            group = (int)figure->group;
            term_page_heading(page, wyrm_compare_group_heading(figure->group));
        }
        if (figure->axis[0] != '\0')
            snprintf(label, sizeof label, "%s %d", figure->axis, figure->at);
        else
            label[0] = '\0';
        say_figure(figure, text, sizeof text);
        term_page_add(page, TERM_PLAIN, label, "%s, %s: %s", figure->of, figure->metric, text);
        listed++;
    }
    if (found->differing > listed)
        term_page_add(page, TERM_DIM, NULL,
                      "%zu figures differ of %zu; `wyrm compare` has them all.", found->differing,
                      found->count);
}

/* A list of names separated by commas, with a count of those that did not fit. */
typedef struct names {
    char list[440]; /* fits into a term_page_line */
    size_t more;
} names;

/* Adds a name, unless it is the last one already. */
static void add_name(names *to, const char *name)
{
    const size_t used = strlen(to->list), length = strlen(name);
    if (used >= length && strcmp(to->list + used - length, name) == 0)
        return;
    if (to->more > 0 || used + length + 2 + 20 >= sizeof to->list) /* "and 99 more" */
        to->more++;
    else
        snprintf(to->list + used, sizeof to->list - used, "%s%s", used > 0 ? ", " : "", name);
}

static void end_names(names *to)
{
    char more[40] = "";
    if (to->more > 0)
        snprintf(more, sizeof more, " and %zu more", to->more);
    strncat(to->list, more, sizeof to->list - strlen(to->list) - 1);
}

static const term_style verdict_styles[WYRM_VERDICT_COUNT] = {[WYRM_PASS] = TERM_GOOD,
                                                              [WYRM_WARN] = TERM_WARN,
                                                              [WYRM_FAIL] = TERM_BAD,
                                                              [WYRM_UNCLEAR] = TERM_WARN};

/* Adds a target that has changed: "31.0 % -> 52.4 % PASS -> FAIL player@1 against orc". */
static void add_target(term_page *page, const wyrm_compared *figure)
{
    const char *was = figure->in_a ? wyrm_verdict_name(figure->verdict_a) : "none";
    const char *is = figure->in_b ? wyrm_verdict_name(figure->verdict_b) : "none";
    const bool turned = strcmp(was, is) != 0;
    char text[160];
    say_figure(figure, text, sizeof text);
    term_page_add(page, figure->in_b ? verdict_styles[figure->verdict_b] : TERM_BOLD, figure->of,
                  "%s   %s%s%s%s%s", text, turned ? was : "", turned ? " -> " : "", is,
                  figure->where[0] != '\0' ? "   " : "", figure->where);
}

/* Adds the exact targets: first the changed ones, then those that stay the same, then the names of
 * targets that need games to be run. */
static void add_targets(term_page *page, const term_session *session, const wyrm_comparison *found)
{
    const wyrm_value *targets =
        wyrm_ruleset_find(wyrm_design_ruleset(term_begun_rules(session)), "targets");
    names same[WYRM_VERDICT_COUNT] = {{.more = 0}}, games = {.more = 0};
    term_page_gap(page); /* also where these are the first lines of the child's page */
    term_page_add(page, TERM_TITLE, NULL, "Targets");
    for (size_t t = 0; wyrm_value_item(targets, t) != NULL; t++) {
        const char *name = wyrm_value_key(targets, t);
        bool exact = false;
        for (size_t i = 0; i < found->count; i++) {
            const wyrm_compared *figure = &found->figures[i];
            if (figure->group != WYRM_COMPARE_TARGETS || strcmp(figure->of, name) != 0)
                continue;
            exact = true;
            if (figure->same && figure->verdict_a == figure->verdict_b)
                add_name(&same[figure->verdict_b], name);
            else
                add_target(page, figure);
        }
        if (!exact)
            add_name(&games, name);
    }
    if (wyrm_value_count(targets) == 0)
        term_page_add(page, TERM_DIM, NULL, "The ruleset has none.");
    end_names(&games);
    for (int verdict = 0; verdict < WYRM_VERDICT_COUNT; verdict++) {
        char label[40];
        end_names(&same[verdict]);
        snprintf(label, sizeof label, "%s as before", wyrm_verdict_name((wyrm_verdict)verdict));
        if (same[verdict].list[0] != '\0')
            term_page_add(page, TERM_DIM, label, "%s", same[verdict].list);
    }
    if (games.list[0] != '\0')
        term_page_add(page, TERM_WARN, "not run yet", "%s (they take games: wyrm check)",
                      games.list);
}

/* ---- The page, and the process behind it ---- */

#define SECONDS_MOST 600 /* CPU time of the child, seconds */
#define WORKS        "The targets and all else are being worked out ..."

typedef struct effects_state {
    term_page page; /* first, as term_page_kind requires */
    pid_t worker;   /* process id of the child; 0: none */
    double begun;   /* start of the child, in term_seconds */
    int pipe;
    char *bytes; /* the lines received so far, as term_page_line values */
    size_t length, room;
} effects_state;

/* Adds the results of the comparison to a page. */
static void compare(const term_session *session, term_page *page)
{
    wyrm_comparison *found = NULL;
    wyrm_error error = {.message = ""};
    wyrm_status status =
        wyrm_compare(term_begun_rules(session), term_changed_rules(session), NULL, &found, &error);
    if (status != WYRM_OK) {
        term_page_add(page, TERM_WARN, NULL, "The rest cannot be told: %s", error.message);
        return;
    }
    add_targets(page, session, found);
    add_figures(page, found);
    wyrm_comparison_free(found);
}

/* The child process: sends the lines and exits. It closes the locked file of the game and does not
 * touch the terminal. */
static _Noreturn void work(const term_session *session, int out)
{
    const struct rlimit limit = {SECONDS_MOST, SECONDS_MOST};
    term_page page = {.label_width = 1};
    if (session->journal.open)
        close(session->journal.file);
    setrlimit(RLIMIT_CPU, &limit);
    compare(session, &page);
    const char *bytes = (const char *)page.lines;
    for (size_t left = page.count * sizeof *page.lines; left > 0;) {
        const ssize_t done = write(out, bytes, left);
        if (done < 0 && errno != EINTR)
            _exit(1);
        bytes += done > 0 ? done : 0;
        left -= done > 0 ? (size_t)done : 0;
    }
    _exit(0);
}

static void end_work(effects_state *on)
{
    if (on->worker == 0)
        return;
    kill(on->worker, SIGKILL);
    while (waitpid(on->worker, NULL, 0) < 0 && errno == EINTR)
        continue;
    close(on->pipe);
    wyrm_free(on->bytes);
    on->worker = 0;
    on->bytes = NULL;
}

/* Starts the child; false where that fails. */
static bool begin_work(const term_session *session, effects_state *on)
{
    int ends[2];
    if (pipe(ends) != 0)
        return false;
    on->worker = fork();
    if (on->worker == 0) {
        close(ends[0]);
        work(session, ends[1]);
    }
    close(ends[1]);
    if (on->worker < 0) {
        close(ends[0]);
        on->worker = 0;
        return false;
    }
    on->begun = term_seconds();
    on->pipe = ends[0];
    fcntl(on->pipe, F_SETFL, O_NONBLOCK);
    fcntl(on->pipe, F_SETFD, FD_CLOEXEC);
    return true;
}

/* Replaces the last line of the page ("working") by the lines received, which may be incomplete. */
static void take_lines(effects_state *on)
{
    const size_t count = on->length / sizeof(term_page_line);
    on->page.count--;
    for (size_t i = 0; i < count; i++) {
        term_page_add(&on->page, TERM_PLAIN, NULL, "%s", "");
        memcpy(&on->page.lines[on->page.count - 1], on->bytes + i * sizeof(term_page_line),
               sizeof(term_page_line));
    }
    if (count == 0)
        term_page_add(&on->page, TERM_WARN, NULL, "The rest could not be worked out.");
}

/* Shows the elapsed time after two seconds, so that nobody wonders whether it still works. */
static void say_it_works(effects_state *on)
{
    const double seconds = term_seconds() - on->begun;
    term_page_line *last = &on->page.lines[on->page.count - 1];
    if (seconds >= 2.0)
        snprintf(last->text, sizeof last->text, WORKS " (%.0f s)", seconds);
}

static bool tick(term_app *app, void *state)
{
    effects_state *on = state;
    (void)app;
    if (on->worker == 0)
        return false;
    for (;;) {
        if (on->length == on->room) {
            char *more = base_resize(on->bytes, on->room + (1 << 16));
            if (more == NULL)
                break;
            on->bytes = more;
            on->room += 1 << 16;
        }
        const ssize_t done = read(on->pipe, on->bytes + on->length, on->room - on->length);
        if (done < 0 && (errno == EAGAIN || errno == EINTR)) {
            say_it_works(on);
            return true;
        }
        if (done <= 0)
            break;
        on->length += (size_t)done;
    }
    take_lines(on);
    end_work(on);
    return false;
}

static void draw(term_app *app, void *state, term_canvas *canvas)
{
    term_page_kind.draw(app, state, canvas);
}

static void take(term_app *app, void *state, const term_input *input)
{
    term_page_kind.take(app, state, input);
}

static void leave(void *state)
{
    end_work(state);
    term_page_kind.leave(state);
}

void term_open_effects(term_app *app, const term_told *lines, size_t count)
{
    static const term_screen_kind kind = {.name = "numbers",
                                          .size = sizeof(effects_state),
                                          .draw = draw,
                                          .take = take,
                                          .tick = tick,
                                          .leave = leave};
    const term_session *session = app->session;
    const term_changes *changes = session->changes;
    effects_state *on = term_push(app, &kind);
    term_page *page = &on->page;
    term_page_begin(page, "What the changes do", NULL);
    page->again = TERM_LOG;
    page->label_width = 26;
    term_page_heading(page, "Changed");
    for (size_t i = 0; i < changes->count; i++) {
        char was[WYRM_CHANGE_TEXT_MAX];
        term_said(term_begun_rules(session), changes->paths[i], was);
        term_page_add(page, TERM_BOLD, NULL, "%s: %s -> %s", changes->paths[i],
                      was[0] != '\0' ? was : "none", changes->texts[i]);
    }
    term_page_heading(page, "Odds against who is in view");
    for (size_t i = 0; i < count; i++)
        term_page_add(page, lines[i].style, NULL, "%s", lines[i].words);
    if (count == 0)
        term_page_add(page, TERM_DIM, NULL, "Nobody is in view.");
    if (begin_work(session, on))
        term_page_add(page, TERM_DIM, NULL, WORKS);
    else
        compare(session, page);
}
