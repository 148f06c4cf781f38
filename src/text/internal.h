/* The answers of the commands, as text and as JSON.
 *
 * An answer has a struct here, text_..._answer or the like, which a command fills with what the
 * library found and with what was typed, and a function that writes it whole into a page
 * (text/layout.h). Nothing here opens files, plays games or prints. The struct owns nothing: what
 * it points to is the command's and must live until the function returns. What the function works
 * out for itself belongs to the page, and so do its failures. */
#ifndef WYRM_SRC_TEXT_INTERNAL_H
#define WYRM_SRC_TEXT_INTERNAL_H

#include <wyrm/compare.h>
#include <wyrm/descent.h>
#include <wyrm/external_gate.h>
#include <wyrm/external_fit.h>
#include <wyrm/external_import.h>
#include <wyrm/external_judge.h>
#include <wyrm/floors.h>
#include <wyrm/game_text.h>
#include <wyrm/gate.h>
#include <wyrm/hit_curve.h>
#include <wyrm/judge.h>
#include <wyrm/loot_advice.h>
#include <wyrm/outlook.h>
#include <wyrm/sense.h>
#include <wyrm/solve.h>
#include <wyrm/worth.h>
#include <wyrm/threat_survey.h>
#include <wyrm/sweep.h>
#include <wyrm/threat_floor.h>
#include <wyrm/attrition.h>
#include <wyrm/threat_calibration.h>
#include <wyrm/tune.h>
#include <wyrm/replay_pair.h>
#include <wyrm/verify.h>

#include "text/layout.h"

/* Answers in JSON: one object, with a fixed order of keys and numbers that read back exactly
 * (base/json.h).
 *
 * Every one begins with `schema` ("wyrm/hit/1"), `wyrm` (the version) and, unless `ruleset` is
 * NULL, `ruleset` {name, hash}; base_put_end ends it. */
base_json text_answer_begin(text_page *page, const char *command, const wyrm_ruleset *ruleset);

/* What vaults bring down to depth `last`, which figures of encounters and loot do not count: a
 * sentence on monsters or items (`item`: on that one, NULL: on all), and JSON with both by depth.
 * Nothing if there are none. */
void text_say_vaults(const wyrm_design *design, int32_t last, bool monsters, const char *item,
                     text_page *page);
void text_put_vaults(base_json *json, const wyrm_design *design, int32_t last, const char *item);

void text_put_interval(base_json *json, const char *key, wyrm_interval interval); /* [low, high] */
/* The interval of an estimate; null if it is exact. */
void text_put_ci95(base_json *json, const char *key, const wyrm_estimate *estimate);
void text_put_pmf(base_json *json, const char *key,
                  const wyrm_pmf *pmf); /* [[value, p]...]; NULL: null */
void text_put_mean_sd(base_json *json, const char *key, double mean, double sd);
/* {"quantiles": {"0.05": {value, ci95}, ... "0.95": ...}} */
void text_put_quantiles(base_json *json, const wyrm_histogram *counts);

/* Writes {mean, sd, ci95}: null if nothing was counted, with nulls inside if the interval is
 * unknown. text_open_moments leaves the object open for more members, to be ended by the caller; it
 * returns false if it wrote null. */
void text_put_moments(base_json *json, const char *key, const wyrm_moments *moments);
bool text_open_moments(base_json *json, const char *key, const wyrm_moments *moments);

/* Sampled quantiles with their intervals, as text and as JSON. */

/* A quantile, "2620 ± 70"; without the interval if both its ends are the quantile itself. */
const char *text_quantile_say(text_style style, const wyrm_histogram *counts, double p,
                              text_figure *out);

/* Whose share it is that is one of the runs that ended: "of all runs" where none was cut off. */
const char *text_of_runs(uint64_t ended, uint64_t all);

/* The article of a word that a game has: "a" floor, "an" act. */
const char *text_article(const char *word);

/* What the runs of a game told of a metric that is one value a run: a share, a mean, or "all 0"
 * where all told the same and no interval says how sure that is. */
bool text_told_alike(const wyrm_external_figure *of);
const char *text_figure_told(text_style style, const wyrm_external_figure *of, text_figure *out);

/* The answers of the commands. Each function adds a whole answer to a page: JSON if page->json is
 * set, else text. Failures become the status of the page. */

/* The guide to ruleset files in Markdown: chapters, the reference of all keys, the metrics. */
void text_write_guide(text_page *page);

/* The result of validating a file. */
typedef struct text_validated {
    const char *file;            /* as it was typed */
    const wyrm_ruleset *ruleset; /* NULL: the file is invalid */
    const wyrm_errors *errors;   /* NULL: only the status is known */
    wyrm_status status;
} text_validated;

void text_write_validated(const text_validated *files, size_t count, text_page *page);

