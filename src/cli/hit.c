/* wyrm hit: the exact distribution of one attack, or of one while a number changes. */
#include <stdio.h>
#include <string.h>

#include <wyrm/file.h>

#include "base/arena.h"
#include "cli/internal.h"
#include "text/internal.h"

/* ATTACKER,weapon=WEAPON in *out, owned by the caller. CLI_DONE, or how the program ends. */
static int arm(const cli_command *command, const char *attacker, const char *weapon, char **out)
{
    if (strstr(attacker, ",weapon") != NULL) {
        cli_complain(command, "'%s' names its weapon, and --with does too", attacker);
        return CLI_USAGE;
    }
    size_t room = strlen(attacker) + strlen(weapon) + sizeof ",weapon=";
    *out = base_allocate(room);
    if (*out == NULL) {
        cli_complain(command, "out of memory");
        return CLI_INTERNAL;
    }
    snprintf(*out, room, "%s,weapon=%s", attacker, weapon);
    return CLI_DONE;
}

/* What makes no sense together, before anything is read. */
static bool options_fit(const cli_command *command, const cli_options *options)
{
    if (options->fired && options->thrown)
        cli_complain(command, "an attack is --fired or --thrown, not both");
    else if (options->svg != NULL && !options->curve.given)
        cli_complain(command, "--svg needs --curve");
    else if (options->explain && options->curve.given && !options->json)
        cli_complain(command, "--explain tells of one attack, --curve of many");
    else
        return true;
    return false;
}

/* The picture of a curve. */
static int write_picture(const cli_command *command, const wyrm_hit_report *hit,
                         const wyrm_sweep *sweep, const char *path)
{
    wyrm_error error;
    wyrm_page page = wyrm_page_new((wyrm_style){.utf8 = true, .width = 80});
    int result = CLI_DONE;
    if (wyrm_report_hit_svg(hit, sweep, &page, &error) != WYRM_OK) {
        result = cli_error(command, &error, false);
    } else if (cli_write(path, wyrm_page_text(&page), strlen(wyrm_page_text(&page)), true,
                         &error) != WYRM_OK) {
        cli_complain(command, "'%s' cannot be written: %s", path, error.message);
        result = CLI_BAD_DATA;
    }
    wyrm_page_free(&page);
    return result;
}

static int print(const cli_command *command, const cli_options *options, const wyrm_hit_report *hit,
                 const wyrm_sweep *sweep)
{
    wyrm_error error;
    wyrm_page page = wyrm_page_new(cli_style());
    wyrm_status status = options->json   ? wyrm_report_hit_json(hit, sweep, &page, &error)
                         : sweep != NULL ? wyrm_report_hit_curve(hit, sweep, &page, &error)
                                         : wyrm_report_hit(hit, &page, &error);
    if (status == WYRM_OK && options->svg != NULL) {
        int written = write_picture(command, hit, sweep, options->svg);
        if (written != CLI_DONE) {
            wyrm_page_free(&page);
            return written;
        }
    }
    return cli_finish(command, status, &error, true, &page, NULL, CLI_DONE);
}

static int strike(const cli_command *command, const cli_options *options, wyrm_hit_report *hit)
{
    int result = cli_combatant(command, hit->design, hit->attacker_text, &hit->attacker);
    if (result == CLI_DONE)
        result = cli_combatant(command, hit->design, hit->defender_text, &hit->defender);
    if (result != CLI_DONE)
        return result;
    if (!options->curve.given)
        return print(command, options, hit, NULL);
    wyrm_sweep sweep;
    wyrm_error error;
    wyrm_matchup matchup = wyrm_hit_matchup(hit);
    wyrm_sweep_range range = {options->curve.first, options->curve.last, options->curve.step};
    if (wyrm_sweep_run(hit->design, &matchup, options->curve.key, &range, &sweep, &error) !=
        WYRM_OK)
        return cli_error(command, &error, true);
    result = print(command, options, hit, &sweep);
    wyrm_sweep_free(&sweep);
    return result;
}

static int run(const cli_command *command, const cli_options *options)
{
    if (!options_fit(command, options))
        return CLI_USAGE;
    char *armed = NULL;
    wyrm_design *design;
    int result = cli_open(command, options->operands[0], &design);
    if (result == CLI_DONE && options->with != NULL)
        result = arm(command, options->operands[1], options->with, &armed);
    if (result == CLI_DONE) {
        wyrm_hit_report hit = {
            .design = design,
            .attacker_text = armed != NULL ? armed : options->operands[1],
            .defender_text = options->operands[2],
            .attack = options->fired    ? WYRM_ATTACK_FIRED
                      : options->thrown ? WYRM_ATTACK_THROWN
                                        : WYRM_ATTACK_MELEE,
            .distance = options->distance.given ? options->distance.value : 1,
            .off_centre = options->off_centre.value,
            .explain = options->explain,
        };
        result = strike(command, options, &hit);
    }
    wyrm_free(armed);
    wyrm_design_free(design);
    return result;
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
