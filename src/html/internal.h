#ifndef WYRM_SRC_HTML_INTERNAL_H
#define WYRM_SRC_HTML_INTERNAL_H

#include <math.h>

#include "text/internal.h"

/* The text style of figures in charts. */
#define HTML_UTF8 ((text_style){.utf8 = true})

/* ---- HTML, and the frame of a page (html.c) ---- */

/* Writes a template of HTML, in which ' stands for ", with an argument for each of its places:
 *   {}   const char *, a text: <, >, & and quotes are escaped
 *   {b}  the same, isolated in its direction (<bdi>), for texts of a ruleset
 *   {p}  prose: the same, no number is separated from its unit, and what stands in `backticks` is
 *        <code>
 *   {c}  a shell command, as <code>
 *   {.}  the path of a value, "monsters.orc.hp", which breaks only behind its dots
 *   {u}  a unit in parentheses behind a label, " (hit points)"; nothing for "" and "share"
 *   {n}  size_t, a number; {d} an int; {0} to {2} a double with so many decimals */
void html_write(text_page *page, const char *template, ...);

/* A <table> that scrolls inside its own box. `label` names the box for screen readers. The end also
 * closes a <tbody>. */
void html_table_begin(text_page *page, const char *label, const char *caption);
void html_table_end(text_page *page);

/* The frame of a page and its sections; the title is h1, sections are h2, figures h3. */
typedef struct html_link {
    const char *id; /* of the section; NULL ends a list */
    const char *text;
} html_link;

/* `description`: a sentence below the title, or ""; `links`: the sections. */
void html_page_begin(text_page *page, const char *title, const char *description,
                     const html_link *links);
void html_page_end(text_page *page, const char *footer);
void html_section_begin(text_page *page, const char *id, const char *heading);
void html_section_end(text_page *page);

/* A word such as "FAIL", in the colour and with the sign of its tone. */
void html_badge(text_page *page, text_tone tone, const char *word);

/* The style and script of pages, which the build embeds from src/html/assets. */
typedef struct html_asset {
    const char *name; /* "report.css" */
    const char *text; /* NUL-ended */
    size_t length;
} html_asset;

extern const html_asset html_asset_table[]; /* sorted by name */
extern const size_t html_asset_count;

/* ---- Charts as data (chart.c) ----
 *
 * A chart answers one question. Its texts and marks are static or live in its arena; functions that
 * fill a chart may jump out of base_run if out of memory. */

#define HTML_SERIES_MAX   24
#define HTML_COMMANDS_MAX 10

typedef enum html_chart_kind {
    HTML_LINES,   /* y over x, with a band if marks have intervals */
    HTML_STEPS,   /* the same as steps: survival */
    HTML_STACKED, /* columns of parts: what kills at each depth */
    HTML_COLUMNS, /* columns beside each other: a distribution, counts */
    HTML_DOTS,    /* a value with its interval for each category, left to right */
    HTML_RANGES,  /* for each category a wanted band, and a distribution */
    HTML_SCATTER, /* points; some of them with names */
    HTML_HEATMAP, /* coloured cells: x and y are whole numbers, `value` is the colour */
    HTML_KIND_COUNT
} html_chart_kind;

extern const char *const html_kind_names[HTML_KIND_COUNT]; /* "lines": in JSON, and as a class */

/* A mark. Fields that do not apply are NAN or NULL. */
typedef struct html_mark {
    double x, y;       /* with categories: x is their index */
    double low, high;  /* interval of y; of ranges: the ends of the box */
    double value;      /* heat map: what the colour stands for; ranges: least */
    double most;       /* ranges: greatest value */
    const char *label; /* its name */
    bool named;        /* scatter: the label is drawn */
} html_mark;

typedef struct html_series {
    base_arena *arena;
    char name[96];
    bool dashed; /* the other side of a comparison, or what is wanted */
    /* A reference is drawn behind all others, without a colour: a wanted range, the line of no
     * difference. A total is the last series of stacked columns: the sum of all parts with its
     * interval, drawn on top. */
    bool reference;
    bool total;
    size_t alike; /* 1 + index of the look to use; 0: the look of its own place */
    size_t count, capacity;
    html_mark *marks;
} html_series;