/* ---- Who attacks and fights ---- */

/* The combatants that an answer is about, as they were typed. */
typedef struct text_asked_about {
    const wyrm_design *design;
    const char *names[2];
    bool fight;       /* else a single attack */
    int32_t distance; /* of a fight, in tiles */
} text_asked_about;

/* A table of hit points and of stats that differ from their defaults, in the designer's notation;
 * and one fighter as JSON. */
void text_print_fighters(const wyrm_design *design, const char *const names[2],
                         const wyrm_combatant *const fighters[2], text_page *page);
void text_put_fighter(base_json *json, const char *key, const wyrm_design *design, const char *text,
                      const wyrm_combatant *fighter);

/* What the answer leaves out of the game; nothing if it leaves out nothing. */
bool text_leaves_out(const text_asked_about *of);
void text_print_left_out(const text_asked_about *of, text_page *page);
void text_put_left_out_of(const text_asked_about *of, base_json *json);

/* The distribution of an amount. `against`: an amount that it should reach, or NULL. */
void text_write_amount(const wyrm_amount *amount, const wyrm_amount *against, text_page *page);

typedef struct text_hit_answer {
    const wyrm_design *design;
    const char *attacker_text, *defender_text; /* as they were typed */
    wyrm_combatant attacker, defender;
    wyrm_attack_kind attack;
    double distance, off_centre; /* tiles, as in wyrm/combat.h */
    bool explain;
} text_hit_answer;

/* The attack of a report; points into the report. */
wyrm_matchup text_hit_matchup(const text_hit_answer *hit);

/* Fails like wyrm_combat_hit. `curve`: that of --curve, or NULL. */
void text_write_hit(const text_hit_answer *hit, const wyrm_hit_curve *curve, text_page *page);

/* Makes the page an SVG file of the curve. */
void text_write_hit_svg(const text_hit_answer *hit, const wyrm_hit_curve *curve, text_page *page);

typedef struct text_duel_answer {
    const wyrm_design *design;
    const char *subject_text, *opponent_text;
    wyrm_combatant subject, opponent;
    wyrm_striker striker;
    int32_t distance; /* tiles apart at first, from 1 */
} text_duel_answer;

/* Fails like wyrm_design_duel_from. */
void text_write_duel(const text_duel_answer *duel, text_page *page);

/* duels[i] is the fight with `key` of the subject or opponent set to at[i]. */
typedef struct text_duel_curve {
    text_duel_answer duel;
    const char *key;
    bool of_subject;
    size_t count;
    const double *at;
    const wyrm_duel *duels;
} text_duel_curve;

void text_write_duel_curve(const text_duel_curve *curve, text_page *page);

typedef struct text_solve_answer {
    const wyrm_design *design;
    const wyrm_solution *solution;
} text_solve_answer;

void text_write_solution(const text_solve_answer *report, text_page *page);

typedef struct text_worth_answer {
    const wyrm_design *design;
    const wyrm_worth *worth;       /* NULL: no games were played */
    const wyrm_worth_rates *rates; /* NULL: not asked for */
    bool of_levels;                /* `rates` are by tracker level, not depth */
    bool verbose;
} text_worth_answer;

void text_write_worth(const text_worth_answer *report, text_page *page);

typedef struct text_tune_answer {
    const wyrm_design *design;
    const wyrm_tuning *tuning;
    const char *file;                          /* NULL: the ruleset is in no file */
    const char *text;                          /* of the ruleset */
    const char *edited[WYRM_TUNE_ANSWERS_MAX]; /* by answer; NULL: no such text */
    bool applied;                              /* the first answer has been written */
} text_tune_answer;

void text_write_tuning(const text_tune_answer *report, text_page *page);

typedef struct text_sense_answer {
    const wyrm_design *design;
    const wyrm_sense *sense;
    const char *name;  /* as it was typed */
    const char *again; /* command that repeats this; "" if a shell cannot read it */
} text_sense_answer;

void text_write_sense(const text_sense_answer *report, text_page *page);

typedef struct text_sweep_answer {
    const wyrm_design *design;
    const wyrm_sweep *sweep;
    const char *again; /* command that repeats this; "" if a shell cannot read it */
} text_sweep_answer;

void text_write_sweep(const text_sweep_answer *report, text_page *page);
/* Adds a CSV field, quoted as in RFC 4180 where it has a comma, a quote or the end of a line; also
 * for what only some programs split or trim at: semicolons, tabs, a blank at either end. */
void text_add_csv_field(base_buffer *out, const char *text);
/* The sweep as CSV: a line of headings, then a line for each variant. */
void text_write_sweep_csv(const text_sweep_answer *report, text_page *page);
/* The name of a measured figure: "run_hazard (depth 3)". */
void text_swept_goal(const wyrm_sweep_goal *goal, char out[200]);
/* Selects the goals to show: the first `most` of those that some variant changes, or of all if none
 * is changed. Returns their number. */
