/* wyrm completion: what may be typed next, for bash, zsh and fish.
 *
 * Candidates are looked up in the tables of commands and options while somebody types: `wyrm
 * completion words` gets the words of a line and prints what the last one may become, one candidate
 * per line, with a description behind a tab. The scripts for the shells only ask that question, so
 * they never have to be regenerated. It runs at every press of a key: so it plays nothing, opens no
 * more than the ruleset whose creatures or keys are asked for, and reports no errors in it. */
#include "cli/internal.h"
#include <stdio.h>
#include <string.h>

#define FILES ":files" /* an output line: file names are valid here, too */

static const char bash_script[] =
    "# wyrm: completion for bash. In ~/.bashrc: eval \"$(wyrm completion bash)\"\n"
    "_wyrm()\n"
    "{\n"
    "    local line=\"${COMP_LINE:0:COMP_POINT}\" current candidate before\n"
    "    local -a words\n"
    "    read -ra words <<< \"$line\"\n"
    "    [[ $line == *[[:space:]] ]] && words+=(\"\")\n"
    "    current=\"${words[${#words[@]}-1]}\"\n"
    "    # Only what stands behind the last of these is replaced.\n"
    "    before=\"${current%\"${current##*[=@:]}\"}\"\n"
    "    COMPREPLY=()\n"
    "    while IFS=$'\\t' read -r candidate _; do\n"
    "        if [[ $candidate == " FILES " ]]; then\n"
    "            compopt -o default 2>/dev/null\n"
    "            while IFS= read -r candidate; do\n"
    "                COMPREPLY+=(\"$candidate\")\n"
    "            done < <(compgen -f -- \"$current\")\n"
    "        else\n"
    "            [[ $candidate == *[,.=@] ]] && compopt -o nospace 2>/dev/null\n"
    "            COMPREPLY+=(\"${candidate#\"$before\"}\")\n"
    "        fi\n"
    "    done < <(\"${words[0]}\" completion words -- \"${words[@]:1}\" 2>/dev/null)\n"
    "}\n"
    "complete -F _wyrm wyrm\n";

static const char zsh_script[] =
    "#compdef wyrm\n"
    "# wyrm: completion for zsh. In a folder of $fpath as _wyrm, or: eval \"$(wyrm completion "
    "zsh)\"\n"
    "_wyrm()\n"
    "{\n"
    "    local line candidate about\n"
    "    local -a found about_found open about_open\n"
    "    local files=0\n"
    "    for line in \"${(@f)$(\"${words[1]}\" completion words -- \"${(@)words[2,CURRENT]}\" "
    "2>/dev/null)}\"; do\n"
    "        candidate=\"${line%%$'\\t'*}\" about=\"${line//$'\\t'/  -- }\"\n"
    "        if [[ $candidate == " FILES " ]]; then\n"
    "            files=1\n"
    "        elif [[ $candidate == *[,.=@] ]]; then\n"
    "            open+=(\"$candidate\") about_open+=(\"$about\")\n"
    "        elif [[ -n $candidate ]]; then\n"
    "            found+=(\"$candidate\") about_found+=(\"$about\")\n"
    "        fi\n"
    "    done\n"
    "    compadd -l -d about_found -a found\n"
    "    compadd -S '' -l -d about_open -a open\n"
    "    (( files )) && _files\n"
    "    return 0\n"
    "}\n"
    "if [[ $funcstack[1] == _wyrm ]]; then _wyrm \"$@\"; else compdef _wyrm wyrm; fi\n";

static const char fish_script[] =
    "# wyrm: completion for fish. In ~/.config/fish/completions/wyrm.fish\n"
    "function __wyrm_words\n"
    "    set -l words (commandline -opc) (commandline -ct)\n"
    "    for line in (command $words[1] completion words -- $words[2..-1] 2>/dev/null)\n"
    "        if test \"$line\" = " FILES "\n"
    "            __fish_complete_path (commandline -ct)\n"
    "        else\n"
    "            printf '%s\\n' $line\n"
    "        end\n"
    "    end\n"
    "end\n"
    "complete -c wyrm -f -a '(__wyrm_words)'\n";

static void run_script(cli_job *job)
{
    static const char *const shells[] = {"bash", "zsh", "fish"};
    static const char *const scripts[] = {bash_script, zsh_script, fish_script};
    const char *shell = job->options->operands[0];
    cli_must_be_one(job, shell, shells, 3, "there is no completion for '%s'", shell);
    job->result = cli_print_text(job->command, scripts[base_find_word(shells, 3, shell)]);
}

