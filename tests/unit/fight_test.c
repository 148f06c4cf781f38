/* Fights with conditions. Random ones are compared with the simplest possible solver, which carries
 * every joint state of both sides from tick to tick without any shortcut; fights without conditions
 * with the exact duel; sampled fights with exact ones; and small fights are worked by hand. */
#include "helpers.h"
#include "stride.h"

#include <wyrm/memory.h>

#include "combat/fight.h"

#define SLOTS      3   /* of one side, at most */
#define TICKS      960 /* of a turn: durations here are whole numbers of ticks */
#define TURNS_MOST 250
#define HP_MOST    10

/* ---- a random model: the outcome of a blow is drawn from the slots it looks at ---- */

typedef struct wild {
    uint64_t seed;
    fight_slot slots[2][SLOTS];
    wyrm_pmf *damage[2][SLOTS], *roll[2];
    uint32_t looked[2][2][2]; /* by side and blow: slots of its own side, and of the other */
    bool heals, extras, looks_at_hp;
    fight_model model;
} wild;

static uint64_t mixed(uint64_t hash, uint64_t word)
{
    test_random random = {hash ^ (word * UINT64_C(0x2545f4914f6cdd1d))};
    return random_word(&random);
}

static void wild_blow(void *context, int side, size_t blow, const fight_state *own,
                      const fight_state *other, base_arena *arena, fight_outcomes *out)
{
    const wild *w = context;
    const fight_state *const states[2] = {own, other};
    const uint32_t *looked = w->looked[side][blow];
    uint64_t hash = mixed(mixed(w->seed, (uint64_t)side), blow);
    for (int t = 0; t < 2; t++) {
        for (int i = 0; i < SLOTS; i++)
            if (looked[t] >> i & 1)
                hash = mixed(hash, states[t]->slots[i]);
        if (looked[t] & FIGHT_LOOKED_HP)
            hash = mixed(hash, (uint64_t)(states[t]->hp > 3));
        if (looked[t] & FIGHT_LOOKED_MAX)
            hash = mixed(hash, (uint64_t)states[t]->max_hp % 2);
    }
    test_random random = {hash};
    const size_t count = 1 + (size_t)random_below(&random, 4);
    fight_outcome *list = base_array(arena, fight_outcome, count);
    const wyrm_ratio extras[] = {{0, 0}, {1, 2}, {1, 1}, {-1, 8}, {0, 3}};
    for (size_t i = 0; i < count; i++) {
        fight_change *changes = base_array(arena, fight_change, 2);
        list[i] = (fight_outcome){.chance = 0.1 + random_unit(&random),
                                  .damage = random_between(&random, i == 0 ? 1 : -2, 5),
                                  .changes = changes};
        list[i].damage = list[i].damage < 0 ? 0 : list[i].damage;
        if (w->heals && random_below(&random, 4) == 0)
            list[i].heal = random_between(&random, -2, 2);
        if (w->extras && random_below(&random, 2) == 0)
            list[i].extra = extras[random_below(&random, LENGTH_OF(extras))];
        for (int k = 0; k < 2; k++) {
            bool of_attacker = random_below(&random, 2) == 0;
            size_t slots = w->model.sides[of_attacker ? side : !side].slot_count;
            if (slots > 0 && random_below(&random, 2) == 0)
                changes[list[i].change_count++] =
                    (fight_change){.of_attacker = of_attacker,
                                   .slot = (uint8_t)random_below(&random, (int64_t)slots),
                                   .verb = (fight_verb)random_below(&random, 3),
                                   .value = (int32_t)random_between(&random, -1, 3)};
        }
    }
    *out = (fight_outcomes){list, count, looked[0], looked[1]};
}

static wyrm_pmf *uniform(int64_t least, int64_t most)
{
    wyrm_pmf *pmf = NULL;
    assert_works(wyrm_pmf_uniform(least, most, &pmf, &last_error));
    return pmf;
}

static void wild_slot(test_random *random, fight_slot *slot, wyrm_pmf **damage)
{
    const wyrm_ratio speeds[] = {{2, 1}, {1, 2}, {3, 2}};
    *slot = (fight_slot){.most = (int32_t)random_between(random, 1, 3),
                         .stacking = (fight_stacking)random_below(random, 4),
                         .each_turn = (int32_t)random_between(random, -1, 0)};
    if (random_below(random, 4) == 0)
        slot->each_turn = 1; /* a counter */
    if (random_below(random, 3) == 0)
        slot->start = (int32_t)random_between(random, 0, slot->most);
    slot->shaken_off = random_below(random, 4) == 0 ? 0.3 : 0;
    slot->helpless = random_below(random, 5) == 0;
    if (slot->helpless && slot->each_turn >= 0)
        slot->shaken_off = 0.6;
    slot->ends_when_hurt = random_below(random, 5) == 0;
    if (random_below(random, 5) == 0)
        slot->slows = speeds[random_below(random, LENGTH_OF(speeds))];
    if (random_below(random, 3) == 0) {
        slot->damage = *damage = uniform(random_between(random, -1, 0), 2);
        slot->times_value = random_below(random, 3) == 0;
    }
}

