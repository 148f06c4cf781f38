/* wyrm loot: items and pity by band, exact and sampled. */
#include <string.h>

#include "cli/internal.h"
#include "text/internal.h"

/* Ends the command unless `word` is one of the names; says what else it may be. */
static void check_name(cli_job *job, const char *option, const char *word, const char *const *names,
                       size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(names[i], word) == 0)
            return;
    if (count == 0)
        cli_refuse(job, "--%s: the ruleset has no categories of items", option);
    cli_complain_choice(job->command, word, names, count, "--%s: there is no '%.100s'", option,
                        word);
    cli_end(job, CLI_USAGE);
}

static void check_names(cli_job *job, const wyrm_loot_survey *survey)
{
    const cli_options *options = job->options;
    const char *bands[WYRM_BANDS_MAX];
    for (size_t b = 0; b < survey->band_count; b++)
        bands[b] = survey->bands[b].name;
    /* Without bands, one named 'all' stands for every depth. */
    if (options->band != NULL && survey->band_count == 1 && strcmp(bands[0], "all") == 0 &&
        strcmp(options->band, "all") != 0)
        cli_refuse(job, "--band: the ruleset has no bands");
    if (options->band != NULL)
        check_name(job, "band", options->band, bands, survey->band_count);
    if (options->category != NULL)
        check_name(job, "category", options->category, survey->categories, survey->category_count);
}

static void run(cli_job *job)
{
    const cli_options *options = job->options;
    wyrm_design *design = cli_open(job, options->operands[0]);
    wyrm_loot_survey *survey;
    const wyrm_loot_survey_options how = {.seed = options->seed,
                                          .runs = options->runs,
                                          .mode = options->mode,
                                          .reset = options->pity_reset != NULL &&
                                                   strcmp(options->pity_reset, "floor") == 0,
                                          .threads = (unsigned)options->threads,
                                          .progress = cli_progress_show,
                                          .context = cli_progress_start(job)};
    wyrm_status status = wyrm_loot_survey_run(design, &how, &survey, job->error);
    cli_must(job, status, status == WYRM_ERROR_UNKNOWN);
    base_keep(&job->arena, survey, wyrm_loot_survey_free);
    cli_progress_end(job);
    check_names(job, survey);
    wyrm_loot_advices *advices = base_new(&job->arena, wyrm_loot_advices);
    cli_must(job, wyrm_loot_advise(design, survey, advices, job->error), false);
    base_keep(&job->arena, advices, wyrm_loot_advices_free);
    const wyrm_loot_report report = {.design = design,
                                     .name = options->operands[0],
                                     .survey = survey,
                                     .advices = advices,
                                     .category = options->category,
                                     .band = options->band,
                                     .by_band = options->bands,
                                     .why = options->why};
    wyrm_report_loot(&report, job->page);
}

static const char *const resets[] = {"never", "floor", NULL};

#define TEXT_OF(number)   #number
#define NUMBER_AS(number) TEXT_OF(number)
#define DEFAULT_RUNS      NUMBER_AS(WYRM_LOOT_SURVEY_RUNS)

static const cli_option rows[] = {
    CLI_FLAG('b', "bands", bands, .help = "also every category and every drought, band by band"),
    CLI_TEXT(0, "band", "NAME", band, .help = "only this band"),
    CLI_TEXT('c', "category", "NAME", category, .help = "only this category"),
    CLI_FLAG('w', "why", why, .help = "also where the rates of pity come from"),
    CLI_TEXT('m', "mode", "NAME", mode,
             .help = "the mode of loot, such as normal or testing (default: the ruleset's own)"),
    {.name = "pity-reset",
     .argument = "never|floor",
     .offset = offsetof(cli_options, pity_reset),
     .read = cli_read_choice,
     .choices = resets,
     .help = "whether the counters of pity begin anew on every floor, as some harnesses have it "
             "(default: never)"},
    CLI_WHOLE(0, "runs", runs, 2, CLI_RUNS_MAX,
              .help = "campaigns to sample (default " DEFAULT_RUNS ")"),
    CLI_OPTION_SEED,
    CLI_OPTION_THREADS,
    CLI_OPTION_JSON,
    CLI_OPTION_HELP,
    CLI_OPTION_END,
};

const cli_command cli_loot = {
    .name = "loot",
    .operands = "RULESET",
    .summary = "items by room, band and category, and pity: exact and sampled",
    .text =
        "Whole campaigns through all depths, every room opened, counters of pity carried from "
        "depth "
        "to depth. Exact values stand beside the sampled ones where the ruleset allows them.\n\n"
        "Pity is healthy where it gives in 5 to 15 % of rooms. What fires too often is told with "
        "what would bring it to 10 %.",
    .options = rows,
    .examples =
        {
            {"What is wrong with the loot?", "wyrm loot yarl"},
            {"One band, and why", "wyrm loot yarl --band B2 --why"},
            {"One category, as a harness counts it",
             "wyrm loot yarl --category healing --pity-reset floor"},
            {"For a script", "wyrm loot yarl --mode testing --json"},
        },
    .least_operands = 1,
    .most_operands = 1,
    .run = run,
};
