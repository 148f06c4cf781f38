/* wyrm duel: the exact result of a fight to the death, of fights with every monster, over a range
 * of one number, or at every pair of levels. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "cli/internal.h"

/* ---- The matrix ---- */

#define LEVELS_MAX     200 /* per side */
#define LEVELS_USUAL   30
#define COMBATANT_MAX  512 /* bytes of a combatant's notation */
#define GEAR_WORDS_MAX 192

/* The gear of a player in the matrix. */
typedef struct worn_gear {
    enum { GEAR_EQUAL, GEAR_NONE, GEAR_LEVEL, GEAR_NAMED } kind;
    int32_t level;
} worn_gear;

/* Reads --gear for a role; a role that names its gear keeps that. */
static worn_gear read_gear(cli_job *job, const char *role)
{
    int64_t level = 0;
    const char *text = job->options->gear != NULL ? job->options->gear : "equal";
    const bool named = strstr(role, ",weapon") != NULL || strstr(role, ",armor") != NULL;
    worn_gear gear = {.kind = strcmp(text, "equal") == 0  ? GEAR_EQUAL
                              : strcmp(text, "none") == 0 ? GEAR_NONE
                                                          : GEAR_LEVEL};
    if (gear.kind == GEAR_LEVEL && !cli_whole(text, WYRM_LEVEL_MIN, WYRM_LEVEL_MAX, &level))
        cli_refuse(job, "--gear takes equal, none or a level, found '%s'", text);
    if (job->options->gear != NULL && named)
        cli_refuse(job, "'%s' names its gear, and --gear does too", role);
    if (named)
        gear.kind = GEAR_NAMED;
    gear.level = (int32_t)level;
    return gear;
}

/* Whether gear of a kind has levels, not names. */
static bool has_levels(const wyrm_design *design, wyrm_role kind)
{
    const wyrm_curve *curves;
    size_t count = wyrm_growth_curves(wyrm_design_growth(design), &curves);
    for (size_t i = 0; i < count; i++)
        if (curves[i].role == kind)
            return true;
    return false;
}

/* The gear as an argument of --gear, and in words. Gear without levels is only worn if a combatant
 * names it. */
static void gear_texts(const wyrm_design *design, const worn_gear *gear, char word[GEAR_WORDS_MAX],
                       char words[GEAR_WORDS_MAX])
{
    const bool weapon = has_levels(design, WYRM_ROLE_WEAPON);
    const bool armor = has_levels(design, WYRM_ROLE_ARMOR);
    const char *kinds = weapon && armor ? "weapon and armor" : weapon ? "weapon" : "armor";
    const wyrm_value *weapons = wyrm_ruleset_find(wyrm_design_ruleset(design), "weapons");
    if (gear->kind == GEAR_NONE || gear->kind == GEAR_NAMED) {
        snprintf(word, GEAR_WORDS_MAX, "%s", gear->kind == GEAR_NONE ? "none" : "named");
        snprintf(words, GEAR_WORDS_MAX, "%s", gear->kind == GEAR_NONE ? "none" : "as named");
    } else if (!weapon && !armor) {
        snprintf(word, GEAR_WORDS_MAX, "none");
        int length = snprintf(words, GEAR_WORDS_MAX, "none, as it has no levels here");
        if (wyrm_value_count(weapons) > 0)
            snprintf(words + length, GEAR_WORDS_MAX - (size_t)length,
                     " (name it: player,weapon=%s)", wyrm_value_key(weapons, 0));
    } else if (gear->kind == GEAR_LEVEL) {
        snprintf(word, GEAR_WORDS_MAX, "%d", gear->level);
        snprintf(words, GEAR_WORDS_MAX, "%s of level %d", kinds, gear->level);
    } else {
        snprintf(word, GEAR_WORDS_MAX, "equal");
        snprintf(words, GEAR_WORDS_MAX, "%s of the player's own level", kinds);
    }
}

/* The combatants of a role at every level: "player,regen=1" with equal gear is
 * "player@3,regen=1,weapon=3,armor=3" at level 3. */
