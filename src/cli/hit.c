/* wyrm hit: the exact distribution of one attack. */
#include "cli/commands.h"
#include "report/report.h"

static int run(const cli_command *command, const cli_options *options)
{
    wyrm_design *design;
    int result = cli_open(command, options->operands[0], &design);
    if (result != CLI_DONE)
        return result;
    wyrm_hit_report hit = {.design = design,
                           .attacker_text = options->operands[1],
                           .defender_text = options->operands[2],
                           .explain = options->explain};
    result = cli_combatant(command, design, hit.attacker_text, &hit.attacker);
    if (result == CLI_DONE)
        result = cli_combatant(command, design, hit.defender_text, &hit.defender);
    if (result != CLI_DONE) {
        wyrm_design_free(design);
        return result;
    }
    wyrm_page page = wyrm_page_new(cli_style());
    wyrm_error error;
    wyrm_status status = options->json ? wyrm_report_hit_json(&hit, &page, &error)
                                       : wyrm_report_hit(&hit, &page, &error);
    return cli_finish(command, status, &error, true, &page, design, CLI_DONE);
}

static const cli_option rows[] = {
    {.name = "explain",
     .letter = 'e',
     .offset = offsetof(cli_options, explain),
     .help = "how the damage comes about, step by step"},
    CLI_OPTION_SEED_UNUSED,
    CLI_OPTION_JSON,
    CLI_OPTION_HELP,
    CLI_OPTION_END,
};

const cli_command cli_hit = {
    .name = "hit",
    .operands = "RULESET ATTACKER DEFENDER",
    .summary = "the exact distribution of the damage of one attack",
    .text = "A combatant is NAME[@LEVEL][,KEY=VALUE...]. NAME is player, monster, a monster of the "
            "ruleset, or raw (nothing set). KEY is a stat of the ruleset's combat, hp, max_hp, "
            "regeneration, or weapon and armor with the level of what is worn.",
    .options = rows,
    .examples =
        {
            {"A player of level 6 with level 5 gear hits a monster of level 6",
             "wyrm hit ruggrogue player@6,weapon=5,armor=5 monster@6"},
            {"Bare numbers, with every step", "wyrm hit ruggrogue raw,attack=8 raw,defense=4 "
                                              "--explain"},
            {"A sleeping defender, for a script",
             "wyrm hit ruggrogue raw,attack=8 raw,defense=4,asleep=1 --json"},
        },
    .least_operands = 3,
    .most_operands = 3,
    .run = run,
};
