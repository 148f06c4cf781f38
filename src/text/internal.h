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
#include <wyrm/survey.h>
#include <wyrm/sweep.h>
#include <wyrm/threat_floor.h>
#include <wyrm/attrition.h>
#include <wyrm/threat_calibration.h>
#include <wyrm/tune.h>
#include <wyrm/replay_pair.h>
#include <wyrm/verify.h>

#include "text/layout.h"

/* Answers for scripts: one object, fixed order of keys, numbers that read back (base/json.h).
 *
 * Every answer begins with `schema` ("wyrm/hit/1"), `wyrm` (the version) and, where `ruleset` is
 * not NULL, `ruleset` {name, hash}; base_put_end ends it. */
base_json text_answer_begin(text_page *page, const char *command, const wyrm_ruleset *ruleset);

/* What the vaults of the depths down to `last` bring besides, which figures of encounters and loot
 * do not count: a sentence about monsters, or items (`item`: of that one, NULL: of all); for
 * scripts both by depth. Nothing where there are none. */
void text_say_vaults(const wyrm_design *design, int32_t last, bool monsters, const char *item,
                     text_page *page);
void text_put_vaults(base_json *json, const wyrm_design *design, int32_t last, const char *item);

void text_put_interval(base_json *json, const char *key, wyrm_interval interval); /* [low, high] */
/* Null where it is exact. */
void text_put_ci95(base_json *json, const char *key, const wyrm_estimate *estimate);
void text_put_pmf(base_json *json, const char *key,
                  const wyrm_pmf *pmf); /* [[value, p]...]; NULL */
void text_put_mean_sd(base_json *json, const char *key, double mean, double sd);
/* {"0.05": {value, ci95}, ... "0.95": ...} */
void text_put_quantiles(base_json *json, const char *key, const wyrm_histogram *counts);

/* {mean, sd, ci95}: of nulls where the interval is unknown, null where nothing was counted. What is
 * opened can be added to and is to be ended; false where it is null. */
void text_put_moments(base_json *json, const char *key, const wyrm_moments *moments);
bool text_open_moments(base_json *json, const char *key, const wyrm_moments *moments);

/* Sampled values and quantiles with their intervals, for people and for scripts. */

/* "2620 ± 70"; the 95 % interval goes where both its ends are the quantile itself. */
const char *text_quantile_say(text_style style, const wyrm_histogram *counts, double p,
                              text_figure *out);

/* What each command answers: a whole answer added to a page, for people or, where page->json is
 * set, for scripts. What cannot be had for it is the page's status. */

/* What may stand in a ruleset, in Markdown: chapters, the reference, the metrics. */
void text_write_guide(text_page *page);

/* What was found out about one file. */
typedef struct text_validated {
    const char *file;            /* as it was typed */
    const wyrm_ruleset *ruleset; /* NULL: it is not in order */
    const wyrm_errors *errors;   /* may be NULL: the status is all that is known */
    wyrm_status status;
} text_validated;

void text_write_validated(const text_validated *files, size_t count, text_page *page);

/* ---- Who attacks and fights ---- */

/* Those an answer is about, as they were typed. */
typedef struct text_asked_about {
    const wyrm_design *design;
    const char *names[2];
    bool fight;       /* not only one attack */
    int32_t distance; /* of a fight, tiles */
} text_asked_about;

/* Hit points and the stats of both that say anything, as a designer wrote them. */
void text_print_fighters(const wyrm_design *design, const char *const names[2],
                         const wyrm_combatant *const fighters[2], text_page *page);
void text_put_fighter(base_json *json, const char *key, const wyrm_design *design, const char *text,
                      const wyrm_combatant *fighter);

/* What an answer leaves out; nothing where nothing is. */
void text_print_left_out(const text_asked_about *of, text_page *page);
void text_put_left_out_of(const text_asked_about *of, base_json *json);

/* What an amount comes to; `against` what it is to reach, NULL: nothing. */
void text_write_amount(const wyrm_amount *amount, const wyrm_amount *against, text_page *page);