static void wild_begin(wild *w, uint64_t seed)
{
    const wyrm_ratio durations[] = {{0, 0}, {1, 1}, {1, 2}, {3, 2}, {2, 1}};
    test_random random = {seed};
    *w = (wild){.seed = seed,
                .heals = random_below(&random, 3) == 0,
                .extras = random_below(&random, 4) == 0,
                .looks_at_hp = random_below(&random, 4) == 0};
    w->model = (fight_model){.blow = wild_blow, .context = w};
    for (int s = 0; s < 2; s++) {
        fight_side *side = &w->model.sides[s];
        side->max_hp = random_between(&random, 1, HP_MOST);
        side->hp = random_between(&random, 1, side->max_hp);
        if (random_below(&random, 4) == 0)
            side->hp_roll = w->roll[s] = uniform(1, side->max_hp);
        if (random_below(&random, 4) == 0)
            side->regeneration = 0.4;
        if (random_below(&random, 2) == 0)
            side->duration = durations[random_below(&random, LENGTH_OF(durations))];
        side->blows = 1 + (size_t)random_below(&random, 2);
        side->slots = w->slots[s];
        side->slot_count = (size_t)random_below(&random, SLOTS + 1);
        for (size_t i = 0; i < side->slot_count; i++)
            wild_slot(&random, &w->slots[s][i], &w->damage[s][i]);
    }
    for (int s = 0; s < 2; s++)
        for (int b = 0; b < 2; b++)
            for (int t = 0; t < 2; t++) {
                for (size_t i = 0; i < w->model.sides[t == 0 ? s : !s].slot_count; i++)
                    if (random_below(&random, 3) == 0)
                        w->looked[s][b][t] |= UINT32_C(1) << i;
                if (w->looks_at_hp && random_below(&random, 3) == 0)
                    w->looked[s][b][t] |= FIGHT_LOOKED_HP;
                if (w->looks_at_hp && random_below(&random, 6) == 0)
                    w->looked[s][b][t] |= FIGHT_LOOKED_MAX;
            }
}

static void wild_end(wild *w)
{
    for (int s = 0; s < 2; s++) {
        wyrm_pmf_free(w->roll[s]);
        for (int i = 0; i < SLOTS; i++)
            wyrm_pmf_free(w->damage[s][i]);
    }
}

/* ---- the plain solver ---- */

typedef struct plain_state {
    int hp[2], most[2], next[2], extra;
    uint16_t slots[2][SLOTS + 1];
} plain_state;

typedef struct crowd {
    struct {
        plain_state at;
        double p;
    } * list;
    size_t count, room;
    int32_t *index;
} crowd;

#define INDEX ((size_t)1 << 15)

static void put(crowd *c, const plain_state *at, double p)
{
    uint64_t hash = 1;
    uint16_t words[sizeof *at / 2];
    memcpy(words, at, sizeof words);
    for (size_t i = 0; i < LENGTH_OF(words); i++)
        hash = (hash ^ words[i]) * UINT64_C(0x9e3779b97f4a7c15), hash ^= hash >> 31;
    size_t k = hash % INDEX;
    for (; c->index[k] != 0; k = (k + 1) % INDEX)
        if (memcmp(&c->list[c->index[k] - 1].at, at, sizeof *at) == 0) {
            c->list[c->index[k] - 1].p += p;
            return;
        }
    if (c->count >= INDEX / 2)
        return; /* chances then do not add up to 1, which the test notices */
    if (c->count == c->room) {
        c->room = c->room == 0 ? 64 : 2 * c->room;
        c->list = realloc(c->list, c->room * sizeof *c->list);
        assert_non_null(c->list);
    }
    c->list[c->count].at = *at;
    c->list[c->count++].p = p;
    c->index[k] = (int32_t)c->count;
}

typedef struct plain {
    const fight_model *model;
    base_arena *arena;
    crowd now, then;
    int order[2], tick;
    double won[2], turns, fighting, left[2][HP_MOST + 1];
} plain;

/* Goes on to the next tick, with the states collected for it. */
static void turn_over(plain *f)
{
    crowd empty = f->now;
    f->now = f->then;
    f->then = empty;
    f->then.count = 0;
    memset(f->then.index, 0, INDEX * sizeof *f->then.index);
}

/* `side` loses hit points; true if it dies, which is noted for the turn. */
static bool loses(plain *f, plain_state *at, int side, int64_t points, double p, int turn)
{
    at->hp[side] -= (int)points;
    if (at->hp[side] > at->most[side])
        at->hp[side] = at->most[side];
    if (at->hp[side] <= 0) {
        f->won[!side] += p;
        f->turns += p * turn;
        f->left[!side][at->hp[!side]] += p;
        return true;
    }
    for (size_t i = 0; points > 0 && i < f->model->sides[side].slot_count; i++)
        if (f->model->sides[side].slots[i].ends_when_hurt)
            at->slots[side][i] = 0;
    return false;
}

static uint16_t within(int64_t value, int64_t most)
{
    return (uint16_t)(value < 0 ? 0 : value > most ? most : value);
}

