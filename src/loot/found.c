/* What a game finds, computed exactly: the counts of a tree of loot (tree.c) as a Markov chain.
 *
 * A state is one set of values of the counts. Item by item, floor by floor, every state is followed
 * into those that it can become; equal ones are merged. Few states are needed, as most of a tree
 * has no bearing on the question: whether a scroll is one of telepathy or of light changes no later
 * item. So a smaller tree is made first, of the same kind and read by the same functions. A
 * category that neither the question nor a memory reaches becomes one node, and so do all those of
 * its children without a memory of their own. Cards need no more than that, either: in a deck it
 * matters how many cards are left, and how many of them are the one that is asked for.
 *
 * The number of items of a floor is independent of what they are, so the chain goes on as if there
 * were always another one, and a floor ends with the mixture over where it may end. The luck of a
 * floor is drawn once for all its items, but is part of the state only while anything is owed at
 * it: what was given never decreases, so if nothing is owed, nothing will be for the rest of the
 * floor. */

#include "loot/internal.h"

#include <stdlib.h>
#include <string.h>

/* as `plus`: every item counts, whatever its enchantment */
#define EVERY        (WYRM_FOUND_ANY + 1)
#define CUT          1e-15 /* states less likely than this are dropped */
#define COUNTS_MAX   48    /* counts in a state */
#define CHILDREN_MAX 256   /* children of a category in a smaller tree */

/* Places behind the counts of a state. LUCK: 1 + the index of the floor's luck while anything is
 * owed at it, else 0; LEFT: guaranteed items still to come; GOOD: items that came and are as asked,
 * or for droughts whether this floor had one; DRY: floors in a row without one, up to the last;
 * LONGEST: the most so far. */
enum { LUCK, LEFT, GOOD, DRY, LONGEST, PLACES };

/* ---- a smaller tree ---- */

/* A smaller tree, and where each node of the whole tree went. */
typedef struct small_tree {
    const floors *from;
    floors small;
    bool *open;    /* by node: a category whose inside is followed */
    size_t *place; /* by node: the node of the small tree that it is, or is part of */
    size_t asked;  /* a node of the whole tree, or SIZE_MAX */
    /* least enchantment that counts; EVERY: any; WYRM_FOUND_ANY: enchantment is not judged */
    int32_t plus;
    bool *part; /* by node of the small tree: some of what is asked is in it */
} small_tree;

static bool has_history(const floors_node *node)
{
    return node->most > 0 || node->pity > 0 || floors_is_metered(node);
}

static bool is_owed(const floors *of, size_t node)
{
    for (size_t e = 0; e < of->owed_count; e++)
        if (floors_is_below(of, node, of->owed[e].node))
            return true;
    return false;
}

/* Whether an item of this node has an influence on later ones: the node, or one above it, has a
 * history or is owed. */
static bool is_remembered(const floors *of, size_t node)
{
    for (int32_t at = (int32_t)node; at >= 0; at = of->nodes[at].parent)
        if (has_history(&of->nodes[at]) || is_owed(of, (size_t)at))
            return true;
    return false;
}

/* Whether a node is in what is asked, and its enchantment is judged. */
static bool is_judged(const small_tree *of, size_t node)
{
    return of->plus != WYRM_FOUND_ANY && floors_is_below(of->from, node, of->asked);
}

/* Whether a node has to be kept apart because of its enchantment. */
static bool is_kept_apart(const small_tree *of, size_t node)
{
    return of->plus > EVERY && is_judged(of, node);
}

static void open_above(small_tree *of, size_t node)
{
    for (int32_t at = of->from->nodes[node].parent; at >= 0; at = of->from->nodes[at].parent)
        of->open[at] = true;
}

/* Whether a category has something to give at every depth, whatever came before: else it has to be
 * followed inside. A category in it that may be chosen must have something as well, as what falls
 * to an empty one is nothing. */
static bool is_solid(const small_tree *of, size_t category)
{
    const floors *from = of->from;
    const floors_node *node = &from->nodes[category];
    for (size_t row = 0; row < from->row_count; row++) {
        bool chosen = false;
        for (size_t i = node->first; i < node->first + node->count; i++) {
            const size_t child = from->children[i];
            const bool weighs = from->weights[row * from->node_count + child] > 0;
            if ((weighs || floors_is_metered(&from->nodes[child])) && from->nodes[child].kind < 0 &&
                !is_solid(of, child))
                return false;
            chosen = chosen || (weighs && !has_history(&from->nodes[child]));
        }
        if (!chosen)
            return false;
    }
    return true;
}

/* Whether a node of the whole tree becomes a node of its own. */
static bool is_kept(const small_tree *of, size_t node)
{
    const floors_node *n = &of->from->nodes[node];
    if (node == 0 || node == of->asked || (n->kind < 0 && of->open[node]) || has_history(n) ||
        (n->kind >= 0 && is_owed(of->from, node)))
        return true;
    for (size_t s = 0; s < of->from->sure_count; s++)
        if (of->from->sure[s].node == node)
            return true;
    return is_kept_apart(of, node) && of->from->nodes[n->parent].dealt;
}

/* Whether an item of this node, coming outside of a draw, matters to the question or to other
 * items. */