typedef struct html_axis {
    const char *label;      /* "depth" */
    const char *unit;       /* "hit points"; "share": numbers in [0, 1], shown in percent; "" */
    double least, greatest; /* NAN: as the marks need it */
    bool whole;             /* ticks are whole numbers */
    bool logarithmic;       /* only if all marks are positive, or `least` is */
} html_axis;

typedef struct html_chart {
    base_arena *arena;
    html_chart_kind kind;
    const char *id;      /* "survival": id of the figure and in JSON */
    const char *title;   /* the question: "How deep do they get?" */
    const char *caption; /* what to see, with numbers */
    size_t command_count;
    const char *commands[HTML_COMMANDS_MAX]; /* they print these numbers */
    const char *printed;    /* "These numbers", or the part of them that commands print */
    const char *replay;     /* command that shows a typical run; "" for none */
    const char *value_unit; /* of a heat map */
    const char *between;    /* what low..high is: "95 % interval" */
    html_axis x, y;
    size_t category_count, category_capacity;
    const char **categories; /* names on the x axis instead of numbers */
    bool long_names;         /* categories differ at their ends, and have more room */
    size_t series_count;
    html_series series[HTML_SERIES_MAX];
    /* Its place in a report. */
    struct html_report *report;
    const struct html_section *section;
    const struct html_chart_row *row;
    size_t side; /* for charts that each side has */
} html_chart;

void html_chart_begin(html_chart *chart, base_arena *arena, html_chart_kind kind, const char *id,
                      const char *title);
void html_axes(html_chart *chart, const char *x, const char *x_unit, const char *y,
               const char *y_unit);
void html_caption(html_chart *chart, const char *format, ...) WYRM_PRINTF(2, 3);
/* Adds a command that prints these numbers, or some of them. Repeated ones, "" and more than
 * HTML_COMMANDS_MAX are left out. */
void html_command(html_chart *chart, const char *command);
/* Adds a category and returns its x. */
double html_category(html_chart *chart, const char *name);
html_series *html_add_series(html_chart *chart, const char *name);
/* Add a mark: without interval and name, to be completed; with an interval; or an estimate, with
 * its interval if it is sampled. An estimate with an unknown interval is left out. */
html_mark *html_add_mark(html_series *series, double x, double y);
html_mark *html_add_interval(html_series *series, double x, double y, wyrm_interval ci95);
void html_add_estimate(html_series *series, double x, wyrm_estimate of);

/* Whether a number has a place on an axis: it is not NAN, infinite or beyond 1e300. Others are only
 * in the table and in JSON. */
static inline bool html_is_drawable(double value)
{
    return fabs(value) <= 1e300;
}

/* Whether the interval of a mark is known; its ends may be infinite. */
static inline bool html_has_interval(const html_mark *mark)
{
    return !isnan(mark->low) && !isnan(mark->high);
}

/* Whether a mark has everything that its kind needs to be drawn; otherwise it is only in the table
 * and in JSON. */
bool html_is_drawn(const html_chart *chart, const html_series *series, const html_mark *mark);

/* The height below a part of a stack: the sum of earlier series at the same x. */
double html_stack_below(const html_chart *chart, size_t series, size_t index);

/* Compares two doubles, for qsort. */
int html_by_value(const void *a, const void *b);

/* Writes {id, kind, title, caption, commands, replay, x {label, unit, scale}, y, categories [...],
 * series [{name, dashed, reference, total, marks [{...}...]}...]}.
 *
 * A mark is {x, y} and, if it has them, {low, high, label}; in ranges also {least, greatest}; in
 * heat maps {x, y, value}. What is not finite is null. */
void html_put_chart(base_json *json, const html_chart *chart); /* shell.c */

/* ---- Charts as HTML: figures (figure.c) and their marks (marks.c) ---- */

#define HTML_LOOKS      8 /* classes s0...s7 of report.css */
#define HTML_SHADES     9 /* classes h0...h8 */
#define HTML_LAYERS_MAX 3

/* What distinguishes a series from others: its colour, and its shape or pattern. A dashed series
 * shares both with a plain one if every dashed series has such a partner. */
typedef struct html_look {
    int colour;
    int shape;    /* 0: plain, as a pattern */
    bool hollow;  /* dashed */
    size_t place; /* index among series that are no references */
} html_look;

html_look html_series_look(const html_chart *chart, size_t series);

