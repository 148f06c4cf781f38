#ifndef WYRM_SRC_HTML_INTERNAL_H
#define WYRM_SRC_HTML_INTERNAL_H

#include <stddef.h>

#include <wyrm/compare.h>
#include <wyrm/descent.h>
#include <wyrm/gate.h>
#include <wyrm/judge.h>
#include <wyrm/loot_survey.h>
#include <wyrm/results.h>
#include <wyrm/stats.h>
#include <wyrm/survey.h>
#include <wyrm/threat_calibration.h>

#include "text/internal.h"

/* Targets of a report, worst first. */

typedef struct wyrm_aims {
    size_t count;
    wyrm_aim *list; /* owned; by severity, then by how far off and at how many of its places, then
                        in the order of the file */
} wyrm_aims;

/* What points into the judgement must not outlive it. WYRM_ERROR_MEMORY; release it in every
 * case. */
WYRM_MUST_CHECK wyrm_status wyrm_aims_find(const wyrm_judgement *judgement, wyrm_aims *out,
                                           wyrm_error *error);
void wyrm_aims_release(wyrm_aims *aims);

/* A whole page of HTML that needs nothing else: head, style, script, landmarks.
 *
 * Made in this order: wyrm_html_page_begin, then sections, then wyrm_html_page_end. Headings follow
 * from the functions: the title is h1, sections are h2, figures (wyrm_picture_html) h3. Everything
 * that is passed is text, never HTML.
 *
 * The style knows, besides what these functions write:
 *   <p class="lead">            the sentence that answers first
 *   <ul class="verdicts">       a list whose <li> are a badge, a <div> and a <p class="see">
 *   <dl class="facts">          what was run: <dt>...</dt><dd>...</dd> a fact
 *   <p class="quiet">           less important text
 *   <code>                      commands and names
 */

typedef struct wyrm_html_link {
    const char *id; /* of the section */
    const char *text;
} wyrm_html_link;

typedef struct wyrm_html_head {
    const char *title;       /* of the page, and its first heading */
    const char *description; /* one sentence below it; "" for none */
    size_t link_count;       /* the sections, as a list to jump by; 0 for none */
    const wyrm_html_link *links;
} wyrm_html_head;

/* From the doctype to the inside of <main>. */
void wyrm_html_page_begin(wyrm_page *page, const wyrm_html_head *head);

/* From the end of <main>; `footer` is a line of text. */
void wyrm_html_page_end(wyrm_page *page, const char *footer);

void wyrm_html_section_begin(wyrm_page *page, const char *id, const char *heading);
void wyrm_html_section_end(wyrm_page *page);

/* Around pictures that stand beside each other where there is room. */
void wyrm_html_figures_begin(wyrm_page *page);
void wyrm_html_figures_end(wyrm_page *page);

/* Around a <table> that scrolls inside its own box; `label` names the box for readers of the
 * screen. */
void wyrm_html_table_begin(wyrm_page *page, const char *label);
void wyrm_html_table_end(wyrm_page *page);

/* A command of the shell, which breaks only between its words. */
void wyrm_html_command(wyrm_page *page, const char *command);

/* A word that says how something stands, in the colour and with the sign of its tone: "FAIL". */
void wyrm_html_badge(wyrm_page *page, wyrm_tone tone, const char *word);

/* Pictures: what a chart shows, as data. One value is drawn as SVG, listed as a table and written
 * as JSON, so that the three cannot disagree.
 *
 * A picture answers one question. Who gathers the data knows no SVG, who draws knows no dungeon.
 */

#define WYRM_PICTURE_TEXT     512
#define WYRM_PICTURE_SERIES   24
#define WYRM_PICTURE_COMMANDS 10

/* One function a kind (chart_kinds.c). */
typedef enum wyrm_picture_kind {
    WYRM_PICTURE_LINES,   /* y over x, with a band where marks have intervals */
    WYRM_PICTURE_STEPS,   /* the same as steps: survival */
    WYRM_PICTURE_STACKED, /* columns of parts: what kills at each depth */
    WYRM_PICTURE_COLUMNS, /* columns beside each other: a distribution, counts */
    WYRM_PICTURE_DOTS,    /* a value with its interval for each category, from left to right */
    WYRM_PICTURE_RANGES,  /* a wanted band and the distribution in it, for each category */
    WYRM_PICTURE_SCATTER, /* points, those that stand out with their names */
    WYRM_PICTURE_HEAT,    /* a table of colours: x and y are whole numbers, `value` the colour */
    WYRM_PICTURE_KIND_COUNT
} wyrm_picture_kind;