static bool is_noticed_above(const small_tree *of, size_t node)
{
    for (int32_t at = of->from->nodes[node].parent; at >= 0; at = of->from->nodes[at].parent)
        if ((size_t)at == of->asked || has_history(&of->from->nodes[at]))
            return true;
    return false;
}

/* Whether a guaranteed item of this node may fail to come: it is limited, or its category may be
 * empty. */
static bool may_fail(const small_tree *of, size_t node)
{
    const floors_node *nodes = of->from->nodes;
    bool limited = false;
    for (int32_t at = (int32_t)node; at >= 0; at = nodes[at].parent)
        limited = limited || nodes[at].most > 0;
    return limited || (nodes[node].kind < 0 && !is_solid(of, node));
}

/* Chooses the categories that are followed inside: those above what is asked (`all`: above
 * everything that has a history) and above what is owed; and those above what pity gives, or what
 * is guaranteed but may fail to come, if it matters. */
static void choose_open(small_tree *of, bool all)
{
    const floors *from = of->from;
    of->open[0] = true;
    if (of->asked != SIZE_MAX)
        open_above(of, of->asked);
    for (size_t i = 1; i < from->node_count; i++)
        if (is_owed(from, i) || (all && has_history(&from->nodes[i])) ||
            (from->nodes[i].pity > 0 && is_noticed_above(of, i))) {
            open_above(of, i);
            of->open[i] = of->open[i] || (is_owed(from, i) && from->nodes[i].kind < 0);
        }
    for (size_t s = 0; s < from->sure_count; s++)
        if ((all && is_remembered(from, from->sure[s].node)) ||
            (may_fail(of, from->sure[s].node) && is_noticed_above(of, from->sure[s].node)))
            open_above(of, from->sure[s].node);
    /* Of what is judged by its enchantment, only nodes that depend on nothing are merged. */
    for (size_t i = 1; i < from->node_count; i++)
        if (is_kept_apart(of, i) && has_history(&from->nodes[i]))
            open_above(of, i);
        else if (is_kept_apart(of, i) && from->nodes[i].dealt)
            open_above(of, from->children[from->nodes[i].first]);
    for (size_t s = 0; s < from->sure_count; s++)
        if (is_kept_apart(of, from->sure[s].node))
            open_above(of, from->sure[s].node);
    /* A category that may be empty is followed if its parent is. */
    for (size_t i = 1; i < from->node_count; i++)
        if (from->nodes[i].kind < 0 && !of->open[i] && of->open[from->nodes[i].parent] &&
            !is_solid(of, i))
            of->open[i] = true;
}

/* Copies a node of the whole tree to below a node of the small one. */
static size_t add_node(small_tree *of, size_t like, size_t parent)
{
    const size_t at = of->small.node_count++;
    floors_node *node = &of->small.nodes[at];
    *node = of->from->nodes[like];
    node->parent = at > 0 ? (int32_t)parent : -1;
    node->kind = of->open[like] && node->kind < 0 ? -1 : (int32_t)like;
    return at;
}

/* Adds a node that represents several: it has their weight, but no name and no memory. */
static size_t add_rest(small_tree *of, size_t like, size_t parent)
{
    const size_t at = of->small.node_count++;
    of->small.nodes[at] =
        (floors_node){.name = "", .parent = (int32_t)parent, .kind = (int32_t)like};
    return at;
}

/* Whether anything is counted when an item of this node comes; if not, its schedule is enough. */
static bool is_counted(const small_tree *made, size_t node)
{
    const floors *of = &made->small;
    bool counted = of->nodes[node].kind < 0 || made->part[node];
    for (int32_t at = (int32_t)node; at >= 0; at = of->nodes[at].parent)
        counted = counted || of->nodes[at].found != FLOORS_NO_COUNT ||
                  of->nodes[at].without != FLOORS_NO_COUNT;
    return counted;
}

/* Whether guaranteed items of a node come in the small tree as well. */
static bool is_followed(const small_tree *of, size_t node)
{
    return is_counted(of, of->place[node]);
}

/* Whether a node of the whole tree has one of the small tree to itself. */
static bool is_alone(const small_tree *of, size_t node)
{
    return of->small.nodes[of->place[node]].name == of->from->nodes[node].name;
}

