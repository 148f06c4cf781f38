/* Pictures of single hits, exact: their damage, and what armour makes of it. */
#include <wyrm/rooms.h>
#include <wyrm/sweep.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "dossier/draw.h"
#include "output/figures.h"
#include "output/shell.h"

#define DAMAGES_MAX 400 /* values of one distribution that are drawn */

/* The most frequent monster of a depth, as it is there; false where none comes. */
static bool usual_monster(const wyrm_design *design, int32_t depth, char *text, size_t size)
{
    const wyrm_rooms rooms = {.design = design, .depth = depth, .seed = 1};
    size_t kinds = wyrm_roster_count(wyrm_design_roster(design)), most = 0;
    wyrm_estimate *shares = calloc(kinds + 1, sizeof *shares);
    bool found = shares != NULL && wyrm_rooms_kinds(&rooms, shares, NULL) == WYRM_OK;
    for (size_t i = 0; found && i < kinds; i++)
        if (shares[i].value > shares[most].value)
            most = i;
    found = found && shares[most].value > 0.0;
    free(shares);
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

size_t wyrm_typical_matches(const wyrm_design *design, wyrm_pairing matches[WYRM_MATCHES])
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
    size_t count = wyrm_typical_matches(dossier->sides[0].design, matches);
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
    size_t count = wyrm_typical_matches(side->design, matches);
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

void wyrm_draw_hits(wyrm_dossier *dossier)
{
    draw_damage(dossier);
    draw_armour(dossier);
}
