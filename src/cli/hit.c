/* wyrm hit: the exact distribution of one attack, or of one while a number changes. */
#include <stdio.h>
#include <string.h>
#include "cli/internal.h"

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
    if (options->curve.given) {
        const cli_curve_option *curve = &options->curve;
        const wyrm_matchup matchup = wyrm_hit_matchup(&hit);
        const wyrm_sweep_range range = {curve->first, curve->last, curve->step};
        sweep = base_new(&job->arena, wyrm_sweep);
        cli_must_typed(job,
                       wyrm_sweep_run(design, &matchup, curve->key, &range, sweep, job->error));
        base_keep(&job->arena, sweep, wyrm_sweep_free);
    }
    wyrm_report_hit(&hit, sweep, job->page);
    cli_must_typed(job, wyrm_page_status(job->page, job->error));
    if (options->svg != NULL) {
        wyrm_page *picture = cli_page(job, (wyrm_style){.utf8 = true, .width = 80});
        wyrm_report_hit_svg(&hit, sweep, picture);
        cli_save(job, options->svg, picture);
    }
}

/* FROM..TO[:STEP] */
static bool read_range(const char *text, cli_curve_option *out)
{
    const char *dots = strstr(text, ".."), *colon = strchr(text, ':');
    if (dots == NULL || (colon != NULL && colon < dots))
        return false;
    const char *end = colon != NULL ? colon : text + strlen(text);
    if (!cli_decimal(text, (size_t)(dots - text), &out->first) ||
        !cli_decimal(dots + 2, (size_t)(end - dots - 2), &out->last))
        return false;
    return colon == NULL ||
           (cli_decimal(colon + 1, strlen(colon + 1), &out->step) && out->step > 0);
}

static bool read_curve(const cli_command *command, const cli_option *option, const char *text,
                       cli_options *out)
{
    cli_curve_option curve = {.given = true};
    const char *equals = strchr(text, '=');
    size_t length = equals != NULL ? (size_t)(equals - text) : 0;
    if (length == 0 || length >= sizeof curve.key || !read_range(equals + 1, &curve))
        return cli_complain(command,
                            "--%s takes KEY=FROM..TO[:STEP] such as defense=0..20 or "
                            "attacker.attack=1..9:0.5, found '%s'",
                            option->name, text);
    memcpy(curve.key, text, length);
    if (curve.last < curve.first)
        return cli_complain(command, "--%s goes upwards: '%s=%.15g..%.15g' instead of '%s'",
                            option->name, curve.key, curve.last, curve.first, text);
    out->curve = curve;
    return true;
}

/* clang-format off */
const cli_command cli_hit = {
    .name = "hit", .operands = "RULESET ATTACKER DEFENDER", .run = run,
    .summary = "the exact distribution of the damage of one attack",
    .text = "A combatant is NAME[@LEVEL][,KEY=VALUE...]. NAME is player, monster, a monster of the "
            "ruleset, or raw (nothing set). KEY is a stat of the ruleset's combat, hp, max_hp, "
            "regeneration, or weapon and armor: what is worn, by its level or its name.",
    .options = {
        {'e', "explain", NULL, "how the damage comes about, step by step", CLI_FLAG(explain)},
        {'w', "with", "WEAPON", "the attacker's weapon: the same as ATTACKER,weapon=WEAPON",
         CLI_TEXT(with)},
        {0, "fired", NULL, "the weapon is fired instead of swung", CLI_FLAG(fired)},
        {0, "thrown", NULL, "the weapon is thrown instead of swung", CLI_FLAG(thrown)},
        {0, "distance", "TILES", "how far apart the two are (default 1, the next tile)",
         CLI_NUMBER(distance, (uint64_t)WYRM_SWEEP_DISTANCE_MAX)},
        {0, "off-centre", "TILES", "how far from the defender an explosive goes off (default 0)",
         CLI_NUMBER(off_centre, (uint64_t)WYRM_SWEEP_DISTANCE_MAX)},
        {'c', "curve", "KEY=FROM..TO[:STEP]", "instead: the damage while a stat changes, or the "
         "distance. KEY is the defender's stat, or the attacker's where the defender's makes no "
         "difference; attacker.KEY and defender.KEY say whose", .read = read_curve},
        {0, "svg", "FILE", "the curve as a picture, too; an existing FILE is replaced",
         CLI_TEXT(svg)},
        CLI_OPTION_SEED_UNUSED, CLI_OPTION_JSON},
    .examples = {{"A player of level 6 with level 5 gear hits a monster of level 6",
                  "wyrm hit ruggrogue player@6,weapon=5,armor=5 monster@6"},
                 {"Bare numbers, with every step",
                  "wyrm hit ruggrogue raw,attack=8 raw,defense=4 --explain"},
                 {"What every point of defense is worth, and the picture of it",
                  "wyrm hit ruggrogue player@6 monster@6 --curve defense=0..20 --svg hit.svg"},
                 {"A sleeping defender, for a script",
                  "wyrm hit ruggrogue raw,attack=8 raw,defense=4,asleep=1 --json"}},
};
