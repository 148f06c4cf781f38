/* wyrm sense: what each number of a ruleset moves. */
#include <string.h>
#include "cli/internal.h"
#include "html/internal.h"

static void run(cli_job *job)
{
    const cli_options *options = job->options;
    wyrm_design *design = cli_open(job, options->operands[0]);
    const wyrm_sense_options how = {.key_count = options->operand_count - 1,
                                    .keys = (const char *const *)(options->operands + 1),
                                    .metric_count = options->metrics.count,
                                    .metrics = options->metrics.texts,
                                    .by = options->by.given ? options->by.value : 0,
                                    .seed = options->seed,
                                    .effort = options->effort,
                                    .threads = (unsigned)options->threads,
                                    .progress = cli_progress_show,
                                    .context = cli_progress_start(job),
                                    .maker = options->maker};
    wyrm_sense *sense;
    cli_can_write(job, options->html);
    cli_must_typed(job, wyrm_sense_keys(design, &how, &sense, job->error));
    base_keep(&job->arena, sense, wyrm_sense_free);
    cli_progress_end(job);
    const wyrm_sense_report report = {design, sense, options->operands[0],
                                      cli_runs_again(job, options->seed)};
    wyrm_report_sense(&report, job->page);
    if (options->html == NULL)
        return;
    wyrm_page *page = cli_page(job, cli_style());
    cli_must(job, html_sense(&report, page, job->error));
    cli_save(job, options->html, page);
}

/* "20 %", or 0.2. */
static bool read_step(const cli_command *command, const cli_option *option, const char *text,
                      cli_options *out)
{
    cli_number *number = (cli_number *)((char *)out + option->offset);
    size_t length = strlen(text);
    const bool percent = length > 0 && text[length - 1] == '%';
    length -= percent;
    while (percent && length > 0 && text[length - 1] == ' ')
        length--;
    if (!cli_decimal(text, length, &number->value) || !(number->value > 0) ||
        number->value > (percent ? 100 : 1))
        return cli_complain(command, "--%s takes a share of at most 100 %%, found '%s'",
                            option->name, text);
    number->value /= percent ? 100 : 1;
    return number->given = true;
}

/* clang-format off */
const cli_command cli_sense = {
    .name = "sense", .operands = "RULESET [KEY]...", .run = run,
    .steps = 50 * CLI_LIMIT_STEPS, /* some hundred rulesets */
    .summary = "backwards: what each number moves, and what does nothing",
    .text = "Every key is turned a step up and a step down by itself, a tenth (whole numbers by 1 at "
            "least), and every target is measured again. KEY is the path of a number, or of what it "
            "stands in: monsters.orc, 'monsters.*.hp'. Without any it is every number, switch and "
            "choice that stands in the ruleset and has a part in the game.\n\n"
            "What is exact is told exactly. Games are played on the same luck in every step, and "
            "effects told with intervals; what luck can have made is told as no effect found. "
            "Without --metric and targets of games, run_final_depth, run_win_rate and run_hazard of "
            "the depths are looked at besides.",
    .options = {
        {0, "metric", "METRIC", "look at this in place of the targets: 'run_hazard(1..5, bot=brawler)', "
         "'win_chance(player@3, orc)'; several times for several", CLI_LIST(metrics, CLI_LIST_MAX)},
        {0, "by", "SHARE", "the step: 20 %, or 0.2 (default 10 %)", CLI_FLAG(by), .read = read_step},
        {0, "effort", "HOW", "games of all steps together: low (25,000), normal (100,000), high "
         "(400,000) or a number (default normal)", CLI_EFFORT},
        {0, "html", "FILE", "also a page with a heat map of keys and targets", CLI_TEXT(html)},
        CLI_OPTION_SEED, CLI_OPTION_THREADS, CLI_OPTION_ALLOW_PATH, CLI_OPTION_JSON},
    .examples = {{"What moves the targets of a design?", "wyrm sense yarl"},
                 {"What moves this fight?",
                  "wyrm sense yarl player monsters.orc --metric 'win_chance(player@3, orc)'"},
                 {"Which monster's hit points make which floor deadly?",
                  "wyrm sense tutorial 'monsters.*.hp' --metric 'run_hazard(1..4)' --effort low"}},
};
