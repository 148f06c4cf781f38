/* Pictures of what is carried: gear, and items found against used. */
#include <stdio.h>

#include "dossier/draw.h"

#define ITEMS 14 /* kinds that are drawn: the most found */

/* What one piece of gear power means. */
typedef struct gear_row {
    const char *id, *title, *y, *caption;
    size_t offset;
} gear_row;

static const gear_row gear_rows[] = {
    {"gear-attack", "How hard does their gear hit?", "a hit on the same player, ungeared",
     "What one hit with the gear does to the same player without any, for those who leave a depth "
     "alive.",
     offsetof(wyrm_sim_depth, gear_attack)},
    {"gear-defense", "How much does their armour keep off?", "kept off a bare-handed hit",
     "By how much the armour lowers the hit of the same player without gear, for those who leave a "
     "depth alive.",
     offsetof(wyrm_sim_depth, gear_defense)},
};

/* The first and last depth of the usual bot at which a figure is known. */
static void caption_gear(const wyrm_dossier *dossier, wyrm_picture *picture, const gear_row *row)
{
    const wyrm_dossier_bot *bot = wyrm_dossier_usual(&dossier->sides[0]);
    const wyrm_summary *summary = bot->summary;
    const wyrm_sim_depth *last = NULL;
    wyrm_figure one, other;
    bool any = false; /* more than nothing */
    for (size_t i = 0; i < wyrm_depths_drawn(summary); i++) {
        const wyrm_moments *moments = wyrm_depth_moments(&summary->depths[i], row->offset);
        if (moments->count >= WYRM_RARE_RUNS)
            last = &summary->depths[i];
        any |= moments->count >= WYRM_RARE_RUNS && moments->mean != 0.0;
    }
    if (last == NULL)
        wyrm_picture_caption(picture, "%s", row->caption);
    else if (!any)
        wyrm_picture_caption(picture, "%s For the %s that is nothing at any depth.", row->caption,
                             bot->name);
    else
        wyrm_picture_caption(
            picture, "%s For the %s it is %s hit points after depth 1 and %s after depth %d.",
            row->caption, bot->name,
            wyrm_figure_mean(WYRM_CAPTIONS, wyrm_depth_moments(&summary->depths[0], row->offset),
                             &one),
            wyrm_figure_mean(WYRM_CAPTIONS, wyrm_depth_moments(last, row->offset), &other),
            (int)last->depth);
}

/* The most found kinds that lay about at all, into shown[ITEMS]. */
static size_t most_found(const wyrm_summary *summary, size_t kind_count, size_t *shown)
{
    size_t count = 0;
    for (size_t i = 0; i < kind_count && i < summary->item_count; i++) {
        const wyrm_sim_item *items = summary->items;
        if (items[i].lain == 0 ||
            (count == ITEMS && items[shown[ITEMS - 1]].found >= items[i].found))
            continue;
        size_t at = count < ITEMS ? count++ : ITEMS - 1;
        for (; at > 0 && items[shown[at - 1]].found < items[i].found; at--)
            shown[at] = shown[at - 1];
        shown[at] = i;
    }
    return count;
}

static void caption_items(const wyrm_dossier_bot *bot, wyrm_picture *picture, size_t shown)
{
    const wyrm_sim_item *all = &bot->summary->all_items;
    wyrm_figure figures[WYRM_FATE_COUNT];
    for (int fate = 0; fate < WYRM_FATE_COUNT; fate++)
        wyrm_figure_mean(WYRM_CAPTIONS, &all->a_run[fate], &figures[fate]);
    if (all->found == 0)
        wyrm_picture_caption(picture, "In a run the %s comes upon %s items and picks none up.",
                             bot->name, figures[WYRM_FATE_LAIN].text);
    else
        wyrm_picture_caption(
            picture,
            "In a run the %s comes upon %s items, picks up %s and uses %s (of gear: wears it at "
            "the end). A tall column of what is left over is an item that this bot does not need "
            "or cannot use.%s",
            bot->name, figures[WYRM_FATE_LAIN].text, figures[WYRM_FATE_FOUND].text,
            figures[WYRM_FATE_USED].text, shown == ITEMS ? " The most found kinds." : "");
}

