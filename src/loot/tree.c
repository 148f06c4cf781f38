/* The tree that the items of a floor are drawn from: what its nodes weigh after what came before.
 *
 * The counts are its only memory. Which of them a tree has follows from its nodes: how many came,
 * if a meter, a schedule or a limit asks for it; floors since the last one; cards that were dealt;
 * what a range of depths has had of what is guaranteed. Games draw from the tree (floors.c), and
 * the exact reading follows all that it may do (found.c), by the same functions. */
#include "loot/internal.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- order, counts and sums ---- */

static bool has_memory(const floors *of, const floors_node *node)
{
    return node->most > 0 || floors_is_metered(node) ||
           (node->parent >= 0 && of->nodes[node->parent].dealt);
}

bool floors_is_below(const floors *of, size_t node, size_t above)
{
    while (node > 0 && node != above)
        node = (size_t)of->nodes[node].parent;
    return node == above;
}

static uint16_t new_count(floors *of)
{
    return of->counts < FLOORS_NO_COUNT ? (uint16_t)of->counts++ : FLOORS_NO_COUNT;
}

void floors_arrange(base_arena *arena, floors *of, size_t asked)
{
    size_t at = 0;
    of->counts = 0;
    of->children = base_array(arena, size_t, of->node_count);
    of->running = base_array(arena, double, of->row_count * of->node_count);
    for (size_t c = 0; c < of->node_count; c++) {
        floors_node *category = &of->nodes[c];
        category->first = at;
        for (int memory = 1; memory >= 0; memory--) {
            if (!memory)
                category->plain = at - category->first;
            for (size_t i = c + 1; i < of->node_count; i++)
                if ((size_t)of->nodes[i].parent == c && has_memory(of, &of->nodes[i]) == memory)
                    of->children[at++] = i;
        }
        category->count = at - category->first;
    }
    for (size_t row = 0; row < of->row_count; row++)
        for (size_t c = 0; c < of->node_count; c++) {
            double sum = 0;
            for (size_t i = of->nodes[c].plain; i < of->nodes[c].count; i++) {
                const size_t place = of->nodes[c].first + i;
                sum += of->weights[row * of->node_count + of->children[place]];
                of->running[row * of->node_count + place] = sum;
            }
        }
    for (size_t i = 0; i < of->node_count; i++) {
        floors_node *node = &of->nodes[i];
        bool owed = false, waited = node->each_without != 0 || node->pity > 0;
        for (size_t e = 0; e < of->owed_count; e++) {
            owed = owed || (node->kind >= 0 && floors_is_below(of, i, of->owed[e].node));
            waited = waited || (i == of->owed[e].node && of->owed[e].without > 0);
        }
        const bool found = owed || node->most > 0 || node->each_found != 0 || i == asked;
        node->found = found ? new_count(of) : FLOORS_NO_COUNT;
        node->without = waited ? new_count(of) : FLOORS_NO_COUNT;
        node->card = i > 0 && of->nodes[node->parent].dealt ? new_count(of) : FLOORS_NO_COUNT;
        of->given_count += owed ? of->owed_count : 0;
    }
    of->given = base_array(arena, floors_given, of->given_count);
    of->given_count = 0;
    for (size_t e = 0; e < of->owed_count; e++) {
        of->owed[e].first = of->given_count;
        for (size_t i = 0; i < of->node_count; i++)
            if (of->nodes[i].kind >= 0 && floors_is_below(of, i, of->owed[e].node))
                of->given[of->given_count++] =
                    (floors_given){of->nodes[i].found, of->nodes[i].worth};
        of->owed[e].count = of->given_count - of->owed[e].first;
    }
    for (size_t s = 0; s < of->sure_count; s++)
        of->sure[s].given = new_count(of);
}

/* ---- what nodes weigh, and which may come ---- */

size_t floors_row(const floors *of, int32_t depth)
{
    size_t row = of->row_count - 1;
    while (row > 0 && of->row_from[row] > depth)
        row--;
    return row;
}

const wyrm_amount *floors_amount_at(const floors_amount *list, size_t count, int32_t depth)
{
    while (count > 0 && list[count - 1].from_depth > depth)
        count--;
    return count > 0 ? list[count - 1].amount : NULL;
}