/* Makes the small tree: chooses what is followed, merges the rest, and adds up the weights. */
static void make_small(base_arena *arena, small_tree *of, bool all)
{
    const floors *from = of->from;
    floors *small = &of->small;
    of->open = base_array(arena, bool, from->node_count);
    of->place = base_array(arena, size_t, from->node_count);
    size_t *rest = base_array(arena, size_t, from->node_count); /* by category; 0: none yet */
    *small = *from;
    small->node_count = small->given_count = 0;
    small->nodes = base_array(arena, floors_node, 2 * from->node_count);
    choose_open(of, all);
    for (size_t i = 0; i < from->node_count; i++) {
        const size_t parent = i > 0 ? (size_t)from->nodes[i].parent : 0;
        if (i > 0 && !of->open[parent]) {
            of->place[i] = of->place[parent];
        } else if (is_kept(of, i)) {
            of->place[i] = add_node(of, i, of->place[parent]);
        } else {
            if (rest[parent] == 0)
                rest[parent] = add_rest(of, i, of->place[parent]);
            of->place[i] = rest[parent];
        }
    }
    of->part = base_array(arena, bool, small->node_count);
    for (size_t i = 1; i < from->node_count; i++)
        of->part[of->place[i]] |= is_judged(of, i);
    small->weights = base_array(arena, double, small->row_count * small->node_count);
    for (size_t row = 0; row < small->row_count; row++)
        for (size_t i = 1; i < from->node_count; i++)
            if (of->open[from->nodes[i].parent])
                small->weights[row * small->node_count + of->place[i]] +=
                    from->weights[row * from->node_count + i];
    small->owed = base_array(arena, floors_owed, from->owed_count);
    for (size_t e = 0; e < from->owed_count; e++) {
        small->owed[e] = from->owed[e];
        small->owed[e].node = of->place[from->owed[e].node];
    }
    /* A deck with a single node left is no deck. */
    for (size_t i = 0; i < small->node_count; i++) {
        size_t children = 0;
        for (size_t j = 1; j < small->node_count; j++)
            children += (size_t)small->nodes[j].parent == i;
        small->nodes[i].dealt = small->nodes[i].dealt && children > 1;
        if (children > CHILDREN_MAX)
            base_refuse(arena, WYRM_ERROR_LIMIT,
                        "a category with %zu that hang on what came before is too large", children);
    }
    const bool counts = of->asked != SIZE_MAX && of->plus == WYRM_FOUND_ANY;
    const size_t asked = counts ? of->place[of->asked] : SIZE_MAX;
    small->sure_count = 0;
    floors_arrange(arena, small, asked);
    small->sure = base_array(arena, floors_sure, from->sure_count);
    for (size_t s = 0; s < from->sure_count; s++) {
        small->sure[small->sure_count] = from->sure[s];
        small->sure[small->sure_count].node = of->place[from->sure[s].node];
        small->sure_count += is_counted(of, of->place[from->sure[s].node]);
    }
    floors_arrange(arena, small, asked);
    if (small->counts + PLACES > COUNTS_MAX)
        base_refuse(arena, WYRM_ERROR_LIMIT,
                    "what comes hangs on %zu counts: at most %d are followed exactly",
                    small->counts, COUNTS_MAX - PLACES);
}

/* ---- states ---- */

typedef struct follower {
    base_arena *arena;
    const floors *of; /* the small tree */
    int32_t depth;
    size_t row;
    const wyrm_pmf *lucks; /* luck of the floor; NULL: always 0 */
    double steps, cut;
    double *means; /* by node of the small tree: mean number on this floor */
    bool *plain;   /* by node: nothing is counted when one comes */
    double *good;  /* by node: share that is enchanted as asked; NULL: not judged */
    bool droughts; /* droughts are followed */
    double most_steps;
    loot_states now, next, ended;
} follower;

static void add_state(follower *f, loot_states *s, const uint16_t *counts, double mass)
{
    const size_t at = loot_states_find(f->arena, s, counts);
    s->mass[at] += mass;
}

/* Ends a step: what it led to is where the next one begins. */
static void end_step(follower *f)
{
    loot_states_swap(&f->now, &f->next);
    loot_states_clear(&f->next);
}

/* ---- one item ---- */

static size_t luck_index(const follower *f)
{
    return f->of->counts + LUCK;
}
static size_t left_index(const follower *f)
{
    return f->of->counts + LEFT;
}
static size_t good_index(const follower *f)
{
    return f->of->counts + GOOD;
}

/* Returns the schedule that is owed in a state at its luck; -1: none. */
static int due_of(const follower *f, const uint16_t *counts)
{
    const uint16_t luck = counts[luck_index(f)];
    if (luck == 0)
        return -1;
    const double drawn = f->lucks ? (double)(wyrm_pmf_first(f->lucks) + luck - 1) : 0;
    return floors_due(f->of, f->depth, drawn, counts);
}

/* Follows everything that a node may become into f->next, with its chance; returns the chance that
 * nothing is counted. */
static double follow_node(follower *f, size_t node, const uint16_t *counts, double chance)
{
    const floors *of = f->of;
    const floors_node *n = &of->nodes[node];
    const size_t bytes = f->now.width * sizeof *counts;
    uint16_t changed[COUNTS_MAX];
    double weights[CHILDREN_MAX], total = 0, unchanged = 0;
    if (++f->steps > f->most_steps)
        base_refuse(f->arena, WYRM_ERROR_LIMIT, "there are more than %.0f steps to follow",
                    f->most_steps);
    if (n->kind >= 0) {
        f->means[node] += chance;
        if (f->plain[node])
            return chance;
        const double good = f->good ? f->good[node] : 0;
        memcpy(changed, counts, bytes);
        floors_come(of, node, changed);
        if (due_of(f, changed) < 0)
            changed[luck_index(f)] = 0;
        if (good < 1)
            add_state(f, &f->next, changed, chance * (1 - good));
        changed[good_index(f)] = f->droughts ? 1 : (uint16_t)(changed[good_index(f)] + 1);
        if (good > 0)
            add_state(f, &f->next, changed, chance * good);
        return 0;
    }
    for (size_t i = 0; i < n->count; i++)
        total += weights[i] =
            floors_weigh(of, f->row, f->depth, of->children[n->first + i], counts);
    if (!(total > 0)) /* it has nothing to give */
        return chance;
    for (size_t i = 0; i < n->count; i++) {
        const size_t child = of->children[n->first + i];
        const uint16_t *after = counts;
        if (!(weights[i] > 0))
            continue;
        if (of->nodes[child].card != FLOORS_NO_COUNT) {
            after = memcpy(changed, counts, bytes);
            floors_deal(of, f->row, child, changed);
        }
        const double same = follow_node(f, child, after, chance * weights[i] / total);
        if (after == counts)
            unchanged += same;
        else if (same > 0)
            add_state(f, &f->next, after, same);
    }
    return unchanged;
}

