/* wyrm hit: the exact distribution of an attack, or of an attack while a number changes; or of an
 * amount of dice, which needs no ruleset.
 *
 * "2d6+3" is the first thing that somebody with a game of his own types, before there is any file:
 * so the operands are read as an amount if they begin like one and no file has that name, also with
 * blanks between them, since nobody quotes what looks like arithmetic. */
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include "base/amount.h"
#include "cli/internal.h"
#include "combat/internal.h"

/* ---- An amount ---- */

/* Whether the operands are an amount: the first begins like one, and is no file. */
static bool is_amount(const cli_options *options)
{
    const char *word = options->operand_count > 0 ? options->operands[0] : "";
    struct stat found;
    word += strspn(word, " ");
    const size_t first = strcspn(word, " ");
    bool starts = strchr("0123456789[{(+-", word[0]) != NULL ||
                  (strchr("dD", word[0]) != NULL && strchr("0123456789%", word[1]) != NULL) ||
                  (first == 10 && strncmp(word, "triangular", first) == 0) ||
                  (first == 5 && strncmp(word, "coins", first) == 0);
    return word[0] != '\0' && starts && stat(word, &found) != 0;
}

/* The operands joined by blanks, as amounts are often typed without quotes. */
static const char *joined(cli_job *job)
{
    const cli_options *options = job->options;
    size_t length = 1, used = 0;
    for (size_t i = 0; i < options->operand_count; i++)
        length += strlen(options->operands[i]) + 1;
    char *text = base_array(&job->arena, char, length);
    for (size_t i = 0; i < options->operand_count; i++)
        used += (size_t)snprintf(text + used, length - used, "%s%s", i > 0 ? " " : "",
                                 options->operands[i]);
    return text;
}

static wyrm_amount *read_amount(cli_job *job, const char *text)
{
    wyrm_amount *amount;
    wyrm_status status = base_amount_typed(text, job->error);
    if (status == WYRM_OK)
        status = wyrm_amount_read(text, &amount, job->error);
    if (status == WYRM_ERROR_MEMORY)
        cli_must_typed(job, status);
    if (status != WYRM_OK)
        cli_refuse(job, "'%s' is no amount: %s%s%s%s", text, job->error->message,
                   job->error->hint[0] != '\0' ? " (" : "", job->error->hint,
                   job->error->hint[0] != '\0' ? ")" : "");
    base_keep(&job->arena, amount, wyrm_amount_free);
    return amount;
}

static void run_amount(cli_job *job)
{
    const cli_options *options = job->options;
    const wyrm_amount *amount = read_amount(job, joined(job));
    text_write_amount(amount, options->against ? read_amount(job, options->against) : NULL,
                      job->page);
    cli_must_typed(job, page_status(job->page, job->error));
}

static const char *of_attack(const cli_options *options)
{
    return is_amount(options) ? "only with RULESET ATTACKER DEFENDER" : NULL;
}

static const char *of_amount(const cli_options *options)
{
    return is_amount(options) ? NULL : "only with an AMOUNT";
}

/* ---- An attack ---- */

/* Whether the attacker can fire or throw. As in games, firing needs a weapon with a range or a
 * monster's shots, and throwing needs a weapon in hand; `raw` can do anything. */
static bool has_weapon_for(const text_hit_answer *hit)
{
    const wyrm_roster *roster = wyrm_design_roster(hit->design);
    const wyrm_stat *stats = wyrm_combat_stats(wyrm_design_combat(hit->design));
    wyrm_outfit worn;
    bool has = strcmp(hit->attacker.name, "raw") == 0;
    if (hit->attack == WYRM_ATTACK_FIRED) {
        has |= text_hit_matchup(hit).shot != NULL;
        for (size_t i = 0; stats[i].name != NULL; i++)
            has |= stats[i].means == WYRM_STAT_RANGE && hit->attacker.stats[i] > 0.0;
    } else if (wyrm_roster_outfit(roster, hit->attacker_text, &worn, NULL) == WYRM_OK) {
        for (size_t i = 0; i < worn.gear_count; i++)
            has |= worn.gear[i].role == WYRM_ROLE_WEAPON;
    }
    return has;
}

static void must_have_weapon(cli_job *job, const text_hit_answer *hit)
{
    const char *name = hit->attacker.name;
    if (hit->attack == WYRM_ATTACK_MELEE || has_weapon_for(hit) ||
        !combat_has_script(wyrm_design_combat(hit->design)))
        return;
    if (hit->attack == WYRM_ATTACK_FIRED)
        cli_refuse(job,
                   "'%s' has nothing to fire: no stat that 'means: range' is above 0, and it is no "
                   "monster that shoots",
                   name);
    cli_refuse(job, "'%s' has nothing to throw: --with names a weapon", name);
}

