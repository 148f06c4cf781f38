/* The options of `wyrm sim`: who plays, what, and how. */
#include "cli/internal.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

bool cli_part_without(const cli_command *command, const char *list, cli_without *out)
{
    out->count = 0;
    if (list == NULL)
        return true;
    if (strlen(list) >= sizeof out->letters) {
        cli_complain(command, "--without has more than %zu letters", sizeof out->letters - 1);
        return false;
    }
    strcpy(out->letters, list);
    char *rest = out->letters;
    for (char *word; (word = strsep(&rest, ",")) != NULL;) {
        if (*word == '\0')
            continue;
        if (out->count == CLI_WITHOUT_WORDS_MAX) {
            cli_complain(command, "--without takes at most %d words", CLI_WITHOUT_WORDS_MAX);
            return false;
        }
        out->words[out->count++] = word;
    }
    return true;
}

#define BOTS_MAX       16

#define DATABASE_MAGIC "SQLite format 3"

/* The fight of a named arena in words; NULL where it is no name of one. */
static const char *words_of(const wyrm_design *design, const char *name)
{
    for (size_t i = 0; i < wyrm_arena_count(design); i++)
        if (strcmp(wyrm_arena_name(design, i), name) == 0)
            return wyrm_arena_words(design, i);
    return NULL;
}

static bool are_asleep(const wyrm_arena *arena)
{
    for (size_t i = 0; i < arena->count; i++)
        if (!arena->monsters[i].asleep)
            return false;
    return true;
}

/* "player vs orc x2 (two_orcs), corridor, 3 tiles away, asleep" */
static void tell_arena(const wyrm_design *design, const char *asked, const wyrm_arena *arena,
                       char *text, size_t size)
{
    const char *words = words_of(design, asked);
    int32_t distance = wyrm_arena_distance(arena);
    snprintf(text, size, "%.800s%s%.100s%s, %s, %d %s away%s", words != NULL ? words : asked,
             words != NULL ? " (" : "", words != NULL ? asked : "", words != NULL ? ")" : "",
             wyrm_arena_shape_name(arena->shape), (int)distance, distance == 1 ? "tile" : "tiles",
             are_asleep(arena) && strstr(words != NULL ? words : asked, ",asleep") == NULL
                 ? ", asleep"
                 : "");
}

bool cli_find_bot(const cli_command *command, const char *name, const wyrm_bot_kind **out)
{
    size_t count;
    const char *names[BOTS_MAX];
    const wyrm_bot_kind *kinds = wyrm_bot_kinds(&count);
    if (wyrm_bot_find(name, out, NULL) == WYRM_OK)
        return true;
    for (size_t i = 0; i < count && i < BOTS_MAX; i++)
        names[i] = kinds[i].name;
    cli_complain_choice(command, name, names, count < BOTS_MAX ? count : BOTS_MAX,
                        "there is no bot '%.100s'", name);
    return false;
}

/* A named arena of the ruleset, else a fight in words; then the options that change it. */
static int read_arena(const cli_command *command, const cli_options *options,
                      const wyrm_design *design, cli_sim_setup *out)
{
    wyrm_error error = {0};
    wyrm_arena *arena = &out->arena;
    bool words = wyrm_arena_is_words(options->arena);
    wyrm_status status = words ? wyrm_arena_read(design, options->arena, arena, &error)
                               : wyrm_arena_find(design, options->arena, arena, &error);
    if (status != WYRM_OK)
        return cli_error(command, &error, true);
    if (options->shape != NULL)
        wyrm_arena_shape_find(options->shape, &arena->shape);
    if (options->tiles > 0)
        arena->distance = (int32_t)options->tiles;
    for (size_t i = 0; options->asleep && i < arena->count; i++)
        arena->monsters[i].asleep = true;
    if (wyrm_arena_distance(arena) == 0) {
        cli_complain(command, "there is no room for %zu monsters in a %s", arena->count,
                     wyrm_arena_shape_name(arena->shape));
        return CLI_USAGE;
    }
    out->run.arena = arena;
    tell_arena(design, options->arena, arena, out->facts.arena, sizeof out->facts.arena);
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
    facts->engine = WYRM_ENGINE_VERSION;
    snprintf(facts->bot, sizeof facts->bot, "%s", out->run.bot->name);
    facts->turn_limit = out->run.turn_limit;
    facts->seed = seed;
}

int cli_sim_read(const cli_command *command, const cli_options *options, const wyrm_design *design,
                 const char *source, cli_sim_setup *out)
{
    *out = (cli_sim_setup){.run.turn_limit =
                               options->turns > 0 ? (uint32_t)options->turns : WYRM_RUN_TURNS};
    bool set = options->shape != NULL || options->tiles > 0 || options->asleep;
    if (options->arena == NULL && set) {
        cli_complain(command, "--shape, --distance and --asleep are about an --arena");
        return CLI_USAGE;
    }
    if (options->arena != NULL && options->without != NULL) {
        cli_complain(command, "an --arena is played with what its fighters name: it takes no "
                              "--without");
        return CLI_USAGE;
    }
    const char *bot = options->bot != NULL     ? options->bot
                      : options->arena != NULL ? "brawler"
                                               : "explorer";
    if (!cli_find_bot(command, bot, &out->run.bot))
        return CLI_USAGE;
    if (!cli_part_without(command, options->without, &out->without))
        return CLI_USAGE;
    out->run.without = out->without.words;
    out->run.without_count = out->without.count;
    snprintf(out->facts.without, sizeof out->facts.without, "%s",
             options->without != NULL ? options->without : "");
    if (strlen(source) >= sizeof out->facts.source) {
        cli_complain(command, "the path of the ruleset has more than %zu letters",
                     sizeof out->facts.source - 1);
        return CLI_USAGE;
    }
    int result = options->arena != NULL ? read_arena(command, options, design, out) : CLI_DONE;
    fill_facts(design, source, options->seed, out);
    return result;
}

bool cli_is_results(const char *path)
{
    char magic[sizeof DATABASE_MAGIC] = "";
    struct stat status;
    if (stat(path, &status) != 0 || !S_ISREG(status.st_mode))
        return false; /* what is read of a pipe is gone for whoever reads it next */
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
