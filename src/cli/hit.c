/* wyrm hit: the exact distribution of one attack, or of one while a number changes. */
#include <stdio.h>
#include <string.h>

#include <wyrm/file.h>

#include "cli/internal.h"
#include "text/internal.h"

/* The picture of a curve. */
static void write_picture(cli_job *job, const wyrm_hit_report *hit, const wyrm_sweep *sweep)
{
    const char *path = job->options->svg;
    wyrm_page *page = cli_page(job, (wyrm_style){.utf8 = true, .width = 80});
    wyrm_report_hit_svg(hit, sweep, page);
    cli_must(job, wyrm_page_status(page, job->error), false);
    const char *text = wyrm_page_text(page);
    if (cli_write(path, text, strlen(text), true, job->error) != WYRM_OK) {
        cli_complain(job->command, "'%s' cannot be written: %s", path, job->error->message);
        cli_end(job, CLI_BAD_DATA);
    }
}

static void run(cli_job *job)
{
    const cli_options *options = job->options;
    const char *attacker = options->operands[1];
    if (options->fired && options->thrown)
        cli_refuse(job, "an attack is --fired or --thrown, not both");
    if (options->svg != NULL && !options->curve.given)
        cli_refuse(job, "--svg needs --curve");
    if (options->explain && options->curve.given && !options->json)
        cli_refuse(job, "--explain tells of one attack, --curve of many");
    wyrm_design *design = cli_open(job, options->operands[0]);
    if (options->with != NULL) {
        if (strstr(attacker, ",weapon") != NULL)
            cli_refuse(job, "'%s' names its weapon, and --with does too", attacker);
        size_t room = strlen(attacker) + strlen(options->with) + sizeof ",weapon=";
        char *armed = base_array(&job->arena, char, room);
        snprintf(armed, room, "%s,weapon=%s", attacker, options->with);
        attacker = armed;
    }
    wyrm_hit_report hit = {
        .design = design,
        .attacker_text = attacker,
        .defender_text = options->operands[2],
        .attack = options->fired    ? WYRM_ATTACK_FIRED
                  : options->thrown ? WYRM_ATTACK_THROWN
                                    : WYRM_ATTACK_MELEE,
        .distance = options->distance.given ? options->distance.value : 1,
        .off_centre = options->off_centre.value,
        .explain = options->explain,
    };
    cli_combatant(job, design, hit.attacker_text, &hit.attacker);
    cli_combatant(job, design, hit.defender_text, &hit.defender);
    wyrm_sweep *sweep = NULL;
    wyrm_status status;
    if (options->curve.given) {
        const wyrm_matchup matchup = wyrm_hit_matchup(&hit);
        const wyrm_sweep_range range = {options->curve.first, options->curve.last,
                                        options->curve.step};
        sweep = base_new(&job->arena, wyrm_sweep);
        status = wyrm_sweep_run(design, &matchup, options->curve.key, &range, sweep, job->error);
        cli_must(job, status, true);
        base_keep(&job->arena, sweep, wyrm_sweep_free);
    }
    wyrm_report_hit(&hit, sweep, job->page);
    cli_must(job, wyrm_page_status(job->page, job->error), true);
    if (options->svg != NULL)
        write_picture(job, &hit, sweep);
}

static const cli_option rows[] = {
    CLI_FLAG('e', "explain", explain, .help = "how the damage comes about, step by step"),
    CLI_TEXT('w', "with", "WEAPON", with,
             .help = "the attacker's weapon: the same as ATTACKER,weapon=WEAPON"),
    CLI_FLAG(0, "fired", fired, .help = "the weapon is fired instead of swung"),
    CLI_FLAG(0, "thrown", thrown, .help = "the weapon is thrown instead of swung"),
    {.name = "distance",
     .argument = "TILES",
     .offset = offsetof(cli_options, distance),
     .read = cli_read_number,
     .greatest = (uint64_t)WYRM_SWEEP_DISTANCE_MAX,
     .help = "how far apart the two are (default 1, the next tile)"},
    {.name = "off-centre",
     .argument = "TILES",
     .offset = offsetof(cli_options, off_centre),
     .read = cli_read_number,
     .greatest = (uint64_t)WYRM_SWEEP_DISTANCE_MAX,
     .help = "how far from the defender an explosive goes off (default 0)"},
    {.name = "curve",
     .argument = "KEY=FROM..TO[:STEP]",
     .letter = 'c',
     .offset = offsetof(cli_options, curve),
     .read = cli_read_curve,
     .help = "instead: the damage while a stat changes, or the distance. KEY is the defender's "
             "stat, or the attacker's where the defender's makes no difference; attacker.KEY and "
             "defender.KEY say whose"},
    CLI_TEXT(0, "svg", "FILE", svg,
             .help = "the curve as a picture, too; an existing FILE is replaced"),
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
            "regeneration, or weapon and armor: what is worn, by its level or its name.",
    .options = rows,
    .examples =
        {
            {"A player of level 6 with level 5 gear hits a monster of level 6",
             "wyrm hit ruggrogue player@6,weapon=5,armor=5 monster@6"},
            {"Bare numbers, with every step", "wyrm hit ruggrogue raw,attack=8 raw,defense=4 "
                                              "--explain"},
            {"What every point of defense is worth, and the picture of it",
             "wyrm hit ruggrogue player@6 monster@6 --curve defense=0..20 --svg hit.svg"},
            {"A sleeping defender, for a script",
             "wyrm hit ruggrogue raw,attack=8 raw,defense=4,asleep=1 --json"},
        },
    .least_operands = 3,
    .most_operands = 3,
    .run = run,
};