static void end_of_turn(plain *f, int side)
{
    const fight_side *of = &f->model->sides[side];
    const int turn = f->tick / TICKS;
    for (size_t i = 0; i < of->slot_count; i++) {
        const fight_slot *slot = &of->slots[i];
        for (size_t k = 0; k < f->now.count; k++) {
            const plain_state at = f->now.list[k].at;
            const double p = f->now.list[k].p;
            if (!slot->damage || at.slots[side][i] == 0) {
                put(&f->then, &at, p);
                continue;
            }
            for (int64_t d = wyrm_pmf_first(slot->damage); d <= wyrm_pmf_last(slot->damage); d++) {
                plain_state to = at;
                double q = p * wyrm_pmf_at(slot->damage, d);
                if (!loses(f, &to, side, slot->times_value ? d * at.slots[side][i] : d, q, turn))
                    put(&f->then, &to, q);
            }
        }
        turn_over(f);
    }
    int gain = (int)(floor(turn * of->regeneration) - floor((turn - 1) * of->regeneration));
    for (size_t k = 0; k < f->now.count; k++) {
        plain_state at = f->now.list[k].at;
        loses(f, &at, side, -gain, 0, turn);
        put(&f->then, &at, f->now.list[k].p);
    }
    turn_over(f);
    for (size_t i = 0; i < of->slot_count; i++) {
        const fight_slot *slot = &of->slots[i];
        for (size_t k = 0; k < f->now.count; k++) {
            plain_state at = f->now.list[k].at;
            double p = f->now.list[k].p;
            const uint16_t value = at.slots[side][i];
            if (value > 0 && slot->shaken_off > 0) {
                at.slots[side][i] = 0;
                put(&f->then, &at, p * slot->shaken_off);
                p *= 1 - slot->shaken_off;
            }
            at.slots[side][i] = within(value + slot->each_turn, slot->most);
            put(&f->then, &at, p);
        }
        turn_over(f);
    }
}

static bool helpless(const plain *f, const plain_state *at, int side)
{
    for (size_t i = 0; i < f->model->sides[side].slot_count; i++)
        if (f->model->sides[side].slots[i].helpless && at->slots[side][i] > 0)
            return true;
    return false;
}

/* Length of a whole attack in ticks. */
static int attack_ticks(const plain *f, const plain_state *at, int side)
{
    const fight_side *of = &f->model->sides[side];
    double turns = of->duration.denominator == 0
                       ? 1
                       : (double)of->duration.numerator / (double)of->duration.denominator;
    turns += at->extra / (double)TICKS;
    for (size_t i = 0; i < of->slot_count; i++)
        if (at->slots[side][i] > 0 && of->slots[i].slows.denominator != 0)
            turns *= (double)of->slots[i].slows.numerator / (double)of->slots[i].slows.denominator;
    return (int)lround(turns * TICKS);
}

static void blow(plain *f, int side, size_t number, int tick)
{
    const fight_side *of = &f->model->sides[side];
    for (size_t k = 0; k < f->now.count; k++) {
        const plain_state at = f->now.list[k].at;
        const double p = f->now.list[k].p;
        plain_state to = at;
        if (at.next[side] != tick) {
            put(&f->then, &at, p);
            continue;
        }
        if (helpless(f, &at, side)) {
            to.next[side] = (tick / TICKS + 1) * TICKS;
            put(&f->then, &to, p);
            continue;
        }
        fight_state seen[2];
        for (int s = 0; s < 2; s++)
            seen[s] = (fight_state){
                at.hp[s], f->model->sides[s].hp_roll ? at.most[s] : f->model->sides[s].max_hp,
                at.slots[s]};
        fight_outcomes out;
        f->model->blow(f->model->context, side, number, &seen[side], &seen[!side], f->arena, &out);
        double sum = 0;
        for (size_t i = 0; i < out.count; i++)
            sum += out.list[i].chance;
        for (size_t i = 0; i < out.count; i++) {
            const fight_outcome *o = &out.list[i];
            double q = p * o->chance / sum;
            to = at;
            if (loses(f, &to, side, -o->heal, q, tick / TICKS + 1) ||
                loses(f, &to, !side, o->damage, q, tick / TICKS + 1))
                continue;
            for (size_t c = 0; c < o->change_count; c++) {
                const fight_change *change = &o->changes[c];
                int whose = change->of_attacker ? side : !side;
                const fight_slot *slot = &f->model->sides[whose].slots[change->slot];
                uint16_t *value = &to.slots[whose][change->slot];
                int before = *value, given = change->value;
                if (change->verb == FIGHT_GIVE && given > 0) {
                    if (slot->stacking == FIGHT_LONGEST)
                        given = before > given ? before : given;
                    if (slot->stacking == FIGHT_ADDS)
                        given += before;
                    if (slot->stacking == FIGHT_KEEPS && before > 0)
                        given = before;
                } else if (change->verb == FIGHT_GIVE) {
                    given = before;
                } else if (change->verb == FIGHT_ADD) {
                    given += before;
                }
                *value = within(given, slot->most);
            }
            if (o->extra.denominator != 0)
                to.extra += (int)(TICKS * o->extra.numerator / o->extra.denominator);
            if (number + 1 == of->blows || helpless(f, &to, side)) {
                to.next[side] += attack_ticks(f, &to, side);
                to.extra = 0;
            }
            put(&f->then, &to, q);
        }
    }
    turn_over(f);
}