typedef struct text_hit_answer {
    const wyrm_design *design;
    const char *attacker_text, *defender_text; /* as they were typed */
    wyrm_combatant attacker, defender;
    wyrm_attack_kind attack;
    double distance, off_centre; /* tiles, as in wyrm/combat.h */
    bool explain;
} text_hit_answer;

/* The attack of a report; it points into the report. */
wyrm_matchup text_hit_matchup(const text_hit_answer *hit);

/* Can fail as wyrm_combat_hit does. `curve`: of --curve, else NULL. */
void text_write_hit(const text_hit_answer *hit, const wyrm_hit_curve *curve, text_page *page);

/* The curve as a picture: the page is a whole SVG file. */
void text_write_hit_svg(const text_hit_answer *hit, const wyrm_hit_curve *curve, text_page *page);

typedef struct text_duel_answer {
    const wyrm_design *design;
    const char *subject_text, *opponent_text;
    wyrm_combatant subject, opponent;
    wyrm_striker striker;
    int32_t distance; /* tiles apart at first, from 1 */
} text_duel_answer;

/* Can fail as wyrm_design_duel_from does. */
void text_write_duel(const text_duel_answer *duel, text_page *page);

/* duels[i]: of the two where `key` of one of them is at[i]. */
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
    const wyrm_worth *worth;       /* NULL: nobody played */
    const wyrm_worth_rates *rates; /* NULL: they are not asked for */
    bool of_levels;                /* those are of levels of the tracker */
    bool verbose;
} text_worth_answer;

void text_write_worth(const text_worth_answer *report, text_page *page);

typedef struct text_tune_answer {
    const wyrm_design *design;
    const wyrm_tuning *tuning;
    const char *file;                          /* of the ruleset; NULL: it is in none */
    const char *text;                          /* that its text is */
    const char *edited[WYRM_TUNE_ANSWERS_MAX]; /* by each answer; NULL: it cannot be said there */
    bool applied;                              /* the first is written */
} text_tune_answer;

void text_write_tuning(const text_tune_answer *report, text_page *page);

typedef struct text_sense_answer {
    const wyrm_design *design;
    const wyrm_sense *sense;
    const char *name;  /* of the ruleset, as it was typed */
    const char *again; /* what asks the same again; "" where no shell can read it */
} text_sense_answer;

void text_write_sense(const text_sense_answer *report, text_page *page);

typedef struct text_sweep_answer {
    const wyrm_design *design;
    const wyrm_sweep *sweep;
    const char *again; /* what asks the same again; "" where no shell can read it */
} text_sweep_answer;

void text_write_sweep(const text_sweep_answer *report, text_page *page);
/* A line a variant, with a line of headings. */
void text_write_sweep_csv(const text_sweep_answer *report, text_page *page);
/* What was measured, "run_hazard (depth 3)". */
void text_swept_goal(const wyrm_sweep_goal *goal, char out[200]);
/* The goals that are shown: the first so many of those that are not the same everywhere, or of all
 * where all are. */
size_t text_swept_shown(const wyrm_sweep *of, size_t *goals, size_t most);

/* duels[i]: the subject against monster i of the ruleset. */
typedef struct text_rivals_answer {
    const wyrm_design *design;
    const char *subject_text;
    wyrm_combatant subject;
    wyrm_striker striker;
    int32_t distance; /* as of text_duel_answer */
    const wyrm_duel *duels;
} text_rivals_answer;

void text_write_rivals(const text_rivals_answer *rivals, text_page *page);

/* duels[r * levels + c]: the row role at level first + r against the column role at first + c. */
typedef struct text_matrix_answer {
    const wyrm_design *design;
    const char *row_role, *column_role;
    const char *gear;       /* as for --gear: "equal", "7"; "named" where the combatants say it */
    const char *gear_words; /* "weapon and armor of the player's own level" */
    wyrm_striker striker;
    int32_t first;
    size_t levels;
    const wyrm_duel *duels;
} text_matrix_answer;

