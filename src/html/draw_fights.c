/* Pictures of single fights and hits, exact: who wins, how long it takes, what one hit and armour
 * do. */
#include "base/arena.h"
#include "html/internal.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include <wyrm/rooms.h>
#include <wyrm/sweep.h>

#include "base/text.h"
#include "text/internal.h"

/* Pictures of single fights, exact: who wins at which levels, how long an even fight takes. */

#define LEVELS 15 /* of a matrix of levels */
#define DEPTHS 25 /* of a matrix of monsters by depth */

/* The player of a level, with gear of that level or without, as a combatant is written. */
static void player_of_level(char *text, size_t size, int level, bool gear)
{
    snprintf(text, size, gear ? "player@%d,weapon=%d,armor=%d" : "player@%d", level, level, level);
}

/* A fight to the death, the player striking first; false where there is none. */
static bool wyrm_fight(const wyrm_design *design, const char *player, const char *monster,
                       wyrm_duel *out)
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
            player_of_level(text, sizeof text, player, gear);
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
    wyrm_picture *picture =
        wyrm_side_picture(dossier, side, WYRM_PICTURE_HEAT, gear ? "duels" : "duels-bare",
                          gear ? "Who wins, in gear of its level?" : "Who wins without any gear?");
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
    bool comes[WYRM_ATTRITION_MAX + 1];
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
    bool comes[WYRM_ATTRITION_MAX + 1];
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
    double *weights = base_zeroed(count + 1, sizeof *weights);
    bool *kept = base_zeroed(count + 1, sizeof *kept);
    if (weights != NULL && kept != NULL) {
        for (size_t m = 0; m < count; m++)
            weights[m] = count > WYRM_COLUMNS_MAX ? hardness(design, m, of, gear) : 1.0;
        all = wyrm_keep_greatest(weights, count, kept);
        add_columns(design, of, gear, kept, picture, worst);
    } else {
        picture->failed = true;
    }
    wyrm_free(weights);
    wyrm_free(kept);
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
    wyrm_picture *picture =
        wyrm_side_picture(dossier, side, WYRM_PICTURE_HEAT, gear ? "duels" : "duels-bare",
                          gear ? "Does the player of a depth beat its monsters?"
                               : "Does the player of a depth beat its monsters without gear?");
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

/* Pictures of single hits, exact: their damage, and what armour makes of it. */

#define DAMAGES_MAX 400 /* values of one distribution that are drawn */

/* The most frequent monster of a depth, as it is there; false where none comes. */
static bool usual_monster(const wyrm_design *design, int32_t depth, char *text, size_t size)
{
    const wyrm_rooms rooms = {.design = design, .depth = depth, .seed = 1};
    size_t kinds = wyrm_roster_count(wyrm_design_roster(design)), most = 0;
    wyrm_estimate *shares = base_zeroed(kinds + 1, sizeof *shares);
    bool found = shares != NULL && wyrm_rooms_kinds(&rooms, shares, NULL) == WYRM_OK;
    for (size_t i = 0; found && i < kinds; i++)
        if (shares[i].value > shares[most].value)
            most = i;
    found = found && shares[most].value > 0.0;
    wyrm_free(shares);
    if (found)
        snprintf(text, size, "%.80s@%d",
                 wyrm_roster_monster(wyrm_design_roster(design), most)->name, (int)depth);
    return found;
}

static bool match_at(const wyrm_design *design, int32_t depth, wyrm_pairing *out)
{
    wyrm_reference reference;
    if (!usual_monster(design, depth, out->monster, sizeof out->monster) ||
        wyrm_design_reference(design, depth, &reference, NULL) != WYRM_OK)
        return false;
    memcpy(out->player, reference.text, sizeof out->player);
    return true;
}

/* Monsters without levels and tables: the first, one in the middle and the last. */
static bool match_of(const wyrm_design *design, size_t index, wyrm_pairing *out)
{
    const wyrm_roster *roster = wyrm_design_roster(design);
    size_t count = wyrm_roster_count(roster);
    if (index >= count)
        return false;
    snprintf(out->player, sizeof out->player, "player");
    snprintf(out->monster, sizeof out->monster, "%.90s",
             wyrm_roster_monster(roster, index * (count - 1) / (WYRM_MATCHES - 1))->name);
    return true;
}