/* The same, with that chance in f->next as well. Nothing comes if the node may not. */
static void follow_all(follower *f, size_t node, const uint16_t *counts, double chance)
{
    const double same =
        floors_may_come(f->of, node, counts) ? follow_node(f, node, counts, chance) : chance;
    if (same > 0)
        add_state(f, &f->next, counts, same);
}

/* ---- a floor ---- */

/* Follows guaranteed items: how many is drawn first, up or down by chance, and then they come one
 * by one. */
static void be_sure(follower *f, size_t index)
{
    const floors_sure *sure = &f->of->sure[index];
    uint16_t most = 0, counts[COUNTS_MAX];
    for (size_t i = 0; i < f->now.count; i++) {
        memcpy(counts, f->now.counts + i * f->now.width, f->now.width * sizeof *counts);
        const double share = floors_sure_number(f->of, index, f->depth, counts);
        const double whole = floor(share > 0 ? share : 0), part = share > 0 ? share - whole : 0;
        const uint16_t before = counts[sure->given];
        for (int up = 0; up < 2; up++) {
            const uint16_t number = (uint16_t)(whole + up);
            counts[left_index(f)] = number;
            counts[sure->given] = (uint16_t)(before + number);
            if ((up ? part : 1 - part) > 0) {
                add_state(f, &f->next, counts, f->now.mass[i] * (up ? part : 1 - part));
                most = number > most ? number : most;
            }
        }
    }
    end_step(f);
    for (; most > 0; most--) {
        for (size_t i = 0; i < f->now.count; i++) {
            uint16_t *state = f->now.counts + i * f->now.width;
            if (state[left_index(f)] == 0) {
                add_state(f, &f->next, state, f->now.mass[i]);
                continue;
            }
            state[left_index(f)]--;
            follow_all(f, sure->node, state, f->now.mass[i]);
        }
        end_step(f);
    }
}

/* Starts the items of a floor: every state at each luck at which anything is owed in it, and for
 * the rest of the chances without luck. */
static void draw_luck(follower *f)
{
    const size_t lucks = f->lucks ? wyrm_pmf_length(f->lucks) : f->of->owed_count > 0;
    uint16_t counts[COUNTS_MAX];
    for (size_t i = 0; i < f->now.count; i++) {
        double settled = 0;
        memcpy(counts, f->now.counts + i * f->now.width, f->now.width * sizeof *counts);
        for (size_t at = 0; at < lucks; at++) {
            const double chance = f->lucks ? wyrm_pmf_probabilities(f->lucks)[at] : 1;
            counts[luck_index(f)] = (uint16_t)(at + 1);
            if (due_of(f, counts) < 0)
                settled += chance;
            else if (chance > 0)
                add_state(f, &f->next, counts, chance * f->now.mass[i]);
        }
        counts[luck_index(f)] = 0;
        if (settled > 0 || lucks == 0)
            add_state(f, &f->next, counts, (lucks > 0 ? settled : 1) * f->now.mass[i]);
    }
    end_step(f);
}

/* Follows every state by one item: what is owed, or any. */
static void one_item(follower *f)
{
    base_spend(f->arena, WYRM_COST_FLOORS, 20 * (uint64_t)f->now.count);
    for (size_t i = 0; i < f->now.count; i++) {
        const uint16_t *counts = f->now.counts + i * f->now.width;
        const int due = due_of(f, counts);
        if (f->now.mass[i] < CUT)
            f->cut += f->now.mass[i];
        else
            follow_all(f, due >= 0 ? f->of->owed[due].node : 0, counts, f->now.mass[i]);
    }
    end_step(f);
}

/* Follows the items of a floor by their number: after each, the states split by whether more
 * come. */
static void all_items(follower *f, const wyrm_pmf *number)
{
    loot_states_clear(&f->ended);
    for (int64_t n = 0; n <= wyrm_pmf_last(number) && f->now.count > 0; n++) {
        const double ends = wyrm_pmf_at(number, n), on = wyrm_pmf_tail(number, n + 1);
        const double share = on > 0 ? ends / (ends + on) : 1;
        for (size_t i = 0; i < f->now.count && share > 0; i++) {
            add_state(f, &f->ended, f->now.counts + i * f->now.width, share * f->now.mass[i]);
            f->now.mass[i] *= 1 - share;
        }
        if (share < 1)
            one_item(f);
    }
    loot_states_swap(&f->now, &f->ended);
}