/* One mark. What does not apply is NAN (numbers) or NULL. */
typedef struct wyrm_mark {
    double x, y;      /* x of categories: their index */
    double low, high; /* the interval of y; of ranges: the quantiles drawn as a box */
    double value;     /* of heat: what the colour stands for; of ranges: least and */
    double most;      /* ... greatest value */
    char *label;      /* owned: who it is */
    bool named;       /* of scatter: its label is drawn */
} wyrm_mark;

typedef struct wyrm_series {
    char name[96];
    bool dashed;    /* the other side of a comparison, or what is wanted */
    bool reference; /* drawn behind, without a colour of its own: a wanted range, the line of no
                       difference */
    bool total;     /* of stacked columns, the last series: all parts together with their interval,
                       drawn over them */
    size_t alike; /* 1 + the place among those of another picture that it looks like; 0: its own */
    size_t count, room;
    wyrm_mark *marks; /* owned */
} wyrm_series;

typedef struct wyrm_axis_words {
    char label[96];         /* "depth" */
    char unit[32];          /* "hit points"; "share": numbers of [0, 1], shown in per cent; "" */
    double least, greatest; /* NAN: as the marks need it */
    bool whole;             /* only whole numbers are ticks */
    bool logarithmic;       /* where all marks are above 0, or a `least` above it is given */
} wyrm_axis_words;

typedef struct wyrm_picture {
    wyrm_picture_kind kind;
    char id[64];                     /* "survival": of the figure in the page and of its JSON */
    char title[WYRM_PICTURE_TEXT];   /* the question: "How deep do they get?" */
    char caption[WYRM_PICTURE_TEXT]; /* what to see, with its numbers */
    size_t command_count;
    char commands[WYRM_PICTURE_COMMANDS][WYRM_PICTURE_TEXT]; /* together they print these numbers */
    char printed[48]; /* what the commands print, where it is not all: "The hardest fight" */
    char replay[WYRM_PICTURE_TEXT]; /* what shows a run that stands for it; "" */
    wyrm_axis_words x, y;
    char value_unit[32];   /* of heat */
    char between[48];      /* what low..high is: "9 of 10 hits"; "": "95 % interval", of ranges
                              "middle half" */
    size_t category_count; /* names on the x axis instead of numbers */
    char **categories;     /* owned */
    size_t series_count;
    wyrm_series series[WYRM_PICTURE_SERIES];
    bool failed; /* out of memory while it was filled */
} wyrm_picture;

/* ---- Filling ---- */
void wyrm_picture_begin(wyrm_picture *picture, wyrm_picture_kind kind, const char *id,
                        const char *title);
void wyrm_picture_free(wyrm_picture *picture);
void wyrm_picture_axes(wyrm_picture *picture, const char *x, const char *x_unit, const char *y,
                       const char *y_unit);
void wyrm_picture_caption(wyrm_picture *picture, const char *format, ...) WYRM_PRINTF(2, 3);
/* Adds what prints these numbers, or some of them; the same one again, "" and more than there is
 * room for are left out. */
void wyrm_picture_command(wyrm_picture *picture, const char *format, ...) WYRM_PRINTF(2, 3);
/* Adds a category and returns its index. */
size_t wyrm_picture_category(wyrm_picture *picture, const char *name);
/* Adds a series; its address holds until the picture is freed. More than there is room for are
 * counted as failed. */
wyrm_series *wyrm_picture_series(wyrm_picture *picture, const char *name);
/* Takes the last series back. */
void wyrm_picture_drop_series(wyrm_picture *picture);
/* A mark without interval and name; returns it for more to be set, or NULL where memory is out. */
wyrm_mark *wyrm_picture_mark(wyrm_picture *picture, wyrm_series *series, double x, double y);
/* The same with an interval. */
wyrm_mark *wyrm_picture_mark_ci(wyrm_picture *picture, wyrm_series *series, double x, double y,
                                wyrm_interval ci95);