static size_t typical_matches(const wyrm_design *design, wyrm_pairing matches[WYRM_MATCHES])
{
    static const int levels[WYRM_MATCHES] = {1, 5, 10};
    int32_t last = wyrm_encounter_last_depth(wyrm_design_encounter(design));
    size_t count = 0;
    for (int i = 0; i < WYRM_MATCHES; i++) {
        wyrm_pairing *match = &matches[count];
        wyrm_combatant player, monster;
        bool found = true;
        if (wyrm_has_levels(design)) {
            snprintf(match->player, sizeof match->player, "player@%d,weapon=%d,armor=%d", levels[i],
                     levels[i], levels[i]);
            snprintf(match->monster, sizeof match->monster, "monster@%d", levels[i]);
            if (!wyrm_read_fighter(design, match->player, &player))
                snprintf(match->player, sizeof match->player, "player@%d", levels[i]);
        } else if (last > 0) {
            found = match_at(design, 1 + i * (last - 1) / (WYRM_MATCHES - 1), match);
        } else {
            found = match_of(design, (size_t)i, match);
        }
        for (size_t k = 0; k < count && found; k++)
            found = strcmp(matches[k].player, match->player) != 0 ||
                    strcmp(matches[k].monster, match->monster) != 0;
        count += found && wyrm_read_fighter(design, match->player, &player) &&
                 wyrm_read_fighter(design, match->monster, &monster);
    }
    return count;
}

/* ---------------------------------------------------------------- one hit */

/* A series of the damage of one hit; false where there is none. */
static bool add_damage(const wyrm_dossier *dossier, size_t side, const wyrm_pairing *match,
                       wyrm_picture *picture, double *mean, double *none)
{
    const wyrm_design *design = dossier->sides[side].design;
    wyrm_combatant attacker, defender;
    wyrm_pmf *damage = NULL;
    char name[96];
    const wyrm_matchup matchup = {
        .attacker = &attacker, .defender = &defender, .attack = WYRM_ATTACK_MELEE, .distance = 1.0};
    if (!wyrm_read_fighter(design, match->player, &attacker) ||
        !wyrm_read_fighter(design, match->monster, &defender) ||
        wyrm_combat_hit(wyrm_design_combat(design), &matchup, &damage, NULL) != WYRM_OK)
        return false;
    snprintf(name, sizeof name, "%.*s%s on %.38s", (int)strcspn(match->player, ","), match->player,
             strchr(match->player, ',') != NULL ? " in gear" : "", match->monster);
    wyrm_series *series = wyrm_dossier_series(dossier, picture, side, name);
    int64_t last = wyrm_pmf_last(damage);
    for (int64_t value = wyrm_pmf_first(damage); value <= last && series->count < DAMAGES_MAX;
         value++)
        if (wyrm_pmf_at(damage, value) > 0.0)
            wyrm_picture_mark(picture, series, (double)value, wyrm_pmf_at(damage, value));
    *mean = wyrm_pmf_mean(damage);
    *none = wyrm_pmf_at(damage, 0);
    wyrm_pmf_free(damage);
    return true;
}

static void match_command(const wyrm_dossier_side *side, const char *one, const char *other,
                          const char *more, wyrm_picture *picture)
{
    char words[2][WYRM_DOSSIER_SHELL];
    if (wyrm_shell_word(one, words[0], sizeof words[0]) &&
        wyrm_shell_word(other, words[1], sizeof words[1]))
        wyrm_dossier_command(picture, side, "hit", " %s %s%s", words[0], words[1], more);
}

static void draw_damage(wyrm_dossier *dossier)
{
    wyrm_pairing matches[WYRM_MATCHES];
    size_t count = typical_matches(dossier->sides[0].design, matches);
    wyrm_picture *picture = count > 0 ? wyrm_dossier_picture(dossier, WYRM_PICTURE_COLUMNS, "hit",
                                                             "What does one hit do?")
                                      : NULL;
    if (picture == NULL)
        return;
    wyrm_picture_axes(picture, "damage", "hit points", "probability", "share");
    picture->x.whole = true;
    picture->y.least = 0.0;
    double mean = NAN, none = NAN;
    for (size_t s = 0; s < dossier->side_count; s++)
        for (size_t i = 0; i < count; i++) {
            double its_mean, its_none;
            if (!add_damage(dossier, s, &matches[i], picture, &its_mean, &its_none))
                continue;
            mean = isnan(mean) ? its_mean : mean;
            none = isnan(none) ? its_none : none;
            match_command(&dossier->sides[s], matches[i].player, matches[i].monster, "", picture);
        }
    wyrm_figure share;
    wyrm_picture_caption(picture,
                         "Exact. %.120s hits %.60s for %.2f hit points on average, and %s of its "
                         "attacks do nothing. The wider a hill, the more a fight hangs on luck.",
                         matches[0].player, matches[0].monster, mean,
                         wyrm_figure_percent(none, &share));
}