size_t text_swept_shown(const wyrm_sweep *of, size_t *goals, size_t most);

/* duels[i] is the fight of the subject with monster i of the ruleset. */
typedef struct text_rivals_answer {
    const wyrm_design *design;
    const char *subject_text;
    wyrm_combatant subject;
    wyrm_striker striker;
    int32_t distance; /* as in text_duel_answer */
    const wyrm_duel *duels;
} text_rivals_answer;

void text_write_rivals(const text_rivals_answer *rivals, text_page *page);

/* duels[r * levels + c] is the fight of the row role at level first + r with the column role at
 * level first + c. */
typedef struct text_matrix_answer {
    const wyrm_design *design;
    const char *row_role, *column_role;
    const char *gear;       /* as for --gear: "equal", "7"; "named" if combatants name it */
    const char *gear_words; /* "weapon and armor of the player's own level" */
    wyrm_striker striker;
    int32_t first;
    size_t levels;
    const wyrm_duel *duels;
} text_matrix_answer;

void text_write_matrix(const text_matrix_answer *matrix, text_page *page);

/* The mean of the moments at an offset. It is exact only if chance cannot change it: the tracker's
 * level on the first map. */
wyrm_estimate text_curve_estimate(const wyrm_depth_figures *depth, size_t offset);

void text_write_curve(const wyrm_design *design, const wyrm_descents *descents,
                      const wyrm_attrition *attrition, uint64_t seed, text_page *page);

/* curve --tracker: the level of a monster. */
void text_write_tracker(const wyrm_design *design, double tracker, const wyrm_pmf *levels,
                        text_page *page);

/* A judgement of a ruleset, or of a game of the user's own. */
typedef struct text_check_answer {
    const wyrm_judgement *judgement;
    const char *title;               /* "RuggRogue" */
    const wyrm_ruleset *ruleset;     /* NULL: it is a game */
    const wyrm_design *design;       /* of the ruleset */
    const wyrm_external_facts *game; /* NULL: it is a ruleset */
    const char *name;                /* as it was typed, for commands to go on with */
    bool verbose;                    /* show every place of every target */
    const char *again;               /* the command that it answers, but for how it is shown */
    bool seen;                       /* of runs that were there: nothing was played */
    bool hard;                       /* played with as much effort as has a name, or more */
} text_check_answer;

void text_write_check(const text_check_answer *report, text_page *page);

/* Lists what exact duels leave out of the monsters' abilities, and what the rules leave out of
 * their game; writes nothing if both are empty. */
void text_put_left_out(base_json *json, const wyrm_design *design);

/* Says that exact duels leave out abilities of monsters; nothing if none has any. `name`: the
 * ruleset as it was typed, or NULL; `party`: only of these monsters, or NULL. */
void text_say_abilities(const wyrm_design *design, const char *name, const wyrm_party *party,
                        text_page *page);

/* Games of a bot under both rulesets, with the same seeds. */
typedef struct text_compare_played {
    wyrm_gate gate;
    char bot[32];
    uint64_t seed;
} text_compare_played;

typedef struct text_compare_answer {
    const wyrm_design *a, *b;
    const char *name_a, *name_b; /* column headings; different if the rulesets are */
    const wyrm_comparison *comparison;
    const text_compare_played *played; /* NULL: only single fights were compared */
    bool all;                          /* also equal figures, and long lists in full */
} text_compare_answer;

void text_write_compare(const text_compare_answer *report, text_page *page);

/* "mine is harder than ruggrogue", by the runs of a gate; and how far runs get on either side. */
void text_compare_headline(const wyrm_gate *gate, const char *name_a, const char *name_b, char *out,
                           size_t size);
void text_compare_runs_words(const wyrm_gate *gate, const char *bot, text_style style, char *out,
                             size_t size);

/* Two rulesets compared by several bots. */
typedef struct text_ladder_answer {
    const char *name_a, *name_b;
    const wyrm_results_facts *before, *after; /* of any bot */
    uint64_t seed;
    size_t count;
    const char *const *bots;
    const wyrm_gate *gates; /* by bot */
    wyrm_gate_helped helped;
    bool clear; /* more runs would hardly change the answer */
    bool every; /* print every metric of every bot */
} text_ladder_answer;

void text_write_ladder(const text_ladder_answer *report, text_page *page);

/* The answer by single fights in a sentence: which ruleset is harder. */
void text_compare_words(const text_compare_answer *report, text_style style, char *text,
                        size_t size);