void wyrm_picture_label(wyrm_picture *picture, wyrm_mark *mark, const char *label);

/* ---- Showing ---- */
/* The chart alone, as an <svg> element for an HTML page: every mark an element of class "mark" with
 * a <title> and a data-mark attribute "SERIES-INDEX", in the order of the JSON; report.js makes
 * them images and stops of the keyboard; without it the table has it all. */
void wyrm_picture_svg(const wyrm_picture *picture, wyrm_page *page);

/* The whole figure: question, chart, legend, caption, the table of the same numbers to be unfolded,
 * the commands. */
void wyrm_picture_html(const wyrm_picture *picture, wyrm_page *page);

/* What the marks of pictures are called and worth, in words: for the pointer, the table and the
 * axes. */

/* Numbers of which more is shown than anybody can see. Beyond it they are told, not drawn. */
#define WYRM_PICTURE_HUGE 1e300

/* A number that has a place on an axis. */
bool wyrm_is_drawable(double value);

/* Whether a mark has what its kind needs to be drawn; the others are in the table and in JSON
 * only. */
bool wyrm_mark_is_drawn(const wyrm_picture *picture, const wyrm_series *series,
                        const wyrm_mark *mark);

/* low..high is known, though it may have no end. */
bool wyrm_mark_has_interval(const wyrm_mark *mark);

/* The same with its unit behind it: "4.02 hit points". */
const char *wyrm_picture_quantity(double value, const char *unit, wyrm_figure *out);

/* What low..high is: "95 % interval". */
const char *wyrm_picture_between(const wyrm_picture *picture);

/* The unit in brackets behind a label: " (hit points)"; nothing for none and for shares. */
void wyrm_picture_add_unit(wyrm_page *page, const char *unit);

/* Everything about a mark, a fact a line, as HTML text. */
void wyrm_mark_words(const wyrm_picture *picture, size_t series, size_t index, wyrm_page *page);

/* Pictures for scripts: the numbers that are drawn. */

/* {id, kind, title, caption, command, replay, x {label, unit}, y {label, unit}, categories [...],
 * series [{name, dashed, reference, total, marks [{...}...]}...]}, in the order of the picture.
 *
 * A mark is {x, y} and, as far as it has them, {low, high, label}; of ranges also {least,
 * greatest}; of heat maps {x, y, value}. What is not finite is null. NULL where memory is out. */
json_t *wyrm_picture_json(wyrm_answer *json, const wyrm_picture *picture);

/* What the drawing of pictures shares: the frame with its axes, and how marks are written.
 *
 * Lengths are those of the viewBox: on a wide screen about a pixel, on a phone about 0.6 of one,
 * where letters are larger (report.css), so that there is room for both.
 */

#define WYRM_CHART_WIDTH  560.0

#define WYRM_LOOK_COLOURS 8 /* classes s0...s7 of report.css */
#define WYRM_HEAT_SHADES  9 /* classes h0...h8 */

typedef struct wyrm_frame wyrm_frame;

/* How the legend shows a series. */
typedef enum wyrm_swatch {
    WYRM_SWATCH_LINE,
    WYRM_SWATCH_FILL,
    WYRM_SWATCH_POINT,
    WYRM_SWATCH_BOX,
    WYRM_SWATCH_SHADES
} wyrm_swatch;

/* One kind of picture. */
typedef struct wyrm_picture_art {
    bool slots;                        /* every x has room of its own, for columns and the like */
    bool from_zero;                    /* y begins at 0 whatever the marks are */
    bool sums;                         /* marks of one x stand on each other */
    void (*layout)(wyrm_frame *frame); /* NULL: wyrm_frame_layout */
    void (*draw)(wyrm_frame *frame);
} wyrm_picture_art;

struct wyrm_frame {
    const wyrm_picture *picture;
    const wyrm_picture_art *art;
    wyrm_page *page;
    bool empty; /* there is no mark to draw */
    double width, height;
    double left, right, top, bottom; /* of the plot */
    double inset;                    /* between the plot's ends and the first and last x */
    double gap;                      /* least distance of two x; of slots: their width */
    bool slanted;                    /* names of categories that do not fit beside each other */
    wyrm_axis x, y;
};

