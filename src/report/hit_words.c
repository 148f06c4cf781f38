/* How an attack is called, and as what the library takes it. */
#include "report/hit_words.h"

#include <stdio.h>

#include "output/figures.h"

/* What an attack is called: for scripts, and for people. */
static const char *const attack_names[][2] = {
    [WYRM_ATTACK_MELEE] = {"melee", "blow"},
    [WYRM_ATTACK_FIRED] = {"fired", "shot"},
    [WYRM_ATTACK_THROWN] = {"thrown", "throw"},
};

const char *wyrm_hit_attack_name(const wyrm_hit_report *hit)
{
    return attack_names[hit->attack][0];
}

wyrm_matchup wyrm_hit_matchup(const wyrm_hit_report *hit)
{
    return (wyrm_matchup){.attacker = &hit->attacker,
                          .defender = &hit->defender,
                          .attack = hit->attack,
                          .distance = hit->distance,
                          .off_centre = hit->off_centre};
}

const char *wyrm_hit_words_of(const wyrm_hit_report *hit, wyrm_hit_words *out)
{
    wyrm_figure distance, off_centre;
    wyrm_figure_exact(hit->distance, &distance);
    out->text[0] = '\0';
    int used = 0;
    if (hit->attack != WYRM_ATTACK_MELEE || hit->distance < 1 || hit->distance > 1)
        used = snprintf(out->text, sizeof out->text, " with a %s over %.16s %s",
                        attack_names[hit->attack][1], distance.text,
                        hit->distance < 1 || hit->distance > 1 ? "tiles" : "tile");
    if (hit->off_centre > 0)
        snprintf(out->text + used, sizeof out->text - (size_t)used, ", %.16s off the centre",
                 wyrm_figure_exact(hit->off_centre, &off_centre));
    return out->text;
}