void text_write_matrix(const text_matrix_answer *matrix, text_page *page);

/* A mean of moments at an offset: exact only where nothing that is drawn can change it, the
 * tracker's level on the first map. */
wyrm_estimate text_curve_estimate(const wyrm_depth_figures *depth, size_t offset);

void text_write_curve(const wyrm_design *design, const wyrm_descents *descents,
                      const wyrm_attrition *attrition, uint64_t seed, text_page *page);

/* curve --tracker: the level of one monster. */
void text_write_tracker(const wyrm_design *design, double tracker, const wyrm_pmf *levels,
                        text_page *page);

/* What is judged: rules, or a game of one's own. */
typedef struct text_check_answer {
    const wyrm_judgement *judgement;
    const char *title;               /* "RuggRogue" */
    const wyrm_ruleset *ruleset;     /* NULL: it is a game */
    const wyrm_design *design;       /* of the ruleset */
    const wyrm_external_facts *game; /* NULL: it is rules */
    const char *name;                /* what was typed, for the lines on seeing more */
    bool verbose;                    /* every place of every target */
} text_check_answer;

void text_write_check(const text_check_answer *report, text_page *page);

/* What monsters can do that exact duels leave out, and what the rules leave out, as lists; nothing
 * where there is none of either. */
void text_put_left_out(base_json *json, const wyrm_design *design);

/* That exact duels leave out what some monsters can do; nothing where none can do more than strike.
 * `name`: of the ruleset, as it was typed. */
void text_say_abilities(const wyrm_design *design, const char *name, text_page *page);

/* What a bot made of both, on the same seeds. */
typedef struct text_compare_played {
    wyrm_gate gate;
    char bot[32];
    uint64_t seed;
} text_compare_played;

typedef struct text_compare_answer {
    const wyrm_design *a, *b;
    const char *name_a, *name_b; /* of the columns; never the same where the rulesets differ */
    const wyrm_comparison *comparison;
    const text_compare_played *played; /* NULL: only single fights were looked at */
    bool all;                          /* also what is the same, and all of what is much */
} text_compare_answer;

void text_write_compare(const text_compare_answer *report, text_page *page);

/* "mine is harder than ruggrogue", by the runs of a gate, and how far these get on either side. */
void text_compare_headline(const wyrm_gate *gate, const char *name_a, const char *name_b, char *out,
                           size_t size);
void text_compare_runs_words(const wyrm_gate *gate, const char *bot, text_style style, char *out,
                             size_t size);

/* Two rulesets by several bots. */
typedef struct text_ladder_answer {
    const char *name_a, *name_b;
    const wyrm_results_facts *before, *after; /* of any bot */
    uint64_t seed;
    size_t count;
    const char *const *bots;
    const wyrm_gate *gates; /* of each */
    wyrm_gate_helped helped;
    bool clear; /* more runs would hardly say anything else */
    bool every; /* metric of every bot */
} text_ladder_answer;

void text_write_ladder(const text_ladder_answer *report, text_page *page);

/* The answer in a sentence: which is harder. */
void text_compare_words(const text_compare_answer *report, text_style style, char *text,
                        size_t size);

/* Two values of files that differ (figures.c), as they are shown: "nothing" for none, cut where
 * they are long; of a text of many lines, such as a script, the first that differs. */
#define TEXT_DIFFERENCE_VALUE 128
typedef struct text_difference {
    char before[TEXT_DIFFERENCE_VALUE], after[TEXT_DIFFERENCE_VALUE];
    int line;       /* of such a text, from 1: that of both, as all before it is the same; else 0 */
    char where[24]; /* "", or behind the path ", line 4" */
    char further[40]; /* "", or behind all " (and 2 more lines)" */
} text_difference;

/* In so many letters a side, 120 at most. */
void text_difference_of(const char *before, const char *after, size_t width, text_difference *out);