/* A chart being drawn: its layout, and the current series and mark. */
typedef struct html_drawing {
    const html_chart *chart;
    text_page *page;
    bool heat, slots;
    double width, height;
    double left, right, top, bottom; /* of the plot, in units of the viewBox */
    double inset;                    /* between the plot's edges and the first and last x */
    double gap;                      /* least distance of two x; in slots the slot width */
    double places;                   /* series side by side in a slot */
    bool slanted;                    /* names of categories are slanted */
    text_axis x, y;
    text_axis shades; /* heat maps: the scale of colours */
    const html_series *of;
    html_look look;
    size_t s, i; /* indexes of the series and the mark */
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

/* The distance between two neighbours on the x axis. */
static inline double html_slot(const html_drawing *d)
{
    double length = d->right - d->left - 2 * d->inset;
    return length * fmin(d->gap / (d->x.high - d->x.low), 1);
}

/* Numbers in words (chart.c). html_number: a number, shares in percent, where uncertain ones are
 * never "0" or "100 %"; `named`: with its unit, "4.02 hit points". html_x_text: a category or a
 * number, valid as long as both arguments. html_is_sampled: whether low..high is an interval of the
 * mark's value, and not a range of its own. html_figure_text: the value of a mark, with its
 * interval if it has one, "12.3 % ± 0.4"; "-" without a mark. */
const char *html_number(double value, const char *unit, bool named, text_figure *out);
const char *html_x_text(const html_drawing *d, double x, bool named, text_figure *out);
bool html_is_sampled(const html_drawing *d);
const char *html_figure_text(const html_drawing *d, bool named, text_figure *out);

/* How a kind of chart is drawn. */
typedef struct html_drawing_kind {
    bool slots;                      /* every x has a slot of its own, as for columns */
    void (*define)(html_drawing *d); /* writes patterns first; NULL: none */
    void (*mark)(const html_drawing *d);
    void (*sign)(const html_drawing *d);              /* symbol in the legend; NULL: none */
    void (*layers[HTML_LAYERS_MAX])(html_drawing *d); /* from the bottom to the top */
} html_drawing_kind;

extern const html_drawing_kind html_drawing_kinds[HTML_KIND_COUNT];

/* Writes the figure of a chart with at least one mark that is drawn: question, caption, legend,
 * picture, a table of the same numbers that can be unfolded, and the commands. */
void html_chart_figure(const html_chart *chart, text_page *page);

/* ---- Reports: gathering (gather.c), text on rules (report.c), the common frame (shell.c) ---- */

/* The beginning of every report, on rules and on games alike, which shell.c works with. */
typedef struct html_head {
    base_arena arena; /* holds everything in the report */
    text_page *page;  /* being written */
    size_t side_count;
    wyrm_judgement *judgement; /* of the first side; NULL: none */
    const wyrm_gate *gate;     /* two sides: the first against the second; else NULL */
    size_t chart_count, chart_capacity;
    html_chart *charts;                  /* in the order of JSON */
    const struct html_section *sections; /* HTML_SECTIONS of them; NULL: charts have no sections */
    /* The chart that shows a metric, or what a finding is about; NULL if there is none. */
    const html_chart *(*of_metric)(const struct html_head *head, const char *metric);
    const html_chart *(*of_finding)(const struct html_head *head, const wyrm_finding *finding);
} html_head;

#define HTML_BOTS 8

/* The end of a run, to find one that shows something. */
typedef struct html_end {
    uint64_t run;
    wyrm_run_end end;
    int32_t killer, depth;
} html_end;

/* The runs of a bot. */
typedef struct html_bot {
    char name[32];
    wyrm_summary *summary;
    size_t end_count, end_room;
    html_end *ends; /* of the usual bot; else none */
} html_bot;

/* A side of a report. The caller sets the first fields, whose texts and objects are borrowed. The
 * rest is gathered; what a ruleset does not have is NULL. */
typedef struct html_side {
    const wyrm_design *design;
    const char *name;      /* as it was typed: a ruleset, or a file of results */
    wyrm_results *results; /* NULL: bots play */

    const char *shell; /* the ruleset, quoted for a shell; "" if it cannot be */
    const char *file;  /* the file of results, likewise; "" for none */
    const char *word;  /* the one of these that was typed */
    wyrm_descents *descents;
    wyrm_threat_survey *threat;
    wyrm_calibration *calibration;
    wyrm_loot_survey *loot;
    wyrm_attrition attrition;
    size_t bot_count;
    html_bot bots[HTML_BOTS]; /* of the ladder, weakest first */
    wyrm_gate_side played;    /* runs to compare with the other side */
    uint64_t first, last;     /* run numbers in a file */
} html_side;

typedef struct html_options {
    uint64_t seed;
    uint64_t runs;        /* per bot; 0: the defaults */
    uint64_t first;       /* number of the first run */
    wyrm_run_options run; /* bot NULL: those of the ladder */
    unsigned threads;
    /* As in wyrm_descent_options; `done` covers the whole report. */
    bool (*progress)(double done, void *context);
    void *context;
    const wyrm_maker *maker; /* as in wyrm_sim_options */
    /* As in wyrm_gate_options, for all runs of the report together; asked unless `runs` is set. */
    uint64_t (*affords)(uint64_t done, uint64_t wanted, void *context);
    void *affords_context;
} html_options;

/* Ways in which content is dead: impossible by the exact tables of the ruleset, or never met or
 * used by any bot. */
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
    size_t monsters, items; /* in the ruleset */
    size_t counts[HTML_DEATH_COUNT];
    html_dead_thing *things[HTML_DEATH_COUNT]; /* in the order of the ruleset */
} html_dead;

