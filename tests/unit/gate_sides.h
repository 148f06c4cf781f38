/* Sides that the gate compares, and what it says of them. */
#ifndef WYRM_TESTS_GATE_SIDES_H
#define WYRM_TESTS_GATE_SIDES_H

#include "released.h"

static inline wyrm_gate_side side_of(const wyrm_design *design)
{
    wyrm_gate_side side = {.design = design};
    snprintf(side.facts.ruleset, sizeof side.facts.ruleset, "mine");
    snprintf(side.facts.hash, sizeof side.facts.hash, "0123456789abcdef");
    snprintf(side.facts.version, sizeof side.facts.version, "0.1.0");
    snprintf(side.facts.bot, sizeof side.facts.bot, "explorer");
    side.facts.turn_limit = 50000;
    side.facts.seed = 1;
    return side;
}

static inline const wyrm_gate_row *row_of(const wyrm_gate *gate, const char *metric)
{
    for (size_t i = 0; i < gate->count; i++)
        if (strcmp(gate->rows[i].metric, metric) == 0)
            return &gate->rows[i];
    return NULL;
}

static inline const wyrm_run_options *brawler(void)
{
    static wyrm_run_options options;
    assert_ok(wyrm_bot_find("brawler", &options.bot, NULL), NULL);
    return &options;
}

static inline wyrm_gate_side playing(const wyrm_design *design)
{
    wyrm_gate_side side = side_of(design);
    side.play = brawler();
    return side;
}

static inline wyrm_gate hold(wyrm_gate_side *before, wyrm_gate_side *after, wyrm_effort effort)
{
    const wyrm_gate_options options = {.effort = effort, .threads = 2};
    wyrm_gate gate;
    assert_works(wyrm_gate_hold(before, after, &options, &gate, &last_error));
    return gate;
}

#endif