/* Lines of two texts that differ (figures.c): `out` lines from `a` on stand in the place of `in`
 * lines from `b` on. Both texts are taken up again where the fewest lines of either are passed
 * over. That is not always the shortest list of changes, as a real diff would find; but most
 * changes are within lines, and there it is. */
typedef struct text_hunk {
    const char *a, *b; /* at first the texts */
    size_t line;       /* of `a`; at first 1 */
    size_t out, in;
} text_hunk;

/* Goes to the first such lines, or the next. Returns false where nothing differs any more. */
bool text_next_hunk(text_hunk *hunk);
const char *text_line_after(const char *line);

/* Two versions of a value in files (figures.c), as they are shown: "nothing" for a missing one, cut
 * if they are long; of a text with many lines, such as a script, the first line that differs. */
#define TEXT_DIFFERENCE_VALUE 128
typedef struct text_difference {
    char before[TEXT_DIFFERENCE_VALUE], after[TEXT_DIFFERENCE_VALUE];
    int line;         /* number of that line from 1, in both texts; 0: a short value */
    char where[24];   /* "", or ", line 4" to follow the path */
    char further[40]; /* "", or " (and 2 more lines)" at the end */
} text_difference;

/* Finds the difference; `width`: characters per side, at most 120. */
void text_difference_of(const char *before, const char *after, size_t width, text_difference *out);

/* The difference in words: "monsters.orc.power: 4 -> 5", "combat.script, line 4: return n -> return
 * n * 2 (and 1 more line)". Returns `out`. */
#define TEXT_DIFFERENCE_WORDS 640
const char *text_difference_words(const char *path, const text_difference *of, const char *arrow,
                                  char out[TEXT_DIFFERENCE_WORDS]);

typedef struct text_etp_answer {
    const wyrm_design *design;
    const char *name; /* as it was typed, for commands to go on with */
    const wyrm_threat_survey *survey;
    const wyrm_calibration *calibration;
    bool verbose;
} text_etp_answer;

void text_write_etp(const text_etp_answer *report, text_page *page);

/* etp --rooms: one floor. */
typedef struct text_etp_rooms_answer {
    const wyrm_design *design;
    const wyrm_threat_floor *floor;
} text_etp_rooms_answer;

void text_write_etp_rooms(const text_etp_rooms_answer *report, text_page *page);

/* etp MONSTER...: a group of monsters that is named. */
typedef struct text_party_answer {
    const wyrm_design *design;
    const wyrm_party *party;
    const wyrm_party_weights *weights;
} text_party_answer;

void text_write_party(const text_party_answer *report, text_page *page);

/* wyrm verify: what a game did, compared with the rules. */
typedef struct text_verify_answer {
    const wyrm_design *design;
    const wyrm_verified *verified;
    const char *name; /* the log or the game */
    uint64_t seed;
    size_t left_out;       /* matchups that the game could not do */
    bool fights_not_asked; /* attacks were asked of a game that can do fights, too */
    bool verbose;          /* show every matchup */
} text_verify_answer;

void text_write_verify(const text_verify_answer *report, text_page *page);

/* wyrm fixtures: cases for the game's own tests, always JSON. */
void text_write_fixtures(const wyrm_design *design, text_page *page);

typedef struct text_loot_answer {
    const wyrm_design *design;
    const char *name; /* as it was typed, for commands to go on with */
    const wyrm_loot_survey *survey;
    const wyrm_loot_advices *advices;
    const char *category, *band; /* show only this one; NULL: all */
    bool by_band, why;
    unsigned threads; /* for the search for mends */
} text_loot_answer;

void text_write_loot(const text_loot_answer *report, text_page *page);

/* The items that a game finds if loot fills whole floors, and the items of a room if only the loot
 * is known. */
typedef struct text_found_answer {
    const wyrm_design *design;
    const char *name;            /* as it was typed */
    const char *item, *category; /* show only this one; NULL: all */
    int32_t depth;               /* the last depth; 0: that of the ruleset */
    uint64_t seed, runs;         /* of drawn games, if exact figures are too much work */
} text_found_answer;

void text_write_found(const text_found_answer *report, text_page *page);

/* The gold of the floors; the stock of shops with what gold pays for; and what monsters drop at
 * the depth (0: 1). */
void text_write_gold(const text_found_answer *report, text_page *page);
void text_write_shops(const text_found_answer *report, text_page *page);
void text_write_drops(const text_found_answer *report, text_page *page);
void text_write_rooms_loot(const text_found_answer *report, text_page *page);

/* The shipped rulesets. Fails also if one is invalid. */
void text_write_rulesets(text_page *page);

/* Writes a value of a ruleset. */
void text_put_value(base_json *json, const char *key, const wyrm_value *value);

/* The tables that `wyrm rules export` writes (export_tables.c gathers them, export.c writes
 * them). */

