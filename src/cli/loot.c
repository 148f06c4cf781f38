/* wyrm loot: items and pity by band, exact and sampled; items of whole floors, gold, shops, and
 * what monsters drop.
 *
 * Loot fills rooms or whole floors, depending on its model, and other options make sense for each:
 * an option that would have no effect is refused. */
#include <string.h>
#include <wyrm/found.h>
#include <wyrm/trade.h>
#include "cli/internal.h"

/* Ends the command if --band or --category names nothing in the ruleset, with a suggestion. */
static void check_names(cli_job *job, const wyrm_design *design)
{
    const char *band = job->options->band, *category = job->options->category;
    const wyrm_loot_facts *loot = wyrm_loot_facts_of(wyrm_design_loot(design));
    wyrm_bands bands;
    cli_must(job, wyrm_bands_read(wyrm_design_ruleset(design), &bands, NULL));
    /* A ruleset without bands has one named 'all', for every depth. */
    if (bands.count == 0 && band != NULL && strcmp(band, "all") != 0)
        cli_refuse(job, "--band: the ruleset has no bands");
    const char *names[WYRM_BANDS_MAX];
    for (size_t b = 0; b < bands.count; b++)
        names[b] = bands.bands[b].name;
    if (band != NULL && bands.count > 0)
        cli_must_be_one(job, band, names, bands.count, "--band: there is no '%.100s'", band);
    if (category != NULL && loot->category_count == 0)
        cli_refuse(job, "--category: the ruleset has no categories of items");
    if (category != NULL)
        cli_must_be_one(job, category, loot->categories, loot->category_count,
                        "--category: there is no '%.100s'", category);
}

/* Refuses options that would have no effect on the answer: it would look as if they had one.
 * `used`: bits of the options that have. */
enum {
    BANDS = 1,
    BAND = 2,
    CATEGORY = 4,
    ITEM = 8,
    DEPTH = 16,
    WHY = 32,
    MODE = 64,
    RESET = 128,
    RUNS = 256
};

static void check_options(cli_job *job, unsigned used, const char *why)
{
    const cli_options *options = job->options;
    const struct {
        const char *name;
        bool given;
    } all[] = {{"bands", options->bands},
               {"band", options->band != NULL},
               {"category", options->category != NULL},
               {"item", options->item != NULL},
               {"depth", options->depth != 0},
               {"why", options->why},
               {"mode", options->mode != NULL},
               {"pity-reset", options->pity_reset != NULL},
               {"runs", options->runs != 0}};
    for (unsigned i = 0; i < COUNT_OF(all); i++)
        if (all[i].given && !(used & 1u << i))
            cli_refuse(job, "--%s: %s", all[i].name, why);
}

/* Answers for loot that fills whole floors, or that is known without maps; neither needs maps.
 * False if the ruleset has floors to sample. */
static bool run_alone(cli_job *job, wyrm_design *design)
{
    const cli_options *options = job->options;
    const wyrm_loot *loot = wyrm_design_loot(design);
    const unsigned there = wyrm_design_systems(design) & WYRM_SYSTEMS_OF_A_FLOOR;
    const text_found_answer report = {.design = design,
                                      .name = options->operands[0],
                                      .item = options->item,
                                      .category = options->category,
                                      .depth = (int32_t)options->depth,
                                      .seed = options->seed,
                                      .runs = options->runs};
    cli_needs(job, design, WYRM_SYSTEM_LOOT);
    if (wyrm_loot_fills_floors(loot)) {
        check_options(job, CATEGORY | ITEM | DEPTH | RUNS,
                      "loot that fills whole floors has no bands, modes and pity");
        const wyrm_item_kind *kinds;
        const size_t categories = wyrm_found_categories(loot);
        const size_t count = categories + wyrm_loot_kinds(loot, &kinds);
        const char **names = base_array(&job->arena, const char *, count);
        for (size_t i = 0; i < count; i++)
            names[i] = i < categories ? wyrm_found_category(loot, i) : kinds[i - categories].name;
        if (options->category)
            cli_must_be_one(job, options->category, names, categories,
                            "--category: there is no '%.100s'", options->category);
        char item[WYRM_FOUND_NAME];
        if (options->item && wyrm_found_asked(options->item, item) >= WYRM_FOUND_ANY)
            cli_must_be_one(job, item, names, count, "--item: there is no '%.100s'", item);
        if (options->depth > WYRM_FOUND_DEPTH_MAX)
            cli_refuse(job, "--depth: figures of floors go to depth %d", WYRM_FOUND_DEPTH_MAX);
        text_write_found(&report, job->page);
        return true;
    }
    if (options->item)
        cli_refuse(job, "--item: only loot that fills whole floors tells what a game finds");
    if (there == WYRM_SYSTEMS_OF_A_FLOOR)
        return false;
    check_options(job, DEPTH, "without maps and encounters only what rooms bring is told");
    text_write_rooms_loot(&report, job->page);
    if (page_status(job->page, job->error) == WYRM_ERROR_ARGUMENT)
        job->advice = "floors that are sampled need 'models: {encounter: ..., map: ...}', too";
    cli_must(job, page_status(job->page, job->error));
    return true;
}