static bool plain_solve(const fight_model *model, wyrm_striker striker, plain *f)
{
    base_arena arena = {0};
    *f = (plain){.model = model, .arena = &arena};
    f->now.index = zeroed(INDEX, sizeof *f->now.index);
    f->then.index = zeroed(INDEX, sizeof *f->then.index);
    f->order[0] = striker == WYRM_SUBJECT_FIRST ? 0 : 1;
    f->order[1] = !f->order[0];
    for (int64_t i = 1; i <= HP_MOST; i++)
        for (int64_t j = 1; j <= HP_MOST; j++) {
            const int64_t hp[2] = {i, j};
            plain_state at;
            double p = 1;
            memset(&at, 0, sizeof at);
            for (int s = 0; s < 2; s++) {
                const fight_side *of = &model->sides[s];
                p *= of->hp_roll ? wyrm_pmf_at(of->hp_roll, hp[s]) : of->hp == hp[s];
                at.hp[s] = (int)hp[s];
                at.most[s] = (int)(of->hp_roll ? hp[s] : of->max_hp);
                for (size_t k = 0; k < of->slot_count; k++)
                    at.slots[s][k] = (uint16_t)of->slots[k].start;
            }
            if (p > 0)
                put(&f->now, &at, p);
        }
    f->fighting = 1;
    for (int tick = 0; tick < TURNS_MOST * TICKS && f->fighting > 1e-13; tick++) {
        bool due = tick % TICKS == 0;
        for (size_t k = 0; k < f->now.count && !due; k++)
            due = f->now.list[k].at.next[0] == tick || f->now.list[k].at.next[1] == tick;
        if (!due)
            continue;
        f->tick = tick;
        for (int o = 0; o < 2 && tick % TICKS == 0 && tick > 0; o++)
            end_of_turn(f, f->order[o]);
        for (int o = 0; o < 2; o++)
            for (size_t b = 0; b < model->sides[f->order[o]].blows; b++)
                blow(f, f->order[o], b, tick);
        f->fighting = 0;
        for (size_t k = 0; k < f->now.count; k++)
            f->fighting += f->now.list[k].p;
        if (f->fighting + f->won[0] + f->won[1] < 1 - 1e-9)
            break;
    }
    free(f->now.list);
    free(f->then.list);
    free(f->now.index);
    free(f->then.index);
    base_release(&arena);
    return f->fighting <= 1e-13 && fabs(f->won[0] + f->won[1] - 1) < 1e-12;
}

/* Both fights in which the sides are independent chains and those in which they are not. */
TEST(random_fights_are_those_of_all_their_states)
{
    int joint = 0, chains = 0;
    for (uint64_t seed = 1; seed <= (uint64_t)played_times(300); seed++) {
        wild w;
        plain wanted;
        wyrm_duel duel;
        OWNED_DUEL d = {0};
        wild_begin(&w, seed);
        const wyrm_striker striker = seed % 2 == 0 ? WYRM_SUBJECT_FIRST : WYRM_OPPONENT_FIRST;
        if (plain_solve(&w.model, striker, &wanted)) {
            assert_works(fight_solve(&w.model, striker, 0, &duel, &d, &last_error));
            joint += strcmp(duel.method, "exact (joint states)") == 0;
            chains += strcmp(duel.method, "exact") == 0;
            const double finished = wanted.won[0] + wanted.won[1];
            assert_near_seeded(duel.p_win, wanted.won[0], 1e-12, seed);
            assert_near_seeded(duel.p_lose, wanted.won[1], 1e-12, seed);
            assert_near_seeded(duel.turns_mean, wanted.turns / finished, 1e-9, seed);
            for (int h = 0; h <= HP_MOST; h++) {
                double left = h == 0 ? wanted.won[1] : wanted.left[0][h];
                assert_near_seeded(wyrm_pmf_at(d.hp_left, h), left / finished, 1e-12, seed);
                left = h == 0 ? wanted.won[0] : wanted.left[1][h];
                assert_near_seeded(wyrm_pmf_at(d.opponent_hp_left, h), left / finished, 1e-12,
                                   seed);
            }
            assert_near_seeded(wyrm_pmf_mean(d.turns), duel.turns_mean, 1e-9, seed);
            assert_near_seeded(wyrm_pmf_sd(d.hp_left), duel.hp_left_sd, 1e-7, seed);
        }
        wild_end(&w);
    }
    assert_in_range(chains, played_times(30), played_times(70));
    assert_in_range(joint, played_times(220), played_times(270));
}

