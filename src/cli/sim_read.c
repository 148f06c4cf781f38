/* What is simulated: who plays, what, and how, as `wyrm sim` and `wyrm compare` are told; files of
 * results, bots and words of --without wherever they are typed. */
#include "cli/internal.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

/* ---- Words of --without, bots, files of results ---- */

void cli_part_without(cli_job *job, const char *list, wyrm_run_options *out)
{
    const char **words = base_array(&job->arena, const char *, CLI_WITHOUT_WORDS_MAX);
    char *rest = list != NULL ? base_copy(&job->arena, list) : NULL;
    out->without = words;
    out->without_count = 0;
    if (list != NULL && strlen(list) > CLI_WITHOUT_LETTERS_MAX)
        cli_refuse(job, "--without has more than %d letters", CLI_WITHOUT_LETTERS_MAX);
    for (char *word; (word = strsep(&rest, ",")) != NULL;) {
        if (*word == '\0')
            continue;
        if (out->without_count == CLI_WITHOUT_WORDS_MAX)
            cli_refuse(job, "--without takes at most %d words", CLI_WITHOUT_WORDS_MAX);
        words[out->without_count++] = word;
    }
}

#define BOTS_MAX 16

const wyrm_bot_kind *cli_find_bot(cli_job *job, const char *name)
{
    size_t count;
    const char *names[BOTS_MAX];
    const wyrm_bot_kind *kinds = wyrm_bot_kinds(&count), *found = NULL;
    count = count < BOTS_MAX ? count : BOTS_MAX;
    for (size_t i = 0; i < count; i++)
        names[i] = kinds[i].name;
    if (wyrm_bot_find(name, &found, NULL) != WYRM_OK)
        cli_must_be_one(job, name, names, count, "there is no bot '%.100s'", name);
    return found;
}

#define DATABASE_MAGIC "SQLite format 3"

bool cli_is_results(const char *path)
{
    char magic[sizeof DATABASE_MAGIC] = "";
    if (!base_is_file(path))
        return false;
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        return false;
    size_t length = fread(magic, 1, sizeof magic - 1, file);
    fclose(file);
    return length == sizeof magic - 1 && strcmp(magic, DATABASE_MAGIC) == 0;
}

/* Whether a file of results may have a ruleset opened that it names: one that ships, or is in the
 * folder of that file, in the one that the command is typed in, or below: not any file of the
 * machine, as a stranger may have written the name. */
static bool may_open(const cli_job *job, const char *file, const char *source)
{
    char folder[4096];
    const char *slash = strrchr(file, '/'), *allowed = job->options->allow_path;
    const size_t length = slash == NULL ? 0 : (size_t)(slash - file);
    snprintf(folder, sizeof folder, "%.*s",
             slash == NULL ? 1
             : length > 0  ? (int)length
                           : 1,
             slash == NULL ? "." : file);
    return wyrm_shipped_find(source) != NULL ||
           (base_is_file(source) && (base_lies_in(source, ".") || base_lies_in(source, folder) ||
                                     (allowed != NULL && base_lies_in(source, allowed))));
}

wyrm_results *cli_open_results(cli_job *job, const char *path, const char *from,
                               wyrm_design **design)
{
    wyrm_results *results;
    cli_must(job, wyrm_results_read(path, &results, job->error));
    base_keep(&job->arena, results, wyrm_results_close);
    const wyrm_results_facts *facts = wyrm_results_facts_of(results);
    const char *source = from != NULL ? from : facts->source;
    if (from != NULL) {
        *design = cli_open(job, from);
    } else if (may_open(job, path, source) &&
               wyrm_design_open_allowing(source, job->options->allow_path, design, NULL) ==
                   WYRM_OK) {
        base_keep(&job->arena, *design, wyrm_design_free);
    } else {
        /* Why is not told: the file may name any other, whose lines are nobody's business. */
        cli_give_up(job,
                    "%s was made with the ruleset '%s', which does not open (wyrm rules "
                    "validate says why; --from names it where it has moved, or is neither in this "
                    "folder nor in that of the file)",
                    path, source);
    }
    const wyrm_ruleset *ruleset = wyrm_design_ruleset(*design);
    if (strcmp(wyrm_ruleset_hash(ruleset), facts->hash) == 0)
        return results;
    if (strcmp(wyrm_ruleset_name(ruleset), facts->ruleset) == 0)
        cli_complain(job->command,
                     "'%s' has changed since these runs were made; names are looked up in what it "
                     "is now",
                     source);
    else
        cli_complain(job->command, "these runs were made with '%s'; names are looked up in '%s'",
                     facts->ruleset, source);
    return results;
}

/* ---- What is played ---- */

/* A named arena of the ruleset, else a fight in words; then the options that change it. The facts
 * say it in words: "player vs orc x2 (two_orcs), corridor, 3 tiles away, asleep". */
