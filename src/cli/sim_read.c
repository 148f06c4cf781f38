/* The options of `wyrm sim`: who plays, what, and how. */
#include "cli/sim.h"

#include <stdio.h>
#include <string.h>

#define DATABASE_MAGIC "SQLite format 3"

/* A named arena of the ruleset, else a fight in words; then the options that change it. */
static int read_arena(const cli_command *command, const cli_options *options,
                      const wyrm_design *design, cli_sim_setup *out)
{
    wyrm_error error = {0};
    bool words = strstr(options->arena, " vs ") != NULL;
    wyrm_status status = words ? wyrm_arena_read(design, options->arena, &out->arena, &error)
                               : wyrm_arena_find(design, options->arena, &out->arena, &error);
    if (status != WYRM_OK)
        return cli_error(command, &error, true);
    if (options->shape != NULL)
        wyrm_arena_shape_find(options->shape, &out->arena.shape);
    if (options->tiles > 0)
        out->arena.distance = (int32_t)options->tiles;
    for (size_t i = 0; options->asleep && i < out->arena.count; i++)
        out->arena.monsters[i].asleep = true;
    out->run.arena = &out->arena;
    snprintf(out->facts.arena, sizeof out->facts.arena, "%.800s, %s, %d %s away%s", options->arena,
             wyrm_arena_shape_name(out->arena.shape), (int)out->arena.distance,
             out->arena.distance == 1 ? "tile" : "tiles",
             out->arena.monsters[0].asleep ? ", asleep" : "");
    return CLI_DONE;
}

static void fill_facts(const wyrm_design *design, const char *source, uint64_t seed,
                       cli_sim_setup *out)
{
    const wyrm_ruleset *ruleset = wyrm_design_ruleset(design);
    wyrm_results_facts *facts = &out->facts;
    snprintf(facts->ruleset, sizeof facts->ruleset, "%s", wyrm_ruleset_name(ruleset));
    snprintf(facts->source, sizeof facts->source, "%s", source);
    snprintf(facts->hash, sizeof facts->hash, "%s", wyrm_ruleset_hash(ruleset));
    snprintf(facts->version, sizeof facts->version, "%s", wyrm_version());
    snprintf(facts->bot, sizeof facts->bot, "%s", out->run.bot->name);
    facts->fidelity = out->run.fidelity;
    facts->turn_limit = out->run.turn_limit;
    facts->seed = seed;
}

int cli_sim_read(const cli_command *command, const cli_options *options, const wyrm_design *design,
                 const char *source, cli_sim_setup *out)
{
    wyrm_error error = {0};
    *out = (cli_sim_setup){.run.turn_limit =
                               options->turns > 0 ? (uint32_t)options->turns : WYRM_RUN_TURNS};
    bool sampled = options->fidelity != NULL && strcmp(options->fidelity, "sampled") == 0;
    bool set = options->shape != NULL || options->tiles > 0 || options->asleep;
    if (options->arena == NULL && set) {
        cli_complain(command, "--shape, --distance and --asleep are about an --arena");
        return CLI_USAGE;
    }
    if (options->arena != NULL && (sampled || options->calibrate || options->without != NULL)) {
        cli_complain(command, "an --arena is always played, with what its fighters name");
        return CLI_USAGE;
    }
    out->run.fidelity = sampled ? WYRM_SAMPLED : WYRM_PLAYED;
    const char *bot = options->bot != NULL     ? options->bot
                      : options->arena != NULL ? "brawler"
                                               : "explorer";
    if (wyrm_bot_find(bot, &out->run.bot, &error) != WYRM_OK)
        return cli_error(command, &error, true);
    if (!cli_part_without(command, options->without, &out->without))
        return CLI_USAGE;
    out->run.without = out->without.words;
    out->run.without_count = out->without.count;
    snprintf(out->facts.without, sizeof out->facts.without, "%s",
             options->without != NULL ? options->without : "");
    int result = options->arena != NULL ? read_arena(command, options, design, out) : CLI_DONE;
    fill_facts(design, source, options->seed, out);
    return result;
}

bool cli_is_results(const char *path)
{
    char magic[sizeof DATABASE_MAGIC] = "";
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        return false;
    size_t length = fread(magic, 1, sizeof magic - 1, file);
    fclose(file);
    return length == sizeof magic - 1 && strcmp(magic, DATABASE_MAGIC) == 0;
}

bool cli_read_run(const cli_command *command, const cli_option *option, const char *text,
                  void *into)
{
    cli_options *options = into;
    options->run_given = cli_read_whole(command, option, text, &options->run);
    return options->run_given;
}