/* ---------------------------------------------------------------- armour */

/* The stat of a defender that armour adds to, by the names that the models give it. */
static const char *armour_stat(const wyrm_design *design)
{
    static const char *const names[] = {"defense", "armour_class", "evasion"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (wyrm_combat_stat(wyrm_design_combat(design), names[i]) >= 0)
            return names[i];
    return NULL;
}

/* How far the stat is followed: well beyond what any of the players has. */
static double farthest(const wyrm_design *design, const char *key, const wyrm_pairing *matches,
                       size_t count)
{
    int stat = wyrm_combat_stat(wyrm_design_combat(design), key);
    double most = 10.0;
    for (size_t i = 0; i < count; i++) {
        wyrm_combatant player;
        if (stat >= 0 && wyrm_read_fighter(design, matches[i].player, &player))
            most = fmax(most, player.stats[stat]);
    }
    return ceil(2.0 * most);
}

/* The last series goes into an earlier one of the same side, from `first` on, where both are one
 * line. */
static void share_line(wyrm_picture *picture, size_t first)
{
    size_t last = picture->series_count - 1;
    wyrm_series *added = &picture->series[last];
    for (size_t s = first; s < last; s++) {
        wyrm_series *series = &picture->series[s];
        size_t i = 0, used = strlen(series->name);
        while (i < series->count && i < added->count && series->marks[i].x == added->marks[i].x &&
               series->marks[i].y == added->marks[i].y)
            i++;
        if (i < series->count || i < added->count)
            continue;
        const char *name = strstr(added->name, ": "); /* behind the side */
        char both[2 * sizeof series->name + 4];
        snprintf(both, sizeof both, "%.*s, %s", (int)used, series->name,
                 name != NULL ? name + 2 : added->name);
        wyrm_utf8_copy(series->name, sizeof series->name, both);
        wyrm_picture_drop_series(picture);
        return;
    }
}

static void add_armour(const wyrm_dossier *dossier, size_t side, const wyrm_pairing *match,
                       const char *key, double most, wyrm_picture *picture)
{
    const wyrm_design *design = dossier->sides[side].design;
    wyrm_combatant monster, player;
    wyrm_sweep sweep = {0};
    char full[64];
    const wyrm_sweep_range range = {.first = 0.0, .last = most};
    const wyrm_matchup matchup = {
        .attacker = &monster, .defender = &player, .attack = WYRM_ATTACK_MELEE, .distance = 1.0};
    snprintf(full, sizeof full, "defender.%s", key);
    if (!wyrm_read_fighter(design, match->monster, &monster) ||
        !wyrm_read_fighter(design, match->player, &player) ||
        wyrm_sweep_run(design, &matchup, full, &range, &sweep, NULL) != WYRM_OK)
        return;
    wyrm_series *series = wyrm_dossier_series(dossier, picture, side, match->monster);
    for (size_t k = 0; k < sweep.count; k++)
        wyrm_picture_mark(picture, series, sweep.points[k].at, sweep.points[k].mean);
    wyrm_sweep_free(&sweep);
}

/* The lines of a side, and the commands that print them. */
static void add_armours(const wyrm_dossier *dossier, size_t side, const wyrm_pairing *matches,
                        size_t count, const char *key, double most, wyrm_picture *picture)
{
    size_t first = picture->series_count;
    char more[64];
    snprintf(more, sizeof more, " --curve defender.%s=0..%.0f", key, most);
    for (size_t i = 0; i < count; i++) {
        size_t before = picture->series_count;
        add_armour(dossier, side, &matches[i], key, most, picture);
        if (picture->series_count == before)
            continue;
        match_command(&dossier->sides[side], matches[i].monster, matches[i].player, more, picture);
        share_line(picture, first);
    }
}

/* "halves at 12": where the first line has fallen to half of where it begins; NAN: nowhere. */
static double halving(const wyrm_series *series)
{
    for (size_t i = 0; i < series->count; i++)
        if (series->marks[i].y <= series->marks[0].y / 2.0)
            return series->marks[i].x;
    return NAN;
}

static void draw_armour(wyrm_dossier *dossier)
{
    const wyrm_dossier_side *side = &dossier->sides[0];
    const char *key = armour_stat(side->design);
    wyrm_pairing matches[WYRM_MATCHES];
    size_t count = typical_matches(side->design, matches);
    wyrm_picture *picture =
        key != NULL && count > 0
            ? wyrm_dossier_picture(dossier, WYRM_PICTURE_LINES, "armour", "What is armour worth?")
            : NULL;
    if (picture == NULL)
        return;
    double most = farthest(side->design, key, matches, count);
    wyrm_picture_axes(picture, key, "", "mean damage of a hit", "hit points");
    picture->y.least = 0.0;
    for (size_t s = 0; s < dossier->side_count; s++)
        add_armours(dossier, s, matches, count, key, most, picture);
    double half = picture->series_count > 0 ? halving(&picture->series[0]) : NAN;
    wyrm_picture_caption(picture,
                         "Exact, misses included: hits of each monster on the player of its depth "
                         "or level, as that player's %s grows. Where a line is flat, more of it is "
                         "wasted.",
                         key);
    if (!isnan(half) && half > 0.0)
        wyrm_picture_caption(picture,
                             "Exact, misses included: hits of each monster on the player of its "
                             "depth or level, as that player's %s grows. A hit of %.60s is halved "
                             "at %g. Where a line is flat, more of it is wasted.",
                             key, matches[0].monster, half);
}

static void draw_hits_all(wyrm_dossier *dossier)
{
    draw_damage(dossier);
    draw_armour(dossier);
}

#define EVEN_LEVELS 30

/* A figure of the fight of a player and a monster of one level. */
typedef struct even_row {
    const char *id, *title, *y, *unit;
    double most; /* of the axis; NAN: as needed */
    double (*of)(const wyrm_duel *duel);
} even_row;

static double chance_of(const wyrm_duel *duel)
{
    return duel->p_win;
}

static double turns_of(const wyrm_duel *duel)
{
    return duel->turns_mean;
}

static const even_row even_rows[] = {
    {"even", "Does an even fight stay even as levels rise?", "chance that the player wins", "share",
     1.0, chance_of},
    {"blows", "How long does an even fight take?", "length of a fight", "turns", NAN, turns_of},
};

/* The marks of a side; its first and last value in gear into ends[2]. */
static void add_even(const wyrm_dossier *dossier, size_t side, bool gear, const even_row *row,
                     wyrm_picture *picture, double ends[2])
{
    wyrm_series *series = wyrm_dossier_series(dossier, picture, side,
                                              gear ? "in gear of that level" : "without gear");
    for (int level = 1; level <= EVEN_LEVELS; level++) {
        char player[64], monster[32];
        wyrm_duel duel;
        player_of_level(player, sizeof player, level, gear);
        snprintf(monster, sizeof monster, "monster@%d", level);
        if (!wyrm_fight(dossier->sides[side].design, player, monster, &duel))
            continue;
        double value = row->of(&duel);
        if (!isfinite(value))
            continue;
        wyrm_picture_mark(picture, series, level, value);
        if (isnan(ends[0]))
            ends[0] = value;
        ends[1] = value;
    }
}

static void draw_even(wyrm_dossier *dossier, const even_row *row)
{
    wyrm_picture *picture = wyrm_dossier_picture(dossier, WYRM_PICTURE_LINES, row->id, row->title);
    if (picture == NULL)
        return;
    wyrm_picture_axes(picture, "level of both", "", row->y, row->unit);
    picture->x.whole = true;
    picture->y.least = 0.0;
    picture->y.greatest = row->most;
    double ends[2][2][2];
    for (size_t s = 0; s < dossier->side_count; s++)
        for (int gear = 1; gear >= 0; gear--) {
            ends[s][gear][0] = ends[s][gear][1] = NAN;
            add_even(dossier, s, gear, row, picture, ends[s][gear]);
        }
    const double *at = isnan(ends[0][1][0]) ? ends[0][0] : ends[0][1];
    wyrm_figure one, other;
    if (row->of == chance_of)
        wyrm_picture_caption(picture,
                             "Exact. The player wins %s at level 1 and %s at level %d: where the "
                             "line is flat, both sides grow alike.",
                             wyrm_figure_percent(at[0], &one), wyrm_figure_percent(at[1], &other),
                             EVEN_LEVELS);
    else
        wyrm_picture_caption(picture,
                             "Exact: %s turns at level 1 and %s at level %d, misses included. A "
                             "line that rises is combat that gets tedious.",
                             wyrm_figure_exact(at[0], &one), wyrm_figure_exact(at[1], &other),
                             EVEN_LEVELS);
    for (size_t s = 0; s < dossier->side_count; s++)
        for (int gear = 1; gear >= 0; gear--)
            wyrm_dossier_command(picture, &dossier->sides[s], "duel",
                                 " --matrix player monster --levels 1..%d%s", EVEN_LEVELS,
                                 gear ? "" : " --gear none");
}

/* ---------------------------------------------------------------- depths */

#define FAR_APART 30.0 /* times: lines of which one would lie on the ground */

/* Whether the numbers of attacks are too different for one even scale. */
static bool needs_factors(const wyrm_attrition *tolls)
{
    double least = INFINITY, most = 0.0;
    for (size_t i = 0; i < tolls->count; i++) {
        const double both[] = {tolls->list[i].attacks_on_monster.value,
                               tolls->list[i].attacks_on_player.value};
        for (size_t k = 0; k < 2; k++) {
            least = both[k] < least ? both[k] : least;
            most = isfinite(both[k]) && both[k] > most ? both[k] : most;
        }
    }
    return least > 0.0 && most > FAR_APART * least;
}

static void draw_blows(wyrm_dossier *dossier)
{
    const wyrm_attrition *first = &dossier->sides[0].tolls;
    wyrm_picture *picture = first->count > 0
                                ? wyrm_dossier_picture(dossier, WYRM_PICTURE_LINES, "blows",
                                                       "How many attacks does it take to kill?")
                                : NULL;
    if (picture == NULL)
        return;
    wyrm_picture_axes(picture, "depth", "", "attacks until death, misses included", "");
    picture->x.whole = true;
    picture->y.logarithmic = needs_factors(first);
    picture->y.least = picture->y.logarithmic ? (double)NAN : 0.0;
    for (size_t s = 0; s < dossier->side_count; s++) {
        const wyrm_attrition *tolls = &dossier->sides[s].tolls;
        wyrm_series *on_monster = wyrm_dossier_series(dossier, picture, s, "to kill a monster");
        wyrm_series *on_player = wyrm_dossier_series(dossier, picture, s, "to kill the player");
        for (size_t i = 0; i < tolls->count; i++) {
            const wyrm_attrition_depth *toll = &tolls->list[i];
            wyrm_mark_estimate(picture, on_monster, toll->depth, &toll->attacks_on_monster);
            wyrm_mark_estimate(picture, on_player, toll->depth, &toll->attacks_on_player);
        }
    }
    const wyrm_attrition_depth *one = &first->list[0], *last = &first->list[first->count - 1];
    wyrm_figure figures[4];
    wyrm_figure_estimate(WYRM_CAPTIONS, &one->attacks_on_monster, &figures[0]);
    wyrm_figure_estimate(WYRM_CAPTIONS, &one->attacks_on_player, &figures[1]);
    wyrm_figure_estimate(WYRM_CAPTIONS, &last->attacks_on_monster, &figures[2]);
    wyrm_figure_estimate(WYRM_CAPTIONS, &last->attacks_on_player, &figures[3]);
    wyrm_picture_caption(picture,
                         "%s, between the player that a depth is meant for and its monsters: a "
                         "monster stands %s attacks at depth %d and %s at depth %d, the player %s "
                         "and %s. Where the lines meet, every fight is a coin toss.",
                         one->attacks_on_monster.sampled ? "For who comes in generated rooms"
                                                         : "Exact",
                         figures[0].text, (int)one->depth, figures[2].text, (int)last->depth,
                         figures[1].text, figures[3].text);
    wyrm_curve_command(dossier, picture);
}

static void draw_even_all(wyrm_dossier *dossier)
{
    bool levels = wyrm_has_levels(dossier->sides[0].design);
    for (size_t i = 0; levels && i < sizeof even_rows / sizeof *even_rows; i++)
        draw_even(dossier, &even_rows[i]);
    if (!levels)
        draw_blows(dossier);
}

void wyrm_draw_fights(wyrm_dossier *dossier)
{
    for (size_t s = 0; s < dossier->side_count; s++) {
        const wyrm_design *design = dossier->sides[s].design;
        int32_t last = wyrm_encounter_last_depth(wyrm_design_encounter(design));
        last = last < WYRM_ATTRITION_MAX ? last : WYRM_ATTRITION_MAX;
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
    draw_even_all(dossier);
    draw_hits_all(dossier);
}