typedef struct html_report {
    html_head head;
    html_options options;
    html_side sides[2];     /* the second: what the first is compared with */
    wyrm_comparison *exact; /* two sides: the first against the second */
    wyrm_gate runs;         /* likewise */
    html_dead dead;         /* of the first side */
    bool cut_short;         /* options.runs are fewer than usual: more could not be afforded */
    const char *again; /* command that makes this report; "" if it has a name that no shell reads */
    const char *missing; /* which charts are missing, and why */
} html_report;

/* Gathers the data of one side, or of two to compare, and fills the charts. If a side has results,
 * its bot plays the other side with the same seeds. *report must be released in every case
 * (html_report_free), stay at its address, and not outlive what the sides borrow. Fails like the
 * functions that it calls. */
WYRM_MUST_CHECK wyrm_status html_report_make(html_report *report, const html_side *sides,
                                             size_t count, const html_options *options,
                                             wyrm_error *error);
void html_report_free(html_head *head); /* also of a game */

/* Fail with WYRM_ERROR_MEMORY, and like the exact functions of a comparison. */
WYRM_MUST_CHECK wyrm_status html_report_html(html_head *head, text_page *page, wyrm_error *error);
WYRM_MUST_CHECK wyrm_status html_report_json(html_head *head, text_page *page, wyrm_error *error);

/* Runs a job on a report that writes to a page. */
wyrm_status html_run(html_head *head, text_page *page, void (*job)(base_arena *arena, void *report),
                     wyrm_error *error);

/* Ends the job if judging failed; else the report takes ownership of its judgement. */
void html_must_judge(html_head *head, wyrm_status status, const wyrm_errors *errors);

/* Begins the next chart of a report. html_keep_chart keeps it if it has a mark that is drawn;
 * otherwise the next chart replaces it, so that a chart without data leaves no trace. */
html_chart *html_next_chart(html_head *head, html_chart_kind kind, const char *id,
                            const char *title);
bool html_keep_chart(html_head *head, const html_chart *chart);

/* The bot that stands for a designer's player: the explorer, or the only one. */
#define HTML_USUAL "explorer"
const html_bot *html_usual_bot(const html_side *side);

/* A part of the page. */
typedef struct html_part {
    const char *id;                             /* NULL: a section for each section of charts */
    const char *link, *heading;                 /* link at the top, and heading */
    bool (*has)(const void *report);            /* NULL: every report has it */
    void (*add)(void *report, text_page *page); /* NULL ends a list */
} html_part;
#define HTML_LINKS_MAX 16

bool html_has_findings(const void *report);
bool html_is_compared(const void *report);
void html_add_findings(void *report, text_page *page);
/* Writes the charts of a section; NULL: of a game's report. */
void html_add_charts(const html_head *head, const struct html_section *section);
/* Adds a row to a list of facts. */
void html_add_fact(text_page *page, const char *what, const char *text);
/* Writes the whole page; parts that the report does not have are left out, links included. */
void html_write_parts(html_head *head, const html_part *parts, const char *title,
                      const char *description);