/* Sampled fights have the same chances as exact ones, within the error of 20,000 fights. */
TEST(set_fights_come_out_as_they_should)
{
    double sum = 0;
    for (uint64_t seed = 1; seed <= 12; seed++) {
        wild w;
        wyrm_duel exact, played, again;
        OWNED_DUEL d;
        wild_begin(&w, seed);
        assert_works(fight_solve(&w.model, WYRM_SUBJECT_FIRST, 0, &exact, NULL, &last_error));
        assert_works(fight_play(&w.model, WYRM_SUBJECT_FIRST, seed, &played, &d, &last_error));
        assert_works(fight_play(&w.model, WYRM_SUBJECT_FIRST, seed, &again, NULL, &last_error));
        assert_string_equal(played.method, "20,000 set fights");
        assert_int_equal(played.fights, 20000);
        assert_int_equal(exact.fights, 0);
        assert_same_bits(exact.p_win_low, exact.p_win);
        assert_same_bits(again.p_win, played.p_win);
        const double sd = sqrt(exact.p_win * exact.p_lose / played.fights);
        assert_near_seeded(played.p_win, exact.p_win, 4 * sd + 1e-12, seed);
        assert_near_seeded(played.turns_mean, exact.turns_mean, 4 * exact.turns_sd / 141.4 + 1e-12,
                           seed);
        assert_near_seeded(played.hp_left_mean, exact.hp_left_mean,
                           4 * exact.hp_left_sd / 141.4 + 1e-12, seed);
        assert_near_seeded(wyrm_pmf_mean(d.turns), played.turns_mean, 1e-9, seed);
        /* Wilson's interval, at the end where the true chance is as far off as allowed. */
        const double z = 1.959963984540054;
        for (int end = 0; end < 2; end++) {
            double at = end == 0 ? played.p_win_low : played.p_win_high;
            assert_near_seeded(fabs(played.p_win - at), z * sqrt(at * (1 - at) / played.fights),
                               1e-9, seed);
        }
        if (sd > 0)
            sum += (played.p_win - exact.p_win) / sd;
        wild_end(&w);
    }
    assert_near(sum / sqrt(12), 0, 3);
}

/* In the middle of a game a fight is exact, bit for bit, where that is quick, and else some hundred
 * sampled fights. */
TEST(quick_fights_come_out_as_they_should)
{
    int exact = 0;
    for (uint64_t seed = 1; seed <= 15; seed++) {
        wild w;
        wyrm_duel patient, quick;
        wild_begin(&w, seed);
        assert_works(fight_solve(&w.model, WYRM_SUBJECT_FIRST, 0, &patient, NULL, &last_error));
        w.model.quick = true;
        const wyrm_status made =
            fight_solve(&w.model, WYRM_SUBJECT_FIRST, 0, &quick, NULL, &last_error);
        assert_true(made == WYRM_OK || made == WYRM_ERROR_LIMIT);
        if (made == WYRM_OK) {
            assert_same_bits(quick.p_win, patient.p_win);
            assert_same_bits(quick.hp_left_mean, patient.hp_left_mean);
            exact++;
        }
        assert_works(fight_play(&w.model, WYRM_SUBJECT_FIRST, seed, &quick, NULL, &last_error));
        assert_string_equal(quick.method, "1,000 set fights");
        assert_int_equal(quick.fights, 1000);
        assert_near_seeded(quick.p_win, patient.p_win,
                           4 * sqrt(patient.p_win * patient.p_lose / 1000) + 1e-12, seed);
        wild_end(&w);
    }
    assert_in_range(exact, 5, 14);
}

/* ---- fights without conditions ---- */

/* Blows that do damage and nothing else; they may still claim to look at hit points. */
typedef struct plain_blows {
    const wyrm_pmf *const *damage[2];
    uint32_t looked;
} plain_blows;

static void plain_blow(void *context, int side, size_t blow, const fight_state *own,
                       const fight_state *other, base_arena *arena, fight_outcomes *out)
{
    const plain_blows *of = context;
    const wyrm_pmf *pmf = of->damage[side][blow];
    const int64_t first = wyrm_pmf_first(pmf);
    const size_t count = (size_t)(wyrm_pmf_last(pmf) - first) + 1;
    fight_outcome *list = base_array(arena, fight_outcome, count);
    assert_true(own->hp > 0 && other->hp > 0);
    for (size_t i = 0; i < count; i++)
        list[i] = (fight_outcome){.chance = wyrm_pmf_at(pmf, first + (int64_t)i),
                                  .damage = first + (int64_t)i};
    *out = (fight_outcomes){list, count, of->looked, of->looked};
}

static fight_side side_like(const wyrm_fighter *fighter, size_t blows)
{
    return (fight_side){.hp = fighter->hp,
                        .max_hp = fighter->max_hp,
                        .hp_roll = fighter->hp_roll,
                        .regeneration = fighter->regeneration,
                        .regenerated = fighter->regenerated,
                        .begins = fighter->begins,
                        .duration = fighter->duration,
                        .blows = blows};
}