static wyrm_combatant *read_role(cli_job *job, const wyrm_design *design, const char *role,
                                 const cli_levels *levels, const worn_gear *gear)
{
    const size_t name = strcspn(role, ","), count = (size_t)(levels->last - levels->first) + 1;
    const bool player = wyrm_roster_is_player(wyrm_design_roster(design), role);
    const bool dressed = player && (gear->kind == GEAR_EQUAL || gear->kind == GEAR_LEVEL);
    wyrm_combatant *out = base_array(&job->arena, wyrm_combatant, count);
    for (int32_t level = levels->first; level <= levels->last; level++) {
        char text[COMBATANT_MAX];
        int length = snprintf(text, sizeof text, "%.*s@%d%s", (int)name, role, level, role + name);
        if (length < 0 || length > COMBATANT_MAX - 64)
            cli_refuse(job, "a combatant has at most %d letters", COMBATANT_MAX - 64);
        for (int kind = WYRM_ROLE_WEAPON; dressed && kind <= WYRM_ROLE_ARMOR; kind++)
            if (has_levels(design, (wyrm_role)kind))
                length += snprintf(text + length, (size_t)(COMBATANT_MAX - length), ",%s=%d",
                                   wyrm_role_name((wyrm_role)kind),
                                   gear->kind == GEAR_LEVEL ? gear->level : level);
        cli_combatant(job, design, text, &out[level - levels->first]);
    }
    return out;
}

static void run_matrix(cli_job *job, wyrm_striker striker)
{
    static const worn_gear bare = {.kind = GEAR_NONE};
    const cli_options *options = job->options;
    cli_levels levels = options->levels;
    char **role = options->operands + 1;
    worn_gear gears[2];
    wyrm_combatant *sides[2];
    for (int side = 0; side < 2; side++)
        if (role[side][strcspn(role[side], "@,")] == '@')
            cli_refuse(job, "a matrix takes no @LEVEL: --levels says them, found '%s'", role[side]);
    wyrm_design *design = cli_open(job, options->operands[0]);
    cli_needs(job, design, WYRM_SYSTEM_COMBAT);
    const int32_t last = wyrm_growth_last_level(wyrm_design_growth(design));
    if (!levels.given)
        levels = (cli_levels){true, 1, last < LEVELS_USUAL ? last : LEVELS_USUAL};
    const size_t count = (size_t)(levels.last - levels.first) + 1;
    if (count > LEVELS_MAX)
        cli_refuse(job, "--levels of a matrix are at most %d, found %zu", LEVELS_MAX, count);
    for (int side = 0; side < 2; side++) {
        gears[side] = read_gear(job, role[side]);
        sides[side] = read_role(job, design, role[side], &levels, &gears[side]);
    }
    /* The answer names the gear of the player. */
    const wyrm_roster *roster = wyrm_design_roster(design);
    const worn_gear *told = wyrm_roster_is_player(roster, role[0])   ? &gears[0]
                            : wyrm_roster_is_player(roster, role[1]) ? &gears[1]
                                                                     : &bare;
    char word[GEAR_WORDS_MAX], words[GEAR_WORDS_MAX];
    gear_texts(design, told, word, words);
    wyrm_duel *duels = base_array(&job->arena, wyrm_duel, count * count);
    cli_progress_start(job);
    for (size_t i = 0; i < count * count; i++) { /* in the order of rows */
        size_t row = i / count, column = i % count;
        cli_must_typed(job, wyrm_design_duel(design, &sides[0][row], &sides[1][column], striker,
                                             &duels[i], NULL, job->error));
        if (column + 1 == count && !cli_progress_show((double)row / (double)count, job))
            cli_refuse(job, "stopped before all fights were done");
    }
    cli_progress_end(job);
    const text_matrix_answer matrix = {.design = design,
                                       .row_role = role[0],
                                       .column_role = role[1],
                                       .gear = word,
                                       .gear_words = words,
                                       .striker = striker,
                                       .first = levels.first,
                                       .levels = count,
                                       .duels = duels};
    text_write_matrix(&matrix, job->page);
}

/* ---- One fight ---- */

static int32_t distance_of(const cli_job *job)
{
    return job->options->tiles > 0 ? (int32_t)job->options->tiles : 1;
}

/* Without an opponent, the subject fights every monster: at level 1, or if monsters have levels at
 * the subject's. */