/* Gives a node at the end of a floor in the states where it has not come for long enough. */
static void have_pity(follower *f, size_t node)
{
    for (size_t i = 0; i < f->now.count; i++) {
        const uint16_t *counts = f->now.counts + i * f->now.width;
        if (floors_pities(f->of, node, counts))
            follow_all(f, node, counts, f->now.mass[i]);
        else
            add_state(f, &f->next, counts, f->now.mass[i]);
    }
    end_step(f);
}

/* At the end of a floor, counts the present drought and the longest one. */
static void end_drought(const follower *f, uint16_t *counts)
{
    uint16_t *places = counts + f->of->counts;
    places[DRY] = places[GOOD] > 0 ? 0 : (uint16_t)(places[DRY] + 1);
    places[LONGEST] = places[DRY] > places[LONGEST] ? places[DRY] : places[LONGEST];
    places[GOOD] = 0;
}

/* Follows a floor in the order in which games draw it (draw_floor in floors.c). */
static void one_floor(follower *f, int32_t depth)
{
    const floors *of = f->of;
    const wyrm_amount *number = floors_amount_at(of->numbers, of->number_count, depth);
    const wyrm_amount *luck = floors_amount_at(of->lucks, of->luck_count, depth);
    f->depth = depth;
    f->row = floors_row(of, depth);
    f->lucks = luck ? luck->pmf : NULL;
    memset(f->means, 0, of->node_count * sizeof *f->means);
    for (size_t i = 0; i < f->now.count; i++)
        floors_enter(of, depth, f->now.counts + i * f->now.width);
    for (size_t s = 0; s < of->sure_count; s++)
        be_sure(f, s);
    if (number) {
        draw_luck(f);
        all_items(f, number->pmf);
    }
    for (size_t n = 1; n < of->node_count; n++)
        if (of->nodes[n].pity > 0)
            have_pity(f, n);
    for (size_t i = 0; i < f->now.count; i++) {
        uint16_t *counts = f->now.counts + i * f->now.width;
        counts[luck_index(f)] = 0;
        floors_leave(of, counts);
        if (f->droughts)
            end_drought(f, counts);
        add_state(f, &f->next, counts, f->now.mass[i]);
    }
    end_step(f);
}

static void start_follower(base_arena *arena, follower *f, const small_tree *made)
{
    static const uint16_t none[COUNTS_MAX];
    *f = (follower){.arena = arena, .of = &made->small, .most_steps = WYRM_FOUND_STEPS_MAX};
    f->now.width = f->next.width = f->ended.width = f->of->counts + PLACES;
    f->now.most = f->next.most = f->ended.most = WYRM_FOUND_STATES_MAX;
    f->means = base_array(arena, double, f->of->node_count);
    f->plain = base_array(arena, bool, f->of->node_count);
    for (size_t i = 0; i < f->of->node_count; i++)
        f->plain[i] = !is_counted(made, i);
    add_state(f, &f->now, none, 1);
}

/* ---- shares within one node ---- */

/* Returns the share of a node in all that is below a node above it, where only frequencies count.
 * Cards do, too, as each is equally likely at any place of its deck. */
static double share_below(const floors *of, size_t row, size_t node, size_t above)
{
    double share = 1;
    for (size_t at = node; at != above; at = (size_t)of->nodes[at].parent) {
        const floors_node *parent = &of->nodes[of->nodes[at].parent];
        double sum = 0;
        for (size_t i = parent->first; i < parent->first + parent->count; i++)
            sum += of->weights[row * of->node_count + of->children[i]];
        share *= sum > 0 ? of->weights[row * of->node_count + at] / sum : 0;
    }
    return share;
}

/* Returns the share of a kind in all that its node of the small tree represents. */
static double share_within(const small_tree *of, size_t row, size_t node)
{
    const floors *from = of->from;
    size_t top = node;
    while (!of->open[from->nodes[top].parent])
        top = (size_t)from->nodes[top].parent;
    const floors_node *parent = &from->nodes[from->nodes[top].parent];
    double sum = 0;
    for (size_t i = parent->first; i < parent->first + parent->count; i++)
        if (of->place[from->children[i]] == of->place[top])
            sum += from->weights[row * from->node_count + from->children[i]];
    return is_alone(of, top) ? share_below(from, row, node, top)
           : sum > 0         ? from->weights[row * from->node_count + top] / sum *
                           share_below(from, row, node, top)
                     : 0;
}

/* Returns the mean number of guaranteed items on a floor: the floors of a range are all alike. */
static double sure_mean(const floors_sure *sure, int32_t depth)
{
    const int32_t floors_of = sure->last - sure->first + 1, since = floors_since(sure, depth);
    return since >= 0 && since < floors_of ? (double)sure->number / floors_of : 0;
}

/* Returns the mean number of a kind on the floor that was followed. */
static double kind_mean(const small_tree *made, const follower *f, size_t node)
{
    const floors *from = made->from;
    double mean = f->means[made->place[node]] * share_within(made, f->row, node);
    for (size_t s = 0; s < from->sure_count; s++)
        if (floors_is_below(from, node, from->sure[s].node) &&
            !is_followed(made, from->sure[s].node))
            mean += sure_mean(&from->sure[s], f->depth) *
                    share_below(from, f->row, node, from->sure[s].node);
    return mean;
}