static void same_duel(const wyrm_duel *duel, const wyrm_duel *wanted, uint64_t seed)
{
    assert_near_seeded(duel->p_win, wanted->p_win, 1e-12, seed);
    assert_near_seeded(duel->p_lose, wanted->p_lose, 1e-12, seed);
    assert_near_seeded(duel->turns_mean, wanted->turns_mean, 1e-9, seed);
    assert_near_seeded(duel->turns_sd, wanted->turns_sd, 1e-7, seed);
    assert_near_seeded(duel->hp_left_mean, wanted->hp_left_mean, 1e-9, seed);
    assert_near_seeded(duel->hp_left_sd, wanted->hp_left_sd, 1e-7, seed);
    if (wanted->p_win > 1e-6) {
        assert_near_seeded(duel->turns_mean_given_win, wanted->turns_mean_given_win, 1e-6, seed);
        assert_near_seeded(duel->hp_left_mean_given_win, wanted->hp_left_mean_given_win, 1e-6,
                           seed);
    }
}

TEST(fights_without_conditions_are_duels)
{
    const wyrm_ratio durations[] = {{0, 0}, {1, 1}, {2, 3}, {7, 4}};
    for (uint64_t seed = 1; seed <= 40; seed++) {
        test_random random = {seed};
        wyrm_pmf *damage[2][3], *roll[2] = {NULL, NULL};
        size_t count[2];
        wyrm_fighter fighters[2];
        plain_blows blows = {.looked = 0};
        for (int s = 0; s < 2; s++) {
            for (int b = 0; b < 2; b++)
                damage[s][b] = uniform(0, random_between(&random, 3, 9));
            assert_works(wyrm_pmf_add(damage[s][0], damage[s][1], &damage[s][2], &last_error));
            count[s] = 1 + (size_t)random_below(&random, 2);
            fighters[s] =
                (wyrm_fighter){.hp = random_between(&random, 10, 20),
                               .max_hp = 20,
                               .regeneration = random_below(&random, 2) == 0 ? 0 : 0.7,
                               .damage = damage[s][count[s] == 1 ? 0 : 2],
                               .duration = durations[random_below(&random, LENGTH_OF(durations))]};
            if (random_below(&random, 3) == 0)
                fighters[s].hp_roll = roll[s] = uniform(14, 20);
            if (random_below(&random, 2) == 0) {
                fighters[s].begins = durations[random_below(&random, LENGTH_OF(durations))];
                fighters[s].regenerated = (uint32_t)random_below(&random, 4);
            }
            blows.damage[s] = (const wyrm_pmf *const *)damage[s];
        }
        const fight_model model = {
            .sides = {side_like(&fighters[0], count[0]), side_like(&fighters[1], count[1])},
            .blow = plain_blow,
            .context = &blows};
        wyrm_duel wanted, duel;
        assert_works(
            wyrm_duel_solve(&fighters[0], &fighters[1], WYRM_SUBJECT_FIRST, &wanted, &last_error));
        for (int looks = 0; looks < 2; looks++) {
            blows.looked = looks ? FIGHT_LOOKED_HP : 0;
            assert_works(fight_solve(&model, WYRM_SUBJECT_FIRST, 0, &duel, NULL, &last_error));
            assert_string_equal(duel.method, looks ? "exact (joint states)" : "exact");
            same_duel(&duel, &wanted, seed);
        }
        for (int s = 0; s < 2; s++) {
            wyrm_pmf_free(roll[s]);
            for (int b = 0; b < 3; b++)
                wyrm_pmf_free(damage[s][b]);
        }
    }
}

/* ---- one fight at a time ---- */

/* A blow of each side with a fixed outcome. */
static void fixed_blow(void *context, int side, __attribute__((unused)) size_t blow,
                       __attribute__((unused)) const fight_state *own,
                       __attribute__((unused)) const fight_state *other,
                       __attribute__((unused)) base_arena *arena, fight_outcomes *out)
{
    *out = (fight_outcomes){(const fight_outcome *)context + side, 1, 0, 0};
}

static fight_model fixed(fight_outcome outcomes[2], int64_t hp, int64_t foe_hp)
{
    return (fight_model){.sides = {{.hp = hp, .max_hp = hp, .blows = 1},
                                   {.hp = foe_hp, .max_hp = foe_hp, .blows = 1}},
                         .blow = fixed_blow,
                         .context = outcomes};
}

static wyrm_duel solved(const fight_model *model, wyrm_striker striker)
{
    wyrm_duel duel;
    assert_works(fight_solve(model, striker, 0, &duel, NULL, &last_error));
    return duel;
}

/* 10 hit points: 1 from each blow, and the venom of the first blow at the end of turns 1, 2 and
 * 3. */
TEST(poison_works_at_the_ends_of_turns)
{
    OWNED_PMF *two = uniform(2, 2);
    const fight_slot poisoned = {
        .most = 3, .stacking = FIGHT_KEEPS, .each_turn = -1, .damage = two};
    const fight_change poisons = {.verb = FIGHT_GIVE, .value = 3};
    fight_outcome blows[2] = {{.chance = 1, .damage = 1, .changes = &poisons, .change_count = 1},
                              {.chance = 1, .damage = 1}};
    fight_model model = fixed(blows, 20, 9);
    model.sides[1].slots = &poisoned;
    model.sides[1].slot_count = 1;
    wyrm_duel duel = solved(&model, WYRM_SUBJECT_FIRST);
    assert_near(duel.p_win, 1, 1e-15);
    assert_near(duel.turns_mean, 3, 1e-13); /* 9 - 3 x 3 at the end of turn 3 */
    assert_near(duel.hp_left_mean, 17, 1e-13);
    assert_string_equal(duel.method, "exact");
    model.sides[1].hp = model.sides[1].max_hp = 10; /* by the blow of turn 4 */
    duel = solved(&model, WYRM_SUBJECT_FIRST);
    assert_near(duel.turns_mean, 4, 1e-13);
    assert_near(duel.hp_left_mean, 17, 1e-13);
}