/* How a series is told from the others: colour, and shape or pattern. A dashed series shares them
 * with its partner where every dashed series has one. */
typedef struct wyrm_look {
    int colour;
    int shape;   /* 0...WYRM_LOOK_COLOURS - 1, also of patterns: 0 is plain */
    bool hollow; /* dashed */
} wyrm_look;

wyrm_look wyrm_series_look(const wyrm_picture *picture, size_t series);

/* ---- The frame ---- */
void wyrm_frame_layout(wyrm_frame *frame);
void wyrm_frame_axes(const wyrm_frame *frame);
/* Only the numbers and names at the axes. */
void wyrm_frame_labels(const wyrm_frame *frame);
void wyrm_axis_words_at(wyrm_page *page, const wyrm_axis_words *words, double x, double y,
                        const char *anchor);

double wyrm_frame_across(const wyrm_frame *frame, double x);
double wyrm_frame_down(const wyrm_frame *frame, double y);

/* Names of categories stand upright where they fit between two neighbours, `slot` apart, else
 * slanted: the room that they then need left of the plot and below it. */
typedef struct wyrm_names_room {
    bool slanted;
    double left, below;
} wyrm_names_room;
wyrm_names_room wyrm_names_find_room(const wyrm_picture *picture, double slot);

/* Pixels between two neighbours of the x axis. */
double wyrm_frame_slot(const wyrm_frame *frame);

/* Series beside each other in a slot: how many there are, and which place one has. */
size_t wyrm_frame_places(const wyrm_picture *picture);
size_t wyrm_frame_place(const wyrm_picture *picture, size_t series);

/* What stands below a mark of a stack: the marks of earlier series at the same x. */
double wyrm_stack_below(const wyrm_picture *picture, size_t series, size_t index);

/* ---- Marks ---- */

/* <g class="series s2 hollow">; the caller ends it with </g>. */
void wyrm_series_open(const wyrm_frame *frame, size_t series, const char *more);

/* <ELEMENT class="mark MORE" ... up to the attributes of its shape, which the caller adds; then the
 * end with everything about the mark as a title. */
void wyrm_mark_open(const wyrm_frame *frame, const char *element, size_t series, size_t index,
                    const char *more);
void wyrm_mark_close(const wyrm_frame *frame, const char *element, size_t series, size_t index);

/* A whole mark that is a point: its shape, or a dot where there are too many. */
void wyrm_mark_point(const wyrm_frame *frame, size_t series, size_t index, double x, double y,
                     bool small);

/* A line from low to high with caps; no mark of its own. */
void wyrm_whisker(const wyrm_frame *frame, double x, double low, double high);

/* Series that are not reference, of which there may be too many marks for shapes. */
bool wyrm_series_is_crowded(const wyrm_series *series);

/* A line through the marks of a series, broken where one has no place; `steps`: even up to each
 * x. */
void wyrm_draw_path(const wyrm_frame *frame, const wyrm_series *series, bool steps);

/* The middle of a series' place in the slot of x, where series stand beside each other. */
double wyrm_place_across(const wyrm_frame *frame, size_t series, double x);

/* Every mark of every series that is not reference, in groups of their looks. */
void wyrm_draw_marks(const wyrm_frame *frame,
                     void (*add)(const wyrm_frame *frame, size_t series, size_t index));

/* What is wanted, behind everything else. */
void wyrm_draw_references(const wyrm_frame *frame);

void wyrm_layout_heat(wyrm_frame *frame);
void wyrm_draw_heat(wyrm_frame *frame);

/* "lines": in JSON, and as a class. */
const char *wyrm_picture_kind_name(wyrm_picture_kind kind);
wyrm_swatch wyrm_picture_swatch(wyrm_picture_kind kind);

/* The patterns that tell filled shapes apart. */
void wyrm_patterns_define(const wyrm_picture *picture, wyrm_page *page);
void wyrm_pattern_fill(const wyrm_picture *picture, size_t series, wyrm_page *page);

/* The names of the series with their looks, as a list. */
void wyrm_picture_legend(const wyrm_picture *picture, wyrm_page *page);

/* The numbers as a <table>. */
void wyrm_picture_table(const wyrm_picture *picture, wyrm_page *page);

/* HTML on a page of text: what is text stays text, whatever is in it. */

