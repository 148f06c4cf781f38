/* wyrm worth: what each item, monster, room role, rule and level-up choice is worth in games, and
 * steps of stats and gear in single fights. */
#include <string.h>
#include <wyrm/worth.h>
#include "cli/internal.h"

#define FIGHTS (1u << WYRM_WORTH_KIND_COUNT)

/* Reads --only, "items,rules", as bits by wyrm_worth_kind, and FIGHTS for exchange rates; 0 if it
 * was not given. */
static unsigned read_kinds(cli_job *job, const char *list)
{
    static const char *const words[] = {"items", "monsters", "rooms", "rules", "choices", "fights"};
    char *rest = list != NULL ? base_copy(&job->arena, list) : NULL;
    unsigned kinds = 0;
    for (char *word; (word = strsep(&rest, ",")) != NULL;) {
        unsigned bit = 0;
        for (unsigned i = 0; i < sizeof words / sizeof *words; i++)
            bit |= strcmp(word, words[i]) == 0 ? 1u << i : 0;
        if (bit == 0)
            cli_must_be_one(job, word, words, sizeof words / sizeof *words,
                            "--only knows no '%.60s'", word);
        kinds |= bit;
    }
    return kinds;
}

static void run(cli_job *job)
{
    const cli_options *options = job->options;
    const unsigned kinds = read_kinds(job, options->only);
    wyrm_design *design = cli_open(job, options->operands[0]);
    text_worth_answer report = {.design = design,
                                .of_levels =
                                    wyrm_design_encounter(design) != NULL &&
                                    wyrm_encounter_last_depth(wyrm_design_encounter(design)) == 0,
                                .verbose = options->verbose};
    const char *const *bots;
    const size_t bot_count = cli_bots(job, &bots);
    if (kinds != FIGHTS) {
        const wyrm_worth_options how = {.bots = bots,
                                        .bot_count = bot_count,
                                        .kinds = kinds & ~FIGHTS,
                                        .seed = options->seed,
                                        .effort = options->effort,
                                        .threads = (unsigned)options->threads,
                                        .progress = cli_progress_show,
                                        .context = cli_progress_start(job),
                                        .maker = options->maker};
        wyrm_worth *worth;
        cli_must_typed(job, wyrm_worth_of(design, &how, &worth, job->error));
        base_keep(&job->arena, worth, wyrm_worth_free);
        cli_progress_end(job);
        report.worth = worth;
    }
    if (kinds == 0 || (kinds & FIGHTS) != 0) {
        const wyrm_worth_options how = {.seed = options->seed,
                                        .progress = cli_progress_show,
                                        .context = cli_progress_start(job)};
        wyrm_worth_rates *rates;
        cli_must_typed(job, wyrm_worth_rates_of(design, &how, &rates, job->error));
        cli_progress_end(job);
        base_keep(&job->arena, rates, wyrm_worth_rates_free);
        report.rates = rates;
    }
    text_write_worth(&report, job->page);
}

/* clang-format off */
const cli_command cli_worth = {
    .name = "worth", .operands = "RULESET", .run = run,
    .steps = 20 * CLI_LIMIT_STEPS, /* hundreds of fighters, most of them cheap */
    .summary = "what each item, monster, room role, rule and level-up choice is worth",
    .text = "Plays the same games without each thing, and with one more of it, on the same luck: what "
            "that changes of the depth that is reached, of wins, levels and hit points left, for a "
            "weak and a strong bot, with intervals.\n\n"
            "And what single fights tell exactly: how many hit points a step of each stat, and each "
            "weapon and piece of armor, is worth to the player of a depth.",
    .options = {
        {0, "only", "KINDS", "some of items,monsters,rooms,rules,choices,fights: with commas "
         "between; fights are the exchange rates, for which nobody plays", CLI_TEXT(only)},
        {0, "bot", "NAME,...", "who plays, with commas between, or `ladder` (all from weak to strong; "
         "default brawler and tactician)", CLI_TEXT(bot)},
        {0, "effort", "HOW", "games of each thing and bot until it is clear, at most: low (100), normal "
         "(400), high (1,600) or a number; of words fewer, but 30, where a bot would take more than "
         "120 million turns for all (default normal)", CLI_EFFORT},
        {'v', "verbose", NULL, "all that changes anything, not only what does most", CLI_FLAG(verbose)},
        CLI_OPTION_SEED, CLI_OPTION_THREADS, CLI_OPTION_ALLOW_PATH, CLI_OPTION_JSON},
    .examples = {{"What is everything worth?", "wyrm worth tutorial"},
                 {"Only items, for who plays best", "wyrm worth yarl --only items --bot tactician"},
                 {"What is a sword worth in armor?", "wyrm worth brogue --only fights"}},
};