/* A stun of two turns: given by the striker it costs the other two attacks, given by the other side
 * one. */
TEST(who_is_stunned_waits)
{
    const fight_slot stunned = {
        .most = 2, .stacking = FIGHT_KEEPS, .each_turn = -1, .helpless = true};
    const fight_change stuns = {.verb = FIGHT_GIVE, .value = 2};
    fight_outcome blows[2] = {{.chance = 1, .damage = 1, .changes = &stuns, .change_count = 1},
                              {.chance = 1, .damage = 1}};
    fight_model model = fixed(blows, 100, 12);
    model.sides[1].slots = &stunned;
    model.sides[1].slot_count = 1;
    wyrm_duel duel = solved(&model, WYRM_SUBJECT_FIRST);
    assert_string_equal(duel.method, "exact (joint states)");
    assert_near(duel.turns_mean, 12, 1e-12);
    assert_near(duel.hp_left_mean, 100, 1e-12); /* each blow stuns anew */
    duel = solved(&model, WYRM_OPPONENT_FIRST);
    assert_near(duel.hp_left_mean, 100 - 6, 1e-12); /* in turns 1, 3, 5... */
}

TEST(fights_that_never_end_are_told)
{
    fight_outcome blows[2] = {{.chance = 1}, {.chance = 1}};
    fight_model model = fixed(blows, 5, 5);
    wyrm_duel duel = solved(&model, WYRM_SUBJECT_FIRST);
    assert_true(duel.endless);
    assert_same_bits(duel.p_unfinished, 1);
    assert_true(isnan(duel.turns_mean) && isnan(duel.hp_left_mean));
    assert_string_equal(duel.method, "exact");
    blows[0].damage = 1;
    model.sides[1].regeneration = 2;
    duel = solved(&model, WYRM_SUBJECT_FIRST);
    assert_false(duel.endless);
    assert_string_equal(duel.method, "exact to the turn limit");
    assert_same_bits(duel.p_unfinished, 1);
    assert_works(fight_play(&model, WYRM_SUBJECT_FIRST, 1, &duel, NULL, &last_error));
    assert_string_equal(duel.method, "1,000 set fights");
    assert_same_bits(duel.p_unfinished, 1);
    model.quick = true;
    assert_works(fight_play(&model, WYRM_SUBJECT_FIRST, 1, &duel, NULL, &last_error));
    assert_string_equal(duel.method, "20 set fights");
    assert_same_bits(duel.p_unfinished, 1);
}

TEST(only_what_is_asked_is_followed)
{
    OWNED_PMF *damage = uniform(0, 6);
    const wyrm_pmf *const pmf = damage;
    plain_blows blows = {.damage = {&pmf, &pmf}, .looked = FIGHT_LOOKED_HP};
    const fight_model model = {
        .sides = {{.hp = 60, .max_hp = 60, .blows = 1}, {.hp = 60, .max_hp = 60, .blows = 1}},
        .blow = plain_blow,
        .context = &blows};
    const double p_win = solved(&model, WYRM_SUBJECT_FIRST).p_win;
    for (int i = 0; i < 2; i++) {
        wyrm_duel duel;
        const double odds = p_win + (i == 0 ? 0.01 : -0.01);
        assert_works(fight_solve(&model, WYRM_SUBJECT_FIRST, odds, &duel, NULL, &last_error));
        assert_int_equal(duel.p_win >= odds, i == 1);
    }
}

/* ---- limits ---- */

TEST(what_is_too_much_is_said)
{
    OWNED_PMF *damage = uniform(0, 20);
    const wyrm_pmf *const pmf = damage;
    plain_blows blows = {.damage = {&pmf, &pmf}, .looked = FIGHT_LOOKED_HP};
    fight_model model = {.sides = {{.hp = 90000, .max_hp = 90000, .blows = 1},
                                   {.hp = 200, .max_hp = 200, .blows = 1}},
                         .blow = plain_blow,
                         .context = &blows};
    wyrm_duel duel;
    wyrm_error error;
    assert_int_equal(fight_solve(&model, WYRM_SUBJECT_FIRST, 0, &duel, NULL, &error),
                     WYRM_ERROR_LIMIT);
    assert_non_null(strstr(error.message, "too many states"));
    blows.looked = 0; /* two independent chains are no problem */
    assert_near(solved(&model, WYRM_SUBJECT_FIRST).p_win, 1, 1e-12);
    blows.looked = FIGHT_LOOKED_HP;
    model.sides[1].hp = model.sides[1].max_hp = 90000;
    assert_int_equal(fight_play(&model, WYRM_SUBJECT_FIRST, 1, &duel, NULL, &error),
                     WYRM_ERROR_LIMIT);
    assert_non_null(strstr(error.message, "look at"));
    OWNED_PMF *wide = uniform(0, 2000); /* few states, but very many outcomes of each */
    const wyrm_pmf *const wide_pmf = wide;
    blows.damage[0] = blows.damage[1] = &wide_pmf;
    assert_int_equal(fight_play(&model, WYRM_SUBJECT_FIRST, 1, &duel, NULL, &error),
                     WYRM_ERROR_LIMIT);
    assert_non_null(strstr(error.message, "outcomes in all"));
}