/* Text between tags or in a quoted attribute: <, >, &, quotes and control characters are written as
 * what they stand for, bidirectional controls as their code points' names, so that nothing around
 * the text changes its direction. */
void wyrm_html_text(wyrm_page *page, const char *text);
void wyrm_html_textf(wyrm_page *page, const char *format, ...) WYRM_PRINTF(2, 3);

/* Sentences in an element of their own direction, where no number is torn from its unit. */
void wyrm_html_prose(wyrm_page *page, const char *text);

/* The path of a value, "monsters.orc.hp", which breaks only behind its dots. */
void wyrm_html_path(wyrm_page *page, const char *path);

/* A text of the ruleset in an element of its own direction: <bdi>...</bdi>. */
void wyrm_html_foreign(wyrm_page *page, const char *text);

/* The style and the script of pages, which the build makes out of src/html/assets. */

typedef struct wyrm_asset {
    const char *name; /* "report.css" */
    const char *text; /* NUL-ended */
    size_t length;
} wyrm_asset;

/* In the order of names. */
extern const wyrm_asset wyrm_asset_table[];
extern const size_t wyrm_asset_count;

/* The dossier of a ruleset: everything that its report shows, gathered once from the same functions
 * as the other commands. */

#define WYRM_DOSSIER_BOTS     8
#define WYRM_DOSSIER_PICTURES 40
#define WYRM_DOSSIER_SHELL    400

/* Bots that play where nothing else is asked for: runs of each. */
#define WYRM_DOSSIER_RUNS        400 /* of the usual bot */
#define WYRM_DOSSIER_RUNS_OTHERS 100 /* ... and of each that it is held against */
/* Dungeons, floors and campaigns that are sampled. */
#define WYRM_DOSSIER_DUNGEONS  2000
#define WYRM_DOSSIER_FLOORS    200
#define WYRM_DOSSIER_CAMPAIGNS 500

/* How one run ended: enough to find one that shows something. */
typedef struct wyrm_dossier_end {
    uint64_t run;
    wyrm_run_end end;
    int32_t killer, depth;
} wyrm_dossier_end;

/* One bot's runs. */
typedef struct wyrm_dossier_bot {
    char name[32];
    wyrm_summary *summary;
    size_t end_count, end_room;
    wyrm_dossier_end *ends; /* of the one whose runs are watched; else none */
} wyrm_dossier_bot;

/* Where a side comes from. Texts and what is pointed to are borrowed. */
typedef struct wyrm_dossier_source {
    const wyrm_design *design;
    const char *name;      /* what was typed: of a ruleset or of a file of results */
    wyrm_results *results; /* NULL: bots are simulated */
} wyrm_dossier_source;

/* One side of a report. What a ruleset does not have is NULL. */
typedef struct wyrm_dossier_side {
    wyrm_dossier_source source;
    const wyrm_design *design;
    const char *name;               /* as in the source */
    char shell[WYRM_DOSSIER_SHELL]; /* the ruleset as a shell reads it; "" where it is too long */
    char file[WYRM_DOSSIER_SHELL];  /* the file of results likewise; "" for none */
    wyrm_judgement *judgement;      /* of the first side only */
    wyrm_descents *descents;
    wyrm_threat_survey *threat;
    wyrm_calibration *truth;
    wyrm_loot_survey *loot;
    wyrm_attrition tolls;
    size_t bot_count;
    wyrm_dossier_bot bots[WYRM_DOSSIER_BOTS]; /* the ladder's, the least able first */
    wyrm_gate_side taken;                     /* what is compared run by run */
    uint64_t first, last;                     /* numbers of the runs of a file */
} wyrm_dossier_side;

typedef struct wyrm_dossier_options {
    uint64_t seed;
    uint64_t runs;        /* of every bot; 0: the defaults */
    uint64_t first;       /* number of the first run */
    wyrm_run_options run; /* bot NULL: those of the ladder */
    unsigned threads;
    /* As in wyrm_descent_options, over all of it. */
    bool (*progress)(double done, void *context);
    void *context;
} wyrm_dossier_options;

/* What two sides are against each other; the second is what the first is held against. */
typedef struct wyrm_dossier_difference {
    wyrm_comparison *exact; /* the first against the second */
    wyrm_gate runs;         /* the same */
} wyrm_dossier_difference;

