/* wyrm curve: the dungeon depth by depth.
 *
 * Exact answers and generated ones have different options, and an option of one kind is refused
 * with the other: a number of dungeons that are not needed would make an exact figure look like a
 * sampled one. */
#include "cli/internal.h"
#include <stdlib.h>
#include <string.h>

/* A part of the progress bar: first dungeons, then fights. */
typedef struct part {
    cli_job *job;
    double from, to;
} part;

static bool show_part(double done, void *context)
{
    const part *of = context;
    return cli_progress_show(of->from + done * (of->to - of->from), of->job);
}

static void run(cli_job *job)
{
    const cli_options *options = job->options;
    if (options->tracker.given && options->runs != 0)
        cli_refuse(job, "--tracker is exact: it takes no --runs");
    if (options->monsters && (options->tracker.given || options->runs != 0))
        cli_refuse(job, "--monsters goes without --tracker and --runs");
    if (options->floors && (options->tracker.given || options->monsters))
        cli_refuse(job, "--floors goes without --tracker and --monsters");
    wyrm_design *design = cli_open(job, options->operands[0]);
    const bool tracks = wyrm_encounter_tracks(wyrm_design_encounter(design));
    cli_needs(job, design,
              options->tracker.given || options->floors || options->monsters
                  ? WYRM_SYSTEM_ENCOUNTER
                  : WYRM_SYSTEMS_OF_A_FLOOR);
    if (options->floors) {
        wyrm_floors *floors;
        cli_must_typed(job,
                       wyrm_floors_find(design, options->seed, options->runs, &floors, job->error));
        base_keep(&job->arena, floors, wyrm_floors_free);
        text_write_floors(design, floors, job->page);
        return;
    }
    if (options->tracker.given) {
        wyrm_pmf *levels;
        cli_must_typed(job,
                       wyrm_encounter_monster_levels(wyrm_design_encounter(design),
                                                     options->tracker.value, &levels, job->error));
        base_keep(&job->arena, levels, wyrm_pmf_free);
        text_write_tracker(design, options->tracker.value, levels, job->page);
        return;
    }
    if (options->monsters) {
        text_write_inhabitants(design, options->seed, job->page);
        cli_must_typed(job, page_status(job->page, job->error));
        return;
    }
    part of = {job, 0, tracks ? 1 : 0.5}; /* with a tracker there are no fights */
    const wyrm_descent_options descent = {.seed = options->seed,
                                          .runs = options->runs,
                                          .threads = (unsigned)options->threads,
                                          .progress = show_part,
                                          .context = &of};
    const wyrm_attrition_options fights = {
        .seed = options->seed, .progress = show_part, .context = &of};
    wyrm_attrition *attrition = base_new(&job->arena, wyrm_attrition);
    wyrm_descents *descents;
    cli_progress_start(job);
    cli_must(job, wyrm_descend(design, &descent, &descents, job->error));
    base_keep(&job->arena, descents, wyrm_descents_free);
    of = (part){job, of.to, 1};
    cli_must(job, wyrm_attrition_compute(design, &fights, attrition, job->error));
    cli_progress_end(job);
    text_write_curve(design, descents, attrition, options->seed, job->page);
}

static bool read_tracker(const cli_command *command, const cli_option *option, const char *text,
                         cli_options *out)
{
    double value;
    bool decimal =
        strspn(text, "0123456789.") == strlen(text) && base_number_read(text, strlen(text), &value);
    if (!decimal || !(value >= 1) || !(value <= 10000))
        return cli_complain(command, "--%s takes a level from 1 to 10000 such as 4.1, found '%s'",
                            option->name, text);
    out->tracker = (cli_number){true, value};
    return true;
}

/* clang-format off */
const cli_command cli_curve = {
    .name = "curve", .operands = "RULESET", .run = run,
    .summary = "difficulty by depth: rooms, monsters, items, experience, final depth",
    .text = "Every map's rooms are placed and populated as in the game, depth by depth, until the "
            "final map. Nobody plays: what lies there is counted.\n\n"
            "Where difficulty is a table of depths: also what a room takes from the player that "
            "the depth is meant for, fight by fight.",
    .options = {
        {0, "tracker", "LEVEL", "instead: the exact distribution of a monster's level at this "
         "level of the difficulty tracker, such as 4.1", .read = read_tracker},
        {0, "monsters", NULL, "instead: who lives where; with a difficulty tracker, how far below "
         "it monsters are", CLI_FLAG(monsters)},
        {0, "floors", NULL, "instead, where groups of monsters come: how many groups and monsters a "
         "floor gets, what they come to, and the chance to meet each kind", CLI_FLAG(floors)},
        {0, "runs", "N", "dungeons to sample (default " CLI_DEFAULT(WYRM_DESCENT_RUNS)
         ", for intervals of about 1 %)", CLI_WHOLE(runs, 1, CLI_RUNS_MAX)},
        CLI_OPTION_SEED, CLI_OPTION_THREADS, CLI_OPTION_ALLOW_PATH, CLI_OPTION_JSON},
    .examples = {{"The whole dungeon", "wyrm curve ruggrogue"},
                 {"Closer, with another seed", "wyrm curve ruggrogue --runs 200000 --seed 7"},
                 {"Levels of monsters when the tracker is a tenth above level 4",
                  "wyrm curve ruggrogue --tracker 4.1"},
                 {"What comes to each floor, where hordes do", "wyrm curve brogue --floors"}},
};
