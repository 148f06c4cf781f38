/* Small rulesets with loot, and queries, shared by the tests of loot by bands and tables. */
#ifndef WYRM_TESTS_LOOT_SETUPS_H
#define WYRM_TESTS_LOOT_SETUPS_H

#include "helpers.h"

/* Everything but loot, bands and items; 25 depths. */
#define SMALL(model)                                                                               \
    "name: small\n"                                                                                \
    "models: {combat: subtract, growth: points, encounter: tables, loot: " model                   \
    ", map: tunnels}\n"                                                                            \
    "player: {hp: 10}\n"                                                                           \
    "monsters: {rat: {hp: 1, weight: 1}, ogre: {hp: 9, kind: miniboss}, king: {hp: 9, kind: "      \
    "boss}}\n"

static inline const wyrm_loot *loot_of(const wyrm_design *design)
{
    return wyrm_design_loot(design);
}

static inline wyrm_loot_context at_depth(int32_t depth)
{
    return (wyrm_loot_context){.seed = 1, .depth = depth, .level = depth, .rooms = 8};
}

static inline size_t kind_count(const wyrm_design *design)
{
    const wyrm_item_kind *kinds;
    return wyrm_loot_kinds(loot_of(design), &kinds);
}

/* The index of a kind by its key; the test fails if there is none. */
static inline int32_t kind_named(const wyrm_design *design, const char *name)
{
    int32_t kind = item_named(design, name);
    if (kind < 0)
        fail_msg("no item is called '%s'", name);
    return kind;
}

static inline wyrm_pmf *number_at(const wyrm_design *design, const wyrm_loot_context *context,
                                  int32_t room)
{
    wyrm_pmf *number = NULL;
    wyrm_error error;
    assert_ok(wyrm_loot_number(loot_of(design), context, room, &number, &error), &error);
    return number;
}

static inline double mean_number(const wyrm_design *design, const wyrm_loot_context *context)
{
    wyrm_pmf *number = number_at(design, context, 1);
    double mean = wyrm_pmf_mean(number);
    wyrm_pmf_free(number);
    return mean;
}

/* The chance that an item is of a kind. */
static inline double share_of(const wyrm_design *design, const wyrm_loot_context *context,
                              const char *kind)
{
    double shares[256];
    wyrm_error error;
    assert_true(kind_count(design) <= 256);
    assert_ok(wyrm_loot_shares(loot_of(design), context, shares, &error), &error);
    return shares[kind_named(design, kind)];
}

/* The same for an item that pity gives for one of its categories. */
static inline double pity_share_of(const wyrm_design *design, const wyrm_loot_context *context,
                                   size_t category, const char *kind)
{
    double shares[256];
    wyrm_error error;
    assert_true(kind_count(design) <= 256);
    assert_ok(wyrm_loot_pity_shares(loot_of(design), context, category, shares, &error), &error);
    return shares[kind_named(design, kind)];
}

static inline void assert_refused(const char *text, const char *message, const char *hint, int line)
{
    assert_refused_at(text, message, hint, line, 0);
}

#endif