typedef struct wyrm_dossier {
    wyrm_dossier_options options;
    wyrm_dossier_side sides[2]; /* the second: what it is compared with */
    size_t side_count;
    wyrm_dossier_difference difference; /* of two sides */
    size_t picture_count;
    wyrm_picture pictures[WYRM_DOSSIER_PICTURES]; /* in the order of the page */
} wyrm_dossier;

/* Gathers one side, or two that are compared, and draws their pictures. Where a side has results,
 * both sides are of its bot, and the other is simulated with the same seeds. *dossier is large
 * (allocate it) and to be released in every case (wyrm_dossier_free); it must not outlive the
 * sources. Fails as the functions behind it do. */
WYRM_MUST_CHECK wyrm_status wyrm_dossier_make(const wyrm_dossier_source *sources, size_t count,
                                              const wyrm_dossier_options *options,
                                              wyrm_dossier *dossier, wyrm_error *error);
void wyrm_dossier_free(wyrm_dossier *dossier); /* all that it owns */

/* The bot whose figures stand for a designer's player: the explorer, or the only one. */
const wyrm_dossier_bot *wyrm_dossier_usual(const wyrm_dossier_side *side);

const wyrm_picture *wyrm_dossier_find(const wyrm_dossier *dossier, const char *id); /* or NULL */

/* ---- Parts of it ---- */

/* A report on progress of a part of the whole. */
typedef struct wyrm_dossier_part {
    const wyrm_dossier_options *options;
    double from, to; /* what the part is of the whole */
} wyrm_dossier_part;

bool wyrm_dossier_progress(double done, void *part);

/* The runs of a side. */
WYRM_MUST_CHECK wyrm_status wyrm_dossier_runs(wyrm_dossier_part *part, wyrm_dossier_side *side,
                                              bool compared, wyrm_error *error);

/* What the files that draw the pictures of a dossier (draw_*.c) share, and the pictures. */

#define WYRM_RARE_RUNS 20 /* depths that fewer runs enter are noise */

/* Depths that enough runs enter, from the first on. */
size_t wyrm_depths_drawn(const wyrm_summary *summary);

/* The moments at an offset of a depth, over those depths. */
const wyrm_moments *wyrm_depth_moments(const wyrm_sim_depth *depth, size_t offset);
void wyrm_add_by_depth(wyrm_picture *picture, wyrm_series *series, const wyrm_summary *summary,
                       size_t offset);

/* A mean of an estimate as a mark, with its interval unless it is exact; none where it is not
 * known. */
void wyrm_mark_estimate(wyrm_picture *picture, wyrm_series *series, double x,
                        const wyrm_estimate *estimate);

/* The depth where figures[count] of the depths drawn are the greatest, and what they are there. */
wyrm_greatest wyrm_greatest_depth(const wyrm_estimate *figures, const int32_t *depths, size_t count,
                                  bool shares);

/* How captions print figures. */
#define WYRM_CAPTIONS ((wyrm_style){.utf8 = true})

/* Whether enough dungeons reach depths[index] for its figures to be more than noise. */
bool wyrm_is_common(const wyrm_descents *descents, int32_t index);

void wyrm_curve_command(const wyrm_dossier *dossier, wyrm_picture *picture);

/* The level of someone who has killed everything, depth by depth. */
void wyrm_add_levels_of_all(const wyrm_dossier_side *side, wyrm_picture *picture,
                            wyrm_series *series);

/* A fighter by its text; false where the ruleset has no such one, or nobody alive. */
bool wyrm_read_fighter(const wyrm_design *design, const char *text, wyrm_combatant *out);

/* Whether monsters have levels of their own. */
bool wyrm_has_levels(const wyrm_design *design);

/* A few typical pairs of a ruleset: the usual player and a usual monster, early, later, late. */
#define WYRM_MATCHES 3
typedef struct wyrm_pairing {
    char player[256], monster[96];
} wyrm_pairing;

/* The next picture of the page; NULL where there is no room for more. */
wyrm_picture *wyrm_dossier_picture(wyrm_dossier *dossier, wyrm_picture_kind kind, const char *id,
                                   const char *title);

/* A series of a side: named after what it shows, and after the side where there are two; that of
 * the second side is dashed. */
