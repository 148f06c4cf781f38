#ifndef WYRM_SRC_HTML_INTERNAL_H
#define WYRM_SRC_HTML_INTERNAL_H

#include <math.h>

#include "text/internal.h"

/* How charts print figures. */
#define HTML_UTF8 ((text_style){.utf8 = true})

/* ---- HTML, and the shell of a page (html.c) ---- */

/* Writes a template of HTML, where ' stands for ", with values in its places, one argument each:
 *   {}   const char *, a text: <, >, & and quotes are written as what they stand for
 *   {b}  the same in an element of its own direction, for texts of a ruleset
 *   {p}  prose: the same, and no number is torn from its unit
 *   {c}  a command of the shell, as <code>
 *   {.}  the path of a value, "monsters.orc.hp", which breaks only behind its dots
 *   {u}  a unit in brackets behind a label, " (hit points)"; nothing for "" and "share"
 *   {n}  size_t, a number; {d} the same of int; {1} of double with so many decimals, 0 to 2 */
void html_write(text_page *page, const char *template, ...);

/* A <table> that scrolls inside its own box; `label` names the box for readers of the screen;
 * its end is that of a <tbody>. */
void html_table_begin(text_page *page, const char *label, const char *caption);
void html_table_end(text_page *page);

/* The shell of a page, and its sections; the title is h1, sections are h2, figures h3. */
typedef struct html_link {
    const char *id; /* of the section; NULL ends a list */
    const char *text;
} html_link;

/* `description`: one sentence below the title, "" for none; `links`: the sections, to jump by. */
void html_page_begin(text_page *page, const char *title, const char *description,
                     const html_link *links);
void html_page_end(text_page *page, const char *footer);
void html_section_begin(text_page *page, const char *id, const char *heading);
void html_section_end(text_page *page);

/* A word that says how something stands, in the colour and with the sign of its tone: "FAIL". */
void html_badge(text_page *page, text_tone tone, const char *word);

/* The style and the script of pages, which the build makes out of src/html/assets. */
typedef struct html_asset {
    const char *name; /* "report.css" */
    const char *text; /* NUL-ended */
    size_t length;
} html_asset;

extern const html_asset html_asset_table[]; /* in the order of names */
extern const size_t html_asset_count;

/* ---- Charts as data (chart.c) ----
 *
 * A chart answers one question. Its texts and marks live as long as its arena, or are static; what
 * fills it may jump out of base_run where memory is out. */

#define HTML_SERIES_MAX   24
#define HTML_COMMANDS_MAX 10

typedef enum html_chart_kind {
    HTML_LINES,   /* y over x, with a band where marks have intervals */
    HTML_STEPS,   /* the same as steps: survival */
    HTML_STACKED, /* columns of parts: what kills at each depth */
    HTML_COLUMNS, /* columns beside each other: a distribution, counts */
    HTML_DOTS,    /* a value with its interval for each category, from left to right */
    HTML_RANGES,  /* a wanted band and the distribution in it, for each category */
    HTML_SCATTER, /* points, those that stand out with their names */
    HTML_HEATMAP, /* a table of colours: x and y are whole numbers, `value` the colour */
    HTML_KIND_COUNT
} html_chart_kind;

extern const char *const html_kind_names[HTML_KIND_COUNT]; /* "lines": in JSON, and as a class */

/* One mark. What does not apply is NAN (numbers) or NULL. */
typedef struct html_mark {
    double x, y;       /* x of categories: their index */
    double low, high;  /* the interval of y; of ranges: the quantiles drawn as a box */
    double value;      /* of heat: what the colour stands for; of ranges: least and */
    double most;       /* ... greatest value */
    const char *label; /* who it is */
    bool named;        /* of scatter: its label is drawn */
} html_mark;

typedef struct html_series {
    base_arena *arena;
    char name[96];
    bool dashed;    /* the other side of a comparison, or what is wanted */
    bool reference; /* drawn behind, without a colour of its own: a wanted range, the line of no
                       difference */
    bool total;     /* of stacked columns, the last series: all parts together with their interval,
                       drawn over them */
    size_t alike;   /* 1 + the place among those of another chart that it looks like; 0: its own */
    size_t count, capacity;
    html_mark *marks;
} html_series;

typedef struct html_axis {
    const char *label;      /* "depth" */
    const char *unit;       /* "hit points"; "share": numbers of [0, 1], shown in per cent; "" */
    double least, greatest; /* NAN: as the marks need it */
    bool whole;             /* only whole numbers are ticks */
    bool logarithmic;       /* where all marks are above 0, or a `least` above it is given */
} html_axis;