#define EXPORT_COLUMNS_MAX 256
#define EXPORT_TABLES_MAX  48

typedef enum export_kind { CELL_NONE, CELL_TEXT, CELL_WHOLE, CELL_REAL, CELL_VALUE } export_kind;

typedef struct export_cell {
    export_kind kind;
    const char *text;
    int64_t whole;
    double real;
    const wyrm_value *value; /* a leaf of a record */
} export_cell;

/* A row with as many cells as it needed; further cells are empty. */
typedef struct export_row {
    size_t count;
    export_cell *cells;
} export_row;

typedef struct export_table {
    const char *name;
    size_t columns, rows, room;
    const char *keys[EXPORT_COLUMNS_MAX];
    const wyrm_value **records; /* by row, for tables of records; else NULL */
    bool maps_are_text;         /* a map in a record is one cell, as its keys vary without limit */
    export_row **list;
} export_table;

typedef struct text_export {
    base_arena *arena;
    const wyrm_design *design;
    const wyrm_ruleset *ruleset;
    uint64_t seed;
    size_t table_count; /* tables of all rulesets come first */
    export_table tables[EXPORT_TABLES_MAX];
    const wyrm_amount **amounts; /* each text once, in the order of occurrence */
    size_t amount_count, amount_room;
    unsigned twins; /* identifiers of C that collided so far */
} text_export;

static inline export_cell export_cell_at(const export_table *table, size_t row, size_t column)
{
    const export_row *of = table->list[row];
    return column < of->count ? of->cells[column] : (export_cell){.kind = CELL_NONE};
}

/* The index of an amount among those gathered; amount_count if it is not there. */
static inline size_t export_find_amount(const text_export *to, const char *text)
{
    size_t at = 0;
    while (at < to->amount_count && strcmp(wyrm_amount_text(to->amounts[at]), text) != 0)
        at++;
    return at;
}

/* Gathers the tables and amounts of a design. */
void text_export_gather(text_export *to);

/* Writes the tables of a ruleset in one of export_formats (ended by NULL), as files that live as
 * long as the arena; failures end the arena's job. `seed`: of figures that are sampled. */
extern const char *const export_formats[];

typedef struct export_file {
    char name[80]; /* "monsters.csv" */
    base_buffer text;
} export_file;

#define EXPORT_FILES_MAX 49
typedef struct text_export_files {
    size_t count;
    export_file files[EXPORT_FILES_MAX];
} text_export_files;

void export_make(base_arena *arena, const wyrm_design *design, const char *format, uint64_t seed,
                 text_export_files *out);

/* The whole ruleset; as text its canonical dump. */
void text_write_tree(const wyrm_design *design, text_page *page);

/* What each level from `first` to `last` is worth. */
void text_write_levels(const wyrm_design *design, int32_t first, int32_t last, text_page *page);

/* A quantity of a creature without gear as a multiple of that at level 1. `role`: "player" or
 * "monster"; `stat`: index of a stat of the combat model, -1 for hit points. False if there is no
 * such creature, or the quantity is not above 0 at level 1. */
bool text_level_worth(const wyrm_design *design, const char *role, int stat, int32_t level,
                      double *out);

/* Names quantities that change up to level `last` but have no multiple, as they are not above 0 at
 * level 1: "player's might (0 to 10)"; cut to fit, "" if there are none. */
#define TEXT_LEVELS_TEXT_MAX 400
void text_level_from_nothing(const wyrm_design *design, int32_t last,
                             char text[TEXT_LEVELS_TEXT_MAX]);

/* The text of a new ruleset `name` that extends `base` (as written after `extends:`), with comments
 * that teach. `file`: where it will be, for commands in the comments. */
void text_write_starter(const wyrm_design *parent, const char *base, const char *name,
                        const char *file, text_page *page);

/* Templates of new rulesets that extend nothing: a kind of game, a summary, and two fighters to try
 * first. Their texts are in rulesets/templates. */
#define TEXT_TEMPLATE_ROWS(ROW)                                                                    \
    ROW("d20", "a d20 and a bonus against armor class: D&D and its kin",                           \
        "player,weapon=sword orc")                                                                 \
    ROW("accuracy", "accuracy against evasion, then rolled damage less defense",                   \
        "player,weapon=sword orc")                                                                 \
    ROW("attack-defense", "damage follows the ratio of attack to defense",                         \
        "player,weapon=sword,armor=plate knight")                                                  \
    ROW("power-defense", "damage is power less defense, and every attack hits",                    \
        "player,weapon=sword orc")                                                                 \
    ROW("script", "anything else: what an attack does is a function in Lua",                       \
        "player,weapon=mace brute")                                                                \
    ROW("blank", "the least that answers", "player three")

