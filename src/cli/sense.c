/* wyrm sense: the effect of each number of a ruleset, changed by a step up and down by itself. wyrm
 * sweep: many variants of a ruleset, each measured, as a table. wyrm worth: what each item,
 * monster, room role, rule and level-up choice is worth in games, and steps of stats and gear in
 * single fights. */
#include <string.h>
#include <wyrm/worth.h>
#include "cli/internal.h"
#include "html/internal.h"

/* ---- sense ---- */

static void run_sense(cli_job *job)
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
    const text_sense_answer report = {design, sense, options->operands[0],
                                      cli_runs_again(job, options->seed)};
    text_write_sense(&report, job->page);
    if (options->html == NULL)
        return;
    text_page *page = cli_page(job, cli_style());
    cli_must(job, html_sense(&report, page, job->error));
    cli_save(job, options->html, page);
}

/* Reads a share: "20 %" or 0.2. */
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
    .name = "sense", .operands = "RULESET [KEY]...", .run = run_sense,
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
/* clang-format on */

/* ---- sweep ---- */

static void run_sweep(cli_job *job)
{
    const cli_options *options = job->options;
    uint64_t part = 0, parts = 0;
    wyrm_sweep *sweep;
    if (options->over.count == 0)
        cli_refuse(job, "--over says what is swept: --over monsters.orc.hp=10..30");
    if (options->targets && options->metrics.count > 0)
        cli_refuse(job, "--targets stands in the place of --metric");
    if (options->shard != NULL)
        cli_read_shard(job, WYRM_SWEEP_VARIANTS_MAX, "variants", &part, &parts);
    cli_can_open(job, options->output);
    cli_can_write(job, options->html);
    cli_can_write(job, options->csv);
    wyrm_design *design = cli_open(job, options->operands[0]);
    const wyrm_sweep_options how = {.over_count = options->over.count,
                                    .over = options->over.texts,
                                    .metric_count = options->metrics.count,
                                    .metrics = options->metrics.texts,
                                    .targets = options->targets,
                                    .bot = options->bot,
                                    .seed = options->seed,
                                    .games = options->runs,
                                    .part = part,
                                    .parts = parts,
                                    .file = options->output,
                                    .from_count = options->operand_count - 1,
                                    .from = (const char *const *)(options->operands + 1),
                                    .source = options->operands[0],
                                    .threads = (unsigned)options->threads,
                                    .progress = cli_progress_show,
                                    .context = cli_progress_start(job),
                                    .maker = options->maker};
    const wyrm_status status = wyrm_sweep_run(design, &how, &sweep, job->error);
    cli_must_as(job, status, status != WYRM_ERROR_IO && status != WYRM_ERROR_SYNTAX);
    base_keep(&job->arena, sweep, wyrm_sweep_free);
    cli_progress_end(job);
    if (sweep->found > 0)
        cli_complain(job->command, "%zu of %zu variants were there, %zu are made now", sweep->found,
                     sweep->count, sweep->done - sweep->found);
    const text_sweep_answer report = {design, sweep, cli_runs_again(job, options->seed)};
    text_write_sweep(&report, job->page);
    if (options->html != NULL) {
        text_page *page = cli_page(job, cli_style());
        cli_must(job, html_sweep(&report, page, job->error));
        cli_save(job, options->html, page);
    }
    if (options->csv != NULL) {
        text_page *csv = cli_page(job, cli_style());
        text_write_sweep_csv(&report, csv);
        cli_save(job, options->csv, csv);
    }
}

/* clang-format off */
const cli_command cli_sweep = {
    .name = "sweep", .operands = "RULESET [FILE]...", .run = run_sweep,
    .steps = 50 * CLI_LIMIT_STEPS, /* some hundred rulesets */
    .summary = "many variants at once: keys take values in turn, a row for each combination",
    .text = "Each --over names a key and the values that it takes in turn; every combination of them is "
            "a variant. Each is played, or worked out, and told as a row: wins, depth, level and turns, "
            "or what --metric or --targets ask for, and what it has more than the variant nearest to the "
            "ruleset as it is. Games are on the same luck in every variant.\n\n"
            "With -o each row is kept as it is done: a sweep that is killed goes on where it stopped, and "
            "the answer is the same to the byte, at any number of threads. FILE is such a file of the same "
            "sweep, whose rows need not be made again: so are shards put together.\n\n"
            "At most " CLI_DEFAULT(WYRM_SWEEP_KEYS_MAX) " keys and " CLI_DEFAULT(WYRM_SWEEP_VARIANTS_MAX)
            " variants.",
    .options = {
        {0, "over", "KEY=VALUES", "monsters.orc.hp=10..30, player.hp=20..40/5, 'power=2d6,3d6', or who "
         "plays: bot=explorer,tactician; several times for several", CLI_LIST(over, CLI_LIST_MAX)},
        {0, "metric", "METRIC", "look at this: 'run_hazard(1..3)', 'win_chance(player@3, orc)'; several "
         "times for several", CLI_LIST(metrics, CLI_LIST_MAX)},
        {0, "targets", NULL, "look at the targets of the ruleset, with their verdicts", CLI_FLAG(targets)},
        {0, "bot", "NAME", "who plays (default: explorer)", CLI_TEXT(bot)},
        {0, "runs", "N", "games of each variant (default 1,000), and dungeons of what is sampled so",
         CLI_WHOLE(runs, 1, WYRM_SWEEP_GAMES_MAX)},
        {'o', "output", "FILE", "keep each row in this SQLite file; one that exists is gone on with",
         CLI_TEXT(output)},
        {0, "shard", "INDEX/COUNT", "makes only this part of the variants: 3/64 of 0/64 to 63/64; auto/64 "
         "in an array job", CLI_TEXT(shard)},
        {0, "csv", "FILE", "also the rows as CSV, a line a variant", CLI_TEXT(csv)},
        {0, "html", "FILE", "also a page with a chart for each figure", CLI_TEXT(html)},
        CLI_OPTION_SEED, CLI_OPTION_THREADS, CLI_OPTION_ALLOW_PATH, CLI_OPTION_JSON},
    .examples = {{"How hard do orcs make it?", "wyrm sweep tutorial --over monsters.orc.hp=6..16/2 --runs 200"},
                 {"An exact fight by the player's hit points",
                  "wyrm sweep yarl --over player.hp=20..60 --metric 'win_chance(player, orc)'"},
                 {"Who plays, kept in a file",
                  "wyrm sweep tutorial --over bot=diver,explorer --runs 100 -o bots.db"}},
};
/* clang-format on */

/* ---- worth ---- */

#define FIGHTS (1u << WYRM_WORTH_KIND_COUNT)

/* Reads --only, "items,rules", as bits by wyrm_worth_kind, and FIGHTS for exchange rates; 0 if it
 * was not given. */
static unsigned read_kinds(cli_job *job, const char *list)
{
    static const char *const words[] = {"items", "monsters", "rooms", "rules", "choices", "fights"};
    char *rest = list != NULL ? base_copy(&job->arena, list) : NULL;
    unsigned kinds = 0;
    for (char *word; (word = strsep(&rest, ",")) != NULL;) {
        cli_must_be_one(job, word, words, COUNT_OF(words), "--only knows no '%.60s'", word);
        kinds |= 1u << base_find_word(words, COUNT_OF(words), word);
    }
    return kinds;
}

static void run_worth(cli_job *job)
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
    .name = "worth", .operands = "RULESET", .run = run_worth,
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
