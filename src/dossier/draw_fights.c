/* Pictures of single fights, exact: who wins at which levels, how long an even fight takes. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "dossier/draw.h"
#include "dossier/squares.h"
#include "output/figures.h"
#include "output/shell.h"

#define LEVELS 15 /* of a matrix of levels */
#define DEPTHS 25 /* of a matrix of monsters by depth */

bool wyrm_read_fighter(const wyrm_design *design, const char *text, wyrm_combatant *out)
{
    return wyrm_roster_combatant(wyrm_design_roster(design), text, out, NULL) == WYRM_OK &&
           out->hp > 0;
}

bool wyrm_has_levels(const wyrm_design *design)
{
    return wyrm_roster_by_level(wyrm_design_roster(design), 1) >= 0;
}

void wyrm_player_of_level(char *text, size_t size, int level, bool gear)
{
    snprintf(text, size, gear ? "player@%d,weapon=%d,armor=%d" : "player@%d", level, level, level);
}

bool wyrm_fight(const wyrm_design *design, const char *player, const char *monster, wyrm_duel *out)
{
    wyrm_combatant subject, opponent;
    return wyrm_read_fighter(design, player, &subject) &&
           wyrm_read_fighter(design, monster, &opponent) &&
           wyrm_design_duel(design, &subject, &opponent, WYRM_SUBJECT_FIRST, out, NULL, NULL) ==
               WYRM_OK;
}

/* ---------------------------------------------------------------- levels against levels */

static void add_level_squares(const wyrm_design *design, bool gear, wyrm_picture *picture)
{
    wyrm_series *series = wyrm_picture_series(picture, "the player wins");
    for (int player = 1; player <= LEVELS; player++)
        for (int monster = 1; monster <= LEVELS; monster++) {
            char text[64], other[32];
            wyrm_duel duel;
            wyrm_player_of_level(text, sizeof text, player, gear);
            snprintf(other, sizeof other, "monster@%d", monster);
            if (!wyrm_fight(design, text, other, &duel))
                continue;
            wyrm_mark *mark = wyrm_picture_mark(picture, series, monster, player);
            if (mark != NULL)
                mark->value = duel.p_win;
        }
}

/* How many levels above its own a player of level 5 beats more often than not. */
static void caption_levels(const wyrm_picture *squares, wyrm_picture *picture, bool gear)
{
    const wyrm_series *series = &squares->series[0];
    int beaten = 0;
    double even = NAN;
    wyrm_figure figure;
    for (size_t i = 0; i < series->count; i++) {
        const wyrm_mark *mark = &series->marks[i];
        if (mark->y == 5.0 && mark->value > 0.5 && (int)mark->x > beaten)
            beaten = (int)mark->x;
        if (mark->y == 5.0 && mark->x == 5.0)
            even = mark->value;
    }
    wyrm_picture_caption(picture,
                         "Each square is one exact fight to the death, the player striking first. "
                         "On the diagonal both have the same level: at 5 the player %s wins %s. "
                         "Monsters up to level %d lose to it more often than not.",
                         gear ? "with gear of its level" : "without gear",
                         wyrm_figure_percent(even, &figure), beaten);
}

static void draw_levels(wyrm_dossier *dossier, size_t side, bool gear)
{
    char id[64], title[WYRM_PICTURE_TEXT];
    const char *of = dossier->sides[side].name;
    wyrm_dossier_id(id, sizeof id, gear ? "duels" : "duels-bare", side);
    snprintf(title, sizeof title,
             gear ? "Who wins, in gear of its level?" : "Who wins without any gear?");
    if (dossier->side_count > 1)
        snprintf(title, sizeof title, "Who wins in %.200s, %s gear?", of,
                 gear ? "with" : "without");
    wyrm_picture *picture = wyrm_dossier_picture(dossier, WYRM_PICTURE_HEAT, id, title);
    if (picture == NULL)
        return;
    wyrm_picture_axes(picture, "level of the monster", "", "level of the player", "");
    snprintf(picture->value_unit, sizeof picture->value_unit, "share");
    picture->x.whole = picture->y.whole = true;
    add_level_squares(dossier->sides[side].design, gear, picture);
    caption_levels(picture, picture, gear);
    wyrm_dossier_command(picture, &dossier->sides[side], "duel",
                         " --matrix player monster --levels 1..%d%s", LEVELS,
                         gear ? "" : " --gear none");
}