typedef struct html_chart {
    base_arena *arena;
    html_chart_kind kind;
    const char *id;      /* "survival": of the figure in the page and of its JSON */
    const char *title;   /* the question: "How deep do they get?" */
    const char *caption; /* what to see, with its numbers */
    size_t command_count;
    const char *commands[HTML_COMMANDS_MAX]; /* together they print these numbers */
    const char *printed;    /* what the commands print, where it is not all: "The hardest fight" */
    const char *replay;     /* what shows a run that stands for it; "" */
    const char *value_unit; /* of heat */
    const char *between;    /* what low..high is: "95 % interval" */
    html_axis x, y;
    size_t category_count, category_capacity;
    const char **categories; /* names on the x axis instead of numbers */
    bool long_names;         /* they are told apart by their ends, and have more room */
    size_t series_count;
    html_series series[HTML_SERIES_MAX];
    /* Where it stands in a report. */
    struct html_report *report;
    const struct html_section *section;
    const struct html_chart_row *row;
    size_t side; /* that it is of, where each has its own */
} html_chart;

void html_chart_begin(html_chart *chart, base_arena *arena, html_chart_kind kind, const char *id,
                      const char *title);
void html_axes(html_chart *chart, const char *x, const char *x_unit, const char *y,
               const char *y_unit);
void html_caption(html_chart *chart, const char *format, ...) WYRM_PRINTF(2, 3);
/* Adds what prints these numbers, or some of them; the same one again, "" and more than there is
 * room for are left out. */
void html_command(html_chart *chart, const char *command);
/* Adds a category and returns its x. */
double html_category(html_chart *chart, const char *name);
html_series *html_add_series(html_chart *chart, const char *name);
/* A mark without interval and name, for more to be set; the same with an interval; and a figure
 * with its interval unless it is exact, or none where it is not known. */
html_mark *html_add_mark(html_series *series, double x, double y);
html_mark *html_add_interval(html_series *series, double x, double y, wyrm_interval ci95);
void html_add_estimate(html_series *series, double x, wyrm_estimate of);

/* A number that has a place on an axis: not NAN, and none of which more is shown than anybody can
 * see. Beyond that numbers are told, not drawn. */
static inline bool html_is_drawable(double value)
{
    return fabs(value) <= 1e300;
}

/* Whether the interval of a mark is known, though it may have no end. */
static inline bool html_has_interval(const html_mark *mark)
{
    return !isnan(mark->low) && !isnan(mark->high);
}

/* Whether a mark has what its kind needs to be drawn; the others are in the table and in JSON
 * only. */
bool html_is_drawn(const html_chart *chart, const html_series *series, const html_mark *mark);

/* What stands below a mark of a stack: the marks of earlier series at the same x. */
double html_stack_below(const html_chart *chart, size_t series, size_t index);

/* The order of two doubles, for qsort. */
int html_by_value(const void *a, const void *b);

/* {id, kind, title, caption, commands, replay, x {label, unit, scale}, y, categories [...], series
 * [{name, dashed, reference, total, marks [{...}...]}...]}, in the order of the chart.
 *
 * A mark is {x, y} and, as far as it has them, {low, high, label}; of ranges also {least,
 * greatest}; of heat maps {x, y, value}. What is not finite is null. */
void html_put_chart(base_json *json, const html_chart *chart); /* shell.c */

/* ---- Charts as HTML: figures (figure.c), and the marks in them (marks.c) ---- */

#define HTML_LOOKS      8 /* classes s0...s7 of report.css */
#define HTML_SHADES     9 /* classes h0...h8 */
#define HTML_LAYERS_MAX 3

/* How a series is told from the others: colour, and shape or pattern. A dashed series shares them
 * with its partner where every dashed series has one. */
typedef struct html_look {
    int colour;
    int shape;    /* also of patterns: 0 is plain */
    bool hollow;  /* dashed */
    size_t place; /* among the series that are no reference */
} html_look;

html_look html_series_look(const html_chart *chart, size_t series);

