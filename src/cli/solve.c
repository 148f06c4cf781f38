/* wyrm solve: which value of a key gives a metric what is wanted. */
#include <string.h>
#include "cli/internal.h"

static void run(cli_job *job)
{
    const cli_options *options = job->options;
    wyrm_design *design = cli_open(job, options->operands[0]);
    const wyrm_solve_options how = {.pattern = options->as,
                                    .has_from = options->low.given,
                                    .from = options->low.value,
                                    .has_to = options->high.given,
                                    .to = options->high.value,
                                    .step = options->step.value,
                                    .seed = options->seed,
                                    .effort = options->effort,
                                    .threads = (unsigned)options->threads,
                                    .progress = cli_progress_show,
                                    .context = cli_progress_start(job),
                                    .maker = options->maker};
    wyrm_solution *solution;
    cli_must_typed(job, wyrm_solve(design, options->operands[1], options->operands[2], &how,
                                   &solution, job->error));
    base_keep(&job->arena, solution, wyrm_solution_free);
    cli_progress_end(job);
    wyrm_report_solution(&(wyrm_solve_report){design, solution}, job->page);
    if (options->strict && solution->answer_count == 0)
        job->result = CLI_FAILED;
}

/* A decimal number, below 0 too. */
static bool read_any(const cli_command *command, const cli_option *option, const char *text,
                     cli_options *out)
{
    cli_number *number = (cli_number *)((char *)out + option->offset);
    if (!cli_decimal(text, strlen(text), &number->value))
        return cli_complain(command, "--%s takes a number, found '%s'", option->name, text);
    return number->given = true;
}

/* clang-format off */
const cli_command cli_solve = {
    .name = "solve", .operands = "RULESET KEY METRIC=VALUE", .run = run,
    .steps = 20 * CLI_LIMIT_STEPS, /* some hundred values at most, few of which are the worst */
    .summary = "backwards: which value of a key gives a metric what is wanted",
    .text = "KEY is a number of the ruleset by its path: monsters.orc.hp, loot.factors.healing.B2, "
            "of a list with the place in it: combat.spread.1.\n\n"
            "METRIC is one that targets can have (wyrm rules guide lists them), with the keys that it "
            "takes between brackets, in their order or by name: 'win_chance(player@3, orc)', "
            "'win_chance(player@3, orc, first=opponent)', 'pity_rate(healing, B2)', "
            "'run_survival(3, bot=brawler)'. Commas within a combatant have no blank behind.\n\n"
            "VALUE is a number, '60 %', a range '5..15 %', or one with an open end: '60 %..'.\n\n"
            "Of few values all are tried; else some all over the range, and all that differ are "
            "followed. Metrics of games and other samples are measured on the same random numbers "
            "at every value, and told with the values of the key that they allow.",
    .options = {
        {0, "from", "N", "the least value that is tried (default: as low as the key goes, but not a "
         "hundred times what stands there away from it)", CLI_FLAG(low), .read = read_any},
        {0, "to", "N", "the greatest", CLI_FLAG(high), .read = read_any},
        {0, "step", "N", "only values this far apart, from the least (default: whole numbers where "
         "the key takes those, else any)", CLI_FLAG(step), .read = read_any},
        {0, "as", "PATTERN", "what stands there, with {} for the number: '2d6+{}', '[3, {}]'",
         CLI_TEXT(as)},
        {0, "effort", "HOW", "games of each value near an answer: low (400), normal (1,600), high "
         "(6,400) or a number (default normal)", CLI_EFFORT},
        {'s', "strict", NULL, "exit 1 where no value gives it (for a build script)", CLI_FLAG(strict)},
        CLI_OPTION_SEED, CLI_OPTION_THREADS, CLI_OPTION_ALLOW_PATH, CLI_OPTION_JSON},
    .examples = {{"Which hit points make this fight even?",
                  "wyrm solve yarl monsters.orc.hp 'win_chance(player@3, orc)=60 %'"},
                 {"Which weight brings pity into its range?",
                  "wyrm solve yarl loot.factors.healing.B2 'pity_rate(healing, B2)=5..15 %'"},
                 {"A number within an amount",
                  "wyrm solve yarl monsters.orc.hp 'win_chance(player, orc)=.5' --as '4d{}'"},
                 {"A metric of games, with few of them",
                  "wyrm solve tutorial monsters.troll.hp 'run_survival(4)=50 %' --effort low"}},
};