TEST(fights_without_sense_are_refused)
{
    fight_outcome good[2] = {{.chance = 1, .damage = 1}, {.chance = 1, .damage = 1}};
    const fight_change nowhere = {.slot = 1, .verb = FIGHT_SET};
    const fight_slot slots[] = {{.most = 0},
                                {.most = FIGHT_SLOT_MOST + 1},
                                {.most = 3, .start = 4},
                                {.most = 3, .start = -1},
                                {.most = 3, .shaken_off = 1.5},
                                {.most = 3, .slows = {0, 1}},
                                {.most = 3, .slows = {FIGHT_SPEED_MOST + 1, 1}}};
    const fight_outcome bad[] = {{.chance = -1, .damage = 1},
                                 {.chance = (double)NAN},
                                 {.chance = 0, .damage = 1},
                                 {.chance = 1, .damage = -1},
                                 {.chance = 1, .extra = {-1, 1}},
                                 {.chance = 1, .extra = {1, 0}},
                                 {.chance = 1, .changes = &nowhere, .change_count = 1}};
    wyrm_duel duel;
    for (size_t i = 0; i < LENGTH_OF(slots) + LENGTH_OF(bad); i++) {
        fight_outcome blows[2] = {good[0], good[1]};
        fight_model model = fixed(blows, 9, 9);
        if (i < LENGTH_OF(slots)) {
            model.sides[1].slots = &slots[i];
            model.sides[1].slot_count = 1;
        } else {
            blows[0] = bad[i - LENGTH_OF(slots)];
        }
        assert_int_equal(fight_solve(&model, WYRM_SUBJECT_FIRST, 0, &duel, NULL, NULL),
                         WYRM_ERROR_ARGUMENT);
        assert_int_equal(fight_play(&model, WYRM_SUBJECT_FIRST, 1, &duel, NULL, NULL),
                         WYRM_ERROR_ARGUMENT);
    }
    for (int i = 0; i < 7; i++) {
        fight_model model = fixed(good, 9, 9);
        fight_side *side = &model.sides[i % 2];
        OWNED_PMF *roll = uniform(0, 3);
        if (i == 0)
            side->blows = 0;
        else if (i == 1)
            side->hp = 10;
        else if (i == 2)
            side->hp_roll = roll;
        else if (i == 3)
            side->regeneration = -1;
        else if (i == 4)
            side->duration = (wyrm_ratio){-1, 2};
        else if (i == 5)
            side->slot_count = FIGHT_SLOTS_MOST + 1;
        else
            side->max_hp = WYRM_DUEL_HP_MAX + 1;
        assert_int_equal(fight_solve(&model, WYRM_SUBJECT_FIRST, 0, &duel, NULL, NULL),
                         WYRM_ERROR_ARGUMENT);
    }
    fight_model model = fixed(good, 9, 9);
    model.sides[0].duration = (wyrm_ratio){1, 999983};
    model.sides[1].duration = (wyrm_ratio){1, 999979};
    assert_int_equal(fight_solve(&model, WYRM_SUBJECT_FIRST, 0, &duel, NULL, NULL),
                     WYRM_ERROR_RANGE);
}

/* malloc that fails from call number `refused` on. */
typedef struct counting {
    int64_t held, calls, refused;
} counting;

static void *allocate(size_t size, void *context)
{
    counting *heap = context;
    if (++heap->calls >= heap->refused)
        return NULL;
    heap->held++;
    return malloc(size);
}

static void release(void *block, void *context)
{
    ((counting *)context)->held--;
    free(block);
}

TEST(memory_that_runs_out_is_given_back)
{
    wild w;
    wild_begin(&w, 7);
    for (int64_t refused = 1, done = 0; !done; refused++) {
        counting heap = {.refused = refused};
        const wyrm_memory memory = {allocate, NULL, release, NULL, &heap, NULL};
        wyrm_duel duel;
        wyrm_duel_distributions d;
        wyrm_memory_set(&memory);
        wyrm_status status = fight_solve(&w.model, WYRM_SUBJECT_FIRST, 0, &duel, &d, NULL);
        done = status == WYRM_OK;
        wyrm_duel_distributions_free(&d);
        wyrm_memory_set(NULL);
        assert_int_equal(status, done ? WYRM_OK : WYRM_ERROR_MEMORY);
        assert_int_equal(heap.held, 0);
    }
    wild_end(&w);
}