/* A chart being drawn: where its plot lies, and the series and mark at hand. */
typedef struct html_drawing {
    const html_chart *chart;
    text_page *page;
    bool heat, slots;
    double width, height;
    double left, right, top, bottom; /* of the plot */
    double inset;                    /* between the plot's ends and the first and last x */
    double gap;                      /* least distance of two x; of slots: their width */
    double places;                   /* series that stand beside each other in a slot */
    bool slanted;                    /* names of categories that do not fit beside each other */
    text_axis x, y;
    text_axis shades; /* of heat: what the colours stand for */
    const html_series *of;
    html_look look;
    size_t s, i; /* places of the series and of the mark */
    const html_mark *mark;
} html_drawing;

static inline void html_take_series(html_drawing *d, size_t s)
{
    d->s = s;
    d->of = &d->chart->series[s];
    d->look = html_series_look(d->chart, s);
}

static inline void html_take_mark(html_drawing *d, size_t i)
{
    d->i = i;
    d->mark = &d->of->marks[i];
}

static inline double html_x(const html_drawing *d, double x)
{
    double length = d->right - d->left - 2 * d->inset;
    return d->left + d->inset + text_axis_share(&d->x, x) * length;
}

static inline double html_y(const html_drawing *d, double y)
{
    return d->bottom - text_axis_share(&d->y, y) * (d->bottom - d->top);
}

/* Between two neighbours of the x axis. */
static inline double html_slot(const html_drawing *d)
{
    double length = d->right - d->left - 2 * d->inset;
    return length * fmin(d->gap / (d->x.high - d->x.low), 1);
}

/* In words (chart.c): a number, of shares in per cent, where nothing that is not certain is called
 * so (`named`: with its unit behind it, "4.02 hit points"); what x is called, a category or its
 * number, which is valid as long as both arguments; whether low..high is the interval of what the
 * mark shows, and no range of its own; and what it shows, its y or the value of its colour, with
 * its interval where it has one, "12.3 % ± 0.4"; "-" where there is no mark. */
const char *html_number(double value, const char *unit, bool named, text_figure *out);
const char *html_x_text(const html_drawing *d, double x, bool named, text_figure *out);
bool html_is_sampled(const html_drawing *d);
const char *html_figure_text(const html_drawing *d, bool named, text_figure *out);

/* What a kind of charts draws. */
typedef struct html_drawing_kind {
    bool slots;                      /* every x has room of its own, for columns and the like */
    void (*define)(html_drawing *d); /* patterns, before all else; NULL: none */
    void (*mark)(const html_drawing *d);
    void (*sign)(const html_drawing *d);              /* of a series in the legend; NULL: none */
    void (*layers[HTML_LAYERS_MAX])(html_drawing *d); /* from below to above */
} html_drawing_kind;

extern const html_drawing_kind html_drawing_kinds[HTML_KIND_COUNT];

/* The whole figure of a chart that has at least one mark that is drawn: question, legend, picture,
 * caption, the table of the same numbers to be unfolded, the commands. */
void html_chart_figure(const html_chart *chart, text_page *page);

/* ---- Reports: gathered (gather.c), what is said of rules (report.c) and of all (shell.c) ---- */

/* What every report begins with, on rules and on games alike; what writes it is in shell.c. */
typedef struct html_head {
    base_arena arena; /* of everything in the report */
    text_page *page;  /* that is written */
    size_t side_count;
    wyrm_judgement *judgement; /* of the first side; NULL: none */
    const wyrm_gate *gate;     /* of two sides: the first against the second; else NULL */
    size_t chart_count, chart_capacity;
    html_chart *charts;                  /* in the order of JSON */
    const struct html_section *sections; /* of them, HTML_SECTIONS; NULL: there is but one */
    /* The chart that shows what a metric measures, or a finding is about; NULL where none does. */
    const html_chart *(*of_metric)(const struct html_head *head, const char *metric);
    const html_chart *(*of_finding)(const struct html_head *head, const wyrm_finding *finding);
} html_head;

#define HTML_BOTS 8

/* How one run ended: enough to find one that shows something. */
typedef struct html_end {
    uint64_t run;
    wyrm_run_end end;
    int32_t killer, depth;
} html_end;

/* One bot's runs. */
typedef struct html_bot {
    char name[32];
    wyrm_summary *summary;
    size_t end_count, end_room;
    html_end *ends; /* of the usual one; else none */
} html_bot;

/* One side of a report. The caller says what comes first: texts and what is pointed to are
 * borrowed. The rest is gathered; what a ruleset does not have is NULL. */