/* ---------------------------------------------------------------- monsters by depth */

/* The hardest square of a side. */
typedef struct hardest {
    const wyrm_monster *monster; /* NULL: none yet */
    char player[256];
    int32_t depth;
    double wins;
} hardest;

/* The player that a depth is meant for, as a combatant is written; false where there is none. */
static bool player_of(const wyrm_design *design, int32_t depth, bool gear, char text[256])
{
    wyrm_reference reference;
    if (wyrm_design_reference(design, depth, &reference, NULL) != WYRM_OK)
        return false;
    memcpy(text, reference.text, 256);
    if (!gear)
        text[strcspn(text, ",")] = '\0';
    return true;
}

/* The chance that the player of a depth, into text[256], beats a monster as it is there; false
 * where there is no such fight. */
static bool chance_at(const wyrm_design *design, size_t monster, int32_t depth, bool gear,
                      char *text, double *wins)
{
    wyrm_combatant player, opponent;
    wyrm_duel duel;
    wyrm_roster_spawn(wyrm_design_roster(design), monster, depth, WYRM_VARIANT_NONE, &opponent);
    if (!player_of(design, depth, gear, text) || !wyrm_read_fighter(design, text, &player) ||
        opponent.hp < 1 ||
        wyrm_design_duel(design, &player, &opponent, WYRM_SUBJECT_FIRST, &duel, NULL, NULL) !=
            WYRM_OK)
        return false;
    *wins = duel.p_win;
    return true;
}

static void add_square(const wyrm_design *design, size_t index, int32_t depth, double at, bool gear,
                       wyrm_picture *picture, hardest *worst)
{
    char text[256];
    double wins;
    if (!chance_at(design, index, depth, gear, text, &wins))
        return;
    wyrm_mark *mark = wyrm_picture_mark(picture, &picture->series[0], at, depth);
    if (mark != NULL)
        mark->value = wins;
    if (wins < worst->wins) {
        *worst = (hardest){.monster = wyrm_roster_monster(wyrm_design_roster(design), index),
                           .depth = depth,
                           .wins = wins};
        memcpy(worst->player, text, sizeof worst->player);
    }
}

/* The depths that are drawn: all, or every so many of them. */
typedef struct depths {
    int32_t last, step;
} depths;

/* Marks the depths at which a monster comes by the tables of a ruleset; false where it never
 * does. */
static bool find_depths(const wyrm_design *design, size_t monster, depths of, bool *comes)
{
    bool any = false;
    for (int32_t depth = 1; depth <= of.last; depth += of.step) {
        comes[depth] = wyrm_encounter_comes(wyrm_design_encounter(design), depth, (int32_t)monster);
        any |= comes[depth];
    }
    return any;
}

/* How hard a monster is at its hardest: above 0 where it comes at all. */
static double hardness(const wyrm_design *design, size_t monster, depths of, bool gear)
{
    bool comes[WYRM_TOLLS_MAX + 1];
    double most = 0.0;
    if (!find_depths(design, monster, of, comes))
        return 0.0;
    for (int32_t depth = 1; depth <= of.last; depth += of.step) {
        char text[256];
        double wins;
        if (comes[depth] && chance_at(design, monster, depth, gear, text, &wins))
            most = fmax(most, 1.0 + (1.0 - wins));
    }
    return most;
}

/* The monsters that have a column: all that come, or the hardest of them. */
static void add_columns(const wyrm_design *design, depths of, bool gear, const bool *kept,
                        wyrm_picture *picture, hardest *worst)
{
    const wyrm_roster *roster = wyrm_design_roster(design);
    bool comes[WYRM_TOLLS_MAX + 1];
    for (size_t m = 0; m < wyrm_roster_count(roster); m++) {
        if (!kept[m] || !find_depths(design, m, of, comes))
            continue;
        double at = (double)wyrm_picture_category(picture, wyrm_roster_monster(roster, m)->title);
        for (int32_t depth = 1; depth <= of.last; depth += of.step)
            if (comes[depth])
                add_square(design, m, depth, at, gear, picture, worst);
    }
}