/* Answers --gold, --shops and --drops, which depend on nothing else. */
static bool run_trade(cli_job *job, wyrm_design *design)
{
    const cli_options *options = job->options;
    const wyrm_trade *trade = wyrm_design_trade(design);
    const text_found_answer report = {.design = design,
                                      .name = options->operands[0],
                                      .depth = (int32_t)options->depth,
                                      .seed = options->seed,
                                      .runs = options->runs};
    if (!options->gold && !options->shops && !options->drops)
        return false;
    if (options->gold + options->shops + options->drops > 1)
        cli_refuse(job, "--gold, --shops and --drops are asked one at a time");
    check_options(job, options->gold ? DEPTH | RUNS : DEPTH,
                  "gold, shops and drops are told exactly, by depth and by nothing else");
    if (options->depth > WYRM_FOUND_DEPTH_MAX)
        cli_refuse(job, "--depth: figures of floors go to depth %d", WYRM_FOUND_DEPTH_MAX);
    if (options->gold && !wyrm_trade_has_gold(trade))
        cli_refuse(job, "--gold: the ruleset has no section 'gold'");
    if (options->shops && wyrm_trade_shops(trade) == 0)
        cli_refuse(job, "--shops: the ruleset has no section 'shops'");
    if (options->drops && wyrm_design_drops(design) == NULL)
        cli_refuse(job, "--drops: the ruleset has no section 'drops'");
    (options->gold    ? text_write_gold
     : options->shops ? text_write_shops
                      : text_write_drops)(&report, job->page);
    return true;
}

/* Adds that a --depth below the last one is never reached: its figures follow the sections all the
 * same. */
static void note_end(cli_job *job, const wyrm_design *design)
{
    const int32_t last = wyrm_design_last_depth(design);
    if (job->options->json || last == 0 || job->options->depth <= (uint64_t)last)
        return;
    page_add(job->page, "\n");
    page_wrapf(job->page, 0, 0, "The dungeon ends at depth %d: no game comes to floors below.",
               (int)last);
}

static void run(cli_job *job)
{
    const cli_options *options = job->options;
    wyrm_design *design = cli_open(job, options->operands[0]);
    if (run_trade(job, design) || run_alone(job, design)) {
        note_end(job, design);
        return;
    }
    cli_needs(job, design, WYRM_SYSTEMS_OF_A_FLOOR);
    check_options(job, ~(unsigned)DEPTH, "campaigns go through all depths; --band takes some");
    check_names(job, design);
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
    cli_must_as(job, status, status == WYRM_ERROR_UNKNOWN);
    base_keep(&job->arena, survey, wyrm_loot_survey_free);
    cli_progress_end(job);
    wyrm_loot_advices *advices = base_new(&job->arena, wyrm_loot_advices);
    cli_must(job, wyrm_loot_advise(design, survey, advices, job->error));
    base_keep(&job->arena, advices, wyrm_loot_advices_free);
    const text_loot_answer report = {.design = design,
                                     .name = options->operands[0],
                                     .survey = survey,
                                     .advices = advices,
                                     .category = options->category,
                                     .band = options->band,
                                     .by_band = options->bands,
                                     .why = options->why,
                                     .threads = (unsigned)options->threads};
    cli_limits_times(5); /* mends are searched, some forty values a band */
    text_write_loot(&report, job->page);
}

static const char *const resets[] = {"never", "floor", NULL};

/* clang-format off */
const cli_command cli_loot = {
    .name = "loot", .operands = "RULESET", .run = run,
    .summary = "items by room, band and category, and pity: exact and sampled",
    .text = "Whole campaigns through all depths, every room opened, counters of pity carried from "
            "depth to depth. Exact values stand beside the sampled ones where the ruleset allows "
            "them; what would mend pity is looked for with five times the work that is stated "
            "below.\n\n"
            "Pity is healthy where it gives in 5 to 15 % of rooms, unless a target of the ruleset "
            "on pity_rate wants it otherwise. What fires too often is told with what would bring "
            "it to the middle of that.",
    .options = {
        {'b', "bands", NULL, "also every category and every drought, band by band",
         CLI_FLAG(bands)},
        {0, "band", "NAME", "only this band", CLI_TEXT(band)},
        {'c', "category", "NAME", "only this category", CLI_TEXT(category)},
        {'i', "item", "NAME", "of loot that fills whole floors: this item or category, depth by "
         "depth; sword+2 counts those of +2 or better", CLI_TEXT(item)},
        {'d', "depth", "N", "of such loot, or of rooms without maps: only down to this depth; of drops: at it",
         CLI_WHOLE(depth, 1, WYRM_DEPTH_MAX)},
        {0, "gold", NULL, "the gold of the floors down to each depth", CLI_FLAG(gold)},
        {0, "shops", NULL, "what shops have at each depth, and how much of it the gold that was "
         "found pays for", CLI_FLAG(shops)},
        {0, "drops", NULL, "what each monster leaves where it dies", CLI_FLAG(drops)},
        {'w', "why", NULL, "also where the rates of pity come from", CLI_FLAG(why)},
        {'m', "mode", "NAME", "the mode of loot, such as normal or testing (default: the ruleset's "
         "own)", CLI_TEXT(mode)},
        {0, "pity-reset", "never|floor", "whether the counters of pity begin anew on every floor, "
         "as some harnesses have it (default: never)", CLI_CHOICE(pity_reset), .choices = resets},
        {0, "runs", "N", "campaigns to sample (default " CLI_DEFAULT(WYRM_LOOT_SURVEY_RUNS) "); games "
         "to draw where whole floors cannot be followed (" CLI_DEFAULT(WYRM_FOUND_GAMES) ")",
         CLI_WHOLE(runs, 2, CLI_RUNS_MAX)},
        CLI_OPTION_SEED, CLI_OPTION_THREADS, CLI_OPTION_ALLOW_PATH, CLI_OPTION_JSON},
    .examples = {{"What is wrong with the loot?", "wyrm loot yarl"},
                 {"One band, and why", "wyrm loot yarl --band B2 --why"},
                 {"One category, as a harness counts it",
                  "wyrm loot yarl --category healing --pity-reset floor"},
                 {"For a script", "wyrm loot yarl --mode testing --json"},
                 {"How many in the worst tenth of games, five floors down?",
                  "wyrm loot brogue --item scroll_of_enchanting --depth 5"}},
};