/* ---- What may come next ---- */

typedef struct asking {
    cli_job *job;
    char *const *words; /* words of the line without the program; the last is completed */
    size_t count;
    const char *word;
    size_t kept; /* bytes of `word` before the completed part */
} asking;

/* Prints a candidate if it begins with what was typed. */
static void offer(const asking *of, const char *candidate, const char *end, const char *about)
{
    const char *typed = of->word + of->kept;
    if (strncmp(candidate, typed, strlen(typed)) != 0)
        return;
    page_addf(of->job->page, "%.*s%s%s%s%s\n", (int)of->kept, of->word, candidate, end,
              about != NULL ? "\t" : "", about != NULL ? about : "");
}

static void offer_files(const asking *of)
{
    page_add(of->job->page, FILES "\n");
}

static void offer_rulesets(const asking *of)
{
    size_t count;
    const wyrm_shipped *shipped = wyrm_shipped_rulesets(&count);
    for (size_t i = 0; i < count; i++)
        offer(of, shipped[i].name, "", NULL);
    offer_files(of);
}

/* Whether the part of a combatant that stands already says a key, which may be said once. */
static bool is_said(const asking *of, const char *key)
{
    const size_t length = strlen(key);
    const char *end = of->word + of->kept;
    for (const char *at = of->word; (at = strchr(at, ',')) != NULL && ++at < end;)
        if (strncmp(at, key, length) == 0 && at[length] == '=')
            return true;
    return false;
}

/* What may follow the name of a combatant. */
static void offer_keys(const asking *of, const wyrm_design *design)
{
    static const char *const gear[][2] = {{"weapon", "weapons"}, {"armor", "armors"}};
    const wyrm_stat *stats = wyrm_combat_stats(wyrm_design_combat(design));
    const wyrm_roster *roster = wyrm_design_roster(design);
    char key[320];
    for (size_t g = 0; g < 2; g++) {
        const wyrm_value *map = wyrm_ruleset_find(wyrm_design_ruleset(design), gear[g][1]);
        for (size_t i = 0; i < wyrm_value_count(map) && !is_said(of, gear[g][0]); i++) {
            snprintf(key, sizeof key, "%s=%s", gear[g][0], wyrm_value_key(map, i));
            offer(of, key, "", NULL);
        }
    }
    for (int32_t i = 0; (size_t)i < wyrm_roster_variants(roster); i++)
        offer(of, wyrm_roster_variant(roster, i), "", "a variant");
    for (size_t s = 0; stats[s].name != NULL; s++)
        if (!is_said(of, stats[s].name))
            offer(of, stats[s].name, "=", stats[s].summary);
    if (!is_said(of, "hp"))
        offer(of, "hp", "=", "hit points");
}

/* The first ruleset on the line; NULL: there is none that could be read. */
static const wyrm_design *open_quietly(const asking *of, const char *ruleset)
{
    wyrm_design *design;
    if (ruleset == NULL || cli_is_game(ruleset) ||
        wyrm_design_open(ruleset, &design, NULL) != WYRM_OK)
        return NULL;
    base_keep(&of->job->arena, design, wyrm_design_free);
    return design;
}

/* The creatures of the first ruleset on the line; behind a comma, what may be said about one. */
static void offer_combatants(asking *of, const char *ruleset, bool with_player)
{
    const wyrm_design *design = open_quietly(of, ruleset);
    const char *comma = strrchr(of->word, ',');
    if (design == NULL)
        return;
    const wyrm_roster *roster = wyrm_design_roster(design);
    if (comma != NULL) {
        of->kept = (size_t)(comma - of->word) + 1;
        offer_keys(of, design);
        return;
    }
    if (with_player && wyrm_roster_has_player(roster))
        offer(of, wyrm_roster_player_name(roster), "", "the player");
    if (wyrm_roster_by_level(roster, 1) >= 0)
        offer(of, "monster@", "", "a monster of any level");
    for (int32_t i = 0; (size_t)i < wyrm_roster_count(roster); i++)
        offer(of, wyrm_roster_monster(roster, i)->name, "", wyrm_roster_monster(roster, i)->title);
}

static bool begins(const char *text, size_t length, const char *beginning)
{
    size_t letters = strlen(beginning);
    return length >= letters && strncmp(text, beginning, letters) == 0;
}

static void offer_bots(const asking *of)
{
    size_t count;
    const wyrm_bot_kind *bots = wyrm_bot_kinds(&count);
    for (size_t i = 0; i < count; i++)
        offer(of, bots[i].name, "", NULL);
}