/* Returns how many monsters there would be to show. */
static size_t add_monsters(const wyrm_design *design, depths of, bool gear, wyrm_picture *picture,
                           hardest *worst)
{
    size_t count = wyrm_roster_count(wyrm_design_roster(design)), all = 0;
    double *weights = calloc(count + 1, sizeof *weights);
    bool *kept = calloc(count + 1, sizeof *kept);
    if (weights != NULL && kept != NULL) {
        for (size_t m = 0; m < count; m++)
            weights[m] = count > WYRM_COLUMNS_MAX ? hardness(design, m, of, gear) : 1.0;
        all = wyrm_keep_greatest(weights, count, kept);
        add_columns(design, of, gear, kept, picture, worst);
    } else {
        picture->failed = true;
    }
    free(weights);
    free(kept);
    return all;
}

static void duel_command(const wyrm_dossier_side *side, const hardest *worst, wyrm_picture *picture)
{
    char player[WYRM_DOSSIER_SHELL], monster[128], word[WYRM_DOSSIER_SHELL];
    snprintf(monster, sizeof monster, "%.100s@%d", worst->monster->name, (int)worst->depth);
    if (wyrm_shell_word(worst->player, player, sizeof player) &&
        wyrm_shell_word(monster, word, sizeof word))
        wyrm_dossier_command(picture, side, "duel", " %s %s", player, word);
    snprintf(picture->printed, sizeof picture->printed, "The hardest of these fights");
}

static void draw_monsters(wyrm_dossier *dossier, size_t side, depths of, bool gear)
{
    const wyrm_dossier_side *side_of = &dossier->sides[side];
    const char *question = gear ? "Does the player of a depth beat its monsters"
                                : "Does the player of a depth beat its monsters without gear";
    char id[64], title[WYRM_PICTURE_TEXT];
    wyrm_dossier_id(id, sizeof id, gear ? "duels" : "duels-bare", side);
    if (dossier->side_count > 1)
        snprintf(title, sizeof title, "%s in %.200s?", question, side_of->name);
    else
        snprintf(title, sizeof title, "%s?", question);
    wyrm_picture *picture = wyrm_dossier_picture(dossier, WYRM_PICTURE_HEAT, id, title);
    if (picture == NULL)
        return;
    wyrm_picture_axes(picture, "monster", "", "depth", "");
    snprintf(picture->value_unit, sizeof picture->value_unit, "share");
    picture->y.whole = true;
    wyrm_picture_series(picture, "the player wins");
    hardest worst = {.wins = 2.0};
    size_t all = add_monsters(side_of->design, of, gear, picture, &worst);
    if (worst.monster == NULL)
        return;
    wyrm_figure wins;
    char hardest_words[160] = "It wins them all.";
    wyrm_figure_percent(worst.wins, &wins);
    if (strcmp(wins.text, "100 %") != 0)
        snprintf(hardest_words, sizeof hardest_words,
                 "Hardest: %.60s at depth %d, beaten %s of the time.", worst.monster->title,
                 (int)worst.depth, wins.text);
    wyrm_picture_caption(picture,
                         "Exact fights to the death, one against one, of the player that a depth "
                         "is meant for%s, with the monsters of its ordinary rooms%s. %s",
                         gear ? "" : ", without gear",
                         all > WYRM_COLUMNS_MAX ? ", the hardest of them" : "", hardest_words);
    duel_command(side_of, &worst, picture);
}

/* Whether the players that depths are meant for wear anything. */
static bool has_gear(const wyrm_design *design, depths of)
{
    for (int32_t depth = 1; depth <= of.last; depth += of.step) {
        char text[256];
        if (player_of(design, depth, true, text) && strchr(text, ',') != NULL)
            return true;
    }
    return false;
}

void wyrm_draw_fights(wyrm_dossier *dossier)
{
    for (size_t s = 0; s < dossier->side_count; s++) {
        const wyrm_design *design = dossier->sides[s].design;
        int32_t last = wyrm_encounter_last_depth(wyrm_design_encounter(design));
        last = last < WYRM_TOLLS_MAX ? last : WYRM_TOLLS_MAX;
        depths of = {last, last > DEPTHS ? (last + DEPTHS - 1) / DEPTHS : 1};
        if (wyrm_has_levels(design)) {
            draw_levels(dossier, s, true);
            draw_levels(dossier, s, false);
        } else if (last > 0) {
            draw_monsters(dossier, s, of, true);
            if (has_gear(design, of))
                draw_monsters(dossier, s, of, false);
        }
    }
}