const wyrm_amount *floors_bonus(const floors *of, size_t node, int32_t depth)
{
    return floors_amount_at(of->nodes[node].bonuses, of->nodes[node].bonus_count, depth);
}

static bool is_spent(const floors_node *node, const uint16_t *counts)
{
    return node->most > 0 && counts[node->found] >= node->most;
}

bool floors_may_come(const floors *of, size_t node, const uint16_t *counts)
{
    for (int32_t i = (int32_t)node; i >= 0; i = of->nodes[i].parent)
        if (is_spent(&of->nodes[i], counts))
            return false;
    return true;
}

double floors_weigh(const floors *of, size_t row, int32_t depth, size_t node,
                    const uint16_t *counts)
{
    const floors_node *n = &of->nodes[node];
    double weight = of->weights[row * of->node_count + node];
    if (n->card != FLOORS_NO_COUNT)
        return weight - counts[n->card];
    if (is_spent(n, counts))
        return 0;
    weight += n->each_floor * depth;
    if (n->each_found != 0)
        weight += n->each_found * counts[n->found];
    if (n->each_without != 0 && counts[n->without] != FLOORS_CAME)
        weight += n->each_without * counts[n->without];
    return weight > 0 ? weight : 0;
}

/* Whether no item of a node has come for so many floors, nor on this one. */
static bool without_for(const floors *of, size_t node, int32_t number, const uint16_t *counts)
{
    const uint16_t without = counts[of->nodes[node].without];
    return without != FLOORS_CAME && without >= number;
}

int floors_due(const floors *of, int32_t depth, double luck, const uint16_t *counts)
{
    for (size_t e = 0; e < of->owed_count; e++) {
        const floors_owed *owed = &of->owed[e];
        double given = 0;
        if (!floors_may_come(of, owed->node, counts))
            continue;
        for (size_t i = owed->first; i < owed->first + owed->count; i++)
            given += (double)of->given[i].worth * counts[of->given[i].found];
        if (given <= wyrm_value_at_depth(owed->plus, depth) +
                         owed->factor * (pow(depth, owed->power) + luck) ||
            (owed->without > 0 && without_for(of, owed->node, owed->without, counts)))
            return (int)e;
    }
    return -1;
}

bool floors_pities(const floors *of, size_t node, const uint16_t *counts)
{
    const floors_node *n = &of->nodes[node];
    return n->pity > 0 && without_for(of, node, n->pity, counts);
}

static void count_one(uint16_t *count)
{
    if (*count < FLOORS_CAME - 1)
        ++*count;
}

void floors_enter(const floors *of, int32_t depth, uint16_t *counts)
{
    for (size_t s = 0; s < of->sure_count; s++)
        if (floors_since(&of->sure[s], depth) == 0)
            counts[of->sure[s].given] = 0;
}

void floors_leave(const floors *of, uint16_t *counts)
{
    for (size_t i = 0; i < of->node_count; i++) {
        if (of->nodes[i].without == FLOORS_NO_COUNT)
            continue;
        uint16_t *without = &counts[of->nodes[i].without];
        if (*without == FLOORS_CAME)
            *without = 0;
        else
            count_one(without);
    }
}

double floors_sure_number(const floors *of, size_t index, int32_t depth, const uint16_t *counts)
{
    const floors_sure *sure = &of->sure[index];
    const int32_t since = floors_since(sure, depth);
    const int32_t left = sure->last - sure->first + 1 - since;
    if (since < 0 || left <= 0)
        return 0;
    return (double)(sure->number - counts[sure->given]) / left;
}

void floors_deal(const floors *of, size_t row, size_t node, uint16_t *counts)
{
    const floors_node *category = &of->nodes[of->nodes[node].parent];
    if (of->nodes[node].card == FLOORS_NO_COUNT)
        return;
    count_one(&counts[of->nodes[node].card]);
    for (size_t i = category->first; i < category->first + category->count; i++)
        if (floors_weigh(of, row, 1, of->children[i], counts) > 0)
            return;
    for (size_t i = category->first; i < category->first + category->count; i++)
        counts[of->nodes[of->children[i]].card] = 0;
}

