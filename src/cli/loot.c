/* wyrm loot: items and pity by band, exact and sampled. */
#include <string.h>

#include "cli/internal.h"
#include "text/internal.h"

#define TEXT_OF(number)   #number
#define NUMBER_AS(number) TEXT_OF(number)
#define DEFAULT_RUNS      NUMBER_AS(WYRM_LOOT_SURVEY_RUNS)

#define NAMES_MAX         WYRM_LOOT_CATEGORIES_MAX

/* Whether `word` is one of the names; says what else it may be where not. */
static bool is_known(const cli_command *command, const char *option, const char *word,
                     const char *const *names, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(names[i], word) == 0)
            return true;
    if (count == 0)
        cli_complain(command, "--%s: the ruleset has no categories of items", option);
    else
        cli_complain_choice(command, word, names, count, "--%s: there is no '%.100s'", option,
                            word);
    return false;
}

static bool names_fit(const cli_command *command, const cli_options *options,
                      const wyrm_loot_survey *survey)
{
    const char *bands[WYRM_BANDS_MAX];
    for (size_t b = 0; b < survey->band_count; b++)
        bands[b] = survey->bands[b].name;
    /* Without bands, one named 'all' stands for every depth. */
    if (options->band != NULL && survey->band_count == 1 && strcmp(bands[0], "all") == 0 &&
        strcmp(options->band, "all") != 0) {
        cli_complain(command, "--band: the ruleset has no bands");
        return false;
    }
    if (options->band != NULL &&
        !is_known(command, "band", options->band, bands, survey->band_count))
        return false;
    return options->category == NULL || is_known(command, "category", options->category,
                                                 survey->categories, survey->category_count);
}

static int print(const cli_command *command, const cli_options *options, const wyrm_design *design,
                 const wyrm_loot_survey *survey)
{
    if (!names_fit(command, options, survey))
        return CLI_USAGE;
    wyrm_error error;
    wyrm_loot_advices advices;
    wyrm_page page = wyrm_page_new(cli_style());
    wyrm_status status = wyrm_loot_advise(design, survey, &advices, &error);
    wyrm_loot_report report = {.design = design,
                               .name = options->operands[0],
                               .survey = survey,
                               .advices = &advices,
                               .category = options->category,
                               .band = options->band,
                               .by_band = options->bands,
                               .why = options->why};
    if (status == WYRM_OK)
        status = options->json ? wyrm_report_loot_json(&report, &page, &error)
                               : wyrm_report_loot(&report, &page, &error);
    wyrm_loot_advices_free(&advices);
    return cli_finish(command, status, &error, false, &page, NULL, CLI_DONE);
}

static int run(const cli_command *command, const cli_options *options)
{
    wyrm_design *design;
    wyrm_error error;
    wyrm_loot_survey *survey;
    int result = cli_open(command, options->operands[0], &design);
    if (result != CLI_DONE)
        return result;
    cli_progress progress = cli_progress_start();
    wyrm_loot_survey_options how = {.seed = options->seed,
                                    .runs = options->runs,
                                    .mode = options->mode,
                                    .reset = options->pity_reset != NULL &&
                                             strcmp(options->pity_reset, "floor") == 0,
                                    .threads = (unsigned)options->threads,
                                    .progress = cli_progress_show,
                                    .context = &progress};
    wyrm_status status = wyrm_loot_survey_run(design, &how, &survey, &error);
    cli_progress_end(&progress);
    if (status == WYRM_OK)
        result = print(command, options, design, survey);
    else
        result = cli_error(command, &error, status == WYRM_ERROR_UNKNOWN);
    wyrm_loot_survey_free(survey);
    wyrm_design_free(design);
    return result;
}

static const char *const resets[] = {"never", "floor", NULL};

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