typedef struct html_side {
    const wyrm_design *design;
    const char *name;      /* what was typed: of a ruleset or of a file of results */
    wyrm_results *results; /* NULL: bots are simulated */

    const char *shell; /* the ruleset as a shell reads it; "" where none can */
    const char *file;  /* the file of results likewise; "" for none */
    const char *word;  /* the one of these that was typed */
    wyrm_descents *descents;
    wyrm_threat_survey *threat;
    wyrm_calibration *calibration;
    wyrm_loot_survey *loot;
    wyrm_attrition attrition;
    size_t bot_count;
    html_bot bots[HTML_BOTS]; /* the ladder's, the least able first */
    wyrm_gate_side played;    /* what is compared run by run */
    uint64_t first, last;     /* numbers of the runs of a file */
} html_side;

typedef struct html_options {
    uint64_t seed;
    uint64_t runs;        /* of every bot; 0: the defaults */
    uint64_t first;       /* number of the first run */
    wyrm_run_options run; /* bot NULL: those of the ladder */
    unsigned threads;
    /* As in wyrm_descent_options, over all of it. */
    bool (*progress)(double done, void *context);
    void *context;
    const wyrm_maker *maker; /* of games; as in wyrm_sim_options */
} html_options;

/* Ways in which content is dead: by the exact tables of the ruleset, or by what all bots met and
 * found. */
typedef enum html_death {
    HTML_ABSENT,
    HTML_UNMET,
    HTML_UNFINDABLE,
    HTML_UNSEEN,
    HTML_UNTAKEN,
    HTML_UNUSED,
    HTML_DEATH_COUNT
} html_death;

typedef struct html_death_words {
    const char *key, *words; /* in JSON, on the page */
} html_death_words;
extern const html_death_words html_deaths[HTML_DEATH_COUNT];

typedef struct html_dead_thing {
    const char *name, *title;
} html_dead_thing;

typedef struct html_dead {
    uint64_t runs;          /* of all bots together */
    size_t monsters, items; /* of the ruleset */
    size_t counts[HTML_DEATH_COUNT];
    html_dead_thing *things[HTML_DEATH_COUNT]; /* in the order of the ruleset */
} html_dead;

typedef struct html_report {
    html_head head;
    html_options options;
    html_side sides[2];     /* the second: what it is compared with */
    wyrm_comparison *exact; /* of two sides: the first against the second */
    wyrm_gate runs;         /* the same */
    html_dead dead;         /* of the first side */
    const char *again; /* what makes the report again; "" where a name of it is none for a shell */
    const char *missing; /* of what there is no chart, and why */
} html_report;

/* Gathers one side, or two that are compared, and fills their charts. Where a side has results,
 * both sides are of its bot, and the other is simulated with the same seeds. *report is to be
 * released in every case (html_report_free), must stay where it is and not outlive what the sides
 * borrow. Fails as the functions behind it do. */
WYRM_MUST_CHECK wyrm_status html_report_make(html_report *report, const html_side *sides,
                                             size_t count, const html_options *options,
                                             wyrm_error *error);
void html_report_free(html_head *head); /* of a game, too */

/* Fail with WYRM_ERROR_MEMORY, and as the exact functions of a comparison do. */
WYRM_MUST_CHECK wyrm_status html_report_html(html_head *head, text_page *page, wyrm_error *error);
WYRM_MUST_CHECK wyrm_status html_report_json(html_head *head, text_page *page, wyrm_error *error);

/* Runs a job on a report, which writes on a page. */
wyrm_status html_run(html_head *head, text_page *page, void (*job)(base_arena *arena, void *report),
                     wyrm_error *error);

/* Ends the job of a report that could not be judged; else the judgement is the report's. */
void html_must_judge(html_head *head, wyrm_status status, const wyrm_errors *errors);

/* The next chart of a report. It stays where html_keep_chart finds a mark in it, and else the next
 * one is written over it, so that a figure without data leaves no trace. */
html_chart *html_next_chart(html_head *head, html_chart_kind kind, const char *id,
                            const char *title);
bool html_keep_chart(html_head *head, const html_chart *chart);

/* The bot whose figures stand for a designer's player: the explorer, or the only one. */
#define HTML_USUAL "explorer"
const html_bot *html_usual_bot(const html_side *side);

/* A part of the page. */
typedef struct html_part {
    const char *id;                             /* NULL: it has a section for each of the charts */
    const char *link, *heading;                 /* among the links at the top, and its own */
    bool (*has)(const void *report);            /* NULL: every report */
    void (*add)(void *report, text_page *page); /* NULL ends a list */
} html_part;
#define HTML_LINKS_MAX 16