/* The next part of a path in the ruleset: followed by a dot if it has parts itself, else by `end`.
 * Behind "bot=": the bots. */
static void offer_paths(asking *of, const char *ruleset, const char *end)
{
    const char *typed = of->word + of->kept, *dot = strrchr(typed, '.');
    if (strncmp(typed, "bot=", 4) == 0) {
        const char *comma = strrchr(typed, ',');
        of->kept += comma != NULL ? (size_t)(comma - typed) + 1 : 4;
        offer_bots(of);
        return;
    }
    const wyrm_design *design = strchr(typed, '=') == NULL ? open_quietly(of, ruleset) : NULL;
    if (design == NULL)
        return;
    const wyrm_value *at = wyrm_ruleset_root(wyrm_design_ruleset(design));
    if (dot != NULL)
        at = wyrm_ruleset_find(wyrm_design_ruleset(design),
                               base_text(&of->job->arena, typed, (size_t)(dot - typed)));
    else if (end[0] == '=')
        offer(of, "bot", "=", "who plays");
    of->kept += dot != NULL ? (size_t)(dot - typed) + 1 : 0;
    for (size_t i = 0; i < wyrm_value_count(at); i++) {
        const wyrm_value *item = wyrm_value_item(at, i);
        const wyrm_kind kind = wyrm_value_kind(item);
        const bool holds =
            kind == WYRM_KIND_RECORD || kind == WYRM_KIND_MAP || kind == WYRM_KIND_LIST;
        if (item != NULL && (holds || dot != NULL))
            offer(of, wyrm_value_key(at, i), holds ? "." : end, NULL);
    }
}

/* A set fight: the arenas of the ruleset, and who may stand at the beginning of one. */
static void offer_fights(asking *of, const char *ruleset)
{
    const wyrm_design *design = open_quietly(of, ruleset);
    if (design == NULL)
        return;
    const wyrm_value *arenas = wyrm_ruleset_find(wyrm_design_ruleset(design), "arenas");
    for (size_t i = 0; i < wyrm_value_count(arenas); i++)
        offer(of, wyrm_value_key(arenas, i), "", "an arena");
    offer_combatants(of, ruleset, true);
}

/* Candidates for an operand or an option's value, by its name in the help. */
static void offer_named(asking *of, const char *name, size_t length, const char *ruleset)
{
    static const char *const combatants[] = {"ATTACKER", "DEFENDER",  "SUBJECT",
                                             "OPPONENT", "COMBATANT", "MONSTER"};
    if (length > 0 && name[0] == '[') {
        name++;
        length--;
    }
    for (size_t i = 0; i < COUNT_OF(combatants); i++)
        if (begins(name, length, combatants[i])) {
            offer_combatants(of, ruleset, strcmp(combatants[i], "MONSTER") != 0);
            return;
        }
    if (begins(name, length, "RULESET") || begins(name, length, "OTHER"))
        offer_rulesets(of);
    else if (begins(name, length, "FIGHT"))
        offer_fights(of, ruleset);
    else if (begins(name, length, "KEY=VALUES"))
        offer_paths(of, ruleset, "=");
    else if (begins(name, length, "KEY") && !begins(name, length, "KEY="))
        offer_paths(of, ruleset, "");
    else if (begins(name, length, "SHELL"))
        for (const char *const *shell = (const char *const[]){"bash", "zsh", "fish", NULL};
             *shell != NULL; shell++)
            offer(of, *shell, "", NULL);
    else if (begins(name, length, "FI") || begins(name, length, "FOLDER") ||
             begins(name, length, "RUNS") || begins(name, length, "PLAYERS"))
        offer_files(of);
}

static const cli_option *find_option(const cli_command *command, const char *word)
{
    size_t length = strcspn(word, "=");
    for (const cli_option *option = command->options; option->name != NULL; option++)
        if ((strncmp(word, "--", 2) == 0 && strlen(option->name) == length - 2 &&
             strncmp(option->name, word + 2, length - 2) == 0) ||
            (word[0] == '-' && word[1] == option->letter && word[1] != '\0' && word[2] == '\0'))
            return option;
    return NULL;
}

static void offer_value(asking *of, const cli_option *option, const char *ruleset)
{
    for (size_t i = 0; option->choices != NULL && option->choices[i] != NULL; i++)
        offer(of, option->choices[i], "", NULL);
    const bool is_bot = strcmp(option->name, "bot") == 0 || strcmp(option->name, "watch-bot") == 0;
    const bool many = is_bot && strchr(option->argument, ',') != NULL; /* several bots */
    const char *comma = many ? strrchr(of->word, ',') : NULL;
    if (comma != NULL)
        of->kept = (size_t)(comma - of->word) + 1;
    if (is_bot)
        offer_bots(of);
    if (many && comma == NULL)
        offer(of, "ladder", "", "all of them, from weak to strong");
    offer_named(of, option->argument, strlen(option->argument), ruleset);
}