/* A series of each thing that can become of an item. */
static void add_fates(const wyrm_dossier *dossier, wyrm_picture *picture, size_t side,
                      const size_t *shown, size_t count)
{
    static const struct {
        const char *name;
        wyrm_fate fate;
    } fates[] = {
        {"found", WYRM_FATE_FOUND}, {"used", WYRM_FATE_USED}, {"left over", WYRM_FATE_LEFT}};
    const wyrm_summary *summary = wyrm_dossier_usual(&dossier->sides[side])->summary;
    for (size_t f = 0; f < sizeof fates / sizeof *fates; f++) {
        wyrm_series *series = wyrm_dossier_series(dossier, picture, side, fates[f].name);
        for (size_t i = 0; i < count; i++) {
            const wyrm_estimate mean =
                wyrm_estimate_mean(&summary->items[shown[i]].a_run[fates[f].fate]);
            wyrm_mark_estimate(picture, series, (double)i, &mean);
        }
    }
}

static void draw_items(wyrm_dossier *dossier, size_t index)
{
    const wyrm_dossier_side *side = &dossier->sides[index];
    const wyrm_dossier_bot *bot = wyrm_dossier_usual(side);
    const wyrm_item_kind *kinds;
    size_t kind_count = wyrm_loot_kinds(wyrm_design_loot(side->design), &kinds);
    size_t shown[ITEMS], count = most_found(bot->summary, kind_count, shown);
    char id[64], title[WYRM_PICTURE_TEXT];
    wyrm_dossier_id(id, sizeof id, "items", index);
    snprintf(title, sizeof title,
             dossier->side_count > 1 ? "Which items are found in %.200s, and which used?"
                                     : "Which items are found, and which are used?",
             side->name);
    wyrm_picture *picture =
        count > 0 ? wyrm_dossier_picture(dossier, WYRM_PICTURE_COLUMNS, id, title) : NULL;
    if (picture == NULL)
        return;
    wyrm_picture_axes(picture, "item", "", "items in a run", "");
    picture->y.least = 0.0;
    for (size_t i = 0; i < count; i++)
        wyrm_picture_category(picture, kinds[shown[i]].title);
    add_fates(dossier, picture, index, shown, count);
    caption_items(bot, picture, count);
    wyrm_dossier_runs_command(dossier, picture, index, bot);
}

/* Whether anything to wear or to wield lies about on either side. */
static bool has_gear(const wyrm_dossier *dossier)
{
    for (size_t s = 0; s < dossier->side_count; s++) {
        const wyrm_item_kind *kinds;
        size_t count = wyrm_loot_kinds(wyrm_design_loot(dossier->sides[s].design), &kinds);
        const wyrm_summary *summary = wyrm_dossier_usual(&dossier->sides[s])->summary;
        for (size_t i = 0; i < count && i < summary->item_count; i++)
            if (summary->items[i].lain > 0 &&
                (kinds[i].item_class == WYRM_ITEM_WEAPON || kinds[i].item_class == WYRM_ITEM_ARMOR))
                return true;
    }
    return false;
}

void wyrm_draw_carried(wyrm_dossier *dossier)
{
    for (size_t i = 0; has_gear(dossier) && i < sizeof gear_rows / sizeof *gear_rows; i++) {
        const gear_row *row = &gear_rows[i];
        wyrm_picture *picture =
            wyrm_draw_by_depth(dossier, row->id, row->title, row->y, "hit points", row->offset);
        if (picture != NULL)
            caption_gear(dossier, picture, row);
    }
    for (size_t s = 0; s < dossier->side_count; s++)
        draw_items(dossier, s);
}