static void read_arena(cli_job *job, const wyrm_design *design, cli_sim_setup *out)
{
    const cli_options *options = job->options;
    const char *asked = options->arena, *words = NULL;
    wyrm_arena *arena = &out->arena;
    wyrm_status status = wyrm_arena_is_words(asked)
                             ? wyrm_arena_read(design, asked, arena, job->error)
                             : wyrm_arena_find(design, asked, arena, job->error);
    cli_must_typed(job, status);
    if (options->shape != NULL)
        wyrm_arena_shape_find(options->shape, &arena->shape);
    if (options->tiles > 0)
        arena->distance = (int32_t)options->tiles;
    bool asleep = true; /* all of them */
    for (size_t i = 0; i < arena->count; i++) {
        arena->monsters[i].asleep |= options->asleep;
        asleep &= arena->monsters[i].asleep;
    }
    const int32_t distance = wyrm_arena_distance(arena);
    if (distance == 0)
        cli_refuse(job, "there is no room for %zu monsters in a %s", arena->count,
                   wyrm_arena_shape_name(arena->shape));
    out->run.arena = arena;
    for (size_t i = 0; i < wyrm_arena_count(design); i++)
        if (strcmp(wyrm_arena_name(design, i), asked) == 0)
            words = wyrm_arena_words(design, i);
    const bool named = words != NULL;
    words = named ? words : asked;
    snprintf(out->facts.arena, sizeof out->facts.arena, "%.800s%s%.100s%s, %s, %d %s away%s", words,
             named ? " (" : "", named ? asked : "", named ? ")" : "",
             wyrm_arena_shape_name(arena->shape), (int)distance, distance == 1 ? "tile" : "tiles",
             asleep && strstr(words, ",asleep") == NULL ? ", asleep" : "");
}

size_t cli_bots(cli_job *job, const char *const **out)
{
    const char **names = base_array(&job->arena, const char *, WYRM_GATE_RUNGS_MAX);
    const char *list = job->options->bot;
    char *rest = list != NULL ? base_copy(&job->arena, list) : NULL;
    size_t count = 0, kind_count;
    const wyrm_bot_kind *kinds = wyrm_bot_kinds(&kind_count);
    *out = names;
    if (list != NULL && strcmp(list, "ladder") == 0) {
        for (size_t i = 0; i < kind_count && count < WYRM_GATE_RUNGS_MAX; i++)
            if (kinds[i].plays)
                names[count++] = kinds[i].name;
        return count;
    }
    for (const char *name; (name = strsep(&rest, ",")) != NULL;) {
        for (size_t i = 0; i < count; i++)
            if (strcmp(names[i], name) == 0)
                cli_refuse(job, "--bot names '%.60s' twice", name);
        if (count == WYRM_GATE_RUNGS_MAX)
            cli_refuse(job, "--bot names at most %d", WYRM_GATE_RUNGS_MAX);
        names[count++] = cli_find_bot(job, name)->name;
    }
    return count;
}

void cli_sim_read(cli_job *job, const cli_options *options, const wyrm_design *design,
                  const char *source, cli_sim_setup *out)
{
    const wyrm_ruleset *ruleset = wyrm_design_ruleset(design);
    wyrm_results_facts *facts = &out->facts;
    cli_needs(job, design, options->arena != NULL ? WYRM_SYSTEM_COMBAT : WYRM_SYSTEMS_OF_A_GAME);
    *out = (cli_sim_setup){.run.turn_limit =
                               options->turns > 0 ? (uint32_t)options->turns : WYRM_RUN_TURNS};
    if (options->arena == NULL && (options->shape != NULL || options->tiles > 0 || options->asleep))
        cli_refuse(job, "--shape, --distance and --asleep are about an --arena");
    if (options->arena != NULL && options->without != NULL)
        cli_refuse(job, "an --arena is played with what its fighters name: it takes no --without");
    out->run.bot = cli_find_bot(job, options->bot != NULL     ? options->bot
                                     : options->arena != NULL ? "brawler"
                                                              : "explorer");
    cli_part_without(job, options->without, &out->run);
    if (strlen(source) >= sizeof facts->source)
        cli_refuse(job, "the path of the ruleset has more than %zu letters",
                   sizeof facts->source - 1);
    if (options->arena != NULL)
        read_arena(job, design, out);
    snprintf(facts->without, sizeof facts->without, "%s",
             options->without != NULL ? options->without : "");
    snprintf(facts->ruleset, sizeof facts->ruleset, "%s", wyrm_ruleset_name(ruleset));
    snprintf(facts->source, sizeof facts->source, "%s", source);
    for (char *at = facts->source; (at = strchr(at, '\n')) != NULL;)
        *at = '?'; /* a fact has one line: such a path is named with --from */
    snprintf(facts->hash, sizeof facts->hash, "%s", wyrm_ruleset_hash(ruleset));
    snprintf(facts->version, sizeof facts->version, "%s", wyrm_version());
    snprintf(facts->bot, sizeof facts->bot, "%s", out->run.bot->name);
    facts->engine = WYRM_ENGINE_VERSION;
    facts->turn_limit = out->run.turn_limit;
    facts->seed = options->seed;
}