static void run_rivals(cli_job *job, wyrm_striker striker)
{
    const char *subject = job->options->operands[1];
    text_rivals_answer rivals = {.design = cli_open(job, job->options->operands[0]),
                                 .subject_text = subject,
                                 .striker = striker,
                                 .distance = distance_of(job)};
    const wyrm_roster *roster = wyrm_design_roster(rivals.design);
    const size_t count = wyrm_roster_count(roster);
    cli_needs(job, rivals.design, WYRM_SYSTEM_COMBAT | WYRM_SYSTEM_MONSTERS);
    cli_combatant(job, rivals.design, subject, &rivals.subject);
    wyrm_duel *duels = base_array(&job->arena, wyrm_duel, count);
    cli_progress_start(job);
    for (size_t i = 0; i < count; i++) {
        wyrm_combatant monster;
        wyrm_roster_spawn(roster, (int32_t)i, rivals.subject.level > 1 ? rivals.subject.level : 1,
                          WYRM_VARIANT_NONE, &monster);
        cli_must_typed(job, wyrm_design_duel_from(rivals.design, &rivals.subject, &monster, striker,
                                                  rivals.distance, &duels[i], NULL, job->error));
        if (!cli_progress_show((double)i / (double)count, job))
            cli_refuse(job, "stopped before all fights were done");
    }
    cli_progress_end(job);
    rivals.duels = duels;
    text_write_rivals(&rivals, job->page);
}

/* ---- A curve over one number ---- */

#define CURVE_POINTS 21 /* about, without a step */

/* Repeats the fight with another value of a key: "subject.hp" is the subject's, "hp" the
 * opponent's. */
static void run_curve(cli_job *job, text_duel_answer *duel)
{
    const cli_curve_option *curve = &job->options->curve;
    const char *dot = strchr(curve->key, '.'), *key = dot != NULL ? dot + 1 : curve->key;
    const bool of_subject = dot != NULL && strncmp(curve->key, "subject.", 8) == 0;
    if (dot != NULL && !of_subject && strncmp(curve->key, "opponent.", 9) != 0)
        cli_refuse(job, "--curve: '%s' is of nobody (subject.KEY or opponent.KEY)", curve->key);
    const double length = curve->last - curve->first;
    const bool whole = curve->first == floor(curve->first) && curve->last == floor(curve->last);
    const double chosen = length / (CURVE_POINTS - 1);
    const double step = curve->step > 0 ? curve->step : whole ? fmax(1, ceil(chosen)) : chosen;
    const double steps = step > 0 ? floor(length / step + 1e-9) : 0;
    if (!(steps < WYRM_HIT_CURVE_POINTS_MAX))
        cli_refuse(job, "--curve: at most %d points, found %.0f", WYRM_HIT_CURVE_POINTS_MAX,
                   steps + 1);
    const size_t count = (size_t)steps + 1;
    double *at = base_array(&job->arena, double, count);
    wyrm_duel *duels = base_array(&job->arena, wyrm_duel, count);
    cli_progress_start(job);
    for (size_t i = 0; i < count; i++) {
        char text[COMBATANT_MAX];
        wyrm_combatant changed;
        at[i] = curve->first + (double)i * step;
        int letters = snprintf(text, sizeof text, "%s,%s=%.12g",
                               of_subject ? duel->subject_text : duel->opponent_text, key, at[i]);
        if (letters >= COMBATANT_MAX)
            cli_refuse(job, "a combatant has at most %d letters", COMBATANT_MAX - 1);
        cli_combatant(job, duel->design, text, &changed);
        cli_must_typed(job,
                       wyrm_design_duel_from(duel->design, of_subject ? &changed : &duel->subject,
                                             of_subject ? &duel->opponent : &changed, duel->striker,
                                             duel->distance, &duels[i], NULL, job->error));
        if (!cli_progress_show((double)i / (double)count, job))
            cli_refuse(job, "stopped before all fights were done");
    }
    cli_progress_end(job);
    text_write_duel_curve(&(text_duel_curve){.duel = *duel,
                                             .key = key,
                                             .of_subject = of_subject,
                                             .count = count,
                                             .at = at,
                                             .duels = duels},
                          job->page);
}