bool html_has_findings(const void *report);
bool html_is_compared(const void *report);
void html_add_findings(void *report, text_page *page);
/* The charts of a section; of games NULL. */
void html_add_charts(const html_head *head, const struct html_section *section);
/* A row of a list of facts. */
void html_add_fact(text_page *page, const char *what, const char *text);
/* The whole page, from its title on; what a report does not have is not linked to. */
void html_write_parts(html_head *head, const html_part *parts, const char *title,
                      const char *description);

/* Targets worst first: by severity, then by how far off and at how many of its places, then in the
 * order of the file. */
typedef struct html_targets {
    size_t count;
    text_aim *list;
} html_targets;

html_targets html_find_targets(base_arena *arena, const wyrm_judgement *judgement);

/* The targets that do not hold, then the others, a row each; a table of what two sides differ by;
 * "2,000"; verdicts, findings and differences as JSON; the charts as JSON. */
void html_add_verdicts(html_head *head, const html_targets *targets);
void html_add_differences(const wyrm_gate *gate, const char *old, const char *now, text_page *page);
const char *html_grouped(base_arena *arena, uint64_t number);
void html_put_judgement(base_json *json, const html_head *head);
void html_put_charts(base_json *json, const html_head *head);

/* ---- Reports on games of one's own (external.c) ---- */

/* A game that was met, or a file of its runs. */
typedef struct html_game_side {
    const char *name;               /* what was typed */
    const wyrm_external *game;      /* NULL: the runs are there */
    wyrm_external_results *results; /* NULL: agents play */
} html_game_side;

typedef struct html_game_options {
    wyrm_external_ask_options ask; /* agent NULL: those that the file names */
    uint64_t runs;                 /* of every agent; 0: the default */
    unsigned threads;
    bool (*progress)(double done, void *context); /* over all of it */
    void *context;
} html_game_options;

/* Whose runs are shown. */
typedef struct html_game_player {
    const html_game_side *side;
    const char *name; /* "greedy"; of two sides with what is compared */
    wyrm_external_facts facts;
    wyrm_external_accumulator *accumulator;
    wyrm_external_summary *summary;
    wyrm_external_side *compared; /* where two sides are */
    uint64_t first;
    size_t metric_count;
    struct html_values {
        size_t count, room;
        double *list;
    } * values; /* of amounts and numbers, by metric */
} html_game_player;

typedef struct html_game {
    html_head head;
    html_game_options options;
    html_game_side sides[2];
    size_t player_count;
    html_game_player *players; /* of the first side, then the one of the second */
} html_game;

/* As those of html_report; the sides must outlive it. */
WYRM_MUST_CHECK wyrm_status html_game_make(html_game *report, const html_game_side *sides,
                                           size_t count, const html_game_options *options,
                                           wyrm_error *error);
WYRM_MUST_CHECK wyrm_status html_game_html(html_head *head, text_page *page, wyrm_error *error);
WYRM_MUST_CHECK wyrm_status html_game_json(html_head *head, text_page *page, wyrm_error *error);

/* ---- What fills charts (charts_*.c), and what they share (chart.c) ---- */

#define HTML_RARE_RUNS   20 /* depths that fewer runs enter are noise */
#define HTML_COLUMNS_MAX 24 /* of a heat map: more would be too narrow to be named */

#define HTML_EACH_SIDE   0x1 /* a chart each; else both sides share it */
#define HTML_WHOLE_X     0x2
#define HTML_FROM_ZERO   0x8 /* the y axis */
#define HTML_TO_ONE      0x10
#define HTML_SHARES      0x20 /* heat maps of shares */

/* A line over the depths: its name, and where its figures stand, at an offset of each depth. */
typedef struct html_line {
    const char *name;
    enum {
        HTML_OF_MAPS,     /* moments of wyrm_depth_figures, whoever plays */
        HTML_RATIO_MAPS,  /* clusters of these */
        HTML_OF_ATTRITION /* estimates of wyrm_attrition_depth */
    } from;
    size_t offset;
} html_line;

#define HTML_LINES_MAX 3

/* A chart of the report: one that is left without a mark is not shown. */
typedef struct html_chart_row {
    const char *id, *question; /* NULL ends a table */
    html_chart_kind kind;
    unsigned flags;
    const char *axes[4]; /* x, its unit, y, its unit */
    void (*fill)(html_chart *chart);
    /* Adds what prints the numbers of a side; NULL: `fill` does. */
    void (*command)(html_chart *chart, size_t side);
    size_t offset; /* of the figure that it shows, where several charts are filled alike */
    html_line lines[HTML_LINES_MAX];
    unsigned needs; /* systems (wyrm_design_systems) without which it is not filled, beside those of
                       its section */
} html_chart_row;