/* "monsters.orc.power: 4 -> 5", "combat.script, line 4: return n -> return n * 2 (and 1 more
 * line)". Returns `out`. */
#define TEXT_DIFFERENCE_WORDS 640
const char *text_difference_words(const char *path, const text_difference *of, const char *arrow,
                                  char out[TEXT_DIFFERENCE_WORDS]);

typedef struct text_etp_answer {
    const wyrm_design *design;
    const char *name; /* what was typed, for the lines on seeing more */
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

/* etp MONSTER...: a group that is named. */
typedef struct text_party_answer {
    const wyrm_design *design;
    const wyrm_party *party;
    const wyrm_party_weights *weights;
} text_party_answer;

void text_write_party(const text_party_answer *report, text_page *page);

/* What a game did, held against the rules: what `wyrm verify` answers. */
typedef struct text_verify_answer {
    const wyrm_design *design;
    const wyrm_verified *verified;
    const char *name; /* of the log or the game */
    uint64_t seed;
    size_t left_out; /* matchups that the game could not be asked for */
    bool verbose;    /* every matchup */
} text_verify_answer;

void text_write_verify(const text_verify_answer *report, text_page *page);

/* Cases for the game's own tests: JSON in any case. */
void text_write_fixtures(const wyrm_design *design, text_page *page);

typedef struct text_loot_answer {
    const wyrm_design *design;
    const char *name; /* what was typed, for the lines on seeing more */
    const wyrm_loot_survey *survey;
    const wyrm_loot_advices *advices;
    const char *category, *band; /* only this one; NULL: all */
    bool by_band, why;
    unsigned threads; /* for what would mend it */
} text_loot_answer;

void text_write_loot(const text_loot_answer *report, text_page *page);

/* What a game finds, where loot fills whole floors; and what rooms bring, where nothing but the
 * loot is known. */
typedef struct text_found_answer {
    const wyrm_design *design;
    const char *name;            /* what was typed */
    const char *item, *category; /* only this; NULL: all */
    int32_t depth;               /* down to it; 0: as deep as the ruleset goes */
    uint64_t seed, runs;         /* of games that are drawn where it cannot be followed */
} text_found_answer;

void text_write_found(const text_found_answer *report, text_page *page);

/* The gold of the floors; and what shops have, and what of it can be paid. */
void text_write_gold(const text_found_answer *report, text_page *page);
void text_write_shops(const text_found_answer *report, text_page *page);
void text_write_rooms_loot(const text_found_answer *report, text_page *page);

/* The shipped rulesets; fails also where one does not read. */
void text_write_rulesets(text_page *page);

/* A value of a ruleset. */
void text_put_value(base_json *json, const char *key, const wyrm_value *value);

/* The tables that are exported (export_tables.c gathers them, export.c writes them). */

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

/* As many cells as it needed; there is none behind them. */
typedef struct export_row {
    size_t count;
    export_cell *cells;
} export_row;

typedef struct export_table {
    const char *name;
    size_t columns, rows, room;
    const char *keys[EXPORT_COLUMNS_MAX];
    const wyrm_value **records; /* of records, row by row; NULL: of another kind */
    bool maps_are_text;         /* what a record maps is one cell, as its keys have no end */
    export_row **list;
} export_table;

typedef struct text_export {
    base_arena *arena;
    const wyrm_design *design;
    const wyrm_ruleset *ruleset;
    uint64_t seed;
    size_t table_count; /* those of all rulesets, then those of models that only some name */
    export_table tables[EXPORT_TABLES_MAX];
    const wyrm_amount **amounts; /* each text once, in the order of finding */
    size_t amount_count, amount_room;
    unsigned twins; /* words of C that were taken already */
} text_export;

static inline export_cell export_cell_at(const export_table *table, size_t row, size_t column)
{
    const export_row *of = table->list[row];
    return column < of->count ? of->cells[column] : (export_cell){.kind = CELL_NONE};
}

/* The place of an amount among them; amount_count: it is none. */
static inline size_t export_find_amount(const text_export *to, const char *text)
{
    size_t at = 0;
    while (at < to->amount_count && strcmp(wyrm_amount_text(to->amounts[at]), text) != 0)
        at++;
    return at;
}

/* Fills the tables and amounts of a design. */
void text_export_gather(text_export *to);

/* The tables of a ruleset for an engine, in one of the formats (ended by NULL), as files that live
 * as long as the arena, whose job ends where something fails. Seed: of what is sampled. */
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

/* The whole tree; the text is the canonical dump. */
void text_write_tree(const wyrm_design *design, text_page *page);

/* What every level of first..last is worth. */
void text_write_levels(const wyrm_design *design, int32_t first, int32_t last, text_page *page);

/* How many times what it is at level 1 a quantity of a creature without gear is; `role` is "player"
 * or "monster", `stat` one of the combat model or -1 for hit points. False where there is no such
 * creature, or nothing to be a multiple of. */
bool text_level_worth(const wyrm_design *design, const char *role, int stat, int32_t level,
                      double *out);

/* What changes until a level and is no multiple, as it is not above 0 at level 1: "player's might
 * (0 to 10)", cut to fit; "" where there is nothing of the kind. */
#define TEXT_LEVELS_TEXT_MAX 400
void text_level_from_nothing(const wyrm_design *design, int32_t last,
                             char text[TEXT_LEVELS_TEXT_MAX]);

/* The text of a new ruleset `name` that extends `base` (as written after `extends:`), with comments
 * that teach. `file` is where it will stand, for the commands in the comments. */
void text_write_starter(const wyrm_design *parent, const char *base, const char *name,
                        const char *file, text_page *page);

/* What a ruleset can be begun from that extends nothing: a kind of game, in words, and who fights
 * in it, to begin with. Their texts stand in rulesets/templates. */
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

/* The text of a new ruleset `name` by one of these. */
void text_write_template(const char *template, const char *name, text_page *page);

/* Texts that the build makes out of rulesets/templates and src/text/assets. */
typedef struct text_asset {
    const char *name, *text; /* without its ending; NUL-ended */
    size_t length;
} text_asset;

extern const text_asset text_asset_table[]; /* in the order of names */
extern const size_t text_asset_count;

/* Verdicts in words: what `wyrm check` and `wyrm report` say alike. */

/* One target: its judged places, judged[0..count-1]. */
typedef struct text_aim {
    const wyrm_judged *judged;
    size_t count;
    size_t holding;           /* places that pass */
    const wyrm_judged *worst; /* the place that is farthest off */
} text_aim;

/* The place of a verdict from bad to good: a target is as good as its worst place. */
size_t text_severity_rank(wyrm_verdict verdict);

text_tone text_verdict_tone(wyrm_verdict verdict);

/* The target that begins at judged[from]; the next begins at from + count. */
text_aim text_aim_at(const wyrm_judgement *judgement, size_t from);

/* The answer in a sentence: "RuggRogue: 37 of 48 targets hold; 9 do not." */
void text_verdicts_answer(const char *title, const wyrm_judgement *judgement, char *text,
                          size_t size);

/* "7.14 ± 0.02 hits"; "20 to 40 %" */
void text_judged_value(text_style style, const wyrm_judged *judged, char *text, size_t size);
void text_judged_range(const wyrm_judged *judged, char *text, size_t size);

/* How many places hold, and the first of those that do not, the worst aside; for more than one. */
void text_aim_others(const text_aim *aim, char *text, size_t size);

/* The members of one judged place and of one finding for scripts. */
void text_put_missing(base_json *json,
                      const wyrm_judgement *judgement); /* nothing where all is there */
void text_put_judged(base_json *json, const wyrm_judged *judged);
void text_put_finding(base_json *json, const wyrm_finding *finding);

/* What the gate answers: for people, scripts, pull requests and build servers. */

typedef struct text_gate_answer {
    const wyrm_gate *gate;
    const char *before_name, *after_name; /* what the sides are called */
    uint64_t before_seed, after_seed;
    const char *player; /* who played: "the explorer" */
    bool is_baseline;   /* before: it is what after is held to */
    const char *again;  /* the command that makes the comparison again; "" for none */
    /* Of rules: what has changed in them, and the sides for what their facts say. Else NULL. */
    const wyrm_gate_causes *causes;
    const wyrm_gate_side *before, *after;
    /* Of a game of one's own: what differs of the sides, and why they are not paired. Else NULL. */
    const wyrm_external_gate *game;
    const wyrm_external_facts *before_game, *after_game;
} text_gate_answer;

/* The answer in a sentence. */
void text_gate_words(const wyrm_gate *gate, char *out, size_t size);

/* Over which runs rows of metrics by stage are, a sentence with a blank behind it; "": over all
 * that are compared. */
void text_gate_stages_words(const wyrm_gate *gate, char *out, size_t size);

/* The table of all metrics, a row each. */
text_table text_gate_table(const wyrm_gate *gate, text_page *page);

/* A mean of one side, "31.2 % ± 1.8", and the difference, "+1.2 ± 0.4", in points for shares. */
const char *text_gate_value_text(text_style style, const wyrm_gate_row *row, bool after,
                                 text_figure *out);
const char *text_gate_difference_text(text_style style, const wyrm_gate_row *row, text_figure *out);

void text_put_gate_row(base_json *json, const wyrm_gate_row *row);

void text_write_gate(const text_gate_answer *report, text_page *page);
/* A comment for a pull request: what the change did, and which rule did it. */
void text_write_gate_markdown(const text_gate_answer *report, text_page *page);
/* A file of test cases, one a metric, as build servers read them. */
void text_write_gate_junit(const text_gate_answer *report, text_page *page);

/* Who lives where, for pages of text, scripts and pictures. */

typedef struct text_inhabitants {
    const wyrm_design *design;
    bool tracks;  /* kinds are distances from the tracker, and depths its levels; else monsters */
    int32_t last; /* depth, from 1 */
    size_t kinds;
    wyrm_estimate *shares; /* of a depth's monsters, kind by kind */
} text_inhabitants;

/* In an arena, which is all that there is to be released.
 * WYRM_ERROR_ARGUMENT  nobody comes by depth or tracker
 * and those of wyrm_rooms_kinds and wyrm_encounter_monster_levels */
WYRM_MUST_CHECK wyrm_status text_inhabitants_find(base_arena *arena, const wyrm_design *design,
                                                  uint64_t seed, text_inhabitants *out,
                                                  wyrm_error *error);

const char *text_inhabitants_title(const text_inhabitants *of, size_t kind);

void text_write_inhabitants(const wyrm_design *design, uint64_t seed, text_page *page);

/* What comes to each floor, where groups do. */
void text_write_floors(const wyrm_design *design, const wyrm_floors *floors, text_page *page);

/* The rooms of a status at all depths, for every room. */
wyrm_ratio_estimate text_etp_sum(const wyrm_threat_survey *survey, wyrm_threat_status status);

/* The best that is known of a figure, with its interval unless both ends of that read the same:
 * "0.51". */
const char *text_loot_value(text_style style, const wyrm_loot_figure *figure, text_figure *out);

/* The same for a share, "11.2 %". */
const char *text_loot_share(text_style style, const wyrm_loot_figure *figure, text_figure *out);

/* What chance brings to normal rooms, kind by kind and depth by depth. */
typedef struct text_loot_by_depth {
    size_t kinds, depths; /* depths 0: the model does not tell how likely a kind is */
    wyrm_estimate *items; /* of a room, by depth */
    double *shares;       /* rows of kinds, exact */
} text_loot_by_depth;

WYRM_MUST_CHECK wyrm_status text_loot_find_by_depth(base_arena *arena, const wyrm_design *design,
                                                    const wyrm_loot_survey *survey,
                                                    text_loot_by_depth *out, wyrm_error *error);

/* How many of a kind a room of a depth has. */
wyrm_estimate text_loot_of_kind(const text_loot_by_depth *found, size_t depth, size_t kind);

/* A simulation and what it was of: what `wyrm sim` answers, as text, JSON and CSV. */
typedef struct text_sim_answer {
    const wyrm_design *design;
    const wyrm_summary *summary;
    const wyrm_results_facts *facts;
    const char *file; /* of results; NULL: none was written, or there are several */
    uint64_t first;   /* number of the first run */
    const wyrm_results_account *account; /* of files: which runs are missing; NULL: none is */
    bool stopped;                        /* before all runs were made */
    bool verbose;                        /* every monster and item, every depth */
} text_sim_answer;

void text_write_sim(const text_sim_answer *report, text_page *page);

/* Several bots side by side; for scripts, all of the above of each. */
void text_write_sims(const text_sim_answer *reports, size_t count, text_page *page);

/* One line a depth, with a line of headings. */
void text_write_sim_csv(const text_sim_answer *report, text_page *page);

/* A cause of death: "Orc", "hunger", "an effect of its own", "a nameless monster". */
const char *text_sim_killer(const wyrm_design *design, const wyrm_sim_death *death);

/* A cause of death at its depth, as a share of those who enter it and come to an end of it. */
wyrm_estimate text_sim_deaths_there(const wyrm_summary *summary, const wyrm_sim_death *death);

/* What ends most of the complete runs, all depths together, of which there is at least one death:
 * text_greatest.count is 0 where memory is out. */
text_greatest text_sim_worst_killer(base_arena *arena, const wyrm_design *design,
                                    const wyrm_summary *summary, text_style style);

/* Runs of a game of one's own: what `wyrm sim` and `wyrm results` answer about them, as text, JSON
 * and CSV. */
typedef struct text_external_answer {
    const wyrm_external_facts *facts;
    const wyrm_external_summary *summary;
    uint64_t first;                       /* number of the first run */
    const wyrm_external_account *account; /* of files: which runs are missing; NULL: none is */
    bool stopped;                         /* before all runs were made */
    bool verbose;                         /* every stage, word and failed run that is named */
} text_external_answer;

void text_write_external(const text_external_answer *report, text_page *page);

/* One line a stage, with a line of headings. */
void text_write_external_csv(const text_external_answer *report, text_page *page);

/* {name, version, command, source} of a game under a key. */
void text_put_game(base_json *json, const char *key, const wyrm_external_facts *facts);
/* The members of a summary, from win_rate to examples. */
void text_put_external(base_json *json, const wyrm_external_facts *facts,
                       const wyrm_external_summary *summary);

const char *text_stage(const wyrm_external_hello *hello); /* what a stage is called: "depth" */
extern const char *const text_external_kinds[];           /* by wyrm_external_kind: "share" */

/* What ends most of the complete runs; count is 0 where memory is out, or nothing does. */
text_greatest text_external_worst(base_arena *arena, const wyrm_external_summary *summary,
                                  text_style style);

/* Adds the command that shows a run again: `verb` is "sim" or "replay". False where there is none
 * that can be typed. */
bool text_external_again(const wyrm_external_facts *facts, const char *verb, uint64_t run,
                         base_buffer *out);

/* The lines of a log, or the last of them, each behind a bar: none of them can pass for a line of
 * the page. */
void text_print_log(const char *log, size_t last, text_page *page);

/* What a game says of itself. */
void text_write_hello(const wyrm_external_facts *facts, text_page *page);

/* A file that describes a game, to begin with. */
typedef struct text_engine_file {
    const wyrm_external_facts *facts; /* of the first runs */
    const char *name;
    char *const *words; /* of the command */
    size_t word_count;
    uint64_t runs;       /* the first ones */
    const char *targets; /* what is suggested, as members of `targets` */
} text_engine_file;

void text_write_engine_file(const text_engine_file *of, text_page *page);
/* The section `engine` with nothing but the command. */
void text_engine_command(char *const *words, size_t count, text_page *page);

/* Whether a game keeps to the protocol, check by check. */
typedef enum text_engine_verdict {
    TEXT_ENGINE_PASS,
    TEXT_ENGINE_FAIL,
    TEXT_ENGINE_NOTE /* nothing that the protocol asks for, and worth a word */
} text_engine_verdict;

typedef struct text_engine_check {
    text_engine_verdict verdict;
    char what[160];     /* "runs of greedy" */
    char words[1000];   /* a sentence with what was seen */
    const char *advice; /* what to change; NULL: nothing */
    const char *log;    /* the last lines of the game's log; "" */
} text_engine_check;

typedef struct text_engine_trial {
    const wyrm_external_facts *facts;
    size_t count;
    const text_engine_check *checks;
} text_engine_trial;

size_t text_engine_failures(const text_engine_trial *trial);
void text_write_engine_trial(const text_engine_trial *trial, text_page *page);

/* What was told in a turn, and the hit points of the player then. */
typedef struct text_told_line {
    uint32_t turn;
    int64_t hp;
    char said[WYRM_MESSAGE_TEXT_MAX];
} text_told_line;

/* How the last fight of a run looked as it began. */
typedef struct text_last_fight {
    const wyrm_run_death *death; /* NULL: the run did not die, or it was not asked for */
    wyrm_outlook outlook;        /* of those in sight; none: nobody was */
} text_last_fight;

/* A recording that was checked against a ruleset: what `wyrm replay --check` answers. */
typedef struct text_replay_answer {
    const wyrm_design *design;
    const wyrm_replay *replay;
    const wyrm_replay_facts *facts; /* with what it was recorded, or the file of results was made */
    const wyrm_replay_verdict *verdict;
    const char *file;
    bool cut;      /* its last line was cut short and is left out */
    uint32_t last; /* turns of which it is told what was said; 0: of none */
    size_t told_count;
    const text_told_line *told;
    const text_last_fight *fight;
} text_replay_answer;

void text_write_replay(const text_replay_answer *report, text_page *page);

/* A recording under two rulesets, side by side: what `wyrm replay --with` answers. The rows are of
 * every command that one of them has carried out, from the beginning on. */
typedef struct text_pair_answer {
    const wyrm_design *designs[2];
    const wyrm_replay *replay;
    const wyrm_pair *pair;
    size_t count;
    const wyrm_pair_step *steps;
    const char *file;
    bool all; /* every command is shown; else those around the first difference */
} text_pair_answer;

void text_write_pair(const text_pair_answer *report, text_page *page);

/* JSON Schema (draft 2020-12) of the files that a schema accepts, for editors. The text is owned by
 * the caller (wyrm_free); the same schema gives the same bytes.
 * WYRM_ERROR_MEMORY  out of memory */
WYRM_MUST_CHECK wyrm_status text_schema_json(const wyrm_schema *schema, char **out,
                                             wyrm_error *error);

/* A file that runs of an agent were written to, or would be. */
typedef struct text_import_file {
    const char *path, *agent;
    uint64_t runs;
} text_import_file;

/* Somebody else's runs: what was made of them. */
typedef struct text_import_answer {
    const char *source; /* what they stood in */
    const wyrm_external_import_account *account;
    const wyrm_errors *errors; /* lines without use */
    size_t file_count;
    const text_import_file *files;
    bool dry_run; /* nothing was written */
} text_import_answer;

void text_write_import(const text_import_answer *report, text_page *page);

/* Which agents the players are. */
typedef struct text_fit_answer {
    const wyrm_fit *fit;
    const wyrm_external_facts *players;
    const wyrm_external_facts *const *agents;
    const char *const *names; /* what each agent is called: by its file where two have one name */
    uint64_t seed;
} text_fit_answer;

void text_write_fit(const text_fit_answer *report, text_page *page);

#endif