void floors_come(const floors *of, size_t node, uint16_t *counts)
{
    for (int32_t i = (int32_t)node; i >= 0; i = of->nodes[i].parent) {
        if (of->nodes[i].found != FLOORS_NO_COUNT)
            count_one(&counts[of->nodes[i].found]);
        if (of->nodes[i].without != FLOORS_NO_COUNT)
            counts[of->nodes[i].without] = FLOORS_CAME;
    }
}

/* ---- names that are asked for ---- */

size_t floors_asked(base_arena *arena, const floors *of, const char *name, int32_t *plus)
{
    char base[WYRM_FOUND_NAME];
    const char **names = base_array(arena, const char *, of->node_count);
    size_t asked = 0;
    *plus = wyrm_found_asked(name, base);
    for (size_t i = 1; i < of->node_count; i++) {
        names[i - 1] = of->nodes[i].name;
        if (strcmp(of->nodes[i].name, base) == 0)
            asked = i;
    }
    if (asked == 0)
        loot_refuse_name(arena, base, names, of->node_count - 1);
    if (*plus != WYRM_FOUND_ANY && !floors_is_enchanted(of, asked))
        base_refuse(arena, WYRM_ERROR_ARGUMENT, "nothing called '%s' has an enchantment", base);
    return asked;
}

int32_t wyrm_found_asked(const char *name, char base[WYRM_FOUND_NAME])
{
    const char *plus = strchr(name, '+');
    const size_t digits = plus ? strspn(plus + 1, "0123456789") : 0;
    const bool has = digits > 0 && digits < 5 && plus[1 + digits] == '\0';
    snprintf(base, WYRM_FOUND_NAME, "%.*s", (int)(has ? plus - name : WYRM_FOUND_NAME), name);
    return has ? (int32_t)strtol(plus + 1, NULL, 10) : WYRM_FOUND_ANY;
}

/* ---- states of a chain, in a hash table: equal ones are merged ---- */

static size_t slot_of(const loot_states *in, const uint16_t *counts)
{
    uint64_t h = 0x9E3779B97F4A7C15u;
    for (size_t i = 0; i < in->width; i++)
        h = (h ^ counts[i]) * 0xD6E8FEB86659FD93u;
    return (h ^ h >> 32) & (2 * in->capacity - 1);
}

static void grow(base_arena *arena, loot_states *in)
{
    const loot_states before = *in;
    in->capacity = before.capacity > 0 ? 2 * before.capacity : 256;
    in->counts = base_array(arena, uint16_t, in->capacity * in->width);
    in->mass = base_array(arena, double, in->capacity);
    in->slots = base_array(arena, uint32_t, 2 * in->capacity);
    if (before.count > 0) {
        memcpy(in->counts, before.counts, before.count * in->width * sizeof *in->counts);
        memcpy(in->mass, before.mass, before.count * sizeof *in->mass);
    }
    for (size_t i = 0; i < in->count; i++) {
        size_t slot = slot_of(in, in->counts + i * in->width);
        while (in->slots[slot] != 0)
            slot = (slot + 1) & (2 * in->capacity - 1);
        in->slots[slot] = (uint32_t)i + 1;
    }
}

size_t loot_states_find(base_arena *arena, loot_states *in, const uint16_t *counts)
{
    const size_t bytes = in->width * sizeof *counts;
    if (in->count == in->capacity)
        grow(arena, in);
    size_t slot = slot_of(in, counts);
    for (; in->slots[slot] != 0; slot = (slot + 1) & (2 * in->capacity - 1)) {
        const size_t i = in->slots[slot] - 1;
        if (memcmp(in->counts + i * in->width, counts, bytes) == 0)
            return i;
    }
    if (in->count == in->most)
        base_refuse(arena, WYRM_ERROR_LIMIT, "what came before can stand in more than %zu ways",
                    in->most);
    memcpy(in->counts + in->count * in->width, counts, bytes);
    in->mass[in->count] = 0;
    in->slots[slot] = (uint32_t)++in->count;
    return in->count - 1;
}

void loot_states_clear(loot_states *in)
{
    if (in->count > 0)
        memset(in->slots, 0, 2 * in->capacity * sizeof *in->slots);
    in->count = 0;
}