extern const html_chart_row html_runs_rows[], html_dungeon_rows[], html_fights_rows[],
    html_threat_rows[], html_loot_rows[];

/* The sections of charts, in the order of the page. */
typedef struct html_section {
    const char *id, *heading;
    const html_chart_row *rows;
    unsigned needs;
} html_section;
#define HTML_SECTIONS 5
extern const html_section html_sections[HTML_SECTIONS];

const html_chart *html_find_chart(const html_head *head, const char *id); /* or NULL */

/* Whether a report has charts of a section; of games NULL. */
bool html_has_charts(const html_head *head, const struct html_section *section);

/* A series of a side: named after what it shows, and after the side where there are two; that of
 * the second side is dashed. The same with the lines of the row. */
html_series *html_side_series(html_chart *chart, size_t side, const char *name);
void html_add_lines(html_chart *chart, size_t side);

/* Figures as the captions have them, in the arena of the chart. */
const char *html_mean(html_chart *chart, const wyrm_moments *moments);
const char *html_estimate(html_chart *chart, wyrm_estimate of);

/* Commands that print the numbers of a side: wyrm VERB RULESET and the rest; its runs of a bot;
 * `wyrm curve`. */
void html_side_command(html_chart *chart, size_t side, const char *verb, const char *format, ...)
    WYRM_PRINTF(4, 5);
void html_runs_command(html_chart *chart, size_t side, const html_bot *bot);
void html_curve_command(html_chart *chart, size_t side);
/* The command that shows a run of a side's usual bot; "" where there is none. */
const char *html_watch_command(html_report *report, size_t side, uint64_t run);

/* The depth where figures[count] of these depths (NULL: from 1 on) are the greatest, and what they
 * are there. */
text_greatest html_greatest_depth(html_chart *chart, const wyrm_estimate *figures,
                                  const int32_t *depths, size_t count, bool shares);
/* Depths that enough runs enter, and that enough dungeons reach, from the first on. */
size_t html_depths_drawn(const wyrm_summary *summary);
int32_t html_common_depths(const wyrm_descents *descents);
/* The moments at an offset of a depth, and their means over the depths drawn. */
static inline const wyrm_moments *html_depth_moments(const wyrm_sim_depth *depth, size_t offset)
{
    return (const wyrm_moments *)(const void *)((const char *)depth + offset);
}
void html_add_by_depth(html_series *series, const wyrm_summary *summary, size_t offset);

/* A fighter by its text; false where the ruleset has no such one, or nobody alive. */
bool html_read_fighter(const wyrm_design *design, const char *text, wyrm_combatant *out);
/* Whether monsters have levels of their own. */
bool html_has_levels(const wyrm_design *design);

/* Kinds of things by depth. */
typedef struct html_kinds {
    size_t rows, kinds;
    size_t step;          /* depths between two rows, of which the first is 1 */
    wyrm_estimate *cells; /* rows of kinds; NAN: none in a heat map */
    double *weights;      /* by kind: which have a column of a heat map; 0: none */
    const char **titles;
    bool others; /* those that have none share a last column */
} html_kinds;

html_kinds html_new_kinds(base_arena *arena, size_t rows, size_t kinds); /* all 0 */
/* A column each kind with a weight, in their order: of more than HTML_COLUMNS_MAX the heaviest. */
void html_add_heatmap(html_chart *chart, const char *name, const html_kinds *of);
/* Kinds that come, at least somewhere more than 0: as a stacked chart with a colour each, or where
 * they are more than `colours` as a heat map with these names of its x axis and its values. Returns
 * how many come. */
size_t html_add_kinds(html_chart *chart, html_kinds *of, size_t colours, const char *kind,
                      const char *name);

/* Answers as pages (answers.c). What was swept: each figure by the key that takes most values, a
 * line for each of the other values or, where those are many, a heat map. */
wyrm_status html_sweep(const text_sweep_answer *report, text_page *page, wyrm_error *error);

/* What was sensed: a heat map of keys and targets, and the answer in words. */
wyrm_status html_sense(const text_sense_answer *report, text_page *page, wyrm_error *error);

#endif