/* Targets worst first: by verdict, then by how far off they are and at how many places, then in the
 * order of the file. */
typedef struct html_targets {
    size_t count;
    text_aim *list;
} html_targets;

html_targets html_find_targets(base_arena *arena, const wyrm_judgement *judgement);

/* Shared pieces of pages and JSON: the targets that do not hold, then a table of the others; a
 * table of differences between two sides; a number as "2,000"; verdicts, findings and differences
 * as JSON; charts as JSON. */
void html_add_verdicts(html_head *head, const html_targets *targets);
void html_add_differences(const wyrm_gate *gate, const char *old, const char *now, text_page *page);
const char *html_grouped(base_arena *arena, uint64_t number);
void html_put_judgement(base_json *json, const html_head *head);
void html_put_charts(base_json *json, const html_head *head);

/* ---- Reports on games of the user's own (external.c) ---- */

/* A side: a game that said hello, or a file of its runs. */
typedef struct html_game_side {
    const char *name;               /* as it was typed */
    const wyrm_external *game;      /* NULL: runs come from `results` */
    wyrm_external_results *results; /* NULL: agents play */
} html_game_side;

typedef struct html_game_options {
    wyrm_external_ask_options ask; /* agent NULL: those that the file names */
    uint64_t runs;                 /* per agent; 0: the default */
    unsigned threads;
    bool (*progress)(double done, void *context); /* covers the whole report */
    void *context;
} html_game_options;

/* An agent and its runs. */
typedef struct html_game_player {
    const html_game_side *side;
    const char *name; /* "greedy"; with two sides, after the side's name */
    wyrm_external_facts facts;
    wyrm_external_accumulator *accumulator;
    wyrm_external_summary *summary;
    wyrm_external_side *compared; /* with two sides */
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
    html_game_player *players; /* of the first side, then that of the second */
    size_t left_out;           /* agents that there is no room for */
} html_game;

/* Like html_report_make and its siblings; the sides must outlive the report. */
WYRM_MUST_CHECK wyrm_status html_game_make(html_game *report, const html_game_side *sides,
                                           size_t count, const html_game_options *options,
                                           wyrm_error *error);
WYRM_MUST_CHECK wyrm_status html_game_html(html_head *head, text_page *page, wyrm_error *error);
WYRM_MUST_CHECK wyrm_status html_game_json(html_head *head, text_page *page, wyrm_error *error);

/* ---- Functions that fill charts (charts_*.c), and their helpers (chart.c) ---- */

#define HTML_RARE_RUNS   20 /* depths that fewer runs enter are left out as noise */
#define HTML_COLUMNS_MAX 24 /* of a heat map; more would be too narrow for names */

#define HTML_EACH_SIDE   0x1 /* a chart for each side; else both share it */
#define HTML_WHOLE_X     0x2
#define HTML_FROM_ZERO   0x8 /* of the y axis */
#define HTML_TO_ONE      0x10
#define HTML_SHARES      0x20 /* heat map of shares */

/* A line over the depths: its name, and the offset of its figures in the struct of a depth. */
typedef struct html_line {
    const char *name;
    enum {
        HTML_OF_MAPS,     /* moments in wyrm_depth_figures, from generated maps */
        HTML_RATIO_MAPS,  /* ratio estimates in the same */
        HTML_OF_ATTRITION /* estimates in wyrm_attrition_depth */
    } from;
    size_t offset;
} html_line;

#define HTML_LINES_MAX 3

/* A chart of the report on rules; it is left out if it has no mark. */
typedef struct html_chart_row {
    const char *id, *question; /* NULL ends a table */
    html_chart_kind kind;
    unsigned flags;
    const char *axes[4]; /* x, its unit, y, its unit */
    void (*fill)(html_chart *chart);
    /* Adds the command that prints the numbers of a side; NULL: `fill` adds them. */
    void (*command)(html_chart *chart, size_t side);
    size_t offset; /* of the figure shown, for charts that share `fill` */
    html_line lines[HTML_LINES_MAX];
    /* Systems (wyrm_design_systems) that it needs besides those of its section. */
    unsigned needs;
} html_chart_row;