/* ---- enchantment ---- */

static double share_of_plus(const floors *of, size_t node, int32_t depth, int32_t plus)
{
    const wyrm_amount *bonus = floors_bonus(of, node, depth);
    return bonus ? wyrm_pmf_tail(bonus->pmf, plus) : plus <= 0;
}

/* Works out with which chance an item of each node is enchanted as asked. */
static void judge_floor(const small_tree *made, follower *f, int32_t depth)
{
    const size_t row = floors_row(made->from, depth);
    memset(f->good, 0, f->of->node_count * sizeof *f->good);
    for (size_t i = 1; i < made->from->node_count; i++)
        if (made->from->nodes[i].kind >= 0 && is_judged(made, i))
            f->good[made->place[i]] +=
                share_within(made, row, i) * share_of_plus(made->from, i, depth, made->plus);
    for (size_t i = 0; i < f->of->node_count; i++)
        f->good[i] = f->good[i] > 1 - 1e-14 ? 1 : f->good[i]; /* shares that round to the whole */
}

/* ---- questions ---- */

typedef struct question {
    const wyrm_loot *loot;
    const char *name; /* NULL: every kind */
    int32_t last_depth;
    /* While it is being answered: */
    base_arena *keeper; /* arena of the result */
    const floors *of;
    size_t asked;      /* the node of the name */
    int32_t plus;      /* the least enchantment, as in wyrm_found_asked */
    wyrm_found *found; /* the result: one of these two */
    wyrm_found_survey *survey;
} question;

/* `of` stays NULL if the model fills floors without a tree. */
static void begin_answer(base_arena *keeper, question *to)
{
    const void *state;
    to->keeper = keeper;
    to->of = loot_floors_of(to->loot);
    if (!to->of && !loot_finding_of(to->loot, &state))
        base_refuse(keeper, WYRM_ERROR_ARGUMENT,
                    "the loot of the ruleset does not fill whole floors");
    loot_must_reach(keeper, to->last_depth);
}

/* Makes the distribution of one of the counts. */
static wyrm_pmf *count_pmf(base_arena *keeper, const follower *f, size_t count)
{
    size_t most = 0;
    for (size_t i = 0; i < f->now.count; i++)
        if (f->now.counts[i * f->now.width + count] > most)
            most = f->now.counts[i * f->now.width + count];
    double *chances = base_array(f->arena, double, most + 1);
    for (size_t i = 0; i < f->now.count; i++)
        chances[f->now.counts[i * f->now.width + count]] += f->now.mass[i];
    return base_pmf_of_chances(keeper, chances, most + 1);
}

/* Runs in an arena of its own, as what is followed is large, and the result small. */
static void answer_question(base_arena *arena, void *context)
{
    const question *to = context;
    small_tree made = {.from = to->of, .asked = to->asked, .plus = to->plus};
    follower f;
    make_small(arena, &made, false);
    start_follower(arena, &f, &made);
    const bool any = to->plus == WYRM_FOUND_ANY;
    const size_t count = any ? made.small.nodes[made.place[to->asked]].found : good_index(&f);
    if (!any)
        f.good = base_array(arena, double, made.small.node_count);
    for (int32_t depth = 1; depth <= to->last_depth; depth++) {
        if (!any)
            judge_floor(&made, &f, depth);
        one_floor(&f, depth);
        to->found->by_depth[depth - 1] = count_pmf(to->keeper, &f, count);
    }
    to->found->cut = f.cut;
}

/* The same for droughts. */
static void answer_droughts(base_arena *arena, void *context)
{
    const question *to = context;
    small_tree made = {
        .from = to->of, .asked = to->asked, .plus = to->plus == WYRM_FOUND_ANY ? EVERY : to->plus};
    follower f;
    make_small(arena, &made, false);
    start_follower(arena, &f, &made);
    f.droughts = true;
    f.most_steps = LOOT_DROUGHT_STEPS_MAX;
    f.now.most = f.next.most = f.ended.most = LOOT_DROUGHT_STATES_MAX;
    f.good = base_array(arena, double, made.small.node_count);
    for (int32_t depth = 1; depth <= to->last_depth; depth++) {
        judge_floor(&made, &f, depth);
        one_floor(&f, depth);
        to->found->drought[depth - 1] = count_pmf(to->keeper, &f, f.of->counts + DRY);
        to->found->longest[depth - 1] = count_pmf(to->keeper, &f, f.of->counts + LONGEST);
    }
}

/* Answers for a model without a tree, which has only kinds. */
static void make_plain(base_arena *arena, const question *to, wyrm_found *out)
{
    const void *state;
    const loot_finding *finding = loot_finding_of(to->loot, &state);
    const wyrm_item_kind *kinds;
    const size_t count = wyrm_loot_kinds(to->loot, &kinds);
    const int32_t kind = wyrm_loot_find(to->loot, to->name);
    const char **names = base_array(arena, const char *, count);
    for (size_t i = 0; i < count; i++)
        names[i] = kinds[i].name;
    if (kind < 0)
        loot_refuse_name(arena, to->name, names, count);
    *out = (wyrm_found){.name = kinds[kind].name,
                        .last_depth = to->last_depth,
                        .by_depth = base_array(arena, wyrm_pmf *, (size_t)to->last_depth)};
    finding->one(arena, state, (size_t)kind, out);
}

