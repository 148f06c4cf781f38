/* The dossier of a ruleset: everything that its report shows, gathered once from the same functions
 * as the other commands. */
#ifndef WYRM_SRC_DOSSIER_DOSSIER_H
#define WYRM_SRC_DOSSIER_DOSSIER_H

#include <wyrm/compare.h>
#include <wyrm/descent.h>
#include <wyrm/gate.h>
#include <wyrm/judge.h>
#include <wyrm/loot_survey.h>
#include <wyrm/results.h>
#include <wyrm/survey.h>
#include <wyrm/truth.h>

#include "html/picture.h"
#include "report/tolls.h"

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
    wyrm_truth *truth;
    wyrm_loot_survey *loot;
    wyrm_tolls tolls;
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

/* The runs of a side (gather_runs.c). */
WYRM_MUST_CHECK wyrm_status wyrm_dossier_runs(wyrm_dossier_part *part, wyrm_dossier_side *side,
                                              bool compared, wyrm_error *error);

#endif