extern const html_chart_row html_runs_rows[], html_dungeon_rows[], html_fights_rows[],
    html_threat_rows[], html_loot_rows[];

/* Sections of charts, in the order of the page. */
typedef struct html_section {
    const char *id, *heading;
    const html_chart_row *rows;
    unsigned needs;
} html_section;
#define HTML_SECTIONS 5
extern const html_section html_sections[HTML_SECTIONS];

const html_chart *html_find_chart(const html_head *head, const char *id); /* or NULL */

/* Whether a report has charts in a section; NULL: in a game's report. */
bool html_has_charts(const html_head *head, const struct html_section *section);

/* Adds a series of a side: named after what it shows and, with two sides, after the side; that of
 * the second side is dashed. html_add_lines adds the lines of the chart's row for a side. */
html_series *html_side_series(html_chart *chart, size_t side, const char *name);
void html_add_lines(html_chart *chart, size_t side);

/* Figures for captions, allocated in the arena of the chart. */
const char *html_mean(html_chart *chart, const wyrm_moments *moments);
const char *html_estimate(html_chart *chart, wyrm_estimate of);

/* Add commands that print the numbers of a side: "wyrm VERB RULESET" and the rest; the runs of a
 * bot; `wyrm curve`. */
void html_side_command(html_chart *chart, size_t side, const char *verb, const char *format, ...)
    WYRM_PRINTF(4, 5);
void html_runs_command(html_chart *chart, size_t side, const html_bot *bot);
void html_curve_command(html_chart *chart, size_t side);
/* The command that shows a run of a side's usual bot; "" if there is none. */
const char *html_watch_command(html_report *report, size_t side, uint64_t run);

/* The depth with the greatest of figures[count], for these depths (NULL: 1, 2, ...), and its
 * value. */
text_greatest html_greatest_depth(html_chart *chart, const wyrm_estimate *figures,
                                  const int32_t *depths, size_t count, bool shares);
/* The number of depths, from the first on, that enough runs enter; and that enough dungeons
 * reach. */
size_t html_depths_drawn(const wyrm_summary *summary);
int32_t html_common_depths(const wyrm_descents *descents);
/* The moments at an offset of a depth; and a series of their means, over the depths drawn. */
static inline const wyrm_moments *html_depth_moments(const wyrm_sim_depth *depth, size_t offset)
{
    return (const wyrm_moments *)(const void *)((const char *)depth + offset);
}
void html_add_by_depth(html_series *series, const wyrm_summary *summary, size_t offset);

/* Reads a fighter from its notation; false if the ruleset has none like that, or it has no hit
 * points. */
bool html_read_fighter(const wyrm_design *design, const char *text, wyrm_combatant *out);
/* Whether the ruleset has monsters by level. */
bool html_has_levels(const wyrm_design *design);

/* Figures of kinds of things by depth. */
typedef struct html_kinds {
    size_t rows, kinds;
    size_t step;          /* depths from one row to the next; the first is depth 1 */
    wyrm_estimate *cells; /* by row and kind; NAN: no cell in a heat map */
    double *weights;      /* by kind, to choose columns of a heat map; 0: no column */
    const char **titles;
    bool others; /* sum up kinds without a column in a last one */
} html_kinds;

html_kinds html_new_kinds(base_arena *arena, size_t rows, size_t kinds); /* zeroed */
/* Adds a heat map with a column for each kind that has a weight, in their order; if there are more
 * than HTML_COLUMNS_MAX, for the heaviest. */
void html_add_heatmap(html_chart *chart, const char *name, const html_kinds *of);
/* Adds the kinds with a figure above 0 somewhere: as a stacked chart with a colour for each, or if
 * there are more than `colours` as a heat map, with `kind` on its x axis and `name` for its values.
 * Returns how many there are. */
size_t html_add_kinds(html_chart *chart, html_kinds *of, size_t colours, const char *kind,
                      const char *name);

/* Answers as pages (answers.c). A sweep: for each figure a chart over one key, with a line for each
 * combination of the others or, if there are many, a heat map. */
wyrm_status html_sweep(const text_sweep_answer *report, text_page *page, wyrm_error *error);

/* An answer of `wyrm sense`: a heat map of keys and targets, and the answer in words. */
wyrm_status html_sense(const text_sense_answer *report, text_page *page, wyrm_error *error);

#endif