static void offer_options(const asking *of, const cli_command *command)
{
    char name[80];
    for (const cli_option *option = command->options; option->name != NULL; option++) {
        snprintf(name, sizeof name, "--%s", option->name);
        offer(of, name, "", option->help);
    }
    if (command->run != NULL)
        offer(of, "--help", "", "what it can do");
}

/* Candidates for the operand of that number; an operand with "..." stands for all further ones. */
static void offer_operand(asking *of, const cli_command *command, size_t number,
                          const char *ruleset)
{
    const char *at = command->operands;
    for (size_t length; *at != '\0' && *at != '|'; at += length + (at[length] == ' ')) {
        length = strcspn(at, " ");
        bool more = length > 3 && strncmp(at + length - 3, "...", 3) == 0;
        if (number == 0 || more) {
            offer_named(of, at, length, ruleset);
            return;
        }
        number--;
    }
}

/* Goes down to the subcommand that the line names, passes options with their values to find the
 * first operand (the ruleset), and then offers what may stand at the end: a subcommand, an option,
 * a value or an operand. */
static void run_words(cli_job *job)
{
    asking of = {.job = job,
                 .words = job->options->operands,
                 .count = job->options->operand_count,
                 .word = ""};
    const cli_command *command = job->options->program, *below;
    const cli_option *open = NULL;
    const char *ruleset = NULL;
    size_t at = 0, operands = 0;
    if (of.count > 0)
        of.word = of.words[of.count - 1];
    for (; at + 1 < of.count && command->commands != NULL &&
           (below = cli_find_command(command, of.words[at])) != NULL;
         at++)
        command = below;
    bool first = at + 1 >= of.count;
    for (; at + 1 < of.count; at++) {
        const char *word = of.words[at];
        if (open != NULL) {
            open = NULL;
        } else if (word[0] == '-' && word[1] != '\0') {
            open = find_option(command, word);
            open =
                open != NULL && open->argument != NULL && strchr(word, '=') == NULL ? open : NULL;
        } else if (operands++ == 0) {
            ruleset = word;
        }
    }
    const char *equals = strncmp(of.word, "--", 2) == 0 ? strchr(of.word, '=') : NULL;
    const cli_option *said = equals != NULL ? find_option(command, of.word) : NULL;
    if (said != NULL && said->argument != NULL)
        of.kept = (size_t)(equals - of.word) + 1;
    for (size_t i = 0; first && command->commands != NULL && command->commands[i] != NULL; i++)
        offer(&of, cli_last_word(command->commands[i]->name), "", command->commands[i]->summary);
    if (open != NULL)
        offer_value(&of, open, ruleset);
    else if (of.kept > 0)
        offer_value(&of, said, ruleset);
    else if (of.word[0] == '-')
        offer_options(&of, command);
    else if (command->run != NULL)
        offer_operand(&of, command, operands, ruleset);
}

/* clang-format off */
static const cli_command words_command = {
    .name = "completion words", .operands = "[WORD]...", .run = run_words,
    .summary = "what the last word of a line may become: the scripts ask it",
    .text = "The words of a line behind the name of the program, the last of which is being typed "
            "and may be empty. A candidate a line, behind a tab what it is; a line :files where "
            "files may be named, too.",
    .options = {
        {0, "json", NULL, "changes nothing: it is asked by shells", CLI_FLAG(json)}},
    .examples = {{"What begins with 'tu' behind wyrm check", "wyrm completion words -- check tu"}},
};

static const cli_command *const commands[] = {&words_command, NULL};

const cli_command cli_completion = {
    .name = "completion", .operands = "SHELL", .run = run_script, .commands = commands,
    .summary = "a script by which bash, zsh or fish completes what is typed",
    .text = "Completes commands, options and what they take, the rulesets that ship with the "
            "program, and the creatures and keys of the ruleset that is named. It is installed with the "
            "program; elsewhere the shell reads it at its start.",
    .options = {
        {0, "json", NULL, "changes nothing: a script is a script", CLI_FLAG(json)}},
    .examples = {{"In ~/.bashrc", "eval \"$(wyrm completion bash)\""},
                 {"For fish", "wyrm completion fish > ~/.config/fish/completions/wyrm.fish"}},
};