static void run(cli_job *job)
{
    const cli_options *options = job->options;
    if (is_amount(options)) {
        run_amount(job);
        return;
    }
    const char *attacker = options->operands[1];
    if (options->fired && options->thrown)
        cli_refuse(job, "an attack is --fired or --thrown, not both");
    if (options->svg != NULL && !options->curve.given)
        cli_refuse(job, "--svg needs --curve");
    if (options->explain && options->curve.given && !options->json)
        cli_refuse(job, "--explain tells of one attack, --curve of many");
    wyrm_design *design = cli_open(job, options->operands[0]);
    cli_needs(job, design, WYRM_SYSTEM_COMBAT);
    if (options->with != NULL) {
        if (strstr(attacker, ",weapon") != NULL)
            cli_refuse(job, "'%s' names its weapon, and --with does too", attacker);
        size_t room = strlen(attacker) + strlen(options->with) + sizeof ",weapon=";
        char *armed = base_array(&job->arena, char, room);
        snprintf(armed, room, "%s,weapon=%s", attacker, options->with);
        attacker = armed;
    }
    text_hit_answer hit = {
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
    must_have_weapon(job, &hit);
    wyrm_hit_curve *curve = NULL;
    if (options->curve.given) {
        const cli_curve_option *typed = &options->curve;
        const wyrm_matchup matchup = text_hit_matchup(&hit);
        const wyrm_hit_curve_range range = {typed->first, typed->last, typed->step};
        curve = base_new(&job->arena, wyrm_hit_curve);
        cli_must_typed(
            job, wyrm_hit_curve_solve(design, &matchup, typed->key, &range, curve, job->error));
        base_keep(&job->arena, curve, wyrm_hit_curve_free);
    }
    text_write_hit(&hit, curve, job->page);
    cli_must_typed(job, page_status(job->page, job->error));
    if (options->svg != NULL) {
        text_page *picture = cli_page(job, (text_style){.utf8 = true, .width = 80});
        text_write_hit_svg(&hit, curve, picture);
        cli_save(job, options->svg, picture);
    }
}

/* clang-format off */
const cli_command cli_hit = {
    .name = "hit", .operands = "RULESET ATTACKER DEFENDER | AMOUNT", .run = run,
    .takes_other = is_amount,
    .summary = "the exact distribution of the damage of one attack, or of dice",
    .text = "A combatant is NAME[@LEVEL][,KEY=VALUE...]. NAME is player, monster, a monster of the "
            "ruleset, or raw (nothing set). KEY is a stat of the ruleset's combat, hp, max_hp, "
            "regeneration, or weapon and armor: what is worn, by its level or its name, "
            "which a plus may follow: sword+3.\n\n"
            "An AMOUNT is a random whole number, as a ruleset has them: 2d6+3, 1d8+2d6, 3..7, "
            "'{0: 1, 2: 3}' (0 or 2, by weights), '4d6 keep 3', '2d20 keep lowest 1', "
            "'triangular 2..8', '2d6 explode' (the highest face rolls again and adds), "
            "'coins 60%' (how often in a row a coin of this chance comes up), and sums and "
            "differences of these. No ruleset is needed.",
    .options = {
        {'e', "explain", NULL, "how the damage comes about, step by step", CLI_FLAG(explain), .need = of_attack},
        {'w', "with", "WEAPON", "the attacker's weapon: the same as ATTACKER,weapon=WEAPON",
         CLI_TEXT(with), .need = of_attack},
        {0, "fired", NULL, "the weapon is fired instead of swung", CLI_FLAG(fired), .need = of_attack},
        {0, "thrown", NULL, "the weapon is thrown instead of swung", CLI_FLAG(thrown), .need = of_attack},
        {0, "distance", "TILES", "how far apart the two are (default 1, the next tile)",
         CLI_NUMBER(distance, (uint64_t)WYRM_HIT_CURVE_DISTANCE_MAX), .need = of_attack},
        {0, "off-centre", "TILES", "how far from the defender an explosive goes off (default 0)",
         CLI_NUMBER(off_centre, (uint64_t)WYRM_HIT_CURVE_DISTANCE_MAX), .need = of_attack},
        {'c', "curve", "KEY=FROM..TO[:STEP]", "instead: the damage while a stat changes, or the "
         "distance. KEY is the defender's stat, or the attacker's where the defender's makes no "
         "difference; attacker.KEY and defender.KEY say whose", .read = cli_read_curve, .need = of_attack},
        {'a', "against", "AMOUNT", "of an AMOUNT: the chance that it reaches this, such as 12 or "
         "another roll", CLI_TEXT(against), .need = of_amount},
        {0, "svg", "FILE", "the curve as a picture, too; an existing FILE is replaced",
         CLI_TEXT(svg), .need = of_attack},
        CLI_OPTION_SEED_UNUSED, CLI_OPTION_ALLOW_PATH, CLI_OPTION_JSON},
    .examples = {{"A player of level 6 with level 5 gear hits a monster of level 6",
                  "wyrm hit ruggrogue player@6,weapon=5,armor=5 monster@6"},
                 {"Bare numbers, with every step",
                  "wyrm hit ruggrogue raw,attack=8 raw,defense=4 --explain"},
                 {"What every point of defense is worth, and the picture of it",
                  "wyrm hit ruggrogue player@6 monster@6 --curve defense=0..20 --svg hit.svg"},
                 {"A sleeping defender, for a script",
                  "wyrm hit ruggrogue raw,attack=8 raw,defense=4,asleep=1 --json"},
                 {"The three best of four dice, and how often they reach 15",
                  "wyrm hit '4d6 keep 3' --against 15"}},
};