/* Whether the kinds that are asked for are enchanted in different ways. */
static bool is_mixed(const question *to)
{
    const floors_amount *same = NULL;
    for (size_t i = 1; i < to->of->node_count; i++) {
        const floors_node *node = &to->of->nodes[i];
        if (node->kind < 0 || !floors_is_below(to->of, i, to->asked))
            continue;
        if (same && node->bonuses != same)
            return true;
        same = node->bonuses;
    }
    return false;
}

/* Returns the mean number of what is asked on the floor of a depth. */
static double mean_here(const wyrm_found *found, size_t d)
{
    return wyrm_pmf_mean(found->by_depth[d]) - (d > 0 ? wyrm_pmf_mean(found->by_depth[d - 1]) : 0);
}

/* Makes the distribution of the enchantment of one of what is asked, by depth, with kinds as often
 * as they come on average. Left out if kinds differ, and how often they come cannot be followed. */
static void make_bonus(base_arena *arena, const question *to)
{
    enum { MIDDLE = WYRM_PLUS_MAX, ALL = 2 * WYRM_PLUS_MAX + 1 };
    const floors *of = to->of;
    const size_t depths = (size_t)to->last_depth;
    wyrm_found_survey *survey = NULL;
    if (is_mixed(to)) {
        const wyrm_status status =
            wyrm_found_survey_new(to->loot, to->last_depth, &survey, &arena->error);
        if (status == WYRM_ERROR_LIMIT)
            return;
        base_must(arena, status);
        base_keep(arena, survey, wyrm_found_survey_free);
    }
    wyrm_weighted *pairs = base_array(arena, wyrm_weighted, ALL);
    to->found->bonus = base_array(arena, wyrm_pmf *, depths);
    for (size_t d = 0; d < depths; d++) {
        double sum = 0;
        for (int64_t v = 0; v < ALL; v++)
            pairs[v] = (wyrm_weighted){v - MIDDLE, 0};
        for (size_t i = 1; i < of->node_count; i++) {
            if (of->nodes[i].kind < 0 || !floors_is_below(of, i, to->asked))
                continue;
            const double mean = survey
                                    ? survey->means[d * survey->kinds + (size_t)of->nodes[i].kind]
                                    : mean_here(to->found, d);
            const wyrm_amount *bonus = floors_bonus(of, i, (int32_t)d + 1);
            sum += mean;
            pairs[MIDDLE].weight += bonus ? 0 : mean;
            for (size_t v = 0; bonus && v < wyrm_pmf_length(bonus->pmf); v++)
                pairs[wyrm_pmf_first(bonus->pmf) + (int64_t)v + MIDDLE].weight +=
                    mean * wyrm_pmf_probabilities(bonus->pmf)[v];
        }
        if (sum > CUT)
            to->found->bonus[d] = base_pmf_of(arena, pairs, ALL);
    }
}

static void make_found(base_arena *arena, void *result, void *context)
{
    question *to = context;
    begin_answer(arena, to);
    if (!to->of) {
        make_plain(arena, to, result);
        return;
    }
    const size_t depths = (size_t)to->last_depth;
    to->found = result;
    to->asked = floors_asked(arena, to->of, to->name, &to->plus);
    *to->found = (wyrm_found){.name = base_copy(arena, to->name),
                              .last_depth = to->last_depth,
                              .by_depth = base_array(arena, wyrm_pmf *, depths)};
    base_must(arena, base_apart(arena, answer_question, to));
    if (to->plus == WYRM_FOUND_ANY && floors_is_enchanted(to->of, to->asked))
        make_bonus(arena, to);
    to->found->drought = base_array(arena, wyrm_pmf *, depths);
    to->found->longest = base_array(arena, wyrm_pmf *, depths);
    const wyrm_status status = base_apart(arena, answer_droughts, to);
    if (status == WYRM_ERROR_LIMIT)
        to->found->drought = to->found->longest = NULL;
    else
        base_must(arena, status);
}

wyrm_status wyrm_found_new(const wyrm_loot *loot, const char *name, int32_t last_depth,
                           wyrm_found **out, wyrm_error *error)
{
    question to = {.loot = loot, .name = name, .last_depth = last_depth};
    return base_make(sizeof **out, make_found, &to, out, error);
}

void wyrm_found_free(wyrm_found *found)
{
    base_unmake(found);
}

