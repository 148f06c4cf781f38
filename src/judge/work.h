/* A judging in progress: what it samples and works out once, when that is first asked for. */
#ifndef WYRM_SRC_JUDGE_WORK_H
#define WYRM_SRC_JUDGE_WORK_H

#include <wyrm/descent.h>
#include <wyrm/looks.h>
#include <wyrm/loot_survey.h>
#include <wyrm/rooms.h>
#include <wyrm/sim.h>
#include <wyrm/survey.h>
#include <wyrm/truth.h>

/* Dungeons that are sampled where nothing else is asked for: half a second, and shares within 1 %.
 */
#define JUDGE_RUNS 10000

/* Dungeons whose content is looked at one by one: the first of those that are sampled, at most. */
#define JUDGE_SURVEY_RUNS 1000

/* Floors of one depth that are looked at, at most, where a target is about floors or rooms: means
 * within 3 %. */
#define JUDGE_FLOORS WYRM_ROOMS_FLOORS

struct judge_work;

/* What was found in the dungeons of the survey, kind by kind. */
typedef struct judge_survey {
    uint64_t dungeons;
    size_t monster_count;       /* of the roster */
    uint64_t *monster_dungeons; /* by monster: dungeons that have one */
    uint64_t *monster_final;    /* by monster: dungeons that have one on the final map only */
    size_t item_count;          /* kinds of items, gear included */
    uint64_t *item_dungeons;    /* by kind: dungeons that have one */
    int32_t highest_level;      /* of any monster seen */
} judge_survey;

/* Runs that were simulated: by whom, how, of which set fight, and the last look at them. */
#define JUDGE_SIMULATIONS_MAX 64
#define JUDGE_USUAL_BOT       "explorer"
typedef struct judge_simulation {
    const char *bot;
    const char *arena; /* its name; "" for whole games */
    wyrm_looks looks;
    wyrm_summary *summary;
    bool has_lost;
    uint64_t lost_run; /* the first that came to no end; where has_lost */
} judge_simulation;

/* What the verdicts on a simulation's runs need, with the summary so far (NULL: none yet). */
typedef enum judge_need {
    JUDGE_NEED_NONE,    /* there are none */
    JUDGE_NEED_MORE,    /* more runs */
    JUDGE_NEED_CLEAR,   /* nothing: all are clear */
    JUDGE_NEED_ACCURATE /* nothing: they are clear, or their figures as accurate as asked for */
} judge_need;
typedef wyrm_status judge_ask_need(struct judge_work *judging, const judge_simulation *made,
                                   judge_need *out, wyrm_error *error);

/* One judging. What is sampled is sampled once, when it is first asked for. */
typedef struct judge_work {
    const wyrm_design *design;
    judge_ask_need *need; /* tells whether runs are enough; NULL: no verdict is on any */
    const void *targets;  /* what it goes by */
    uint64_t seed;
    wyrm_effort effort;
    unsigned threads;
    bool (*progress)(double done, void *context);
    void *context;
    wyrm_descents *descents;                         /* NULL: not yet */
    judge_survey survey;                             /* dungeons 0: not yet */
    wyrm_loot_survey *loot[WYRM_LOOT_MODES_MAX + 1]; /* by mode, 0 the played one; NULL: not yet */
    wyrm_truth *truth;                               /* NULL: not yet */
    wyrm_threat_survey *threat;                      /* NULL: not yet */
    size_t simulation_count;
    judge_simulation simulations[JUDGE_SIMULATIONS_MAX];
} judge_work;

wyrm_status wyrm_judging_descents(judge_work *judging, const wyrm_descents **out,
                                  wyrm_error *error);
wyrm_status wyrm_judging_survey(judge_work *judging, const judge_survey **out, wyrm_error *error);
/* Campaigns in a mode of loot (0: the one that is played): exact where that can be had, and then
 * not sampled any more than need be. */
wyrm_status wyrm_judging_loot(judge_work *judging, int32_t mode, const wyrm_loot_survey **out,
                              wyrm_error *error);
/* Every monster's fight at every depth beside its threat, exact; floors with the threat that they
 * hold.
 * WYRM_ERROR_ARGUMENT  the ruleset has no threat or no last depth */
wyrm_status wyrm_judging_truth(judge_work *judging, const wyrm_truth **out, wyrm_error *error);
wyrm_status wyrm_judging_threat(judge_work *judging, const wyrm_threat_survey **out,
                                wyrm_error *error);

/* Whole games of a bot (arena "") or set fights, as many as the targets on them need, and few where
 * there are none. The names must live as long as the judging.
 * WYRM_ERROR_LIMIT  more than JUDGE_SIMULATIONS_MAX different simulations in one ruleset */
wyrm_status wyrm_judging_simulation(judge_work *judging, const char *bot, const char *arena,
                                    const judge_simulation **out, wyrm_error *error);

/* What ends games though a verdict is unclear; 0: nothing but the effort, as of set fights. */
double wyrm_judging_accuracy(const judge_work *judging, bool fights);

/* How many floors of a depth are looked at. */
uint64_t wyrm_judging_floors(const judge_work *judging);
void wyrm_judging_release(judge_work *judging);

#endif