static void run(cli_job *job)
{
    const cli_options *options = job->options;
    const bool opponent = options->first != NULL && strcmp(options->first, "opponent") == 0;
    const wyrm_striker striker = opponent ? WYRM_OPPONENT_FIRST : WYRM_SUBJECT_FIRST;
    if (options->matrix && options->operand_count < 3)
        cli_refuse(job, "missing OPPONENT: a matrix is of two (usage: wyrm duel RULESET --matrix "
                        "SUBJECT OPPONENT)");
    if (options->matrix && options->tiles > 0)
        cli_refuse(job, "a matrix is of fights hand to hand: --distance is of one fight");
    if (options->curve.given && (options->matrix || options->operand_count < 3))
        cli_refuse(job, "--curve is of one fight: it takes a SUBJECT and an OPPONENT");
    if (options->matrix) {
        run_matrix(job, striker);
        return;
    }
    if (options->levels.given || options->gear != NULL)
        cli_refuse(job, "--%s needs --matrix", options->gear != NULL ? "gear" : "levels");
    if (options->operand_count < 3) {
        run_rivals(job, striker);
        return;
    }
    text_duel_answer duel = {.design = cli_open(job, options->operands[0]),
                             .subject_text = options->operands[1],
                             .opponent_text = options->operands[2],
                             .striker = striker,
                             .distance = distance_of(job)};
    cli_needs(job, duel.design, WYRM_SYSTEM_COMBAT);
    cli_combatant(job, duel.design, duel.subject_text, &duel.subject);
    cli_combatant(job, duel.design, duel.opponent_text, &duel.opponent);
    if (options->curve.given) {
        run_curve(job, &duel);
        return;
    }
    text_write_duel(&duel, job->page);
    cli_must_typed(job, page_status(job->page, job->error));
}

static const char *const sides[] = {"subject", "opponent", NULL};

/* clang-format off */
const cli_command cli_duel = {
    .name = "duel", .operands = "RULESET SUBJECT [OPPONENT]", .run = run,
    .summary = "the exact result of a fight, or of fights at every pair of levels",
    .text = "Who wins, in how many turns, and with how many hit points left, as distributions: "
            "solved, not simulated. Combatants are written as for wyrm hit. Without an OPPONENT, a line "
            "for each monster.",
    .options = {
        {0, "first", "subject|opponent", "who strikes first where both do at once (default: subject)",
         CLI_CHOICE(first), .choices = sides},
        {'d', "distance", "TILES", "how far apart they are at first, on open ground: who can "
         "shoots, who cannot walks up (default 1, side by side)",
         CLI_WHOLE(tiles, 1, WYRM_DUEL_DISTANCE_MAX)},
        {'c', "curve", "KEY=FROM..TO[:STEP]", "instead: the fight while a key of the opponent changes, "
         "hp=10..30; subject.KEY is the subject's", .read = cli_read_curve},
        {'m', "matrix", NULL, "SUBJECT and OPPONENT at every pair of levels; both are then written "
         "without @LEVEL", CLI_FLAG(matrix)},
        {0, "levels", "A..B", "levels of the matrix, at most 200 (default 1..30)", CLI_LEVELS},
        {0, "gear", "equal|none|LEVEL", "what a player of the matrix wears: weapon and armor of "
         "the player's own level, nothing, or of this level (default: equal, or what the combatant "
         "names)", CLI_TEXT(gear)},
        CLI_OPTION_SEED_UNUSED, CLI_OPTION_ALLOW_PATH, CLI_OPTION_JSON},
    .examples = {{"Whom a beginner can fight", "wyrm duel yarl player,weapon=shortsword"},
                 {"A player of level 6 against a monster of level 6",
                  "wyrm duel ruggrogue player@6,weapon=5,armor=5 monster@6"},
                 {"The same, and the monster surprises the player",
                  "wyrm duel ruggrogue player@6,weapon=5,armor=5 monster@6 --first opponent"},
                 {"Levels 1 to 30 against each other, gear of the player's level",
                  "wyrm duel ruggrogue --matrix player monster --levels 1..30"},
                 {"No gear at all, for a script",
                  "wyrm duel ruggrogue --matrix player monster --gear none --json"}},
};