wyrm_series *wyrm_dossier_series(const wyrm_dossier *dossier, wyrm_picture *picture, size_t side,
                                 const char *name);

/* A picture of one side: of the second its name is "NAME-other", and with two of them the side stands
 * in the question. */
wyrm_picture *wyrm_side_picture(wyrm_dossier *dossier, size_t side, wyrm_picture_kind kind,
                                const char *name, const char *question);

/* The command that prints the numbers of a side: wyrm VERB RULESET and the rest; none where it
 * would not fit. */
void wyrm_dossier_command(wyrm_picture *picture, const wyrm_dossier_side *side, const char *verb,
                          const char *format, ...) WYRM_PRINTF(4, 5);

/* The same for figures of runs of a bot: `wyrm sim` or `wyrm results`. */
void wyrm_dossier_runs_command(const wyrm_dossier *dossier, wyrm_picture *picture, size_t side,
                               const wyrm_dossier_bot *bot);

/* The command that shows a run of a side's watched bot, into text[size]; "" where there is none. */
void wyrm_dossier_watch_command(const wyrm_dossier *dossier, size_t side, uint64_t run, char *text,
                                size_t size);

/* The pictures of each subject, in the order of the page. */
void wyrm_draw_runs(wyrm_dossier *dossier);
void wyrm_draw_dungeon(wyrm_dossier *dossier);
void wyrm_draw_fights(wyrm_dossier *dossier);
/* Threat and loot; fails as the exact functions of loot do. */
WYRM_MUST_CHECK wyrm_status wyrm_draw_loot(wyrm_dossier *dossier, wyrm_error *error);

/* Tables of squares: how much of each kind there is at each depth. */

/* Columns of such a table: more would be too narrow to be named, and the page too large. */
#define WYRM_COLUMNS_MAX 24

typedef struct wyrm_squares {
    const void *of; /* passed on */
    size_t depths, kinds;
    wyrm_estimate (*amount)(const void *of, size_t depth,
                            size_t kind); /* depth from 1; 0: none comes */
    const char *(*title)(const void *of, size_t kind);
} wyrm_squares;

/* A column each kind that comes at all, in their order, and a square each depth where it does; the
 * rarest of more than WYRM_COLUMNS_MAX share a last column. */
void wyrm_add_squares(wyrm_picture *picture, const char *name, const wyrm_squares *squares);

/* Marks the WYRM_COLUMNS_MAX greatest of weights[count] that are above 0, the first ones of equal
 * ones; returns how many those above 0 are in all. */
size_t wyrm_keep_greatest(const double *weights, size_t count, bool *kept);

/* `wyrm report`: a dossier as a page of HTML, and for scripts. */

/* Fail with WYRM_ERROR_MEMORY, and as the exact functions of a comparison do. */
WYRM_MUST_CHECK wyrm_status wyrm_report_html(const wyrm_dossier *dossier, wyrm_page *page,
                                             wyrm_error *error);
WYRM_MUST_CHECK wyrm_status wyrm_report_whole_json(const wyrm_dossier *dossier, wyrm_page *page,
                                                   wyrm_error *error);

/* ---- Parts of it ---- */

/* The picture that shows what a metric measures, or a finding is about; NULL where none does. */
const wyrm_picture *wyrm_picture_of_metric(const wyrm_dossier *dossier, const char *metric);
const wyrm_picture *wyrm_picture_of_finding(const wyrm_dossier *dossier,
                                            const wyrm_finding *finding);

/* Sections of pictures: what they are about. In the order of the page. */
typedef struct wyrm_report_section {
    const char *id, *heading;
    const char *pictures; /* their ids, with a blank before and after each */
} wyrm_report_section;
extern const wyrm_report_section wyrm_report_sections[]; /* ended by a NULL id */

/* Whether a picture stands in a section. */
bool wyrm_is_in_section(const wyrm_picture *picture, const wyrm_report_section *section);

void wyrm_html_scores(const wyrm_dossier *dossier, const wyrm_aims *aims, wyrm_page *page);
void wyrm_html_verdicts(const wyrm_dossier *dossier, const wyrm_aims *aims, wyrm_page *page);
void wyrm_html_findings(const wyrm_dossier *dossier, wyrm_page *page);

#endif