typedef struct text_template {
    const char *name, *summary, *matchup;
} text_template;

extern const text_template text_templates[];
extern const size_t text_template_count;

/* The text of a new ruleset `name` from a template. */
void text_write_template(const char *template, const char *name, text_page *page);

/* Texts that the build embeds from rulesets/templates and src/text/assets. */
typedef struct text_asset {
    const char *name, *text; /* file name without ending; NUL-ended text */
    size_t length;
} text_asset;

extern const text_asset text_asset_table[]; /* sorted by name */
extern const size_t text_asset_count;

/* Verdicts in words, shared by `wyrm check` and `wyrm report`. */

/* One target, with its places judged[0..count-1]. */
typedef struct text_aim {
    const wyrm_judged *judged;
    size_t count;
    size_t holding;           /* number of places that pass */
    const wyrm_judged *worst; /* the worst place: by verdict, then by what is left to the range */
} text_aim;

/* The rank of a verdict from bad (0) to good; a target is as good as its worst place. */
size_t text_severity_rank(wyrm_verdict verdict);

text_tone text_verdict_tone(wyrm_verdict verdict);

/* The target whose places begin at judged[from]; the next target begins at from + count. */
text_aim text_aim_at(const wyrm_judgement *judgement, size_t from);

/* The verdicts in a sentence: "RuggRogue: 37 of 48 targets hold; 9 do not." */
void text_verdicts_answer(const char *title, const wyrm_judgement *judgement, char *text,
                          size_t size);

/* "7.14 ± 0.02 hits"; "20 to 40 %" */
void text_judged_value(text_style style, const wyrm_judged *judged, char *text, size_t size);
void text_judged_range(const wyrm_judged *judged, char *text, size_t size);

/* How many places of a target hold, and which do not, without the worst; for targets with several
 * places. */
void text_aim_others(const text_aim *aim, char *text, size_t size);

/* JSON of a judgement's parts: the systems that are missing, and the members of a judged place and
 * of a finding. */
void text_put_missing(base_json *json,
                      const wyrm_judgement *judgement); /* nothing if none is missing */
void text_put_judged(base_json *json, const wyrm_judged *judged);
void text_put_finding(base_json *json, const wyrm_finding *finding);

/* The answer of the gate: as text, JSON, Markdown for pull requests, and JUnit XML for build
 * servers. */

typedef struct text_gate_answer {
    const wyrm_gate *gate;
    const char *before_name, *after_name; /* names of the sides */
    uint64_t before_seed, after_seed;
    const char *player; /* "the explorer" */
    bool plays;         /* a side can make more runs */
    bool is_baseline;   /* `before` is the baseline for `after` */
    const char *again;  /* command that repeats the comparison; "" for none */
    /* For rules: the changes in them, and the sides with their facts. NULL for games. */
    const wyrm_gate_causes *causes;
    const wyrm_gate_side *before, *after;
    /* For games of the user's own: how the sides differ, and why they are not paired. NULL for
     * rules. */
    const wyrm_external_gate *game;
    const wyrm_external_facts *before_game, *after_game;
} text_gate_answer;

/* The answer in a sentence. */
void text_gate_words(const wyrm_gate *gate, char *out, size_t size);

/* How many runs rows of metrics by stage are based on: a sentence with a blank at its end; "" if
 * they are based on all. */
void text_gate_stages_words(const wyrm_gate *gate, char *out, size_t size);

/* A table with a row for each metric. */
text_table text_gate_table(const wyrm_gate *gate, text_page *page);

/* The mean of one side, "31.2 % ± 1.8", and the difference, "+1.2 ± 0.4", of shares in points. */
const char *text_gate_value_text(text_style style, const wyrm_gate_row *row, bool after,
                                 text_figure *out);
const char *text_gate_difference_text(text_style style, const wyrm_gate_row *row, text_figure *out);

void text_put_gate_row(base_json *json, const wyrm_gate_row *row);

void text_write_gate(const text_gate_answer *report, text_page *page);
/* Markdown for a pull request: what the change did, and which rule did it. */
void text_write_gate_markdown(const text_gate_answer *report, text_page *page);
/* JUnit XML: a test case for each metric. */
void text_write_gate_junit(const text_gate_answer *report, text_page *page);

/* The inhabitants of each depth, for text, JSON and charts. */

typedef struct text_inhabitants {
    const wyrm_design *design;
    bool tracks;  /* kinds are gaps to the tracker, depths its levels; else monsters */
    int32_t last; /* the last depth */
    size_t kinds;
    wyrm_estimate *shares; /* by depth and kind: shares of a depth's monsters */
} text_inhabitants;

/* Fills *out with memory of the arena, so there is nothing else to free.
 * WYRM_ERROR_ARGUMENT  the ruleset has neither depths nor a tracker
 * and the errors of wyrm_rooms_kinds and wyrm_encounter_monster_levels */