static void survey_floors(base_arena *arena, void *context)
{
    const question *to = context;
    wyrm_found_survey *out = to->survey;
    small_tree made = {.from = to->of, .asked = SIZE_MAX, .plus = WYRM_FOUND_ANY};
    follower f;
    make_small(arena, &made, true);
    start_follower(arena, &f, &made);
    for (int32_t depth = 1; depth <= out->last_depth; depth++) {
        const size_t row = (size_t)(depth - 1) * out->kinds;
        one_floor(&f, depth);
        for (size_t i = 1; i < to->of->node_count; i++) {
            const floors_node *node = &made.small.nodes[made.place[i]];
            const int32_t kind = to->of->nodes[i].kind;
            if (kind < 0)
                continue;
            out->means[row + (size_t)kind] = kind_mean(&made, &f, i);
            if (node->found != FLOORS_NO_COUNT && is_alone(&made, i))
                out->by_depth[row + (size_t)kind] = count_pmf(to->keeper, &f, node->found);
        }
    }
    out->cut = f.cut;
}

static void make_survey(base_arena *arena, void *result, void *context)
{
    question *to = context;
    begin_answer(arena, to);
    const wyrm_item_kind *kinds;
    const size_t count = wyrm_loot_kinds(to->loot, &kinds), all = (size_t)to->last_depth * count;
    to->survey = result;
    *to->survey = (wyrm_found_survey){.last_depth = to->last_depth,
                                      .kinds = count,
                                      .means = base_array(arena, double, all),
                                      .by_depth = base_array(arena, const wyrm_pmf *, all)};
    const void *state;
    const loot_finding *finding = loot_finding_of(to->loot, &state);
    if (finding)
        finding->all(arena, state, to->survey);
    else
        base_must(arena, base_apart(arena, survey_floors, to));
}

wyrm_status wyrm_found_survey_new(const wyrm_loot *loot, int32_t last_depth,
                                  wyrm_found_survey **out, wyrm_error *error)
{
    question to = {.loot = loot, .last_depth = last_depth};
    return base_make(sizeof **out, make_survey, &to, out, error);
}

void wyrm_found_survey_free(wyrm_found_survey *survey)
{
    base_unmake(survey);
}

/* Whether a node may have a weight at a depth, whatever came before. */
static bool may_weigh(const floors *of, size_t node, int32_t depth)
{
    const floors_node *n = &of->nodes[node];
    const double weight = of->weights[floors_row(of, depth) * of->node_count + node];
    return weight + n->each_floor * depth > 0 || n->each_without > 0 || n->each_found > 0;
}

/* Marks all kinds below a node that may come at a depth if the node does. */
static void mark_below(const floors *of, size_t node, int32_t depth, bool *kinds)
{
    if (of->nodes[node].kind >= 0)
        kinds[of->nodes[node].kind] = true;
    for (size_t i = 0; i < of->nodes[node].count; i++) {
        const size_t child = of->children[of->nodes[node].first + i];
        if (may_weigh(of, child, depth))
            mark_below(of, child, depth, kinds);
    }
}

bool wyrm_found_is_vain(const wyrm_loot *loot, size_t category, int32_t depth)
{
    const floors *of = loot_floors_of(loot);
    const wyrm_amount *number = floors_amount_at(of->numbers, of->number_count, depth);
    size_t node = 1 + category; /* categories come first */
    const floors_node *n = &of->nodes[node];
    bool comes = number && number->most > 0;
    for (size_t i = 0; i < n->count; i++)
        if (may_weigh(of, of->children[n->first + i], depth))
            return false;
    for (; comes && node != 0; node = n->parent) {
        n = &of->nodes[node];
        comes = may_weigh(of, node, depth);
    }
    return comes;
}

/* Marks the kinds that may be found, in a model without a tree: all, if that is too much to
 * follow. */
static wyrm_status mark_plain(const wyrm_loot *loot, bool *kinds, wyrm_error *error)
{
    const wyrm_item_kind *all;
    const size_t count = wyrm_loot_kinds(loot, &all);
    wyrm_found_survey *survey;
    const int32_t last = wyrm_found_last_depth(loot);
    const wyrm_status status = wyrm_found_survey_new(loot, last, &survey, error);
    if (status != WYRM_OK && status != WYRM_ERROR_LIMIT)
        return status;
    for (size_t i = 0; i < count * (size_t)last; i++)
        kinds[i % count] = kinds[i % count] || status != WYRM_OK || survey->means[i] > 0;
    wyrm_found_survey_free(survey);
    return WYRM_OK;
}

wyrm_status wyrm_found_possible(const wyrm_loot *loot, bool *kinds, wyrm_error *error)
{
    const void *state;
    if (loot_finding_of(loot, &state))
        return mark_plain(loot, kinds, error);
    const floors *of = loot_floors_of(loot);
    for (int32_t depth = 1; of && depth <= of->last_depth; depth++) {
        const wyrm_amount *number = floors_amount_at(of->numbers, of->number_count, depth);
        if (number && number->most > 0)
            mark_below(of, 0, depth, kinds);
        for (size_t e = 0; number && number->most > 0 && e < of->owed_count; e++)
            mark_below(of, of->owed[e].node, depth, kinds);
        for (size_t s = 0; s < of->sure_count; s++)
            if (sure_mean(&of->sure[s], depth) > 0)
                mark_below(of, of->sure[s].node, depth, kinds);
        for (size_t i = 1; i < of->node_count; i++)
            if (of->nodes[i].pity > 0 && depth > of->nodes[i].pity)
                mark_below(of, i, depth, kinds);
    }
    return WYRM_OK;
}