WYRM_MUST_CHECK wyrm_status text_inhabitants_find(base_arena *arena, const wyrm_design *design,
                                                  uint64_t seed, text_inhabitants *out,
                                                  wyrm_error *error);

const char *text_inhabitants_title(const text_inhabitants *of, size_t kind);

void text_write_inhabitants(const wyrm_design *design, uint64_t seed, text_page *page);

/* The monsters of each floor, for rulesets with groups of monsters. */
void text_write_floors(const wyrm_design *design, const wyrm_floors *floors, text_page *page);

/* The share of rooms with a status over all depths. */
wyrm_ratio_estimate text_etp_sum(const wyrm_threat_survey *survey, wyrm_threat_status status);

/* The best known value of a figure, "0.51", with its interval unless both ends read the same. */
const char *text_loot_value(text_style style, const wyrm_loot_figure *figure, text_figure *out);

/* The same for a share: "11.2 %". */
const char *text_loot_share(text_style style, const wyrm_loot_figure *figure, text_figure *out);

/* Items of normal rooms by chance, by kind and depth. */
typedef struct text_loot_by_depth {
    size_t kinds, depths; /* depths 0: the model does not know shares of kinds */
    wyrm_estimate *items; /* per room, by depth */
    double *shares;       /* by depth and kind, exact */
} text_loot_by_depth;

WYRM_MUST_CHECK wyrm_status text_loot_find_by_depth(base_arena *arena, const wyrm_design *design,
                                                    const wyrm_loot_survey *survey,
                                                    text_loot_by_depth *out, wyrm_error *error);

/* The number of items of a kind per room of a depth (from 1). */
wyrm_estimate text_loot_of_kind(const text_loot_by_depth *found, size_t depth, size_t kind);

/* A summary of a simulation, for `wyrm sim` and `wyrm results`: text, JSON and CSV. */
typedef struct text_sim_answer {
    const wyrm_design *design;
    const wyrm_summary *summary;
    const wyrm_results_facts *facts;
    const char *file;                    /* of results; NULL: none, or several */
    uint64_t first;                      /* number of the first run */
    const wyrm_results_account *account; /* which runs of files are missing; NULL: no files */
    bool stopped;                        /* before all runs were made */
    bool verbose;                        /* show every monster, item and depth */
} text_sim_answer;

void text_write_sim(const text_sim_answer *report, text_page *page);

/* Several bots side by side; in JSON the whole answer of each. */
void text_write_sims(const text_sim_answer *reports, size_t count, text_page *page);

/* CSV: a line of headings, then a line for each depth. */
void text_write_sim_csv(const text_sim_answer *report, text_page *page);

/* The name of a cause of death: "Orc", "hunger", "an effect of its own", "the ground or an effect
 * of its own" where that may be, "a nameless monster". */
const char *text_sim_killer(const wyrm_design *design, const wyrm_sim_death *death);

/* Deaths of a cause at a depth as a share of the runs that enter it and do not stall or get cut off
 * there. */
wyrm_estimate text_sim_deaths_there(const wyrm_summary *summary, const wyrm_sim_death *death);

/* The cause that ends most of the complete runs, over all depths. There must be at least one death;
 * text_greatest.count is 0 if out of memory. */
text_greatest text_sim_worst_killer(base_arena *arena, const wyrm_design *design,
                                    const wyrm_summary *summary, text_style style);

/* A summary of runs of a game of the user's own, for `wyrm sim` and `wyrm results`: text, JSON and
 * CSV. */
typedef struct text_external_answer {
    const wyrm_external_facts *facts;
    const wyrm_external_summary *summary;
    uint64_t first;                       /* number of the first run */
    const wyrm_external_account *account; /* which runs of files are missing; NULL: no files */
    bool stopped;                         /* before all runs were made */
    bool verbose;                         /* show every stage, word and failed run that is kept */
} text_external_answer;

void text_write_external(const text_external_answer *report, text_page *page);

/* CSV: a line of headings, then a line for each stage. */
void text_write_external_csv(const text_external_answer *report, text_page *page);

/* Writes {name, version, command, source} of a game. */
void text_put_game(base_json *json, const wyrm_external_facts *facts);
/* Writes the members of a summary, from win_rate to examples. */
void text_put_external(base_json *json, const wyrm_external_facts *facts,
                       const wyrm_external_summary *summary);

/* The cause that ends most of the complete runs; count is 0 if there is none, or out of memory. */
text_greatest text_external_worst(base_arena *arena, const wyrm_external_summary *summary,
                                  text_style style);

/* Adds the command that plays again `runs` runs from number `first` on (`verb` "sim"), or shows the
 * first of them ("replay"). False if there is no command that can be typed. */
bool text_external_again(const wyrm_external_facts *facts, const char *verb, uint64_t first,
                         uint64_t runs, base_buffer *out);

/* Prints the last lines of a log, each behind a bar, so that none can be taken for a line of the
 * answer. */
void text_print_log(const char *log, size_t last, text_page *page);

/* What a game says of itself in its hello. */
void text_write_hello(const wyrm_external_facts *facts, text_page *page);

/* A description of a game to begin with. */
typedef struct text_engine_file {
    const wyrm_external_facts *facts; /* of the first runs */
    const char *name;
    char *const *words; /* of the command */
    size_t word_count;
    uint64_t runs;       /* number of the first runs */
    const char *targets; /* suggested targets, as YAML below `targets:` */
} text_engine_file;

void text_write_engine_file(const text_engine_file *of, text_page *page);
/* The section `engine` with only the command. */
void text_engine_command(char *const *words, size_t count, text_page *page);

/* wyrm engine try: the checks of a game against the protocol. */
typedef enum text_engine_verdict {
    TEXT_ENGINE_PASS,
    TEXT_ENGINE_FAIL,
    TEXT_ENGINE_NOTE /* no requirement, but worth a word */
} text_engine_verdict;

typedef struct text_engine_check {
    text_engine_verdict verdict;
    char what[160];     /* "runs of greedy" */
    char words[1000];   /* a sentence on what was seen */
    const char *advice; /* what to change; NULL: nothing */
    const char *log;    /* end of the game's log; "" for none */
} text_engine_check;

typedef struct text_engine_trial {
    const wyrm_external_facts *facts;
    size_t count;
    const text_engine_check *checks;
} text_engine_trial;

size_t text_engine_failures(const text_engine_trial *trial);
void text_write_engine_trial(const text_engine_trial *trial, text_page *page);

/* A message of a turn, with the hit points of the player then. */
typedef struct text_replay_message {
    uint32_t turn;
    int64_t hp;
    char said[WYRM_MESSAGE_TEXT_MAX];
} text_replay_message;

/* The beginning of the last fight of a run. */
typedef struct text_last_fight {
    const wyrm_run_death *death; /* NULL: the run did not die, or not asked for */
    wyrm_outlook outlook;        /* against those in sight; no ways: nobody was */
} text_last_fight;

/* wyrm replay --check: a recording checked against a ruleset. */
typedef struct text_replay_answer {
    const wyrm_design *design;
    const wyrm_replay *replay;
    const wyrm_replay_facts *facts; /* of the recording, or of the file of results */
    const wyrm_replay_verdict *verdict;
    const char *file;
    bool cut;      /* its last line was cut off, and is left out */
    uint32_t last; /* turns whose messages are shown; 0: none */
    size_t message_count;
    const text_replay_message *messages;
    const text_last_fight *fight;
} text_replay_answer;

void text_write_replay(const text_replay_answer *report, text_page *page);

/* wyrm replay --with: a recording under two rulesets, side by side. There is a step for every
 * command that at least one of them carries out, from the beginning on. */
typedef struct text_pair_answer {
    const wyrm_design *designs[2];
    const wyrm_replay *replay;
    const wyrm_pair *pair;
    size_t count;
    const wyrm_pair_step *steps;
    const char *file;
    bool all; /* show every command; else those around the first difference */
} text_pair_answer;

void text_write_pair(const text_pair_answer *report, text_page *page);

/* JSON Schema (draft 2020-12) of the files that a schema accepts, for editors. The caller owns the
 * text (wyrm_free); the same schema gives the same bytes.
 * WYRM_ERROR_MEMORY  out of memory */
WYRM_MUST_CHECK wyrm_status text_schema_json(const wyrm_schema *schema, char **out,
                                             wyrm_error *error);

/* A file that an agent's imported runs are written to, or would be. */
typedef struct text_import_file {
    const char *path, *agent;
    uint64_t runs;
} text_import_file;

/* An import of somebody else's runs. */
typedef struct text_import_answer {
    const char *source; /* the imported file */
    const wyrm_external_import_account *account;
    const wyrm_errors *errors; /* unusable lines */
    size_t file_count;
    const text_import_file *files;
    bool dry_run; /* nothing was written */
} text_import_answer;

void text_write_import(const text_import_answer *report, text_page *page);

/* wyrm results fit: the mixture of agents that resembles the players. */
typedef struct text_fit_answer {
    const wyrm_fit *fit;
    const wyrm_external_facts *players;
    const wyrm_external_facts *const *agents;
    const char *const *names; /* by agent; the file's name if two agents share one */
    uint64_t seed;
} text_fit_answer;

void text_write_fit(const text_fit_answer *report, text_page *page);

#endif
